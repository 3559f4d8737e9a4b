"""The rules of the two rating lists in a ruleset file: the same words as in a setting, and every mistake named."""

from __future__ import annotations

import pytest

from pareo import rulesets
from pareo.app.wording.ruleset_text import describe
from pareo.core.model.ruleset import RatingRules, Ruleset
from pareo.core.rules.ruleset_file import parse_ruleset
from pareo.core.standings.ratings.changes import METHODS as COUNTED
from pareo.core.standings.ratings.rules import METHODS, read_rating_rules
from pareo.core.standings.ratings.uscf import BONUS
from pareo.core.text.errors import BadInput


def with_lists(rating: str, rating2: str = "") -> Ruleset:
    text = rulesets.load("swiss").text + f"\n[rating]\n{rating}\n"
    return parse_ruleset(text + (f"[rating2]\n{rating2}\n" if rating2 else ""), name="house")


@pytest.mark.req("SP-12", "SP-24")
def test_each_list_has_its_own_method() -> None:
    ruleset = with_lists('method = "fide"\nk = "fide"\ncap = false', 'method = "uscf"\nbonus = 10\nlowest = 100')
    assert ruleset.rating == RatingRules("fide", k_by_rules=True, cap=0)
    assert ruleset.rating2 == RatingRules("uscf", bonus=10, lowest=100)
    told = describe(ruleset)
    assert "Rating: fide k=fide cap=no." in told
    assert "Second rating: uscf lowest=100 bonus=10." in told
    assert with_lists('method = "pzszach"').rating2 is None


@pytest.mark.req("SP-24")
@pytest.mark.parametrize(
    ("file", "setting"),
    [
        ('method = "fide-average"\nk = 25\nrate_forfeits = true', "fide-average k=25 forfeits=yes"),
        ('method = "fide-average"\nforfeits = "yes"\nperfect = 800', "fide-average forfeits=yes perfect=800"),
        ('method = "fide"\ncap = 350', "fide cap=350"),
        ('method = "fide"\ncap = "no"', "fide cap=no"),
        ('method = "fide"\ncap = true', "fide cap=400"),
    ],
)
def test_a_file_and_a_setting_say_the_same(file: str, setting: str) -> None:
    assert with_lists(file).rating == read_rating_rules(setting)


@pytest.mark.req("SP-24")
@pytest.mark.parametrize(
    ("rules", "key", "reason"),
    [
        ('method = "elo"', "rating.method", "not one of"),
        ('method = "fide"\nk = 0', "rating.k", "a whole number from 1"),
        ('method = "fide"\nk = 2.5', "rating.k", "a word or a whole number"),
        ('method = "fide"\nforfeits = true\nrate_forfeits = true', "rating.rate_forfeits", "the same as forfeits"),
        ('method = "fide"\nlowest = -1', "rating.lowest", "lowest valid rating"),
        ('method = "fide"\nfloor = 100', "rating.floor", "unknown key"),
    ],
)
def test_a_mistake_is_named(rules: str, key: str, reason: str) -> None:
    with pytest.raises(BadInput) as caught:
        with_lists(rules)
    assert caught.value.params["key"] == key
    assert reason in str(caught.value.params["reason"])


def test_words_and_methods_agree() -> None:
    assert set(METHODS) == set(COUNTED)
    assert RatingRules("uscf").bonus == BONUS
