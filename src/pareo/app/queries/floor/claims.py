"""What players reported themselves, and where their reports differ."""

from __future__ import annotations

from pareo.app.base.context import LoadedTournament
from pareo.app.wording.round_words import result_code
from pareo.core.model.entities import Match
from pareo.core.results.result_text import format_result


def disputed_tables(event: LoadedTournament) -> list[tuple[int, int]]:
    """(round, table) where the two players reported different results and none is entered."""
    return sorted(at for at in event.state.floor.claims if is_disputed(event, *at))


def is_disputed(event: LoadedTournament, number: int, table: int) -> bool:
    """Did the two players of a table report different results, and none is entered?"""
    claims = event.state.floor.claims.get((number, table), {})
    if len(claims) != 2 or len(set(claims.values())) != 2:
        return False
    rounds = (pod.rounds[number] for pod in event.state.pods.values() if number in pod.rounds)
    return any(table in r.matches and r.matches[table].result is None for r in rounds)


def claims_at(event: LoadedTournament, round_no: int, match: Match) -> list[tuple[str, str, str]]:
    """What the players themselves reported: name, result as written, verdict."""
    claims = event.state.floor.claims.get((round_no, match.table), {})
    rows = []
    for no, result in claims.items():
        if no in (match.a, match.b):
            rows.append((event.name(no), format_result(result, event.state.ruleset.results), result_code(result)))
    return rows
