"""The records of the methods that pair halves of the table: FISE, US Chess, and king of the hill.

The engine is read when the first round is paired: listing methods, and standings, need only the records.
"""

from __future__ import annotations

from pareo.core.model.pairing_contract import PairingInput, PairingResult
from pareo.core.pairing.method import PairingMethod

FISE_REASONS: dict[str, str] = {
    "same-points": "Both have the same points.",
    "moved-up": "The first player of the next group completes an odd group.",
    "nearest-points": "No opponent on equal points was left: the nearest below.",
    "smallest-gaps": "No opponent on equal points was left: from the top down, no legal round has smaller differences.",
    "upper-half-pair": "Two players of the upper half meet so that players on equal points stay together.",
    "repeat-avoided": "A higher opponent in the list was skipped: they have met, or may not meet.",
    "kept-for-another": "A higher opponent in the list was skipped: another player needs them.",
    "club-avoided": "A higher opponent in the list was skipped: same club, or travelling together.",
    "avoided": "The same club, or they came together: could not be avoided.",
    "rematch": "They have met before: no round without a repeat exists.",
    "forbidden": "A pair that should not meet: no other round exists.",
    "start-balance": "Starts because they have started less often.",
    "start-alternates": "Equal in starts: the first move alternates from board to board.",
    "rest-last": "Bye: last in the table.",
    "rest-next": "Bye: players below have had one or are needed to pair the others.",
    "rest-again": "Second bye: everyone has had one.",
}

KING_REASONS: dict[str, str] = {
    "next-in-table": "The next player of the table.",
    "passed-over": "A player in between was skipped: they have met, may not meet, or are needed for another pair.",
    "rematch": "They have met before.",
    "forbidden": "A pair that should not meet: no other round exists.",
    "avoided": "The same club, or they came together.",
    "start-balance": "Starts because they have started less often.",
    "rest-last": "Rests: the last of the table who can.",
    "rest-again": "Second bye: everyone has had one.",
}

USCF_REASONS: dict[str, str] = {
    "same-points": "Both have the same points.",
    "odd-player": "The lowest player of a group that can't be paired within itself meets the highest possible "
    "player of the next.",
    "repeat-avoided": "Not the opponent of the other half: that pairing would repeat a match or is to be avoided.",
    "switched-to-equalise": "Changed with another board, within 200 rating points, to equalise colours.",
    "switched-to-alternate": "Changed with another board, within 80 rating points, to alternate colours.",
    "colour-equalises": "White goes to the player who has had it less often.",
    "colour-alternates": "Both change colour.",
    "colour-history": "They swap the colours of the last round in which theirs differed.",
    "colour-of-the-higher": "Both are due the same colour: the higher-ranked player gets it.",
    "colour-by-board": "No one is due a colour: it alternates from board to board.",
    "rematch": "They have met before: no round without a repeat exists.",
    "forbidden": "A pair that should not meet: no other round exists.",
    "avoided": "The same club, or they came together: could not be avoided.",
    "bye-lowest": "Bye: the lowest player in the lowest score group who has not had one.",
    "bye-above": "Bye: players below have had one or are needed to pair the others.",
    "bye-again": "Second bye: everyone has had one.",
}


def _pair_fise(pairing_input: PairingInput) -> PairingResult:
    from pareo.core.pairing.score_groups.fise import fise_round  # noqa: PLC0415

    return fise_round(pairing_input)


def _pair_king(pairing_input: PairingInput) -> PairingResult:
    from pareo.core.pairing.score_groups.king import king_round  # noqa: PLC0415

    return king_round(pairing_input)


def _pair_uscf(pairing_input: PairingInput) -> PairingResult:
    from pareo.core.pairing.score_groups.uscf import uscf_round  # noqa: PLC0415

    return uscf_round(pairing_input)


FISE = PairingMethod(
    id="fise",
    title="FISE (halves)",
    sentence="Among players with the same points the upper half of the list meets the lower half.",
    described="upper half against lower half among players with the same points",
    pair=_pair_fise,
    checker="fise",
    objectives=(1, 2),  # 2: the best gaps where rules 1 and 2 leave somebody over
    reasons=FISE_REASONS,
    names={"scrabble": "FIDE pairing (FISE document)"},  # choice: the document's procedure is what it calls FIDE
)

KING = PairingMethod(
    id="king",
    title="King of the hill",
    sentence="The first of the standings meets the second, the third the fourth, and so on.",
    described="king of the hill: first against second, third against fourth",
    pair=_pair_king,
    checker="king",
    reasons=KING_REASONS,
    by_standing=True,
)

USCF = PairingMethod(
    id="uscf",
    title="US Chess",
    sentence=(
        "The US Chess rules: score groups in halves, opponents exchanged within 80 or 200 rating points to improve "
        "colours."
    ),
    described="the US Chess Swiss: upper half against lower half, colours within limits of rating",
    pair=_pair_uscf,
    checker="uscf",
    reasons=USCF_REASONS,
    coloured=True,
    looks_back=True,
)
