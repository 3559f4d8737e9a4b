"""How long pairing a round takes, beside swisspair (C++): `python -m bench.pairing`.

The field: round 8 of an event with 3/1/0 points and 10 % draws, its seven earlier rounds paired by ourselves; "drops":
about 4 % of the players leave after every round. Our time includes the reasons of every match and the proof that the
round is optimal; the peer's includes neither. Every number is the median of several draws in processor time (other
programs do not count), the garbage collector off while the clock runs, as in `timeit`. What divisions cost depends on
who has met whom at the ends of the field, so that is the median of the ratios of eight different fields, and the worst
of them is shown, too.
"""

from __future__ import annotations

import gc
import resource
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from pathlib import Path
from random import Random
from statistics import median
from time import process_time

from pareo.core.model.pairing_contract import Candidate, PairingInput, Priority
from pareo.core.pairing.random.record import RANDOM
from pareo.core.pairing.random.swiss import pair_random
from pareo.core.pairing.registry import pair
from pareo.core.pairing.score_groups.records import FISE

Order = tuple[Priority, Priority]
Row = tuple[str, str, str, str]
_SIZES = (1000, 2000, 4000)
_LARGE = 64_000
_DRAWS = 9
_FIELDS = 8
_DROPS = 0.04
_FISE_PLAYERS, _FISE_ROUNDS = 600, 15
_GAPS_FIRST = (Priority.GAPS, Priority.MIXED)
_MIXED_FIRST = (Priority.MIXED, Priority.GAPS)


@cache
def event(
    n: int, *, divisions: int = 1, order: Order = _GAPS_FIRST, rounds: int = 7, drops: float = 0, dice_no: int = 0
) -> PairingInput:
    """The input of the round after so many rounds; each number of the dice is another event."""
    dice = Random(f"{n} {divisions} {drops} {dice_no}")
    points = [0] * (n + 1)
    division = ["JSM"[dice.randrange(divisions)] for _ in points]
    met: list[set[int]] = [set() for _ in points]
    had_bye: set[int] = set()
    here = list(range(1, n + 1))

    def pairing_input(round_no: int) -> PairingInput:
        return PairingInput(
            tuple(Candidate(no, points[no], division[no], no not in had_bye) for no in here),
            {no: frozenset(met[no]) for no in here},
            seed=f"bench {n} {dice_no} {round_no}",
            order=order,
            round_no=round_no,
            objective=RANDOM.objective,
        )

    for round_no in range(1, rounds + 1):
        result = pair_random(pairing_input(round_no))
        for a, b, _ in result.matches:
            met[a].add(b)
            met[b].add(a)
            draw = dice.random()
            if draw < 0.1:
                points[a] += 1
                points[b] += 1
            else:
                points[a if draw < 0.55 else b] += 3
        if result.bye is not None:
            points[result.bye] += 3
            had_bye.add(result.bye)
        if drops:
            here = [no for no in here if dice.random() >= drops]
    return pairing_input(rounds + 1)


def _milliseconds(run: Callable[[int], object], draws: int = _DRAWS) -> float:
    times = []
    gc.collect()
    gc.freeze()  # the other fields are no business of the collector's
    for i in range(draws):
        gc.collect()
        gc.disable()
        start = process_time()
        run(i)
        times.append(1000 * (process_time() - start))
        gc.enable()
    gc.unfreeze()
    return median(times)


def ours(request: PairingInput, draws: int = _DRAWS) -> float:
    """Milliseconds for one of our rounds."""
    return _milliseconds(lambda i: pair_random(replace(request, seed=f"draw {i}")), draws)


def theirs(request: PairingInput) -> float | None:
    """Milliseconds for the peer's round on the same field, or None if it is not installed."""
    try:
        import swisspair  # noqa: PLC0415 (an optional peer)
    except ImportError:
        return None
    ranked = sorted(request.candidates, key=lambda c: -c.points)
    players = [
        swisspair.Player(str(c.no), c.points, rank, c.bye_ok, {str(no) for no in request.met[c.no]})
        for rank, c in enumerate(ranked, 1)
    ]
    return _milliseconds(lambda _: swisspair.create_matches(players), 3)


