"""Match slips as values (P-RUN-2): what stands on the slip of a match, whatever it is printed with."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from pareo.app.base.context import LoadedTournament
from pareo.app.papers.slips import Side, Slip, Which, identification
from pareo.app.queries.lists.views import initiative
from pareo.core.model.entities import Match, Pod, Round
from pareo.core.model.outcome import Outcome
from pareo.core.model.random_source import SeededRandom
from pareo.core.results.games_text import match_format_of
from pareo.core.tournament.pairing_methods import first_player_role
from pareo.core.tournament.records import lines_of, points_of, swiss_rounds
from pareo.core.tournament.tournament import ELIMINATION, Tournament


def records_before(t: Tournament, p: Pod, r: Round, format_points: Callable[[float], str] = str) -> dict[int, str]:
    """Everybody's record before the round: wins-losses-ties, or points (as `shown`) where scores decide."""
    before = [x for x in swiss_rounds(t, p) if x.number < r.number]
    if t.ruleset.results.kind != "outcome":
        return {no: format_points(t.ruleset.show_points(value)) for no, value in points_of(t, before).items()}
    records: dict[int, str] = {}
    for no, lines in lines_of(t.ruleset, before).items():
        wins = sum(line.outcome.won for line in lines)
        ties = sum(line.outcome is Outcome.DRAW for line in lines)
        records[no] = f"{wins}-{len(lines) - wins - ties}-{ties}"
    return records


def slip_of(event: LoadedTournament, p: Pod, r: Round, m: Match, records: Mapping[int, str]) -> Slip:
    """What the slip of a match says."""
    t = event.state
    a, b = (_side(event, no, records) for no in (m.a, m.b))
    chance = SeededRandom(event.secret, f"numbers/{p.id}/{r.number}/{m.table}")
    kind = t.ruleset.results.kind
    first = first_player_role(t, p, r)
    return Slip(
        round_no=r.number,
        table=m.table,
        a=a,
        b=b,
        kind="squads" if kind == "squads" else "scores" if kind == "scores" else "outcome",
        draws=t.ruleset.results.draws,
        starts=bool(first),
        colours=first == "white",
        elimination=p.phase in ELIMINATION,
        chooser=initiative(event, p, r, m),
        games=match_format_of(t.result_rules(p, r.number), elimination=p.phase in ELIMINATION).games,
        higher=higher_seed(t, p, m),
        numbers=identification(a.faction, b.faction, chance),
    )


def higher_seed(t: Tournament, p: Pod, m: Match) -> Which | None:
    """Which side of a match of the bracket has the higher seed, where that side chooses (PN-MAT-8); None elsewhere."""
    if p.phase not in ELIMINATION or not t.ruleset.elimination.seed_chooses:
        return None
    return "a" if p.members.index(m.a) < p.members.index(m.b) else "b"


def _side(event: LoadedTournament, no: int, records: Mapping[int, str]) -> Side:
    e = event.state.entrants[no]
    return Side(event.name(no), e.start_no or e.no, records.get(no, ""), e.faction, event.state.squad_total(no))
