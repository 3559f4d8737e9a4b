"""A ruleset: the rules of one document, as data.

The files are in `pareo/rulesets/*.toml`; `pareo.core.rules.ruleset_file` reads and checks them. Nothing here knows a
game by
name: a house rule is a changed value, never a branch in code. `cite` strings name the document's section.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from pareo.core.model.list_rules import ListRules
from pareo.core.model.outcome import GameTally, Outcome
from pareo.core.model.pairing_contract import Priority
from pareo.core.model.staff_rules import CheckRules, StaffRules


@dataclass(frozen=True, slots=True)
class SourceDocument:
    """Where the rules come from."""

    title: str
    edition: str  # "2019-07-17"
    language: str  # of the edition we followed
    note: str = ""  # P-SRC-1: the English version prevails


@dataclass(frozen=True, slots=True)
class OpenChoice:
    """What no document settles, and how we settled it; `setting` is the event's way to say otherwise."""

    id: str
    says: str
    source: str = ""
    confidence: int = 1  # 3: quoted, or several sources agree; 2: one source; 1: not confirmed
    setting: str = ""


@dataclass(frozen=True, slots=True)
class ResultRules:
    """What is entered for a match and how it becomes outcomes."""

    kind: str  # "outcome" (1-0), "scores" (412-380; outcome alone is enough), "squads" (X-Wing: points destroyed)
    draws: bool = True  # may a Swiss match be drawn?
    available: int = 0  # squads: points available to a side (300, 400); base of the margin of victory
    modified_below: int = 0  # squads: ahead by less than this at time is a modified win
    bye_margin: int = 0  # squads: margin of victory of a bye (X-5, Choice)
    drawn_elimination: str = "refused"  # "refused" or "initiative"
    cite: str = ""
    games: int = 1  # of a match, as the file or the event says (SP-10, A-70)
    decide: str = "all"  # several games: "best-of", "all" (all are played) or "sum" (their points together)
    cut_games: int = 0  # of a match in elimination; 0: as many as in the other rounds
    best_of: int = 0  # the event's own number of games, which then decide as a best of; 0: as above (PN-MAT-2)
    best_of_cut: int = 0  # the same in elimination
    bye_games: GameTally | None = None  # what a bye, or an opponent who does not come, counts in games (2-0)
    doubt_draws: bool = False  # a draw is taken with a warning (PN-MAT-7)
    chess: bool = False  # a match is one game of chess: ½-0, games of no move (1-0U) and adjourned ones can be, 2-1 not
    final_games: int = 0  # of the last matches of a double elimination, the best of so many; 0: as the others (PN-GO-1)


@dataclass(frozen=True, slots=True)
class StartRules:
    """Points that a player begins with, by rating, and that count (McMahon)."""

    floor: int  # the rating that begins with `lowest`, and all below it
    bar: int  # nobody begins higher than this rating does
    step: int  # rating points for one point more
    lowest: int = 0  # in the ruleset's unit
    cite: str = ""


class ScaleStep(NamedTuple):
    """Points of both sides from this margin on."""

    margin: int
    winner: int
    loser: int


@dataclass(frozen=True, slots=True)
class SwissRules:
    """How Swiss rounds are paired."""

    system: str  # of `pairing.registry`, such as "random" (inside record groups) or "fise" (half against half)
    order: tuple[Priority, Priority] = (Priority.GAPS, Priority.MIXED)  # P-AGE-4
    avoid: tuple[str, ...] = ()  # fields whose equality makes an avoided pair: "club", "federation", "together"
    avoid_rounds: tuple[int, int] = (1, 999)  # first and last round in which they are avoided
    starts: bool = False  # who starts is tracked and balanced (S-5)
    numbering: str = "entry"  # by entry, by "rating" or the "local" (second) one (S-7), by rating and then "titles"
    # (C.04.2, 2.2), or "shuffled" (as TOM does)
    meet_again_after_forfeit: bool = False  # SP-4
    barred: str = ""  # "club:1-2;federation:1-3": pairs forbidden in these rounds (SP-4)
    by_points: bool = True  # False: who meets whom is drawn whatever anybody has scored (S-NAT-3)
    cite: str = ""


