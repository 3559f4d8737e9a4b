"""How will the day go? The document's format for so many players, and its neighbours, from days played before."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from pareo.app.rows.forecast import PlannedRow, PlanRows, RecordRow
from pareo.app.wording.day_chart import day_end_chart
from pareo.core.day_plan.days import DayFormat, FormatSummary, neighbours, simulate_days
from pareo.core.day_plan.simulation import Setup
from pareo.core.day_plan.times import DayTimes
from pareo.core.model.ruleset import Ruleset
from pareo.core.pairing.robin.rounds import check_players
from pareo.core.rules.advice import advise, robin_advice, rounds_without_rematch, usual_minutes
from pareo.core.rules.cuts import check_enough, check_size
from pareo.core.text.errors import BadInput

MOST_PLAYERS, MOST_DAYS, MOST_MINUTES = 2000, 20_000, 600
QUICK_PLAYERS = 300  # for whom a few days are played while somebody waits
_DRAWS = {"chess": 0.3, "pokemon": 0.06, "scrabble": 0.01}


@dataclass(frozen=True, slots=True)
class PlanRequest:
    """What is known of the day."""

    players: int
    drops: float = 0.02  # of those still there, after each round
    minutes: int = 0  # 0: as the rules say, else 50
    tables: int = 0  # in the hall; 0: enough
    start: str = "10:00"
    rounds: int = 0  # 0: as the document says
    cut: int | None = None
    days: int = 1000
    seed: str = "plan"
    table: str = ""  # of the document; empty: the usual one


Key = tuple[str, PlanRequest]


@dataclass(frozen=True, slots=True)
class PreparedPlan:
    """A plan that was checked, with all that its days are played with."""

    ruleset: str
    request: PlanRequest
    setup: Setup
    forms: tuple[DayFormat, ...]  # the document's, or the one asked for, first
    times: DayTimes

    @property
    def key(self) -> Key:
        """Equal for equal plans."""
        return self.ruleset, self.request

    def rows(self, outlines: Sequence[FormatSummary]) -> PlanRows:
        """The plan as a row, from what the days were like."""
        request, start = self.request, minutes_of(self.request.start)
        return PlanRows(
            ruleset=self.ruleset,
            players=request.players,
            start=request.start,
            days=outlines[0].days,
            minutes=self.times.minutes,
            formats=[_row(one, start) for one in outlines],
            chart=day_end_chart(outlines[0].lengths, start),
        )


def prepare_plan(ruleset: Ruleset, request: PlanRequest) -> PreparedPlan:
    """Checks a request and chooses the formats: the document's (or the one asked for) and its neighbours."""
    if not 4 <= request.players <= MOST_PLAYERS:
        raise BadInput("plan-players", "Plan for 4 to {most} players.", most=MOST_PLAYERS)
    if not 20 <= request.days <= MOST_DAYS:
        raise BadInput("plan-days", "Choose 20 to {most} simulations.", most=MOST_DAYS)
    minutes_of(request.start)
    if (
        not (0 <= request.drops <= 0.5 and 0 <= request.minutes <= MOST_MINUTES)
        or min(request.tables, request.rounds) < 0
    ):
        raise BadInput(
            "plan-wish",
            "At most half the players can drop after a round, a round can last up to {minutes} minutes, and no "
            "number can be negative.",
            minutes=MOST_MINUTES,
        )
    if request.cut:
        check_size(request.cut)
        check_enough(request.cut, request.players)
    robin = ruleset.styles[0] == "round-robin" and not request.rounds and not request.cut
    if robin:
        check_players(request.players)
    form = DayFormat(robin_advice(request.players, ruleset.robin.cycles).rounds) if robin else _format(ruleset, request)
    minutes = request.minutes or usual_minutes(ruleset) or 50
    times = DayTimes(
        minutes, ruleset.round.overtime_minutes or 5, cut_minutes=ruleset.round.cut_minutes, hall=request.tables
    )
    system = ruleset.swiss.system if ruleset.swiss.system != "manual" else "random"
    setup = Setup(
        ruleset,
        request.players,
        form.rounds,
        _DRAWS.get(ruleset.game.split("-")[0], 0.05),
        request.drops,
        system=ruleset.robin.schedule if robin else system,
    )
    others = [] if robin else _others(ruleset, form, request)  # its table has the rounds that it has
    return PreparedPlan(ruleset.id, request, setup, (form, *others), times)


