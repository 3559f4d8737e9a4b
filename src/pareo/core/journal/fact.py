"""What every fact has: a name for its action, its traits, a stored shape, and perhaps why it went against the document.

`Traits` say what an entry is like: whoever undoes, backs up, tells phones or keeps a copy asks them, and nobody lists
actions elsewhere (B-41). A class declares them once (`class_traits`); where they depend on what a fact holds, or on
its parts, the class has a property `traits` of its own.

A class says with `codecs` which of its fields do not stand in the journal as they are, with `omit_defaults` which are
left out where they have their default, and with `inlined` which are values whose own fields stand in the same row;
everything else follows from its fields.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import MISSING, dataclass, field, fields
from enum import IntEnum
from typing import Any, ClassVar, NamedTuple, Self

from pareo.core.journal.history import EntrantName, HistorySentence


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


class Undoing(IntEnum):
    """May an entry be undone? The strictest of its parts counts for a batch."""

    ALLOWED = 0
    OUTSIDE = 1  # against the document: with a reason only
    OLD_DATA_UNKNOWN = 2  # it changed personal data, of which the journal keeps no older state
    DATA_GONE = 3  # a person's data was erased with it
    NEVER = 4


class Traits(NamedTuple):
    """What an entry is like, for everybody who asks without looking into it."""

    personal: bool = False  # personal data, which is kept outside the journal, may change with it
    relabels: bool = False  # a list of events may find the event by something else afterwards
    draws: bool = False  # it pairs rounds: undone, they are paired as before or not at all
    changes_rounds: bool = False  # it decides who meets whom
    publishes: bool = False  # it shows rounds to everybody
    milestone: bool = False  # rounds go a step further with it: the history shows it so
    backed_up: bool = False  # a backup is made at once
    told_to_phones: bool = False  # phones may have something new to say
    open_results: bool = False  # it may tell nothing but results of rounds that are being played
    from_players: bool = False  # players tell it about their own table: undo is of what the staff did
    built_on: bool = False  # what players do later may need it: theirs is undone first
    stands_alone: bool = False  # it needs no entry before it
    from_tom: bool = False  # a save of TOM
    left_to_tom: bool = False  # while TOM runs the event only its saves may bring it (BT-OWN-1)
    undoes: bool = False  # it takes another entry back: the state is replayed from the beginning
    undone_beside_tom: bool = False  # ours, and can be undone although TOM has saved since (BT-DIFF-7)
    undoing: Undoing = Undoing.ALLOWED
    undoing_reason: str = ""  # why it is not, or is against the document


_IN_EVERY_PART = frozenset({"open_results", "from_players", "stands_alone", "from_tom", "undoes", "undone_beside_tom"})


def combine_traits(parts: Iterable[Traits]) -> Traits:
    """The traits of several facts in one entry: what one of them does, the entry does; what it is, all of them are."""
    rows = tuple(parts)
    if len(rows) == 1:
        return rows[0]
    strictest = max(rows, key=lambda one: one.undoing, default=Traits())
    values: dict[str, Any] = {
        name: (all if name in _IN_EVERY_PART else any)(getattr(one, name) for one in rows) and bool(rows)
        for name, default in Traits._field_defaults.items()
        if default is False
    }
    return Traits(**values, undoing=strictest.undoing, undoing_reason=strictest.undoing_reason)


@dataclass(frozen=True, slots=True)
class Fact(Stored):
    """One thing that happened to a tournament. Each action has a class of its own."""

    action: ClassVar[str]
    word: ClassVar[str]  # for the action, in the history
    sentence: ClassVar[str] = ""  # of the history, with places: its fields by name, and {name} of the entrant `no`
    class_traits: ClassVar[Traits] = Traits()
    own_words: ClassVar[tuple[str, ...]] = ()  # fields that hold what somebody wrote: not in an export without names

    override: str | None = field(default=None, kw_only=True)  # why it was done against the document
    seen: tuple[SeenWarning, ...] = field(default=(), kw_only=True)  # what FIDE mode warned of before it was done

    @property
    def traits(self) -> Traits:
        """What this entry is like."""
        return self.class_traits

    @classmethod
    def texts(cls) -> tuple[str, ...]:
        """The texts of the action that are translated."""
        return cls.word, cls.sentence, cls.class_traits.undoing_reason

    def history(self) -> Iterable[HistorySentence]:
        """What the history says of it, in English; a class whose sentence depends on what a fact holds has its own."""
        if self.sentence:
            values = {f.name: getattr(self, f.name) for f in fields(self)}
            name = {"name": EntrantName(values["no"])} if "no" in values else {}
            yield HistorySentence(self.sentence, values | name)


def encode(fact: Fact) -> dict[str, Any]:
    """The fact's data as the journal stores it."""
    data = fact.to_row()
    if fact.override:
        data["override"] = fact.override
    if fact.seen:
        data["seen"] = [list(one) for one in fact.seen]
    return data


_COMMON_FIELDS = frozenset(f.name for f in fields(Fact))  # every fact has these
