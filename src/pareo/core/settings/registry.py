"""Every setting there is. To add one, write its record in the family's module: nothing else has to know it."""

from __future__ import annotations

from typing import Any

from pareo.core.model.ruleset import Ruleset
from pareo.core.settings import (
    chess,
    divisions,
    event,
    hall,
    lists,
    pairing,
    phases,
    points,
    prizes,
    public,
    registration,
    report,
    rounds,
    standings,
    tom,
)
from pareo.core.settings.setting import Setting
from pareo.core.text.errors import BadInput

SETTINGS: dict[str, Setting[Any]] = {
    record.key: record
    for family in (
        event,
        rounds,
        points,
        chess,
        divisions,
        pairing,
        phases,
        standings,
        hall,
        registration,
        lists,
        prizes,
        public,
        report,
        tom,
    )
    for record in vars(family).values()
    if isinstance(record, Setting)
}
"""By key, in the order of the pages."""

_ORDER = """
name style method schedule cycles colours games barred meet_again_after_forfeit first_number table rounds day2_rounds
cut third_place sections first_table blocked_tables acceleration birth_years unrated numbering tiebreaks rating_rules
rating2_rules championship_points tier organiser second_organiser judge slips prizes date start place club number
round_minutes tables_note zone exception player_reports names club_best club_minimum club_by pairing_columns prize_table
lists lists_deadline lists_public qr_locked language
"""


def all_settings() -> list[Setting[Any]]:
    """All settings in the order in which commands and the API have always listed them; later ones follow."""
    position = {key: i for i, key in enumerate(_ORDER.split())}
    return sorted(SETTINGS.values(), key=lambda s: position.get(s.key, len(position)))


def in_force(ruleset: Ruleset, key: str, value: object) -> Ruleset:
    """The ruleset with this setting over the part of it that it stands in for, if it does."""
    setting = SETTINGS.get(key)
    return ruleset if setting is None or setting.over is None else setting.over(ruleset, value)


def read_setting(key: str, typed: str, *, unit: int, pod: str | None) -> object:
    """A setting's value from its text; an empty text takes the setting back."""
    setting = SETTINGS.get(key)
    if setting is None:
        known = ", ".join(s.key for s in all_settings())
        raise BadInput("setting-unknown", "There is no setting “{key}”. Settings: {known}.", key=key, known=known)
    if pod is not None and not setting.per_pod:
        raise BadInput(
            "setting-not-per-pod",
            "“{key}” is a setting of the whole event: it cannot be set for one group.",
            key=key,
        )
    if not typed.strip():
        return None
    try:
        return setting.kind.read(typed, unit)
    except ValueError:
        raise BadInput(
            "setting-unreadable",
            "{key}={value}: this must be {takes} ({meaning}).",
            key=key,
            value=typed,
            takes=setting.takes,
            meaning=setting.meaning,
        ) from None
