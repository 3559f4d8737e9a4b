"""Birth years in an event: the years its divisions go by, who moves when they change, and who has none (P-AGE-1)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from pareo.app.base.context import LoadedTournament
from pareo.core.model.ruleset import DivisionRules, Ruleset
from pareo.core.rules.birth_years import divisions_in_force
from pareo.core.rules.pods import division_of
from pareo.core.settings.divisions import BIRTH_YEARS
from pareo.core.settings.event import DATE, SEASON
from pareo.core.text.errors import Refused
from pareo.core.text.messages import Note, plural, text_note
from pareo.core.tournament.tournament import Tournament

_NAMED = 8


def divisions_by(ruleset: Ruleset, settings: Mapping[str, object]) -> DivisionRules | None:
    """The divisions with the birth years that these settings bring: set, of the date's season, or the document's."""
    if ruleset.divisions is None:
        return None
    return divisions_in_force(
        ruleset.divisions,
        date=DATE.of(settings) or "",
        text=BIRTH_YEARS.of(settings),
        season=SEASON.of(settings),
        usual=ruleset.season,
    )


def divisions_now(t: Tournament) -> DivisionRules:
    """The divisions of this event."""
    divisions = divisions_by(t.ruleset, t.settings)
    if divisions is None:
        raise Refused("no-divisions", "This ruleset has no age divisions.")
    return divisions


def division_under(old: DivisionRules, new: DivisionRules, division: str, born: int | None) -> str:
    """The division of somebody under other years: another only if the birth year had given the old one."""
    if born is None or division != division_of(old, born):
        return division
    return division_of(new, born)


def moved_by(event: LoadedTournament, settings: Mapping[str, object]) -> tuple[tuple[int, str], ...]:
    """Whom these settings bring into another division (P-AGE-1)."""
    t = event.state
    new = divisions_by(t.ruleset, settings)
    if new is None:
        return ()
    old = divisions_now(t)
    changes = (
        (no, e.division, division_under(old, new, e.division, event.person(e).get("birth_year")))
        for no, e in sorted(t.entrants.items())
    )
    return tuple((no, after) for no, before, after in changes if after != before)


def without_birth_year(event: LoadedTournament) -> list[int]:
    """Who plays in the oldest division only because the birth year is not known, as far as can be told."""
    t = event.state
    if t.ruleset.divisions is None or t.ruleset.entrant == "team":
        return []
    oldest = t.ruleset.divisions.divisions[-1].id
    return [
        no
        for no, e in sorted(t.entrants.items())
        if e.drop is None and e.division == oldest and event.person(e).get("birth_year") is None
    ]


def unknown_ages(event: LoadedTournament, names: Iterable[str]) -> list[Note]:
    """One note that counts and names them; none where there is nobody."""
    players = list(names)
    rules = event.state.ruleset.divisions
    if not players or rules is None:
        return []
    shown = ", ".join(players[:_NAMED]) + (" …" if len(players) > _NAMED else "")
    return [
        plural(
            "no-birth-year",
            "{count} player without a birth year plays with the {division}: {names}.",
            "{count} players without a birth year play with the {division}: {names}.",
            count=len(players),
            division=text_note(rules.divisions[-1].title),
            names=shown,
        )
    ]


def age_notes(event: LoadedTournament) -> list[Note]:
    """One note that counts and names entered players without a birth year; none where there is nobody."""
    return unknown_ages(event, map(event.name, without_birth_year(event)))
