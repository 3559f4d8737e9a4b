"""State is the replay of the journal: `apply` adds one fact to a tournament.

Folding never pairs, never draws, never reads a clock. A fact that does not fit the state is a damaged journal and
raises; the app only writes facts that fit. `undone` entries are handled by `replay`, which leaves the undone ones out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from pareo.core.journal.codecs import ResultAt, RoundFact
from pareo.core.journal.fact import Fact
from pareo.core.journal.facts import (
    MISFITS,
    Batch,
    JournalEntry,
    LeftFideMode,
    Noted,
    SettingsSet,
    TournamentClosed,
    TournamentCreated,
    Undone,
    parts_of,
    results_in,
    unreadable_entry,
)
from pareo.core.journal.floor_facts import CheckOutcome, Claimed, ListHandedIn
from pareo.core.journal.people_facts import (
    Applied,
    Declined,
    Dropped,
    Edited,
    Entered,
    Forgotten,
    Joining,
    Late,
    Removed,
    Renumbered,
    Undropped,
)
from pareo.core.journal.round_facts import (
    INTENTIONAL,
    Advanced,
    Finished,
    HandPhase,
    Published,
    RatingCorrected,
    Redrawn,
    Results,
    RoundsPaired,
    Started,
    Swapped,
)
from pareo.core.journal.tom_facts import Saved
from pareo.core.model.entities import Applicant, Drop, Entrant, Match, Pod, Round, Sitting, Status
from pareo.core.model.floor import Reported
from pareo.core.model.outcome import Outcome
from pareo.core.model.ruleset import Ruleset
from pareo.core.replay.floor import FLOOR_FOLD, add_claim, add_list_versions, apply_check_outcome
from pareo.core.replay.tom import (
    TOM_FOLD,
    apply_tom_save,
    note_published,
    note_reporter,
    note_time,
    record_local_result,
)
from pareo.core.rules.ruleset_file import parse_ruleset
from pareo.core.settings.registry import in_force
from pareo.core.standings.points import missed_round, missed_round_outcome
from pareo.core.text.errors import BadInput
from pareo.core.tournament.progress import is_over
from pareo.core.tournament.tournament import ELIMINATION, JournalStep, LeftFide, LoggedWarning, Tournament

# --- one function per action ------------------------------------------------------------------------------------------


def _apply_settings(t: Tournament, fact: SettingsSet) -> None:
    target = t.settings if fact.pod is None else t.pod_settings.setdefault(fact.pod, {})
    for key, value in fact.changes.items():
        if value is None:
            target.pop(key, None)
        else:
            target[key] = value
        if fact.pod is None:
            _apply_event_setting(t, key, value)
    if fact.changes.get("cut") and not t.started:
        t.announced = True
    if fact.changes.get("tiebreaks"):
        t.tiebreaks_announced = True
    for pod_id, planned in (fact.planned or {}).items():
        t.pods[pod_id] = replace(t.pods[pod_id], planned=planned)
    for pod_id, third_place in (fact.third_place or {}).items():
        t.pods[pod_id] = replace(t.pods[pod_id], third_place=third_place)
    for pod_id, first in (fact.first_tables or {}).items():
        t.pods[pod_id] = replace(t.pods[pod_id], first_table=first)
    for no, division in fact.divisions or ():  # other birth years: players move
        t.entrants[no] = replace(t.entrants[no], division=division)


def _apply_event_setting(t: Tournament, key: str, value: object) -> None:
    if key == "name" and value is not None:
        t.name = str(value)
    if key == "zone":
        t.zone = "UTC" if value is None else str(value)
    if key == "autostart":
        _forget_chosen_starts(t)
    t.ruleset = in_force(t.ruleset, key, value)


def _forget_chosen_starts(t: Tournament) -> None:
    """The setting that comes later counts for the rounds that wait too, not the start that was chosen with them."""
    for pod in t.pods.values():
        for number, r in pod.rounds.items():
            if r.start_in and r.status is Status.PUBLISHED:
                pod.rounds[number] = replace(r, start_in=0)


def _apply_entered(t: Tournament, fact: Entered) -> None:
    _add_entrants(t, fact.entrants)


def _add_entrants(t: Tournament, entrants: Iterable[Entrant]) -> None:
    for entrant in entrants:
        t.entrants[entrant.no] = entrant
        t.applicants.pop(entrant.no, None)
        _reserve_number(t, entrant)


def _apply_application(t: Tournament, fact: Applied) -> None:
    t.applicants[fact.entrant.no] = Applicant(fact.entrant, fact.at, fact.guardian)
    t.registered.add(fact.entrant.no)
    _reserve_number(t, fact.entrant)


def _apply_declined(t: Tournament, fact: Declined) -> None:
    del t.applicants[fact.no]
    t.registered.discard(fact.no)


def _reserve_number(t: Tournament, entrant: Entrant) -> None:
    """Numbers are given once: those of an undone or removed entry stay taken."""
    t.highest_no = max(t.highest_no, entrant.no)


def _apply_edited(t: Tournament, fact: Edited) -> None:
    t.entrants[fact.no] = replace(t.entrants[fact.no], **fact.changes)
    if "late_from" in fact.changes:
        _retell_missed_rounds(t, t.entrants[fact.no])


def _retell_missed_rounds(t: Tournament, e: Entrant) -> None:
    """Rounds that have started before somebody came are lost; asked off, once it is said that they were (B-2)."""
    pod = t.pods.get(t.pod_of.get(e.no, ""))
    if pod is None:
        return
    for number, r in list(pod.rounds.items()):
        if r.status in (Status.STARTED, Status.FINISHED):
            pod.rounds[number] = replace(r, sitting=tuple(missed_round(t.ruleset, e, number, s) for s in r.sitting))
            t.corrected = t.seq


def _apply_removed(t: Tournament, fact: Removed) -> None:
    del t.entrants[fact.no]


def _apply_late(t: Tournament, fact: Late) -> None:
    if fact.numbers:
        _renumber(t, fact.numbers, t.latest_round)
    _add_entrants(t, (fact.entrant,))
    _join(t, fact.entrant.no, fact.joining)
    if fact.round is not None:
        _replace_draft(t, fact.round)


def _apply_renumbered(t: Tournament, fact: Renumbered) -> None:
    _renumber(t, fact.numbers, fact.until)


def _renumber(t: Tournament, numbers: Iterable[tuple[int, int]], until: int) -> None:
    t.renumbered.append((until, {no: t.entrants[no].start_no for no, _ in numbers}))
    for no, number in numbers:
        t.entrants[no] = replace(t.entrants[no], start_no=number)


def _join(t: Tournament, no: int, joining: Joining) -> None:
    """Somebody joins a pod that has formed, with a loss for each round missed (P-LATE-1)."""
    pod = t.pods[joining.pod]
    divisions = pod.divisions if joining.divisions is None else joining.divisions
    t.pods[pod.id] = replace(pod, members=(*pod.members, no), divisions=divisions)
    t.pod_of[no] = pod.id
    for number in joining.losses:
        _add_sitting(t, pod.id, number, Sitting(no, missed_round_outcome(t.ruleset)))


def _add_sitting(t: Tournament, pod_id: str, number: int, sitting: Sitting) -> None:
    rounds = t.pods[pod_id].rounds
    rounds[number] = replace(rounds[number], sitting=(*rounds[number].sitting, sitting))


def _apply_dropped(t: Tournament, fact: Dropped) -> None:
    _drop(t, fact.no, Drop(fact.after, fact.kind, fact.reason))
    _set_results(t, fact.results)


def _drop(t: Tournament, no: int, drop: Drop) -> None:
    t.entrants[no] = replace(t.entrants[no], drop=drop)


def _apply_undropped(t: Tournament, fact: Undropped) -> None:
    entrant = t.entrants[fact.no]
    late_from = entrant.late_from if fact.late_from is None else fact.late_from
    t.entrants[fact.no] = replace(entrant, drop=None, late_from=late_from)
    if fact.joining is not None:  # they left before the pods formed
        _join(t, fact.no, fact.joining)
    for pod_id, number in fact.absent:
        _add_sitting(t, pod_id, number, Sitting(fact.no, Outcome.ABSENT))
    _set_results(t, fact.results)


def _apply_paired(t: Tournament, fact: RoundsPaired) -> None:
    if fact.formed is not None:  # round 1: pods form, or form anew when the draft is made again
        for no, start_no in fact.formed.start_nos:
            t.entrants[no] = replace(t.entrants[no], start_no=start_no)
        for old in fact.formed.unformed:
            t.pods.pop(old, None)
        t.pod_of.clear()
        for pod in fact.formed.pods:
            _form_pod(t, pod)
            for no in pod.members:
                t.pod_of[no] = pod.id
    for drafted in fact.rounds:
        _replace_draft(t, drafted)
        _drop_reports_of_others(t, drafted)
        _note_manual_change(t, fact, drafted)


def _note_manual_change(t: Tournament, fact: RoundsPaired, drafted: RoundFact) -> None:
    """Changing a round by hand opens its phase again; pairing it anew ends the whole of it."""
    key = (drafted.pod, drafted.number)
    if isinstance(fact, Swapped) and drafted.proof == "by hand":
        t.by_hand[key] = True
    else:
        t.by_hand.pop(key, None)


def _apply_hand_phase(t: Tournament, fact: HandPhase) -> None:
    for pod, number in fact.rounds:
        if number not in t.pods[pod].rounds:
            raise KeyError(number)
        t.by_hand[pod, number] = fact.open


def _form_pod(t: Tournament, pod: Pod) -> None:
    t.pods[pod.id] = replace(pod, rounds={})  # its own: the fact stays as it is


def _replace_draft(t: Tournament, drafted: RoundFact) -> None:
    """A drafted round, new or made again, or changed by hand."""
    pod, number = t.pods[drafted.pod], drafted.number
    pod.rounds[number] = Round(
        number,
        drafted.status or Status.DRAFTED,
        drafted.draft,
        {match.table: match for match in drafted.matches},
        drafted.sitting,
        drafted.seed,
        drafted.proof,
        drafted.cost,
        drafted.certificate,
        drafted.system,
        drafted.top_starts,
        drafted.objective,
    )
    key = (drafted.pod, number)
    t.drafts[key] = max(t.drafts.get(key, 0), drafted.draft)
    if drafted.results:
        _set_results(t, (ResultAt(drafted.pod, number, table, result) for table, result in drafted.results))
    if drafted.status in (Status.STARTED, Status.FINISHED):
        _note_start(t, pod, number)


def _drop_reports_of_others(t: Tournament, drafted: RoundFact) -> None:
    """Reports and calls of who does not sit at their table any more: the round is paired otherwise now."""
    for match in drafted.matches:
        at, players = (drafted.number, match.table), (match.a, match.b)
        call, claims = t.floor.calls.get(at), t.floor.claims.get(at)
        if call is not None and call.no not in players:
            del t.floor.calls[at]
        for no in [no for no in claims or () if no not in players]:
            del t.floor.claims[at][no]


def _note_start(t: Tournament, pod: Pod, number: int) -> None:
    """Who the pod's players were at the start: what was announced for them stays (B-1), and late players join the
    section that was smallest then (P-SEC-4)."""
    if number == pod.first_round and not pod.start_size:
        t.pods[pod.id] = pod.started_with(t.entrants)


def _apply_published(t: Tournament, fact: Published) -> None:
    for pod_id, number, seed in fact.rounds:
        rounds = t.pods[pod_id].rounds
        rounds[number] = replace(rounds[number], status=Status.PUBLISHED, seed=seed, start_in=fact.start_in)
        note_published(t, pod_id, number)
        if (pod_id, number) in t.by_hand:
            t.by_hand[pod_id, number] = False


def _apply_started(t: Tournament, fact: Started) -> None:
    for pod_id, number in fact.rounds:
        pod = t.pods[pod_id]
        pod.rounds[number] = replace(pod.rounds[number], status=Status.STARTED)
        _note_start(t, pod, number)


def _apply_finished(t: Tournament, fact: Finished) -> None:
    for pod_id, number in fact.rounds:
        rounds = t.pods[pod_id].rounds
        rounds[number] = replace(rounds[number], status=Status.FINISHED)


def _apply_results(t: Tournament, fact: Results) -> None:
    _set_results(t, fact.results)


def _set_results(t: Tournament, results: Iterable[ResultAt]) -> None:
    for pod_id, number, table, reported in results:
        r = t.pods[pod_id].rounds[number]
        matches, match = r.matches, r.matches[table]
        if r.status is Status.FINISHED:
            t.corrected = t.seq
        result = reported
        if t.tom is not None and t.tom.following:  # TOM's counts, if it has one
            result = record_local_result(t.tom, number, match, reported)
        matches[table] = Match(table, match.a, match.b, result, match.reasons)


def _apply_saved(t: Tournament, fact: Saved) -> None:
    """A save of TOM; its settings are like those that a person sets."""
    if fact.name is not None:
        t.name = fact.name
    _apply_settings(t, SettingsSet(fact.settings))
    for pod, values in fact.pod_settings.items():
        _apply_settings(t, SettingsSet(values, pod))
    apply_tom_save(t, fact)


def _apply_rating_correction(t: Tournament, fact: RatingCorrected) -> None:
    t.rating_corrections[fact.pod, fact.number, fact.table] = fact.result


def _apply_advanced(t: Tournament, fact: Advanced) -> None:
    for old in fact.unformed:  # made again after a correction
        t.pods.pop(old, None)
    for pod_id in fact.closes:
        t.pods[pod_id] = replace(t.pods[pod_id], closed=True)
    for pod in fact.pods:
        _form_pod(t, pod)


def _apply_claimed(t: Tournament, fact: Claimed) -> None:
    add_claim(t, fact)
    _set_results(t, fact.results)


def _apply_check_outcome(t: Tournament, fact: CheckOutcome) -> None:
    apply_check_outcome(t, fact)
    if fact.drop is not None:
        _drop(t, fact.no, fact.drop)
    _set_results(t, fact.results)


def _apply_list(t: Tournament, fact: ListHandedIn) -> None:
    """A list was handed in; a squad says its entrant's faction (X-28)."""
    entrant = t.entrants[fact.no]
    if any(row.person not in range(len(entrant.persons)) for row in fact.lists):
        raise ValueError(fact.no)
    add_list_versions(t.lists, fact, t.seq + 1)
    if fact.faction:
        t.entrants[fact.no] = replace(entrant, faction=fact.faction)


