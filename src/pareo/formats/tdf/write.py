"""A tournament of ours as TOM's save file: the tree of elements, from the state alone.

Players stand in it as `#1`, `#2` … (entrant numbers); whoever writes the file puts the user ids in. What the format
cannot hold is listed by `losses_of`. Times are the journal's, in the event's own time zone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from pareo.core.model.entities import Entrant, Phase, Pod, Round, Status
from pareo.core.model.outcome import Outcome
from pareo.core.rules.tables import is_power_of_two
from pareo.core.settings.event import DATE, ORGANISER, PLACE, TOURNAMENT_NUMBER
from pareo.core.tournament.progress import is_counted, is_over, is_played
from pareo.core.tournament.tables import tables
from pareo.core.tournament.tournament import ELIMINATION, Tournament
from pareo.formats.tdf.codes import (
    CATEGORY,
    DIVISIONS,
    ELIMINATION_ROUND,
    SITTING_CODE,
    TYPE,
    outcome_code,
    pod_category,
    tom_date,
)
from pareo.formats.tdf.plan import cut_to_come, division_of, finals_options, poddata
from pareo.formats.tdf.xml import XmlNode, leaf

Person = Mapping[str, Any]
VERSION = "1.80"


@dataclass(slots=True)
class TomTimes:
    """When things happened, as TOM writes it (MM/DD/YYYY HH:MM:SS, local)."""

    entered: dict[int, str] = field(default_factory=dict)
    left: dict[int, str] = field(default_factory=dict)
    paired: dict[tuple[str, int], str] = field(default_factory=dict)
    started: dict[tuple[str, int], str] = field(default_factory=dict)
    results: dict[tuple[str, int, int], str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class WriteInput:
    """What a save file is written from."""

    state: Tournament
    person: Callable[[Entrant], Person]
    times: TomTimes
    lots: Mapping[int, int]
    categories: Mapping[str, str]  # of pods that came from a file of TOM
    minutes: tuple[int, int]  # of a round, and of one of the finals


def token(no: int) -> str:
    return f"#{no}"


def tree(source: WriteInput) -> XmlNode:
    """The whole save file as a tree of elements."""
    t = source.state
    roots = list(t.root_pods())
    finished = _is_finished(t)
    stage = "1" if not roots else "5" if finished else "4"
    game = "TRADING_CARD_GAME" if "vgc" not in t.ruleset.id else "VIDEO_GAME"
    attrs = {"type": TYPE[t.style], "stage": stage, "version": VERSION, "gametype": game, "mode": "CUSTOM"}
    parts = [_data(source), leaf("timeelapsed", 0), _players(source), XmlNode("pods", None, "", _pods(source))]
    if finished:
        parts.append(XmlNode("standings", None, "", _standings(source)))
    parts.append(XmlNode("finalsoptions", None, "", finals_options(t)))
    return XmlNode("tournament", attrs, "", parts)


def _data(source: WriteInput) -> XmlNode:
    t = source.state
    return XmlNode("data", None, "", [
        leaf("name", t.name),
        leaf("id", t.setting(TOURNAMENT_NUMBER) or ""),
        leaf("city", t.setting(PLACE) or ""),
        leaf("state", ""),
        leaf("country", ""),
        leaf("roundtime", source.minutes[0]),
        leaf("finalsroundtime", source.minutes[1]),
        XmlNode("organizer", {"popid": "", "name": t.setting(ORGANISER) or ""}),
        leaf("startdate", tom_date(t.setting(DATE) or "")),
        leaf("lessswiss", "false"),
        leaf("autotablenumber", "false"),
        leaf("overflowtablestart", 0),
    ])  # fmt: skip


# --- players ----------------------------------------------------------------------------------------------------------


def _players(source: WriteInput) -> XmlNode:
    t = source.state
    return XmlNode("players", None, "", [player(source, t.entrants[no]) for no in t.player_list_order()])


def player(source: WriteInput, e: Entrant) -> XmlNode:
    """One player; personal data come from the record outside the journal."""
    t, person = source.state, source.person(e)
    born = person.get("birth_year")
    parts = [
        leaf("firstname", person.get("first", "")),
        leaf("lastname", person.get("last", "")),
        leaf("birthdate", f"02/27/{born}" if born else ""),
    ]
    inside = e.no in t.pod_of
    if inside:
        parts.append(leaf("starter", "false" if e.late_from else "true"))
    if e.fixed_table is not None:
        parts.append(leaf("staticseat", e.fixed_table))
    if (finalist := _finalist(t, e.no)) is not None:
        parts += [leaf("order", finalist[0]), leaf("seed", finalist[1])]
    if e.byes:
        parts.append(leaf("byes", e.byes))
    if person.get("nickname"):
        parts.append(leaf("ingamename", person["nickname"]))
    entered = source.times.entered.get(e.no, "")
    if e.late_from:
        parts.append(XmlNode("late", None, "", [
            leaf("round", e.late_from - 1), leaf("timestamp", entered), leaf("forcedloss", "true"),
            leaf("usedforcedloss", "true"),
        ]))  # fmt: skip
    if e.drop is not None and inside:
        status = "2" if e.drop.kind in ("disqualified", "expelled") else "1"
        parts.append(XmlNode("dropped", None, "", [
            leaf("status", status), leaf("round", e.drop.after), leaf("timestamp", source.times.left.get(e.no, "")),
        ]))  # fmt: skip
    parts += [leaf("creationdate", entered), leaf("lastmodifieddate", entered)]
    return XmlNode("player", {"userid": token(e.no)}, "", parts)


def _finalist(t: Tournament, no: int) -> tuple[int, int] | None:
    """A player's line in the first round of the bracket after the Swiss, from the top, and the seed."""
    for p in t.pods.values():
        if p.phase is Phase.CUT and no in p.members and p.first_round in p.rounds:
            first = sorted(p.rounds[p.first_round].matches.values(), key=lambda m: m.table)
            lines = [key for m in first for key in (m.a, m.b)]
            return (lines.index(no) + 1, p.members.index(no) + 1) if no in lines else None
    return None


