"""How many rounds, and how large a cut: what the document proposes, and what to say to an organiser who leaves it.

Advice never decides. Off the table there are notes, each with a code and a sentence; only what cannot be played at all
(a cut that is not a power of 2) is refused. "Size" is always the number of players the document's table is read with.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from pareo.core.model.ruleset import AdviceTable, Ruleset, SecondDayRules, TableRow
from pareo.core.results.games_text import match_format_of
from pareo.core.rules.cuts import CutLimits
from pareo.core.rules.pods import pod_rounds_size
from pareo.core.rules.sections import section_sizes
from pareo.core.rules.tables import KNOCKOUT
from pareo.core.text.errors import NotFound
from pareo.core.text.messages import Note, either_note, list_note, note, phrases, text_note


@dataclass(frozen=True, slots=True)
class PodAdvice:
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
    points: int = 0  # to go on to the second day; 0: not by the table (PN-TAB-5)


def total_rounds(rounds: int, day2_rounds: int, cut: int) -> int:
    """Swiss rounds, second day's rounds and the rounds of a bracket of that size (Play! Pokémon 2019, 3.3.5)."""
    return rounds + day2_rounds + (bracket_rounds(cut) if cut else 0)


def bracket_rounds(players: int) -> int:
    """The rounds of a single elimination: the next power of two, with byes where there are fewer players."""
    return max(1, (players - 1).bit_length())


def rounds_without_rematch(players: int) -> int:
    """After how many rounds everybody has met everybody: 1 for two players, 3 for three (a bye each) or four."""
    return max(1, players - 1 + players % 2)


def advise(
    ruleset: Ruleset, *, sizes: Mapping[str, int], pod: Sequence[str] = (), style: str, table: str | None = None
) -> PodAdvice:
    """Rounds and cut for one pod: `sizes` are players per division, `pod` the divisions that play in it."""
    notes: list[Note] = []
    chosen = _find_table(ruleset, style, table)
    if style == "elimination":
        return _elimination_advice(sum(sizes.values()), chosen, notes)
    if style == "double-elimination":
        return _double_advice(sum(sizes.values()))
    if style == "round-robin":
        return robin_advice(sum(sizes.get(name, 0) for name in pod) if pod else sum(sizes.values()))
    members = tuple((name, sizes.get(name, 0)) for name in pod)
    size = pod_rounds_size(ruleset.divisions, sizes, pod)
    if chosen is None:
        rounds = bracket_rounds(size)
        notes.append(
            note(
                "no-advice-table",
                "The document has no table; {rounds} rounds are typical for {players} players (1 more round each "
                "time the number doubles).",
                rounds=rounds,
                players=size,
            )
        )
        return PodAdvice(size, rounds, 0, 0, rounds, (rounds,), (0,), style, division_sizes=members, notes=tuple(notes))
    row = nearest_row(chosen, size)
    notes += _outside_notes(chosen, row, size)
    cut_style = style == "swiss+cut"
    if not cut_style and chosen.style != style:
        notes.append(
            note(
                "other-style",
                "The document has no table for this format; the Swiss rounds are those of “{table}”.",
                table=chosen.title,
            )
        )
    cuts = _listed_cuts(ruleset, row, size)
    cut = _possible_cut(cuts, size) if cut_style else 0
    day2 = row.day2_rounds if cut_style else 0
    proposed = _allowed_rounds(ruleset, row, style)
    allowed = _playable_rounds(proposed, sum(players for _, players in members))
    if allowed[0] != proposed[0]:
        notes.append(
            note(
                "rounds-rematch",
                "The table gives {rounds} rounds; without a rematch the players can play {most}.",
                rounds=proposed[0],
                most=allowed[0],
            )
        )
    division_cuts: tuple[tuple[str, int], ...] = ()
    if cut_style and ruleset.elimination.per_division and len(members) > 1:
        division_cuts = tuple((name, _division_cut(ruleset, chosen, players)) for name, players in members)
    return PodAdvice(
        size=size,
        rounds=allowed[0],
        cut=cut,
        day2_rounds=day2,
        total_rounds=total_rounds(allowed[0], day2, cut),
        allowed_rounds=allowed,
        allowed_cuts=cuts if cut_style else (0,),
        style=style,
        table=chosen.id,
        row=row,
        division_sizes=members,
        division_cuts=division_cuts,
        notes=(*notes, *_confidence_notes(chosen, row, day2)),
        points=row.points if day2 else 0,
    )


