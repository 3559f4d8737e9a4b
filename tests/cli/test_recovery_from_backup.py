"""“If the laptop dies” (docs/backups.md), followed word by word on another computer with nothing but the stick."""

from __future__ import annotations

import io
import re
import shlex
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from pareo.cli.main import main
from support.paths import ROOT

pytestmark = pytest.mark.slow

PAGE = (ROOT / "docs" / "backups.md").read_text(encoding="utf-8")
STICK = "/media/stick/pareo"
_LINK = re.compile(r"http://\S+/enter/\S+")


def commands() -> list[list[str]]:
    """What the page tells to type after the laptop died."""
    blocks = re.findall(r"^ *```\n(.*?)^ *```", PAGE.partition("## If the laptop dies")[2], re.DOTALL | re.MULTILINE)
    return [shlex.split(line) for block in blocks for line in block.splitlines() if line.strip()]


def fill_in(words: list[str], stick: Path, here: Path) -> list[str]:
    """A line of the page, with this stick and the newest backup on it."""
    newest = str(max(stick.glob("pareo-*.db")))
    told = [re.sub(rf"{STICK}/pareo-\d+-.*\.db", newest, word).replace(STICK, str(stick)) for word in words]
    return [str(here / word) if word == "cup.db" else word for word in told]


@pytest.fixture
def stick(pareo: Any, tmp_path: Path) -> Iterator[Path]:
    """The backups of an event in its second round, made by the server that died."""
    pareo("new", "Spring Cup", "--ruleset", "swiss", "--slug", "spring-cup", "--rounds", "2")
    for name in ("Ana", "Bruno", "Carla", "Davi"):
        pareo("players", "add", "spring-cup", "--first", name)
    pareo("pair", "spring-cup")
    pareo("publish", "spring-cup", "--yes")
    pareo("start", "spring-cup", "--yes")
    pareo("report", "spring-cup", "--round", "1", "--table", "1", "1-0")
    folder = tmp_path / "stick"
    server = start_pareo(["--db", str(pareo.db), "serve", "--port", "0", "--no-open", "--backups", str(folder)])
    assert server.stdout is not None
    assert any(_LINK.search(line) for line in server.stdout)
    server.send_signal(signal.SIGTERM)
    server.wait(60)
    server.stdout.close()
    Path(pareo.db).unlink()
    shutil.rmtree(Path(pareo.db).parent / "backups", ignore_errors=True)
    return folder


def start_pareo(words: list[str]) -> subprocess.Popen[str]:
    return subprocess.Popen([sys.executable, "-m", "pareo", *words], stdout=subprocess.PIPE, text=True)


@pytest.mark.req("R-9")
def test_the_page_is_enough(
    stick: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    other = tmp_path / "other computer"
    other.mkdir()
    said: dict[str, str] = {}
    for words in commands():
        line = fill_in(words, stick, other)
        if "serve" in line:
            break
        capsys.readouterr()
        code = main(line[1:]) if line[0] == "pareo" else subprocess.call(line, stdout=subprocess.DEVNULL)
        assert code == 0, line
        said[next(word for word in words if word not in ("pareo", "--db", "cup.db"))] = capsys.readouterr().out
    assert list(said) == ["ls", "restore", "verify", "journal"]
    assert "the chain is intact" in said["verify"]
    assert re.search(r"Round 1, table 1: \w+ won\.", said["journal"])
    # The last line opens it to the network, which needs the owner's password: the page says how it is given.
    assert line[-1] == str(stick)
    monkeypatch.setattr("sys.stdin", io.StringIO("correct horse\n"))
    assert main(["--db", str(other / "cup.db"), "password"]) == 0
    server = start_pareo([*line[1:], "--port", "0", "--no-open"])
    assert server.stdout is not None
    assert any("Pareo is ready" in one for one in server.stdout)
    server.send_signal(signal.SIGTERM)
    server.wait(60)
    server.stdout.close()
