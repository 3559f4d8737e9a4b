"""Runs typst in a process of its own, with limits of time and memory, and hands back the PDF.

The child lives for one document: what it used is given back to the machine, and a document that cannot be set ends as
one sentence, never as a hung or swollen server. At most two children at a time.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from importlib.resources import as_file, files
from pathlib import Path
from typing import NamedTuple

from pareo.core.text.errors import Refused
from pareo.print.document import PrintDocument
from pareo.print.typesetter import CHILD

SECONDS = 120
MEGABYTES = 1500  # address space of the child; a 4,000-player list needs a sixth of it
_TICK = 0.5
_AT_ONCE = threading.BoundedSemaphore(2)

Progress = Callable[[float], None]
"""Called about twice a second with the seconds it has taken so far."""


class TypesetPdf(NamedTuple):
    """A PDF, and what it cost."""

    pdf: bytes
    seconds: float
    megabytes: float  # the child's largest memory; 0 where the system does not say


def typeset(document: PrintDocument, *, progress: Progress | None = None, seconds: float = SECONDS) -> bytes:
    """The document as PDF."""
    return typeset_measured(document, progress=progress, seconds=seconds).pdf


def typeset_measured(
    document: PrintDocument, *, progress: Progress | None = None, seconds: float = SECONDS, megabytes: int = MEGABYTES
) -> TypesetPdf:
    """The document as PDF, with the time and memory it took."""
    data = json.dumps(document.data(), ensure_ascii=False, separators=(",", ":")).encode()
    began = time.monotonic()
    with as_file(files("pareo.print")) as folder, _AT_ONCE:
        command = [
            *_child(folder),
            str(folder / "templates"),
            str(folder / "fonts"),
            str(int(seconds) + 1),
            str(megabytes),
            "system" if document.foreign else "own",
        ]
        pdf, peak = _run(command, data, folder, progress=progress, began=began, seconds=seconds)
    return TypesetPdf(pdf, time.monotonic() - began, peak)


def _child(folder: Path) -> list[str]:
    """How the child is started. A frozen program (PyInstaller) has no interpreter to hand a file to: it runs itself."""
    return (
        [sys.executable, CHILD]
        if getattr(sys, "frozen", False)
        else [sys.executable, "-I", str(folder / "typesetter.py")]
    )


def _run(
    command: list[str], data: bytes, folder: Path, *, progress: Progress | None, began: float, seconds: float
) -> tuple[bytes, float]:
    # Two threads and two heaps: on a machine with many cores each thread's own heap would count against the limit.
    # Freed memory goes back at once: 2,000 slips then take 249 MB every time, not 254 or 305.
    modest = {
        **os.environ,
        "MALLOC_ARENA_MAX": "2",
        "RAYON_NUM_THREADS": "2",
        "MALLOC_TRIM_THRESHOLD_": "65536",
        "MALLOC_MMAP_THRESHOLD_": "65536",
    }
    child = subprocess.Popen(
        command,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=folder / "templates",
        env=modest,
    )
    pending: bytes | None = data
    try:
        while True:
            try:
                out, err = child.communicate(pending, timeout=_TICK)
                break
            except subprocess.TimeoutExpired:
                pending = None
                spent = time.monotonic() - began
                if progress is not None:
                    progress(spent)
                if spent > seconds:
                    raise Refused(
                        "print-too-slow",
                        "The printout was not ready after {seconds} seconds: print it in parts.",
                        seconds=int(seconds),
                    ) from None
    finally:
        if child.poll() is None:
            child.kill()
            child.communicate()
    messages = err.decode("utf-8", "replace").strip().splitlines()
    if child.returncode != 0 or not out.startswith(b"%PDF"):
        reason = messages[-1][:300] if messages else f"exit code {child.returncode}"
        raise Refused("print-failed", "The printout could not be made: {reason}", reason=reason)
    return out, _memory(messages)


def _memory(messages: list[str]) -> float:
    try:
        return float(messages[-1].removeprefix("peak "))
    except (IndexError, ValueError):
        return 0.0
