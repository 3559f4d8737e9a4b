"""Scrabble: division files (.t) of the program tsh, in and out.

One line per player, in the order of their numbers: name and rating, the opponents of each round (0: nobody), then after
semicolons the scores and named fields: `p12` (1 started, 2 replied), `board`, `off` (left). Points without an opponent
are +50 for a bye and −50 for a round lost without a game; the same against an opponent is a forfeit; the usual ruleset
counts them in the spread. `1` against `0` is a win whose scores nobody wrote down. The numbers before the semicolon are
rating and opponents, whatever stands before them is the name. Our own comments (`# pareo …`) hold the event's name, its
ruleset and its rounds.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import PurePath
from typing import Any

from pareo import rulesets
from pareo.core.model.entities import Drop, Phase, Status
from pareo.core.model.outcome import Outcome, Result
from pareo.core.settings.rounds import ROUNDS
from pareo.core.text.clean_text import clean_line
from pareo.core.text.errors import BadInput, Refused
from pareo.core.text.messages import note
from pareo.core.text.numbers import integer_or, whole_or
from pareo.formats.exchange.event import (
    ForeignEvent,
    ForeignMatch,
    ForeignPlayer,
    ForeignPod,
    ForeignRound,
    ForeignSitting,
    Reading,
    Writing,
)
from pareo.formats.exchange.reading import first_few, kept_for_writing, lines_of, took_notes

FORMAT = "tsh"
DEFAULT_RULESET = "scrabble-north-america"  # wins, then spread, as tsh ranks
PLAYERS_LIMIT = 5000
ROUNDS_LIMIT = 100
BYE = 50
LEFT_OUT = (
    "ids, birth years, clubs, federations, second ratings, contacts and notes",
    "why a player sat out: a bye is +50, everything else −50",
    "draws without scores (written as 1 to 1), drafts, the seed and the journal",
)
_NUMBER = re.compile(r"[0-9]{1,5}")
_OURS = re.compile(r"#\s*pareo (name|rounds|ruleset) (.+)")
_FIELDS_OF_OURS = ("p12", "board", "off")


@dataclass(slots=True)
class _Line:
    """A player's line of the file."""

    name: str
    rating: int
    opponents: list[int]
    scores: list[int]
    fields: dict[str, str] = field(default_factory=dict)
    p12: list[int] = field(default_factory=list)
    board: list[int] = field(default_factory=list)


# --- reading ----------------------------------------------------------------------------------------------------------


def recognise(data: bytes) -> bool:
    """Do the first lines all look like players, with a semicolon somewhere?"""
    lines = [" ".join(line.split()) for line in data[:20_000].decode("latin-1").split("\n")[:40]]
    content = [line for line in lines[:-1] or lines if line and not line.startswith("#")]
    return bool(content) and all(_parts(line) for line in content) and any(";" in line for line in content)


def read(data: bytes, *, ruleset: str | None = None, name: str = "") -> Reading:
    """The division as an event of its own, called as the file is unless it has a name."""
    name = clean_line(PurePath(name.replace("\\", "/")).stem[:100], "name")
    people: list[_Line] = []
    header: dict[str, str] = {}
    for number, raw in enumerate(lines_of(data), 1):
        line = " ".join(raw.split())
        if match := _OURS.fullmatch(line):
            header[match[1]] = match[2]
        elif line and not line.startswith("#"):
            people.append(_line(line, number))
        if len(people) > PLAYERS_LIMIT:
            raise BadInput(
                "import-players",
                "The file has {count} players; the limit is {limit}.",
                count=len(people),
                limit=PLAYERS_LIMIT,
            )
    if not people:
        raise BadInput("tsh-empty", "The file has no players.")
    last = max(len(p.opponents) for p in people)
    rounds = tuple(_round(people, number) for number in range(1, last + 1))
    planned = int(header["rounds"]) if re.fullmatch(r"[0-9]{1,2}", header.get("rounds", "")) else last
    members = tuple(str(no) for no in range(1, len(people) + 1))
    title = clean_line(header.get("name", "") or name, "name", 200) or "Scrabble"
    event = ForeignEvent(
        name=title,
        ruleset=ruleset or (header.get("ruleset", "") if _ours(header.get("ruleset", "")) else DEFAULT_RULESET),
        players=tuple(_player(no, p) for no, p in enumerate(people, 1)),
        pods=(ForeignPod("main", members, planned=max(planned, last), rounds=rounds),) if rounds else (),
        settings={"rounds": planned} if "rounds" in header and planned else {},
    )
    other_fields = sorted({key for p in people for key in p.fields if key not in _FIELDS_OF_OURS})
    notes = [kept_for_writing(other_fields)] if other_fields else []
    other = sorted(
        {
            score
            for p in people
            for opponent, score in zip(p.opponents, p.scores, strict=False)
            if not opponent and abs(score) != BYE
        }
    )
    if other:
        notes.append(
            note(
                "tsh-rounds-without-an-opponent",
                "Rounds without an opponent worth {scores} count ±{bye} here.",
                scores=first_few([str(score) for score in other]),
                bye=BYE,
            )
        )
    return Reading(event, took_notes(players=len(people), rounds=last), (), tuple(notes))


