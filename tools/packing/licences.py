"""Writes LICENCES.txt: everything that goes into a package, its version, its licence and the licence's words.

Made from the metadata of what is installed: run it with the environment's own Python. `licences.py FILE`
"""

from __future__ import annotations

import re
import sys
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from pathlib import Path

OURS = "pareo"
LEFT_OUT = ("polyfactory", "faker")  # of Litestar's; not in the packages (packaging/pareo.spec)
ALSO = ("tzdata",)  # in the folder on every system
LIBRARIES = (
    "OpenSSL (Apache-2.0), SQLite (public domain), libffi (MIT), zlib (Zlib), bzip2 (bzip2-1.0.6), xz (0BSD), expat "
    "(MIT), libuuid (BSD-3-Clause), libgcc (GPL-3.0 with the GCC runtime exception)"
)
_NAME = re.compile(r"[A-Za-z0-9._-]+")
_WORDS = re.compile(r"licen[cs]e|copying|notice|authors", re.IGNORECASE)


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


def python_licence() -> str:
    for where in (Path(sys.base_prefix) / "LICENSE.txt", Path(sys.base_prefix) / f"lib/python3.{sys.version_info[1]}"
                  / "LICENSE.txt"):
        if where.is_file():
            return where.read_text(encoding="utf-8", errors="replace").strip()
    return "PSF License Agreement, https://docs.python.org/3/license.html"


def main(target: str) -> int:
    found: dict[str, Distribution] = {}
    for name in (OURS, *ALSO):
        needed(name, found)
    rows = sorted((one.metadata["Name"], one.version, licence(one), key) for key, one in found.items())
    lines = ["What is in this package, and under which licences", "", f"Python {sys.version.split()[0]}: PSF-2.0"]
    lines += [f"{name} {version}: {said}" for name, version, said, _ in rows]
    lines += [
        "PyInstaller's start program: GPL-2.0-or-later with its exception for programs packed by it",
        f"Libraries that Python needs, of the system it was made on: {LIBRARIES}",
    ]
    lines += ["Fonts: in pareo/print/fonts, with their licence beside them", "htmx: 0BSD, in pareo/web/static/vendor"]
    for name, version, _, key in rows:
        for text in words(found[key]):
            lines += ["", "=" * 78, f"{name} {version}", "=" * 78, "", text]
    lines += ["", "=" * 78, "Python", "=" * 78, "", python_licence(), ""]
    Path(target).write_text("\n".join(lines), encoding="utf-8")
    unknown = [name for name, _, said, key in rows if said == "see below" and not words(found[key])]
    if unknown:
        sys.stderr.write(f"No licence is known of: {', '.join(unknown)}\n")
    return 1 if unknown else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
