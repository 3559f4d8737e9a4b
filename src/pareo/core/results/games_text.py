"""Matches of several games as people write them (SP-10, A-42, A-70). One game is `result_text`'s.

How the games decide is the ruleset's (`ResultRules.decide`):

- "best-of": `2-1` are the games won by each, `1-1-1` those won and drawn; whoever has won more wins the match, and
  nobody wins more than it takes. `=` is a match that was agreed drawn: as many drawn games as it has.
- "all": every game is played. `2-0`, `1½-½` (also `1.5-0.5`) add up to the games; `=` shares them.
- "sum": the points of all games together decide, so `812-790` says it all.

With points on the table the sum of them may follow the games: `1½-½ 812-790`. And each game may be written for itself:
`1-0 0-1 =`, or with its points, `412-380 350-401`; an `a` or `b` behind one says who began it (`412-380b`), where they
did not begin in turn. `0-0` (both lose) and the forfeits are for the whole match.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from pareo.core.model.outcome import Game, GameTally, Outcome, Result
from pareo.core.model.ruleset import ResultRules
from pareo.core.text.messages import Note, note
from pareo.core.text.numbers import points_text

BEST_OF, ALL, SUM = "best-of", "all", "sum"
DECIDE = (BEST_OF, ALL, SUM)

_SHARE = re.compile(r"(\d?½|\d(?:\.[05])?)-(\d?½|\d(?:\.[05])?)")
_COUNTS = re.compile(r"(\d)-(\d)(?:-(\d{1,2}))?")
_POINTS = re.compile(r"(0|[1-9]\d{0,5})-(0|[1-9]\d{0,5})")  # “01-2” would be written 1-2, and that is games
_GAME_POINTS = re.compile(r"(0|[1-9]\d{0,4})-(0|[1-9]\d{0,4})([ab]?)")
_GAME = re.compile(r"(1-0|0-1|=|½-½)([ab]?)")
_GAME_WINNER = {"1-0": "a", "0-1": "b"}
_OTHER_SIDE = {"a": "b", "b": "a", "": ""}


class MatchFormat(NamedTuple):
    """What a match is in one phase: its games, and what decides it."""

    games: int
    decide: str
    kind: str  # what a game records: "outcome" or "scores"
    draws: bool


def match_format_of(rules: ResultRules, *, elimination: bool = False) -> MatchFormat:
    """How many games a match of this phase has and what decides it: as the event says, else as the ruleset does."""
    games, decide = (rules.best_of, BEST_OF) if rules.best_of else (rules.games, rules.decide)
    if elimination and rules.cut_games:
        games = rules.cut_games
    if elimination and rules.best_of_cut:
        games, decide = rules.best_of_cut, BEST_OF
    return MatchFormat(games, decide, rules.kind, rules.draws and not elimination)


def wins_needed(games: int) -> int:
    """How many games have to be won in a best of `games`."""
    return games // 2 + 1


def read_match(text: str, form: MatchFormat) -> Result | None:
    """The match that the text says (small letters, plain hyphens); None where it says none.

    Forfeits and `0-0` are not read here.
    """
    words = re.sub(r" *- *", "-", text).split()
    return _read_tally(words, form) or _read_each_game(words, form)


def _read_tally(words: list[str], form: MatchFormat) -> Result | None:
    """The games counted, and perhaps the points of all of them together."""
    if not words or len(words) > 2:
        return None
    sums = None
    if len(words) == 2:
        sums = _POINTS.fullmatch(words[1]) if form.kind == "scores" else None
        if sums is None:
            return None
    a, b = (int(sums[1]), int(sums[2])) if sums else (None, None)
    if form.decide == BEST_OF:
        tally = GameTally(0, 0, form.games) if words[0] == "=" else _tally(words[0], form.games)
        return tally and _match_result(outcomes_by_score(tally.a, tally.b), (a, b), tally.halves, tally)
    if form.decide == SUM and words[0] in ("=", "½-½"):  # a draw like any other: it says nothing of games and points
        return Result(Outcome.DRAW, Outcome.DRAW) if sums is None else None
    if form.decide == SUM:
        total = _POINTS.fullmatch(words[0]) if form.kind == "scores" and not sums else None
        return total and Result(
            *outcomes_by_score(int(total[1]), int(total[2])), score_a=int(total[1]), score_b=int(total[2])
        )
    shares = (form.games, form.games) if words[0] == "=" else _halves_of(words[0])
    if shares is None or sum(shares) != 2 * form.games:
        return None
    return _match_result(outcomes_by_score(*shares), (a, b), shares)


def _match_result(
    outcomes: tuple[Outcome, Outcome],
    scores: tuple[int | None, int | None],
    halves: tuple[int, int],
    tally: GameTally | None = None,
    games: tuple[Game, ...] = (),
) -> Result:
    return Result(outcomes[0], outcomes[1], scores[0], scores[1], None, None, halves[0], halves[1], tally, games)


def _tally(word: str, games: int) -> GameTally | None:
    """Games won by each, and drawn: nobody wins more than it takes, and not both as many."""
    match = _COUNTS.fullmatch(word)
    if match is None:
        return None
    tally = GameTally(int(match[1]), int(match[2]), int(match[3] or 0))
    needed = wins_needed(games)
    fits = max(tally.a, tally.b) <= needed and (tally.a, tally.b) != (needed, needed) and any(tally)
    return tally if fits else None


def _halves_of(word: str) -> tuple[int, int] | None:
    match = _SHARE.fullmatch(word)
    return None if match is None else (_halves(match[1]), _halves(match[2]))


def _halves(text: str) -> int:
    """“1½” or “1.5” is 3."""
    whole, half = (text[:-1] or "0", 1) if text.endswith("½") else (text.split(".", maxsplit=1)[0], text[-2:] == ".5")
    return 2 * int(whole) + half


def _read_each_game(words: list[str], form: MatchFormat) -> Result | None:
    """Every game for itself."""
    each = [_game(word, form) for word in words]
    played = tuple(game for game in each if game is not None)
    if not played or len(played) < len(each) or not _fits(played, form):
        return None
    return result_of_games(played, form)


def _game(word: str, form: MatchFormat) -> Game | None:
    if form.kind == "scores":
        match = _GAME_POINTS.fullmatch(word)
        if match is None:
            return None
        a, b = int(match[1]), int(match[2])
        return Game("a" if a > b else "b" if b > a else "", a, b, match[3])
    plain = _GAME.fullmatch(word)
    return plain and Game(_GAME_WINNER.get(plain[1], ""), None, None, plain[2])


def _fits(played: tuple[Game, ...], form: MatchFormat) -> bool:
    """A best of so many ends with the game that decides it; otherwise all are played."""
    if form.decide != BEST_OF:
        return len(played) == form.games
    needed = wins_needed(form.games)
    before = tally_of(played[:-1])
    last = tally_of(played)
    return max(before.a, before.b) < needed and max(last.a, last.b) <= needed and len(played) > (form.kind != "scores")


def tally_of(games: tuple[Game, ...]) -> GameTally:
    """How many of these games each side won, and how many were drawn."""
    return GameTally(*(sum(game.won == side for game in games) for side in ("a", "b", "")))


def result_of_games(games: tuple[Game, ...], form: MatchFormat) -> Result:
    """The result of a match from its single games."""
    tally = tally_of(games)
    scored = all(game.score_a is not None for game in games)
    a = sum(game.score_a or 0 for game in games) if scored else None
    b = sum(game.score_b or 0 for game in games) if scored else None
    outcomes = outcomes_by_score(a or 0, b or 0) if form.decide == SUM else outcomes_by_score(tally.a, tally.b)
    return _match_result(outcomes, (a, b), tally.halves, tally, games)


def outcomes_by_score(a: int, b: int) -> tuple[Outcome, Outcome]:
    """The outcomes of both sides by their scores: the higher one wins, equal is a draw."""
    if a == b:
        return Outcome.DRAW, Outcome.DRAW
    return (Outcome.WIN, Outcome.LOSS) if a > b else (Outcome.LOSS, Outcome.WIN)


def match_text(result: Result) -> str:
    """A match of several games as `read_match` reads it; empty for any other."""
    if result.games:
        return " ".join(_game_text(game) for game in result.games)
    score = games_score(result)
    return score if result.score_a is None or not score else f"{score} {result.score_a}-{result.score_b}"


def _game_text(game: Game) -> str:
    plain = {"a": "1-0", "b": "0-1"}.get(game.won, "=")
    return (plain if game.score_a is None else f"{game.score_a}-{game.score_b}") + game.first


def games_score(result: Result) -> str:
    """“2-1”, “1-1-1” or “1½-½” of a match of several games; empty for any other."""
    if result.tally is not None:
        a, b, drawn = result.tally
        return f"{a}-{b}-{drawn}" if drawn else f"{a}-{b}"
    a_halves, b_halves = result.halves_a, result.halves_b
    return "" if a_halves is None or b_halves is None else f"{points_text(a_halves, 2)}-{points_text(b_halves, 2)}"


def match_scores(form: MatchFormat) -> tuple[str, ...]:
    """The scores to choose from, best for the first side; of a long match of all games the ends and the middle."""
    games = form.games
    if games == 1 or form.decide == SUM:
        return ()
    if form.decide == BEST_OF:
        needed = wins_needed(games)
        level = [f"{needed - 1}-{needed - 1}"] if form.draws else []
        return (
            *(f"{needed}-{lost}" for lost in range(needed)),
            *level,
            *(f"{lost}-{needed}" for lost in reversed(range(needed))),
        )
    every = [f"{points_text(2 * games - lost, 2)}-{points_text(lost, 2)}" for lost in range(2 * games + 1)]
    return tuple(every if games <= 4 else (every[0], every[games], every[-1]))


def flip_games(games: tuple[Game, ...]) -> tuple[Game, ...]:
    """The games seen from the other side of the table."""
    return tuple(Game(_OTHER_SIDE[g.won], g.score_b, g.score_a, _OTHER_SIDE[g.first]) for g in games)


def accepted_games(form: MatchFormat) -> Note:
    """What can be typed as the result of a match of several games, as a note."""
    games = form.games
    if form.decide == BEST_OF:
        return note(
            "accepted-best-of",
            "the games each player won, such as {won}, with drawn games after them, such as 1-1-1; game by game, "
            "such as {each}; 0-0 (double loss), and 1-0F, 0-1F, 0-0F for a forfeit",
            won=f"{wins_needed(games)}-{wins_needed(games) - 1}",
            each="412-380 350-401" if form.kind == "scores" else "1-0 0-1",
        )
    if form.decide == SUM:
        return note(
            "accepted-sum",
            "the points of all {games} games together, such as 812-790, or game by game, such as 412-380 400-410; "
            "0-0 (double loss), and 1-0F, 0-1F, 0-0F for a forfeit",
            games=games,
        )
    return note(
        "accepted-games",
        "the games of both sides, {games} together, such as {won} or {shared}; 0-0 (double loss), and 1-0F, 0-1F, "
        "0-0F for a forfeit",
        games=games,
        won=f"{games}-0",
        shared=f"{points_text(games, 2)}-{points_text(games, 2)}",
    )
