"""The record of the Dutch system: its words. The engine is read when the first round is paired."""

from __future__ import annotations

from pareo.core.model.pairing_contract import PairingInput, PairingResult
from pareo.core.pairing.method import PairingMethod

REASONS: dict[str, str] = {
    "same-points": "Both have the same points.",
    "floats": "The player with more points has no opponent on equal points and floats down.",
    "float-odd": "The score group had an odd number of players, so one floats.",
    "float-nobody": "The player who floats can't meet anyone in the score group: already met, barred or due the "
    "same colour.",
    "float-several": "Not everyone in the score group could be paired within it or with the groups below, so more "
    "players float.",
    "float-not-last": "This player floats, not one ranked lower: that gives the best opponents and colours, and "
    "respects the floats of the last two rounds.",
    "float-further": "A score group in between had no opponent for this player, who floats further down.",
    "float-opponent-met": "Not the first of the group: they have already met.",
    "float-opponent-apart": "Not the first of the group: that pairing is barred.",
    "float-opponent-colour": "Not the first of the group: both are due the same colour.",
    "float-opponent": "Not the first of the group: they have met, or opponents, colours and floats would be worse.",
    "transposed": "Not the next in the lower half: they have met, or opponents, colours and floats would be worse.",
    "transposed-met": "Not the next in the lower half: they have already met.",
    "transposed-apart": "Not the next in the lower half: that pairing is barred.",
    "transposed-colour": "Not the next in the lower half: both are due the same colour.",
    "transposed-needed": "Not the next in the lower half, who is needed for another pair: this gives the group the "
    "best opponents, colours and floats.",
    "exchanged": "The two halves of the score group could not be paired as they were, so players were exchanged.",
    "colour-both-due": "Both get the colour they are due.",
    "colour-stronger": "Both are due the same colour: the player with the stronger claim gets it.",
    "colour-history": "They swap the colours of the last round in which theirs differed.",
    "colour-of-the-higher": "Both are due the same colour: the higher-ranked player gets it.",
    "colour-by-number": "No one is due a colour: it alternates by the higher player's odd or even number.",
    "avoided": "The same club, or they came together: could not be avoided.",
    "bye-lowest-score": "Bye: in the lowest score group, the player with the fewest unplayed games.",
    "bye-higher-score": "Bye: players with fewer points have had one or are needed to pair the others.",
}


def _pair(pairing_input: PairingInput) -> PairingResult:
    from pareo.core.pairing.dutch.forbidden import pair_dutch_apart  # noqa: PLC0415

    return pair_dutch_apart(pairing_input)


DUTCH = PairingMethod(
    id="dutch",
    title="Dutch system",
    sentence="The Dutch system (C.04.3, 2026): score groups in halves, with colours and floats as the rules say.",
    described="the Dutch system (C.04.3, 2026)",
    pair=_pair,
    checker="dutch",
    reasons=REASONS,
    coloured=True,
    looks_back=True,
    all_anew=True,
    names={"scrabble": "Dutch system (chess)", "chess": "Dutch system (FIDE)", "other": "Dutch system (FIDE)"},
    slow_from=400,  # our engine takes milliseconds; where large clubs are kept apart gacrux may take seconds
)
