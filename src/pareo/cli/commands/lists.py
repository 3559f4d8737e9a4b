"""Commands for lists: handing in, looking, who is missing, checking a file, the code a team is locked with."""

from __future__ import annotations

from dataclasses import fields
from pathlib import Path
from typing import Any

import click

from pareo import rulesets
from pareo.app.commands.lists import submit as lists
from pareo.app.queries.lists import views as list_views
from pareo.app.rows import lists as list_rows
from pareo.cli.context import CliContext
from pareo.cli.options import (
    command,
    complete_rulesets,
    group,
    json_option,
    override_option,
    override_reason,
    read_file,
    with_json_option,
    with_write_options,
    write_file,
)
from pareo.cli.output import print_result, say, say_json, say_note, show_rows
from pareo.core.journal.floor_facts import ListFact
from pareo.core.lists.reading import ReadList
from pareo.core.model.lists import KINDS, LOCK

lists_command = group("lists")

_player = click.argument("player", metavar="ID")
_person = click.option("--person", metavar="NAME", help="Team member: name or ID.")
_version = click.option("--version", type=click.IntRange(min=1), metavar="N", help="Number of an earlier version.")
_lock = click.option("--lock", is_flag=True, help="Show the team's QR code instead of the list.")


@command("lists hand-in")
@with_write_options
@_player
@click.argument("file")
@click.option("--kind", type=click.Choice(KINDS[:-1]), help="Kind of list; default: by the ruleset and FILE.")
@_person
@override_option
@click.pass_obj
def _hand_in(
    cli: CliContext,
    slug: str,
    player: str,
    file: str,
    *,
    kind: str | None,
    person: str | None,
    override: str | None,
    client: str | None,
    as_json: bool,
) -> None:
    """FILE is a deck (lines such as “4 Pikachu”, or an exported list), a video-game team, an X-Wing squad (XWS, or
    lines “Pilot (ship) cost: upgrade cost, upgrade cost” under “Faction: Rebel”), free text, or a photo (JPEG, PNG,
    WebP). FILE - reads what is piped in. A team's captain hands in both squads in one file, each under “Player: NAME”.

    A list over a limit is refused with every limit named; after the start of round 1 lists are locked.
    """
    done = lists.hand_in(
        cli.ctx,
        slug,
        player,
        read_file(file),
        kind=kind,
        person=person,
        override=override_reason(override),
        client=client,
    )
    event = cli.ctx.open(slug)
    rows = done.fact.lists
    numbers = ", ".join(f"version {row.number} ({row.kind})" for row in rows)
    print_result(
        done,
        as_json=as_json,
        text=f"Handed in for {event.name(done.fact.no)}: {numbers}.",
        more={"player": event.id(done.fact.no), "lists": [_fact_row(row) for row in rows]},
    )


def _fact_row(row: ListFact) -> dict[str, Any]:
    return {
        "version": row.number,
        "kind": row.kind,
        "sha256": row.sha256,
        "points": row.points,
        "epic": row.epic,
        "faction": row.faction or None,
        "cards": row.cards,
        "problems": list(row.problems),
    }


@command("lists list")
@with_json_option
@click.pass_obj
def _list(cli: CliContext, slug: str, *, as_json: bool) -> None:
    view = list_views.lists_view(cli.ctx, slug)
    _say_rows(
        view.rows,
        as_json=as_json,
        empty="This event does not collect lists." if view.mode == "off" else "No lists yet.",
    )
    if not as_json and view.rows:
        if view.missing:
            say(f"{len(view.missing)} missing.")
        if view.note:
            say_note(view.note)


@command("lists missing")
@with_json_option
@click.pass_obj
def _missing(cli: CliContext, slug: str, *, as_json: bool) -> None:
    """Where lists are optional, none is missing."""
    _say_rows(list_views.missing(cli.ctx, slug), as_json=as_json, empty="No list is missing.")


