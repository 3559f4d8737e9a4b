"""Accounts, tokens, sessions and links, in the same database as the journals (see `accounts_protocol`)."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from typing import Any

from pareo.core.text.errors import Conflict, NotFound, Refused
from pareo.store.accounts_protocol import (
    EVERYWHERE,
    ClaimLimits,
    ClaimOutcome,
    ClaimState,
    PhoneClaim,
    StoredAccount,
    StoredGrant,
    StoredSession,
    StoredToken,
)
from pareo.store.protocol import no_tournament
from pareo.store.sql.database import Database, Db, retry_methods

_OWNER = "owner"
_DAY = 86_400.0
_SLACK = 60.0  # two processes read the clock a moment apart; an attempt later than that is a clock put back
_ACCOUNT = "SELECT id, name, password, created, disabled FROM account"
_GRANTS = """SELECT g.role, t.slug, g.first_table, g.last_table
    FROM account_grant g LEFT JOIN tournament t ON t.key = g.tournament
    WHERE g.account = ? ORDER BY coalesce(t.slug, ''), g.role"""
_TOKENS = """SELECT k.id, k.label, k.role, t.slug, k.first_table, k.last_table, k.created, k.expires, k.revoked
    FROM token k LEFT JOIN tournament t ON t.key = k.tournament"""
_SESSION = "INSERT INTO session (hash, account, created, seen, expires) VALUES (?, ?, ?, ?, ?)"
_FIRST_OWNER = """SELECT a.id FROM account a JOIN account_grant g ON g.account = a.id
    WHERE a.disabled IS NULL AND g.role = ? AND g.tournament IS NULL ORDER BY a.created, a.id"""
_NAMED_LATEST = "SELECT at FROM login_attempt WHERE name = ? ORDER BY at DESC LIMIT 1 OFFSET ?"
_LATEST = "SELECT at FROM login_attempt ORDER BY at DESC LIMIT 1 OFFSET ?"
_NEW_KEY = "INSERT INTO server_key (one, key) VALUES (1, ?) ON CONFLICT (one) DO NOTHING"
_CLAIMS = "claims:"  # begins the key of the note that “It's me” is off at an event, with why and how many a burst took
_CLAIM_DAYS = 30
_NOTE = """INSERT INTO hall_note (key, value) VALUES (?, ?)
    ON CONFLICT (key) DO UPDATE SET value = excluded.value"""


@retry_methods
class SqlAccounts:
    """See `AccountStore`. Uses the connections and transactions of the journals' store."""

    def __init__(self, db: Database) -> None:
        self._db = db

    # --- accounts ---------------------------------------------------------------------------------------------------

    def first_owner(self, *, name: str, now: float) -> StoredAccount:
        with self._db.reading(together=True) as db:
            row = db.execute(_FIRST_OWNER, (_OWNER,)).fetchone()
            if row is not None:
                return _account(db, row[0])
        with self._db.writing() as db:
            row = db.execute(_FIRST_OWNER, (_OWNER,)).fetchone()
            if row is not None:  # another process was first
                return _account(db, row[0])
            free, number = name, 1
            while db.execute("SELECT 1 FROM account WHERE folded = ?", (free,)).fetchone() is not None:
                number += 1
                free = f"{name} {number}"
            return _new_account(db, free, free, password=None, grants=[StoredGrant(_OWNER)], now=now)

    def add_account(
        self, *, name: str, folded: str, password: str | None, grants: Sequence[StoredGrant], now: float
    ) -> StoredAccount:
        with self._db.writing() as db:
            if db.execute("SELECT 1 FROM account WHERE folded = ?", (folded,)).fetchone() is not None:
                raise Conflict("account-taken", "An account “{name}” already exists: choose another name.", name=name)
            return _new_account(db, name, folded, password=password, grants=grants, now=now)

    def account(self, account: str) -> StoredAccount:
        with self._db.reading(together=True) as db:
            return _account(db, account)

    def account_named(self, folded: str) -> StoredAccount | None:
        with self._db.reading(together=True) as db:
            row = db.execute("SELECT id FROM account WHERE folded = ?", (folded,)).fetchone()
            return None if row is None else _account(db, row[0])

    def accounts(self) -> list[StoredAccount]:
        with self._db.reading(together=True) as db:
            rows = db.execute("SELECT id FROM account ORDER BY created, id").fetchall()
            return [_account(db, row[0]) for row in rows]

    def set_password(self, account: str, password: str, *, keep: str = "") -> None:
        with self._db.writing() as db:
            _account(db, account)
            db.execute("UPDATE account SET password = ? WHERE id = ?", (password, account))
            db.execute("DELETE FROM session WHERE account = ? AND hash <> ?", (account, keep))
            db.execute("DELETE FROM one_time_link WHERE account = ? AND used IS NULL", (account,))

    def rehash(self, account: str, old: str, new: str) -> None:
        with self._db.writing() as db:
            db.execute("UPDATE account SET password = ? WHERE id = ? AND password = ?", (new, account, old))

    def grant(self, account: str, grant: StoredGrant) -> None:
        with self._db.writing() as db:
            _account(db, account)
            _put_grant(db, account, grant)

    def revoke(self, account: str, role: str, slug: str) -> None:
        with self._db.writing() as db:
            owned = _owns_everything(_account(db, account))
            _take_grant(db, account, role, _key(db, slug))
            if owned:
                _need_an_owner(db)

    def disable(self, account: str, *, now: float | None) -> None:
        with self._db.writing() as db:
            owned = _owns_everything(_account(db, account))
            if now is None:
                db.execute("UPDATE account SET disabled = NULL WHERE id = ?", (account,))
                return
            db.execute("UPDATE account SET disabled = coalesce(disabled, ?) WHERE id = ?", (now, account))
            db.execute("DELETE FROM session WHERE account = ?", (account,))
            db.execute("DELETE FROM one_time_link WHERE account = ? AND used IS NULL", (account,))
            if owned:
                _need_an_owner(db)

    # --- tokens -----------------------------------------------------------------------------------------------------

    def add_token(
        self, *, hashed: str, label: str, grant: StoredGrant, now: float, expires: float | None
    ) -> StoredToken:
        token = StoredToken(secrets.token_hex(8), label, grant, now, expires, None)
        first, last = grant.tables or (None, None)
        with self._db.writing() as db:
            db.execute(
                "INSERT INTO token (id, hash, label, role, tournament, first_table, last_table, created, expires)"
                " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
                (token.id, hashed, label, grant.role, _key(db, grant.slug), first, last, now, expires),
            )
        return token

    def token(self, hashed: str) -> StoredToken | None:
        with self._db.reading() as db:
            row = db.execute(f"{_TOKENS} WHERE k.hash = ?", (hashed,)).fetchone()
        return None if row is None else _token(row)

    def tokens(self) -> list[StoredToken]:
        with self._db.reading() as db:
            return [_token(row) for row in db.execute(f"{_TOKENS} ORDER BY k.created, k.id")]

    def revoke_token(self, token: str, *, now: float, slug: str | None = None) -> None:
        with self._db.writing() as db:
            row = db.execute(f"{_TOKENS} WHERE k.id = ?", (token,)).fetchone()
            if row is None or slug not in {None, _token(row).grant.slug}:
                raise NotFound("no-such-token", "There is no token {token}.", token=token)
            db.execute("UPDATE token SET revoked = coalesce(revoked, ?) WHERE id = ?", (now, token))

    # --- sessions and links -----------------------------------------------------------------------------------------

    def open_session(self, *, hashed: str, account: str, now: float, expires: float) -> None:
        with self._db.writing() as db:
            _refuse_disabled(_account(db, account))
            # Nobody misses what is over: the table stays as small as the number of people.
            db.execute("DELETE FROM session WHERE expires <= ?", (now,))
            db.execute(_SESSION, (hashed, account, now, now, expires))

    def session(self, hashed: str) -> StoredSession | None:
        with self._db.reading(together=True) as db:
            # Earlier releases could keep sessions of tokens: they are over.
            row = db.execute(
                "SELECT account, seen, expires FROM session WHERE hash = ? AND account IS NOT NULL", (hashed,)
            ).fetchone()
            return None if row is None else StoredSession(_account(db, row[0]), *row[1:])

    def touch_session(self, hashed: str, *, now: float, expires: float) -> None:
        with self._db.writing() as db:
            db.execute("UPDATE session SET seen = ?, expires = ? WHERE hash = ?", (now, expires, hashed))

    def close_session(self, hashed: str) -> None:
        with self._db.writing() as db:
            db.execute("DELETE FROM session WHERE hash = ?", (hashed,))

    def add_link(self, *, hashed: str, account: str, now: float, expires: float) -> None:
        with self._db.writing() as db:
            _refuse_disabled(_account(db, account))
            # Kept for a day after their time, so that a late visitor is told "used" or "too late", not "unknown".
            db.execute("DELETE FROM one_time_link WHERE expires < ?", (now - _DAY,))
            db.execute(
                "INSERT INTO one_time_link (hash, account, expires) VALUES (?, ?, ?)", (hashed, account, expires)
            )

    def use_link(self, hashed: str, *, session: str, now: float, expires: float) -> None:
        with self._db.writing() as db:
            row = db.execute("SELECT account, expires, used FROM one_time_link WHERE hash = ?", (hashed,)).fetchone()
            if row is None:
                raise Refused("link-unknown", "We don't recognise this link: ask for a new one.")
            account, until, used = row
            if used is not None:
                raise Refused("link-used", "This link has already been used; it works only once. Ask for a new one.")
            if until <= now:
                raise Refused("link-expired", "This link has expired: ask for a new one.")
            _refuse_disabled(_account(db, account))
            db.execute("UPDATE one_time_link SET used = ? WHERE hash = ?", (now, hashed))
            db.execute(_SESSION, (session, account, now, now, expires))

    # --- guesses, keys, players -------------------------------------------------------------------------------------

    def count_attempt(self, name: str, *, now: float, window: float, per_name: int, overall: int) -> float:
        with self._db.writing() as db:
            db.execute("DELETE FROM login_attempt WHERE at <= ? OR at > ?", (now - window, now + _SLACK))
            oldest = (
                db.execute(_NAMED_LATEST, (name, per_name - 1)).fetchone(),
                db.execute(_LATEST, (overall - 1,)).fetchone(),
            )
            wait = max((row[0] + window - now for row in oldest if row is not None), default=0.0)
            if wait <= 0:
                db.execute("INSERT INTO login_attempt (name, at) VALUES (?, ?)", (name, now))
            return max(wait, 0.0)

    def clear_attempts(self, name: str) -> None:
        with self._db.writing() as db:
            db.execute("DELETE FROM login_attempt WHERE name = ?", (name,))

    def server_key(self) -> bytes:
        with self._db.reading() as db:
            row = db.execute("SELECT key FROM server_key").fetchone()
        if row is None:
            with self._db.writing() as db:
                db.execute(_NEW_KEY, (secrets.token_bytes(32),))
                row = db.execute("SELECT key FROM server_key").fetchone()
        return bytes(row[0])

    def player_link(self, slug: str, no: int) -> tuple[str, int]:
        with self._db.reading(together=True) as db:
            tournament = _tournament_id(db, slug)
            row = db.execute(
                "SELECT generation FROM player_link WHERE tournament = ? AND no = ?", (tournament, no)
            ).fetchone()
        return tournament, 0 if row is None else int(row[0])

    def renew_player_link(self, slug: str, no: int) -> None:
        with self._db.writing() as db:
            db.execute(
                "INSERT INTO player_link (tournament, no, generation) VALUES (?, ?, 1)"
                " ON CONFLICT (tournament, no) DO UPDATE SET generation = player_link.generation + 1",
                (_tournament_id(db, slug), no),
            )

    def take_phone(self, slug: str, claim: PhoneClaim, limits: ClaimLimits) -> ClaimOutcome:
        with self._db.writing() as db:
            tournament = _tournament_id(db, slug)
            outcome = _judge_claim(db, tournament, claim, limits)
            if outcome is ClaimOutcome.OK:
                _take_phone(db, tournament, claim)
            elif outcome is ClaimOutcome.BURST:
                _stop_burst(db, tournament, claim.at - limits.released)
            elif outcome is ClaimOutcome.TAKEN:
                _note_wanted(db, tournament, claim)
            return outcome

    def phone(self, slug: str, hashed: str) -> tuple[int, str] | None:
        with self._db.reading(together=True) as db:
            row = db.execute(
                "SELECT p.no, c.device FROM phone p LEFT JOIN phone_claim c ON c.hash = p.hash"
                " WHERE p.hash = ? AND p.tournament = ?",
                (hashed, _tournament_id(db, slug)),
            ).fetchone()
        return None if row is None else (int(row[0]), str(row[1] or ""))

    def phones(self, slug: str) -> dict[int, float]:
        with self._db.reading(together=True) as db:
            rows = db.execute("SELECT no, since FROM phone WHERE tournament = ?", (_tournament_id(db, slug),))
            return {int(no): float(since) for no, since in rows}

    def release_phone(self, slug: str, no: int | None, *, bar: bool = True) -> int:
        with self._db.writing() as db:
            tournament = _tournament_id(db, slug)
            return _release(db, tournament, "" if no is None else " AND no = ?", () if no is None else (no,), bar=bar)

    def claim_state(self, slug: str) -> ClaimState:
        with self._db.reading(together=True) as db:
            tournament = _tournament_id(db, slug)
            off, _, burst = _claims_note(db, tournament).partition(" ")
            phones = db.execute("SELECT count(*) FROM phone WHERE tournament = ?", (tournament,)).fetchone()
            wanted = db.execute(
                "SELECT DISTINCT no FROM phone_claim WHERE tournament = ? AND hash = '' ORDER BY no", (tournament,)
            )
            return ClaimState(off, int(burst or 0), int(phones[0]), tuple(int(row[0]) for row in wanted))

    def switch_claims(self, slug: str, off: str) -> None:
        with self._db.writing() as db:
            _keep_note(db, f"{_CLAIMS}{_tournament_id(db, slug)}", off)

    def server_note(self, key: str) -> str:
        with self._db.reading() as db:
            row = db.execute("SELECT value FROM hall_note WHERE key = ?", (key,)).fetchone()
        return "" if row is None else str(row[0])

    def save_server_note(self, key: str, value: str) -> None:
        with self._db.writing() as db:
            _keep_note(db, key, value)

    def server_notes(self, begins: str) -> dict[str, str]:
        with self._db.reading() as db:
            rows = db.execute("SELECT key, value FROM hall_note WHERE substr(key, 1, ?) = ?", (len(begins), begins))
            return {str(key): str(value) for key, value in rows}

    def swap_server_note(self, key: str, old: str, new: str) -> bool:
        with self._db.writing() as db:
            row = db.execute("SELECT value FROM hall_note WHERE key = ?", (key,)).fetchone()
            if ("" if row is None else str(row[0])) != old:
                return False
            _keep_note(db, key, new)
            return True

    def drop_server_notes(self, begins: str) -> None:
        with self._db.writing() as db:
            db.execute("DELETE FROM hall_note WHERE substr(key, 1, ?) = ?", (len(begins), begins))


