"""Games of the .SCO table of Swiss Perfect 98, round by round.

Scores are doubled, so they are read as halves. Types 1/1 are a game that was played, 34 and 35 a forfeit lost or won by
white, 36 one that neither came to, 0/0 a pairing without a result. One type 1 and one 0 with both players there is, in
real files, a game won without play. A row with one player is a bye (2), or a round sat out (0).

The program knows no half-point bye: arbiters gave the half point as BONUS of the player. `with_half_byes` books it on
the rounds that were asked off and sat out, and that of a late entrant, which is part of the score, on the rounds
before they came; what is left of it is a bonus.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from pareo.core.model.outcome import Outcome
from pareo.core.text.errors import BadInput
from pareo.core.text.messages import note, text_note
from pareo.formats.swiss_perfect.dbase import read_table
from pareo.formats.swiss_perfect.event import (
    ROUNDS_LIMIT,
    Notes,
    ScoreRowKind,
    SwissPerfectGame,
    SwissPerfectPlayer,
    format_halves,
)
from pareo.formats.swiss_perfect.players import read_number

_NUMBERS = ("ROUND", "WHITE", "BLACK", "W_SCORE", "B_SCORE", "W_TYPE", "B_TYPE")
_SECONDARY = ("W_SUBSCO", "B_SUBSCO")
_WHITE_LOST, _WHITE_WON, _BOTH_LOST = 34, 35, 36
_FORFEITS = {
    _WHITE_LOST: (Outcome.FORFEIT_LOSS, Outcome.FORFEIT_WIN),
    _WHITE_WON: (Outcome.FORFEIT_WIN, Outcome.FORFEIT_LOSS),
    _BOTH_LOST: (Outcome.FORFEIT_LOSS, Outcome.FORFEIT_LOSS),
}

Players = Mapping[int, SwissPerfectPlayer]
Rounds = Mapping[int, tuple[SwissPerfectGame, ...]]


def read_rounds(data: bytes, players: Players, notes: Notes) -> dict[int, tuple[SwissPerfectGame, ...]]:
    """The games by round, in the order of the table, which is that of the boards."""
    table = read_table(data, text_note("The .SCO file"))
    for line in table.notes:
        notes.add(line)
    missing = [column for column in _NUMBERS if column not in table.columns]
    if missing:
        raise BadInput(
            "sp-sco",
            "The .SCO file has no column {column}: it is not a list of Swiss Perfect games.",
            column=missing[0],
        )
    unknown = [column for column in table.columns if column not in (*_NUMBERS, *_SECONDARY)]
    if unknown:
        notes.add(
            note(
                "sp-sco-the-columns-are",
                ".SCO: the columns {strange} are not understood.",
                strange=", ".join(unknown)[:200],
            )
        )
    rounds: dict[int, list[SwissPerfectGame]] = {}
    seated: set[tuple[int, int]] = set()
    empty = 0
    for at, row in enumerate(table.rows, 1):
        numbers = [read_number(row[column]) if row[column] else 0 for column in _NUMBERS]
        secondary = [read_number(row[column]) if row.get(column) else 0 for column in _SECONDARY]
        if any(n is None or n < 0 for n in (*numbers, *secondary)):
            notes.add(
                note(
                    "sp-sco-row-no-number",
                    ".SCO row {at} was left out: it contains something that is not a number.",
                    at=at,
                )
            )
            continue
        number, white, black, *rest = (n or 0 for n in numbers)
        if not white and not black:
            empty += 1
            continue
        problem = _problem(number, white, black, players, seated)
        if problem:
            notes.add(note("sp-sco-row-was-left", ".SCO row {at} was left out: {problem}.", at=at, problem=problem))
            continue
        seated |= {(number, key) for key in (white, black) if key}
        where = note(
            "sp-where",
            "Round {number}, {players}",
            number=number,
            players=" – ".join(players[key].surname for key in (white, black) if key),
        )
        game = _game(white, black, rest, where, notes)
        game = replace(game, white_secondary=secondary[0] or 0, black_secondary=secondary[1] or 0)
        rounds.setdefault(number, []).append(game)
    if empty:
        notes.add(note("sp-sco-row-s-without", ".SCO: rows without players were skipped: {empty}.", empty=empty))
    return {number: tuple(games) for number, games in sorted(rounds.items())}


def _problem(number: int, white: int, black: int, players: Players, seated: set[tuple[int, int]]) -> str:
    if not 1 <= number <= ROUNDS_LIMIT:
        return f"there is no round {number}"
    if white == black:
        return f"player {white} would play themselves"
    for key in (white, black):
        if key and key not in players:
            return f"there is no player {key}"
        if key and (number, key) in seated:
            return f"player {key} is in round {number} twice"
    return ""


def _game(white: int, black: int, rest: Sequence[int], where: str, notes: Notes) -> SwissPerfectGame:
    white_score, black_score, white_type, black_type = rest
    if not white or not black:
        return _single_player_row(white, black, white_score if white else black_score, where, notes)
    scores = white_score, black_score
    types = white_type, black_type
    if types == (0, 0):
        if scores != (0, 0):
            notes.add(
                note(
                    "sp-scores-of-a-game",
                    "{where}: scores of a game that was not played were left out.",
                    where=where,
                )
            )
        return SwissPerfectGame(white, black, ScoreRowKind.OPEN)
    if white_type in _FORFEITS and (black_type in (0, white_type)):
        outcomes = _FORFEITS[white_type]
        if scores != tuple(2 if o is Outcome.FORFEIT_WIN else 0 for o in outcomes):
            notes.add(
                note(
                    "sp-the-scores-do-not",
                    "{where}: the scores {scores} do not fit the forfeit, and were kept.",
                    where=where,
                    scores=_format_scores(scores),
                )
            )
        return SwissPerfectGame(white, black, ScoreRowKind.FORFEIT, *outcomes, *scores)
    if types == (1, 1):
        if white_score == black_score == 0:
            notes.add(
                note(
                    "sp-played-and-neither-has",
                    "{where}: played, but neither has points; read as a double loss.",
                    where=where,
                )
            )
            return SwissPerfectGame(white, black, ScoreRowKind.PLAYED, Outcome.LOSS, Outcome.LOSS)
        outcomes = _by_score(scores, Outcome.WIN, Outcome.DRAW, Outcome.LOSS)
        return SwissPerfectGame(white, black, ScoreRowKind.PLAYED, *outcomes, *scores)
    if types not in ((1, 0), (0, 1)) or white_score == black_score:
        notes.add(
            note(
                "sp-the-types-are-not",
                "{where}: the types {white_type}/{black_type} are not understood; read as a forfeit by its scores.",
                where=where,
                white_type=white_type,
                black_type=black_type,
            )
        )
    if white_score == black_score:
        return SwissPerfectGame(white, black, ScoreRowKind.FORFEIT, *_FORFEITS[_BOTH_LOST], *scores)
    outcomes = _by_score(scores, Outcome.FORFEIT_WIN, Outcome.DRAW, Outcome.FORFEIT_LOSS)
    return SwissPerfectGame(white, black, ScoreRowKind.FORFEIT, *outcomes, *scores)


def _format_scores(scores: tuple[int, int]) -> str:
    return f"{format_halves(scores[0])}:{format_halves(scores[1])}"


def _by_score(scores: tuple[int, int], won: Outcome, drawn: Outcome, lost: Outcome) -> tuple[Outcome, Outcome]:
    white, black = scores
    return (drawn, drawn) if white == black else (won, lost) if white > black else (lost, won)


def _single_player_row(white: int, black: int, halves: int, where: str, notes: Notes) -> SwissPerfectGame:
    """A row with one player, who is white, whichever column they are in."""
    key = white or black
    if halves == 2:
        return SwissPerfectGame(key, None, ScoreRowKind.BYE, Outcome.BYE, None, 2)
    if halves == 1:
        return SwissPerfectGame(key, None, ScoreRowKind.HALF_BYE, Outcome.REQUESTED_BYE, None, 1)
    if halves:
        notes.add(
            note(
                "sp-a-bye-of-points",
                "{where}: a bye of {halves} points is not understood; read as an unplayed round.",
                where=where,
                halves=format_halves(halves),
            )
        )
    return SwissPerfectGame(key, None, ScoreRowKind.ABSENT, Outcome.ABSENT)


def with_half_byes(
    players: Players, rounds: Rounds, notes: Notes
) -> tuple[dict[int, tuple[SwissPerfectGame, ...]], dict[int, int]]:
    """The rounds with bonus halves booked as half-point byes, one per round asked off and sat out; what is left.

    A late entrant's are shared out over the rounds that they missed, at most a whole point each (A-34).
    """
    left = {key: p.bonus_halves for key, p in players.items() if p.bonus_halves}
    if not left:
        return dict(rounds), {}
    booked: dict[int, tuple[SwissPerfectGame, ...]] = {}
    for number, games in rounds.items():
        row = list(games)
        for at, game in enumerate(games):
            key = game.white
            if game.kind is ScoreRowKind.ABSENT and key is not None and left.get(key) and number in players[key].absent:
                row[at] = replace(game, kind=ScoreRowKind.HALF_BYE, white_outcome=Outcome.REQUESTED_BYE, white_halves=1)
                left[key] -= 1
        booked[number] = tuple(row)
    for key in [key for key, halves in left.items() if halves and players[key].late_entry > 1]:
        left[key] -= _book_late(booked, key, players[key].late_entry, left[key])
    for key, halves in left.items():
        if halves:
            notes.add(
                note(
                    "sp-a-bonus-of-points",
                    "{surname}: a bonus of {halves} points matches no requested bye and is kept for pairing.",
                    surname=players[key].surname,
                    halves=format_halves(halves),
                )
            )
    return booked, {key: halves for key, halves in left.items() if halves}


def _book_late(rounds: dict[int, tuple[SwissPerfectGame, ...]], key: int, entered: int, halves: int) -> int:
    """Books a late entrant's bonus on the rounds before they came, earliest first; how many halves found a place."""
    missed = [
        number
        for number in sorted(rounds)
        if number < entered
        and all(game.kind is ScoreRowKind.ABSENT for game in rounds[number] if key in (game.white, game.black))
    ]
    worth = dict.fromkeys(missed, 0)
    for number in (missed * 2)[:halves]:
        worth[number] += 1
    for number, points in worth.items():
        if points:
            others = [game for game in rounds[number] if game.white != key]
            bye = SwissPerfectGame(key, None, ScoreRowKind.HALF_BYE, Outcome.REQUESTED_BYE, None, points)
            rounds[number] = (*others, bye)
    return sum(worth.values())
