"""Help on the settings (SP-20): one page that explains each of them with an example.

All of it comes from the settings' own records.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from pareo.app.accounts.permissions import Right
from pareo.app.base.context import Context
from pareo.core.settings.registry import SETTINGS
from pareo.core.settings.setting import NONE, SettingGroup
from pareo.core.tournament.fide_mode import RULES, FideStage, fide_stage
from pareo.core.tournament.tournament import Tournament
from pareo.pages.render import Values
from pareo.web.console.event import frame
from pareo.web.console.settings.controls import Control, controls
from pareo.web.route_decorators import page
from pareo.web.view import Html, View

Words = Callable[[str], str]


class SettingHelp(NamedTuple):
    """The help on one setting."""

    key: str
    label: str
    help: str
    takes: str
    example: str
    more: str
    value: str  # what it is now; empty: not set
    per_pod: bool
    before_start: bool


def help_by_group(_: Words, t: Tournament) -> list[tuple[str, list[SettingHelp]]]:
    """The help on the settings that this event has, by group."""
    by_key = controls(_, t, None)
    groups = [
        (_(group.value), [_setting_help(_, c) for c in by_key.values() if SETTINGS[c.key].group is group])
        for group in SettingGroup
    ]
    return [(title, items) for title, items in groups if items]


def _setting_help(_: Words, c: Control) -> SettingHelp:
    s = SETTINGS[c.key]
    now = _(c.value) if c.value == NONE else c.value
    return SettingHelp(
        s.key,
        c.label,
        c.hint,
        ", ".join(c.options.values()) or _(s.takes),
        s.example,
        _(s.more) if s.more else "",
        c.options.get(c.value, now),
        s.per_pod,
        s.before_start,
    )


@page("/console/{slug:str}/settings/help", Right.STAFF)
def settings_help(slug: str, view: View) -> Html:
    """Every setting with what it means, what it takes and an example."""

    def look(ctx: Context) -> Values:
        t = ctx.open(slug).state
        return {**frame(ctx, slug, "settings"), "groups": help_by_group(view.texts.gettext, t), "ruleset": t.ruleset}

    return view.page("console/settings_help.html", **view.look(look))


@page("/console/{slug:str}/settings/fide-mode", Right.STAFF)
def fide_mode_help(slug: str, view: View) -> Html:
    """The table of FIDE mode: what is reported, asked or refused, and when (F-22)."""
    return view.page(
        "console/fide_mode.html",
        rules=RULES,
        stages=list(FideStage),
        **view.look(lambda ctx: {**frame(ctx, slug, "settings"), "now": fide_stage(ctx.open(slug).state)}),
    )


ROUTES = [settings_help, fide_mode_help]
