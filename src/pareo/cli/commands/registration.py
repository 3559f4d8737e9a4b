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
def _list(cli: CliContext, slug: str, *, as_json: bool) -> None:
    """In order of registration. `pareo set SLUG registration=yes` opens it, `registration=no` closes it."""
    event = cli.ctx.open(slug)
    terms = registration.terms(event, cli.ctx.now())
    rows = registration.waiting_rows(event)
    if as_json:
        say_json(
            {
                "open": terms.open,
                "limit": terms.limit,
                "entered": terms.taken,
                "asked": list(terms.asked),
                "waiting": rows,
            }
        )
        return
    places = "no limit" if terms.limit is None else f"{terms.limit} places"
    say(f"Registration is {'open' if terms.open else 'closed'}: {terms.taken} entered, {places}, {len(rows)} waiting.")
    if rows:
        say(
            table(
                ("no", "name", "division", "since"), [(r.no, r.name, r.division, r.at[:16]) for r in rows], right="no"
            )
        )


@command("registration add")
@with_write_options
@click.argument("fields", nargs=-1, required=True)
@click.option("--guardian", is_flag=True, help="The parent or guardian agrees, if the event asks for consent.")
@click.pass_obj
def _add(
    cli: CliContext, slug: str, fields: tuple[str, ...], *, guardian: bool, client: str | None, as_json: bool
) -> None:
    """FIELDS: first=Ana last=Ruiz, and what else the event asks for: birth_year, id, club, nickname, contact, list."""
    values = {}
    for text in fields:
        key, equals, value = text.partition("=")
        if not equals:
            raise BadInput("field-unreadable", "“{text}” is not a field: write key=value.", text=text[:80])
        values[key] = value
    done = registration.register(cli.ctx, slug, values, guardian=guardian, client=client)
    if as_json:
        say_json({"no": done.no, "entered": done.entered})
    else:
        say(f"Number {done.no} {'is entered' if done.entered else 'is on the waiting list'}.")
        for line in done.notes:
            say(line)


@command("registration admit")
@with_write_options
@click.argument("no", type=click.IntRange(min=1))
@click.pass_obj
def _admit(cli: CliContext, slug: str, no: int, *, client: str | None, as_json: bool) -> None:
    """NO: the number in `pareo registration list`. The player limit does not apply."""
    done = registration.admit(cli.ctx, slug, no, client=client)
    print_result(done, as_json=as_json, text=f"{cli.ctx.open(slug).name(no)} is entered.", more={"no": no})


@command("registration decline")
@with_write_options
@click.argument("no", type=click.IntRange(min=1))
@click.pass_obj
def _decline(cli: CliContext, slug: str, no: int, *, client: str | None, as_json: bool) -> None:
    """NO: the number in `pareo registration list`."""
    done = registration.decline(cli.ctx, slug, no, client=client)
    print_result(done, as_json=as_json, text=f"Number {no} is no longer on the waiting list.", more={"no": no})
