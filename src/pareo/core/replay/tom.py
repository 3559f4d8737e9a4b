"""Replay of an event that TOM runs: saves, and what is reported here between them.

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
from pareo.core.journal.facts import JournalEntry
from pareo.core.journal.tom_facts import Saved, TomHeld, TomNoted, TomSettled, TomStopped, TomWritten
from pareo.core.journal.tom_sync import (
    DeskNote,
    LocalResult,
    MatchKey,
    TomSave,
    TomSync,
    match_key_of,
    mean_the_same,
    result_from_lower,
    seated_matches,
)
from pareo.core.model.entities import Match, Round, Status
from pareo.core.model.floor import Reported
from pareo.core.model.outcome import Result
from pareo.core.tournament.tournament import Tournament

_REWINDING = ("rewinds", "re-pairs")  # saves after which TOM's own results are kept here
TOM = "TOM"


def apply_tom_save(t: Tournament, fact: Saved) -> None:
    """Applies one save of TOM but for its settings, which the caller applies first."""
    tom = t.tom
    if tom is None or not tom.following:
        _collect_local_results(t)
    tom = tom_sync_of(t)
    tom.following = True
    tom.person = fact.person or tom.person
    tom.digests.update(fact.digests)
    tom.categories.update(fact.categories)
    tom.timed.update((key.pod, key.number) for key in fact.timed)
    _apply_settings(tom, fact)
    touched = {r.number for r in fact.structure.rounds} | {key.number for key in fact.structure.gone_rounds}
    touched |= {n for pod in fact.structure.gone_pods if pod in t.pods for n in t.pods[pod].rounds}
    before = _at_tables(t, touched)
    _apply_people(t, fact)
    _apply_pods(t, fact)
    _apply_rounds(t, tom, fact)
    _follow_pairs(t, tom, touched, before)
    _apply_results(tom, fact)
    _recount_results(t, touched | {key.number for key, _ in fact.results})
    if fact.places is not None:
        tom.places = dict(fact.places)


def tom_sync_of(t: Tournament) -> TomSync:
    if t.tom is None:
        t.tom = TomSync()
    return t.tom


def _apply_settings(tom: TomSync, fact: Saved) -> None:
    _merge_changes(tom.settings, fact.settings)
    for pod, values in fact.pod_settings.items():
        _merge_changes(tom.pod_settings.setdefault(pod, {}), values)


def _merge_changes(target: dict[str, object], changes: Mapping[str, object]) -> None:
    for key, value in changes.items():
        if value is None:
            target.pop(key, None)
        else:
            target[key] = value


def _apply_people(t: Tournament, fact: Saved) -> None:
    for e in fact.entrants:
        t.entrants[e.no] = e
        t.highest_no = max(t.highest_no, e.no)
    for no in fact.removed:
        t.entrants.pop(no, None)


def _apply_pods(t: Tournament, fact: Saved) -> None:
    change = fact.structure
    for gone in change.gone_pods:
        t.pods.pop(gone, None)
    for pod in change.pods:
        old = t.pods.get(pod.id)
        known = old if old is not None else replace(pod, rounds={}, start_size=0, start_counts=(), closed=False)
        t.pods[pod.id] = replace(
            pod,
            rounds=known.rounds,
            start_size=known.start_size,
            start_counts=known.start_counts,
            closed=known.closed,
        )
    if change.closed is not None:
        for pod in list(t.pods.values()):
            if pod.closed != (pod.id in change.closed):
                t.pods[pod.id] = replace(pod, closed=not pod.closed)
    if change.pods or change.gone_pods:
        t.pod_of = {no: pod.id for pod in t.root_pods() for no in pod.members}


def _apply_rounds(t: Tournament, tom: TomSync, fact: Saved) -> None:
    for pod_id, number in fact.structure.gone_rounds:
        if pod_id in t.pods:
            t.pods[pod_id].rounds.pop(number, None)
        _forget_round(t, tom, (pod_id, number))
    for pod_gone in fact.structure.gone_pods:
        for key in [key for key in {*tom.unpublished_since, *tom.held, *tom.changed} if key[0] == pod_gone]:
            _forget_round(t, tom, key)
    for drafted in fact.structure.rounds:
        _apply_draft(t, tom, drafted, fact)
    for pod_id, number, status in fact.structure.statuses:
        rounds = t.pods[pod_id].rounds
        rounds[number] = replace(rounds[number], status=status)
    started = [(r.pod, r.number) for r in fact.structure.rounds if r.status is not Status.DRAFTED]
    started += [(pod_id, number) for pod_id, number, status in fact.structure.statuses if status is not Status.DRAFTED]
    for pod_id, number in started:
        _start_round(t, tom, pod_id, number)


def _start_round(t: Tournament, tom: TomSync, pod_id: str, number: int) -> None:
    tom.unpublished_since.pop((pod_id, number), None)
    tom.held.discard((pod_id, number))
    pod = t.pods[pod_id]
    if number == pod.first_round and not pod.start_size:
        t.pods[pod_id] = pod.started_with(t.entrants)


def _forget_round(t: Tournament, tom: TomSync, key: tuple[str, int]) -> None:
    tom.unpublished_since.pop(key, None)
    tom.held.discard(key)
    tom.changed.pop(key, None)
    tom.timed.discard(key)
    t.floor.clocks.pop(key, None)


def _apply_draft(t: Tournament, tom: TomSync, drafted: RoundFact, fact: Saved) -> None:
    pod, number = t.pods[drafted.pod], drafted.number
    old = pod.rounds.get(number)
    status = drafted.status or Status.DRAFTED
    matches = {match.table: match for match in drafted.matches}
    pod.rounds[number] = Round(number, status, drafted.draft, matches, drafted.sitting, proof=drafted.proof)
    key = (drafted.pod, number)
    t.drafts[key] = max(t.drafts.get(key, 0), drafted.draft)
    if status is Status.DRAFTED:
        tom.unpublished_since[key] = ""  # `note_time` says when
    elif old is not None and old.status is not Status.DRAFTED and fact.kind in _REWINDING:
        others = _changed_tables(old, matches.values())
        tom.changed[key] = tuple(sorted({*tom.changed.get(key, ()), *others} & matches.keys()))


def _changed_tables(old: Round, now: Iterable[Match]) -> list[int]:
    """Tables at which somebody else sits than before."""
    return [m.table for m in now if (before := old.matches.get(m.table)) is None or {before.a, before.b} != {m.a, m.b}]


# --- what follows the pairs -------------------------------------------------------------------------------------------


def _at_tables(t: Tournament, numbers: set[int]) -> dict[tuple[int, int], MatchKey]:
    return {
        (number, m.table): match_key_of(number, m.a, m.b)
        for _, number, m in seated_matches(t.pods)
        if number in numbers
    }


def _follow_pairs(
    t: Tournament, tom: TomSync, numbers: set[int], keys_before: Mapping[tuple[int, int], MatchKey]
) -> None:
    """Claims, reporters, extra minutes and calls of these rounds to where their pairs sit now."""
    if not numbers:
        return
    floor = t.floor
    places_now = {key: place for place, key in _at_tables(t, numbers).items()}
    for place in [place for place in floor.claims if place[0] in numbers]:
        key = keys_before.get(place)
        if key is not None:
            tom.claims[key] = floor.claims.pop(place)
    for key in [key for key in tom.claims if key in places_now]:
        floor.claims[places_now[key]] = tom.claims.pop(key)
    floor.reported = _at_new_tables(floor.reported, numbers, keys_before, places_now)
    floor.extensions = {
        place: replace(extension, table=place[1])
        for place, extension in _at_new_tables(floor.extensions, numbers, keys_before, places_now).items()
    }
    floor.calls = _at_new_tables(floor.calls, numbers, keys_before, places_now)


def _at_new_tables(
    items: dict[tuple[int, int], Any],
    numbers: set[int],
    keys_before: Mapping[tuple[int, int], MatchKey],
    places_now: Mapping[MatchKey, tuple[int, int]],
) -> dict[tuple[int, int], Any]:
    moved = {place: item for place, item in items.items() if place[0] not in numbers}
    for place, item in items.items():
        if place[0] in numbers and (key := keys_before.get(place)) is not None and key in places_now:
            moved[places_now[key]] = item
    return moved


def _collect_local_results(t: Tournament) -> None:
    """What was entered here while TOM was not followed is ours; also of an event that was imported and gone on with."""
    tom = tom_sync_of(t)
    for _, number, m in seated_matches(t.pods):
        key = match_key_of(number, m.a, m.b)
        if m.result is not None and tom.results.get(key) != result_from_lower(m, m.result):
            tom.ours.setdefault(key, LocalResult(result_from_lower(m, m.result)))


def _apply_results(tom: TomSync, fact: Saved) -> None:
    """TOM's results as they are now. Those that went back with rounds or pairs are kept here (BT-DIFF-5)."""
    for key, result in fact.results:
        old = tom.results.pop(key, None)
        if result is not None:
            tom.results[key] = result
        elif old is not None and fact.kind in _REWINDING:
            tom.ours.setdefault(key, LocalResult(old, from_tom=True))
        local = tom.ours.get(key)
        if local is not None and local.insisted and mean_the_same(local.result, result):
            tom.ours[key] = local._replace(insisted=False)
    tom.untaken = {key for key in {*tom.untaken, *tom.written} if key not in tom.results}
    tom.written = {}


