"""`pareo second-opinion`: rounds, places and points of a report of any program, in words that do not change."""

from __future__ import annotations

import json
import os
import re
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from pareo import __version__

HEAD = f"pareo second-opinion {__version__}; engine pareo; C.04.3 of 2026-02-01; C.07 of 2026-03-01"


NOTHING = [word for name in ("withdraw", "forfeit-losses", "double-forfeits") for word in (f"--{name}", "0")]


@pytest.fixture
def report(pareo) -> str:
    """A tournament of nine, four rounds, with byes and forfeits."""
    some = ("--forfeit-wins", "2:1", "--hpb", "1:1", "--zpb", "3:1", *NOTHING)
    return pareo("random", "--players", "9", "--rounds", "4", "--seed", "golden", *some).out


def cells(text: str, no: int) -> list[str]:
    line = next(line for line in text.splitlines() if line.startswith(f"001 {no:4d}"))
    return [line[91 + 10 * i : 99 + 10 * i] for i in range((len(line) - 89) // 10)]


def with_cell(text: str, no: int, round_no: int, cell: str) -> str:
    """The file with another entry for a round of a player."""
    lines = text.split("\r\n")
    at = next(i for i, line in enumerate(lines) if line.startswith(f"001 {no:4d}"))
    start = 91 + 10 * (round_no - 1)
    lines[at] = lines[at][:start] + cell + lines[at][start + 8 :]
    return "\r\n".join(lines)


def swap_blacks(text: str, round_no: int) -> str:
    """Two boards of a round exchange their blacks; results stay with the seats."""
    boards = []
    for no in range(1, 10):
        cell = cells(text, no)[round_no - 1]
        if cell[5] == "w":
            boards.append((no, int(cell[:4])))
    (a, b), (c, d) = boards[:2]
    for white, black in ((a, d), (c, b)):
        end = cells(text, white)[round_no - 1][7]
        other = {"1": "0", "0": "1"}.get(end, end)
        text = with_cell(text, white, round_no, f"{black:4d} w {end}")
        text = with_cell(text, black, round_no, f"{white:4d} b {other}")
    return text


@pytest.mark.req("F-92", "F-93")
def test_a_right_file_line_by_line(pareo, report):
    path = pareo.file("open.trf", report)
    told = pareo("second-opinion", path)
    assert told.out.splitlines() == [
        HEAD,
        f"{path}: 9 players, 4 rounds, 4 played; FIDE_DUTCH; PTS,BH/C1,BH,SB",
        "Round #1: ok",
        "Round #2: ok",
        "Round #3: ok",
        "Round #4: ok",
        told.out.splitlines()[6],
        "Result: consistent",
    ]
    assert told.out.splitlines()[6].startswith("Comments: 1 (### pareo-random ")
    assert pareo("-check", path).out == told.out
    assert pareo("second-opinion", path, "-q").out.splitlines() == [*told.out.splitlines()[:2], "Result: consistent"]
    assert not pareo.db.exists(), "no database is needed"


@pytest.mark.req("F-92", "F-95")
def test_other_pairs_are_shown_side_by_side_with_the_first_rule_they_break(pareo, report):
    path = pareo.file("changed.trf", swap_blacks(report, 1))
    told = pareo("second-opinion", path, "--rounds", "1", "--pairings-only", code=1).out.splitlines()
    assert told[2] == "Round #1: 2 pairings differ"
    assert told[3] == "  Checker pairings        Tournament pairings"
    board = r" {6,7}\d{1,2} - {1,3}\d+ {16,17}\d{1,2} - {1,3}\d+(    (C\d+|order))?"
    assert all(re.fullmatch(board, line) for line in told[4:6])
    assert told[5].split()[-1] == "order"
    assert told[-1] == "Result: not consistent (pairings: round 1)"
    data = pareo("second-opinion", path, "--rounds", "1", "--pairings-only", "--json", code=1).out
    (one,) = json.loads(data)["files"][0]["rounds_checked"]
    assert (one["ok"], one["reason"], len(one["checker"]), len(one["file"])) == (False, "order", 2, 2)


@pytest.mark.req("F-92", "F-94")
def test_turned_colours_and_what_is_assumed(pareo, report):
    first = next(no for no in range(1, 10) if cells(report, no)[0][5] == "w")
    other = int(cells(report, first)[0][:4])
    mine, theirs = cells(report, first)[0], cells(report, other)[0]
    turned = with_cell(report, first, 1, mine.replace("w", "b"))
    turned = with_cell(turned, other, 1, theirs.replace("b", "w"))
    told = pareo("second-opinion", pareo.file("x.trf", turned), "--rounds", "1", "--pairings-only", code=1).out
    assert f"Round #1: colours differ: {other} - {first}\n" in told
    bare = "\r\n".join(line for line in report.split("\r\n") if line[:3] not in ("142", "152"))
    told = pareo("second-opinion", pareo.file("y.trf", bare)).out
    assert "Note: 142 is missing: 4 rounds are taken as all.\n" in told
    assert re.search(r"Note: 152 is missing: the initial colour is (white|black), by round 1\.\n", told)
    wrong = "B" if "152 W" in report else "W"
    assert "colours differ" in pareo("second-opinion", pareo.file("z.trf", bare), "--initial-colour", wrong, code=1).out


@pytest.mark.req("F-96")
def test_places_and_points_that_the_results_do_not_give(pareo, report):
    rows = {int(line[4:8]): line for line in report.split("\r\n") if line.startswith("001")}
    by_rank = sorted(rows, key=lambda no: int(rows[no][85:89]))
    top, second = by_rank[0], by_rank[1]
    text = report.replace(rows[top], rows[top][:85] + "   2" + rows[top][89:])
    text = text.replace(rows[second], rows[second][:85] + "   1" + rows[second][89:])
    told = pareo("second-opinion", pareo.file("ranks.trf", text), "--standings-only", code=1).out
    assert "Standings after round #4: 2 positions differ\n" in told
    match = re.search(rf"  player   {second}: rank 1 in the file, 2 by (\S+) \((\S+); player {top} has (\S+)\)\n", told)
    assert match
    assert float(match[2]) < float(match[3])
    assert "Round #" not in told
    more = report.replace(rows[top], rows[top][:80] + " 9.5" + rows[top][84:])
    told = pareo("second-opinion", pareo.file("points.trf", more), code=1).out
    assert f"Points: player {top} has 9.5 in the file, results give {float(rows[top][80:84]):g}\n" in told
    assert told.endswith("Result: not consistent (points: 1)\n")
    bare = "\r\n".join(line for line in report.split("\r\n") if line[:3] != "202")
    assert (
        "Note: 202 and 212 are missing: places are checked by points only."
        in pareo("second-opinion", pareo.file("bare.trf", bare)).out
    )
    told = pareo("second-opinion", pareo.file("c.trf", report), "--tiebreaks", "XYZ").out
    assert "tie-break XYZ is not known" in told


@pytest.mark.req("F-92", "F-93")
def test_a_round_that_no_rule_allows(pareo):
    text = ["142 3", "152 W", "192 FIDE_DUTCH"]
    cells_of = {1: ("   2 w 1", "   2 w 1"), 2: ("   1 b 0", "   1 b 0")}
    for no, row in cells_of.items():
        points = 2 if no == 1 else 0
        text.append(f"001 {no:4d}      {f'P{no}':33}".ljust(80) + f"{points:4.1f} {no:4d}  " + "  ".join(row))
    told = pareo("second-opinion", pareo.file("two.trf", "\n".join(text)), "--pairings-only", code=1).out
    assert "Round #2: no legal pairing\n" in told


@pytest.mark.req("F-93", "F-103")
def test_exit_codes(pareo, report):
    right = pareo.file("a.trf", report)
    assert pareo("second-opinion", "nowhere.trf", code=5).err.startswith("nowhere.trf: ")
    assert pareo("second-opinion", pareo.file("b.trf", "hello"), right, code=3).out.endswith("Result: consistent\n")
    assert pareo("second-opinion", right, "--rounds", "x", code=3).err.startswith("“x” is not a round")
    assert pareo("second-opinion", right, "--engine", "/no/such/program", code=3).err
    assert pareo("second-opinion", right, "--pairings-only", "--standings-only", code=3).err


@pytest.mark.req("F-99", "F-100")
def test_as_json_and_the_list_of_each_round(pareo, report):
    path, listed = pareo.file("a.trf", report), str(pareo.folder / "list.txt")
    data = json.loads(pareo("second-opinion", path, "--json", "--list", listed).out)
    assert set(data) == {"tool", "engine", "rules", "files"}
    (one,) = data["files"]
    assert set(one) == {"file", "players", "rounds", "played", "system", "tiebreaks", "rounds_checked", "standings",
                        "points", "players_missing", "notes", "comments", "consistent"}  # fmt: skip
    assert set(one["rounds_checked"][0]) == {"round", "ok", "checker", "file", "reason"}
    assert (one["consistent"], one["played"], one["tiebreaks"][0]) == (True, 4, "PTS")
    lines = Path(listed).read_text(encoding="utf-8").splitlines()
    assert lines[:2] == ["Round #1", "TPN\tpoints\tvirtual\tcolours\tpreference\tfloats\tPAB"]
    assert lines[2].startswith("1\t0\t0\t-\t-\t--\tyes")
    assert sum(line.startswith("Round #") for line in lines) == 4


@pytest.mark.req("F-98")
def test_another_program_is_asked_too(pareo, report):
    path = pareo.file("a.trf", report)
    program = pareo.folder / "bbp"
    program.write_text('#!/bin/sh\ntest "$1 $3" = \'--dutch -c\' || exit 3\necho "$2: Round #1"\n', encoding="utf-8")
    os.chmod(program, program.stat().st_mode | stat.S_IXUSR)  # noqa: PTH101
    assert "bbp: agrees\n" in pareo("second-opinion", path, "--engine", str(program)).out
    says = "#!/bin/sh\necho 'a: Round #2'\necho '  Checker pairings'\necho '   1 -  8     3 -  1'\n"
    program.write_text(says, encoding="utf-8")
    told = pareo("second-opinion", path, "--engine", str(program)).out
    assert "bbp: disagrees (rounds that differ: 2; here: none)\n" in told
    assert "     1 -  8     3 -  1\n" in told
    assert "consistent" in pareo("second-opinion", path, "--engine", "gacrux").out


@pytest.mark.req("F-101")
def test_a_stored_event_is_checked_by_the_report_it_would_write(pareo, field, favourite):
    slug = field("chess-fide", 8, "--rounds", "3")
    pareo.play_round(slug, favourite)
    told = pareo("second-opinion", slug).out
    assert told.splitlines()[1].startswith(f"{slug}: 8 players, 3 rounds, 1 played; FIDE_DUTCH")
    assert "Round #1: ok\n" in told


@pytest.mark.req("F-97")
@pytest.mark.parametrize("system", ["round-robin", "double-round-robin"])
def test_a_round_robin_is_held_against_berger_tables(pareo, system):
    text = pareo("random", "--system", system, "--players", "6", "--seed", "r", "--withdraw", "0").out
    assert f"FIDE_{'DOUBLE' if 'double' in system else ''}ROUNDROBIN" in text
    assert pareo("second-opinion", pareo.file("rr.trf", text)).out.endswith("Result: consistent\n")
    a, b = (next(no for no in range(1, 7) if cells(text, no)[0][5] == colour) for colour in "wb")
    broken = with_cell(with_cell(text, a, 1, "0000 - Z"), int(cells(text, a)[0][:4]), 1, "0000 - Z")
    assert b
    assert "Round #1: 1 pairing differs\n" in pareo("second-opinion", pareo.file("b.trf", broken), code=1).out


@pytest.mark.req("F-103")
def test_rounds_on_several_cores_give_the_same_opinion(pareo, report):
    path = pareo.file("cores.trf", swap_blacks(report, 2))
    alone = pareo("second-opinion", path, code=1).out
    assert "Round #2: " in alone
    assert pareo("second-opinion", path, "--jobs", "2", code=1).out == alone


@pytest.mark.req("F-117")
def test_unrated_players_drop_tie_breaks_by_rating_unless_a_rule_is_given(pareo):
    text = pareo("random", "--players", "8", "--rounds", "3", "--seed", "u", "--unrated", "1", *NOTHING).out
    path = pareo.file("unrated.trf", text)
    dropped = pareo("second-opinion", path, "--tiebreaks", "ARO,RTNG").out
    assert "Note: ARO, RTNG: dropped, because a player is unrated and no rule is given (--unrated)." in dropped
    assert "Result: consistent" in dropped  # shared places: points alone
    ruled = pareo("second-opinion", path, "--tiebreaks", "TPN/R,ARO", "--unrated", "1400", code=1).out
    assert "dropped" not in ruled
    assert "by TPN/R" in ruled
    pareo("second-opinion", path, "--unrated", "few", code=3)


@pytest.mark.req("F-104", "F-24")
def test_it_runs_without_server_database_and_network(tmp_path, report):
    """In a process of its own: nothing of the web is imported, no socket is opened, no database is made."""
    (tmp_path / "a.trf").write_text(report, encoding="utf-8")
    script = (
        "import socket, sys\n"
        "def no(*_a, **_k): raise AssertionError('network')\n"
        "socket.socket.connect = no\n"
        "from pareo.cli.main import main\n"
        "sys.argv = ['pareo', 'second-opinion', 'a.trf']\n"
        "code = main()\n"
        "web = [m for m in sys.modules if m.startswith(('pareo.web', 'litestar', 'uvicorn', 'jinja2'))]\n"
        "assert not web, web\nsys.exit(code)\n"
    )
    done = subprocess.run([sys.executable, "-c", script], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout.splitlines()[-1]) == (0, "Result: consistent"), done.stderr
    assert [p.name for p in tmp_path.iterdir()] == ["a.trf"]
