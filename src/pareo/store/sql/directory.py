"""The directory of people, clubs and rating histories, in the same database as the journals.

See `directory_protocol` for what each method does.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields, replace
from typing import Any

from pareo.core.league.directory import Club, Person, RatingHistoryStep, RatingSource
from pareo.store.chain import UNREADABLE, canonical, decode_data
from pareo.store.directory_protocol import (
    NO_LINKS,
    NOBODY,
    Application,
    already_applied,
    directory_moved,
    no_such_person,
    not_applied,
    ratings_on_top,
)
from pareo.store.sql.database import Database, Db, Rows, retry_methods

_NUMBERS = ("rating", "games", "rating2", "games2")
_NOT_IN_DATA = {"id", "version", "forgotten", *_NUMBERS}
_IN_DATA = tuple(f.name for f in fields(Person) if f.name not in _NOT_IN_DATA)
_STEP = "person, list, kind, before, change, after, games, games_after, date, reason, actor, time, application"
# ruff: noqa: S608 - the statements are built from constants of this module only
_ADD_STEP = f"INSERT INTO directory_rating ({_STEP}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
_STEPS = """SELECT r.person, r.list, r.kind, r.before, r.change, r.after, r.games, r.games_after, r.date, r.reason,
    r.actor, r.time, r.application, coalesce(a.name, ''), r.key
    FROM directory_rating r LEFT JOIN directory_application a ON a.key = r.application"""
_APPLICATION = "tournament, list, slug, name, date, hash, time, actor"
_APPLICATIONS = f"SELECT {_APPLICATION}, key FROM directory_application"
_ON_TOP = """SELECT DISTINCT coalesce(a.name, '') FROM directory_rating mine
    JOIN directory_rating later ON later.person = mine.person AND later.list = mine.list AND later.key > mine.key
    LEFT JOIN directory_application a ON a.key = later.application
    WHERE mine.application = ? AND (later.application IS NULL OR later.application <> mine.application)"""
_PEOPLE = "SELECT id, version, data, rating, games, rating2, games2 FROM directory_person"
_CLUBS = "SELECT id, version, data FROM directory_club"
_NEXT = "(SELECT generation + 1 FROM directory_state)"  # what this transaction will have made it
_NOW = f"changed = {_NEXT}"
_GONE = f"""INSERT INTO directory_gone (id, changed) VALUES (?, {_NEXT})
    ON CONFLICT (id) DO UPDATE SET changed = excluded.changed"""
_LINK = """INSERT INTO directory_link (tournament, player, person) VALUES (?, ?, ?)
    ON CONFLICT (tournament, player) DO UPDATE SET person = excluded.person"""
_UNRATED = -1_000_000_000  # where two databases agree how nothing compares with nothing
_COLUMNS = {1: ("rating", "games"), 2: ("rating2", "games2")}


@retry_methods
class SqlDirectory:
    """See `DirectoryStore`. Uses the connections and transactions of the journals' store."""

    def __init__(self, db: Database) -> None:
        self._db = db

    @contextlib.contextmanager
    def _write(self) -> Iterator[Db]:
        with self._db.writing() as db:
            yield db
            db.execute("UPDATE directory_state SET generation = generation + 1")

    # --- people and clubs -------------------------------------------------------------------------------------------

    def generation(self) -> int:
        with self._db.reading() as db:
            return _generation(db)

    def everybody(self) -> tuple[int, list[Person], list[Club]]:
        with self._db.reading(together=True) as db:
            generation = _generation(db)
            people, clubs = db.execute(f"{_PEOPLE} ORDER BY id"), db.execute(f"{_CLUBS} ORDER BY id")
            return generation, [self._person(row) for row in people], [self._club(row) for row in clubs]

    def changes(self, since: int) -> tuple[int, list[Person], list[Club], list[str]]:
        with self._db.reading(together=True) as db:
            people = [self._person(row) for row in db.execute(f"{_PEOPLE} WHERE changed > ? ORDER BY id", (since,))]
            clubs = [self._club(row) for row in db.execute(f"{_CLUBS} WHERE changed > ? ORDER BY id", (since,))]
            gone = [row[0] for row in db.execute("SELECT id FROM directory_gone WHERE changed > ?", (since,))]
            return _generation(db), people, clubs, gone

    def save(
        self,
        people: Sequence[Person] = (),
        clubs: Sequence[Club] = (),
        steps: Sequence[RatingHistoryStep] = (),
        *,
        links: Mapping[str, Mapping[str, str | None]] = NO_LINKS,
    ) -> None:
        with self._write() as db:
            for club in clubs:
                _save_club(db, club)
            for person in people:
                _save_person(db, person)
            for step in steps:
                _take_step(db, step)
            for tournament, players in links.items():
                _link(db, tournament, players)

    def remove_club(self, club: Club, keep: Club, moved: Sequence[Person]) -> None:
        with self._write() as db:
            _save_club(db, keep)
            _check_one_row(
                db.execute("DELETE FROM directory_club WHERE id = ? AND version = ?", (club.id, club.version))
            )
            db.execute(_GONE, (club.id,))
            for person in moved:
                _save_person(db, person)

    def remove_person(self, other: Person, keep: Person, steps: Sequence[RatingHistoryStep] = ()) -> None:
        with self._write() as db:
            if db.execute("SELECT 1 FROM directory_rating WHERE person = ?", (other.id,)).fetchone() is not None:
                raise directory_moved()
            _save_person(db, keep)
            db.execute("UPDATE directory_link SET person = ? WHERE person = ?", (keep.id, other.id))
            _check_one_row(
                db.execute("DELETE FROM directory_person WHERE id = ? AND version = ?", (other.id, other.version))
            )
            db.execute(_GONE, (other.id,))
            for step in steps:
                _take_step(db, step)

    def forget(self, person: str) -> None:
        with self._write() as db:
            row = db.execute("SELECT 1 FROM directory_person WHERE id = ?", (person,)).fetchone()
            if row is None:
                raise no_such_person(person)
            erase = f"UPDATE directory_person SET data = NULL, version = version + 1, {_NOW} WHERE id = ?"
            db.execute(erase, (person,))
            db.execute("UPDATE directory_rating SET reason = '' WHERE person = ?", (person,))
            db.execute("DELETE FROM directory_link WHERE person = ?", (person,))
        self._db.wipe()

    # --- rating histories -------------------------------------------------------------------------------------------

    def history(self, person: str) -> list[RatingHistoryStep]:
        with self._db.reading() as db:
            return [_step(row) for row in db.execute(f"{_STEPS} WHERE r.person = ? ORDER BY r.key", (person,))]

    def take_back_step(self, step: RatingHistoryStep) -> None:
        with self._write() as db:
            last = db.execute(
                "SELECT max(key) FROM directory_rating WHERE person = ? AND list = ?", (step.person, step.list_no)
            ).fetchone()[0]
            if last != step.key or step.application is not None:
                raise directory_moved()
            db.execute("DELETE FROM directory_rating WHERE key = ?", (step.key,))
            _restore_rating(db, step)

    def apply(
        self, application: Application, steps: Sequence[RatingHistoryStep], links: Mapping[str, str | None] = NOBODY
    ) -> int:
        a = application
        with self._write() as db:
            if _find_application(db, a.tournament, a.list_no) is not None:
                raise already_applied(a.name)
            values = (a.tournament, a.list_no, a.slug, a.name, a.date, a.hash, a.time, a.actor)
            db.execute(f"INSERT INTO directory_application ({_APPLICATION}) VALUES (?, ?, ?, ?, ?, ?, ?, ?)", values)
            stored = _find_application(db, a.tournament, a.list_no)
            key = 0 if stored is None else stored.key
            for step in steps:
                _take_step(db, replace(step, application=key))
            _link(db, a.tournament, links)
        return key

    def take_back(self, application: Application) -> int:
        with self._write() as db:
            stored = _find_application(db, application.tournament, application.list_no)
            if stored is None or stored.key != application.key:
                raise not_applied(application.name)
            if on_top := [str(row[0]) for row in db.execute(_ON_TOP, (stored.key,))]:
                raise ratings_on_top(stored.name, on_top)
            steps = [_step(row) for row in db.execute(f"{_STEPS} WHERE r.application = ?", (stored.key,))]
            db.execute("DELETE FROM directory_application WHERE key = ?", (stored.key,))
            for step in steps:
                _restore_rating(db, step)
        return len(steps)

    def application(self, tournament: str, list_no: int) -> Application | None:
        with self._db.reading() as db:
            return _find_application(db, tournament, list_no)

    def applications_of(self, slug: str, list_no: int) -> list[Application]:
        with self._db.reading() as db:
            rows = db.execute(f"{_APPLICATIONS} WHERE slug = ? AND list = ? ORDER BY key", (slug, list_no))
            return [Application(*row) for row in rows]

    def steps_of_application(self, application: int) -> list[RatingHistoryStep]:
        with self._db.reading() as db:
            rows = db.execute(f"{_STEPS} WHERE r.application = ? ORDER BY r.key", (application,))
            return [_step(row) for row in rows]

    # --- players of events ------------------------------------------------------------------------------------------

    def links(self, tournament: str) -> dict[str, str]:
        with self._db.reading() as db:
            rows = db.execute("SELECT player, person FROM directory_link WHERE tournament = ?", (tournament,))
            return dict(rows.fetchall())

    def link(self, tournament: str, links: Mapping[str, str | None]) -> None:
        with self._write() as db:
            _link(db, tournament, links)

    # --- rows -------------------------------------------------------------------------------------------------------

    def _person(self, row: tuple[Any, ...]) -> Person:
        pid, version, data, *numbers = row
        fields = self._decode(data) if data is not None else {}
        fields["aliases"] = tuple(fields.get("aliases", ()))
        known = {key: fields[key] for key in Person.__slots__ if key in fields and key not in _NOT_IN_DATA}
        numbered: dict[str, Any] = dict(zip(_NUMBERS, numbers, strict=True))
        return Person(pid, version=version, forgotten=data is None, **known, **numbered)

    def _club(self, row: tuple[Any, ...]) -> Club:
        cid, version, data = row
        fields = self._decode(data)
        fields["aliases"] = tuple(fields.get("aliases", ()))
        return Club(cid, version=version, **{k: fields[k] for k in ("name", "short", "city", "aliases") if k in fields})

    def _decode(self, data: bytes) -> dict[str, Any]:
        try:
            return decode_data(data)
        except UNREADABLE as error:
            raise self._db.damage_error() from error