def _confidence_notes(table: AdviceTable, row: TableRow, day2_rounds: int) -> list[Note]:
    """What the organiser should look up (PN-RS-3, PN-TAB-4, PN-TAB-5)."""
    if table.confidence == 1:
        return [
            note("table-unconfirmed", "The table “{table}” is not confirmed: check your handbook.", table=table.title)
        ]
    if day2_rounds and row.points and table.points_confidence == 1:
        return [
            note(
                "points-unconfirmed",
                "{points} points for the second day are not confirmed: check your handbook.",
                points=row.points,
            )
        ]
    return []


def _allowed_rounds(ruleset: Ruleset, row: TableRow, style: str) -> tuple[int, ...]:
    """The row's, the proposed number first; and one fewer before an elimination (P-AGE-8)."""
    fewer = row.rounds[0] - 1
    one_less = ruleset.advice.one_round_fewer and style == "swiss+cut" and fewer and fewer not in row.rounds
    return (*row.rounds, fewer) if one_less else row.rounds


def _playable_rounds(rounds: tuple[int, ...], players: int) -> tuple[int, ...]:
    """Those numbers of rounds that so many players can play without a rematch; if none is, the most they can."""
    most = rounds_without_rematch(players)
    return tuple(number for number in rounds if number <= most) or (most,) if players > 1 else rounds


def rounds_in_sections(ruleset: Ruleset, advice: PodAdvice, count: int) -> tuple[int, ...]:
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


def robin_advice(players: int, cycles: int = 1, *, rounds_set: int | None = None) -> PodAdvice:
    """A round robin is as long as its table: everybody meets everybody (SP-1)."""
    rounds = cycles * max(1, players - 1 + players % 2)
    notes = (
        ()
        if rounds_set in (None, rounds)
        else (
            note(
                "robin-rounds",
                "A round robin of {players} players has {rounds} rounds; the number you set is not used.",
                players=players,
                rounds=rounds,
            ),
        )
    )
    return PodAdvice(players, rounds, 0, 0, rounds, (rounds,), (0,), "round-robin", notes=notes)


def _elimination_advice(players: int, table: AdviceTable | None, notes: list[Note]) -> PodAdvice:
    """Elimination ignores ages (Play! Pokémon 2019, 3.2.1), and its rounds are plain arithmetic."""
    rounds = bracket_rounds(players)
    row = nearest_row(table, players) if table else None
    if table and row and rounds not in row.rounds:
        notes.append(
            note(
                "bracket-off-table",
                "The table “{table}” has no row for {players} players; a bracket of that size has {rounds} rounds.",
                table=table.title,
                players=players,
                rounds=rounds,
            )
        )
    return PodAdvice(
        players,
        rounds,
        0,
        0,
        rounds,
        (rounds,),
        (0,),
        "elimination",
        table.id if table else "",
        row,
        notes=tuple(notes),
    )


def _double_advice(players: int) -> PodAdvice:
    """Twice the rounds of a single elimination, and one for a second final (PN-GO-1)."""
    rounds = 2 * bracket_rounds(players) + 1
    return PodAdvice(players, rounds, 0, 0, rounds, (rounds,), (0,), "double-elimination")


def style_notes(ruleset: Ruleset, style: str) -> tuple[Note, ...]:
    """Other styles may be run, but not as sanctioned events (Play! Pokémon 2019, 3)."""
    if style in ruleset.styles:
        return ()
    return (
        note(
            "unsanctioned",
            "“{style}” is not a format of these rules ({styles}): the event is marked as unsanctioned.",
            style=text_note(style),
            styles=phrases(ruleset.styles),
        ),
    )


