"""The FIDE (Dutch) Swiss: FIDE Handbook C.04.3 in the edition in force from February 2026.

Contract: `pair_dutch(input) -> result` (see `contract`). The round is a rule, not a draw: the same table always gives
the same round, whatever the seed and the order of the input. `a` has white. `core.verify.dutch` checks the rounds.

How: `figures` (section 1, C1 – C3) → `unpaired` (C2, C4, C5) → `brackets`, `tiers` (C6 – C21, sections 3 and 4) with
`floats`, `bounds`, `order`, `criteria`, `exact`, each bracket leaving a `proof` → `colours` (5.2) → `reasons`.

What is ours:
- The order of boards (C.04.2, 3.6): the higher score of the pair, then the lower, then the number of the higher ranked
  player.
- Avoided pairs (the same club) are kept apart in rounds where a round within the rules exists without them; where none
  does, all of them may meet (**Choice**: the rules know only forbidden pairs).
- Forbidden pairs are kept apart. Where they leave no round within the rules that is an error of its own, so that it
  can be decided which of them may meet (`forbidden` does, SP-4).
- No round within the rules exists: C.04.3 1.9.3 leaves the decision to the arbiter, so nothing is paired.
- Colours can be ignored (`balance_starts` off): then nobody has a colour preference.
- Where too many players hang together for an exact matching (large clubs kept apart), gacrux pairs the round if it is
  installed; if not, a sentence names the score groups.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from pareo.core.model.pairing_contract import Candidate, PairedMatch, PairingInput, PairingResult
from pareo.core.pairing.dutch.brackets import pair_brackets
from pareo.core.pairing.dutch.exact import TooLarge
from pareo.core.pairing.dutch.gacrux_round import NOBODY, engine_failed, gacrux_pairs
from pareo.core.pairing.dutch.reasons import DutchTable, bye_reasons, table_of, tables_of
from pareo.core.pairing.dutch.round_field import DutchField, field_of
from pareo.core.pairing.dutch.unpaired import NoRound, Unpaired
from pareo.core.pairing.round_cost import round_cost, unwanted
from pareo.core.text.errors import BadInput, Refused


def pair_dutch(given: PairingInput) -> PairingResult:
    """The round by the rules of FIDE."""
    if not given.loss < given.win or given.draw > given.win:
        raise BadInput(
            "dutch-points",
            "The Dutch system needs a win to be worth more than a loss and no less than a draw (here: {win}, {draw}, "
            "{loss}).",
            win=given.win,
            draw=given.draw,
            loss=given.loss,
        )
    if not given.candidates:
        return PairingResult((), None, round_cost((), None, given), "rule")
    tables, bye, proof = _made(given)
    by_no = {c.no: c for c in given.candidates}
    tables.sort(key=lambda table: _board(table, by_no, given.numbers))
    matches = tuple(
        PairedMatch(t.white, t.black, (*t.reasons, *unwanted(t.white, t.black, given, by_no))) for t in tables
    )
    return PairingResult(matches, bye, round_cost(matches, bye, given), proof, bye_reasons=bye_reasons(bye, by_no))


def _made(given: PairingInput) -> tuple[list[DutchTable], int | None, str]:
    """The tables, the bye and how the round is known to be best: without avoided pairs if it can be, else with them."""
    clubs = _clubs(given.candidates)
    for apart in (clubs, []) if clubs else ([],):
        try:
            return _paired(given, apart)
        except NoRound:
            continue
    if given.forbidden and _possible(replace(given, forbidden=frozenset())):
        raise Refused(
            "no-legal-round-forbidden",
            "Round {round} cannot be paired within the FIDE rules while the forbidden pairs are kept apart. Allow one "
            "of them, pair it by hand (method manual), or by another method where that is allowed.",
            round=given.round_no,
        )
    raise Refused(
        "no-legal-round",
        "Round {round} cannot be paired within the FIDE rules: too many of these players have met, are due the same "
        "colour or have had the bye. Pair it by hand (method manual), or by another method where that is allowed.",
        round=given.round_no,
    )


def _paired(given: PairingInput, apart: Sequence[Sequence[int]]) -> tuple[list[DutchTable], int | None, str]:
    field = field_of(given, apart)
    try:
        made = pair_brackets(field)
    except TooLarge as region:
        return _by_gacrux(given, apart, field, region)
    bye = None if made.rests is None else field.players[made.rests].no
    exact = any(paired.proof.duals for paired in made.brackets)
    return tables_of(field, made, given.met, colours=given.balance_starts), bye, "exact" if exact else "bound"


def _possible(given: PairingInput) -> bool:
    """Can everybody be paired at all?"""
    try:
        Unpaired(field_of(given))
    except NoRound:
        return False
    return True


def _clubs(candidates: Sequence[Candidate]) -> list[list[int]]:
    """Groups of players who share a tag: each two of a group are an avoided pair."""
    sharing: dict[str, list[int]] = {}
    for c in candidates:
        for tag in c.tags:
            sharing.setdefault(tag, []).append(c.no)
    return [group for group in sharing.values() if len(group) > 1]


def _by_gacrux(
    given: PairingInput, apart: Sequence[Sequence[int]], field: DutchField, region: TooLarge
) -> tuple[list[DutchTable], int | None, str]:
    """The round of the reference engine, once it is sure that everybody has exactly one place."""
    pairs = gacrux_pairs(given, apart)
    if pairs is None:
        raise Refused(
            "dutch-region",
            "Round {round}: in the score groups {first} to {last}, counted from the top, so many of {players} players "
            "may not meet that our own engine cannot pair them in reasonable time. Install “pareo[gacrux]”, allow some "
            "of the pairs kept apart, or pair the round by another method or by hand.",
            round=given.round_no,
            first=field.levels + 1 - region.top,
            last=field.levels + 1 - max(1, region.bottom),
            players=region.players,
        )
    if sorted(no for pair in pairs for no in pair if no != NOBODY) != sorted(c.no for c in given.candidates):
        raise engine_failed("not everybody has one place")
    byes = [white or black for white, black in pairs if NOBODY in (white, black)]
    if len(byes) > 1:
        raise engine_failed("more than one bye")
    index = {p.no: i for i, p in enumerate(field.players)}
    tables = [
        table_of(field, *sorted((index[a], index[b])), colours=given.balance_starts)
        for a, b in pairs
        if NOBODY not in (a, b)
    ]
    return tables, byes[0] if byes else None, "rule"


def _board(table: DutchTable, by_no: Mapping[int, Candidate], numbers: Mapping[int, int]) -> tuple[int, int, int]:
    """C.04.2: by the score of the higher ranked player, then of the other, then the number of the higher ranked."""
    ranked = sorted((-by_no[no].points, numbers.get(no, no)) for no in (table.white, table.black))
    return ranked[0][0], ranked[1][0], ranked[0][1]
