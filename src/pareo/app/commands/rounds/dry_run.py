"""What a round is worth and what a change would cost, before anything is done.

A dry run executes a command up to the point where it would write, and writes nothing: the same checks, the same
sentences, the same data. So the price shown before a swap, a correction or an advance is the one that will be paid.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from pareo.app.base.context import Context, F, JournalResult, LoadedTournament, decode_fact
from pareo.app.base.lru_cache import CacheSlot
from pareo.app.commands.results import enter_result as results
from pareo.app.commands.results.enter_result import read_result, result_doubts
from pareo.app.commands.rounds import advance, manual_changes
from pareo.app.commands.rounds.hand_phase import REASONS
from pareo.app.commands.rounds.manual_changes import HandPairing
from pareo.app.queries.pages.public_view import cached_tables
from pareo.app.wording.round_words import result_code
from pareo.core.journal.facts import parts_of, results_in
from pareo.core.journal.round_facts import RoundsPaired, Swapped
from pareo.core.model.entities import NOT_DRAWN, Match, Pod, Round, Status
from pareo.core.results.result_text import format_result
from pareo.core.standings.standings import Standing
from pareo.core.text.errors import NotFound
from pareo.core.tournament.tables import tables
from pareo.core.tournament.tournament import ELIMINATION, Tournament
from pareo.store.protocol import NewEntry

_OPTIMAL = frozenset({"bound", "exact", "enumerated"})
_OPEN = (Status.DRAFTED, Status.PUBLISHED)
_ANY = next(iter(REASONS))  # why a published round would be changed: asked when it is done


@dataclass(slots=True)
class DryRunContext(Context):
    """A context that reads through the real one and writes nothing."""

    real: Context | None = None

    def open(self, slug: str) -> LoadedTournament:
        return self.real.open(slug) if self.real is not None else Context.open(self, slug)

    def write(self, event: LoadedTournament, fact: F, new: NewEntry, notes: tuple[str, ...]) -> JournalResult[F]:
        """What would be recorded."""
        del new
        return JournalResult(event.state.seq + 1, fact.action, notes, fact=fact)


def dry_run(ctx: Context) -> Context:
    """A context in which commands check everything and write nothing."""
    return DryRunContext(ctx.store, ctx.actor, ctx.now, ctx.new_id, caches=ctx.caches, real=ctx)


# --- the quality line -----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Quality:
    """What a round costs: the numbers of the quality line."""

    rematches: int = 0
    paired_down: int = 0
    mixed: int = 0
    avoided: int = 0
    forbidden: int = 0
    repeat_bye: int = 0
    proof: str = ""  # "optimal", "rule", "by hand", "TOM", "repaired", "bracket" or ""

    @property
    def warns(self) -> bool:
        """Something that must be seen before it is published (P-SW-6)."""
        return bool(self.rematches or self.forbidden or self.repeat_bye)


def quality_of(cost: Mapping[str, Any], proof: str, *, bracket: bool = False) -> Quality:
    numbers = {key: int(cost.get(key, 0)) for key in Quality.__slots__ if key != "proof"}
    word = "bracket" if bracket else "optimal" if proof in _OPTIMAL else proof
    return Quality(**numbers, proof=word)


def round_quality(pod: Pod, r: Round) -> Quality:
    return quality_of(r.cost, r.proof, bracket=pod.phase in ELIMINATION)


# --- a swap ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ChangedTable:
    """A table of a round as it would be."""

    table: int | None  # None: without an opponent
    a: str
    b: str


@dataclass(frozen=True, slots=True)
class ChangeCost:
    """A round now and after a change by hand."""

    pod: str
    number: int
    now: Quality
    then: Quality
    changed: tuple[ChangedTable, ...]


def swap_cost(ctx: Context, slug: str, first: str, second: str) -> ChangeCost:
    """What swapping these two would cost; the same refusals as the swap itself."""
    done = manual_changes.swap(dry_run(ctx), slug, first, second, confirmed=True, reason=_ANY)
    return _change_costs(ctx.open(slug), done)[0]


def manual_round_cost(ctx: Context, slug: str, rows: Sequence[HandPairing], *, round_no: int) -> list[ChangeCost]:
    """What a round made by hand would cost, per pod."""
    done = manual_changes.import_pairings(dry_run(ctx), slug, rows, round_no=round_no, confirmed=True, reason=_ANY)
    return _change_costs(ctx.open(slug), done)


def _change_costs(event: LoadedTournament, done: JournalResult[Swapped]) -> list[ChangeCost]:
    costs: list[ChangeCost] = []
    for changed_round in done.fact.rounds:
        pod = event.state.pods[changed_round.pod]
        r = pod.rounds.get(changed_round.number)
        before = {(m.table, m.a, m.b) for m in r.matches.values()} if r is not None else set()
        resting = {s.no for s in r.sitting} if r is not None else set()
        changed = [
            ChangedTable(m.table, event.name(m.a), event.name(m.b))
            for m in changed_round.matches
            if (m.table, m.a, m.b) not in before
        ]
        changed += [
            ChangedTable(None, event.name(s.no), s.outcome.value) for s in changed_round.sitting if s.no not in resting
        ]
        now = round_quality(pod, r) if r is not None else Quality()
        costs.append(
            ChangeCost(
                pod.id, changed_round.number, now, quality_of(changed_round.cost, changed_round.proof), tuple(changed)
            )
        )
    return costs


# --- a correction -----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class MovedPlayer:
    """Somebody whose place or points would change."""

    name: str
    rank_now: int
    rank_then: int
    points_now: float
    points_then: float


@dataclass(frozen=True, slots=True)
class ResultConsequence:
    """What a corrected result would do."""

    now: str
    then: str
    moved: tuple[MovedPlayer, ...]  # the two players first, then the others by their new place
    others: int  # players left out of `moved` because there are too many
    notes: tuple[str, ...]
    verdict: str  # of the new result, by the codes of `typed.verdict`


_SHOWN = 12


def preview_result(ctx: Context, slug: str, *, round_no: int, table: int, result: str) -> ResultConsequence:
    """What the standings and the next round would be; refused as the correction itself would be (P-RUN-4)."""
    event = ctx.open(slug)
    t = event.state
    pod, r, match = t.find_table(round_no, table)
    done = results.report(dry_run(ctx), slug, round_no=round_no, table=table, result=result, confirmed=True)
    new = read_result(event, pod, round_no, result, (match.a, match.b))
    doubts = result_doubts(event, match, new, result)
    corrected = replace(r, matches={**r.matches, table: replace(match, result=new)})
    then = replace(t, pods={**t.pods, pod.id: replace(pod, rounds={**pod.rounds, round_no: corrected})})
    moved = _changed_places(event, t, then, pod.id, match)
    rules = t.ruleset.results
    return ResultConsequence(
        format_result(match.result, rules) if match.result is not None else "",
        format_result(new, rules),
        tuple(moved[:_SHOWN]),
        max(0, len(moved) - _SHOWN),
        (*doubts, *done.notes),
        result_code(new),
    )


def _changed_places(
    event: LoadedTournament, now: Tournament, then: Tournament, pod: str, match: Match
) -> list[MovedPlayer]:
    """Only the pods that share standings with the corrected one are counted again; the rest is as it was."""
    before: dict[int, Standing] = {row.no: row for table in cached_tables(event, None) for row in table.rows}
    near = _related_pods(now, pod)
    part = replace(then, pods={name: p for name, p in then.pods.items() if name in near})
    after = [row for table in tables(part, lots=event.lots()) for row in table.rows]
    changed = [
        row
        for row in after
        if (old := before.get(row.no)) is not None and (old.rank, old.points) != (row.rank, row.points)
    ]
    changed.sort(key=lambda row: (row.no not in (match.a, match.b), row.rank))
    show = now.ruleset.show_points
    return [
        MovedPlayer(event.name(row.no), before[row.no].rank, row.rank, show(before[row.no].points), show(row.points))
        for row in changed
    ]


def _related_pods(t: Tournament, pod: str) -> set[str]:
    """The pods before and after this one, and those that lead to the same phase (the sections of a division)."""
    near = {pod}
    while True:
        wider = near | {p.id for p in t.pods.values() if near & set(p.sources)}
        wider |= {source for name in wider for source in t.pods[name].sources}
        if wider == near:
            return near
        near = wider


# --- going on -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class NextPhase:
    """A pod of the next phase as it would be: who goes on, best first."""

    id: str
    phase: str
    first_round: int
    names: tuple[str, ...]


def next_phase(
    ctx: Context, slug: str, *, to: str, pod: str | None, size: int | None, again: bool = False
) -> tuple[list[NextPhase], tuple[str, ...]]:
    """Who would go on, why other pods would stay behind, and what will be asked: a cut that is outside the rules or
    was not announced is shown all the same."""
    event = ctx.open(slug)
    done = advance.advance(
        dry_run(ctx), slug, to=to, pod=pod, size=size, again=again, confirmed=True, override="rehearsal"
    )
    pods = [
        NextPhase(p.id, p.phase.value, p.first_round, tuple(event.name(no) for no in p.members)) for p in done.fact.pods
    ]
    return pods, done.notes


# --- a draft that has become wrong ------------------------------------------------------------------------------------

_OUTDATED: CacheSlot[tuple[str, int], dict[str, list[str]]] = CacheSlot(16)


def find_outdated_drafts(ctx: Context, slug: str) -> dict[str, list[str]]:
    """Pods whose drafted or published round was drawn before a record was corrected or somebody left (P-RUN-3):
    per pod, codes `corrected` and `left`."""
    event = ctx.open(slug)
    return event.caches[_OUTDATED].get_or_create(
        (event.hash, event.state.seq), lambda: _outdated_drafts(ctx, event.state)
    )


def _outdated_drafts(ctx: Context, t: Tournament) -> dict[str, list[str]]:
    waiting = {
        p.id: p.last_round
        for p in t.pods.values()
        if p.last_round is not None and not p.closed and p.last_round.status in _OPEN and p.phase not in ELIMINATION
    }
    outdated: dict[str, list[str]] = {}
    for pod_id, number in _corrected_since(ctx, t, waiting):
        if waiting[pod_id] is not None and number < waiting[pod_id].number:
            outdated.setdefault(pod_id, ["corrected"])
    for pod_id, r in waiting.items():
        inside = {no for m in r.matches.values() if m.result is None for no in (m.a, m.b)} | {s.no for s in r.sitting}
        if any(not t.is_active(no) for no in inside):
            outdated.setdefault(pod_id, []).append("left")
    return outdated


def _corrected_since(ctx: Context, t: Tournament, waiting: Mapping[str, Round]) -> set[tuple[str, int]]:
    """(pod, round) of results that were entered after the pod's open round was drawn."""
    drawn = [s.seq for s in t.steps if s.traits.changes_rounds and s.undone_by is None]
    if not waiting or not drawn or not t.corrected:
        return set()
    undone = {s.seq for s in t.steps if s.undone_by is not None}
    corrected: set[tuple[str, int]] = set()
    for entry in ctx.store.read(t.slug, after=drawn[max(0, len(drawn) - 2 * len(waiting) - 2)] - 1):
        if entry.seq in undone:
            continue
        fact = decode_fact(entry)
        for row in (row for part in parts_of(fact) if isinstance(part, RoundsPaired) for row in part.rounds):
            corrected = {(pod, number) for pod, number in corrected if pod != row.pod or row.proof in NOT_DRAWN}
        for pod_id, number, *_ in results_in(fact):
            corrected |= {(p, number) for p in _affected_pods(t, pod_id) if p in waiting}
    return corrected


def _affected_pods(t: Tournament, pod_id: str) -> list[str]:
    """The pod and the phases after it: their pairings use its records."""
    return [pod_id, *(q.id for q in t.successors(pod_id))]


def draft_rounds(t: Tournament, number: int) -> list[tuple[Pod, Round]]:
    """The pods that have this round; NotFound if none has."""
    pods = [(p, p.rounds[number]) for p in t.pods.values() if number in p.rounds]
    if not pods:
        raise NotFound("no-round-anywhere", "Round {round} has not been paired.", round=number)
    return pods
