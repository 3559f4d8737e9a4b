"""A save file of TOM as a tournament of ours: roster, configured, running and finished events.

`read_event(root, ruleset)` gives the values that `rebuild` stores, and a report. Deleted matches and what is not
understood stay in the file's own copy, which is kept outside the journal. Choices: a round that TOM has paired but not
started is a draft; an open match in a round that others followed was lost by both; somebody of the list who is in no
pod of a running event did not come.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from pareo import rulesets
from pareo.core.model.entities import Drop, Status
from pareo.core.model.outcome import Outcome
from pareo.core.model.ruleset import Ruleset
from pareo.core.rules.advice import advise
from pareo.core.rules.birth_years import season_years
from pareo.core.rules.pods import pod_id
from pareo.core.text.clean_text import clean_line
from pareo.core.text.errors import BadInput, PareoError
from pareo.core.text.messages import note
from pareo.core.tournament.tables import tables
from pareo.formats.exchange.event import (
    ForeignEvent,
    ForeignMatch,
    ForeignPlayer,
    ForeignPod,
    ForeignRound,
    ForeignSitting,
)
from pareo.formats.exchange.rebuild import preview
from pareo.formats.tdf.codes import (
    BOTH_LOST,
    DELETED,
    DIVISION,
    DIVISIONS,
    ELIMINATION_ROUND,
    OPEN,
    POD_DIVISIONS,
    RESULTS,
    SITTINGS,
    STYLE,
    int_in,
    iso_date,
)
from pareo.formats.tdf.finals import read_finals
from pareo.formats.tdf.parts import make_once
from pareo.formats.tdf.people import read_people
from pareo.formats.tdf.plan import settings_of
from pareo.formats.tdf.xml import XmlNode

ROUNDS_LIMIT = 100


@dataclass(slots=True)
class TdfImportReport:
    """What the report of an import will say."""

    skipped: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class SwissPod:
    """One pod element, its Swiss rounds cut into sections; rounds of the finals as they stand in the file."""

    node: XmlNode
    category: str
    divisions: tuple[str, ...]
    pods: tuple[ForeignPod, ...]
    finals: tuple[XmlNode, ...]


def read_event(root: XmlNode, ruleset_id: str) -> tuple[ForeignEvent, TdfImportReport, dict[str, str]]:
    """The event, the report of its import, and TOM's category of each pod."""
    if root.tag != "tournament" or root.find("players") is None:
        raise BadInput("tdf-foreign", "The file is XML, but not a TOM tournament.")
    report = TdfImportReport()
    ruleset = rulesets.load(ruleset_id)
    people = read_people(root)
    style = STYLE.get(root.attrs.get("type", ""), "swiss")
    elements = list(root.all("pods", "pod"))
    begun = [node for node in elements if node.find("rounds", "round") is not None]
    reader = _Reader(root, ruleset, people.players, style, report)
    swiss = [reader.pod(node, alone=len(begun) == 1) for node in begun]
    inside = {key for swiss_pod in swiss for pod in swiss_pod.pods for key in pod.members}
    players = {key: reader.with_arrival(player, inside, begun=bool(begun)) for key, player in people.players.items()}
    homes = [(swiss_pod.node, swiss_pod.pods[0].id.removesuffix("-1"), swiss_pod.divisions) for swiss_pod in swiss]
    waiting = [node for node in elements if node.find("rounds", "round") is None]
    homes += [(node, *reader.configured_pod(node, alone=len(elements) == 1)) for node in waiting]
    settings, pod_settings = _settings(root, ruleset, people.season, style, homes)
    for node, name, divisions in homes[len(swiss) :]:
        if more := reader.more_rounds(node, divisions):
            pod_settings.setdefault(name, {}).update(more)
    event = ForeignEvent(
        name=clean_line(root.value("data", "name"), "The name") or "TOM",
        ruleset=ruleset.id,
        players=tuple(players.values()),
        pods=tuple(pod for swiss_pod in swiss for pod in swiss_pod.pods),
        settings=settings,
        pod_settings=pod_settings,
    )
    event = _with_finals(event, swiss, people.seeds, report)
    categories = {name: node.attrs.get("category", "") for node, name, _ in homes}
    categories |= {pod.id: swiss_pod.category for swiss_pod in swiss for pod in swiss_pod.pods}
    return event, report, categories


