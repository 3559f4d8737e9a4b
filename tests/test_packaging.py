"""The files that packages are made from: as far as they can be checked without making one (`make dist` does that)."""

from __future__ import annotations

import configparser
import re
import shutil
import subprocess
import sys
from importlib import resources
from pathlib import Path

import pytest
import yaml

from pareo import __version__
from pareo.core.words.languages import LANGUAGES
from pareo.print import typesetting
from pareo.print.document import Document
from where import ROOT

PACKAGING = ROOT / "packaging"


@pytest.fixture
def frozen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As in a program of PyInstaller: the executable is Pareo itself, and knows no flags of Python."""
    program = tmp_path / "pareo"
    program.write_text(f'#!/bin/sh\nexec {sys.executable} {PACKAGING / "start.py"} "$@"\n')
    program.chmod(0o755)
    monkeypatch.setattr(sys, "executable", str(program))
    monkeypatch.setattr(sys, "frozen", True, raising=False)


@pytest.mark.skipif(sys.platform == "win32", reason="the stand-in is a shell script")
@pytest.mark.usefixtures("frozen")
def test_a_frozen_program_sets_papers_by_running_itself() -> None:
    sheet = typesetting.measured(Document("Round 1", "Cup", "now", "a4", "en", []))
    assert sheet.pdf.startswith(b"%PDF")


def test_the_menu_entry_opens_the_program_in_every_language() -> None:
    entry = configparser.ConfigParser(interpolation=None, strict=True)
    entry.optionxform = str  # type: ignore[assignment, method-assign]
    entry.read(PACKAGING / "linux" / "pareo.desktop", encoding="utf-8")
    fields = entry["Desktop Entry"]
    assert fields["Exec"] == "/usr/bin/pareo open"
    assert fields["Terminal"] == "false"
    for lang in LANGUAGES:
        assert lang == "en" or fields[f"Comment[{lang}]"]


def test_the_service_is_one_that_systemd_takes() -> None:
    if shutil.which("systemd-analyze") is None:
        pytest.skip("systemd-analyze is not here")
    # Neither the program nor its user need to be on this machine: only what is wrong in the file itself counts.
    done = subprocess.run(["systemd-analyze", "verify", "--man=no", str(PACKAGING / "pareo.service")],
                          capture_output=True, text=True, check=False)
    told = [line for line in done.stderr.splitlines() if "pareo.service" in line and "is not executable" not in line]
    assert told == []


def test_the_container_is_made_of_known_instructions() -> None:
    known = {"FROM", "WORKDIR", "COPY", "RUN", "USER", "ENV", "VOLUME", "EXPOSE", "ENTRYPOINT", "CMD"}
    lines = [line for line in (PACKAGING / "Containerfile").read_text().splitlines() if line and line[0] != "#"]
    assert {line.split()[0] for line in lines} <= known
    for line in lines:
        if line.startswith("COPY ") and "--from" not in line:
            assert all((ROOT / name).exists() for name in line.split()[1:-1]), line
    assert "USER pareo" in lines, "nothing runs as root"


def test_the_workflow_makes_packages_on_three_systems() -> None:
    work = yaml.safe_load((ROOT / ".github" / "workflows" / "dist.yml").read_text())
    assert set(work["jobs"]) == {"linux", "windows", "macos"}
    commands = [step["run"] for job in work["jobs"].values() for step in job["steps"] if "run" in step]
    for path in re.findall(r"(?:tools|packaging)[/\\][\w./\\]+", "\n".join(commands)):
        assert (ROOT / path.replace("\\", "/")).exists(), path


def test_the_spec_keeps_our_languages() -> None:
    spec = (PACKAGING / "pareo.spec").read_text()
    found = re.search(r'^LANGUAGES = "(.*)"$', spec, re.MULTILINE)
    assert found is not None
    assert set(found[1].split("|")) == set(LANGUAGES)


def test_the_pages_name_this_version() -> None:
    install = (ROOT / "docs" / "install.md").read_text(encoding="utf-8")
    assert set(re.findall(r"pareo[-_](\d+\.\d+\.\d+)", install)) == {__version__}
    heads = re.findall(r"^## (.*)$", (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), re.MULTILINE)
    assert __version__ in heads[:2], "this version has no changes told"


def test_fonts_and_scripts_of_others_have_their_licences_beside_them() -> None:
    assert resources.files("pareo.print").joinpath("fonts", "LICENCES.txt").is_file()
    assert resources.files("pareo.web").joinpath("static", "vendor", "htmx.LICENSE").is_file()