def _recount_results(t: Tournament, numbers: set[int]) -> None:
    tom = tom_sync_of(t)
    for _, number, m in list(seated_matches(t.pods)):
        if number in numbers:
            _set_result(t, number, m, tom.effective(number, m))


def _set_result(t: Tournament, number: int, match: Match, result: Result | None) -> None:
    if match.result != result:
        _, r, _ = t.find_table(number, match.table)
        r.matches[match.table] = replace(match, result=result)


def note_time(t: Tournament, tom: TomSync, fact: Fact, entry: JournalEntry) -> None:
    """Notes the time of a save, or of a note for the desk, where the state shows it. `fact` is the entry's, or a part
    of it."""
    seq, actor, time = entry.seq, entry.actor, entry.time
    if isinstance(fact, Saved):
        tom.saves.append(TomSave(fact.number, seq, fact.sha256, fact.kind, time, fact.kept))
        tom.unpublished_since = {key: since or time for key, since in tom.unpublished_since.items()}
        places = (
            {
                key: (number, m.table)
                for _, number, m in seated_matches(t.pods)
                if (key := match_key_of(number, m.a, m.b))
            }
            if fact.results
            else {}
        )
        for key, result in fact.results:
            if result is not None and key in places:
                t.floor.reported[places[key]] = Reported(TOM, time)
    elif isinstance(fact, TomNoted) and not fact.done:
        tom.notes[seq] = DeskNote(seq, fact.text, fact.no, fact.at or time, actor)


