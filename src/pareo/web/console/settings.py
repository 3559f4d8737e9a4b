"""Settings of an event and of its pods: each with its meaning and help beside it, checked when saved."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from pareo.app.desk import Desk, Done
from pareo.app.event import events
from pareo.app.event.retention import check_kept
from pareo.app.rights import Right
from pareo.core.state.setting import Group as Family
from pareo.core.state.setting import Setting
from pareo.core.state.settings.event import NAME
from pareo.core.state.settings.registry import SETTINGS, listed
from pareo.core.state.tournament import Tournament
from pareo.core.words.errors import BadInput, PareoError
from pareo.web.console.event import frame
from pareo.web.console.events import wrong_field
from pareo.web.declare import Form, command, page
from pareo.web.render import Values
from pareo.web.view import Html, View

Words = Callable[[str], str]


@dataclass(frozen=True, slots=True)
class Item:
    """One setting as a field."""

    key: str
    label: str
    help: str
    kind: str  # "text", "number", "date", "choice"
    options: Mapping[str, str]
    value: str
    locked: bool  # must be decided before round 1 starts, and it has started


@dataclass(frozen=True, slots=True)
class Group:
    title: str
    items: tuple[Item, ...]


def current(t: Tournament, pod: str | None, *, shares: bool = False) -> dict[str, str]:
    """Every setting as text, empty where nothing is set. `shares`: those of a division that shares a pod."""
    kept = t.settings if pod is None else t.pod_settings.get(pod, {})
    known = {s.key: s.text_in(kept) for s in listed() if pod is None or (s.per_division if shares else s.per_pod)}
    if pod is None:
        known[NAME.key] = t.name
    return known


def _options(_: Words, t: Tournament, setting: Setting[Any]) -> dict[str, str]:
    """What a setting is chosen from, in the reader's language."""
    kind = setting.kind
    found = kind.choices(t.ruleset) if kind.choices is not None else {}
    return {key: _(name) if kind.translated else name for key, name in found.items()}


def groups(_: Words, t: Tournament, pod: str | None, *, shares: bool = False) -> list[Group]:
    """The fields of the page. A list with nothing to choose from (no tiers, no tables) is left out, and what these
    rules do not know: birth years without divisions, a second day."""
    values = current(t, pod, shares=shares)
    found: dict[str, list[Item]] = {family.value: [] for family in Family}
    for s in SETTINGS.values():
        options = _options(_, t, s)
        if s.key in values and (options or s.kind.choices is None) and s.concerns(t.ruleset):
            kind = "choice" if options else s.kind.field
            locked = s.before_start and t.started
            found[s.group.value].append(Item(s.key, _(s.title), _(s.help), kind, options, values[s.key], locked))
    return [Group(_(title), tuple(items)) for title, items in found.items() if items]


def _page(
    view: View, slug: str, pod: str | None, typed: Mapping[str, str] | None = None, problem: PareoError | None = None
) -> Html:
    def gather(desk: Desk) -> Values:
        event = desk.open(slug)
        t = event.state
        pods, shares = events.pods_with_settings(event), pod in events.sharing_divisions(event)
        fields = groups(view.texts.gettext, t, pod, shares=shares)
        return {**frame(desk, slug, "settings"), "groups": fields, "pods": pods, "started": t.started, "shares": shares}

    return view.page("console/settings.html", status=200 if problem is None else 422, problem=problem,
                     typed=typed or {}, pod=pod, wrong=wrong_field(problem), **view.look(gather))


@page("/console/{slug:str}/settings", Right.EVENT)
def settings_page(slug: str, view: View, pod: str = "") -> Html:
    """All settings, or those of one pod."""
    return _page(view, slug, pod or None)


@command("/console/{slug:str}/settings", Right.EVENT)
def save_settings(slug: str, view: View, data: Form) -> Html:
    """Writes what has changed; an emptied field goes back to what the document says."""
    pod = data.get("pod") or None

    def save(desk: Desk) -> Done | None:
        event = desk.open(slug)
        before = current(event.state, pod, shares=pod in events.sharing_divisions(event))
        changes = {key: data[key].strip() for key, old in before.items() if key in data and data[key].strip() != old}
        why = data.get("override") or None
        return events.change_settings(desk, slug, changes, pod=pod, override=why) if changes else None

    onward = f"/console/{slug}/settings" + (f"?pod={pod}" if pod else "")
    return view.act(save, onward=onward, again=lambda problem: _page(view, slug, pod, data, problem), form=data)


@command("/console/{slug:str}/delete", Right.OWNER)
def delete_event(slug: str, view: View, data: Form) -> Html:
    """For good: the short name must be typed."""

    def delete(desk: Desk) -> None:
        if data.get("slug", "").strip() != slug:
            raise BadInput("delete-name", "Type “{slug}” to delete the event for good.", slug=slug)
        check_kept(desk, slug, confirmed=data.get("yes") == "1")
        events.remove(desk, slug)

    return view.act(delete, onward="/console", again=lambda problem: _page(view, slug, None, {}, problem), form=data)


ROUTES = [delete_event, save_settings, settings_page]