def _with_finals(
    event: ForeignEvent, swiss: Sequence[SwissPod], seeds: Mapping[str, int], report: TdfImportReport
) -> ForeignEvent:
    """The brackets, seeded as the file says, else by the Swiss standings, where the matches allow it (P-CUT-1)."""
    with_finals = [swiss_pod for swiss_pod in swiss if swiss_pod.finals]
    if not with_finals:
        return event
    players = [player.key for player in event.players]
    division = {player.key: player.division for player in event.players}
    ranking: list[str] = []
    if all(not swiss_pod.pods[0].rounds and swiss_pod.finals for swiss_pod in swiss):
        ranking, event = players, replace(event, pods=())
    brackets: list[ForeignPod] = []
    for swiss_pod in with_finals:
        order = _seeded_finalists(swiss_pod, seeds, division)
        if order is None:
            ranking = ranking or _ranking(event)
            order = sorted(ranking, key=lambda key: seeds.get(key, len(players)))
        finals, problem = read_finals(
            swiss_pod.node, swiss_pod.finals, swiss_pod.pods, ranking=order, division=division
        )
        brackets += finals
        if problem:
            report.skipped.append(problem)
    return replace(event, pods=(*event.pods, *brackets))


def _seeded_finalists(swiss_pod: SwissPod, seeds: Mapping[str, int], division: Mapping[str, str]) -> list[str] | None:
    """Who is in the finals of a pod, by the file's seeds; None where it does not seed all of them, by division."""
    finalists = {key for r in swiss_pod.finals for key in make_once(r, "round", _read_round).everybody}
    seeded = {(seeds[key], division[key]): key for key in finalists if key in seeds}
    return [key for _, key in sorted(seeded.items())] if len(seeded) == len(finalists) else None


def _ranking(event: ForeignEvent) -> list[str]:
    """Everybody by the standings of the Swiss."""
    try:
        t = preview(event)
        keys = {no: player.key for no, player in enumerate(event.players, 1)}
        return [keys[row.no] for table in tables(t) for row in table.rows]
    except PareoError:  # reported when the event is stored
        return [player.key for player in event.players]


Home = tuple[XmlNode, str, tuple[str, ...]]
"""A pod's element, the name of our pod (of the sections together), and its divisions."""


