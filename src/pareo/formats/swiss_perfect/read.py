"""Importing a tournament of Swiss Perfect 98 (SP-18): players, rounds, results, byes and forfeits, through the app.

`import_swiss_perfect` makes a tournament of ours from the files, all or nothing: if anything fails, nothing stays.
Without a ruleset a house ruleset is written from the .INI file, with its order of tie-breaks. What could not be carried
over is in the report. Reading the files is in `swiss_perfect_files`; what it gives can be had here too.

Choices: start numbers become the order of entry; the local rating comes first, the international one is the other list;
a round without a row for a player is an absence; a pairing without a result in a round that others followed is a game
that neither came to. A late entry or a withdrawal that is still to come is planned for its round; one that has been is
told by the rounds themselves. What the settings become is in `swiss_perfect_rules`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from pareo.app.desk import Desk
from pareo.app.event import events
from pareo.app.people import players
from pareo.app.people.players import NewPlayer
from pareo.app.rounds import by_hand, rounds
from pareo.app.rounds.by_hand import HandPairing
from pareo.core.pairing.registry import MANUAL
from pareo.core.rules.ruleset import Ruleset
from pareo.core.state.model import Status
from pareo.core.state.outcome import Outcome
from pareo.core.words.errors import BadInput, PareoError
from pareo.core.words.numbers import points_text
from pareo.formats.swiss_perfect.event import (
    Notes,
    Sort,
    SwissPerfectEvent,
    SwissPerfectGame,
    SwissPerfectPlayer,
    shown_halves,
    shown_name,
    text_export,
)
from pareo.formats.swiss_perfect.files import read_swiss_perfect
from pareo.formats.swiss_perfect.rules import house_ruleset, new_event

__all__ = ["SwissPerfectEvent", "SwissPerfectReport", "house_ruleset", "import_swiss_perfect", "read_swiss_perfect",
           "text_export"]

_RESULTS = {
    (Outcome.WIN, Outcome.LOSS): "1-0",
    (Outcome.LOSS, Outcome.WIN): "0-1",
    (Outcome.DRAW, Outcome.DRAW): "½-½",
    (Outcome.LOSS, Outcome.LOSS): "0-0",
    (Outcome.FORFEIT_WIN, Outcome.FORFEIT_LOSS): "1-0F",
    (Outcome.FORFEIT_LOSS, Outcome.FORFEIT_WIN): "0-1F",
    (Outcome.FORFEIT_LOSS, Outcome.FORFEIT_LOSS): "0-0F",
}


@dataclass(frozen=True, slots=True)
class SwissPerfectReport:
    """What was imported, and what was not understood or could not be carried over."""

    players: int
    rounds: int
    games: int
    notes: tuple[str, ...]


def import_swiss_perfect(
    desk: Desk, files: Mapping[str, bytes] | bytes, *, ruleset: str | None = None, slug: str | None = None
) -> tuple[str, SwissPerfectReport]:
    """A new tournament from the files, by name or as one zip: its slug, and the report."""
    old = read_swiss_perfect(files)
    notes = Notes()
    for line in old.notes:
        notes.add(line)
    made = events.create(desk, new_event(old, ruleset, slug, notes))
    try:
        rows, games = _filled(desk, made, old, notes)
    except PareoError as problem:
        events.remove(desk, made)
        raise BadInput(
            "sp-import", "The Swiss Perfect tournament cannot be imported: {problem}", problem=str(problem)
        ) from problem
    except BaseException:
        events.remove(desk, made)
        raise
    return made, SwissPerfectReport(len(old.players), rows, games, notes.told())


# --- players and rounds -----------------------------------------------------------------------------------------------


def _filled(desk: Desk, slug: str, old: SwissPerfectEvent, notes: Notes) -> tuple[int, int]:
    """Enters everybody and plays the rounds; how many rounds and games there are."""
    rules = desk.open(slug).state.ruleset
    ids = _enter(desk, slug, old, rules, notes)
    playable = _playable(old, notes)
    leaving = _leaving(old, len(playable), notes)
    played = 0
    for number, games in enumerate(playable, 1):
        if number == 1:
            rounds.pair(desk, slug, method=MANUAL)  # the file pairs
        rows = _hand_rows(old, games, ids, rules, notes, closed=number < len(playable))
        by_hand.import_pairings(desk, slug, rows, round_no=number)
        played += sum(1 for row in rows if row.b)
        if all(row.result for row in rows if row.b):
            _finish(desk, slug)
        for key in leaving.get(number, ()):
            players.drop(desk, slug, ids[key])
    return len(playable), played


def _finish(desk: Desk, slug: str) -> None:
    """A round in which nobody had an opponent has no result that would finish it."""
    pod = next(iter(desk.open(slug).state.pods.values()))
    if pod.last_round is not None and pod.last_round.status is not Status.FINISHED:
        rounds.publish(desk, slug, confirmed=True)
        rounds.start(desk, slug)
        rounds.finish(desk, slug)


def _enter(
    desk: Desk, slug: str, old: SwissPerfectEvent, rules: Ruleset, notes: Notes
) -> dict[int, str]:
    """Everybody by start number; the ids by which the app knows them."""
    local_first = any(p.local_rating for p in old.players)
    asked = _asked_off(old)
    if asked and rules.points.get(Outcome.REQUESTED_BYE, 0) * 2 != rules.unit:
        shown = rules.show_points(rules.points.get(Outcome.REQUESTED_BYE, 0))
        notes.add(f"Half-point byes give {shown} under {rules.id} (points.requested-bye).")
    memberships = _memberships(old)
    new: list[NewPlayer] = []
    for p in old.players:
        if _membership(p) and p.key not in memberships:
            notes.add(f"{p.surname}: the id {_membership(p)} could be somebody else's too, and was left out.")
        new.append(NewPlayer(
            first=shown_name(p.first_name),
            last=shown_name(p.surname),
            id=memberships.get(p.key, ""),
            birth_date="-".join(f"{part:02}" for part in p.born) if p.born else "",
            title=p.title,
            sex=_SEXES.get(p.sex, ""),
            intl_id=p.intl_id,
            local_id=p.local_id,
            club=p.club,
            federation=p.federation,
            rating=p.local_rating if local_first else p.intl_rating,
            rating2=p.intl_rating if local_first else None,
            absent=asked.get(p.key, frozenset()) | {r for r in p.absent if old.last_round < r <= old.planned},
            late_from=p.late_entry if p.late_entry > max(1, old.last_round) else None,
            until=p.withdrawal - 1 if p.withdrawal > old.last_round + 1 else None,
            notes=p.memo,
            where=f"player {p.start_no}",
        ))
    done = players.enter(desk, slug, new, confirmed=True)
    event = desk.open(slug)
    ids = {p.key: event.id(entrant.no) for p, entrant in zip(old.players, done.fact.entrants, strict=True)}
    for key, halves in old.bonus_left.items():
        players.edit(desk, slug, ids[key], {"bonus": shown_halves(halves)})
    return ids


_SEXES = {"male": "m", "female": "f", "computer": "computer"}


def _membership(player: SwissPerfectPlayer) -> str:
    return player.local_id or player.intl_id


def _memberships(old: SwissPerfectEvent) -> dict[int, str]:
    """Ids that are one player's alone. Players without one are known by small numbers, which nobody else may have."""
    count = Counter(_membership(p) for p in old.players)
    alone = {p.key: m for p in old.players if (m := _membership(p)) and count[m] == 1}
    if len(alone) == len(old.players):
        return alone
    return {key: m for key, m in alone.items() if not (m.isdecimal() and int(m) <= 2 * len(old.players))}


