"""Files of Swiss Perfect 98, made by hand, and the text that the program writes of an event."""

from __future__ import annotations

import struct
from collections.abc import Iterator, Mapping, Sequence

from pareo.core.model.outcome import Outcome
from pareo.formats.swiss_perfect.event import (
    ScoreRowKind,
    SwissPerfectEvent,
    SwissPerfectGame,
    format_halves,
    format_name,
)

TRN_COLUMNS = (
    ("ORDER", 5),
    ("ID", 5),
    ("START_NO", 5),
    ("SURNAME", 25),
    ("FIRSTNAME", 25),
    ("FEDER", 4),
    ("CLUB", 30),
    ("INTL_RTG", 4),
    ("LOC_RTG", 4),
    ("LOC_RTG2", 4),
    ("INTL_ID", 12),
    ("LOC_ID", 12),
    ("TITLE", 3),
    ("SEX", 1),
    ("BIRTH_DATE", 8),
    ("LATE_ENTRY", 2),
    ("WITHDRAWAL", 2),
    ("ABSENT", 16),
    ("BONUS", 3),
    ("TECH_SCORE", 3),
    ("MEMO", 20),
)

SCO_COLUMNS = (
    ("ROUND", 3),
    ("WHITE", 5),
    ("BLACK", 5),
    ("W_SCORE", 3),
    ("B_SCORE", 3),
    ("W_TYPE", 2),
    ("B_TYPE", 2),
    ("W_SUBSCO", 4),
    ("B_SUBSCO", 4),
)

Row = Mapping[str, object]


def table(columns: Sequence[tuple[str, int]], rows: Sequence[Row], deleted: Sequence[Row] = ()) -> bytes:
    """A dBase III table."""
    width = 1 + sum(wide for _, wide in columns)
    head = struct.pack("<B3xIHH20x", 3, len(rows) + len(deleted), 32 * len(columns) + 33, width)
    for name, wide in columns:
        head += struct.pack("<11sc4xBB14x", name.encode(), b"C", wide, 0)
    body = b""
    for mark, group in ((b" ", rows), (b"*", deleted)):
        for row in group:
            body += mark
            for name, wide in columns:
                value = row.get(name, "")
                raw = value if isinstance(value, bytes) else str(value).encode("cp1252")
                body += raw.ljust(wide)[:wide]
    return head + b"\r" + body + b"\x1a"


def trn(*rows: Row, deleted: Sequence[Row] = ()) -> bytes:
    return table(TRN_COLUMNS, rows, deleted)


def sco(*rows: Sequence[int], deleted: Sequence[Sequence[int]] = ()) -> bytes:
    """Rows: round, white, black, scores, types and, if there are any, secondary points; all as in the file."""
    names = [name for name, _ in SCO_COLUMNS]
    make = [dict(zip(names, row, strict=False)) for row in (*rows, *deleted)]
    return table(SCO_COLUMNS, make[: len(rows)], make[len(rows) :])


NAMES = ("Abril", "Brasa", "Cedro", "Duna", "Estero", "Faro", "Granito", "Hiedra")

INI = (
    b"[Tournament Info]\r\nName=Copa Ca\xf1ada\r\nArbiter=Inma\r\nOrganiser=Olga\r\nRounds=3\r\n"
    b"[Standings]\r\nTie Breaks=1223,1217,\r\n"
)


def field(count: int, **changes: Row) -> bytes:
    """So many invented players; keys are 10, 20 …, start numbers 1, 2 …"""
    people: list[Row] = []
    for i in range(1, count + 1):
        name = NAMES[(i - 1) % len(NAMES)]
        people.append({"ID": 10 * i, "START_NO": i, "SURNAME": name, "FIRSTNAME": f"P{i}q", **changes.get(f"p{i}", {})})
    return trn(*people)


SCRABBLE = {
    "a.trn": field(
        5, p5={"ABSENT": "0000000000000002", "BONUS": "0.5", "WITHDRAWAL": 3, "CLUB": "Cedro", "LOC_RTG": 1800}
    ),
    "a.sco": sco(
        (1, 10, 20, 2, 0, 1, 1, 824, 760),
        (1, 30, 40, 1, 1, 1, 1, 700, 700),
        (1, 50, 0, 2, 0, 1, 0),
        (2, 20, 30, 0, 2, 1, 1, 801, 900),
        (2, 40, 10, 0, 2, 34, 34),
        (2, 50, 0, 0, 0, 1, 0),
        (3, 10, 30, 0, 0, 0, 0),
        (3, 20, 40, 0, 2, 1, 1, 600, 902),
    ),
    "a.ini": INI.replace(b"Rounds=3", b"Rounds=3\r\nUse Minor Scores=1\r\nTableNosStart=5"),
}


def large(count: int, rounds: int) -> dict[str, bytes]:
    """Everybody meets somebody else in every round."""
    rows = []
    for number in range(1, rounds + 1):
        half = count // 2
        for i in range(half):
            white, black = 1 + i, 1 + half + (i + number) % half
            score = (2 * white + black + number) % 3
            rows.append((number, 10 * white, 10 * black, score, 2 - score, 1, 1))
    ini = INI.replace(b"Rounds=3", b"Rounds=%d" % rounds)
    return {"a.trn": field(count), "a.sco": sco(*rows), "a.ini": ini}


def text_export(event: SwissPerfectEvent) -> str:
    """The cross table, columns parted by tabs, lines ended as on Windows."""
    people = event.players
    wide = max(2, *(len(str(p.start_no)) for p in people))
    names = [f"{format_name(p.surname)}, {format_name(p.first_name)}".rstrip(", ") for p in people]
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
        row.append(f"{format_halves(totals[player.key]):<5}")
        row += [f"{cells.get((player.key, n), ' : '):>{wide + 2}}" for n in numbers]
        lines.append("\t".join(row))
    return "\r\n".join(lines) + "\r\n"


def _cells(game: SwissPerfectGame, start: Mapping[int, int]) -> Iterator[tuple[int, str]]:
    """Opponent's number and a letter, for both sides. A game that neither came to is shown without an opponent."""
    if game.kind is ScoreRowKind.OPEN:
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
