"""Series: making one, its rules, its tournaments in order, and who is one person. The table is `series_table`.

A series belongs to the database, not to an event. It has no journal; each change is one transaction that names the
version it saw, and leaves a line in the list of changes. It stores no names of people (`series_people`).
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction

from pareo.app.base.context import CommandResult, Context
from pareo.app.commands.event.events import slug_for
from pareo.app.league.series_people import find_person
from pareo.app.league.series_table import SeriesView, display_number, plan_of, series_rows, series_view, tables_of
from pareo.app.queries.event.overview import is_all_played
from pareo.app.rows.league import PresetRow, SeriesDetails, SeriesEventLine, SeriesHead, SeriesHistory, SeriesLine
from pareo.core.league.documents import CountedEvent, SeriesDocument
from pareo.core.league.series import SeriesEvent as PlacedEvent
from pareo.core.league.series_rules import SeriesPlan, parse_series_rules, weight_of
from pareo.core.text.clean_text import clean_line
from pareo.core.text.errors import BadInput, NeedsConfirmation, NotFound, PareoError, Refused
from pareo.core.text.messages import text_note
from pareo.core.text.toml_writer import lay_over, read_toml, write_toml
from pareo.rulesets.series_presets import PRESETS, preset_plan, preset_text
from pareo.store.series_protocol import DocumentChange, StoredSeries, WriteStamp

RESERVED = frozenset({"new"})  # words of addresses under /console/series
_MOST_EVENTS = 500


def presets() -> list[PresetRow]:
    """The rules of series that come with Pareo."""
    plans = [(preset, preset_plan(preset)) for preset in PRESETS]
    return [PresetRow(id=preset, title=p.title, count=p.count, document=p.cite) for preset, p in plans]


def rules_text(preset: str, changes: Mapping[str, str] | None = None, limits: Mapping[str, str] | None = None) -> str:
    """A preset's rules with some values changed: `exchange.size` → `10`, and the rating limits of categories."""
    text = preset_text(preset)
    if not changes and not limits:
        return text
    table = read_toml(text)
    for key, value in (changes or {}).items():
        table = lay_over(table, _nested_table(key.strip(), value))
    known = {str(c.get("id")): c for c in _tables(table.get("categories"))}
    for category, limit in (limits or {}).items():
        if category not in known:
            raise BadInput(
                "series-category",
                "The rules have no category “{category}”. Choose one of: {known}.",
                category=category[:40],
                known=", ".join(known) or "–",
            )
        if not (limit.strip().isascii() and limit.strip().isdecimal() and len(limit) < 7):
            raise BadInput("bad-number", "“{text}” is not a number.", text=limit[:40])
        known[category]["rating_from"] = int(limit)
    changed = write_toml(table)
    parse_series_rules(changed, name=preset)
    return changed


def _tables(value: object) -> list[dict[str, object]]:
    return [item for item in value if isinstance(item, dict)] if isinstance(value, list) else []


def _nested_table(key: str, text: str) -> dict[str, object]:
    """`exchange.size`, `10` as {"exchange": {"size": 10}}; what is no number, flag or list is a text."""
    try:
        value = read_toml(f"value = {text}")["value"] if "\n" not in text else text
    except (tomllib.TOMLDecodeError, RecursionError):
        value = text
    for part in reversed(key.split(".")):
        value = {part: value}
    if not isinstance(value, dict):
        raise BadInput("series-rules-key", "“{key}” is not a key of the rules.", key=key[:80])
    return value


# --- making and changing ----------------------------------------------------------------------------------------------


def create(ctx: Context, name: str, rules: str, *, slug: str | None = None, file: str = "rules") -> str:
    """Creates a series with these rules (TOML text); its short name. `file` is how messages call the rules."""
    parse_series_rules(rules, name=file)
    cleaned = _name(name)
    store = ctx.store.series()
    taken = {s.slug for s in store.all_documents()} | RESERVED
    if slug is not None and slug in RESERVED:
        raise BadInput("series-reserved", "“{slug}” cannot be the short name of a series.", slug=slug)
    new_slug = slug or slug_for(cleaned, taken)
    store.create(new_slug, name=cleaned, data=SeriesDocument(rules), stamp=write_stamp(ctx, 0, "created"))
    return new_slug