def nearest_row(table: AdviceTable, players: int) -> TableRow:
    """The row for this number of players; outside the table its first or last row (P-CUT-6, choice)."""
    for row in table.rows:
        if row.high is None or players <= row.high:
            return row
    return table.rows[-1]


def _find_table(ruleset: Ruleset, style: str, table: str | None) -> AdviceTable | None:
    tables = {one.id: one for one in ruleset.advice.tables}
    if table is not None:
        if table not in tables:
            raise NotFound(
                "advice-table-unknown",
                "There is no table {table}. Choose one of: {valid}.",
                table=table,
                valid=list_note(tables),
            )
        return tables[table]
    fitting = [one for one in tables.values() if one.style == style]
    default = tables.get(ruleset.advice.default)
    if default in fitting:
        return default
    if fitting:
        return fitting[0]
    # A Swiss without a cut takes the Swiss rounds of the other table; a bracket has its own arithmetic.
    return default if style not in KNOCKOUT else None


def _outside_notes(table: AdviceTable, row: TableRow, players: int) -> list[Note]:
    if row.borrowed:
        return [
            note(
                "no-table-row",
                "The table “{table}” has no row for {players} players; we propose {rounds} rounds, after section "
                "{section}.",
                table=table.title,
                players=players,
                rounds=row.rounds[0],
                section=row.borrowed,
            )
        ]
    if players < row.low:
        return [
            note(
                "below-table",
                "The table “{table}” begins at {low} players; for {players} we propose its first row.",
                table=table.title,
                low=row.low,
                players=players,
            )
        ]
    if row.high is not None and players > row.high:
        return [
            note(
                "above-table",
                "The table “{table}” ends at {high} players; for {players} we propose its last row.",
                table=table.title,
                high=row.high,
                players=players,
            )
        ]
    return []


def _listed_cuts(ruleset: Ruleset, row: TableRow, players: int) -> tuple[int, ...]:
    """The cuts of a row; beyond the rules' own maximum only for the players that the row is for (2009: 64 for 512)."""
    most = ruleset.elimination.max_cut
    if not most or (row.low <= players and (row.high is None or players <= row.high)):
        return row.cuts
    return tuple(cut for cut in row.cuts if cut <= most) or (most,)


def _possible_cut(cuts: Sequence[int], players: int) -> int:
    """The proposed cut, or the largest listed one there are players for (only below the table)."""
    return next((cut for cut in cuts if cut <= max(players, 0)), 0)


def _division_cut(ruleset: Ruleset, table: AdviceTable, players: int) -> int:
    # A division too small for the table takes part in the Swiss rounds; a bracket of its own is left to the organiser.
    row = nearest_row(table, players)
    return _possible_cut(_listed_cuts(ruleset, row, players), players) if players >= row.low else 0


def cut_limits(ruleset: Ruleset, players: int, table: str | None = None) -> CutLimits:
    """What the document's table allows a division of so many players; nothing known where it has no such table."""
    tables = [one for one in ruleset.advice.tables if one.style == "swiss+cut"]
    chosen = _find_table(ruleset, "swiss+cut", table)
    if chosen is None or chosen not in tables:
        chosen = next(iter(tables), None)
    if chosen is None:
        return CutLimits(players)
    row = nearest_row(chosen, players)
    return CutLimits(
        players, _listed_cuts(ruleset, row, players), not _outside_notes(chosen, row, players), row.asymmetrical
    )


def review(
    ruleset: Ruleset,
    advice: PodAdvice,
    *,
    rounds: int,
    day2_rounds: int = 0,
    sections: int = 1,
    points: int | None = None,
) -> tuple[Note, ...]:
    """What to tell an organiser about the rounds that are set; nothing if they are the document's. What it says of a
    cut, `judge_cut` tells: the divisions of a shared pod have cuts of their own."""
    notes = [*_least_notes(ruleset, advice, rounds), *_rounds_notes(ruleset, advice, rounds, day2_rounds, sections)]
    if points and advice.points and points != advice.points:
        notes.append(
            note(
                "points-off-table",
                "{points} points for the second day; the document gives {allowed} for {players} players.",
                points=points,
                allowed=advice.points,
                players=advice.size,
            )
        )
    return tuple(notes)


