"""Projector pages: pairings, names, standings, clock, announcements, and all of them in turn.

A page carries everything it will show; the screen cuts it into pages of its own size and turns them (static/screen.js).
Names as the public sees them: a projector is public. Server time is on the page, so the clock is right on any machine.
"""

from __future__ import annotations

import time
from dataclasses import replace
from urllib.parse import urlencode

from pareo.app.desk import Desk, Event
from pareo.app.rights import Right
from pareo.app.views import public as public_views
from pareo.app.views.public_names import public_name
from pareo.core.pairing.seating import parse_ranges
from pareo.core.standings.tables import per_division
from pareo.core.state.model import Pod, Round, Status
from pareo.core.state.settings.public import PAIRING_COLUMNS
from pareo.core.state.tournament import Tournament
from pareo.core.words.errors import NotFound
from pareo.core.words.numbers import whole_or
from pareo.web.declare import page
from pareo.web.pictures import drawn_brackets
from pareo.web.public.pages import RoundHead, announcement_rows, clock_rows, event_facts, place_table
from pareo.web.render import Values
from pareo.web.view import Html, View

KINDS = ("pairings", "names", "standings", "clock", "announcements", "bracket")


def in_turn(t: Tournament) -> list[str]:
    """What the rotating screen shows now: pairings before and during a round, standings when it is over."""
    current = public_views.current_rounds(t)
    turn: list[str] = []
    if any(r.status is Status.PUBLISHED for _, r in current):
        turn += ["pairings", "names"]
    elif any(r.status is Status.STARTED for _, r in current):
        turn += ["clock", "pairings"]
    if current and all(r.status is Status.FINISHED for _, r in current):
        turn.append("standings")
    return [*turn, "announcements"] if t.floor.announcements or not turn else turn


@page("/screen/{slug:str}/{what:str}", Right.SCREEN)
def screen(slug: str, what: str, view: View) -> Html:
    """One screen. `tables=1-200` shows a part of the hall, for a hall with several projectors."""
    asked = view.request.query_params
    if what not in (*KINDS, "auto"):
        raise NotFound("no-screen", "There is no screen “{what}” (there are: {known}).", what=what,
                       known=", ".join((*KINDS, "auto")))

    def look(desk: Desk) -> Values:
        event = desk.open(slug)
        turn = in_turn(event.state) if what == "auto" else []
        kind = turn[whole_or(asked.get("turn", "0"), 5, 0) % len(turn)] if turn else what
        return {"kind": kind, "turns": len(turn), "event": event_facts(event),
                **_content(event, kind, view, asked.get("tables", ""), asked.get("pod", ""))}

    shown = view.look(look)
    kept = {key: asked[key] for key in ("screen", "tables", "pod") if asked.get(key)}
    token = {"screen": asked["screen"]} if asked.get("screen") else {}
    return view.page(
        f"screen/{shown['kind']}.html", slug=slug, now=int(time.time() * 1000),
        turn=whole_or(asked.get("turn", "0"), 5, 0), here=f"/screen/{slug}/{what}?{urlencode(kept)}",
        live=f"/e/{slug}/live{'?' if token else ''}{urlencode(token)}", **shown,
    )


def _content(event: Event, kind: str, view: View, tables: str, pod: str) -> Values:
    """What a screen of this kind shows, and the head that all have."""
    t = event.state
    current = [(p, r) for p, r in public_views.current_rounds(t) if pod in ("", p.id)]
    head: Values = {
        "clocks": clock_rows(event, view.texts),
        "announcements": announcement_rows(event, view.texts, 6),
        "rounds": [RoundHead(r.number, public_views.label_of(t, p), r.status.value, len(r.matches), len(r.open_tables))
                   for p, r in current],
    }
    if kind == "pairings":
        head["groups"] = _some_tables(public_views.pairing_groups(event, current, view.lang), tables)
        head["chosen"] = bool(t.setting(PAIRING_COLUMNS))  # a projector shows names alone unless asked for more
    elif kind == "names":
        head["seats"] = [s for s in public_views.seats(event, current, now=True) if s.round_no]
    elif kind == "standings":
        found = per_division(t, (x for x in public_views.public_tables(event) if pod in ("", x.id)))
        head["tables"] = [
            place_table(event, x, lambda no: public_name(event, no), view.lang) for x in found
        ]
        head["after"] = max(public_views.finished_numbers(t), default=0)
    elif kind == "clock":
        head["extensions"] = _extensions(t, current)
    elif kind == "bracket":
        head["brackets"] = drawn_brackets(public_views.shown_brackets(event))
    return head


def _some_tables(groups: list[public_views.PairingGroup], text: str) -> list[public_views.PairingGroup]:
    """The groups, kept to a range of tables; a range that cannot be read is no range."""
    try:
        ranges = list(parse_ranges(text)) if text else []
    except ValueError:
        ranges = []
    if not ranges:
        return groups
    return [
        replace(g, matches=tuple(m for m in g.matches if any(a <= m.table <= b for a, b in ranges)), sitting=())
        for g in groups
    ]


def _extensions(t: Tournament, current: list[tuple[Pod, Round]]) -> list[dict[str, int]]:
    """Extra minutes of tables that are still playing."""
    rows = []
    for _, r in current:
        if r.status is Status.STARTED:
            for (number, table), extra in sorted(t.floor.extensions.items()):
                if number == r.number and table in r.matches and r.matches[table].result is None and extra.minutes:
                    rows.append({"table": table, "minutes": extra.minutes})
    return rows


ROUTES = [screen]
