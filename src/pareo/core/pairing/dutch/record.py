"""The record of the Dutch system: its words, and how large a field may be.

The engine is read when the first round is paired: listing methods, and standings, need only the record.
"""

from __future__ import annotations

from pareo.core.pairing.contract import PairingInput, PairingResult
from pareo.core.pairing.method import Method
from pareo.core.words.errors import NeedsConfirmation, Refused

MOST_PLAYERS = 2500  # beyond it the engine needs minutes and more memory than a laptop has

REASONS: dict[str, str] = {
    "same-points": "Both have the same points.",
    "floats": "No opponent with equal points was to be had for the player with more: he floats down.",
    "colour-both-due": "Both have the colour they are due.",
    "colour-stronger": "Both are due the same colour: the stronger claim has it.",
    "colour-history": "The colours of the last round in which theirs differed are reversed.",
    "colour-of-the-higher": "Both are due the same colour: the higher player has it.",
    "colour-by-number": "Nobody is due a colour: odd and even start numbers of the higher player alternate.",
    "avoided": "The same club, or they came together: could not be avoided.",
    "bye-lowest-score": "The bye: in the lowest score group, somebody with the fewest games missed.",
    "bye-higher-score": "The bye: those with fewer points have had one, or are needed to pair the others.",
}


def check_size(players: int) -> None:
    """Raises for a field that the engine cannot pair in reasonable time."""
    if players > MOST_PLAYERS:
        raise Refused(
            "dutch-too-many", "A Dutch round of {players} players cannot be paired: {most} are the most. Pair it by "
            "another method (uscf, fise, king, random) or by hand.", players=players, most=MOST_PLAYERS,
        )


def _long(players: int) -> NeedsConfirmation:
    """A round of a very large field takes long and much memory: that must be seen first."""
    return NeedsConfirmation(
        "dutch-long", "A Dutch round of {players} players takes about {seconds} seconds and {memory} MB of memory.",
        players=players, seconds=players**2 // 125_000, memory=-(-(players**2) // 300_000) * 100,
    )


def _pair(given: PairingInput) -> PairingResult:
    from pareo.core.pairing.dutch.forbidden import pair_dutch_apart  # noqa: PLC0415

    return pair_dutch_apart(given)


DUTCH = Method(
    id="dutch",
    title="FIDE Dutch",
    sentence="The FIDE Dutch system: score groups in halves, with colours and floats as the FIDE rules say.",
    described="the FIDE Dutch system",
    pair=_pair,
    checker="dutch",
    reasons=REASONS,
    coloured=True,
    looks_back=True,
    all_anew=True,
    limit=check_size,
    slow_from=200,  # up to here it takes less than half a second
    ask_from=1000,
    question=_long,
)