def _rounds_notes(ruleset: Ruleset, advice: PodAdvice, rounds: int, day2_rounds: int, sections: int) -> list[Note]:
    if advice.row is None:
        return []  # the document says nothing about the number of rounds
    allowed = rounds_in_sections(ruleset, advice, sections)
    fewer = advice.day2_rounds - 1
    one_less = ruleset.advice.one_round_fewer and rounds == allowed[0] and day2_rounds == fewer > 0
    notes = []
    if rounds not in allowed:
        notes.append(
            note(
                "rounds-off-table",
                "{rounds} rounds; the document gives {allowed} for {players} players.",
                rounds=rounds,
                allowed=_either(allowed),
                players=advice.size,
            )
        )
    if day2_rounds != advice.day2_rounds and not one_less:
        notes.append(
            note(
                "day2-off-table",
                "{rounds} rounds on the second day; the document gives {allowed} for {players} players.",
                rounds=day2_rounds,
                allowed=advice.day2_rounds,
                players=advice.size,
            )
        )
    return notes


def _least_notes(ruleset: Ruleset, advice: PodAdvice, rounds: int) -> list[Note]:
    """What every sanctioned event has at least (TRH 5.2; PN-TAB-1)."""
    rules, notes = ruleset.advice, []
    if (
        rules.least_players
        and advice.style in ruleset.styles
        and 0 < advice.size < rules.least_players
        and (sum(players for _, players in advice.division_sizes) < rules.least_players)
    ):
        notes.append(
            note(
                "players-least",
                "A sanctioned event has at least {least} players, not {players}.",
                least=rules.least_players,
                players=advice.size,
            )
        )
    if rounds < rules.least_rounds and advice.row is not None:
        notes.append(
            note(
                "rounds-least",
                "A sanctioned event has at least {least} rounds, not {rounds}.",
                least=rules.least_rounds,
                rounds=rounds,
            )
        )
    return notes


def second_day_size(rules: SecondDayRules, points: Sequence[int | float], needed: int = 0) -> int:
    """How many go on to day 2: everybody with the points, or the top so many, whichever is more (3.3.5).

    `points` are those of the standings, best first, as players say them; `needed` those of the table's row or of the
    event, else the rules' own (PN-PH2-1).
    """
    enough = needed or rules.points
    return max(sum(1 for one in points if one >= enough) if enough else 0, min(rules.top, len(points)))


def usual_minutes(ruleset: Ruleset) -> int:
    """The length that the rules propose for a round of Swiss matches; 0: they say none (PN-MAT-3)."""
    rules = ruleset.round
    return rules.match_minutes if rules.match_minutes and match_format_of(ruleset.results).games > 1 else rules.minutes


def round_length_notes(ruleset: Ruleset, minutes: int) -> tuple[Note, ...]:
    """A length other than the document's must be announced; outside the range we warn (X-Wing Epic 1.1; X-1)."""
    rules = ruleset.round
    notes = []
    usual = usual_minutes(ruleset)
    least = (
        rules.match_shortest if match_format_of(ruleset.results).games > 1 and rules.match_shortest else rules.shortest
    )
    if usual and minutes != usual:
        notes.append(
            note(
                "round-length-changed",
                "Rounds of {minutes} minutes instead of {standard} must be announced before the start.",
                minutes=minutes,
                standard=usual,
            )
        )
    if not rules.longest and minutes < least:
        notes.append(
            note(
                "round-length-least",
                "Rounds of {minutes} minutes are less than the {least} of a sanctioned event.",
                minutes=minutes,
                least=least,
            )
        )
    if rules.longest and not rules.shortest <= minutes <= rules.longest:
        notes.append(
            note(
                "round-length-range",
                "Rounds of {minutes} minutes are outside the {shortest} to {longest} of these rules.",
                minutes=minutes,
                shortest=rules.shortest,
                longest=rules.longest,
            )
        )
    return tuple(notes)


def _either(values: Sequence[object]) -> Note:
    return either_note(values) if values else text_note("nothing")
