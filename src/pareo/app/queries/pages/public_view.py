"""What everybody may see: published rounds, standings of finished ones, names as the organiser allows them.

Contract: nothing of a draft, no birth data, membership numbers, contacts or notes ever leaves this module; an entrant
is known to the public by number in the list. Pods that only a draft has formed do not exist here.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from pareo.app.base.context import LoadedTournament
from pareo.app.base.lru_cache import CacheSlot
from pareo.app.base.public_context import is_table_changed
from pareo.app.queries.event.advice import cuts_of
from pareo.app.queries.pages.event_tables import KINDS
from pareo.app.queries.pages.public_names import listed_name, names_of, public_name
from pareo.app.wording.pairing_columns import columns_of, texts_of, values_before
from pareo.app.wording.pod_words import PodLabel, label_of
from pareo.core.model.entities import Match, Phase, Pod, Round, Status
from pareo.core.model.games import game_of
from pareo.core.model.outcome import Mark, Outcome, Result
from pareo.core.pairing.bracket import BracketView, bracket_view, round_titles
from pareo.core.pairing.double import double_parts, double_view
from pareo.core.results.games_text import games_score
from pareo.core.text.alphabet import alphabetical, initial
from pareo.core.text.errors import BadInput, NotFound
from pareo.core.text.messages import Note
from pareo.core.tournament.progress import bracket_round, counted_rounds, is_played
from pareo.core.tournament.records import points_of, swiss_rounds
from pareo.core.tournament.tables import StandingTable, tables
from pareo.core.tournament.tournament import ELIMINATION, Tournament
from pareo.locale.catalogue import catalogue, in_game

# --- pods and rounds --------------------------------------------------------------------------------------------------


def is_shown(r: Round) -> bool:
    """Published or later: a draft is for staff only."""
    return r.status is not Status.DRAFTED


def tops(t: Tournament) -> dict[int | tuple[str, int], int]:
    """Rounds of play-offs and their players then (2: the final): each by pod and number, and by its number alone where
    every pod that plays it has as many."""
    alone: dict[tuple[str, int], int] = {}
    sizes: dict[int, set[int]] = {}
    for p, r in shown_rounds(t):
        size = 1 << p.first_round + p.planned - r.number if p.phase is Phase.CUT else 0
        sizes.setdefault(r.number, set()).add(size)
        if size > 1:
            alone[p.id, r.number] = size
    return alone | {number: max(counts) for number, counts in sizes.items() if len(counts) == 1 and max(counts) > 1}


def shown_rounds(t: Tournament) -> list[tuple[Pod, Round]]:
    """Every published round, in order of number (P-RUN-5: all of them stay visible)."""
    rounds = [(p, r) for p in t.pods.values() for r in p.rounds.values() if is_shown(r)]
    return sorted(rounds, key=lambda pair: pair[1].number)


def current_rounds(t: Tournament) -> list[tuple[Pod, Round]]:
    """The last published round of each pod that goes on, unless its players are shown in a later phase already.

    Where no pod goes on, those that were played last.
    """
    latest: dict[str, tuple[Pod, Round]] = {p.id: (p, r) for p, r in shown_rounds(t)}
    last = [
        latest[pod_id]
        for pod_id in t.pods
        if pod_id in latest and not any(later.id in latest for later in t.successors(pod_id))
    ]
    return [(p, r) for p, r in last if not has_ended(t, p, r)] or last


def still_open(event: LoadedTournament, r: Round) -> list[int]:
    """Tables that have told nobody a result yet; one that TOM does not have is told all the same."""
    return sorted(table for table in r.open_tables if (r.number, table) not in event.hidden_results)


def has_ended(t: Tournament, pod: Pod, r: Round) -> bool:
    """Is this the pod's last round, and played? Then nobody is sent to its tables any more."""
    return r.number == max(pod.rounds) and is_played(t, pod)


