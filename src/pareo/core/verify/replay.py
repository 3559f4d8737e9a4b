"""The journal read a second time, for the checker alone: who is in which pod, who met whom, with what result.

It shares no code with the replay of the journal, with the standings or with the pairing: if one of them reads an entry
wrongly, this reading does not go wrong with it. Only what a pairing can depend on is kept. A fact that does not fit
raises one of `journal.facts.MISFITS`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from pareo.core.journal.codecs import RoundFact
from pareo.core.journal.fact import Fact
from pareo.core.journal.facts import SettingsSet, TournamentCreated, results_in
from pareo.core.journal.floor_facts import CheckOutcome
from pareo.core.journal.people_facts import Dropped, Edited, Entered, Joining, Late, Removed, Renumbered, Undropped
from pareo.core.journal.round_facts import Advanced, Finished, Formed, Published, RoundsPaired, Started
from pareo.core.journal.tom_facts import Saved, TomStopped
from pareo.core.model.entities import Drop, Entrant, Phase, Pod, Sitting, Status
from pareo.core.model.outcome import Outcome, Result
from pareo.core.model.ruleset import Ruleset
from pareo.core.results.result_text import flip_result

BRACKETS = (Phase.CUT, Phase.ELIMINATION)
MOST_GAMES = 9
_REACHED = {Published: Status.PUBLISHED, Started: Status.STARTED, Finished: Status.FINISHED}


@dataclass(slots=True)
class ReplayedMatch:
    """A match of a round as the journal has it; `a` starts."""

    a: int
    b: int
    result: Result | None = None

    @property
    def forfeited(self) -> bool:
        """Was the match decided without being played?"""
        return self.result is not None and self.result.a in (Outcome.FORFEIT_WIN, Outcome.FORFEIT_LOSS)

    @property
    def winner(self) -> int | None:
        if self.result is None:
            return None
        return self.a if self.result.a.won else self.b if self.result.b.won else None


@dataclass(slots=True)
class ReplayedRound:
    """A round as the journal has it so far."""

    number: int
    status: Status
    games: dict[int, ReplayedMatch]  # by table
    sittings: list[Sitting]
    top_starts: bool


@dataclass(slots=True)
class ReplayedPod:
    """A pod as the journal has it so far."""

    id: str
    phase: Phase
    members: list[int]
    planned: int
    first_round: int
    sources: tuple[str, ...]
    third_place: bool
    double: bool = False
    rounds: dict[int, ReplayedRound] = field(default_factory=dict)

    @property
    def is_robin(self) -> bool:
        return self.phase is Phase.ROUND_ROBIN


class IndependentReplay:
    """A tournament up to some entry of its journal."""

    def __init__(self, created: TournamentCreated, ruleset: Ruleset) -> None:
        self.ruleset = ruleset  # as its text has it: settings are read separately
        self.settings: dict[str, object] = dict(created.settings)
        self.pod_settings = {pod: dict(values) for pod, values in (created.pod_settings or {}).items()}
        self.entrants: dict[int, Entrant] = {e.no: e for e in created.entrants or ()}
        self.pods: dict[str, ReplayedPod] = {}
        self.by_tom = False  # TOM runs it now
        self.tom_results: dict[tuple[int, int, int], Result | None] = {}  # (round, lower, higher number)
        self.local_results: dict[tuple[int, int, int], Result | None] = {}
        self.first_numbers: dict[int, int] = {}  # what round 1 was paired with, of those renumbered since

    # --- questions --------------------------------------------------------------------------------------------------

    def setting(self, key: str, pod: str = "") -> object:
        """The value of a setting for the pod, else for the event; None where neither is set."""
        own = self.pod_settings.get(pod, {})
        return own[key] if key in own else self.settings.get(key)

    @property
    def games_by_file(self) -> int:
        """How many games of a round the rules themselves count."""
        return self.ruleset.results.games if self.ruleset.points_from == "games" else 1

    @property
    def games_per_round(self) -> int:
        games = self.settings.get("games")
        return games if isinstance(games, int) and 1 <= games <= MOST_GAMES else self.games_by_file

    @property
    def points(self) -> Mapping[Outcome, int]:
        """What each outcome of a round is worth: every game of it counts (SP-10)."""
        games = self.games_by_file
        table = {outcome: value // games * self.games_per_round for outcome, value in self.ruleset.points.items()}
        outcome_named = {"win": Outcome.WIN, "draw": Outcome.DRAW, "loss": Outcome.LOSS}
        for key, outcome in (("bye_points", Outcome.BYE), ("requested_bye", Outcome.REQUESTED_BYE)):
            source = outcome_named.get(str(self.settings.get(key)))
            if source is not None:
                table[outcome] = table[source]
        return {**table, **self._points_from_settings()}

    def _points_from_settings(self) -> dict[Outcome, int]:
        """Points that the event sets: “3-1-0”, and the bye of an odd field."""
        scoring, pab = self.settings.get("scoring"), self.settings.get("pab")
        points: dict[Outcome, int] = {}
        if isinstance(scoring, str):
            win, draw, loss = (self._units(part) for part in scoring.split("-"))
            points = {o: win if o.won else 0 for o in Outcome}
            points |= {Outcome.DRAW: draw, Outcome.REQUESTED_BYE: draw, Outcome.LOSS: loss}
        if isinstance(pab, str):
            points[Outcome.BYE] = self._units(pab)
        return points

    def _units(self, text: str) -> int:
        number = text.removesuffix("½")
        return int(float(number or "0") * self.ruleset.unit) + (self.ruleset.unit // 2 if number != text else 0)

    def phases_of(self, pod: ReplayedPod) -> list[ReplayedPod]:
        """The phases that led to a pod, oldest first, and the pod itself."""
        return [*(earlier for source in pod.sources for earlier in self.phases_of(self.pods[source])), pod]

    def finished_rounds(self, pod: ReplayedPod, before: int) -> list[ReplayedRound]:
        """The finished rounds with points that were there when this round was paired, in order."""
        return [
            round_
            for group in self.phases_of(pod)
            if group.phase not in BRACKETS
            for number, round_ in sorted(group.rounds.items())
            if number < before and round_.status is Status.FINISHED
        ]

    # --- one fact after the other -----------------------------------------------------------------------------------

    def apply(self, fact: Fact) -> None:
        """Apply the next fact of the journal."""
        if isinstance(fact, SettingsSet):
            self._set(fact)
        if isinstance(fact, Saved):
            self._apply_save(fact)
        self.by_tom = (self.by_tom or isinstance(fact, Saved)) and not isinstance(fact, TomStopped)
        self._apply_people(fact)
        self._apply_rounds(fact)
        for at in results_in(fact):
            game = self.pods[at.pod].rounds[at.number].games[at.table]
            if self.by_tom:  # TOM's results stand; results entered here fill what TOM leaves open
                pair = (at.number, min(game.a, game.b), max(game.a, game.b))
                self.local_results[pair] = at.result and (at.result if game.a < game.b else flip_result(at.result))
                self._merge_results({at.number})
            else:
                game.result = at.result

    def _apply_save(self, fact: Saved) -> None:
        """A save of TOM: what is other than before, and everybody's results by who met whom."""
        change = fact.structure
        self.settings.update(fact.settings)
        self.entrants.update((e.no, e) for e in fact.entrants)
        for no in fact.removed:
            self.entrants.pop(no, None)
        for pod_id in change.gone_pods:
            del self.pods[pod_id]
        for p in change.pods:
            rounds = self.pods[p.id].rounds if p.id in self.pods else {}
            self._form((p,), ())
            self.pods[p.id].rounds.update(rounds)
        for pod, number in change.gone_rounds:
            self.pods[pod].rounds.pop(number, None)
        self.add_rounds(change.rounds)
        for pod, number, status in change.statuses:
            self.pods[pod].rounds[number].status = status
        for key, result in fact.results:
            pair = (key.number, key.low, key.high)
            if result is None and fact.kind in ("rewinds", "re-pairs"):
                self.local_results.setdefault(pair, self.tom_results.get(pair))
            self.tom_results[pair] = result
        self._merge_results({n for p in self.pods.values() for n in p.rounds})

    def _merge_results(self, numbers: set[int]) -> None:
        for p in self.pods.values():
            for number in numbers & p.rounds.keys():
                for game in p.rounds[number].games.values():
                    pair = (number, min(game.a, game.b), max(game.a, game.b))
                    result = self.tom_results.get(pair) or self.local_results.get(pair)
                    game.result = result and (result if game.a < game.b else flip_result(result))

    def _apply_people(self, fact: Fact) -> None:
        match fact:
            case Entered():
                self.entrants.update((e.no, e) for e in fact.entrants)
            case Edited():
                self.entrants[fact.no] = replace(self.entrants[fact.no], **fact.changes)
                if "late_from" in fact.changes:
                    self._retell_missed_rounds(fact.no)
            case Removed():
                del self.entrants[fact.no]
            case Late():
                self.arrive(fact)
                self._add_missed_rounds(fact.entrant.no, fact.joining)
            case Renumbered():
                self._renumber(fact.numbers)
            case Dropped():
                self._drop(fact.no, Drop(fact.after, fact.kind, fact.reason))
            case CheckOutcome() if fact.drop is not None:
                self._drop(fact.no, fact.drop)
            case Undropped():
                self._undrop(fact)

    def _apply_rounds(self, fact: Fact) -> None:
        match fact:
            case RoundsPaired():
                self.form(fact.formed)
                self.add_rounds(fact.rounds)
            case Late(round=RoundFact() as row):
                self.add_rounds((row,))
            case Published() | Started() | Finished():
                for key in fact.rounds:
                    self.pods[key.pod].rounds[key.number].status = _REACHED[type(fact)]
            case Advanced():
                self._form(fact.pods, fact.unformed)

    def form(self, formed: Formed | None) -> None:
        """Form pods, also anew, as the pairing of round 1 says."""
        if formed is not None:
            for no, start_no in formed.start_nos:
                self.entrants[no] = replace(self.entrants[no], start_no=start_no)
            self._form(formed.pods, formed.unformed)

    def _form(self, pods: Iterable[Pod], unformed: Iterable[str]) -> None:
        for old in unformed:
            self.pods.pop(old, None)
        for p in pods:
            self.pods[p.id] = ReplayedPod(
                p.id, p.phase, list(p.members), p.planned, p.first_round, p.sources, p.third_place, p.double
            )

    def arrive(self, fact: Late) -> None:
        """Put a late player into the pod; missed rounds are added after the open round is repaired."""
        self._renumber(fact.numbers)
        self.entrants[fact.entrant.no] = fact.entrant
        members = self.pods[fact.joining.pod].members
        if fact.entrant.no not in members:
            members.append(fact.entrant.no)

    def _renumber(self, numbers: Iterable[tuple[int, int]]) -> None:
        for no, number in numbers:
            self.first_numbers.setdefault(no, self.entrants[no].start_no)
            self.entrants[no] = replace(self.entrants[no], start_no=number)

    def _add_missed_rounds(self, no: int, joining: Joining) -> None:
        for number in joining.losses:
            self.pods[joining.pod].rounds[number].sittings.append(
                Sitting(no, Outcome.ABSENT if self.ruleset.results.chess else Outcome.LATE_LOSS)
            )

    def _retell_missed_rounds(self, no: int) -> None:
        """Rounds missed before the first one somebody came to are lost; others that they asked off are not."""
        started = (Status.STARTED, Status.FINISHED)
        for p in self.pods.values():
            for number, r in p.rounds.items():
                if r.status in started:
                    r.sittings[:] = [self._as_missed(s, number) if s.no == no else s for s in r.sittings]

    def _as_missed(self, sitting: Sitting, number: int) -> Sitting:
        e = self.entrants[sitting.no]
        if sitting.outcome is Outcome.REQUESTED_BYE and number < e.late_from:
            return Sitting(e.no, Outcome.ABSENT if self.ruleset.results.chess else Outcome.LATE_LOSS)
        if sitting.outcome is Outcome.LATE_LOSS and number >= e.late_from and number in e.absent:
            return Sitting(e.no, Outcome.REQUESTED_BYE, points=dict(e.bye_points).get(number))
        return sitting

    def _drop(self, no: int, drop: Drop) -> None:
        self.entrants[no] = replace(self.entrants[no], drop=drop)

    def _undrop(self, fact: Undropped) -> None:
        e = self.entrants[fact.no]
        late_from = e.late_from if fact.late_from is None else fact.late_from
        self.entrants[fact.no] = replace(e, drop=None, late_from=late_from)
        if fact.joining is not None:
            self.pods[fact.joining.pod].members.append(fact.no)
            self._add_missed_rounds(fact.no, fact.joining)
        for row in fact.absent:
            self.pods[row.pod].rounds[row.number].sittings.append(Sitting(fact.no, Outcome.ABSENT))

    def add_rounds(self, rows: Iterable[RoundFact]) -> None:
        """Add rounds that were drafted, or replace them by rounds made again or changed by hand."""
        for row in rows:
            games = {m.table: ReplayedMatch(m.a, m.b) for m in row.matches}
            for table, result in row.results or ():
                games[table].result = result
            status = row.status or Status.DRAFTED
            self.pods[row.pod].rounds[row.number] = ReplayedRound(
                row.number, status, games, list(row.sitting), row.top_starts
            )

    def _set(self, fact: SettingsSet) -> None:
        values = self.settings if fact.pod is None else self.pod_settings.setdefault(fact.pod, {})
        for key, value in fact.changes.items():
            values[key] = value
            if value is None:
                del values[key]
        for pod, planned in (fact.planned or {}).items():
            self.pods[pod].planned = planned
        for pod, third_place in (fact.third_place or {}).items():
            self.pods[pod].third_place = third_place
        for no, division in fact.divisions or ():
            self.entrants[no] = replace(self.entrants[no], division=division)
