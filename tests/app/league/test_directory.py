"""The directory through the app: people, clubs, lists, who is who in an event, ratings applied and taken back."""

from __future__ import annotations

from pathlib import Path

import pytest

from pareo.app.base.context import Context
from pareo.app.commands.event import events
from pareo.app.commands.floor import floor
from pareo.app.commands.people import players
from pareo.app.commands.people.players import NewPlayer
from pareo.app.commands.results import enter_result as results
from pareo.app.league import directory, directory_clubs, directory_events, directory_lists, directory_ratings
from pareo.app.league.directory_lists import ListRowFate, ListRowText
from pareo.app.league.directory_snapshot import load_directory
from pareo.core.league.directory import Person, SkipReason
from pareo.core.text.errors import BadInput, Conflict, NeedsConfirmation, NotFound, Refused
from pareo.store import open_store
from support.errors import raises_code
from support.events.stage import Stage
from support.execution import count_calls

FOUR = ("Ana Abril", "Bruno Brasa", "Celia Cedro", "Darío Duna")


def fill(ctx: Context, names: tuple[str, ...] = FOUR, **fields: str) -> dict[str, Person]:
    made = {}
    for i, name in enumerate(names):
        first, last = name.split()
        made[name] = directory.add(
            ctx, {"first": first, "last": last, "rating": str(1500 + 50 * i), "games": "10", "club": "Faro", **fields}
        )
    return made


@pytest.fixture
def stage(tmp_path: Path) -> Stage:
    return Stage(tmp_path, "scrabble-fise", rounds="2", date="2026-01-08")


def person(ctx: Context, name: str) -> Person:
    return directory.find(load_directory(ctx), name)


# --- people and clubs -------------------------------------------------------------------------------------------------


def test_finding_searching_and_paging(stage: Stage) -> None:
    fill(stage.ctx)
    seen = load_directory(stage.ctx)
    assert [p.name for p in directory.search(seen, "dario").people] == ["Darío Duna"], "accents do not matter here"
    assert [p.last for p in directory.search(seen, sort="rating").people] == ["Duna", "Cedro", "Brasa", "Abril"]
    assert directory.search(seen, page=2, size=3).people[0].last == "Duna"
    assert load_directory(stage.ctx) is seen, "read once per change"
    with pytest.raises(NotFound) as caught:
        directory.find(seen, "Dario Duna")
    assert "Darío Duna" in str(caught.value)


def test_another_process_is_seen(stage: Stage) -> None:
    assert load_directory(stage.ctx).order == ()
    fill(Context(open_store(str(stage.path))), FOUR[:1])
    assert person(stage.ctx, "ana abril").rating == 1500


def test_a_namesake_must_be_confirmed_and_a_number_is_one_persons(stage: Stage) -> None:
    directory.add(stage.ctx, {"first": "Ana", "last": "Abril", "local_id": "7"})
    with pytest.raises(NeedsConfirmation):
        directory.add(stage.ctx, {"first": "ANA", "last": "abril"})
    other = directory.add(stage.ctx, {"first": "Ana", "last": "Abril"}, confirmed=True)
    with raises_code(NotFound, "directory-several", count=2):
        person(stage.ctx, "Ana Abril")
    with raises_code(BadInput, "directory-number", name="Ana Abril"):
        directory.edit(stage.ctx, other.id, {"intl_id": "7"})
    for wrong in (
        {"first": ""},
        {"first": "x", "rating": "many"},
        {"first": "x", "rating": "999999"},
        {"first": "x", "sex": "?"},
        {"first": "x", "shoe": "43"},
        {"first": "a\x00b"},
    ):
        with pytest.raises(BadInput):
            directory.add(stage.ctx, wrong)
    assert len(load_directory(stage.ctx).order) == 2


def test_an_old_version_is_refused(stage: Stage) -> None:
    ana = fill(stage.ctx, FOUR[:1])["Ana Abril"]
    directory.edit(stage.ctx, ana.id, {"title": "im"}, version=1)
    with pytest.raises(Conflict):
        directory.edit(stage.ctx, ana.id, {"title": ""}, version=1)
    assert person(stage.ctx, ana.id).title == "IM"
    with raises_code(Refused, "directory-rating-edit"):
        directory.edit(stage.ctx, ana.id, {"rating": "2000"})


