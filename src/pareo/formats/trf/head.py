"""The head of a report: which line is which setting, in and out (F-72, F-77, F-78)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from pareo import __version__
from pareo.core.model.editions import EDITIONS, ENGINE
from pareo.core.model.outcome import Outcome
from pareo.core.model.ruleset import Ruleset, TiebreakUse
from pareo.core.pairing.registry import find_method
from pareo.core.settings.pairing import CYCLES, METHOD, REVERSE_LAST
from pareo.core.settings.registry import SETTINGS
from pareo.core.settings.rounds import ROUNDS, STYLE
from pareo.core.standings.adjusted import adjustments_text, parse_adjustments
from pareo.core.standings.tiebreaks.codes import POINTS, code_of, parse_code
from pareo.core.standings.tiebreaks.order import ROUND_ROBIN, tiebreaks_text
from pareo.core.text.clean_text import clean_line
from pareo.core.text.errors import BadInput
from pareo.core.text.messages import Note, note
from pareo.formats.trf.extras import accelerated_lines, disjoint
from pareo.formats.trf.lines import FIRST_ROUND, PLAYERS_LIMIT, ROUND_WIDTH, TrfFile

PROGRAM = f"Pareo {__version__}; {ENGINE}; {EDITIONS}"
RATING_MANDATORY = ("012", "022", "032", "042", "052", "102", "132", "222")
DUTCH, ROBIN, DOUBLE_ROBIN = "FIDE_DUTCH", "FIDE_ROUNDROBIN", "FIDE_DOUBLEROUNDROBIN"
PLAIN_DOUBLE_ROBIN = "BERGER_ROUNDROBIN_G2"  # the cycles as the table has them
_KINDS = {
    DUTCH: "Individual: Swiss-System (Dutch)",
    ROBIN: "Individual: Round-Robin",
    DOUBLE_ROBIN: "Individual: Double Round-Robin",
    PLAIN_DOUBLE_ROBIN: "Individual: Double Round-Robin",
}
_ROBIN_FORMS = re.compile("(FIDE|BERGER)_(DOUBLE)?ROUNDROBIN(?:_G([12]))?")
# Line and setting; dates have slashes in the file.
_LINES = {
    "022": "place", "032": "federation", "042": "date", "052": "end_date", "102": "judge", "112": "deputies",
    "122": "time_control", "132": "round_dates", "172": "tournament_rating", "222": "time_control_code",
}  # fmt: skip
_DATES = frozenset({"042", "052"})
_SETTING_LIMIT = 200
_DAY = re.compile(r"\s*(?:((?:19|20)?[0-9]{2})[/.-]([0-9]{2})[/.-]([0-9]{2}))?\s*")


# --- in ---------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class System:
    """What a report says about how it was paired."""

    ruleset: str
    settings: Mapping[str, object]
    notes: tuple[Note, ...] = ()
    custom: bool = False  # by rules that FIDE does not know

    @property
    def robin(self) -> bool:
        return self.settings.get(STYLE.key) == ROUND_ROBIN


def system_of(file: TrfFile, last: int) -> System:
    """The rules that 192 names; without it 092, then the shape of the rounds (F-77)."""
    system = file.head.get("192", "").upper()
    kind = file.head.get("092", "").upper().replace("-", " ").replace("_", " ")
    if (form := robin_form(system)) is not None:
        return _robin(form.cycles, reversed_end=form.reversed_end)
    if system.startswith(DUTCH):
        return System("chess-fide", {})
    if system:
        near = _robin(2 if "DOUBLE" in system else 1) if "ROUNDROBIN" in system else System("chess-fide", {})
        return replace(
            near,
            custom=True,
            notes=(
                note(
                    "trf-custom-system",
                    "Line 192 says {system}: we don't know its pairing rules, so the event is not in FIDE mode.",
                    system=system[:40],
                ),
            ),
        )
    if "ROUND ROBIN" in kind or "ROUNDROBIN" in kind or "BERGER" in kind:
        return _robin(2 if "DOUBLE" in kind else 1)
    cycles = 0 if "SWISS" in kind else _times_all_met(file, last)
    return _robin(cycles) if cycles else System("chess-fide", {})


class RobinForm(NamedTuple):
    """A round robin by Berger tables, as 192 names it."""

    cycles: int
    reversed_end: bool = True  # a double one: the last two rounds of the first cycle change places


def robin_form(system: str) -> RobinForm | None:
    """What the four names of ETT26 mean (F-97); None: no table of Berger's."""
    match = _ROBIN_FORMS.fullmatch(system.upper())
    if match is None:
        return None
    maker, double, games = match.groups()
    cycles = 2 if double or games == "2" else 1
    return RobinForm(cycles, cycles == 1 or maker == "FIDE")


