"""Dutch events at random, and Dutch rounds from given games."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from random import Random

import networkx as nx

from pareo.core.model.outcome import Outcome
from pareo.core.model.pairing_contract import Candidate, PairingInput, PairingResult, PastRound

POINTS = {"half": (2, 1, 0), "three": (3, 1, 0), "everybody": (6, 4, 2)}


@dataclass
class DutchEvent:
    """A tournament in the making; what happens is drawn from the dice."""

    dice: Random
    size: int
    rounds: int
    points: tuple[int, int, int] = POINTS["half"]
    accelerated: bool = False
    clubs: int = 0
    troubles: float = 0.04  # how often somebody stays away, leaves or does not come to the board
    forbidden: frozenset[tuple[int, int]] = frozenset()
    past: dict[int, tuple[PastRound, ...]] = field(default_factory=dict)
    left: set[int] = field(default_factory=set)

    def __post_init__(self) -> None:
        nos = list(range(101, 101 + self.size))
        self.dice.shuffle(nos)
        self.numbers = {no: i for i, no in enumerate(nos, 1)}
        self.arrives = {no: 2 if self.dice.random() < self.troubles else 1 for no in nos}
        self.club = {no: self.dice.randrange(self.clubs) for no in nos} if self.clubs else {}
        self.top_starts = self.dice.random() < 0.5

    def virtual(self, no: int, round_no: int) -> int:
        """The upper half plays the first rounds with a point more."""
        return self.points[0] if self.accelerated and round_no <= 2 and self.numbers[no] <= self.size // 2 else 0

    def round_input(self, round_no: int, away: dict[int, int]) -> PairingInput:
        candidates = []
        for no in sorted(self.numbers):
            if no in self.left or no in away or self.arrives[no] > round_no:
                continue
            mine = self.past.get(no, ())
            virtual = self.virtual(no, round_no)
            candidates.append(
                Candidate(
                    no,
                    sum(p.points for p in mine) + virtual,
                    bye_ok=all(p.outcome is not Outcome.BYE for p in mine),
                    tags=(f"club={self.club[no]}",) if self.clubs else (),
                    virtual=virtual,
                )
            )
        win, draw, loss = self.points
        return PairingInput(
            tuple(candidates),
            {c.no: frozenset(self.met(c.no)) for c in candidates},
            seed="",
            system="dutch",
            forbidden=self.forbidden,
            round_no=round_no,
            balance_starts=True,
            past=dict(self.past),
            numbers=self.numbers,
            top_starts=self.top_starts,
            planned=self.rounds,
            win=win,
            draw=draw,
            loss=loss,
        )

    def met(self, no: int) -> Iterator[int]:
        yield from (p.opponent for p in self.past.get(no, ()) if p.opponent is not None and p.outcome.played)

    def away(self) -> dict[int, int]:
        """Who stays away this round, and for how many points."""
        win, draw, _ = self.points
        chosen = [no for no in self.numbers if no not in self.left and self.dice.random() < self.troubles]
        return {no: self.dice.choice((0, draw, draw, win)) for no in chosen}

    def play(self, round_no: int, result: PairingResult, away: dict[int, int]) -> None:
        win, draw, loss = self.points
        for match in result.matches:
            if self.dice.random() < self.troubles:
                ends = self.dice.choice(((1, 0), (0, 1), (0, 0)))
                self._note(round_no, match.a, match.b, *((_FORFEIT[e], win if e else 0) for e in ends))
                continue
            tilt = 0.5 + (self.numbers[match.b] - self.numbers[match.a]) / (2.5 * self.size)
            if self.dice.random() < 0.3:
                self._note(round_no, match.a, match.b, (Outcome.DRAW, draw), (Outcome.DRAW, draw))
            elif self.dice.random() < tilt:
                self._note(round_no, match.a, match.b, (Outcome.WIN, win), (Outcome.LOSS, loss))
            else:
                self._note(round_no, match.a, match.b, (Outcome.LOSS, loss), (Outcome.WIN, win))
        if result.bye is not None:
            self._add(
                result.bye, PastRound(round_no, Outcome.BYE, None, False, win, self.virtual(result.bye, round_no))
            )
        for no, points in away.items():
            kind = Outcome.EARNED_BYE if points == win else Outcome.REQUESTED_BYE if points else Outcome.ABSENT
            self._add(no, PastRound(round_no, kind, None, False, points))
        self.left |= {no for no in self.numbers if self.dice.random() < self.troubles / 3}

    def _note(self, round_no: int, a: int, b: int, mine: tuple[Outcome, int], theirs: tuple[Outcome, int]) -> None:
        self._add(a, PastRound(round_no, mine[0], b, True, mine[1], self.virtual(a, round_no)))
        self._add(b, PastRound(round_no, theirs[0], a, False, theirs[1], self.virtual(b, round_no)))

    def _add(self, no: int, row: PastRound) -> None:
        self.past[no] = (*self.past.get(no, ()), row)


_FORFEIT = (Outcome.FORFEIT_LOSS, Outcome.FORFEIT_WIN)


def legal_round_exists(round_input: PairingInput) -> bool:
    """By networkx and the three absolute rules, read again: a third opinion."""
    last = round_input.round_no >= round_input.planned
    rounds = len({p.round_no for rows in round_input.past.values() for p in rows})
    graph = nx.Graph()
    players = round_input.candidates
    graph.add_nodes_from(c.no for c in players)
    rows = {c.no: round_input.past.get(c.no, ()) for c in players}
    absolute, top = {}, {}
    for c in players:
        colours = "".join("BW"[p.starts] for p in rows[c.no] if p.outcome.played)
        lean = colours.count("W") - colours.count("B")
        due = "B" if lean > 1 else "W" if lean < -1 else {"WW": "B", "BB": "W"}.get(colours[-2:], "")
        absolute[c.no] = due
        top[c.no] = last and 2 * (c.points - c.virtual) > round_input.win * rounds
    for i, one in enumerate(players):
        for two in players[:i]:
            clash = absolute[one.no] and absolute[one.no] == absolute[two.no] and not (top[one.no] or top[two.no])
            pair = (min(one.no, two.no), max(one.no, two.no))
            if not clash and two.no not in round_input.met[one.no] and pair not in round_input.forbidden:
                graph.add_edge(one.no, two.no)
        rested = any(
            p.outcome is Outcome.BYE or (not p.outcome.played and p.points == round_input.win) for p in rows[one.no]
        )
        if len(players) % 2 and not rested:
            graph.add_edge(0, one.no)
    return 2 * len(nx.max_weight_matching(graph, maxcardinality=True)) == len(players) + len(players) % 2


def random_event(seed: str, smallest: int, largest: int) -> DutchEvent:
    dice = Random(seed)
    size = dice.randint(smallest, largest)
    event = DutchEvent(
        dice,
        size,
        dice.randint(5, 9),
        POINTS[dice.choice(["half", "half", "half", "three", "everybody"])],
        accelerated=dice.random() < 0.25,
        clubs=dice.choice((0, 0, 0, 4)),
    )
    nos = sorted(event.numbers)
    pairs = {tuple(sorted(dice.sample(nos, 2))) for _ in range(dice.choice((0, 0, 1, 3)))}
    event.forbidden = frozenset((a, b) for a, b in pairs)
    return event


W, D, L, F, A = Outcome.WIN, Outcome.DRAW, Outcome.LOSS, Outcome.FORFEIT_WIN, Outcome.FORFEIT_LOSS

VALUE = {W: 2, D: 1, L: 0, F: 2, A: 0, Outcome.BYE: 2}

Game = tuple[int, int, Outcome, Outcome]


def field_after(size: int, *rounds: Iterable[Game], byes: Iterable[int] = (), planned: int = 9) -> PairingInput:
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
