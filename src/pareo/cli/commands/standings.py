"""Commands for standings. Read for them alone: the cold start of `standings` is measured (`make bench`)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

import click

from pareo.app.queries.pages.event_tables import count_undefeated, not_ranked
from pareo.app.queries.results.missing_results import missing_note
from pareo.app.rows.tables import StandingRow
from pareo.app.tom.interim import staff_standings, waiting_note
from pareo.app.wording.tiebreak_words import decided_by, heading, tiebreak_value_text
from pareo.cli.context import CliContext
from pareo.cli.options import command, csv_option, with_json_option
from pareo.cli.output import say, say_json, show
from pareo.cli.text_table import table
from pareo.core.standings.tiebreaks.registry import find_tiebreak


@command("standings")
@with_json_option
@click.option("--after", type=click.IntRange(min=0), metavar="N", help="After this round; default: the last finished.")
@click.option("--pod", metavar="P", help="Only this pod; for a shared pod, the joint standings.")
@click.option("--division", metavar="D", help="Only this division, ranked among themselves.")
@csv_option
@click.pass_obj
def standings_command(
    cli: CliContext,
    slug: str,
    *,
    after: int | None,
    pod: str | None,
    division: str | None,
    as_csv: bool,
    as_json: bool,
) -> None:
    rows = staff_standings(cli.ctx, slug, after=after, pod=pod, division=division)
    if as_json:
        say_json(rows)
    elif as_csv:
        from pareo.formats.tables.csv_writer import write_standings  # noqa: PLC0415

        click.echo(write_standings(rows), nl=False)
    elif rows:
        if (gap := missing_note(cli.ctx.open(slug).state)) is not None:
            say(f"Interim standings: {gap}")
        if after is None and (waits := waiting_note(cli.ctx.open(slug))) is not None:
            say(f"Interim standings: {waits}")
        for name, part in groupby(rows, key=lambda r: r.table):
            say(name)
            _say_standings(list(part))
        if names := not_ranked(cli.ctx, slug, after=after, pod=pod):
            say(f"Not ranked: {', '.join(names)}")
    else:
        say("No standings yet: pair round 1 first.")


def _say_standings(rows: Sequence[StandingRow]) -> None:
    tiebreaks = [
        name for name in rows[0].tiebreaks if name != "lot" and len({_tiebreak_text(r, name) for r in rows}) > 1
    ]
    divided = len({r.division for r in rows}) > 1  # the joint table of a shared pod
    division = ("division",) if divided else ()
    heads = ("rank", "player", *division, "points", "record", *map(heading, tiebreaks), "decided by", "status")
    cells = [
        (
            r.rank,
            f"{r.name} ({r.player})" if r.name != r.player else r.name,
            *((r.division,) if divided else ()),
            r.points,
            f"{r.record.wins}-{r.record.losses}-{r.record.ties}",
            *(_tiebreak_text(r, name) for name in tiebreaks),
            decided_by(r.decided_by),
            "" if r.status == "active" else r.status,
        )
        for r in rows
    ]
    lines = table(heads, cells, right=("rank", "points", *map(heading, tiebreaks)), cut=26)
    say("  " + line for line in lines)
    if dropped := [
        name
        for name in rows[0].tiebreaks
        if find_tiebreak(name).per_player is not None and all(row.tiebreak_value(name) is None for row in rows)
    ]:
        say(
            f"  Not applied: {', '.join(dropped)}. A player met an opponent without a rating, and the rules do not say "
            f"how unrated opponents count ({dropped[0]} unrated=left-out, zero, estimate or a rating)."
        )


def _tiebreak_text(row: StandingRow, name: str) -> str:
    """A tie-break's value as it is shown. Lots, and columns with the same value everywhere, would say nothing."""
    return tiebreak_value_text(name, row.tiebreak_value(name))


@command("undefeated")
@with_json_option
@click.pass_obj
def undefeated_command(cli: CliContext, slug: str, *, as_json: bool) -> None:
    """Play! Pokémon 2009: play continues until one player is undefeated."""
    rows = [{"pod": pod, "undefeated": count} for pod, count in count_undefeated(cli.ctx, slug).items()]
    show(rows, (f"{row['pod']}: {row['undefeated']} undefeated" for row in rows), as_json=as_json)
