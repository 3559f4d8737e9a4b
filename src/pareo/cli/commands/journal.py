"""Commands for the journal: undo, who did what, and checking rounds and chain."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click

from pareo.app.desk import Desk
from pareo.app.event import undo
from pareo.app.rounds import verify as verifying
from pareo.app.views.event_rows import journal_rows
from pareo.cli.context import Place
from pareo.cli.options import (
    command,
    complete_slugs,
    json_option,
    override_option,
    override_reason,
    read_file,
    reading,
    round_option,
    writing,
)
from pareo.cli.output import say, say_json, told
from pareo.cli.text_table import table
from pareo.core.words.errors import NotFound, Refused
from pareo.formats.bundle import import_bundle, verify_bundle
from pareo.store import open_store


@command("undo")
@writing
@click.argument("seq", type=click.IntRange(min=1), required=False)
@override_option
@click.pass_obj
def undo_command(
    place: Place, slug: str, seq: int | None, *, override: str | None, client: str | None, as_json: bool
) -> None:
    """SEQ names the entry you mean, so that a newer one of somebody else is not taken back by mistake."""
    done = undo.undo(place.desk, slug, seq, override=override_reason(override), client=client)
    undone = done.data["seq"]
    action = place.desk.store.read(slug, after=undone - 1)[0].action
    told(done, as_json=as_json, text=f"Undone: entry {undone} ({action}).", more={"undone": undone})


@command("journal")
@reading
@click.pass_obj
def journal_command(place: Place, slug: str, *, as_json: bool) -> None:
    rows = journal_rows(place.desk, slug)
    if as_json:
        say_json(rows)
        return
    cells = [
        (r["seq"], r["time"][:19].replace("T", " "), r["actor"], r["action"], _short(r["data"]),
         f"undone by {r['undone_by']}" if r["undone_by"] else "")
        for r in rows
    ]
    say(table(("seq", "time (UTC)", "actor", "action", "what", ""), cells, right="seq", cut=40))


def _short(data: dict[str, Any]) -> str:
    """An entry's facts in a few words; `--json` has all of them."""
    if "ruleset_id" in data:
        return f"{data['name']}, {data['ruleset_id']}"
    if "chosen" in data:
        return f"round {data['round']}, draw {data['draw']}: no " + " ".join(str(no) for _, no in data["chosen"])
    if "outcome" in data:
        return f"no {data['no']}, round {data['round']}: {data['outcome']}"
    if "rounds" in data:
        return ", ".join(f"{row['pod']} {row['number']}" for row in data["rounds"])
    if "results" in data and "no" not in data:
        shown = [f"{r[1]}/{r[2]}" for r in data["results"]]
        return "round/table " + " ".join(shown)
    if "entrants" in data:
        return f"{len(data['entrants'])} entered"
    if "pods" in data:
        return ", ".join(p["id"] for p in data["pods"])
    if "entrant" in data:
        return f"no {data['entrant']['no']}, {len(data['losses'])} losses"
    return json.dumps({key: value for key, value in data.items() if value not in ("", [], None)}, ensure_ascii=False)


@command("verify")
@click.argument("what", metavar="SLUG-or-FILE", shell_complete=complete_slugs)
@round_option
@json_option
@click.pass_obj
def verify_command(place: Place, what: str, *, round_no: int | None, as_json: bool) -> None:
    """Every round is checked by code that shares nothing with the pairing; exit code 1 if one breaks the rules."""
    entries, rows = _verified(place, what, round_no)
    if as_json:
        say_json(rows)
    else:
        say(f"{entries} entries: the chain is whole.")
        if rows:
            say(table(("round", "pod", "verdict", "how", "warnings"), [_cells(r) for r in rows], right="round", cut=60))
    wrong = [row for row in rows if not row["ok"]]
    if wrong:
        raise Refused("round-violates", "{problems}", problems=" ".join(_problem(row) for row in wrong))


def _verified(place: Place, what: str, round_no: int | None) -> tuple[int, list[dict[str, Any]]]:
    path = Path(what)
    if _may_be_slug(what):
        try:
            entries = place.desk.store.head(what)
        except NotFound:
            if not path.is_file():
                raise
        else:
            return entries, verifying.verify(place.desk, what, round_no=round_no)
    data = read_file(what)
    report = verify_bundle(data)
    with tempfile.TemporaryDirectory(prefix="pareo-verify-") as folder:
        store = open_store(str(Path(folder) / "copy.db"))
        try:
            slug = import_bundle(store, data)
            return report.entries, verifying.verify(Desk(store), slug, round_no=round_no)
        finally:
            store.close()


def _may_be_slug(what: str) -> bool:
    return "." not in what and "/" not in what and "\\" not in what


def _cells(row: dict[str, Any]) -> Sequence[object]:
    verdict = "wrong" if not row["ok"] else "right" if row["proved"] else "right, not proved best"
    return row["round"], row["pod"], verdict, row["method"], " ".join(row["violations"] + row["warnings"])


def _problem(row: dict[str, Any]) -> str:
    return f"Round {row['round']} of {row['pod']} breaks the rules: {' '.join(row['violations'])}"
