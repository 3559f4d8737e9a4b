"""Tournaments, or everything, from one database into another: a file or PostgreSQL, in either direction.

What arrives is compared with what was sent, entry by entry, person by person, file by file, before anything is deleted.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pareo.core.text.errors import NeedsConfirmation, Refused
from pareo.store.protocol import Store
from pareo.store.sql.copying import read_side_tables, write_side_tables


@dataclass(frozen=True, slots=True)
class CopiedData:
    """What was copied into the other database."""

    slugs: tuple[str, ...]
    entries: int
    rows: int = 0  # accounts, the directory, series


def move_events(source: Store, target: Store, slugs: Sequence[str], *, keep: bool, confirmed: bool) -> CopiedData:
    """Puts tournaments into another database; they are deleted here, unless they shall be kept. Staff, and who they are
    in the directory, stay here: accounts belong to a database."""
    for slug in slugs:
        source.summary(slug)
    if not keep and not confirmed:
        raise NeedsConfirmation(
            "move-deletes",
            "These events will be deleted here once they are in the other database: {events}.",
            events=", ".join(slugs),
        )
    entries = 0
    for slug in slugs:
        entries += _copy_event(source, target, slug)
        if not keep:
            source.delete(slug)
    return CopiedData(tuple(slugs), entries)


def move_everything(source: Store, target: Store) -> CopiedData:
    """Puts everything into another database that is empty: tournaments, accounts and sessions, the directory, series.
    Nothing is deleted here."""
    slugs = tuple(summary.slug for summary in source.tournaments())
    rows = read_side_tables(source.tables())
    if target.tournaments():
        raise Refused(
            "move-not-empty",
            "The other database already has accounts, people or series: move everything to a new one.",
        )
    entries = sum(_copy_event(source, target, slug) for slug in slugs)
    return CopiedData(slugs, entries, write_side_tables(target.tables(), rows))


def _copy_event(source: Store, target: Store, slug: str) -> int:
    dump = source.dump(slug)
    target.restore(dump)
    if target.dump(slug) != dump:
        raise Refused(
            "move-differs", "{slug} is not the same in the other database: it was not deleted here.", slug=slug
        )
    return target.verify(slug)
