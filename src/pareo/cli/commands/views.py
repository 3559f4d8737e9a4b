"""Commands for views (SP-13): cross table, pairing information, one player's card. Others are beside what they show."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import Any

import click

from pareo.app.base.context import Context
from pareo.app.queries.pages.cards import card
from pareo.app.queries.pages.cross_table import (
    CrossRow,
    CrossTable,
    Grid,
    cross_rows,
    grid,
    is_round_robin,
    met_text,
    whole_table,
)
from pareo.app.queries.pages.pairing_information import information_rows
from pareo.app.rows.people import Information
from pareo.app.wording.round_words import result_said
from pareo.app.wording.tiebreak_words import heading, tiebreak_value_text
from pareo.cli.context import CliContext
from pareo.cli.options import command, csv_option, pod_option, round_option, with_json_option
from pareo.cli.output import say, say_json
from pareo.cli.text_table import table
from pareo.core.text.numbers import points_text

FORMS = ("swiss", "round-robin")
SITTING = {
    "bye": "bye",
    "earned-bye": "earned bye",
    "requested-bye": "requested bye",
    "late-loss": "late: loss",
    "absent": "absent",
    "rest": "rests",
}
_after_option = click.option(
    "--after", type=click.IntRange(min=0), metavar="N", help="After this round; default: the last finished."
)


@command("cross-table")
@with_json_option
@pod_option
@_after_option
@click.option("--form", type=click.Choice(FORMS), help="By round or by opponent; default: by the format of the event.")
@csv_option
@click.pass_obj
def cross_table_command(
    cli: CliContext, slug: str, *, pod: str | None, after: int | None, form: str | None, as_csv: bool, as_json: bool
) -> None:
    """“5+” is a win against the player in place 5, = a draw, - a loss; F marks a forfeit. A round robin has a column
    for each opponent.
    """
    ctx = cli.ctx
    rows = cross_rows(ctx, slug, pod=pod, after=after)
    if as_json:
        say_json(rows)
        return
    names = list(dict.fromkeys(row.table for row in rows))
    if not any(row.rounds for row in rows):
        say("The cross table fills in as rounds finish.")
        return
    for name in names:
        by_opponent = (form or ("round-robin" if is_round_robin(ctx, slug, name) else "swiss")) == "round-robin"
        heads, cells, right = (_by_opponent if by_opponent else _by_round)(ctx, slug, name, after)
        if as_csv:
            _say_csv(("table", *heads), [(name, *row) for row in cells])
        else:
            say(name)
            say("  " + line for line in table(heads, cells, right=right, cut=26, hide_empty=False))


TableParts = tuple[tuple[str, ...], list[tuple[Any, ...]], str]


def _by_round(ctx: Context, slug: str, name: str, after: int | None) -> TableParts:
    cross_table = whole_table(ctx, slug, pod=name, after=after)
    rows = [
        (row.place, *_number(row, cross_table), row.name, *(met_text(cell) for cell in row.cells), row.points)
        for row in cross_table.rows
    ]
    return ("rank", *_number_head(cross_table), "name", *cross_table.heads, "points"), rows, "rank no points"


def _number_head(cross_table: CrossTable | Grid) -> tuple[str, ...]:
    return ("no",) if cross_table.by_number else ()


def _number(row: CrossRow, cross_table: CrossTable | Grid) -> tuple[int, ...]:
    """The number by which others name this player."""
    return (row.number,) if cross_table.by_number else ()


def _by_opponent(ctx: Context, slug: str, name: str, after: int | None) -> TableParts:
    cross_grid = grid(ctx, slug, pod=name, after=after)
    rows = [
        (row.place, *_number(row, cross_grid), row.name, *met, points_text(row.points)) for row, met in cross_grid.lines
    ]
    return ("rank", *_number_head(cross_grid), "name", *cross_grid.heads, "points"), rows, "rank no points"


@command("pairing-information")
@with_json_option
@round_option
@pod_option
@csv_option
@click.pass_obj
def pairing_information_command(
    cli: CliContext, slug: str, *, round_no: int | None, pod: str | None, as_csv: bool, as_json: bool
) -> None:
    """For staff: points and extra points for pairing only, past starts (+ first move or white, - second, . no game),
    the start due (! if required), floats, opponents; then each pair with its reasons.
    """
    if as_csv:
        from pareo.formats.tables.views import csv_of, information_table  # noqa: PLC0415

        click.echo(csv_of(information_table(cli.ctx, slug, round_no, pod)), nl=False)
        return
    rows = information_rows(cli.ctx, slug, round_no=round_no, pod=pod)
    if as_json:
        say_json(rows)
    elif rows:
        for (name, number), part in groupby(rows, key=lambda r: (r.pod, r.round)):
            players = list(part)
            say(f"{name}, before round {number}")
            _say_players(players)
            _say_pairs(players, number)
    else:
        say("No round has been paired yet.")


def _say_players(rows: Sequence[Information]) -> None:
    cells = [
        (
            r.start_no,
            f"{r.name} ({r.player})" if r.name != r.player else r.name,
            r.points,
            f"+{r.virtual:g}" if r.virtual else "",
            r.starts,
            r.due + "!" * (r.due_strength == "absolute"),
            floats_text(r),
            " ".join(r.opponents),
            " ".join(map(str, r.byes)),
        )
        for r in rows
    ]
    heads = ("no", "player", "points", "virtual", "starts", "due", "floats", "met", "rested")
    say("  " + line for line in table(heads, cells, right="no points virtual", cut=36))


def floats_text(row: Information) -> str:
    """“2↓ 3↑”: paired down in round 2, up in round 3."""
    signs = dict.fromkeys(row.floats_down, "↓") | dict.fromkeys(row.floats_up, "↑")
    return " ".join(f"{number}{sign}" for number, sign in sorted(signs.items()))


def _say_pairs(rows: Sequence[Information], number: int) -> None:
    if not any(r.kind for r in rows):
        return
    say(f"  round {number}")
    first = [r for r in rows if r.kind == "match" and r.starts_now != "-"]
    seen: set[int] = set()
    for r in sorted(first, key=lambda r: r.table or 0):
        if r.table is None or r.table in seen:
            continue
        seen.add(r.table)
        say(f"  {r.table:>4}  {r.name} – {r.opponent_name}")
        say(f"        {line}" for line in r.why)
    for r in rows:
        if r.kind and r.kind != "match":
            say(f"     –  {r.name}: {SITTING.get(r.kind, r.kind)}")
            say(f"        {line}" for line in r.why)


@command("card")
@with_json_option
@click.argument("player", metavar="ID")
@_after_option
@csv_option
@click.pass_obj
def card_command(cli: CliContext, slug: str, player: str, *, after: int | None, as_csv: bool, as_json: bool) -> None:
    """Rounds, opponents with their ratings, start (+ first move or white), result, running points, tie-breaks."""
    player_card = card(cli.ctx, slug, player, after=after)
    if as_json:
        say_json(player_card)
        return
    ruleset = cli.ctx.open(slug).state.ruleset
    has_games = any(r.games for r in player_card.rounds)
    heads = ("round", "table", "opponent", "rating", "start", "result", *["games"] * has_games, "points", "total")
    cells = [
        (
            r.round,
            r.table,
            r.opponent_name if r.kind == "match" else f"– {SITTING.get(r.kind, '')}",
            r.opponent_rating,
            {True: "+", False: "-", None: ""}[r.starts],
            r.result if as_csv else result_said(ruleset, r.result),
            *[r.games] * has_games,
            r.points,
            r.total,
        )
        for r in player_card.rounds
    ]
    if as_csv:
        _say_csv(heads, cells)
        return
    facts = [
        f"No. {player_card.start_no}" if player_card.start_no else "",
        player_card.title,
        f"rating {player_card.rating}" if player_card.rating is not None else "",
        player_card.club,
        player_card.federation,
        "" if player_card.status == "active" else player_card.status,
    ]
    say(f"{player_card.name} ({player_card.player})" if player_card.name != player_card.player else player_card.name)
    if any(facts):
        say("  " + " · ".join(filter(None, facts)))
    if cells:
        say("  " + line for line in table(heads, cells, right="round table rating points total", cut=30))
    if player_card.rank is not None:
        say(f"  Place {player_card.rank} with {player_card.points:g} points")
    values = {name: b.value for name, b in player_card.tiebreaks.items() if name != "lot" and b.value is not None}
    if values:
        say("  " + ", ".join(f"{heading(name)} {tiebreak_value_text(name, value)}" for name, value in values.items()))


def _say_csv(heads: Sequence[str], rows: Sequence[Sequence[object]]) -> None:
    from pareo.formats.tables.csv_writer import csv_bytes  # noqa: PLC0415

    click.echo(csv_bytes(heads, rows), nl=False)
