"""What an event reports to FIDE with its results: the `###` lines of a report (F-5, F-12 …)."""

from __future__ import annotations

import re

from pareo.core.model.entities import Entrant
from pareo.core.model.outcome import Outcome
from pareo.core.tournament.tournament import Tournament

MARK = "### "
_FULL_BYE = "Full-point bye @ Round"
_BY_ENTRY = re.compile(rf"{_FULL_BYE} (\d+): #(\d+)")


def full_bye_remark(round_no: int, entrant: int) -> str:
    """As the journal keeps it: pairing numbers may still be to come, and may change."""
    return f"{_FULL_BYE} {round_no}: #{entrant}"


def remark_rows(t: Tournament) -> list[tuple[str, int, str]]:
    """Rule, level and words of what the report says, in the order in which it happened."""
    rows = [(one.rule, one.level, text) for one in t.warned if one.remark and (text := _remark_text(t, one.remark))]
    return [row for i, row in enumerate(rows) if not row[2].startswith(_FULL_BYE) or row not in rows[:i]]


def _remark_text(t: Tournament, remark: str) -> str:
    """With the player's number; empty for a bye that was taken back."""
    entry = _BY_ENTRY.fullmatch(remark)
    if entry is None:
        return remark
    number, no = map(int, entry.groups())
    e = t.entrants.get(no)
    if e is None or asked_off(t, e).get(number, 0) < t.ruleset.points[Outcome.WIN]:
        return ""
    return f"{_FULL_BYE} {number}: {t.numbers_in(number).get(no) or e.start_no or no}"


def asked_off(t: Tournament, e: Entrant) -> dict[int, int]:
    """What each round that an entrant does not play, as agreed beforehand, is worth."""
    own, points = dict(e.bye_points), t.ruleset.points
    requested = {number: own.get(number, points[Outcome.REQUESTED_BYE]) for number in e.absent}
    return requested | dict.fromkeys(range(1, e.byes + 1), points[Outcome.EARNED_BYE])


def remarks(t: Tournament) -> list[str]:
    """Comment lines, each with its mark; leaving FIDE mode among them."""
    texts = [text for _, _, text in remark_rows(t)]
    left = t.left_fide
    if left is not None and not any(text.startswith("Left FIDE mode") for text in texts):  # it was undone, or read
        texts.append(f"Left FIDE mode @ Round {left.round}: {left.reason}")
    return [MARK + text for text in texts]
