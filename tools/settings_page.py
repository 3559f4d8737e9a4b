"""Writes docs/settings.md from the settings of the program: `python tools/settings_page.py --write`; else prints it."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from pareo.core.settings.registry import SETTINGS
from pareo.core.settings.setting import Setting, SettingGroup

PAGE = Path(__file__).parents[1] / "docs" / "settings.md"
_HEAD = """# Settings

Change them in the console under *Settings*, or with `pareo set SLUG KEY=VALUE`; `pareo settings` lists them. An empty
value restores the default, which comes from the ruleset. “pod”: a pod can have its own value (`--pod P`). “before”: it
cannot change once round 1 has started.

`tools/settings_page.py` makes this page from the program's own settings; do not change it by hand.
"""


def page() -> str:
    """The whole page, grouped as the console groups its settings."""
    lines = [_HEAD]
    for group in SettingGroup:
        rows = [_row(one) for one in SETTINGS.values() if one.group is group]
        lines += [f"## {group.value}", "", "| key | value | meaning | |", "|---|---|---|---|", *rows, ""]
    return "\n".join(lines)


def _row(setting: Setting[Any]) -> str:
    marks = [mark for mark, holds in (("pod", setting.per_pod), ("before", setting.before_start)) if holds]
    return f"| `{setting.key}` | {setting.takes} | {setting.meaning} | {', '.join(marks)} |"


if __name__ == "__main__":
    if "--write" in sys.argv:
        PAGE.write_text(page(), encoding="utf-8")
    else:
        sys.stdout.write(page())
