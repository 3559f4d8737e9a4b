"""`pair(input) -> result`: one entry for every pairing system."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from pareo.core.errors import NotFound
from pareo.core.pairing.contract import PairingInput, PairingResult
from pareo.core.pairing.fise import pair_fise
from pareo.core.pairing.random_swiss import pair_random

SYSTEMS: Mapping[str, Callable[[PairingInput], PairingResult]] = {
    "random": pair_random,
    "fise": pair_fise,
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
