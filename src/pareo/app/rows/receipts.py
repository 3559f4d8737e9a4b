"""What the receipt of a round holds."""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import UNSET, Meta, UnsetType

from pareo.app.rows.tables import Inner, Row
from pareo.core.model.draws import Draws
from pareo.core.model.pairing_contract import Cost

FORMAT, VERSION = "pareo-receipt", 1
VERSION_WITH_OBJECTIVE = 2  # of a round that was not drawn under the first version of its objective


class Head(Inner, frozen=True):
    """The entry of the journal that published the round: everything before it is fixed by its hash."""

    seq: int
    hash: str


class RoundInput(Inner, frozen=True):
    """What a round was drawn from."""

    players: list[tuple[int, int, str, bool, list[str]]]  # number, points, division, may have the bye, tags
    met: list[tuple[int, int]]
    forbidden: list[tuple[int, int]]
    order: list[str]


class Receipt(Row, frozen=True, kw_only=True):
    """The receipt of a published round. Numbers, no names."""

    format: str = FORMAT
    version: int = VERSION
    event: str
    pod: str
    round: int
    draft: Annotated[int, Meta(description="Number of the draft of the round.")]
    seed: str
    commitment: Annotated[str, Meta(description="SHA-256 of the secret, from the first entry.")]
    draws: Annotated[Draws | None, Meta(description="The root over all seeds, and what they are seeds of.")]
    path: Annotated[list[str] | None, Meta(description="The hashes beside the way from the seed to the root.")]
    head: Head
    by_hand: bool
    bracket: bool
    pairs: list[tuple[int, int]]
    bye: int | None
    objective: Annotated[
        int | UnsetType, Meta(description="The version of the pairing objective it was drawn under; left out: 1.")
    ] = UNSET
    input: Annotated[RoundInput | None, Meta(description="The pairing input, where a round has a cost.")] = None
    cost: Annotated[Cost | None, Meta(description="What the round costs, the most important first.")] = None
    certificate: Annotated[dict[str, Any] | None, Meta(description="The proof that nothing costs less.")] = None
    claim: Annotated[str, Meta(description="What is proven about the pairs, in one sentence.")] = ""
    foreseeable: Annotated[bool, Meta(description="It was paired after the secret had been published.")] = False
    secret: Annotated[str | None, Meta(description="All seeds follow from it; published when the event is closed.")]
    digest: Annotated[str, Meta(description="SHA-256 of everything else.")] = ""
