"""A chess event: Dutch rounds beside bare gacrux, a second opinion, all tie-breaks, a Swiss Perfect import.

`python -m bench.chess`. The event: 30 % draws, now and then a game not played, somebody who stays away for half a point
or goes home. "Bare gacrux" is that engine alone on an event in its own model that was made ready before the clock
started, its import excluded; ours pairs from the pairing input, orders the boards, gives reasons and counts the cost.
Processor time, best of several.
"""

from __future__ import annotations

import struct
import tempfile
import tracemalloc
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import cache, partial
from pathlib import Path
from random import Random
from time import process_time

from bench.standings import best
from pareo import rulesets
from pareo.app.base.context import Context
from pareo.core.model.outcome import Outcome
from pareo.core.model.pairing_contract import Candidate, PairingInput, PairingResult, PastRound
from pareo.core.model.ruleset import TiebreakUse
from pareo.core.pairing.dutch.engine import pair_dutch
from pareo.core.pairing.dutch.feed import build_feed
from pareo.core.standings.player_records import Ledger, PlayerRecord, RoundRecord
from pareo.core.standings.standings import standings
from pareo.core.standings.tiebreaks.codes import CODES
from pareo.core.standings.tiebreaks.registry import TIEBREAKS
from pareo.formats.random_reports.generator import Job, generate_report
from pareo.formats.random_reports.options import RandomSettings
from pareo.formats.registry import IMPORTERS, import_as
from pareo.formats.second_opinion.opinion import OpinionRequest, second_opinion
from pareo.formats.swiss_perfect.files import zip_files
from pareo.store import open_store

Row = tuple[str, str, str, str]
ROUNDS = 11
LARGE = 500
BEFORE = 0.36  # our 46 tie-breaks of version 0.1 beside gacrux's codes, in one run
WIN, DRAW, LOSS = 2, 1, 0


class PlayedEvent:
    """An event as far as it has been played."""

    def __init__(self, size: int) -> None:
        self.dice = Random(f"chess {size}")
        self.here = list(range(1, size + 1))
        self.past: dict[int, list[PastRound]] = {no: [] for no in self.here}

    def pairing_input(self, round_no: int, away: frozenset[int] = frozenset()) -> PairingInput:
        past = {no: tuple(rows) for no, rows in self.past.items()}
        playing = {no for no in self.here if no not in away}
        return PairingInput(
            tuple(
                Candidate(no, sum(p.points for p in rows), bye_ok=all(p.outcome is not Outcome.BYE for p in rows))
                for no, rows in past.items()
                if no in playing
            ),
            {no: frozenset(p.opponent for p in past[no] if p.opponent and p.outcome.played) for no in playing},
            seed="",
            system="dutch",
            round_no=round_no,
            balance_starts=True,
            past=past,
            numbers={no: no for no in past},
            planned=ROUNDS,
        )

    def play(self, round_no: int) -> None:
        away = frozenset(no for no in self.here if self.dice.random() < 0.01)
        drawn = pair_dutch(self.pairing_input(round_no, away))
        self.note(round_no, drawn)
        for no in away:
            self.past[no].append(PastRound(round_no, Outcome.REQUESTED_BYE, None, starts=False, points=DRAW))
        self.here = [no for no in self.here if self.dice.random() >= 0.005]

    def note(self, round_no: int, drawn: PairingResult) -> None:
        for a, b, _ in drawn.matches:
            chance = self.dice.random()
            if chance < 0.01:
                ends = ((Outcome.FORFEIT_WIN, WIN), (Outcome.FORFEIT_LOSS, LOSS))
            elif chance < 0.3:
                ends = ((Outcome.DRAW, DRAW), (Outcome.DRAW, DRAW))
            else:
                ends = ((Outcome.WIN, WIN), (Outcome.LOSS, LOSS))
            first = self.dice.random() < 0.5 + (b - a) / (2.5 * len(self.past))
            white, black = ends if first else ends[::-1]
            self.past[a].append(PastRound(round_no, white[0], b, starts=True, points=white[1]))
            self.past[b].append(PastRound(round_no, black[0], a, starts=False, points=black[1]))
        if drawn.bye is not None:
            self.past[drawn.bye].append(PastRound(round_no, Outcome.BYE, None, starts=False, points=WIN))


@cache
def event(size: int, rounds: int) -> PlayedEvent:
    """The event after so many rounds."""
    played = PlayedEvent(size)
    for round_no in range(1, rounds + 1):
        played.play(round_no)
    return played


