"""Tournaments of Swiss Perfect 98: a .TRN table of players, a .SCO table of games, an .INI text of settings.

`read_swiss_perfect(files)` takes the files by name, or one zip, and gives a `SwissPerfectEvent`: what the files say,
before any ruleset is applied. The format was never published; it is read as far as real files explain it (SP-18). What
is not understood is kept and listed in `notes`, never guessed silently. Files come from strangers: sizes are bounded,
and a refusal is one BadInput sentence.
"""

from __future__ import annotations

import io
import struct
import zipfile
import zlib
from collections.abc import Iterable, Mapping
from dataclasses import replace
from pathlib import PurePath

from pareo.core.text.errors import BadInput
from pareo.core.text.messages import list_note, note
from pareo.formats.swiss_perfect.dbase import SIZE_LIMIT
from pareo.formats.swiss_perfect.event import (
    ROUNDS_LIMIT,
    ImportedAcceleration,
    Ini,
    Notes,
    SwissPerfectEvent,
    SwissPerfectGame,
    SwissPerfectPlayer,
)
from pareo.formats.swiss_perfect.games import read_rounds, with_half_byes
from pareo.formats.swiss_perfect.players import read_number, read_players

PARTS = (".trn", ".sco", ".ini")
_INI_LIMIT = 256 * 1024
_MEMBERS_LIMIT = 1000
_UNZIPPABLE = (
    zipfile.BadZipFile,
    zlib.error,
    struct.error,
    EOFError,
    IndexError,
    OSError,
    OverflowError,
    RuntimeError,  # also NotImplementedError: encrypted, or packed in a way we do not know
    ValueError,
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

# Settings that are read, and sections that say only how windows and papers of the old program looked.
_READ = {
    "tournament info": {
        "name",
        "arbiter",
        "organiser",
        "rounds",
        "tablenosstart",
        "multi games",
        "system",
        "team or individual",
        "use minor scores",
    },
    "standings": {"tie breaks"},
    "tiebreakadvanced": {"brightwellcoeff", "mb-highestout", "mb-lowestout", "buchholzadjust"},
    "pairing": {
        "userating",
        "swisssystem",
        "barcriteria",
        "nobarbeforeround",
        "nobarafterround",
        "useaccelerated",
        "ignorecolours",
        "unplayedagain",
        "barcasesensitive",
    },
    "accelerated": {"groups", "endround"},
    "clubstandings": {"groupingcriteria", "topscorescount"},
    "ratinglocal": {"system", "kfactor", "lowthresh", "ignoreforfeits", "usediffs", "diffup", "diffdn"},
    "ratingintl": {"system", "kfactor", "lowthresh", "ignoreforfeits", "usediffs", "diffup", "diffdn"},
}
_RATED_BY = ("fide-average", "uscf", "pzszach")  # in the order of the dialogue (SP-12)
_LOOKS = ("desktop", "view ", "htmlviews", "symbols", "display", "textdump", "list of participants")

# --- the files --------------------------------------------------------------------------------------------------------


def read_swiss_perfect(files: Mapping[str, bytes] | bytes) -> SwissPerfectEvent:
    """The tournament in these files: by name, or the bytes of one zip. The .SCO and .INI files may be missing."""
    parts = _parts(files)
    if ".trn" not in parts:
        raise BadInput("sp-no-players", "There is no .TRN file: a Swiss Perfect tournament needs its list of players.")
    notes = Notes()
    ini = _read_ini(parts.get(".ini", b""), notes)
    if ".ini" not in parts:
        notes.add(note("sp-there-is-no-ini", "There is no .INI file, so name, rounds and tie-breaks are unknown."))
    players = read_players(parts[".trn"], notes)
    rounds: dict[int, tuple[SwissPerfectGame, ...]] = {}
    if ".sco" in parts:
        rounds = read_rounds(parts[".sco"], players, notes)
    else:
        notes.add(note("sp-there-is-no-sco", "There is no .SCO file: no round was read."))
    booked, left = with_half_byes(players, rounds, notes)
    return replace(_event(ini, players, booked, notes), bonus_left=left)


def zip_files(files: Mapping[str, bytes]) -> bytes:
    """The files of one tournament, by name, as the zip they travel in."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_STORED) as archive:
        for name, data in files.items():
            archive.writestr(zipfile.ZipInfo(name), data)
    return buffer.getvalue()


def _parts(files: Mapping[str, bytes] | bytes) -> dict[str, bytes]:
    """The three files by ending. A mapping may hold one zip instead."""
    if isinstance(files, bytes):
        return _unzip(files)
    if len(files) == 1 and next(iter(files)).lower().endswith(".zip"):
        return _unzip(next(iter(files.values())))
    parts: dict[str, bytes] = {}
    for name, data in files.items():
        ending = name.lower()[-4:]
        if ending in PARTS:
            _check_single(ending, parts)
            parts[ending] = data
    _check_one_tournament(files)
    return parts


def _unzip(data: bytes) -> dict[str, bytes]:
    parts: dict[str, bytes] = {}
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            members = archive.infolist()
            if len(members) > _MEMBERS_LIMIT:
                raise _bad_zip()
            for member in members:
                ending = member.filename.lower()[-4:]
                if ending in PARTS and not member.is_dir():
                    _check_single(ending, parts)
                    with archive.open(member) as part:
                        parts[ending] = part.read(SIZE_LIMIT + 1)  # the readers refuse what is longer
    except _UNZIPPABLE:
        raise _bad_zip() from None
    _check_one_tournament(member.filename for member in members if not member.is_dir())
    return parts


def _bad_zip() -> BadInput:
    return BadInput("sp-zip", "The file is not a zip with a Swiss Perfect tournament that can be unpacked.")


def _check_single(ending: str, parts: Mapping[str, bytes]) -> None:
    if ending in parts:
        raise BadInput(
            "sp-several",
            "There is more than one {ending} file: import one tournament at a time.",
            ending=ending.upper(),
        )


def _check_one_tournament(names: Iterable[str]) -> None:
    """The program gives the files of a tournament one name: others belong to others (A-34)."""
    parts = [PurePath(name.replace("\\", "/")) for name in names if name.lower()[-4:] in PARTS]
    if len({part.stem.lower() for part in parts}) > 1:
        raise BadInput(
            "sp-mixed",
            "{files} belong to different tournaments: the files of one tournament have the same name.",
            files=list_note(part.name[:60] for part in parts),
        )


def _read_ini(data: bytes, notes: Notes) -> dict[str, dict[str, str]]:
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
            notes.add(note("sp-ini-is-no-setting", ".INI: “{line}” is not a setting.", line=line[:60]))
    return ini


# --- the settings -----------------------------------------------------------------------------------------------------


def _event(
    ini: Ini,
    players: Mapping[int, SwissPerfectPlayer],
    rounds: Mapping[int, tuple[SwissPerfectGame, ...]],
    notes: Notes,
) -> SwissPerfectEvent:
    info, pairing = ini.get("tournament info", {}), ini.get("pairing", {})
    system = _setting(info, "system", 1, notes)
    method = _setting(pairing, "swisssystem", 1, notes)
    barred = _setting(pairing, "barcriteria", 99, notes)
    last_barred = _setting(pairing, "nobarafterround", ROUNDS_LIMIT, notes)
    if barred:
        # In the one real file with a criterion, 2, players of the same club meet in every round: it is not the club.
        notes.add(
            note(
                "sp-barred-pairings-what-criterion",
                "Barred pairings: criterion {barred} is unknown, so no pairing is barred.",
                barred=barred,
            )
        )
    if _setting(info, "team or individual", 1, notes):
        notes.add(
            note(
                "sp-the-tournament-was-played",
                "This is a team tournament: its teams are imported as players.",
            )
        )
    _note_unknown_settings(ini, notes)
    return SwissPerfectEvent(
        name=info.get("name", ""),
        arbiter=info.get("arbiter", ""),
        organiser=info.get("organiser", ""),
        planned=_setting(info, "rounds", ROUNDS_LIMIT, notes),
        system="round-robin" if system else "swiss",
        pairing="uscf" if method else "fide",
        players=tuple(players.values()),
        rounds=rounds,
        tiebreaks=_tiebreaks(ini.get("standings", {}).get("tie breaks", ""), notes),
        tiebreak_options=_options(ini.get("tiebreakadvanced", {}), notes),
        first_table=_setting(info, "tablenosstart", 10_000, notes) or 1,
        games_per_round=_setting(info, "multi games", 100, notes) or 1,
        minor_scores=bool(_setting(info, "use minor scores", 1, notes)),
        ignore_colours=bool(_setting(pairing, "ignorecolours", 1, notes)),
        meet_again_after_forfeit=bool(_setting(pairing, "unplayedagain", 1, notes)),
        accelerated=bool(_setting(pairing, "useaccelerated", 1, notes)),
        acceleration=_acceleration(ini.get("accelerated", {}), notes),
        bar_criterion=barred,
        barred_rounds=(max(1, _setting(pairing, "nobarbeforeround", ROUNDS_LIMIT, notes)), last_barred or 999),
        local_list=_rating_list(ini, "ratinglocal", notes),
        intl_list=_rating_list(ini, "ratingintl", notes),
        club_best=_setting(ini.get("clubstandings", {}), "topscorescount", 10_000, notes),
        settings=ini,
        notes=notes.lines(),
    )


def _setting(section: Mapping[str, str], key: str, high: int, notes: Notes) -> int:
    """A number of the section; 0 where there is none."""
    text = section.get(key, "")
    value = read_number(text) if text else 0
    if value is None or not 0 <= value <= high:
        notes.add(note("sp-ini-is-not-understood", ".INI: {key}={text} is not understood.", key=key, text=text[:40]))
        return 0
    return value


def _tiebreaks(text: str, notes: Notes) -> tuple[str, ...]:
    tiebreaks: dict[str, None] = {}
    for part in filter(None, (part.strip() for part in text.split(","))):
        tiebreak = TIEBREAKS.get(read_number(part) or 0)
        if tiebreak is None:
            notes.add(
                note(
                    "sp-the-tie-break-is-not",
                    "The tie-break {part} is unknown and was left out.",
                    part=part[:20],
                )
            )
        else:
            tiebreaks[tiebreak] = None
    if "opponents-rating-sum" in tiebreaks:
        notes.add(
            note(
                "sp-the-tie-break-rating-sum",
                "The tie-break “rating sum” (1221) was read as the sum of the opponents' ratings.",
            )
        )
    return tuple(tiebreaks)


def _options(section: Mapping[str, str], notes: Notes) -> dict[str, int]:
    known = ("brightwellcoeff", "mb-highestout", "mb-lowestout", "buchholzadjust")
    return {key: _setting(section, key, 1000, notes) for key in known if section.get(key)}


def _rating_list(ini: Ini, name: str, notes: Notes) -> str:
    """The options of a rating list as our setting says them (SP-24); empty where the file says nothing of it."""
    section = ini.get(name, {})
    if not any(section.get(key) for key in _READ[name]):
        return ""
    system = _setting(section, "system", len(_RATED_BY) - 1, notes)
    if system:
        notes.add(
            note(
                "sp-ini-system-is-taken",
                ".INI: [{name}] system={system} was read as {rated_by}: check it.",
                name=name,
                system=system,
                rated_by=_RATED_BY[system],
            )
        )
    words = [_RATED_BY[system]]
    if not system:
        if k := _setting(section, "kfactor", 1000, notes):
            words.append(f"k={k}")
        up, down = (_setting(section, key, 5000, notes) for key in ("diffup", "diffdn"))
        if _setting(section, "usediffs", 1, notes) and up:
            words.append(f"cap={up}")
            if down != up:
                notes.add(
                    note(
                        "sp-ini-differences-downwards-up",
                        ".INI: [{name}] differences downwards up to {down} are cut at {up} too.",
                        name=name,
                        down=down,
                        up=up,
                    )
                )
    if lowest := _setting(section, "lowthresh", 5000, notes):
        words.append(f"lowest={lowest}")
    if section.get("ignoreforfeits") == "0":
        words.append("forfeits=yes")
    return " ".join(words)


def _acceleration(section: Mapping[str, str], notes: Notes) -> tuple[ImportedAcceleration, ...]:
    """Groups are read as the dialogue asks for them: from, to, points; one end round for all (SP-3)."""
    text = section.get("groups", "")
    numbers = [read_number(part.strip()) for part in text.split(",") if part.strip()]
    last = _setting(section, "endround", ROUNDS_LIMIT, notes) or ROUNDS_LIMIT
    groups: list[ImportedAcceleration] = []
    if len(numbers) % 3 or len(numbers) > 300:
        notes.add(
            note(
                "sp-ini-the-acceleration-groups",
                ".INI: the acceleration groups “{text}” are not understood.",
                text=text[:60],
            )
        )
        return ()
    for low, high, points in zip(*[iter(numbers)] * 3, strict=True):
        if low is None or high is None or points is None or not (1 <= low <= high <= 99_999 and 0 <= points <= 1000):
            notes.add(
                note(
                    "sp-ini-the-acceleration-groups",
                    ".INI: the acceleration groups “{text}” are not understood.",
                    text=text[:60],
                )
            )
            return ()
        groups.append(ImportedAcceleration(low, high, points, last))
    return tuple(groups)


def _note_unknown_settings(ini: Ini, notes: Notes) -> None:
    for section, values in ini.items():
        if section.startswith(_LOOKS):
            continue
        for key, value in values.items():
            if key not in _READ.get(section, ()) and value:
                notes.add(
                    note(
                        "sp-ini-section-is-not-understood",
                        ".INI: [{section}] {key}={value} is not understood.",
                        section=section,
                        key=key,
                        value=value[:60],
                    )
                )
