"""The arithmetic of one place: every tie-break of a player, term by term, from the ledger.

Contract: `arithmetic(desk, slug, no, after)` counts again, for one player and with fractions, what the standings count
for everybody at once; the two must agree. Tie-breaks between tied players (head to head, last opponent) have no sum:
they show who was tied and what the standings made of it. Names come in only through the desk's event.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from pareo.app.desk import Desk, Event
from pareo.app.public_views import kept_tables
from pareo.core.accounts import finished_rounds, ledger_of
from pareo.core.errors import NotFound
from pareo.core.ledger import Line
from pareo.core.model import Phase, Pod
from pareo.core.outcome import Outcome
from pareo.core.ruleset import TiebreakUse
from pareo.core.standings import Standing
from pareo.core.tables import StandingTable
from pareo.core.tiebreaks.book import Book, open_book
from pareo.core.tiebreaks.percentages import CAP, FLOOR
from pareo.core.tiebreaks.record import Options, percentage, whole
from pareo.core.tournament import Tournament

_NOT_COUNTED_BY_TOM = frozenset({Outcome.BYE, Outcome.ABSENT, Outcome.REQUESTED_BYE})
_TOM_UNIT = 10_000


class Term(NamedTuple):
    """One line of a sum or a mean."""

    round_no: int
    opponent: int | None
    value: Fraction  # what enters the sum or the mean
    wins: Fraction | None = None  # of the opponent, for percentages
    rounds: int | None = None  # that the percentage divides by
    raw: Fraction | None = None  # before the floor and the cap, before halving
    note: str = ""  # "floor", "cap", "half", "none" (counts nothing), "left-out"


class Step(NamedTuple):
    """One tie-break of the ruleset's order."""

    id: str
    kind: str  # "mean", "sum", "value" (no terms) or "between" (compares tied players)
    terms: tuple[Term, ...]
    total: Fraction | int | None  # None: not applied
    percent: bool
    decided: bool  # this one put the player below the one above
    rivals: tuple[int, ...] = ()  # who was tied with him when it was the turn of this one


@dataclass(frozen=True, slots=True)
class Arithmetic:
    """A place, explained."""

    no: int
    table: StandingTable
    row: Standing
    above: Standing | None
    below: Standing | None
    lines: tuple[Line, ...]  # his rounds of this phase
    carried: int  # points brought from day 1
    steps: tuple[Step, ...]
    names: Mapping[int, str]


def arithmetic(desk: Desk, slug: str, no: int, after: int | None = None) -> Arithmetic:
    """How the place of an entrant came about after a round (None: after the last finished one)."""
    event = desk.open(slug)
    t = event.state
    t.entrant(no)
    for table in kept_tables(event, after):
        for i, row in enumerate(table.rows):
            if row.no == no:
                return _explained(event, table, i, after)
    raise NotFound("no-place", "Entrant {no} has no place yet: no round of theirs is paired.", no=no)


def _explained(event: Event, table: StandingTable, index: int, after: int | None) -> Arithmetic:
    t = event.state
    row = table.rows[index]
    above = table.rows[index - 1] if index else None
    below = table.rows[index + 1] if index + 1 < len(table.rows) else None
    pod = ranked_in(t, row.no, after)
    ledger = ledger_of(t, pod, after=after, lots=event.lots())
    book = open_book(ledger, t.ruleset)
    account = ledger.accounts[row.no]
    # A bracket's places come from who beat whom, not from tie-breaks (P-SE-5).
    steps = () if pod.phase is Phase.ELIMINATION else _steps(book, table, row)
    seen = {row.no, *(line.opponent for line in account.lines), *(other for step in steps for other in step.rivals)}
    seen |= {neighbour.no for neighbour in (above, below) if neighbour is not None}
    names = {other: event.name(other) for other in seen if other is not None}
    return Arithmetic(row.no, table, row, above, below, account.lines, account.carried, steps, names)


def ranked_in(t: Tournament, no: int, after: int | None) -> Pod:
    """The pod whose ledger ranks him: day 2 once a round of it is finished (P-TB-9), else the one he entered."""
    root = t.pods[t.pod_of[no]]
    second = next(
        (p for p in t.successors(root.id) if p.phase is Phase.DAY2 and no in p.members and finished_rounds(p, after)),
        None,
    )
    return second or root


def _steps(book: Book, table: StandingTable, row: Standing) -> tuple[Step, ...]:
    steps: list[Step] = []
    for index, use in enumerate(book.ruleset.tiebreaks):
        tied = tuple(
            other.no
            for other in table.rows
            if other.no != row.no and other.points == row.points and other.keys[:index] == row.keys[:index]
            and other.disqualified == row.disqualified
        )
        decided = row.decided_by == use.id
        reckon = _RECKONED.get(use.id)
        if reckon is None:
            value = row.values[index].exact
            steps.append(Step(use.id, "between", (), value, percent=False, decided=decided, rivals=tied[:20]))
        else:
            kind, terms, total = reckon(book, row.no, use)
            steps.append(
                Step(use.id, kind, tuple(terms), total, percent=use.id in _PERCENTAGES, decided=decided,
                     rivals=tied[:20])
            )
    return tuple(steps)


