"""What is known of a pod while it plays, and what is still open: its goals, the matches without a result, the rounds
that nobody has paired yet.

A round counts as paired once it is published. Who has left is not there: places are counted among those who stay.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from dataclasses import field as dataclass_field
from typing import NamedTuple

from pareo.core.model.entities import Pod, Round, Status
from pareo.core.model.outcome import Mark, Outcome
from pareo.core.model.ruleset import Ruleset
from pareo.core.results.games_text import match_format_of
from pareo.core.standings.player_records import Ledger, PlayerRecord, RoundRecord
from pareo.core.standings.tiebreaks.context import build_context
from pareo.core.standings.tiebreaks.percentages import scale, win_percentages
from pareo.core.tournament.records import ledger_of, lines_of
from pareo.core.tournament.tournament import Tournament

_PAIRED = (Status.PUBLISHED, Status.STARTED)


@dataclass(frozen=True, slots=True)
class QualificationGoal:
    """A cut or a second day: who of the members goes on."""

    id: str  # of the pod that is to be formed
    size: int  # places; of an asymmetrical cut the place whose record is enough; of a second day its top
    members: frozenset[int]  # among whom places are counted: a division of a shared pod has its own
    shared: bool = False  # asymmetrical: all with the points of that place (PN-ASY-1)
    most: int = 0  # of an asymmetrical cut; 0: no limit (PN-ASY-3)
    points: int | None = None  # enough whatever the place (P-DAY2-1), smallest unit
    kind: str = "cut"  # or "day2"


class OpenMatch(NamedTuple):
    """A match whose result is not in."""

    table: int
    a: int
    b: int


class Ending(NamedTuple):
    """One way a match can end, and what it is worth."""

    a: Outcome
    b: Outcome
    points_a: int
    points_b: int


@dataclass(frozen=True, slots=True)
class OpenField:
    """A pod in play: what is known of it, and what is open."""

    ledger: Ledger  # every line that is known, of the open round too
    ruleset: Ruleset  # by which the next phase is filled
    open: tuple[OpenMatch, ...]
    round_no: int  # of the open matches
    to_come: int  # rounds not paired yet
    here: frozenset[int]  # who has not left
    drawn: int = 0  # matches that ended in a draw so far, and all that were played
    played: int = 0
    adjourned: Mapping[int, tuple[int, int]] = dataclass_field(
        default_factory=dict
    )  # player → what their adjourned games may cost
    # and bring compared with the draws that they count as until they end
    may_leave: bool = False  # the round has not begun, and who left now would change tie-breaks

    @property
    def is_last(self) -> bool:
        """Is there nothing to be paired any more, and do the open matches alone decide?"""
        return self.to_come == 0 and not self.adjourned and not self.may_leave


def field_without_results(
    t: Tournament, pod: Pod, ruleset: Ruleset, *, after: int | None = None, lots: Mapping[int, int] | None = None
) -> OpenField:
    """The pod without any result of its newest round, so that it stays as it is while they come in; or without those of
    a round that it looks back at."""
    rounds = {
        n: replace(r, status=Status.FINISHED) if r.status in _PAIRED else r
        for n, r in pod.rounds.items()
        if r.status is not Status.DRAFTED and (after is None or n <= after)
    }
    last = max(rounds, default=pod.first_round - 1)
    waiting: tuple[OpenMatch, ...] = ()
    if last in rounds:
        matches = {table: replace(m, result=None) for table, m in rounds[last].matches.items()}
        rounds[last] = replace(rounds[last], matches=matches)
        waiting = tuple(OpenMatch(m.table, m.a, m.b) for m in matches.values())
    pod_then = replace(pod, rounds=rounds)
    t_then = replace(t, pods={**t.pods, pod.id: pod_then})
    ledger = ledger_of(t_then, pod_then, after=after, lots=lots)
    results = [m.result for r in rounds.values() for m in r.matches.values() if m.result is not None]
    left = {
        no for no in pod.members if (drop := t.entrants[no].drop) is not None and (after is None or drop.after <= after)
    }
    return OpenField(
        ledger,
        ruleset,
        waiting,
        last,
        max(0, pod.first_round + pod.planned - 1 - last),
        frozenset(pod.members) - left,
        sum(r.a is Outcome.DRAW for r in results),
        len(results),
        _adjourned_ranges(ruleset, rounds.values()),
    )


def with_results(field: OpenField, t: Tournament, pod: Pod, *, after: int | None = None) -> OpenField:
    """The pod as it stands, or as it stood when the round had ended: what is known of that round is added."""
    if field.round_no not in pod.rounds:
        return field
    newest = pod.rounds[field.round_no]
    known = [m.result for m in newest.matches.values() if m.result is not None]
    accounts = dict(field.ledger.accounts)
    for no, lines in lines_of(t.ruleset, [replace(newest, sitting=())]).items():
        accounts[no] = replace(accounts[no], lines=(*accounts[no].lines, *lines))
    updated = replace(
        field,
        ledger=replace(field.ledger, accounts=accounts),
        open=tuple(match for match in field.open if newest.matches[match.table].result is None),
        drawn=field.drawn + sum(r.a is Outcome.DRAW for r in known),
        played=field.played + len(known),
        adjourned=_adjourned_ranges(field.ruleset, [newest], field.adjourned),
    )
    waits = newest.status is Status.PUBLISHED and after is None
    return replace(updated, may_leave=True) if waits and updated.is_last and _leaving_counts(updated) else updated


def _adjourned_ranges(
    ruleset: Ruleset, rounds: Iterable[Round], before: Mapping[int, tuple[int, int]] | None = None
) -> dict[int, tuple[int, int]]:
    """A game to be played on counts as a draw until it ends (C.04.2, 3.1)."""
    worth, ranges = [way.points_a for way in endings(ruleset)], dict(before or {})
    games = (m for r in rounds for m in r.matches.values() if m.result is not None and m.result.mark is Mark.ADJOURNED)
    for no in (no for m in games for no in (m.a, m.b)):
        down, up = ranges.get(no, (0, 0))
        draw = ruleset.points[Outcome.DRAW]
        ranges[no] = down + min(worth) - draw, up + max(worth) - draw
    return ranges


def _leaving_counts(field: OpenField) -> bool:
    """Would it change tie-breaks if somebody left before the round begins? Who leaves then has not played to the end,
    so their share of wins is capped (P-TB-4), and TOM's stands still; later it is a match lost like any other."""
    uses = {use.id: use for use in field.ruleset.tiebreaks}
    if "tom-owp" in uses or (field.ledger.phases == "r-fit" and "owp" in uses):
        return True
    if not uses.keys() & {"owp", "oowp"}:
        return False
    use = uses.get("owp") or uses["oowp"]
    accounts = dict(field.ledger.accounts)
    for m in field.open:
        for no, other in ((m.a, m.b), (m.b, m.a)):
            accounts[no] = with_round(accounts[no], field.round_no, other, Outcome.FORFEIT_LOSS, 0, first=True)
    left = {no: replace(a, dropped_after=field.round_no - 1) if no in field.here else a for no, a in accounts.items()}
    stayed_book, left_book = (
        build_context(replace(field.ledger, accounts=each), field.ruleset) for each in (accounts, left)
    )
    return win_percentages(stayed_book, scale(stayed_book, use.options)) != win_percentages(
        left_book, scale(left_book, use.options)
    )


