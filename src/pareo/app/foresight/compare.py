"""Two rules, one event: every place, and every drawn pair, that other rules would have made otherwise, with the
paragraph.

Places: the same results ranked by the other rules. Rounds: each is drawn once more from what was known then and with
the same seed, but as the other rules pair; where they ask for the same, the round is the same. Rounds made by hand are
left out.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from typing import Annotated

from msgspec import Meta

from pareo import rulesets
from pareo.app.desk import Desk, Event
from pareo.app.rounds.drawn_from import inputs_drawn
from pareo.app.views.rows import Inner, Row
from pareo.core.pairing.contract import PairingInput
from pareo.core.pairing.registry import pair
from pareo.core.rules.ruleset import Ruleset
from pareo.core.standings.standings import Standing
from pareo.core.standings.tables import per_division, tables
from pareo.core.state.model import NOT_DRAWN
from pareo.core.state.tournament import Tournament
from pareo.core.words.errors import PareoError


class OtherPlace(Inner, frozen=True):
    """Somebody whose place would be another one."""

    table: str
    player: str
    name: str
    place: int
    decided_by: str | None
    other_place: int
    other_decided_by: str | None
    paragraph: str  # of the other rules


class OtherPair(Inner, frozen=True):
    """Two who met, or would have met."""

    pod: str
    round: int
    a: str
    b: str  # empty: the bye
    drawn: bool  # they met; else they would have
    paragraph: str


class Compared(Row, frozen=True, kw_only=True):
    """One event by two rules."""

    ruleset: str
    other: Annotated[str, Meta(description="The ruleset it is compared with.")]
    places: list[OtherPlace]
    pairs: list[OtherPair]
    rounds: Annotated[int, Meta(description="Rounds that were drawn again.")]


def compared(desk: Desk, slug: str, other: str) -> Compared:
    """The event by its own rules and by others."""
    event = desk.open(slug)
    theirs = rulesets.load(other)
    pairs, rounds = _pairs(desk, event, theirs)
    return Compared(
        ruleset=event.state.ruleset.id, other=theirs.id, places=_places(event, theirs), pairs=pairs, rounds=rounds
    )


# --- places -----------------------------------------------------------------------------------------------------------


def _places(event: Event, theirs: Ruleset) -> list[OtherPlace]:
    here = _ranked(event, event.state)
    there = _ranked(event, replace(event.state, ruleset=theirs))
    found = []
    for no, (table, row) in here.items():
        other = there[no][1] if no in there else None
        if other is not None and other.rank != row.rank:
            found.append(OtherPlace(
                table, event.id(no), event.name(no), row.rank, row.decided_by, other.rank, other.decided_by,
                _paragraph(theirs, other.decided_by),
            ))
    return found


def _ranked(event: Event, t: Tournament) -> dict[int, tuple[str, Standing]]:
    return {row.no: (table.id, row) for table in per_division(t, tables(t, lots=event.lots())) for row in table.rows}


def _paragraph(rules: Ruleset, decided_by: str | None) -> str:
    """Where the rules say what decided: the paragraph of the tie-break."""
    cites = {use.id: use.cite for use in rules.tiebreaks}
    return cites.get(decided_by or "", "")


# --- rounds -----------------------------------------------------------------------------------------------------------


def _pairs(desk: Desk, event: Event, theirs: Ruleset) -> tuple[list[OtherPair], int]:
    ours, others = inputs_drawn(desk, event.state.slug), inputs_drawn(desk, event.state.slug, theirs)
    found: list[OtherPair] = []
    rounds = 0
    for pod in event.state.pods.values():
        for number, r in sorted(pod.rounds.items()):
            given, other = ours.get((pod.id, number)), others.get((pod.id, number))
            if given is None or other is None or r.proof in (*NOT_DRAWN, "repaired"):
                continue
            rounds += 1
            if _asks(given) == _asks(other):
                continue
            met = {(min(m.a, m.b), max(m.a, m.b)) for m in r.matches.values()}
            would = _drawn(other)
            found += [_pair(event, pod.id, number, two, drawn=True, theirs=theirs) for two in sorted(met - would)]
            found += [_pair(event, pod.id, number, two, drawn=False, theirs=theirs) for two in sorted(would - met)]
    return found, rounds


def _asks(given: PairingInput) -> tuple[object, ...]:
    """What two rules can differ in: points as groups, not as numbers."""
    points = sorted({c.points for c in given.candidates})
    rank = {p: i for i, p in enumerate(points)}
    people = tuple((c.no, rank[c.points], c.division, c.bye_ok, c.tags, c.starts) for c in given.candidates)
    gaps = tuple(b - a for a, b in pairwise(points))
    return given.system, given.order if len({c.division for c in given.candidates}) > 1 else (), people, \
        dict(given.met), given.forbidden, gaps if given.system != "random" else ()


def _drawn(given: PairingInput) -> set[tuple[int, int]]:
    try:
        made = pair(given)
    except PareoError:
        return set()  # these rules cannot pair it
    return {(min(m.a, m.b), max(m.a, m.b)) for m in made.matches}


def _pair(event: Event, pod: str, number: int, two: tuple[int, int], *, drawn: bool, theirs: Ruleset) -> OtherPair:
    return OtherPair(pod, number, event.name(two[0]), event.name(two[1]), drawn, theirs.swiss.cite)
