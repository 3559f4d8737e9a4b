"""What arriving late costs: the pod to join now, the losses that come with it, whether it is allowed (P-LATE)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from pareo.app.base.context import LoadedTournament
from pareo.app.queries.event.advice import other_row_note
from pareo.core.journal.people_facts import Joining
from pareo.core.model.entities import Pod, Status
from pareo.core.model.random_source import SeededRandom
from pareo.core.rules import actions
from pareo.core.rules.sections import late_section
from pareo.core.settings.event import CHAMPIONSHIP_POINTS
from pareo.core.text.errors import BadInput, NotFound, OutsideRules, Refused
from pareo.core.text.messages import Note, join_notes, note, plural, text_note
from pareo.core.tournament.pairing_methods import is_robin
from pareo.core.tournament.tournament import ELIMINATION, Tournament


@dataclass(frozen=True, slots=True)
class LateTerms:
    """What a late player takes on: shown before anything is written (P-LATE-4)."""

    pod: str
    losses: tuple[int, ...]  # rounds
    first_round: int
    joins_current: bool
    sentence: Note
    other_row: Note | None = None  # in the sentence: what the table would give now, where something else was announced


def late_terms(
    event: LoadedTournament, division: str, *, section: int | None, this_round: bool, late_from: int = 0
) -> LateTerms:
    """The pod, the losses and the first round of somebody who arrives now, or for a later round (`late_from`)."""
    t = event.state
    pod = _pod_for(event, division, section)
    last = pod.last_round
    rules = t.ruleset.late
    actions.check_action_rule(actions.action_rule("late", actions.stage_of(pod)), what=text_note("Add a late player"))
    started = sorted(n for n, r in pod.rounds.items() if r.status in (Status.STARTED, Status.FINISHED))
    open_round = last if last is not None and last.status in (Status.DRAFTED, Status.PUBLISHED) else None
    if this_round and open_round is None:  # 2009, 3.1.4: the organiser decides then whether to admit them at all
        raise Refused(
            "late-this-round",
            "Round {round} of {pod} has started: a late player takes a loss for it and joins in the next round.",
            round=last.number if last else 1,
            pod=pod.id,
        )
    losses = started if this_round or open_round is None else [*started, open_round.number]
    first = last.number + (not this_round) if last else pod.first_round
    if 1 < late_from < first:
        raise BadInput(
            "late-from-past",
            "Round {wanted} has already been paired: the player can join from round {first}.",
            wanted=late_from,
            first=first,
        )
    waits = max(0, late_from - first)
    first += waits
    if first > pod.first_round + pod.planned - 1:
        raise Refused("late-nothing-left", "{pod} has no rounds left for a late player.", pod=pod.id)
    sentence = _sentence(t, pod, first, len(losses) + waits, below=rules.rank_below)
    other_row = other_row_note(t, pod, division)
    if other_row is not None:
        sentence = join_notes(" ", (sentence, other_row))
    return LateTerms(pod.id, tuple(losses), first, this_round and not waits, sentence, other_row)


def _sentence(t: Tournament, pod: Pod, first: int, count: int, *, below: bool) -> Note:
    if t.ruleset.results.chess:  # F-63: never losses, in words or record
        return plural(
            "late-terms-byes",
            "Joins {pod} from round {first}, with {count} zero-point bye.",
            "Joins {pod} from round {first}, with {count} zero-point byes.",
            count=count,
            pod=pod.id,
            first=first,
        )
    losses = plural("losses", "{count} loss", "{count} losses", count=count) if count else text_note("no loss")
    if below and count:
        return note(
            "late-terms-below",
            "Joins {pod} from round {first} with {losses}, and ranks below on-time players with the same record.",
            pod=pod.id,
            first=first,
            losses=losses,
        )
    return note("late-terms", "Joins {pod} from round {first} with {losses}.", pod=pod.id, first=first, losses=losses)


def joining(t: Tournament, terms: LateTerms, division: str) -> Joining:
    """The pod somebody joins on these terms, and the rounds missed there."""
    pod = t.pods[terms.pod]
    divisions: tuple[str, ...] | None = None
    if t.ruleset.divisions is not None and pod.divisions and division not in pod.divisions:
        wide = {*pod.divisions, division}
        divisions = tuple(d.id for d in t.ruleset.divisions.divisions if d.id in wide)
    return Joining(pod.id, tuple(n for n in terms.losses if n >= pod.first_round), divisions)


def check_last_round(t: Tournament, terms: LateTerms, override: str | None) -> None:
    """P-LATE-5: events with Championship Points take nobody after round 2; some editions only should not."""
    rules, limit = t.ruleset.late, _points_limit(t)
    if limit is None or not _is_after(t.pods[terms.pod], limit):
        return
    if rules.points_refusal == "refused":
        raise Refused(
            "late-too-late",
            "This event awards Championship Points: no one is added after round {limit}, and this player would "
            "begin in round {first}.",
            limit=limit,
            first=terms.first_round,
        )
    if not override:
        raise OutsideRules(
            "late-should-not",
            "This event awards Championship Points: no one is added after round {limit}, and this player would "
            "begin in round {first}.",
            limit=limit,
            first=terms.first_round,
        )


def check_planned_arrival(t: Tournament, late_from: int, override: str | None) -> None:
    """P-LATE-5 of a late arrival that is planned: whoever is entered in time begins in the round after the last one in
    which players are added, or before (B-10)."""
    limit = _points_limit(t)
    if limit is None or late_from <= limit + 1:
        return
    if t.ruleset.late.points_refusal == "refused":
        raise Refused(
            "late-planned-too-late",
            "This event awards Championship Points: no one is added after round {limit}, so no one can begin in round "
            "{first}.",
            limit=limit,
            first=late_from,
        )
    if not override:
        raise OutsideRules(
            "late-planned-should-not",
            "This event awards Championship Points: no one is added after round {limit}, so no one can begin in round "
            "{first}.",
            limit=limit,
            first=late_from,
        )


def registered_arrival_breach(t: Tournament, pods: Iterable[Pod]) -> OutsideRules | None:
    """A registered player is not added, and yet first comes after the last round for that: only with a reason (B-10,
    choice)."""
    limit = _points_limit(t)
    if limit is None or not any(_is_after(pod, limit) for pod in pods):
        return None
    return OutsideRules(
        "late-registered-points",
        "This event awards Championship Points: no one is added after round {limit}, and a registered player comes "
        "for the first time only now.",
        limit=limit,
    )


def _points_limit(t: Tournament) -> int | None:
    return t.ruleset.late.points_last_round if t.setting(CHAMPIONSHIP_POINTS) else None


def _is_after(pod: Pod, limit: int) -> bool:
    """Is the last round in which somebody may be added over, or a later one paired?"""
    last = pod.last_round
    return last is not None and (last.number > limit or (last.number == limit and last.status is Status.FINISHED))


def _pod_for(event: LoadedTournament, division: str, section: int | None) -> Pod:
    t = event.state
    roots = [p for p in t.root_pods() if not p.divisions or division in p.divisions]
    if not roots:
        roots = [_neighbour(t, division)]
    if roots[0].phase in ELIMINATION:
        return _bracket_pod(roots[0])
    if is_robin(roots[0]):
        raise _robin_is_fixed(roots[0])
    if any(p.closed for p in roots):
        raise Refused("pod-closed", "{pod} is finished: its players have advanced.", pod=roots[0].id)
    if roots[0].section is None:
        return roots[0]
    if section is not None:
        chosen = next((p for p in roots if p.section == section), None)
        if chosen is None:
            raise NotFound(
                "no-section",
                "There is no section {section} (sections 1 to {count}).",
                section=section,
                count=len(roots),
            )
        return chosen
    # P-SEC-4: the section that was smallest at the start, or a random one if all were equal.
    chance = SeededRandom(event.secret, f"late section/{t.next_no}")
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


def _robin_is_fixed(pod: Pod) -> Refused:
    """SP-1: everybody's opponents are fixed by the table, so nobody joins once it is used."""
    last = pod.last_round
    if last is not None and last.status in (Status.DRAFTED, Status.PUBLISHED) and last.number == pod.first_round:
        return Refused(
            "late-robin-again",
            "The round robin's round 1 has not started: add the player as usual and pair the round again; the "
            "whole table will change.",
        )
    return Refused(
        "late-robin",
        "The round robin's round 1 has started: its table is fixed and late players can no longer join.",
    )


def _bracket_pod(pod: Pod) -> Pod:
    """P-SE-4: single elimination takes late players only before round 1 has started."""
    last = pod.last_round
    if last is not None and last.status in (Status.DRAFTED, Status.PUBLISHED) and last.number == pod.first_round:
        raise Refused(
            "late-bracket-again",
            "The elimination's round 1 has not started: add the player as usual and pair the round again; all "
            "pairings will change.",
        )
    raise Refused("late-bracket", "The elimination's round 1 has started: late players can no longer join.")
