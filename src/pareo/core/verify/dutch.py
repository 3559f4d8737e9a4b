"""The independent checker of rounds by the FIDE (Dutch) system, edition of February 2026 (Handbook C.04.3).

`verify_dutch` answers from the input of the pairing and the pairs alone (`a` has white), whoever made them. It shares
no code with `pairing.dutch` and has fields, criteria, searches and a solver of its own:
 - everybody has exactly one place;
 - C1 nobody meets twice, no forbidden pair; C2 no bye for who had one or won a full point without playing; C3 no two
   players due the same colour absolutely, unless one is a topscorer of the last round;
 - C5 nobody with fewer points could have had the bye with everybody else paired (C4);
 - C6 – C21 and the order of candidates in every bracket from the top (`dutch_best`): by the bounds of counting, by a
   cheapest matching, or by looking at every matching of a small field;
 - who has white (5.2).
A round of which all that is proved is the only one the rules allow: `proved`. What could not be proved (a bracket that
is at no bound, with more than `exact_limit` players below it) is named, and nothing is claimed of it.
Avoided pairs (the same club) count as forbidden if the round has none of them; if it has, no round without them exists.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pareo.core.model.pairing_contract import Cost, PairingInput
from pareo.core.verify.augmenting_paths import NOBODY, match_everybody
from pareo.core.verify.bound import cost_of
from pareo.core.verify.dutch_best import Worse, prove
from pareo.core.verify.dutch_colours import first_is_white
from pareo.core.verify.dutch_field import DutchCheckField
from pareo.core.verify.objectives import find_objective
from pareo.core.verify.round import EXACT_LIMIT, Finding, Verdict, seating, unknown_objective

Pair = tuple[int, int]


def verify_dutch(
    pairing_input: PairingInput,
    matches: Sequence[Pair],
    bye: int | None,
    *,
    strict: bool = True,
    exact_limit: int = EXACT_LIMIT,
) -> Verdict:
    """Check one round by the FIDE (Dutch) rules, C1 to C21 and the colours.

    What is wrong with a round made or changed by hand (`strict=False`) is a warning.
    """
    cost = cost_of(pairing_input, matches, bye)
    broken = [*seating(pairing_input, matches, bye)]
    if find_objective("dutch", pairing_input.objective) is None:
        return _verdict("not proved", broken, [unknown_objective(pairing_input.objective)], cost)
    if broken:
        return _verdict("not proved", broken, [], cost)
    field = DutchCheckField(pairing_input)
    findings = [*_pairs(field, matches), *_second_bye(field, bye), *_colours(field, matches)]
    doubts: list[Finding] = []
    method = "rule"
    if not findings and matches:
        graph, findings = _graph(field, matches, bye)
        if not findings:
            method, findings, doubts = _check_brackets(field, graph, matches, bye, exact_limit)
    proved = not findings and not doubts
    if not strict:
        return _verdict(method, [], [*findings, *doubts], cost, proved=proved)
    return _verdict(method, findings, doubts, cost, proved=proved)


def _verdict(
    method: str, violations: list[Finding], warnings: list[Finding], cost: Cost, *, proved: bool = False
) -> Verdict:
    return Verdict(not violations, proved, method, tuple(violations), tuple(warnings), cost)


# -- pair by pair ----------------------------------------------------------------------------------------------------

_AGAINST = {
    "rematch": "Players {a} and {b} have met before.",
    "forbidden-pair": "Players {a} and {b} must not meet, but do.",
    "same-colour-due": "Players {a} and {b} must both have the same colour next and cannot meet.",
}


def _pairs(field: DutchCheckField, matches: Sequence[Pair]) -> Iterator[Finding]:
    for a, b in matches:
        for code in field.against(a, b):
            yield Finding(code, _AGAINST[code], {"a": a, "b": b})


def _second_bye(field: DutchCheckField, bye: int | None) -> Iterator[Finding]:
    if bye is not None and not field.players[bye].bye_ok:
        sentence = "Player {player} has had a bye, or a win without playing, and cannot have the bye."
        yield Finding("bye-repeated", sentence, {"player": bye})


def _colours(field: DutchCheckField, matches: Sequence[Pair]) -> Iterator[Finding]:
    """Findings where the wrong player has white by the rules (5.2); an absolute claim has a finding of its own."""
    if not field.pairing_input.balance_starts:
        return
    for a, b in matches:
        white, black = field.players[a], field.players[b]
        higher, lower = sorted((white, black), key=lambda p: (-p.points, p.number))
        higher_is_white = first_is_white(
            higher.colours, lower.colours, number=higher.number, top_is_white=field.pairing_input.top_starts
        )
        if higher_is_white == (higher is white):
            continue
        wronged = next((p for p, due in ((white, "B"), (black, "W")) if p.colours.absolute == due), None)
        if wronged is not None:
            sentence = "Player {player} has the same colour a third time running, or three times more than the other."
            yield Finding("colour-too-often", sentence, {"player": wronged.no})
        else:
            sentence = "Player {a} has white against {b}; by the colour rules it is the other way round."
            yield Finding("wrong-colours", sentence, {"a": a, "b": b})


# -- the round as a whole --------------------------------------------------------------------------------------------


def _graph(field: DutchCheckField, matches: Sequence[Pair], bye: int | None) -> tuple[list[int], list[Finding]]:
    """Who could meet whom in rounds this one is compared with; and what is wrong about avoided pairs and the bye."""
    players = field.players
    bye_eligible = [no for no, p in players.items() if p.bye_ok]
    avoided = next(((a, b) for a, b in matches if field.share_tag(a, b)), None)
    if avoided is not None and _can_pair_all(
        field, field.graph(clubs_apart=True, bye_eligible=bye_eligible), matches, bye
    ):
        sentence = "Players {a} and {b} meet, and such pairs can be avoided."
        return [], [Finding("avoided-pair", sentence, {"a": avoided[0], "b": avoided[1]})]
    clubs_apart = avoided is None
    if bye is not None:
        lower = [no for no in bye_eligible if players[no].points < players[bye].points]
        if lower and _can_pair_all(field, field.graph(clubs_apart=clubs_apart, bye_eligible=lower), matches, bye):
            sentence = "Player {player} has the bye although a player with fewer points can have it."
            return [], [Finding("bye-too-high", sentence, {"player": bye})]
        bye_eligible = [no for no in bye_eligible if players[no].points == players[bye].points]
    return field.graph(clubs_apart=clubs_apart, bye_eligible=bye_eligible if bye is not None else []), []


def _can_pair_all(field: DutchCheckField, near: Sequence[int], matches: Sequence[Pair], bye: int | None) -> bool:
    """Can everybody be paired in this graph?"""
    mate = [NOBODY] * len(near)
    for i, j in _by_place(field, matches, bye):
        if near[i] >> j & 1:
            mate[i], mate[j] = j, i
    odd = len(field.order) % 2
    return match_everybody(near, mate, (1 << len(field.order) + odd) - 1)


def _by_place(field: DutchCheckField, matches: Sequence[Pair], bye: int | None) -> list[Pair]:
    pairs = [(field.place[a], field.place[b]) for a, b in matches]
    return pairs if bye is None else [*pairs, (field.place[bye], field.bye)]


def _check_brackets(
    field: DutchCheckField, near: Sequence[int], matches: Sequence[Pair], bye: int | None, exact_limit: int
) -> tuple[str, list[Finding], list[Finding]]:
    """(method, what is wrong, what is not known)."""
    mate = {i: j for pair in _by_place(field, matches, bye) for i, j in (pair, pair[::-1])}
    proof = prove(field, near, mate, exact_limit)
    wrong = [] if proof.worse is None else [_finding_of(proof.worse)]
    sentence = "Score group {group}, counted from the top: whether a better pairing exists could not be proved."
    doubts = [Finding("not-proved", sentence, {"group": group}) for group in proof.unknown]
    return proof.method, wrong, doubts


def _finding_of(worse: Worse) -> Finding:
    if worse.criterion in ("C6", "C7", "C8"):
        sentence = (
            "Score group {group}, counted from the top: {count} float down; fewer, or some with fewer points, would do."
        )
        group = worse.group + (worse.criterion == "C8")  # which is about the next one
        return Finding("floats-needlessly", sentence, {"group": group, "count": worse.floats})
    if worse.criterion:
        sentence = "Score group {group}, counted from the top: {criterion} counts {have}, and {best} is possible."
        values = {"criterion": worse.criterion, "have": worse.have, "best": worse.best}
        return Finding("not-best", sentence, {"group": worse.group, **values})
    sentence = "Score group {group}, counted from the top: other pairs of equal quality come first in order."
    return Finding("not-first", sentence, {"group": worse.group})


_ABSOLUTE = {"rematch": "C1", "forbidden-pair": "C1", "same-colour-due": "C3", "avoided-pair": "C1"}


def first_fault(
    pairing_input: PairingInput, matches: Sequence[Pair], bye: int | None, *, limit: int = EXACT_LIMIT
) -> str:
    """The first criterion (C1 – C21) in which the pairs, colours aside, are worse than they could be.

    "order": an earlier candidate is as good. Nothing: the pairs are those of the rules, no round, or not known.
    """
    if next(seating(pairing_input, matches, bye), None) is not None:
        return ""
    field = DutchCheckField(pairing_input)
    broken = next(_pairs(field, matches), None)
    if broken is not None:
        return _ABSOLUTE[broken.code]
    if next(_second_bye(field, bye), None) is not None:
        return "C2"
    graph, findings = _graph(field, matches, bye)
    if findings:
        return _ABSOLUTE.get(findings[0].code, "C5")
    mate = {i: j for pair in _by_place(field, matches, bye) for i, j in (pair, pair[::-1])}
    worse = prove(field, graph, mate, limit).worse
    return "" if worse is None else worse.criterion or "order"
