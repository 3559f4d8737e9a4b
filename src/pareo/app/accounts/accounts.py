"""Who is who: accounts and passwords, sessions, tokens, one-time links, and the signed links of players.

A secret is shown once, when it is made; what is kept is its SHA-256, and of a password its argon2 hash. The client's
address plays no part: behind a proxy or on a hall's Wi-Fi it says nothing. Who may call what is for the routes to
check (`permissions`); `check_may_give` keeps people from giving away more than they have.

`identity`, `token_identity` and `player_identity` only read, and never wait for a disk to sync. Everything else
writes, and `login`, `set_password` and `create_user` hash as well, in threads of their own (`passwords`): call
them in a thread, or `login_soon`. Failures are PareoErrors:

`bad-account-name`, `bad-label`, `bad-role`, `bad-tables`, `bad-days`, `owner-everywhere`, `password-short`,
`password-long` (BadInput) · `login-failed`, `login-later`, `login-busy`, `may-not-give`, `its-me-off`, `name-released`,
`code-wrong` (Refused) · `device-names` (LimitReached) · `phone-taken` (Conflict), and
those of `pareo.store.accounts_protocol`.
"""

from __future__ import annotations

import contextlib
import hashlib
import hmac
import math
import re
import secrets
import threading
import time
import unicodedata
from base64 import urlsafe_b64encode
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass

from pareo.app.accounts.passwords import Lane, Passwords
from pareo.app.accounts.permissions import ROLES, Grant, Identity, Right, Role, rights_of
from pareo.app.base.actors import player_actor
from pareo.app.base.server_log import BackgroundTask
from pareo.core.text.addresses import network_of
from pareo.core.text.errors import BadInput, Conflict, LimitReached, NotFound, PareoError, Refused
from pareo.store.accounts_protocol import (
    EVERYWHERE,
    AccountStore,
    ClaimLimits,
    ClaimOutcome,
    ClaimState,
    PhoneClaim,
    StoredAccount,
    StoredGrant,
)

SESSION_DAYS = 14
_DAY = 86_400.0
_SLIDE_EVERY = 3_600.0  # a session's end is moved at most so often: a page view must not cost a write
_REMEMBER = 3.0  # what another process revoked stops working here within so many seconds
_REMEMBER_MOST = 4_096
_GUESSES, _ALL_GUESSES, _GUESS_WINDOW = 5, 100, 300.0  # per name, for all names together, in so many seconds
_ANY_NUMBER = 1_000_000_000
_BROWSER_MARKS = 8  # people who use one browser
_SHORTEST, _LONGEST = 8, 200
_LAST_TABLE = 99_999

CLAIMED_NAMES = 4  # that one device may use at an event: mine, and those I took by mistake
CLAIM_WINDOWS = (2.0, 10.0, 3600.0)  # seconds in which claims are counted
CODE_MINUTES = 15
_CODE, _CODE_LENGTH, _CODE_LETTERS = "code:", 8, "23456789ABCDEFGHJKMNPQRSTUVWXYZ"  # 40 bits, none to be confused

_SECRET = re.compile(r"[A-Za-z0-9_-]{43}")
_TOKEN_TEXT = re.compile(r"pareo_[A-Za-z0-9_-]{43}")
_PHONE_TEXT = re.compile(r"p-[A-Za-z0-9_-]{43}")
_PLAYER_TEXT = re.compile(r"([1-9][0-9]{0,8})-([A-Za-z0-9_-]{22})")


@dataclass(frozen=True, slots=True)
class User:
    """An account, as the owner sees it."""

    id: str
    name: str
    has_password: bool
    created: float
    disabled: bool
    grants: tuple[Grant, ...]


@dataclass(frozen=True, slots=True)
class Token:
    """A token in a list; its text is not known to us."""

    id: str
    label: str
    grant: Grant
    created: float
    expires: float | None
    revoked: bool


@dataclass(frozen=True, slots=True)
class _Remembered:
    identity: Identity
    since: float
    until: float


