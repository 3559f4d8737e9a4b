"""How many rounds, and how large a cut: what the document proposes, and what to say to an organiser who leaves it.

Advice never decides. Off the table there are notes, each with a code and a sentence; only what cannot be played at all
(a cut that is no power of two) is refused. "Size" is always the number of players the document's table is read with.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from pareo.core.rules.pods import pod_rounds_size
from pareo.core.rules.ruleset import AdviceTable, Ruleset, SecondDayRules, TableRow
from pareo.core.rules.sections import section_sizes
from pareo.core.rules.tables import is_power_of_two
from pareo.core.words.errors import NotFound, OutsideRules, Refused
from pareo.core.words.notes import Note, either, listing, phrase, phrases

__all__ = [
    "Advice",
    "Note",
    "advise",
    "bracket_rounds",
    "check_cut",
    "nearest_row",
    "review",
    "round_length_notes",
    "rounds_in_sections",
    "second_day_size",
    "share_notes",
    "style_notes",
    "total_rounds",
]


@dataclass(frozen=True, slots=True)
class Advice:
    """What the document proposes for one pod."""

    size: int  # the number of players the table was read with
    rounds: int
    cut: int  # 0: none
    day2_rounds: int
    total_rounds: int  # Swiss, day 2 and elimination together (P-CUT-7)
    allowed_rounds: tuple[int, ...]  # within the document, the proposed one first
    allowed_cuts: tuple[int, ...]
    style: str
    table: str = ""  # id of the table; "" if the document has none
    row: TableRow | None = None
    division_sizes: tuple[tuple[str, int], ...] = ()
    division_cuts: tuple[tuple[str, int], ...] = ()  # one bracket per division of a shared pod (P-AGE-7)
    notes: tuple[Note, ...] = ()


def total_rounds(rounds: int, day2_rounds: int, cut: int) -> int:
    """Swiss rounds, second day's rounds and the rounds of a bracket of that size (Play! Pokémon 2019, 3.3.5)."""
    return rounds + day2_rounds + (bracket_rounds(cut) if cut else 0)


def bracket_rounds(players: int) -> int:
    """The rounds of a single elimination: the next power of two, with byes where there are fewer players."""
    return max(1, (players - 1).bit_length())


def advise(
    ruleset: Ruleset, *, sizes: Mapping[str, int], pod: Sequence[str] = (), style: str, table: str | None = None
) -> Advice:
    """Rounds and cut for one pod: `sizes` are players per division, `pod` the divisions that play in it."""
    notes: list[Note] = []
    found = _table(ruleset, style, table)
    if style == "elimination":
        return _elimination_advice(sum(sizes.values()), found, notes)
    if style == "round-robin":
        return robin_advice(sum(sizes.get(name, 0) for name in pod) if pod else sum(sizes.values()))
    members = tuple((name, sizes.get(name, 0)) for name in pod)
    size = pod_rounds_size(ruleset.divisions, sizes, pod)
    if found is None:
        rounds = bracket_rounds(size)
        notes.append(_note("no-table", "The document has no table; {rounds} rounds are typical for {players} players "
                           "(twice the players, one round more).", rounds=rounds, players=size))
        return Advice(size, rounds, 0, 0, rounds, (rounds,), (0,), style, division_sizes=members, notes=tuple(notes))
    row = nearest_row(found, size)
    notes += _outside(found, row, size)
    cut_style = style == "swiss+cut"
    if not cut_style and found.style != style:
        notes.append(_note("other-style", "The document has no table for this style; the Swiss rounds are those of "
                           "“{table}”.", table=found.title))
    cut = _possible_cut(row, size) if cut_style else 0
    day2 = row.day2_rounds if cut_style else 0
    division_cuts: tuple[tuple[str, int], ...] = ()
    if cut_style and ruleset.elimination.per_division and len(members) > 1:
        division_cuts = tuple((name, _division_cut(found, players)) for name, players in members)
    return Advice(
        size=size,
        rounds=row.rounds[0],
        cut=cut,
        day2_rounds=day2,
        total_rounds=total_rounds(row.rounds[0], day2, cut),
        allowed_rounds=_allowed_rounds(ruleset, row, style),
        allowed_cuts=row.cuts if cut_style else (0,),
        style=style,
        table=found.id,
        row=row,
        division_sizes=members,
        division_cuts=division_cuts,
        notes=tuple(notes),
    )


