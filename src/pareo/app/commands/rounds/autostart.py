"""A published round that starts by itself: some minutes after it was published, unless somebody starts it before.

Nothing waits anywhere: when it is due follows from the journal (when the round was published) and from the settings,
so a stopped server loses nothing. Whoever serves the event asks `start_due` now and then. A round that was due long
ago, because nobody served it then, is left to a person.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from pareo.app.base.context import Context, JournalResult, LoadedTournament
from pareo.app.base.timestamps import moment
from pareo.app.commands.event import events
from pareo.app.commands.floor.floor import round_minutes
from pareo.app.commands.rounds.next_round import begin
from pareo.core.journal.facts import Batch, SettingsSet
from pareo.core.rules.actions import PodStage, stage_of
from pareo.core.settings.event import DATE
from pareo.core.settings.rounds import AUTOSTART
from pareo.core.text.errors import PareoError
from pareo.core.tournament.tournament import Tournament

USUAL = 4  # minutes: enough to find a table
_LONG_AGO = 15 * 60  # seconds after which a person decides


def minutes(event: LoadedTournament, now: str) -> int:
    """How long after publishing a round starts by itself; 0: never. As set, else on the day of the event, where rounds
    have a clock, `USUAL`."""
    t = event.state
    chosen = t.setting(AUTOSTART)
    if chosen is not None:
        return chosen
    return USUAL if round_minutes(t) and t.setting(DATE) == _today(t, now) else 0


def _today(t: Tournament, now: str) -> str:
    return moment(now).astimezone(ZoneInfo(t.zone)).date().isoformat()


def seconds_until(event: LoadedTournament, now: str) -> int | None:
    """Until the published rounds start by themselves; None: they do not."""
    due = due_at(event, now)
    if due is None:
        return None
    left = -int((moment(now) - due).total_seconds())
    return left if left > -_LONG_AGO else None


def due_at(event: LoadedTournament, now: str) -> datetime | None:
    """When the published rounds start by themselves; None: they do not."""
    delay = minutes(event, now)
    published = _published_at(event) if delay else ""
    return moment(published) + timedelta(minutes=delay) if published else None


def _published_at(event: LoadedTournament) -> str:
    """When the rounds that wait were published; empty where none waits."""
    t = event.state
    if not any(stage_of(p) is PodStage.PUBLISHED for p in t.pods.values() if not p.closed):
        return ""
    return next((s.time for s in reversed(t.steps) if s.traits.publishes and s.undone_by is None), "")


def start_due(ctx: Context, slug: str) -> JournalResult[Batch] | None:
    """Starts what is due now; nothing where nothing is, or where something stands in the way: the page says it."""
    event = ctx.open(slug)
    left = seconds_until(event, ctx.now())
    if left is None or left > 0:
        return None
    try:
        return begin(ctx, slug, confirmed=True)  # what it lacks was said when it was published
    except PareoError:
        return None


def off(ctx: Context, slug: str) -> JournalResult[SettingsSet]:
    """Rounds of this event are started by hand."""
    return events.change_settings(ctx, slug, {AUTOSTART.key: "0"})