@dataclass(frozen=True, slots=True)
class RobinRules:
    """How a round robin is played, unless the event sets it otherwise."""

    schedule: str = "berger"  # or "rutsch" (SP-1)
    cycles: int = 1  # 2: everybody meets everybody twice
    half_counts: bool = True  # False: who left with less than half of the games played has no place, and neither do
    # their results count (FIDE C.05)
    cite: str = ""


@dataclass(frozen=True, slots=True)
class EliminationRules:
    """Single elimination, alone or after a Swiss."""

    max_cut: int = 0  # 0 = no limit (2009: 32)
    max_share: float = 1.0  # of a division that may reach the cut (2009: 0.25)
    per_division: bool = False  # a shared pod has one bracket per division (P-AGE-7)
    late_before_start: bool = True  # P-SE-4
    seed_chooses: bool = False  # the higher seed chooses first or second in game 1 (PN-MAT-8)
    cite: str = ""


@dataclass(frozen=True, slots=True)
class TiebreakUse:
    """One tie-break of the order, with its options (see `pareo.core.standings.tiebreaks`)."""

    id: str
    options: Mapping[str, object] = field(default_factory=dict)
    cite: str = ""


@dataclass(frozen=True, slots=True)
class CutRules:
    """Who goes from the Swiss rounds into the elimination, and with which seed (X-12)."""

    order: tuple[str, ...] = ()  # tie-breaks after the points; empty: as the standing has them
    cite: str = ""


@dataclass(frozen=True, slots=True)
class Division:
    """An age division. Bounds are birth years, both included; None is open."""

    id: str
    title: str
    born_from: int | None
    born_to: int | None


@dataclass(frozen=True, slots=True)
class DivisionRules:
    """Age divisions and the pods they form."""

    divisions: tuple[Division, ...]  # youngest first
    separate_from: int = 6  # every division this large: separate pods (P-AGE-2)
    rounds_from: str = "largest-division"  # or "pod" (P-AGE-6, Choice)
    together: tuple[tuple[str, ...], ...] = ()  # who shares a pod, as the event sets it; none: by the sizes (P-AGE-3)
    until: str = ""  # the last day of the document's birth years; later ones go by their season (PN-SEA). "": always
    cite: str = ""


@dataclass(frozen=True, slots=True)
class LateRules:
    """Players who arrive after the start."""

    rank_below: bool = True  # P-TB-1
    points_last_round: int | None = None  # events with Championship Points: nobody after this round (P-LATE-5)
    points_refusal: str = "refused"  # "refused" (July 2019) or "override" (April 2019: should not)
    registered: bool = False  # a registered player who first comes in a later round is late too (B-2)
    cite: str = ""


@dataclass(frozen=True, slots=True)
class SecondDayRules:
    """Who plays on day 2: everybody with so many points, or the top so many, whichever is more (P-DAY2-1).

    A row of the table may say the points (PN-TAB-5); a top of 0 is none (PN-PH2-1).
    """

    points: int = 0
    top: int = 0
    carry_points: bool = True  # P-TB-9, Choice
    phases: str = "restart"  # how percentages go over both phases: "restart", "both" or "r-fit" (PN-TB-4)
    ranking: str = "phase"  # who did not play day 2 stands below it ("phase": PN-PH2-3), or by "points" among it (B-12)
    cite: str = ""


@dataclass(frozen=True, slots=True)
class SectionRules:
    """Splitting a large division (P-SEC)."""

    min_division: int = 64
    min_section: int = 32
    counts: tuple[int, ...] = (2, 4, 8, 16)
    min_qualifiers: int = 2
    rounds: str = "size"  # the table's row for the size of a section, or "doubling": one fewer per doubling
    cite: str = ""


