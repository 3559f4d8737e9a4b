"""The FISE tournament card as values (S-14): a player's games with running totals, filled in as far as played."""

from __future__ import annotations

from collections.abc import Mapping

from pareo.app.desk import Event
from pareo.core.papers.cards import Card, CardLine
from pareo.core.standings.ledger import Line
from pareo.core.standings.records import finished_rounds, lines_of, points_of
from pareo.core.state.model import Pod
from pareo.core.state.outcome import Outcome
from pareo.core.state.settings.event import DATE, HOST_CLUB, TOURNAMENT_NUMBER
from pareo.core.state.tournament import Tournament


def player_cards(event: Event, pod: Pod) -> list[Card]:
    """The cards of a pod's players by number, filled in as far as played."""
    t = event.state
    rounds = finished_rounds(pod)
    points, lines = points_of(t, rounds), lines_of(t.ruleset, rounds)
    return [
        Card(
            club=t.setting(HOST_CLUB) or t.entrants[no].club,
            tournament_no=t.setting(TOURNAMENT_NUMBER) or "",
            date=t.setting(DATE) or "",
            name=event.name(no),
            number=t.entrants[no].start_no or no,
            rounds=pod.planned,
            lines=tuple(_card_line(t, line, points) for line in lines.get(no, ())),
            unit=t.ruleset.unit,
        )
        for no in sorted(pod.members, key=lambda n: t.entrants[n].start_no or n)
    ]


def _card_line(t: Tournament, line: Line, points: Mapping[int, int]) -> CardLine:
    if line.opponent is None:
        return CardLine(line.round_no, None, None, line.points)
    return CardLine(
        line.round_no,
        t.entrants[line.opponent].start_no or line.opponent,
        line.started if line.outcome.played else None,
        line.points,
        line.score,
        points[line.opponent],
        line.outcome is Outcome.WIN,
    )