def _apply_nothing(_t: Tournament, _fact: Fact) -> None:
    """Kept for the audit page; changes nothing."""


def _apply_closed(t: Tournament, fact: TournamentClosed) -> None:
    t.closed = fact.closed


def _apply_left_fide_mode(t: Tournament, fact: LeftFideMode) -> None:
    t.left_fide = t.left_fide or LeftFide(fact.round, fact.reason)


_APPLY: Mapping[type[Fact], Callable[[Tournament, Any], None]] = {
    SettingsSet: _apply_settings,
    Applied: _apply_application,
    Declined: _apply_declined,
    Entered: _apply_entered,
    Edited: _apply_edited,
    Removed: _apply_removed,
    Late: _apply_late,
    Dropped: _apply_dropped,
    Undropped: _apply_undropped,
    Renumbered: _apply_renumbered,
    RoundsPaired: _apply_paired,
    Redrawn: _apply_paired,
    Swapped: _apply_paired,
    Published: _apply_published,
    Started: _apply_started,
    Finished: _apply_finished,
    Results: _apply_results,
    Advanced: _apply_advanced,
    HandPhase: _apply_hand_phase,
    RatingCorrected: _apply_rating_correction,
    **FLOOR_FOLD,
    **TOM_FOLD,
    Saved: _apply_saved,
    Claimed: _apply_claimed,
    CheckOutcome: _apply_check_outcome,
    ListHandedIn: _apply_list,
    TournamentClosed: _apply_closed,
    LeftFideMode: _apply_left_fide_mode,
    Forgotten: _apply_nothing,
    Noted: _apply_nothing,
}


