"""How a series is counted, as a file: a TOML text becomes a `SeriesPlan`, or is refused with file, key and reason.

One plan says what the table of a series is made of (`count`): places of its events (a Grand Prix, SP-16), the best
games of a period (S-NAT-2), games won and points (S-NAT-3), or performance (S-NAT-7). It may also divide the players
into categories, by strength or by moving up and down after each period, and name titles. `docs/series.md` explains
every key. This module opens no files; the presets are `pareo/rulesets/series/*.toml`.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise

from pareo.core.league.categories import Category, ExchangeRules, Period, Title
from pareo.core.league.series import (
    TIEBREAKS,
    Band,
    BestGamesRules,
    EventKind,
    OwnScore,
    Points,
    PointsBands,
    PointsFormula,
    PointsTable,
    Rounding,
    SeriesRules,
    Sharing,
)
from pareo.core.model.toml_reader import TomlTable
from pareo.core.text.errors import BadInput
from pareo.core.text.former_texts import in_todays_words
from pareo.core.text.toml_writer import read_toml

COUNTS = ("places", "best-games", "wins", "performance")
LONGEST = 40_000  # characters of a file
_MOST_EVENTS = 200
_WEIGHT = re.compile(r"[0-9]{1,4}(\.[0-9]{1,3}|/[0-9]{1,3})?")


@dataclass(frozen=True, slots=True)
class SeriesPlan:
    """All the rules of one series."""

    title: str
    count: str  # one of COUNTS
    text: str  # the file itself, kept with the series
    cite: str = ""
    notes: tuple[str, ...] = ()
    events: int = 0  # planned; 0: as many as come
    period: Period = Period.ALL  # one table for each
    places: SeriesRules | None = None
    games: BestGamesRules | None = None
    categories: tuple[Category, ...] = ()  # best first
    exchange: ExchangeRules | None = None
    titles: tuple[Title, ...] = ()  # highest first
    performer_games: int = 1  # rated games that the best performer of a period must have


def parse_series_rules(text: str, *, name: str) -> SeriesPlan:
    """The rules written in this text. `name` is the file's, for messages."""
    if len(text) > LONGEST:
        raise BadInput("series-rules-long", "{file} is too long for series rules.", file=name)
    try:
        table = read_toml(text)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise BadInput(
            "ruleset-invalid", "{file}: {key}: {reason}", file=name, key="TOML", reason=str(error)[:200]
        ) from error
    return read_plan(TomlTable(in_todays_words(table), file=name), text)


def read_plan(top: TomlTable, text: str) -> SeriesPlan:
    """Everything a file may say."""
    count = top.word("count", COUNTS)
    best = top.whole("best", 3 if count == "best-games" else 0)
    categories, exchange = _read_categories(top)
    plan = SeriesPlan(
        title=top.text("title"),
        count=count,
        text=text,
        cite=top.text("cite", ""),
        notes=top.words("notes"),
        events=_planned_events(top, "events"),
        period=Period(top.word("period", [p.value for p in Period], Period.ALL.value)),
        places=_read_places(top, best) if count == "places" else None,
        games=BestGamesRules(best) if count == "best-games" else None,
        categories=categories,
        exchange=exchange,
        titles=_read_titles(top),
        performer_games=top.whole("performer_games", 1, least=1),
    )
    if count != "places":
        for key in ("points", "sharing", "tiebreaks", "minimum", "kinds"):
            if top.has(key):
                top.wrong(key, "only a series that counts places has this")
    if count in ("wins", "performance") and best:
        top.wrong("best", "only places and best-games leave something out")
    if count == "best-games" and not best:
        top.wrong("best", "at least one game must count")
    if exchange is not None and plan.period is Period.ALL:
        top.wrong("period", "players move after every period: say month, two-months, half-month or year")
    top.finish()
    return plan


def _planned_events(top: TomlTable, key: str) -> int:
    value = top.whole(key, 0)
    if value > _MOST_EVENTS:
        top.wrong(key, f"{value} is more than {_MOST_EVENTS}")
    return value


# --- points by place --------------------------------------------------------------------------------------------------


def _read_places(top: TomlTable, best: int) -> SeriesRules:
    sharing = top.table("sharing")
    kinds = tuple(_read_kind(block) for block in top.tables("kinds"))
    if len({kind.id for kind in kinds}) != len(kinds):
        top.wrong("kinds", "the same kind twice")
    if kinds and best:
        top.wrong("best", "every kind of event says itself how many count")
    rules = SeriesRules(
        points=PointsTable(()) if kinds else _read_points(top.table("points")),
        sharing=Sharing(sharing.word("ties", [s.value for s in Sharing], Sharing.MEAN.value)),
        rounding=_read_rounding(sharing),
        best=best,
        minimum=top.whole("minimum", 1, least=1),
        tiebreaks=top.words("tiebreaks", TIEBREAKS, ("best-results", "event-wins", "latest-event")),
        kinds=kinds,
    )
    sharing.finish()
    return rules