def _ours(ruleset: str) -> bool:
    return any(ruleset == known.id for known in rulesets.available())


def _parts(line: str) -> tuple[str, list[int], str] | None:
    """Name, rating and opponents, and what follows the semicolon; None if there is no name, or no rating."""
    left, _, rest = line.partition(";")
    words = left.split()
    at = len(words)
    while at and _NUMBER.fullmatch(words[at - 1]):
        at -= 1
    numbers = [int(word) for word in words[at:]]
    if not at or not numbers or max(numbers[1:], default=0) > PLAYERS_LIMIT:
        return None
    return " ".join(words[:at]), numbers, rest


def _line(text: str, number: int) -> _Line:
    parts = _parts(text)
    if parts is None:
        raise BadInput("tsh-line", "line {line} is not a player of tsh: name, rating, opponents; scores.", line=number)
    name, (rating, *opponents), rest = parts
    scores, *more = rest.split(";")
    if not re.fullmatch(r"[-0-9\s]*", scores) or len(opponents) > ROUNDS_LIMIT:
        raise BadInput("tsh-scores", "line {line}: the scores are not whole numbers.", line=number)
    values = [_score(word, number) for word in scores.split()]
    if len(values) > len(opponents):
        raise BadInput("tsh-scores-many", "line {line}: more scores than opponents.", line=number)
    fields: dict[str, str] = {}
    for part in filter(None, (part.strip() for part in more)):
        key, _, value = part.partition(" ")
        fields[key[:40]] = value.strip()
    starts, boards = ([whole_or(word, 5, 0) for word in fields.get(key, "").split()] for key in ("p12", "board"))
    return _Line(name, rating, opponents, values, fields, starts, boards)


def _score(word: str, number: int) -> int:
    score = integer_or(word, 4, None)
    if score is None:
        raise BadInput("tsh-scores", "line {line}: the scores are not whole numbers.", line=number)
    return score


def _player(no: int, p: _Line) -> ForeignPlayer:
    surname, comma, first = p.name.partition(",")
    if not comma:
        first, _, surname = p.name.partition(" ")
    extra = {key: value for key, value in p.fields.items() if key not in _FIELDS_OF_OURS}
    return ForeignPlayer(
        str(no),
        first=first.strip(),
        last=surname.strip(),
        rating=p.rating or None,
        start_no=no,
        drop=Drop(len(p.opponents)) if "off" in p.fields else None,
        extra={FORMAT: {"fields": extra}} if extra else {},
    )


def _round(people: list[_Line], number: int) -> ForeignRound:
    matches: list[ForeignMatch] = []
    sittings: list[ForeignSitting] = []
    for no, p in enumerate(people, 1):
        if number > len(p.opponents):
            continue
        other = p.opponents[number - 1]
        score = p.scores[number - 1] if number <= len(p.scores) else None
        if other == 0:
            outcome = Outcome.BYE if score is None or score > 0 else Outcome.ABSENT
            sittings.append(ForeignSitting(str(no), outcome))
            continue
        answers = people[other - 1].opponents if other <= len(people) else []
        if other == no or number > len(answers) or answers[number - 1] != no:
            raise BadInput(
                "tsh-mismatch",
                "Round {round}: players {a} and {b} do not have each other as opponents.",
                round=number,
                a=no,
                b=other,
            )
        if _starts(people, no, other, number):
            matches.append(_match(people, no, other, number))
    matches.sort(key=lambda m: m.table or 0)
    done = all(m.result is not None for m in matches)
    return ForeignRound(number, tuple(matches), tuple(sittings), Status.FINISHED if done else Status.STARTED)


def _at(values: list[int], number: int) -> int:
    return values[number - 1] if number <= len(values) else 0


def _starts(people: list[_Line], no: int, other: int, number: int) -> bool:
    """p12 says who started; where the two lines do not, the lower number does."""
    mine, theirs = (_at(people[x - 1].p12, number) for x in (no, other))
    if {mine, theirs} == {1, 2}:
        return mine == 1
    return no < other


def _match(people: list[_Line], a: int, b: int, number: int) -> ForeignMatch:
    table = _at(people[a - 1].board, number) or None
    scores = [p.scores[number - 1] if number <= len(p.scores) else None for p in (people[a - 1], people[b - 1])]
    if scores[0] is None or scores[1] is None:
        return ForeignMatch(str(a), str(b), None, table)
    return ForeignMatch(str(a), str(b), _result(scores[0], scores[1], number), table)


def _result(a: int, b: int, number: int) -> Result:
    if a < 0 or b < 0:
        if not {a, b} <= {BYE, -BYE}:  # a score below nothing is possible in Scrabble, but not in our results
            raise BadInput("tsh-negative", "Round {round}: a game cannot end {a} to {b} here.", round=number, a=a, b=b)
        won, lost = Outcome.FORFEIT_WIN, Outcome.FORFEIT_LOSS
        return Result(won if a > 0 else lost, won if b > 0 else lost)
    won, lost = Outcome.WIN, Outcome.LOSS
    if (a, b) in ((1, 0), (0, 1), (0, 0)):  # no game ends like this: the outcome alone
        return Result(won if a else lost, won if b else lost)
    if a == b:
        return Result(Outcome.DRAW, Outcome.DRAW, a, b)
    return Result(won, lost, a, b) if a > b else Result(lost, won, a, b)


