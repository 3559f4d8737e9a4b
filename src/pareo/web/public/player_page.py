"""My table: a player's own page, reached by “It's me” on a phone or by a signed link.

What a phone is remembered by is a cookie below the event's address; a second phone for the same name is told so. All of
it works without script: finding oneself is a search, everything else a button.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from litestar.datastructures import Cookie
from litestar.response import Response

from pareo.app.accounts.accounts import claims_off
from pareo.app.accounts.permissions import Right
from pareo.app.base.context import CommandResult, Context, LoadedTournament
from pareo.app.base.public_context import own_tom_status
from pareo.app.commands.floor import floor
from pareo.app.commands.floor.judge_calls import call_judge, take_call_back
from pareo.app.commands.lists.submit import hand_in
from pareo.app.commands.people import registration
from pareo.app.forecast.qualification_rows import public_outlook
from pareo.app.queries.lists.open_lists import opponents_lists
from pareo.app.queries.lists.views import own_lists, photo
from pareo.app.queries.pages import public_view as public_views
from pareo.app.queries.pages.find_player import find_players
from pareo.app.queries.pages.own_place import own_place
from pareo.app.queries.pages.podium import has_played, is_over, podiums
from pareo.app.queries.pages.public_names import applicant_shown
from pareo.app.queries.results.game_by_game import games_text
from pareo.app.screens.player_page import OwnPage, OwnRound, Reporting, own_page
from pareo.app.tom.interim import event_for_everybody
from pareo.app.tom.running import note_drop_request
from pareo.app.wording.number_text import figure
from pareo.core.lists.ships import SHIPS
from pareo.core.model.lists import LOCK
from pareo.core.results.result_text import writes_half_points
from pareo.core.settings.public import ITS_ME
from pareo.core.text.errors import BadInput, NeedsConfirmation, NotFound, PareoError, Refused
from pareo.core.text.numbers import whole_or, whole_or_refuse
from pareo.core.tournament.tournament import Tournament
from pareo.pages.public_pages import announcement_rows, change_tokens, clock_rows, event_frame, record_text
from pareo.pages.render import Values
from pareo.web.access import PHONE_COOKIE
from pareo.web.devices import client_address, device_of, mark_device, new_device, reporting_device
from pareo.web.forms.list_form import list_content
from pareo.web.forms.query import query_value
from pareo.web.forms.squad_form import MORE, form_row_count, squad_of_form
from pareo.web.public.push import push_card
from pareo.web.route_decorators import Form, Upload, command, page
from pareo.web.view import Html, View, status_of

NUMBER_COOKIE = "pareo_no"  # whose phone it is, for the page's script: it marks the player's line in the standings
_DAYS_60 = 60 * 24 * 3600
_OUTCOMES = ("1-0", "½-½", "0-1")
_CONCEDED = ("conceded-a", "conceded-b")
_ENDS = ("destroyed", "time", *_CONCEDED)


def _player(view: View, slug: str) -> int:
    no = view.identity.player_of(slug)
    if no is None:
        raise NotFound("no-own-page", "This link doesn't belong to anyone at this event.")
    return no


def remember(view: View, answer: Html, slug: str, token: str, no: int) -> Html:
    """Adds the cookies by which a phone is this player's from now on."""
    https = view.request.url.scheme == "https"
    for key, value, hidden in ((PHONE_COOKIE, token, True), (NUMBER_COOKIE, str(no), False)):
        answer.cookies.append(
            Cookie(
                key=key, value=value, httponly=hidden, samesite="lax", max_age=_DAYS_60, path=f"/e/{slug}", secure=https
            )
        )
    return answer


def forget_cookies(answer: Html, slug: str) -> Html:
    for key in (PHONE_COOKIE, NUMBER_COOKIE):
        answer.delete_cookie(key, path=f"/e/{slug}")
    return answer


# --- who am I ---------------------------------------------------------------------------------------------------------


def _find(view: View, slug: str, q: str, problem: PareoError | None = None) -> Html:
    def look(ctx: Context) -> Values:
        event = ctx.open(slug)
        return {
            "event": event_frame(event),
            "people": find_players(event, q),
            "q": q[:80],
            "clocks": clock_rows(event, view.texts),
            "terms": registration.terms(event, ctx.now()),
            "rounds": sorted({r.number for _, r in public_views.current_rounds(event.state)}),
            "its_me": _may_claim(view, event, slug),
        }

    answer = view.page(
        "public/find.html",
        status=200 if problem is None else status_of(problem),
        problem=problem,
        slug=slug,
        **view.look_public(slug, look),
    )
    return mark_device(view, answer)


