"""The command that compares an event with other rules, or with TOM's places."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict

import click

from pareo.app.forecast.compare import compare_rules, ties_note
from pareo.app.rows.forecast import Compared
from pareo.app.wording.event_words import EventWords
from pareo.app.wording.tiebreak_words import decided_by
from pareo.cli.context import CliContext
from pareo.cli.options import command, complete_rulesets, language_option, with_json_option
from pareo.cli.output import say, say_json, say_note
from pareo.cli.text_table import lower_heads, table
from pareo.core.text.messages import Note, note, text_note
from pareo.formats.tdf.compare import Difference, differences

_CUT = 32  # columns of a cell


@command("compare")
@with_json_option
@click.option(
    "--with",
    "other",
    metavar="RULESET",
    shell_complete=complete_rulesets,
    help="List every place and pairing these rules would change, with the paragraph.",
)
@click.option(
    "--ruleset",
    "ruleset_id",
    metavar="ID",
    shell_complete=complete_rulesets,
    help="The document's ruleset; default: the event's own, or that of July 2019.",
)
@click.option("--all", "everybody", is_flag=True, help="Also show players whose place is the same.")
@language_option
@click.pass_obj
def compare_command(
    cli: CliContext, slug: str, *, other: str | None, ruleset_id: str | None, everybody: bool, as_json: bool
) -> None:
    """With other rules (--with), or with TOM: places by division as TOM, its file (if the event came from one), Pareo
    and the document give them.
    """
    if other is not None:
        if ruleset_id is not None or everybody:
            raise click.UsageError(text_note("--with can't be used with --ruleset or --all."))
        _say_other(cli, slug, other, as_json=as_json)
        return
    words = cli.words(slug)
    all_rows = differences(cli.ctx, slug, document=ruleset_id)
    rows = [row for row in all_rows if everybody or row.differs]
    if as_json:
        say_json([asdict(row) for row in rows])
    elif not rows:
        say(words.texts.gettext("TOM and the document rank all players the same."))
    else:
        _say_differences(rows, words)
        others = sum(row.tom_place != row.place for row in all_rows)
        source = (
            note("tom-in-file", "TOM's places are in the file.")
            if rows[0].in_file
            else note("tom-reckoned", "The file has no places, so they are calculated the way TOM does it.")
        )
        summary = note(
            "tom-others", "Places that differ from TOM's: {others} of {all}.", others=others, all=len(all_rows)
        )
        say_note(f"{words.note(source)} {words.note(summary)}")


def _say_differences(rows: Sequence[Difference], words: EventWords) -> None:
    _, pgettext = words.texts.gettext, words.texts.pgettext
    division, player, by, cite = lower_heads(_("Division"), _("Player"), _("Decided by"), _("Paragraph"))
    heads = (division, player, "TOM", by, pgettext("terminal", "here"), pgettext("terminal", "document"), by, cite)
    cells = [
        (
            words.pod(r.division),
            r.name,
            r.tom_place,
            decided_by(r.tom_decided_by, words.texts),
            r.place,
            r.document_place,
            decided_by(r.document_decided_by, words.texts),
            _(r.paragraph),
        )
        for r in rows
    ]
    say(table(heads, cells, cut=_CUT))


def _say_other(cli: CliContext, slug: str, other: str, *, as_json: bool) -> None:
    words = cli.words(slug)
    comparison = compare_rules(cli.ctx, slug, other)
    if as_json:
        say_json(comparison)
        return
    _ = words.texts.gettext
    refused = (
        _("Round %(number)s of %(pod)s cannot be paired by these rules: %(why)s")
        if len(cli.ctx.open(slug).state.pods) > 1
        else _("Round %(number)s cannot be paired by these rules: %(why)s")
    )
    for refusal in comparison.refused:
        say_note(refused % {"number": refusal.round, "pod": words.pod(refusal.pod), "why": words.note(refusal.why)})
    if not comparison.places and not comparison.pairs:
        say(words.note(_same_note(comparison)))
        return
    if comparison.places:
        _say_places(comparison, words)
    if comparison.places and comparison.pairs:
        say("")
    if comparison.pairs:
        _say_pairs(comparison, words)
    drawn = note(
        "compare-drawn",
        "Rounds compared: {rounds}; pairings that would have been different: {pairs}.",
        rounds=comparison.rounds,
        pairs=sum(p.drawn for p in comparison.pairs),
    )
    none = note("compare-none-drawn", "The program paired no round.")
    places = note("compare-places", "Different places: {count}.", count=len(comparison.places))
    notes = [places, drawn if comparison.rounds else none, ties_note(comparison)]
    say_note(" ".join(words.note(one) for one in notes if one is not None))


def _same_note(comparison: Compared) -> Note:
    if not comparison.rounds:
        return note(
            "compare-same",
            "{other} ranks all players the same; the program paired no round.",
            other=comparison.other,
        )
    drawn = comparison.rounds - len(comparison.refused)
    if not drawn:
        return note("compare-same-places", "{other} ranks all players the same.", other=comparison.other)
    if drawn == 1:
        return note(
            "compare-same-round", "{other} ranks all players the same and pairs the same round.", other=comparison.other
        )
    return note(
        "compare-same-rounds",
        "{other} ranks all players the same and pairs the same {rounds} rounds.",
        other=comparison.other,
        rounds=drawn,
    )


def _say_places(comparison: Compared, words: EventWords) -> None:
    _, pgettext = words.texts.gettext, words.texts.pgettext
    player, at, by, why, cite = lower_heads(_("Player"), _("Place"), _("Decided by"), _("Because of"), _("Paragraph"))
    heads = (pgettext("terminal", "table"), player, at, by, pgettext("terminal", "there"), why, cite)
    cells = [
        (
            words.pod(r.table),
            r.name,
            r.place,
            decided_by(r.decided_by, words.texts),
            r.other_place,
            decided_by(r.other_decided_by, words.texts),
            _(r.paragraph),
        )
        for r in comparison.places
    ]
    say(table(heads, cells, cut=_CUT))


def _say_pairs(comparison: Compared, words: EventWords) -> None:
    _, pgettext = words.texts.gettext, words.texts.pgettext
    drawn, instead, bye = pgettext("terminal", "drawn"), pgettext("terminal", "instead"), f"({_('bye')})"
    heads = (pgettext("terminal", "pod"), *lower_heads(_("Round")), "", "a", "b", *lower_heads(_("Paragraph")))
    cells = [
        (words.pod(p.pod), p.round, drawn if p.drawn else instead, p.a, p.b or bye, _(p.paragraph))
        for p in comparison.pairs
    ]
    say(table(heads, cells, cut=_CUT))
