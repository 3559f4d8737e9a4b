"""Pairing information (SP-13): what a round is drawn from, player by player, and why each pair was made.

For staff: it tells of drafts, floats and virtual points. A row is one player before a round: points, what is added for
pairing only, who started when, which start is due, floats, opponents met, byes; and the opponent
of the round, with the reasons. Nothing is drawn here.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from typing import Required, TypedDict

from pareo.app.base.context import Context, LoadedTournament
from pareo.app.queries.pages.event_tables import KINDS, entrant_status
from pareo.app.queries.rounds.pairing_inputs import drawings
from pareo.app.rows.people import Information
from pareo.core.model.entities import Match, Phase, Pod, Round
from pareo.core.model.outcome import Outcome
from pareo.core.pairing.acceleration import acceleration_number
from pareo.core.pairing.registry import reason_sentences
from pareo.core.settings.pairing import MEET_AGAIN, METHOD
from pareo.core.standings.points import result_points, sitting_points
from pareo.core.text.errors import NotFound
from pareo.core.tournament.pairing_history import accelerations_of
from pareo.core.tournament.pairing_methods import next_method, tracks_starts
from pareo.core.tournament.records import swiss_rounds
from pareo.core.tournament.tournament import ELIMINATION, Tournament

STARTED, ANSWERED, NOTHING = "+", "-", "."  # S-14: the first move (white), the second (black), no game
_FORFEITS = (Outcome.FORFEIT_WIN, Outcome.FORFEIT_LOSS)


@dataclass(slots=True)
class PastRounds:
    """One player's rounds so far, as the next round sees them."""

    points: int = 0
    starts: str = ""
    down: list[int] = field(default_factory=list)
    up: list[int] = field(default_factory=list)
    met: list[int] = field(default_factory=list)
    rested: list[int] = field(default_factory=list)


def information_rows(
    ctx: Context, slug: str, *, round_no: int | None = None, pod: str | None = None
) -> list[Information]:
    """Everybody before a round (default: each pod's last one, or the first), best first, with the pair it gives.

    What was corrected or decided after a round was drawn is not in its list (C.04.1, 9: as it was paired).
    """
    event = ctx.open(slug)
    t = event.state
    if pod is not None:
        t.pod(pod)
    rounds: list[tuple[Pod, int]] = []
    for p in t.pods.values():
        if (pod is not None and p.id != pod) or (round_no is None and p.closed):
            continue
        last = p.last_round
        number = round_no or (last.number if last is not None else p.first_round)
        if round_no is None or round_no in p.rounds:
            rounds.append((p, number))
    if t.pods and not rounds:
        raise NotFound("no-round-anywhere", "Round {round} has not been paired.", round=round_no)
    then = _when_drawn(ctx, slug, {(p.id, number) for p, number in rounds if number in p.rounds})
    return [row for p, number in rounds for row in _pod_rows(event, p, number, then.get((p.id, number)))]


@dataclass(frozen=True, slots=True)
class _Then:
    """Everybody when the round was drawn."""

    past: Mapping[int, PastRounds]
    added: Mapping[int, int]  # virtual points
    numbers: Mapping[int, int]

    @classmethod
    def of(cls, t: Tournament, p: Pod, number: int) -> _Then:
        virtual = virtual_points(t, p)
        return cls(
            histories(t, p, number, virtual),
            {no: virtual(no, number) for no in t.entrants},
            {no: e.start_no for no, e in t.entrants.items()},
        )


def _when_drawn(ctx: Context, slug: str, rounds: Collection[tuple[str, int]]) -> dict[tuple[str, int], _Then]:
    states: dict[tuple[str, int], _Then] = {}
    for before, _, rows in drawings(ctx, slug) if rounds else ():
        for row in rows:
            if (row.pod, row.number) in rounds:
                states[row.pod, row.number] = _Then.of(before, before.pods[row.pod], row.number)
    return states


def _pod_rows(event: LoadedTournament, p: Pod, number: int, then: _Then | None) -> list[Information]:
    t = event.state
    then = then or _Then.of(t, p, number)
    tracked = tracks_starts(t, next_method(t, p))
    drawn = _seats_by_player(event, p.rounds.get(number), tracked=tracked)
    show = t.ruleset.show_points
    rows: dict[int, Information] = {}
    order: dict[int, tuple[int, int]] = {}
    for no in p.members:
        e, own, added = t.entrants[no], then.past.get(no, PastRounds()), then.added.get(no, 0)
        start_no = then.numbers.get(no, e.start_no)
        due, strength = due_start(own.starts) if tracked else ("", "")
        order[no] = (-own.points - added, start_no or no)
        rows[no] = Information(
            pod=p.id,
            round=number,
            player=event.id(no),
            name=event.name(no),
            start_no=start_no or None,
            rating=e.rating,
            points=show(own.points),
            virtual=show(added),
            paired_by=show(own.points + added),
            starts=own.starts if tracked else "",
            due=due,
            due_strength=strength,
            floats_down=own.down,
            floats_up=own.up,
            opponents=[event.id(other) for other in own.met],
            byes=own.rested,
            status=entrant_status(t, no),
            **drawn.get(no, _NOT_DRAWN),
        )
    return [rows[no] for no in sorted(p.members, key=order.__getitem__)]


