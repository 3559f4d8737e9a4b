"""An order of tie-breaks in words: “buchholz; median-buchholz high=1 low=1; wins count=played” (SP-11).

The setting `tiebreaks` of an event is such a text; it takes the place of the ruleset's order. “none” is points alone.
Names and options are those of a ruleset file (`registry`), or FIDE's codes in upper or lower case: “BH/C1,BH,SB,DE”
(F-114). The same tie-break cannot stand there twice. Points go first, or where PTS stands (F-121).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable

from pareo.core.model.ruleset import TiebreakUse
from pareo.core.standings.tiebreaks.codes import CODES, POINTS, parse_code
from pareo.core.standings.tiebreaks.registry import TIEBREAKS, find_tiebreak
from pareo.core.standings.tiebreaks.tiebreak import NUMBER, PERCENT, Choices
from pareo.core.text.errors import BadInput
from pareo.core.text.messages import Note, either_note, text_note
from pareo.core.text.numbers import whole_or

NONE = "none"
ROUND_ROBIN = "round-robin"
_BETWEEN = re.compile(r"[;,\n]")
_PERCENT = re.compile(r"(\d{1,3})%?")


def read_tiebreaks(text: str) -> tuple[TiebreakUse, ...]:
    """The tie-breaks of a text, in order. BadInput names the one that is wrong."""
    if text.strip() == NONE:
        return ()
    parts: list[str] = []
    for part in filter(None, map(str.strip, _BETWEEN.split(text))):
        if parts and "=" in part.split()[0]:  # “high=1, low=1”: the comma stands inside one tie-break
            parts[-1] += f" {part}"
        else:
            parts.append(part)
    uses = [_use(part) for part in parts]
    if len(uses) > 1 and uses[0].id == POINTS:
        del uses[0]
    if not uses:
        raise BadInput("tiebreaks-empty", "Name at least 1 tie-break, or enter none.")
    for at, use in enumerate(uses):
        if any(use.id == earlier.id for earlier in uses[:at]):
            raise BadInput("tiebreak-twice", "The tie-break “{id}” is listed twice.", id=use.id)
    return tuple(uses)


def check_style(uses: Iterable[TiebreakUse], style: str) -> None:
    """Raises BadInput for a Swiss tie-break in a round robin, where everybody meets everybody (FIDE C.07, 8; F-115)."""
    wrong = [use.id for use in uses if style == ROUND_ROBIN and TIEBREAKS[use.id].swiss_only]
    if wrong:
        raise BadInput(
            "tiebreak-swiss-only",
            "In a round robin everyone has the same opponents: “{id}” cannot be chosen there.",
            id=wrong[0],
        )


def tiebreaks_text(uses: Iterable[TiebreakUse]) -> str:
    """An order of tie-breaks as it is typed; codes without options as FIDE writes them."""
    listed = [*uses]
    between = "," if all(use.id in CODES and not use.options for use in listed) else "; "
    return between.join(use_text(use) for use in listed) or NONE


def use_text(use: TiebreakUse) -> str:
    """One tie-break as it is typed: its id and its options."""
    return " ".join([use.id, options_text(use)]).strip()


def options_text(use: TiebreakUse) -> str:
    """The options of a tie-break as they are typed: “high=1 low=1”."""
    return " ".join(f"{name}={str(value).replace(' ', '')}" for name, value in use.options.items())


def option_choices(tiebreak_id: str, format_word: Callable[[str], str] = str) -> tuple[tuple[str, Note], ...]:
    """The options of a tie-break and what each may be; `format_word`: how a word to type is shown."""
    return tuple((name, _takes(kind, format_word)) for name, kind in find_tiebreak(tiebreak_id).options.items())


def _use(part: str) -> TiebreakUse:
    tiebreak, *rest = part.split()
    if tiebreak not in TIEBREAKS:
        tiebreak = parse_code(tiebreak) or tiebreak
    if tiebreak not in TIEBREAKS:
        raise BadInput(
            "tiebreak-unknown",
            "There is no tie-break “{id}”. Choose one of: {known}.",
            id=tiebreak,
            known=", ".join(sorted(TIEBREAKS, key=lambda id_: (id_ in CODES, id_))),
        )
    kinds = TIEBREAKS[tiebreak].options
    options: dict[str, object] = {}
    for word in rest:
        name, _, value = word.partition("=")
        kind = kinds.get(name)
        if kind is None or name in options:
            raise BadInput(
                "tiebreak-no-option",
                "The tie-break “{id}” has no option “{word}” here (options: {known}).",
                id=tiebreak,
                word=word,
                known=", ".join(kinds) or text_note("none"),
            )
        options[name] = _value(tiebreak, name, value, kind)
    return TiebreakUse(tiebreak, options, "")


def _value(tiebreak: str, name: str, text: str, kind: Choices) -> object:
    """An option's value as a ruleset file would have it."""
    if (kind == NUMBER or NUMBER in kind) and (number := whole_or(text, 6, None)) is not None:
        return number
    if kind == PERCENT and (match := _PERCENT.fullmatch(text)) and int(match[1]) <= 100:
        return f"{int(match[1])}%"
    if isinstance(kind, tuple) and text in kind and text != NUMBER:
        return text
    raise BadInput(
        "tiebreak-option-value",
        "{id}, {name}={value}: this must be {takes}.",
        id=tiebreak,
        name=name,
        value=text,
        takes=_takes(kind),
    )


def _takes(kind: Choices, format_word: Callable[[str], str] = str) -> Note:
    if kind == NUMBER:
        return text_note("a whole number")
    if kind == PERCENT:
        return text_note("a percentage such as 25%")
    return either_note([text_note("a whole number") if word == NUMBER else format_word(word) for word in kind])
