"""Every field of a player, one record each: what it takes, where it lives, what it is called, who may see it.

To add a field, write its record here and its line in `model.Details` (or, of a person, in `NewPlayer`): the command
line, the API, the desk's sheet, CSV and XLSX, sorting, copying to the next event and the event's JSON ask the record.
How a sex, a title and a date of birth are written in lists of players is read here too; a value that cannot be what it
should be raises ValueError, and the caller names field and row.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import Enum
from functools import partial

from pareo.core.text.messages import Note, text_note


class FieldType(Enum):
    """What a field takes."""

    LINE = "line"  # one line of text
    TEXT = "text"  # several lines
    NUMBER = "number"  # empty: not known
    COUNT = "count"  # empty: 0
    ROUND = "round"  # the number of a round; empty: none, kept as 0
    ROUNDS = "rounds"  # several, each perhaps with points: 3:½,5:1 (SP-5)
    POINTS = "points"  # such as 1.5
    YES = "yes"  # yes or no

    @property
    def numeric(self) -> bool:
        return self in (FieldType.NUMBER, FieldType.COUNT, FieldType.ROUND)


class FieldStorage(Enum):
    """Where a value lives."""

    PERSON = "person"  # outside the journal: it goes when the person is forgotten
    ENTRANT = "entrant"  # in the journal


class CopyPolicy(Enum):
    """Whether a value is the player's own or only this event's."""

    NOT = "not"
    WITH_EVENT = "with-event"  # copied with a whole event
    ALWAYS = "always"  # also when the player alone is entered again


class FieldOrder(Enum):
    """How a list is sorted by a field."""

    FROM_A = "from-a"
    HIGHEST = "highest"
    LOWEST = "lowest"
    BY_TITLE = "by-title"


RATING_MOST = 99_999  # lists of Scrabble have five digits
RATINGS = ("rating", "rating2")


def rated(rating: int | None) -> int | None:
    """A rating as it was read; None is unrated, and so is 0, which lists write for it (B-32).

    >>> rated(1850), rated(0), rated(None)
    (1850, None, None)
    """
    return rating or None


@dataclass(frozen=True, slots=True)
class PlayerField:
    """One field. `help` is the command line's sentence, `about` the API's."""

    name: str
    help: str
    kind: FieldType = FieldType.LINE
    home: FieldStorage = FieldStorage.ENTRANT
    low: int = 0
    high: int = 0
    headings: str = ""  # other headings of its column, in four languages
    column: str = ""  # in written lists: "always", "filled" (where it says something); empty: never
    about: str = ""
    label: Note | None = None  # on the desk's sheet
    hint: Note | None = None
    sheet: tuple[str, int] = ("", 0)  # the part of the sheet, and the place there
    choices: tuple[tuple[str, Note], ...] = ()
    width: int = 0  # letters it can have on the sheet; 0: no limit of its own
    follows: CopyPolicy = CopyPolicy.NOT
    edited: bool = True  # can be changed by itself
    sort: tuple[int, FieldOrder] | None = None  # its place among the criteria
    game: str = ""  # on the sheet of this game only
    public: bool = False  # everybody may see it, and lists for everybody be sorted by it


_person = partial(PlayerField, home=FieldStorage.PERSON)


FIELDS: tuple[PlayerField, ...] = (
    _person(
        "first",
        "First name.",
        public=True,
        sort=(2, FieldOrder.FROM_A),
        column="always",
        label=text_note("First name"),
        sheet=("person", 1),
        headings="first name, firstname, given name, nombre, nombres, nome, primer nombre, primeiro nome",
    ),
    _person(
        "last",
        "Last name.",
        public=True,
        sort=(1, FieldOrder.FROM_A),
        column="always",
        label=text_note("Last name"),
        sheet=("person", 2),
        headings="last name, lastname, surname, family name, apellido, apellidos, cognome, sobrenome",
    ),
    _person(
        "id",
        "Player ID; default: the number of entry.",
        column="always",
        label=text_note("Player ID"),
        sheet=("person", 4),
        headings="player id, pop id, popid, userid, identificador, codigo, codice",
    ),
    _person(
        "birth_year",
        "Year of birth; never public.",
        kind=FieldType.NUMBER,
        low=1900,
        high=2100,
        column="always",
        sort=(12, FieldOrder.LOWEST),
        label=text_note("Birth year"),
        sheet=("person", 5),
        width=4,
        headings="birth, born, year of birth, ano de nacimiento, nacimiento, ano de nascimento, nascimento, "
        "anno di nascita, nascita",
    ),
    PlayerField(
        "division",
        "Age division; default: by birth year.",
        follows=CopyPolicy.ALWAYS,
        public=True,
        sort=(9, FieldOrder.FROM_A),
        column="always",
        label=text_note("Division"),
        sheet=("event", 1),
        headings="age division, category, categoria, division de edad, divisao, divisione",
    ),
    PlayerField(
        "club",
        "Club.",
        follows=CopyPolicy.ALWAYS,
        public=True,
        sort=(7, FieldOrder.FROM_A),
        column="always",
        label=text_note("Club"),
        sheet=("event", 2),
        headings="clube, circolo",
    ),
    PlayerField(
        "federation",
        "Federation.",
        follows=CopyPolicy.ALWAYS,
        public=True,
        sort=(8, FieldOrder.FROM_A),
        column="always",
        label=text_note("Federation"),
        sheet=("event", 3),
        headings="fed, feder, country, federacion, federacao, federazione, pais, paese",
    ),
    PlayerField(
        "together",
        "Tag shared by players who travel together.",
        follows=CopyPolicy.WITH_EVENT,
        about="A tag shared by players who travel together.",
        label=text_note("Travels with"),
        hint=text_note("the same word for the whole group"),
        sheet=("event", 4),
        headings="came together, juntos, insieme",
    ),
    PlayerField(
        "faction",
        "Faction of the squad.",
        follows=CopyPolicy.WITH_EVENT,
        label=text_note("Faction"),
        game="xwing",
        sheet=("event", 11),
        headings="faccion, faccao, fazione",
    ),
    PlayerField(
        "rating",
        "Rating.",
        FieldType.NUMBER,
        high=RATING_MOST,
        follows=CopyPolicy.ALWAYS,
        public=True,
        sort=(3, FieldOrder.HIGHEST),
        column="always",
        label=text_note("Rating"),
        sheet=("event", 5),
        headings="elo, rtg, intl rtg, international rating, fide rating, elo fide, elo internacional, "
        "elo internazionale, escalafon, escalafon internacional",
    ),
    PlayerField(
        "rating2",
        "Rating of the second list.",
        FieldType.NUMBER,
        high=RATING_MOST,
        follows=CopyPolicy.ALWAYS,
        public=True,
        sort=(4, FieldOrder.HIGHEST),
        column="always",
        label=text_note("Second rating"),
        sheet=("event", 6),
        headings="elo2, loc, loc rtg, local rating, elo local, elo locale, escalafon local",
    ),
    PlayerField(
        "games",
        "Rated games so far, for rating methods that use them.",
        FieldType.NUMBER,
        high=100_000,
        follows=CopyPolicy.ALWAYS,
        about="Rated games before this event.",
        label=text_note("Rated games"),
        hint=text_note("before this event"),
        sheet=("event", 7),
        headings="rated games, partidas, partidas valoradas, partite, partite valutate",
    ),
    PlayerField(
        "games2",
        "Rated games on the second list.",
        FieldType.NUMBER,
        high=100_000,
        follows=CopyPolicy.ALWAYS,
        about="Rated games on the second list.",
        label=text_note("Rated games, second list"),
        sheet=("event", 8),
        headings="rated games 2, partidas 2, partite 2",
    ),
    PlayerField(
        "k",
        "The player's own K, instead of the K of the rating list.",
        FieldType.NUMBER,
        low=1,
        high=1000,
        follows=CopyPolicy.ALWAYS,
        about="The player's own K, instead of the K of the rating list.",
        label=text_note("Own K"),
        hint=text_note("if different from the rules"),
        sheet=("event", 9),
        headings="factor k, coeficiente k, fator k, fattore k",
    ),
    PlayerField(
        "average",
        "Known average score of an unrated player.",
        FieldType.NUMBER,
        high=2000,
        follows=CopyPolicy.ALWAYS,
        sort=(5, FieldOrder.HIGHEST),
        column="filled",
        label=text_note("Average score"),
        sheet=("event", 10),
        headings="promedio, media",
    ),
    PlayerField(
        "estimate",
        "Chess: estimated rating of an unrated player.",
        FieldType.NUMBER,
        low=1,
        high=RATING_MOST,
        follows=CopyPolicy.WITH_EVENT,
        column="filled",
        label=text_note("Estimated rating"),
        about="Chess: estimated rating of an unrated player, for the pairing number and for tie-breaks that use it.",
        hint=text_note("if they have none"),
        sheet=("event", 13),
        game="chess",
        headings="rating estimate, estimated elo, elo estimado, estimado, elo stimato, stimato",
    ),
    PlayerField(
        "own_no",
        "Number in the starting list, set by hand.",
        FieldType.NUMBER,
        low=1,
        high=10_000,
        column="filled",
        about="Number in the starting list, set by hand.",
        label=text_note("Start number"),
        hint=text_note("empty: numbered automatically"),
        sheet=("event", 12),
        headings="start no, start number, starting number, numero de salida, numero inicial, numero di partenza",
    ),
    PlayerField(
        "team",
        "Team (team rulesets).",
        follows=CopyPolicy.WITH_EVENT,
        edited=False,
        public=True,
        sort=(10, FieldOrder.FROM_A),
        headings="equipo, equipe, squadra",
    ),
    PlayerField(
        "captain",
        "Captain of the team.",
        FieldType.YES,
        follows=CopyPolicy.WITH_EVENT,
        edited=False,
        headings="capitan, capitao, capitano",
    ),
    PlayerField(
        "byes",
        "Earned byes.",
        FieldType.COUNT,
        high=20,
        column="always",
        label=text_note("Earned byes"),
        hint=text_note("number of rounds from round 1"),
        sheet=("rounds", 1),
        headings="bye, earned byes",
    ),
    PlayerField(
        "absent",
        "Requested byes by round; 3:½,5:1 also sets their points.",
        FieldType.ROUNDS,
        column="always",
        about="Requested byes.",
        label=text_note("Requested byes"),
        hint=text_note("such as 1,4, or with their points 3:½,5:1"),
        sheet=("rounds", 2),
        headings="absent rounds, ausente, ausencias, descansos, assente, assenze",
    ),
    PlayerField(
        "late_from",
        "The first round the player plays, if it is not round 1.",
        FieldType.ROUND,
        high=100,
        sort=(13, FieldOrder.LOWEST),
        column="filled",
        about="The first round the player plays, if it is not round 1.",
        label=text_note("Plays from round"),
        hint=text_note("if it is known before the start"),
        sheet=("rounds", 3),
        headings="late entry, late entry round, late from, ronda tardia, entra en la ronda, "
        "entra na ronda, entra al turno",
    ),
    PlayerField(
        "until",
        "The last round the player plays.",
        FieldType.ROUND,
        high=100,
        column="filled",
        about="The last round the player plays.",
        label=text_note("Plays up to round"),
        hint=text_note("drops after it"),
        sheet=("rounds", 4),
        headings="last round, ultima ronda, ultimo turno",
    ),
    PlayerField(
        "fixed_table",
        "Fixed table of the player.",
        FieldType.NUMBER,
        low=1,
        high=100_000,
        follows=CopyPolicy.ALWAYS,
        column="always",
        label=text_note("Fixed table"),
        hint=text_note("always sits there"),
        sheet=("rounds", 6),
        headings="mesa fija, mesa fixa, tavolo fisso",
    ),
    _person(
        "nickname",
        "Nickname.",
        label=text_note("Nickname"),
        sheet=("person", 3),
        headings="nick, apodo, alias, soprannome",
    ),
    _person(
        "contact",
        "Contact; never public.",
        label=text_note("Contact"),
        hint=text_note("staff only"),
        sheet=("person", 11),
        headings="email, e mail, phone, contacto, contato, contatto, telefono, telefone",
    ),
    _person(
        "notes",
        "Notes; never public.",
        kind=FieldType.TEXT,
        label=text_note("Notes"),
        hint=text_note("staff only"),
        sheet=("notes", 1),
        headings="notas, note, observaciones, observacoes",
    ),
    _person(
        "birth_date",
        "Date of birth, 2001-04-30; never public.",
        column="filled",
        about="YYYY-MM-DD; the birth year follows from it.",
        label=text_note("Birth date"),
        hint=text_note("if you need it: 2001-04-30"),
        sheet=("person", 6),
        width=10,
        headings="birthdate, birthday, date of birth, fecha de nacimiento, data de nascimento, data di nascita",
    ),
    _person(
        "title",
        "Title, such as GM.",
        sort=(6, FieldOrder.BY_TITLE),
        column="filled",
        label=text_note("Title"),
        sheet=("person", 8),
        width=30,
        headings="titulo, titolo",
    ),
    _person(
        "sex",
        "f, m or computer; never public.",
        sort=(11, FieldOrder.FROM_A),
        column="filled",
        about="f, m or computer",
        label=text_note("Sex"),
        sheet=("person", 7),
        choices=(("f", text_note("female")), ("m", text_note("male")), ("computer", text_note("computer"))),
        headings="gender, sexo, genero, sesso, genere",
    ),
    _person(
        "intl_id",
        "ID in the international list; never public.",
        column="filled",
        label=text_note("International ID"),
        sheet=("person", 9),
        headings="intl id, international id, fide id, id fide, id internacional, id internazionale",
    ),
    PlayerField(
        "bonus",
        "Points for pairing only, such as 1.5.",
        FieldType.POINTS,
        column="filled",
        about="Points for pairing only, such as 1.5.",
        label=text_note("Bonus for pairing"),
        hint=text_note("points that count for pairing only"),
        sheet=("rounds", 5),
        headings="bonus points, bono, bonificacion, bonificacao",
    ),
    PlayerField(
        "no_half_bye",
        "Chess: has no right to a half-point bye.",
        FieldType.YES,
        about="Chess: has no right to a half-point bye.",
        label=text_note("Half-point bye"),
        game="chess",
        hint=text_note("free entry, conditions"),
        sheet=("rounds", 7),
        choices=(("yes", text_note("not allowed")),),
        headings="sin bye, sem bye, senza bye",
    ),
    _person(
        "local_id",
        "ID in the national or club list; never public.",
        column="filled",
        label=text_note("Local ID"),
        sheet=("person", 10),
        headings="loc id, local id, national id, id local, id locale, id nacional, id nazionale",
    ),
)
BY_NAME: Mapping[str, PlayerField] = {f.name: f for f in FIELDS}
PERSONAL = tuple(f.name for f in FIELDS if f.home is FieldStorage.PERSON)
OF_ENTRANT = tuple(f.name for f in FIELDS if f.home is FieldStorage.ENTRANT and f.edited)
"""What can be changed of an entrant by itself; a team and its captain are changed by their members."""


FIRST_ON_SHEET: Mapping[str, tuple[str, ...]] = {
    "pokemon": ("first", "last", "birth_year", "division", "id", "club"),
    "scrabble": ("first", "last", "club", "rating", "federation", "birth_date", "sex", "id"),
    "xwing": ("first", "last", "faction", "club", "nickname", "id"),
    "chess": ("first", "last", "rating", "title", "federation", "intl_id", "birth_year", "club"),
    "other": ("first", "last", "club", "rating", "division", "id"),
}
"""The fields that the desk needs most, by game; the others are folded away."""

RATED: Mapping[str, tuple[str, ...]] = {
    "scrabble": ("rating2", "games", "games2", "k", "average", "estimate", "local_id", "intl_id"),
    "chess": ("rating2", "k", "estimate", "average", "games", "games2", "sex", "birth_date", "local_id", "id"),
}
"""What ratings and reports need besides the first fields, in games that have ratings."""

SEATING = ("byes", "absent", "late_from", "until", "fixed_table", "together", "bonus", "own_no", "no_half_bye")
NAMING = ("nickname", "title")
CONTACT = ("contact",)


def on_sheet(part: str) -> list[PlayerField]:
    """The fields of one part of the desk's sheet, in order."""
    return sorted((f for f in FIELDS if f.sheet[0] == part), key=lambda f: f.sheet[1])


