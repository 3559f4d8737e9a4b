"""Writes LICENCES.txt: everything that goes into a package, its version, its licence and the licence's words.

Made from the metadata of what is installed, and of what that says is inside it (`sboms`: the crates in typst and
granian): run it with the environment's own Python. `licences.py FILE` for the folder with its own Python, `licences.py
FILE --wheels FOLDER` for the wheels in a folder; `licences.py --check FOLDER` names the libraries of a made folder that
the list does not have.
"""

from __future__ import annotations

import json
import re
import sys
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from pathlib import Path
from typing import Any

OURS = "pareo"
LEFT_OUT = ("polyfactory", "faker")  # of Litestar's; not in the folder (packaging/pareo.spec)
ALSO = ("tzdata",)  # in the folder on every system
LIBRARIES = {  # of the system it was made on, by the beginning of the file's name
    "libssl": "OpenSSL (Apache-2.0)",
    "libcrypto": "OpenSSL (Apache-2.0)",
    "libsqlite3": "SQLite (public domain)",
    "libffi": "libffi (MIT)",
    "libz": "zlib (Zlib)",
    "libbz2": "bzip2 (bzip2-1.0.6)",
    "liblzma": "xz (0BSD)",
    "libexpat": "expat (MIT)",
    "libuuid": "libuuid (BSD-3-Clause)",
    "libmpdec": "libmpdec (BSD-2-Clause)",
    "libgcc_s": "libgcc (GPL-3.0 with the GCC runtime exception)",
    "libpython3": "Python (PSF-2.0)",
}
FONTS_IN_TYPST = (
    "Libertinus Serif (OFL-1.1), New Computer Modern (GUST Font License), DejaVu Sans Mono (Bitstream "
    "Vera, public domain)"
)
_STEMS = {stem.rstrip("0123456789") for stem in LIBRARIES}
_NAME = re.compile(r"[A-Za-z0-9._-]+")
_WORDS = re.compile(r"licen[cs]e|copying|notice|authors", re.IGNORECASE)


def in_folder() -> dict[str, Distribution]:
    """What goes into the folder with its own Python."""
    found: dict[str, Distribution] = {}
    for name in (OURS, *ALSO):
        needed(name, found)
    return found


def in_wheels(house: Path) -> dict[str, Distribution]:
    """What the wheels of a folder hold; each must be installed here."""
    names = sorted(path.name.partition("-")[0] for path in house.glob("*.whl"))
    return {name.lower().replace("_", "-"): distribution(name) for name in names}


def needed(name: str, found: dict[str, Distribution]) -> dict[str, Distribution]:
    """A package and whatever it needs, as far as it is installed here."""
    key = name.lower().replace("_", "-")
    if key in found or key in LEFT_OUT:
        return found
    try:
        found[key] = distribution(name)
    except PackageNotFoundError:  # for other systems or other versions of Python
        return found
    for wish in found[key].requires or ():
        if "extra ==" not in wish:
            named = _NAME.match(wish)
            if named is not None:
                needed(named[0], found)
    return found


def licence(one: Distribution) -> str:
    """In few words: the expression, the field if it is short, or the classifiers."""
    told = one.metadata
    said = told.get("License-Expression") or told.get("License") or ""
    if said and len(said) < 60 and said != "UNKNOWN":
        return said
    classified = [c.rpartition(" :: ")[2] for c in told.get_all("Classifier") or () if c.startswith("License ::")]
    return ", ".join(classified) or "see below"


def words(one: Distribution) -> list[str]:
    """The texts that came with it."""
    paths = [p for p in one.files or () if _WORDS.search(p.name) and p.suffix not in (".py", ".pyc", ".svg")]
    texts = []
    for path in paths:
        where = Path(str(path.locate()))
        if where.is_file():
            texts.append(where.read_text(encoding="utf-8", errors="replace").strip())
    return list(dict.fromkeys(texts))


def inside(one: Distribution) -> list[str]:
    """What was compiled into it, each with its licence, as its own list of parts (CycloneDX) says."""
    found = []
    for path in one.files or ():
        if path.parent.name == "sboms" and path.suffix == ".json":
            parts = json.loads(Path(str(path.locate())).read_text(encoding="utf-8")).get("components", ())
            found += [f"  {part['name']} {part.get('version', '')}: {_told(part)}" for part in parts]
    return sorted(found)


def _told(part: dict[str, Any]) -> str:
    said = [
        row.get("expression") or row["license"].get("id") or row["license"].get("name", "")
        for row in part.get("licenses", ())
    ]
    return " AND ".join(filter(None, said)) or "not said"


def unlisted(folder: Path) -> list[str]:
    """Libraries of a made folder that the list does not name: somebody must look at their licence first."""
    found = {path.name for path in folder.rglob("lib*.so*")} | {path.name for path in folder.rglob("readline*.so")}
    return sorted(name for name in found if name.partition(".")[0].rstrip("0123456789") not in _STEMS)


def python_licence() -> str:
    for where in (
        Path(sys.base_prefix) / "LICENSE.txt",
        Path(sys.base_prefix) / f"lib/python3.{sys.version_info[1]}" / "LICENSE.txt",
    ):
        if where.is_file():
            return where.read_text(encoding="utf-8", errors="replace").strip()
    return "PSF License Agreement, https://docs.python.org/3/license.html"


def listed(found: dict[str, Distribution], *, with_python: bool) -> str:
    """The whole list. `with_python`: Python, its libraries and the start program are inside too."""
    rows = sorted((one.metadata["Name"], one.version, licence(one), key) for key, one in found.items())
    lines = ["What is in this package, and under which licences", ""]
    lines += [f"Python {sys.version.split()[0]}: PSF-2.0"] if with_python else []
    lines += [f"{name} {version}: {said}" for name, version, said, _ in rows]
    if with_python:
        libraries = ", ".join(dict.fromkeys(LIBRARIES.values()))
        lines += [
            "PyInstaller's start program: GPL-2.0-or-later with its exception for programs packed by it",
            f"Libraries that Python needs, of the system it was made on: {libraries}",
        ]
    lines += ["Fonts: in pareo/print/fonts, with their licence beside them", "htmx: 0BSD, in pareo/pages/static/vendor"]
    lines += [f"Fonts in typst: {FONTS_IN_TYPST}"]
    for name, version, _, key in rows:
        if parts := inside(found[key]):
            lines += ["", f"Compiled into {name} {version}:", *parts]
    for name, version, _, key in rows:
        for text in words(found[key]):
            lines += ["", "=" * 78, f"{name} {version}", "=" * 78, "", text]
    lines += ["", "=" * 78, "Python", "=" * 78, "", python_licence()] if with_python else []
    return "\n".join([*lines, ""])


def main(target: str, house: str = "") -> int:
    found = in_wheels(Path(house)) if house else in_folder()
    Path(target).write_text(listed(found, with_python=not house), encoding="utf-8")
    unknown = [one.metadata["Name"] for one in found.values() if licence(one) == "see below" and not words(one)]
    if unknown:
        sys.stderr.write(f"No licence is known of: {', '.join(unknown)}\n")
    return 1 if unknown else 0


def check(folder: str) -> int:
    found = unlisted(Path(folder))
    if found:
        sys.stderr.write(f"Not in the list of licences: {', '.join(found)}\n")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(check(sys.argv[2]) if sys.argv[1] == "--check" else main(sys.argv[1], "".join(sys.argv[3:])))
