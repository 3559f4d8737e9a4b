"""Duplicate Scrabble events (S-NAT-6): score sheets without opponents, ranked by the share of the best possible score.

An event of its own kind: a name, the best possible points of every turn of every game, and one sheet per player. It
has no rounds, no pairings and no journal; each change is one transaction that names the version it saw. Sheets come one
at a time, by paste or as a file, in rows `name, turn, turn, …`; a row named BEST or * gives the best possible points.
All rows or none.

Choices: an empty cell or a dash is a turn without a move, 0 points; a game may be entered as one turn, the total, if
the best possible score is a total too; a player who is not in a game has 0 of it.
"""

from __future__ import annotations

import csv
import io
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from pareo.app.base.context import CommandResult, Context
from pareo.app.commands.event.events import slug_for
from pareo.app.league.series import write_stamp
from pareo.app.rows.league import DuplicateDetails, DuplicateGame, DuplicateLine, DuplicateRow
from pareo.app.wording.number_text import percentage_text
from pareo.core.league.directory import name_key
from pareo.core.league.documents import DuplicateDocument
from pareo.core.league.duplicate import MOST_POINTS, BestGame, DuplicatePlace, ScoreSheet, duplicate_ranking
from pareo.core.text.clean_text import clean_line
from pareo.core.text.errors import BadInput, NeedsConfirmation, NotFound
from pareo.core.text.messages import line_no, plural, row_place, text_note
from pareo.core.text.numbers import whole_or_refuse
from pareo.store.series_protocol import StoredDuplicate

RESERVED = frozenset({"new"})
MOST_GAMES, MOST_TURNS, MOST_ROWS = 50, 60, 20_000
BEST_WORDS = frozenset({"best", "*", "top", "máximo", "maximo", "massimo"})
NAMES = ("full", "initial")
_NAME_WORDS = frozenset({"name", "player", "nombre", "jugador", "nome", "jogador", "giocatore", "nom", "joueur"})
_EMPTY = frozenset({"", "-", "–", "—"})


@dataclass(frozen=True, slots=True)
class SheetRow:
    """One score sheet as somebody typed it or as it stands in a file."""

    name: str
    turns: tuple[int | None, ...]
    line: int = 0

    @property
    def is_best(self) -> bool:
        return self.name.strip().casefold() in BEST_WORDS


@dataclass(frozen=True, slots=True)
class DuplicateEvent:
    """A duplicate event as it stands."""

    stored: StoredDuplicate
    games: tuple[BestGame, ...]
    sheets: Mapping[str, ScoreSheet]  # by id
    rows: tuple[DuplicatePlace, ...]

    @property
    def possible(self) -> int:
        return sum(game.total for game in self.games)


def create(ctx: Context, name: str, *, slug: str | None = None, date: str = "", names: str = "full") -> str:
    """Creates a duplicate event; its short name."""
    cleaned = clean_line(name, text_note("The name"))
    if not cleaned:
        raise BadInput("duplicate-unnamed", "An event needs a name.")
    if names not in NAMES:
        raise BadInput("duplicate-names", "Names can be full or initial, not “{names}”.", names=names[:40])
    store = ctx.store.duplicates()
    taken = {s.slug for s in store.all_documents()} | RESERVED
    if slug in RESERVED:
        raise BadInput("duplicate-reserved", "“{slug}” cannot be the short name of an event.", slug=slug)
    new_slug = slug or slug_for(cleaned, taken)
    data = DuplicateDocument(date=clean_line(date, text_note("The date"), 40), names=names)
    store.create(new_slug, name=cleaned, data=data, stamp=write_stamp(ctx, 0, "created"))
    return new_slug


def list_duplicates(ctx: Context) -> list[DuplicateLine]:
    return [
        DuplicateLine(slug=s.slug, name=s.name, date=s.data.date or None, games=len(s.data.games), created=s.created)
        for s in ctx.store.duplicates().all_documents()
    ]


def open_event(ctx: Context, slug: str) -> DuplicateEvent:
    """A duplicate event with its ranking."""
    store = ctx.store.duplicates()
    stored = store.one(slug)
    games = tuple(BestGame(best) for best in stored.data.games)
    sheets = store.sheets(slug)
    return DuplicateEvent(stored, games, sheets, duplicate_ranking(games, sheets.values()) if games else ())


# --- entering ---------------------------------------------------------------------------------------------------------


