"""How a game ends: by the expectation of FIDE's table, with White's advantage and draws by strength (F-109).

White, rated D points above Black, is expected to score p(D + 35) (B.02, 8.1b; without the cut at 400). Of the games a
share (1 − |2p − 1|) · d is drawn, where d grows from 0.15 at a mean rating of 1200 and below to 0.55 at 2600 and above.
The rest is won and lost so that the expectation holds. Over both colours the mean is p(D) within one hundredth.
"""

from __future__ import annotations

from random import Random

from pareo.core.standings.ratings.fide import expected_share

WHITE = 35
_LOW, _HIGH = (1200, 0.15), (2600, 0.55)


def chances(white: int, black: int) -> tuple[float, float, float]:
    """The chances that White wins, of a draw, and that Black wins."""
    expected = float(expected_share(white - black + WHITE))
    mean = (white + black) / 2
    slope = (_HIGH[1] - _LOW[1]) / (_HIGH[0] - _LOW[0])
    drawish = _LOW[1] + slope * (min(max(mean, _LOW[0]), _HIGH[0]) - _LOW[0])
    draw = drawish * (1 - abs(2 * expected - 1))
    return expected - draw / 2, draw, 1 - expected - draw / 2


def draw_result(dice: Random, white: int, black: int) -> str:
    """A random result of a game, from White's side: “1”, “=” or “0”."""
    wins, draw, _ = chances(white, black)
    number = dice.random()
    return "1" if number < wins else "=" if number < wins + draw else "0"
