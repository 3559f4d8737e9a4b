"""What a ruleset asks of lists, as an organiser reads it."""

from __future__ import annotations

from collections.abc import Iterable
from textwrap import wrap

from pareo.core.model.list_rules import ListRules, SquadLimits

WIDTH = 100
_KINDS = {"deck": "deck lists", "vgc": "team lists", "squad": "squad lists", "text": "plain lists"}
_WHEN = {
    "always": "Every player hands one in before the start.",
    "premier": "At Premier events every player hands one in; elsewhere who wants to.",
    "never": "Who wants to hands one in; the organiser may ask everybody.",
}


def lists_text(rules: ListRules) -> Iterable[str]:
    """A part of `rulesets show`; nothing for rules that say nothing of lists."""
    if rules == ListRules():
        return
    yield "Lists" if not rules.cite else f"Lists [{rules.cite}]"
    yield "-----"
    yield from wrap(f"Taken are {_KINDS[rules.kind]}, free text and photos. {_WHEN[rules.required]}", WIDTH)
    for line in (*_limits(rules), rules.note):
        yield from wrap(line, WIDTH, subsequent_indent="  ")


def _limits(rules: ListRules) -> Iterable[str]:
    if rules.kind == "deck" and rules.deck.cards:
        yield f"A deck has {rules.deck.cards} cards, at most {rules.deck.copies} of one name, basic Energy apart."
    if rules.kind == "vgc" and rules.vgc.most:
        yield f"A team has {rules.vgc.least} to {rules.vgc.most} Pokémon."
    if rules.kind == "vgc" and rules.vgc.locked == "premier":
        yield "Premier events are locked by QR code."
    if rules.kind == "squad":
        yield from _squad(rules.squad)


def _squad(limits: SquadLimits) -> Iterable[str]:
    yield (
        f"A squad has at most {limits.points} squad points, {limits.epic} epic points, {limits.small} small and "
        f"{limits.large} large ships of one type, and is of one faction: {', '.join(limits.factions)}."
    )
    yield f"Epic points: {', '.join(f'{ship} {points}' for ship, points in limits.epic_points.items())}."
    for rule in limits.cards:
        yield f"{rule.names[0]} not on {' or '.join(rule.not_on)} ships. [{rule.cite}]"
    for reminder in limits.reminders:
        yield reminder.text
