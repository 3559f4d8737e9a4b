"""What each format does with matches of several games: holds them, or says at export that it cannot (A-42, A-70)."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from pareo.app.commands.event import events
from pareo.app.commands.rounds import rounds
from pareo.app.queries.pages.event_tables import pairing_rows
from pareo.core.text.errors import Refused
from pareo.formats.registry import EXPORTERS, import_file
from support.errors import raises_code
from support.events.stage import Stage

KINDS = {
    "best of three": ("pokemon-tcg-2019-07", {"best_of": "3"}, ["2-1", "1-0 0-1 1-0"]),
    "two games": ("scrabble-fise", {"games": "2"}, ["1½-½ 812-700", "412-380 350-401"]),
}


@pytest.fixture(params=sorted(KINDS))
def played(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[tuple[Stage, list[str]]]:
    ruleset, settings, results = KINDS[request.param]
    stage = Stage(tmp_path, ruleset, rounds="2", **settings)
    stage.enter(4, birth_year=1990)
    stage.open_round()
    left = iter(results)
    stage.report_all(lambda a, b: next(left))
    rounds.finish(stage.ctx, stage.slug)
    yield stage, results
    stage.ctx.store.close()


def results_of(stage: Stage, slug: str) -> list[str | None]:
    return [row.result for row in pairing_rows(stage.ctx, slug, round_no=1)]


@pytest.mark.req("A-42", "A-70")
@pytest.mark.parametrize("held", ["pareo", "event-json"])
def test_these_bring_every_game_back(played: tuple[Stage, list[str]], held: str) -> None:
    stage, results = played
    made = EXPORTERS[held].export(stage.ctx, stage.slug, "en", None)
    assert not any("games of matches" in line for line in made.left_out)
    import_file(stage.ctx, made.data, slug="otra")
    assert results_of(stage, "otra") == results


@pytest.mark.req("A-70")
def test_tables_and_public_data_show_them(played: tuple[Stage, list[str]]) -> None:
    stage, results = played

    def written(name: str) -> bytes:
        return EXPORTERS[name].export(stage.ctx, stage.slug, "en", None).data

    told = written("csv-pairings").decode()
    assert all(result in told for result in results)
    book = zipfile.ZipFile(io.BytesIO(written("xlsx")))
    cells = "".join(book.read(name).decode() for name in book.namelist() if name.endswith(".xml"))
    assert all(result in cells for result in results)
    public = json.dumps(json.loads(written("json")), ensure_ascii=False)
    assert results[1].replace("-", "–") in public
    assert '"2–1"' in public if results[0] == "2-1" else '"score": "812–700"' in public
    score = "2–1" if results[0] == "2-1" else "1–1"
    assert f" {score}" in written("csv-cross-table").decode()


@pytest.mark.req("A-70")
@pytest.mark.parametrize("silent", ["tdf", "trf", "trf16", "tsh"])
def test_these_say_what_they_cannot_hold(played: tuple[Stage, list[str]], silent: str) -> None:
    stage, _ = played
    told = EXPORTERS[silent].export(stage.ctx, stage.slug, "en", None).left_out
    assert any("the games of matches" in line for line in told), told


@pytest.mark.req("A-70")
def test_list_juggler_is_for_matches_of_one_game(played: tuple[Stage, list[str]], tmp_path: Path) -> None:
    stage, _ = played
    with raises_code(Refused, "juggler-event"):
        EXPORTERS["list-juggler"].export(stage.ctx, stage.slug, "en", None)
    (tmp_path / "x").mkdir()
    squads = Stage(tmp_path / "x", "xwing-epic-duel")
    for key, value in (("games", "2"), ("best_of", "3")):
        with pytest.raises(Refused):
            events.change_settings(squads.ctx, squads.slug, {key: value})
    squads.ctx.store.close()


@pytest.mark.req("A-70")
@pytest.mark.parametrize("quiet", ["tdf", "trf", "tsh"])
def test_one_game_is_told_nothing(tmp_path: Path, quiet: str) -> None:
    stage = Stage(tmp_path, "pokemon-tcg-2019-07", rounds="2")
    stage.enter(4, birth_year=1990)
    stage.play(1)
    told = EXPORTERS[quiet].export(stage.ctx, stage.slug, "en", None).left_out
    assert not any("games of matches" in line for line in told)
    stage.ctx.store.close()
