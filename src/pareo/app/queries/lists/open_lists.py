"""Open lists: the opponent of the running match sees a list, nobody else, and only until the result stands (PN-LIST-1).

Two settings: in which rounds lists may be open (`lists_open`; the ruleset says it, else the organiser), and whether the
organiser has opened them (`lists_opened`): one tap, which the journal records.
"""

from __future__ import annotations

from typing import NamedTuple

from pareo.app.base.context import LoadedTournament
from pareo.app.queries.lists.deadlines import lists_mode
from pareo.app.queries.lists.views import for_everybody, read_again
from pareo.app.queries.pages.public_names import public_name
from pareo.core.model.entities import Match, Phase, Pod, Status
from pareo.core.settings.lists import LISTS_OPEN, LISTS_OPENED
from pareo.core.tournament.tournament import ELIMINATION, Tournament


class OpenList(NamedTuple):
    """A list as an opponent, or the paper of a table, has it."""

    name: str
    text: str
    there: bool = True  # handed in
    photo: bool = False  # a picture stays with the staff: it may say where it was taken


def open_from(t: Tournament) -> str:
    """never, cut, phase2 or always: as the organiser set it, else as the ruleset says."""
    return str(t.setting(LISTS_OPEN) or t.ruleset.lists.open or "never")


def may_be_open(t: Tournament, pod: Pod) -> bool:
    """Are lists of this phase for opponents, once they are opened?"""
    later = pod.phase in ELIMINATION
    return {"cut": later, "phase2": later or pod.phase is Phase.DAY2, "always": True}.get(open_from(t), False)


def are_open(t: Tournament, pod: Pod) -> bool:
    """Does the opponent see them now?"""
    return bool(t.setting(LISTS_OPENED)) and lists_mode(t) != "off" and may_be_open(t, pod)


def opponents_lists(event: LoadedTournament, no: int) -> tuple[OpenList, ...]:
    """What a player sees of the opponent's list: nothing before the round starts and after the result."""
    t = event.state
    for pod in t.pods.values():
        r = pod.last_round
        if r is None or r.status is not Status.STARTED or not are_open(t, pod):
            continue
        for m in r.matches.values():
            if no in (m.a, m.b) and m.result is None:
                return lists_of(event, m.opponent_of(no))
    return ()


def lists_of(event: LoadedTournament, no: int) -> tuple[OpenList, ...]:
    """The lists of an entrant, without names in them."""
    lists = []
    for index in range(len(event.state.entrants[no].persons)):
        version, read = event.state.lists.current(no, index), read_again(event, no, index)
        lists.append(
            OpenList(
                public_name(event, no),
                for_everybody(read),
                there=version is not None,
                photo=version is not None and read is None,
            )
        )
    return tuple(lists)


def at_table(event: LoadedTournament, match: Match) -> tuple[tuple[OpenList, ...], tuple[OpenList, ...]]:
    """Both lists of a table, for the paper."""
    return lists_of(event, match.a), lists_of(event, match.b)
