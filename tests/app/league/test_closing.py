"""A club evening from one week to the next: copied with today's ratings, closed in one step, and what can go wrong."""

from __future__ import annotations

from pathlib import Path

import pytest

from pareo.app.base.context import Context
from pareo.app.commands.event import events
from pareo.app.commands.people.players import NewPlayer
from pareo.app.commands.results import enter_result as results
from pareo.app.league import closing, directory, directory_events, directory_lists, directory_ratings, series
from pareo.app.league.directory_lists import ListRowFate, ListRowText
from pareo.app.league.directory_snapshot import load_directory
from pareo.core.text.errors import BadInput, NeedsConfirmation, NotFound, Refused
from pareo.formats.bundle import export_bundle, import_bundle
from pareo.store import open_store
from support.errors import raises_code
from support.events.stage import Stage

FOUR = ("Ana Abril", "Bruno Brasa", "Celia Cedro", "Darío Duna")


@pytest.fixture
def stage(tmp_path: Path) -> Stage:
    made = Stage(tmp_path, "scrabble-fise", rounds="1", date="2026-01-08")
    for i, name in enumerate(FOUR):
        first, last = name.split()
        directory.add(made.ctx, {"first": first, "last": last, "rating": str(1500 + 50 * i), "games": "10"})
    return made


@pytest.fixture
def league(stage: Stage) -> str:
    return series.create(stage.ctx, "Liga", series.rules_text("formula-one-2010"))


def play_evening(stage: Stage, names: tuple[str, ...] = FOUR) -> Stage:
    directory_events.enter_present_players(stage.ctx, stage.slug, names)
    stage.play(1, "400-350")
    return stage


def next_week(stage: Stage, name: str = "Next week", *, with_players: bool = False) -> closing.CreatedEvent:
    new = events.NewEvent(name, "", seed="s", like=stage.slug, with_players=with_players)
    begun = closing.create_event(stage.ctx, new)
    stage.slug = begun.slug
    return begun


def rating(ctx: Context, name: str) -> int | None:
    return directory.find(load_directory(ctx), name).rating


# --- closing ----------------------------------------------------------------------------------------------------------


@pytest.mark.req("SP-8", "SP-16")
def test_closing_applies_and_goes_where_last_week_went(stage: Stage, league: str) -> None:
    play_evening(stage)
    first = stage.slug
    assert closing.goals(stage.ctx, first) == ()
    told = closing.close(stage.ctx, first, to=league)
    assert [row.changed for row in told.lists] == [4]
    next_week(stage)
    play_evening(stage)
    plan = closing.plan_closing(stage.ctx, stage.slug)
    assert [(goal.slug, goal.inside) for goal in plan.goals] == [(league, False)]
    before = rating(stage.ctx, "Ana Abril")
    told = closing.close(stage.ctx, stage.slug)
    assert rating(stage.ctx, "Ana Abril") == plan.lists[0].rows[0].after != before
    assert [e.slug for e in series.show_series(stage.ctx, league).events] == [first, stage.slug]
    again = closing.close(stage.ctx, stage.slug)
    assert [note.code for note in again.notes] == ["series-there", "list-applied"], "asking again changes nothing"
    assert len(series.show_series(stage.ctx, league).events) == 2


def test_a_series_is_found_several_weeks_back_but_not_if_none_is_wanted(stage: Stage, league: str) -> None:
    series.add_event(stage.ctx, league, stage.slug)
    next_week(stage, "Week 2")
    next_week(stage, "Week 3")
    assert [goal.slug for goal in closing.goals(stage.ctx, stage.slug)] == [league]
    assert closing.goals(stage.ctx, stage.slug, "") == ()
    play_evening(stage)
    closing.close(stage.ctx, stage.slug, to="")
    assert len(series.show_series(stage.ctx, league).events) == 1


