"""Sorting a list of players by any chain, and reading what is known of a person."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pareo.app.wording.pairing_columns import texts_of
from pareo.core.model.player_fields import read_birth_date, read_sex, title_rank
from pareo.core.settings.player_order import CRITERIA, order_text, parse_order, sort_players
from pareo.core.settings.public import COLUMNS
from pareo.core.settings.setting import read_some

PEOPLE = {
    1: {"last": "Ñandú", "rating": 1500, "club": "Sur", "title": "FM"},
    2: {"last": "abril", "rating": None, "club": "", "title": ""},
    3: {"last": "Nardo", "rating": 1800, "club": "Norte", "title": "GM"},
    4: {"last": "Abril", "rating": 1500, "club": "Sur", "title": "Expert"},
}
LOTS = {"": {1: 4, 2: 3, 3: 2, 4: 1}, "x": {1: 1, 2: 2, 3: 3, 4: 4}}


def sort(text: str) -> list[int]:
    return sort_players(PEOPLE, parse_order(text), LOTS.__getitem__)


@pytest.mark.req("SP-6")
@pytest.mark.parametrize(
    ("chain", "order"),
    [
        ("", [1, 2, 3, 4]),
        ("rating", [3, 1, 4, 2]),  # the highest first, equal ones in order of entry, who has none last
        ("-rating", [1, 4, 3, 2]),  # turned round: who has none is still last
        ("rating,last", [3, 4, 1, 2]),
        ("last", [2, 4, 3, 1]),  # no capitals, no accents, and Ñ after N: Nardo before Ñandú
        ("-club,rating", [1, 4, 3, 2]),
        ("club,-last", [3, 1, 4, 2]),
        ("title", [3, 1, 4, 2]),
        ("rating,random", [3, 4, 1, 2]),
        ("rating,random:x", [3, 1, 4, 2]),
        ("random", [4, 3, 2, 1]),
        ("-random", [1, 2, 3, 4]),
        ("-no", [4, 3, 2, 1]),
    ],
)
def test_any_chain_each_criterion_up_or_down(chain, order):
    people = {no: {**row, "no": no} for no, row in PEOPLE.items()}
    assert sort_players(people, parse_order(chain), LOTS.__getitem__) == order


@pytest.mark.req("SP-6")
@pytest.mark.parametrize("text", ["rting", "rating,rating", "-", "last:x", "random:", "random:a b!", "rating,,-x"])
def test_what_is_no_chain_is_refused(text):
    with pytest.raises(ValueError, match=r".*"):
        parse_order(text)


@given(st.lists(st.sampled_from(sorted(CRITERIA)), unique=True, max_size=8), st.lists(st.booleans(), min_size=8))
def test_a_chain_is_written_as_it_is_read(keys, turned):
    text = ",".join(f"{'-' * down}{key}" for key, down in zip(keys, turned, strict=False))
    chain = parse_order(text)
    assert order_text(chain) == text
    assert sorted(sort_players(PEOPLE, chain, LOTS.__getitem__)) == [1, 2, 3, 4]


@pytest.mark.req("SP-7")
@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("2001-04-30", "2001-04-30"),
        ("2001-04-30 00:00:00", "2001-04-30"),
        ("30.4.2001", "2001-04-30"),
        ("30/04/2001", "2001-04-30"),
        ("04/30/2001", "2001-04-30"),
        ("5/5/2001", "2001-05-05"),
        ("03/04/2001", "2001"),
        ("2001", "2001"),
        ("2001-00-00", "2001"),
        ("2000-02-29", "2000-02-29"),
    ],
)
def test_birth_dates_are_kept_as_far_as_they_are_certain(text, kept):
    assert read_birth_date(text) == kept


@pytest.mark.parametrize("text", ["2001-02-29", "31.4.2001", "1800-01-01", "yesterday", "13/13/2001", "20010430"])
def test_a_day_in_no_calendar_is_refused(text):
    with pytest.raises(ValueError, match=r".*"):
        read_birth_date(text)


@pytest.mark.req("SP-7")
def test_sex_in_four_languages_and_titles_by_rank():
    words = ("F", "mujer", "mulher", "donna", "M", "Hombre", "ordenador", "computer", "", "-")
    assert [read_sex(w) for w in words] == ["f", "f", "f", "f", "m", "m", "computer", "computer", "", ""]
    with pytest.raises(ValueError, match="x"):
        read_sex("x")
    assert sorted(["", "Expert", "FM", "gm"], key=title_rank) == ["gm", "FM", "Expert", ""]


@pytest.mark.req("SP-23")
def test_columns_beside_the_names():
    assert read_some("rating; points club", COLUMNS) == ("rating", "points", "club")
    assert read_some("none", COLUMNS) == ()
    with pytest.raises(ValueError, match="birth"):
        read_some("points,birth", COLUMNS)
    assert texts_of({"points": 2.5, "number": 7, "club": "Sur"}) == ("(2.5)", "#7", "Sur")
    assert texts_of({"points": 2.5}, "es") == ("(2,5)",)
