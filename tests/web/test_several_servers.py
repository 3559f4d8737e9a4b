"""Several servers on one PostgreSQL database: what one writes the others show, whoever goes away meanwhile."""

from __future__ import annotations

import asyncio
import http.client
import json
import signal
import threading
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path

import pytest

from pareo.app.accounts.accounts import Accounts
from pareo.app.accounts.permissions import Identity, Role
from pareo.app.base.context import Context
from pareo.app.base.tournament_cache import TournamentCache
from pareo.app.commands.event import events
from pareo.app.commands.results import enter_result as results
from pareo.core.text.errors import PareoError
from pareo.store.postgres.connection import BoundedConnection, OutcomeUnknown
from pareo.store.postgres.store import PostgresStore
from pareo.web import app_state as app_state_module
from pareo.web.app import create as application
from pareo.web.app_state import AppState
from support.execution import run_coroutine, wait_until
from support.postgres import Cluster, SharedCluster, folder_for_clusters
from support.web.application import create_app, send_request
from support.web.server import SLUG, EventServer, ServerProcess, start_event

ADA = Identity("ada", "Ada", ())


def app_state_at(address: str) -> AppState:
    store = PostgresStore(address)
    return AppState(store, Accounts(store.accounts()))


def end(*app_states: AppState) -> None:
    for app_state in app_states:
        if app_state.notices is not None:
            app_state.notices.close()
        app_state.public_workers.close()
        app_state.accounts.close()
        app_state.store.close()


def report(app_state: AppState, table: int, result: str) -> None:
    with app_state.open_context(ADA) as ctx:
        results.report(ctx, SLUG, round_no=1, table=table, result=result)


@pytest.fixture
def address(postgres: SharedCluster) -> str:
    found = postgres.address()
    start_event(found, 16)
    return found


# --- statements are counted -------------------------------------------------------------------------------------------

_MANY = """INSERT INTO tournament (slug, id, name, ruleset, created, secret, head, hash)
    SELECT 'old-' || n, md5(n::text), 'Old', 'swiss', '2019-07-17T12:00:00Z', 'x', 1, md5(n::text)
    FROM generate_series(1, 10000) n"""