def test_spellings_are_confirmed_one_by_one(stage: Stage) -> None:
    made = fill(stage.ctx)
    directory.add_alias(stage.ctx, made["Darío Duna"].id, "Dario  Duna")
    assert person(stage.ctx, "dario duna").id == made["Darío Duna"].id
    with raises_code(Refused, "directory-alias-taken"):
        directory.add_alias(stage.ctx, made["Ana Abril"].id, "Dario Duna")
    directory.remove_alias(stage.ctx, "Darío Duna", "DARIO DUNA")
    with pytest.raises(NotFound):
        person(stage.ctx, "Dario Duna")


def test_corrections_have_reasons_and_can_be_taken_back(stage: Stage) -> None:
    fill(stage.ctx)
    with raises_code(BadInput, "directory-reason"):
        directory.correct(stage.ctx, "Ana Abril", 1600, reason=" – ")
    directory.correct(stage.ctx, "Ana Abril", 1600, reason="typed wrong", games=12)
    assert person(stage.ctx, "Ana Abril").rating_in_list(1) == (1600, 12)
    directory.take_back_correction(stage.ctx, "Ana Abril")
    assert person(stage.ctx, "Ana Abril").rating_in_list(1) == (1500, 10)
    with pytest.raises(Refused):
        directory.take_back_correction(stage.ctx, "Ana Abril")


def test_two_entries_of_one_person_become_one(stage: Stage) -> None:
    made = fill(stage.ctx)
    other = directory.add(stage.ctx, {"first": "Dario", "last": "Duna", "title": "FM"})
    with pytest.raises(NeedsConfirmation):
        directory.merge(stage.ctx, made["Darío Duna"].id, other.id)
    directory.merge(stage.ctx, made["Darío Duna"].id, other.id, confirmed=True)
    kept = person(stage.ctx, "Dario Duna")
    assert (kept.id, kept.title, kept.rating) == (made["Darío Duna"].id, "FM", 1650)
    directory.correct(stage.ctx, "Ana Abril", 1600, reason="x y")
    with raises_code(Refused, "directory-merge-history"):
        directory.merge(stage.ctx, "Bruno Brasa", "Ana Abril", confirmed=True)


def test_forgetting_asks_first_and_leaves_a_number(stage: Stage) -> None:
    ana = fill(stage.ctx)["Ana Abril"]
    with pytest.raises(NeedsConfirmation):
        directory.forget(stage.ctx, ana.id)
    directory.forget(stage.ctx, ana.id, confirmed=True)
    seen = load_directory(stage.ctx)
    assert seen.people[ana.id] == Person(ana.id, rating=1500, games=10, forgotten=True, version=2)
    assert ana.id not in seen.order
    with pytest.raises(Refused):
        directory.edit(stage.ctx, ana.id, {"first": "Ana"})


@pytest.mark.req("SP-17")
def test_clubs_have_one_name_and_many_spellings(stage: Stage) -> None:
    fill(stage.ctx, FOUR[:2])
    fill(stage.ctx, FOUR[2:], club="C. Faro")
    assert [(c.name, c.people) for c in directory_clubs.club_rows(load_directory(stage.ctx))] == [
        ("C. Faro", 2),
        ("Faro", 2),
    ]
    directory_clubs.merge_clubs(stage.ctx, "Faro", "C. Faro", confirmed=True)
    (club,) = directory_clubs.club_rows(load_directory(stage.ctx))
    assert (club.people, club.aliases) == (4, ["C. Faro"])
    directory_clubs.edit_club(stage.ctx, "c. faro", {"name": "Club Faro", "city": "Lugo"})
    assert directory_clubs.find_club(load_directory(stage.ctx), "faro").name == "Club Faro"
    assert load_directory(stage.ctx).club(person(stage.ctx, "Ana Abril")) == "Club Faro"
    with raises_code(Refused, "directory-club-taken"):
        directory_clubs.add_club(stage.ctx, "FARO")


