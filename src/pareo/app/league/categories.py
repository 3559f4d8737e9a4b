"""Categories of a series: who is in which, who moves and why, and titles (S-NAT-2, 3, 4, 7).

Decisions are stored in the series with their day and can be taken back, the last first. A proposal is never stored by
itself: `propose` shows it, `apply` records it.

Choices: a rating is the one of the latest event somebody played, an average that of their games in the period; where
players change places, whoever of the upper category did not play has nothing, and only who played can move up; level at
the border is drawn by lot from the series' own secret, so a second look gives the same answer.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from pareo.app.base.context import CommandResult, Context
from pareo.app.league.series import load_series, write
from pareo.app.league.series_people import SeriesPerson, find_person
from pareo.app.league.series_table import SeriesView, display_number, person_id, series_view
from pareo.app.rows.league import CategoryRow, RecordedCategories
from pareo.core.league.categories import (
    Achievement,
    Category,
    ExchangeRules,
    best_performers,
    category_of,
    exchange,
    title_of,
)
from pareo.core.league.documents import Decision
from pareo.core.league.series_rules import SeriesPlan, open_limits
from pareo.core.league.series_tables import PlayedEvent, achievements, performances
from pareo.core.model.random_source import SeededRandom
from pareo.core.text.alphabet import alphabetical
from pareo.core.text.errors import NotFound, Refused
from pareo.core.text.messages import Note, join_notes, note
from pareo.store.series_protocol import StoredSeries

BY_HAND = "by hand"  # instead of a period


@dataclass(frozen=True, slots=True)
class Placement:
    """Somebody's category: now, and as it should be."""

    person: SeriesPerson
    before: str  # "" for nobody's decision yet
    category: str
    reason: Note
    rating: int | None = None
    title: str = ""

    @property
    def move(self) -> str:
        return "stays" if self.before == self.category else "new" if not self.before else "moves"


@dataclass(frozen=True, slots=True)
class CategoriesView:
    """The categories of a series after a period."""

    view: SeriesView
    rows: tuple[Placement, ...]
    notes: tuple[Note, ...]
    performers: tuple[str, ...]  # ids of the best performers of the period
    decided: bool  # this period's exchange is recorded already


@dataclass(frozen=True, slots=True)
class _Facts:
    """What is known of everybody, by person id."""

    ratings: Mapping[str, int | None]
    averages: Mapping[str, Fraction]
    forms: Mapping[str, Achievement]
    now: Mapping[str, str]


def propose(ctx: Context, series: str, period: str | None = None) -> CategoriesView:
    """The categories that the rules give everybody after a period (the latest, unless another is named)."""
    view = series_view(ctx, load_series(ctx, series), period)
    plan = view.plan
    if not plan.categories and not plan.titles:
        raise Refused(
            "series-no-categories", "The rules of “{name}” have neither categories nor titles.", name=view.stored.name
        )
    facts = _facts(view)
    decided = any(step.period == view.period for step in view.stored.data.categories) and plan.exchange is not None
    if plan.exchange is not None and not decided:
        rows, notes = _placements_by_exchange(view, plan.exchange, facts)
    elif plan.exchange is not None:
        notes = [note("category-decided", "The moves of this period are recorded.")]
        lower = plan.categories[1].id
        rows = [
            Placement(
                p,
                facts.now.get(p.id, ""),
                facts.now.get(p.id, lower),
                _form_reason(facts.forms.get(p.id)),
                facts.ratings.get(p.id),
            )
            for p in view.people.everybody
        ]
    elif plan.categories:
        rows, notes = _placements_by_strength(view, plan, facts)
    else:
        rows, notes = [Placement(p, "", "", join_notes("", ())) for p in view.people.everybody], []  # titles alone
    placements = _with_titles(view, rows, facts)
    order = [c.id for c in plan.categories]
    placements.sort(
        key=lambda r: (
            order.index(r.category) if r.category in order else 99,
            -(r.rating or 0),
            alphabetical(r.person.name),
        )
    )
    games = {person_id(name): value for name, value in performances(view.played).items()}
    best = best_performers(games, games=plan.performer_games) if plan.count == "performance" else ()
    return CategoriesView(view, tuple(placements), (*_title_notes(plan), *notes), best, decided)


def _facts(view: SeriesView) -> _Facts:
    ratings: dict[str, int | None] = {}
    for event in view.everything:  # in the order of the series: the latest one stays
        for p in event.players:
            ratings[person_id(p.name)] = p.rating if p.rating is not None else ratings.get(person_id(p.name))
    scores: dict[str, list[int]] = {}
    for event in view.played:
        for p in event.players:
            scores.setdefault(person_id(p.name), []).extend(g.points for g in p.games if g.points is not None)
    averages = {who: Fraction(sum(points), len(points)) for who, points in scores.items() if points}
    return _Facts(
        ratings, averages, {person_id(f.name): f for f in achievements(view.played)}, current_categories(view)
    )


