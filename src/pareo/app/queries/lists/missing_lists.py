"""Whose list is wanted and not there."""

from __future__ import annotations

from typing import NamedTuple

from pareo.app.base.context import LoadedTournament, person_name
from pareo.app.queries.lists.deadlines import lists_mode, lock_wanted
from pareo.core.tournament.tournament import Tournament

_NAMES_SHOWN = 8


class MissingLists(NamedTuple):
    """Whose list is wanted and not there, in one glance."""

    number: int = 0
    wanted: int = 0
    names: tuple[str, ...] = ()  # the first few
    nos: frozenset[int] = frozenset()  # entrants


def missing_lists(event: LoadedTournament) -> MissingLists:
    """Who has not handed in a list (P-PREM-1, X-14), or a code where teams are locked. Quick for thousands."""
    t = event.state
    required, locked = lists_mode(t) == "required", lock_wanted(t)
    if not required and not locked:
        return MissingLists()
    wanted, lacking = 0, []
    for no, e in t.entrants.items():
        if e.drop is None:
            for person in range(len(e.persons)):
                wanted += 1
                if (required and t.lists.current(no, person) is None) or (
                    locked and t.lists.current(no, person, lock=True) is None
                ):
                    lacking.append((no, person))
    names = tuple(_person_shown(event, no, person) for no, person in lacking[:_NAMES_SHOWN])
    return MissingLists(len(lacking), wanted, names, frozenset(no for no, _ in lacking))


def _person_shown(event: LoadedTournament, no: int, person: int) -> str:
    return person_name(event.people.get(event.state.entrants[no].persons[person], {})) or event.name(no)


def has_lists(t: Tournament) -> bool:
    """Is there something to see on the page of lists? A game without lists need not be asked about them."""
    mode = lists_mode(t)
    return mode == "required" or (mode == "optional" and (t.ruleset.lists.kind != "text" or bool(t.lists.versions)))