def _read_kind(block: TomlTable) -> EventKind:
    """A kind of event; kinds of one group share how many count."""
    points = _read_points(block.table("points")) if block.has("points") else None
    kind = EventKind(block.text("id"), block.text("title", ""), points, block.text("group", ""), block.whole("best", 0))
    block.finish()
    return kind


def _read_bands(block: TomlTable) -> PointsBands:
    """Rows of last place, points, and the players from which on the band pays."""
    bands = PointsBands(
        tuple(Band(int(last), points, int(players)) for last, points, players in block.rows("bands", 3))
    )
    for above, below in pairwise(bands.bands):
        if above.last >= below.last or above.points < below.points:
            block.wrong("bands", "places must rise and points must fall from band to band")
    return bands


def _read_points(block: TomlTable) -> Points:
    forms = [key for key in ("table", "formula", "score", "bands") if block.has(key)]
    if len(forms) != 1:
        block.wrong("table", "say how places become points: one of table, formula, bands and score")
    points: Points
    if forms == ["bands"]:
        points = _read_bands(block)
    elif forms == ["table"]:
        points = PointsTable(block.numbers("table"), block.number("beyond", 0))
        if any(above < below for above, below in zip(points.points, points.points[1:], strict=False)):
            block.wrong("table", "a worse place gets more than a better one")
    elif forms == ["formula"]:
        formula = block.table("formula")
        points = PointsFormula(
            formula.number("constant", 0),
            formula.number("per_player", 0),
            formula.number("per_place", -1),
            formula.number("least", 0),
        )
        if points.per_place > 0:
            formula.wrong("per_place", "a worse place gets more than a better one")
        formula.finish()
    else:
        points = OwnScore(block.number("score"))
    block.finish()
    return points


def _read_rounding(block: TomlTable) -> Rounding | None:
    way = block.word("round", ("down", "up", "nearest", "none"), "none")
    step = block.number("step", 1)
    if step <= 0:
        block.wrong("step", "a step above 0")
    return None if way == "none" else Rounding(step, way)


# --- categories and titles --------------------------------------------------------------------------------------------


def _read_categories(top: TomlTable) -> tuple[tuple[Category, ...], ExchangeRules | None]:
    categories = []
    for block in top.tables("categories"):
        categories.append(
            Category(block.text("id"), block.whole_or_none("rating_from"), block.whole_or_none("average_from"))
        )
        block.finish()
    if len({c.id for c in categories}) != len(categories):
        top.wrong("categories", "the same category twice")
    if len(categories) == 1:
        top.wrong("categories", "one category alone divides no one")
    block = top.table("exchange")
    if not top.has("exchange"):
        _check_bands(top, categories)
        return tuple(categories), None
    if len(categories) != 2 or any(c.rating_from is not None or c.average_from is not None for c in categories):
        top.wrong("categories", "players move between two categories without limits, the upper one first")
    rules = ExchangeRules(count=block.whole("count", 2, least=1), size=block.whole("size", 0))
    block.finish()
    return tuple(categories), rules


def _check_bands(top: TomlTable, bands: Sequence[Category]) -> None:
    """Limits must fall from band to band. A file may leave them open: then they are asked for when they are needed."""
    for kind in ("rating_from", "average_from"):
        limits = [limit for c in bands if (limit := getattr(c, kind)) is not None]
        if limits != sorted(set(limits), reverse=True):
            top.wrong("categories", f"the limits {kind} must fall from the first category to the last")


def _read_titles(top: TomlTable) -> tuple[Title, ...]:
    titles = []
    for block in top.tables("titles"):
        titles.append(
            Title(block.text("id"), block.text("name"), block.whole_or_none("rating_from"), block.whole("games", 0))
        )
        block.finish()
    if len({t.id for t in titles}) != len(titles):
        top.wrong("titles", "the same title twice")
    return tuple(titles)


def open_limits(plan: SeriesPlan) -> tuple[str, ...]:
    """Categories that the organiser has to give a limit before anybody can be put into them."""
    if plan.exchange is not None or not plan.categories:
        return ()
    return tuple(c.id for c in plan.categories[:-1] if c.rating_from is None and c.average_from is None)


def weight_of(text: str) -> Fraction:
    """An event's weight as people write it: 2, 1.5, 1/2."""
    plain = text.strip().replace(",", ".")
    try:
        value = Fraction(plain) if _WEIGHT.fullmatch(plain) else Fraction(0)
    except ZeroDivisionError:
        value = Fraction(0)
    if not 0 < value <= 1000:
        raise BadInput(
            "series-weight", "“{text}” is not a weight: enter a number above 0, such as 2, 1.5 or 1/2.", text=text[:40]
        )
    return value
