"""Entries of older releases, read as if they had been written today.

Every entry carries the schema version it was written with. One number counts for all actions: it goes up when the
data of any action changes shape, and the step from the old shape is added to `UPGRADES` and stays there for ever.
What is stored is never rewritten (the chain covers it): the upgrade happens on each reading.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

import msgspec

from pareo.core.text.errors import BadInput
from pareo.store.chain import Entry, canonical, decode_data

ENTRY_VERSION = 1
"""The schema version this release writes."""

Step = Callable[[str, dict[str, Any]], tuple[str, dict[str, Any]]]
"""From an action and its data in one version to the action and its data in the next."""

UPGRADES: Mapping[tuple[str, int], Step] = {}
"""(action, version) → the step to version + 1. An action that is not listed did not change in that version."""


def upgrade_entries(
    entries: Iterable[Entry], *, table: Mapping[tuple[str, int], Step] = UPGRADES, target: int = ENTRY_VERSION
) -> list[Entry]:
    """The entries in today's shape; the hash stays the one of the stored entry."""
    return [entry if entry.version == target else _upgrade(entry, table, target) for entry in entries]


def _upgrade(entry: Entry, table: Mapping[tuple[str, int], Step], target: int) -> Entry:
    if entry.version > target:
        raise BadInput(
            "entry-newer",
            "Entry {seq} of {slug} was written by a newer version of Pareo: install that version to open it.",
            seq=entry.seq,
            slug=entry.tournament,
        )
    action = entry.action
    data: dict[str, Any] | None = None
    for version in range(entry.version, target):
        step = table.get((action, version))
        if step is not None:
            action, data = step(action, decode_data(entry.data) if data is None else data)
    return msgspec.structs.replace(
        entry, version=target, action=action, data=entry.data if data is None else canonical(data)
    )
