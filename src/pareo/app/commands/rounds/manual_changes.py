"""Changing a drafted or published round by hand: swapping two players, repairing, whole rounds from a file."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from pareo.app.base.context import Context, JournalResult, LoadedTournament
from pareo.app.base.fide_warnings import Warnings
from pareo.app.commands.people.leaving import current_pod
from pareo.app.commands.results.enter_result import check_doubts, read_result, result_doubts
from pareo.app.commands.rounds import hand_phase
from pareo.app.commands.rounds.repair import changed_round, kept_results, repaired_round, with_cost
from pareo.app.commands.rounds.rounds import live_pods
from pareo.app.queries.rounds.stale_drafts import round_label, round_of
from pareo.core.journal.codecs import RoundFact, TableResult
from pareo.core.journal.round_facts import Swapped
from pareo.core.model.entities import Match, Pod, Round, Sitting, Status
from pareo.core.model.outcome import Outcome
from pareo.core.pairing.registry import MANUAL
from pareo.core.pairing.seating import LAST_TABLE, seat
from pareo.core.rules import actions
from pareo.core.rules.actions import stage_of
from pareo.core.text.errors import BadInput, NeedsConfirmation, NotFound, Refused
from pareo.core.text.messages import Note, join_notes, plural, row_place, text_note
from pareo.core.tournament.drafting import first_table, sitting_out, taken_tables
from pareo.core.tournament.pairing_methods import is_robin, next_method
from pareo.core.tournament.progress import is_over, is_playing, next_number
from pareo.core.tournament.tournament import ELIMINATION


def swap(
    ctx: Context,
    slug: str,
    first: str,
    second: str,
    *,
    confirmed: bool = False,
    reason: str = "",
    client: str | None = None,
) -> JournalResult[Swapped]:
    """Two players of the same round change places (one of them may be sitting out). `reason`: as `hand_phase` asks."""
    if done := ctx.find_repeat(slug, client):
        return done
    event = ctx.open(slug)
    actions.check_any_round("swap", any_round=bool(event.state.pods))
    a, b = event.find(first), event.find(second)
    pod, r = _common_round(event, a, b)
    actions.check_action_rule(actions.action_rule("swap", stage_of(pod)), what=round_label(pod))
    if pod.phase in ELIMINATION:
        raise Refused("swap-bracket", "Brackets are fixed by the seeds, so you can't swap players.")
    for s in r.sitting:
        if s.no in (a, b) and s.outcome not in _FREE:
            raise Refused(
                "swap-resting",
                "{name} isn't playing round {round} ({why}): only the bye can be swapped.",
                name=event.name(s.no),
                round=r.number,
                why=text_note(s.outcome.value),
            )
    change = {a: b, b: a}
    matches: list[Match] = []
    for m in r.matches.values():
        moved = a in (m.a, m.b) or b in (m.a, m.b)
        reasons = _BY_HAND if moved else m.reasons
        matches.append(Match(m.table, change.get(m.a, m.a), change.get(m.b, m.b), None, reasons))
    if any(m.a == m.b for m in matches) or [(m.a, m.b) for m in matches] == [(m.a, m.b) for m in r.matches.values()]:
        raise Refused("swap-nothing", "Swapping these two changes nothing: they play each other in this round.")
    sitting = (replace(s, no=change.get(s.no, s.no)) for s in r.sitting)
    swapped = with_cost(event, pod, changed_round(pod, r, matches, sitting))
    # What is left of results: a forfeit of somebody who has left.
    swapped = _with_results(swapped, kept_results(m for m in r.matches.values() if not {m.a, m.b} & {a, b}))
    warnings = _check_change(event, pod, swapped, reason=reason, confirmed=confirmed)
    fact = warnings.attach_to(Swapped((swapped,)))
    return ctx.record(event, fact, client=client, notes=[*warnings.notes, *cost_notes(swapped)])


def _check_change(event: LoadedTournament, pod: Pod, changed: RoundFact, *, reason: str, confirmed: bool) -> Warnings:
    """What must be seen before the change: by the table of FIDE mode, else what the round should not have."""
    warnings = Warnings(event.state, confirmed)
    hand_phase.check_manual_round(event, pod, changed, warnings, reason=reason)
    if not event.state.fide_mode:
        _confirm_cost(pod, changed, confirmed=confirmed)
    return warnings.check_confirmed()


def _with_results(changed: RoundFact, results: tuple[TableResult, ...]) -> RoundFact:
    return replace(changed, results=results) if results else changed


def _confirm_cost(pod: Pod, changed: RoundFact, *, confirmed: bool) -> None:
    faults = _faults(changed.cost)
    if faults and not confirmed:
        raise NeedsConfirmation(
            "swap-costs",
            "{what} would then have {problems}.",
            what=round_label(pod),
            problems=join_notes(", ", faults),
        )


def _faults(cost: Mapping[str, Any]) -> list[Note]:
    """What a round should not have (P-SW-6), in a few words each."""
    faults = []
    if count := cost.get("rematches"):
        faults.append(plural("rematches", "{count} rematch", "{count} rematches", count=count))
    if cost.get("repeat_bye"):
        faults.append(text_note("a second bye for a player"))
    if count := cost.get("forbidden"):
        faults.append(plural("forbidden-pairs", "{count} barred pairing", "{count} barred pairings", count=count))
    return faults


def cost_notes(changed: RoundFact) -> list[Note]:
    """The quality line of a round: “0 rematches, 2 paired down”."""
    cost = changed.cost
    words = [
        plural("rematches", "{count} rematch", "{count} rematches", count=cost.get("rematches", 0)),
        plural(
            "paired-down",
            "{count} player paired down",
            "{count} players paired down",
            count=cost.get("paired_down", 0),
        ),
    ]
    if count := cost.get("mixed"):
        words.append(
            plural(
                "mixed", "{count} pair from different divisions", "{count} pairs from different divisions", count=count
            )
        )
    return [join_notes(": ", (round_of(changed.pod, changed.number), join_notes(", ", words)))]


def _common_round(event: LoadedTournament, a: int, b: int) -> tuple[Pod, Round]:
    t = event.state
    pod = current_pod(t, a)
    if pod is None or b not in pod.members or a == b:
        raise Refused(
            "swap-pods", "{a} and {b} are not two players of the same group.", a=event.name(a), b=event.name(b)
        )
    last = pod.last_round
    if last is None:
        raise Refused("nothing-paired", "{pod}: no round has been paired yet.", pod=pod.id)
    inside = {no for m in last.matches.values() for no in (m.a, m.b)} | {s.no for s in last.sitting}
    for no in (a, b):
        if not t.is_active(no):
            raise Refused("swap-left", "{name} has dropped: repair the round.", name=event.name(no))
        if no not in inside:
            raise NotFound(
                "not-in-round",
                "{name} is not in round {round} of {pod}.",
                name=event.name(no),
                round=last.number,
                pod=pod.id,
            )
    return pod, last


def repair(ctx: Context, slug: str, *, pod: str | None = None, client: str | None = None) -> JournalResult[Swapped]:
    """P-RUN-3: after a fix, re-pairs the smallest number of players that gives a valid round."""
    if done := ctx.find_repeat(slug, client):
        return done
    event = ctx.open(slug)
    rounds: list[RoundFact] = []
    for p in live_pods(event.state, pod):
        if p.last_round is None or p.last_round.status not in (Status.DRAFTED, Status.PUBLISHED):
            continue
        if p.phase in ELIMINATION:
            continue
        fixed = repaired_round(event, p.id)
        if fixed is not None:
            rounds.append(fixed)
    if not rounds:
        raise Refused("repair-nothing", "Nothing to repair: every draft and published round is still valid.")
    notes = [_tables_changed(event, fixed) for fixed in rounds]
    notes += [note for fixed in rounds for note in cost_notes(fixed)]
    return ctx.record(event, Swapped(tuple(rounds)), client=client, notes=notes)


def _tables_changed(event: LoadedTournament, fixed: RoundFact) -> Note:
    """Which tables a repair changes, so that somebody can go there (A-66)."""
    before = event.state.pods[fixed.pod].rounds[fixed.number].matches
    now = {m.table: {m.a, m.b} for m in fixed.matches}
    sat = {table: {m.a, m.b} for table, m in before.items()}
    changed = sorted(table for table in now.keys() | sat.keys() if now.get(table) != sat.get(table))
    if not changed:
        return Note(
            "repaired-same", "{what} was repaired: no table changed.", {"what": round_of(fixed.pod, fixed.number)}
        )
    return plural(
        "repaired",
        "{what} was repaired: table {tables} changed.",
        "{what} was repaired: tables {tables} changed.",
        count=len(changed),
        what=round_of(fixed.pod, fixed.number),
        tables=", ".join(map(str, changed)),
    )


@dataclass(frozen=True, slots=True)
class HandPairing:
    """A row of a pairings file."""

    a: str
    b: str = ""  # empty: bye
    table: int | None = None
    result: str = ""
    where: str = ""


def import_pairings(
    ctx: Context,
    slug: str,
    rows: Sequence[HandPairing],
    *,
    round_no: int,
    reason: str = "",
    confirmed: bool = False,
    word: str = "",
    client: str | None = None,
) -> JournalResult[Swapped]:
    """A whole round made by hand. With a result on every row the round is finished, with some it is started."""
    if done := ctx.find_repeat(slug, client):
        return done
    event = ctx.open(slug)
    t = event.state
    if not t.pods:
        raise Refused("pods-missing", "Groups have not been formed yet: pair round 1 first, then import over it.")
    by_pod: dict[str, list[tuple[HandPairing, int, int | None]]] = {}
    seen: set[int] = set()
    for row in rows:
        a = _find_player(event, row.a, row.where)
        b = _find_player(event, row.b, row.where) if row.b.strip() else None
        for no in (a, b):
            if no is None:
                continue
            if not t.is_active(no):
                raise BadInput("paired-dropped", "{where}{name} has dropped.", where=_at(row), name=event.name(no))
            if no in seen:
                raise BadInput("paired-twice", "{where}{name} is paired twice.", where=_at(row), name=event.name(no))
            seen.add(no)
        pod = _pod_of(event, a, b, row)
        by_pod.setdefault(pod.id, []).append((row, a, b))
    if not by_pod:
        raise BadInput("pairings-empty", "The file has no pairings.")
    rounds: list[RoundFact] = []
    for pod_id, items in by_pod.items():
        rounds.append(_hand_round(event, t.pods[pod_id], items, round_no, rounds))
    warnings = Warnings(t, confirmed, word)
    for changed in rounds:
        hand_phase.compare_imported(event, t.pods[changed.pod], changed, warnings)
        hand_phase.check_manual_round(event, t.pods[changed.pod], changed, warnings, reason=reason)
    warnings.check_confirmed()
    texts = {(a, b): row.result for items in by_pod.values() for row, a, b in items}
    check_doubts([doubt for changed in rounds for doubt in _doubts(event, changed, texts)], confirmed=confirmed)
    notes = [*warnings.notes, *(note for changed in rounds for note in cost_notes(changed))]
    return ctx.record(event, warnings.attach_to(Swapped(tuple(rounds))), client=client, notes=notes)


def _doubts(event: LoadedTournament, changed: RoundFact, texts: Mapping[tuple[int, int | None], str]) -> list[Note]:
    results = {table: result for table, result in changed.results or () if result is not None}
    return [
        doubt
        for match in changed.matches
        if match.table in results
        for doubt in result_doubts(event, match, results[match.table], texts[match.a, match.b])
    ]


def _at(row: HandPairing) -> str:
    return row_place(row.where)


def _find_player(event: LoadedTournament, text: str, where: str) -> int:
    try:
        return event.find(text)
    except NotFound as missing:
        raise BadInput("pairing-unknown", "{where}{problem}", where=row_place(where), problem=missing.note) from None


def _pod_of(event: LoadedTournament, a: int, b: int | None, row: HandPairing) -> Pod:
    pod = current_pod(event.state, a)
    if pod is None or (b is not None and b not in pod.members):
        raise BadInput(
            "pairing-pods",
            "{where}{a} and {b} are not in the same group.",
            where=_at(row),
            a=event.name(a),
            b=event.name(b) if b is not None else "–",
        )
    if pod.phase in ELIMINATION:
        raise Refused("swap-bracket", "Brackets are fixed by the seeds, so you can't swap players.")
    if pod.closed:
        raise Refused("pod-closed", "{pod} is finished: its players have advanced.", pod=pod.id)
    return pod


def _hand_round(
    event: LoadedTournament,
    pod: Pod,
    items: Sequence[tuple[HandPairing, int, int | None]],
    number: int,
    others: Sequence[RoundFact],
) -> RoundFact:
    t = event.state
    existing = pod.rounds.get(number)
    if existing is not None:
        if existing.status in (Status.STARTED, Status.FINISHED):
            raise Refused("round-locked", "{what} has started: its pairings are locked.", what=round_label(pod, number))
    elif number != next_number(pod) or (pod.last_round is not None and pod.last_round.status is not Status.FINISHED):
        raise Refused("round-not-next", "{what} is not the next round to pair.", what=round_label(pod, number))
    elif is_over(pod):
        raise Refused(
            "rounds-over-by-hand",
            "All rounds of {pod} have been played. To play on, set {rounds} rounds.",
            pod=pod.id,
            rounds=number - pod.first_round + 1,
        )
    taken = taken_tables(t, pod.id, number) | {m.table for o in others if o.number == number for m in o.matches}
    pairs = [(row, a, b) for row, a, b in items if b is not None]
    tables = _tables(first_table(t, pod), pairs, taken)
    resting = sitting_out(t, pod, number)
    inside = {no for _, a, b in items for no in (a, b) if no is not None}
    free = _free_outcome(pod)
    playing = {no for _, a, b in pairs for no in (a, b)}
    sitting = [Sitting(a, free, _BY_HAND) for _, a, b in items if b is None and a not in resting]
    sitting += [s for s in resting.values() if s.no not in playing]
    sitting += [
        Sitting(no, Outcome.ABSENT, ("not-in-file",))
        for no in pod.members
        if no not in inside and no not in resting and is_playing(t.entrants[no], number)
    ]
    matches = [Match(table, a, b, None, _BY_HAND) for table, (_, a, b) in zip(tables, pairs, strict=True)]
    results = tuple(
        TableResult(table, read_result(event, pod, number, row.result, (a, b), row.where))
        for table, (row, a, b) in zip(tables, pairs, strict=True)
        if row.result.strip()
    )
    status = Status.DRAFTED if not results else Status.FINISHED if len(results) == len(pairs) else Status.STARTED
    base = (
        replace(existing, status=status)
        if existing is not None
        else (Round(number, status, 1, {}, system=MANUAL if next_method(t, pod) == MANUAL else ""))
    )
    return _with_results(with_cost(event, pod, changed_round(pod, base, matches, sitting)), results)


_FREE = (Outcome.BYE, Outcome.REST)
_BY_HAND = ("by-hand",)


def _free_outcome(pod: Pod) -> Outcome:
    """Who plays nobody: the bye; in a round robin a rest, for which there are no points."""
    return Outcome.REST if is_robin(pod) else Outcome.BYE


def put_together(
    ctx: Context,
    slug: str,
    first: str,
    second: str = "",
    *,
    table: int | None = None,
    confirmed: bool = False,
    reason: str = "",
    client: str | None = None,
) -> JournalResult[Swapped]:
    """Two players of a round that has not started are paired; alone, the first rests. Whom they were to meet waits.

    The way to fill a round that is paired by hand (SP-2); the round is whole when nobody waits any more.
    """
    if done := ctx.find_repeat(slug, client):
        return done
    event = ctx.open(slug)
    t = event.state
    actions.check_any_round("swap", any_round=bool(t.pods))
    a = event.find(first)
    b = event.find(second) if second.strip() else None
    pod, r = _waiting_round(event, a, b)
    actions.check_action_rule(actions.action_rule("swap", stage_of(pod)), what=round_label(pod))
    moved = {a} if b is None else {a, b}
    resting = next((s for s in r.sitting if s.no in moved and s.outcome not in _FREE), None)
    if resting is not None:
        raise Refused(
            "swap-resting",
            "{name} isn't playing round {round} ({why}): only the bye can be swapped.",
            name=event.name(resting.no),
            round=r.number,
            why=text_note(resting.outcome.value),
        )
    if any({m.a, m.b} == moved for m in r.matches.values()):
        raise Refused("swap-nothing", "Swapping these two changes nothing: they play each other in this round.")
    staying = [m for m in r.matches.values() if not {m.a, m.b} & moved]
    matches = list(staying)
    sitting = [s for s in r.sitting if s.no not in moved]
    if b is None:
        sitting.append(Sitting(a, _free_outcome(pod), _BY_HAND))
    else:
        taken = taken_tables(t, pod.id, r.number) | {m.table for m in staying}
        row = HandPairing(first, second, table)
        matches.append(Match(_tables(first_table(t, pod), [(row, a, b)], taken)[0], a, b, None, _BY_HAND))
    changed = _with_results(with_cost(event, pod, changed_round(pod, r, matches, sitting)), kept_results(staying))
    warnings = _check_change(event, pod, changed, reason=reason, confirmed=confirmed)
    notes = [*warnings.notes, *_alone_notes(event, pod, changed)]
    return ctx.record(event, warnings.attach_to(Swapped((changed,))), client=client, notes=notes)


def _waiting_round(event: LoadedTournament, a: int, b: int | None) -> tuple[Pod, Round]:
    pod = current_pod(event.state, a)
    if pod is None or a == b or (b is not None and b not in pod.members):
        raise Refused(
            "swap-pods",
            "{a} and {b} are not two players of the same group.",
            a=event.name(a),
            b=event.name(b) if b is not None else "–",
        )
    if pod.phase in ELIMINATION:
        raise Refused("swap-bracket", "Brackets are fixed by the seeds, so you can't swap players.")
    last = pod.last_round
    if last is None:
        raise Refused("nothing-paired", "{pod}: no round has been paired yet.", pod=pod.id)
    for no in (a, b):
        if no is not None and not is_playing(event.state.entrants[no], last.number):
            raise Refused("swap-left", "{name} has dropped: repair the round.", name=event.name(no))
    return pod, last


def _alone_notes(event: LoadedTournament, pod: Pod, changed: RoundFact) -> list[Note]:
    inside = {no for m in changed.matches for no in (m.a, m.b)} | {s.no for s in changed.sitting}
    alone = [no for no in pod.members if is_playing(event.state.entrants[no], changed.number) and no not in inside]
    if not alone:
        return cost_notes(changed)
    return [
        plural(
            "hand-waiting",
            "{count} player has no opponent yet.",
            "{count} players have no opponent yet.",
            count=len(alone),
        )
    ]


def _tables(first: int, pairs: Sequence[tuple[HandPairing, int, int | None]], taken: set[int]) -> list[int]:
    used = set(taken)
    for row, _, _ in pairs:
        if row.table is not None:
            if not 1 <= row.table <= LAST_TABLE:
                raise BadInput(
                    "table-number", "{where}{table} is not a valid table number.", where=_at(row), table=row.table
                )
            if row.table in used:
                raise BadInput("table-twice", "{where}table {table} is used twice.", where=_at(row), table=row.table)
            used.add(row.table)
    rest = [(a, b or 0) for row, a, b in pairs if row.table is None]
    free = iter(seat(rest, first_table=first, taken=used, fixed={}))
    return [row.table if row.table is not None else next(free) for row, _, _ in pairs]