def _may_claim(view: View, event: LoadedTournament, slug: str) -> bool:
    """Is “It's me” offered: by the event's setting, and not turned off after a burst or by the desk?"""
    return event.state.setting(ITS_ME) is not False and not view.app_state.accounts.claim_state(slug).off


@page("/e/{slug:str}/me", Right.PUBLIC)
def my_table(slug: str, view: View, q: str = "") -> Html:
    """My table, once this phone knows who I am; else finding myself."""
    no = view.identity.player_of(slug)
    if no is None or not view.look_public(slug, lambda ctx: _is_known(ctx.open(slug), no)):
        return _find(view, slug, q)
    return _show(view, slug, "")


def _is_known(event: LoadedTournament, no: int) -> bool:
    return no in event.state.entrants or no in event.state.applicants


@command("/e/{slug:str}/me", Right.PUBLIC)
def its_me(slug: str, view: View, data: Form) -> Html:
    """“It's me”: this phone is remembered; a second one for the same name is told to ask at the desk. It proves
    nothing: it shows the table and reports, and that is all (R-17)."""
    bad = BadInput("no-entrant-chosen", "Choose your name in the list.")
    device = device_of(view) or new_device()
    try:
        no = whole_or_refuse(data.get("no", ""), 9, bad)

        def players(ctx: Context) -> int:
            t = ctx.open(slug).state
            t.entrant(no)
            if t.setting(ITS_ME) is False:
                raise claims_off()
            return len(t.entrants)

        count = view.look_public(slug, players)
        token = view.app_state.accounts.claim_name(slug, no, device=device, address=client_address(view), players=count)
    except PareoError as problem:
        return _find(view, slug, data.get("q", ""), problem)
    return mark_device(view, remember(view, view.go(f"/e/{slug}/me"), slug, token, no), device)


@command("/e/{slug:str}/me/code", Right.PUBLIC)
def enter_code(slug: str, view: View, data: Form) -> Html:
    """A code from the desk: this phone gets the player's personal link."""
    try:
        view.look_public(slug, lambda ctx: ctx.open(slug))
        no, link = view.app_state.accounts.use_code(slug, data.get("code", ""))
    except PareoError as problem:
        if view.identity.player_of(slug) is not None:
            return _show(view, slug, "", problem=problem)
        return _find(view, slug, "", problem)
    return mark_device(view, remember(view, view.go(f"/e/{slug}/me"), slug, link, no))


@command("/e/{slug:str}/me/forget", Right.PUBLIC)
def forget(slug: str, view: View) -> Html:
    """Not me: this phone is nobody's again, and another one may be this player's."""
    no = view.identity.player_of(slug)
    if no is not None and view.request.cookies.get(PHONE_COOKIE, "").startswith("p-"):
        view.app_state.forget_phone(slug, no, bar=False)
    return forget_cookies(view.go(f"/e/{slug}/me"), slug)


# --- the page ---------------------------------------------------------------------------------------------------------


