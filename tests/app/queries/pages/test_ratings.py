"""Ratings of an event on either list: the FISE tables, every method with its options, and where its rules come from."""

from __future__ import annotations

import csv
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

from pareo.app.commands.event import events, undo
from pareo.app.commands.people import players
from pareo.app.commands.people.players import NewPlayer
from pareo.app.commands.rounds import advance, manual_changes, rounds
from pareo.app.queries.pages.ratings import rated_lists, ratings_view, rules_text
from pareo.app.rows.people import PlayerRatingRow
from pareo.core.model.ruleset import RatingRules
from pareo.core.standings.ratings.rules import METHODS, rating_rules_text, read_rating_rules
from pareo.core.text.errors import BadInput, NotFound, Refused
from support.errors import raises_code
from support.events.stage import Stage
from support.paths import DATA

FISE = DATA / "fise"


def fise_rows(name: str) -> list[dict[str, str]]:
    if not FISE.is_dir():
        pytest.skip("the reference data (../shared/data/fise) is not here")
    with (FISE / name).open(encoding="utf-8") as file:
        return list(csv.DictReader(file))


def rated(who: str, rating: int | None = None, **more: Any) -> NewPlayer:
    return NewPlayer(first=who, last="Prueba", id=who, rating=rating, **more)


def by_player(stage: Stage, list_no: int = 1, after: int | None = None) -> dict[str, PlayerRatingRow]:
    return {row.player: row for row in ratings_view(stage.ctx, stage.slug, list_no, after)}


def play_by_hand(stage: Stage, number: int, games: Iterable[tuple[str, str, str]]) -> None:
    if number == 1:
        rounds.pair(stage.ctx, stage.slug)
    rows = [manual_changes.HandPairing(a, b, result=result) for a, b, result in games]
    manual_changes.import_pairings(stage.ctx, stage.slug, rows, round_no=number)


def optional(text: str) -> int | None:
    return int(text) if text else None


def check_printed(printed: dict[str, str], mine: PlayerRatingRow) -> None:
    """One line of the document's table and ours, to the last digit."""
    games = int(printed["games_vs_rated"] or 0)
    assert (mine.rating, mine.games) == (optional(printed["local_rating"]), games)
    assert mine.rated is bool(printed["local_rating"])
    if games:
        assert mine.score == float(printed["score_vs_rated"])
    assert mine.expected == (float(printed["expected"]) if printed["expected"] else None)
    assert mine.change == optional(printed["change_times_k"])
    assert mine.average == optional(printed["avg_opp_rating"])
    assert mine.performance == optional(printed["performance"])
    change = optional(printed["change_times_k"])
    assert mine.new == (mine.rating + change if change is not None else mine.rating)


@pytest.mark.req("S-15", "S-16", "S-18")
def test_the_documents_table_after_round_1(tmp_path: Path) -> None:
    printed = fise_rows("ratings_after_round1.csv")
    stage = Stage(tmp_path, "scrabble-fise", rounds="5")
    stage.enter(rated(row["name"], optional(row["local_rating"])) for row in printed)
    play_by_hand(stage, 1, [
        (g["first_start"], g["second"], f"{g['score_first']}-{g['score_second']}")
        for g in fise_rows("round1_results.csv")
    ])  # fmt: skip
    mine = by_player(stage)
    assert len(mine) == len(printed) == 26
    for row in printed:
        check_printed(row, mine[row["name"]])
    assert rules_text(stage.t) == "fide-average k=10"


