"""Finding events without opening all of them: on a day, with registrations to erase, run with TOM.

An event's labels follow from its state. The store keeps them and knows of which events they may be wrong (`relabel`);
whoever looks for a label gives those theirs, each once. So what is found is exact, and what has been seen costs one
question, however many events there are.
"""

from __future__ import annotations

from pareo.app.base.context import Context, LoadedTournament
from pareo.core.settings.event import DATE
from pareo.core.text.errors import PareoError
from pareo.store.protocol import Summary

REGISTERED, BESIDE_TOM = "registered", "beside"


def on_day(date: str) -> str:
    """The label of what is played on a date."""
    return f"day {date}"


def labels_of(event: LoadedTournament) -> list[str]:
    """All labels an event has now."""
    t = event.state
    labels = []
    if date := t.setting(DATE):
        labels.append(on_day(date))
    if t.applicants or any(event.person(t.entrants[no]).get("contact") for no in t.registered if no in t.entrants):
        labels.append(REGISTERED)
    if t.tom is not None:
        labels.append(BESIDE_TOM)
    return labels


def relabel(ctx: Context, event: LoadedTournament) -> list[str]:
    """Gives an event the labels that it has now."""
    labels = labels_of(event)
    ctx.store.set_labels(event.state.slug, event.hash, labels)
    return labels


def events_with_label(ctx: Context, label: str) -> list[Summary]:
    """The events with a label, oldest first; none of those that are damaged."""
    summaries: list[Summary] = []
    for summary, sure in ctx.store.with_label(label):
        if sure or label in ensure_labels(ctx, summary):
            summaries.append(summary)
    return summaries


def sharing(ctx: Context, slug: str, label: str) -> list[Summary]:
    """Other events with a label in which somebody of this one is too."""
    for summary, sure in ctx.store.with_label(label):
        if not sure:
            ensure_labels(ctx, summary)
    return ctx.store.sharing(slug, label)


def ensure_labels(ctx: Context, summary: Summary) -> list[str]:
    """Gives an event its labels; none to one that is damaged."""
    if ctx.is_damaged(summary):
        return []
    try:
        return relabel(ctx, ctx.open_listed(summary))
    except PareoError:  # damaged, or gone meanwhile
        return []
