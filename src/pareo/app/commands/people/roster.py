"""The list of an event's people as the registration desk works with it: finding them, seeing who is here, the person
entered twice, the person in two events of one day, and details that no pairing depends on.

Reading is quick for thousands: the sorted, searchable list is made once per state of the event and kept.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from pareo.app.base.batch import begin_batch
from pareo.app.base.context import Context, JournalResult, LoadedTournament
from pareo.app.base.lru_cache import CacheSlot
from pareo.app.commands.floor.floor import present
from pareo.app.commands.lists.submit import carry_over
from pareo.app.commands.people.leaving import current_pod, drop
from pareo.app.queries.event.labels import on_day, sharing
from pareo.app.queries.people.player_order import in_order, read_order
from pareo.app.queries.rounds.coming_rounds import coming_round_of
from pareo.core.journal.fact import Fact
from pareo.core.journal.people_facts import Edited, Removed
from pareo.core.model.entities import Entrant
from pareo.core.model.player_fields import FIELDS, PERSONAL, CopyPolicy, FieldStorage
from pareo.core.settings.event import DATE, START
from pareo.core.text.alphabet import alphabetical, plain_letters
from pareo.core.text.clean_text import clean_line
from pareo.core.text.errors import BadInput, NeedsConfirmation, Refused
from pareo.core.text.messages import note, text_note
from pareo.core.tournament.tournament import ELIMINATION, Tournament
from pareo.store.identity_keys import keys_of_person
from pareo.store.protocol import PersonChange

PAGE = 100
_TAKEN_OVER = tuple(
    f.name for f in FIELDS if f.home is FieldStorage.ENTRANT and f.edited and f.follows is not CopyPolicy.NOT
)


# --- finding ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Filter:
    """What the desk wants to see. Empty: everybody."""

    text: str = ""
    division: str = ""
    pod: str = ""
    status: str = ""  # "active", "left", "late"
    here: str = ""  # "yes" or "no": checked in for the coming round
    page: int = 1
    sort: str = ""  # criteria in order (SP-6); empty: by name


@dataclass(frozen=True, slots=True)
class RosterPage:
    """One page of the list, and how long the list is."""

    nos: tuple[int, ...]  # of this page
    all_nos: tuple[int, ...]  # of every page
    page: int
    pages: int


@dataclass(frozen=True, slots=True)
class _Directory:
    hash: str
    order: tuple[int, ...]  # by name, as a telephone book sorts
    text: Mapping[int, str]  # what is searched


_DIRECTORIES: CacheSlot[str, _Directory] = CacheSlot(8)  # by slug


def _directory(event: LoadedTournament) -> _Directory:
    slug = event.state.slug
    cached = event.caches[_DIRECTORIES].get(slug)
    if cached is not None and cached.hash == event.hash:
        return cached
    keys: dict[int, tuple[str, str]] = {}
    text: dict[int, str] = {}
    for no, e in event.state.entrants.items():
        people = [event.people.get(p, {}) for p in e.persons]
        first = people[e.captain]
        keys[no] = (
            alphabetical(e.team or str(first.get("last") or first.get("first") or "")),
            alphabetical(str(first.get("first") or "")),
        )
        parts = [e.team, e.club, event.id(no)]
        for person in people:
            parts += [str(person.get(key) or "") for key in ("first", "last", "nickname", "id")]
        text[no] = plain_letters(" ".join(parts))
    order = tuple(sorted(keys, key=lambda no: (keys[no], no)))
    return event.caches[_DIRECTORIES].put(slug, _Directory(event.hash, order, text))


def search(event: LoadedTournament, criteria: Filter) -> RosterPage:
    """Who fits the filter, in its order. Every word typed must be found; accents and capitals do not matter."""
    t = event.state
    directory = _directory(event)
    words = plain_letters(criteria.text).split()
    here = present(t) if criteria.here else frozenset()
    order = in_order(event, read_order(criteria.sort)) if criteria.sort else directory.order
    nos = tuple(
        no for no in order if all(word in directory.text[no] for word in words) and _fits(t, no, criteria, here)
    )
    pages = max(1, -(-len(nos) // PAGE))
    page = min(max(1, criteria.page), pages)
    return RosterPage(nos[(page - 1) * PAGE : page * PAGE], nos, page, pages)


def _fits(t: Tournament, no: int, criteria: Filter, here: frozenset[int]) -> bool:
    e = t.entrants[no]
    if criteria.division and e.division != criteria.division:
        return False
    if criteria.pod and t.pod_of.get(no) != criteria.pod:
        return False
    if criteria.status == "active" and e.drop is not None:
        return False
    if criteria.status == "left" and e.drop is None:
        return False
    if criteria.status == "late" and not e.late_from:
        return False
    if criteria.here:
        return e.drop is None and (no in here) == (criteria.here == "yes")
    return True


def namesakes(event: LoadedTournament, no: int) -> list[int]:
    """Others with the same name, or the same but for accents, capitals and the order of the words."""
    own = sorted(plain_letters(event.name(no)).split())
    return [
        other
        for other in event.state.entrants
        if other != no and sorted(plain_letters(event.name(other)).split()) == own
    ]


# --- two events on one day --------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Elsewhere:
    """Another event of the same date somebody is in."""

    slug: str
    name: str


def elsewhere(ctx: Context, slug: str) -> dict[int, list[Elsewhere]]:
    """Who is also in another event of the same date and hour: by membership id, or by name and birth year.

    Events that do not say when they start may be at the same hour. The database finds the events of that day that have
    people in common with this one; only those are opened.
    """
    event = ctx.open(slug)
    date = event.state.setting(DATE)
    matches: dict[int, list[Elsewhere]] = {}
    if not date:
        return matches
    mine: dict[tuple[str, ...], int] = {}
    for no, e in event.state.entrants.items():
        for key in _marks(event, e):
            mine[key] = no
    for summary in sharing(ctx, slug, on_day(date)):
        other = ctx.open_listed(summary)
        if not _same_hour(event.state, other.state):
            continue
        here = Elsewhere(summary.slug, other.state.name)
        nos = {mine[key] for e in other.state.entrants.values() for key in _marks(other, e) if key in mine}
        for no in sorted(nos):
            matches.setdefault(no, []).append(here)
    return matches


def _same_hour(one: Tournament, two: Tournament) -> bool:
    """Starts less than an hour apart, or not known to differ."""
    starts = [one.setting(START), two.setting(START)]
    if not all(isinstance(s, str) for s in starts):
        return True
    minutes = [60 * int(str(s)[:2]) + int(str(s)[3:]) for s in starts]
    return abs(minutes[0] - minutes[1]) < 60


def _marks(event: LoadedTournament, e: Entrant) -> list[tuple[str, ...]]:
    """By what somebody is known in another event; who has left is free to play elsewhere."""
    if e.drop is not None:
        return []
    marks: list[tuple[str, ...]] = []
    for person_id in e.persons:
        keys = keys_of_person(event.people.get(person_id, {}))
        marks += [(kind, sign) for kind, sign in keys._asdict().items() if sign is not None]
    return marks


# --- a person entered twice -------------------------------------------------------------------------------------------


def has_played(t: Tournament, no: int) -> bool:
    """Has this entrant a match in a round that has been published?"""
    return any(
        no in (m.a, m.b)
        for p in t.pods.values()
        for r in p.rounds.values()
        if r.status.value != "drafted"
        for m in r.matches.values()
    )


def merge(ctx: Context, slug: str, keep: str, other: str, *, client: str | None = None) -> JournalResult[Fact]:
    """One person entered twice becomes one entrant.

    The entry with matches stays; two with matches cannot be one person's, or their games would be lost. What only the
    other entry knows (club, rating, its list …) is taken over. Before the pods form the other entry is taken out,
    afterwards it is dropped.
    """
    if done := ctx.find_repeat(slug, client):
        return done
    steps = begin_batch(ctx, slug)
    event = steps.draft
    t = event.state
    a, b = event.find(keep), event.find(other)
    if a == b:
        raise BadInput("merge-same", "Choose 2 different entries to merge.")
    if t.ruleset.entrant == "team":
        raise Refused("merge-team", "Teams can't be merged: edit or drop one of them.")
    if has_played(t, b):
        a, b = b, a
    if has_played(t, b):
        raise Refused(
            "merge-both-played",
            "{a} and {b} both have matches: they cannot be merged.",
            a=event.name(a),
            b=event.name(b),
        )
    merged = note("merged", "Merged into {name} ({id}).", name=event.name(a), id=event.id(a))
    people, changes, personal = _taken_over(event, a, b)
    gone = t.entrants[b]
    carry_over(steps, event, b, a)
    if changes or people:
        # The other one's id is freed in the same entry: an id belongs to one person.
        steps.record(event, Edited(a, changes, tuple(personal), merged=b), people=people)
    if not t.pods:
        steps.record(event, Removed(b, a), people=[PersonChange(p, None) for p in gone.persons])
    elif gone.drop is not None:
        steps.record(event, Edited(b, {}, merged_into=a))
    else:
        drop(steps, slug, event.id(b), reason=f"the same person as {event.id(a)}")
    steps.notes.insert(0, merged)
    return steps.commit_plainly(client=client)


def _taken_over(event: LoadedTournament, a: int, b: int) -> tuple[list[PersonChange], Mapping[str, Any], list[str]]:
    """What the kept entry lacks and the other has, and the personal records as they will be."""
    keep, gone = event.state.entrants[a], event.state.entrants[b]
    keep_id, gone_id = keep.persons[keep.captain], gone.persons[gone.captain]
    mine, theirs = dict(event.people.get(keep_id, {})), dict(event.people.get(gone_id, {}))
    personal = [key for key in (*PERSONAL, "pronouns", "staff") if theirs.get(key) and not mine.get(key)]
    mine |= {key: theirs[key] for key in personal}
    people = [PersonChange(keep_id, mine)] if personal else []
    if "id" in personal:
        people.append(PersonChange(gone_id, {k: v for k, v in theirs.items() if k != "id"}))
    changes = {
        key: getattr(gone, key)
        for key in _TAKEN_OVER
        if getattr(gone, key) not in (None, "") and getattr(keep, key) in (None, "")
    }
    if not event.state.pods and gone.byes > keep.byes:
        changes["byes"] = gone.byes
    return people, changes, sorted(personal)


# --- details ----------------------------------------------------------------------------------------------------------


def describe(
    ctx: Context, slug: str, who: str, *, pronouns: str, staff: bool, client: str | None = None
) -> JournalResult[Edited]:
    """Pronouns, and whether they also work at the event. Nothing is written if nothing changes."""
    if done := ctx.find_repeat(slug, client):
        return done
    event = ctx.open(slug)
    no = event.find(who)
    entrant = event.state.entrants[no]
    person_id = entrant.persons[entrant.captain]
    person = dict(event.people.get(person_id, {}))
    changes: dict[str, Any] = {"pronouns": clean_line(pronouns, text_note("pronouns"), 40), "staff": staff}
    changed = sorted(key for key, value in changes.items() if (person.get(key) or "") != (value or ""))
    if not changed:
        return ctx.answer_unchanged(event, Edited(no, {}), client=client)
    personal = {k: v for k, v in (person | changes).items() if v not in ("", None, False)}
    fact = Edited(no, {}, tuple(changed))
    return ctx.record(event, fact, people=[PersonChange(person_id, personal)], client=client)


# --- who is not here --------------------------------------------------------------------------------------------------


def missing(t: Tournament) -> list[int]:
    """Who should play the coming round and has not checked in. A bye or a round asked off needs nobody's presence."""
    coming, here = coming_round_of(t), present(t)
    return [
        no
        for no, e in sorted(t.entrants.items())
        if e.drop is None
        and no not in here
        and e.byes < coming[no]
        and coming[no] not in e.absent
        and not _not_asked(t, no, coming[no])
    ]


