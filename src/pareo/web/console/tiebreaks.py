"""The order of the tie-breaks: a form that works by keyboard and without scripts, and the glossary of all of them.

Moving, adding and removing only lays the form out anew; nothing is written before it is saved.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from pareo.app.desk import Desk, Done
from pareo.app.event import events
from pareo.app.rights import Right
from pareo.core.standings.tiebreaks.order import NONE, options_text, takes_text
from pareo.core.standings.tiebreaks.registry import TIEBREAKS
from pareo.core.state.settings.standings import TIEBREAK_ORDER
from pareo.core.state.tournament import Tournament
from pareo.core.words.errors import PareoError
from pareo.core.words.numbers import whole_or
from pareo.web.console.event import frame
from pareo.web.declare import Form, command, page
from pareo.web.render import Values
from pareo.web.view import Html, View

_SEPARATORS = str.maketrans(";,\n\r", "    ")


class Row(NamedTuple):
    """One line of the form: a tie-break, or nothing yet, and its options as typed."""

    id: str
    options: str


def in_force(t: Tournament) -> list[Row]:
    """The order that the standings follow now."""
    return [Row(use.id, options_text(use)) for use in t.ruleset.tiebreaks]


def typed_rows(form: Mapping[str, str]) -> list[Row]:
    """What the form holds. Options stay on their own line: a separator in them is a blank."""
    return [
        Row(form[f"t{n}"][:60], form.get(f"o{n}", "")[:200].translate(_SEPARATORS).strip())
        for n in range(1, len(TIEBREAKS) + 2)  # every tie-break once, and an empty row
        if f"t{n}" in form
    ]


def moved(rows: Sequence[Row], what: str) -> list[Row]:
    """The rows after a button such as “up-2”, “down-1” or “remove-3”; anything else leaves them."""
    action, _, number = what.partition("-")
    chosen, at = list(rows), whole_or(number, 3, 0) - 1
    if not 0 <= at < len(chosen):
        return chosen
    if action == "remove":
        del chosen[at]
    other = at + {"up": -1, "down": 1}.get(action, 0)
    if action in ("up", "down") and 0 <= other < len(chosen):
        chosen[at], chosen[other] = chosen[other], chosen[at]
    return chosen


def _page(view: View, slug: str, typed: Sequence[Row] | None = None, problem: PareoError | None = None) -> Html:
    def gather(desk: Desk) -> Values:
        t = desk.open(slug).state
        rows = list(in_force(t) if typed is None else typed)[: len(TIEBREAKS)]
        if not rows or rows[-1].id:
            rows.append(Row("", ""))
        return {**frame(desk, slug, "standings"), "rows": rows, "own": TIEBREAK_ORDER.key in t.settings,
                "ruleset": t.ruleset.title}

    return view.page("console/tiebreaks.html", status=200 if problem is None else 422, problem=problem,
                     known=_known(view), **view.look(gather))


def _known(view: View) -> dict[str, list[tuple[str, str]]]:
    """Every tie-break with its options in words."""
    return {t: [(name, view.note(takes)) for name, takes in takes_text(t)] for t in TIEBREAKS}


@page("/console/{slug:str}/standings/order", Right.EVENT)
def order(slug: str, view: View) -> Html:
    """The order in force, to be changed."""
    return _page(view, slug)


@command("/console/{slug:str}/standings/order", Right.EVENT)
def change_order(slug: str, view: View, data: Form) -> Html:
    """Saves the order, takes it back, or lays the form out anew after a move."""
    what, rows = data.get("do", "save"), typed_rows(data)
    if what not in ("save", "reset"):
        return _page(view, slug, moved(rows, what))
    text = "" if what == "reset" else "; ".join(f"{r.id} {r.options}".strip() for r in rows if r.id) or NONE

    def save(desk: Desk) -> Done:
        return events.change_settings(desk, slug, {"tiebreaks": text})

    return view.act(save, onward=f"/console/{slug}/standings", again=lambda problem: _page(view, slug, rows, problem),
                    form=data)


@page("/tiebreaks", Right.PUBLIC)
def glossary(view: View) -> Html:
    """Every tie-break, its name, its meaning and its options."""
    return view.page("tiebreaks.html", known=_known(view))


ROUTES = [change_order, glossary, order]
