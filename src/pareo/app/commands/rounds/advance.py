"""Going on to the next phase: the second day, or the elimination after the Swiss."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

from pareo.app.base.context import Context, JournalResult, LoadedTournament
from pareo.app.queries.event.advice import cuts_of, plan_of, second_day_rounds
from pareo.app.queries.event.announced_settings import locked_setting_error
from pareo.app.queries.event.cuts import PlannedCut, judge_planned_cut
from pareo.app.queries.rounds.stale_drafts import round_label
from pareo.core.journal.round_facts import Advanced
from pareo.core.model.entities import Phase, Pod, Status
from pareo.core.model.ruleset import Ruleset
from pareo.core.pairing.bracket import rounds_needed
from pareo.core.rules import actions
from pareo.core.rules.actions import ActionVerdict, stage_of
from pareo.core.rules.advice import second_day_size
from pareo.core.rules.cuts import (
    check_maximum,
    check_playable,
    check_size,
    cuts_named,
    largest_power_of_two,
    shared_cut,
)
from pareo.core.rules.pods import division_named, pod_id
from pareo.core.rules.sections import qualifiers_per_section
from pareo.core.settings.phases import DAY2_POINTS
from pareo.core.settings.rounds import DAY2_ROUNDS, ROUNDS, THIRD_PLACE
from pareo.core.standings.standings import Standing, merge_by_standing, rank_division, standings
from pareo.core.standings.tiebreaks.registry import TIEBREAKS
from pareo.core.text.errors import BadInput, NeedsConfirmation, OutsideRules, PareoError, Refused
from pareo.core.text.messages import Note, join_notes, note, text_note
from pareo.core.tournament.progress import is_over, next_number
from pareo.core.tournament.records import ledger_of
from pareo.core.tournament.tournament import ELIMINATION, Tournament


@dataclass(frozen=True, slots=True)
class Advancing:
    """Who goes on: the new pods, the pods that end, and why others stay behind."""

    pods: tuple[Pod, ...]
    closes: tuple[str, ...]
    unformed: tuple[str, ...] = ()  # pods of an earlier advance that are made again
    notes: tuple[str, ...] = ()


def advance(
    ctx: Context,
    slug: str,
    *,
    to: str,
    pod: str | None = None,
    size: int | None = None,
    again: bool = False,
    confirmed: bool = False,
    override: str | None = None,
    client: str | None = None,
) -> JournalResult[Advanced]:
    """Makes the pods of the next phase; then `pair`. `again`: anew, after a correction, before that phase starts.

    Every way into the cut obeys the same limits: what the document forbids, and another size than was announced, needs
    an override; an announced cut that is larger than the table is confirmed first.
    """
    if done := ctx.find_repeat(slug, client):
        return done
    event = ctx.open(slug)
    if to not in ("day2", "cut"):
        raise BadInput("advance-where", "Players advance to day2 or cut, not to “{to}”.", to=to)
    actions.check_any_round("advance", any_round=bool(event.state.pods))
    if size is not None:
        check_size(size)
    if to == "day2":
        plan = _day2(event, pod, size, again=again)
    else:
        _check_announced(event.state, override)
        cuts = _Cuts(event, pod, size)
        plan = _each(event.state, pod, cuts.make, again=again)
        if cuts.outside and not override:
            raise outside_error(cuts.outside)
        if cuts.questions and not (confirmed or override):
            question = join_notes("\n", cuts.questions)
            raise NeedsConfirmation("cut-confirm", "{question}", question=question)
        plan = replace(plan, notes=(*plan.notes, *cuts.reasons, *cuts.questions, *cuts.outside))
    fact = Advanced(plan.pods, plan.closes, plan.unformed)
    return ctx.record(event, fact, client=client, override=override, notes=plan.notes)


def _check_announced(t: Tournament, override: str | None) -> None:
    """An elimination must be announced before the start (P-ANN-1, X-2)."""
    if t.style == "swiss+cut" or override or t.announced:
        return
    raise OutsideRules(
        "cut-not-announced",
        "This event was set up as Swiss only. A play-off must be announced in the settings before the start.",
    )


def _candidates(t: Tournament, pod: str | None, *, again: bool) -> list[list[Pod]]:
    """Swiss pods that could go on (or could once more), the sections of a division together."""
    pods = [p for p in t.pods.values() if p.phase not in ELIMINATION and (_can_redo(t, p) if again else not p.closed)]
    if pod is not None:
        chosen = [p for p in pods if pod in (p.id, *p.divisions) or p.family == pod]
        if not chosen and pod not in t.pods:  # a division by the name its pod would have
            chosen = [p for p in pods if division_named(t.ruleset.divisions, pod) in p.divisions]
        if not chosen:
            known = t.pod(pod)
            if known.closed:
                raise Refused("pod-closed", "{pod} is finished: its players have advanced.", pod=pod)
            if known.phase in ELIMINATION:
                raise Refused("advance-bracket", "{pod} is an elimination: it has no next phase.", pod=pod)
        families = {p.family for p in chosen}
        pods = [p for p in pods if p.family in families]
    if again and not pods:
        raise Refused("advance-not-again", "All phases have started: there is nothing to form again.")
    by_family: dict[str, list[Pod]] = {}
    for p in pods:
        by_family.setdefault(p.family, []).append(p)
    return list(by_family.values())


def _can_redo(t: Tournament, p: Pod) -> bool:
    """Its players have advanced, and no round of the next phase has started."""
    started = (Status.STARTED, Status.FINISHED)
    after = t.successors(p.id)
    return bool(after) and not any(q.closed or any(r.status in started for r in q.rounds.values()) for q in after)


def _check_played(p: Pod) -> None:
    actions.check_action_rule(actions.action_rule("advance", stage_of(p)), what=round_label(p))
    if not is_over(p):
        raise Refused(
            "advance-early",
            "{pod} has played {played} of {planned} rounds: play the rest first, or set {key}={played} for {pod}.",
            pod=p.id,
            played=next_number(p) - p.first_round,
            planned=p.planned,
            key=DAY2_ROUNDS.key if p.phase is Phase.DAY2 else ROUNDS.key,
        )


def _each(t: Tournament, pod: str | None, make: Callable[[list[Pod]], list[Pod]], *, again: bool) -> Advancing:
    """Every family of pods that is ready goes on; one that is not stays behind with its reason. None ready: refused."""
    new: list[Pod] = []
    closes: list[str] = []
    problems: list[PareoError] = []
    for pods in _candidates(t, pod, again=again):
        try:
            for p in pods:
                _check_played(p)
            brackets = make(pods)
        except Refused as problem:
            problems.append(problem)
            continue
        new += brackets
        closes += [p.id for p in pods]
    if not new:
        if problems:
            raise problems[0]
        raise Refused("advance-none", "No Swiss group has players who could advance.")
    unformed = tuple(dict.fromkeys(q.id for source in closes for q in t.successors(source)))
    return Advancing(tuple(new), tuple(closes), unformed, tuple(problem.note for problem in problems))


def _ranking(event: LoadedTournament, pod: Pod, ruleset: Ruleset) -> tuple[Standing, ...]:
    return standings(ledger_of(event.state, pod, lots=event.lots()), ruleset)


def _for_cut(event: LoadedTournament, pod: Pod) -> tuple[Standing, ...]:
    """In the order in which players go into the elimination (X-12)."""
    return _ranking(event, pod, event.state.ruleset.seeding)


def _still_playing(t: Tournament, rows: tuple[Standing, ...]) -> list[Standing]:
    return [row for row in rows if t.entrants[row.no].drop is None]


def _day2(event: LoadedTournament, pod: str | None, size: int | None, *, again: bool) -> Advancing:
    """P-DAY2-1: so many points, or the top so many, whichever is more players."""
    t = event.state
    if t.ruleset.second_day is None:
        raise Refused("no-second-day", "The ruleset {ruleset} has no second day.", ruleset=t.ruleset.title)
    return _each(t, pod, lambda pods: [_day2_pod(event, p, size) for p in pods], again=again)


def _day2_pod(event: LoadedTournament, p: Pod, size: int | None) -> Pod:
    t = event.state
    rules = t.ruleset.second_day
    if p.phase is Phase.DAY2 or rules is None:
        raise Refused("already-day2", "{pod} is already the second day.", pod=p.id)
    if p.section is not None:
        raise Refused(
            "sections-day2", "{pod} is a section: sections lead to one elimination, not to a second day.", pod=p.id
        )
    rows = _still_playing(t, _ranking(event, p, t.ruleset))
    _, _, advice = plan_of(t, p)
    needed = t.setting(DAY2_POINTS, p.id) or advice.points
    if not (size or needed or rules.points or rules.top):
        raise Refused(
            "day2-points",
            "{pod}: the table gives no points for the second day. Set day2_points, or choose how many advance.",
            pod=p.id,
        )
    points = [t.ruleset.show_points(row.points) for row in rows]
    count = min(size or second_day_size(rules, points, needed), len(rows))
    if count < 2 and not size and not rules.top:
        raise Refused(
            "day2-too-few",
            "{pod}: {count} of {players} players have {points} points; a second day needs at least 2.",
            pod=p.id,
            count=count,
            players=len(rows),
            points=needed or rules.points,
        )
    if count < 2:
        raise Refused("too-few-left", "{what}: fewer than 2 players are left to pair.", what=p.id)
    planned = t.setting(DAY2_ROUNDS, p.id) or advice.day2_rounds
    if not planned:
        raise Refused(
            "day2-rounds",
            "{pod}: the table has no second day for {count} players; set day2_rounds or table=two-day.",
            pod=p.id,
            count=len(p.members),
        )
    return Pod(
        f"{p.id}-day2",
        Phase.DAY2,
        tuple(sorted(row.no for row in rows[:count])),
        p.divisions,
        planned=planned,
        first_round=next_number(p),
        sources=(p.id,),
        first_table=p.first_table,
    )


@dataclass(slots=True)
class _Cuts:
    """Forms the brackets, and keeps what must be asked or said about their sizes."""

    event: LoadedTournament
    requested: str | None  # pod or division
    size: int | None
    questions: list[Note] = field(default_factory=list)
    outside: list[Note] = field(default_factory=list)  # what an override is needed for, of every division
    reasons: list[Note] = field(default_factory=list)  # how the records made the size (PN-ASY-9)

    def make(self, pods: list[Pod]) -> list[Pod]:
        """The brackets of a Swiss pod, or the one of a division's sections."""
        t, first = self.event.state, pods[0]
        if rounds := second_day_rounds(t, first):
            self.outside.append(
                note(
                    "cut-before-day2",
                    "{pod}: a second day of {rounds} rounds comes before the play-off (advance to day2).",
                    pod=first.id,
                    rounds=rounds,
                )
            )
        planned = cuts_of(t, first)
        if first.section is not None:
            return [self._of_sections(planned[0], pods)]
        if planned[0].division:
            return self._of_divisions(planned, first)
        rows = _still_playing(t, _for_cut(self.event, first))
        size = self._choose_size(planned[0], self.size, rows)
        return [_bracket(t, first.id, [row.no for row in rows[:size]], [first], first.divisions)]

    def _of_divisions(self, planned: tuple[PlannedCut, ...], p: Pod) -> list[Pod]:
        """P-AGE-7: in a shared pod each division has its own bracket, sized by its own players."""
        t = self.event.state
        table = _for_cut(self.event, p)
        brackets: list[Pod] = []
        division = division_named(t.ruleset.divisions, self.requested or "")
        for cut in reversed(planned):  # the oldest division has the first tables (PN-AGE-3)
            requested = self.size if division in (None, cut.division) else None
            if not (requested or cut.size):
                continue
            members = [n for n in p.members if t.entrants[n].division == cut.division]
            rows = _still_playing(t, rank_division(table, members))
            size = self._choose_size(cut, requested, rows)
            brackets.append(_bracket(t, cut.division, [row.no for row in rows[:size]], [p], (cut.division,)))
        if not brackets:
            raise _no_size(p.id)
        return brackets

    def _of_sections(self, planned: PlannedCut, pods: list[Pod]) -> Pod:
        """P-SEC-5: the same number from each section, merged into one list by Swiss standing and seeded from it."""
        t = self.event.state
        full = [_for_cut(self.event, p) for p in pods]
        tables = [rank_division(rows, [row.no for row in _still_playing(t, rows)]) for rows in full]
        fewest = len(pods) * min(map(len, tables))  # the same number from each
        if self.size is None and 2 <= fewest < planned.size:
            planned = self._smaller(planned, largest_power_of_two(fewest), sum(map(len, tables)))
        size = self.size or planned.size
        if size < 2:
            raise _no_size(planned.name)
        self._check_size(planned, size, sum(len(p.members) for p in pods))
        rules = t.ruleset.sections
        each = qualifiers_per_section(size, len(pods), rules.min_qualifiers if rules else 2)
        merged = merge_by_standing([rows[:each] for rows in tables], t.ruleset.seeding)
        return _bracket(t, planned.name, [row.no for row in merged], pods, pods[0].divisions)

    def _choose_size(self, planned: PlannedCut, requested: int | None, rows: list[Standing]) -> int:
        """The size of a bracket: as asked, as the records of who is still there make it, or as planned (PN-ASY-9)."""
        if planned.asymmetrical and planned.size and rows:
            show = self.event.state.ruleset.show_points
            shared = shared_cut(
                [show(row.points) for row in rows], planned.size, self.event.state.ruleset.elimination.max_cut
            )
            if requested in (None, shared.size):
                self.reasons.append(join_notes(": ", (planned.name, shared.reason)))
                self._name_missing(planned.name, rows[shared.size - 1 : shared.sharing])
            planned = replace(planned, chosen=shared.size)
        elif 2 <= len(rows) < planned.size and requested is None:
            planned = self._smaller(planned, largest_power_of_two(len(rows)), len(rows))
        size = requested or planned.size
        if size < 2:
            raise _no_size(planned.name)
        return self._check_size(planned, size, len(rows))

    def _smaller(self, planned: PlannedCut, size: int, left: int) -> PlannedCut:
        """Fewer are left than were announced: the largest power of two they fill, which is told (B-1, choice)."""
        self.reasons.append(
            note(
                "cut-fewer-left",
                "{pod}: {left} players are left for the play-off of {announced}: it is a play-off of {cut}.",
                pod=planned.name,
                left=left,
                announced=planned.size,
                cut=size,
            )
        )
        return replace(planned, chosen=size)

    def _name_missing(self, pod: str, rows: list[Standing]) -> None:
        """Who has the points and is left out by the maximum, and what decided it (PN-ASY-3). First: the last inside."""
        if len(rows) < 2:
            return
        names = ", ".join(self.event.name(row.no) for row in rows[1:])
        criterion = rows[1].decided_by or ""
        title = text_note(TIEBREAKS[criterion].title) if criterion in TIEBREAKS else text_note(criterion)
        self.reasons.append(
            note(
                "cut-missed",
                "{pod}: level on points but out on {tiebreak}: {names}.",
                pod=pod,
                tiebreak=title,
                names=names,
            )
        )

    def _check_size(self, planned: PlannedCut, size: int, players: int) -> int:
        """The size, if it can be played and is allowed; what must be confirmed is kept (P-CUT-6, P-CUT-8, A-2)."""
        t = self.event.state
        try:
            check_playable(size, players, asymmetrical=planned.asymmetrical)
            check_maximum(t.ruleset, size, planned.limits)
        except OutsideRules as problem:
            self.outside.append(problem.note)
            return size
        except Refused as problem:
            if not planned.division:
                raise
            raise Refused(
                "cut-division",
                "{pod}: {reason} Give this division its own play-off, or choose the division this size is for.",
                pod=planned.name,
                reason=problem.note,
            ) from None
        judgement = judge_planned_cut(t, planned, size)
        announced = not self._not_announced(planned, size)
        if judgement is not None and judgement.verdict is ActionVerdict.OUTSIDE:
            self.outside.append(OutsideRules.from_note(judgement.note, pod=planned.name).note)
        elif not announced and "cut" in t.ruleset.settled and not planned.asymmetrical:  # its size is the records'
            breach = _not_as_announced(planned, size) if planned.limits.allowed else locked_setting_error(t, "cut")
            self.outside.append(breach.note)
        elif not announced or (judgement is not None and judgement.verdict is ActionVerdict.CONFIRM):
            self.questions.append(_size_question(planned, size))
        return size

    def _not_announced(self, planned: PlannedCut, size: int) -> bool:
        """Something else was set, or is what the document's table proposes."""
        known = planned.chosen is not None or bool(planned.limits.allowed)
        return known and self.event.state.style == "swiss+cut" and size != planned.size


