"""What a projector shows, cut into pages by the server: it picks rows, columns and the size of the type.

Contract: `deck` gathers the pages of one screen once per version of the event; each page is then a small document of
its own, kept as ready bytes (`screen`), also for four thousand players. Names as the public sees them.
"""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from pareo.app.desk import Event
from pareo.app.remembered import Remembered
from pareo.app.views import public as public_views
from pareo.app.views.podium import is_over, podiums
from pareo.app.views.public_names import public_name
from pareo.core.pairing.seating import parse_ranges
from pareo.core.standings.tables import per_division
from pareo.core.state.model import Pod, Round, Status
from pareo.core.state.settings.public import PAIRING_COLUMNS
from pareo.core.state.tournament import Tournament
from pareo.core.words.alphabet import initial
from pareo.web.pictures import drawn_brackets
from pareo.web.public.pages import clock_rows, place_table
from pareo.web.words.i18n import texts

KINDS = ("pairings", "names", "standings", "clock", "announcements", "bracket", "podium", "welcome")
BY_TABLE = 14  # tables up to which pairings are shown by table
FEW = 4  # rows up to which they are larger still
NAME_ROWS, NAME_COLUMNS = 14, 4
STANDING_ROWS = 10
MOST_OPEN = 60  # numbers of open tables that fit below a clock
SECONDS, CLOCK_SECONDS = 8, 24
_LETTER = 0.62  # the width of a letter, of its height; wide fonts included
_LETTERS = re.compile(r"([A-Za-zÑñ])-([A-Za-zÑñ])")
ALPHABET = "ABCDEFGHIJKLMNÑOPQRSTUVWXYZ"


class Wish(NamedTuple):
    """What was asked of a screen. `part`: some letters of the alphabet; `tables`: some of the hall."""

    kind: str
    lang: str
    part: str = ""
    tables: str = ""
    pod: str = ""


@dataclass(frozen=True, slots=True)
class ScreenPage:
    """One picture."""

    kind: str
    seconds: int
    values: dict[str, Any]


_decks: Remembered[tuple[str, Wish], tuple[ScreenPage, ...]] = Remembered(16)


def deck(event: Event, wish: Wish) -> tuple[ScreenPage, ...]:
    """The pages of a screen, gathered once for as long as the journal's head stays."""

    def make() -> tuple[ScreenPage, ...]:
        kinds = in_turn(event.state) if wish.kind == "auto" else [wish.kind]
        return tuple([page for kind in kinds for page in _MAKERS[kind](event, wish)] or _welcome(event, wish))

    return _decks.made((event.hash, wish), make)


def in_turn(t: Tournament) -> list[str]:
    """As the round goes: pairings, then the clock with them, then standings; the podium at the end."""
    current = public_views.current_rounds(t)
    statuses = {r.status for _, r in current}
    if Status.PUBLISHED in statuses:
        return ["pairings"]
    if Status.STARTED in statuses:
        return ["clock", "pairings"]
    if current:
        return ["podium", "standings"] if is_over(t) else ["standings"]
    return ["announcements"] if t.floor.announcements else ["welcome"]


def _current(t: Tournament, wish: Wish) -> list[tuple[Pod, Round]]:
    return [(p, r) for p, r in public_views.current_rounds(t) if wish.pod in ("", p.id)]


def _heads(current: Sequence[tuple[Pod, Round]]) -> dict[str, Any]:
    """Numbers of the rounds that are on, one for all or each with its pod."""
    numbers = sorted({r.number for _, r in current})
    return {"numbers": numbers, "players": sum(len(r.matches) * 2 + len(r.sitting) for _, r in current),
            "started": any(r.status is Status.STARTED for _, r in current)}


# --- pairings ---------------------------------------------------------------------------------------------------------


