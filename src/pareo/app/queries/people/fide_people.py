"""Players of a chess event: byes outside the table of FIDE mode, what looks wrong in an entry (F-59 …)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import NamedTuple

from pareo.app.base.context import LoadedTournament, Person, person_name
from pareo.app.base.fide_warnings import Warnings
from pareo.app.queries.event.advice import advice_for
from pareo.app.queries.event.fide_remarks import asked_off, full_bye_remark
from pareo.core.model.entities import Entrant
from pareo.core.model.outcome import Outcome
from pareo.core.model.player_fields import TITLES
from pareo.core.settings.chess import HALF_BYES, NORMS
from pareo.core.settings.rounds import ROUNDS
from pareo.core.text.messages import Note, join_notes, note, row_place

_HONORARY = ("WH", "AGM", "AIM", "AFM", "ACM")  # known, and of no account for the order of the list


def check_byes(event: LoadedTournament, name: str, before: Entrant, after: Entrant, warnings: Warnings) -> None:
    """What rounds asked off mean: half points, full points, the last round; and points for pairing only."""
    t = event.state
    if not t.fide_mode:
        return
    if after.bonus and after.bonus != before.bonus:
        warnings.add("option", option="bonus")
    was, now = asked_off(t, before), asked_off(t, after)
    fresh = {number for number, worth in now.items() if was.get(number) != worth}
    win, draw = t.ruleset.points[Outcome.WIN], t.ruleset.points[Outcome.DRAW]
    for number in sorted(fresh):
        if now[number] >= win > 0:
            warnings.add("full-bye", name=name, number=number, remark=full_bye_remark(number, after.no))
    halves = {number for number, worth in now.items() if 0 < worth < win and worth == draw}
    coming = {number for number in halves if number > t.latest_round}
    if after.no_half_bye and coming and (coming & fresh or not before.no_half_bye):
        warnings.add("half-bye-barred", name=name)
    if not halves & fresh:
        return
    limit = HALF_BYES.of(t.settings)
    allowed = 1 if limit is None else limit
    if len(halves) > allowed:
        warnings.add("half-bye-again", name=name, count=len(halves), limit=allowed)
    last = _last_round(event)
    if last in halves & fresh:
        warnings.add("half-bye-norm" if t.setting(NORMS) else "half-bye-last", name=name, number=last)


def _last_round(event: LoadedTournament) -> int:
    t = event.state
    planned = [p.first_round + p.planned - 1 for p in t.root_pods()]
    if planned:
        return max(planned)
    return t.setting(ROUNDS) or max((advice.rounds for advice in advice_for(event).values()), default=0)


# --- what looks wrong -------------------------------------------------------------------------------------------------


class FideEntry(NamedTuple):
    """Somebody as entered, or read from a report."""

    name: str
    where: str = ""  # the line it was read from
    person: str = ""  # id of the personal data, if entered
    fide_id: str = ""
    birth_year: int | None = None
    title: str = ""
    rating: int | None = None  # as it was typed

    @property
    def same(self) -> tuple[str, int | None]:
        return self.name.casefold(), self.birth_year


def fide_entries(event: LoadedTournament) -> list[FideEntry]:
    """Everybody who is in the event, in order of entry."""
    return [
        _entry_of(event.people.get(pid, {}), person_id=pid)
        for _, e in sorted(event.state.entrants.items())
        for pid in e.persons
    ]


def _entry_of(person: Person, *, rating: int | None = None, where: str = "", person_id: str = "") -> FideEntry:
    fide_id = str(person.get("intl_id") or "").strip()
    return FideEntry(
        person_name(person),
        where,
        person_id,
        fide_id,
        person.get("birth_year"),
        str(person.get("title") or "").upper(),
        rating,
    )


def doubts_about(
    event: LoadedTournament,
    persons: Mapping[str, Person],
    *,
    ratings: Mapping[str, int | None],
    where: Mapping[str, str] | None = None,
) -> list[Note]:
    """Of these people as they are entered: told, never refused (F-71). `ratings`: as they were typed, `where`: the line
    each was read from."""
    if not event.state.ruleset.results.chess:
        return []
    there = [one for one in fide_entries(event) if one.person not in persons]
    lines = where or {}
    new = [_entry_of(person, rating=ratings.get(pid), where=lines.get(pid, "")) for pid, person in persons.items()]
    return doubts(new, there)


def doubts(entries: Iterable[FideEntry], there: Iterable[FideEntry] = ()) -> list[Note]:
    """A FIDE number or a name that is there twice, titles and ratings that cannot be, each with its line."""
    ids: dict[str, str] = {}
    names: set[tuple[str, int | None]] = set()
    for one in there:
        ids.setdefault(one.fide_id, one.name)
        names.add(one.same)
    notes: list[Note] = []
    for one in entries:
        seen = _doubts(one, ids, names)
        notes += [join_notes("", (row_place(one.where), doubt)) for doubt in seen] if one.where else seen
        ids.setdefault(one.fide_id, one.name)
        names.add(one.same)
    return notes


def _doubts(one: FideEntry, ids: Mapping[str, str], names: Collection[tuple[str, int | None]]) -> Iterator[Note]:
    if one.fide_id and one.fide_id in ids:
        yield note(
            "doubt-id",
            "{name}: {other} already has the FIDE ID {id}.",
            name=one.name,
            id=one.fide_id,
            other=ids[one.fide_id],
        )
    if one.birth_year and one.same in names:
        yield note("doubt-name", "{name}: a player with this name and birth year is already entered.", name=one.name)
    if one.title and one.title not in (*TITLES, *_HONORARY):
        yield note("doubt-title", "{name}: “{title}” is not a FIDE title.", name=one.name, title=one.title)
    if one.rating == 0:
        yield note("doubt-rating", "{name}: a rating of 0 means unrated; leave it empty instead.", name=one.name)
