"""What a projector shows, cut into pages by the server: it picks rows, columns and the size of the type.

Contract: `build_pages` gathers the pages of one screen once per version of the event; each page is then a small
document of its own, kept as ready bytes (`screen`), also for four thousand players. Names as the public sees them.
"""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from pareo.app.base.context import LoadedTournament
from pareo.app.base.lru_cache import CacheSlot
from pareo.app.queries.pages import public_view as public_views
from pareo.app.queries.pages.podium import is_over, podiums
from pareo.app.queries.pages.public_names import public_name
from pareo.core.model.entities import Pod, Round, Status
from pareo.core.pairing.seating import parse_ranges
from pareo.core.settings.public import PAIRING_COLUMNS
from pareo.core.text.alphabet import initial
from pareo.core.tournament.tables import last_counted, per_division
from pareo.core.tournament.tournament import Tournament
from pareo.locale.texts import texts
from pareo.pages.bracket_layout import draw_brackets
from pareo.pages.public_pages import PlaceRow, clock_rows, place_table

KINDS = ("pairings", "names", "standings", "clock", "announcements", "bracket", "podium", "welcome")
BY_TABLE = 14  # tables up to which pairings are shown by table
FEW = 4  # rows up to which they are larger still
NAME_ROWS, NAME_COLUMNS = 14, 4
FEWEST_NAME_ROWS = 9  # with fewer, letters grow no more
STANDING_ROWS = 10
FEW_PLACES = 8  # in one column
PLACE_FIGURES = 7.0  # place, record and points, of the height of the letters: see pareo.css, `.s-stand`
MOST_OPEN = 60  # numbers of open tables that fit below a clock
SECONDS, CLOCK_SECONDS = 8, 24
TALLEST, TALLEST_FEW = 3.3, 4.6  # letters of a row, in hundredths of the screen's width, as all sizes here
NAME_LINE = 28.0  # what letters and the number of rows may make in a list of names
ONE_LINE, TWO_LINES = 23.0, 14.5  # what letters and the number of rows may make, with a name or two names in a row
SHRUNK = 0.75  # a name a little too long for its column is set smaller, a longer one in two lines or three
TWO = 2 * 0.85 / 0.56  # what two lines hold, of one: words are not broken
LONGER, MUCH_LONGER = 1.25, 2.0  # than most others
MOST_SHRUNK, MOST_BROKEN = 0.35, 0.05  # of all names, before there is a column less
_NARROW, _WIDE = frozenset("fijlrtIJ.,-'·() "), frozenset("mwMW")
_LETTERS = re.compile(r"([A-Za-zÑñ])-([A-Za-zÑñ])")
ALPHABET = "ABCDEFGHIJKLMNÑOPQRSTUVWXYZ"


class ScreenOptions(NamedTuple):
    """What a screen shows. `part`: some letters of the alphabet; `tables`: some of the hall."""

    kind: str
    lang: str
    part: str = ""
    tables: str = ""
    pod: str = ""


@dataclass(frozen=True, slots=True)
class ScreenPage:
    """One picture of a screen: its template (`kind`), how long it is shown, and its values."""

    kind: str
    seconds: int
    values: dict[str, Any]


_PAGES: CacheSlot[tuple[str, ScreenOptions], tuple[ScreenPage, ...]] = CacheSlot(16)


def build_pages(event: LoadedTournament, options: ScreenOptions) -> tuple[ScreenPage, ...]:
    """The pages of a screen, gathered once for as long as the journal's head stays."""

    def make() -> tuple[ScreenPage, ...]:
        kinds = automatic_kinds(event.state) if options.kind == "auto" else [options.kind]
        return tuple([page for kind in kinds for page in _MAKERS[kind](event, options)] or _welcome(event, options))

    return event.caches[_PAGES].get_or_create((event.hash, options), make)


def automatic_kinds(t: Tournament) -> list[str]:
    """What an automatic screen shows as the round goes: pairings, then the clock with them, then standings; the podium
    at the end."""
    current = public_views.current_rounds(t)
    statuses = {r.status for _, r in current}
    if Status.PUBLISHED in statuses:
        return ["pairings"]
    if Status.STARTED in statuses:
        return ["clock", "pairings"]
    if current:
        return ["podium", "standings"] if is_over(t) else ["standings"]
    return ["announcements"] if t.floor.announcements else ["welcome"]


