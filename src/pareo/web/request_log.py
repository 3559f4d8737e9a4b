"""What a request has written: the last entry of each journal, for the line about it in the log.

A request runs in threads of its own; they share one note with whoever began it, by the context.
"""

from __future__ import annotations

from contextvars import ContextVar

WROTE: ContextVar[dict[str, int] | None] = ContextVar("wrote", default=None)


def note_written(entries: dict[str, int]) -> None:
    """Notes the last entry written per slug, if the request is being logged."""
    written = WROTE.get()
    if written is not None:
        written.update(entries)
