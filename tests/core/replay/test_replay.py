"""The fold: facts make the state, damaged facts are told in a sentence, and many are folded quickly."""

from __future__ import annotations

from typing import Any

import pytest

from pareo import rulesets
from pareo.core.journal.codecs import read_result, result_row
from pareo.core.journal.facts import JournalEntry, decode
from pareo.core.model.entities import Status
from pareo.core.model.floor import Reported
from pareo.core.model.outcome import Ended, Outcome, Result
from pareo.core.replay.replay import apply, begin, replay
from pareo.core.text.errors import BadInput
from support.errors import raises_code
from support.execution import count_calls


def fact(seq: int, action: str, data: dict[str, Any]) -> JournalEntry:
    return JournalEntry(seq, decode(seq, action, data))


def created_entry(ruleset: str = "pokemon-tcg-2019-07", **more: Any) -> JournalEntry:
    text = rulesets.load(ruleset).text
    return fact(1, "created", {"slug": "copa", "name": "Copa", "ruleset": text, **more})


def entered_entry(seq: int, count: int) -> JournalEntry:
    rows = [{"no": n, "persons": [f"id{n}"], "division": "master"} for n in range(1, count + 1)]
    return fact(seq, "entered", {"entrants": rows})


def paired_entry(seq: int, count: int, number: int = 1) -> JournalEntry:
    pod = {"id": "masters", "phase": "swiss", "members": list(range(1, count + 1)), "planned": 15}
    matches = [[i, 2 * i - 1, 2 * i, ["same-record"]] for i in range(1, count // 2 + 1)]
    row = {"pod": "masters", "number": number, "draft": 1, "matches": matches, "sitting": []}
    return fact(seq, "paired", {"rounds": [row]} | ({"pods": [pod]} if number == 1 else {}))


def test_undone_entries_are_left_out_but_stay_on_the_audit_page() -> None:
    facts = [
        created_entry(),
        entered_entry(2, 4),
        fact(3, "set", {"changes": {"rounds": 4}}),
        fact(4, "undone", {"seq": 3}),
    ]
    t = replay(facts)
    assert t.settings == {}
    assert [(s.seq, s.undone_by) for s in t.steps] == [(1, None), (2, None), (3, 4), (4, None)]
    assert t.seq == 4


def test_a_round_lives_through_its_facts() -> None:
    t = replay([created_entry(), entered_entry(2, 4), paired_entry(3, 4)])
    where = [{"pod": "masters", "number": 1, "seed": "s"}]
    for seq, action, status in ((4, "published", Status.PUBLISHED), (5, "started", Status.STARTED)):
        apply(t, fact(seq, action, {"rounds": where}))
        assert t.round("masters", 1).status is status
    assert t.pods["masters"].start_size == 4
    apply(t, fact(6, "results", {"results": [["masters", 1, 1, ["win", "loss"]]]}))
    assert t.round("masters", 1).open_tables == [2]
    apply(t, fact(7, "results", {"results": [["masters", 1, 1, None]]}))
    assert t.round("masters", 1).open_tables == [1, 2]


@pytest.mark.parametrize(
    ("action", "data"),
    [
        ("invented", {}),
        ("entered", {}),
        ("entered", {"entrants": [{"no": 1}]}),
        ("entered", {"entrants": [{"no": 1, "persons": ["x"], "colour": "red"}]}),
        ("dropped", {"no": 99, "after": 0}),
        ("published", {"rounds": [{"pod": "nowhere", "number": 1, "seed": ""}]}),
        ("paired", {"rounds": [{"pod": "masters"}]}),
        ("results", {"results": [["masters", 1]]}),
        ("results", {"results": 7}),
        ("advanced", {"closes": [], "pods": [{"id": "x", "phase": "dance"}]}),
    ],
)
def test_a_fact_that_does_not_fit_is_a_damaged_journal(action: str, data: dict[str, Any]) -> None:
    t = replay([created_entry(), entered_entry(2, 4)])
    with raises_code(BadInput, "journal-unreadable", seq=3):
        apply(t, fact(3, action, data))


def test_a_journal_has_a_beginning() -> None:
    with raises_code(BadInput, "journal-no-beginning"):
        replay([])
    with raises_code(BadInput, "journal-no-beginning"):
        begin(entered_entry(1, 2))
    with raises_code(BadInput, "journal-unreadable", seq=1):
        begin(fact(1, "created", {"slug": "x"}))


@pytest.mark.parametrize(
    "result",
    [
        Result(Outcome.WIN, Outcome.LOSS),
        Result(Outcome.DRAW, Outcome.DRAW, 400, 400),
        Result(Outcome.MODIFIED_WIN, Outcome.LOSS, 20, 10, Ended.TIME),
        Result(Outcome.WIN, Outcome.LOSS, 50, 50, Ended.TIME, "a"),
        Result(Outcome.FORFEIT_LOSS, Outcome.FORFEIT_LOSS),
    ],
)
def test_results_survive_the_journal(result: Result) -> None:
    assert read_result(result_row(result)) == result


def test_a_cut_set_after_the_start_is_not_announced() -> None:
    t = replay([created_entry(), entered_entry(2, 4), paired_entry(3, 4), fact(4, "set", {"changes": {"cut": 4}})])
    assert t.announced
    where = {"rounds": [{"pod": "masters", "number": 1, "seed": "s"}]}
    t = replay(
        [
            created_entry(),
            entered_entry(2, 4),
            paired_entry(3, 4),
            fact(4, "published", where),
            fact(5, "started", where),
            fact(6, "set", {"changes": {"cut": 4}}),
        ]
    )
    assert not t.announced
    assert replay([created_entry(settings={"cut": 4})]).announced


@pytest.mark.slow
def test_thirty_thousand_single_results_fold_in_a_few_calls_each() -> None:
    facts = [created_entry(), entered_entry(2, 4000)]
    for number in range(1, 16):
        facts.append(paired_entry(len(facts) + 1, 4000, number))
        facts += [
            fact(len(facts) + 1 + i, "results", {"results": [["masters", number, i + 1, ["win", "loss"]]]})
            for i in range(2000)
        ]
        where = {"rounds": [{"pod": "masters", "number": number}]}
        facts.append(fact(len(facts) + 1, "finished", where))
    t = replay(facts)
    assert count_calls(lambda: replay(facts)) < 25 * len(facts)
    assert len(t.pods["masters"].rounds) == 15


def test_pods_formed_anew_leave_nobody_in_a_pod_that_is_gone() -> None:
    t = replay([created_entry(), entered_entry(2, 4), paired_entry(3, 4)])
    pod = {"id": "seniors", "phase": "swiss", "members": [1, 2], "planned": 3}
    row = {"pod": "seniors", "number": 1, "draft": 2, "matches": [[1, 1, 2, []]], "sitting": []}
    apply(t, fact(4, "redrawn", {"pods": [pod], "unformed": ["masters"], "rounds": [row]}))
    assert t.pod_of == {1: "seniors", 2: "seniors"}
    assert list(t.pods) == ["seniors"]
    assert t.drafts == {("masters", 1): 1, ("seniors", 1): 2}, "a discarded draft stays counted"


@pytest.mark.req("R-16")
@pytest.mark.parametrize(
    "taken_back",
    [
        ("entered", {"entrants": [{"no": 5, "persons": ["id5"]}, {"no": 6, "persons": ["id6"]}]}),
        ("late", {"entrant": {"no": 6, "persons": ["id6"]}, "pod": "masters", "losses": []}),
    ],
)
def test_the_number_of_an_undone_entry_is_never_given_again(taken_back: tuple[str, dict[str, Any]]) -> None:
    """An old signed link must never open somebody else's page."""
    t = replay(
        [created_entry(), entered_entry(2, 4), paired_entry(3, 4), fact(4, *taken_back), fact(5, "undone", {"seq": 4})]
    )
    assert list(t.entrants) == [1, 2, 3, 4]
    assert t.next_no == 7


@pytest.mark.req("R-16", "P-SEC-4")
@pytest.mark.parametrize("later", ["late", "swapped", "started"])
def test_the_size_at_the_start_is_the_one_of_the_first_start(later: str) -> None:
    """Who comes later does not make the section larger than it was then, however often its round is told again."""
    where = {"rounds": [{"pod": "masters", "number": 1, "seed": "s"}]}
    t = replay(
        [
            created_entry(),
            entered_entry(2, 4),
            paired_entry(3, 4),
            fact(4, "published", where),
            fact(5, "started", where),
        ]
    )
    row = {"pod": "masters", "number": 1, "draft": 1, "status": "started", "matches": [[1, 1, 2, []]], "sitting": []}
    joined = {"entrant": {"no": 5, "persons": ["id5"]}, "pod": "masters", "losses": []}
    apply(t, fact(6, "late", {**joined, "round": row} if later == "late" else joined))
    if later != "late":
        apply(t, fact(7, later, {"rounds": [row]} if later == "swapped" else where))
    assert len(t.pods["masters"].members) == 5
    assert t.pods["masters"].start_size == 4


def test_who_entered_a_result_stands_beside_it() -> None:
    t = replay([created_entry(), entered_entry(2, 4), paired_entry(3, 4)])
    for seq, action in ((4, "published"), (5, "started")):
        apply(t, fact(seq, action, {"rounds": [{"pod": "masters", "number": 1, "seed": "s"}]}))
    told = fact(6, "results", {"results": [["masters", 1, 2, ["draw", "draw"]]], "reason": "intentional draw"})
    apply(t, told._replace(actor="Elsa Prado", time="2026-05-03T12:30:00Z"))
    assert t.floor.reported == {(1, 2): Reported("Elsa Prado", "2026-05-03T12:30:00Z", by_players=False, agreed=True)}
    apply(t, fact(7, "results", {"results": [["masters", 1, 2, None]]})._replace(actor="Nuno Reis"))
    assert t.floor.reported[1, 2].actor == "Elsa Prado"
