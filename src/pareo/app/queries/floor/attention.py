"""What needs the staff now, in the order in which it should be seen to: the list next to the tables of the Now page,
`pareo needs` and the API say the same.

Contract: quick for thousands of players (it looks at claims, calls and applicants, and at every player only before
round 1, not at every table).
"""

from __future__ import annotations

from typing import NamedTuple

from pareo.app.base.context import LoadedTournament
from pareo.app.queries.floor.claims import claims_at, disputed_tables, from_one_device
from pareo.app.queries.lists.missing_lists import missing_lists
from pareo.app.queries.people.divisions_by_age import unknown_ages, without_birth_year
from pareo.app.wording.names import applicant_name
from pareo.core.model.entities import Match, Status
from pareo.core.results.result_text import format_result
from pareo.core.text.errors import NotFound
from pareo.core.text.messages import Note, note
from pareo.core.tom.matches import conflicts


class AttentionItem(NamedTuple):
    """One thing to see to. `kind`: "judge", "conflict", "dispute", "registration", "lists" or "age"; the server adds
    "printer"."""

    kind: str
    round_no: int = 0
    table: int = 0
    who: str = ""  # who calls, who registered first, whose lists are missing
    at: str = ""  # UTC: since when
    said: tuple[tuple[str, str], ...] = ()  # (player, reported result); of a conflict: ("TOM", its), ("", ours)
    number: int = 1  # of registrations, lists and ages: how many
    no: int = 0
    names: tuple[str, str] = ("", "")  # of a dispute: the two players, as they sit
    claims: tuple[tuple[str, str, str], ...] = ()  # of a dispute: name, result, verdict
    note: Note | None = None  # the sentence, where it has one of its own


def attention_items(event: LoadedTournament) -> list[AttentionItem]:
    """What needs the staff: calls for a judge, then conflicts with TOM, reports that differ, who waits to get in, and
    before round 1 lists that are missing and ages that are not known."""
    items = [*_calls(event), *_conflicts(event), *_disputes(event), *_registrations(event)]
    return items if event.state.started else [*items, *_lists(event), *_ages(event)]


def _match_at(event: LoadedTournament, number: int, table: int) -> Match | None:
    """The match at a table, while its round is not over."""
    try:
        _, r, match = event.state.find_table(number, table)
    except NotFound:  # the round was made again
        return None
    return match if r.status in (Status.PUBLISHED, Status.STARTED) else None


def _calls(event: LoadedTournament) -> list[AttentionItem]:
    return [
        AttentionItem("judge", number, table, event.name(call.no), call.at, no=call.no)
        for (number, table), call in sorted(event.state.floor.calls.items(), key=lambda item: item[1].at)
        if _match_at(event, number, table) is not None and call.no in event.state.entrants
    ]


def _conflicts(event: LoadedTournament) -> list[AttentionItem]:
    """Matches of which TOM has another result (BT-CON-1)."""
    rules = event.state.ruleset.results
    return [
        AttentionItem(
            "conflict",
            line.number,
            line.match.table,
            f"{event.name(line.match.a)} – {event.name(line.match.b)}",
            said=(("TOM", format_result(line.theirs, rules)), ("", format_result(line.result, rules))),
        )
        for line in conflicts(event.state)
        if line.theirs is not None
    ]


def _disputes(event: LoadedTournament) -> list[AttentionItem]:
    items = []
    for number, table in disputed_tables(event):
        _, _, match = event.state.find_table(number, table)
        claims = tuple(claims_at(event, number, match))
        said = tuple((name, result) for name, result, _ in claims)
        names = (event.name(match.a), event.name(match.b))
        one_device = from_one_device(event.state, number, match.a, match.b)
        told = note("one-device", "Both reports of table {table} came from one phone.", table=table)
        items.append(
            AttentionItem(
                "dispute", number, table, said=said, names=names, claims=claims, note=told if one_device else None
            )
        )
    return items


def _registrations(event: LoadedTournament) -> list[AttentionItem]:
    waiting = event.state.applicants
    if not waiting or event.state.pods:
        return []
    first = next(iter(waiting))
    return [
        AttentionItem(
            "registration", who=applicant_name(event, first), at=waiting[first].at, number=len(waiting), no=first
        )
    ]


def _lists(event: LoadedTournament) -> list[AttentionItem]:
    missing = missing_lists(event)
    return [AttentionItem("lists", who=", ".join(missing.names), number=missing.number)] if missing.number else []


def _ages(event: LoadedTournament) -> list[AttentionItem]:
    nos = without_birth_year(event)
    notes = unknown_ages(event, map(event.name, nos))
    return [AttentionItem("age", number=len(nos), no=nos[0], note=note) for note in notes]
