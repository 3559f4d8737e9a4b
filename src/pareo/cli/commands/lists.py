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
_person = click.option("--person", metavar="NAME", help="Whose list, in a team: name, or id.")
_version = click.option("--version", type=click.IntRange(min=1), metavar="N", help="An earlier version.")
_lock = click.option("--lock", is_flag=True, help="The code the team is locked with, not the list.")


@command("lists hand-in")
@with_write_options
@_player
@click.argument("file")
@click.option("--kind", type=click.Choice(KINDS[:-1]), help="What FILE is; default: as the ruleset and FILE say.")
@_person
@override_option
@click.pass_obj
def _hand_in(
    place: CliContext,
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
        place.ctx,
        slug,
        player,
        read_file(file),
        kind=kind,
        person=person,
        override=override_reason(override),
        client=client,
    )
    event = place.ctx.open(slug)
    rows = done.fact.lists
    numbers = ", ".join(f"version {row.number} ({row.kind})" for row in rows)
    print_result(
        done,
        as_json=as_json,
        text=f"Handed in for {event.name(done.fact.no)}: {numbers}.",
        more={"player": event.id(done.fact.no), "lists": [_told_row(row) for row in rows]},
    )


def _told_row(row: ListFact) -> dict[str, Any]:
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
def _list(place: CliContext, slug: str, *, as_json: bool) -> None:
    view = list_views.lists_view(place.ctx, slug)
    _say_rows(view.rows, as_json=as_json, empty="This event takes no lists." if view.mode == "off" else "Nobody is in.")
    if not as_json and view.rows:
        if view.missing:
            say(f"{len(view.missing)} missing.")
        if view.note:
            say_note(view.note)


@command("lists missing")
@with_json_option
@click.pass_obj
def _missing(place: CliContext, slug: str, *, as_json: bool) -> None:
    """Nobody is missing where lists are optional."""
    _say_rows(list_views.missing(place.ctx, slug), as_json=as_json, empty="Nobody is missing.")


def _say_rows(rows: tuple[list_rows.ListRow, ...], *, as_json: bool, empty: str) -> None:
    if as_json:
        say_json([list_row(row) for row in rows])
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


def list_row(row: list_rows.ListRow) -> dict[str, Any]:
    """A row for scripts."""
    known = {f.name: getattr(row, f.name) for f in fields(row)}
    return {
        **known,
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
@click.option("-o", "--output", metavar="FILE", help="Write the content to this file: the way to see a photo.")
@click.pass_obj
def _show(
    place: CliContext,
    slug: str,
    player: str,
    *,
    person: str | None,
    version: int | None,
    lock: bool,
    output: str | None,
    as_json: bool,
) -> None:
    shown = list_views.list_shown(place.ctx, slug, player, person=person, version=version, lock=lock)
    if output is not None:
        data = (
            list_views.photo(place.ctx, slug, player, person=person, version=version, lock=lock).data
            if shown.is_photo
            else shown.text.encode()
        )
        write_file(Path(output), data)
    if as_json:
        say_json(
            {
                **list_views.version_row(shown.version).plain(),
                "name": shown.name,
                "person": shown.person_name,
                "media": shown.media,
                "text": shown.text or None,
                "erased": shown.erased,
                "sound": shown.sound,
                "problems": list(shown.problems),
                "reminders": list(shown.reminders),
            }
        )
        return
    kept = shown.version
    captain = ", captain" if shown.captain else ""
    whose = f"{shown.name} ({shown.person_name}{captain})" if shown.person_name != shown.name else shown.name
    say(f"{whose}, version {kept.number}, {kept.kind}, {kept.at[:16].replace('T', ' ')} UTC")
    say(f"SHA-256 {kept.sha256}")
    if shown.erased:
        say("Its content was erased with the person.")
    elif shown.is_photo:
        say(f"Wrote {output}." if output else f"A photo ({shown.media}): write it to a file with -o FILE.")
    else:
        say("")
        say(shown.text.rstrip("\n"))
    if not shown.sound and not shown.erased:
        say_note("The content is not the one that was handed in: its fingerprint differs.")
    _say_judgement(shown.problems, shown.reminders)


def _say_judgement(problems: tuple[str, ...], reminders: tuple[str, ...]) -> None:
    if problems or reminders:
        say("")
    for problem in problems:
        say_note(f"Over: {problem}.")
    for reminder in reminders:
        say_note(f"Remember: {reminder}")


@command("lists versions")
@with_json_option
@_player
@_person
@_lock
@click.pass_obj
def _versions(place: CliContext, slug: str, player: str, *, person: str | None, lock: bool, as_json: bool) -> None:
    rows = [list_views.version_row(v) for v in list_views.versions(place.ctx, slug, player, person=person, lock=lock)]
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
        none="Nothing has been handed in.",
    )


