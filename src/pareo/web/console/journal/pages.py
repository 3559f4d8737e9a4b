"""The journal page: who did what when, undo, the whole event as one file, backups of the database."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlencode

from litestar.response import Response

from pareo.app.accounts.permissions import Right
from pareo.app.base.context import CommandResult, Context, LoadedTournament, decode_fact
from pareo.app.base.lru_cache import CacheSlot
from pareo.app.commands.event import undo as undoing
from pareo.app.operations import backups
from pareo.app.wording.journal_words import action_words, actor_text, describe_fact
from pareo.core.journal.fact import Traits
from pareo.core.text.alphabet import alphabetical
from pareo.core.text.errors import NeedsConfirmation, PareoError, Refused
from pareo.core.text.numbers import whole_or
from pareo.pages.render import Values
from pareo.store.chain import Entry
from pareo.store.sqlite.store import SqliteStore
from pareo.web.console.event import event_facts
from pareo.web.downloads import bundle_response
from pareo.web.route_decorators import Form, Here, command, page
from pareo.web.view import Html, View, status_of

PAGE = 60
_FORMULA = ("=", "+", "-", "@", "\t", "\r")


@dataclass(frozen=True, slots=True)
class JournalLine:
    """One entry as the page shows it."""

    seq: int
    time: str
    actor: str
    action: str
    word: str
    what: str
    undone_by: int | None
    tone: str = ""  # how its word is shown: "warn", "accent" or plain


@dataclass(frozen=True, slots=True)
class JournalFilter:
    """The filter of the journal page. `before` is for paging: only entries older than that number."""

    actor: str = ""
    action: str = ""
    text: str = ""
    before: int = 0

    @classmethod
    def of(cls, view: View) -> JournalFilter:
        query = view.request.query_params
        texts = {key: str(query.get(key) or "").strip()[:100] for key in ("actor", "action", "text")}
        return cls(**texts, before=whole_or(str(query.get("before") or ""), 14, 0))

    @property
    def active(self) -> bool:
        return bool(self.actor or self.action or self.text)

    def address(self, **changes: object) -> str:
        """The query of the journal page with this filter, after `changes`."""
        values = {"actor": self.actor, "action": self.action, "text": self.text, **changes}
        return "?" + urlencode({key: value for key, value in values.items() if value})


# --- reading ----------------------------------------------------------------------------------------------------------


def _lines(ctx: Context, event: LoadedTournament, view: View, filters: JournalFilter) -> Iterator[JournalLine]:
    """Entries that fit the filter, newest first. Without a filter only the tail of the journal is read."""
    slug, seq = event.state.slug, event.state.seq
    last = filters.before - 1 if filters.before else seq
    first = 0 if filters.active else max(0, last - PAGE - 1)
    words = action_words(view.texts)
    undone = {s.seq: s.undone_by for s in event.state.steps}
    looked_for = filters.text.casefold()
    for entry in reversed(ctx.store.read(slug, after=first)):
        if entry.seq > last or filters.action not in ("", entry.action) or filters.actor not in ("", entry.actor):
            continue
        line = _line(event, view, entry, words, undone)
        if looked_for in f"{line.actor} {line.word} {line.what}".casefold():
            yield line


def _line(
    event: LoadedTournament, view: View, entry: Entry, words: dict[str, str], undone: dict[int, int | None]
) -> JournalLine:
    fact = decode_fact(entry)
    what = describe_fact(view.texts, event, fact)
    when = view.texts.moment(entry.time, event.state.zone)
    word = words.get(entry.action, entry.action)
    who = actor_text(view.texts, event, entry.actor)
    return JournalLine(entry.seq, when, who, entry.action, word, what, undone.get(entry.seq), _tone(fact.traits))


def _tone(traits: Traits) -> str:
    return "warn" if traits.undoes else "accent" if traits.milestone else ""


@dataclass(frozen=True, slots=True)
class JournalPage:
    """Everything on the page that comes from the event."""

    event: Values
    lines: list[JournalLine]
    older: str
    actors: list[tuple[str, str]]  # as the journal has them, and as they are called
    last: JournalLine | None


def _journal_page(ctx: Context, slug: str, view: View, filters: JournalFilter) -> JournalPage:
    event = ctx.open(slug)
    lines: list[JournalLine] = []
    more = False
    for line in _lines(ctx, event, view, filters):
        if len(lines) == PAGE:
            more = True
            break
        lines.append(line)
    step = undoing.last_step(event)
    entry = ctx.store.read(slug, after=step.seq - 1)[0]
    last = _line(event, view, entry, action_words(view.texts), {}) if step.seq != event.state.steps[0].seq else None
    older = filters.address(before=lines[-1].seq) if more else ""
    actors = [(actor, actor_text(view.texts, event, actor)) for actor in _actors(ctx, event)]
    return JournalPage(event_facts(event), lines, older, sorted(actors, key=lambda one: alphabetical(one[1])), last)


_ACTORS: CacheSlot[str, tuple[str, int, frozenset[str]]] = CacheSlot(200)


def _actors(ctx: Context, event: LoadedTournament) -> frozenset[str]:
    """Everybody who ever did something in the event: the journal is read once, then only its tail."""
    slug = event.state.slug
    first, seen, names = event.caches[_ACTORS].get(slug) or ("", 0, frozenset())
    commitment = event.state.commitment
    if first != commitment or seen > event.state.seq:  # another event under an old short name
        seen, names = 0, frozenset()
    if seen < event.state.seq:
        names = names | {entry.actor for entry in ctx.store.read(slug, after=seen)}
        event.caches[_ACTORS].put(slug, (commitment, event.state.seq, names))
    return names


# --- the page ---------------------------------------------------------------------------------------------------------


@page("/console/{slug:str}/journal", Right.EVENT)
def journal(slug: str, view: Here) -> Html:
    """Who did what when, the newest first."""
    return _show_journal(view, slug)


def _show_journal(view: View, slug: str, problem: PareoError | None = None) -> Html:
    filters = JournalFilter.of(view)
    journal_page = view.app_state.look(lambda ctx: _journal_page(ctx, slug, view, filters))
    return view.page(
        "console/journal.html",
        status=200 if problem is None else status_of(problem),
        problem=problem,
        slug=slug,
        tab="journal",
        event=journal_page.event,
        shown=journal_page,
        wanted=filters,
        words=action_words(view.texts),
        kept=_backup_list(view, str(journal_page.event["zone"])) if view.identity.may(Right.OWNER, slug) else None,
    )


@command("/console/{slug:str}/journal/undo", Right.ROUNDS)
def undo(slug: str, view: Here, data: Form) -> Html:
    """Undoes the last command, once confirmed."""
    seq = whole_or(data.get("seq", ""), 14, None)

    def take_back(ctx: Context) -> CommandResult:
        if not data.get("yes") and not data.get("override"):
            event = ctx.open(slug)
            entry = ctx.store.read(slug, after=undoing.last_step(event).seq - 1)[0]
            line = _line(event, view, entry, action_words(view.texts), {})
            raise NeedsConfirmation(
                "undo-confirm",
                "Entry {seq} will be undone: {word} {what} ({actor}, {time}).",
                seq=line.seq,
                word=line.word,
                what=line.what,
                actor=line.actor,
                time=line.time,
            )
        return undoing.undo(ctx, slug, seq, override=data.get("override") or None)

    back = f"/console/{slug}/journal"
    return view.act(take_back, onward=back, again=lambda problem: _show_journal(view, slug, problem), form=data)


@page("/console/{slug:str}/journal/{file:str}", Right.EVENT)
def download(slug: str, file: str, view: Here) -> Response[bytes]:
    """The whole event as SLUG.pareo, or the journal as journal.csv."""
    if file == f"{slug}.pareo":
        return bundle_response(view, slug)
    if file != "journal.csv":
        raise Refused("no-download", "There is no such file to download.")
    body = view.app_state.look(lambda ctx: _csv(ctx, slug, view))
    headers = {"content-disposition": f'attachment; filename="{slug}-journal.csv"'}
    return Response(body, headers=headers, media_type="text/csv")


def _csv(ctx: Context, slug: str, view: View) -> bytes:
    event = ctx.open(slug)
    words = action_words(view.texts)
    undone = {s.seq: s.undone_by for s in event.state.steps}
    out = io.StringIO()
    sheet = csv.writer(out)
    sheet.writerow(("seq", "time (UTC)", "actor", "action", "what", "undone by", "hash"))
    for entry in ctx.store.read(slug):
        line = _line(event, view, entry, words, undone)
        row = (line.seq, entry.time, line.actor, line.word, line.what, line.undone_by or "", entry.hash)
        sheet.writerow([_harmless(cell) for cell in row])
    return b"\xef\xbb\xbf" + out.getvalue().encode()


def _harmless(cell: object) -> object:
    """The cell, quoted where a spreadsheet would take it for a formula."""
    return f"'{cell}" if isinstance(cell, str) and cell.startswith(_FORMULA) else cell


# --- backups ----------------------------------------------------------------------------------------------------------


def _database(view: View) -> Path:
    store = view.app_state.store
    if not isinstance(store, SqliteStore):
        raise Refused("backup-elsewhere", "This database has its own backup tools.")
    return store.path


class BackupRow(NamedTuple):
    """One backup."""

    name: str
    time: str
    size: int


class BackupList(NamedTuple):
    """The backups of the database: their folder, how many, and the newest ones."""

    folder: str
    total: int
    newest: tuple[BackupRow, ...]


def _folder(view: View) -> Path:
    return view.app_state.backups or backups.default_folder(_database(view))


def _backup_list(view: View, zone: str) -> BackupList | None:
    """The backups, for the owner's page; None where the database is no file."""
    if not isinstance(view.app_state.store, SqliteStore):
        return None
    folder = _folder(view)
    all_backups = backups.list_backups(folder, _database(view))
    newest = tuple(BackupRow(b.name, view.texts.moment(b.made, zone), b.size) for b in all_backups[:5])
    return BackupList(str(folder), len(all_backups), newest)