def _say_rows(rows: tuple[list_rows.ListRow, ...], *, as_json: bool, empty: str) -> None:
    if as_json:
        say_json([_list_row(row) for row in rows])
        return
    heads = ("id", "name", "list", "version", "time", "points", "epic", "faction", "cards", "problems")
    show_rows(
        rows,
        heads,
        lambda r: (
            r.player,
            r.person_name if r.person_name in (r.name, "") else f"{r.name}: {r.person_name}{' (captain)' * r.captain}",
            _state(r),
            r.version,
            r.at[:16].replace("T", " "),
            r.points,
            r.epic,
            r.faction,
            r.cards,
            "; ".join(r.problems),
        ),
        as_json=False,
        right="points epic cards version",
        cut=40,
        none=empty,
    )


def _state(row: list_rows.ListRow) -> str:
    if row.handed_in:
        return f"{row.kind}, no code" if row.lock_missing else row.kind
    return "MISSING" if row.missing else "–"


def _list_row(row: list_rows.ListRow) -> dict[str, Any]:
    """A row of the table of lists, as JSON."""
    values = {f.name: getattr(row, f.name) for f in fields(row)}
    return {
        **values,
        "problems": list(row.problems),
        "kind": row.kind or None,
        "at": row.at or None,
        "by": row.by or None,
        "faction": row.faction or None,
        "sha256": row.sha256 or None,
        "lock_at": row.lock_at or None,
        "override": row.override or None,
    }


@command("lists show")
@with_json_option
@_player
@_person
@_version
@_lock
@click.option("-o", "--output", metavar="FILE", help="Write the content to this file (for photos).")
@click.pass_obj
def _show(
    cli: CliContext,
    slug: str,
    player: str,
    *,
    person: str | None,
    version: int | None,
    lock: bool,
    output: str | None,
    as_json: bool,
) -> None:
    view = list_views.list_shown(cli.ctx, slug, player, person=person, version=version, lock=lock)
    if output is not None:
        data = (
            list_views.photo(cli.ctx, slug, player, person=person, version=version, lock=lock).data
            if view.is_photo
            else view.text.encode()
        )
        write_file(Path(output), data)
    if as_json:
        say_json(
            {
                **list_views.version_row(view.version).plain(),
                "name": view.name,
                "person": view.person_name,
                "media": view.media,
                "text": view.text or None,
                "erased": view.erased,
                "sound": view.sound,
                "problems": list(view.problems),
                "reminders": list(view.reminders),
            }
        )
        return
    stored = view.version
    captain = ", captain" if view.captain else ""
    whose = f"{view.name} ({view.person_name}{captain})" if view.person_name != view.name else view.name
    say(f"{whose}, version {stored.number}, {stored.kind}, {stored.at[:16].replace('T', ' ')} UTC")
    say(f"SHA-256 {stored.sha256}")
    if view.erased:
        say("Its content was erased with the person.")
    elif view.is_photo:
        say(f"Wrote {output}." if output else f"A photo ({view.media}): write it to a file with -o FILE.")
    else:
        say("")
        say(view.text.rstrip("\n"))
    if not view.sound and not view.erased:
        say_note("This is not what was handed in: the fingerprint differs.")
    _say_judgement(view.problems, view.reminders)


def _say_judgement(problems: tuple[str, ...], reminders: tuple[str, ...]) -> None:
    if problems or reminders:
        say("")
    for problem in problems:
        say_note(f"Over a limit: {problem}.")
    for reminder in reminders:
        say_note(f"Remember: {reminder}")


@command("lists versions")
@with_json_option
@_player
@_person
@_lock
@click.pass_obj
def _versions(cli: CliContext, slug: str, player: str, *, person: str | None, lock: bool, as_json: bool) -> None:
    rows = [list_views.version_row(v) for v in list_views.versions(cli.ctx, slug, player, person=person, lock=lock)]
    show_rows(
        rows,
        ("version", "kind", "time", "by", "points", "cards", "sha256", ""),
        lambda r: (
            r.version,
            r.kind,
            r.time[:16].replace("T", " "),
            r.by,
            r.points,
            r.cards,
            r.sha256[:16],
            "withdrawn" if r.withdrawn else "",
        ),
        as_json=as_json,
        right="version points cards",
        none="Nothing handed in yet.",
    )


