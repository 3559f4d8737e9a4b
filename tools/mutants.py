"""Small lies in the code, one at a time, to see which of them no test notices.

    python tools/mutants.py src/pareo/core/standings src/pareo/app/accounts/permissions.py --tests tests/core
    tests/app [--minutes 60]

One run of the tests learns which of them call which function. Then each lie (a comparison turned, a number one off, an
"and" for an "or", a condition denied, a sign, a statement or an argument left out) is put into its function in a forked
process, and the tests that call it run until one fails. What survives is printed at the end, with the rate. A lie that
never ends is stopped by a limit of processor time and counts as noticed. POSIX only.
"""

from __future__ import annotations

import argparse
import ast
import contextlib
import copy
import importlib
import io
import os
import random
import resource
import sys
import time
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from types import CodeType, FunctionType, ModuleType

import pytest

ROOT = Path(__file__).resolve().parents[1]
MOST_TESTS = 60  # of those that call a function, the quickest
PROCESSOR_SECONDS = 40

TURNED: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
}
SIGNS: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.FloorDiv,
    ast.FloorDiv: ast.Mult,
    ast.Div: ast.Mult,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
}


def lies(node: ast.AST) -> Iterator[tuple[str, ast.AST]]:  # noqa: PLR0912 (a table, one kind of node after another)
    """What can be said wrongly about one node."""
    if isinstance(node, ast.Compare):
        for i, op in enumerate(node.ops):
            if type(op) in TURNED:
                new = copy.deepcopy(node)
                new.ops[i] = TURNED[type(op)]()
                yield "comparison", new
    elif isinstance(node, ast.BoolOp):
        new = copy.deepcopy(node)
        new.op = ast.Or() if isinstance(node.op, ast.And) else ast.And()
        yield "and/or", new
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        yield "not", node.operand
    elif isinstance(node, ast.BinOp) and type(node.op) in SIGNS and not isinstance(node.left, ast.Constant):
        new = copy.deepcopy(node)
        new.op = SIGNS[type(node.op)]()
        yield "sign", new
    elif isinstance(node, ast.Constant) and type(node.value) is int:
        yield "one more", ast.Constant(node.value + 1)
    elif isinstance(node, ast.Constant) and type(node.value) is bool:
        yield "true/false", ast.Constant(not node.value)
    elif isinstance(node, ast.If | ast.IfExp | ast.While):
        new = copy.deepcopy(node)
        new.test = ast.UnaryOp(ast.Not(), new.test)
        yield "condition", new
    elif isinstance(node, ast.comprehension) and node.ifs:
        new = copy.deepcopy(node)
        new.ifs = []
        yield "filter", new
    elif isinstance(node, ast.AugAssign) or (isinstance(node, ast.Expr) and isinstance(node.value, ast.Call)):
        yield "statement", ast.Pass()
    elif isinstance(node, ast.Return) and node.value is not None and not isinstance(node.value, ast.Constant):
        yield "return", ast.Return(ast.Constant(None))
    elif isinstance(node, ast.Break | ast.Continue):
        yield "loop", ast.Pass()


class Swap(ast.NodeTransformer):
    """Replaces one node."""

    def __init__(self, old: ast.AST, new: ast.AST) -> None:
        self.old, self.new = old, new

    def visit(self, node: ast.AST) -> ast.AST:
        if node is self.old:
            return ast.copy_location(self.new, node)
        return self.generic_visit(node)


@dataclass(frozen=True, slots=True)
class Lie:
    """One change of one function."""

    path: Path
    module: str
    function: str
    kind: str
    old: ast.AST
    new: ast.AST

    def __str__(self) -> str:
        where = f"{self.path.relative_to(ROOT)}:{getattr(self.old, 'lineno', '?')}"
        original = ast.unparse(self.old).split("\n")[0][:60] if hasattr(self.old, "lineno") else self.kind
        try:
            instead = ast.unparse(ast.fix_missing_locations(copy.deepcopy(self.new))).split("\n")[0][:60]
        except (ValueError, AttributeError):
            instead = self.kind
        return f"{where} {self.function}: {self.kind}: {original}  →  {instead}"


