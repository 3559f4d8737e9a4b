"""State is the fold of the journal: `apply` adds one entry's facts to a tournament.

Entries are facts: folding never pairs, never draws, never reads a clock. An entry that does not fit the state is a
damaged journal and raises; the app only writes entries that fit. `undone` entries are handled by `fold`, which leaves
the undone ones out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from pareo.core.lists import model as list_model
from pareo.core.rules.file import parse_ruleset
from pareo.core.state import floor
from pareo.core.state.model import Drop, Entrant, Match, Phase, Pod, Round, Sitting, Status
from pareo.core.state.outcome import Ended, Outcome, Result
from pareo.core.state.settings.registry import in_force
from pareo.core.state.tournament import Step, Tournament
from pareo.core.words.errors import BadInput

Data = Mapping[str, Any]

SCHEMA = 1  # version of the entries written today


class Fact(NamedTuple):
    """One journal entry, decoded."""

    seq: int
    action: str
    data: Data


_OUTCOMES = {o.value: o for o in Outcome}


def result_to_data(result: Result) -> list[Any]:
    """A result as a short list: outcomes, then scores, ending, initiative where there are any."""
    full = [
        result.a.value,
        result.b.value,
        result.score_a,
        result.score_b,
        result.ended.value if result.ended else None,
        result.initiative,
        result.halves_a,
        result.halves_b,
    ]
    while full[-1] is None:
        full.pop()
    return full


def result_from_data(data: Sequence[Any]) -> Result:
    a, b, score_a, score_b, ended, initiative, halves_a, halves_b = (*data, *(None,) * 6)[:8]
    how = Ended(ended) if ended else None
    return Result(_OUTCOMES[a], _OUTCOMES[b], score_a, score_b, how, initiative, halves_a, halves_b)


def entrant_from_data(data: Data) -> Entrant:
    values = dict(data)
    values["persons"] = tuple(values["persons"])
    values["absent"] = frozenset(values.get("absent", ()))
    values["bye_points"] = tuple((number, points) for number, points in values.get("bye_points", ()))
    if values.get("drop"):
        values["drop"] = Drop(**values["drop"])
    return Entrant(**values)


def matches_from_data(rows: Iterable[Sequence[Any]]) -> dict[int, Match]:
    """Rows (table, a, b, reasons[, result]) as matches by table. Equal reason lists become one shared tuple."""
    shared: dict[tuple[str, ...], tuple[str, ...]] = {}
    matches: dict[int, Match] = {}
    for row in rows:
        reasons = tuple(row[3])
        matches[row[0]] = Match(row[0], row[1], row[2], None, shared.setdefault(reasons, reasons))
    return matches


def sittings_from_data(rows: Iterable[Sequence[Any]]) -> tuple[Sitting, ...]:
    """Rows (entrant, outcome, reasons[, points])."""
    return tuple(
        Sitting(no, _OUTCOMES[outcome], tuple(reasons), points[0] if points else None)
        for no, outcome, reasons, *points in rows
    )


def sitting_to_data(sitting: Sitting) -> list[Any]:
    """The same the other way round; points only where they are not the ruleset's."""
    row: list[Any] = [sitting.no, sitting.outcome.value, list(sitting.reasons)]
    return row if sitting.points is None else [*row, sitting.points]


def pod_from_data(data: Data) -> Pod:
    values = dict(data)
    values["phase"] = Phase(values["phase"])
    for key in ("members", "divisions", "sources"):
        values[key] = tuple(values.get(key, ()))
    return Pod(**values)


# --- one function per action ------------------------------------------------------------------------------------------


