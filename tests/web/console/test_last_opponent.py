"""B-14: the arithmetic of a place says how a circle of last opponents was cut, in every front end."""

from __future__ import annotations

import hashlib
import html
from pathlib import Path

import pytest

from pareo.app.queries.pages.event_tables import standing_tables
from pareo.app.queries.pages.explain_place import arithmetic
from pareo.core.standings.tiebreaks.direct_encounter import LAST_OPPONENT
from pareo.formats.bundle import export_bundle, import_bundle
from pareo.locale.texts import texts
from support.command_line import CommandLine
from support.events.stage import Stage, make_players
from support.web.public import Make

pytestmark = pytest.mark.filterwarnings("ignore::litestar.exceptions.LitestarDeprecationWarning")

SEED = 22  # of an event in which two tied players of the middle were each other's last opponents


def outcome(a: int, b: int) -> str:
    return "1-0" if hashlib.sha256(f"{SEED}{a}{b}".encode()).digest()[0] % 2 else "0-1"


@pytest.mark.req("B-14")
def test_every_front_end_says_how_a_circle_was_cut(tmp_path: Path, make: Make) -> None:
    stage = Stage(tmp_path, "pokemon-2009", seed=f"s{SEED}", rounds="3")
    stage.enter(make_players(12, birth_year=1980))
    stage.play(3, outcome)
    (table,) = standing_tables(stage.ctx, stage.slug)
    index = [use.id for use in stage.t.ruleset.tiebreaks].index(LAST_OPPONENT.id)
    cut = {row.no: code for row in table.rows if (code := (row.headings[index].cuts or {}).get(row.no))}
    assert sorted(cut.values()) == ["match-lost", "match-won"]
    winner, loser = sorted(cut, key=lambda no: cut[no] != "match-won")
    rows = {row.no: row for row in table.rows}
    assert rows[loser].rank == rows[winner].rank + 1
    assert rows[loser].decided_by == LAST_OPPONENT.id
    assert (rows[winner].values[index].shown, rows[loser].values[index].shown) == (None, None)
    last = arithmetic(stage.ctx, stage.slug, winner).lines[-1]
    assert (last.opponent, last.outcome.won) == (loser, True)

    pareo = CommandLine(tmp_path)
    pareo.db = stage.path
    hall = make()
    slug = import_bundle(hall.ctx.store, export_bundle(stage.ctx.store, stage.slug), slug="circle")
    for no, code in cut.items():
        sentence = LAST_OPPONENT.cuts[code]
        name = stage.ctx.open(stage.slug).id(no)
        step = pareo.json("explain-place", stage.slug, name)["steps"][index]
        assert (step["tiebreak"], step["total"], step["cut"]) == (LAST_OPPONENT.id, None, code)
        assert f"{LAST_OPPONENT.title}: {sentence}" in pareo("explain-place", stage.slug, name).out
        staff = hall.staff()
        assert sentence in html.unescape(staff.get(f"/console/{slug}/standings/{no}"))
        assert f'"cut":"{code}"' in staff.get(f"/api/v1/events/{slug}/standings/{no}")
        said = {texts(lang).gettext(sentence) for lang in ("en", "es", "pt", "it")}
        assert len(said) == 4
