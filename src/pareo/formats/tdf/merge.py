"""Writing back a file that was read: what changed here is changed there, everything else stays as TOM wrote it.

Three trees: `base`, what we would have written right after reading the file; `original`, the file; `fresh`, what we
would write now. Where base and fresh agree nothing has happened since, and the original's own value, order and
absence stand; elements and attributes that we do not know are in neither of the two and stay where they were. An
element that is in `original` and `fresh` only was made by both: where they differ the fresh value stands.
"""

from __future__ import annotations

from collections.abc import Sequence

from pareo.formats.tdf.codes import DELETED
from pareo.formats.tdf.xml import XmlExtent, XmlNode, escape_text

Key = tuple[object, ...]


def merge(base: XmlNode, original: XmlNode, fresh: XmlNode) -> XmlNode:
    """The element to be written back: the original, with what changed from `base` to `fresh`."""
    text = original.text if base.text == fresh.text else fresh.text
    node = XmlNode(original.tag, _attributes(base, original, fresh), text, _children(base, original, fresh))
    node.shape = _shape(original, node)
    return node


def _shape(original: XmlNode, node: XmlNode) -> XmlExtent | None:
    """The characters of the original as far as the element is still the same."""
    shape = original.shape
    if shape is None:
        return None
    same_head = list(node.attrs.items()) == list(original.attrs.items())
    same_text = node.text == original.text
    if same_head and same_text and bool(node.children) == bool(original.children):
        return shape
    filled = bool(node.children) != bool(original.children) or (node.children and not same_text)
    if filled or not (shape.tail or (same_head and same_text)):
        return XmlExtent(shape.lead)
    return shape._replace(
        head=shape.head if same_head else "", body=shape.body if same_text else escape_text(node.text)
    )


def _attributes(base: XmlNode, original: XmlNode, fresh: XmlNode) -> dict[str, str]:
    attrs: dict[str, str] = {}
    for name, value in original.attrs.items():
        ours = fresh.attrs.get(name)
        if base.attrs.get(name) == ours:
            attrs[name] = value
        elif ours is not None:
            attrs[name] = ours
    new = {name for name in fresh.attrs if name not in original.attrs and base.attrs.get(name) != fresh.attrs[name]}
    return attrs | {name: value for name, value in fresh.attrs.items() if name in new}


def _children(base: XmlNode, original: XmlNode, fresh: XmlNode) -> list[XmlNode]:
    if not (original.children or fresh.children):
        return []
    before, theirs, ours = by_key(base.children), by_key(original.children), by_key(fresh.children)
    result: dict[Key, XmlNode] = {}
    for key, node in theirs.items():
        if key in ours:
            result[key] = merge(before.get(key, XmlNode(node.tag)), node, ours[key])
        elif key not in before:
            result[key] = node  # nothing of ours: kept
    result |= {
        key: node for key, node in ours.items()
        if key not in theirs and not (key in before and before[key] == node)
    }  # fmt: skip
    common_before = [key for key in before if key in ours]
    common_now = [key for key in ours if key in before]
    lead = list(theirs) if common_before == common_now else list(ours)
    return [result[key] for key in _merge_order(lead, list(theirs), list(ours)) if key in result]


def _merge_order(lead: Sequence[Key], theirs: Sequence[Key], ours: Sequence[Key]) -> list[Key]:
    """One order: the leading list, and each key of the others after the key that stands before it there."""
    placed = set(lead)
    after: dict[Key | None, list[Key]] = {}
    for keys in (theirs, ours):
        last: Key | None = None
        for key in keys:
            if key not in placed:
                after.setdefault(last, []).append(key)
                placed.add(key)
            last = key
    order: list[Key] = []
    waiting: list[Key] = [*reversed(lead), *reversed(after.get(None, []))]
    while waiting:
        key = waiting.pop()
        order.append(key)
        waiting += reversed(after.get(key, []))
    return order


def by_key(children: Sequence[XmlNode]) -> dict[Key, XmlNode]:
    """Children by what they are about: the same player, pod, round or match has the same key in every tree."""
    nodes: dict[Key, XmlNode] = {}
    seen: dict[Key, int] = {}
    for node in children:
        key = _key(node)
        again = seen[key] = seen.get(key, -1) + 1
        nodes[(key, again)] = node
    return nodes


def _key(node: XmlNode) -> Key:
    attrs = node.attrs
    if node.tag == "player":
        return ("player", attrs.get("userid", attrs.get("id", "")))
    if node.tag == "pod":
        return ("pod", attrs.get("category", ""), attrs.get("type", ""))
    if node.tag in ("round", "subgroup"):
        return (node.tag, attrs.get("number", ""))
    if node.tag == "categorycut":
        return ("categorycut", attrs.get("key", ""))
    if node.tag == "match":
        ids = sorted(child.attrs.get("userid", "") for child in node.children if "userid" in child.attrs)
        return ("match", attrs.get("outcome") == DELETED, *ids)
    return (node.tag,)
