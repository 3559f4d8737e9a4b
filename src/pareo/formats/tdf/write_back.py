"""Giving results back to TOM in a file (BT-BACK-3): the last save, in which nothing but the outcome and the time of the
matches that TOM waits for is different.

Never tried with TOM itself: it is off until the organiser switches it on, and writes a copy next to TOM's file unless
set otherwise. Refused while a conflict is open, or when the file is not the one that was read last.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import re
import tempfile
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from pathlib import Path
from zoneinfo import ZoneInfo

from pareo.app.base.context import Context, JournalResult, LoadedTournament
from pareo.app.tom.running import tom_sync_of
from pareo.core.journal.tom_facts import TomResult, TomWritten
from pareo.core.settings.event import ZONE
from pareo.core.settings.tom import TOM_WRITE
from pareo.core.text.errors import NotFound, Refused
from pareo.core.tom.matches import ResultToType, conflicts, results_to_type
from pareo.formats.tdf.codes import int_in, outcome_code
from pareo.formats.tdf.folder import OURS, read_bytes
from pareo.formats.tdf.watch import path_of
from pareo.formats.tdf.xml import XmlNode, parse_document

_OUTCOME = re.compile(rb"""(\soutcome\s*=\s*["'])[^"']*""")


def with_results(data: bytes, outcomes: Mapping[tuple[int, str, str], str], when: str) -> bytes:
    """The bytes of a save with other outcomes of some matches, by round and user ids as they sit; nothing else."""
    root = parse_document(data).root
    source = root.source
    if source is None or source.data != data:
        raise Refused("tom-write-encoding", "TOM's file is in an unusual encoding: type the results instead.")
    cuts: list[tuple[int, int, bytes]] = []
    left = dict(outcomes)
    for number, node in _matches(root):
        ids = tuple(p.attrs.get("userid", "") for p in node.children if p.tag in ("player1", "player2"))
        code = left.pop((number, *ids), None) if len(ids) == 2 else None
        if code is None:
            continue
        begin, end = source.marks[node.first], source.over(node.first)
        cuts.append((begin, end, _OUTCOME.sub(rb"\g<1>" + code.encode(), data[begin:end], count=1)))
        time = node.find("timestamp")
        if time is not None and time.last == time.first + 1:
            cuts.append((source.over(time.first), source.marks[time.last], when.encode()))
    if left:
        raise Refused("tom-write-missing", "A match waiting for TOM is not in its file: check and try again.")
    parts, at = [], 0
    for begin, end, text in sorted(cuts):
        parts += [data[at:begin], text]
        at = end
    return b"".join([*parts, data[at:]])


def _matches(root: XmlNode) -> Iterator[tuple[int, XmlNode]]:
    for pod in root.all("pods", "pod"):
        for r in pod.all("rounds", "round"):
            for node in r.all("matches", "match"):
                yield int_in(r.attrs.get("number", "")), node


def write_back(ctx: Context, slug: str, *, client: str | None = None) -> tuple[Path, JournalResult[TomWritten]]:
    """Writes the results that wait into a file for TOM; its path, and the entry."""
    event = ctx.open(slug)
    t = event.state
    tom = tom_sync_of(t)
    how = t.setting(TOM_WRITE) or "off"
    if how == "off":
        raise Refused(
            "tom-write-off",
            "Writing results to a file for TOM is off because it has not been tested with TOM. Turn it on with "
            "tom_write=copy.",
        )
    if conflicts(t):
        raise Refused("tom-write-conflict", "TOM's results and ours differ: choose which are right first.")
    lines = results_to_type(t)
    if not lines:
        raise NotFound("tom-write-nothing", "TOM has all results.")
    path = path_of(ctx, slug)
    last = tom.last
    if not path or last is None:
        raise NotFound("tom-no-path", "The location of TOM's file is unknown.")
    data = _current(path, last.sha256)
    outcomes = {_where(event, line): outcome_code(line.result) for line in lines}
    written = with_results(data, outcomes, _local_time(ctx, t.setting(ZONE) or t.zone))
    target = Path(path) if how == "in-place" else Path(path).with_name(f"{Path(path).stem}{OURS}.tdf")
    if how == "in-place":
        _replace(target, data, written, last.sha256)
    else:
        _write_file(target, written)
    fact = TomWritten(
        tuple(TomResult(line.key, line.ours.result) for line in lines), hashlib.sha256(written).hexdigest()
    )
    return target, ctx.record(event, fact, client=client)


def _where(event: LoadedTournament, line: ResultToType) -> tuple[int, str, str]:
    return line.number, event.id(line.match.a), event.id(line.match.b)


def _current(path: str, sha256: str) -> bytes:
    try:
        data = read_bytes(path)
    except OSError as error:
        raise Refused(
            "tom-write-unread", "TOM's file cannot be read: {problem}.", problem=error.strerror or type(error).__name__
        ) from error
    if hashlib.sha256(data).hexdigest() != sha256:
        raise Refused("tom-write-changed", "TOM has saved in the meantime: check again, then write.")
    return data


def _local_time(ctx: Context, zone: str) -> str:
    """TOM's times are local, without a zone: this machine's, unless the event has one."""
    moment = datetime.strptime(ctx.now()[:19], "%Y-%m-%dT%H:%M:%S").replace(tzinfo=UTC)
    here = moment.astimezone() if zone == "UTC" else moment.astimezone(ZoneInfo(zone))
    return here.strftime("%m/%d/%Y %H:%M:%S")


def _write_file(target: Path, data: bytes) -> None:
    """Writes a file in one step: all of it or nothing."""
    try:
        with tempfile.NamedTemporaryFile(dir=target.parent, delete=False) as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        os.replace(file.name, target)  # noqa: PTH105
    except OSError as error:
        with contextlib.suppress(OSError, UnboundLocalError):
            os.unlink(file.name)  # noqa: PTH108
        raise Refused(
            "tom-write-failed",
            "{path} cannot be written: {problem}.",
            path=target.name,
            problem=error.strerror or type(error).__name__,
        ) from error


def _replace(target: Path, before: bytes, written: bytes, sha256: str) -> None:
    """Replaces TOM's own file: a copy of it is kept, and it is looked at once more under a lock of ours."""
    lock = target.with_name(f"{target.name}.pareo-lock")
    try:
        handle = os.open(lock, os.O_CREAT | os.O_EXCL | os.O_WRONLY)
    except FileExistsError:
        raise Refused("tom-write-busy", "Another person is writing this file right now.") from None
    except OSError as error:
        raise Refused(
            "tom-write-failed",
            "{path} cannot be written: {problem}.",
            path=target.name,
            problem=error.strerror or type(error).__name__,
        ) from error
    try:
        _write_file(target.with_name(f"{target.stem}{OURS}-before.tdf"), before)
        _current(str(target), sha256)
        _write_file(target, written)
    finally:
        os.close(handle)
        lock.unlink(missing_ok=True)
