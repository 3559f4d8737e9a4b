"""Finding tournaments on PostgreSQL: each question is one statement, however many tournaments there are."""

from __future__ import annotations

from collections.abc import Sequence

from pareo.store.postgres import rows
from pareo.store.postgres.database import PostgresDatabase
from pareo.store.protocol import Summary
from pareo.store.sql.database import retry_methods

# ruff: noqa: S608 - the statements are built from constants of this module only
_LABELLED = f"""SELECT t.*, l.sure FROM ({rows.SUMMARY}) t JOIN (SELECT tournament, bool_and(label <> '') AS sure
    FROM event_label WHERE label IN (?, '') GROUP BY tournament) l ON l.tournament = t.key ORDER BY t.key"""
_LABEL = """WITH t AS (SELECT key FROM tournament WHERE slug = ? AND hash = ? FOR UPDATE),
    d AS (DELETE FROM event_label USING t WHERE tournament = t.key AND label <> ALL (?::text[]))
    INSERT INTO event_label (label, tournament) SELECT u.label, t.key FROM t, unnest(?::text[]) AS u (label)
    ON CONFLICT DO NOTHING"""
_MINE = "SELECT p.{} FROM person p JOIN tournament t ON t.key = p.tournament WHERE t.slug = ? AND p.{} IS NOT NULL"
_SHARING = f"""{rows.SUMMARY} WHERE slug <> ? AND key IN (
    SELECT o.tournament FROM event_label l JOIN person o ON o.tournament = l.tournament WHERE l.label = ?
    AND (o.member IN ({_MINE.format("member", "member")}) OR o.born IN ({_MINE.format("born", "born")})))
    ORDER BY key"""


@retry_methods
class PostgresLookup:
    """The part of `Store` that looks for tournaments."""

    _db: PostgresDatabase

    def tournaments(self) -> list[Summary]:
        return self._summaries(f"{rows.SUMMARY} ORDER BY key")

    def newest(self, count: int) -> list[Summary]:
        return self._summaries(f"{rows.SUMMARY} ORDER BY key DESC LIMIT ?", count)

    def summaries(self, slugs: Sequence[str]) -> list[Summary]:
        return self._summaries(f"{rows.SUMMARY} WHERE slug = ANY (?::text[]) ORDER BY key", list(slugs))

    def with_ids(self, ids: Sequence[str]) -> list[Summary]:
        newest_first = self._summaries(f"{rows.SUMMARY} WHERE id = ANY (?::text[]) ORDER BY key DESC", list(ids))
        return list({summary.id: summary for summary in newest_first}.values())[::-1]

    def copies(self, *, tournament_id: str | None = None, secret: str | None = None) -> list[Summary]:
        return self._summaries(f"{rows.SUMMARY} WHERE id = ? OR secret = ? ORDER BY key", tournament_id, secret)

    def with_label(self, label: str) -> list[tuple[Summary, bool]]:
        with self._db.reading() as db:
            labelled = db.execute(_LABELLED, (label,)).fetchall()
        return [(rows.summary_of(row[:-1]), row[-1]) for row in labelled]

    def set_labels(self, slug: str, head: str, labels: Sequence[str]) -> None:
        with self._db.reading() as db:  # one statement, which commits by itself
            db.execute(_LABEL, (slug, head, list(labels), list(labels)))

    def sharing(self, slug: str, label: str) -> list[Summary]:
        return self._summaries(_SHARING, slug, label, slug, slug)

    def _summaries(self, statement: str, *values: object) -> list[Summary]:
        with self._db.reading() as db:
            return [rows.summary_of(row) for row in db.execute(statement, values)]
