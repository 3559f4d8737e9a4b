"""The finals of a TOM pod: rounds of type 1, after the Swiss or alone, as our brackets.

In a shared pod every division has its own bracket, although TOM keeps their matches in the same rounds (P-AGE-7). A
bracket that no list of seeds leads to is left out, with the reason.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from pareo.core.model.entities import Phase, Status
from pareo.core.model.outcome import Outcome
from pareo.core.pairing.bracket import rounds_needed
from pareo.core.text.messages import note
from pareo.formats.exchange.brackets import Decided, entrants_of, seeds_of
from pareo.formats.exchange.event import ForeignMatch, ForeignPod, ForeignRound, ForeignSitting
from pareo.formats.tdf.codes import DRAW, OPEN, RESULTS, int_in
from pareo.formats.tdf.xml import XmlNode


@dataclass(frozen=True, slots=True)
class _Round:
    """A round of one bracket."""

    number: int
    stage: int
    matches: tuple[ForeignMatch, ...]
    byes: tuple[str, ...]


def read_finals(
    node: XmlNode,
    finals: Sequence[XmlNode],
    sources: Sequence[ForeignPod],
    *,
    ranking: Sequence[str],
    division: Mapping[str, str],
) -> tuple[list[ForeignPod], str]:
    """The brackets of a pod, seeded in the order of `ranking` where the matches allow it, and why they were left out
    if they were."""
    members = {key for pod in sources for key in pod.members}
    rounds = [_read_round(r) for r in finals]
    inside = [key for r in rounds for key in _players(r)]
    if not members.issuperset(inside):
        return [], note(
            "tdf-finals-players",
            "The finals of group {pod} have players who are not in it: left out.",
            pod=sources[0].id,
        )
    divisions = sources[0].divisions
    separate = len(divisions) > 1 and all(division[m.a] == division[m.b] for r in rounds for m in r.matches)
    groups = [d for d in divisions if any(division[key] == d for key in inside)] if separate else [""]
    third = node.value("poddata", "playoff3rd4th") == "true" or any(
        option.value("paired3rd4th") == "true" for option in node.all("categorycut")
    )
    brackets: list[ForeignPod] = []
    for group in groups:
        own_rounds = [_of_division(r, group, division) for r in rounds] if group else list(rounds)
        bracket = _bracket([r for r in own_rounds if r.matches or r.byes], sources, ranking, group, third_place=third)
        if bracket is None:
            return [], note(
                "tdf-finals-bracket",
                "The finals of group {pod} don't match a bracket by seeds: left out.",
                pod=sources[0].id,
            )
        brackets.append(bracket)
    return brackets, ""


def _read_round(node: XmlNode) -> _Round:
    matches: list[ForeignMatch] = []
    byes: list[str] = []
    for match in node.all("matches", "match"):
        ids = [p.attrs.get("userid", "").strip() for p in match.children if p.tag in ("player", "player1", "player2")]
        code = match.attrs.get("outcome", "")
        if len(ids) == 2 and (code in RESULTS or code == OPEN):
            matches.append(ForeignMatch(ids[0], ids[1], RESULTS.get(code), int_in(match.value("tablenumber")) or None,
                                        ("bracket",)))  # fmt: skip
        elif len(ids) == 1 and code in ("4", "5"):
            byes += ids
    return _Round(
        int_in(node.attrs.get("number", "")), int_in(node.attrs.get("stage", "")), tuple(matches), tuple(byes)
    )


def _players(r: _Round) -> list[str]:
    return [*(key for m in r.matches for key in (m.a, m.b)), *r.byes]


def _of_division(r: _Round, group: str, division: Mapping[str, str]) -> _Round:
    matches = tuple(m for m in r.matches if division[m.a] == group)
    return _Round(r.number, r.stage, matches, tuple(key for key in r.byes if division[key] == group))


def _winner(m: ForeignMatch) -> str | None:
    if m.result is None:
        return None
    return m.a if m.result.a.won else m.b if m.result.b.won else None


def _bracket(
    rounds: Sequence[_Round], sources: Sequence[ForeignPod], ranking: Sequence[str], group: str, *, third_place: bool
) -> ForeignPod | None:
    if not rounds or any(m.result == DRAW for r in rounds for m in r.matches):
        return None
    played: list[list[Decided]] = [[(m.a, m.b, _winner(m)) for m in r.matches] for r in rounds]
    alone = not sources[0].rounds  # the whole event is an elimination
    byes = rounds[0].byes
    players = [*entrants_of(played, byes), *(sources[0].members if alone else ())]
    order = sources[0].members if alone else ranking
    complete = len(rounds) > 1 and len(rounds) == rounds_needed(max(2, len(set(players))))
    third = third_place or (complete and len(played[-1]) > 1)
    seeds = seeds_of(played, order, byes=byes, third_place=third)
    if seeds is None:
        return None
    base = group or sources[0].id.removesuffix(f"-{sources[0].section}")
    return ForeignPod(
        id=sources[0].id if alone else f"{base}-cut",
        members=seeds,
        phase=Phase.ELIMINATION if alone else Phase.CUT,
        divisions=(group,) if group else sources[0].divisions,
        planned=rounds_needed(len(seeds)),
        first_round=rounds[0].number,
        sources=() if alone else tuple(pod.id for pod in sources),
        third_place=third,
        first_table=min(pod.first_table for pod in sources),
        rounds=tuple(_foreign_round(r, last=r is rounds[-1]) for r in rounds),
    )


def _foreign_round(r: _Round, *, last: bool) -> ForeignRound:
    waiting = any(m.result is None for m in r.matches)
    status = Status.FINISHED
    if last and (waiting or r.stage < 5):
        begun = r.stage >= 4 or any(m.result is not None for m in r.matches)
        status = Status.STARTED if begun else Status.DRAFTED
    sittings = tuple(ForeignSitting(key, Outcome.BYE, ("bracket",)) for key in r.byes)
    return ForeignRound(r.number, r.matches, sittings, status, proof="TOM")
