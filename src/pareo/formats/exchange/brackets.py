"""The seeds of a bracket that another program drew, found from who met whom.

Our brackets are lists of seeds (`core.pairing.bracket`); files hold matches. `seeds_of` finds a list of seeds that
leads to exactly those matches: the order of the standings if that is one, else the bracket laid out so that better
players stand above. A bracket that no list of seeds leads to gives None.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from pareo.core.pairing.bracket import bracket_order, bracket_view, rounds_needed
from pareo.core.text.errors import PareoError

Decided = tuple[str, str, str | None]  # a, b, winner; None: open, or both lost


@dataclass(frozen=True, slots=True)
class _Part:
    """A piece of the sheet: one player or bye, or two pieces that meet."""

    players: tuple[str, ...]  # all in it, without byes
    byes: int
    best: int  # rank of the best player in it
    halves: tuple[_Part, _Part] | None = None


def entrants_of(rounds: Sequence[Sequence[Decided]], byes: Sequence[str] = ()) -> list[str]:
    """Everybody of the bracket, in the order of the sheet as far as the file shows it."""
    return list(dict.fromkeys([*(key for played in rounds for a, b, _ in played for key in (a, b)), *byes]))


def seeds_of(
    rounds: Sequence[Sequence[Decided]],
    ranking: Sequence[str],
    *,
    byes: Sequence[str] = (),
    third_place: bool = False,
) -> tuple[str, ...] | None:
    """The players in seed order. `ranking` is the order in which they should be seeded if the matches allow it.

    `byes` are those who went through the first round without a match.
    """
    entrants = entrants_of(rounds, byes)
    if len(entrants) < 2:
        return None
    place = {key: i for i, key in enumerate(dict.fromkeys([*ranking, *entrants]))}
    by_rank = tuple(sorted(entrants, key=place.__getitem__))
    if _leads_to(by_rank, rounds, third_place=third_place):
        return by_rank
    sheet = _sheet(rounds, entrants, place)
    laid_out = _laid_out(sheet, len(entrants)) if sheet is not None else None
    if laid_out is not None and _leads_to(laid_out, rounds, third_place=third_place):
        return laid_out
    return None


def _leads_to(seeds: Sequence[str], rounds: Sequence[Sequence[Decided]], *, third_place: bool) -> bool:
    """Does the bracket of these seeds have exactly these matches? Open matches must be there too."""
    number = {key: i for i, key in enumerate(seeds, 1)}
    if len(rounds) > rounds_needed(len(seeds)):
        return False
    numbered = [
        [(number[a], number[b], None if winner is None else number[winner]) for a, b, winner in played]
        for played in rounds
    ]
    try:
        bracket_view(list(number.values()), numbered, third_place=third_place)
    except PareoError:
        return False
    return True


def _sheet(
    rounds: Sequence[Sequence[Decided]], entrants: Sequence[str], place: Mapping[str, int]
) -> list[_Part] | None:
    """The pieces put together round by round, as far as was played; all are of the same size."""
    size = 1 << rounds_needed(len(entrants))
    parts = list(_first(rounds, entrants, place))
    if len(parts) != size // 2:
        return None
    for played in rounds[1:]:
        if len(parts) > 1:
            parts = _join_parts(parts, played)
    return parts


def _first(rounds: Sequence[Sequence[Decided]], entrants: Sequence[str], place: Mapping[str, int]) -> Iterator[_Part]:
    met: set[str] = set()
    for a, b, _ in rounds[0] if rounds else ():
        met |= {a, b}
        yield _meeting(_Part((a,), 0, place[a]), _Part((b,), 0, place[b]))
    for key in entrants:
        if key not in met:
            yield _meeting(_Part((key,), 0, place[key]), _Part((), 1, len(place)))


def _meeting(one: _Part, other: _Part) -> _Part:
    return _Part(one.players + other.players, one.byes + other.byes, min(one.best, other.best), (one, other))


def _join_parts(parts: Sequence[_Part], played: Sequence[Decided]) -> list[_Part]:
    """Pieces whose players met are one; those left over are put together two by two."""
    home = {key: i for i, part in enumerate(parts) for key in part.players}
    left = dict(enumerate(parts))
    joined: list[_Part] = []
    for a, b, _ in played:
        one, other = home[a], home[b]
        if one != other and one in left and other in left:  # not the match for third place
            joined.append(_meeting(left.pop(one), left.pop(other)))
    rest = list(left.values())
    joined += [_meeting(rest[i], rest[i + 1]) for i in range(0, len(rest) - 1, 2)]
    return joined + rest[len(rest) // 2 * 2 :]


def _laid_out(sheet: Sequence[_Part], entrants: int) -> tuple[str, ...] | None:
    """Seeds for the pieces: byes where the standard bracket has them, the better piece in the better place."""
    order = bracket_order(1 << rounds_needed(entrants))
    size = len(order) // len(sheet)
    blocks = sorted((order[i : i + size] for i in range(0, len(order), size)), key=min)
    left = sorted(sheet, key=lambda part: part.best)
    waiting: list[tuple[_Part, tuple[int, ...]]] = []
    for block in blocks:
        fitting = next((part for part in left if part.byes == _byes(block, entrants)), None)
        if fitting is None:
            return None
        left.remove(fitting)
        waiting.append((fitting, block))
    seeds: dict[int, str] = {}
    while waiting:
        part, places = waiting.pop()
        if part.byes != _byes(places, entrants):
            return None
        if part.halves is None:
            seeds.update(zip(places, part.players, strict=False))
            continue
        half = len(places) // 2
        if half == 0:
            return None
        top, bottom = sorted(part.halves, key=lambda p: p.best)
        if top.byes != _byes(places[:half], entrants):
            top, bottom = bottom, top
        waiting += [(top, places[:half]), (bottom, places[half:])]
    return tuple(seeds[place] for place in range(1, entrants + 1)) if len(seeds) == entrants else None


def _byes(places: Sequence[int], entrants: int) -> int:
    return sum(place > entrants for place in places)
