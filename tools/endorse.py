"""The large test: random tournaments against our own checker, and Dutch rounds against gacrux. Can be resumed.

`make endorse` (50,000 tournaments, 20,000 rounds), or `python tools/endorse.py --tournaments 500 --rounds 200`. Each
round of a tournament is paired again, as a reader of its file would, and proved best by the independent checker.
What has been done is kept in a file, seed by seed; a run that was stopped goes on where it was. Every difference is
printed with its seed, from which it can be made again, and kept to be classified: file, ours, reading of a rule (F-25).
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT / "tests"))
STEP = 100  # tournaments, or draws of rounds, between two notes of what has been done


def tournament(seed: str, number: int) -> tuple[int, str]:
    """(rounds, what differs) of one random tournament."""
    from pareo.core.verify.dutch import verify_dutch  # noqa: PLC0415 (in the process that works)
    from pareo.formats.random_reports.generator import Job, generate_report  # noqa: PLC0415
    from pareo.formats.random_reports.options import RandomSettings  # noqa: PLC0415
    from pareo.formats.second_opinion.opinion import OpinionRequest, second_opinion  # noqa: PLC0415
    from pareo.formats.second_opinion.replay import Replay  # noqa: PLC0415
    from pareo.formats.second_opinion.report import opinion_lines  # noqa: PLC0415
    from pareo.formats.trf.lines import parse  # noqa: PLC0415

    dice = Random(f"{seed} {number}")  # noqa: S311
    wishes = RandomSettings(players=(10, 90), rounds=(4, 11), baku=dice.random() < 0.2)
    name, text, rounds, _ = generate_report(Job(wishes, seed, ""), number)
    opinion = second_opinion(name, text, OpinionRequest())
    wrong = [] if opinion.consistent else list(opinion_lines(opinion, quiet=True))
    replay = Replay(parse(text))
    for round_no in range(1, rounds + 1):
        pairs = replay.pairs_of(round_no)
        bye = next((a for a, b in pairs if not b), None)
        if not verify_dutch(replay.pairing_input(round_no), [pair for pair in pairs if pair[1]], bye).proved:
            wrong.append(f"{name} {seed}/{number}, round {round_no}: not proved best")
    return rounds, "\n".join(wrong)


def rounds_of(seed: str, number: int) -> tuple[int, str]:
    """(rounds compared, what differs) of one draw of each kind."""
    from pareo.core.text.errors import Refused  # noqa: PLC0415
    from pareo.formats.second_opinion.pairings import by_gacrux, by_pareo  # noqa: PLC0415
    from support.pairing.dutch_rounds import KINDS  # noqa: PLC0415

    kinds = [kind for kind in KINDS if kind != "large" or number % 20 == 0]
    kind = kinds[number % len(kinds)]
    compared, wrong = 0, []
    for at, request in enumerate(KINDS[kind](Random(f"{seed} {number}"))):  # noqa: S311
        try:
            ours = by_pareo(request)
        except Refused as problem:
            wrong.append(f"{kind} {seed} {number}, round {at + 1}: {problem}")
            continue
        compared += 1
        if ours != by_gacrux(request):
            wrong.append(f"{kind} {seed} {number}, round {at + 1}: another round than gacrux's")
    return compared, "\n".join(wrong)


def _load_progress(path: Path) -> dict[str, Any]:
    empty = {"tournaments": 0, "their rounds": 0, "draws": 0, "rounds": 0, "differences": []}
    return {**empty, **json.loads(path.read_text(encoding="utf-8"))} if path.exists() else empty


def _save_progress(path: Path, done: dict[str, Any]) -> None:
    fresh = path.with_suffix(".new")
    fresh.write_text(json.dumps(done, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    fresh.replace(path)


def _steps(first: int, last: int) -> Iterator[range]:
    for start in range(first, last, STEP):
        yield range(start, min(start + STEP, last))


def main() -> int:
    """The exit code: 0 without a difference."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tournaments", type=int, default=50_000)
    parser.add_argument("--rounds", type=int, default=20_000)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--seed", default="endorse")
    parser.add_argument("--state", type=Path, default=ROOT / ".venv" / "endorse.json")
    options = parser.parse_args()
    done = _load_progress(options.state)
    start = time.monotonic()
    with ProcessPoolExecutor(options.jobs) as pool:
        for numbers in _steps(done["tournaments"], options.tournaments):
            for count, wrong in pool.map(partial(tournament, options.seed), numbers, chunksize=5):
                done["their rounds"] += count
                _note(done, wrong)
            done["tournaments"] = numbers[-1] + 1
            _save_progress(options.state, done)
        while done["rounds"] < options.rounds:
            numbers = range(done["draws"], done["draws"] + STEP)
            for count, wrong in pool.map(partial(rounds_of, options.seed), numbers, chunksize=5):
                done["rounds"] += count
                _note(done, wrong)
            done["draws"] = numbers[-1] + 1
            _save_progress(options.state, done)
    minutes = (time.monotonic() - start) / 60
    print(
        f"{done['tournaments']} tournaments with {done['their rounds']} rounds paired again and proved, "
        f"{done['rounds']} rounds against gacrux: {len(done['differences'])} differences "
        f"({minutes:.1f} minutes in this run)"
    )
    return 1 if done["differences"] else 0


def _note(done: dict[str, Any], wrong: str) -> None:
    if wrong:
        print(wrong)
        done["differences"].append(wrong)


if __name__ == "__main__":
    sys.exit(main())
