"""Pairing numbers that change after they were given: corrected lists, swaps, late entries (C.04.2, 2.3–2.5).

Rounds keep the numbers they were paired with: what each number was before is kept with the round up to which it held.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pareo.app.base.context import Context, JournalResult, LoadedTournament, Person
from pareo.app.base.fide_warnings import Warnings
from pareo.app.queries.people.start_numbers import first_number, order_of, place_by_rating, start_numbers
from pareo.core.journal.people_facts import Renumbered
from pareo.core.model.entities import Entrant
from pareo.core.text.errors import BadInput, Refused
from pareo.core.tournament.tournament import Tournament


def renumber(
    ctx: Context,
    slug: str,
    *,
    swap: Sequence[str] = (),
    confirmed: bool = False,
    word: str = "",
    client: str | None = None,
) -> JournalResult[Renumbered]:
    """Numbers as the list gives them today (a rating, a title or a name was wrong), or two players change numbers."""
    if done := ctx.find_repeat(slug, client):
        return done
    event = ctx.open(slug)
    t = event.state
    now = {no: e.start_no for no, e in t.entrants.items() if e.start_no}
    if not now:
        raise Refused("renumber-early", "Pairing numbers are assigned when round 1 is paired.")
    if swap:
        if len(swap) != 2:
            raise BadInput("renumber-two", "Choose 2 players to swap numbers, not {count}.", count=len(swap))
        a, b = (event.find(who) for who in swap)
        new = {a: now.get(b, 0), b: now.get(a, 0)}
    else:
        new = {no: number for no, number in start_numbers(event) if no in now}
    changes = {no: number for no, number in new.items() if number and number != now.get(no)}
    if not changes:
        raise Refused("renumber-same", "Everyone already has the right number.")
    warnings = Warnings(t, confirmed, word)
    changes_text = mapping_text(now, changes)
    warnings.add("renumber", changes=changes_text, remark=f"Exchange @ Round {t.latest_round}: {changes_text}")
    warnings.check_confirmed()
    fact = Renumbered(tuple(sorted(changes.items())), t.latest_round)
    return ctx.record(event, warnings.attach_to(fact), client=client, notes=warnings.notes)


def mapping_text(now: Mapping[int, int], changes: Mapping[int, int]) -> str:
    """“4→1 1→2”: old and new number of everybody who moves, by the old ones."""
    moved = sorted((now.get(no, 0), number) for no, number in changes.items())
    return " ".join(f"{old}→{new}" for old, new in moved)


def number_by_place(event: LoadedTournament, entrant: Entrant, person: Person) -> tuple[int, dict[int, int]]:
    """The number of a late entrant by place in the list, and the new numbers of those who move (C.04.2, 2.4).

    Those who are there keep their order, whatever has become of their ratings."""
    t = event.state
    numbered = sorted((e for e in t.entrants.values() if e.start_no), key=lambda e: e.start_no)
    key = place_by_rating(event)
    own = key(entrant, person)
    at = next((i for i, e in enumerate(numbered) if key(e, event.person(e)) > own), len(numbered))
    free = [e.start_no for e in numbered]
    number = free[at] if at < len(numbered) else (free[-1] if free else first_number(t) - 1) + 1
    moved: dict[int, int] = {}
    next_free = number
    for e in numbered[at:]:
        if e.start_no > next_free:  # a gap: nobody further moves
            break
        next_free = e.start_no + 1
        moved[e.no] = next_free
    return number, moved


def goes_by_place(t: Tournament) -> bool:
    """Does a late entrant get the number of their place? Where the rules say so and no other order was set."""
    return t.ruleset.swiss.numbering == "titles" and not order_of(t)


def renumbered_rows(t: Tournament) -> list[tuple[int, dict[int, int]]]:
    """(last round paired with them, entrant → number until then), for lists and reports."""
    return [(until, dict(before)) for until, before in t.renumbered]