# --- pods and rounds --------------------------------------------------------------------------------------------------


def _families(t: Tournament) -> list[list[Pod]]:
    """The pods that are one pod in TOM: the sections of a division together."""
    families: dict[str, list[Pod]] = {}
    for p in t.root_pods():
        families.setdefault(p.family, []).append(p)
    return list(families.values())


def _pods(source: WriteInput) -> list[XmlNode]:
    t = source.state
    families = _families(t)
    nodes = []
    for roots in families:
        others = [f[0].divisions for f in families if f is not roots]
        stored = source.categories.get(roots[0].id) or source.categories.get(roots[0].family)
        category = stored or pod_category(roots[0].divisions, others)
        later = _later_pods(t, roots)
        rounds = _rounds(source, [*roots, *later])
        stage = "1" if any(p.phase in ELIMINATION for p in later) else "0"
        groups = [
            XmlNode("subgroup", {"number": str(place)}, "", [
                XmlNode("players", None, "", [XmlNode("player", {"userid": token(no)}) for no in p.members])
            ])
            for place, p in enumerate(roots, 1)
        ]  # fmt: skip
        nodes.append(
            XmlNode("pod", {"category": category, "stage": stage}, "",
                 [poddata(t, roots, later), XmlNode("subgroups", None, "", groups),
                  XmlNode("rounds", None, "", rounds)])
        )  # fmt: skip
    return nodes


def _later_pods(t: Tournament, roots: Sequence[Pod]) -> list[Pod]:
    """Day 2 and the brackets that come from these pods."""
    ids = {p.id for p in roots}
    return [p for p in t.pods.values() if p.sources and ids & {q.id for q in t.chain(p)}]


def _rounds(source: WriteInput, pods: Sequence[Pod]) -> list[XmlNode]:
    nodes = []
    for number in sorted({number for p in pods for number in p.rounds}):
        parts = [(p, p.rounds[number]) for p in pods if number in p.rounds]
        elimination = all(p.phase in ELIMINATION for p, _ in parts)
        kind = ELIMINATION_ROUND if elimination else TYPE[source.state.style]
        pod = parts[0][0].id
        paired = source.times.paired.get((pod, number), "")
        over = all(is_counted(source.state, p, r) for p, r in parts)
        stage = _round_stage(source.state, parts)
        nodes.append(XmlNode("round", {"number": str(number), "type": kind, "stage": stage}, "", [
            leaf("timeleft", 0 if over else 60 * source.minutes[elimination]),
            leaf("pairtime", paired),
            leaf("starttime", source.times.started.get((pod, number), paired if over else "")),
            XmlNode("matches", None, "", _matches(source, parts)),
        ]))  # fmt: skip
    return nodes


def _round_stage(t: Tournament, parts: Sequence[tuple[Pod, Round]]) -> str:
    """TOM's stage of a round: 2 paired, 4 started, 6 finished, 8 the last one of its phase."""
    if all(is_counted(t, p, r) for p, r in parts):
        last = all(is_over(p) and r.number == max(p.rounds) and _has_last_round(p) for p, r in parts)
        return "8" if last else "6"
    return "4" if any(r.status in (Status.STARTED, Status.FINISHED) for _, r in parts) else "2"


def _has_last_round(p: Pod) -> bool:
    return p.phase is not Phase.SWISS or p.planned > 0


