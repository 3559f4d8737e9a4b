"""Commands for what needs the staff: calls for a judge, and everything else that waits for somebody."""

from __future__ import annotations

import click

from pareo.app.commands.floor.judge_calls import call_judge_to, judge_came
from pareo.app.screens.attention import AttentionItem, attention_items
from pareo.cli.context import CliContext
from pareo.cli.options import command, this_round_option, with_json_option, with_write_options
from pareo.cli.output import print_result, show


@command("judge")
@with_write_options
@this_round_option
@click.option("--table", "table_no", type=click.IntRange(min=1), required=True, metavar="T", help="The table.")
@click.option("--came", is_flag=True, help="A judge is there: the call is over.")
@click.pass_obj
def judge_command(
    cli: CliContext, slug: str, *, round_no: int, table_no: int, came: bool, client: str | None, as_json: bool
) -> None:
    """Players call one from their phones; the desk can too."""
    act = judge_came if came else call_judge_to
    done = act(cli.ctx, slug, round_no=round_no, table=table_no, client=client)
    text = f"Table {table_no}: {'a judge came' if came else 'a judge is called'}."
    print_result(done, as_json=as_json, text=text, more={"round": round_no, "table": table_no})


@command("needs")
@with_json_option
@click.pass_obj
def needs_command(cli: CliContext, slug: str, *, as_json: bool) -> None:
    """Calls for a judge, results that TOM has otherwise, reports that differ, registrations."""
    needs = attention_items(cli.ctx.open(slug))
    show([need._asdict() for need in needs], [_line(need) for need in needs] or "Nothing needs you.", as_json=as_json)


def _line(need: AttentionItem) -> str:
    if need.kind == "registration":
        return f"{need.number} registered and wait, {need.who} first."
    if need.kind == "judge":
        return f"Round {need.round_no}, table {need.table}: {need.who} calls a judge."
    if need.kind == "conflict":
        (_, theirs), (_, ours) = need.said
        return f"Round {need.round_no}, table {need.table}: {need.who}: TOM has {theirs}, we have {ours}."
    reports = "; ".join(f"{who}: {result}" for who, result in need.said)
    return f"Round {need.round_no}, table {need.table}: the reports differ ({reports})."
