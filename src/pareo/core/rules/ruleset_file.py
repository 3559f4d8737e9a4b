"""A ruleset file becomes a Ruleset, or is refused with file, key and reason.

Points stand in the file as players say them (a draw is 0.5) and are kept in whole numbers of the ruleset's unit. A
file may say `extends = "other"` and give only what differs (`without` names keys to leave out); the text kept with the
Ruleset is then the whole of it, so that a stored tournament needs no other file. This module opens no files: whoever
calls it hands it a way to find the text of another ruleset.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable
from itertools import pairwise
from typing import NamedTuple

from pareo.core.model.list_rules import read_lists
from pareo.core.model.outcome import GameTally, Outcome
from pareo.core.model.pairing_contract import Priority
from pareo.core.model.ruleset import (
    CutRules,
    EliminationRules,
    RatingRules,
    ResultRules,
    RobinRules,
    Ruleset,
    ScaleStep,
    SourceDocument,
    StartRules,
    SwissRules,
    TiebreakUse,
)
from pareo.core.model.staff_rules import read_checks, read_staff
from pareo.core.model.toml_reader import TomlTable
from pareo.core.pairing.barred import read_barred
from pareo.core.pairing.registry import robin_methods, swiss_methods
from pareo.core.results.games_text import ALL, BEST_OF, DECIDE, SUM
from pareo.core.rules.running import read_choices, read_late, read_round, read_second_day
from pareo.core.rules.tables import STYLES, is_power_of_two, read_advice, read_divisions, read_sections
from pareo.core.standings.points import MOST_GAMES, scoring_fault
from pareo.core.standings.ratings.rules import METHODS, OPTION_ALIASES, RATING_OPTIONS, rating_fields
from pareo.core.standings.tiebreaks.registry import TIEBREAKS
from pareo.core.standings.tiebreaks.tiebreak import NUMBER, PERCENT
from pareo.core.text.errors import BadInput, NotFound
from pareo.core.text.former_texts import in_todays_words
from pareo.core.text.toml_writer import Table, lay_over, read_toml, without_key, write_toml

ANNOUNCEABLE = (
    "rounds",
    "cut",
    "best-of",
    "prizes",
    "third-place",
    "judge",
    "slips",
    "round-length",
    "elimination",
    "second-organiser",
    "tables",
    "late",
    "standings",
    "correction",
)

SETTLED = ("rounds", "cut", "round-length", "prizes")
_DEEPEST = 8  # files that extend each other in a circle end here


def parse_ruleset(text: str, *, name: str, find: Callable[[str], str] | None = None) -> Ruleset:
    """The ruleset written in this text. `name` is the file's, for messages; `find` gives the text of another id."""
    table = merged_table(text, name=name, find=find)
    whole_text = text if "extends" not in _parse_toml(text, name) else write_toml(table)
    return read_ruleset(TomlTable(in_todays_words(table), file=name), text=whole_text)


def merged_table(text: str, *, name: str, find: Callable[[str], str] | None, depth: int = 0) -> Table:
    """The file's values laid over those of the file it extends."""
    table = _parse_toml(text, name)
    top = TomlTable(table, file=name)
    base = table.pop("extends", None)
    if base is None:
        if "without" in table:
            top.wrong("without", "only a file that extends another can leave something out")
        return table
    if not isinstance(base, str) or find is None or depth >= _DEEPEST:
        top.wrong("extends", "no ruleset can be found under this name here" if find is None else "names no ruleset")
    left_out = TomlTable({"without": table.pop("without", [])}, file=name).words("without")
    try:
        base_text = find(base)
    except NotFound as missing:
        top.wrong("extends", str(missing))
    merged = merged_table(base_text, name=base, find=find, depth=depth + 1)
    for path in left_out:
        smaller = without_key(merged, path)
        if smaller is None:
            top.wrong("without", f'"{path}" is not in {base}')
        merged = smaller
    return lay_over(merged, table)