# --- lists ------------------------------------------------------------------------------------------------------------


@pytest.mark.req("SP-8", "SP-17")
def test_a_list_adds_and_updates_and_leaves_out_what_is_not_clear(stage: Stage) -> None:
    fill(stage.ctx, FOUR[:2])
    rows = [
        ListRowText("line 2", {"first": "ANA", "last": "ABRIL", "rating": "1620", "title": "WIM", "club": "Elsewhere"}),
        ListRowText("line 3", {"first": "elsa", "last": "de la CRUZ", "rating": "1400", "club": "TORRE NORTE"}),
        ListRowText("line 4", {"first": "Gala", "last": "Faro"}),
        ListRowText("line 5", {"first": "Gala", "last": "Faro"}),
        ListRowText("line 6", {"first": "Bruno", "last": "Brasa", "rating": "1550"}),
    ]
    planned = directory_lists.preview(stage.ctx, rows, tidy=True)
    assert [p.fate for p in planned] == [
        ListRowFate.CHANGED,
        ListRowFate.NEW,
        ListRowFate.UNCLEAR,
        ListRowFate.UNCLEAR,
        ListRowFate.KNOWN,
    ]
    assert len(load_directory(stage.ctx).order) == 2, "a preview writes nothing"
    directory_lists.import_list(stage.ctx, rows, tidy=True)
    ana, elsa = person(stage.ctx, "Ana Abril"), person(stage.ctx, "Elsa de la Cruz")
    assert (ana.rating, ana.games, ana.title) == (1620, 10, "WIM")
    assert load_directory(stage.ctx).club(ana) == "Faro", "what is known is not overwritten"
    (step,) = directory.history(stage.ctx, ana.id)
    assert (step.before, step.after, step.kind.value) == (1500, 1620, "imported")
    assert (elsa.name, load_directory(stage.ctx).club(elsa)) == ("Elsa de la Cruz", "Torre Norte")


def test_a_wrong_row_refuses_the_whole_list(stage: Stage) -> None:
    rows = [ListRowText("line 2", {"first": "Elsa"}), ListRowText("line 3", {"first": "Hugo", "rating": "999999"})]
    with raises_code(BadInput, "number-out-of-range", says="line 3"):
        directory_lists.import_list(stage.ctx, rows)
    assert load_directory(stage.ctx).order == ()


# --- an event ---------------------------------------------------------------------------------------------------------


@pytest.mark.req("SP-8")
def test_who_is_here_is_entered_with_todays_ratings(stage: Stage) -> None:
    fill(stage.ctx)
    done = directory_events.enter_present_players(stage.ctx, stage.slug, ["ana abril", "Bruno Brasa", "Celia Cedro"])
    assert done.action == "entered"
    ana = stage.t.entrants[1]
    assert (ana.rating, ana.games, ana.club) == (1500, 10, "Faro")
    again = directory_events.enter_present_players(stage.ctx, stage.slug, ["Ana Abril", "Darío Duna"])
    assert len(stage.t.entrants) == 4
    assert "Ana Abril" in str(again.notes)
    assert all(row.match.person for row in directory_events.links(stage.ctx, stage.slug))


def test_an_unknown_name_is_refused_with_proposals_and_enters_nobody(stage: Stage) -> None:
    fill(stage.ctx)
    with pytest.raises(NotFound) as caught:
        directory_events.enter_present_players(stage.ctx, stage.slug, ["Ana Abril", "Dario Duna", "Zoe Zarza"])
    assert "did you mean: Darío Duna" in str(caught.value)
    assert "Zoe Zarza" in str(caught.value)
    assert not stage.t.entrants
    directory_events.enter_present_players(stage.ctx, stage.slug, ["ZOE ZARZA"], new=True, tidy=True)
    assert person(stage.ctx, "Zoe Zarza").name == "Zoe Zarza"


