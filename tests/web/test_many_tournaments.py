"""Pages and work in the background send the same statements with 1,500 tournaments in the database as with ten."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from pareo.app.accounts import accounts
from pareo.app.accounts.accounts import Accounts
from pareo.app.base.context import Context
from pareo.app.commands.event import events
from pareo.app.commands.people import players, registration, roster
from pareo.app.commands.people.players import NewPlayer
from pareo.app.league import series
from pareo.app.queries.event.labels import REGISTERED, events_with_label, labels_of
from pareo.formats.tdf.follow import FileIdentity, find_event
from pareo.rulesets.series_presets import preset_text
from pareo.store.postgres.connection import BoundedConnection
from pareo.store.postgres.store import PostgresStore
from pareo.web import app as web_app
from pareo.web.app_state import AppState
from support.postgres import SharedCluster
from support.web.application import create_app, send_request
from support.web.server import SLUG, start_event

DAY = "2026-11-14"
# Copies of a real event, whose labels are known: days of the past.
_MANY = """WITH made AS (
    INSERT INTO tournament (slug, id, name, ruleset, created, secret, head, hash)
    SELECT %s || n, md5(%s || n::text), 'Old', t.ruleset, t.created, 'x', t.head, t.hash
    FROM tournament t, generate_series(1, %s) n WHERE t.slug = 'copa' RETURNING key),
  entries AS (INSERT INTO entry SELECT made.key, e.seq, e.version, e.time, e.actor, e.action, e.data, NULL, e.hash
    FROM made, entry e JOIN tournament t ON t.key = e.tournament WHERE t.slug = 'copa'),
  people AS (INSERT INTO person SELECT made.key, p.id, p.data, p.digest, p.member, p.born
    FROM made, person p JOIN tournament t ON t.key = p.tournament WHERE t.slug = 'copa')
INSERT INTO event_label SELECT 'day 2019-07-17', key FROM made"""


@pytest.fixture
def sent_statements(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Every statement that is sent."""
    found: list[str] = []
    usual = BoundedConnection.run
    monkeypatch.setattr(
        BoundedConnection,
        "run",
        lambda line, statement, given=(), **how: (
            found.append(" ".join(statement.split())),
            usual(line, statement, given, **how),
        )[1],
    )
    return found


@pytest.fixture
def app_state_and_cookie(postgres: SharedCluster) -> Iterator[tuple[AppState, str]]:
    """A hall, and what a browser of the owner sends along."""
    address = postgres.address()
    _, session = start_event(address, 8)
    store = PostgresStore(address)
    app_state = AppState(store, Accounts(store.accounts()))
    yield app_state, f"pareo_session={session}"
    app_state.public_workers.close()
    app_state.accounts.close()
    store.close()


def many(postgres: SharedCluster, begin: str, count: int) -> None:
    postgres.cluster().sql(_MANY, postgres.name, (begin, begin, count))


def another_of_the_day(ctx: Context, name: str, person: NewPlayer) -> str:
    slug = events.create(ctx, events.NewEvent(name, "swiss", settings={"date": DAY}))
    players.enter(ctx, slug, [person], confirmed=True)
    return slug


