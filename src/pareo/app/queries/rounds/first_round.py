"""Round 1: the pods that form, with their numbers, sections, lengths and tables."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from pareo.app.base.context import LoadedTournament
from pareo.app.queries.event.advice import PodShape, planned_rounds, shapes
from pareo.app.queries.event.sections import sections_of
from pareo.core.model.entities import Phase, Pod
from pareo.core.model.random_source import SeededRandom, round_seed
from pareo.core.pairing.bracket import rounds_needed
from pareo.core.pairing.double import most_rounds
from pareo.core.pairing.seating import first_tables
from pareo.core.rules.sections import draw_sections
from pareo.core.rules.tables import KNOCKOUT
from pareo.core.settings.hall import FIRST_TABLE
from pareo.core.settings.rounds import THIRD_PLACE
from pareo.core.text.errors import Refused
from pareo.core.tournament.tournament import Tournament


def check_teams(event: LoadedTournament) -> None:
    """Raises if a team is not complete."""
    size = event.state.ruleset.team_size
    if event.state.ruleset.entrant != "team":
        return
    for e in event.state.entrants.values():
        if len(e.persons) != size and e.drop is None:
            raise Refused(
                "team-incomplete",
                "Team “{team}” has {count} of {size} players: complete it or drop it first.",
                team=e.team,
                count=len(e.persons),
                size=size,
            )


def form(event: LoadedTournament, draft_no: int) -> list[Pod]:
    """The pods of round 1 with their sections, lengths and tables."""
    t = event.state
    pods: list[Pod] = []
    pod_shapes = [s for s in shapes(t) if len(s.members) >= 2]
    for shape in pod_shapes:
        if t.style in KNOCKOUT:
            seeds = SeededRandom(round_seed(event.secret, shape.id, 0, draft_no), "seeds").shuffled(shape.members)
            if t.style == "double-elimination":
                pods.append(
                    Pod(shape.id, Phase.ELIMINATION, tuple(seeds), planned=most_rounds(len(seeds)), double=True)
                )
                continue
            pods.append(
                Pod(
                    shape.id,
                    Phase.ELIMINATION,
                    tuple(seeds),
                    planned=rounds_needed(len(seeds)),
                    third_place=bool(t.setting(THIRD_PLACE, shape.id)),
                )
            )
            continue
        pods += _sections(event, shape, draft_no)
    firsts = _first_tables(t, pods)
    return [_with_first_table(p, firsts[p.id]) for p in pods]


def _first_tables(t: Tournament, pods: Sequence[Pod]) -> dict[str, int]:
    """One pod after the other; a division that has a first table of its own begins there with all its sections."""
    families: dict[str, list[tuple[str, int]]] = {}
    for p in pods:
        families.setdefault(p.family, []).append((p.id, len(p.members)))
    own = {name: first for name in families if (first := FIRST_TABLE.of(t.pod_settings.get(name, {}))) is not None}
    others = [row for name, sizes in families.items() if name not in own for row in sizes]
    firsts = first_tables(others, t.setting(FIRST_TABLE) or 1)
    for name, first in own.items():
        firsts |= first_tables(families[name], first)
    return firsts


def _with_first_table(pod: Pod, first: int) -> Pod:
    return Pod(
        pod.id,
        pod.phase,
        pod.members,
        pod.divisions,
        pod.section,
        pod.planned,
        third_place=pod.third_place,
        first_table=first,
        double=pod.double,
    )


def _sections(event: LoadedTournament, shape: PodShape, draft_no: int) -> list[Pod]:
    t = event.state
    count = sections_of(t, shape)
    planned = planned_rounds(t, shape, count)
    if count == 1:
        phase = Phase.ROUND_ROBIN if t.style == "round-robin" else Phase.SWISS
        return [Pod(shape.id, phase, shape.members, shape.divisions, planned=planned)]
    chance = SeededRandom(round_seed(event.secret, shape.id, 0, draft_no), "sections")
    return [
        Pod(f"{shape.id}-{i}", Phase.SWISS, members, shape.divisions, section=i, planned=planned)
        for i, members in enumerate(draw_sections(shape.members, count, chance), 1)
    ]


def preview(t: Tournament, formed: Sequence[Pod], start_nos: Iterable[tuple[int, int]]) -> Tournament:
    """The tournament as it will be when the pods have formed, without touching the real one."""
    numbers = dict(start_nos)
    entrants = {no: replace(e, start_no=numbers.get(no, e.start_no)) for no, e in t.entrants.items()}
    return replace(t, entrants=entrants, pods={p.id: p for p in formed})
