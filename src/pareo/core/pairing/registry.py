"""All pairing methods, in the order in which they are listed, and `pair(input) -> result`: one entry for all of them.

To add one, write its record beside its function and name it here.
"""

from __future__ import annotations

from pareo.core.model.pairing_contract import PairingInput, PairingResult
from pareo.core.pairing.dutch.record import DUTCH
from pareo.core.pairing.method import PairingMethod
from pareo.core.pairing.random.record import RANDOM
from pareo.core.pairing.reasons import OF_EVERY_ROUND
from pareo.core.pairing.robin.rounds import BERGER, RUTSCH
from pareo.core.pairing.score_groups.records import FISE, KING, USCF
from pareo.core.text.errors import BadInput, NotFound, Refused

BY_HAND = PairingMethod(
    id="manual",
    title="By hand",
    sentence="The draft is empty: pair the players yourself.",
    described="by hand",
    pair=None,
    checker="",
)
MANUAL = BY_HAND.id

METHODS: dict[str, PairingMethod] = {
    method.id: method for method in (RANDOM, FISE, DUTCH, USCF, KING, BY_HAND, BERGER, RUTSCH)
}


def find_method(method_id: str) -> PairingMethod:
    """The method of that id, or BadInput with the ids there are."""
    try:
        return METHODS[method_id]
    except KeyError:
        raise BadInput(
            "method-unknown",
            "There is no pairing method “{method}”. Choose one of: {known}.",
            method=method_id[:40],
            known=", ".join(METHODS),
        ) from None


def swiss_methods() -> tuple[str, ...]:
    """What Swiss rounds can be paired by."""
    return tuple(method.id for method in METHODS.values() if not method.robin)


def robin_methods() -> tuple[str, ...]:
    """The tables that a round robin can follow."""
    return tuple(method.id for method in METHODS.values() if method.robin)


def pair(pairing_input: PairingInput) -> PairingResult:
    """Pairs a round by the method, and under the version of its objective, that the input names."""
    method = METHODS.get(pairing_input.system)
    if method is None or method.pair is None:
        raise NotFound(
            "no-system",
            "There is no pairing system “{system}”. Choose one of: {known}.",
            system=pairing_input.system,
            known=", ".join(method.id for method in METHODS.values() if method.pair is not None),
        )
    if pairing_input.objective not in method.objectives:
        raise Refused(
            "objective-unknown",
            "This round was paired under version {version} of the pairing objective, which this program does not know. "
            "Install a newer version of Pareo.",
            version=pairing_input.objective,
        )
    return method.pair(pairing_input)


def reason_sentences() -> dict[str, str]:
    """The sentence of every reason a round can give (SP-13); what methods share is said in the first one's words."""
    texts: dict[str, str] = {}
    for method in reversed(METHODS.values()):
        texts |= method.reasons
    return {**texts, **OF_EVERY_ROUND}