@command("lists withdraw")
@with_write_options
@_player
@_person
@_lock
@override_option
@click.pass_obj
def _withdraw(
    place: CliContext,
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
        place.ctx, slug, player, person=person, lock=lock, override=override_reason(override), client=client
    )
    event = place.ctx.open(slug)
    print_result(
        done,
        as_json=as_json,
        text=f"Taken back for {event.name(done.fact.no)}.",
        more={"player": event.id(done.fact.no)},
    )


@command("lists check-file")
@click.argument("file")
@click.option(
    "--ruleset", "ruleset_id", required=True, metavar="ID", shell_complete=complete_rulesets, help="Whose limits."
)
@click.option("--kind", type=click.Choice(KINDS[:-1]), help="What FILE is; default: as the ruleset and FILE say.")
@json_option
@click.pass_obj
def _check_file(_place: CliContext, file: str, *, ruleset_id: str, kind: str | None, as_json: bool) -> None:
    """Nothing is stored. Exit code 1 if a limit is violated."""
    read = list_views.checked_content(rulesets.load(ruleset_id), read_file(file), kind=kind)
    if as_json:
        say_json(_checked(read))
    else:
        say(_totals(read))
        _say_judgement(read.problems, read.reminders)
    if read.problems:
        click.get_current_context().exit(1)


def _checked(read: ReadList) -> dict[str, Any]:
    return {
        "kind": read.kind,
        "points": read.points,
        "epic": read.epic,
        "faction": read.faction or None,
        "cards": read.cards,
        "sha256": read.sha256,
        "problems": list(read.problems),
        "reminders": list(read.reminders),
    }


def _totals(read: ReadList) -> str:
    if read.squad is not None:
        points = "unknown" if read.points is None else read.points
        return f"{read.faction or 'No'} squad, {len(read.squad.ships)} ships, {points} points, {read.epic} epic points."
    if read.deck is not None:
        return f"A deck of {read.cards} cards."
    if read.team is not None:
        return f"A team of {len(read.team.members)}: {', '.join(read.team.members)}."
    return "A photo." if read.kind == "photo" else "Free text: nothing in it is counted."


@command("lists lock")
@with_write_options
@_player
@click.argument("file")
@_person
@override_option
@click.pass_obj
def _lock_team(
    place: CliContext,
    slug: str,
    player: str,
    file: str,
    *,
    person: str | None,
    override: str | None,
    client: str | None,
    as_json: bool,
) -> None:
    """FILE holds the text of the team's QR code, or a picture of it."""
    done = lists.hand_in(
        place.ctx,
        slug,
        player,
        read_file(file),
        kind=LOCK,
        person=person,
        override=override_reason(override),
        client=client,
    )
    event = place.ctx.open(slug)
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
def _compare(place: CliContext, slug: str, player: str, file: str, *, person: str | None, as_json: bool) -> None:
    """FILE holds the text of the code shown at a check. Exit code 1 if it is another one."""
    shown = read_file(file).decode("utf-8", "replace")
    check = list_views.compare_lock(place.ctx, slug, player, shown, person=person)
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
