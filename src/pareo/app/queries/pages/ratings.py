"""The rating view of an event: what its games do to everybody's rating, on either list, after any round (S-18, SP-12).

Contract: `ratings_view` gives plain rows, one per entrant in the order of the starting list; nothing is written. All
finished games of the event count, those of a second day and of an elimination too. The rules of a list are the
event's (settings `rating_rules`, `rating2_rules`) or the ruleset's; replay has put them together already.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction

from pareo.app.base.context import Context, LoadedTournament
from pareo.app.queries.pages.public_view import check_after
from pareo.app.rows.people import PlayerRatingRow
from pareo.core.model.entities import Entrant, Round
from pareo.core.model.ruleset import RatingRules, Ruleset
from pareo.core.settings.event import DATE
from pareo.core.standings.player_records import Ledger, PlayerRecord
from pareo.core.standings.ratings.changes import RatingRow, rating_view
from pareo.core.standings.ratings.fide import RatingHistory
from pareo.core.standings.ratings.pzszach import CATEGORIES, category_rating
from pareo.core.standings.ratings.rules import rating_rules_text
from pareo.core.text.errors import NotFound, Refused
from pareo.core.text.numbers import whole_or
from pareo.core.tournament.progress import counted_rounds
from pareo.core.tournament.records import lines_of
from pareo.core.tournament.tournament import Tournament

LISTS = (1, 2)


def rating_rules(t: Tournament, list_no: int = 1) -> RatingRules | None:
    """The rules of a list; None where the event has no such list."""
    if list_no not in LISTS:
        raise NotFound("no-rating-list", "There is no rating list {number}: choose 1 or 2.", number=list_no)
    return t.ruleset.rating if list_no == 1 else t.ruleset.rating2


def rated_lists(t: Tournament) -> tuple[int, ...]:
    """The lists that this event has rules for."""
    return tuple(number for number in LISTS if rating_rules(t, number) is not None)


def rules_text(t: Tournament, list_no: int = 1) -> str:
    """The rules of a list in words, as the setting says them."""
    return rating_rules_text(rating_rules(t, list_no))


def ratings_view(ctx: Context, slug: str, list_no: int = 1, after: int | None = None) -> list[PlayerRatingRow]:
    """Everybody's rating line after a round (None: the last finished).

    `rated` says whether the list has a valid rating of theirs. Scores and expectations are numbers as shown, and exact.
    """
    event = ctx.open(slug)
    t = event.state
    rows = rating_rows(event, list_no, after)
    start = {no: (e.start_no or 1 << 30, no) for no, e in t.entrants.items()}
    return [_rating_row(event, row) for row in sorted(rows, key=lambda row: start[row.no])]


def no_ratings(ruleset: Ruleset) -> Refused:
    return Refused("no-ratings", "The ruleset {ruleset} has no ratings.", ruleset=ruleset.title)


def rating_rows(event: LoadedTournament, list_no: int = 1, after: int | None = None) -> tuple[RatingRow, ...]:
    """Rating changes as exact values, by number of entrant: for further arithmetic."""
    t = event.state
    rules = rating_rules(t, list_no)
    if rules is None:
        if list_no == 1:
            raise no_ratings(t.ruleset)
        raise Refused("no-second-ratings", "This event has no rules for a second rating list.")
    check_after(t, after)
    ratings = {no: listed_rating(event, e, list_no, rules) for no, e in t.entrants.items()}
    return rating_view(_all_games(t, after), ratings, rules, histories=_rated_before(event, list_no))


def listed_rating(event: LoadedTournament, e: Entrant, list_no: int, rules: RatingRules) -> int | None:
    """An entrant's rating on the list. PZSzach: the rating of the category, if that alone is known."""
    rating = e.rating if list_no == 1 else e.rating2
    if rating is None and rules.method == "pzszach" and not e.team:
        person = event.person(e)
        category = str(person.get("title") or "")
        if category in CATEGORIES:
            return category_rating(category, woman=person.get("sex") == "f")
    return rating


def _all_games(t: Tournament, after: int | None) -> Ledger:
    """One ledger of everybody, with the finished rounds of every phase."""
    rounds: list[Round] = [_as_rated(t, pod.id, r) for pod in t.pods.values() for r in counted_rounds(t, pod, after)]
    rounds.sort(key=lambda r: r.number)
    lines = lines_of(t.ruleset, rounds)
    accounts = {no: PlayerRecord(no, tuple(lines.get(no, ()))) for no in t.entrants}
    numbers = tuple(sorted({r.number for r in rounds}))
    return Ledger(accounts, numbers, len(numbers))


def _as_rated(t: Tournament, pod: str, r: Round) -> Round:
    """The round with what is rated instead of results that stand (F-20)."""
    other = {
        table: result
        for (where, number, table), result in t.rating_corrections.items()
        if (where, number) == (pod, r.number) and table in r.matches
    }
    if not other:
        return r
    matches = {table: replace(m, result=other.get(table, m.result)) for table, m in r.matches.items()}
    return replace(r, matches=matches)


def _rated_before(event: LoadedTournament, list_no: int) -> Mapping[int, RatingHistory]:
    """What the methods ask about a player's past. Ages are those of the year of the event."""
    t = event.state
    year = _year(event)
    before = {}
    for no, e in t.entrants.items():
        born = event.person(e).get("birth_year")
        age = year - born if isinstance(born, int) and year is not None else None
        before[no] = RatingHistory(games=e.games if list_no == 1 else e.games2, age=age, k=e.k)
    return before


def _year(event: LoadedTournament) -> int | None:
    """The year of the event: its date, else when it was created."""
    for text in (event.state.setting(DATE) or "", event.store.summary(event.state.slug).created):
        if (year := whole_or(text[:4], 4, None)) is not None:
            return year
    return None


def _rating_row(event: LoadedTournament, row: RatingRow) -> PlayerRatingRow:
    return PlayerRatingRow(
        player=event.id(row.no),
        no=row.no,
        name=event.name(row.no),
        rating=row.rating,
        games=row.games,
        score=_as_number(row.score),
        expected=None if row.expected is None else _as_number(row.expected),
        change=row.change,
        average=row.average,
        performance=row.performance,
        new=row.new,
        rated=row.rating is not None,
    )


def _as_number(value: Fraction) -> int | float:
    """Halves, hundredths and ten-thousandths are exact as decimals."""
    return value.numerator if value.denominator == 1 else float(value)
