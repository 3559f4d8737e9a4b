"""Which pods the entrants form, and what the document recommends for them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from pareo.app.base.context import LoadedTournament
from pareo.app.queries.event.cuts import PlannedCut, judge_planned_cut, planned_cuts
from pareo.app.queries.event.staff import staff_notes
from pareo.app.queries.lists.deadlines import list_warnings
from pareo.app.queries.people.start_numbers import acceleration_notes, numbering_notes
from pareo.app.queries.rounds.coming_rounds import last_started
from pareo.app.wording.age_styles import age_style
from pareo.core.model.entities import Phase, Pod, Status
from pareo.core.rules.advice import (
    PodAdvice,
    advise,
    review,
    robin_advice,
    round_length_notes,
    rounds_in_sections,
    style_notes,
)
from pareo.core.rules.cuts import check_playable, share_notes
from pareo.core.rules.pods import form_pods, pod_id, sharing_notes
from pareo.core.rules.tables import KNOCKOUT
from pareo.core.settings.divisions import SECTIONS
from pareo.core.settings.phases import DAY2_POINTS
from pareo.core.settings.registry import SETTINGS
from pareo.core.settings.rounds import ADVICE_TABLE, DAY2_ROUNDS, ROUND_MINUTES, ROUNDS
from pareo.core.text.errors import OutsideRules, Refused
from pareo.core.text.messages import Note, join_notes, note, plural, text_note
from pareo.core.tournament.pairing_methods import cycles_of
from pareo.core.tournament.progress import counted_rounds
from pareo.core.tournament.records import points_of
from pareo.core.tournament.tournament import Tournament

MAIN = "main"


@dataclass(frozen=True, slots=True)
class PodShape:
    """A pod as it would form now, or as it has formed: its sections together."""

    id: str
    divisions: tuple[str, ...]
    members: tuple[int, ...]
    planned: int | None = None  # rounds of a pod that has formed
    start_counts: tuple[tuple[str, int], ...] = ()  # players of each division when round 1 started; none: not yet

    @property
    def players(self) -> int:
        """How many the announcement is for."""
        return sum(count for _, count in self.start_counts) if self.start_counts else len(self.members)


def shapes(t: Tournament) -> list[PodShape]:
    """The pods that the entrants form: by division (P-AGE-2, P-AGE-3), or all in one (pure elimination: P-AGE-7)."""
    active = [no for no in sorted(t.entrants) if t.entrants[no].drop is None]
    rules = t.ruleset.divisions
    if rules is None or t.style in KNOCKOUT:
        return [PodShape(MAIN, (), tuple(active))] if active else []
    counts = Counter(t.entrants[no].division for no in active)
    return [
        PodShape(pod_id(rules, divisions), divisions, tuple(n for n in active if t.entrants[n].division in divisions))
        for divisions in form_pods(rules, counts)
    ]


def pod_notes(t: Tournament) -> tuple[Note, ...]:
    """Where those who share a pod are not those of the document (P-AGE-2, P-AGE-3)."""
    rules = t.ruleset.divisions
    if rules is None or t.style in KNOCKOUT:
        return ()
    return sharing_notes(rules, Counter(e.division for e in t.entrants.values() if e.drop is None))


def age_style_of(t: Tournament) -> Note | None:
    """What the document calls the way in which the divisions of this event play (3.1.1, 3.1.2)."""
    return age_style(t.style, (shape.divisions for shape in current_shapes(t)))


def division_sizes(t: Tournament, members: tuple[int, ...]) -> dict[str, int]:
    return dict(Counter(t.entrants[no].division for no in members))


def advice_for(event: LoadedTournament) -> dict[str, PodAdvice]:
    """The document's advice for each pod as it is, or as it would form."""
    t = event.state
    return {shape.id: pod_advice(t, shape) for shape in current_shapes(t)}


def current_shapes(t: Tournament) -> list[PodShape]:
    """The pods that players entered, or would form now."""
    families: dict[str, list[Pod]] = {}
    for p in t.root_pods():  # the sections of a division are advised together
        families.setdefault(p.family, []).append(p)
    return [_formed_shape(t, pods) for pods in families.values()] if families else shapes(t)


def _formed_shape(t: Tournament, pods: list[Pod]) -> PodShape:
    """The pods of a division as they were announced: until round 1 starts with the players there are, from then on with
    those of the start, whoever comes late or drops (Play! Pokémon 2019, 2; B-1)."""
    members = tuple(no for p in pods for no in p.members)
    counts: Counter[str] = Counter()
    for p in pods:
        counts.update(dict(p.start_counts))
    if not any(last_started(p) for p in pods):
        members = tuple(no for no in members if t.is_active(no))
    divisions = max((p.divisions for p in pods), key=len)  # a section may have got a late player's division
    return PodShape(pods[0].family, divisions, members, pods[0].planned, tuple(sorted(counts.items())))


