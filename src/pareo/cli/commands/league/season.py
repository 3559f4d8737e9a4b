"""Commands about clubs in one tournament, and about duplicate events."""

from __future__ import annotations

from collections.abc import Sequence

import click

from pareo.cli.context import CliContext
from pareo.cli.options import command, group, json_option, read_text, with_json_option, yes_option
from pareo.cli.output import print_result, say, say_json, show, show_rows
from pareo.cli.text_table import table


@command("clubs")
@with_json_option
@click.option(
    "--best", type=click.IntRange(min=0), metavar="K", help="Number of scores that count; 0: all. Default: as set."
)
@click.option(
    "--min", "minimum", type=click.IntRange(min=1), metavar="N", help="Minimum number of players to rank a club."
)
@click.option("--by", type=click.Choice(["club", "federation"]), help="Group by club or federation.")
@click.option("--tie-break", "tiebreaks", multiple=True, metavar="ID", help="Tie-break between clubs; repeat for more.")
@click.option("--after", type=click.IntRange(min=0), metavar="R", help="After this round; default: the last finished.")
@click.option("--csv", "as_csv", is_flag=True, help="Answer with CSV.")
@click.pass_obj
def clubs_command(
    cli: CliContext,
    /,
    slug: str,
    *,
    best: int | None,
    minimum: int | None,
    by: str | None,
    tiebreaks: Sequence[str],
    after: int | None,
    as_json: bool,
    as_csv: bool,
) -> None:
    """The best scores of each club, added up. Players without a club are left out."""
    from pareo.app.screens.club_standings import ClubOptions, club_rows  # noqa: PLC0415
    from pareo.formats.tables.series_files import clubs_csv  # noqa: PLC0415

    rows = club_rows(cli.ctx, slug, ClubOptions(best, minimum, by, tuple(tiebreaks), after))
    if as_csv and not as_json:
        click.echo(clubs_csv(rows), nl=False)
        return
    show_rows(
        rows,
        ("place", "club", "points", "players", "counting", "decided by"),
        lambda r: (
            r.place,
            r.club,
            r.points,
            r.players,
            ", ".join(f"{p.name} {p.points:g}" for p in r.counting),
            r.decided_by,
        ),
        as_json=as_json,
        right="place points players",
        cut=60,
        none="No player has a club here.",
    )


duplicate_command = group("duplicate")
_event = click.argument("event")


@command("duplicate new")
@click.argument("name")
@click.option("--slug", metavar="S", help="Short name; made from the name if left out.")
@click.option("--date", default="", metavar="DAY", help="Date of the event, such as 2026-11-15.")
@click.option("--names", type=click.Choice(["full", "initial"]), default="full", help="Names on the public page.")
@json_option
@click.pass_obj
def _new(cli: CliContext, name: str, *, slug: str | None, date: str, names: str, as_json: bool) -> None:
    from pareo.app.league import duplicate  # noqa: PLC0415

    created = duplicate.create(cli.ctx, name, slug=slug, date=date, names=names)
    show({"seq": 1, "action": "created", "notes": [], "slug": created}, created, as_json=as_json)


@command("duplicate list")
@json_option
@click.pass_obj
def _list(cli: CliContext, *, as_json: bool) -> None:
    from pareo.app.league import duplicate  # noqa: PLC0415

    show_rows(
        duplicate.list_duplicates(cli.ctx),
        ("slug", "name", "date", "games"),
        lambda r: (r.slug, r.name, r.date, r.games),
        as_json=as_json,
        right="games",
        cut=44,
        none="No duplicate event yet: create one with `pareo duplicate new NAME`.",
    )


@command("duplicate enter")
@_event
@click.argument("file", required=False)
@click.option("--game", type=click.IntRange(min=1), default=1, metavar="G", help="Number of the game.")
@click.option("--best", metavar="POINTS", help="The best possible points turn by turn: 32,45,50.")
@click.option("--sheet", metavar="NAME=POINTS", multiple=True, help='One sheet: "Ada Ríos=30,45,-".')
@click.option("--remove", "removed", metavar="NAME", help="Erase a player's sheets of all games.")
@json_option
@click.pass_obj
def _enter(
    cli: CliContext,
    /,
    event: str,
    file: str | None,
    *,
    game: int,
    best: str | None,
    sheet: Sequence[str],
    removed: str | None,
    as_json: bool,
) -> None:
    """FILE: rows of a name and the points turn by turn (a dash for no move); the row BEST has the best possible points.
    A sheet entered again replaces the earlier one. If any row is wrong, nothing is entered.
    """
    from pareo.app.league import duplicate  # noqa: PLC0415

    if removed is not None:
        print_result(duplicate.remove_sheet(cli.ctx, event, removed), as_json=as_json, text="Erased.")
        return
    lines = [f"BEST={best}"] if best is not None else []
    typed = "\n".join(_sheet_row(line) for line in (*lines, *sheet))
    text = "\n".join(filter(None, (read_text(file) if file else "", typed)))
    if not text:
        raise click.UsageError("give a FILE, --best or --sheet")
    done = duplicate.enter(cli.ctx, event, game, duplicate.read_sheets(text))
    print_result(done, as_json=as_json, text=(), more={"game": game, "sheets": done.sheets})


def _sheet_row(text: str) -> str:
    name, equals, points = text.partition("=")
    if not equals:
        raise click.BadParameter(f"“{text}” is not NAME=POINTS")
    return ",".join((f'"{name.strip()}"', points))


@command("duplicate ranking")
@_event
@json_option
@click.option("--csv", "as_csv", is_flag=True, help="Answer with CSV.")
@click.option("--html", "as_html", is_flag=True, help="Output one HTML page with public names.")
@click.option("--lang", default="en", metavar="L", help="With --html: en, es, pt or it.")
@click.pass_obj
def _ranking(cli: CliContext, event: str, *, as_json: bool, as_csv: bool, as_html: bool, lang: str) -> None:
    """By percentage of the best possible score; equal scores share the place."""
    from pareo.app.league import duplicate  # noqa: PLC0415
    from pareo.formats.tables.series_files import duplicate_csv  # noqa: PLC0415

    ranking = duplicate.show_duplicate(cli.ctx, event, public=as_html)
    if as_json:
        say_json(ranking.rows)
    elif as_csv:
        click.echo(duplicate_csv(ranking), nl=False)
    elif as_html:
        from pareo.pages.single_file import duplicate_html  # noqa: PLC0415

        click.echo(duplicate_html(ranking, lang), nl=False)
    elif ranking.rows:
        games = [f"game-{number}" for number in range(1, len(ranking.games) + 1)]
        cells = [(r.place, r.name, r.percent, r.points, r.behind, r.best_moves, *r.by_game) for r in ranking.rows]
        heads = ("place", "name", "%", "points", "behind", "best-moves", *(games if len(games) > 1 else ()))
        right = " ".join(head for head in heads if head != "name")
        say(table(heads, [row[: len(heads)] for row in cells], right=right))
    else:
        say("No sheet has been entered yet.")


@command("duplicate delete")
@_event
@yes_option
@json_option
@click.pass_obj
def _delete(cli: CliContext, event: str, *, yes: bool, as_json: bool) -> None:
    from pareo.app.league import duplicate  # noqa: PLC0415

    print_result(duplicate.remove(cli.ctx, event, confirmed=yes), as_json=as_json, text=f"Deleted {event}.")
