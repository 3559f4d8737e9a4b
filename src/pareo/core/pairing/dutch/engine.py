"""The FIDE (Dutch) Swiss: FIDE Handbook C.04.3 in the edition in force from February 2026, paired by gacrux.

Contract: `pair_dutch(input) -> result` (see `contract`). The round is a rule, not an optimum and not a draw: the same
table always gives the same round, whatever the seed. `a` has white. The engine is imported when the first Dutch round
is paired and not before (it costs 0.2 s); what it is told is made in `dutch_feed`; nothing it prints, decides about
boards or leaves to chance reaches us. `core.verify.dutch` checks its rounds.

What is ours:
- The order of boards (C.04.2, "pairing procedures"): the higher score of the pair, then the lower, then the number of
  the higher ranked player.
- Avoided pairs (the same club) are kept apart in rounds where a round within the rules exists without them; where none
  does, all of them may meet (**Choice**: the rules know only forbidden pairs).
- Forbidden pairs are kept apart. Where they leave no round within the rules that is an error of its own, so that it
  can be decided which of them may meet (`systems` does, SP-4).
- No round within the rules exists: C.04.3 1.9.3 leaves the decision to the arbiter, so nothing is paired.
- Colours can be ignored (`balance_starts` off): then nobody has a colour preference.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache
from typing import Any, NamedTuple

from pareo.core.pairing.contract import Candidate, Pairing, PairingInput, PairingResult
from pareo.core.pairing.dutch.feed import Feed, feed
from pareo.core.pairing.dutch.record import check_size
from pareo.core.pairing.pairable import round_cost, unwanted
from pareo.core.words.errors import BadInput, Refused

# The engine names the paragraph that decided the colours (C.04.3, section 5.2, its paragraphs counted E.1 to E.5).
_COLOURS: Mapping[str, str] = {
    "E.1": "colour-both-due",
    "E.2": "colour-stronger",
    "E.3": "colour-history",
    "E.4": "colour-of-the-higher",
    "E.5": "colour-by-number",
}
_NOBODY = 0
_DIFFERENCE, _SEQUENCE = 6, 7  # where the engine keeps a player's colours among his figures


class _Pair(NamedTuple):
    white: int
    black: int
    paragraph: str


class _NoRound(Exception):
    """The engine says that no round within the rules exists."""


def pair_dutch(given: PairingInput) -> PairingResult:
    """The round by the rules of FIDE."""
    check_size(len(given.candidates))
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
    pairs, bye = _complete(_paired(given), given.candidates)
    by_no = {c.no: c for c in given.candidates}
    pairs.sort(key=lambda pair: _board(pair, by_no, given.numbers))
    matches = tuple(_match(pair, by_no, given) for pair in pairs)
    return PairingResult(
        matches=matches,
        bye=bye,
        cost=round_cost(matches, bye, given),
        proof="rule",
        bye_reasons=_bye_reasons(bye, given.candidates),
    )


def _paired(given: PairingInput) -> list[_Pair]:
    """The engine's pairs: without avoided pairs if it can be, else with them."""
    clubs = _clubs(given.candidates)
    for apart in (clubs, []) if clubs else ([],):
        try:
            return _run(feed(given, apart), colours=given.balance_starts)
        except _NoRound:
            continue
    if given.forbidden and _possible(replace(given, forbidden=frozenset())):
        raise Refused(
            "no-legal-round-forbidden",
            "Round {round} cannot be paired within the FIDE rules while the forbidden pairs are kept apart. Allow one "
            "of them, or pair the round by another method or by hand.",
            round=given.round_no,
        )
    raise Refused(
        "no-legal-round",
        "Round {round} cannot be paired within the FIDE rules: too many of these players have met, are due the same "
        "colour or have had the bye. Pair the round by another method or by hand.",
        round=given.round_no,
    )


def _possible(given: PairingInput) -> bool:
    try:
        _run(feed(given), colours=given.balance_starts)
    except _NoRound:
        return False
    return True


def _clubs(candidates: Sequence[Candidate]) -> list[list[int]]:
    """Groups of players who share a tag: each two of a group are an avoided pair."""
    sharing: dict[str, list[int]] = {}
    for c in candidates:
        for tag in c.tags:
            sharing.setdefault(tag, []).append(c.no)
    return [group for group in sharing.values() if len(group) > 1]


