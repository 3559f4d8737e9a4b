"""Results as a scorekeeper types them: “12 1”, “12 412-380”, “12 =”; and in what words they are told.

The short forms are only a way of typing: they become the results that the ruleset reads, and go the way of every
result (`import_results`). A result that stands already is never replaced unseen: whoever replaces it says what they saw
(`seen`), else Conflict.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from pareo.app.base.context import Context, JournalResult, LoadedTournament
from pareo.app.commands.results.enter_result import (
    May,
    ResultOptions,
    ResultRow,
    draw_notes,
    import_results,
    read_result,
    record_results,
)
from pareo.core.journal.round_facts import Results
from pareo.core.model.outcome import Outcome
from pareo.core.results.result_text import writes_half_points
from pareo.core.results.result_vocabulary import is_result_word
from pareo.core.text.alphabet import plain_letters
from pareo.core.text.errors import BadInput, NeedsConfirmation
from pareo.core.text.messages import line_no

TAKE_BACK = ("-", "x")
AGREED = "agreed"  # an intentional draw

_SHORT = {
    "1": "1-0",
    "2": "0-1",
    "0": "=",
    "=": "=",
    "½": "=",
    "00": "0-0",
    "1f": "1-0F",
    "2f": "0-1F",
    "00f": "0-0F",
    "f1": "1-0F",
    "f2": "0-1F",
    "f0": "0-0F",
    "0f": "0-0F",
    "1u": "1-0U",
    "2u": "0-1U",
    "=u": "½-½U",
    "½u": "½-½U",
    "a": "adjourned",
}
_LINE = re.compile(r"\s*#?(\d{1,6})(?:[\s,;:]+(.*?))?\s*", re.DOTALL)
_THREE_COUNTS = re.compile(r"(\d)[\s,]+(\d)[\s,]+(\d{1,2})")
_TWO_SCORES = re.compile(r"(\d{1,5})\s*[\s,/]\s*(\d{1,5})(?=$|[\s,])")


def split_line(line: str) -> tuple[int, str]:
    """The table and what was typed after it."""
    parts = _LINE.fullmatch(line)
    if parts is None:
        raise BadInput(
            "line-unreadable",
            "“{line}”: type the table number, a space, then the result.",
            line=line.strip()[:60],
        )
    return int(parts[1]), (parts[2] or "").strip()


def full_result(typed: str, names: tuple[str, str] = ("", "")) -> str:
    """What was typed, as the rulesets read it. A name of one of the two at the table stands for the first or second."""
    text = typed.strip().lower()
    if writes_half_points(text):  # 0,5 is no pair of scores
        return text
    if text in _SHORT:
        return _SHORT[text]
    if any(map(str.isalpha, text)):
        text = _without_names(text, names)
    if games := _THREE_COUNTS.fullmatch(text):  # games won by each, and drawn
        return "-".join(games.groups())
    return " ".join(_TWO_SCORES.sub(r"\1-\2", text).replace(",", " ").split())


def _without_names(text: str, names: tuple[str, str]) -> str:
    """“bruno” where Bruno Brasa sits second: “second”. Not where both have the name, and not a number, a letter or a
    word of results: of Team 1 and Mrs White nobody knows which was meant."""
    a, b = (
        {
            word
            for word in plain_letters(name).split()
            if len(word) > 1 and not word.isdecimal() and not is_result_word(word)
        }
        for name in names
    )
    sides = dict.fromkeys(a - b, "first") | dict.fromkeys(b - a, "second")
    return " ".join(sides.get(plain_letters(word), word) for word in text.split(" "))


def round_at(event: LoadedTournament, round_no: int | None, table: int) -> int:
    """The round that is meant: this one or, where none is said, the one that the table plays."""
    return event.state.playing_round(table) if round_no is None else round_no


def result_at(event: LoadedTournament, round_no: int, table: int, typed: str) -> str:
    """What was typed for a table, as the rulesets read it."""
    match = event.state.find_table(round_no, table)[2]
    return full_result(typed, (event.name(match.a), event.name(match.b)))


def enter(
    ctx: Context,
    slug: str,
    *,
    round_no: int | None,
    table: int,
    typed: str,
    may: May,
    seen: str = "",
    sure: bool = True,
    confirmed: bool = False,
    client: str | None = None,
) -> JournalResult[Results]:
    """One result as typed, of this round or, where that is None, of the one that the table plays. `seen` is the result
    the person knows to stand there; not `sure`: what looks like a slip of the finger is asked first (A-63)."""
    agreed = typed == AGREED
    takes_back = typed.strip().lower() in TAKE_BACK

    def read_typed(event: LoadedTournament) -> tuple[int, list[ResultRow]]:
        number = round_at(event, round_no, table)
        if takes_back:
            return number, [ResultRow(None, table)]
        result = "=" if agreed else result_at(event, number, table, typed)
        if not sure:
            check_plausible(event, number, table, result)
        return number, [ResultRow(result, table)]

    terms = ResultOptions(may, seen, corrects=bool(seen), agreed=agreed, confirmed=confirmed, sure=sure)
    return record_results(ctx, slug, read_typed, terms=terms, client=client)


def check_plausible(event: LoadedTournament, round_no: int, table: int, result: str) -> None:
    """Asks about a draw that these rules doubt, and about a win without scores where scores decide places (A-63)."""
    pod, _, match = event.state.find_table(round_no, table)
    rules = event.state.ruleset.results
    read = read_result(event, pod, round_no, result, (match.a, match.b))
    for warning in draw_notes(event, match, read):
        raise NeedsConfirmation.from_note(warning)
    if rules.kind not in ("scores", "squads") or Outcome.FORFEIT_LOSS in (read.a, read.b):
        return
    if read.score_a is None and (read.a.won or read.b.won):
        raise NeedsConfirmation(
            "score-missing",
            "Table {table}: you entered a win without scores, but scores count for the standings.",
            table=table,
        )


def enter_many(
    ctx: Context,
    slug: str,
    rows: Sequence[ResultRow],
    *,
    round_no: int,
    may: May,
    replacing: bool = False,
    confirmed: bool = False,
    client: str | None = None,
) -> JournalResult[Results]:
    """Many results, all or none. Results that stand already and differ are a conflict unless `replacing`."""
    terms = ResultOptions(may, None if replacing else "", confirmed=confirmed)
    return import_results(ctx, slug, rows, round_no=round_no, terms=terms, client=client)


def read_lines(text: str) -> list[ResultRow]:
    """A text area: “table result” per line, in the short forms or in full. Empty lines are skipped."""
    rows: list[ResultRow] = []
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip():
            continue
        where = line_no(number)
        try:
            table, typed = split_line(line)
        except BadInput as problem:
            raise BadInput.from_note(problem.note, where=where) from None
        if not typed:
            raise BadInput("line-no-result", "{where}: table {table} has no result.", where=where, table=table)
        rows.append(ResultRow(full_result(typed), table=table, where=where))
    if not rows:
        raise BadInput("results-none", "There are no results to enter.")
    return rows
