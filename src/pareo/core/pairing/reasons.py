"""Why these two play each other, and why this player has the bye: stable codes, one line of English each.

The pages translate the codes. A reason is given only where it is known to be true; a round without divisions says
nothing about divisions.
"""

from __future__ import annotations

from collections.abc import Mapping

from pareo.core.text.messages import text_note

FIRST_ROUND = "first-round"
SAME_RECORD = "same-record"
PAIRED_DOWN = "paired-down"
ODD_GROUP = "odd-group"
REMATCH_AVOIDED = "rematch-avoided"
CONFLICT_AVOIDED = "conflict-avoided"
DIVISION_KEPT = "division-kept"
SAME_DIVISION = "same-division"
OTHER_DIVISION = "other-division"
REMATCH = "rematch"
FORBIDDEN = "forbidden"
AVOIDED = "avoided"
LOWEST_RECORD = "lowest-record"
ONLY_ELIGIBLE = "only-eligible"
REPEAT_BYE = "repeat-bye"

REASONS: Mapping[str, str] = {
    FIRST_ROUND: "The first round is drawn at random.",
    SAME_RECORD: "Both have the same match points.",
    PAIRED_DOWN: "The first player meets somebody with fewer match points.",
    ODD_GROUP: "An odd number of players was left in the record group.",
    REMATCH_AVOIDED: "Another pairing of the group would repeat a match.",
    CONFLICT_AVOIDED: "Another pairing of the group would repeat a match or be a forbidden one.",
    DIVISION_KEPT: "It keeps them within the division.",
    SAME_DIVISION: "Both are of the same division.",
    OTHER_DIVISION: "No better opponent of the same division was left.",
    REMATCH: "They have already met; no pairing of the round has fewer repeats.",
    FORBIDDEN: "They should not meet, but no pairing of the round has fewer such pairs.",
    AVOIDED: "They share a club or came together; no better pairing avoids it.",
    LOWEST_RECORD: "The bye goes to a random player of the lowest record group.",
    ONLY_ELIGIBLE: "Nobody with fewer match points can have the bye.",
    REPEAT_BYE: "Nobody is left who has not had a bye.",
}

OF_EVERY_ROUND: Mapping[str, str] = {
    "by-hand": text_note("Paired by hand."),
    "by-tom": text_note("Paired by TOM."),
    "repaired": text_note("Re-paired after a fix; the other tables stayed as they were."),
    "late-player": text_note("A late player joined the round."),
    "not-in-file": text_note("Not in the list of pairings."),
    "bracket": text_note("The bracket decides."),
    "earned": text_note("A bye won before the event."),
    "requested": text_note("Asked not to play this round, or was not here."),
    "late": text_note("Came after the round had started."),
    "kept": text_note("As it was before the repair."),
}
"""What any round can say, whoever has paired it."""
