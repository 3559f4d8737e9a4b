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
REMATCH_LOW = "rematch-low"
FORBIDDEN = "forbidden"
AVOIDED = "avoided"
LOWEST_RECORD = "lowest-record"
ONLY_ELIGIBLE = "only-eligible"
REPEAT_BYE = "repeat-bye"

REASONS: Mapping[str, str] = {
    FIRST_ROUND: "The first round is paired at random.",
    SAME_RECORD: "Both have the same match points.",
    PAIRED_DOWN: "The first player is paired down.",
    ODD_GROUP: "An odd number of players was left in the group with this record.",
    REMATCH_AVOIDED: "Any other pairing of the group would be a rematch.",
    CONFLICT_AVOIDED: "Any other pairing of the group would be a rematch or barred.",
    DIVISION_KEPT: "Keeps them within the division.",
    SAME_DIVISION: "Both are of the same division.",
    OTHER_DIVISION: "No better opponent was left in the same division.",
    REMATCH: "They have already met, but no pairing of this round has fewer rematches.",
    REMATCH_LOW: "An unavoidable rematch goes to the lowest records possible.",
    FORBIDDEN: "They should not meet, but no pairing of this round has fewer such pairs.",
    AVOIDED: "Same club or travelling together, but no better pairing avoids it.",
    LOWEST_RECORD: "The bye goes to a random player of the lowest record group.",
    ONLY_ELIGIBLE: "No one with fewer match points can get the bye.",
    REPEAT_BYE: "Everyone has already had a bye.",
}

OF_EVERY_ROUND: Mapping[str, str] = {
    "by-hand": text_note("Paired by hand."),
    "by-tom": text_note("Paired by TOM."),
    "repaired": text_note("Paired again after a repair; the other tables are unchanged."),
    "late-player": text_note("A late player joined the round."),
    "not-in-file": text_note("Not in the list of pairings."),
    "bracket": text_note("The bracket decides."),
    "earned": text_note("Bye earned before the event."),
    "requested": text_note("Requested bye, or absent."),
    "late": text_note("Arrived after the round had started."),
    "kept": text_note("Unchanged by the repair."),
}
"""What any round can say, whoever has paired it."""
