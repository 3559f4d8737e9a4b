"""Players who arrive after round 1 was paired (P-LATE, S-6)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from pareo.app.desk import Desk, Done, Event
from pareo.app.players import NewPlayer, enter_one, entrant_data, started_rounds
from pareo.app.repairing import repaired_row
from pareo.core import actions
from pareo.core.chance import Chance
from pareo.core.errors import BadInput, NeedsConfirmation, NotFound, OutsideRules, Refused
from pareo.core.model import Pod, Status
from pareo.core.sections import late_section
from pareo.core.tournament import ELIMINATION, Tournament


@dataclass(frozen=True, slots=True)
class LateTerms:
    """What a late player takes on: shown before anything is written (P-LATE-4)."""

    pod: str
    losses: tuple[int, ...]  # rounds
    first_round: int
    joins_current: bool
    sentence: str


def late_terms(event: Event, division: str, *, section: int | None, this_round: bool) -> LateTerms:
    """The pod, the losses and the first round of somebody who arrives now."""
    t = event.state
    pod = _pod_for(event, division, section)
    last = pod.last_round
    rules = t.ruleset.late
    actions.check(actions.rule("late", actions.stage_of(pod)), what="A late player")
    started = started_rounds(pod)
    open_round = last if last is not None and last.status in (Status.DRAFTED, Status.PUBLISHED) else None
    joins = False
    if this_round:
        if open_round is not None:
            joins = True
        elif last is not None and last.status is Status.STARTED and rules.this_round_after_start:
            joins = True  # 2009, 3.1.4: at the organiser's discretion even after the start
        else:
            raise Refused(
                "late-this-round", "Round {round} of {pod} has started: a late player can join only the next round.",
                round=last.number if last else 1, pod=pod.id,
            )
    losses = [n for n in started if not (joins and last is not None and n == last.number)]
    if open_round is not None and not joins:
        losses.append(open_round.number)
    first = last.number if joins and last is not None else (last.number + 1 if last else pod.first_round)
    count = len(losses)
    below = " and will rank below players with the same record who were on time" if rules.rank_below and count else ""
    words = "no loss" if count == 0 else "1 loss" if count == 1 else f"{count} losses"
    sentence = f"Joins pod {pod.id} from round {first}: takes {words}{below}."
    return LateTerms(pod.id, tuple(losses), first, joins, sentence)


def enter_late(
    desk: Desk,
    slug: str,
    player: NewPlayer,
    *,
    section: int | None = None,
    this_round: bool = False,
    confirmed: bool = False,
    override: str | None = None,
    client: str | None = None,
) -> Done:
    """Adds a late player after showing what it costs him."""
    if done := desk.answered(slug, client):
        return done
    event = desk.open(slug)
    t = event.state
    if not t.pods:
        actions.check(actions.rule("late", actions.Stage.REGISTRATION), what="A late player")
    if t.ruleset.entrant == "team":
        raise Refused("late-team", "A whole team enters before round 1; late teams are not taken in this ruleset.")
    entrant, people = enter_one(desk, event, player)
    terms = late_terms(event, entrant.division, section=section, this_round=this_round)
    _check_last_round(t, terms, override)
    if not confirmed:
        raise NeedsConfirmation("late-confirm", "{sentence} Repeat with --yes to enter the player.",
                                sentence=terms.sentence)
    first_of_pod = t.pods[terms.pod].first_round
    late_from = terms.first_round if terms.losses else 0
    entrant = replace(entrant, late_from=late_from, start_no=_start_no(t), byes=0)
    data: dict[str, Any] = {
        "entrant": entrant_data(entrant),
        "pod": terms.pod,
        "losses": [n for n in terms.losses if n >= first_of_pod],
    }
    if terms.joins_current:
        data["round"] = repaired_row(event, terms.pod, adding=entrant)
    return desk.record(event, "late", data, people=people, client=client, override=override, notes=[terms.sentence])


def _start_no(t: Tournament) -> int:
    """Numbers stay for the whole tournament (S-7): a late player gets the next one."""
    highest = max((e.start_no for e in t.entrants.values()), default=0)
    return highest + 1 if highest else 0


def _check_last_round(t: Tournament, terms: LateTerms, override: str | None) -> None:
    """P-LATE-5: events with Championship Points take nobody after round 2."""
    rules = t.ruleset.late
    limit = rules.points_last_round
    if limit is None or not t.flag("championship_points") or terms.first_round <= limit:
        return
    sentence = (
        "This event awards Championship Points: nobody is added after round {limit}, "
        "and this player would begin in round {first}."
    )
    if rules.points_refusal == "refused":
        raise Refused("late-too-late", sentence, limit=limit, first=terms.first_round)
    if not override:
        raise OutsideRules(
            "late-should-not", sentence + " Repeat with --override REASON to do it all the same.",
            limit=limit, first=terms.first_round,
        )


def _pod_for(event: Event, division: str, section: int | None) -> Pod:
    t = event.state
    roots = [p for p in t.root_pods() if not p.divisions or division in p.divisions]
    if not roots:
        roots = [_neighbour(t, division)]
    if roots[0].phase in ELIMINATION:
        return _bracket_pod(roots[0])
    if any(p.closed for p in roots):
        raise Refused("pod-closed", "Pod {pod} has ended: its players have advanced.", pod=roots[0].id)
    if roots[0].section is None:
        return roots[0]
    if section is not None:
        chosen = next((p for p in roots if p.section == section), None)
        if chosen is None:
            raise NotFound("no-section", "There is no section {section} (sections 1 to {count}).",
                           section=section, count=len(roots))
        return chosen
    # P-SEC-4: the section that was smallest at the start, or a random one if all were equal.
    chance = Chance(event.secret, f"late section/{t.next_no}")
    return roots[late_section([p.start_size or len(p.members) for p in roots], chance)]


def _neighbour(t: Tournament, division: str) -> Pod:
    """A late player whose division has nobody yet joins the pod of the nearest division (P-AGE-3)."""
    rules = t.ruleset.divisions
    if rules is None:
        raise BadInput("no-divisions", "This ruleset has no age divisions.")
    order = [d.id for d in rules.divisions]
    home = order.index(division)
    return min(
        t.root_pods(),
        key=lambda p: min((abs(order.index(d) - home) * 2 - (order.index(d) > home) for d in p.divisions), default=99),
    )


def _bracket_pod(pod: Pod) -> Pod:
    """P-SE-4: single elimination takes late players only before round 1 has started."""
    last = pod.last_round
    if last is not None and last.status in (Status.DRAFTED, Status.PUBLISHED) and last.number == pod.first_round:
        raise Refused(
            "late-bracket-again",
            "Round 1 of the elimination has not started: add the player with `players add` and pair the round --again; "
            "every pairing is made anew.",
        )
    raise Refused("late-bracket", "Round 1 of the elimination has started: a late player cannot be added any more.")
