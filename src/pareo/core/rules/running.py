"""The parts of a ruleset file about running an event: late players, the length of a round, the second day, and what we
settled ourselves."""

from __future__ import annotations

from pareo.core.model.ruleset import LateRules, OpenChoice, RoundRules, SecondDayRules
from pareo.core.model.toml_reader import TomlTable
from pareo.core.rules.tables import read_confidence

PHASES = ("restart", "both", "r-fit")


def read_choices(listing: TomlTable) -> tuple[OpenChoice, ...]:
    """The `[choices]` block: what no document settles and we did, by name."""
    choices = []
    for choice_id in listing.keys():  # noqa: SIM118
        block = listing.table(choice_id)
        choices.append(
            OpenChoice(
                id=choice_id,
                says=block.text("says"),
                source=block.text("source", ""),
                confidence=read_confidence(block, 1),
                setting=block.text("setting", ""),
            )
        )
        block.finish()
    return tuple(choices)


def read_late(block: TomlTable) -> LateRules:
    """The `[late]` block: players who arrive after the start."""
    block.ignore("this_round_after_start")  # a misreading of 2009, 3.1.4, in events up to version 0.1
    rules = LateRules(
        rank_below=block.flag("rank_below", default=True),
        points_last_round=block.whole_or_none("points_last_round", least=1),
        points_refusal=block.word("points_refusal", ("refused", "override"), "refused"),
        registered=block.flag("registered", default=False),
        cite=block.text("cite", ""),
    )
    block.finish()
    return rules


def read_second_day(block: TomlTable) -> SecondDayRules:
    """The `[second_day]` block: who goes on to the second day, and what counts there."""
    rules = SecondDayRules(
        points=block.whole("points", 0),
        top=block.whole("top", 0),
        carry_points=block.flag("carry_points", default=True),
        phases=block.word("phases", PHASES, "restart"),
        ranking=block.word("ranking", ("phase", "points"), "phase"),
        cite=block.text("cite", ""),
    )
    block.finish()
    return rules


def read_round(block: TomlTable) -> RoundRules:
    """The `[round]` block: how long a round is, and what is played on after it."""
    rules = RoundRules(
        minutes=block.whole("minutes", 0),
        shortest=block.whole("shortest", 0),
        longest=block.whole("longest", 0),
        cite=block.text("cite", ""),
        match_minutes=block.whole("match_minutes", 0),
        match_shortest=block.whole("match_shortest", 0),
        cut_minutes=block.whole("cut_minutes", 0),
        extra_turns=block.whole("extra_turns", 0),
        overtime_minutes=block.whole("overtime_minutes", 0),
        no_show_minutes=block.whole("no_show_minutes", 0),
        at_time=block.words("at_time"),
        at_time_cut=block.words("at_time_cut"),
    )
    if rules.minutes and rules.longest and not rules.shortest <= rules.minutes <= rules.longest:
        block.wrong("minutes", "not between shortest and longest")
    block.finish()
    return rules
