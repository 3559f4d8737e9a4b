"""What the heading of a column says, as shops, clubs, schools and federations of four languages write it.

A heading is a field of a player (by its record's headings, or by a word in it), something that is not about the player
(a place in a list, a telephone number, a payment), or unknown.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass

from pareo.core.model.player_fields import FIELDS

IGNORED = "-"  # the field of a column that is known, and of no use here
_LONG = 12  # words: more are a sentence, not a heading

_NAME_HEADINGS = "full name, player, nombre completo, nome completo, jugador, jogador, giocatore"
_WITHDRAWAL_HEADINGS = "withdrawal round, retiro, ronda de retiro, retirada, ritiro"  # first round not played (B-24)
_SURNAME = r"(?:apellidos?|cognome|sobrenomes?|last(?: name)?|surname|family name)"
_GIVEN = r"(?:nombres?|nomes?|first(?: name)?|given name)"
_RATING = r"\b(?:elo|rating|rtg|escalafon|ranking)\b"
_BIRTH = (
    r"(?:.*\b(?:dob|d o b|birth\w*|born|nac|nacim\w*|nacid[oa]|naciste|nasc|nascim\w*|nascita|nat[oa] il|yob|b year|"
    r"byear|cumpleanos|compleanno|aniversario)\b.*|ano|anno|year)"
)
_PEOPLE = (
    r"alumn[oa]s?|alun[oa]s?|students?|pupils?|student[ei]|alliev[oi]|pilot[oi]?s?|participantes?|partecipant[ei]|"
    r"competitors?|inscritos?|iscritt[oi]|jugador[ae]?s?|jogador[ae]?s?|giocator[ei]|giocatric[ei]|players?|participants?"
)

# The first that fits counts. They are compared with a plain heading: no accents, capitals or signs.
_PATTERNS: tuple[tuple[str, str], ...] = (
    (r"(?:n|no|nr|num|numero|number|pos|pto|puesto|posicion|posicao|posizione|rank|place|orden|order|lp)", IGNORED),
    (r".*\b(?:marca temporal|timestamp|carimbo|cronologic\w*|hora de inicio|registered at)\b.*", IGNORED),
    (r".*\b(?:tel|tlf|telefonos?|telefones?|phone|mobile|movil|celular|whatsapp|cellulare|parent\w*)\b.*", IGNORED),
    (r".*(?:\be ?mails?\b|\bcorreos?\b|\bposta\b).*", IGNORED),
    (
        r".*\b(?:pagad[oa]|pago|paid|pagato|fee|cuota|quota|acepto|aceito|accetto|notas?|notes?|note|anything)\b.*",
        IGNORED,
    ),
    (r"(?:pts|puntos|points|pontos|punti|dif|spread|pj|juegos jugados|partidas)", IGNORED),
    (r".*\b(?:deck|mazo|baraja|mazzo|baralho|archetype|arquetipo)\b.*", IGNORED),
    (
        r"(?:curso|turma|classe|class|clase|grade|grado|grupo|serie|anno scolastico|uf|provincia|estado|ciudad|city)",
        IGNORED,
    ),
    (r".*\b(?:nat[oa] a|lugar de nacimiento|birth ?place|place of birth|naturalidade|luogo di nascita)\b.*", IGNORED),
    (rf"{_SURNAME}(?: y| e| and)? {_GIVEN}", "name:last-first"),
    (rf"{_GIVEN}(?: y| e| and)? {_SURNAME}", "name:first-last"),
    (rf".*{_RATING}.*\b(?:fide|intl?|internacional|internazionale|international)\b.*", "rating"),
    (rf".*\b(?:fide|intl?|internacional|internazionale|international)\b.*{_RATING}.*", "rating"),
    (
        rf".*{_RATING}.*\b(?:loc|local|locale|nac|nacional|nazionale|national|italia|espana|brasil|feda|cbx)\b.*",
        "rating2",
    ),
    (rf".*\b(?:loc|local|locale|nac|nacional|nazionale|national|feda|cbx)\b.*{_RATING}.*", "rating2"),
    (r".*\b(?:fide (?:id|code|number|no)|(?:id|codigo|codice|numero|no|n) fide|fin)\b.*", "intl_id"),
    (r".*\b(?:cbx|tessera|licencia|licenca|licenza|feda|uscf)\b.*", "local_id"),
    (r".*\b(?:in game name|nick|nickname|apodo|apelido de jogo|soprannome|usuario|username)\b.*", "nickname"),
    (_BIRTH, "birth"),
    (r".*\b(?:player id|id|popid|pop id|player number|codigo de jugador|codice giocatore)\b.*", "id"),
    (
        r".*\b(?:club|tienda|store|shop|loja|negozio|circolo|clube|colegio|escuela|school|escola|scuola|instituto)\b.*",
        "club",
    ),
    (r".*\b(?:equipo|team|equipe|squadra)\b.*", "team"),
    (r".*\b(?:sexo|sex|sesso|gender|genero)\b.*|m f|f m|h m", "sex"),
    (r"(?:tit|title|titulo|titolo)", "title"),
    (r".*\b(?:fed|federacion|federation|federacao|federazione|pais|paese|country|nation)\b.*", "federation"),
    (rf".*{_RATING}.*", "rating"),
    (rf".*\b(?:full name|nombre completo|nome completo|name of|{_PEOPLE})\b.*", "name"),
    (rf"{_SURNAME}", "last"),
    (rf"{_GIVEN}", "first"),
    (r"names?", "name"),
)
_COMPILED = tuple((re.compile(pattern), field) for pattern, field in _PATTERNS)
_DAY_FIRST = re.compile(r"dd ?mm|dia mes|giorno mese|day month")
_MONTH_FIRST = re.compile(r"mm ?dd|month day")
_DAY_FIRST_WORDS = re.compile(r"\b(?:nac\w*|nasc\w*|nat[oa]|fecha|data|ano|anno|cumpleanos|compleanno|dia)\b")


@dataclass(frozen=True, slots=True)
class ColumnHeading:
    """What a heading says: the field, and how its values are written where the heading tells."""

    field: str | None = None  # `name`, `birth` (a year or a day) and `IGNORED` besides the fields of a player
    name_order: str = ""  # last-first, first-last
    date_order: str = ""  # day, month: what stands first
    exact: bool = False  # one of our own headings


def plain_header(header: str) -> str:
    """A header simplified for comparison: “Año de nacimiento” → “ano de nacimiento”, “Birth_Year” → “birth year”."""
    plain = "".join(c for c in unicodedata.normalize("NFKD", header) if not unicodedata.combining(c))
    return " ".join(re.sub(r"[\W_]+", " ", plain).casefold().split())


def aliases(columns: Mapping[str, str]) -> dict[str, str]:
    """The field by each of its headings."""
    known = {plain_header(name): name for name in columns}
    for name, others in columns.items():
        known |= {alias.strip(): name for alias in others.split(",") if alias.strip()}
    return known


PLAYER_ALIASES = aliases(
    {**{f.name: f.headings for f in FIELDS}, "name": _NAME_HEADINGS, "withdrawal": _WITHDRAWAL_HEADINGS}
)


def read_heading(cell: str) -> ColumnHeading:
    """What a heading says."""
    if cell.strip() == "#":
        return ColumnHeading(IGNORED)
    plain = plain_header(cell)
    if not plain or plain.isdecimal() or len(plain.split()) > _LONG:
        return ColumnHeading()
    field = PLAYER_ALIASES.get(plain)
    if field is not None:
        birth = field in ("birth_year", "birth_date")
        return ColumnHeading("birth" if birth else field, date_order=_date_order(plain) if birth else "", exact=True)
    for pattern, meaning in _COMPILED:
        if pattern.fullmatch(plain):
            field, _, order = meaning.partition(":")
            return ColumnHeading(field, order, _date_order(plain) if field == "birth" else "")
    return ColumnHeading()


def _date_order(plain: str) -> str:
    """Which comes first in the dates below; only English is written in both ways."""
    if _MONTH_FIRST.search(plain):
        return "month"
    return "day" if _DAY_FIRST.search(plain) or _DAY_FIRST_WORDS.search(plain) else ""
