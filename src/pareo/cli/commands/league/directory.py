"""Commands for the directory: people and clubs across tournaments, their ratings, lists of them.

What ties it to one tournament is in `directory_events`.
"""

from __future__ import annotations

from pathlib import Path

import click

from pareo.app.league import directory, directory_clubs, directory_lists
from pareo.app.league.directory_snapshot import SORTS, load_directory
from pareo.cli.commands.league import directory_events
from pareo.cli.commands.league.directory_events import change_text
from pareo.cli.context import CliContext
from pareo.cli.options import assignments, command, json_option, read_file, write_file, yes_option
from pareo.cli.output import say, say_json, show, show_rows
from pareo.cli.text_table import table
from pareo.core.league.directory import Club, Person
from pareo.core.model.player_fields import RATING_MOST
from pareo.core.text.name_order import split_name
from pareo.formats.tables.directory_files import read_people, write_people

directory_command = directory_events.directory_command
_person = click.argument("person", metavar="PERSON")
_list_option = click.option("--list", "list_no", type=click.IntRange(1, 2), default=1, help="Rating list: 1 or 2.")
_tidy_option = click.option("--tidy", is_flag=True, help="Fix capital letters in names and clubs.")


_DETAILS = (
    "sex",
    "title",
    "club",
    "federation",
    "birth_year",
    "local_id",
    "intl_id",
    "rating",
    "games",
    "rating2",
    "games2",
    "aliases",
    "note",
)


# --- looking --------------------------------------------------------------------------------------------------------


@command("directory list")
@click.argument("words", nargs=-1)
@click.option("--sort", type=click.Choice(SORTS), default="name", help="Sort order.")
@click.option("--club", metavar="CLUB", help="Only this club.")
@json_option
@click.pass_obj
def _list(cli: CliContext, words: tuple[str, ...], *, sort: str, club: str | None, as_json: bool) -> None:
    """PERSON is an ID, an official number or a full name that only one person has."""
    snapshot = load_directory(cli.ctx)
    club_id = directory_clubs.find_club(snapshot, club).id if club else ""
    page = directory.search(snapshot, " ".join(words), sort=sort, club=club_id, size=max(1, len(snapshot.people)))
    rows = directory.person_rows(snapshot, page.people)
    show_rows(
        rows,
        ("id", "name", "title", "club", "rating", "games", "rating2", "games2"),
        lambda r: (r.id, r.name, r.title, r.club, r.rating, r.games or None, r.rating2, r.games2 or None),
        as_json=as_json,
        right="rating games rating2 games2",
        cut=30,
        none="No one matches." if words or club else "The directory is empty: `pareo directory import FILE` fills it.",
    )


@command("directory show")
@_person
@json_option
@click.pass_obj
def _show(cli: CliContext, person: str, *, as_json: bool) -> None:
    row = directory.with_history(cli.ctx, person)
    if as_json:
        say_json(row)
        return
    say(f"{row.name or '(erased)'}  {row.id}")
    for key in _DETAILS:
        value = getattr(row, key)
        if value:
            say(f"  {key}: {', '.join(value) if key == 'aliases' else value}")
    if row.history:
        cells = [
            (s.date, s.list, s.event, s.reason, s.before, change_text(s.change), s.after, s.games) for s in row.history
        ]
        say(
            table(
                ("date", "list", "event", "reason", "before", "change", "after", "games"),
                cells,
                right="list before change after games",
            )
        )


@command("directory export")
@click.option("-o", "--output", metavar="FILE", help="Write to this file instead of the terminal.")
@json_option
@click.pass_obj
def _export(cli: CliContext, output: str | None, *, as_json: bool) -> None:
    """The file contains all personal data: protect it like the directory itself."""
    snapshot = load_directory(cli.ctx)
    rows = directory.person_rows(snapshot, [snapshot.people[pid] for pid in snapshot.order])
    data = write_people(rows)
    if output:
        write_file(Path(output), data)
    if as_json:
        say_json({"file": output, "people": len(rows)} if output else rows)
    elif output:
        say(f"Wrote {output}.")
    else:
        click.echo(data, nl=False)


