"""Calls about the people who work at an event."""

from __future__ import annotations

from pareo.app.accounts.accounts import check_may_give, table_range
from pareo.app.accounts.permissions import Right, chosen_role, given_roles
from pareo.core.text.errors import NotFound
from pareo.web.api.bodies import StaffBody
from pareo.web.api.route_decorators import api_delete, api_get, api_post
from pareo.web.api.rows import Deleted, NewStaff, StaffRow
from pareo.web.route_decorators import Here

_TAG = "staff"


@api_get("/events/{slug:str}/staff", Right.EVENT, _TAG)
def list_staff(slug: str, view: Here) -> list[StaffRow]:
    """Everyone with a role at this event, or at all events."""
    view.app_state.store.head(slug)
    return [
        StaffRow(
            user.id,
            user.name,
            grant.role.id,
            user.has_password,
            user.disabled,
            grant.slug == "*",
            None if grant.tables is None else list(grant.tables),
        )
        for user in view.app_state.accounts.users()
        for grant in user.grants
        if grant.slug in ("*", slug)
    ]


@api_post("/events/{slug:str}/staff", Right.OWNER, _TAG)
def add_staff(slug: str, view: Here, data: StaffBody) -> NewStaff:
    """Creates an account with a role at this event."""
    role = chosen_role(data.role, given_roles())
    check_may_give(view.identity, role, slug)
    view.app_state.store.head(slug)
    tables = table_range(data.first_table, data.last_table)
    user = view.app_state.accounts.create_user(data.name, role, slug, tables, data.password)
    link = None if data.password else f"/enter/{view.app_state.accounts.one_time_link(user.id)}"
    return NewStaff(user.id, link)


@api_delete("/events/{slug:str}/staff/{user:str}", Right.OWNER, _TAG)
def remove_staff(slug: str, view: Here, user: str) -> Deleted:
    """Removes all roles of an account at this event; the account stays."""
    account = next((u for u in view.app_state.accounts.users() if u.id == user), None)
    roles = [g.role for g in account.grants if g.slug == slug] if account is not None else []
    if not roles:
        raise NotFound("no-staff", "No one with that ID has a role at this event.")
    for role in roles:
        view.app_state.accounts.revoke(user, role, slug)
    return Deleted(user)


ROUTES = [list_staff, add_staff, remove_staff]
