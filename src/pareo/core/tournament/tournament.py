"""The state of a tournament: what the replay of its journal gives. Questions about it are here; changes are in
`replay`."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import NamedTuple, TypeVar

from pareo.core.journal.fact import Traits
from pareo.core.journal.tom_sync import TomSync
from pareo.core.model.draws import Draws
from pareo.core.model.entities import Applicant, Entrant, Match, Phase, Pod, Round, Seats, Status
from pareo.core.model.floor import Floor
from pareo.core.model.lists import Lists
from pareo.core.model.outcome import Outcome, Result
from pareo.core.model.ruleset import ResultRules, Ruleset
from pareo.core.settings.setting import Setting
from pareo.core.text.errors import NotFound
from pareo.core.text.messages import join_notes, text_note

T = TypeVar("T")
_ORDINARY = Traits()


@dataclass(slots=True)
class JournalStep:
    """One journal entry as the audit page and undo see it."""

    seq: int
    action: str
    undone_by: int | None = None
    time: str = ""  # when, as the journal says
    actor: str = ""
    traits: Traits = _ORDINARY


class LoggedWarning(NamedTuple):
    """A warning of FIDE mode that somebody saw: which, when in the event, who, and what the report says of it."""

    rule: str
    level: int
    round: int  # the last round paired then; 0: none
    actor: str
    time: str
    remark: str = ""


class LeftFide(NamedTuple):
    """When and why the event left FIDE mode."""

    round: int
    reason: str


@dataclass(slots=True)
class Tournament:
    """Everything that is known of a tournament, without personal data. Only `replay.apply` changes it."""

    slug: str
    name: str
    ruleset: Ruleset
    zone: str = "UTC"
    commitment: str = ""  # SHA-256 of the secret seed, fixed at creation
    draws: Draws | None = None  # the root over the seeds of all draws; None in events of old
    settings: dict[str, object] = field(default_factory=dict)
    pod_settings: dict[str, dict[str, object]] = field(default_factory=dict)
    entrants: dict[int, Entrant] = field(default_factory=dict)
    applicants: dict[int, Applicant] = field(default_factory=dict)  # who waits, in order
    registered: set[int] = field(default_factory=set)  # entrants who registered themselves
    pods: dict[str, Pod] = field(default_factory=dict)
    pod_of: dict[int, str] = field(default_factory=dict)  # the Swiss (or pure elimination) pod an entrant belongs to
    announced: bool = False  # a cut was set before the start (P-ANN-1, X-2)
    tiebreaks_announced: bool = True  # False: read from a report that does not name them, and not set since (B-34)
    drafts: dict[tuple[str, int], int] = field(default_factory=dict)  # (pod, round) → drafts made so far
    taken_back: dict[tuple[str, int], dict[int, Seats]] = field(default_factory=dict, compare=False)
    # (pod, round) → draft that was undone → who met whom in it; its seed may be known
    floor: Floor = field(default_factory=Floor)
    lists: Lists = field(default_factory=Lists)
    tom: TomSync | None = None  # TOM runs it, or did
    closed: bool = False  # put away: everything is played, told and counted
    rating_corrections: dict[tuple[str, int, int], Result] = field(default_factory=dict)
    # (pod, round, table) → what is rated instead of the result that stands
    by_hand: dict[tuple[str, int], bool] = field(default_factory=dict)
    # (pod, round) changed by hand → still being changed? (FIDE mode: a phase with a beginning and an end)
    renumbered: list[tuple[int, dict[int, int]]] = field(default_factory=list)
    # (last round paired before, entrant → number until then): pairing numbers that have changed
    left_fide: LeftFide | None = None
    warned: list[LoggedWarning] = field(default_factory=list)  # by FIDE mode, in order
    steps: list[JournalStep] = field(default_factory=list)
    entries_by: dict[str, int] = field(default_factory=dict)  # actor → entries since rounds were last published
    seq: int = 0
    corrected: int = field(default=0, compare=False)  # the entry before the last one that told of a finished round
    highest_no: int = field(default=0, compare=False)  # ever given, also by entries that were undone or taken out

    # --- what the event uses: of the rest nobody asks --------------------------------------------------------------

    @property
    def fide_mode(self) -> bool:
        """Is the event played in FIDE mode?"""
        return self.ruleset.fide_mode and self.left_fide is None

    @property
    def follows_tom(self) -> bool:
        """Does TOM run the event? One that was followed once, or came from TOM's file, is run here."""
        return self.tom is not None and self.tom.following

    @property
    def scores_squads(self) -> bool:
        """Are results points of squads, which the lists handed in limit (X-7)?"""
        return self.ruleset.results.kind == "squads"

    # --- rounds and numbers -----------------------------------------------------------------------------------------

    @property
    def latest_round(self) -> int:
        """The last round that is paired anywhere; 0: none."""
        return max((number for p in self.pods.values() for number in p.rounds), default=0)

    def numbers_in(self, number: int) -> dict[int, int]:
        """The pairing numbers that a round was paired with: those that have changed since are as they were then."""
        numbers = {no: e.start_no for no, e in self.entrants.items()}
        for until, before in reversed(self.renumbered):
            if number <= until:
                numbers.update(before)
        return numbers

    # --- settings -----------------------------------------------------------------------------------------------

    def setting(self, setting: Setting[T], *pods: str | None) -> T | None:
        """What is set for the first of these pods that has it, else for the event; None where nothing is."""
        own = (values for pod in pods if setting.key in (values := self.pod_settings.get(pod or "", {})))
        return setting.of(next(own, self.settings))

    @property
    def style(self) -> str:
        """The event's style, such as swiss, elimination or swiss+cut."""
        chosen = self.settings.get("style")
        if chosen is None and self.announced:
            return "swiss+cut"  # who sets a cut before the start has said so
        return str(chosen or self.ruleset.styles[0])

    # --- entrants -----------------------------------------------------------------------------------------------

    def entrant(self, no: int) -> Entrant:
        try:
            return self.entrants[no]
        except KeyError:
            raise NotFound("no-entrant", "There is no entrant number {no} in this tournament.", no=no) from None

    @property
    def next_no(self) -> int:
        """A number nobody has had: an old signed link must never open somebody else's page."""
        return max(self.highest_no, max(self.entrants, default=0)) + 1

    @property
    def started(self) -> bool:
        """Has any round been started?"""
        return any(r.status in (Status.STARTED, Status.FINISHED) for p in self.pods.values() for r in p.rounds.values())

    def squad_total(self, no: int) -> int | None:
        """Squad points an entrant brings to the table, all its players together; None while one is not known."""
        return self.lists.squad_total(no, len(self.entrants[no].persons))

    # --- pods and rounds ------------------------------------------------------------------------------------------

    def pod(self, pod_id: str) -> Pod:
        try:
            return self.pods[pod_id]
        except KeyError:
            known = (
                join_notes(", ", self.pods) if self.pods else text_note("none yet: groups form when round 1 is paired")
            )
            raise NotFound("no-pod", "There is no group “{pod}” (groups: {known}).", pod=pod_id, known=known) from None

    def round(self, pod_id: str, number: int) -> Round:
        r = self.pod(pod_id).rounds.get(number)
        if r is None:
            raise NotFound("no-round", "{pod} has no round {round}.", pod=pod_id, round=number)
        return r

    def find_table(self, number: int, table: int) -> tuple[Pod, Round, Match]:
        """The match at a table in a round: (round, table) is unique in the tournament."""
        any_round = False
        for pod in self.pods.values():
            r = pod.rounds.get(number)
            if r is not None:
                any_round = True
                if table in r.matches:
                    return pod, r, r.matches[table]
        if not any_round:
            raise NotFound("no-round-anywhere", "Round {round} has not been paired.", round=number)
        raise NotFound("no-table", "Round {round} has no table {table}.", round=number, table=table)

    def playing_round(self, table: int) -> int:
        """The round being played that has this table, else the newest being played; 0 where none is."""
        playing = [
            r for p in self.pods.values() if not p.closed for r in p.rounds.values() if r.status is Status.STARTED
        ]
        here = [r.number for r in playing if table in r.matches]
        return max(here or [r.number for r in playing], default=0)

    def result_rules(self, pod: Pod, number: int) -> ResultRules:
        """How a match of this round is decided: the last ones of a double elimination may have games of their own.

        **Choice:** from the final of the losers' bracket on.
        """
        rules = self.ruleset.results
        last = pod.double and number >= pod.first_round + pod.planned - 3
        return replace(rules, best_of_cut=rules.final_games) if last and rules.final_games else rules

    def player_list_order(self) -> list[int]:
        """The order of the player list: by start number, and who came later after them."""
        return sorted(self.entrants, key=lambda no: (not self.entrants[no].start_no, self.entrants[no].start_no, no))

    def root_pods(self) -> Iterator[Pod]:
        """The pods that players entered: not day 2, not the cut."""
        return (p for p in self.pods.values() if not p.sources)

    def successors(self, pod_id: str) -> list[Pod]:
        return [p for p in self.pods.values() if pod_id in p.sources]

    def is_active(self, no: int) -> bool:
        return self.entrants[no].drop is None

    def chain(self, pod: Pod) -> list[Pod]:
        """The pod and the phases before it, oldest first (a cut may have several sections before it)."""
        before: list[Pod] = []
        for source in pod.sources:
            before += self.chain(self.pods[source])
        return [*before, pod]


def outcome_of(match: Match, no: int) -> Outcome | None:
    """What the match's result was for this entrant; None while it is open."""
    if match.result is None:
        return None
    return match.result.a if match.a == no else match.result.b


def winner_of(match: Match) -> int | None:
    """Who goes on in an elimination match; None while open or after a double loss."""
    if match.result is None:
        return None
    if match.result.a.won:
        return match.a
    return match.b if match.result.b.won else None


ELIMINATION = (Phase.CUT, Phase.ELIMINATION)
