"""The lines of a FIDE tournament report, read column by column; nothing here knows our events.

TRF16 with the extensions of pairing programs (XXR, XXS, XXA, XXC, XXP, XXZ, BBW …) and TRF26 (142, 152, 162, 240, 250,
260, national ratings). Columns are counted from 1, as the specification does. Lines that are not understood are kept as
they are. Lines that begin with `### pareo` are comments to everybody else and hold what the format has no place for.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from pareo.core.model.player_fields import rated
from pareo.core.text.errors import BadInput
from pareo.core.text.numbers import whole_or
from pareo.formats.exchange.reading import lines_of

PLAYERS_LIMIT = 9999
ROUNDS_LIMIT = 100
OURS = "### pareo "
FIRST_ROUND = 91  # column 92, counted from 0
ROUND_WIDTH = 10
_OTHER_LINES = 60_000  # not players: two for each of them, and our own
_OTHER_LENGTH = 2000
_FEW = 500  # lines of those who will be away and of byes
_FIRST_COLOURS = ("white1", "black1")
POINT_CODES = frozenset(
    {
        "W",
        "D",
        "L",
        "A",
        "P",
        "X",
        "F",
        "U",
        "H",
        "Z",
        "WW",
        "BW",
        "WD",
        "BD",
        "WL",
        "BL",
        "ZPB",
        "HPB",
        "FPB",
        "PAB",
        "FW",
        "FL",
    }
)


@dataclass(frozen=True, slots=True)
class RoundCell:
    """One player's round: the opponent's number (0: nobody), the colour and the result, as they stand there."""

    opponent: int
    colour: str
    result: str  # upper case; "" where nothing stands

    @property
    def blank(self) -> bool:
        return not (self.opponent or self.colour or self.result)


@dataclass(frozen=True, slots=True)
class TrfPlayer:
    """A player's line (001)."""

    number: int
    name: str
    sex: str = ""
    title: str = ""
    rating: int | None = None
    federation: str = ""
    fide_id: str = ""
    born: str = ""
    points: str = ""
    cells: tuple[RoundCell, ...] = ()
    rank: str = ""


@dataclass(frozen=True, slots=True)
class National:
    """A national line (NRS): rating and number in the federation's list; name, class and the rest as they stand."""

    rating: int | None
    number: str
    line: str


@dataclass(frozen=True, slots=True)
class AccelerationLine:
    """Fictitious points of players `low` to `high` in rounds `first` to `last`, in tenths."""

    low: int
    high: int
    first: int
    last: int
    tenths: int


@dataclass(slots=True)
class TrfFile:
    """Everything a report says."""

    players: dict[int, TrfPlayer] = field(default_factory=dict)
    head: dict[str, str] = field(default_factory=dict)  # 012, 022, 042, 102 …: the first line of each; all of 112
    rounds: int = 0  # XXR or 142; 0: not said
    first_colour: str = ""  # 152 or XXC: w or b, the colour of the highest player in round 1; empty: not said
    points: dict[str, int] = field(default_factory=dict)  # code → tenths of a point
    accelerated: list[AccelerationLine] = field(default_factory=list)
    forbidden: list[tuple[tuple[int, ...], int, int]] = field(default_factory=list)  # who, first and last round
    byes: list[tuple[str, int, tuple[int, ...]]] = field(default_factory=list)  # F, H, Z; round; who
    absent: set[int] = field(default_factory=set)  # XXZ: not there in the next round
    away: int = 0  # lines that say so
    national: dict[int, National] = field(default_factory=dict)  # by number
    other_lines: list[str] = field(default_factory=list)  # lines to be written back as they are
    teams: str = ""  # the code of a team's line, if there is one: 013, or 310 since TRF26
    size: int | None = None  # 062: the number of players, as the file says it
    ours: list[str] = field(default_factory=list)
    comments: list[str] = field(default_factory=list)  # of others: the text behind “### ”

    @property
    def missing(self) -> int:
        """How many players fewer the file holds than it says (062): it was cut."""
        return max(0, (self.size or 0) - len(self.players))


def parse(data: bytes) -> TrfFile:
    """The report in these bytes; BadInput names the line that cannot be read."""
    file = TrfFile()
    other = 0
    for number, raw in enumerate(lines_of(data), 1):
        line = raw.rstrip()
        if not line:
            continue
        if not line.startswith("001"):
            other += 1
            if other > _OTHER_LINES or len(line) > _OTHER_LENGTH:
                raise BadInput(
                    "trf-lines", "line {line}: too many lines, or lines too long, for a report.", line=number
                )
        _read_line(file, line, number)
    if not file.ours and (file.teams or file.head.get("092", "").upper().startswith("TEAM")):
        raise BadInput(
            "trf-team-event",
            "This is the report of a team event (line {code}). Pareo reads reports of single players only.",
            code=file.teams or "092",
        )
    if not file.players:
        raise BadInput("trf-empty", "The file has no players (lines that begin with 001).")
    return file