_FORFEITS_ALIKE = frozenset(
    {
        "on-time",
        "lot",
        "list-order",
        "owp",
        "oowp",
        "tom-owp",
        "tom-oowp",
        "head-to-head",
        "last-opponent",
        "progressive",
    }
)
"""Tie-breaks to which a match that was not played is like one that was."""


def endings(ruleset: Ruleset) -> tuple[Ending, ...]:
    """Every way a match can end that standings tell apart: also that both lose it, or that somebody does not come.

    Where games or margins give the points, a win is worth more or less.
    """
    worth = ruleset.points
    pairs = [(Outcome.WIN, Outcome.LOSS), (Outcome.LOSS, Outcome.WIN)]
    if ruleset.results.kind == "squads":
        pairs += [(Outcome.MODIFIED_WIN, Outcome.LOSS), (Outcome.LOSS, Outcome.MODIFIED_WIN)]
    if ruleset.results.draws:
        pairs.append((Outcome.DRAW, Outcome.DRAW))
    if ruleset.results.chess:  # “½-0”
        pairs += [(Outcome.DRAW, Outcome.LOSS), (Outcome.LOSS, Outcome.DRAW)]
    pairs.append((Outcome.LOSS, Outcome.LOSS))
    alike = worth[Outcome.FORFEIT_WIN] == worth[Outcome.WIN] and worth[Outcome.FORFEIT_LOSS] == worth[Outcome.LOSS]
    if not alike or any(use.id not in _FORFEITS_ALIKE for use in ruleset.tiebreaks):
        pairs += [
            (Outcome.FORFEIT_WIN, Outcome.FORFEIT_LOSS),
            (Outcome.FORFEIT_LOSS, Outcome.FORFEIT_WIN),
            (Outcome.FORFEIT_LOSS, Outcome.FORFEIT_LOSS),
        ]
    plain = (Ending(a, b, worth[a], worth[b]) for a, b in pairs)
    return tuple(dict.fromkeys((*plain, *_by_games(ruleset), *_by_margin(ruleset))))


