"""Finding events without opening all of them: on a day, with registrations to erase, beside TOM.

An event's labels follow from its state. The store keeps them and knows of which events they may be wrong (`relabel`);
whoever looks for a label gives those theirs, each once. So what is found is exact, and what has been seen costs one
question, however many events there are.
"""

from __future__ import annotations

from pareo.app.desk import Desk, Event
from pareo.core.state.settings.event import DATE
from pareo.core.words.errors import PareoError
from pareo.store.protocol import Summary

REGISTERED, BESIDE_TOM = "registered", "beside"


def on_day(date: str) -> str:
    """The label of what is played on a date."""
    return f"day {date}"


def labels_of(event: Event) -> list[str]:
    """All labels an event has now."""
    t = event.state
    found = []
    if date := t.setting(DATE):
        found.append(on_day(date))
    if t.applicants or any(event.person(t.entrants[no]).get("contact") for no in t.registered if no in t.entrants):
        found.append(REGISTERED)
    if t.beside is not None:
        found.append(BESIDE_TOM)
    return found


def relabel(desk: Desk, event: Event) -> list[str]:
    """Gives an event the labels that it has now."""
    labels = labels_of(event)
    desk.store.label(event.state.slug, event.hash, labels)
    return labels


def labelled(desk: Desk, label: str) -> list[Summary]:
    """The events with a label, oldest first; none of those that are damaged."""
    found: list[Summary] = []
    for summary, sure in desk.store.labelled(label):
        if sure or label in learnt(desk, summary):
            found.append(summary)
    return found


def sharing(desk: Desk, slug: str, label: str) -> list[Summary]:
    """Other events with a label in which somebody of this one is too."""
    for summary, sure in desk.store.labelled(label):
        if not sure:
            learnt(desk, summary)
    return desk.store.sharing(slug, label)


def learnt(desk: Desk, summary: Summary) -> list[str]:
    """Gives an event its labels; none to one that is damaged."""
    if desk.found_damaged(summary):
        return []
    try:
        return relabel(desk, desk.open_seen(summary))
    except PareoError:  # damaged, or gone meanwhile
        return []