@pytest.mark.req("S-15", "S-16", "S-18")
def test_the_documents_table_at_the_end(tmp_path: Path) -> None:
    """The document does not print rounds 2 to 5: opponents of just the average rating stand in for those it had."""
    printed = fise_rows("ratings_final.csv")
    stage = Stage(tmp_path, "scrabble-fise", rounds="5")
    stand_ins = {
        (row["name"], number): rated(f"{row['no']}-{number}", int(row["avg_opp_rating"]))
        for row in printed
        for number in range(1, int(row["games_vs_rated"]) + 1)
    }
    stage.enter([*(rated(row["name"], optional(row["local_rating"])) for row in printed), *stand_ins.values()])
    for number in range(1, 6):
        games = [row for row in printed if (row["name"], number) in stand_ins]
        play_by_hand(stage, number, [
            (row["name"], stand_ins[row["name"], number].id, "1-0" if number <= float(row["score_vs_rated"]) else "0-1")
            for row in games
        ])  # fmt: skip
    mine = by_player(stage)
    for row in printed:
        check_printed(row, mine[row["name"]])
    assert (mine["Macor, Gabriela"].rating, mine["Macor, Gabriela"].new) == (1898, 1906)  # S-18's own example


def one_against(folder: Path, own: NewPlayer, games: list[tuple[int | None, str]], **settings: str) -> Stage:
    """A plain Swiss event in which the first player, "own", plays these games."""
    stage = Stage(folder, "swiss", rounds=str(len(games)), **settings)
    others = [rated(f"o{n}", rating, rating2=rating) for n, (rating, _) in enumerate(games, 1)]
    stage.enter([own, *others])
    for number, (_, result) in enumerate(games, 1):
        play_by_hand(stage, number, [("own", f"o{number}", result)])
    return stage


@pytest.mark.req("SP-12", "SP-24", "A-32")
@pytest.mark.parametrize(("bonus", "new"), [("10", 1573), ("14", 1565)])
def test_the_uscf_example(tmp_path: Path, bonus: str, new: int) -> None:
    games: list[tuple[int | None, str]] = [(1400, "1-0"), (1550, "1-0"), (1650, "1-0"), (1600, "0-1")]
    stage = one_against(tmp_path, rated("own", 1500, games=30), games, rating_rules=f"uscf bonus={bonus}")
    row = by_player(stage)["own"]
    # Against the opponents as the first pass leaves them the gain is 46.7; the bonus is added by B.
    assert (row.score, row.games, row.expected, row.new) == (3, 4, 1.799, new)
    assert (row.change, row.average) == (new - 1500, 1550)


@pytest.mark.req("SP-12", "SP-24")
def test_rated_games_so_far_are_asked_for_on_each_list(tmp_path: Path) -> None:
    games: list[tuple[int | None, str]] = [(1400, "1-0"), (1550, "1-0"), (1650, "1-0"), (1600, "0-1")]
    own = rated("own", 1500, rating2=1500, games=30, games2=4)
    stage = one_against(tmp_path, own, games, rating_rules="uscf", rating2_rules="uscf")
    assert rated_lists(stage.t) == (1, 2)
    assert by_player(stage, 1)["own"].new == 1565
    # Four earlier games: the special formula. Four half points against 1500 and three won of four, opponents as the
    # first pass leaves them (1536.05 on the average): 2 + 4·(R − 1500)/800 + 2 + 4·(R − 1536.05)/800 = 5 gives 1618.
    assert by_player(stage, 2)["own"].new == 1618


@pytest.mark.req("SP-12")
def test_the_pzszach_example_and_its_categories(tmp_path: Path) -> None:
    games: list[tuple[int | None, str]] = [(1400, "1-0"), (1600, "1-0"), (1800, "½-½"), (1600, "0-1"), (1400, "1-0")]
    stage = one_against(tmp_path, rated("own", 1600), games, rating_rules="pzszach")
    row = by_player(stage)["own"]
    assert (row.new, row.change, row.expected) == (1700, 100, None)
    # A man of category III has 1600 too, a woman of that category 1400.
    players.edit(stage.ctx, stage.slug, "own", {"rating": "", "title": "III"})
    assert by_player(stage)["own"].new == 1700
    players.edit(stage.ctx, stage.slug, "own", {"sex": "f"})
    row = by_player(stage)["own"]
    assert (row.rating, row.new) == (1400, 1667)