_HEAD_CODES = frozenset(
    {"012", "022", "032", "042", "052", "092", "102", "112", "122", "132", "172", "182", "192", "202", "212", "222"}
)
_WHOLE = frozenset({"132"})  # in columns
_SEVERAL = frozenset({"112"})
_COUNTED_BY_US = ("072", "082")


def _read_line(file: TrfFile, line: str, number: int) -> None:
    code = line[:3]
    if code in _READERS:
        _READERS[code](file, line, number)
    elif code in _HEAD_CODES and code not in file.head:
        file.head[code] = line if code in _WHOLE else line[4:].strip()
    elif code in _SEVERAL:
        file.head[code] += f"; {line[4:].strip()}"
    elif line.startswith(OURS):
        file.ours.append(line[len(OURS) :].strip())
    elif code == "###":
        file.comments.append(line[3:].strip())
    elif _is_national(line):
        _national(file, line, number)
    elif code not in _COUNTED_BY_US:
        file.other_lines.append(line)


def _is_national(line: str) -> bool:
    code = line[:3]
    named = re.fullmatch(r"[A-Z]{3}", code) and not code.startswith(("XX", "BB", "DAT"))
    return bool(named) and line[3:4] == " " and line[4:8].strip().isdecimal()


# --- players ----------------------------------------------------------------------------------------------------------


def _player(file: TrfFile, line: str, number: int) -> None:
    no = _whole(line[4:8].strip(), number)
    if no < 1 or no in file.players:
        raise BadInput(
            "trf-number",
            "line {line}: player number {no} is not a number from 1, or appears twice.",
            line=number,
            no=no,
        )
    cells: list[RoundCell] = []
    for at in range(FIRST_ROUND, len(line), ROUND_WIDTH):
        if len(cells) >= ROUNDS_LIMIT:
            raise BadInput("trf-rounds", "line {line}: more than {limit} rounds.", line=number, limit=ROUNDS_LIMIT)
        cells.append(_cell(line[at : at + ROUND_WIDTH], number))
    file.players[no] = TrfPlayer(
        no,
        line[14:47].strip(),
        line[9:10].strip(),
        line[10:13].strip(),
        _rating(line, number),
        line[53:56].strip(),
        _without_zero(line[57:68]),
        line[69:79].strip(),
        line[80:84].strip(),
        tuple(cells),
        _without_zero(line[85:89]),
    )


def _cell(text: str, number: int) -> RoundCell:
    """One round of a player's line: four columns of opponent, a colour, a result: “  12 w 1”."""
    opponent, colour, result = text[:4].strip(), text[5:6].strip().lower(), text[7:8].strip().upper()
    if colour not in ("", "w", "b", "-") or result not in ("", *"1=0+-WDLHFUZ?"):
        raise BadInput(
            "trf-cell",
            "line {line}: “{text}” is not a round (opponent, w or b, result).",
            line=number,
            text=text.strip(),
        )
    return RoundCell(_whole(opponent or "0", number), colour.replace("-", ""), result)


def _without_zero(text: str) -> str:
    """A field in which 0 is none, however many of them: a rank (B-37), a number of FIDE's (F-75)."""
    return text.strip() if text.strip(" 0") else ""


def _rating(line: str, number: int) -> int | None:
    """The rating in a player's or a national line; blank, 0 and 0000 are unrated (B-32)."""
    return rated(_whole(line[48:52].strip() or "0", number))


def _national(file: TrfFile, line: str, number: int) -> None:
    no = _whole(line[4:8].strip(), number)
    if no in file.national:
        file.other_lines.append(line)
    else:
        file.national[no] = National(_rating(line, number), line[57:68].strip(), line)


# --- the rest ---------------------------------------------------------------------------------------------------------


def _whole(text: str, number: int, limit: int = PLAYERS_LIMIT) -> int:
    value = whole_or(text, 9, None)
    if value is None or value > limit:
        raise BadInput(
            "trf-whole",
            "line {line}: “{text}” is not a number up to {limit}.",
            line=number,
            text=text[:20],
            limit=limit,
        )
    return value


def tenths(text: str, number: int = 0) -> int:
    """Points such as “02.5” as 25 tenths of a point."""
    if not re.fullmatch(r"[0-9]{1,3}(?:[.,][0-9])?0*", text.strip()):
        raise BadInput(
            "trf-points", "line {line}: “{text}” is not a number of points.", line=number, text=text.strip()[:20]
        )
    whole, _, tenth = text.strip().replace(",", ".").partition(".")
    return int(whole) * 10 + int(tenth[:1] or 0)


def _scoring(file: TrfFile, line: str, number: int) -> None:
    """Reads what results are worth: “W=3.0 D=1.0” (XXS) or “ W 3.0    D 1.0” in columns (162)."""
    text = line[4:]
    pairs = re.findall(r"([A-Z]{1,3})\s*=?\s*([0-9]{1,2}(?:[.,][0-9])?)", text.upper())
    if not pairs or any(code not in POINT_CODES for code, _ in pairs):
        raise BadInput(
            "trf-scoring",
            "line {line}: “{text}” does not set the points for results.",
            line=number,
            text=text.strip()[:40],
        )
    file.points |= {code: tenths(value, number) for code, value in pairs}


