"""Commands for the life of a round, for pairings, and for going on to the next phase."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import groupby
from typing import Any

import click

from pareo.app.base.context import CommandResult, JournalResult
from pareo.app.commands.rounds import advance, hand_phase, manual_changes, next_round, rounds
from pareo.app.commands.rounds.confirmations import ARRIVALS, NOT_HERE, WITHDRAWN
from pareo.app.queries.pages.event_tables import pairing_rows
from pareo.app.rows.tables import PairingRow, PairingWithColumns
from pareo.app.screens.manual_boards import hand_boards
from pareo.app.wording.pairing_columns import texts_of
from pareo.app.wording.round_words import result_said
from pareo.cli.context import CliContext
from pareo.cli.options import (
    WithDefault,
    command,
    confirm_option,
    csv_option,
    group,
    override_option,
    override_reason,
    pod_option,
    read_file,
    round_option,
    this_round_option,
    with_json_option,
    with_write_options,
    yes_option,
)
from pareo.cli.output import print_result, say, say_json, show_rows
from pareo.cli.text_table import table
from pareo.core.journal.codecs import PublishedRound, RoundFact, RoundKey
from pareo.core.journal.round_facts import Finished, Published, RoundsPaired, Started
from pareo.core.model.ruleset import Ruleset
from pareo.core.pairing.registry import reason_sentences, swiss_methods
from pareo.formats.tables.csv_files import read_pairings
from pareo.formats.tables.csv_writer import write_pairings

_reason_option = click.option(
    "--reason",
    default="",
    metavar="WHY",
    help="Reason for changing a published round (FIDE mode): rules, late-entry, unpaired, result or interest.",
)
_SITTING = {
    "bye": "bye",
    "earned-bye": "earned bye",
    "requested-bye": "requested bye",
    "late-loss": "late: loss",
    "absent": "absent",
}


# --- pair, publish, start, finish -----------------------------------------------------------------------------------


@command("next")
@with_write_options
@pod_option
@click.option(
    "--not-here",
    type=click.Choice(NOT_HERE),
    help="Players not checked in: drop them, sit them out this round, or pair them anyway.",
)
@click.option(
    "--withdrawn",
    type=click.Choice(WITHDRAWN),
    help="FIDE mode: players who forfeited the last round have withdrawn (drop), or stay.",
)
@click.option(
    "--arrivals",
    type=click.Choice(ARRIVALS),
    help="Registered players here for the first time in a later round: late, or had the rounds off.",
)
@yes_option
@confirm_option
@override_option
@click.option(
    "--start-in",
    type=click.IntRange(1, 99),
    default=None,
    metavar="MINUTES",
    help="Start the rounds after so many minutes.",
)
@click.pass_obj
def next_command(
    cli: CliContext,
    slug: str,
    *,
    pod: str | None,
    not_here: str | None,
    withdrawn: str | None,
    arrivals: str | None,
    yes: bool,
    word: str,
    override: str | None,
    start_in: int | None,
    client: str | None,
    as_json: bool,
) -> None:
    """Players whose last Swiss round is finished advance to the top cut or day 2. `pareo undo` undoes all of it."""
    done = next_round.next_round(
        cli.ctx,
        slug,
        pod=pod,
        not_here=not_here,
        withdrawn=withdrawn,
        arrivals=arrivals,
        confirmed=yes,
        word=word,
        override=override_reason(override),
        start_in=start_in or 0,
        client=client,
    )
    published = [row for part in done.fact.parts if isinstance(part, Published) for row in part.rounds]
    _print_round_keys(done, published, "published", as_json=as_json)


@command("pair")
@with_write_options
@pod_option
@click.option("--again", is_flag=True, help="Pair the drafted round again.")
@click.option(
    "--method", metavar="METHOD", help=f"Method for this round: {', '.join(swiss_methods())}; default: as set."
)
@click.option("--first-move", metavar="WHO", help="First move at table 1 in round 1: top, bottom or lot.")
@click.option(
    "--not-here",
    type=click.Choice(NOT_HERE),
    help="Players not checked in: drop them, sit them out this round, or pair them anyway.",
)
@click.option(
    "--withdrawn",
    type=click.Choice(WITHDRAWN),
    help="FIDE mode: players who forfeited the last round have withdrawn (drop), or stay.",
)
@click.option(
    "--arrivals",
    type=click.Choice(ARRIVALS),
    help="Registered players here for the first time in a later round: late, or had the rounds off.",
)
@override_option
@yes_option
@click.pass_obj
def pair_command(
    cli: CliContext,
    slug: str,
    *,
    pod: str | None,
    again: bool,
    method: str | None,
    first_move: str | None,
    not_here: str | None,
    withdrawn: str | None,
    arrivals: str | None,
    override: str | None,
    yes: bool,
    client: str | None,
    as_json: bool,
) -> None:
    """By the ruleset's method, or the one set for the event or the pod. “manual” drafts an empty round."""
    done = rounds.pair(
        cli.ctx,
        slug,
        pod=pod,
        again=again,
        method=method,
        first_move=first_move,
        not_here=not_here,
        withdrawn=withdrawn,
        arrivals=arrivals,
        override=override_reason(override),
        confirmed=yes,
        client=client,
    )
    _print_rounds(done, "drafted", as_json=as_json)


