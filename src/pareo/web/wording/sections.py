"""The six tabs of an event, the pages that belong to each, and the right that each page needs."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from pareo.app.accounts.permissions import Right
from pareo.app.queries.lists.missing_lists import has_lists
from pareo.app.queries.pages.ratings import rated_lists
from pareo.app.wording.list_words import lists_title
from pareo.core.model.games import game_of
from pareo.core.rules.tables import KNOCKOUT
from pareo.core.settings.pairing import BARRED
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
        """Does the page of this key belong to the tab?"""
        return self.key == _TAB_OF.get(page, page)


def _newest_round(t: Tournament) -> str:
    """The address of the newest round: it is looked at more often than the page of all rounds."""
    newest = max((number for p in t.pods.values() for number in p.rounds), default=0)
    return f"/rounds/{newest}" if newest else "/rounds"


def has_barred_pairings(t: Tournament) -> bool:
    """Do people of this game look for barred pairings among the players and the settings? Pokémon knows none: there
    they are on the arbiter's page alone."""
    return t.style in BARRED.styles and game_of(t.ruleset) != "pokemon"


def tabs(t: Tournament, texts: Texts, may: Callable[[Right], bool]) -> list[Tab]:
    """The tabs of the console with the pages that this event has and that somebody may open, in the order of the
    bar."""
    _, lists = texts.gettext, has_lists(t)
    all_tabs = [
        Tab("now", _("Now"), (Page("", _("Now"), Right.STAFF),)),
        Tab(
            "players",
            _("Players"),
            (
                Page("/players", _("Players"), Right.STAFF),
                Page(
                    "/here", _("From the directory"), Right.DIRECTORY, t.ruleset.entrant == "player" and not t.started
                ),
                Page("/registration", _("Registration"), Right.STAFF, t.ruleset.entrant == "player"),
                Page("/lists", lists_title(texts, t.ruleset.lists.kind), Right.STAFF, lists),
                Page("/checks", _("Checks"), Right.JUDGE, lists),
                Page("/barred", _("Barred pairings"), Right.EVENT, has_barred_pairings(t)),
            ),
        ),
        Tab(
            "rounds",
            _("Rounds"),
            (
                Page(_newest_round(t), _("Rounds"), Right.STAFF),
                Page("/arbiter", _("Arbiter"), Right.ROUNDS, t.fide_mode),
                Page("/beside", _("Beside TOM"), Right.STAFF, t.tom is not None),
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
                Page("/announcement", _("Opening announcement"), Right.STAFF),
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
    visible = [tab._replace(pages=tuple(p for p in tab.pages if p.there and may(p.right))) for tab in all_tabs]
    return [tab for tab in visible if tab.pages]
