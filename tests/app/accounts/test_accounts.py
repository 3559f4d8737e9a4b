"""Accounts, sessions, tokens and links, with a clock of our own, on a real file."""

from __future__ import annotations

import contextlib
import hashlib
import re
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from pareo.app.accounts.accounts import Accounts, check_may_give
from pareo.app.accounts.passwords import Lane, Passwords
from pareo.app.accounts.permissions import NOBODY, Grant, Identity, Right, Role
from pareo.core.text.errors import BadInput, Conflict, NotFound, PareoError, Refused
from pareo.store import NewEntry, SqliteStore, Store, open_store
from pareo.store.accounts_protocol import StoredSession
from pareo.store.sql.database import Db
from support.errors import raises_code

CHEAP = Passwords(time_cost=1, memory_cost=8, parallelism=1)
DAY = 86_400.0
PASSWORD = "correct horse"


class Clock:
    def __init__(self) -> None:
        self.time = 1_600_000_000.0

    def __call__(self) -> float:
        return self.time


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "pareo.db"


@pytest.fixture
def store(database: Store) -> Store:
    for slug in ("cup", "open"):
        database.create(slug, NewEntry("2019-07-17T12:00:00Z", "x", "x", b"{}"), name=slug, ruleset="x", secret="x")
    return database


IN_A_FILE = pytest.mark.parametrize("where", ["sqlite"], indirect=True)


def at_once(work: Callable[[], None]) -> None:
    work()


@pytest.fixture
def accounts(store: Store, clock: Clock) -> Accounts:
    return Accounts(store.accounts(), clock, passwords=CHEAP, later=at_once)


@pytest.fixture
def elsewhere(where: str, clock: Clock) -> Iterator[Accounts]:
    """The database as another process sees it: nothing remembered is shared."""
    store = open_store(where)
    yield Accounts(store.accounts(), clock, passwords=CHEAP, later=at_once)
    store.close()


def code(refused: type[PareoError], work: Callable[..., object], *arguments: object) -> str:
    with pytest.raises(refused) as caught:
        work(*arguments)
    assert str(caught.value)  # the sentence can be filled in
    return caught.value.code


# --- the first start ------------------------------------------------------------------------------------------------


def test_the_first_start_makes_one_owner_without_password(accounts: Accounts, elsewhere: Accounts) -> None:
    owner = accounts.ensure_owner()
    assert owner == accounts.ensure_owner() == elsewhere.ensure_owner()
    assert (owner.name, owner.grants, owner.has_password) == ("owner", (Grant(Role.OWNER),), False)
    assert not accounts.has_password(owner.id)
    accounts.set_password(owner.id, PASSWORD)
    assert accounts.has_password(owner.id)
    assert len(accounts.users()) == 1


def test_a_scorekeeper_called_owner_does_not_become_the_owner(accounts: Accounts) -> None:
    accounts.create_user("Owner", Role.SCOREKEEPER, "cup")
    assert accounts.ensure_owner().name == "owner 2"


def test_a_one_time_link_lets_in_once(accounts: Accounts, elsewhere: Accounts) -> None:
    owner = accounts.ensure_owner()
    link = accounts.one_time_link(owner.id)
    session = accounts.enter(link)
    who = accounts.identity(session)
    assert who is not None
    assert who.name == "owner"
    assert who.may(Right.OWNER, None)
    assert code(Refused, accounts.enter, link) == "link-used"
    assert code(Refused, elsewhere.enter, link) == "link-used"
    assert code(Refused, accounts.enter, link[:-1] + "!") == "link-unknown"
    assert code(Refused, accounts.enter, "\ud800") == "link-unknown"


def test_a_one_time_link_is_good_for_ten_minutes(accounts: Accounts, clock: Clock) -> None:
    owner = accounts.ensure_owner()
    link, other = accounts.one_time_link(owner.id), accounts.one_time_link(owner.id)
    clock.time += 599
    accounts.enter(link)
    clock.time += 1
    assert code(Refused, accounts.enter, other) == "link-expired"
    clock.time += 2 * DAY
    accounts.one_time_link(owner.id)  # cleans up
    assert code(Refused, accounts.enter, other) == "link-unknown"


