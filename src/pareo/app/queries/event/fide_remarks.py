"""What an event has to say to FIDE beside its results: the `###` lines of a report (F-5, F-12 …)."""

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


def remarked(t: Tournament) -> list[tuple[str, int, str]]:
    """Rule, level and words of what the report says, in the order in which it happened."""
    found = [(one.rule, one.level, text) for one in t.warned if one.remark and (text := _said(t, one.remark))]
    return [row for i, row in enumerate(found) if not row[2].startswith(_FULL_BYE) or row not in found[:i]]


def _said(t: Tournament, remark: str) -> str:
    """With the player's number; empty for a bye that was taken back."""
    found = _BY_ENTRY.fullmatch(remark)
    if found is None:
        return remark
    number, no = map(int, found.groups())
    e = t.entrants.get(no)
    if e is None or asked_off(t, e).get(number, 0) < t.ruleset.points[Outcome.WIN]:
        return ""
    return f"{_FULL_BYE} {number}: {t.numbers_in(number).get(no) or e.start_no or no}"


def asked_off(t: Tournament, e: Entrant) -> dict[int, int]:
    """What each round that he does not play, as agreed beforehand, is worth to him."""
    own, points = dict(e.bye_points), t.ruleset.points
    asked = {number: own.get(number, points[Outcome.REQUESTED_BYE]) for number in e.absent}
    return asked | dict.fromkeys(range(1, e.byes + 1), points[Outcome.EARNED_BYE])


def remarks(t: Tournament) -> list[str]:
    """Comment lines, each with its mark; leaving FIDE mode among them."""
    told = [text for _, _, text in remarked(t)]
    left = t.left_fide
    if left is not None and not any(text.startswith("Left FIDE mode") for text in told):  # it was undone, or read
        told.append(f"Left FIDE mode @ Round {left.round}: {left.reason}")
    return [MARK + text for text in told]
