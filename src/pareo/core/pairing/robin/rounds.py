"""A round of a round robin, read from its table (SP-1).

`pair_robin(input) -> result` (see `pairing_contract`). Everybody of the pod has a number from 1 in `numbers`, also
who has left: the table does not change under the players. `planned` rounds say whether everybody meets once or twice.
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
    """The number of rounds in which everybody meets everybody once."""
    return players - 1 + players % 2


def check_players(players: int) -> None:
    """Raises Refused for more players than a round robin can have."""
    if players > MOST_PLAYERS:
        raise Refused(
            "robin-too-many",
            "A round robin has at most {most} players; this one would have {players}.",
            most=MOST_PLAYERS,
            players=players,
        )


@lru_cache(maxsize=8)
def robin_table(kind: str, players: int, cycles: int, *, reversed_end: bool = True) -> tuple[RobinRound, ...]:
    """All rounds of a table (“berger” or “rutsch”), once or twice. The second time the other player has the first move.

    `reversed_end`: in a double Berger table the last two rounds of the first cycle change places.
    """
    check_players(players)
    if kind == "berger":
        return berger(players, double=cycles == 2, reversed_end=reversed_end)
    once = rutsch(players)
    if cycles == 1:
        return once
    return once + tuple(RobinRound(tuple((b, a) for a, b in r.pairs), r.bye) for r in once)


def pair_robin(pairing_input: PairingInput) -> PairingResult:
    """Pair a round robin: the round of the table for this number of players (SP-1)."""
    numbers = {number: no for no, number in pairing_input.numbers.items()}
    players = len(numbers)
    cycles = 2 if pairing_input.planned > single_length(players) else 1
    table = robin_table(pairing_input.system, players, cycles, reversed_end=pairing_input.reversed_end)
    table_round = table[(pairing_input.round_no - 1) % len(table)]
    reason = "robin-again" if pairing_input.round_no > single_length(players) else "robin-table"
    present = {c.no for c in pairing_input.candidates}
    pairs = ((numbers[a], numbers[b]) for a, b in table_round.pairs)
    matches = tuple(PairedMatch(a, b, (reason,)) for a, b in pairs if a in present and b in present)
    bye = numbers[table_round.bye] if table_round.bye is not None else None
    return PairingResult(matches, bye if bye in present else None, Cost(), "table", bye_reasons=("robin-rest",))


BERGER = PairingMethod(
    id="berger",
    title="Round robin, Berger tables",
    sentence="Everyone plays everyone, in the order of the Berger tables.",
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
    sentence="Everyone plays everyone: after each round, all players but one move one seat.",
    described="Rutsch (carousel)",
)
