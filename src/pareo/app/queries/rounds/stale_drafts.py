"""Whether a drafted round still fits the entrants: a stale one must be made again, or repaired, before it is shown."""

from __future__ import annotations

from collections.abc import Iterator

from pareo.app.base.context import LoadedTournament
from pareo.core.model.entities import NOT_DRAWN, Phase, Pod, Round
from pareo.core.model.outcome import Outcome
from pareo.core.pairing.registry import MANUAL
from pareo.core.pairing.robin.rounds import single_length
from pareo.core.rules.tables import KNOCKOUT
from pareo.core.settings.divisions import SECTIONS
from pareo.core.text.errors import Refused
from pareo.core.text.messages import Note, note, plural, text_note
from pareo.core.tournament.drafting import sitting_out
from pareo.core.tournament.pairing_methods import cycles_of, is_robin, schedule_of
from pareo.core.tournament.progress import is_playing
from pareo.core.tournament.tournament import ELIMINATION, Tournament


def round_label(pod: Pod, number: int | None = None) -> Note:
    """“Round 3 of masters”, for sentences."""
    if number is None:
        number = pod.last_round.number if pod.last_round else pod.first_round
    return round_of(pod.id, number)


def round_of(pod: str, number: int) -> Note:
    """“Round 3 of masters”, from a pod's name and a number."""
    return note("round-of-pod", "Round {number} of {pod}", number=number, pod=pod)


def check_fresh(event: LoadedTournament, p: Pod, last: Round) -> None:
    """A draft made before somebody left or came must be made again, or repaired."""
    if not p.sources and last.number == p.first_round:
        _check_formed(event, p)
    if last.system == MANUAL:
        _check_filled(event, p, last)
    for no, problem in stale(event.state, p, last):
        raise Refused(
            "draft-stale",
            "{what} was paired earlier: {name} {problem}. Pair it again, or repair it.",
            what=round_label(p),
            name=event.name(no),
            problem=problem,
        )


def stale(t: Tournament, p: Pod, last: Round) -> Iterator[tuple[int, Note]]:
    """Whom the round does not fit any more, and why."""
    paired = {no for m in last.matches.values() for no in (m.a, m.b)}
    resting = {s.no: s.outcome for s in last.sitting}
    left = text_note("dropped")
    there = {
        no: t.is_active(no) if p.phase in ELIMINATION else is_playing(t.entrants[no], last.number) for no in p.members
    }
    yield from ((no, left) for no in sorted(paired) if not there[no] and not _is_decided(last, no))
    if p.phase in ELIMINATION:
        return  # who has left and sits out loses the next match
    robin = is_robin(p)  # the table goes on: who has left rests, and loses the other games
    yield from ((no, left) for no in sorted(resting) if not there[no] and not robin)
    missing = text_note("is not in it")
    yield from ((no, missing) for no in p.members if there[no] and no not in paired and no not in resting)
    if last.proof in NOT_DRAWN:
        return
    off = sitting_out(t, p, last.number)
    resting_now = text_note("does not play in this round")
    yield from ((no, resting_now) for no in off if no in paired or resting[no] is Outcome.BYE)
    free = (Outcome.EARNED_BYE, Outcome.REQUESTED_BYE, Outcome.LATE_LOSS)
    playing = text_note("plays in this round")
    yield from ((no, playing) for no, why in resting.items() if why in free and no not in off)


def _check_formed(event: LoadedTournament, p: Pod) -> None:
    """Before round 1 starts: the pods are still those that the entrants and the settings form."""
    t = event.state
    if not t.started:
        elimination = t.style in KNOCKOUT
        sections = 1 if elimination else t.setting(SECTIONS, p.family) or 1
        double = t.style == "double-elimination"
        if (
            elimination != (p.phase is Phase.ELIMINATION)
            or double != p.double
            or _other_table(t, p)
            or sections != sum(q.family == p.family for q in t.root_pods())
        ):
            raise Refused(
                "pods-stale",
                "{what} was paired before the format or sections changed: pair it again.",
                what=round_label(p),
            )
    for no, e in sorted(t.entrants.items()):
        home = t.pods.get(t.pod_of.get(no, ""))
        if e.own_no and e.own_no != e.start_no:
            raise Refused(
                "draft-stale",
                "{what} was paired earlier: {name} {problem}. Pair it again, or repair it.",
                what=round_label(p),
                name=event.name(no),
                problem=text_note("has another start number now"),
            )
        if e.drop is None and (home is None or (home.divisions and e.division not in home.divisions)):
            raise Refused(
                "draft-stale",
                "{what} was paired earlier: {name} {problem}. Pair it again, or repair it.",
                what=round_label(p),
                name=event.name(no),
                problem=text_note("is not in it")
                if home is None
                else note("division-now", "is now in the division {division}", division=e.division),
            )


def _other_table(t: Tournament, p: Pod) -> bool:
    """Has the event become a round robin, or ceased to be one, or does it follow another table now?"""
    last = p.last_round
    if not is_robin(p) or t.style != "round-robin" or last is None:
        return is_robin(p) != (t.style == "round-robin")
    length = cycles_of(t, p.id) * single_length(len(p.members))
    return p.planned != length or last.system not in (schedule_of(t, p.id), MANUAL)


def _check_filled(event: LoadedTournament, p: Pod, last: Round) -> None:
    """A round that is paired by hand is whole when everybody plays or rests."""
    inside = {no for m in last.matches.values() for no in (m.a, m.b)} | {s.no for s in last.sitting}
    alone = [no for no in p.members if is_playing(event.state.entrants[no], last.number) and no not in inside]
    if alone:
        names = ", ".join(event.name(no) for no in alone[:_NAMED]) + (" …" if len(alone) > _NAMED else "")
        raise Refused(
            "hand-unfinished",
            "{sentence}",
            sentence=plural(
                "hand-alone",
                "{what} is paired by hand, and {count} player has no opponent yet: {names}.",
                "{what} is paired by hand, and {count} players have no opponent yet: {names}.",
                count=len(alone),
                what=round_label(p),
                names=names,
            ),
        )


_NAMED = 6


def _is_decided(r: Round, no: int) -> bool:
    match = r.match_of(no)
    return match is not None and match.result is not None
