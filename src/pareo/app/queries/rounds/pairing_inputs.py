"""What a round was, or would be, drawn from: the input of the pairing itself, to be written down and replayed.

The checker has a reading of its own (`core.verify.inputs`); in an event without faults both are the same.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from pareo.app.base.context import Context, LoadedTournament, decode_entries
from pareo.app.queries.people.start_numbers import start_numbers
from pareo.app.queries.rounds.first_round import form, preview
from pareo.app.queries.rounds.pairing_methods import PairingOptions, choose_method
from pareo.core.journal.codecs import RoundFact
from pareo.core.journal.fact import Fact
from pareo.core.journal.facts import Undone, parts_of
from pareo.core.journal.people_facts import Late
from pareo.core.journal.round_facts import Advanced, RoundsPaired
from pareo.core.model.entities import Pod, Status
from pareo.core.model.pairing_contract import PairingInput, unreadable_input
from pareo.core.model.random_source import round_seed
from pareo.core.model.ruleset import Ruleset
from pareo.core.pairing.registry import METHODS, pair
from pareo.core.replay.replay import apply, begin, undone_by
from pareo.core.text.errors import BadInput, NotFound, Refused
from pareo.core.text.messages import list_note
from pareo.core.tournament.drafting import cost_summary, pairing_input
from pareo.core.tournament.pairing_methods import usual_method
from pareo.core.tournament.progress import next_number
from pareo.core.tournament.tournament import ELIMINATION, Tournament

Inputs = dict[tuple[str, int], PairingInput]


def drawn_from(ctx: Context, slug: str, *, round_no: int | None = None, pod: str | None = None) -> PairingInput:
    """Of the pod's last round (or the one named), as it was when it was paired; of the next one as it would be now."""
    event = ctx.open(slug)
    t = event.state if event.state.pods else _with_first_pods(event)
    p = _the_pod(t, pod)
    if p.phase in ELIMINATION:
        raise Refused("input-bracket", "{pod} is an elimination: its rounds follow from the bracket.", pod=p.id)
    number = round_no or max(p.rounds, default=p.first_round)
    if number in p.rounds:
        return inputs_drawn(ctx, slug)[p.id, number]
    if number != next_number(p) or any(r.status is not Status.FINISHED for r in p.rounds.values()):
        raise NotFound("no-round", "{pod} has no round {round}.", pod=p.id, round=number)
    seed = round_seed(event.secret, p.id, number, t.drafts.get((p.id, number), 0) + 1)
    method, top = choose_method(t, p, number, seed, PairingOptions())
    return pairing_input(t, p, number, seed, method=method, top=top)


def _with_first_pods(event: LoadedTournament) -> Tournament:
    """The tournament with the pods that round 1 would have."""
    return preview(event.state, form(event, 1), start_numbers(event))


def _the_pod(t: Tournament, pod: str | None) -> Pod:
    if pod is not None:
        return t.pod(pod)
    live = [p for p in t.pods.values() if not p.closed]
    if len(live) > 1:
        raise BadInput(
            "which-pod", "There are several groups: choose one of {pods}.", pods=list_note(p.id for p in live)
        )
    if not live:
        raise NotFound("no-pods", "No round has been paired yet.")
    return live[0]


def inputs_drawn(ctx: Context, slug: str, rules: Ruleset | None = None) -> Inputs:
    """By pod and number, from the state just before each round was drawn; brackets have none. `rules`: as others would
    have drawn it."""
    secret = ctx.store.secret(slug)
    inputs: Inputs = {}
    for before, fact, rows in drawings(ctx, slug):
        if isinstance(fact, Advanced | RoundsPaired):
            inputs = {key: request for key, request in inputs.items() if key[0] not in fact.unformed}
        for row in rows:
            if before.pods[row.pod].phase not in ELIMINATION:
                inputs[row.pod, row.number] = _input(before, row, secret, rules)
    return inputs


def drawings(ctx: Context, slug: str) -> Iterator[tuple[Tournament, Fact, tuple[RoundFact, ...]]]:
    """Every fact that forms pods or draws rounds, with the tournament just before it and the rounds it draws. The
    tournament is the same one each time: look at it before asking for the next."""
    journal = decode_entries(ctx.store.read(slug))
    undone = undone_by(journal)
    t = begin(journal[0])
    for entry in journal[1:]:
        if isinstance(entry.fact, Undone) or entry.seq in undone:
            continue
        for part in parts_of(entry.fact):
            before, rows = _about_to_draw(t, part)
            if rows or isinstance(part, Advanced | RoundsPaired):
                yield before, part, rows
            apply(t, entry._replace(fact=part))


def _about_to_draw(t: Tournament, fact: Fact) -> tuple[Tournament, tuple[RoundFact, ...]]:
    """The rounds that the fact draws, and the tournament they were drawn from."""
    if isinstance(fact, RoundsPaired):
        return (t if fact.formed is None else preview(t, fact.formed.pods, fact.formed.start_nos)), fact.rounds
    if isinstance(fact, Late) and fact.round is not None:
        return _with_late(t, fact), (fact.round,)
    return t, ()


def _input(before: Tournament, row: RoundFact, secret: str, rules: Ruleset | None) -> PairingInput:
    pod = before.pods[row.pod]
    if rules is not None:
        before = replace(before, ruleset=rules)
    method = (row.system if rules is None else "") or usual_method(before, pod)
    top = row.top_starts if row.number == pod.first_round and not pod.sources else None
    seed = round_seed(secret, pod.id, row.number, row.draft)
    version = row.objective if rules is None else None
    return pairing_input(before, pod, row.number, seed, method=method, top=top, objective=version)


def _with_late(t: Tournament, fact: Late) -> Tournament:
    pod = t.pods[fact.joining.pod]
    larger = replace(pod, members=(*pod.members, fact.entrant.no))
    return replace(t, entrants={**t.entrants, fact.entrant.no: fact.entrant}, pods={**t.pods, pod.id: larger})


def _check_complete(request: PairingInput) -> PairingInput:
    """The input, if all is there that its method goes by."""
    method = METHODS.get(request.system)
    if method is not None and method.by_table and not request.numbers.keys() >= {c.no for c in request.candidates}:
        raise unreadable_input("“numbers” has not all candidates")
    return request


def draw_from_json(text: bytes) -> dict[str, Any]:
    """The round that is drawn from an input written down before."""
    try:
        request = PairingInput.from_json(text.decode("utf-8-sig"))
    except UnicodeDecodeError:
        raise unreadable_input("it is not JSON in UTF-8") from None
    drawn = pair(_check_complete(request))
    return {
        "system": request.system,
        "round": request.round_no,
        "matches": [{"a": m.a, "b": m.b, "reasons": list(m.reasons)} for m in drawn.matches],
        "bye": drawn.bye,
        "bye_reasons": list(drawn.bye_reasons),
        "proof": drawn.proof,
        "cost": cost_summary(drawn.cost),
    }
