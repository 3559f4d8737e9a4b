"""Tournaments of Swiss Perfect 98: a .TRN table of players, a .SCO table of games, an .INI text of settings.

`read_swiss_perfect(files)` takes the files by name, or one zip, and gives a `SwissPerfectEvent`: what the files say,
before any ruleset is applied. The format was never published; it is read as far as real files explain it
(`SP-18`). What is not understood is kept and listed in `notes`, never guessed silently. Files come from strangers: sizes
are bounded, and a refusal is one BadInput sentence.

`text_export(event)` writes the cross table as Swiss Perfect's own text export shows it.

Found in real files: scores and secondary points are doubled; a game with one type 1 and one 0 was not played; a player who
asked for a round off has the points of it as BONUS; WITHDRAWAL is the first round not played any more.
"""

from __future__ import annotations

import io
import struct
import zipfile
import zlib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from enum import Enum

from pareo.core.errors import BadInput
from pareo.core.outcome import Outcome
from pareo.formats.dbase import SIZE_LIMIT, read_table

PLAYERS_LIMIT = 10_000
ROUNDS_LIMIT = 99
_PARTS = (".trn", ".sco", ".ini")
_INI_LIMIT = 256 * 1024
_NOTES_LIMIT = 200
_MEMBERS_LIMIT = 1000
_TITLES = ("GM", "WGM", "IM", "WIM", "FM", "WFM")
_SEXES = {"1": "male", "2": "female", "3": "computer"}
_UNZIPPABLE = (
    zipfile.BadZipFile, zlib.error, struct.error, EOFError, IndexError, OSError, OverflowError, RuntimeError, ValueError,
)

TIEBREAKS = {
    1217: "buchholz",
    1218: "median-buchholz",
    1219: "progressive",
    1220: "berger",
    1221: "opponents-rating-sum",  # Choice: “rating sum”, which no document defines
    1222: "wins",
    1223: "secondary",
    1226: "brightwell",
}

# Settings that are read, and sections that say only how windows, papers and ratings of the old program looked.
_READ = {
    "tournament info": {"name", "arbiter", "organiser", "rounds", "tablenosstart", "multi games", "system",
                        "use minor scores"},
    "standings": {"tie breaks"},
    "tiebreakadvanced": {"brightwellcoeff", "mb-highestout", "mb-lowestout", "buchholzadjust"},
    "pairing": {"userating", "swisssystem", "barcriteria", "nobarbeforeround", "nobarafterround", "useaccelerated",
                "ignorecolours", "unplayedagain", "barcasesensitive"},
    "accelerated": {"groups", "endround"},
    "clubstandings": {"groupingcriteria", "topscorescount"},
}
_LOOKS = ("desktop", "view ", "htmlviews", "symbols", "display", "textdump", "list of participants", "ratingintl",
          "ratinglocal")
_IDLE = frozenset({("tournament info", "team or individual", "0")})

Ini = Mapping[str, Mapping[str, str]]


class Sort(Enum):
    """What a row of the .SCO table is."""

    PLAYED = "played"
    FORFEIT = "forfeit"  # one side, or both, did not come
    OPEN = "open"  # paired, not played yet
    BYE = "bye"  # nobody to play: the full point
    HALF_BYE = "half-bye"  # asked for the round off and got half a point
    ABSENT = "absent"  # sat out for nothing


@dataclass(frozen=True, slots=True)
class SwissPerfectPlayer:
    """A row of the .TRN table. `key` is his number in the .SCO table."""

    key: int
    start_no: int
    surname: str
    first_name: str = ""
    federation: str = ""
    club: str = ""
    intl_rating: int | None = None
    local_rating: int | None = None
    local_rating2: int | None = None
    intl_id: str = ""
    local_id: str = ""
    title: str = ""
    sex: str = ""
    born: tuple[int, int, int] | None = None  # year, month, day
    late_entry: int = 0  # first round; 0: on time
    withdrawal: int = 0  # first round he no longer plays; 0: stayed
    absent: frozenset[int] = frozenset()  # rounds asked off
    bonus_halves: int = 0  # points are counted in halves: 1 is half a point
    order: int = 0
    memo: str = ""
    other: tuple[tuple[str, str], ...] = ()  # columns that are not understood


