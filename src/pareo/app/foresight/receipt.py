"""The receipt of a round: its seed with the path to what was committed at creation, the journal's head when it was
published, the pairs, what they cost, and the certificate that nothing costs less.

A stranger checks it with `tools/check_receipt.py`, which shares no code with this program. There are numbers in it, no
names. The secret, from which every seed can be made, is told only when the event is closed.
"""

from __future__ import annotations

import json
from dataclasses import asdict
from hashlib import sha256
from typing import Any

from pareo.app.desk import Desk, Event
from pareo.app.rounds.verify import Drawn, drawn_rounds
from pareo.core.pairing.commitment import path_to_root
from pareo.core.pairing.registry import find
from pareo.core.state.model import Pod, Round, Status
from pareo.core.state.progress import is_over
from pareo.core.verify.bound import cost_of
from pareo.core.verify.round import certificate_for
from pareo.core.words.errors import NotFound

FORMAT, VERSION = "pareo-receipt", 1


def receipt(desk: Desk, slug: str, *, round_no: int, pod: str | None = None) -> dict[str, Any]:
    """Of a published round. Nothing of a draft: its seed is told by its publication."""
    event = desk.open(slug)
    p, r = _published(event, round_no, pod)
    drawn = drawn_rounds(desk, slug)[p.id, r.number]
    t = event.state
    said: dict[str, Any] = {
        "format": FORMAT, "version": VERSION, "event": desk.store.summary(slug).id, "pod": p.id, "round": r.number,
        "draft": r.draft, "seed": r.seed, "commitment": t.commitment, "draws": None, "path": None,
        "head": _head(desk, slug, r.seed), "by_hand": drawn.by_hand, "pairs": sorted(map(list, drawn.pairs)),
        "bye": drawn.bye, "bracket": drawn.given is None, "input": None, "cost": None, "certificate": None,
        "secret": event.secret if t.closed and all(map(_is_done, t.pods.values())) else None,
    }
    if t.draws is not None:
        path = path_to_root(event.secret, t.draws, p.id, r.number, r.draft)
        said |= {"draws": asdict(t.draws), "path": path}
    if drawn.given is not None:
        said |= _optimum(drawn)
    return json.loads(json.dumps(said | {"digest": digest(said)}))  # type: ignore[no-any-return]


def written(said: dict[str, Any]) -> bytes:
    """The one way to write a receipt: keys in order, no spaces, ASCII."""
    return json.dumps(said, sort_keys=True, separators=(",", ":")).encode()


def digest(said: dict[str, Any]) -> str:
    """SHA-256 of everything else, so that no byte of it can be changed unseen."""
    return sha256(written({key: value for key, value in said.items() if key != "digest"})).hexdigest()


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


def _head(desk: Desk, slug: str, seed: str) -> dict[str, Any]:
    """The entry that published the round: everything before it is fixed by its hash."""
    told = [entry for entry in desk.store.read(slug) if seed and seed.encode() in entry.data]
    return {"seq": told[-1].seq, "hash": told[-1].hash} if told else {"seq": 0, "hash": ""}


def _optimum(drawn: Drawn) -> dict[str, Any]:
    """Of a round that is an optimum: what it was drawn from, its cost, and the proof."""
    given = drawn.given
    if given is None or find(given.system).checker != "random":
        return {}
    cost = cost_of(given, drawn.pairs, drawn.bye)
    proof = None if drawn.by_hand else certificate_for(given, drawn.pairs, drawn.bye, drawn.certificate or None)
    everybody = [[c.no, c.points, c.division, c.bye_ok, sorted(c.tags)] for c in given.candidates]
    met = sorted({(min(a, b), max(a, b)) for a, others in given.met.items() for b in others})
    return {
        "input": {"players": everybody, "met": met, "forbidden": sorted(given.forbidden),
                  "order": [one.value for one in given.order]},
        "cost": asdict(cost), "certificate": proof,
    }
