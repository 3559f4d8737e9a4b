"""The rulesets that come with Pareo: one file per edition of a document.

Cheap to import: nothing is read before it is asked for, and each ruleset is read and checked once.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

from pareo.core.text.errors import BadInput, NotFound

if TYPE_CHECKING:
    from pareo.core.model.ruleset import Ruleset

_IDS = (
    "pokemon-tcg-2027",
    "pokemon-vgc-2027",
    "pokemon-go",
    "pokemon-tcg-2026",
    "pokemon-vgc-2026",
    "pokemon-tcg-2025",
    "pokemon-vgc-2025",
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
_SEASONS = {  # game → the first season each edition is for, newest first (PN-RS-2)
    "tcg": {
        2027: "pokemon-tcg-2027",
        2026: "pokemon-tcg-2026",
        2025: "pokemon-tcg-2025",
        2020: "pokemon-tcg-2019-07",
        2019: "pokemon-tcg-2019-04",
        0: "pokemon-2009",
    },
    "vgc": {
        2027: "pokemon-vgc-2027",
        2026: "pokemon-vgc-2026",
        2025: "pokemon-vgc-2025",
        2020: "pokemon-vgc-2019-07",
        0: "pokemon-vgc-2019-04",
    },
    "go": {0: "pokemon-go"},
}
PLAY_POKEMON = tuple(_SEASONS)
"""Games of Play! Pokémon, by the short names that a season's ruleset is asked for with."""


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


def of_season(game: str, season: int) -> str:
    """The id of the newest edition that holds in a season; of a season to come, the newest there is."""
    editions = _SEASONS.get(game)
    if editions is None:
        raise BadInput(
            "game-unknown",
            "There is no game “{game}”. Choose one of: {valid}.",
            game=game,
            valid=", ".join(PLAY_POKEMON),
        )
    return next(ruleset_id for first, ruleset_id in editions.items() if first <= season)


@cache
def load(ruleset_id: str) -> Ruleset:
    """One ruleset by its id."""
    # Read only when a ruleset is needed: the command line's start-up is felt.
    from pareo.core.rules.ruleset_file import parse_ruleset  # noqa: PLC0415

    return parse_ruleset(find_text(ruleset_id), name=ruleset_id, find=find_text)


@cache
def find_text(ruleset_id: str) -> str:
    """The file of one ruleset as it was written; it may extend another."""
    if ruleset_id not in _IDS:
        raise NotFound(
            "ruleset-unknown", "There is no ruleset {id}. Choose one of: {valid}.", id=ruleset_id, valid=", ".join(_IDS)
        )
    from importlib.resources import files  # noqa: PLC0415

    return files(__name__).joinpath(f"{ruleset_id}.toml").read_text(encoding="utf-8")