class _Drawn(TypedDict, total=False):
    table: int
    kind: str
    opponent: str
    opponent_name: str
    starts_now: Required[str]
    reasons: Required[list[str]]
    why: Required[list[str]]


_NOT_DRAWN: _Drawn = {"starts_now": "", "reasons": [], "why": []}


def _seats_by_player(event: LoadedTournament, r: Round | None, *, tracked: bool) -> dict[int, _Drawn]:
    """What the round gives each player, and why."""
    by_player: dict[int, _Drawn] = {}
    if r is None:
        return by_player
    for m in r.matches.values():
        why = [describe_reason(code) for code in m.reasons]
        for own, other, sign in ((m.a, m.b, STARTED), (m.b, m.a, ANSWERED)):
            by_player[own] = {
                "table": m.table,
                "kind": "match",
                "opponent": event.id(other),
                "opponent_name": event.name(other),
                "starts_now": sign if tracked else "",
                "reasons": list(m.reasons),
                "why": why,
            }
    for s in r.sitting:
        by_player[s.no] = {
            "kind": KINDS[s.outcome],
            "starts_now": "",
            "reasons": list(s.reasons),
            "why": [describe_reason(code) for code in s.reasons],
        }
    return by_player


def describe_reason(code: str) -> str:
    """A reason as a sentence."""
    return str(reason_sentences().get(code, code))


# --- the past ---------------------------------------------------------------------------------------------------------


def virtual_points(t: Tournament, p: Pod) -> Callable[[int, int], int]:
    """Points that count for pairing only: a player's bonus, and acceleration up to its last round (SP-3, SP-5)."""
    groups = accelerations_of(t, p)
    entrants = t.entrants

    def added(no: int, number: int) -> int:
        e = entrants[no]
        return e.bonus + sum(group.points_for(acceleration_number(e), number) for group in groups)

    return added


def histories(t: Tournament, p: Pod, before: int, virtual: Callable[[int, int], int]) -> dict[int, PastRounds]:
    """Everybody's past before a round of the pod, phases before it included."""
    past: dict[int, PastRounds] = {no: PastRounds() for no in t.entrants}
    floats = p.phase is not Phase.ROUND_ROBIN and p.phase not in ELIMINATION
    again = t.ruleset.swiss.meet_again_after_forfeit if (set_so := t.setting(MEET_AGAIN, p.id)) is None else set_so
    for r in swiss_rounds(t, p):
        if r.number >= before:
            continue
        for m in r.matches.values():
            _add_match(t, past, m, r.number, virtual, floats=floats, again=again)
        for s in r.sitting:
            own = past[s.no]
            gained = sitting_points(t.ruleset.points, s)
            own.points += gained
            own.starts += NOTHING
            if s.outcome in (Outcome.BYE, Outcome.EARNED_BYE, Outcome.REQUESTED_BYE, Outcome.REST):
                own.rested.append(r.number)
            if floats and gained > t.ruleset.points[Outcome.LOSS]:
                own.down.append(r.number)  # FIDE C.04.3, 1.4.3: points without play are a downfloat
    return past


def _add_match(
    t: Tournament,
    past: Mapping[int, PastRounds],
    m: Match,
    number: int,
    virtual: Callable[[int, int], int],
    *,
    floats: bool,
    again: bool,
) -> None:
    one, two = past[m.a], past[m.b]
    result = m.result
    if result is None:
        return
    forfeit = result.a in _FORFEITS or result.b in _FORFEITS
    one.starts += NOTHING if forfeit else STARTED
    two.starts += NOTHING if forfeit else ANSWERED
    if not (forfeit and again):  # C.04.2, 3.5: they have not met
        one.met.append(m.b)
        two.met.append(m.a)
    if floats and forfeit:
        for own, outcome in ((one, result.a), (two, result.b)):
            if outcome.won:
                own.down.append(number)
    elif floats:
        high, low = one.points + virtual(m.a, number), two.points + virtual(m.b, number)
        if high != low:
            (one if high > low else two).down.append(number)
            (two if high > low else one).up.append(number)
    gained = result_points(t.ruleset, result)
    one.points += gained[0]
    two.points += gained[1]


def due_start(starts: str) -> tuple[str, str]:
    """Which start (or colour) somebody is due, and how strongly, as FIDE C.04.3, 1.7 says it."""
    played = starts.replace(NOTHING, "")
    if not played:
        return "", ""
    difference = played.count(STARTED) - played.count(ANSWERED)
    other = ANSWERED if played[-1] == STARTED else STARTED
    if abs(difference) > 1:
        return (ANSWERED if difference > 0 else STARTED), "absolute"
    if len(played) > 1 and played[-1] == played[-2]:
        return other, "absolute"
    if difference:
        return (ANSWERED if difference > 0 else STARTED), "strong"
    return other, "mild"


def starts_matter(t: Tournament) -> bool:
    """Is it kept in this event who starts, or has white?"""
    return tracks_starts(t, t.setting(METHOD) or t.ruleset.swiss.system)