def _parse_toml(text: str, name: str) -> Table:
    try:
        return read_toml(text)
    except tomllib.TOMLDecodeError as error:
        raise BadInput(
            "ruleset-invalid", "{file}: {key}: {reason}", file=name, key="TOML", reason=str(error)
        ) from error


def read_ruleset(top: TomlTable, *, text: str) -> Ruleset:
    """Everything a file may say. `tools/rulesets_page.py` listens to what is asked here: docs/rulesets.md."""
    ruleset_id = top.text("id")
    if not re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", ruleset_id):
        top.wrong("id", "small letters, digits and single hyphens only")
    entrant = top.word("entrant", ("player", "team"), "player")
    team_size = top.whole("team_size", 1, least=1)
    if (entrant == "team") != (team_size > 1):
        top.wrong("team_size", "a team has two players or more, a player is one")
    styles = top.words("styles", STYLES)
    if not styles:
        top.wrong("styles", "at least one style is needed")
    results = _read_results(top.table("results"))
    points = _read_points(top.table("points"), results)
    ruleset = Ruleset(
        id=ruleset_id,
        title=top.text("title"),
        game=top.text("game"),
        document=_read_document(top.table("document")),
        text=text,
        styles=styles,
        entrant=entrant,
        team_size=team_size,
        unit=points.unit,
        points=points.points,
        points_from=points.source,
        scale=points.scale,
        start=_read_start(top.table("start"), points.unit) if top.has("start") else None,
        results=results,
        swiss=_read_swiss(top.table("swiss")),
        elimination=_read_elimination(top.table("elimination")),
        tiebreaks=_read_tiebreaks(top),
        shared_places=top.flag("shared_places", default=False),
        divisions=read_divisions(top.table("divisions")) if top.has("divisions") else None,
        late=read_late(top.table("late")),
        correction_rounds=top.whole_or_none("correction_rounds", least=1),
        second_day=read_second_day(top.table("second_day")) if top.has("second_day") else None,
        sections=read_sections(top.table("sections")) if top.has("sections") else None,
        advice=read_advice(top.table("advice")),
        round=read_round(top.table("round")),
        rating=_read_rating(top.table("rating")) if top.has("rating") else None,
        rating2=_read_rating(top.table("rating2")) if top.has("rating2") else None,
        robin=_read_robin(top.table("round_robin")),
        rank_sent_away=top.flag("rank_sent_away", default=True),
        announce=top.words("announce", ANNOUNCEABLE),
        settled=top.words("settled", SETTLED),
        undefeated=top.flag("undefeated", default=False),
        standings_first=top.flag("standings_first", default=False),
        slips=top.flag("slips", default=False),
        names=top.word("names", ("full", "initial", "nickname"), "full"),
        keep_days=top.whole("keep_days", 92, least=1),
        points_first=top.flag("points_first", default=True),
        tiers=_read_tiers(top.table("tiers")),
        staff=read_staff(top.table("staff")),
        checks=read_checks(top.table("checks")),
        lists=read_lists(top.table("lists")),
        notes=top.words("notes"),
        choices=read_choices(top.table("choices")),
        season=top.whole("season", 0),
        youngest=top.whole("youngest", 0),
        cut=_read_cut(top.table("cut")),
        fide_mode=top.flag("fide_mode", default=False),
    )
    for optional in ("divisions", "second_day", "sections", "rating", "rating2", "start"):
        top.table(optional)  # known keys, even where the file has none
    top.finish()
    _check_day2(top, ruleset)
    _check_fide_mode(top, ruleset)
    if not ruleset.points_first and not ruleset.tiebreaks:
        top.wrong("points_first", "without match points something else must decide: name a tie-break")
    return ruleset