def test_what_is_not_over_is_not_closed(stage: Stage, league: str) -> None:
    with raises_code(Refused, "close-not-begun"):
        closing.close(stage.ctx, stage.slug, to=league)
    directory_events.enter_present_players(stage.ctx, stage.slug, FOUR)
    stage.open_round()
    with raises_code(Refused, "close-open", finished=0, planned=1):
        closing.close(stage.ctx, stage.slug, to=league)
    assert not series.show_series(stage.ctx, league).events


def test_a_refusal_writes_nothing_at_all(stage: Stage, league: str) -> None:
    play_evening(stage)
    with pytest.raises(NotFound):
        closing.close(stage.ctx, stage.slug, to="nowhere")
    with raises_code(Refused, "ratings-no-rules", number=2):
        closing.close(stage.ctx, stage.slug, list_no=2)
    assert rating(stage.ctx, "Ana Abril") == 1500
    assert directory_ratings.application(stage.ctx, stage.slug) is None


def test_who_is_outside_is_told_before_the_series_is_written(stage: Stage, league: str) -> None:
    directory_events.enter_present_players(stage.ctx, stage.slug, FOUR[:3])
    stage.enter([NewPlayer(first="Hugo", last="Hiedra", rating=1500)])
    stage.play(1, "400-350")
    with raises_code(NeedsConfirmation, "ratings-outside", names="Hugo Hiedra"):
        closing.close(stage.ctx, stage.slug, to=league)
    assert not series.show_series(stage.ctx, league).events
    closing.close(stage.ctx, stage.slug, to=league, confirmed=True)
    assert len(series.show_series(stage.ctx, league).events) == 1


def test_a_full_series_that_was_not_named_does_not_stop_the_ratings(stage: Stage) -> None:
    league = series.create(stage.ctx, "Corta", series.rules_text("formula-one-2010", {"events": "1"}))
    series.add_event(stage.ctx, league, stage.slug)
    next_week(stage)
    play_evening(stage)
    told = closing.close(stage.ctx, stage.slug)
    assert [note.code for note in told.notes] == ["series-not-added", "list-changed"]
    with raises_code(Refused, "series-full", count=1):
        closing.close(stage.ctx, stage.slug, to=league)


def test_corrected_after_applying_is_taken_back_first(stage: Stage) -> None:
    play_evening(stage)
    closing.close(stage.ctx, stage.slug)
    results.report(stage.ctx, stage.slug, round_no=1, table=1, result="300-400")
    with raises_code(Refused, "ratings-differ"):
        closing.close(stage.ctx, stage.slug)
    directory_ratings.take_back(stage.ctx, stage.slug)
    closing.close(stage.ctx, stage.slug)


def test_an_event_without_ratings_goes_to_its_series_only(tmp_path: Path) -> None:
    stage = Stage(tmp_path, "swiss", rounds="1")
    stage.enter(4)
    stage.play(1)
    league = series.create(stage.ctx, "Liga", series.rules_text("formula-one-2010"))
    with raises_code(Refused, "close-nothing"):
        closing.close(stage.ctx, stage.slug)
    assert [note.code for note in closing.close(stage.ctx, stage.slug, to=league).notes] == ["series-added"]


# --- beginning --------------------------------------------------------------------------------------------------------


@pytest.mark.req("SP-8")
def test_copied_players_have_the_ratings_of_today(stage: Stage) -> None:
    play_evening(stage)
    stage_one = stage.slug
    closing.close(stage.ctx, stage_one)
    begun = next_week(stage, with_players=True)
    assert [str(note) for note in begun.notes] == ["4 players have new ratings from the directory."]
    event = stage.ctx.open(stage.slug)
    assert {event.name(no): e.rating for no, e in event.state.entrants.items()} == {
        name: rating(stage.ctx, name) for name in FOUR
    }
    assert {e.games for e in event.state.entrants.values()} == {11}
    assert {row.how for row in directory_events.link_rows(stage.ctx, stage.slug)} == {"chosen"}
    old = stage.ctx.open(stage_one).state.entrants
    assert [old[no].rating for no in sorted(old)] == [1500, 1550, 1600, 1650], "the earlier event stays as it was"


