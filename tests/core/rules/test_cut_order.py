"""`[cut] order`: who goes into the elimination by other tie-breaks than the standing's."""

from __future__ import annotations

import pytest

from pareo import rulesets
from pareo.core.rules.ruleset_file import parse_ruleset
from pareo.core.text.errors import BadInput
from support.errors import raises_code

HOUSE = 'extends = "swiss"\nid = "house"\ntitle = "House"\n[cut]\norder = {order}\n'


@pytest.mark.req("A-52", "X-12")
@pytest.mark.parametrize("ruleset", ["xwing-epic-duel", "xwing-epic-team"])
def test_x_wing_ranks_by_margin_and_seeds_by_schedule(ruleset: str) -> None:
    rules = rulesets.load(ruleset)
    assert [use.id for use in rules.tiebreaks] == ["margin", "strength-of-schedule", "lot"]
    assert [use.id for use in rules.seeding.tiebreaks] == ["strength-of-schedule", "lot"]
    assert rules.seeding.points_first


@pytest.mark.req("A-52")
def test_without_an_order_the_cut_follows_the_standing() -> None:
    rules = rulesets.load("pokemon-tcg-2019-07")
    assert rules.seeding is rules


@pytest.mark.req("A-52")
def test_a_tie_break_of_the_standing_keeps_its_options_in_the_cut() -> None:
    text = HOUSE.format(order='["owp"]')
    rules = parse_ruleset(text, name="house", find=rulesets.find_text)
    (use,) = rules.seeding.tiebreaks
    assert use.id == "owp"
    assert use.options == next((own.options for own in rules.tiebreaks if own.id == "owp"), {})


@pytest.mark.req("A-52")
@pytest.mark.parametrize(("order", "told"), [('["owp", "owp"]', "twice"), ('["luck"]', "luck")])
def test_a_wrong_order_is_told(order: str, told: str) -> None:
    with raises_code(BadInput, "ruleset-invalid", says=told):
        parse_ruleset(HOUSE.format(order=order), name="house", find=rulesets.find_text)