def _name(name: str) -> str:
    cleaned = clean_line(name, text_note("The name"))
    if not cleaned:
        raise BadInput("series-unnamed", "A series needs a name.")
    return cleaned


def write_stamp(ctx: Context, version: int, action: str, detail: str = "") -> WriteStamp:
    """A stamp for a write: who changes what, when, and which version they saw."""
    return WriteStamp(version, ctx.now(), ctx.actor, action, detail)


def list_series(ctx: Context) -> list[SeriesLine]:
    """All series, oldest first."""
    return [
        SeriesLine(
            slug=s.slug,
            name=s.name,
            rules=plan_of(s).title,
            count=plan_of(s).count,
            events=len(s.data.events),
            created=s.created,
        )
        for s in ctx.store.series().all_documents()
    ]


def series_of_event(ctx: Context, slug: str) -> list[StoredSeries]:
    """The series in which an event counts."""
    return [s for s in ctx.store.series().all_documents() if slug in {event.slug for event in s.data.events}]


def load_series(ctx: Context, series: str) -> StoredSeries:
    return ctx.store.series().one(series)


def load_series_view(ctx: Context, series: str, period: str | None = None) -> SeriesView:
    """The series with its table, for one period."""
    return series_view(ctx, load_series(ctx, series), period)


def write(
    ctx: Context, stored: StoredSeries, action: str, data: SeriesDocument, *, detail: str = "", name: str | None = None
) -> CommandResult:
    """Writes one change of a series. Conflict if somebody else wrote since `stored` was read."""
    version = ctx.store.series().write(
        stored.slug, data=data, name=name, stamp=write_stamp(ctx, stored.version, action, detail)
    )
    return CommandResult(version, action)


def rename(ctx: Context, series: str, name: str) -> CommandResult:
    stored = load_series(ctx, series)
    return write(ctx, stored, "renamed", stored.data, name=_name(name))


def change_rules(ctx: Context, series: str, rules: str, *, file: str = "rules") -> CommandResult:
    """Replaces the rules of a series; its events stay."""
    parse_series_rules(rules, name=file)
    stored = load_series(ctx, series)
    return write(ctx, stored, "rules", replace(stored.data, rules=rules))


def remove(ctx: Context, series: str, *, confirmed: bool = False) -> CommandResult:
    """Deletes a series; its tournaments stay."""
    stored = load_series(ctx, series)
    if not confirmed:
        raise NeedsConfirmation(
            "series-delete", "The series “{name}” will be deleted for good; its tournaments stay.", name=stored.name
        )
    ctx.store.series().delete(series)
    return CommandResult(stored.version, "deleted")


# --- its tournaments --------------------------------------------------------------------------------------------------


def add_event(
    ctx: Context, series: str, slug: str, *, weight: str = "1", table: str = "", kind: str = ""
) -> CommandResult:
    """Adds a tournament to the series as its last; one that is there already gets another weight, table or kind."""
    return plan_event(ctx, series, slug, weight=weight, table=table, kind=kind).write(ctx)


@dataclass(frozen=True, slots=True)
class PlannedEvent:
    """A tournament that may be added to a series."""

    stored: StoredSeries
    events: tuple[CountedEvent, ...]  # of the series, with it
    slug: str

    def write(self, ctx: Context) -> CommandResult:
        return write(ctx, self.stored, "event", replace(self.stored.data, events=self.events), detail=self.slug)


