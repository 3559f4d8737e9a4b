"""docs/settings.md is made from the settings of the program: no setting is missing, and all in its words."""

from __future__ import annotations

import pytest

from pareo.core.settings.registry import SETTINGS
from settings_page import PAGE, page


@pytest.mark.req("U-18")
def test_the_page_is_made_from_the_settings() -> None:
    written = PAGE.read_text(encoding="utf-8")
    assert written == page(), "run python tools/settings_page.py --write"
    assert [key for key in SETTINGS if f"| `{key}` |" not in written] == []
