"""What scripts rely on: shapes of JSON, exit codes, help, documentation, completion, start-up."""

from __future__ import annotations

import json
import os
import re
import shlex
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import click
import pytest

from pareo import __version__
from pareo.app.base.context import Context as AppDesk
from pareo.app.base.context import decode_fact
from pareo.cli.catalogue import COMMANDS, FORMER_NAMES
from pareo.cli.commands import journal
from pareo.cli.program import program
from pareo.core.journal.round_facts import Redrawn, RoundsPaired
from pareo.core.model.editions import CLAIM, EDITIONS, ENGINE
from pareo.core.model.entities import Match
from pareo.store import open_store
from support.paths import ROOT


def _walk(command: click.Command, path: tuple[str, ...] = ()):
    yield path, command
    if isinstance(command, click.Group):
        context = click.Context(command)
        for name in command.list_commands(context):
            found = command.get_command(context, name)
            assert found is not None
            yield from _walk(found, (*path, name))


ALL = {" ".join(path): command for path, command in _walk(program)}


def _real(*arguments: str, **options) -> subprocess.CompletedProcess[bytes]:
    environment = {**os.environ, "PYTHONIOENCODING": "utf-8", **options.pop("env", {})}
    return subprocess.run(
        [sys.executable, "-m", "pareo", *arguments], capture_output=True, check=False, env=environment, **options
    )


# --- help and documentation -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", list(ALL))
def test_every_command_has_a_summary_and_an_example(name, pareo):
    answer = pareo(*name.split(), "--help")
    assert "Example:" in answer.out
    assert re.search(r"Example:\s+pareo ", answer.out)
    summary = ALL[name].get_short_help_str(200)
    assert 10 < len(summary) < 80
    assert summary.endswith(".")
    assert all(not isinstance(p, click.Option) or p.help for p in ALL[name].params), "an option without help"


def test_the_catalogue_and_the_commands_are_the_same():
    assert set(COMMANDS) <= set(ALL)
    assert set(ALL) - set(COMMANDS) == {"", "rulesets list"}
    for name, listed in COMMANDS.items():
        assert ALL[name].get_short_help_str(200) == listed.summary
        assert listed.example.startswith(f"pareo {name.replace(' show', '') if name == 'pairings show' else name}")


def test_the_examples_parse():
    for listed in COMMANDS.values():
        args = shlex.split(listed.example)[1:]
        context = click.Context(program)
        name, command, rest = program.resolve_command(context, args)
        while isinstance(command, click.Group):
            inner = command.make_context(name, list(rest), parent=context)
            name, command, rest = command.resolve_command(inner, [*inner._protected_args, *inner.args])
        command.make_context(name, list(rest), parent=context)  # raises on an option that does not exist


def test_the_page_names_every_command():
    page = (ROOT / "docs" / "cli.md").read_text(encoding="utf-8")
    for name, listed in COMMANDS.items():
        assert f"| {name} | {listed.summary} | `{listed.example}` |" in page, f"docs/cli.md has no row of {name}"
    for typed in re.findall(r"`pareo ([a-z][a-z-]*)", page):
        assert typed in ALL, f"docs/cli.md names a command {typed} that does not exist"


@pytest.mark.req("U-18")
@pytest.mark.parametrize(("former", "today"), FORMER_NAMES.items())
def test_a_former_name_calls_the_command_and_is_shown_nowhere(former, today, pareo):
    assert today in COMMANDS
    assert former not in ALL, "help and completion list today's name alone"
    assert pareo(*former.split(), "--help").out == pareo(*today.split(), "--help").out
    page = (ROOT / "docs" / "cli.md").read_text(encoding="utf-8")
    assert f"`pareo {former} " not in page
    assert f"`pareo {former}`" not in page


@pytest.mark.req("U-18")
def test_a_former_name_answers_in_a_group_with_a_default_command(pareo):
    answers = [pareo.refusal("directory", word, "no-such-event") for word in ("take-back", "revert")]
    assert answers[0] == answers[1]
    assert answers[0][0] == "not-applied"


