"""Rounds as the console shows them: pods with their next step, tables of a round in pages."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from heapq import nlargest
from typing import Any

from pareo.app.base.context import Context, LoadedTournament
from pareo.app.commands.floor.floor import running_clocks, seconds_left
from pareo.app.commands.results.enter_result import now_at
from pareo.app.commands.rounds.dry_run import Quality, draft_rounds, find_outdated_drafts, round_quality
from pareo.app.queries.event.overview import has_cut, next_phases, pod_status
from pareo.app.queries.floor.claims import claims_at, disputed_tables, is_disputed
from pareo.app.queries.floor.overtime import Overtime, TimeLeft, overtime_of, time_left
from pareo.app.queries.pages.event_tables import KINDS
from pareo.app.queries.results.game_by_game import GameField, game_fields
from pareo.app.queries.rounds.pairing_methods import method_choices
from pareo.app.wording.pairing_columns import columns_of, texts_of, values_before
from pareo.app.wording.round_words import result_code
from pareo.core.model.entities import Match, Pod, Round, Status
from pareo.core.model.floor import Reported
from pareo.core.results.games_text import match_format_of, match_scores
from pareo.core.rules.actions import ActionVerdict, PodStage, action_rule, stage_of
from pareo.core.text.alphabet import plain_letters
from pareo.core.text.messages import text_note
from pareo.core.tournament.pairing_methods import round_method
from pareo.core.tournament.progress import is_over, next_number
from pareo.core.tournament.tournament import ELIMINATION, Tournament

PAGE = 100
LATEST = 3
LIFE = ("pair", "publish", "start", "finish", "advance")
_NEXT = {
    PodStage.REGISTRATION: "pair",
    PodStage.DRAFTED: "publish",
    PodStage.PUBLISHED: "start",
    PodStage.STARTED: "finish",
    PodStage.FINISHED: "pair",
}


@dataclass(frozen=True, slots=True)
class PodButton:
    """A button of a pod: what it does, and if it cannot be done now, why."""

    action: str
    reason: str = ""  # empty: it can be done


@dataclass(frozen=True, slots=True)
class PodCard:
    """A pod at a glance."""

    id: str
    phase: str
    round_no: int  # 0: none yet
    last_round: int  # the last one planned
    status: str  # of its round; "over" when nothing is left to play
    players: int
    tables: int
    done: int
    quality: Quality | None
    following: str  # the one next action; "" when there is none
    next_no: int
    steps: tuple[PodButton, ...]
    outdated: tuple[str, ...]
    can_repair: bool
    targets: tuple[str, ...]  # "day2", "cut": where its players could go
    method: str = ""  # how its round was paired; empty: a bracket, or none yet
    methods: tuple[str, ...] = ()  # how its next round could be, the usual one first
    by_hand: str = ""  # FIDE mode: "no", "now" while its round is changed by hand, "was"; empty: outside it

    @property
    def ready(self) -> bool:
        """Can the next action be done now? A round is finished when every table has its result."""
        return self.following != "finish" or self.done == self.tables


def pod_cards(ctx: Context, slug: str) -> list[PodCard]:
    """Pods that are still playing, in order; those that have ended are left out."""
    t = ctx.open(slug).state
    wrong = find_outdated_drafts(ctx, slug)
    return [_card(t, p, tuple(wrong.get(p.id, ()))) for p in t.pods.values() if not p.closed]


def _card(t: Tournament, p: Pod, wrong: tuple[str, ...]) -> PodCard:
    r = p.last_round
    stage = stage_of(p)
    over = stage is PodStage.FINISHED and is_over(p)
    targets = next_phases(t, p) if over else ()
    following = ("advance" if targets else "") if over else _NEXT[stage]
    steps = tuple(PodButton(a, _why_not(t, p, a, over=over)) for a in LIFE if a != following)
    return PodCard(
        id=p.id,
        phase=p.phase.value,
        round_no=r.number if r else 0,
        last_round=p.first_round + p.planned - 1,
        status=pod_status(t, p),
        players=sum(t.is_active(no) for no in p.members),
        tables=len(r.matches) if r else 0,
        done=sum(m.result is not None for m in r.matches.values()) if r else 0,
        quality=round_quality(p, r) if r is not None else None,
        following=following,
        next_no=next_number(p),
        steps=steps,
        outdated=wrong,
        can_repair=stage in (PodStage.DRAFTED, PodStage.PUBLISHED) and p.phase not in ELIMINATION,
        targets=targets,
        method=round_method(t, p, r) if r is not None else "",
        methods=method_choices(t, p),
        by_hand=_by_hand(t, p),
    )


def _by_hand(t: Tournament, p: Pod) -> str:
    """Where the phase by hand of the pod's round is (F-35)."""
    last = p.last_round
    if not t.fide_mode or last is None or p.phase in ELIMINATION:
        return ""
    return {None: "no", True: "now", False: "was"}[t.by_hand.get((p.id, last.number))]