def _claims_note(db: Db, tournament: str) -> str:
    row = db.execute("SELECT value FROM hall_note WHERE key = ?", (f"{_CLAIMS}{tournament}",)).fetchone()
    return "" if row is None else str(row[0])


def _judge_claim(db: Db, tournament: str, claim: PhoneClaim, limits: ClaimLimits) -> ClaimOutcome:
    """May this device be this entrant's? Nothing is written."""
    if _claims_note(db, tournament):
        return ClaimOutcome.OFF
    own = {
        (int(no), bool(released))
        for no, released in db.execute(
            "SELECT no, released FROM phone_claim WHERE tournament = ? AND device = ? AND hash <> '' AND at > ?",
            (tournament, claim.device, claim.at - _CLAIM_DAYS * _DAY),
        )
    }
    if (claim.no, True) in own:
        return ClaimOutcome.RELEASED
    holder = db.execute(
        "SELECT c.device FROM phone p LEFT JOIN phone_claim c ON c.hash = p.hash WHERE p.tournament = ? AND p.no = ?",
        (tournament, claim.no),
    ).fetchone()
    if holder is not None and holder[0] != claim.device:
        return ClaimOutcome.TAKEN
    if len({no for no, _ in own} - {claim.no}) >= limits.names:
        return ClaimOutcome.DEVICE
    for seconds, most in limits.bursts:
        since = claim.at - seconds
        counted = "SELECT count(*) FROM phone_claim WHERE tournament = ? AND at > ? AND hash <> ''"
        here = db.execute(f"{counted} AND address = ?", (tournament, since, claim.address)).fetchone()
        everywhere = db.execute(counted, (tournament, since)).fetchone()
        if here[0] >= most or everywhere[0] >= 2 * most:
            return ClaimOutcome.BURST
    return ClaimOutcome.OK