@dataclass(frozen=True, slots=True)
class TableRow:
    """One row of a document's table. The first of several rounds or cuts is the one we propose."""

    low: int
    high: int | None  # None: and more
    rounds: tuple[int, ...]
    cuts: tuple[int, ...] = (0,)  # 0 = no cut
    day2_rounds: int = 0
    points: int = 0  # to go on to the second day; 0: as `second_day` says
    asymmetrical: bool = False  # the cut takes all who share the record of the place it names (PN-ASY-1)
    borrowed: str = ""  # the section whose numbers these are: the table itself has no row for so many players


@dataclass(frozen=True, slots=True)
class AdviceTable:
    """A table of rounds and cuts by number of players (per division)."""

    id: str
    title: str
    style: str  # "swiss", "elimination" or "swiss+cut"
    rows: tuple[TableRow, ...]
    cite: str = ""
    source: str = ""  # who says so, where it is not the document itself
    confidence: int = 3  # as of a `Choice`
    points_confidence: int = 3  # of its column of points


@dataclass(frozen=True, slots=True)
class AdviceRules:
    """What the document recommends."""

    tables: tuple[AdviceTable, ...] = ()
    default: str = ""  # the table used unless the event names another
    one_round_fewer: bool = False  # P-AGE-8
    cut_is_maximum: bool = False  # P-CUT-8
    least_players: int = 0  # of a sanctioned event, and its fewest rounds (PN-TAB-1); 0: not said
    least_rounds: int = 0


@dataclass(frozen=True, slots=True)
class RoundRules:
    """Round length in minutes, and the range outside which we warn (X-1). 0 = not said."""

    minutes: int = 0
    shortest: int = 0
    longest: int = 0
    cite: str = ""
    match_minutes: int = 0  # of a match of three games or more; 0: as one of a game (PN-MAT-3)
    match_shortest: int = 0
    cut_minutes: int = 0  # the same in elimination
    extra_turns: int = 0  # played on when the time is over (PN-MAT-4)
    overtime_minutes: int = 0  # for these turns; 0: no limit
    no_show_minutes: int = 0  # who is not at the table by then loses the match and leaves (PN-MAT-9); 0: not said
    at_time: tuple[str, ...] = ()  # how a match ends at time, for judges (PN-MAT-5)
    at_time_cut: tuple[str, ...] = ()  # the same in elimination


@dataclass(frozen=True, slots=True)
class RatingRules:
    """How the ratings of one list change (S-15, SP-24). `core/standings/ratings/rules.py` has the words for it."""

    method: str  # "fide-average", "fide", "uscf" or "pzszach"
    k: int = 10
    rate_forfeits: bool = False
    lowest: int = 0  # a lower rating is not valid
    cite: str = ""
    k_by_rules: bool = False  # K 40 / 20 / 10 from what is known of the player, instead of the fixed K
    cap: int | None = None  # larger differences count as this; 0: no correction; None: as usual (fide 400, others none)
    perfect: int | None = None  # dp(1); None: as usual (fide-average 999, Swiss Perfect's; others 800, FIDE's)
    bonus: int = 14  # B of the USCF bonus; 10 since June 2025
    per: str = "game"  # several games in a match: each of them is rated, or the "match" as one


