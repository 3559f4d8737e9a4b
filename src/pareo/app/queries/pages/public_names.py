"""Names in public: the one place where the name is made that pages, screens, the public API and the web site show.

Contract: `full`, `initial` (“Ana F.”) or `nickname`, as the organiser set it, else as the ruleset says (many players
are children). Two who would look alike are told apart by as few letters as do it (“Ana Fe.”, “Ana Fu.”), three at most
and never the whole family name; else by their number. Staff pages and the official files do not come here.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from itertools import pairwise

from pareo.app.base.context import LoadedTournament
from pareo.core.settings.public import NAMES
from pareo.core.tournament.tournament import Tournament

MOST_LETTERS = 3  # of a family name, to tell two apart


def names_shown(t: Tournament) -> str:
    """How names are shown: full, initial or nickname."""
    return t.setting(NAMES) or t.ruleset.names


def public_name(event: LoadedTournament, no: int) -> str:
    """The name of an entrant as everybody may see it."""
    how = names_shown(event.state)
    if how == "full" or event.state.entrants[no].team:
        return event.name(no)
    return event.shown_names(how, _distinct_names)[no]


def listed_name(event: LoadedTournament, no: int) -> str:
    """The name as a list on a wall is sorted: family name first, where full names are shown."""
    entrant = event.state.entrants[no]
    if names_shown(event.state) != "full" or entrant.team:
        return public_name(event, no)
    person = event.person(entrant)
    first, last = str(person.get("first") or ""), str(person.get("last") or "")
    return f"{last}, {first}" if first and last else event.name(no)


def applicant_shown(event: LoadedTournament, no: int) -> str:
    """The name of somebody who registered and is not in yet, on their own page."""
    person = event.people.get(event.state.applicants[no].entrant.persons[0], {})
    first, last = (str(person.get(key) or "").strip() for key in ("first", "last"))
    return f"{first} {last}".strip() if names_shown(event.state) == "full" else _short(first, last, 1)


def names_of(event: LoadedTournament, numbers: Iterable[int]) -> dict[int, str]:
    return {no: public_name(event, no) for no in numbers}


def _distinct_names(event: LoadedTournament, how: str) -> dict[int, str]:
    """Everybody's short name, no two of them the same."""
    people = {no: event.person(e) for no, e in event.state.entrants.items() if not e.team}
    parts = {no: (str(p.get("first") or "").strip(), str(p.get("last") or "").strip()) for no, p in people.items()}
    names = {no: _short(*both, 1) or f"#{no}" for no, both in parts.items()}
    if how == "nickname":
        names |= {no: nick for no, p in people.items() if (nick := str(p.get("nickname") or "").strip())}
    for alike in _alike(names):
        names |= _longer({no: parts[no] for no in alike if names[no] == _short(*parts[no], 1)})
    for alike in _alike(names):  # the same nickname
        names |= {no: f"{names[no]} ({no})" for no in alike}
    return names


def _short(first: str, last: str, letters: int) -> str:
    if not last:
        return first
    part = last[:letters].rstrip()
    return f"{first} {part}.".strip()


def _longer(alike: dict[int, tuple[str, str]]) -> dict[int, str]:
    """As many letters of the family name as tell these apart, for each no more than it needs. Who cannot be told apart
    by few (Ferreira and Ferreiro) gets the number. In alphabetical order it is enough to look at the neighbours."""
    count = Counter(last.casefold() for _, last in alike.values())
    ordered = sorted(count)
    need = dict.fromkeys(ordered, 1)
    for before, after in pairwise(ordered):
        letters = enumerate(zip(before, after, strict=False))
        shared = next((at for at, (a, b) in letters if a != b), min(len(before), len(after))) + 1
        need[before], need[after] = max(need[before], shared), max(need[after], shared)
    few = {last for last in ordered if count[last] == 1 and need[last] <= MOST_LETTERS and need[last] < len(last)}
    return {
        no: _short(first, last, need[last.casefold()]) if last.casefold() in few else f"{_short(first, last, 1)} ({no})"
        for no, (first, last) in alike.items()
    }


def _alike(names: dict[int, str]) -> list[list[int]]:
    groups: dict[str, list[int]] = {}
    for no, name in names.items():
        groups.setdefault(name.casefold(), []).append(no)
    return [group for group in groups.values() if len(group) > 1]
