"""What is known of events whose outlook is reckoned beside the server, and what of it may be said now.

Contract: `answer` never waits. It gives what was reckoned for exactly this state; or what was reckoned for an earlier
one from which only results have come in that were open then (`core.qualification.reuse`), with the moment it is from;
or
nothing. Where it is not of this state, the newest state is asked for. What is no longer true is never given.
"""

from __future__ import annotations

import hashlib
import secrets
import threading
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

from pareo.app.jobs.queue import JobQueue
from pareo.app.jobs.worker import OutlookJob
from pareo.core.qualification.open_field import OpenField, QualificationGoal
from pareo.core.qualification.prospects import Qualification
from pareo.core.qualification.reuse import is_still_valid, reuse

MOST_PLAYERS = 24_000  # of all pods kept together: about 100 MB
PAUSE = 30.0  # seconds until what could not be reckoned is tried again


class OutlookKey(NamedTuple):
    """Whose outlook: a pod of an event, as staff or as everybody sees it, after some round."""

    slug: str
    seen: str
    pod: str
    after: int | None


class Moment(NamedTuple):
    """A state of the journal: its last entry, and when that was written."""

    seq: int
    time: str


@dataclass(frozen=True, slots=True, eq=False)
class Question:
    """A pod as it stands: all that its outlook depends on."""

    key: OutlookKey
    goals: tuple[QualificationGoal, ...]
    field: OpenField
    seed: str
    moment: Moment

    def same(self, other: Question) -> bool:
        """Is the answer the same?"""
        same_open = self.field.open == other.field.open  # seen at once; most often it is the difference
        return self is other or (same_open and self.goals == other.goals and self.field == other.field)

    def follows(self, other: Question) -> bool:
        """Does what is certain there still hold here?"""
        return self.goals == other.goals and is_still_valid(other.field, self.field)


@dataclass(frozen=True, slots=True)
class OutlookAnswer:
    """What may be said now."""

    prospects: tuple[Qualification, ...] | None = None  # None: nothing yet
    since: Moment | None = None  # of an earlier state; None: as things stand
    share: float | None = None  # how far the newer one is; None: none is being made


@dataclass(slots=True)
class _Known:
    """One pod: what was reckoned last, and what of it held when it was last asked."""

    question: Question
    prospects: tuple[Qualification, ...]
    asked: Question | None = None
    answer: OutlookAnswer = OutlookAnswer()


class OutlookCache:
    """The reckonings of one server. `tell`: somebody's outlook is another now. Safe for threads."""

    def __init__(
        self,
        turns: JobQueue,
        tell: Callable[[str], None] = lambda _slug: None,
        *,
        most: int = MOST_PLAYERS,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self.turns = turns
        self._tell, self._most, self._now = tell, most, now
        self._known: OrderedDict[OutlookKey, _Known] = OrderedDict()
        self._wanted: dict[OutlookKey, Question] = {}  # what waits, or is being reckoned
        self._failed: dict[OutlookKey, float] = {}  # when
        self._made: dict[str, int] = {}  # by slug: how many have ended
        self._lock = threading.RLock()
        self._salt = secrets.token_bytes(16)

    def sign(self, text: str) -> str:
        """A short sign for a text, from which nobody can tell the text."""
        return hashlib.blake2b(text.encode(), digest_size=3, key=self._salt).hexdigest()

    def made(self, slug: str) -> int:
        """How many reckonings of this event have ended: pages made before the last one may be old."""
        return self._made.get(slug, 0)

    def holds(self, slug: str) -> bool:
        """Is there anything of this event, or on its way?"""
        with self._lock:
            return any(key.slug == slug for keys in (self._known, self._wanted) for key in keys)

    def answer(self, question: Question) -> OutlookAnswer:
        """What may be said of this state; the newest state is reckoned if it is another."""
        with self._lock:
            known = self._of(question)
            if known is not None and known.answer.prospects is not None and known.answer.since is None:
                return known.answer
            self._want(question)
            share = self.turns.progress(question.key) if question.key in self._wanted else None
            if known is None or known.answer.prospects is None:
                return OutlookAnswer(share=share)
            return OutlookAnswer(known.answer.prospects, known.answer.since, share)

    def _of(self, question: Question) -> _Known | None:
        """What is known of the pod, looked at once for each state."""
        known = self._known.get(question.key)
        if known is None:
            return None
        self._known.move_to_end(question.key)
        if known.asked is not question:
            known.asked, known.answer = question, _held(known, question)
        return known

    def _want(self, question: Question) -> None:
        key, before = question.key, self._wanted.get(question.key)
        if before is not None and before.same(question):
            return
        if self._now() - self._failed.get(key, -PAUSE) < PAUSE:
            return
        if before is not None and not question.follows(before):
            self.turns.drop(key)  # what would come out is not true any more
        job = OutlookJob(question.field, question.goals, question.seed)
        self._wanted[key] = question
        if not self.turns.submit(key.slug, key, job, lambda found: self._came(question, found)):
            del self._wanted[key]

    def _came(self, question: Question, found: object | None) -> None:
        key = question.key
        with self._lock:
            if self._wanted.get(key) is question:
                del self._wanted[key]
            if isinstance(found, tuple):
                self._failed.pop(key, None)
                self._known[key] = _Known(question, found)
                self._known.move_to_end(key)
            else:
                self._failed[key] = self._now()
            self._made[key.slug] = self._made.get(key.slug, 0) + 1
            self._forget_some()
        self._tell(key.slug)

    def _forget_some(self) -> None:
        players = sum(len(one.question.field.here) for one in self._known.values())
        while players > self._most and len(self._known) > 1:
            players -= len(self._known.popitem(last=False)[1].question.field.here)
        self._failed = {key: at for key, at in self._failed.items() if self._now() - at < PAUSE}
        held = {key.slug for key in (*self._known, *self._wanted, *self._failed)}
        self._made = {slug: count for slug, count in self._made.items() if slug in held}


def _held(known: _Known, question: Question) -> OutlookAnswer:
    """What of it may be said of another state."""
    if question.same(known.question):
        return OutlookAnswer(known.prospects)
    if question.goals != known.question.goals:
        return OutlookAnswer()
    found = reuse(known.prospects, known.question.field, question.field)
    return OutlookAnswer(found, known.question.moment if found is not None else None)