def _current(t: Tournament, options: ScreenOptions) -> list[tuple[Pod, Round]]:
    return [(p, r) for p, r in public_views.current_rounds(t) if options.pod in ("", p.id)]


def _heads(current: Sequence[tuple[Pod, Round]]) -> dict[str, Any]:
    """Numbers of the rounds that are on, one for all or each with its pod."""
    numbers = sorted({r.number for _, r in current})
    return {
        "numbers": numbers,
        "players": sum(len(r.matches) * 2 + len(r.sitting) for _, r in current),
        "started": any(r.status is Status.STARTED for _, r in current),
    }


# --- pairings ---------------------------------------------------------------------------------------------------------


def _pairings(event: LoadedTournament, options: ScreenOptions) -> list[ScreenPage]:
    """By table while they fit on one picture, a column for each pod; more by name."""
    t = event.state
    current = [(p, r) for p, r in _current(t, options) if not public_views.has_ended(t, p, r)] or _current(t, options)
    tables = sum(len(r.matches) for _, r in current)
    if tables > BY_TABLE and not options.tables:
        return _names(event, options)
    groups = _some_tables(public_views.pairing_groups(event, current, options.lang), options.tables)
    if sum(len(g.matches) for g in groups) > 2 * BY_TABLE:
        return _long_tables(t, groups, current)
    return [ScreenPage("pairings", SECONDS, {**_heads(current), **_columns(t, groups)})] if groups else []


def _columns(t: Tournament, groups: Sequence[public_views.PairingGroup]) -> dict[str, Any]:
    """A column for each group, in the largest letters; one that stands alone is cut in two where that makes them
    larger, and two names stand one above the other."""
    ways = [list(groups)]
    if len(groups) == 1 and len(groups[0].matches) > 1:
        ways.append(_in_two(groups[0]))
    size, stacked, parts = max(((*_letters(parts), parts) for parts in ways), key=lambda way: way[0])
    rows = max(map(_rows, parts), default=1)
    few = rows <= FEW and not stacked
    fit = _fit(size)
    room = _room_at_table(parts, min(ONE_LINE / fit, TALLEST_FEW if few else TALLEST), stacked=stacked)
    return {
        "groups": parts,
        "rows": rows if few else max(rows, 5),
        "fit": fit,
        "titled": len(groups) > 1,
        "few": few,
        "stacked": stacked,
        "chosen": bool(t.setting(PAIRING_COLUMNS)),
        "sets": {name: _name_style(width_of(name), room) for name in _names_in(parts)},
    }


def _rows(group: public_views.PairingGroup) -> int:
    return len(group.matches) + len(group.sitting)


def _in_two(group: public_views.PairingGroup) -> list[public_views.PairingGroup]:
    half = math.ceil(_rows(group) / 2)
    return [replace(group, matches=group.matches[:half], sitting=()), replace(group, matches=group.matches[half:])]


def _letters(parts: Sequence[public_views.PairingGroup]) -> tuple[float, bool]:
    """How large letters can be in these columns, and whether the names then stand one above the other."""
    rows = max(5, *map(_rows, parts))
    usual = _usual([width_of(name) for name in _names_in(parts)])
    width = _table_width(parts)
    tallest = TALLEST_FEW if max(map(_rows, parts), default=1) <= FEW else TALLEST
    side_by_side = min(width / (2 * usual + 2.3), ONE_LINE / rows, tallest)
    stacked = min((width + 1.2) / (usual + 2.8), TWO_LINES / rows, TALLEST)
    return (stacked, True) if stacked > side_by_side * 1.1 else (side_by_side, False)


def _names_in(parts: Sequence[public_views.PairingGroup]) -> list[str]:
    return [name for g in parts for m in g.matches for name in (m.a, m.b)] + [s.name for g in parts for s in g.sitting]


def _table_width(parts: Sequence[public_views.PairingGroup]) -> float:
    return (94 - 3.5 * (len(parts) - 1)) / max(1, len(parts)) - 2.4


def _room_at_table(parts: Sequence[public_views.PairingGroup], size: float, *, stacked: bool) -> float:
    """The room for each of the two names of a table, in heights of their letters."""
    width = _table_width(parts)
    return (width + 1.2) / size - 2.8 if stacked else (width / size - 2.3) / 2