def current_categories(view: SeriesView) -> dict[str, str]:
    """The category everybody is in, as last recorded."""
    latest: dict[str, tuple[int, str]] = {}
    for at, step in enumerate(view.stored.data.categories):
        for key, category in step.who.items():
            latest[key] = (at, category)
    categories = {}
    for p in view.people.everybody:
        known = [latest[key] for key in p.keys if key in latest]
        if known:
            categories[p.id] = max(known)[1]
    return categories


# --- bands by strength (S-NAT-2, S-NAT-4) -----------------------------------------------------------------------------


def _placements_by_strength(view: SeriesView, plan: SeriesPlan, facts: _Facts) -> tuple[list[Placement], list[Note]]:
    missing = open_limits(plan)
    if missing:
        raise Refused(
            "category-limits",
            "The rules give no limit for {categories}: add rating_from to the series rules.",
            categories=", ".join(missing),
        )
    rows = []
    for p in view.people.everybody:
        rating, average = facts.ratings.get(p.id), facts.averages.get(p.id)
        category = category_of(plan.categories, rating=rating, average=average)
        reason = _band_reason(rating, average, next(c for c in plan.categories if c.id == category))
        rows.append(Placement(p, facts.now.get(p.id, ""), category, reason, rating))
    return rows, []


def _band_reason(rating: int | None, average: Fraction | None, band: Category) -> Note:
    if rating is not None:
        if band.rating_from is not None:
            return note("category-rating", "rating {rating}, from {limit}", rating=rating, limit=band.rating_from)
        return note("category-rating-below", "rating {rating}", rating=rating)
    if average is None:
        return note("category-nothing-known", "rating and points unknown")
    points = display_number(average)
    if band.average_from is not None:
        return note("category-average", "average {average}, from {limit}", average=points, limit=band.average_from)
    return note("category-average-below", "average {average}", average=points)


# --- changing places (S-NAT-3) ----------------------------------------------------------------------------------------


def _placements_by_exchange(
    view: SeriesView, rules: ExchangeRules, facts: _Facts
) -> tuple[list[Placement], list[Note]]:
    upper, lower = (c.id for c in view.plan.categories)
    everybody = view.people.everybody
    above = [p for p in everybody if facts.now.get(p.id) == upper]
    if not above and not rules.size:
        raise Refused(
            "category-size",
            "Category {category} is empty: set its size in the series rules (exchange.size).",
            category=upper,
        )
    below = [p for p in everybody if facts.now.get(p.id) != upper]
    playing = [p for p in below if p.id in facts.forms]
    lots = {p.id: SeededRandom(view.stored.secret, f"category/{view.period}/{p.id}").words(1)[0] for p in everybody}
    top = [_form(p, facts) for p in above]
    bottom = [_form(p, facts) for p in playing]
    moves = exchange(top, bottom, rules, lots=lots)
    up, down = set(moves.up), set(moves.down)
    rows = []
    for p in everybody:
        was_upper = facts.now.get(p.id) == upper
        now = upper if p.id in up or (was_upper and p.id not in down) else lower
        rows.append(
            Placement(p, facts.now.get(p.id, ""), now, _form_reason(facts.forms.get(p.id)), facts.ratings.get(p.id))
        )
    notes = [
        n
        for group, border in ((top, len(top) - len(moves.down)), (bottom, len(moves.up)))
        if (n := _lot_note(view, group, border, lots)) is not None
    ]
    return rows, notes


def _form(p: SeriesPerson, facts: _Facts) -> Achievement:
    form = facts.forms.get(p.id)
    return Achievement(p.id, form.wins, form.points) if form is not None else Achievement(p.id, 0, 0)


def _form_reason(form: Achievement | None) -> Note:
    if form is None:
        return note("category-absent", "did not play in this period")
    return note(
        "category-form", "{wins} won, {points} points", wins=display_number(Fraction(form.wins)), points=form.points
    )


def _lot_note(view: SeriesView, group: Sequence[Achievement], border: int, lots: Mapping[str, int]) -> Note | None:
    """A note naming two who are level at the border of their categories, where only the lot decided."""
    ordered = sorted(group, key=lambda f: (-f.wins, -f.points, lots[f.name]))
    if not 0 < border < len(ordered):
        return None
    a, b = ordered[border - 1], ordered[border]
    if (a.wins, a.points) != (b.wins, b.points):
        return None
    people = view.by_id
    return note(
        "category-lot",
        "{a} and {b} are level in wins and points: decided by lot.",
        a=people[a.name].name,
        b=people[b.name].name,
    )


