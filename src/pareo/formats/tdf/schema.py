"""The structure of TOM's save files as far as it is known, strictly: a schema of our own.

What we write is exactly so. `unknown(root)` lists elements and attributes of a file that are not known; it may have
them, and they are kept.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from pareo.formats.tdf.xml import XmlNode

_ANY = r"[^\n]*"
_COUNT = r"-?\d{1,6}"
_BOOL = r"true|false"
_DATE = r"(\d{2}/\d{2}/\d{4})?"
_TIME = r"(\d{2}/\d{2}/\d{4} \d{2}:\d{2}:\d{2})?"
_ID = r"\d{1,10}"


@dataclass(frozen=True, slots=True)
class Element:
    """What an element may hold. Children stand in the order given; `many` of them may repeat, `maybe` be missing."""

    attrs: Mapping[str, str] = field(default_factory=dict)  # name → pattern, all required
    text: str = ""  # pattern of its text
    children: tuple[str, ...] = ()  # names in SCHEMA, the tag is what follows the last "/"
    many: frozenset[str] = frozenset()
    maybe: frozenset[str] = frozenset()


def _list(child: str) -> Element:
    return Element(children=(child,), many=frozenset({child}), maybe=frozenset({child}))


def _leaves(*tags: str) -> tuple[str, ...]:
    return tags


SCHEMA: Mapping[str, Element] = {
    "tournament": Element(
        {"type": "[123]", "stage": "[1-5]", "version": r"\d+\.\d+", "gametype": "[A-Z_]+", "mode": "[A-Z0-9_]+"},
        children=_leaves("data", "timeelapsed", "players", "pods", "standings", "finalsoptions"),
        maybe=frozenset({"standings"}),
    ),
    "data": Element(
        children=_leaves(
            "name", "id", "city", "state", "country", "roundtime", "finalsroundtime", "organizer", "startdate",
            "lessswiss", "autotablenumber", "overflowtablestart",
        )
    ),
    "name": Element(text=_ANY),
    "id": Element(text=_ANY),
    "city": Element(text=_ANY),
    "state": Element(text=_ANY),
    "country": Element(text=_ANY),
    "roundtime": Element(text=_COUNT),
    "finalsroundtime": Element(text=_COUNT),
    "organizer": Element({"popid": r"\d{0,10}", "name": _ANY}),
    "startdate": Element(text=_DATE),
    "lessswiss": Element(text=_BOOL),
    "autotablenumber": Element(text=_BOOL),
    "overflowtablestart": Element(text=_COUNT),
    "timeelapsed": Element(text=r"\d{1,9}"),
    "players": _list("players/player"),
    "players/player": Element(
        {"userid": _ID},
        children=_leaves(
            "firstname", "lastname", "birthdate", "starter", "staticseat", "order", "seed", "byes", "ingamename",
            "late", "dropped", "creationdate", "lastmodifieddate",
        ),
        maybe=frozenset({"starter", "staticseat", "order", "seed", "byes", "ingamename", "late", "dropped"}),
    ),
    "firstname": Element(text=_ANY),
    "lastname": Element(text=_ANY),
    "birthdate": Element(text=_DATE),
    "starter": Element(text=_BOOL),
    "staticseat": Element(text=_COUNT),
    "order": Element(text=_COUNT),
    "seed": Element(text=_COUNT),
    "byes": Element(text=_COUNT),
    "ingamename": Element(text=_ANY),
    "late": Element(
        text="(true|false)?",
        children=_leaves("late/round", "timestamp", "forcedloss", "usedforcedloss"),
        maybe=frozenset({"late/round", "timestamp", "forcedloss", "usedforcedloss"}),
    ),
    "late/round": Element(text=_COUNT),
    "forcedloss": Element(text=_BOOL),
    "usedforcedloss": Element(text=_BOOL),
    "dropped": Element(children=_leaves("status", "dropped/round", "timestamp")),
    "status": Element(text="[012]"),
    "dropped/round": Element(text=_COUNT),
    "timestamp": Element(text=_TIME),
    "creationdate": Element(text=_TIME),
    "lastmodifieddate": Element(text=_TIME),
    "pods": _list("pods/pod"),
    "pods/pod": Element(
        {"category": "0|1|2|8|9|10", "stage": r"\d"}, children=_leaves("poddata", "subgroups", "rounds")
    ),
    "poddata": Element(
        children=_leaves("startingtable", "playoff3rd4th", "subgroupcount", "additionalrounds", "blockedranges"),
        maybe=frozenset({"additionalrounds", "blockedranges"}),
    ),
    "startingtable": Element(text=_COUNT),
    "playoff3rd4th": Element(text=_BOOL),
    "subgroupcount": Element(text=_COUNT),
    "additionalrounds": Element(text=_COUNT),
    "blockedranges": Element(text=_ANY),
    "subgroups": _list("subgroup"),
    "subgroup": Element({"number": r"\d{1,3}"}, children=_leaves("subgroup/players")),
    "subgroup/players": _list("subgroup/players/player"),
    "subgroup/players/player": Element({"userid": _ID}),
    "rounds": _list("rounds/round"),
    "rounds/round": Element(
        {"number": r"\d{1,3}", "type": "[123]", "stage": "[24568]"},
        children=_leaves("timeleft", "pairtime", "starttime", "matches"),
    ),
    "timeleft": Element(text=_COUNT),
    "pairtime": Element(text=_TIME),
    "starttime": Element(text=_TIME),
    "matches": _list("match"),
    "match": Element(
        {"outcome": r"[0-689]|10"},
        children=_leaves("match/player", "player1", "player2", "timestamp", "tablenumber"),
        maybe=frozenset({"match/player", "player1", "player2"}),
    ),
    "match/player": Element({"userid": _ID}),
    "player1": Element({"userid": _ID}),
    "player2": Element({"userid": _ID}),
    "tablenumber": Element(text=_COUNT),
    "standings": _list("standings/pod"),
    "standings/pod": Element(
        {"category": "[012]", "type": "finished|dnf"}, children=("standings/pod/player",),
        many=frozenset({"standings/pod/player"}), maybe=frozenset({"standings/pod/player"}),
    ),
    "standings/pod/player": Element({"id": _ID, "place": r"\d{1,6}"}),
    "finalsoptions": _list("categorycut"),
    "categorycut": Element({"key": "[012]"}, children=_leaves("options", "cut", "playercount", "paired3rd4th")),
    "options": _list("value"),
    "value": Element(text=_COUNT),
    "cut": Element(text=_COUNT),
    "playercount": Element(text=_COUNT),
    "paired3rd4th": Element(text=_BOOL),
}  # fmt: skip


NAMES = {
    name: {child.rsplit("/", 1)[-1]: child for child in element.children} for name, element in SCHEMA.items()
}  # tag → name of the child's own entry


def unknown(root: XmlNode) -> list[str]:
    """Paths of elements and attributes that are not known, each once."""
    paths: dict[str, None] = {}
    waiting = [(root, "tournament", "tournament")]
    while waiting:
        node, name, path = waiting.pop()
        if not node.attrs.keys() <= SCHEMA[name].attrs.keys():
            paths.update((f"{path}@{key[:40]}", None) for key in node.attrs if key not in SCHEMA[name].attrs)
        names = NAMES[name]
        for child in node.children:
            if child.tag not in names:
                paths[f"{path}/{child.tag[:40]}"] = None
            elif child.children or (child.attrs and not child.attrs.keys() <= SCHEMA[names[child.tag]].attrs.keys()):
                waiting.append((child, names[child.tag], f"{path}/{child.tag}"))
    return sorted(paths)
