"""The independent checker of a round: is it a round at all, is it within the rules, could a better one be made?

`verify_round` answers from the input of the pairing and the pairs alone, whoever made them. It shares no code with the
pairing algorithms: it counts the cost again from the definition, and proves that no round costs less
 1. by a lower bound from counts of players (`bound.lower_bound`: "bound"), else
 2. by the certificate stored with the round, every inequality of which is checked ("certificate"), else
 3. by solving the round itself, up to 300 players ("exact"). In a larger field the costly pairs and some ordinary ones
    of each kind are solved: either they can be paired better among themselves, and the round is not the best, or
    the proof is carried over to the players left out and checked for the whole field. Else
 4. it says "not proved": a warning.
The scale of costs and the form of certificates are described in `bound` and `certificate`.

The FISE system is a procedure, not an optimum: there the checker proves what the document fixes (S-2, S-10) and, from
version 2 on, that no legal round with that bye has better gaps (B-23), method "rule", and leaves the order inside
groups to the procedure. So it does with US Chess and king of the hill, of which it checks what holds for any round:
everybody once, nobody twice with the bye, no avoidable repeat.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from dataclasses import field as default

from pareo.core.model.pairing_contract import Candidate, Cost, PairingInput, Priority
from pareo.core.text.errors import BadInput
from pareo.core.verify.bound import BYE, CheckField, Kind, cost_of, lower_bound
from pareo.core.verify.certificate import check_certificate, extend_certificate, nodes_of, read_certificate, solve
from pareo.core.verify.objectives import PREFERENCES, REMATCH_GROUPS, find_objective

EXACT_LIMIT = 300  # players up to whom the checker solves the round itself
PARTIAL_LIMIT = 300  # players of a larger field it solves in place of all
QUICK_LIMIT, CERTIFICATE_LIMIT = 64, 1500  # players solved, and players in all, of a certificate made while one waits
_PROCEDURES = ("fise", "uscf", "king")


@dataclass(frozen=True, slots=True)
class Finding:
    """One finding of the checker: a stable code, an English sentence with named places, and the values for them."""

    code: str
    sentence: str
    params: Mapping[str, object] = default(default_factory=dict)

    def __str__(self) -> str:
        return self.sentence.format(**self.params)


@dataclass(frozen=True, slots=True)
class Verdict:
    """What the checker found. `ok`: nothing is against the rules; `proved`: and no round costs less."""

    ok: bool
    proved: bool
    method: str  # how we know: "bound", "certificate", "exact", "rule" (FISE) or "not proved"
    violations: tuple[Finding, ...]
    warnings: tuple[Finding, ...]
    cost: Cost


@dataclass(frozen=True, slots=True)
class _Optimum:
    """What is known about the cheapest round; `best` is None when nothing is."""

    method: str
    best: Cost | None
    warnings: tuple[Finding, ...] = ()


def verify_round(
    pairing_input: PairingInput,
    matches: Sequence[tuple[int, int]],
    bye: int | None,
    *,
    certificate: Mapping[str, object] | None = None,
    strict: bool = True,
    exact_limit: int = EXACT_LIMIT,
    rule: str = "",
) -> Verdict:
    """Check one round of the random Swiss, FISE, US Chess or king of the hill.

    A round made or changed by hand (`strict=False`) may cost more than the best: a warning.

    `rule` names the system whose rules the round is held against, where that is another than the one that paired it. It
    is judged by the version of the objective that the input names, not by a better one of later.
    """
    pairing_input = replace(pairing_input, system=rule or pairing_input.system)
    if pairing_input.system not in ("random", *_PROCEDURES):
        raise BadInput(
            "unknown-system", "Rounds of the system “{system}” cannot be checked.", system=pairing_input.system
        )
    cost = cost_of(pairing_input, matches, bye)
    violations = [*seating(pairing_input, matches, bye)]
    objective = find_objective(pairing_input.system, pairing_input.objective)
    if violations or objective is None:
        unknown = [unknown_objective(pairing_input.objective)] if objective is None else []
        return _verdict("not proved", violations, unknown, cost, proved=False)
    field = CheckField(pairing_input, objective) if objective.digits else CheckField(pairing_input)
    warnings = [*_warn_of_pairs(field, matches), *_second_bye(field, bye)]
    if bye is not None and not field.players[bye].bye_ok and any(c.bye_ok for c in pairing_input.candidates):
        (violations if strict else warnings).append(
            Finding(
                "bye-repeated",
                "Player {player} has already had a bye; a player who has not must get it.",
                {"player": bye},
            )
        )
    if pairing_input.system in _PROCEDURES:
        broken = (_check_fise if pairing_input.system == "fise" else _check_repeats)(field, cost, bye, exact_limit)
        if objective.best_gaps:
            broken += _check_gaps(pairing_input, matches, bye, exact_limit)
        violations += [finding for finding, against_rules in broken if against_rules and strict]
        warnings += [finding for finding, against_rules in broken if not (against_rules and strict)]
        return _verdict("rule", violations, warnings, cost, proved=False)
    optimum = _optimum(field, matches, bye, cost=cost, certificate=certificate, exact_limit=exact_limit)
    warnings += optimum.warnings
    proved = optimum.best == cost
    if optimum.best is None:
        warnings.append(Finding("not-proved", "Whether a better round exists could not be proved."))
    elif not proved and not violations:
        (violations if strict else warnings).append(_not_optimal(field, cost, optimum.best))
    return _verdict(optimum.method, violations, warnings, cost, proved=proved)


def unknown_objective(version: int) -> Finding:
    """The round was drawn under a version that this checker does not know: nothing can be said against it."""
    return Finding(
        "objective-unknown",
        "This round was paired under version {version} of the pairing objective, which this program does not know. "
        "Install a newer version of Pareo.",
        {"version": version},
    )


def _verdict(method: str, violations: list[Finding], warnings: list[Finding], cost: Cost, *, proved: bool) -> Verdict:
    return Verdict(not violations, proved and not violations, method, tuple(violations), tuple(warnings), cost)


# -- is it a round? --------------------------------------------------------------------------------------------------


def seating(pairing_input: PairingInput, matches: Sequence[tuple[int, int]], bye: int | None) -> Iterator[Finding]:
    """Findings where not everybody plays exactly once, or the bye does not fit the number of players (P-SW-3)."""
    players = {c.no for c in pairing_input.candidates}
    seats = Counter(no for pair in matches for no in pair)
    if bye is not None:
        seats[bye] += 1
    for a, b in matches:
        if a == b:
            yield Finding("against-himself", "Player {player} is paired with themselves.", {"player": a})
    for no, count in sorted(seats.items()):
        if no not in players:
            yield Finding("unknown-player", "Player {player} does not take part in this round.", {"player": no})
        elif count > 1:
            params = {"player": no, "count": count}
            yield Finding("paired-twice", "Player {player} has {count} places in this round.", params)
    odd = len(players) % 2 == 1
    if odd and bye is None:
        yield Finding("no-bye", "The number of players is odd, but no one has the bye.")
    if not odd and bye is not None:
        yield Finding("needless-bye", "The number of players is even: player {player} needs no bye.", {"player": bye})
    for no in sorted(players - seats.keys()):
        yield Finding("not-paired", "Player {player} has neither an opponent nor the bye.", {"player": no})


def _warn_of_pairs(field: CheckField, matches: Sequence[tuple[int, int]]) -> Iterator[Finding]:
    """Forbidden pairs and rematches, avoidable or not (P-SW-6: a clear warning before the round is published)."""
    for a, b in matches:
        if (a, b) in field.forbidden:
            yield Finding("forbidden-pair", "Players {a} and {b} must not meet, but do.", {"a": a, "b": b})
        if field.have_met(a, b):
            yield Finding("rematch", "Players {a} and {b} have met before.", {"a": a, "b": b})


def _second_bye(field: CheckField, bye: int | None) -> Iterator[Finding]:
    if bye is not None and not any(c.bye_ok for c in field.players.values()):
        yield Finding("second-bye", "Everyone has had a bye: player {player} gets a second one.", {"player": bye})


# -- could a better one be made? -------------------------------------------------------------------------------------


def _optimum(
    field: CheckField,
    matches: Sequence[tuple[int, int]],
    bye: int | None,
    *,
    cost: Cost,
    certificate: Mapping[str, object] | None,
    exact_limit: int,
) -> _Optimum:
    """The cost of the cheapest round as far as it can be known, and how."""
    if field.objective.bounded and lower_bound(field.pairing_input) == cost:
        return _Optimum("bound", cost)
    notes: tuple[Finding, ...] = ()
    if certificate:
        try:
            proof = read_certificate(field, certificate)
            if proof.lower_bound == 2 * field.number(cost):
                check_certificate(field, proof)
                return _Optimum("certificate", cost)
            notes = (Finding("other-certificate", "The certificate belongs to a round with a different cost."),)
        except BadInput as error:
            notes = (Finding(error.code, error.sentence, error.params),)
    nodes = nodes_of(field)
    if len(field.players) > exact_limit:
        return replace(_solve_around(field, matches, bye, cost), warnings=notes)
    best_matches, best_bye, proof = solve(field, matches, bye, nodes)
    best = cost_of(field.pairing_input, best_matches, best_bye)
    # The solver is not trusted either: its proof goes the way of any certificate.
    check_certificate(field, proof)
    if proof.lower_bound != 2 * field.number(best):
        raise AssertionError("the solver's proof does not fit its round")
    return _Optimum("exact", best, notes)


def certificate_for(
    pairing_input: PairingInput,
    matches: Sequence[tuple[int, int]],
    bye: int | None,
    stored: Mapping[str, object] | None = None,
) -> dict[str, object] | None:
    """A certificate, checked, that no round costs less than this one; None where there is none to be had quickly."""
    objective = find_objective("random", pairing_input.objective)
    too_many = len(pairing_input.candidates) > CERTIFICATE_LIMIT
    if objective is None or too_many or [*seating(pairing_input, matches, bye)]:
        return None
    field = CheckField(pairing_input, objective)
    cost = 2 * field.number(cost_of(pairing_input, matches, bye))
    try:
        if stored and (proof := read_certificate(field, stored)).lower_bound == cost:
            check_certificate(field, proof)
            return dict(stored)
        if len(field.players) <= QUICK_LIMIT:
            proof = solve(field, matches, bye, nodes_of(field))[2]
        else:
            costly, others = _costly_pairs(field, matches, bye, QUICK_LIMIT)
            part = [no for pair in costly for no in pair]
            proof = extend_certificate(field, solve(field, costly, None, part)[2], others)
        check_certificate(field, proof)
    except BadInput:
        return None
    return proof.as_data() if proof.lower_bound == cost else None


def _solve_around(field: CheckField, matches: Sequence[tuple[int, int]], bye: int | None, cost: Cost) -> _Optimum:
    """A large field: solve the costly pairs and a few ordinary ones of each kind, and carry the proof to the others."""
    costly, others = _costly_pairs(field, matches, bye, PARTIAL_LIMIT)
    part = [no for pair in costly for no in pair]
    better, better_bye, proof = solve(field, costly, None, part)
    best = cost_of(field.pairing_input, [*others, *better], better_bye)
    if field.number(best) < field.number(cost):
        return _Optimum("exact", best)
    extended = extend_certificate(field, proof, others)
    if extended.lower_bound == 2 * field.number(cost):
        try:
            check_certificate(field, extended)
        except BadInput:
            return _Optimum("not proved", None)
        return _Optimum("exact", cost)
    return _Optimum("not proved", None)


def _costly_pairs(
    field: CheckField, matches: Sequence[tuple[int, int]], bye: int | None, around: int
) -> tuple[list[tuple[int, int]], list[tuple[int, int]]]:
    """The pairs to solve again, the bye among them, and the others."""
    pairs = sorted(matches, key=lambda pair: -field.pair_cost(*pair))  # stable: table order otherwise
    costly = sum(field.pair_cost(*pair) > 0 for pair in pairs)
    spare = max(around // 2, costly) - costly
    kinds = len({field.kind(no) for no in field.players})
    count_of_kind: Counter[Kind] = Counter()
    chosen: list[tuple[int, int]] = [] if bye is None else [(BYE, bye)]
    others: list[tuple[int, int]] = []
    for i, (a, b) in enumerate(pairs):
        kind = field.kind(a)
        if len(chosen) < around // 2 and (i < costly or count_of_kind[kind] < max(1, spare // kinds)):
            count_of_kind[kind] += i >= costly
            chosen.append((a, b))
        else:
            others.append((a, b))
    return chosen, others


# -- FISE ------------------------------------------------------------------------------------------------------------


def _check_fise(field: CheckField, cost: Cost, bye: int | None, exact_limit: int) -> list[tuple[Finding, bool]]:
    """What the FISE document fixes; each finding with whether it is against the rules.

    S-10: the last of the table who has not rested rests. S-2: nobody meets twice. Where resting the last would force
    a repeat that another rest avoids, the document is silent: we accept the lowest rest that helps, with a warning.
    """
    small = len(field.players) <= exact_limit
    findings: list[tuple[Finding, bool]] = []
    repeats = (cost.forbidden, cost.rematches)
    if bye is not None:
        eligible = [c.no for c in field.pairing_input.candidates if c.bye_ok] or list(field.players)
        lower = eligible[eligible.index(bye) + 1 :] if bye in eligible else []
        if lower:
            params = {"player": bye, "last": lower[-1]}
            forced = small and all(_fewest_repeats(field, no) > repeats for no in lower)
            sentence = (
                "Player {player} rests and not {last}, the last of the table, so that fewer players meet again."
                if forced
                else "Player {last}, the last of the table who has not rested, must rest, not {player}."
            )
            findings.append((Finding("bye-not-last", sentence, params), not forced))
    if repeats > (0, 0):
        if not small:
            findings.append((Finding("not-proved", "Whether a better round exists could not be proved."), False))
        else:
            fewest = _fewest_repeats(field, bye)
            best = replace(cost, forbidden=fewest[0], rematches=fewest[1])
            if fewest < repeats:
                findings.append((_not_optimal(field, cost, best), True))
    return findings


def _check_gaps(
    pairing_input: PairingInput, matches: Sequence[tuple[int, int]], bye: int | None, exact_limit: int
) -> list[tuple[Finding, bool]]:
    """No legal round with this bye has better gaps (B-23). Repeats that had to be are legal, no other is."""
    used = {frozenset(pair) for pair in matches}
    legal = replace(
        pairing_input,
        candidates=tuple(Candidate(c.no, c.points) for c in pairing_input.candidates if c.no != bye),
        met={a: frozenset(b for b in others if {a, b} not in used) for a, others in pairing_input.met.items()},
        forbidden=frozenset(pair for pair in pairing_input.forbidden if set(pair) not in used),
        system="random",
        objective=1,
        order=(Priority.GAPS, Priority.MIXED),
    )
    field, cost = CheckField(legal), cost_of(legal, matches, None)
    best = _optimum(field, matches, None, cost=cost, certificate=None, exact_limit=exact_limit).best
    if best is None:
        return [(Finding("not-proved", "Whether a better round exists could not be proved."), False)]
    return [(_not_optimal(field, cost, best), True)] if best != cost else []


def _check_repeats(field: CheckField, cost: Cost, bye: int | None, exact_limit: int) -> list[tuple[Finding, bool]]:
    """US Chess and king of the hill: nobody meets twice, and no forbidden pair meets, where that can be avoided.

    In its last round king of the hill pairs by the table, whoever has met.
    """
    pairing_input = field.pairing_input
    rematches_allowed = (
        pairing_input.system == "king"
        and bool(pairing_input.planned)
        and pairing_input.round_no >= pairing_input.planned
    )
    repeats = (cost.forbidden, 0 if rematches_allowed else cost.rematches)
    if repeats == (0, 0):
        return []
    if len(field.players) > exact_limit:
        return [(Finding("not-proved", "Whether a better round exists could not be proved."), False)]
    fewest = _fewest_repeats(field, bye)
    if fewest[:1] + ((0,) if rematches_allowed else fewest[1:]) >= repeats:
        return []
    best = replace(cost, forbidden=fewest[0], rematches=cost.rematches if rematches_allowed else fewest[1])
    return [(_not_optimal(field, cost, best), True)]


def _fewest_repeats(field: CheckField, bye: int | None) -> tuple[int, int]:
    """(forbidden, rematches) at least, with this player resting."""
    everybody = tuple(Candidate(c.no, 0) for c in field.pairing_input.candidates if c.no != bye)
    bare = replace(field.pairing_input, candidates=everybody, system="random")
    matches, _, _ = solve(CheckField(bare), (), None, [c.no for c in everybody])
    cost = cost_of(bare, matches, None)
    return cost.forbidden, cost.rematches


# -- in words --------------------------------------------------------------------------------------------------------


def _digits(field: CheckField, cost: Cost) -> Iterator[tuple[str, int, int]]:
    """(name, points of the group it is about, value), most important first."""
    order = field.pairing_input.order
    gaps = [
        digit
        for points, (players, total) in zip(field.groups, cost.gaps, strict=True)
        for digit in (("pair-downs", points, players), ("difference", points, total))
    ]
    mixed = [("mixed", 0, cost.mixed)]
    for digit in field.objective.digits:
        if digit == PREFERENCES:
            yield from (gaps + mixed if order[0] is Priority.GAPS else mixed + gaps)
        elif digit == REMATCH_GROUPS:
            yield from (("rematches-of", *row) for row in zip(field.groups, cost.rematch_groups, strict=True))
        else:
            yield (digit.replace("_", "-"), 0, getattr(cost, digit))


_ONE = {
    "repeat-bye": "1 second bye where {best} are needed",
    "forbidden": "1 barred pairing where {best} are possible",
    "rematches": "1 rematch where {best} are possible",
    "bye-group": "the bye 1 record group above the lowest where {best} is possible",
    "rematches-of": "1 rematch of the {points}-point group where {best} are possible",
    "pair-downs": "1 player of the {points}-point group paired down where {best} are needed",
    "difference": "1 point between the players of the {points}-point group paired down and their opponents "
    "where {best} is possible",
    "mixed": "1 pair of different divisions where {best} are possible",
    "avoided": "1 avoided pair where {best} are possible",
}
_MANY = {
    **_ONE,
    "forbidden": "{have} barred pairings where {best} are possible",
    "rematches": "{have} rematches where {best} are possible",
    "bye-group": "the bye {have} record groups above the lowest where {best} is possible",
    "rematches-of": "{have} rematches of the {points}-point group where {best} are possible",
    "pair-downs": "{have} players of the {points}-point group paired down where {best} are needed",
    "difference": "{have} points in all between the players of the {points}-point group paired down and their "
    "opponents where {best} is possible",
    "mixed": "{have} pairs of different divisions where {best} are possible",
    "avoided": "{have} avoided pairs where {best} are possible",
}


def _not_optimal(field: CheckField, cost: Cost, best: Cost) -> Finding:
    """The first thing, in order of importance, in which a better round is better."""
    for (name, points, have), (_, _, possible) in zip(_digits(field, cost), _digits(field, best), strict=True):
        if have != possible:
            sentence = (_ONE if have == 1 else _MANY)[name]
            return Finding("not-optimal", sentence, {"what": name, "have": have, "best": possible, "points": points})
    raise AssertionError("two equal costs compared")