@pytest.mark.req("SP-8")
def test_last_weeks_players_are_found_too(stage: Stage) -> None:
    players.enter(stage.ctx, stage.slug, [NewPlayer(first="Hugo", last="Hiedra", rating=1333, club="Lago")])
    slug = events.create(stage.ctx, events.NewEvent("Next week", "", like=stage.slug))
    assert directory_events.earlier_event(stage.ctx, slug) == stage.slug
    stage.ctx.store.rename(stage.slug, "renamed")
    stage.ctx.invalidate(stage.slug)
    directory_events.enter_present_players(stage.ctx, slug, ["hugo hiedra"])
    (entrant,) = stage.ctx.open(slug).state.entrants.values()
    assert (entrant.rating, entrant.club) == (1333, "Lago")


def test_players_are_linked_only_by_name_or_by_somebody(stage: Stage) -> None:
    made = fill(stage.ctx)
    new = [
        NewPlayer(first=f, last=last, id=f"p{i}")
        for i, (f, last) in enumerate([("ANA", "Abril"), ("Dario", "Duna"), ("Nuria", "Nube"), ("Celia", "Cedro")])
    ]
    players.enter(stage.ctx, stage.slug, new)
    rows = {row.name: row for row in directory_events.link_rows(stage.ctx, stage.slug)}
    assert rows["ANA Abril"].how == "name"
    assert (rows["Dario Duna"].person, rows["Dario Duna"].perhaps[0].name) == (None, "Darío Duna")
    taken = directory_events.add_to_directory(stage.ctx, stage.slug)
    assert taken.data["left"] == ["p1"], "who is like somebody is asked about"
    directory_events.link(stage.ctx, stage.slug, "p1", "Darío Duna", alias=True)
    assert person(stage.ctx, "Dario Duna").id == made["Darío Duna"].id
    with raises_code(Refused, "directory-linked"):
        directory_events.link(stage.ctx, stage.slug, "p2", "Darío Duna")
    directory_events.unlink(stage.ctx, stage.slug, "p1")
    rows = {row.name: row for row in directory_events.link_rows(stage.ctx, stage.slug)}
    assert rows["Dario Duna"].how == "alias"


# --- ratings ----------------------------------------------------------------------------------------------------------


def play_event(stage: Stage, names: tuple[str, ...] = FOUR) -> Stage:
    fill(stage.ctx, names)
    directory_events.enter_present_players(stage.ctx, stage.slug, names)
    stage.play(2, lambda a, b: "1-0" if a < b else "0-1")
    return stage


@pytest.mark.req("SP-12", "S-18")
def test_ratings_are_applied_once_and_taken_back(stage: Stage) -> None:
    play_event(stage)
    rows = directory_ratings.changes(stage.ctx, stage.slug)
    assert all(r.before is not None and r.after == r.before + (r.change or 0) and r.games == 2 for r in rows)
    directory_ratings.apply(stage.ctx, stage.slug)
    for row in rows:
        assert person(stage.ctx, row.name).rating_in_list(1) == (row.after, 12)
    with pytest.raises(Refused) as caught:
        directory_ratings.apply(stage.ctx, stage.slug)
    assert caught.value.code == "ratings-applied"
    step = directory.history(stage.ctx, person(stage.ctx, "Ana Abril").id)[-1]
    assert (step.event, step.date, step.games) == ("Copa de Prueba", "2026-01-08", 2)
    directory_ratings.take_back(stage.ctx, stage.slug)
    assert person(stage.ctx, "Ana Abril").rating_in_list(1) == (1500, 10)
    with pytest.raises(NotFound):
        directory_ratings.take_back(stage.ctx, stage.slug)
    directory_ratings.apply(stage.ctx, stage.slug)


def test_only_a_closed_event_is_applied(stage: Stage) -> None:
    fill(stage.ctx)
    directory_events.enter_present_players(stage.ctx, stage.slug, FOUR)
    stage.play(1)
    with raises_code(Refused, "ratings-open"):
        directory_ratings.apply(stage.ctx, stage.slug)
    stage.open_round()
    with raises_code(Refused, "ratings-open"):
        directory_ratings.apply(stage.ctx, stage.slug)


