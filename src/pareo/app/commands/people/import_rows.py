"""People as they are typed, pasted or read from a file, and what would happen to each row before anything is written.

A pasted line is a name and then, in any order, what can be told apart: a birth year, a division, a rating, an ID, a
club. A number of the list (“1.”) or a dash before the name, a telephone number and a remark in brackets are left out; a
name is written “First Last” or, in a cell of its own, “Last, First”. The preview runs the same checks as entering does.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from enum import Enum

from pareo.app.base.context import Context, LoadedTournament
from pareo.app.commands.people.players import NewPlayer, clean_player, enter_one
from pareo.app.queries.people.fide_people import FideEntry, doubts, fide_entries
from pareo.app.queries.people.teams import team_problems
from pareo.core.lists.plain import canonical
from pareo.core.lists.squads import faction_of
from pareo.core.model.list_rules import FACTIONS
from pareo.core.model.ruleset import Ruleset
from pareo.core.text.alphabet import plain_letters
from pareo.core.text.errors import BadInput, PareoError
from pareo.core.text.given_names import is_given_name
from pareo.core.text.messages import Note, line_no
from pareo.core.text.name_order import split_name
from pareo.core.text.names import tidy_club, tidy_name

_LINES = 20_000
_CAPTAIN = ("captain", "capitan", "capitana", "capitao", "capita", "capitano", "c")
_YEAR = re.compile(r"(?:[0-9]{1,2}[./-]){0,2}((?:19|20)[0-9]{2})|((?:19|20)[0-9]{2})[./-][0-9]{1,2}[./-][0-9]{1,2}")
_FIGURES = re.compile(r"(?=.*[0-9].*[0-9])[0-9OoIl./-]{3,12}")  # year, date, rating; or mistyped: 20116, 2O16
_PLACE = re.compile(r"[0-9]{1,4}[.)]?")
_PLACE_BEFORE = re.compile(r"^(?:[0-9]{1,4}\s*[.)º°:-]+\s+|[-–•*·]\s+)")
_REMARK = re.compile(r"\s*\([^()]*\)\s*$")
_DASH = re.compile(r"\s+[-–—|]\s+")
_PHONE = re.compile(r"\+?[0-9]{2,4}(?:[ .-][0-9]{2,4}){2,4}")  # a number in groups, of at least nine figures
_NO_RATING = frozenset({"unrated", "unr", "nr", "s/r", "sr", "n/a", "-", "–"})
_ID = re.compile(r"[0-9]{6,12}")


@dataclass(frozen=True, slots=True)
class ImportRow:
    """One row as it came: the player it says, or why it cannot be read."""

    line: int
    text: str
    player: NewPlayer | None = None
    problem: PareoError | None = None
    name: str = ""  # first and last name in one, if they stand in one cell without a comma


class ImportFate(Enum):
    """What will happen to a row."""

    NEW = "new"  # will be entered
    KNOWN = "known"  # is in the event already and is left out
    WRONG = "wrong"  # cannot be entered as it is


@dataclass(frozen=True, slots=True)
class PlannedImport:
    """A row and its fate."""

    row: ImportRow
    fate: ImportFate
    division: str = ""
    problem: PareoError | None = None
    known_as: str = ""  # the id of the entrant they already are, or the earlier line with them


# --- pasted text ------------------------------------------------------------------------------------------------------


def read_pasted(text: str, rules: Ruleset) -> list[ImportRow]:
    """One person per line: “First Last, 2009, club”, or cells copied from a spreadsheet."""
    lines = [(n, line.strip("\r\n")) for n, line in enumerate(text.split("\n"), 1) if line.strip()]
    if len(lines) > _LINES:
        raise BadInput("paste-long", "More than {limit} lines: import them as a file.", limit=_LINES)
    return [_read_line(n, line, rules) for n, line in lines]


def _read_line(line: int, text: str, rules: Ruleset) -> ImportRow:
    separator = next((mark for mark in ("\t", ";", "|", ",") if mark in text), ",")
    cells = [cell.strip() for cell in text.split(separator)]
    if separator == "," and len(cells) == 2 and (name := _last_first(cells)):
        cells = name
    while len(cells) > 1 and (not cells[0] or (separator == "\t" and _PLACE.fullmatch(cells[0]))):
        cells = cells[1:]  # a spreadsheet's empty first column, or the numbers of the list
    cells = [*_split_line(cells[0]), *cells[1:]]
    text_shown = ", ".join(cell for cell in cells if cell)[:200]
    first, last, rest = _name_of(cells, rules, spreadsheet=separator == "\t")
    whole = f"{first} {last}".strip() if cells[0] == f"{first} {last}".strip() else ""
    player = NewPlayer(first=first, last=last, where=line_no(line))
    try:
        for cell in filter(None, rest):
            player = _with(player, cell, rules)
    except PareoError as problem:
        return ImportRow(line, text_shown, player, problem, whole)
    return ImportRow(line, text_shown, player, name=whole)


def _last_first(cells: Sequence[str]) -> list[str] | None:
    """“Soler, Marta 1745” has a comma inside its name: the cells with the name whole, or None if it has none."""
    first, *more = _split_line(cells[1])
    one_word = " " not in cells[0] and not any(c.isdigit() for c in cells[0])
    if not first or any(c.isdigit() for c in first) or not (one_word or _speaks_of_people(cells[0], first)):
        return None
    return [f"{_PLACE_BEFORE.sub('', cells[0])}, {first}", *more]


def _speaks_of_people(last: str, first: str) -> bool:
    return is_given_name(first.split(maxsplit=1)[0]) and not is_given_name(_PLACE_BEFORE.sub("", last).split()[0])


def _name_of(cells: Sequence[str], rules: Ruleset, *, spreadsheet: bool) -> tuple[str, str, Sequence[str]]:
    """First and last name, and the cells after them. A spreadsheet may hold the two names in two cells."""
    head, rest = cells[0], cells[1:]
    if spreadsheet and rest and "," not in head and " " not in head and _is_word(rest[0], rules):
        return head, rest[0], rest[1:]
    return *split_name(head), rest


def _split_line(text: str) -> list[str]:
    """“1. Ana Ferrer 2016 Vigo Cards” has no marks between its parts: a number ends the name, more follows."""
    bare = _PHONE.sub(lambda m: "" if sum(map(str.isdigit, m[0])) >= 9 else m[0], _REMARK.sub("", text))
    head, *tail = _DASH.split(_PLACE_BEFORE.sub("", bare.strip()))
    words = head.split()
    at = next((i for i, word in enumerate(words) if i and _ends_name(word)), None)
    if at is None:
        return [" ".join(words), *tail]
    numbers = at + next((i for i, word in enumerate(words[at:]) if not _ends_name(word)), len(words) - at)
    return [" ".join(words[:at]), *words[at:numbers], *filter(None, [" ".join(words[numbers:])]), *tail]


def _ends_name(word: str) -> bool:
    return bool(_FIGURES.fullmatch(word)) or word.casefold() in _NO_RATING


def _is_word(cell: str, rules: Ruleset) -> bool:
    return bool(cell) and not any(c.isdigit() for c in cell) and find_division(cell, rules) is None


def find_division(cell: str, rules: Ruleset) -> str | None:
    """The id of the age division that a cell names, by its id or its title."""
    wanted = cell.casefold()
    for d in rules.divisions.divisions if rules.divisions else ():
        if wanted in (d.id, d.title.casefold(), d.title.casefold().rstrip("s")):
            return d.id
    return None


def _with(player: NewPlayer, cell: str, rules: Ruleset) -> NewPlayer:
    """One more cell understood. Without age divisions a number is a rating, whatever year it looks like."""
    if cell.casefold() in _NO_RATING:
        return player
    division = find_division(cell, rules)
    if division is not None and not player.division:
        return replace(player, division=division)
    year = _YEAR.fullmatch(cell)
    if year and rules.divisions is not None and player.birth_year is None:
        return replace(player, birth_year=int(year[1] or year[2]))
    if cell.isascii() and cell.isdecimal() and player.rating is None and len(cell) <= 4:
        return replace(player, rating=int(cell))
    if _ID.fullmatch(cell) and not player.id:
        return replace(player, id=cell)
    if rules.entrant == "team" and not player.captain and canonical(cell) in _CAPTAIN:
        return replace(player, captain=True)
    if rules.lists.kind == "squad" and not player.faction and faction_of(cell) in FACTIONS:
        return replace(player, faction=cell)
    if _FIGURES.fullmatch(cell):
        raise BadInput(
            "paste-number",
            "{where}: “{cell}” is neither a birth year nor a rating.",
            where=player.where,
            cell=cell[:40],
        )
    if rules.entrant == "team" and not player.team:
        return replace(player, team=cell)
    if not player.club:
        return replace(player, club=cell)
    raise BadInput(
        "paste-cell",
        "{where}: “{cell}” is not clear (start with the name, then birth year, division, club).",
        where=player.where,
        cell=cell[:40],
    )


# --- capital letters (SP-17) ------------------------------------------------------------------------------------------


def tidy_capitals(player: NewPlayer, language: str = "") -> NewPlayer:
    """The player with the capitals of names and club repaired, on request only."""
    return replace(
        player,
        first=tidy_name(player.first, language=language, first=True),
        last=tidy_name(player.last, language=language),
        club=tidy_club(player.club),
    )


# --- the preview ------------------------------------------------------------------------------------------------------


def preview(ctx: Context, event: LoadedTournament, rows: Iterable[ImportRow]) -> list[PlannedImport]:
    """What would happen to each row if all were entered now."""
    known = _Known(event)
    planned = [_fate(ctx, event, known, row) for row in rows]
    wrong = team_problems(event.state, to_enter(planned))
    return [
        replace(p, fate=ImportFate.WRONG, problem=wrong[p.row.player.team.strip()])
        if p.fate is ImportFate.NEW and p.row.player is not None and p.row.player.team.strip() in wrong
        else p
        for p in planned
    ]


def to_enter(planned: Iterable[PlannedImport]) -> list[NewPlayer]:
    """The rows that will be entered."""
    return [p.row.player for p in planned if p.fate is ImportFate.NEW and p.row.player is not None]


def doubtful(event: LoadedTournament, planned: Iterable[PlannedImport]) -> list[Note]:
    """What looks wrong in the rows that will be entered, line by line (F-71)."""
    if not event.state.ruleset.results.chess:
        return []
    return doubts(map(_entry, to_enter(planned)), fide_entries(event))


def _entry(typed: NewPlayer) -> FideEntry:
    player = clean_player(typed)
    name = " ".join(filter(None, (player.first, player.last)))
    return FideEntry(
        name,
        player.where,
        fide_id=player.intl_id.strip(),
        birth_year=player.birth_year,
        title=player.title.upper(),
        rating=typed.rating,
    )


class _Known:
    """Who is in the event, or in an earlier row."""

    def __init__(self, event: LoadedTournament) -> None:
        self.ids = set(event.ids)
        self.people: dict[tuple[str, int | None], str] = {}
        self.teams: Counter[str] = Counter()
        self.rows: set[str] = set()  # ids of earlier rows
        for no, e in event.state.entrants.items():
            if e.team:
                self.teams[e.team] = len(e.persons)
            for person_id in e.persons:
                person = event.people.get(person_id, {})
                key = _key(str(person.get("first") or ""), str(person.get("last") or ""), person.get("birth_year"))
                self.people[key] = event.id(no)

    def match(self, player: NewPlayer) -> str:
        """The id of the entrant this person already is."""
        if player.id and player.id in self.ids:
            return player.id
        return self.people.get(_key(player.first, player.last, player.birth_year), "")


def _key(first: str, last: str, born: int | None) -> tuple[str, int | None]:
    return " ".join(plain_letters(f"{first} {last}").split()), born


def _fate(ctx: Context, event: LoadedTournament, known: _Known, row: ImportRow) -> PlannedImport:
    player = row.player
    if row.problem is not None or player is None:
        return PlannedImport(row, ImportFate.WRONG, problem=row.problem)
    if player.id and player.id in known.rows:
        taken = BadInput("id-taken", "{where}the ID “{id}” is already taken.", where="", id=player.id)
        return PlannedImport(row, ImportFate.WRONG, problem=taken)
    if there := known.match(player):
        return PlannedImport(row, ImportFate.KNOWN, known_as=there)
    rules = event.state.ruleset
    try:
        if rules.entrant == "team" and known.teams[player.team] >= rules.team_size:
            raise BadInput(
                "team-full",
                "{where}team “{team}” already has its {size} players.",
                where="",
                team=player.team,
                size=rules.team_size,
            )
        entrant, _ = enter_one(ctx, event, player)
    except PareoError as problem:
        return PlannedImport(row, ImportFate.WRONG, problem=problem)
    known.rows.add(player.id)
    known.teams[player.team] += 1
    known.people[_key(player.first, player.last, player.birth_year)] = player.id or player.where
    return PlannedImport(row, ImportFate.NEW, division=entrant.division)
