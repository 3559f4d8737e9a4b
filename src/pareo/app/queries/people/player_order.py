"""The list of players in any order (SP-6), and the starting numbers that follow from one (S-7).

An order is a chain of criteria written as a text (`core.settings.player_order`). Lots come from the event's own seed:
the
same list comes out again; another word after `random:` draws others.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pareo.app.base.context import Context, LoadedTournament
from pareo.app.queries.pages.event_tables import entrant_status, player_rows
from pareo.app.rows.people import PlayerRow
from pareo.core.model.player_fields import PERSONAL
from pareo.core.settings.pairing import NUMBERING
from pareo.core.settings.player_order import CRITERIA, PUBLIC_CRITERIA, Criterion, parse_order, sort_players
from pareo.core.text.errors import BadInput


def read_order(text: str, *, public: bool = False) -> tuple[Criterion, ...]:
    """The chain that a text says; one clear sentence if it says none."""
    try:
        chain = parse_order(text)
    except ValueError as problem:
        raise BadInput(
            "order-unknown",
            "A list can't be sorted by “{part}”. Choose from: {known}.",
            part=str(problem)[:40],
            known=", ".join(PUBLIC_CRITERIA if public else CRITERIA),
        ) from None
    if public:
        for criterion in chain:
            if criterion.key not in PUBLIC_CRITERIA:
                raise BadInput(
                    "order-unknown",
                    "A list can't be sorted by “{part}”. Choose from: {known}.",
                    part=criterion.key,
                    known=", ".join(PUBLIC_CRITERIA),
                )
    return chain


def in_order(event: LoadedTournament, chain: tuple[Criterion, ...], label: str = "list") -> list[int]:
    """Everybody's number in this order."""
    return sort_players(
        _values(event, {c.key for c in chain}), chain, lambda word: event.lots(f"{label}/{word}" if word else label)
    )


def _values(event: LoadedTournament, keys: set[str]) -> dict[int, Mapping[str, Any]]:
    """What the criteria look at, by player."""
    t = event.state
    personal = keys & set(PERSONAL)
    values: dict[int, Mapping[str, Any]] = {}
    for no, e in t.entrants.items():
        row: dict[str, Any] = {key: getattr(e, key) for key in keys if hasattr(e, key)}
        if personal:
            person = event.person(e)
            row |= {key: person.get(key) for key in personal}
            if "last" in personal:  # a team, and somebody with one name, is sorted by that name
                row["last"] = e.team or person.get("last") or person.get("first")
        if "status" in keys:
            row["status"] = entrant_status(t, no)
        values[no] = row
    return values


def player_list(ctx: Context, slug: str, *, sort: str = "") -> list[PlayerRow]:
    """The entrants for staff, in the order asked for; without one in order of entry."""
    chain = read_order(sort)
    rows = player_rows(ctx, slug)
    if not chain:
        return rows
    by_no = {row.no: row for row in rows}
    return [by_no[no] for no in in_order(ctx.open(slug), chain)]


def own_order(event: LoadedTournament) -> list[int] | None:
    """The starting list in the organiser's own order (setting `numbering`); None where none was set."""
    text = event.state.setting(NUMBERING) or ""
    return in_order(event, read_order(text), "numbering") if text else None