def _allowed_rounds(ruleset: Ruleset, row: TableRow, style: str) -> tuple[int, ...]:
    """The row's, the proposed number first; and one fewer before an elimination (P-AGE-8)."""
    fewer = row.rounds[0] - 1
    one_less = ruleset.advice.one_round_fewer and style == "swiss+cut" and fewer and fewer not in row.rounds
    return (*row.rounds, fewer) if one_less else row.rounds


def rounds_in_sections(ruleset: Ruleset, advice: Advice, count: int) -> tuple[int, ...]:
    """The Swiss rounds that a division in so many sections may play, the proposed number first (3.3.3.2; A-6, Choice).

    Those of the table's row for the largest section: 72 players play 7 rounds, 36 play 6, and 512 in 16 sections 5. Or,
    where the rules say so, the division's own less one for each doubling.
    """
    rules = ruleset.sections
    if count == 1:
        return advice.allowed_rounds
    if rules is None or rules.rounds == "doubling" or advice.row is None:
        return tuple(max(1, rounds - (count.bit_length() - 1)) for rounds in advice.allowed_rounds)
    table = next(table for table in ruleset.advice.tables if table.id == advice.table)
    return _allowed_rounds(ruleset, nearest_row(table, max(section_sizes(advice.size, count))), advice.style)


def robin_advice(players: int, cycles: int = 1, *, rounds_set: int | None = None) -> Advice:
    """A round robin is as long as its table: everybody meets everybody (SP-1)."""
    rounds = cycles * max(1, players - 1 + players % 2)
    notes = () if rounds_set in (None, rounds) else (
        _note("robin-rounds", "A round robin of {players} players has {rounds} rounds; the number that is set is not "
              "used.", players=players, rounds=rounds),)
    return Advice(players, rounds, 0, 0, rounds, (rounds,), (0,), "round-robin", notes=notes)


def _elimination_advice(players: int, table: AdviceTable | None, notes: list[Note]) -> Advice:
    """Elimination ignores ages (Play! Pokémon 2019, 3.2.1), and its rounds are plain arithmetic."""
    rounds = bracket_rounds(players)
    row = nearest_row(table, players) if table else None
    if table and row and rounds not in row.rounds:
        notes += _outside(table, row, players)
    return Advice(players, rounds, 0, 0, rounds, (rounds,), (0,), "elimination", table.id if table else "", row,
                  notes=tuple(notes))


def style_notes(ruleset: Ruleset, style: str) -> tuple[Note, ...]:
    """Other styles may be run, but not as sanctioned events (Play! Pokémon 2019, 3)."""
    if style in ruleset.styles:
        return ()
    return (_note("unsanctioned", "“{style}” is not one of the styles of these rules ({styles}): the event is "
                  "marked as unsanctioned.", style=phrase(style), styles=phrases(ruleset.styles)),)


def nearest_row(table: AdviceTable, players: int) -> TableRow:
    """The row for this number of players; outside the table its first or last row (P-CUT-6, choice)."""
    for row in table.rows:
        if row.high is None or players <= row.high:
            return row
    return table.rows[-1]


def _table(ruleset: Ruleset, style: str, table: str | None) -> AdviceTable | None:
    tables = {one.id: one for one in ruleset.advice.tables}
    if table is not None:
        if table not in tables:
            raise NotFound("table-unknown", "There is no table {table}; there are: {valid}", table=table,
                           valid=listing(tables))
        return tables[table]
    fitting = [one for one in tables.values() if one.style == style]
    default = tables.get(ruleset.advice.default)
    if default in fitting:
        return default
    if fitting:
        return fitting[0]
    # A Swiss without a cut takes the Swiss rounds of the other table; a bracket has its own arithmetic.
    return default if style != "elimination" else None


