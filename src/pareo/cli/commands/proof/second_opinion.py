"""The second opinion on reports of any program: `pareo second-opinion FILE…` (F-92 … F-104).

No tournament, no database, no network, and always in English. Exit codes as bbpPairings has them, but for 1: 0
consistent, 1 differences, 2 a fault of ours, 3 a wrong file or request, 4 too large, 5 a file that cannot be opened.
"""

from __future__ import annotations

import re
import sys
import tempfile
from dataclasses import replace
from pathlib import Path

import click

from pareo.cli.context import CliContext
from pareo.cli.options import FILE_LIMIT, command, json_option, write_file
from pareo.cli.output import say_json
from pareo.core.text.errors import BadInput, NotFound, PareoError
from pareo.formats.second_opinion.listing import listing
from pareo.formats.second_opinion.opinion import ENGINES, Opinion, OpinionRequest, second_opinion
from pareo.formats.second_opinion.other_program import comparison_lines, opinion_of
from pareo.formats.second_opinion.replay import Replay
from pareo.formats.second_opinion.report import as_data, opinion_head, opinion_lines
from pareo.formats.trf.lines import parse

CONSISTENT, DIFFERS, OUR_FAULT, WRONG, TOO_LARGE, NOT_OPENED = range(6)


@command("second-opinion")
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@click.option("--rounds", metavar="3-5", help="Only these rounds.")
@click.option("--pairings-only", is_flag=True, help="Check only the pairings.")
@click.option("--standings-only", is_flag=True, help="Check only the standings and points.")
@click.option("--tiebreaks", metavar="LIST", help="Tie-breaks instead of the file's, such as BH/C1,BH,SB.")
@click.option("--unrated", metavar="drop|RATING", help="Value of unrated players in tie-breaks by rating.")
@click.option(
    "--initial-colour", type=click.Choice(["W", "B"], case_sensitive=False), help="First colour instead of the file's."
)
@click.option(
    "--engine",
    "engine",
    metavar="NAME-or-PATH",
    default="pareo",
    help="pareo, gacrux, or the path of bbpPairings to compare with it too.",
)
@click.option("--list", "list_file", metavar="FILE", help="Write the input of each round to this file.")
@click.option("--jobs", type=click.IntRange(1, 64), default=1, show_default=True, help="Number of cores to use.")
@json_option
@click.option("-q", "quiet", is_flag=True, help="Show only differences and the result.")
@click.pass_obj
def second_opinion_command(
    cli: CliContext,
    files: tuple[str, ...],
    *,
    rounds: str | None,
    pairings_only: bool,
    standings_only: bool,
    tiebreaks: str | None,
    unrated: str | None,
    initial_colour: str | None,
    engine: str,
    list_file: str | None,
    jobs: int,
    as_json: bool,
    quiet: bool,
) -> int:
    """FILE is a report in FIDE's format (TRF16, TRF26) of any program, or a tournament of this database. Exit code 0 if
    all is consistent, 1 if something differs, higher if a file cannot be read.
    """
    try:
        if pairings_only and standings_only:
            raise BadInput("opinion-nothing", "--pairings-only and --standings-only together leave nothing to check.")
        request = OpinionRequest(
            _parse_rounds(rounds), pairings=not standings_only, standings=not pairings_only,
            tiebreaks=tuple(tiebreaks.upper().replace(" ", "").split(",")) if tiebreaks else None,
            first_colour=initial_colour or "", engine=_own_engine(engine), unrated=_parse_unrated(unrated), jobs=jobs,
        )  # fmt: skip
    except BadInput as problem:
        click.echo(str(problem), err=True)
        return WRONG
    name = request.engine if engine in ENGINES else f"pareo, {Path(engine).name}"
    if not as_json:
        click.echo(opinion_head(name))
    opinions: list[Opinion] = []
    worst = CONSISTENT
    for file in files:
        code, opinion = _opinion_on(cli, file, request, None if engine in ENGINES else Path(engine), list_file)
        worst = max(worst, code)
        if opinion is not None:
            opinions.append(opinion)
            if not as_json:
                click.echo("\n".join(opinion_lines(opinion, quiet=quiet)))
    if as_json:
        say_json(as_data(name, opinions))
    return worst


def _parse_rounds(text: str | None) -> frozenset[int] | None:
    if text is None:
        return None
    span = re.fullmatch(r"(\d{1,3})(?:-(\d{1,3}))?", text)
    if span is None:
        raise BadInput("opinion-rounds", "“{text}” is not a round or a range of rounds (3-5).", text=text[:20])
    return frozenset(range(int(span[1]), int(span[2] or span[1]) + 1))


def _parse_unrated(text: str | None) -> int | None:
    if text is None or text == "drop":
        return None
    if not re.fullmatch(r"\d{1,4}", text):
        raise BadInput("opinion-unrated", "“{text}” is not a rating or drop.", text=text[:20])
    return int(text)


def _own_engine(name: str) -> str:
    """Which of our engines looks at the rounds: the named one, or ours where another program is asked too."""
    if name not in ENGINES and not Path(name).is_file():
        raise BadInput("opinion-engine", "“{engine}” is not pareo, gacrux or a program.", engine=name[:100])
    return name if name in ENGINES else "pareo"


def _opinion_on(
    cli: CliContext, name: str, request: OpinionRequest, program: Path | None, list_file: str | None
) -> tuple[int, Opinion | None]:
    """The exit code and the opinion on one file."""
    try:
        data = _read(cli, name)
    except (OSError, NotFound) as problem:
        return _report_failure(name, problem, NOT_OPENED)
    if len(data) > FILE_LIMIT:
        return _report_failure(name, "the file is too large", TOO_LARGE)
    try:
        opinion = second_opinion(name, data, request)
        if program is not None:
            opinion = _with_other_program(program, name, data, opinion)
        if list_file is not None:
            text = "\n".join(listing(Replay(parse(data), request.first_colour))) + "\n"
            write_file(Path(list_file), text.encode())
    except BadInput as problem:
        return _report_failure(name, problem, WRONG)
    except PareoError as problem:
        return _report_failure(name, problem, TOO_LARGE if problem.code == "dutch-region" else WRONG)
    except (ArithmeticError, AssertionError, LookupError, TypeError, ValueError) as problem:
        return _report_failure(name, f"{type(problem).__name__}: {problem}", OUR_FAULT)
    return (CONSISTENT if opinion.consistent else DIFFERS), opinion


def _read(cli: CliContext, name: str) -> bytes:
    """A file, or a stored tournament as the report it would be exported as (F-101)."""
    path = Path(name)
    if path.is_file() or re.search(r"[./\\]", name):
        return path.read_bytes()
    from pareo.formats.trf.write import export  # noqa: PLC0415 (needs the database)

    return export(cli.ctx, name).data


def _with_other_program(program: Path, name: str, data: bytes, opinion: Opinion) -> Opinion:
    path = Path(name)
    with tempfile.TemporaryDirectory(prefix="pareo-opinion-") as folder:
        if not path.is_file():
            path = Path(folder) / "tournament.trf"
            path.write_bytes(data)
        report, theirs = opinion_of(program, path)
    ours = frozenset(check.number for check in opinion.checked if not check.ok)
    return replace(opinion, other=comparison_lines(program, report, theirs, ours))


def _report_failure(name: str, problem: object, code: int) -> tuple[int, None]:
    sys.stdout.flush()
    click.echo(f"{name}: {problem}", err=True)
    return code, None
