"""Division files of tsh: read, written, read again."""

from __future__ import annotations

import contextlib
import dataclasses

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pareo.app.commands.people import leaving
from pareo.app.queries.pages.event_tables import standing_rows
from pareo.core.model.entities import Drop, Status
from pareo.core.model.outcome import Outcome, Result
from pareo.core.text.errors import PareoError, Refused
from pareo.formats.exchange.rebuild import describe_event, rebuild
from pareo.formats.tsh import read, recognise, write
from support.events.played import PlayedEvent
from support.files.foreign_events import foreign_events
from support.files.samples import TSH_DIVISION


@pytest.mark.req("S-13")
def test_a_division():
    assert recognise(TSH_DIVISION)
    reading = read(TSH_DIVISION, name="a")
    event = reading.event
    assert (event.name, event.ruleset, reading.took) == ("a", "scrabble-north-america", ("4 players", "3 rounds"))
    ana, _, _, dario = event.players
    assert (ana.first, ana.last, ana.rating) == ("Ana", "Abril", 1900)
    assert ana.extra == {"tsh": {"fields": {"newr": "1910 1920"}}}
    assert (dario.first, dario.last, dario.rating, dario.drop) == ("Dario", "Duna", None, Drop(2))
    first, second, third = event.pods[0].rounds
    assert {(m.a, m.b, m.table): m.result for m in first.matches} == {
        ("1", "2", 1): Result(Outcome.WIN, Outcome.LOSS, 412, 380),
        ("3", "4", 2): Result(Outcome.FORFEIT_LOSS, Outcome.FORFEIT_WIN),
    }
    assert {(m.a, m.b): m.result for m in second.matches}[("3", "1")] == Result(Outcome.DRAW, Outcome.DRAW, 390, 390)
    assert third.status is Status.STARTED
    assert [(s.key, s.outcome) for s in third.sittings] == [("1", Outcome.BYE)]
    assert reading.notes == ("Kept unchanged for the next export: newr.",)
    assert b"newr 1910 1920;" in write(event).data


@pytest.mark.req("A-35")
def test_byes_and_missed_rounds_count_in_the_spread(tmp_path):
    """As tsh adds them up; Dario forfeits, loses and is off for the third round."""
    data = b"""Ana Abril 1900 2 0 3; 412 50 400;
Bruno Brasa 1800 1 0 0; 380 -50 50;
Celia Cedro 1700 4 4 1; 50 400 390;
Dario Duna 0 3 3; -50 370; off -50;
"""
    ctx = PlayedEvent(tmp_path, "swiss", 2).ctx
    slug = rebuild(ctx, read(data).event)
    rows = {row.name: (row.points, row.tiebreaks["spread"].value) for row in standing_rows(ctx, slug)}
    assert rows == {
        "Ana Abril": (3, 32 + 50 + 10),
        "Bruno Brasa": (1, -32 - 50 + 50),
        "Celia Cedro": (2, 50 + 30 - 10),
        "Dario Duna": (0, -50 - 30 - 50),
    }
    assert [row.name for row in standing_rows(ctx, slug)][:2] == ["Ana Abril", "Celia Cedro"]


@pytest.mark.req("A-35")
def test_names_with_digits_and_ratings_of_five(tmp_path):
    data = b"Bot 3000, R2D2 10250 2; 400;\n4 Ever, Ana 1800 1; 380;\n"
    assert recognise(data)
    event = read(data).event
    told = [("R2D2", "Bot 3000", 10250), ("Ana", "4 Ever", 1800)]
    assert [(p.first, p.last, p.rating) for p in event.players] == told
    ctx = PlayedEvent(tmp_path, "swiss", 2).ctx
    written = write(describe_event(ctx, rebuild(ctx, event)))
    assert [(p.first, p.last, p.rating) for p in read(written.data).event.players] == told
    assert not any("names" in lost for lost in written.left_out)


@pytest.mark.req("A-35")
def test_other_points_of_a_bye_are_told():
    notes = read(b"Ana Abril 1900 0 2; 100 400;\nBea Boj 1800 0 1; -50 300;\n").notes
    assert notes == ("Rounds without an opponent worth 100 count ±50 here.",)


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"", "tsh-empty"),
        (b"# only\n", "tsh-empty"),
        (b"no rating\n", "tsh-line"),
        (b"A, B 100 2; x;\n", "tsh-scores"),
        (b"A, B 100 2; 300;\nC, D 100 0; 50;\n", "tsh-mismatch"),
        (b"A, B 100 1; 300;\n", "tsh-mismatch"),
        (b"A, B 100 9; 300;\n", "tsh-mismatch"),
        (b"A, B 100; 300;\n", "tsh-scores-many"),
        (b"A, B 100 2; -7;\nC, D 100 1; 20;\n", "tsh-negative"),
        (b"A\0", "import-not-text"),
    ],
)
def test_refusals(data, code):
    with pytest.raises(PareoError) as caught:
        read(data)
    assert caught.value.code == code


