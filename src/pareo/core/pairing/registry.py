"""`pair(input) -> result`: one entry for every pairing system."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace

from pareo.core.pairing.contract import Pairing, PairingInput, PairingResult, Past
from pareo.core.pairing.halves.fise import pair_fise
from pareo.core.pairing.halves.king import pair_king
from pareo.core.pairing.halves.uscf import UscfInput, pair_uscf
from pareo.core.pairing.pairable import cheapest, foes_of, is_forbidden, round_cost
from pareo.core.pairing.random.swiss import pair_random
from pareo.core.pairing.robin.rounds import pair_robin
from pareo.core.words.errors import NotFound, Refused


def _dutch(given: PairingInput) -> PairingResult:
    # Its engine takes a third of a second to import: only a chess event pays for it.
    from pareo.core.pairing.dutch.engine import pair_dutch  # noqa: PLC0415

    try:
        return pair_dutch(given)
    except Refused as problem:
        if problem.code != "no-legal-round-forbidden":
            raise
    # SP-4: barred as far as possible. As few of the pairs as can be are allowed to meet, or all if colours want more.
    drawn = None
    for forbidden in (_without_forced(given), frozenset[tuple[int, int]]()):
        try:
            drawn = pair_dutch(replace(given, forbidden=forbidden))
            break
        except Refused:
            continue
    if drawn is None:
        return pair_dutch(given)
    matches = tuple(
        Pairing(m.a, m.b, (*m.reasons, "forbidden")) if is_forbidden(m.a, m.b, given) else m for m in drawn.matches
    )
    return replace(drawn, matches=matches, cost=round_cost(matches, drawn.bye, given))


def _without_forced(given: PairingInput) -> frozenset[tuple[int, int]]:
    """The forbidden pairs without those that some round with the fewest of them has.

    Of such rounds one that leaves the bye to the last of the table, and lets forbidden pairs meet with equal points.
    """
    players = [c.no for c in given.candidates]
    met = {c.no: given.met.get(c.no, frozenset()) | (frozenset() if c.bye_ok else {0}) for c in given.candidates}
    barred = foes_of(given, rematches=True)
    level = {points: i for i, points in enumerate(sorted({c.points for c in given.candidates}))}
    height = {c.no: level[c.points] for c in given.candidates}
    from_below = {no: i for i, no in enumerate(reversed(players))}

    def small(a: int, b: int) -> int:
        if 0 in (a, b):
            return from_below[a or b] * len(players)
        return abs(height[a] - height[b]) if b in barred[a] else 0

    return given.forbidden - {(min(a, b), max(a, b)) for a, b in cheapest(players, barred, met, small)}


def _uscf(given: PairingInput) -> PairingResult:
    colours = {no: _colours(past, given.round_no) for no, past in given.past.items()}
    return pair_uscf(UscfInput(given, given.ratings, colours, top_has_white=given.top_starts))


def _colours(past: Iterable[Past], round_no: int) -> str:
    """“WB-W”: one letter per round, “-” where no game was played."""
    played = {p.round_no: "W" if p.starts else "B" for p in past if p.opponent is not None and p.outcome.played}
    return "".join(played.get(number, "-") for number in range(1, round_no))


def _king(given: PairingInput) -> PairingResult:
    """**Choice:** the first meets the second in the last round even if they have met; before it nobody meets twice."""
    last = bool(given.planned) and given.round_no >= given.planned
    return _by_first_move(given, pair_king(given, rematches=last))


def _fise(given: PairingInput) -> PairingResult:
    return _by_first_move(given, pair_fise(given))


def _by_first_move(given: PairingInput, drawn: PairingResult) -> PairingResult:
    """Round 1 with the other player of each table starting, if the lower of the first table was to start (SP-21)."""
    if given.top_starts or given.round_no != 1 or not given.balance_starts:
        return drawn
    return replace(drawn, matches=tuple(Pairing(m.b, m.a, m.reasons) for m in drawn.matches))


SYSTEMS: Mapping[str, Callable[[PairingInput], PairingResult]] = {
    "random": pair_random,
    "fise": _fise,
    "dutch": _dutch,
    "uscf": _uscf,
    "king": _king,
    "berger": pair_robin,
    "rutsch": pair_robin,
}


def pair(given: PairingInput) -> PairingResult:
    """Pairs a round by the system the input names."""
    system = SYSTEMS.get(given.system)
    if system is None:
        raise NotFound(
            "no-system",
            "There is no pairing system “{system}” (there are: {known}).",
            system=given.system,
            known=", ".join(SYSTEMS),
        )
    return system(given)