@dataclass(frozen=True, slots=True)
class SwissPerfectGame:
    """A row of the .SCO table: white and black by key; None is nobody. Scores are in halves, as are secondary points."""

    white: int | None
    black: int | None
    sort: Sort
    white_outcome: Outcome | None = None  # None: open
    black_outcome: Outcome | None = None
    white_halves: int = 0
    black_halves: int = 0
    white_secondary: int = 0
    black_secondary: int = 0

    def halves_of(self, key: int) -> int:
        """What the row gives to this player."""
        return self.white_halves if key == self.white else self.black_halves


@dataclass(frozen=True, slots=True)
class Acceleration:
    """Virtual points for start numbers, until a round (SP-3)."""

    low: int
    high: int
    points: int
    last_round: int


@dataclass(frozen=True, slots=True)
class SwissPerfectEvent:
    """A tournament as its files say it is."""

    name: str
    arbiter: str
    organiser: str
    planned: int  # rounds; 0: not said
    system: str  # "swiss" or "round-robin"
    pairing: str  # "fide" or "uscf"
    players: tuple[SwissPerfectPlayer, ...]  # by start number
    rounds: Mapping[int, tuple[SwissPerfectGame, ...]]  # by number, in table order
    tiebreaks: tuple[str, ...] = ()
    tiebreak_options: Mapping[str, int] = field(default_factory=dict)
    first_table: int = 1
    games_per_round: int = 1
    minor_scores: bool = False
    ignore_colours: bool = False
    meet_again_after_forfeit: bool = True
    accelerated: bool = False
    acceleration: tuple[Acceleration, ...] = ()
    barred: bool = False
    barred_rounds: tuple[int, int] = (1, 999)
    club_best: int = 0  # best scores of a club that count; 0: all
    settings: Ini = field(default_factory=dict)  # the whole .INI file
    notes: tuple[str, ...] = ()

    @property
    def last_round(self) -> int:
        return max(self.rounds, default=0)


class _Notes:
    """What was not understood; a damaged file cannot make it endless."""

    def __init__(self) -> None:
        self._lines: dict[str, None] = {}
        self._more = 0

    def add(self, line: str) -> None:
        if len(self._lines) < _NOTES_LIMIT:
            self._lines[line] = None
        elif line not in self._lines:
            self._more += 1

    def told(self) -> tuple[str, ...]:
        return (*self._lines, *([f"… and {self._more} more notes."] if self._more else []))


# --- the files --------------------------------------------------------------------------------------------------------


def read_swiss_perfect(files: Mapping[str, bytes] | bytes) -> SwissPerfectEvent:
    """The tournament in these files: by name, or the bytes of one zip. The .SCO and .INI files may be missing."""
    parts = _parts(files)
    if ".trn" not in parts:
        raise BadInput("sp-no-players", "There is no .TRN file: a Swiss Perfect tournament needs its list of players.")
    notes = _Notes()
    ini = _read_ini(parts.get(".ini", b""), notes)
    if ".ini" not in parts:
        notes.add("There is no .INI file: name, rounds and tie-breaks are not known.")
    players = _players(parts[".trn"], notes)
    rounds: dict[int, tuple[SwissPerfectGame, ...]] = {}
    if ".sco" in parts:
        rounds = _rounds(parts[".sco"], players, notes)
    else:
        notes.add("There is no .SCO file: no round was read.")
    return _event(ini, players, _with_half_byes(players, rounds, notes), notes)