def _show(
    view: View,
    slug: str,
    link: str,
    *,
    problem: PareoError | None = None,
    typed: Mapping[str, str] | None = None,
    sure: str = "",
) -> Html:
    no = _player(view, slug)
    typed = dict(typed or {})
    rows = form_row_count(typed.get("rows") or query_value(view, "rows"))
    base = f"/e/{slug}/me/{link}" if link else f"/e/{slug}/me"
    status = 200 if problem is None else status_of(problem)
    place_in_line = view.look_public(slug, lambda ctx: registration.place_in_line(ctx.open(slug).state, no))
    if place_in_line:
        return _waiting(view, slug, no, place_in_line, problem)

    proved = view.identity.may(Right.PERSONAL, slug)

    def look(ctx: Context) -> Values:
        event = ctx.open(slug)
        me = own_page(ctx, slug, no)
        t = event.state
        own, ahead = own_lists(ctx, slug, no), public_outlook(ctx, slug, no)
        place, over = own_place(event_for_everybody(event)[0], no), is_over(t)
        return {
            "me": me,
            "own": own if proved else None,
            "theirs": opponents_lists(event, no) if proved else (),
            "own_versions": [len(t.lists.history(no, row.person)) for row in own.rows],
            "proved": proved,
            "has_lists": own.mode != "off"
            and (
                own.mode == "required"
                or own.qr_locked
                or (own.kind != "text" and own.open)
                or (proved and any(row.handed_in for row in own.rows))
            ),
            "event": event_frame(event),
            "mark": change_tokens(event).at(me.current),
            "clocks": [c for c in clock_rows(event, view.texts) if _is_mine(me, c.rounds)],
            "announcements": announcement_rows(event, view.texts, 3),
            "level": t.ruleset.show_points(me.row.points) if me.row is not None else 0,
            "points": figure(t.ruleset.show_points(me.row.points), view.lang) if me.row is not None else "0",
            "record": record_text(me.row) if me.row is not None else "0–0",
            "their_record": record_text(me.other) if me.other is not None else "",
            "chances": [[view.note(line) for line in row.says] for row in ahead.rows],
            "ahead": ahead.age,
            "sign": ahead.sign,
            "no": no,
            "place": place,
            "waits": event_for_everybody(event)[1],
            "over": over,
            "goes_on": _waits_for_playoff(t, me),
            "podiums": [p for p in podiums(event) if over or (place is not None and p.label == place.label)],
            "called": t.floor.calls.get((me.current.number, me.current.table or 0)) if me.current is not None else None,
            "checks_in": registration.may_check_in_alone(t),
            "is_here": floor.is_here(t, no),
            "begun": registration.has_begun(t),
            "registered": no in t.registered,
            "beside": own_tom_status(event, no),
        }

    return view.page(
        "public/me.html",
        status=status,
        problem=problem,
        typed=typed,
        sure=sure,
        slug=slug,
        base=base,
        form_rows=rows,
        more=rows + MORE,
        ships=SHIPS,
        figure=lambda value, percent: figure(value, view.lang, percent=percent),
        push=push_card(view, slug, no),
        **view.look_public(slug, look),
    )


def _waits_for_playoff(t: Tournament, me: OwnPage) -> bool:
    """Has the player ended the Swiss rounds, qualified for a play-off, and is that not drawn yet?"""
    return (
        me.ended
        and not me.in_cut
        and me.row is not None
        and me.row.rank <= me.cut
        and me.status == "active"
        and me.table is not None
        and not all(has_played(t, pod) for pod in me.table.pods)
    )


def _waiting(view: View, slug: str, no: int, place_in_line: int, problem: PareoError | None) -> Html:
    """The page of somebody who registered and is not in yet, with their place in the queue."""

    def look(ctx: Context) -> Values:
        event = ctx.open(slug)
        now = registration.terms(event, ctx.now())
        return {
            "event": event_frame(event),
            "name": applicant_shown(event, no),
            "confirm": now.confirm,
            "full": now.full,
            "begun": registration.has_begun(event.state),
            "mark": change_tokens(event).at(None),
        }

    return view.page(
        "public/waiting.html",
        status=200 if problem is None else status_of(problem),
        problem=problem,
        slug=slug,
        line=place_in_line,
        **view.look_public(slug, look),
    )


def _is_mine(me: OwnPage, rounds: tuple[tuple[str, int], ...]) -> bool:
    return me.current is not None and (me.current.pod.id, me.current.number) in rounds


@page("/e/{slug:str}/me/{link:str}", Right.OWN)
def my_table_by_link(slug: str, link: str, view: View) -> Html:
    """A player's own page by a signed link, from a badge or the desk. The phone is remembered too."""
    return mark_device(view, remember(view, _show(view, slug, link), slug, link, _player(view, slug)))


# --- what a player does -----------------------------------------------------------------------------------------------


def _report(view: View, slug: str, link: str, data: Mapping[str, str]) -> Html:
    no = _player(view, slug)
    me = view.look_public(slug, lambda ctx: own_page(ctx, slug, no))
    result = ""
    try:
        if me.reporting is not None:
            result = reported_result(data, me.reporting)
            with view.app_state.open_context(view.identity) as ctx:
                device, sure = reporting_device(view, slug), data.get("sure") == result  # its question has been shown
                floor.claim(
                    ctx,
                    slug,
                    no=no,
                    round_no=me.reporting.round_no,
                    result=result,
                    device=device,
                    confirmed=sure,
                )
        elif me.current is None or not _is_what_counts(data, me.current):
            raise _too_late(data, me.current)
    except NeedsConfirmation as question:  # sent again as it is, it is meant
        return _show(view, slug, link, problem=question, typed=data, sure=result)
    except PareoError as problem:
        return _show(view, slug, link, problem=problem, typed=data)
    return view.go(f"/e/{slug}/me/{link}" if link else f"/e/{slug}/me")  # the page itself says what has become of it