def _set(t: Tournament, data: Data) -> None:
    target = t.settings if data.get("pod") is None else t.pod_settings.setdefault(data["pod"], {})
    for key, value in data["changes"].items():
        if value is None:
            target.pop(key, None)
        else:
            target[key] = value
        if data.get("pod") is None:
            _whole_event(t, key, value)
    if data["changes"].get("cut") and not t.started:
        t.announced = True
    for pod_id, planned in data.get("planned", {}).items():
        t.pods[pod_id] = replace(t.pods[pod_id], planned=planned)
    for pod_id, third_place in data.get("third_place", {}).items():
        t.pods[pod_id] = replace(t.pods[pod_id], third_place=third_place)
    for pod_id, first in data.get("first_tables", {}).items():
        t.pods[pod_id] = replace(t.pods[pod_id], first_table=first)
    for no, division in data.get("divisions", ()):  # other birth years: players move
        t.entrants[no] = replace(t.entrants[no], division=division)


def _whole_event(t: Tournament, key: str, value: object) -> None:
    if key == "name" and value is not None:
        t.name = str(value)
    if key == "zone":
        t.zone = "UTC" if value is None else str(value)
    t.ruleset = in_force(t.ruleset, key, value)


def _entered(t: Tournament, data: Data) -> None:
    for row in data["entrants"]:
        entrant = entrant_from_data(row)
        t.entrants[entrant.no] = entrant
    _numbers_given(t, data)


def _numbers_given(t: Tournament, data: Data) -> None:
    """Numbers are given once: those of an undone or removed entry stay taken."""
    rows = [*data.get("entrants", ()), *([data["entrant"]] if "entrant" in data else [])]
    t.highest_no = max([t.highest_no, *(row["no"] for row in rows)])


def _edited(t: Tournament, data: Data) -> None:
    changes = dict(data["changes"])
    if "absent" in changes:
        changes["absent"] = frozenset(changes["absent"])
    if "bye_points" in changes:
        changes["bye_points"] = tuple((number, points) for number, points in changes["bye_points"])
    t.entrants[data["no"]] = replace(t.entrants[data["no"]], **changes)


def _removed(t: Tournament, data: Data) -> None:
    del t.entrants[data["no"]]


def _late(t: Tournament, data: Data) -> None:
    entrant = entrant_from_data(data["entrant"])
    t.entrants[entrant.no] = entrant
    _numbers_given(t, data)
    _join(t, entrant.no, data)
    if data.get("round"):
        _replace_draft(t, data["round"])


def _join(t: Tournament, no: int, data: Data) -> None:
    """Somebody joins a pod that has formed, with a loss for each round he has missed (P-LATE-1)."""
    pod = t.pods[data["pod"]]
    divisions = tuple(data.get("divisions", pod.divisions))
    t.pods[pod.id] = replace(pod, members=(*pod.members, no), divisions=divisions)
    t.pod_of[no] = pod.id
    for number in data["losses"]:
        _sit(t, pod.id, number, Sitting(no, Outcome.LATE_LOSS))


def _sit(t: Tournament, pod_id: str, number: int, sitting: Sitting) -> None:
    rounds = t.pods[pod_id].rounds
    rounds[number] = replace(rounds[number], sitting=(*rounds[number].sitting, sitting))


def _dropped(t: Tournament, data: Data) -> None:
    drop = Drop(data["after"], data.get("kind", "drop"), data.get("reason", ""))
    t.entrants[data["no"]] = replace(t.entrants[data["no"]], drop=drop)
    _results(t, data)


def _undropped(t: Tournament, data: Data) -> None:
    no = data["no"]
    late_from = data.get("late_from", t.entrants[no].late_from)
    t.entrants[no] = replace(t.entrants[no], drop=None, late_from=late_from)
    if "pod" in data:  # he left before the pods formed
        _join(t, no, data)
    for pod_id, number in data.get("absent", ()):
        _sit(t, pod_id, number, Sitting(no, Outcome.ABSENT))
    _results(t, data)


def _paired(t: Tournament, data: Data) -> None:
    for no, start_no in data.get("start_nos", ()):
        t.entrants[no] = replace(t.entrants[no], start_no=start_no)
    if "pods" in data:  # round 1: pods form, or form anew when the draft is made again
        for old in data.get("unformed", ()):
            t.pods.pop(old, None)
        t.pod_of.clear()
        for row in data["pods"]:
            pod = pod_from_data(row)
            t.pods[pod.id] = pod
            for no in pod.members:
                t.pod_of[no] = pod.id
    for row in data["rounds"]:
        _replace_draft(t, row)


