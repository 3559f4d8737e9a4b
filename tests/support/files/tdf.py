"""Save files of TOM: made by hand, real ones, and a check of their schema."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import datetime, timedelta
from itertools import count

import pytest

from pareo.formats.tdf.schema import NAMES, SCHEMA
from pareo.formats.tdf.xml import XmlNode, leaf
from support import paths

DATA = paths.DATA / "tdf"


def reference(name: str) -> bytes:
    path = DATA / name
    if not path.exists():
        pytest.skip(f"reference data not there: {path}")
    return path.read_bytes()


NOON = "02/14/2026 12:00:00"


def minutes() -> Callable[[], str]:
    """A clock that moves on by a minute whenever it is looked at."""
    passed = count()

    def now() -> str:
        return f"{datetime(2026, 2, 14, 15, 0) + timedelta(minutes=next(passed)):%Y-%m-%dT%H:%M:%S.%fZ}"  # noqa: DTZ001

    return now


def person(userid: int, born: int = 1990, *more: XmlNode) -> XmlNode:
    names = [leaf("firstname", f"Nora{userid}"), leaf("lastname", "Brasa"), leaf("birthdate", f"02/27/{born}")]
    return XmlNode("player", {"userid": str(userid)}, "",
                [*names, *more, leaf("creationdate", NOON), leaf("lastmodifieddate", NOON)])  # fmt: skip


def match(code: int, *who: int, table: int = 0) -> XmlNode:
    tags = ("player",) if len(who) == 1 else ("player1", "player2")
    ids = [XmlNode(tag, {"userid": str(userid)}) for tag, userid in zip(tags, who, strict=True)]
    return XmlNode("match", {"outcome": str(code)}, "", [*ids, leaf("timestamp", NOON), leaf("tablenumber", table)])


def round_(number: int, kind: int, stage: int, *matches: XmlNode) -> XmlNode:
    return XmlNode("round", {"number": str(number), "type": str(kind), "stage": str(stage)}, "", [
        leaf("timeleft", 0), leaf("pairtime", NOON), leaf("starttime", NOON),
        XmlNode("matches", None, "", list(matches)),
    ])  # fmt: skip


def pod(category: int, groups: list[list[int]], *played: XmlNode, third: bool = False) -> XmlNode:
    subgroups = [
        XmlNode("subgroup", {"number": str(i)}, "", [
            XmlNode("players", None, "", [XmlNode("player", {"userid": str(userid)}) for userid in group])])
        for i, group in enumerate(groups, 1)
    ]  # fmt: skip
    data = XmlNode("poddata", None, "", [
        leaf("startingtable", 1), leaf("playoff3rd4th", "true" if third else "false"),
        leaf("subgroupcount", len(groups)), leaf("additionalrounds", 0),
    ])  # fmt: skip
    return XmlNode("pod", {"category": str(category), "stage": "0"}, "",
                [data, XmlNode("subgroups", None, "", subgroups),
                 XmlNode("rounds", None, "", list(played))])  # fmt: skip


def event(
    people: list[XmlNode], *pods: XmlNode, kind: int = 2, stage: int = 4, cuts: dict[int, int] | None = None
) -> XmlNode:
    data = XmlNode("data", None, "", [
        leaf("name", "Copa Brasa & Mar"), leaf("id", "26-02-000001"), leaf("city", "Faro"), leaf("state", ""),
        leaf("country", ""), leaf("roundtime", 50), leaf("finalsroundtime", 75),
        XmlNode("organizer", {"popid": "42", "name": "Olga Estero"}), leaf("startdate", "02/14/2026"),
        leaf("lessswiss", "false"), leaf("autotablenumber", "false"), leaf("overflowtablestart", 0),
    ])  # fmt: skip
    options = [
        XmlNode("categorycut", {"key": str(key)}, "", [
            XmlNode("options", None, "", [leaf("value", 0), leaf("value", cut)]), leaf("cut", cut),
            leaf("playercount", len(people)), leaf("paired3rd4th", "false")])
        for key, cut in (cuts or {}).items()
    ]  # fmt: skip
    attrs = {"type": str(kind), "stage": str(stage), "version": "1.80", "gametype": "TRADING_CARD_GAME",
             "mode": "TCG1DAY"}  # fmt: skip
    return XmlNode("tournament", attrs, "", [
        data, leaf("timeelapsed", 0), XmlNode("players", None, "", people), XmlNode("pods", None, "", list(pods)),
        XmlNode("finalsoptions", None, "", options),
    ])  # fmt: skip


def everything() -> XmlNode:
    """Nine Masters: an earned bye, a random bye, a tie, double losses, a late player, drops of every kind."""
    late = XmlNode("late", None, "", [leaf("round", 1), leaf("timestamp", NOON), leaf("forcedloss", "true"),
                                   leaf("usedforcedloss", "true")])  # fmt: skip

    def gone(status: int, after: int) -> XmlNode:
        return XmlNode("dropped", None, "", [leaf("status", status), leaf("round", after), leaf("timestamp", NOON)])

    people = [
        person(1, 1990, leaf("starter", "true"), leaf("byes", 1)), person(2), person(3, 1990, gone(2, 1)),
        person(4, 1990, gone(1, 1)), person(5, 1990, gone(0, 1)), person(6), person(7, 1990, leaf("staticseat", 3)),
        person(8), person(9, 1990, leaf("starter", "false"), late),
    ]  # fmt: skip
    one = round_(1, 2, 6, match(4, 1), match(5, 2), match(8, 9), match(1, 3, 4, table=1), match(6, 5, 6, table=2),
                 match(3, 7, 8, table=3), match(9, 5, 7, table=9))  # fmt: skip
    two = round_(2, 2, 4, match(2, 1, 2, table=1), match(10, 5, 7, table=2), match(0, 8, 9, table=3), match(5, 6))
    return event(people, pod(2, [[3, 1, 2, 9, 4, 5, 6, 7, 8]], one, two))


def finished(*order: int) -> XmlNode:
    """Four Masters, two rounds, everybody's place decided by points; the file says the places in this order."""
    one = round_(1, 2, 6, match(1, 1, 4, table=1), match(3, 2, 3, table=2))
    two = round_(2, 2, 8, match(1, 1, 3, table=1), match(1, 2, 4, table=2))
    root = event([person(i) for i in range(1, 5)], pod(2, [[1, 2, 3, 4]], one, two), stage=5)
    rows = [XmlNode("player", {"id": str(no), "place": str(place)}) for place, no in enumerate(order, 1)]
    places = XmlNode("pod", {"category": "2", "type": "finished"}, "", rows)
    root.children.insert(-1, XmlNode("standings", None, "", [places]))
    return root


