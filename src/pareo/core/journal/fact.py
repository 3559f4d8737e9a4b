"""What every fact has: a name for its action, a stored shape, and perhaps the reason it went against the document.

A class says with `codecs` which of its fields do not stand in the journal as they are, with `omit_defaults` which are
left out where they have their default, and with `inlined` which are values whose own fields stand in the same row;
everything else follows from its fields.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import MISSING, dataclass, field, fields
from typing import Any, ClassVar, NamedTuple, Self


class Codec(NamedTuple):
    """How a value is written into the journal and read from it. Reading other data may raise anything."""

    write: Callable[[Any], Any]
    read: Callable[[Any], Any]


class _Field(NamedTuple):
    name: str
    default: Any  # MISSING: it must be there
    omits_default: bool
    codec: Codec | None


class Stored:
    """A frozen dataclass that can stand in the journal."""

    __slots__ = ()

    codecs: ClassVar[Mapping[str, Codec]] = {}
    omit_defaults: ClassVar[tuple[str, ...]] = ()
    inlined: ClassVar[Mapping[str, type[Stored]]] = {}

    def to_row(self) -> dict[str, Any]:
        """As the journal keeps it, without `override` and `seen`."""
        row: dict[str, Any] = {}
        for name in self.inlined:
            row |= getattr(self, name).to_row()
        for name, default, omits_default, codec in _fields(type(self)):
            value = getattr(self, name)
            if not omits_default or value != default:
                row[name] = value if codec is None else codec.write(value)
        return row

    @classmethod
    def read(cls, data: Mapping[str, Any]) -> Self:
        """The value that `to_row` wrote. Other data raises what reading a mapping or a list can raise."""
        values: dict[str, Any] = {name: kind.read(data) for name, kind in cls.inlined.items()}
        for name, default, _, codec in _fields(cls):
            if name in data or default is MISSING:
                value = data[name]
                values[name] = value if codec is None or (value is None and default is None) else codec.read(value)
        return cls(**values)


_FIELD_CACHE: dict[type[Stored], tuple[_Field, ...]] = {}


def _fields(kind: type[Any]) -> tuple[_Field, ...]:
    if kind not in _FIELD_CACHE:
        _FIELD_CACHE[kind] = tuple(_read_fields(kind))
    return _FIELD_CACHE[kind]


def _read_fields(kind: type[Any]) -> Iterator[_Field]:
    return (
        _Field(
            f.name,
            f.default if f.default_factory is MISSING else f.default_factory(),
            f.name in kind.omit_defaults,
            kind.codecs.get(f.name),
        )
        for f in fields(kind)
        if f.name not in _COMMON_FIELDS and f.name not in kind.inlined
    )


def list_codec(kind: type[Stored]) -> Codec:
    """The codec of a list of such values."""
    return Codec(lambda values: [value.to_row() for value in values], lambda rows: tuple(map(kind.read, rows)))


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


_COMMON_FIELDS = frozenset(f.name for f in fields(Fact))  # every fact has these
