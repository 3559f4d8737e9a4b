"""Pages and work in the background send the same statements with 1,500 tournaments in the database as with ten."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from asking import asked
from clusters import Shared
from one_application import create
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
from real_server import SLUG, playing

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
def sent(monkeypatch: pytest.MonkeyPatch) -> list[str]:
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
def open_house(postgres: Shared) -> Iterator[tuple[AppState, str]]:
    """A hall, and what a browser of the owner sends along."""
    address = postgres.address()
    _, session = playing(address, 8)
    store = PostgresStore(address)
    hall = AppState(store, Accounts(store.accounts()))
    yield hall, f"pareo_session={session}"
    hall.public_workers.close()
    hall.accounts.close()
    store.close()


def many(postgres: Shared, begin: str, count: int) -> None:
    postgres.cluster().sql(_MANY, postgres.name, (begin, begin, count))


def another_of_the_day(ctx: Context, name: str, person: NewPlayer) -> str:
    slug = events.create(ctx, events.NewEvent(name, "swiss", settings={"date": DAY}))
    players.enter(ctx, slug, [person], confirmed=True)
    return slug


def test_pages_cost_the_same_however_many_tournaments_there_are(
    open_house: tuple[AppState, str], postgres: Shared, sent: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(accounts, "_REMEMBER", 1e9)  # who somebody is is asked anew after seconds
    hall, cookie = open_house
    app = create(hall)
    twice = NewPlayer(first="Ana", last="Ruiz", birth_year=2001)
    with hall.at_desk() as ctx:
        mine, other = (another_of_the_day(ctx, name, twice) for name in ("Mine", "Other"))
        series.create(ctx, "League", preset_text("formula-one-2010"), slug="league")
        for slug in (mine, SLUG):
            series.add_event(ctx, "league", slug)
    paths = {
        "home": "/",
        "new event": "/console/new",
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
                sent.clear()
                status, text, _ = asked(app, path, cookie="" if name == "home" else cookie)
                assert status == 200, (path, text[:300])
            found[name] = list(sent)
        sent.clear()
        web_app._erase_expired(hall)
        found["erasing"] = list(sent)
        sent.clear()
        assert hall.look(lambda ctx: find_event(ctx, FileIdentity("", "x", "", ""))) is None
        found["beside TOM"] = list(sent)
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
    assert [e.slug for e in hall.look(lambda ctx: roster.elsewhere(ctx, mine))[1]] == [other]


def test_who_plays_elsewhere_is_exact_however_old_the_event(
    open_house: tuple[AppState, str], postgres: Shared, sent: list[str]
) -> None:
    hall, _ = open_house
    twice = NewPlayer(first="Ana", last="Ruiz", birth_year=2001)
    with hall.at_desk() as ctx:
        other = another_of_the_day(ctx, "Other", twice)
        another_of_the_day(ctx, "Nobody we know", NewPlayer(first="Bo", last="Li", birth_year=2001))
    many(postgres, "between-", 1200)
    with hall.at_desk() as ctx:
        mine = another_of_the_day(ctx, "Mine", twice)

    def look() -> dict[int, list[str]]:
        found = hall.look(lambda ctx: roster.elsewhere(ctx, mine))
        return {no: [e.slug for e in there] for no, there in found.items()}

    assert look() == {1: [other]}
    sent.clear()
    assert look() == {1: [other]}
    assert len(sent) <= 4, "the day's events, those that share somebody; what they are is known"
    with hall.at_desk() as ctx:
        events.change_settings(ctx, other, {"date": "2026-11-15"}, confirmed=True)
    assert look() == {}
    with hall.at_desk() as ctx:
        events.change_settings(ctx, other, {"date": DAY}, confirmed=True)
        players.edit(ctx, other, "1", {"birth_year": "2002"}, confirmed=True)
    assert look() == {}


def test_only_events_with_registrations_are_looked_at(open_house: tuple[AppState, str], sent: list[str]) -> None:
    hall, _ = open_house
    with hall.at_desk() as ctx:
        slug = events.create(
            ctx, events.NewEvent("Open", "swiss", settings={"registration": "yes", "registration_fields": "contact"})
        )
        registration.register(ctx, slug, {"first": "Ana", "last": "Ruiz", "contact": "ana@example.org"})
        assert [one.slug for one in events_with_label(ctx, REGISTERED)] == [slug]
        assert labels_of(ctx.open(slug)) == [REGISTERED]
    sent.clear()
    web_app._erase_expired(hall)
    assert sum("entry" in s for s in sent) <= 1, "nobody opens the others"
    hall.ctx.now = lambda: "2036-01-01T10:00:00.000000Z"
    web_app._erase_expired(hall)
    with hall.at_desk() as ctx:
        assert "contact" not in next(iter(ctx.store.people(slug).values()))
        assert hall.store.labelled(REGISTERED) == []