def _take_phone(db: Db, tournament: str, claim: PhoneClaim) -> None:
    """The device has this name from now on, and no other: it can only hold one."""
    db.execute(
        "DELETE FROM phone WHERE tournament = ?"
        " AND (no = ? OR hash IN (SELECT hash FROM phone_claim WHERE tournament = ? AND device = ?))",
        (tournament, claim.no, tournament, claim.device),
    )
    db.execute(
        "INSERT INTO phone (tournament, no, hash, since) VALUES (?, ?, ?, ?)",
        (tournament, claim.no, claim.hashed, claim.at),
    )
    db.execute("DELETE FROM phone_claim WHERE at < ?", (claim.at - _CLAIM_DAYS * _DAY,))
    _log_claim(db, tournament, claim, claim.hashed)


def _note_wanted(db: Db, tournament: str, claim: PhoneClaim) -> None:
    """A name was asked for while another phone had it: kept once per name, however often somebody asks."""
    known = db.execute(
        "SELECT 1 FROM phone_claim WHERE tournament = ? AND no = ? AND hash = ''", (tournament, claim.no)
    ).fetchone()
    if known is None:
        _log_claim(db, tournament, claim, "")


def _log_claim(db: Db, tournament: str, claim: PhoneClaim, hashed: str) -> None:
    db.execute(
        "INSERT INTO phone_claim (tournament, no, hash, device, address, at) VALUES (?, ?, ?, ?, ?, ?)",
        (tournament, claim.no, hashed, claim.device, claim.address, claim.at),
    )