def read_sheets(text: str) -> list[SheetRow]:
    """Score sheets of a file or of pasted text: a name, then the points turn by turn. A heading is passed over."""
    if len(text) > 5_000_000:
        raise BadInput("duplicate-long", "This is too long for a list of score sheets.")
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    filled = next((line for line in lines if line.strip()), "")
    separator = max("\t;,", key=lambda mark: (filled.count(mark), -"\t;,".index(mark)))
    rows: list[SheetRow] = []
    reader = csv.reader(io.StringIO("\n".join(lines)), delimiter=separator)
    try:
        for cells in reader:
            number = reader.line_num
            if not any(cell.strip() for cell in cells) or (not rows and _is_heading(cells)):
                continue
            turns = tuple(_points(cell, number) for cell in _without_trailing_blanks(cells[1:]))
            rows.append(SheetRow(sheet_name(cells[0], number), turns, number))
            if len(rows) > MOST_ROWS:
                raise BadInput("duplicate-rows", "At most {most} rows can be read at once.", most=MOST_ROWS)
    except csv.Error:
        at = row_place(line_no(reader.line_num))
        raise BadInput("duplicate-csv", "{at}this row cannot be read.", at=at) from None
    if not rows:
        raise BadInput("duplicate-nothing", "There is nothing to enter.")
    return rows


def _is_heading(cells: Sequence[str]) -> bool:
    """Does the row begin with a word for “name”, or have words where the points would stand?"""
    if cells[0].strip().casefold() in _NAME_WORDS:
        return True
    rest = [cell.strip() for cell in cells[1:] if cell.strip()]
    words = bool(rest) and not any(cell.isdecimal() or cell in _EMPTY for cell in rest)
    return words and cells[0].strip().casefold() not in BEST_WORDS


def _without_trailing_blanks(cells: Sequence[str]) -> Sequence[str]:
    """The cells of a row without the empty ones that spreadsheets leave at the end."""
    last = max((i for i, cell in enumerate(cells) if cell.strip()), default=-1)
    return cells[: last + 1]


def sheet_name(text: str, line: int = 0) -> str:
    """The name on a sheet, as it is stored."""
    name = clean_line(text, text_note("The name"))
    if not name:
        raise BadInput("duplicate-nameless", "{at}the name is missing.", at=row_place(line_no(line) if line else ""))
    return name


def _points(cell: str, line: int) -> int | None:
    text = cell.strip()
    if text in _EMPTY:
        return None
    return whole_or_refuse(
        text,
        5,
        BadInput(
            "duplicate-cell", "{at}“{text}” is not a number of points.", at=row_place(line_no(line)), text=text[:40]
        ),
    )


@dataclass(frozen=True, slots=True)
class SheetsEntered(CommandResult):
    """The result of entering sheets: how many a game got."""

    sheets: int = field(kw_only=True)


def enter(ctx: Context, slug: str, game: int, rows: Sequence[SheetRow]) -> SheetsEntered:
    """Stores best possible points and sheets of one game; a sheet entered again replaces the earlier one."""
    event = open_event(ctx, slug)
    games = [g.best for g in event.games]
    if not 1 <= game <= min(len(games) + 1, MOST_GAMES):
        raise BadInput(
            "duplicate-game",
            "The event has games 1 to {count}; the next one is {following}.",
            count=len(games),
            following=min(len(games) + 1, MOST_GAMES),
        )
    best = _best_row(rows)
    if best is not None:
        games[game - 1 :] = [best, *games[game:]]
    if game > len(games):
        raise BadInput(
            "duplicate-best-first",
            "The best possible points of game {game} are missing: enter them first, in a row named BEST.",
            game=game,
        )
    changed, names = _changed_sheets(event, game, [row for row in rows if not row.is_best], games[game - 1])
    sheets = {**event.sheets, **changed}
    duplicate_ranking([BestGame(g) for g in games], sheets.values())  # refuses what does not fit
    ctx.store.duplicates().write(
        slug,
        data=replace(event.stored.data, games=tuple(games)),
        sheets=changed,
        stamp=write_stamp(ctx, event.stored.version, "entered", f"{game}"),
    )
    entered_note = plural(
        "duplicate-entered",
        "Game {game}: {count} sheet entered.",
        "Game {game}: {count} sheets entered.",
        count=len(names),
        game=game,
    )
    return SheetsEntered(event.stored.version + 1, "entered", (entered_note,), sheets=len(names))


