"""What a person is told, in English and ready to be said in another language.

A note *is* its English sentence (a `str`), so the command line, JSON and tests use it as it stands; it also remembers
the sentence with its named places and the values for them, and a page says it again in the reader's language. A value
may be a note itself: "Round 3 of masters" inside a longer sentence is translated with it. Nothing is translated here.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Any

_NOTHING: Mapping[str, Any] = MappingProxyType({})


class Note(str):
    """A stable code, an English sentence with places, and their values.

    `many` is the sentence for a `count` other than 1, if the note is worded by a number.
    """

    __slots__ = ("code", "many", "params", "sentence")

    code: str
    sentence: str
    params: Mapping[str, Any]
    many: str

    def __new__(cls, code: str, sentence: str, params: Mapping[str, Any] = _NOTHING, many: str = "") -> Note:
        chosen = many if many and params.get("count") != 1 else sentence
        note = super().__new__(cls, chosen.format(**params))
        note.code = code
        note.sentence = sentence
        note.params = dict(params)
        note.many = many
        return note

    def __getnewargs__(self) -> tuple[str, str, Mapping[str, Any], str]:  # type: ignore[override]
        return self.code, self.sentence, self.params, self.many


def note(code: str, sentence: str, /, **params: object) -> Note:
    """A note with its values by name."""
    return Note(code, sentence, params)


def plural(code: str, one: str, many: str, /, *, count: int, **params: object) -> Note:
    """A note that is worded by a number: “1 loss”, “3 losses”."""
    return Note(code, one, {"count": count, **params}, many)


def text_note(text: str) -> Note:
    """A word or a phrase of ours that stands inside sentences."""
    return Note("word", text)


def title(text: str) -> Note:
    """A title out of a file of rules: said in other languages if it is one of ours, as it stands if it is not."""
    return text_note(text.replace("{", "{{").replace("}", "}}"))


def join_notes(between: str, parts: Iterable[object]) -> Note:
    """Parts one after the other; each that is a note stays one."""
    values = {f"part{i}": part for i, part in enumerate(parts)}
    return Note("joined", between.join(f"{{{name}}}" for name in values), values)


def either_note(values: Iterable[object]) -> Note:
    """Alternatives: “8”, “4 or 8”, “0, 4 or 8”."""
    items = list(values)
    if len(items) < 2:
        return join_notes("", items)
    return note("either", "{first} or {last}", first=join_notes(", ", items[:-1]), last=items[-1])


def list_note(values: Iterable[object]) -> Note:
    """Values with commas between them; “none” if there are none."""
    items = list(values)
    return join_notes(", ", items) if items else text_note("none")


def phrases(texts: Iterable[str]) -> Note:
    """Words that are translated, with commas between them."""
    return join_notes(", ", [text_note(text) for text in texts])


def row_place(where: str) -> str:
    """“line 7: ” before a sentence about a row of a file; nothing without a place."""
    return join_notes("", (where, ": ")) if where else ""


def line_no(number: int) -> Note:
    """“line 7”: where a row stands in a file or in what was typed."""
    return note("line", "line {number}", number=number)


def notes_to_json(notes: Iterable[str]) -> bytes:
    """Notes as they are stored, to be said again in any language."""
    return json.dumps([_to_row(one) for one in notes], ensure_ascii=False, separators=(",", ":")).encode()


def notes_from_json(data: bytes) -> tuple[str, ...]:
    """The notes that were stored; none where there is nothing."""
    return tuple(_from_row(row) for row in json.loads(data)) if data else ()


def _to_row(value: object) -> object:
    if isinstance(value, Note):
        params = {key: _to_row(one) for key, one in value.params.items()}
        return {"code": value.code, "sentence": value.sentence, "params": params, "many": value.many}
    return value if value is None or isinstance(value, str | int | float) else str(value)


def _from_row(row: Any) -> Any:
    if isinstance(row, dict):
        code, sentence, many = (row[key] for key in ("code", "sentence", "many"))
        return Note(code, sentence, {key: _from_row(one) for key, one in row["params"].items()}, many)
    return row