@command("publish")
@with_write_options
@pod_option
@yes_option
@confirm_option
@click.pass_obj
def publish_command(
    cli: CliContext, slug: str, *, pod: str | None, yes: bool, word: str, client: str | None, as_json: bool
) -> None:
    """Players look at their tables and report errors; nothing is locked yet."""
    done = rounds.publish(cli.ctx, slug, pod=pod, confirmed=yes, word=word, client=client)
    _print_rounds(done, "published", as_json=as_json)


@command("start")
@with_write_options
@pod_option
@yes_option
@click.pass_obj
def start_command(cli: CliContext, slug: str, *, pod: str | None, yes: bool, client: str | None, as_json: bool) -> None:
    done = rounds.start(cli.ctx, slug, pod=pod, confirmed=yes, client=client)
    _print_rounds(done, "started", as_json=as_json)


@command("finish")
@with_write_options
@pod_option
@click.pass_obj
def finish_command(cli: CliContext, slug: str, *, pod: str | None, client: str | None, as_json: bool) -> None:
    done = rounds.finish(cli.ctx, slug, pod=pod, client=client)
    _print_rounds(done, "finished", as_json=as_json)


def _print_round_keys(
    done: CommandResult, rounds: Iterable[RoundKey | PublishedRound], words: str, *, as_json: bool
) -> None:
    rows = list(rounds)
    print_result(
        done,
        as_json=as_json,
        text=[f"Round {row.number} of {row.pod} {words}." for row in rows],
        more={"rounds": [{"pod": row.pod, "round": row.number} for row in rows]},
    )


def _print_rounds(
    done: JournalResult[RoundsPaired | Published | Started | Finished], word: str, *, as_json: bool
) -> None:
    rows = [_round_row(row) for row in done.fact.rounds]
    lines = []
    for row in rows:
        count = f", {row['tables']} table{'' if row['tables'] == 1 else 's'}" if "tables" in row else ""
        if row.get("sitting"):
            count += f", {row['sitting']} without an opponent"
        lines.append(f"Round {row['round']} of {row['pod']} {word}{count}.")
    print_result(done, as_json=as_json, text=lines, more={"rounds": rows})


def _round_row(row: RoundFact | PublishedRound | RoundKey) -> dict[str, Any]:
    values: dict[str, Any] = {"pod": row.pod, "round": row.number}
    if isinstance(row, RoundFact):
        values |= {"tables": len(row.matches), "sitting": len(row.sitting)}
    if isinstance(row, PublishedRound) or (isinstance(row, RoundFact) and row.seed):
        values["seed"] = row.seed
    return values


