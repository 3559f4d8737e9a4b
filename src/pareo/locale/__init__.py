"""The players' languages: phrases by key, and the announcement put into words.

One catalogue per language, all with the same keys and the same places. A key with `.one` and `.other` is chosen by
`count`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from importlib.resources import files

from pareo.core.rules.announcement import Item
from pareo.core.words.errors import NotFound
from pareo.core.words.toml_text import read_toml

LANGUAGES = ("en", "es", "pt", "it")


@cache
def phrases(lang: str) -> Mapping[str, str]:
    """The catalogue of one language."""
    if lang not in LANGUAGES:
        raise NotFound(
            "language-unknown", "There is no language {lang}; there are: {valid}", lang=lang, valid=", ".join(LANGUAGES)
        )
    text = files(__name__).joinpath(f"{lang}.toml").read_text(encoding="utf-8")
    return {key: value for key, value in read_toml(text).items() if isinstance(value, str)}


def announce_text(items: Iterable[Item], lang: str, title: str) -> str:
    """The sheet as plain text: the title, underlined, then one line per item."""
    catalogue = phrases(lang)
    lines = [title, "=" * len(title), ""]
    lines += [item_text(item, catalogue) for item in items]
    return "\n".join(lines) + "\n"


def item_text(item: Item, catalogue: Mapping[str, str]) -> str:
    """One item in words."""
    key = item.key
    if "count" in item.params:
        key = f"{key}.one" if item.params["count"] == 1 else f"{key}.other"
    words = {name: _words(value, catalogue) for name, value in item.params.items()}
    return catalogue[key].format(**words)


def _words(value: object, catalogue: Mapping[str, str]) -> str:
    if isinstance(value, Item):
        return item_text(value, catalogue)
    if isinstance(value, tuple):  # divisions; an id of somebody's own ruleset is shown as it is
        names = [catalogue.get(f"division-{name}", str(name)) for name in value]
        return " + ".join(names) or catalogue["everybody"]
    return str(value)
