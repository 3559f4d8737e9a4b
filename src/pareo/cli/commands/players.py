"""Commands for people: entering, importing, changing, late players, leaving, coming back, being forgotten."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

import click

from pareo.app.base.context import JournalResult
from pareo.app.commands.event import forbidden
from pareo.app.commands.people import late, leaving, players, renumber
from pareo.app.commands.people.import_rows import tidy_capitals
from pareo.app.commands.people.players import NewPlayer
from pareo.app.queries.people.player_order import player_list
from pareo.app.queries.people.requested_byes import read_rounds_off
from pareo.cli.context import CliContext
from pareo.cli.options import (
    F,
    assignments,
    command,
    confirm_option,
    csv_option,
    group,
    override_option,
    override_reason,
    read_file,
    with_json_option,
    with_write_options,
    yes_option,
)
from pareo.cli.output import print_result, show_rows
from pareo.core.journal.people_facts import Dropped, Edited, Entered, Removed, Undropped
from pareo.core.model.player_fields import FIELDS, FieldType, PlayerField
from pareo.core.settings.event import LANGUAGE
from pareo.core.text.name_order import NameOrder, split_name
from pareo.formats.player_files import as_player_list
from pareo.formats.tables.csv_writer import write_players
from pareo.formats.tables.player_lists import ListAnswers, check_clear, players_of, understand_list

KINDS = ("drop", "disqualified", "expelled", "no-show")


def _player_options(function: F) -> F:
    """One option for each field of a player: first those that take text, then the numbers."""
    decorators: list[Callable[[F], F]] = [
        click.option("--name", metavar="TEXT", help="Full name, instead of --first and --last.")
    ]
    decorators += [_option(f) for f in sorted(FIELDS, key=lambda f: _ORDER[f.kind])]
    for decorator in reversed(decorators):
        function = decorator(function)
    return function


_ORDER = {kind: (kind is FieldType.ROUNDS, kind is FieldType.YES, kind.numeric) for kind in FieldType}


def _option(field: PlayerField) -> Callable[[F], F]:
    if field.kind is FieldType.YES:
        return click.option(*_names(field.name), is_flag=True, help=field.help)
    if field.kind.numeric:
        return click.option(*_names(field.name), type=int, metavar="N", help=field.help)
    return click.option(
        *_names(field.name), metavar="1,4" if field.kind is FieldType.ROUNDS else "TEXT", help=field.help
    )


def _names(key: str) -> list[str]:
    dashed = f"--{key.replace('_', '-')}"
    return [dashed] if dashed == f"--{key}" else [dashed, f"--{key}"]


def _new_player(fields: Mapping[str, Any]) -> NewPlayer:
    values = {key: value for key, value in fields.items() if value is not None and key not in ("name", "absent")}
    if fields.get("absent"):
        values["absent"], values["absent_values"] = read_rounds_off(fields["absent"])
    player = NewPlayer(**values)
    if fields.get("name"):
        if player.first or player.last:
            raise click.UsageError("give --name, or --first and --last, not both")
        first, last = split_name(fields["name"])
        player = replace(player, first=first, last=last)
    return player


# --- pareo players --------------------------------------------------------------------------------------------------

players_command = group("players")


_tidy_option = click.option("--tidy", is_flag=True, help="Fix capital letters in names and clubs.")


@command("players add")
@with_write_options
@_player_options
@_tidy_option
@override_option
@yes_option
@click.pass_obj
def _add(
    cli: CliContext,
    /,
    slug: str,
    *,
    tidy: bool,
    override: str | None,
    yes: bool,
    client: str | None,
    as_json: bool,
    **fields: Any,
) -> None:
    player = _new_player(fields)
    new = [tidy_capitals(player, _language(cli, slug)) if tidy else player]
    done = players.enter(cli.ctx, slug, new, confirmed=yes, override=override_reason(override), client=client)
    _print_entered(cli, slug, done, as_json=as_json)


def _language(cli: CliContext, slug: str) -> str:
    """The language of the event: Italian surnames are written with other capitals."""
    return cli.ctx.open(slug).state.setting(LANGUAGE) or ""


@command("players import")
@with_write_options
@click.argument("file")
@click.option("--names", type=click.Choice([order.value for order in NameOrder]), help="Which name comes first.")
@click.option("--dates", type=click.Choice(["day", "month"]), help="Day or month first in dates like 03/04/2011.")
@_tidy_option
@override_option
@yes_option
@click.pass_obj
def _import(
    cli: CliContext,
    slug: str,
    file: str,
    *,
    names: str | None,
    dates: str | None,
    tidy: bool,
    override: str | None,
    yes: bool,
    client: str | None,
    as_json: bool,
) -> None:
    """Columns by header, in any order; only a name is required: id, first, last, birth_year, division, club,
    federation, rating, rating2, birth_date, title, sex, intl_id, local_id, team, captain, byes, absent, fixed_table.
    What can be read in 2 ways is asked first. FILE - reads standard input.
    """
    answers = ListAnswers(names or "", dates or "")
    data = as_player_list(read_file(file))
    reading = understand_list(data, cli.ctx.open(slug).state.ruleset, answers, previewed=False)
    check_clear(reading, confirmed=yes)
    rows = players_of(reading.rows)
    if tidy:
        rows = [tidy_capitals(row, _language(cli, slug)) for row in rows]
    done = players.enter(cli.ctx, slug, rows, confirmed=yes, override=override_reason(override), client=client)
    done = replace(done, notes=(*reading.notes, *done.notes))
    _print_entered(cli, slug, done, as_json=as_json)


def _print_entered(cli: CliContext, slug: str, done: JournalResult[Entered], *, as_json: bool) -> None:
    event = cli.ctx.open(slug)
    numbers = [entrant.no for entrant in done.fact.entrants if entrant.no in event.state.entrants]
    ids = [event.id(no) for no in numbers]
    if len(numbers) == 1:
        division = event.state.entrants[numbers[0]].division
        text = f"Entered {event.name(numbers[0])} with id {ids[0]}{f' ({division})' if division else ''}."
    else:
        text = f"Entered {len(ids)}; {len(event.state.entrants)} in all."
    print_result(done, as_json=as_json, text=text, more={"players": ids})


@command("players list")
@with_json_option
@click.option("--sort", default="", metavar="CHAIN", help="Criteria in order: rating,-club,last,random.")
@csv_option
@click.pass_obj
def _list(cli: CliContext, slug: str, *, sort: str, as_csv: bool, as_json: bool) -> None:
    """Criteria: start_no, no (order of entry), last, first, rating, rating2, average, title, club, federation,
    division, team, sex, birth_year, late_from, status, random. Ratings start with the highest, everything else with the
    lowest; a minus reverses a criterion. random draws lots among players who are still equal, always with the same
    outcome; random:WORD draws a different one. Without it they stay in order of entry.
    """
    rows = player_list(cli.ctx, slug, sort=sort)
    if as_csv:
        click.echo(write_players(rows), nl=False)
        return
    heads = (
        "no",
        "id",
        "title",
        "name",
        "division",
        "born",
        "sex",
        "club",
        "federation",
        "rating",
        "rating 2",
        "pod",
        "status",
    )
    show_rows(
        rows,
        heads,
        lambda r: (
            r.start_no,
            r.id,
            r.title,
            r.name,
            r.division,
            r.birth_year,
            r.sex,
            r.club,
            r.federation,
            r.rating,
            r.rating2,
            r.pod,
            "" if r.status == "active" else r.status,
        ),
        as_json=as_json,
        right="no rating",
        cut=24,
        none="No players entered yet.",
    )


@command("players edit")
@with_write_options
@click.argument("player", metavar="ID")
@click.argument("changes", nargs=-1, required=True, metavar="KEY=VALUE…")
@override_option
@yes_option
@click.pass_obj
def _edit(
    cli: CliContext,
    slug: str,
    player: str,
    changes: tuple[str, ...],
    *,
    override: str | None,
    yes: bool,
    client: str | None,
    as_json: bool,
) -> None:
    """An empty VALUE clears a field."""
    done = players.edit(
        cli.ctx,
        slug,
        player,
        assignments(changes),
        confirmed=yes,
        override=override_reason(override),
        client=client,
    )
    _print_player_result(cli, slug, done, "Changed {name}.", as_json=as_json)


@command("renumber")
@with_write_options
@click.option("--swap", nargs=2, metavar="A B", help="Swap only the numbers of these two players.")
@yes_option
@confirm_option
@click.pass_obj
def renumber_command(
    cli: CliContext,
    slug: str,
    *,
    swap: tuple[str, str] | None,
    yes: bool,
    word: str,
    client: str | None,
    as_json: bool,
) -> None:
    """Use it after correcting a rating, title or name. Rounds keep the numbers they were paired with; the list of old
    and new numbers is kept and printed.
    """
    before = {no: e.start_no for no, e in cli.ctx.open(slug).state.entrants.items()}
    done = renumber.renumber(cli.ctx, slug, swap=swap or (), confirmed=yes, word=word, client=client)
    event = cli.ctx.open(slug)
    rows: list[dict[str, Any]] = [
        {"player": event.id(no), "name": event.name(no), "old": before[no], "new": number}
        for no, number in done.fact.numbers
    ]
    lines = [f"{row['old']} → {row['new']}  {row['name']}" for row in sorted(rows, key=lambda row: row["new"])]
    print_result(done, as_json=as_json, text=lines, more={"numbers": rows})


@command("forbid")
@with_write_options
@click.argument("a")
@click.argument("b")
@click.option("--rounds", "span", default="", metavar="1-3", help="Only in these rounds; default: all.")
@click.option("--take-back", is_flag=True, help="Allow the pairing again.")
@click.pass_obj
def forbid_command(
    cli: CliContext, slug: str, a: str, b: str, *, span: str, take_back: bool, client: str | None, as_json: bool
) -> None:
    """Before round 1, in addition to clubs and federations (`set barred=`)."""
    done = forbidden.forbid(cli.ctx, slug, a, b, rounds=span, take_back=take_back, client=client)
    event = cli.ctx.open(slug)
    names, how = f"{event.name(event.find(a))} and {event.name(event.find(b))}", "may" if take_back else "do not"
    print_result(
        done,
        as_json=as_json,
        text=f"{names} {how} meet{f' in rounds {span}' if span else ''}.",
        more={"forbidden": event.state.settings.get("forbidden", [])},
    )


@command("players remove")
@with_write_options
@click.argument("player", metavar="ID")
@click.pass_obj
def _remove(cli: CliContext, slug: str, player: str, *, client: str | None, as_json: bool) -> None:
    """Only before a round is paired; later use `drop`."""
    done = leaving.remove(cli.ctx, slug, player, client=client)
    print_result(done, as_json=as_json, text=f"Removed {player}.", more={"player": player})


def _print_player_result(
    cli: CliContext,
    slug: str,
    done: JournalResult[Edited | Removed | Dropped | Undropped],
    text: str,
    *,
    as_json: bool,
    more: Mapping[str, Any] | None = None,
) -> None:
    event = cli.ctx.open(slug)
    no = done.fact.no
    print_result(
        done, as_json=as_json, text=text.format(name=event.name(no)), more={"player": event.id(no), **(more or {})}
    )


# --- late, drop, undrop, forget -------------------------------------------------------------------------------------


@command("late")
@with_write_options
@_player_options
@click.option("--section", type=click.IntRange(min=1), metavar="S", help="Section; default: by the rules.")
@click.option("--this-round", is_flag=True, help="Add the player to the drafted or published round.")
@yes_option
@override_option
@click.pass_obj
def late_command(
    cli: CliContext,
    /,
    slug: str,
    *,
    section: int | None,
    this_round: bool,
    yes: bool,
    override: str | None,
    client: str | None,
    as_json: bool,
    **fields: Any,
) -> None:
    """Without --yes it only shows how many losses the player takes and that they will rank below on-time players."""
    done = late.enter_late(
        cli.ctx,
        slug,
        _new_player(fields),
        section=section,
        this_round=this_round,
        confirmed=yes,
        override=override_reason(override),
        client=client,
    )
    event = cli.ctx.open(slug)
    no = done.fact.entrant.no
    print_result(
        done,
        as_json=as_json,
        text=f"Entered {event.name(no)} late, with ID {event.id(no)}.",
        more={"player": event.id(no), "pod": done.fact.joining.pod, "losses": len(done.fact.joining.losses)},
    )


@command("drop")
@with_write_options
@click.argument("player", metavar="ID")
@click.option("--disqualify", is_flag=True, help="Disqualify the player.")
@click.option("--kind", type=click.Choice(KINDS), help="Kind of drop; default: drop.")
@click.option("--reason", default="", metavar="TEXT", help="Reason, recorded in the journal.")
@click.pass_obj
def drop_command(
    cli: CliContext,
    slug: str,
    player: str,
    *,
    disqualify: bool,
    kind: str | None,
    reason: str,
    client: str | None,
    as_json: bool,
) -> None:
    """The opponent wins an unfinished match. In single elimination the player loses the match."""
    if disqualify and kind not in (None, "disqualified"):
        raise click.UsageError(f"--disqualify and --kind {kind} contradict each other")
    chosen = "disqualified" if disqualify else kind or "drop"
    done = leaving.drop(cli.ctx, slug, player, kind=chosen, reason=reason, client=client)
    words = {"drop": "dropped", "no-show": "no-show"}.get(chosen, f"is {chosen}")
    _print_player_result(
        cli,
        slug,
        done,
        f"{{name}} {words}.",
        as_json=as_json,
        more={"kind": done.fact.kind, "after": done.fact.after},
    )


@command("undo-drop")
@with_write_options
@click.argument("player", metavar="ID")
@override_option
@click.pass_obj
def undo_drop_command(
    cli: CliContext, slug: str, player: str, *, override: str | None, client: str | None, as_json: bool
) -> None:
    done = leaving.undrop(cli.ctx, slug, player, override=override_reason(override), client=client)
    _print_player_result(cli, slug, done, "{name} is back.", as_json=as_json)


@command("erase")
@with_write_options
@click.argument("player", metavar="ID")
@yes_option
@click.pass_obj
def erase_command(cli: CliContext, slug: str, player: str, *, yes: bool, client: str | None, as_json: bool) -> None:
    """Results stay, shown by number; the journal still verifies."""
    event = cli.ctx.open(slug)
    if not yes and cli.ctx.find_repeat(slug, client) is None:
        raise leaving.forget_question(event.name(event.find(player)))
    done = leaving.forget(cli.ctx, slug, player, client=client)
    print_result(
        done,
        as_json=as_json,
        text=f"Erased; shown as #{done.fact.no} from now on.",
        more={"player": str(done.fact.no)},
    )