def criteria() -> list[tuple[PlayerField, FieldOrder]]:
    """The fields that lists can be sorted by, in the order in which they are named."""
    ordered = sorted((place, f.name, how) for f in FIELDS if f.sort for place, how in [f.sort])
    return [(BY_NAME[name], how) for _, name, how in ordered]


# --- how lists of players write a person ------------------------------------------------------------------------------


_SEX_WORDS: Mapping[str, str] = {
    "f": "f female w woman girl fem femenino feminino femminile mujer mulher donna d",
    "m": "m male man boy masc masculino maschile hombre homem uomo h u",
    "computer": "c comp computer computador computadora ordenador program programa programma",
}
_SEX_OF = {word: sex for sex, words in _SEX_WORDS.items() for word in words.split()}

# Chess titles in the order in which lists show them; other words (Expert, a federation's own) come after these.
TITLES = ("GM", "IM", "WGM", "FM", "WIM", "CM", "WFM", "WCM")
TITLE_LIMIT = 30

_DAYS = (31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)
_ISO = re.compile(r"([0-9]{4})[-./]([0-9]{1,2})[-./]([0-9]{1,2})(?:[T ][0-9:.]+)?")
_DAY_FIRST = re.compile(r"([0-9]{1,2})\.([0-9]{1,2})\.([0-9]{4}|[0-9]{2})")  # dots are never American
_EITHER = re.compile(r"([0-9]{1,2})[-/]([0-9]{1,2})[-/]([0-9]{4}|[0-9]{2})")
_LAST_CENTURY = 30  # of two digits: from here on 19.., before 20..


