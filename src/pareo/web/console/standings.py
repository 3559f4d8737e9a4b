"""Standings for staff: tables after any round, the arithmetic of a place, prizes, records, cross table, bracket."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from pareo.app.accounts.permissions import Right
from pareo.app.base.context import Context, LoadedTournament
from pareo.app.forecast.qualification_rows import cut_lines
from pareo.app.queries.pages import public_view as public_views
from pareo.app.queries.pages.cross_table import cross_table
from pareo.app.queries.pages.explain_place import Arithmetic, TiebreakStep, arithmetic
from pareo.app.queries.pages.ratings import rated_lists
from pareo.app.queries.results.missing_results import missing_results
from pareo.app.tom.interim import interim_event, waiting_note
from pareo.app.wording.number_text import figure, signed_text, two_decimals
from pareo.app.wording.pod_words import label_of_table
from pareo.core.pairing.bracket import BracketMatch
from pareo.core.rules.actions import all_results_in
from pareo.core.settings.prizes import PRIZE_TABLE, prizes_of
from pareo.core.standings.standings import Standing
from pareo.core.standings.tiebreaks.registry import find_tiebreak
from pareo.core.text.alphabet import plain_letters
from pareo.core.text.errors import NotFound
from pareo.core.tournament.progress import is_counted, is_played
from pareo.core.tournament.tables import StandingTable, division_tables, with_joint_tables
from pareo.locale.texts import Texts
from pareo.pages.public_pages import int_param, place_table, record_text
from pareo.pages.render import Values
from pareo.web.console.event import event_facts
from pareo.web.route_decorators import page
from pareo.web.view import Html, View

PAGE = 200


def _tables(event: LoadedTournament, after: int | None) -> list[StandingTable]:
    """All tables of standings; those of shared pods per division and then joint."""
    return with_joint_tables(event.state, public_views.cached_tables(event, after))


def _choose_table(tables: Sequence[StandingTable], name: str) -> StandingTable | None:
    if not name:
        return tables[0] if tables else None
    table = next((x for x in tables if x.id == name), None) or next((x for x in tables if name in x.pods), None)
    if table is None:
        raise NotFound("no-table-of-standings", "There are no standings of “{pod}” yet.", pod=name)
    return table


@page("/console/{slug:str}/standings", Right.STAFF)
def standings(slug: str, view: View) -> Html:
    """One table of the standings, paged and searched."""
    query = view.request.query_params
    after = int_param(query, "after")
    find = query.get("find", "")[:100]
    number = int_param(query, "page") or 1

    def look(ctx: Context) -> Values:
        now = ctx.open(slug)
        event = now if after is not None else interim_event(now)
        t = event.state
        tables = _tables(event, after)
        table = _choose_table(tables, query.get("pod", ""))
        values: Values = {
            "event": event_facts(now),
            "missing": missing_results(now.state),
            "done": public_views.finished_numbers(now.state),
            "table": None,
            "waits": None,
            "counted": event is not now,
            "uncounted": max(
                (
                    p.last_round.number
                    for p in now.state.pods.values()
                    if p.last_round is not None and all_results_in(p) and not is_counted(now.state, p, p.last_round)
                ),
                default=0,
            ),
            "rated": bool(rated_lists(t)),
            "cut_lines": [] if after else [view.note(one) for one in cut_lines(ctx, slug)],
            "choices": [(x.id, label_of_table(t, x)) for x in tables],
        }
        if table is not None:
            rows = _filter_rows(event, table.rows, find)
            pages = max(1, -(-len(rows) // PAGE))
            at = min(number, pages)
            on_page = rows[(at - 1) * PAGE : at * PAGE]
            values |= {
                "table": place_table(event, table, event.name, view.lang, on_page),
                "page": at,
                "pages": pages,
                "found": len(rows),
                "chosen": table.id,
                "prizes": prizes(event, table, view.lang),
                "provisional": is_provisional(now, table),
                "waits": waiting_note(event, table.pods) if after is None else None,
            }
        return values

    return view.page("console/standings.html", slug=slug, tab="standings", after=after, find=find, **view.look(look))


def _filter_rows(event: LoadedTournament, rows: Sequence[Standing], text: str) -> Sequence[Standing]:
    words = plain_letters(text).split()
    if not words:
        return rows
    return [row for row in rows if all(w in plain_letters(event.name(row.no)) for w in words)]


class Prize(NamedTuple):
    """What one place gets; `shared` by how many, and what a split by hundredths leaves over."""

    rank: int
    names: tuple[str, ...]
    each: str
    shared: int
    total: str
    left_over: str


def prizes(event: LoadedTournament, table: StandingTable, lang: str) -> list[Prize]:
    """The prize table for this table: those who share a place share the sum of the prizes of the places they take.

    A shared pod has winners per division (3.1.2): its joint table has no prizes.
    """
    text = "" if division_tables(event.state, table) else event.state.setting(PRIZE_TABLE) or ""
    amounts = {place: Fraction(str(amount)) for place, amount in prizes_of(text).items()} if text else {}
    groups: dict[int, list[int]] = {}
    for row in table.rows:
        if row.rank <= max(amounts, default=0) and not row.disqualified:
            groups.setdefault(row.rank, []).append(row.no)
    rows = []
    for rank, numbers in groups.items():
        total = sum((amounts.get(rank + i, Fraction(0)) for i in range(len(numbers))), Fraction(0))
        if total:
            each = Fraction(int(total * 100) // len(numbers), 100)
            left = total - each * len(numbers)
            rows.append(
                Prize(
                    rank,
                    tuple(event.name(no) for no in numbers[:12]),
                    two_decimals(each, lang),
                    len(numbers),
                    two_decimals(total, lang),
                    two_decimals(left, lang) if left else "",
                )
            )
    return rows


def is_provisional(event: LoadedTournament, table: StandingTable) -> bool:
    """Is something still to be played that can change these places?"""
    t = event.state
    pods = [p for p in t.pods.values() if {x.id for x in t.chain(p)} & set(table.pods)]
    return any(not (p.closed or is_played(t, p)) for p in pods)


@page("/console/{slug:str}/standings/{no:int}", Right.STAFF)
def place(slug: str, no: int, view: View) -> Html:
    """How one player's place came about: every tie-break with each opponent's numbers."""
    after = int_param(view.request.query_params, "after")

    def look(ctx: Context) -> Values:
        event = ctx.open(slug)
        t = event.state
        explanation = arithmetic(ctx, slug, no, after)
        return {
            "event": event_facts(event),
            "place": explanation,
            "label": label_of_table(t, explanation.table),
            "points": figure(t.ruleset.show_points(explanation.row.points), view.lang),
            "record": record_text(explanation.row),
            "carried": figure(t.ruleset.show_points(explanation.carried), view.lang) if explanation.carried else "",
            "steps": [_shown_step(explanation, step, view.texts) for step in explanation.steps],
            "lines": [
                {
                    "round": x.round_no,
                    "opponent": explanation.names.get(x.opponent) if x.opponent else None,
                    "no": x.opponent,
                    "outcome": x.outcome.value,
                    "points": figure(t.ruleset.show_points(x.points), view.lang),
                    "score": f"{x.score}–{x.against}" if x.score is not None else "",
                }
                for x in explanation.lines
            ],
            "link": view.app_state.accounts.player_link(slug, no),
        }

    return view.page("console/place.html", slug=slug, tab="standings", after=after, **view.look(look))


class ShownTerm(NamedTuple):
    """One term of a sum, every number formatted."""

    round: int
    no: int | None
    opponent: str
    value: str
    raw: str
    wins: str
    rounds: int | None
    note: str


class ShownStep(NamedTuple):
    """A tie-break with every number formatted."""

    id: str
    kind: str
    options: str
    plus: str
    counted: int
    total: str
    applied: bool
    sentence: str
    decided: bool
    sum: str
    rivals: tuple[tuple[int, str], ...]
    terms: tuple[ShownTerm, ...]


def _shown_step(explanation: Arithmetic, step: TiebreakStep, spoken: Texts) -> ShownStep:
    lang = spoken.lang

    def number(value: Fraction | int | None) -> str:
        if value is None:
            return ""
        exact = Fraction(value)
        if step.percent:
            return figure(float(round(exact, 6)), lang, percent=True) + " %"
        return figure(int(exact) if exact.denominator == 1 else float(round(exact, 2)), lang)

    return ShownStep(
        step.id,
        step.kind,
        spoken.note(step.said),
        plus=signed_text(step.plus),
        counted=sum(x.counted for x in step.terms),
        total=number(step.total),
        applied=step.total is not None or bool(step.cut),
        sentence=_value_sentence(step, number(step.total), spoken.gettext),
        decided=step.decided,
        sum=number(sum((x.value for x in step.terms), Fraction(0))),
        rivals=tuple((no, explanation.names.get(no, f"#{no}")) for no in step.rivals),
        terms=tuple(
            ShownTerm(
                x.round_no,
                x.opponent,
                explanation.names.get(x.opponent, "") if x.opponent is not None else "",
                value=number(x.value),
                raw=number(x.raw) if x.raw is not None and x.raw != x.value else "",
                wins="" if x.wins is None else figure(float(x.wins), lang),
                rounds=x.rounds,
                note=x.note,
            )
            for x in step.terms
        ),
    )


def _value_sentence(step: TiebreakStep, number: str, _: Callable[[str], str]) -> str:
    """The sentence for a tie-break that has no terms."""
    tiebreak = find_tiebreak(step.id)
    if step.cut:
        return _(tiebreak.cuts[step.cut])
    sentences = tiebreak.sentences
    if not sentences:
        return _("Value: %(total)s") % {"total": number}
    return _(sentences[0] if step.total == 1 else sentences[-1]) % {"number": number}


@page("/console/{slug:str}/standings/cross", Right.STAFF)
def cross(slug: str, view: View) -> Html:
    """The cross table, a hundred players at a time."""
    query = view.request.query_params
    after = int_param(query, "after")

    def look(ctx: Context) -> Values:
        event = ctx.open(slug)
        tables = public_views.cached_tables(event, after)
        table = _choose_table(tables, query.get("pod", ""))
        shown_table = (
            cross_table(ctx, slug, pod=table.id, after=after, page=int_param(query, "page") or 1) if table else None
        )
        choices = [(x.id, label_of_table(event.state, x)) for x in tables]
        return {
            "event": event_facts(event),
            "table": shown_table,
            "choices": choices,
            "chosen": table.id if table else "",
        }

    return view.page(
        "console/crosstable.html", slug=slug, tab="standings", after=after, show=view.texts.number, **view.look(look)
    )


@dataclass(frozen=True, slots=True)
class BracketDrawing:
    """A bracket as the page draws it."""

    bracket: public_views.ShownBracket

    def score(self, m: BracketMatch) -> Mapping[int, str]:
        """Each side's part of the result of a match, as far as there is one."""
        return self.bracket.scores.get(self._pair(m), {})

    def table(self, m: BracketMatch) -> int | None:
        return self.bracket.tables.get(self._pair(m))

    @staticmethod
    def _pair(m: BracketMatch) -> frozenset[int]:
        return frozenset(slot.no for slot in (m.top, m.bottom) if slot.no is not None)


@page("/console/{slug:str}/bracket", Right.STAFF)
def bracket(slug: str, view: View) -> Html:
    """Every bracket of the event, round by round."""

    def look(ctx: Context) -> Values:
        event = ctx.open(slug)
        drawings = [BracketDrawing(one) for one in public_views.shown_brackets(event, staff=True)]
        return {"event": event_facts(event), "brackets": drawings, "style": event.state.style}

    return view.page("console/bracket.html", slug=slug, tab="bracket", **view.look(look))


ROUTES = [standings, cross, place, bracket]
