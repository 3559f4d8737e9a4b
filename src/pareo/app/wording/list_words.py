"""What a game's players hand in, in the reader's language: a deck list, a team list, a squad list."""

from __future__ import annotations

from pareo.locale.catalogue import Catalogue


def lists_title(texts: Catalogue, kind: str) -> str:
    """The lists of an event, by the kind its rules ask for."""
    _ = texts.gettext
    return {"deck": _("Deck lists"), "vgc": _("Team lists"), "squad": _("Squad lists")}.get(kind, _("Lists"))


def lists_missing(texts: Catalogue, kind: str, count: int) -> str:
    """How many lists are still to come."""
    ngettext = texts.ngettext
    by_kind = {
        "deck": ngettext("%(num)s deck list is missing", "%(num)s deck lists are missing", count),
        "vgc": ngettext("%(num)s team list is missing", "%(num)s team lists are missing", count),
        "squad": ngettext("%(num)s squad list is missing", "%(num)s squad lists are missing", count),
    }
    return by_kind.get(kind, ngettext("%(num)s list is missing", "%(num)s lists are missing", count)) % {"num": count}
