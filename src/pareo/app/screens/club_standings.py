"""Club standings of one tournament (SP-16): the best scores of each club, or of each federation, added up.

How they are counted is a setting of the event (`club_best`, `club_minimum`, `club_by`); a look may ask for something
else. In an event with several tables a player's place is the one of their own table.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

from pareo.app.base.context import Context, LoadedTournament
from pareo.app.league.series_table import display_number
from pareo.app.queries.pages.public_names import public_name
from pareo.app.queries.pages.public_view import cached_tables, public_tables
from pareo.app.rows.league import ClubLine, ClubPlayer
from pareo.core.model.entities import Entrant
from pareo.core.settings.public import CLUB_BEST, CLUB_BY, CLUB_MINIMUM
from pareo.core.standings.clubs import ClubRow, ClubRules, ClubScore, club_standings
from pareo.core.text.errors import BadInput
from pareo.core.tournament.progress import counted_rounds
from pareo.core.tournament.tables import StandingTable
from pareo.core.tournament.tournament import Tournament

GROUPS = ("club", "federation")


@dataclass(frozen=True, slots=True)
class ClubOptions:
    """How club standings are to be counted; None: as the event is set."""

    best: int | None = None
    minimum: int | None = None
    by: str | None = None
    tiebreaks: tuple[str, ...] = ()
    after: int | None = None


def has_clubs(t: Tournament) -> bool:
    """Has any player a club (or federation) to add up?"""
    by = club_field(t)
    return any(getattr(e, by) for e in t.entrants.values())


def counts_clubs(t: Tournament) -> bool:
    """Has the organiser said how clubs are counted? Then everybody is shown the way to their standings."""
    return any(s.key in t.settings for s in (CLUB_BEST, CLUB_MINIMUM, CLUB_BY)) and has_clubs(t)


def club_field(t: Tournament, by: str | None = None) -> str:
    """The field that stands for the club."""
    field = by or t.setting(CLUB_BY) or "club"
    if field not in GROUPS:
        raise BadInput("club-by", "“{by}” can't stand for the club: use club or federation.", by=field[:40])
    return field


def club_rules(t: Tournament, options: ClubOptions) -> ClubRules:
    """How clubs are counted: as set for the event, except what `options` ask for."""
    best = options.best if options.best is not None else t.setting(CLUB_BEST) or 0
    minimum = options.minimum if options.minimum is not None else t.setting(CLUB_MINIMUM) or 1
    usual = ClubRules(best, minimum)
    return ClubRules(best, minimum, options.tiebreaks) if options.tiebreaks else usual


def club_table(
    event: LoadedTournament, options: ClubOptions = ClubOptions(), *, public: bool = False
) -> tuple[ClubRow, ...]:
    """The clubs in order. `public`: names as the event shows them, and only of finished rounds."""
    t = event.state
    by = club_field(t, options.by)
    tables = public_tables(event, options.after) if public else cached_tables(event, options.after)
    return club_standings(_scores(event, tables, by, options, public=public), club_rules(t, options))


def _scores(
    event: LoadedTournament, tables: Iterable[StandingTable], by: str, options: ClubOptions, *, public: bool
) -> list[ClubScore]:
    t = event.state
    totals = _totals(t, options.after) if "secondary" in options.tiebreaks else {}
    scores = []
    for table in tables:
        for row in table.rows:
            club = _group(t.entrants[row.no], by)
            if club and not row.disqualified:
                name = public_name(event, row.no) if public else event.name(row.no)
                score = Fraction(row.points, t.ruleset.unit)
                scores.append(ClubScore(name, club, score, row.rank, totals.get(row.no, 0)))
    return scores


def _group(entrant: Entrant, by: str) -> str:
    return entrant.club if by == "club" else entrant.federation


def _totals(t: Tournament, after: int | None) -> dict[int, int]:
    """Everybody's points on the table."""
    totals: dict[int, int] = {}
    for pod in t.pods.values():
        for r in counted_rounds(t, pod, after):
            for m in r.matches.values():
                if m.result is not None:
                    totals[m.a] = totals.get(m.a, 0) + (m.result.score_a or 0)
                    totals[m.b] = totals.get(m.b, 0) + (m.result.score_b or 0)
    return totals


def club_rows(ctx: Context, slug: str, options: ClubOptions = ClubOptions(), *, public: bool = False) -> list[ClubLine]:
    """The club standings as rows, with the players whose scores count and the others."""
    return [
        ClubLine(
            place=row.place,
            club=row.club,
            points=display_number(row.points),
            decided_by=row.decided_by,
            players=len(row.counting) + len(row.others),
            counting=[_player(s) for s in row.counting],
            others=[_player(s) for s in row.others],
        )
        for row in club_table(ctx.open(slug), options, public=public)
    ]


def _player(score: ClubScore) -> ClubPlayer:
    return ClubPlayer(score.name, display_number(Fraction(score.score)), score.place)
