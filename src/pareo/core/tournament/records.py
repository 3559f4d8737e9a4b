"""From a tournament's state to what ranks it: points, opponents met, and the ledger of a pod after a round."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from pareo.core.model.entities import Entrant, Match, Phase, Pod, Round
from pareo.core.model.outcome import GameTally, Outcome, Result
from pareo.core.model.ruleset import ResultRules, Ruleset
from pareo.core.results.games_text import BEST_OF, match_format_of, wins_needed
from pareo.core.results.result_text import margins
from pareo.core.standings.adjusted import adjustments_after
from pareo.core.standings.play_off import play_off_order
from pareo.core.standings.player_records import Ledger, PlayerRecord, RoundRecord
from pareo.core.standings.points import result_points, sitting_points, start_points
from pareo.core.tournament.progress import counted_rounds
from pareo.core.tournament.rating_in import rating_in
from pareo.core.tournament.tournament import Tournament

_FORFEITS = (Outcome.FORFEIT_WIN, Outcome.FORFEIT_LOSS)
_NOTHING = (0, 0, 0)
_BRACKETS = (Phase.CUT, Phase.ELIMINATION)
POINTS_PHASES = (Phase.SWISS, Phase.DAY2, Phase.ROUND_ROBIN)


def swiss_rounds(t: Tournament, pod: Pod) -> list[Round]:
    """Rounds that count and give points, of the pod and of the phases before it: all but those of a bracket."""
    return [r for p in t.chain(pod) if p.phase in POINTS_PHASES for r in counted_rounds(t, p)]


def points_of(t: Tournament, rounds: Iterable[Round]) -> dict[int, int]:
    """Match points so far, in the ruleset's smallest unit."""
    ruleset, table = t.ruleset, t.ruleset.points
    plain = ruleset.points_from == "match"
    points: dict[int, int] = dict.fromkeys(t.entrants, 0)
    if ruleset.start is not None:
        points = {no: start_points(ruleset, e) for no, e in t.entrants.items()}
    for r in rounds:
        for m in r.matches.values():
            if m.result is None:
                continue
            if not plain:
                for no, gained in zip((m.a, m.b), result_points(ruleset, m.result), strict=True):
                    points[no] += gained
                continue
            points[m.a] += table[m.result.a]
            points[m.b] += table[m.result.b]
        for s in r.sitting:
            points[s.no] += sitting_points(table, s)
    return points


def opponents_met(t: Tournament, rounds: Iterable[Round], *, forfeits_meet: bool) -> dict[int, set[int]]:
    """Who has met whom. A game lost by forfeit was a pairing, unless the ruleset lets the two meet again (SP-4)."""
    met: dict[int, set[int]] = {no: set() for no in t.entrants}
    for r in rounds:
        for m in r.matches.values():
            if not forfeits_meet and m.result is not None and m.result.a in _FORFEITS:
                continue
            met[m.a].add(m.b)
            met[m.b].add(m.a)
    return met


def had_bye(rounds: Iterable[Round]) -> set[int]:
    """Who has had the bye of an odd field (nobody gets it twice: P-SW-3, S-10)."""
    return {s.no for r in rounds for s in r.sitting if s.outcome is Outcome.BYE}


def start_balance(rounds: Iterable[Round]) -> dict[int, int]:
    """Games started minus games not started, over games that were played (S-5)."""
    balance: dict[int, int] = {}
    for r in rounds:
        for m in r.matches.values():
            if m.result is None or m.result.a not in _FORFEITS:
                balance[m.a] = balance.get(m.a, 0) + 1
                balance[m.b] = balance.get(m.b, 0) - 1
    return balance


def lines_of(ruleset: Ruleset, rounds: Iterable[Round]) -> dict[int, list[RoundRecord]]:
    """Everybody's rounds as records, in round order."""
    points = ruleset.points
    with_margin = ruleset.results.kind == "squads"
    unplayed = bye_games(ruleset.results)  # asked once: thirty thousand matches wait
    lines: dict[int, list[RoundRecord]] = {}
    for r in rounds:
        number = r.number
        for m in r.matches.values():
            _match_lines(lines, m, number, ruleset, unplayed)
        for s in r.sitting:
            margin = ruleset.results.bye_margin if with_margin and s.outcome.won else 0
            lines.setdefault(s.no, []).append(
                RoundRecord(
                    number,
                    s.outcome,
                    None,
                    sitting_points(points, s),
                    None,
                    None,
                    margin,
                    games=unplayed if s.outcome.won else None,
                )
            )
    return lines