class _Reader:
    """Reads the pods of one file."""

    def __init__(
        self, root: XmlNode, ruleset: Ruleset, players: Mapping[str, ForeignPlayer], style: str, report: TdfImportReport
    ) -> None:
        self._root = root
        self._ruleset = ruleset
        self._players = players
        self._style = style
        self._report = report
        self._swiss: list[_ReadRound] = []
        self._came_late: set[str] = set()

    def pod(self, node: XmlNode, *, alone: bool) -> SwissPod:
        category = node.attrs.get("category", "")
        rounds = sorted(node.all("rounds", "round"), key=lambda r: int_in(r.attrs.get("number", "")))
        if len(rounds) > ROUNDS_LIMIT:
            raise BadInput("tdf-rounds", "The file has more rounds than a tournament can have.")
        finals = tuple(r for r in rounds if r.attrs.get("type") == ELIMINATION_ROUND)
        parsed = [(r, make_once(r, "round", _read_round)) for r in rounds]
        swiss_rounds = [
            self._round(one, r, last=r is rounds[-1]) for r, one in parsed if r.attrs.get("type") != ELIMINATION_ROUND
        ]
        section = self._sections(node)
        for _, one in parsed:  # somebody who is in a match but in no list plays where the opponent plays
            if one.everybody <= section.keys():
                continue
            for ids in one.seats:
                if new := [self._check_player(key) for key in ids if key not in section]:
                    section.update(dict.fromkeys(new, next((section[key] for key in ids if key in section), 1)))
        divisions = self._divisions(category, section)
        name = self._name(node, divisions, alone=alone)
        numbers = sorted(set(section.values())) or [1]
        planned = self._planned_rounds(node, divisions, section, len(swiss_rounds), rounds)
        pods = [
            ForeignPod(
                id=name if len(numbers) == 1 else f"{name}-{place}",
                members=tuple(key for key in self._players if section.get(key) == number),
                divisions=divisions,
                section=None if len(numbers) == 1 else place,
                planned=planned,
                first_table=max(1, int_in(node.value("poddata", "startingtable"), 1)),
                third_place=node.value("poddata", "playoff3rd4th") == "true",
                rounds=tuple(_section_part(r, section, number) for r in swiss_rounds),
            )
            for place, number in enumerate(numbers, 1)
        ]
        return SwissPod(node, category, divisions, tuple(pods), finals)

    def configured_pod(self, node: XmlNode, *, alone: bool) -> tuple[str, tuple[str, ...]]:
        """Name and divisions of a pod that is not paired yet: its players are all of those divisions."""
        divisions = self._divisions(node.attrs.get("category", ""), self._players)
        return self._name(node, divisions, alone=alone), divisions

    def more_rounds(self, node: XmlNode, divisions: tuple[str, ...]) -> dict[str, object]:
        """Another number of rounds than the document's table has, if the organiser chose one."""
        data = node.find("poddata") or XmlNode("poddata")
        if self._style == "elimination" or not (
            int_in(data.value("additionalrounds"), high=20) or self._root.value("data", "lessswiss") == "true"
        ):
            return {}
        keys = [key for key, player in self._players.items() if not divisions or player.division in divisions]
        sections = int_in(data.value("subgroupcount"), 1, low=1, high=100)
        return {"rounds": self._planned_rounds(node, divisions, dict.fromkeys(keys[::sections], 1), 0, ())}

    def _check_player(self, key: str) -> str:
        if key not in self._players:
            raise BadInput("tdf-unknown-player", "A match in the file has a player “{id}” who is not in its list.",
                           id=key[:40])  # fmt: skip
        return key

    def _sections(self, node: XmlNode) -> dict[str, int]:
        """The section of each player: TOM's subgroups."""
        section: dict[str, int] = {}
        for place, group in enumerate(node.all("subgroups", "subgroup"), 1):
            number = int_in(group.attrs.get("number", ""), place, low=1)
            for player in group.all("players", "player"):
                section[self._check_player(player.attrs.get("userid", "").strip())] = number
        return section

    def _divisions(self, category: str, section: Iterable[str]) -> tuple[str, ...]:
        if self._ruleset.divisions is None or self._style == "elimination":
            return ()
        present = {self._players[key].division for key in section}
        possible = POD_DIVISIONS.get(category, DIVISIONS)
        return tuple(d for d in possible if d in present) or possible

    def _name(self, node: XmlNode, divisions: tuple[str, ...], *, alone: bool) -> str:
        if divisions:
            return pod_id(self._ruleset.divisions, divisions)
        return "main" if alone else f"pod-{node.attrs.get('category', '')[:8]}"

    def _planned_rounds(
        self, node: XmlNode, divisions: Sequence[str], section: Mapping[str, int], seen: int, rounds: Sequence[XmlNode]
    ) -> int:
        """TOM does not write it: what was played, if the Swiss is over (stage 8), else the document's table."""
        swiss = [r for r in rounds if r.attrs.get("type") != ELIMINATION_ROUND]
        if len(swiss) < len(rounds) or (swiss and swiss[-1].attrs.get("stage") == "8"):
            return seen
        sizes = Counter(self._players[key].division for key in section) if divisions else Counter({"": len(section)})
        style = "swiss" if self._style == "elimination" else self._style
        advised = advise(self._ruleset, sizes=sizes, pod=tuple(divisions) or ("",), style=style).rounds
        advised += int_in(node.value("poddata", "additionalrounds"), high=20)
        advised -= self._root.value("data", "lessswiss") == "true"
        return max(advised, seen, 1)

    def _round(self, read: _ReadRound, node: XmlNode, *, last: bool) -> ForeignRound:
        for key in sorted(read.everybody - self._players.keys()):
            self._check_player(key)
        self._swiss.append(read)
        self._came_late |= read.late
        self._report.skipped += read.skipped
        return with_status(read.round, node, self._report, last=last)

    def with_arrival(self, player: ForeignPlayer, inside: set[str], *, begun: bool) -> ForeignPlayer:
        """The player with what the rounds say: when they came, or that they never did."""
        late_from = player.late_from
        if player.key in self._came_late:
            lost = [r.round.number for r in self._swiss if player.key in r.late]
            after = [r.round.number for r in self._swiss if player.key in r.played and r.round.number > min(lost)]
            late_from = min(after, default=max(lost) + 1)
        if begun and player.key not in inside:
            self._report.notes.append(
                note(
                    "tdf-player-is-in-no",
                    "Player {id} is in no group: marked as a no-show.",
                    id=player.id,
                )
            )
            return replace(player, late_from=0, drop=player.drop or Drop(0, "no-show"))
        late_from = late_from if begun else 0
        return player if late_from == player.late_from else replace(player, late_from=late_from)


@dataclass(frozen=True, slots=True)
class _ReadRound:
    """A round as its element alone has it: nobody has looked whether its players exist, or what came after it."""

    round: ForeignRound
    seats: tuple[tuple[str, ...], ...]  # who sits together, also in deleted matches
    everybody: frozenset[str]
    late: frozenset[str]  # who lost it by coming late
    played: frozenset[str]
    skipped: tuple[str, ...]


