"""The files that packages are made from: as far as they can be checked without making one (`make dist` does that)."""

from __future__ import annotations

import configparser
import json
import re
import shutil
import subprocess
import sys
import tomllib
from fnmatch import fnmatch
from importlib import resources
from pathlib import Path

import pytest
import yaml

from packing.licences import in_folder, in_wheels, licence_list, unlisted_libraries
from packing.make import run
from pareo import __version__
from pareo.app.forecast.plan import PlanRequest, prepare_plan
from pareo.app.jobs.worker import DaysJob, PlayedDays
from pareo.app.jobs.worker_process import WorkerProcess
from pareo.core.text.languages import DOCUMENT_LANGUAGES
from pareo.print import typesetting
from pareo.print.document import PrintDocument
from pareo.rulesets import load
from pareo.serve.commands import serve_command
from support.paths import ROOT

PACKAGING, DEPLOY = ROOT / "packaging", ROOT / "deploy"


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
    sheet = typesetting.typeset_measured(PrintDocument("Round 1", "Cup", "now", "a4", "en", []))
    assert sheet.pdf.startswith(b"%PDF")


@pytest.mark.skipif(sys.platform == "win32", reason="the stand-in is a shell script")
@pytest.mark.usefixtures("frozen")
def test_a_frozen_program_reckons_beside_its_server_by_running_itself() -> None:
    day = prepare_plan(load("swiss"), PlanRequest(8))
    found = WorkerProcess(DaysJob(day.setup, day.forms, day.times, "plan", 0, 2, 1e9)).run(lambda _share: None)
    assert isinstance(found, PlayedDays)
    assert len(found.days) == 2


def test_the_menu_entry_opens_the_program_in_every_language() -> None:
    entry = configparser.ConfigParser(interpolation=None, strict=True)
    entry.optionxform = str  # type: ignore[assignment, method-assign]
    entry.read(PACKAGING / "linux" / "pareo.desktop", encoding="utf-8")
    fields = entry["Desktop Entry"]
    assert fields["Exec"] == "/usr/bin/pareo open"
    assert fields["Terminal"] == "false"
    for lang in DOCUMENT_LANGUAGES:
        assert lang == "en" or fields[f"Comment[{lang}]"]


UNITS = [PACKAGING / "pareo.service", *sorted(DEPLOY.glob("*.service")), *sorted(DEPLOY.glob("*.timer"))]


@pytest.mark.parametrize("unit", UNITS, ids=lambda unit: unit.name)
def test_the_services_are_such_as_systemd_takes(unit: Path) -> None:
    if shutil.which("systemd-analyze") is None:
        pytest.skip("systemd-analyze is not here")
    # Neither the program nor its user need to be on this machine: only what is wrong in the file itself counts.
    done = subprocess.run(
        ["systemd-analyze", "verify", "--man=no", str(unit)], capture_output=True, text=True, check=False
    )
    told = [line for line in done.stderr.splitlines() if "pareo" in line and "is not executable" not in line]
    assert told == []


IMAGES = [PACKAGING / "Containerfile", DEPLOY / "Dockerfile"]
KNOWN = {"FROM", "WORKDIR", "COPY", "RUN", "USER", "ENV", "VOLUME", "EXPOSE", "ENTRYPOINT", "CMD"}


def instructions(path: Path) -> list[tuple[str, str]]:
    """The lines of a container's file, those that go on joined, without remarks."""
    lines = [line for line in path.read_text().splitlines() if line.strip() and line[0] != "#"]
    return [
        (word, rest)
        for line in "\n".join(lines).replace("\\\n", " ").splitlines()
        for word, _, rest in [line.partition(" ")]
    ]


