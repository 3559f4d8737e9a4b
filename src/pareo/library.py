"""What the front door offers beside `Tournament`: rules, files, and a round checked. Pure but for the reading."""

from __future__ import annotations

from pathlib import Path

from pareo import rulesets
from pareo.app.forecast.plan import PlanRequest
from pareo.app.forecast.plan import plan as _plan
from pareo.app.receipts.receipt import write_receipt
from pareo.app.rows.forecast import PlanRows
from pareo.core.model.pairing_contract import PairingInput, PairingResult
from pareo.core.model.ruleset import Ruleset
from pareo.core.pairing.registry import find, pair
from pareo.core.rules.ruleset_file import parse_ruleset
from pareo.core.standings.standings import standings
from pareo.core.verify.dutch import verify_dutch
from pareo.core.verify.round import Verdict, verify_round
from pareo.tournament_api import Tournament, is_file

__all__ = ["load_ruleset", "pair", "plan", "read", "standings", "verify", "write_receipt"]


def load_ruleset(id_or_path: str | Path) -> Ruleset:
    """One of our rulesets by its id, or a ruleset file by its path.

    >>> load_ruleset("scrabble-fise").title
    'Scrabble, FISE Swiss system'
    """
    if is_file(id_or_path):
        path = Path(id_or_path)
        return parse_ruleset(path.read_text(encoding="utf-8"), name=path.name, find=rulesets.find_text)
    return rulesets.load(str(id_or_path))


def verify(given: PairingInput, drawn: PairingResult) -> Verdict:
    """A round held against what it was drawn from, by code that the pairing does not share.

    >>> from pareo.core.model.pairing_contract import Candidate
    >>> given = PairingInput(tuple(Candidate(no, points=0) for no in range(1, 6)), met={}, seed="2026")
    >>> verdict = verify(given, pair(given))
    >>> verdict.ok, verdict.proved, verdict.method
    (True, True, 'bound')
    """
    pairs = [(match.a, match.b) for match in drawn.matches]
    checker = find(given.system).checker
    if checker == "dutch":
        return verify_dutch(given, pairs, drawn.bye)
    return verify_round(given, pairs, drawn.bye, certificate=drawn.certificate or None, rule=checker)


def read(file: str | Path, *, ruleset: str | None = None) -> Tournament:
    """A tournament from a file of any known format, in memory."""
    return Tournament.read(file, ruleset=ruleset)


def plan(ruleset: str | Path, players: int, **wish: object) -> PlanRows:
    """How a day will go, from events played before it; `wish` as for `pareo plan`: start, minutes, tables, drops (a
    share), rounds, cut, table, days, seed.

    >>> found = plan("swiss", 12, start="09:30", days=40)
    >>> found.formats[0].rounds, found.formats[0].earliest < found.formats[0].ends < found.formats[0].latest
    (4, True)
    """
    return _plan(load_ruleset(ruleset), PlanRequest(players, **wish))  # type: ignore[arg-type]