def _match_lines(
    lines: dict[int, list[RoundRecord]], m: Match, number: int, ruleset: Ruleset, unplayed: GameTally | None
) -> None:
    result = m.result
    if result is None:
        return
    margin_a, margin_b = margins(result, ruleset.results)
    a, b, score_a, score_b = result.a, result.b, result.score_a, result.score_b
    gained_a, gained_b = result_points(ruleset, result)
    halves_a, halves_b = _half_games(result)
    games_a = games_b = None
    if unplayed is not None and (games_a := match_games(result, unplayed)) is not None:
        games_b = GameTally(games_a.b, games_a.a, games_a.drawn)
    rated = result.mark is None
    lines.setdefault(m.a, []).append(
        RoundRecord(
            number,
            a,
            m.b,
            gained_a,
            score_a,
            score_b,
            margin_a,
            started=True,
            halves=halves_a,
            games=games_a,
            rated=rated,
        )
    )
    lines.setdefault(m.b, []).append(
        RoundRecord(
            number,
            b,
            m.a,
            gained_b,
            score_b,
            score_a,
            margin_b,
            started=False,
            halves=halves_b,
            games=games_b,
            rated=rated,
        )
    )


def match_games(result: Result, unplayed: GameTally) -> GameTally | None:
    """The games of a match as far as they are known, a's first; of one that was not played those of a bye."""
    if result.tally is not None:
        return result.tally
    if result.halves_a is not None and result.halves_b is not None:  # “1½-½”: a half game each is one drawn
        return GameTally(result.halves_a // 2, result.halves_b // 2, result.halves_a % 2)
    if result.a.won:
        return unplayed
    return GameTally(unplayed.b, unplayed.a, unplayed.drawn) if result.b.won else None


def bye_games(rules: ResultRules) -> GameTally | None:
    """What a win without a game counts in games; None where games are not counted."""
    form = match_format_of(rules)
    if form.games == 1:
        return None
    return rules.bye_games or GameTally(wins_needed(form.games) if form.decide == BEST_OF else form.games, 0)


def _half_games(result: Result) -> tuple[tuple[int, int] | None, tuple[int, int] | None]:
    """Both sides' half games won and of how many, where a round has several games: ratings count each of them."""
    a, b = result.halves_a, result.halves_b
    return (None, None) if a is None or b is None else ((a, a + b), (b, a + b))


def ledger_of(t: Tournament, pod: Pod, *, after: int | None = None, lots: Mapping[int, int] | None = None) -> Ledger:
    """The ledger of a Swiss pod. On day 2 only that day's rounds are lines; day 1's points are carried, and with them
    what was won, lost and tied for them (P-TB-9). Where percentages go over both days, all rounds are (PN-TB-4)."""
    return _two_phase_ledger(t, pod, after, lots) or _pod_ledger(t, pod, after, lots)


def _two_phase_ledger(t: Tournament, pod: Pod, after: int | None, lots: Mapping[int, int] | None) -> Ledger | None:
    """The ledger of one phase of two with that of the other attached; None where each stands for itself."""
    rules = t.ruleset.second_day
    if rules is None or rules.phases == "restart" or not rules.carry_points or pod.phase in _BRACKETS:
        return None
    if pod.phase is Phase.DAY2:
        first = t.chain(pod)[0]
        both = replace(
            pod,
            rounds=first.rounds | pod.rounds,
            planned=first.planned + pod.planned,
            first_round=first.first_round,
            phase=Phase.SWISS,
        )
        alone = replace(_pod_ledger(t, first, after, lots), phases=rules.phases)
        return replace(_pod_ledger(t, both, after, lots), phases=rules.phases, other=alone, second=True)
    second = next((p for p in t.successors(pod.id) if p.phase is Phase.DAY2), None)
    if second is None:
        return None
    later = _two_phase_ledger(t, second, after, lots) if rules.phases == "both" else None
    return replace(_pod_ledger(t, pod, after, lots), phases=rules.phases, other=later)


def _pod_ledger(t: Tournament, pod: Pod, after: int | None, lots: Mapping[int, int] | None) -> Ledger:
    rounds = counted_rounds(t, pod, after)
    lines = lines_of(t.ruleset, rounds)
    carried: Mapping[int, int] = {}
    before: Mapping[int, tuple[int, int, int]] = {}
    rules = t.ruleset.second_day
    if pod.phase is Phase.DAY2 and rules is not None and rules.carry_points:
        earlier = [r for p in t.chain(pod)[:-1] for r in counted_rounds(t, p)]
        carried, before = points_of(t, earlier), _won_lost_tied(t, earlier)
    last = rounds[-1].number if rounds else pod.first_round - 1
    on_time = t.chain(pod)[0].first_round  # late on day 1 is late on day 2
    accounts: dict[int, PlayerRecord] = {}
    seats = {no: seat for seat, no in enumerate(t.player_list_order(), 1)}
    adjusted = adjustments_after(str(t.settings.get("adjusted") or ""), t.ruleset.unit, last)
    for no in pod.members:
        entrant = t.entrants[no]
        accounts[no] = PlayerRecord(
            no,
            tuple(lines.get(no, ())),
            entrant.division,
            on_time < entrant.late_from <= last + 1,
            _dropped_after(entrant, after, pod, last),
            sent_away := entrant.drop is not None and entrant.drop.kind in ("disqualified", "expelled"),
            carried[no] if no in carried else start_points(t.ruleset, entrant),
            rating_in(t, entrant),
            seats[no],
            entrant.rating2,
            before.get(no, _NOTHING),
            adjusted.get(entrant.start_no or no, 0),
            sent_away and not t.ruleset.rank_sent_away,
            entrant.estimate,
        )
    robin = pod.phase is Phase.ROUND_ROBIN
    if robin and not t.ruleset.robin.half_counts:
        accounts = without_half_played(accounts, games_each(len(accounts), pod.planned))
    outside = _play_off_order(t) if after is None else {}
    return Ledger(accounts, tuple(r.number for r in rounds), pod.planned, lots or {}, robin, outside=outside)


def games_each(players: int, planned: int) -> int:
    """How many games each player of a round robin has in all."""
    return (players - 1) * max(1, planned // max(1, players - 1 + players % 2))


def without_half_played(accounts: Mapping[int, PlayerRecord], games: int) -> dict[int, PlayerRecord]:
    """Who left with less than half of the games played is not ranked, and no results against them count: those
    rounds are rests (FIDE C.05; F-49)."""
    unranked = {
        no
        for no, a in accounts.items()
        if a.dropped_after is not None and 2 * sum(line.outcome.played for line in a.lines) < games
    }
    if not unranked:
        return dict(accounts)
    return {
        no: replace(a, lines=(), unranked=True)
        if no in unranked
        else replace(
            a,
            lines=tuple(
                RoundRecord(line.round_no, Outcome.REST, None, 0) if line.opponent in unranked else line
                for line in a.lines
            ),
        )
        for no, a in accounts.items()
    }


def _play_off_order(t: Tournament) -> dict[int, int]:
    """Whose order was decided outside, by the numbers that players know each other by (F-119)."""
    order = play_off_order(str(t.settings.get("play_off") or ""))
    return {no: order[e.start_no or no] for no, e in t.entrants.items() if (e.start_no or no) in order}


def _won_lost_tied(t: Tournament, rounds: Iterable[Round]) -> dict[int, tuple[int, int, int]]:
    """Wins (byes too), losses (late ones too) and ties, as standings count them."""
    return {
        no: (sum(x.won for x in outcomes), sum(x.lost for x in outcomes), outcomes.count(Outcome.DRAW))
        for no, lines in lines_of(t.ruleset, rounds).items()
        if (outcomes := [line.outcome for line in lines])
    }


def _dropped_after(entrant: Entrant, after: int | None, pod: Pod, last: int) -> int | None:
    """The round of the drop, unless we look back to a time before it, or every round of this phase was played.

    Who said beforehand to play up to a round (SP-5) has left once a later one is finished.
    """
    drop = entrant.drop
    if drop is None and 0 < entrant.until < last:
        return entrant.until
    if drop is None or (after is not None and drop.after > after):
        return None
    return None if drop.after >= pod.first_round + pod.planned - 1 else drop.after
