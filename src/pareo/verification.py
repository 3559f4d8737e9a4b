"""`pareo.verify`: the front door to the independent checker of rounds. It loads the core only."""

from __future__ import annotations

from pareo.core.model.pairing_contract import PairingInput, PairingResult
from pareo.core.pairing.registry import find_method
from pareo.core.verify.round import Verdict, verify_round


def verify(pairing_input: PairingInput, result: PairingResult) -> Verdict:
    """A round held against what it was drawn from, by code that the pairing does not share.

    >>> from pareo import pair
    >>> from pareo.core.model.pairing_contract import Candidate
    >>> given = PairingInput(tuple(Candidate(no, points=0) for no in range(1, 6)), met={}, seed="2026")
    >>> verdict = verify(given, pair(given))
    >>> verdict.ok, verdict.proved, verdict.method
    (True, True, 'bound')
    """
    pairs = [(match.a, match.b) for match in result.matches]
    checker = find_method(pairing_input.system).checker
    if checker == "dutch":
        from pareo.core.verify.dutch import verify_dutch  # noqa: PLC0415  ten modules that other systems do not need

        return verify_dutch(pairing_input, pairs, result.bye)
    return verify_round(pairing_input, pairs, result.bye, certificate=result.certificate or None, rule=checker)
