"""Whether a tournament from elsewhere can be one of ours: checked before a journal is written.

Everything may come from a stranger's file. Each refusal is one sentence (BadInput) that names the player, the pod or
the round; nothing is repaired silently except tables, which are given anew where two matches claim the same one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, fields, replace
from typing import Any

from pareo.core.model.entities import Details, Drop, Entrant, Phase, Status
from pareo.core.model.player_fields import FIELDS, RATINGS, FieldType, rated
from pareo.core.model.ruleset import DivisionRules, Ruleset
from pareo.core.pairing.seating import LAST_TABLE
from pareo.core.rules.birth_years import divisions_in_force
from pareo.core.rules.pods import division_of
from pareo.core.settings.divisions import BIRTH_YEARS
from pareo.core.settings.event import DATE, SEASON
from pareo.core.text.clean_text import clean_line
from pareo.core.text.errors import BadInput
from pareo.formats.exchange.event import (
    ForeignEvent,
    ForeignMatch,
    ForeignPerson,
    ForeignPlayer,
    ForeignPod,
    ForeignRound,
)

PLAYERS_LIMIT = 20_000
ROUNDS_LIMIT = 100
PODS_LIMIT = 500
_DETAILS = tuple(f.name for f in fields(Details) if f.name != "division")
_TEXT = tuple(f.name for f in FIELDS if f.kind is FieldType.LINE and f.name in _DETAILS)
_RANGES = (
    *((f.name, f.low, f.high) for f in FIELDS if f.kind.numeric and f.name in _DETAILS),
    ("start_no", 0, 100_000),
    ("bonus", -10_000, 10_000),
)


@dataclass(frozen=True, slots=True)
class Members:
    """A pod with its members as entrant numbers, and its rounds with tables that fit."""

    pod: ForeignPod
    number: Mapping[str, int]  # entrant numbers by key, of the whole event

    @property
    def nos(self) -> list[int]:
        return [self.number[key] for key in self.pod.members]


def checked_people(
    event: ForeignEvent, ruleset: Ruleset, new_id: Callable[[], str]
) -> tuple[list[Entrant], dict[str, dict[str, Any]]]:
    """The entrants with their numbers, and the personal data of everybody by random id."""
    if len(event.players) > PLAYERS_LIMIT:
        raise BadInput("import-players", "The file has {count} players; the limit is {limit}.",
                       count=len(event.players), limit=PLAYERS_LIMIT)  # fmt: skip
    entrants: list[Entrant] = []
    people: dict[str, dict[str, Any]] = {}
    keys: set[str] = set()
    ids: set[str] = set()
    years = _years(event, ruleset)
    numbers = entrant_numbers(event)
    for player in event.players:
        if player.key in keys:
            raise BadInput("import-player-twice", "Player “{key}” is in the file twice.", key=player.key[:60])
        keys.add(player.key)
        no = numbers[player.key]
        persons = []
        team: tuple[ForeignPerson | ForeignPlayer, ...] = (player, *player.mates)
        for person in team:
            record = _record(person, no)
            if person_id := record.get("id"):
                if person_id in ids:
                    raise BadInput("id-taken", "{where}the ID “{id}” is already taken.", where="", id=person_id)
                ids.add(person_id)
            persons.append(new_id())
            people[persons[-1]] = record
        entrants.append(_entrant(no, player, tuple(persons), ruleset, years))
    return entrants, people


def entrant_numbers(event: ForeignEvent) -> dict[str, int]:
    """Entrant numbers by key: those given, or the places in the list."""
    numbers = [player.no for player in event.players]
    if any(numbers) and (min(numbers) < 1 or len(set(numbers)) != len(numbers) or max(numbers) > 10 * PLAYERS_LIMIT):
        raise BadInput("import-numbers", "Player numbers must start at 1 and each be used once.")
    return {player.key: player.no or place for place, player in enumerate(event.players, 1)}


def _years(event: ForeignEvent, ruleset: Ruleset) -> DivisionRules | None:
    if ruleset.divisions is None:
        return None
    return divisions_in_force(
        ruleset.divisions,
        date=DATE.of(event.settings) or "",
        text=BIRTH_YEARS.of(event.settings),
        season=SEASON.of(event.settings),
        usual=ruleset.season,
    )


def _record(person: ForeignPerson | ForeignPlayer, no: int) -> dict[str, Any]:
    """A person as stored outside the journal. Somebody without a name (forgotten) stays without one."""
    where = f"Player {no}: "
    record: dict[str, Any] = dict(person.extra)
    for key in ("first", "last", "id", "nickname", "contact"):
        if (value := getattr(person, key)) and (text := clean_line(value, f"{where}{key}")):
            record[key] = text
    if person.notes:
        record["notes"] = person.notes[:5000]
    if person.birth_year is not None:
        _check_range(where, "birth_year", person.birth_year, 1900, 2100)
        record["birth_year"] = person.birth_year
    return record


def _entrant(
    no: int, player: ForeignPlayer, persons: tuple[str, ...], ruleset: Ruleset, years: DivisionRules | None
) -> Entrant:
    where = f"Player {no}: "
    for key, low, high in _RANGES:
        if (value := getattr(player, key)) is not None:
            _check_range(where, key, value, low, high)
    for number in player.absent:
        _check_range(where, "absent", number, 1, ROUNDS_LIMIT)
    for number, points in player.bye_points:
        _check_range(where, "absent", number, 1, ROUNDS_LIMIT)
        _check_range(where, "bye_points", points, 0, 10_000)
    if player.drop is not None:
        _check_range(where, "drop", player.drop.after, 0, ROUNDS_LIMIT)
    if not 0 <= player.captain < len(persons) or (ruleset.entrant == "team") != bool(player.team):
        raise BadInput("import-team", "{where}some rulesets are for teams and others for single players: {ruleset}.",
                       where=where, ruleset=ruleset.title)  # fmt: skip
    details: dict[str, Any] = {key: getattr(player, key) for key in _DETAILS}
    details |= {key: clean_line(details[key], f"{where}{key}") for key in _TEXT if details[key]}
    details |= {key: rated(details[key]) for key in RATINGS}
    return Entrant(
        no=no,
        persons=persons,
        captain=player.captain,
        division=_division(player, years, where),
        start_no=player.start_no,
        bonus=player.bonus,
        bye_points=tuple((number, points) for number, points in player.bye_points),
        drop=_clean_drop(player.drop),
        **details,
    )


def _clean_drop(drop: Drop | None) -> Drop | None:
    return None if drop is None else replace(drop, reason=clean_line(drop.reason, "reason", 500))


def _check_range(where: str, key: str, value: int, low: int, high: int) -> None:
    if not low <= value <= high:
        raise BadInput("number-out-of-range", "{where}{key} {value} is not between {low} and {high}.",
                       where=where, key=key, value=value, low=low, high=high)  # fmt: skip


def _division(player: ForeignPlayer, years: DivisionRules | None, where: str) -> str:
    """The division given, or by birth year; without either the oldest, as when somebody is entered by hand."""
    if years is None:
        return clean_line(player.division, f"{where}division")
    if player.division:
        known = [d.id for d in years.divisions]
        if player.division not in known:
            raise BadInput("division-unknown", "{where}there is no division “{division}” (divisions: {known}).",
                           where=where, division=player.division[:60], known=", ".join(known))  # fmt: skip
        return player.division
    return years.divisions[-1].id if player.birth_year is None else division_of(years, player.birth_year)


# --- pods -------------------------------------------------------------------------------------------------------------


def checked_pods(event: ForeignEvent) -> list[Members]:
    """The pods with every table unique in its round."""
    number = entrant_numbers(event)
    if len(event.pods) > PODS_LIMIT:
        raise BadInput("import-pods", "The file has {count} groups; the limit is {limit}.",
                       count=len(event.pods), limit=PODS_LIMIT)  # fmt: skip
    before: set[str] = set()
    entered: set[str] = set()
    for pod in event.pods:
        _check_pod(pod, number, before)
        if not pod.sources:
            if not entered.isdisjoint(pod.members):
                raise _bad_pod(pod, "has players who are already in another pod")
            entered.update(pod.members)
        before.add(pod.id)
    used: dict[int, set[int]] = {}
    for pod in event.pods:
        for r in pod.rounds:
            tables = [m.table for m in r.matches if m.table]
            used.setdefault(r.number, set()).update(tables)
    seated: dict[int, set[int]] = {}
    return [Members(_with_tables(pod, used, seated), number) for pod in event.pods]


def _bad_pod(pod: ForeignPod, problem: str) -> BadInput:
    return BadInput("import-pod", "Group {pod} of the file {problem}.", pod=pod.id[:60], problem=problem)


def _check_pod(pod: ForeignPod, number: Mapping[str, int], before: set[str]) -> None:
    if not pod.id or pod.id in before or clean_line(pod.id, "pod") != pod.id:
        raise _bad_pod(pod, "has no name of its own")
    if not before.issuperset(pod.sources):
        raise _bad_pod(pod, "comes from a pod that is not in the file")
    members = set(pod.members)
    if len(members) != len(pod.members) or not members <= number.keys():
        raise _bad_pod(pod, "has a player twice, or one who is not in the list of players")
    if pod.phase in (Phase.CUT, Phase.ELIMINATION) and len(members) < 2:
        raise _bad_pod(pod, "is a bracket with fewer than two players")
    if not 1 <= pod.first_round <= ROUNDS_LIMIT or not 0 <= pod.planned <= ROUNDS_LIMIT:
        raise _bad_pod(pod, "has round numbers that cannot be")
    if not 1 <= pod.first_table <= LAST_TABLE:
        raise _bad_pod(pod, "has a first table that cannot be")
    numbers = [r.number for r in pod.rounds]
    if numbers != list(range(pod.first_round, pod.first_round + len(numbers))) or len(numbers) > ROUNDS_LIMIT:
        raise _bad_pod(pod, "does not have its rounds one after the other")
    for r in pod.rounds:
        _check_round(pod, r, members, last=r.number == numbers[-1])


def _check_round(pod: ForeignPod, r: ForeignRound, members: set[str], *, last: bool) -> None:
    seen: set[str] = set()
    inside = [key for m in r.matches for key in (m.a, m.b)] + [s.key for s in r.sittings]
    for key in inside:
        if key in seen:
            raise _bad_pod(pod, f"has a player twice in round {r.number}")
        seen.add(key)
    if not seen <= members:
        raise _bad_pod(pod, f"has a player in round {r.number} who is not one of its own")
    if r.status is Status.FINISHED and any(m.result is None for m in r.matches):
        raise _bad_pod(pod, f"has a finished round {r.number} without all results")
    if r.status is not Status.FINISHED and not last:
        raise _bad_pod(pod, f"continues after round {r.number}, which is not finished")


def _with_tables(pod: ForeignPod, used: dict[int, set[int]], seated: dict[int, set[int]]) -> ForeignPod:
    rounds = []
    for r in pod.rounds:
        free = _free_tables(pod.first_table, used[r.number])
        matches = tuple(_at_table(m, seated.setdefault(r.number, set()), free) for m in r.matches)
        rounds.append(replace(r, matches=matches))
    return replace(pod, rounds=tuple(rounds))


def _free_tables(first: int, used: set[int]) -> Iterator[int]:
    table = first
    while True:
        if table not in used:
            used.add(table)
            yield table
        table += 1


def _at_table(m: ForeignMatch, seated: set[int], free: Iterator[int]) -> ForeignMatch:
    """The match at the table it names, unless another of the same round sits there."""
    table = m.table
    if table is None or not 1 <= table <= LAST_TABLE or table in seated:
        table = next(free)
    seated.add(table)
    return m if table == m.table else replace(m, table=table)
