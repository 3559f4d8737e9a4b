"""Our Dutch engine against gacrux, against itself with other tiers, and against every matching of small fields."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import chain
from random import Random

import pytest

from pareo.core.model.pairing_contract import PairingInput
from pareo.core.pairing.dutch.brackets import pair_brackets
from pareo.core.pairing.dutch.colours import allocate
from pareo.core.pairing.dutch.criteria import DutchWeights
from pareo.core.pairing.dutch.engine import pair_dutch
from pareo.core.pairing.dutch.gacrux_round import gacrux_pairs
from pareo.core.pairing.dutch.round_field import field_of
from pareo.core.pairing.dutch.solver_stages import SolverStages
from pareo.core.pairing.dutch.unpaired import NoRound
from pareo.core.text.errors import Refused
from pareo.core.verify.dutch import verify_dutch
from pareo.core.verify.dutch_exhaustive import MOST
from support.pairing.dutch_events import DutchEvent
from support.pairing.dutch_rounds import KINDS, play_rounds, random_rounds

Round = frozenset[tuple[int, int]] | None  # (white, black), the bye with 0; None: there is no round


ALL = SolverStages()


def by_tiers(round_input: PairingInput, tiers: SolverStages = ALL) -> Round:
    """The bare engine's round: clubs may meet."""
    field = field_of(round_input)
    try:
        made = pair_brackets(field, tiers)
    except NoRound:
        return None
    found = set() if made.bye is None else {(field.players[made.bye].no, 0)}
    for i, j in chain.from_iterable(paired.pairs for paired in made.brackets):
        one, two = field.players[i], field.players[j]
        white, _ = allocate(one.colours, two.colours, number=one.number, top_is_white=field.top_is_white)
        found.add((one.no, two.no) if white else (two.no, one.no))
    return frozenset(found)


def by_gacrux(round_input: PairingInput) -> Round:
    try:
        pairs = gacrux_pairs(round_input)
    except NoRound:
        return None
    assert pairs is not None, "gacrux is a test dependency"
    return frozenset(pairs)


@pytest.mark.req("SP-2", "F-32", "F-33")
@pytest.mark.parametrize("kind", KINDS)
def test_rounds_are_those_of_gacrux(kind: str) -> None:
    """Pairs, colours, the bye, and where there is no round; `tools/endorse.py` compares tens of thousands."""
    for n, given in enumerate(random_rounds(kind, "peer", 6 if kind == "large" else 25)):
        assert by_tiers(given) == by_gacrux(given), (kind, n)


@pytest.mark.req("SP-2")
@pytest.mark.parametrize("kind", ["wild", "troubled", "kept apart", "few left", "floated"])
def test_every_tier_gives_the_same_round(kind: str) -> None:
    for n, given in enumerate(random_rounds(kind, "tiers", 40)):
        whole = by_tiers(given)
        assert by_tiers(given, SolverStages(bounds=False)) == whole, (kind, n)
        assert by_tiers(given, SolverStages(bounds=False, bracket=False)) == whole, (kind, n)


@pytest.mark.req("SP-2")
def test_the_order_of_the_input_does_not_matter() -> None:
    dice = Random("permuted")
    for given in chain(random_rounds("troubled", "permuted", 25), random_rounds("kept apart", "permuted", 25)):
        shuffled = list(given.candidates)
        dice.shuffle(shuffled)
        past = list(given.past.items())
        dice.shuffle(past)
        other = replace(given, candidates=tuple(shuffled), past=dict(past), seed="another")
        assert by_tiers(other) == by_tiers(given)


@cache
def corpus() -> tuple[tuple[PairingInput, Round], ...]:
    """Rounds in which every criterion decides somewhere."""
    rounds: Iterator[PairingInput] = chain(
        random_rounds("floated", "m", 90), random_rounds("few left", "m", 110), random_rounds("wild", "m", 60)
    )
    return tuple((given, by_tiers(given)) for given in rounds)


@pytest.mark.req("SP-2", "F-25")
@pytest.mark.parametrize("criterion", ["C6", "C7", "C8+", "C8", *(f"C{i}" for i in range(9, 22))])
def test_an_engine_without_one_criterion_is_found_out(criterion: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """By gacrux, where the criterion decides; and by our checker, which calls no such round right."""
    unit = DutchWeights.unit
    rounds = corpus()
    monkeypatch.setattr(DutchWeights, "unit", lambda *given: 0 if given[1] == criterion else unit(*given))
    decided = [(given, right, made) for given, right in rounds if (made := without_bounds(given)) != right]
    assert decided
    for given, right, made in decided[:3]:
        assert by_gacrux(given) == right
        for most in (MOST, 0) if made else ():  # by enumeration, and by exact matching
            monkeypatch.setattr("pareo.core.verify.dutch_best.MOST", most)
            assert not verify_dutch(given, [pair for pair in made or () if pair[1]], bye_of(made)).ok


def without_bounds(round_input: PairingInput) -> Round:
    """Everything by exact matching; the empty round where a broken engine finds nothing that fits."""
    try:
        return by_tiers(round_input, SolverStages(bounds=False))
    except (ValueError, IndexError):
        return frozenset()


def bye_of(made: Round) -> int | None:
    return next((no for no, other in made or () if not other), None)


@pytest.mark.req("SP-2", "F-102")
def test_small_rounds_are_the_first_of_all_matchings() -> None:
    """The rules by the letter: every matching of up to eight players, the least by C6 – C21, then the first."""
    compared = 0
    for given in chain.from_iterable(random_rounds(kind, "small", 120) for kind in ("wild", "few left")):
        if len(given.candidates) > 8:
            continue
        try:
            made = pair_dutch(given)
        except Refused:
            continue
        verdict = verify_dutch(given, [(m.a, m.b) for m in made.matches], made.bye)
        assert (verdict.proved, verdict.method) == (True, "enumerated"), [str(f) for f in verdict.violations]
        compared += 1
    assert compared > 30


@pytest.mark.req("SP-4", "SP-19")
def test_three_large_clubs_are_kept_apart_without_another_engine(monkeypatch: pytest.MonkeyPatch) -> None:
    """Groups of one club cannot be paired in themselves: what is below is taken as a whole, not player by player."""
    monkeypatch.setattr("pareo.core.pairing.dutch.gacrux_round.find_spec", lambda _: None)
    rounds = list(play_rounds(DutchEvent(Random("clubs"), 330, 7, clubs=3, troubles=0.0)))
    assert len(rounds) == 7
    for given in rounds[-2:]:
        club = {c.no: c.tags for c in given.candidates}
        assert all(club[m.a] != club[m.b] for m in pair_dutch(given).matches)
