"""The command that says what everybody needs."""

from __future__ import annotations

import sys
from collections.abc import Iterable

import click

from pareo.app.foresight.outlook_rows import OutlookRow, by_goal, outlook_rows
from pareo.cli.context import Place
from pareo.cli.options import command, reading
from pareo.cli.output import say, say_json
from pareo.cli.text_table import table
from pareo.core.outlook.odds import Progress
from pareo.core.rules.games import game_of
from pareo.core.words.languages import LANGUAGES
from pareo.core.words.notes import Note
from pareo.locale.catalogue import catalogue, in_game

language_option = click.option("--lang", type=click.Choice(LANGUAGES), default="en", show_default=True,
                               help="Language of whole sentences.")


@command("outlook")
@reading
@click.argument("player", required=False)
@click.option("--after", type=click.IntRange(min=1), metavar="N", help="As things stood when round N had ended.")
@language_option
@click.pass_obj
def outlook_command(
    place: Place, slug: str, player: str | None, *, after: int | None, lang: str, as_json: bool
) -> None:
    """In for sure, out of reach, or what it takes. What is called sure or out of reach is certain whatever the results
    still to come, unless one is corrected, somebody comes late or the cut changes; chances are by even contests. Who
    leaves makes room.
    """
    rows = outlook_rows(place.desk, slug, player, after=after, progress=None if as_json else progress())
    if as_json:
        say_json(rows)
    elif not rows:
        say("There is nothing to foretell: no Swiss round is published, or its players have gone on.")
    elif player is not None:
        for row in rows:
            say(f"{row.name} ({row.goal}, {row.points:g} points)")
            say("  " + line for line in in_words(place, slug, lang, row.says))
    else:
        for name, part in by_goal(rows):
            say(name)
            _say(part)


def in_words(place: Place, slug: str, lang: str, notes: Iterable[Note | str]) -> list[str]:
    """Sentences in the words of the event's game."""
    texts = catalogue(in_game(lang, game_of(place.desk.open(slug).state.ruleset)))
    return [texts.note(one) for one in notes]


def _say(rows: list[OutlookRow]) -> None:
    cells = [(f"{r.name} ({r.player})", r.points, r.verdict, _places(r), _needs(r),
              "" if r.chance is None else f"{100 * r.chance:.0f} %{_margin(r.margin)}") for r in rows]
    heads = ("player", "points", "verdict", "places", "enough", "chance")
    say("  " + line for line in table(heads, cells, right=("points", "places", "chance"), cut=26))


def _places(row: OutlookRow) -> str:
    return str(row.best) if row.best == row.worst else f"{row.best}-{row.worst}"


def _margin(margin: float | None) -> str:
    return f" ± {100 * margin:.0f}" if margin else ""


def _needs(row: OutlookRow) -> str:
    """The least of his own results that is certainly enough."""
    enough = [one.result for one in row.ifs if one.verdict == "in"]
    return (enough[-1] if row.verdict == "open" else "") if enough else ""


def progress() -> Progress | None:
    """A line that counts, where somebody looks on."""
    if not sys.stderr.isatty():
        return None

    def show(done: int, total: int) -> None:
        click.echo(f"\r{done}/{total}{'' if done < total else chr(13) + ' ' * 12 + chr(13)}", nl=False, err=True)

    return show
