"""The command line of a test, and events that many tests begin with."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from support.command_line import CommandLine, Row, lower_wins, players_csv


@pytest.fixture
def favourite() -> Callable[[Row], str]:
    return lower_wins


@pytest.fixture
def field(pareo: CommandLine) -> Callable[..., str]:
    """Creates a tournament with so many players; its slug."""

    def make(ruleset: str, count: int, *options: str, **kwargs: Any) -> str:
        slug = pareo("new", "Test Event", "--ruleset", ruleset, "--seed", "fixed", *options).out.strip()
        pareo("players", "import", slug, pareo.file("people.csv", players_csv(count, **kwargs)))
        return slug

    return make