def _best_row(rows: Sequence[SheetRow]) -> tuple[int, ...] | None:
    best = [row for row in rows if row.is_best]
    if not best:
        return None
    if len(best) > 1:
        raise BadInput(
            "duplicate-best-twice",
            "{at}the best possible points are given twice.",
            at=row_place(line_no(best[1].line)),
        )
    turns = best[0].turns
    if not turns or len(turns) > MOST_TURNS or any(points is None or not 0 < points <= MOST_POINTS for points in turns):
        raise BadInput(
            "duplicate-best-row",
            "{at}the best move of every turn has 1 to {most} points, and a game has at most {turns} turns.",
            at=row_place(line_no(best[0].line)),
            most=MOST_POINTS,
            turns=MOST_TURNS,
        )
    return tuple(points or 0 for points in turns)


def _changed_sheets(
    event: DuplicateEvent, game: int, rows: Sequence[SheetRow], best: Sequence[int]
) -> tuple[dict[str, ScoreSheet], set[str]]:
    by_name = {name_key(sheet.name): (key, sheet) for key, sheet in event.sheets.items()}
    changed: dict[str, ScoreSheet] = {}
    seen: set[str] = set()
    for row in rows:
        folded = name_key(row.name)
        if folded in seen:
            raise BadInput(
                "duplicate-name-twice", "{at}“{name}” has two sheets.", at=row_place(line_no(row.line)), name=row.name
            )
        seen.add(folded)
        key, sheet = by_name.get(folded, (secrets.token_hex(8), ScoreSheet(row.name, ())))
        games = [*sheet.games, *[None] * (game - len(sheet.games))]
        games[game - 1] = _checked_turns(row, best)
        changed[key] = ScoreSheet(sheet.name, tuple(games))
    return changed, seen


def _checked_turns(row: SheetRow, best: Sequence[int]) -> tuple[int | None, ...]:
    """The turns of a sheet. A single number in a game of many turns may be a total or the first turn: refused."""
    if len(row.turns) == 1 and len(best) > 1:
        raise BadInput(
            "duplicate-total",
            "{at}{name} has 1 number, but the game has {turns} turns: enter every turn (a dash for none).",
            at=row_place(line_no(row.line)),
            name=row.name,
            turns=len(best),
        )
    return row.turns


def remove_sheet(ctx: Context, slug: str, name: str) -> CommandResult:
    """Erases a player's sheets of all games."""
    event = open_event(ctx, slug)
    key = next((key for key, sheet in event.sheets.items() if name_key(sheet.name) == name_key(name)), None)
    if key is None:
        raise NotFound("duplicate-nobody", "There is no sheet for “{name}”.", name=name.strip()[:200])
    stamp = write_stamp(ctx, event.stored.version, "sheet-removed")
    version = ctx.store.duplicates().write(slug, sheets={key: None}, stamp=stamp)
    return CommandResult(version, "sheet-removed")


def remove(ctx: Context, slug: str, *, confirmed: bool = False) -> CommandResult:
    """Deletes a duplicate event and its sheets."""
    stored = ctx.store.duplicates().one(slug)
    if not confirmed:
        raise NeedsConfirmation(
            "duplicate-delete", "“{name}” will be deleted for good, with all its sheets.", name=stored.name
        )
    ctx.store.duplicates().delete(slug)
    return CommandResult(stored.version, "deleted")


# --- what is shown ----------------------------------------------------------------------------------------------------


def public_sheet_name(event: DuplicateEvent, name: str) -> str:
    """The name as everybody may see it: full, or the first name and an initial."""
    words = name.split()
    if event.stored.data.names != "initial" or len(words) < 2:
        return name
    return f"{words[0]} {words[-1][:1]}."


def ranking_rows(event: DuplicateEvent, *, public: bool = False) -> list[DuplicateRow]:
    return [
        DuplicateRow(
            place=row.place,
            name=public_sheet_name(event, row.name) if public else row.name,
            points=row.points,
            percent=percentage_text(row.share),
            behind=row.behind,
            best_moves=row.best_moves,
            by_game=list(row.by_game),
        )
        for row in event.rows
    ]


def show_duplicate(ctx: Context, slug: str, *, public: bool = False) -> DuplicateDetails:
    """Everything about a duplicate event, as a row."""
    event = open_event(ctx, slug)
    return DuplicateDetails(
        slug=slug,
        name=event.stored.name,
        date=event.stored.data.date or None,
        possible=event.possible,
        games=[DuplicateGame(len(g.best), g.total) for g in event.games],
        rows=ranking_rows(event, public=public),
    )
