"""FIDE's tournament report (TRF16 with its extensions, TRF26) as an event. The writer is `write`.

Choices where the format is silent: the ruleset is the caller's, else the file's (one of ours), else by its system
(`head.system_of`); if the file says what results are worth, a copy of the ruleset with those points is used. F is an
earned bye, H a requested one, U the round's bye, Z an absence. A last column is a round if somebody is paired or has
the round's bye in it, or everybody has an entry; else its entries are byes asked for (F-76). Without our own lines a
player with blanks at the beginning came late, and one with nothing but blanks to the end has dropped, unless it is a
round robin, or the file says who will be away in the next round: then it would have said so. The first colour is the
file's, else the one round 1 shows.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from decimal import Decimal

from pareo import rulesets
from pareo.app.queries.people.fide_people import FideEntry, doubts
from pareo.core.model.entities import Drop, Phase, Status
from pareo.core.model.outcome import Mark, Outcome, Result
from pareo.core.model.ruleset import Ruleset
from pareo.core.rules.ruleset_file import parse_ruleset
from pareo.core.text.clean_text import clean_line
from pareo.core.text.errors import BadInput
from pareo.core.text.messages import Note, note
from pareo.core.text.toml_writer import lay_over, read_toml, write_toml
from pareo.formats.exchange.event import (
    ForeignEvent,
    ForeignMatch,
    ForeignPlayer,
    ForeignPod,
    ForeignRound,
    ForeignSitting,
    Reading,
)
from pareo.formats.exchange.reading import first_few, kept_for_writing, took_notes
from pareo.formats.trf.extras import acceleration_text, forbidden_pairs, keeps_colours
from pareo.formats.trf.head import System, head_settings, system_of
from pareo.formats.trf.lines import RoundCell, TrfFile, TrfPlayer, parse, tenths
from pareo.formats.trf.own_lines import OwnLines, read_ours
from pareo.formats.trf.people import person_of

FORMAT = "trf"
_LEFT = re.compile(r"Left FIDE mode @ Round \d+: (.*)")
PLAYED: Mapping[str, Outcome] = {
    "1": Outcome.WIN,
    "W": Outcome.WIN,
    "=": Outcome.DRAW,
    "D": Outcome.DRAW,
    "0": Outcome.LOSS,
    "L": Outcome.LOSS,
    "+": Outcome.FORFEIT_WIN,
    "-": Outcome.FORFEIT_LOSS,
    "?": Outcome.DRAW,
}
UNKNOWN = "?"  # how it ended nobody knows yet: adjourned, a draw until then (F-85)
UNRATED = frozenset("WDL")  # games of less than one move: they count, and are never rated (F-69)
SAT: Mapping[str, Outcome] = {
    "U": Outcome.BYE,
    "+": Outcome.BYE,
    "1": Outcome.BYE,
    "F": Outcome.EARNED_BYE,
    "H": Outcome.REQUESTED_BYE,
    "=": Outcome.REQUESTED_BYE,
    "Z": Outcome.ABSENT,
    "-": Outcome.ABSENT,
    "0": Outcome.ABSENT,
    "": Outcome.ABSENT,
}
_KINDS: Mapping[str, str] = {"F": "F", "H": "H", "=": "H", "Z": "Z", "-": "Z", "0": "Z", "": "Z"}  # of byes to come
_POSSIBLE = frozenset(
    {
        (Outcome.WIN, Outcome.LOSS),
        (Outcome.LOSS, Outcome.WIN),
        (Outcome.DRAW, Outcome.DRAW),
        (Outcome.LOSS, Outcome.LOSS),
        (Outcome.DRAW, Outcome.LOSS),
        (Outcome.LOSS, Outcome.DRAW),
        (Outcome.FORFEIT_WIN, Outcome.FORFEIT_LOSS),
        (Outcome.FORFEIT_LOSS, Outcome.FORFEIT_WIN),
        (Outcome.FORFEIT_LOSS, Outcome.FORFEIT_LOSS),
    }
)
# What a code of the scoring lines says about our outcomes; later ones are more precise.
WORTH: Mapping[str, tuple[Outcome, ...]] = {
    "W": (Outcome.WIN, Outcome.FORFEIT_WIN, Outcome.EARNED_BYE, Outcome.BYE),
    "WW": (Outcome.WIN,),
    "D": (Outcome.DRAW,),
    "WD": (Outcome.DRAW,),
    "L": (Outcome.LOSS,),
    "WL": (Outcome.LOSS,),
    "A": (Outcome.ABSENT, Outcome.FORFEIT_LOSS),
    "Z": (Outcome.ABSENT,),
    "ZPB": (Outcome.ABSENT,),
    "P": (Outcome.BYE,),
    "U": (Outcome.BYE,),
    "PAB": (Outcome.BYE,),
    "F": (Outcome.EARNED_BYE,),
    "FPB": (Outcome.EARNED_BYE,),
    "H": (Outcome.REQUESTED_BYE,),
    "HPB": (Outcome.REQUESTED_BYE,),
    "FW": (Outcome.FORFEIT_WIN,),
    "FL": (Outcome.FORFEIT_LOSS,),
}


def recognise(data: bytes) -> bool:
    """Does a line of the beginning say 001 and a number?"""
    lines = data[:200_000].decode("latin-1").replace("\r", "\n").split("\n")
    return any(line[:4] == "001 " and line[4:8].strip().isdecimal() and len(line) >= 15 for line in lines)


def read(data: bytes, *, name: str = "", ruleset: str | None = None) -> Reading:
    """The event of a report."""
    del name
    file = parse(data)
    ours = read_ours(file.ours)
    skipped: list[str] = []
    last = _last_round(file, ours)
    system = system_of(file, last) if file.head.get("192") or not ours.any else System("", {})
    if ours.any:
        system = replace(system, ruleset=ours.ruleset)
    rules = _rules(file, ruleset or system.ruleset)
    rounds = tuple(_round(file, ours, number, rules) for number in range(1, last + 1))
    if rounds:
        rounds = (replace(rounds[0], top_starts=_top_starts(file, ours)), *rounds[1:])
    coming = _byes_to_come(file, last)
    away = _absences(file, coming, last)
    values = _bye_values(coming, rules)
    announced = {last + 1} & {number for rounds_off in away.values() for number in rounds_off}
    known = bool(announced) or ours.any or system.robin
    left = {} if known else {no: d for no, p in file.players.items() if (d := _drop_of(p, last))}
    members = tuple(str(no) for no in sorted(file.players))
    event = ForeignEvent(
        name=clean_line(file.head.get("012", ""), "012", 200) or "Tournament",
        ruleset=rules.id,
        players=tuple(
            replace(
                _player(
                    file, no, ours=ours, last=last, drop=left.get(no), away=away, skipped=skipped, robin=system.robin
                ),
                bye_points=values.get(no, ()),
            )
            for no in sorted(file.players)
        ),
        pods=(
            ForeignPod(
                "main",
                members,
                phase=Phase.ROUND_ROBIN if system.robin else Phase.SWISS,
                planned=max(file.rounds, last),
                rounds=rounds,
            ),
        )
        if rounds
        else (),
        settings={**system.settings, **_settings(file, ours, last, rules, skipped)},
        ruleset_text=rules.text,
        left_fide=_left_fide(file, system),
        tiebreaks_announced=not rounds or ours.any or bool(file.head.get("202") or file.head.get("212")),
        beside=_retained_lines(file),
    )
    notes = [*system.notes, *_notes(file, rules, event, last), *(_doubts(event) if rules.results.chess else ())]
    if gone := [str(no) for no, drop in sorted(left.items()) if drop.after]:
        notes.append(
            note(
                "trf-taken-as-dropped-because",
                "Treated as dropped because their last rounds are blank: players {gone}.",
                gone=first_few(gone),
            )
        )
    counts = took_notes(players=len(file.players), rounds=last)
    return Reading(event, counts, tuple(dict.fromkeys(skipped))[:50], tuple(notes))


def _left_fide(file: TrfFile, system: System) -> str:
    """Why the event cannot be in FIDE mode: rules of its own, or it left it before (F-4, F-77)."""
    left = next((match[1] for text in file.comments if (match := _LEFT.fullmatch(text))), "")
    return left or (f"192 {file.head['192'][:40]}" if system.custom else "")


def _retained_lines(file: TrfFile) -> dict[str, dict[str, object]]:
    """What nobody here understands, and what others remarked (F-83): written back as it is, in order."""
    parts = {"lines": file.other_lines[:2000], "comments": [f"### {text}".rstrip() for text in file.comments[:2000]]}
    record: dict[str, object] = {key: lines for key, lines in parts.items() if lines}
    return {FORMAT: record} if record else {}


def _last_round(file: TrfFile, ours: OwnLines) -> int:
    """The last column that is a round; in our own files each is (F-76)."""
    width = max((i for p in file.players.values() for i, cell in enumerate(p.cells, 1) if not cell.blank), default=0)
    return width if ours.any else next((number for number in range(width, 0, -1) if is_round(file, number)), 0)


def is_round(file: TrfFile, number: int) -> bool:
    """Is the column a round, or byes to come (F-76)?"""
    cells = [cell_of(p, number) for p in file.players.values()]
    paired = any(cell.opponent or SAT.get(cell.result) is Outcome.BYE for cell in cells)
    return paired or not any(cell.blank for cell in cells)


def cell_of(p: TrfPlayer, number: int) -> RoundCell:
    """What a player's line says of a round."""
    return p.cells[number - 1] if number <= len(p.cells) else RoundCell(0, "", "")


