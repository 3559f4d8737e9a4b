"""X-Wing tournaments of Cryodex and List Juggler: in, out, and the printed scores of real events."""

from __future__ import annotations

import contextlib
import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pareo.app.commands.people import leaving
from pareo.app.queries.pages.event_tables import standing_rows
from pareo.core.model.outcome import Ended, Outcome, Result
from pareo.core.text.errors import PareoError, Refused
from pareo.formats.exchange.event import ForeignEvent
from pareo.formats.exchange.rebuild import describe_event, rebuild
from pareo.formats.list_juggler.read import read, recognise
from pareo.formats.list_juggler.write import export, write
from support.events.played import PlayedEvent
from support.files.samples import changed_juggler, juggler_event, juggler_match
from support.paths import DATA

SHARED = DATA / "xwing"


@pytest.mark.req("X-8", "X-9")
def test_a_small_file():
    told = juggler_event()
    told["players"][1] |= {"dropped": 1, "list-id": 77, "email": "b@example.org"}
    data = json.dumps(told).encode()
    assert recognise(data)
    reading = read(data)
    event = reading.event
    main, cut = event.pods
    first = {(m.a, m.b): m.result for m in main.rounds[0].matches}
    assert first[("1", "2")] == Result(Outcome.WIN, Outcome.LOSS, 100, 40, Ended.TIME)
    assert first[("3", "4")] == Result(Outcome.MODIFIED_WIN, Outcome.LOSS, 50, 45, Ended.TIME)
    assert main.rounds[0].sittings[0].outcome is Outcome.BYE
    assert (cut.members, cut.sources, cut.first_round) == (("1", "3"), ("main",), 2)
    assert event.players[1].drop.after == 1
    assert event.players[1].contact == "b@example.org"
    assert event.settings == {"rounds": 1, "style": "swiss+cut", "cut": 2}
    assert any("Squads" in text for text in reading.skipped)
    assert "Ana Abril" in reading.notes[0]  # the file says 0 points


@pytest.mark.req("A-36")
@pytest.mark.parametrize("letters", ["latin-1", "cp1252", "utf-8", "utf-8-sig"])
def test_letters_of_any_computer(letters):
    data = json.dumps(juggler_event(), ensure_ascii=False).replace("Ana Abril", "Iñaki Muñoz").encode(letters)
    assert recognise(data)
    assert next((p.first, p.last) for p in read(data).event.players) == ("Iñaki", "Muñoz")


def shared(name):
    path = SHARED / name
    if not path.is_file():
        pytest.skip(f"the reference data is not here: {path}")
    return json.loads(path.read_text())


def as_juggler(told):
    """A reference event in List Juggler's shape."""
    names = sorted({m[k] for r in told["rounds"] for m in r["matches"] for k in ("p1", "p2") if m.get(k)})
    final = {row["player"]: row for row in told["expected_swiss"]}
    players = [
        {
            "name": n,
            "mov": final[n]["mov"],
            "score": final[n]["score"],
            "sos": final[n]["sos"],
            "rank": {"swiss": final[n]["rank"]},
        }
        for n in names
    ]
    rounds = [
        {
            "round-type": r["type"],
            "round-number": r["number"],
            "matches": [
                juggler_match(m["p1"])
                if m.get("bye")
                else juggler_match(
                    m["p1"],
                    m["p2"],
                    (m["pts1"], m["pts2"]),
                    m["result"],
                    **({"winner": m["winner"]} if m.get("winner") else {}),
                )
                for m in r["matches"]
            ],
        }
        for r in told["rounds"]
    ]
    return json.dumps({"name": told["title"], "players": players, "rounds": rounds}).encode()


@pytest.mark.req("X-9", "X-10", "X-12")
@pytest.mark.parametrize("name", ["cryodex-09p-4r-byes.json", "cryodex-14p-4r-top4.json"])
def test_real_events_give_their_printed_scores_and_margins(tmp_path, name):
    told = shared(name)
    ctx = PlayedEvent(tmp_path, "swiss", 2).ctx
    reading = read(as_juggler(told))
    assert reading.event.ruleset == "xwing-epic-duel-100"  # from the margins of victory
    slug = rebuild(ctx, reading.event)
    after = max(r["number"] for r in told["rounds"] if r["type"] == "swiss")
    rows = {row.name: row for row in standing_rows(ctx, slug, after=after)}
    for expected in told["expected_swiss"]:
        row = rows[expected["player"]]
        assert (row.points, row.tiebreaks["margin"].value) == (expected["score"], expected["mov"]), expected
    again = read(export(ctx, slug).data).event
    assert [(pod.members, pod.rounds) for pod in again.pods] == [
        (pod.members, pod.rounds) for pod in describe_event(ctx, slug).pods
    ]


