"""Public pages: what everybody may see. A server renders them once per change and keeps the bytes
(`web/response_cache.py`).

A page is a function of the context, the slug, the language and a few parameters, registered in `PAGES` by its address
below /e/SLUG/. It gathers what is shown and returns the rendering, which is called when the context has been released,
so that nobody waits for it. What it shows comes from `pareo.app.queries.pages.public_view` only, so that no draft and
nothing personal gets in.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import timedelta
from functools import lru_cache, partial
from typing import NamedTuple

from markupsafe import escape

from pareo.app.base.context import Context, LoadedTournament
from pareo.app.base.lru_cache import CacheSlot
from pareo.app.base.timestamps import moment
from pareo.app.commands.floor.floor import seconds_left, shared_clocks
from pareo.app.commands.people import registration
from pareo.app.forecast.qualification_rows import outlook_signs
from pareo.app.queries.event.overview import PlannedPod, planned_pods
from pareo.app.queries.floor.overtime import Overtime, overtime_of, time_left
from pareo.app.queries.lists.views import initiative, lists_are_public, public_lists
from pareo.app.queries.pages import public_view as public_views
from pareo.app.queries.pages.event_tables import entrant_status
from pareo.app.queries.pages.podium import is_over, podiums
from pareo.app.queries.pages.public_names import public_name
from pareo.app.queries.results.missing_results import missing_results
from pareo.app.receipts.receipt import receipt
from pareo.app.screens.club_standings import club_field, club_rows, counts_clubs
from pareo.app.screens.player_page import OwnRound
from pareo.app.tom.interim import event_for_everybody
from pareo.app.wording.number_text import figure
from pareo.app.wording.pod_words import PodLabel, label_of, label_of_table, namer
from pareo.core.model.entities import Pod, Round
from pareo.core.model.floor import Clock
from pareo.core.model.games import game_of
from pareo.core.settings.event import DATE, PLACE, START
from pareo.core.settings.rounds import ROUND_MINUTES
from pareo.core.standings.standings import Standing, not_applied
from pareo.core.standings.tiebreaks.registry import find_tiebreak
from pareo.core.text.alphabet import alphabetical
from pareo.core.text.errors import BadInput, NotFound, PareoError
from pareo.core.text.numbers import whole_or_refuse
from pareo.core.tom.matches import sync_state_of
from pareo.core.tournament.progress import is_counted
from pareo.core.tournament.tables import StandingTable, per_division, with_joint_tables
from pareo.core.tournament.tournament import ELIMINATION, Tournament
from pareo.locale.texts import Texts, texts
from pareo.pages.bracket_layout import draw_brackets
from pareo.pages.links import EventFrame
from pareo.pages.receipts import receipt_page
from pareo.pages.render import render
from pareo.pages.table_help import has_table_help, table_help

Params = Mapping[str, str]
Rendering = Callable[..., str]  # everything has been gathered: it needs no context
Page = Callable[[Context, str, str, Params], Rendering]

EVERY_TABLE = "*"  # asked for as a pod: the tables of the pods and of their divisions


def int_param(params: Params, key: str) -> int | None:
    """A number from the address."""
    text = params.get(key, "")
    problem = BadInput("bad-number", "“{text}” is not a number.", text=text)
    return whole_or_refuse(text, 5, problem) if text else None


# --- clock and announcements ------------------------------------------------------------------------------------------


class ClockState(NamedTuple):
    """A running clock: when it ends (milliseconds since 1970), or how many seconds were left when it was paused."""

    label: str
    ends: int
    left: int | None
    until: str
    stopped: str
    rounds: tuple[tuple[str, int], ...]
    overtime: Overtime | None = None  # what follows


def clock_rows(event: LoadedTournament, spoken: Texts) -> list[ClockState]:
    """One row per clock; pods whose rounds started together share one."""
    t = event.state
    return [_clock_row(t, clock, rounds, spoken) for clock, rounds in shared_clocks(event).items()]


def _rounds_named(t: Tournament, rounds: list[tuple[str, int]], spoken: Texts) -> str:
    """“Round 3”; where pods are in different rounds, each with its own: “Juniors: Round 3 · Seniors: Round 4”."""
    titles = {pod: spoken.gettext("Round %(number)s") % {"number": number} for pod, number in rounds}
    if len(set(titles.values())) == 1:
        return next(iter(titles.values()))
    name = namer(spoken, t)
    return " · ".join(f"{name(pod)}: {number}" for pod, number in titles.items())


def _clock_row(t: Tournament, clock: Clock, rounds: list[tuple[str, int]], spoken: Texts) -> ClockState:
    started = moment(clock.started)
    ends = started + timedelta(minutes=clock.minutes, seconds=clock.paused_seconds)
    left = seconds_left(clock, clock.paused_at) if clock.paused_at else None
    return ClockState(
        _rounds_named(t, rounds, spoken),
        int(ends.timestamp() * 1000),
        left,
        spoken.gettext("until %(time)s") % {"time": spoken.time(ends.isoformat(), t.zone)},
        "" if left is None else minutes_text(time_left(left, overtime_of(t)).seconds),
        tuple(rounds),
        overtime_of(t),
    )


def minutes_text(seconds: int) -> str:
    """49:07, or -0:12 when time is over."""
    sign, rest = ("-", -seconds) if seconds < 0 else ("", seconds)
    return f"{sign}{rest // 60}:{rest % 60:02d}"


def announcement_rows(event: LoadedTournament, spoken: Texts, most: int = 5) -> list[dict[str, str]]:
    """The last announcements, the newest first."""
    zone = event.state.zone
    rows = list(reversed(event.state.floor.announcements))[:most]
    return [{"time": spoken.time(a.at, zone), "text": a.text} for a in rows]


def event_frame(event: LoadedTournament) -> EventFrame:
    t = event.state
    return EventFrame(
        t.name,
        t.slug,
        t.zone,
        bracket=any(p.phase in ELIMINATION for p, _ in public_views.shown_rounds(t)),
        starts=t.ruleset.swiss.starts,
        date=t.setting(DATE) or "",
        place=t.setting(PLACE) or "",
        help=has_table_help(t.ruleset),
        lists=lists_are_public(t),
        clubs=counts_clubs(t),
        club_by=club_field(t),
        game=game_of(t.ruleset),
        left_fide=t.left_fide is not None,
        missing=missing_results(t),
        tops=public_views.tops(t),
        list_kind=t.ruleset.lists.kind,
    )


# --- standings --------------------------------------------------------------------------------------------------------


class PlaceRow(NamedTuple):
    rank: int
    no: int
    name: str
    points: str
    record: str
    values: tuple[str, ...]
    decided: str | None
    last_in: bool
    out: bool
    status: str
    division: str  # its title, in the joint table of a shared pod


@dataclass(frozen=True, slots=True)
class PlaceTable:
    """A standings table for a page."""

    id: str
    label: PodLabel
    columns: tuple[str, ...]
    rows: tuple[PlaceRow, ...]
    cut: int
    total: int
    divided: bool  # the joint table of a shared pod
    dropped: tuple[str, ...] = ()  # tie-breaks that could not be applied
    unranked: tuple[str, ...] = ()  # names of who has no place (F-49, F-65)


def record_text(row: Standing) -> str:
    return f"{row.wins}–{row.losses}–{row.ties}" if row.ties else f"{row.wins}–{row.losses}"


def place_table(
    event: LoadedTournament,
    table: StandingTable,
    name_of: Callable[[int], str],
    lang: str,
    rows: Iterable[Standing] | None = None,
) -> PlaceTable:
    """The rows of a table (or some of them) with everything formatted."""
    t = event.state
    cut = public_views.cut_size(t, table)
    headings = table.rows[0].headings if table.rows else ()
    swiss = t.pods[table.pods[0]].phase not in ELIMINATION
    columns_shown = [i for i, h in enumerate(headings) if swiss and find_tiebreak(h.id).column]
    percent = [find_tiebreak(h.id).percent for h in headings]
    divided = not table.division and len(t.pods[table.pods[0]].divisions) > 1
    titles = {d.id: d.title for d in t.ruleset.divisions.divisions} if divided and t.ruleset.divisions else {}
    place_rows = []
    last = table.rows[cut - 1].no if 0 < cut < len(table.rows) else None
    for row in table.rows if rows is None else rows:
        values = row.values
        place_rows.append(
            PlaceRow(
                row.rank,
                row.no,
                name_of(row.no),
                figure(t.ruleset.show_points(row.points), lang),
                record_text(row),
                tuple(figure(values[i].shown, lang, percent=percent[i]) for i in columns_shown),
                row.decided_by,
                row.no == last,
                t.entrants[row.no].drop is not None,
                entrant_status(t, row.no),
                titles.get(t.entrants[row.no].division, ""),
            )
        )
    columns = tuple(headings[i].id for i in columns_shown)
    return PlaceTable(
        table.id,
        label_of_table(t, table),
        columns,
        tuple(place_rows),
        cut,
        len(table.rows),
        divided,
        not_applied(table.rows) if swiss else (),
        tuple(map(name_of, table.unranked)),
    )


class RoundHead(NamedTuple):
    """A round of a pod that is on; of all pods where there is no label."""

    number: int
    pod: PodLabel | None
    status: str
    tables: int = 0
    open: int = 0


def round_heads(event: LoadedTournament, rounds: list[tuple[Pod, Round]]) -> list[RoundHead]:
    """Which rounds are on: one line if all pods are at the same point, else one each."""
    heads = [RoundHead(r.number, label_of(event.state, p), r.status.value) for p, r in rounds]
    if len({(head.number, head.status) for head in heads}) == 1:
        return [heads[0]._replace(pod=None)]
    return heads


# --- pages ------------------------------------------------------------------------------------------------------------


def overview(ctx: Context, slug: str, lang: str, _params: Params) -> Rendering:
    """The event: what is on now, how it is played, who is in; at the end the podium."""
    event = ctx.open(slug)
    t = event.state
    rounds = public_views.current_rounds(t)
    spoken = texts(lang)
    # Registration ends at a moment, not with an entry: the page itself says until when, the form decides.
    terms = registration.terms(event, ctx.now())
    names = sorted((public_name(event, no) for no, e in t.entrants.items() if e.drop is None), key=alphabetical)
    return partial(
        render,
        "public/overview.html",
        lang,
        event=event_frame(event),
        here="",
        rounds=round_heads(event, rounds),
        clocks=clock_rows(event, spoken),
        announcements=announcement_rows(event, spoken),
        names=names,
        start=t.setting(START) or "",
        minutes=t.setting(ROUND_MINUTES) or t.ruleset.round.minutes,
        day=[
            (pod_plan(t, pod), pod.rounds, [cut.size for cut in pod.cuts if cut.size])
            for pod in planned_pods(event, formed=bool(rounds))
        ],
        terms=terms,
        podiums=podiums(event),
        over=is_over(t),
        checks_in=registration.may_check_in_alone(t),
        figure=partial(figure, lang=lang),
    )


def pod_plan(t: Tournament, pod: PlannedPod) -> PodLabel | None:
    """The label of a pod that has formed or will; None for a pod of everybody."""
    return (
        PodLabel(tuple(title for title, _ in pod.divisions), None, "swiss", pod.id)
        if pod.divisions and t.ruleset.divisions
        else None
    )


def squads_at(event: LoadedTournament, number: int | None) -> dict[tuple[int, int], tuple[int, int, str]]:
    """(round, table) → both squad totals and which side chooses who has initiative (X-19), where both are known."""
    t = event.state
    if t.ruleset.lists.kind != "squad" or not t.lists.versions:
        return {}
    totals: dict[tuple[int, int], tuple[int, int, str]] = {}
    for p, r in public_views.rounds_numbered(t, number):
        for m in r.matches.values():
            a, b = event.state.squad_total(m.a), event.state.squad_total(m.b)
            if a is not None and b is not None:
                totals[(r.number, m.table)] = (a, b, initiative(event, p, r, m) or "")
    return totals


def by_table(ctx: Context, slug: str, lang: str, params: Params) -> Rendering:
    """Pairings by table: the current rounds, or one from the archive."""
    event = ctx.open(slug)
    number = int_param(params, "round")
    groups = public_views.pairing_groups(event, public_views.rounds_numbered(event.state, number), lang)
    return partial(
        render,
        "public/tables.html",
        lang,
        event=event_frame(event),
        here="tables" if number is None else "rounds",
        groups=groups,
        round_no=number,
        clocks=clock_rows(event, texts(lang)),
        squads=squads_at(event, number),
    )


def by_name(ctx: Context, slug: str, lang: str, params: Params) -> Rendering:
    """The seats of the current rounds, or of one from the archive, by name."""
    event = ctx.open(slug)
    number = int_param(params, "round")
    rounds = public_views.rounds_numbered(event.state, number)
    seats = [seat for seat in public_views.seats(event, rounds, now=number is None) if seat.round_no or not rounds]
    return partial(
        render,
        "public/names.html",
        lang,
        event=event_frame(event),
        here="names" if number is None else "rounds",
        seats=seats,
        round_no=number,
        ended=bool(rounds),
    )


def standings(ctx: Context, slug: str, lang: str, params: Params) -> Rendering:
    """Standings per pod and division, after the last finished round or any earlier one."""
    event, waits = ctx.open(slug), None
    after = int_param(params, "after")
    if after is None:
        event, waits = event_for_everybody(event)
    t = event.state
    tables = public_views.public_tables(event, after)
    every = with_joint_tables(t, tables)
    chosen = params.get("pod", "")
    chosen_tables = (
        every if chosen == EVERY_TABLE else [x for x in every if x.id == chosen] if chosen else per_division(t, tables)
    )
    if chosen and not chosen_tables:
        raise NotFound("no-table-of-standings", "There are no standings of “{pod}” yet.", pod=chosen)
    done = public_views.finished_numbers(t)
    return partial(
        render,
        "public/standings.html",
        lang,
        event=event_frame(event),
        here="standings",
        tables=[place_table(event, x, lambda no: public_name(event, no), lang) for x in chosen_tables],
        choices=[(x.id, label_of_table(t, x)) for x in every],
        chosen=chosen,
        done=done,
        asked_after=after is not None,
        waits=waits,
        after=after if after is not None else (done[-1] if done else 0),
    )


def bracket(ctx: Context, slug: str, lang: str, _params: Params) -> Rendering:
    """The bracket as a picture and as a list."""
    event = ctx.open(slug)
    brackets = draw_brackets(public_views.shown_brackets(event))
    return partial(render, "public/bracket.html", lang, event=event_frame(event), here="bracket", brackets=brackets)


class ArchivedRound(NamedTuple):
    """A published round in all pods."""

    number: int
    parts: tuple[RoundHead, ...]
    finished: bool
    seeds: tuple[str, ...]


def rounds_archive(ctx: Context, slug: str, lang: str, _params: Params) -> Rendering:
    """Every published round, the newest first (P-RUN-5)."""
    event = ctx.open(slug)
    return partial(
        render,
        "public/rounds.html",
        lang,
        event=event_frame(event),
        here="rounds",
        rounds=rounds_shown(event),
        root=event.state.draws.root if event.state.draws is not None else "",
    )


def receipt_of(ctx: Context, slug: str, lang: str, params: Params) -> Rendering:
    """What proves that a round was drawn fairly: the round asked for, or the last."""
    event = ctx.open(slug)
    number = int_param(params, "round") or max((r.number for _, r in public_views.shown_rounds(event.state)), default=1)
    paper = receipt(ctx, slug, round_no=number, pod=params.get("pod") or None)
    return receipt_page(ctx, paper, lang, event_frame(event))


def rounds_shown(event: LoadedTournament) -> list[ArchivedRound]:
    """The published rounds with their pods and seeds."""
    t = event.state
    by_number: dict[int, list[tuple[Pod, Round]]] = {}
    for p, r in public_views.shown_rounds(t):
        by_number.setdefault(r.number, []).append((p, r))
    return [
        ArchivedRound(
            number,
            tuple(RoundHead(number, label_of(t, p), r.status.value, len(r.matches)) for p, r in parts),
            any(is_counted(t, p, r) for p, r in parts),
            tuple(r.seed for _, r in parts if r.seed),
        )
        for number, parts in sorted(by_number.items(), reverse=True)
    ]


def clubs_page(ctx: Context, slug: str, lang: str, _params: Params) -> Rendering:
    """The clubs after the last finished round, counted as the event is set."""
    event = ctx.open(slug)
    return partial(
        render,
        "public/clubs.html",
        lang,
        event=event_frame(event),
        here="clubs",
        rows=club_rows(ctx, slug, public=True),
        figure=partial(figure, lang=lang),
    )


def lists_page(ctx: Context, slug: str, lang: str, _params: Params) -> Rendering:
    """The lists, after the event and if the organiser wants it; photos stay with the staff."""
    rows = sorted(public_lists(ctx, slug), key=lambda one: alphabetical(one.name))
    return partial(render, "public/lists.html", lang, event=event_frame(ctx.open(slug)), here="lists", lists=rows)


class ChangeTokens(NamedTuple):
    """Short hashes that change with what players see: one per table (“2-14”: round and table), and one of all the
    rest."""

    mark: str
    tables: Mapping[str, str]

    def at(self, seat: OwnRound | None) -> str:
        """The token that a player's own page keeps, to know when it must load again."""
        key = f"{seat.number}-{seat.table}" if seat is not None and seat.table is not None else ""
        return f"{self.mark}/{self.tables.get(key, '')}"