def test_of_many_who_use_a_link_at_once_one_gets_in(accounts: Accounts) -> None:
    link = accounts.one_time_link(accounts.ensure_owner().id)
    seen: list[str] = []

    def enter() -> None:
        try:
            accounts.enter(link)
            seen.append("in")
        except Refused as refused:
            seen.append(refused.code)

    threads = [threading.Thread(target=enter) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(seen) == ["in"] + ["link-used"] * 5


# --- passwords ------------------------------------------------------------------------------------------------------


def test_logging_in_and_out(accounts: Accounts, elsewhere: Accounts) -> None:
    accounts.create_user("Zoë Marín", Role.SCOREKEEPER, "cup", (1, 20), PASSWORD)
    session = accounts.login("  zoë  MARÍN ", PASSWORD)
    assert re.fullmatch(r"[A-Za-z0-9_-]{43}", session)
    who = elsewhere.identity(session)
    assert who is not None
    assert (who.name, who.grants) == ("Zoë Marín", (Grant(Role.SCOREKEEPER, "cup", (1, 20)),))
    assert who.may_report("cup", 20)
    assert not who.may_report("cup", 21)
    assert not who.may(Right.REPORT, "open")
    accounts.logout(session)
    assert accounts.identity(session) is None
    accounts.logout(session)  # again: nothing happens
    accounts.logout("\ud800")


def test_nothing_tells_a_wrong_name_from_a_wrong_password(accounts: Accounts, monkeypatch: pytest.MonkeyPatch) -> None:
    accounts.create_user("Ada", Role.JUDGE, "cup", None, PASSWORD)
    accounts.create_user("Ben", Role.JUDGE, "cup")
    gone = accounts.create_user("Cleo", Role.JUDGE, "cup", None, PASSWORD)
    accounts.disable_user(gone.id)
    checked: list[str] = []
    fits = CHEAP.fits

    def counted(stored: str, text: str) -> bool:
        checked.append(stored)
        return fits(stored, text)

    monkeypatch.setattr(CHEAP, "fits", counted)
    for name, password in [("Ada", "wrong"), ("nobody", PASSWORD), ("Ben", ""), ("Ben", PASSWORD), ("Cleo", PASSWORD)]:
        assert code(Refused, accounts.login, name, password) == "login-failed"
    assert len(checked) == 5
    assert all(stored.startswith("$argon2id$") for stored in checked)


@pytest.mark.parametrize("text", ["seven77", "", "x" * 201])
def test_passwords_too_short_or_too_long(accounts: Accounts, text: str) -> None:
    owner = accounts.ensure_owner()
    expected = "password-long" if text.startswith("x") else "password-short"
    assert code(BadInput, accounts.set_password, owner.id, text) == expected
    assert not accounts.has_password(owner.id)
    assert code(BadInput, accounts.create_user, "Ada", Role.JUDGE, "cup", None, text) == expected
    assert len(accounts.users()) == 1


def test_long_and_accented_passwords_work_from_any_keyboard(accounts: Accounts) -> None:
    owner = accounts.ensure_owner()
    accounts.set_password(owner.id, "cafe\u0301 " * 33)
    accounts.login("owner", "caf\u00e9 " * 33)
    accounts.set_password(owner.id, "x" * 200)
    assert code(Refused, accounts.login, "owner", "x" * 201) == "login-failed"
    accounts.login("owner", "x" * 200)


def test_a_new_password_ends_the_other_sessions_and_links(accounts: Accounts, elsewhere: Accounts) -> None:
    owner = accounts.ensure_owner()
    here, there = (accounts.enter(accounts.one_time_link(owner.id)) for _ in range(2))
    link = accounts.one_time_link(owner.id)
    accounts.set_password(owner.id, PASSWORD, keep=here)
    assert accounts.identity(here) is not None
    assert accounts.identity(there) is None
    assert code(Refused, accounts.enter, link) == "link-unknown"
    accounts.set_password(owner.id, "another " + PASSWORD)
    assert accounts.identity(here) is None
    assert code(Refused, elsewhere.login, "owner", PASSWORD) == "login-failed"


def test_an_old_hash_is_made_anew_at_the_next_login(store: Store, accounts: Accounts, clock: Clock) -> None:
    user = accounts.create_user("Ada", Role.JUDGE, "cup", None, PASSWORD)
    kept = store.accounts()
    before = kept.account(user.id).password
    dearer = Accounts(kept, clock, passwords=Passwords(time_cost=2, memory_cost=16, parallelism=1))
    dearer.login("Ada", PASSWORD)
    after = kept.account(user.id).password
    assert before != after
    assert after is not None
    assert "m=16,t=2" in after
    dearer.login("Ada", PASSWORD)
    assert kept.account(user.id).password == after


# --- guessing -------------------------------------------------------------------------------------------------------


def test_five_wrong_passwords_and_the_name_must_wait(accounts: Accounts, elsewhere: Accounts, clock: Clock) -> None:
    accounts.create_user("Ada", Role.JUDGE, "cup", None, PASSWORD)
    accounts.create_user("Ben", Role.JUDGE, "cup", None, PASSWORD)
    for process in (accounts, elsewhere, accounts, elsewhere, accounts):
        assert code(Refused, process.login, "Ada", "wrong") == "login-failed"
        clock.time += 10
    assert code(Refused, accounts.login, "ADA", PASSWORD) == "login-later"
    assert code(Refused, elsewhere.login, "Ada", PASSWORD) == "login-later"
    with raises_code(Refused, "login-later", minutes=5):
        accounts.login("Ada", PASSWORD)
    accounts.login("Ben", PASSWORD)  # others are not kept waiting
    clock.time += 249
    assert code(Refused, accounts.login, "Ada", PASSWORD) == "login-later"
    clock.time += 1  # five minutes after the first
    accounts.login("Ada", PASSWORD)


def test_who_gets_in_starts_afresh(accounts: Accounts) -> None:
    accounts.create_user("Ada", Role.JUDGE, "cup", None, PASSWORD)
    for _ in range(3):
        for _ in range(4):
            assert code(Refused, accounts.login, "Ada", "wrong") == "login-failed"
        accounts.login("Ada", PASSWORD)


def test_guessing_many_names_is_braked_too(accounts: Accounts, clock: Clock) -> None:
    accounts.create_user("Ada", Role.JUDGE, "cup", None, PASSWORD)
    for number in range(100):
        assert code(Refused, accounts.login, f"name {number}", PASSWORD) == "login-failed"
    assert code(Refused, accounts.login, "Ada", PASSWORD) == "login-later"
    link = accounts.one_time_link(accounts.ensure_owner().id)
    assert accounts.identity(accounts.enter(link)) is not None  # the owner's way in stays open
    clock.time += 300
    accounts.login("Ada", PASSWORD)


def test_parallel_guesses_do_not_slip_through(accounts: Accounts) -> None:
    accounts.create_user("Ada", Role.JUDGE, "cup", None, PASSWORD)
    seen: list[str] = []
    threads = [
        threading.Thread(target=lambda: seen.append(code(Refused, accounts.login, "Ada", "wrong"))) for _ in range(12)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert seen.count("login-failed") == 5
    assert set(seen) <= {"login-failed", "login-later", "login-busy"}


@pytest.mark.req("R-4")
def test_a_browser_that_has_logged_in_before_is_not_kept_out_by_others(
    accounts: Accounts, elsewhere: Accounts, clock: Clock
) -> None:
    for name in ("Ada", "Ben"):
        accounts.create_user(name, Role.JUDGE, "cup", None, PASSWORD)
    marks = accounts.marked_browser(accounts.login("Ada", PASSWORD))
    for number in range(99):
        assert code(Refused, accounts.login, f"name {number}", "wrong") == "login-failed"
    assert code(Refused, accounts.login, "Ada", "wrong") == "login-failed"
    assert code(Refused, accounts.login, "Ada", PASSWORD) == "login-later"
    for process in (accounts, elsewhere):
        assert process.identity(process.login("ADA", PASSWORD, marks)) is not None
    assert code(Refused, accounts.login, "Ben", PASSWORD, marks) == "login-later", "the mark is Ada's"
    for forged in (marks[:-1] + "!", "." + marks.split(".")[1], "x." + marks.split(".")[1], "~~.~é.é", "\ud800.a"):
        assert code(Refused, accounts.login, "Ada", PASSWORD, forged) == "login-later"
    for _ in range(5):
        assert code(Refused, accounts.login, "Ada", "wrong", marks) == "login-failed"
    assert code(Refused, accounts.login, "Ada", PASSWORD, marks) == "login-later", "it is no licence to guess"
    clock.time += 300
    accounts.login("Ada", PASSWORD, marks)


@pytest.mark.req("R-4")
def test_one_browser_may_be_used_by_several(accounts: Accounts) -> None:
    marks = ""
    for number in range(12):
        accounts.create_user(f"judge {number}", Role.JUDGE, "cup", None, PASSWORD)
        marks = accounts.marked_browser(accounts.login(f"judge {number}", PASSWORD), marks)
    assert len(marks.split("~")) == 8
    again = accounts.marked_browser(accounts.login("judge 11", PASSWORD, marks), marks)
    assert (len(again.split("~")), again != marks) == (8, True)
    assert accounts.marked_browser("nobody's session", again) == again


@pytest.mark.req("R-4")
def test_a_full_queue_refuses_at_once_and_the_other_lane_is_free() -> None:
    lane, other, go_on = Lane("a", queue=3), Lane("b", queue=0), threading.Event()
    waiting = [lane.soon(lambda: go_on.wait(60)) for _ in range(4)]
    for _ in range(5):
        assert code(Refused, lane.soon, lambda: None) == "login-busy"
    assert other.soon(lambda: "free").result(60) == "free"
    assert not any(one.done() for one in waiting)
    go_on.set()
    assert [one.result(60) for one in waiting] == [True] * 4
    lane.close()
    assert code(Refused, lane.soon, lambda: None) == "login-busy"
    other.close()


def test_a_clock_put_back_locks_nobody_out(accounts: Accounts, clock: Clock) -> None:
    accounts.create_user("Ada", Role.JUDGE, "cup", None, PASSWORD)
    for _ in range(5):
        assert code(Refused, accounts.login, "Ada", "wrong") == "login-failed"
    clock.time -= 30 * DAY
    accounts.login("Ada", PASSWORD)


# --- sessions -------------------------------------------------------------------------------------------------------


def test_a_session_slides_and_ends_after_fourteen_days_unused(accounts: Accounts, clock: Clock) -> None:
    session = accounts.enter(accounts.one_time_link(accounts.ensure_owner().id))
    for _ in range(5):
        clock.time += 13 * DAY
        assert accounts.identity(session) is not None
    clock.time += 14 * DAY - 1
    assert accounts.identity(session) is not None
    clock.time += 14 * DAY
    assert accounts.identity(session) is None


def test_looking_at_a_session_writes_at_most_once_an_hour(store: Store, clock: Clock) -> None:
    waiting: list[Callable[[], None]] = []
    accounts = Accounts(store.accounts(), clock, passwords=CHEAP, later=waiting.append)
    session = accounts.enter(accounts.one_time_link(accounts.ensure_owner().id))
    for _ in range(10):
        clock.time += 350
        assert accounts.identity(session) is not None
    assert not waiting
    clock.time += 100
    assert accounts.identity(session) is not None
    assert len(waiting) == 1  # handed to somebody else: whoever asked did not wait for the disk
    clock.time += 14 * DAY - 3601
    waiting.pop()()
    assert accounts.identity(session) is not None


def test_the_end_of_a_session_is_moved_by_another_thread(
    store: Store, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = store.accounts()
    writers: list[str] = []
    touch = kept.touch_session

    def noted(hashed: str, *, now: float, expires: float) -> None:
        time.sleep(0.05)  # a slow disk: closing has to wait for it
        touch(hashed, now=now, expires=expires)
        writers.append(threading.current_thread().name)

    monkeypatch.setattr(kept, "touch_session", noted)
    accounts = Accounts(kept, clock, passwords=CHEAP)
    session = accounts.enter(accounts.one_time_link(accounts.ensure_owner().id))
    clock.time += 10 * DAY
    assert accounts.identity(session) is not None
    assert writers == []  # whoever asked did not wait
    accounts.close()
    assert len(writers) == 1
    assert writers[0].startswith("pareo-accounts")
    clock.time += 10 * DAY
    assert accounts.identity(session) is not None  # it was moved, and a closed one still answers
    assert len(writers) == 1


def test_a_change_during_a_reading_is_not_forgotten(
    store: Store, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = store.accounts()
    accounts = Accounts(kept, clock, passwords=CHEAP, later=at_once)
    session = accounts.enter(accounts.one_time_link(accounts.ensure_owner().id))
    read = kept.session

    def slow(hashed: str) -> StoredSession | None:
        found = read(hashed)
        accounts.logout(session)  # in another thread, after the reading and before its answer
        return found

    with monkeypatch.context() as patch:
        patch.setattr(kept, "session", slow)
        accounts.identity(session)
    assert accounts.identity(session) is None


@pytest.mark.parametrize("session", ["", "x", "x" * 43, "é" * 43, "x" * 1_000_000, "\ud800" * 43])
def test_what_is_no_session_is_nobody(accounts: Accounts, session: str) -> None:
    assert accounts.identity(session) is None
    assert accounts.token_identity(session) is None
    assert accounts.token_identity("pareo_" + session) is None
    assert accounts.player_identity("cup", session) is None


def test_what_another_process_took_away_stops_within_five_seconds(
    accounts: Accounts, elsewhere: Accounts, clock: Clock
) -> None:
    ada = accounts.create_user("Ada", Role.ORGANISER, "cup", None, PASSWORD)
    ben = accounts.create_user("Ben", Role.JUDGE, "cup", None, PASSWORD)
    sessions = [elsewhere.login(name, PASSWORD) for name in ("Ada", "Ada", "Ben")]
    token = elsewhere.make_token("Stream", Role.SCREEN, "cup")

    def known() -> list[bool]:
        return [elsewhere.identity(s) is not None for s in sessions] + [elsewhere.token_identity(token) is not None]

    assert known() == [True] * 4
    accounts.logout(sessions[0])
    accounts.revoke(ben.id, Role.JUDGE, "cup")
    accounts.revoke_token(accounts.tokens("cup")[0].id)
    clock.time += 5
    assert known() == [False, True, True, False]
    who = elsewhere.identity(sessions[2])
    assert who is not None
    assert who.grants == ()
    accounts.disable_user(ada.id)
    clock.time += 5
    assert known() == [False, False, True, False]


def test_what_this_process_took_away_stops_at_once(accounts: Accounts) -> None:
    ada = accounts.create_user("Ada", Role.ORGANISER, "cup", None, PASSWORD)
    session = accounts.login("Ada", PASSWORD)
    assert accounts.identity(session) is not None
    accounts.revoke(ada.id, Role.ORGANISER, "cup")
    who = accounts.identity(session)
    assert who is not None
    assert not who.may(Right.STAFF, "cup")
    accounts.disable_user(ada.id)
    assert accounts.identity(session) is None
    assert code(Refused, accounts.one_time_link, ada.id) == "account-disabled"
    assert accounts.user(ada.id).disabled
    accounts.enable_user(ada.id)
    assert accounts.identity(session) is None  # the old session does not come back
    assert accounts.identity(accounts.login("Ada", PASSWORD)) is not None


def test_a_session_left_over_from_a_disabled_account_is_nobody(accounts: Accounts, store: Store, clock: Clock) -> None:
    """Sessions are ended together with the account; should one be left over, it is still refused."""
    ada = accounts.create_user("Ada", Role.ORGANISER, "cup", None, PASSWORD)
    session = accounts.login("Ada", PASSWORD)
    assert accounts.identity(session) is not None
    with store.tables().writing() as db:
        db.execute("UPDATE account SET disabled = 1 WHERE id = ?", (ada.id,))
    clock.time += 5
    assert accounts.identity(session) is None
    accounts.disable_user(ada.id)
    with store.tables().reading() as db:
        assert db.execute("SELECT count(*) FROM session").fetchone() == (0,)


# --- accounts and roles ---------------------------------------------------------------------------------------------


def test_names_are_unique_whatever_their_case(accounts: Accounts) -> None:
    accounts.create_user("Straße", Role.REGISTRATION, "cup")
    for name in ("STRASSE", " straße ", "Ｓtrasse"):
        assert code(Conflict, accounts.create_user, name, Role.REGISTRATION, "cup") == "account-taken"
    for name in ("", "  ", "a" * 81, "a\u202eb", "a\x00b", "token:x", "\ud800"):
        assert code(BadInput, accounts.create_user, name, Role.REGISTRATION, "cup") == "bad-account-name"
    assert [user.name for user in accounts.users()] == ["Straße"]


def test_roles_are_given_changed_and_taken_back(accounts: Accounts, clock: Clock) -> None:
    user = accounts.create_user("Ada", Role.REGISTRATION, "cup")
    accounts.grant(user.id, Role.SCOREKEEPER, "open", (1, 9))
    accounts.grant(user.id, Role.SCOREKEEPER, "open", (5, 30))
    accounts.grant(user.id, Role.ORGANISER)
    accounts.grant(user.id, Role.ORGANISER)
    assert set(accounts.user(user.id).grants) == {
        Grant(Role.REGISTRATION, "cup"),
        Grant(Role.SCOREKEEPER, "open", (5, 30)),
        Grant(Role.ORGANISER, "*"),
    }
    assert len(accounts.user(user.id).grants) == 3
    accounts.revoke(user.id, Role.ORGANISER)
    accounts.revoke(user.id, Role.ORGANISER)
    accounts.revoke(user.id, Role.SCOREKEEPER, "open")
    assert accounts.user(user.id).grants == (Grant(Role.REGISTRATION, "cup"),)


def test_roles_that_cannot_be_given(accounts: Accounts) -> None:
    user = accounts.create_user("Ada", Role.REGISTRATION, "cup")
    wrong: list[tuple[str, Role, str, tuple[int, int] | None]] = [
        ("bad-role", Role.PLAYER, "cup", None),
        ("bad-role", Role.PUBLIC, "cup", None),
        ("owner-everywhere", Role.OWNER, "cup", None),
        ("bad-tables", Role.JUDGE, "cup", (1, 2)),
        ("bad-tables", Role.SCOREKEEPER, "cup", (0, 2)),
        ("bad-tables", Role.SCOREKEEPER, "cup", (3, 2)),
        ("bad-tables", Role.SCOREKEEPER, "cup", (1, 10**30)),
    ]
    for expected, role, slug, tables in wrong:
        assert code(BadInput, accounts.grant, user.id, role, slug, tables) == expected
        assert code(BadInput, accounts.create_user, "Ben", role, slug, tables) == expected
        assert code(BadInput, accounts.make_token, "x", role, slug, tables) == expected
    assert code(NotFound, accounts.grant, user.id, Role.JUDGE, "nowhere") == "no-such-tournament"
    assert code(NotFound, accounts.create_user, "Ben", Role.JUDGE, "nowhere") == "no-such-tournament"
    assert code(NotFound, accounts.grant, "nobody", Role.JUDGE, "cup") == "no-such-account"
    assert code(NotFound, accounts.set_password, "nobody", PASSWORD) == "no-such-account"
    assert code(NotFound, accounts.one_time_link, "nobody") == "no-such-account"
    assert [(u.name, u.grants) for u in accounts.users()] == [("Ada", (Grant(Role.REGISTRATION, "cup"),))]
    assert accounts.tokens() == []


def test_the_last_owner_stays(accounts: Accounts) -> None:
    owner = accounts.ensure_owner()
    other = accounts.create_user("Ada", Role.REGISTRATION, "cup")
    assert code(Refused, accounts.disable_user, owner.id) == "last-owner"
    assert code(Refused, accounts.revoke, owner.id, Role.OWNER) == "last-owner"
    accounts.disable_user(other.id)  # no owner: may go
    accounts.grant(other.id, Role.OWNER)
    assert code(Refused, accounts.disable_user, owner.id) == "last-owner"  # a disabled owner does not count
    accounts.enable_user(other.id)
    accounts.disable_user(owner.id)
    assert code(Refused, accounts.revoke, other.id, Role.OWNER) == "last-owner"
    assert accounts.ensure_owner().id == other.id


def test_a_new_event_does_not_inherit_staff_tokens_or_links(accounts: Accounts, store: Store) -> None:
    user = accounts.create_user("Ada", Role.ORGANISER, "cup")
    token, link = accounts.make_token("Stream", Role.SCREEN, "cup"), accounts.player_link("cup", 1)
    store.rename("cup", "winter")
    assert accounts.user(user.id).grants == (Grant(Role.ORGANISER, "winter"),)
    assert accounts.tokens("winter")[0].label == "Stream"
    assert accounts.player_identity("winter", link) is not None
    store.rename("open", "cup")
    assert accounts.player_identity("cup", link) is None
    store.delete("winter")
    store.rename("cup", "winter")
    assert accounts.user(user.id).grants == ()
    assert accounts.token_identity(token) is None
    assert accounts.player_identity("winter", link) is None


def test_nobody_gives_away_more_than_he_has() -> None:
    owner = Identity("o", (Grant(Role.OWNER),))
    organiser = Identity("a", (Grant(Role.ORGANISER, "cup"),))
    judge = Identity("j", (Grant(Role.JUDGE, "cup"), Grant(Role.SCOREKEEPER, "cup")))
    for role in (Role.OWNER, Role.ORGANISER, Role.SCREEN):
        check_may_give(owner, role, "*")
    for role in (Role.ORGANISER, Role.SCOREKEEPER, Role.JUDGE, Role.REGISTRATION, Role.SCREEN):
        check_may_give(organiser, role, "cup")
        assert code(Refused, check_may_give, organiser, role, "open") == "may-not-give"
        assert code(Refused, check_may_give, organiser, role, "*") == "may-not-give"
        assert code(Refused, check_may_give, judge, role, "cup") == "may-not-give"
        assert code(Refused, check_may_give, NOBODY, role, "cup") == "may-not-give"
    assert code(Refused, check_may_give, organiser, Role.OWNER, "cup") == "may-not-give"


# --- tokens ---------------------------------------------------------------------------------------------------------


def test_a_token_is_good_until_it_is_revoked(accounts: Accounts, clock: Clock) -> None:
    text = accounts.make_token(" Stream  overlay ", Role.SCOREKEEPER, "cup", (3, 8))
    assert re.fullmatch(r"pareo_[A-Za-z0-9_-]{43}", text)
    clock.time += 5000 * DAY
    who = accounts.token_identity(text)
    assert who is not None
    assert (who.name, who.grants) == ("token:Stream overlay", (Grant(Role.SCOREKEEPER, "cup", (3, 8)),))
    accounts.make_token("everywhere", Role.ORGANISER)
    assert [token.label for token in accounts.tokens("cup")] == ["Stream overlay"]
    assert [token.label for token in accounts.tokens("*")] == ["everywhere"]
    assert [token.label for token in accounts.tokens()] == ["Stream overlay", "everywhere"]
    token = accounts.tokens("cup")[0]
    assert not token.revoked
    assert code(NotFound, accounts.revoke_token, token.id, "open") == "no-such-token"
    assert accounts.token_identity(text) is not None
    accounts.revoke_token(token.id, "cup")
    accounts.revoke_token(token.id)
    assert accounts.token_identity(text) is None
    assert accounts.tokens("cup")[0].revoked
    assert code(NotFound, accounts.revoke_token, "nothing") == "no-such-token"


def test_a_token_for_some_days(accounts: Accounts, clock: Clock) -> None:
    text = accounts.make_token("Screen", Role.SCREEN, "cup", days=2)
    clock.time += 2 * DAY - 1
    assert accounts.token_identity(text) is not None
    clock.time += 1  # also while it is remembered
    assert accounts.token_identity(text) is None
    for days in (0, -1, 4000):
        assert code(BadInput, accounts.make_token, "x", Role.SCREEN, "cup", None, days) == "bad-days"
    for label in ("", " ", "x" * 81, "a\u202eb"):
        assert code(BadInput, accounts.make_token, label, Role.SCREEN, "cup") == "bad-label"


def test_a_session_that_an_earlier_release_kept_for_a_token_is_nobody(accounts: Accounts, store: Store) -> None:
    accounts.make_token("Screen", Role.SCREEN, "cup")
    session, token = "s" * 43, accounts.tokens("cup")[0].id
    with store.tables().writing() as db:
        db.execute(
            "INSERT INTO session (hash, token, created, seen, expires) VALUES (?, ?, 0, 0, 9e18)",
            (hashlib.sha256(session.encode()).hexdigest(), token),
        )
    assert accounts.identity(session) is None


# --- players --------------------------------------------------------------------------------------------------------


def test_a_player_has_a_link_of_his_own(accounts: Accounts, elsewhere: Accounts) -> None:
    link = accounts.player_link("cup", 17)
    assert re.fullmatch(r"17-[A-Za-z0-9_-]{22}", link)
    assert link == accounts.player_link("cup", 17) == elsewhere.player_link("cup", 17)
    who = elsewhere.player_identity("cup", link)
    assert who is not None
    assert (who.name, who.player_of("cup"), who.player_of("open")) == ("player:17", 17, None)
    assert who.may(Right.OWN, "cup")
    assert not who.may(Right.OWN, "open")
    assert not who.may(Right.REPORT, "cup")
    assert accounts.player_identity("open", link) is None
    assert accounts.player_identity("nowhere", link) is None
    assert code(NotFound, accounts.player_link, "nowhere", 1) == "no-such-tournament"
    assert code(NotFound, accounts.renew_player_link, "nowhere", 1) == "no-such-tournament"


def test_a_tampered_link_is_nobody(accounts: Accounts) -> None:
    link = accounts.player_link("cup", 17)
    mac = link.partition("-")[2]
    for place, sign in enumerate(link):
        other = "A" if sign != "A" else "B"
        assert accounts.player_identity("cup", link[:place] + other + link[place + 1 :]) is None
        digit = "1" if sign != "1" else "2"
        assert accounts.player_identity("cup", link[:place] + digit + link[place + 1 :]) is None
    for text in (link[:-1], link + "A", link + "\n", f"1-{mac}", f"017-{mac}", f"+17-{mac}", f"١٧-{mac}", "17-", mac):
        assert accounts.player_identity("cup", text) is None
    assert accounts.player_identity("cup", f"{10**9}-{mac}") is None


def test_a_renewed_link_replaces_the_earlier_ones(accounts: Accounts, elsewhere: Accounts) -> None:
    first, neighbour = accounts.player_link("cup", 1), accounts.player_link("cup", 2)
    second = accounts.renew_player_link("cup", 1)
    third = elsewhere.renew_player_link("cup", 1)
    assert len({first, second, third}) == 3
    assert [accounts.player_identity("cup", link) is not None for link in (first, second, third, neighbour)] == [
        False,
        False,
        True,
        True,
    ]


def test_a_renewed_link_stays_renewed_when_the_event_is_put_back(accounts: Accounts, store: Store) -> None:
    first = accounts.player_link("cup", 1)
    second = accounts.renew_player_link("cup", 1)
    whole = store.dump("cup")
    store.delete("cup")
    store.restore(whole)
    assert accounts.player_identity("cup", first) is None
    assert accounts.player_identity("cup", second) is not None


def test_another_server_signs_differently(accounts: Accounts, store: Store, tmp_path: Path) -> None:
    other_store = SqliteStore(tmp_path / "other.db")
    other_store.restore(store.dump("cup"))
    other = Accounts(other_store.accounts(), passwords=CHEAP)
    assert other.player_link("cup", 1) != accounts.player_link("cup", 1)
    assert other.player_identity("cup", accounts.player_link("cup", 1)) is None
    other_store.close()


# --- the file -------------------------------------------------------------------------------------------------------


@IN_A_FILE
def test_the_file_holds_hashes_only(accounts: Accounts, path: Path) -> None:
    owner = accounts.ensure_owner()
    link, unused = accounts.one_time_link(owner.id), accounts.one_time_link(owner.id)
    secret = [link, unused, accounts.enter(link)]
    accounts.set_password(owner.id, "a long password of mine", keep=secret[-1])
    secret.append("a long password of mine")
    secret.append(accounts.login("owner", secret[-1]))
    token = accounts.make_token("Stream", Role.SCREEN, "cup")
    secret += [token, token.removeprefix("pareo_")]
    code(Refused, accounts.login, "typed into the wrong field", "a wrong password")
    secret += ["typed into the wrong field", "a wrong password"]
    secret.append(accounts.player_link("cup", 1).partition("-")[2])
    for session in (secret[2], secret[4]):
        assert accounts.identity(session) is not None
    files = list(path.parent.glob(path.name + "*"))
    held = b"".join(file.read_bytes() for file in files)
    assert b"Stream" in held  # we look in the right place
    assert b"$argon2id$" in held
    assert [text for text in secret if text.encode() in held] == []


def test_the_server_key_is_made_once_and_stays(accounts: Accounts, elsewhere: Accounts, store: Store) -> None:
    assert len(accounts.server_key()) == 32
    assert accounts.server_key() == elsewhere.server_key()
    assert accounts.server_key("web") != accounts.server_key("player-link")
    assert store.accounts().server_key() not in {accounts.server_key(), accounts.server_key("player-link")}


def test_who_looked_too_early_takes_what_the_other_made(
    store: Store, where: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept, other = store.accounts(), open_store(where).accounts()
    made: list[object] = []
    look = store.tables().reading

    @contextlib.contextmanager
    def overtaken(*, together: bool = False) -> Iterator[Db]:
        with look(together=together) as db:
            yield db
        made.append((other.first_owner(name="owner", now=1.0), other.server_key()))

    monkeypatch.setattr(store.tables(), "reading", overtaken)
    owner = kept.first_owner(name="owner", now=2.0)
    assert made == [(owner, other.server_key())]
    with store.tables().writing() as db:
        db.execute("DELETE FROM server_key")
    key = kept.server_key()
    assert made[1:] == [(owner, key)]
    assert len(other.accounts()) == 1


STARTER = """
import sys
from pareo.app.accounts.accounts import Accounts
from pareo.store import open_store

accounts = Accounts(open_store(sys.argv[1]).accounts())
print("ready", flush=True)
sys.stdin.readline()
print(accounts.ensure_owner().id, accounts.server_key().hex(), "argon2" in sys.modules)
for link in sys.argv[2:]:
    try:
        accounts.enter(link)
        print("in")
    except Exception as error:
        print(error.code)
"""


def start(where: str, *links: str) -> list[list[str]]:
    """What two processes say that begin at the same moment."""
    processes = [
        subprocess.Popen(
            [sys.executable, "-c", STARTER, where, *links], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        for _ in range(2)
    ]
    for process in processes:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
    for process in processes:
        assert process.stdin is not None
        process.stdin.write("go\n")
        process.stdin.flush()
    return [process.communicate(timeout=120)[0].splitlines() for process in processes]


def test_two_processes_at_the_first_start_agree(where: str) -> None:
    one, two = start(where)
    assert one == two
    assert one[0].endswith(" False")  # nobody hashed, so argon2 was not even loaded


def test_two_processes_cannot_both_use_a_link(where: str, store: Store) -> None:
    accounts = Accounts(store.accounts(), passwords=CHEAP)  # the real clock, as in the other processes
    owner = accounts.ensure_owner()
    links = [accounts.one_time_link(owner.id) for _ in range(8)]
    one, two = start(where, *links)
    assert [sorted(pair) for pair in zip(one[1:], two[1:], strict=True)] == [["in", "link-used"]] * 8


def test_notes_of_the_hall_by_their_beginning_and_one_at_a_time(accounts: Accounts) -> None:
    accounts.save_server_note("a/1", "one")
    accounts.save_server_note("a/2", "two")
    accounts.save_server_note("a%2", "other")
    assert accounts.server_notes("a/") == {"a/1": "one", "a/2": "two"}
    assert not accounts.swap_server_note("a/1", "", "three")
    assert accounts.swap_server_note("a/1", "one", "three")
    assert accounts.swap_server_note("a/3", "", "new")
    assert accounts.swap_server_note("a/3", "new", "")
    assert accounts.server_notes("a/") == {"a/1": "three", "a/2": "two"}
    accounts.drop_server_notes("a/")
    assert accounts.server_notes("a") == {"a%2": "other"}
