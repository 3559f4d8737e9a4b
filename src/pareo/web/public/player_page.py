"""A player's own page, reached by a signed link: table, opponent, record, the cut, reporting the result, his list."""

from __future__ import annotations

from collections.abc import Mapping

from litestar.response import Response

from pareo.app.desk import Desk, Done
from pareo.app.floor import floor
from pareo.app.lists.hand_in import hand_in, lock_team
from pareo.app.lists.views import own_lists, photo
from pareo.app.rights import Right
from pareo.app.views.player_page import OwnPage, Reporting, own_page
from pareo.core.lists.ships import SHIPS
from pareo.core.words.errors import BadInput, NotFound, PareoError
from pareo.core.words.numbers import figure, whole_or
from pareo.web.console.list_words import given
from pareo.web.console.rounds import asked
from pareo.web.console.squad_form import MORE, rows_asked, squad_of_form
from pareo.web.declare import Form, Upload, command, page
from pareo.web.public.pages import announcement_rows, clock_rows, event_facts, record_text
from pareo.web.view import Html, View, status_of

_OUTCOMES = ("1-0", "½-½", "0-1")
_ENDS = ("destroyed", "time", "conceded-a", "conceded-b")


def _player(view: View, slug: str) -> int:
    no = view.identity.player_of(slug)
    if no is None:
        raise NotFound("no-own-page", "This link is of nobody at this event.")
    return no


def _show(
    view: View, slug: str, link: str, *, problem: PareoError | None = None, typed: Mapping[str, str] | None = None
) -> Html:
    no = _player(view, slug)
    typed = dict(typed or {})
    rows = rows_asked(typed.get("rows") or asked(view, "rows"))

    def look(desk: Desk) -> dict[str, object]:
        event = desk.open(slug)
        me = own_page(desk, slug, no)
        rules = event.state.ruleset
        own = own_lists(desk, slug, no)
        return {
            "me": me,
            "own": own,
            "own_versions": [len(event.state.lists.history(no, row.person)) for row in own.rows],
            "event": event_facts(event),
            "clocks": [c for c in clock_rows(event, view.texts) if _is_mine(me, c.rounds)],
            "announcements": announcement_rows(event, view.texts, 3),
            "points": figure(rules.show_points(me.row.points), view.lang) if me.row is not None else "0",
            "record": record_text(me.row) if me.row is not None else "0–0",
        }

    return view.page(
        "public/me.html", status=200 if problem is None else status_of(problem), problem=problem,
        typed=typed, slug=slug, link=link, form_rows=rows, more=rows + MORE, ships=SHIPS, **view.look(look),
    )


def _is_mine(me: OwnPage, rounds: tuple[tuple[str, int], ...]) -> bool:
    return me.current is not None and (me.current.pod.id, me.current.number) in rounds


@page("/e/{slug:str}/me/{link:str}", Right.OWN)
def own(slug: str, link: str, view: View) -> Html:
    """Where do I play, against whom, how do I stand."""
    return _show(view, slug, link)


@command("/e/{slug:str}/me/{link:str}/report", Right.OWN)
def report(slug: str, link: str, view: View, data: Form) -> Html:
    """First shows what will be sent; sends it when that was confirmed."""
    no = _player(view, slug)
    me = view.look(lambda desk: own_page(desk, slug, no))
    try:
        if me.reporting is None or me.current is None:
            raise BadInput("nothing-to-report", "There is nothing to report now: look at the page again.")
        result = said(data, me.reporting)
    except PareoError as problem:
        return _show(view, slug, link, problem=problem, typed=data)
    address = f"/e/{slug}/me/{link}"
    if not data.get("yes"):
        event = view.look(lambda desk: event_facts(desk.open(slug)))
        kept = {k: v for k, v in data.items() if k not in ("_csrf_token", "yes")}
        return view.page("public/report.html", event=event, me=me, result=result, form=kept, address=address)
    round_no = me.reporting.round_no
    return view.act(
        lambda desk: floor.claim(desk, slug, no=no, round_no=round_no, result=result),
        onward=address, form=data,
        again=lambda problem: _show(view, slug, link, problem=problem, typed=data),
    )


def said(data: Mapping[str, str], reporting: Reporting) -> str:
    """The result that the form says, from the player's own side."""
    if data.get("round", "") != str(reporting.round_no):
        raise BadInput("report-old-round", "That was another round: look at the page again.")
    if reporting.scores:  # several games per round
        if data.get("result") not in reporting.scores:
            raise BadInput("report-outcome", "Say whether you won, drew or lost.")
        return data["result"]
    if data.get("result") in _OUTCOMES and reporting.kind != "squads":
        return data["result"]
    mine, theirs = data.get("mine", "").strip(), data.get("theirs", "").strip()
    if None in (whole_or(mine, 5, None), whole_or(theirs, 5, None)):
        raise BadInput("report-scores", "Enter both scores as whole numbers.")
    if reporting.kind == "outcome":
        raise BadInput("report-outcome", "Say whether you won, drew or lost.")
    if reporting.kind == "scores":
        return f"{mine}-{theirs}"
    if data.get("ended") not in _ENDS:
        raise BadInput("report-ended", "Say how the game ended.")
    words = [f"{mine}-{theirs}", data["ended"]]
    if reporting.elimination and data.get("initiative") in ("a", "b"):
        words.append(f"init-{data['initiative']}")
    return " ".join(words)


@command("/e/{slug:str}/me/{link:str}/list", Right.OWN)
def hand_in_list(slug: str, link: str, view: View, data: Upload) -> Html:
    """The player's own list, or the picture of his team's code; nobody else's, and only until the deadline."""
    no = _player(view, slug)
    typed = {key: value for key, value in data.items() if isinstance(value, str)}
    person = int(typed["person"]) if typed.get("person") in ("0", "1") else None

    def work(desk: Desk) -> Done:
        content = squad_of_form(typed) if typed.get("form") == "squad" else given(data)
        if typed.get("what") == "lock":
            return lock_team(desk, slug, no, content, person=person, by_player=True)
        return hand_in(desk, slug, no, content, person=person, by_player=True)

    return view.act(work, onward=f"/e/{slug}/me/{link}", form=typed,
                    again=lambda problem: _show(view, slug, link, problem=problem, typed=typed))


@page("/e/{slug:str}/me/{link:str}/photo", Right.OWN)
def own_photo(slug: str, link: str, view: View) -> Response[bytes]:
    """The photo he handed in himself."""
    del link
    no = _player(view, slug)
    person = 1 if view.request.query_params.get("person") == "1" else 0
    found = view.look(lambda desk: photo(desk, slug, no, person=person))
    return Response(found.data, media_type=found.media, headers={"content-disposition": "inline"})


ROUTES = [own, report, hand_in_list, own_photo]
