"""The command that says what everybody needs."""

from __future__ import annotations

import sys

import click

from pareo.app.forecast.qualification_rows import by_goal, chance_words, outlook_rows
from pareo.app.rows.forecast import OutlookRow
from pareo.app.wording.event_words import EventWords
from pareo.cli.context import CliContext
from pareo.cli.options import command, language_option, with_json_option
from pareo.cli.output import say, say_json
from pareo.cli.text_table import lower_heads, table
from pareo.core.qualification.simulation import Progress


@command("outlook")
@with_json_option
@click.argument("player", required=False)
@click.option("--after", type=click.IntRange(min=1), metavar="N", help="Outlook as it was after round N.")
@language_option
@click.pass_obj
def outlook_command(cli: CliContext, slug: str, player: str | None, *, after: int | None, as_json: bool) -> None:
    """Certain, out of reach, or what a player needs. “Certain” and “out of reach” hold whatever the remaining results,
    unless a result is corrected, a player joins late or the cut changes; chances assume even matches. If players drop,
    others can move up.
    """
    words = cli.words(slug)
    rows = outlook_rows(cli.ctx, slug, player, after=after, progress=None if as_json else progress())
    if as_json:
        say_json(rows)
    elif not rows:
        say(
            words.texts.gettext(
                "Nothing to project: no Swiss round is published, or its players have already advanced."
            )
        )
    elif player is not None:
        for row in rows:
            points = words.texts.ngettext("%(points)s point", "%(points)s points", row.points)
            say(f"{row.name} ({words.pod(row.goal)}, {points % {'points': words.figure(row.points)}})")
            say("  " + words.note(line) for line in row.says)
    else:
        for name, part in by_goal(rows):
            say(words.pod(name))
            _say_rows(part, words)


def _say_rows(rows: list[OutlookRow], words: EventWords) -> None:
    _, pgettext = words.texts.gettext, words.texts.pgettext
    verdicts = {
        "in": pgettext("terminal", "in"),
        "open": pgettext("terminal", "undecided"),
        "out": pgettext("terminal", "out"),
    }
    results = {"win": pgettext("terminal", "win"), "tie": _("draw"), "loss": pgettext("terminal", "loss"), "": ""}
    cells = [
        (
            f"{r.name} ({r.player})",
            words.figure(r.points),
            verdicts[r.verdict],
            _places(r),
            results[_needs(r)],
            "" if r.chance is None else words.note(chance_words(r.chance, r.margin or 0)),
        )
        for r in rows
    ]
    heads = lower_heads(
        _("Player"), _("Points"), _("Outlook"), _("Places"), pgettext("terminal", "enough"), _("Chance")
    )
    say("  " + line for line in table(heads, cells, right=(heads[1], heads[3], heads[5]), cut=26))


def _places(row: OutlookRow) -> str:
    return str(row.best) if row.best == row.worst else f"{row.best}-{row.worst}"


def _needs(row: OutlookRow) -> str:
    """The least of the player's own results that is certainly enough; empty if none is, or none is needed."""
    enough = [if_result.result for if_result in row.ifs if if_result.verdict == "in"]
    return (enough[-1] if row.verdict == "open" else "") if enough else ""


def progress() -> Progress | None:
    """Shows progress on one line of the terminal; None where nobody looks on."""
    if not sys.stderr.isatty():
        return None

    def show(done: int, total: int) -> None:
        click.echo(f"\r{done}/{total}{'' if done < total else chr(13) + ' ' * 12 + chr(13)}", nl=False, err=True)

    return show