def by_gacrux(request: PairingInput, apart: Sequence[Sequence[int]] = ()) -> float:
    """Seconds of the bare engine on a ready-made event."""
    from gacrux.pairingdutch import pairing_dutch  # noqa: PLC0415 (its import is not what we measure)

    data = build_feed(request, apart)
    return _seconds(
        lambda: pairing_dutch(data.event, data.round_no, {"experimental": [], "verbose": 0}).compute_pairing(
            checkonly=False
        )
    )


def dutch_times(request: PairingInput, runs: int) -> tuple[float, float]:
    """(ours, bare gacrux) in seconds."""
    pair_dutch(request)
    by_gacrux(request)
    return min(_seconds(lambda: pair_dutch(request)) for _ in range(3 * runs)), min(
        by_gacrux(request) for _ in range(runs)
    )


def largest_round(size: int, before: int) -> tuple[float, float]:
    """(seconds, peak of memory in MB) of one round of a very large field."""
    request = event(size, before).pairing_input(before + 1)
    return _with_memory(lambda: pair_dutch(request))


def _with_memory(work: Callable[[], object]) -> tuple[float, float]:
    """(seconds, peak of memory in MB) of some work."""
    took = min(_seconds(work) for _ in range(3))
    tracemalloc.start()
    work()
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return took, peak / 1e6


def clubs_apart(size: int, clubs: int, rounds: int) -> tuple[float, float, float]:
    """(ours, gacrux, worst ratio) over the rounds of an event with large clubs kept apart."""
    played = PlayedEvent(size)
    ours = peer = worst = 0.0
    for round_no in range(1, rounds + 1):
        request = played.pairing_input(round_no)
        request = replace(
            request, candidates=tuple(c._replace(tags=(f"club {c.no % clubs}",)) for c in request.candidates)
        )
        groups = [[c.no for c in request.candidates if c.no % clubs == club] for club in range(clubs)]
        mine, theirs = _seconds(partial(pair_dutch, request)), by_gacrux(request, groups)
        ours, peer, worst = ours + mine, peer + theirs, max(worst, mine / theirs)
        played.note(round_no, pair_dutch(request))
    return ours, peer, worst


def _seconds(work: Callable[[], object]) -> float:
    start = process_time()
    work()
    return process_time() - start


def ledger(played: PlayedEvent) -> Ledger:
    accounts = {
        no: PlayerRecord(
            no,
            tuple(
                RoundRecord(p.round_no, p.outcome, p.opponent, p.points, started=p.starts if p.opponent else None)
                for p in rows
            ),
            rating=2400 - 2 * no,
            rating2=2350 - 2 * no,
            seat=no,
        )
        for no, rows in played.past.items()
    }
    return Ledger(accounts, tuple(range(1, ROUNDS + 1)), ROUNDS, {no: no for no in accounts})


def tiebreaks_time(played: PlayedEvent) -> tuple[int, float]:
    """(how many, seconds): a table with every tie-break there is, those between tied players first."""
    uses = sorted(TIEBREAKS.values(), key=lambda tiebreak: tiebreak.per_group is None)
    ruleset = replace(rulesets.load("swiss"), tiebreaks=tuple(TiebreakUse(tiebreak.id) for tiebreak in uses))
    accounts = ledger(played)
    return len(uses), min(_seconds(lambda: standings(accounts, ruleset)) for _ in range(3))


def gacrux_tiebreaks(text: bytes) -> float:
    """Seconds of gacrux for all codes of FIDE's on a file that it has read."""
    from gacrux.tiebreak import tiebreak  # noqa: PLC0415 (its import is not what we measure)
    from gacrux.trf2json import trf2json  # noqa: PLC0415

    def once() -> float:
        file = trf2json()
        file.parse_file(text.decode(), verbose=False)
        tournament = file.get_tournament(1)
        options = {"tiebreak": list(CODES), "check": False, "unrated": None, "swiss": True}
        return _seconds(lambda: tiebreak(tournament, -1, options).compute_tiebreaks(tournament, options))

    return min(once() for _ in range(3))


# -- Swiss Perfect ---------------------------------------------------------------------------------------------------

_PLAYERS = (("ID", 5), ("START_NO", 5), ("SURNAME", 25), ("FIRSTNAME", 25), ("CLUB", 30), ("LOC_RTG", 4))
_GAMES = (("ROUND", 3), ("WHITE", 5), ("BLACK", 5), ("W_SCORE", 3), ("B_SCORE", 3), ("W_TYPE", 2), ("B_TYPE", 2))


def _dbase(columns: Sequence[tuple[str, int]], rows: Sequence[Mapping[str, object]]) -> bytes:
    """A dBase III table."""
    width = 1 + sum(wide for _, wide in columns)
    head = struct.pack("<B3xIHH20x", 3, len(rows), 32 * len(columns) + 33, width)
    head += b"".join(struct.pack("<11sc4xBB14x", name.encode(), b"C", wide, 0) for name, wide in columns)
    cells = ["".join([" ", *(str(row[name]).ljust(wide) for name, wide in columns)]) for row in rows]
    return head + b"\r" + "".join(cells).encode("cp1252") + b"\x1a"


