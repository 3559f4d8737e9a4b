"""The settings an organiser can change, what they mean, and how their text is read."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction

from pareo.core.pairing.barred import read_barred
from pareo.core.pairing.columns import read_columns
from pareo.core.pairing.methods import ROBIN_METHODS, SWISS_METHODS
from pareo.core.pairing.seating import parse_ranges
from pareo.core.ratings.rules import rating_rules_text, read_rating_rules
from pareo.core.rules.ruleset import Division, DivisionRules
from pareo.core.standings.tiebreaks.order import read_tiebreaks, tiebreaks_text
from pareo.core.state.player_order import order_text, parse_order
from pareo.core.state.tournament import Tournament
from pareo.core.words.errors import BadInput

_DAY = re.compile(r"([12]\d{3})-(\d{2})-(\d{2})", re.ASCII)
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


def _moment(text: str, unit: int) -> object:
    """A day and an hour, of a calendar that has that day."""
    day, _, hour = text.strip().replace("T", " ").partition(" ")
    found = _DAY.fullmatch(day)
    if found is None:
        raise ValueError(text)
    year, month, of_month = (int(part) for part in found.groups())
    leap = year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)
    longest = 28 + leap if month == 2 else 30 if month in (4, 6, 9, 11) else 31
    if not (1 <= month <= 12 and 1 <= of_month <= longest):
        raise ValueError(text)
    return f"{day} {_hour(hour, unit)}"


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


def _player_order(text: str, _unit: int) -> object:
    return order_text(parse_order(text))


def _pairing_columns(text: str, _unit: int) -> object:
    return ",".join(read_columns(text)) or "none"


def _style(text: str, _unit: int) -> object:
    if text not in ("swiss", "elimination", "swiss+cut", "round-robin"):
        raise ValueError(text)
    return text


def _one_of(*words: str) -> Callable[[str, int], object]:
    def read(text: str, _unit: int) -> object:
        word = text.strip().lower()
        if word not in words:
            raise ValueError(text)
        return word

    return read


def _up_to(most: int) -> Callable[[str, int], object]:
    def read(text: str, unit: int) -> object:
        if int(text) > most:
            raise ValueError(text)
        return _positive(text, unit)

    return read


def _barred(text: str, _unit: int) -> object:
    if text.strip() != "none":
        read_barred(text)
    return text.strip()


def _tiebreak_order(text: str, _unit: int) -> object:
    return tiebreaks_text(read_tiebreaks(text))


def _rating_list(text: str, _unit: int) -> object:
    return rating_rules_text(read_rating_rules(text))


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
    "style": Setting("how the event is played", _style, "swiss, elimination, swiss+cut or round-robin",
                     before_start=True),
    "method": Setting("how Swiss rounds are paired", _one_of(*SWISS_METHODS),
                      "random, fise, dutch, uscf, king or manual", per_pod=True),
    "schedule": Setting("table of a round robin", _one_of(*ROBIN_METHODS), "berger or rutsch", per_pod=True,
                        before_start=True),
    "cycles": Setting("how often everybody meets everybody in a round robin", _up_to(2), "1 or 2", per_pod=True,
                      before_start=True),
    "colours": Setting("who starts, or has White, is balanced", _one_of("tracked", "ignored"), "tracked or ignored"),
    "games": Setting("games per round", _up_to(9), "1 to 9", before_start=True),
    "barred": Setting("who must not meet in which rounds", _barred,
                      "club:1-2;federation:1-3 (field:first-last round), or none", per_pod=True),
    "meet_again_after_forfeit": Setting("a forfeited pair may be paired again", _yes_no, "yes or no"),
    "first_number": Setting("first number of the starting list", _up_to(10_000), "a number from 1", before_start=True),
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
    "numbering": Setting("order of the starting list", _player_order,
                         "criteria in order, such as rating,-club,last,random", before_start=True),
    "tiebreaks": Setting("tie-breaks in their order", _tiebreak_order,
                         "buchholz; median-buchholz high=1 low=1; wins (in order), or none"),
    "rating_rules": Setting("how the first rating list changes", _rating_list,
                            "a method and its options: fide k=20 forfeits=no, or none"),
    "rating2_rules": Setting("how the second rating list changes", _rating_list,
                             "a method and its options: uscf bonus=10 lowest=100, or none"),
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
    "club_best": Setting("scores of a club that count in the club standings", _count, "a number; 0 is all"),
    "club_minimum": Setting("players a club needs for a place in the club standings", _positive, "a number from 1"),
    "club_by": Setting("what stands for the club in the club standings", _one_of("club", "federation"),
                       "club or federation"),
    "pairing_columns": Setting("what stands beside the names in pairings", _pairing_columns,
                               "some of points,record,number,rating,rating2,club,federation,division; or none"),
    "prize_table": Setting("prizes by place", _prize_table, "1:100 2:50 3-4:25"),
    "lists": Setting("whether players hand in lists", _one_of("required", "optional", "off"),
                     "required, optional or off"),
    "lists_deadline": Setting("until when players hand in lists", _moment,
                              "2026-11-15 09:30, in the event's time zone"),
    "lists_public": Setting("lists are shown to everybody after the event", _yes_no, "yes or no"),
    "qr_locked": Setting("teams are locked by QR code", _yes_no, "yes or no"),
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
