"""A demonstration event to click through: 23 invented players in three divisions, two rounds played, a third published.

It is made by the same functions as any event, from a fixed seed: the same each time.
"""

from __future__ import annotations

from pareo.app.base.context import Context
from pareo.app.commands.event import events
from pareo.app.commands.floor import floor
from pareo.app.commands.people.players import NewPlayer, enter
from pareo.app.commands.results import enter_result as results
from pareo.app.commands.rounds import rounds
from pareo.app.queries.pages.event_tables import pairing_rows

NAME = "Spring Cup"
SLUG = "spring-cup"
_CLUBS = ("Torre Norte", "La Ribera", "Sotavento", "")
# First name, last name, year of birth.
_PEOPLE = (
    "Iria Bouza 2017, Teo Lamas 2016, Gala Fonte 2018, Nuno Peral 2015, Bel Ardit 2017, Oto Quiroga 2016, "
    "Vera Montiel 2013, Dario Pons 2012, Lia Ferran 2011, Saul Ibarra 2014, Mina Olmo 2013, Hugo Reis 2012, "
    "Nadia Cobo 2011, Clara Vidal 1991, Bruno Salas 1988, Irene Luz 1999, Pau Roca 1995, Marta Cid 2001, "
    "Tomas Rey 1979, Aida Nadal 1997, Leo Marin 2002, Rita Moya 1985, Ivo Serra 1993"
)
_SETTINGS = {
    "organiser": "Elsa Prado",
    "judge": "Marc Oller",
    "place": "Sala Gran",
    "zone": "Europe/Madrid",
    "cut": "4",
    "prizes": "8",
    "date": "2026-11-15",
}


def fill(ctx: Context) -> str:
    """Makes the event; its slug."""
    new = events.NewEvent(NAME, "pokemon-tcg-2019-07", slug=SLUG, seed="demonstration", settings=_SETTINGS)
    slug = events.create(ctx, new)
    enter(ctx, slug, _people(), confirmed=True)
    for number in (1, 2):
        rounds.pair(ctx, slug, confirmed=True)
        rounds.publish(ctx, slug, confirmed=True)
        rounds.start(ctx, slug, confirmed=True)
        results.import_results(
            ctx, slug, _results(ctx, slug), round_no=number, terms=results.ResultOptions(confirmed=True)
        )
        rounds.finish(ctx, slug)
    rounds.pair(ctx, slug, confirmed=True)
    rounds.publish(ctx, slug, confirmed=True)
    floor.announce(ctx, slug, "Round 3 is published: find your table. Lunch is after this round.")
    return slug


def _people() -> list[NewPlayer]:
    people = []
    for i, person in enumerate(_PEOPLE.split(", ")):
        first, last, born = person.split()
        people.append(NewPlayer(first=first, last=last, birth_year=int(born), club=_CLUBS[i % len(_CLUBS)]))
    return people


def _results(ctx: Context, slug: str) -> list[results.ResultRow]:
    """Whose name has more letters wins; equal names draw."""
    rows = []
    for row in pairing_rows(ctx, slug):
        if row.name_b is not None:
            a, b = len(row.name_a), len(row.name_b)
            rows.append(results.ResultRow("=" if a == b else "1-0" if a > b else "0-1", row.table))
    return rows