def rounds_numbered(t: Tournament, number: int | None) -> list[tuple[Pod, Round]]:
    """The published rounds with this number, or the current ones."""
    if number is None:
        return current_rounds(t)
    rounds = [(p, r) for p, r in shown_rounds(t) if r.number == number]
    if not rounds:
        raise NotFound("no-published-round", "Round {round} has not been published.", round=number)
    return rounds


class MatchRow(NamedTuple):
    table: int
    a: str
    b: str
    points_a: float | int
    points_b: float | int
    result: str  # "" while open
    won: str  # "a", "b" or ""
    beside_a: tuple[str, ...] = ()  # what is shown next to the name: points, rating, club … (SP-23)
    beside_b: tuple[str, ...] = ()
    changed: bool = False  # somebody else sits here than when the round was published (BT-PUB-2)


class SittingRow(NamedTuple):
    name: str
    kind: str


@dataclass(frozen=True, slots=True)
class PairingGroup:
    """One published round of one pod."""

    pod: PodLabel
    number: int
    status: str
    matches: tuple[MatchRow, ...]
    sitting: tuple[SittingRow, ...]
    seed: str


def short_result(result: Result, tie: str = "½–½") -> str:
    """A result as players read it: the games of a match of several, the scores, or 1–0; F marks a forfeit."""
    if games := games_score(result):
        return games.replace("-", "–")
    if result.score_a is not None and result.score_b is not None:
        return f"{result.score_a}–{result.score_b}"
    forfeit = " F" if Outcome.FORFEIT_LOSS in (result.a, result.b) else ""
    if result.mark is Mark.ADJOURNED:
        return "adj."
    unrated = " U" if result.mark is Mark.UNRATED else ""
    if result.a is Outcome.DRAW is result.b:
        return f"{tie}{unrated}"
    if Outcome.DRAW in (result.a, result.b):
        return ("½–0" if result.a is Outcome.DRAW else "0–½") + unrated
    forfeit += unrated
    return f"{int(result.a.won)}–{int(result.b.won)}{forfeit}"


def tie_text(t: Tournament, lang: str) -> str:
    """An equal result: half a point each, or the word for it where it is no half of a win (Pokémon, X-Wing)."""
    return "½–½" if t.ruleset.draws_are_half else catalogue(in_game(lang, game_of(t.ruleset))).gettext("Draw")


def winning_side(m: Match) -> str:
    if m.result is None:
        return ""
    return "a" if m.result.a.won else "b" if m.result.b.won else ""


def pairing_groups(
    event: LoadedTournament, rounds: Iterable[tuple[Pod, Round]], lang: str = "en"
) -> list[PairingGroup]:
    """Rounds for a page, by table. Points are those before the round."""
    t = event.state
    groups = []
    columns = columns_of(t)
    tie = tie_text(t, lang)
    for p, r in rounds:
        values = values_before(t, p, r, columns)
        before = points_of(t, (x for x in swiss_rounds(t, p) if x.number < r.number))
        show = t.ruleset.show_points
        matches = tuple(
            MatchRow(
                m.table,
                public_name(event, m.a),
                public_name(event, m.b),
                show(before[m.a]),
                show(before[m.b]),
                short_result(m.result, tie) if m.result is not None else "",
                winning_side(m),
                texts_of(values(m.a), lang),
                texts_of(values(m.b), lang),
                is_table_changed(t, p.id, r.number, m.table),
            )
            for m in sorted(r.matches.values(), key=lambda m: m.table)
        )
        sitting = tuple(SittingRow(public_name(event, s.no), KINDS[s.outcome]) for s in r.sitting)
        groups.append(PairingGroup(label_of(t, p), r.number, r.status.value, matches, sitting, r.seed))
    return groups


class CurrentTable(NamedTuple):
    """Where somebody is now."""

    listed: str
    table: int | None
    opponent: str
    kind: str  # "match", "bye" …, "out" (dropped), "" (nothing published for them)
    round_no: int
    no: int


