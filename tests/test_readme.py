"""The README's commands run as they stand, and its links lead somewhere."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

from support.paths import ROOT

README = (ROOT / "README.md").read_text(encoding="utf-8")


def blocks() -> list[str]:
    return re.findall(r"```console\n(.*?)```", README, flags=re.DOTALL)


def test_the_two_commands_are_targets_of_the_makefile() -> None:
    commands = re.findall(r"^make (\w+)", blocks()[0], flags=re.MULTILINE)
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    assert commands == ["run", "test"]
    for name in commands:
        assert re.search(rf"^{name}:", makefile, flags=re.MULTILINE), name


def test_the_first_tournament_runs_as_written(tmp_path: Path) -> None:
    script = "set -e\n" + blocks()[1]
    assert script.count("pareo ") > 10
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    done = subprocess.run(
        ["bash", "-c", script],
        cwd=tmp_path,
        env={**os.environ, "PATH": path, "HOME": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    assert "Ana Ferrer" in done.stdout
    assert (tmp_path / "first.db").exists()


def test_links_and_named_files_exist() -> None:
    for target in re.findall(r"\]\(([^)#]+)\)", README):
        if not target.startswith("http"):
            assert (ROOT / target).exists(), target
