"""An X-Wing event as Cryodex's JSON for List Juggler. Fields of our own make it come back whole; others skip them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any, NamedTuple

from pareo import rulesets
from pareo.app.base.context import Context
from pareo.app.queries.pages.event_tables import standing_rows
from pareo.app.rows.tables import StandingRow
from pareo.core.model.entities import Status
from pareo.core.model.outcome import Outcome
from pareo.core.rules.ruleset_file import parse_ruleset
from pareo.core.text.errors import Refused
from pareo.core.tournament.progress import counted_rounds
from pareo.core.tournament.tournament import ELIMINATION
from pareo.formats.exchange.event import ForeignEvent, ForeignMatch, ForeignPlayer, ForeignPod, ForeignRound, Writing
from pareo.formats.exchange.rebuild import describe_event
from pareo.formats.list_juggler.file import FileMatch, FilePlayer, FileRound, JugglerFile, Rank, encode_file
from pareo.formats.list_juggler.read import FORMAT

LEFT_OUT = (
    "ids, birth years, clubs, federations, ratings, factions, nicknames, contacts and notes",
    "squads, reasons of pairings and drops, drafts, the seed and the journal",
)


class FinalStanding(NamedTuple):
    """What the file says of a player at the end: all of it after the Swiss rounds but for `place`."""

    rank: int
    score: int
    margin: int | None
    schedule: int | None
    place: int | None = None  # in the elimination


def export(ctx: Context, slug: str) -> Writing:
    """The List Juggler file of a stored event, with its standings."""
    event = ctx.open(slug)
    t = event.state
    counted = [(pod, r.number) for pod in t.pods.values() for r in counted_rounds(t, pod)]
    swiss = max((number for pod, number in counted if pod.phase not in ELIMINATION), default=0)
    places = {row.player: row.rank for row in standing_rows(ctx, slug)}
    cut = {event.id(no) for pod, _ in counted if pod.phase in ELIMINATION for no in pod.members}
    rows = standing_rows(ctx, slug, after=swiss)
    finals = {
        str(event.find(row.player)): _final(row, places[row.player] if row.player in cut else None) for row in rows
    }
    return write(describe_event(ctx, slug), finals=finals)


def _final(row: StandingRow, place: int | None) -> FinalStanding:
    margin, schedule = row.tiebreak_value("margin"), row.tiebreak_value("strength-of-schedule")
    return FinalStanding(
        row.rank,
        int(row.points),
        None if margin is None else int(margin),
        None if schedule is None else int(schedule),
        place,
    )


def write(event: ForeignEvent, *, finals: Mapping[str, FinalStanding] | None = None) -> Writing:
    """The List Juggler file of an event, and what it cannot hold."""
    rules = (
        rulesets.load(event.ruleset)
        if event.ruleset_text is None
        else parse_ruleset(event.ruleset_text, name=event.ruleset)
    )
    if rules.results.kind != "squads" or any(player.team for player in event.players):
        raise Refused("juggler-event", "List Juggler's file is for X-Wing events of single players.")
    if sum(not pod.sources for pod in event.pods) > 1:
        raise Refused("juggler-pods", "A List Juggler file has room for 1 group of players, not several.")
    names = _names(event)
    final_rows = finals or {}
    players = [_player(player, names, final_rows.get(player.key)) for player in event.players]
    rounds = [_round(pod, r, names) for pod in event.pods for r in pod.rounds if r.status is not Status.DRAFTED]
    return Writing(encode_file(JugglerFile(event.name, players, rounds, rules.results.available)), LEFT_OUT)


def _names(event: ForeignEvent) -> dict[str, str]:
    """Names by key, each of them once: the file knows players by nothing else."""
    names: dict[str, str] = {}
    used: Counter[str] = Counter()
    for player in event.players:
        name = " ".join(filter(None, (player.first, player.last))) or f"#{player.key}"
        used[name] += 1
        names[player.key] = name if used[name] == 1 else f"{name} ({used[name]})"
    return names


def _player(player: ForeignPlayer, names: Mapping[str, str], final: FinalStanding | None) -> FilePlayer:
    stored: Any = player.extra.get(FORMAT)
    rank = Rank() if final is None else Rank(final.rank, final.place)
    return FilePlayer(
        names[player.key],
        list_id=stored.get("list-id") if isinstance(stored, dict) else None,
        rank=rank,
        mov=final.margin if final else None,
        score=final.score if final else None,
        sos=final.schedule if final else None,
        dropped=player.drop.after if player.drop else None,
        first=player.first,
        last=player.last,
    )


def _round(pod: ForeignPod, r: ForeignRound, names: Mapping[str, str]) -> FileRound:
    matches = [_match(m, names) for m in r.matches]
    matches += [FileMatch(names[s.key], result="bye", sat=s.outcome) for s in r.sittings]
    if pod.phase in ELIMINATION:
        return FileRound("elimination", 2 * len(r.matches), matches)
    return FileRound("swiss", r.number, matches)


def _match(m: ForeignMatch, names: Mapping[str, str]) -> FileMatch:
    result = m.result
    if result is None:
        return FileMatch(names[m.a], player2=names[m.b], table=m.table)
    winner = names[m.a] if result.a.won else names[m.b] if result.b.won else None
    return FileMatch(
        names[m.a],
        result.score_a or 0,
        names[m.b],
        result.score_b or 0,
        "draw" if result.a is Outcome.DRAW else "win",
        winner,
        result,
        table=m.table,
    )
