"""Results as people write them: reading, writing, turning round, and what follows from them.

`parse_result` reads what stands on a slip; `format_result` writes it so that reading it again (in the same phase, with
the same squad totals) gives the same result. The grammar, by `ResultRules.kind`:

- every kind: `1-0`, `0-1`, `½-½` (also `½`, `1/2-1/2`, `=`), `0-0` (both lose) are outcomes alone; an `F` after `1-0`,
  `0-1` or `0-0` marks a forfeit. `:` and every dash will do for `-`; spaces and capitals do not matter. `0,5` and `0.5`
  are `½`, never two scores (B-26).
- "outcome": also `2-0 2-1 1-2 0-2 1-1`, the games of a best of three; the higher side wins, equal is a draw.
- "scores": any other two numbers are the points on the table (`412-380`); the higher wins, equal is a draw. So a game
  that really ended 1-0 or 0-0 on the table cannot be written with its points: `1-0` is the outcome alone.
- every kind: the words of `result_vocabulary`, in four languages; what follows are the codes they stand for.
- "squads": points destroyed by a and by b, then how the game ended: `destroyed`, `time`, `conceded-a`, `conceded-b`
  (X-7). After `destroyed` a word may say who had ships left: `win-a`, `win-b`, or `draw` for nobody. Without it a
  squad of which every point is gone has none left: the other side wins, both gone is a draw; where the totals do not
  tell, the higher score wins and equal is a draw. In elimination `init-a` or `init-b` names who had the initiative
  (X-13). A concession without points is one of a side that had destroyed nothing (B-21).
- matches of several games (`ResultRules.games`): `games_text`.
- one game of chess (`ResultRules.chess`): also `½-0` and `0-½`; a `U` after an outcome marks a game of less than one
  move, which is not rated; `adjourned` is a game to be played on. Games of a match (`2-1`, `1-1`) cannot be.

Nothing here knows tables, rounds or names.
"""

from __future__ import annotations

import re
from dataclasses import replace

from pareo.core.model.outcome import Ended, GameTally, Mark, Outcome, Result
from pareo.core.model.ruleset import ResultRules
from pareo.core.results.games_text import (
    MatchFormat,
    accepted_games,
    flip_games,
    match_format_of,
    match_text,
    outcomes_by_score,
    read_match,
)
from pareo.core.results.result_vocabulary import conceding_side, words_to_codes
from pareo.core.text.errors import BadInput
from pareo.core.text.messages import Note, text_note

_DASHES = str.maketrans(dict.fromkeys("‐‑‒–—―−:", "-"))
_OUTCOMES = {
    "1-0": (Outcome.WIN, Outcome.LOSS),
    "0-1": (Outcome.LOSS, Outcome.WIN),
    "0-0": (Outcome.LOSS, Outcome.LOSS),
    "½-½": (Outcome.DRAW, Outcome.DRAW),
    "1/2-1/2": (Outcome.DRAW, Outcome.DRAW),
    "=": (Outcome.DRAW, Outcome.DRAW),
}
_FORFEITS = {
    "1-0f": (Outcome.FORFEIT_WIN, Outcome.FORFEIT_LOSS),
    "0-1f": (Outcome.FORFEIT_LOSS, Outcome.FORFEIT_WIN),
    "0-0f": (Outcome.FORFEIT_LOSS, Outcome.FORFEIT_LOSS),
}
_CHESS = {
    "½-0": (Outcome.DRAW, Outcome.LOSS),
    "0-½": (Outcome.LOSS, Outcome.DRAW),
    "1/2-0": (Outcome.DRAW, Outcome.LOSS),
    "0-1/2": (Outcome.LOSS, Outcome.DRAW),
}
_ADJOURNED = ("adjourned", "adj", "adj.")
_BEST_OF_THREE = frozenset({(2, 0), (2, 1), (1, 2), (0, 2), (1, 1)})
_HALF = re.compile(r"(?:^|(?<=[^\d.,]))0[.,]5(?!\d)")
_SIDE = r"(?:½|1/2|[0-9]{1,5})"
_FIRST = re.compile(rf"(=|{_SIDE} *- *{_SIDE}(?: *[fu])?)((?: .*)?)")
_SCORES = re.compile(r"([0-9]{1,5})-([0-9]{1,5})")
_ENDED = {ended.value: ended for ended in Ended}
_SHIPS_LEFT = {"win-a": (Outcome.WIN, Outcome.LOSS), "win-b": (Outcome.LOSS, Outcome.WIN), "draw": _OUTCOMES["="]}
_SHIPS_LEFT_NOTES = {
    "win-a": text_note("the first player has ships left"),
    "win-b": text_note("the second player has ships left"),
    "draw": text_note("no ships left on either side"),
}
_INITIATIVE = {"init-a": "a", "init-b": "b"}
_OTHER_END = {Ended.CONCEDED_A: Ended.CONCEDED_B, Ended.CONCEDED_B: Ended.CONCEDED_A}
_OTHER_SIDE = {"a": "b", "b": "a"}

