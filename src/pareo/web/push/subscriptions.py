"""Which phones asked for messages: per event and entrant, at most a few browsers each, kept in server notes.

They are forgotten when a player says so, when a phone is no longer that player's, when the service no longer knows the
browser, when the event is closed, and all of them when the owner switches messages off.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import dataclass

import msgspec

from pareo.app.accounts.accounts import Accounts
from pareo.web.push.endpoints import Endpoint

MOST = 3  # browsers of one player
_SUBSCRIBED, _NOTIFIED = "push/", "push-told/"
_RACES = 20
_browsers = msgspec.json.Decoder(list[Endpoint]).decode
_text = msgspec.json.encode


def mark_of(address: str) -> str:
    """A hash by which a page recognises its own browser, without telling where its messages go."""
    return hashlib.sha256(address.encode()).hexdigest()[:16]


def _read(text: str) -> list[Endpoint]:
    try:
        return _browsers(text or "[]")
    except (msgspec.ValidationError, msgspec.DecodeError):
        return []


@dataclass(frozen=True, slots=True)
class Subscriptions:
    """The subscriptions in one database. Events are named by id: one of the same slug later is another event."""

    accounts: Accounts

    def of_player(self, event: str, no: int) -> list[Endpoint]:
        return _read(self.accounts.server_note(f"{_SUBSCRIBED}{event}/{no}"))

    def of_event(self, event: str) -> dict[int, list[Endpoint]]:
        prefix = f"{_SUBSCRIBED}{event}/"
        notes = self.accounts.server_notes(prefix).items()
        return {int(key.removeprefix(prefix)): _read(text) for key, text in notes}

    def events(self) -> set[str]:
        """The ids of the events that have subscriptions."""
        return {key.split("/")[1] for prefix in (_SUBSCRIBED, _NOTIFIED) for key in self.accounts.server_notes(prefix)}

    def add(self, event: str, no: int, one: Endpoint) -> None:
        """Adds a browser as the first of its player's; the oldest goes where there are too many."""
        self._change(event, no, lambda endpoints: [one, *(k for k in endpoints if k.address != one.address)][:MOST])

    def remove(self, event: str, no: int, marks: set[str]) -> None:
        self._change(event, no, lambda endpoints: [k for k in endpoints if mark_of(k.address) not in marks])

    def _change(self, event: str, no: int, change: Callable[[list[Endpoint]], list[Endpoint]]) -> None:
        key = f"{_SUBSCRIBED}{event}/{no}"
        for _ in range(_RACES):
            old = self.accounts.server_note(key)
            new = change(_read(old))
            if self.accounts.swap_server_note(key, old, _text(new).decode() if new else ""):
                return

    def forget_player(self, event: str, no: int) -> None:
        self.accounts.save_server_note(f"{_SUBSCRIBED}{event}/{no}", "")

    def forget_event(self, event: str) -> None:
        for prefix in (_SUBSCRIBED, _NOTIFIED):
            self.accounts.drop_server_notes(f"{prefix}{event}/")

    def forget_all(self) -> None:
        for prefix in (_SUBSCRIBED, _NOTIFIED):
            self.accounts.drop_server_notes(prefix)

    def claim_unnotified(self, event: str, what: str, now: dict[int, str]) -> set[int]:
        """The entrants who were not notified of their seats (`now`) in a round yet; from now on they count as notified.
        Of several servers only one gets them."""
        key = f"{_NOTIFIED}{event}/{what}"
        for _ in range(_RACES):
            old = self.accounts.server_note(key)
            notified: dict[str, str] = msgspec.json.decode(old, type=dict[str, str]) if old else {}
            new = {no for no, text in now.items() if notified.get(str(no)) != text}
            new_note = _text(notified | {str(no): now[no] for no in new}).decode()
            if not new or self.accounts.swap_server_note(key, old, new_note):
                return new
        return set()
