"""Commands between one tournament and the directory: who is who, who is here, ratings applied and taken back."""

from __future__ import annotations

from collections.abc import Sequence

import click
from msgspec import structs

from pareo.app.base.context import JournalResult, SideResult
from pareo.app.league import closing, directory_events, directory_ratings
from pareo.app.rows.league import ChangeRow, DirectoryStatusRow, ListChanges
from pareo.cli.context import CliContext
from pareo.cli.options import (
    F,
    WithDefault,
    command,
    complete_slugs,
    group,
    json_option,
    slug_argument,
    with_json_option,
    with_write_options,
    yes_option,
)
from pareo.cli.output import print_result, say, say_json, say_note, show, show_rows
from pareo.cli.text_table import table
from pareo.core.journal.people_facts import Entered


class _Directory(WithDefault):
    """`pareo directory` lists; the others are named."""

    default = "list"


directory_command = group("directory", _Directory)
_TOP = 10  # of a series' table
_list_option = click.option("--list", "list_no", type=click.IntRange(1, 2), default=1, help="Rating list: 1 or 2.")


def print_directory_result(done: SideResult, *, as_json: bool, text: str = "", notes: Sequence[str] = ()) -> None:
    """Prints what was done to the directory, which has no journal and so no entry to name."""
    all_notes = [*notes, *done.notes]
    if as_json:
        say_json({"action": done.action, "notes": all_notes, **done.data})
        return
    lines = ([text] if text else []) + all_notes
    say(lines[:1])
    for note in lines[1:]:
        say_note(note)


def _with_change_options(function: F) -> F:
    return slug_argument(json_option(function))


@command("enter")
@with_write_options
@click.argument("who", nargs=-1, required=True, metavar="NAME-OR-ID…")
@click.option(
    "--from",
    "source",
    metavar="SLUG",
    shell_complete=complete_slugs,
    help="Also search this tournament; default: the one this was copied from.",
)
@click.option("--new", is_flag=True, help="Add unknown names as new players, and to the directory.")
@click.option("--tidy", is_flag=True, help="With --new: fix capital letters.")
@yes_option
@click.pass_obj
def enter_command(
    cli: CliContext,
    slug: str,
    who: tuple[str, ...],
    *,
    source: str | None,
    new: bool,
    tidy: bool,
    yes: bool,
    client: str | None,
    as_json: bool,
) -> None:
    """Ratings, clubs and games come from today's directory. Names must be exact: similar names are refused with
    suggestions.
    """
    done = directory_events.enter_present_players(
        cli.ctx, slug, who, new=new, source=source, tidy=tidy, confirmed=yes, client=client
    )
    _print_entered(cli, slug, done, as_json=as_json)


@command("directory enter")
@with_write_options
@click.argument("people", nargs=-1, required=True, metavar="PERSON…")
@yes_option
@click.pass_obj
def _enter(
    cli: CliContext, slug: str, people: tuple[str, ...], *, yes: bool, client: str | None, as_json: bool
) -> None:
    done = directory_events.enter_people(cli.ctx, slug, people, confirmed=yes, client=client)
    _print_entered(cli, slug, done, as_json=as_json)


def _print_entered(cli: CliContext, slug: str, done: JournalResult[Entered], *, as_json: bool) -> None:
    event = cli.ctx.open(slug)
    ids = [event.id(e.no) for e in done.fact.entrants if e.no in event.state.entrants]
    print_result(
        done, as_json=as_json, text=f"Entered {len(ids)}; {len(event.state.entrants)} in all.", more={"players": ids}
    )


@command("directory links")
@with_json_option
@click.pass_obj
def _links(cli: CliContext, slug: str, *, as_json: bool) -> None:
    """Linked by official number, exact name or confirmed spelling; link anyone else with `directory link`."""
    show_rows(
        directory_events.link_rows(cli.ctx, slug),
        ("id", "name", "person", "how", "perhaps"),
        lambda r: (r.player, r.name, r.person, r.how, ", ".join(f"{p.name} {p.id}" for p in r.perhaps)),
        as_json=as_json,
        cut=50,
        none="No players entered yet.",
    )


@command("directory link")
@_with_change_options
@click.argument("player", metavar="PLAYER")
@click.argument("person", metavar="PERSON")
@click.option("--alias", is_flag=True, help="Also record this name as a spelling of that person.")
@click.pass_obj
def _link(cli: CliContext, slug: str, player: str, person: str, *, alias: bool, as_json: bool) -> None:
    print_directory_result(directory_events.link(cli.ctx, slug, player, person, alias=alias), as_json=as_json)


@command("directory unlink")
@_with_change_options
@click.argument("player", metavar="PLAYER")
@click.pass_obj
def _unlink(cli: CliContext, slug: str, player: str, *, as_json: bool) -> None:
    print_directory_result(directory_events.unlink(cli.ctx, slug, player), as_json=as_json, text="Unlinked.")