@pytest.mark.req("B-39")
def test_a_request_id_is_for_one_command_line(pareo):
    pareo("new", "Copa", "--ruleset", "swiss")
    first = pareo.json("players", "add", "copa", "--first", "Ana", "--client", "k1")
    assert pareo.json("players", "add", "copa", "--first", "Ana", "--client", "k1") == first
    others = (("players", "add", "copa", "--first", "Bea"), ("set", "copa", "rounds=3"), ("pair", "copa"))
    for words in others:
        assert pareo.refusal(*words, "--client", "k1")[0] == "client-id-reused"
    assert pareo.head("copa") == first["seq"]


def test_every_command_of_a_tournament_takes_json():
    without = {
        name
        for name, command in ALL.items()
        if not isinstance(command, click.Group) and "as_json" not in {p.name for p in command.params}
    }
    assert without == {"completion", "serve", "open", "password", "phones", "tom follow"}  # nothing to answer


def test_every_writing_command_takes_a_client_id():
    writing = {
        "new",
        "set",
        "players add",
        "players import",
        "players edit",
        "players remove",
        "late",
        "drop",
        "undo-drop",
        "erase",
        "pair",
        "publish",
        "start",
        "finish",
        "swap",
        "pair-players",
        "repair",
        "pairings import",
        "advance",
        "report",
        "results import",
        "undo",
        "enter",
        "directory enter",
        "lists hand-in",
        "lists withdraw",
        "lists lock",
        "checks draw",
        "checks record",
        "registration add",
        "registration admit",
        "registration decline",
        "judge",
        "next",
        "forbid",
        "renumber",
        "leave-fide-mode",
        "rating-correction",
        "pairings edit",
        "pairings done",
        "tom note",
        "tom settle",
        "tom publish",
    }
    assert writing == {name for name, command in ALL.items() if "client" in {p.name for p in command.params}}


# --- shapes ---------------------------------------------------------------------------------------------------------


def test_json_rows_have_the_shapes_of_the_contract(pareo, field, favourite):
    slug = field("swiss", 5, "--rounds", "3")
    pareo("players", "edit", slug, "5", "absent=2")
    pareo.play_round(slug, lambda row: "½-½")
    pareo.open_round(slug)
    rows = pareo.pairings(slug, "--round", "1")
    for row in rows:
        assert {
            "phase",
            "pod",
            "round",
            "table",
            "kind",
            "a",
            "b",
            "result",
            "points_a",
            "points_b",
            "status",
            "reasons",
        } <= set(row)
        assert isinstance(row["a"], str)
        assert isinstance(row["reasons"], list)
        assert row["reasons"]
        if row["kind"] != "match":
            assert row["table"] is None
            assert row["b"] is None
    assert {(r["kind"], r["points_a"]) for r in rows} == {("match", 0.5), ("bye", 1)}
    assert "requested-bye" in {r["kind"] for r in pareo.pairings(slug, "--round", "2")}
    for row in pareo.json("standings", slug):
        assert {
            "rank",
            "player",
            "name",
            "pod",
            "division",
            "points",
            "record",
            "tiebreaks",
            "decided_by",
            "status",
        } <= set(row)
        assert set(row["record"]) == {"wins", "losses", "ties"}
        assert all(set(value) == {"value", "exact"} for value in row["tiebreaks"].values())
    for row in pareo.json("journal", slug):
        assert {"seq", "time", "actor", "action", "data", "undone_by"} <= set(row)
        assert row["actor"] == "tester"
    assert {"id", "title", "document"} <= set(pareo.json("rulesets")[0])
    assert [t["slug"] for t in pareo.json("list")] == [slug]
    pods = pareo.json("show", slug)["pods"]
    assert {"pod", "phase", "round", "status", "actions"} <= set(pods[0])
    assert "report" in pods[0]["actions"]


def test_writing_commands_answer_with_their_entry(pareo, field):
    slug = field("swiss", 4, "--rounds", "2")
    for command in (("pair", slug), ("publish", slug), ("start", slug)):
        data = pareo.json(*command)
        assert data["seq"] == pareo.head(slug)
        assert {"seq", "action", "notes", "rounds"} <= set(data)
        assert data["rounds"][0]["round"] == 1


