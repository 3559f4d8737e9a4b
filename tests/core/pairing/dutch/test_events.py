"""Whole Dutch tournaments with everything that happens in a hall, each round held against the independent checker."""

from __future__ import annotations

from random import Random

import pytest

from pareo.core.model.outcome import Outcome
from pareo.core.model.pairing_contract import PairingInput
from pareo.core.pairing.dutch.engine import pair_dutch
from pareo.core.pairing.dutch.record import REASONS
from pareo.core.text.errors import Refused
from pareo.core.verify.dutch import verify_dutch
from support.pairing.dutch_events import DutchEvent, legal_round_exists, random_event


def played_to_the_end(event: DutchEvent) -> tuple[int, bool]:
    """(rounds paired, was a round impossible). Every round passes the checker."""
    for round_no in range(1, event.rounds + 1):
        away = event.away() if round_no > 1 else {}
        round_input = event.round_input(round_no, away)
        if not legal_round_exists(round_input):
            with pytest.raises(Refused) as caught:
                pair_dutch(round_input)
            assert caught.value.code in {"no-legal-round", "no-legal-round-forbidden"}
            return round_no - 1, True
        result = pair_dutch(round_input)
        pairs = [(m.a, m.b) for m in result.matches]
        verdict = verify_dutch(round_input, pairs, result.bye)
        assert verdict.ok, [str(f) for f in verdict.violations]
        assert {code for m in result.matches for code in m.reasons} | set(result.bye_reasons) <= set(REASONS)
        event.play(round_no, result, away)
    return event.rounds, False


@pytest.mark.req("SP-2", "SP-3", "SP-4", "SP-5")
def test_small_tournaments_with_every_trouble_are_played_to_the_end() -> None:
    ends = [played_to_the_end(random_event(f"small {i}", 6, 12)) for i in range(30)]
    assert sum(rounds for rounds, _ in ends) > 150
    assert 3 <= sum(impossible for _, impossible in ends) <= 15  # some small fields run out of opponents


@pytest.mark.slow
@pytest.mark.req("SP-2")
def test_two_hundred_tournaments_are_played_to_the_end() -> None:
    ends = [played_to_the_end(random_event(f"many {i}", 6, 24)) for i in range(200)]
    assert sum(rounds for rounds, _ in ends) > 1200


# -- the same tournament as a file of FIDE's format ------------------------------------------------------------------

_SIGNS = {
    Outcome.WIN: "1",
    Outcome.DRAW: "=",
    Outcome.LOSS: "0",
    Outcome.FORFEIT_WIN: "+",
    Outcome.FORFEIT_LOSS: "-",
    Outcome.BYE: "U",
    Outcome.EARNED_BYE: "F",
    Outcome.REQUESTED_BYE: "H",
    Outcome.ABSENT: "Z",
}


def as_file(event: DutchEvent, round_input: PairingInput) -> str:
    """The tournament before this round in FIDE's tournament report format, for an event of 1, ½ and 0 points."""
    lines = [f"142 {event.rounds}", f"152 {'W' if round_input.top_starts else 'B'}", "192 FIDE_DUTCH_2026"]
    by_number = sorted(event.numbers, key=lambda no: event.numbers[no])
    here = {c.no for c in round_input.candidates}
    for no in by_number:
        number = event.numbers[no]
        rows = {p.round_no: p for p in event.past.get(no, ())}
        score = sum(p.points for p in rows.values()) / 2
        line = f"001 {number:4}      {f'Player{number}':33}".ljust(80) + f"{score:4.1f} {number:4}"
        for round_no in range(1, round_input.round_no):
            p = rows.get(round_no)
            if p is None:
                line += "  0000 - Z"
            elif p.opponent is None:
                line += f"  0000 - {_SIGNS[p.outcome]}"
            else:
                line += f"  {event.numbers[p.opponent]:4} {'w' if p.starts else 'b'} {_SIGNS[p.outcome]}"
        lines.append(line)
    if event.accelerated:
        lines.append(f"250  0.0  1.0   1   2    1 {event.size // 2:4}")
    lines += [f"260   1  99 {event.numbers[a]:4} {event.numbers[b]:4}" for a, b in sorted(event.forbidden)]
    absent = " ".join(str(event.numbers[no]) for no in by_number if no not in here)
    return "\n".join([*lines, f"XXZ {absent}"] if absent else lines) + "\n"


def paired_from_the_file(text: str, round_no: int) -> set[tuple[int, int]]:
    """The engine's own reader and its own way; (number, 0) is the bye."""
    from gacrux.pairingdutch import pairing_dutch  # noqa: PLC0415 (slow to import)
    from gacrux.trf2json import trf2json  # noqa: PLC0415

    reader = trf2json()
    reader.parse_file(text, 0)
    assert reader.get_status() == 0, reader.chessjson["status"]
    engine = pairing_dutch(reader.get_tournament(1), round_no, {"experimental": [], "verbose": 0, "top_color": "w"})
    return {(pair["w"], pair["b"]) for bracket in engine.compute_pairing(checkonly=False) for pair in bracket["pairs"]}


@pytest.mark.req("SP-2", "SP-3", "SP-5")
def test_what_we_tell_the_engine_is_what_a_fide_file_would_tell_it() -> None:
    """Byes of every kind, forfeits, floats of accelerated rounds, forbidden pairs: two ways, the same round."""
    compared = 0
    for i in range(12):
        dice = Random(f"file {i}")
        event = DutchEvent(dice, dice.randint(10, 30), 7, accelerated=i % 2 == 0, troubles=0.08)
        event.forbidden = frozenset({tuple(sorted(dice.sample(sorted(event.numbers), 2)))})
        for round_no in range(1, event.rounds + 1):
            away = event.away() if round_no > 1 else {}
            round_input = event.round_input(round_no, away)
            if not legal_round_exists(round_input):
                break
            result = pair_dutch(round_input)
            ours = {(event.numbers[m.a], event.numbers[m.b]) for m in result.matches}
            ours |= set() if result.bye is None else {(event.numbers[result.bye], 0)}
            assert ours == paired_from_the_file(as_file(event, round_input), round_no), (i, round_no)
            compared += 1
            event.play(round_no, result, away)
    assert compared > 70