def _top_starts(file: TrfFile, ours: OwnLines) -> bool:
    """Had odd numbers White in round 1, where nobody was due a colour (C.04.3, 5.2.5)? As said, else as they had it."""
    if file.first_colour or ours.any:
        return file.first_colour != "b"
    for place, (_, p) in enumerate(sorted(file.players.items()), 1):
        if (cell := cell_of(p, 1)).opponent and cell.colour:
            return (cell.colour == "w") == (place % 2 == 1)
    return True


# --- players ----------------------------------------------------------------------------------------------------------


def _player(
    file: TrfFile,
    no: int,
    *,
    ours: OwnLines,
    last: int,
    drop: Drop | None,
    away: Mapping[int, frozenset[int]],
    skipped: list[str],
    robin: bool,
) -> ForeignPlayer:
    p = file.players[no]
    surname, _, first = p.name.partition(",")
    born = int(p.born[:4]) if p.born[:4].isdecimal() and 1900 <= int(p.born[:4]) <= 2100 else None
    if p.born and born is None:
        skipped.append(
            note(
                "trf-birth-date-of-player",
                "Birth date of player {no}: “{born}” is not a date.",
                no=no,
                born=p.born,
            )
        )
    came = 0 if drop == Drop(0) or robin else _late_entry(p, last)
    late = ours.late.get(no, 0) if ours.any else came
    national = file.national.get(no)
    return ForeignPlayer(
        key=str(no),
        first=first.strip(),
        last=surname.strip(),
        birth_year=born,
        extra=person_of(p, national, skipped),
        federation=p.federation,
        rating=p.rating,
        rating2=national.rating if national else None,
        start_no=no,
        byes=ours.byes.get(no, 0),
        absent=away.get(no, frozenset()),
        late_from=late,
        drop=ours.drops.get(no, drop),
    )


