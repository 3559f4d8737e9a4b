"""Commands for checks of lists: drawn, listed, recorded."""

from __future__ import annotations

import click

from pareo.app.commands.lists import list_checks
from pareo.cli.context import CliContext
from pareo.cli.options import command, group, pod_option, round_option, with_json_option, with_write_options
from pareo.cli.output import print_result, show_rows
from pareo.cli.text_table import table
from pareo.core.model.list_checks import OUTCOMES

checks_command = group("checks")


@command("checks draw")
@with_write_options
@round_option
@click.option("--count", type=click.IntRange(min=1), required=True, metavar="K", help="Number of checks.")
@click.option("--tables", is_flag=True, help="Draw tables instead of players: check both players.")
@pod_option
@click.pass_obj
def _draw(
    cli: CliContext,
    slug: str,
    *,
    round_no: int | None,
    count: int,
    tables: bool,
    pod: str | None,
    client: str | None,
    as_json: bool,
) -> None:
    """Drawn from the event's secret seed; no one is drawn twice before everyone has been drawn once. Every draw is in
    the journal. Without --round: the current round.
    """
    done = list_checks.draw_checks(cli.ctx, slug, count=count, round_no=round_no, tables=tables, pod=pod, client=client)
    event = cli.ctx.open(slug)
    drawn = done.fact
    rows = [
        {"round": drawn.round, "table": table_no, "player": event.id(no), "name": event.name(no)}
        for table_no, no in drawn.chosen
    ]
    lines = table(("table", "player", "name"), [(r["table"], r["player"], r["name"]) for r in rows], right="table")
    print_result(
        done,
        as_json=as_json,
        text=[f"Round {drawn.round}, draw {drawn.draw}:", *lines],
        more={"draw": drawn.draw, "checks": rows},
    )


@command("checks list")
@with_json_option
@round_option
@click.option("--open", "open_only", is_flag=True, help="Only open checks.")
@click.pass_obj
def _list(cli: CliContext, slug: str, *, round_no: int | None, open_only: bool, as_json: bool) -> None:
    """Drawn checks, those due for the top cut, and those recorded."""
    rows = [row.for_scripts for row in list_checks.checks_view(cli.ctx, slug, round_no=round_no, open_only=open_only)]
    show_rows(
        rows,
        ("round", "table", "player", "name", "cause", "outcome", "by", "notes"),
        lambda r: (
            r.round,
            r.table,
            r.player,
            r.name,
            r.cause,
            r.outcome or "to be made",
            r.by,
            " ".join(r.notes.split()),
        ),
        as_json=as_json,
        right="round table",
        cut=40,
        none="There are no checks.",
    )


@command("checks record")
@with_write_options
@click.argument("player")
@click.option("--outcome", type=click.Choice(OUTCOMES), required=True, help="Outcome of the check.")
@click.option("--notes", default="", metavar="TEXT", help="Notes for staff only; not in the journal.")
@round_option
@click.pass_obj
def _record(
    cli: CliContext,
    slug: str,
    player: str,
    *,
    outcome: str,
    notes: str,
    round_no: int | None,
    client: str | None,
    as_json: bool,
) -> None:
    """A match-loss becomes the result of the match, a disqualification drops the player; where a match is one game, a
    game-loss is a match-loss. Record again to correct the outcome.
    """
    done = list_checks.record_check(
        cli.ctx, slug, player, outcome=outcome, notes=notes, round_no=round_no, client=client
    )
    event = cli.ctx.open(slug)
    check = done.fact
    text = f"{event.name(check.no)}, round {check.round}: {check.outcome}."
    print_result(
        done,
        as_json=as_json,
        text=text,
        more={"player": event.id(check.no), "round": check.round, "outcome": check.outcome},
    )