@command("directory add-players")
@_with_change_options
@click.argument("players", nargs=-1, metavar="[PLAYER]…")
@click.pass_obj
def _take(cli: CliContext, slug: str, players: tuple[str, ...], *, as_json: bool) -> None:
    """Without PLAYER: every player who is not in the directory and resembles no one in it."""
    print_directory_result(directory_events.add_to_directory(cli.ctx, slug, players), as_json=as_json)


@command("directory changes")
@with_json_option
@_list_option
@click.pass_obj
def _changes(cli: CliContext, slug: str, *, list_no: int, as_json: bool) -> None:
    rows = directory_ratings.change_rows(directory_ratings.changes(cli.ctx, slug, list_no))
    show(rows, _change_table(rows) if rows else "No players entered yet.", as_json=as_json)


def _change_table(rows: Sequence[ChangeRow]) -> list[str]:
    cells = [
        (r.player, r.name, r.person, r.before, r.change and change_text(r.change), r.after, r.games, r.why)
        for r in rows
    ]
    heads = ("id", "name", "person", "before", "change", "after", "games", "why not")
    return table(heads, cells, right="before change after games")


def change_text(change: int | None) -> str | None:
    """A change of a rating, with its sign."""
    return None if change is None else f"{change:+d}"


@command("directory apply")
@_with_change_options
@_list_option
@yes_option
@click.pass_obj
def _apply(cli: CliContext, slug: str, *, list_no: int, yes: bool, as_json: bool) -> None:
    """Only when all rounds are finished. `directory changes` previews every change."""
    print_directory_result(directory_ratings.apply(cli.ctx, slug, list_no=list_no, confirmed=yes), as_json=as_json)


@command("directory revert")
@_with_change_options
@_list_option
@click.pass_obj
def _take_back(cli: CliContext, slug: str, *, list_no: int, as_json: bool) -> None:
    """Only while these people have no later rating changes."""
    print_directory_result(directory_ratings.take_back(cli.ctx, slug, list_no=list_no), as_json=as_json)


@command("close")
@_with_change_options
@click.option("--series", "to", metavar="S", help="Add it to this series; default: the series of the previous event.")
@click.option("--no-series", is_flag=True, help="Don't add it to a series.")
@click.option("--list", "list_no", type=click.IntRange(1, 2), help="Only this rating list; default: all.")
@click.option("--take", is_flag=True, help="First add players who are not in the directory.")
@click.option("--look", is_flag=True, help="Only preview the changes.")
@yes_option
@click.pass_obj
def close_command(
    cli: CliContext,
    slug: str,
    *,
    to: str | None,
    no_series: bool,
    list_no: int | None,
    take: bool,
    look: bool,
    yes: bool,
    as_json: bool,
) -> None:
    """Applies the ratings to the directory and adds the tournament to its series, each once; steps already done are
    skipped.
    """
    if no_series and to is not None:
        raise click.UsageError("--series and --no-series exclude each other")
    to = "" if no_series else to
    if look:
        preview = closing.closing_row(closing.plan_closing(cli.ctx, slug, to=to, list_no=list_no))
        if as_json:
            say_json({key: value for key, value in structs.asdict(preview).items() if key != "notes"})
        else:
            _say_lists(preview.lists)
            for goal in preview.series:
                say(f"Series: {goal.name}{' (already in it)' if goal.inside else ''}")
        return
    closed = closing.close(cli.ctx, slug, to=to, list_no=list_no, take=take, confirmed=yes)
    if as_json:
        say_json(
            {
                "action": "closed",
                "notes": closed.notes,
                "slug": slug,
                "lists": closed.lists,
                "series": [{"slug": goal.slug, "name": goal.name} for goal in closed.series],
            }
        )
        return
    _say_lists(closed.lists)
    say(closed.notes)
    for standings in closing.standings_of(cli.ctx, [goal.slug for goal in closed.series]):
        say(f"{standings.name}:")
        cells = [(r.place, r.name, r.points) for r in standings.rows[:_TOP]]
        say(table(("place", "name", "points"), cells, right="place points", cut=40))


def _say_lists(lists: Sequence[ListChanges]) -> None:
    for list_changes in lists:
        if list_changes.changes:
            say(_change_table(list_changes.changes))


@command("directory status")
@with_json_option
@click.pass_obj
def _status(cli: CliContext, slug: str, *, as_json: bool) -> None:
    status = directory_ratings.status(cli.ctx, slug)
    if as_json:
        say_json(status)
        return
    for row in status.lists:
        if row.rated:
            say(f"List {row.list}: {_status_text(row, slug)}")
    if unknown := status.not_in_directory:
        say_note(
            f"Not in the directory: {', '.join(unknown[:12])}{' …' if len(unknown) > 12 else ''}. "
            f"`pareo directory links {slug}` tells who they might be."
        )
    say_note(f"`pareo close {slug}` applies the ratings and adds it to its series.")


def _status_text(row: DirectoryStatusRow, slug: str) -> str:
    if row.differs:
        return f"applied, but corrected since. `pareo directory take-back {slug}`, then apply again."
    if row.applied:
        return "applied."
    if row.closed:
        return f"ready: `pareo directory apply {slug}`."
    return "not all rounds are finished."
