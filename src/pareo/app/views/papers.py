"""Papers of an event as plain text: announcement, slips, cards, score sheets, bracket, seating; and the rating view."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from pareo.app.desk import Desk, Event
from pareo.app.event.advice import pod_advice, shapes
from pareo.app.lists.views import initiative, squad_total
from pareo.core.pairing.bracket import bracket_view
from pareo.core.pairing.chance import Chance
from pareo.core.pairing.drafting import bracket_rounds
from pareo.core.pairing.methods import first_has
from pareo.core.papers.bracket import bracket_text
from pareo.core.papers.cards import Card, CardLine, ScoreLine, ScoreSheet, card_text, score_sheet_text
from pareo.core.papers.slips import Side, Slip, identification, slip_text
from pareo.core.papers.slips import seating as seats_of
from pareo.core.rules.announcement import EventFacts, PodFacts, announcement
from pareo.core.rules.sections import swiss_rounds_with_sections
from pareo.core.standings.ledger import Line
from pareo.core.standings.records import finished_rounds, lines_of, points_of, swiss_rounds
from pareo.core.state.model import Match, Pod, Round
from pareo.core.state.outcome import Outcome
from pareo.core.state.tournament import ELIMINATION, Tournament
from pareo.core.words.errors import Refused
from pareo.locale import announce_text, phrases


def announce(desk: Desk, slug: str, lang: str | None = None) -> str:
    """The sheet the organiser reads out before round 1 (P-ANN-1, X-25)."""
    t = desk.open(slug).state
    lang = lang or str(t.settings.get("language") or "en")
    facts = EventFacts(
        name=t.name,
        date=str(t.settings.get("date") or ""),
        style=t.style,
        pods=tuple(_pod_facts(t, divisions, members, name) for name, divisions, members in _announced(t)),
        prizes=t.number("prizes"),
        third_place=value if isinstance(value := t.settings.get("third_place"), bool) else None,
        judge=str(t.settings.get("judge") or ""),
        organiser=str(t.settings.get("organiser") or ""),
        second_organiser=str(t.settings.get("second_organiser") or ""),
        slips=str(t.settings.get("slips") or ""),
        round_minutes=t.number("round_minutes") or 0,
        tables=str(t.settings.get("tables_note") or ""),
        championship_points=t.flag("championship_points"),
        sanctioned=t.style in t.ruleset.styles,
    )
    return announce_text(announcement(t.ruleset, facts), lang, phrases(lang)["announcement"])


def _announced(t: Tournament) -> list[tuple[str, tuple[str, ...], tuple[int, ...]]]:
    """Pods as they formed (sections of a division together), or as they would form."""
    roots = list(t.root_pods())
    if not roots:
        return [(s.id, s.divisions, s.members) for s in shapes(t)]
    merged: dict[str, tuple[str, tuple[str, ...], tuple[int, ...]]] = {}
    for p in roots:
        name = p.id.rsplit("-", 1)[0] if p.section else p.id
        members = (*(merged[name][2] if name in merged else ()), *p.members)
        merged[name] = (name, p.divisions, members)
    return list(merged.values())


def _pod_facts(t: Tournament, divisions: tuple[str, ...], members: tuple[int, ...], name: str) -> PodFacts:
    advice = pod_advice(t, divisions, members)
    sections = t.number("sections", name) or 1
    cut = t.number("cut", name)
    return PodFacts(
        players=len(members),
        rounds=t.number("rounds", name) or swiss_rounds_with_sections(advice.rounds, sections),
        divisions=divisions,
        day2_rounds=t.number("day2_rounds", name) or advice.day2_rounds,
        cut=cut if cut is not None else advice.cut,
        division_cuts=tuple((d, t.number("cut", d) or c) for d, c in advice.division_cuts) if cut is None else (),
        sections=sections,
    )


# --- slips ----------------------------------------------------------------------------------------------------------


def slips(desk: Desk, slug: str, *, round_no: int | None = None, pod: str | None = None) -> list[str]:
    """One slip per match of a round (default: each pod's last), by table (P-RUN-2)."""
    event = desk.open(slug)
    found: list[tuple[int, str]] = []
    for p, r in _rounds(event.state, round_no, pod):
        records = records_before(event.state, p, r)
        found += [(m.table, slip_text(slip_of(event, p, r, m, records))) for m in r.matches.values()]
    return [text for _, text in sorted(found)]


def _rounds(t: Tournament, round_no: int | None, pod: str | None) -> list[tuple[Pod, Round]]:
    pods = [t.pod(pod)] if pod is not None else list(t.pods.values())
    rounds = [
        (p, r)
        for p in pods
        if (r := p.rounds.get(round_no) if round_no is not None else (None if p.closed else p.last_round)) is not None
    ]
    if not rounds:
        raise Refused("nothing-paired-yet", "There is no such round yet: pair it first.")
    return rounds


def records_before(t: Tournament, p: Pod, r: Round, shown: Callable[[float], str] = str) -> dict[int, str]:
    """Everybody's record before the round: wins-losses-ties, or points (as `shown`) where scores decide."""
    before = [x for x in swiss_rounds(t, p) if x.number < r.number]
    if t.ruleset.results.kind != "outcome":
        return {no: shown(t.ruleset.show_points(value)) for no, value in points_of(t, before).items()}
    records: dict[int, str] = {}
    for no, lines in lines_of(t.ruleset, before).items():
        wins = sum(line.outcome.won for line in lines)
        ties = sum(line.outcome is Outcome.DRAW for line in lines)
        records[no] = f"{wins}-{len(lines) - wins - ties}-{ties}"
    return records


def slip_of(event: Event, p: Pod, r: Round, m: Match, records: Mapping[int, str]) -> Slip:
    """What the slip of a match says."""
    t = event.state
    a, b = (_side(event, no, records) for no in (m.a, m.b))
    chance = Chance(event.secret, f"numbers/{p.id}/{r.number}/{m.table}")
    kind = t.ruleset.results.kind
    first = first_has(t, p, r)
    return Slip(
        event=t.name,
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
        numbers=identification(a.faction, b.faction, chance),
    )


def _side(event: Event, no: int, records: Mapping[int, str]) -> Side:
    e = event.state.entrants[no]
    return Side(event.name(no), e.start_no or e.no, records.get(no, ""), e.faction, squad_total(event, no))


# --- cards, score sheets, bracket, seating --------------------------------------------------------------------------


def cards(desk: Desk, slug: str) -> list[str]:
    """A tournament card per player as plain text (S-14)."""
    event = desk.open(slug)
    return [card_text(card) for p in event.state.root_pods() for card in player_cards(event, p)]


def player_cards(event: Event, pod: Pod) -> list[Card]:
    """The cards of a pod's players by number, filled in as far as played."""
    t = event.state
    rounds = finished_rounds(pod)
    points, lines = points_of(t, rounds), lines_of(t.ruleset, rounds)
    return [
        Card(
            club=str(t.settings.get("club") or t.entrants[no].club),
            tournament_no=str(t.settings.get("number") or ""),
            date=str(t.settings.get("date") or ""),
            name=event.name(no),
            number=t.entrants[no].start_no or no,
            rounds=pod.planned,
            lines=tuple(_card_line(t, line, points) for line in lines.get(no, ())),
            unit=t.ruleset.unit,
        )
        for no in sorted(pod.members, key=lambda n: t.entrants[n].start_no or n)
    ]


def _card_line(t: Tournament, line: Line, points: Mapping[int, int]) -> CardLine:
    if line.opponent is None:
        return CardLine(line.round_no, None, None, line.points)
    return CardLine(
        line.round_no,
        t.entrants[line.opponent].start_no or line.opponent,
        line.started if line.outcome.played else None,
        line.points,
        line.score,
        points[line.opponent],
        line.outcome is Outcome.WIN,
    )


def score_sheets(desk: Desk, slug: str) -> list[str]:
    """A score sheet per entrant with the margin of victory of each round (X-26)."""
    event = desk.open(slug)
    t = event.state
    texts: list[str] = []
    for p in t.root_pods():
        lines = lines_of(t.ruleset, finished_rounds(p))
        for no in p.members:
            own = tuple(
                ScoreLine(
                    line.round_no,
                    event.name(line.opponent) if line.opponent is not None else "",
                    line.score,
                    line.against,
                    line.points,
                    line.margin,
                )
                for line in lines.get(no, ())
            )
            texts.append(score_sheet_text(ScoreSheet(t.name, event.name(no), no, p.planned, own)))
    return texts


def bracket_sheet(desk: Desk, slug: str, pod: str | None = None) -> str:
    """The bracket of an elimination as a sheet of text (P-SE-8)."""
    event = desk.open(slug)
    t = event.state
    pods = [p for p in t.pods.values() if p.phase in ELIMINATION and (pod is None or p.id == pod)]
    if not pods:
        raise Refused("no-bracket", "There is no elimination yet: advance to the cut first.")
    sheets = []
    for p in pods:
        view = bracket_view(p.members, bracket_rounds(p), third_place=p.third_place)
        sheets.append(f"{p.id}\n\n" + bracket_text(view, {no: event.name(no) for no in p.members}))
    return "\n".join(sheets)


def seating(desk: Desk, slug: str, round_no: int | None = None) -> list[dict[str, Any]]:
    """Where everybody sits, by number (X-24)."""
    event = desk.open(slug)
    rows: list[dict[str, Any]] = []
    for p, r in _rounds(event.state, round_no, None):
        seats = seats_of(((m.table, m.a, m.b) for m in r.matches.values()), (s.no for s in r.sitting))
        rows += [
            {"round": r.number, "pod": p.id, "no": s.number, "player": event.id(s.number),
             "name": event.name(s.number), "table": s.table, "side": s.side}
            for s in seats
        ]
    return sorted(rows, key=lambda row: row["no"])
