"""What players reported themselves, and where their reports differ."""

from __future__ import annotations

from pareo.app.base.context import LoadedTournament
from pareo.app.wording.round_words import result_code
from pareo.core.model.entities import Match
from pareo.core.results.result_text import format_result
from pareo.core.tournament.tournament import Tournament


def disputed_tables(event: LoadedTournament) -> list[tuple[int, int]]:
    """(round, table) where the two players' reports differ or came from one device, and none is entered."""
    return sorted(at for at in event.state.floor.claims if is_disputed(event, *at))


def is_disputed(event: LoadedTournament, number: int, table: int) -> bool:
    """Did the two players of a table report different results, or both from one device, and none is entered?"""
    claims = event.state.floor.claims.get((number, table), {})
    if len(claims) != 2 or (len(set(claims.values())) != 2 and not from_one_device(event.state, number, *claims)):
        return False
    rounds = (pod.rounds[number] for pod in event.state.pods.values() if number in pod.rounds)
    return any(table in r.matches and r.matches[table].result is None for r in rounds)


def from_one_device(t: Tournament, number: int, a: int, b: int) -> bool:
    """Did the same device report for both players? Then it is one person's word (U-3)."""
    devices = t.floor.claim_devices
    return bool(devices.get((number, a))) and devices.get((number, a)) == devices.get((number, b))


def claims_at(event: LoadedTournament, round_no: int, match: Match) -> list[tuple[str, str, str]]:
    """What the players themselves reported: name, result as written, verdict."""
    claims = event.state.floor.claims.get((round_no, match.table), {})
    rows = []
    for no, result in claims.items():
        if no in (match.a, match.b):
            rows.append((event.name(no), format_result(result, event.state.ruleset.results), result_code(result)))
    return rows
