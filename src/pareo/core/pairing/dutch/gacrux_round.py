"""A round by gacrux, FIDE's open reference engine, where it is installed (`pip install pareo[gacrux]`).

Contract: `gacrux_pairs(input, apart)` gives its pairs as (white, black) in our numbers, nobody being 0; None if it is
not installed. NoRound: it says there is none. It pairs the rounds whose regions are too large for our own engine
(`exact.TooLarge`), and is the peer of our tests. It is imported when it is needed and not before (0.2 s); its input is
made in `feed`; nothing it prints, decides about boards or leaves to chance reaches us.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from importlib.util import find_spec
from typing import Any

from pareo.core.model.pairing_contract import PairingInput
from pareo.core.pairing.dutch.feed import build_feed
from pareo.core.pairing.dutch.unpaired import NoRound
from pareo.core.text.errors import Refused

NOBODY = 0
_DIFFERENCE, _SEQUENCE = 6, 7  # where the engine keeps a player's colours among the tie-break details


@cache
def _engines() -> tuple[Any, Any, type[Exception]]:
    """(with colours, colours ignored, its "no legal pairing"). Imports gacrux."""
    from gacrux.crosstabledutch import crosstable_dutch  # noqa: PLC0415 (slow to import, and few events need it)
    from gacrux.gacruxexeptions import GacruxNoLegalPairing  # noqa: PLC0415
    from gacrux.pairingdutch import pairing_dutch  # noqa: PLC0415

    class Colourless(crosstable_dutch):  # type: ignore[misc]
        """Everybody as if without a colour so far."""

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


def gacrux_pairs(pairing_input: PairingInput, apart: Iterable[Iterable[int]] = ()) -> list[tuple[int, int]] | None:
    """The round that gacrux pairs, as (white, black) in our numbers, 0 for the bye; None if it is not installed.

    `apart`: groups whose members are kept apart. NoRound: the engine finds no legal round.
    """
    if find_spec("gacrux") is None:
        return None
    event_feed = build_feed(pairing_input, apart)
    with_colours, without, no_round = _engines()
    engine_class = with_colours if pairing_input.balance_starts else without
    try:
        engine = engine_class(
            event_feed.event, event_feed.round_no, {"experimental": [], "verbose": 0, "top_color": "w"}
        )
        brackets = engine.compute_pairing(checkonly=False)
    except no_round:
        raise NoRound from None
    except Exception as error:  # whatever breaks in there: the arbiter gets a sentence and can go on by hand
        raise engine_failed(f"{type(error).__name__}: {error}") from error
    entrants = event_feed.entrants
    return [(entrants[pair["w"]], entrants[pair["b"]]) for bracket in brackets for pair in bracket["pairs"]]


def engine_failed(detail: str) -> Refused:
    """The error for the arbiter where the engine breaks."""
    return Refused(
        "dutch-engine-failed",
        "The Dutch pairing engine returned no usable round ({detail}). Use another method or pair by hand.",
        detail=detail,
    )