# --- inside a transaction ---------------------------------------------------------------------------------------------


def _generation(db: Db) -> int:
    return int(db.execute("SELECT generation FROM directory_state").fetchone()[0])


def _check_one_row(cursor: Rows) -> None:
    if cursor.rowcount != 1:
        raise directory_moved()


def _check_person(db: Db, person: str) -> None:
    row = db.execute("SELECT 1 FROM directory_person WHERE id = ? AND data IS NOT NULL", (person,)).fetchone()
    if row is None:
        raise no_such_person(person)


def _link(db: Db, tournament: str, links: Mapping[str, str | None]) -> None:
    for player, person in links.items():
        if person is None:
            db.execute("DELETE FROM directory_link WHERE tournament = ? AND player = ?", (tournament, player))
            continue
        _check_person(db, person)
        db.execute(_LINK, (tournament, player, person))


def _save_person(db: Db, person: Person) -> None:
    values = {k: v for k in _IN_DATA if (v := getattr(person, k)) not in ("", None, ())}
    if person.version:
        _check_one_row(
            db.execute(
                f"UPDATE directory_person SET data = ?, version = version + 1, {_NOW}"
                " WHERE id = ? AND version = ? AND data IS NOT NULL",
                (canonical(values), person.id, person.version),
            )
        )
        return
    db.execute(
        "INSERT INTO directory_person (id, version, data, rating, games, rating2, games2, changed)"
        f" VALUES (?, 1, ?, ?, ?, ?, ?, {_NEXT})",
        (person.id, canonical(values), person.rating, person.games, person.rating2, person.games2),
    )


