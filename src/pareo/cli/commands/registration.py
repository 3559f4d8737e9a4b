"""Commands for players who register themselves."""

from __future__ import annotations

import click

from pareo.app.commands.people import registration
from pareo.cli.context import CliContext
from pareo.cli.options import command, group, with_json_option, with_write_options
from pareo.cli.output import print_result, say, say_json
from pareo.cli.text_table import table
from pareo.core.text.errors import BadInput

registration_command = group("registration")


@command("registration list")
@with_json_option
@click.pass_obj
def _list(place: CliContext, slug: str, *, as_json: bool) -> None:
    """In the order in which they registered. Opened and closed with `pareo set SLUG registration=yes`."""
    event = place.ctx.open(slug)
    now = registration.terms(event, place.ctx.now())
    rows = registration.waiting_rows(event)
    if as_json:
        say_json(
            {"open": now.open, "limit": now.limit, "entered": now.taken, "asked": list(now.asked), "waiting": rows}
        )
        return
    places = "no limit" if now.limit is None else f"{now.limit} places"
    say(f"Registration is {'open' if now.open else 'closed'}: {now.taken} entered, {places}, {len(rows)} waiting.")
    if rows:
        say(
            table(
                ("no", "name", "division", "since"), [(r.no, r.name, r.division, r.at[:16]) for r in rows], right="no"
            )
        )


@command("registration add")
@with_write_options
@click.argument("fields", nargs=-1, required=True)
@click.option("--guardian", is_flag=True, help="A guardian agrees, where the event asks for it.")
@click.pass_obj
def _add(
    place: CliContext, slug: str, fields: tuple[str, ...], *, guardian: bool, client: str | None, as_json: bool
) -> None:
    """FIELDS: first=Ana last=Ruiz, and what the event asks for besides: birth_year, id, club, nickname, contact,
    list."""
    given = {}
    for text in fields:
        key, sign, value = text.partition("=")
        if not sign:
            raise BadInput("field-unreadable", "“{text}” is no field: write key=value.", text=text[:80])
        given[key] = value
    done = registration.register(place.ctx, slug, given, guardian=guardian, client=client)
    if as_json:
        say_json({"no": done.no, "entered": done.entered})
    else:
        say(f"Number {done.no} {'is entered' if done.entered else 'waits'}.")
        for line in done.notes:
            say(line)


@command("registration admit")
@with_write_options
@click.argument("no", type=click.IntRange(min=1))
@click.pass_obj
def _admit(place: CliContext, slug: str, no: int, *, client: str | None, as_json: bool) -> None:
    """NO: the number in `pareo registration list`. Whatever the limit says."""
    done = registration.admit(place.ctx, slug, no, client=client)
    print_result(done, as_json=as_json, text=f"{place.ctx.open(slug).name(no)} is entered.", more={"no": no})


@command("registration decline")
@with_write_options
@click.argument("no", type=click.IntRange(min=1))
@click.pass_obj
def _decline(place: CliContext, slug: str, no: int, *, client: str | None, as_json: bool) -> None:
    """NO: the number in `pareo registration list`."""
    done = registration.decline(place.ctx, slug, no, client=client)
    print_result(done, as_json=as_json, text=f"Number {no} does not wait any more.", more={"no": no})