def _check_fide_mode(top: TomlTable, ruleset: Ruleset) -> None:
    """What an event in FIDE mode may give for results (F-9, F-10), and how it is paired."""
    if not ruleset.fide_mode:
        return
    if problem := scoring_fault(ruleset.points):
        top.wrong("points", problem)
    if ruleset.swiss.system != "dutch":
        top.wrong("fide_mode", "an event in FIDE mode is paired by the Dutch system; fide_mode = false plays without")


def _check_day2(top: TomlTable, ruleset: Ruleset) -> None:
    days = any(row.day2_rounds for table in ruleset.advice.tables for row in table.rows)
    if days and ruleset.second_day is None:
        top.wrong("second_day", "missing, though a table of advice has a second day")
    has_condition = ruleset.second_day is None or ruleset.second_day.points or ruleset.second_day.top
    rows = [row for table in ruleset.advice.tables for row in table.rows if row.day2_rounds]
    if not has_condition and not (rows and all(row.points for row in rows)):
        top.wrong("second_day", "neither points nor a top, here or in the rows of a table")


def _read_document(block: TomlTable) -> SourceDocument:
    document = SourceDocument(
        title=block.text("title"),
        edition=block.text("edition"),
        language=block.text("language"),
        note=block.text("note", ""),
    )
    block.finish()
    return document


class _PointsBlock(NamedTuple):
    unit: int
    points: dict[Outcome, int]
    source: str
    scale: tuple[ScaleStep, ...]


def _read_points(block: TomlTable, results: ResultRules) -> _PointsBlock:
    """Points for every outcome. What the file leaves out follows from a win, a loss or nothing."""
    unit = block.whole("unit", 1, least=1)
    win = block.units("win", unit)
    loss = block.units("loss", unit)
    draw = block.units("draw", unit, None if results.draws else 0)
    squads = results.kind == "squads"
    follow = {
        Outcome.MODIFIED_WIN: None if squads else win,
        Outcome.FORFEIT_WIN: win,
        Outcome.FORFEIT_LOSS: loss,
        Outcome.BYE: win,
        Outcome.EARNED_BYE: win,
        Outcome.REQUESTED_BYE: 0,
        Outcome.LATE_LOSS: loss,
        Outcome.ABSENT: 0,
        Outcome.REST: 0,
    }
    points = {Outcome.WIN: win, Outcome.DRAW: draw, Outcome.LOSS: loss}
    points |= {outcome: block.units(outcome.value, unit, default) for outcome, default in follow.items()}
    if not loss <= draw <= win and results.draws:
        block.wrong("draw", "a draw is worth no less than a loss and no more than a win")
    if win <= loss:
        block.wrong("win", "a win is worth more than a loss")
    source = block.word("from", ("match", "games", "margin"), "match")
    if source == "games":
        if results.games == 1 or results.decide != ALL:
            block.wrong("from", "games give points where all games of a match are played")
        points = {outcome: value * results.games for outcome, value in points.items()}
    scale = _read_scale(block, unit, results, is_needed=source == "margin")
    block.text("cite", "")
    block.finish()
    return _PointsBlock(unit, points, source, scale)


def _read_scale(block: TomlTable, unit: int, results: ResultRules, *, is_needed: bool) -> tuple[ScaleStep, ...]:
    """The table that turns a margin into points: the one of `scales` that `scale` names."""
    scales = block.table("scales")
    tables = {name: _read_steps(scales, name, unit) for name in scales.keys()}  # noqa: SIM118
    scales.finish()
    chosen = block.text("scale", "")
    if chosen and chosen not in tables:
        block.wrong("scale", f'"{chosen}" is not one of {", ".join(tables) or "the scales: there are none"}')
    if not is_needed:
        return ()
    if results.kind != "scores":
        block.wrong("from", "a margin needs scores")
    if not chosen:
        block.wrong("scale", "missing; the name of a scale is needed")
    return tables[chosen]


