"""Events of earlier versions speak the reader's language: what their rulesets said is read in today's words."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from pareo.app.base.context import Context
from pareo.core.league.series_rules import parse_series_rules
from pareo.core.text.former_texts import FORMER_TEXTS
from pareo.locale.catalogue import read_messages
from pareo.rulesets.series_presets import preset_plan
from pareo.store import open_store
from record_texts import ruleset_texts
from support.paths import ROOT

OLD = ROOT / "tests" / "fixtures" / "v0_1_0" / "hall.db"


@pytest.mark.req("B-45")
def test_every_text_of_an_old_event_is_translated(tmp_path: Path) -> None:
    db = tmp_path / "hall.db"
    db.write_bytes(OLD.read_bytes())
    store = open_store(str(db))
    try:
        ctx = Context(store, actor="Elsa Prado")
        states = [ctx.open(path.stem).state for path in sorted((OLD.parent / "journals").glob("*.csv"))]
    finally:
        store.close()
    known = read_messages("es").one
    said = {text for state in states for text in ruleset_texts(state.ruleset) if text}
    assert len(states) > 5
    assert sorted(said - set(known)) == []
    stored = {note for state in states for note in tomllib.loads(state.ruleset.text).get("notes", [])}
    assert stored & set(FORMER_TEXTS), "the stored ruleset stays as it was written"


@pytest.mark.req("B-45")
def test_a_former_text_leads_to_one_of_today() -> None:
    known = set(read_messages("es").one)
    assert [new for new in FORMER_TEXTS.values() if new not in known] == []
    assert [old for old, new in FORMER_TEXTS.items() if old in known and old != new] == []


@pytest.mark.req("B-45")
def test_a_series_of_an_earlier_version_too() -> None:
    plan = preset_plan("argentina")
    old = plan.text.replace(plan.title, "Argentina, the three best games of the month")
    assert old != plan.text
    assert parse_series_rules(old, name="argentina").title == plan.title