def _stop_burst(db: Db, tournament: str, since: float) -> None:
    """What a burst has taken is released, and “It's me” is off until somebody turns it on again."""
    released = _release(db, tournament, " AND since > ?", (since,), bar=True)
    _keep_note(db, f"{_CLAIMS}{tournament}", f"burst {released}")


def _release(db: Db, tournament: str, which: str, values: tuple[Any, ...], *, bar: bool) -> int:
    """Releases phones, `which` of the event; how many."""
    chosen = f"SELECT no, hash FROM phone WHERE tournament = ?{which}"  # noqa: S608 (a constant of ours)
    rows = db.execute(chosen, (tournament, *values)).fetchall()
    for no, hashed in rows:
        db.execute("DELETE FROM phone WHERE tournament = ? AND no = ?", (tournament, no))
        if bar:
            db.execute("UPDATE phone_claim SET released = 1 WHERE hash = ?", (hashed,))
        db.execute("DELETE FROM phone_claim WHERE tournament = ? AND no = ? AND hash = ''", (tournament, no))
    return len(rows)


def _keep_note(db: Db, key: str, value: str) -> None:
    if value:
        db.execute(_NOTE, (key, value))
    else:
        db.execute("DELETE FROM hall_note WHERE key = ?", (key,))


def _new_account(
    db: Db, name: str, folded: str, *, password: str | None, grants: Sequence[StoredGrant], now: float
) -> StoredAccount:
    account = secrets.token_hex(8)
    db.execute(
        "INSERT INTO account (id, name, folded, password, created) VALUES (?, ?, ?, ?, ?)",
        (account, name, folded, password, now),
    )
    for grant in grants:
        _put_grant(db, account, grant)
    return _account(db, account)


