"""What a save of TOM changes: from the state as it is and the event as the save alone tells it, one fact (BT-DIFF-1).

Pure. `target` is the tournament that importing the save alone gives, with our entrant numbers; `known` what TOM said
before. Results that were reported here are none of its business: they lie over TOM's, and replay keeps them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, fields, replace

from pareo.core.journal.codecs import RoundFact, RoundKey
from pareo.core.journal.tom_facts import RoundStatus, Saved, Structure, TomChange, TomResult
from pareo.core.journal.tom_sync import MatchKey, TomSync, match_key_of, result_from_lower, seated_matches
from pareo.core.model.entities import Drop, Entrant, Phase, Pod, Round, Status
from pareo.core.model.outcome import Outcome, Result
from pareo.core.tournament.tournament import Tournament

REMOVED = "removed in TOM"  # the reason of who is in TOM's file no longer (BT-DIFF-6)
_TOM_FIELDS = ("division", "byes", "fixed_table", "late_from", "drop", "start_no", "persons")
_EDITED_FIELDS = ("division", "byes", "fixed_table")
_POD_FIELDS = tuple(f.name for f in fields(Pod) if f.name not in ("rounds", "closed", "start_size", "start_counts"))


@dataclass(frozen=True, slots=True)
class SaveFacts:
    """What a save of TOM says besides pods and rounds."""

    settings: Mapping[str, object] = field(default_factory=dict)
    pod_settings: Mapping[str, Mapping[str, object]] = field(default_factory=dict)
    places: Mapping[int, int] = field(default_factory=dict)
    edited: frozenset[int] = frozenset()  # whose names or birth years are others
    renumbered: frozenset[int] = frozenset()
    linked: bool = False  # the tournament's number came later (BT-ID-1)


def difference(t: Tournament, target: Tournament, save: SaveFacts, *, sha256: str) -> Saved:
    """The fact of a save: what it changes in the tournament. The caller adds what is stored with it."""
    known = t.tom or TomSync()
    people = _People(t, target, save)
    structure, rounds = _structure_changes(t, target)
    theirs = tom_results(target)
    results = _changed_results(known.results, theirs)
    settings = _setting_changes(known.settings if known.saves else dict(t.settings), save.settings)
    pod_settings = {
        pod: changed
        for pod in (*target.pod_settings, *(known.pod_settings if known.saves else {}))
        if (
            changed := _setting_changes(
                known.pod_settings.get(pod, {}) if known.saves else t.pod_settings.get(pod, {}),
                save.pod_settings.get(pod, {}),
            )
        )
    }
    name = target.name if target.name != t.name else None
    changes = [
        *people.changes,
        *rounds,
        *_result_changes(target, known.results, results),
        *([TomChange("settings")] if settings or pod_settings or name is not None else []),
        *([TomChange("linked")] if save.linked else []),
        *([TomChange("ended")] if save.places and not known.places else []),
    ]
    return Saved(
        len(known.saves) + 1,
        sha256,
        _save_kind(t, changes),
        tuple(changes),
        name,
        settings,
        pod_settings,
        tuple(people.entrants),
        tuple(people.removed),
        structure=structure,
        results=tuple(results),
        places=tuple(sorted(save.places.items())) if save.places != known.places else None,
    )


def is_empty_save(fact: Saved) -> bool:
    """Does the save change nothing but clocks and dates of change? Then it is not journalled (BT-WATCH-3)."""
    return not (
        fact.news
        or fact.entrants
        or fact.removed
        or fact.results
        or fact.structure != Structure()
        or fact.settings
        or fact.pod_settings
        or fact.places is not None
        or fact.name is not None
    )


def tom_results(target: Tournament) -> dict[MatchKey, Result]:
    """The results of a save, by who meets whom."""
    return {
        match_key_of(number, m.a, m.b): result_from_lower(m, m.result)
        for _, number, m in seated_matches(target.pods)
        if m.result is not None
    }


def _setting_changes(before: Mapping[str, object], now: Mapping[str, object]) -> dict[str, object]:
    changed = {key: value for key, value in now.items() if before.get(key) != value}
    return changed | {key: None for key in before if key in _TOM_SETTINGS and key not in now}


_TOM_SETTINGS = (
    "cut",
    "third_place",
    "blocked_tables",
    "first_table",
    "sections",
    "rounds",
    "number",
    "place",
    "organiser",
    "date",
    "round_minutes",
    "cut_minutes",
    "birth_years",
)


# --- people -----------------------------------------------------------------------------------------------------------


class _People:
    """Who is new, different or gone."""

    def __init__(self, t: Tournament, target: Tournament, save: SaveFacts) -> None:
        self.entrants: list[Entrant] = []
        self.removed: list[int] = []
        self.changes: list[TomChange] = []
        for no, e in target.entrants.items():
            old = t.entrants.get(no)
            new = e if old is None else replace(old, **{key: getattr(e, key) for key in _TOM_FIELDS})
            if old != new:
                self.entrants.append(new)
            self.changes += [
                TomChange(kind, no=no) for kind in _person_changes(old, new, no, save, paired=bool(t.pods))
            ]
        for no in t.entrants.keys() - target.entrants.keys():
            self._add_missing(t, target, t.entrants[no])

    def _add_missing(self, t: Tournament, target: Tournament, e: Entrant) -> None:
        if not t.pods and not target.pods:
            self.removed.append(e.no)
        elif e.drop is None or e.drop.reason != REMOVED:
            last = max((r.number for p in target.pods.values() for r in p.rounds.values()), default=0)
            self.entrants.append(replace(e, drop=Drop(last, "drop", REMOVED)))
        else:
            return
        self.changes.append(TomChange("removed", no=e.no))


def _person_changes(old: Entrant | None, new: Entrant, no: int, save: SaveFacts, *, paired: bool) -> Iterator[str]:
    if old is None:
        yield "late" if paired else "entered"
        if new.drop is not None:
            yield from _drop_changes(None, new.drop)
        return
    if no in save.renumbered:
        yield "renumbered"
    elif no in save.edited or any(getattr(old, key) != getattr(new, key) for key in _EDITED_FIELDS):
        yield "edited"
    if new.late_from and not old.late_from:
        yield "late"
    yield from _drop_changes(old.drop, new.drop)


def _drop_changes(old: Drop | None, new: Drop | None) -> Iterator[str]:
    if old == new:
        return
    if new is None:
        yield "undropped"
    elif new.kind == "disqualified":
        yield "disqualified"
    elif old is None or old.kind == "disqualified":
        yield "dropped"


# --- pods and rounds --------------------------------------------------------------------------------------------------


def _structure_changes(t: Tournament, target: Tournament) -> tuple[Structure, list[TomChange]]:
    changes: list[TomChange] = []
    gone = tuple(p for p in t.pods if p not in target.pods)
    pods = tuple(
        replace(p, rounds={}, closed=False, start_size=0, start_counts=())
        for p in target.pods.values()
        if _pod_differs(t.pods.get(p.id), p)
    )
    changes += [TomChange("pods", pod=pod) for pod in gone]
    for p in pods:
        new = p.id not in t.pods
        kind = "cut" if new and p.phase is Phase.CUT else "section" if new and p.section else "pods"
        if new or t.pods[p.id].divisions != p.divisions or t.pods[p.id].members != p.members:
            changes.append(TomChange(kind, pod=p.id))
    rounds: list[RoundFact] = []
    statuses: list[RoundStatus] = []
    missing = [
        RoundKey(p.id, number)
        for p in t.pods.values()
        for number in p.rounds
        if p.id in gone or number not in target.pods[p.id].rounds
    ]
    changes += [
        TomChange("round-removed", key.number, pod=key.pod)
        for key in missing
        if not any(key.number in p.rounds for p in target.pods.values())
    ]
    homes = {(number, m.a, m.b): p.id for p, number, m in seated_matches(t.pods)}
    for p in target.pods.values():
        before = t.pods[p.id].rounds if p.id in t.pods else {}
        for number, r in p.rounds.items():
            old = before.get(number)
            status = _status_after(old or _round_in_other_pod(t, homes, r), r)
            if old is None or not _same_pairs(old, r):
                rounds.append(_round_fact(t, p, r, status))
                changes += _pairing_changes(p, old, r)
            elif old.status is not status:
                statuses.append(RoundStatus(p.id, number, status))
            changes += _status_changes(p, old, r, status)
    closed = tuple(p.id for p in target.pods.values() if p.closed)
    as_before = closed == tuple(p.id for p in t.pods.values() if p.closed)
    structure = Structure(
        pods,
        gone,
        None if as_before else closed,
        tuple(rounds),
        tuple(key for key in missing if key.pod not in gone),
        tuple(statuses),
    )
    return structure, changes


def _pod_differs(old: Pod | None, new: Pod) -> bool:
    return old is None or any(getattr(old, name) != getattr(new, name) for name in _POD_FIELDS)


def _round_in_other_pod(t: Tournament, homes: Mapping[tuple[int, int, int], str], r: Round) -> Round | None:
    """The round as another pod had it: a late Junior may turn pod 9 into 10 (BT-DIFF-2)."""
    for m in r.matches.values():
        if (home := homes.get((r.number, m.a, m.b))) is not None:
            return t.pods[home].rounds[r.number]
    return None


def _status_after(old: Round | None, new: Round) -> Status:
    """How far the round is here: TOM says when it is over, and who publishes it is up to us (BT-PUB-1)."""
    if new.status is Status.FINISHED:
        return Status.FINISHED
    if old is not None and old.status is not Status.DRAFTED:
        return Status.PUBLISHED if old.status is Status.PUBLISHED and not _has_result(new) else Status.STARTED
    return Status.STARTED if _has_result(new) else Status.DRAFTED


def _has_result(r: Round) -> bool:
    return any(m.result is not None for m in r.matches.values())


def _same_pairs(old: Round, new: Round) -> bool:
    if old.matches.keys() != new.matches.keys() or old.sitting != new.sitting:
        return False
    return all((was := old.matches[table]).a == m.a and was.b == m.b for table, m in new.matches.items())


def _round_fact(t: Tournament, p: Pod, r: Round, status: Status) -> RoundFact:
    matches = tuple(replace(m, result=None) for m in r.matches.values())
    return RoundFact(p.id, r.number, t.drafts.get((p.id, r.number), 0) + 1, matches, r.sitting, r.proof, status=status)


def _pairing_changes(p: Pod, old: Round | None, new: Round) -> list[TomChange]:
    """Paired, paired again, moved to another table, or deleted in TOM."""
    if old is None:
        return [TomChange("paired", new.number, pod=p.id)]
    was, now = _pairs(old), _pairs(new)
    inside = {no for pair in now for no in pair}
    lost = was.keys() - now.keys()
    deleted = [was[pair] for pair in lost if inside.isdisjoint(pair)]
    changes = [TomChange("deleted", new.number, table, pod=p.id) for table in sorted(deleted)]
    if now.keys() - was.keys() or len(deleted) < len(lost):
        changes.append(TomChange("re-paired", new.number, pod=p.id))
    elif sorted(map(str, _sitting_outcomes(old))) != sorted(map(str, _sitting_outcomes(new))) and not lost:
        changes.append(TomChange("byes", new.number, pod=p.id))
    changes += [
        TomChange("moved", new.number, now[pair], pod=p.id)
        for pair in sorted(was.keys() & now.keys())
        if was[pair] != now[pair]
    ]
    return changes


def _pairs(r: Round) -> dict[tuple[int, int], int]:
    return {(min(m.a, m.b), max(m.a, m.b)): m.table for m in r.matches.values()}


def _sitting_outcomes(r: Round) -> list[tuple[int, str]]:
    return [(s.no, s.outcome.value) for s in r.sitting if s.outcome is not Outcome.LATE_LOSS]


def _status_changes(p: Pod, old: Round | None, new: Round, status: Status) -> list[TomChange]:
    changes = []
    waited = old is None or old.status is Status.DRAFTED
    if waited and new.status is not Status.DRAFTED and status is not Status.DRAFTED:
        changes.append(TomChange("started", new.number, pod=p.id))
    if status is Status.FINISHED and (old is None or old.status is not Status.FINISHED):
        changes.append(TomChange("finished", new.number, pod=p.id))
    return changes


# --- results ----------------------------------------------------------------------------------------------------------


def _changed_results(before: Mapping[MatchKey, Result], now: Mapping[MatchKey, Result]) -> list[TomResult]:
    changed = [TomResult(key, result) for key, result in now.items() if before.get(key) != result]
    return [*changed, *(TomResult(key, None) for key in before if key not in now)]


def _result_changes(target: Tournament, before: Mapping[MatchKey, Result], results: list[TomResult]) -> list[TomChange]:
    tables = {match_key_of(number, m.a, m.b): m.table for _, number, m in seated_matches(target.pods)}
    changes = []
    for key, result in results:
        if key in tables:
            kind = "result-cleared" if result is None else "result-changed" if key in before else "result"
            changes.append(TomChange(kind, key.number, tables[key]))
    return changes


def _save_kind(t: Tournament, changes: list[TomChange]) -> str:
    """What the save does to what was known (BT-DIFF-4)."""
    if t.tom is None or not t.tom.saves:
        return "begins" if not t.pods else _kind_of_changes(changes)
    return _kind_of_changes(changes)


def _kind_of_changes(changes: list[TomChange]) -> str:
    kinds = [change.kind for change in changes]
    if "round-removed" in kinds or kinds.count("result-cleared") > 1:
        return "rewinds"
    if "re-paired" in kinds or "deleted" in kinds:
        return "re-pairs"
    return "corrects" if "result-changed" in kinds or "result-cleared" in kinds else "continues"
