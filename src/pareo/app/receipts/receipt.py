"""The receipt of a round: its seed with the path to what was committed at creation, the journal's head when it was
published, the pairs, what they cost, and the certificate that nothing costs less.

A stranger checks it with `tools/check_receipt.py`, which shares no code with this program. There are numbers in it, no
names. The secret, from which every seed can be made, is published only when the event is closed.
"""

from __future__ import annotations

import json
from hashlib import sha256
from math import inf
from typing import Any

from msgspec import UNSET, Struct, convert, to_builtins
from msgspec.structs import replace

from pareo.app.base.context import Context, LoadedTournament, decode_entries, decode_fact
from pareo.app.league.event_closing import is_secret_revealed
from pareo.app.queries.rounds.verify import DrawnRoundInput, drawn_rounds
from pareo.app.rows.receipts import VERSION, VERSION_WITH_OBJECTIVE, Head, Receipt, RoundInput
from pareo.core.journal.facts import Batch, TournamentClosed, parts_of
from pareo.core.model.entities import Pod, Round, Status
from pareo.core.model.pairing_contract import Candidate, Cost, PairingInput, Priority
from pareo.core.pairing.registry import find_method, pair
from pareo.core.replay.replay import replay
from pareo.core.text.errors import BadInput, NotFound
from pareo.core.text.messages import Note, note, title
from pareo.core.tournament.seed_commitment import path_to_root
from pareo.core.verify.bound import cost_of
from pareo.core.verify.round import certificate_for
from pareo.store import Entry


class _Drawable(Struct, frozen=True):
    """`RoundInput`, read strictly: anybody may have written it."""

    players: list[tuple[int, int, str, bool, list[str]]]
    met: list[tuple[int, int]]
    forbidden: list[tuple[int, int]]
    order: tuple[Priority, Priority]


class _Paper(Struct, frozen=True):
    """The part of a receipt from which its round can be drawn again."""

    round: int
    seed: str
    by_hand: bool
    pairs: list[tuple[int, int]]
    bye: int | None
    input: _Drawable | None
    claim: str
    objective: int = 1


def receipt(ctx: Context, slug: str, *, round_no: int, pod: str | None = None) -> Receipt:
    """The receipt of a published round. Nothing of a draft: its seed is revealed by its publication."""
    event = ctx.open(slug)
    for row in _receipts(ctx, event, [_find_published(event, round_no, pod)]):
        return row
    raise NotFound("receipt-none-here", "Round {round} was not paired here, so it has no receipt.", round=round_no)


def receipts(ctx: Context, slug: str) -> list[Receipt]:
    """The receipts of all published rounds."""
    event = ctx.open(slug)
    return _receipts(
        ctx,
        event,
        [(p, r) for p in event.state.pods.values() for r in p.rounds.values() if r.status is not Status.DRAFTED],
    )


def _receipts(ctx: Context, event: LoadedTournament, rounds: list[tuple[Pod, Round]]) -> list[Receipt]:
    slug = event.state.slug
    identity, drawn, journal = ctx.store.summary(slug).id, drawn_rounds(ctx, slug), ctx.store.read(slug)
    revealed_at = _revealed_at(journal)
    rows = [
        _receipt(
            event, p, r, drawn[p.id, r.number], identity=identity, head=_head(journal, r.seed), revealed_at=revealed_at
        )
        for p, r in rounds
        if r.seed and (p.id, r.number) in drawn
    ]  # what was read from a file has no seed
    return [replace(row, digest=digest(row)) for row in rows]


def _receipt(
    event: LoadedTournament, p: Pod, r: Round, drawn: DrawnRoundInput, *, identity: str, head: Head, revealed_at: float
) -> Receipt:
    t = event.state
    source, cost, proof = _optimum(drawn)
    first = r.objective == 1
    return Receipt(
        version=VERSION if first else VERSION_WITH_OBJECTIVE,
        objective=UNSET if first else r.objective,
        event=identity,
        pod=p.id,
        round=r.number,
        draft=r.draft,
        seed=r.seed,
        commitment=t.commitment,
        draws=t.draws,
        path=None if t.draws is None else path_to_root(event.secret, t.draws, p.id, r.number, r.draft),
        head=head,
        by_hand=drawn.by_hand,
        bracket=drawn.request is None,
        pairs=sorted(drawn.pairs),
        bye=drawn.bye,
        input=source,
        cost=cost,
        certificate=proof,
        claim=claim(drawn, proved=proof is not None, by_lot=not p.sources),
        secret=event.secret if is_secret_revealed(t) else None,
        foreseeable=head.seq > revealed_at,
    )


def write_receipt(row: Receipt) -> bytes:
    """The one way to write a receipt: keys in order, no spaces, ASCII."""
    return _plain(_as_data(row))


def digest(row: Receipt) -> str:
    """SHA-256 of everything else in a receipt, so that no byte of it can be changed unseen."""
    return sha256(_plain({key: value for key, value in _as_data(row).items() if key != "digest"})).hexdigest()


