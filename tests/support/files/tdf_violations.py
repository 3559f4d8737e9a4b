"""What in a TOM file is not exactly as it should be: unknown or missing elements and attributes, elements out of order,
values that are not what they should be. What we write must have none."""

from __future__ import annotations

import re

from pareo.formats.tdf.schema import NAMES, SCHEMA
from pareo.formats.tdf.xml import XmlNode


def violations(root: XmlNode) -> list[str]:
    """Everything that is not as it should be, at most fifty of it."""
    found: list[str] = []
    if root.tag != "tournament":
        return [f"{root.tag}: the root is not tournament"]
    _check(root, "tournament", "tournament", found)
    return found


def _check(node: XmlNode, name: str, path: str, found: list[str]) -> None:
    if len(found) >= 50:
        return
    element = SCHEMA[name]
    strange = node.attrs.keys() ^ element.attrs.keys()
    found += [f"{path}@{key}: {'unknown' if key in node.attrs else 'missing'}" for key in sorted(strange)]
    for key, pattern in element.attrs.items():
        if key in node.attrs and not re.fullmatch(pattern, node.attrs[key]):
            found.append(f"{path}@{key}: “{node.attrs[key][:40]}”")
    if not re.fullmatch(element.text, node.text.strip()):
        found.append(f"{path}: “{node.text[:40]}”")
    names = NAMES[name]
    counts = dict.fromkeys(names, 0)
    last = 0
    for child in node.children:
        if child.tag not in names:
            found.append(f"{path}/{child.tag}: unknown")
            continue
        counts[child.tag] += 1
        place = list(names).index(child.tag)
        if place < last:
            found.append(f"{path}/{child.tag}: out of order")
        last = place
        _check(child, names[child.tag], f"{path}/{child.tag}", found)
    for tag, count in counts.items():
        if (count == 0 and names[tag] not in element.maybe and not (name == "late" and node.text)) or (
            count > 1 and names[tag] not in element.many
        ):
            found.append(f"{path}/{tag}: {count} of them")
    if name == "match" and (counts["player1"], counts["player2"], counts["player"]) not in {(1, 1, 0), (0, 0, 1)}:
        found.append(f"{path}: two players, or one alone")