def _parts(files: Mapping[str, bytes] | bytes) -> dict[str, bytes]:
    """The three files by ending. A mapping may hold one zip instead."""
    if isinstance(files, bytes):
        return _unzipped(files)
    if len(files) == 1 and next(iter(files)).lower().endswith(".zip"):
        return _unzipped(next(iter(files.values())))
    found: dict[str, bytes] = {}
    for name, data in files.items():
        ending = name.lower()[-4:]
        if ending in _PARTS:
            _check_single(ending, found)
            found[ending] = data
    return found


def _unzipped(data: bytes) -> dict[str, bytes]:
    found: dict[str, bytes] = {}
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            members = archive.infolist()
            if len(members) > _MEMBERS_LIMIT:
                raise _bad_zip()
            for member in members:
                ending = member.filename.lower()[-4:]
                if ending in _PARTS and not member.is_dir():
                    _check_single(ending, found)
                    with archive.open(member) as part:
                        found[ending] = part.read(SIZE_LIMIT + 1)  # the readers refuse what is longer
    except _UNZIPPABLE:
        raise _bad_zip() from None
    return found


def _bad_zip() -> BadInput:
    return BadInput("sp-zip", "The file is not a zip with a Swiss Perfect tournament that can be unpacked.")


def _check_single(ending: str, found: Mapping[str, bytes]) -> None:
    if ending in found:
        raise BadInput("sp-several", "There is more than one {ending} file: import one tournament at a time.",
                       ending=ending.upper())


def _read_ini(data: bytes, notes: _Notes) -> dict[str, dict[str, str]]:
    if len(data) > _INI_LIMIT:
        raise BadInput("sp-ini", "The .INI file is larger than {limit} KB.", limit=_INI_LIMIT >> 10)
    ini: dict[str, dict[str, str]] = {}
    section: dict[str, str] = {}
    for raw in data.decode("cp1252", errors="replace").splitlines():
        line = "".join(c for c in raw if c.isprintable()).strip()
        if line.startswith("[") and line.endswith("]"):
            section = ini.setdefault(" ".join(line[1:-1].lower().split()), {})
        elif "=" in line and ini:
            key, _, value = line.partition("=")
            section[key.strip().lower()] = value.strip()
        elif line and not line.startswith(";"):
            notes.add(f".INI: “{line[:60]}” is no setting.")
    return ini


def _number(text: str) -> int | None:
    """A whole number of at most nine digits; None for anything else."""
    plain = text.removeprefix("-")
    if not (plain.isascii() and plain.isdecimal() and len(plain) <= 9):
        return None
    return int(text)


def _halves(text: str) -> int | None:
    """Points such as “0.5” or “2” in halves."""
    whole, _, part = text.replace(",", ".").partition(".")
    number = _number(whole or "0")
    if number is None or part not in ("", "0", "5", "00", "50"):
        return None
    return 2 * number + (part[:1] == "5")


# --- players ----------------------------------------------------------------------------------------------------------

_KNOWN_COLUMNS = frozenset({
    "ORDER", "ID", "START_NO", "SURNAME", "FIRSTNAME", "FEDER", "CLUB", "INTL_RTG", "LOC_RTG", "LOC_RTG2", "INTL_ID",
    "LOC_ID", "TITLE", "SEX", "BIRTH_DATE", "LATE_ENTRY", "WITHDRAWAL", "ABSENT", "BONUS", "MEMO",
})