def _acceleration(file: TrfFile, line: str, number: int) -> None:
    if line.startswith("XXA"):
        no = _whole(line[4:8].strip(), number)
        values = [tenths(word, number) for word in line[8:].split()]
        if len(values) > ROUNDS_LIMIT:
            raise BadInput("trf-rounds", "line {line}: more than {limit} rounds.", line=number, limit=ROUNDS_LIMIT)
        if not no or any(x.low == no for x in file.accelerated[-1:]) or len(file.accelerated) > 200_000:
            raise BadInput(
                "trf-acceleration", "line {line}: these rounds and players cannot be accelerated.", line=number
            )
        file.accelerated += [AccelerationLine(no, no, r, r, value) for r, value in enumerate(values, 1) if value]
        return
    first, last, low, high = (_whole(line[a:b].strip(), number) for a, b in ((14, 17), (18, 21), (22, 26), (27, 31)))
    if not (1 <= first <= last <= ROUNDS_LIMIT and 1 <= low <= high):
        raise BadInput("trf-acceleration", "line {line}: these rounds and players cannot be accelerated.", line=number)
    if len(file.accelerated) > 200_000:
        raise BadInput("trf-acceleration", "line {line}: these rounds and players cannot be accelerated.", line=number)
    file.accelerated.append(AccelerationLine(low, high, first, last, tenths(line[9:13].strip() or "0", number)))


def _forbidden(file: TrfFile, line: str, number: int) -> None:
    numbers = [_whole(word, number) for word in line[4:].split()]
    first, last = 1, 999
    if line.startswith("260"):
        if len(numbers) < 2:
            raise BadInput("trf-forbidden", "line {line}: give the first and last round and the players.", line=number)
        first, last, *numbers = numbers
    if len(numbers) > 100 or len(file.forbidden) >= 10 * _FEW:
        raise BadInput("trf-forbidden-many", "line {line}: too many barred pairings.", line=number)
    file.forbidden.append((tuple(numbers), first, last))


def _byes(file: TrfFile, line: str, number: int) -> None:
    words = line[4:].split()
    if len(words) < 2 or words[0].upper() not in ("F", "H", "Z"):
        raise BadInput("trf-byes", "line {line}: a bye is F, H or Z, a round, and players.", line=number)
    players = tuple(_whole(word, number) for word in words[2:])
    if len(file.byes) >= _FEW:
        raise BadInput("trf-byes-many", "line {line}: too many byes.", line=number)
    file.byes.append((words[0].upper(), _whole(words[1], number, ROUNDS_LIMIT), players))


def _rounds(file: TrfFile, line: str, number: int) -> None:
    file.rounds = _whole((line[4:].split() or [""])[0], number, ROUNDS_LIMIT)


def _first_colour(file: TrfFile, line: str, number: int) -> None:
    """Reads the first colour: “152 W”, or “XXC black1” among other words, which are kept."""
    if line.startswith("152"):
        colour = line[4:].strip().lower()
        if colour not in ("w", "b"):
            raise BadInput(
                "trf-first-colour",
                "line {line}: the first colour is W or B, not “{text}”.",
                line=number,
                text=line[4:].strip()[:20],
            )
        file.first_colour = colour
        return
    words = line[4:].split()
    file.first_colour = next((word[0] for word in words if word in _FIRST_COLOURS), file.first_colour)
    if rest := [word for word in words if word not in _FIRST_COLOURS]:
        file.other_lines.append(f"XXC {' '.join(rest)}")


def _result_points(file: TrfFile, line: str, number: int) -> None:
    """Reads what a result is worth: win, draw, loss (BBW, BBD, BBL), zero-point bye, forfeit, bye (BBZ, BBF, BBU)."""
    file.points[{"Z": "ZPB", "F": "FL", "U": "PAB"}.get(line[2], line[2])] = tenths(line[4:], number)


def _absent_players(file: TrfFile, line: str, number: int) -> None:
    file.away += 1
    if file.away > _FEW:
        raise BadInput("trf-byes-many", "line {line}: too many byes.", line=number)
    file.absent.update(_whole(word, number) for word in line[4:].split())


def _team(file: TrfFile, line: str, _number: int) -> None:
    file.teams = line[:3]
    file.other_lines.append(line)


def _size(file: TrfFile, line: str, _number: int) -> None:
    """Reads how many players the file should have; anything else than a number says nothing."""
    file.size = whole_or((line[4:].split() or [""])[0], 5, file.size)


_READERS: Mapping[str, Callable[[TrfFile, str, int], None]] = {
    "001": _player,
    "XXR": _rounds,
    "142": _rounds,
    "XXS": _scoring,
    "162": _scoring,
    "BBW": _result_points,
    "BBD": _result_points,
    "BBL": _result_points,
    "BBZ": _result_points,
    "BBF": _result_points,
    "BBU": _result_points,
    "XXA": _acceleration,
    "250": _acceleration,
    "XXP": _forbidden,
    "260": _forbidden,
    "240": _byes,
    "XXZ": _absent_players,
    "152": _first_colour,
    "XXC": _first_colour,
    "013": _team,
    "310": _team,
    "062": _size,
}