def comparable(event):
    """What a division file can hold of an event."""
    rounds = []
    keys = [p.key for p in event.players]
    gone = {p.key for p in event.players if p.drop}
    seen: dict[str, int] = {}
    for r in event.pods[0].rounds if event.pods else ():
        for key in [k for m in r.matches for k in (m.a, m.b)] + [s.key for s in r.sittings]:
            seen[key] = r.number
    for r in event.pods[0].rounds if event.pods else ():
        there = {k for m in r.matches for k in (m.a, m.b)} | {s.key for s in r.sittings}
        sat = {s.key: Outcome.BYE if s.outcome.won else Outcome.ABSENT for s in r.sittings}
        sat |= {k: Outcome.ABSENT for k in keys if k not in there and not (k in gone and r.number > seen.get(k, 0))}
        rounds.append(({(m.a, m.b): (m.table, m.result) for m in r.matches}, sat, r.status))
    return ([(p.first, p.last, p.rating, bool(p.drop)) for p in event.players], rounds)


@given(foreign_events())
@settings(max_examples=80, deadline=None)
def test_what_is_written_is_read_again(event):
    bare = Result(Outcome.DRAW, Outcome.DRAW)
    one = Result(Outcome.DRAW, Outcome.DRAW, 1, 1)  # listed as lost
    rounds = tuple(
        dataclasses.replace(
            r, matches=tuple(dataclasses.replace(m, result=one if m.result == bare else m.result) for m in r.matches)
        )
        for pod in event.pods
        for r in pod.rounds
    )
    event = dataclasses.replace(event, pods=tuple(dataclasses.replace(pod, rounds=rounds) for pod in event.pods))
    written = write(event)
    again = read(written.data).event
    if len(again.pods) == len(event.pods):  # rounds that only those who have left could have played are nobody's
        before, after = comparable(event), comparable(again)
        assert after[0] == before[0]
        assert after[1] == before[1][: len(after[1])]
    assert write(again).data == written.data or any(p.drop for p in event.players)
    assert again.settings.get("rounds") == event.settings.get("rounds")


def test_a_played_evening_survives(tmp_path):
    played = PlayedEvent(tmp_path, "scrabble-fise", 7, rounds="4", fields=lambda i: {"rating": 1900 - i})
    played.play(2, lambda a, b: f"{400 + a}-{380 + b}")
    leaving.drop(played.ctx, played.slug, "p7")
    played.play(1, lambda a, b: f"{400 + a}-{380 + b}")
    written = write(describe_event(played.ctx, played.slug))
    assert recognise(written.data)
    slug = rebuild(played.ctx, read(written.data).event)
    rows = (standing_rows(played.ctx, s) for s in (played.slug, slug))
    old, new = ([(r.rank, r.name, r.points) for r in table] for table in rows)
    assert old == new


def test_several_pods_need_a_choice(tmp_path):
    played = PlayedEvent(tmp_path, "pokemon-tcg-2019-07", 12, fields=lambda i: {"birth_year": 2009 if i < 7 else 1990})
    played.play(1)
    event = describe_event(played.ctx, played.slug)
    with pytest.raises(Refused):
        write(event)
    with pytest.raises(Refused):
        write(event, pod="nobody")
    assert len(read(write(event, pod=event.pods[1].id).data).event.players) == 6


@given(
    st.one_of(
        st.binary(max_size=200),
        st.text(alphabet="AB, 0123;-#\np12boardf", max_size=200).map(str.encode),
        st.tuples(st.integers(0, len(TSH_DIVISION)), st.binary(max_size=4)).map(
            lambda x: TSH_DIVISION[: x[0]] + x[1] + TSH_DIVISION[x[0] + len(x[1]) :]
        ),
    )
)
@settings(max_examples=200, deadline=None)
def test_any_bytes_give_an_event_or_a_refusal(data):
    recognise(data)
    with contextlib.suppress(PareoError):
        assert read(data).event.players