def _players(data: bytes, notes: _Notes) -> dict[int, SwissPerfectPlayer]:
    table = read_table(data, "The .TRN file")
    for line in table.notes:
        notes.add(line)
    if "SURNAME" not in table.columns or "ID" not in table.columns:
        raise BadInput("sp-trn", "The .TRN file has no columns ID and SURNAME: it is no list of Swiss Perfect players.")
    found: dict[int, SwissPerfectPlayer] = {}
    strange: Counter[str] = Counter()
    for row in table.rows:
        if not row["SURNAME"]:
            continue  # a spare row
        key = _number(row["ID"])
        if key is None or key < 1 or key in found:
            notes.add(f"{row['SURNAME']} was left out: the number “{row['ID']}” in the .TRN file is not his alone.")
        elif len(found) == PLAYERS_LIMIT:
            notes.add(f"Only the first {PLAYERS_LIMIT} players were read.")
        else:
            found[key] = player = _player(key, row, notes)
            strange.update(name for name, _ in player.other)
    for name, count in strange.items():
        notes.add(f".TRN: the column {name} ({count} players) is not understood.")
    if not found:
        raise BadInput("sp-nobody", "The .TRN file holds no players.")
    return _numbered(found, notes)


def _player(key: int, row: Mapping[str, str], notes: _Notes) -> SwissPerfectPlayer:
    def number(column: str, high: int) -> int:
        text = row.get(column, "")
        value = _number(text) if text else 0
        if value is None or not 0 <= value <= high:
            notes.add(f"{row['SURNAME']}: {column} “{text}” was left out.")
            return 0
        return value

    title, sex = row.get("TITLE", ""), row.get("SEX", "")
    bonus = _halves(row.get("BONUS", "") or "0")
    if bonus is None or not 0 <= bonus <= 2 * ROUNDS_LIMIT:
        notes.add(f"{row['SURNAME']}: BONUS “{row.get('BONUS')}” was left out.")
        bonus = 0
    if title not in ("", "0") and title not in map(str, range(1, 7)):
        notes.add(f"{row['SURNAME']}: TITLE “{title}” is not understood.")
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
        title=_TITLES[int(title) - 1] if title in map(str, range(1, 7)) else "",
        sex=_SEXES.get(sex, ""),
        born=_born(row, notes),
        late_entry=number("LATE_ENTRY", ROUNDS_LIMIT),
        withdrawal=number("WITHDRAWAL", ROUNDS_LIMIT),
        absent=_absent(row, notes),
        bonus_halves=bonus,
        order=number("ORDER", 99_999),
        memo=row.get("MEMO", ""),
        other=tuple((name, text) for name, text in row.items() if text and name not in _KNOWN_COLUMNS),
    )


def _born(row: Mapping[str, str], notes: _Notes) -> tuple[int, int, int] | None:
    text = row.get("BIRTH_DATE", "")
    value = _number(text) if text else 0
    if not value:
        return None
    year, month, day = value // 10_000, value // 100 % 100, value % 100
    if len(text) != 8 or not (1900 <= year <= 2100 and month <= 12 and day <= 31):
        notes.add(f"{row['SURNAME']}: BIRTH_DATE “{text}” was left out.")
        return None
    return year, month, day


def _absent(row: Mapping[str, str], notes: _Notes) -> frozenset[int]:
    """ABSENT is a hexadecimal mask: bit r − 1 is set when he asked for round r off."""
    text = row.get("ABSENT", "")
    if not all(c in "0123456789abcdefABCDEF" for c in text) or len(text) > 32:
        notes.add(f"{row['SURNAME']}: ABSENT “{text}” was left out.")
        return frozenset()
    mask = int(text or "0", 16)
    return frozenset(r for r in range(1, ROUNDS_LIMIT + 1) if mask >> (r - 1) & 1)


def _numbered(found: dict[int, SwissPerfectPlayer], notes: _Notes) -> dict[int, SwissPerfectPlayer]:
    """By start number. Who has none, or somebody else's, gets the next free one."""
    used: set[int] = set()
    rest: list[SwissPerfectPlayer] = []
    for player in found.values():
        if player.start_no and player.start_no not in used:
            used.add(player.start_no)
        else:
            rest.append(player)
    following = max(used, default=0)
    for following, player in enumerate(rest, following + 1):
        notes.add(f"{player.surname} got the start number {following}: his own is missing or taken.")
        found[player.key] = replace(player, start_no=following)
    return dict(sorted(found.items(), key=lambda item: item[1].start_no))
