"""The settings an organiser can change, what they mean, and how their text is read."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction

from pareo.core.errors import BadInput
from pareo.core.ruleset import Division, DivisionRules
from pareo.core.seating import parse_ranges
from pareo.core.tournament import Tournament

_POINTS = re.compile(r"-?\d{1,4}(?:\.\d{1,2})?")


def read_points(text: str, unit: int) -> int:
    """Points as players write them (“4”, “1.5”, “1,5”) in the ruleset's smallest unit. ValueError on anything else."""
    plain = text.strip().replace(",", ".")
    if not _POINTS.fullmatch(plain):
        raise ValueError(text)
    value = Fraction(plain) * unit
    if value.denominator != 1:
        raise ValueError(text)
    return int(value)


@dataclass(frozen=True, slots=True)
class Acceleration:
    """Virtual points for a range of start numbers up to a round (SP-3); they count for pairing only."""

    low: int
    high: int
    points: int  # smallest unit
    last_round: int

    def points_for(self, start_no: int, round_no: int) -> int:
        return self.points if self.low <= start_no <= self.high and round_no <= self.last_round else 0

    @classmethod
    def parse(cls, text: str, unit: int) -> Acceleration:
        """“1-7:4:6” is numbers 1 to 7, 4 points, up to round 6."""
        numbers, points, last = text.split(":")
        low, _, high = numbers.partition("-")
        group = cls(int(low), int(high), read_points(points, unit), int(last))
        if group.low < 1 or group.high < group.low or group.last_round < 1 or group.points < 0:
            raise ValueError(text)
        return group

    @classmethod
    def of(cls, t: Tournament, pod: str) -> list[Acceleration]:
        text = str(t.setting("acceleration", pod, "") or "")
        return [cls.parse(part, t.ruleset.unit) for part in filter(None, text.replace(";", " ").split())]


def _text(text: str, _unit: int) -> object:
    return text.strip()


def _count(text: str, _unit: int) -> object:
    value = int(text)
    if value < 0 or value > 100_000:
        raise ValueError(text)
    return value


def _positive(text: str, unit: int) -> object:
    if int(text) < 1:
        raise ValueError(text)
    return _count(text, unit)


def _power(text: str, unit: int) -> object:
    value = 0 if text.strip().lower() == "none" else _count(text, unit)
    if not isinstance(value, int) or value == 1 or value & (value - 1):
        raise ValueError(text)
    return value


def _yes_no(text: str, _unit: int) -> object:
    word = text.strip().lower()
    if word in ("yes", "true", "1", "on", "sí", "si", "sim"):
        return True
    if word in ("no", "false", "0", "off", "não", "nao"):
        return False
    raise ValueError(text)


def _acceleration(text: str, unit: int) -> object:
    for part in filter(None, text.replace(";", " ").split()):
        Acceleration.parse(part, unit)
    return text.strip()


def _ranges(text: str, _unit: int) -> object:
    parse_ranges(text)
    return text.strip()


def _birth_years(text: str, _unit: int) -> object:
    years = [int(year) for _, year in _year_parts(text)]
    if not years or years != sorted(years, reverse=True) or not all(1900 <= y <= 2100 for y in years):
        raise ValueError(text)
    return text.strip()


def _year_parts(text: str) -> list[tuple[str, str]]:
    parts = [part.partition("=") for part in text.replace(";", " ").split()]
    if not all(separator for _, separator, _ in parts):
        raise ValueError(text)
    return [(name, year) for name, _, year in parts]


def year_names(text: str) -> list[str]:
    """The divisions that a text of birth years names."""
    return [name for name, _ in _year_parts(text)]


def with_birth_years(rules: DivisionRules, text: str) -> DivisionRules:
    """The divisions with other first birth years, youngest first: “junior=2012 senior=2008”."""
    first = {name: int(year) for name, year in _year_parts(text)}
    divisions: list[Division] = []
    for d in rules.divisions:
        born_from = first.get(d.id, d.born_from)
        younger = divisions[-1].born_from if divisions else None
        divisions.append(replace(d, born_from=born_from, born_to=younger - 1 if younger is not None else d.born_to))
    return replace(rules, divisions=tuple(divisions))


def _hour(text: str, _unit: int) -> object:
    hours, separator, minutes = text.strip().partition(":")
    if not separator or not 0 <= int(hours) <= 23 or not 0 <= int(minutes) <= 59 or len(minutes) != 2:
        raise ValueError(text)
    return f"{int(hours):02}:{minutes}"


def _names(text: str, _unit: int) -> object:
    if text not in ("full", "initial", "nickname"):
        raise ValueError(text)
    return text