Reckoned = tuple[str, list[Term], Fraction]
Reckon = Callable[[Book, int, TiebreakUse], Reckoned]


def _faced(book: Book, no: int) -> list[tuple[int, int]]:
    """(round, opponent) of every match, forfeits included."""
    return [(line.round_no, line.opponent) for line in book.ledger.accounts[no].lines if line.opponent is not None]


def _summed(terms: list[Term]) -> Reckoned:
    return "sum", terms, sum((term.value for term in terms), Fraction(0))


def _averaged(terms: list[Term]) -> Reckoned:
    total = sum((term.value for term in terms), Fraction(0))
    return "mean", terms, total / len(terms) if terms else Fraction(0)


# --- opponents' win percentages (Play! Pokémon July 2019, 3.1.4.1) ----------------------------------------------------


def _win_percentage(book: Book, no: int, options: Options) -> tuple[Fraction, int, Fraction, Fraction, str]:
    """Wins, rounds counted, the quotient, what is left of it between floor and cap, and which bound it met."""
    record, account = book.records[no], book.ledger.accounts[no]
    finished = account.dropped_after is None or book.played_to_the_end(no)
    counted = (book.rounds if finished else record.lines - record.away) - record.byes
    wins = Fraction(record.wins - record.byes)
    raw = wins / counted if counted > 0 else Fraction(0)
    floor, cap = percentage(options, "floor", FLOOR), percentage(options, "cap", CAP)
    if raw < floor:
        return wins, max(counted, 0), raw, floor, "floor"
    if raw > cap and not finished:
        return wins, counted, raw, cap, "cap"
    return wins, counted, raw, raw, ""


def _owp(book: Book, no: int, use: TiebreakUse) -> Reckoned:
    terms = []
    for round_no, other in _faced(book, no):
        wins, counted, raw, value, note = _win_percentage(book, other, use.options)
        terms.append(Term(round_no, other, value, wins, counted, raw, note))
    return _averaged(terms)


def _oowp(book: Book, no: int, use: TiebreakUse) -> Reckoned:
    return _averaged([Term(r, other, _owp(book, other, use)[2]) for r, other in _faced(book, no)])


# --- the same as the program TOM counts them --------------------------------------------------------------------------


def _tom_until(book: Book, no: int) -> int:
    """The round after which his percentages no longer move: his last, if he dropped."""
    end = max(book.ledger.rounds, default=0)
    dropped = book.ledger.accounts[no].dropped_after
    return end if dropped is None else min(dropped, end)


def _tom_rounded(value: Fraction) -> Fraction:
    return Fraction(round(value * _TOM_UNIT), _TOM_UNIT)  # half to even


def _tom_percentage(book: Book, no: int, round_no: int, after: int) -> Term:
    account = book.ledger.accounts[no]
    counted = [x.outcome for x in account.lines if x.round_no <= after and x.outcome not in _NOT_COUNTED_BY_TOM]
    wins = sum((Fraction(1) if o.won else Fraction(o is Outcome.DRAW, 2) for o in counted), Fraction(0))
    raw = _tom_rounded(wins / len(counted)) if counted else Fraction(0)
    dropped = account.dropped_after is not None and account.dropped_after <= after
    if raw < FLOOR:
        return Term(round_no, no, FLOOR, wins, len(counted), raw, "floor")
    if raw > CAP and dropped and not book.played_to_the_end(no):
        return Term(round_no, no, CAP, wins, len(counted), raw, "cap")
    return Term(round_no, no, raw, wins, len(counted), raw)


def _tom_owp_at(book: Book, no: int, after: int) -> Reckoned:
    until = min(after, _tom_until(book, no))
    met = [(r, other) for r, other in _faced(book, no) if r <= until]
    kind, terms, total = _averaged([_tom_percentage(book, other, r, until) for r, other in met])
    return kind, terms, _tom_rounded(total)


def _tom_owp(book: Book, no: int, _use: TiebreakUse) -> Reckoned:
    return _tom_owp_at(book, no, _tom_until(book, no))


def _tom_oowp(book: Book, no: int, _use: TiebreakUse) -> Reckoned:
    until = _tom_until(book, no)
    met = [(r, other) for r, other in _faced(book, no) if r <= until]
    kind, terms, total = _averaged([Term(r, other, _tom_owp_at(book, other, until)[2]) for r, other in met])
    return kind, terms, _tom_rounded(total)


# --- opponents' points ------------------------------------------------------------------------------------------------


def _points(book: Book, no: int) -> Fraction:
    return Fraction(book.records[no].points, book.ruleset.unit)