def test_copied_players_outside_the_directory_stay_as_they_were(stage: Stage) -> None:
    stage.enter([NewPlayer(first="Hugo", last="Hiedra", rating=1444), NewPlayer(first="Ana", last="Abril")])
    begun = next_week(stage, with_players=True)
    assert [str(note) for note in begun.notes] == ["1 player has a new rating from the directory."]
    assert [e.rating for _, e in sorted(stage.t.entrants.items())] == [1444, 1500]


def test_an_event_made_like_another_is_still_one_in_a_bundle(stage: Stage, tmp_path: Path) -> None:
    play_evening(stage)
    next_week(stage, with_players=True)
    data = export_bundle(stage.ctx.store, stage.slug)
    other = Context(open_store(str(tmp_path / "other.db")))
    slug = import_bundle(other.store, data)
    assert directory_events.earlier_event(other, slug) is None, "the earlier one is not there"
    assert closing.goals(other, slug) == ()
    assert len(other.open(slug).state.entrants) == 4
    import_bundle(other.store, export_bundle(stage.ctx.store, "copa-de-prueba"))
    assert directory_events.earlier_event(other, slug) == "copa-de-prueba"


# --- what people do to it ---------------------------------------------------------------------------------------------


def test_a_namesake_who_comes_later_changes_nothing_that_was_applied(stage: Stage) -> None:
    stage.enter([NewPlayer(first=n.split()[0], last=n.split()[1], rating=1500) for n in FOUR])
    stage.play(1, "400-350")
    closing.close(stage.ctx, stage.slug)
    directory.add(stage.ctx, {"first": "Ana", "last": "Abril"}, confirmed=True)
    assert not directory_ratings.list_status(stage.ctx, stage.slug).differs
    assert all(row.person for row in directory_events.link_rows(stage.ctx, stage.slug))


def test_a_wrong_person_is_noticed_after_applying_and_put_right(stage: Stage) -> None:
    stage.enter(
        [
            NewPlayer(first="A.", last="Abril", rating=1500),
            *(NewPlayer(first=n.split()[0], last=n.split()[1], rating=1550) for n in FOUR[1:]),
        ]
    )
    stage.play(1, "400-350")
    wrong = directory.add(stage.ctx, {"first": "Alba", "last": "Abril", "rating": "1300"})
    directory_events.link(stage.ctx, stage.slug, "1", wrong.id, alias=True)
    closing.close(stage.ctx, stage.slug)
    directory_events.unlink(stage.ctx, stage.slug, "1")
    directory.remove_alias(stage.ctx, wrong.id, "A. Abril")
    directory_events.link(stage.ctx, stage.slug, "1", "Ana Abril")
    assert directory_ratings.list_status(stage.ctx, stage.slug).differs
    directory_ratings.take_back(stage.ctx, stage.slug)
    closing.close(stage.ctx, stage.slug)
    assert rating(stage.ctx, "Alba Abril") == 1300
    assert rating(stage.ctx, "Ana Abril") != 1500


def test_forgetting_somebody_leaves_the_application_in_order(stage: Stage) -> None:
    play_evening(stage)
    closing.close(stage.ctx, stage.slug)
    gone = directory.forget(stage.ctx, "Ana Abril", confirmed=True).data["person"]
    assert not directory_ratings.list_status(stage.ctx, stage.slug).differs
    directory_ratings.take_back(stage.ctx, stage.slug)
    assert load_directory(stage.ctx).people[gone].rating == 1500
    with raises_code(NeedsConfirmation, "ratings-outside", names="Ana Abril"):
        closing.close(stage.ctx, stage.slug)


