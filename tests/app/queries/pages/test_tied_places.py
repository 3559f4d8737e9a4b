"""Places that tie-breaks leave tied: shared, by lot, or decided outside; and the list that is announced."""

from __future__ import annotations

from pathlib import Path

import pytest

from pareo.app.commands.event.events import change_settings
from pareo.app.queries.pages.announcement import announce
from pareo.app.queries.pages.event_tables import standing_rows
from pareo.core.text.errors import BadInput
from support.events.played import PlayedEvent


def all_drawn(_a: int, _b: int) -> str:
    return "½-½"


def places(played: PlayedEvent, after: int | None = None) -> list[tuple[int, str, str | None]]:
    return [(row.rank, row.player, row.decided_by) for row in standing_rows(played.ctx, played.slug, after=after)]


@pytest.mark.req("F-119")
def test_a_play_off_orders_who_is_still_tied_and_is_marked(tmp_path: Path) -> None:
    played = PlayedEvent(tmp_path, "chess-fide", 4, rounds="3", tiebreaks="WON")
    played.play(1, all_drawn)
    assert [rank for rank, *_ in places(played)] == [1, 1, 1, 1]
    number = {e.start_no: f"p{no}" for no, e in played.state.entrants.items()}
    change_settings(played.ctx, played.slug, {"play_off": " 3 >1 "})
    assert played.state.settings["play_off"] == "3>1"
    told = places(played)
    assert told[:2] == [(1, number[3], None), (2, number[1], "play-off")]
    assert [rank for rank, *_ in told[2:]] == [3, 3]
    change_settings(played.ctx, played.slug, {"tiebreaks": "TPN/R"}, confirmed=True, word="TIEBREAKS")
    assert [who for _, who, _ in places(played)] == [number[n] for n in (4, 3, 2, 1)], "only what is still tied"
    for wrong in ("3", "3>3", "3>x", "1>2; 2>3"):
        with pytest.raises(BadInput):
            change_settings(played.ctx, played.slug, {"play_off": wrong})


@pytest.mark.req("F-119")
def test_a_lot_is_the_same_whenever_it_is_asked_for(tmp_path: Path) -> None:
    told = []
    for folder in ("a", "b"):
        (tmp_path / folder).mkdir()
        played = PlayedEvent(tmp_path / folder, "chess-fide", 6, rounds="3", tiebreaks="WON;lot", seed="the same")
        played.play(1, all_drawn)
        told += [places(played), places(played)]
        played.ctx.store.close()
    assert told[0] == told[1] == told[2] == told[3]
    assert [rank for rank, *_ in told[0]] == [1, 2, 3, 4, 5, 6]


@pytest.mark.req("F-120")
def test_the_announcement_names_the_tie_breaks_in_full(tmp_path: Path) -> None:
    played = PlayedEvent(tmp_path, "chess-fide", 4, tiebreaks="BH/C1,DE,TPN")
    assert (
        "Players tied on points are ranked by: Buchholz, cut 1 (BH/C1); Direct encounter (DE); Pairing number (TPN)."
        in announce(played.ctx, played.slug, "en")
    )
    assert "Buchholz, corte 1 (BH/C1)" in announce(played.ctx, played.slug, "es")
    played.ctx.store.close()
    (tmp_path / "b").mkdir()
    other = PlayedEvent(tmp_path / "b", "swiss", 4)
    assert "same points" not in announce(other.ctx, other.slug, "en")
