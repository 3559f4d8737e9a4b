"""Who of an event's staff may play in it, and which checks the rules ask for: data of the ruleset, and pure questions.

X-21: an organiser plays only with a second organiser there, and in premier events no organiser or judge plays. The
tier decides; a ruleset without a `[staff]` block for a tier asks for nothing. Names are compared exactly, but for
capitals and spaces and for the two ways to write one ("Ana Ruiz", "Ruiz, Ana"): never by likeness.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from pareo.core.model.toml_reader import TomlTable

ORGANISER_PLAYS = ("always", "second", "never")  # "second": only if a second organiser is named
PREMIER = "premier"


@dataclass(frozen=True, slots=True)
class StaffRules:
    """What one tier says of its staff."""

    organiser_plays: str = "always"
    judge_plays: bool = True
    judge_wanted: bool = False  # none named: a warning (P-PREM-3)
    cite: str = ""


@dataclass(frozen=True, slots=True)
class CheckRules:
    """What the rules say of checks of lists."""

    cut: bool = False  # every player of the cut is checked (P-PREM-2)
    one_game: bool = False  # a match is one game: a lost game is a lost match
    cite: str = ""


@dataclass(frozen=True, slots=True)
class Staff:
    """The people an event names."""

    organisers: tuple[str, ...] = ()
    second: tuple[str, ...] = ()
    judges: tuple[str, ...] = ()


def read_staff(block: TomlTable) -> dict[str, StaffRules]:
    """The `[staff.TIER]` blocks of a ruleset file."""
    rules: dict[str, StaffRules] = {}
    for tier in block.keys():  # noqa: SIM118
        part = block.table(tier)
        rules[tier] = StaffRules(
            organiser_plays=part.word("organiser_plays", ORGANISER_PLAYS, "always"),
            judge_plays=part.flag("judge_plays", default=True),
            judge_wanted=part.flag("judge_wanted", default=False),
            cite=part.text("cite", ""),
        )
        part.finish()
    return rules


def read_checks(block: TomlTable) -> CheckRules:
    """The `[checks]` block of a ruleset file."""
    rules = CheckRules(
        cut=block.flag("cut", default=False),
        one_game=block.flag("one_game", default=False),
        cite=block.text("cite", ""),
    )
    block.finish()
    return rules


def name_keys(name: str) -> frozenset[str]:
    """The ways to write a name, without capitals and odd spaces."""
    plain = " ".join(name.casefold().split())
    last, comma, first = plain.partition(",")
    return frozenset({plain, " ".join(f"{first} {last}".split())} if comma else {plain})


def is_named(name: str, people: Iterable[str]) -> bool:
    """Is this the name of one of these people, in either way of writing it?"""
    keys = name_keys(name)
    return any(keys & name_keys(other) for other in people)