def _pairings(event: Event, wish: Wish) -> list[ScreenPage]:
    """By table while they fit on one picture, a column for each pod; more by name."""
    t = event.state
    current = [(p, r) for p, r in _current(t, wish) if not public_views.has_ended(p, r)] or _current(t, wish)
    tables = sum(len(r.matches) for _, r in current)
    if tables > BY_TABLE and not wish.tables:
        return _names(event, wish)
    groups = _some_tables(public_views.pairing_groups(event, current, wish.lang), wish.tables)
    if sum(len(g.matches) for g in groups) > 2 * BY_TABLE:
        return _long_tables(t, groups, current)
    return [ScreenPage("pairings", SECONDS, {**_heads(current), **_columns(t, groups)})] if groups else []


def _columns(t: Tournament, groups: Sequence[public_views.PairingGroup]) -> dict[str, Any]:
    """A column for each group; one that stands alone is cut in two where it is long."""
    parts: list[public_views.PairingGroup] = []
    for g in groups:
        if len(groups) == 1 and len(g.matches) + len(g.sitting) > 7:
            half = math.ceil((len(g.matches) + len(g.sitting)) / 2)
            parts += [replace(g, matches=g.matches[:half], sitting=()), replace(g, matches=g.matches[half:])]
        else:
            parts.append(g)
    rows = max((len(g.matches) + len(g.sitting) for g in parts), default=1)
    names = [name for g in parts for m in g.matches for name in (m.a, m.b)] + [s.name for g in parts for s in g.sitting]
    width = (94 - 3.5 * (len(parts) - 1)) / max(1, len(parts)) - 2.4
    size = width / (2 * _LETTER * max(map(len, names), default=1) + 2.3)  # the number, and two names
    few = rows <= FEW
    return {"groups": parts, "rows": rows if few else max(rows, 5), "fit": _fit(rows, size), "titled": len(groups) > 1,
            "few": few, "chosen": bool(t.setting(PAIRING_COLUMNS))}


def _fit(rows: int, size: float) -> int:
    """As many rows as make letters of this size (in hundredths of the screen) or smaller: see pareo.css, `.s-rows`."""
    return max(5, min(30, max(rows, math.ceil(23 / size))))


def _long_tables(
    t: Tournament, groups: Sequence[public_views.PairingGroup], current: Sequence[tuple[Pod, Round]]
) -> list[ScreenPage]:
    """Some tables of a large hall, two columns of ten to a picture."""
    pages = []
    for g in groups:
        for at in range(0, len(g.matches), 20):
            part = replace(g, matches=g.matches[at : at + 20], sitting=())
            pages.append(ScreenPage("pairings", SECONDS, {**_heads(current), **_columns(t, [part])}))
    return pages


def _some_tables(groups: list[public_views.PairingGroup], text: str) -> list[public_views.PairingGroup]:
    """The groups, kept to a range of tables; a range that cannot be read is no range."""
    try:
        ranges = list(parse_ranges(text)) if text else []
    except ValueError:
        ranges = []
    if not ranges:
        return groups
    return [
        replace(g, matches=tuple(m for m in g.matches if any(a <= m.table <= b for a, b in ranges)), sitting=())
        for g in groups
    ]


def _names(event: Event, wish: Wish) -> list[ScreenPage]:
    """By name, four columns of fourteen, with the alphabet below; a second screen may take a part of it."""
    t = event.state
    current = _current(t, wish)
    seats = [s for s in public_views.seats(event, current, now=True) if s.round_no and _in_part(s.listed, wish.part)]
    longest = max((len(s.listed) for s in seats), default=0)
    columns = next((n for n in (NAME_COLUMNS, 3) if (94 - 2.6 * (n - 1)) / n >= 2 * (_LETTER * longest + 3)), 2)
    size = NAME_ROWS * columns
    letters = list(dict.fromkeys(initial(s.listed) for s in seats))
    pages = []
    before = ""
    for at in range(0, len(seats), size):
        part = seats[at : at + size]
        rows = []
        for seat in part:
            letter = initial(seat.listed)
            rows.append((seat, letter != before))
            before = letter
        shown = {initial(s.listed) for s in part}
        pages.append(ScreenPage("names", SECONDS, {
            **_heads(current), "seats": rows, "letters": letters, "shown": shown,
            "rows": NAME_ROWS if len(part) > columns * 7 else 7,
        }))
    return pages


