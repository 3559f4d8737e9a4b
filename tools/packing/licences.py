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
    distributions: dict[str, Distribution] = {}
    for name in (OURS, *ALSO):
        add_required(name, distributions)
    return distributions


def in_wheels(house: Path) -> dict[str, Distribution]:
    """What the wheels of a folder hold; each must be installed here."""
    names = sorted(path.name.partition("-")[0] for path in house.glob("*.whl"))
    return {name.lower().replace("_", "-"): distribution(name) for name in names}


def add_required(name: str, distributions: dict[str, Distribution]) -> dict[str, Distribution]:
    """A package and whatever it needs, as far as it is installed here."""
    key = name.lower().replace("_", "-")
    if key in distributions or key in LEFT_OUT:
        return distributions
    try:
        distributions[key] = distribution(name)
    except PackageNotFoundError:  # for other systems or other versions of Python
        return distributions
    for requirement in distributions[key].requires or ():
        if "extra ==" not in requirement:
            match = _NAME.match(requirement)
            if match is not None:
                add_required(match[0], distributions)
    return distributions


def licence(one: Distribution) -> str:
    """The licence of a package in few words: the expression, the field if it is short, or the classifiers."""
    metadata = one.metadata
    text = metadata.get("License-Expression") or metadata.get("License") or ""
    if text and len(text) < 60 and text != "UNKNOWN":
        return text
    classified = [c.rpartition(" :: ")[2] for c in metadata.get_all("Classifier") or () if c.startswith("License ::")]
    return ", ".join(classified) or "see below"


def licence_texts(one: Distribution) -> list[str]:
    """The licence texts that came with a package."""
    paths = [p for p in one.files or () if _WORDS.search(p.name) and p.suffix not in (".py", ".pyc", ".svg")]
    texts = []
    for path in paths:
        where = Path(str(path.locate()))
        if where.is_file():
            texts.append(where.read_text(encoding="utf-8", errors="replace").strip())
    return list(dict.fromkeys(texts))


def compiled_parts(one: Distribution) -> list[str]:
    """What was compiled into a package, each with its licence, as its own list of parts (CycloneDX) says."""
    lines = []
    for path in one.files or ():
        if path.parent.name == "sboms" and path.suffix == ".json":
            parts = json.loads(Path(str(path.locate())).read_text(encoding="utf-8")).get("components", ())
            lines += [f"  {part['name']} {part.get('version', '')}: {_part_licence(part)}" for part in parts]
    return sorted(lines)


def _part_licence(part: dict[str, Any]) -> str:
    licences = [
        row.get("expression") or row["license"].get("id") or row["license"].get("name", "")
        for row in part.get("licenses", ())
    ]
    return " AND ".join(filter(None, licences)) or "not said"


def unlisted_libraries(folder: Path) -> list[str]:
    """Libraries of a made folder that the list does not name: somebody must look at their licence first."""
    libraries = {path.name for path in folder.rglob("lib*.so*")} | {path.name for path in folder.rglob("readline*.so")}
    return sorted(name for name in libraries if name.partition(".")[0].rstrip("0123456789") not in _STEMS)


def python_licence() -> str:
    for where in (
        Path(sys.base_prefix) / "LICENSE.txt",
        Path(sys.base_prefix) / f"lib/python3.{sys.version_info[1]}" / "LICENSE.txt",
    ):
        if where.is_file():
            return where.read_text(encoding="utf-8", errors="replace").strip()
    return "PSF License Agreement, https://docs.python.org/3/license.html"


def licence_list(distributions: dict[str, Distribution], *, with_python: bool) -> str:
    """The whole list. `with_python`: Python, its libraries and the start program are inside too."""
    rows = sorted((one.metadata["Name"], one.version, licence(one), key) for key, one in distributions.items())
    lines = ["What is in this package, and under which licences", ""]
    lines += [f"Python {sys.version.split()[0]}: PSF-2.0"] if with_python else []
    lines += [f"{name} {version}: {licence_name}" for name, version, licence_name, _ in rows]
    if with_python:
        libraries = ", ".join(dict.fromkeys(LIBRARIES.values()))
        lines += [
            "PyInstaller's start program: GPL-2.0-or-later with its exception for programs packed by it",
            f"Libraries that Python needs, of the system it was made on: {libraries}",
        ]
    lines += ["Fonts: in pareo/print/fonts, with their licence beside them", "htmx: 0BSD, in pareo/pages/static/vendor"]
    lines += [f"Fonts in typst: {FONTS_IN_TYPST}"]
    for name, version, _, key in rows:
        if parts := compiled_parts(distributions[key]):
            lines += ["", f"Compiled into {name} {version}:", *parts]
    for name, version, _, key in rows:
        for text in licence_texts(distributions[key]):
            lines += ["", "=" * 78, f"{name} {version}", "=" * 78, "", text]
    lines += ["", "=" * 78, "Python", "=" * 78, "", python_licence()] if with_python else []
    return "\n".join([*lines, ""])


def main(target: str, house: str = "") -> int:
    distributions = in_wheels(Path(house)) if house else in_folder()
    Path(target).write_text(licence_list(distributions, with_python=not house), encoding="utf-8")
    unknown = [
        one.metadata["Name"] for one in distributions.values() if licence(one) == "see below" and not licence_texts(one)
    ]
    if unknown:
        sys.stderr.write(f"No licence is known of: {', '.join(unknown)}\n")
    return 1 if unknown else 0


def check(folder: str) -> int:
    libraries = unlisted_libraries(Path(folder))
    if libraries:
        sys.stderr.write(f"Not in the list of licences: {', '.join(libraries)}\n")
    return 1 if libraries else 0


if __name__ == "__main__":
    sys.exit(check(sys.argv[2]) if sys.argv[1] == "--check" else main(sys.argv[1], "".join(sys.argv[3:])))
