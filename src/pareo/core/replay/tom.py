"""The fold of an event that TOM runs: saves, and what is reported here between them.

A result counts as TOM says it, else as it was reported here. Reports of players, calls and extra minutes follow their
pair to another table; those of a pair that is broken up are set aside with its result, and come back with the pair
(BT-DIFF-5, BT-CON-4).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Any

from pareo.core.journal.codecs import RoundFact
from pareo.core.journal.fact import Fact
from pareo.core.journal.tom_facts import Saved, TomHeld, TomNoted, TomSettled, TomStopped, TomWritten
from pareo.core.journal.tom_sync import (
    DeskNote,
    LocalResult,
    MatchKey,
    TomSave,
    TomSync,
    key_of,
    result_from_lower,
    seated_matches,
)
from pareo.core.model.entities import Match, Round, Status
from pareo.core.model.floor import Reported
from pareo.core.model.outcome import Result
from pareo.core.tournament.tournament import Tournament

_BACK = ("rewinds", "re-pairs")  # saves after which TOM's own results are kept here
TOM = "TOM"


def saved(t: Tournament, fact: Saved) -> None:
    """One save. Settings are folded before it, by who knows them."""
    beside = t.beside
    if beside is None or not beside.following:
        _gather(t)
    beside = following(t)
    beside.following = True
    beside.person = fact.person or beside.person
    beside.digests.update(fact.digests)
    beside.categories.update(fact.categories)
    beside.timed.update((key.pod, key.number) for key in fact.timed)
    _settings(beside, fact)
    touched = {r.number for r in fact.structure.rounds} | {key.number for key in fact.structure.gone_rounds}
    touched |= {n for pod in fact.structure.gone_pods if pod in t.pods for n in t.pods[pod].rounds}
    before = _at_tables(t, touched)
    _people(t, fact)
    _pods(t, fact)
    _rounds(t, beside, fact)
    _move(t, beside, touched, before)
    _told(beside, fact)
    _recount(t, touched | {key.number for key, _ in fact.results})
    if fact.places is not None:
        beside.places = dict(fact.places)


def following(t: Tournament) -> TomSync:
    if t.beside is None:
        t.beside = TomSync()
    return t.beside


def _settings(beside: TomSync, fact: Saved) -> None:
    _update(beside.settings, fact.settings)
    for pod, values in fact.pod_settings.items():
        _update(beside.pod_settings.setdefault(pod, {}), values)


def _update(target: dict[str, object], changes: Mapping[str, object]) -> None:
    for key, value in changes.items():
        if value is None:
            target.pop(key, None)
        else:
            target[key] = value


def _people(t: Tournament, fact: Saved) -> None:
    for e in fact.entrants:
        t.entrants[e.no] = e
        t.highest_no = max(t.highest_no, e.no)
    for no in fact.removed:
        t.entrants.pop(no, None)


def _pods(t: Tournament, fact: Saved) -> None:
    change = fact.structure
    for gone in change.gone_pods:
        t.pods.pop(gone, None)
    for pod in change.pods:
        old = t.pods.get(pod.id)
        rounds, size = (old.rounds, old.start_size) if old is not None else ({}, 0)
        t.pods[pod.id] = replace(pod, rounds=rounds, start_size=size, closed=old is not None and old.closed)
    if change.closed is not None:
        for pod in list(t.pods.values()):
            if pod.closed != (pod.id in change.closed):
                t.pods[pod.id] = replace(pod, closed=not pod.closed)
    if change.pods or change.gone_pods:
        t.pod_of = {no: pod.id for pod in t.root_pods() for no in pod.members}


def _rounds(t: Tournament, beside: TomSync, fact: Saved) -> None:
    for pod_id, number in fact.structure.gone_rounds:
        if pod_id in t.pods:
            t.pods[pod_id].rounds.pop(number, None)
        _forget_round(t, beside, (pod_id, number))
    for gone in fact.structure.gone_pods:
        for key in [key for key in {*beside.came, *beside.held, *beside.changed} if key[0] == gone]:
            _forget_round(t, beside, key)
    for drafted in fact.structure.rounds:
        _draft(t, beside, drafted, fact)
    for pod_id, number, status in fact.structure.statuses:
        rounds = t.pods[pod_id].rounds
        rounds[number] = replace(rounds[number], status=status)
    begun = [(r.pod, r.number) for r in fact.structure.rounds if r.status is not Status.DRAFTED]
    begun += [(pod_id, number) for pod_id, number, status in fact.structure.statuses if status is not Status.DRAFTED]
    for pod_id, number in begun:
        _begun(t, beside, pod_id, number)


def _begun(t: Tournament, beside: TomSync, pod_id: str, number: int) -> None:
    beside.came.pop((pod_id, number), None)
    beside.held.discard((pod_id, number))
    pod = t.pods[pod_id]
    if number == pod.first_round and not pod.start_size:
        t.pods[pod_id] = replace(pod, start_size=len(pod.members))


def _forget_round(t: Tournament, beside: TomSync, key: tuple[str, int]) -> None:
    beside.came.pop(key, None)
    beside.held.discard(key)
    beside.changed.pop(key, None)
    beside.timed.discard(key)
    t.floor.clocks.pop(key, None)


def _draft(t: Tournament, beside: TomSync, drafted: RoundFact, fact: Saved) -> None:
    pod, number = t.pods[drafted.pod], drafted.number
    old = pod.rounds.get(number)
    status = drafted.status or Status.DRAFTED
    matches = {match.table: match for match in drafted.matches}
    pod.rounds[number] = Round(number, status, drafted.draft, matches, drafted.sitting, proof=drafted.proof)
    key = (drafted.pod, number)
    t.drafts[key] = max(t.drafts.get(key, 0), drafted.draft)
    if status is Status.DRAFTED:
        beside.came[key] = ""  # `note_time` says when
    elif old is not None and old.status is not Status.DRAFTED and fact.kind in _BACK:
        others = _others(old, matches.values())
        beside.changed[key] = tuple(sorted({*beside.changed.get(key, ()), *others} & matches.keys()))


def _others(old: Round, now: Iterable[Match]) -> list[int]:
    """Tables at which somebody else sits than before."""
    return [m.table for m in now if (was := old.matches.get(m.table)) is None or {was.a, was.b} != {m.a, m.b}]


# --- what follows the pairs -------------------------------------------------------------------------------------------


def _at_tables(t: Tournament, numbers: set[int]) -> dict[tuple[int, int], MatchKey]:
    return {(number, m.table): key_of(number, m.a, m.b) for _, number, m in seated_matches(t.pods) if number in numbers}


def _move(t: Tournament, beside: TomSync, numbers: set[int], before: Mapping[tuple[int, int], MatchKey]) -> None:
    """Claims, reporters, extra minutes and calls of these rounds to where their pairs sit now."""
    if not numbers:
        return
    floor = t.floor
    now = {key: place for place, key in _at_tables(t, numbers).items()}
    for place in [place for place in floor.claims if place[0] in numbers]:
        key = before.get(place)
        if key is not None:
            beside.claims[key] = floor.claims.pop(place)
    for key in [key for key in beside.claims if key in now]:
        floor.claims[now[key]] = beside.claims.pop(key)
    floor.reported = _moved(floor.reported, numbers, before, now)
    floor.extensions = {
        place: replace(one, table=place[1]) for place, one in _moved(floor.extensions, numbers, before, now).items()
    }
    floor.calls = _moved(floor.calls, numbers, before, now)


def _moved(
    kept: dict[tuple[int, int], Any],
    numbers: set[int],
    before: Mapping[tuple[int, int], MatchKey],
    now: Mapping[MatchKey, tuple[int, int]],
) -> dict[tuple[int, int], Any]:
    found = {place: one for place, one in kept.items() if place[0] not in numbers}
    for place, one in kept.items():
        if place[0] in numbers and (key := before.get(place)) is not None and key in now:
            found[now[key]] = one
    return found


def _gather(t: Tournament) -> None:
    """What was entered here while TOM was not followed is ours; also of an event that was imported and gone on with."""
    beside = following(t)
    for _, number, m in seated_matches(t.pods):
        key = key_of(number, m.a, m.b)
        if m.result is not None and beside.results.get(key) != result_from_lower(m, m.result):
            beside.ours.setdefault(key, LocalResult(result_from_lower(m, m.result)))


def _told(beside: TomSync, fact: Saved) -> None:
    """TOM's results as they are now. Those that went back with rounds or pairs are kept here (BT-DIFF-5)."""
    for key, result in fact.results:
        old = beside.results.pop(key, None)
        if result is not None:
            beside.results[key] = result
        elif old is not None and fact.kind in _BACK:
            beside.ours.setdefault(key, LocalResult(old, from_tom=True))
        mine = beside.ours.get(key)
        if mine is not None and mine.insisted and result == mine.result:
            beside.ours[key] = mine._replace(insisted=False)
    beside.untaken = {key for key in {*beside.untaken, *beside.written} if key not in beside.results}
    beside.written = {}