def read_sex(text: str) -> str:
    """“F”, “mujer”, “ordenador” as f, m or computer; an empty text stays empty."""
    plain = "".join(c for c in unicodedata.normalize("NFKD", text.strip().casefold()) if not unicodedata.combining(c))
    if not plain or plain == "-":
        return ""
    sex = _SEX_OF.get(plain)
    if sex is None:
        raise ValueError(text)
    return sex


def read_birth_date(text: str, order: str = "") -> str:
    """A day as YYYY-MM-DD. “03/04/2001” is a different day in different countries: unless `order` tells which stands
    first (“day”, “month”), only the year of such a date is kept (“2001”), and so it is where the day is not known
    (Swiss Perfect writes 20010000)."""
    stripped = text.strip()
    if re.fullmatch(r"[0-9]{4}", stripped):
        return _year(stripped)
    if match := _ISO.fullmatch(stripped):
        return _day(*map(int, match.groups()))
    if match := _DAY_FIRST.fullmatch(stripped):
        day, month, year = match.groups()
        return _day(_whole_year(year), int(month), int(day))
    if match := _EITHER.fullmatch(stripped):
        one, two, year = int(match[1]), int(match[2]), _whole_year(match[3])
        if one <= 12 and two <= 12 and one != two:
            if not order:
                return _year(str(year))
            return _day(year, two, one) if order == "day" else _day(year, one, two)
        return _day(year, two, one) if two <= 12 else _day(year, one, two)
    raise ValueError(text)