def seats(event: LoadedTournament, rounds: Iterable[tuple[Pod, Round]], *, now: bool = False) -> list[CurrentTable]:
    """Everybody with their table in these rounds, in the order of a list on a wall.

    `now`: where to go at this moment; who was in a pod that is over has no table any more.
    """
    t = event.state
    by_player: dict[int, CurrentTable] = {}
    ended = {no for p in t.pods.values() if is_played(t, p) for no in p.members} if now else set()
    for p, r in rounds:
        if now and has_ended(t, p, r):
            continue
        for m in r.matches.values():
            for no, other in ((m.a, m.b), (m.b, m.a)):
                by_player[no] = CurrentTable(
                    listed_name(event, no), m.table, public_name(event, other), "match", r.number, no
                )
        for s in r.sitting:
            by_player[s.no] = CurrentTable(listed_name(event, s.no), None, "", KINDS[s.outcome], r.number, s.no)
    for no, entrant in t.entrants.items():
        if no not in by_player:
            kind = "out" if entrant.drop is not None else "over" if no in ended else ""
            by_player[no] = CurrentTable(listed_name(event, no), None, "", kind, 0, no)
    return sorted(by_player.values(), key=lambda seat: (alphabetical(seat.listed), seat.no))


def by_letter(rows: Iterable[CurrentTable]) -> dict[str, list[CurrentTable]]:
    """Seats grouped by first letter; whatever is no letter comes under #."""
    groups: dict[str, list[CurrentTable]] = {}
    for seat in rows:
        groups.setdefault(initial(seat.listed), []).append(seat)
    return groups


# --- standings --------------------------------------------------------------------------------------------------------

_TABLES: CacheSlot[tuple[str, int | None], list[StandingTable]] = CacheSlot(12)
_PUBLIC_TABLES: CacheSlot[str, list[StandingTable]] = CacheSlot(4)


def finished_numbers(t: Tournament) -> list[int]:
    """Numbers of the rounds that count somewhere."""
    return sorted({r.number for p in t.pods.values() for r in counted_rounds(t, p)})


def check_after(t: Tournament, after: int | None) -> None:
    """Standings can be asked for after 0 rounds or after a finished one."""
    done = finished_numbers(t)
    if after is not None and after not in (0, *done):
        raise BadInput(
            "after-unfinished",
            "Round {after} is not finished (finished so far: {done}).",
            after=after,
            done=done[-1] if done else 0,
        )


def cached_tables(event: LoadedTournament, after: int | None) -> list[StandingTable]:
    """All standings after a round, kept while nothing comes in but results of a later one: thousands of phones ask."""
    check_after(event.state, after)
    return event.caches[_TABLES].get_or_create(
        (event.standings_version, after), lambda: tables(event.state, after=after, lots=event.lots())
    )


def public_tables(event: LoadedTournament, after: int | None = None) -> list[StandingTable]:
    """The standings now, or after a finished round: only of pods that have one, and nothing that a draft has set up."""
    t = event.state
    check_after(t, after)
    if not finished_numbers(t):
        return []
    found = _tables_now(event) if after is None else cached_tables(event, after)
    return [x for x in found if any(counted_rounds(t, t.pods[pod]) for pod in x.pods)]


def _tables_now(event: LoadedTournament) -> list[StandingTable]:
    """The standings now. Who is in a published cut stands above the others; one that is only set up stays unknown."""
    t = event.state
    shown = {p.id: p for p in t.pods.values() if p.phase is not Phase.CUT or any(map(is_shown, p.rounds.values()))}
    if len(shown) == len(t.pods):
        return cached_tables(event, None)
    return event.caches[_PUBLIC_TABLES].get_or_create(
        event.standings_version, lambda: tables(replace(t, pods=shown), lots=event.lots())
    )


