"""Checking rounds that were drawn: each is held against what was known when it was paired.

The journal is folded entry by entry; at each pairing the input is rebuilt from the state just before it. Rounds of a
bracket are checked against the bracket.
"""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from pareo.app.desk import Desk, told
from pareo.app.views.rows_event import Verdict
from pareo.core.journal.facts import Undone
from pareo.core.journal.fold import apply, begin, undone_by
from pareo.core.journal.people_facts import Late
from pareo.core.journal.round_facts import Advanced, Paired
from pareo.core.journal.rows import RoundFact
from pareo.core.pairing.bracket import next_round
from pareo.core.pairing.chance import round_seed
from pareo.core.pairing.contract import PairingInput
from pareo.core.pairing.drafting import bracket_rounds, pairing_input
from pareo.core.pairing.methods import is_robin, usual_method
from pareo.core.pairing.registry import find
from pareo.core.pairing.robin.rounds import robin_table, single_length
from pareo.core.state.model import Match, Status
from pareo.core.state.outcome import Outcome
from pareo.core.state.tournament import ELIMINATION, Tournament
from pareo.core.verify.dutch import verify_dutch
from pareo.core.verify.round import seating, verify_round
from pareo.core.words.errors import BadInput, NotFound


@dataclass(frozen=True, slots=True)
class Drawn:
    """A round as it was drawn, with what it was drawn from."""

    pod: str
    number: int
    given: PairingInput | None  # None: a bracket
    bracket: frozenset[frozenset[int]]  # the pairs the bracket demands
    pairs: tuple[tuple[int, int], ...]
    bye: int | None
    certificate: dict[str, Any]
    by_hand: bool
    aside: tuple[int, ...] = ()  # by hand: who has a further bye, or was left out of the round
    open: bool = False  # not started yet: what is put together by hand may lack somebody


def verify(desk: Desk, slug: str, *, round_no: int | None = None) -> list[Verdict]:
    """One row per round checked: ok, proved, how, and what is wrong. The chain of the journal is checked first."""
    entries = desk.store.verify(slug)
    drawn = _drawn(desk, slug)
    if round_no is not None:
        drawn = {key: d for key, d in drawn.items() if key[1] == round_no}
        if not drawn:
            raise NotFound("no-round-anywhere", "Round {round} has not been paired.", round=round_no)
    return [
        Verdict(pod=pod, round=number, entries=entries, **_checked(drawn[pod, number])._asdict())
        for pod, number in sorted(drawn, key=lambda key: (key[1], key[0]))
    ]


class Checked(NamedTuple):
    """What was found of one round."""

    ok: bool
    proved: bool
    method: str
    violations: list[str]
    warnings: list[str]


def _drawn(desk: Desk, slug: str) -> dict[tuple[str, int], Drawn]:
    journal = told(desk.store.read(slug))
    undone = undone_by(journal)
    t = begin(journal[0])
    secret = desk.store.secret(slug)
    if t.commitment and hashlib.sha256(secret.encode()).hexdigest() != t.commitment:
        raise BadInput("seed-changed", "The secret seed is not the one that was fixed when the tournament was created.")
    drawn: dict[tuple[str, int], Drawn] = {}
    for entry in journal[1:]:
        fact = entry.fact
        if isinstance(fact, Undone) or entry.seq in undone:
            continue
        if isinstance(fact, Advanced | Paired):
            _discard(drawn, fact.unformed)
        if isinstance(fact, Paired):
            _collect(_with_new_pods(t, fact), fact.rounds, drawn, secret)
        elif isinstance(fact, Late) and fact.round is not None:
            _collect(_with_late(t, fact), (fact.round,), drawn, secret)
        apply(t, entry)
    return {key: _with_status(t, d) for key, d in drawn.items()}


def _with_status(t: Tournament, d: Drawn) -> Drawn:
    status = t.pods[d.pod].rounds[d.number].status
    return replace(d, open=status in (Status.DRAFTED, Status.PUBLISHED))


def _collect(
    before: Tournament, rounds: Sequence[RoundFact], drawn: dict[tuple[str, int], Drawn], secret: str
) -> None:
    """The rounds of one entry, with inputs from the state before it."""
    for row in rounds:
        pod = before.pods[row.pod]
        number = row.number
        given = None
        demanded: frozenset[frozenset[int]] = frozenset()
        if pod.phase in ELIMINATION:
            asked = next_round(pod.members, bracket_rounds(pod, number), third_place=pod.third_place)
            demanded = frozenset(frozenset(p) for p in asked.pairs)
        else:
            method = row.system or usual_method(before, pod)
            top = row.top_starts if number == pod.first_round and not pod.sources else None
            seed = round_seed(secret, pod.id, number, row.draft)
            given = pairing_input(before, pod, number, seed, method=method, top=top)
            demanded = _table_pairs(given) if is_robin(pod) else demanded
        matches = row.matches
        by_hand = row.proof in ("by hand", "repaired")
        if given is not None and not is_robin(pod):
            given, matches = _without_settled(given, row)
            given = _without_resting(given, row) if by_hand else given
        byes = [s.no for s in row.sitting if s.outcome in (Outcome.BYE, Outcome.REST)]
        left_out = [s.no for s in row.sitting if s.outcome is Outcome.ABSENT]
        drawn[(pod.id, number)] = Drawn(
            pod.id,
            number,
            given,
            demanded,
            tuple((m.a, m.b) for m in matches),
            byes[0] if byes else None,
            dict(row.certificate),
            by_hand,
            (*byes[1:], *left_out),
        )


