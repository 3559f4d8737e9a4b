"""Runs one job in a process of its own, of low priority, with limits of time and memory, and hands back what came out.

The child lives for one job, as that of the typesetter does: the memory it used is given back to the machine, and one
that is killed costs a new job and nothing else. What goes wrong is an OSError with a sentence for the server's window.
"""

from __future__ import annotations

import contextlib
import os
import pickle
import subprocess
import sys
import threading
from collections.abc import Callable
from typing import IO

from pareo.app.jobs.worker import CHILD, Job, WorkerMessage

SECONDS = 180  # of CPU, and twice as many by the clock
MEGABYTES = 1500
_MOST_BYTES = 64_000_000  # of one frame

Progress = Callable[[float], None]


class WorkerProcess:
    """One job in a child process. `stop` may be called from any thread, at any time."""

    def __init__(self, job: Job) -> None:
        self._job = job
        self._child: subprocess.Popen[bytes] | None = None
        self._stopped = False
        self._lock = threading.Lock()

    @property
    def pid(self) -> int | None:
        return self._child.pid if self._child is not None else None

    def stop(self) -> None:
        """Kills the child, or keeps it from being started."""
        with self._lock:
            self._stopped = True
            if self._child is not None:
                self._child.kill()

    def run(self, progress: Progress) -> object:
        """Runs the job; its result, or OSError if there is none."""
        data = pickle.dumps(self._job, 5)
        child = self._start()
        overdue = threading.Timer(2 * SECONDS, child.kill)
        overdue.daemon = True
        try:
            overdue.start()
            return _answer(child, data, progress)
        except (RuntimeError, MemoryError, EOFError, OSError, pickle.UnpicklingError) as problem:
            raise OSError(f"it ended without an answer ({_last_words(child) or problem})") from problem
        finally:
            overdue.cancel()
            child.kill()
            child.wait()
            _close(child)

    def _start(self) -> subprocess.Popen[bytes]:
        with self._lock:
            if self._stopped:
                raise OSError("stopped before it began")
            self._child = subprocess.Popen(
                [*_command(), str(SECONDS), str(MEGABYTES)],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,  # not ours: who waits for the end of ours would wait for the child too
                creationflags=_BELOW if os.name == "nt" else 0,
                start_new_session=True,  # Ctrl-C is for the server
            )
            return self._child


_BELOW = 0x00004000 | 0x08000000 | 0x00000200  # Windows: below normal priority, no window, no Ctrl-C


def _command() -> list[str]:
    """How the child is started. A frozen program (PyInstaller) has no interpreter to run a module: it runs itself."""
    return [sys.executable, CHILD] if getattr(sys, "frozen", False) else [sys.executable, "-P", "-m", "pareo", CHILD]


def _answer(child: subprocess.Popen[bytes], data: bytes, progress: Progress) -> object:
    stdin, stdout = child.stdin, child.stdout
    if stdin is None or stdout is None:
        raise EOFError
    stdin.write(data)
    stdin.close()
    while True:
        message = pickle.loads(_frame(stdout))  # noqa: S301  (from our own child)
        if not isinstance(message, WorkerMessage):
            raise pickle.UnpicklingError(type(message))
        if message.done:
            return message.found
        progress(message.share)


def _frame(out: IO[bytes]) -> bytes:
    head = out.read(4)
    size = int.from_bytes(head, "big")
    data = out.read(size) if len(head) == 4 and size <= _MOST_BYTES else b""
    if not data or len(data) < size:
        raise EOFError("killed")
    return data


def _last_words(child: subprocess.Popen[bytes]) -> str:
    """The last line that the child wrote to its stderr."""
    child.kill()
    text = child.stderr.read().decode("utf-8", "replace").strip() if child.stderr is not None else ""
    return text.rpartition("\n")[2][-300:]


def _close(child: subprocess.Popen[bytes]) -> None:
    for pipe in (child.stdin, child.stdout, child.stderr):
        if pipe is not None:
            with contextlib.suppress(OSError):
                pipe.close()