def _read_steps(scales: TomlTable, name: str, unit: int) -> tuple[ScaleStep, ...]:
    rows = [(margin, winner * unit, loser * unit) for margin, winner, loser in scales.rows(name, 3)]
    if any(number.denominator != 1 for row in rows for number in row):
        scales.wrong(name, f"a margin is a whole number, and points are whole numbers of 1/{unit}")
    steps = tuple(ScaleStep(*map(int, row)) for row in rows)
    if steps[0].margin != 0 or any(low.margin >= high.margin for low, high in pairwise(steps)):
        scales.wrong(name, "the margins begin with 0 and rise")
    return steps


def _read_start(block: TomlTable, unit: int) -> StartRules:
    rules = StartRules(
        floor=block.whole("floor"),
        bar=block.whole("bar"),
        step=block.whole("step", least=1),
        lowest=block.units("lowest", unit, 0),
        cite=block.text("cite", ""),
    )
    if rules.bar < rules.floor:
        block.wrong("bar", "lower than the floor")
    block.finish()
    return rules


def _read_results(block: TomlTable) -> ResultRules:
    kind = block.word("kind", ("outcome", "scores", "squads"))
    games, cut_games = block.whole("games", 1, least=1), block.whole("cut_games", 0)
    if max(games, cut_games) > MOST_GAMES:
        block.wrong("games" if games > MOST_GAMES else "cut_games", f"at most {MOST_GAMES} games")
    rules = ResultRules(
        kind=kind,
        draws=block.flag("draws", default=True),
        available=block.whole("available", None if kind == "squads" else 0),
        modified_below=block.whole("modified_below", 0),
        bye_margin=block.whole("bye_margin", 0),
        drawn_elimination=block.word("drawn_elimination", ("refused", "initiative"), "refused"),
        cite=block.text("cite", ""),
        games=games,
        decide=block.word("decide", DECIDE, BEST_OF if games > 1 else ALL),
        cut_games=cut_games,
        bye_games=_read_bye_games(block),
        doubt_draws=block.flag("doubt_draws", default=False),
        chess=block.flag("chess", default=False),
        final_games=block.whole("final_games", 0),
    )
    if rules.chess and (kind != "outcome" or games > 1):
        block.wrong("chess", "a match of chess is one game, told by its outcome")
    if rules.final_games > MOST_GAMES or (rules.final_games and rules.final_games % 2 == 0):
        block.wrong("final_games", f"an odd number of at most {MOST_GAMES} games")
    if kind == "squads" and max(games, cut_games) > 1:
        block.wrong("games", "a match with squads is one game")
    if rules.decide == SUM and kind != "scores":
        block.wrong("decide", "only scores can be added up")
    block.finish()
    return rules


def _read_bye_games(block: TomlTable) -> GameTally | None:
    text = block.text("bye_games", "")
    match = re.fullmatch(r"(\d)-(\d)(?:-(\d))?", text)
    if text and match is None:
        block.wrong("bye_games", f'"{text}" does not say games won and lost, such as "2-0"')
    return None if match is None else GameTally(int(match[1]), int(match[2]), int(match[3] or 0))


def _read_swiss(block: TomlTable) -> SwissRules:
    order = block.words("order", [p.value for p in Priority], (Priority.GAPS.value, Priority.MIXED.value))
    if len(order) != 2:
        block.wrong("order", "both gaps and mixed are needed, the more important first")
    rules = SwissRules(
        system=block.word("system", swiss_methods()),
        order=(Priority(order[0]), Priority(order[1])),
        avoid=block.words("avoid", ("club", "federation", "together")),
        avoid_rounds=_read_rounds_span(block.text("avoid_rounds", "1-999"), block),
        starts=block.flag("starts", default=False),
        numbering=block.word("numbering", ("entry", "rating", "titles", "local", "shuffled"), "entry"),
        meet_again_after_forfeit=block.flag("meet_again_after_forfeit", default=False),
        barred=_read_barred_text(block),
        by_points=block.flag("by_points", default=True),
        cite=block.text("cite", ""),
    )
    block.finish()
    return rules


