"""The values a tournament is made of. A change is a `replace`, made by the replay of the journal and by nothing else.

Entrants are known by their number (order of entry, from 1). Names, birth years and other personal data are not here:
they live outside the journal.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import Enum

from pareo.core.model.outcome import Outcome, Result

Seats = frozenset[tuple[int, ...]]  # who meets whom in a round, and who sits out


class Status(Enum):
    """How far a round is, from the draft to the last result."""

    DRAFTED = "drafted"  # only staff see it; it can be made again
    PUBLISHED = "published"  # everybody sees it; errors are reported
    STARTED = "started"  # pairings are locked, results come in
    FINISHED = "finished"  # all results are in


class Phase(Enum):
    """What kind of rounds a pod plays."""

    SWISS = "swiss"
    ROUND_ROBIN = "round-robin"  # everybody meets everybody, by a fixed table (SP-1)
    DAY2 = "day2"
    CUT = "cut"  # elimination after a Swiss
    ELIMINATION = "elimination"  # elimination from the start


@dataclass(frozen=True, slots=True)
class Drop:
    """An entrant left the tournament. `after` is the last round they took part in (0: none)."""

    after: int
    kind: str = "drop"  # "drop", "disqualified", "expelled", "no-show"
    reason: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Details:
    """What is known of an entrant besides who they are, whether it was typed, read from a file or is in play.

    Each has its record in `fields`.
    """

    team: str = ""  # name of the team; also its id
    division: str = ""
    club: str = ""
    federation: str = ""
    together: str = ""  # "came together" tag
    faction: str = ""
    rating: int | None = None
    rating2: int | None = None
    games: int | None = None  # rated games before this event, on the first list (SP-24); None: not known
    games2: int | None = None
    k: int | None = None  # the player's own K, whatever the rules of the list say
    average: int | None = None  # known average score of an unrated player (S-7)
    own_no: int | None = None  # number in the starting list that was set by hand (SP-7)
    byes: int = 0  # earned: the first so many rounds
    absent: frozenset[int] = frozenset()  # rounds they asked not to play
    fixed_table: int | None = None
    late_from: int = 0  # first round they could play; 0: on time
    until: int = 0  # the last round they play (SP-5); 0: to the end
    estimate: int | None = None  # chess: what an unrated player is thought to be (C.04.2, 2.1)
    no_half_bye: bool = False  # chess: entered without the right to a half-point bye (free entry, conditions)


@dataclass(frozen=True, slots=True)
class Entrant(Details):
    """A player or a team in this tournament."""

    no: int
    persons: tuple[str, ...]  # random ids of the people (two in an X-Wing team); personal data is kept elsewhere
    captain: int = 0  # index into persons
    start_no: int = 0  # number in the starting list (S-7); 0 until round 1 is paired
    bonus: int = 0  # points for pairing only (SP-5), smallest unit
    bye_points: tuple[tuple[int, int], ...] = ()  # (round, points) of rounds asked off for another value than usual
    drop: Drop | None = None


@dataclass(frozen=True, slots=True)
class Applicant:
    """Somebody who registered and is not in yet: the event is full, or the desk has to say yes."""

    entrant: Entrant
    at: str  # UTC
    guardian: bool = False


@dataclass(frozen=True, slots=True)
class Match:
    """Two entrants at a table. `a` starts."""

    table: int
    a: int
    b: int
    result: Result | None = None
    reasons: tuple[str, ...] = ()

    def opponent_of(self, no: int) -> int:
        """The opponent of an entrant who plays this match."""
        return self.b if self.a == no else self.a


@dataclass(frozen=True, slots=True)
class Sitting:
    """An entrant without an opponent in a round: a bye of some kind, a late loss, an absence."""

    no: int
    outcome: Outcome
    reasons: tuple[str, ...] = ()
    points: int | None = None  # other points than the ruleset gives for the outcome (SP-5), smallest unit


NOT_DRAWN = ("by hand", "TOM")
"""What `Round.proof` says of rounds that no method of ours has drawn: who paired them."""


@dataclass(frozen=True, slots=True)
class Round:
    """One round of one pod."""

    number: int
    status: Status
    draft: int  # 1 for the first draft, counted up when made again
    matches: dict[int, Match]  # by table
    sitting: tuple[Sitting, ...] = ()
    seed: str = ""  # shown once published
    proof: str = ""
    cost: Mapping[str, object] = field(default_factory=dict)
    certificate: Mapping[str, object] = field(default_factory=dict)
    system: str = ""  # the pairing method; empty: the one the ruleset names
    top_starts: bool = True  # round 1: the highest player of the first table starts (SP-21)
    objective: int = 1  # the version of the pairing objective it was drawn under
    start_in: int = 0  # minutes after publishing in which it starts, as chosen when it was published

    @property
    def open_tables(self) -> list[int]:
        return [m.table for m in self.matches.values() if m.result is None]

    def match_of(self, no: int) -> Match | None:
        """The match of this round that an entrant plays; None if they sit out."""
        return next((m for m in self.matches.values() if no in (m.a, m.b)), None)


@dataclass(frozen=True, slots=True)
class Pod:
    """Entrants who are paired together in one phase. Day 2 and the cut are pods of their own, with `sources`."""

    id: str
    phase: Phase
    members: tuple[int, ...]  # Swiss: in order of number; elimination: in seed order
    divisions: tuple[str, ...] = ()
    section: int | None = None
    planned: int = 0  # rounds of this phase
    first_round: int = 1  # round numbers continue through day 2 and the cut
    sources: tuple[str, ...] = ()
    third_place: bool = False
    rounds: dict[int, Round] = field(default_factory=dict)
    closed: bool = False  # its players have advanced
    start_size: int = 0  # members at the start, for late players (P-SEC-4)
    start_counts: tuple[tuple[str, int], ...] = ()  # players of each division at the start: what was announced (B-1)
    first_table: int = 1
    double: bool = False  # an elimination in which who loses twice is out (PN-GO-1)

    @property
    def last_round(self) -> Round | None:
        return self.rounds[max(self.rounds)] if self.rounds else None

    def started_with(self, entrants: Mapping[int, Entrant]) -> Pod:
        """The pod with its players as they are now noted as those of the start."""
        counts = Counter(entrants[no].division for no in self.members if entrants[no].drop is None)
        return replace(self, start_size=len(self.members), start_counts=tuple(sorted(counts.items())))

    @property
    def family(self) -> str:
        """The sections of a division belong together: “masters” for masters-1 and masters-2."""
        return self.id.rsplit("-", 1)[0] if self.section is not None else self.id