def _recount(t: Tournament, numbers: set[int]) -> None:
    beside = following(t)
    for _, number, m in list(seated_matches(t.pods)):
        if number in numbers:
            _put(t, number, m, beside.effective(number, m))


def _put(t: Tournament, number: int, match: Match, result: Result | None) -> None:
    if match.result != result:
        _, r, _ = t.find_table(number, match.table)
        r.matches[match.table] = replace(match, result=result)


def note_time(t: Tournament, fact: Fact, seq: int, actor: str, time: str) -> None:
    """When it was, where a fact of TOM leaves a trace of it."""
    beside = t.beside
    if beside is None:
        return
    if isinstance(fact, Saved):
        beside.saves.append(TomSave(fact.number, seq, fact.sha256, fact.kind, time, fact.kept))
        beside.came = {key: since or time for key, since in beside.came.items()}
        places = (
            {key: (number, m.table) for _, number, m in seated_matches(t.pods) if (key := key_of(number, m.a, m.b))}
            if fact.results
            else {}
        )
        for key, result in fact.results:
            if result is not None and key in places:
                t.floor.reported[places[key]] = Reported(TOM, time)
    elif isinstance(fact, TomNoted) and not fact.done:
        beside.notes[seq] = DeskNote(seq, fact.text, fact.no, fact.at or time, actor)