def test_an_event_comes_back_whole(tmp_path):
    played = PlayedEvent(tmp_path, "xwing-epic-duel", 7, rounds="3", cut="4")
    words = [
        "153-124 destroyed",
        "100-95 time",
        "120-80 conceded-a",
        "90-90 time",
        "60-200 destroyed win-a",
        "1-0F",
        "0-0",
    ]
    played.play(3, lambda a, b: words[(a * 7 + b) % len(words)])
    leaving.drop(played.ctx, played.slug, "p7")
    played.cut(4)
    played.play(2, lambda a, b: "200-200 time init-a")
    written = export(played.ctx, played.slug)
    data = json.loads(written.data)
    assert {"mov", "score", "sos", "rank", "name"} <= set(data["players"][0])
    assert all("player1points" in m for r in data["rounds"] for m in r["matches"] if m["result"] != "bye")
    slug = rebuild(played.ctx, read(written.data).event)
    old, new = (describe_event(played.ctx, s) for s in (played.slug, slug))
    for before, after in zip(old.pods, new.pods, strict=True):
        assert (before.id, before.members, before.phase) == (after.id, after.members, after.phase)
        for r, s in zip(before.rounds, after.rounds, strict=True):
            sides = [{(m.a, m.b, m.table, m.result) for m in x.matches} for x in (r, s)]
            assert sides[0] == sides[1]
            assert {(x.key, x.outcome) for x in r.sittings} == {(x.key, x.outcome) for x in s.sittings}
    rows = [[(r.rank, r.name, r.points) for r in standing_rows(played.ctx, s)] for s in (played.slug, slug)]
    assert [r[1:] for r in rows[0][:4]] == [r[1:] for r in rows[1][:4]]
    assert sorted(r[1:] for r in rows[0]) == sorted(r[1:] for r in rows[1])


def test_only_x_wing_of_single_players():
    with pytest.raises(Refused):
        write(ForeignEvent("Copa", "swiss"))
    with pytest.raises(PareoError):
        read(json.dumps(juggler_event()).encode(), ruleset="swiss")


@pytest.mark.parametrize(
    ("change", "code"),
    [
        (lambda t: t.update(players=[]), "juggler-size"),
        (lambda t: t["players"].append(t["players"][0]), "juggler-twice"),
        (lambda t: t["rounds"][0]["matches"][0].update(player2="Nobody"), "juggler-unknown"),
        (lambda t: t["rounds"][0]["matches"][0].update(result="flew"), "juggler-result"),
        (lambda t: t["rounds"][0]["matches"][0].update(player1points=-5), "juggler-points"),
        (lambda t: t["rounds"][1]["matches"][0].update(result="draw"), "juggler-points"),
        (lambda t: t["rounds"][0]["matches"][0].update(result=None), "juggler-open"),
        (lambda t: t["rounds"].reverse(), "juggler-order"),
        (lambda t: t.update(players="x"), "juggler-json"),
        (lambda t: t["rounds"][0]["matches"][0].update(pareo={"a": "win", "b": "win"}), "import-result"),
    ],
)
def test_refusals(change, code):
    read(changed_juggler(lambda t: None))
    with pytest.raises(PareoError) as caught:
        read(changed_juggler(change))
    assert caught.value.code == code


def test_an_elimination_that_is_no_bracket_is_left_out():
    def change(told):
        told["rounds"][1]["matches"] = [
            juggler_match("Ana Abril", "Celia", (1, 50)),
            juggler_match("Dario Duna", "Celia", (1, 50)),
        ]

    try:
        reading = read(changed_juggler(change))
    except PareoError:
        return
    assert reading.skipped == ("The matches of the elimination do not form a bracket.",)


JUNK = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda x: (
        st.lists(x, max_size=3)
        | st.dictionaries(st.sampled_from(["name", "player1", "matches", "rank"]), x, max_size=3)
    ),
)


TOP = st.sampled_from(["players", "rounds", "name", "squad-points"])
INSIDE = st.sampled_from(
    ["player1", "player2", "player1points", "player2points", "result", "winner", "pareo", "sat", "table"]
)


@given(
    st.one_of(
        st.binary(max_size=100),
        st.tuples(TOP, JUNK).map(lambda x: changed_juggler(lambda t: t.update({x[0]: x[1]}))),
        st.tuples(INSIDE, JUNK).map(
            lambda x: changed_juggler(lambda t: t["rounds"][0]["matches"][0].update({x[0]: x[1]}))
        ),
    )
)
@settings(max_examples=150, deadline=None)
def test_any_bytes_give_an_event_or_a_refusal(data):
    recognise(data)
    with contextlib.suppress(PareoError):
        assert read(data).event.players
