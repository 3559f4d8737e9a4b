"""Commands for names on phones: “It's me”, releasing names, codes for a player's own phone (R-17)."""

from __future__ import annotations

import click

from pareo.app.accounts.accounts import CODE_MINUTES, Accounts
from pareo.cli.context import CliContext
from pareo.cli.options import command, with_json_option
from pareo.cli.output import show


@command("names")
@with_json_option
@click.option("--release-all", is_flag=True, help="Release every name; the same phones cannot take them again.")
@click.option("--on/--off", "switch", default=None, help="Turn “It's me” on or off; phones that have a name keep it.")
@click.pass_obj
def names_command(cli: CliContext, slug: str, *, release_all: bool, switch: bool | None, as_json: bool) -> None:
    """“It's me” does not prove who holds the phone: it shows the table and reports, together with the opponent's phone.
    Pareo turns it off when many names are claimed within seconds."""
    cli.ctx.open(slug)
    accounts = Accounts(cli.ctx.store.accounts())
    try:
        released = accounts.release_phone(slug, None) if release_all else 0
        if switch is not None:
            accounts.switch_claims(slug, on=switch)
        state = accounts.claim_state(slug)
    finally:
        accounts.close()
    why = {"burst": " (many names were claimed within seconds)", "desk": ""}.get(state.off, "")
    lines = [f"{released} names released."] if release_all else []
    lines += [f"“It's me” is {'off' if state.off else 'on'}{why}.", f"{state.phones} phones have a name."]
    show(
        {"on": not state.off, "off_because": state.off, "phones": state.phones, "released": released},
        lines,
        as_json=as_json,
    )


@command("code")
@with_json_option
@click.argument("player", metavar="ID")
@click.pass_obj
def code_command(cli: CliContext, slug: str, player: str, *, as_json: bool) -> None:
    """The player types it on the event's page; their phone then has their own page, lists included."""
    no = cli.ctx.open(slug).find(player)
    accounts = Accounts(cli.ctx.store.accounts())
    try:
        code = accounts.make_code(slug, no)
    finally:
        accounts.close()
    show(
        {"code": code, "minutes": CODE_MINUTES},
        f"{code[:4]} {code[4:]} (works once, for {CODE_MINUTES} minutes)",
        as_json=as_json,
    )
