"""What was found out earlier, told later: “in” and “out” hold however the matches end that were open then, so they stay
true while nothing happens but that results of those matches come in.

`is_still_valid` looks at everything the outlook is made of, not at what happened in between: a result corrected, a
player who came or left, another pairing, another setting, an entry taken back: all of it shows there or does not
matter.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from pareo.core.qualification.bounds import Certainty
from pareo.core.qualification.open_field import OpenField
from pareo.core.qualification.prospects import ConditionalOutcome, Qualification
from pareo.core.standings.player_records import PlayerRecord, RoundRecord


def is_still_valid(then: OpenField, now: OpenField) -> bool:
    """Has nothing changed but that matches which were open then have a result?"""
    if (then.round_no, then.to_come, then.here, then.adjourned) != (
        now.round_no,
        now.to_come,
        now.here,
        now.adjourned,
    ) or (now.may_leave and not then.may_leave):
        return False
    if not set(now.open) <= set(then.open) or then.ruleset != now.ruleset:
        return False
    if replace(then.ledger, accounts={}) != replace(now.ledger, accounts={}):
        return False
    before, after, opponents = then.ledger.accounts, now.ledger.accounts, _ended_opponents(then, now)
    return before.keys() == after.keys() and all(
        _played_on(account, after[no], then.round_no, opponents[no]) if no in opponents else account == after[no]
        for no, account in before.items()
    )


def _ended_opponents(then: OpenField, now: OpenField) -> dict[int, int]:
    """Opponents in the matches that have ended since."""
    over = set(then.open) - set(now.open)
    return {no: other for m in over for no, other in ((m.a, m.b), (m.b, m.a))}


def _played_on(before: PlayerRecord, after: PlayerRecord, round_no: int, opponent: int) -> bool:
    """Is it the same account with the one line more?"""
    if after.lines[:-1] != before.lines or replace(after, lines=before.lines) != before:
        return False
    return (after.lines[-1].round_no, after.lines[-1].opponent) == (round_no, opponent)


def reuse(rows: Iterable[Qualification], then: OpenField, now: OpenField) -> tuple[Qualification, ...] | None:
    """What was found of everybody then, for the same goals, as it can be said now; None where it may no longer be
    true."""
    if not is_still_valid(then, now):
        return None
    over, accounts = _ended_opponents(then, now), now.ledger.accounts
    return tuple(_update(p, accounts[p.no].lines[-1] if p.no in over else None, now) for p in rows)


def _update(p: Qualification, line: RoundRecord | None, now: OpenField) -> Qualification:
    """Who has played meanwhile stands as it was said for their result; of other tables nothing is named any more,
    for some of them are over."""
    if line is None:
        return replace(p, ifs=tuple(replace(one, unless=(), needs=()) for one in p.ifs)) if p.ifs else p
    condition = _matching_condition(p.ifs, line) if now.ruleset.points_from == "match" else None
    updated = (
        p
        if condition is None or p.verdict is not Certainty.OPEN
        else replace(p, verdict=condition.verdict, best=condition.best, worst=condition.worst, odds=condition.odds)
    )
    return replace(updated, points=p.points + line.points, table=None, ifs=())


def _matching_condition(ifs: Iterable[ConditionalOutcome], line: RoundRecord) -> ConditionalOutcome | None:
    kind = "win" if line.outcome.won else "loss" if line.outcome.lost else "tie"
    by_result: Mapping[str, ConditionalOutcome] = {one.result: one for one in ifs}
    return by_result.get(kind)