def _berger(book: Book, no: int, use: TiebreakUse) -> Reckoned:
    """Points of the beaten, and half those of the drawn where the ruleset says so; only games on the table (S-12)."""
    half = use.id == "berger" or use.options.get("draws", "none") == "half"
    terms = []
    for line in book.ledger.accounts[no].lines:
        if line.opponent is None:
            continue
        raw = _points(book, line.opponent)
        won = line.outcome.won and line.outcome.played
        drawn = line.outcome is Outcome.DRAW and half
        value = raw if won else raw / 2 if drawn else Fraction(0)
        note = "" if won else "half" if drawn else "none"
        terms.append(Term(line.round_no, line.opponent, value, raw=raw, note=note))
    return _summed(terms)


def _schedule(book: Book, no: int, _use: TiebreakUse) -> Reckoned:
    return _summed([Term(r, other, _points(book, other)) for r, other in _faced(book, no)])


def _buchholz_terms(book: Book, no: int, options: Options) -> list[Term]:
    terms = []
    for line in book.ledger.accounts[no].lines:
        if line.opponent is None or not line.outcome.played:
            continue
        value = _points(book, line.opponent)
        if options.get("unplayed", "nothing") == "draws":
            theirs = book.ledger.accounts[line.opponent]
            played = [x.points for x in theirs.lines if x.outcome.played]
            draw = book.ruleset.points.get(Outcome.DRAW, 0)
            made = theirs.carried + sum(played) + draw * (book.rounds - len(played))
            value = Fraction(made, book.ruleset.unit)
        terms.append(Term(line.round_no, line.opponent, value))
    return terms


def _buchholz(book: Book, no: int, use: TiebreakUse) -> Reckoned:
    return _summed(_buchholz_terms(book, no, use.options))


def _median(book: Book, no: int, use: TiebreakUse) -> Reckoned:
    """Buchholz without the highest and the lowest; those are shown, and count nothing."""
    terms = _buchholz_terms(book, no, use.options)
    high, low = whole(use.options, "high", 1), whole(use.options, "low", 1)
    order = sorted(range(len(terms)), key=lambda i: terms[i].value)
    kept = set(order[low : max(low, len(order) - high)])
    return _summed(
        [
            term if i in kept else term._replace(value=Fraction(0), raw=term.value, note="left-out")
            for i, term in enumerate(terms)
        ]
    )


# --- own lines --------------------------------------------------------------------------------------------------------


def _own(value_of: Callable[[Line], int]) -> Reckon:
    def reckon(book: Book, no: int, _use: TiebreakUse) -> Reckoned:
        lines = book.ledger.accounts[no].lines
        return _summed([Term(line.round_no, line.opponent, Fraction(value_of(line))) for line in lines])

    return reckon


def _average_secondary(book: Book, no: int, _use: TiebreakUse) -> Reckoned:
    scored = [line for line in book.ledger.accounts[no].lines if line.score is not None]
    return _averaged([Term(line.round_no, line.opponent, Fraction(line.score or 0)) for line in scored])


def _progressive(book: Book, no: int, _use: TiebreakUse) -> Reckoned:
    made = {line.round_no: line.points for line in book.ledger.accounts[no].lines}
    running, terms = 0, []
    for round_no in book.ledger.rounds:
        running += made.get(round_no, 0)
        terms.append(Term(round_no, None, Fraction(running, book.ruleset.unit)))
    return _summed(terms)


def _wins(book: Book, no: int, use: TiebreakUse) -> Reckoned:
    played_only = use.options.get("count", "all") == "played"
    terms = [
        Term(line.round_no, line.opponent, Fraction(line.outcome.won and (line.outcome.played or not played_only)))
        for line in book.ledger.accounts[no].lines
    ]
    return _summed(terms)


def _on_time(book: Book, no: int, _use: TiebreakUse) -> Reckoned:
    return "value", [], Fraction(not book.ledger.accounts[no].late)


def _lot(book: Book, no: int, _use: TiebreakUse) -> Reckoned:
    lots = book.ledger.lots
    return "value", [], Fraction(lots[no] if no in lots else max(lots.values(), default=0) + no)


def _list_order(book: Book, no: int, _use: TiebreakUse) -> Reckoned:
    return "value", [], Fraction(book.ledger.accounts[no].seat)


_PERCENTAGES = frozenset({"owp", "oowp", "tom-owp", "tom-oowp"})
_RECKONED: Mapping[str, Reckon] = {
    "on-time": _on_time,
    "owp": _owp,
    "oowp": _oowp,
    "tom-owp": _tom_owp,
    "tom-oowp": _tom_oowp,
    "lot": _lot,
    "list-order": _list_order,
    "sonneborn-berger": _berger,
    "berger": _berger,
    "secondary": _own(lambda line: line.score or 0),
    "spread": _own(lambda line: (line.score or 0) - (line.against or 0)),
    "average-secondary": _average_secondary,
    "margin": _own(lambda line: line.margin),
    "strength-of-schedule": _schedule,
    "buchholz": _buchholz,
    "median-buchholz": _median,
    "progressive": _progressive,
    "wins": _wins,
}