def _late_entry(p: TrfPlayer, last: int) -> int:
    """The round somebody came late for, as blanks at the beginning show; 0: they were there."""
    first = next((i for i, cell in enumerate(p.cells[:last], 1) if not cell.blank), last + 1)
    return first if first > 1 else 0


def _drop_of(p: TrfPlayer, last: int) -> Drop | None:
    """The drop of a player whose line ends with blanks; None: it does not."""
    last_seen = max((i for i, cell in enumerate(p.cells[:last], 1) if not cell.blank), default=0)
    return Drop(last_seen) if last_seen < last else None


Byes = list[tuple[str, int, tuple[int, ...]]]  # F, H or Z; round; who


def _byes_to_come(file: TrfFile, last: int) -> Byes:
    """Byes asked for in rounds to come: in columns that are no rounds yet, and in the lines for them (240)."""
    byes: Byes = []
    for no, p in sorted(file.players.items()):
        for number, cell in enumerate(p.cells[last:], last + 1):
            if cell.blank:
                continue
            if cell.result not in _KINDS:
                raise _mismatch(number, no, 0)
            byes.append((_KINDS[cell.result], number, (no,)))
    return byes + [(kind, number, players) for kind, number, players in file.byes if number > last]


def byes_next(file: TrfFile, last: int) -> dict[int, str]:
    """Who asked for a bye in the round after the last one, and its letter: F, H or Z.

    Points in the file may include it or not: both are right (B-33).
    """
    return {no: kind for kind, number, players in _byes_to_come(file, last) if number == last + 1 for no in players}