def _without_settled(given: PairingInput, row: RoundFact) -> tuple[PairingInput, tuple[Match, ...]]:
    """The others, where a match was lost by forfeit (somebody left) before the round was changed by hand."""
    decided = {table for table, _ in row.results or ()}
    known = {c.no for c in given.candidates}
    settled = {m.table for m in row.matches if m.table in decided and not known.issuperset((m.a, m.b))}
    if not settled:
        return given, row.matches
    gone = {no for m in row.matches if m.table in settled for no in (m.a, m.b)}
    left = tuple(c for c in given.candidates if c.no not in gone)
    return replace(given, candidates=left), tuple(m for m in row.matches if m.table not in settled)


def _without_resting(given: PairingInput, row: RoundFact) -> PairingInput:
    """The others, where a round by hand, or from a file, says itself who asked for a bye or came late."""
    resting = {s.no for s in row.sitting if s.outcome in _OWN_REST}
    return replace(given, candidates=tuple(c for c in given.candidates if c.no not in resting))


_OWN_REST = (Outcome.EARNED_BYE, Outcome.REQUESTED_BYE, Outcome.LATE_LOSS)


def _table_pairs(given: PairingInput) -> frozenset[frozenset[int]]:
    """The pairs that the table of a round robin has in this round."""
    names = {number: no for no, number in given.numbers.items()}
    cycles = 2 if given.planned > single_length(len(names)) else 1
    drawn = robin_table(given.system, len(names), cycles)[given.round_no - 1]
    return frozenset(frozenset((names[a], names[b])) for a, b in drawn.pairs)


def _discard(drawn: dict[tuple[str, int], Drawn], unformed: Collection[str]) -> None:
    """Rounds of pods that were made anew are gone."""
    for key in [k for k in drawn if k[0] in unformed]:
        del drawn[key]


def _with_new_pods(t: Tournament, fact: Paired) -> Tournament:
    if fact.formed is None:
        return t
    entrants = dict(t.entrants)
    for no, start_no in fact.formed.start_nos:
        entrants[no] = replace(entrants[no], start_no=start_no)
    return replace(t, entrants=entrants, pods={pod.id: pod for pod in fact.formed.pods})


def _with_late(t: Tournament, fact: Late) -> Tournament:
    pod = t.pods[fact.joining.pod]
    joined = replace(pod, members=(*pod.members, fact.entrant.no))
    return replace(t, entrants={**t.entrants, fact.entrant.no: fact.entrant}, pods={**t.pods, pod.id: joined})


_NEVER = ("against-himself", "paired-twice", "unknown-player")  # not even by hand, not even in a draft


def _checked(d: Drawn) -> Checked:
    if d.given is None:
        right = d.bracket == frozenset(frozenset(p) for p in d.pairs)
        problem = [] if right else ["The matches are not those of the bracket."]
        return Checked(right, right, "bracket", problem, [])
    if d.by_hand and (told := _not_whole(d, d.given)):
        wrong = [str(f) for f in seating(d.given, d.pairs, d.bye) if f.code in _NEVER]
        return Checked(not wrong, False, "by hand", wrong, told)  # noqa: FBT003
    method = find(d.given.system)
    if method.checker == "table":
        return _checked_table(d, d.given)
    if method.checker == "dutch":
        used = {(min(p), max(p)) for p in d.pairs} & d.given.forbidden
        verdict = verify_dutch(_without(d.given, used), d.pairs, d.bye, strict=not d.by_hand)
        told = [f"Players {a} and {b} must not meet, and do." for a, b in sorted(used)]
    else:
        verdict = verify_round(
            d.given, d.pairs, d.bye, certificate=d.certificate or None, strict=not d.by_hand, rule=method.checker
        )
        told = []
    return Checked(
        verdict.ok, verdict.proved, verdict.method, [str(f) for f in verdict.violations],
        [*told, *(str(f) for f in verdict.warnings)],
    )


def _without(given: PairingInput, used: set[tuple[int, int]]) -> PairingInput:
    """Forbidden pairs that could not be kept apart were told before the round was published: they are no fault."""
    return replace(given, forbidden=given.forbidden - used) if used else given


def _not_whole(d: Drawn, given: PairingInput) -> list[str]:
    """What a round made by hand lacks, or has beyond a round of the rules; whoever made it was asked or told then."""
    inside = {no for p in d.pairs for no in p} | {d.bye, *d.aside}
    alone = sorted(c.no for c in given.candidates if c.no not in inside)
    aside = [f"Player {no} has no opponent in this round; it was made by hand." for no in sorted(d.aside)]
    if not alone:
        return aside
    if not d.open and not find(given.system).robin:
        return []  # a round that is played has everybody in it: it is checked like any other
    if d.open:
        count = "1 player has" if len(alone) == 1 else f"{len(alone)} players have"
        return [*aside, f"The draft is not complete yet: {count} no opponent."]
    return [*aside, *(f"Player {no} is neither paired nor rests: he had left." for no in alone)]


def _checked_table(d: Drawn, given: PairingInput) -> Checked:
    """A round of a round robin: everybody once, and the pairs are those of the table."""
    wrong = [str(finding) for finding in seating(given, d.pairs, d.bye)]
    other = d.bracket != frozenset(frozenset(p) for p in d.pairs)
    told = ["The matches are not those of the table."] if other and not wrong else []
    violations = wrong + ([] if d.by_hand else told)
    return Checked(
        not violations, not violations and not other, "table", violations, told if d.by_hand else []
    )
