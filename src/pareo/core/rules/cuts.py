"""How large a cut may be: what can be played at all, what the document forbids, and what only leaves its table.

A cut belongs to a division, in a shared pod too (Pokémon 2009, 3.3.5: at most 25 % of each division). Every way into
the cut asks here.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from pareo.core.model.ruleset import Ruleset
from pareo.core.rules.actions import ActionVerdict
from pareo.core.rules.tables import is_power_of_two
from pareo.core.text.errors import BadInput, OutsideRules, Refused
from pareo.core.text.messages import Note, either_note, note, text_note


@dataclass(frozen=True, slots=True)
class CutLimits:
    """What the document's table says of the cut of one division."""

    players: int
    allowed: tuple[int, ...] = ()  # cuts of the nearest row, the proposed one first; none: the document has no table
    listed: bool = True  # the row is for this number of players, not only the nearest
    asymmetrical: bool = False  # the row's cut is the place whose record is enough (PN-ASY-1)


@dataclass(frozen=True, slots=True)
class Judgement:
    """What is to be said of a cut that is not the table's, and whether it is allowed all the same."""

    verdict: ActionVerdict
    note: Note


@dataclass(frozen=True, slots=True)
class SharedCut:
    """The size of an asymmetrical cut, and how it came about."""

    base: int
    size: int
    points: int | float  # of the player on the base place
    sharing: int  # players with these points or more
    most: int  # 0: no limit

    @property
    def byes(self) -> int:
        """Byes in the first round of the bracket."""
        return (1 << max(1, (self.size - 1).bit_length())) - self.size

    @property
    def reason(self) -> Note:
        """How the size came about: “Place 8 has 31 points, 11 players have 31 or more: 11, byes: 5.”"""
        facts = {
            "base": self.base,
            "points": self.points,
            "sharing": self.sharing,
            "size": self.size,
            "byes": self.byes,
            "most": self.most,
        }
        if self.size < self.sharing:
            return Note(
                "cut-shared-most",
                "Place {base} has {points} points; {sharing} players have {points} or more; at most {most} "
                "advance. Play-off of {size}, byes: {byes}.",
                facts,
            )
        return Note(
            "cut-shared",
            "Place {base} has {points} points; {sharing} players have {points} or more. Play-off of {size}, byes: "
            "{byes}.",
            facts,
        )


def shared_cut(points: Sequence[int | float], base: int, most: int) -> SharedCut:
    """All who have at least the points of the player on the base place, up to the maximum (PN-ASY-1 to PN-ASY-3).

    `points` are those of who is still there, best first (PN-ASY-8).
    """
    base = min(base, len(points))
    enough = points[base - 1]
    sharing = sum(1 for one in points if one >= enough)
    return SharedCut(base, min(sharing, most) if most else sharing, enough, sharing, most)


def largest_power_of_two(players: int) -> int:
    """The largest bracket without byes that so many players fill."""
    return 1 << (players.bit_length() - 1)


def check_size(cut: int) -> None:
    """Refuse a cut of fewer than two players."""
    if cut < 2:
        raise BadInput("advance-size", "At least 2 players must advance, not {size}.", size=cut)


def check_enough(cut: int, players: int) -> None:
    """Refuse a cut with more players than there are."""
    if cut > players:
        raise Refused(
            "cut-players", "A play-off of {cut} is more than the {players} players.", cut=cut, players=players
        )


def check_playable(cut: int, players: int, *, asymmetrical: bool = False) -> None:
    """Refuse a cut with more players than there are, and one with byes where the rules know none (P-CUT-1, PN-ASY-9).

    None at all can always be played.
    """
    check_enough(cut, players)
    if cut and not asymmetrical and not is_power_of_two(cut):
        raise OutsideRules("cut-power", "A play-off of {cut} is not 2, 4, 8 …: there would be byes.", cut=cut)


def check_maximum(ruleset: Ruleset, cut: int, limits: CutLimits) -> None:
    """Refuse a cut larger than the rules ever allow: 2009 at most 32, 64 in the table's row for 512 (P-CUT-1)."""
    most = ruleset.elimination.max_cut
    if most and cut > most and not (limits.listed and cut in limits.allowed):
        raise OutsideRules(
            "cut-maximum", "A play-off of {cut} is more than the {most} these rules allow.", cut=cut, most=most
        )


def judge_cut(
    ruleset: Ruleset, cut: int, limits: CutLimits, *, premier: bool = False, exception: bool = False
) -> Judgement | None:
    """What the document says against this cut; None where it is one of the table's, or where there is no table."""
    allowed, players = limits.allowed, limits.players
    if not allowed or cut in allowed or (limits.asymmetrical and cut > max(allowed)):
        return None  # of an asymmetrical cut the records decide; its maximum is `check_maximum`'s
    most = max(allowed)
    facts = {"cut": cut, "allowed": cuts_named(allowed), "players": players, "most": most}
    if cut > most and premier and ruleset.advice.cut_is_maximum:
        if exception:
            return Judgement(
                ActionVerdict.ALLOWED,
                Note(
                    "cut-exception",
                    "A play-off of {cut} is recorded as an exception; the document's maximum for "
                    "{players} players is {most}.",
                    facts,
                ),
            )
        return Judgement(
            ActionVerdict.OUTSIDE,
            Note(
                "cut-above-maximum",
                "A play-off of {cut} is more than the maximum of {most} for {players} players in a "
                "Premier event; only an exception such as a World Championship allows it.",
                facts,
            ),
        )
    share = Fraction(ruleset.elimination.max_share).limit_denominator(100)
    if Fraction(cut, max(players, 1)) > share:
        return Judgement(
            ActionVerdict.OUTSIDE,
            Note(
                "cut-above-share",
                "A play-off of {cut} is more than {percent}% of the {players} players of the division.",
                facts | {"percent": int(share * 100)},
            ),
        )
    return Judgement(
        ActionVerdict.CONFIRM if cut > most else ActionVerdict.ALLOWED,
        Note("cut-off-table", "A play-off of {cut}; the document gives {allowed} for {players} players.", facts),
    )


def cuts_named(cuts: Sequence[int]) -> Note:
    """Sizes of cuts as alternatives: “8, 4 or 2”, “none”."""
    return either_note([cut or text_note("none") for cut in cuts])


def share_notes(sizes: Mapping[str, int], cuts: Mapping[str, int]) -> tuple[Note, ...]:
    """About the same share of each division should reach the elimination (Play! Pokémon 2019, 3.3)."""
    shares = {name: Fraction(cuts.get(name, 0), size) for name, size in sizes.items() if size}
    if len(shares) < 2 or max(shares.values()) <= 2 * min(shares.values()):
        return ()
    most, least = max(shares, key=shares.__getitem__), min(shares, key=shares.__getitem__)
    return (
        note(
            "cut-shares",
            "The play-off takes {most_share}% of {most} but {least_share}% of {least}; about the same share of "
            "each division should advance.",
            most=most,
            most_share=round(100 * shares[most]),
            least=least,
            least_share=round(100 * shares[least]),
        ),
    )
