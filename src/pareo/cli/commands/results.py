"""Commands for results."""

from __future__ import annotations

from dataclasses import replace

import click

from pareo.app.base.context import JournalResult
from pareo.app.commands.results import enter_result as results
from pareo.app.commands.results import fide_results
from pareo.app.wording.round_words import result_said
from pareo.cli.context import CliContext
from pareo.cli.options import command, group, read_file, this_round_option, with_write_options, yes_option
from pareo.cli.output import print_result
from pareo.core.journal.round_facts import Results
from pareo.core.results.result_text import format_result
from pareo.formats.tables.csv_files import read_results
from pareo.formats.tables.mapping import ListKind, as_csv


@command("report")
@with_write_options
@click.argument("result", nargs=-1)
@this_round_option
@click.option("--table", "table_no", type=click.IntRange(min=1), required=True, metavar="T", help="Table number.")
@click.option("--clear", is_flag=True, help="Clear a result entered for the wrong table.")
@yes_option
@click.pass_obj
def report_command(
    cli: CliContext,
    slug: str,
    result: tuple[str, ...],
    *,
    round_no: int,
    table_no: int,
    clear: bool,
    yes: bool,
    client: str | None,
    as_json: bool,
) -> None:
    """RESULT: 1-0, 0-1, ½-½ (or =), 0-0; scores such as 412-380; a match of several games as 2-1, 1-1-1, or game by
    game (1-0 0-1 1-0, 412-380 350-401); 1-0F, 0-1F, 0-0F for a forfeit; in X-Wing `153-124 destroyed`, `153-124 time`,
    `120-80 conceded-b`, with init-a or init-b in elimination; in chess also ½-0, 1-0U for a game of less than one move,
    and adjourned. Report again to correct a result.
    """
    if clear == bool(result):
        raise click.UsageError("give a RESULT, or --clear to remove one")
    if clear:
        done = results.take_back(cli.ctx, slug, round_no=round_no, table=table_no, client=client)
    else:
        done = results.report(
            cli.ctx, slug, round_no=round_no, table=table_no, result=" ".join(result), confirmed=yes, client=client
        )
    _print_results(cli, slug, done, as_json=as_json)


@command("rating-correction")
@with_write_options
@click.argument("result", nargs=-1, required=True)
@this_round_option
@click.option("--table", "table_no", type=click.IntRange(min=1), required=True, metavar="T", help="Table number.")
@yes_option
@click.pass_obj
def rating_correction_command(
    cli: CliContext,
    slug: str,
    result: tuple[str, ...],
    *,
    round_no: int,
    table_no: int,
    yes: bool,
    client: str | None,
    as_json: bool,
) -> None:
    """Pairings and standings stay unchanged; the report to FIDE mentions the correction."""
    done = fide_results.correct_rating(
        cli.ctx, slug, round_no=round_no, table=table_no, result=" ".join(result), confirmed=yes, client=client
    )
    rated_text = format_result(done.fact.result, cli.ctx.open(slug).state.ruleset.results)
    print_result(
        done,
        as_json=as_json,
        text=f"Round {round_no}, table {table_no}: rated as {rated_text}.",
        more={"round": round_no, "table": table_no, "result": rated_text},
    )


results_command = group("results")


@command("results import")
@with_write_options
@click.argument("file")
@this_round_option
@yes_option
@click.pass_obj
def _import(
    cli: CliContext, slug: str, file: str, *, round_no: int, yes: bool, client: str | None, as_json: bool
) -> None:
    """CSV with the columns table, result, or a, b, result (in the order of the row). If any row is wrong, nothing is
    imported.
    """
    notes: list[str] = []
    rows = read_results(as_csv(read_file(file), ListKind.RESULTS), notes=notes)
    done = results.import_results(
        cli.ctx, slug, rows, round_no=round_no, terms=results.ResultOptions(confirmed=yes), client=client
    )
    _print_results(cli, slug, replace(done, notes=(*notes, *done.notes)), as_json=as_json)


def _print_results(cli: CliContext, slug: str, done: JournalResult[Results], *, as_json: bool) -> None:
    event = cli.ctx.open(slug)
    rows = []
    for pod, number, table_no, result in done.fact.results:
        match = event.state.pods[pod].rounds[number].matches[table_no]
        result_text = format_result(result, event.state.ruleset.results) if result is not None else None
        rows.append(
            {
                "round": number,
                "table": table_no,
                "a": event.id(match.a),
                "b": event.id(match.b),
                "name_a": event.name(match.a),
                "name_b": event.name(match.b),
                "result": result_text,
                "said": result_said(event.state.ruleset, result_text),
            }
        )
    text: str | list[str] = []  # it stood already, as the note says
    if len(rows) == 1:
        row = rows[0]
        text = (
            f"Round {row['round']}, table {row['table']}: {row['name_a']} – {row['name_b']} "
            f"{row['said'] or '(no result)'}"
        )
    elif rows:
        text = f"{len(rows)} results of round {rows[0]['round']}."
    json_rows = [{key: row[key] for key in ("round", "table", "a", "b", "result")} for row in rows]
    print_result(done, as_json=as_json, text=text, more={"results": json_rows})