# --- by hand --------------------------------------------------------------------------------------------------------


@command("swap")
@with_write_options
@click.argument("a")
@click.argument("b")
@yes_option
@_reason_option
@click.pass_obj
def swap_command(
    cli: CliContext, slug: str, a: str, b: str, *, yes: bool, reason: str, client: str | None, as_json: bool
) -> None:
    done = manual_changes.swap(cli.ctx, slug, a, b, confirmed=yes, reason=reason, client=client)
    _print_rounds(done, "changed", as_json=as_json)


@command("pair-players")
@with_write_options
@click.argument("a")
@click.argument("b", default="")
@click.option("--table", type=click.IntRange(min=1), metavar="N", help="Table for the pair.")
@yes_option
@_reason_option
@click.pass_obj
def pair_players_command(
    cli: CliContext,
    slug: str,
    a: str,
    b: str,
    *,
    table: int | None,
    yes: bool,
    reason: str,
    client: str | None,
    as_json: bool,
) -> None:
    """In a round that has not started; their previous opponents wait for another. Without B, A gets a bye."""
    done = manual_changes.put_together(cli.ctx, slug, a, b, table=table, confirmed=yes, reason=reason, client=client)
    _print_rounds(done, "changed", as_json=as_json)


@command("repair")
@with_write_options
@pod_option
@click.pass_obj
def repair_command(cli: CliContext, slug: str, *, pod: str | None, client: str | None, as_json: bool) -> None:
    """For a drafted or published round that is no longer valid after a late player, a drop or a corrected result."""
    done = manual_changes.repair(cli.ctx, slug, pod=pod, client=client)
    _print_rounds(done, "repaired", as_json=as_json)


pairings_command = group("pairings", WithDefault)


@command("pairings show")
@with_json_option
@round_option
@pod_option
@click.option("--why", is_flag=True, help="Show the reason for each pairing.")
@click.option("--columns", metavar="LIST", help="Shown next to the names: points,record,number,rating,club …")
@csv_option
@click.pass_obj
def _show(
    cli: CliContext,
    slug: str,
    *,
    round_no: int | None,
    pod: str | None,
    why: bool,
    columns: str | None,
    as_csv: bool,
    as_json: bool,
) -> None:
    rows = pairing_rows(cli.ctx, slug, round_no=round_no, pod=pod, columns=columns)
    if as_json:
        say_json(rows)
    elif as_csv:
        click.echo(write_pairings(rows), nl=False)
    elif rows:
        for (pod_id, number, status), part in groupby(rows, key=lambda r: (r.pod, r.round, r.status)):
            say(f"{pod_id}, round {number} ({status})")
            _say_pairings(cli.ctx.open(slug).state.ruleset, list(part), why=why)
    else:
        say("No round has been paired yet.")


def _say_pairings(ruleset: Ruleset, rows: Sequence[PairingRow], *, why: bool) -> None:
    cells = []
    for r in rows:
        columns = (r.columns_a, r.columns_b) if isinstance(r, PairingWithColumns) else (None, None)
        other = f"– {_SITTING[r.kind]}" if r.b is None else _player(r.b, r.name_b or "", columns[1])
        reasons = " ".join(r.reasons) if why else ""
        cells.append((r.table, _player(r.a, r.name_a, columns[0]), other, result_said(ruleset, r.result), reasons))
    say("  " + line for line in table(("table", "a", "b", "result", "why"), cells, right="table", cut=44))
    if why:
        codes = dict.fromkeys(code for r in rows for code in r.reasons)
        say(f"  {code}: {reason_sentences().get(code, code)}" for code in codes)


def _player(player: str, name: str, columns: Mapping[str, Any] | None = None) -> str:
    """The name with the id and the values of the chosen columns (SP-23)."""
    label = name if name == player else f"{name} [{player}]" if columns else f"{name} ({player})"
    return " ".join((label, *texts_of(columns or {})))


