"""Commands for files: a tournament in, a tournament out."""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import click

from pareo.app.views import pairing_rows, player_rows, standing_rows
from pareo.cli.asking import command, complete_rulesets, json_option, read_file, reading
from pareo.cli.place import Place
from pareo.cli.speaking import json_text, say, say_json
from pareo.formats.bundle import export_bundle
from pareo.formats.csv_files import write_pairings, write_players, write_standings
from pareo.formats.registry import import_file

FORMATS = ("pareo", "csv-players", "csv-pairings", "csv-standings", "json")
_PUBLIC = ("no", "name", "division", "club", "federation", "rating", "start_no", "pod", "status")


@command("import")
@click.argument("file")
@click.option("--ruleset", "ruleset_id", metavar="ID", shell_complete=complete_rulesets,
              help="Rules for files that do not carry their own.")
@click.option("--slug", metavar="S", help="Short name here; default: the file's own, or the next free one.")
@json_option
@click.pass_obj
def import_command(place: Place, file: str, *, ruleset_id: str | None, slug: str | None, as_json: bool) -> None:
    """A tournament from a file: .pareo, TOM's .tdf, FIDE's TRF, Swiss Perfect (.zip of its three files), tsh, List
    Juggler or our event JSON, recognised by content. All of it or nothing; what was left out is told.
    """
    report = import_file(place.desk, read_file(file), name=Path(file).name, ruleset=ruleset_id, slug=slug)
    notes = [*report.took, *(f"Left out: {line}" for line in report.skipped), *report.notes]
    if as_json:
        head = place.desk.store.head(report.slug)
        say_json({"seq": head, "action": "imported", "notes": notes, "slug": report.slug, "format": report.format})
        return
    say(report.slug)  # alone on the output, for scripts
    for note in notes:
        click.echo(note, err=True)


@command("export")
@reading
@click.argument("file_format", metavar="FORMAT", type=click.Choice(FORMATS))
@click.option("-o", "--output", metavar="FILE", help="Write to this file instead of the terminal.")
@click.pass_obj
def export_command(place: Place, slug: str, file_format: str, *, output: str | None, as_json: bool) -> None:
    """FORMAT: pareo (everything, to hand over or import again), csv-players, csv-pairings, csv-standings, or json
    (public data only: no birth years, membership numbers, contacts or notes).
    """
    if file_format == "pareo" and output is None and sys.stdout.isatty():
        raise click.UsageError("a bundle is not text: say where to write it with -o FILE")
    data = _exported(place, slug, file_format)
    if output is None:
        click.echo(data, nl=False)
        return
    _write(Path(output), data)
    if as_json:
        say_json({"file": output, "format": file_format, "bytes": len(data)})
    else:
        say(f"Wrote {output} ({len(data)} bytes).")


def _exported(place: Place, slug: str, file_format: str) -> bytes:
    desk = place.desk
    if file_format == "pareo":
        return export_bundle(desk.store, slug)
    if file_format == "csv-players":
        return write_players(player_rows(desk, slug))
    if file_format == "csv-standings":
        return write_standings(standing_rows(desk, slug))
    if file_format == "csv-pairings":
        return write_pairings(_all_pairings(place, slug))
    return (json_text(_public(place, slug)) + "\n").encode()


def _all_pairings(place: Place, slug: str) -> list[dict[str, Any]]:
    pods = place.desk.open(slug).state.pods.values()
    numbers = sorted({number for pod in pods for number in pod.rounds})
    return [row for number in numbers for row in pairing_rows(place.desk, slug, round_no=number)]


def _public(place: Place, slug: str) -> dict[str, Any]:
    """What everybody may see. Ids may be membership numbers, so players are known by their number here; drafts are
    not out yet."""
    state = place.desk.open(slug).state
    people = player_rows(place.desk, slug)
    number = {row["id"]: str(row["no"]) for row in people}
    return {
        "slug": slug,
        "name": state.name,
        "ruleset": state.ruleset.id,
        "players": [{"id": str(row["no"]), **{key: row[key] for key in _PUBLIC if key != "no"}} for row in people],
        "pairings": [
            _renamed(row, number, ("a", "b"))
            for row in _all_pairings(place, slug)
            if row["status"] != "drafted"
        ],
        "standings": [_renamed(row, number, ("player",)) for row in standing_rows(place.desk, slug)],
    }


def _renamed(row: Mapping[str, Any], number: Mapping[str, str], keys: Sequence[str]) -> dict[str, Any]:
    return {**row, **{key: number.get(row[key]) for key in keys}}


def _write(path: Path, data: bytes) -> None:
    """The whole file or none of it: what was there stays until the new one is complete."""
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    part = Path(name)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
        part.chmod(0o644)
        part.replace(path)
    except BaseException:
        part.unlink(missing_ok=True)
        raise
