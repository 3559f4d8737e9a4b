"""The players of a whole tournament's file, where a list of players is asked for (B-36).

A save file of TOM, a report to FIDE, the files of Swiss Perfect and the events of other programs are recognised by
their content; their players become a table that the readers of lists know. What is no list at all is refused here:
lines of a file that no reader knows are not players.
"""

from __future__ import annotations

import csv
import io

from pareo.core.text.errors import BadInput
from pareo.formats.exchange.event import ForeignPlayer
from pareo.formats.registry import IMPORTERS, Importer
from pareo.formats.swiss_perfect.files import zip_files

_WHOLE = ("tdf", "swiss-perfect", "pareo-json", "list-juggler", "trf")  # tsh's lines are like those that people paste
_OWN = ("first", "last", "id", "birth_year", "club", "federation", "rating", "rating2", "nickname", "contact")
_EXTRA = ("birth_date", "title", "sex", "intl_id", "local_id")
_DBASE = b"\x03"
_HEAD = 4096


def as_player_list(data: bytes) -> bytes:
    """A file as a list of players: of a tournament's file the players as CSV, of anything else the file as it is.

    BadInput if it can be no list: a whole event of ours, a part of Swiss Perfect without players, XML, HTML or JSON.
    """
    if data.startswith(_DBASE):
        if b"SURNAME" not in data[:_HEAD]:
            raise _without_players()
        data = zip_files({"list.trn": data})
    if IMPORTERS["pareo"].is_mine(data):
        raise BadInput(
            "list-is-bundle",
            "This file holds a whole event of Pareo. Open it on the list of events.",
        )
    for name in _WHOLE:
        if IMPORTERS[name].is_mine(data):
            return _players_of(IMPORTERS[name], data)
    _check_is_list(data[:_HEAD].removeprefix(b"\xef\xbb\xbf").lstrip())
    return data


def _check_is_list(head: bytes) -> None:
    if b"[tournament info]" in head.lower():
        raise _without_players()
    if head.startswith((b"<", b"{", b"[{", b"%PDF")):
        raise BadInput(
            "list-is-none",
            "This file is not a list of players. Pareo reads spreadsheets, CSV, and files of TOM (.tdf), FIDE (.trf) "
            "and Swiss Perfect (.trn).",
        )


def _without_players() -> BadInput:
    return BadInput(
        "list-other-part", "This file of Swiss Perfect has no players. Choose the one whose name ends with .TRN."
    )


def _players_of(importer: Importer, data: bytes) -> bytes:
    """The players of a tournament, a row each, with the columns in which any of them has something."""
    if importer.read is None:
        raise _without_players()
    players = importer.read(data, name="", ruleset=None).event.players
    rows = [_fields(player) for player in players]
    filled = {name for row in rows for name, value in row.items() if value}
    names = [name for name in (*_OWN, *_EXTRA, "division") if name in {"first", "last", *filled}]
    out = io.StringIO(newline="")
    csv.writer(out).writerows([names, *([row[name] for name in names] for row in rows)])
    return out.getvalue().encode()


def _fields(player: ForeignPlayer) -> dict[str, object]:
    """A player's fields. The division is left to the rules of the event where the birth year is known."""
    row: dict[str, object] = {name: getattr(player, name) or "" for name in _OWN}
    row |= {name: player.extra.get(name) or "" for name in _EXTRA}
    if row["birth_date"]:
        row["birth_year"] = ""
    return {**row, "division": "" if player.birth_year else player.division}