_TOKENS: CacheSlot[str, ChangeTokens] = CacheSlot(16)


def change_tokens(event: LoadedTournament) -> ChangeTokens:
    """The change tokens of an event, computed once for each version of its journal."""
    return event.caches[_TOKENS].get_or_create(event.hash, lambda: _build_tokens(event))


def _build_tokens(event: LoadedTournament) -> ChangeTokens:
    t = event.state
    current = public_views.current_rounds(t)
    tables: dict[str, str] = {}
    for _, r in current:
        for m in r.matches.values():
            claims = t.floor.claims.get((r.number, m.table), {})
            called = "j" if (r.number, m.table) in t.floor.calls else ""
            unseen = (r.number, m.table) in event.hidden_results  # what it is, is not for everybody
            status = bool(claims) if t.tom is None else sync_state_of(t, r.number, m)
            result = "" if m.result is None or unseen else repr((m.result, status))
            token = _short_hash(result) if result else "r" if unseen else _short_hash(repr(claims)) if claims else "0"
            tables[f"{r.number}-{m.table}"] = called + token
    floor = t.floor
    rest = (
        [(p.id, r.number, r.status.value, r.draft) for p, r in current],
        [a.seq for a in floor.announcements],
        sorted(floor.extensions),
        sorted(map(repr, floor.clocks.items())),
        sorted(map(repr, t.settings.items())),
        [no for no, e in t.entrants.items() if e.drop is not None],
        list(t.applicants),
        sorted(no for no, number in floor.checked.items() if number > 0),
        t.corrected,
    )
    return ChangeTokens(hashlib.blake2b(repr(rest).encode(), digest_size=8).hexdigest(), tables)


