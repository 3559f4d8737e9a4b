"""Two rules, one event: every place, and every drawn pair, that other rules would have made otherwise, with the
paragraph.

Places: the same results ranked by the other rules. Rounds: each is drawn once more from what was known then and with
the same seed, but as the other rules pair; where they ask for the same, the round is the same. Rounds made by hand are
left out.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import accumulate, pairwise

from pareo import rulesets
from pareo.app.base.context import Context, LoadedTournament
from pareo.app.queries.rounds.pairing_inputs import inputs_drawn
from pareo.app.rows.forecast import Compared, OtherPair, OtherPlace, UndrawableRound
from pareo.app.wording.ruleset_text import points_cite
from pareo.core.model.entities import NOT_DRAWN
from pareo.core.model.outcome import Outcome
from pareo.core.model.pairing_contract import PairingInput, PairingResult
from pareo.core.model.ruleset import Ruleset
from pareo.core.pairing.registry import pair
from pareo.core.standings.standings import Standing
from pareo.core.text.errors import BadInput, PareoError
from pareo.core.text.messages import Note, plural
from pareo.core.tournament.tables import BRACKET, CUT, per_division, tables
from pareo.core.tournament.tournament import Tournament

Ranked = dict[int, tuple[str, Standing]]  # entrant → table, row; in the order of the tables


def compared(ctx: Context, slug: str, other: str) -> Compared:
    """The event by its own rules and by others."""
    event = ctx.open(slug)
    theirs = rulesets.load(other)
    if not comparable(event.state.ruleset, theirs):
        raise BadInput(
            "compare-results",
            "{other} is for another game: its results say other things than those of {ruleset}.",
            other=theirs.id,
            ruleset=event.state.ruleset.id,
        )
    pairs, rounds, refused = _pairs(ctx, event, theirs)
    return Compared(
        ruleset=event.state.ruleset.id,
        other=theirs.id,
        places=places_by(event, theirs),
        pairs=pairs,
        rounds=rounds,
        refused=refused,
        ties=0 if theirs.results.draws else _ties(event.state),
    )


def about_ties(found: Compared) -> Note | None:
    """What became of results that the other rules do not have."""
    return (
        plural(
            "compare-ties",
            "{count} match was tied. These rules have no ties: nobody gets points for it.",
            "{count} matches were tied. These rules have no ties: nobody gets points for them.",
            count=found.ties,
        )
        if found.ties
        else None
    )


def _ties(t: Tournament) -> int:
    return sum(
        m.result is not None and m.result.a is Outcome.DRAW
        for p in t.pods.values()
        for r in p.rounds.values()
        for m in r.matches.values()
    )


def comparable(own: Ruleset, theirs: Ruleset) -> bool:
    """Do the results say what the other rules count? All say who won; scores and squadrons are of one game each."""
    return theirs.results.kind in ("outcome", own.results.kind)


# --- places -----------------------------------------------------------------------------------------------------------


def places_by(event: LoadedTournament, theirs: Ruleset) -> list[OtherPlace]:
    """The places that other rules give otherwise."""
    here = _ranked(event, event.state)
    there = _ranked(event, replace(event.state, ruleset=theirs))
    moves = _Moves(here, there)
    order = [BRACKET, CUT, *(["points"] if theirs.points_first else []), *(use.id for use in theirs.tiebreaks)]
    found = []
    for no, (table, row) in here.items():
        other = there[no][1] if no in there else None
        if other is not None and other.rank != row.rank:
            parts = [why for why in moves.parting(no) if why in order]
            why = min(parts, key=order.index, default=None) or other.decided_by
            found.append(
                OtherPlace(
                    table,
                    event.id(no),
                    event.name(no),
                    row.rank,
                    row.decided_by,
                    other.rank,
                    why,
                    paragraph(theirs, why),
                )
            )
    return found


class _Moves:
    """Two orders of the same people: who passes whom, and what parts them. Made once for thousands of places."""

    def __init__(self, here: Ranked, there: Ranked) -> None:
        self.orders = [_Order(here), _Order(there)]
        self.here, self.there = here, there
        self.groups: dict[tuple[str, str], list[int]] = {}  # in the same table here and there, as they stand there
        self.at: dict[int, int] = {}
        for no, (table, _) in there.items():
            if no in here:
                group = self.groups.setdefault((here[no][0], table), [])
                self.at[no] = len(group)
                group.append(no)
        ranks = {key: [here[no][1].rank for no in group] for key, group in self.groups.items()}
        self.least_below = {key: list(accumulate(reversed(of), min))[::-1] for key, of in ranks.items()}
        self.most_above = {key: list(accumulate(of, max)) for key, of in ranks.items()}

    def parting(self, no: int) -> set[str | None]:
        """What stands in either order between him and the nearest whom he passes, or who passes him. It need not be
        what stands between him and the next above him, from whom the first of those level on points is parted by
        points."""
        key, before = (self.here[no][0], self.there[no][0]), self.here[no][1].rank
        group, at = self.groups[key], self.at[no]
        passed = passing = None
        if self.least_below[key][at] < before:
            passed = next(group[i] for i in range(at + 1, len(group)) if self.here[group[i]][1].rank < before)
        if self.most_above[key][at] > before:
            passing = next(group[i] for i in range(at - 1, -1, -1) if self.here[group[i]][1].rank > before)
        up = self.there[no][1].rank < before
        other = passed if passed is not None and (up or passing is None) else passing
        return set() if other is None else {why for order in self.orders for why in order.between(no, other)}


class _Order:
    """The rows of each table, and where everybody stands in his."""

    def __init__(self, ranked: Ranked) -> None:
        self.tables: dict[str, list[str | None]] = {}  # what parts each from the next above
        self.at: dict[int, tuple[str, int]] = {}
        for no, (table, row) in ranked.items():
            rows = self.tables.setdefault(table, [])
            self.at[no] = table, len(rows)
            rows.append(row.decided_by)

    def between(self, one: int, other: int) -> set[str | None]:
        """From one of them down to the other."""
        table = self.at[one][0]
        low, high = sorted((self.at[one][1], self.at[other][1]))
        return set(self.tables[table][low + 1 : high + 1])


def _ranked(event: LoadedTournament, t: Tournament) -> Ranked:
    found = {}
    for table in per_division(t, tables(t, lots=event.lots())):
        for row, below in zip(table.rows, (*table.rows[1:], None), strict=True):
            first = row.decided_by is None and below is not None  # what puts him above the second
            found[row.no] = table.id, row._replace(decided_by=below.decided_by) if first and below else row
    return found


def paragraph(rules: Ruleset, decided_by: str | None) -> str:
    """Where the rules say what decided: the paragraph of the tie-break, or of what results are worth."""
    cites = {use.id: use.cite for use in rules.tiebreaks} | dict.fromkeys((CUT, BRACKET), rules.elimination.cite)
    return cites.get(decided_by or "") or points_cite(rules)


# --- rounds -----------------------------------------------------------------------------------------------------------


def _pairs(
    ctx: Context, event: LoadedTournament, theirs: Ruleset
) -> tuple[list[OtherPair], int, list[UndrawableRound]]:
    ours, others = inputs_drawn(ctx, event.state.slug), inputs_drawn(ctx, event.state.slug, theirs)
    found: list[OtherPair] = []
    refused: list[UndrawableRound] = []
    rounds = 0
    for pod in event.state.pods.values():
        for number, r in sorted(pod.rounds.items()):
            given, other = ours.get((pod.id, number)), others.get((pod.id, number))
            if given is None or other is None or r.proof in (*NOT_DRAWN, "repaired"):
                continue
            rounds += 1
            if _asks(given) == _asks(other):
                continue
            try:
                would = _meetings(pair(other))
            except PareoError as problem:
                refused.append(UndrawableRound(pod.id, number, problem.note))
                continue
            met = {(m.a, m.b) if m.a < m.b else (m.b, m.a) for m in r.matches.values()}
            met |= {(s.no, _NOBODY) for s in r.sitting if s.outcome is Outcome.BYE}
            cite = _asked_in(given, other, theirs)
            for drawn, pairs in ((True, met - would), (False, would - met)):
                found += [
                    OtherPair(pod.id, number, event.name(a), event.name(b) if b else "", drawn, cite)
                    for a, b in sorted(pairs)
                ]
    return found, rounds, refused


_NOBODY = 0  # who has the bye meets nobody


def _meetings(made: PairingResult) -> set[tuple[int, int]]:
    found = {(m.a, m.b) if m.a < m.b else (m.b, m.a) for m in made.matches}
    return found if made.bye is None else found | {(made.bye, _NOBODY)}


def _groups(given: PairingInput) -> tuple[int, ...]:
    """Points as groups, not as numbers."""
    rank = {p: i for i, p in enumerate(sorted({c.points for c in given.candidates}))}
    return tuple(rank[c.points] for c in given.candidates)


def _order(given: PairingInput) -> tuple[object, ...]:
    """What comes first where divisions play together."""
    return tuple(given.order) if len({c.division for c in given.candidates}) > 1 else ()


def _asks(given: PairingInput) -> tuple[object, ...]:
    """What two rules can differ in."""
    people = tuple((c.no, c.division, c.bye_ok, c.tags, c.starts) for c in given.candidates)
    points = sorted({c.points for c in given.candidates})
    gaps = tuple(b - a for a, b in pairwise(points)) if given.system != "random" else ()
    return given.system, _order(given), people, _groups(given), dict(given.met), given.forbidden, gaps


def _asked_in(given: PairingInput, other: PairingInput, theirs: Ruleset) -> str:
    """Where the other rules ask for what these do not: the method, the order of divisions and records, the points."""
    if given.system != other.system:
        return theirs.swiss.cite
    if _order(given) != _order(other) and theirs.divisions is not None:
        return theirs.divisions.cite or theirs.swiss.cite
    return points_cite(theirs) if _groups(given) != _groups(other) else theirs.swiss.cite
