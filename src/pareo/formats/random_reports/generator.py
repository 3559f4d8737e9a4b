"""Many random tournaments, written or only checked, on several cores (F-112)."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from pareo.formats.random_reports.options import RandomSettings
from pareo.formats.random_reports.text import report
from pareo.formats.random_reports.tournament import play
from pareo.formats.second_opinion.opinion import Opinion, OpinionRequest, second_opinion


@dataclass(frozen=True, slots=True)
class Job:
    """Where tournaments go (“T%05d.trf”; empty: nowhere), whether they are checked, and how to make them again."""

    settings: RandomSettings
    seed: str
    options: str
    output: str = ""
    check: bool = False


@dataclass(frozen=True, slots=True)
class GeneratedReport:
    """A random tournament that was made: its number, its file's name, and the second opinion on it."""

    number: int
    name: str
    rounds: int
    planned: int
    opinion: Opinion | None


def generate_report(job: Job, number: int) -> tuple[str, bytes, int, int]:
    """(name, file, rounds played, rounds planned) of one tournament: the same for the same seed."""
    name = Path(_path_of(job.output, number)).name if job.output else f"T{number:05d}.trf"
    played = play(f"{job.seed}/{number}", job.settings)
    text = report(played, f"Random tournament {number}", f"seed={job.seed}/{number} {job.options}".strip())
    rounds = max((len(p.cells) for p in played.file.players.values()), default=0)
    return name, text, rounds, played.file.rounds


def _path_of(output: str, number: int) -> str:
    return output % number if "%" in output else output


def generate_one(job: Job, number: int) -> GeneratedReport:
    """Makes one tournament, writes its report and checks it, as the job says."""
    name, text, rounds, planned = generate_report(job, number)
    if job.output:
        path = Path(_path_of(job.output, number))
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text)
    opinion = second_opinion(name, text, OpinionRequest()) if job.check else None
    return GeneratedReport(number, name, rounds, planned, opinion)


def generate_many(job: Job, numbers: range, jobs: int) -> Iterator[GeneratedReport]:
    """The tournaments of these numbers, in order, on several cores."""
    if jobs <= 1:
        yield from map(partial(generate_one, job), numbers)
        return
    with ProcessPoolExecutor(jobs) as pool:
        yield from pool.map(
            partial(generate_one, job), numbers, chunksize=max(1, min(50, len(numbers) // (4 * jobs) or 1))
        )
