"""What pods and divisions are called on a page: “Masters · play-off”, never “masters-cut”."""

from __future__ import annotations

from collections.abc import Mapping

from pareo.app.queries.pages.public_view import PodLabel, label_named
from pareo.core.tournament.tournament import Tournament
from pareo.locale.catalogue import Catalogue, Namer


def pod_title(texts: Catalogue, label: PodLabel) -> str:
    """The label of a pod in the reader's language."""
    _ = texts.gettext
    phases: Mapping[str, tuple[str, str]] = {
        "cut": (_("Play-off"), _("play-off")),
        "day2": (_("Day 2"), _("day 2")),
        "elimination": (_("Elimination"), ""),
    }
    alone, beside = phases.get(label.phase, ("", ""))
    known = {"Juniors": _("Juniors"), "Seniors": _("Seniors"), "Masters": _("Masters")}
    titles = " + ".join(known.get(title, title) for title in label.divisions)
    name = titles or alone or (_("Everybody") if label.id.split("-")[0] == "main" else label.id)
    section = _("section %(number)s") % {"number": label.section} if label.section else ""
    return " · ".join(filter(None, (name, section, beside if titles else "")))


def namer(texts: Catalogue, t: Tournament) -> Namer:
    """Says the id of a pod or of a division in words; any other text stays as it is."""
    known: dict[str, str] = {}

    def said(name: str) -> str:
        if name not in known:
            label = label_named(t, name)
            known[name] = name if label is None else pod_title(texts, label)
        return known[name]

    return said
