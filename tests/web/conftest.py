"""Events for tests of public pages and of the console."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from support.web.public import Make, PublicStage


@pytest.fixture
def make(tmp_path: Path) -> Iterator[Make]:
    """Makes events, each in a database of its own."""
    made: list[PublicStage] = []

    def build(ruleset: str = "pokemon-tcg-2019-07", **settings: str) -> PublicStage:
        folder = tmp_path / str(len(made))
        folder.mkdir()
        made.append(PublicStage(folder, ruleset, **settings))
        return made[-1]

    yield build
    for stage in made:
        stage.store.close()
