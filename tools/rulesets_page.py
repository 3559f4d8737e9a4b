"""Writes docs/rulesets.md: every key of a ruleset file and of the rules of a series, as the reader itself asks for it.

    python tools/rulesets_page.py           writes the page
    python tools/rulesets_page.py --check   exits 1 if the page is not what it would write, or a key has no meaning

All our files are read by a reader that notes each question: key, kind, words allowed, default. Only what a key means
stands here, in `MEANINGS`; a key without a meaning, or a meaning without a key, is an error.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path

from pareo import rulesets
from pareo.core.league.series_rules import read_plan
from pareo.core.model.toml_reader import TomlTable
from pareo.core.rules.ruleset_file import merged_table, read_ruleset
from pareo.core.standings.ratings.rules import OPTION_ALIASES, RATING_OPTIONS
from pareo.core.standings.tiebreaks import registry
from pareo.core.standings.tiebreaks.order import option_choices
from pareo.core.text.toml_writer import Table, lay_over, read_toml
from pareo.rulesets.series_presets import PRESETS, preset_text

PAGE = Path(__file__).resolve().parents[1] / "docs" / "rulesets.md"
EXAMPLES = sorted((PAGE.parents[1] / "examples" / "rulesets").glob("*.toml"))
NEEDED = "needed"
TIEBREAKS = "tiebreaks[]"

INTRO = """# Ruleset files

`/rulesets` on a running server, and `pareo rulesets show ID --lang es`, show each ruleset for organisers, with the
paragraphs of its document and our choices; an event's own is under **Settings**.

A ruleset is a TOML file. `pareo rulesets show ID --toml` prints one of ours whole; `pareo new NAME --ruleset-file FILE`
uses your own file. A file can begin with `extends = "ID"` (one of ours) and give only what differs; `without =
["swiss.avoid", …]` then leaves out what the other file has. Errors name the file, the key and the reason; a key that
is not on this page is refused. “needed”: there is no default. Empty: nothing. “follows”: it follows from other keys.

This page is made by `tools/rulesets_page.py` from what the reader asks for; do not change it by hand.

## Rulesets
"""
BEST_ROUND = """## What makes a round the best

`random`: of all possible rounds the one with the lowest cost is paired, drawn by lot among equals. The cost is a list
of numbers, the most important first:

1. second byes
2. barred pairings
3. rematches
4. record groups below the one that the bye goes to
5. for each record group from the top: rematches whose higher player is in it (from version 2 of the objective on)
6. gaps: for each record group from the top, how many of its players are paired below it, and by how many points in all;
   then pairs of different divisions; `order` can swap the two
7. avoided pairs (same club, travelling together)

So a rematch that cannot be avoided goes to the lowest records possible: with 9, 7, 7, 6, 3 and 1 points it is 3–1
again, not 9–7.

`fise`: the document's procedure. Where its rules 1 and 2 leave a player over, version 1 takes the first legal pairing
in table order. Version 2 takes a round with the best gaps (6) of all legal rounds with that bye; of those the first
in table order: from the top each group takes the first players of the table with whom such a round exists, and is
paired in halves like any other. Where rules 1 and 2 are enough, both versions pair the same round.

A round is verified by the version it was paired under.
"""
SERIES_INTRO = """## Rules of a series