def begin(entry: JournalEntry, ruleset: Ruleset | None = None) -> Tournament:
    """The tournament as its first entry, `created`, makes it. `ruleset`: the entry's, if it was read before."""
    seq, fact = entry.seq, entry.fact
    if not isinstance(fact, TournamentCreated):
        raise BadInput("journal-no-beginning", "The journal does not begin with the creation of a tournament.")
    try:
        settings = dict(fact.settings)
        t = Tournament(
            slug=fact.slug,
            name=fact.name,
            ruleset=ruleset or parse_ruleset(fact.ruleset, name=fact.ruleset_id),
            zone=fact.zone,
            commitment=fact.commitment,
            draws=fact.draws,
            settings=settings,
            pod_settings={pod: dict(values) for pod, values in (fact.pod_settings or {}).items()},
            announced=bool(settings.get("cut")),
            tiebreaks_announced=fact.tiebreaks_announced,
            steps=[JournalStep(seq, fact.action, actor=entry.actor, traits=fact.traits)],
            seq=seq,
        )
        for key, value in settings.items():
            t.ruleset = in_force(t.ruleset, key, value)
        _add_entrants(t, fact.entrants or ())  # copied from an earlier event
    except MISFITS as misfit:
        raise unreadable_entry(seq, fact.action, misfit) from misfit
    return t