# --- titles (S-NAT-7) -------------------------------------------------------------------------------------------------


def _with_titles(view: SeriesView, rows: Sequence[Placement], facts: _Facts) -> list[Placement]:
    titles = view.plan.titles
    if not titles:
        return list(rows)
    games = _rated_games(view.everything)
    placements = []
    for r in rows:
        rating = facts.ratings.get(r.person.id)
        title = title_of(titles, rating=rating, games=games.get(r.person.id, 0)) if rating is not None else None
        reason = r.reason
        if not view.plan.categories:
            reason = note(
                "title-facts",
                "rating {rating}, {games} rated games",
                rating=rating or "–",
                games=games.get(r.person.id, 0),
            )
        placements.append(Placement(r.person, r.before, r.category, reason, rating, title.name if title else ""))
    return placements


def _rated_games(events: Sequence[PlayedEvent]) -> dict[str, int]:
    return {person_id(name): games for name, (_, games) in performances(events).items()}


def _title_notes(plan: SeriesPlan) -> list[Note]:
    waiting = [t.name for t in plan.titles if t.rating_from is None]
    if not waiting:
        return []
    return [
        note(
            "title-limits",
            "The rules give no rating for the titles {titles}: no one gets them.",
            titles=", ".join(waiting),
        )
    ]


# --- recording --------------------------------------------------------------------------------------------------------


def apply(ctx: Context, series: str, period: str | None = None) -> CommandResult:
    """Records the categories as proposed."""
    proposal = propose(ctx, series, period)
    if not proposal.view.plan.categories:
        raise Refused(
            "series-no-bands", "The rules of “{name}” have no categories to record.", name=proposal.view.stored.name
        )
    if proposal.decided:
        raise Refused(
            "category-twice", "The moves of the period {period} are already recorded.", period=proposal.view.period
        )
    later = [s.period for s in proposal.view.stored.data.categories if s.period != BY_HAND]
    if proposal.view.plan.exchange is not None and later and proposal.view.period < max(later):
        raise Refused("category-order", "The moves of {later} are already recorded: undo them first.", later=max(later))
    who = {r.person.id: r.category for r in proposal.rows}
    return _record(ctx, proposal.view.stored, who, proposal.view.period)


def _record(ctx: Context, stored: StoredSeries, who: Mapping[str, str], period: str) -> CommandResult:
    decision = Decision(ctx.now(), ctx.actor, dict(who), period)
    data = replace(stored.data, categories=(*stored.data.categories, decision))
    return write(ctx, stored, "categories", data, detail=period)


def assign_category(ctx: Context, series: str, category: str, names: Sequence[str]) -> CommandResult:
    """Puts people into a category by hand: the first members, or somebody the rules do not know of."""
    stored = load_series(ctx, series)
    view = series_view(ctx, stored)
    known = [c.id for c in view.plan.categories]
    if category not in known:
        raise NotFound(
            "series-category",
            "The rules have no category “{category}”. Choose one of: {known}.",
            category=category[:40],
            known=", ".join(known) or "–",
        )
    return _record(ctx, stored, {find_person(view.people, name).id: category for name in names}, BY_HAND)


def take_back(ctx: Context, series: str) -> CommandResult:
    """Takes back the last recorded categories."""
    stored = load_series(ctx, series)
    if not stored.data.categories:
        raise Refused("category-nothing", "No categories have been recorded in “{name}”.", name=stored.name)
    *before, last = stored.data.categories
    return write(
        ctx, stored, "categories-taken-back", replace(stored.data, categories=tuple(before)), detail=last.period
    )


# --- rows -------------------------------------------------------------------------------------------------------------


def category_rows(categories: CategoriesView) -> list[CategoryRow]:
    """The categories as rows, the best first."""
    best = set(categories.performers)
    return [
        CategoryRow(
            person=r.person.id,
            name=r.person.name,
            category=r.category or None,
            before=r.before or None,
            move=r.move,
            reason=r.reason,
            rating=r.rating,
            title=r.title or None,
            best_performer=r.person.id in best,
        )
        for r in categories.rows
    ]


def recorded_categories(ctx: Context, series: str) -> list[RecordedCategories]:
    """When categories were recorded, and how many people were in each, in the order in which they were met."""
    return [
        RecordedCategories(
            time=step.time, actor=step.actor, period=step.period or None, sizes=dict(Counter(step.who.values()))
        )
        for step in load_series(ctx, series).data.categories
    ]
