"""The rows inside a fact, as values and as the journal stores them: entrants, pods, rounds, results.

The only place that knows their stored shape. What is as usual is left out of a row; matches, results and those who sit
out are short lists. Reading a row that is none of ours raises KeyError, TypeError, ValueError, IndexError or
AttributeError; `facts.decode` makes a sentence of it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from typing import Any, NamedTuple

from pareo.core.journal.fact import Codec
from pareo.core.model.entities import Drop, Entrant, Match, Phase, Pod, Seats, Sitting, Status
from pareo.core.model.outcome import Ended, Game, GameTally, Mark, Outcome, Result

Data = Mapping[str, Any]
Row = dict[str, Any]

_OUTCOMES = {o.value: o for o in Outcome}


# --- results ----------------------------------------------------------------------------------------------------------


class ResultAt(NamedTuple):
    """A result and where it stands; a result of None takes it back."""

    pod: str
    number: int
    table: int
    result: Result | None


class TableResult(NamedTuple):
    """The result of a match that was decided when its round was drawn or changed by hand."""

    table: int
    result: Result | None


def result_row(result: Result) -> list[Any]:
    """Outcomes, then scores, ending, initiative, half games, the games counted, each of them, a mark, where known."""
    full = [
        result.a.value,
        result.b.value,
        result.score_a,
        result.score_b,
        result.ended.value if result.ended else None,
        result.initiative,
        result.halves_a,
        result.halves_b,
        result.tally and list(result.tally),
        [_game_row(game) for game in result.games] or None,
        result.mark and result.mark.value,
    ]
    while full[-1] is None:
        full.pop()
    return full


# Most results are only a win and a loss: one value each, however many tables have it.
_PLAIN = {(a.value, b.value): Result(a, b) for a in Outcome for b in Outcome}


def read_result(row: Sequence[Any]) -> Result:
    if len(row) == 2:
        return _PLAIN[row[0], row[1]]
    a, b, score_a, score_b, ended, initiative, halves_a, halves_b, tally, games, mark = (*row, *(None,) * 9)[:11]
    how = Ended(ended) if ended else None
    counted = None if tally is None else GameTally(*tally)
    each = tuple(Game(*game) for game in games or ())
    return Result(
        _OUTCOMES[a],
        _OUTCOMES[b],
        score_a,
        score_b,
        how,
        initiative,
        halves_a,
        halves_b,
        counted,
        each,
        Mark(mark) if mark else None,
    )


def _game_row(game: Game) -> list[Any]:
    """Who won, then the points, then who began, as far as they were said."""
    row: list[Any] = list(game)
    while len(row) > 1 and row[-1] in (None, ""):
        row.pop()
    return row


def results_rows(results: Iterable[ResultAt]) -> list[list[Any]]:
    return [
        [pod, number, table, None if result is None else result_row(result)] for pod, number, table, result in results
    ]


def read_results(rows: Iterable[Sequence[Any]]) -> tuple[ResultAt, ...]:
    return tuple(
        [
            ResultAt(pod, number, table, None if result is None else read_result(result))
            for pod, number, table, result in rows
        ]
    )


# --- entrants ---------------------------------------------------------------------------------------------------------

_ENTRANT_DEFAULTS = {f.name: f.default for f in fields(Entrant) if f.name not in ("no", "persons")}


def entrant_row(e: Entrant) -> Row:
    """An entrant as a row: the fields that differ from their default."""
    row: Row = {"no": e.no, "persons": list(e.persons)}
    for name, default in _ENTRANT_DEFAULTS.items():
        value = getattr(e, name)
        if value != default:
            row[name] = _field_row(value)
    return row


def _field_row(value: object) -> object:
    if isinstance(value, Drop):
        return {"after": value.after, "kind": value.kind, "reason": value.reason}
    return sorted(value) if isinstance(value, frozenset) else value


def read_entrant(row: Data) -> Entrant:
    values = read_fields(row)
    values["persons"] = tuple(values["persons"])
    if values.get("drop"):
        values["drop"] = Drop(**values["drop"])
    return Entrant(**values)


def fields_row(changes: Data) -> Row:
    """Some fields of an entrant as a row."""
    return {name: _field_row(value) for name, value in changes.items()}


def read_fields(row: Data) -> Row:
    values = dict(row)
    if "absent" in values:
        values["absent"] = frozenset(values["absent"])
    if "bye_points" in values:
        values["bye_points"] = tuple((number, points) for number, points in values["bye_points"])
    return values


# --- pods -------------------------------------------------------------------------------------------------------------


def pod_row(p: Pod) -> Row:
    row: Row = {
        "id": p.id,
        "phase": p.phase.value,
        "members": list(p.members),
        "divisions": list(p.divisions),
        "planned": p.planned,
        "first_round": p.first_round,
        "first_table": p.first_table,
        "third_place": p.third_place,
    }
    if p.section is not None:
        row["section"] = p.section
    if p.sources:
        row["sources"] = list(p.sources)
    if p.double:
        row["double"] = True
    return row


def read_pod(row: Data) -> Pod:
    values = dict(row)
    values["phase"] = Phase(values["phase"])
    for key in ("members", "divisions", "sources"):
        values[key] = tuple(values.get(key, ()))
    return Pod(**values)


# --- rounds -----------------------------------------------------------------------------------------------------------


class RoundKey(NamedTuple):
    """A round of a pod."""

    pod: str
    number: int


class PublishedRound(NamedTuple):
    """A round that everybody sees from now on, with the seed it was drawn from."""

    pod: str
    number: int
    seed: str


@dataclass(frozen=True, slots=True)
class RoundFact:
    """A round as it was drafted or changed by hand. The matches carry no results: `results` tells them."""

    pod: str
    number: int
    draft: int
    matches: tuple[Match, ...]
    sitting: tuple[Sitting, ...] = ()
    proof: str = ""
    cost: Mapping[str, Any] = field(default_factory=dict)
    certificate: Mapping[str, Any] = field(default_factory=dict)
    status: Status | None = None  # None: a new draft
    seed: str = ""
    system: str = ""  # the pairing method; empty: the one the ruleset names
    top_starts: bool = True
    results: tuple[TableResult, ...] | None = None  # None: nothing is said of results
    objective: int = 1  # the version of the pairing objective it was drawn under

    @property
    def seats(self) -> Seats:
        """Who meets whom, and who sits out."""
        return frozenset((*((min(m.a, m.b), max(m.a, m.b)) for m in self.matches), *((s.no,) for s in self.sitting)))


def round_row(r: RoundFact) -> Row:
    row: Row = {
        "pod": r.pod,
        "number": r.number,
        "draft": r.draft,
        "matches": [[m.table, m.a, m.b, list(m.reasons)] for m in r.matches],
        "sitting": [_sitting_row(s) for s in r.sitting],
        "proof": r.proof,
        "cost": dict(r.cost),
    }
    if r.certificate:
        row["certificate"] = dict(r.certificate)
    if r.status is not None:
        row["status"] = r.status.value
    if r.seed:
        row["seed"] = r.seed
    if r.system:
        row["system"] = r.system
    if not r.top_starts:
        row["top_starts"] = False
    if r.objective != 1:
        row["objective"] = r.objective
    if r.results is not None:
        row["results"] = [[table, None if result is None else result_row(result)] for table, result in r.results]
    return row


def read_round(row: Data) -> RoundFact:
    status, results = row.get("status"), row.get("results")
    return RoundFact(
        row["pod"],
        row["number"],
        row["draft"],
        _read_matches(row["matches"]),
        tuple(_read_sitting(*one) for one in row["sitting"]),
        row.get("proof", ""),
        row.get("cost", {}),
        row.get("certificate", {}),
        None if status is None else Status(status),
        row.get("seed", ""),
        row.get("system", ""),
        row.get("top_starts", True),
        None
        if results is None
        else tuple(TableResult(table, None if result is None else read_result(result)) for table, result in results),
        row.get("objective", 1),
    )


def _read_matches(rows: Iterable[Sequence[Any]]) -> tuple[Match, ...]:
    """Equal lists of reasons become one shared tuple."""
    shared: dict[tuple[str, ...], tuple[str, ...]] = {}
    matches = []
    for row in rows:
        reasons = tuple(row[3])
        matches.append(Match(row[0], row[1], row[2], None, shared.setdefault(reasons, reasons)))
    return tuple(matches)


def _sitting_row(s: Sitting) -> list[Any]:
    """Points only where they are not the ruleset's."""
    row: list[Any] = [s.no, s.outcome.value, list(s.reasons)]
    return row if s.points is None else [*row, s.points]


