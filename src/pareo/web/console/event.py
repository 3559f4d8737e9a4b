"""One event's overview: its pods as they form, what to do next, the announcement, and how phones and screens get in."""

from __future__ import annotations

from base64 import b64encode

from pareo.app.desk import Desk, Event
from pareo.app.event.overview import Next, outlook
from pareo.app.people.roster import missing
from pareo.app.rights import Right
from pareo.app.views.announcement import announce
from pareo.core.rules.games import game_of
from pareo.core.state.settings.event import DATE, LANGUAGE
from pareo.core.words.languages import LANGUAGES
from pareo.print.qr import qr_svg
from pareo.web.declare import page
from pareo.web.i18n import texts
from pareo.web.render import Values
from pareo.web.round_words import next_step
from pareo.web.view import Html, View


def frame(desk: Desk, slug: str, tab: str) -> Values:
    """What the frame around every page of an event needs."""
    return {"slug": slug, "tab": tab, "event": event_facts(desk.open(slug))}


def event_facts(event: Event) -> dict[str, str]:
    t = event.state
    return {"name": t.name, "slug": t.slug, "zone": t.zone, "game": game_of(t.ruleset)}


def qr_code(address: str) -> str:
    """A QR code as an image address that needs no further request; empty where only this computer could open it."""
    picture = qr_svg(address, border=2, light="#fff", scale=4)
    return f"data:image/svg+xml;base64,{b64encode(picture).decode()}" if picture else ""


# Where the one big button leads, under /console/SLUG.
_PLACES = {"players": "/players", "over": "/standings"}


def _place(step: Next) -> str:
    return _PLACES.get(step.action, "/rounds")


def _sheet(desk: Desk, slug: str, lang: str) -> str:
    """The announcement, with the date as people who speak the language write it."""
    date, line = desk.open(slug).state.setting(DATE) or "", texts(lang).gettext("Date: {date}")
    before, after = line.format(date=date), line.format(date=texts(lang).date(date))
    return "\n".join(after if said == before else said for said in announce(desk, slug, lang).split("\n"))


@page("/console/{slug:str}", Right.STAFF)
def overview(slug: str, view: View) -> Html:
    """The event at a glance."""

    def gather(desk: Desk) -> Values:
        event = desk.open(slug)
        t = event.state
        seen = outlook(event)
        stands, onward = next_step(view.texts, seen.step)
        return {
            **frame(desk, slug, "overview"),
            "pods": seen.pods, "event_notes": seen.notes, "step": seen.step, "place": _place(seen.step),
            "stands": stands, "onward": onward,
            "ruleset": t.ruleset, "settings": dict(t.settings), "style": t.style,
            "players": len(t.entrants), "left": sum(e.drop is not None for e in t.entrants.values()),
            "missing": len(missing(t)) if t.floor.checked else 0, "checking": bool(t.floor.checked),
            "started": t.started, "teams": t.ruleset.entrant == "team",
            "sheets": {lang: _sheet(desk, slug, lang) for lang in LANGUAGES},
            "sheet_lang": t.setting(LANGUAGE) or view.lang,
        }

    address = view.address(f"/e/{slug}")
    return view.page("console/overview.html", **view.look(gather), address=address, qr=qr_code(address),
                     local_only=view.only_here)


ROUTES = [overview]
