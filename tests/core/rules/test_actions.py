"""The table of verdicts: complete, with a reason wherever something is not simply allowed."""

from __future__ import annotations

import pytest

from pareo.core.rules.actions import TABLE, YES, Rule, Stage, Verdict, check
from pareo.core.words.errors import NeedsConfirmation, OutsideRules, Refused


def test_every_cell_has_a_verdict_and_a_reason_unless_allowed() -> None:
    for action, row in TABLE.items():
        assert set(row) == set(Stage), action
        for cell in row.values():
            assert (cell.verdict is Verdict.ALLOWED) is (not cell.reason)


def test_check_raises_what_the_verdict_says() -> None:
    check(YES, what="Round 1")
    confirm = Rule(Verdict.CONFIRM, "it is seen")
    with pytest.raises(NeedsConfirmation, match=r"Round 1: it is seen\.$"):
        check(confirm, what="Round 1", override="no use")
    check(confirm, what="Round 1", confirmed=True)
    outside = Rule(Verdict.OUTSIDE, "not in the document")
    with pytest.raises(OutsideRules, match="Round 1: not in the document"):
        check(outside, what="Round 1", confirmed=True)
    check(outside, what="Round 1", override="the judge")
    with pytest.raises(Refused, match="it is over"):
        check(Rule(Verdict.IMPOSSIBLE, "it is over"), what="Round 1", confirmed=True, override="please")
