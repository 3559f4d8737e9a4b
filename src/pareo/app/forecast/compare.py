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
from pareo.app.wording.ruleset_sections import points_cite
from pareo.core.model.entities import NOT_DRAWN
from pareo.core.model.outcome import Outcome
from pareo.core.model.pairing_contract import PairingInput, PairingResult
from pareo.core.model.ruleset import Ruleset
from pareo.core.pairing.registry import pair
from pareo.core.standings.standings import Standing
from pareo.core.text.errors import BadInput, PareoError
from pareo.core.text.messages import Note, plural
from pareo.core.tournament.tables import BRACKET, CUT, SECOND_DAY, per_division, tables
from pareo.core.tournament.tournament import Tournament

Ranking = dict[int, tuple[str, Standing]]  # entrant → table, row; in the order of the tables


def compare_rules(ctx: Context, slug: str, other: str) -> Compared:
    """Compares an event by its own rules with the same event by other rules."""
    event = ctx.open(slug)
    theirs = rulesets.load(other)
    if not comparable(event.state.ruleset, theirs):
        raise BadInput(
            "compare-results",
            "{other} is for another game, so its results can't be compared with those of {ruleset}.",
            other=theirs.id,
            ruleset=event.state.ruleset.id,
        )
    pairs, rounds, refused = _pairs(ctx, event, theirs)
    return Compared(
        ruleset=event.state.ruleset.id,
        other=theirs.id,
        places=changed_places(event, theirs),
        pairs=pairs,
        rounds=rounds,
        refused=refused,
        ties=0 if theirs.results.draws else _ties(event.state),
    )


