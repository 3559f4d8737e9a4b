"""What the organiser announces before round 1, as notes that can be said in the players' language.

The ruleset lists what must be named (`announce`: Play! Pokémon 2019, 2; X-Wing Epic 1.1); the event gives the facts. A
fact that is needed and missing becomes a line with a blank to fill in by hand, never silence.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from pareo.app.wording.age_styles import age_style
from pareo.core.model.ruleset import Ruleset, SecondDayRules
from pareo.core.results.games_text import match_format_of
from pareo.core.rules.advice import total_rounds, usual_minutes
from pareo.core.rules.tables import KNOCKOUT
from pareo.core.text.messages import Note, join_notes, note, plural, text_note


@dataclass(frozen=True, slots=True)
class PodFacts:
    """What is planned for one pod."""

    players: int
    rounds: int
    divisions: tuple[str, ...] = ()  # division ids; none: everybody
    day2_rounds: int = 0
    day2_points: int = 0  # to go on to the second day, where the rules themselves do not say (PN-TAB-7)
    cut: int = 0
    asymmetrical: bool = False  # all who share the record of the last of the cut go on too
    division_cuts: tuple[tuple[str, int], ...] = ()  # where the divisions of a shared pod have cuts of their own
    sections: int = 1


@dataclass(frozen=True, slots=True)
class EventFacts:
    """What the announcement is made of. None or "" is a fact not known yet."""

    name: str
    date: str = ""  # as it is to be printed
    start: str = ""  # the hour
    place: str = ""
    style: str = "swiss"
    pods: tuple[PodFacts, ...] = ()
    prizes: int | None = None  # how many players win something
    third_place: bool | None = None
    judge: str = ""
    organiser: str = ""
    second_organiser: str = ""
    slips: str = ""  # "tables" (lie ready), "handed-out", or the organiser's own words
    round_minutes: int = 0
    tables: str = ""  # how the tables differ from the standard, in the organiser's words
    championship_points: bool = False
    sanctioned: bool = True


def announcement(ruleset: Ruleset, event: EventFacts) -> tuple[Note, ...]:
    """The lines of the sheet, in the order of the ruleset's list, after who, when and how."""
    lines = [note("event", "Tournament: {name}", name=event.name)]
    if event.date:
        lines.append(note("date", "Date: {date}", date=event.date))
    if event.start:
        lines.append(note("announce-start", "Starts at: {hour}", hour=event.start))
    if event.place:
        lines.append(note("announce-place", "Venue: {place}", place=event.place))
    if event.organiser:
        lines.append(note("organiser", "Organiser: {name}", name=event.organiser))
    lines.append(_style(event))
    if not event.sanctioned or event.style not in ruleset.styles:
        lines.append(text_note("This is not a sanctioned tournament."))
    for topic in (*ruleset.announce, *_known(ruleset, event)):
        lines += _TOPICS[topic](ruleset, event)
    return tuple(lines)


def _known(ruleset: Ruleset, event: EventFacts) -> list[str]:
    """What the ruleset does not ask for and the organiser has said."""
    said = {"judge": event.judge, "prizes": event.prizes is not None, "slips": event.slips}
    return [topic for topic, known in said.items() if known and topic not in ruleset.announce]


_STYLES = {
    "swiss": text_note("Format: Swiss rounds."),
    "elimination": text_note("Format: single elimination."),
    "double-elimination": text_note("Format: double elimination; 2 losses and you are out."),
    "swiss+cut": text_note("Format: Swiss rounds, then single elimination."),
    "round-robin": text_note("Format: round robin."),
}


def _style(event: EventFacts) -> Note:
    by_age = age_style(event.style, (pod.divisions for pod in event.pods))
    if by_age is not None:
        return note("style", "Format: {style}.", style=by_age)
    return _STYLES.get(event.style) or note("style", "Format: {style}.", style=event.style)


_NO_SWISS = (*KNOCKOUT, "round-robin")
_DIVISIONS = {"junior": text_note("Juniors"), "senior": text_note("Seniors"), "master": text_note("Masters")}


def _divisions(ids: Iterable[str]) -> Note:
    """Divisions by their names; an id of somebody's own ruleset is shown as it is."""
    names = [_DIVISIONS.get(name, name) for name in ids]
    return join_notes(" + ", names) if names else text_note("All players")


def _rounds(ruleset: Ruleset, event: EventFacts) -> Iterable[Note]:
    for pod in event.pods:
        players = (
            plural("teams", "{count} team", "{count} teams", count=pod.players)
            if ruleset.entrant == "team"
            else plural("players", "{count} player", "{count} players", count=pod.players)
        )
        who = note("pod", "{divisions} ({players})", divisions=_divisions(pod.divisions), players=players)
        yield note("pod-rounds", "{pod}: {rounds}.", pod=who, rounds=_how_many(event.style, pod.rounds))
        if pod.sections > 1:
            yield note(
                "pod-sections",
                "  The division is split at random into {sections} sections; in the Swiss rounds you play only "
                "within your section.",
                sections=pod.sections,
            )
        if pod.day2_rounds and ruleset.second_day is not None:
            yield _second_day(ruleset.second_day, pod)
        if "cut" in ruleset.announce:
            yield from _pod_cut(ruleset, event, pod)