# --- between the saves ------------------------------------------------------------------------------------------------


def record_local_result(tom: TomSync, number: int, match: Match, result: Result | None) -> Result | None:
    """Stores a result that was reported here, or takes it back; gives the one that counts then."""
    key = match_key_of(number, match.a, match.b)
    if result is None:
        tom.ours.pop(key, None)
    else:
        tom.ours[key] = LocalResult(result_from_lower(match, result))
    return tom.effective(number, match)


def note_reporter(tom: TomSync, number: int, match: Match, reporter: Reported) -> None:
    key = match_key_of(number, match.a, match.b)
    if key in tom.ours:
        tom.ours[key] = tom.ours[key]._replace(agreed=reporter.by_players, by=reporter.actor, at=reporter.time)


def _apply_settled(t: Tournament, fact: TomSettled) -> None:
    tom = tom_sync_of(t)
    if fact.ours:
        tom.ours[fact.key] = tom.ours[fact.key]._replace(insisted=True)
    else:
        del tom.ours[fact.key]
        for place, key in _at_tables(t, {fact.key.number}).items():
            if key == fact.key:
                t.floor.claims.pop(place, None)
        _recount_results(t, {fact.key.number})


def _apply_noted(t: Tournament, fact: TomNoted) -> None:
    if fact.done:
        tom_sync_of(t).notes.pop(fact.done, None)


def _apply_held(t: Tournament, fact: TomHeld) -> None:
    tom = tom_sync_of(t)
    for key in fact.rounds:
        if fact.held:
            tom.held.add((key.pod, key.number))
        else:
            tom.held.discard((key.pod, key.number))


def _apply_written(t: Tournament, fact: TomWritten) -> None:
    tom = tom_sync_of(t)
    tom.written = {key: result for key, result in fact.results if result is not None}
    tom.untaken -= tom.written.keys()


def _apply_stopped(t: Tournament, _fact: TomStopped) -> None:
    tom_sync_of(t).following = False


def note_published(t: Tournament, pod: str, number: int) -> None:
    """Notes that a round is published: it waits no longer and is not held back."""
    if t.tom is not None:
        t.tom.unpublished_since.pop((pod, number), None)
        t.tom.held.discard((pod, number))


TOM_FOLD: Mapping[type[Fact], Callable[[Tournament, Any], None]] = {
    TomSettled: _apply_settled,
    TomNoted: _apply_noted,
    TomHeld: _apply_held,
    TomWritten: _apply_written,
    TomStopped: _apply_stopped,
}
