"""The rows that are shown of an event as a whole: its line in a list, its state, its rounds checked. See `rows`."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar

from msgspec import Meta, field

from pareo.app.rows.tables import Row


class EventLine(Row, frozen=True, kw_only=True, omit_defaults=True):
    """One event of a list."""

    unsaid = ("damaged",)

    slug: Annotated[str, Meta(examples=["spring-cup"])]
    name: Annotated[str, Meta(examples=["Spring Cup"])]
    ruleset: str
    damaged: Annotated[bool | None, Meta(description="True: the event is damaged. Export the readable part.")] = None


class ListedEvent(EventLine, frozen=True, kw_only=True):
    """One event of a list, for who has the database."""

    created: str
    entries: int

    @property
    def line(self) -> EventLine:
        """What everybody may know of it."""
        return EventLine(slug=self.slug, name=self.name, ruleset=self.ruleset, damaged=self.damaged)


class PodState(Row, frozen=True, kw_only=True):
    """Where a pod is."""

    pod: Annotated[str, Meta(examples=["masters"])]
    phase: Annotated[str, Meta(examples=["swiss"])]
    method: Annotated[str | None, Meta(description="How its round was paired; none: a bracket.")] = None
    next_method: Annotated[str | None, Meta(description="How its next round will be, unless another is chosen.")] = None
    divisions: list[str]
    section: int | None = None
    players: int
    active: int
    round: Annotated[int, Meta(description="0 before the first.")]
    rounds: Annotated[int, Meta(description="Number of the last planned round.")]
    status: Annotated[str, Meta(description="registration, drafted, published, started, finished or over")]
    closed: bool
    open_tables: list[int] = field(default_factory=list)
    actions: Annotated[list[str], Meta(description="What can be done now.")] = field(default_factory=list)


class AdviceRow(Row, frozen=True, kw_only=True):
    """What the document's tables propose for a pod."""

    pod: str
    rounds: int
    day2_rounds: int
    cut: int
    total_rounds: int
    division_cuts: Annotated[dict[str, int], Meta(description="Of each division that shares the pod; 0: none.")] = (
        field(default_factory=dict)
    )

    unsaid: ClassVar = ("division_cuts",)


class EventState(Row, frozen=True, kw_only=True):
    """An event, for staff."""

    slug: str
    name: str
    ruleset: str
    style: Annotated[str, Meta(description="swiss, elimination or swiss+cut")]
    sanctioned: bool
    players: int
    settings: dict[str, Any]
    pods: list[PodState]
    advice: list[AdviceRow]
    warnings: list[str]
    actions: list[str]
    seq: Annotated[int, Meta(description="Number of the last journal entry.")]
    birth_years: Annotated[str, Meta(description="Of each division, as they are used; empty without divisions.")] = ""
    fide_mode: Annotated[
        bool | None, Meta(description="False: the event has left FIDE mode; null: it was never in it.")
    ] = None
    left_fide_mode: Annotated[str, Meta(description="Why it left FIDE mode.")] = ""


class RoundCheckRow(Row, frozen=True, kw_only=True):
    """A round that was checked; the chain of the journal was checked before."""

    pod: str
    round: int
    ok: bool
    proved: bool
    method: str
    violations: list[str]
    warnings: list[str]
    entries: int
    verdict: Annotated[str, Meta(description="In a word; of a Dutch round, whether it is the one the rules allow.")]
