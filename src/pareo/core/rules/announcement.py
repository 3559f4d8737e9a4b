"""What the organiser announces before round 1, as items to be put into words in the players' language.

The ruleset lists what must be named (`announce`: Play! Pokémon 2019, 2; X-Wing Epic 1.1); the event gives the facts. A
fact that is needed and missing becomes an item with a blank to fill in by hand, never silence. No sentences here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field

from pareo.core.rules.advice import total_rounds
from pareo.core.rules.ruleset import Ruleset


@dataclass(frozen=True, slots=True)
class Item:
    """One thing to say. A parameter may be an Item itself; `count` chooses between one and several."""

    key: str
    params: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class PodFacts:
    """What is planned for one pod."""

    players: int
    rounds: int
    divisions: tuple[str, ...] = ()  # division ids; none: everybody
    day2_rounds: int = 0
    cut: int = 0
    division_cuts: tuple[tuple[str, int], ...] = ()  # where the divisions of a shared pod have cuts of their own
    sections: int = 1


@dataclass(frozen=True, slots=True)
class EventFacts:
    """What the announcement is made of. None or "" is a fact not known yet."""

    name: str
    date: str = ""  # as it is to be printed
    style: str = "swiss"
    pods: tuple[PodFacts, ...] = ()
    prizes: int | None = None  # how many players win something
    third_place: bool | None = None
    judge: str = ""
    organiser: str = ""
    second_organiser: str = ""
    slips: str = ""  # "tables" (lie ready), "handed-out", or the organiser's own words
    round_minutes: int = 0
    tables: str = ""  # how the tables differ from the standard, in the organiser's words
    championship_points: bool = False
    sanctioned: bool = True


def announcement(ruleset: Ruleset, event: EventFacts) -> tuple[Item, ...]:
    """The items of the sheet, in the order of the ruleset's list, after who, when and how."""
    items = [Item("event", {"name": event.name})]
    if event.date:
        items.append(Item("date", {"date": event.date}))
    if event.organiser:
        items.append(Item("organiser", {"name": event.organiser}))
    items.append(Item(f"style-{event.style}" if event.style in _STYLES else "style-other", {"style": event.style}))
    if not event.sanctioned or event.style not in ruleset.styles:
        items.append(Item("unsanctioned"))
    for topic in ruleset.announce:
        items += _TOPICS[topic](ruleset, event)
    return tuple(items)


_STYLES = ("swiss", "elimination", "swiss+cut", "round-robin")
_ROUNDS = {"elimination": "rounds-elimination", "round-robin": "rounds-robin"}


def _rounds(ruleset: Ruleset, event: EventFacts) -> Iterable[Item]:
    for pod in event.pods:
        who = Item("pod", {"divisions": pod.divisions, "players": _counted(_who(ruleset), pod.players)})
        kind = _ROUNDS.get(event.style, "rounds-swiss")
        yield Item("pod-rounds", {"pod": who, "rounds": _counted(kind, pod.rounds)})
        if pod.sections > 1:
            yield Item("pod-sections", {"sections": pod.sections})
        if pod.day2_rounds and ruleset.second_day is not None:
            day2 = ruleset.second_day
            rounds = _counted("rounds-swiss", pod.day2_rounds)
            yield Item("pod-day2", {"points": day2.points, "top": day2.top, "rounds": rounds})
        if "cut" in ruleset.announce:
            yield from _pod_cut(event, pod)


def _pod_cut(event: EventFacts, pod: PodFacts) -> Iterable[Item]:
    if event.style in _ROUNDS:
        return
    cuts = {cut for _, cut in pod.division_cuts} or {pod.cut}
    most = max(cuts)
    if not most:
        yield Item("no-cut")
        return
    if len(cuts) > 1:
        for name, cut in pod.division_cuts:
            yield Item("cut-division" if cut else "no-cut-division", {"divisions": (name,), "cut": cut})
    else:
        yield Item("cut-each" if len(pod.divisions) > 1 else "cut", {"cut": most})
    yield Item("total-rounds", {"total": total_rounds(pod.rounds, pod.day2_rounds, most)})


