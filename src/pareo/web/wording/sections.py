"""The six tabs of an event, and the pages that belong to each: in one place, for whoever may see them."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from pareo.app.accounts.permissions import Right
from pareo.app.commands.floor.floor import has_lists
from pareo.app.queries.pages.ratings import rated_lists
from pareo.app.wording.list_words import lists_title
from pareo.core.rules.tables import KNOCKOUT
from pareo.core.tournament.tournament import Tournament
from pareo.locale.texts import Texts

# What a page calls itself → its tab.
_TAB_OF = {
    "overview": "now",
    "lists": "players",
    "views": "standings",
    "bracket": "standings",
    "papers": "share",
    "staff": "settings",
    "journal": "settings",
}
_WITH_BRACKET = ("swiss+cut", *KNOCKOUT)


class Page(NamedTuple):
    address: str  # below /console/SLUG
    name: str
    right: Right
    there: bool = True


class Tab(NamedTuple):
    key: str
    name: str
    pages: tuple[Page, ...]  # the first is the tab's own

    @property
    def address(self) -> str:
        return self.pages[0].address

    def holds(self, page: str) -> bool:
        """Does the page that calls itself so belong here?"""
        return self.key == _TAB_OF.get(page, page)


def _newest_round(t: Tournament) -> str:
    """A round is looked at more often than all groups are."""
    newest = max((number for p in t.pods.values() for number in p.rounds), default=0)
    return f"/rounds/{newest}" if newest else "/rounds"


def tabs(t: Tournament, texts: Texts, may: Callable[[Right], bool]) -> list[Tab]:
    """Those of the pages that exist in this event and that somebody may open, by tab, in the order of the bar."""
    _, lists = texts.gettext, has_lists(t)
    every = [
        Tab("now", _("Now"), (Page("", _("Now"), Right.STAFF),)),
        Tab(
            "players",
            _("Players"),
            (
                Page("/players", _("Players"), Right.STAFF),
                Page("/here", _("People we know"), Right.DIRECTORY, t.ruleset.entrant == "player" and not t.started),
                Page("/registration", _("Registration"), Right.STAFF, t.ruleset.entrant == "player"),
                Page("/lists", lists_title(texts, t.ruleset.lists.kind), Right.STAFF, lists),
                Page("/checks", _("Checks"), Right.JUDGE, lists),
            ),
        ),
        Tab(
            "rounds",
            _("Rounds"),
            (
                Page(_newest_round(t), _("Rounds"), Right.STAFF),
                Page("/arbiter", _("Arbiter"), Right.ROUNDS, t.fide_mode),
                Page("/beside", _("Beside TOM"), Right.STAFF, t.beside is not None),
            ),
        ),
        Tab(
            "standings",
            _("Standings"),
            (
                Page("/standings", _("Standings"), Right.STAFF),
                Page("/bracket", _("Bracket"), Right.STAFF, t.style in _WITH_BRACKET),
                Page("/clubs", _("Clubs"), Right.STAFF),
                Page("/ratings", _("Ratings"), Right.STAFF, bool(rated_lists(t))),
                Page("/views", _("More views"), Right.STAFF),
            ),
        ),
        Tab(
            "share",
            _("Share"),
            (
                Page("/papers", _("Print and save"), Right.STAFF),
                Page("/phones", _("Phones and screens"), Right.EVENT),
                Page("/announcement", _("What to say before round 1"), Right.STAFF),
                Page("/staff/links", _("Players' own links"), Right.EVENT),
            ),
        ),
        Tab(
            "settings",
            _("Settings"),
            (
                Page("/settings", _("Settings"), Right.EVENT),
                Page("/staff", _("Staff"), Right.EVENT),
                Page("/journal", _("History and undo"), Right.EVENT),
                Page("/directory", _("Ratings and series"), Right.DIRECTORY),
            ),
        ),
    ]
    seen = [tab._replace(pages=tuple(p for p in tab.pages if p.there and may(p.right))) for tab in every]
    return [tab for tab in seen if tab.pages]