def _read_barred_text(block: TomlTable) -> str:
    text = block.text("barred", "")
    try:
        read_barred(text)
    except ValueError:
        block.wrong("barred", f'"{text}" does not name fields and rounds, such as "club:1-2"')
    return text


def _read_robin(block: TomlTable) -> RobinRules:
    rules = RobinRules(
        schedule=block.word("schedule", robin_methods(), "berger"),
        cycles=block.whole("cycles", 1, least=1),
        half_counts=block.flag("half_counts", default=True),
        cite=block.text("cite", ""),
    )
    if rules.cycles > 2:
        block.wrong("cycles", "every player meets every other once or twice")
    block.finish()
    return rules


def _read_rounds_span(text: str, block: TomlTable) -> tuple[int, int]:
    first, _, last = text.partition("-")
    if not (first.isdecimal() and last.isdecimal() and 1 <= int(first) <= int(last)):
        block.wrong("avoid_rounds", f'"{text}" does not name the first and the last round, such as "1-2"')
    return int(first), int(last)


def _read_elimination(block: TomlTable) -> EliminationRules:
    max_cut = block.whole("max_cut", 0)
    if max_cut and not is_power_of_two(max_cut):
        block.wrong("max_cut", f"{max_cut} is not a power of 2")
    rules = EliminationRules(
        max_cut=max_cut,
        max_share=float(block.percent("max_share", "100%")),
        per_division=block.flag("per_division", default=False),
        late_before_start=block.flag("late_before_start", default=True),
        seed_chooses=block.flag("seed_chooses", default=False),
        cite=block.text("cite", ""),
    )
    block.finish()
    return rules


def _read_tiebreaks(top: TomlTable) -> tuple[TiebreakUse, ...]:
    uses = []
    for block in top.tables("tiebreaks"):
        tiebreak = block.word("id", TIEBREAKS)
        options: dict[str, object] = {}
        for option, kind in TIEBREAKS[tiebreak].options.items():
            if not block.has(option):
                block.text(option, "")
            elif kind == PERCENT:
                block.percent(option)
                options[option] = block.text(option)
            elif kind == NUMBER:
                options[option] = block.whole(option)
            else:
                options[option] = block.word(option, kind)
        uses.append(TiebreakUse(id=tiebreak, options=options, cite=block.text("cite", "")))
        block.finish()
    if len({use.id for use in uses}) != len(uses):
        top.wrong("tiebreaks", "the same tie-break twice")
    return tuple(uses)


def _read_cut(block: TomlTable) -> CutRules:
    rules = CutRules(order=block.words("order", TIEBREAKS), cite=block.text("cite", ""))
    if len(set(rules.order)) != len(rules.order):
        block.wrong("order", "the same tie-break twice")
    block.finish()
    return rules


def _read_rating(block: TomlTable) -> RatingRules:
    """The rules of a rating list, in the words of the setting (`core/standings/ratings/rules.py`); numbers and true or
    false stand in the file as themselves."""
    fields: dict[str, object] = {}
    method = block.word("method", METHODS)
    for key in (*RATING_OPTIONS, *OPTION_ALIASES):
        value = block.scalar_text(key)
        if value is None:
            continue
        if key in OPTION_ALIASES and block.has(OPTION_ALIASES[key]):
            block.wrong(key, f"the same as {OPTION_ALIASES[key]}")
        try:
            fields |= rating_fields(key, value)
        except ValueError:
            block.wrong(key, f'"{value}" is not {RATING_OPTIONS[OPTION_ALIASES.get(key, key)].takes}')
    rules = RatingRules(method, **fields, cite=block.text("cite", ""))  # type: ignore[arg-type]
    block.finish()
    return rules


def _read_tiers(block: TomlTable) -> dict[str, str]:
    return {tier: block.text(tier) for tier in block.keys()}  # noqa: SIM118
