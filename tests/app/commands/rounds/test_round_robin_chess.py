"""Round robins of chess: the end of the first cycle, numbers, who left too early; and who was sent away."""

from __future__ import annotations

from pathlib import Path

import pytest

from pareo.app.commands.event import events
from pareo.app.commands.people import leaving, players
from pareo.app.commands.rounds import rounds
from pareo.app.queries.pages.cross_table import cross_table
from pareo.app.queries.pages.event_tables import not_ranked, standing_rows
from pareo.app.queries.rounds.verify import verify
from pareo.core.model.entities import Status
from pareo.core.model.pairing_contract import PairingInput
from pareo.core.text.errors import BadInput, Refused
from pareo.core.tournament.drafting import pairing_input
from pareo.formats.second_opinion.opinion import OpinionRequest, second_opinion
from pareo.formats.trf.read import read
from pareo.formats.trf.write import export
from pareo.print.document import PrintOptions
from pareo.print.places import standings as printed
from support.events.stage import Stage, lower_number_wins, make_players


def league(folder: Path, count: int, **settings: str) -> Stage:
    stage = Stage(folder, "chess-round-robin", **settings)
    stage.enter(
        [
            players.NewPlayer(first=p.first, last=p.last, id=p.id, rating=2000 - i)
            for i, p in enumerate(make_players(count))
        ]
    )
    return stage


def opinion(stage: Stage) -> tuple[str, bool]:
    found = second_opinion("x.trf", export(stage.ctx, stage.slug).data, OpinionRequest())
    return found.system, found.consistent


@pytest.mark.req("F-47")
@pytest.mark.parametrize(
    ("choice", "fourth", "word"),
    [
        ("yes", {frozenset({3, 6}), frozenset({4, 2}), frozenset({5, 1})}, "FIDE_DOUBLEROUNDROBIN"),
        ("no", {frozenset({6, 5}), frozenset({1, 4}), frozenset({2, 3})}, "BERGER_ROUNDROBIN_G2"),
    ],
)
def test_the_end_of_the_first_cycle_is_a_choice(tmp_path: Path, choice: str, fourth: object, word: str) -> None:
    stage = league(tmp_path, 6, cycles="2", reverse_last_rounds=choice)
    stage.play(10, lower_number_wins)
    assert stage.pairs(4) == fourth
    assert all(row.ok and row.proved for row in verify(stage.ctx, stage.slug))
    given = pairing_input(stage.t, stage.pod(), 4, "")
    assert PairingInput.from_json(given.to_json()) == given
    assert opinion(stage) == (word, True)
    again = read(export(stage.ctx, stage.slug).data)
    assert again.event.settings.get("reverse_last_rounds", True) is (choice == "yes")
    with pytest.raises(Refused):
        events.change_settings(stage.ctx, stage.slug, {"reverse_last_rounds": "yes" if choice == "no" else "no"})


@pytest.mark.req("F-47")
def test_a_single_cycle_has_nothing_to_reverse(tmp_path: Path) -> None:
    stage = league(tmp_path, 6, reverse_last_rounds="no")
    stage.play(5, lower_number_wins)
    assert stage.pairs(5) == {frozenset({3, 6}), frozenset({4, 2}), frozenset({5, 1})}
    assert opinion(stage) == ("FIDE_ROUNDROBIN", True)


@pytest.mark.req("F-49")
def test_who_played_less_than_half_stays_in_the_cross_table_only(tmp_path: Path) -> None:
    stage = league(tmp_path, 6)
    stage.play(2, lambda a, b: "0-1" if a < b else "1-0")  # upside down: p1 and p2 lose to everybody
    assert len(standing_rows(stage.ctx, stage.slug)) == 6
    leaving.drop(stage.ctx, stage.slug, "p1")
    rows = standing_rows(stage.ctx, stage.slug)
    assert [row.player for row in rows if row.player == "p1"] == []
    assert rows[0].rank == 1
    assert len(rows) == 5
    others = [m for r in stage.pod().rounds.values() for m in r.matches.values() if 1 not in (m.a, m.b)]
    assert len(others) == 4
    won = [f"p{max(m.a, m.b)}" for m in others]
    assert {row.player: (row.points, row.record.wins) for row in rows} == {
        f"p{no}": (won.count(f"p{no}"), won.count(f"p{no}")) for no in range(2, 7)
    }, "nothing against that player counts"
    shown = cross_table(stage.ctx, stage.slug, pod="main")
    last = shown.rows[-1]
    assert (last.rank, last.place, last.no, last.points) == (None, "–", 1, 0)
    assert [cell.outcome for cell in last.cells] == ["loss", "loss"], "the games stay there"
    assert not_ranked(stage.ctx, stage.slug) == [stage.ctx.open(stage.slug).name(1)]
    assert len(standing_rows(stage.ctx, stage.slug, after=1)) == 6, "then the player was still there"
    (paper,) = printed(stage.ctx, stage.slug, PrintOptions())
    assert "Not ranked: " in paper["note"]
    for _ in range(3):
        stage.play(1, lower_number_wins)
    assert opinion(stage) == ("FIDE_ROUNDROBIN", True)