def _read_sitting(no: int, outcome: str, reasons: Iterable[str], points: int | None = None) -> Sitting:
    return Sitting(no, _OUTCOMES[outcome], tuple(reasons), points)


# --- as facts name them -----------------------------------------------------------------------------------------------


def _identity(value: object) -> object:
    return value


TUPLE = Codec(_identity, tuple)
PAIRS = Codec(_identity, lambda rows: tuple((one, other) for one, other in rows))
MAPPING = Codec(dict, _identity)
RESULT = Codec(result_row, read_result)
RESULTS = Codec(results_rows, read_results)
ENTRANT = Codec(entrant_row, read_entrant)
ENTRANTS = Codec(lambda entrants: [entrant_row(e) for e in entrants], lambda rows: tuple(map(read_entrant, rows)))
FIELDS = Codec(fields_row, read_fields)
DROP = Codec(_field_row, lambda row: Drop(row["after"], row.get("kind", "drop"), row.get("reason", "")))
PODS = Codec(lambda pods: [pod_row(p) for p in pods], lambda rows: tuple(map(read_pod, rows)))
ROUND = Codec(round_row, read_round)
ROUNDS = Codec(lambda rounds: [round_row(r) for r in rounds], lambda rows: tuple(map(read_round, rows)))
KEYS = Codec(
    lambda rounds: [{"pod": pod, "number": number} for pod, number in rounds],
    lambda rows: tuple(RoundKey(row["pod"], row["number"]) for row in rows),
)
SHORT_KEYS = Codec(_identity, lambda rows: tuple(RoundKey(pod, number) for pod, number in rows))
PUBLISHED = Codec(
    lambda rounds: [r._asdict() for r in rounds],
    lambda rows: tuple(PublishedRound(row["pod"], row["number"], row["seed"]) for row in rows),
)
