"""Reading results in the words of a judge: “120-80 the first conceded”, “white wins”, “no-show 2”, in four languages.

`words_to_codes` turns them into what `result_text` reads; whatever it does not know it leaves as it is. The words of
every language are understood everywhere: judges type as they speak, whatever the page's language.

Who is meant stands next to the word, before or after it: `1` or `2`, `a` or `b`, first or second, White or Black.
"""

from __future__ import annotations

import re

from pareo.core.text.alphabet import plain_letters

_SIDES = {
    "a": "1 a first white primero primera primeiro primeira primo prima blancas blanco brancas branco bianco",
    "b": "2 b second black segundo segunda secondo seconda negras negro pretas preto nero",
}
_OF_ONE_SIDE = {
    "conceded": "c conceded concedes concede concedio concedeu concesso cede cedio cedeu ceduto rinde arrende "
    "resigned abandona abandono",
    "init": "i init initiative iniciativa iniziativa",
    "win": "w win wins won gana gano vence venceu vince vinto",
    "left": "left quedan restam restano",  # ships, after points; alone it would be somebody who has gone home
    "noshow": "noshow no-show absent ausente faltou assente",
}
_OF_BOTH_SIDES = {
    "destroyed": "d destroyed destruction destruido destruida destruccion destruicao distrutto distrutta distruzione",
    "time": "t time tiempo tempo",
    "draw": "draw drawn tie tied tablas empate empatado pareggio patta",
    "adjourned": "adjourned aplazada aplazado adiada adiado rinviata rinviato",
    "both": "both ambos ambas entrambi entrambe",
    "lose": "lose pierden perdem perdono",
}
_FILLERS = frozenset({"by", "the", "up", "was", "is", "over", "has", "had", "ships", "por", "per", "se", "si"})


def _meanings(words: dict[str, str]) -> dict[str, str]:
    return {word: meaning for meaning, synonyms in words.items() for word in synonyms.split()}


_SIDE_WORDS, _ONE_SIDE_WORDS, _BOTH_SIDES_WORDS = map(_meanings, (_SIDES, _OF_ONE_SIDE, _OF_BOTH_SIDES))
_GLUED = re.compile(r"([a-z]+)-?([12ab])")  # “c1”, “conceded-a”
_CODES = {"conceded": "conceded-{}", "init": "init-{}", "win": "win-{}", "left": "win-{}"}
_OUTCOMES = {
    ("win", "a"): "1-0",
    ("win", "b"): "0-1",
    ("conceded", "a"): "0-1",
    ("conceded", "b"): "1-0",
    ("noshow", "a"): "0-1f",
    ("noshow", "b"): "1-0f",
    ("noshow", "both"): "0-0f",
}


def is_result_word(word: str) -> bool:
    """Is this word, in plain letters, one that results are told in? Somebody may be called White, or Tempo."""
    return word in _SIDE_WORDS or word in _ONE_SIDE_WORDS or word in _BOTH_SIDES_WORDS or word in _FILLERS


def words_to_codes(text: str) -> str:
    """A result in words as codes for `parse_result`, “120-80 conceded-a”; unchanged where a word is unknown."""
    head, *rest = text.split(" ") if text else [""]
    scores = head if re.fullmatch(r"\d+-\d+", head) else ""
    statements = _statements(rest if scores else [head, *rest])
    if statements is None:
        return text
    if scores:
        return " ".join([scores, *(_code(*statement) for statement in statements)])
    (what, side), *more = statements
    if more or (side == "" and what not in ("draw", "adjourned", "lose")):
        return text
    return _OUTCOMES.get((what, side)) or {"draw": "=", "adjourned": "adjourned", "lose": "0-0"}.get(what, text)


def conceding_side(text: str) -> str:
    """The side, a or b, of which the text says that it conceded, and nothing else; else empty."""
    statements = _statements(text.split(" ")) or []
    return statements[0][1] if len(statements) == 1 and statements[0][0] == "conceded" else ""


def _code(what: str, side: str) -> str:
    return _CODES[what].format(side) if what in _CODES and side in ("a", "b") else what


def _statements(words: list[str]) -> list[tuple[str, str]] | None:
    """Each word with the side it is said of; None where something is not understood."""
    if len(words) == 1 and len(words[0]) == 1 and words[0] in _SIDE_WORDS:
        return None  # a number or a letter alone says nothing of who won
    tokens: list[tuple[str, str]] = []  # ("side", a or b), ("of", what), ("word", what)
    for word in filter(None, (plain_letters(word) for word in words)):
        glued = _GLUED.fullmatch(word)
        if word in _SIDE_WORDS:
            tokens.append(("side", _SIDE_WORDS[word]))
        elif word in _ONE_SIDE_WORDS:
            tokens.append(("of", _ONE_SIDE_WORDS[word]))
        elif word in _BOTH_SIDES_WORDS:
            tokens.append(("word", _BOTH_SIDES_WORDS[word]))
        elif glued is not None and glued[1] in _ONE_SIDE_WORDS:
            tokens += [("of", _ONE_SIDE_WORDS[glued[1]]), ("side", _SIDE_WORDS[glued[2]])]
        elif word not in _FILLERS:
            return None
    return _pair_with_sides(tokens)


def _pair_with_sides(tokens: list[tuple[str, str]]) -> list[tuple[str, str]] | None:
    statements: list[tuple[str, str]] = []
    side = ""  # one that waits for its word
    for kind, value in tokens:
        if kind == "side":
            if side:
                return None
            if statements and statements[-1] in ((what, "") for what in _OF_ONE_SIDE):
                statements[-1] = (statements[-1][0], value)
            else:
                side = value
        elif kind == "of":
            statements.append((value, side))
            side = ""
        elif value == "both" and statements and statements[-1] == ("noshow", ""):
            statements[-1] = ("noshow", "both")
        elif value == "lose":
            if statements[-1:] != [("both", "")]:
                return None  # who?
            statements[-1] = ("lose", "")
        else:
            statements.append((value, ""))
    if side:
        statements.append(("win", side))
    if not statements or any((what in _OF_ONE_SIDE or what == "both") and not of for what, of in statements):
        return None
    return statements