def _why_not(t: Tournament, p: Pod, action: str, *, over: bool) -> str:
    ruling = action_rule(action, stage_of(p))
    if ruling.verdict is ActionVerdict.IMPOSSIBLE:
        return ruling.reason
    if action == "pair" and over:
        return text_note("all rounds have been played")
    if action == "advance" and p.phase in ELIMINATION:
        return text_note("an elimination has no next phase")
    if action == "advance" and not over:
        return text_note("not all rounds have been played")
    if action == "advance" and not has_cut(t, p):
        return text_note("no play-off is set or advised")
    return ""


# --- the tables of a round --------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class TableSide:
    """One side of a table."""

    no: int
    id: str
    name: str
    division: str
    left: bool
    details: tuple[str, ...] = ()  # points in brackets, rating …: what the organiser has chosen (SP-23)


@dataclass(frozen=True, slots=True)
class RoundTableRow:
    """A table, or somebody without an opponent (`table` is None, `kind` says why)."""

    pod: str
    status: str
    table: int | None
    kind: str
    a: TableSide
    b: TableSide | None
    result: str
    winner: str  # "a", "b" or ""
    reasons: tuple[str, ...]
    claims: tuple[tuple[str, str, str], ...] = ()
    disputed: bool = False
    extra: int = 0  # minutes
    reported: Reported | None = None
    draws: bool = True  # may the match be drawn?
    scores: tuple[str, ...] = ()  # several games per round: the match scores to choose from
    records: str = "outcome"  # what a game records: outcome, scores or squads
    games: tuple[GameField, ...] = ()  # of a match of several: each of them, as it stands
    verdict: str = ""  # how it ended, by the codes of `typed.verdict`; empty: not yet

    @property
    def points(self) -> tuple[str, str]:
        """The points of both sides in a result of one game with points; empty without one."""
        a, _, b = self.result.partition(" ")[0].partition("-")
        return (a, b) if a.isdecimal() and b.isdecimal() else ("", "")

    @property
    def score_choices(self) -> tuple[tuple[str, str], ...]:
        """The match scores as values and as they are shown."""
        return tuple((score, score.replace("-", "–")) for score in self.scores)


@dataclass(frozen=True, slots=True)
class RoundTablesPage:
    """One page of a round's tables."""

    rows: tuple[RoundTableRow, ...]
    total: int  # tables that fit the filter
    page: int
    pages: int
    tables: int  # of the whole round
    playing: int
    disputed: int
    latest: tuple[RoundTableRow, ...]  # results that came in last, the newest first
    statuses: tuple[tuple[str, str], ...]  # (pod, status)
    kind: str  # of results: outcome, scores, squads
    games: int = 1  # of a match
    decide: str = ""  # how they decide it: "best-of", "all" or "sum"
    example: int = 1  # a table that still plays, or the first

    @property
    def groups(self) -> dict[str, list[RoundTableRow]]:
        """The rows by pod, in the pods' order."""
        by_pod: dict[str, list[RoundTableRow]] = {}
        for row in self.rows:
            by_pod.setdefault(row.pod, []).append(row)
        return by_pod


