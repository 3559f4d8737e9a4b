"""What each round had to be drawn from, read from the journal by the checker itself (A-72).

`rounds_drawn` goes through the journal's facts, undone ones left out, and says at each pairing who was to be paired
then, with which points, opponents, byes, divisions, tags, starts and past rounds. Nothing of it comes from the code
that pairs (`core.pairing`, but for the words of its contract), ranks (`core.standings`) or replays
(`core.replay.replay`): a mistake made there is a disagreement here. The seed is left out: no rule depends on it; so is
the place in the standings, by which king of the hill orders equal points.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Protocol

from pareo.core.journal.codecs import RoundFact
from pareo.core.journal.fact import Fact
from pareo.core.journal.facts import MISFITS, JournalEntry, TournamentCreated, Undone, parts_of, unreadable_entry
from pareo.core.journal.people_facts import Late
from pareo.core.journal.round_facts import Advanced, RoundsPaired
from pareo.core.model.entities import Entrant, Sitting, Status
from pareo.core.model.outcome import Outcome
from pareo.core.model.pairing_contract import Candidate, PairingInput, PastRound
from pareo.core.model.ruleset import Ruleset
from pareo.core.text.errors import BadInput
from pareo.core.text.numbers import read_points
from pareo.core.verify.replay import BRACKETS, IndependentReplay, ReplayedMatch, ReplayedPod, ReplayedRound

DecidedMatch = tuple[int, int, int | None]  # a, b, winner (None: both lost)


class MethodInfo(Protocol):
    """What a pairing method says of itself: what its rounds are drawn from."""

    @property
    def coloured(self) -> bool: ...  # who starts is part of it
    @property
    def by_table(self) -> bool: ...  # goes by the order of the table
    @property
    def looks_back(self) -> bool: ...  # goes by past rounds


Methods = Mapping[str, MethodInfo]


@dataclass(frozen=True, slots=True)
class BracketInput:
    """What a round of an elimination follows from: seeds, best first, and the decided matches of earlier rounds."""

    seeds: tuple[int, ...]
    rounds: tuple[tuple[DecidedMatch, ...], ...]
    third_place: bool
    double: bool = False


@dataclass(frozen=True, slots=True)
class DrawnRound:
    """A round as the journal has it last, and what it had to be drawn from: an input, or a bracket."""

    row: RoundFact
    robin: bool
    source: PairingInput | BracketInput
    open: bool = False  # not started at the end of the journal


Drawn = dict[tuple[str, int], DrawnRound]


def rounds_drawn(ruleset: Ruleset, journal: Sequence[JournalEntry], methods: Methods) -> Drawn:
    """The rounds of a journal with what each had to be drawn from, by pod and number.

    `ruleset`: as the first entry's text has it; `methods`: by the names the journal uses. Raises BadInput.
    """
    created = journal[0].fact if journal else None
    if not isinstance(created, TournamentCreated):
        raise BadInput("journal-no-beginning", "The journal does not begin with the creation of a tournament.")
    undone = {fact.seq for fact in (entry.fact for entry in journal) if isinstance(fact, Undone)}
    replay = IndependentReplay(created, ruleset)
    drawn: Drawn = {}
    for entry in journal[1:]:
        if entry.seq in undone or isinstance(entry.fact, Undone):
            continue
        try:
            for part in parts_of(entry.fact):
                _apply_fact(replay, part, drawn, methods)
        except MISFITS as misfit:
            raise unreadable_entry(entry.seq, entry.fact.action, misfit) from misfit
    waiting = (Status.DRAFTED, Status.PUBLISHED)
    return {
        (pod, number): replace(d, open=replay.pods[pod].rounds[number].status in waiting)
        for (pod, number), d in drawn.items()
    }


def _apply_fact(replay: IndependentReplay, fact: Fact, drawn: Drawn, methods: Methods) -> None:
    rows: Sequence[RoundFact] = ()
    if isinstance(fact, RoundsPaired | Advanced):
        for key in [key for key in drawn if key[0] in fact.unformed]:
            del drawn[key]
    if isinstance(fact, RoundsPaired):
        replay.form(fact.formed)
        rows = fact.rounds
    elif isinstance(fact, Late) and fact.round is not None:
        replay.arrive(fact)
        rows = (fact.round,)
    for row in rows:
        pod = replay.pods[row.pod]
        drawn[row.pod, row.number] = DrawnRound(row, pod.is_robin, _source(replay, pod, row, methods))
    replay.apply(fact)


def _source(
    replay: IndependentReplay, pod: ReplayedPod, row: RoundFact, methods: Methods
) -> PairingInput | BracketInput:
    if pod.phase in BRACKETS:
        decided = (
            tuple((g.a, g.b, g.winner) for g in round_.games.values() if g.result is not None)
            for number, round_ in sorted(pod.rounds.items())
            if number < row.number
        )
        return BracketInput(tuple(pod.members), tuple(decided), pod.third_place, pod.double)
    return _robin_input(replay, pod, row) if pod.is_robin else _swiss_input(replay, pod, row, methods)


# --- Swiss rounds -----------------------------------------------------------------------------------------------------


def _swiss_input(replay: IndependentReplay, pod: ReplayedPod, row: RoundFact, methods: Methods) -> PairingInput:
    number, rules = row.number, replay.ruleset.swiss
    system = _system(row.system, rules.system)
    method = methods[system]
    before = replay.finished_rounds(pod, number)
    starts = _starts_count(replay, method)
    points = _points(replay, before) if rules.by_points else {}
    balance = _balance(before) if starts else {}
    had_bye = {s.no for round_ in before for s in round_.sittings if s.outcome is Outcome.BYE}
    avoided = rules.avoid if rules.avoid_rounds[0] <= number <= rules.avoid_rounds[1] else ()
    groups = _acceleration_groups(replay, pod)
    playing = [e for no in pod.members if _is_playing(e := replay.entrants[no], number)]
    candidates = [
        Candidate(
            no=e.no,
            points=points.get(e.no, 0) + (virtual := _virtual(e, groups, number)),
            division=e.division if replay.ruleset.divisions is not None else "",
            bye_ok=e.no not in had_bye,
            tags=tuple(f"{name}={value}" for name in avoided if (value := getattr(e, name))),
            starts=balance.get(e.no, 0),
            virtual=virtual,
        )
        for e in playing
    ]
    met = _opponents_met(_recent_rounds(replay, before, number), forfeits=not _meets_again(replay, pod))
    pairing_input = PairingInput(
        candidates=tuple(candidates),
        met={e.no: met.get(e.no, frozenset()) for e in playing},
        seed="",
        system=system,
        order=rules.order,
        forbidden=frozenset(_forbidden(replay, pod, number, playing)),
        round_no=number,
        balance_starts=starts,
        objective=row.objective,
    )
    if not method.by_table:
        return pairing_input
    return _with_table(replay, pod, row, pairing_input, _past(replay, pod, before) if method.looks_back else {})


def _with_table(
    replay: IndependentReplay,
    pod: ReplayedPod,
    row: RoundFact,
    pairing_input: PairingInput,
    past: Mapping[int, tuple[PastRound, ...]],
) -> PairingInput:
    """For systems that go by the order of the table: by points, then by start number."""
    numbers = _numbers(replay, pod)
    table = replay.points
    # FIDE C.04.3, C2; US Chess 28L: no bye for who has had the points of a win without playing.
    had_free_win = {
        no for no, rows in past.items() for p in rows if p.points >= table[Outcome.WIN] and not p.outcome.played
    }
    ordered = sorted(pairing_input.candidates, key=lambda one: (-one.points, numbers[one.no]))
    return replace(
        pairing_input,
        candidates=tuple(one._replace(bye_ok=one.bye_ok and one.no not in had_free_win) for one in ordered),
        past=past,
        ratings={no: replay.entrants[no].rating for no in pod.members},
        numbers=numbers,
        planned=pod.first_round + pod.planned - 1,
        top_starts=_top_starts(replay, pod, row),
        win=table[Outcome.WIN],
        draw=table[Outcome.DRAW],
        loss=table[Outcome.LOSS],
    )


def _is_playing(e: Entrant, number: int) -> bool:
    """Is the entrant to be paired? Not one who has left, has an earned or requested bye, or had not come yet."""
    has_left = e.drop is not None or (e.until > 0 and number > e.until)
    return not has_left and number > e.byes and number not in e.absent and number >= e.late_from


def _system(named: str, default: str) -> str:
    """A round made by hand is measured by the usual system."""
    system = named or default
    if system != "manual":
        return system
    return default if default != "manual" else "random"


def _points(replay: IndependentReplay, rounds: Sequence[ReplayedRound]) -> dict[int, int]:
    points = {e.no: _start_points(replay, e) for e in replay.entrants.values()} if replay.ruleset.start else {}
    for no, points_gained in _points_gained(replay, rounds):
        points[no] = points.get(no, 0) + points_gained
    return points


def _start_points(replay: IndependentReplay, e: Entrant) -> int:
    """McMahon: one point for every step of rating from the floor to the bar."""
    start, rating = replay.ruleset.start, e.rating or 0
    if start is None:
        return 0
    steps = range(start.floor + start.step, start.bar + 1, start.step)
    return start.lowest + replay.ruleset.unit * sum(rating >= step for step in steps)


def _points_gained(replay: IndependentReplay, rounds: Sequence[ReplayedRound]) -> Iterator[tuple[int, int]]:
    table = replay.points
    for round_ in rounds:
        for game in round_.games.values():
            yield from zip((game.a, game.b), _result_points(replay, table, game), strict=True)
        yield from ((s.no, _sitting_points(table, s)) for s in round_.sittings)


def _result_points(replay: IndependentReplay, table: Mapping[Outcome, int], game: ReplayedMatch) -> tuple[int, int]:
    """Points of both: by the margin of their scores, by the share of their games (SP-10), or by the outcome."""
    result = game.result
    if result is None:
        return 0, 0
    if replay.ruleset.scale and result.score_a is not None and result.score_b is not None:
        ahead = result.score_a - result.score_b
        step = max(step for step in replay.ruleset.scale if step.margin <= abs(ahead))
        return (step.winner, step.loser) if ahead >= 0 else (step.loser, step.winner)
    if replay.games_per_round == 1 or result.halves_a is None or result.halves_b is None:
        return table[result.a], table[result.b]
    win, halves = table[Outcome.WIN], result.halves_a + result.halves_b
    return win * result.halves_a // halves, win * result.halves_b // halves


def _sitting_points(table: Mapping[Outcome, int], s: Sitting) -> int:
    """A bye asked for may have a value of its own (SP-5)."""
    return s.points if s.points is not None else table[s.outcome]


def _opponents_met(rounds: Sequence[ReplayedRound], *, forfeits: bool) -> dict[int, frozenset[int]]:
    """Who has met whom; `forfeits`: a game that was not played was a meeting too (SP-4)."""
    met: dict[int, set[int]] = {}
    for round_ in rounds:
        for game in round_.games.values():
            if forfeits or not game.forfeited:
                met.setdefault(game.a, set()).add(game.b)
                met.setdefault(game.b, set()).add(game.a)
    return {no: frozenset(others) for no, others in met.items()}


def _recent_rounds(replay: IndependentReplay, rounds: Sequence[ReplayedRound], number: int) -> Sequence[ReplayedRound]:
    """The rounds whose pairs may not meet again yet."""
    rounds_apart = replay.settings.get("rematch_after")
    if not isinstance(rounds_apart, int) or isinstance(rounds_apart, bool) or rounds_apart <= 0:
        return rounds
    return [round_ for round_ in rounds if round_.number >= number - rounds_apart]


def _meets_again(replay: IndependentReplay, pod: ReplayedPod) -> bool:
    setting = replay.setting("meet_again_after_forfeit", pod.id)
    return setting if isinstance(setting, bool) else replay.ruleset.swiss.meet_again_after_forfeit


def _balance(rounds: Sequence[ReplayedRound]) -> dict[int, int]:
    """Games started minus games not started, of those played (S-5)."""
    balance: dict[int, int] = {}
    for round_ in rounds:
        for game in round_.games.values():
            if not game.forfeited:
                balance[game.a] = balance.get(game.a, 0) + 1
                balance[game.b] = balance.get(game.b, 0) - 1
    return balance


def _starts_count(replay: IndependentReplay, method: MethodInfo) -> bool:
    """Is it balanced who starts (SP-22)?"""
    setting = replay.setting("colours")
    if replay.games_per_round > 1 or setting == "ignored":
        return False
    return setting == "tracked" or replay.ruleset.swiss.starts or method.coloured


def _top_starts(replay: IndependentReplay, pod: ReplayedPod, row: RoundFact) -> bool:
    """Who of the first table started in round 1 (SP-21): this round says it, or the first of the event."""
    if row.number == pod.first_round and not pod.sources:
        return row.top_starts
    first = replay.phases_of(pod)[0]
    first_round = first.rounds.get(first.first_round)
    return first_round is None or first_round.top_starts


def _numbers(replay: IndependentReplay, pod: ReplayedPod) -> dict[int, int]:
    """From 1: by start number, then who has none by rating, then by entry."""
    members = [replay.entrants[no] for no in pod.members]
    numbered = sorted((e for e in members if e.start_no), key=lambda e: e.start_no)
    others = sorted((e for e in members if not e.start_no), key=lambda e: (-(e.rating or 0), e.no))
    return {e.no: i for i, e in enumerate((*numbered, *others), 1)}


def _past(
    replay: IndependentReplay, pod: ReplayedPod, rounds: Sequence[ReplayedRound]
) -> dict[int, tuple[PastRound, ...]]:
    """Everybody's rounds so far, in order."""
    table, groups = replay.points, _acceleration_groups(replay, pod)
    past: dict[int, list[PastRound]] = {}

    def add(no: int, number: int, outcome: Outcome, other: int | None, points: int, *, starts: bool) -> None:
        virtual = _virtual(replay.entrants[no], groups, number)
        past.setdefault(no, []).append(PastRound(number, outcome, other, starts, points, virtual))

    for round_ in rounds:
        for game in round_.games.values():
            if game.result is not None:
                a, b = _result_points(replay, table, game)
                add(game.a, round_.number, game.result.a, game.b, a, starts=True)
                add(game.b, round_.number, game.result.b, game.a, b, starts=False)
        for s in round_.sittings:
            add(s.no, round_.number, s.outcome, None, _sitting_points(table, s), starts=False)
    return {no: tuple(rows) for no, rows in past.items()}