class Accounts:
    """The accounts of one database. Safe to use from several threads; other processes may use the same database."""

    def __init__(
        self,
        store: AccountStore,
        now: Callable[[], float] = time.time,
        *,
        passwords: Passwords | None = None,
        later: Callable[[Callable[[], None]], object] | None = None,
    ) -> None:
        self._store = store
        self._now = now
        self._passwords = passwords or Passwords()
        # One thread, started when first needed: it writes what whoever asks must not wait for.
        self._worker = ThreadPoolExecutor(1, "pareo-accounts")
        self._later = later or self._worker.submit
        self._sliding = BackgroundTask("Keeping a session open")
        self._lock = threading.Lock()
        self._strangers, self._known = Lane("pareo-strangers"), Lane("pareo-known")
        self._remembered: dict[str, _Remembered] = {}
        self._changes = 0  # a reading begun before a change of ours must not be remembered after it
        self._key: bytes | None = None
        self._decoy: str | None = None

    def close(self) -> None:
        """Wait for what is still being written. To be called before the store is closed; sessions no longer slide."""
        self._strangers.close()
        self._known.close()
        self._worker.shutdown(wait=True)

    # --- accounts ---------------------------------------------------------------------------------------------------

    def ensure_owner(self) -> User:
        """The owner; on a first start one is made, without a password."""
        return _user(self._store.first_owner(name="owner", now=self._now()))

    def create_user(
        self,
        name: str,
        role: Role,
        slug: str = EVERYWHERE,
        tables: tuple[int, int] | None = None,
        password: str | None = None,
    ) -> User:
        """A new account with its first role; without a password it is entered by one-time links."""
        shown = _checked_name(name)
        grant = _checked_grant(role, slug, tables)
        hashed = None if password is None else self._password_hash(password)
        return _user(
            self._store.add_account(name=shown, folded=_fold(shown), password=hashed, grants=[grant], now=self._now())
        )

    def user(self, user: str) -> User:
        """One account, by id."""
        return _user(self._store.account(user))

    def users(self) -> list[User]:
        """All accounts, oldest first."""
        return [_user(account) for account in self._store.accounts()]

    def has_password(self, user: str) -> bool:
        """Has the account a password? Opening to the network needs one."""
        return self._store.account(user).password is not None

    def owner_has_password(self) -> bool:
        """Has the owner a password? Only then are other machines let in."""
        return self.ensure_owner().has_password

    def set_password(self, user: str, text: str, *, keep: str = "") -> None:
        """A new password. It ends every session of the user but `keep`, the one it was set from."""
        hashed = self._password_hash(text)
        with self._changing():
            self._store.set_password(user, hashed, keep=_digest(keep) if keep else "")

    def grant(self, user: str, role: Role, slug: str = EVERYWHERE, tables: tuple[int, int] | None = None) -> None:
        """Give a role; giving it again at the same event changes the tables."""
        with self._changing():
            self._store.grant(user, _checked_grant(role, slug, tables))

    def revoke(self, user: str, role: Role, slug: str = EVERYWHERE) -> None:
        """Take a role back; the last owner stays owner."""
        with self._changing():
            self._store.revoke(user, role.id, slug)

    def disable_user(self, user: str) -> None:
        """Lock somebody out, at once and everywhere; the account stays, for the journal's sake."""
        with self._changing():
            self._store.disable(user, now=self._now())

    def enable_user(self, user: str) -> None:
        """Let somebody in again, with their old password."""
        self._store.disable(user, now=None)

    # --- coming in and leaving --------------------------------------------------------------------------------------

    def one_time_link(self, user: str, minutes: float = 10) -> str:
        """A secret that lets the user in once."""
        text, now = secrets.token_urlsafe(32), self._now()
        self._store.add_link(hashed=_digest(text), account=user, now=now, expires=now + minutes * 60)
        return text

    def enter(self, token: str) -> str:
        """Use a one-time link up; the id of a new session."""
        session, now = secrets.token_urlsafe(32), self._now()
        self._store.use_link(_digest(token), session=_digest(session), now=now, expires=now + SESSION_DAYS * _DAY)
        return session

    def login(self, name: str, password: str, browser: str = "") -> str:
        """Check name and password; the id of a new session. Nothing tells a wrong name from a wrong password."""
        return self.login_soon(name, password, browser).result()

    def login_soon(self, name: str, password: str, browser: str = "") -> Future[str]:
        """`login` without waiting for it. `browser`: the marks of one that has logged in before (`marked_browser`).
        Others' wrong guesses, however many, do not keep it out: it has guesses and a queue of its own (R-4)."""
        folded = _fold(name[: 2 * _LONGEST])
        device = self._device(folded, browser)
        # Not the name itself: people type their password into the wrong field.
        guess = hmac.new(
            self.server_key("login"), f"{folded}{device}".encode("utf-8", "surrogatepass"), hashlib.sha256
        ).hexdigest()
        overall = _ANY_NUMBER if device else _ALL_GUESSES
        lane = self._known if device else self._strangers
        return lane.soon(lambda: self._checked_login(folded, password, guess, overall))

    def _checked_login(self, folded: str, password: str, guess: str, overall: int) -> str:
        wait = self._store.count_attempt(
            guess, now=self._now(), window=_GUESS_WINDOW, per_name=_GUESSES, overall=overall
        )
        if wait > 0:
            raise Refused(
                "login-later", "Too many wrong passwords: try again in {minutes} min.", minutes=math.ceil(wait / 60)
            )
        if self._decoy is None:
            self._decoy = self._passwords.hash(secrets.token_urlsafe(32))
        account = self._store.account_named(folded)
        stored = None if account is None or account.disabled is not None else account.password
        # An unknown name costs a hash too, or the time of the answer would tell which names exist.
        fits = self._passwords.fits(stored or self._decoy, password[: _LONGEST + 1])
        if account is None or stored is None or not fits:
            raise Refused("login-failed", "Wrong name or password.")
        if self._passwords.needs_rehash(stored):
            self._store.rehash(account.id, stored, self._passwords.hash(password))
        self._store.clear_attempts(guess)
        session, now = secrets.token_urlsafe(32), self._now()
        ends = now + SESSION_DAYS * _DAY
        self._store.open_session(hashed=_digest(session), account=account.id, now=now, expires=ends)
        return session

    def marked_browser(self, session: str, marks: str = "") -> str:
        """The marks of a browser with one more: that whoever has this session came in with it. They open nothing."""
        stored = self._store.session(_digest(session))
        if stored is None:
            return marks
        device = secrets.token_urlsafe(9)
        mark = f"{device}.{self._browser_mac(_fold(stored.account.name), device)}"
        others = [one for one in marks.split("~") if one and not self._device(_fold(stored.account.name), one)]
        return "~".join([*others, mark][-_BROWSER_MARKS:])

    def _device(self, folded: str, marks: str) -> str:
        """The device that a browser's marks name for this account; empty if none does."""
        for one in marks[:1000].split("~"):
            device, _, mac = one.partition(".")
            if device and mac.isascii() and hmac.compare_digest(mac, self._browser_mac(folded, device)):
                return f"\n{device}"
        return ""

    def _browser_mac(self, folded: str, device: str) -> str:
        message = f"{folded}\n{device}".encode("utf-8", "surrogatepass")
        return urlsafe_b64encode(hmac.new(self.server_key("browser"), message, hashlib.sha256).digest())[:22].decode()

    def logout(self, session: str) -> None:
        """End a session, wherever its id was copied to."""
        with self._changing():
            self._store.close_session(_digest(session))

    def identity(self, session: str) -> Identity | None:
        """Who a session belongs to; None if it is over. Using it moves its end."""
        return self._recall(_digest(session), self._read_session) if _SECRET.fullmatch(session) else None

    # --- tokens -----------------------------------------------------------------------------------------------------

    def make_token(
        self,
        label: str,
        role: Role,
        slug: str = EVERYWHERE,
        tables: tuple[int, int] | None = None,
        days: int | None = None,
    ) -> str:
        """A token for a program or a screen, good until revoked or for so many days. It is shown only now."""
        if days is not None and not 1 <= days <= 3_650:
            raise BadInput("bad-days", "A token is valid for 1 to 3650 days, or has no expiry.")
        shown = _tidy(label)
        if not 1 <= len(shown) <= 80 or not shown.isprintable():
            raise BadInput("bad-label", "Describe the token's purpose in up to 80 characters.")
        text, now = "pareo_" + secrets.token_urlsafe(32), self._now()
        self._store.add_token(
            hashed=_digest(text),
            label=shown,
            grant=_checked_grant(role, slug, tables),
            now=now,
            expires=None if days is None else now + days * _DAY,
        )
        return text

    def token_identity(self, text: str) -> Identity | None:
        """Who shows this token; None if it is unknown, expired or revoked."""
        return self._recall(_digest(text), self._read_token) if _TOKEN_TEXT.fullmatch(text) else None

    def tokens(self, slug: str | None = None) -> list[Token]:
        """The tokens of one event ("*": those for all events), or every one; revoked ones too."""
        return [
            Token(
                stored.id,
                stored.label,
                _grant(stored.grant),
                stored.created,
                stored.expires,
                stored.revoked is not None,
            )
            for stored in self._store.tokens()
            if slug in {None, stored.grant.slug}
        ]

    def revoke_token(self, token: str, slug: str | None = None) -> None:
        """Revoke a token by its id; with `slug`, only one of that event (an organiser has no say in others)."""
        with self._changing():
            self._store.revoke_token(token, now=self._now(), slug=slug)

    # --- players ----------------------------------------------------------------------------------------------------

    def player_link(self, slug: str, no: int) -> str:
        """The signed part of the address of an entrant's own page: the same each time until it is renewed."""
        tournament, generation = self._store.player_link(slug, no)
        return f"{no}-{self._signature(tournament, no, generation)}"

    def renew_player_link(self, slug: str, no: int) -> str:
        """A new link for the entrant; the earlier ones stop working at once."""
        self._store.renew_player_link(slug, no)
        return self.player_link(slug, no)

    def player_identity(self, slug: str, text: str) -> Identity | None:
        """The entrant a link was signed for; None if it is wrong, renewed, or of another event."""
        parts = _PLAYER_TEXT.fullmatch(text)
        if parts is None:
            return None
        no = int(parts[1])
        try:
            tournament, generation = self._store.player_link(slug, no)
        except NotFound:
            return None
        if not hmac.compare_digest(self._signature(tournament, no, generation), parts[2]):
            return None
        return Identity(player_actor(no), (Grant(Role.PLAYER, slug, None, no),), _digest(text), _digest(text)[:16])

    def claim_name(self, slug: str, no: int, *, device: str, address: str, players: int) -> str:
        """“It's me”: what a phone keeps to be this entrant's from now on. Only one phone can be (Conflict), and only
        one that keeps the limits of an event with so many players (R-17)."""
        text, mark = "p-" + secrets.token_urlsafe(32), self.device_mark(slug, device)
        claim = PhoneClaim(no, _digest(text), mark, self._address_mark(address), self._now())
        outcome = self._store.take_phone(slug, claim, claim_limits(players))
        if outcome in (ClaimOutcome.OK, ClaimOutcome.BURST):  # a phone has lost a name
            with self._changing():
                pass
        if outcome is not ClaimOutcome.OK:
            raise _claim_refused(outcome)
        return text

    def device_mark(self, slug: str, device: str) -> str:
        """What a device is known by at one event: tells two devices apart, and nothing else of them."""
        message = f"{slug}\n{device}".encode("utf-8", "surrogatepass")
        return hmac.new(self.server_key("device"), message, hashlib.sha256).hexdigest()[:16]

    def _address_mark(self, address: str) -> str:
        """An address, not to be read back."""
        message = network_of(address).encode("utf-8", "surrogatepass")
        return hmac.new(self.server_key("address"), message, hashlib.sha256).hexdigest()[:16]

    def phone_identity(self, slug: str, text: str) -> Identity | None:
        """The entrant whose phone holds this: what `claim_name` gave it, or a signed link."""
        if not _PHONE_TEXT.fullmatch(text):
            return self.player_identity(slug, text)

        def read(_: str, __: float) -> tuple[Identity, float] | None:
            try:
                found = self._store.phone(slug, _digest(text))
            except NotFound:
                return None
            if found is None:
                return None
            no, device = found
            return Identity(
                player_actor(no), (Grant(Role.CLAIMED, slug, None, no),), _digest(text), device or _digest(text)[:16]
            ), math.inf

        return self._recall(_digest(f"{slug}\n{text}"), read)

    def phones(self, slug: str) -> dict[int, float]:
        """Which entrants have a phone that said “It's me”, and since when."""
        return self._store.phones(slug)

    def release_phone(self, slug: str, no: int | None, *, bar: bool = True) -> int:
        """Forget the phone of this entrant (None: of everybody); with `bar` it cannot take the name again. How many."""
        with self._changing():
            return self._store.release_phone(slug, no, bar=bar)

    def claim_state(self, slug: str) -> ClaimState:
        """How it stands with “It's me” at an event."""
        return self._store.claim_state(slug)

    def switch_claims(self, slug: str, *, on: bool) -> None:
        """The desk turns “It's me” on or off at an event; phones that have a name keep it."""
        self._store.switch_claims(slug, "" if on else "desk")

    def make_code(self, slug: str, no: int) -> str:
        """A short code by which an entrant's phone gets the personal link: good once, for a quarter of an hour. The
        entrant's earlier code stops working."""
        tournament, _ = self._store.player_link(slug, no)
        now = self._now()
        for key, value in self._store.server_notes(f"{_CODE}{tournament}:").items():
            owner, _, until = value.partition(" ")
            if owner == str(no) or float(until) <= now:
                self._store.save_server_note(key, "")
        code = "".join(secrets.choice(_CODE_LETTERS) for _ in range(_CODE_LENGTH))
        self._store.save_server_note(self._code_key(tournament, code), f"{no} {now + CODE_MINUTES * 60}")
        return code

    def use_code(self, slug: str, text: str) -> tuple[int, str]:
        """The entrant a code was made for, and their personal link; the code is used up."""
        code = "".join(text.upper().replace("-", " ").split())[: 2 * _CODE_LENGTH]
        key = self._code_key(self._store.player_link(slug, 0)[0], code)
        value = self._store.server_note(key)
        no, _, until = value.partition(" ")
        if not value or float(until) <= self._now() or not self._store.swap_server_note(key, value, ""):
            raise Refused("code-wrong", "This code is wrong or has expired. Ask for a new one at the desk.")
        return int(no), self.player_link(slug, int(no))

    def _code_key(self, tournament: str, code: str) -> str:
        mac = hmac.new(self.server_key("code"), code.encode("utf-8", "surrogatepass"), hashlib.sha256)
        return f"{_CODE}{tournament}:{mac.hexdigest()}"

    # --- notes of the server ----------------------------------------------------------------------------------------

    def server_note(self, key: str) -> str:
        return self._store.server_note(key)

    def save_server_note(self, key: str, value: str) -> None:
        self._store.save_server_note(key, value)

    def server_notes(self, begins: str) -> dict[str, str]:
        return self._store.server_notes(begins)

    def swap_server_note(self, key: str, old: str, new: str) -> bool:
        return self._store.swap_server_note(key, old, new)

    def drop_server_notes(self, begins: str) -> None:
        self._store.drop_server_notes(begins)

    def server_key(self, purpose: str = "web") -> bytes:
        """32 secret bytes for one purpose, the same in every process and after a restart."""
        key = self._key
        if key is None:
            key = self._key = self._store.server_key()
        return hmac.new(key, purpose.encode(), hashlib.sha256).digest()

    # --- the inside -------------------------------------------------------------------------------------------------

    def _signature(self, tournament: str, no: int, generation: int) -> str:
        """132 bits: short enough for a small QR code, far too many to guess."""
        message = f"{tournament}\n{no}\n{generation}".encode()
        mac = hmac.new(self.server_key("player-link"), message, hashlib.sha256).digest()
        return urlsafe_b64encode(mac)[:22].decode()

    def _password_hash(self, text: str) -> str:
        if len(text) < _SHORTEST:
            raise BadInput("password-short", "The password needs at least {least} characters.", least=_SHORTEST)
        if len(text) > _LONGEST:
            raise BadInput("password-long", "The password may have at most {most} characters.", most=_LONGEST)
        return self._known.soon(lambda: self._passwords.hash(text)).result()

    @contextlib.contextmanager
    def _changing(self) -> Iterator[None]:
        """Around every write that takes something away: what is remembered is forgotten, whatever came of it."""
        try:
            yield
        finally:
            with self._lock:
                self._changes += 1
                self._remembered.clear()

    def _recall(self, digest: str, read: Callable[[str, float], tuple[Identity, float] | None]) -> Identity | None:
        now = self._now()
        with self._lock:
            remembered, changes = self._remembered.get(digest), self._changes
        # `since`: after the clock was put back nothing is remembered for longer.
        if remembered is not None and remembered.since <= now < remembered.until:
            return remembered.identity
        answer = read(digest, now)
        if answer is None:
            return None
        identity, ends = answer
        with self._lock:
            if changes == self._changes:
                if len(self._remembered) >= _REMEMBER_MOST:
                    self._remembered.clear()
                self._remembered[digest] = _Remembered(identity, now, min(now + _REMEMBER, ends))
        return identity

    def _read_session(self, digest: str, now: float) -> tuple[Identity, float] | None:
        session = self._store.session(digest)
        if session is None or session.expires <= now or session.account.disabled is not None:
            return None
        if now - session.seen >= _SLIDE_EVERY:
            with contextlib.suppress(RuntimeError):  # closed meanwhile: the last requests are still answered
                self._later(lambda: self._slide(digest, now))
        grants = tuple(_grant(stored) for stored in session.account.grants)
        return Identity(session.account.name, grants, digest), session.expires

    def _slide(self, digest: str, now: float) -> None:
        # A busy or full disk must not throw anybody out; the next page view tries again.
        self._sliding(lambda: self._store.touch_session(digest, now=now, expires=now + SESSION_DAYS * _DAY))

    def _read_token(self, digest: str, now: float) -> tuple[Identity, float] | None:
        token = self._store.token(digest)
        if token is None or token.revoked is not None or (token.expires is not None and now >= token.expires):
            return None
        # Account names hold no colon: in the journal a token never looks like a person.
        return Identity(f"token:{token.label}", (_grant(token.grant),), digest), token.expires or math.inf


