"""A copy without names: it verifies, plays as the original did, and nothing in it tells who was there."""

from __future__ import annotations

import io
import shutil
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from hall_stage import NAMES, Stage
from pareo.app.desk import Desk
from pareo.app.event import events
from pareo.app.floor import floor
from pareo.app.views.event_rows import pairing_rows, standing_rows
from pareo.formats.anonymous import anonymous_bundle
from pareo.formats.bundle import import_bundle, verify_bundle
from pareo.store import Store, open_store
from where import ROOT

OLD = ROOT / "tests" / "fixtures" / "v0_1_0" / "hall.db"


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[Store]:
    store = open_store(str(shutil.copy(OLD, tmp_path / "hall.db")))
    yield store
    store.close()


def text_of(bundle: bytes) -> str:
    with zipfile.ZipFile(io.BytesIO(bundle)) as archive:
        return "\n".join(archive.read(name).decode() for name in archive.namelist())


def told_of_people(store: Store, slug: str) -> set[str]:
    """Whatever is known of the people, and who acted."""
    whole = store.whole(slug)
    known = {text for person in whole.people.values() for text in person.values() if isinstance(text, str)}
    return {text for text in known | {entry.actor for entry in whole.entries} if len(text) > 2}


def table(desk: Desk, slug: str) -> list[Any]:
    return [(row.table, row.rank, row.points, row.decided_by) for row in standing_rows(desk, slug)]


def test_every_kind_of_entry_comes_without_its_people_and_still_verifies(hall: Store) -> None:
    desk = Desk(hall, actor="x")
    for summary in hall.tournaments():
        made = anonymous_bundle(hall, summary.slug)
        text = text_of(made)
        assert not [name for name in told_of_people(hall, summary.slug) if name in text], summary.slug
        assert verify_bundle(made).entries == summary.head
        copy = import_bundle(hall, made, slug=f"copy-of-{summary.slug}")
        assert hall.verify(copy) == summary.head
        assert table(desk, copy) == table(desk, summary.slug)
        assert [(r.round, r.table, r.result) for r in pairing_rows(desk, copy)] == [
            (r.round, r.table, r.result) for r in pairing_rows(desk, summary.slug)
        ]


def test_what_somebody_typed_is_not_in_it(tmp_path: Path) -> None:
    stage = Stage(tmp_path / "hall.db")
    slug = stage.event("copa-faro", name="Copa do Faro", place="Rúa do Vento 7", organiser="Lucía Vega", club="Torre")
    stage.open(slug)
    floor.penalise(stage.desk, slug, "p1", round_no=1, kind="warning", reason="Ada shouted")
    floor.announce(stage.desk, slug, "Bruno Brasa, please come to the desk")
    events.change_settings(stage.desk, slug, {"judge": "Marta Neira"})
    text = text_of(anonymous_bundle(stage.store, slug))
    typed = ("copa-faro", "Copa do Faro", "Rúa", "Lucía", "Torre", "Ada", "shouted", "Bruno", "desk", "Marta", "Elsa")
    assert not [word for word in typed if word in text]
    assert not [name for name in NAMES[:8] if name.split()[1] in text]
    assert '"Player"' in text
    stage.close()


def test_the_same_event_gives_the_same_copy_under_another_id(hall: Store) -> None:
    assert anonymous_bundle(hall, "cup") == anonymous_bundle(hall, "cup")
    assert verify_bundle(anonymous_bundle(hall, "cup")).tournament_id != hall.summary("cup").id