def pod_advice(t: Tournament, shape: PodShape) -> PodAdvice:
    """What the document's table gives the players that a pod is announced for."""
    if t.style == "round-robin":
        family = pod_id(t.ruleset.divisions, shape.divisions)
        return robin_advice(len(shape.members), cycles_of(t, family), rounds_set=t.setting(ROUNDS, family))
    sizes = dict(shape.start_counts) or division_sizes(t, shape.members)
    return _table_advice(t, shape, sizes)


def _table_advice(t: Tournament, shape: PodShape, sizes: Mapping[str, int]) -> PodAdvice:
    table = t.setting(ADVICE_TABLE)
    return advise(
        t.ruleset,
        sizes=sizes if shape.divisions else {"": sum(sizes.values())},
        pod=shape.divisions or ("",),
        style=t.style,
        table=str(table) if table else None,
    )


def other_row_note(t: Tournament, pod: Pod, division: str) -> Note | None:
    """What the table would give now that another player of this division joins a pod whose round 1 has started, where
    it is not what was announced: that stays (B-1)."""
    shape = _shape_of(t, pod)
    if not shape.start_counts or t.style not in ("swiss", "swiss+cut"):
        return None
    sizes = Counter(division_sizes(t, tuple(no for no in shape.members if t.is_active(no))))
    sizes[division] += 1
    before, now = pod_advice(t, shape), _table_advice(t, shape, sizes)
    if before.row == now.row and _division_cut_of(before, division) == _division_cut_of(now, division):
        return None
    return note(
        "late-other-row",
        "For {players} players the table would now give: {now}. It stays as announced: {announced}.",
        players=now.size,
        now=_row_words(now, division),
        announced=_row_words(before, division),
    )


def _division_cut_of(advice: PodAdvice, division: str) -> int:
    return dict(advice.division_cuts).get(division, advice.cut)


def _row_words(advice: PodAdvice, division: str) -> Note:
    words = [plural("row-rounds", "{count} round", "{count} rounds", count=advice.rounds)]
    if advice.day2_rounds:
        words.append(plural("row-day2", "{count} round on day 2", "{count} rounds on day 2", count=advice.day2_rounds))
    if advice.style == "swiss+cut":
        cut = _division_cut_of(advice, division)
        words.append(note("row-cut", "top {cut}", cut=cut) if cut else text_note("no elimination"))
    return join_notes(", ", words)


def planned_rounds(t: Tournament, shape: PodShape, sections: int) -> int:
    """Swiss rounds of a pod: what the organiser set, else the document's table."""
    set_rounds = t.setting(ROUNDS, shape.id)
    if set_rounds is not None and t.style != "round-robin":
        return set_rounds
    return rounds_in_sections(t.ruleset, pod_advice(t, shape), sections)[0]


def plan_of(t: Tournament, pod: Pod) -> tuple[Pod, str, PodAdvice]:
    """The pod as it began, the name its settings have, and the advice for it (sections of a division together)."""
    root = t.chain(pod)[0]
    return root, root.family, pod_advice(t, _shape_of(t, root))


def _shape_of(t: Tournament, pod: Pod) -> PodShape:
    return _formed_shape(t, [q for q in t.root_pods() if q.family == pod.family])


def cuts_of(t: Tournament, pod: Pod) -> tuple[PlannedCut, ...]:
    """The cuts of a pod that has formed."""
    _, name, advice = plan_of(t, pod)
    return planned_cuts(t, name, advice)


def second_day_rounds(t: Tournament, pod: Pod) -> int:
    """Rounds of the second day that follows this pod, as set or by the document's table; 0: none follows."""
    if t.ruleset.second_day is None or pod.phase is not Phase.SWISS or pod.section is not None:
        return 0
    _, name, advice = plan_of(t, pod)
    return t.setting(DAY2_ROUNDS, name) or advice.day2_rounds


def plan_notes(t: Tournament, pod: str, advice: PodAdvice) -> list[tuple[str, Note]]:
    """What the document says against the plan of a pod (P-CUT-6, P-CUT-8), with the pod or division it is about."""
    sections = t.setting(SECTIONS, pod) or 1
    rounds = t.setting(ROUNDS, pod)
    of_pod = [
        *advice.notes,
        *review(
            t.ruleset,
            advice,
            rounds=rounds if rounds is not None else rounds_in_sections(t.ruleset, advice, sections)[0],
            day2_rounds=t.setting(DAY2_ROUNDS, pod) or advice.day2_rounds,
            sections=sections,
            points=t.setting(DAY2_POINTS, pod),
        ),
    ]
    notes = [(pod, warning) for warning in of_pod]
    for planned in planned_cuts(t, pod, advice) if t.style == "swiss+cut" else ():
        try:
            check_playable(planned.size, planned.limits.players, asymmetrical=planned.asymmetrical)
        except (Refused, OutsideRules) as problem:
            notes.append((planned.name, problem.note))
            continue
        if against := judge_planned_cut(t, planned):
            notes.append((planned.name, against.note))
    return notes


