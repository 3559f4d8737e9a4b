"""What is stored of a series and of a duplicate event besides names and versions. Stores write and read these whole.

No name of a person is in a series: people are known by hashes keyed with its own secret.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class CountedEvent:
    """A tournament of a series, and how it counts there."""

    id: str  # random, the same in every copy of the tournament
    slug: str  # as it was when it came
    name: str
    weight: str = "1"
    table: str = ""  # which of its tables; "" where there is one
    kind: str = ""  # of a series with kinds of events


@dataclass(frozen=True, slots=True)
class Decision:
    """Categories that were recorded: of a period, or by hand."""

    time: str
    actor: str
    who: Mapping[str, str]  # key of a person → category
    period: str


@dataclass(frozen=True, slots=True)
class SeriesDocument:
    """A series: its rules (TOML), its tournaments in order, keys that are one person, and its categories."""

    rules: str
    events: tuple[CountedEvent, ...] = ()
    same: tuple[tuple[str, str], ...] = ()
    categories: tuple[Decision, ...] = ()


@dataclass(frozen=True, slots=True)
class DuplicateDocument:
    """A duplicate event: the best possible points of each game, turn by turn. Its sheets are stored by themselves."""

    games: tuple[tuple[int, ...], ...] = ()
    date: str = ""
    names: str = "full"  # how everybody sees names: full or initial
