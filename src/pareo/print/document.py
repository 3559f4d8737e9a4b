"""A document before it is set: plain values that become JSON, in the words of one language.

Contract: everything a template prints is a text made here or in a gathering module; templates only place it. Texts
come from players, so control characters and direction overrides are taken out and nothing is endless; marks that a
right-to-left name needs stay.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC
from typing import Any
from zoneinfo import ZoneInfo

from babel.dates import format_datetime

from pareo.app.base.context import Context, LoadedTournament
from pareo.app.base.timestamps import moment
from pareo.app.wording.pod_words import PodLabel
from pareo.core.text.errors import BadInput
from pareo.core.text.languages import date_locale
from pareo.print.words import words

PAPERS: Mapping[str, str] = {"a4": "a4", "letter": "us-letter"}  # as typst calls them
LONGEST = 90  # characters of one text; what is longer ends with …

Part = dict[str, Any]

# Control characters, direction overrides and isolates (one unclosed would turn the rest of its line round), tags,
# halves of pairs, and the signs that only choose between two looks of an emoji.
_UNPRINTABLE = re.compile(
    "[\x00-\x1f\x7f-\x9f\xad\u061c\u180e\u200b\u2028-\u202e\u2060-\u206f\ud800-\udfff\ufe00-\ufe0f\ufeff"
    "\ufff9-\uffff\U000e0000-\U000e01ef]+"
)


@dataclass(frozen=True, slots=True)
class PrintOptions:
    """What somebody wants printed: the language, the paper, and which part of the event. None: all, or the last."""

    lang: str = "en"
    paper: str = "a4"
    round_no: int | None = None
    pod: str | None = None
    division: str | None = None
    after: int | None = None
    address: str = ""  # of the public page, for QR codes
    tables: tuple[int, ...] = ()  # slips, or lists, of these tables alone; empty: of all


@dataclass(frozen=True, slots=True)
class PrintDocument:
    """Everything the typesetter needs."""

    title: str
    event: str
    printed: str
    paper: str
    lang: str
    parts: Sequence[Part]
    words: Mapping[str, str] = field(repr=False, default_factory=dict)
    foreign: bool = False  # holds letters that our own fonts lack: fonts of the machine may help

    def data(self) -> dict[str, Any]:
        return {
            "title": self.title,
            "event": self.event,
            "printed": self.printed,
            "paper": PAPERS[self.paper],
            "lang": self.lang,
            "words": dict(self.words),
            "parts": list(self.parts),
        }


def check_options(options: PrintOptions) -> PrintOptions:
    """The options, if there are such a language and such a paper; else BadInput."""
    words(options.lang)
    if options.paper not in PAPERS:
        raise BadInput(
            "print-paper",
            "There is no paper size “{paper}”. Choose one of: {valid}.",
            paper=options.paper,
            valid=", ".join(PAPERS),
        )
    return options


def printable(text: object) -> str:
    """A text as it can be printed."""
    clean = _UNPRINTABLE.sub(" ", str(text)).strip()
    return clean if len(clean) <= LONGEST else clean[: LONGEST - 1] + "…"


def sentence(text: str) -> str:
    """A sentence as it can be printed. It may be longer than a name: it is cleaned word by word."""
    return " ".join(printable(word) for word in text.split())


def pod_words(label: PodLabel, lang: str) -> str:
    """What a pod is called: its divisions, section and phase; empty where there is only one of its kind."""
    labels = words(lang)
    parts = [" + ".join(printable(labels.get(f"division-{d}", d)) for d in label.divisions)]
    if not label.divisions and label.phase == "swiss" and label.id != "main":
        parts = [printable(label.id)]
    if label.section:
        parts.append(labels["pod-section"].format(number=label.section))
    if label.phase in ("cut", "elimination", "day2"):
        parts.append(labels[f"pod-{label.phase}"])
    return " · ".join(filter(None, parts))


def printed_at(ctx: Context, event: LoadedTournament, lang: str) -> str:
    """The moment of printing, in words, in the event's time zone."""
    utc = moment(ctx.now())
    local = utc.astimezone(ZoneInfo(event.state.zone) if event.state.zone else UTC)
    return words(lang)["printed"].format(moment=printable(format_datetime(local, "medium", locale=date_locale(lang))))


def is_foreign(parts: object) -> bool:
    """Are there letters beyond our fonts (Chinese, Japanese, Korean, Indian …)?"""
    if isinstance(parts, str):
        return not parts.isascii() and any("\u0700" <= c < "\u1e00" or "\u2e80" <= c < "\ufb00" for c in parts)
    if isinstance(parts, Mapping):
        return any(map(is_foreign, parts.values()))
    return isinstance(parts, list | tuple) and any(map(is_foreign, parts))


# --- tables -----------------------------------------------------------------------------------------------------------


def column(title: str, width: str = "auto", align: str = "left", kind: str = "text") -> dict[str, str]:
    """A column of a printed table. Width: auto, 2fr or 14mm; kind: text, name (shrinks to fit), box, line."""
    return {"title": title, "width": width, "align": align, "kind": kind}


def table_part(
    heading: str,
    columns: Sequence[Mapping[str, str]],
    rows: Sequence[Sequence[str]],
    *,
    flow: int = 1,
    size: float = 9,
    wide: bool = False,
    draft: bool = False,
    note: str = "",
    roomy: bool = False,
    short: int = 20,
    qr: str = "",
) -> Part:
    """A table in `flow` columns of the page; `wide` turns the page, `roomy` leaves space to write by hand.

    Names up to `short` bytes are known to fit their column. `qr` stands next to the heading.
    """
    return {
        "part": "table",
        "heading": heading,
        "columns": list(columns),
        "rows": [list(row) for row in rows],
        "flow": flow,
        "size": size,
        "wide": wide,
        "draft": draft,
        "note": note,
        "roomy": roomy,
        "short": short,
        "qr": qr,
    }
