"""A strategy for events of other programs, and a FIDE report."""

from __future__ import annotations

from hypothesis import strategies as st

from pareo.core.model.entities import Drop, Status
from pareo.core.model.outcome import Outcome, Result
from pareo.formats.exchange.event import (
    ForeignEvent,
    ForeignMatch,
    ForeignPlayer,
    ForeignPod,
    ForeignRound,
    ForeignSitting,
)


def player(no, name, *cells, sex="", title="", rating="", fed="", fide="", born="", points="", rank=""):
    """A line by FIDE's columns: 5-8, 10, 11-13, 15-47, 49-52, 54-56, 58-68, 70-79, 81-84, 86-89, then 92 and so on."""
    fixed = f"001 {no:4d} {sex:1}{title:>3} {name:33} {rating:>4} {fed:3} {fide:>11} {born:10} {points:>4} {rank:>4}  "
    assert len(fixed) == 91
    return fixed + "  ".join(f"{cell:8}" for cell in cells)


REPORT = "\r".join(
    [
        "012 Torneo de la Villa",
        "022 Villa Clara",
        "042 2026/05/01",
        "052 2026/05/03",
        "102 Rita Roble",
        "112 Sara Sauce",
        "XXR 5",
        player(
            1,
            "Abril, Ana",
            "   4 w 1",
            "   2 b 1",
            sex="m",
            title="IM",
            rating=2100,
            fed="ESP",
            fide="4123456",
            born="2001/03/04",
            points="2.0",
            rank=1,
        ),
        player(
            2, "Brasa, Bruno", "   3 b 1", "   1 w 0", sex="w", rating=1900, fed="ITA", born="1999/00/00", points="1.0"
        ),
        player(3, "Cedro", "   2 w 0", "0000 - H", points="0.5", rank=4),
        player(4, "Duna, Dario", "   1 b 0", "0000 - U", rating=1500, points="1.0"),
        player(5, "Estero, Elsa", "0000 - Z", rating=1400, points="0.0"),
        "XXA    1  1.0  1.0",
        "XXA    2  1.0  1.0",
        "XXP    3    5",
        "XXC white1",
        "",
    ]
).encode()

WORD = st.text(alphabet="abcdeñóüß", min_size=1, max_size=9).map(str.capitalize)

DECIDED = st.sampled_from(
    [
        Result(Outcome.WIN, Outcome.LOSS),
        Result(Outcome.LOSS, Outcome.WIN),
        Result(Outcome.DRAW, Outcome.DRAW),
        Result(Outcome.LOSS, Outcome.LOSS),
        Result(Outcome.FORFEIT_WIN, Outcome.FORFEIT_LOSS),
        Result(Outcome.FORFEIT_LOSS, Outcome.FORFEIT_WIN),
        Result(Outcome.FORFEIT_LOSS, Outcome.FORFEIT_LOSS),
    ]
)

SITS = st.sampled_from([Outcome.BYE, Outcome.EARNED_BYE, Outcome.REQUESTED_BYE, Outcome.LATE_LOSS, Outcome.ABSENT])

ACCELERATED = st.sampled_from(["1-2:1.0:2", "1-2:1.0:2 1-2:0.5:3-4", "1-1:0.5:2-3 2-2:1.0:1 2-2:1.5:2-3"])


@st.composite
def foreign_events(draw):
    count = draw(st.integers(1, 9))
    keys = [str(i) for i in range(1, count + 1)]
    done = draw(st.integers(0, 4))
    rounds = []
    for number in range(1, done + 1):
        order = draw(st.permutations(keys))
        order = order[: draw(st.integers(0, count))]
        pairs = draw(st.integers(0, len(order) // 2))
        last = number == done
        tables = draw(st.permutations(range(1, pairs + 4)))
        result = st.one_of(st.none(), DECIDED) if last else DECIDED
        matches = [ForeignMatch(order[2 * i], order[2 * i + 1], draw(result), tables[i]) for i in range(pairs)]
        matches.sort(key=lambda m: m.table)
        sittings = sorted((ForeignSitting(key, draw(SITS)) for key in order[2 * pairs :]), key=lambda s: int(s.key))
        open_ = any(m.result is None for m in matches)
        status = Status.STARTED if open_ else Status.FINISHED
        rounds.append(ForeignRound(number, tuple(matches), tuple(sittings), status))
    while rounds and not rounds[-1].matches and not rounds[-1].sittings:
        rounds.pop()
    people = tuple(
        ForeignPlayer(
            key,
            first=draw(st.one_of(st.just(""), WORD)),
            last=draw(WORD),
            id=draw(st.sampled_from(["", f"70{key}"])),
            birth_year=draw(st.one_of(st.none(), st.integers(1900, 2020))),
            federation=draw(st.sampled_from(["", "ESP"])),
            rating=draw(st.one_of(st.none(), st.integers(1, 3000))),
            start_no=int(key),
            byes=draw(st.integers(0, 2)),
            absent=frozenset(draw(st.sets(st.integers(len(rounds) + 1, 9), max_size=2))),
            late_from=draw(st.integers(0, 3)),
            drop=draw(
                st.one_of(
                    st.none(), st.builds(Drop, st.integers(0, 4), st.sampled_from(["drop", "disqualified", "no-show"]))
                )
            ),
        )
        for key in keys
    )
    settings = {"rounds": draw(st.integers(1, 9))} if draw(st.booleans()) else {}
    if draw(st.booleans()) and count > 2:
        settings |= {"acceleration": draw(ACCELERATED), "forbidden": [[1, 2]]}
    planned = max(settings.get("rounds", 0), len(rounds))
    pods = (ForeignPod("main", tuple(keys), planned=planned, rounds=tuple(rounds)),) if rounds else ()
    return ForeignEvent(draw(WORD), draw(st.sampled_from(["swiss", "scrabble-fise"])), people, pods, settings)