_ACCEPTED = {
    "outcome": text_note("1-0, 0-1, ½-½, 0-0 (double loss), games such as 2-1, and 1-0F, 0-1F, 0-0F for a forfeit"),
    "chess": text_note(
        "1-0, 0-1, ½-½, ½-0, 0-½, 0-0; 1-0F, 0-1F, 0-0F for a forfeit; 1-0U, ½-½U, 0-1U for a game of less "
        "than one move; adjourned"
    ),
    "scores": text_note(
        "412-380 (each player's points), 1-0, 0-1, ½-½, 0-0 (double loss), and 1-0F, 0-1F, 0-0F for a forfeit"
    ),
    "squads": text_note(
        "153-124 destroyed, 153-124 time, 120-80 conceded 1 (or 2); after destroyed, add left 1, left 2 or draw "
        "for the player with ships left; in elimination, add initiative 1 (or 2); 1-0, 0-1, ½-½, 0-0; 1-0F, 0-1F, "
        "0-0F for a forfeit"
    ),
}


def accepted_notation(rules: ResultRules, *, elimination: bool) -> Note:
    """What can be typed as a result in this phase, as a note."""
    form = match_format_of(rules, elimination=elimination)
    return accepted_games(form) if form.games > 1 else _ACCEPTED["chess" if rules.chess else rules.kind]


def parse_result(
    text: str,
    rules: ResultRules,
    *,
    elimination: bool,
    squad_a: int | None = None,
    squad_b: int | None = None,
) -> Result:
    """The result that the text says, or BadInput with a sentence that tells what is accepted.

    `squad_a` and `squad_b` are the totals of the squads, where they are known; a concession fills up to them (X-7).
    """
    form = match_format_of(rules, elimination=elimination)
    if form.games > 1:
        return _decide_in_phase(_read_match(text, rules, form), None, rules, text, elimination=elimination)
    typed = _plain_text(text)
    if typed in ("½", "½ ½"):
        typed = "="
    if rules.kind == "squads" and (side := conceding_side(typed)):
        typed = f"0-0 conceded-{side}"
    if not _SCORES.fullmatch(typed):  # two numbers alone have no words
        typed = words_to_codes(typed)
    if rules.chess and typed in _ADJOURNED and not elimination:
        return Result(*_OUTCOMES["="], mark=Mark.ADJOURNED)
    match = _FIRST.fullmatch(typed)
    if match is None:
        raise _unreadable(text, rules)
    head = match[1].replace(" ", "")
    words = _Words.read(match[2].split(), text, rules)
    if rules.kind == "squads" and words.ended is not None:
        scores = _SCORES.fullmatch(head)
        if scores is None:
            raise _unreadable(text, rules)
        result = _squads_result((int(scores[1]), int(scores[2])), words, rules, text, (squad_a, squad_b))
    elif words.left is not None:
        raise _unreadable(text, rules)
    else:
        result = _chess_result(head, rules, text) if rules.chess else _plain_result(head, rules, text)
    return _decide_in_phase(result, words.initiative, rules, text, elimination=elimination)


def _plain_text(text: str) -> str:
    return _HALF.sub("½", text.strip().lower().translate(_DASHES))


def writes_half_points(text: str) -> bool:
    """Does the text write half a point as a decimal number, `0,5` or `0.5`?"""
    return _HALF.search(text) is not None


def concedes_without_points(text: str) -> bool:
    """Does the text say who conceded, and no points?"""
    return bool(conceding_side(_plain_text(text)))


def _read_match(text: str, rules: ResultRules, form: MatchFormat) -> Result:
    """A match of several games; a forfeit and “both lose” are for the whole of it."""
    plain = _plain_text(text)
    code = words_to_codes(plain)
    plain = code if code in ("=", "0-0", *_FORFEITS) else plain
    whole = _FORFEITS.get(plain.replace(" ", "")) or (_OUTCOMES["0-0"] if plain.replace(" ", "") == "0-0" else None)
    result = Result(*whole) if whole else read_match(plain, form)
    if result is None:
        raise _unreadable(text, rules, form)
    return result


