"""Percentages over two phases: an example by hand, and a whole event against a second, naive way to count (PN-TB-4)."""

from __future__ import annotations

import random
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

from pareo import rulesets
from pareo.app.commands.people import leaving
from pareo.app.commands.rounds import advance
from pareo.core.model.entities import Pod
from pareo.core.model.outcome import Outcome
from pareo.core.standings.player_records import Ledger, PlayerRecord, RoundRecord
from pareo.core.standings.standings import standings
from pareo.core.standings.tiebreaks.context import build_context
from pareo.core.standings.tiebreaks.percentages import OWP
from pareo.core.tournament.records import ledger_of
from pareo.core.tournament.tournament import Tournament, winner_of
from support.events.stage import Stage

S26 = "pokemon-tcg-2026"
LOW, HIGH = Fraction(1, 4), Fraction(3, 4)


def record(no: int, wins: int, losses: int, met: dict[int, int], first: int = 1) -> tuple[RoundRecord, ...]:
    """So many wins, then losses, against nobody of interest but those of `met` (round → opponent)."""
    outcomes = [Outcome.WIN] * wins + [Outcome.LOSS] * losses
    return tuple(
        RoundRecord(first + i, o, met.get(first + i, 100 + no), 3 if o is Outcome.WIN else 0)
        for i, o in enumerate(outcomes)
    )


@pytest.mark.req("PN-TB-4", "PN-TB-5")
def test_the_example() -> None:
    """A 6-2 then 2-2, B 5-3, C 7-1 then 3-1, all met."""
    a, b, c = 1, 2, 3
    lines = {a: record(a, 6, 2, {1: b, 2: c}), b: record(b, 5, 3, {1: a, 2: c}), c: record(c, 7, 1, {1: b, 2: a})}
    later = {a: record(a, 2, 2, {}, 9), c: record(c, 3, 1, {}, 9)}
    nobody = {100 + no: PlayerRecord(100 + no, ()) for no in (a, b, c)}
    first = Ledger({no: PlayerRecord(no, own) for no, own in lines.items()} | nobody, tuple(range(1, 9)), 8)
    rules = rulesets.load(S26)

    def owp(ledger: Ledger) -> dict[int, dict[int, Fraction]]:
        book = build_context(ledger, rules)
        assert OWP.explain is not None
        told = {no: OWP.explain(book, {}, no).parts for no in ledger.accounts if no in (a, b, c)}
        return {no: {p.opponent: p.value for p in parts if p.opponent in (a, b, c)} for no, parts in told.items()}

    alone = replace(first, phases="r-fit")
    both = Ledger(
        {no: PlayerRecord(no, lines[no] + later[no]) for no in (a, c)},
        tuple(range(1, 13)),
        12,
        phases="r-fit",
        other=alone,
        second=True,
    )
    assert owp(alone)[b] == {a: Fraction(3, 4), c: Fraction(7, 8)}
    assert owp(both)[a] == {b: Fraction(5, 8), c: Fraction(10, 12)}
    assert owp(both)[c] == {b: Fraction(5, 8), a: Fraction(8, 12)}


# --- a naive second implementation ------------------------------------------------------------------------------------


class NaiveTable:
    """Straight from the rounds of the pods, one question at a time, with fractions."""

    def __init__(self, t: Tournament, first: Pod, second: Pod) -> None:
        self.t, self.first, self.second = t, first, second
        self.end = max(first.rounds)

    def rounds(self, no: int, last: int) -> list[tuple[int, int | None, str]]:
        """(round, opponent, what) up to a round."""
        found = []
        for number, r in sorted({**self.first.rounds, **self.second.rounds}.items()):
            for m in r.matches.values():
                if no in (m.a, m.b) and number <= last:
                    winner = winner_of(m)
                    found.append((number, m.b if m.a == no else m.a, "w" if winner == no else "l" if winner else "t"))
            found += [(number, None, "bye") for s in r.sitting if s.no == no and number <= last]
        return found

    def left(self, no: int, last: int, end: int) -> bool:
        drop = self.t.entrants[no].drop
        return drop is not None and drop.after <= last and drop.after < end

    def own(self, no: int, last: int) -> Fraction:
        """A player's percentage after a round: for the first phase only, never beyond its end."""
        in_second = no in self.second.members and last > self.end
        end = max(self.second.rounds) if in_second else self.end
        last = min(last, end)
        told = self.rounds(no, last)
        byes = sum(what == "bye" for _, _, what in told)
        wins = sum(what == "w" for _, _, what in told)
        gone = self.left(no, last, end)
        of = (len(told) if gone else last) - byes
        value = max(LOW, Fraction(wins, of) if of > 0 else Fraction(0))
        return min(value, HIGH) if gone else value

    def until(self, no: int) -> int:
        """The round at which the player's opponents are looked at."""
        end = max(self.second.rounds) if no in self.second.members else self.end
        return self.t.entrants[no].drop.after if self.left(no, end, end) else end  # type: ignore[union-attr]

    def at(self, other: int, last: int) -> int:
        return last if other in self.second.members and last > self.end else min(last, self.end)

    def owp(self, no: int, last: int | None = None) -> Fraction:
        until = self.until(no) if last is None else min(self.until(no), last)
        met = [o for _, o, _ in self.rounds(no, until) if o is not None]
        return sum((self.own(o, self.at(o, until)) for o in met), Fraction(0)) / len(met) if met else Fraction(0)

    def oowp(self, no: int) -> Fraction:
        until = self.until(no)
        met = [o for _, o, _ in self.rounds(no, until) if o is not None]
        return sum((self.owp(o, self.at(o, until)) for o in met), Fraction(0)) / len(met) if met else Fraction(0)


@pytest.mark.req("PN-TB-4", "PN-TB-2")
def test_an_event_of_70_with_drops_in_each_phase(tmp_path: Path) -> None:
    chance = random.Random(70)
    stage = Stage(
        tmp_path,
        S26,
        style="swiss+cut",
        table="two-phase",
        date="2026-01-10",
        rounds="5",
        day2_rounds="3",
        day2_points="8",
    )
    stage.enter(71)

    def result(_a: int, _b: int) -> str:
        return chance.choice(("1-0", "1-0", "0-1", "0-1", "="))

    for number in range(1, 6):
        stage.play(1, result)
        if number in (2, 3):
            for no in chance.sample(sorted(stage.t.entrants), 3):
                if stage.t.is_active(no):
                    leaving.drop(stage.ctx, stage.slug, f"p{no}")
    advance.advance(stage.ctx, stage.slug, to="day2")
    stage.play(1, result)
    day2 = stage.pod("masters-day2")
    leaving.drop(stage.ctx, stage.slug, f"p{day2.members[0]}")
    leaving.drop(stage.ctx, stage.slug, f"p{day2.members[5]}")
    stage.play(2, result)
    t = stage.t
    first, second = t.pods["masters"], t.pods["masters-day2"]
    naive = NaiveTable(t, first, second)
    for pod, members in ((second, second.members), (first, tuple(n for n in first.members if n not in second.members))):
        rows = {row.no: row for row in standings(ledger_of(t, pod), t.ruleset)}
        assert len(members) > 10
        for no in members:
            values = {value.id: Fraction(value.exact or 0) for value in rows[no].values if value.id in ("owp", "oowp")}
            assert values == {"owp": naive.owp(no), "oowp": naive.oowp(no)}, no
