"""TOM's folder: where it is, and which events in it can be followed (BT-START-1, BT-START-2, BT-START-4).

TOM writes the path of its data folder into `.tom_install` in the user's home. Next to the main file of an event there
are backups of every round, and copies that file services and browsers make: those are never followed, but named.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from pareo.core.text.errors import NotFound, PareoError
from pareo.formats.tdf.follow import FileIdentity, SaveFile, read_save
from pareo.formats.tdf.xml import SIZE_LIMIT

INSTALLED = ".tom_install"
_BACKUP = re.compile(r"(?P<name>.+)_r(?P<round>\d{1,3})-(?P<when>begin|end)\.tdf", re.IGNORECASE)
_NUMBERED = re.compile(r".+ ?\(\d{1,3}\)")
_MOST_FILES = 500
OURS = "_pareo"  # the end of the names that we write ourselves


@dataclass(frozen=True, slots=True)
class Offer:
    """An event that can be followed."""

    path: str
    name: str
    number: str
    stage: int
    changed: float  # seconds since 1970
    identity: FileIdentity


@dataclass(frozen=True, slots=True)
class FolderContents:
    """What a folder holds: events to follow, newest first, and files that are copies of them."""

    offers: tuple[Offer, ...]
    copies: tuple[str, ...]  # names


def tom_folder(home: Path | None = None) -> Path | None:
    """The folder that `.tom_install` names, or its `data` folder where it has one."""
    try:
        text = ((home or Path.home()) / INSTALLED).read_text(encoding="utf-8", errors="replace")[:4096]
    except (OSError, RuntimeError):
        return None
    for line in text.splitlines():
        path = line.partition("=")[2].strip() or line.strip()
        folder = Path(path.strip('"'))
        if path and folder.is_dir():
            return folder / "data" if (folder / "data").is_dir() else folder
    return None


def read_bytes(path: str | os.PathLike[str]) -> bytes:
    """The file as it is now: open only while it is read, and never for longer (BT-WATCH-4)."""
    with open(path, "rb") as file:  # noqa: PTH123  (shared on every system; nothing is locked)
        return file.read(SIZE_LIMIT + 1)


def look_in(folder: Path, *, today: str | None = None) -> FolderContents:
    """The events of a folder. `today` (YYYY-MM-DD): only those that are running and changed on that day."""
    files = sorted(p for p in folder.glob("*.tdf") if p.is_file())[:_MOST_FILES]
    files += sorted(p for p in folder.glob("*.TDF") if p.is_file() and p not in files)
    offers: list[Offer] = []
    copies: list[str] = []
    for path in sorted(files, key=lambda p: (len(p.stem), p.name)):  # a copy's name is longer than its original's
        if is_backup(path) or path.stem.endswith(OURS) or _NUMBERED.fullmatch(path.stem):
            copies.append(path.name)
            continue
        offer = _offer(path)
        if offer is None:
            continue
        if any(
            other.identity.same(offer.identity) and path.stem.startswith(f"{Path(other.path).stem}-")
            for other in offers
        ):
            copies.append(path.name)  # “…-LAPTOP”: a file service's own
        elif today is None or (1 <= offer.stage <= 4 and _day(offer.changed) == today):
            offers.append(offer)
    return FolderContents(tuple(sorted(offers, key=lambda o: -o.changed)), tuple(sorted(copies)))


def _day(seconds: float) -> str:
    return datetime.fromtimestamp(seconds, UTC).astimezone().date().isoformat()


def _offer(path: Path) -> Offer | None:
    try:
        save = read_save(read_bytes(path))
        changed = path.stat().st_mtime
    except (OSError, PareoError):
        return None
    return Offer(str(path), save.identity.name, save.identity.number, save.stage, changed, save.identity)


def is_backup(path: Path) -> bool:
    return _BACKUP.fullmatch(path.name) is not None


def backups_of(path: Path, identity: FileIdentity) -> list[SaveFile]:
    """The backups of the event of a file, in order of round: next to it, or in a folder of its name."""
    folders = [path.parent, path.parent / path.stem, path.parent / identity.name] if identity.name else [path.parent]
    backups: dict[tuple[int, bool], SaveFile] = {}
    for folder in dict.fromkeys(folders):
        for file in sorted(_files(folder)):
            match = _BACKUP.fullmatch(file.name)
            if match is None:
                continue
            try:
                save = read_save(read_bytes(file))
            except (OSError, PareoError):
                continue
            if save.identity.same(identity):
                backups.setdefault((int(match["round"]), match["when"].lower() == "end"), save)
    return [backups[key] for key in sorted(backups)]


def _files(folder: Path) -> Iterable[Path]:
    try:
        return [p for p in folder.iterdir() if p.is_file()][: _MOST_FILES * 4]
    except (OSError, ValueError):
        return []


def find_offers(path: Path | None, *, today: str, home: Path | None = None) -> FolderContents:
    """What `pareo tom [FILE-or-FOLDER]` follows: the file, or the events of today in the folder. And what it does
    not."""
    if path is not None and path.is_file():
        offer = _offer(path)
        if offer is None:
            read_save(read_bytes(path))  # says what is wrong
            raise AssertionError("a file that can be read is an offer")
        return FolderContents((offer,), ())
    folder = path or tom_folder(home)
    if folder is None:
        raise NotFound("tom-not-found", "TOM's folder was not found: give its .tdf file, or the folder with it.")
    if not folder.is_dir():
        raise NotFound("tom-no-file", "There is no file or folder {path}.", path=str(folder))
    contents = look_in(folder, today=today)
    if not contents.offers:
        raise NotFound(
            "tom-nothing-today", "No TOM event for today is in {path}: give its .tdf file.", path=str(folder)
        )
    return contents