def matches_redraw(paper: bytes) -> bool:
    """Are the pairs of a receipt those that this program draws from its seed? The script cannot tell."""
    try:
        read = convert(json.loads(paper), _Paper)
    except (ValueError, RecursionError) as problem:  # msgspec's errors are ValueErrors
        raise BadInput("receipt-unreadable", "This is not a receipt: {problem}.", problem=str(problem)) from None
    if read.input is None or read.by_hand:
        raise NotFound(
            "receipt-not-drawn",
            "The round cannot be paired again from its receipt alone: {claim}",
            claim=title(read.claim),
        )
    met: dict[int, set[int]] = {}
    for a, b in read.input.met:
        met.setdefault(a, set()).add(b)
        met.setdefault(b, set()).add(a)
    result = pair(
        PairingInput(
            tuple(
                Candidate(no, points, division, bye_ok=ok, tags=tuple(tags))
                for no, points, division, ok, tags in read.input.players
            ),
            {no: frozenset(others) for no, others in met.items()},
            read.seed,
            round_no=read.round,
            order=read.input.order,
            forbidden=frozenset(read.input.forbidden),
            objective=read.objective,
        )
    )
    return (result.bye, {frozenset((m.a, m.b)) for m in result.matches}) == (read.bye, set(map(frozenset, read.pairs)))


def _as_data(row: Receipt) -> dict[str, Any]:
    data: dict[str, Any] = to_builtins(row, enc_hook=str)  # a note is its sentence
    if row.cost is not None and not row.cost.rematch_groups:
        del data["cost"]["rematch_groups"]  # under version 1 no cost had them: its receipts stay the same bytes
    return data


def _plain(data: dict[str, Any]) -> bytes:
    return json.dumps(data, sort_keys=True, separators=(",", ":")).encode()


def claim(drawn: DrawnRoundInput, *, proved: bool, by_lot: bool = False) -> Note:
    """What the receipt proves of the pairs, and what it does not. `by_lot`: a bracket that is the whole event."""
    if drawn.request is None and by_lot:
        return note(
            "claim-bracket-lot",
            "This is a bracket round. The order was drawn by lot before round 1; that draw can be repeated once "
            "the event is closed.",
        )
    if drawn.request is None:
        return note("claim-bracket", "This is a bracket round: nothing was drawn by lot.")
    if drawn.by_hand:
        return note("claim-by-hand", "The round was made or changed by hand.")
    checker = find_method(drawn.request.system).checker
    if checker == "random":
        return (
            note("claim-proved", "No round would have been better: the certificate proves it.")
            if proved
            else note(
                "claim-cost", "The receipt states the round's cost; it doesn't prove that no cheaper round exists."
            )
        )
    if checker == "table":
        return note("claim-table", "This is a round-robin round: nothing was drawn by lot.")
    if checker == "dutch":
        return note(
            "claim-dutch",
            "FIDE's Dutch system ranks possible rounds by its rules, not by a cost. “pareo verify” proves from the "
            "journal that no better round exists; this receipt can't.",
        )
    if checker == "fise" and drawn.request.objective > 1:
        return note(
            "claim-fise",
            "The pairings follow the FISE procedure: from the top down, no legal round has smaller differences in "
            "points. “pareo verify” proves it from the journal; this receipt can't.",
        )
    return note(
        "claim-procedure",
        "The pairings follow a procedure, not a cost: “pareo verify” repeats it from the journal; this receipt can't.",
    )


def _find_published(event: LoadedTournament, number: int, pod: str | None) -> tuple[Pod, Round]:
    t = event.state
    pods = [t.pod(pod)] if pod is not None else list(t.pods.values())
    for p in pods:
        r = p.rounds.get(number)
        if r is not None and r.status is not Status.DRAFTED:
            return p, r
    raise NotFound("receipt-none", "Round {round} has not been published.", round=number)


def _revealed_at(journal: list[Entry]) -> float:
    """The entry with which the secret was first revealed, also if that was undone: an event can be opened again."""
    ends = [
        entry.seq
        for entry in journal
        if entry.action in (TournamentClosed.action, Batch.action)
        and any(isinstance(part, TournamentClosed) for part in parts_of(decode_fact(entry)))
    ]
    return next((seq for seq in ends if is_secret_revealed(replay(decode_entries(journal[:seq])))), inf)


def _head(journal: list[Entry], seed: str) -> Head:
    entries = [entry for entry in journal if seed and seed.encode() in entry.data]
    return Head(entries[-1].seq, entries[-1].hash) if entries else Head(0, "")


def _optimum(drawn: DrawnRoundInput) -> tuple[RoundInput | None, Cost | None, dict[str, Any] | None]:
    """What a round was drawn from, its cost, and the proof, where rounds have a cost; else nothing."""
    request = drawn.request
    if request is None or find_method(request.system).checker != "random":
        return None, None, None
    proof = None if drawn.by_hand else certificate_for(request, drawn.pairs, drawn.bye, drawn.certificate or None)
    everybody = [(c.no, c.points, c.division, c.bye_ok, sorted(c.tags)) for c in request.candidates]
    met = sorted({(min(a, b), max(a, b)) for a, others in request.met.items() for b in others})
    source = RoundInput(everybody, met, sorted(request.forbidden), [one.value for one in request.order])
    return source, cost_of(request, drawn.pairs, drawn.bye), proof
