"""What the calls about series, clubs and duplicate events are asked. What they answer is in `app.rows.league`."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

from pareo.web.api.bodies import RequestBody

_Short = Annotated[str, Meta(max_length=500)]
_Rules = Annotated[str, Meta(max_length=40_000, description="Rules of a series, as TOML.")]


class NewSeriesBody(RequestBody, frozen=True, forbid_unknown_fields=True):
    """A new series: the id of a preset, perhaps with changed values, or rules of its own."""

    name: Annotated[_Short, Meta(examples=["Liga 2026"])]
    preset: Annotated[_Short | None, Meta(examples=["formula-one-2010"])] = None
    rules: _Rules | None = None
    changes: Annotated[dict[str, _Short], Meta(description="Values of the preset to change: {“best”: “5”}.")] = (
        msgspec.field(default_factory=dict)
    )
    limits: Annotated[dict[str, _Short], Meta(description="The lowest rating of each category.")] = msgspec.field(
        default_factory=dict
    )
    slug: Annotated[str, Meta(max_length=80)] | None = None


class SeriesChangeBody(RequestBody, frozen=True, forbid_unknown_fields=True):
    """Another name, or other rules."""

    name: _Short | None = None
    rules: _Rules | None = None


class SeriesEventBody(RequestBody, frozen=True, forbid_unknown_fields=True):
    """How an event counts in a series."""

    weight: Annotated[str, Meta(max_length=20, examples=["1.5"])] = "1"
    table: Annotated[_Short, Meta(description="The standings that count, if it has several.")] = ""
    kind: Annotated[_Short, Meta(description="Where the series has kinds of events.")] = ""
    position: Annotated[int, Meta(ge=1, le=1000)] | None = None


class SameBody(RequestBody, frozen=True, forbid_unknown_fields=True):
    """Two names that are one person; without `b` everything confirmed about `a` is taken back."""

    a: _Short
    b: _Short | None = None


class CategoriesBody(RequestBody, frozen=True, forbid_unknown_fields=True):
    """Record the proposal (`apply`), take the last record back (`take-back`), or put people by hand (`put`)."""

    what: Annotated[_Short, Meta(examples=["apply"])]
    period: _Short | None = None
    category: _Short = ""
    names: Annotated[list[_Short], Meta(max_length=1000)] = msgspec.field(default_factory=list)


class NewDuplicateBody(RequestBody, frozen=True, forbid_unknown_fields=True):
    """A new duplicate event."""

    name: _Short
    slug: Annotated[str, Meta(max_length=80)] | None = None
    date: _Short = ""
    names: Annotated[_Short, Meta(description="full or initial")] = "full"


class SheetBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A player's points turn by turn; null is a turn without a move."""

    name: _Short
    turns: Annotated[list[Annotated[int, Meta(ge=0, le=5000)] | None], Meta(max_length=60)]


class SheetsBody(RequestBody, frozen=True, forbid_unknown_fields=True):
    """Sheets of one game, and its best possible points."""

    best: Annotated[list[Annotated[int, Meta(ge=1, le=5000)]], Meta(max_length=60)] | None = None
    sheets: Annotated[list[SheetBody], Meta(max_length=20_000)] = msgspec.field(default_factory=list)
