"""The cross table: everybody in order of place; for each round the opponent and how it went, or, in the form of a round
robin, for each opponent how the games went (SP-13)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from pareo.app.base.context import Context, LoadedTournament
from pareo.app.queries.pages.event_tables import KINDS, Shown
from pareo.app.queries.pages.pairing_information import starts_matter
from pareo.app.queries.pages.public_view import cached_tables, public_tables
from pareo.app.rows.tables import CrossCell, CrossLine
from pareo.core.model.entities import Phase
from pareo.core.model.outcome import Outcome
from pareo.core.standings.player_records import RoundRecord
from pareo.core.text.errors import NotFound, Refused
from pareo.core.text.numbers import points_text
from pareo.core.tournament.progress import counted_rounds
from pareo.core.tournament.records import lines_of
from pareo.core.tournament.tournament import Tournament

PAGE = 100


class CrossTableCell(NamedTuple):
    """One player's round: the opponent and the outcome, or why there was no match."""

    opponent: int | None  # entrant number
    place: int | None  # of the opponent, if in the same table
    outcome: str  # value of the Outcome; "" where there was no round for them
    score: str = ""  # 412–380
    started: bool | None = None  # had the first move, or white; None where it does not matter
    points: float | int = 0
    round_no: int = 0
    mark: str = ""  # 1, ½, 0, with F for a forfeit; the points of several games
    games: str = ""  # of a match of several: 2–1
    named: str = ""  # the opponent as this table shows them: by place, or by number where places are shared


class CrossRow(NamedTuple):
    rank: int | None  # None: not ranked
    no: int
    name: str
    points: float | int
    cells: tuple[CrossTableCell, ...]
    number: int  # in the starting list, or of entry where there is none

    @property
    def place(self) -> int | str:
        """As it is shown."""
        return "–" if self.rank is None else self.rank


@dataclass(frozen=True, slots=True)
class CrossTable:
    """One page of a cross table."""

    id: str
    rounds: tuple[int, ...]
    rows: tuple[CrossRow, ...]
    page: int
    pages: int
    by_number: bool = False  # opponents go by their numbers: a shared place would name several (S-17)

    @property
    def heads(self) -> tuple[str, ...]:
        """What heads each round's column."""
        return tuple(map(str, self.rounds))

    @property
    def lines(self) -> list[tuple[CrossRow, tuple[CrossTableCell, ...]]]:
        """Everybody with the values of their columns."""
        return [(row, row.cells) for row in self.rows]


GRID_LIMIT = 150  # players: a wider grid is nothing to look at


@dataclass(frozen=True, slots=True)
class Grid:
    """A cross table as a round robin has it: a column for each opponent, in the order of the rows."""

    id: str
    rows: tuple[CrossRow, ...]  # rank, number, name, points; `cells` are those of `games`, one after the other
    games: tuple[tuple[tuple[CrossTableCell, ...], ...], ...]  # games[i][j]: the games of i against j
    others: tuple[tuple[CrossTableCell, ...], ...]  # rounds without an opponent of this table
    by_number: bool = False

    @property
    def heads(self) -> tuple[str, ...]:
        """What heads each opponent's column."""
        return tuple(str(row.number if self.by_number else i) for i, row in enumerate(self.rows, 1))

    @property
    def lines(self) -> list[tuple[CrossRow, tuple[str, ...]]]:
        """Everybody with the values of their columns: “1”, “½”, “0”; F marks a forfeit."""
        return [
            (row, tuple("×" if i == j else " ".join(cell.mark for cell in cells) for j, cells in enumerate(games)))
            for i, (row, games) in enumerate(zip(self.rows, self.games, strict=True))
        ]