def _robin(cycles: int, *, reversed_end: bool = True) -> System:
    more: dict[str, object] = {CYCLES.key: cycles} if cycles > 1 else {}
    if not reversed_end:
        more[REVERSE_LAST.key] = False
    return System("chess-round-robin", {STYLE.key: ROUND_ROBIN, **more})


def _times_all_met(file: TrfFile, last: int) -> int:
    """How often everybody has met everybody; 0: not everybody, or not equally often."""
    size = len(file.players)
    if size < 3 or last < size - 1:
        return 0
    times = set()
    for no, p in file.players.items():
        met = [cell.opponent for cell in p.cells[:last] if cell.opponent]
        times |= {met.count(other) for other in file.players if other != no}
    return times.pop() if times in ({1}, {2}) else 0


def head_settings(file: TrfFile, rules: Ruleset, notes: list[str]) -> dict[str, object]:
    """The settings of the head. A line that does not fit is kept as it is, with a note."""
    settings: dict[str, object] = {}
    for code, key in _LINES.items():
        if code not in file.head or key not in SETTINGS:
            continue
        value = _value(file, code, rules.unit)
        if value is None:
            file.other_lines.append(f"{code} {file.head[code]}".rstrip() if code != "132" else file.head[code])
            notes.append(
                note(
                    "trf-head-kept",
                    "Line {code} cannot be a setting and is only kept: {text}.",
                    code=code,
                    text=file.head[code].strip()[:40],
                )
            )
        elif value:
            settings[key] = value
    if (kind := clean_line(file.head.get("092", ""), "092", _SETTING_LIMIT)) and kind not in _KINDS.values():
        settings["event_type"] = kind
    settings |= _tiebreaks(file, rules, notes)
    if adjusted := _adjustments_text(file, rules.unit):
        settings["adjusted"] = adjusted
    return settings


def _adjustments_text(file: TrfFile, unit: int) -> str:
    """Lines 299 of single players, where points are given or taken (F-81); of other kinds the line is only kept."""
    parts = []
    for line in [line for line in file.other_lines if line.startswith("299") and line[4:5] == " "]:
        points, after, players = line[13:17].strip() or line[7:11].strip(), line[19:22].strip(), line[22:].split()
        try:
            entries = [f"{int(no)}:{points}@{int(after or 0)}" for no in players]
            parts.append(adjustments_text("; ".join(entries), unit))
        except ValueError:
            continue
        file.other_lines.remove(line)
    return "; ".join(filter(None, parts))


def _value(file: TrfFile, code: str, unit: int) -> object:
    """The value of the setting that a line of the head says; None: it cannot be one, empty: nothing is said."""
    if code == "132":
        return _round_dates(file.head[code])
    line = clean_line(file.head[code], code, _SETTING_LIMIT)
    if not line or code in ("022", "042", "102"):  # these have always been taken as they are
        return line.replace("/", "-") if code in _DATES else line
    try:
        return SETTINGS[_LINES[code]].kind.read(line.replace("/", "-") if code in _DATES else line, unit)
    except (ValueError, BadInput):
        return None


def _round_dates(line: str) -> str | None:
    days = []
    for at in range(FIRST_ROUND, len(line), ROUND_WIDTH):
        match = _DAY.fullmatch(line[at : at + ROUND_WIDTH])
        if match is None:
            return None
        year = match[1] if not match[1] or len(match[1]) == 4 else f"20{match[1]}"
        days.append(f"{year}-{match[2]}-{match[3]}" if year else "")
    return ",".join(days) if any(days) else None


