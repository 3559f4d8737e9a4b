"""Players of a chess event: byes asked for beside the table of FIDE mode, what looks wrong in an entry (F-59 …)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from pareo.app.desk import Event, Person, person_name
from pareo.app.event.advice import advice_for
from pareo.app.event.fide_mode import Warnings
from pareo.core.state.fields import TITLES
from pareo.core.state.model import Entrant
from pareo.core.state.outcome import Outcome
from pareo.core.state.settings.chess import HALF_BYES, NORMS
from pareo.core.state.settings.rounds import ROUNDS
from pareo.core.state.tournament import Tournament
from pareo.core.words.notes import Note, note

_HONORARY = ("WH", "AGM", "AIM", "AFM", "ACM")  # known, and of no account for the order of the list


def weigh_byes(event: Event, name: str, before: Entrant, after: Entrant, warnings: Warnings) -> None:
    """What rounds asked off mean: half points, full points, the last round; and points for pairing only."""
    t = event.state
    if not t.fide_mode:
        return
    if after.bonus and after.bonus != before.bonus:
        warnings.add("option", option="bonus")
    was, now = _asked_off(t, before), _asked_off(t, after)
    fresh = {number: worth for number, worth in now.items() if was.get(number) != worth}
    win, draw = t.ruleset.points[Outcome.WIN], t.ruleset.points[Outcome.DRAW]
    for number, worth in sorted(fresh.items()):
        if worth >= win > 0:
            warnings.add("full-bye", name=name, number=number,
                         remark=f"Full-point bye @ Round {number}: {after.start_no or after.no}")
    halves = [number for number, worth in now.items() if 0 < worth < win and worth == draw]
    if not any(number in fresh for number in halves):
        return
    if after.no_half_bye:
        warnings.add("half-bye-barred", name=name)
    limit = HALF_BYES.of(t.settings)
    allowed = 1 if limit is None else limit
    if len(halves) > allowed:
        warnings.add("half-bye-again", name=name, count=len(halves), limit=allowed)
    last = _last_round(event)
    if last and last in halves and last in fresh:
        warnings.add("half-bye-norm" if t.setting(NORMS) else "half-bye-last", name=name, number=last)


def _asked_off(t: Tournament, e: Entrant) -> dict[int, int]:
    """What each round asked off is worth to him."""
    own = dict(e.bye_points)
    return {number: own.get(number, t.ruleset.points[Outcome.REQUESTED_BYE]) for number in e.absent}


def _last_round(event: Event) -> int:
    t = event.state
    planned = [p.first_round + p.planned - 1 for p in t.root_pods()]
    if planned:
        return max(planned)
    return t.setting(ROUNDS) or max((advice.rounds for advice in advice_for(event).values()), default=0)


# --- what looks wrong -------------------------------------------------------------------------------------------------


def doubts_about(
    event: Event, persons: Mapping[str, Person], entrants: Mapping[int, Entrant]
) -> list[Note]:
    """Of these people as they are entered: a number of FIDE's list or a name that is there twice, titles and ratings
    that cannot be. Told, never refused (F-71)."""
    if not event.state.ruleset.results.chess:
        return []
    others = {pid: person for pid, person in event.people.items() if pid not in persons}
    seen_ids = {_fide_id(person): person_name(person) for person in others.values() if _fide_id(person)}
    seen_names = {key for person in others.values() if (key := _same(person))}
    found: list[Note] = []
    for entrant in entrants.values():
        for pid in entrant.persons:
            if (person := persons.get(pid)) is not None:
                found += _doubts(person, entrant, seen_ids, seen_names)
                seen_ids.setdefault(_fide_id(person), person_name(person))
                seen_names.add(_same(person))
    return found


def _doubts(
    person: Person, e: Entrant, seen_ids: Mapping[str, str], seen_names: set[tuple[str, object]]
) -> Iterator[Note]:
    name, title = person_name(person), str(person.get("title") or "").upper()
    fide_id = _fide_id(person)
    if fide_id and fide_id in seen_ids:
        yield note("doubt-id", "{name}: {id} is the FIDE number of {other} too.", name=name, id=fide_id,
                   other=seen_ids[fide_id])
    if _same(person)[1] and _same(person) in seen_names:
        yield note("doubt-name", "{name}: somebody with this name and birth year is entered already.", name=name)
    if title and title not in (*TITLES, *_HONORARY):
        yield note("doubt-title", "{name}: “{title}” is no title of FIDE.", name=name, title=title)
    if e.rating == 0:
        yield note("doubt-rating", "{name}: a rating of 0 means unrated; leave it empty.", name=name)


def _fide_id(person: Person) -> str:
    return str(person.get("intl_id") or "").strip()


def _same(person: Person) -> tuple[str, object]:
    return person_name(person).casefold(), person.get("birth_year")