def pulse(ctx: Context, slug: str, _lang: str, _params: Params) -> Rendering:
    """JSON for players' own pages: has anything changed for me? Where outlooks are computed, also what is certain of
    each.

    Each of them would otherwise be made anew for every result that comes in.
    """
    tokens, ahead = change_tokens(ctx.open(slug)), outlook_signs(ctx, slug)
    return partial(
        json.dumps,
        {"mark": tokens.mark, "tables": tokens.tables} | ({"ahead": ahead} if ahead else {}),
        separators=(",", ":"),
    )


def _short_hash(text: str) -> str:
    return hashlib.blake2b(text.encode(), digest_size=3).hexdigest()


PAGES: Mapping[str, Page] = {
    "": overview,
    "tables": by_table,
    "names": by_name,
    "standings": standings,
    "bracket": bracket,
    "rounds": rounds_archive,
    "receipt": receipt_of,
    "pulse": pulse,
    "lists": lists_page,
    "help": lambda ctx, slug, lang, _params: table_help(ctx, slug, lang, event_frame(ctx.open(slug))),
}


def render_problem(problem: PareoError | None, lang: str, status: int = 404) -> str:
    """A page that says what is wrong; without a problem it was a bug. Cheap: strangers can ask for it without end."""
    if problem is None:
        return render("public/problem.html", lang, problem="", status=status)
    return _problem_frame(lang, status).replace(_SENTENCE, escape(texts(lang).sentence(problem)))


_SENTENCE = "\ue000"  # where the sentence goes; no sentence has this sign


@lru_cache(maxsize=32)  # languages × statuses
def _problem_frame(lang: str, status: int) -> str:
    return render("public/problem.html", lang, problem=_SENTENCE, status=status)