def apply(t: Tournament, entry: JournalEntry) -> None:
    """Adds one fact, in place. Not for `undone`: that needs a new replay."""
    seq, fact = entry.seq, entry.fact
    try:
        if isinstance(fact, Batch):
            for part in fact.parts:
                _APPLY[type(part)](t, part)
                _note_reporter(t, entry._replace(fact=part))
                if t.tom is not None:
                    note_time(t, t.tom, part, entry)
                _note_seen_warnings(t, entry._replace(fact=part))
        else:
            _APPLY[type(fact)](t, fact)
            _note_reporter(t, entry)
            if t.tom is not None:
                note_time(t, t.tom, fact, entry)
        _note_seen_warnings(t, entry)
    except MISFITS as misfit:
        raise unreadable_entry(seq, fact.action, misfit) from misfit
    traits = fact.traits
    t.steps.append(JournalStep(seq, fact.action, None, entry.time, entry.actor, traits))
    if traits.publishes:
        t.entries_by.clear()
    t.entries_by[entry.actor] = t.entries_by.get(entry.actor, 0) + 1
    t.seq = seq


def affects_only_open_results(t: Tournament, fact: Fact) -> bool:
    """Does it tell nothing but results of rounds that are being played for points? Then whatever is made of the rounds
    before stays as it was. Not so the results that complete the last round, which counts then (U-1), or come after
    that. Asked before the fact is applied."""
    if not fact.traits.open_results or t.tom is not None:
        return False
    told = {(pod, number, table) for pod, number, table, _result in results_in(fact)}
    for pod, number in {(pod, number) for pod, number, _table in told}:
        p = t.pods.get(pod)  # a damaged journal may name others
        r = p.rounds.get(number) if p is not None else None
        if p is None or r is None or p.phase in ELIMINATION or r.status is not Status.STARTED:
            return False
        if is_over(p) and all((pod, number, table) in told for table in r.open_tables):
            return False
    return True


