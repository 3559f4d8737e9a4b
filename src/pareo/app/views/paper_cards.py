"""The FISE tournament card as values (S-14): a player's games with running totals, filled in as far as played."""

from __future__ import annotations

from collections.abc import Iterable

from pareo.app.desk import Event
from pareo.core.papers.cards import Card, CardLine
from pareo.core.rules.ruleset import TiebreakUse
from pareo.core.standings.ledger import Line
from pareo.core.standings.records import finished_rounds, ledger_of, lines_of
from pareo.core.standings.tiebreaks.berger import BERGER, SONNEBORN_BERGER
from pareo.core.standings.tiebreaks.book import Book, open_book
from pareo.core.standings.tiebreaks.parts import Part
from pareo.core.standings.tiebreaks.registry import explain
from pareo.core.state.model import Pod
from pareo.core.state.settings.event import DATE, HOST_CLUB, TOURNAMENT_NUMBER
from pareo.core.state.tournament import Tournament

_BERGER = (SONNEBORN_BERGER.id, BERGER.id)


def player_cards(event: Event, pod: Pod) -> list[Card]:
    """The cards of a pod's players by number, filled in as far as played."""
    t = event.state
    rounds = finished_rounds(pod)
    lines = lines_of(t.ruleset, rounds)
    book = open_book(ledger_of(t, pod), t.ruleset)
    return [
        Card(
            club=t.setting(HOST_CLUB) or t.entrants[no].club,
            tournament_no=t.setting(TOURNAMENT_NUMBER) or "",
            date=t.setting(DATE) or "",
            name=event.name(no),
            number=t.entrants[no].start_no or no,
            rounds=pod.planned,
            lines=_card_lines(t, book, no, lines.get(no, ())),
            unit=t.ruleset.unit,
        )
        for no in sorted(pod.members, key=lambda n: t.entrants[n].start_no or n)
    ]


def _card_lines(t: Tournament, book: Book, no: int, lines: Iterable[Line]) -> tuple[CardLine, ...]:
    listed = {part.round_no: part for part in explain(_berger(t), book, no).parts}
    return tuple(_card_line(t, book, line, listed.get(line.round_no)) for line in lines)


def _berger(t: Tournament) -> TiebreakUse:
    """The tie-break of the S-B column: the event's own, or the document's where it has none (S-12)."""
    return next((use for use in t.ruleset.tiebreaks if use.id in _BERGER), TiebreakUse(SONNEBORN_BERGER.id, {}, ""))


def _card_line(t: Tournament, book: Book, line: Line, part: Part | None) -> CardLine:
    """`part` is what the round brought in Sonneborn-Berger; None where nobody's points stand for it."""
    unit = t.ruleset.unit
    raw = None if part is None or part.raw is None else int(part.raw * unit)
    counts = part is not None and part.counted and (part.value != 0 or line.outcome.won)
    summed = int(part.value * 2 * unit) if part is not None and counts else None
    if line.opponent is None:
        return CardLine(line.round_no, None, None, line.points, None, raw, summed)
    return CardLine(
        line.round_no,
        t.entrants[line.opponent].start_no or line.opponent,
        line.started if line.outcome.played else None,
        line.points,
        line.score,
        book.records[line.opponent].points if raw is None else raw,
        summed,
    )