@command("/console/{slug:str}/journal/backup", Right.OWNER)
def back_up(slug: str, view: Here) -> Html:
    """Makes a backup of the whole database, now."""
    try:
        keeper = view.app_state.backup_keeper
        backup = keeper.make() if keeper is not None else backups.back_up(_database(view), view.app_state.backups)
    except PareoError as problem:
        return _show_journal(view, slug, problem)
    message = view.texts.gettext("Backed up and verified: {name}").format(name=backup.name)
    return view.go(f"/console/{slug}/journal#backups", [message])


@command("/console/{slug:str}/journal/restore", Right.OWNER)
def restore(slug: str, view: Here, data: Form) -> Html:
    """Restores a backup into a new database in the same folder; the current one stays as it is."""
    try:
        database = _database(view)
        backup = backups.find(_folder(view), data.get("backup", ""), _database(view))
        moment = datetime.now(UTC).strftime("%Y%m%d-%H%M%S")
        new = database.with_name(f"{database.stem}-restored-{moment}.db")
        content = backups.restore(backup.path, new, confirmed=data.get("yes") == "1")
    except NeedsConfirmation as question:
        return view.confirmation_page(question, data, back=f"/console/{slug}/journal#backups")
    except PareoError as problem:
        return _show_journal(view, slug, problem)
    message = view.texts.gettext("Restored to {path}: {events} events, {entries} entries. Open it with --db.")
    notes = [message.format(path=new, events=content.tournaments, entries=content.entries)]
    return view.go(f"/console/{slug}/journal#backups", notes)


ROUTES = [journal, undo, download, back_up, restore]
