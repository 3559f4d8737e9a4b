"""A tournament report round by round: what each of its rounds was to be paired from (F-94).

Who has H, F, Z or nothing in a round was not to be paired; who has an opponent or U was. Points and colours are those
of the rounds before, by the points of the file (162, XXS); acceleration by 250 or XXA, else by the name of the system
(… _BAKU, C.04.7); the last round is 142; pairing numbers are the file's. Whatever had to be assumed is a note.
Points are tenths throughout.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import combinations

from pareo.core.model.outcome import Outcome
from pareo.core.model.pairing_contract import Candidate, PairingInput, PastRound
from pareo.core.pairing.dutch.record import DUTCH
from pareo.core.text.errors import BadInput
from pareo.formats.trf.extras import disjoint
from pareo.formats.trf.lines import TrfFile, TrfPlayer, tenths
from pareo.formats.trf.read import PLAYED, SAT, WORTH, byes_next, cell_of, is_round

Pair = tuple[int, int]  # white, black; the bye is (player, 0)

_WIN, _DRAW = 10, 5
_RESTS = (Outcome.BYE,)


class Replay:
    """A file to be played again. `first_colour`: W or B, where the caller knows it."""

    def __init__(self, file: TrfFile, first_colour: str = "") -> None:
        self.file = file
        self.notes: list[str] = []
        width = max((len(p.cells) for p in file.players.values()), default=0)
        self.rounds = next((number for number in range(width, 0, -1) if is_round(file, number)), 0)
        self.planned = file.rounds or self.rounds
        if not file.rounds:
            self.notes.append(f"142 is missing: {self.rounds} rounds are taken as all.")
        self.worth = self._worth()
        self.ranks = self._ranks()
        self.past = {no: self._past(p) for no, p in file.players.items()}
        self.adjustments = self._adjustments()
        self.virtual = self._virtual()
        self.top_starts = self._top_starts(first_colour)

    @property
    def system(self) -> str:
        """The word of line 192, or nothing."""
        return self.file.head.get("192", "")

    @property
    def tiebreaks(self) -> tuple[str, ...]:
        """The codes of lines 202 or 212, in order."""
        line = self.file.head.get("202") or self.file.head.get("212", "")
        return tuple(code.upper() for code in line.replace(",", " ").split())

    # --- what the file says -------------------------------------------------------------------------------------------

    def _worth(self) -> dict[Outcome, int]:
        points = self.file.points
        win, draw, loss = points.get("W", _WIN), points.get("D", _DRAW), points.get("L", 0)
        worth = dict.fromkeys(Outcome, 0) | {
            Outcome.WIN: win, Outcome.DRAW: draw, Outcome.LOSS: loss, Outcome.FORFEIT_WIN: win, Outcome.BYE: win,
            Outcome.EARNED_BYE: win, Outcome.REQUESTED_BYE: draw,
        }  # fmt: skip
        for code, outcomes in WORTH.items():
            if code in points:
                worth |= dict.fromkeys(outcomes, points[code])
        return worth

    def _ranks(self) -> dict[int, int]:
        """The places that the file gives; none, if its ranks only repeat the starting numbers (B-33)."""
        ranks = {no: int(p.rank) for no, p in self.file.players.items() if p.rank.isdecimal()}
        return ranks if any(rank != no for no, rank in ranks.items()) else {}

    def _past(self, p: TrfPlayer) -> tuple[PastRound, ...]:
        rounds = []
        for number in range(1, self.rounds + 1):
            cell = cell_of(p, number)
            outcome = (PLAYED if cell.opponent else SAT).get(cell.result)
            open_game = bool(cell.opponent) and not cell.result
            if (outcome is None and not open_game) or (cell.opponent and cell.opponent not in self.file.players):
                raise BadInput(
                    "trf-mismatch",
                    "Round {round}: the lines of players {a} and {b} do not match.",
                    round=number,
                    a=p.number,
                    b=cell.opponent,
                )
            if outcome is None or cell.blank:
                continue
            rounds.append(PastRound(number, outcome, cell.opponent or None, cell.colour == "w", self.worth[outcome]))
        return tuple(rounds)

    def _adjustments(self) -> dict[tuple[int, int], int]:
        """Points given or taken (299) by player and the round from which they count for pairing."""
        adjustments: dict[tuple[int, int], int] = {}
        for line in self.file.other_lines:
            if not line.startswith("299"):
                continue
            words = line[3:].split()
            try:
                *values, number, player = words
                points = [_signed_tenths(value) for value in values]
                key = (int(player), int(number) + 1)
                adjustments[key] = adjustments.get(key, 0) + (points[-1] or points[0])
            except (ValueError, IndexError, BadInput):
                self.notes.append(f"299 is not applied: {' '.join(words)}")
        return adjustments

    def _virtual(self) -> dict[tuple[int, int], int]:
        """Virtual points by player and round."""
        lines = disjoint(self.file.accelerated, max(self.file.players), add=False)
        virtual = {
            (no, number): line.tenths
            for line in lines
            for no in range(line.low, line.high + 1)
            for number in range(line.first, line.last + 1)
        }
        if not lines and self.system.endswith("_BAKU"):
            virtual = self._baku()
            self.notes.append("250 is missing: acceleration by the Baku method (C.04.7).")
        return virtual

    def _baku(self) -> dict[tuple[int, int], int]:
        paired = sorted(no for pair in self.pairs_of(1) for no in pair if no) or sorted(self.file.players)
        last = paired[min(len(paired), 2 * -(-len(paired) // 4)) - 1]
        rounds = -(-self.planned // 2)
        first = -(-rounds // 2)
        win, draw = self.worth[Outcome.WIN], self.worth[Outcome.DRAW]
        return {
            (no, number): win if number <= first else draw
            for no in self.file.players if no <= last
            for number in range(1, rounds + 1)
        }  # fmt: skip

    def _top_starts(self, first_colour: str) -> bool:
        colour = first_colour.lower() or self.file.first_colour
        if colour:
            return colour == "w"
        for place, (_, p) in enumerate(sorted(self.file.players.items()), 1):
            cell = cell_of(p, 1)
            if cell.opponent and cell.colour:
                white = (cell.colour == "w") == (place % 2 == 1)
                self.notes.append(f"152 is missing: the initial colour is {'white' if white else 'black'}, by round 1.")
                return white
        return True

    # --- rounds -------------------------------------------------------------------------------------------------------

    def pairs_of(self, number: int) -> set[Pair]:
        """The pairs of a round as the file has them."""
        pairs = set()
        for no, p in self.file.players.items():
            cell = cell_of(p, number)
            if not cell.opponent:
                if SAT.get(cell.result) in _RESTS and not cell.blank:
                    pairs.add((no, 0))
            elif cell.colour == "w" or (not cell.colour and no < cell.opponent):
                pairs.add((no, cell.opponent))
        return pairs

    def points(self, no: int, before: int) -> int:
        """A player's points before a round, points given or taken (299) among them."""
        gained = sum(p.points for p in self.past[no] if p.round_no < before)
        return gained + sum(
            value for (player, first), value in self.adjustments.items() if player == no and first <= before
        )

    def coming_points(self) -> dict[int, int]:
        """Points of the byes that were asked for in the round after the last one."""
        kinds = {"F": Outcome.EARNED_BYE, "H": Outcome.REQUESTED_BYE, "Z": Outcome.ABSENT}
        return {no: self.worth[kinds[kind]] for no, kind in byes_next(self.file, self.rounds).items()}

    def pairing_input(self, number: int) -> PairingInput:
        """What the round was to be paired from."""
        return self.to_pair(number, [no for pair in self.pairs_of(number) for no in pair if no])

    def to_pair(self, number: int, players: Iterable[int]) -> PairingInput:
        """What a round of these players is paired from."""
        playing = sorted(players)
        virtual = {no: self.virtual.get((no, number), 0) for no in playing}
        past = {
            no: tuple(p._replace(virtual=self.virtual.get((no, p.round_no), 0)) for p in rows if p.round_no < number)
            for no, rows in self.past.items()
        }
        return PairingInput(
            tuple(Candidate(no, self.points(no, number) + virtual[no], virtual=virtual[no]) for no in playing),
            {},
            seed="",
            system=DUTCH.id,
            forbidden=self._forbidden(number),
            round_no=number,
            balance_starts=True,
            past=past,
            numbers={no: no for no in self.file.players},
            top_starts=self.top_starts,
            planned=self.planned,
            win=self.worth[Outcome.WIN],
            draw=self.worth[Outcome.DRAW],
            loss=self.worth[Outcome.LOSS],
            objective=DUTCH.objective,
        )

    def _forbidden(self, number: int) -> frozenset[Pair]:
        pairs: set[Pair] = set()
        for players, first, last in self.file.forbidden:
            if first <= number <= last:
                pairs |= set(combinations(sorted(set(players)), 2))
        return frozenset(pairs)

    def ratings(self) -> Mapping[int, int | None]:
        """The ratings of the file."""
        return {no: p.rating for no, p in self.file.players.items()}


def _signed_tenths(text: str) -> int:
    return -tenths(text[1:]) if text.startswith("-") else tenths(text.removeprefix("+"))
