"""A player's link keeps one photo per list, a few per person and so many bytes per event (R-10)."""

from __future__ import annotations

import base64
from pathlib import Path

import pytest

from pareo.app.commands.lists import submit as lists
from pareo.app.commands.lists.submit import PHOTOS_BY_PLAYER
from pareo.app.queries.lists import views as list_views
from pareo.core.text.errors import Refused
from pareo.store import SqliteStore
from pareo.store.memory import MemoryStore
from support.events.stage import Stage
from support.files.photos import JPEG, PNG, SECRET, exif, jpeg, jpeg_part
from support.web.server import SLUG, serve_database, start_event

TEXT = "Rattata and his friends\n"


def stage_of(folder: Path) -> Stage:
    stage = Stage(folder, "pokemon-tcg-2019-07")
    stage.enter(4)
    return stage


def are_erased(stage: Stage) -> list[bool]:
    """Of the first three versions."""
    return [list_views.list_shown(stage.ctx, stage.slug, "p1", version=n).erased for n in (1, 2, 3)]


def photo(number: int) -> bytes:
    return jpeg(jpeg_part(0xE2, b"ICC_PROFILE\0" + bytes([number]) * 1000))


def hand(stage: Stage, content: bytes | str, who: str = "p1", **more: bool) -> None:
    lists.hand_in(stage.ctx, stage.slug, who, content, **more)


@pytest.mark.req("R-10")
def test_a_later_photo_takes_the_place_of_the_earlier_one(tmp_path: Path) -> None:
    stage = stage_of(tmp_path)
    store = stage.ctx.store
    for number in (1, 2, 3):
        hand(stage, photo(number), by_player=True)
        assert store.attachment_bytes(stage.slug) == len(photo(number)), "one is stored"
    assert list_views.photo(stage.ctx, stage.slug, "p1").data == photo(3)
    assert are_erased(stage) == [True, True, False]
    hand(stage, TEXT, by_player=True)
    hand(stage, PNG, by_player=True)
    assert store.attachment_bytes(stage.slug) == len(PNG) + len(TEXT), "texts are all kept"
    hand(stage, JPEG, who="p2", by_player=True)
    assert list_views.photo(stage.ctx, stage.slug, "p1").data == PNG, "nobody else's"


@pytest.mark.req("R-10")
def test_what_staff_took_stays(tmp_path: Path) -> None:
    stage = stage_of(tmp_path)
    hand(stage, photo(1))
    hand(stage, photo(2), by_player=True)
    hand(stage, photo(3), by_player=True)
    assert are_erased(stage) == [False, True, False]


@pytest.mark.req("R-10")
def test_a_person_hands_in_a_few_photos_and_an_event_holds_so_many(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stage = stage_of(tmp_path)
    for number in range(PHOTOS_BY_PLAYER):
        hand(stage, photo(number), by_player=True)
    with pytest.raises(Refused) as caught:
        hand(stage, photo(9), by_player=True)
    assert caught.value.code == "photos-person"
    hand(stage, TEXT, by_player=True)
    hand(stage, photo(9))  # at the desk
    monkeypatch.setattr(lists, "PHOTOS_OF_EVENT", stage.ctx.store.attachment_bytes(stage.slug) + len(JPEG))
    hand(stage, JPEG, who="p2", by_player=True)
    with pytest.raises(Refused) as caught:
        hand(stage, JPEG, who="p3", by_player=True)
    assert caught.value.code == "photos-event"
    hand(stage, JPEG, who="p3")
    hand(stage, TEXT, who="p4", by_player=True)


@pytest.mark.req("R-10")
def test_every_store_lets_go_of_what_was_replaced(tmp_path: Path) -> None:
    from pareo.app.base.context import Context  # noqa: PLC0415
    from pareo.app.commands.event import events  # noqa: PLC0415
    from pareo.app.commands.people import players  # noqa: PLC0415

    for store in (MemoryStore(), SqliteStore(tmp_path / "events.db")):
        ctx = Context(store)
        slug = events.create(ctx, events.NewEvent("Copa", "pokemon-tcg-2019-07"))
        players.enter(ctx, slug, [players.NewPlayer(first="Iria", id="p1", division="master")], confirmed=True)
        for content in (JPEG, PNG):
            lists.hand_in(ctx, slug, "p1", content, by_player=True)
            assert store.attachment_bytes(slug) == len(content)
        store.verify(slug)


@pytest.mark.slow
@pytest.mark.req("R-10")
def test_by_the_link_on_a_real_server(tmp_path: Path) -> None:
    db = tmp_path / "hall.db"
    token, session = start_event(db, start=False)
    with serve_database(db, token, session) as hosted:
        link = hosted.player_link(db, 1)
        at = f"/api/v1/events/{SLUG}/own/{link}/list"
        telling = jpeg(jpeg_part(0xE1, exif(6)))
        for number in range(PHOTOS_BY_PLAYER):
            content = telling if number == PHOTOS_BY_PLAYER - 1 else photo(number)
            status, text = hosted.ask("POST", at, {"photo": base64.b64encode(content).decode()}, staff=False)
            assert status == 200, text
        assert hosted.ask("POST", at, {"photo": base64.b64encode(JPEG).decode()}, staff=False)[0] == 422
        store = SqliteStore(db)
        (kept,) = store.dump(SLUG).attachments
        store.close()
        assert SECRET not in kept.data
        assert len(kept.data) == len(JPEG) + 36
        assert "Traceback" not in hosted.process.text