def test_pages_cost_the_same_however_many_tournaments_there_are(
    app_state_and_cookie: tuple[AppState, str],
    postgres: SharedCluster,
    sent_statements: list[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(accounts, "_REMEMBER", 1e9)  # who somebody is is asked anew after seconds
    app_state, cookie = app_state_and_cookie
    app = create_app(app_state)
    twice = NewPlayer(first="Ana", last="Ruiz", birth_year=2001)
    with app_state.open_context() as ctx:
        mine, other = (another_of_the_day(ctx, name, twice) for name in ("Mine", "Other"))
        series.create(ctx, "League", preset_text("formula-one-2010"), slug="league")
        for slug in (mine, SLUG):
            series.add_event(ctx, "league", slug)
    paths = {
        "home": "/",
        "New event": "/console/new",
        "players": f"/console/{mine}/players",
        "series": "/console/series/league",
        "public series": "/series/league",
        "new series": "/console/series/new",
        "directory": f"/console/{mine}/directory",
        "now": f"/console/{SLUG}",
        "ratings": f"/console/{SLUG}/ratings",
    }

    def cost() -> dict[str, list[str]]:
        found: dict[str, list[str]] = {}
        for name, path in paths.items():
            for _ in range(2):  # the second time is warm
                sent_statements.clear()
                status, text, _ = send_request(app, path, cookie="" if name == "home" else cookie)
                assert status == 200, (path, text[:300])
            found[name] = list(sent_statements)
        sent_statements.clear()
        web_app._erase_expired(app_state)
        found["erasing"] = list(sent_statements)
        sent_statements.clear()
        assert app_state.look(lambda ctx: find_event(ctx, FileIdentity("", "x", "", ""))) is None
        found["beside TOM"] = list(sent_statements)
        return found

    many(postgres, "few-", 7)
    few = cost()
    many(postgres, "many-", 1500)
    lots = cost()
    for name, statements in lots.items():
        assert statements == few[name], name
        assert len(statements) <= 25, name
    assert not [
        s for found in lots.values() for s in found if "FROM tournament" in s and "WHERE" not in s and "LIMIT" not in s
    ]
    assert [e.slug for e in app_state.look(lambda ctx: roster.elsewhere(ctx, mine))[1]] == [other]


def test_who_plays_elsewhere_is_exact_however_old_the_event(
    app_state_and_cookie: tuple[AppState, str], postgres: SharedCluster, sent_statements: list[str]
) -> None:
    app_state, _ = app_state_and_cookie
    twice = NewPlayer(first="Ana", last="Ruiz", birth_year=2001)
    with app_state.open_context() as ctx:
        other = another_of_the_day(ctx, "Other", twice)
        another_of_the_day(ctx, "Nobody we know", NewPlayer(first="Bo", last="Li", birth_year=2001))
    many(postgres, "between-", 1200)
    with app_state.open_context() as ctx:
        mine = another_of_the_day(ctx, "Mine", twice)

    def look() -> dict[int, list[str]]:
        found = app_state.look(lambda ctx: roster.elsewhere(ctx, mine))
        return {no: [e.slug for e in there] for no, there in found.items()}

    assert look() == {1: [other]}
    sent_statements.clear()
    assert look() == {1: [other]}
    assert len(sent_statements) <= 4, "the day's events, those that share somebody; what they are is known"
    with app_state.open_context() as ctx:
        events.change_settings(ctx, other, {"date": "2026-11-15"}, confirmed=True)
    assert look() == {}
    with app_state.open_context() as ctx:
        events.change_settings(ctx, other, {"date": DAY}, confirmed=True)
        players.edit(ctx, other, "1", {"birth_year": "2002"}, confirmed=True)
    assert look() == {}


def test_only_events_with_registrations_are_looked_at(
    app_state_and_cookie: tuple[AppState, str], sent_statements: list[str]
) -> None:
    app_state, _ = app_state_and_cookie
    with app_state.open_context() as ctx:
        slug = events.create(
            ctx, events.NewEvent("Open", "swiss", settings={"registration": "yes", "registration_fields": "contact"})
        )
        registration.register(ctx, slug, {"first": "Ana", "last": "Ruiz", "contact": "ana@example.org"})
        assert [one.slug for one in events_with_label(ctx, REGISTERED)] == [slug]
        assert labels_of(ctx.open(slug)) == [REGISTERED]
    sent_statements.clear()
    web_app._erase_expired(app_state)
    assert sum("entry" in s for s in sent_statements) <= 1, "nobody opens the others"
    app_state.ctx.now = lambda: "2036-01-01T10:00:00.000000Z"
    web_app._erase_expired(app_state)
    with app_state.open_context() as ctx:
        assert "contact" not in next(iter(ctx.store.people(slug).values()))
        assert app_state.store.with_label(REGISTERED) == []
