"""Messages to phones: the owner's switch. `switch_card` gives what console/push_card.html shows."""

from __future__ import annotations

from typing import NamedTuple

from pareo.app.accounts.permissions import Right
from pareo.web.route_decorators import Form, command
from pareo.web.view import Html, View


class SwitchCard(NamedTuple):
    """What the card about messages to phones shows."""

    on: bool
    why_not: str  # https, extra
    owner: bool


def switch_card(view: View, slug: str) -> SwitchCard:
    push = view.app_state.push
    return SwitchCard(push.is_on(view.home), push.why_not(view.home), view.may("owner", slug))


@command("/console/{slug:str}/phones/push", Right.OWNER)
def switch(slug: str, view: View, data: Form) -> Html:
    """Switches messages to phones on or off."""
    if data.get("on") == "yes":
        view.app_state.push.switch_on(view.home)
    else:
        view.app_state.push.switch_off()
    return view.go(f"/console/{slug}/phones")


ROUTES = [switch]
