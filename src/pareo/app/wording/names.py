"""What people are called who are no entrants: those who wait to get in, and accounts."""

from __future__ import annotations

from pareo.app.accounts.permissions import Role
from pareo.app.base.context import LoadedTournament, person_name
from pareo.locale.catalogue import Catalogue


def applicant_name(event: LoadedTournament, no: int) -> str:
    """The full name of somebody who waits to get in."""
    return person_name(event.people.get(event.state.applicants[no].entrant.persons[0], {})) or f"#{no}"


def account_name(texts: Catalogue, name: str) -> str:
    """Somebody's name; the account that is there from the first start has none but its role, a phone its number."""
    if name.startswith(f"{Role.PLAYER.id}:"):
        return texts.gettext("player {number}").format(number=name.partition(":")[2])
    return texts.gettext(name) if name == Role.OWNER.id else name