def test_a_command_costs_the_same_with_ten_thousand_tournaments(
    address: str, postgres: SharedCluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    sent: list[str] = []
    usual = BoundedConnection.run
    monkeypatch.setattr(
        BoundedConnection,
        "run",
        lambda line, statement, given=(), **how: (
            sent.append(" ".join(statement.split()[:4])),
            usual(line, statement, given, **how),
        )[1],
    )
    app_state = app_state_at(address)
    report(app_state, 1, "1-0")  # warm
    sent.clear()
    report(app_state, 2, "1-0")
    few = list(sent)
    assert len(few) <= 3, few
    postgres.cluster().sql(_MANY, postgres.name)
    sent.clear()
    report(app_state, 3, "1-0")
    app_state.refresh()
    assert sent == [*few, "SELECT key, slug, id,"], "the watch asks for what is watched, in one statement"
    with app_state.open_context(ADA) as ctx:
        sent.clear()
        made = events.create(ctx, events.NewEvent("Old 1", "swiss"))
    assert made == "old-1-2"
    assert not [statement for statement in sent if statement.endswith("FROM tournament")]
    assert len(sent) < 15
    end(app_state)


# --- two writers ------------------------------------------------------------------------------------------------------


def test_no_client_hears_of_the_race_of_two_servers(address: str) -> None:
    """240 commands of eight people on two servers, at one event: results, announcements, extra time."""
    app_states = [app_state_at(address) for _ in range(2)]
    apps = [application(app_state) for app_state in app_states]
    token = app_states[0].accounts.make_token("all", Role.OWNER)
    answers: list[tuple[int, str]] = []

    def person(no: int) -> None:
        for turn in range(30):
            path, method, body = (
                (f"rounds/1/tables/{no + 1}/result", "PUT", {"result": ("1-0", "0-1")[turn % 2]}),
                ("announcements", "POST", {"text": f"{no}-{turn}"}),
                ("extensions", "POST", {"round": 1, "table": no + 1, "minutes": turn + 1}),
            )[turn % 3]
            answers.append(
                send_request(
                    apps[no % 2], f"/api/v1/events/{SLUG}/{path}", method, body, authorization=f"Bearer {token}"
                )[:2]
            )

    people = [threading.Thread(target=person, args=(no,)) for no in range(8)]
    for one in people:
        one.start()
    for one in people:
        one.join()
    assert [answer for answer in answers if answer[0] != 200] == []
    assert len({json.loads(text)["seq"] for _, text in answers}) == 240, "each has an entry of its own"
    assert sum(app_state.store.metrics()["append_moved_total"] for app_state in app_states) > 0, "they did race"
    end(*app_states)


def test_tables_that_report_at_once_on_two_servers_are_all_heard(address: str) -> None:
    app_states = [app_state_at(address) for _ in range(2)]
    refused: list[str] = []

    def clerk(no: int) -> None:
        for turn in range(6):
            try:
                report(app_states[no % 2], no + 1, ("1-0", "0-1")[turn % 2])
            except PareoError as problem:
                refused.append(problem.code)

    clerks = [threading.Thread(target=clerk, args=(no,)) for no in range(8)]
    for one in clerks:
        one.start()
    for one in clerks:
        one.join()
    assert refused == []
    for app_state in app_states:
        state = app_state.look(lambda ctx: ctx.open(SLUG).state)
        matches = next(iter(state.pods.values())).rounds[1].matches
        assert [str(match.result) for match in matches.values()] == [str(matches[1].result)] * 8
    assert app_states[0].store.verify(SLUG) > 48
    end(*app_states)


def test_nobody_waits_for_another_event(address: str) -> None:
    app_state = app_state_at(address)
    with app_state.open_context(ADA) as ctx:
        other = events.create(ctx, events.NewEvent("Otra", "swiss"))
    with app_state.open_context(ADA) as mine:
        mine.open(SLUG)
        done: list[str] = []
        thread = threading.Thread(target=lambda: done.append(app_state.look(lambda ctx: ctx.open(other).state.name)))
        thread.start()
        thread.join(timeout=60)
        assert done == ["Otra"]
        both = threading.Thread(
            target=lambda: done.append(app_state.look(lambda ctx: (ctx.open(other), ctx.open(SLUG))[1].state.slug))
        )  # has one: reads the second for itself
        both.start()
        both.join(timeout=60)
        assert done == ["Otra", SLUG]
    end(app_state)


def test_what_is_kept_has_an_end(address: str) -> None:
    store = PostgresStore(address)
    ctx = Context(store)
    slugs = [events.create(ctx, events.NewEvent(f"Cup {no}", "swiss")) for no in range(6)]
    kept = TournamentCache(most=3)
    small = Context(store, tournaments=kept)
    for slug in slugs:
        assert small.open(slug).state.slug == slug
    assert (len(kept), kept.entries) == (3, 3)
    assert slugs[-1] in kept
    small.open(SLUG)  # larger than all there is room for: it alone is kept
    assert len(kept) == 1
    store.close()


# --- notices ----------------------------------------------------------------------------------------------------------


def test_a_change_is_heard_by_the_other_server(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    one, two = app_state_at(address), app_state_at(address)
    for app_state in (one, two):
        app_state.notices = app_state.store.notices(app_state._on_notice)
        app_state.version(SLUG)
    wait_until(
        lambda: all(app_state.notices is not None and app_state.notices.is_listening for app_state in (one, two))
    )
    before = two.versions[SLUG]
    report(one, 1, "1-0")
    assert one.versions[SLUG] != before, "at once where it was written"
    wait_until(lambda: two.versions[SLUG] == one.versions[SLUG])
    assert one.notices is not None
    one.notices.close()  # without notices: by looking
    one.notices = None
    report(one, 2, "1-0")
    two.refresh()
    assert two.versions[SLUG] == one.versions[SLUG]
    end(one, two)


def test_who_hears_nothing_looks_by_himself(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """As behind a pooler of transactions: LISTEN is answered, and nothing comes."""
    usual = BoundedConnection.run
    monkeypatch.setattr(
        BoundedConnection,
        "run",
        lambda line, statement, given=(), **how: usual(
            line, "SELECT 1" if statement.startswith("LISTEN") else statement, given, **how
        ),
    )
    one, two = app_state_at(address), app_state_at(address)
    came: list[object] = []
    two.notices = deaf = PostgresStore(address).notices(came.append)
    two.version(SLUG)
    wait_until(lambda: len(came) > 0, "it is connected")
    report(one, 1, "1-0")
    monkeypatch.setattr(app_state_module, "WATCH_WHEN_NOTIFIED", 1e9)
    assert not deaf.is_listening
    two._watch_once()
    assert two.versions[SLUG] == one.store.summary(SLUG).hash, "the next look is not put off"
    end(one, two)


def test_what_could_not_be_told_is_told_by_the_next_connection(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    store = PostgresStore(address)
    heard: list[object] = []
    usual, broken = BoundedConnection.run, []

    def run(line: BoundedConnection, statement: str, given: Sequence[object] = (), **how: bool) -> object:
        if given[1:] == ("copa",) and not broken:
            broken.append(line)
            line.close()
            raise OutcomeUnknown("broken")
        return usual(line, statement, given, **how)

    monkeypatch.setattr(BoundedConnection, "run", run)
    notices = store.notices(heard.append)
    wait_until(lambda: notices.is_listening)
    notices.notify(["copa"])
    wait_until(lambda: heard == [None, ["copa"]], heard)
    assert broken
    notices.close()
    store.close()


def test_hundreds_of_changes_are_one_notice() -> None:
    from pareo.store.postgres import notices  # noqa: PLC0415

    assert notices._slugs_in(notices._payload_of({"b", "a"})) == ["a", "b"]
    assert notices._slugs_in(notices._payload_of({f"event-{no}" for no in range(2000)})) is None


def test_who_listens_to_a_server_that_stops_is_sent_away(address: str) -> None:
    app_state = app_state_at(address)

    async def listened() -> list[str]:
        app_state.version(SLUG)
        stream = app_state.listen(SLUG)
        heard = [await anext(stream)]
        await app_state.leave()
        heard += [version async for version in stream]
        return heard

    assert run_coroutine(listened())[1:] in ([app_state_module.STOPPING], [])
    assert not app_state.is_ready
    end(app_state)


def test_writing_when_the_loop_has_ended_is_no_trouble(address: str, capsys: pytest.CaptureFixture[str]) -> None:
    app_state = app_state_at(address)
    app_state._loop = asyncio.new_event_loop()
    app_state._loop.close()
    report(app_state, 1, "1-0")
    assert app_state.versions[SLUG] == app_state.store.summary(SLUG).hash
    assert capsys.readouterr().err == ""
    end(app_state)


def test_a_form_that_comes_at_the_last_moment_is_answered(address: str) -> None:
    """Another server is asked again for what may be asked again; a form is not."""
    app_state = app_state_at(address)
    app = create_app(app_state)
    app_state.stopping = app_state.gone = True
    path, token = f"/api/v1/events/{SLUG}/announcements", app_state.accounts.make_token("all", Role.OWNER)
    sent = {"authorization": f"Bearer {token}"}
    assert send_request(app, f"/e/{SLUG}")[0] == 503
    assert send_request(app, path, "POST", {"text": "Lunch"}, **sent, idempotency_key="lunch")[0] == 503
    assert app_state.store.find_answer(SLUG, "lunch") is None
    status, text, head = send_request(app, path, "POST", {"text": "Lunch"}, **sent)
    assert (status, head[b"connection"]) == (200, b"close"), text
    end(app_state)


# --- real servers -----------------------------------------------------------------------------------------------------


@pytest.fixture
def cluster_and_servers() -> Iterator[tuple[Cluster, list[EventServer]]]:
    """Two servers on a database that can be taken away from them."""
    with ExitStack() as stack:
        folder: Path = stack.enter_context(folder_for_clusters())
        cluster = Cluster(folder / "one").make().start()
        stack.callback(cluster.stop)
        address = cluster.app(cluster.new_database())
        token, session = start_event(address, 16)
        quick = "from pareo.store.postgres import store; store.PATIENCE = 3.0"
        started = [ServerProcess(address, prelude=quick) for _ in range(2)]
        for one in started:
            stack.callback(one.kill)
        ports = [int(one.wait_for(r"Pareo is ready: http://127\.0\.0\.1:(\d+)")) for one in started]
        yield cluster, [EventServer(one, token, session, port) for one, port in zip(started, ports, strict=True)]


@pytest.mark.slow
def test_two_servers_go_on_without_their_database_and_without_each_other(
    cluster_and_servers: tuple[Cluster, list[EventServer]],
) -> None:
    cluster, servers = cluster_and_servers
    while_the_database_is_away_public_pages_stay(cluster, *servers)
    a_server_that_is_stopped_loses_nothing(servers)


def while_the_database_is_away_public_pages_stay(cluster: Cluster, one: EventServer, two: EventServer) -> None:
    for server in (one, two):
        wait_until(lambda server=server: server.ask("GET", "/readyz")[0] == 200)
        assert server.ask("GET", f"/e/{SLUG}", staff=False)[0] == 200
    assert one.report(1)[0] == 200
    assert two.results()[1] == "1-0"
    cluster.stop()
    wait_until(lambda: one.ask("GET", "/readyz")[0] == 503)
    assert one.ask("GET", "/healthz")[0] == 200
    assert one.ask("GET", f"/e/{SLUG}", staff=False)[0] == 200
    assert one.ask("GET", f"/console/{SLUG}")[0] == 503
    status, text = one.report(2)
    assert (status, json.loads(text)["error"]) == (503, "store-away")
    cluster.start()
    wait_until(lambda: one.ask("GET", "/readyz")[0] == 200)
    wait_until(lambda: one.report(2)[0] == 200)
    wait_until(lambda: two.ask("GET", f"/api/v1/events/{SLUG}/pairings")[0] == 200)
    assert two.results()[2] == "1-0"


def a_server_that_is_stopped_loses_nothing(servers: list[EventServer]) -> None:
    """As behind nginx: who gets no answer asks the other server, with the same Idempotency-Key."""
    answered: dict[int, str] = {}
    failed: list[object] = []

    def ask(method: str, path: str, body: object = None, **headers: str) -> tuple[int, str]:
        for server in (*servers, servers[1]):
            try:
                status, text = server.ask(method, path, body, **headers)
            except (OSError, http.client.HTTPException):
                continue
            if status != 503:
                return status, text
        return 0, "nobody answers"

    def clerk() -> None:
        for turn in range(24):
            table = turn % 8 + 1
            result = ("1-0", "0-1", "1-0")[turn // 8]
            status, text = ask(
                "PUT",
                f"/api/v1/events/{SLUG}/rounds/1/tables/{table}/result",
                {"result": result},
                idempotency_key=f"turn-{turn}",
            )
            answered[table] = result
            seen = ask("GET", f"/e/{SLUG}", staff="")
            failed.extend([text] if status != 200 else [])
            failed.extend([seen] if seen[0] != 200 else [])
            if turn == 8:
                servers[0].process.popen.send_signal(signal.SIGTERM)

    working = threading.Thread(target=clerk)
    working.start()
    working.join()
    assert failed == [], servers[0].process.text
    assert servers[0].process.popen.wait(timeout=120) == 0, servers[0].process.text
    assert servers[1].results() == answered
