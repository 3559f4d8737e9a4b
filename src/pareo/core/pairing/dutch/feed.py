"""The input of the gacrux engine: our tournament in its own event model ("chessjson").

Contract: `feed(input, apart) -> Feed`. Pure and quick: one pass over everybody's past rounds. Nothing of gacrux is
imported here; `gacrux_round` runs the engine on what this module makes.

- Entrants get the numbers 1, 2, 3 … in the order of their start numbers; those who left too, because the scores
  of past opponents decide past floats and start numbers decide colours.
- Rounds are numbered 1, 2, 3 … as well; a round that is in nobody's past does not exist.
- Points are stated per game, in the ruleset's unit, so any points system works.
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

# The engine's letters; points are stated separately. Everything else is a round not played ("Z").
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


def build_feed(pairing_input: PairingInput, apart: Iterable[Iterable[int]] = ()) -> Feed:
    """The event for gacrux. `apart`: groups whose members are kept apart, in addition to the forbidden pairs."""
    rows = {
        (no, p.round_no): p
        for no, past in pairing_input.past.items()
        for p in past
        if p.round_no < pairing_input.round_no
    }
    rounds = {number: i for i, number in enumerate(sorted({number for _, number in rows}), 1)}
    current = len(rounds) + 1
    entrants = _entrants(pairing_input, rows)
    cid = {no: i for i, no in enumerate(entrants) if i}
    scores: dict[int, int] = {}
    for (no, _), p in rows.items():
        scores[no] = scores.get(no, 0) + p.points
    by_no = {c.no: c for c in pairing_input.candidates}
    event = {
        "tournamentType": "SWISS",
        "teamTournament": False,
        "teamSize": 0,
        # The last round has rules of its own. How many rounds there will be may not be known.
        "numRounds": current + (max(0, pairing_input.planned - pairing_input.round_no) if pairing_input.planned else 1),
        "currentRound": current - 1,
        "topColor": "w" if pairing_input.top_starts else "b",
        "scoreSystem": {"game": _points_table(pairing_input)},
        "competitors": [_competitor(i, by_no.get(no)) for i, no in enumerate(entrants) if i],
        "gameList": [*_games(rows, rounds, cid)],
        "matchList": [],
        "prohibited": [
            {"firstRound": current, "lastRound": current, "competitors": group}
            for group in _kept_apart(pairing_input, rows, cid, apart)
        ],
    }
    if values := [*_acceleration_rows(pairing_input, rows, rounds, cid, scores)]:
        event["accelerated"] = {"name": "", "values": values}
    return Feed(event, current, entrants)


def _entrants(pairing_input: PairingInput, rows: Rows) -> tuple[int, ...]:
    """Everybody who plays or played, in the order of start numbers."""
    everybody = {c.no for c in pairing_input.candidates}
    for (no, _), p in rows.items():
        everybody.add(no)
        if p.opponent is not None:
            everybody.add(p.opponent)
    last = max(pairing_input.numbers.values(), default=0) + 1
    return (0, *sorted(everybody, key=lambda no: (pairing_input.numbers.get(no, last), no)))


def _points_table(pairing_input: PairingInput) -> dict[str, Decimal]:
    win, draw, loss, nothing = (
        Decimal(pairing_input.win),
        Decimal(pairing_input.draw),
        Decimal(pairing_input.loss),
        Decimal(0),
    )
    table = {"W": win, "D": draw, "L": loss, "Z": nothing, "U": nothing}
    return {**table, "F": win, "P": win, "H": draw, "A": draw}


def _competitor(cid: int, candidate: Candidate | None) -> dict[str, Any]:
    """One entrant. The engine would draw the missing lot ("random") itself: we leave nothing to its chance."""
    competitor: dict[str, Any] = {"cid": cid, "rank": cid, "random": cid, "present": candidate is not None}
    if candidate is not None and candidate.virtual:
        competitor["adjust"] = [{"round": 0, "points": Decimal(candidate.virtual), "pairing": True}]
    return competitor


def _games(rows: Rows, rounds: Mapping[int, int], cid: Mapping[int, int]) -> Iterator[dict[str, Any]]:
    """Each game once, as the player with white has it; byes and other points without an opponent."""
    for (no, number), p in rows.items():
        own_side = {"cid": cid[no], "result": _LETTERS.get(p.outcome, "Z"), "score": Decimal(p.points)}
        if p.opponent is None:
            # The bye of an odd field counts as played there; a round missed without points is left out.
            if p.outcome is Outcome.BYE or p.points:
                yield {
                    "round": rounds[number],
                    "white": own_side,
                    "black": None,
                    "played": p.outcome is Outcome.BYE,
                }
            continue
        other = rows.get((p.opponent, number))
        if other is not None and not p.starts:
            continue
        other_side: dict[str, Any] = {"cid": cid[p.opponent], "result": "Z", "score": Decimal(0)}
        if other is not None:
            other_side |= {"result": _LETTERS.get(other.outcome, "Z"), "score": Decimal(other.points)}
        yield {
            "round": rounds[number],
            "white": own_side if p.starts else other_side,
            "black": other_side if p.starts else own_side,
            "played": p.outcome.played and (other is None or other.outcome.played),
        }


def _kept_apart(
    pairing_input: PairingInput, rows: Rows, cid: Mapping[int, int], apart: Iterable[Iterable[int]]
) -> Iterator[list[int]]:
    """Forbidden pairs, pairs that count as met without a game (SP-4), who may not have the bye, and `apart`."""
    present = {c.no for c in pairing_input.candidates}
    for low, high in sorted(pairing_input.forbidden):
        if low in present and high in present:
            yield [cid[low], cid[high]]
    games = {(no, p.opponent) for (no, _), p in rows.items() if p.outcome.played}
    for c in pairing_input.candidates:
        for other in sorted(pairing_input.met.get(c.no, ())):
            if c.no < other and other in present and (c.no, other) not in games:
                yield [cid[c.no], cid[other]]
        if not c.bye_ok:
            yield [0, cid[c.no]]
    for group in apart:
        yield [cid[no] for no in group]


def _acceleration_rows(
    pairing_input: PairingInput,
    rows: Rows,
    rounds: Mapping[int, int],
    cid: Mapping[int, int],
    scores: Mapping[int, int],
) -> Iterator[dict[str, Any]]:
    """Virtual points of the rounds whose floats matter, and what this round's score has in addition to the games.

    Neighbours with the same points share a row: the engine looks at every row for every player.
    """
    current = len(rounds) + 1
    by_round: dict[int, dict[int, int]] = {}
    for (no, number), p in rows.items():
        if p.virtual and rounds[number] >= current - _FLOAT_ROUNDS:
            by_round.setdefault(rounds[number], {})[cid[no]] = p.virtual
    for c in pairing_input.candidates:
        if extra_points := c.points - c.virtual - scores.get(c.no, 0):
            by_round.setdefault(current, {})[cid[c.no]] = extra_points
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