def _tiebreaks(file: TrfFile, rules: Ruleset, notes: list[str]) -> dict[str, object]:
    """Line 202 or 212 as the order of the event, where the rules have another one (F-78)."""
    code = next((one for one in ("202", "212") if one in file.head), "")
    words = file.head.get(code, "").replace(",", " ").split()
    if not words:
        return {}
    known = [parse_code(word) for word in words]
    if None in known or len(set(known)) < len(known):
        file.other_lines.append(f"{code} {file.head[code]}")
        notes.append(
            note(
                "trf-tiebreaks-kept",
                "Line {code} names unknown tie-breaks and is only kept: {text}.",
                code=code,
                text=file.head[code][:80],
            )
        )
        return {}
    wanted = [one for one in known if one is not None]
    wanted = wanted[1:] if wanted[0] == POINTS else wanted
    if wanted == [code_of(use) for use in rules.tiebreaks]:
        return {}
    return {"tiebreaks": tiebreaks_text(TiebreakUse(one) for one in wanted)}


# --- out --------------------------------------------------------------------------------------------------------------


def setting_lines(settings: Mapping[str, object], codes: Iterable[str]) -> Iterator[str]:
    """The lines of these codes that follow from the settings."""
    for code in codes:
        value = str(settings.get(_LINES[code]) or "")
        if not value:
            continue
        if code == "132":
            days = "".join(f"{day[2:].replace('-', '/'):{ROUND_WIDTH}}" for day in value.split(","))
            yield f"{'132':{FIRST_ROUND}}{days}".rstrip()
        else:
            yield f"{code} {value.replace('-', '/') if code in _DATES else value}"


def system_word(rules: Ruleset, settings: Mapping[str, object]) -> str:
    """What 192 says: only what every program knows (F-77); empty: rules that FIDE has not."""
    if rules.game != "chess":
        return ""
    if (STYLE.of(settings) or rules.styles[0]) == ROUND_ROBIN:
        if (CYCLES.of(settings) or rules.robin.cycles) == 1:
            return ROBIN
        return PLAIN_DOUBLE_ROBIN if REVERSE_LAST.of(settings) is False else DOUBLE_ROBIN
    if find_method(METHOD.of(settings) or rules.swiss.system).id != "dutch":
        return ""
    return f"{DUTCH}_BAKU" if _is_baku(rules, settings) else DUTCH


def _is_baku(rules: Ruleset, settings: Mapping[str, object]) -> bool:
    """Is the acceleration Baku's (C.04.7): by name, or a win in the first half of its rounds, a draw in the others?"""
    text, planned = str(settings.get("acceleration") or ""), ROUNDS.of(settings)
    if text == "baku" or not text or planned is None:
        return text == "baku"
    unit, rounds = rules.unit, -(-planned // 2)
    win, draw = (rules.points[one] * 10 // unit for one in (Outcome.WIN, Outcome.DRAW))
    lines = disjoint(accelerated_lines(text, unit), PLAYERS_LIMIT)
    spans = {(line.low, line.high) for line in lines}
    virtual = {number: line.tenths for line in lines for number in range(line.first, line.last + 1)}
    first = -(-rounds // 2)
    wanted = {number: win if number <= first else draw for number in range(1, rounds + 1)}
    return len(spans) == 1 and min(spans)[0] == 1 and virtual == wanted


def kind_line(rules: Ruleset, settings: Mapping[str, object]) -> Iterator[str]:
    """Line 092, the kind of event: as it was set, or by the rules of pairing."""
    system = system_word(rules, settings).removesuffix("_BAKU")
    if kind := str(settings.get("event_type") or _KINDS.get(system, "")):
        yield f"092 {kind}"


def adjusted_lines(rules: Ruleset, settings: Mapping[str, object], lost: list[str]) -> Iterator[str]:
    """Lines 299: points given or taken."""
    for number, points, after in parse_adjustments(str(settings.get("adjusted") or ""), rules.unit):
        if points * 10 % rules.unit:
            lost.append("points given or taken that are not tenths")
        else:
            yield f"299   {0:5.1f} {points / rules.unit:5.1f}  {after:3d} {number:4d}"


def order_line(rules: Ruleset, lost: list[str]) -> Iterator[str]:
    """Line 202, or 212 where points are not first; up to the first tie-break that has no code."""
    codes: Sequence[str | None] = [code_of(use) for use in rules.tiebreaks]
    if rules.game != "chess" or not rules.points_first:
        return
    if None in codes:
        lost.append("tie-breaks that have no code of FIDE's, and those after them")
        codes = codes[: codes.index(None)]
    if rules.points_lead:
        yield f"202 {','.join([POINTS, *map(str, codes)])}"
    else:
        yield f"212 {','.join(map(str, codes))}"