def test_a_repeated_request_is_answered_not_done_twice(pareo, field):
    slug = field("swiss", 4, "--rounds", "2")
    pareo.open_round(slug)
    report = ("report", slug, "--round", "1", "--table", "1", "1-0", "--client", "desk-7")
    first = pareo.json(*report)
    again = pareo.json(*report)
    assert (again["seq"], again["results"]) == (first["seq"], first["results"])
    assert pareo.head(slug) == first["seq"]


def test_results_read_as_the_contract_says(pareo, field):
    slug = field("swiss", 8, "--rounds", "2")
    pareo.open_round(slug)
    rows = pareo.pairings(slug)
    lines = [f"{rows[0]['b']},{rows[0]['a']},1-0", f"{rows[1]['a']},{rows[1]['b']},1/2-1/2"]
    pareo("results", "import", slug, pareo.file("r.csv", "a,b,result\n" + "\n".join(lines)), "--round", "1")
    pareo("report", slug, "--round", "1", "--table", "3", "0-0")
    pareo("results", "import", slug, "-", "--round", "1", stdin=b"4;1-0F\n")
    got = [r["result"] for r in pareo.pairings(slug)]
    assert got == ["0-1", "½-½", "0-0", "1-0F"]  # the first row was read in its own order
    pareo("report", slug, "--round", "1", "--table", "4", "--clear")
    assert pareo.pairings(slug)[3]["result"] is None
    assert "table 4" in pareo.refusal("finish", slug)[1]
    pareo("report", slug, "--round", "1", "--table", "4", "=")
    pareo("report", slug, "--round", "1", "--table", "4", "0-1")  # reporting again corrects
    assert pareo.pairings(slug)[3]["result"] == "0-1"


def test_pairings_by_hand(pareo, field, favourite):
    slug = field("swiss", 5, "--rounds", "3")
    pareo.play_round(slug, favourite)
    rows = pareo.file("r2.csv", "table,a,b,result\n7,1,5,1-0\n8,2,4,0-1\n,3,,\n")
    pareo("pairings", "import", slug, rows, "--round", "2")
    made = pareo.pairings(slug, "--round", "2")
    assert [(r["table"], r["a"], r["b"], r["result"]) for r in made if r["kind"] == "match"] == [
        (7, "1", "5", "1-0"),
        (8, "2", "4", "0-1"),
    ]
    assert [(r["a"], r["kind"]) for r in made if r["kind"] != "match"] == [("3", "bye")]
    assert {r["status"] for r in made} == {"finished"}


def test_new_like_copies_settings_and_players(pareo, field):
    slug = field("swiss", 4, "--rounds", "2")
    made = pareo("new", "Second", "--like", slug, "--with-players").out.strip()
    assert made == "second"
    assert pareo.json("show", made)["settings"] == {"rounds": 2}
    assert [r["name"] for r in pareo.json("players", "list", made)] == [
        r["name"] for r in pareo.json("players", "list", slug)
    ]
    assert pareo.refusal("new", "Second", "--slug", "second", "--ruleset", "swiss")[0] == "slug-taken"


def test_export_import_and_verify_a_bundle(pareo, field, favourite):
    slug = field("pokemon-tcg-2019-07", 8)
    pareo("players", "edit", slug, "3", "id=POP-4711", "contact=somebody@example.org")
    pareo.play_round(slug, lambda row: "1-0")
    path = str(pareo.folder / "cup.pareo")
    pareo("export", slug, "pareo", "-o", path)
    assert pareo("export", slug, "pareo").raw == Path(path).read_bytes()
    assert all(row["ok"] for row in pareo.json("verify", path))
    copy = pareo("import", path).out.strip()
    assert copy == f"{slug}-2"
    assert pareo.json("standings", copy) == pareo.json("standings", slug)
    for kind in ("csv-players", "csv-pairings", "csv-standings"):
        assert "Prado01" in pareo("export", slug, kind).out
    public = pareo("export", slug, "json").out
    assert "Prado01" not in public  # as the ruleset says: many players are children
    pareo("set", slug, "names=full")
    public = pareo("export", slug, "json").out
    assert "Prado01" in public
    assert not re.search(r"1990|POP-4711|example\.org|birth", public)
    data = json.loads(public)
    assert (data["format"], data["scope"]) == ("pareo-event", "public")
    assert len(data["event"]["players"]) == 8
    damaged = Path(path).read_bytes()
    assert pareo.refusal("verify", pareo.file("bad.pareo", damaged[:-30]))[0].startswith("bundle")
    assert pareo.refusal("import", pareo.file("x.csv", "a,b\n"))[0] == "format-unknown"


