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
from pareo.app.commands.rounds.dry_run import find_outdated_drafts
from pareo.app.commands.rounds.next_round import begin
from pareo.app.queries.floor.claims import disputed_tables
from pareo.app.queries.lists.deadlines import lists_mode
from pareo.app.queries.lists.missing_lists import missing_lists
from pareo.app.queries.rounds.stale_drafts import stale
from pareo.core.journal.facts import Batch, SettingsSet
from pareo.core.model.entities import Pod, Round
from pareo.core.model.games import game_of
from pareo.core.rules.actions import PodStage, stage_of
from pareo.core.settings.event import DATE
from pareo.core.settings.rounds import AUTOSTART
from pareo.core.text.errors import PareoError
from pareo.core.text.messages import Note, plural, text_note
from pareo.core.tournament.tournament import Tournament

POKEMON = "pokemon"
USUAL = 4  # minutes: enough to find a table
_LONG_AGO = 15 * 60  # seconds after which a person decides


def usual_minutes(t: Tournament, now: str) -> int:
    """How long after publishing a round starts by itself where that was not chosen with it; 0: never. As set, else on
    the day of the event, where rounds have a clock, `USUAL`; in Pokémon a person starts every round (2019, 4)."""
    if (as_set := t.setting(AUTOSTART)) is not None:
        return as_set
    by_hand = game_of(t.ruleset) == POKEMON
    return USUAL if not by_hand and round_minutes(t) and t.setting(DATE) == _today(t, now) else 0


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
    """When the published rounds start by themselves, the last of them; None: none does."""
    t = event.state
    delay = max((r.start_in or usual_minutes(t, now) for _, r in _starting(t, now)), default=0)
    published = next((s.time for s in reversed(t.steps) if s.traits.publishes and s.undone_by is None), "")
    return moment(published) + timedelta(minutes=delay) if delay and published else None


def _starting(t: Tournament, now: str) -> list[tuple[Pod, Round]]:
    """The published rounds that start by themselves, as chosen when they were published or as usual."""
    usual = usual_minutes(t, now)
    return [(p, r) for p, r in _waiting(t) if r.start_in or usual]


def _waiting(t: Tournament) -> list[tuple[Pod, Round]]:
    """The published rounds that have not started."""
    live = [p for p in t.pods.values() if not p.closed and stage_of(p) is PodStage.PUBLISHED]
    return [(p, p.last_round) for p in live if p.last_round is not None]


def stops(ctx: Context, slug: str) -> list[Note]:
    """What stands in the way of an automatic start, which a person must see: a repair or a correction that waits, a
    dispute, a list that is required and missing."""
    event = ctx.open(slug)
    reasons = [note for codes in find_outdated_drafts(ctx, slug).values() for note in map(_OUTDATED.__getitem__, codes)]
    if any(any(stale(event.state, p, r)) for p, r in _waiting(event.state)):
        reasons.append(text_note("the round must be repaired"))
    if disputed_tables(event):
        reasons.append(text_note("reports from phones differ"))
    if lists_mode(event.state) == "required" and (missing := missing_lists(event)).number:
        reasons.append(
            plural(
                "autostart-lists",
                "{count} required list is missing",
                "{count} required lists are missing",
                count=missing.number,
            )
        )
    return list(dict.fromkeys(reasons))


_OUTDATED = {
    "corrected": text_note("a result was corrected afterwards"),
    "left": text_note("a player of the round no longer plays"),
}


def countdown(ctx: Context, slug: str) -> int | None:
    """Seconds until the published rounds start by themselves; None: they do not, or something stops it."""
    left = seconds_until(ctx.open(slug), ctx.now())
    return None if left is None or stops(ctx, slug) else left


def start_due(ctx: Context, slug: str) -> JournalResult[Batch] | None:
    """Starts what is due now; nothing where nothing is, or where something stands in the way: the page says it."""
    left = countdown(ctx, slug)
    if left is None or left > 0:
        return None
    pods = [p.id for p, _ in _starting(ctx.open(slug).state, ctx.now())]
    try:
        return begin(ctx, slug, pods=pods, confirmed=True)  # what it lacks was said when it was published
    except PareoError:
        return None


def off(ctx: Context, slug: str) -> JournalResult[SettingsSet]:
    """Rounds of this event are started by hand, also those for which a start was chosen."""
    return events.change_settings(ctx, slug, {AUTOSTART.key: "0"})
