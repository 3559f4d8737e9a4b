"""The report to FIDE's rating server: refused with a list while something of it is missing (F-90)."""

from __future__ import annotations

from collections.abc import Iterator

from pareo.app.base.context import Context
from pareo.core.model.outcome import Mark
from pareo.core.text.errors import Refused
from pareo.core.text.messages import Note, join_notes, note, text_note
from pareo.formats.exchange.event import ForeignEvent, ForeignRound, Writing
from pareo.formats.exchange.reading import first_few
from pareo.formats.exchange.rebuild import describe_event
from pareo.formats.second_opinion.opinion import OpinionRequest, second_opinion
from pareo.formats.second_opinion.report import differences
from pareo.formats.trf.head import RATING_MANDATORY
from pareo.formats.trf.lines import parse
from pareo.formats.trf.write import export


def export_rating(ctx: Context, slug: str) -> Writing:
    """The report, checked by a second opinion (F-101). Refused: with everything that is missing."""
    writing = export(ctx, slug)
    missing = list(_missing(describe_event(ctx, slug), writing.data))
    if missing:
        raise Refused(
            "trf-rating", "This report is not ready for FIDE. Missing: {missing}.", missing=join_notes("; ", missing)
        )
    opinion = second_opinion(slug, writing.data, OpinionRequest())
    if opinion.consistent:
        return writing
    return Writing(
        writing.data,
        writing.left_out,
        (note("trf-not-consistent", "The second opinion found differences: {what}.", what=differences(opinion)),),
    )


def _missing(event: ForeignEvent, data: bytes) -> Iterator[Note]:
    codes = {line[:3] for line in data.decode().splitlines()}
    if absent := [_SETTINGS[code] for code in RATING_MANDATORY if code not in codes]:
        yield note("trf-rating-settings", "settings {keys}", keys=", ".join(absent))
    file = parse(data)
    if without := [str(no) for no, p in sorted(file.players.items()) if not p.fide_id.isdecimal()]:
        yield note("trf-rating-numbers", "FIDE numbers of players {numbers}", numbers=first_few(without))
    rounds = [r for pod in event.pods for r in pod.rounds]
    if not rounds:
        yield text_note("rounds")
    if unfinished := [str(r.number) for r in rounds if _is_incomplete(r)]:
        yield note("trf-rating-results", "results of round {rounds}", rounds=first_few(unfinished))


def _is_incomplete(r: ForeignRound) -> bool:
    return any(m.result is None or m.result.mark is Mark.ADJOURNED for m in r.matches)


_SETTINGS = {
    "012": "name", "022": "place", "032": "federation", "042": "date", "052": "end_date", "102": "judge",
    "132": "round_dates", "222": "time_control_code",
}  # fmt: skip
