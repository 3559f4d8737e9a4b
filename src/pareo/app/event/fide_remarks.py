"""What an event has to say to FIDE beside its results: the `###` lines of a report (F-5, F-12 …)."""

from __future__ import annotations

from pareo.core.state.tournament import Tournament

MARK = "### "


def remarks(t: Tournament) -> list[str]:
    """Comment lines in the order in which it happened, each with its mark; leaving FIDE mode among them."""
    told = [one.remark for one in t.warned if one.remark]
    left = t.left_fide
    if left is not None and not any(text.startswith("Left FIDE mode") for text in told):  # it was undone, or read
        told.append(f"Left FIDE mode @ Round {left.round}: {left.reason}")
    return [MARK + text for text in told]
