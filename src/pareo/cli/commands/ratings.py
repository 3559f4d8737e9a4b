"""Commands for what standings and ratings are made of: rating changes, the arithmetic of a place, tie-breaks."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import click

from pareo.app.queries.pages.explain_place import Arithmetic, Term, TiebreakStep, arithmetic, arithmetic_rows
from pareo.app.queries.pages.ratings import ratings_view, rules_text
from pareo.app.rows.people import PlayerRatingRow
from pareo.app.wording.number_text import figure, two_decimals
from pareo.cli.context import CliContext
from pareo.cli.options import command, json_option, with_json_option
from pareo.cli.output import say, say_json, say_note
from pareo.cli.text_table import table
from pareo.core.standings.tiebreaks.order import option_choices
from pareo.core.standings.tiebreaks.registry import TIEBREAKS, find_tiebreak
from pareo.formats.tables.csv_writer import csv_bytes

_COLUMNS = PlayerRatingRow.columns
_after_option = click.option(
    "--after", type=click.IntRange(min=0), metavar="N", help="After this round; default: the last finished."
)
_NOTES = {
    "floor": "raised to the minimum", "cap": "lowered to the cap", "half": "half: draw",
    "none": "not beaten: doesn't count", "left-out": "left out", "unrated": "no rating: left out",
    "stand-in": "replaces an unplayed round", "unplayed": "not played: half the points of a game",
    "below-the-limit": "not enough points to count", "not-played": "not played", "no-score": "no points on record",
    "cap-of-a-game": "limited to the cap", "earned-bye": "earned bye: an opponent who won everything",
}  # fmt: skip


@command("ratings")
@with_json_option
@click.option("--list", "list_no", type=click.IntRange(1, 2), default=1, metavar="1|2", help="Rating list.")
@_after_option
@click.option("--csv", "as_csv", is_flag=True, help="Answer with CSV.")
@click.pass_obj
def ratings_command(
    cli: CliContext, slug: str, *, list_no: int, after: int | None, as_csv: bool, as_json: bool
) -> None:
    """Score and games against rated opponents, expected score, change, average opponent, performance, new rating."""
    if as_csv and as_json:
        raise click.UsageError("--csv and --json cannot be had together")
    rows = ratings_view(cli.ctx, slug, list_no, after)
    cells = [[getattr(row, key) for key in _COLUMNS] for row in rows]
    if as_json:
        say_json(rows)
    elif as_csv:
        click.echo(csv_bytes(_COLUMNS, cells).decode(), nl=False)
    elif rows:
        say(f"List {list_no}: {rules_text(cli.ctx.open(slug).state, list_no)}")
        right = " ".join(_COLUMNS[2:])
        say(table(_COLUMNS, cells, right=right, cut=24, hide_empty=False))
    else:
        say("There is nothing to show.")


@command("explain-place")
@with_json_option
@click.argument("player")
@_after_option
@click.pass_obj
def explain_place_command(cli: CliContext, slug: str, *, player: str, after: int | None, as_json: bool) -> None:
    """Every tie-break in order, with what each opponent or round contributes. PLAYER is an ID or a full name."""
    event = cli.ctx.open(slug)
    no = event.find(player)
    if as_json:
        say_json(arithmetic_rows(cli.ctx, slug, no, after))
        return
    calculation = arithmetic(cli.ctx, slug, no, after)
    points = event.state.ruleset.show_points(calculation.row.points)
    say(f"{calculation.names[no]}: place {calculation.row.rank} of {len(calculation.table.rows)}, points {points}")
    for number, step in enumerate(calculation.steps, 1):
        _say_step(number, step, calculation)


def _say_step(number: int, step: TiebreakStep, calculation: Arithmetic) -> None:
    total = "not applied" if step.total is None else _figure(Fraction(step.total), step)
    if step.cut:
        total = find_tiebreak(step.id).cuts[step.cut]
    decided = "  (decided here)" if step.decided else ""
    say(
        [
            "",
            f"{number}. {find_tiebreak(step.id).title}{f' ({step.options})' if step.options else ''}: {total}{decided}",
        ]
    )
    heads = ("round", "opponent", "wins", "counts", "instead of", "note")
    cells = [_cells(term, step, calculation) for term in step.terms]
    if cells:
        say("  " + line for line in table(heads, cells, right="round wins counts", cut=40))
    if step.plus:
        say_note(f"The mean of the ratings, and {step.plus:+d} for the score.")


def _cells(term: Term, step: TiebreakStep, calculation: Arithmetic) -> tuple[Any, ...]:
    opponent = calculation.names.get(term.opponent, "") if term.opponent is not None else ""
    wins = "" if term.rounds is None else f"{float(term.wins or 0):g}/{term.rounds}"
    raw = "" if term.raw is None or term.raw == term.value else _figure(term.raw, step)
    return term.round_no, opponent, wins, _figure(term.value, step), raw, _NOTES.get(term.note, "")


def _figure(value: Fraction, step: TiebreakStep) -> str:
    return f"{figure(float(value), 'en', percent=True)}%" if step.percent else two_decimals(value)


@command("tiebreaks")
@json_option
def tiebreaks_command(*, as_json: bool) -> None:
    """An event can use them in any order: pareo set SLUG tiebreaks="buchholz; median-buchholz high=1 low=1; wins"."""
    rows = [
        {
            "id": t.id,
            "title": t.title,
            "meaning": t.meaning,
            "options": {name: str(takes) for name, takes in option_choices(t.id)},
            "higher_first": t.higher_first,
        }
        for t in TIEBREAKS.values()
    ]
    if as_json:
        say_json(rows)
        return
    for row in rows:
        say(f"{row['id']}  {row['title']}")
        say_note(str(row["meaning"]))
        for name, takes in row["options"].items():  # type: ignore[attr-defined]
            say_note(f"{name} = {takes}")
