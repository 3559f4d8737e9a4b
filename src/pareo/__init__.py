"""Pareo runs tournaments: Swiss, round robin, elimination, Swiss + elimination.

The front door for programs: `Tournament` is a whole event; `pair`, `verify` and `standings` are the pure functions
beneath it, `load_ruleset` and `read` bring in rules and files. Each is imported from where it lives when it is first
asked for: `pareo --version` waits for none of them, and a program that only pairs loads the pairing alone.
"""

from __future__ import annotations

TYPE_CHECKING = False  # as typing's, without reading typing
if TYPE_CHECKING:
    from pareo import rulesets
    from pareo.app.commands.people.players import NewPlayer
    from pareo.app.receipts.receipt import write_receipt
    from pareo.core.model.pairing_contract import PairingInput, PairingResult
    from pareo.core.pairing.registry import pair
    from pareo.core.standings.standings import standings
    from pareo.core.text.errors import PareoError
    from pareo.library import load_ruleset, plan, read
    from pareo.tournament_api import Drawn, Tournament
    from pareo.verification import verify

__version__ = "0.2.0"

__all__ = [
    "Drawn", "NewPlayer", "PairingInput", "PairingResult", "PareoError", "Tournament", "__version__", "load_ruleset",
    "pair", "plan", "read", "rulesets", "standings", "verify", "write_receipt",
]  # fmt: skip

_WHERE = {
    "Drawn": "pareo.tournament_api",
    "NewPlayer": "pareo.app.commands.people.players",
    "PairingInput": "pareo.core.model.pairing_contract",
    "PairingResult": "pareo.core.model.pairing_contract",
    "PareoError": "pareo.core.text.errors",
    "Tournament": "pareo.tournament_api",
    "load_ruleset": "pareo.library",
    "pair": "pareo.core.pairing.registry",
    "plan": "pareo.library",
    "read": "pareo.library",
    "standings": "pareo.core.standings.standings",
    "verify": "pareo.verification",
    "write_receipt": "pareo.app.receipts.receipt",
}


def __getattr__(name: str) -> object:
    if name not in _WHERE:
        raise AttributeError(f"module 'pareo' has no attribute {name!r}")
    from importlib import import_module  # noqa: PLC0415

    return getattr(import_module(_WHERE[name]), name)


def __dir__() -> list[str]:
    return sorted(__all__)