def test_a_merged_entry_brings_the_rating_the_other_lacks(stage: Stage) -> None:
    kept = directory.add(stage.ctx, {"first": "Elsa", "last": "Estero"})
    other = directory.add(
        stage.ctx, {"first": "Elsa", "last": "Estero Gil", "rating": "1700", "games": "40", "rating2": "1650"}
    )
    directory.merge(stage.ctx, kept.id, other.id, confirmed=True)
    now = directory.find(load_directory(stage.ctx), kept.id)
    assert (now.rating, now.games, now.rating2) == (1700, 40, 1650)
    assert [step.after for step in directory.history(stage.ctx, kept.id)] == [1700, 1650]


def test_spellings_of_a_list_are_read_like_typed_ones(stage: Stage) -> None:
    def fate(aliases: str) -> directory_lists.PlannedListRow:
        return directory_lists.preview(stage.ctx, [ListRowText("line 2", {"first": "Zoe", "aliases": aliases})])[0]

    assert fate("Zoé; Zoë").fate is ListRowFate.NEW
    for wrong in ("Ana Abril", "ana  ABRIL", "x" * 300, "a\x07b"):
        assert fate(wrong).fate is ListRowFate.WRONG, wrong
    with pytest.raises((BadInput, Refused)):
        directory_lists.import_list(stage.ctx, [ListRowText("line 2", {"first": "Zoe", "aliases": "Ana Abril"})])
    assert rating(stage.ctx, "Ana Abril") == 1500


def test_a_wrong_row_is_told_with_its_line(stage: Stage) -> None:
    for wrong in ({"first": "Zoe", "rating": "=1+1"}, {"first": "x" * 300}, {"first": "Zoe", "aliases": "Ana Abril"}):
        with pytest.raises(BadInput, match=r"^line 7"):
            directory_lists.import_list(stage.ctx, [ListRowText("line 7", wrong)])


def test_a_name_can_be_seen(stage: Stage) -> None:
    with raises_code(BadInput, "name-missing"):
        directory.add(stage.ctx, {"first": "\u200b\u2060"})


def test_two_of_one_name_in_one_evening(stage: Stage) -> None:
    other = directory.add(stage.ctx, {"first": "Ana", "last": "Abril", "rating": "1200"}, confirmed=True)
    with raises_code(NotFound, "directory-several", count=2):
        directory_events.enter_present_players(stage.ctx, stage.slug, ["Ana Abril"])
    both = [p.id for p in directory.search(load_directory(stage.ctx), "ana abril").people]
    directory_events.enter_present_players(stage.ctx, stage.slug, [*both, "Celia Cedro", "Bruno Brasa"], confirmed=True)
    stage.play(1, "400-350")
    told = closing.close(stage.ctx, stage.slug)
    assert {row.person for row in told.lists[0].changes} >= {*both}
    assert directory.find(load_directory(stage.ctx), other.id).rating != 1200


@pytest.mark.req("A-48")
def test_closing_takes_new_players_in_and_applies_in_one_step(tmp_path: Path) -> None:
    stage = Stage(tmp_path, "scrabble-fise", rounds="1")
    directory.add(stage.ctx, {"first": "Ana", "last": "Abril", "rating": "1500", "games": "10"})
    stage.enter(
        [
            NewPlayer(first="Ana", last="Abril", rating=1500),
            NewPlayer(first="Hugo", last="Hiedra", rating=1600),
            NewPlayer(first="Zoe", last="Zarza", rating=1700),
            NewPlayer(first="Ana", last="Abrill", rating=1800),
        ]
    )
    stage.play(1, "400-350")
    with raises_code(NeedsConfirmation, "ratings-outside", names="Ana Abrill"):
        closing.close(stage.ctx, stage.slug, take=True)  # she may be Ana Abril: a person must say
    assert len(load_directory(stage.ctx).people) == 1
    told = closing.close(stage.ctx, stage.slug, take=True, confirmed=True)
    assert list(told.notes) == ["2 people are new in the directory.", "3 ratings changed."]
    assert told.lists[0].changed == 3
    assert rating(stage.ctx, "Hugo Hiedra") not in (None, 1600)
    assert rating(stage.ctx, "Zoe Zarza") not in (None, 1700)
    assert rating(stage.ctx, "Ana Abril") != 1500
