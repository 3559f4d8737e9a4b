"""Every format keeps each field of a player, or says in its record and when it is written that it cannot (A-37)."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

import pytest

from pareo.app.base.context import Context
from pareo.app.commands.event import events
from pareo.app.commands.event.events import NewEvent
from pareo.app.commands.people import players
from pareo.app.commands.people.players import NewPlayer
from pareo.app.commands.rounds import rounds
from pareo.core.model.entities import Details, Entrant
from pareo.core.model.player_fields import BY_NAME, FIELDS, PERSONAL, FieldStorage, FieldType
from pareo.formats.exchange.event import ForeignPlayer
from pareo.formats.registry import EXPORTERS, FORMATS, FileFormat, import_file
from pareo.formats.tables.csv_files import read_players

FILLED: dict[str, Any] = {
    "first": "Iria",
    "last": "Bouza",
    "id": "1107",
    "birth_year": 1990,
    "division": "",
    "club": "Faro",
    "federation": "ESP",
    "together": "tren",
    "faction": "rebel",
    "rating": 1810,
    "rating2": 1790,
    "games": 31,
    "games2": 12,
    "k": 24,
    "average": 410,
    "own_no": 3,
    "byes": 1,
    "absent": frozenset({4}),
    "late_from": 2,
    "until": 5,
    "fixed_table": 7,
    "nickname": "Iri",
    "contact": "iria@example.org",
    "notes": "vegan",
    "birth_date": "1990-04-30",
    "title": "FM",
    "sex": "f",
    "intl_id": "2200",
    "bonus": "1",
    "local_id": "E7",
    "no_half_bye": True,
    "estimate": 1750,
}
DEFAULT = {"tdf": "pokemon-tcg-2019-07", "list-juggler": "xwing-epic-duel"}
TEAMS = "xwing-epic-team"
AGAIN = [f for f in FORMATS if f.write is not None and (f.reads is not None or f.id in ("trf16", "csv-players"))]
OF_TEAMS = ("team", "captain")


def fields_of(ctx: Context, slug: str, no: int) -> dict[str, Any]:
    """Every field of one player as the event has it."""
    event = ctx.open(slug)
    e = event.state.entrants[no]
    person = event.person(e)
    return {f.name: person.get(f.name) if f.home is FieldStorage.PERSON else getattr(e, f.name) for f in FIELDS}


def singles(ctx: Context, ruleset: str) -> str:
    slug = events.create(ctx, NewEvent("Copa", ruleset))
    rest = [NewPlayer(first=f"P{i}", last="Lima", id=str(2000 + i), birth_year=1990) for i in range(3)]
    players.enter(ctx, slug, [NewPlayer(**FILLED), *rest])
    return slug


def teams(ctx: Context) -> str:
    slug = events.create(ctx, NewEvent("Equipos", TEAMS))
    size = ctx.open(slug).state.ruleset.team_size
    players.enter(
        ctx,
        slug,
        [NewPlayer(first=f"P{i}", last="Lima", team=f"T{i // size}", captain=i % size == 1) for i in range(2 * size)],
    )
    return slug


def write_and_read(ctx: Context, chosen: FileFormat, slug: str) -> tuple[str, tuple[str, ...]]:
    """The event written and read again, and what the export told."""
    made = chosen.export(ctx, slug, "en", None)
    if chosen.id != "csv-players":
        return import_file(ctx, made.data).slug, made.left_out
    copy = events.create(ctx, NewEvent("Otra", ctx.open(slug).state.ruleset.id))
    players.enter(ctx, copy, read_players(made.data))
    return copy, made.left_out


def test_the_registry_names_every_field_of_the_model() -> None:
    of_event = {"no", "persons", "start_no", "bye_points", "drop"}  # what happened to the player, and who it is
    assert {f.name for f in fields(Entrant)} - of_event == {f.name for f in FIELDS if f.home is FieldStorage.ENTRANT}
    assert {f.name for f in fields(NewPlayer)} - {"absent_values", "where"} == set(BY_NAME)
    assert {f.name for f in fields(Details)} <= {f.name for f in fields(ForeignPlayer)}
    assert set(FILLED) == set(BY_NAME) - set(OF_TEAMS)
    for f in FIELDS:
        assert (f.high > f.low) == f.kind.numeric, f.name
        assert (f.kind is FieldType.TEXT) == (f.name == "notes")
    assert set(PERSONAL) == {f.name for f in FIELDS if f.home is FieldStorage.PERSON}


@pytest.mark.req("A-37")
@pytest.mark.parametrize("chosen", AGAIN, ids=lambda f: f.id)
def test_each_field_is_kept_or_told(ctx: Context, chosen: FileFormat) -> None:
    slug = singles(ctx, DEFAULT.get(chosen.id, "swiss"))
    if chosen.id in ("tdf", "tsh", "list-juggler"):  # files without a round say less, or nothing
        rounds.pair(ctx, slug)
        rounds.publish(ctx, slug, confirmed=True)
    before = fields_of(ctx, slug, 1)
    copy, left_out = write_and_read(ctx, chosen, slug)
    after = fields_of(
        ctx, copy, next(no for no in ctx.open(copy).state.entrants if ctx.open(copy).name(no) == "Iria Bouza")
    )
    lost = {name for name in before if before[name] != after[name]}
    filled = {name for name in before if before[name]}
    assert lost <= chosen.lost_fields, "a field is lost without a word"
    assert chosen.lost_fields & filled <= lost, "a field is said to be lost and is not"
    line = next((text.partition(": ")[2].split(", ") for text in left_out if text.startswith("of the players: ")), [])
    assert set(line) == chosen.reported_losses & filled


@pytest.mark.req("A-37")
@pytest.mark.parametrize("chosen", [f for f in AGAIN if not set(OF_TEAMS) & f.lost_fields], ids=lambda f: f.id)
def test_teams_and_captains_are_kept(ctx: Context, chosen: FileFormat) -> None:
    slug = teams(ctx)
    copy, _ = write_and_read(ctx, chosen, slug)
    for name in OF_TEAMS:
        assert [fields_of(ctx, copy, no)[name] for no in (1, 2)] == [fields_of(ctx, slug, no)[name] for no in (1, 2)]
    assert fields_of(ctx, copy, 1)["captain"] == 1


def test_what_only_a_bundle_and_our_own_json_hold_whole() -> None:
    assert [f.id for f in AGAIN if not f.lost_fields] == ["pareo", "event-json"]
    assert all(set(f.lost_fields) <= set(BY_NAME) for f in EXPORTERS.values())
