"""A round of a round robin, read from its table (SP-1).

Contract: `pair_robin(input) -> result` (see `contract`). Everybody of the pod has a number from 1 in `numbers`, also
who has left: the table does not change under the players. `planned` rounds tell whether everybody meets once or twice.
Only the pairs whose players are candidates are in the result; who plays nobody in an odd field is its bye.
"""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

from pareo.core.model.pairing_contract import Cost, PairedMatch, PairingInput, PairingResult
from pareo.core.pairing.method import PairingMethod
from pareo.core.pairing.robin.tables import RobinRound, berger, rutsch
from pareo.core.text.errors import Refused

MOST_PLAYERS = 200  # 199 rounds: nobody plays a longer one

REASONS: dict[str, str] = {
    "robin-table": "The table of the round robin.",
    "robin-again": "The table of the round robin: they meet for the second time, with the other first move.",
    "robin-rest": "The table of the round robin gives no opponent in this round.",
}


def single_length(players: int) -> int:
    """Rounds in which everybody meets everybody once."""
    return players - 1 + players % 2


def check_players(players: int) -> None:
    """Raises for more players than a round robin has."""
    if players > MOST_PLAYERS:
        raise Refused(
            "robin-too-many",
            "A round robin has at most {most} players; this one would have {players}.",
            most=MOST_PLAYERS,
            players=players,
        )


@lru_cache(maxsize=8)
def robin_table(kind: str, players: int, cycles: int, *, reversed_end: bool = True) -> tuple[RobinRound, ...]:
    """All rounds: “berger” or “rutsch”, once or twice. The second time the first move is the other player's.

    `reversed_end`: in a double Berger table the last two rounds of the first cycle change places.
    """
    check_players(players)
    if kind == "berger":
        return berger(players, double=cycles == 2, reversed_end=reversed_end)
    once = rutsch(players)
    if cycles == 1:
        return once
    return once + tuple(RobinRound(tuple((b, a) for a, b in r.pairs), r.bye) for r in once)


def pair_robin(given: PairingInput) -> PairingResult:
    """The round that the table has for this number of players."""
    numbers = {number: no for no, number in given.numbers.items()}
    players = len(numbers)
    cycles = 2 if given.planned > single_length(players) else 1
    table = robin_table(given.system, players, cycles, reversed_end=given.reversed_end)
    drawn = table[(given.round_no - 1) % len(table)]
    reason = "robin-again" if given.round_no > single_length(players) else "robin-table"
    here = {c.no for c in given.candidates}
    pairs = ((numbers[a], numbers[b]) for a, b in drawn.pairs)
    matches = tuple(PairedMatch(a, b, (reason,)) for a, b in pairs if a in here and b in here)
    bye = numbers[drawn.bye] if drawn.bye is not None else None
    return PairingResult(matches, bye if bye in here else None, Cost(), "table", bye_reasons=("robin-rest",))


BERGER = PairingMethod(
    id="berger",
    title="Round robin, Berger tables",
    sentence="Everybody meets everybody, in the order of the Berger tables.",
    described="Berger tables",
    pair=pair_robin,
    checker="table",
    reasons=REASONS,
    robin=True,
    all_anew=True,
    limit=check_players,
)
RUTSCH = replace(
    BERGER,
    id="rutsch",
    title="Round robin, Rutsch",
    sentence="Everybody meets everybody: after each round all players but one move on by one seat.",
    described="Rutsch (carousel)",
)