def plan(ruleset: Ruleset, request: PlanRequest, progress: Callable[[int, int], None] | None = None) -> PlanRows:
    """Plays many days by the document's format (or the one asked for) and by its neighbours."""
    day = prepare_plan(ruleset, request)
    return day.rows(simulate_days(day.setup, day.forms, day.times, request.seed, request.days, progress=progress))


def days_for(players: int) -> int:
    """How many days are played while somebody waits: a few seconds' worth. The command and the background queue play
    thousands."""
    return max(40, min(300, 12_000 // max(1, players)))


def _format(ruleset: Ruleset, request: PlanRequest) -> DayFormat:
    division = ruleset.divisions.divisions[-1].id if ruleset.divisions else ""
    style = "swiss+cut" if "swiss+cut" in ruleset.styles and request.cut != 0 else ruleset.styles[0]
    advice = advise(
        ruleset, sizes={division: request.players}, pod=(division,), style=style, table=request.table or None
    )
    cut = advice.cut if request.cut is None else request.cut
    second = 0 if request.rounds else advice.day2_rounds
    rounds = request.rounds or advice.rounds + second or max(1, (request.players - 1).bit_length())
    shared = request.cut is None and bool(advice.row and advice.row.asymmetrical)
    return DayFormat(
        min(rounds, rounds_without_rematch(request.players)),
        cut,
        shared,
        ruleset.elimination.max_cut,
        second_day=second,
    )


def _others(ruleset: Ruleset, form: DayFormat, request: PlanRequest) -> list[DayFormat]:
    formats = [
        one
        for one in neighbours(form)
        if one.cut <= max(form.cut, request.players // 2) and one.rounds <= rounds_without_rematch(request.players)
    ]
    rules = ruleset.sections
    if rules is not None and request.players >= max(rules.min_division, 2 * rules.min_section) and form.cut >= 4:
        formats.append(DayFormat(max(2, form.rounds - 1), form.cut, form.shared, form.most, 2))
    return formats


def _row(one: FormatSummary, start: int) -> PlannedRow:
    return PlannedRow(
        one.format.rounds,
        one.format.cut,
        one.format.sections,
        clock(start + one.length.middle),
        clock(start + one.length.low),
        clock(start + one.length.high),
        None if one.second is None else clock(start + one.second.middle),
        round(one.undefeated, 1),
        round(one.cut, 1),
        round(one.missed, 1),
        round(one.missed_share, 3),
        round(one.best_wins, 3),
        round(one.best_in, 3),
        [
            RecordRow(
                r.losses,
                round(r.players / one.days, 1),
                round(r.goes_on / r.players, 3),
                round(r.by_tiebreaks / r.players, 3),
            )
            for r in one.records
        ],
    )


def minutes_of(text: str) -> int:
    """“9:30” as minutes of the day."""
    hours, _, minutes = text.strip().partition(":")
    if not (hours.isdecimal() and minutes.isdecimal() and int(hours) < 24 and int(minutes) < 60):
        raise BadInput("plan-start", "“{text}” is not a time of day (example: 10:00).", text=text[:20])
    return int(hours) * 60 + int(minutes)


def clock(minutes: float) -> str:
    """A time of day as people say it, to five minutes; after midnight with the days."""
    whole = 5 * round(minutes / 5)
    day = whole // 1440
    return f"{whole % 1440 // 60:02}:{whole % 60:02}" + (f" (+{day})" if day else "")
