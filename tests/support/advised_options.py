"""Which options the errors of a command advise, read from the source: who calls whom, and who raises what.

A function raises what stands in it and what the functions raise that it names, unless it catches that. A call that says
`confirmed=True` asks nothing. Two tables say what is asked: that of the actions and that of FIDE mode; the row that is
looked up counts. Functions are found by their names: those of the module, those it imports, and methods of the classes
that it knows.
"""

from __future__ import annotations

import ast
import functools
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pareo
from pareo.core.rules.actions import TABLE as ACTIONS
from pareo.core.rules.actions import ActionVerdict
from pareo.core.tournament.fide_mode import TABLE as FIDE_MODE
from pareo.core.tournament.fide_mode import Level

ROOT = Path(pareo.__file__).parent
_OPTION = re.compile(r"(?<![\w-])--[a-z][a-z-]+")
_ASKS = {"NeedsConfirmation": ("--yes",), "NeedsTypedWord": ("--yes", "--confirm"), "OutsideRules": ("--override",)}
_BY_TABLE = (
    "pareo.core.rules.actions.check_action_rule",
    "pareo.app.base.fide_warnings.Warnings.check_confirmed",
    "pareo.app.base.fide_warnings._consequences",
)
_OWN_EVENT = "pareo.app.commands.event.demonstration.fill"  # made by the program: nothing in it is outside the rules
_LOOKED_UP = ("action_rule", "check_any_round", "_ready")  # functions that are given the name of an action
_CATCHERS = {"OutsideRules", "NeedsConfirmation", "PareoError"}
_ERRORS = (*_ASKS, "PareoError", "BadInput", "NotFound", "Refused", "Conflict", "LimitReached")


@dataclass(frozen=True, slots=True)
class Advice:
    """An option that an error names."""

    option: str
    where: str  # the function that makes the error
    asks: bool  # it is a question, which a confirmed call does not ask


@dataclass(slots=True)
class SourceFunction:
    """What one function says and whom it names."""

    own: set[Advice] = field(default_factory=set)
    calls: set[tuple[str, bool]] = field(default_factory=set)  # (function, confirmed)


@dataclass(slots=True)
class _Module:
    name: str
    tree: ast.Module
    names: dict[str, str] = field(default_factory=dict)  # local name → dotted name
    classes: dict[str, set[str]] = field(default_factory=dict)  # class → its methods


@functools.cache
def functions() -> dict[str, SourceFunction]:
    """Every function of the program, by its dotted name."""
    modules = {}
    for path in ROOT.rglob("*.py"):
        name = ".".join(("pareo", *path.relative_to(ROOT).with_suffix("").parts)).removesuffix(".__init__")
        modules[name] = _read(name, ast.parse(path.read_text()))
    known: dict[str, SourceFunction] = {}
    for module in modules.values():
        for name, node in _definitions(module):
            known[name] = _function(module, modules, name, node)
    return known


def _read(name: str, tree: ast.Module) -> _Module:
    module = _Module(name, tree)
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith("pareo"):
            module.names |= {a.asname or a.name: f"{node.module}.{a.name}" for a in node.names}
        elif isinstance(node, ast.Import):
            module.names |= {a.asname: a.name for a in node.names if a.asname}
    for node in tree.body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            module.names[node.name] = f"{name}.{node.name}"
        if isinstance(node, ast.ClassDef):
            module.classes[node.name] = {n.name for n in node.body if isinstance(n, ast.FunctionDef)}
    return module


def _definitions(module: _Module) -> Iterator[tuple[str, ast.AST]]:
    for node in module.tree.body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield f"{module.name}.{node.name}", node
        elif isinstance(node, ast.ClassDef):
            for method in node.body:
                if isinstance(method, ast.FunctionDef):
                    yield f"{module.name}.{node.name}.{method.name}", method


def _function(module: _Module, modules: dict[str, _Module], name: str, node: ast.AST) -> SourceFunction:
    found = SourceFunction()
    if name in (*_BY_TABLE, _OWN_EVENT):
        return found
    caught = _caught(node)
    confirmed = {
        id(call.func)
        for call in ast.walk(node)
        if isinstance(call, ast.Call)
        and any(
            isinstance(k, ast.keyword) and k.arg == "confirmed" and isinstance(k.value, ast.Constant) and k.value.value
            for k in (part for keyword in call.keywords for part in ast.walk(keyword))
        )
    }
    for part in ast.walk(node):
        if isinstance(part, ast.Call):
            found.own |= set(_advice(part, name))
        if isinstance(part, ast.Name | ast.Attribute) and id(part) not in caught:
            for target in _targets(module, modules, part):
                found.calls.add((target, id(part) in confirmed))
    return found


