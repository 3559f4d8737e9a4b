"""What TOM notes about a pod before its rounds and apart from them: tables, sections, more rounds, third place, cuts.

Both ways: the settings that a file's pods ask for, and what a file says of our pods. A file that was configured but
not paired has these elements before there is a pod here; `as_planned` says how we would have written them then.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from pareo.app.queries.event.advice import cuts_of, plan_of
from pareo.app.queries.event.cuts import division_setting
from pareo.core.model.entities import Phase, Pod
from pareo.core.pairing.seating import parse_ranges
from pareo.core.settings.divisions import SECTIONS
from pareo.core.settings.hall import FIRST_TABLE
from pareo.core.settings.rounds import CUT, ROUNDS, THIRD_PLACE
from pareo.core.tournament.drafting import first_table
from pareo.core.tournament.tournament import Tournament
from pareo.formats.tdf.codes import CATEGORY, DIVISIONS, MASTER, int_in
from pareo.formats.tdf.xml import XmlNode, leaf

_OFFERED = ((9, 4), (21, 8))  # from so many players on TOM offers a cut of this size (seen in its saves)


def division_of(t: Tournament, no: int) -> str:
    """The division that a file can name: everybody else is a Master."""
    return t.entrants[no].division if t.entrants[no].division in CATEGORY else MASTER


# --- in ---------------------------------------------------------------------------------------------------------------


def settings_of(node: XmlNode, *, begun: bool) -> dict[str, object]:
    """What a pod's element sets for our pod; what its rounds say already, if they have begun, is left to them."""
    data = node.find("poddata") or XmlNode("poddata")
    settings: dict[str, object] = {}
    if data.value("playoff3rd4th") == "true":
        settings["third_place"] = True
    if blocked := blocked_tables(data.find("blockedranges")):
        settings["blocked_tables"] = blocked
    if begun:
        return settings
    if (first := int_in(data.value("startingtable"), 1)) > 1:
        settings["first_table"] = first
    if (sections := int_in(data.value("subgroupcount"), 1, high=100)) > 1:
        settings["sections"] = sections
    return settings


def blocked_tables(node: XmlNode | None) -> str:
    """TOM's blocked ranges as ours, “5-8,12”; empty if there are none, or none that we understand.

    No file with one was seen yet (**Choice**): a text such as ours, or an element per range with one or two numbers.
    """
    if node is None:
        return ""
    texts = [re.sub(r"[;\s]+", ",", node.text.strip())] if node.text.strip() else []
    for child in node.children:
        numbers = re.findall(r"\d+", " ".join(_values(child)))
        if len(numbers) not in (1, 2):
            return ""
        texts.append("-".join(numbers))
    try:
        parse_ranges(",".join(texts))
    except ValueError:
        return ""
    return ",".join(texts)


def _values(node: XmlNode) -> Iterable[str]:
    yield from (*node.attrs.values(), node.text)
    for child in node.children:
        yield from _values(child)


# --- out --------------------------------------------------------------------------------------------------------------


def poddata(
    t: Tournament, roots: Sequence[Pod], later: Sequence[Pod], *, first: str = "", sections: int = 0
) -> XmlNode:
    """What a file says of a pod apart from its players and rounds."""
    name = roots[0].family
    third = any(p.third_place for p in (*roots, *later)) or bool(t.setting(THIRD_PLACE, name))
    return XmlNode("poddata", None, "", [
        leaf("startingtable", first or first_table(t, roots[0])),
        leaf("playoff3rd4th", _yes_no(third)),
        leaf("subgroupcount", sections or len(roots)),
        leaf("additionalrounds", _additional(t, roots)),
    ])  # fmt: skip


def _additional(t: Tournament, roots: Sequence[Pod]) -> int:
    """Rounds that were set beyond those of the document's table."""
    rounds = t.setting(ROUNDS, roots[0].family)
    if rounds is None or roots[0].phase is not Phase.SWISS:
        return 0
    return max(0, rounds - plan_of(t, roots[0])[2].rounds)


def _yes_no(value: bool) -> str:  # noqa: FBT001
    return "true" if value else "false"


def finals_options(t: Tournament, counts: Mapping[str, int] | None = None) -> list[XmlNode]:
    """The cut of each division. The number of players is that of the start: TOM counts nobody who came late."""
    if counts is None:
        counts = {division: sum(division_of(t, no) == division and not t.entrants[no].late_from for no in t.pod_of)
                  for division in DIVISIONS}  # fmt: skip
    nodes = []
    for division in reversed(DIVISIONS):
        if not counts[division]:
            continue
        cut = _cut(t, division)
        sizes = {0, cut, *(size for players, size in _OFFERED if counts[division] >= players)}
        nodes.append(XmlNode("categorycut", {"key": CATEGORY[division]}, "", [
            XmlNode("options", None, "", [leaf("value", value) for value in sorted(sizes)]),
            leaf("cut", cut),
            leaf("playercount", counts[division]),
            leaf("paired3rd4th", _yes_no(any(p.third_place for p in t.pods.values() if division in p.divisions))),
        ]))  # fmt: skip
    return nodes


def _cut(t: Tournament, division: str) -> int:
    """The size of the division's bracket: as it is, or as it was set; TOM has 0 until it is chosen."""
    for p in t.pods.values():
        if p.phase is Phase.CUT and division in (p.divisions or (MASTER,)):
            return len(p.members)
    return _set_cut(t, division) or 0


def _set_cut(t: Tournament, division: str) -> int | None:
    if t.style != "swiss+cut":
        return 0
    home = next((p for p in t.root_pods() if division in p.divisions), None)
    return division_setting(t, CUT, division, "" if home is None else home.family)


def cut_to_come(t: Tournament, p: Pod) -> bool:
    """Will a division of this pod play a bracket: as set, or as the document's table says?"""
    return t.style == "swiss+cut" and any(planned.size for planned in cuts_of(t, p))


def as_planned(now: Tournament, then: Tournament, pods: Sequence[XmlNode]) -> tuple[list[XmlNode], list[XmlNode]]:
    """Pods and cuts as we would have written them before anything was paired: `pods` are those of now.

    What depends on a setting that was changed since is as it was then.
    """
    roots = {p.id: replace(p, third_place=False, rounds={}) for p in now.root_pods()}
    before = replace(now, settings=then.settings, pod_settings=then.pod_settings, pods=roots)
    firsts = [p for p in roots.values() if p.section in (None, 1)]
    nodes = [
        XmlNode("pod", {**pod.attrs, "stage": "0"}, "", [_planned_data(before, now, p)])
        for pod, p in zip(pods, firsts, strict=True)
    ]
    active = [no for no, e in then.entrants.items() if e.drop is None]
    counts = {division: sum(division_of(then, no) == division for no in active) for division in DIVISIONS}
    return nodes, finals_options(before, counts)


def _planned_data(before: Tournament, now: Tournament, p: Pod) -> XmlNode:
    name = p.family
    moved = before.setting(FIRST_TABLE, name) != now.setting(FIRST_TABLE, name)
    return poddata(before, [p], (), first="0" if moved else "", sections=before.setting(SECTIONS, name) or 1)
