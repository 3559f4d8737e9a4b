"""A tournament of Swiss Perfect 98 (SP-18) as plain values: players, rounds, results, byes and forfeits.

Without a ruleset a house ruleset is written from the .INI file, with its order of tie-breaks. What could not be carried
over is in the notes. Reading the files is in `files`.

Choices: start numbers become the order of entry; the local rating comes first, the international one is the other list;
a round without a row for a player is an absence; a pairing without a result in a round that others followed is a game
that neither came to. A late entry or a withdrawal that is still to come is planned for its round; one that has been
follows from the rounds themselves. What the settings become is in `rules`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import fields, replace
from typing import Any

from pareo import rulesets
from pareo.app.commands.event.events import checked_settings
from pareo.app.commands.people.leaving import FORFEIT_TO_A, FORFEIT_TO_B
from pareo.app.commands.people.players import NewPlayer, clean_player
from pareo.app.queries.event.advice import planned_rounds, shapes
from pareo.app.queries.event.staff import check_may_play
from pareo.app.queries.people.player_rounds import read_bonus
from pareo.core.model.entities import Details, Drop, Phase, Pod, Sitting, Status
from pareo.core.model.outcome import Outcome, Result
from pareo.core.model.player_fields import PERSONAL
from pareo.core.model.ruleset import ResultRules, Ruleset
from pareo.core.pairing.registry import MANUAL
from pareo.core.pairing.seating import first_tables
from pareo.core.results.result_text import parse_result
from pareo.core.rules.ruleset_file import parse_ruleset
from pareo.core.settings.hall import FIRST_TABLE
from pareo.core.text.errors import BadInput, PareoError, Refused
from pareo.core.text.messages import note
from pareo.core.text.numbers import points_text
from pareo.core.tournament.drafting import sitting_out
from pareo.core.tournament.pairing_methods import is_robin, next_method
from pareo.core.tournament.progress import is_playing
from pareo.core.tournament.tournament import Tournament
from pareo.formats.exchange.event import (
    BY_HAND,
    ForeignEvent,
    ForeignMatch,
    ForeignPerson,
    ForeignPlayer,
    ForeignPod,
    ForeignRound,
    ForeignSitting,
    Reading,
)
from pareo.formats.exchange.reading import took_notes
from pareo.formats.exchange.rebuild import preview
from pareo.formats.swiss_perfect.event import (
    Notes,
    ScoreRowKind,
    SwissPerfectEvent,
    SwissPerfectGame,
    SwissPerfectPlayer,
    format_halves,
    format_name,
)
from pareo.formats.swiss_perfect.files import read_swiss_perfect
from pareo.formats.swiss_perfect.rules import new_event

_DETAILS = tuple(f.name for f in fields(Details))
_PERSON = tuple(f.name for f in fields(ForeignPerson) if f.name != "extra")
_RESULTS = {
    (Outcome.WIN, Outcome.LOSS): "1-0",
    (Outcome.LOSS, Outcome.WIN): "0-1",
    (Outcome.DRAW, Outcome.DRAW): "½-½",
    (Outcome.LOSS, Outcome.LOSS): "0-0",
    (Outcome.FORFEIT_WIN, Outcome.FORFEIT_LOSS): "1-0F",
    (Outcome.FORFEIT_LOSS, Outcome.FORFEIT_WIN): "0-1F",
    (Outcome.FORFEIT_LOSS, Outcome.FORFEIT_LOSS): "0-0F",
}


def read(files: Mapping[str, bytes] | bytes, *, name: str = "", ruleset: str | None = None) -> Reading:
    """The tournament of the files, by name or as one zip; the .TRN table alone is enough."""
    del name
    if isinstance(files, bytes) and files[:1] == b"\x03":
        files = {"event.trn": files}
    old = read_swiss_perfect(files)
    notes = Notes()
    for line in old.notes:
        notes.add(line)
    new = new_event(old, ruleset, notes)
    rules = (
        rulesets.load(new.ruleset) if new.ruleset_text is None else parse_ruleset(new.ruleset_text, name=new.ruleset)
    )
    event = ForeignEvent(
        new.name, rules.id, settings=checked_settings(rules, new.settings or {}), ruleset_text=rules.text
    )
    try:
        event = _with_play(event, old, notes)
        preview(event)
    except PareoError as problem:
        raise BadInput(
            "sp-import", "The Swiss Perfect tournament cannot be imported: {problem}", problem=str(problem)
        ) from problem
    played = [r for pod in event.pods for r in pod.rounds]
    rounds, games = len({r.number for r in played}), sum(len(r.matches) for r in played)
    return Reading(event, took_notes(players=len(old.players), rounds=rounds, games=games), (), notes.lines())


def _with_play(event: ForeignEvent, old: SwissPerfectEvent, notes: Notes) -> ForeignEvent:
    """The event with its players and its rounds."""
    empty = preview(event)
    new = _players(old, empty.ruleset, notes)
    for player in new:
        check_may_play(empty, f"{player.first} {player.last}".strip(), f"{player.where}: ")
    worth = _bye_points(old, empty.ruleset)
    players = [
        replace(_as_foreign(p.key, player, empty.ruleset), bye_points=worth.get(p.key, ()))
        for p, player in zip(old.players, new, strict=True)
    ]
    playable = _playable(old, notes)
    leaving = _leaving(old, len(playable), notes)
    if not playable:
        return replace(event, players=tuple(players))
    players = [replace(player, start_no=no) for no, player in enumerate(players, 1)]
    t = preview(replace(event, players=tuple(players)))
    builder = _RoundsBuilder(t, [str(p.key) for p in old.players])
    for number, games in enumerate(playable, 1):
        rows = _rows(old, games, t.ruleset, notes, closed=number < len(playable))
        builder.play(number, rows)
        for key in leaving.get(number, ()):
            builder.leave(number, str(key))
    return replace(
        event,
        pods=builder.pods(),
        players=tuple(replace(p, drop=t.entrants[builder.number[p.key]].drop) for p in players),
    )


class _RoundsBuilder:
    """Collects the rounds of the file, one after the other; `t` is the state of the players meanwhile."""

    def __init__(self, t: Tournament, keys: Sequence[str]) -> None:
        self.t = t
        self.number = {key: no for no, key in enumerate(keys, 1)}
        self._keys = dict(enumerate(keys, 1))
        self._pods = _pods(t)
        self._home = {no: pod for pod in self._pods for no in pod.members}
        self._rounds: dict[str, list[ForeignRound]] = {pod.id: [] for pod in self._pods}

    def play(self, number: int, rows: Sequence[tuple[int, int | None, Result | None]]) -> None:
        """A round as it was paired. Who sat out for nothing has no row and is absent."""
        for pod in self._pods:
            pod_rows = [
                (a, b, result)
                for x, y, result in rows
                for a, b in [(self._no(x), self._no(y))]
                if a is not None and self._home.get(a) is pod
            ]
            if pod_rows:
                self._rounds[pod.id].append(self._round(pod, number, pod_rows))

    def _no(self, key: int | None) -> int | None:
        return None if key is None else self.number[str(key)]

    def _round(self, pod: Pod, number: int, rows: Sequence[tuple[int, int | None, Result | None]]) -> ForeignRound:
        pairs = [(a, b, result) for a, b, result in rows if b is not None]
        paired = {no for a, b, _ in pairs for no in (a, b)}
        alone = [a for a, b, _ in rows if b is None]
        resting = sitting_out(self.t, pod, number)
        free = Outcome.REST if is_robin(pod) else Outcome.BYE
        sitting = [Sitting(no, free, BY_HAND) for no in alone if no not in resting]
        sitting += [s for s in resting.values() if s.no not in paired]
        sitting += [
            Sitting(no, Outcome.ABSENT, ("not-in-file",))
            for no in pod.members
            if no not in paired and no not in alone and no not in resting and is_playing(self.t.entrants[no], number)
        ]
        results = [result for _, _, result in pairs if result is not None]
        status = Status.FINISHED if len(results) == len(pairs) else Status.STARTED if results else Status.DRAFTED
        key = self._keys
        return ForeignRound(
            number,
            tuple(ForeignMatch(key[a], key[b], result) for a, b, result in pairs),
            tuple(ForeignSitting(key[s.no], s.outcome, s.reasons, s.points) for s in sitting),
            status,
            MANUAL if number == 1 or next_method(self.t, pod) == MANUAL else "",
        )

    def leave(self, number: int, key: str) -> None:
        """The player leaves after this round; an open game goes to the opponent."""
        no = self.number[key]
        pod = self._home.get(no)
        rounds = self._rounds[pod.id] if pod is not None else []
        begun = [r.number for r in rounds if r.status is not Status.DRAFTED]
        self.t.entrants[no] = replace(self.t.entrants[no], drop=Drop(max(begun, default=0)))
        if pod is None or not rounds or rounds[-1].number != number:
            return
        last = rounds[-1]
        if last.status is Status.STARTED or is_robin(pod):
            forfeit = {key: FORFEIT_TO_B}, {key: FORFEIT_TO_A}
            rounds[-1] = replace(
                last,
                matches=tuple(
                    replace(m, result=m.result or forfeit[0].get(m.a) or forfeit[1].get(m.b)) for m in last.matches
                ),
            )

    def pods(self) -> tuple[ForeignPod, ...]:
        return tuple(
            ForeignPod(
                pod.id,
                tuple(self._keys[no] for no in pod.members),
                pod.phase,
                pod.divisions,
                planned=pod.planned,
                first_table=pod.first_table,
                rounds=tuple(self._rounds[pod.id]),
            )
            for pod in self._pods
        )


def _pods(t: Tournament) -> list[Pod]:
    """The pods that the players form, as in round 1."""
    playable = [shape for shape in shapes(t) if len(shape.members) >= 2]
    if not playable:
        raise Refused("too-few", "A round needs at least 2 players; this event has {count}.", count=len(t.entrants))
    firsts = first_tables([(shape.id, len(shape.members)) for shape in playable], t.setting(FIRST_TABLE) or 1)
    phase = Phase.ROUND_ROBIN if t.style == "round-robin" else Phase.SWISS
    return [
        Pod(
            shape.id,
            phase,
            shape.members,
            shape.divisions,
            planned=planned_rounds(t, shape, 1),
            first_table=firsts[shape.id],
        )
        for shape in playable
    ]


# --- players ----------------------------------------------------------------------------------------------------------


def _as_foreign(key: int, player: NewPlayer, rules: Ruleset) -> ForeignPlayer:
    values: dict[str, Any] = {name: getattr(player, name) for name in (*_DETAILS, *_PERSON)}
    extra = {name: value for name in PERSONAL if name not in _PERSON and (value := getattr(player, name))}
    return ForeignPlayer(key=str(key), bonus=read_bonus(player.bonus, rules.unit), extra=extra, **values)


def _players(old: SwissPerfectEvent, rules: Ruleset, notes: Notes) -> list[NewPlayer]:
    """Everybody by start number, as they would be entered."""
    local_first = old.local_first
    half_byes = _half_bye_rounds(old)
    late = {p.key for p in old.players if p.late_entry > 1}  # their missed rounds keep what they are worth
    if half_byes.keys() - late and rules.points.get(Outcome.REQUESTED_BYE, 0) * 2 != rules.unit:
        points = rules.show_points(rules.points.get(Outcome.REQUESTED_BYE, 0))
        notes.add(
            note(
                "sp-half-point-byes-give-under",
                "Half-point byes give {shown} under {ruleset} (points.requested-bye).",
                shown=points,
                ruleset=rules.id,
            )
        )
    memberships = _memberships(old)
    new: list[NewPlayer] = []
    for p in old.players:
        if _membership(p) and p.key not in memberships:
            notes.add(
                note(
                    "sp-the-id-could-be",
                    "{surname}: the ID {id} may belong to another person and was left out.",
                    surname=p.surname,
                    id=_membership(p),
                )
            )
        new.append(
            clean_player(
                NewPlayer(
                    first=format_name(p.first_name),
                    last=format_name(p.surname),
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
                    absent=half_byes.get(p.key, frozenset())
                    | {r for r in p.absent if old.last_round < r <= old.planned},
                    late_from=p.late_entry if p.late_entry > max(1, old.last_round) else 0,
                    until=p.withdrawal - 1 if p.withdrawal > old.last_round + 1 else 0,
                    bonus=format_halves(old.bonus_left[p.key]) if p.key in old.bonus_left else "",
                    notes=p.memo,
                    where=f"player {p.start_no}",
                )
            )
        )
    return new


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


def _half_bye_rounds(old: SwissPerfectEvent) -> dict[int, frozenset[int]]:
    """Rounds with a half-point bye, by player."""
    rounds: dict[int, set[int]] = {}
    for number, games in old.rounds.items():
        for game in games:
            if game.kind is ScoreRowKind.HALF_BYE and game.white is not None:
                rounds.setdefault(game.white, set()).add(number)
    return {key: frozenset(numbers) for key, numbers in rounds.items()}


def _bye_points(old: SwissPerfectEvent, rules: Ruleset) -> dict[int, tuple[tuple[int, int], ...]]:
    """What the rounds before a late entry are worth (A-34), where the rules say otherwise."""
    late = {p.key for p in old.players if p.late_entry > 1}
    by_player: dict[int, dict[int, int]] = {}
    for number, games in old.rounds.items():
        for game in games:
            points = game.white_halves * rules.unit // 2
            if (
                game.kind is ScoreRowKind.HALF_BYE
                and game.white in late
                and points != rules.points[Outcome.REQUESTED_BYE]
            ):
                by_player.setdefault(game.white, {})[number] = points
    return {key: tuple(sorted(points.items())) for key, points in by_player.items()}


def _playable(old: SwissPerfectEvent, notes: Notes) -> list[tuple[SwissPerfectGame, ...]]:
    """The rounds one after the other, up to the first that the file does not hold."""
    playable: list[tuple[SwissPerfectGame, ...]] = []
    for number in range(1, old.last_round + 1):
        games = old.rounds.get(number, ())
        if all(g.kind is ScoreRowKind.ABSENT for g in games):
            break
        playable.append(games)
    if len(playable) < len(old.rounds):
        notes.add(
            note(
                "sp-nobody-plays-in-round",
                "No one plays in round {round} of the .SCO file: rounds from there on were left out.",
                round=len(playable) + 1,
            )
        )
    if playable and len(old.players) < 2:
        notes.add(note("sp-a-single-player-his", "There is only 1 player, so the rounds were left out."))
        return []
    return playable


def _leaving(old: SwissPerfectEvent, last: int, notes: Notes) -> dict[int, list[int]]:
    """Who leaves after which round. Somebody who never played leaves after round 1, to be in the standings."""
    played: dict[int, int] = {}
    for number, games in old.rounds.items():
        present = (g for g in games if g.kind is not ScoreRowKind.ABSENT)
        played |= {key: number for g in present for key in (g.white, g.black) if key is not None}
    leaving: dict[int, list[int]] = {}
    for p in old.players:
        if not p.withdrawal or p.withdrawal > last + 1:
            continue
        after = max(1, p.withdrawal - 1)
        if played.get(p.key, 0) > after:
            notes.add(
                note(
                    "sp-left-before-round-and",
                    "{surname} dropped before round {withdrawal} but plays in a later round, so the player stays in.",
                    surname=p.surname,
                    withdrawal=p.withdrawal,
                )
            )
        else:
            leaving.setdefault(after, []).append(p.key)
    return leaving


def _rows(
    old: SwissPerfectEvent, games: Sequence[SwissPerfectGame], rules: Ruleset, notes: Notes, *, closed: bool
) -> list[tuple[int, int | None, Result | None]]:
    """A round as it was paired: white, black and the result; nobody as black is a bye."""
    surname = {p.key: p.surname for p in old.players}
    rows: list[tuple[int, int | None, Result | None]] = []
    for game in games:
        if game.white is None or game.kind is ScoreRowKind.ABSENT:
            continue
        if game.black is None:
            rows.append((game.white, None, None))
            continue
        where = f"{surname[game.white]} – {surname[game.black]}"
        text = _result(game, rules, where, notes)
        if not text and closed:
            notes.add(
                note(
                    "sp-paired-and-no-result",
                    "{where}: paired without a result; read as a double no-show.",
                    where=where,
                )
            )
            text = "0-0F"
        rows.append((game.white, game.black, _read_result(text, rules, where) if text else None))
    return rows


def _read_result(text: str, rules: Ruleset, where: str) -> Result:
    try:
        result = parse_result(text, rules.results, elimination=False)
    except PareoError as problem:
        raise BadInput.from_note(problem.note, where=where) from None
    if not rules.results.draws and result.a is Outcome.DRAW:
        raise BadInput("no-draws", "This ruleset has no draws: “{text}” can't be a result.", text=text)
    return result


def _result(game: SwissPerfectGame, rules: Ruleset, where: str, notes: Notes) -> str:
    if game.white_outcome is None or game.black_outcome is None:
        return ""
    outcome = _RESULTS[game.white_outcome, game.black_outcome]
    if rules.results.games > 1 and game.kind is ScoreRowKind.PLAYED:
        return _match_result(game, rules.results, outcome, where, notes)
    a, b = game.white_secondary, game.black_secondary
    if not (a or b) or game.kind is not ScoreRowKind.PLAYED:
        return outcome
    score = f"{format_halves(a)}-{format_halves(b)}"
    agrees = {"1-0": a > b, "0-1": a < b, "½-½": a == b}.get(outcome, False)
    if rules.results.kind != "scores" or a % 2 or b % 2 or not agrees or score in ("1-0", "0-1"):
        notes.add(
            note(
                "sp-the-secondary-points-were",
                "{where}: the secondary points {shown} were left out; {outcome} is kept.",
                where=where,
                shown=score,
                outcome=outcome,
            )
        )
        return outcome
    return score


def _match_result(game: SwissPerfectGame, rules: ResultRules, outcome: str, where: str, notes: Notes) -> str:
    """Several games a round (SP-10): the match score, if it is one, and the points of all games together (A-42)."""
    a, b, games = game.white_halves, game.black_halves, rules.games
    if a + b != 2 * games:
        notes.add(
            note(
                "sp-is-no-score-of",
                "{where}: {a}:{b} is not a possible score of {games} games; {outcome} is kept.",
                where=where,
                a=format_halves(a),
                b=format_halves(b),
                games=games,
                outcome=outcome,
            )
        )
        whole = points_text(games, 2)
        return {"1-0": f"{games}-0", "0-1": f"0-{games}", "½-½": f"{whole}-{whole}"}.get(outcome, outcome)
    score = f"{points_text(a, 2)}-{points_text(b, 2)}"
    first, second = game.white_secondary, game.black_secondary
    if not (first or second):
        return score
    secondary = f"{format_halves(first)}-{format_halves(second)}"
    if rules.kind != "scores" or first % 2 or second % 2:
        notes.add(
            note(
                "sp-the-secondary-points-of-games",
                "{where}: the secondary points {shown} were left out; {score} is kept.",
                where=where,
                shown=secondary,
                score=score,
            )
        )
        return score
    return f"{score} {secondary}"