# -- the engine ------------------------------------------------------------------------------------------------------


@cache
def _engines() -> tuple[Any, Any, type[Exception]]:
    """(with colours, colours ignored, its "no legal pairing"). Imports gacrux."""
    from gacrux.crosstabledutch import crosstable_dutch  # noqa: PLC0415 (slow to import, and few events need it)
    from gacrux.gacruxexeptions import GacruxNoLegalPairing  # noqa: PLC0415
    from gacrux.pairingdutch import pairing_dutch  # noqa: PLC0415

    class Colourless(crosstable_dutch):  # type: ignore[misc]
        """Everybody as if he had not had a colour yet."""

        def compute_tiebreak(self, tournament: Any, rnd: int) -> Any:
            figures = super().compute_tiebreak(tournament, rnd)
            for player in figures.values():
                player["tiebreakDetails"][_DIFFERENCE]["val"] = 0
                player["tiebreakDetails"][_SEQUENCE]["val"] = ""
            return figures

    class ColoursIgnored(pairing_dutch):  # type: ignore[misc]
        def get_crosstable(self, experimental: Any, checkonly: Any, verbose: Any) -> Any:
            return Colourless(experimental, checkonly, verbose)

    return pairing_dutch, ColoursIgnored, GacruxNoLegalPairing


def _run(told: Feed, *, colours: bool) -> list[_Pair]:
    """The engine's round in our numbers; nobody is `_NOBODY`."""
    with_colours, without, no_round = _engines()
    make = with_colours if colours else without
    try:
        engine = make(told.event, told.round_no, {"experimental": [], "verbose": 0, "top_color": "w"})
        brackets = engine.compute_pairing(checkonly=False)
    except no_round:
        raise _NoRound from None
    except Exception as error:  # whatever breaks in there: the arbiter gets a sentence and can go on by hand
        raise _engine_failed(f"{type(error).__name__}: {error}") from error
    entrants = told.entrants
    return [
        _Pair(entrants[pair["w"]], entrants[pair["b"]], pair["colorrule"])
        for bracket in brackets
        for pair in bracket["pairs"]
    ]


def _engine_failed(detail: str) -> Refused:
    return Refused(
        "dutch-engine-failed",
        "The Dutch pairing engine gave no usable round ({detail}). Pair the round by another method or by hand.",
        detail=detail,
    )


def _complete(pairs: Sequence[_Pair], candidates: Sequence[Candidate]) -> tuple[list[_Pair], int | None]:
    """The pairs and the bye, once it is sure that everybody has exactly one place."""
    seats = sorted(no for pair in pairs for no in (pair.white, pair.black) if no != _NOBODY)
    if seats != sorted(c.no for c in candidates):
        raise _engine_failed("not everybody has one place")
    byes = [pair.white or pair.black for pair in pairs if _NOBODY in (pair.white, pair.black)]
    if len(byes) > 1:
        raise _engine_failed("more than one bye")
    return [pair for pair in pairs if _NOBODY not in (pair.white, pair.black)], byes[0] if byes else None


# -- our words -------------------------------------------------------------------------------------------------------


def _board(pair: _Pair, by_no: Mapping[int, Candidate], numbers: Mapping[int, int]) -> tuple[int, int, int]:
    """C.04.2: by the score of the higher ranked player, then of the other, then the number of the higher ranked."""
    ranked = sorted((-by_no[no].points, numbers.get(no, no)) for no in (pair.white, pair.black))
    return ranked[0][0], ranked[1][0], ranked[0][1]


def _match(pair: _Pair, by_no: Mapping[int, Candidate], given: PairingInput) -> Pairing:
    equal = by_no[pair.white].points == by_no[pair.black].points
    reasons = ["same-points" if equal else "floats"]
    if given.balance_starts and pair.paragraph in _COLOURS:
        reasons.append(_COLOURS[pair.paragraph])
    return Pairing(pair.white, pair.black, (*reasons, *unwanted(pair.white, pair.black, given, by_no)))


def _bye_reasons(bye: int | None, candidates: Sequence[Candidate]) -> tuple[str, ...]:
    if bye is None:
        return ()
    points = next(c.points for c in candidates if c.no == bye)
    lowest = points == min(c.points for c in candidates)
    return ("bye-lowest-score" if lowest else "bye-higher-score",)
