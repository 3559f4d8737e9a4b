"""Following TOM's file: looked at by its name, read when it is whole and at rest, taken at once (BT-WATCH-1 … 4).

A `WatchedFile` is looked at by whoever runs the server, once a second; each look takes the time it is told and never
waits. What counts is the content: same bytes are nothing, an older time is nothing special. A file that is locked, half
written or gone changes nothing that is shown; after ten seconds the organiser is told, once.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from pareo.app.base.context import Context
from pareo.core.text.errors import BadInput, NeedsConfirmation, PareoError, Refused
from pareo.core.text.messages import Note, note
from pareo.formats.tdf.folder import backups_of, read_bytes
from pareo.formats.tdf.follow import SaveFile, begin, find_event, read_save, take_save

AT_REST = 0.3  # seconds between two looks that agree
PATIENCE = 10.0  # seconds until the organiser is told
EVERY = 1.0


class FileStamp(NamedTuple):
    """A file as a look at its name finds it: replaced, longer or later, it is another."""

    size: int
    changed: int
    inode: int


def stamp_of(path: str) -> FileStamp:
    status = os.stat(path)  # noqa: PTH116
    return FileStamp(status.st_size, status.st_mtime_ns, status.st_ino)


@dataclass(slots=True)
class WatchedFile:
    """One file that is followed."""

    slug: str
    path: str
    stamp: Callable[[str], FileStamp] = stamp_of
    read: Callable[[str], bytes] = read_bytes
    keep: Callable[[str, bytes], None] | None = None  # keeps what could not be read
    problem: Note | None = None  # what stands in the way now
    warned: bool = False  # the organiser has been told of it
    question: NeedsConfirmation | None = None  # the organiser is asked
    stopped: bool = False  # another event is in the file: it is looked at no more
    seen_at: float = 0.0  # when it was last found as it should be
    _taken: FileStamp | None = None
    _coming: FileStamp | None = None
    _coming_at: float = 0.0
    _since: float | None = None  # of the problem
    _held: SaveFile | None = None
    _last: SaveFile | None = None  # the last that was whole: the next is much like it
    _unread: bytes = b""

    @property
    def coming(self) -> bool:
        """Is there a change that is looked at once more?"""
        return not self.stopped and self._coming is not None and self._coming != self._taken

    def look(self, ctx: Context, now: float) -> bool:
        """Looks at the file once; was something taken?"""
        if self.stopped:
            return False
        try:
            stamp = self.stamp(self.path)
        except OSError as error:
            return self._note_problem(now, _error_note(error))
        if stamp == self._taken:
            return self._clear_problem(now)
        if stamp != self._coming:
            self._coming, self._coming_at = stamp, now
            return False
        if now - self._coming_at < AT_REST:
            return False
        return self._read(ctx, stamp, now)

    def _read(self, ctx: Context, stamp: FileStamp, now: float) -> bool:
        try:
            data = self.read(self.path)
            if self.stamp(self.path) != stamp:  # it was written while we read
                self._coming = None
                return False
        except OSError as error:
            return self._note_problem(now, _error_note(error))
        try:
            save = self._last = read_save(data, self._last)
        except BadInput as half:
            self._unread = data
            return self._note_problem(now, half.note)
        return self._take(ctx, save, stamp, now)

    def _take(
        self, ctx: Context, save: SaveFile, stamp: FileStamp | None, now: float, *, confirmed: bool = False
    ) -> bool:
        self.question, self._held = None, None
        try:
            done = take_save(ctx, self.slug, save, path=self.path, confirmed=confirmed)
        except NeedsConfirmation as question:
            self.question, self._held, self._taken = question, save, stamp
            return self._clear_problem(now)
        except Refused as refusal:
            self.problem, self.warned = refusal.note, True
            self.stopped = refusal.code == "tom-other-event"
            return False
        except PareoError as problem:  # a save that cannot be an event of ours
            self._unread = save.data
            return self._note_problem(now, problem.note)
        self._taken = stamp
        self._clear_problem(now)
        return done is not None

    def confirm(self, ctx: Context, now: float) -> bool:
        """The organiser says that what was held is meant."""
        held = self._held
        return held is not None and self._take(ctx, held, self._taken, now, confirmed=True)

    def _clear_problem(self, now: float) -> bool:
        self.problem, self.warned, self._since, self._unread = None, False, None, b""
        self.seen_at = now
        return False

    def _note_problem(self, now: float, why: Note) -> bool:
        """The last state stays on all screens; who runs the event hears of it when it lasts (BT-WATCH-2)."""
        if self._since is None:
            self._since = now
        self.problem = why
        if now - self._since >= PATIENCE and not self.warned:
            self.warned = True
            if self._unread and self.keep is not None:
                self.keep(Path(self.path).name, self._unread)
        return False


def _error_note(error: OSError) -> Note:
    if isinstance(error, FileNotFoundError):
        return note("tom-gone", "TOM's file is gone. Nothing has changed here.")
    if isinstance(error, PermissionError):
        return note("tom-locked", "TOM's file is locked by another program.")
    return note(
        "tom-unreadable", "TOM's file cannot be read: {problem}.", problem=error.strerror or type(error).__name__
    )


def follow(ctx: Context, path: str, *, slug: str | None = None, confirmed: bool = False) -> str:
    """Begins to follow a file; the slug of its event. One that is here already is updated; of one that is new the
    backups of its rounds are read first, so that its history is whole (BT-START-4)."""
    save = read_save(read_bytes(path))
    return follow_save(ctx, save, path=path, slug=slug, confirmed=confirmed)


def follow_save(
    ctx: Context, save: SaveFile, *, path: str = "", slug: str | None = None, confirmed: bool = False
) -> str:
    """Begins to follow the event of a save that came another way: dropped on a page, or sent from another machine."""
    known = slug if slug is not None and _exists(ctx, slug) else find_event(ctx, save.identity)
    if known is None:
        older = backups_of(Path(path), save.identity) if path and save.rounds else []
        first, *rest = [*older, save]
        known = begin(ctx, first, path=path, slug=slug)
        for later in rest:
            take_save(ctx, known, later, path=path, confirmed=True)
        return known
    take_save(ctx, known, save, path=path, confirmed=confirmed)
    return known


def _exists(ctx: Context, slug: str) -> bool:
    return bool(ctx.store.summaries([slug]))


@dataclass(slots=True)
class Watch:
    """All files that a server follows."""

    files: dict[str, WatchedFile] = field(default_factory=dict)  # by slug

    def add(self, slug: str, path: str, keep: Callable[[str, bytes], None] | None = None) -> WatchedFile:
        old = self.files.get(slug)
        if old is None or old.path != path or old.stopped:
            self.files[slug] = WatchedFile(slug, path, keep=keep)
        return self.files[slug]

    def drop(self, slug: str) -> None:
        self.files.pop(slug, None)


def path_of(ctx: Context, slug: str) -> str:
    """The file that an event follows; empty where it follows none."""
    event = ctx.open(slug)
    tom = event.state.tom
    if tom is None or not tom.following:
        return ""
    return str(event.people.get(tom.person, {}).get("path") or "")
