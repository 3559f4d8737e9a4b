"""One person entered twice: the list and the code of either entry stay with the one that is kept."""

from __future__ import annotations

from pathlib import Path

import pytest

from pareo.app.commands.lists import submit as lists
from pareo.app.commands.people import roster
from pareo.app.commands.people.players import NewPlayer
from pareo.app.queries.lists import views as list_views
from pareo.core.text.errors import OutsideRules
from support.events.stage import Stage
from support.files.photos import JPEG

DECK = "4 Pikachu\n56 Fire Energy\n"
TEAM = "\n".join(("Flutter Mane", "Incineroar", "Urshifu", "Rillaboom"))


def event_with_double_entry(folder: Path, ruleset: str = "pokemon-tcg-2019-07", **settings: str) -> Stage:
    stage = Stage(folder, ruleset, **settings)
    stage.enter(
        [
            NewPlayer(first="Ana", last="Luz", id="a"),
            NewPlayer(first="Ana", last="Luz", id="b"),
            *(NewPlayer(first=name, last="Sol", id=name) for name in ("Bel", "Cai", "Dan", "Eva")),
        ]
    )
    return stage


@pytest.mark.req("P-PREM-1")
def test_the_list_goes_along_as_it_was_handed_in(tmp_path: Path) -> None:
    stage = event_with_double_entry(tmp_path, championship_points="yes")
    lists.hand_in(stage.ctx, stage.slug, "b", DECK, by_player=True)
    before = list_views.list_shown(stage.ctx, stage.slug, "b").version
    roster.merge(stage.ctx, stage.slug, "a", "b")
    stage.ctx.invalidate(stage.slug)
    shown = list_views.list_shown(stage.ctx, stage.slug, "a")
    assert shown.sound
    assert shown.text == DECK
    kept = shown.version
    assert (kept.sha256, kept.at, kept.by, kept.by_player, kept.cards) == (
        before.sha256,
        before.at,
        before.by,
        True,
        60,
    )
    assert "a" not in {row.player for row in list_views.missing(stage.ctx, stage.slug)}
    assert len(stage.ctx.store.dump(stage.slug).attachments) == 1, "the other entry's copy is erased with it"


@pytest.mark.req("P-PREM-3")
def test_the_code_and_a_photo_go_along_too(tmp_path: Path) -> None:
    stage = event_with_double_entry(tmp_path, "pokemon-vgc-2019-07", qr_locked="yes")
    lists.hand_in(stage.ctx, stage.slug, "b", JPEG)
    lists.hand_in(stage.ctx, stage.slug, "b", "QR-1", kind="lock")
    roster.merge(stage.ctx, stage.slug, "a", "b")
    assert list_views.photo(stage.ctx, stage.slug, "a").data == JPEG
    assert list_views.compare_lock(stage.ctx, stage.slug, "a", "QR-1").same


@pytest.mark.req("P-PREM-1")
def test_a_list_of_the_kept_entry_is_the_one_that_counts(tmp_path: Path) -> None:
    stage = event_with_double_entry(tmp_path, "pokemon-vgc-2019-07")
    lists.hand_in(stage.ctx, stage.slug, "a", TEAM)
    lists.hand_in(stage.ctx, stage.slug, "b", TEAM.replace("Urshifu", "Tornadus"))
    roster.merge(stage.ctx, stage.slug, "a", "b")
    assert "Urshifu" in list_views.list_shown(stage.ctx, stage.slug, "a").text
    assert len(list_views.versions(stage.ctx, stage.slug, "a")) == 1


@pytest.mark.req("X-20")
def test_what_staff_accepted_stays_accepted(tmp_path: Path) -> None:
    stage = event_with_double_entry(tmp_path)
    with pytest.raises(OutsideRules):
        lists.hand_in(stage.ctx, stage.slug, "b", "59 Fire Energy")
    lists.hand_in(stage.ctx, stage.slug, "b", "59 Fire Energy", override="a card is lost")
    roster.merge(stage.ctx, stage.slug, "a", "b")
    version = list_views.list_shown(stage.ctx, stage.slug, "a").version
    assert (version.problems, version.override) == (("deck-cards",), "a card is lost")


@pytest.mark.req("P-PREM-1")
def test_after_the_start_the_entry_that_plays_gets_the_list(tmp_path: Path) -> None:
    stage = Stage(tmp_path, "pokemon-tcg-2019-07")
    stage.enter(8)
    stage.enter([NewPlayer(first="Otra", last="Vez", id="twin", absent=frozenset({1}))])
    lists.hand_in(stage.ctx, stage.slug, "twin", DECK)
    stage.open_round()
    roster.merge(stage.ctx, stage.slug, "twin", "p1")
    assert list_views.list_shown(stage.ctx, stage.slug, "p1").text == DECK
