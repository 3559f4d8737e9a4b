"""Why two meet, why somebody floats, and who has white: the reasons of a Dutch round as codes.

Said first: do they have the same points, or has one floated? Then what is out of the ordinary: an opponent who is not
the first in order, an exchange, how the float came about. Last the paragraph of 5.2 that gave the colours.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import NamedTuple

from pareo.core.model.pairing_contract import Candidate
from pareo.core.pairing.dutch.bitgraph import mask_of
from pareo.core.pairing.dutch.bracket import PairedBracket
from pareo.core.pairing.dutch.brackets import RoundMade
from pareo.core.pairing.dutch.colours import allocate
from pareo.core.pairing.dutch.round_field import DutchField

_COLOURS: Mapping[str, str] = {
    "5.2.1": "colour-both-due",
    "5.2.2": "colour-stronger",
    "5.2.3": "colour-history",
    "5.2.4": "colour-of-the-higher",
    "5.2.5": "colour-by-number",
}


Met = Mapping[int, Collection[int]]


class DutchTable(NamedTuple):
    """Two who meet, in our numbers, and why."""

    white: int
    black: int
    reasons: tuple[str, ...]


def tables_of(field: DutchField, made: RoundMade, met: Met, *, colours: bool) -> list[DutchTable]:
    """The tables of the round, bracket by bracket. `met`: who has met whom, by our numbers."""
    found = []
    floated: dict[int, list[str]] = {}
    for paired in made.brackets:
        moved = set(paired.bracket.mdps)
        plain = _plain(paired)
        for i, j in paired.pairs:
            if i in moved:
                why = [*floated[i]]
                if j != plain[i]:
                    why.append(_not_this_one(field, met, (i, plain[i]), "float-opponent", "float-opponent"))
            elif plain.get(i) == j:
                why = []
            elif paired.exchanged or i not in plain:
                why = ["exchanged"]
            else:
                why = [_not_this_one(field, met, (i, plain[i]), "transposed", "transposed-needed")]
            found.append(table_of(field, i, j, colours=colours, why=why))
        for i in paired.floaters:
            floated[i] = [*floated[i], "float-further"] if i in moved else _why_he_floats(field, paired, i)
    return found


def table_of(field: DutchField, i: int, j: int, *, colours: bool, why: list[str] | None = None) -> DutchTable:
    """Two by their places in pairing order, the higher ranked first."""
    higher, lower = field.players[i], field.players[j]
    white, article = allocate(higher.colours, lower.colours, number=higher.number, top_is_white=field.top_is_white)
    reasons = ("same-points" if higher.level == lower.level else "floats", *dict.fromkeys(why or ()))
    if colours:
        reasons += (_COLOURS[article],)
    return DutchTable(higher.no, lower.no, reasons) if white else DutchTable(lower.no, higher.no, reasons)


def _plain(paired: PairedBracket) -> dict[int, int]:
    """Whom everybody would meet if nothing stood against it: MDPs the first residents, then the halves."""
    moved = [i for i in paired.bracket.mdps if i not in paired.floaters]
    residents = paired.bracket.residents
    plain = dict(zip(moved, residents, strict=False))
    opponents = {j for i, j in paired.pairs if i in plain}
    rest = [r for r in residents if r not in opponents]
    half = sum(i not in plain for i, _ in paired.pairs)
    return plain | dict(zip(rest[:half], rest[half:], strict=False))


def _not_this_one(field: DutchField, met: Met, pair: tuple[int, int], said: str, else_said: str) -> str:
    """Why he does not meet who is next in order: what stands between the two; else the whole group is better so."""
    one, two = (field.players[at] for at in pair)
    if two.no in met.get(one.no, ()):
        return f"{said}-met"
    if one.colours.wish and one.colours.wish == two.colours.wish:
        return f"{said}-colour"
    return else_said if field.legal[pair[0]] >> pair[1] & 1 else f"{said}-apart"


def _why_he_floats(field: DutchField, paired: PairedBracket, i: int) -> list[str]:
    everybody = paired.bracket.everybody
    if everybody.bit_count() > 1 and not field.legal[i] & everybody:
        return ["float-nobody"]
    single = len(paired.floaters) == 1 and everybody.bit_count() % 2 == 1
    why = ["float-odd"] if single else ["float-several"]
    below = everybody & ~((2 << i) - 1) & ~mask_of(paired.floaters)
    return [*why, "float-not-last"] if below else why


def bye_reasons(bye: int | None, by_no: Mapping[int, Candidate]) -> tuple[str, ...]:
    """Why he has the bye."""
    if bye is None:
        return ()
    lowest = by_no[bye].points == min(c.points for c in by_no.values())
    return ("bye-lowest-score" if lowest else "bye-higher-score",)