@command("pairings import")
@with_write_options
@click.argument("file")
@this_round_option
@yes_option
@confirm_option
@_reason_option
@click.pass_obj
def _import(
    cli: CliContext,
    slug: str,
    file: str,
    *,
    round_no: int,
    yes: bool,
    word: str,
    reason: str,
    client: str | None,
    as_json: bool,
) -> None:
    """CSV with the columns table, a, b and optionally result; an empty b is a bye."""
    notes: list[str] = []
    rows = read_pairings(read_file(file), notes=notes)
    done = manual_changes.import_pairings(
        cli.ctx, slug, rows, round_no=round_no, confirmed=yes, word=word, reason=reason, client=client
    )
    _print_rounds(replace(done, notes=(*notes, *done.notes)), "imported", as_json=as_json)


@command("pairings edit")
@with_write_options
@pod_option
@click.pass_obj
def _begin_editing(cli: CliContext, slug: str, *, pod: str | None, client: str | None, as_json: bool) -> None:
    """Then use swap, pair-players or pairings import; `pairings done` ends it."""
    done = hand_phase.begin(cli.ctx, slug, pod=pod, client=client)
    _print_round_keys(done, done.fact.rounds, "is changed by hand from now on", as_json=as_json)


@command("pairings done")
@with_write_options
@pod_option
@yes_option
@confirm_option
@click.pass_obj
def _end_editing(
    cli: CliContext, slug: str, *, pod: str | None, yes: bool, word: str, client: str | None, as_json: bool
) -> None:
    """The round is compared with the engine's for the same input; `pairings compare` shows both."""
    done = hand_phase.end(cli.ctx, slug, pod=pod, confirmed=yes, word=word, client=client)
    _print_round_keys(done, done.fact.rounds, "is as it stands: changed by hand no more", as_json=as_json)


@command("pairings compare")
@with_json_option
@pod_option
@click.pass_obj
def _compare(cli: CliContext, slug: str, *, pod: str | None, as_json: bool) -> None:
    """By pairing numbers, White first; a star marks a board that differs."""
    show_rows(
        hand_boards(cli.ctx, slug, pod),
        ("pod", "round", "as it stands", "engine", "", "names"),
        lambda r: (r.pod, r.round, r.played, r.engine, "" if r.same else "*", r.played_names),
        as_json=as_json,
        cut=60,
    )


# --- the next phase -------------------------------------------------------------------------------------------------


@command("advance")
@with_write_options
@pod_option
@click.option("--to", required=True, type=click.Choice(["day2", "cut"]), help="Day 2, or the elimination.")
@click.option(
    "--size", type=click.IntRange(min=2), metavar="N", help="Number of players who advance; default: as set or advised."
)
@click.option("--again", is_flag=True, help="Form the phase again after a correction, before it starts.")
@yes_option
@override_option
@click.pass_obj
def advance_command(
    cli: CliContext,
    slug: str,
    *,
    pod: str | None,
    to: str,
    size: int | None,
    again: bool,
    yes: bool,
    override: str | None,
    client: str | None,
    as_json: bool,
) -> None:
    """Shows the players who advance, best first; then use `pair`."""
    done = advance.advance(
        cli.ctx,
        slug,
        to=to,
        pod=pod,
        size=size,
        again=again,
        confirmed=yes,
        override=override_reason(override),
        client=client,
    )
    event = cli.ctx.open(slug)
    pods = [
        {"pod": p.id, "phase": p.phase.value, "round": p.first_round, "players": [event.id(n) for n in p.members]}
        for p in done.fact.pods
    ]
    lines: list[str] = []
    for p in done.fact.pods:
        lines.append(f"{p.id}: {len(p.members)} advance, from round {p.first_round}. Then pair.")
        names = [(i, _player(event.id(no), event.name(no))) for i, no in enumerate(p.members, 1)]
        lines += ["  " + line for line in table(("seed" if to == "cut" else "no", "player"), names, right="seed no")]
    print_result(done, as_json=as_json, text=lines, more={"pods": pods})
