"""What readers of strangers' files share: text out of bytes, results that can be, and words of their reports."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager

from pareo.core.model.outcome import Outcome, Result
from pareo.core.results.games_text import tally_of
from pareo.core.text.errors import BadInput
from pareo.core.text.messages import Note, note, plural

SIZE_LIMIT = 20 * 1024 * 1024
LINE_LIMIT = 20_000
_SCORE_LIMIT = 99_999
_MOST_GAMES = 99
_WON = (Outcome.WIN, Outcome.MODIFIED_WIN)


@contextmanager
def collector_paused() -> Iterator[None]:
    """Python does not look for cycles meanwhile: of a file ten thousands of values are made, and none is in one."""
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()


def text_of(data: bytes) -> str:
    """A file as text: UTF-8, or Western letters where it is not."""
    if len(data) > SIZE_LIMIT:
        raise BadInput("import-too-large", "The file is larger than {limit} MB.", limit=SIZE_LIMIT // 2**20)
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("cp1252", "replace")


def lines_of(data: bytes) -> list[str]:
    """The lines of a text file, with the line ends of every system."""
    if b"\0" in data:
        raise BadInput("import-not-text", "The file is not text.")
    lines = text_of(data).replace("\r\n", "\n").replace("\r", "\n").split("\n")
    for number, line in enumerate(lines, 1):
        if len(line) > LINE_LIMIT:
            raise BadInput(
                "csv-long-line", "line {line} is longer than {limit} characters.", line=number, limit=LINE_LIMIT
            )
    return lines


def first_few(names: list[str]) -> str:
    """The first eight names of a list, as text."""
    return ", ".join(name[:40] for name in names[:8]) + (" …" if len(names) > 8 else "")


def took_notes(
    *,
    players: int,
    pods: int | None = None,
    rounds: int | None = None,
    games: int | None = None,
    matches: int | None = None,
    results: int | None = None,
    sat_out: int | None = None,
) -> tuple[Note, ...]:
    """What an import took from a file, as texts for its report, in their order there."""
    counts = (
        (players, plural("took-players", "{count} player", "{count} players", count=players)),
        (pods, plural("took-pods", "{count} group", "{count} groups", count=pods or 0)),
        (rounds, plural("took-rounds", "{count} round", "{count} rounds", count=rounds or 0)),
        (games, plural("took-games", "{count} game", "{count} games", count=games or 0)),
        (matches, plural("took-matches", "{count} match", "{count} matches", count=matches or 0)),
        (results, plural("took-results", "{count} result", "{count} results", count=results or 0)),
        (sat_out, plural("took-byes", "{count} bye or late loss", "{count} byes and late losses", count=sat_out or 0)),
    )
    return tuple(text for count, text in counts if count is not None)


def kept_for_writing(names: list[str]) -> Note:
    """A note on parts of a file that only its own program understands, and that are written again as they are."""
    return note("kept-for-writing", "Kept unchanged for the next export: {names}.", names=first_few(names))


def _are_games_possible(result: Result) -> bool:
    """Games that are counted as they were played, each with a winner or none."""
    counted = [result.halves_a or 0, result.halves_b or 0, *(result.tally or ())]
    scores = [score for game in result.games for score in (game.score_a, game.score_b) if score is not None]
    return (
        all(0 <= number <= _MOST_GAMES for number in counted)
        and (not result.games or result.tally == tally_of(result.games))
        and all(0 <= score <= _SCORE_LIMIT for score in scores)
        and all(game.won in ("a", "b", "") and game.first in ("a", "b", "") for game in result.games)
    )


def check_result(result: Result | None, number: int, *, squads: bool, chess: bool = False) -> None:
    """A result that somebody could have entered: one winner, a draw, or two losers."""
    if result is None:
        return
    pair = (result.a, result.b)
    fits = (
        (result.a in _WON and result.b is Outcome.LOSS)
        or (result.a is Outcome.LOSS and result.b in (*_WON, Outcome.LOSS))
        or pair in ((Outcome.DRAW, Outcome.DRAW), (Outcome.FORFEIT_WIN, Outcome.FORFEIT_LOSS))
        or (result.a is Outcome.FORFEIT_LOSS and result.b in (Outcome.FORFEIT_WIN, Outcome.FORFEIT_LOSS))
    )
    fits = fits or (chess and {*pair} == {Outcome.DRAW, Outcome.LOSS})  # ½-0
    scores = (result.score_a, result.score_b)
    alone = scores == (None, None)
    counted_up = all(score is not None and 0 <= score <= _SCORE_LIMIT for score in scores)
    modified = Outcome.MODIFIED_WIN in pair
    if (
        not fits
        or (result.mark is not None and (not chess or not result.a.played))
        or not (alone or (counted_up and result.a.played))
        or (modified and (alone or not squads))
        or (result.ended is not None and (alone or not squads))
        or (squads and not alone and result.ended is None)
        or result.initiative not in (None, "a", "b")
        or not _are_games_possible(result)
    ):
        raise BadInput("import-result", "Round {round} has an impossible result.", round=number)
