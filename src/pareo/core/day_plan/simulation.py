"""An event played from nothing: players of chosen strength, rounds paired by the real engine, results by lot.

Whose rating is 400 higher wins ten of eleven decided games. The same seed gives the same event.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from pareo.core.model.outcome import Outcome
from pareo.core.model.pairing_contract import Candidate, PairingInput, PairingResult, PastRound
from pareo.core.model.random_source import SeededRandom
from pareo.core.model.ruleset import Ruleset
from pareo.core.pairing.random.matching_graph import Tuning
from pareo.core.pairing.random.swiss import pair_random
from pareo.core.pairing.registry import find_method, pair
from pareo.core.standings.player_records import Ledger, PlayerRecord, RoundRecord
from pareo.core.text.errors import Refused

_DRAW_STEPS = 1 << 30
_NORMAL_TERMS = 12  # even numbers whose sum is nearly normal
_WIN_CHANCES = tuple(1 / (1 + 10 ** (-d / 400)) for d in range(-1600, 1601))


@dataclass(frozen=True, slots=True)
class Setup:
    """What an event is played with."""

    ruleset: Ruleset
    players: int
    rounds: int
    draws: float = 0.05  # of matches
    drops: float = 0.0  # of those still there, after each round
    spread: int = 200  # of the ratings: one standard deviation
    system: str = ""  # empty: the ruleset's

    @property
    def pairs_by(self) -> str:
        return self.system or self.ruleset.swiss.system


@dataclass(slots=True)
class SimulatedEvent:
    """An event as far as it has been played."""

    setup: Setup
    ratings: dict[int, int]
    lines: dict[int, list[RoundRecord]]
    points: dict[int, int]
    gone: dict[int, int] = field(default_factory=dict)  # who left → their last round
    round_no: int = 0
    games: list[tuple[int, int]] = field(default_factory=list)  # of the round just paired
    lots: dict[int, int] = field(default_factory=dict)

    @property
    def here(self) -> frozenset[int]:
        return frozenset(self.lines.keys() - self.gone.keys())

    def ledger(self) -> Ledger:
        """The ledger of the event, as standings read it."""
        accounts = {
            no: PlayerRecord(no, tuple(lines), dropped_after=self.gone.get(no), rating=self.ratings[no], seat=no)
            for no, lines in self.lines.items()
        }
        return Ledger(accounts, tuple(range(1, self.round_no + 1)), self.setup.rounds, self.lots)


def normal_number(chance: SeededRandom) -> float:
    """A normal number: mean 0, deviation 1."""
    return sum(word / 2**64 for word in chance.words(_NORMAL_TERMS)) - _NORMAL_TERMS / 2


def start_event(setup: Setup, seed: str) -> SimulatedEvent:
    """An event before round 1: its players with ratings and lots, drawn from the seed."""
    chance = SeededRandom(seed, "players")
    nos = range(1, setup.players + 1)
    ratings = {no: round(1500 + setup.spread * normal_number(chance)) for no in nos}
    lots = dict(zip(nos, chance.shuffled(list(nos)), strict=True))
    return SimulatedEvent(setup, ratings, {no: [] for no in nos}, dict.fromkeys(nos, 0), lots=lots)


def play_rounds(setup: Setup, seed: str) -> Iterator[SimulatedEvent]:
    """An event played round by round: the event itself after each round."""
    event = start_event(setup, seed)
    for _ in range(setup.rounds):
        pair_next(event, seed)
        finish_round(event, seed)
        yield event


def play_event(setup: Setup, seed: str) -> SimulatedEvent:
    """An event played to its end."""
    event = start_event(setup, seed)
    for _ in range(setup.rounds):
        pair_next(event, seed)
        finish_round(event, seed)
    return event


def pair_next(event: SimulatedEvent, seed: str) -> None:
    """Pairs the next round; a bye is recorded at once."""
    event.round_no += 1
    if len(event.here) < 2:
        event.games = []
        return
    pairing = _pair_round(_pairing_input(event, f"{seed}/{event.round_no}"))
    event.games = [(m.a, m.b) for m in pairing.matches]
    if pairing.bye is not None:
        rest = find_method(event.setup.pairs_by).robin
        _add_record(event, pairing.bye, Outcome.REST if rest else Outcome.BYE, None, first=None)


def _pair_round(request: PairingInput) -> PairingResult:
    """The round as it would be on the day, without its proof. Where the method knows no round any more, as in a
    long event of few players, it is put together by hand: here by lot, with as few rematches as can be."""
    if request.system != "random":
        try:
            return pair(request)
        except Refused:
            request = replace(request, system="random")
    return pair_random(request, Tuning(certified=False))


def finish_round(event: SimulatedEvent, seed: str) -> None:
    """Plays the paired round; then some leave, but nobody after the last round."""
    play_matches(event, seed)
    if event.round_no < event.setup.rounds:
        drop_some(event, seed)


def play_matches(event: SimulatedEvent, seed: str) -> None:
    """Plays every match of the paired round, with results by lot."""
    words = SeededRandom(seed, f"results/{event.round_no}").words(2 * len(event.games)) if event.games else ()
    for (a, b), drawn, won in zip(event.games, words[::2], words[1::2], strict=True):
        add_result(event, a, b, result_of(event, a, b, drawn, won), drawn)
    event.games = []


def drop_some(event: SimulatedEvent, seed: str) -> None:
    """Drops some players after a round, by lot; at least four stay."""
    staying = sorted(event.here) if event.setup.drops else []
    words = SeededRandom(seed, f"leaving/{event.round_no}").words(len(staying)) if staying else ()
    for no, word in zip(staying, words, strict=True):
        if word / 2**64 < event.setup.drops and len(event.here) > 4:
            event.gone[no] = event.round_no


def result_of(event: SimulatedEvent, a: int, b: int, drawn: int, won: int) -> tuple[Outcome, Outcome]:
    """How a match ends, by two evenly distributed numbers and the ratings."""
    if drawn % _DRAW_STEPS < event.setup.draws * _DRAW_STEPS and event.setup.ruleset.results.draws:
        return Outcome.DRAW, Outcome.DRAW
    return (
        (Outcome.WIN, Outcome.LOSS) if is_win(event.ratings[a] - event.ratings[b], won) else (Outcome.LOSS, Outcome.WIN)
    )


def is_win(ahead: int, word: int) -> bool:
    """Does a player win whose rating is so far ahead? By an evenly distributed number of 64 bits."""
    return word / 2**64 < _WIN_CHANCES[max(-1600, min(1600, ahead)) + 1600]


def add_result(event: SimulatedEvent, a: int, b: int, outcomes: tuple[Outcome, Outcome], word: int = 0) -> None:
    """Records a result; its points on the table, where such are counted, come from an even number of 64 bits."""
    score_a, score_b = _scores(event, a, b, outcomes, word)
    _add_record(event, a, outcomes[0], b, first=True, scores=(score_a, score_b))
    _add_record(event, b, outcomes[1], a, first=False, scores=(score_b, score_a))


def _scores(
    event: SimulatedEvent, a: int, b: int, outcomes: tuple[Outcome, Outcome], word: int
) -> tuple[int | None, int | None]:
    """From 300 to 460 points and one for every five of the rating above the usual; who won has more."""
    if event.setup.ruleset.results.kind != "scores":
        return None, None
    low, high = sorted(300 + (event.ratings[no] - 1500) // 5 + (word >> at) % 160 for no, at in ((a, 30), (b, 47)))
    if outcomes[0] is outcomes[1]:
        return low, low
    return (high + 1, low) if outcomes[0].won else (low, high + 1)


def _add_record(
    event: SimulatedEvent,
    no: int,
    outcome: Outcome,
    other: int | None,
    *,
    first: bool | None,
    scores: tuple[int | None, int | None] = (None, None),
) -> None:
    worth = event.setup.ruleset.points[outcome]
    event.points[no] += worth
    event.lines[no].append(RoundRecord(event.round_no, outcome, other, worth, *scores, started=first))


def _pairing_input(event: SimulatedEvent, seed: str) -> PairingInput:
    rules, setup = event.setup.ruleset, event.setup
    system = setup.pairs_by
    method = find_method(system)
    here = (
        sorted(event.here, key=lambda no: (-event.points[no], -event.ratings[no], no))
        if method.by_table
        else sorted(event.here)
    )
    had_bye = {no for no, lines in event.lines.items() if any(line.outcome is Outcome.BYE for line in lines)}
    met = {no: frozenset(line.opponent for line in event.lines[no] if line.opponent is not None) for no in here}
    balance = (
        {no: sum(1 if line.started else -1 for line in event.lines[no] if line.opponent is not None) for no in here}
        if rules.swiss.starts
        else {}
    )
    numbers = (
        {no: i for i, no in enumerate(sorted(event.lines, key=lambda no: (-event.ratings[no], no)), 1)}
        if method.by_table or method.robin
        else {}
    )
    return PairingInput(
        tuple(Candidate(no, event.points[no], bye_ok=no not in had_bye, starts=balance.get(no, 0)) for no in here),
        met,
        seed,
        system,
        rules.swiss.order,
        round_no=event.round_no,
        balance_starts=bool(rules.swiss.starts),
        past={no: tuple(map(_past_round, lines)) for no, lines in event.lines.items()} if method.looks_back else {},
        ratings=event.ratings if method.by_table else {},
        numbers=numbers,
        planned=setup.rounds,
        win=rules.points[Outcome.WIN],
        draw=rules.points[Outcome.DRAW],
        loss=rules.points[Outcome.LOSS],
        objective=method.objective,
    )


def _past_round(line: RoundRecord) -> PastRound:
    return PastRound(line.round_no, line.outcome, line.opponent, bool(line.started), line.points)
