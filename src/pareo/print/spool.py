"""Handing a paper to this computer's printer: CUPS's `lp`, where there is one.

Contract: returns when the spooler has taken the paper; Refused, with what the spooler says, when it has not. It never
waits longer than `PATIENCE` seconds.
"""

from __future__ import annotations

import shutil
import subprocess

from pareo.core.text.errors import Refused

PATIENCE = 30.0


def has_printer() -> bool:
    """Is there a way to a printer here?"""
    return shutil.which("lp") is not None


def spool(pdf: bytes, title: str) -> None:
    """Gives the paper to the usual printer."""
    command = [shutil.which("lp") or "lp", "-t", title, "-o", "fit-to-page"]
    try:
        done = subprocess.run(command, input=pdf, capture_output=True, timeout=PATIENCE, check=False)
    except subprocess.TimeoutExpired:
        raise Refused("printer-silent", "The printer does not answer.") from None
    except OSError as error:
        raise Refused(
            "printer-refused", "The printer says: {problem}", problem=error.strerror or type(error).__name__
        ) from error
    if done.returncode:
        errors = done.stderr.decode("utf-8", "replace").strip().splitlines()
        raise Refused("printer-refused", "The printer says: {problem}", problem=(errors or ["?"])[0][:200])
