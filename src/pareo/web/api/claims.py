"""Calls about names on phones: “It's me”, releasing names, codes for a player's own phone (R-17)."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

from pareo.app.accounts.accounts import CODE_MINUTES
from pareo.app.accounts.permissions import Right
from pareo.web.api.bodies import RequestBody
from pareo.web.api.route_decorators import api_get, api_post, api_put
from pareo.web.route_decorators import Here

_TAG = "phones"


class ClaimSwitch(RequestBody, frozen=True, forbid_unknown_fields=True):
    """Whether phones may say “It's me”."""

    on: bool


class NamesOnPhones(msgspec.Struct, frozen=True):
    """“It's me” at an event."""

    on: Annotated[bool, Meta(description="Whether a phone may take a name.")]
    off_because: Annotated[str, Meta(description="“burst”, “desk” or empty.")]
    phones: Annotated[int, Meta(description="Phones that have a name by “It's me”.")]
    wanted: Annotated[list[int], Meta(description="Numbers of players whose name another phone asked for.")]


class ReleasedNames(msgspec.Struct, frozen=True):
    """How many names were released."""

    released: int


class DeskCode(msgspec.Struct, frozen=True):
    """A code for a player's phone."""

    code: str
    minutes: Annotated[int, Meta(description="How long it works; it works once.")]


@api_get("/events/{slug:str}/phones", Right.STAFF, _TAG)
def list_phones(slug: str, view: Here) -> NamesOnPhones:
    """Whether phones may say “It's me”, and how many have."""
    return _state(view, slug)


def _state(view: Here, slug: str) -> NamesOnPhones:
    state = view.app_state.accounts.claim_state(slug)
    return NamesOnPhones(not state.off, state.off, state.phones, list(state.wanted))


@api_put("/events/{slug:str}/phones", Right.CHECK_IN, _TAG)
def switch_claims(slug: str, view: Here, data: ClaimSwitch) -> NamesOnPhones:
    """Turns “It's me” on or off. Phones that have a name keep it."""
    view.app_state.accounts.switch_claims(slug, on=data.on)
    return _state(view, slug)


@api_post("/events/{slug:str}/phones/release", Right.CHECK_IN, _TAG)
def release_names(slug: str, view: Here) -> ReleasedNames:
    """Releases every name on a phone. The same phones cannot take them again."""
    return ReleasedNames(view.app_state.forget_phones(slug))


@api_post("/events/{slug:str}/players/{who:str}/code", Right.CHECK_IN, _TAG)
def make_code(slug: str, who: str, view: Here) -> DeskCode:
    """Creates a code that gives the player's phone their own page, once."""
    no = view.app_state.look(lambda ctx: ctx.open(slug).find(who))
    return DeskCode(view.app_state.accounts.make_code(slug, no), CODE_MINUTES)


ROUTES = [list_phones, switch_claims, release_names, make_code]
