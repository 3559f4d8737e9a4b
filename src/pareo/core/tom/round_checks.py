"""What is looked at before a round of TOM is shown to everybody (BT-PUB-3). TOM decides; people are warned."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator

from pareo.core.model.entities import Phase, Pod, Round
from pareo.core.model.outcome import Outcome
from pareo.core.text.messages import Note, note
from pareo.core.tournament.tournament import Tournament

NameOf = Callable[[int], str]


def round_problems(t: Tournament, p: Pod, r: Round, name_of: NameOf = str) -> list[Note]:
    """What is unusual in a round of TOM, as notes. `name_of` gives the name of an entrant."""
    return [
        *_rematches(t, p, r, name_of),
        *_second_byes(t, p, r, name_of),
        *_paired_after_drop(t, r, name_of),
        *_duplicates(t, r, name_of),
    ]


def _earlier_rounds(t: Tournament, p: Pod, r: Round) -> Iterator[Round]:
    for pod in t.chain(p):
        yield from (earlier for number, earlier in pod.rounds.items() if number < r.number)


def _rematches(t: Tournament, p: Pod, r: Round, name_of: NameOf) -> Iterator[Note]:
    if p.phase in (Phase.CUT, Phase.ELIMINATION):
        return
    met = {frozenset((m.a, m.b)) for earlier in _earlier_rounds(t, p, r) for m in earlier.matches.values()}
    for m in r.matches.values():
        if frozenset((m.a, m.b)) in met:
            yield note(
                "tom-rematch",
                "Table {table}: {a} and {b} have met before.",
                table=m.table,
                a=name_of(m.a),
                b=name_of(m.b),
            )


def _second_byes(t: Tournament, p: Pod, r: Round, name_of: NameOf) -> Iterator[Note]:
    had_bye = {s.no for earlier in _earlier_rounds(t, p, r) for s in earlier.sitting if s.outcome is Outcome.BYE}
    for s in r.sitting:
        if s.outcome is Outcome.BYE and s.no in had_bye:
            yield note("tom-second-bye", "{name} gets a second bye.", name=name_of(s.no))


def _paired_after_drop(t: Tournament, r: Round, name_of: NameOf) -> Iterator[Note]:
    for m in r.matches.values():
        for no in (m.a, m.b):
            drop = t.entrants[no].drop
            if drop is not None and drop.after < r.number:
                yield note(
                    "tom-gone-paired",
                    "Table {table}: {name} has dropped, but is paired.",
                    table=m.table,
                    name=name_of(no),
                )


def _duplicates(t: Tournament, r: Round, name_of: NameOf) -> Iterator[Note]:
    """Over all pods: a player, or a table, twice in the round."""
    rounds = [p.rounds[r.number] for p in t.pods.values() if r.number in p.rounds]
    seen = Counter(no for one in rounds for m in one.matches.values() for no in (m.a, m.b))
    for no, count in seen.items():
        if count > 1:
            yield note(
                "tom-twice",
                "{name} is in {count} matches of round {round}.",
                name=name_of(no),
                count=count,
                round=r.number,
            )
    for table, count in Counter(m.table for one in rounds for m in one.matches.values()).items():
        if count > 1:
            yield note(
                "tom-table-twice",
                "Table {table} is used {count} times in round {round}.",
                table=table,
                count=count,
                round=r.number,
            )
