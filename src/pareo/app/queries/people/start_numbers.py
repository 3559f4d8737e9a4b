"""The numbers of the starting list (S-7): by hand, by the organiser's own order, or as the document says.

Numbers are given when round 1 is paired and stay for the whole tournament. One that was set by hand is its player's;
the others take the free ones in order.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import count

from pareo.app.base.context import LoadedTournament, Person
from pareo.app.queries.people.player_order import own_order
from pareo.core.model.entities import Entrant
from pareo.core.model.player_fields import TITLES, title_rank
from pareo.core.pairing.acceleration import VirtualPoints, acceleration_number
from pareo.core.settings.chess import TOURNAMENT_RATING
from pareo.core.settings.pairing import ACCELERATION, FIRST_NUMBER, NUMBERED_BY, NUMBERING, UNRATED
from pareo.core.text.alphabet import alphabetical
from pareo.core.text.errors import BadInput, Refused
from pareo.core.text.messages import Note, note
from pareo.core.tournament.rating_in import rating_in
from pareo.core.tournament.tournament import Tournament

BY_RATING = ("rating", "titles", "local")  # of `numbering` in a ruleset


def start_numbers(event: LoadedTournament) -> list[tuple[int, int]]:
    """(entrant, start number) as round 1 gives them.

    Where the ruleset numbers by entry nobody gets a number, unless the list shall begin with another one (SP-10), or
    somebody has one set by hand. TOM shuffles the list once, when round 1 is paired: from then on it is the last
    tie-break.
    """
    t = event.state
    first = t.setting(FIRST_NUMBER) or 1
    by_hand = {no: e.own_no for no, e in t.entrants.items() if e.own_no}
    order = own_order(event)
    if order is None and t.ruleset.swiss.numbering in BY_RATING:
        order = _by_rating(event)
    if order is None and t.ruleset.swiss.numbering == "shuffled":
        drawn = event.lots("list")
        order = sorted(t.entrants, key=lambda no: (drawn[no], no))
    if order is None:
        if first == 1 and not by_hand:
            return []
        order = sorted(t.entrants)
    taken = set(by_hand.values())
    free = (number for number in count(first) if number not in taken)
    return [(no, by_hand.get(no) or next(free)) for no in order]


def _by_rating(event: LoadedTournament) -> list[int]:
    """S-7: by rating (chess: else by the estimate), ties by title (chess) and surname; unrated last (`unrated`)."""
    t = event.state
    sort_key = place_by_rating(event)
    return [e.no for e in sorted(t.entrants.values(), key=lambda e: sort_key(e, event.person(e)))]


Place = tuple[bool, int, int, int, int, str, str, int]


def place_by_rating(event: LoadedTournament) -> Callable[[Entrant, Person], Place]:
    """Where somebody stands in a list by rating, from the entrant and the personal data."""
    t = event.state
    by_lot = t.setting(UNRATED) == "lot"
    by_average = t.setting(UNRATED) != "surname"
    lots: Mapping[int, int] = event.lots("numbering") if by_lot else {}
    which = numbering_rating(t)
    titled = t.ruleset.swiss.numbering == "titles"

    def place(e: Entrant, person: Person) -> Place:
        rating = rating_in(t, e) if t.setting(TOURNAMENT_RATING) else getattr(e, which)
        rating = e.estimate if rating is None and titled else rating  # C.04.2, 2.1: else estimated by the arbiter
        unrated = rating is None
        average = -(e.average or 0) if unrated and by_average else 0
        lot = lots.get(e.no, 0) if unrated else 0
        surname = alphabetical(e.team or str(person.get("last") or person.get("first") or ""))
        title = min(title_rank(str(person.get("title") or "")), len(TITLES)) if titled else 0
        first = alphabetical(str(person.get("first") or ""))
        return unrated, -(rating or 0), title, average, lot, surname, first, e.no

    return place


def first_number(t: Tournament) -> int:
    """The number that the list begins with."""
    return t.setting(FIRST_NUMBER) or 1


def order_of(t: Tournament) -> str:
    """The organiser's own order of the list, as a text; empty: as the document says."""
    return t.setting(NUMBERING) or ""


def numbering_rating(t: Tournament) -> str:
    """The field whose rating numbers the players: as set; else the local list in the rulesets that say so.

    Choice: where fewer players have a local rating than another one, the other one numbers them.
    """
    if chosen := t.setting(NUMBERED_BY):
        return chosen
    first, local = _count_rated(t)
    return "rating2" if t.ruleset.swiss.numbering == "local" and 0 < local >= first else "rating"


def _count_rated(t: Tournament) -> tuple[int, int]:
    """How many have a rating on the first list, and on the second."""
    everybody = t.entrants.values()
    return sum(e.rating is not None for e in everybody), sum(e.rating2 is not None for e in everybody)


def numbering_notes(t: Tournament) -> list[Note]:
    """Which of two ratings numbers the players, where both lists are there."""
    own_order = t.setting(NUMBERING)
    if t.ruleset.swiss.numbering not in BY_RATING or own_order or not all(_count_rated(t)):
        return []
    if numbering_rating(t) == "rating2":
        return [
            note(
                "numbered-second",
                "The starting list goes by the second (local) rating; numbered_by=rating takes the first.",
            )
        ]
    return [
        note(
            "numbered-first",
            "The starting list goes by the first (international) rating; numbered_by=rating2 takes the second.",
        )
    ]


def acceleration_notes(event: LoadedTournament) -> list[Note]:
    """Groups of acceleration that match nobody: they speak of other numbers than those in use (SP-3, SP-10)."""
    t = event.state
    texts = {t.setting(ACCELERATION), *(ACCELERATION.of(own) for own in t.pod_settings.values())} - {None, ""}
    if not texts or not t.entrants:
        return []
    numbers = {} if t.pods else dict(start_numbers(event))
    used = {numbers.get(no) or acceleration_number(e) for no, e in t.entrants.items()}
    groups = {g.numbers: g for text in sorted(filter(None, texts)) for g in VirtualPoints.read(text, t.ruleset.unit)}
    return [
        note(
            "acceleration-nobody",
            "The acceleration of numbers {group} matches no player: the numbers in use are {low} to {high}.",
            group=name,
            low=min(used),
            high=max(used),
        )
        for name, group in groups.items()
        if not any(group.low <= number <= group.high for number in used)
    ]


# --- by hand ----------------------------------------------------------------------------------------------------------


def check_own_number(event: LoadedTournament, no: int | None, number: int | None, where: str = "") -> None:
    """A number set by hand is nobody else's, and is set before round 1 starts."""
    t = event.state
    if number is None and (no is None or t.entrants[no].own_no is None):
        return
    if t.started and no is not None:
        raise Refused("number-stays", "Start numbers stay for the whole tournament, and it has started.")
    for other, e in t.entrants.items():
        if number is not None and other != no and (e.own_no == number or (t.started and e.start_no == number)):
            raise BadInput(
                "number-taken",
                "{where}start number {number} is {name}'s.",
                where=where,
                number=number,
                name=event.name(other),
            )
