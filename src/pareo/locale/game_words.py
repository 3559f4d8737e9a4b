"""What a game's documents call otherwise: the words of its world, by game and language.

A bye is a “descanso” in Scrabble and a “pase automático” in Pokémon. The catalogues hold the words of every game; here
stand those that a game has of its own, and the catalogue says them instead in every text whose English has the word.
New texts need nothing. Sources: Play! Pokémon, July 2019 (Spanish) and April 2019 (Portuguese), 3.1.2;
edition of 2009 (Italian).
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class GameWord:
    """In texts whose English has this word: what the catalogue says → what the game says."""

    english: str  # a pattern of whole words
    said: Mapping[str, str]  # small letters; a capital stays a capital

    def of(self, english: str, text: str) -> str:
        """The text with the game's words, if it speaks of this at all."""
        if not re.search(rf"(?<![\w-])(?:{self.english})(?!\w)", english, re.IGNORECASE):
            return text
        pattern = "|".join(re.escape(word) for word in self.said)
        return re.sub(rf"(?<![\w{{]){'(?:' + pattern + ')'}(?![\w}}])", self._one, text, flags=re.IGNORECASE)

    def _one(self, found: re.Match[str]) -> str:
        new = self.said[found[0].lower()]
        return new[0].upper() + new[1:] if found[0][0].isupper() else new


_BYE = r"byes?|earned-bye|requested-bye"

WORDS: Mapping[tuple[str, str], tuple[GameWord, ...]] = {
    ("pokemon", "en"): (
        GameWord("^Draw$", {"draw": "tie"}),  # elsewhere it may be drawing lots
        GameWord("draws?|drew|drawn", {
            "a draw": "a tie", "no draws": "no ties", "agreed draw": "agreed tie", "drew": "tied",
            "intentional draw": "intentional tie", "half: drawn": "half: tied", "drawn games": "tied games",
            "drawn match": "tied match", "opponents drawn with": "opponents tied with", "those drawn": "those tied",
        }),
    ),
    ("pokemon", "es"): (
        GameWord(_BYE, {"descansos": "pases automáticos", "descanso": "pase automático"}),
    ),
    ("pokemon", "pt"): (
        GameWord(_BYE, {
            "o bye": "a isenção", "um bye": "uma isenção", "um segundo bye": "uma segunda isenção",
            "segundo bye": "segunda isenção", "bye conquistado": "isenção conquistada",
            "um bye conquistado": "uma isenção conquistada", "byes conquistados": "isenções conquistadas",
            "segundos byes": "segundas isenções", "bye pedido": "isenção pedida", "byes": "isenções", "bye": "isenção",
            "conquistado": "conquistada", "trocado": "trocada", "recebe outro": "recebe outra",
            "recebê-lo": "recebê-la", "teve um": "teve uma", "tiveram um": "tiveram uma", "tido um": "tido uma",
        }),
    ),
    ("pokemon", "it"): (
        GameWord(r"(?:rounds?|until|late_from|leaves after it)(?! robin)", {"turno": "girone", "turni": "gironi"}),
    ),
}