def _absences(file: TrfFile, coming: Byes, last: int) -> dict[int, frozenset[int]]:
    """Rounds to come that somebody will not play."""
    away: dict[int, set[int]] = {no: {last + 1} for no in file.absent}
    for _, number, players in coming:
        for no in players:
            away.setdefault(no, set()).add(number)
    return {no: frozenset(rounds) for no, rounds in away.items()}


def _points_of_bye(kind: str, rules: Ruleset) -> int | None:
    """Points of a bye asked for, by its letter; None where they are the ruleset's."""
    points = _bye_points(kind, rules)
    return None if points == rules.points[Outcome.REQUESTED_BYE] else points


def _bye_points(kind: str, rules: Ruleset) -> int | None:
    """Points of a bye asked for, by its letter; None if it is another letter."""
    return {"F": rules.points[Outcome.WIN], "H": rules.points[Outcome.DRAW], "Z": 0}.get(kind)


def _bye_values(coming: Byes, rules: Ruleset) -> dict[int, tuple[tuple[int, int], ...]]:
    """(round, points) of byes to come that are worth other points than the ruleset gives."""
    points: dict[int, dict[int, int]] = {}
    for kind, number, players in coming:
        worth = _points_of_bye(kind, rules)
        for no in players if worth is not None else ():
            points.setdefault(no, {})[number] = worth or 0
    return {no: tuple(sorted(values.items())) for no, values in points.items()}


# --- rounds -----------------------------------------------------------------------------------------------------------


def _round(file: TrfFile, ours: OwnLines, number: int, rules: Ruleset) -> ForeignRound:
    matches: list[ForeignMatch] = []
    sittings: list[ForeignSitting] = []
    for no, p in sorted(file.players.items()):
        cell = cell_of(p, number)
        if cell.opponent:
            if _is_first(file, no, cell, number):
                matches.append(_match(file, ours, no, cell, number))
        elif not cell.blank:
            outcome = ours.sat.get((no, number)) or SAT.get(cell.result)
            if outcome is None:
                raise _mismatch(number, no, 0)
            worth = _points_of_bye(cell.result, rules) if outcome is Outcome.REQUESTED_BYE else None
            sittings.append(ForeignSitting(str(no), outcome, points=worth))
    done = all(m.result is not None for m in matches)
    matches.sort(key=lambda m: m.table or 0)
    return ForeignRound(number, tuple(matches), tuple(sittings), Status.FINISHED if done else Status.STARTED)


def _opponent_cell(file: TrfFile, no: int, cell: RoundCell, number: int) -> RoundCell:
    """The opponent's side of the same game."""
    other = file.players.get(cell.opponent)
    if other is None or cell.opponent == no or number > len(other.cells) or other.cells[number - 1].opponent != no:
        raise _mismatch(number, no, cell.opponent)
    return other.cells[number - 1]


def _is_first(file: TrfFile, no: int, cell: RoundCell, number: int) -> bool:
    """Is this the side that starts? White; without colours, the lower number."""
    answer = _opponent_cell(file, no, cell, number)
    if cell.colour and cell.colour == answer.colour:
        raise _mismatch(number, no, cell.opponent)
    if cell.colour or answer.colour:
        return cell.colour == "w" or answer.colour == "b"
    return no < cell.opponent


def _match(file: TrfFile, ours: OwnLines, no: int, cell: RoundCell, number: int) -> ForeignMatch:
    answer = _opponent_cell(file, no, cell, number)
    table = ours.tables.get((number, no))
    if not cell.result and not answer.result:
        return ForeignMatch(str(no), str(cell.opponent), None, table)
    a, b = PLAYED.get(cell.result), PLAYED.get(answer.result)
    if a is None or b is None or (a, b) not in _POSSIBLE:
        raise _mismatch(number, no, cell.opponent)
    mark = Mark.UNRATED if cell.result in UNRATED else None
    if UNKNOWN in (cell.result, answer.result):
        a, b, mark = Outcome.DRAW, Outcome.DRAW, Mark.ADJOURNED
    return ForeignMatch(str(no), str(cell.opponent), Result(a, b, mark=mark), table)


def _mismatch(number: int, a: int, b: int) -> BadInput:
    return BadInput(
        "trf-mismatch", "Round {round}: the lines of players {a} and {b} do not match.", round=number, a=a, b=b
    )