def _note_reporter(t: Tournament, entry: JournalEntry) -> None:
    """Notes who entered a result. One that is taken back keeps its last reporter."""
    fact = entry.fact
    for pod, number, table, result in results_in(fact):
        if result is not None:
            agreed = isinstance(fact, Results) and fact.reason == INTENTIONAL
            reporter = Reported(entry.actor, entry.time, isinstance(fact, Claimed), agreed)
            t.floor.reported[number, table] = reporter
            if t.tom is not None and t.tom.following:
                note_reporter(t.tom, number, t.pods[pod].rounds[number].matches[table], reporter)


def _note_seen_warnings(t: Tournament, entry: JournalEntry) -> None:
    """Who saw which warning of FIDE mode."""
    for rule, level, remark in entry.fact.seen:
        t.warned.append(LoggedWarning(rule, level, t.latest_round, entry.actor, entry.time, remark))


def _count_undone(t: Tournament, fact: Fact) -> None:
    for part in parts_of(fact):
        if isinstance(part, RoundsPaired) and not isinstance(part, Swapped):
            for drafted in part.rounds:
                t.taken_back.setdefault((drafted.pod, drafted.number), {})[drafted.draft] = drafted.seats
        elif isinstance(part, Entered):
            for entrant in part.entrants:
                _reserve_number(t, entrant)
        elif isinstance(part, Applied | Late):
            _reserve_number(t, part.entrant)
        elif isinstance(part, Saved):
            for entrant in part.entrants:
                _reserve_number(t, entrant)
        elif isinstance(part, LeftFideMode):
            _apply_left_fide_mode(t, part)


def undone_by(journal: Iterable[JournalEntry]) -> dict[int, int]:
    """The numbers of undone entries → the number of the entry that undid each."""
    return {entry.fact.seq: entry.seq for entry in journal if isinstance(entry.fact, Undone)}


def replay(journal: Sequence[JournalEntry]) -> Tournament:
    """The tournament that the whole journal gives, undone entries left out."""
    if not journal:
        raise BadInput("journal-no-beginning", "The journal does not begin with the creation of a tournament.")
    undone = undone_by(journal)
    t = begin(journal[0])
    for entry in journal[1:]:
        seq, fact = entry.seq, entry.fact
        if isinstance(fact, Undone) or seq in undone:
            _count_undone(t, fact)
            t.steps.append(JournalStep(seq, fact.action, undone.get(seq), "", entry.actor, fact.traits))
            t.seq = seq
        else:
            apply(t, entry)
    return t
