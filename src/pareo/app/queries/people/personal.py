"""What says who somebody is (SP-7): personal data, stored outside the journal, and how its text is read."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from pareo.core.model.player_fields import TITLE_LIMIT, TITLES, read_birth_date, read_sex
from pareo.core.text.clean_text import clean_line
from pareo.core.text.errors import BadInput
from pareo.core.text.messages import text_note


def read_born(text: str, where: str = "") -> str:
    """A date as YYYY-MM-DD, or YYYY where no more is certain."""
    try:
        return read_birth_date(text) if text.strip() else ""
    except ValueError:
        raise BadInput(
            "born-unreadable", "{where}“{text}” is not a birth date (example: 2001-04-30).", where=where, text=text[:40]
        ) from None


def read_person_sex(text: str, where: str = "") -> str:
    try:
        return read_sex(text)
    except ValueError:
        raise BadInput(
            "sex-unknown", "{where}sex “{text}” is not f, m or computer.", where=where, text=text[:40]
        ) from None


def read_title(text: str) -> str:
    """Titles known everywhere in capitals (“gm”), others as typed."""
    title = clean_line(text, text_note("title"), TITLE_LIMIT)
    return title.upper() if title.upper() in TITLES else title


PERSON_READERS: Mapping[str, Callable[[str], str]] = {
    "birth_date": read_born,
    "sex": read_person_sex,
    "title": read_title,
}


def put_born(person: dict[str, Any], key: str, value: Any) -> list[str]:
    """Puts a birth date or year into `person`; the year follows the date, a date of another year goes. What else
    changed is named."""
    if key == "birth_date":
        person["birth_date"] = value if len(value) > 4 else ""
        if not value or str(person.get("birth_year")) == value[:4]:
            return []
        person["birth_year"] = int(value[:4])
        return ["birth_year"]
    person["birth_year"] = value
    if not person.get("birth_date") or str(value) == str(person["birth_date"])[:4]:
        return []
    person["birth_date"] = ""
    return ["birth_date"]
