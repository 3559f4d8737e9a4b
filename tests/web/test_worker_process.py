"""A server with a process beside it: whatever becomes of that one, the server serves, and it stops when it shall."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from support.execution import wait_until
from support.postgres import SharedCluster
from support.web.server import SLUG, EventServer, ServerProcess, serve_database, serve_event, start_event

pytestmark = [pytest.mark.slow, pytest.mark.skipif(sys.platform != "linux", reason="looks at processes as Linux does")]

PLAN = "/console/plan?ruleset=swiss&players=1500"  # a day of it takes a second or more
ALL_BESIDE = "import pareo.app.forecast.qualification as outlooking; outlooking.QUICK_PLAYERS = 0"
NO_PROCESS = f"""{ALL_BESIDE}
import pareo.app.jobs.worker_process as reckoning
class NoRoom:
    PIPE = reckoning.subprocess.PIPE
    @staticmethod
    def Popen(*_args, **_more):
        raise BlockingIOError(11, "Resource temporarily unavailable")
reckoning.subprocess = NoRoom
"""


def worker_pids(hosted: EventServer) -> list[int]:
    """The processes beside the server, by number."""
    found = subprocess.run(
        ["ps", "-o", "pid=,args=", "--ppid", str(hosted.process.popen.pid)],
        check=False,
        capture_output=True,
        text=True,
    ).stdout
    return [int(line.split()[0]) for line in found.splitlines() if "--reckon" in line]


def is_running(pid: int) -> bool:
    return Path(f"/proc/{pid}/status").exists() and "(zombie)" not in Path(f"/proc/{pid}/status").read_text()


def start_job(hosted: EventServer) -> int:
    status, page = hosted.ask("GET", PLAN)
    assert status == 200
    assert "<progress" in page
    wait_until(lambda: bool(worker_pids(hosted)))
    return worker_pids(hosted)[0]


@pytest.mark.parametrize(
    ("engine", "how"), [("granian", signal.SIGTERM), ("uvicorn", signal.SIGTERM), ("granian", signal.SIGKILL)]
)
def test_a_server_that_stops_takes_it_along(tmp_path, engine, how):
    token, session = start_event(tmp_path / "events.db")
    started = ServerProcess(str(tmp_path / "events.db"), engine)
    try:
        port = int(started.wait_for(r"Pareo is ready: http://127\.0\.0\.1:(\d+)"))
        pid = start_job(EventServer(started, token, session, port))
        assert started.stop(how) in (0, -how)
        wait_until(lambda: not is_running(pid))
        assert "Traceback" not in started.text
    finally:
        started.kill()


def test_killing_it_costs_only_time(tmp_path):
    with serve_event(tmp_path / "events.db") as hosted:
        os.kill(start_job(hosted), signal.SIGKILL)
        assert hosted.ask("GET", f"/console/{SLUG}")[0] == 200
        wait_until(lambda: "<svg" in hosted.ask("GET", PLAN)[1].partition('id="day-found"')[2])
        assert "failed and will be tried again" in hosted.process.text


def test_where_no_process_is_to_be_had_it_serves_and_shows_less(tmp_path):
    with serve_event(tmp_path / "events.db", prelude=NO_PROCESS) as hosted:
        link = hosted.player_link(tmp_path / "events.db", 1)
        for _ in range(3):
            assert hosted.ask("GET", f"/e/{SLUG}/me/{link}", staff=False)[0] == 200
            assert hosted.report(1)[0] == 200
        wait_until(lambda: "calculate this right now" in hosted.ask("GET", f"/console/{SLUG}/outlook")[1])
        assert hosted.process.text.count("Resource temporarily unavailable") == 1


def test_the_outlook_comes_from_beside_a_server_on_postgresql_too(postgres: SharedCluster):
    address = postgres.address()
    token, session = start_event(address)
    with serve_database(address, token, session, prelude=ALL_BESIDE) as hosted:
        path = f"/api/v1/events/{SLUG}/outlook"
        assert json.loads(hosted.ask("GET", path)[1]) == []
        wait_until(lambda: len(json.loads(hosted.ask("GET", path)[1])) == 24)
        assert hosted.report(2)[0] == 200
        assert len(json.loads(hosted.ask("GET", path)[1])) == 24  # as of the entry before
