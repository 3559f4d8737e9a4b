"""Accounts, tokens, sessions and links: what is kept of them, and what a store does with it.

The store knows no passwords, tokens, session ids or links: it is given their hashes. It does not judge rights either:
a role is a word to it, except that the last account that owns everything can be neither disabled nor demoted. Every
write is one transaction. Times are seconds since 1970 and come from the caller. Failures are PareoErrors:

`no-such-account`, `no-such-token`, `no-such-tournament` (NotFound) · `account-taken` (Conflict) · `last-owner`,
`account-disabled`, `link-unknown`, `link-used`, `link-expired` (Refused), and those of the journals (`protocol`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Protocol

EVERYWHERE = "*"
"""Instead of a slug: at all tournaments."""


@dataclass(frozen=True, slots=True)
class StoredGrant:
    """A role at one tournament or everywhere, perhaps only for some tables."""

    role: str
    slug: str = EVERYWHERE
    tables: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True)
class StoredAccount:
    """A person who can log in."""

    id: str
    name: str
    password: str | None  # its argon2 hash
    created: float
    disabled: float | None
    grants: tuple[StoredGrant, ...]


@dataclass(frozen=True, slots=True)
class StoredToken:
    """What a program or a screen shows to be let in; the token itself is not kept."""

    id: str
    label: str
    grant: StoredGrant
    created: float
    expires: float | None
    revoked: float | None


@dataclass(frozen=True, slots=True)
class StoredSession:
    """A browser that was let in by an account."""

    account: StoredAccount
    seen: float
    expires: float


@dataclass(frozen=True, slots=True)
class PhoneClaim:
    """A device says “It's me”: for whom, by the hash of what it will hold, and where it comes from."""

    no: int
    hashed: str
    device: str
    address: str
    at: float


@dataclass(frozen=True, slots=True)
class ClaimLimits:
    """How many names a device may use at one event, and how many claims may come within so many seconds: from one
    address, and from all together twice as many. What was taken within `released` seconds of a burst is released."""

    names: int
    bursts: tuple[tuple[float, int], ...]
    released: float


class ClaimOutcome(Enum):
    """What came of a claim."""

    OK = "ok"
    TAKEN = "taken"  # another phone has the name
    RELEASED = "released"  # the desk took the name from this device
    DEVICE = "device"  # the device has used too many names
    OFF = "off"  # “It's me” is turned off at the event
    BURST = "burst"  # too many at once: what they took is released, and “It's me” is turned off


@dataclass(frozen=True, slots=True)
class ClaimState:
    """“It's me” at one event: whether and why it is off ("burst", "desk"), how many names a burst had taken, how many
    phones hold a name, and whose name was asked for while another phone had it."""

    off: str = ""
    burst: int = 0
    phones: int = 0
    wanted: tuple[int, ...] = ()


