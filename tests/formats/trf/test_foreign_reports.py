"""Reports as other programs write them: zeros for unknown values, points ahead of the round, teams, cut files."""

from __future__ import annotations

import pytest

from pareo.app.base.context import Context
from pareo.app.commands.event import events
from pareo.app.commands.people import players
from pareo.app.league.directory import read_fields
from pareo.app.queries.pages.ratings import ratings_view
from pareo.core.text.errors import BadInput, NeedsConfirmation, NeedsTypedWord
from pareo.formats.registry import import_file
from pareo.formats.second_opinion.opinion import OpinionRequest, second_opinion
from pareo.formats.tables.csv_files import read_players
from pareo.formats.trf.read import read
from pareo.formats.trf.write import export
from support.files.foreign_events import player
from support.files.imports import import_event_json
from support.files.samples import changed_event_json


def _opinion(*lines: str):
    return second_opinion("x.trf", "\n".join(lines).encode(), OpinionRequest())


def _four(*, ranks=("", "", "", ""), points=("1.0", "0.0", "0.0", "1.0"), ratings=(2000, 1900, 1800, 1700)):
    """Four players after round 1 of the Dutch system: 1 beats 3, 4 beats 2."""
    cells = ("   3 w 1", "   4 b 0", "   1 b 0", "   2 w 1")
    return [
        player(no, f"P{no}", cells[no - 1], rating=ratings[no - 1], points=points[no - 1], rank=ranks[no - 1])
        for no in (1, 2, 3, 4)
    ]


# --- zeros ------------------------------------------------------------------------------------------------------------


@pytest.mark.req("B-37")
@pytest.mark.parametrize("zero", ["0", "00", "0000"])
def test_a_rank_of_zero_is_none(zero: str) -> None:
    opinion = _opinion("142 3", *_four(ranks=("2", zero, "4", "1")))
    assert "without a rank in the file, and not ranked here: 2." in opinion.notes
    assert [one.no for one in opinion.standings] == [3], "3 has rank 4, and with 2 out of the list place 3"


@pytest.mark.req("B-37")
@pytest.mark.parametrize(
    ("line", "code"),
    [
        (player(5, "P5", "   9 w  ", points="0.0"), "trf-mismatch"),  # an opponent who is not in the file
        ("XXA    0  1.0", "trf-acceleration"),
    ],
)
def test_what_cannot_be_has_a_sentence(line: str, code: str) -> None:
    with pytest.raises(BadInput) as refused:
        _opinion("142 3", *_four(), line)
    assert refused.value.code == code


@pytest.mark.req("B-37")
def test_points_given_to_no_one_are_left_out() -> None:
    assert "299 is not applied: 1 2" in _opinion("142 3", *_four(), "299   1 2").notes


@pytest.mark.req("B-32")
@pytest.mark.parametrize("zero", ["0", "0000", "", "00"])
def test_a_rating_of_zero_is_unrated(ctx: Context, zero: str) -> None:
    lines = ["142 3", "202 PTS,ARO", *_four(ratings=(2000, zero, 1800, 1700)), f"ESP    1{'':40}{zero:>4}"]
    data = "\n".join(lines).encode()
    assert [(p.rating, p.rating2) for p in read(data).event.players][:2] == [(2000, None), (None, None)]
    opinion = second_opinion("x", data, OpinionRequest())
    assert "ARO: dropped, because a player is unrated and no rule is given (--unrated)." in opinion.notes
    slug = import_file(ctx, data, confirmed=True).slug
    assert ctx.open(slug).state.entrants[2].rating is None
    row = next(row for row in ratings_view(ctx, slug) if row.no == 4)  # who met the unrated one
    assert row.expected is None
    assert " 0 ESP" not in export(ctx, slug).data.decode()


@pytest.mark.req("B-32")
def test_zero_is_unrated_in_every_reader_and_by_hand(ctx: Context) -> None:
    def unrated(told):
        told["event"]["players"][0] |= {"rating": 0, "rating2": 0}

    slug = import_event_json(ctx, changed_event_json(unrated), name="x", ruleset=None, slug=None).slug
    first = min(ctx.open(slug).state.entrants)
    assert (ctx.open(slug).state.entrants[first].rating, ctx.open(slug).state.entrants[first].rating2) == (None, None)
    players.edit(ctx, slug, "2", {"first": "Bea", "rating": "1500"})
    players.edit(ctx, slug, "2", {"rating": "0"})
    assert ctx.open(slug).state.entrants[2].rating is None
    (one,) = read_players(b"name,rating,rating2\nAda,0,0000\n")
    cleaned = players.clean_player(one)
    assert (cleaned.rating, cleaned.rating2) == (None, None)
    assert read_fields({"rating": "0", "rating2": "00"}) == {"rating": None, "rating2": None}


# --- positions to be paired -------------------------------------------------------------------------------------------


@pytest.mark.req("B-33")
@pytest.mark.parametrize(("letter", "with_bye"), [("H", "1.5"), ("F", "2.0"), ("Z", "1.0"), ("H", "1.0"), ("F", "1.0")])
@pytest.mark.parametrize("in_columns", [True, False])
def test_points_may_include_the_bye_of_the_coming_round(
    ctx: Context, letter: str, with_bye: str, in_columns: bool
) -> None:
    lines = ["142 3", *_four(points=(with_bye, "0.0", "0.0", "1.0"))]
    if in_columns:
        lines[1] += f"  0000 - {letter}"
    else:
        lines.append(f"240 {letter} 002    1")
    data = "\n".join(lines).encode()
    assert not second_opinion("x", data, OpinionRequest()).points
    assert not [text for text in read(data).notes if "points in the file differ" in text]
    report = import_file(ctx, data)  # without being confirmed
    assert ctx.open(report.slug).state.entrants[1].absent == {2}


