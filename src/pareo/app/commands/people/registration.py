"""Players who register themselves: what is asked, who gets in, who waits, and how they leave again.

Contract: who registers is an applicant (`applied`) whose number stays; they are in once `entered`: at once where
there is a place and the desk need not confirm, else when the desk admits them or a place becomes free. Personal data
is stored outside the journal, as everybody's; who is declined, or withdraws, is erased at once, and what is left of
registration (those who waited, contacts) when the ruleset's days are over (`erase_expired`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import NamedTuple

from pareo.app.base.batch import begin_batch
from pareo.app.base.context import Context, JournalResult, LoadedTournament, person_name
from pareo.app.base.timestamps import local_moment, moment
from pareo.app.commands.floor.floor import check_in
from pareo.app.commands.lists.submit import hand_in
from pareo.app.commands.people import leaving
from pareo.app.commands.people.players import NewPlayer, enter_one
from pareo.app.queries.event.labels import relabel
from pareo.app.queries.lists.deadlines import lists_mode
from pareo.app.queries.rounds.coming_rounds import coming_round_of
from pareo.app.rows.people import WaitingPerson
from pareo.app.wording.names import applicant_name
from pareo.core.journal.fact import Fact
from pareo.core.journal.facts import parts_of
from pareo.core.journal.floor_facts import CheckedIn
from pareo.core.journal.people_facts import Applied, Declined, Edited, Entered
from pareo.core.league.directory import name_key
from pareo.core.lists.reading import read_lists_of
from pareo.core.model.entities import Applicant, Status
from pareo.core.settings.registration import (
    ASKED,
    LIST,
    PLAYER_CHECK_IN,
    REGISTRATION,
    REGISTRATION_CONFIRM,
    REGISTRATION_FIELDS,
    REGISTRATION_GUARDIAN,
    REGISTRATION_LIMIT,
    REGISTRATION_UNTIL,
)
from pareo.core.settings.setting import read_some
from pareo.core.text.errors import BadInput, NotFound, PareoError, Refused
from pareo.core.text.messages import Note, note, text_note
from pareo.core.text.numbers import whole_or_refuse
from pareo.core.tournament.tournament import Tournament
from pareo.store.protocol import PersonChange

MOST_WAITING = 5_000


@dataclass(frozen=True, slots=True)
class RegistrationTerms:
    """What registering means now."""

    open: bool
    asked: tuple[str, ...]  # fields besides the name
    limit: int | None
    taken: int  # players who are in
    waiting: int
    guardian: bool  # a guardian's tick is asked for
    confirm: bool  # the desk lets everybody in
    until: datetime | None
    wanted: bool = False  # as the organiser set it, whatever the hour

    @property
    def full(self) -> bool:
        return self.limit is not None and self.taken >= self.limit


def terms(event: LoadedTournament, now: str) -> RegistrationTerms:
    """The terms of an event at this moment."""
    t = event.state
    until = local_moment(t.setting(REGISTRATION_UNTIL), t.zone)
    running = bool(t.setting(REGISTRATION)) and not has_begun(t) and t.ruleset.entrant == "player"
    return RegistrationTerms(
        running and (until is None or moment(now) <= until),
        _fields_asked(t),
        t.setting(REGISTRATION_LIMIT),
        sum(e.drop is None for e in t.entrants.values()),
        len(t.applicants),
        bool(t.setting(REGISTRATION_GUARDIAN)),
        bool(t.setting(REGISTRATION_CONFIRM)),
        until,
        bool(t.setting(REGISTRATION)),
    )


def has_begun(t: Tournament) -> bool:
    """Is round 1 published? A draft is nobody's business: who registers meanwhile waits for the desk."""
    return any(r.status is not Status.DRAFTED for p in t.pods.values() for r in p.rounds.values())


