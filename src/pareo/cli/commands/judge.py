"""Commands for what needs the staff: calls for a judge, and everything else that waits for somebody."""

from __future__ import annotations

import click

from pareo.app.commands.floor.judge_calls import call_judge_to, judge_came
from pareo.app.queries.floor.attention import AttentionItem, attention_items
from pareo.app.queries.floor.claim_notices import claim_items
from pareo.app.wording.round_words import result_said
from pareo.cli.context import CliContext
from pareo.cli.options import command, this_round_option, with_json_option, with_write_options
from pareo.cli.output import print_result, show
from pareo.core.model.ruleset import Ruleset


@command("judge")
@with_write_options
@this_round_option
@click.option("--table", "table_no", type=click.IntRange(min=1), required=True, metavar="T", help="Table number.")
@click.option("--came", is_flag=True, help="A judge is at the table: close the call.")
@click.pass_obj
def judge_command(
    cli: CliContext, slug: str, *, round_no: int, table_no: int, came: bool, client: str | None, as_json: bool
) -> None:
    """Players call one from their phones; the desk can too."""
    act = judge_came if came else call_judge_to
    done = act(cli.ctx, slug, round_no=round_no, table=table_no, client=client)
    text = f"Table {table_no}: {'a judge came' if came else 'a judge is called'}."
    print_result(done, as_json=as_json, text=text, more={"round": round_no, "table": table_no})


@command("todo")
@with_json_option
@click.pass_obj
def todo_command(cli: CliContext, slug: str, *, as_json: bool) -> None:
    """Names taken by other phones, judge calls, conflicts with TOM, reports that differ, registrations; before round 1
    missing lists and unknown ages."""
    event = cli.ctx.open(slug)
    claims = claim_items(event, cli.ctx.store.accounts().claim_state(slug))
    needs, ruleset = [*claims, *attention_items(event)], event.state.ruleset
    show(
        [{key: value for key, value in need._asdict().items() if key in _FIELDS} for need in needs],
        [_line(ruleset, need) for need in needs] or "Nothing needs your attention.",
        as_json=as_json,
    )


_FIELDS = ("kind", "round_no", "table", "who", "at", "said", "number", "no")


def _line(ruleset: Ruleset, need: AttentionItem) -> str:
    if need.kind == "registration":
        return f"{need.number} registered and wait, {need.who} first."
    if need.kind == "lists":
        return f"{need.number} lists are missing: {need.who}{' …' if need.number > need.who.count(', ') + 1 else ''}."
    if need.note is not None:
        return str(need.note)
    if need.kind == "judge":
        return f"Round {need.round_no}, table {need.table}: {need.who} calls a judge."
    if need.kind == "conflict":
        theirs, ours = (result_said(ruleset, result) for _, result in need.said)
        return f"Round {need.round_no}, table {need.table}: {need.who}: TOM has {theirs}, we have {ours}."
    reports = "; ".join(f"{who}: {result_said(ruleset, result)}" for who, result in need.said)
    return f"Round {need.round_no}, table {need.table}: the reports differ ({reports})."