# --- people ---------------------------------------------------------------------------------------------------------


@command("directory add")
@click.argument("name")
@click.argument("fields", nargs=-1, metavar="[KEY=VALUE]…")
@_tidy_option
@yes_option
@json_option
@click.pass_obj
def _add(cli: CliContext, name: str, fields: tuple[str, ...], *, tidy: bool, yes: bool, as_json: bool) -> None:
    """Keys: sex, title, club, federation, birth_year, local_id, intl_id, rating, games, rating2, games2, note."""
    first, last = split_name(name)
    values = {"first": first, "last": last, **assignments(fields)}
    person = directory.add(cli.ctx, directory_lists.tidied_fields(values) if tidy else values, confirmed=yes)
    _show_person(person, f"{person.name} is in the directory with id {person.id}.", "directory-added", as_json=as_json)


@command("directory edit")
@_person
@click.argument("changes", nargs=-1, required=True, metavar="KEY=VALUE…")
@json_option
@click.pass_obj
def _edit(cli: CliContext, person: str, changes: tuple[str, ...], *, as_json: bool) -> None:
    """An empty VALUE clears a field. Change ratings with `directory correct`."""
    changed = directory.edit(cli.ctx, person, assignments(changes))
    _show_person(changed, f"Changed {changed.name}.", "directory-edited", as_json=as_json)


@command("directory alias")
@_person
@click.argument("name")
@click.option("--remove", is_flag=True, help="Remove this spelling.")
@json_option
@click.pass_obj
def _alias(cli: CliContext, person: str, name: str, *, remove: bool, as_json: bool) -> None:
    """From now on a player with this name is this person, in every tournament."""
    change = directory.remove_alias if remove else directory.add_alias
    changed = change(cli.ctx, person, name)
    spellings = ", ".join(changed.aliases) or "no other spelling"
    _show_person(changed, f"{changed.name}: {spellings}.", "directory-edited", as_json=as_json)


@command("directory merge")
@click.argument("keep", metavar="PERSON")
@click.argument("other", metavar="OTHER")
@yes_option
@json_option
@click.pass_obj
def _merge(cli: CliContext, keep: str, other: str, *, yes: bool, as_json: bool) -> None:
    """OTHER is deleted; its name becomes a confirmed spelling of PERSON."""
    merged = directory.merge(cli.ctx, keep, other, confirmed=yes)
    _show_person(merged, f"Merged into {merged.name} ({merged.id}).", "directory-merged", as_json=as_json)


@command("directory erase")
@_person
@yes_option
@json_option
@click.pass_obj
def _forget(cli: CliContext, person: str, *, yes: bool, as_json: bool) -> None:
    """Name and details are erased; ratings stay as numbers. For the players of a tournament use `pareo erase`."""
    done = directory.forget(cli.ctx, person, confirmed=yes)
    text = "Erased; {person} has no name any more.".format(**done.data)
    directory_events.print_directory_result(done, as_json=as_json, text=text)


@command("directory correct")
@_person
@click.argument("rating", type=click.IntRange(0, RATING_MOST), required=False)
@click.option("--reason", metavar="TEXT", default="", help="Reason; it stays in the history.")
@click.option("--games", type=click.IntRange(min=0), metavar="N", help="Rated games, if also wrong.")
@click.option("--take-back", is_flag=True, help="Undo the last correction instead.")
@_list_option
@json_option
@click.pass_obj
def _correct(
    cli: CliContext,
    person: str,
    rating: int | None,
    *,
    reason: str,
    games: int | None,
    take_back: bool,
    list_no: int,
    as_json: bool,
) -> None:
    """Without RATING the rating is removed."""
    if take_back:
        step = directory.take_back_correction(cli.ctx, person, list_no=list_no)
    else:
        step = directory.correct(cli.ctx, person, rating, reason=reason, list_no=list_no, games=games)
    corrected = directory.find(load_directory(cli.ctx), step.person)
    now = corrected.rating_in_list(list_no)[0]
    text = f"{corrected.name}: rating {now if now is not None else 'none'}."
    _show_person(corrected, text, "directory-corrected", as_json=as_json)


