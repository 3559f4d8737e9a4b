"""Small and random ledgers, rules, and examples of tie-breaks."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from fractions import Fraction

from hypothesis import strategies as st

from pareo.core.model.outcome import Outcome
from pareo.core.model.ruleset import (
    AdviceRules,
    EliminationRules,
    LateRules,
    ResultRules,
    RoundRules,
    Ruleset,
    SourceDocument,
    SwissRules,
    TiebreakUse,
)
from pareo.core.results.result_text import margins, parse_result
from pareo.core.standings.player_records import Ledger, PlayerRecord, RoundRecord
from pareo.core.standings.standings import standings

WINS = (Outcome.WIN, Outcome.MODIFIED_WIN, Outcome.FORFEIT_WIN, Outcome.BYE, Outcome.EARNED_BYE)

POKEMON = {**dict.fromkeys(Outcome, 0), **dict.fromkeys(WINS, 3), Outcome.DRAW: 1}


def make_rules(
    *tiebreaks: str | TiebreakUse,
    points: Mapping[Outcome, int] = POKEMON,
    unit: int = 1,
    results: ResultRules | None = None,
    shared_places: bool = False,
) -> Ruleset:
    """A ruleset with what standings need, and nothing else said."""
    return Ruleset(
        id="test",
        title="Test",
        game="test",
        document=SourceDocument("Test", "2000-01-01", "en"),
        text="",
        styles=("swiss",),
        entrant="player",
        team_size=1,
        unit=unit,
        points=points,
        results=results or ResultRules("outcome"),
        swiss=SwissRules("random"),
        elimination=EliminationRules(),
        tiebreaks=tuple(TiebreakUse(use) if isinstance(use, str) else use for use in tiebreaks),
        shared_places=shared_places,
        divisions=None,
        late=LateRules(),
        correction_rounds=2,
        second_day=None,
        sections=None,
        advice=AdviceRules(),
        round=RoundRules(),
        rating=None,
        announce=(),
    )


def make_ledger(rules: Ruleset, rounds: Iterable[str], *, first: int = 1, planned: int | None = None) -> Ledger:
    """A ledger from rounds such as "1-6 1-0, 2-5 ½-½, 3 bye, 4 late-loss"."""
    lines: dict[int, list[RoundRecord]] = {}
    numbers = []
    for round_no, text in enumerate(rounds, first):
        numbers.append(round_no)
        for item in filter(None, text.split(", ")):
            who, _, what = item.partition(" ")
            if "-" not in who:
                outcome = Outcome(what)
                lines.setdefault(int(who), []).append(RoundRecord(round_no, outcome, None, rules.points[outcome]))
                continue
            a, b = map(int, who.split("-"))
            result = parse_result(what, rules.results, elimination=False)
            margin = margins(result, rules.results)
            sides = (
                (a, b, result.a, result.score_a, result.score_b, margin[0], True),
                (b, a, result.b, result.score_b, result.score_a, margin[1], False),
            )
            for no, other, outcome, score, against, gained, started in sides:
                line = RoundRecord(round_no, outcome, other, rules.points[outcome], score, against, gained, started)
                lines.setdefault(no, []).append(line)
    accounts = {no: PlayerRecord(no, tuple(own)) for no, own in sorted(lines.items())}
    return Ledger(accounts, tuple(numbers), planned if planned is not None else len(numbers))


def with_changes(ledger: Ledger, no: int, **changes: object) -> Ledger:
    """The ledger with changes to one player."""
    account = replace(ledger.accounts[no], **changes)  # type: ignore[arg-type]
    return replace(ledger, accounts={**ledger.accounts, no: account})


@st.composite
def random_rounds(draw: st.DrawFn) -> list[str]:
    """A few random rounds of up to nine players; rematches are allowed, the table does not care."""
    players = draw(st.integers(2, 9))
    rounds = []
    for _ in range(draw(st.integers(1, 4))):
        seats = draw(st.permutations(range(1, players + 1)))
        texts = ["1-0", "0-1", "½-½", "0-0", "1-0F"]
        items = [f"{a}-{b} {draw(st.sampled_from(texts))}" for a, b in zip(seats[::2], seats[1::2], strict=False)]
        if players % 2:
            items.append(f"{seats[-1]} {draw(st.sampled_from(['bye', 'earned-bye', 'late-loss', 'absent']))}")
        rounds.append(", ".join(items))
    return rounds


HALVES = {
    **dict.fromkeys(Outcome, 0),
    **dict.fromkeys((Outcome.WIN, Outcome.FORFEIT_WIN, Outcome.BYE, Outcome.EARNED_BYE), 2),
    Outcome.DRAW: 1,
}

EXAMPLE_T = ["1-6 1-0, 2-5 1-0, 3-4 1-0", "1-3 1-0, 2-4 1-0, 5-6 ½-½", "1-5 1-0, 2-3 1-0, 4-6 1-0"]


def chess(*tiebreaks: str | TiebreakUse, results: ResultRules | None = None) -> Ruleset:
    return make_rules(*tiebreaks, points=HALVES, unit=2, results=results, shared_places=True)


def column(ledger: Ledger, rules: Ruleset) -> list[object]:
    """The values of the ruleset's only tie-break, by number."""
    rows = sorted(standings(ledger, rules), key=lambda row: row.no)
    return [row.values[0].exact for row in rows]


def fractions(text: str) -> list[Fraction]:
    return [Fraction(word) for word in text.split()]
