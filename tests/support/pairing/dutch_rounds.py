"""Rounds of the nine kinds that a Dutch engine is held against its peer with, drawn at random.

(a) played tournaments with many rounds; (b) histories no engine would make, often before the last round; (c) odd fields
with byes, forfeits, late entries, withdrawals; (d) accelerated, by groups or at random; (e) forbidden pairs and clubs;
(f) most have had the bye; (g) large fields; (h) colours ignored; (i) unusual points.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import combinations
from random import Random

from pareo.core.model.outcome import Outcome
from pareo.core.model.pairing_contract import Candidate, PairingInput, PairingResult, PastRound
from pareo.core.pairing.dutch.engine import pair_dutch
from pareo.core.text.errors import Refused
from support.pairing.dutch_events import POINTS, DutchEvent

Rounds = Iterator[PairingInput]


def play_rounds(event: DutchEvent, change: Callable[[PairingInput], PairingInput] = lambda given: given) -> Rounds:
    """The rounds of a tournament, each played on as our engine pairs it; the last one may be impossible."""
    for round_no in range(1, event.rounds + 1):
        away = event.away() if round_no > 1 else {}
        round_input = change(event.round_input(round_no, away))
        if not round_input.candidates:
            return
        yield round_input
        try:
            result: PairingResult = pair_dutch(round_input)
        except Refused:
            return
        event.play(round_no, result, away)


def many_rounds(dice: Random) -> Rounds:
    size = dice.randint(4, 26)
    return play_rounds(DutchEvent(dice, size, dice.randint(3, max(3, size - 1)), troubles=0.0))


def troubled(dice: Random) -> Rounds:
    return play_rounds(
        DutchEvent(dice, dice.randint(5, 30) | 1, dice.randint(4, 9), troubles=dice.choice((0.05, 0.15, 0.3)))
    )


def accelerated(dice: Random) -> Rounds:
    event = DutchEvent(dice, dice.randint(8, 30), dice.randint(4, 9), accelerated=True)
    if dice.random() < 0.5:
        extra = {no: dice.choice((0, 0, 1, 2, 3)) for no in event.numbers}
        event.virtual = lambda no, round_no: extra[no] if round_no < 4 else 0  # type: ignore[method-assign]
    return play_rounds(event)


def kept_apart(dice: Random) -> Rounds:
    event = DutchEvent(dice, dice.randint(6, 40), dice.randint(4, 9))
    nos = sorted(event.numbers)
    if dice.random() < 0.5:
        pairs = {tuple(sorted(dice.sample(nos, 2))) for _ in range(dice.choice((1, event.size // 2, event.size)))}
    else:
        club = {no: min(dice.randrange(5), dice.randrange(5)) for no in nos}
        pairs = {(a, b) for a, b in combinations(nos, 2) if club[a] == club[b]}
    event.forbidden = frozenset((a, b) for a, b in pairs)
    return play_rounds(event)


def byes_had(dice: Random) -> Rounds:
    share = dice.choice((0.5, 0.8, 1.0))

    def change(round_input: PairingInput) -> PairingInput:
        low = sorted(c.points for c in round_input.candidates)[: int(share * len(round_input.candidates))]
        floor = low[-1] if low else -1
        barred = tuple(c._replace(bye_ok=c.bye_ok and c.points > floor) for c in round_input.candidates)
        return replace(round_input, candidates=barred)

    return play_rounds(DutchEvent(dice, dice.randint(5, 25) | 1, dice.randint(3, 8)), change)


def large(dice: Random) -> Rounds:
    yield from play_rounds(DutchEvent(dice, dice.choice((90, 151)), 6))


def colourless(dice: Random) -> Rounds:
    return play_rounds(
        DutchEvent(dice, dice.randint(4, 30), dice.randint(3, 9)), lambda given: replace(given, balance_starts=False)
    )


def other_points(dice: Random) -> Rounds:
    return play_rounds(
        DutchEvent(dice, dice.randint(5, 30), dice.randint(4, 8), POINTS[dice.choice(("three", "everybody"))])
    )


def wild(dice: Random) -> Rounds:
    """Random opponents and colours: rare criteria, blocked colours, impossible rounds."""
    size = dice.randint(4, 30)
    rounds = dice.randint(1, min(9, size - 2))
    event = DutchEvent(dice, size, rounds + dice.choice((1, 1, 1, 2, 4)), troubles=dice.choice((0, 0.05, 0.1)))
    lovers = {no: dice.random() < 0.5 for no in event.numbers}
    leaning = dice.choice((0, 0, 0.5, 0.8))
    for round_no in range(1, rounds + 1):
        round_input = event.round_input(round_no, {})
        order = [c.no for c in round_input.candidates]
        dice.shuffle(order)
        if dice.random() < 0.6:
            order.sort(key=lambda no: -sum(p.points for p in event.past.get(no, ())))
        _pair_anyhow(dice, event, round_no, order, round_input, lovers, leaning)
    round_input = event.round_input(rounds + 1, {})
    if round_input.candidates:
        yield round_input


def _pair_anyhow(
    dice: Random,
    event: DutchEvent,
    round_no: int,
    order: list[int],
    round_input: PairingInput,
    lovers: dict[int, bool],
    leaning: float,
) -> None:
    win, draw, loss = event.points
    while order:
        a = order.pop(0)
        b = next((no for no in order if no not in round_input.met.get(a, ())), None)
        if b is None:
            outcome = Outcome.BYE if len(order) == 0 else Outcome.ABSENT
            event.past[a] = (*event.past.get(a, ()), PastRound(round_no, outcome, None, False, win if not order else 0))
            continue
        order.remove(b)
        white, black = (a, b) if dice.random() < 0.5 else (b, a)
        if lovers[a] != lovers[b] and dice.random() < leaning:
            white, black = (a, b) if lovers[a] else (b, a)
        ends = dice.choice((((Outcome.WIN, win), (Outcome.LOSS, loss)), ((Outcome.LOSS, loss), (Outcome.WIN, win)),
                            ((Outcome.DRAW, draw), (Outcome.DRAW, draw))))  # fmt: skip
        for no, other, end, starts in ((white, black, ends[0], True), (black, white, ends[1], False)):
            event.past[no] = (*event.past.get(no, ()), PastRound(round_no, end[0], other, starts, end[1]))


def few_left(dice: Random) -> Rounds:
    """Small groups of players who have floated and met: what keeps C8, C10, C17 and their like apart.

    Scores, floats and colours are drawn directly: points that no game explains count all the same.
    """
    size = dice.randint(6, 13)
    nos = list(range(1, size + 1))
    rounds = dice.randint(3, 6)
    past: dict[int, list[PastRound]] = {no: [] for no in nos}
    score = {no: dice.randint(0, 2) for no in nos}
    for round_no in range(1, rounds + 1):
        _meet_anyhow(dice, nos, past, round_no, virtual=round_no >= rounds - 1)
    points = {no: 2 * score[no] + sum(p.points for p in past[no]) // 4 for no in nos}
    met = {no: frozenset(p.opponent for p in rows if p.opponent) for no, rows in past.items()}
    yield PairingInput(
        tuple(Candidate(no, points[no], bye_ok=dice.random() < 0.7) for no in nos),
        met,
        seed="",
        system="dutch",
        round_no=rounds + 1,
        balance_starts=True,
        past={no: tuple(rows) for no, rows in past.items()},
        numbers={no: no for no in nos},
        planned=rounds + dice.choice((1, 1, 3)),
        win=1,
        draw=1,
        loss=0,
    )


def _meet_anyhow(
    dice: Random, nos: list[int], past: dict[int, list[PastRound]], round_no: int, *, virtual: bool
) -> None:
    order = list(nos)
    dice.shuffle(order)
    while len(order) > 1:
        a = order.pop()
        b = next((no for no in order if all(p.opponent != no for p in past[a])), None)
        if b is None:
            continue
        order.remove(b)
        white = dice.random() < 0.5 if len(past[a]) < 2 else a < b
        for no, other, starts in ((a, b, white), (b, a, not white)):
            lift = dice.choice((0, 0, 1, 2)) if virtual else 0
            past[no].append(PastRound(round_no, Outcome.DRAW, other, starts, 1, lift))


def floated(dice: Random) -> Rounds:
    """Two or three from above who may not meet, a few residents and a few below, with floats of both rounds: C14 – C21.

    Everybody's last two opponents are not there any more; colours are ignored.
    """
    above, residents, below = dice.choice((2, 2, 3)), dice.randint(4, 6), dice.randint(0, 4)
    nos = list(range(1, above + residents + below + 1))
    past: dict[int, tuple[PastRound, ...]] = {}
    for no in nos:
        lifts = [dice.choice(((0, 0), (0, 0), (0, 1), (0, 1), (1, 0))) for _ in range(2)]
        past[no] = tuple(PastRound(r, Outcome.DRAW, 100 + no, True, 1, mine) for r, (mine, _) in enumerate(lifts, 1))
        past[100 + no] = tuple(
            PastRound(r, Outcome.DRAW, no, False, 1, theirs) for r, (_, theirs) in enumerate(lifts, 1)
        )
    points = {no: 10 - no if no <= above else 2 if no <= above + residents else 0 for no in nos}
    apart = {(a, b) for a, b in combinations(nos, 2) if b <= above or dice.random() < 0.45}
    yield PairingInput(
        tuple(Candidate(no, points[no]) for no in nos),
        {},
        seed="",
        system="dutch",
        forbidden=frozenset(apart),
        round_no=3,
        past=past,
        numbers={no: no for no in past},
        planned=9,
    )


KINDS: dict[str, Callable[[Random], Rounds]] = {
    "many rounds": many_rounds,
    "wild": wild,
    "troubled": troubled,
    "accelerated": accelerated,
    "kept apart": kept_apart,
    "byes had": byes_had,
    "large": large,
    "colourless": colourless,
    "other points": other_points,
    "few left": few_left,
    "floated": floated,
}


def random_rounds(kind: str, seed: str, count: int) -> Rounds:
    """So many rounds of a kind."""
    number = 0
    for i in range(10**6):
        for round_input in KINDS[kind](Random(f"{kind} {seed} {i}")):
            yield round_input
            number += 1
            if number >= count:
                return
