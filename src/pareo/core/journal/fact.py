"""What every fact has: a name for its action, a stored shape, and perhaps the reason it went against the document."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar, NamedTuple, Self


class Seen(NamedTuple):
    """A warning of FIDE mode that was told or confirmed, with what the report says of it ("": nothing)."""

    rule: str
    level: int
    remark: str = ""


@dataclass(frozen=True, slots=True)
class Fact:
    """One thing that happened to a tournament. Each action has a class of its own."""

    action: ClassVar[str]

    override: str | None = field(default=None, kw_only=True)  # why it was done against the document
    seen: tuple[Seen, ...] = field(default=(), kw_only=True)  # what FIDE mode warned of before it was done

    def stored(self) -> dict[str, Any]:
        """The fact as the journal keeps it, without `override` and `seen`."""
        raise NotImplementedError

    @classmethod
    def read(cls, data: Mapping[str, Any]) -> Self:
        """The reverse. Data that is none of ours raises what reading a mapping or a list can raise."""
        raise NotImplementedError


def known(**values: object) -> dict[str, Any]:
    """Those that are known: None is not stored."""
    return {key: value for key, value in values.items() if value is not None}
