"""The table of verdicts: complete, with a reason wherever something is not simply allowed."""

from __future__ import annotations

import pytest

from pareo.core.rules.actions import TABLE, YES, ActionRule, ActionVerdict, PodStage, check_action_rule
from pareo.core.text.errors import NeedsConfirmation, OutsideRules, Refused
from support.errors import raises_code

# Registration, drafted, published, started, finished: allowed, Confirm first, – impossible. Drafted: only staff see it,
# it can be made again and swapped; published: everybody has seen it; started: pairings are locked and results come in;
# finished: all results are in and can be corrected.
LIFE_OF_A_ROUND = """
enter       a C C – –
late        – a a a a
edit        a a a a a
drop        a a a a a
undrop      a a a a a
pair        a – – – a
pair-again  – a C – –
swap        – a a – –
publish     – a – – –
start       – – a – –
report      – – – a a
finish      – – – a –
advance     – – – – a
"""


@pytest.mark.req("R-16", "P-RUN-1")
def test_the_table_is_the_life_of_a_round() -> None:
    letters = {"a": ActionVerdict.ALLOWED, "C": ActionVerdict.CONFIRM, "–": ActionVerdict.IMPOSSIBLE}
    rows = [line.split() for line in LIFE_OF_A_ROUND.strip().splitlines()]
    told = {action: [letters[cell] for cell in cells] for action, *cells in rows}
    assert {action: [row[stage].verdict for stage in PodStage] for action, row in TABLE.items()} == told


def test_every_cell_has_a_verdict_and_a_reason_unless_allowed() -> None:
    for action, row in TABLE.items():
        assert set(row) == set(PodStage), action
        for cell in row.values():
            assert (cell.verdict is ActionVerdict.ALLOWED) is (not cell.reason)


def test_check_raises_what_the_verdict_says() -> None:
    check_action_rule(YES, what="Round 1")
    confirm = ActionRule(ActionVerdict.CONFIRM, "it is seen")
    with raises_code(NeedsConfirmation, "action-confirm", says=r"Round 1: it is seen\.$"):
        check_action_rule(confirm, what="Round 1", override="no use")
    check_action_rule(confirm, what="Round 1", confirmed=True)
    outside = ActionRule(ActionVerdict.OUTSIDE, "not in the document")
    with raises_code(OutsideRules, "action-outside", says="Round 1: not in the document"):
        check_action_rule(outside, what="Round 1", confirmed=True)
    check_action_rule(outside, what="Round 1", override="the judge")
    with raises_code(Refused, "action-impossible", says="it is over"):
        check_action_rule(
            ActionRule(ActionVerdict.IMPOSSIBLE, "it is over"), what="Round 1", confirmed=True, override="please"
        )