class AccountStore(Protocol):
    """Where accounts are kept. Safe to use from several threads and several processes at once."""

    def first_owner(self, *, name: str, now: float) -> StoredAccount:
        """The oldest account in use that owns everything; made, without a password, if there is none."""

    def add_account(
        self, *, name: str, folded: str, password: str | None, grants: Sequence[StoredGrant], now: float
    ) -> StoredAccount:
        """A new account; `folded` is the form of its name that must be unique."""

    def account(self, account: str) -> StoredAccount:
        """One account, by id."""

    def account_named(self, folded: str) -> StoredAccount | None:
        """One account, by the folded form of its name."""

    def accounts(self) -> list[StoredAccount]:
        """All accounts, oldest first."""

    def set_password(self, account: str, password: str, *, keep: str = "") -> None:
        """A new hash. Ends the account's unused links and its sessions, but for the session with hash `keep`."""

    def rehash(self, account: str, old: str, new: str) -> None:
        """Replace the hash of an unchanged password, unless the password was changed in between."""

    def grant(self, account: str, grant: StoredGrant) -> None:
        """Give a role; giving it again at the same tournament changes the tables."""

    def revoke(self, account: str, role: str, slug: str) -> None:
        """Take a role back. Taking back what was not given is no error."""

    def disable(self, account: str, *, now: float | None) -> None:
        """Lock an account out, its sessions and links ended; None lets it in again."""

    def add_token(
        self, *, hashed: str, label: str, grant: StoredGrant, now: float, expires: float | None
    ) -> StoredToken:
        """Store a new token by its hash."""

    def token(self, hashed: str) -> StoredToken | None:
        """A token by its hash, revoked and expired ones too."""

    def tokens(self) -> list[StoredToken]:
        """All tokens, oldest first."""

    def revoke_token(self, token: str, *, now: float, slug: str | None = None) -> None:
        """Revoke a token; with `slug`, only if it is one of that tournament."""

    def open_session(self, *, hashed: str, account: str, now: float, expires: float) -> None:
        """A new session of an account that is not disabled."""

    def session(self, hashed: str) -> StoredSession | None:
        """A session with whoever it belongs to, read at one moment; an expired one too."""

    def touch_session(self, hashed: str, *, now: float, expires: float) -> None:
        """Note that a session was used, and when it ends now."""

    def close_session(self, hashed: str) -> None:
        """End one session."""

    def add_link(self, *, hashed: str, account: str, now: float, expires: float) -> None:
        """Store a link, by its hash, that lets somebody in once."""

    def use_link(self, hashed: str, *, session: str, now: float, expires: float) -> None:
        """Use a link up and open a session (by hash) for its account, together or not at all."""

    def count_attempt(self, name: str, *, now: float, window: float, per_name: int, overall: int) -> float:
        """Count one attempt to log in as `name`, before it is made: so parallel guesses cannot slip through.

        The seconds to wait if there were too many in the window (then it is not counted), else 0.
        """

    def clear_attempts(self, name: str) -> None:
        """The attempts for this name were not guesses: somebody got in."""

    def server_key(self) -> bytes:
        """32 random bytes, made on first use, the same for every process."""

    def player_link(self, slug: str, no: int) -> tuple[str, int]:
        """The tournament's random id and the generation of an entrant's link."""

    def renew_player_link(self, slug: str, no: int) -> None:
        """The next generation: earlier links of the entrant no longer work."""

    def take_phone(self, slug: str, claim: PhoneClaim, limits: ClaimLimits) -> ClaimOutcome:
        """A phone says it is this entrant's. A burst releases what was just taken, and turns “It's me” off."""

    def phone(self, slug: str, hashed: str) -> tuple[int, str] | None:
        """The entrant who has this phone, and its device; None if nobody has."""

    def phones(self, slug: str) -> dict[int, float]:
        """Which entrants have a phone, and since when."""

    def release_phone(self, slug: str, no: int | None, *, bar: bool = True) -> int:
        """The entrant (None: everybody) has no phone any more: another one may be claimed. With `bar` not by the same
        device. How many phones it was."""

    def claim_state(self, slug: str) -> ClaimState:
        """How it stands with “It's me” at this event."""

    def switch_claims(self, slug: str, off: str) -> None:
        """Turns “It's me” off at an event and says why; an empty text turns it on again."""

    def server_note(self, key: str) -> str:
        """A note that the server keeps for itself, by key; empty where there is none."""

    def save_server_note(self, key: str, value: str) -> None:
        """Keeps a note of the server; an empty value deletes it."""

    def server_notes(self, begins: str) -> dict[str, str]:
        """The notes of the server whose keys begin with `begins`."""

    def swap_server_note(self, key: str, old: str, new: str) -> bool:
        """Replaces a note by `new` (empty: deletes it) if it is still `old`; False: somebody was quicker."""

    def drop_server_notes(self, begins: str) -> None:
        """Deletes the notes of the server whose keys begin with `begins`."""
