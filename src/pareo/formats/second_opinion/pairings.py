"""The rounds of a report held against what the rules pair (F-94, F-95, F-98)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from pareo.core.model.pairing_contract import PairingInput
from pareo.core.pairing.dutch.engine import pair_dutch
from pareo.core.pairing.dutch.gacrux_round import gacrux_pairs
from pareo.core.pairing.dutch.unpaired import NoRound
from pareo.core.pairing.robin.rounds import robin_table
from pareo.core.text.errors import Refused
from pareo.core.verify.dutch import first_fault
from pareo.formats.second_opinion.replay import Pair, Replay
from pareo.formats.trf.head import RobinForm

Engine = Callable[[PairingInput], set[Pair] | None]  # None: there is no round


@dataclass(frozen=True, slots=True)
class RoundOpinion:
    """One round: where it differs, both sides, and the first rule in which the file's is worse."""

    number: int
    kind: str  # "ok", "pairs", "colours", "none" (no legal pairing)
    checker: tuple[Pair, ...] = ()
    file: tuple[Pair, ...] = ()
    reason: str = ""

    @property
    def ok(self) -> bool:
        """Is the round paired as the rules pair it?"""
        return self.kind == "ok"


def by_pareo(pairing: PairingInput) -> set[Pair] | None:
    """Our own engine's round."""
    try:
        drawn = pair_dutch(pairing)
    except Refused as problem:
        if problem.code in ("no-legal-round", "no-legal-round-forbidden"):
            return None
        raise
    return {(m.a, m.b) for m in drawn.matches} | (set() if drawn.bye is None else {(drawn.bye, 0)})


def by_gacrux(pairing: PairingInput) -> set[Pair] | None:
    """gacrux's round; Refused if it is not installed."""
    try:
        pairs = gacrux_pairs(pairing)
    except NoRound:
        return None
    if pairs is None:
        raise Refused("gacrux-missing", "gacrux is not installed: pip install “pareo[gacrux]”.")
    return set(pairs)


def dutch_round(replay: Replay, number: int, engine: Engine) -> RoundOpinion:
    """A round held against what the Dutch system pairs."""
    pairing, file = replay.pairing_input(number), replay.pairs_of(number)
    checker = engine(pairing) if pairing.candidates else set()
    if checker is None:
        return RoundOpinion(number, "none", file=tuple(sorted(file)), reason="C1–C4")
    if checker == file:
        return RoundOpinion(number, "ok")
    checker_pairs, file_pairs = {frozenset(pair) for pair in checker}, {frozenset(pair) for pair in file}
    if checker_pairs == file_pairs:
        turned = checker - file
        return RoundOpinion(number, "colours", _sorted_pairs(turned), _sorted_pairs(file - checker), "5.2")
    bye = next((a for a, b in file if not b), None)
    reason = first_fault(pairing, [(a, b) for a, b in file if b], bye)
    return RoundOpinion(
        number,
        "pairs",
        _sorted_pairs(pair for pair in checker if frozenset(pair) not in file_pairs),
        _sorted_pairs(pair for pair in file if frozenset(pair) not in checker_pairs),
        reason,
    )


def robin_round(replay: Replay, number: int, *, form: RobinForm) -> RoundOpinion:
    """A round of a round robin held against the Berger tables (F-97)."""
    players = sorted(replay.file.players)
    table = robin_table("berger", len(players), form.cycles, reversed_end=form.reversed_end)
    drawn = table[number - 1].pairs if number <= len(table) else ()
    expected = {(players[a - 1], players[b - 1]) for a, b in drawn}
    actual = {pair for pair in replay.pairs_of(number) if pair[1]}
    if expected == actual:
        return RoundOpinion(number, "ok")
    same = {frozenset(pair) for pair in expected} == {frozenset(pair) for pair in actual}
    return RoundOpinion(
        number,
        "colours" if same else "pairs",
        _sorted_pairs(expected - actual),
        _sorted_pairs(actual - expected),
        "Berger",
    )


def _sorted_pairs(pairs: Iterable[Pair]) -> tuple[Pair, ...]:
    return tuple(sorted(pairs))
