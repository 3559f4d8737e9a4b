"""What a random tournament is to be like. What is not said varies from one tournament to the next (F-107).

`--config` understands the keys of JaVaFo and bbpPairings (F-111).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from random import Random

from pareo.core.text.errors import BadInput
from pareo.formats.random_reports.amounts import Amount, AmountShare, draw_number, read_amount, read_span

SYSTEMS = ("dutch", "round-robin", "double-round-robin")
MISHAPS = (
    "hpb", "zpb", "fpb", "forfeit_wins", "forfeit_losses", "double_forfeits", "unusual", "unrated_games", "withdraw",
    "late",
)  # fmt: skip
_USUAL = {"hpb": 2.0, "zpb": 1.0, "forfeit_wins": 1.0, "forfeit_losses": 1.0, "double_forfeits": 0.2, "withdraw": 0.5}
MOST_PLAYERS, MOST_ROUNDS = 4000, 30


@dataclass(frozen=True, slots=True)
class RandomSettings:
    """What a random tournament is to be like; None: varies from one to the next."""

    players: tuple[int, int] = (20, 120)
    rounds: tuple[int, int] = (5, 11)
    system: str = "dutch"
    ratings: tuple[int, int] | None = None  # highest and lowest
    given_ratings: tuple[int, ...] = ()  # or one for each player
    unrated: Amount | None = None
    mishaps: dict[str, Amount] = field(default_factory=dict)
    draws: float | None = None  # percent of games drawn, instead of the model's
    baku: bool = False
    scoring: tuple[int, int, int] = (10, 5, 0)  # tenths
    pab: int | None = None
    missed: int = 0  # a zero-point bye and a forfeit loss
    tiebreaks: tuple[str, ...] = ("BH/C1", "BH", "SB")
    colour: str = "lot"
    trf16: bool = False

    def fill_in(self, dice: Random) -> RandomSettings:
        """These settings, with random values for what was left open."""
        mishaps = dict(self.mishaps)
        for name, percent in _USUAL.items():
            share = round(dice.random() * percent, 1)
            mishaps.setdefault(name, Amount(AmountShare(percent=share)))
        high = 1800 + 20 * int(dice.random() * 50)
        ratings = self.ratings or (high, max(1000, high - 400 - 20 * int(dice.random() * 40)))
        return replace(self, mishaps=mishaps, ratings=ratings, unrated=self.unrated or Amount())

    def size(self, dice: Random) -> int:
        """How many players the tournament has."""
        return len(self.given_ratings) or draw_number(dice, self.players)


def tenths_of(text: str) -> int:
    """Points such as “½”, “0.5” or “3” in tenths; BadInput if they are none."""
    plain = text.strip().replace("½", ".5").replace(",", ".")
    try:
        value = float(plain) * 10
    except ValueError:
        value = -1
    if not 0 <= value <= 990 or value != int(value):
        raise BadInput("random-points", "“{text}” is not a number of points.", text=text[:20])
    return int(value)


def read_scoring(text: str) -> tuple[int, int, int]:
    """The points of win, draw and loss, in tenths, of “3-1-0” or “1-½-0”; BadInput if they are none."""
    parts = [tenths_of(part) for part in text.split("-")]
    if len(parts) != 3 or not parts[2] < parts[0] or 2 * parts[1] > parts[0] + parts[2]:
        raise BadInput(
            "random-scoring",
            "“{text}” is not a valid scoring: use win-draw-loss; 2 draws may not be worth more than a win and a loss.",
            text=text[:20],
        )
    return parts[0], parts[1], parts[2]


def read_config(text: str, settings: RandomSettings) -> RandomSettings:
    """The keys of JaVaFo's and bbpPairings' configuration files, one “Key=value” a line."""
    for number, line in enumerate(text.splitlines(), 1):
        key, equals, value = (part.strip() for part in line.partition("="))
        if not key or key.startswith(("#", ";")):
            continue
        if not equals:
            raise BadInput("random-config", "line {line}: “{text}” is not Key=value.", line=number, text=line[:40])
        if key not in _KEYS:
            raise BadInput("random-config-key", "line {line}: there is no key “{text}”.", line=number, text=key[:40])
        settings = _KEYS[key](settings, value)
    return settings


def _one_of(settings: RandomSettings, text: str, *names: str) -> RandomSettings:
    """The settings with a rate of one in so many, shared by these mishaps."""
    rate = read_span(text, 0, 99999)[0]
    amount = Amount(AmountShare(percent=round(100 / rate / len(names), 3))) if rate else Amount()
    return replace(settings, mishaps=settings.mishaps | dict.fromkeys(names, amount))


def _rating(settings: RandomSettings, text: str, index: int) -> RandomSettings:
    both = list(settings.ratings or (2400, 1400))
    both[index] = read_span(text, 1, 3500)[0]
    return replace(settings, ratings=(both[0], both[1]))


def _score(settings: RandomSettings, text: str, index: int) -> RandomSettings:
    worth = list(settings.scoring)
    worth[index] = tenths_of(text)
    return replace(settings, scoring=(worth[0], worth[1], worth[2]))


_KEYS: dict[str, Callable[[RandomSettings, str], RandomSettings]] = {
    "PlayersNumber": lambda w, text: replace(w, players=read_span(text, 2, MOST_PLAYERS)),
    "RoundsNumber": lambda w, text: replace(w, rounds=read_span(text, 1, MOST_ROUNDS)),
    "DrawPercentage": lambda w, text: replace(w, draws=read_amount(f"{text}%").overall.percent),
    "ForfeitRate": lambda w, text: _one_of(w, text, "forfeit_wins", "forfeit_losses"),
    "RetiredRate": lambda w, text: _one_of(w, text, "withdraw"),
    "HalfPointByeRate": lambda w, text: _one_of(w, text, "hpb"),
    "HighestRating": lambda w, text: _rating(w, text, 0),
    "LowestRating": lambda w, text: _rating(w, text, 1),
    "PointsForWin": lambda w, text: _score(w, text, 0),
    "PointsForDraw": lambda w, text: _score(w, text, 1),
    "PointsForLoss": lambda w, text: _score(w, text, 2),
    "PointsForPAB": lambda w, text: replace(w, pab=tenths_of(text)),
    "PointsForZPB": lambda w, text: replace(w, missed=tenths_of(text)),
    "PointsForForfeitLoss": lambda w, text: replace(w, missed=tenths_of(text)),
}