def round_rows(
    ctx: Context,
    slug: str,
    number: int,
    *,
    pod: str | None = None,
    query: str = "",
    only: str = "",
    page: int = 1,
    lang: str = "en",
) -> RoundTablesPage:
    """The tables of a round that fit the filter, a hundred at a time."""
    event = ctx.open(slug)
    t = event.state
    pods = draft_rounds(t, number)
    if pod is not None:
        pods = [(p, r) for p, r in pods if p.id == pod]
        if not pods:
            t.round(pod, number)
    quarrels = {table for n, table in disputed_tables(event) if n == number}
    everything = [(p, r, m) for p, r in pods for m in sorted(r.matches.values(), key=lambda m: m.table)]
    chosen = [x for x in everything if _fits(event, x[2], query, only, quarrels)]
    resting = [(p, r, s) for p, r in pods for s in r.sitting] if not only else []
    resting = [x for x in resting if _has_name(event, (x[2].no,), query)]
    together = len(chosen) + len(resting)
    pages = max(1, -(-together // PAGE))
    at = min(max(page, 1), pages)
    first, last = (at - 1) * PAGE, at * PAGE
    details = {p.id: _details_of(t, p, r, lang) for p, r in pods}
    rows = [match_row(event, p, r, m, quarrels=quarrels, details=details[p.id]) for p, r, m in chosen[first:last]]
    rows += [
        _resting_row(event, p, r, s, details[p.id])
        for p, r, s in resting[max(0, first - len(chosen)) : max(0, last - len(chosen))]
    ]
    form = match_format_of(t.ruleset.results, elimination=all(p.phase in ELIMINATION for p, _ in pods))
    return RoundTablesPage(
        tuple(rows),
        len(chosen),
        at,
        pages,
        len(everything),
        sum(m.result is None for _, r, m in everything if r.status is Status.STARTED),
        sum(m.table in quarrels for _, _, m in everything),
        tuple(match_row(event, p, r, m, quarrels=quarrels) for p, r, m in _latest(t, everything)),
        tuple((p.id, r.status.value) for p, r in pods),
        form.kind,
        form.games,
        form.decide,
        min((m.table for _, _, m in everything if m.result is None), default=1),
    )


def _latest(t: Tournament, played: list[tuple[Pod, Round, Match]]) -> list[tuple[Pod, Round, Match]]:
    timed = [
        (t.floor.reported[key].time, x)
        for x in played
        if x[2].result is not None and (key := (x[1].number, x[2].table)) in t.floor.reported
    ]
    return [x for _, x in nlargest(LATEST, timed, key=lambda one: one[0])]


def one_row(event: LoadedTournament, number: int, table: int, *, lang: str = "en") -> RoundTableRow:
    """The row of one table of a round."""
    p, r, m = event.state.find_table(number, table)
    quarrels = {table} if is_disputed(event, number, table) else set()
    return match_row(event, p, r, m, quarrels=quarrels, details=_details_of(event.state, p, r, lang))


PlayerDetails = Callable[[int], tuple[str, ...]]


def _details_of(t: Tournament, p: Pod, r: Round, lang: str) -> PlayerDetails:
    """The details shown after each player's name in this round."""
    values = values_before(t, p, r, columns_of(t))
    return lambda no: texts_of(values(no), lang)


def _no_details(_no: int) -> tuple[str, ...]:
    return ()


def _fits(event: LoadedTournament, m: Match, query: str, only: str, quarrels: set[int]) -> bool:
    if only == "playing" and m.result is not None:
        return False
    if only == "in" and m.result is None:
        return False
    if only == "disputed" and m.table not in quarrels:
        return False
    if not query:
        return True
    return m.table == int(query) if query.isdecimal() else _has_name(event, (m.a, m.b), query)


def _has_name(event: LoadedTournament, nos: tuple[int, ...], query: str) -> bool:
    if not query:
        return True
    if query.isdecimal():
        return False
    words = plain_letters(query).split()
    return any(all(w in name for w in words) for name in (plain_letters(event.name(no)) for no in nos))


def match_row(
    event: LoadedTournament, p: Pod, r: Round, m: Match, *, quarrels: set[int], details: PlayerDetails = _no_details
) -> RoundTableRow:
    extension = event.state.floor.extensions.get((r.number, m.table))
    won = "" if m.result is None else "a" if m.result.a.won else "b" if m.result.b.won else ""
    rules = event.state.ruleset.results
    form = match_format_of(event.state.result_rules(p, r.number), elimination=p.phase in ELIMINATION)
    return RoundTableRow(
        p.id,
        r.status.value,
        m.table,
        "match",
        _player(event, p, m.a, details),
        _player(event, p, m.b, details),
        now_at(event, m),
        won,
        m.reasons,
        tuple(claims_at(event, r.number, m)) if m.result is None else (),
        m.table in quarrels,
        extension.minutes if extension else 0,
        event.state.floor.reported.get((r.number, m.table)),
        draws=rules.draws and p.phase not in ELIMINATION,
        scores=match_scores(form),
        records=form.kind,
        games=game_fields(form, m.result),
        verdict=result_code(m.result) if m.result is not None else "",
    )


def _resting_row(event: LoadedTournament, p: Pod, r: Round, s: Any, details: PlayerDetails) -> RoundTableRow:
    return RoundTableRow(
        p.id, r.status.value, None, KINDS[s.outcome], _player(event, p, s.no, details), None, "", "", s.reasons
    )


def _player(event: LoadedTournament, p: Pod, no: int, details: PlayerDetails) -> TableSide:
    """One side of a table; its division is shown where several play together."""
    e = event.state.entrants[no]
    return TableSide(
        no, event.id(no), event.name(no), e.division if len(p.divisions) > 1 else "", e.drop is not None, details(no)
    )


# --- clock ------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class RoundClock:
    """The clock of the rounds being played, in server time."""

    seconds: int
    minutes: int
    paused: bool
    ends: str  # for `data-clock`: text before the bar; empty while paused
    overtime: Overtime | None = None  # what follows

    @property
    def time_left(self) -> TimeLeft:
        return time_left(self.seconds, self.overtime)


def clock_of(ctx: Context, slug: str) -> RoundClock | None:
    """The running clock that ends first; the console starts and stops them together."""
    event, now = ctx.open(slug), ctx.now()
    clock = min(running_clocks(event).values(), key=lambda one: seconds_left(one, now), default=None)
    if clock is None:
        return None
    paused = bool(clock.paused_at)
    return RoundClock(
        seconds_left(clock, now), clock.minutes, paused, "" if paused else "runs", overtime_of(event.state)
    )


def round_numbers(t: Tournament) -> list[int]:
    """Numbers of all rounds there are, newest first."""
    return sorted({n for p in t.pods.values() for n in p.rounds}, reverse=True)