# --- writing ----------------------------------------------------------------------------------------------------------


def write(event: ForeignEvent, *, pod: str | None = None) -> Writing:
    """One division file; an event with several pods has one file for each."""
    swiss = [p for p in event.pods if p.phase is Phase.SWISS]
    if len(swiss) > 1 and pod is None:
        raise Refused(
            "tsh-pods", "A division file has 1 group: choose one ({pods}).", pods=", ".join(p.id for p in swiss)
        )
    chosen = next((p for p in swiss if pod in (None, p.id)), None)
    if pod is not None and chosen is None:
        raise Refused(
            "tsh-pods", "A division file has 1 group: choose one ({pods}).", pods=", ".join(p.id for p in swiss)
        )
    keys = list(chosen.members) if chosen else [player.key for player in event.players]
    players = {player.key: player for player in event.players}
    if any(players[key].team for key in keys):
        raise Refused("tsh-teams", "A division file has only single players, but this is a team event.")
    keys.sort(key=lambda key: players[key].start_no or len(players) + 1)
    rounds = [r for r in chosen.rounds if r.status is not Status.DRAFTED] if chosen else []
    sheet = _Sheet({key: no for no, key in enumerate(keys, 1)}, rounds)
    lines = [f"# pareo name {event.name}"]
    if _ours(event.ruleset):
        lines.append(f"# pareo ruleset {event.ruleset}")
    if (planned := ROUNDS.of(event.settings)) is not None:
        lines.append(f"# pareo rounds {planned}")
    lines += [sheet.line(players[key]) for key in keys]
    left_out = [*LEFT_OUT, *sheet.lost]
    if len(swiss) < len(event.pods):
        left_out.append("day 2 and brackets")
    if any(m.result is not None and m.result.halves_a is not None for r in rounds for m in r.matches):
        left_out.append("the games of matches (the points of all of them together are there)")
    return Writing("".join(f"{line}\n" for line in lines).encode(), tuple(dict.fromkeys(left_out)))


class _Sheet:
    def __init__(self, numbers: Mapping[str, int], rounds: Iterable[ForeignRound]) -> None:
        self.numbers = numbers
        self.lost: list[str] = []
        self._rounds: list[dict[str, tuple[int, int | None, int, int]]] = []  # per round: opponent, score, p12, board
        for r in rounds:
            rows: dict[str, tuple[int, int | None, int, int]] = {}
            for m in r.matches:
                scores = _scores(m.result)
                table = m.table or 0
                rows[m.a] = (numbers[m.b], scores[0], 1, table)
                rows[m.b] = (numbers[m.a], scores[1], 2, table)
            for s in r.sittings:
                rows[s.key] = (0, BYE if s.outcome.won else -BYE, 0, 0)
            self._rounds.append(rows)

    def line(self, player: ForeignPlayer) -> str:
        rows = [cells.get(player.key) for cells in self._rounds]
        while rows and rows[-1] is None and player.drop is not None:
            rows.pop()
        full = [row or (0, -BYE, 0, 0) for row in rows]
        scores = []
        for row in full:
            if row[1] is None:
                break
            scores.append(row[1])
        parts = [
            " ".join([self._name(player), str(player.rating or 0), *(str(row[0]) for row in full)]),
            " " + " ".join(map(str, scores)),
        ]
        if full:
            boards, starts = (" ".join(str(row[i]) for row in full) for i in (3, 2))
            parts += [f" board {boards}", f" p12 {starts}"]
        if player.drop is not None:
            parts.append(f" off {-BYE}")
        stored: Any = player.extra.get(FORMAT)
        fields = stored.get("fields", {}) if isinstance(stored, dict) else {}
        parts += [f" {key} {value}".replace(";", " ").rstrip() for key, value in fields.items()]
        return ";".join(parts) + ";"

    def _name(self, player: ForeignPlayer) -> str:
        name = f"{player.last}, {player.first}" if player.last else player.first
        words = re.sub(r"[;#]+", " ", name).split() or ["?"]
        if words[-1].isdecimal():  # it would be read as the rating
            words[-1:] = [f"{words[-1]}."]
        if words != name.split():
            self.lost.append("semicolons in names, and numbers at their end")
        return " ".join(words)


def _scores(result: Result | None) -> tuple[int | None, int | None]:
    if result is None:
        return None, None
    if result.score_a is not None and result.score_b is not None:
        return result.score_a, result.score_b
    if Outcome.FORFEIT_LOSS in (result.a, result.b):
        return (BYE if result.a.won else -BYE), (BYE if result.b.won else -BYE)
    if result.a is Outcome.DRAW:
        return 1, 1
    return int(result.a.won), int(result.b.won)
