"""The command that says how a day will go, before it and during it."""

from __future__ import annotations

from pathlib import Path

import click

from pareo import rulesets
from pareo.app.forecast.plan import PlanRequest, plan
from pareo.app.forecast.qualification_rows import percent_words
from pareo.app.forecast.round_times import day_ahead
from pareo.app.rows.forecast import PlanRows
from pareo.app.wording.number_text import figure
from pareo.cli.commands.forecast.outlook import progress
from pareo.cli.context import CliContext
from pareo.cli.options import command, json_option, language_option, write_file
from pareo.cli.output import say, say_json, say_note
from pareo.cli.text_table import lower_heads, table
from pareo.core.model.games import game_of
from pareo.core.text.errors import NotFound
from pareo.core.text.messages import Note, note, plural, text_note
from pareo.locale.catalogue import Catalogue, catalogue, in_game


@command("plan")
@click.argument("what", metavar="RULESET|SLUG")
@click.option("--players", type=click.IntRange(4), metavar="N", help="Players expected; needed for a ruleset.")
@click.option(
    "--drops",
    type=click.FloatRange(0, 50),
    default=2,
    show_default=True,
    metavar="PERCENT",
    help="Share of players who drop after each round.",
)
@click.option("--minutes", type=click.IntRange(1, 600), metavar="N", help="Minutes per round; default: by the rules.")
@click.option("--tables", type=click.IntRange(1), metavar="N", help="Tables in the hall; default: enough.")
@click.option("--start", default="10:00", show_default=True, metavar="HH:MM", help="Starting time of round 1.")
@click.option("--rounds", type=click.IntRange(1, 30), metavar="N", help="Number of rounds; default: by the document.")
@click.option("--cut", type=click.IntRange(0), metavar="N", help="Size of the cut; default: by the document; 0: none.")
@click.option("--table", "table_id", default="", metavar="ID", help="Table of the document, such as two-phase.")
@click.option(
    "--events", type=click.IntRange(20), default=1000, show_default=True, metavar="N", help="Number of simulations."
)
@click.option("--seed", default="plan", show_default=True, help="The same seed gives the same plan.")
@click.option("--chart", metavar="FILE", help="Write a small chart of the ending times (SVG).")
@language_option
@json_option
@click.pass_obj
def plan_command(
    cli: CliContext,
    what: str,
    *,
    players: int | None,
    drops: float,
    minutes: int | None,
    tables: int | None,
    start: str,
    rounds: int | None,
    cut: int | None,
    table_id: str,
    events: int,
    seed: str,
    chart: str | None,
    as_json: bool,
) -> None:
    """For a ruleset, before the day: simulates events with the real engine and shows when they end, how many players
    are undefeated, who misses the cut and how often the best player wins, for the document's format and its neighbours.
    For an event, during the day: shows when the current round and the last round end.
    """
    if players is None:
        _say_today(cli, what, as_json=as_json)
        return
    request = PlanRequest(
        players, drops / 100, minutes or 0, tables or 0, start, rounds or 0, cut, events, seed, table_id
    )
    rules = rulesets.load(what)
    cli.lang = in_game(cli.lang, game_of(rules))
    result = plan(rules, request, None if as_json else progress())
    if chart is not None:
        write_file(Path(chart), result.chart.encode())
    if as_json:
        say_json(result)
    else:
        _say_plan(result, catalogue(cli.lang))


def _say_today(cli: CliContext, slug: str, *, as_json: bool) -> None:
    if any(forecast.id == slug for forecast in rulesets.available()):
        raise click.UsageError(text_note("Give the expected number of players (--players)."))
    words = cli.words(slug)
    forecast = day_ahead(cli.ctx.open(slug), cli.ctx.now())
    if forecast is None:
        raise NotFound("plan-no-clock", "No round of {event} is in progress, so there is no clock.", event=slug)
    if as_json:
        say_json(
            {
                "round": forecast.round_no,
                "minutes": forecast.minutes,
                "tables_out": forecast.out,
                "ends": forecast.ends,
                "margin_minutes": forecast.margin,
                "final": forecast.final,
            }
        )
    else:
        say(words.note(forecast.says))


def _say_plan(result: PlanRows, texts: Catalogue) -> None:
    first = result.formats[0]
    say(
        texts.note(
            note(
                "plan-of",
                "{ruleset}: {players} players, rounds of {minutes} minutes from {start}",
                ruleset=result.ruleset,
                players=result.players,
                minutes=result.minutes,
                start=result.start,
            )
        )
    )
    _say_formats(result, texts)
    if first.second_ends:
        say(
            texts.note(
                note(
                    "plan-day-2",
                    "that is day 1; day 2, from the same hour, ends at about {time}",
                    time=first.second_ends,
                )
            )
        )
    for record in first.records:
        if record.goes_on or record.by_tiebreaks:
            say(
                texts.note(
                    plural(
                        "plan-record",
                        "with {losses}: {players} player, {on} advance, {out} are level but out",
                        "with {losses}: {players} players, {on} advance, {out} are level but out",
                        count=1 if record.players == 1 else 2,
                        players=figure(record.players, texts.lang),
                        losses=plural("losses", "{count} loss", "{count} losses", count=record.losses),
                        on=_percent(record.goes_on),
                        out=_percent(record.by_tiebreaks),
                    )
                )
            )
    if any(f.cut for f in result.formats):
        say_note(
            texts.gettext(
                "level but out: players on the same points as the last qualifier who miss out on tie-breaks, and "
                "how many of the simulated days have any. best: the strongest player, who wins the event or at "
                "least advances."
            )
        )


def _say_formats(result: PlanRows, texts: Catalogue) -> None:
    _, pgettext = texts.gettext, texts.pgettext
    heads = lower_heads(
        _("Rounds"),
        _("Top"),
        _("Sections"),
        _("Ends"),
        pgettext("terminal", "9 days of 10"),
        pgettext("terminal", "undefeated"),
        pgettext("terminal", "level but out"),
        pgettext("terminal", "on days"),
        pgettext("terminal", "best wins"),
        pgettext("terminal", "best in top"),
    )
    cells = [
        (
            f.rounds,
            f.cut or "-",
            f.sections,
            f.ends,
            f"{f.earliest}-{f.latest}",
            figure(f.undefeated, texts.lang),
            figure(f.misses, texts.lang) if f.cut else "",
            texts.note(_percent(f.misses_share)) if f.cut else "",
            texts.note(_percent(f.best_wins)),
            texts.note(_percent(f.best_in)) if f.cut else "",
        )
        for f in result.formats
    ]
    say("  " + line for line in table(heads, cells, right=heads))


def _percent(share: float) -> Note:
    return percent_words(round(100 * share))
