"""Settings of the prizes."""

from __future__ import annotations

from pareo.core.pairing.seating import parse_ranges
from pareo.core.settings.setting import Setting, SettingGroup, number, text
from pareo.core.settings.table_settings import PRIZE_ROWS


def prizes_of(typed: str) -> dict[int, float]:
    """Prizes by place: “1:100 2:50 3-4:25”. ValueError if it cannot be read."""
    prizes: dict[int, float] = {}
    for part in typed.replace(";", " ").split():
        places, separator, amount = part.partition(":")
        if not separator:
            raise ValueError(part)
        for low, high in parse_ranges(places):
            for place in range(low, high + 1):
                prizes[place] = float(amount.replace(",", "."))
    return prizes


def _read_prizes(typed: str) -> str:
    prizes_of(typed)
    return typed


PRIZES = Setting(
    "prizes",
    "Players with prizes",
    SettingGroup.PRIZES,
    number(0),
    meaning="how many players get prizes",
    takes="a number",
    help="How many players win something; mentioned in the announcement.",
    example="8",
)
PRIZE_TABLE = Setting(
    "prize_table",
    "Prizes by place",
    SettingGroup.PRIZES,
    text(_read_prizes, table=PRIZE_ROWS),
    meaning="prizes by place",
    takes="1:100 2:50 3-4:25",
    help="Tied players share.",
    example="1:100 2:50 3-4:25",
    more="100 for the first, 50 for the second, 25 each for the third and the fourth.",
)
