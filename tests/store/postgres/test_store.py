"""What only PostgreSQL can do wrong: rights of the two roles, lost answers, races that one file never had."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from functools import partial

import psycopg
import pytest

from pareo.core.text.errors import BadInput, Conflict, PareoError, Refused
from pareo.store import Entry, NewEntry, PersonChange
from pareo.store.accounts_protocol import StoredGrant
from pareo.store.postgres.connection import BoundedConnection, OutcomeUnknown
from pareo.store.postgres.store import PostgresStore
from support.postgres import SharedCluster

New = Callable[..., Entry]


@pytest.fixture
def address(postgres: SharedCluster) -> str:
    return postgres.address()


@pytest.fixture
def store(address: str) -> Iterator[PostgresStore]:
    store = PostgresStore(address, patience=3.0)
    yield store
    store.close()


@pytest.fixture
def statements(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Every statement that is sent, by its first words."""
    sent: list[str] = []
    usual = BoundedConnection.run

    def run(line: BoundedConnection, statement: str, given: object = (), **how: object) -> object:
        sent.append(" ".join(statement.split()[:3]))
        return usual(line, statement, given, **how)  # type: ignore[arg-type]

    monkeypatch.setattr(BoundedConnection, "run", run)
    return sent


def test_the_servers_role_cannot_change_the_past(store: PostgresStore, address: str, new: New, add: New) -> None:
    new()
    add(1)
    with psycopg.connect(address, autocommit=True) as line:
        for statement in (
            "UPDATE entry SET actor = 'x'",
            "DELETE FROM entry",
            "TRUNCATE entry CASCADE",
            "UPDATE tournament SET secret = 'x'",
            "UPDATE tournament SET id = 'x'",
            "INSERT INTO schema_version (version) VALUES (2)",
            "CREATE TABLE mine (x int)",
            "CREATE TEMP TABLE mine (x int)",
        ):
            with pytest.raises(psycopg.errors.InsufficientPrivilege):
                line.execute(statement)  # type: ignore[arg-type]
    assert store.verify("cup") == 2
    store.delete("cup")  # an event is deleted whole
    assert store.tournaments() == []


def test_an_append_is_one_statement(store: PostgresStore, new: New, add: New, statements: list[str]) -> None:
    first = new()
    statements.clear()
    entry = add(1, before=first.hash)
    people = [PersonChange("p1", {"first": "Nil"}), PersonChange("p1", {"first": "Mar"}), PersonChange("p2", None)]
    add(2, before=entry.hash, people=people, rename="Copa")
    assert statements == ["WITH t AS"] * 2
    assert store.people("cup") == {"p1": {"first": "Mar"}}
    assert store.summary("cup").name == "Copa"


def test_the_hash_is_compared_too(store: PostgresStore, new: New, add: New) -> None:
    first = new()
    store.delete("cup")
    again = new(actor="bob")
    with pytest.raises(Conflict) as conflict:
        add(1, before=first.hash)
    assert conflict.value.code == "journal-moved"
    assert add(1, before=again.hash).seq == 2
    store.rename("cup", "copa")
    with pytest.raises(PareoError) as missing:
        add(2, before=store.summary("copa").hash)
    assert missing.value.code == "no-such-tournament"


def test_a_nul_is_no_text(store: PostgresStore, new: New, add: New) -> None:
    new()
    with pytest.raises(BadInput) as caught:
        add(1, actor="a\0b")
    assert caught.value.code == "not-text"
    assert add(1).seq == 2


# --- answers that are lost --------------------------------------------------------------------------------------------