def swiss_perfect_files(played: PlayedEvent) -> dict[str, bytes]:
    """The games of the event as the old program keeps them."""
    people = [
        {"ID": no, "START_NO": no, "SURNAME": f"Surname{no}", "FIRSTNAME": "Player", "CLUB": f"Club {no % 20}",
         "LOC_RTG": 2400 - 2 * no}
        for no in played.past
    ]  # fmt: skip
    names = [name for name, _ in _GAMES]
    games = [
        dict(zip(names, (p.round_no, no, p.opponent, p.points, WIN - p.points, 1, 1), strict=True))
        for no, rows in played.past.items()
        for p in rows
        if p.opponent and p.starts and p.outcome.played
    ]
    ini = f"[Tournament Info]\r\nName=Large\r\nRounds={ROUNDS}\r\n[Standings]\r\nTie Breaks=1223,1217,\r\n"
    return {"a.trn": _dbase(_PLAYERS, people), "a.sco": _dbase(_GAMES, games), "a.ini": ini.encode()}


def import_time(files: Mapping[str, bytes]) -> tuple[int, float]:
    """(games, seconds) of an import."""
    with tempfile.TemporaryDirectory() as folder:
        ctx = Context(open_store(str(Path(folder) / "x.db")))
        data = zip_files(files)
        report = import_as(ctx, IMPORTERS["swiss-perfect"], data)
        took = best(lambda: import_as(ctx, IMPORTERS["swiss-perfect"], data), 3)
        ctx.store.close()
    return int(report.took[2].split()[0]), took


def rows() -> list[Row]:
    """The table's rows: what, ours, peer, ratio."""
    table: list[Row] = []
    for size, before, runs, times in ((200, 8, 3, 30), (1000, 5, 1, 100)):
        ours, bare = dutch_times(event(size, before).pairing_input(before + 1), runs)
        table.append(
            (
                f"pair {size:,} players by the FIDE Dutch system, round {before + 1}",
                f"{ours * 1000:.1f} ms",
                f"bare gacrux {bare * 1000:,.0f} ms",
                f"{bare / ours:.0f} times as fast (at least {times})",
            )
        )
    took, memory = largest_round(4000, 5)
    table.append(("… 4,000 players, round 6", f"{took * 1000:.0f} ms, {memory:.0f} MB", "–", "under 5 s and 300 MB"))
    ours, peer, worst = clubs_apart(400, 3, 9)
    table.append(
        (
            "… 400 players of three clubs kept apart, 9 rounds",
            f"{ours:.2f} s",
            f"bare gacrux {peer:.2f} s",
            f"{peer / ours:.1f} times as fast; slowest round {worst:.2f} of gacrux's (at most 1)",
        )
    )
    text = generate_report(Job(RandomSettings(players=(LARGE, LARGE), rounds=(ROUNDS, ROUNDS)), "bench", ""), 1)[1]
    took, memory = _with_memory(lambda: second_opinion("bench.trf", text, OpinionRequest()))
    table.append(
        (
            f"second opinion on {LARGE} players × {ROUNDS} rounds",
            f"{took:.2f} s, {memory:.0f} MB",
            "–",
            "under 10 s and 500 MB",
        )
    )
    whole = event(LARGE, ROUNDS)
    count, took = tiebreaks_time(whole)
    theirs = gacrux_tiebreaks(text)
    before_last = PlayedEvent(LARGE)
    before_last.here = list(whole.here)
    before_last.past = {no: [p for p in past if p.round_no < ROUNDS] for no, past in whole.past.items()}
    one_round = by_gacrux(before_last.pairing_input(ROUNDS))
    table.append(
        (
            f"all {count} tie-breaks together, {LARGE} players × {ROUNDS} rounds",
            f"{took * 1000:.0f} ms",
            f"gacrux pairing its last round {one_round * 1000:.0f} ms, FIDE's codes {theirs * 1000:.0f} ms",
            f"{took / one_round:.2f} (below 1), {took / theirs:.2f} (at most 1.2 × {BEFORE} of version 0.1)",
        )
    )
    games, took = import_time(swiss_perfect_files(whole))
    table.append(
        (f"importing Swiss Perfect files, {LARGE} players, {games:,} games", f"{took:.2f} s", "–", "under 1 s")
    )
    return table


if __name__ == "__main__":
    for row in rows():
        print(" | ".join(row))
