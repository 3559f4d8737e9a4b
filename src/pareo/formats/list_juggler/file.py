"""The JSON that Cryodex and List Juggler exchange, as typed values: read from a stranger's bytes, and written."""

from __future__ import annotations

import msgspec

from pareo.core.model.outcome import Outcome, Result
from pareo.core.text.errors import BadInput
from pareo.formats.exchange.reading import text_of

_UNREADABLE = (msgspec.MsgspecError, RecursionError, ValueError, OverflowError)


class Rank(msgspec.Struct, frozen=True, omit_defaults=True):
    """Places after the Swiss rounds and in the elimination."""

    swiss: int | None = None
    elimination: int | None = None


class FilePlayer(msgspec.Struct, frozen=True, omit_defaults=True, rename={"list_id": "list-id"}):
    """A player; `first` and `last` are ours."""

    name: str
    email: str | None = None
    list_id: int | str | None = None
    mov: int | None = None
    score: int | None = None
    sos: int | float | None = None
    dropped: int | None = None
    rank: Rank = Rank()
    first: str = ""
    last: str = ""


class FileMatch(
    msgspec.Struct, frozen=True, omit_defaults=True, rename={"points1": "player1points", "points2": "player2points"}
):
    """A match; `pareo` (the whole result), `sat` and `table` are ours."""

    player1: str
    points1: int | None = None  # not left out when it is 0
    player2: str | None = None
    points2: int | None = None
    result: str | None = None
    winner: str | None = None
    pareo: Result | None = None
    sat: Outcome | None = None
    table: int | None = None


class FileRound(msgspec.Struct, frozen=True, rename={"type": "round-type", "number": "round-number"}):
    """A round; of an elimination the number is that of the players in it."""

    type: str = "swiss"
    number: int | None = None
    matches: list[FileMatch] = []


class JugglerFile(msgspec.Struct, frozen=True, omit_defaults=True, rename={"squad_points": "squad-points"}):
    """A tournament; `squad-points` is ours."""

    name: str = ""
    players: list[FilePlayer] = []
    rounds: list[FileRound] = []
    squad_points: int | None = None


_decoder = msgspec.json.Decoder(JugglerFile, strict=False)  # numbers come as text from some versions


def decode_file(data: bytes) -> JugglerFile:
    """The file, or BadInput that says where it is not one."""
    text = text_of(data)  # Cryodex writes the letters of the computer it runs on
    try:
        return _decoder.decode(text)
    except _UNREADABLE as problem:
        where = str(problem)[:200] if isinstance(problem, msgspec.MsgspecError) else "it is not valid JSON"
        raise BadInput(
            "juggler-json", "This is not a tournament of Cryodex or List Juggler: {problem}.", problem=where
        ) from None


def encode_file(file: JugglerFile) -> bytes:
    return msgspec.json.format(msgspec.json.encode(file), indent=1) + b"\n"
