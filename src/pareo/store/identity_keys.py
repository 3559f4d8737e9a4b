"""By what somebody may be known in another tournament: a membership id, or name and birth year.

They are columns of a person's row, so that who plays in two places is one question to the database; they go with the
row when somebody is forgotten.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from pareo.core.text.alphabet import plain_letters
from pareo.store.chain import UNREADABLE, decode_data


class IdentityKeys(NamedTuple):
    """The keys of one person; None where nothing is known."""

    member: str | None = None
    born: str | None = None  # the words of the name in order, without accents and capitals, and the year


def keys_of_person(person: Mapping[str, Any]) -> IdentityKeys:
    member, year = person.get("id"), person.get("birth_year")
    words = plain_letters(f"{person.get('first') or ''} {person.get('last') or ''}").split()
    return IdentityKeys(str(member) if member else None, " ".join([*sorted(words), str(year)]) if year else None)


def keys_in_data(data: bytes) -> IdentityKeys:
    """The keys of a person's row as it is stored; none of one that is damaged."""
    try:
        return keys_of_person(decode_data(data))
    except (*UNREADABLE, AttributeError):
        return IdentityKeys()