def _replace_draft(t: Tournament, row: Data) -> None:
    """A drafted round, new or made again, or changed by hand."""
    pod = t.pods[row["pod"]]
    pod.rounds[row["number"]] = Round(
        number=row["number"],
        status=Status(row.get("status", "drafted")),
        draft=row["draft"],
        matches=matches_from_data(row["matches"]),
        sitting=sittings_from_data(row["sitting"]),
        seed=row.get("seed", ""),
        proof=row.get("proof", ""),
        cost=row.get("cost", {}),
        certificate=row.get("certificate", {}),
        system=row.get("system", ""),
        top_starts=row.get("top_starts", True),
    )
    key = (row["pod"], row["number"])
    t.drafts[key] = max(t.drafts.get(key, 0), row["draft"])
    for table, result in row.get("results", ()):
        _set_result(pod.rounds[row["number"]], table, result)
    if row.get("status") in ("started", "finished"):
        _note_start(t, pod, row["number"])


def _note_start(t: Tournament, pod: Pod, number: int) -> None:
    """How large the pod was at the start: late players join the section that was smallest then (P-SEC-4)."""
    if number == pod.first_round and not pod.start_size:
        t.pods[pod.id] = replace(pod, start_size=len(pod.members))


def _published(t: Tournament, data: Data) -> None:
    for row in data["rounds"]:
        rounds = t.pods[row["pod"]].rounds
        rounds[row["number"]] = replace(rounds[row["number"]], status=Status.PUBLISHED, seed=row["seed"])


def _started(t: Tournament, data: Data) -> None:
    for row in data["rounds"]:
        pod = t.pods[row["pod"]]
        pod.rounds[row["number"]] = replace(pod.rounds[row["number"]], status=Status.STARTED)
        _note_start(t, pod, row["number"])


def _finished(t: Tournament, data: Data) -> None:
    for row in data["rounds"]:
        rounds = t.pods[row["pod"]].rounds
        rounds[row["number"]] = replace(rounds[row["number"]], status=Status.FINISHED)


def _set_result(round_: Round, table: int, result: Sequence[Any] | None) -> None:
    match = round_.matches[table]
    round_.matches[table] = Match(
        table, match.a, match.b, None if result is None else result_from_data(result), match.reasons
    )


def _results(t: Tournament, data: Data) -> None:
    for pod_id, number, table, result in data.get("results", ()):
        _set_result(t.pods[pod_id].rounds[number], table, result)


def _advanced(t: Tournament, data: Data) -> None:
    for old in data.get("unformed", ()):  # made again after a correction
        t.pods.pop(old, None)
    for pod_id in data["closes"]:
        t.pods[pod_id] = replace(t.pods[pod_id], closed=True)
    for row in data["pods"]:
        pod = pod_from_data(row)
        t.pods[pod.id] = pod


def _claimed(t: Tournament, data: Data) -> None:
    """A player's report; the second of two equal ones carries the result."""
    floor.claimed(t.floor, data)
    _results(t, data)


def _inspected(t: Tournament, data: Data) -> None:
    """The outcome of a check; a lost match is a result, a disqualification a drop, like any other."""
    floor.inspected(t.floor, data, t.seq + 1)
    if "drop" in data:
        _dropped(t, data["drop"])
    _results(t, data)


def _list(t: Tournament, data: Data) -> None:
    """A list was handed in; a squad says its entrant's faction (X-28)."""
    persons = t.entrants[data["no"]].persons
    if any(row["person"] not in range(len(persons)) for row in data["lists"]):
        raise ValueError(data["no"])
    list_model.handed_in(t.lists, data, t.seq + 1)
    if data.get("faction"):
        t.entrants[data["no"]] = replace(t.entrants[data["no"]], faction=data["faction"])


def _noted(_t: Tournament, _data: Data) -> None:
    """Kept for the audit page; changes nothing."""


