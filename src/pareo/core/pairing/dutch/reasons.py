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
from pareo.core.pairing.dutch.brackets import PairedRound
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
    """A table of the round: the two players by our numbers, and why they meet."""

    white: int
    black: int
    reasons: tuple[str, ...]


def tables_of(field: DutchField, paired_round: PairedRound, met: Met, *, colours: bool) -> list[DutchTable]:
    """The tables of a Dutch round with their reasons, bracket by bracket. `met`: who has met whom, by our numbers."""
    tables = []
    float_reasons: dict[int, list[str]] = {}
    for paired in paired_round.brackets:
        mdps = set(paired.bracket.mdps)
        natural = _natural_opponents(paired)
        for i, j in paired.pairs:
            if i in mdps:
                codes = [*float_reasons[i]]
                if j != natural[i]:
                    codes.append(_why_passed_over(field, met, (i, natural[i]), "float-opponent", "float-opponent"))
            elif natural.get(i) == j:
                codes = []
            elif paired.exchanged or i not in natural:
                codes = ["exchanged"]
            else:
                codes = [_why_passed_over(field, met, (i, natural[i]), "transposed", "transposed-needed")]
            tables.append(table_of(field, i, j, colours=colours, codes=codes))
        for i in paired.floaters:
            float_reasons[i] = [*float_reasons[i], "float-further"] if i in mdps else _float_reasons(field, paired, i)
    return tables


def table_of(field: DutchField, i: int, j: int, *, colours: bool, codes: list[str] | None = None) -> DutchTable:
    """The table of two players by their places in pairing order, the higher ranked first; `codes`: why they meet."""
    higher, lower = field.players[i], field.players[j]
    white, article = allocate(higher.colours, lower.colours, number=higher.number, top_is_white=field.top_is_white)
    reasons = ("same-points" if higher.level == lower.level else "floats", *dict.fromkeys(codes or ()))
    if colours:
        reasons += (_COLOURS[article],)
    return DutchTable(higher.no, lower.no, reasons) if white else DutchTable(lower.no, higher.no, reasons)


def _natural_opponents(paired: PairedBracket) -> dict[int, int]:
    """Each player's opponent if no rule were against it: MDPs meet the first residents, then half meets half."""
    paired_mdps = [i for i in paired.bracket.mdps if i not in paired.floaters]
    residents = paired.bracket.residents
    natural = dict(zip(paired_mdps, residents, strict=False))
    opponents = {j for i, j in paired.pairs if i in natural}
    rest = [r for r in residents if r not in opponents]
    half = sum(i not in natural for i, _ in paired.pairs)
    return natural | dict(zip(rest[:half], rest[half:], strict=False))


def _why_passed_over(field: DutchField, met: Met, pair: tuple[int, int], code: str, otherwise: str) -> str:
    """Why a player does not meet the next in order: what is against that pair, or else that the group is better so."""
    one, two = (field.players[at] for at in pair)
    if two.no in met.get(one.no, ()):
        return f"{code}-met"
    if one.colours.preference and one.colours.preference == two.colours.preference:
        return f"{code}-colour"
    return otherwise if field.legal[pair[0]] >> pair[1] & 1 else f"{code}-apart"


def _float_reasons(field: DutchField, paired: PairedBracket, i: int) -> list[str]:
    everybody = paired.bracket.everybody
    if everybody.bit_count() > 1 and not field.legal[i] & everybody:
        return ["float-nobody"]
    single = len(paired.floaters) == 1 and everybody.bit_count() % 2 == 1
    codes = ["float-odd"] if single else ["float-several"]
    below = everybody & ~((2 << i) - 1) & ~mask_of(paired.floaters)
    return [*codes, "float-not-last"] if below else codes


def bye_reasons(bye: int | None, by_no: Mapping[int, Candidate]) -> tuple[str, ...]:
    """The reason codes of the bye of a Dutch round; none without a bye."""
    if bye is None:
        return ()
    lowest = by_no[bye].points == min(c.points for c in by_no.values())
    return ("bye-lowest-score" if lowest else "bye-higher-score",)