def _account(db: Db, account: str) -> StoredAccount:
    row = db.execute(f"{_ACCOUNT} WHERE id = ?", (account,)).fetchone()
    if row is None:
        raise NotFound("no-such-account", "There is no account {account}.", account=account)
    key, name, password, created, disabled = row
    grants = tuple(_grant(*grant) for grant in db.execute(_GRANTS, (account,)))
    return StoredAccount(key, name, password, created, disabled, grants)


def _grant(role: str, slug: str | None, first: int | None, last: int | None) -> StoredGrant:
    tables = None if first is None or last is None else (first, last)
    return StoredGrant(role, EVERYWHERE if slug is None else slug, tables)


def _token(row: tuple[Any, ...]) -> StoredToken:
    key, label, role, slug, first, last, created, expires, revoked = row
    return StoredToken(key, label, _grant(role, slug, first, last), created, expires, revoked)


def _put_grant(db: Db, account: str, grant: StoredGrant) -> None:
    key = _key(db, grant.slug)
    _take_grant(db, account, grant.role, key)
    first, last = grant.tables or (None, None)
    db.execute(
        "INSERT INTO account_grant (account, role, tournament, first_table, last_table) VALUES (?, ?, ?, ?, ?)",
        (account, grant.role, key, first, last),
    )


