"""Where the links of a public page lead: to the server that shows it, or to the files it is written to.

A template asks `links` for every address, style and part that only a server has; `render` hands in those of the server
unless it is told otherwise.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from types import MappingProxyType
from typing import NamedTuple, Protocol
from urllib.parse import quote, urlencode

from markupsafe import Markup

SCRIPT = "check_receipt.py"
"""The script that checks receipts, among the static files; `tools/check_receipt.py` is the same text."""


def static_file(name: str) -> bytes:
    """A style, script or picture of ours."""
    return files("pareo.pages").joinpath("static", name).read_bytes()


@cache
def asset(name: str) -> str:
    """The address of a static file, with its content's mark so that browsers may keep it for ever."""
    return f"/static/{name}?v={hashlib.blake2b(static_file(name), digest_size=6).hexdigest()}"


def _query(params: Mapping[str, object]) -> str:
    values = {key: value for key, value in params.items() if value not in ("", None)}
    return f"?{urlencode(values, quote_via=quote, safe='/')}" if values else ""


class EventFrame(NamedTuple):
    """What the frame of every public page needs."""

    name: str
    slug: str
    zone: str
    bracket: bool
    starts: bool
    date: str
    place: str
    help: bool
    lists: bool
    clubs: bool
    club_by: str
    game: str  # its mark: sign and accent
    left_fide: bool = False  # it has left FIDE mode
    missing: int = 0  # results that its standings lack
    tops: Mapping[int | tuple[str, int], int] = MappingProxyType({})  # rounds of a play-off: how many play then
    list_kind: str = ""  # what players hand in: deck, vgc, squad or text


class Links(Protocol):
    """Where the links of a page lead, and how it gets its style and icon."""

    @property
    def served(self) -> bool: ...  # by a server, which has other languages, other events and live news

    def style(self, name: str) -> str: ...

    def icon(self) -> str: ...

    def page(self, slug: str, name: str, **params: object) -> str: ...

    def receipt(self, slug: str, round_no: int, pod: str) -> str: ...

    def again(self, **params: object) -> str: ...

    def tabs(self, event: EventFrame) -> Iterable[str]: ...

    def more(self, event: EventFrame) -> Iterable[str]: ...


class Served:
    """The addresses of the server."""

    served = True

    def style(self, name: str) -> str:
        return Markup('<link rel="stylesheet" href="{}">').format(asset(name))

    def icon(self) -> str:
        return Markup('<link rel="icon" href="{}" type="image/svg+xml">').format(asset("pareo.svg"))

    def page(self, slug: str, name: str, **params: object) -> str:
        return f"/e/{slug}{f'/{name}' if name else ''}{_query(params)}"

    def receipt(self, slug: str, round_no: int, pod: str) -> str:
        return self.page(slug, "receipt", round=round_no, pod=pod)

    def again(self, **params: object) -> str:
        """The query of a link to the current page with other parameters."""
        return _query(params)

    def tabs(self, event: EventFrame) -> Iterable[str]:
        del event
        yield from ("me", "tables", "standings", "")

    def more(self, event: EventFrame) -> Iterable[str]:
        """Pages that are reached from the event's own."""
        yield from ("rounds", "names")
        yield from (name for name in ("bracket", "clubs", "lists", "help") if getattr(event, name))


SERVED = Served()


@dataclass(frozen=True, slots=True)
class Folder:
    """The pages of one event in a folder, by name and what is asked of them; the first of a name is its tab."""

    pages: Mapping[tuple[str, int | None], str]
    served: bool = False

    def style(self, name: str) -> str:
        return Markup('<link rel="stylesheet" href="{}">').format(name)

    def icon(self) -> str:
        return Markup('<link rel="icon" href="pareo.svg" type="image/svg+xml">')

    def page(self, slug: str, name: str, **params: object) -> str:
        """The file name of a page; empty where there is none."""
        del slug
        if not name:
            return "index.html"
        number = next(iter(params.values()), None)
        return self.pages.get((name, number if isinstance(number, int) else None), "")

    def receipt(self, slug: str, round_no: int, pod: str) -> str:
        return self.page(slug, f"receipt of {pod}", round=round_no)

    def again(self, **params: object) -> str:
        return self.page("", "standings", after=params.get("after"))

    def tabs(self, event: EventFrame) -> Iterable[str]:
        del event
        return [name for name, number in self.pages if number is None]

    def more(self, event: EventFrame) -> Iterable[str]:
        del event
        return ()

    def numbers(self, name: str) -> list[int]:
        """Which pages of this name there are."""
        return [number for known, number in self.pages if known == name and number is not None]


class OneFile:
    """A page that stands alone: its style is in it, and it leads nowhere."""

    served = False

    def style(self, name: str) -> str:
        return Markup("<style>\n{}</style>").format(Markup(static_file(name).decode()))  # noqa: S704  (our own file)

    def icon(self) -> str:
        return ""

    def page(self, slug: str, name: str, **params: object) -> str:
        del slug, name, params
        return ""

    def receipt(self, slug: str, round_no: int, pod: str) -> str:
        del slug, round_no, pod
        return ""

    def again(self, **params: object) -> str:
        del params
        return ""

    def tabs(self, event: EventFrame) -> Iterable[str]:
        del event
        return ()

    def more(self, event: EventFrame) -> Iterable[str]:
        del event
        return ()
