"""What pods and divisions are called on a page: “Masters · play-off”, never “masters-cut”."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from pareo.core.model.entities import Phase, Pod
from pareo.core.rules.pods import pod_id
from pareo.core.tournament.tables import StandingTable
from pareo.core.tournament.tournament import Tournament
from pareo.locale.catalogue import Catalogue, Namer

_ALL = "all"  # as `pod_id` calls the pod of every division


class PodLabel(NamedTuple):
    """What a pod is called on a page; the page puts it into words."""

    divisions: tuple[str, ...]  # titles of the ruleset: Juniors, Masters …
    section: int | None
    phase: str
    id: str


def label_of(t: Tournament, pod: Pod) -> PodLabel:
    rules = t.ruleset.divisions
    titles = {d.id: d.title for d in rules.divisions} if rules else {}
    return PodLabel(tuple(titles.get(d, d) for d in pod.divisions), pod.section, _phase_word(pod), pod.id)


def _phase_word(pod: Pod) -> str:
    """The phase as a page names it. A round robin is called like a Swiss: no other phase of it needs another name."""
    return Phase.SWISS.value if pod.phase is Phase.ROUND_ROBIN else pod.phase.value


def label_named(t: Tournament, name: str) -> PodLabel | None:
    """The label of a pod by its id, also of one that has not formed yet or was formed again, and of a division."""
    if name in t.pods:
        return label_of(t, t.pods[name])
    rules = t.ruleset.divisions
    known = {alias: d.title for d in (rules.divisions if rules else ()) for alias in (d.id, pod_id(rules, (d.id,)))}
    base, phase = name, Phase.SWISS.value
    for later in (Phase.CUT.value, Phase.DAY2.value):
        if name.endswith(f"-{later}"):
            base, phase = name.removesuffix(f"-{later}"), later
    head, _, number = base.rpartition("-")
    section = int(number) if head and base not in known and number.isdecimal() and len(number) < 4 else None
    base = base if section is None else head
    if base in (pod_id(None, ()), _ALL):
        titles = tuple(known.values()) if base == _ALL else ()
        return PodLabel(tuple(dict.fromkeys(titles)), section, phase, name)
    parts = base.split("+")
    return PodLabel(tuple(known[p] for p in parts), section, phase, name) if all(p in known for p in parts) else None


def label_of_table(t: Tournament, table: StandingTable) -> PodLabel:
    """The label of a standings table: its division, or its pod."""
    pod = t.pods[table.pods[0]]
    whole = label_of(t, pod)
    if table.division:
        rules = t.ruleset.divisions
        titles = {d.id: d.title for d in rules.divisions} if rules else {}
        return PodLabel((titles.get(table.division, table.division),), None, "swiss", table.id)
    return PodLabel(whole.divisions, pod.section if len(table.pods) == 1 else None, _phase_word(pod), table.id)


def pod_title(texts: Catalogue, label: PodLabel) -> str:
    """The label of a pod in the reader's language."""
    _ = texts.gettext
    phases: Mapping[str, tuple[str, str]] = {
        "cut": (_("Play-off"), _("play-off")),
        "day2": (_("Day 2"), _("day 2")),
        "elimination": (_("Elimination"), ""),
    }
    alone, suffix = phases.get(label.phase, ("", ""))
    known = {"Juniors": _("Juniors"), "Seniors": _("Seniors"), "Masters": _("Masters")}
    titles = " + ".join(known.get(title, title) for title in label.divisions)
    name = titles or alone or (_("Everyone") if label.id.split("-")[0] == "main" else label.id)
    section = _("section %(number)s") % {"number": label.section} if label.section else ""
    return " · ".join(filter(None, (name, section, suffix if titles else "")))


def namer(texts: Catalogue, t: Tournament) -> Namer:
    """Says the id of a pod or of a division in words; any other text stays as it is."""
    known: dict[str, str] = {}

    def pod_name(pod: str) -> str:
        if pod not in known:
            label = label_named(t, pod)
            known[pod] = pod if label is None else pod_title(texts, label)
        return known[pod]

    return pod_name