@command("directory import")
@click.argument("file")
@_tidy_option
@click.option("--look", is_flag=True, help="Only preview what would happen to each row.")
@json_option
@click.pass_obj
def _import(cli: CliContext, file: str, *, tidy: bool, look: bool, as_json: bool) -> None:
    """Columns by header, in any order; only a name is required: name or first and last, rating, games, rating2, games2,
    club, federation, birth_year, sex, title, local_id, intl_id, aliases, note. FILE - reads standard input.
    """
    notes: list[str] = []
    rows = read_people(read_file(file), notes=notes)
    if look:
        preview_rows = directory_lists.planned_rows(directory_lists.preview(cli.ctx, rows, tidy=tidy))
        show_rows(
            preview_rows,
            ("line", "name", "fate", "problem"),
            lambda r: (r.line, r.name, r.fate, r.problem),
            as_json=as_json,
            cut=60,
        )
        return
    done = directory_lists.import_list(cli.ctx, rows, tidy=tidy)
    directory_events.print_directory_result(done, as_json=as_json, notes=notes)


# --- clubs ----------------------------------------------------------------------------------------------------------


@command("directory clubs")
@json_option
@click.pass_obj
def _clubs(cli: CliContext, *, as_json: bool) -> None:
    show_rows(
        directory_clubs.club_rows(load_directory(cli.ctx)),
        ("id", "name", "short", "city", "people", "aliases"),
        lambda r: (r.id, r.name, r.short, r.city, r.people, ", ".join(r.aliases)),
        as_json=as_json,
        right="people",
        cut=40,
        none="There is no club yet.",
    )


@command("directory add-club")
@click.argument("name")
@click.option("--short", default="", metavar="TEXT", help="Short name.")
@click.option("--city", default="", metavar="TEXT", help="City.")
@json_option
@click.pass_obj
def _add_club(cli: CliContext, name: str, *, short: str, city: str, as_json: bool) -> None:
    _show_club(directory_clubs.add_club(cli.ctx, name, short=short, city=city), "Added {name}.", as_json=as_json)


@command("directory edit-club")
@click.argument("club", metavar="CLUB")
@click.argument("changes", nargs=-1, required=True, metavar="KEY=VALUE…")
@json_option
@click.pass_obj
def _edit_club(cli: CliContext, club: str, changes: tuple[str, ...], *, as_json: bool) -> None:
    """Keys: name, short, city. The old name stays known."""
    changed = directory_clubs.edit_club(cli.ctx, club, assignments(changes))
    _show_club(changed, "Changed {name}.", as_json=as_json)


@command("directory merge-clubs")
@click.argument("keep", metavar="CLUB")
@click.argument("other", metavar="OTHER")
@yes_option
@json_option
@click.pass_obj
def _merge_clubs(cli: CliContext, keep: str, other: str, *, yes: bool, as_json: bool) -> None:
    """OTHER becomes a spelling of CLUB."""
    _show_club(
        directory_clubs.merge_clubs(cli.ctx, keep, other, confirmed=yes), "One club now: {name}.", as_json=as_json
    )


def _show_club(club: Club, text: str, *, as_json: bool) -> None:
    show(
        {"action": "directory-club", "notes": [], "club": club.id, "name": club.name},
        text.format(name=club.name),
        as_json=as_json,
    )


def _show_person(person: Person, text: str, action: str, *, as_json: bool) -> None:
    show({"action": action, "notes": [], "person": person.id, "name": person.name}, text, as_json=as_json)
