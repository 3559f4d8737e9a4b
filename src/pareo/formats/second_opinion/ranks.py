"""The standings of a report counted again: points, and places by the tie-breaks of its line 202 or 212 (F-96)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from pareo import rulesets
from pareo.core.model.ruleset import TiebreakUse
from pareo.core.standings.player_records import Ledger, PlayerRecord, RoundRecord
from pareo.core.standings.standings import Standing, not_applied, standings
from pareo.core.standings.tiebreaks.codes import CODES, POINTS, parse_code
from pareo.core.standings.tiebreaks.context import Value
from pareo.core.text.errors import BadInput
from pareo.core.tournament.records import games_each, without_half_played
from pareo.formats.second_opinion.replay import Replay
from pareo.formats.trf.lines import tenths


@dataclass(frozen=True, slots=True)
class RankOpinion:
    """A place that the rules give otherwise than the file: what decided it, and against whom."""

    no: int
    file: int
    rank: int
    code: str
    value: str
    other: int | None = None
    other_value: str = ""


@dataclass(frozen=True, slots=True)
class PointsOpinion:
    """Points of the file that its results do not give."""

    no: int
    file: str
    points: str


def wrong_points(replay: Replay) -> list[PointsOpinion]:
    """Players whose points in the file are not those of their results, with or without a bye in the coming round."""
    wrong = []
    coming = replay.coming_points()
    for no, p in sorted(replay.file.players.items()):
        total = replay.points(no, replay.planned + 1000)
        try:
            file_points = tenths(p.points) if p.points else total
        except BadInput:
            file_points = -1
        if file_points not in (total, total + coming.get(no, 0)):
            wrong.append(PointsOpinion(no, p.points, number(Fraction(total, 10))))
    return wrong


def wrong_ranks(
    replay: Replay, codes: Sequence[str], *, robin: bool, unrated: int | None = None
) -> tuple[list[RankOpinion], list[str]]:
    """The places that differ, and notes. Ties that the list leaves may be shared or not."""
    known, notes = _known_codes(codes)
    rows = standings_by(replay, [_tiebreak_use(code, unrated) for code in known], robin=robin)
    if out := not_ranked(replay):
        notes.append(f"without a rank in the file, and not ranked here: {', '.join(map(str, sorted(out)))}.")
    if dropped := not_applied(rows):
        notes.append(f"{', '.join(dropped)}: dropped, because a player is unrated and no rule is given (--unrated).")
    groups = _tied_groups(rows)
    file_ranks = replay.ranks
    if not file_ranks:
        return [], [*notes, "the file has no ranks, or they are its starting numbers."]
    by_no = {row.no: row for row in rows}
    wrong = [
        no
        for first, last, members in groups
        for no in members
        if no in file_ranks and not first <= file_ranks[no] <= last
    ]
    return [_rank_opinion(by_no, no, file_ranks, known) for no in sorted(wrong)], notes


def not_ranked(replay: Replay) -> set[int]:
    """Whom the file gives no rank while others have one: expelled, or gone too early from a round robin."""
    return {no for no, p in replay.file.players.items() if not p.rank} if replay.ranks else set()


def _tiebreak_use(code: str, unrated: int | None) -> TiebreakUse:
    """A code with the rule for unrated players, where it goes by ratings (F-117)."""
    return TiebreakUse(code, {"unrated": unrated} if unrated is not None and "unrated" in CODES[code].options else {})


def places(replay: Replay, codes: Sequence[str], *, robin: bool = False) -> dict[int, int]:
    """Everybody's place by points and these tie-breaks."""
    known, _ = _known_codes(codes)
    return {row.no: row.rank for row in standings_by(replay, known, robin=robin)}


def _known_codes(codes: Sequence[str]) -> tuple[list[str], list[str]]:
    """The codes up to the first that is not known here; the points go without saying where they are first."""
    wanted = [parse_code(code) or code for code in codes]
    wanted = wanted[1:] if wanted[:1] == [POINTS] else wanted
    for i, code in enumerate(wanted):
        if code not in CODES:
            return wanted[:i], [f"tie-break {code} is not known: places are checked up to it."]
    return wanted, [] if codes else ["202 and 212 are missing: places are checked by points only."]


def standings_by(replay: Replay, codes: Sequence[str | TiebreakUse], *, robin: bool = False) -> list[Standing]:
    """The table of a file by points and these tie-breaks; what they leave tied shares the place."""
    uses = tuple(TiebreakUse(one) if isinstance(one, str) else one for one in codes)
    rules = replace(
        rulesets.load("chess-fide"), unit=10, points=replay.worth, tiebreaks=uses,
        shared_places=True,
    )  # fmt: skip
    out = not_ranked(replay)
    accounts = {
        no: PlayerRecord(
            no,
            tuple(
                RoundRecord(p.round_no, p.outcome, p.opponent, p.points, started=p.starts if p.opponent else None)
                for p in replay.past[no]
            ),
            adjusted=replay.points(no, replay.planned + 1000) - sum(p.points for p in replay.past[no]),
            rating=replay.file.players[no].rating,
            seat=no,
            dropped_after=replay.rounds if robin and no in out else None,
            unranked=no in out,
        )
        for no in replay.file.players
    }
    if robin:
        accounts = without_half_played(accounts, games_each(len(accounts), replay.planned))
    rounds = tuple(range(1, replay.rounds + 1))
    ledger = Ledger(accounts, rounds, replay.planned, {no: no for no in accounts}, robin=robin)
    return list(standings(ledger, rules))


def _tied_groups(rows: Sequence[Standing]) -> list[tuple[int, int, list[int]]]:
    """First place, last place and players of each group that the tie-breaks leave tied."""
    groups: dict[int, list[int]] = {}
    for row in rows:
        groups.setdefault(row.rank, []).append(row.no)
    return [(rank, rank + len(members) - 1, members) for rank, members in groups.items()]


def _rank_opinion(
    rows: Mapping[int, Standing], no: int, file_ranks: Mapping[int, int], codes: Sequence[str]
) -> RankOpinion:
    """What puts a player there: the first value that differs from somebody's whom the file has on the other side."""
    standing = rows[no]
    rank = standing.rank
    better = file_ranks[no] < rank  # the file has them too high
    others = [
        rows[o] for o, r in file_ranks.items()
        if o != no and (r > file_ranks[no] if better else r < file_ranks[no]) and (rows[o].rank < rank) == better
    ]  # fmt: skip
    other = min(others, key=lambda row: abs(row.rank - rank), default=None)
    if other is None or other.points != standing.points:
        value = number(Fraction(standing.points, 10))
        against = "" if other is None else number(Fraction(other.points, 10))
        return RankOpinion(no, file_ranks[no], rank, "PTS", value, other and other.no, against)
    for code, one, two in zip(codes, standing.values, other.values, strict=False):
        if one.exact != two.exact:
            return RankOpinion(no, file_ranks[no], rank, code, _format_value(one), other.no, _format_value(two))
    return RankOpinion(no, file_ranks[no], rank, "", "", other.no)


def _format_value(value: Value) -> str:
    return "–" if value.exact is None else number(Fraction(value.exact))


def number(value: Fraction) -> str:
    """A value as text: “4”, “18.5”, “26.13”."""
    return f"{float(value):.2f}".rstrip("0").rstrip(".")