def _is_what_counts(data: Mapping[str, str], current: OwnRound) -> bool:
    """Does the form report the result that is entered already? A button touched twice is no mistake."""
    reports = (data.get("result", ""), f"{data.get('mine', '').strip()}-{data.get('theirs', '').strip()}")
    return data.get("round", "") == str(current.number) and current.result.replace("–", "-") in reports


def _too_late(data: Mapping[str, str], current: OwnRound | None) -> PareoError:
    """Why nothing can be reported now."""
    if current is None or data.get("round", "") != str(current.number):
        return BadInput("report-old-round", "That was a different round: reload the page.")
    if current.result:
        return Refused(
            "claim-counts", "Your report came too late: another result is already in. If it is wrong, tell the desk."
        )
    return BadInput("nothing-to-report", "There is nothing to report right now: reload the page.")


@command("/e/{slug:str}/me/report", Right.OWN)
def report(slug: str, view: View, data: Form) -> Html:
    """Reports a result by one touch; it can be changed until both players report the same."""
    return _report(view, slug, "", data)


@command("/e/{slug:str}/me/{link:str}/report", Right.OWN)
def report_by_link(slug: str, link: str, view: View, data: Form) -> Html:
    """Reports a result from a page that was opened by its link."""
    return _report(view, slug, link, data)


def reported_result(data: Mapping[str, str], reporting: Reporting) -> str:
    """The result that the form says, from the player's own side."""
    if data.get("round", "") != str(reporting.round_no):
        raise BadInput("report-old-round", "That was a different round: reload the page.")
    if reporting.games:  # several, each with its points
        if not (result := games_text(data, len(reporting.games))):
            raise BadInput("report-scores", "Enter both scores as whole numbers.")
        return result
    if reporting.scores:  # several games per round
        if data.get("result") not in (*reporting.scores, *["="] * bool(reporting.agreed)):
            raise BadInput("report-outcome", "Choose whether you won, drew or lost.")
        return data["result"]
    if data.get("result") in _OUTCOMES and reporting.kind != "squads":
        return data["result"]
    return _without_points(data, reporting) or _with_points(data, reporting)


def _without_points(data: Mapping[str, str], reporting: Reporting) -> str:
    """A draw entered as 0,5, or a concession without points of the side that conceded; else empty."""
    mine, theirs = data.get("mine", "").strip(), data.get("theirs", "").strip()
    if reporting.kind == "scores" and writes_half_points(mine) and (not theirs or writes_half_points(theirs)):
        return "0.5-0.5"
    ended = data.get("ended", "")
    conceded = reporting.kind == "squads" and ended in _CONCEDED
    return ended if conceded and not (mine if ended == "conceded-a" else theirs) else ""


def _with_points(data: Mapping[str, str], reporting: Reporting) -> str:
    mine, theirs = data.get("mine", "").strip(), data.get("theirs", "").strip()
    if reporting.kind == "squads" and data.get("ended") in _CONCEDED:  # who concedes loses all: it need not be said
        mine, theirs = mine or "0", theirs or "0"
    if None in (whole_or(mine, 5, None), whole_or(theirs, 5, None)):
        raise BadInput("report-scores", "Enter both scores as whole numbers.")
    if reporting.kind == "outcome":
        raise BadInput("report-outcome", "Choose whether you won, drew or lost.")
    if reporting.kind == "scores":
        return f"{mine}-{theirs}"
    if data.get("ended") not in _ENDS:
        raise BadInput("report-ended", "Choose how the game ended.")
    words = [f"{mine}-{theirs}", data["ended"]]
    if reporting.elimination and data.get("initiative") in ("a", "b"):
        words.append(f"init-{data['initiative']}")
    return " ".join(words)


def _do(view: View, slug: str, work: Callable[[Context], object]) -> Html:
    try:
        with view.app_state.open_context(view.identity) as ctx:
            work(ctx)
    except PareoError as problem:
        return _show(view, slug, "", problem=problem)
    return view.go(f"/e/{slug}/me")


