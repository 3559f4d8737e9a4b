"""Days played before the day: whole events by the real engine, and what they were like.

Players have strengths that nobody knows (one standard deviation is 200 rating points), rounds are paired by the
ruleset's own method, the elimination goes by seeds. The same seed gives the same days.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from pareo.core.pairing.chance import Chance
from pareo.core.plan.play import InPlay, Setup, play, wins
from pareo.core.plan.times import Span, Times, pace_of, round_length, span
from pareo.core.rules.cuts import shared_cut
from pareo.core.standings.standings import Standing, standings


@dataclass(frozen=True, slots=True)
class Format:
    """How an event is played."""

    rounds: int
    cut: int = 0
    shared: bool = False  # asymmetrical
    most: int = 0
    sections: int = 1


@dataclass(frozen=True, slots=True)
class Day:
    """One event that was played."""

    length: float  # minutes from the first start to the last result
    undefeated: int  # after the Swiss rounds
    cut: int  # who went on
    missed: int  # with as many points as the last who went on
    losses_missed: int | None  # of the best of them; None: nobody missed by tie-breaks
    best_wins: bool  # the strongest player won the event
    best_in: bool  # and went on to the elimination (or was first)


@dataclass(frozen=True, slots=True)
class Outlined:
    """Many days of one format."""

    format: Format
    days: int
    length: Span
    undefeated: float
    cut: float
    missed: float  # who has the points of the last inside and is out by the tie-breaks
    missed_share: float  # of days on which somebody is
    losses_missed: int | None  # the usual record of the best who misses: so many losses
    best_wins: float
    best_in: float
    lengths: tuple[float, ...] = ()


def one_day(setup: Setup, form: Format, times: Times, seed: str) -> Day:
    """An event from the first round to the final."""
    chance = Chance(seed, "times")
    pace = pace_of(chance)
    sections = [play(replace(setup, players=size, rounds=form.rounds), f"{seed}/{i}")
                for i, size in enumerate(_split(setup.players, form.sections))]
    tables = [max(1, len(_playing(event, number)) // 2 * form.sections) for event in sections[:1]
              for number in range(1, form.rounds + 1)]
    length = sum(round_length(chance, count, times) for count in tables)
    ranked = [_ranked(event) for event in sections]
    strength = {id(row): event.ratings[row.no] for event, rows in zip(sections, ranked, strict=True) for row in rows}
    everybody = [row for rows in ranked for row in rows]
    best = max(everybody, key=lambda row: strength[id(row)])
    inside, missed, losses = _cut(ranked, form)
    champion = inside[0] if inside else ranked[0][0]
    if inside:
        champion, more = _knock_out(inside, strength, chance, times)
        length += more
    undefeated = sum(not row.losses for row in everybody)
    return Day(length * pace, undefeated, len(inside), missed, losses, champion is best,
               any(row is best for row in inside) if inside else champion is best)


def _split(players: int, sections: int) -> list[int]:
    return [players // sections + (i < players % sections) for i in range(sections)]


def _playing(event: InPlay, number: int) -> list[int]:
    return [no for no, lines in event.lines.items() if any(x.round_no == number and x.opponent for x in lines)]


def _ranked(event: InPlay) -> list[Standing]:
    return [row for row in standings(event.ledger(), event.setup.ruleset.seeding) if row.no not in event.gone]


def _cut(ranked: Sequence[Sequence[Standing]], form: Format) -> tuple[list[Standing], int, int | None]:
    """Who goes on, how many with the points of the last of them do not, and the losses of the best of these."""
    if not form.cut:
        return [], 0, None
    inside: list[Standing] = []
    out: list[Standing] = []
    each = max(1, form.cut // len(ranked))
    for rows in ranked:
        size = shared_cut([row.points for row in rows], each, form.most).size if form.shared else each
        inside += rows[:size]
        out += [row for row in rows[size:] if size <= len(rows) and row.points == rows[size - 1].points]
    inside.sort(key=lambda row: (-row.points, row.rank))
    return inside, len(out), min((row.losses for row in out), default=None)


def _knock_out(
    inside: Sequence[Standing], strength: Mapping[int, int], chance: Chance, times: Times
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
            goes_on.add(id(a if wins(strength[id(a)] - strength[id(b)], chance.words(1)[0]) else b))
        left = [row for row in left if id(row) in goes_on]
    return left[0], length


def many_days(
    setup: Setup, form: Format, times: Times, seed: str, count: int, *,
    progress: Callable[[int, int], None] | None = None,
) -> Outlined:
    """So many days, and what they have in common."""
    days = []
    for i in range(count):
        days.append(one_day(setup, form, times, f"{seed}/{i}"))
        if progress is not None:
            progress(i + 1, count)
    records = Counter(day.losses_missed for day in days if day.losses_missed is not None)
    return Outlined(
        form, count, span([day.length for day in days]), sum(day.undefeated for day in days) / count,
        sum(day.cut for day in days) / count, sum(day.missed for day in days) / count,
        sum(day.missed > 0 for day in days) / count, records.most_common(1)[0][0] if records else None,
        sum(day.best_wins for day in days) / count, sum(day.best_in for day in days) / count,
        tuple(day.length for day in days),
    )


def neighbours(form: Format) -> list[Format]:
    """A round more or less, another cut, sections."""
    found = [replace(form, rounds=form.rounds + 1)]
    if form.rounds > 2:
        found.append(replace(form, rounds=form.rounds - 1))
    if form.cut:
        found += [replace(form, cut=form.cut * 2), replace(form, cut=form.cut // 2 if form.cut > 2 else 0)]
    return found


def chart(lengths: Sequence[float], start: int) -> str:
    """When the day ends, as a small picture: a bar for every quarter of an hour. `start` in minutes of the day."""
    bins = Counter(int((start + one) // 15) for one in lengths)
    first, last, top = min(bins), max(bins), max(bins.values())
    step, height = 14, 70
    bars = "".join(
        f'<rect x="{(at - first) * step}" y="{height - round(height * count / top)}" width="{step - 2}" '
        f'height="{round(height * count / top)}"/>' for at, count in sorted(bins.items())
    )
    hours = "".join(
        f'<text x="{(at - first) * step}" y="{height + 14}">{at * 15 // 60 % 24}:00</text>'
        for at in range(first, last + 1) if at % 4 == 0
    )
    width = (last - first + 3) * step
    head = f'xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height + 20}" width="{2 * width}" role="img"'
    return (f'<svg {head}>'
            f'<g fill="currentColor">{bars}</g><g fill="currentColor" font-size="11">{hours}</g></svg>')
