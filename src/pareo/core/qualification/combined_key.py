"""Everybody's place as one number that is a sum over the open matches of the last round.

Points and most tie-breaks are such sums: each match adds to somebody's value what its own ending is worth to them,
whatever happens at other tables (an opponent's win percentage, an opponent's points). So of two players the difference
is known for every way in which the matches end *together*: what both have in common cancels out, and nobody is granted
a match that a rival has won too. The values come from the tie-breaks themselves, asked once for every ending of every
match; here stands only which of them add up. What adds up but for a rest (a cut of the lowest, a rounded mean) is taken
with the bounds of that rest.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from pareo.core.model.outcome import Outcome
from pareo.core.model.ruleset import TiebreakUse
from pareo.core.qualification.exact import ledger_in
from pareo.core.qualification.open_field import Ending, OpenField, endings
from pareo.core.qualification.search import Rival
from pareo.core.standings.player_records import Ledger
from pareo.core.standings.tiebreaks.buchholz import MEDIAN_BUCHHOLZ, buchholz, median_cuts
from pareo.core.standings.tiebreaks.codes import CODES
from pareo.core.standings.tiebreaks.context import StandingsContext, build_context
from pareo.core.standings.tiebreaks.own_results import lot, points
from pareo.core.standings.tiebreaks.parts import Options
from pareo.core.standings.tiebreaks.registry import check_use
from pareo.core.standings.tiebreaks.tiebreak import PerPlayer
from pareo.core.standings.tiebreaks.unplayed import (
    Contribution,
    contributions,
    cut,
    cuts_voluntary_first,
    policy_of,
)

Band = tuple[int, int]

_SUMS = frozenset(
    {
        "on-time",
        "lot",
        "list-order",
        "owp",
        "oowp",
        "buchholz",
        "sonneborn-berger",
        "berger",
        "wins",
        "games-won",
        "progressive",
        "rating-sum",
        "BH",
        "SB",
        "WIN",
        "WON",
        "BPG",
        "BWG",
    }
)
"""Tie-breaks in which every open match counts for itself."""

_CUTS = {
    "buchholz-cut-1": (0, 1),
    "buchholz-cut-2": (0, 2),
    "BH/C1": (0, 1),
    "BH/C2": (0, 2),
    "BH/M1": (1, 1),
    "BH/M2": (2, 2),
}
"""Tie-breaks that are the Buchholz without so many of its highest and lowest parts; the median says it itself."""

_ROUNDED = {"tom-owp", "tom-oowp"}


@dataclass(frozen=True, slots=True)
class CombinedKey:
    """Everybody's number, higher is better: `base` if every match ends in its first way, `moves` what another way of a
    match adds, `rest` between which bounds lies what does not add up."""

    ways: tuple[Ending, ...]
    base: Mapping[int, int]
    moves: Sequence[Sequence[Mapping[int, int]]]  # match → ending → who is moved by how much
    rest: Mapping[int, Band]
    low: Mapping[int, int]  # the least and the most that each can have
    high: Mapping[int, int]


@dataclass(frozen=True, slots=True)
class _Value:
    """One tie-break: its values if every match ends in the first way, its moves, its rest."""

    base: Mapping[int, int]
    moves: Sequence[Sequence[Mapping[int, int]]]
    rest: Mapping[int, Band]

    def ranges(self) -> tuple[dict[int, int], dict[int, int]]:
        """The least and the most that each can have."""
        low: dict[int, int] = {}
        high: dict[int, int] = {}
        for no, value in self.base.items():
            down, up = self.rest.get(no, (0, 0))
            low[no], high[no] = value + down, value + up
        for match in self.moves:
            touched = {no for way in match for no in way}
            for no in touched:
                amounts = [way.get(no, 0) for way in match]
                low[no] += min(amounts)
                high[no] += max(amounts)
        return low, high


def combine_keys(field: OpenField, bands: Sequence[Mapping[int, Band]]) -> CombinedKey:
    """The numbers of everybody in the ledger. `bands` bound tie-breaks that do not add up, from the first on."""
    ways = endings(field.ruleset)
    first = [ways[0]] * len(field.open)
    start = build_context(ledger_in(field, first), field.ruleset)
    books: list[list[StandingsContext]] = []
    for at in range(len(field.open)):
        worlds = ([*first[:at], way, *first[at + 1 :]] for way in ways[1:])
        books.append([start, *(build_context(ledger_in(field, world), field.ruleset) for world in worlds)])
    values = [value for value in (_sum_of_matches(start, books, points, {}),) if value is not None]
    whole = not (field.ledger.outside or field.ruleset.shared_places)
    for at, use in enumerate(field.ruleset.tiebreaks):
        value = _tiebreak_value(field, use, start, books, bands[at] if at < len(bands) else None)
        if value is None:
            whole = False
            break
        values.append(value)
    if whole:
        values.append(_constant({no: -key for no, key in lot(start, {}).keys.items()}))
        values.append(_constant({no: -no for no in start.records}))
    else:  # what follows may decide in any way
        values.append(_Value(dict.fromkeys(start.records, 0), (), dict.fromkeys(start.records, (0, 1))))
    return _combine(ways, values)


def _combine(ways: tuple[Ending, ...], values: Sequence[_Value]) -> CombinedKey:
    """The values one after the other, as the digits of one number."""
    base = dict.fromkeys(values[0].base, 0)
    rest = dict.fromkeys(base, (0, 0))
    matches = max(len(value.moves) for value in values)
    moves: list[list[dict[int, int]]] = [[{} for _ in ways] for _ in range(matches)]
    scale = 1
    for value in reversed(values):
        for no, key in value.base.items():
            base[no] += scale * key
        for no, (low, high) in value.rest.items():
            rest[no] = (rest[no][0] + scale * low, rest[no][1] + scale * high)
        for combined, added in zip(moves, value.moves, strict=False):
            for amounts, way in zip(combined, added, strict=True):
                for no, key in way.items():
                    amounts[no] = amounts.get(no, 0) + scale * key
        least, most = value.ranges()
        scale *= max(most.values()) - min(least.values()) + 1
    return CombinedKey(ways, base, moves, rest, *_Value(base, moves, rest).ranges())


def _tiebreak_value(
    field: OpenField,
    use: TiebreakUse,
    start: StandingsContext,
    books: Sequence[Sequence[StandingsContext]],
    band: Mapping[int, Band] | None,
) -> _Value | None:
    """One tie-break as a sum; None: it is none, and nothing bounds it."""
    tiebreak = check_use(use)
    if tiebreak.per_player is None:
        return None
    sign = 1 if tiebreak.higher_first else -1
    if use.id in _SUMS and _adds_up(field, use):
        return _sum_of_matches(start, books, tiebreak.per_player, use.options, sign)
    if use.id in _ROUNDED:
        value = _sum_of_matches(start, books, tiebreak.per_player, use.options, sign)
        # every rounding is off by half a unit at most, each move by two, of the second column's by four
        error = (2 if use.id == "tom-owp" else 4) * (len(field.open) + 1)
        return None if value is None else replace(value, rest=dict.fromkeys(value.base, (-error, error)))
    if (use.id in _CUTS or use.id == MEDIAN_BUCHHOLZ.id) and _adds_up(field, use):
        return _cut_value(field, use, start, books)
    if band is not None:
        return _Value(dict.fromkeys(band, 0), (), band)
    return None


def _adds_up(field: OpenField, use: TiebreakUse) -> bool:
    """Does no part of it look at two matches at once? A stand-in for a game forfeited earlier has at most the points of
    the opponent (FIDE C.07, 16.4), and a sum without its lowest part is none."""
    if use.options.get("low") and use.id != MEDIAN_BUCHHOLZ.id:
        return False
    if not use.id.startswith(("BH", "SB")) and use.options.get("unplayed") != "fide-2026":
        return True
    lines = (line for account in field.ledger.accounts.values() for line in account.lines)
    return not any(line.opponent is not None and not line.outcome.played for line in lines)


def _sum_of_matches(
    start: StandingsContext,
    books: Sequence[Sequence[StandingsContext]],
    column: PerPlayer,
    options: Options,
    sign: int = 1,
) -> _Value | None:
    """A column that adds up; None where somebody has no value."""
    start_column = column(start, options)
    moves: list[list[dict[int, int]]] = []
    for match in books:
        moves.append([])
        for book in match:
            ended_column = column(book, options)
            if ended_column.denominator != start_column.denominator or ended_column.keys.keys() != start.records.keys():
                return None
            moves[-1].append(
                {
                    no: sign * (key - start_column.keys[no])
                    for no, key in ended_column.keys.items()
                    if key != start_column.keys[no]
                }
            )
    return _Value({no: sign * start_column.keys[no] for no in start.records}, moves, {})


def _cut_value(
    field: OpenField, use: TiebreakUse, start: StandingsContext, books: Sequence[Sequence[StandingsContext]]
) -> _Value | None:
    """The sum of all parts, less what the cut takes away.

    Which part is the lowest may hang on several matches; but with each part between its least and its most, what is
    taken lies between what would be taken of the least ones and of the most. The own match may change how much is cut.
    """
    options = {"unplayed": "fide-2026"} if use.id in CODES else use.options
    plain = {name: value for name, value in options.items() if name not in ("high", "low", "cut")}
    whole = _sum_of_matches(start, books, buchholz, plain)
    if whole is None:
        return None
    seats = {no: at for at, match in enumerate(field.open) for no in (match.a, match.b)}
    parts, spans = contributions(start, plain), _part_ranges(start, books, plain)
    base, rest = dict(whole.base), {}
    moves = [[dict(way) for way in match] for match in whole.moves]
    for no in start.records:
        own = seats.get(no)
        ranges = []
        for book in books[own] if own is not None else [start]:
            cuts = _CUTS.get(use.id) or median_cuts(book, use.options, no)
            own_parts = contributions(book, plain)[no] if own is not None else parts[no]
            ranges.append(_cut_range(own_parts, spans[no], cuts, plain))
        for way, (least, _) in enumerate(ranges):
            if own is not None and least != ranges[0][0]:
                moves[own][way][no] = moves[own][way].get(no, 0) - least + ranges[0][0]
        base[no] -= ranges[0][0]
        rest[no] = (min(least - most for least, most in ranges), 0)
    return _Value(base, moves, rest)


def _part_ranges(
    start: StandingsContext, books: Sequence[Sequence[StandingsContext]], options: Options
) -> dict[int, dict[int, Band]]:
    """How much less and more each part of everybody can be by what happens at other tables: round → from, to."""
    known = {no: {part.round_no: part for part in parts} for no, parts in contributions(start, options).items()}
    spans: dict[int, dict[int, Band]] = {no: {} for no in known}
    for match in books:
        for book in match:
            for no, parts in contributions(book, options).items():
                for part in parts:
                    if part.opponent is None or (before := known[no].get(part.round_no)) is None:
                        continue
                    if part.score != before.score and part.outcome is before.outcome:
                        low, high = spans[no].get(part.round_no, (0, 0))
                        moved = part.score - before.score
                        spans[no][part.round_no] = min(low, moved), max(high, moved)
    return spans


def _cut_range(parts: Sequence[Contribution], spans: Mapping[int, Band], cuts: Band, options: Options) -> Band:
    """What a cut takes at least and at most."""
    first = cuts_voluntary_first(policy_of(options))
    totals = []
    for side in (0, 1):
        shifted = [part._replace(score=part.score + spans.get(part.round_no, (0, 0))[side]) for part in parts]
        remaining = cut(shifted, high=cuts[0], low=cuts[1], voluntary_first=first)
        totals.append(sum(part.score for part in shifted) - sum(part.score for part in remaining))
    return totals[0], totals[1]


def _constant(keys: Mapping[int, int]) -> _Value:
    return _Value(keys, (), {})


_EXTREMES = (Outcome.LOSS, Outcome.WIN, Outcome.FORFEIT_LOSS, Outcome.FORFEIT_WIN)


def extremes(field: OpenField) -> list[Ledger]:
    """The ledger if every open match ended alike for both: no world, but none is beyond them."""
    worth = field.ruleset.points
    return [ledger_in(field, [Ending(how, how, worth[how], worth[how])] * len(field.open)) for how in _EXTREMES]


# --- one player and the rivals ---------------------------------------------------------------------------------------


def rivals_of(
    joint: CombinedKey, field: OpenField, no: int, way: int | None, rivals: Iterable[int]
) -> tuple[int, list[Rival]]:
    """Those who can end on either side of a player, as numbers that are above zero if they end above, and how many are
    above in any case. The player's own match, if there is one, ends in this way."""
    own = next((at for at, match in enumerate(field.open) if no in (match.a, match.b)), None)
    seats = {one: at for at, match in enumerate(field.open) for one in (match.a, match.b)}
    undecided, above = [], 0
    for other in rivals:
        if joint.high[other] < joint.low[no]:
            continue
        if joint.low[other] > joint.high[no]:
            above += 1
            continue
        start = joint.base[other] - joint.base[no]
        moves: list[tuple[int, ...] | None] = []
        for at, ways in enumerate(joint.moves):
            move = tuple(one.get(other, 0) - one.get(no, 0) for one in ways)
            if at == own and way is not None:
                start += move[way]
                moves.append(None)
            else:
                moves.append(move if any(move) else None)
        rest = (joint.rest[other][0] - joint.rest[no][1], joint.rest[other][1] - joint.rest[no][0])
        undecided.append(Rival(start, tuple(moves), rest, seats.get(other)))
    return above, undecided
