"""A person's own fields in a report: sex, title, FIDE number, birth date, and the national line (F-73, F-74, F-82)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from pareo.core.model.player_fields import read_birth_date
from pareo.core.text.messages import note
from pareo.formats.exchange.event import ForeignPlayer
from pareo.formats.trf.lines import National, TrfPlayer

FORMAT = "trf"
_SEXES = {"m": "m", "w": "f", "f": "f"}
_WRITTEN = {"m": "m", "f": "w"}
# Before 2006, and in some programs still: titles by letters.
_OLD_TITLES = {"G": "GM", "M": "IM", "F": "FM", "C": "CM", "WG": "WGM", "WM": "WIM", "WF": "WFM", "WC": "WCM"}


class PersonLine(NamedTuple):
    """What the line of a player says of the person."""

    sex: str
    title: str
    fide_id: str
    born: str


def person_of(p: TrfPlayer, national: National | None, skipped: list[str]) -> dict[str, Any]:
    """The fields of a person; what they cannot hold is kept aside for writing the line again."""
    extra: dict[str, Any] = {"sex": _sex(p, skipped), "title": _title(p, skipped), "intl_id": p.fide_id}
    aside: dict[str, str] = {}
    if len(p.born) > 4:
        try:
            day = read_birth_date(p.born.replace("/", "-"))
        except ValueError:
            day = ""
        if len(day) == 10:
            extra["birth_date"] = day
        if day.replace("-", "/") != p.born:
            aside["born"] = p.born
    if national is not None:
        extra["local_id"] = national.number
        aside["national"] = national.line
    fields = {key: value for key, value in extra.items() if value}
    return {**fields, FORMAT: aside} if aside else fields


def _sex(p: TrfPlayer, skipped: list[str]) -> str:
    sex = _SEXES.get(p.sex.lower(), "")
    if p.sex and not sex:
        skipped.append(note("trf-sex", "Sex of player {no}: “{text}” is neither m nor w.", no=p.number, text=p.sex))
    return sex


def _title(p: TrfPlayer, skipped: list[str]) -> str:
    title = p.title.upper()
    if title in _OLD_TITLES:
        skipped.append(
            note(
                "trf-old-title",
                "Title of player {no}: “{text}” was read as {title}.",
                no=p.number,
                text=p.title,
                title=_OLD_TITLES[title],
            )
        )
    return _OLD_TITLES.get(title, title)


def person_line(player: ForeignPlayer) -> PersonLine:
    """The fields of a person as the player's line has them. Events read by version 0.1 have sex and title aside, and
    the number as the id."""
    extra, aside = player.extra, _aside(player)
    born = str(aside.get("born") or "")
    if not born.startswith(str(player.birth_year)):
        born = str(extra.get("birth_date") or player.birth_year or "").replace("-", "/")
    sex = _WRITTEN.get(str(extra.get("sex") or ""), str(aside.get("sex") or ""))
    return PersonLine(
        sex[:1],
        str(extra.get("title") or aside.get("title") or ""),
        str(extra.get("intl_id") or (player.id if {"sex", "title"} & aside.keys() else "")),
        born[:10],
    )


def national_line(player: ForeignPlayer, no: int, rating: str, lost: list[str]) -> Iterator[str]:
    """The line of the national list: as it was read, with what the event knows now."""
    line = str(_aside(player).get("national") or "")
    number = str(player.extra.get("local_id") or "")
    federation = line[:3] or player.federation
    if not (rating or (number and line)):
        return
    if not (len(federation) == 3 and federation.isascii() and federation.isupper()):
        lost.append("second ratings of players without a federation's three letters")
        return
    yield f"{federation} {no:4d}{line[8:48]:40}{rating:>4}{line[52:57]:5}{number[:11]:>11}{line[68:]}".rstrip()


def _aside(player: ForeignPlayer) -> dict[str, Any]:
    aside = player.extra.get(FORMAT)
    return aside if isinstance(aside, dict) else {}