def find_date_order(texts: Iterable[str]) -> str:
    """What stands first in the dates of a list, “day” or “month”; empty where none of them tells, or they disagree."""
    found = set()
    for text in texts:
        if match := _DAY_FIRST.fullmatch(text.strip()):
            found.add("day")
        elif match := _EITHER.fullmatch(text.strip()):
            one, two = int(match[1]), int(match[2])
            if one > 12 >= two:
                found.add("day")
            elif two > 12 >= one:
                found.add("month")
    return found.pop() if len(found) == 1 else ""


def _whole_year(text: str) -> int:
    """“13” is 2013, “98” 1998."""
    year = int(text)
    return year if len(text) == 4 else year + (1900 if year >= _LAST_CENTURY else 2000)


def _year(text: str) -> str:
    if not 1900 <= int(text) <= 2100:
        raise ValueError(text)
    return text


def _day(year: int, month: int, day: int) -> str:
    """ValueError for a day that is in no calendar."""
    written = _year(f"{year:04}")
    if not month or not day:
        return written
    leap = year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)
    if month > 12 or day > (29 if month == 2 and leap else _DAYS[month - 1]):
        raise ValueError(f"{year}-{month}-{day}")
    return f"{written}-{month:02}-{day:02}"


def title_rank(title: str) -> int:
    """Where a title stands in a list: known chess titles first, then others, then none."""
    known = title.upper()
    return TITLES.index(known) if known in TITLES else len(TITLES) + (not title)