@dataclass(frozen=True, slots=True)
class Ruleset:
    """All the rules of one edition of one document."""

    id: str
    title: str
    game: str
    document: SourceDocument
    text: str  # the file itself, stored with each tournament
    styles: tuple[str, ...]  # sanctioned, first is the default: "swiss", "elimination", "swiss+cut", "round-robin"
    entrant: str  # "player" or "team"
    team_size: int
    unit: int  # points are counted in 1/unit (2: half points)
    points: Mapping[Outcome, int]  # in that unit
    results: ResultRules
    swiss: SwissRules
    elimination: EliminationRules
    tiebreaks: tuple[TiebreakUse, ...]
    shared_places: bool  # still tied after the last tie-break: the same place (S-12)
    divisions: DivisionRules | None
    late: LateRules
    correction_rounds: int | None  # correctable until pairings of so many rounds later are made (P-RUN-4); None: always
    second_day: SecondDayRules | None
    sections: SectionRules | None
    advice: AdviceRules
    round: RoundRules
    rating: RatingRules | None
    announce: tuple[str, ...]  # what the announcement must name (P-ANN-1, X-25)
    settled: tuple[str, ...] = ()  # of it, what the document says must be told before the start: it stays so
    undefeated: bool = False  # 2009: show how many are still undefeated (P-SW-7)
    standings_first: bool = False  # 2009: post standings before pairings (P-RUN-5)
    slips: bool = False  # P-RUN-2
    names: str = "full"  # how the public sees names, unless the organiser says otherwise
    keep_days: int = 92  # so long after the last entry contacts and those who never got in are kept
    points_from: str = "match"  # or "games" (every game gives points), or "margin" (by `scale`)
    scale: tuple[ScaleStep, ...] = ()  # what a margin of scores is worth, from 0 up
    start: StartRules | None = None
    points_first: bool = True  # False: places go by the tie-breaks alone, match points decide nothing (S-NAT-1)
    rating2: RatingRules | None = None  # of the other list (SP-12)
    robin: RobinRules = field(default_factory=RobinRules)
    rank_sent_away: bool = True  # False: who was disqualified or expelled has no place; else they are ranked last
    tiers: Mapping[str, str] = field(default_factory=dict)  # tier → hint
    staff: Mapping[str, StaffRules] = field(default_factory=dict)  # tier → who may play
    checks: CheckRules = field(default_factory=CheckRules)
    lists: ListRules = field(default_factory=ListRules)  # X-14 … X-18, P-PREM-1
    notes: tuple[str, ...] = ()  # shown by `rulesets show`
    choices: tuple[OpenChoice, ...] = ()  # the same, with where each comes from (PN-RS-4)
    season: int = 0  # the season it was written for, named after the year in which it ends; 0: none
    youngest: int = 0  # years: nobody younger plays (PN-AGE-4); 0: no limit
    cut: CutRules = field(default_factory=CutRules)
    pab: int | None = None  # the event's own points of the pairing-allocated bye; None: as `points` has it
    fide_mode: bool = False  # events begin in FIDE mode: what the Handbook forbids is warned of or refused

    @property
    def seeding(self) -> Ruleset:
        """The rules by which the elimination is filled and seeded: other tie-breaks, where the document says so."""
        if not self.cut.order:
            return self
        own = {use.id: use for use in self.tiebreaks}
        return replace(self, tiebreaks=tuple(own.get(one) or TiebreakUse(one) for one in self.cut.order))

    @property
    def points_lead(self) -> bool:
        """Do points decide first? Not where they decide nothing, or have another place in the order (F-121)."""
        return self.points_first and all(use.id != "PTS" for use in self.tiebreaks)

    @property
    def draws_are_half(self) -> bool:
        """Is a draw half a win, and written ½? In Pokémon and X-Wing it is not: there it is a tie (3, 1 and 0)."""
        return 2 * self.points[Outcome.DRAW] == self.points[Outcome.WIN] + self.points[Outcome.LOSS]

    @property
    def tier_names(self) -> dict[str, str]:
        """The tiers by their names in the document, with their hints: texts that pages translate (X-30). A ruleset that
        names none has those whose staff it speaks of."""
        hints = self.tiers or dict.fromkeys(self.staff, "")
        return {tier: f"{tier.capitalize()}: {hint}".removesuffix(": ") for tier, hint in hints.items()}

    def show_points(self, points: int) -> float | int:
        """Points in the players' units: 9 half points are 4.5."""
        return points // self.unit if points % self.unit == 0 else points / self.unit
