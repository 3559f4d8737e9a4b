"""What a ruleset asks of lists, as an organiser reads it."""

from __future__ import annotations

from collections.abc import Iterator

from pareo.core.model.list_rules import ListRules, SquadLimits
from pareo.core.text.messages import Note, either_note, join_notes, note, text_note, title

_TAKEN = {
    "deck": text_note("Deck lists, free text and photos are accepted."),
    "vgc": text_note("Team lists, free text and photos are accepted."),
    "squad": text_note("Squad lists, free text and photos are accepted."),
    "text": text_note("Plain lists and photos are accepted."),
}
_WHEN = {
    "always": text_note("Every player hands one in before the start."),
    "premier": text_note("At Premier events every player hands one in; elsewhere it is optional."),
    "never": text_note("Optional; the organiser may require one from every player."),
}
_SIZES = {
    "small": text_note("small ships"),
    "large": text_note("large ships"),
    "huge": text_note("huge ships"),
}
_FACTIONS = {"rebel": text_note("Rebel"), "imperial": text_note("Imperial")}


def describe_list_rules(rules: ListRules) -> Iterator[Note]:
    """A part of `rulesets show`; nothing for rules that say nothing of lists."""
    if rules == ListRules():
        return
    yield _TAKEN[rules.kind]
    yield _WHEN[rules.required]
    if rules.kind == "deck" and rules.deck.cards:
        yield note(
            "rules-deck",
            "A deck has {cards} cards, at most {copies} of one name, basic Energy apart.",
            cards=rules.deck.cards,
            copies=rules.deck.copies,
        )
    if rules.kind == "vgc" and rules.vgc.most:
        yield note("rules-team", "A team has {least} to {most} Pokémon.", least=rules.vgc.least, most=rules.vgc.most)
    if rules.kind == "vgc" and rules.vgc.locked == "premier":
        yield text_note("Premier events are locked by QR code.")
    if rules.kind == "squad":
        yield from _squad(rules.squad)
    if rules.note:
        yield title(rules.note)


def _squad(limits: SquadLimits) -> Iterator[Note]:
    yield note(
        "rules-squad",
        "A squad has at most {points} squad points, {epic} epic points, {small} small and {large} large ships of one "
        "type, and is of one faction: {factions}.",
        points=limits.points,
        epic=limits.epic,
        small=limits.small,
        large=limits.large,
        factions=join_notes(", ", [_FACTIONS.get(one, one) for one in limits.factions]),
    )
    ships = ", ".join(f"{ship} {points}" for ship, points in limits.epic_points.items())
    yield note("rules-epic", "Epic points: {ships}.", ships=ships)
    for rule in limits.cards:
        yield note(
            "rules-card",
            "{card} not on {sizes}. [{cite}]",
            card=rule.names[0],
            sizes=either_note(_SIZES.get(size, size) for size in rule.not_on),
            cite=rule.cite,
        )
    for reminder in limits.reminders:
        yield title(reminder.text)