def _save_club(db: Db, club: Club) -> None:
    data = canonical({"name": club.name, "short": club.short, "city": club.city, "aliases": club.aliases})
    if club.version:
        change = f"UPDATE directory_club SET data = ?, version = version + 1, {_NOW} WHERE id = ? AND version = ?"
        _check_one_row(db.execute(change, (data, club.id, club.version)))
    else:
        db.execute(
            f"INSERT INTO directory_club (id, version, data, changed) VALUES (?, 1, ?, {_NEXT})", (club.id, data)
        )


def _take_step(db: Db, s: RatingHistoryStep) -> None:
    """One line more, and the rating it leads to; it must start from the rating somebody has now."""
    rating, games = _COLUMNS[s.list_no]
    _check_one_row(
        db.execute(
            f"UPDATE directory_person SET {rating} = ?, {games} = ?, {_NOW}"
            f" WHERE id = ? AND coalesce({rating}, {_UNRATED}) = ? AND {games} = ?",
            (s.after, s.games_after, s.person, _UNRATED if s.before is None else s.before, s.games_before),
        )
    )
    db.execute(
        _ADD_STEP,
        (
            s.person,
            s.list_no,
            s.kind.value,
            s.before,
            s.change,
            s.after,
            s.games,
            s.games_after,
            s.date,
            s.reason,
            s.actor,
            s.time,
            s.application,
        ),
    )


def _restore_rating(db: Db, s: RatingHistoryStep) -> None:
    rating, games = _COLUMNS[s.list_no]
    db.execute(
        f"UPDATE directory_person SET {rating} = ?, {games} = ?, {_NOW} WHERE id = ?",
        (s.before, s.games_before, s.person),
    )


def _find_application(db: Db, tournament: str, list_no: int) -> Application | None:
    row = db.execute(f"{_APPLICATIONS} WHERE tournament = ? AND list = ?", (tournament, list_no)).fetchone()
    return None if row is None else Application(*row)


def _step(row: tuple[Any, ...]) -> RatingHistoryStep:
    person, list_no, kind, *rest = row
    before, change, after, games, games_after, date, reason, actor, time, application, event, key = rest
    return RatingHistoryStep(
        person,
        list_no,
        RatingSource(kind),
        before,
        change,
        after,
        games,
        games_after,
        date,
        reason,
        actor,
        time,
        application,
        event,
        key,
    )