def _fields_asked(t: Tournament) -> tuple[str, ...]:
    chosen = t.setting(REGISTRATION_FIELDS)
    if chosen is None:
        return ("birth_year",) if t.ruleset.divisions else ()
    try:
        return tuple(field for field in read_some(chosen, ASKED) if field != LIST or lists_mode(t) != "off")
    except ValueError:  # a journal from elsewhere may hold anything
        return ()


class Registered(NamedTuple):
    """Who registered: their number from now on, whether they are in, and what became of their list."""

    no: int
    entered: bool
    notes: tuple[Note, ...] = ()


def register(
    ctx: Context, slug: str, form: Mapping[str, str], *, guardian: bool = False, client: str | None = None
) -> Registered:
    """A player registers, with the fields the event asks for; who has a place is in, and hands in the list that came
    along. All of it is one entry."""
    return ctx.retry_on_conflict(lambda: _register(ctx, slug, form, guardian=guardian, client=client))


def _register(ctx: Context, slug: str, form: Mapping[str, str], *, guardian: bool, client: str | None) -> Registered:
    if done := ctx.find_repeat(slug, client):
        no = next(part.entrant.no for part in parts_of(done.fact) if isinstance(part, Applied))
        return Registered(no, no in ctx.open(slug).state.entrants)
    steps = begin_batch(ctx, slug)
    no = _record_application(steps, slug, form, guardian=guardian).fact.entrant.no
    _move_up(steps, slug)
    entered, content = no in steps.draft.state.entrants, _list_of(steps.draft, form)
    notes = _hand_in(steps, slug, no, content, entered=entered) if content else ()
    steps.commit_plainly(client=client)
    return Registered(no, entered, notes)


def _list_of(event: LoadedTournament, form: Mapping[str, str]) -> str:
    """The list that came with the registration, where one is asked for."""
    return form.get(LIST, "").strip() if LIST in _fields_asked(event.state) else ""


def _hand_in(ctx: Context, slug: str, no: int, content: str, *, entered: bool) -> tuple[Note, ...]:
    """Hands in the list of a registered player; what stands in its way becomes a note, and the registration stays."""
    if not entered:
        return (note("list-once-in", "Hand in your list on your own page once you're accepted."),)
    try:
        hand_in(ctx, slug, no, content, by_player=True)
    except PareoError as problem:
        return (note("list-not-taken", "Your list was not accepted: {problem}", problem=problem.note),)
    return ()


def _record_application(ctx: Context, slug: str, form: Mapping[str, str], *, guardian: bool) -> JournalResult[Applied]:
    event = ctx.open(slug)
    now = ctx.now()
    current = terms(event, now)
    if not current.open:
        raise Refused("registration-closed", "Online registration is closed: come to the desk.")
    if current.waiting >= MOST_WAITING:
        raise Refused("registration-many", "The waiting list is full: come to the desk.")
    if current.guardian and not guardian:
        raise BadInput(
            "registration-guardian",
            "Tick the box to confirm that you are 18 or older or that your parent or guardian agrees.",
        )
    player = _player(event, current, form)
    if content := _list_of(event, form):
        read_lists_of(content, event.state.ruleset.lists, None)  # one that cannot be read is refused with all the rest
    entrant, people = enter_one(ctx, event, player)
    return ctx.record(event, Applied(entrant, now, current.guardian), people=people)