def cross_table(
    ctx: Context,
    slug: str,
    *,
    pod: str,
    after: int | None = None,
    page: int = 1,
    per_page: int = PAGE,
    public: bool = False,
) -> CrossTable:
    """The cross table of one standings table, a hundred players at a time; `public`: of those that everybody sees."""
    event = ctx.open(slug)
    t = event.state
    tables = public_tables(event, after) if public else cached_tables(event, after)
    matching = [x for x in tables if pod in (x.id, *x.pods)]
    if not matching:
        raise NotFound("no-table-of-standings", "There are no standings of “{pod}” yet.", pod=pod)
    table = matching[0]
    members = {row.no for row in table.rows} | set(table.unranked)
    rounds = [r for p in t.pods.values() if members & set(p.members) for r in counted_rounds(t, p, after)]
    lines = {no: {x.round_no: x for x in row} for no, row in lines_of(t.ruleset, rounds).items() if no in members}
    numbers = tuple(sorted({r.number for r in rounds}))
    places = {row.no: row.rank for row in table.rows}
    by_number = t.ruleset.shared_places or len(set(places.values())) < len(places)
    everybody: list[tuple[int | None, int, int]] = [(row.rank, row.no, row.points) for row in table.rows]
    everybody += [(None, no, sum(x.points for x in lines.get(no, {}).values())) for no in table.unranked]
    pages = max(1, -(-len(everybody) // per_page))
    page = min(max(page, 1), pages)
    rows = tuple(
        CrossRow(
            rank,
            no,
            event.name(no),
            t.ruleset.show_points(points),
            tuple(_cell(t, lines.get(no, {}).get(n), places, by_number=by_number) for n in numbers),
            _number(t, no),
        )
        for rank, no, points in everybody[(page - 1) * per_page : page * per_page]
    )
    return CrossTable(table.id, numbers, rows, page, pages, by_number)


def whole_table(ctx: Context, slug: str, *, pod: str, after: int | None = None, public: bool = False) -> CrossTable:
    """The cross table with everybody on one page."""
    return cross_table(ctx, slug, pod=pod, after=after, per_page=1_000_000, public=public)


def _number(t: Tournament, no: int) -> int:
    return t.entrants[no].start_no or no


def _cell(t: Tournament, line: RoundRecord | None, places: dict[int, int], *, by_number: bool) -> CrossTableCell:
    if line is None:
        return CrossTableCell(None, None, "")
    points = t.ruleset.show_points(line.points)
    if line.opponent is None:
        return CrossTableCell(
            None, None, KINDS.get(line.outcome, line.outcome.value), points=points, round_no=line.round_no
        )
    score = f"{line.score}–{line.against}" if line.score is not None and line.against is not None else ""
    started = line.started if line.outcome.played and starts_matter(t) else None
    mark = points_text(points) if t.ruleset.points_from != "match" else _mark(t, line.outcome)
    mark += "F" * line.outcome.value.startswith("forfeit")
    where = places.get(line.opponent)
    number = _number(t, line.opponent)
    opponent_name = str(number) if by_number else f"#{number}" if where is None else str(where)
    games = _games(line)
    if games and t.ruleset.points_from == "match":
        mark = games
    return CrossTableCell(
        line.opponent, where, line.outcome.value, score, started, points, line.round_no, mark, games, opponent_name
    )


def _games(line: RoundRecord) -> str:
    """The games of a match of several, from one side."""
    if line.halves is None:
        return ""
    if line.games is None:  # a cut of several games after rounds of one
        return f"{points_text(line.halves[0], 2)}–{points_text(line.halves[1] - line.halves[0], 2)}"
    return "–".join(map(str, line.games if line.games.drawn else line.games[:2]))


def _mark(t: Tournament, outcome: Outcome) -> str:
    if outcome is Outcome.DRAW:
        return "½" if t.ruleset.draws_are_half else "="
    return str(int(outcome.won))


def is_round_robin(ctx: Context, slug: str, pod: str) -> bool:
    """Is this a table of a round robin, which is shown as a grid unless asked otherwise?"""
    event = ctx.open(slug)
    pods = {x for table in cached_tables(event, None) if pod in (table.id, *table.pods) for x in table.pods}
    return bool(pods) and all(event.state.pods[x].phase is Phase.ROUND_ROBIN for x in pods)


def grid(ctx: Context, slug: str, *, pod: str, after: int | None = None, public: bool = False) -> Grid:
    """The cross table by opponent."""
    table = whole_table(ctx, slug, pod=pod, after=after, public=public)
    if len(table.rows) > GRID_LIMIT:
        raise Refused(
            "grid-wide",
            "A cross table by opponents is for at most {limit} players; this one has {count}.",
            limit=GRID_LIMIT,
            count=len(table.rows),
        )
    column = {row.no: i for i, row in enumerate(table.rows)}
    games: list[tuple[tuple[CrossTableCell, ...], ...]] = []
    others: list[tuple[CrossTableCell, ...]] = []
    for row in table.rows:
        met: list[list[CrossTableCell]] = [[] for _ in table.rows]
        alone: list[CrossTableCell] = []
        for cell in row.cells:
            if cell.opponent in column:
                met[column[cell.opponent]].append(cell)
            elif cell.outcome:
                alone.append(cell)
        games.append(tuple(map(tuple, met)))
        others.append(tuple(alone))
    return Grid(table.id, table.rows, tuple(games), tuple(others), table.by_number)


def cross_rows(ctx: Context, slug: str, *, pod: str | None = None, after: int | None = None) -> list[CrossLine]:
    """The cross tables as rows: one per player, with one cell per round."""
    event = ctx.open(slug)
    tables = [x for x in cached_tables(event, after) if pod is None or pod in (x.id, *x.pods)]
    if pod is not None and not tables:
        raise NotFound("no-table-of-standings", "There are no standings of “{pod}” yet.", pod=pod)
    return [
        line
        for x in tables
        for line in cross_lines(event, whole_table(ctx, slug, pod=x.id, after=after), event.id, event.name)
    ]


def cross_lines(event: LoadedTournament, table: CrossTable, shown_id: Shown, name: Shown) -> list[CrossLine]:
    """One cross table; ids and names as whoever looks may know them."""
    entrants = event.state.entrants
    return [
        CrossLine(
            table=table.id,
            rank=row.rank,
            player=shown_id(row.no),
            name=name(row.no),
            start_no=entrants[row.no].start_no or None,
            rating=entrants[row.no].rating,
            points=row.points,
            rounds=[
                CrossCell(
                    round=number,
                    opponent=None if cell.opponent is None else shown_id(cell.opponent),
                    place=cell.place,
                    outcome=cell.outcome,
                    points=cell.points,
                    score=cell.score or None,
                    starts=cell.started,
                    games=cell.games or None,
                )
                for number, cell in zip(table.rounds, row.cells, strict=True)
                if cell.outcome
            ],
        )
        for row in table.rows
    ]


SIGNS = {"win": "+", "modified-win": "+m", "draw": "=", "loss": "-", "forfeit-win": "+F", "forfeit-loss": "-F"}


def met_text(cell: CrossTableCell) -> str:
    """“5+” is a win against the player in fifth place, or with number 5; then the games of a match of several. Who had
    no opponent, the kind."""
    if not cell.outcome or cell.opponent is None:
        return cell.outcome
    return f"{cell.named}{SIGNS.get(cell.outcome, cell.outcome)} {cell.games}".rstrip()
