"""Teams at entry: one faction, one named captain, whoever enters them and however."""

from __future__ import annotations

from pathlib import Path

import pytest

from pareo.app.commands.lists import submit as lists
from pareo.app.commands.people import players
from pareo.app.commands.people.import_rows import ImportFate, preview, read_pasted
from pareo.app.commands.people.players import NewPlayer
from pareo.app.queries.lists import views as list_views
from pareo.core.text.errors import BadInput
from pareo.print.document import PrintOptions
from pareo.print.papers import gather
from support.errors import raises_code
from support.events.stage import Stage


def team(*rows: tuple[str, str, bool], name: str = "Alba") -> list[NewPlayer]:
    """(first name, faction, captain) of each player."""
    return [
        NewPlayer(first=first, last="Mora", team=name, faction=faction, captain=captain, where=f"line {i}")
        for i, (first, faction, captain) in enumerate(rows, 2)
    ]


@pytest.fixture
def stage(tmp_path: Path) -> Stage:
    return Stage(tmp_path, "xwing-epic-team", rounds="1")


@pytest.mark.req("A-53", "X-17")
def test_a_team_of_two_factions_is_refused(stage: Stage) -> None:
    with raises_code(BadInput, "team-players-factions", says=r"line 3.*one faction.*Rebel and Imperial"):
        stage.enter(team(("Iria", "Rebel", True), ("Teo", "Imperial", False)))
    assert not stage.t.entrants
    stage.enter(team(("Iria", "Rebelde", True), ("Teo", "rebel", False)))  # the same, in two languages
    assert stage.t.entrants[1].faction == "Rebelde"


@pytest.mark.req("A-53", "X-17")
def test_a_faction_that_only_the_second_player_tells_is_the_team_s(stage: Stage) -> None:
    stage.enter(team(("Iria", "", True)))
    stage.enter(team(("Teo", "Imperial", False)))
    assert stage.t.entrants[1].faction == "Imperial"
    stage.enter(team(("Saul", "Rebel", True), name="Bruma"))
    with raises_code(BadInput, "team-players-factions"):
        stage.enter(team(("Vera", "Imperial", False), name="Bruma"))


@pytest.mark.req("A-53", "X-14", "X-22")
def test_a_whole_team_names_one_captain(stage: Stage) -> None:
    with raises_code(BadInput, "team-captain-missing", says=r"line 3.*has no captain"):
        stage.enter(team(("Iria", "", False), ("Teo", "", False)))
    with raises_code(BadInput, "team-captains", count=2):
        stage.enter(team(("Iria", "", True), ("Teo", "", True)))
    stage.enter(team(("Iria", "", False), ("Teo", "", True)))
    assert stage.t.entrants[1].captain == 1


@pytest.mark.req("A-53")
def test_pasted_lines_name_captain_and_faction(stage: Stage) -> None:
    event = stage.ctx.open(stage.slug)
    good = preview(
        stage.ctx, event, read_pasted("Iria Mora, Alba, capitán, Rebelde\nTeo Zea, Alba, rebel", event.state.ruleset)
    )
    assert [p.fate for p in good] == [ImportFate.NEW, ImportFate.NEW]
    bad = preview(stage.ctx, event, read_pasted("Iria Mora, Alba\nTeo Zea, Alba", event.state.ruleset))
    assert {p.fate for p in bad} == {ImportFate.WRONG}
    assert "no captain" in str(bad[0].problem)


@pytest.mark.req("A-53", "X-14")
def test_the_captain_is_marked_in_lists_and_on_paper(stage: Stage) -> None:
    stage.enter(team(("Iria", "", False), ("Teo", "", True)))
    squad = "Faction: Rebel\nRookie Pilot (X-wing) 21\n"
    lists.hand_in(stage.ctx, stage.slug, "Alba", squad, person="Teo Mora")
    assert list_views.list_shown(stage.ctx, stage.slug, "Alba", person=1).captain
    assert [row.captain for row in list_views.lists_view(stage.ctx, stage.slug).rows] == [False, True]
    players.enter(stage.ctx, stage.slug, team(("Saul", "", True), name="Bruma"))
    paper = str(gather("missing-lists", stage.ctx, stage.slug, PrintOptions(lang="en")))
    assert "Saul Mora (captain)" in paper
    assert "Iria Mora (captain)" not in paper
