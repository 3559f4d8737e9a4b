"""Every document there is, and how one is made.

`render(kind, ctx, slug, …) -> bytes` is all that callers need; those that hold a lock on the context call `gather`
under it and `typeset` after it, because setting four thousand names takes a second and reading them does not.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import NamedTuple

from pareo.app.base.context import Context, LoadedTournament
from pareo.core.model.games import game_of
from pareo.core.text.errors import NotFound
from pareo.core.text.languages import parent_language
from pareo.locale.catalogue import in_game
from pareo.print import brackets, cards, lists, pairings, people, places, report, slips, views
from pareo.print.document import Part, PrintDocument, PrintOptions, check_options, is_foreign, printable, printed_at
from pareo.print.typesetting import Progress, typeset
from pareo.print.words import words


class PaperKind(NamedTuple):
    """One document: what gathers it, and which choices mean something to it."""

    gather: Callable[[Context, str, PrintOptions], list[Part]]
    options: tuple[str, ...] = ()  # of round_no, pod, division, after, address, tables
    games: tuple[str, ...] = ()  # kinds of results it is meant for; empty: all


KINDS: Mapping[str, PaperKind] = {
    "announcement": PaperKind(report.announcement),
    "roster": PaperKind(people.roster),
    "check-in": PaperKind(people.check_in),
    "missing-lists": PaperKind(lists.missing_lists),
    "checks": PaperKind(lists.checks_sheet, ("round_no",)),
    "table-lists": PaperKind(lists.table_lists, ("round_no", "pod", "tables")),
    "badges": PaperKind(people.badges, ("address",)),
    "place-cards": PaperKind(people.place_cards, ("address",)),
    "pairings-tables": PaperKind(pairings.by_table, ("round_no", "pod", "address")),
    "pairings-names": PaperKind(pairings.by_name, ("round_no", "pod")),
    "slips": PaperKind(slips.slips, ("round_no", "pod")),
    "entry-sheet": PaperKind(pairings.entry_sheet, ("round_no", "pod")),
    "standings": PaperKind(places.standings, ("pod", "division", "after")),
    "crosstable": PaperKind(places.crosstables, ("pod", "after")),
    "ratings": PaperKind(views.ratings, ("after",)),
    "information": PaperKind(views.information, ("round_no", "pod")),
    "bracket": PaperKind(brackets.bracket_sheets, ("pod",)),
    "cards": PaperKind(cards.cards, ("pod",), ("outcome", "scores")),
    "score-sheets": PaperKind(cards.score_sheets, ("pod",), ("squads",)),
    "report": PaperKind(report.report),
}


def find(kind: str) -> PaperKind:
    """The kind of paper with this id; NotFound if there is none."""
    try:
        return KINDS[kind]
    except KeyError:
        raise NotFound(
            "no-paper", "There is no printout “{kind}”. Choose one of: {valid}.", kind=kind, valid=", ".join(KINDS)
        ) from None


def gather(kind: str, ctx: Context, slug: str, options: PrintOptions) -> PrintDocument:
    """The data of a paper, from one state of the event."""
    paper_kind = find(kind)
    event = ctx.open(slug)
    options = check_options(replace(options, lang=in_game(options.lang, game_of(event.state.ruleset))))
    parts = paper_kind.gather(ctx, slug, options)
    return PrintDocument(
        title=words(options.lang)[f"title-{kind}"],
        event=_event_name(event, options.lang),
        printed=printed_at(ctx, event, options.lang),
        paper=options.paper,
        lang=parent_language(options.lang),
        parts=parts,
        words=words(options.lang),
        foreign=is_foreign(parts) or is_foreign(event.state.name),
    )


def _event_name(event: LoadedTournament, lang: str) -> str:
    """The event's name on every page of a paper; outside FIDE mode that is said there too (F-6)."""
    name = printable(event.state.name)
    return f"{name} · {words(lang)['outside-fide']}" if event.state.left_fide else name


def render(
    kind: str,
    ctx: Context,
    slug: str,
    *,
    lang: str = "en",
    paper: str = "a4",
    round_no: int | None = None,
    pod: str | None = None,
    division: str | None = None,
    after: int | None = None,
    address: str = "",
    tables: tuple[int, ...] = (),
    progress: Progress | None = None,
) -> bytes:
    """A paper of an event as PDF."""
    options = PrintOptions(lang, paper, round_no, pod, division, after, address.rstrip("/"), tables)
    return typeset(gather(kind, ctx, slug, options), progress=progress)
