"""Who an entry of the journal names: an account or a program of the staff, a player, or the public."""

from __future__ import annotations

PUBLIC = "public"  # whoever is not known
_PLAYER = "player:"


def player_actor(no: int) -> str:
    """The name of an entrant who acts on their own phone, or by their link."""
    return f"{_PLAYER}{no}"


def player_number(actor: str) -> int | None:
    """The entrant of that name; None where it is somebody else's."""
    number = actor.removeprefix(_PLAYER)
    return int(number) if number != actor and number.isdecimal() else None


def is_player(actor: str) -> bool:
    """Is it a player's phone?"""
    return actor.startswith(_PLAYER)


def is_staff(actor: str) -> bool:
    """Is it somebody of the staff or one of their programs, and not a player or the public?"""
    return actor != PUBLIC and not is_player(actor)
