"""The checker is a second reading only as long as it shares no code with the engines: the imports of both packages."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import pareo

SOURCE = Path(pareo.__file__).parents[1]


def path_of(module: str) -> Path | None:
    """The file of a module of ours; None for one of another distribution."""
    stem = SOURCE.joinpath(*module.split("."))
    return next((path for path in (stem.with_suffix(".py"), stem / "__init__.py") if path.is_file()), None)


def direct_imports(module: str, path: Path) -> Iterator[str]:
    """The modules of ours that a module imports, also inside functions, and the packages that hold it."""
    names = [module.rpartition(".")[0]]
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert node.module, f"{path}: relative imports are not followed here"
            names += [node.module, *(f"{node.module}.{alias.name}" for alias in node.names)]
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value.startswith("pareo.core."):
            names.append(node.value.partition(":")[0])  # a module named to be imported when it is needed
    for name in names:
        if name.startswith("pareo.") and path_of(name) is not None:
            yield name


def reachable(package: str) -> set[str]:
    """The modules of a package, and everything they import directly or by way of others."""
    folder = SOURCE.joinpath(*package.split("."))
    queue = [".".join(path.relative_to(SOURCE).with_suffix("").parts) for path in sorted(folder.rglob("*.py"))]
    queue = [module.removesuffix(".__init__") for module in queue]
    modules = set(queue)
    for module in queue:  # grows meanwhile
        path = path_of(module)
        assert path is not None, module
        fresh = set(direct_imports(module, path)) - modules
        modules |= fresh
        queue += sorted(fresh)
    return modules


@pytest.mark.req("B-43")
@pytest.mark.parametrize(("package", "other"), [("pairing", "verify"), ("verify", "pairing")])
def test_neither_of_pairing_and_verify_imports_the_other(package: str, other: str) -> None:
    modules = reachable(f"pareo.core.{package}")
    assert {f"pareo.core.{package}", "pareo.core.model.pairing_contract"} <= modules
    foreign = f"pareo.core.{other}"
    assert [module for module in sorted(modules) if module == foreign or module.startswith(f"{foreign}.")] == []


@pytest.mark.req("B-43")
def test_imports_by_way_of_a_third_module_are_found() -> None:
    assert "pareo.core.pairing.dutch.exact" in reachable("pareo.core.tournament")
