"""The odds where nothing is certain: the rest of the event played many times, from a seed.

Open matches, and the rounds to come, are even contests with as many draws as the event has had; a round to come pairs
equal points by lot from the top and avoids rematches where it finds one quickly. How far off the odds may be is said
with them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from math import sqrt
from typing import NamedTuple

from pareo.core.model.outcome import Outcome
from pareo.core.model.random_source import SeededRandom
from pareo.core.qualification.exact import final_order, qualifiers
from pareo.core.qualification.open_field import OpenField, QualificationGoal
from pareo.core.standings.player_records import PlayerRecord, RoundRecord
from pareo.core.standings.tiebreaks.context import build_context

Progress = Callable[[int, int], None]
_SCALE = 1 << 20
_LOOK_AHEAD = 12  # opponents tried before a rematch is taken
FEWEST = 25  # runs from which a chance is told: of fewer it may be off by more than a fifth


class Odds(NamedTuple):
    """How often a player was in, of how many times the event was played on; with the margin of 95 %."""

    share: float
    margin: float
    runs: int


class SimulationCounts:
    """How often the event was played on and how often a player was in, by the player's next result."""

    __slots__ = ("inside", "runs")

    def __init__(self) -> None:
        self.runs = {"win": 0, "tie": 0, "loss": 0, "": 0}
        self.inside = dict.fromkeys(self.runs, 0)


def odds(inside: int, runs: int) -> Odds | None:
    """A share with its margin (Wilson's, so that 0 of 50 is not “never”); None of too few runs, of which a draw might
    look better than a win."""
    if runs < FEWEST:
        return None
    z, share = 1.96, inside / runs
    centre = (share + z * z / (2 * runs)) / (1 + z * z / runs)
    spread = z * sqrt(share * (1 - share) / runs + z * z / (4 * runs * runs)) / (1 + z * z / runs)
    return Odds(share, max(abs(centre + spread - share), abs(share - centre + spread)), runs)


def simulate(
    field: OpenField, goals: Sequence[QualificationGoal], seed: str, runs: int, progress: Progress | None = None
) -> dict[str, dict[int, SimulationCounts]]:
    """The event played to the end so many times; per goal and player how often they were in."""
    counts = {goal.id: {no: SimulationCounts() for no in goal.members & field.here} for goal in goals}
    start = {no: r.points for no, r in build_context(field.ledger, field.ruleset).records.items()}
    met = {no: {line.opponent for line in a.lines} for no, a in field.ledger.accounts.items()}
    for run in range(runs):
        rest = _RestOfEvent(field, SeededRandom(seed, f"outlook/{run}"), dict(start), met)
        rest.play()
        accounts: dict[int, PlayerRecord] = {
            no: replace(a, lines=(*a.lines, *rest.lines[no])) if no in rest.lines else a
            for no, a in field.ledger.accounts.items()
        }
        rounds = (*field.ledger.rounds, *range(field.round_no + 1, field.round_no + field.to_come + 1))
        rows = final_order(field, replace(field.ledger, accounts=accounts, rounds=rounds))
        for goal in goals:
            inside = qualifiers(goal, rows, field.ruleset)
            for no, tally in counts[goal.id].items():
                is_in = no in inside
                for key in {"", rest.own.get(no, "")}:
                    tally.runs[key] += 1
                    tally.inside[key] += is_in
        if progress is not None:
            progress(run + 1, runs)
    return counts


class _RestOfEvent:
    """What is left of the event, played once."""

    __slots__ = ("chance", "field", "fresh", "lines", "met", "own", "points")

    def __init__(
        self, field: OpenField, chance: SeededRandom, points: dict[int, int], met: Mapping[int, set[int | None]]
    ) -> None:
        self.field, self.chance, self.points, self.met = field, chance, points, met
        self.lines: dict[int, list[RoundRecord]] = {}  # new ones
        self.own: dict[int, str] = {}  # how the next match of each ends
        self.fresh: dict[int, set[int]] = {}  # opponents of the rounds to come

    def play(self) -> None:
        field = self.field
        draws = _SCALE * field.drawn // max(1, field.played) if field.ruleset.results.draws else 0
        games = [(m.a, m.b) for m in field.open]
        for number in range(field.round_no, field.round_no + field.to_come + 1):
            if number > field.round_no:
                games = self._pair(number)
            for (a, b), word in zip(games, self.chance.words(len(games)) if games else (), strict=True):
                if word % _SCALE < draws:
                    self._end(number, a, b, (Outcome.DRAW, Outcome.DRAW))
                else:
                    self._end(number, a, b, _DECIDED[word >> 63])

    def _end(self, number: int, a: int, b: int, outcomes: tuple[Outcome, Outcome]) -> None:
        for no, other, outcome, first in ((a, b, outcomes[0], True), (b, a, outcomes[1], False)):
            gained = self.field.ruleset.points[outcome]
            self.points[no] += gained
            self.lines.setdefault(no, []).append(RoundRecord(number, outcome, other, gained, started=first))
            self.own.setdefault(no, "tie" if outcome is Outcome.DRAW else "win" if outcome is Outcome.WIN else "loss")

    def _pair(self, number: int) -> list[tuple[int, int]]:
        """A round to come: equal points by lot, from the top."""
        order = sorted(self.chance.shuffled(sorted(self.field.here)), key=self.points.__getitem__)  # best last
        if len(order) % 2:
            bye, worth = order.pop(0), self.field.ruleset.points[Outcome.BYE]
            self.points[bye] += worth
            self.lines.setdefault(bye, []).append(RoundRecord(number, Outcome.BYE, None, worth))
        games: list[tuple[int, int]] = []
        while order:
            a = order.pop()
            known, new = self.met[a], self.fresh.setdefault(a, set())
            near = order[: -_LOOK_AHEAD - 1 : -1]
            at = next((i for i, b in enumerate(near, 1) if b not in known and b not in new), 1)
            b = order.pop(-at)
            new.add(b)
            self.fresh.setdefault(b, set()).add(a)
            games.append((a, b))
        return games


_DECIDED = ((Outcome.LOSS, Outcome.WIN), (Outcome.WIN, Outcome.LOSS))