def _read_round(node: XmlNode) -> _ReadRound:
    number = int_in(node.attrs.get("number", ""), 0, low=1, high=ROUNDS_LIMIT)
    matches: list[ForeignMatch] = []
    sittings: list[ForeignSitting] = []
    late: list[str] = []
    played: list[str] = []
    skipped: list[str] = []
    seats = []
    for match in node.all("matches", "match"):
        ids = _user_ids(match)
        seats.append(tuple(ids))
        code = match.attrs.get("outcome", "")
        if code == DELETED:
            skipped.append(
                note(
                    "tdf-round-a-deleted-match",
                    "Round {number}: a deleted match (kept in the file's copy).",
                    number=number,
                )
            )
        elif len(ids) == 1 and code in SITTINGS:
            sittings.append(ForeignSitting(ids[0], SITTINGS[code]))
            (late if SITTINGS[code] is Outcome.LATE_LOSS else played).append(ids[0])
        elif len(ids) == 2 and (code in RESULTS or code == OPEN):
            table = int_in(match.value("tablenumber")) or None
            matches.append(ForeignMatch(ids[0], ids[1], RESULTS.get(code), table, ("by-tom",)))
            played += ids
        else:
            skipped.append(
                note(
                    "tdf-round-a-match-with",
                    "Round {number}: a match with the unknown outcome “{code}”.",
                    number=number,
                    code=code[:8],
                )
            )
    everybody = frozenset(key for ids in seats for key in ids)
    foreign_round = ForeignRound(number, tuple(matches), tuple(sittings), proof="TOM")
    return _ReadRound(foreign_round, tuple(seats), everybody, frozenset(late), frozenset(played), tuple(skipped))


def with_status(r: ForeignRound, node: XmlNode, report: TdfImportReport, *, last: bool) -> ForeignRound:
    """The round with its status: TOM's stages are 2 paired, 4 started, 5 and 6 finished, 8 the last one finished."""
    stage = int_in(node.attrs.get("stage", ""))
    waiting = sum(m.result is None for m in r.matches)
    if not last and waiting:
        report.notes.append(
            note(
                "tdf-round-matches-without-a",
                "Round {number}: {waiting} matches have no result although play continued: recorded as double losses.",
                number=r.number,
                waiting=waiting,
            )
        )
        return replace(r, matches=tuple(replace(m, result=m.result or BOTH_LOST) for m in r.matches))
    if not last or (stage >= 5 and not waiting):
        return r
    results = waiting < len(r.matches)
    return replace(r, status=Status.DRAFTED if stage < 4 and not results else Status.STARTED)


def _user_ids(match: XmlNode) -> list[str]:
    return [p.attrs.get("userid", "").strip() for p in match.children if p.tag in ("player", "player1", "player2")]


def _section_part(r: ForeignRound, section: Mapping[str, int], number: int) -> ForeignRound:
    """The matches of one section."""
    return replace(
        r,
        matches=tuple(m for m in r.matches if section[m.a] == number),
        sittings=tuple(s for s in r.sittings if section[s.key] == number),
    )


def _settings(
    root: XmlNode, ruleset: Ruleset, season: int | None, style: str, homes: Sequence[Home]
) -> tuple[dict[str, object], dict[str, dict[str, object]]]:
    """What the organiser has set, as our settings."""
    data = root.find("data") or XmlNode("data")
    organizer = data.find("organizer")
    place = ", ".join(filter(None, (data.value(key) for key in ("city", "state", "country"))))
    texts = {
        "number": data.value("id"),
        "place": place,
        "organiser": organizer.attrs.get("name", "") if organizer is not None else "",
        "date": iso_date(data.value("startdate")),
    }
    settings: dict[str, object] = {"style": style}
    settings |= {key: line for key, text in texts.items() if (line := clean_line(text, key, 500))}
    if minutes := int_in(data.value("roundtime"), high=1000):
        settings["round_minutes"] = minutes
    if season is not None and ruleset.divisions is not None:
        junior, senior = season_years(season)
        settings["birth_years"] = f"junior={junior};senior={senior}"
    pod_settings: dict[str, dict[str, object]] = {}
    home = {divisions[0]: name for _, name, divisions in homes if len(divisions) == 1}
    for option in root.all("finalsoptions", "categorycut"):
        division = DIVISION.get(option.attrs.get("key", ""), "")
        cut = int_in(option.value("cut"), high=4096)
        if division and cut >= 2 and not cut & (cut - 1):
            own = home.get(division) or pod_id(ruleset.divisions, (division,))
            pod_settings.setdefault(own, {})["cut"] = cut
    for node, name, _ in homes:
        if values := settings_of(node, begun=node.find("rounds", "round") is not None):
            pod_settings.setdefault(name, {}).update(values)
    return settings, pod_settings