def _asked_off(old: SwissPerfectEvent) -> dict[int, frozenset[int]]:
    """Rounds with a half-point bye, by player."""
    found: dict[int, set[int]] = {}
    for number, games in old.rounds.items():
        for game in games:
            if game.sort is Sort.HALF_BYE and game.white is not None:
                found.setdefault(game.white, set()).add(number)
    return {key: frozenset(numbers) for key, numbers in found.items()}


def _playable(old: SwissPerfectEvent, notes: Notes) -> list[tuple[SwissPerfectGame, ...]]:
    """The rounds one after the other, up to the first that the file does not hold."""
    found: list[tuple[SwissPerfectGame, ...]] = []
    for number in range(1, old.last_round + 1):
        games = old.rounds.get(number, ())
        if all(g.sort is Sort.ABSENT for g in games):
            break
        found.append(games)
    if len(found) < len(old.rounds):
        notes.add(f"Nobody plays in round {len(found) + 1} of the .SCO file: the rounds from there on were left out.")
    if found and len(old.players) < 2:
        notes.add("A single player: his rounds were left out.")
        return []
    return found


def _leaving(old: SwissPerfectEvent, last: int, notes: Notes) -> dict[int, list[int]]:
    """Who leaves after which round. Somebody who never played leaves after round 1, so that he is in the standings."""
    played: dict[int, int] = {}
    for number, games in old.rounds.items():
        there = (g for g in games if g.sort is not Sort.ABSENT)
        played |= {key: number for g in there for key in (g.white, g.black) if key is not None}
    found: dict[int, list[int]] = {}
    for p in old.players:
        if not p.withdrawal or p.withdrawal > last + 1:
            continue
        after = max(1, p.withdrawal - 1)
        if played.get(p.key, 0) > after:
            notes.add(f"{p.surname} left before round {p.withdrawal} and is in a later round: he is kept.")
        else:
            found.setdefault(after, []).append(p.key)
    return found