def _outside(table: AdviceTable, row: TableRow, players: int) -> list[Note]:
    if players < row.low:
        return [_note("below-table", "The table “{table}” begins at {low} players; for {players} we propose its "
                      "first row.", table=table.title, low=row.low, players=players)]
    if row.high is not None and players > row.high:
        return [_note("above-table", "The table “{table}” ends at {high} players; for {players} we propose its "
                      "last row.", table=table.title, high=row.high, players=players)]
    return []


def _possible_cut(row: TableRow, players: int) -> int:
    """The proposed cut, or the largest listed one there are players for (only below the table)."""
    return next((cut for cut in row.cuts if cut <= max(players, 0)), 0)


def _division_cut(table: AdviceTable, players: int) -> int:
    # A division too small for the table takes part in the Swiss rounds; a bracket of its own is left to the organiser.
    row = nearest_row(table, players)
    return _possible_cut(row, players) if players >= row.low else 0


def check_cut(ruleset: Ruleset, *, cut: int, players: int, table: str | None = None) -> None:
    """Refuse a cut that cannot be played, or that is larger than the rules ever allow (P-CUT-1)."""
    if cut == 0:
        return
    if not is_power_of_two(cut):
        raise Refused("cut-power", "A cut of {cut} is no power of two (2, 4, 8 …): there would be byes.", cut=cut)
    if cut > players:
        raise Refused("cut-players", "A cut of {cut} is more than the {players} players.", cut=cut, players=players)
    most = ruleset.elimination.max_cut
    found = _table(ruleset, "swiss+cut", table)
    listed = found is not None and cut in _listed_cuts(found, players)
    if most and cut > most and not listed:
        raise OutsideRules("cut-maximum", "A cut of {cut} is more than the {most} these rules allow.", cut=cut,
                           most=most)


def _listed_cuts(table: AdviceTable, players: int) -> tuple[int, ...]:
    row = nearest_row(table, players)
    inside = row.low <= players and (row.high is None or players <= row.high)
    return row.cuts if inside else ()


def review(
    ruleset: Ruleset,
    advice: Advice,
    *,
    rounds: int,
    cut: int,
    day2_rounds: int = 0,
    sections: int = 1,
    premier: bool = False,
    exception: bool = False,
    division_cuts: Mapping[str, int] | None = None,
) -> tuple[Note, ...]:
    """What to tell an organiser about the rounds and the cut he has set; nothing if they are the document's.

    One `cut` for a shared pod is that of each division, unless `division_cuts` names them.
    """
    notes = _rounds_notes(ruleset, advice, rounds, day2_rounds, sections)
    cuts = dict(division_cuts or {})
    if not cuts and advice.division_cuts and cut != advice.cut:
        cuts = dict.fromkeys(dict(advice.division_cuts), cut)
    table = next((one for one in ruleset.advice.tables if one.id == advice.table), None)
    for name, size, one_cut in _each_cut(advice, cuts, cut):
        # A division of a shared pod is read with its own row; a pod of one with the row of the advice.
        allowed = _division_allowed(table, size) if name else advice.allowed_cuts
        notes += _cut_notes(ruleset, advice, size, one_cut, allowed, premier=premier, exception=exception)
    return tuple(notes)


def _each_cut(advice: Advice, cuts: Mapping[str, int], cut: int) -> list[tuple[str, int, int]]:
    sizes = dict(advice.division_sizes)
    if cuts:
        return [(name, sizes.get(name, 0), one) for name, one in cuts.items()]
    return [("", advice.size, cut)]


def _division_allowed(table: AdviceTable | None, players: int) -> tuple[int, ...]:
    return nearest_row(table, players).cuts if table else ()