# --- what the organiser set -------------------------------------------------------------------------------------------

Accelerated = tuple[int, int, int, int, int]  # first and last number, points, first and last round


def _acceleration_groups(replay: IndependentReplay, pod: ReplayedPod) -> list[Accelerated]:
    """“1-7:4:6 8-9:1:3”: numbers 1 to 7 are paired with 4 points more up to round 6 (“3-6”: from round 3 on; SP-3)."""
    text = str(replay.setting("acceleration", pod.id) or "")
    if text == "baku":
        return _baku(replay, pod)
    groups: list[Accelerated] = []
    for part in text.replace(";", " ").split():
        numbers, points, rounds = part.split(":")
        low, high = numbers.split("-")
        first, last = rounds.split("-") if "-" in rounds else ("1", rounds)
        groups.append((int(low), int(high), read_points(points, replay.ruleset.unit), int(first), int(last)))
    return groups


def _baku(replay: IndependentReplay, pod: ReplayedPod) -> list[Accelerated]:
    """C.04.7: up to the person who was last of the first half (made even) of those paired in round 1."""
    first = pod.rounds.get(pod.first_round)
    if first is None:
        players = [e.no for no in pod.members if _is_playing(e := replay.entrants[no], pod.first_round)]
    else:
        players = [no for game in first.games.values() for no in (game.a, game.b)]
        players += [s.no for s in first.sittings if s.outcome is Outcome.BYE]
    players.sort(key=lambda no: replay.first_numbers.get(no) or replay.entrants[no].start_no or no)
    half = len(players) // 4 * 2 + (2 if len(players) % 4 else 0)
    if not players:
        return []
    boundary = replay.entrants[players[min(half, len(players)) - 1]]
    last = boundary.start_no or boundary.no
    rounds = (pod.planned + 1) // 2
    full = (rounds + 1) // 2
    win, draw = replay.points[Outcome.WIN], replay.points[Outcome.DRAW]
    return [(1, last, win, 1, full), (1, last, draw, full + 1, rounds)]


