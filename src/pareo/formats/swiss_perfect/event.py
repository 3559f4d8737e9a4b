"""A tournament as Swiss Perfect 98 keeps it: the values that its files are read into, and its text export.

Nothing here reads bytes or knows our rulesets. Scores, bonuses and secondary points are counted in halves, as the files
do. `text_export(event)` writes the cross table as the program's own text export shows it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import Enum

from pareo.core.state.outcome import Outcome
from pareo.core.words.notes import counted

ROUNDS_LIMIT = 99
_NOTES_LIMIT = 200

Ini = Mapping[str, Mapping[str, str]]


class Sort(Enum):
    """What a row of the .SCO table is."""

    PLAYED = "played"
    FORFEIT = "forfeit"  # one side, or both, did not come
    OPEN = "open"  # paired, not played yet
    BYE = "bye"  # nobody to play: the full point
    HALF_BYE = "half-bye"  # asked for the round off and got half a point
    ABSENT = "absent"  # sat out for nothing


@dataclass(frozen=True, slots=True)
class SwissPerfectPlayer:
    """A row of the .TRN table. `key` is his number in the .SCO table."""

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
    withdrawal: int = 0  # first round he no longer plays; 0: stayed
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
    sort: Sort
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
class Acceleration:
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
    local_list: str = ""  # how the local list is rated, as our setting says it; empty: not told
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
    acceleration: tuple[Acceleration, ...] = ()
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

    def told(self) -> tuple[str, ...]:
        return (*self._lines, *([] if not self._more else [counted(
            "sp-more-notes", "… and {count} more note.", "… and {count} more notes.", count=self._more)]))


# --- the text export --------------------------------------------------------------------------------------------------


def text_export(event: SwissPerfectEvent) -> str:
    """The cross table, columns parted by tabs, lines ended as on Windows."""
    people = event.players
    wide = max(2, *(len(str(p.start_no)) for p in people))
    names = [f"{shown_name(p.surname)}, {shown_name(p.first_name)}".rstrip(", ") for p in people]
    name_wide, id_wide = max(4, *map(len, names)), max(6, *(len(p.local_id) for p in people))
    start = {p.key: p.start_no for p in people}
    cells: dict[tuple[int, int], str] = {}
    for number, games in event.rounds.items():
        for game in games:
            cells |= {(key, number): cell for key, cell in _cells(game, start)}
    active = {key for key, _ in cells}
    totals = totals_in_halves(event)
    numbers = range(1, event.last_round + 1)
    heads = [f"{n:>{wide}}  " for n in numbers]
    lines = ["\t".join([f"{'No':<{wide}}", f"{'Name':<{name_wide}}", f"{'Loc Id':<{id_wide}}", "Total", *heads]), ""]
    for player, name in zip(people, names, strict=True):
        if player.key not in active:  # never paired: shown as missing the first round
            cells[player.key, 1] = "0:-"
        row = [f"{player.start_no:<{wide}}", f"{name:<{name_wide}}", f"{player.local_id:<{id_wide}}"]
        row.append(f"{shown_halves(totals[player.key]):<5}")
        row += [f"{cells.get((player.key, n), ' : '):>{wide + 2}}" for n in numbers]
        lines.append("\t".join(row))
    return "\r\n".join(lines) + "\r\n"


def _cells(game: SwissPerfectGame, start: Mapping[int, int]) -> Iterator[tuple[int, str]]:
    """Opponent's number and a letter, for both sides. A game that neither came to is shown without an opponent."""
    if game.sort is Sort.OPEN:
        return
    for own, other, outcome in (
        (game.white, game.black, game.white_outcome),
        (game.black, game.white, game.black_outcome),
    ):
        if own is None or outcome is None:
            continue
        met = start[other] if other is not None and not game.both_missing else 0
        yield own, f"{met}:{_LETTERS[outcome]}"


_LETTERS = {
    Outcome.WIN: "W",
    Outcome.DRAW: "D",
    Outcome.LOSS: "L",
    Outcome.FORFEIT_WIN: "+",
    Outcome.FORFEIT_LOSS: "-",
    Outcome.BYE: "+",
    Outcome.REQUESTED_BYE: "=",
    Outcome.ABSENT: "-",
}


def totals_in_halves(event: SwissPerfectEvent) -> dict[int, int]:
    """Everybody's points, by key, in halves."""
    totals = {p.key: 0 for p in event.players}
    for games in event.rounds.values():
        for game in games:
            for key, halves in ((game.white, game.white_halves), (game.black, game.black_halves)):
                if key is not None:
                    totals[key] += halves
    return totals


def shown_halves(halves: int) -> str:
    return f"{halves // 2}.5" if halves % 2 else str(halves // 2)


def shown_name(text: str) -> str:
    """A name as it is written: “MULLER” is Muller, “ana m” is Ana M. (SP-17). Mixed letters were meant so and stay."""
    if text.isupper() or text.islower():
        letters = list(text.lower())
        for at, letter in enumerate(letters):
            if at == 0 or letters[at - 1] in " -'’.":
                letters[at] = letter.upper()
        text = "".join(letters)
    return " ".join(f"{word}." if len(word) == 1 and word.isalpha() else word for word in text.split())