def _rounds_notes(ruleset: Ruleset, advice: Advice, rounds: int, day2_rounds: int, sections: int) -> list[Note]:
    if advice.row is None:
        return []  # the document says nothing about the number of rounds
    allowed = rounds_in_sections(ruleset, advice, sections)
    fewer = advice.day2_rounds - 1
    one_less = ruleset.advice.one_round_fewer and rounds == allowed[0] and day2_rounds == fewer > 0
    notes = []
    if rounds not in allowed:
        notes.append(_note("rounds-off-table", "{rounds} rounds; the document gives {allowed} for {players} players.",
                           rounds=rounds, allowed=_or(allowed), players=advice.size))
    if day2_rounds != advice.day2_rounds and not one_less:
        notes.append(_note("day2-off-table", "{rounds} rounds on the second day; the document gives {allowed} for "
                           "{players} players.", rounds=day2_rounds, allowed=advice.day2_rounds, players=advice.size))
    return notes


def _cut_notes(
    ruleset: Ruleset, advice: Advice, size: int, cut: int, allowed: Sequence[int], *, premier: bool, exception: bool
) -> list[Note]:
    if advice.style != "swiss+cut" or advice.row is None or cut in allowed:
        return []
    most = max(allowed, default=0)
    facts = {"cut": cut, "allowed": _or([one or phrase("none") for one in allowed]), "players": size, "most": most}
    if cut > most and premier and ruleset.advice.cut_is_maximum:
        if exception:
            return [Note("cut-exception", "A cut of {cut} is recorded as an exception; the document's maximum for "
                         "{players} players is {most}.", facts)]
        return [Note("cut-above-maximum", "A cut of {cut} is more than the maximum of {most} for {players} players in "
                     "a Premier event; only an exception such as a World Championship allows it.", facts)]
    share = Fraction(ruleset.elimination.max_share).limit_denominator(100)
    if Fraction(cut, max(size, 1)) > share:
        return [Note("cut-above-share", "A cut of {cut} is more than {percent}% of the {players} players of the "
                     "division.", facts | {"percent": int(share * 100)})]
    return [Note("cut-off-table", "A cut of {cut}; the document gives {allowed} for {players} players.", facts)]


def share_notes(sizes: Mapping[str, int], cuts: Mapping[str, int]) -> tuple[Note, ...]:
    """About the same share of each division should reach the elimination (Play! Pokémon 2019, 3.3)."""
    shares = {name: Fraction(cuts.get(name, 0), size) for name, size in sizes.items() if size}
    if len(shares) < 2 or max(shares.values()) <= 2 * min(shares.values()):
        return ()
    most, least = max(shares, key=shares.__getitem__), min(shares, key=shares.__getitem__)
    return (_note("cut-shares", "The cut takes {most_share}% of {most} but {least_share}% of {least}; about the same "
                  "share of each division should go on.", most=most, most_share=round(100 * shares[most]),
                  least=least, least_share=round(100 * shares[least])),)


def second_day_size(rules: SecondDayRules, points: Sequence[int | float]) -> int:
    """How many go on to day 2: everybody with the points, or the top so many, whichever is more (3.3.5).

    `points` are those of the standings, best first, as players say them.
    """
    return max(sum(1 for one in points if one >= rules.points), min(rules.top, len(points)))


def round_length_notes(ruleset: Ruleset, minutes: int) -> tuple[Note, ...]:
    """A length other than the document's must be announced; outside the range we warn (X-Wing Epic 1.1; X-1)."""
    rules = ruleset.round
    notes = []
    if rules.minutes and minutes != rules.minutes:
        notes.append(_note("round-length-changed", "Rounds of {minutes} minutes instead of {standard} must be "
                           "announced before the start.", minutes=minutes, standard=rules.minutes))
    if rules.longest and not rules.shortest <= minutes <= rules.longest:
        notes.append(_note("round-length-range", "Rounds of {minutes} minutes are outside the {shortest} to {longest} "
                           "of these rules.", minutes=minutes, shortest=rules.shortest, longest=rules.longest))
    return tuple(notes)


def _note(code: str, sentence: str, **params: object) -> Note:
    return Note(code, sentence, params)


def _or(values: Sequence[object]) -> Note:
    return either(values) if values else phrase("nothing")
