"""kill -9 in the middle of everything that happens beside TOM: no acknowledged result is ever lost (scenario 13).

One process plays the steps of a scenario and says after each that it is done; it is killed while it writes, at one line
after the other. Whoever opens the database then finds all that was said, and TOM's file whole.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from pareo.app.base.context import Context
from pareo.app.commands.event import events
from pareo.app.tom import running, views
from pareo.core.journal.tom_sync import match_key_of
from pareo.formats.tdf.follow import read_save
from pareo.formats.tdf.watch import follow
from pareo.store import open_store
from support import paths
from support.files.tom import simple_save, tom_sync

R1 = [(0, 1, 2, 1), (0, 3, 4, 2), (0, 5, 6, 3), (0, 7, 8, 4)]

# Forks for every line of the store and of the writer at which it shall die; prints what each child had acknowledged.
_PLAY = """
import json, os, shutil, signal, sys
from pathlib import Path
from pareo.app.tom import running
from pareo.app.base.context import Context
from pareo.app.commands.event import events
from pareo.app.commands.floor import floor
from pareo.app.commands.results import enter_result as report
from pareo.formats.tdf.follow import read_save, take_save
from pareo.formats.tdf.write_back import write_back
from pareo.store import open_store

folder, slug, points = Path(sys.argv[1]), sys.argv[2], int(sys.argv[3])
steps = json.loads(sys.argv[4])
PLACES = ("/store/", "/tdf/write_back.py", "/app/base/context.py")

def act(ctx, kind, *args):
    if kind == "claim":
        floor.claim(ctx, slug, no=args[0], round_no=1, result=args[1])
    elif kind == "report":
        report.report(ctx, slug, round_no=1, table=args[0], result=args[1])
    elif kind == "save":
        data = (folder / args[0]).read_bytes()
        take_save(ctx, slug, read_save(data))
    elif kind == "settle":
        running.settle(ctx, slug, round_no=1, table=args[0], ours=args[1])
    elif kind == "write":
        write_back(ctx, slug)

def play(die_at):
    seen = 0
    def line(frame, event, _):
        nonlocal seen
        seen += event == "line"
        if seen == die_at:
            os.kill(os.getpid(), signal.SIGKILL)
        return line
    def call(frame, event, argument):
        return line if any(place in frame.f_code.co_filename for place in PLACES) else None
    ctx = Context(open_store(str(here / "events.db")))
    for i, step in enumerate(steps):
        sys.settrace(call)
        act(ctx, *step)
        sys.settrace(None)
        with (here / "said").open("a") as log:
            log.write(f"{i}\\n")
            log.flush()
    (here / "lines").write_text(str(seen))

here = folder / "all"
shutil.copytree(folder / "begun", here)
play(0)
lines = int((here / "lines").read_text())
for point in range(points):
    here = folder / f"killed-{point}"
    shutil.copytree(folder / "begun", here)
    pid = os.fork()
    if not pid:
        play(1 + point * lines // points)
        os._exit(0)
    assert os.WIFSIGNALED(os.waitpid(pid, 0)[1])
"""

AGREED = [["claim", 1, "1-0"], ["claim", 2, "0-1"]]
SCENARIOS = {
    "8: another result in TOM, and both ways out": [
        *AGREED,
        ["report", 2, "0-1"],
        ["save", "differs"],
        ["settle", 1, True],
        ["save", "corrected"],
    ],
    "9: saves come slowly": [*AGREED, ["report", 2, "0-1"], ["save", "one"], ["report", 3, "½-½"], ["save", "two"]],
    "12: results in a file for TOM": [*AGREED, ["report", 2, "0-1"], ["write"], ["save", "without"]],
}
SAVES = {"differs": {1: 2}, "corrected": {1: 1}, "one": {1: 1}, "two": {1: 1, 2: 2}, "without": {4: 1}}
POINTS = 14


def results_after(steps: list[list[object]]) -> dict[int, str]:
    """By table, what was reported and acknowledged, and not taken back."""
    found: dict[int, str] = {}
    for kind, *told in steps:
        if kind == "report":
            found[int(str(told[0]))] = str(told[1])
        elif kind == "claim" and told[0] == 2:
            found[1] = "1-0"
    return found


@pytest.mark.req("BT-LOSS-1", "BT-RES-1", "BT-BACK-3")
@pytest.mark.parametrize("name", SCENARIOS)
def test_killed_at_any_line_nothing_that_was_said_is_lost(tmp_path: Path, name: str) -> None:
    steps = SCENARIOS[name]
    begun = tmp_path / "begun"
    begun.mkdir()
    file = begun / "copa.tdf"
    file.write_bytes(simple_save(R1))
    ctx = Context(open_store(str(begun / "events.db")))
    slug = follow(ctx, str(file))
    running.publish_now(ctx, slug)
    events.change_settings(ctx, slug, {"tom_write": "copy"})
    ctx.store.close()
    for save, codes in SAVES.items():
        (tmp_path / save).write_bytes(simple_save([(codes.get(table, 0), a, b, table) for _, a, b, table in R1]))
    env = {**os.environ, "PYTHONPATH": str(paths.ROOT / "src")}
    play = [sys.executable, "-c", _PLAY, str(tmp_path), slug, str(POINTS), json.dumps(steps)]
    subprocess.run(play, check=True, env=env, timeout=300)
    stopped = set()
    for point in range(POINTS):
        here = tmp_path / f"killed-{point}"
        said = (here / "said").read_text().split() if (here / "said").exists() else []
        stopped.add(len(said))
        check(here, slug, steps[: len(said)])
    assert len(stopped) >= 3  # it died in several of the steps
    check(tmp_path / "all", slug, steps)


def check(here: Path, slug: str, said: list[list[object]]) -> None:
    """All that was acknowledged is there, the chain is sound, files are whole, and it goes on."""
    ctx = Context(open_store(str(here / "events.db")))
    try:
        event = ctx.open(slug)
        assert ctx.store.verify(slug) == event.state.seq
        for table, result in results_after(said).items():
            match = event.state.find_table(1, table)[2]
            mine = tom_sync(ctx, slug).ours.get(match_key_of(1, match.a, match.b))
            assert mine is not None, (here.name, said)
            assert {"1-0": mine.result.a.won, "0-1": mine.result.b.won}.get(result, True)
        for file in here.parent.glob("begun/*.tdf"):
            read_save(file.read_bytes())
        if ["write"] in said:
            assert (here.parent / "begun" / "copa_pareo.tdf").exists()
        views.overview(ctx, slug)
        running.leave_note(ctx, slug, "it goes on")
    finally:
        ctx.store.close()
    shutil.rmtree(here)