def ties_note(comparison: Compared) -> Note | None:
    """A note on tied matches, where the other rules have no ties."""
    return (
        plural(
            "compare-ties",
            "{count} match was tied. These rules have no ties, so it scores no points.",
            "{count} matches were tied. These rules have no ties, so they score no points.",
            count=comparison.ties,
        )
        if comparison.ties
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


def changed_places(event: LoadedTournament, theirs: Ruleset) -> list[OtherPlace]:
    """The places that other rules give otherwise."""
    here = _ranking(event, event.state)
    there = _ranking(event, replace(event.state, ruleset=theirs))
    moves = _Moves(here, there)
    points = ["points"] if theirs.points_first else []
    order = [BRACKET, CUT, *points, SECOND_DAY, *(use.id for use in theirs.tiebreaks)]
    places = []
    for no, (table, row) in here.items():
        other = there[no][1] if no in there else None
        if other is not None and other.rank != row.rank:
            parts = [why for why in moves.reasons(no) if why in order]
            why = min(parts, key=order.index, default=None) or other.decided_by
            places.append(
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
    return places


class _Moves:
    """Two orders of the same people: who passes whom, and what parts them. Made once for thousands of places."""

    def __init__(self, here: Ranking, there: Ranking) -> None:
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

    def reasons(self, no: int) -> set[str | None]:
        """What decides, in either order, between a player and the nearest one whom they pass, or who passes them.

        It need not be what decides between the player and the next above: the first of those level on points is parted
        from that one by points."""
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
    """The rows of each table, and where everybody stands in theirs."""

    def __init__(self, ranked: Ranking) -> None:
        self.tables: dict[str, list[str | None]] = {}  # what parts each from the next above
        self.at: dict[int, tuple[str, int]] = {}
        for no, (table, row) in ranked.items():
            rows = self.tables.setdefault(table, [])
            self.at[no] = table, len(rows)
            rows.append(row.decided_by)

    def between(self, one: int, other: int) -> set[str | None]:
        """What decides between two players of one table, step by step from one down to the other."""
        table = self.at[one][0]
        low, high = sorted((self.at[one][1], self.at[other][1]))
        return set(self.tables[table][low + 1 : high + 1])


def _ranking(event: LoadedTournament, t: Tournament) -> Ranking:
    ranking = {}
    for table in per_division(t, tables(t, lots=event.lots())):
        for row, below in zip(table.rows, (*table.rows[1:], None), strict=True):
            first = row.decided_by is None and below is not None  # what puts the first above the second
            ranking[row.no] = table.id, row._replace(decided_by=below.decided_by) if first and below else row
    return ranking


def paragraph(rules: Ruleset, decided_by: str | None) -> str:
    """Where the rules say what decided: the paragraph of the tie-break, or of what results are worth."""
    cites = {use.id: use.cite for use in rules.tiebreaks} | dict.fromkeys((CUT, BRACKET), rules.elimination.cite)
    if rules.second_day is not None:
        cites[SECOND_DAY] = rules.second_day.cite
    return cites.get(decided_by or "") or points_cite(rules)


# --- rounds -----------------------------------------------------------------------------------------------------------


def _pairs(
    ctx: Context, event: LoadedTournament, theirs: Ruleset
) -> tuple[list[OtherPair], int, list[UndrawableRound]]:
    ours, others = inputs_drawn(ctx, event.state.slug), inputs_drawn(ctx, event.state.slug, theirs)
    changed: list[OtherPair] = []
    refused: list[UndrawableRound] = []
    rounds = 0
    for pod in event.state.pods.values():
        for number, r in sorted(pod.rounds.items()):
            request, other = ours.get((pod.id, number)), others.get((pod.id, number))
            if request is None or other is None or r.proof in (*NOT_DRAWN, "repaired"):
                continue
            rounds += 1
            if _pairing_key(request) == _pairing_key(other):
                continue
            try:
                would_meet = _meetings(pair(other))
            except PareoError as problem:
                refused.append(UndrawableRound(pod.id, number, problem.note))
                continue
            met = {(m.a, m.b) if m.a < m.b else (m.b, m.a) for m in r.matches.values()}
            met |= {(s.no, _NOBODY) for s in r.sitting if s.outcome is Outcome.BYE}
            cite = _cite_of_difference(request, other, theirs)
            for drawn, pairs in ((True, met - would_meet), (False, would_meet - met)):
                changed += [
                    OtherPair(pod.id, number, event.name(a), event.name(b) if b else "", drawn, cite)
                    for a, b in sorted(pairs)
                ]
    return changed, rounds, refused


_NOBODY = 0  # who has the bye meets nobody


def _meetings(result: PairingResult) -> set[tuple[int, int]]:
    pairs = {(m.a, m.b) if m.a < m.b else (m.b, m.a) for m in result.matches}
    return pairs if result.bye is None else pairs | {(result.bye, _NOBODY)}


def _groups(request: PairingInput) -> tuple[int, ...]:
    """For each candidate the number of their score group, from the lowest."""
    rank = {p: i for i, p in enumerate(sorted({c.points for c in request.candidates}))}
    return tuple(rank[c.points] for c in request.candidates)


def _order(request: PairingInput) -> tuple[object, ...]:
    """The priorities of pairing where divisions play together; else nothing."""
    return tuple(request.order) if len({c.division for c in request.candidates}) > 1 else ()


def _pairing_key(request: PairingInput) -> tuple[object, ...]:
    """What two rules can differ in when they pair a round: equal keys give equal rounds."""
    people = tuple((c.no, c.division, c.bye_ok, c.tags, c.starts) for c in request.candidates)
    points = sorted({c.points for c in request.candidates})
    gaps = tuple(b - a for a, b in pairwise(points)) if request.system != "random" else ()
    return request.system, _order(request), people, _groups(request), dict(request.met), request.forbidden, gaps


def _cite_of_difference(request: PairingInput, other: PairingInput, theirs: Ruleset) -> str:
    """Where the other rules ask for what these do not: the method, the order of divisions and records, the points."""
    if request.system != other.system:
        return theirs.swiss.cite
    if _order(request) != _order(other) and theirs.divisions is not None:
        return theirs.divisions.cite or theirs.swiss.cite
    return points_cite(theirs) if _groups(request) != _groups(other) else theirs.swiss.cite