def functions(tree: ast.AST, inside: str = "") -> Iterator[tuple[str, ast.AST]]:
    """Functions and methods by qualified name; what is nested belongs to the outer one."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.FunctionDef):
            yield inside + node.name, node
        elif isinstance(node, ast.ClassDef):
            yield from functions(node, f"{inside}{node.name}.")
        elif isinstance(node, ast.If):
            yield from functions(node, inside)


def lies_in(path: Path) -> list[Lie]:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    parts = path.resolve().relative_to(ROOT / "src").with_suffix("").parts
    module = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
    all_lies = []
    for name, function in functions(tree):
        body = function.body if isinstance(function, ast.FunctionDef) else []
        for statement in body:
            if isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant):
                continue  # a docstring
            for node in ast.walk(statement):
                if isinstance(node, ast.Raise):
                    continue
                all_lies += [Lie(path.resolve(), module, name, kind, node, new) for kind, new in lies(node)]
    return all_lies


def code_named(code: CodeType, qualname: str) -> CodeType | None:
    for const in code.co_consts:
        if isinstance(const, CodeType):
            if const.co_qualname == qualname:
                return const
            inner = code_named(const, qualname)
            if inner is not None:
                return inner
    return None


def put_in(lie: Lie) -> bool:
    """Puts the lie into the running program: its function gets other code. False where that cannot be done."""
    text = lie.path.read_text(encoding="utf-8")
    tree = ast.parse(text)
    # The lie's node belongs to another parse of the same text: found again by its place among all nodes.
    mine = next((a for a in ast.walk(tree) if same(a, lie.old)), None)
    if mine is None:
        return False
    new = ast.fix_missing_locations(Swap(mine, copy.deepcopy(lie.new)).visit(tree))
    with contextlib.suppress(SyntaxError, ValueError, TypeError):
        code = code_named(compile(new, str(lie.path), "exec"), lie.function)
        target = function_of(importlib.import_module(lie.module), lie.function)
        if code is None or target is None or code.co_freevars != target.__code__.co_freevars:
            return False
        target.__code__ = code
        return True
    return False


def same(one: ast.AST, two: ast.AST) -> bool:
    if type(one) is not type(two):
        return False
    if not hasattr(one, "lineno"):
        return ast.dump(one) == ast.dump(two)
    places = ("lineno", "col_offset", "end_lineno", "end_col_offset")
    return all(getattr(one, p) == getattr(two, p) for p in places)


def function_of(module: ModuleType, qualname: str) -> FunctionType | None:
    target: object = module
    for part in qualname.split("."):
        target = vars(target).get(part) if hasattr(target, "__dict__") else None
        if isinstance(target, property):
            target = target.fget
        target = getattr(target, "__wrapped__", target)
        if isinstance(target, staticmethod | classmethod):
            target = target.__func__
    return target if isinstance(target, FunctionType) else None


class Learner:
    """Which test calls which function, and how long each takes."""

    def __init__(self, watched: set[str]) -> None:
        self.watched = watched
        self.callers: dict[tuple[str, str], set[str]] = defaultdict(set)
        self.seconds: dict[str, float] = {}

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        seen: set[tuple[str, str]] = set()
        watched = self.watched

        def profile(frame: object, event: str, _argument: object) -> None:
            if event == "call":
                code = frame.f_code  # type: ignore[attr-defined]
                if code.co_filename in watched:
                    seen.add((code.co_filename, code.co_qualname.split(".<locals>")[0]))

        began = time.perf_counter()
        sys.setprofile(profile)
        try:
            return (yield)
        finally:
            sys.setprofile(None)
            self.seconds[item.nodeid] = time.perf_counter() - began
            for key in seen:
                self.callers[key].add(item.nodeid)


def survives(lie: Lie, tests: list[str], options: list[str]) -> bool:
    """In a process of its own: whether all these tests pass with the lie in place."""
    child = os.fork()
    if child == 0:
        resource.setrlimit(resource.RLIMIT_CPU, (PROCESSOR_SECONDS, PROCESSOR_SECONDS))
        silence = os.open(os.devnull, os.O_WRONLY)
        os.dup2(silence, 1)
        os.dup2(silence, 2)
        code = 1
        with contextlib.suppress(BaseException):
            code = 3 if not put_in(lie) else int(pytest.main(["-x", "-q", "-p", "no:cacheprovider", *options, *tests]))
        os._exit(code)
    _, status = os.waitpid(child, 0)
    ended = os.waitstatus_to_exitcode(status)
    if ended == 3:
        raise LookupError(str(lie))
    return ended == 0


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("paths", nargs="+", type=Path)
    parser.add_argument("--tests", nargs="+", default=["tests/core", "tests/app"])
    parser.add_argument("--minutes", type=float, default=60)
    parser.add_argument("--seed", default="pareo")
    parser.add_argument("-m", dest="mark", default="not slow")
    arguments = parser.parse_args()
    files = [f for p in arguments.paths for f in ([p] if p.suffix == ".py" else sorted(p.rglob("*.py")))]
    options = ["-m", arguments.mark, "-p", "no:xdist", "-p", "no:randomly", "-W", "ignore"]
    learner = Learner({str(f.resolve()) for f in files})
    with contextlib.redirect_stdout(io.StringIO()) as output:
        ended = pytest.main(["-q", "-p", "no:cacheprovider", *options, *arguments.tests], plugins=[learner])
    if ended != pytest.ExitCode.OK:  # a test that fails without any lie would notice them all
        sys.exit(f"The tests do not pass as they are:\n{output.getvalue()[-2000:]}")
    all_lies = [lie for f in files for lie in lies_in(f)]
    random.Random(arguments.seed).shuffle(all_lies)  # noqa: S311
    print(f"{len(learner.seconds)} tests, {len(files)} files, {len(all_lies)} lies", flush=True)
    until = time.monotonic() + 60 * arguments.minutes
    noticed, unseen, survivors = 0, [], []
    for lie in all_lies:
        if time.monotonic() > until:
            break
        tests = sorted(learner.callers.get((str(lie.path), lie.function), ()), key=learner.seconds.__getitem__)
        if not tests:
            unseen.append(lie)
            continue
        try:
            alive = survives(lie, tests[:MOST_TESTS], options)
        except LookupError:
            continue
        if alive:
            survivors.append(lie)
            print("survives:", lie, flush=True)
        else:
            noticed += 1
    tried = noticed + len(survivors)
    print(
        f"\n{tried} tried, {noticed} noticed ({noticed / max(tried, 1):.1%}), {len(survivors)} survive; "
        f"{len(unseen)} in functions that no test calls:"
    )
    for name in sorted({f"{lie.path.relative_to(ROOT)} {lie.function}" for lie in unseen}):
        print("  no test:", name)


if __name__ == "__main__":
    main()
