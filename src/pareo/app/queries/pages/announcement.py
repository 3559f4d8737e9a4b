"""The sheet the organiser reads out before round 1 (P-ANN-1, X-25): the event's facts in the words of the catalogue."""

from __future__ import annotations

from collections.abc import Iterable

from pareo.app.base.context import Context
from pareo.app.queries.event.advice import PodShape, current_shapes, planned_rounds, pod_advice
from pareo.app.queries.event.cuts import planned_cuts
from pareo.app.wording.announcement_text import EventFacts, PodFacts, announcement
from pareo.core.model.games import game_of
from pareo.core.pairing.acceleration import BAKU
from pareo.core.settings.chess import ACCELERATION_RULES
from pareo.core.settings.divisions import SECTIONS
from pareo.core.settings.event import (
    CHAMPIONSHIP_POINTS,
    DATE,
    JUDGE,
    LANGUAGE,
    ORGANISER,
    PLACE,
    SECOND_ORGANISER,
    START,
)
from pareo.core.settings.hall import SLIPS, TABLES_NOTE
from pareo.core.settings.pairing import ACCELERATION
from pareo.core.settings.phases import DAY2_POINTS
from pareo.core.settings.prizes import PRIZES
from pareo.core.settings.rounds import DAY2_ROUNDS, ROUND_MINUTES, THIRD_PLACE
from pareo.core.standings.tiebreaks.registry import find_tiebreak
from pareo.core.text.messages import Note, join_notes, note, text_note
from pareo.core.tournament.tournament import Tournament
from pareo.locale.catalogue import Catalogue, catalogue, in_game
from pareo.locale.dates import format_day


def announce(ctx: Context, slug: str, lang: str | None = None) -> str:
    """The sheet the organiser reads out before round 1 (P-ANN-1, X-25)."""
    return sheet(announcement_lines(ctx, slug, lang), _catalogue(ctx.open(slug).state, lang))


def sheet(lines: Iterable[str], catalogue: Catalogue) -> str:
    """The sheet as plain text: the title, underlined, then one line for each thing to say."""
    title = catalogue.gettext("Announcement")
    return "\n".join([title, "=" * len(title), "", *lines]) + "\n"


def _catalogue(t: Tournament, lang: str | None) -> Catalogue:
    return catalogue(in_game(lang or t.setting(LANGUAGE) or "en", game_of(t.ruleset)))


def announcement_lines(ctx: Context, slug: str, lang: str | None = None) -> list[str]:
    """What the organiser reads out before round 1, one line for each thing (P-ANN-1, X-25)."""
    t = ctx.open(slug).state
    catalogue = _catalogue(t, lang)
    facts = EventFacts(
        name=t.name,
        date=format_day(t.setting(DATE) or "", catalogue.lang),
        start=t.setting(START) or "",
        place=t.setting(PLACE) or "",
        style=t.style,
        pods=tuple(_pod_facts(t, shape) for shape in current_shapes(t)),
        prizes=t.setting(PRIZES),
        third_place=t.setting(THIRD_PLACE),
        judge=t.setting(JUDGE) or "",
        organiser=t.setting(ORGANISER) or "",
        second_organiser=t.setting(SECOND_ORGANISER) or "",
        slips=t.setting(SLIPS) or "",
        round_minutes=t.setting(ROUND_MINUTES) or 0,
        tables=t.setting(TABLES_NOTE) or "",
        championship_points=bool(t.setting(CHAMPIONSHIP_POINTS)),
        sanctioned=t.style in t.ruleset.styles,
    )
    return [catalogue.note(line) for line in (*announcement(t.ruleset, facts), *_acceleration(t), *_tiebreaks(t))]


def _acceleration(t: Tournament) -> Iterable[Note]:
    """Chess: what is accelerated, and by which rules (FIDE C.04.2, 1.2; F-56)."""
    chosen = t.setting(ACCELERATION)
    if t.ruleset.game != "chess" or not chosen:
        return
    if chosen == BAKU:
        yield note("announce-baku", "The first rounds are accelerated: Baku acceleration (C.04.7).")
    else:
        yield note(
            "announce-accelerated",
            "The first rounds are accelerated: {rules}",
            rules=t.setting(ACCELERATION_RULES) or chosen,
        )


def _tiebreaks(t: Tournament) -> Iterable[Note]:
    """Chess: the tie-breaks with their full names are announced (FIDE C.07, 4.1; F-120)."""
    if t.ruleset.game == "chess" and t.ruleset.tiebreaks:
        titles = [
            join_notes("", [text_note(find_tiebreak(use.id).title), f" ({find_tiebreak(use.id).short})"])
            for use in t.ruleset.tiebreaks
        ]
        yield note(
            "announce-tiebreaks",
            "Players tied on points are ranked by: {tiebreaks}.",
            tiebreaks=join_notes("; ", titles),
        )


def _pod_facts(t: Tournament, shape: PodShape) -> PodFacts:
    """What is said of a pod; a division whose first player came late has no part in it (B-1)."""
    name, advice = shape.id, pod_advice(t, shape)
    sections = t.setting(SECTIONS, name) or 1
    cuts = planned_cuts(t, name, advice)
    there = [division for division, players in advice.division_sizes if players]
    return PodFacts(
        players=shape.players,
        rounds=planned_rounds(t, shape, sections) if shape.planned is None else shape.planned,
        divisions=tuple(division for division in shape.divisions if division in there or not there),
        day2_rounds=t.setting(DAY2_ROUNDS, name) or advice.day2_rounds,
        day2_points=t.setting(DAY2_POINTS, name) or advice.points,
        cut=max(planned.size for planned in cuts),
        asymmetrical=any(planned.asymmetrical and planned.size for planned in cuts),
        division_cuts=tuple(
            (planned.division, planned.size) for planned in cuts if planned.division in there and len(there) > 1
        ),
        sections=sections,
    )
