"""What every fact has: a name for its action, a stored shape, and perhaps the reason it went against the document.

A class says with `shapes` which of its fields do not stand in the journal as they are, and with `unsaid` which are left
out where they are as usual, with `inside` which are values whose own fields stand in the same row; everything else
follows from its fields.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import MISSING, dataclass, field, fields
from typing import Any, ClassVar, NamedTuple, Self


class Codec(NamedTuple):
    """How a value is written into the journal, and read from there. None of ours: reading raises what it can raise."""

    write: Callable[[Any], Any]
    read: Callable[[Any], Any]


class _Field(NamedTuple):
    name: str
    usual: Any  # MISSING: it must be said
    unsaid: bool
    shape: Codec | None


class Stored:
    """A frozen dataclass that can stand in the journal."""

    __slots__ = ()

    shapes: ClassVar[Mapping[str, Codec]] = {}
    unsaid: ClassVar[tuple[str, ...]] = ()
    inside: ClassVar[Mapping[str, type[Stored]]] = {}

    def stored(self) -> dict[str, Any]:
        """As the journal keeps it, without `override` and `seen`."""
        row: dict[str, Any] = {}
        for name in self.inside:
            row |= getattr(self, name).stored()
        for name, usual, unsaid, shape in _fields(type(self)):
            value = getattr(self, name)
            if not unsaid or value != usual:
                row[name] = value if shape is None else shape.write(value)
        return row

    @classmethod
    def read(cls, data: Mapping[str, Any]) -> Self:
        """The reverse. Data that is none of ours raises what reading a mapping or a list can raise."""
        found: dict[str, Any] = {name: kind.read(data) for name, kind in cls.inside.items()}
        for name, usual, _, shape in _fields(cls):
            if name in data or usual is MISSING:
                value = data[name]
                found[name] = value if shape is None or (value is None and usual is None) else shape.read(value)
        return cls(**found)


_KNOWN: dict[type[Stored], tuple[_Field, ...]] = {}


def _fields(kind: type[Any]) -> tuple[_Field, ...]:
    if kind not in _KNOWN:
        _KNOWN[kind] = tuple(_read_fields(kind))
    return _KNOWN[kind]


def _read_fields(kind: type[Any]) -> Iterator[_Field]:
    return (
        _Field(
            f.name,
            f.default if f.default_factory is MISSING else f.default_factory(),
            f.name in kind.unsaid,
            kind.shapes.get(f.name),
        )
        for f in fields(kind)
        if f.name not in _BESIDE and f.name not in kind.inside
    )


def many(kind: type[Stored]) -> Codec:
    """A row of them."""
    return Codec(lambda values: [value.stored() for value in values], lambda rows: tuple(map(kind.read, rows)))


class SeenWarning(NamedTuple):
    """A warning of FIDE mode that was told or confirmed, with what the report says of it ("": nothing)."""

    rule: str
    level: int
    remark: str = ""


@dataclass(frozen=True, slots=True)
class Fact(Stored):
    """One thing that happened to a tournament. Each action has a class of its own."""

    action: ClassVar[str]

    override: str | None = field(default=None, kw_only=True)  # why it was done against the document
    seen: tuple[SeenWarning, ...] = field(default=(), kw_only=True)  # what FIDE mode warned of before it was done


_BESIDE = frozenset(f.name for f in fields(Fact))  # stored beside what a fact says
