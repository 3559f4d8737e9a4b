"""The gettext catalogues `{es,pt,it}.po`: English is the key of every text. Each is read once, when first needed."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from io import BytesIO
from typing import NamedTuple

from babel.messages.pofile import read_po


class Catalogue(NamedTuple):
    """The texts of one language. What is not there is said in English."""

    one: dict[str, str]
    many: dict[str, tuple[str, ...]]  # by the singular

    def gettext(self, text: str) -> str:
        return self.one.get(text) or self.many.get(text, (text,))[0]


@cache
def catalogue(lang: str) -> Catalogue:
    """The texts of this language; none for English, or for a language without a file."""
    found = Catalogue({}, {})
    path = files("pareo.locale").joinpath(f"{lang}.po")
    if not path.is_file():
        return found
    for message in read_po(BytesIO(path.read_bytes()), locale=lang):
        if not message.id or message.fuzzy or not message.string:
            continue
        if isinstance(message.id, tuple):
            found.many[message.id[0]] = tuple(message.string)
        else:
            found.one[str(message.id)] = str(message.string)
    return found