`pareo series rules SERIES --file FILE` replaces the rules of a series; [series.md](series.md) explains them.
"""
MEANINGS: dict[str, str] = {
    "id": "short name of the ruleset: small letters, digits, hyphens",
    "title": "name people read",
    "game": "the game, by which rulesets are grouped",
    "entrant": "who enters: a player, or a team",
    "team_size": "players of a team",
    "styles": "styles the document allows, the usual one first; at least one",
    "announce": "what the announcement must name",
    "settled": "what the document wants announced before the start: changed after it only with a reason",
    "correction_rounds": "results can be corrected until the pairings of so many rounds later are made; left "
    "out: always",
    "rank_sent_away": "disqualified and expelled players are ranked last; false: they are not ranked",
    "shared_places": "players still tied after the last tie-break share the place",
    "points_first": "places go by match points before the tie-breaks",
    "fide_mode": "events begin in FIDE mode ([fide-mode.md](fide-mode.md)) and follow the Handbook",
    "undefeated": "standings show how many are still undefeated",
    "standings_first": "standings are posted before pairings",
    "slips": "match slips are used",
    "names": "how the public sees names: “Ana F.” is `initial`; the organiser can change it",
    "keep_days": "days after the last entry until contacts given at registration, and applicants who were not "
    "accepted, are erased",
    "notes": "notes on the ruleset; shown by `pareo rulesets show`",
    "season": "the season it was written for, named after the year in which it ends; 0: none",
    "youngest": "minimum age in years; 0: no limit",
    "choices.NAME.says": "a decision that no document makes; NAME is its id",
    "choices.NAME.source": "its source",
    "choices.NAME.confidence": "3: quoted, or several sources agree; 2: one source; 1: not confirmed",
    "choices.NAME.setting": "setting that changes it for an event",
    "document.title": "the document that was followed",
    "document.edition": "its edition, usually a date",
    "document.language": "language of the edition that was followed",
    "document.note": "notes on the edition",
    "results.kind": "`outcome`: who won; `scores`: 412-380; `squads`: points destroyed on both sides",
    "results.draws": "a Swiss match can be drawn",
    "results.doubt_draws": "a draw is accepted with a warning",
    "results.chess": "a match is one game of chess: `½-0`, `1-0U` (not rated) and `adjourned` are allowed, not `2-1`",
    "results.games": "most games of a match (1 to 9)",
    "results.decide": "several games: the `best-of` them, `all` of them are played and counted, or the `sum` of "
    "their points",
    "results.cut_games": "games of a match in elimination; 0: as many as in the other rounds",
    "results.final_games": "games of the last matches of a double elimination; 0: as many as in the others",
    "results.bye_games": 'what a bye counts in games, such as "2-0"; empty: all that win a match',
    "results.available": "squads: points available to a side, the base of the margin of victory",
    "results.modified_below": "squads: ahead by less than this at time is a modified win",
    "results.bye_margin": "squads: margin of victory of a bye",
    "results.drawn_elimination": "a drawn elimination match is refused, or goes to the player with initiative",
    "points.from": "what earns the points: the `match`, its `games`, or the `margin` of its scores by a scale",
    "points.scale": "from a margin: which of the scales",
    "points.scales.NAME": "rows of margin, points of the winner, points of the loser; margins from 0 up",
    "start.floor": "the rating from which points are counted: lower ratings begin with the same points",
    "start.bar": "the rating above which no one begins with more points",
    "start.step": "rating points for one point more",
    "start.lowest": "points at the floor",
    "points.unit": "points are counted in so many parts of one (2: half points)",
    "points.win": "a win",
    "points.loss": "a loss",
    "points.draw": "a draw; needed where matches can be drawn",
    "points.modified-win": "a modified win; follows from a win",
    "points.forfeit-win": "a win by forfeit; follows from a win",
    "points.forfeit-loss": "a loss by forfeit; follows from a loss",
    "points.bye": "a bye by pairing; follows from a win",
    "points.earned-bye": "a bye earned beforehand; follows from a win",
    "points.requested-bye": "a requested bye",
    "points.late-loss": "a round missed by a late player; follows from a loss",
    "points.absent": "a round missed while absent",
    "points.rest": "a round of rest, as in a round robin of an odd number",
    "swiss.system": "how Swiss rounds are paired",
    "swiss.order": "priority where points cannot all be equal: few gaps in points, or few mixed age divisions",
    "swiss.avoid": "players who share one of these are kept apart where nothing else suffers",
    "swiss.avoid_rounds": "first and last round in which they are kept apart, such as 1-2",
    "swiss.starts": "first moves (or colours) are recorded and balanced",
    "swiss.numbering": "order of the starting list: of entry, by rating, by the local (second) one if there is one, or "
    "shuffled when round 1 is paired",
    "swiss.meet_again_after_forfeit": "a pair whose match was forfeited may be paired again",
    "swiss.barred": "barred pairings in some rounds, such as club:1-2;federation:1-3",
    "swiss.by_points": "players with the same points meet; false: pairings are random, regardless of scores",
    "elimination.max_cut": "most players in the cut; 0: no limit",
    "elimination.max_share": "share of a division that may reach the cut",
    "elimination.per_division": "a shared pod has one bracket per division",
    "elimination.seed_chooses": "the higher seed chooses first or second in game 1",
    "elimination.late_before_start": "late players may join a single elimination before it starts",
    "cut.order": "tie-breaks by which players qualify for the elimination and are seeded; empty: as in the standings",
    "tiebreaks[].id": "the tie-break; the order of the blocks is the order in which they decide",
    "divisions.separate_from": "divisions of this size or more play in their own pods",
    "divisions.rounds_from": "rounds of a shared pod follow its largest division, or the whole pod",
    "divisions.list[].id": "short name of the division; youngest division first",
    "divisions.list[].title": "name people read",
    "divisions.until": "last day of the document's birth years; later events take their season's; left out: always",
    "divisions.list[].born_from": "first birth year; left out: no limit",
    "divisions.list[].born_to": "last birth year; left out: no limit",
    "late.rank_below": "late players rank below players with equal points who were on time",
    "late.points_last_round": "with Championship Points: no one can join after this round",
    "late.registered": "a registered player who first comes in a later round is late too",
    "late.points_refusal": "after it, no one can join, or only with a reason",
    "second_day.points": "match points that qualify for the second day; 0: those of the table's row",
    "second_day.top": "or a place among so many; 0: none",
    "second_day.phases": "opponents' percentages: `restart` on the second day, over `both`, or `r-fit`: an opponent of "
    "the second day with both, any other with the first",
    "second_day.ranking": "outside the cut: players of the second day first (`phase`), or all by `points`",
    "second_day.carry_points": "points of the first day count on the second",
    "sections.min_division": "smallest division that may be split",
    "sections.min_section": "smallest section",
    "sections.counts": "numbers of sections that are possible",
    "sections.rounds": "rounds of a section: the table's row for its size, or the division's less one per doubling",
    "sections.min_qualifiers": "players of each section who advance, at least",
    "advice.default": "id of the table to use unless the event names another",
    "advice.one_round_fewer": "with a cut, one round fewer is allowed than the table says",
    "advice.cut_is_maximum": "the table's cut is the largest allowed",
    "advice.least_players": "fewest players of a sanctioned event; 0: not said",
    "advice.least_rounds": "fewest rounds of a sanctioned event; 0: not said",
    "advice.tables.NAME.title": "name of the table; NAME is its id",
    "advice.tables.NAME.style": "style the table is for",
    "advice.tables.NAME.rows[].players": "players the row is for: 8, 9-16, 513+",
    "advice.tables.NAME.rows[].rounds": "rounds, the recommended number first",
    "advice.tables.NAME.rows[].cut": "cut, the recommended one first; 0: none",
    "advice.tables.NAME.rows[].day2": "rounds of the second day; 0: no second day",
    "advice.tables.NAME.rows[].points": "match points that qualify for the second day; 0: as `second_day` says",
    "advice.tables.NAME.rows[].asymmetrical": "the cut takes every player with the points of the place it names",
    "advice.tables.NAME.rows[].borrowed": "section whose numbers these are, where the table itself has no such row",
    "advice.tables.NAME.source": "its source, if not the document itself",
    "advice.tables.NAME.confidence": "3: quoted, or several sources agree; 2: one source; 1: not confirmed",
    "advice.tables.NAME.points_confidence": "the same of its points",
    "round.minutes": "usual length of a round; 0: the document gives none",
    "round.shortest": "shortest allowed; 0: no limit",
    "round.longest": "longest allowed; 0: no limit",
    "round.match_minutes": "usual length where a match has several games; 0: as with one",
    "round.match_shortest": "shortest allowed there; 0: as with one",
    "round.cut_minutes": "usual length in elimination; 0: as in the other rounds",
    "round.extra_turns": "turns played after time is called",
    "round.overtime_minutes": "minutes for these turns; 0: no limit",
    "round.no_show_minutes": "a player not at the table by then loses the match and is dropped; 0: not said",
    "round.at_time": "how a Swiss match ends when the time is over, for judges",
    "round.at_time_cut": "the same for an elimination match",
    "rating.method": "how ratings change",
    "round_robin.schedule": "table of a round robin",
    "round_robin.cycles": "how often every player meets every other, 1 or 2",
    "round_robin.half_counts": "players who withdrew with less than half of the games played are ranked; "
    "false: they stay in the cross table only",
    "tiers.NAME": "a tier of events, and a hint of how serious it is",
    "staff.NAME.organiser_plays": "in events of this tier an organiser may play: always, beside a second "
    "organiser, never",
    "staff.NAME.judge_plays": "a judge may play",
    "staff.NAME.judge_wanted": "an event without a judge gets a warning",
    "checks.cut": "the list of every player of the cut is checked",
    "checks.one_game": "a match is one game: a lost game is a lost match",
    "lists.kind": "what a list is: a deck, a video-game team, a squad, plain text",
    "lists.required": "when every player must hand one in",
    "lists.open": "from when the opponent of the current match sees a list",
    "lists.note": "shown where lists are handed in",
    "lists.deck.cards": "cards of a deck; 0: no limit",
    "lists.deck.copies": "cards of one name, basic Energy apart; 0: no limit",
    "lists.vgc.least": "fewest Pokémon; 0: no limit",
    "lists.vgc.most": "most Pokémon; 0: no limit",
    "lists.vgc.locked": "when teams are locked by QR code",
    "lists.squad.points": "squad points; 0: no limit",
    "lists.squad.year": "year whose ships count, if the event has no date; 0: all ever released",
    "lists.squad.epic": "epic points; 0: no limit",
    "lists.squad.small": "small ships of one type; 0: no limit",
    "lists.squad.large": "large ships of one type; 0: no limit",
    "lists.squad.factions": "factions that may be played",
    "lists.squad.epic_points.NAME": "epic points of this huge ship",
    "lists.squad.cards[].names": "names of a card, in any language",
    "lists.squad.cards[].not_on": "sizes of ships it may not be on",
    "lists.squad.reminders[].names": "names of a card, in any language",
    "lists.squad.reminders[].text": "reminder for judges and players",
    "series: title": "name people read",
    "series: count": "method: places of the events, best games, games won and points, or performance",
    "series: best": "events that count, the best ones (0: all); of best games, how many are averaged",
    "series: notes": "notes on the rules",
    "series: events": "planned number of events; 0: as many as come",
    "series: period": "one table for each period",
    "series: minimum": "events a player must have played for a place",
    "series: performer_games": "rated games that the best performer of a period must have",
    "series: tiebreaks": "what decides between equal totals, in this order",
    "series: points.table": "points of the first place, the second, and so on",
    "series: points.beyond": "points of every place after the table",
    "series: points.score": "the points scored in the event, times this",
    "series: points.formula.constant": "constant + per_player · players + per_place · place",
    "series: points.formula.per_player": "for each player of the event",
    "series: points.formula.per_place": "for each place, 0 or less",
    "series: points.formula.least": "at least so many",
    "series: kinds[].id": "short name of a kind of event; then every event is of one",
    "series: kinds[].title": "name people read",
    "series: kinds[].group": "kinds of one group share how many of them count",
    "series: kinds[].best": "events of the kind, or of its group, that count; 0: all",
    "series: kinds[].points.bands": "rows of last place, points, and the players from which on these places pay",
    "series: sharing.ties": "players who share a place get the mean of the places, the best of them, or are ranked "
    "by tie-break",
    "series: sharing.round": "how shared points are rounded",
    "series: sharing.step": "to a multiple of this",
    "series: categories[].id": "name of the category; best category first",
    "series: categories[].rating_from": "lowest rating of the category",
    "series: categories[].average_from": "lowest average, for players without a rating",
    "series: exchange.count": "players who change places after each period",
    "series: exchange.size": "size of the upper category; 0: as it is",
    "series: titles[].id": "short name of the title; highest title first",
    "series: titles[].name": "name people read",
    "series: titles[].rating_from": "rating it needs",
    "series: titles[].games": "rated games it needs",
}


@dataclass(slots=True)
class KeyInfo:
    """One key, as the reader asks for it."""

    kind: str
    allowed: tuple[str, ...] = ()
    defaults: list[str] = field(default_factory=list)  # different ones: it follows from something else


Notes = dict[str, dict[str, KeyInfo]]  # section → key → what is known of it


class RecordingTable(TomlTable):
    """Reads like any reader, and notes what it is asked for."""

    __slots__ = ("_free", "_notes", "_section")

    def __init__(self, table: Mapping[str, object], notes: Notes, *, file: str, section: str = "") -> None:
        super().__init__(table, file=file, path=section)
        self._notes, self._section, self._free = notes, section, False
        notes.setdefault(section, {})

    def inside(self, table: Mapping[str, object], path: str) -> RecordingTable:
        name = re.sub(r"\[\d+\]$", "[]", path)
        if self._free:
            name = name[: name.rindex(".")] + ".NAME"
        return RecordingTable(table, self._notes, file=self._file, section=name)

    def keys(self) -> tuple[str, ...]:
        self._free = True
        return super().keys()

    def _note(self, key: str, kind: str, default: object, allowed: Iterable[str] | None = None) -> None:
        known = self._notes[self._section]
        words = sorted(allowed) if isinstance(allowed, frozenset) else allowed or ()
        info = known.setdefault("NAME" if self._free else key, KeyInfo(kind, tuple(words)))
        if key in self._known_keys:
            return  # one question leads to another
        default_text = NEEDED if default is None else _default_text(default)
        if default_text not in info.defaults:
            info.defaults.append(default_text)

    def text(self, key: str, default: str | None = None) -> str:
        self._note(key, "text", default)
        return super().text(key, default)

    def word(self, key: str, allowed: Iterable[str], default: str | None = None) -> str:
        self._note(key, "one of", default, allowed)
        self._known_keys.add(key)
        return super().word(key, allowed, default)

    def whole(self, key: str, default: int | None = None, *, least: int = 0) -> int:
        self._note(key, f"whole number from {least}", default)
        return super().whole(key, default, least=least)

    def whole_or_none(self, key: str, *, least: int = 0) -> int | None:
        self._note(key, f"whole number from {least}", "")
        return super().whole_or_none(key, least=least)

    def flag(self, key: str, *, default: bool) -> bool:
        self._note(key, "true or false", default)
        return super().flag(key, default=default)

    def scalar_text(self, key: str) -> str | None:
        self._note(key, "word, number or true/false", "")
        return super().scalar_text(key)

    def units(self, key: str, unit: int, default: int | None = None) -> int:
        self._note(key, "points", None if default is None else Fraction(default, unit))
        return super().units(key, unit, default)

    def number(self, key: str, default: int | None = None) -> Fraction:
        self._note(key, "number", default)
        return super().number(key, default)

    def numbers(self, key: str) -> tuple[Fraction, ...]:
        self._note(key, "list of numbers", None)
        return super().numbers(key)

    def rows(self, key: str, columns: int) -> tuple[tuple[Fraction, ...], ...]:
        self._note(key, f"list of rows of {columns} numbers", None)
        return super().rows(key, columns)

    def percent(self, key: str, default: str | None = None) -> Fraction:
        self._note(key, 'share such as "25%"', default)
        self._known_keys.add(key)
        return super().percent(key, default)

    def words(self, key: str, allowed: Iterable[str] | None = None, default: tuple[str, ...] = ()) -> tuple[str, ...]:
        self._note(key, "list of texts" if allowed is None else "list of", default, allowed)
        return super().words(key, allowed, default)

    def wholes(self, key: str, default: tuple[int, ...] | None = None, *, least: int = 0) -> tuple[int, ...]:
        self._note(key, f"whole number from {least}, or a list of them", default)
        return super().wholes(key, default, least=least)


def _default_text(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, tuple):
        return ", ".join(_default_text(item) for item in value)
    return f"{float(value):g}" if isinstance(value, Fraction) else str(value)


SERIES = (  # ways to count that none of our presets has
    'title = "x"\ncount = "places"\nbest = 3\n[points]\nscore = 1\n',
    'title = "x"\ncount = "places"\n[points.formula]\nconstant = 1\n',
)


def ruleset_keys() -> Notes:
    """What the reader of rulesets asks of our files."""
    notes: Notes = {}
    for info in rulesets.available():
        table = merged_table(rulesets.find_text(info.id), name=info.id, find=rulesets.find_text)
        read_ruleset(RecordingTable(table, notes, file=info.id), text="")
    for path in EXAMPLES:
        read_ruleset(RecordingTable(read_toml(path.read_text(encoding="utf-8")), notes, file=path.name), text="")
    # None of our files has a second rating, or points for a loss, from which others follow.
    probe: Table = {"points": {"win": 3, "draw": 2, "loss": 1}, "rating2": {"method": "fide"}}
    read_ruleset(RecordingTable(lay_over(read_toml(rulesets.load("swiss").text), probe), notes, file="swiss"), text="")
    notes[TIEBREAKS] = {key: key_info for key, key_info in notes[TIEBREAKS].items() if key in ("id", "cite")}
    return notes


def series_keys() -> Notes:
    """What the reader of the rules of a series asks."""
    notes: Notes = {}
    for text in (*(preset_text(preset) for preset in PRESETS), *SERIES):
        read_plan(RecordingTable(read_toml(text), notes, file="series"), text)
    return notes


def _heading(section: str) -> str:
    if not section:
        return "At the top of the file"
    return f"`[[{section[:-2]}]]`" if section.endswith("[]") else f"`[{section}]`"


def tiebreak_options() -> list[str]:
    """The options of the tie-breaks, which stand beside `id`."""
    rows = [
        f"| `{one}` | {', '.join(f'`{name}` ({takes})' for name, takes in options)} |"
        for one in sorted(registry.TIEBREAKS)
        if (options := option_choices(one))
    ]
    return ["| tie-break | its options |", "|---|---|", *rows, ""]


def lines(notes: Notes, prefix: str = "") -> list[str]:
    """One table of Markdown per section."""
    table: list[str] = []
    for section, keys in notes.items():
        if not keys:
            continue
        table += [f"### {_heading(section)}", "", "| key | takes | default | means |", "|---|---|---|---|"]
        for key, info in keys.items():
            takes = f"{info.kind} {', '.join(f'`{word}`' for word in info.allowed)}" if info.allowed else info.kind
            default = "follows" if len(info.defaults) > 1 else info.defaults[0]
            means = meaning(f"{prefix}{section}.{key}" if section else f"{prefix}{key}")
            table.append(f"| `{key}` | {takes} | {default} | {means} |")
        table.append("")
        if section == TIEBREAKS:
            table += tiebreak_options()
    return table


def meaning(path: str) -> str:
    """What a key means; `cite` is the same everywhere, and the second rating is like the first."""
    if path.endswith("cite"):
        return "where the document says so"
    section, _, key = path.replace("rating2.", "rating.").rpartition(".")
    if section == "rating" and OPTION_ALIASES.get(key, key) in RATING_OPTIONS:
        return str(RATING_OPTIONS[OPTION_ALIASES.get(key, key)].takes)
    return MEANINGS.get(f"{section}.{key}" if section else key, "")


def page() -> str:
    """The whole page."""
    parts = [INTRO, *lines(ruleset_keys()), BEST_ROUND, SERIES_INTRO, *lines(series_keys(), "series: ")]
    return "\n".join(parts).rstrip() + "\n"


def problems() -> list[str]:
    """Keys without a meaning, meanings without a key."""
    paths = {f"{section}.{key}" if section else key for section, keys in ruleset_keys().items() for key in keys}
    paths |= {
        f"series: {section}.{key}" if section else f"series: {key}"
        for section, keys in series_keys().items()
        for key in keys
    }
    missing = [f"no meaning: {path}" for path in sorted(paths) if not meaning(path)]
    return missing + [f"no such key: {path}" for path in sorted(set(MEANINGS) - paths)]


def main() -> int:
    """Writes the page, or checks it."""
    wrong = problems()
    text = page()
    if "--check" in sys.argv:
        if not PAGE.exists() or PAGE.read_text(encoding="utf-8") != text:
            wrong.append("docs/rulesets.md is not what the reader says: run python tools/rulesets_page.py")
    else:
        PAGE.write_text(text, encoding="utf-8")
    print("\n".join(wrong) or "docs/rulesets.md: ok")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
