"""The second opinion on one file: its rounds, standings and points held against the rules (F-92 … F-101).

`second_opinion(name, data, request)` reads the text of a report alone: no event, no database, no network. Always in
English, so that arbiters, programs and golden files read the same.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from functools import partial

from pareo import __version__
from pareo.core.text.errors import PareoError
from pareo.formats.second_opinion.pairings import Engine, RoundOpinion, by_gacrux, by_pareo, dutch_round, robin_round
from pareo.formats.second_opinion.ranks import PointsOpinion, RankOpinion, wrong_points, wrong_ranks
from pareo.formats.second_opinion.replay import Replay
from pareo.formats.trf.head import robin_form
from pareo.formats.trf.lines import parse

TOOL = f"pareo second-opinion {__version__}"
RULES = "C.04.3 of 2026-02-01; C.07 of 2026-03-01"
ENGINES: dict[str, Engine] = {"pareo": by_pareo, "gacrux": by_gacrux}


@dataclass(frozen=True, slots=True)
class OpinionRequest:
    """What a second opinion is to look at."""

    rounds: frozenset[int] | None = None  # None: all
    pairings: bool = True
    standings: bool = True
    tiebreaks: tuple[str, ...] | None = None  # in place of the file's
    first_colour: str = ""
    engine: str = "pareo"
    unrated: int | None = None  # what an unrated player counts in tie-breaks by rating; None: those are dropped
    jobs: int = 1  # rounds are looked at on so many cores (F-103)


@dataclass(frozen=True, slots=True)
class Opinion:
    """The second opinion on one report: what was checked, and what differs."""

    file: str
    players: int
    rounds: int  # planned
    played: int
    system: str
    tiebreaks: tuple[str, ...]
    checked: tuple[RoundOpinion, ...] = ()
    standings: tuple[RankOpinion, ...] = ()
    points: tuple[PointsOpinion, ...] = ()
    notes: tuple[str, ...] = ()
    comments: tuple[str, ...] = ()
    missing: int = 0  # players fewer than the file says (062)
    other: tuple[str, ...] = field(default=())  # what another program says of the same file

    @property
    def consistent(self) -> bool:
        """Does nothing differ?"""
        return all(one.ok for one in self.checked) and not (self.standings or self.points or self.missing)


def second_opinion(name: str, data: bytes, request: OpinionRequest) -> Opinion:
    """The second opinion on the report in `data`; BadInput if it cannot be read."""
    file = parse(data)
    replay = Replay(file, request.first_colour)
    robin = "ROUNDROBIN" in replay.system
    notes = list(replay.notes)
    form = robin_form(replay.system)
    known = form is not None or not replay.system or replay.system.startswith("FIDE_DUTCH")
    checked: list[RoundOpinion] = []
    if request.pairings and not known:
        notes.append(f"192 is {replay.system}: its rounds are not checked.")
    elif request.pairings:
        check = (
            partial(robin_round, replay, form=form)
            if form is not None
            else partial(dutch_round, replay, engine=ENGINES[request.engine])
        )
        wanted = [n for n in range(1, replay.rounds + 1) if request.rounds is None or n in request.rounds]
        checked = _check_rounds(check, wanted, request.jobs)
    tiebreaks = replay.tiebreaks if request.tiebreaks is None else request.tiebreaks
    ranks: list[RankOpinion] = []
    if request.standings and replay.rounds:
        try:
            ranks, more = wrong_ranks(replay, tiebreaks, robin=robin, unrated=request.unrated)
        except PareoError as problem:
            more = [f"standings are not checked: {problem}"]
        notes += more
    return Opinion(
        file=name,
        players=len(file.players),
        rounds=replay.planned,
        played=replay.rounds,
        system=replay.system or "FIDE_DUTCH",
        tiebreaks=tuple(tiebreaks),
        checked=tuple(checked),
        standings=tuple(ranks),
        points=tuple(wrong_points(replay)) if request.standings else (),
        missing=file.missing,
        notes=tuple(notes),
        comments=tuple(file.comments),
    )


def _check_rounds(check: Callable[[int], RoundOpinion], rounds: Sequence[int], jobs: int) -> list[RoundOpinion]:
    """The opinions on these rounds, on several cores: each is paired from what the file says of those before."""
    if jobs <= 1 or len(rounds) < 2:
        return [check(number) for number in rounds]
    with ProcessPoolExecutor(min(jobs, len(rounds))) as pool:
        return list(pool.map(check, rounds))