def peak_megabytes(n: int) -> float:
    """The highest memory of a process that builds the field and pairs one round of it."""
    root = Path(__file__).resolve().parents[1]
    code = f"from bench.pairing import peak_here; peak_here({n})"
    done = subprocess.run([sys.executable, "-c", code], cwd=root, capture_output=True, text=True, check=True)
    return float(done.stdout)


def peak_here(n: int) -> None:
    pair_random(event(n))
    status = Path("/proc/self/status")  # Linux: getrusage would count the parent process, too
    if status.exists():
        print(next(int(line.split()[1]) for line in status.read_text().splitlines() if "VmHWM" in line) / 1024)
    else:
        print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024)


def divisions_row(n: int, order: Order, *, drops: float) -> Row:
    """Three divisions beside one, field by field: the median of the ratios, and the worst."""
    pairs = []
    for dice_no in range(_FIELDS):
        plain = ours(event(n, drops=drops, dice_no=dice_no), 5)
        pairs.append((ours(event(n, divisions=3, order=order, drops=drops, dice_no=dice_no), 5), plain))
    ratios = [mine / plain for mine, plain in pairs]
    name = "records first" if order is _GAPS_FIRST else "divisions first"
    return (
        f"pair {n:,} players, 3 divisions, {name}{', drops' if drops else ''}",
        f"{median(mine for mine, _ in pairs):.1f} ms",
        f"one division {median(plain for _, plain in pairs):.1f} ms",
        f"{median(ratios):.2f} (worst {max(ratios):.1f})",
    )


def fise_round_times(n: int, rounds: int, dice_no: int = 0) -> list[float]:
    """Milliseconds for each round of an event by the FISE system, with 5 % draws."""
    dice = Random(f"fise {n} {dice_no}")
    points = dict.fromkeys(range(1, n + 1), 0)
    met: dict[int, set[int]] = {no: set() for no in points}
    times = []
    for round_no in range(1, rounds + 1):
        request = PairingInput(
            tuple(Candidate(no, points[no]) for no in sorted(points, key=lambda no: (-points[no], no))),
            {no: frozenset(others) for no, others in met.items()},
            seed="",
            system=FISE.id,
            round_no=round_no,
            balance_starts=True,
            objective=FISE.objective,
        )
        times.append(_milliseconds(lambda _, request=request: pair(request), 3))  # type: ignore[misc]
        for a, b, _ in pair(request).matches:
            met[a].add(b)
            met[b].add(a)
            draw = dice.random()
            if draw < 0.05:
                points[a] += 1
                points[b] += 1
            else:
                points[a if draw < 0.525 else b] += 2
    return times


def fise_row() -> Row:
    """All rounds of three events, the slowest shown."""
    times = [time for dice_no in range(3) for time in fise_round_times(_FISE_PLAYERS, _FISE_ROUNDS, dice_no)]
    return (
        f"pair {_FISE_PLAYERS} players by the FISE system, the slowest of {len(times)} rounds",
        f"{max(times):.1f} ms",
        f"the median round {median(times):.1f} ms",
        "under 60 ms",
    )


def rows() -> list[Row]:
    """(what, ours, peer, ratio) for every measurement."""
    table: list[Row] = []
    plain: dict[int, float] = {}
    for n in _SIZES:
        plain[n] = ours(event(n))
        peer = theirs(event(n))
        table.append(
            (
                f"pair {n:,} players, round 8",
                f"{plain[n]:.1f} ms",
                "not installed" if peer is None else f"swisspair {peer:.1f} ms",
                "" if peer is None else f"{plain[n] / peer:.2f}",
            )
        )
    table += [
        divisions_row(n, order, drops=drops)
        for order in (_GAPS_FIRST, _MIXED_FIRST)
        for n in _SIZES
        for drops in (0, _DROPS)
    ]
    table.append(fise_row())
    large = ours(event(_LARGE), 3)
    small = plain[_SIZES[-1]]
    peer_text = f"4,000 players {small:.1f} ms"
    table.append((f"pair {_LARGE:,} players", f"{large:.0f} ms", peer_text, f"{large / small:.1f}"))
    table.append((f"peak memory, {_LARGE:,} players", f"{peak_megabytes(_LARGE):.0f} MB", "limit 500 MB", ""))
    return table


def main() -> None:
    for name, mine, peer, ratio in rows():
        print(f"{name:58} {mine:>10}   {peer:24} {ratio:>6}")


if __name__ == "__main__":
    main()