@pytest.mark.req("B-33")
def test_points_that_no_bye_explains_still_differ() -> None:
    lines = ["142 3", *_four(points=("1.5", "0.0", "0.0", "1.5"))]
    lines[1] += "  0000 - H"
    assert [one.no for one in _opinion(*lines).points] == [4]
    assert "The points in the file differ from its results: players 4." in read("\n".join(lines).encode()).notes


@pytest.mark.req("B-33")
@pytest.mark.parametrize("ranks", [("0",) * 4, ("1", "2", "3", "4"), ("1", "0", "3", "")])
def test_zeros_and_starting_numbers_are_no_ranks(ctx: Context, ranks: tuple[str, ...]) -> None:
    data = "\n".join(["142 3", *_four(ranks=ranks)]).encode()
    opinion = second_opinion("x", data, OpinionRequest())
    assert opinion.consistent
    assert "the file has no ranks, or they are its starting numbers." in opinion.notes
    import_file(ctx, data)  # without being confirmed


@pytest.mark.req("B-33")
def test_ranks_that_say_something_are_held_against_the_results(ctx: Context) -> None:
    data = "\n".join(["142 3", *_four(ranks=("1", "2", "4", "3"))]).encode()
    assert [one.no for one in second_opinion("x", data, OpinionRequest()).standings] == [2, 4]
    with pytest.raises(NeedsConfirmation):
        import_file(ctx, data)


# --- cut files, teams, other rules ------------------------------------------------------------------------------------


@pytest.mark.req("B-34")
def test_a_file_with_fewer_players_than_it_says_is_cut(ctx: Context, pareo) -> None:
    lines = ["062 8", "142 3", *_four()]
    data = "\n".join(lines).encode()
    assert "The file is incomplete: line 062 says 8 players, and it holds 4." in read(data).notes
    with pytest.raises(NeedsConfirmation) as asked:
        import_file(ctx, data)
    assert "players missing: 4" in str(asked.value)
    told = pareo("second-opinion", pareo.file("cut.trf", data.decode()), code=1).out
    assert "Players: 062 says 8, the file holds 4: it is incomplete" in told
    assert "Result: not consistent (players missing: 4)" in told


@pytest.mark.req("B-34")
@pytest.mark.parametrize("said", ["062 4", "062 3", "062", "062 four", "062 4 (4)"])
def test_a_file_with_all_its_players_is_whole(said: str) -> None:
    assert _opinion(said, "142 3", *_four()).consistent


@pytest.mark.req("B-34")
@pytest.mark.parametrize(
    ("line", "code"), [("013 Team of two     1 2", "013"), ("092 Team Swiss System", "092"), ("310   1 Uno", "310")]
)
def test_the_report_of_a_team_event_is_refused(ctx: Context, pareo, line: str, code: str) -> None:
    text = "\n".join(["012 Liga", line, *_four()])
    sentence = f"This is the report of a team event (line {code}). Pareo reads reports of single players only."
    with pytest.raises(BadInput) as refused:
        import_file(ctx, text.encode())
    assert str(refused.value) == sentence
    path = pareo.file("team.trf", text)
    assert sentence in pareo("import", path, code=1).err
    assert sentence in pareo("second-opinion", path, code=3).err


@pytest.mark.req("B-34")
def test_an_import_by_other_rules_is_not_held_against_the_dutch_system(ctx: Context) -> None:
    lines = ["142 3", *_four()]
    lines[1], lines[2] = lines[1].replace("   3 w 1", "   2 w 1"), lines[2].replace("   4 b 0", "   1 b 0")
    lines[3], lines[4] = lines[3].replace("   1 b 0", "   4 b 0"), lines[4].replace("   2 w 1", "   3 w 1")
    pairs_of_neighbours = "\n".join(lines).encode()
    with pytest.raises(NeedsConfirmation):
        import_file(ctx, pairs_of_neighbours, ruleset="chess-fide")
    report = import_file(ctx, pairs_of_neighbours, ruleset="chess-uscf")
    assert not [text for text in report.notes if "second opinion" in text]


@pytest.mark.req("B-34")
def test_tie_breaks_that_the_report_does_not_name_were_not_announced(ctx: Context) -> None:
    silent = import_file(ctx, "\n".join(["012 Uno", "142 3", *_four()]).encode()).slug
    with pytest.raises(NeedsConfirmation) as asked:
        events.change_settings(ctx, silent, {"tiebreaks": "BH,SB"})
    assert "announced" not in str(asked.value)
    assert "names no tie-breaks" in str(asked.value)
    events.change_settings(ctx, silent, {"tiebreaks": "BH,SB"}, confirmed=True)
    with pytest.raises(NeedsTypedWord):
        events.change_settings(ctx, silent, {"tiebreaks": "SB"}, confirmed=True)  # once set they are announced
    for code in ("202 PTS,", "212 "):
        named = "\n".join(["012 Dos", "142 3", f"{code}BH/C1,BH,SB", *_four()]).encode()
        slug = import_file(ctx, named).slug
        with pytest.raises((NeedsConfirmation, NeedsTypedWord), match="announced"):
            events.change_settings(ctx, slug, {"tiebreaks": "SB"})
