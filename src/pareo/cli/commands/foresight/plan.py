"""The command that says how a day will go, before it and during it."""

from __future__ import annotations

from pathlib import Path

import click

from pareo import rulesets
from pareo.app.foresight.day_ahead import day_ahead, sentence
from pareo.app.foresight.plan import PlanRows, Wish, plan
from pareo.cli.commands.foresight.outlook import in_words, language_option, progress
from pareo.cli.context import Place
from pareo.cli.options import command, json_option, write_file
from pareo.cli.output import say, say_json, say_note
from pareo.cli.text_table import table
from pareo.core.words.errors import NotFound


@command("plan")
@click.argument("what", metavar="RULESET|SLUG")
@click.option("--players", type=click.IntRange(4), metavar="N", help="Players expected; needed for a ruleset.")
@click.option("--drops", type=click.FloatRange(0, 50), default=2, show_default=True, metavar="PERCENT",
              help="Of those still there, who leave after each round.")
@click.option("--minutes", type=click.IntRange(1, 600), metavar="N", help="Of a round; default: as the rules say.")
@click.option("--tables", type=click.IntRange(1), metavar="N", help="In the hall; default: enough.")
@click.option("--start", default="10:00", show_default=True, metavar="HH:MM", help="When round 1 starts.")
@click.option("--rounds", type=click.IntRange(1, 30), metavar="N", help="Default: as the document says.")
@click.option("--cut", type=click.IntRange(0), metavar="N", help="Default: as the document says; 0: none.")
@click.option("--table", "advises", default="", metavar="ID", help="Of the document's tables, such as two-phase.")
@click.option("--events", type=click.IntRange(20), default=1000, show_default=True, metavar="N", help="To be played.")
@click.option("--seed", default="plan", show_default=True, help="The same seed gives the same plan.")
@click.option("--chart", metavar="FILE", help="Write a small chart of when it ends (SVG).")
@language_option
@json_option
@click.pass_obj
def plan_command(
    place: Place, what: str, *, players: int | None, drops: float, minutes: int | None, tables: int | None, start: str,
    rounds: int | None, cut: int | None, advises: str, events: int, seed: str, chart: str | None, lang: str,
    as_json: bool,
) -> None:
    """Before the day, for a ruleset: events are played by the real engine, and it says when they end, how many are
    undefeated, who misses the cut and how often the best player wins; for the document's format and its neighbours.
    During the day, for an event: when the round and the last round end.
    """
    if players is None:
        _say_today(place, what, lang, as_json=as_json)
        return
    wish = Wish(players, drops / 100, minutes or 0, tables or 0, start, rounds or 0, cut, events, seed, advises)
    found = plan(rulesets.load(what), wish, None if as_json else progress())
    if chart is not None:
        write_file(Path(chart), found.chart.encode())
    if as_json:
        say_json(found)
    else:
        _say_plan(found)


def _say_today(place: Place, slug: str, lang: str, *, as_json: bool) -> None:
    if any(one.id == slug for one in rulesets.available()):
        raise click.UsageError("Say how many players are expected (--players).")
    event = place.desk.open(slug)
    one = day_ahead(event, place.desk.now())
    if one is None:
        raise NotFound("plan-no-clock", "No round of {event} is being played: there is no clock to go by.", event=slug)
    if as_json:
        say_json({"round": one.round_no, "minutes": one.minutes, "tables_out": one.out, "ends": one.ends,
                  "margin_minutes": one.margin, "final": one.final})
    else:
        say(in_words(place, slug, lang, [sentence(event.state, one)]))


def _say_plan(found: PlanRows) -> None:
    say(f"{found.ruleset}: {found.players} players, rounds of {found.minutes} minutes from {found.start}")
    heads = ("rounds", "top", "sections", "ends", "9 days of 10", "undefeated", "level but out", "on days",
             "best wins", "best in top")
    cells = [
        (f.rounds, f.cut or "-", f.sections, f.ends, f"{f.earliest}-{f.latest}", f.undefeated,
         f.misses if f.cut else "", f"{100 * f.misses_share:.0f} %" if f.cut else "",
         f"{100 * f.best_wins:.0f} %",
         f"{100 * f.best_in:.0f} %" if f.cut else "")
        for f in found.formats
    ]
    say("  " + line for line in table(heads, cells, right=heads))
    if second := found.formats[0].second_ends:
        say(f"that is day 1; day 2, from the same hour, ends at about {second}")
    for one in found.formats[0].records:
        if one.goes_on or one.by_tiebreaks:
            losses = "1 loss" if one.losses == 1 else f"{one.losses} losses"
            say(f"with {losses}: {one.players:g} players, {100 * one.goes_on:.0f} % go on, "
                f"{100 * one.by_tiebreaks:.0f} % are level but out")
    if any(f.cut for f in found.formats):
        say_note("level but out: players with the points of the last who goes on, whom tie-breaks leave out; on so "
                 "many of the days there are such. best: the strongest player, who wins the event or at least goes on.")
