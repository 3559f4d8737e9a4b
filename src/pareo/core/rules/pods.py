"""Age divisions and the pods they play in.

A pod is a set of neighbouring divisions that are paired together. This module knows numbers of players only, no names
and no rounds.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from pareo.core.model.ruleset import DivisionRules, Ruleset
from pareo.core.text.errors import BadInput
from pareo.core.text.messages import Note, list_note, note


def division_of(rules: DivisionRules, birth_year: int) -> str:
    """The division of a player born in this year (Play! Pokémon July 2019, 3.1.1)."""
    for division in rules.divisions:
        if (division.born_from or birth_year) <= birth_year <= (division.born_to or birth_year):
            return division.id
    raise BadInput("birth-year-no-division", "No division takes players born in {year}.", year=birth_year)


def form_pods(rules: DivisionRules, counts: Mapping[str, int]) -> tuple[tuple[str, ...], ...]:
    """The divisions of each pod, youngest first; divisions without players are left out (P-AGE-2, choice).

    From the youngest on, divisions are put together until the pod is large enough to play by itself: four Juniors
    join the Seniors (Play! Pokémon July 2019, 3.1.2). What is left at the end and too small joins the pod before it.
    With Junior, Senior and Master that is exactly how the program TOM forms its pods. Where the event says who plays
    together, that counts; only nobody is left alone in a pod.
    """
    groups = _groups_with_players(rules, counts)
    least = 2 if rules.together else rules.separate_from
    order = [division.id for division in rules.divisions]
    pods: list[tuple[str, ...]] = []
    waiting: tuple[str, ...] = ()
    for group in groups:
        waiting = tuple(name for name in order if name in (*waiting, *group))
        if sum(counts[name] for name in waiting) >= least:
            pods.append(waiting)
            waiting = ()
    if waiting:
        before = pods.pop() if pods else ()
        pods.append(tuple(name for name in order if name in (*before, *waiting)))
    return tuple(pods)


def is_age_separated(rules: DivisionRules | None, counts: Mapping[str, int]) -> bool:
    """Does every division with players have enough of them, and a pod of its own (Play! Pokémon 2019, 3.1.1)?"""
    if rules is None:
        return True
    large = all(players >= rules.separate_from for players in counts.values() if players)
    return large and all(len(pod) == 1 for pod in form_pods(rules, counts))


def _groups_with_players(rules: DivisionRules, counts: Mapping[str, int]) -> list[tuple[str, ...]]:
    """Divisions with players, those of one pod together; one that the event names nowhere is for itself."""
    present = [division.id for division in rules.divisions if counts.get(division.id)]
    home = {name: group for group in rules.together for name in group}
    return list(dict.fromkeys(tuple(n for n in present if n in home.get(name, (name,))) for name in present))


def read_together(text: str) -> str:
    """“juniors+seniors;masters”: the divisions of each pod. ValueError on anything else."""
    groups = _groups(text)
    names = [name for group in groups for name in group]
    if not names or not all(names) or len(set(names)) != len(names):
        raise ValueError(text)
    return ";".join("+".join(group) for group in groups)


def check_together(ruleset: Ruleset, text: str, _typed: str = "") -> None:
    """Raises where the text names a division that the ruleset does not have."""
    for name in (name for group in _groups(text) for name in group):
        if division_named(ruleset.divisions, name) is None:
            known = [division.id for division in ruleset.divisions.divisions] if ruleset.divisions else []
            raise BadInput(
                "division-unknown",
                "{where}there is no division “{division}” (divisions: {known}).",
                where="pods: ",
                division=name,
                known=list_note(known),
            )


def with_together(ruleset: Ruleset, value: object) -> Ruleset:
    """The ruleset in whose divisions these share a pod; None: as the document says."""
    rules = ruleset.divisions
    if rules is None:
        return ruleset
    groups = [[division_named(rules, name) or name for name in group] for group in _groups(str(value or ""))]
    return replace(ruleset, divisions=replace(rules, together=tuple(map(tuple, groups))))


def _groups(text: str) -> list[list[str]]:
    return [part.lower().split("+") for part in text.replace(";", " ").split()]


def sharing_notes(rules: DivisionRules, counts: Mapping[str, int]) -> tuple[Note, ...]:
    """Where the pods that the event wants are not the document's (Play! Pokémon July 2019, 3.1.1 and 3.1.2)."""
    present = {division.id: players for division in rules.divisions if (players := counts.get(division.id))}
    pods = form_pods(rules, counts)
    if pods == form_pods(replace(rules, together=()), counts):
        return ()
    if all(players >= rules.separate_from for players in present.values()):
        return (
            note(
                "pods-apart",
                "Every division has at least {least} players: by the document each plays separately.",
                least=rules.separate_from,
            ),
        )
    return tuple(
        note(
            "pods-shared",
            "{pod}: {players} players play separately; by the document, a division with fewer than {least} plays "
            "with another.",
            pod=pod_id(rules, pod),
            players=present[pod[0]],
            least=rules.separate_from,
        )
        for pod in pods
        if len(pod) == 1 and present[pod[0]] < rules.separate_from
    )


def pod_id(rules: DivisionRules | None, divisions: Sequence[str]) -> str:
    """A pod's name: "masters", "juniors+seniors", "all" with every division of the rules, "main" without divisions."""
    if rules is None or not any(divisions):
        return "main"
    if len(divisions) > 1 and set(divisions) == {division.id for division in rules.divisions}:
        return "all"
    titles = {division.id: division.title.lower().replace(" ", "-") for division in rules.divisions}
    return "+".join(titles[name] for name in divisions)


def division_named(rules: DivisionRules | None, name: str) -> str | None:
    """The id of the division a person means: “senior”, or “seniors” as its pod is called."""
    for division in rules.divisions if rules is not None else ():
        if name.strip().lower() in (division.id, pod_id(rules, (division.id,))):
            return division.id
    return None


def pod_rounds_size(rules: DivisionRules | None, counts: Mapping[str, int], pod: Sequence[str]) -> int:
    """The number of players that decides how many rounds a pod plays.

    That of its largest division, not of the pod (Pokémon 2009, 3.1.3: 5 + 11 + 16 players play 4 rounds, not 5);
    the whole pod if the ruleset says so (P-AGE-6, choice).
    """
    sizes = [counts.get(name, 0) for name in pod] or list(counts.values()) or [0]
    return max(sizes) if rules is not None and rules.rounds_from == "largest-division" else sum(sizes)
