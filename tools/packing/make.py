"""Makes what people install, in dist/: `make.py` for everything, or `make.py folder`, `wheel`, `wheelhouse`, `deb`.

Works in an environment of its own (build/packing), so that only what Pareo itself needs can get into a package. What is
needed from the network is fetched once by pip; nothing here is part of the test suite.
"""

from __future__ import annotations

import gzip
import os
import shutil
import subprocess
import sys
import tarfile
import venv
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
BUILD, DIST, PACKAGING = ROOT / "build", ROOT / "dist", ROOT / "packaging"
TOOLS = ("pyinstaller>=6.6", "babel>=2.14", "hatchling>=1.24", "build", "tzdata", "pillow")
BIN = BUILD / "packing" / ("Scripts" if os.name == "nt" else "bin")
PYTHON = BIN / ("python.exe" if os.name == "nt" else "python")


def run(*words: str | Path) -> str:
    """Runs a step, with no other Python's packages in reach (PYTHONPATH); what it printed. Stops everything if it
    fails."""
    own = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    done = subprocess.run([str(w) for w in words], cwd=ROOT, env=own, check=False, capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"{' '.join(map(str, words))} failed:\n{done.stdout[-4000:]}{done.stderr[-4000:]}")
    return done.stdout


def say(text: str) -> None:
    print(text, flush=True)


def version() -> str:
    return run(
        sys.executable, "-c", "import sys; sys.path.insert(0, 'src'); import pareo; print(pareo.__version__)"
    ).strip()


def environment() -> None:
    """The packing environment, with Pareo as anybody would install it."""
    if not PYTHON.exists():
        say("Setting up build/packing …")
        venv.create(BUILD / "packing", with_pip=True)
    run(PYTHON, "-m", "pip", "install", "-q", "--disable-pip-version-check", *TOOLS)
    run(PYTHON, "-m", "pip", "install", "-q", "--disable-pip-version-check", "--force-reinstall", "--no-deps", ".")
    run(PYTHON, "-m", "pip", "install", "-q", "--disable-pip-version-check", ".")


def wheel() -> Path:
    say("The wheel …")
    for old in DIST.glob("pareo-*.whl"):
        old.unlink()
    run(PYTHON, "-m", "build", "--wheel", "--no-isolation", "--outdir", DIST, ".")
    return next(DIST.glob("pareo-*.whl"))


def wheelhouse() -> Path:
    """The wheel and all it needs for this system and Python: installs with the network cut."""
    wheel_file = wheel()
    say("The wheelhouse …")
    house = BUILD / f"pareo-{version()}-wheelhouse"
    shutil.rmtree(house, ignore_errors=True)
    house.mkdir(parents=True)
    run(PYTHON, "-m", "pip", "wheel", "-q", "--disable-pip-version-check", "-w", house, wheel_file, "tzdata")
    run(PYTHON, ROOT / "tools/packing/licences.py", house / "LICENCES.txt", "--wheels", house)
    (house / "INSTALL.txt").write_text(
        "python3 -m venv pareo\npareo/bin/pip install --no-index --find-links . pareo\npareo/bin/pareo serve\n"
    )
    return pack(house, DIST / f"{house.name}.tar.gz")


def folder() -> Path:
    """The program with its own Python."""
    say("The folder …")
    run(PYTHON, ROOT / "tools/packing/licences.py", BUILD / "LICENCES.txt")
    run(
        PYTHON,
        "-m",
        "PyInstaller",
        "--noconfirm",
        "--log-level",
        "WARN",
        "--distpath",
        DIST,
        "--workpath",
        BUILD / "pyinstaller",
        PACKAGING / "pareo.spec",
    )
    program = DIST / "pareo"
    run(PYTHON, ROOT / "tools/packing/licences.py", "--check", program)
    for text in ("LICENCES.txt", "LICENSE"):
        shutil.copy(program / "_internal" / text, program / text)
        (program / "_internal" / text).unlink()
    if sys.platform == "linux":
        pack(program, DIST / f"pareo-{version()}-linux-{os.uname().machine}.tar.gz")
    return program


def pack(source: Path, target: Path) -> Path:
    """Packs a folder as .tar.gz, without times and owners: the same content gives the same bytes."""

    def plain(member: tarfile.TarInfo) -> tarfile.TarInfo:
        member.uid = member.gid = member.mtime = 0
        member.uname = member.gname = "root"
        return member

    with (
        target.open("wb") as file,
        gzip.GzipFile(filename="", mode="wb", fileobj=file, mtime=0) as zipped,
        tarfile.open(fileobj=zipped, mode="w") as archive,
    ):
        archive.add(source, source.name, filter=plain)
    return target


