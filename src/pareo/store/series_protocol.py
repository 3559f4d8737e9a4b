"""Series of tournaments and duplicate events: what is kept, and what a store does with it.

A series is a name, a document and a version; a duplicate event has score sheets besides. A write names
the version it saw: of two writers who saw the same one, exactly one wins. Every write is one transaction and leaves a
line in the list of changes. Failures are PareoErrors: `no-such-series`, `no-such-duplicate` (NotFound) ·
`series-taken`, `series-moved` (Conflict), and those of the journal's store (`protocol`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar

import msgspec

from pareo.core.league.documents import DuplicateDocument, SeriesDocument
from pareo.core.league.duplicate import ScoreSheet

Document = TypeVar("Document", SeriesDocument, DuplicateDocument)


@dataclass(frozen=True, slots=True)
class StoredDocument(Generic[Document]):
    """A series, or a duplicate event, as it is kept."""

    slug: str
    name: str
    created: str
    version: int
    secret: str  # keys the hashes of people and draws lots; never shown
    data: Document


StoredSeries = StoredDocument[SeriesDocument]
StoredDuplicate = StoredDocument[DuplicateDocument]


class DocumentChange(msgspec.Struct, frozen=True):
    """One line of the history of a series or a duplicate event."""

    version: int
    time: str
    actor: str
    action: str
    told: str


@dataclass(frozen=True, slots=True)
class WriteStamp:
    """Who writes what when; `version` is the one that was seen."""

    version: int
    time: str
    actor: str
    action: str
    told: str = ""


class SeriesStore(Protocol[Document]):
    """Where series, or duplicate events, are kept. Safe to use from several threads and several processes at once."""

    def all_documents(self) -> list[StoredDocument[Document]]:
        """All series, or all duplicate events, oldest first."""

    def one(self, slug: str) -> StoredDocument[Document]:
        """A series, or a duplicate event, by its short name."""

    def changes(self, slug: str) -> list[DocumentChange]:
        """The history of one by its short name, oldest first."""

    def create(self, slug: str, *, name: str, data: Document, stamp: WriteStamp) -> StoredDocument[Document]:
        """Stores a new series or duplicate event."""

    def write(
        self,
        slug: str,
        *,
        stamp: WriteStamp,
        data: Document | None = None,
        name: str | None = None,
        sheets: Mapping[str, ScoreSheet | None] | None = None,
    ) -> int:
        """A new document, a new name, or sheets (None erases one), all or nothing; the new version."""

    def delete(self, slug: str) -> None:
        """Deletes a series or duplicate event for good."""

    def sheets(self, slug: str) -> dict[str, ScoreSheet]:
        """The score sheets of a duplicate event, by their id."""