def prizes_of(text: str) -> dict[int, float]:
    """Prizes by place: “1:100 2:50 3-4:25”."""
    prizes: dict[int, float] = {}
    for part in text.replace(";", " ").split():
        places, separator, amount = part.partition(":")
        if not separator:
            raise ValueError(part)
        for low, high in parse_ranges(places):
            for place in range(low, high + 1):
                prizes[place] = float(amount.replace(",", "."))
    return prizes


def _prize_table(text: str, _unit: int) -> object:
    prizes_of(text)
    return text.strip()


def _unrated(text: str, _unit: int) -> object:
    if text not in ("average", "surname", "lot"):
        raise ValueError(text)
    return text


def _style(text: str, _unit: int) -> object:
    if text not in ("swiss", "elimination", "swiss+cut"):
        raise ValueError(text)
    return text


@dataclass(frozen=True, slots=True)
class Setting:
    """One key of `pareo set`."""

    meaning: str
    read: Callable[[str, int], object]
    takes: str  # what a value looks like
    per_pod: bool = False
    before_start: bool = False  # must be decided before round 1 starts


SETTINGS: Mapping[str, Setting] = {
    "name": Setting("name of the event", _text, "text"),
    "style": Setting("how the event is played", _style, "swiss, elimination or swiss+cut", before_start=True),
    "table": Setting("which of the document's tables advises", _text, "the id of a table"),
    "rounds": Setting("Swiss rounds", _positive, "a number from 1", per_pod=True),
    "day2_rounds": Setting("Swiss rounds of the second day", _positive, "a number from 1", per_pod=True),
    "cut": Setting("players who reach the elimination", _power, "2, 4, 8, 16 … or none", per_pod=True),
    "third_place": Setting("match for 3rd place", _yes_no, "yes or no", per_pod=True, before_start=True),
    "sections": Setting("sections a division is split into", _positive, "1, 2, 4, 8 or 16", per_pod=True,
                        before_start=True),
    "first_table": Setting("number of the first table", _positive, "a number from 1", per_pod=True),
    "blocked_tables": Setting("tables nobody may use", _ranges, "5-8,12", per_pod=True),
    "acceleration": Setting("virtual points for pairing", _acceleration, "1-7:4:6 (from-to:points:last round)",
                            per_pod=True),
    "birth_years": Setting("first birth year of each division, youngest first", _birth_years,
                           "junior=2012;senior=2008 (falling)", before_start=True),
    "unrated": Setting("order of unrated players in the starting list", _unrated, "average, surname or lot",
                       before_start=True),
    "championship_points": Setting("the event awards Championship Points", _yes_no, "yes or no"),
    "tier": Setting("tier of the event", _text, "a tier of the ruleset"),
    "organiser": Setting("organiser", _text, "a name"),
    "second_organiser": Setting("second organiser", _text, "a name"),
    "judge": Setting("head judge", _text, "a name"),
    "slips": Setting("how match slips are handed out", _text, "text"),
    "prizes": Setting("how many players get prizes", _count, "a number"),
    "date": Setting("date of the event", _text, "2026-11-15"),
    "start": Setting("hour at which the event starts", _hour, "14:30"),
    "place": Setting("place of the event", _text, "text"),
    "club": Setting("club that runs the event", _text, "text"),
    "number": Setting("tournament number", _text, "text"),
    "round_minutes": Setting("length of a round", _positive, "minutes"),
    "tables_note": Setting("tables off the standard", _text, "text"),
    "zone": Setting("time zone of the event", _text, "Europe/Madrid"),
    "exception": Setting("the cut is an exception granted for this event", _text, "the reason"),
    "player_reports": Setting("players report results from their phones", _yes_no, "yes or no"),
    "names": Setting("how names are shown to the public", _names, "full, initial or nickname"),
    "prize_table": Setting("prizes by place", _prize_table, "1:100 2:50 3-4:25"),
    "language": Setting("language of the event's papers", _text, "en, es, pt or it"),
}


def read_setting(key: str, text: str, *, unit: int, pod: str | None) -> object:
    """A setting's value from its text; an empty text takes the setting back."""
    setting = SETTINGS.get(key)
    if setting is None:
        raise BadInput(
            "setting-unknown", "There is no setting “{key}”. Settings: {known}.", key=key, known=", ".join(SETTINGS)
        )
    if pod is not None and not setting.per_pod:
        sentence = "“{key}” is a setting of the whole event: it cannot be set for one pod."
        raise BadInput("setting-not-per-pod", sentence, key=key)
    if not text.strip():
        return None
    try:
        return setting.read(text, unit)
    except ValueError:
        raise BadInput(
            "setting-unreadable",
            "{key}={value}: this must be {takes} ({meaning}).",
            key=key,
            value=text,
            takes=setting.takes,
            meaning=setting.meaning,
        ) from None