# --- between the saves ------------------------------------------------------------------------------------------------


def reported_here(beside: TomSync, number: int, match: Match, result: Result | None) -> Result | None:
    """Keeps a result that was reported here, or takes it back; the one that counts then."""
    key = key_of(number, match.a, match.b)
    if result is None:
        beside.ours.pop(key, None)
    else:
        beside.ours[key] = LocalResult(result_from_lower(match, result))
    return beside.effective(number, match)


def note_reporter(beside: TomSync, number: int, match: Match, by: Reported) -> None:
    key = key_of(number, match.a, match.b)
    if key in beside.ours:
        beside.ours[key] = beside.ours[key]._replace(agreed=by.by_players, by=by.actor, at=by.time)


def _settled(t: Tournament, fact: TomSettled) -> None:
    beside = following(t)
    if fact.ours:
        beside.ours[fact.key] = beside.ours[fact.key]._replace(insisted=True)
    else:
        del beside.ours[fact.key]
        for place, key in _at_tables(t, {fact.key.number}).items():
            if key == fact.key:
                t.floor.claims.pop(place, None)
        _recount(t, {fact.key.number})


def _noted(t: Tournament, fact: TomNoted) -> None:
    if fact.done:
        following(t).notes.pop(fact.done, None)


def _held(t: Tournament, fact: TomHeld) -> None:
    beside = following(t)
    for key in fact.rounds:
        if fact.held:
            beside.held.add((key.pod, key.number))
        else:
            beside.held.discard((key.pod, key.number))


def _written(t: Tournament, fact: TomWritten) -> None:
    beside = following(t)
    beside.written = {key: result for key, result in fact.results if result is not None}
    beside.untaken -= beside.written.keys()


def _stopped(t: Tournament, _fact: TomStopped) -> None:
    following(t).following = False


def published_beside(t: Tournament, pod: str, number: int) -> None:
    """A round that everybody sees waits no longer."""
    if t.beside is not None:
        t.beside.came.pop((pod, number), None)
        t.beside.held.discard((pod, number))


TOM_FOLD: Mapping[type[Fact], Callable[[Tournament, Any], None]] = {
    TomSettled: _settled,
    TomNoted: _noted,
    TomHeld: _held,
    TomWritten: _written,
    TomStopped: _stopped,
}