def _not_asked(t: Tournament, no: int, coming: int) -> bool:
    """Nobody is dropped from a bracket for not checking in: the match is lost when it is called (P-SE-3). Who has
    played everything need not be here."""
    pod = current_pod(t, no)
    return pod is not None and (pod.phase in ELIMINATION or pod.closed or coming >= pod.first_round + pod.planned)


def drop_missing(ctx: Context, slug: str, *, confirmed: bool = False, client: str | None = None) -> JournalResult[Fact]:
    """Everybody who has not checked in leaves: as a no-show before round 1, as a drop later."""
    if done := ctx.find_repeat(slug, client):
        return done
    event = ctx.open(slug)
    t = event.state
    nos = missing(t)
    if not nos:
        raise Refused("missing-none", "Everyone playing has checked in.")
    if any(r.status.value in ("published", "started") for p in t.pods.values() for r in p.rounds.values()):
        raise Refused("missing-playing", "A round is published or being played: drop players one at a time.")
    if not confirmed:
        names = ", ".join(event.name(no) for no in nos[:8]) + (" …" if len(nos) > 8 else "")
        raise NeedsConfirmation(
            "missing-confirm",
            "{count} players have not checked in and will be dropped: {names}.",
            count=len(nos),
            names=names,
        )
    kind = "drop" if t.started else "no-show"
    steps = begin_batch(ctx, slug)
    for no in nos:
        drop(steps, slug, steps.draft.id(no), kind=kind, reason="not checked in")
    del steps.notes[5:]
    return steps.commit_plainly(client=client)
