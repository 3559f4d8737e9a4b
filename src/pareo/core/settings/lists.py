"""Settings of the lists that players hand in."""

from __future__ import annotations

from pareo.core.model.games import game_of
from pareo.core.model.ruleset import Ruleset
from pareo.core.settings.setting import MOMENT, YES_NO, Setting, SettingGroup, one_of

_OPEN = {"never": "never", "cut": "in the elimination", "phase2": "from day 2 on", "always": "in every round"}
_LISTS = {"required": "everyone hands one in", "optional": "optional", "off": "no lists"}


def _has_lists(ruleset: Ruleset) -> bool:
    """Is there a list that an opponent could want to see?"""
    return ruleset.lists.kind != "text"


LISTS = Setting(
    "lists",
    "Lists",
    SettingGroup.LISTS,
    one_of(_LISTS),
    meaning="whether players hand in lists",
    takes="required, optional or off",
    help="Whether players hand in a deck, team or squad list.",
    example="required",
)
LISTS_DEADLINE = Setting(
    "lists_deadline",
    "Lists until",
    SettingGroup.LISTS,
    MOMENT,
    meaning="deadline for players to hand in lists",
    takes="2026-11-15 09:30, in the event's time zone",
    help="Deadline for players to hand them in. Empty: until round 1 starts.",
    example="2026-11-15 09:30",
    once=True,
)
LISTS_PUBLIC = Setting(
    "lists_public",
    "Lists public afterwards",
    SettingGroup.LISTS,
    YES_NO,
    meaning="lists are shown to everyone after the event",
    takes="yes or no",
    help="Everyone can read them once the event is over. Photos stay with staff.",
    example="no",
)
LISTS_OPEN = Setting(
    "lists_open",
    "Lists open to the opponent",
    SettingGroup.LISTS,
    one_of(_OPEN),
    meaning="when the opponent of the current match sees a list",
    takes="never, cut, phase2 or always",
    help="Once lists are open, opponents see each other's on their phones until the result is in; no one else does.",
    example="cut",
    usual=lambda ruleset: ruleset.lists.open,
    concerns=_has_lists,
)
LISTS_OPENED = Setting(
    "lists_opened",
    "Lists open now",
    SettingGroup.LISTS,
    YES_NO,
    meaning="opponents see the lists now, in the rounds they are open for",
    takes="yes or no",
    help="The organiser opens them when the time comes; the journal records it.",
    example="yes",
    concerns=_has_lists,
)
QR_LOCKED = Setting(
    "qr_locked",
    "Teams locked by QR code",
    SettingGroup.LISTS,
    YES_NO,
    meaning="teams are locked by QR code",
    takes="yes or no",
    help="Each video-game team's code is stored and compared at checks.",
    example="yes",
    concerns=lambda ruleset: game_of(ruleset) == "pokemon",
)