def _who(ruleset: Ruleset) -> str:
    return "teams" if ruleset.entrant == "team" else "players"


def _counted(key: str, count: int) -> Item:
    return Item(key, {"count": count})


def _cut(_ruleset: Ruleset, _event: EventFacts) -> Iterable[Item]:
    return ()  # said with the rounds of each pod, where it belongs


def _prizes(_ruleset: Ruleset, event: EventFacts) -> Iterable[Item]:
    if event.prizes is None:
        return [Item("prizes-blank")]
    return [_counted("prizes", event.prizes) if event.prizes else Item("no-prizes")]


def _third_place(_ruleset: Ruleset, event: EventFacts) -> Iterable[Item]:
    if event.style not in ("elimination", "swiss+cut"):
        return []
    if event.third_place is None:
        return [Item("third-place-blank")]
    return [Item("third-place" if event.third_place else "no-third-place")]


def _judge(_ruleset: Ruleset, event: EventFacts) -> Iterable[Item]:
    return [Item("judge", {"name": event.judge}) if event.judge else Item("judge-blank")]


def _slips(_ruleset: Ruleset, event: EventFacts) -> Iterable[Item]:
    if event.slips in ("tables", "handed-out"):
        return [Item(f"slips-{event.slips}")]
    return [Item("slips-other", {"text": event.slips}) if event.slips else Item("slips-blank")]


def _round_length(ruleset: Ruleset, event: EventFacts) -> Iterable[Item]:
    standard = ruleset.round.minutes
    minutes = event.round_minutes or standard
    if not minutes:
        return []
    if minutes == standard or not standard:
        return [Item("round-length", {"minutes": minutes})]
    return [Item("round-length-changed", {"minutes": minutes, "standard": standard})]


def _elimination(ruleset: Ruleset, event: EventFacts) -> Iterable[Item]:
    cut = max((pod.cut for pod in event.pods), default=0) if event.style == "swiss+cut" else 0
    key = "elimination-teams" if ruleset.entrant == "team" else "elimination"
    return [Item(key, {"cut": cut}) if cut else Item("no-elimination")]


def _second_organiser(_ruleset: Ruleset, event: EventFacts) -> Iterable[Item]:
    return [Item("second-organiser", {"name": event.second_organiser})] if event.second_organiser else []


def _tables(_ruleset: Ruleset, event: EventFacts) -> Iterable[Item]:
    return [Item("tables", {"text": event.tables})] if event.tables else []


def _late(ruleset: Ruleset, event: EventFacts) -> Iterable[Item]:
    if event.style in _ROUNDS:
        return [Item("late-elimination" if event.style == "elimination" else "late-robin")]
    items = [Item("late-below" if ruleset.late.rank_below else "late")]
    last = ruleset.late.points_last_round
    if event.championship_points and last is not None:
        key = "late-points-never" if ruleset.late.points_refusal == "refused" else "late-points"
        items.append(Item(key, {"round": last}))
    return items


def _standings(ruleset: Ruleset, _event: EventFacts) -> Iterable[Item]:
    return [Item("standings-first")] if ruleset.standings_first else []


def _correction(ruleset: Ruleset, event: EventFacts) -> Iterable[Item]:
    # P-RUN-6: players have so many full rounds less one to report an error, and are reminded of it.
    if ruleset.correction_rounds is None or event.style == "elimination":
        return []
    later = ruleset.correction_rounds
    return [Item("correction", {"first": 1, "until": 1 + later, "rounds": _counted("full-rounds", later - 1)})]


_TOPICS: Mapping[str, Callable[[Ruleset, EventFacts], Iterable[Item]]] = {
    "rounds": _rounds,
    "cut": _cut,
    "prizes": _prizes,
    "third-place": _third_place,
    "judge": _judge,
    "slips": _slips,
    "round-length": _round_length,
    "elimination": _elimination,
    "second-organiser": _second_organiser,
    "tables": _tables,
    "late": _late,
    "standings": _standings,
    "correction": _correction,
}