def test_exported_players_can_be_imported_again(pareo, field):
    slug = field("swiss", 3)
    pareo("players", "edit", slug, "2", "first==SUM(A1)", "absent=1,3", "club=Peña Ñandú")
    answer = pareo("export", slug, "csv-players")
    assert "'=SUM(A1)" in answer.out
    other = pareo("new", "Other", "--ruleset", "swiss").out.strip()
    pareo("players", "import", other, pareo.file("again.csv", answer.raw))
    keys = ("id", "name", "club", "absent", "rating")
    rows = [[{k: r[k] for k in keys} for r in pareo.json("players", "list", s)] for s in (slug, other)]
    assert rows[0] == rows[1]


def test_verify_ends_with_one_where_a_round_is_wrong(pareo, field, favourite):
    slug = field("swiss", 6, "--rounds", "3")
    pareo.play_round(slug, favourite)
    pareo("pair", slug)
    ctx = AppDesk(open_store(str(pareo.db)))
    event = ctx.open(slug)
    paired = decode_fact(ctx.store.read(slug)[-1])
    assert isinstance(paired, RoundsPaired)
    forged = replace(
        paired.rounds[0],
        matches=tuple(
            Match(m.table, m.a, m.b, None, ("same-record",))
            for m in event.state.pods["main"].rounds[1].matches.values()
        ),
    )  # everybody meets the opponent of round 1 again, and the journal claims that it was drawn so
    ctx.record(event, Redrawn((forged,)))
    ctx.store.close()
    answer = pareo("verify", slug, "--json", code=1)
    rows = {row["round"]: row for row in json.loads(answer.out)}
    assert (rows[1]["ok"], rows[2]["ok"]) == (True, False)
    assert rows[2]["violations"]
    assert json.loads(answer.err)["error"] == "round-violates"
    assert "Round 2 of main breaks the rules" in pareo("verify", slug, code=1).err


@pytest.mark.req("B-50")
def test_forget_and_delete_need_a_yes(pareo, field):
    slug = field("swiss", 4)
    assert pareo.refusal("erase", slug, "2")[0] == "forget-confirm"
    pareo("erase", slug, "2", "--yes")
    assert [r["name"] for r in pareo.json("players", "list", slug) if r["no"] == 2] == ["#2"]
    assert b"Prado02" not in pareo.db.read_bytes()
    assert pareo.refusal("delete", slug)[0] == "delete-confirm"
    pareo("delete", slug, "--yes")
    assert pareo.json("list") == []


# --- the program ----------------------------------------------------------------------------------------------------


def test_usage_errors_are_one_sentence_and_two(pareo):
    for command in (
        ("nonsense",),
        ("show",),
        ("pair", "x", "--bad"),
        ("players",),
        ("set", "x", "rounds"),
        ("advance", "x", "--to", "moon"),
        ("report", "x", "--round", "1", "--table", "1"),
    ):
        code, message = pareo.refusal(*command, code=2)
        assert code == "usage"
        assert "--help" in message


