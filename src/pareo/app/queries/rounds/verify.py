"""Checking rounds that were drawn: each is held against what was known when it was paired.

What was known is read from the journal by the checker itself (`core.verify.inputs`), not by the code that paired.
Rounds of a bracket are checked against the bracket.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from pareo.app.base.context import Context, decode_entries
from pareo.app.queries.rounds.pairing_inputs import inputs_drawn
from pareo.app.rows.events import RoundCheckRow
from pareo.core.journal.codecs import RoundFact
from pareo.core.journal.facts import TournamentCreated
from pareo.core.journal.people_facts import Forgotten
from pareo.core.model.entities import NOT_DRAWN, Match
from pareo.core.model.outcome import Outcome
from pareo.core.model.pairing_contract import PairingInput
from pareo.core.pairing.registry import METHODS, find_method, pair
from pareo.core.rules.ruleset_file import parse_ruleset
from pareo.core.text.errors import BadInput, NotFound, Refused
from pareo.core.tournament.seed_commitment import commit
from pareo.core.verify.double import double_pairs
from pareo.core.verify.dutch import verify_dutch
from pareo.core.verify.inputs import BracketInput, DrawnRound, rounds_drawn
from pareo.core.verify.objectives import find_objective
from pareo.core.verify.round import Finding, seating, unknown_objective, verify_round
from pareo.core.verify.tables import bracket_pairs, robin_pairs


@dataclass(frozen=True, slots=True)
class DrawnRoundInput:
    """A round as it was drawn, with what it was drawn from."""

    pod: str
    number: int
    request: PairingInput | None  # None: a bracket
    bracket: frozenset[frozenset[int]]  # the pairs the bracket demands
    pairs: tuple[tuple[int, int], ...]
    bye: int | None
    certificate: dict[str, Any]
    proof: str
    by_hand: bool
    aside: tuple[int, ...] = ()  # by hand: who has a further bye, or was left out of the round
    open: bool = False  # not started yet: what is put together by hand may lack somebody


def verify(ctx: Context, slug: str, *, round_no: int | None = None) -> list[RoundCheckRow]:
    """One row per round checked: ok, proved, how, and what is wrong. Checked first: the data of the people, and
    the chain of the journal, which does not cover them."""
    _check_people(ctx, slug)
    entries = ctx.store.verify(slug)
    drawn = drawn_rounds(ctx, slug)
    if round_no is not None:
        drawn = {key: d for key, d in drawn.items() if key[1] == round_no}
        if not drawn:
            raise NotFound("no-round-anywhere", "Round {round} has not been paired.", round=round_no)
    name, inputs = _names(ctx, slug), inputs_drawn(ctx, slug)
    return [
        RoundCheckRow(
            pod=pod,
            round=number,
            entries=entries,
            **_compare_with_engine(
                _check_round(drawn[pod, number], name), drawn[pod, number], inputs.get((pod, number))
            )
            .in_a_word()
            ._asdict(),
        )
        for pod, number in sorted(drawn, key=lambda key: (key[1], key[0]))
    ]


def _compare_with_engine(check: RoundCheck, d: DrawnRoundInput, request: PairingInput | None) -> RoundCheck:
    """Warns where the engine draws other pairs from the round's seed. Tables and FIDE's rules know but one round."""
    if not check.ok or d.by_hand or request is None or find_method(request.system).checker in ("table", "dutch"):
        return check
    if request.objective not in find_method(request.system).objectives:
        return check
    with suppress(Refused):
        engine = pair(request)
        if (engine.bye, {frozenset((m.a, m.b)) for m in engine.matches}) == (d.bye, set(map(frozenset, d.pairs))):
            return check
    warning = (
        "Paired again from its seed, the round comes out differently: either the round was changed, or another "
        "version of the program paired it."
    )
    return check._replace(warnings=[*check.warnings, warning])


def _check_people(ctx: Context, slug: str) -> None:
    """Nobody's row is damaged, and nobody's is missing who was not forgotten."""
    torn = set(ctx.store.corrupt_people(slug))
    journal = decode_entries(ctx.store.read(slug))
    forgotten = {t.fact.no for t in journal if isinstance(t.fact, Forgotten)}
    there = set() if torn else ctx.store.people(slug).keys()
    persons = {no: set(e.persons) for no, e in ctx.open(slug).state.entrants.items() if no not in forgotten}
    wrong = [no for no, ids in sorted(persons.items()) if (ids & torn if torn else ids - there)]
    if wrong or torn:
        raise BadInput(
            "people-damaged",
            "The data of {who} was damaged or lost after it was saved: a backup has it.",
            who=", ".join(f"#{no}" for no in wrong) or slug,
        )


class RoundCheck(NamedTuple):
    """What was found of one round."""

    ok: bool
    proved: bool
    method: str
    violations: list[str]
    warnings: list[str]
    verdict: str = ""

    def in_a_word(self) -> RoundCheck:
        """With the verdict, where none was given."""
        word = "wrong" if not self.ok else "right" if self.proved else "right, not proved best"
        return self if self.verdict else self._replace(verdict=word)


def _names(ctx: Context, slug: str) -> Callable[[int], str]:
    """Names are looked up only where something is wrong."""

    def name(no: int) -> str:
        event = ctx.open(slug)
        return event.name(no) if no in event.state.entrants else "no known player"

    return name


def drawn_rounds(ctx: Context, slug: str) -> dict[tuple[str, int], DrawnRoundInput]:
    """Every round as it was drawn, by pod and number; the secret and the root are held against the commitment."""
    journal = decode_entries(ctx.store.read(slug))
    created = journal[0].fact
    if not isinstance(created, TournamentCreated):
        raise BadInput("journal-no-beginning", "The journal does not begin with the creation of a tournament.")
    secret = ctx.store.secret(slug)
    if created.commitment and hashlib.sha256(secret.encode()).hexdigest() != created.commitment:
        raise BadInput("seed-changed", "The secret seed is not the one that was fixed when the tournament was created.")
    if (
        created.draws is not None
        and commit(secret, created.draws.pods, created.draws.rounds, created.draws.drafts) != created.draws
    ):
        raise BadInput("root-changed", "The root of all draws is not that of the secret seed.")
    ruleset = parse_ruleset(created.ruleset, name=created.ruleset_id)
    drops = {no: e.drop.after for no, e in ctx.open(slug).state.entrants.items() if e.drop is not None}
    return {key: _as_drawn(d, drops) for key, d in rounds_drawn(ruleset, journal, METHODS).items()}


def _as_drawn(d: DrawnRound, drops: Mapping[int, int]) -> DrawnRoundInput:
    row, request, matches = d.row, None, d.row.matches
    demanded: frozenset[frozenset[int]] = frozenset()
    by_hand = row.proof in (*NOT_DRAWN, "repaired")
    if isinstance(d.source, BracketInput):
        demanded = double_pairs(d.source) if d.source.double else bracket_pairs(d.source)
    elif d.robin:
        request = d.source
        demanded = robin_pairs(request)
    else:
        request, matches = _without_settled(d.source, row)
        request = _without_resting(request, row, drops) if by_hand else request
    byes = [s.no for s in row.sitting if s.outcome in (Outcome.BYE, Outcome.REST)]
    left_out = [s.no for s in row.sitting if s.outcome is Outcome.ABSENT]
    return DrawnRoundInput(
        row.pod,
        row.number,
        request,
        demanded,
        tuple((m.a, m.b) for m in matches),
        byes[0] if byes else None,
        dict(row.certificate),
        row.proof,
        by_hand,
        (*byes[1:], *left_out),
        d.open,
    )


def _without_settled(request: PairingInput, row: RoundFact) -> tuple[PairingInput, tuple[Match, ...]]:
    """The others, where a match was lost by forfeit (somebody left) before the round was changed by hand."""
    decided = {table for table, _ in row.results or ()}
    known = {c.no for c in request.candidates}
    settled = {m.table for m in row.matches if m.table in decided and not known.issuperset((m.a, m.b))}
    if not settled:
        return request, row.matches
    gone = {no for m in row.matches if m.table in settled for no in (m.a, m.b)}
    left = tuple(c for c in request.candidates if c.no not in gone)
    return replace(request, candidates=left), tuple(m for m in row.matches if m.table not in settled)


def _without_resting(request: PairingInput, row: RoundFact, drops: Mapping[int, int]) -> PairingInput:
    """The others, where a round by hand, or from a file, says itself who asked for a bye or came late.

    Who dropped in a round and has no match there left before it was paired.
    """
    inside = {no for m in row.matches for no in (m.a, m.b)} | {s.no for s in row.sitting}
    resting = {s.no for s in row.sitting if s.outcome in _OWN_REST}
    resting |= {no for no, after in drops.items() if after <= row.number and no not in inside}
    return replace(request, candidates=tuple(c for c in request.candidates if c.no not in resting))


_OWN_REST = (Outcome.EARNED_BYE, Outcome.REQUESTED_BYE, Outcome.LATE_LOSS)


_NEVER = ("against-himself", "paired-twice", "unknown-player")  # not even by hand, not even in a draft


def _sentences(findings: Iterable[Finding], name: Callable[[int], str]) -> list[str]:
    """In words; players by their names."""
    return [
        f.sentence.format(**{
            key: name(value) if key in _PEOPLE and isinstance(value, int) else value for key, value in f.params.items()
        })
        for f in findings
    ]  # fmt: skip


_PEOPLE = ("player", "a", "b")  # the places in a sentence that are entrants


def _check_round(d: DrawnRoundInput, name: Callable[[int], str]) -> RoundCheck:
    if d.request is None:
        right = d.bracket == frozenset(frozenset(p) for p in d.pairs)
        problem = [] if right else ["The matches are not those of the bracket."]
        return RoundCheck(right, right, "bracket", problem, [])
    if d.by_hand and (warnings := _not_whole(d, d.request, name)):
        wrong = _sentences((f for f in seating(d.request, d.pairs, d.bye) if f.code in _NEVER), name)
        other = "differs (by hand)" if find_method(d.request.system).checker == "dutch" and not wrong else ""
        return RoundCheck(not wrong, False, d.proof, wrong, warnings, other)  # noqa: FBT003
    method = find_method(d.request.system)
    if method.checker and find_objective(method.checker, d.request.objective) is None:
        wrong = _sentences(seating(d.request, d.pairs, d.bye), name)
        told = _sentences([unknown_objective(d.request.objective)], name)
        return RoundCheck(not wrong, False, "not proved", wrong, told, "" if wrong else "not checked")  # noqa: FBT003
    if method.checker == "table":
        return _check_table(d, d.request, name)
    if method.checker == "dutch":
        return _check_dutch(d, d.request, name)
    verdict = verify_round(
        d.request, d.pairs, d.bye, certificate=d.certificate or None, strict=not d.by_hand, rule=method.checker
    )
    return RoundCheck(
        verdict.ok,
        verdict.proved,
        verdict.method,
        _sentences(verdict.violations, name),
        _sentences(verdict.warnings, name),
    )


def _check_dutch(d: DrawnRoundInput, request: PairingInput, name: Callable[[int], str]) -> RoundCheck:
    """The rules of FIDE allow one round: it is that one, or another made by hand, or breaks them (F-102).

    What the checker cannot prove is held against the engine's round.
    """
    used = {(min(p), max(p)) for p in d.pairs} & request.forbidden
    allowed = _without(request, used)
    verdict = verify_dutch(allowed, d.pairs, d.bye, strict=not d.by_hand)
    unavoidable = [f"Players {name(a)} and {name(b)} must not meet, and do." for a, b in sorted(used)]
    violations, warnings = _sentences(verdict.violations, name), [*unavoidable, *_sentences(verdict.warnings, name)]
    same = verdict.proved
    if verdict.ok and not same and all(finding.code == "not-proved" for finding in verdict.warnings):
        same = _as_the_engine_pairs(allowed, d)
        if not same:
            (warnings if d.by_hand else violations).append("The engine pairs this round differently.")
    word = "breaks the rules" if violations else "as the engine pairs" if same else "differs (by hand)"
    return RoundCheck(not violations, verdict.proved, verdict.method, violations, warnings, word)


def _as_the_engine_pairs(request: PairingInput, d: DrawnRoundInput) -> bool:
    try:
        engine = pair(request)
    except Refused:
        return False
    return (engine.bye, {(m.a, m.b) for m in engine.matches}) == (d.bye, set(d.pairs))


def _without(request: PairingInput, used: set[tuple[int, int]]) -> PairingInput:
    """Forbidden pairs that could not be kept apart were told before the round was published: they are no fault."""
    return replace(request, forbidden=request.forbidden - used) if used else request


def _not_whole(d: DrawnRoundInput, request: PairingInput, name: Callable[[int], str]) -> list[str]:
    """What a round made by hand lacks, or has beyond a round of the rules; whoever made it was asked or told then."""
    inside = {no for p in d.pairs for no in p} | {d.bye, *d.aside}
    alone = sorted(c.no for c in request.candidates if c.no not in inside)
    origin = "made by hand" if d.proof == "by hand" else f"paired by {d.proof}" if d.proof in NOT_DRAWN else d.proof
    aside = [f"Player {name(no)} has no opponent in this round; it was {origin}." for no in sorted(d.aside)]
    if not alone:
        return aside
    if not d.open and not find_method(request.system).robin:
        return []  # a round that is played has everybody in it: it is checked like any other
    if d.open:
        count = "1 player has" if len(alone) == 1 else f"{len(alone)} players have"
        return [*aside, f"The draft is not complete yet: {count} no opponent."]
    return [*aside, *(f"Player {name(no)} is neither paired nor sitting out: they had dropped." for no in alone)]


def _check_table(d: DrawnRoundInput, request: PairingInput, name: Callable[[int], str]) -> RoundCheck:
    """A round of a round robin: everybody once, and the pairs are those of the table."""
    wrong = _sentences(seating(request, d.pairs, d.bye), name)
    other = d.bracket != frozenset(frozenset(p) for p in d.pairs)
    differs = ["The matches are not those of the table."] if other and not wrong else []
    violations = wrong + ([] if d.by_hand else differs)
    return RoundCheck(not violations, not violations and not other, "table", violations, differs if d.by_hand else [])
