"""Numbers as people type them: what is refused."""

from __future__ import annotations

import pytest

from pareo.core.text.errors import BadInput
from pareo.core.text.numbers import whole_between, whole_or, whole_or_refuse


@pytest.mark.parametrize("text", ["", " 1", "+1", "-1", "1_0", "1.0", "²", "٣", "1234567"])
def test_only_plain_digits_are_a_whole_number(text: str) -> None:
    assert whole_or(text, 6, None) is None
    with pytest.raises(ValueError, match=r".*"):
        whole_between(text, 0, 999_999)
    problem = BadInput("no-number", "This is no number.")
    with pytest.raises(BadInput) as caught:
        whole_or_refuse(text, 6, problem)
    assert caught.value is problem


def test_a_whole_number_within_its_limits() -> None:
    assert [whole_between(text, 2, 20) for text in ("2", "020", "7")] == [2, 20, 7]
    for text in ("1", "21"):
        with pytest.raises(ValueError, match=text):
            whole_between(text, 2, 20)
    assert whole_or_refuse("000123", 6, BadInput("no-number", "This is no number.")) == 123