ACTIONS: Mapping[str, Callable[[Tournament, Data], None]] = {
    "set": _set,
    "entered": _entered,
    "edited": _edited,
    "removed": _removed,
    "late": _late,
    "dropped": _dropped,
    "undropped": _undropped,
    "paired": _paired,
    "redrawn": _paired,
    "swapped": _paired,
    "published": _published,
    "started": _started,
    "finished": _finished,
    "results": _results,
    "advanced": _advanced,
    "checked": lambda t, data: floor.checked(t.floor, data),
    "claimed": _claimed,
    "penalised": lambda t, data: floor.penalised(t.floor, data, t.seq + 1),
    "extended": lambda t, data: floor.extended(t.floor, data),
    "announced": lambda t, data: floor.announced(t.floor, data, t.seq + 1),
    "clock": lambda t, data: floor.clock_set(t.floor, data),
    "drawn": lambda t, data: floor.checks_drawn(t.floor, data, t.seq + 1),
    "inspected": _inspected,
    "list": _list,
    "list-withdrawn": lambda t, data: list_model.withdrawn(t.lists, data),
    "forgotten": _noted,
    "noted": _noted,
}


def begin(fact: Fact) -> Tournament:
    """The tournament as its first entry, `created`, makes it."""
    data = fact.data
    if fact.action != "created":
        raise BadInput("journal-no-beginning", "The journal does not begin with the creation of a tournament.")
    try:
        settings = dict(data.get("settings", {}))
        t = Tournament(
            slug=data["slug"],
            name=data["name"],
            ruleset=parse_ruleset(data["ruleset"], name=data.get("ruleset_id", "ruleset")),
            zone=data.get("zone", "UTC"),
            commitment=data.get("commitment", ""),
            settings=settings,
            pod_settings={pod: dict(values) for pod, values in data.get("pod_settings", {}).items()},
            announced=bool(settings.get("cut")),
            steps=[Step(fact.seq, fact.action)],
            seq=fact.seq,
        )
        for key, value in settings.items():
            t.ruleset = in_force(t.ruleset, key, value)
        _entered(t, {"entrants": data.get("entrants", ())})  # copied from an earlier event
    except _MISFITS as misfit:
        raise _unreadable(fact, misfit) from misfit
    return t


def apply(t: Tournament, fact: Fact) -> None:
    """Adds one entry, in place. Not for `undone`: that needs a new fold."""
    try:
        ACTIONS[fact.action](t, fact.data)
    except _MISFITS as misfit:
        raise _unreadable(fact, misfit) from misfit
    t.steps.append(Step(fact.seq, fact.action))
    t.seq = fact.seq


# What a fact that does not fit the state, or is no fact at all, fails with.
_MISFITS = (KeyError, TypeError, ValueError, IndexError, AttributeError)


def _unreadable(fact: Fact, misfit: Exception) -> BadInput:
    return BadInput(
        "journal-unreadable",
        "Entry {seq} of the journal ({action}) cannot be read: {problem} does not fit here.",
        seq=fact.seq,
        action=fact.action,
        problem=str(misfit),
    )


def _count_undone(t: Tournament, fact: Fact) -> None:
    try:
        _numbers_given(t, fact.data)
    except _MISFITS as misfit:
        raise _unreadable(fact, misfit) from misfit


def fold(facts: Sequence[Fact]) -> Tournament:
    """The whole journal, undone entries left out."""
    if not facts:
        raise BadInput("journal-no-beginning", "The journal does not begin with the creation of a tournament.")
    undone_by = {f.data["seq"]: f.seq for f in facts if f.action == "undone"}
    t = begin(facts[0])
    for fact in facts[1:]:
        if fact.action == "undone" or fact.seq in undone_by:
            if fact.action in ("entered", "late"):
                _count_undone(t, fact)
            t.steps.append(Step(fact.seq, fact.action, undone_by.get(fact.seq)))
            t.seq = fact.seq
        else:
            apply(t, fact)
    return t
