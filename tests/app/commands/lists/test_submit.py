"""Handing in lists: by whom and until when, versions, locks, teams, what is missing, who may see what, forgetting."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from pareo.app.commands.event import events, undo
from pareo.app.commands.event.events import change_settings
from pareo.app.commands.lists import submit as lists
from pareo.app.commands.people import leaving
from pareo.app.commands.people.players import NewPlayer
from pareo.app.commands.rounds import rounds
from pareo.app.queries.event.advice import review_settings
from pareo.app.queries.lists import views as list_views
from pareo.app.rows import lists as list_rows
from pareo.core.model.entities import Status
from pareo.core.text.errors import BadInput, NotFound, OutsideRules, Refused
from pareo.formats.bundle import export_bundle, import_bundle
from pareo.print.document import PrintOptions
from pareo.print.papers import gather
from support.errors import raises_code
from support.events.stage import Stage, make_players
from support.execution import count_calls
from support.files.photos import JPEG

SQUAD = "Faction: Rebel\n{count} x Rookie Pilot (X-wing) 21\n"
REBELS = "Player: {name}\nFaction: Rebel\nRookie Pilot (X-wing) {cost}\n"
DECK = "4 Pikachu\n56 Fire Energy\n"
DUEL, TEAM, TCG, VGC = "xwing-epic-duel", "xwing-epic-team", "pokemon-tcg-2019-07", "pokemon-vgc-2019-07"


def duel(folder: Path, count: int = 4, **settings: str) -> Stage:
    stage = Stage(folder, DUEL, **settings)
    stage.enter(count)
    return stage


def teams(folder: Path) -> Stage:
    stage = Stage(folder, TEAM)
    stage.enter(
        [
            NewPlayer(first=first, last=last, id=f"{team}{i}", team=team, captain=i == 2)
            for team in ("Norte", "Sur")
            for i, (first, last) in enumerate((("Ana", "Ruiz"), ("Bruno", "Paz")), 1)
        ]
    )
    return stage


def hand_in(stage: Stage, who: str | int, content: bytes | str, **more: object) -> None:
    lists.hand_in(stage.ctx, stage.slug, who, content, **more)  # type: ignore[arg-type]


# --- handing in -------------------------------------------------------------------------------------------------------


@pytest.mark.req("X-14")
def test_a_squad_is_kept_with_its_totals_and_its_faction(tmp_path: Path) -> None:
    stage = duel(tmp_path)
    hand_in(stage, "p1", SQUAD.format(count=3))
    row = list_views.lists_view(stage.ctx, stage.slug).rows[0]
    assert (row.kind, row.points, row.epic, row.faction, row.version) == ("squad", 63, 0, "Rebel", 1)
    assert not row.missing
    assert stage.t.entrants[1].faction == "Rebel"
    shown = list_views.list_shown(stage.ctx, stage.slug, "p1")
    assert shown.sound
    assert "3 x Rookie Pilot (X-wing) 21" in shown.text
    entry = stage.ctx.store.read(stage.slug)[-1]
    assert entry.action == "list"
    assert b"Rookie" not in entry.data  # the content is beside the journal


@pytest.mark.req("P-PREM-1")
@pytest.mark.req("X-14")
def test_who_is_missing_is_one_glance(tmp_path: Path) -> None:
    stage = duel(tmp_path)
    assert [row.player for row in list_views.missing(stage.ctx, stage.slug)] == ["p1", "p2", "p3", "p4"]
    hand_in(stage, "p2", SQUAD.format(count=1))
    leaving.drop(stage.ctx, stage.slug, "p3")
    assert [row.player for row in list_views.missing(stage.ctx, stage.slug)] == ["p1", "p4"]
    change_settings(stage.ctx, stage.slug, {"lists": "optional"})
    assert list_views.missing(stage.ctx, stage.slug) == ()
    change_settings(stage.ctx, stage.slug, {"lists": "off"})
    assert list_views.lists_view(stage.ctx, stage.slug).rows == ()
    with pytest.raises(Refused):
        hand_in(stage, "p1", SQUAD.format(count=1))


@pytest.mark.req("P-PREM-1")
@pytest.mark.parametrize(
    ("settings", "mode"),
    [
        ({}, "optional"),
        ({"championship_points": "yes"}, "required"),
        ({"championship_points": "yes", "lists": "optional"}, "optional"),
    ],
)
def test_decks_are_wanted_at_premier_events(tmp_path: Path, settings: dict[str, str], mode: str) -> None:
    stage = Stage(tmp_path, TCG, **settings)
    stage.enter(2)
    assert list_views.lists_view(stage.ctx, stage.slug).mode == mode
    hand_in(stage, "p1", DECK)
    assert list_views.lists_view(stage.ctx, stage.slug).rows[0].cards == 60


@pytest.mark.req("X-20")
def test_over_a_limit_every_one_is_named_and_staff_may_override(tmp_path: Path) -> None:
    stage = duel(tmp_path)
    over = "Faction: Rebel\n13 x Rookie Pilot (X-wing) 24\n"
    before = stage.t.seq
    with pytest.raises(OutsideRules) as caught:
        hand_in(stage, "p1", over)
    assert "312 squad points, 300 are allowed" in str(caught.value)
    assert "13 ships of the type X-wing, 12 of one type are allowed" in str(caught.value)
    with pytest.raises(Refused) as refused:
        hand_in(stage, "p1", over, by_player=True)
    assert not isinstance(refused.value, OutsideRules)
    with pytest.raises(Refused):
        hand_in(stage, "p1", over, by_player=True, override="please")
    assert stage.t.seq == before
    hand_in(stage, "p1", over, override="agreed before the event")
    row = list_views.lists_view(stage.ctx, stage.slug).rows[0]
    assert row.problems == ("too many squad points", "too many small ships of one type")
    assert row.override == "agreed before the event"
    assert row.points == 312  # nothing is cut


@pytest.mark.req("P-PREM-1")
def test_a_deck_over_its_limits_is_refused(tmp_path: Path) -> None:
    stage = Stage(tmp_path, TCG)
    stage.enter(2)
    with pytest.raises(OutsideRules) as caught:
        hand_in(stage, "p1", "5 Pikachu\n54 Fire Energy\n")
    assert "59 cards, a deck has 60; 5 of Pikachu, 4 of one name are allowed" in str(caught.value)
    hand_in(stage, "p1", "Whatever I find in my bag\n")  # free text: the judge looks at it
    assert list_views.lists_view(stage.ctx, stage.slug).rows[0].counted is False


def test_versions_are_kept_and_a_repeated_request_is_one(tmp_path: Path) -> None:
    stage = duel(tmp_path)
    for count in (1, 2, 3):
        hand_in(stage, "p1", SQUAD.format(count=count), client=f"c{count}")
        hand_in(stage, "p1", SQUAD.format(count=count), client=f"c{count}")
    found = list_views.versions(stage.ctx, stage.slug, "p1")
    assert [(v.number, v.points) for v in found] == [(1, 21), (2, 42), (3, 63)]
    assert "2 x Rookie" in list_views.list_shown(stage.ctx, stage.slug, "p1", version=2).text
    with pytest.raises(NotFound):
        list_views.list_shown(stage.ctx, stage.slug, "p1", version=4)
    undo.undo(stage.ctx, stage.slug)
    assert list_views.list_shown(stage.ctx, stage.slug, "p1").version.number == 2
    lists.withdraw(stage.ctx, stage.slug, "p1")
    assert "p1" in {row.player for row in list_views.missing(stage.ctx, stage.slug)}
    with pytest.raises(Refused):
        lists.withdraw(stage.ctx, stage.slug, "p1")
    with pytest.raises(NotFound):
        list_views.list_shown(stage.ctx, stage.slug, "p1")


def test_a_player_has_patience_for_so_many_versions(tmp_path: Path) -> None:
    stage = duel(tmp_path)
    for _ in range(20):
        hand_in(stage, 1, SQUAD.format(count=1), by_player=True)
    with raises_code(Refused, "list-versions"):
        hand_in(stage, 1, SQUAD.format(count=1), by_player=True)
    hand_in(stage, 1, SQUAD.format(count=2))


# --- until when -------------------------------------------------------------------------------------------------------


def test_the_deadline_is_for_players(tmp_path: Path) -> None:
    stage = duel(tmp_path, lists_deadline="2026-11-15 09:30", zone="Europe/Madrid")
    stage.ctx.now = lambda: "2026-11-15T08:29:59.000000Z"  # 9:29:59 in Madrid
    hand_in(stage, 1, SQUAD.format(count=1), by_player=True)
    assert list_views.own_lists(stage.ctx, stage.slug, 1).open
    stage.ctx.now = lambda: "2026-11-15T08:30:01.000000Z"
    assert not list_views.own_lists(stage.ctx, stage.slug, 1).open
    assert list_views.lists_view(stage.ctx, stage.slug).closed
    with raises_code(Refused, "list-late") as caught:
        hand_in(stage, 1, SQUAD.format(count=2), by_player=True)
    assert caught.value.params["deadline"] == "2026-11-15 09:30"
    hand_in(stage, 1, SQUAD.format(count=2))  # the desk still can
    copy = events.create(stage.ctx, events.NewEvent("Next", "", like=stage.slug))
    assert "lists_deadline" not in stage.ctx.open(copy).state.settings


@pytest.mark.parametrize("text", ["tomorrow", "2026-02-30 09:30", "2026-13-01 09:30", "2026-11-15", "2026-11-15 25:00"])
def test_a_deadline_that_is_none(tmp_path: Path, text: str) -> None:
    stage = duel(tmp_path)
    with pytest.raises(BadInput):
        change_settings(stage.ctx, stage.slug, {"lists_deadline": text})


@pytest.mark.req("X-14")
def test_lists_are_locked_when_round_1_starts(tmp_path: Path) -> None:
    stage = duel(tmp_path)
    stage.open_round(to=Status.PUBLISHED)
    hand_in(stage, "p1", SQUAD.format(count=1), by_player=True)
    rounds.start(stage.ctx, stage.slug, confirmed=True)
    with raises_code(Refused, "list-locked"):
        hand_in(stage, "p1", SQUAD.format(count=2), by_player=True)
    with raises_code(Refused, "list-locked-desk"):
        hand_in(stage, "p1", SQUAD.format(count=2), at_desk=True, override="x")
    with pytest.raises(OutsideRules):
        hand_in(stage, "p1", SQUAD.format(count=2))
    with pytest.raises(OutsideRules):
        lists.withdraw(stage.ctx, stage.slug, "p1")
    hand_in(stage, "p1", SQUAD.format(count=2), override="wrong card on the paper")
    assert list_views.versions(stage.ctx, stage.slug, "p1")[-1].override == "wrong card on the paper"


# --- teams ------------------------------------------------------------------------------------------------------------


@pytest.mark.req("X-14")
@pytest.mark.req("X-17")
def test_a_captain_hands_in_both_lists(tmp_path: Path) -> None:
    stage = teams(tmp_path)
    both = REBELS.format(name="Bruno Paz", cost=190) + REBELS.format(name="Ana Ruiz", cost=180)
    hand_in(stage, "Norte", both)
    ana, bruno, *rest = list_views.lists_view(stage.ctx, stage.slug).rows
    assert [(ana.person_name, ana.points), (bruno.person_name, bruno.points)] == [("Ana Ruiz", 180), ("Bruno Paz", 190)]
    assert (ana.captain, bruno.captain) == (False, True)
    assert [row.missing for row in rest] == [True, True]
    assert stage.t.squad_total(1) == 370
    assert stage.ctx.open(stage.slug).state.seq == 3  # one entry for both


@pytest.mark.req("X-17")
def test_a_team_is_checked_together(tmp_path: Path) -> None:
    stage = teams(tmp_path)
    with raises_code(BadInput, "list-whose"):
        hand_in(stage, "Norte", SQUAD.format(count=1))
    hand_in(stage, "Norte", "Faction: Rebel\nLuke Skywalker (X-wing) 28\n", person="Ana Ruiz")
    with raises_code(OutsideRules, "list-over", says="is in both squads"):
        hand_in(stage, "Norte", "Faction: Rebel\nGold Pilot (Y-wing) 18: Luke Skywalker 7\n", person=1)
    with raises_code(OutsideRules, "list-over", says="one faction"):
        hand_in(stage, "Norte", "Faction: Imperial\nAcademy Pilot (TIE Fighter) 12\n", person="Norte2")
    hand_in(stage, "Norte", "Player: Bruno Paz\nFaction: Rebel\nGold Pilot (Y-wing) 18\n")  # the list says whose it is
    # Opponents may have the same names.
    hand_in(stage, "Sur", "Faction: Rebel\nLuke Skywalker (X-wing) 28\n", person=0)
    with pytest.raises(NotFound):
        hand_in(stage, "Norte", SQUAD.format(count=1), person="Nobody")
    with pytest.raises(NotFound):
        hand_in(stage, "Norte", SQUAD.format(count=1), person=2)
    # Both may change sides together.
    empire = "Player: {}\nFaction: Imperial\nAcademy Pilot (TIE Fighter) 12\n"
    hand_in(stage, "Norte", empire.format("Ana Ruiz") + empire.format("Bruno Paz"))
    assert stage.t.entrants[1].faction == "Imperial"


# --- initiative -------------------------------------------------------------------------------------------------------


def slip_of(stage: Stage) -> dict[str, Any]:
    """The one slip of the round, as it is printed."""
    (page,) = gather("slips", stage.ctx, stage.slug, PrintOptions()).parts[0]["pages"]
    (slip,) = page
    return dict(slip)


@pytest.mark.req("X-19")
def test_the_lower_total_chooses_initiative_on_the_slip(tmp_path: Path) -> None:
    stage = duel(tmp_path, 2)
    stage.open_round(to=Status.PUBLISHED)
    assert slip_of(stage)["chooser"] == ""
    hand_in(stage, "p1", SQUAD.format(count=3))
    hand_in(stage, "p2", SQUAD.format(count=2))
    slip = slip_of(stage)
    assert slip[slip["chooser"]]["name"] == stage.ctx.open(stage.slug).name(2)
    assert {slip["a"]["squad"], slip["b"]["squad"]} == {"63", "42"}


@pytest.mark.req("X-19")
def test_equal_totals_are_drawn_by_lot_once(tmp_path: Path) -> None:
    chosen = set()
    for n in range(12):
        folder = tmp_path / str(n)
        folder.mkdir()
        stage = Stage(folder, DUEL, seed=f"seed {n}")
        stage.enter(2)
        stage.open_round(to=Status.PUBLISHED)
        for who in ("p1", "p2"):
            hand_in(stage, who, SQUAD.format(count=2))
        event = stage.ctx.open(stage.slug)
        pod = event.state.pods["main"]
        match = pod.rounds[1].matches[1]
        first = list_views.initiative(event, pod, pod.rounds[1], match)
        assert first == list_views.initiative(event, pod, pod.rounds[1], match)  # a reprint is the same
        assert slip_of(stage)["chooser"] == first
        chosen.add(first)
    assert chosen == {"a", "b"}


# --- who sees what ----------------------------------------------------------------------------------------------------


def test_lists_become_public_after_the_event_if_wanted(tmp_path: Path) -> None:
    stage = Stage(tmp_path, TCG, rounds="1", style="swiss")
    stage.enter(2)
    hand_in(stage, "p1", DECK)
    hand_in(stage, "p2", JPEG)
    stage.open_round()
    with pytest.raises(NotFound):
        list_views.public_lists(stage.ctx, stage.slug)
    change_settings(stage.ctx, stage.slug, {"lists_public": "yes", "names": "initial"})
    with pytest.raises(NotFound):
        list_views.public_lists(stage.ctx, stage.slug)
    stage.report_all()
    rounds.finish(stage.ctx, stage.slug)
    deck, photo = list_views.public_lists(stage.ctx, stage.slug)
    assert deck.text == DECK
    assert deck.name == "Ana A."
    assert photo.text == ""  # a photo may say where it was taken: it stays with the staff


def test_a_photo(tmp_path: Path) -> None:
    stage = duel(tmp_path)
    hand_in(stage, "p1", JPEG)
    assert list_views.photo(stage.ctx, stage.slug, "p1") == list_rows.Photo("image/jpeg", JPEG)
    hand_in(stage, "p1", SQUAD.format(count=1))
    with pytest.raises(NotFound):
        list_views.photo(stage.ctx, stage.slug, "p1")
    assert list_views.photo(stage.ctx, stage.slug, "p1", version=1).data == JPEG


def test_forgetting_erases_the_lists_too(tmp_path: Path) -> None:
    stage = duel(tmp_path)
    secret = "Very Secret Plan"
    hand_in(stage, "p1", f"{secret}\n", kind="text")
    hand_in(stage, "p1", SQUAD.format(count=1))
    leaving.forget(stage.ctx, stage.slug, "p1")
    shown = list_views.list_shown(stage.ctx, stage.slug, 1)
    assert shown.erased
    assert shown.version.points == 21  # the total stays with the results
    stage.ctx.store.close()
    for file in tmp_path.iterdir():
        assert secret.encode() not in file.read_bytes()
    stage.ctx.store.verify(stage.slug)


def test_a_bundle_carries_the_lists(tmp_path: Path) -> None:
    stage = duel(tmp_path)
    hand_in(stage, "p1", SQUAD.format(count=3))
    hand_in(stage, "p2", JPEG)
    data = export_bundle(stage.ctx.store, stage.slug)
    assert data == export_bundle(stage.ctx.store, stage.slug)
    slug = import_bundle(stage.ctx.store, data)
    assert slug != stage.slug
    before = list_views.list_shown(stage.ctx, stage.slug, "p1")
    assert list_views.list_shown(stage.ctx, slug, "p1").text == before.text
    assert list_views.photo(stage.ctx, slug, "p2").data == JPEG
    assert list_views.list_shown(stage.ctx, slug, "p2").sound


# --- the lock of video-game teams -------------------------------------------------------------------------------------


@pytest.mark.req("P-PREM-3")
def test_a_teams_code_is_stored_and_compared(tmp_path: Path) -> None:
    stage = Stage(tmp_path, VGC, championship_points="yes", qr_locked="yes", judge="Gala Faro")
    stage.enter(2)
    hand_in(stage, "p1", "Pikachu\nRaichu\nMew\nGengar\n")
    row = list_views.lists_view(stage.ctx, stage.slug).rows[0]
    assert row.lock_missing
    assert not row.missing
    lists.hand_in(stage.ctx, stage.slug, "p1", "PKM:abc-123\n", kind="lock")
    row = list_views.lists_view(stage.ctx, stage.slug).rows[0]
    assert row.lock_at
    assert not row.lock_missing
    assert row.version == 1  # the code has versions of its own
    assert list_views.compare_lock(stage.ctx, stage.slug, "p1", "PKM:abc-123").same
    other = list_views.compare_lock(stage.ctx, stage.slug, "p1", "PKM:abc-124")
    assert not other.same
    assert other.stored_sha256 != other.shown_sha256
    with pytest.raises(BadInput):
        list_views.compare_lock(stage.ctx, stage.slug, "p1", "  ")
    with pytest.raises(NotFound):
        list_views.compare_lock(stage.ctx, stage.slug, "p2", "x")
    lists.hand_in(stage.ctx, stage.slug, "p2", JPEG, kind="lock")
    with raises_code(Refused, "lock-picture"):
        list_views.compare_lock(stage.ctx, stage.slug, "p2", "x")
    assert list_views.photo(stage.ctx, stage.slug, "p2", lock=True).data == JPEG


@pytest.mark.req("P-PREM-3")
@pytest.mark.parametrize(
    ("settings", "warned"),
    [
        ({"championship_points": "yes"}, True),
        ({"championship_points": "yes", "qr_locked": "yes"}, False),
        ({"championship_points": "yes", "qr_locked": "no"}, True),
        ({}, False),
    ],
)
def test_a_premier_video_game_event_must_be_locked(tmp_path: Path, settings: dict[str, str], warned: bool) -> None:
    stage = Stage(tmp_path, VGC, **settings)
    found = [note for note in review_settings(stage.ctx.open(stage.slug)) if note.code == "qr-unlocked"]
    assert bool(found) is warned


@pytest.mark.req("X-31")
def test_the_note_on_products(tmp_path: Path) -> None:
    stage = duel(tmp_path)
    assert "release" in list_views.lists_view(stage.ctx, stage.slug).note
    assert "release" in list_views.own_lists(stage.ctx, stage.slug, 1).note


def test_four_thousand_players_are_quick(tmp_path: Path) -> None:
    stage = Stage(tmp_path, TCG, lists="required")
    stage.enter(make_players(4000))
    list_views.lists_view(stage.ctx, stage.slug)  # names are read once
    assert len(list_views.lists_view(stage.ctx, stage.slug).missing) == 4000
    assert count_calls(lambda: list_views.lists_view(stage.ctx, stage.slug)) < 4000 * 50


@pytest.mark.req("A-53", "X-17")
def test_ships_are_those_of_the_year_of_the_event(tmp_path: Path) -> None:
    stage = duel(tmp_path)
    tie = "Faction: Rebel\nAcademy Pilot (TIE Fighter) 12\n"
    for date in ("", "2014-09-20"):  # without a date the document's year counts
        change_settings(stage.ctx, stage.slug, {"date": date})
        with raises_code(OutsideRules, "list-over", says="TIE Fighter was not yet a ship of the faction Rebel in 2014"):
            hand_in(stage, "p1", tie)
    change_settings(stage.ctx, stage.slug, {"date": "2018-03-02"})
    hand_in(stage, "p1", tie)
    change_settings(stage.ctx, stage.slug, {"date": ""})
    assert stage.t.ruleset.lists.squad.year == 2014