def test_people_get_aligned_tables_and_no_raw_control_characters(pareo, monkeypatch):
    monkeypatch.setattr(journal, "_at_a_terminal", lambda: True)
    slug = pareo("new", "Mesa", "--ruleset", "swiss", "--rounds", "2").out.strip()
    for name in ("山田 太郎", "Zoe\u0301 Luz", "👩‍🚀 Ana", "evil\u202eman", "x" * 60):
        pareo("players", "add", slug, "--first", name, "--club", "Norte")
    text = pareo("players", "list", slug).out
    assert "\u202e" not in text
    assert "…" in text
    assert "\u202e" not in pareo("players", "list", slug, "--json").out
    assert json.loads(pareo("players", "list", slug, "--json").out)[3]["name"] == "evil\u202eman"
    assert "\u202e" not in pareo("show", "evil\u202e", code=1).err
    pareo.open_round(slug)
    for command in (("show",), ("pairings",), ("standings",), ("journal",), ("undefeated",), ("verify",)):
        assert all(len(line) <= 110 for line in pareo(*command, slug).out.splitlines())
    for command in (("list",), ("rulesets",), ("settings",), ("rulesets", "show", "swiss")):
        assert pareo(*command).out


def test_a_real_process_says_one_sentence(tmp_path):
    answer = _real("--db", str(tmp_path / "x.db"), "show", "nothing", "--json")
    assert answer.returncode == 1
    assert json.loads(answer.stderr)["error"] == "no-such-tournament"
    assert answer.stdout == b""


def test_a_reader_that_goes_away_is_no_traceback(tmp_path):
    db = str(tmp_path / "x.db")
    read, write = os.pipe()
    os.close(read)
    answer = subprocess.run(
        [sys.executable, "-m", "pareo", "--db", db, "rulesets"], stdout=write, stderr=subprocess.PIPE, check=False
    )
    os.close(write)
    assert answer.returncode == 1
    assert b"Traceback" not in answer.stderr


def test_environment_and_a_terminal_without_the_letters(tmp_path):
    env = {"PAREO_DB": str(tmp_path / "x.db"), "PAREO_ACTOR": "Elsa", "PYTHONIOENCODING": "latin-1"}
    assert _real("new", "Año 山", "--ruleset", "swiss", "--slug", "cup", env=env).returncode == 0
    shown = _real("show", "cup", env=env)
    assert (shown.returncode, shown.stdout[:6]) == (0, b"A\xf1o ? ")
    rows = json.loads(_real("journal", "cup", "--json", env=env).stdout)
    assert (rows[0]["actor"], rows[0]["data"]["name"]) == ("Elsa", "Año 山")


def test_completion_knows_slugs_and_rulesets(tmp_path):
    env = {"PAREO_DB": str(tmp_path / "x.db")}
    _real("new", "Spring Cup", "--ruleset", "swiss", env=env)
    for shell in ("bash", "zsh", "fish"):
        assert b"_PAREO_COMPLETE" in _real("completion", shell).stdout

    def completed(*words: str) -> bytes:
        asked = {
            "_PAREO_COMPLETE": "bash_complete",
            "COMP_WORDS": " ".join(("pareo", *words)),
            "COMP_CWORD": str(len(words)),
        }
        return _real(env={**env, **asked}).stdout

    assert b"spring-cup" in completed("show", "spr")
    assert b"scrabble-fise" in completed("rulesets", "show", "scr")
    assert b"standings" in completed("stand")


@pytest.mark.req("F-23")
def test_the_version_names_engine_and_editions(pareo):
    told = pareo("--version").out
    assert told == f"pareo {__version__}\n{ENGINE}; {EDITIONS}; {CLAIM}\n"
    assert CLAIM == "follows C.04 and C.07 of 2026; not endorsed by FIDE"
    quick = subprocess.run([sys.executable, "-m", "pareo", "--version"], capture_output=True, text=True, check=True)
    assert quick.stdout == told, "the quick answer and the slow one are the same"


def test_the_version_imports_nothing_heavy():
    code = "import sys; from pareo.cli.main import main; main(['--version']); print(sorted(sys.modules))"
    answer = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert answer.stdout.startswith(f"pareo {__version__}\n")
    for heavy in ("click", "msgspec", "sqlite3", "pareo.app", "rich", "json"):
        assert f"'{heavy}'" not in answer.stdout
