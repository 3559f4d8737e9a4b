"""How a table is set up and played at X-Wing events (X-23): a page to read, not a rule the program enforces.

The numbers come from the ruleset; the words are in the template, in every language of the pages. Whoever makes the
public pages hands in what their frame needs.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from pareo.app.base.context import Context
from pareo.core.model.ruleset import Ruleset
from pareo.core.settings.hall import TABLES_NOTE
from pareo.core.settings.rounds import ROUND_MINUTES
from pareo.core.text.errors import NotFound
from pareo.locale.texts import texts
from pareo.pages.render import render


def has_table_help(ruleset: Ruleset) -> bool:
    """Is there a page about the table for this game?"""
    return ruleset.results.kind == "squads"


def table_help(ctx: Context, slug: str, lang: str, frame: object) -> Callable[..., str]:
    """The page about the table, gathered; it is rendered when the result is called."""
    t = ctx.open(slug).state
    if not has_table_help(t.ruleset):
        raise NotFound("no-table-help", "There is no page about the table for this game.")
    rules, _ = t.ruleset, texts(lang).gettext
    return partial(
        render,
        "public/help.html",
        lang,
        event=frame,
        here="help",
        teams=rules.entrant == "team",
        minutes=t.setting(ROUND_MINUTES) or rules.round.minutes,
        available=rules.results.available,
        ahead=rules.results.modified_below,
        tables_note=t.setting(TABLES_NOTE) or "",
        title=_(rules.document.title),
        edition=_(rules.document.edition),
    )
