"""Calls about the journal and about tokens: who did what when, undo, verify; give and take tokens."""

from __future__ import annotations

from typing import Annotated

from litestar.params import QueryParameter

from pareo.app.accounts.accounts import check_may_give, table_range
from pareo.app.accounts.permissions import ROLES, Right
from pareo.app.base.context import Context
from pareo.app.commands.event import undo as undoing
from pareo.app.queries.pages.event_tables import journal_rows
from pareo.app.queries.rounds import verify as verifying
from pareo.app.rows.events import RoundCheckRow
from pareo.app.rows.tables import JournalRow
from pareo.core.text.errors import BadInput
from pareo.web.api.bodies import TokenBody, UndoBody
from pareo.web.api.route_decorators import api_delete, api_get, api_post, reason, run_command
from pareo.web.api.rows import Deleted, NewToken, TokenRow, Written
from pareo.web.route_decorators import Here

_TAG = "journal"
_After = Annotated[int, QueryParameter(ge=0, le=2**53, description="Only entries after this number.")]
_Limit = Annotated[int, QueryParameter(ge=1, le=1000, description="Maximum number.")]


@api_get("/events/{slug:str}/journal", Right.EVENT, _TAG)
def show_journal(slug: str, view: Here, after: _After = 0, limit: _Limit = 200) -> list[JournalRow]:
    """The journal, oldest entry first. For the next entries, set `after` to the last number you have."""
    return view.app_state.look(lambda ctx: journal_rows(ctx, slug, after=after, limit=limit))


@api_post("/events/{slug:str}/undo", Right.ROUNDS, _TAG)
def undo(slug: str, view: Here, data: UndoBody, client: str | None) -> Written:
    """Undoes the last command. Nothing is erased from the journal: undo is an entry too."""
    return run_command(
        view, lambda ctx: undoing.undo(ctx, slug, data.seq, override=reason(data.override), client=client)
    )


@api_get("/events/{slug:str}/verify", Right.STAFF, _TAG)
def verify(
    slug: str,
    view: Here,
    round_no: Annotated[int | None, QueryParameter(name="round", ge=1, le=1000, description="Only this round.")] = None,
) -> list[RoundCheckRow]:
    """Checks the chain of the journal, and every round against what was known when it was paired."""
    # In a context of its own: the check of a large event takes seconds, and nobody should wait for it.
    return verifying.verify(Context(view.app_state.store), slug, round_no=round_no)


@api_get("/events/{slug:str}/tokens", Right.EVENT, "tokens")
def list_tokens(slug: str, view: Here) -> list[TokenRow]:
    """The tokens of this event, revoked ones too. Their secrets are not stored."""
    view.app_state.store.head(slug)
    return [
        TokenRow(
            t.id,
            t.label,
            t.grant.role.id,
            t.created,
            t.revoked,
            t.expires,
            None if t.grant.tables is None else list(t.grant.tables),
        )
        for t in view.app_state.accounts.tokens(slug)
    ]


@api_post("/events/{slug:str}/tokens", Right.EVENT, "tokens")
def make_token(slug: str, view: Here, data: TokenBody) -> NewToken:
    """Creates a token for a program or a screen. You can't give more permissions than you have."""
    role = ROLES.get(data.role)
    if role is None:
        raise BadInput("bad-role", "You can't assign the role {role}: players have their own links.", role=data.role)
    check_may_give(view.identity, role, slug)
    view.app_state.store.head(slug)
    tables = table_range(data.first_table, data.last_table)
    return NewToken(view.app_state.accounts.make_token(data.label, role, slug, tables, data.days))


@api_delete("/events/{slug:str}/tokens/{token:str}", Right.EVENT, "tokens")
def revoke_token(slug: str, token: str, view: Here) -> Deleted:
    """Revokes a token of this event at once."""
    view.app_state.accounts.revoke_token(token, slug)
    return Deleted(token)


ROUTES = [show_journal, undo, verify, list_tokens, make_token, revoke_token]
