"""The event schema: everything for staff and back, only public things for everybody, nothing hostile gets in."""

from __future__ import annotations

import contextlib
import json
from dataclasses import fields

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pareo.app.commands.people import leaving
from pareo.app.commands.rounds import rounds
from pareo.app.queries.pages.event_tables import standing_rows
from pareo.core.model.entities import Drop
from pareo.core.model.outcome import Result
from pareo.core.text.errors import BadInput, PareoError
from pareo.formats.event_json import FORMAT, VERSION, export, read, recognise, write, write_public
from pareo.formats.exchange.event import (
    ForeignEvent,
    ForeignMatch,
    ForeignPlayer,
    ForeignPod,
    ForeignRound,
    ForeignSitting,
)
from pareo.formats.exchange.rebuild import describe_event, rebuild
from support.events.played import PlayedEvent, lower_number_wins
from support.files.foreign_events import foreign_events
from support.files.samples import changed_event_json
from support.paths import ROOT


@pytest.fixture(scope="module")
def cup(tmp_path_factory):
    event = PlayedEvent(
        tmp_path_factory.mktemp("json"),
        "swiss",
        7,
        seed="hidden-word",
        cut="4",
        rounds="2",
        fields=lambda i: {"birth_year": 1990 + i, "contact": "secret@example.org", "notes": "private"},
    )
    event.play(1)
    leaving.drop(event.ctx, event.slug, "p7")
    event.play(1)
    event.cut(4)
    event.play(1)
    return event


@given(foreign_events())
@settings(max_examples=80, deadline=None)
def test_what_is_written_is_read_again(event):
    data = write(event)
    assert recognise(data)
    assert read(data).event == event
    assert write(read(data).event) == data


@pytest.mark.req("SP-15")
def test_a_stored_event_survives_whole(cup):
    data = export(cup.ctx, cup.slug)
    slug = rebuild(cup.ctx, read(data).event)
    assert describe_event(cup.ctx, slug) == describe_event(cup.ctx, cup.slug)
    assert standing_rows(cup.ctx, slug) == standing_rows(cup.ctx, cup.slug)
    assert read(data).took == ("7 players", "2 groups", "3 rounds")
    assert b"secret@example.org" in data


@pytest.mark.parametrize(
    ("ruleset", "says"),
    [
        ("xwing-epic-duel", lambda a, b: "153-150 time"),
        ("scrabble-fise", lambda a, b: "412-380"),
        ("pokemon-tcg-2019-07", lower_number_wins),
    ],
)
def test_every_kind_of_result(tmp_path, ruleset, says):
    event = PlayedEvent(tmp_path, ruleset, 6, fields=lambda i: {"birth_year": 1990})
    event.play(2, says)
    again = rebuild(event.ctx, read(export(event.ctx, event.slug)).event)
    assert describe_event(event.ctx, again) == describe_event(event.ctx, event.slug)


def test_the_public_document_holds_nothing_personal(cup):
    rounds.pair(cup.ctx, cup.slug)
    data = write_public(cup.ctx, cup.slug)
    told = json.loads(data)
    assert (told["format"], told["version"], told["scope"]) == (FORMAT, VERSION, "public")
    event = told["event"]
    assert [r["number"] for r in event["rounds"]] == [1, 2, 3]  # the draft of round 4 is not out
    assert set(event["players"][0]) == {"no", "name", "division", "club", "federation", "rating", "status"}
    assert event["players"][6]["status"] == "dropped"
    assert {row["after"] for row in event["standings"]} == {1, 2, 3}
    secret = cup.ctx.open(cup.slug).secret.encode()
    for personal in (b"secret@example.org", b"private", b"1991", b'"p1"', secret):
        assert personal not in data
    with pytest.raises(BadInput) as caught:
        read(data)
    assert caught.value.code == "event-json-public"


def result(**values):
    return lambda e: e["event"]["pods"][0]["rounds"][0]["matches"][0].update(result=values)


