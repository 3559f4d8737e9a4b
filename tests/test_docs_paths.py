"""Files, folders, modules and names that the documents name exist, and their links lead somewhere."""

from __future__ import annotations

import importlib
import re
from pathlib import Path

import pytest

import pareo
from where import ROOT

PACKAGE = ROOT / "src" / "pareo"
PAGES = ["CONTRIBUTING.md", "README.md", "SECURITY.md", "bench/README.md", "packaging/README.md"] + [
    f"docs/{path.name}" for path in sorted((ROOT / "docs").glob("*.md"))
]
PARTS = {path.stem for path in PACKAGE.iterdir() if (path / "__init__.py").exists() or path.suffix == ".py"}
PLACES = PARTS | {path.name for path in ROOT.iterdir() if path.is_dir()}

# What a page may still name wrongly, in its order. An entry that exists by now, or is gone from its page, fails too.
PENDING_PATHS: dict[str, list[str]] = {
    "CONTRIBUTING.md": ["tests/support/work.py", "tests/support"],
    "docs/architecture.md": ["tests/support"],
    "docs/decisions.md": ["tests/support"],
}
PENDING_CLASSES: dict[str, list[str]] = {}


def spans(page: str) -> list[list[str]]:
    """What stands in single backquotes, line by line; examples between fences are no part of it."""
    text = re.sub(r"^```.*?^```", "", (ROOT / page).read_text(encoding="utf-8"), flags=re.DOTALL | re.MULTILINE)
    return [re.findall(r"`([^`\n]+)`", line) for line in text.splitlines()]


def exists(place: Path, pattern: str) -> bool:
    """A file, a folder or, without its ending, a module; `*` stands for any name."""
    return any(place.glob(pattern)) or any(place.glob(f"{pattern}.py"))


def missing_paths(page: str) -> list[str]:
    """Paths below the project or below src/pareo; a bare name.py belongs to the folder that the line named last."""
    missing = []
    for line in spans(page):
        folder = None
        for span in line:
            path = span.rstrip("/")
            if re.fullmatch(r"[\w.*-]+(/[\w.*-]+)+", path) and path.split("/")[0] in PLACES:
                roots = [root for root in (ROOT, PACKAGE) if exists(root, path)]
                if not roots:
                    missing.append(path)
                    continue
                folder = roots[0] / (path if (roots[0] / path).is_dir() else str(Path(path).parent))
            elif re.fullmatch(r"\w+\.py", path) and not any(
                exists(place, path) for place in (folder, ROOT / Path(page).parent, PACKAGE, ROOT / "tools") if place
            ):
                missing.append(path)
    return missing


@pytest.mark.parametrize("page", PAGES)
def test_every_path_exists(page: str) -> None:
    assert missing_paths(page) == PENDING_PATHS.get(page, [])


def named(page: str) -> list[str]:
    """Dotted names of the package, with or without `pareo.` before them, as far as the brackets of a call."""
    names = [span.partition("(")[0].removeprefix("pareo.") for line in spans(page) for span in line]
    dotted = [name for name in names if re.fullmatch(r"\w+(\.\w+)+", name) and not name.endswith(".py")]
    return [name for name in dotted if name.split(".")[0] in PARTS]


@pytest.mark.parametrize("page", PAGES)
def test_every_dotted_name_exists(page: str) -> None:
    for name in named(page):
        where: object = pareo
        for part in name.split("."):
            if not hasattr(where, part):
                where = importlib.import_module(f"{getattr(where, '__name__', '')}.{part}")
            else:
                where = getattr(where, part)


def missing_classes(page: str) -> list[str]:
    """Classes that are nowhere in the package, or nowhere with that attribute."""
    sources = [path.read_text(encoding="utf-8") for path in PACKAGE.rglob("*.py")]
    names = [span for line in spans(page) for span in line if re.fullmatch(r"[A-Z]\w*[a-z](\.\w+)?", span)]
    missing = []
    for name in names:
        found, _, attribute = name.partition(".")
        homes = [text for text in sources if re.search(rf"^class {found}\b", text, re.MULTILINE)]
        if not any(attribute in text for text in homes):
            missing.append(name)
    return missing


@pytest.mark.parametrize("page", ["CONTRIBUTING.md", "docs/architecture.md", "docs/decisions.md"])
def test_every_class_exists(page: str) -> None:
    assert missing_classes(page) == PENDING_CLASSES.get(page, [])


@pytest.mark.parametrize("page", PAGES)
def test_every_link_leads_somewhere(page: str) -> None:
    for target in re.findall(r"\]\(([^)#\s]+)[^)]*\)", (ROOT / page).read_text(encoding="utf-8")):
        assert target.startswith("http") or (ROOT / page).parent.joinpath(target).exists(), target