# --- rules and settings -----------------------------------------------------------------------------------------------


def _rules(file: TrfFile, name: str) -> Ruleset:
    """The ruleset, with the file's points where they differ."""
    base = rulesets.load(name)
    wanted = {
        outcome: value
        for code, outcomes in WORTH.items()
        if (value := file.points.get(code)) is not None
        for outcome in outcomes
    }
    halves = any(cell.result in ("H", "=") and not cell.opponent for p in file.players.values() for cell in p.cells)
    draw = wanted.get(Outcome.DRAW, base.points[Outcome.DRAW] * 10 // base.unit)
    if halves and Outcome.REQUESTED_BYE not in wanted:
        wanted[Outcome.REQUESTED_BYE] = draw
    other = {o: value for o, value in wanted.items() if value * base.unit != base.points[o] * 10}
    fine = all(value * base.unit % 10 == 0 for value in (*other.values(), *(x.tenths for x in file.accelerated)))
    if not other and fine:
        return base
    unit = base.unit if fine else 10 * base.unit
    points: dict[str, object] = {outcome.value: Decimal(value) / 10 for outcome, value in other.items()}
    name, title = f"{base.id}-report", f"{base.title}, points of the report"
    upper = {"id": name, "title": title, "points": {"unit": unit, **points}}
    return parse_ruleset(write_toml(lay_over(read_toml(base.text), upper)), name=name)


def _settings(file: TrfFile, ours: OwnLines, last: int, rules: Ruleset, skipped: list[str]) -> dict[str, object]:
    settings: dict[str, object] = {"rounds": file.rounds} if file.rounds else {}
    settings |= head_settings(file, rules, skipped)
    if accelerated := acceleration_text(file):
        settings["acceleration"] = accelerated
    if file.first_colour and not (ours.any and last and keeps_colours(rules, settings)):  # there round 1 says it
        settings["first_move"] = "top" if file.first_colour == "w" else "bottom"
    if pairs := forbidden_pairs(file, skipped):
        place = {no: i for i, no in enumerate(sorted(file.players), 1)}
        settings["forbidden"] = [[place[a], place[b], *span] for a, b, *span in pairs]
    return settings


def _notes(file: TrfFile, rules: Ruleset, event: ForeignEvent, last: int) -> list[str]:
    """What should be known: points that the results do not give, lines that are only kept."""
    notes: list[str] = []
    total = dict.fromkeys(file.players, 0)
    for r in event.pods[0].rounds if event.pods else ():
        for m in r.matches:
            if m.result is not None:
                total[int(m.a)] += rules.points[m.result.a]
                total[int(m.b)] += rules.points[m.result.b]
        for s in r.sittings:
            total[int(s.key)] += rules.points[s.outcome] if s.points is None else s.points
    coming = {no: _bye_points(kind, rules) or 0 for no, kind in byes_next(file, last).items()}
    wrong = [
        str(no)
        for no, p in sorted(file.players.items())
        if p.points and not _agrees(p.points, {total[no], total[no] + coming.get(no, 0)}, rules)
    ]
    if wrong:
        notes.append(
            note(
                "trf-other-points-in-the",
                "The points in the file differ from its results: players {wrong}.",
                wrong=first_few(wrong),
            )
        )
    if file.missing:
        notes.append(
            note(
                "trf-cut",
                "The file is incomplete: line 062 says {said} players, and it holds {count}.",
                said=file.size,
                count=len(file.players),
            )
        )
    if file.other_lines:
        codes = sorted({line[:3] for line in file.other_lines})
        notes.append(kept_for_writing(codes))
    return notes


def _doubts(event: ForeignEvent) -> list[Note]:
    """Players whose data look wrong, by number in the file (F-71); no rating is a rating of 0 here."""
    return doubts(
        FideEntry(
            " ".join(filter(None, (p.first, p.last))),
            note("trf-player", "player {number}", number=p.start_no),
            fide_id=str(p.extra.get("intl_id") or ""),
            birth_year=p.birth_year,
            title=str(p.extra.get("title") or ""),
        )
        for p in event.players
    )[:50]


def _agrees(text: str, totals: set[int], rules: Ruleset) -> bool:
    try:
        return tenths(text) * rules.unit in {total * 10 for total in totals}
    except BadInput:
        return False
