"""Rounds with their receipts, as the script for strangers and `verify` see them."""

from __future__ import annotations

import importlib.util
import json
from types import ModuleType
from typing import Any

from pareo import Tournament
from pareo.app.queries.rounds.verify import DrawnRoundInput, drawn_rounds
from pareo.app.receipts.receipt import receipt, write_receipt
from pareo.core.model.random_source import SeededRandom
from pareo.core.pairing.registry import find_method
from pareo.core.verify.round import verify_round
from pareo.formats.bundle import export_bundle
from support.paths import ROOT

RULES = ("swiss", "pokemon-tcg-2019-07", "chess-fide", "chess-uscf", "pokemon-tcg-2027", "scrabble-fise")
SCRIPT = ROOT / "tools" / "check_receipt.py"


def load_script() -> ModuleType:
    """The script, as a stranger has it."""
    spec = importlib.util.spec_from_file_location("check_receipt", SCRIPT)
    assert spec is not None
    assert spec.loader is not None
    made = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(made)
    return made


def play_event(turn: int, rounds: int = 5) -> Tournament:
    """A small event, in memory, by one of the rules in turn."""
    chance = SeededRandom(f"receipts/{turn}")
    rules = RULES[turn % len(RULES)]
    count = rounds + 2 + chance.below(18)
    t = Tournament("Cup", ruleset=rules, seed=f"turn {turn}", rounds=rounds)
    t.enter(*(f"Player {chr(65 + no % 26)}{no}" for no in range(count)), confirmed=True)
    for _ in range(rounds):
        drawn = t.pair(confirmed=True)
        t.publish(confirmed=True)
        t.start(confirmed=True)
        for match in drawn.matches:
            assert match.table is not None
            t.report(table=match.table, result=_result(rules, chance))
        t.finish()
    return t


def _result(rules: str, chance: SeededRandom) -> str:
    if rules.startswith("scrabble"):
        return f"{300 + chance.below(200)}-{300 + chance.below(200)}"
    return ("1-0", "0-1", "1/2-1/2")[chance.below(3)]


def disagreements(check: ModuleType, t: Tournament) -> tuple[int, int, list[str]]:
    """Rounds looked at, how many of them both call the best, and where the script and `verify` differ.

    Of each round that has a cost also a forged receipt is looked at: two pairs have changed opponents.
    """
    drawn, proved, wrong = drawn_rounds(t.ctx, t.slug), 0, []
    rows = t.verify()
    for row in rows:
        paper = write_receipt(receipt(t.ctx, t.slug, round_no=row.round, pod=row.pod))
        one = drawn[row.pod, row.round]
        has_cost = one.request is not None and find_method(one.request.system).checker == "random"
        verdict = _verdict(check, paper)
        if verdict != ("best" if has_cost and row.ok and row.proved else "right" if row.ok else "wrong"):
            wrong.append(f"{t.slug} {row.pod} {row.round}: {verdict}, {row.verdict}")
        proved += verdict == "best"
        if has_cost and len(one.pairs) > 1:
            forged, pairs = _forge(check, json.loads(paper))
            if (_verdict(check, forged) == "best") != _is_best(one, pairs):
                wrong.append(f"{t.slug} {row.pod} {row.round}: forged")
    check.check_file(export_bundle(t.ctx.store, t.slug))
    return len(rows), proved, wrong


def _verdict(check: ModuleType, paper: bytes) -> str:
    try:
        return "best" if any("no round costs less" in line for line in check.check_receipt(paper)) else "right"
    except check.Wrong:
        return "wrong"


def _forge(check: ModuleType, paper: dict[str, Any]) -> tuple[bytes, list[tuple[int, int]]]:
    """Two pairs changed, and everything that is only counted from them put right again."""
    pairs = paper["pairs"]
    (a, b), (c, d) = pairs[0], pairs[-1]
    pairs[0], pairs[-1] = sorted((a, c)), sorted((b, d))
    pairs.sort()
    paper["digest"] = check.hashlib.sha256(check.plain({k: v for k, v in paper.items() if k != "digest"})).hexdigest()
    return check.plain(paper), [(a, b) for a, b in pairs]


def _is_best(one: DrawnRoundInput, pairs: list[tuple[int, int]]) -> bool:
    """Does `verify` call the forged round the best, and at the cost of the real one?"""
    assert one.request is not None
    verdict = verify_round(one.request, pairs, one.bye, certificate=one.certificate or None)
    return verdict.ok and verdict.proved
