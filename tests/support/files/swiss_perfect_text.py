"""The cross table of a Swiss Perfect event as the program itself writes it: reading one is held against it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from pareo.core.model.outcome import Outcome
from pareo.formats.swiss_perfect.event import (
    ScoreRowKind,
    SwissPerfectEvent,
    SwissPerfectGame,
    shown_halves,
    shown_name,
)


def text_export(event: SwissPerfectEvent) -> str:
    """The cross table, columns parted by tabs, lines ended as on Windows."""
    people = event.players
    wide = max(2, *(len(str(p.start_no)) for p in people))
    names = [f"{shown_name(p.surname)}, {shown_name(p.first_name)}".rstrip(", ") for p in people]
    name_wide, id_wide = max(4, *map(len, names)), max(6, *(len(p.local_id) for p in people))
    start = {p.key: p.start_no for p in people}
    cells: dict[tuple[int, int], str] = {}
    for number, games in event.rounds.items():
        for game in games:
            cells |= {(key, number): cell for key, cell in _cells(game, start)}
    active = {key for key, _ in cells}
    totals = totals_in_halves(event)
    numbers = range(1, event.last_round + 1)
    heads = [f"{n:>{wide}}  " for n in numbers]
    lines = ["\t".join([f"{'No':<{wide}}", f"{'Name':<{name_wide}}", f"{'Loc Id':<{id_wide}}", "Total", *heads]), ""]
    for player, name in zip(people, names, strict=True):
        if player.key not in active:  # never paired: shown as missing the first round
            cells[player.key, 1] = "0:-"
        row = [f"{player.start_no:<{wide}}", f"{name:<{name_wide}}", f"{player.local_id:<{id_wide}}"]
        row.append(f"{shown_halves(totals[player.key]):<5}")
        row += [f"{cells.get((player.key, n), ' : '):>{wide + 2}}" for n in numbers]
        lines.append("\t".join(row))
    return "\r\n".join(lines) + "\r\n"


def _cells(game: SwissPerfectGame, start: Mapping[int, int]) -> Iterator[tuple[int, str]]:
    """Opponent's number and a letter, for both sides. A game that neither came to is shown without an opponent."""
    if game.sort is ScoreRowKind.OPEN:
        return
    for own, other, outcome in (
        (game.white, game.black, game.white_outcome),
        (game.black, game.white, game.black_outcome),
    ):
        if own is None or outcome is None:
            continue
        met = start[other] if other is not None and not game.both_missing else 0
        yield own, f"{met}:{_LETTERS[outcome]}"


_LETTERS = {
    Outcome.WIN: "W",
    Outcome.DRAW: "D",
    Outcome.LOSS: "L",
    Outcome.FORFEIT_WIN: "+",
    Outcome.FORFEIT_LOSS: "-",
    Outcome.BYE: "+",
    Outcome.REQUESTED_BYE: "=",
    Outcome.ABSENT: "-",
}


def totals_in_halves(event: SwissPerfectEvent) -> dict[int, int]:
    """Everybody's points, by key, in halves."""
    totals = {p.key: 0 for p in event.players}
    for games in event.rounds.values():
        for game in games:
            for key, halves in ((game.white, game.white_halves), (game.black, game.black_halves)):
                if key is not None:
                    totals[key] += halves
    return totals
