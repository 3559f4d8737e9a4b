"""What the front door offers besides `Tournament` and the functions of the core: rulesets, files and plans of a day."""

from __future__ import annotations

from pathlib import Path

from pareo import rulesets
from pareo.app.forecast.plan import PlanRequest
from pareo.app.forecast.plan import plan as _plan
from pareo.app.rows.forecast import PlanRows
from pareo.core.model.ruleset import Ruleset
from pareo.core.rules.ruleset_file import parse_ruleset
from pareo.tournament_api import Tournament, is_file

__all__ = ["load_ruleset", "plan", "read"]


def load_ruleset(id_or_path: str | Path) -> Ruleset:
    """One of our rulesets by its id, or a ruleset file by its path.

    >>> load_ruleset("scrabble-fise").title
    'Scrabble, FISE Swiss system'
    """
    if is_file(id_or_path):
        path = Path(id_or_path)
        return parse_ruleset(path.read_text(encoding="utf-8"), name=path.name, find=rulesets.find_text)
    return rulesets.load(str(id_or_path))


def read(file: str | Path, *, ruleset: str | None = None) -> Tournament:
    """A tournament from a file of any known format, in memory."""
    return Tournament.read(file, ruleset=ruleset)


def plan(ruleset: str | Path, players: int, **options: object) -> PlanRows:
    """How a day will go, from events played before it; `options` as for `pareo plan`: start, minutes, tables, drops (a
    share), rounds, cut, table, days, seed.

    >>> day = plan("swiss", 12, start="09:30", days=40)
    >>> day.formats[0].rounds, day.formats[0].earliest < day.formats[0].ends < day.formats[0].latest
    (4, True)
    """
    return _plan(load_ruleset(ruleset), PlanRequest(players, **options))  # type: ignore[arg-type]
