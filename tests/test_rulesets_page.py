"""docs/rulesets.md says what the reader of ruleset files asks for: every key, none too many."""

from __future__ import annotations

import importlib.util
import sys
from types import ModuleType

import pytest

from pareo import rulesets
from pareo.core.model.toml_reader import TomlTable
from pareo.core.text.toml_writer import read_toml
from support.paths import ROOT


def load_tool() -> ModuleType:
    spec = importlib.util.spec_from_file_location("pareo_rulesets_page", ROOT / "tools" / "rulesets_page.py")
    assert spec is not None
    assert spec.loader is not None
    tool = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = tool  # its dataclasses look themselves up
    spec.loader.exec_module(tool)
    return tool


TOOL = load_tool()


def test_the_page_is_what_the_reader_says() -> None:
    assert TOOL.problems() == []
    assert (ROOT / "docs" / "rulesets.md").read_text(encoding="utf-8") == TOOL.page(), (
        "run python tools/rulesets_page.py"
    )


def test_kinds_words_and_defaults_are_those_of_the_questions() -> None:
    page = TOOL.page()
    for line in (
        "| `entrant` | one of `player`, `team` | player | who enters: a player, or a team |",
        "| `shared_places` | true or false | false |",
        "| `system` | one of `random`,",
        "| `max_share` | share such as",
        "| `win` | points | needed | a win |",
        "| `bye` | points | follows |",
        "| `late-loss` | points | follows |",
        "| `sonneborn-berger` | `draws` (none or half)",
    ):
        assert line in page, line


def test_a_new_key_needs_a_meaning_and_changes_the_page(monkeypatch: pytest.MonkeyPatch) -> None:
    before = TOOL.page()
    read = TOOL.read_ruleset

    def asking_more(top: TomlTable, *, text: str) -> object:
        top.flag("music", default=True)
        return read(top, text=text)

    monkeypatch.setattr(TOOL, "read_ruleset", asking_more)
    assert TOOL.problems() == ["no meaning: music"]
    assert "| `music` | true or false | true |" in TOOL.page() != before


def test_listening_reads_as_any_reader() -> None:
    table = read_toml(rulesets.load("swiss").text)
    assert TOOL.read_ruleset(TOOL.RecordingTable(table, {}, file="swiss"), text="") == TOOL.read_ruleset(
        TomlTable(table, file="swiss"), text=""
    )