@pytest.mark.req("SP-12", "SP-24")
@pytest.mark.parametrize(
    ("rules", "change"),
    [
        # Against 1400 (600 below): 0.92 with the correction, 0.98 without. Against 2050: 0.43. Two of two.
        ("fide k=20", 13),  # 20 · (2 − 0.92 − 0.43)
        ("fide k=20 cap=no", 12),  # 20 · (2 − 0.98 − 0.43) = 11.8
        ("fide k=fide", 13),
        ("fide k=40", 26),
        # One look-up with the average 1725: 275 above, 0.83 each.
        ("fide-average k=20", 7),  # 20 · 0.34 = 6.8
        ("fide-average", 3),
        ("fide-average k=20 cap=100", 14),  # 0.64 each: 20 · 0.72 = 14.4
    ],
)
def test_fide_with_its_options(tmp_path: Path, rules: str, change: int) -> None:
    stage = one_against(tmp_path, rated("own", 2000), [(1400, "1-0"), (2050, "1-0")], rating_rules=rules)
    assert by_player(stage)["own"].change == change


@pytest.mark.req("SP-12", "SP-24")
def test_k_by_the_rules_knows_games_age_and_the_players_own_k(tmp_path: Path) -> None:
    stage = one_against(tmp_path, rated("own", 2000), [(2000, "1-0")], rating_rules="fide k=fide", date="2026-05-01")

    def change(**fields: str) -> int:
        players.edit(stage.ctx, stage.slug, "own", fields)
        return int(by_player(stage)["own"].change)

    assert change(club="x") == 10  # K 20
    assert change(games="29") == 20
    assert change(games="30") == 10
    assert change(birth_year="2008") == 20  # eighteen this year
    assert change(birth_year="2007") == 10
    assert change(k="30") == 15
    assert change(k="") == 10


@pytest.mark.req("S-15", "S-11", "SP-24")
def test_forfeits_are_unrated_unless_the_list_rates_them(tmp_path: Path) -> None:
    games: list[tuple[int | None, str]] = [(2000, "1-0F"), (2000, "1-0"), (None, "1-0"), (900, "1-0")]
    stage = one_against(tmp_path, rated("own", 2000), games, rating_rules="fide k=20 lowest=1000")
    row = by_player(stage)["own"]
    assert (row.games, row.score, row.change) == (1, 1, 10)
    events.change_settings(stage.ctx, stage.slug, {"rating_rules": "fide k=20 lowest=1000 forfeits=yes"})
    assert by_player(stage)["own"].games == 2
    events.change_settings(stage.ctx, stage.slug, {"rating_rules": "fide k=20"})
    assert by_player(stage)["own"].games == 2  # now 900 is valid
    assert by_player(stage)["o4"].rated is True


@pytest.mark.req("S-15", "SP-24")
@pytest.mark.parametrize(("rules", "worth"), [("fide", 2800), ("fide-average", 2999), ("uscf perfect=999", 2999)])
def test_a_perfect_score(tmp_path: Path, rules: str, worth: int) -> None:
    stage = one_against(tmp_path, rated("own", 2000), [(2000, "1-0")], rating_rules=rules)
    assert by_player(stage)["own"].performance == worth
    assert by_player(stage)["o1"].performance == 4000 - worth


@pytest.mark.req("S-18")
def test_the_view_after_any_round_and_of_all_phases(tmp_path: Path) -> None:
    stage = Stage(tmp_path, "swiss", rounds="2", cut="2", rating_rules="fide k=20")
    stage.enter([rated(f"p{n}", 2000) for n in range(1, 5)])
    stage.play(2)
    assert {row.games for row in ratings_view(stage.ctx, stage.slug, after=1)} == {1}
    assert {row.games for row in ratings_view(stage.ctx, stage.slug, after=0)} == {0}
    assert all(row.new == row.rating for row in ratings_view(stage.ctx, stage.slug, after=0))
    advance.advance(stage.ctx, stage.slug, to="cut", size=2)
    stage.play(1)
    rows = ratings_view(stage.ctx, stage.slug)
    assert sorted(row.games for row in rows) == [2, 2, 3, 3]  # the final is a game too
    assert sum(row.change for row in rows) == 0
    with raises_code(BadInput, "after-unfinished"):
        ratings_view(stage.ctx, stage.slug, after=9)


