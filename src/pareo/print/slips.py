"""Match slips (P-RUN-2): several to a page with cut marks, in the order of the pile.

A page with k slips of n pages carries slips i, i + n, i + 2n …: after the pile is cut, the k piles put on one another
lie in table order. X-Wing slips have room for squad totals, who chooses initiative, points destroyed and how the game
ended (X-11, X-19, X-28); Scrabble slips for both scores, and they say who starts (S-5, S-13).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pareo.app.desk import Desk, Event
from pareo.app.list_views import initiative, squad_total
from pareo.app.public_views import label_of
from pareo.core.accounts import lines_of, points_of, swiss_rounds
from pareo.core.chance import Chance
from pareo.core.model import Match, Pod, Round, Status
from pareo.core.outcome import Outcome
from pareo.core.papers import Side, Slip, identification
from pareo.core.tournament import ELIMINATION, Tournament
from pareo.print.document import Part, Wish, figure, pod_words, shown, words
from pareo.print.pairings import rounds_of

PER_PAGE = {"outcome": 5, "scores": 4, "squads": 3}


def slips(desk: Desk, slug: str, wish: Wish) -> list[Part]:
    """The slips of a round, one per match, by table."""
    event = desk.open(slug)
    t = event.state
    found: list[tuple[int, dict[str, object]]] = []
    draft = False
    for p, r in rounds_of(t, wish.round_no, wish.pod):
        draft = draft or r.status is Status.DRAFTED
        records = _records(t, p, r, wish.lang)
        group = pod_words(label_of(t, p), wish.lang)
        found += [(m.table, _printed(slip_of(event, p, r, m, records), group, wish.lang)) for m in r.matches.values()]
    ordered = [slip for _, slip in sorted(found, key=lambda pair: pair[0])]
    per_page = PER_PAGE[t.ruleset.results.kind]
    return [{"part": "slips", "kind": t.ruleset.results.kind, "per_page": per_page, "draft": draft,
             "pages": piled(ordered, per_page)}]


def piled(slips: Sequence[dict[str, object]], per_page: int) -> list[list[dict[str, object]]]:
    """Pages of slips such that cutting the pile leaves every pile, and the piles one after another, in order."""
    pages = -(-len(slips) // per_page)
    return [list(slips[page::pages]) for page in range(pages)]


def slip_of(event: Event, p: Pod, r: Round, m: Match, records: Mapping[int, str]) -> Slip:
    t = event.state
    a, b = (_side(event, no, records) for no in (m.a, m.b))
    kind = t.ruleset.results.kind
    lot = Chance(event.secret, f"numbers/{p.id}/{r.number}/{m.table}")
    return Slip(
        t.name, r.number, m.table, a, b,
        kind="squads" if kind == "squads" else "scores" if kind == "scores" else "outcome",
        draws=t.ruleset.results.draws,
        starts=t.ruleset.swiss.starts,
        elimination=p.phase in ELIMINATION,
        chooser=initiative(event, p, r, m),
        numbers=identification(a.faction, b.faction, lot),
    )


def _side(event: Event, no: int, records: Mapping[int, str]) -> Side:
    e = event.state.entrants[no]
    return Side(event.name(no), e.start_no or e.no, records.get(no, ""), e.faction, squad_total(event, no))


def _records(t: Tournament, p: Pod, r: Round, lang: str) -> dict[int, str]:
    """Everybody's record before the round: wins-losses-ties, or points where scores decide."""
    before = [x for x in swiss_rounds(t, p) if x.number < r.number]
    if t.ruleset.results.kind != "outcome":
        return {no: figure(t.ruleset.show_points(value), lang) for no, value in points_of(t, before).items()}
    records: dict[int, str] = {}
    for no, lines in lines_of(t.ruleset, before).items():
        wins = sum(line.outcome.won for line in lines)
        ties = sum(line.outcome is Outcome.DRAW for line in lines)
        records[no] = f"{wins}-{len(lines) - wins - ties}-{ties}"
    return records


def _printed(slip: Slip, group: str, lang: str) -> dict[str, object]:
    said = words(lang)
    return {
        "round": said["round"].format(number=slip.round_no),
        "table": str(slip.table),
        "group": group,
        "a": _printed_side(slip, "a"),
        "b": _printed_side(slip, "b"),
        "starts": said["starts"] if slip.starts else "",
        "draw": slip.draws and not slip.elimination,
        "elimination": slip.elimination,
        "numbers": [said[colour] for colour in slip.numbers] if slip.numbers else [],
        "chooser": slip.chooser or "",
    }


def _printed_side(slip: Slip, which: str) -> dict[str, str]:
    side = slip.a if which == "a" else slip.b
    return {
        "name": shown(side.name),
        "number": "" if side.number is None else str(side.number),
        "record": side.record,
        "faction": shown(side.faction),
        "squad": "" if side.squad_total is None else str(side.squad_total),
    }
