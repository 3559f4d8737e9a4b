"""Age divisions and the pods they play in.

A pod is a set of neighbouring divisions that are paired together. This module knows numbers of players only, no names
and no rounds.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pareo.core.rules.ruleset import DivisionRules
from pareo.core.words.errors import BadInput


def division_of(rules: DivisionRules, birth_year: int) -> str:
    """The division of a player born in this year (Play! Pokémon July 2019, 3.1.1)."""
    for division in rules.divisions:
        if (division.born_from or birth_year) <= birth_year <= (division.born_to or birth_year):
            return division.id
    raise BadInput("no-division", "No division takes players born in {year}.", year=birth_year)


def form_pods(rules: DivisionRules, counts: Mapping[str, int]) -> tuple[tuple[str, ...], ...]:
    """The divisions of each pod, youngest first; divisions without players are left out (P-AGE-2, choice).

    From the youngest on, divisions are put together until the pod is large enough to play by itself: four Juniors
    join the Seniors (Play! Pokémon July 2019, 3.1.2). What is left at the end and too small joins the pod before it.
    With Junior, Senior and Master that is exactly how the program TOM forms its pods.
    """
    pods: list[tuple[str, ...]] = []
    waiting: tuple[str, ...] = ()
    for division in rules.divisions:
        if not counts.get(division.id):
            continue
        waiting = (*waiting, division.id)
        if sum(counts[name] for name in waiting) >= rules.separate_from:
            pods.append(waiting)
            waiting = ()
    if waiting:
        before = pods.pop() if pods else ()
        pods.append(before + waiting)
    return tuple(pods)


def pod_id(rules: DivisionRules | None, divisions: Sequence[str]) -> str:
    """A pod's name: "masters", "juniors+seniors", "all" with every division of the rules, "main" without divisions."""
    if rules is None or not divisions:
        return "main"
    if len(divisions) > 1 and set(divisions) == {division.id for division in rules.divisions}:
        return "all"
    titles = {division.id: division.title.lower().replace(" ", "-") for division in rules.divisions}
    return "+".join(titles[name] for name in divisions)


def pod_rounds_size(rules: DivisionRules | None, counts: Mapping[str, int], pod: Sequence[str]) -> int:
    """The number of players that decides how many rounds a pod plays.

    That of its largest division, not of the pod (Pokémon 2009, 3.1.3: 5 + 11 + 16 players play 4 rounds, not 5);
    the whole pod if the ruleset says so (P-AGE-6, choice).
    """
    sizes = [counts.get(name, 0) for name in pod] or list(counts.values()) or [0]
    return max(sizes) if rules is not None and rules.rounds_from == "largest-division" else sum(sizes)
