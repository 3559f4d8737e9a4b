"""Random tournaments as FIDE reports, and their check: `pareo random` (F-105 … F-112). No database is needed."""

from __future__ import annotations

import re
import shlex
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import click

from pareo.cli.options import command, json_option
from pareo.cli.output import say_json
from pareo.core.standings.tiebreaks.codes import CODES, POINTS, parse_code
from pareo.core.text.errors import BadInput
from pareo.formats.random_reports.amounts import read_amount, read_span
from pareo.formats.random_reports.generator import Job, generate_many, generate_report
from pareo.formats.random_reports.options import (
    MISHAPS,
    MOST_PLAYERS,
    MOST_ROUNDS,
    SYSTEMS,
    RandomSettings,
    read_config,
    read_scoring,
    tenths_of,
)
from pareo.formats.second_opinion.report import opinion_lines

_WORDS = {
    "hpb": "Half-point byes", "zpb": "Zero-point byes", "fpb": "Full-point byes",
    "forfeit_wins": "White wins by forfeit", "forfeit_losses": "Black wins by forfeit",
    "double_forfeits": "Neither player shows up", "unusual": "0-0, ½-0 and 0-½ over the board",
    "unrated_games": "Games that are not rated",
    "withdraw": "Players who withdraw", "late": "Late players",
}  # fmt: skip


def _mishaps(function: Any) -> Any:
    for name in reversed(MISHAPS):
        flag = f"--{name.replace('_', '-')}"
        function = click.option(flag, name, metavar="AMOUNT", help=f"{_WORDS[name]}.")(function)
    return function


@command("random")
@click.argument("count", type=click.IntRange(1, 1_000_000), default=1)
@click.option(
    "-o", "--output", metavar="FILE", help="Output files, such as out/T%05d.trf. A single file can go to the terminal."
)
@click.option("--players", metavar="40|20-120", help="Number of players.")
@click.option("--rounds", metavar="9|5-11", help="Number of rounds.")
@click.option("--seed", default="1", show_default=True, help="The same seed gives the same files.")
@click.option("--system", type=click.Choice(SYSTEMS), default="dutch", show_default=True, help="Pairing system.")
@click.option("--ratings", metavar="2400:1400|random", help="Highest and lowest rating.")
@click.option("--ratings-file", metavar="FILE", help="File with one rating per line; one player per line.")
@click.option("--unrated", metavar="AMOUNT", help="Players without a rating.")
@_mishaps
@click.option("--baku", is_flag=True, help="Accelerated by the Baku method (C.04.7).")
@click.option("--scoring", metavar="3-1-0", help="Points for win, draw and loss.")
@click.option("--pab", metavar="1|½|0", help="Points for the pairing-allocated bye.")
@click.option("--tiebreaks", metavar="BH/C1,BH,SB", help="Tie-breaks by FIDE's codes.")
@click.option(
    "--initial-colour",
    type=click.Choice(["W", "B", "lot"]),
    default="lot",
    show_default=True,
    help="Colour of the highest player in round 1.",
)
@click.option("--config", metavar="FILE", help="A configuration file of JaVaFo or bbpPairings.")
@click.option("--trf16", is_flag=True, help="Write TRF16 instead of TRF26.")
@click.option("--check", is_flag=True, help="Check each with second-opinion; print a summary and the differences.")
@click.option("--jobs", type=click.IntRange(1, 256), default=1, show_default=True, help="Number of cores to use.")
@json_option
def random_command(*, count: int, output: str | None, check: bool, jobs: int, as_json: bool, **values: Any) -> int:
    """An AMOUNT is a number (3), a percentage (5%), or by round (1:2,4:10%). Anything you don't set varies from file to
    file.
    """
    settings = _settings_of(values)
    options = " ".join(f"--{key.replace('_', '-')}={shlex.quote(str(value))}" for key, value in sorted(values.items())
                       if value not in (None, False) and key != "seed")  # fmt: skip
    job = Job(settings, values["seed"], options, output or "", check)
    if count > 1 and output and not re.fullmatch(r"[^%]*%0?\d*d[^%]*", output):
        raise BadInput("random-output", "Many files need a number in their name, such as T%05d.trf.")
    if not output and not check:
        if count > 1:
            raise BadInput("random-output", "Many files need a number in their name, such as T%05d.trf.")
        name, text, _, _ = generate_report(job, 1)
        if as_json:
            say_json({"name": name, "text": text.decode()})
        else:
            sys.stdout.buffer.write(text)
        return 0
    rounds = files = differing = cut = 0
    for report in generate_many(job, range(1, count + 1), jobs):
        files, rounds, cut = files + 1, rounds + report.rounds, cut + (report.rounds < report.planned)
        if report.opinion is not None and not report.opinion.consistent:
            differing += 1
            if not as_json:
                click.echo("\n".join(opinion_lines(report.opinion, quiet=True)))
    if as_json:
        say_json({"tournaments": files, "rounds": rounds, "ended_early": cut, "differ": differing if check else None})
        return 1 if differing else 0
    early_text = f", {cut} ended early for want of opponents" if cut else ""
    check_text = f"; {differing} differ" if check else ""
    click.echo(f"{files} tournament{'s' * (files != 1)}, {rounds} rounds{early_text}{check_text}")
    return 1 if differing else 0


def _settings_of(values: dict[str, Any]) -> RandomSettings:
    settings = RandomSettings(
        system=values["system"], baku=values["baku"], colour=values["initial_colour"], trf16=values["trf16"]
    )
    if values["config"]:
        settings = read_config(Path(values["config"]).read_text(encoding="utf-8", errors="replace"), settings)
    changes: dict[str, Any] = {
        "mishaps": settings.mishaps | {name: read_amount(values[name]) for name in MISHAPS if values[name]}
    }
    if values["players"]:
        changes["players"] = read_span(values["players"], 2, MOST_PLAYERS)
    if values["rounds"]:
        changes["rounds"] = read_span(values["rounds"], 1, MOST_ROUNDS)
    if values["unrated"]:
        changes["unrated"] = read_amount(values["unrated"])
    if values["scoring"]:
        changes["scoring"] = read_scoring(values["scoring"])
    if values["pab"]:
        changes["pab"] = tenths_of(values["pab"])
    if values["tiebreaks"]:
        changes["tiebreaks"] = _codes(values["tiebreaks"])
    return _with_ratings(values, settings, changes)


def _with_ratings(values: dict[str, Any], settings: RandomSettings, changes: dict[str, Any]) -> RandomSettings:
    if values["ratings"] and values["ratings"] != "random":
        high, _, low = values["ratings"].partition(":")
        ends = read_span(high, 1, 3500)[0], read_span(low or high, 1, 3500)[0]
        changes["ratings"] = (max(ends), min(ends))
    if values["ratings_file"]:
        text = Path(values["ratings_file"]).read_text(encoding="utf-8", errors="replace")
        changes["given_ratings"] = tuple(read_span(line, 1, 3500)[0] for line in text.split())
    if settings.system != "dutch" and "players" not in changes:
        changes["players"] = (6, 16)
    return replace(settings, **changes)


def _codes(text: str) -> tuple[str, ...]:
    codes = tuple(parse_code(code) or code for code in text.replace(" ", "").split(",") if code)
    codes = codes[1:] if codes[:1] == (POINTS,) else codes
    unknown = [code for code in codes if code not in CODES]
    if unknown:
        raise BadInput(
            "random-tiebreak",
            "There is no tie-break “{code}”. Choose one of: {known}.",
            code=unknown[0][:20],
            known=", ".join(CODES),
        )
    return codes
