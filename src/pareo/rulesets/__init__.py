"""The rulesets that come with Pareo: one file per edition of a document.

Cheap to import: nothing is read before it is asked for, and each ruleset is read and checked once.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

from pareo.core.words.errors import NotFound

if TYPE_CHECKING:
    from pareo.core.rules.ruleset import Ruleset

_IDS = (
    "pokemon-tcg-2019-07",
    "pokemon-vgc-2019-07",
    "pokemon-tcg-2019-04",
    "pokemon-vgc-2019-04",
    "pokemon-2009",
    "pokemon-tom",
    "scrabble-fise",
    "scrabble-spain",
    "scrabble-spain-total",
    "scrabble-argentina",
    "scrabble-uruguay",
    "scrabble-venezuela",
    "scrabble-north-america",
    "scrabble-britain",
    "scrabble-australia",
    "xwing-epic-duel",
    "xwing-epic-team",
    "chess-fide",
    "chess-uscf",
    "chess-round-robin",
    "swiss",
)


@dataclass(frozen=True, slots=True)
class RulesetInfo:
    """What a list of rulesets shows."""

    id: str
    title: str
    document: str
    edition: str


@cache
def available() -> tuple[RulesetInfo, ...]:
    """The rulesets in the order in which they are offered."""
    rulesets = [load(ruleset_id) for ruleset_id in _IDS]
    return tuple(RulesetInfo(r.id, r.title, r.document.title, r.document.edition) for r in rulesets)


@cache
def load(ruleset_id: str) -> Ruleset:
    """One ruleset by its id."""
    # Read only when a ruleset is needed: the command line's start-up is felt.
    from pareo.core.rules.file import parse_ruleset  # noqa: PLC0415

    return parse_ruleset(find_text(ruleset_id), name=ruleset_id, find=find_text)


@cache
def find_text(ruleset_id: str) -> str:
    """The file of one ruleset as it was written; it may extend another."""
    if ruleset_id not in _IDS:
        raise NotFound(
            "ruleset-unknown", "There is no ruleset {id}; there are: {valid}", id=ruleset_id, valid=", ".join(_IDS)
        )
    from importlib.resources import files  # noqa: PLC0415

    return files(__name__).joinpath(f"{ruleset_id}.toml").read_text(encoding="utf-8")
