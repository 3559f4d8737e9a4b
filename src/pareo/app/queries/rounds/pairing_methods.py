"""Choosing a pairing method and who starts: for the event, for a pod, for one round (SP-2, SP-21)."""

from __future__ import annotations

from dataclasses import dataclass

from pareo.app.base.context import Context, LoadedTournament
from pareo.app.queries.people.start_numbers import numbering_notes, numbering_rating
from pareo.core.model.entities import Pod
from pareo.core.model.random_source import SeededRandom
from pareo.core.pairing.registry import MANUAL, METHODS, find_method, swiss_methods
from pareo.core.rules.tables import KNOCKOUT
from pareo.core.settings.pairing import ACCELERATION, BARRED, FIRST_MOVE, FIRST_NUMBER, MEET_AGAIN, METHOD, NUMBERED_BY
from pareo.core.settings.rounds import GAMES
from pareo.core.text.errors import BadInput, Refused
from pareo.core.tournament.pairing_methods import (
    FIRST_MOVES,
    check_method,
    cycles_of,
    is_robin,
    next_method,
    round_method,
    schedule_of,
    tracks_starts,
)
from pareo.core.tournament.progress import is_playing
from pareo.core.tournament.tournament import ELIMINATION, Tournament


@dataclass(frozen=True, slots=True)
class PairingOptions:
    """What was asked for a round; empty: as set, or as usual."""

    method: str = ""
    first_move: str = ""  # round 1: "top", "bottom" or "lot"


def choose_method(t: Tournament, p: Pod, number: int, seed: str, options: PairingOptions) -> tuple[str, bool | None]:
    """The method of the round and whether the top starts (None: as it was settled in round 1)."""
    if options.method:
        check_method(t, p, options.method)
    method = options.method or next_method(t, p)
    if is_robin(p):
        _check_players(schedule_of(t, p.id), len(p.members))
    if options.first_move and options.first_move not in FIRST_MOVES:
        raise BadInput(
            "first-move-unknown",
            "The first move goes to top, bottom or lot, not to “{text}”.",
            text=options.first_move[:40],
        )
    opening = number == 1 and not p.sources
    if options.first_move and (not opening or p.phase in ELIMINATION or is_robin(p)):
        raise Refused(
            "first-move-fixed",
            "You can choose the first move only in the first Swiss round; {pod} is past it or is not a Swiss.",
            pod=p.id,
        )
    if not opening:
        return method, None
    # FIDE and US Chess draw the colour of the first table by lot; the others let the top start, as they always did.
    usual = "lot" if method and find_method(method).coloured and tracks_starts(t, method) else "top"
    chosen = options.first_move or t.setting(FIRST_MOVE) or usual
    if chosen == "lot":
        return method, SeededRandom(seed, "first move").below(2) == 0
    return method, chosen == "top"


# --- how long it takes ------------------------------------------------------------------------------------------------


def _check_players(method: str, players: int) -> None:
    if (limit := find_method(method).limit) is not None:
        limit(players)


def takes_long(ctx: Context, slug: str, method: str | None = None) -> bool:
    """Would pairing the next round keep everybody else waiting? Only a guess: a Dutch round of a large field."""
    event = ctx.open(slug)
    t = event.state
    slow = {m.id for m in METHODS.values() if m.slow_from is not None and len(t.entrants) > m.slow_from}
    if not slow:
        return False
    usual = [next_method(t, p) for p in t.pods.values() if not p.closed] or [plan(event).method]
    return not slow.isdisjoint([method] if method else usual)


# --- what is shown ----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Plan:
    """How the next round of an event would be paired, for confirmation before round 1 (SP-21)."""

    method: str
    methods: tuple[str, ...]  # to choose from
    colours: bool  # who starts is balanced
    first_move: bool  # who of the first table starts can be chosen
    options: tuple[tuple[str, str], ...]  # (setting, its text)
    cycles: int = 1
    robin: bool = False


_OPTIONS = (ACCELERATION, BARRED, GAMES, FIRST_NUMBER)


def plan(event: LoadedTournament) -> Plan:
    """The plan for round 1, before any pod has formed."""
    t = event.state
    robin, bracket = t.style == "round-robin", t.style in KNOCKOUT
    method = "" if bracket else schedule_of(t, None) if robin else t.setting(METHOD) or t.ruleset.swiss.system
    options = [(s.key, text) for s in _OPTIONS if (text := s.text_in(t.settings)) not in ("", "1", "none")]
    if BARRED.key not in dict(options) and t.ruleset.swiss.barred and t.setting(BARRED) != "none":
        options.append((BARRED.key, t.ruleset.swiss.barred))
    if numbering_notes(t):
        options.append((NUMBERED_BY.key, numbering_rating(t)))
    again = t.setting(MEET_AGAIN)
    if again or (again is None and t.ruleset.swiss.meet_again_after_forfeit):
        options.append((MEET_AGAIN.key, "yes"))
    colours = bool(method) and not robin and tracks_starts(t, method)
    choices = () if bracket else (method, MANUAL) if robin else _swiss(t)
    return Plan(method, choices, colours, colours and method != MANUAL, tuple(options), cycles_of(t, None), robin)


def method_choices(t: Tournament, p: Pod) -> tuple[str, ...]:
    """The methods this pod's next round can have, the usual one first."""
    if p.phase in ELIMINATION:
        return ()
    usual = next_method(t, p)
    every = (schedule_of(t, p.id), MANUAL) if is_robin(p) else _swiss(t)
    return (usual, *(m for m in every if m != usual))


def _swiss(t: Tournament) -> tuple[str, ...]:
    """In FIDE mode the system of the rules, or by hand (F-16)."""
    return (t.ruleset.swiss.system, MANUAL) if t.fide_mode else tuple(swiss_methods())


def methods_shown(t: Tournament, p: Pod) -> tuple[str | None, str | None]:
    """For `show`: the method of the pod's round, and that of the next."""
    last = p.last_round
    upcoming = next_method(t, p) or None
    return (round_method(t, p, last) if last is not None else upcoming) or None, upcoming


def missing_by_hand(ctx: Context, slug: str, pod: str) -> list[int]:
    """Entrants of a drafted round who are neither paired nor resting."""
    t = ctx.open(slug).state
    p = t.pod(pod)
    last = p.last_round
    if last is None or p.phase in ELIMINATION:
        return []
    inside = {no for m in last.matches.values() for no in (m.a, m.b)} | {s.no for s in last.sitting}
    return [no for no in p.members if no not in inside and is_playing(t.entrants[no], last.number)]