@pytest.mark.req("SP-10", "SP-12")
def test_each_game_of_a_round_is_rated(tmp_path: Path) -> None:
    stage = Stage(tmp_path, "swiss", rounds="1", games="2", rating_rules="fide k=20")
    stage.enter([rated("own", 2000), rated("o1", 2000)])
    play_by_hand(stage, 1, [("own", "o1", "1½-½")])
    row = by_player(stage)["own"]
    assert (row.games, row.score, row.expected, row.change) == (2, 1.5, 1, 10)


@pytest.mark.req("SP-12", "SP-24")
def test_where_the_rules_come_from(tmp_path: Path) -> None:
    stage = Stage(tmp_path, "scrabble-fise", rounds="1")
    stage.enter([rated("a", 2000, rating2=1500), rated("b", 2000, rating2=1500)])
    stage.play(1)
    assert (rated_lists(stage.t), rules_text(stage.t)) == ((1,), "fide-average k=10")
    with raises_code(Refused, "no-second-ratings"):
        ratings_view(stage.ctx, stage.slug, 2)
    with raises_code(NotFound, "no-rating-list", number=3):
        ratings_view(stage.ctx, stage.slug, 3)
    events.change_settings(stage.ctx, stage.slug, {"rating_rules": "none", "rating2_rules": "uscf  bonus=10"})
    assert (rated_lists(stage.t), rules_text(stage.t, 2)) == ((2,), "uscf bonus=10")
    with raises_code(Refused, "no-ratings"):
        ratings_view(stage.ctx, stage.slug, 1)
    undo.undo(stage.ctx, stage.slug)
    assert rated_lists(stage.t) == (1,)
    events.change_settings(stage.ctx, stage.slug, {"rating_rules": "fide k=fide"})
    events.change_settings(stage.ctx, stage.slug, {"rating_rules": ""})
    assert rules_text(stage.t) == "fide-average k=10"


@pytest.mark.req("SP-24")
@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("elo", "fide-average, fide, uscf, pzszach, none"),
        ("k=20", "is not a rating method"),
        ("fide k=0", "a whole number from 1"),
        ("fide k=ten", "“k=ten”"),
        ("fide forfeits=maybe", "yes or no"),
        ("fide speed=3", "k=…, forfeits=…"),
        ("fide lowest", "“lowest” is not understood"),
        ("fide lowest=-1", "the lowest valid rating"),
        ("none k=3", "is not a rating method"),
    ],
)
def test_rules_that_cannot_be_read_are_one_clear_sentence(tmp_path: Path, text: str, says: str) -> None:
    stage = Stage(tmp_path, "swiss")
    before = stage.t.seq
    with pytest.raises(BadInput) as caught:
        events.change_settings(stage.ctx, stage.slug, {"rating_rules": text})
    assert says in str(caught.value)
    assert "--" not in str(caught.value)
    assert stage.t.seq == before


@pytest.mark.req("SP-24")
@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize(
    "rules", ["", "k=25", "k=fide", "forfeits=yes", "lowest=1200 cap=no", "cap=350", "perfect=800", "bonus=10"]
)
def test_rules_are_read_as_they_are_written(method: str, rules: str) -> None:
    read = read_rating_rules(f"{method} {rules}")
    assert read is not None
    written = rating_rules_text(read)
    again = read_rating_rules(written)
    assert again is not None
    if method.startswith("fide"):
        assert again == read
    assert rating_rules_text(again) == written
    assert set(rules.split()) - {"k=25", "k=fide"} <= set(written.split())


def test_no_list_is_written_as_none() -> None:
    assert read_rating_rules("none") is None
    assert rating_rules_text(None) == "none"
    assert rating_rules_text(RatingRules("fide", k_by_rules=True)) == "fide k=fide"
