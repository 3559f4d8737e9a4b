"""Names and clubs as people write them, repaired where only the capital letters are wrong (SP-17).

A proposal, never a rule: whoever enters names decides whether they are tidied. Only words typed all in capitals or all
in small letters are touched; a word with its own mixture (“McKay”, “DiVito”) is left as it came. So is a word that
begins with “mc”: only its owner knows the third letter. Accents are never added.

Particles stay small inside a name, as Spanish, Portuguese and Dutch write them (“de la Cruz”, “van der Berg”); Italian
surnames carry a capital (“De Luca”), which the language says. Tidying twice changes nothing more.
"""

from __future__ import annotations

import re

_PARTICLES = frozenset({
    "af", "al", "av", "bin", "d'", "da", "das", "de", "del", "den", "der", "des", "do", "dos", "du", "e", "el", "i",
    "ibn", "la", "las", "le", "los", "te", "ten", "ter", "van", "von", "y", "zu", "zum", "zur",
})
_ITALIAN = frozenset({
    "d'", "da", "dal", "dalla", "de", "degli", "dei", "del", "della", "delle", "dello", "di", "la", "le", "li", "lo",
})
_NUMERALS = frozenset({"II", "III", "IV"})
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
        tidied.append(_word(word, small=not opens and not initial and _stays_small(word, language)))
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
        word.lower() if at and _is_particle(word)
        else word if shouted and _is_initials(word) else _word(word, small=False)
        for at, word in enumerate(words)
    )


def _is_particle(word: str) -> bool:
    return word.lower() in _PARTICLES


def _stays_small(word: str, language: str) -> bool:
    return _is_particle(word) and not (language == "it" and word.lower() in _ITALIAN)


def _is_initials(word: str) -> bool:
    plain = "".join(c for c in word if c.isalpha())
    return "." in word or (len(plain) <= 4 and not _VOWELS & set(plain)) or len(plain) <= 2


def _word(word: str, *, small: bool) -> str:
    letters = "".join(c for c in word if c.isalpha())
    if not letters or not (letters.isupper() or letters.islower()):
        return word  # no letters with capitals, or a mixture that somebody meant
    if letters.isupper() and letters in _NUMERALS:
        return word
    if small:
        return word.lower()
    return "".join(part if _BETWEEN.fullmatch(part) else _part(part) for part in _BETWEEN.split(word))


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
    lowered = piece.lower()
    at = next((i for i, c in enumerate(lowered) if c.isalpha()), None)
    return lowered if at is None else lowered[:at] + lowered[at].title() + lowered[at + 1 :]