def cut_size(t: Tournament, table: StandingTable) -> int:
    """How many of this table go on: the bracket's players, else what was set or the document advises; 0: no cut."""
    roots = [t.pods[pod] for pod in table.pods]
    if roots[0].phase in ELIMINATION:
        return 0
    cuts = [p for p in t.pods.values() if p.phase is Phase.CUT and {x.id for x in t.chain(p)} & set(table.pods)]
    for cut in cuts:
        if any(map(is_shown, cut.rounds.values())) and (not table.division or table.division in cut.divisions):
            return len(cut.members)
    return _planned_cut(t, table, roots[0])


def _planned_cut(t: Tournament, table: StandingTable, root: Pod) -> int:
    cuts = cuts_of(t, root)
    if t.style != "swiss+cut" and all(planned.chosen is None for planned in cuts):
        return 0
    if cuts[0].division:  # each division has its own line
        own = sum(planned.size for planned in cuts if planned.division == table.division)
        return own if own <= len(table.rows) else 0
    sections = [p for p in t.root_pods() if p.section and p.divisions == root.divisions] if root.section else [root]
    return cuts[0].size // max(1, len(sections)) if len(table.pods) == 1 else cuts[0].size


# --- brackets ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ShownBracket:
    """A bracket with what is known of it; `scores` holds each side's part of a result, by the two who met."""

    pod: PodLabel
    view: BracketView
    names: Mapping[int, str]
    scores: Mapping[frozenset[int], Mapping[int, str]]
    tables: Mapping[frozenset[int], int]
    titles: tuple[Note, ...]  # what each round is called
    part: str = ""  # of a double elimination: "winners", "losers", "final" or "second-final"


def shown_brackets(event: LoadedTournament, *, staff: bool = False) -> list[ShownBracket]:
    """The brackets: for the public those with a published round, and nothing of a drafted one."""
    t = event.state
    brackets: list[ShownBracket] = []
    for p in t.pods.values():
        rounds = [r for _, r in sorted(p.rounds.items()) if staff or is_shown(r)]
        if p.phase not in ELIMINATION or len(p.members) < 2 or not (rounds or staff):
            continue
        names = {no: event.name(no) for no in p.members} if staff else names_of(event, p.members)
        if p.double:
            brackets += _double_brackets(label_of(t, p), p, rounds, names)
            continue
        view = bracket_view(p.members, [bracket_round(r) for r in rounds], third_place=p.third_place)
        titles = round_titles(view, after_swiss=p.phase is Phase.CUT)
        brackets.append(ShownBracket(label_of(t, p), view, names, *_results_of(rounds), titles))
    return brackets


def _results_of(rounds: Iterable[Round]) -> tuple[dict[frozenset[int], dict[int, str]], dict[frozenset[int], int]]:
    """Scores and tables of these rounds, by the two who met."""
    matches = [m for r in rounds for m in r.matches.values()]
    scores = {frozenset((m.a, m.b)): _sides(m) for m in matches if m.result is not None}
    return scores, {frozenset((m.a, m.b)): m.table for m in matches}


def _double_brackets(
    label: PodLabel, p: Pod, rounds: Sequence[Round], names: Mapping[int, str]
) -> Iterator[ShownBracket]:
    """Both brackets and the finals of a double elimination, each a bracket of its own: two may meet in both."""
    both = double_view(p.members, [bracket_round(r) for r in rounds])
    for part, view, numbers, titles in double_parts(both):
        own = [r for i, r in enumerate(rounds, 1) if i in numbers]
        yield ShownBracket(label, view, names, *_results_of(own), titles, part)


def _sides(m: Match) -> dict[int, str]:
    if m.result is None:
        return {}
    if m.result.tally is not None:
        return {m.a: str(m.result.tally.a), m.b: str(m.result.tally.b)}
    if m.result.score_a is not None and m.result.score_b is not None:
        return {m.a: str(m.result.score_a), m.b: str(m.result.score_b)}
    return {m.a: str(int(m.result.a.won)), m.b: str(int(m.result.b.won))}
