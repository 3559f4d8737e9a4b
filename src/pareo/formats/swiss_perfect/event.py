"""A tournament as Swiss Perfect 98 keeps it: the values that its files are read into.

Nothing here reads bytes or knows our rulesets. Scores, bonuses and secondary points are counted in halves, as the files
do.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum

from pareo.core.model.outcome import Outcome
from pareo.core.text.messages import plural

ROUNDS_LIMIT = 99
_NOTES_LIMIT = 200

Ini = Mapping[str, Mapping[str, str]]


class ScoreRowKind(Enum):
    """What a row of the .SCO table is."""

    PLAYED = "played"
    FORFEIT = "forfeit"  # one side, or both, did not come
    OPEN = "open"  # paired, not played yet
    BYE = "bye"  # nobody to play: the full point
    HALF_BYE = "half-bye"  # asked for the round off and got half a point
    ABSENT = "absent"  # sat out for nothing


@dataclass(frozen=True, slots=True)
class SwissPerfectPlayer:
    """A row of the .TRN table. `key` is the player's number in the .SCO table."""

    key: int
    start_no: int
    surname: str
    first_name: str = ""
    federation: str = ""
    club: str = ""
    intl_rating: int | None = None
    local_rating: int | None = None
    local_rating2: int | None = None
    intl_id: str = ""
    local_id: str = ""
    title: str = ""
    sex: str = ""
    born: tuple[int, int, int] | None = None  # year, month, day
    late_entry: int = 0  # first round; 0: on time
    withdrawal: int = 0  # first round that is no longer played; 0: stayed
    absent: frozenset[int] = frozenset()  # rounds asked off
    bonus_halves: int = 0  # points are counted in halves: 1 is half a point
    order: int = 0
    memo: str = ""
    other: tuple[tuple[str, str], ...] = ()  # columns that are not understood


@dataclass(frozen=True, slots=True)
class SwissPerfectGame:
    """A row of the .SCO table: white and black by key, None is nobody. All points are in halves."""

    white: int | None
    black: int | None
    kind: ScoreRowKind
    white_outcome: Outcome | None = None  # None: open
    black_outcome: Outcome | None = None
    white_halves: int = 0
    black_halves: int = 0
    white_secondary: int = 0
    black_secondary: int = 0

    @property
    def both_missing(self) -> bool:
        return self.white_outcome is Outcome.FORFEIT_LOSS and self.black_outcome is Outcome.FORFEIT_LOSS


@dataclass(frozen=True, slots=True)
class ImportedAcceleration:
    """Virtual points for start numbers, until a round (SP-3)."""

    low: int
    high: int
    points: int
    last_round: int


@dataclass(frozen=True, slots=True)
class SwissPerfectEvent:
    """A tournament as its files say it is."""

    name: str
    arbiter: str
    organiser: str
    planned: int  # rounds; 0: not said
    system: str  # "swiss" or "round-robin"
    pairing: str  # "fide" or "uscf"
    players: tuple[SwissPerfectPlayer, ...]  # by start number
    rounds: Mapping[int, tuple[SwissPerfectGame, ...]]  # by number, in table order
    local_list: str = ""  # how the local list is rated, as our setting says it; empty: not known
    intl_list: str = ""
    bonus_left: Mapping[int, int] = field(default_factory=dict)  # halves for pairing, by key: no round explains them
    tiebreaks: tuple[str, ...] = ()
    tiebreak_options: Mapping[str, int] = field(default_factory=dict)
    first_table: int = 1
    games_per_round: int = 1
    minor_scores: bool = False
    ignore_colours: bool = False
    meet_again_after_forfeit: bool = True
    accelerated: bool = False
    acceleration: tuple[ImportedAcceleration, ...] = ()
    bar_criterion: int = 0  # “barred pairings”: which field they go by is not known
    barred_rounds: tuple[int, int] = (1, 999)
    club_best: int = 0  # best scores of a club that count; 0: all
    settings: Ini = field(default_factory=dict)  # the whole .INI file
    notes: tuple[str, ...] = ()

    @property
    def last_round(self) -> int:
        return max(self.rounds, default=0)

    @property
    def local_first(self) -> bool:
        """Is the local rating the first list? Where nobody has one, the international rating is."""
        return any(p.local_rating for p in self.players)


class Notes:
    """What was not understood; a damaged file cannot make it endless."""

    def __init__(self) -> None:
        self._lines: dict[str, None] = {}
        self._more = 0

    def add(self, line: str) -> None:
        if len(self._lines) < _NOTES_LIMIT:
            self._lines[line] = None
        elif line not in self._lines:
            self._more += 1

    def lines(self) -> tuple[str, ...]:
        return (
            *self._lines,
            *(
                []
                if not self._more
                else [
                    plural("sp-more-notes", "… and {count} more note.", "… and {count} more notes.", count=self._more)
                ]
            ),
        )


def format_halves(halves: int) -> str:
    return f"{halves // 2}.5" if halves % 2 else str(halves // 2)


def format_name(text: str) -> str:
    """A name as it is written: “MULLER” is Muller, “ana m” is Ana M. (SP-17). Mixed letters were meant so and stay."""
    if text.isupper() or text.islower():
        letters = list(text.lower())
        for at, letter in enumerate(letters):
            if at == 0 or letters[at - 1] in " -'’.":
                letters[at] = letter.upper()
        text = "".join(letters)
    return " ".join(f"{word}." if len(word) == 1 and word.isalpha() else word for word in text.split())
