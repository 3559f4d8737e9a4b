"""Why the pairing of a bracket is the best one: what each stage of the solver leaves behind.

| method | C6 – C21 are least because | and it is the first candidate because |
|---|---|---|
| forced | nobody of the bracket may meet anybody of it | there is no other |
| bounds | all are at the bounds of counting, floats as near as can be (`bounds`) | no earlier opponent is to be had |
| exchange | the same | no candidate without exchange, and none of an earlier exchange, can be paired |
| order | the same | the dual of a cheapest matching by the order's digits |
| bracket | C6 – C8 at their bounds, the others by the dual of a cheapest matching | the same dual |
| region | the dual of a cheapest matching of the bracket with what is below it | the same dual |

A dual (`core.pairing.matching`) is a potential for each vertex and a value for some odd sets; that it proves the
matching is checked by additions alone. `core.verify` needs none of them: it proves a round with code of its own.
"""

from __future__ import annotations

from typing import NamedTuple

from pareo.core.pairing.matching import WeightedMatching

FORCED, BOUNDS, EXCHANGE, ORDER, BRACKET, REGION = "forced", "bounds", "exchange", "order", "bracket", "region"


class DutchProof(NamedTuple):
    """The method, how many vertices it looked at, and the duals of the cheapest matchings."""

    method: str
    vertices: int
    duals: tuple[WeightedMatching, ...] = ()
