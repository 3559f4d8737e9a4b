"""The FIDE (Dutch) Swiss: FIDE Handbook C.04.3 in the edition in force from February 2026.

`pair_dutch(input) -> result` (see `pairing_contract`). The round is a rule, not a draw: the same table always gives
the same round, whatever the seed and the order of the input. `a` has white. `core.verify.dutch` checks the rounds.

How: `round_field` (section 1, C1 – C3) → `unpaired` (C2, C4, C5) → `brackets`, `solver_stages` (C6 – C21, sections 3
and 4) with `floats`, `bounds`, `order`, `criteria`, `exact`, each bracket with a `proof` → `colours` (5.2) → `reasons`.

What is ours:
- The order of boards (C.04.2, 3.6): the higher score of the pair, then the lower, then the number of the higher ranked
  player.
- Avoided pairs (the same club) are kept apart in rounds where a round within the rules exists without them; where none
  does, all of them may meet (**Choice**: the rules know only forbidden pairs).
- Forbidden pairs are kept apart. Where they leave no round within the rules that is an error of its own, so that it
  can be decided which of them may meet (`forbidden` does, SP-4).
- No round within the rules exists: C.04.3 1.9.3 leaves the decision to the arbiter, so nothing is paired.
- Colours can be ignored (`balance_starts` off): then nobody has a colour preference.
- Where a region is too large for an exact matching (large clubs kept apart), gacrux pairs the round if it is
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
from pareo.core.pairing.round_cost import round_cost, unwanted_reasons
from pareo.core.text.errors import BadInput, Refused


def pair_dutch(pairing_input: PairingInput) -> PairingResult:
    """Pair a round by the FIDE (Dutch) system. Refused where no round within the rules exists or it is too large."""
    if not pairing_input.loss < pairing_input.win or pairing_input.draw > pairing_input.win:
        raise BadInput(
            "dutch-points",
            "The Dutch system needs a win to be worth more than a loss and no less than a draw (here: {win}, {draw}, "
            "{loss}).",
            win=pairing_input.win,
            draw=pairing_input.draw,
            loss=pairing_input.loss,
        )
    if not pairing_input.candidates:
        return PairingResult((), None, round_cost((), None, pairing_input), "rule")
    tables, bye, proof = _pair_round(pairing_input)
    by_no = {c.no: c for c in pairing_input.candidates}
    tables.sort(key=lambda table: _board_order(table, by_no, pairing_input.numbers))
    matches = tuple(
        PairedMatch(t.white, t.black, (*t.reasons, *unwanted_reasons(t.white, t.black, pairing_input, by_no)))
        for t in tables
    )
    return PairingResult(
        matches, bye, round_cost(matches, bye, pairing_input), proof, bye_reasons=bye_reasons(bye, by_no)
    )


def _pair_round(pairing_input: PairingInput) -> tuple[list[DutchTable], int | None, str]:
    """The tables, the bye and how the round is known to be best: without avoided pairs if it can be, else with them."""
    clubs = _clubs(pairing_input.candidates)
    for apart in (clubs, []) if clubs else ([],):
        try:
            return _pair_field(pairing_input, apart)
        except NoRound:
            continue
    if pairing_input.forbidden and _is_possible(replace(pairing_input, forbidden=frozenset())):
        raise Refused(
            "no-legal-round-forbidden",
            "Round {round} cannot be paired under the FIDE rules with these barred pairings. Allow one of them, "
            "pair by hand (method manual), or use another method where allowed.",
            round=pairing_input.round_no,
        )
    raise Refused(
        "no-legal-round",
        "Round {round} cannot be paired under the FIDE rules: too many of these players have met, are due the same "
        "colour or have had the bye. Pair by hand (method manual), or use another method where allowed.",
        round=pairing_input.round_no,
    )


def _pair_field(
    pairing_input: PairingInput, apart: Sequence[Sequence[int]]
) -> tuple[list[DutchTable], int | None, str]:
    field = field_of(pairing_input, apart)
    try:
        paired_round = pair_brackets(field)
    except TooLarge as region:
        return _by_gacrux(pairing_input, apart, field, region)
    bye = None if paired_round.bye is None else field.players[paired_round.bye].no
    exact = any(paired.proof.duals for paired in paired_round.brackets)
    return (
        tables_of(field, paired_round, pairing_input.met, colours=pairing_input.balance_starts),
        bye,
        "exact" if exact else "bound",
    )


def _is_possible(pairing_input: PairingInput) -> bool:
    """Can everybody be paired within C1 to C3?"""
    try:
        Unpaired(field_of(pairing_input))
    except NoRound:
        return False
    return True


def _clubs(candidates: Sequence[Candidate]) -> list[list[int]]:
    """Groups of players who share a tag: each two of a group are an avoided pair."""
    members_by_tag: dict[str, list[int]] = {}
    for c in candidates:
        for tag in c.tags:
            members_by_tag.setdefault(tag, []).append(c.no)
    return [group for group in members_by_tag.values() if len(group) > 1]


def _by_gacrux(
    pairing_input: PairingInput, apart: Sequence[Sequence[int]], field: DutchField, region: TooLarge
) -> tuple[list[DutchTable], int | None, str]:
    """The round of the reference engine, once it is sure that everybody has exactly one place."""
    pairs = gacrux_pairs(pairing_input, apart)
    if pairs is None:
        raise Refused(
            "dutch-region",
            "Round {round}: in the score groups {first} to {last}, counted from the top, too many of the {players} "
            "players may not meet, and our own engine cannot pair them in reasonable time. Install "
            "“pareo[gacrux]”, remove some barred pairings, or pair the round by another method or by hand.",
            round=pairing_input.round_no,
            first=field.levels + 1 - region.top,
            last=field.levels + 1 - max(1, region.bottom),
            players=region.players,
        )
    if sorted(no for pair in pairs for no in pair if no != NOBODY) != sorted(c.no for c in pairing_input.candidates):
        raise engine_failed("not every player has one place")
    byes = [white or black for white, black in pairs if NOBODY in (white, black)]
    if len(byes) > 1:
        raise engine_failed("more than one bye")
    index = {p.no: i for i, p in enumerate(field.players)}
    tables = [
        table_of(field, *sorted((index[a], index[b])), colours=pairing_input.balance_starts)
        for a, b in pairs
        if NOBODY not in (a, b)
    ]
    return tables, byes[0] if byes else None, "rule"


def _board_order(table: DutchTable, by_no: Mapping[int, Candidate], numbers: Mapping[int, int]) -> tuple[int, int, int]:
    """C.04.2: by the score of the higher ranked player, then of the other, then the number of the higher ranked."""
    ranked = sorted((-by_no[no].points, numbers.get(no, no)) for no in (table.white, table.black))
    return ranked[0][0], ranked[1][0], ranked[0][1]