def _virtual(e: Entrant, groups: Sequence[Accelerated], number: int) -> int:
    """Points that count for pairing only: the entrant's bonus (SP-5), and those of acceleration groups."""
    number_of_player = e.start_no or e.no
    return e.bonus + sum(
        points
        for low, high, points, first, last in groups
        if low <= number_of_player <= high and first <= number <= last
    )


def _forbidden(
    replay: IndependentReplay, pod: ReplayedPod, number: int, playing: Sequence[Entrant]
) -> Iterator[tuple[int, int]]:
    """Pairs (low, high): those the organiser forbade, and those barred in this round (SP-4)."""
    fixed = replay.settings.get("forbidden")
    for a, b, *rounds in fixed if isinstance(fixed, list) else ():
        if not rounds or number in range(rounds[0], rounds[1] + 1):
            yield min(a, b), max(a, b)
    barred = str(replay.setting("barred", pod.id) or replay.ruleset.swiss.barred)
    for part in barred.replace(";", " ").replace(",", " ").split() if barred != "none" else ():
        name, _, rounds = part.partition(":")
        first, _, last = rounds.partition("-")
        if not rounds or int(first) <= number <= int(last or first):
            numbers_by_value: dict[str, list[int]] = {}
            for e in playing:
                numbers_by_value.setdefault(getattr(e, name), []).append(e.no)
            for value, nos in numbers_by_value.items():
                yield from combinations(sorted(nos), 2) if value else ()


# --- round robins -----------------------------------------------------------------------------------------------------


def _robin_input(replay: IndependentReplay, pod: ReplayedPod, row: RoundFact) -> PairingInput:
    """Everybody has a number in the table, also who has left; points decide nothing (SP-1)."""
    rules = replay.ruleset.robin
    cycles = chosen if isinstance(chosen := replay.setting("cycles", pod.id), int) and chosen else rules.cycles
    met = _opponents_met(replay.finished_rounds(pod, row.number), forfeits=True) if cycles == 1 else {}
    return PairingInput(
        candidates=tuple(Candidate(no, 0) for no in pod.members),
        met={no: met.get(no, frozenset()) for no in pod.members},
        seed="",
        system=_system(row.system, str(replay.setting("schedule", pod.id) or rules.schedule)),
        round_no=row.number - pod.first_round + 1,
        numbers=_numbers(replay, pod),
        planned=pod.planned,
        reversed_end=replay.setting("reverse_last_rounds", pod.id) is not False,
        objective=row.objective,
    )
