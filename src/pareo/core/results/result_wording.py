"""Results in the words of a judge: “120-80 the first conceded”, “time”, “white wins”, “no-show 2”, in four languages.

`in_codes` turns them into what `result_text` reads; whatever it does not know it leaves as it is. The words of every
language are understood everywhere: a judge types as he speaks, whatever the page's language.

Who is meant stands beside the word, before or after it: `1` or `2`, `a` or `b`, first or second, White or Black.
"""

from __future__ import annotations

import re

from pareo.core.text.alphabet import plain_letters

_SIDES = {
    "a": "1 a first white primero primera primeiro primeira primo prima blancas blanco brancas branco bianco",
    "b": "2 b second black segundo segunda secondo seconda negras negro pretas preto nero",
}
_SAYS = {  # what is said of one side
    "conceded": "c conceded concedes concede concedio concedeu concesso cede cedio cedeu ceduto rinde arrende "
    "resigned abandona abandono",
    "init": "i init initiative iniciativa iniziativa",
    "win": "w win wins won gana gano vence venceu vince vinto",
    "left": "left quedan restam restano",  # ships, beside points; alone it would be somebody who has gone home
    "noshow": "noshow no-show absent ausente faltou assente",
}
_ALONE = {
    "destroyed": "d destroyed destruction destruido destruida destruccion destruicao distrutto distrutta distruzione",
    "time": "t time tiempo tempo",
    "draw": "draw drawn tie tied tablas empate empatado pareggio patta",
    "adjourned": "adjourned aplazada aplazado adiada adiado rinviata rinviato",
    "both": "both ambos ambas entrambi entrambe",
    "lose": "lose pierden perdem perdono",
}
_FILLERS = frozenset({"by", "the", "up", "was", "is", "over", "has", "had", "ships", "por", "per", "se", "si"})


def _read(words: dict[str, str]) -> dict[str, str]:
    return {word: meaning for meaning, spoken in words.items() for word in spoken.split()}


_SIDE, _SAID, _WORD = _read(_SIDES), _read(_SAYS), _read(_ALONE)
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


def is_word(word: str) -> bool:
    """Does it say something of a result, in plain letters? Somebody may be called White, or Tempo."""
    return word in _SIDE or word in _SAID or word in _WORD or word in _FILLERS


def in_codes(text: str) -> str:
    """The same, where the words are known: “153-124 time”, “1-0”, “120-80 conceded-a”."""
    head, *rest = text.split(" ") if text else [""]
    scores = head if re.fullmatch(r"\d+-\d+", head) else ""
    found = _said(rest if scores else [head, *rest])
    if found is None:
        return text
    if scores:
        return " ".join([scores, *(_coded(*one) for one in found)])
    (what, side), *more = found
    if more or (side == "" and what not in ("draw", "adjourned", "lose")):
        return text
    return _OUTCOMES.get((what, side)) or {"draw": "=", "adjourned": "adjourned", "lose": "0-0"}.get(what, text)


def _coded(what: str, side: str) -> str:
    return _CODES[what].format(side) if what in _CODES and side in ("a", "b") else what


def _said(words: list[str]) -> list[tuple[str, str]] | None:
    """Each word with the side it is said of; None where something is not understood."""
    if len(words) == 1 and len(words[0]) == 1 and words[0] in _SIDE:
        return None  # a number or a letter alone says nothing of who won
    tokens: list[tuple[str, str]] = []  # ("side", a or b), ("of", what), ("word", what)
    for word in filter(None, (plain_letters(word) for word in words)):
        glued = _GLUED.fullmatch(word)
        if word in _SIDE:
            tokens.append(("side", _SIDE[word]))
        elif word in _SAID:
            tokens.append(("of", _SAID[word]))
        elif word in _WORD:
            tokens.append(("word", _WORD[word]))
        elif glued is not None and glued[1] in _SAID:
            tokens += [("of", _SAID[glued[1]]), ("side", _SIDE[glued[2]])]
        elif word not in _FILLERS:
            return None
    return _paired(tokens)


def _paired(tokens: list[tuple[str, str]]) -> list[tuple[str, str]] | None:
    found: list[tuple[str, str]] = []
    side = ""  # one that waits for its word
    for kind, value in tokens:
        if kind == "side":
            if side:
                return None
            if found and found[-1] in ((what, "") for what in _SAYS):
                found[-1] = (found[-1][0], value)
            else:
                side = value
        elif kind == "of":
            found.append((value, side))
            side = ""
        elif value == "both" and found and found[-1] == ("noshow", ""):
            found[-1] = ("noshow", "both")
        elif value == "lose":
            if found[-1:] != [("both", "")]:
                return None  # who?
            found[-1] = ("lose", "")
        else:
            found.append((value, ""))
    if side:
        found.append(("win", side))
    if not found or any((what in _SAYS or what == "both") and not of for what, of in found):
        return None
    return found
