"""A ruleset as a page an organiser can read: what it says, where the document says it, and what we chose ourselves."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from textwrap import wrap

from pareo.app.wording.list_rules_text import lists_text
from pareo.core.model.outcome import Outcome
from pareo.core.model.pairing_contract import Priority
from pareo.core.model.ruleset import AdviceTable, Division, Ruleset, SecondDayRules
from pareo.core.pairing.registry import find_method
from pareo.core.rules.birth_years import divisions_in_force
from pareo.core.standings.ratings.rules import rating_rules_text
from pareo.core.text.toml_writer import read_toml

WIDTH = 100

_AVOIDED = {
    "club": "of the same club",
    "federation": "of the same federation",
    "together": "who came together or are family",
}
_LANGUAGES = {"en": "English", "es": "Spanish", "it": "Italian", "pt": "Portuguese"}
_STYLES = {
    "swiss": "Swiss",
    "elimination": "single elimination",
    "swiss+cut": "Swiss + single elimination",
    "round-robin": "round robin",
    "double-elimination": "double elimination",
}
_CONFIDENCE = {3: "quoted, or several sources agree", 2: "one source", 1: "not confirmed, check your handbook"}
_PHASES = {
    "restart": "start again on the second day",
    "both": "over both phases",
    "r-fit": "an opponent of the second phase with both phases, any other with the first",
}


def describe(ruleset: Ruleset) -> str:
    """The ruleset in words and tables, at most 100 characters wide."""
    parts = [
        _head(ruleset),
        _points(ruleset),
        _pairing(ruleset),
        _standings(ruleset),
        _divisions(ruleset),
        _running(ruleset),
        _elimination(ruleset),
        *(_table(table) for table in ruleset.advice.tables),
        _tiers(ruleset),
        _staff(ruleset),
        lists_text(ruleset.lists),
        _notes(ruleset),
    ]
    return "\n\n".join("\n".join(part) for part in map(list, parts) if part) + "\n"


def _head(ruleset: Ruleset) -> Iterable[str]:
    document = ruleset.document
    yield f"{ruleset.title} ({ruleset.id})"
    yield "=" * len(f"{ruleset.title} ({ruleset.id})")
    yield from _lines(f"Game: {ruleset.game}")
    language = _LANGUAGES.get(document.language, document.language)
    yield from _lines(f"Document: {document.title}, {document.edition} ({language})")
    if document.note:
        yield from _lines(f"Note: {document.note}")
    yield from _lines(f"Styles: {', '.join(_STYLES[style] for style in ruleset.styles)}. Others are unsanctioned.")
    if ruleset.entrant == "team":
        yield f"Teams of {ruleset.team_size}."


def points_cite(ruleset: Ruleset) -> str:
    """Where the document says what a result is worth."""
    return _cite_of_points(ruleset.text)


@lru_cache(maxsize=32)
def _cite_of_points(text: str) -> str:
    points = read_toml(text).get("points")
    return str(points.get("cite", "")) if isinstance(points, dict) else ""


def _points(ruleset: Ruleset) -> Iterable[str]:
    yield from _heading("Points", points_cite(ruleset))
    outcomes = [o for o in Outcome if _happens(ruleset, o)]
    yield from _columns([(o.value.replace("-", " "), str(ruleset.show_points(ruleset.points[o]))) for o in outcomes])
    results = ruleset.results
    if results.kind == "scores":
        yield from _lines("With each result the scores of both players are entered (an outcome alone is enough).")
    if results.kind == "squads":
        yield from _lines(
            f"Entered are the points each side destroyed and how the game ended. Points available: "
            f"{results.available}; ahead by less than {results.modified_below} at time is a modified win; a bye has a "
            f"margin of victory of {results.bye_margin}. [{results.cite}]"
        )


def _happens(ruleset: Ruleset, outcome: Outcome) -> bool:
    if outcome is Outcome.DRAW:
        return ruleset.results.draws
    if outcome is Outcome.REST:
        return "round-robin" in ruleset.styles
    return outcome is not Outcome.MODIFIED_WIN or ruleset.results.kind == "squads"


def _pairing(ruleset: Ruleset) -> Iterable[str]:
    swiss = ruleset.swiss
    yield from _heading("Swiss pairings", swiss.cite)
    by_lot = "opponents are drawn by lot, whatever anybody has scored"
    yield from _lines(f"System: {find_method(swiss.system).described if swiss.by_points else by_lot}.")
    if ruleset.divisions is not None:
        age_first = swiss.order[0] is Priority.MIXED
        leading, gives_way = ("division", "record") if age_first else ("record", "division")
        yield from _lines(f"In a pod of several divisions the {leading} is kept and the {gives_way} gives way.")
    if swiss.avoid:
        first, last = swiss.avoid_rounds
        when = f"In round {first}" if first == last else f"In rounds {first} to {last}"
        yield from _lines(f"{when}, where possible, no pair {' or '.join(_AVOIDED[one] for one in swiss.avoid)}.")
    if swiss.barred:
        yield from _lines(f"Barred pairings (field: rounds): {swiss.barred}.")
    if "round-robin" in ruleset.styles:
        tables = find_method(ruleset.robin.schedule).described
        twice = ", everybody twice" if ruleset.robin.cycles == 2 else ""
        yield from _lines(f"Round robin: {tables}{twice}. [{ruleset.robin.cite}]")
    if swiss.starts:
        yield from _lines("Who starts is balanced.")
    if swiss.numbering == "rating":
        yield from _lines("Players are numbered by rating, highest first.")
    if swiss.numbering == "titles":
        yield from _lines("Players are numbered by rating, highest first, then by title and name.")
    if swiss.numbering == "shuffled":
        yield from _lines("The player list is shuffled when round 1 is paired.")
    if swiss.numbering == "local":
        yield from _lines(
            "Players are numbered by their local rating, highest first; by the only one where there is one list."
        )


def _standings(ruleset: Ruleset) -> Iterable[str]:
    yield from _heading("Standings", "")
    if ruleset.points_lead:
        yield "Points, then:"
    else:
        yield "Places go by:" if ruleset.points_first else "Match points decide nothing. Places go by:"
    for place, use in enumerate(ruleset.tiebreaks, 1):
        options = ", ".join(f"{name} {value}" for name, value in use.options.items())
        detail = f" ({options})" if options else ""
        yield from _lines(f"{place}. {use.id}{detail} [{use.cite}]", indent="  ")
    yield "Still tied: a shared place." if ruleset.shared_places else "Every tie is broken."


def _divisions(ruleset: Ruleset) -> Iterable[str]:
    if ruleset.divisions is None:
        return
    rules = divisions_in_force(ruleset.divisions, usual=ruleset.season)
    yield from _heading("Age divisions", rules.cite)
    yield from _columns([(division.title, _born_text(division)) for division in rules.divisions])
    yield from _lines(
        f"Divisions of {rules.separate_from} players or more play separately; a smaller one shares a pod with its "
        f"neighbour. Rounds of a shared pod: by "
        f"{'its largest division' if rules.rounds_from == 'largest-division' else 'the whole pod'}."
    )


def _born_text(division: Division) -> str:
    if division.born_to is None:
        return f"born {division.born_from} or later"
    if division.born_from is None:
        return f"born {division.born_to} or earlier"
    return f"born {division.born_from} to {division.born_to}"


def _round_length(ruleset: Ruleset) -> Iterable[str]:
    lengths = ruleset.round
    if lengths.minutes:
        outside = f"outside {lengths.shortest} to {lengths.longest}" if lengths.longest else f"below {lengths.shortest}"
        yield from _lines(f"Rounds last {lengths.minutes} minutes; warned {outside}. [{lengths.cite}]")
        longer = (
            [f"best of three {lengths.match_minutes}, at least {lengths.match_shortest}"]
            if lengths.match_minutes
            else []
        )
        longer += [f"in elimination {lengths.cut_minutes}"] if lengths.cut_minutes else []
        if longer:
            yield from _lines(f"Minutes: {'; '.join(longer)}.")
        if lengths.extra_turns:
            inside = f" inside {lengths.overtime_minutes} minutes" if lengths.overtime_minutes else ""
            yield from _lines(f"When the time is over: {lengths.extra_turns} more turns{inside}.")
        if lengths.no_show_minutes:
            yield from _lines(f"Not at the table after {lengths.no_show_minutes} minutes: match loss and drop.")


def _running(ruleset: Ruleset) -> Iterable[str]:
    late = ruleset.late
    yield from _heading("Running the event", "")
    below = " and ranks below players on time" if late.rank_below else ""
    yield from _lines(f"A late player gets a loss for every round already started{below}. [{late.cite}]")
    if late.points_last_round is not None:
        firm = "nobody is added" if late.points_refusal == "refused" else "nobody should be added"
        yield from _lines(f"Events with Championship Points: {firm} after round {late.points_last_round}.")
    if ruleset.correction_rounds is None:
        yield from _lines("Results can be corrected at any time.")
    else:
        yield from _lines(f"Results of round 1 can be corrected until round {1 + ruleset.correction_rounds} is paired.")
    yield from _round_length(ruleset)
    if ruleset.standings_first:
        yield from _lines("Standings are posted after each round, then the pairings.")
    if ruleset.slips:
        yield from _lines("Match slips are used at Premier events.")
    for name, rules in (("Rating", ruleset.rating), ("Second rating", ruleset.rating2)):
        if rules is not None:
            yield from _lines(f"{name}: {rating_rules_text(rules)}. [{rules.cite}]")
    if ruleset.announce:
        yield from _lines(f"Announced before round 1: {', '.join(ruleset.announce).replace('-', ' ')}.")
    if ruleset.settled:
        yield from _lines(
            f"Changed after the start only with a reason: {', '.join(ruleset.settled).replace('-', ' ')}."
        )


def _elimination(ruleset: Ruleset) -> Iterable[str]:
    rules = ruleset.elimination
    if set(ruleset.styles) <= {"swiss", "round-robin"}:
        return
    yield from _heading("Elimination, second day, sections", rules.cite)
    most = f", at most {rules.max_cut}" if rules.max_cut else ""
    share = f", at most {round(rules.max_share * 100)}% of a division" if rules.max_share < 1 else ""
    any_size = any(row.asymmetrical for table in ruleset.advice.tables for row in table.rows)
    yield from _lines(f"A cut is a power of two{most}{share}.")
    if any_size:
        yield from _lines(
            "An asymmetrical cut takes all who have the points of the place that the table names; the "
            "top seeds have byes."
        )
    if ruleset.cut.order:
        first = ["points"] if ruleset.points_first else []
        yield from _lines(
            f"Into the elimination, and with which seed: {', '.join((*first, *ruleset.cut.order))}. "
            f"[{ruleset.cut.cite}]"
        )
    if ruleset.advice.cut_is_maximum:
        yield from _lines("In Premier events the table's cut is the maximum.")
    if ruleset.advice.one_round_fewer:
        yield from _lines("With a cut, one Swiss round fewer than the table is always possible.")
    if ruleset.results.drawn_elimination == "initiative":
        yield from _lines("A drawn elimination game goes to the side that had the initiative.")
    if ruleset.second_day is not None:
        yield from _lines(f"{_second_day(ruleset.second_day)} [{ruleset.second_day.cite}]")
    if ruleset.sections is not None:
        rule = ruleset.sections
        yield from _lines(
            f"Sections: {', '.join(map(str, rule.counts))}, in a division of {rule.min_division} or more, none below "
            f"{rule.min_section}; at least {rule.min_qualifiers} qualify from each. [{rule.cite}]"
        )


def _second_day(rules: SecondDayRules) -> str:
    points = f"{rules.points} points or more" if rules.points else "the points of the table's row"
    top = f", or the top {rules.top}, whichever is more players" if rules.top else ""
    return f"Second day: {points}{top}. Percentages: {_PHASES[rules.phases]}."


def _confidence_text(confidence: int, source: str) -> str:
    """How far something can be trusted, and who says it (PN-RS-4)."""
    return f"{_CONFIDENCE[confidence]}{f': {source}' if source else ''}"


def _table(table: AdviceTable) -> Iterable[str]:
    yield from _heading(f"Rounds: {table.title} (table {table.id})", table.cite)
    if table.source or table.confidence < 3:
        yield from _lines(f"Source [{table.confidence}], {_confidence_text(table.confidence, table.source)}")
    if table.points_confidence < 3:
        yield from _lines(f"Points [{table.points_confidence}], {_CONFIDENCE[table.points_confidence]}")
    second_day = any(row.day2_rounds for row in table.rows)
    cuts = table.style == "swiss+cut"
    points = any(row.points for row in table.rows)
    head = [
        "players",
        "rounds",
        *(["day 2"] if second_day else []),
        *(["points"] if points else []),
        *(["cut"] if cuts else []),
    ]
    rows = [head]
    for row in table.rows:
        high = "+" if row.high is None else "" if row.high == row.low else f"–{row.high}"
        cells = [f"{row.low}{high}", "/".join(map(str, row.rounds))]
        cells += [str(row.day2_rounds or "–")] if second_day else []
        cells += [str(row.points or "–")] if points else []
        shared = ", asymmetrical" if row.asymmetrical else ""
        cells += ["none" if row.cuts == (0,) else f"top {'/'.join(map(str, row.cuts))}{shared}"] if cuts else []
        rows.append(cells)
    yield from _columns(rows)


def _tiers(ruleset: Ruleset) -> Iterable[str]:
    if ruleset.tiers:
        yield from _heading("Tiers", "")
        for tier, hint in ruleset.tiers.items():
            yield from _lines(f"{tier}: {hint}", indent="  ")


_ORGANISER_PLAYS = {
    "always": "",
    "second": "an organiser plays only beside a second organiser, named before round 1",
    "never": "organisers do not play",
}


def _staff(ruleset: Ruleset) -> Iterable[str]:
    for tier, rules in ruleset.staff.items():
        duties = [
            _ORGANISER_PLAYS[rules.organiser_plays],
            "" if rules.judge_plays else "judges do not play",
            "a judge should be named" if rules.judge_wanted else "",
        ]
        if any(duties):
            yield from _lines(f"Staff, {tier}: {'; '.join(filter(None, duties))}. [{rules.cite}]")
    if ruleset.checks.cut:
        yield from _lines(f"Lists: every player of the cut is checked. [{ruleset.checks.cite}]")


def _notes(ruleset: Ruleset) -> Iterable[str]:
    if ruleset.notes or ruleset.choices:
        yield from _heading("Notes and choices", "")
        for note in ruleset.notes:
            yield from _lines(f"- {note}")
        for choice in ruleset.choices:
            setting = f" (setting {choice.setting})" if choice.setting else ""
            confidence = _confidence_text(choice.confidence, choice.source)
            yield from _lines(f"- Choice{setting}: {choice.says} [{choice.confidence}, {confidence}]")


def _heading(title: str, cite: str) -> Iterable[str]:
    yield title if not cite else f"{title} [{cite}]"
    yield "-" * len(title)


def _lines(text: str, *, indent: str = "") -> list[str]:
    return wrap(text, WIDTH, initial_indent=indent, subsequent_indent=indent + "  ")


def _columns(rows: Sequence[Sequence[str]]) -> Iterable[str]:
    widths = [max(len(row[n]) for row in rows) for n in range(len(rows[0]))]
    for row in rows:
        yield "  " + "   ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
