"""For tests of bundles."""

from __future__ import annotations

import pytest


@pytest.fixture
def any_fact(monkeypatch: pytest.MonkeyPatch) -> None:
    """Journals with invented facts count as sound: that they must replay, `test_damaged_events` tries."""
    monkeypatch.setattr("pareo.formats.bundle.replay", lambda _: None)
    monkeypatch.setattr("pareo.formats.bundle.decode_entries", list)
