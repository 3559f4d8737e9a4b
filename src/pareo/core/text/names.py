"""Names and clubs as people write them, repaired where only the capital letters are wrong (SP-17).

A proposal, never a rule: whoever enters names decides whether they are tidied. Only words typed all in capitals or all
in small letters are touched; a word with its own mixture (“McKay”, “DiVito”) is left as it came. So is a word that
begins with “mc”: only its owner knows the third letter. Accents are never added.

Particles stay small inside a name, as Spanish, Portuguese and Dutch write them (“de la Cruz”, “van der Berg”,
“Gil-de la Torre”); Italian surnames carry a capital (“De Luca”), which the language says. In a club an article is small
only after another particle (“Amigos de la Torre”, but “Club La Torre”). Tidying twice changes nothing more.
"""

from __future__ import annotations

import re

_PARTICLES = frozenset(
    {
        "af",
        "al",
        "av",
        "bin",
        "d'",
        "da",
        "das",
        "de",
        "del",
        "den",
        "der",
        "des",
        "do",
        "dos",
        "du",
        "e",
        "el",
        "i",
        "ibn",
        "la",
        "las",
        "le",
        "los",
        "te",
        "ten",
        "ter",
        "van",
        "von",
        "y",
        "zu",
        "zum",
        "zur",
        "'s",
        "'t",
        "’s",
        "’t",
    }
)
_ITALIAN = frozenset(
    {
        "d'",
        "da",
        "dal",
        "dalla",
        "de",
        "degli",
        "dei",
        "del",
        "della",
        "delle",
        "dello",
        "di",
        "la",
        "le",
        "li",
        "lo",
    }
)
_ARTICLES = frozenset({"el", "la", "las", "le", "los"})
_NUMERALS = frozenset({"II", "III", "IV", "VII", "VIII"})  # “Vi”, “Xi” and “Li” are names
_NO_CAPITAL = str.maketrans("", "", "ß")  # “STRAßE” is typed all in capitals: the letter has none on keyboards
_BETWEEN = re.compile(r"([-‐‑–./])")
_APOSTROPHE = re.compile(r"(?<=\w)(['’ʼ`´])(?=\w)")
_VOWELS = frozenset("AEIOUYÁÀÂÃÄÉÈÊËÍÌÎÏÓÒÔÕÖÚÙÛÜ")


def tidy_name(text: str, *, language: str = "", first: bool = False) -> str:
    """A first name (`first`) or a last name with its capitals repaired; “GARCÍA lopez” → “García Lopez”."""
    words = text.split()
    only_particles = all(_is_particle(word) for word in words)
    tidied = []
    for at, word in enumerate(words):
        opens = at == 0 and (first or only_particles)
        initial = len(word) == 1 and at in (0, len(words) - 1)  # “Juan E”, but “Peña y Vila”
        if at and word.upper() in _NUMERALS and (word.isupper() or word.islower()):
            tidied.append(word.upper())  # “henry iii”
            continue
        small = not opens and not initial and _stays_small(word, language)
        tidied.append(_word(word, small=small, language=language, last=at == len(words) - 1))
    return " ".join(tidied)


def tidy_club(text: str) -> str:
    """A club's name: all capitals or all small is repaired; initials (“C.S.”, “FC”) and mixtures stay."""
    letters = [c for c in text if c.isalpha()]
    if not letters or not (all(not c.islower() for c in letters) or all(not c.isupper() for c in letters)):
        return " ".join(text.split())
    shouted = any(c.isupper() for c in letters)
    words = text.split()
    if shouted and len(words) == 1 and len(words[0]) <= 5:
        return words[0]  # an abbreviation as likely as a name
    return " ".join(
        word.lower()
        if at and _is_particle(word) and (word.lower() not in _ARTICLES or _is_particle(words[at - 1]))
        else word
        if shouted and _is_initials(word) and not _is_particle(word)
        else _word(word, small=False)
        for at, word in enumerate(words)
    )


def _is_particle(word: str) -> bool:
    return word.lower() in _PARTICLES


def _stays_small(word: str, language: str) -> bool:
    return _is_particle(word) and not (language == "it" and word.lower() in _ITALIAN)


def _is_initials(word: str) -> bool:
    plain = "".join(c for c in word if c.isalpha())
    return "." in word or (len(plain) <= 4 and not _VOWELS & set(plain)) or len(plain) <= 2


def _word(word: str, *, small: bool, language: str = "", last: bool = True) -> str:
    letters = "".join(c for c in word if c.isalpha()).translate(_NO_CAPITAL)
    if not letters or not (letters.isupper() or letters.islower()):
        return word  # no letters with capitals, or a mixture that somebody meant
    if letters.isupper() and letters in _NUMERALS:
        return word
    if small:
        return word.lower()
    parts = _BETWEEN.split(word)
    return "".join(
        part
        if at % 2
        # A particle after a hyphen, with a name still to come: “GIL-DE LA TORRE”, but “JI-DO”.
        else part.lower()
        if at and parts[at - 1] == "-" and _stays_small(part, language) and not (last and at == len(parts) - 1)
        else _part(part)
        for at, part in enumerate(parts)
    )


def _part(part: str) -> str:
    """Between hyphens and dots: “o'neill” → “O'Neill”, but the s of a genitive stays small."""
    if part.lower().startswith("mc") and len(part) > 3:
        return part
    pieces = _APOSTROPHE.split(part)
    return "".join(
        piece if at % 2 else _capital(piece) if at == 0 or len(piece) > 1 else piece.lower()
        for at, piece in enumerate(pieces)
    )


def _capital(piece: str) -> str:
    """The first letter large, the others small; signs before it stay."""
    at = next((i for i, c in enumerate(piece) if c.isalpha()), None)
    if at is None:
        return piece
    large = piece[at] if piece[at].isupper() else piece[at].title()
    rest = piece[at + 1 :]
    if "İ" in piece:  # a Turkish word: the dot is a letter's own
        rest = rest.replace("I", "ı").replace("İ", "i")
    # The whole word is lowered, not its end alone: a Greek sigma looks at its neighbours.
    return piece[:at] + large + (piece[at].lower()[:1] + rest).lower()[1:]