@pytest.mark.req("F-49")
def test_who_played_half_keeps_his_place_and_so_do_others(tmp_path: Path) -> None:
    stage = league(tmp_path, 6)
    stage.play(3, lower_number_wins)
    before = {row.player: row.points for row in standing_rows(stage.ctx, stage.slug)}
    leaving.drop(stage.ctx, stage.slug, "p1")
    assert {row.player: row.points for row in standing_rows(stage.ctx, stage.slug)} == before
    stage.play(2, lower_number_wins)
    assert len(standing_rows(stage.ctx, stage.slug)) == 6


@pytest.mark.req("F-50")
def test_numbers_by_rating_by_lot_and_typed_in(tmp_path: Path) -> None:
    found = []
    for folder, settings in (("rating", {}), ("lot", {"numbering": "random"}), ("typed", {})):
        (tmp_path / folder).mkdir()
        stage = league(tmp_path / folder, 6, **settings)
        if folder == "typed":
            players.edit(stage.ctx, stage.slug, "p6", {"own_no": "1"})
            players.edit(stage.ctx, stage.slug, "p1", {"own_no": "4"})
            with pytest.raises(BadInput):
                players.edit(stage.ctx, stage.slug, "p2", {"own_no": "4"})
        stage.open_round(to=Status.STARTED)
        found.append({f"p{no}": e.start_no for no, e in stage.t.entrants.items()})
        numbers = found[-1].values()
        assert sorted(numbers) == [1, 2, 3, 4, 5, 6]
        of = {number: int(who[1:]) for who, number in found[-1].items()}
        assert stage.pairs(1) == {frozenset((of[a], of[b])) for a, b in ((1, 6), (2, 5), (3, 4))}, "by the table"
        stage.ctx.store.close()
    by_rating, by_lot, typed = found
    assert by_rating == {f"p{no}": no for no in range(1, 7)}
    assert by_lot != by_rating
    assert typed == {"p6": 1, "p2": 2, "p3": 3, "p1": 4, "p4": 5, "p5": 6}


@pytest.mark.req("F-65")
@pytest.mark.parametrize("kind", ["expelled", "disqualified"])
def test_who_is_sent_away_has_no_place_and_his_games_stand(tmp_path: Path, kind: str) -> None:
    stage = Stage(tmp_path, "chess-fide", rounds="4", tiebreaks="BH,SB")
    stage.enter(
        [players.NewPlayer(first=p.first, last=p.last, id=p.id, rating=2000 - i) for i, p in enumerate(make_players(8))]
    )
    stage.play(2, lower_number_wins)
    before = {row.player: row for row in standing_rows(stage.ctx, stage.slug)}
    leaving.drop(stage.ctx, stage.slug, "p1", kind=kind, reason="a telephone")
    rows = standing_rows(stage.ctx, stage.slug)
    assert [row.player for row in rows] == [who for who in before if who != "p1"]
    assert rows[0].rank == 1
    assert all(row.points == before[row.player].points for row in rows), "games stand"
    assert all(row.tiebreaks == before[row.player].tiebreaks for row in rows)
    last = cross_table(stage.ctx, stage.slug, pod="main").rows[-1]
    assert (last.rank, last.no, last.points) == (None, 1, 2)
    rounds.pair(stage.ctx, stage.slug)
    assert all(1 not in pair for pair in stage.pairs(3))
    lines = export(stage.ctx, stage.slug).data.decode().splitlines()
    assert next(line for line in lines if line.startswith("001    1 "))[85:89].strip() == ""
