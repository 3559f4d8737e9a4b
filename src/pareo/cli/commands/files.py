"""Commands for files: a tournament in, a tournament out."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from pareo.app.wording.tom_words import describe_saved_fact
from pareo.cli.context import CliContext
from pareo.cli.options import (
    command,
    complete_rulesets,
    complete_slugs,
    json_option,
    pod_option,
    read_file,
    with_json_option,
    write_file,
    yes_option,
)
from pareo.cli.output import say, say_json
from pareo.core.settings.event import LANGUAGE
from pareo.core.text.languages import LANGUAGES
from pareo.core.text.messages import text_note
from pareo.formats.registry import import_file
from pareo.formats.swiss_perfect.files import PARTS, zip_files
from pareo.formats.tdf.follow import read_save, take_save
from pareo.pages.exports import EXPORTS


@command("import")
@click.argument("file")
@click.option(
    "--ruleset",
    "ruleset_id",
    metavar="ID",
    shell_complete=complete_rulesets,
    help="Ruleset for files without their own rules.",
)
@click.option("--slug", metavar="S", help="Short name here; default: the file's own, or the next free one.")
@click.option(
    "--update",
    metavar="SLUG",
    shell_complete=complete_slugs,
    help="Update this tournament from a newer TOM file; TOM runs it from then on.",
)
@yes_option
@json_option
@click.pass_obj
def import_command(
    cli: CliContext,
    file: str,
    *,
    ruleset_id: str | None,
    slug: str | None,
    update: str | None,
    yes: bool,
    as_json: bool,
) -> None:
    """FILE: .pareo, TOM's .tdf, FIDE's TRF, Swiss Perfect (.trn with its .sco and .ini, or a .zip of the three), tsh,
    List Juggler or Pareo's event JSON; the format is detected. All or nothing; it lists anything left out.
    """
    if update is not None:
        _update(cli, file, update, confirmed=yes, as_json=as_json)
        return
    report = import_file(
        cli.ctx, _read_tournament_file(file), name=Path(file).name, ruleset=ruleset_id, slug=slug, confirmed=yes
    )
    notes = [*report.took, *(f"Left out: {line}" for line in report.skipped), *report.notes]
    if as_json:
        head = cli.ctx.store.head(report.slug)
        say_json({"seq": head, "action": "imported", "notes": notes, "slug": report.slug, "format": report.format})
        return
    say(report.slug)  # alone on the output, for scripts
    for note in notes:
        click.echo(note, err=True)


def _update(cli: CliContext, file: str, slug: str, *, confirmed: bool, as_json: bool) -> None:
    """Takes a later save of TOM into the event that it belongs to (BT-DIFF-1)."""
    save = read_save(read_file(file))
    done = take_save(cli.ctx, slug, save, confirmed=confirmed)
    event = cli.ctx.open(slug)
    summary = text_note("This save file has nothing new.") if done is None else describe_saved_fact(done.fact, event)
    if as_json:
        say_json({"seq": event.state.seq, "action": "saved", "notes": [summary], "slug": slug, "format": "tdf"})
        return
    say(slug)
    click.echo(summary, err=True)


def _read_tournament_file(file: str) -> bytes:
    """The bytes of a file; of a Swiss Perfect tournament, which is three files side by side, a zip of all of them."""
    path = Path(file)
    if path.suffix.lower() not in PARTS or not path.is_file():
        return read_file(file)
    siblings = sorted(p for p in path.parent.iterdir() if p.stem == path.stem and p.suffix.lower() in PARTS)
    return zip_files({p.name: read_file(str(p)) for p in siblings})


@command("export")
@with_json_option
@click.argument("file_format", metavar="FORMAT", type=click.Choice(tuple(EXPORTS)))
@pod_option
@click.option("--lang", type=click.Choice(LANGUAGES), help="Language of a web site; default: the event's.")
@click.option("--rating", is_flag=True, help="trf: the rating report to FIDE; refused while anything is missing.")
@click.option("-o", "--output", metavar="FILE", help="Write to this file instead of the terminal.")
@click.pass_obj
def export_command(
    cli: CliContext,
    slug: str,
    file_format: str,
    *,
    pod: str | None,
    lang: str | None,
    rating: bool,
    output: str | None,
    as_json: bool,
) -> None:
    """FORMAT: pareo (everything, to hand over or import again), json (public data only), event-json (with personal
    data), html (a web site), xlsx, tdf (TOM), trf or trf16 (FIDE), tsh (one --pod), list-juggler, csv-players,
    csv-pairings, csv-standings, csv-cross-table, csv-journal, anonymous (without names, for reporting a fault), raw
    (the readable part of a damaged event). It lists anything the format can't hold.
    """
    if rating and file_format not in ("trf", "trf-rating"):
        raise click.UsageError("--rating goes with trf")
    exporter = EXPORTS["trf-rating" if rating else file_format]
    if exporter.binary and output is None and sys.stdout.isatty():
        raise click.UsageError(f"{file_format} is not text: say where to write it with -o FILE")
    language = lang or (file_format != "raw" and cli.ctx.open(slug).state.setting(LANGUAGE)) or "en"
    result = exporter.export(cli.ctx, slug, language, pod)
    for line in result.left_out:
        click.echo(f"Left out: {line}", err=True)
    for line in result.notes:
        click.echo(line, err=True)
    if output is None:
        click.echo(result.data, nl=False)
        return
    write_file(Path(output), result.data)
    if as_json:
        summary = {"file": output, "format": file_format, "bytes": len(result.data), "left_out": list(result.left_out)}
        say_json(summary)
    else:
        say(f"Wrote {output} ({len(result.data)} bytes).")
