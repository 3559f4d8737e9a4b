"""A whole tournament as plain values, whatever file it came from: what importers make and exporters are given.

Players are known by a key of the importer's choosing (a membership number, a row, anything unique). Nothing here reads
bytes or touches a store; `rebuild` turns these values into a journal and a journal into these values.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from pareo.app.base.context import Context
from pareo.core.model.entities import Details, Drop, Phase, Status
from pareo.core.model.outcome import Outcome, Result

BY_HAND = ("by-hand",)


@dataclass(frozen=True, slots=True)
class ForeignPerson:
    """Personal data of one person. `extra` is kept with them and never looked at (it must be JSON)."""

    first: str = ""
    last: str = ""
    id: str = ""
    birth_year: int | None = None
    nickname: str = ""
    contact: str = ""
    notes: str = ""
    extra: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class ForeignPlayer(Details):
    """An entrant. The order of the list is the order of entry (TOM's last tie-break, numbers of players).

    An empty division follows from the birth year.
    """

    key: str
    no: int = 0  # entrant number; 0: the place in the list. All players have one, or none has
    first: str = ""
    last: str = ""
    id: str = ""
    birth_year: int | None = None
    nickname: str = ""
    contact: str = ""
    notes: str = ""
    extra: Mapping[str, Any] = field(default_factory=dict)
    mates: tuple[ForeignPerson, ...] = ()  # the other people of the team
    captain: int = 0  # 0: the first person, 1: the first of `mates` …
    start_no: int = 0
    bonus: int = 0  # smallest unit of the ruleset
    bye_points: tuple[tuple[int, int], ...] = ()  # (round, points) of rounds asked off for another value than usual
    drop: Drop | None = None


@dataclass(frozen=True, slots=True)
class ForeignMatch:
    """Two players at a table; `a` starts. Without a table, or with one that is taken, the next free one is given."""

    a: str
    b: str
    result: Result | None = None
    table: int | None = None
    reasons: tuple[str, ...] = BY_HAND


@dataclass(frozen=True, slots=True)
class ForeignSitting:
    """A player without an opponent: bye, late loss, absence."""

    key: str
    outcome: Outcome
    reasons: tuple[str, ...] = ()
    points: int | None = None  # other points than the ruleset gives, in its smallest unit


@dataclass(frozen=True, slots=True)
class ForeignRound:
    """One round of one pod. Round numbers continue through day 2 and the cut."""

    number: int
    matches: tuple[ForeignMatch, ...] = ()
    sittings: tuple[ForeignSitting, ...] = ()
    status: Status = Status.FINISHED
    system: str = ""  # the pairing method; empty: the ruleset's
    top_starts: bool = True
    proof: str = "by hand"  # who paired it: one of `NOT_DRAWN`


@dataclass(frozen=True, slots=True)
class ForeignPod:
    """Players paired together in one phase: Swiss members in order of number, a bracket's in seed order."""

    id: str
    members: tuple[str, ...]
    phase: Phase = Phase.SWISS
    divisions: tuple[str, ...] = ()
    section: int | None = None
    planned: int = 0
    first_round: int = 1
    sources: tuple[str, ...] = ()  # ids of the pods it came from; those come earlier in the list
    third_place: bool = False
    first_table: int = 1
    double: bool = False
    rounds: tuple[ForeignRound, ...] = ()


@dataclass(frozen=True, slots=True)
class ForeignEvent:
    """A tournament. `seed` None: a new secret one is made.

    `beside` holds what a format wants to keep for writing the file again, by the format's id: stored outside
    the journal like personal data, because what is not understood may be personal.
    """

    name: str
    ruleset: str
    players: tuple[ForeignPlayer, ...] = ()
    pods: tuple[ForeignPod, ...] = ()
    settings: Mapping[str, Any] = field(default_factory=dict)  # values as the journal keeps them
    pod_settings: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    seed: str | None = None
    zone: str = "UTC"
    ruleset_text: str | None = None  # a ruleset that is not one of ours
    left_fide: str = ""  # why the event is not in FIDE mode, if it left it
    remarks: tuple[tuple[str, int, str], ...] = ()  # rule, level and words of what its report remarks (FIDE mode)
    announced: bool | None = None  # was the cut announced before the start (P-ANN-1)? None: if one is set, it was
    tiebreaks_announced: bool = True  # False: the file does not say which tie-breaks the event has (B-34)
    beside: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Reading:
    """An event as a file says it is: what was taken, what was left out and why, and what should be known."""

    event: ForeignEvent
    took: tuple[str, ...] = ()
    skipped: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    compare: Callable[[Context, str], Sequence[str]] | None = None  # what only the stored event can tell
    differs: str = ""  # what a second opinion finds: asked about in FIDE mode (F-87)


@dataclass(frozen=True, slots=True)
class Writing:
    """A file, what of the event it cannot hold, and what should be known."""

    data: bytes
    left_out: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()  # what should be known


@dataclass(frozen=True, slots=True)
class ImportReport:
    """What an importer did: the tournament, what it took, what it left out and why, what should be known."""

    slug: str
    format: str
    took: tuple[str, ...] = ()
    skipped: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