def _matches(source: WriteInput, parts: Sequence[tuple[Pod, Round]]) -> list[XmlNode]:
    """The matches of a round: byes first, as TOM has them, then by table."""
    nodes = []
    for p, r in parts:
        paired = source.times.paired.get((p.id, r.number), "")
        for s in r.sitting:
            if s.outcome in SITTING_CODE:
                players = [XmlNode("player", {"userid": token(s.no)})]
                nodes.append((0, _match(SITTING_CODE[s.outcome], players, paired, 0)))
        for m in r.matches.values():
            when = source.times.results.get((p.id, r.number, m.table), paired)
            players = [XmlNode("player1", {"userid": token(m.a)}), XmlNode("player2", {"userid": token(m.b)})]
            nodes.append((m.table, _match(outcome_code(m.result), players, when, m.table)))
    return [node for _, node in sorted(nodes, key=lambda row: row[0])]


def _match(code: str, players: list[XmlNode], when: str, table: int) -> XmlNode:
    return XmlNode("match", {"outcome": code}, "", [*players, leaf("timestamp", when), leaf("tablenumber", table)])


# --- standings and finals ---------------------------------------------------------------------------------------------


def _is_finished(t: Tournament) -> bool:
    """Nothing is left to play: every pod has ended, and no bracket is still to come."""
    live = [p for p in t.pods.values() if not p.closed]
    if not live or not all(is_played(t, p) for p in live):
        return False
    return t.style != "swiss+cut" or all(p.phase in ELIMINATION or not cut_to_come(t, p) for p in live)


def _places(source: WriteInput) -> dict[str, list[int]]:
    """Entrants in the order of their places, per division (P-AGE-5)."""
    places: dict[str, list[int]] = {division: [] for division in reversed(DIVISIONS)}
    for table in tables(source.state, lots=source.lots):
        for row in table.rows:
            places[division_of(source.state, row.no)].append(row.no)
    return places


def _standings(source: WriteInput) -> list[XmlNode]:
    nodes = []
    for division, order in _places(source).items():
        out = {no for no in order if _is_out(source.state.entrants[no])}
        for kind, numbers in (("finished", [no for no in order if no not in out]), ("dnf", sorted(out))):
            rows = [XmlNode("player", {"id": token(no), "place": str(i)}) for i, no in enumerate(numbers, 1)]
            nodes.append(XmlNode("pod", {"category": CATEGORY[division], "type": kind}, "", rows))
    return nodes


def _is_out(e: Entrant) -> bool:
    return e.drop is not None and e.drop.kind in ("disqualified", "expelled")


# --- what the format cannot hold --------------------------------------------------------------------------------------


def losses_of(t: Tournament) -> list[str]:
    """What of this tournament a .tdf file has no place for."""
    rounds = [(p, r) for p in t.pods.values() for r in p.rounds.values()]
    sitting = {s.outcome for _, r in rounds for s in r.sitting}
    results = [m.result for _, r in rounds for m in r.matches.values() if m.result is not None]
    losses: list[tuple[bool, str]] = [
        (bool(sitting & {Outcome.REQUESTED_BYE, Outcome.ABSENT}), "rounds that a player asked off or was absent from"),
        (any(x.a in _FORFEITS for x in results), "that a match was won by forfeit (it is written as a win)"),
        (any(x.score_a is not None for x in results), "scores of matches"),
        (any(x.halves_a is not None for x in results), "the games of matches (who won the match is there)"),
        (any(p.phase is Phase.DAY2 for p in t.pods.values()), "that a second day began (its rounds are Swiss rounds)"),
        (any(p.double for p in t.pods.values()), "that the elimination is a double one"),
        (any(p.phase is Phase.CUT and not is_power_of_two(len(p.members)) for p in t.pods.values()),
         "that a play-off has byes (how TOM writes that was never seen)"),
        (any(r.status is Status.PUBLISHED for _, r in rounds), "that a round was published but not started"),
        (_has_any(t, ("club", "federation", "rating", "rating2", "team", "together", "faction")),
         "clubs, federations, ratings, teams"),
        (any(e.drop is not None and e.drop.reason for e in t.entrants.values()), "why a player dropped"),
        (t.ruleset.divisions is None and bool(t.pods), "that there are no age divisions (all are Masters)"),
    ]  # fmt: skip
    return [text for applies, text in losses if applies]


_FORFEITS = (Outcome.FORFEIT_WIN, Outcome.FORFEIT_LOSS)


def _has_any(t: Tournament, names: Iterable[str]) -> bool:
    keys = tuple(names)
    return any(getattr(e, key) for e in t.entrants.values() for key in keys)
