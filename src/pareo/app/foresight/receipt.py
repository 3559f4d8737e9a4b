"""The receipt of a round: its seed with the path to what was committed at creation, the journal's head when it was
published, the pairs, what they cost, and the certificate that nothing costs less.

A stranger checks it with `tools/check_receipt.py`, which shares no code with this program. There are numbers in it, no
names. The secret, from which every seed can be made, is told only when the event is closed.
"""

from __future__ import annotations

import json
from hashlib import sha256
from typing import Annotated, Any

from msgspec import Meta, to_builtins
from msgspec.structs import replace

from pareo.app.desk import Desk, Event
from pareo.app.rounds.verify import Drawn, drawn_rounds
from pareo.app.views.rows import Inner, Row
from pareo.core.pairing.commitment import path_to_root
from pareo.core.pairing.contract import Cost
from pareo.core.pairing.registry import find
from pareo.core.state.draws import Draws
from pareo.core.state.model import Pod, Round, Status
from pareo.core.state.progress import is_over
from pareo.core.verify.bound import cost_of
from pareo.core.verify.round import certificate_for
from pareo.core.words.errors import NotFound
from pareo.core.words.notes import Note, note

FORMAT, VERSION = "pareo-receipt", 1


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
    draft: Annotated[int, Meta(description="Which draft of the round it is.")]
    seed: str
    commitment: Annotated[str, Meta(description="SHA-256 of the secret, from the first entry.")]
    draws: Annotated[Draws | None, Meta(description="The root over all seeds, and what they are seeds of.")]
    path: Annotated[list[str] | None, Meta(description="The hashes beside the way from the seed to the root.")]
    head: Head
    by_hand: bool
    bracket: bool
    pairs: list[tuple[int, int]]
    bye: int | None
    input: Annotated[RoundInput | None, Meta(description="What it was drawn from, where a round has a cost.")] = None
    cost: Annotated[Cost | None, Meta(description="What the round costs, the most important first.")] = None
    certificate: Annotated[dict[str, Any] | None, Meta(description="The proof that nothing costs less.")] = None
    claim: Annotated[str, Meta(description="What is proved of the pairs, in one sentence.")] = ""
    secret: Annotated[str | None, Meta(description="All seeds follow from it: told when the event is closed.")]
    digest: Annotated[str, Meta(description="SHA-256 of everything else.")] = ""


def receipt(desk: Desk, slug: str, *, round_no: int, pod: str | None = None) -> Receipt:
    """Of a published round. Nothing of a draft: its seed is told by its publication."""
    event = desk.open(slug)
    p, r = _published(event, round_no, pod)
    drawn = drawn_rounds(desk, slug)[p.id, r.number]
    t = event.state
    given, cost, proof = _optimum(drawn)
    said = Receipt(
        event=desk.store.summary(slug).id, pod=p.id, round=r.number, draft=r.draft, seed=r.seed,
        commitment=t.commitment, draws=t.draws,
        path=None if t.draws is None else path_to_root(event.secret, t.draws, p.id, r.number, r.draft),
        head=_head(desk, slug, r.seed), by_hand=drawn.by_hand, bracket=drawn.given is None,
        pairs=sorted(drawn.pairs), bye=drawn.bye, input=given, cost=cost, certificate=proof,
        claim=claim(drawn, proved=proof is not None),
        secret=event.secret if t.closed and all(map(_is_done, t.pods.values())) else None,
    )
    return replace(said, digest=digest(said))


def written(said: Receipt) -> bytes:
    """The one way to write a receipt: keys in order, no spaces, ASCII."""
    return _plain(_as_data(said))


def digest(said: Receipt) -> str:
    """SHA-256 of everything else, so that no byte of it can be changed unseen."""
    return sha256(_plain({key: value for key, value in _as_data(said).items() if key != "digest"})).hexdigest()


def _as_data(said: Receipt) -> dict[str, Any]:
    found: dict[str, Any] = to_builtins(said, enc_hook=str)  # a note is its sentence
    return found


def _plain(data: dict[str, Any]) -> bytes:
    return json.dumps(data, sort_keys=True, separators=(",", ":")).encode()


def claim(drawn: Drawn, *, proved: bool) -> Note:
    """What the receipt proves of the pairs, and what it does not."""
    if drawn.given is None:
        return note("claim-bracket", "It is a round of the bracket: nothing was drawn.")
    if drawn.by_hand:
        return note("claim-by-hand", "The round was made or changed by hand.")
    checker = find(drawn.given.system).checker
    if checker == "random":
        return note("claim-proved", "No round would have been better: the certificate proves it.") if proved else note(
            "claim-cost", "What the round costs is told; that nothing costs less is not proved here.")
    if checker == "table":
        return note("claim-table", "It is a round of the table of a round robin: nothing was drawn.")
    if checker == "dutch":
        return note(
            "claim-dutch", "FIDE's Dutch system puts rounds in order by its rules and not by a cost: that none comes "
            "before this one is proved by “pareo verify” from the journal, not by this receipt.")
    return note("claim-procedure", "The pairs follow a procedure and not a cost: “pareo verify” follows it again from "
                "the journal, this receipt does not.")


def _published(event: Event, number: int, pod: str | None) -> tuple[Pod, Round]:
    t = event.state
    pods = [t.pod(pod)] if pod is not None else list(t.pods.values())
    for p in pods:
        r = p.rounds.get(number)
        if r is not None and r.status is not Status.DRAFTED:
            return p, r
    raise NotFound("receipt-none", "Round {round} has not been published.", round=number)


def _is_done(p: Pod) -> bool:
    """Is nothing left to be drawn? An event that was closed early may be opened again."""
    return p.closed or (is_over(p) and all(r.status is Status.FINISHED for r in p.rounds.values()))


def _head(desk: Desk, slug: str, seed: str) -> Head:
    told = [entry for entry in desk.store.read(slug) if seed and seed.encode() in entry.data]
    return Head(told[-1].seq, told[-1].hash) if told else Head(0, "")


def _optimum(drawn: Drawn) -> tuple[RoundInput | None, Cost | None, dict[str, Any] | None]:
    """Of a round that is an optimum: what it was drawn from, its cost, and the proof."""
    given = drawn.given
    if given is None or find(given.system).checker != "random":
        return None, None, None
    proof = None if drawn.by_hand else certificate_for(given, drawn.pairs, drawn.bye, drawn.certificate or None)
    everybody = [(c.no, c.points, c.division, c.bye_ok, sorted(c.tags)) for c in given.candidates]
    met = sorted({(min(a, b), max(a, b)) for a, others in given.met.items() for b in others})
    source = RoundInput(everybody, met, sorted(given.forbidden), [one.value for one in given.order])
    return source, cost_of(given, drawn.pairs, drawn.bye), proof
