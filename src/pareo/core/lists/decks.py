"""A Pokémon deck list: cards with counts, and its arithmetic. Legality of sets is the judge's.

Read are lines such as "4 Pikachu", "4x Pikachu", "Pikachu x4" and the text that the game's own programs export ("* 4
Pikachu SUM 40" under headings with their own counts). A set and a number after the name tell printings apart, not
names: "no more than four of a name" counts them together.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass

from pareo.core.lists.plain import canonical, collapse_spaces
from pareo.core.model.list_rules import DeckLimits
from pareo.core.text.errors import BadInput
from pareo.core.text.messages import Note, note

CARD_LIMIT = 999
NAME_LIMIT = 120
_LONGEST = 200  # a line that is matched at all
SECTIONS = ("pokemon", "trainer", "energy")

_SECTION_WORDS = {
    "pokemon": "pokemon",
    "pokemones": "pokemon",
    "trainer": "trainer",
    "trainers": "trainer",
    "trainercards": "trainer",
    "entrenador": "trainer",
    "entrenadores": "trainer",
    "cartasdeentrenador": "trainer",
    "treinador": "trainer",
    "treinadores": "trainer",
    "cartasdetreinador": "trainer",
    "allenatore": "trainer",
    "carteallenatore": "trainer",
    "energy": "energy",
    "energycards": "energy",
    "energia": "energy",
    "energias": "energy",
    "energie": "energy",
    "cartasdeenergia": "energy",
    "carteenergia": "energy",
}
_TOTAL_WORDS = ("totalcards", "total", "totaldecartas", "cartastotales", "totaledicarte", "cartetotali")
# As exports write them: "Pokémon: 12", "##Pokémon - 12", "Pokémon (12)".
_HEADING = re.compile(r"#*\s*(?P<word>[^\d:(–-]+?)\s*[:(–-]?\s*(?P<count>\d{1,4})?\s*[:)]?\s*")
_LINE = re.compile(r"(?:[*•-]\s*)?(?P<count>\d{1,4})\s*[x×]?\s+(?P<name>\S.*)", re.IGNORECASE)
_LINE_AFTER = re.compile(r"(?:[*•-]\s*)?(?P<name>\S.*?)\s+[x×]\s*(?P<count>\d{1,4})", re.IGNORECASE)
# "BUS 18", "PR-SM SM30", "SVE 2 PH": the printing, written in capitals. EX, GX, V … belong to the name.
_PRINTING = re.compile(
    r"(?P<name>.*\S)\s+(?P<set>[A-Z][A-Z0-9]{1,5}(?:-[A-Z0-9]{1,4})?)\s+[A-Z]{0,3}\d{1,4}[a-z]?"
    r"(?:\s+PH)?"
)
# Whom a card shows is no part of its name: "Professor's Research (Professor Oak)".
_WITH_PICTURED = re.compile(r"(?P<name>.*[^\s(\[])\s*(?:\([^()]*\)|\[[^\[\]]*\])")
_NAME_ENDINGS = frozenset({"EX", "GX", "V", "VMAX", "VSTAR", "BREAK", "LEGEND", "LV"})
_BASIC_WORDS = ("basic", "basica", "basico", "base")
_ENERGY_WORDS = ("energy", "energia")
_SMALL_WORDS = ("de", "do", "da", "di", "la")
# English, Spanish, Portuguese, Italian; the letters are the symbols of exported lists.
_TYPES = (
    "grass fire water lightning psychic fighting darkness metal fairy "
    "planta fuego agua rayo psiquica lucha oscura metalica metal hada "
    "grama fogo agua raios eletrica psiquica luta escuridao noturna metal fada "
    "erba fuoco acqua lampo psico lotta oscurita metallo folletto "
    "g r w l p f d m y"
)
_BASIC_TYPES = frozenset(_TYPES.split())


@dataclass(frozen=True, slots=True)
class Cards:
    """One line of a deck: so many cards of a name."""

    count: int
    name: str  # as written, with its printing
    section: str = ""


@dataclass(frozen=True, slots=True)
class Deck:
    """A deck: its cards, and the total that its list states."""

    cards: tuple[Cards, ...]
    said_total: int | None = None

    @property
    def total(self) -> int:
        return sum(line.count for line in self.cards)


def looks_like_deck(text: str) -> bool:
    """Is any line a number of cards? Otherwise it is free text."""
    return any(_card_line(collapse_spaces(line)) is not None for line in text.split("\n"))


def read_deck(text: str) -> Deck:
    """The deck; BadInput names the first line that is no card, no heading and no decoration."""
    cards: list[Cards] = []
    section = ""
    said_total: int | None = None
    for number, raw in enumerate(text.split("\n"), 1):
        line = collapse_spaces(raw)
        if not line or line.startswith(("***", "//", "==", "--")):
            continue
        word, count = _heading(line)
        if word in SECTIONS:
            section = word
        elif word == "total":
            said_total = count
        elif (card := _card_line(line)) is not None:
            cards.append(Cards(*card, section))
        elif not line.startswith("#"):
            raise BadInput(
                "deck-line",
                "Line {line} of the deck does not say how many of a card: “{text}”.",
                line=number,
                text=line[:80],
            )
    if not cards:
        raise BadInput("deck-empty", "The deck has no cards.")
    return Deck(tuple(cards), said_total)


def _heading(line: str) -> tuple[str, int | None]:
    """A section, "total", or neither."""
    heading = _HEADING.fullmatch(line) if len(line) <= _LONGEST else None
    if heading is None:
        return "", None
    word = canonical(heading["word"])
    count = int(heading["count"]) if heading["count"] else None
    if word in _TOTAL_WORDS:
        return "total", count
    return _SECTION_WORDS.get(word, ""), count


def _card_line(line: str) -> tuple[int, str] | None:
    match = (_LINE.fullmatch(line) or _LINE_AFTER.fullmatch(line)) if len(line) <= _LONGEST else None
    if match is None:
        return None
    count, name = int(match["count"]), match["name"].strip()
    if not 1 <= count <= CARD_LIMIT or len(name) > NAME_LIMIT or not any(c.isalnum() for c in name):
        return None
    return count, name


def card_name(written: str) -> str:
    """The name without its printing, and without whom it shows."""
    match = _PRINTING.fullmatch(written)
    if match is not None and match["set"] not in _NAME_ENDINGS:
        return _without_pictured(match["name"])
    without_number = re.sub(r"\s+\d{1,4}$", "", written)  # exported basic Energy: "Fire Energy 2"
    return without_number if is_basic_energy(without_number) else _without_pictured(written)


def _without_pictured(name: str) -> str:
    match = _WITH_PICTURED.fullmatch(name)
    return match["name"] if match is not None else name


def deck_text(deck: Deck) -> str:
    """The cards alone, by section: how a deck is shown to everybody. Remarks of its writer are not in it."""
    parts = (
        "\n".join(f"{line.count} {line.name}" for line in deck.cards if line.section == section)
        for section in ("", *SECTIONS)
    )
    return "\n\n".join(filter(None, parts)) + "\n"


def is_basic_energy(name: str) -> bool:
    """Basic Energy in English, Spanish, Portuguese or Italian."""
    words = [canonical(word) for word in name.split()]
    if not any(word in _ENERGY_WORDS for word in words):
        return False
    kinds = [w for w in words if w and w not in (*_ENERGY_WORDS, *_BASIC_WORDS, *_SMALL_WORDS)]
    return len(kinds) == 1 and kinds[0] in _BASIC_TYPES


def copies(deck: Deck) -> dict[str, tuple[str, int]]:
    """How many of each name, basic Energy apart: comparable name → (as written, count)."""
    counts: Counter[str] = Counter()
    written: dict[str, str] = {}
    for line in deck.cards:
        name = card_name(line.name)
        if not is_basic_energy(name):
            key = collapse_spaces(name.replace("’", "'")).casefold()
            counts[key] += line.count
            written.setdefault(key, name)
    return {key: (written[key], count) for key, count in counts.items()}


def deck_problems(deck: Deck, limits: DeckLimits) -> tuple[Note, ...]:
    """Every limit the deck does not keep."""
    problems: list[Note] = []
    if limits.cards and deck.total != limits.cards:
        problems.append(note("deck-cards", "{count} cards, a deck has {cards}", count=deck.total, cards=limits.cards))
    if deck.said_total is not None and deck.said_total != deck.total:
        problems.append(
            note(
                "deck-sum",
                "the list says {said} cards, its lines add up to {count}",
                said=deck.said_total,
                count=deck.total,
            )
        )
    if limits.copies:
        problems += [
            note(
                "deck-copies",
                "{count} of {name}, {limit} of one name are allowed",
                count=count,
                name=name,
                limit=limits.copies,
            )
            for name, count in copies(deck).values()
            if count > limits.copies
        ]
    return tuple(problems)
