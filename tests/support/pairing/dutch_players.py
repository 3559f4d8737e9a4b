"""Players of a Dutch round by what they have behind them."""

from __future__ import annotations

from collections.abc import Iterable

from pareo.core.model.outcome import Outcome
from pareo.core.model.pairing_contract import Candidate, PairingInput, PastRound

W, D, L, F, A = Outcome.WIN, Outcome.DRAW, Outcome.LOSS, Outcome.FORFEIT_WIN, Outcome.FORFEIT_LOSS

VALUE = {W: 2, D: 1, L: 0, F: 2, A: 0, Outcome.BYE: 2}

Game = tuple[int, int, Outcome, Outcome]


def after(size: int, *rounds: Iterable[Game], byes: Iterable[int] = (), planned: int = 9) -> PairingInput:
    """A field of so many after these rounds: each game (white, black, what happened to each); byes round by round."""
    past: dict[int, list[PastRound]] = {no: [] for no in range(1, size + 1)}
    resting = iter(byes)
    for number, games in enumerate(rounds, 1):
        playing = set()
        for a, b, one, two in games:
            past[a].append(PastRound(number, one, b, True, VALUE[one]))
            past[b].append(PastRound(number, two, a, False, VALUE[two]))
            playing |= {a, b}
        if size % 2 and len(playing) == size - 1:
            past[next(resting)].append(PastRound(number, Outcome.BYE, None, False, 2))
    met = {no: frozenset(p.opponent for p in rows if p.opponent and p.outcome.played) for no, rows in past.items()}
    return PairingInput(
        tuple(Candidate(no, sum(p.points for p in rows)) for no, rows in past.items()),
        met,
        seed="",
        system="dutch",
        round_no=len(rounds) + 1,
        balance_starts=True,
        past={no: tuple(rows) for no, rows in past.items()},
        numbers={no: no for no in past},
        planned=planned,
    )