def _in_part(name: str, part: str) -> bool:
    """“M-Z”: names that begin with these letters; what is no letter comes first."""
    found = _LETTERS.fullmatch(part)
    if found is None:
        return True
    first, last = (ALPHABET.find(letter.upper()) for letter in found.groups())
    place = ALPHABET.find(initial(name))
    return first <= max(place, 0) <= last


# --- the rest ---------------------------------------------------------------------------------------------------------


def _clock(event: Event, wish: Wish) -> list[ScreenPage]:
    """The clock, and which tables still play."""
    t = event.state
    playing = [(p, r) for p, r in _current(t, wish) if r.status is Status.STARTED]
    open_tables = sorted(table for _, r in playing for table in public_views.still_open(event, r))
    values = {**_heads(playing), "clocks": clock_rows(event, texts(wish.lang)), "open": len(open_tables),
              "tables": open_tables[:MOST_OPEN], "extensions": _extensions(event, playing)}
    return [ScreenPage("clock", CLOCK_SECONDS, values)]


def _extensions(event: Event, playing: Sequence[tuple[Pod, Round]]) -> list[tuple[int, int]]:
    """(table, extra minutes) of those that still play."""
    found = []
    for _, r in playing:
        open_tables = set(public_views.still_open(event, r))
        for (number, table), extra in sorted(event.state.floor.extensions.items()):
            if number == r.number and table in open_tables and extra.minutes:
                found.append((table, extra.minutes))
    return found[:12]


def _standings(event: Event, wish: Wish) -> list[ScreenPage]:
    t = event.state
    after = max(public_views.finished_numbers(t), default=0)
    pages = []
    for table in per_division(t, (x for x in public_views.public_tables(event) if wish.pod in ("", x.id))):
        made = place_table(event, table, lambda no: public_name(event, no), wish.lang)
        rows = max(5, min(STANDING_ROWS, math.ceil(len(made.rows) / 2)))
        for at in range(0, len(made.rows), rows * 2):
            part = made.rows[at : at + rows * 2]
            longest = max(len(row.name) for row in part)
            pages.append(ScreenPage("standings", SECONDS, {
                "label": made.label, "after": after, "cut": made.cut, "rows": rows,
                "fit": _fit(rows, 41 / (_LETTER * longest + 6)),
                "columns": [part[:rows], part[rows:]],
            }))
    return pages


def _podium(event: Event, wish: Wish) -> list[ScreenPage]:
    found = podiums(event)
    players = len(event.state.entrants)
    return [ScreenPage("podium", CLOCK_SECONDS, {"podiums": found[at : at + 4], "players": players})
            for at in range(0, len(found), 4)] if wish.lang else []


def _announcements(event: Event, wish: Wish) -> list[ScreenPage]:
    rows = [(texts(wish.lang).time(a.at, event.state.zone), a.text)
            for a in reversed(event.state.floor.announcements)][:4]
    return [ScreenPage("announcements", CLOCK_SECONDS, {"rows_said": rows})] if rows else []


def _bracket(event: Event, wish: Wish) -> list[ScreenPage]:
    return [ScreenPage("bracket", CLOCK_SECONDS, {"brackets": [one]})
            for one in drawn_brackets(public_views.shown_brackets(event)) if wish.pod in ("", one.shown.pod.id)]


def _welcome(event: Event, _wish: Wish) -> list[ScreenPage]:
    return [ScreenPage("welcome", CLOCK_SECONDS, {"players": len(event.state.entrants)})]


_MAKERS = {
    "pairings": _pairings, "names": _names, "standings": _standings, "clock": _clock, "announcements": _announcements,
    "bracket": _bracket, "podium": _podium, "welcome": _welcome,
}