@pytest.mark.parametrize("image", IMAGES, ids=lambda image: image.name)
def test_the_containers_are_made_of_known_instructions(image: Path) -> None:
    """What a builder would refuse: unknown words, a stage or a file that is not there, a list that is none."""
    found, stages = instructions(image), set()
    assert found[0][0] == "FROM"
    assert {word for word, _ in found} <= KNOWN
    for word, rest in found:
        if word == "FROM":
            stages |= set(re.findall(r" AS (\w+)$", rest))
        elif word == "COPY":
            origin = re.match(r"--from=(\w+) ", rest)
            assert origin is None or origin[1] in stages
            assert origin or all((ROOT / name).exists() for name in rest.split()[:-1]), rest
        elif word == "RUN":
            assert not subprocess.run(["sh", "-n", "-c", rest], check=False).returncode, rest
        elif word in ("ENTRYPOINT", "CMD", "VOLUME"):
            assert all(isinstance(one, str) for one in json.loads(rest)), rest
    assert ("USER", "pareo") in found, "nothing runs as root"
    assert [word for word, _ in found].index("USER") < [word for word, _ in found].index("ENTRYPOINT")


def test_the_container_starts_a_server_on_its_port() -> None:
    told = dict(instructions(PACKAGING / "Containerfile"))
    command, *options = json.loads(told["CMD"])
    asked = serve_command.make_context(command, options).params
    assert (str(asked["port"]), asked["open_browser"]) == (told["EXPOSE"], False)
    assert str(asked["backups"]) in json.loads(told["VOLUME"])


def test_the_workflow_makes_packages_on_three_systems() -> None:
    work = yaml.safe_load((ROOT / ".github" / "workflows" / "dist.yml").read_text())
    assert work[True] == {"push": {"tags": ["v*"]}, "workflow_dispatch": None}  # YAML reads “on” as yes
    assert set(work["jobs"]) == {"linux", "windows", "macos"}
    made = {
        "linux": ("-linux-x86_64.tar.gz", "-py3-none-any.whl", "-wheelhouse.tar.gz", "_amd64.deb"),
        "windows": ("-windows.exe",),
        "macos": ("-macos.dmg",),
    }
    for name, job in work["jobs"].items():
        assert [("uses" in step) + ("run" in step) for step in job["steps"]] == [1] * len(job["steps"])
        commands = "\n".join(step["run"] for step in job["steps"] if "run" in step)
        if name != "windows":  # there it is PowerShell, which nothing here can read
            assert not subprocess.run(["bash", "-n", "-c", commands], check=False).returncode
        for path in re.findall(r"(?:tools|packaging)[/\\][\w./\\]+", commands):
            assert (ROOT / path.replace("\\", "/")).exists(), path
        kept = job["steps"][-1]["with"]["path"].split()
        for rest in made[name]:
            file = f"dist/pareo{'_' if rest[0] == '_' else '-'}{__version__}{rest}"
            assert any(fnmatch(file, pattern) for pattern in kept), f"{file} would be thrown away"


def test_the_workflow_names_its_files_by_the_version_alone() -> None:
    """`--version` says more than that: the lines are run here, as far as a shell of ours can."""
    jobs = yaml.safe_load((ROOT / ".github" / "workflows" / "dist.yml").read_text())["jobs"]
    typed = {name: "\n".join(step.get("run", "") for step in job["steps"]) for name, job in jobs.items()}
    match = re.search(r"^version=.*$", typed["macos"], re.MULTILINE)
    assert match is not None
    line = match[0].replace("dist/pareo/pareo", f"{sys.executable} -m pareo")
    done = subprocess.run(["bash", "-c", f'{line}; printf %s "$version"'], capture_output=True, text=True, check=True)
    assert done.stdout == __version__
    assert "$version = @(dist\\pareo\\pareo.exe --version)[0]" in typed["windows"], "the first line only"


def test_the_installer_for_windows_takes_what_the_spec_makes() -> None:
    text = (PACKAGING / "windows" / "pareo.iss").read_text()
    assert re.findall(r"^\[(\w+)\]$", text, re.MULTILINE) == ["Setup", "Languages", "Files", "Icons", "Run"]
    assert set(re.findall(r'Name: "(\w\w)"; MessagesFile', text)) == set(DOCUMENT_LANGUAGES)
    for name in set(re.findall(r"\{app\}\\([\w-]+)\.exe", text)):
        assert f'executable("{name}"' in (PACKAGING / "pareo.spec").read_text()
    assert "OutputBaseFilename=pareo-{#Version}-windows" in text