def deb() -> Path:
    """The folder in /opt/pareo, the command, the menu entry, the icon."""
    program = DIST / "pareo" if (DIST / "pareo").is_dir() else folder()
    say("The .deb …")
    root = BUILD / "deb"
    shutil.rmtree(root, ignore_errors=True)
    shutil.copytree(program, root / "opt/pareo", symlinks=True)
    for source, target in (
        (PACKAGING / "linux/pareo.desktop", "usr/share/applications/pareo.desktop"),
        (PACKAGING / "pareo.svg", "usr/share/icons/hicolor/scalable/apps/pareo.svg"),
        (PACKAGING / "pareo.png", "usr/share/icons/hicolor/256x256/apps/pareo.png"),
        (PACKAGING / "pareo.service", "usr/share/doc/pareo/pareo.service"),
        (program / "LICENCES.txt", "usr/share/doc/pareo/copyright"),
    ):
        (root / target).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(source, root / target)
    (root / "usr/share/doc/pareo/changelog.gz").write_bytes(
        gzip.compress((ROOT / "CHANGELOG.md").read_bytes(), mtime=0)
    )
    (root / "usr/bin").mkdir()
    (root / "usr/bin/pareo").symlink_to("/opt/pareo/pareo")
    size = sum(p.lstat().st_size for p in root.rglob("*")) // 1024
    kind = run("dpkg", "--print-architecture").strip()
    glibc = os.confstr("CS_GNU_LIBC_VERSION").split()[-1]  # type: ignore[union-attr]
    (root / "DEBIAN").mkdir()
    (root / "DEBIAN/control").write_text(
        f"Package: pareo\nVersion: {version()}\nArchitecture: {kind}\nInstalled-Size: {size}\nSection: misc\n"
        f"Priority: optional\nDepends: libc6 (>= {glibc})\nRecommends: xdg-utils, www-browser\n"
        "Maintainer: The Pareo developers <pareo@localhost>\nDescription: runs tournaments\n"
        " Swiss, round robin and elimination for Pokémon, Scrabble, X-Wing, chess and\n"
        " other games: pairs, takes results, prints, shows standings on phones and\n"
        " screens.\n"
    )
    for path in root.rglob("*"):
        if not path.is_symlink():
            path.chmod(0o755 if path.is_dir() or os.access(path, os.X_OK) else 0o644)
    target = DIST / f"pareo_{version()}_{kind}.deb"
    run("dpkg-deb", "--root-owner-group", "-Zxz", "--build", root, target)
    return target


def try_packages() -> None:
    """The folder with nothing of ours around it; the wheelhouse with the network cut, where this machine can cut it."""
    say("Trying the folder …")
    print(run(sys.executable, ROOT / "tools/packing/try.py", DIST / "pareo/pareo"), end="")
    say("Trying the wheelhouse …")
    house, home = BUILD / f"pareo-{version()}-wheelhouse", BUILD / "tried"
    shutil.rmtree(home, ignore_errors=True)
    without_network = ["unshare", "-rn"]
    probe = [*without_network, "true"]
    can_cut = shutil.which("unshare") and not subprocess.run(probe, check=False, capture_output=True).returncode
    cut = without_network if can_cut else []
    say("  the network is cut" if cut else "  the network cannot be cut here: only pip is told not to use it")
    run(*cut, sys.executable, "-m", "venv", home)
    run(
        *cut,
        home / "bin/pip",
        "install",
        "-q",
        "--disable-pip-version-check",
        "--no-index",
        "--find-links",
        house,
        "pareo",
    )
    print(run(sys.executable, ROOT / "tools/packing/try.py", home / "bin/pareo"), end="")


STEPS: dict[str, Callable[[], object]] = {"wheel": wheel, "wheelhouse": wheelhouse, "folder": folder, "deb": deb}


def main(steps: list[str]) -> int:
    DIST.mkdir(exist_ok=True)
    environment()
    for name in steps or ("wheelhouse", "folder", "deb"):
        STEPS[name]()
    if not steps:
        try_packages()
    for path in sorted(DIST.glob("pareo[-_]*")):
        say(f"{path.relative_to(ROOT)}  {path.stat().st_size / 1e6:.1f} MB")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