def test_who_is_not_in_the_directory_is_told_first(stage: Stage) -> None:
    fill(stage.ctx)
    directory_events.enter_present_players(stage.ctx, stage.slug, FOUR[:3])
    players.enter(stage.ctx, stage.slug, [NewPlayer(first="Zoe", last="Zarza", rating=1400)])
    stage.play(2)
    with raises_code(NeedsConfirmation, "ratings-outside", names="Zoe Zarza"):
        directory_ratings.apply(stage.ctx, stage.slug)
    directory_ratings.apply(stage.ctx, stage.slug, confirmed=True)
    rows = {r.name: r.why for r in directory_ratings.changes(stage.ctx, stage.slug)}
    assert rows["Zoe Zarza"] is SkipReason.NOT_LINKED


def test_a_correction_after_applying_is_noticed(stage: Stage) -> None:
    play_event(stage)
    directory_ratings.apply(stage.ctx, stage.slug)
    assert not directory_ratings.list_status(stage.ctx, stage.slug).moved
    floor.announce(stage.ctx, stage.slug, "Thank you all")
    now = directory_ratings.list_status(stage.ctx, stage.slug)
    assert (now.moved, now.differs) == (True, False), "an announcement changes no rating"
    results.report(stage.ctx, stage.slug, round_no=2, table=1, result="½-½")
    assert directory_ratings.list_status(stage.ctx, stage.slug).differs
    directory_ratings.take_back(stage.ctx, stage.slug)
    directory_ratings.apply(stage.ctx, stage.slug)
    assert not directory_ratings.list_status(stage.ctx, stage.slug).moved


def test_a_later_event_is_taken_back_first(stage: Stage) -> None:
    play_event(stage)
    directory_ratings.apply(stage.ctx, stage.slug)
    first, stage.slug = stage.slug, events.create(stage.ctx, events.NewEvent("Later", "", like=stage.slug))
    directory_events.enter_present_players(stage.ctx, stage.slug, FOUR)
    stage.play(2)
    directory_ratings.apply(stage.ctx, stage.slug)
    with raises_code(Refused, "ratings-on-top", later="Later"):
        directory_ratings.take_back(stage.ctx, first)
    events.remove(stage.ctx, stage.slug)
    directory_ratings.take_back(stage.ctx, stage.slug)  # deleted, but still known by its short name
    directory_ratings.take_back(stage.ctx, first)
    assert person(stage.ctx, "Ana Abril").rating_in_list(1) == (1500, 10)


def test_overlapping_events_both_count(stage: Stage) -> None:
    play_event(stage)
    rows = directory_ratings.changes(stage.ctx, stage.slug)
    directory.correct(stage.ctx, "Ana Abril", 1600, reason="another event")
    directory_ratings.apply(stage.ctx, stage.slug)
    assert person(stage.ctx, "Ana Abril").rating == 1600 + (rows[0].change or 0)


def test_pages_of_the_console_are_no_short_names(stage: Stage) -> None:
    for slug in ("directory", "series", "new", "import"):
        with raises_code(BadInput, "slug-reserved"):
            events.create(stage.ctx, events.NewEvent("x", "swiss", slug=slug))
        assert events.create(stage.ctx, events.NewEvent(slug, "swiss")) == f"{slug}-2"


@pytest.mark.slow
def test_ten_thousand_people(stage: Stage) -> None:
    rows = [
        ListRowText(
            f"line {i}", {"first": f"Ana{i % 97}", "last": f"Cedro{i}", "rating": "1500", "club": f"Club {i % 50}"}
        )
        for i in range(10_000)
    ]
    directory_lists.import_list(stage.ctx, rows)
    first = count_calls(lambda: directory.search(load_directory(stage.ctx), "cedro99", sort="rating"))
    again = count_calls(lambda: directory.search(load_directory(stage.ctx), "cedro99", sort="club"))
    assert directory.search(load_directory(stage.ctx), "cedro99", sort="rating").total == 111
    assert first < 10_000 * 200
    assert again < 10_000 * 6, "the book is read once"