@command("lists withdraw")
@with_write_options
@_player
@_person
@_lock
@override_option
@click.pass_obj
def _withdraw(
    cli: CliContext,
    slug: str,
    player: str,
    *,
    person: str | None,
    lock: bool,
    override: str | None,
    client: str | None,
    as_json: bool,
) -> None:
    """It counts as not handed in; its versions stay."""
    done = lists.withdraw(
        cli.ctx, slug, player, person=person, lock=lock, override=override_reason(override), client=client
    )
    event = cli.ctx.open(slug)
    print_result(
        done,
        as_json=as_json,
        text=f"Withdrawn for {event.name(done.fact.no)}.",
        more={"player": event.id(done.fact.no)},
    )


@command("lists check-file")
@click.argument("file")
@click.option(
    "--ruleset",
    "ruleset_id",
    required=True,
    metavar="ID",
    shell_complete=complete_rulesets,
    help="Ruleset with the limits.",
)
@click.option("--kind", type=click.Choice(KINDS[:-1]), help="Kind of list; default: by the ruleset and FILE.")
@json_option
@click.pass_obj
def _check_file(_cli: CliContext, file: str, *, ruleset_id: str, kind: str | None, as_json: bool) -> None:
    """Exit code 1 if the list breaks a limit."""
    content = list_views.checked_content(rulesets.load(ruleset_id), read_file(file), kind=kind)
    if as_json:
        say_json(_content_row(content))
    else:
        say(_totals(content))
        _say_judgement(content.problems, content.reminders)
    if content.problems:
        click.get_current_context().exit(1)


def _content_row(content: ReadList) -> dict[str, Any]:
    return {
        "kind": content.kind,
        "points": content.points,
        "epic": content.epic,
        "faction": content.faction or None,
        "cards": content.cards,
        "sha256": content.sha256,
        "problems": list(content.problems),
        "reminders": list(content.reminders),
    }


def _totals(content: ReadList) -> str:
    if content.squad is not None:
        points = "unknown" if content.points is None else content.points
        ships = len(content.squad.ships)
        return f"{content.faction or 'No'} squad, {ships} ships, {points} points, {content.epic} epic points."
    if content.deck is not None:
        return f"A deck of {content.cards} cards."
    if content.team is not None:
        return f"A team of {len(content.team.members)}: {', '.join(content.team.members)}."
    return "A photo." if content.kind == "photo" else "Free text: nothing in it is counted."


@command("lists lock")
@with_write_options
@_player
@click.argument("file")
@_person
@override_option
@click.pass_obj
def _lock_team(
    cli: CliContext,
    slug: str,
    player: str,
    file: str,
    *,
    person: str | None,
    override: str | None,
    client: str | None,
    as_json: bool,
) -> None:
    """FILE has the text of the team's QR code, or a picture of it."""
    done = lists.hand_in(
        cli.ctx,
        slug,
        player,
        read_file(file),
        kind=LOCK,
        person=person,
        override=override_reason(override),
        client=client,
    )
    event = cli.ctx.open(slug)
    row = done.fact.lists[0]
    print_result(
        done,
        as_json=as_json,
        text=f"Stored the code of {event.name(done.fact.no)}: SHA-256 {row.sha256}.",
        more={"player": event.id(done.fact.no), "sha256": row.sha256},
    )


@command("lists compare")
@with_json_option
@_player
@click.argument("file")
@_person
@click.pass_obj
def _compare(cli: CliContext, slug: str, player: str, file: str, *, person: str | None, as_json: bool) -> None:
    """FILE has the text of the code shown at the check. Exit code 1 if the codes differ."""
    shown_code = read_file(file).decode("utf-8", "replace")
    check = list_views.compare_lock(cli.ctx, slug, player, shown_code, person=person)
    if as_json:
        say_json(
            {
                "same": check.same,
                "stored_at": check.stored_at,
                "stored_sha256": check.stored_sha256,
                "shown_sha256": check.shown_sha256,
            }
        )
    else:
        say("The same code." if check.same else "NOT the same code.")
    if not check.same:
        click.get_current_context().exit(1)