@command("/e/{slug:str}/me/judge", Right.OWN)
def judge(slug: str, view: View, data: Form) -> Html:
    """Calls a judge to my table."""
    no, number = _player(view, slug), whole_or(data.get("round", ""), 5, 0)
    return _do(view, slug, lambda ctx: call_judge(ctx, slug, no=no, round_no=number))


@command("/e/{slug:str}/me/judge/back", Right.OWN)
def no_judge(slug: str, view: View, data: Form) -> Html:
    """No judge is needed any more: I take my call back."""
    no, number = _player(view, slug), whole_or(data.get("round", ""), 5, 0)
    return _do(view, slug, lambda ctx: take_call_back(ctx, slug, no=no, round_no=number))


@command("/e/{slug:str}/me/here", Right.PERSONAL)
def here(slug: str, view: View) -> Html:
    """I am here: checks myself in, where the event lets players do it."""
    no = _player(view, slug)

    def work(ctx: Context) -> None:
        registration.check_in_alone(ctx, slug, no)

    return _do(view, slug, work)


@command("/e/{slug:str}/me/drop", Right.PERSONAL)
def drop_me(slug: str, view: View) -> Html:
    """I leave: TOM runs the event, so it is a note for the desk."""
    no = _player(view, slug)
    return _do(view, slug, lambda ctx: note_drop_request(ctx, slug, no))


@command("/e/{slug:str}/me/leave", Right.PERSONAL)
def leave(slug: str, view: View) -> Html:
    """I do not play after all: takes me out again before round 1 is paired, with what I had given."""
    no = _player(view, slug)
    try:
        with view.app_state.open_context(view.identity) as ctx:
            registration.withdraw(ctx, slug, no)
    except PareoError as problem:
        return _show(view, slug, "", problem=problem)
    view.app_state.forget_phone(slug, no)
    return forget_cookies(view.go(f"/e/{slug}"), slug)


# --- lists ------------------------------------------------------------------------------------------------------------


def _hand_in(view: View, slug: str, link: str, data: dict[str, Any]) -> Html:
    no = _player(view, slug)
    typed = {key: value for key, value in data.items() if isinstance(value, str)}
    person = int(typed["person"]) if typed.get("person") in ("0", "1") else None

    def work(ctx: Context) -> CommandResult:
        content = squad_of_form(typed) if typed.get("form") == "squad" else list_content(data)
        kind = LOCK if typed.get("what") == LOCK else None
        return hand_in(ctx, slug, no, content, kind=kind, person=person, by_player=True)

    return view.act(
        work,
        onward=f"/e/{slug}/me/{link}" if link else f"/e/{slug}/me",
        form=typed,
        again=lambda problem: _show(view, slug, link, problem=problem, typed=typed),
    )


@command("/e/{slug:str}/me/list", Right.PERSONAL)
def hand_in_list(slug: str, view: View, data: Upload) -> Html:
    """The player's own list, or the picture of their team's code; nobody else's, and only until the deadline."""
    return _hand_in(view, slug, "", data)


@command("/e/{slug:str}/me/{link:str}/list", Right.PERSONAL)
def hand_in_by_link(slug: str, link: str, view: View, data: Upload) -> Html:
    """Hands in the player's own list from a page that was opened by its link."""
    return _hand_in(view, slug, link, data)


def _photo(view: View, slug: str) -> Response[bytes]:
    no = _player(view, slug)
    person = 1 if view.request.query_params.get("person") == "1" else 0
    picture = view.look_public(slug, lambda ctx: photo(ctx, slug, no, person=person))
    return Response(picture.data, media_type=picture.media, headers={"content-disposition": "inline"})


@page("/e/{slug:str}/me/photo", Right.PERSONAL)
def own_photo(slug: str, view: View) -> Response[bytes]:
    """The photo the player handed in."""
    return _photo(view, slug)


@page("/e/{slug:str}/me/{link:str}/photo", Right.PERSONAL)
def photo_by_link(slug: str, link: str, view: View) -> Response[bytes]:
    """The photo the player handed in, for a page that was opened by its link."""
    del link
    return _photo(view, slug)


ROUTES = [
    my_table,
    its_me,
    enter_code,
    forget,
    my_table_by_link,
    report,
    report_by_link,
    judge,
    no_judge,
    drop_me,
    here,
    leave,
    hand_in_list,
    hand_in_by_link,
    own_photo,
    photo_by_link,
]