def claim_limits(players: int) -> ClaimLimits:
    """How fast names may be claimed at an event of so many players. A whole hall that scans the code when round 1 is
    published, all behind one router, stays far below: half of it within ten seconds, a tenth within two."""
    moment, crowd, hour = CLAIM_WINDOWS
    return ClaimLimits(
        names=CLAIMED_NAMES,
        bursts=((moment, max(8, players // 10)), (crowd, max(16, players // 2)), (hour, max(100, 3 * players))),
        released=crowd,
    )


def _claim_refused(outcome: ClaimOutcome) -> PareoError:
    if outcome is ClaimOutcome.TAKEN:
        return Conflict("phone-taken", "Another phone is already using this name. If this is you, ask at the desk.")
    if outcome is ClaimOutcome.RELEASED:
        return Refused(
            "name-released", "The desk released this name from this phone. Scan your own QR code, or ask for a code."
        )
    if outcome is ClaimOutcome.DEVICE:
        return LimitReached(
            "device-names",
            "This phone has already used {limit} names. Ask for a code at the desk.",
            limit=CLAIMED_NAMES,
        )
    return claims_off()


def claims_off() -> Refused:
    """“It's me” is turned off: there are other ways in."""
    return Refused(
        "its-me-off", "“It's me” is off at this event. Scan your own QR code, or ask for a code at the desk."
    )


def check_may_give(by: Identity, role: Role, slug: str) -> None:
    """Refuses to give a right (as a role, or by a token) that the giver does not have there."""
    if not by.may(Right.EVENT, slug) or not all(by.may(right, slug) for right in rights_of(role, slug)):
        raise Refused("may-not-give", "You can't assign the role {role} there.", role=role.id)


def table_range(first: int | None, last: int | None) -> tuple[int, int] | None:
    """The tables somebody is kept to; half a range would be read as none, so it is refused."""
    if first is None and last is None:
        return None
    if first is None or last is None:
        raise _bad_tables()
    return first, last


def _user(account: StoredAccount) -> User:
    grants = tuple(_grant(grant) for grant in account.grants)
    return User(
        account.id, account.name, account.password is not None, account.created, account.disabled is not None, grants
    )


def _grant(stored: StoredGrant) -> Grant:
    return Grant(ROLES[stored.role], stored.slug, stored.tables)


def _checked_grant(role: Role, slug: str, tables: tuple[int, int] | None) -> StoredGrant:
    if role in {Role.PLAYER, Role.CLAIMED, Role.PUBLIC}:
        raise BadInput("bad-role", "You can't assign the role {role}: players have their own links.", role=role.id)
    if role is Role.OWNER and slug != EVERYWHERE:
        raise BadInput("owner-everywhere", "Owners have access to all events. For one event, choose organiser.")
    if tables is not None and (not role.by_table or not 1 <= tables[0] <= tables[1] <= _LAST_TABLE):
        raise _bad_tables()
    return StoredGrant(role.id, slug, tables)


def _bad_tables() -> BadInput:
    return BadInput(
        "bad-tables", "Only scorekeepers can be limited to tables: give the first and last table, such as 1 and 20."
    )


def _checked_name(name: str) -> str:
    shown = _tidy(name)
    if not 1 <= len(shown) <= 80 or not shown.isprintable() or ":" in shown:
        raise BadInput("bad-account-name", "An account name has 1 to 80 characters and no colon.")
    return shown


def _tidy(text: str) -> str:
    return " ".join(unicodedata.normalize("NFC", text).split())


def _fold(name: str) -> str:
    """Two names that look the same but for case or width are the same account."""
    return unicodedata.normalize("NFKC", _tidy(name).casefold()).casefold()


def _digest(secret: str) -> str:
    """A random secret of 256 bits needs no salt and no slow hash."""
    return hashlib.sha256(secret.encode("utf-8", "surrogatepass")).hexdigest()