def _second_day(rules: SecondDayRules, pod: PodFacts) -> Note:
    facts = {"points": pod.day2_points or rules.points, "top": rules.top, "rounds": _how_many("swiss", pod.day2_rounds)}
    if rules.top:
        return Note(
            "pod-day2-top",
            "  Second day: players with {points} points or more, or the top {top} if that is more players, advance "
            "to {rounds}.",
            facts,
        )
    return Note("pod-day2", "  Second day: players with {points} points or more advance to {rounds}.", facts)


def _how_many(style: str, rounds: int) -> Note:
    if style == "double-elimination":
        return plural("rounds-at-most", "at most {count} round", "at most {count} rounds", count=rounds)
    if style == "elimination":
        return plural("elimination-rounds", "{count} elimination round", "{count} elimination rounds", count=rounds)
    if style == "round-robin":
        return plural(
            "rounds-of-robin",
            "{count} round, everyone against everyone",
            "{count} rounds, everyone against everyone",
            count=rounds,
        )
    return plural("swiss-rounds", "{count} Swiss round", "{count} Swiss rounds", count=rounds)


def _pod_cut(ruleset: Ruleset, event: EventFacts, pod: PodFacts) -> Iterable[Note]:
    if event.style in _NO_SWISS:
        return
    cuts = {cut for _, cut in pod.division_cuts} or {pod.cut}
    most = max(cuts)
    if not most:
        yield text_note("  There is no elimination after the Swiss rounds.")
        return
    if len(cuts) > 1:
        for name, cut in pod.division_cuts:
            who = _divisions((name,))
            yield (
                note(
                    "cut-of-division",
                    "  {divisions}: the top {cut} advance to single elimination.",
                    divisions=who,
                    cut=cut,
                )
                if cut
                else note("no-cut", "  {divisions}: no elimination.", divisions=who)
            )
    elif len(pod.divisions) > 1:
        yield note("cut-of-each-division", "  The top {cut} of each division advance to single elimination.", cut=most)
    else:
        yield note("cut", "  The top {cut} advance to single elimination.", cut=most)
    if pod.asymmetrical:
        limit = ruleset.elimination.max_cut
        yield (
            note(
                "cut-sharers",
                "  Everyone tied on points with the last of them advances too, up to {most} players in total; the "
                "top seeds get byes.",
                most=limit,
            )
            if limit
            else text_note("  Everyone tied on points with the last of them advances too; the top seeds get byes.")
        )
    if pod.sections > 1 and most % pod.sections == 0:
        yield note("cut-sections", "  They are the top {each} of each section.", each=most // pod.sections)
    total = total_rounds(pod.rounds, pod.day2_rounds, most)
    longest = total_rounds(pod.rounds, pod.day2_rounds, max(most, ruleset.elimination.max_cut))
    if pod.asymmetrical and longest > total:
        yield note("total-rounds-range", "  Rounds in all: {total} to {longest}.", total=total, longest=longest)
    else:
        yield note("total-rounds", "  Rounds in all: {total}.", total=total)


def _cut(_ruleset: Ruleset, _event: EventFacts) -> Iterable[Note]:
    return ()  # said with the rounds of each pod, where it belongs


def _prizes(_ruleset: Ruleset, event: EventFacts) -> Iterable[Note]:
    if event.prizes is None:
        yield text_note("Number of players who receive prizes: ________")
    elif event.prizes:
        yield plural("prizes", "Prizes: for {count} player.", "Prizes: for {count} players.", count=event.prizes)
    else:
        yield text_note("There are no prizes.")


def _third_place(_ruleset: Ruleset, event: EventFacts) -> Iterable[Note]:
    if event.style not in ("elimination", "swiss+cut"):
        return
    if event.third_place is None:
        yield text_note("Match for 3rd and 4th place (yes/no): ________")
    elif event.third_place:
        yield text_note("There is a match for 3rd and 4th place.")
    else:
        yield text_note("There is no match for 3rd and 4th place.")


def _judge(_ruleset: Ruleset, event: EventFacts) -> Iterable[Note]:
    yield (
        note("judge", "Head judge: {name}.", name=event.judge)
        if event.judge
        else text_note("Head judge: ________________")
    )


def _slips(_ruleset: Ruleset, event: EventFacts) -> Iterable[Note]:
    if event.slips == "tables":
        yield text_note(
            "Match slips are on the tables: both players sign, and the winner brings the slip to the scorekeeper."
        )
    elif event.slips == "handed-out":
        yield text_note(
            "Match slips are handed out at the start of each round: both players sign, and the winner returns the slip."
        )
    elif event.slips:
        yield note("slips", "Match slips: {text}", text=event.slips)
    else:
        yield text_note("How match slips are handled: ________________")


def _round_length(ruleset: Ruleset, event: EventFacts) -> Iterable[Note]:
    standard = usual_minutes(ruleset)
    minutes = event.round_minutes or standard
    if not minutes:
        return
    yield from _length(minutes, standard)
    rules = ruleset.round
    if rules.cut_minutes and event.style in (*KNOCKOUT, "swiss+cut"):
        yield note("cut-length", "Rounds of the elimination last {minutes} minutes.", minutes=rules.cut_minutes)
    if rules.extra_turns:
        turns = plural("turns", "{count} more turn", "{count} more turns", count=rules.extra_turns)
        yield (
            note(
                "overtime-minutes",
                "When time is called: {turns}, within {minutes} minutes.",
                turns=turns,
                minutes=rules.overtime_minutes,
            )
            if rules.overtime_minutes
            else note("overtime", "When time is called: {turns}.", turns=turns)
        )


def _best_of(ruleset: Ruleset, event: EventFacts) -> Iterable[Note]:
    """How many games a match has (PN-TAB-7)."""
    swiss = match_format_of(ruleset.results)
    bracket = match_format_of(ruleset.results, elimination=True)
    if event.style not in KNOCKOUT:
        yield (
            note("best-of", "A match is the best of {games} games.", games=swiss.games)
            if swiss.games > 1
            else text_note("A match is one game.")
        )
    if event.style in KNOCKOUT or (event.style == "swiss+cut" and bracket.games != swiss.games):
        yield (
            note("best-of-cut", "In the elimination a match is the best of {games} games.", games=bracket.games)
            if bracket.games > 1
            else text_note("In the elimination a match is one game.")
        )


def _length(minutes: int, standard: int) -> Iterable[Note]:
    if minutes == standard or not standard:
        yield note("round-length", "Each round lasts {minutes} minutes.", minutes=minutes)
    else:
        yield note(
            "round-length-other",
            "Please note: each round lasts {minutes} minutes instead of {standard}.",
            minutes=minutes,
            standard=standard,
        )


def _elimination(ruleset: Ruleset, event: EventFacts) -> Iterable[Note]:
    cut = max((pod.cut for pod in event.pods), default=0) if event.style == "swiss+cut" else 0
    if not cut:
        yield text_note("There is no final play-off: the most tournament points win.")
    elif ruleset.entrant == "team":
        yield note("elimination-teams", "After the Swiss rounds the top {cut} teams play a final elimination.", cut=cut)
    else:
        yield note("elimination", "After the Swiss rounds the top {cut} players play a final elimination.", cut=cut)


def _second_organiser(_ruleset: Ruleset, event: EventFacts) -> Iterable[Note]:
    if event.second_organiser:
        yield note(
            "second-organiser",
            "Second organiser: {name}, who rules on the organiser's own matches.",
            name=event.second_organiser,
        )


def _tables(_ruleset: Ruleset, event: EventFacts) -> Iterable[Note]:
    if event.tables:
        yield note("tables", "The tables differ from the standard: {text}", text=event.tables)


def _late(ruleset: Ruleset, event: EventFacts) -> Iterable[Note]:
    if event.style in _NO_SWISS:
        yield (
            text_note("No one can join once round 1 has started.")
            if event.style in KNOCKOUT
            else text_note("No one can join once round 1 is published.")
        )
        return
    if ruleset.late.rank_below:
        yield text_note(
            "Players who arrive late get a loss for every round already started and rank below on-time players "
            "with the same record."
        )
    else:
        yield text_note("Players who arrive late get a loss for every round already started.")
    last = ruleset.late.points_last_round
    if event.championship_points and last is not None:
        yield (
            note(
                "late-points",
                "Championship Points are awarded: no player can be added after round {round}.",
                round=last,
            )
            if ruleset.late.points_refusal == "refused"
            else note(
                "late-points-should-not",
                "Championship Points are awarded: no player should be added after round {round}.",
                round=last,
            )
        )


def _standings(ruleset: Ruleset, _event: EventFacts) -> Iterable[Note]:
    if ruleset.standings_first:
        yield text_note("Standings are posted after each round, before the pairings: please check your result.")


def _correction(ruleset: Ruleset, event: EventFacts) -> Iterable[Note]:
    # P-RUN-6: players have so many full rounds less one to report an error, and are reminded of it.
    if ruleset.correction_rounds is None or event.style in KNOCKOUT:
        return
    later = ruleset.correction_rounds
    rounds = plural("full-rounds", "{count} full round", "{count} full rounds", count=later - 1)
    yield note(
        "correction",
        "Check your record: you have {rounds} to report a wrong result. Once round {until} is paired, results of "
        "round {first} are final.",
        rounds=rounds,
        first=1,
        until=1 + later,
    )


_TOPICS: Mapping[str, Callable[[Ruleset, EventFacts], Iterable[Note]]] = {
    "rounds": _rounds,
    "cut": _cut,
    "best-of": _best_of,
    "prizes": _prizes,
    "third-place": _third_place,
    "judge": _judge,
    "slips": _slips,
    "round-length": _round_length,
    "elimination": _elimination,
    "second-organiser": _second_organiser,
    "tables": _tables,
    "late": _late,
    "standings": _standings,
    "correction": _correction,
}
