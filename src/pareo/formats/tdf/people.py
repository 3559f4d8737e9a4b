"""TOM's players: who they are, which division they play in, whether they came late or left.

Divisions are not written with the players: they follow from the pod, from the standings if there are any, and from
the birth year with the limits of the season. Only the year of a birth date is real.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from pareo.core.model.entities import Drop
from pareo.core.text.clean_text import clean_line
from pareo.core.text.errors import BadInput
from pareo.formats.exchange.check import PLAYERS_LIMIT
from pareo.formats.exchange.event import ForeignPlayer
from pareo.formats.tdf.codes import (
    DIVISION,
    DIVISIONS,
    MASTER,
    POD_DIVISIONS,
    date_parts,
    division_by_birth,
    int_in,
    season_of,
)
from pareo.formats.tdf.parts import make_once
from pareo.formats.tdf.xml import XmlNode, as_read, parse_text, without_shapes

_KINDS = {"1": "drop", "2": "disqualified"}


@dataclass(frozen=True, slots=True)
class FilePeople:
    """The players of a file, in its order, and the season whose birth years fit (None: not known)."""

    players: dict[str, ForeignPlayer]  # by user id
    season: int | None
    seeds: dict[str, int]  # of those in the finals


def read_people(root: XmlNode) -> FilePeople:
    nodes: dict[str, XmlNode] = {}
    for node in root.all("players", "player"):
        userid = node.attrs.get("userid", "").strip()
        if not userid or userid in nodes:
            raise BadInput("tdf-player-id", "Player {place} of the file has no unique user ID.",
                           place=len(nodes) + 1)  # fmt: skip
        nodes[userid] = node
        if len(nodes) > PLAYERS_LIMIT:
            raise BadInput("import-players", "The file has {count} players; the limit is {limit}.",
                           count=len(nodes), limit=PLAYERS_LIMIT)  # fmt: skip
    allowed = _possible_divisions(root)
    players_node = root.find("players") or XmlNode("players")
    born = make_once(players_node, "born", lambda _: {userid: _birth_year(node) for userid, node in nodes.items()})
    cached: dict[tuple[str, str], ForeignPlayer] = make_once(players_node, "players", lambda _: {})
    season = _season(root, born, allowed)
    players = {}
    for userid, node in nodes.items():
        division = _division(born[userid], season, allowed.get(userid, DIVISIONS))
        players[userid] = cached.get((userid, division)) or cached.setdefault(
            (userid, division), read_player(node, userid, division)
        )
    seeds = {userid: seed for userid, node in nodes.items() if (seed := int_in(node.value("seed"))) > 0}
    return FilePeople(players, season, seeds)


def read_player(node: XmlNode, userid: str, division: str) -> ForeignPlayer:
    """One player. The element itself is kept with the personal data, to be written back."""
    status = node.value("dropped", "status")
    drop = Drop(int_in(node.value("dropped", "round"), high=100), _KINDS[status]) if status in _KINDS else None
    return ForeignPlayer(
        key=userid,
        first=personal(node, "firstname"),
        last=personal(node, "lastname"),
        id=clean_line(userid, "user id"),
        birth_year=_birth_year(node),
        nickname=personal(node, "ingamename"),
        extra={"tdf": as_read(node)},
        division=division,
        byes=int_in(node.value("byes"), high=20),
        fixed_table=int_in(node.value("staticseat")) or None,
        late_from=_late_from(node),
        drop=drop,
    )


def retained_element(text: str) -> XmlNode:
    """The element that was kept with a player's data; one that is a whole document has lost the shape it had."""
    root = parse_text(text).root
    return without_shapes(root) if text.startswith("<?xml") else root


def personal(node: XmlNode, tag: str) -> str:
    """A name as we keep it: one line, single spaces."""
    return clean_line(node.value(tag), tag)


def _birth_year(node: XmlNode) -> int | None:
    parts = date_parts(node.value("birthdate"))
    return parts[0] if parts is not None and 1900 <= parts[0] <= 2100 else None


def _late_from(node: XmlNode) -> int:
    """Late players rank below (P-TB-1). The first round they could play is the one after the round TOM notes."""
    late = node.find("late")
    if late is None or (not late.children and late.text.strip() != "true"):
        return 0
    return max(2, int_in(late.value("round"), 1, high=99) + 1)


def _possible_divisions(root: XmlNode) -> dict[str, tuple[str, ...]]:
    """The divisions that a player's pod and the standings leave open."""
    allowed: dict[str, tuple[str, ...]] = {}
    for pod in root.all("pods", "pod"):
        divisions = POD_DIVISIONS.get(pod.attrs.get("category", ""), DIVISIONS)
        for group in pod.all("subgroups", "subgroup"):
            allowed.update((p.attrs.get("userid", ""), divisions) for p in group.all("players", "player"))
    for pod in root.all("standings", "pod"):
        division = DIVISION.get(pod.attrs.get("category", ""))
        if division is not None:
            allowed.update((p.attrs.get("id", ""), (division,)) for p in pod.all("player"))
    return allowed


def _season(root: XmlNode, born: Mapping[str, int | None], allowed: Mapping[str, Iterable[str]]) -> int | None:
    """The season of the date, or a neighbour if the pods and standings say so."""
    season = season_of(root.value("data", "startdate"))
    if season is None:
        return None
    known = {(year, tuple(allowed[userid])) for userid, year in born.items() if year is not None and userid in allowed}
    for candidate in (season, season - 1, season + 1):
        if all(division_by_birth(year, candidate) in divisions for year, divisions in known):
            return candidate
    return season


def _division(year: int | None, season: int | None, allowed: Iterable[str]) -> str:
    options = tuple(allowed)
    if year is not None and season is not None:
        by_birth = division_by_birth(year, season)
        if by_birth in options:
            return by_birth
        return min(options, key=lambda d: abs(DIVISIONS.index(d) - DIVISIONS.index(by_birth)))
    return MASTER if MASTER in options else options[-1]