def is_half_draw(way: Ending) -> bool:
    """Does a match end “½-0”, which only an arbiter can give?"""
    return Outcome.DRAW in (way.a, way.b) and way.a is not way.b


def _by_games(ruleset: Ruleset) -> list[Ending]:
    """A match that is worth the share of its games, in half games."""
    if ruleset.points_from != "games":
        return []
    all_of, whole = 2 * match_format_of(ruleset.results).games, ruleset.points[Outcome.WIN]
    return [
        _ending_by_lead(a - (all_of - a), whole * a // all_of, whole * (all_of - a) // all_of)
        for a in range(all_of + 1)
    ]


def _by_margin(ruleset: Ruleset) -> list[Ending]:
    """A match whose margin is worth what the scale says; a draw stands at its foot."""
    ways = []
    for step in ruleset.scale:
        ways += [_ending_by_lead(1, step.winner, step.loser), _ending_by_lead(-1, step.loser, step.winner)]
        ways += [_ending_by_lead(0, step.winner, step.loser)] if step.margin <= 0 else []
    return ways


def _ending_by_lead(ahead: int, points_a: int, points_b: int) -> Ending:
    """The ending in which the side that is ahead has won."""
    won = Outcome.WIN if ahead > 0 else Outcome.LOSS if ahead else Outcome.DRAW
    lost = Outcome.LOSS if ahead > 0 else Outcome.WIN if ahead else Outcome.DRAW
    return Ending(won, lost, points_a, points_b)


def most_points(ruleset: Ruleset) -> int:
    """The most that a round can be worth."""
    return max([*ruleset.points.values(), *(max(step.winner, step.loser) for step in ruleset.scale)])


def least_points(ruleset: Ruleset) -> int:
    """The least that a round can be worth, also to who does not come."""
    return min([0, *ruleset.points.values(), *(min(step.winner, step.loser) for step in ruleset.scale)])


def with_round(
    account: PlayerRecord, round_no: int, opponent: int, outcome: Outcome, points: int, *, first: bool
) -> PlayerRecord:
    """The record of a player with one more round."""
    line = RoundRecord(round_no, outcome, opponent, points, started=first)
    return replace(account, lines=(*account.lines, line))
