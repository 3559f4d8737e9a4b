"""The FISE tournament card as values (S-14): a player's games with running totals, filled in as far as played."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from pareo.app.base.context import LoadedTournament
from pareo.app.papers.cards import CardGame, CardLine, FiseCard
from pareo.core.model.entities import Pod, Round
from pareo.core.model.outcome import Game, Outcome
from pareo.core.model.ruleset import TiebreakUse
from pareo.core.results.games_text import match_format_of
from pareo.core.results.result_text import flip_result
from pareo.core.settings.event import DATE, HOST_CLUB, TOURNAMENT_NUMBER
from pareo.core.standings.player_records import RoundRecord
from pareo.core.standings.tiebreaks.berger import BERGER, SONNEBORN_BERGER
from pareo.core.standings.tiebreaks.context import StandingsContext, build_context
from pareo.core.standings.tiebreaks.parts import TiebreakPart
from pareo.core.standings.tiebreaks.registry import explain
from pareo.core.tournament.progress import counted_rounds
from pareo.core.tournament.records import ledger_of, lines_of
from pareo.core.tournament.tournament import Tournament

_BERGER = (SONNEBORN_BERGER.id, BERGER.id)


def player_cards(event: LoadedTournament, pod: Pod) -> list[FiseCard]:
    """The cards of a pod's players by number, filled in as far as played."""
    t = event.state
    rounds = counted_rounds(t, pod)
    lines = lines_of(t.ruleset, rounds)
    games = match_format_of(t.ruleset.results).games
    single = _single_games(t, rounds) if games > 1 else {}
    book = build_context(ledger_of(t, pod), t.ruleset)
    return [
        FiseCard(
            club=t.setting(HOST_CLUB) or t.entrants[no].club,
            tournament_no=t.setting(TOURNAMENT_NUMBER) or "",
            date=t.setting(DATE) or "",
            name=event.name(no),
            number=t.entrants[no].start_no or no,
            rounds=pod.planned,
            lines=tuple(
                replace(line, games=single.get((no, line.round_no), ()))
                for line in _card_lines(t, book, no, lines.get(no, ()))
            ),
            unit=t.ruleset.unit,
            games=max([games, *map(len, single.values())]),
        )
        for no in sorted(pod.members, key=lambda n: t.entrants[n].start_no or n)
    ]


def _single_games(t: Tournament, rounds: Iterable[Round]) -> dict[tuple[int, int], tuple[CardGame, ...]]:
    """By entrant and round, the games of matches of which every game is known. They begin in turn unless it is said."""
    whole = t.ruleset.points[Outcome.WIN] if t.ruleset.points_from == "games" else None
    games: dict[tuple[int, int], tuple[CardGame, ...]] = {}
    for r in rounds:
        for m in r.matches.values():
            if m.result is not None and m.result.games:
                for no, own, turn in ((m.a, m.result, 0), (m.b, flip_result(m.result), 1)):
                    games[no, r.number] = tuple(
                        CardGame(_begins(game, number + turn), _points(game, whole, len(own.games)), game.score_a)
                        for number, game in enumerate(own.games)
                    )
    return games


def _begins(game: Game, turn: int) -> bool:
    """Did this side begin the game? As it was recorded, else every second one."""
    return game.first == "a" if game.first else turn % 2 == 0


def _points(game: Game, whole: int | None, games: int) -> int | None:
    """The points of a game, where every game gives some."""
    halves = {"a": 2, "b": 0}.get(game.won, 1)
    return None if whole is None else whole * halves // (2 * games)


def _card_lines(t: Tournament, book: StandingsContext, no: int, lines: Iterable[RoundRecord]) -> tuple[CardLine, ...]:
    parts = {part.round_no: part for part in explain(_berger(t), book, no).parts}
    return tuple(_card_line(t, book, line, parts.get(line.round_no)) for line in lines)


def _berger(t: Tournament) -> TiebreakUse:
    """The tie-break of the S-B column: the event's own, or the document's where it has none (S-12)."""
    return next((use for use in t.ruleset.tiebreaks if use.id in _BERGER), TiebreakUse(SONNEBORN_BERGER.id, {}, ""))


def _card_line(t: Tournament, book: StandingsContext, line: RoundRecord, part: TiebreakPart | None) -> CardLine:
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