def two_brackets() -> XmlNode:
    """Four Juniors and four Masters in one pod, each division with its finals and a match for third place."""
    juniors, masters = range(1, 5), range(5, 9)
    people = [person(i, 2015) for i in juniors] + [person(i, 1990) for i in masters]
    swiss = round_(1, 3, 8, *(match(1, i, i + 1, table=i) for i in (1, 3, 5, 7)))
    semifinals = round_(2, 1, 6, match(1, 1, 4, table=1), match(2, 2, 3, table=2), match(2, 5, 8, table=3),
                        match(1, 7, 6, table=4))  # fmt: skip
    finals = round_(3, 1, 8, match(1, 1, 3, table=1), match(1, 2, 4, table=2), match(2, 8, 7, table=3),
                    match(2, 5, 6, table=4))  # fmt: skip
    return event(people, pod(10, [[*juniors, *masters]], swiss, semifinals, finals, third=True), kind=3,
                 cuts={0: 4, 2: 4})  # fmt: skip


def unusual() -> XmlNode:
    """A file with elements and attributes that nobody has seen yet, everywhere."""
    root = everything()
    root.attrs["flavour"] = "new"
    root.children.insert(1, XmlNode("stream", {"userid": "3", "url": "x&y"}, "", [leaf("on", "yes")]))
    root.find("players", "player").children.insert(2, leaf("pronoun", "ella"))  # type: ignore[union-attr]
    root.find("pods", "pod", "rounds", "round").attrs["arena"] = "2"  # type: ignore[union-attr]
    root.find("pods", "pod", "rounds", "round", "matches", "match").children.append(leaf("video", "1"))  # type: ignore[union-attr]
    root.find("finalsoptions").children.append(XmlNode("categorycut", {"key": "7"}, "", [leaf("cut", "3")]))  # type: ignore[union-attr]
    return root


def violations(root: XmlNode) -> list[str]:
    """Everything that is not as it should be, at most fifty of it."""
    problems: list[str] = []
    if root.tag != "tournament":
        return [f"{root.tag}: the root is not tournament"]
    _check(root, "tournament", "tournament", problems)
    return problems


def _check(node: XmlNode, name: str, path: str, problems: list[str]) -> None:
    if len(problems) >= 50:
        return
    element = SCHEMA[name]
    strange = node.attrs.keys() ^ element.attrs.keys()
    problems += [f"{path}@{key}: {'unknown' if key in node.attrs else 'missing'}" for key in sorted(strange)]
    for key, pattern in element.attrs.items():
        if key in node.attrs and not re.fullmatch(pattern, node.attrs[key]):
            problems.append(f"{path}@{key}: “{node.attrs[key][:40]}”")
    if not re.fullmatch(element.text, node.text.strip()):
        problems.append(f"{path}: “{node.text[:40]}”")
    names = NAMES[name]
    counts = dict.fromkeys(names, 0)
    last = 0
    for child in node.children:
        if child.tag not in names:
            problems.append(f"{path}/{child.tag}: unknown")
            continue
        counts[child.tag] += 1
        place = list(names).index(child.tag)
        if place < last:
            problems.append(f"{path}/{child.tag}: out of order")
        last = place
        _check(child, names[child.tag], f"{path}/{child.tag}", problems)
    for tag, number in counts.items():
        if (number == 0 and names[tag] not in element.maybe and not (name == "late" and node.text)) or (
            number > 1 and names[tag] not in element.many
        ):
            problems.append(f"{path}/{tag}: {number} of them")
    if name == "match" and (counts["player1"], counts["player2"], counts["player"]) not in {(1, 1, 0), (0, 0, 1)}:
        problems.append(f"{path}: two players, or one alone")