class _Words:
    """The words after the numbers, each at most once."""

    __slots__ = ("ended", "initiative", "left")

    def __init__(self) -> None:
        self.ended: Ended | None = None
        self.left: str | None = None
        self.initiative: str | None = None

    @classmethod
    def read(cls, words: list[str], text: str, rules: ResultRules) -> _Words:
        parsed = cls()
        if words and rules.kind != "squads":
            raise _unreadable(text, rules)
        for word in words:
            if word in _ENDED and parsed.ended is None:
                parsed.ended = _ENDED[word]
            elif word in _SHIPS_LEFT and parsed.left is None:
                parsed.left = word
            elif word in _INITIATIVE and parsed.initiative is None:
                parsed.initiative = _INITIATIVE[word]
            else:
                raise _unreadable(text, rules)
        return parsed


def _chess_result(head: str, rules: ResultRules, text: str) -> Result:
    """One game: an outcome, perhaps of less than one move, or a forfeit. Who wins loses nothing: 1-1, 1-½ are none."""
    plain = head.removesuffix("u")
    outcomes = _OUTCOMES.get(plain) or _CHESS.get(plain)
    if outcomes is not None:
        return Result(*outcomes, mark=Mark.UNRATED if plain != head else None)
    if head in _FORFEITS:
        return Result(*_FORFEITS[head])
    raise _unreadable(text, rules)


def _plain_result(head: str, rules: ResultRules, text: str) -> Result:
    """An outcome, a forfeit or scores that explain themselves."""
    if head in _OUTCOMES:
        return Result(*_OUTCOMES[head])
    if head in _FORFEITS:
        return Result(*_FORFEITS[head])
    scores = _SCORES.fullmatch(head)
    if scores is None:
        raise _unreadable(text, rules)
    a, b = int(scores[1]), int(scores[2])
    if rules.kind == "squads":
        raise BadInput(
            "result-needs-ended",
            "“{text}” does not say how the game ended: add destroyed, time, conceded 1 or conceded 2.",
            text=text,
        )
    if rules.kind == "outcome" and (a, b) not in _BEST_OF_THREE:
        raise _unreadable(text, rules)
    return Result(*outcomes_by_score(a, b), a, b)


def _squads_result(
    scores: tuple[int, int], words: _Words, rules: ResultRules, text: str, squads: tuple[int | None, int | None]
) -> Result:
    """An X-Wing game from the points destroyed and how it ended (X-7, X-8, X-11)."""
    (a, b), ended = scores, words.ended
    if words.left is not None and ended is not Ended.DESTROYED:
        raise BadInput(
            "result-winner-known",
            "“{text}”: use left or draw only after “destroyed”; otherwise the points or the concession decide.",
            text=text,
        )
    limit_a = rules.available if squads[1] is None else squads[1]  # a can destroy no more than b brought
    limit_b = rules.available if squads[0] is None else squads[0]
    if a > limit_a or b > limit_b:
        raise BadInput(
            "result-too-many-points",
            "“{text}”: the first player can destroy at most {limit_a} points, the second at most {limit_b}; check "
            "the scores.",
            text=text,
            limit_a=limit_a,
            limit_b=limit_b,
        )
    # "If a player concedes, all his remaining ships count as destroyed" (X-Wing Epic 1.1, margin of victory).
    if ended is Ended.CONCEDED_A:
        return Result(Outcome.LOSS, Outcome.WIN, a, limit_b, ended)
    if ended is Ended.CONCEDED_B:
        return Result(Outcome.WIN, Outcome.LOSS, limit_a, b, ended)
    outcome_a, outcome_b = (
        _survivor((a, b), words.left, squads, text) if ended is Ended.DESTROYED else outcomes_by_score(a, b)
    )
    if ended is Ended.TIME and 0 < abs(a - b) < rules.modified_below:  # only at time
        outcome_a = Outcome.MODIFIED_WIN if a > b else outcome_a
        outcome_b = Outcome.MODIFIED_WIN if b > a else outcome_b
    return Result(outcome_a, outcome_b, a, b, ended)


def _survivor(
    scores: tuple[int, int], word: str | None, squads: tuple[int | None, int | None], text: str
) -> tuple[Outcome, Outcome]:
    """Who had ships left: known where a squad of known total is gone whole, else as the word or the scores say."""
    gone_a, gone_b = scores[1] == squads[0], scores[0] == squads[1]
    if not gone_a and not gone_b:
        return _SHIPS_LEFT[word] if word is not None else outcomes_by_score(*scores)
    left = "draw" if gone_a and gone_b else "win-b" if gone_a else "win-a"
    if word not in (None, left):
        raise BadInput(
            "result-squad-gone",
            "“{text}”: by the lists handed in, these points are a whole squad: {left}; check the scores.",
            text=text,
            left=_SHIPS_LEFT_NOTES[left],
        )
    return _SHIPS_LEFT[left]


