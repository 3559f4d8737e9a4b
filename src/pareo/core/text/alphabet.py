"""The alphabet: how lists of names are sorted and grouped, and how names are searched.

Names sort as Spanish, Portuguese, Italian and English sort them, the same on every machine: capitals and accents do not
matter, Ñ is a letter of its own after N, a space comes before every letter (“De la Cruz” before “Delgado”) and the
comma after a surname before any second one (“Ruiz, Ana” before “Ruiz Soto, Ana”). Every list for people to read that
is sorted by names uses `alphabetical`.
"""

from __future__ import annotations

import unicodedata

_NO_ACCENTS = str.maketrans({"æ": "ae", "œ": "oe", "ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "ı": "i"})
_AFTER_N = "n\uffff"
_MARKS = str.maketrans({"-": " ", "‐": " ", "‑": " ", "–": " ", "'": None, "’": None, "´": None, "`": None, ".": None})


def plain_letters(text: str) -> str:
    """Text as it is searched: no accents, no capitals.

    >>> plain_letters("Núñez ÅS")
    'nunez as'
    """
    folded = text.casefold()
    if folded.isascii():
        return folded
    return "".join(c for c in unicodedata.normalize("NFKD", folded) if not unicodedata.combining(c))


def alphabetical(name: str) -> str:
    """What a name is sorted by.

    >>> sorted(["Ñíguez", "Oca", "Nuño", "ñame", "Núñez", "Nuz", "Álava"], key=alphabetical)
    ['Álava', 'Núñez', 'Nuño', 'Nuz', 'ñame', 'Ñíguez', 'Oca']
    >>> sorted(["Ruiz Soto, Ana", "Delgado", "Ruiz, Zoe", "de la Cruz"], key=alphabetical)
    ['de la Cruz', 'Delgado', 'Ruiz, Zoe', 'Ruiz Soto, Ana']
    >>> sorted(["Ana F. (12)", "Ana F. (9)"], key=alphabetical)
    ['Ana F. (9)', 'Ana F. (12)']
    """
    folded = name.casefold().translate(_MARKS)
    if not folded.isascii():
        parts = unicodedata.normalize("NFC", folded).translate(_NO_ACCENTS).split("ñ")
        folded = _AFTER_N.join(map(plain_letters, parts))
    if folded.endswith(")"):  # told apart by a number
        head, _, number = folded[:-1].rpartition("(")
        folded = f"{head}({number:0>6}" if number.isdecimal() else folded
    if "," in folded:
        folded = "\x01".join(part.strip() for part in folded.split(","))
    return " ".join(folded.split())


def initial(name: str) -> str:
    """The letter under which a name is found; # for what is no letter.

    >>> initial("Ñíguez"), initial("álava"), initial("7 de Mayo")
    ('Ñ', 'A', '#')
    """
    key = alphabetical(name)
    if key.startswith(_AFTER_N):
        return "Ñ"
    return key[:1].upper() if key[:1].isalpha() else "#"
