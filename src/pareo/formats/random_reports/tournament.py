"""One random tournament, played round by round: byes asked for, our pairing, results, forfeits (F-105, F-106).

The file is kept in the form in which it is read (`trf.lines.TrfFile`), so that each round is paired from exactly what a
reader of the finished report would see.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from random import Random

from pareo.core.pairing.dutch.engine import pair_dutch
from pareo.core.pairing.robin.rounds import robin_table
from pareo.core.text.errors import Refused
from pareo.formats.random_reports.amounts import draw_number
from pareo.formats.random_reports.games import draw_result
from pareo.formats.random_reports.options import RandomSettings
from pareo.formats.second_opinion.replay import Replay
from pareo.formats.trf.lines import AccelerationLine, RoundCell, TrfFile, TrfPlayer

_BLACK = {"1": "0", "0": "1", "=": "=", "+": "-", "-": "+"}
_LETTERS = {"1": "W", "=": "D", "0": "L"}  # games that are not rated
_UNUSUAL = (("0", "0"), ("=", "0"), ("0", "="))  # over the board (F-67)
UNRATED_STRENGTH = 1400


@dataclass(frozen=True, slots=True)
class RandomTournament:
    """A tournament as far as it could be paired."""

    file: TrfFile
    settings: RandomSettings
    system: str  # as line 192 has it
    stopped: int | None  # the round that could not be paired


class _Event:
    def __init__(self, dice: Random, settings: RandomSettings) -> None:
        self.dice, self.settings = dice, settings
        size = settings.size(dice)
        robin = settings.system != "dutch"
        length = (size - 1 + size % 2) * (2 if settings.system.startswith("double") else 1)
        self.rounds = length if robin else min(draw_number(dice, settings.rounds), max(1, size - 1))
        self.file = TrfFile(rounds=self.rounds, first_colour=self._colour(), points=self._points())
        for no, rating in enumerate(self._ratings(size), 1):
            self.file.players[no] = TrfPlayer(no, f"Player{no:04d}, Test", rating=rating, federation="FID")
        if settings.baku and not robin:
            self._accelerate(size)
        self.left: set[int] = set()
        self.late = self._late(size)

    def _colour(self) -> str:
        return self.settings.colour.lower() if self.settings.colour != "lot" else "wb"[int(self.dice.random() * 2)]

    def _points(self) -> dict[str, int]:
        win, draw, loss = self.settings.scoring
        pab = win if self.settings.pab is None else self.settings.pab
        return {"W": win, "D": draw, "L": loss, "A": self.settings.missed, "P": pab}

    def _ratings(self, size: int) -> list[int | None]:
        settings, dice = self.settings, self.dice
        high, low = settings.ratings or (2400, 1400)
        ratings = sorted(settings.given_ratings, reverse=True) or sorted(
            (draw_number(dice, (low, high)) for _ in range(size)), reverse=True
        )
        unrated = settings.unrated.overall.of(dice, size) if settings.unrated else 0
        return [*ratings[: size - unrated], *[None] * min(unrated, size)]

    def _accelerate(self, size: int) -> None:
        """C.04.7: the upper half, a win in the first half of the accelerated rounds, a draw in the others."""
        upper, rounds = 2 * -(-size // 4), -(-self.rounds // 2)
        first = -(-rounds // 2)
        win, draw, _ = self.settings.scoring
        self.file.accelerated.append(AccelerationLine(1, upper, 1, first, win))
        if rounds > first:
            self.file.accelerated.append(AccelerationLine(1, upper, first + 1, rounds, draw))

    def _late(self, size: int) -> dict[int, int]:
        """Who comes after round 1, and for which round."""
        if self.settings.system != "dutch" or "late" not in self.settings.mishaps:
            return {}
        early = range(2, max(3, self.rounds // 2 + 1))
        arrivals: dict[int, int] = {}
        for number, count in self.settings.mishaps["late"].per_round(self.dice, early, size).items():
            for no in self._draw_players(set(self.file.players) - set(arrivals), count):
                arrivals[no] = number
        return arrivals

    def _draw_players(self, players: set[int], count: int) -> list[int]:
        order = sorted(players)
        self.dice.shuffle(order)
        return order[:count]

    # --- rounds -------------------------------------------------------------------------------------------------------

    def play(self) -> int | None:
        """Plays all rounds; the number of the one that could not be paired, if there is one."""
        plans = self._plans()
        for number in range(1, self.rounds + 1):
            cells: dict[int, RoundCell] = {}
            free = {no for no in self.file.players if no not in self.left and self.late.get(no, 1) <= number}
            if self.settings.system == "dutch":
                self._byes(plans, number, free, cells)
            pairs, bye = self._pair(number, free - set(cells))
            if pairs is None:
                return number
            if bye is not None:
                cells[bye] = RoundCell(0, "", "U")
            self._results(plans, number, pairs, cells)
            self._add_cells(cells)
            if number < self.rounds:
                self.left |= set(self._draw_players(free, plans["withdraw"].get(number, 0)))
        return None

    def _plans(self) -> dict[str, dict[int, int]]:
        """How many of each mishap in each round."""
        size = len(self.file.players)
        plans = {}
        for name in ("hpb", "zpb", "fpb", "forfeit_wins", "forfeit_losses", "double_forfeits", "unusual",
                     "unrated_games", "withdraw"):  # fmt: skip
            amount = self.settings.mishaps.get(name)
            early = name == "hpb"
            rounds = range(1, (max(1, self.rounds // 2) if early else self.rounds) + 1)
            most = size if name in ("hpb", "zpb", "fpb", "withdraw") else size // 2
            plans[name] = amount.per_round(self.dice, rounds, most) if amount else {}
        return plans

    def _byes(self, plans: dict[str, dict[int, int]], number: int, free: set[int], cells: dict[int, RoundCell]) -> None:
        for name, letter in (("fpb", "F"), ("hpb", "H"), ("zpb", "Z")):
            room = max(0, len(free) - len(cells) - 2)
            for no in self._draw_players(free - set(cells), min(plans[name].get(number, 0), room)):
                cells[no] = RoundCell(0, "", letter)

    def _pair(self, number: int, players: set[int]) -> tuple[list[tuple[int, int]] | None, int | None]:
        if self.settings.system != "dutch":
            double = 2 if self.settings.system.startswith("double") else 1
            drawn_round = robin_table("berger", len(self.file.players), double)[number - 1]
            return [pair for pair in drawn_round.pairs if players.issuperset(pair)], None
        try:
            pairing = pair_dutch(Replay(self.file, self.file.first_colour).to_pair(number, players))
        except Refused:
            return None, None
        return [(m.a, m.b) for m in pairing.matches], pairing.bye

    def _results(
        self, plans: dict[str, dict[int, int]], number: int, pairs: list[tuple[int, int]], cells: dict[int, RoundCell]
    ) -> None:
        kinds: list[str] = []
        for name in ("forfeit_wins", "forfeit_losses", "double_forfeits", "unusual", "unrated_games"):
            kinds += [name] * plans[name].get(number, 0)
        order = list(pairs)
        self.dice.shuffle(order)
        special = dict(zip(order, kinds, strict=False))
        for pair in pairs:
            white, black = pair
            one, two = self._game_results(special.get(pair, ""), white, black)
            cells[white], cells[black] = RoundCell(black, "w", one), RoundCell(white, "b", two)

    def _game_results(self, kind: str, white: int, black: int) -> tuple[str, str]:
        if kind == "forfeit_wins":
            return "+", "-"
        if kind == "forfeit_losses":
            return "-", "+"
        if kind == "double_forfeits":
            return "-", "-"
        if kind == "unusual":
            return _UNUSUAL[int(self.dice.random() * len(_UNUSUAL))]
        end = self._game(white, black)
        if kind == "unrated_games":
            return _LETTERS[end], _LETTERS[_BLACK[end]]
        return end, _BLACK[end]

    def _game(self, white: int, black: int) -> str:
        strength = [self.file.players[no].rating or UNRATED_STRENGTH for no in (white, black)]
        if self.settings.draws is not None and self.dice.random() * 100 < self.settings.draws:
            return "="
        end = draw_result(self.dice, *strength)
        while self.settings.draws is not None and end == "=":
            end = draw_result(self.dice, *strength)
        return end

    def _add_cells(self, cells: dict[int, RoundCell]) -> None:
        for no, p in self.file.players.items():
            self.file.players[no] = replace(p, cells=(*p.cells, cells.get(no, RoundCell(0, "", "Z"))))


def play(seed: str, settings: RandomSettings) -> RandomTournament:
    """The random tournament of a seed."""
    dice = Random(seed)  # noqa: S311 (play, not secrets)
    settings = settings.fill_in(dice)
    event = _Event(dice, settings)
    stopped = event.play()
    word = {"dutch": "FIDE_DUTCH", "round-robin": "FIDE_ROUNDROBIN"}.get(settings.system, "FIDE_DOUBLEROUNDROBIN")
    baku = settings.baku and settings.system == "dutch"
    return RandomTournament(event.file, settings, word + ("_BAKU" if baku else ""), stopped)
