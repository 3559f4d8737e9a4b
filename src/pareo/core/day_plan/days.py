"""Days played before the day: whole events by the real engine, and what they were like.

Players have strengths that nobody knows (one standard deviation is 200 rating points), rounds are paired by the
ruleset's own method, the elimination goes by seeds. The same seed gives the same days.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from pareo.core.day_plan.simulation import (
    Setup,
    SimulatedEvent,
    drop_some,
    is_win,
    pair_next,
    play_matches,
    start_event,
)
from pareo.core.day_plan.times import DayTimes, Span, pace_of, round_length, span
from pareo.core.model.random_source import SeededRandom
from pareo.core.rules.cuts import shared_cut
from pareo.core.standings.standings import Standing, standings


@dataclass(frozen=True, slots=True)
class DayFormat:
    """The format of an event: rounds, cut, sections, days."""

    rounds: int
    cut: int = 0
    shared: bool = False  # asymmetrical
    most: int = 0
    sections: int = 1
    second_day: int = 0  # so many of the rounds, and the elimination, are played on a second day


class LossGroup(NamedTuple):
    """Those who end with so many losses: who they are on one day, or on all days together."""

    losses: int
    players: int
    goes_on: int
    by_tiebreaks: int  # left out with the points of the last who goes on


@dataclass(frozen=True, slots=True)
class SimulatedDay:
    """One event that was played."""

    length: float  # minutes from the first start to the last result, of the first day if there are two
    second: float  # length of the second day; 0: there is none
    undefeated: int  # after the Swiss rounds
    cut: int  # who went on
    missed: int  # with as many points as the last who went on
    records: tuple[LossGroup, ...]  # those without a loss first; empty where nobody goes on
    best_wins: bool  # the strongest player won the event
    best_in: bool  # and went on to the elimination (or was first)


@dataclass(frozen=True, slots=True)
class FormatSummary:
    """What many days played by one format have in common."""

    format: DayFormat
    days: int
    length: Span
    second: Span | None  # of the second day, where there is one
    undefeated: float
    cut: float
    missed: float  # who has the points of the last inside and is out by the tie-breaks
    missed_share: float  # of days on which somebody is
    records: tuple[LossGroup, ...]  # of all days together
    best_wins: float
    best_in: float
    lengths: tuple[float, ...] = ()


def simulate_day(setup: Setup, form: DayFormat, times: DayTimes, seed: str) -> SimulatedDay:
    """One event played from the first round to the final."""
    return simulate_formats(setup, [form], times, seed)[0]


def simulate_formats(setup: Setup, forms: Sequence[DayFormat], times: DayTimes, seed: str) -> list[SimulatedDay]:
    """One event by several formats: with equal players, rounds and results as far as both go, so that formats and not
    luck are compared."""
    swiss: dict[int, list[_Swiss]] = {}
    for sections in {form.sections for form in forms}:
        stages = {form.rounds for form in forms if form.sections == sections}
        swiss[sections] = [
            _play_swiss(replace(setup, players=size), stages, f"{seed}/{i}")
            for i, size in enumerate(_section_sizes(setup.players, sections))
        ]
    return [_play_day(swiss[form.sections], form, times, SeededRandom(seed, "times")) for form in forms]


@dataclass(frozen=True, slots=True)
class _Swiss:
    """The Swiss rounds of one section."""

    ranked: Mapping[int, Sequence[Standing]]  # as it stood after some rounds: who was still there
    tables: Sequence[int]  # of each round
    strength: Mapping[int, int]


def _play_swiss(setup: Setup, stages: Collection[int], seed: str) -> _Swiss:
    event = start_event(setup, seed)
    ranked, tables = {}, []
    for number in range(1, max(stages) + 1):
        pair_next(event, seed)
        tables.append(max(1, len(event.games)))
        play_matches(event, seed)
        if number in stages:
            ranked[number] = _standings_of(event)
        drop_some(event, seed)
    return _Swiss(ranked, tables, event.ratings)


def _play_day(sections: Sequence[_Swiss], form: DayFormat, times: DayTimes, chance: SeededRandom) -> SimulatedDay:
    pace = pace_of(chance)
    tables = [sum(counts) for counts in zip(*(one.tables[: form.rounds] for one in sections), strict=True)]
    lengths = [round_length(chance, count, times) for count in tables]
    last = len(lengths) - form.second_day
    length, second = sum(lengths[:last]), sum(lengths[last:])
    ranked = [one.ranked[form.rounds] for one in sections]
    strength = {id(row): one.strength[row.no] for one, rows in zip(sections, ranked, strict=True) for row in rows}
    everybody = [row for rows in ranked for row in rows]
    best = max(everybody, key=lambda row: strength[id(row)])
    inside, out = _make_cut(ranked, form)
    champion = inside[0] if inside else ranked[0][0]
    if inside:
        champion, more = _knock_out(inside, strength, chance, times)
        length, second = (length, second + more) if form.second_day else (length + more, 0.0)
    undefeated = sum(not row.losses for row in everybody)
    return SimulatedDay(
        length * pace,
        second * pace,
        undefeated,
        len(inside),
        len(out),
        _loss_groups(everybody, inside, out),
        champion is best,
        any(row is best for row in inside) if inside else champion is best,
    )


def _section_sizes(players: int, sections: int) -> list[int]:
    return [players // sections + (i < players % sections) for i in range(sections)]


def _standings_of(event: SimulatedEvent) -> list[Standing]:
    return [row for row in standings(event.ledger(), event.setup.ruleset.seeding) if row.no not in event.gone]


def _make_cut(ranked: Sequence[Sequence[Standing]], form: DayFormat) -> tuple[list[Standing], list[Standing]]:
    """Who goes on, and who does not with the points of the last of them."""
    if not form.cut:
        return [], []
    inside: list[Standing] = []
    out: list[Standing] = []
    each = max(1, form.cut // len(ranked))
    for rows in ranked:
        size = shared_cut([row.points for row in rows], each, form.most).size if form.shared else each
        inside += rows[:size]
        out += [row for row in rows[size:] if size <= len(rows) and row.points == rows[size - 1].points]
    inside.sort(key=lambda row: (-row.points, row.rank))
    return inside, out


def _loss_groups(
    everybody: Sequence[Standing], inside: Sequence[Standing], out: Sequence[Standing]
) -> tuple[LossGroup, ...]:
    """Who goes on and who does not, by losses."""
    if not inside:
        return ()
    all_of, on, level = (Counter(row.losses for row in rows) for rows in (everybody, inside, out))
    return tuple(LossGroup(losses, all_of[losses], on[losses], level[losses]) for losses in sorted(all_of))


def _knock_out(
    inside: Sequence[Standing], strength: Mapping[int, int], chance: SeededRandom, times: DayTimes
) -> tuple[Standing, float]:
    """The elimination by seeds: the best against the last, byes for the first of them."""
    left, length = list(inside), 0.0
    while len(left) > 1:
        byes = (1 << (len(left) - 1).bit_length()) - len(left)
        playing = left[byes:]
        tables = len(playing) // 2
        length += round_length(chance, tables, times, minutes=times.cut_minutes)
        goes_on = {id(row) for row in left[:byes]}
        for a, b in zip(playing[:tables], reversed(playing[tables:]), strict=True):
            goes_on.add(id(a if is_win(strength[id(a)] - strength[id(b)], chance.words(1)[0]) else b))
        left = [row for row in left if id(row) in goes_on]
    return left[0], length


def simulate_days(
    setup: Setup,
    forms: Sequence[DayFormat],
    times: DayTimes,
    seed: str,
    count: int,
    *,
    progress: Callable[[int, int], None] | None = None,
) -> list[FormatSummary]:
    """Plays so many days by each of the formats; what they have in common, one summary a format."""
    days: list[list[SimulatedDay]] = []
    for i in range(count):
        days.append(simulate_formats(setup, forms, times, f"{seed}/{i}"))
        if progress is not None:
            progress(i + 1, count)
    return summarise_days(forms, days)


def summarise_days(forms: Sequence[DayFormat], days: Sequence[Sequence[SimulatedDay]]) -> list[FormatSummary]:
    """What the days of each format have in common, one summary a format."""
    return [_summary(form, of_one) for form, of_one in zip(forms, zip(*days, strict=True), strict=True)]


def _summary(form: DayFormat, days: Sequence[SimulatedDay]) -> FormatSummary:
    count = len(days)
    return FormatSummary(
        form,
        count,
        span([day.length for day in days]),
        span([day.second for day in days]) if form.second_day else None,
        sum(day.undefeated for day in days) / count,
        sum(day.cut for day in days) / count,
        sum(day.missed for day in days) / count,
        sum(day.missed > 0 for day in days) / count,
        _total_groups([group for day in days for group in day.records]),
        sum(day.best_wins for day in days) / count,
        sum(day.best_in for day in days) / count,
        tuple(day.length for day in days),
    )


def _total_groups(records: Sequence[LossGroup]) -> tuple[LossGroup, ...]:
    by_losses: dict[int, list[LossGroup]] = {}
    for group in records:
        by_losses.setdefault(group.losses, []).append(group)
    return tuple(
        LossGroup(
            losses, sum(x.players for x in groups), sum(x.goes_on for x in groups), sum(x.by_tiebreaks for x in groups)
        )
        for losses, groups in sorted(by_losses.items())
    )


def neighbours(form: DayFormat) -> list[DayFormat]:
    """Formats to compare with: a round more or less, another cut."""
    formats = [replace(form, rounds=form.rounds + 1)]
    if form.rounds > 2:
        formats.append(replace(form, rounds=form.rounds - 1))
    if form.cut:
        formats += [replace(form, cut=form.cut * 2), replace(form, cut=form.cut // 2 if form.cut > 3 else 0)]
    return formats