@pytest.mark.parametrize(
    ("change", "code"),
    [
        (lambda e: e.update(version=2), "event-json-version"),
        (lambda e: e.update(format="other"), "event-json"),
        (lambda e: e["event"].update(players=[{"key": 5}]), "event-json"),
        (lambda e: e["event"].update(pods=[{}] * 501), "event-json-size"),
        (lambda e: e["event"].update(ruleset="chess"), "ruleset-unknown"),
        (lambda e: e["event"].update(ruleset_text="id ="), "ruleset-invalid"),
        (lambda e: e["event"].update(zone="../etc/passwd"), "zone-unknown"),
        (lambda e: e["event"].update(settings={"acceleration": "x"}), "setting-unreadable"),
        (lambda e: e["event"].update(settings={"acceleration": ["1-7:4:6"]}), "setting-unreadable"),
        (lambda e: e["event"].update(settings={"forbidden": [[1, "2"]]}), "event-json-forbidden"),
        (lambda e: e["event"].update(pod_settings={"main": {"organiser": "x"}}), "setting-not-per-pod"),
        (result(a="win", b="win"), "import-result"),
        (result(a="bye", b="loss"), "import-result"),
        (result(a="win", b="loss", score_a=3), "import-result"),
        (result(a="win", b="loss", score_a=-1, score_b=2), "import-result"),
        (result(a="forfeit-win", b="forfeit-loss", score_a=1, score_b=2), "import-result"),
        (result(a="modified-win", b="loss", score_a=1, score_b=0), "import-result"),
        (
            lambda e: e["event"]["pods"][0]["rounds"][0].update(matches=[], sittings=[{"key": "1", "outcome": "win"}]),
            "event-json-sitting",
        ),
    ],
)
def test_refusals(change, code):
    read(changed_event_json(lambda e: None))
    with pytest.raises(PareoError) as caught:
        read(changed_event_json(change))
    assert caught.value.code == code


def test_unknown_fields_are_told():
    reading = read(
        changed_event_json(lambda e: e["event"].update(shoes=1, settings={"hats": 2, "rounds": 5, "third_place": True}))
    )
    assert reading.skipped == (
        "Fields that are not in the schema: shoes.",
        "Unknown setting “hats”.",
    )
    assert reading.event.settings == {"rounds": 5, "third_place": True}


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"{",
        b"[" * 100_000,
        b'{"a":' * 100_000,
        b'{"format":"\\ud800"}',
        b"\xff{}",
        b'{"format":"pareo-event","version":1e400,"event":{}}',
        (b'{"format":"pareo-event","version":1,"event":[]}'),
        b'{"format":"pareo-event","version":1,"event":null}',
    ],
)
def test_broken_json(data):
    recognise(data)
    with pytest.raises(BadInput):
        read(data)


KEYS = st.sampled_from(["key", "a", "rounds", "settings", "players", "id"])
JUNK = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda x: st.lists(x, max_size=3) | st.dictionaries(KEYS, x, max_size=3),
)
FIELDS = st.sampled_from(
    ["players", "pods", "settings", "pod_settings", "name", "zone", "beside", "announced", "extra"]
)


@given(FIELDS, JUNK)
@settings(max_examples=120, deadline=None)
def test_any_value_anywhere_gives_an_event_or_a_refusal(field, junk):
    with contextlib.suppress(PareoError):
        read(changed_event_json(lambda e: e["event"].update({field: junk})))


def test_the_page_names_every_field():
    page = (ROOT / "docs" / "event-schema.md").read_text(encoding="utf-8")
    kinds = (ForeignEvent, ForeignPlayer, ForeignPod, ForeignRound, ForeignMatch, ForeignSitting, Result, Drop)
    told = [f.name for kind in kinds for f in fields(kind)]
    missing = {name for name in told if f"`{name}`" not in page and f'"{name}"' not in page}
    assert not missing
