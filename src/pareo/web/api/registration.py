"""Calls about players who register themselves, and about what needs the staff."""

from __future__ import annotations

from pareo.app.desk import Desk
from pareo.app.floor import judge_calls
from pareo.app.floor.needs_you import needs_you
from pareo.app.people import registration
from pareo.app.rights import Right
from pareo.web.api.bodies import JudgeBody, RegistrationBody
from pareo.web.api.declare import Here, deleting, reading, writing, written
from pareo.web.api.rows import NeedRow, RegisteredRow, RegistrationRow, Written

_TAG = "registration"
_OWN = "/events/{slug:str}/own/{link:str}"


@reading("/events/{slug:str}/registrations", Right.STAFF, _TAG)
def list_registrations(slug: str, view: Here) -> RegistrationRow:
    """Whether players can register themselves, and who waits."""

    def look(desk: Desk) -> RegistrationRow:
        event = desk.open(slug)
        now = registration.terms(event, desk.now())
        rows = registration.waiting_rows(event)
        return RegistrationRow(now.open, list(now.asked), now.limit, now.taken, rows)

    return view.hall.look(look)


@writing("/events/{slug:str}/registrations", Right.CHECK_IN, _TAG)
def register(slug: str, view: Here, data: RegistrationBody, client: str | None) -> RegisteredRow:
    """Registers somebody as the players' page does: entered where there is a place, else waiting."""
    with view.hall.at_desk(view.identity) as desk:
        done = registration.register(desk, slug, data.fields, guardian=data.guardian, client=client)
    return RegisteredRow(done.no, done.entered)


@writing("/events/{slug:str}/registrations/{no:int}/admit", Right.CHECK_IN, _TAG)
def admit(slug: str, no: int, view: Here, client: str | None) -> Written:
    """Lets somebody in who waits, whatever the limit."""
    return written(view, lambda desk: registration.admit(desk, slug, no, client=client))


@deleting("/events/{slug:str}/registrations/{no:int}", Right.CHECK_IN, _TAG)
def decline(slug: str, no: int, view: Here, client: str | None) -> Written:
    """Does not let somebody in; what he had given is erased."""
    return written(view, lambda desk: registration.decline(desk, slug, no, client=client))


@reading("/events/{slug:str}/needs", Right.STAFF, _TAG)
def list_needs(slug: str, view: Here) -> list[NeedRow]:
    """What needs the staff now: papers that did not print, calls for a judge, results that TOM has
    otherwise, reports that differ, registrations."""
    found = view.hall.look(lambda desk: [NeedRow(n.kind, n.round_no, n.table, n.who, n.at, dict(n.said), n.number)
                                         for n in needs_you(desk.open(slug))])
    problem = view.hall.printing.problems.get(slug)
    return found if problem is None else [NeedRow("printer", 0, 0, "", "", {"problem": str(problem)}, 1), *found]


@writing(_OWN + "/judge", Right.OWN, _TAG)
def call_judge(slug: str, link: str, view: Here, data: JudgeBody, client: str | None) -> Written:
    """A player calls a judge to the table where he plays."""
    del link
    no = view.identity.player_of(slug) or 0
    return written(view, lambda desk: judge_calls.call_judge(desk, slug, no=no, round_no=data.round, client=client))


@deleting("/events/{slug:str}/rounds/{number:int}/tables/{table:int}/judge", Right.REPORT, _TAG)
def judge_came(slug: str, number: int, table: int, view: Here, client: str | None) -> Written:
    """A judge came, or it is settled: the call is over."""
    return written(view, lambda desk: judge_calls.judge_came(desk, slug, round_no=number, table=table, client=client))


ROUTES = [list_registrations, register, admit, decline, list_needs, call_judge, judge_came]