def plan_event(
    ctx: Context, series: str, slug: str, *, weight: str = "1", table: str = "", kind: str = ""
) -> PlannedEvent:
    """What `add_event` would write, checked; nothing is written."""
    stored = load_series(ctx, series)
    plan = plan_of(stored)
    event = ctx.open(slug)
    summary = ctx.store.summary(slug)
    events = list(stored.data.events)
    entry = CountedEvent(
        summary.id,
        slug,
        event.state.name,
        str(weight_of(weight)),
        _checked_table(ctx, slug, table),
        _checked_kind(plan, event.state.name, kind),
    )
    at = next((i for i, e in enumerate(events) if e.id == summary.id), None)
    if at is not None:
        events[at] = entry
    elif len(events) >= (plan.events or _MOST_EVENTS):
        raise Refused("series-full", "The series already has its {count} events.", count=plan.events or _MOST_EVENTS)
    else:
        events.append(entry)
    return PlannedEvent(stored, tuple(events), slug)


def kinds_of(ctx: Context, series: str) -> dict[str, str]:
    """The kinds of events of the series, with their titles; none where all count alike."""
    places = plan_of(load_series(ctx, series)).places
    return {kind.id: kind.title or kind.id for kind in places.kinds} if places is not None else {}


def _checked_kind(plan: SeriesPlan, event: str, kind: str) -> str:
    """The kind of event, where the series has kinds: one of them, with points that are known (PN-CP-1)."""
    cleaned = clean_line(kind, text_note("Kind of event"), 80)
    if plan.places is not None and plan.places.kinds:
        plan.places.kind(PlacedEvent(event, (), kind=cleaned))
    elif cleaned:
        raise BadInput("series-no-kinds", "This series has no kinds of events.")
    return cleaned


def _checked_table(ctx: Context, slug: str, table: str) -> str:
    """The table of the event that counts, if it has it. Not checked while the event runs: its tables may change."""
    cleaned = clean_line(table, text_note("Standings"), 80)
    event = ctx.open(slug)
    if not is_all_played(event.state):
        return cleaned
    tables = tables_of(event)
    ids = [x.id for x in tables]
    if cleaned and not any(cleaned in (x.id, x.division) for x in tables):
        raise NotFound(
            "series-table",
            "{event} has no table “{table}”. Choose one of: {known}.",
            event=event.state.name,
            table=cleaned,
            known=", ".join(ids),
        )
    if not cleaned and sum("/" not in name for name in ids) != 1:
        raise BadInput(
            "series-tables",
            "{event} has several tables: choose which one counts ({known}).",
            event=event.state.name,
            known=", ".join(ids),
        )
    return cleaned


def remove_event(ctx: Context, series: str, slug: str) -> CommandResult:
    """Removes a tournament from the series."""
    stored = load_series(ctx, series)
    at = _event_at(ctx, stored, slug)
    events = tuple(e for i, e in enumerate(stored.data.events) if i != at)
    return write(ctx, stored, "event-removed", replace(stored.data, events=events), detail=slug)


def move_event(ctx: Context, series: str, slug: str, to: int) -> CommandResult:
    """Moves a tournament to another place in the order of the series, counted from 1."""
    stored = load_series(ctx, series)
    at = _event_at(ctx, stored, slug)
    events = list(stored.data.events)
    if not 1 <= to <= len(events):
        raise BadInput("series-position", "The series has places 1 to {count} for its events.", count=len(events))
    events.insert(to - 1, events.pop(at))
    return write(ctx, stored, "event-moved", replace(stored.data, events=tuple(events)), detail=slug)


def _event_at(ctx: Context, stored: StoredSeries, slug: str) -> int:
    """The index of a tournament in its series, by its present short name; of a deleted one, by the one it had."""
    here = ctx.store.summaries([slug])
    for i, e in enumerate(stored.data.events):
        if e.id == here[0].id if here else e.slug == slug:
            return i
    raise NotFound("series-no-event", "{slug} is not in the series {series}.", slug=slug[:80], series=stored.slug)


# --- people -----------------------------------------------------------------------------------------------------------