def _player(event: LoadedTournament, current: RegistrationTerms, form: Mapping[str, str]) -> NewPlayer:
    first, last = form.get("first", "").strip(), form.get("last", "").strip()
    if not first or not last:
        raise BadInput("registration-name", "Enter your first and last name.")
    for field, text in form.items():
        if len(text) > 200 and field != LIST:
            raise BadInput("text-long", "{what} is longer than {limit} characters.", what=text_note("name"), limit=200)
    key = name_key(f"{first} {last}")
    known = [
        person_name(event.people.get(e.persons[0], {}))
        for e in (*event.state.entrants.values(), *(a.entrant for a in event.state.applicants.values()))
    ]
    if key in map(name_key, known):
        raise Refused(
            "registration-twice",
            "{name} is already registered: tap “It's me” on the event page, or ask at the desk.",
            name=f"{first} {last}",
        )
    values = {field: form.get(field, "").strip() for field in current.asked if field != LIST}
    born = values.pop("birth_year", "")
    if "birth_year" in current.asked and not born:
        raise BadInput("registration-birth-year", "Enter your year of birth.")
    no_year = BadInput("bad-birth-year", "“{text}” is not a year.", text=born[:20])
    year = whole_or_refuse(born, 4, no_year) if born else None
    return replace(NewPlayer(first=first, last=last, birth_year=year), **values)  # type: ignore[arg-type]


def _move_up(ctx: Context, slug: str) -> None:
    """Who waits first gets in, as long as there are places and the desk need not say yes."""
    event = ctx.open(slug)
    if not event.state.pods and not terms(event, ctx.now()).confirm:
        _enter_waiting(ctx, event)


def _enter_waiting(ctx: Context, event: LoadedTournament, client: str | None = None) -> int:
    """Lets in those who wait, first come first, as long as there are places; how many."""
    now = terms(event, ctx.now())
    places = len(event.state.applicants) if now.limit is None else max(0, now.limit - now.taken)
    first = tuple(a.entrant for a in event.state.applicants.values())[:places]
    if first:
        ctx.record(event, Entered(first), client=client)
    return len(first)


def _applicant(event: LoadedTournament, no: int) -> Applicant:
    applicant = event.state.applicants.get(no)
    if applicant is None:
        raise NotFound("no-applicant", "No registration with the number {no} is waiting.", no=no)
    return applicant


def _record_entry(ctx: Context, slug: str, no: int, client: str | None) -> JournalResult[Entered]:
    if done := ctx.find_repeat(slug, client):
        return done
    event = ctx.open(slug)
    applicant = _applicant(event, no)
    _check_early(event, no)
    return ctx.record(event, Entered((applicant.entrant,)), client=client)


def _check_early(event: LoadedTournament, no: int) -> None:
    if event.state.pods:
        raise Refused("admit-late", "Round 1 is paired: add {name} as a late player.", name=applicant_name(event, no))


def admit(ctx: Context, slug: str, no: int, *, client: str | None = None) -> JournalResult[Entered]:
    """The desk lets somebody in who waits, whatever the limit."""
    return ctx.retry_on_conflict(lambda: _record_entry(ctx, slug, no, client))


def admit_all(ctx: Context, slug: str, *, client: str | None = None) -> int:
    """The desk lets in everybody for whom there is a place; how many."""
    return ctx.retry_on_conflict(lambda: _record_entries(ctx, slug, client))


def _record_entries(ctx: Context, slug: str, client: str | None) -> int:
    if done := ctx.find_repeat(slug, client):
        return len(done.fact.entrants)
    event = ctx.open(slug)
    if event.state.applicants and not terms(event, ctx.now()).full:
        _check_early(event, next(iter(event.state.applicants)))
    return _enter_waiting(ctx, event, client)


def decline(ctx: Context, slug: str, no: int, *, client: str | None = None) -> JournalResult[Declined]:
    """Somebody who waits does not get in; their data is erased."""
    if done := ctx.find_repeat(slug, client):
        return done
    event = ctx.open(slug)
    persons = _applicant(event, no).entrant.persons
    done = _record_declined(ctx, event, no, client)
    _erase(ctx, slug, persons)
    return done


def _record_declined(
    ctx: Context, event: LoadedTournament, no: int, client: str | None = None
) -> JournalResult[Declined]:
    erased = [PersonChange(person, None) for person in _applicant(event, no).entrant.persons]
    return ctx.record(event, Declined(no), people=erased, client=client)


