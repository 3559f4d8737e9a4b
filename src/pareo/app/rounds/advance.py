"""Going on to the next phase: the second day, or the elimination after the Swiss."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from pareo.app.desk import Desk, Event, Recorded
from pareo.app.event.advice import pod_advice
from pareo.app.rounds.rounds import family, what
from pareo.core.journal.round_facts import Advanced
from pareo.core.pairing.bracket import rounds_needed
from pareo.core.rules import actions
from pareo.core.rules.actions import stage_of
from pareo.core.rules.advice import check_cut, second_day_size
from pareo.core.rules.sections import qualifiers_per_section
from pareo.core.standings.records import ledger_of
from pareo.core.standings.standings import Standing, merge_by_standing, rank_division, standings
from pareo.core.state.model import Phase, Pod, Status
from pareo.core.state.progress import is_over, next_number
from pareo.core.state.settings.rounds import ADVICE_TABLE, CUT, DAY2_ROUNDS, THIRD_PLACE
from pareo.core.state.tournament import ELIMINATION, Tournament
from pareo.core.words.errors import BadInput, OutsideRules, PareoError, Refused


@dataclass(frozen=True, slots=True)
class Advancing:
    """Who goes on: the new pods, the pods that end, and why others stay behind."""

    pods: tuple[Pod, ...]
    closes: tuple[str, ...]
    unformed: tuple[str, ...] = ()  # pods of an earlier advance that are made again
    notes: tuple[str, ...] = ()


def advance(
    desk: Desk,
    slug: str,
    *,
    to: str,
    pod: str | None = None,
    size: int | None = None,
    again: bool = False,
    override: str | None = None,
    client: str | None = None,
) -> Recorded[Advanced]:
    """Makes the pods of the next phase; then `pair`. `again`: anew, after a correction, before that phase starts."""
    if done := desk.answered(slug, client):
        return done
    event = desk.open(slug)
    if to not in ("day2", "cut"):
        raise BadInput("advance-where", "One advances to day2 or cut, not to “{to}”.", to=to)
    actions.check_begun("advance", begun=bool(event.state.pods))
    if size is not None and size < 2:
        raise BadInput("advance-size", "At least two players go on, not {size}.", size=size)
    if to == "day2":
        plan = _day2(event, pod, size, again=again)
    else:
        _check_announced(event.state, override)
        plan = _cut(event, pod, size, override, again=again)
    fact = Advanced(plan.pods, plan.closes, plan.unformed)
    return desk.record(event, fact, client=client, override=override, notes=plan.notes)


def _check_announced(t: Tournament, override: str | None) -> None:
    """An elimination must be announced before the start (P-ANN-1, X-2)."""
    if t.style == "swiss+cut" or override or t.announced:
        return
    raise OutsideRules(
        "cut-not-announced",
        "This event was set up as Swiss only; an elimination must be announced before the start "
        "(set style=swiss+cut).",
    )


def _candidates(t: Tournament, pod: str | None, *, again: bool) -> list[list[Pod]]:
    """Swiss pods that could go on (or could once more), the sections of a division together."""
    pods = [p for p in t.pods.values() if p.phase not in ELIMINATION and (_can_redo(t, p) if again else not p.closed)]
    if pod is not None:
        named = [p for p in pods if pod in (p.id, *p.divisions) or family(p) == pod]
        if not named:
            known = t.pod(pod)
            if known.closed:
                raise Refused("pod-closed", "Pod {pod} has ended: its players have advanced.", pod=pod)
            if known.phase in ELIMINATION:
                raise Refused("advance-bracket", "Pod {pod} is an elimination: it has no next phase.", pod=pod)
        families = {family(p) for p in named}
        pods = [p for p in pods if family(p) in families]
    if again and not pods:
        raise Refused("advance-not-again", "No phase was formed that has not started: there is nothing to form again.")
    found: dict[str, list[Pod]] = {}
    for p in pods:
        found.setdefault(family(p), []).append(p)
    return list(found.values())


def _can_redo(t: Tournament, p: Pod) -> bool:
    """Its players have advanced, and no round of the next phase has started."""
    begun = (Status.STARTED, Status.FINISHED)
    after = t.successors(p.id)
    return bool(after) and not any(q.closed or any(r.status in begun for r in q.rounds.values()) for q in after)


def _check_played(p: Pod) -> None:
    actions.check(actions.rule("advance", stage_of(p)), what=what(p))
    if not is_over(p):
        raise Refused(
            "advance-early", "{pod} has played {played} of {planned} rounds: play them first, or set rounds={played}.",
            pod=p.id, played=next_number(p) - p.first_round, planned=p.planned,
        )


def _each(
    t: Tournament, pod: str | None, make: Callable[[list[Pod]], list[Pod]], *, again: bool
) -> Advancing:
    """Every family of pods that is ready goes on; one that is not stays behind with its reason. None ready: refused."""
    new: list[Pod] = []
    closes: list[str] = []
    problems: list[PareoError] = []
    for pods in _candidates(t, pod, again=again):
        try:
            for p in pods:
                _check_played(p)
            made = make(pods)
        except (Refused, OutsideRules) as problem:
            problems.append(problem)
            continue
        new += made
        closes += [p.id for p in pods]
    if not new:
        if problems:
            raise problems[0]
        raise Refused("advance-none", "There is no Swiss pod whose players could go on.")
    unformed = tuple(dict.fromkeys(q.id for source in closes for q in t.successors(source)))
    return Advancing(tuple(new), tuple(closes), unformed, tuple(problem.note for problem in problems))


def swiss_standings(event: Event, pod: Pod) -> tuple[Standing, ...]:
    return standings(ledger_of(event.state, pod, lots=event.lots()), event.state.ruleset)


def _staying(t: Tournament, rows: tuple[Standing, ...]) -> list[Standing]:
    return [row for row in rows if t.entrants[row.no].drop is None]


def _day2(event: Event, pod: str | None, size: int | None, *, again: bool) -> Advancing:
    """P-DAY2-1: so many points, or the top so many, whichever is more players."""
    t = event.state
    if t.ruleset.second_day is None:
        raise Refused("no-second-day", "The ruleset {ruleset} has no second day.", ruleset=t.ruleset.title)
    return _each(t, pod, lambda pods: [_day2_pod(event, p, size) for p in pods], again=again)


def _day2_pod(event: Event, p: Pod, size: int | None) -> Pod:
    t = event.state
    rules = t.ruleset.second_day
    if p.phase is Phase.DAY2 or rules is None:
        raise Refused("already-day2", "{pod} is already the second day.", pod=p.id)
    if p.section is not None:
        raise Refused("sections-day2", "{pod} is a section: sections lead to one elimination, not to a second day.",
                      pod=p.id)
    rows = _staying(t, swiss_standings(event, p))
    count = min(size or second_day_size(rules, [t.ruleset.show_points(row.points) for row in rows]), len(rows))
    if count < 2:
        raise Refused("too-few-left", "{what}: fewer than two players are left to pair.", what=p.id)
    planned = t.setting(DAY2_ROUNDS, p.id) or pod_advice(t, p.divisions, p.members).day2_rounds
    if not planned:
        raise Refused(
            "day2-rounds", "{pod}: the table has no second day for {count} players; set day2_rounds or table=two-day.",
            pod=p.id, count=len(p.members),
        )
    return Pod(
        f"{p.id}-day2", Phase.DAY2, tuple(sorted(row.no for row in rows[:count])), p.divisions, planned=planned,
        first_round=next_number(p), sources=(p.id,), first_table=p.first_table,
    )


def _cut(event: Event, pod: str | None, size: int | None, override: str | None, *, again: bool) -> Advancing:
    t = event.state

    def make(pods: list[Pod]) -> list[Pod]:
        first = pods[0]
        if first.section is not None:
            return [_sections_cut(event, family(first), pods, size, override)]
        if t.ruleset.elimination.per_division and len(first.divisions) > 1:
            return _division_cuts(event, first, pod, size, override)
        return [_one_cut(event, first.id, first, size, override)]

    return _each(t, pod, make, again=again)


def _size_for(t: Tournament, name: str, wanted: int | None, advised: int) -> int:
    size = wanted or t.setting(CUT, name)
    size = advised if size is None else size
    if size < 2:
        raise Refused("cut-size-missing", "{pod}: no cut is set or advised; say how many (2, 4, 8 …).", pod=name)
    return size


def _checked_size(t: Tournament, size: int, players: int, override: str | None) -> int:
    try:
        check_cut(t.ruleset, cut=size, players=players, table=_table(t))
    except OutsideRules:
        if not override:
            raise
    return size


def _table(t: Tournament) -> str | None:
    table = t.setting(ADVICE_TABLE)
    return str(table) if table else None


def _bracket(t: Tournament, name: str, seeds: list[int], sources: list[Pod], divisions: tuple[str, ...]) -> Pod:
    base = sources[0].id.removesuffix("-day2")
    return Pod(
        f"{name.removesuffix('-day2')}-cut",
        Phase.CUT,
        tuple(seeds),
        divisions,
        planned=rounds_needed(len(seeds)),
        first_round=max(next_number(p) for p in sources),
        sources=tuple(p.id for p in sources),
        third_place=bool(t.setting(THIRD_PLACE, base)),
        first_table=min(p.first_table for p in sources),
    )


def _one_cut(event: Event, name: str, p: Pod, size: int | None, override: str | None) -> Pod:
    t = event.state
    rows = _staying(t, swiss_standings(event, p))
    root = t.chain(p)[0]
    advised = pod_advice(t, root.divisions, root.members).cut
    wanted = _checked_size(t, _size_for(t, name.removesuffix("-day2"), size, advised), len(rows), override)
    return _bracket(t, name, [row.no for row in rows[:wanted]], [p], p.divisions)


def _division_cuts(
    event: Event, p: Pod, asked: str | None, size: int | None, override: str | None
) -> list[Pod]:
    """P-AGE-7: in a shared pod each division has its own bracket, sized by its own players."""
    t = event.state
    table = swiss_standings(event, p)
    root = t.chain(p)[0]
    advised = dict(pod_advice(t, root.divisions, root.members).division_cuts)
    made: list[Pod] = []
    for division in p.divisions:
        rows = _staying(t, rank_division(table, [n for n in p.members if t.entrants[n].division == division]))
        wanted = size if asked in (None, p.id, division) else None
        chosen = t.setting(CUT, division)  # 0: set to none
        wanted = wanted or (chosen if chosen is not None else advised.get(division, 0))
        if asked != division and wanted > len(rows):
            wanted = 0  # the organiser's cut is for the larger division; this one has nobody to cut
        if wanted < 2:
            continue
        _checked_size(t, wanted, len(rows), override)
        made.append(_bracket(t, division, [row.no for row in rows[:wanted]], [p], (division,)))
    if not made:
        raise Refused("cut-size-missing", "{pod}: no cut is set or advised; say how many (2, 4, 8 …).", pod=p.id)
    return made


def _sections_cut(event: Event, name: str, pods: list[Pod], size: int | None, override: str | None) -> Pod:
    """P-SEC-5: the same number from each section, merged into one list by Swiss standing and seeded from it."""
    t = event.state
    members = tuple(no for p in pods for no in p.members)
    advised = pod_advice(t, pods[0].divisions, members).cut
    wanted = _checked_size(t, _size_for(t, name, size, advised), len(members), override)
    rules = t.ruleset.sections
    each = qualifiers_per_section(wanted, len(pods), rules.min_qualifiers if rules else 2)
    full = [swiss_standings(event, p) for p in pods]
    tables = [rank_division(rows, [row.no for row in _staying(t, rows)]) for rows in full]
    merged = merge_by_standing([rows[:each] for rows in tables], t.ruleset)
    return _bracket(t, name, [row.no for row in merged], pods, pods[0].divisions)