def test_a_library_that_nobody_looked_at_stops_the_folder(tmp_path: Path) -> None:
    """Readline is under the GPL and was in it once."""
    for name in (
        "libz.so.1",
        "libsqlite3.so.0",
        "libpython3.11.so.1.0",
        "libreadline.so.8",
        "libtinfo.so.6",
        "readline.cpython-311-x86_64-linux-gnu.so",
    ):
        (tmp_path / name).touch()
    assert unlisted_libraries(tmp_path) == [
        "libreadline.so.8",
        "libtinfo.so.6",
        "readline.cpython-311-x86_64-linux-gnu.so",
    ]
    assert '"readline"' in (PACKAGING / "pareo.spec").read_text()


def test_packages_are_made_without_the_packages_around(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Half of another copy of the program was in a folder once."""
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    assert run(sys.executable, "-c", "import os; print(os.environ.get('PYTHONPATH'))") == "None\n"


def test_each_list_of_licences_has_what_is_inside_and_nothing_else(tmp_path: Path) -> None:
    """The wheelhouse holds all that Litestar asks for, the folder only what we use of it, and Python."""
    for name in ("pareo-0.2.0", "litestar-2.9", "polyfactory-2.0", "argon2_cffi-25.1.0"):
        (tmp_path / f"{name}-py3-none-any.whl").touch()
    house = licence_list(in_wheels(tmp_path), with_python=False)
    rows = house.partition("Fonts:")[0].splitlines()[2:]
    assert [row.partition(" ")[0] for row in rows] == ["argon2-cffi", "litestar", "pareo", "polyfactory"]
    folder = licence_list(in_folder(), with_python=True).partition("Fonts:")[0]
    assert "polyfactory" not in folder
    assert re.search(r"^Python 3\S+: PSF-2.0$", folder, re.MULTILINE)
    assert {"litestar", "typst", "granian"} <= {row.partition(" ")[0] for row in folder.splitlines()}


def test_the_script_for_strangers_is_one_text_and_goes_into_every_package() -> None:
    """A wheel takes what lies in the package; the folder, and the .deb made of it, takes no Python source but this."""
    inside = resources.files("pareo.pages").joinpath("static", "check_receipt.py")
    assert (ROOT / "tools" / "check_receipt.py").read_bytes() == inside.read_bytes(), (
        "cp src/pareo/pages/static/check_receipt.py tools/"
    )
    assert (
        'collect_data_files("pareo", include_py_files=True, includes=["pages/static/*.py"])'
        in (PACKAGING / "pareo.spec").read_text()
    )
    assert "self.check_receipt(" in (ROOT / "tools" / "packing" / "try.py").read_text()


def test_the_spec_keeps_our_languages() -> None:
    spec = (PACKAGING / "pareo.spec").read_text()
    match = re.search(r'^LANGUAGES = "(.*)"$', spec, re.MULTILINE)
    assert match is not None
    assert set(match[1].split("|")) == set(DOCUMENT_LANGUAGES), "with a region: of the same language"


def test_a_package_is_built_with_the_compiled_catalogues() -> None:
    """The sources stay at home, so that no program waits for them; every build has what compiles them."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    wheel = project["tool"]["hatch"]["build"]["targets"]["wheel"]
    assert "custom" in wheel["hooks"], "hatch_build.py compiles them"
    assert wheel["artifacts"] == ["src/pareo/locale/compiled/*.mo"]
    assert "src/pareo/locale/*.po" in wheel["exclude"]
    needed = [name for name in project["build-system"]["requires"] if name.startswith("babel")]
    assert needed
    assert all(name in (ROOT / "tools" / "packing" / "make.py").read_text() for name in needed)
    for image in IMAGES:
        assert any("hatch_build.py" in words for name, words in instructions(image) if name == "COPY"), image


def test_the_pages_name_this_version() -> None:
    install = (ROOT / "docs" / "install.md").read_text(encoding="utf-8")
    assert set(re.findall(r"pareo[-_](\d+\.\d+\.\d+)", install)) == {__version__}
    heads = re.findall(r"^## (\S+)", (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), re.MULTILINE)
    assert __version__ in heads[:2], "this version has no changes told"


def test_fonts_and_scripts_of_others_have_their_licences_beside_them() -> None:
    assert resources.files("pareo.print").joinpath("fonts", "LICENCES.txt").is_file()
    assert resources.files("pareo.pages").joinpath("static", "vendor", "htmx.LICENSE").is_file()
