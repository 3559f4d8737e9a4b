"""The record of the Dutch system: its words. The engine is read when the first round is paired."""

from __future__ import annotations

from pareo.core.model.pairing_contract import PairingInput, PairingResult
from pareo.core.pairing.method import PairingMethod

REASONS: dict[str, str] = {
    "same-points": "Both have the same points.",
    "floats": "No opponent with equal points was to be had for the player with more: he floats down.",
    "float-odd": "The score group had an odd number of players, so that one of them floats.",
    "float-nobody": "The one who floats may meet nobody of his score group: met before, kept apart or due the same "
    "colour.",
    "float-several": "Not all of the score group could be paired with each other and the groups below, so that more "
    "float.",
    "float-not-last": "He floats and not somebody ranked below him, so that opponents, colours and the floats of the "
    "last two rounds come out best.",
    "float-further": "A score group in between had no opponent for him, so that he floats further down.",
    "float-opponent-met": "His opponent is not the first of the group: those two have met.",
    "float-opponent-apart": "His opponent is not the first of the group: those two are kept apart.",
    "float-opponent-colour": "His opponent is not the first of the group: those two are due the same colour.",
    "float-opponent": "His opponent is not the first of the group: he has met those before, or opponents, colours "
    "and floats would come out worse.",
    "transposed": "Not the next in order of the lower half: they have met, or opponents, colours and floats would "
    "come out worse.",
    "transposed-met": "Not the next in order of the lower half: those two have met.",
    "transposed-apart": "Not the next in order of the lower half: those two are kept apart.",
    "transposed-colour": "Not the next in order of the lower half: those two are due the same colour.",
    "transposed-needed": "Not the next in order of the lower half, who is needed for another pair: so opponents, "
    "colours and floats of the whole group come out best.",
    "exchanged": "The halves of the score group could not be paired as they are: players were exchanged between them.",
    "colour-both-due": "Both have the colour they are due.",
    "colour-stronger": "Both are due the same colour: the stronger claim has it.",
    "colour-history": "The colours of the last round in which theirs differed are reversed.",
    "colour-of-the-higher": "Both are due the same colour: the higher player has it.",
    "colour-by-number": "Nobody is due a colour: odd and even start numbers of the higher player alternate.",
    "avoided": "The same club, or they came together: could not be avoided.",
    "bye-lowest-score": "The bye: in the lowest score group, somebody with the fewest games missed.",
    "bye-higher-score": "The bye: those with fewer points have had one, or are needed to pair the others.",
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
    slow_from=400,  # our engine takes milliseconds; where large clubs are kept apart gacrux may take seconds
)