def uneven_shares(t: Tournament) -> tuple[Note, ...]:
    """Where the play-offs as set take quite another share of one division than of another (P-AGE-7). The document's
    own table is not spoken against."""
    if t.style != "swiss+cut" or not t.ruleset.elimination.per_division:
        return ()
    cuts = [cut for shape in current_shapes(t) for cut in planned_cuts(t, shape.id, pod_advice(t, shape))]
    sizes = {cut.name: cut.limits.players for cut in cuts}
    if share_notes(sizes, {cut.name: cut.advised for cut in cuts}):
        return ()
    return share_notes(sizes, {cut.name: cut.size for cut in cuts})


def review_settings(event: LoadedTournament) -> list[Note]:
    """Warnings where the organiser leaves the document's tables (P-CUT-6, P-CUT-8, X-1, P-PREM-3), as sentences."""
    t = event.state
    warnings: list[Note] = [*style_notes(t.ruleset, t.style), *pod_notes(t)]
    for shape in current_shapes(t):
        advice = pod_advice(t, shape)
        warnings += [join_notes(": ", named_note) for named_note in plan_notes(t, shape.id, advice)]
    warnings += uneven_shares(t)
    minutes = t.setting(ROUND_MINUTES)
    if minutes is not None:
        warnings += round_length_notes(t.ruleset, minutes)
    return [
        *warnings,
        *sure_notes(t),
        *unmet_notes(event),
        *idle_settings(t),
        *numbering_notes(t),
        *acceleration_notes(event),
        *staff_notes(event),
        *list_warnings(t),
    ]


def sure_notes(t: Tournament) -> tuple[Note, ...]:
    """Before the last round of the first day: how many are on the second day whatever happens (PN-PH2-1)."""
    notes = []
    for p in t.root_pods():
        if p.closed or not second_day_rounds(t, p) or p.planned < 2:
            continue
        _, name, advice = plan_of(t, p)
        rules = t.ruleset.second_day
        needed = t.setting(DAY2_POINTS, name) or advice.points or (rules.points if rules else 0)
        finished = counted_rounds(t, p)
        if needed and len(finished) == p.planned - 1:
            points = points_of(t, finished)
            enough = sum(t.is_active(no) and t.ruleset.show_points(points[no]) >= needed for no in p.members)
            notes.append(
                note(
                    "day2-sure",
                    "{pod}: before the last round, {count} players already have the {points} points for the second "
                    "day.",
                    pod=p.id,
                    count=enough,
                    points=needed,
                )
            )
    return tuple(notes)


_MET_BY = 3


def unmet_notes(event: LoadedTournament) -> list[Note]:
    """Who has met nobody in three rounds, which a sanctioned event forbids (TRH 5.2; PN-TAB-1)."""
    t = event.state
    if not t.ruleset.advice.least_rounds:
        return []
    unmet: list[int] = []
    for p in t.root_pods():
        played = [r for number, r in sorted(p.rounds.items()) if number <= _MET_BY and r.status is Status.FINISHED]
        if len(played) == _MET_BY and p.phase is Phase.SWISS:
            met = {no for r in played for m in r.matches.values() for no in (m.a, m.b)}
            unmet += [no for no in p.members if no not in met and t.is_active(no)]
    return [
        note("nobody-met", "{name} has not played an opponent in the first 3 rounds.", name=event.name(no))
        for no in unmet
    ]


def idle_settings(t: Tournament) -> list[Note]:
    """Settings that are set and change nothing: these rules, or this style, have no use for them."""
    style = "swiss+cut" if t.style == "swiss" and t.announced else t.style
    robin_rounds = style == "round-robin" and ROUNDS.key  # told with the number that its table has
    notes: list[Note] = []
    every = (t.settings, *t.pod_settings.values())
    for key in dict.fromkeys(key for own in every for key, value in own.items() if value):  # “no” says what is so
        setting = SETTINGS.get(key)
        if setting is None or key == robin_rounds:
            continue
        if not setting.concerns(t.ruleset):
            notes.append(note("setting-idle-rules", "“{key}” is set but has no effect under these rules.", key=key))
        elif setting.styles and style not in setting.styles:
            notes.append(
                note(
                    "setting-idle-style",
                    "“{key}” is set but has no effect in this format: {style}.",
                    key=key,
                    style=text_note(style),
                )
            )
    return notes
