"""What the Dutch engine is told: our tournament in the words of gacrux's own event model ("chessjson").

Contract: `feed(input, apart) -> Feed`. Pure and quick: one pass over everybody's past rounds. Nothing of gacrux is
imported here; `dutch` runs the engine on what this module makes.

- Entrants get the numbers 1, 2, 3 … in the order of their start numbers; who has left is told too, because the scores
  of past opponents decide past floats and start numbers decide colours.
- Rounds are numbered 1, 2, 3 … as well; a round that nobody has in his past does not exist.
- Points are told per game, in the ruleset's unit, so any points system works.
- Virtual points of this round are an adjustment "for pairing"; those of the two rounds before, on which floats depend,
  are acceleration (record 250 of FIDE's file format).
- Pairs that must not meet are "prohibited" (record 260). So is, with the engine's number 0, the bye.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from decimal import Decimal
from typing import Any, NamedTuple

from pareo.core.model.outcome import Outcome
from pareo.core.model.pairing_contract import Candidate, PairingInput, PastRound

Rows = Mapping[tuple[int, int], PastRound]  # by entrant and round

# The engine's letters; points are told apart from them. Everything else is a round not played ("Z").
_LETTERS: Mapping[Outcome, str] = {
    Outcome.WIN: "W",
    Outcome.MODIFIED_WIN: "W",
    Outcome.DRAW: "D",
    Outcome.LOSS: "L",
    Outcome.FORFEIT_WIN: "W",
    Outcome.BYE: "P",
    Outcome.EARNED_BYE: "W",
    Outcome.REQUESTED_BYE: "D",
}
_FLOAT_ROUNDS = 2  # floats of this many rounds before matter (C.04.3, C14–C21)


class Feed(NamedTuple):
    """The event for the engine, the round it shall pair, and our entrant behind each of its numbers."""

    event: dict[str, Any]
    round_no: int
    entrants: tuple[int, ...]  # [0] is nobody


def feed(given: PairingInput, apart: Iterable[Iterable[int]] = ()) -> Feed:
    """Everything the engine needs. `apart`: groups whose members are kept apart besides the forbidden pairs."""
    rows = {(no, p.round_no): p for no, past in given.past.items() for p in past if p.round_no < given.round_no}
    rounds = {number: i for i, number in enumerate(sorted({number for _, number in rows}), 1)}
    current = len(rounds) + 1
    entrants = _entrants(given, rows)
    cid = {no: i for i, no in enumerate(entrants) if i}
    earned: dict[int, int] = {}
    for (no, _), p in rows.items():
        earned[no] = earned.get(no, 0) + p.points
    by_no = {c.no: c for c in given.candidates}
    event = {
        "tournamentType": "SWISS",
        "teamTournament": False,
        "teamSize": 0,
        # The last round has rules of its own. How many rounds there will be may not be known.
        "numRounds": current + (max(0, given.planned - given.round_no) if given.planned else 1),
        "currentRound": current - 1,
        "topColor": "w" if given.top_starts else "b",
        "scoreSystem": {"game": _points_table(given)},
        "competitors": [_competitor(i, by_no.get(no)) for i, no in enumerate(entrants) if i],
        "gameList": [*_games(rows, rounds, cid)],
        "matchList": [],
        "prohibited": [
            {"firstRound": current, "lastRound": current, "competitors": group}
            for group in _kept_apart(given, rows, cid, apart)
        ],
    }
    if values := [*_accelerated(given, rows, rounds, cid, earned)]:
        event["accelerated"] = {"name": "", "values": values}
    return Feed(event, current, entrants)


def _entrants(given: PairingInput, rows: Rows) -> tuple[int, ...]:
    """Everybody who plays or played, in the order of start numbers."""
    everybody = {c.no for c in given.candidates}
    for (no, _), p in rows.items():
        everybody.add(no)
        if p.opponent is not None:
            everybody.add(p.opponent)
    last = max(given.numbers.values(), default=0) + 1
    return (0, *sorted(everybody, key=lambda no: (given.numbers.get(no, last), no)))


def _points_table(given: PairingInput) -> dict[str, Decimal]:
    win, draw, loss, nothing = Decimal(given.win), Decimal(given.draw), Decimal(given.loss), Decimal(0)
    table = {"W": win, "D": draw, "L": loss, "Z": nothing, "U": nothing}
    return {**table, "F": win, "P": win, "H": draw, "A": draw}


def _competitor(cid: int, candidate: Candidate | None) -> dict[str, Any]:
    """One entrant. The engine would draw the missing lot ("random") itself: we leave nothing to its chance."""
    told: dict[str, Any] = {"cid": cid, "rank": cid, "random": cid, "present": candidate is not None}
    if candidate is not None and candidate.virtual:
        told["adjust"] = [{"round": 0, "points": Decimal(candidate.virtual), "pairing": True}]
    return told


def _games(rows: Rows, rounds: Mapping[int, int], cid: Mapping[int, int]) -> Iterator[dict[str, Any]]:
    """Each game once, told by the one who had white; byes and other points without an opponent."""
    for (no, number), p in rows.items():
        own = {"cid": cid[no], "result": _LETTERS.get(p.outcome, "Z"), "score": Decimal(p.points)}
        if p.opponent is None:
            # The bye of an odd field counts as played there; a round missed for nothing need not be told.
            if p.outcome is Outcome.BYE or p.points:
                yield {
                    "round": rounds[number],
                    "white": own,
                    "black": None,
                    "played": p.outcome is Outcome.BYE,
                }
            continue
        other = rows.get((p.opponent, number))
        if other is not None and not p.starts:
            continue
        theirs: dict[str, Any] = {"cid": cid[p.opponent], "result": "Z", "score": Decimal(0)}
        if other is not None:
            theirs |= {"result": _LETTERS.get(other.outcome, "Z"), "score": Decimal(other.points)}
        yield {
            "round": rounds[number],
            "white": own if p.starts else theirs,
            "black": theirs if p.starts else own,
            "played": p.outcome.played and (other is None or other.outcome.played),
        }


def _kept_apart(
    given: PairingInput, rows: Rows, cid: Mapping[int, int], apart: Iterable[Iterable[int]]
) -> Iterator[list[int]]:
    """Forbidden pairs, pairs that count as met without a game (SP-4), who may not have the bye, and `apart`."""
    here = {c.no for c in given.candidates}
    for low, high in sorted(given.forbidden):
        if low in here and high in here:
            yield [cid[low], cid[high]]
    played = {(no, p.opponent) for (no, _), p in rows.items() if p.outcome.played}
    for c in given.candidates:
        for other in sorted(given.met.get(c.no, ())):
            if c.no < other and other in here and (c.no, other) not in played:
                yield [cid[c.no], cid[other]]
        if not c.bye_ok:
            yield [0, cid[c.no]]
    for group in apart:
        yield [cid[no] for no in group]


def _accelerated(
    given: PairingInput, rows: Rows, rounds: Mapping[int, int], cid: Mapping[int, int], earned: Mapping[int, int]
) -> Iterator[dict[str, Any]]:
    """Virtual points of the rounds whose floats matter, and what this round's score has besides the games.

    Neighbours with the same points are told together: the engine asks every entry for every player.
    """
    current = len(rounds) + 1
    by_round: dict[int, dict[int, int]] = {}
    for (no, number), p in rows.items():
        if p.virtual and rounds[number] >= current - _FLOAT_ROUNDS:
            by_round.setdefault(rounds[number], {})[cid[no]] = p.virtual
    for c in given.candidates:
        if besides := c.points - c.virtual - earned.get(c.no, 0):
            by_round.setdefault(current, {})[cid[c.no]] = besides
    for number, virtual in by_round.items():
        for first, last, points in _runs(virtual):
            yield {
                "matchPoints": Decimal(0),
                "gamePoints": Decimal(points),
                "firstRound": number,
                "lastRound": number,
                "firstCompetitor": first,
                "lastCompetitor": last,
            }


def _runs(points: Mapping[int, int]) -> Iterator[tuple[int, int, int]]:
    """Neighbouring numbers with equal points as (first, last, points)."""
    first = last = 0
    for number in sorted(points):
        if first and number == last + 1 and points[number] == points[first]:
            last = number
            continue
        if first:
            yield first, last, points[first]
        first = last = number
    if first:
        yield first, last, points[first]
