"""Outlooks that are calculated in the background, and what of them holds now.

Contract: `answer` never waits. It gives what was calculated for exactly this state; or what was calculated for an
earlier one from which only results have come in that were open then (`core.qualification.reuse`), with the moment it is
from; or nothing. Where it is not of this state, the newest state is queued. What is no longer true is never given.
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

MOST_PLAYERS = 24_000  # of all cached pods together: about 100 MB
PAUSE = 30.0  # seconds until a failed calculation is tried again


class OutlookKey(NamedTuple):
    """Whose outlook: a pod of an event, as staff or as everybody sees it, after some round."""

    slug: str
    viewer: str
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
        """Do both questions have the same answer?"""
        same_open = self.field.open == other.field.open  # seen at once; most often it is the difference
        return self is other or (same_open and self.goals == other.goals and self.field == other.field)

    def follows(self, other: Question) -> bool:
        """Does what is certain for the other question still hold for this one?"""
        return self.goals == other.goals and is_still_valid(other.field, self.field)


@dataclass(frozen=True, slots=True)
class OutlookAnswer:
    """What is known of a question now."""

    prospects: tuple[Qualification, ...] | None = None  # None: nothing yet
    since: Moment | None = None  # of an earlier state; None: as things stand
    share: float | None = None  # how far the newer one is; None: none is being made


@dataclass(slots=True)
class _PodResult:
    """The last calculation of one pod, and what of it held for the last question."""

    question: Question
    prospects: tuple[Qualification, ...]
    last_question: Question | None = None
    answer: OutlookAnswer = OutlookAnswer()


class OutlookCache:
    """The outlooks of one server. `notify` is called with the slug when one has changed. Safe for threads."""

    def __init__(
        self,
        queue: JobQueue,
        notify: Callable[[str], None] = lambda _slug: None,
        *,
        most: int = MOST_PLAYERS,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self._queue = queue
        self._notify, self._most, self._now = notify, most, now
        self._results: OrderedDict[OutlookKey, _PodResult] = OrderedDict()
        self._pending: dict[OutlookKey, Question] = {}  # what waits, or is being calculated
        self._failed: dict[OutlookKey, float] = {}  # when
        self._finished: dict[str, int] = {}  # by slug: how many have ended
        self._lock = threading.RLock()
        self._salt = secrets.token_bytes(16)

    def sign(self, text: str) -> str:
        """A short sign for a text, from which nobody can tell the text."""
        return hashlib.blake2b(text.encode(), digest_size=3, key=self._salt).hexdigest()

    def finished_count(self, slug: str) -> int:
        """How many calculations of this event have ended: pages made before the last one may be old."""
        return self._finished.get(slug, 0)

    def has_event(self, slug: str) -> bool:
        """Is there any result of this event, or a calculation on its way?"""
        with self._lock:
            return any(key.slug == slug for keys in (self._results, self._pending) for key in keys)

    def answer(self, question: Question) -> OutlookAnswer:
        """What is known of this state; it is queued for calculation if the last result is of another state."""
        with self._lock:
            result = self._result_for(question)
            if result is not None and result.answer.prospects is not None and result.answer.since is None:
                return result.answer
            self._request(question)
            share = self._queue.progress(question.key) if question.key in self._pending else None
            if result is None or result.answer.prospects is None:
                return OutlookAnswer(share=share)
            return OutlookAnswer(result.answer.prospects, result.answer.since, share)

    def _result_for(self, question: Question) -> _PodResult | None:
        """The last result of the pod, with its answer for this state, made once for each state."""
        result = self._results.get(question.key)
        if result is None:
            return None
        self._results.move_to_end(question.key)
        if result.last_question is not question:
            result.last_question, result.answer = question, _answer_for(result, question)
        return result

    def _request(self, question: Question) -> None:
        key, before = question.key, self._pending.get(question.key)
        if before is not None and before.same(question):
            return
        if self._now() - self._failed.get(key, -PAUSE) < PAUSE:
            return
        if before is not None and not question.follows(before):
            self._queue.drop(key)  # what would come out is not true any more
        job = OutlookJob(question.field, question.goals, question.seed)
        self._pending[key] = question
        if not self._queue.submit(key.slug, key, job, lambda result: self._on_done(question, result)):
            del self._pending[key]

    def _on_done(self, question: Question, result: object | None) -> None:
        key = question.key
        with self._lock:
            if self._pending.get(key) is question:
                del self._pending[key]
            if isinstance(result, tuple):
                self._failed.pop(key, None)
                self._results[key] = _PodResult(question, result)
                self._results.move_to_end(key)
            else:
                self._failed[key] = self._now()
            self._finished[key.slug] = self._finished.get(key.slug, 0) + 1
            self._forget_some()
        self._notify(key.slug)

    def _forget_some(self) -> None:
        players = sum(len(one.question.field.here) for one in self._results.values())
        while players > self._most and len(self._results) > 1:
            players -= len(self._results.popitem(last=False)[1].question.field.here)
        self._failed = {key: at for key, at in self._failed.items() if self._now() - at < PAUSE}
        slugs = {key.slug for key in (*self._results, *self._pending, *self._failed)}
        self._finished = {slug: count for slug, count in self._finished.items() if slug in slugs}


def _answer_for(result: _PodResult, question: Question) -> OutlookAnswer:
    """What of a result still holds for a question that may be of another state."""
    if question.same(result.question):
        return OutlookAnswer(result.prospects)
    if question.goals != result.question.goals:
        return OutlookAnswer()
    prospects = reuse(result.prospects, result.question.field, question.field)
    return OutlookAnswer(prospects, result.question.moment if prospects is not None else None)