def outside_error(breaches: Sequence[Note]) -> OutsideRules:
    """What the document forbids, of every division it is broken in."""
    if len(breaches) == 1:
        return OutsideRules.from_note(breaches[0])
    return OutsideRules("cut-breaches", "{question}", question=join_notes(" ", breaches))


def _not_as_announced(planned: PlannedCut, size: int) -> OutsideRules:
    """Another size than was announced, where the document has a table (B-1)."""
    return OutsideRules(
        "cut-not-as-announced",
        "{pod}: a play-off of {cut}; announced: {announced}; by the document's table: {allowed} for {players} players. "
        "What was announced stays.",
        pod=planned.name,
        cut=size,
        players=planned.limits.players,
        announced=planned.size or text_note("none"),
        allowed=cuts_named(planned.limits.allowed),
    )


def _size_question(planned: PlannedCut, size: int) -> Note:
    """Asks about a size, with what the table gives and what was announced."""
    facts = {
        "pod": planned.name,
        "cut": size,
        "players": planned.limits.players,
        "announced": planned.size or text_note("none"),
    }
    if not planned.limits.allowed:
        return Note(
            "cut-asked-announced", "{pod}: a play-off of {cut} for {players} players; announced: {announced}.", facts
        )
    facts["allowed"] = cuts_named(planned.limits.allowed)
    return Note(
        "cut-asked",
        "{pod}: a play-off of {cut} for {players} players; by the document's table: {allowed}; announced: {announced}.",
        facts,
    )


def _no_size(pod: str) -> Refused:
    return Refused(
        "cut-size-missing", "{pod}: no play-off is set or advised. Choose how many advance (2, 4, 8 …).", pod=pod
    )


def _bracket(t: Tournament, name: str, seeds: list[int], sources: list[Pod], divisions: tuple[str, ...]) -> Pod:
    base = sources[0].family.removesuffix("-day2")
    own = [pod_id(t.ruleset.divisions, divisions)] if len(divisions) == 1 else []
    return Pod(
        f"{name.removesuffix('-day2')}-cut",
        Phase.CUT,
        tuple(seeds),
        divisions,
        planned=rounds_needed(len(seeds)),
        first_round=max(next_number(p) for p in sources),
        sources=tuple(p.id for p in sources),
        third_place=bool(t.setting(THIRD_PLACE, *own, base)),
        first_table=min(p.first_table for p in sources),
    )