class BreakingConnection:
    """The connection breaks at an append, before or after the server has done it."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, *, done: bool, times: int = 1) -> None:
        self.left = times
        usual = BoundedConnection.run

        def run(line: BoundedConnection, statement: str, given: object = (), **how: object) -> object:
            if statement.startswith("WITH t AS") and self.left:
                self.left -= 1
                if done:
                    usual(line, statement, given, **how)  # type: ignore[arg-type]
                line.close()
                raise OutcomeUnknown("broken")
            return usual(line, statement, given, **how)  # type: ignore[arg-type]

        monkeypatch.setattr(BoundedConnection, "run", run)


@pytest.mark.parametrize("done", [True, False])
@pytest.mark.parametrize("client", [None, "tap-1"])
def test_a_lost_answer_is_looked_up_before_anything_is_written_again(
    store: PostgresStore,
    new: New,
    add: New,
    monkeypatch: pytest.MonkeyPatch,
    done: bool,
    client: str | None,
) -> None:
    first = new()
    BreakingConnection(monkeypatch, done=done, times=3)
    entry = add(1, before=first.hash, client=client)
    assert store.read("cup") == [first, entry]
    assert store.verify("cup") == 2


def test_somebody_elses_entry_is_not_taken_for_ours(
    store: PostgresStore, address: str, new: New, add: New, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = new()
    other = PostgresStore(address)
    theirs = other.append("cup", NewEntry("2019-07-17T12:00:00Z", "bob", "x", b"{}"), expected=1)
    other.close()
    BreakingConnection(monkeypatch, done=False)
    with pytest.raises(Conflict):
        add(1, before=first.hash)
    assert store.read("cup") == [first, theirs]


def test_a_terminated_connection_is_replaced(store: PostgresStore, postgres: SharedCluster, new: New, add: New) -> None:
    new()
    ended = postgres.cluster().sql("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'pareo_app'")
    assert ended == [(True,)]
    assert store.head("cup") == 1
    assert add(1).seq == 2


def test_a_server_that_runs_notices_tables_that_are_too_new_for_it(postgres: SharedCluster) -> None:
    cluster = postgres.cluster()
    name = cluster.new_database()
    store = PostgresStore(cluster.app(name), patience=3.0)
    store.create("cup", NewEntry("2019-07-17T12:00:00Z", "x", "x", b"{}"), name="x", ruleset="x", secret="x")
    cluster.sql("INSERT INTO schema_version (version, works_from) VALUES (99, 2)", name)
    store.ping()
    assert store.head("cup") == 1, "a step that the programs before it can go on with"
    cluster.sql("UPDATE schema_version SET works_from = 99 WHERE version = 99", name)
    for ask in (store.ping, lambda: store.head("cup")):
        with pytest.raises(BadInput) as caught:
            ask()  # type: ignore[operator]
        assert caught.value.code == "store-newer"
    store.close()


@pytest.mark.parametrize("said", ['FATAL:  database "x" does not exist', "SSL error: certificate verify failed"])
def test_what_waiting_would_not_help_is_said_at_once(monkeypatch: pytest.MonkeyPatch, said: str) -> None:
    def refused(*_: object, **__: object) -> None:
        raise psycopg.OperationalError(said)

    monkeypatch.setattr(BoundedConnection, "connect", refused)
    with pytest.raises(Refused) as caught:
        PostgresStore("postgresql:///x", patience=1e9).head("cup")
    assert caught.value.code == "store-not-let-in"


def test_who_cannot_reach_it_is_told(postgres: SharedCluster) -> None:
    away = PostgresStore("postgresql:///x?host=/nowhere,/nowhere-else", patience=0.2)
    for ask in (away.tournaments, lambda: away.head("cup"), lambda: away.accounts().accounts()):
        with pytest.raises(Refused) as caught:
            ask()  # type: ignore[operator]
        assert caught.value.code == "store-away"


# --- races ------------------------------------------------------------------------------------------------------------


def at_once(*work: Callable[[], object]) -> list[str]:
    """What each says that begins at the same moment: the code of a refusal, or its answer."""
    said: list[str] = []
    start = threading.Barrier(len(work))

    def one(do: Callable[[], object]) -> None:
        start.wait(timeout=60)
        try:
            said.append(str(do()))
        except PareoError as problem:
            said.append(problem.code)

    threads = [threading.Thread(target=one, args=(do,)) for do in work]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=60)
    return sorted(said)


def test_a_link_lets_in_once_whoever_is_first(store: PostgresStore, address: str) -> None:
    other = PostgresStore(address)
    sides = (store.accounts(), other.accounts())
    ada = sides[0].add_account(name="Ada", folded="ada", password=None, grants=[StoredGrant("owner")], now=1.0)
    for turn in range(12):
        sides[0].add_link(hashed=f"l{turn}", account=ada.id, now=1.0, expires=99.0)
        said = at_once(
            *(
                partial(side.use_link, f"l{turn}", session=f"s{turn}{no}", now=2.0, expires=99.0)
                for no, side in enumerate(sides)
            )
        )
        assert said == ["None", "link-used"]
    other.close()


def test_the_limit_of_guesses_and_the_last_owner_hold(store: PostgresStore, address: str) -> None:
    other = PostgresStore(address)
    sides = (store.accounts(), other.accounts())
    guess = [
        lambda side=side: sides[side].count_attempt("ada", now=5.0, window=60.0, per_name=3, overall=100) <= 0
        for side in (0, 1, 0, 1, 0, 1)
    ]
    assert at_once(*guess) == ["False"] * 3 + ["True"] * 3
    for turn in range(5):
        pair = [
            sides[0].add_account(
                name=f"{turn}{no}", folded=f"{turn}{no}", password=None, now=1.0, grants=[StoredGrant("owner")]
            )
            for no in (0, 1)
        ]
        for old in [account for account in sides[0].accounts() if account not in pair and account.disabled is None]:
            sides[0].disable(old.id, now=2.0)
        said = at_once(*(partial(sides[no].disable, pair[no].id, now=2.0) for no in (0, 1)))
        assert said == ["None", "last-owner"]
    other.close()


def test_two_create_one_slug(store: PostgresStore, address: str, new: New) -> None:
    other = PostgresStore(address)
    entry = NewEntry("2019-07-17T12:00:00Z", "x", "x", b"{}")
    for turn in range(5):
        said = at_once(
            *(partial(side.create, f"cup{turn}", entry, name="x", ruleset="x", secret="x") for side in (store, other))
        )
        assert said[0].startswith("Entry(tournament=")
        assert said[1:] == ["slug-taken"]
    other.close()
