"""The arithmetic of one place: every tie-break of a player, term by term, from the ledger.

Contract: `arithmetic(ctx, slug, no, after)` says for one player what the standings count for everybody at once; the
two must agree. The counting itself is in `standings.tiebreaks`. Tie-breaks between tied players (head to head,
last opponent) have no sum: they show who was tied and what the standings made of it. Names come in only through the
context's event.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from pareo.app.base.context import Context, LoadedTournament
from pareo.app.queries.pages.public_view import cached_tables
from pareo.app.rows.tables import PlaceArithmetic, TiebreakStepRow, TiebreakTermRow
from pareo.app.wording.tiebreak_options import describe_options
from pareo.core.model.entities import Phase, Pod
from pareo.core.standings.player_records import RoundRecord
from pareo.core.standings.standings import Standing
from pareo.core.standings.tiebreaks.context import StandingsContext, build_context
from pareo.core.standings.tiebreaks.order import options_text
from pareo.core.standings.tiebreaks.parts import BETWEEN, TiebreakPart
from pareo.core.standings.tiebreaks.registry import explain, find_tiebreak
from pareo.core.text.errors import NotFound
from pareo.core.tournament.records import ledger_of
from pareo.core.tournament.tables import StandingTable, second_day
from pareo.core.tournament.tournament import Tournament


class Term(NamedTuple):
    """One line of a sum or a mean."""

    round_no: int
    opponent: int | None
    value: Fraction  # what enters the sum or the mean; 0 where it does not count
    wins: Fraction | None = None  # of the opponent, for percentages
    rounds: int | None = None  # that the percentage divides by
    raw: Fraction | None = None  # before the floor and the cap, before halving, or what was left out
    note: str = ""  # "floor", "cap", "half", "none" (counts nothing), "left-out", "unrated", "stand-in" …
    counted: bool = True


class TiebreakStep(NamedTuple):
    """One tie-break of the order in force."""

    id: str
    kind: str  # as `standings.tiebreaks.parts` says: "sum", "mean", "rounded", "performance", "value" or "between"
    terms: tuple[Term, ...]
    total: Fraction | int | None  # None: not applied
    percent: bool
    decided: bool  # this one put the player below the one above
    rivals: tuple[int, ...] = ()  # who was still tied when this tie-break was compared
    options: str = ""  # “high=1 low=1”
    said: str = ""  # the options in words
    plus: int = 0  # what a performance adds to the mean
    cut: str = ""  # how else it set the player apart: a code of `Tiebreak.cuts`


@dataclass(frozen=True, slots=True)
class Arithmetic:
    """A place, explained."""

    no: int
    table: StandingTable
    row: Standing
    above: Standing | None
    below: Standing | None
    lines: tuple[RoundRecord, ...]  # the player's rounds of this phase
    carried: int  # points brought from day 1
    steps: tuple[TiebreakStep, ...]
    names: Mapping[int, str]


def arithmetic(ctx: Context, slug: str, no: int, after: int | None = None) -> Arithmetic:
    """How the place of an entrant came about after a round (None: after the last finished one)."""
    event = ctx.open(slug)
    t = event.state
    t.entrant(no)
    for table in cached_tables(event, after):
        for i, row in enumerate(table.rows):
            if row.no == no:
                return _arithmetic_of(event, table, i, after)
    raise NotFound("no-place", "{name} has no place yet: they haven't been paired.", name=event.name(no))


def _arithmetic_of(event: LoadedTournament, table: StandingTable, index: int, after: int | None) -> Arithmetic:
    t = event.state
    row = table.rows[index]
    above = table.rows[index - 1] if index else None
    below = table.rows[index + 1] if index + 1 < len(table.rows) else None
    pod = ranked_in(t, row.no, after)
    ledger = ledger_of(t, pod, after=after, lots=event.lots())
    book = build_context(ledger, t.ruleset)
    account = ledger.accounts[row.no]
    # A bracket's places come from who beat whom, not from tie-breaks (P-SE-5).
    steps = () if pod.phase is Phase.ELIMINATION else _steps(book, _same_day(t, table, row, after), row)
    seen = {row.no, *(line.opponent for line in account.lines), *(other for step in steps for other in step.rivals)}
    seen |= {neighbour.no for neighbour in (above, below) if neighbour is not None}
    names = {other: event.name(other) for other in seen if other is not None}
    return Arithmetic(row.no, table, row, above, below, account.lines, account.carried, steps, names)


def ranked_in(t: Tournament, no: int, after: int | None) -> Pod:
    """The pod whose ledger ranks an entrant: day 2 once a round of it is finished (P-TB-9), else the first one."""
    root = t.pods[t.pod_of[no]]
    second = second_day(t, root, after)
    return second if second is not None and no in second.members else root


def _same_day(t: Tournament, table: StandingTable, row: Standing, after: int | None) -> list[Standing]:
    """The rows that tie-breaks compare with this one: those of two days are not compared (B-12)."""
    seconds = [second_day(t, t.pods[root], after) for root in table.pods]
    played = {no for pod in seconds if pod is not None for no in pod.members}
    return [other for other in table.rows if (other.no in played) == (row.no in played)]


def _steps(book: StandingsContext, rows: Sequence[Standing], row: Standing) -> tuple[TiebreakStep, ...]:
    steps: list[TiebreakStep] = []
    for index, use in enumerate(book.ruleset.tiebreaks):
        tied = tuple(
            other.no
            for other in rows
            if other.no != row.no
            and (other.points == row.points or not book.ruleset.points_lead)
            and other.keys[:index] == row.keys[:index]
            and other.disqualified == row.disqualified
        )
        explanation = explain(use, book, row.no)
        total = row.values[index].exact if explanation.kind == BETWEEN else explanation.total
        steps.append(
            TiebreakStep(
                use.id,
                explanation.kind,
                tuple(map(_term, explanation.parts)),
                total,
                percent=find_tiebreak(use.id).percent,
                decided=row.decided_by == use.id,
                rivals=tied[:20],
                options=options_text(use),
                said=describe_options(use),
                plus=explanation.plus,
                cut=(row.headings[index].cuts or {}).get(row.no, ""),
            )
        )
    return tuple(steps)


def _term(part: TiebreakPart) -> Term:
    """A part as a line of the sum: what does not count is 0 there, and shown as what it would have been."""
    value, raw = (part.value, part.raw) if part.counted else (Fraction(0), part.value)
    return Term(part.round_no, part.opponent, value, part.wins, part.rounds, raw, part.note, part.counted)


def arithmetic_rows(ctx: Context, slug: str, no: int, after: int | None = None) -> PlaceArithmetic:
    """The arithmetic of a place as a row for scripts, with exact fractions as text."""
    sums = arithmetic(ctx, slug, no, after)
    return PlaceArithmetic(
        no=no,
        rank=sums.row.rank,
        points=ctx.open(slug).state.ruleset.show_points(sums.row.points),
        decided_by=sums.row.decided_by,
        steps=[
            TiebreakStepRow(
                tiebreak=step.id,
                options=step.options,
                kind=step.kind,
                terms=[TiebreakTermRow(x.round_no, x.opponent, str(x.value), x.note, x.counted) for x in step.terms],
                plus=step.plus,
                total=None if step.total is None else str(step.total),
                decided=step.decided,
                cut=step.cut,
            )
            for step in sums.steps
        ],
    )
