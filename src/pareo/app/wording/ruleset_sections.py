"""A ruleset whole, as notes that can be said in the reader's language: what it says, where its document says so, and
what we chose ourselves.

`ruleset_text.py` sets these sections for a terminal, `templates/ruleset.html` for a page. Both say the same.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import groupby
from typing import ClassVar

from pareo.app.wording.age_styles import MODIFIED, SEPARATED
from pareo.app.wording.list_rules_text import describe_list_rules
from pareo.app.wording.tiebreak_options import describe_options
from pareo.core.model.games import game_of
from pareo.core.model.outcome import Outcome
from pareo.core.model.pairing_contract import Priority
from pareo.core.model.ruleset import AdviceTable, Division, Ruleset, SecondDayRules, TableRow, TiebreakUse
from pareo.core.pairing.registry import find_method
from pareo.core.rules.birth_years import divisions_in_force
from pareo.core.standings.ratings.rules import rating_rules_text
from pareo.core.standings.tiebreaks.registry import TIEBREAKS
from pareo.core.text.messages import Note, either_note, join_notes, list_note, note, plural, text_note, title
from pareo.core.text.numbers import points_text
from pareo.core.text.toml_writer import read_toml


@dataclass(frozen=True, slots=True)
class RuleLine:
    """One rule in a sentence."""

    text: str
    cite: str = ""  # the paragraph of the document, or that it is a choice of ours
    place: int = 0  # of a numbered list; 0: a sentence of its own
    listed: bool = False  # one of a list

    @property
    def kind(self) -> str:
        """How a page sets it: “place” of a numbered list, “item” of a list, or “sentence”."""
        return "place" if self.place else "item" if self.listed else "sentence"


@dataclass(frozen=True, slots=True)
class RuleTable:
    """Rules in rows and columns."""

    rows: tuple[tuple[str, ...], ...]
    headed: bool = False  # the first row is the head
    kind: ClassVar[str] = "table"


@dataclass(frozen=True, slots=True)
class RulesetSection:
    """One part of the rules."""

    title: str
    parts: tuple[RuleLine | RuleTable, ...]
    cite: str = ""

    @property
    def runs(self) -> list[tuple[str, list[RuleLine | RuleTable]]]:
        """The parts with their kind, those of one kind in a row together: the lists of a page."""
        return [(kind, list(same)) for kind, same in groupby(self.parts, key=lambda part: part.kind)]


Parts = Iterator[RuleLine | RuleTable]

_GAMES_IN_WORDS = {"any": text_note("any"), "chess": text_note("Chess")}  # others are names
_LANGUAGES = {
    "en": text_note("English"),
    "es": text_note("Spanish"),
    "it": text_note("Italian"),
    "pt": text_note("Portuguese"),
}
_OUTCOMES = {
    Outcome.WIN: text_note("win"),
    Outcome.MODIFIED_WIN: text_note("modified win"),
    Outcome.DRAW: text_note("draw"),
    Outcome.LOSS: text_note("loss"),
    Outcome.FORFEIT_WIN: text_note("win by forfeit"),
    Outcome.FORFEIT_LOSS: text_note("loss by forfeit"),
    Outcome.EARNED_BYE: text_note("earned bye"),
    Outcome.REQUESTED_BYE: text_note("requested bye"),
    Outcome.LATE_LOSS: text_note("late loss"),
}
_STYLES = {
    "swiss": text_note("Swiss"),
    "elimination": text_note("Single elimination"),
    "swiss+cut": text_note("Swiss + single elimination"),
    "round-robin": text_note("Round robin"),
    "double-elimination": text_note("Double elimination"),
}
_AVOIDED = {
    "club": text_note("of the same club"),
    "federation": text_note("of the same federation"),
    "together": text_note("travelling together, or family"),
}
_NUMBERING = {
    "rating": text_note("Players are numbered by rating, highest first."),
    "titles": text_note("Players are numbered by rating, highest first, then by title and name."),
    "shuffled": text_note("The player list is shuffled when round 1 is paired."),
    "local": text_note(
        "Players are numbered by their local rating, highest first; by the only one where there is one list."
    ),
}
_ANNOUNCED = {
    "rounds": text_note("rounds"),
    "cut": text_note("size of the elimination"),
    "best-of": text_note("games of a match"),
    "prizes": text_note("prizes"),
    "third-place": text_note("match for third place"),
    "judge": text_note("judge"),
    "slips": text_note("match slips"),
    "round-length": text_note("length of a round"),
    "elimination": text_note("final elimination"),
    "second-organiser": text_note("second organiser"),
    "tables": text_note("tables"),
    "late": text_note("late players"),
    "standings": text_note("when standings are posted"),
    "correction": text_note("how long results can be corrected"),
}
_PHASES = {
    "restart": text_note("they start again"),
    "both": text_note("over both phases"),
    "r-fit": text_note("an opponent of the second phase counts with both phases, any other with the first"),
}
_CONFIDENCE = {
    3: text_note("quoted, or several sources agree"),
    2: text_note("one source"),
    1: text_note("not confirmed, check your handbook"),
}
_PREMIER = text_note("Premier events")  # of Play! Pokémon, whose documents say this of no other tier
_TIERS = {
    "casual": text_note("Casual events"),
    "competitive": text_note("Competitive events"),
    "premier": text_note("Events of the premier tier"),
}
_ORGANISER_PLAYS = {
    "second": text_note("an organiser plays only beside a second organiser, named before round 1"),
    "never": text_note("organisers do not play"),
}


def ruleset_sections(ruleset: Ruleset) -> tuple[RulesetSection, ...]:
    """The whole ruleset, in the order in which an event meets its rules."""
    sections = [
        RulesetSection(text_note("The document"), tuple(_document(ruleset))),
        RulesetSection(text_note("Points"), tuple(_points(ruleset)), points_cite(ruleset)),
        RulesetSection(text_note("Swiss pairings"), tuple(_pairing(ruleset)), ruleset.swiss.cite),
        RulesetSection(text_note("Standings"), tuple(_standings(ruleset))),
        RulesetSection(
            text_note("Age divisions"),
            tuple(_divisions(ruleset)),
            ruleset.divisions.cite if ruleset.divisions is not None else "",
        ),
        RulesetSection(text_note("Running the event"), tuple(_running(ruleset))),
        RulesetSection(
            text_note("Elimination, second day, sections"), tuple(_elimination(ruleset)), ruleset.elimination.cite
        ),
        *(_advice(table) for table in ruleset.advice.tables),
        RulesetSection(text_note("Staff and tiers"), tuple(_tiers(ruleset))),
        RulesetSection(
            text_note("Lists"), tuple(map(RuleLine, describe_list_rules(ruleset.lists))), ruleset.lists.cite
        ),
        RulesetSection(text_note("Our choices, and notes"), tuple(_choices(ruleset))),
    ]
    return tuple(section for section in sections if section.parts)


def points_cite(ruleset: Ruleset) -> str:
    """Where the document says what a result is worth."""
    points = read_toml(ruleset.text).get("points")
    return str(points.get("cite", "")) if isinstance(points, dict) else ""


# --- what is played ---------------------------------------------------------------------------------------------------


def _document(ruleset: Ruleset) -> Parts:
    document = ruleset.document
    yield RuleLine(note("rules-game", "Game: {game}", game=_GAMES_IN_WORDS.get(ruleset.game, ruleset.game)))
    yield RuleLine(
        note(
            "rules-document",
            "Document: {title}, {edition} ({language})",
            title=title(document.title),
            edition=title(document.edition),
            language=_LANGUAGES.get(document.language, document.language),
        )
    )
    if document.note:
        yield RuleLine(title(document.note))
    styles = join_notes(", ", [_STYLES[style] for style in ruleset.styles])
    yield RuleLine(note("rules-styles", "Formats that can be sanctioned: {styles}.", styles=styles))
    if ruleset.entrant == "team":
        yield RuleLine(note("rules-teams", "Teams of {size}.", size=ruleset.team_size))


def _points(ruleset: Ruleset) -> Parts:
    outcomes = [o for o in Outcome if _happens(ruleset, o)]
    yield RuleTable(tuple((outcome_word(o), points_text(ruleset.points[o], ruleset.unit)) for o in outcomes))
    results = ruleset.results
    if results.kind == "scores":
        yield RuleLine(text_note("A result is the scores of both players; the winner alone is enough."))
    if results.kind == "squads":
        yield RuleLine(
            note(
                "rules-squads",
                "A result is the points each side destroyed and how the game ended. Points available: {available}; "
                "ahead by less than {below} at time is a modified win; a bye has a margin of victory of {margin}.",
                available=results.available,
                below=results.modified_below,
                margin=results.bye_margin,
            ),
            results.cite,
        )


def outcome_word(outcome: Outcome) -> Note:
    """An outcome as it is called in a list of points."""
    return _OUTCOMES.get(outcome) or text_note(outcome.value)


def _happens(ruleset: Ruleset, outcome: Outcome) -> bool:
    if outcome is Outcome.DRAW:
        return ruleset.results.draws
    if outcome is Outcome.REST:
        return "round-robin" in ruleset.styles
    return outcome is not Outcome.MODIFIED_WIN or ruleset.results.kind == "squads"


def _pairing(ruleset: Ruleset) -> Parts:
    swiss = ruleset.swiss
    method = find_method(swiss.system)
    if swiss.by_points:
        name = text_note(method.title_in(game_of(ruleset)))
        yield RuleLine(note("rules-method", "Pairing method: {method}.", method=name))
        yield RuleLine(note("rules-system", "System: {described}.", described=text_note(method.described)))
    else:
        yield RuleLine(text_note("Opponents are drawn by lot, regardless of points."))
    if ruleset.divisions is not None:
        yield RuleLine(
            text_note("In a group of several divisions the division is kept and the record gives way.")
            if swiss.order[0] is Priority.MIXED
            else text_note("In a group of several divisions the record is kept and the division gives way.")
        )
    if swiss.avoid:
        first, last = swiss.avoid_rounds
        kinds = either_note(_AVOIDED[one] for one in swiss.avoid)
        facts = {"kinds": kinds, "first": first, "last": last}
        yield RuleLine(
            Note("rules-avoid-once", "Where possible, no pair {kinds} in round {first}.", facts)
            if first == last
            else Note("rules-avoid", "Where possible, no pair {kinds} in rounds {first} to {last}.", facts)
        )
    if swiss.barred:
        yield RuleLine(note("rules-barred", "Barred pairings (field: rounds): {barred}.", barred=swiss.barred))
    if "round-robin" in ruleset.styles:
        table = text_note(find_method(ruleset.robin.schedule).described)
        yield RuleLine(
            note("rules-robin-twice", "Round robin: {table}; everyone meets twice.", table=table)
            if ruleset.robin.cycles == 2
            else note("rules-robin", "Round robin: {table}.", table=table),
            ruleset.robin.cite,
        )
    if swiss.starts:
        yield RuleLine(text_note("First moves (or colours) are balanced."))
    if swiss.numbering in _NUMBERING:
        yield RuleLine(_NUMBERING[swiss.numbering])


def _standings(ruleset: Ruleset) -> Parts:
    if ruleset.points_lead:
        yield RuleLine(text_note("By points, then by:"))
    else:
        yield RuleLine(
            text_note("Places go by:")
            if ruleset.points_first
            else text_note("Match points decide nothing. Places go by:")
        )
    for place, use in enumerate(ruleset.tiebreaks, 1):
        yield RuleLine(_tiebreak(use), use.cite, place=place)
    yield RuleLine(
        text_note("Still tied: a shared place.") if ruleset.shared_places else text_note("Every tie is broken.")
    )


def _tiebreak(use: TiebreakUse) -> Note:
    name = text_note(TIEBREAKS[use.id].title) if use.id in TIEBREAKS else use.id
    if not use.options:
        return note("rules-tiebreak", "{name} ({id})", name=name, id=use.id)
    return note("rules-tiebreak-with", "{name} ({id}): {options}", name=name, id=use.id, options=describe_options(use))


def _divisions(ruleset: Ruleset) -> Parts:
    if ruleset.divisions is None:
        return
    rules = divisions_in_force(ruleset.divisions, usual=ruleset.season)
    yield RuleTable(tuple((title(division.title), _born(division)) for division in rules.divisions))
    yield RuleLine(
        note(
            "rules-age-separated",
            "{style}: if every division with players has {least} or more, each plays a tournament of its own.",
            style=SEPARATED,
            least=rules.separate_from,
        )
    )
    yield RuleLine(
        note(
            "rules-age-modified",
            "{style}: a smaller division shares a group with its neighbour.",
            style=MODIFIED,
        )
    )
    yield RuleLine(
        text_note("The rounds of a shared group come from its largest division.")
        if rules.rounds_from == "largest-division"
        else text_note("The rounds of a shared group come from the whole group.")
    )


def _born(division: Division) -> Note:
    if division.born_to is None:
        return note("rules-born-from", "born {year} or later", year=division.born_from)
    if division.born_from is None:
        return note("rules-born-to", "born {year} or earlier", year=division.born_to)
    return note("rules-born-between", "born {first} to {last}", first=division.born_from, last=division.born_to)


# --- how the day goes -------------------------------------------------------------------------------------------------


def _running(ruleset: Ruleset) -> Parts:
    late = ruleset.late
    yield RuleLine(
        text_note("A late player takes a loss for every round already started and ranks below players on time.")
        if late.rank_below
        else text_note("A late player takes a loss for every round already started."),
        late.cite,
    )
    if late.points_last_round is not None:
        facts = {"last": late.points_last_round}
        yield RuleLine(
            Note("rules-late-no", "Events with Championship Points: no one is added after round {last}.", facts)
            if late.points_refusal == "refused"
            else Note(
                "rules-late-advice",
                "Events with Championship Points: no one should be added after round {last}.",
                facts,
            )
        )
    yield RuleLine(
        text_note("Results can be corrected at any time.")
        if ruleset.correction_rounds is None
        else note(
            "rules-correction",
            "Results of round 1 can be corrected until round {until} is paired.",
            until=1 + ruleset.correction_rounds,
        )
    )
    yield from _round_length(ruleset)
    if ruleset.standings_first:
        yield RuleLine(text_note("Standings are posted after each round, then the pairings."))
    if ruleset.slips:
        yield RuleLine(text_note("Match slips are used at Premier events."))
    if ruleset.rating is not None:
        rules = rating_rules_text(ruleset.rating)
        yield RuleLine(note("rules-rating", "Rating: {rules}.", rules=rules), ruleset.rating.cite)
    if ruleset.rating2 is not None:
        rules = rating_rules_text(ruleset.rating2)
        yield RuleLine(note("rules-rating2", "Second rating: {rules}.", rules=rules), ruleset.rating2.cite)
    if ruleset.announce:
        yield RuleLine(note("rules-announce", "Announced before round 1: {topics}.", topics=_topics(ruleset.announce)))
    if ruleset.settled:
        yield RuleLine(
            note(
                "rules-settled",
                "Changed after the start only with a reason: {topics}.",
                topics=_topics(ruleset.settled),
            )
        )


def _topics(names: Iterable[str]) -> Note:
    return list_note(_ANNOUNCED.get(name, name) for name in names)


def _round_length(ruleset: Ruleset) -> Parts:
    lengths = ruleset.round
    if not lengths.minutes:
        return
    facts = {"minutes": lengths.minutes, "shortest": lengths.shortest, "longest": lengths.longest}
    yield RuleLine(
        Note(
            "rules-round-length",
            "Rounds last {minutes} minutes; less than {shortest} or more than {longest} gets a warning.",
            facts,
        )
        if lengths.longest
        else Note("rules-round-least", "Rounds last {minutes} minutes; less than {shortest} gets a warning.", facts),
        lengths.cite,
    )
    if lengths.match_minutes:
        yield RuleLine(
            note(
                "rules-match-minutes",
                "Best of 3: {minutes} minutes, at least {shortest}.",
                minutes=lengths.match_minutes,
                shortest=lengths.match_shortest,
            )
        )
    if lengths.cut_minutes:
        yield RuleLine(note("rules-cut-minutes", "Elimination: {minutes} minutes.", minutes=lengths.cut_minutes))
    if lengths.extra_turns:
        turns = plural("rules-turns", "{count} more turn", "{count} more turns", count=lengths.extra_turns)
        overtime = {"turns": turns, "minutes": lengths.overtime_minutes}
        yield RuleLine(
            Note("rules-overtime", "When time is called: {turns}, at most {minutes} minutes.", overtime)
            if lengths.overtime_minutes
            else Note("rules-turns-only", "When time is called: {turns}.", overtime)
        )
    if lengths.no_show_minutes:
        yield RuleLine(
            note(
                "rules-no-show",
                "No-show after {minutes} minutes: match loss and drop.",
                minutes=lengths.no_show_minutes,
            )
        )
    for text in (*lengths.at_time, *lengths.at_time_cut):
        yield RuleLine(title(text), listed=True)


def _elimination(ruleset: Ruleset) -> Parts:
    rules = ruleset.elimination
    if set(ruleset.styles) <= {"swiss", "round-robin"}:
        return
    yield RuleLine(text_note("The number of players in the elimination is a power of two."))
    if rules.max_cut:
        yield RuleLine(note("rules-most", "At most {most} players.", most=rules.max_cut))
    if rules.max_share < 1:
        share = round(rules.max_share * 100)
        yield RuleLine(note("rules-most-share", "At most {share} % of a division.", share=share))
    if any(row.asymmetrical for table in ruleset.advice.tables for row in table.rows):
        yield RuleLine(
            text_note("Asymmetrical: all with the points of the place in the table qualify; the top seeds have byes.")
        )
    if ruleset.cut.order:
        order = [text_note(TIEBREAKS[one].title) if one in TIEBREAKS else one for one in ruleset.cut.order]
        first = [text_note("points")] if ruleset.points_first else []
        yield RuleLine(
            note(
                "rules-cut-order",
                "Places in the elimination, and seeds: {order}.",
                order=join_notes(", ", [*first, *order]),
            ),
            ruleset.cut.cite,
        )
    if ruleset.advice.cut_is_maximum:
        yield RuleLine(text_note("In Premier events the size in the table is the maximum."))
    if ruleset.advice.one_round_fewer:
        yield RuleLine(text_note("With an elimination, one Swiss round fewer than the table is always possible."))
    if ruleset.results.drawn_elimination == "initiative":
        yield RuleLine(text_note("A drawn elimination game goes to the side that had the initiative."))
    if ruleset.second_day is not None:
        yield from _second_day(ruleset.second_day)
    if ruleset.sections is not None:
        rule = ruleset.sections
        yield RuleLine(
            note(
                "rules-sections",
                "Sections: {counts}, in a division of {division} or more, none below {section}; at least {qualifiers} "
                "qualify from each.",
                counts=either_note(rule.counts),
                division=rule.min_division,
                section=rule.min_section,
                qualifiers=rule.min_qualifiers,
            ),
            rule.cite,
        )


def _second_day(rules: SecondDayRules) -> Parts:
    facts = {"points": rules.points, "top": rules.top}
    if not rules.points:
        who = text_note("Second day: everyone with the points of the row in the table.")
    elif rules.top:
        who = Note(
            "rules-second-day-top",
            "Second day: everyone with {points} points or more, or the top {top}, whichever is more players.",
            facts,
        )
    else:
        who = Note("rules-second-day", "Second day: everyone with {points} points or more.", facts)
    yield RuleLine(who, rules.cite)
    yield RuleLine(note("rules-percentages", "Percentages on the second day: {how}.", how=_PHASES[rules.phases]))


# --- tables, tiers, choices -------------------------------------------------------------------------------------------


def _advice(table: AdviceTable) -> RulesetSection:
    name = note("rules-table", "Rounds: {title} (table {id})", title=title(table.title), id=table.id)
    return RulesetSection(name, tuple(_advice_parts(table)), table.cite)


def _advice_parts(table: AdviceTable) -> Parts:
    if table.source or table.confidence < 3:
        yield RuleLine(
            note(
                "rules-source",
                "Source [{confidence}], {trust}",
                confidence=table.confidence,
                trust=_trust(table.confidence, table.source),
            )
        )
    if table.points_confidence < 3:
        yield RuleLine(
            note(
                "rules-source-points",
                "Points [{confidence}], {trust}",
                confidence=table.points_confidence,
                trust=_CONFIDENCE[table.points_confidence],
            )
        )
    second_day = any(row.day2_rounds for row in table.rows)
    points = any(row.points for row in table.rows)
    cuts = table.style == "swiss+cut"
    head = [
        text_note("players"),
        text_note("rounds"),
        *([text_note("day 2")] if second_day else []),
        *([text_note("points")] if points else []),
        *([text_note("elimination")] if cuts else []),
    ]
    rows: list[tuple[str, ...]] = [tuple(head)]
    for row in table.rows:
        high = "+" if row.high is None else "" if row.high == row.low else f"–{row.high}"
        rounds: str = "/".join(map(str, row.rounds))
        if row.borrowed:
            rounds = note("rules-borrowed", "{rounds} (choice, after {section})", rounds=rounds, section=row.borrowed)
        cells = [f"{row.low}{high}", rounds]
        cells += [str(row.day2_rounds or "–")] if second_day else []
        cells += [str(row.points or "–")] if points else []
        cells += [_cut_size(row)] if cuts else []
        rows.append(tuple(cells))
    yield RuleTable(tuple(rows), headed=True)


def _cut_size(row: TableRow) -> Note:
    if row.cuts == (0,):
        return text_note("none")
    sizes = "/".join(map(str, row.cuts))
    if row.asymmetrical:
        return note("rules-top-asymmetrical", "top {sizes}, asymmetrical", sizes=sizes)
    return note("rules-top", "top {sizes}", sizes=sizes)


def _trust(confidence: int, source: str) -> Note:
    """How far something can be trusted, and who says it (PN-RS-4)."""
    known = _CONFIDENCE[confidence]
    return note("rules-trust", "{known}: {source}", known=known, source=title(source)) if source else known


def _tiers(ruleset: Ruleset) -> Parts:
    for words in ruleset.tier_names.values():
        yield RuleLine(title(words), listed=True)
    for tier, rules in ruleset.staff.items():
        duties = [
            *([_ORGANISER_PLAYS[rules.organiser_plays]] if rules.organiser_plays in _ORGANISER_PLAYS else []),
            *([] if rules.judge_plays else [text_note("judges do not play")]),
            *([text_note("a judge should be named")] if rules.judge_wanted else []),
        ]
        if duties:
            name = _TIERS.get(tier, tier) if len(ruleset.staff) > 1 else _PREMIER
            facts = {"tier": name, "duties": join_notes("; ", duties)}
            yield RuleLine(Note("rules-staff", "{tier}: {duties}.", facts), rules.cite)
    if ruleset.checks.cut:
        yield RuleLine(text_note("The list of every player of the elimination is checked."), ruleset.checks.cite)


def _choices(ruleset: Ruleset) -> Parts:
    for text in ruleset.notes:
        yield RuleLine(title(text), listed=True)
    for choice in ruleset.choices:
        facts = {
            "says": title(choice.says),
            "setting": choice.setting,
            "confidence": choice.confidence,
            "trust": _trust(choice.confidence, choice.source),
        }
        yield RuleLine(
            Note("rules-choice-setting", "Choice (setting {setting}): {says} [{confidence}, {trust}]", facts)
            if choice.setting
            else Note("rules-choice", "Choice: {says} [{confidence}, {trust}]", facts),
            listed=True,
        )