def _erase(ctx: Context, slug: str, persons: Iterable[str]) -> None:
    """Erases data that an entry has erased already, until the bytes are gone from the file."""
    for person in persons:
        ctx.store.forget(slug, person)


def withdraw(ctx: Context, slug: str, no: int, *, client: str | None = None) -> JournalResult[Fact]:
    """A player leaves again before round 1 is paired; their data is erased, and the next who waits gets in. Only who
    registered by phone: anybody could claim to be somebody whom the desk entered."""
    if done := ctx.find_repeat(slug, client):
        return done
    steps = begin_batch(ctx, slug)
    event = steps.draft
    if no in event.state.applicants:
        persons = event.state.applicants[no].entrant.persons
        _record_declined(steps, event, no)
    else:
        persons = event.state.entrant(no).persons
        if no not in event.state.registered:
            raise Refused("withdraw-at-desk", "The desk entered you: tell them if you are not playing.")
        leaving.remove(steps, slug, event.id(no))
    _move_up(steps, slug)
    done = steps.commit_plainly(client=client)
    _erase(ctx, slug, persons)
    return done


# --- looking ----------------------------------------------------------------------------------------------------------


def waiting_rows(event: LoadedTournament) -> list[WaitingPerson]:
    """Who waits, who came first first."""
    return [
        WaitingPerson(no, applicant_name(event, no), a.entrant.division, a.entrant.club, a.at, a.guardian)
        for no, a in event.state.applicants.items()
    ]


def place_in_line(t: Tournament, no: int) -> int:
    """1 for who gets in next; 0 for who does not wait."""
    return next((i for i, waiting in enumerate(t.applicants, 1) if waiting == no), 0)


def may_check_in_alone(t: Tournament) -> bool:
    """Do players check themselves in? As set, else where they register themselves; until round 1 is published."""
    chosen = t.setting(PLAYER_CHECK_IN)
    return (bool(t.setting(REGISTRATION)) if chosen is None else chosen) and not has_begun(t)


def check_in_alone(ctx: Context, slug: str, no: int) -> JournalResult[CheckedIn]:
    """A player checks in by phone."""
    event = ctx.open(slug)
    event.state.entrant(no)
    if not may_check_in_alone(event.state):
        raise Refused("check-in-at-desk", "Check-in is at the desk for this event.")
    coming = coming_round_of(event.state)[no]
    if event.state.floor.checked.get(no) == coming:
        return ctx.answer_unchanged(event, CheckedIn((no,), here=True, round=coming))
    return check_in(ctx, slug, [event.id(no)])


# --- no longer than it must be ----------------------------------------------------------------------------------------


def erase_expired(ctx: Context, slug: str) -> int:
    """Erases what registration has left once the ruleset's days after the last entry are over: those who never got in,
    and the contacts that players gave. How many people it was."""
    event = ctx.open(slug)
    t = event.state
    with_contact = [no for no in t.registered if no in t.entrants and event.person(t.entrants[no]).get("contact")]
    if not t.applicants and not with_contact:
        relabel(ctx, event)  # nobody need look again
        return 0
    last = ctx.store.read(slug, after=t.seq - 1)[-1]
    if moment(last.time) + timedelta(days=t.ruleset.keep_days) > moment(ctx.now()):
        return 0
    waiting = {no: applicant.entrant.persons for no, applicant in t.applicants.items()}
    steps = begin_batch(ctx, slug)
    for no in waiting:
        _record_declined(steps, steps.draft, no)
    for no in with_contact:
        person = t.entrants[no].persons[0]
        remaining = {key: value for key, value in event.people.get(person, {}).items() if key != "contact"}
        steps.record(steps.draft, Edited(no, {}, ("contact",)), people=[PersonChange(person, remaining)])
    steps.commit_plainly()
    _erase(ctx, slug, (person for persons in waiting.values() for person in persons))
    relabel(ctx, ctx.open(slug))
    return len(waiting) + len(with_contact)
