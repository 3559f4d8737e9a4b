"""The people on paper: roster, check-in list, badges and place cards.

The roster may be hung up: names as in public, no birth years, no membership numbers. The check-in list is for the
desk: full names and ids. Badges are worn in the hall: names as in public; their QR code opens the event's public page.
"""

from __future__ import annotations

from pareo.app.base.context import Context, LoadedTournament
from pareo.app.queries.lists.missing_lists import missing_lists
from pareo.app.queries.pages.event_tables import entrant_status
from pareo.app.queries.pages.public_names import listed_name, public_name
from pareo.core.text.addresses import is_loopback_address
from pareo.core.text.alphabet import alphabetical
from pareo.core.text.errors import Refused
from pareo.core.tournament.tournament import Tournament
from pareo.print.document import Part, PrintOptions, column, printable, table_part
from pareo.print.qr import qr_svg
from pareo.print.words import words


def _numbers_by_name(event: LoadedTournament) -> list[int]:
    t = event.state
    if not t.entrants:
        raise Refused("nobody-entered", "No one has been entered yet.")
    return sorted(t.entrants, key=lambda no: (alphabetical(listed_name(event, no)), no))


def _division(t: Tournament, no: int, lang: str) -> str:
    titles = {d.id: d.title for d in t.ruleset.divisions.divisions} if t.ruleset.divisions else {}
    title = titles.get(t.entrants[no].division, t.entrants[no].division)
    return printable(words(lang).get(f"division-{title}", title))


def _status(t: Tournament, no: int, lang: str) -> str:
    status = entrant_status(t, no)
    return "" if status == "active" else words(lang)[f"left-{status}"]


def roster(ctx: Context, slug: str, options: PrintOptions) -> list[Part]:
    """Everybody, by name; columns that nobody fills are left out."""
    event = ctx.open(slug)
    t = event.state
    labels = words(options.lang)
    nos = _numbers_by_name(event)
    fields = {
        "division": {no: _division(t, no, options.lang) for no in nos},
        "club": {no: printable(t.entrants[no].club) for no in nos},
        "federation": {no: printable(t.entrants[no].federation) for no in nos},
        "rating": {no: "" if t.entrants[no].rating is None else str(t.entrants[no].rating) for no in nos},
        "status": {no: _status(t, no, options.lang) for no in nos},
    }
    used = [key for key, values in fields.items() if any(values.values())]
    columns = [
        column(labels["number"], "auto", "right", "faint"),
        column(labels["team" if t.ruleset.entrant == "team" else "name"], "2fr", kind="name"),
        *(
            column(
                labels[key],
                "1fr" if key == "club" else "auto",
                "right" if key == "rating" else "left",
                "name" if key == "club" else "text",
            )
            for key in used
        ),
    ]
    rows = [
        [str(t.entrants[no].start_no or no), printable(listed_name(event, no)), *(fields[key][no] for key in used)]
        for no in nos
    ]
    narrow = len(used) <= 1
    return [table_part("", columns, rows, flow=2 if narrow and len(nos) > 45 else 1, size=9, short=22)]


def check_in(ctx: Context, slug: str, options: PrintOptions) -> list[Part]:
    """A box to tick for everybody who has not left; whose list is missing is said (P-PREM-1)."""
    event = ctx.open(slug)
    t = event.state
    labels = words(options.lang)
    nos = [no for no in _numbers_by_name(event) if t.entrants[no].drop is None]
    divided = any(t.entrants[no].division for no in nos)
    ids = {
        no: "" if event.id(no) in (str(no), f"#{no}", t.entrants[no].team) else printable(event.id(no)) for no in nos
    }
    with_ids = any(ids.values())
    missing = missing_lists(event).nos
    columns = [
        column(labels["here"], "14mm", "center", "box"),
        column(labels["name"], "2fr", kind="name"),
        *([column(labels["division"], "auto")] if divided else []),
        *([column(labels["id"], "auto")] if with_ids else []),
        *([column(labels["list"], "auto")] if missing else []),
        column(labels["remarks"], "1fr", kind="line"),
    ]
    rows = [
        [
            "",
            _desk_name(event, no),
            *([_division(t, no, options.lang)] * divided),
            *([ids[no]] * with_ids),
            *([labels["list-missing"] if no in missing else ""] * bool(missing)),
            "",
        ]
        for no in sorted(nos, key=lambda no: (alphabetical(_desk_name(event, no)), no))
    ]
    return [table_part("", columns, rows, size=9, roomy=True)]


def _desk_name(event: LoadedTournament, no: int) -> str:
    entrant = event.state.entrants[no]
    person = event.person(entrant)
    first, last = str(person.get("first") or ""), str(person.get("last") or "")
    return printable(f"{last}, {first}" if first and last and not entrant.team else event.name(no))


def badges(ctx: Context, slug: str, options: PrintOptions) -> list[Part]:
    """Badges with name, division, club and QR code, ten to a page."""
    return [{"part": "badges", **_named_cards(ctx, slug, options)}]


def place_cards(ctx: Context, slug: str, options: PrintOptions) -> list[Part]:
    """Cards for the tables, two to a page, to be folded."""
    return [{"part": "place-cards", **_named_cards(ctx, slug, options)}]


def _named_cards(ctx: Context, slug: str, options: PrintOptions) -> Part:
    event = ctx.open(slug)
    t = event.state
    people = [
        {
            "name": printable(public_name(event, no)),
            "number": str(t.entrants[no].start_no or no),
            "more": " · ".join(filter(None, (_division(t, no, options.lang), printable(t.entrants[no].club)))),
        }
        for no in _numbers_by_name(event)
        if t.entrants[no].drop is None
    ]
    address = "" if is_loopback_address(options.address) else options.address  # nobody's phone is this computer
    return {
        "people": people,
        "qr": qr_svg(address).decode(),
        "address": printable(address),
        "scan": words(options.lang)["scan"],
    }
