"""An error code has one meaning and one sentence, so that a program can rely on it whatever the words are."""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from collections.abc import Iterator

import pytest

from pareo.core.text.errors import BadInput, NeedsConfirmation
from pareo.core.text.messages import note, plural
from pareo.core.tournament.fide_mode import TABLE
from support.paths import ROOT

PACKAGE = ROOT / "src" / "pareo"
NOTES = {"note": 1, "Note": 1, "plural": 2}  # who makes a note, and how many sentences it takes
MAKERS = {"core/text/errors.py", "core/text/messages.py"}  # take a code and a sentence from whoever calls them
FIDE_WARNING = "app/base/fide_warnings.py"  # a code and a sentence for each rule of a table


def trees() -> dict[str, ast.Module]:
    return {
        path.relative_to(PACKAGE).as_posix(): ast.parse(path.read_text(encoding="utf-8"))
        for path in sorted(PACKAGE.rglob("*.py"))
    }


def error_classes(modules: dict[str, ast.Module]) -> set[str]:
    """PareoError and every class that derives from it."""
    bases = {
        node.name: {base.id for base in node.bases if isinstance(base, ast.Name)}
        for tree in modules.values()
        for node in ast.walk(tree)
        if isinstance(node, ast.ClassDef)
    }
    errors = {"PareoError"}
    while more := {name for name, of in bases.items() if of & errors} - errors:
        errors |= more
    return errors


def calls() -> Iterator[tuple[str, list[ast.expr]]]:
    """Where an error or a note is made, with the code and the sentences it is made of."""
    modules = trees()
    makers = NOTES | dict.fromkeys(error_classes(modules), 1)
    for path, tree in modules.items():
        if path in MAKERS:
            continue
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in makers:
                yield f"{path}:{node.lineno}", node.args[: 1 + makers[node.func.id]]
            elif isinstance(node, ast.Raise) and isinstance(node.exc, ast.Call):
                values = node.exc.args  # two texts: of a class that is chosen there
                if len(values) == 2 and all(isinstance(value, ast.Constant | ast.JoinedStr) for value in values):
                    yield f"{path}:{node.lineno}", values


def literal(value: ast.expr) -> str | None:
    return value.value if isinstance(value, ast.Constant) and isinstance(value.value, str) else None


@pytest.mark.req("B-50")
def test_every_code_and_every_sentence_is_written_out() -> None:
    made = list(calls())
    assert len(made) > 1000
    computed = [where for where, values in made if len(values) < 2 or None in map(literal, values)]
    assert [where.partition(":")[0] for where in computed] == [FIDE_WARNING]


@pytest.mark.req("B-50")
def test_a_code_has_one_sentence() -> None:
    sentences: defaultdict[str | None, set[tuple[str | None, ...]]] = defaultdict(set)
    for where, (code, *words) in calls():
        if not where.startswith(FIDE_WARNING):
            sentences[literal(code)].add(tuple(map(literal, words)))
    for rule in TABLE.values():
        sentences[f"fide-{rule.id}"].add((rule.says,))
    assert {code: words for code, words in sentences.items() if len(words) > 1} == {}


@pytest.mark.req("B-50")
def test_codes_are_small_words_with_hyphens() -> None:
    codes = {literal(values[0]) or "" for where, values in calls() if not where.startswith(FIDE_WARNING)}
    codes |= {f"fide-{rule}" for rule in TABLE}
    assert [code for code in sorted(codes) if not re.fullmatch(r"[a-z][a-z0-9]*(-[a-z0-9]+)*", code)] == []


@pytest.mark.req("B-50")
def test_an_error_can_say_a_note_and_where_it_is() -> None:
    dull = note("dull", "“{text}” says nothing.", text="?")
    error = BadInput.from_note(dull)
    assert (error.code, str(error), error.params) == ("dull", "“?” says nothing.", {"text": "?"})
    assert str(BadInput.from_note(dull, where="line 7")) == "line 7: “?” says nothing."
    assert BadInput.from_note(dull, pod="masters").params == {"pod": "masters", "problem": dull}

    late = plural("late", "{count} player is late.", "{count} players are late.", count=3)
    question = NeedsConfirmation.from_note(late)
    assert (question.code, str(question), question.note) == ("late", "3 players are late.", "3 players are late.")