def _usual(widths: Sequence[float]) -> float:
    """The width that letters are made for: all names stand whole if none is longer than most; else most do, and all but
    a few are at worst a little smaller."""
    ordered = _without_outliers(widths) or [1.0]
    usual = max(ordered[len(ordered) * 4 // 5], SHRUNK * ordered[-1 - _few(len(ordered))])
    return ordered[-1] if ordered[-1] <= LONGER * usual else usual


def _without_outliers(widths: Sequence[float]) -> list[float]:
    """The widths in order, without those much longer than most: for their sake no letter is smaller."""
    ordered = sorted(widths)
    return [width for width in ordered if width <= MUCH_LONGER * ordered[(len(ordered) - 1) // 2]]


def _few(count: int) -> int:
    """How many of so many names may stand in several lines."""
    return int(max(MOST_BROKEN * count, min(2, count // 6)))


def width_of(text: str) -> float:
    """How wide a text is, of the height of its letters, in the wide fonts that a projector's machine may have."""
    return sum(
        0.38 if sign in _NARROW else 0.95 if sign in _WIDE else 0.72 if sign.isupper() else 0.63 for sign in text
    )


def _fit(size: float) -> int:
    """As many rows as make letters of this size or smaller: see pareo.css, `.s-rows`."""
    return max(5, min(30, math.ceil(ONE_LINE / size)))


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


def _names(event: LoadedTournament, options: ScreenOptions) -> list[ScreenPage]:
    """By name, up to four columns of fourteen, with the alphabet below; a second screen may take a part of it."""
    t = event.state
    current = _current(t, options)
    seats = [s for s in public_views.seats(event, current, now=True) if s.round_no and _in_part(s.listed, options.part)]
    widths = {s.no: width_of(s.listed) for s in seats}
    columns, rows_each, fit = _layout(list(widths.values()))
    size, room = rows_each * columns, _room(columns, NAME_LINE / fit)
    letters = list(dict.fromkeys(initial(s.listed) for s in seats))
    pages = []
    before = ""
    for at in range(0, len(seats), size):
        part = seats[at : at + size]
        rows = []
        for seat in part:
            letter = initial(seat.listed)
            rows.append((seat, letter != before, _name_style(widths[seat.no], room)))
            before = letter
        letters_shown = {initial(s.listed) for s in part}
        pages.append(
            ScreenPage(
                "names",
                SECONDS,
                {
                    **_heads(current),
                    "seats": rows,
                    "letters": letters,
                    "shown": letters_shown,
                    "rows": rows_each,
                    "fit": fit,
                },
            )
        )
    return pages


def _layout(widths: Sequence[float]) -> tuple[int, int, int]:
    """(columns, rows, fit): as few pages as fourteen rows make, evenly filled; then the largest letters in which nearly
    every name stands whole."""
    columns = next((n for n in (NAME_COLUMNS, 3) if _fits(widths, _room(n, NAME_LINE / NAME_ROWS))), 2)
    pages = math.ceil(len(widths) / (NAME_ROWS * columns)) or 1
    ordered = _without_outliers(widths)
    for fit in range(FEWEST_NAME_ROWS, NAME_ROWS):
        for n in (NAME_COLUMNS, 3, 2):
            rows = max(FEWEST_NAME_ROWS, math.ceil(len(widths) / (pages * n)))
            room = _room(n, NAME_LINE / fit)
            if rows <= fit and sum(width > room for width in ordered) <= MOST_BROKEN * len(widths):
                return n, rows, fit
    return columns, NAME_ROWS, NAME_ROWS


def _room(columns: int, size: float) -> float:
    """The room for a name in one of so many columns, next to its number, in heights of its letters: see pareo.css."""
    return ((94 - 2.6 * (columns - 1)) / columns - 0.6) / size - 2.7


def _fits(widths: Sequence[float], room: float) -> bool:
    """Are only few names too long for this room?"""
    sets = [_name_style(width, room) for width in widths]
    broken, shrunk = (sum(one in kinds for one in sets) for kinds in (("two", "three"), ("tight", "two", "three")))
    return broken <= _few(len(sets)) and shrunk <= MOST_SHRUNK * len(sets)


def _name_style(width: float, room: float) -> str:
    """How a name is set: as it is, smaller, or smaller in two or three lines."""
    if width * SHRUNK > room:
        return "two" if width <= TWO * room else "three"
    return "" if width <= room else "tight"


def _in_part(name: str, part: str) -> bool:
    """Does the name belong to this part of the alphabet (“M-Z”)? What begins with no letter comes first."""
    match = _LETTERS.fullmatch(part)
    if match is None:
        return True
    first, last = (ALPHABET.find(letter.upper()) for letter in match.groups())
    at = ALPHABET.find(initial(name))
    return first <= max(at, 0) <= last


# --- the rest ---------------------------------------------------------------------------------------------------------


def _clock(event: LoadedTournament, options: ScreenOptions) -> list[ScreenPage]:
    """The clock, and which tables still play."""
    t = event.state
    playing = [(p, r) for p, r in _current(t, options) if r.status is Status.STARTED]
    open_tables = sorted(table for _, r in playing for table in public_views.still_open(event, r))
    values = {
        **_heads(playing),
        "clocks": clock_rows(event, texts(options.lang)),
        "open": len(open_tables),
        "tables": open_tables[:MOST_OPEN],
        "extensions": _extensions(event, playing),
    }
    return [ScreenPage("clock", CLOCK_SECONDS, values)]


def _extensions(event: LoadedTournament, playing: Sequence[tuple[Pod, Round]]) -> list[tuple[int, int]]:
    """(table, extra minutes) of those that still play."""
    rows = []
    for _, r in playing:
        open_tables = set(public_views.still_open(event, r))
        for (number, table), extra in sorted(event.state.floor.extensions.items()):
            if number == r.number and table in open_tables and extra.minutes:
                rows.append((table, extra.minutes))
    return rows[:12]


def _standings(event: LoadedTournament, options: ScreenOptions) -> list[ScreenPage]:
    t = event.state
    pages = []
    for table in per_division(t, (x for x in public_views.public_tables(event) if options.pod in ("", x.id))):
        places = place_table(event, table, lambda no: public_name(event, no), options.lang)
        columns = 1 if len(places.rows) <= FEW_PLACES else 2
        rows = max(5, min(STANDING_ROWS, math.ceil(len(places.rows) / columns)))
        heads = {"label": places.label, "after": last_counted(t, table), "cut": places.cut, "rows": rows}
        pages += [
            ScreenPage("standings", SECONDS, {**heads, **_places(places.rows[at : at + rows * columns], rows, columns)})
            for at in range(0, len(places.rows), rows * columns)
        ]
    return pages


def _places(part: Sequence[PlaceRow], rows: int, columns: int) -> dict[str, Any]:
    """The size of the letters by most of the names, each place with how its name is set, in columns."""
    widths = [width_of(row.name) for row in part]
    room = (94 - 3.5 * (columns - 1)) / columns - 3.6  # less the gaps
    fit = _fit(min(room / (_usual(widths) + PLACE_FIGURES), ONE_LINE / rows))
    left = room / min(ONE_LINE / fit, TALLEST) - PLACE_FIGURES
    placed = [(row, _name_style(width, left)) for row, width in zip(part, widths, strict=True)]
    return {"fit": fit, "columns": [placed[:rows], placed[rows:]]}


def _podium(event: LoadedTournament, options: ScreenOptions) -> list[ScreenPage]:
    rows = podiums(event)
    players = len(event.state.entrants)
    return (
        [
            ScreenPage("podium", CLOCK_SECONDS, {"podiums": rows[at : at + 4], "players": players})
            for at in range(0, len(rows), 4)
        ]
        if options.lang
        else []
    )


def _announcements(event: LoadedTournament, options: ScreenOptions) -> list[ScreenPage]:
    rows = [
        (texts(options.lang).time(a.at, event.state.zone), a.text) for a in reversed(event.state.floor.announcements)
    ][:4]
    return [ScreenPage("announcements", CLOCK_SECONDS, {"rows_said": rows})] if rows else []


def _bracket(event: LoadedTournament, options: ScreenOptions) -> list[ScreenPage]:
    return [
        ScreenPage("bracket", CLOCK_SECONDS, {"brackets": [one]})
        for one in draw_brackets(public_views.shown_brackets(event))
        if options.pod in ("", one.shown.pod.id)
    ]


def _welcome(event: LoadedTournament, _options: ScreenOptions) -> list[ScreenPage]:
    return [ScreenPage("welcome", CLOCK_SECONDS, {"players": len(event.state.entrants)})]


_MAKERS = {
    "pairings": _pairings,
    "names": _names,
    "standings": _standings,
    "clock": _clock,
    "announcements": _announcements,
    "bracket": _bracket,
    "podium": _podium,
    "welcome": _welcome,
}
