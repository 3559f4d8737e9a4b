"""Whole lists into the directory: who is new, who is known, whose rating the list changes; shown before it is done.

Somebody is known by the directory's own id, by an official number, or by the exact name or a confirmed spelling. What
the list says of a known person fills in what was empty, and its ratings become a line of the history. Who could be
several people, and a name that stands twice in the list, is left out, with a note.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from typing import Any

from pareo.app.base.context import Context, SideResult
from pareo.app.league.directory import (
    ALIASES,
    Clubs,
    check_person,
    directory_result,
    directory_store,
    fresh_id,
    read_fields,
    read_spelling,
    today,
)
from pareo.app.league.directory_snapshot import DirectorySnapshot, load_directory
from pareo.app.rows.league import ListedRow
from pareo.core.league.directory import (
    LISTS,
    MatchReason,
    Person,
    PlayerQuery,
    RatingHistoryStep,
    RatingSource,
    match_player,
    name_key,
)
from pareo.core.text.errors import BadInput, PareoError
from pareo.core.text.messages import note, plural, text_note
from pareo.core.text.names import tidy_club, tidy_name

_COLUMNS = {1: ("rating", "games"), 2: ("rating2", "games2")}
_MOST_NAMES = 5


@dataclass(frozen=True, slots=True)
class ListRowText:
    """One line of a list: fields by name, as text."""

    where: str
    fields: Mapping[str, str]


class ListRowFate(Enum):
    """What happens to a row of an imported list."""

    NEW = "new"
    KNOWN = "known"  # nothing to change
    CHANGED = "changed"
    UNCLEAR = "unclear"  # several could be meant: left out
    WRONG = "wrong"  # cannot be read


@dataclass(frozen=True, slots=True)
class PlannedListRow:
    """A row of an imported list and what happens to it."""

    row: ListRowText
    fate: ListRowFate
    person: Person | None = None  # as it will be
    steps: tuple[RatingHistoryStep, ...] = ()
    problem: PareoError | None = None

    @property
    def name(self) -> str:
        return (
            self.person.name
            if self.person is not None
            else " ".join(filter(None, (self.row.fields.get("first", ""), self.row.fields.get("last", ""))))
        )


def tidied_fields(fields: Mapping[str, str]) -> dict[str, str]:
    """Fields with the capitals of name and club repaired (SP-17)."""
    read = {"first": lambda text: tidy_name(text, first=True), "last": tidy_name, "club": tidy_club}
    return {key: read[key](text) if key in read else text for key, text in fields.items()}


class _ListPlanner:
    def __init__(self, ctx: Context, rows: Sequence[ListRowText], *, tidy: bool) -> None:
        self._ctx, self._tidy = ctx, tidy
        self.directory: DirectorySnapshot = load_directory(ctx)
        self.clubs = Clubs(ctx, self.directory)
        self._names = Counter(name_key(f"{r.fields.get('first', '')} {r.fields.get('last', '')}") for r in rows)
        self._new: dict[str, Person] = {}
        self._numbers: set[str] = set()

    def plan(self, row: ListRowText) -> PlannedListRow:
        try:
            return self._plan(row)
        except PareoError as problem:
            return PlannedListRow(row, ListRowFate.WRONG, problem=problem)

    def _plan(self, row: ListRowText) -> PlannedListRow:
        fields = dict(row.fields)
        if self._tidy:
            fields = tidied_fields(fields)
        own = fields.pop("id", "")
        aliases = tuple(filter(None, (part.strip() for part in fields.pop("aliases", "").split(";"))))
        read = read_fields(fields, row.where)
        query = PlayerQuery(
            "",
            f"{read.get('first', '')} {read.get('last', '')}".strip(),
            (read.get("local_id", ""), read.get("intl_id", "")),
            birth_year=read.get("birth_year"),
        )
        result = match_player(query, self.directory.index, own or None)
        distinct = result.how in (MatchReason.CHOSEN, MatchReason.NUMBER) or any(query.numbers)
        if self._names[name_key(query.name)] > 1 and not distinct:
            return PlannedListRow(row, ListRowFate.UNCLEAR)
        if result.how in (MatchReason.SEVERAL, MatchReason.CONTRADICTED):
            return PlannedListRow(row, ListRowFate.UNCLEAR)
        self._claim(row, query)
        if result.person is None:
            return self._plan_new(row, read, aliases)
        return self._plan_change(row, self.directory.people[result.person], read)

    def _claim(self, row: ListRowText, query: PlayerQuery) -> None:
        for number in {*query.numbers} - {""}:
            if number in self._numbers:
                raise BadInput(
                    "csv-id-twice",
                    "{where}: the ID “{id}” is already used in {first}.",
                    where=row.where,
                    id=number[:40],
                    first=text_note("the list"),
                )
            self._numbers.add(number)

    def _plan_new(self, row: ListRowText, read: dict[str, Any], aliases: tuple[str, ...]) -> PlannedListRow:
        club = self.clubs.id_of(read.pop("club", ""))
        own = fresh_id(self._ctx, self.directory.people, self._new)
        spellings = tuple(read_spelling(self.directory, own, text) for text in aliases[:ALIASES])
        person = Person(own, club=club, aliases=spellings, **read)
        check_person(self.directory, person, row.where)
        self._new[person.id] = person
        return PlannedListRow(row, ListRowFate.NEW, person)

    def _plan_change(self, row: ListRowText, person: Person, read: dict[str, Any]) -> PlannedListRow:
        club = read.pop("club", "")
        empty: dict[str, Any] = {
            key: value
            for key, value in read.items()
            if value and not getattr(person, key) and key not in ("rating", "rating2", "games", "games2")
        }
        if club and not person.club:
            empty["club"] = self.clubs.id_of(club)
        now = replace(person, **empty)
        check_person(self.directory, now, row.where)
        steps = tuple(filter(None, (self._step(person, read, list_no) for list_no in LISTS)))
        return PlannedListRow(row, ListRowFate.CHANGED if empty or steps else ListRowFate.KNOWN, now, steps)

    def _step(self, person: Person, read: Mapping[str, Any], list_no: int) -> RatingHistoryStep | None:
        rating_key, games_key = _COLUMNS[list_no]
        before, played = person.rating_in_list(list_no)
        after = read.get(rating_key)
        games = read[games_key] if read.get(games_key) else played
        if after is None or (after, games) == (before, played):
            return None
        change = after - before if before is not None else None
        return RatingHistoryStep(
            person.id,
            list_no,
            RatingSource.IMPORTED,
            before,
            change,
            after,
            games - played,
            games,
            today(self._ctx),
            "",
            self._ctx.actor,
            self._ctx.now(),
        )


def preview(ctx: Context, rows: Sequence[ListRowText], *, tidy: bool = False) -> list[PlannedListRow]:
    """What importing a list would do to each row. Nothing is written."""
    planner = _ListPlanner(ctx, rows, tidy=tidy)
    return [planner.plan(row) for row in rows]


def _with_line(where: str, problem: PareoError) -> PareoError:
    """The problem with the line it stands on: a list may be long."""
    if problem.params.get("where"):
        return problem
    return BadInput.from_note(problem.note, where=where)


def planned_rows(planned: Sequence[PlannedListRow]) -> list[ListedRow]:
    """What happens to each row of a list, as rows."""
    return [
        ListedRow(line=str(p.row.where), name=p.name, fate=p.fate.value, problem=str(p.problem) if p.problem else None)
        for p in planned
    ]


def count_fates(planned: Sequence[PlannedListRow]) -> dict[str, int]:
    """How many rows of a list are new, changed, known, not clear."""
    count = Counter(p.fate for p in planned)
    return {
        fate.value: count[fate]
        for fate in (ListRowFate.NEW, ListRowFate.CHANGED, ListRowFate.KNOWN, ListRowFate.UNCLEAR)
    }


def import_list(ctx: Context, rows: Sequence[ListRowText], *, tidy: bool = False) -> SideResult:
    """Imports a list into the directory, except rows that are not clear; a wrong row refuses the whole list."""
    planner = _ListPlanner(ctx, rows, tidy=tidy)
    planned = [planner.plan(row) for row in rows]
    wrong = next(((p.row.where, p.problem) for p in planned if p.problem is not None), None)
    if wrong is not None:
        raise _with_line(*wrong)
    steps = [step for p in planned for step in p.steps]
    known = {p.id: p for p in planner.directory.people.values()}
    people = [p.person for p in planned if p.person is not None and p.person != known.get(p.person.id)]
    if people or steps:
        directory_store(ctx).save(people, planner.clubs.new, steps)
    count = count_fates(planned)
    notes = [
        plural("directory-list-new", "{count} person is new.", "{count} people are new.", count=count["new"]),
        plural(
            "directory-list-changed",
            "{count} known person changes.",
            "{count} known people change.",
            count=count["changed"],
        ),
    ]
    if unclear := [p for p in planned if p.fate is ListRowFate.UNCLEAR]:
        names = ", ".join(f"{p.name} ({p.row.where})" for p in unclear[:_MOST_NAMES])
        notes.append(
            note(
                "directory-left",
                "Skipped because it is not clear who they are: {names}.",
                names=names + (" …" if len(unclear) > _MOST_NAMES else ""),
            )
        )
    return directory_result("directory-imported", *notes, **count)