def _decide_in_phase(
    result: Result, initiative: str | None, rules: ResultRules, text: str, *, elimination: bool
) -> Result:
    """The result if the phase allows it; initiative decides a drawn X-Wing elimination game (X-13)."""
    drawn = result.a is Outcome.DRAW is result.b
    if not elimination:
        if initiative is not None:
            raise BadInput(
                "result-initiative", "“{text}”: initiative is recorded in elimination games only.", text=text
            )
        if drawn and not rules.draws:
            raise BadInput("result-no-draws", "“{text}”: these rules have no drawn matches.", text=text)
        return result
    a, b = result.a, result.b
    if drawn:
        if rules.drawn_elimination != "initiative":
            raise _needs_winner(text)
        if initiative is None:
            raise BadInput(
                "result-needs-initiative",
                "“{text}” is a draw: in elimination the player with initiative wins, so add initiative 1 or "
                "initiative 2.",
                text=text,
            )
        a, b = (Outcome.WIN, Outcome.LOSS) if initiative == "a" else (Outcome.LOSS, Outcome.WIN)
    elif not (a.won or b.won):
        raise _needs_winner(text)
    return replace(result, a=a, b=b, initiative=initiative)


_OUTCOME_TEXTS = {
    **{outcomes: text for text, outcomes in _FORFEITS.items()},
    **{_OUTCOMES[text]: text for text in ("1-0", "0-1", "0-0", "½-½")},
    **{_CHESS[text]: text for text in ("½-0", "0-½")},
}


def format_result(result: Result, rules: ResultRules) -> str:
    """The result as `parse_result` reads it."""
    outcomes = (result.a, result.b)
    if result.mark is Mark.ADJOURNED:
        return "adj."
    if games := match_text(result):
        return games
    if result.score_a is None or result.score_b is None:
        words = [_OUTCOME_TEXTS[outcomes].upper() + ("U" if result.mark is Mark.UNRATED else "")]
    else:
        words = [f"{result.score_a}-{result.score_b}"]
        if rules.kind == "squads" and result.ended is not None:
            words.append(result.ended.value)
    if result.ended is Ended.DESTROYED:
        words += _ships_left(result)
    if result.initiative is not None:
        words.append(f"init-{result.initiative}")
    return " ".join(words)


def _ships_left(result: Result) -> list[str]:
    """The word that says who had ships left, where the scores alone would say something else."""
    outcomes = (result.a, result.b)
    by_points = outcomes_by_score(result.score_a or 0, result.score_b or 0)
    if outcomes == by_points or (
        by_points == _SHIPS_LEFT["draw"] and result.initiative is not None and _initiative_won(result)
    ):
        return []
    return [word for word, outcomes_then in _SHIPS_LEFT.items() if outcomes_then == outcomes]


def _initiative_won(result: Result) -> bool:
    """Did the side with the initiative win?"""
    return (result.a if result.initiative == "a" else result.b).won


def flip_result(result: Result) -> Result:
    """The result seen from the other side of the table."""
    return Result(
        result.b,
        result.a,
        result.score_b,
        result.score_a,
        _OTHER_END.get(result.ended, result.ended) if result.ended is not None else None,
        _OTHER_SIDE[result.initiative] if result.initiative is not None else None,
        result.halves_b,
        result.halves_a,
        result.tally and GameTally(result.tally.b, result.tally.a, result.tally.drawn),
        flip_games(result.games),
        result.mark,
    )


def margins(result: Result, rules: ResultRules) -> tuple[int, int]:
    """Margin of victory of both sides (X-10); (0, 0) where the game has none.

    Choice: a no-show counts like a bye for the winner, and the loser gets what a game lost by as much would give.
    An outcome without points destroyed shows no difference: both get the points available.
    """
    if rules.kind != "squads":
        return 0, 0
    if result.score_a is not None and result.score_b is not None:
        difference = result.score_a - result.score_b
        return rules.available + difference, rules.available - difference
    return _unplayed_margin(result.a, rules), _unplayed_margin(result.b, rules)


def _unplayed_margin(outcome: Outcome, rules: ResultRules) -> int:
    if outcome is Outcome.FORFEIT_WIN:
        return rules.bye_margin
    if outcome is Outcome.FORFEIT_LOSS:
        return 2 * rules.available - rules.bye_margin
    return rules.available


def _unreadable(text: str, rules: ResultRules, form: MatchFormat | None = None) -> BadInput:
    return BadInput(
        "result-unreadable",
        "We can't read “{text}” as a result. Use: {accepted}.",
        text=text,
        accepted=_ACCEPTED["chess" if rules.chess else rules.kind] if form is None else accepted_games(form),
    )


def _needs_winner(text: str) -> BadInput:
    return BadInput(
        "result-needs-winner", "“{text}” has no winner, but in elimination one of the two must advance.", text=text
    )