def confirm_same_person(ctx: Context, series: str, one: str, other: str) -> CommandResult:
    """The organiser confirms that two names are one person. Both must be in the series."""
    stored = load_series(ctx, series)
    view = series_view(ctx, stored)
    a, b = find_person(view.people, one), find_person(view.people, other)
    if a.id == b.id:
        raise Refused("series-already-one", "{name} is already confirmed as one person in this series.", name=a.name)
    both = sorted(set(a.at) & set(b.at))
    if both:
        counting = [row for row in view.events if row.status == "counted"]
        raise Refused(
            "series-met",
            "{a} and {b} both played in {event}: they cannot be one person.",
            a=a.name,
            b=b.name,
            event=counting[both[0]].name,
        )
    return write(ctx, stored, "same", replace(stored.data, same=(*stored.data.same, (a.id, b.id))))


def withdraw_same_person(ctx: Context, series: str, name: str) -> CommandResult:
    """Takes back every confirmation about this person: only exact names and the directory join their entries again."""
    stored = load_series(ctx, series)
    apart = replace(stored, data=replace(stored.data, same=()))  # a wrong confirmation may be what the table fails on
    person = find_person(series_view(ctx, apart).people, name)
    left = tuple(pair for pair in stored.data.same if not set(pair) & person.keys)
    if len(left) == len(stored.data.same):
        raise Refused("series-not-joined", "Nothing was confirmed about {name}.", name=person.name)
    return write(ctx, stored, "different", replace(stored.data, same=left))


# --- what is shown ----------------------------------------------------------------------------------------------------


def event_rows(view: SeriesView) -> list[SeriesEventLine]:
    return [
        SeriesEventLine(
            slug=e.slug,
            name=e.name,
            date=e.day,
            period=e.period,
            weight=display_number(e.weight),
            table=e.table or None,
            status=e.status,
            players=e.players,
            kind=e.kind or None,
        )
        for e in view.events
    ]


def known_period(ctx: Context, series: str, period: str) -> str | None:
    """The period asked for, if the series has it; NotFound if not. None while its table cannot be made."""
    try:
        return load_series_view(ctx, series, period).period
    except NotFound:
        raise
    except PareoError:
        return None


def show_series(ctx: Context, series: str, period: str | None = None, *, public: bool = False) -> SeriesDetails:
    """Everything about a series: rules, events, table and notes. `public`: what everybody may see."""
    view = load_series_view(ctx, series, period)
    plan: SeriesPlan = view.plan
    return SeriesDetails(
        slug=view.stored.slug,
        name=view.stored.name,
        rules=plan.title,
        count=plan.count,
        best=plan.places.best if plan.places else plan.games.best if plan.games else 0,
        planned=plan.events,
        period=view.period or None,
        periods=list(filter(None, view.periods)),
        events=event_rows(view),
        rows=series_rows(view, public=public),
        notes=list(view.notes if public else view.staff_notes),
    )


def show_series_without_table(ctx: Context, series: str) -> SeriesDetails:
    """Rules and events of a series without its table, for pages of a series in which a name has to be settled first."""
    stored = load_series(ctx, series)
    names = {s.id: (s.slug, s.name) for s in ctx.store.with_ids([e.id for e in stored.data.events])}
    rows = []
    for e in stored.data.events:
        slug, name = names.get(e.id, (e.slug, e.name))
        rows.append(
            SeriesEventLine(
                slug=slug,
                name=name,
                date="",
                period="",
                weight=display_number(Fraction(e.weight)),
                table=e.table or None,
                status="counted" if e.id in names else "gone",
                players=0,
                kind=e.kind or None,
            )
        )
    plan = plan_of(stored)
    return SeriesDetails(
        slug=stored.slug,
        name=stored.name,
        rules=plan.title,
        count=plan.count,
        best=0,
        planned=plan.events,
        period=None,
        periods=[],
        events=rows,
        rows=[],
        notes=[],
    )


def changes(ctx: Context, series: str) -> list[DocumentChange]:
    """Who changed the series when."""
    return ctx.store.series().changes(series)


def series_history(ctx: Context, series: str) -> SeriesHistory:
    """A series and what happened to it."""
    details = show_series(ctx, series)
    head = {key: getattr(details, key) for key in SeriesHead.__struct_fields__}
    return SeriesHistory(**head, notes=details.notes, changes=changes(ctx, series))