def _take_grant(db: Db, account: str, role: str, key: int | None) -> None:
    # Keys begin with 1: 0 stands for everywhere, as in the index.
    db.execute(
        "DELETE FROM account_grant WHERE account = ? AND role = ? AND coalesce(tournament, 0) = ?",
        (account, role, key or 0),
    )


def _owns_everything(account: StoredAccount) -> bool:
    return account.disabled is None and any(g.role == _OWNER and g.slug == EVERYWHERE for g in account.grants)


def _need_an_owner(db: Db) -> None:
    if db.execute(_FIRST_OWNER, (_OWNER,)).fetchone() is None:
        raise Refused("last-owner", "This is the only owner: make someone else an owner first.")


def _refuse_disabled(account: StoredAccount) -> None:
    if account.disabled is not None:
        raise Refused("account-disabled", "The account “{name}” is disabled: ask the owner.", name=account.name)


def _key(db: Db, slug: str) -> int | None:
    if slug == EVERYWHERE:
        return None
    row = db.execute("SELECT key FROM tournament WHERE slug = ?", (slug,)).fetchone()
    if row is None:
        raise no_tournament(slug)
    return int(row[0])


def _tournament_id(db: Db, slug: str) -> str:
    row = db.execute("SELECT id FROM tournament WHERE slug = ?", (slug,)).fetchone()
    if row is None:
        raise no_tournament(slug)
    return str(row[0])