def _hand_rows(
    old: SwissPerfectEvent,
    games: Sequence[SwissPerfectGame],
    ids: Mapping[int, str],
    rules: Ruleset,
    notes: Notes,
    *,
    closed: bool,
) -> list[HandPairing]:
    """A round as pairings made by hand. Who sat out for nothing has no row: he is absent."""
    surname = {p.key: p.surname for p in old.players}
    rows: list[HandPairing] = []
    for game in games:
        if game.white is None or game.sort is Sort.ABSENT:
            continue
        if game.black is None:
            rows.append(HandPairing(ids[game.white]))
            continue
        where = f"{surname[game.white]} – {surname[game.black]}"
        result = _result(game, rules, where, notes)
        if not result and closed:
            notes.add(f"{where}: paired, and no result; read as a game that neither came to.")
            result = "0-0F"
        rows.append(HandPairing(ids[game.white], ids[game.black], result=result, where=where))
    return rows


def _result(game: SwissPerfectGame, rules: Ruleset, where: str, notes: Notes) -> str:
    if game.white_outcome is None or game.black_outcome is None:
        return ""
    outcome = _RESULTS[game.white_outcome, game.black_outcome]
    if rules.results.games > 1 and game.sort is Sort.PLAYED:
        return _match_result(game, rules.results.games, outcome, where, notes)
    a, b = game.white_secondary, game.black_secondary
    if not (a or b) or game.sort is not Sort.PLAYED:
        return outcome
    shown = f"{shown_halves(a)}-{shown_halves(b)}"
    agrees = {"1-0": a > b, "0-1": a < b, "½-½": a == b}.get(outcome, False)
    if rules.results.kind != "scores" or a % 2 or b % 2 or not agrees or shown in ("1-0", "0-1"):
        notes.add(f"{where}: the secondary points {shown} were left out; {outcome} is kept.")
        return outcome
    return shown


def _match_result(game: SwissPerfectGame, games: int, outcome: str, where: str, notes: Notes) -> str:
    """Several games a round (SP-10): the match score, if it is one."""
    a, b = game.white_halves, game.black_halves
    if a + b != 2 * games:
        notes.add(f"{where}: {shown_halves(a)}:{shown_halves(b)} is no score of {games} games; {outcome} is kept.")
        whole = points_text(games, 2)
        return {"1-0": f"{games}-0", "0-1": f"0-{games}", "½-½": f"{whole}-{whole}"}.get(outcome, outcome)
    return f"{points_text(a, 2)}-{points_text(b, 2)}"
