"""Players of the .TRN table of Swiss Perfect 98, and how numbers in its tables are read.

A row that cannot be a player is left out with a note; a value that cannot be right is left out with a note. WITHDRAWAL
is the first round a player no longer plays, ABSENT a hexadecimal mask of the rounds asked off.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace

from pareo.core.text.errors import BadInput
from pareo.core.text.messages import note, text_note
from pareo.core.text.numbers import integer_or
from pareo.formats.swiss_perfect.dbase import read_table
from pareo.formats.swiss_perfect.event import ROUNDS_LIMIT, Notes, SwissPerfectPlayer

PLAYERS_LIMIT = 10_000
_TITLES = {str(code): title for code, title in enumerate(("GM", "WGM", "IM", "WIM", "FM", "WFM"), 1)}
_SEXES = {"1": "male", "2": "female", "3": "computer"}


def read_number(text: str) -> int | None:
    """A whole number of at most nine digits; None for anything else."""
    return integer_or(text, 9, None)


def read_halves(text: str) -> int | None:
    """Points such as “0.5” or “2” in halves."""
    whole, _, part = text.replace(",", ".").partition(".")
    number = read_number(whole or "0")
    if number is None or part not in ("", "0", "5", "00", "50"):
        return None
    return 2 * number + (part[:1] == "5")


_KNOWN_COLUMNS = frozenset(
    {
        "ORDER",
        "ID",
        "START_NO",
        "SURNAME",
        "FIRSTNAME",
        "FEDER",
        "CLUB",
        "INTL_RTG",
        "LOC_RTG",
        "LOC_RTG2",
        "INTL_ID",
        "LOC_ID",
        "TITLE",
        "SEX",
        "BIRTH_DATE",
        "LATE_ENTRY",
        "WITHDRAWAL",
        "ABSENT",
        "BONUS",
        "MEMO",
    }
)


def read_players(data: bytes, notes: Notes) -> dict[int, SwissPerfectPlayer]:
    table = read_table(data, text_note("The .TRN file"))
    for line in table.notes:
        notes.add(line)
    if "SURNAME" not in table.columns or "ID" not in table.columns:
        raise BadInput(
            "sp-trn", "The .TRN file has no columns ID and SURNAME: it is not a list of Swiss Perfect players."
        )
    players: dict[int, SwissPerfectPlayer] = {}
    unknown: Counter[str] = Counter()
    for row in table.rows:
        if not row["SURNAME"]:
            continue  # a spare row
        key = read_number(row["ID"])
        if key is None or key < 1 or key in players:
            notes.add(
                note(
                    "sp-was-left-out-the",
                    "{surname} was left out: the number “{id}” in the .TRN file is used more than once.",
                    surname=row["SURNAME"],
                    id=row["ID"],
                )
            )
        elif len(players) == PLAYERS_LIMIT:
            notes.add(
                note(
                    "sp-only-the-first-players",
                    "Only the first {limit} players were read.",
                    limit=PLAYERS_LIMIT,
                )
            )
        else:
            players[key] = player = _player(key, row, notes)
            unknown.update(name for name, _ in player.other)
    for name, count in unknown.items():
        notes.add(
            note(
                "sp-trn-the-column-players",
                ".TRN: the column {name} ({count} players) is not understood.",
                name=name,
                count=count,
            )
        )
    if not players:
        raise BadInput("sp-nobody", "The .TRN file has no players.")
    return _by_start_number(players, notes)


def _player(key: int, row: Mapping[str, str], notes: Notes) -> SwissPerfectPlayer:
    def number(column: str, high: int) -> int:
        text = row.get(column, "")
        value = read_number(text) if text else 0
        if value is None or not 0 <= value <= high:
            notes.add(
                note(
                    "sp-was-left-out",
                    "{surname}: {column} “{text}” was left out.",
                    surname=row["SURNAME"],
                    column=column,
                    text=text,
                )
            )
            return 0
        return value

    title, sex = row.get("TITLE", ""), row.get("SEX", "")
    bonus = read_halves(row.get("BONUS", "") or "0")
    if bonus is None or not 0 <= bonus <= 2 * ROUNDS_LIMIT:
        notes.add(
            note(
                "sp-bonus-was-left-out",
                "{surname}: BONUS “{bonus}” was left out.",
                surname=row["SURNAME"],
                bonus=row.get("BONUS"),
            )
        )
        bonus = 0
    if title not in ("", "0", *_TITLES):
        notes.add(
            note(
                "sp-title-is-not-understood",
                "{surname}: TITLE “{title}” is not understood.",
                surname=row["SURNAME"],
                title=title,
            )
        )
    return SwissPerfectPlayer(
        key=key,
        start_no=number("START_NO", 99_999),
        surname=row["SURNAME"],
        first_name=row.get("FIRSTNAME", ""),
        federation=row.get("FEDER", ""),
        club=row.get("CLUB", ""),
        intl_rating=number("INTL_RTG", 5000) or None,
        local_rating=number("LOC_RTG", 5000) or None,
        local_rating2=number("LOC_RTG2", 5000) or None,
        intl_id=row.get("INTL_ID", ""),
        local_id=row.get("LOC_ID", ""),
        title=_TITLES.get(title, ""),
        sex=_SEXES.get(sex, ""),
        born=_birth_date(row, notes),
        late_entry=number("LATE_ENTRY", ROUNDS_LIMIT),
        withdrawal=number("WITHDRAWAL", ROUNDS_LIMIT),
        absent=_absent(row, notes),
        bonus_halves=bonus,
        order=number("ORDER", 99_999),
        memo=row.get("MEMO", ""),
        other=tuple((name, text) for name, text in row.items() if text and name not in _KNOWN_COLUMNS),
    )


def _birth_date(row: Mapping[str, str], notes: Notes) -> tuple[int, int, int] | None:
    text = row.get("BIRTH_DATE", "")
    value = read_number(text) if text else 0
    if not value:
        return None
    year, month, day = value // 10_000, value // 100 % 100, value % 100
    if len(text) != 8 or not (1900 <= year <= 2100 and month <= 12 and day <= 31):
        notes.add(
            note(
                "sp-birth-date-was-left-out",
                "{surname}: BIRTH_DATE “{text}” was left out.",
                surname=row["SURNAME"],
                text=text,
            )
        )
        return None
    return year, month, day


def _absent(row: Mapping[str, str], notes: Notes) -> frozenset[int]:
    """ABSENT is a hexadecimal mask: bit r − 1 is set where round r was asked off."""
    text = row.get("ABSENT", "")
    if not all(c in "0123456789abcdefABCDEF" for c in text) or len(text) > 32:
        notes.add(
            note(
                "sp-absent-was-left-out",
                "{surname}: ABSENT “{text}” was left out.",
                surname=row["SURNAME"],
                text=text,
            )
        )
        return frozenset()
    mask = int(text or "0", 16)
    return frozenset(r for r in range(1, ROUNDS_LIMIT + 1) if mask >> (r - 1) & 1)


def _by_start_number(players: dict[int, SwissPerfectPlayer], notes: Notes) -> dict[int, SwissPerfectPlayer]:
    """The players by start number. Who has none, or somebody else's, gets the next free one."""
    used: set[int] = set()
    rest: list[SwissPerfectPlayer] = []
    for player in players.values():
        if player.start_no and player.start_no not in used:
            used.add(player.start_no)
        else:
            rest.append(player)
    for following, player in enumerate(rest, max(used, default=0) + 1):
        notes.add(
            note(
                "sp-got-the-start-number",
                "{surname} got start number {following}: theirs is missing or already used.",
                surname=player.surname,
                following=following,
            )
        )
        players[player.key] = replace(player, start_no=following)
    return dict(sorted(players.items(), key=lambda item: item[1].start_no))