def _caught(node: ast.AST) -> set[int]:
    """What stands in a `try` that catches such errors and does not pass them on."""
    caught: set[int] = set()
    for block in ast.walk(node):
        if isinstance(block, ast.Try) and any(map(_swallows, block.handlers)):
            caught |= {id(part) for line in block.body for part in ast.walk(line)}
    return caught


def _swallows(handler: ast.ExceptHandler) -> bool:
    names = {part.id for part in ast.walk(handler.type) if isinstance(part, ast.Name)} if handler.type else set()
    passed_on = any(
        isinstance(part, ast.Raise)
        or (isinstance(part, ast.Call) and any(isinstance(a, ast.Name) and a.id == handler.name for a in part.args))
        for line in handler.body
        for part in ast.walk(line)
    )
    return bool(names & _CATCHERS) and not passed_on


def _from_tables(called: str, call: ast.Call, where: str) -> Iterator[Advice]:
    """What the rows ask that this call looks up."""
    first = call.args[0] if call.args else None
    keys = [part.value for part in ast.walk(first) if isinstance(part, ast.Constant)] if first is not None else []
    if called in _LOOKED_UP:
        keys = [arg.value for arg in call.args if isinstance(arg, ast.Constant)]
        rows = [ACTIONS[str(key)] for key in keys if key in ACTIONS]
        verdicts = {rule.verdict for row in rows for rule in row.values()}
        if ActionVerdict.CONFIRM in verdicts:
            yield Advice("--yes", where, asks=True)
        assert ActionVerdict.OUTSIDE not in verdicts
    elif called == "add" and any(key in FIDE_MODE for key in keys):
        levels = {level for key in keys if key in FIDE_MODE for level in FIDE_MODE[str(key)].levels}
        if levels & {Level.CONFIRM, Level.CONSEQUENCES}:
            yield Advice("--yes", where, asks=True)
        if Level.CONSEQUENCES in levels:
            yield Advice("--confirm", where, asks=True)


def _advice(call: ast.Call, where: str) -> Iterator[Advice]:
    called = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
    maker = call.func.value.id if isinstance(call.func, ast.Attribute) and isinstance(call.func.value, ast.Name) else ""
    yield from _from_tables(called, call, where)
    for kind, options in _ASKS.items():
        if called == kind or (called == "from_note" and maker == kind):
            yield from (Advice(option, where, kind != "OutsideRules") for option in options)
    if called == "ConfirmationChoice" and call.args and isinstance(call.args[0], ast.Constant):
        yield Advice(f"--{str(call.args[0].value).replace('_', '-')}", where, asks=True)
    if called in (*_ERRORS, "note", "Note", "plural", "UsageError", "BadParameter"):
        for text in ast.walk(call):
            if isinstance(text, ast.Constant) and isinstance(text.value, str):
                yield from (Advice(option, where, asks=False) for option in _OPTION.findall(text.value))


def _targets(module: _Module, modules: dict[str, _Module], node: ast.Name | ast.Attribute) -> Iterator[str]:
    if isinstance(node, ast.Name):
        if node.id in module.names:
            yield from _known(modules, module.names[node.id])
        return
    if isinstance(node.value, ast.Name) and node.value.id in module.names:
        yield from _known(modules, f"{module.names[node.value.id]}.{node.attr}")
    for local in (*module.names, *module.classes):
        home, _, cls = module.names[local].rpartition(".")
        if home in modules and node.attr in modules[home].classes.get(cls, ()):
            yield f"{home}.{cls}.{node.attr}"


def _known(modules: dict[str, _Module], dotted: str) -> Iterator[str]:
    """The function of this name; of a class what makes it, its properties being named where they are used."""
    home, _, name = dotted.rpartition(".")
    if home in modules:
        if name in modules[home].classes:
            yield f"{dotted}.__init__"
            yield f"{dotted}.__post_init__"
        elif modules[home].names.get(name, dotted) != dotted:
            yield from _known(modules, modules[home].names[name])
        else:
            yield dotted


@functools.cache
def advised_by(name: str) -> frozenset[Advice]:
    """What the errors of this function, and of everything it calls, advise."""
    known, seen = functions(), set()
    found: set[Advice] = set()
    todo = [(name, False)]
    while todo:
        step = todo.pop()
        if step in seen or step[0] not in known:
            continue
        seen.add(step)
        function, confirmed = known[step[0]], step[1]
        found |= {one for one in function.own if not (confirmed and one.asks)}
        todo += [(called, confirmed or sure) for called, sure in function.calls]
    return frozenset(found)
