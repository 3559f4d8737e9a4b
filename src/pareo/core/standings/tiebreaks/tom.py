"""Opponents' win percentages as Play! Pokémon's own program computes them, found by recomputing its save files.

It differs from the documents: a tie is half a win; the cap of 75 % is for those who dropped before the last planned
round; what a dropped player's opponents do after the drop no longer changes that player's OWP and OOWP; an earned bye
is one more opponent with 100 % in the OWP of who had it (not in OOWP); and percentages are rounded, half to even, to
four significant digits, so that players closer than that are tied.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from pareo.core.model.outcome import Outcome
from pareo.core.standings.player_records import PlayerRecord
from pareo.core.standings.tiebreaks.context import StandingsContext, TiebreakColumn
from pareo.core.standings.tiebreaks.parts import Options, TiebreakPart, explain_rounded_mean
from pareo.core.standings.tiebreaks.percentages import bound_reached, opponents_by_round
from pareo.core.standings.tiebreaks.tiebreak import Tiebreak

_NOT_COUNTED = frozenset({Outcome.BYE, Outcome.ABSENT, Outcome.REQUESTED_BYE})
UNIT = 10_000
"""Percentages lie between 25 % and 100 %: four significant digits are ten-thousandths."""


def tom_owp(context: StandingsContext, _options: Options) -> TiebreakColumn:
    """The opponents' win percentage (OWP) as TOM computes it."""
    return TiebreakColumn(_cached_column(context, "tom-owp"), UNIT, places=4)


def tom_oowp(context: StandingsContext, _options: Options) -> TiebreakColumn:
    """The opponents' opponents' win percentage (OOWP) as TOM computes it."""
    return TiebreakColumn(_cached_column(context, "tom-oowp"), UNIT, places=4)


def _cached_column(context: StandingsContext, name: str) -> dict[int, int]:
    """One of TOM's two columns; both are computed together, once."""
    if name not in context.cache:
        context.cache["tom-owp"], context.cache["tom-oowp"] = _percentages(context)
    column: dict[int, int] = context.cache[name]
    return column


def _percentages(context: StandingsContext) -> tuple[dict[int, int], dict[int, int]]:
    """OWP and OOWP of everybody: computed for each round after which somebody dropped, and at the end."""
    accounts = context.ledger.accounts
    end = max(context.ledger.rounds, default=0)
    dropped = {no: account.dropped_after for no, account in accounts.items() if account.dropped_after is not None}
    owp: dict[int, int] = {}
    oowp: dict[int, int] = {}
    frozen: set[int] = set()
    for after in sorted({min(last, end) for last in dropped.values()} | {end}):
        own = {no: win_percentage(context, account, after) for no, account in accounts.items()}
        opponents = {
            no: [other for _, other in opponents_by_round(context, no, after)] for no in accounts if no not in frozen
        }
        owp |= {
            no: mean([*(own[other] for other in numbers), *(UNIT for _ in earned_byes(accounts[no], after))])
            for no, numbers in opponents.items()
        }
        oowp |= {no: mean([owp[other] for other in numbers]) for no, numbers in opponents.items()}
        frozen |= {no for no, last in dropped.items() if last <= after}
    return owp, oowp


def frozen_after(context: StandingsContext, no: int) -> int:
    """The round after which a player's OWP and OOWP no longer move: the last before a drop, else the last of all."""
    end = max(context.ledger.rounds, default=0)
    dropped = context.ledger.accounts[no].dropped_after
    return end if dropped is None else min(dropped, end)


def earned_byes(account: PlayerRecord, after: int) -> list[int]:
    """The rounds up to `after` with an earned bye: each counts as an opponent with 100 % in the OWP."""
    return [line.round_no for line in account.lines if line.outcome is Outcome.EARNED_BYE and line.round_no <= after]


def half_wins_and_rounds(account: PlayerRecord, after: int) -> tuple[int, int]:
    """A player's half wins (a tie is one), and the rounds that count, after so many rounds."""
    outcomes = [line.outcome for line in account.lines if line.round_no <= after and line.outcome not in _NOT_COUNTED]
    return sum(2 if outcome.won else outcome is Outcome.DRAW for outcome in outcomes), len(outcomes)


def raw_percentage(halves: int, rounds: int) -> int:
    """A win percentage in ten-thousandths, before the floor and the cap."""
    return _half_even(halves * UNIT, 2 * rounds) if rounds else 0


def win_percentage(context: StandingsContext, account: PlayerRecord, after: int) -> int:
    """A player's own win percentage after so many rounds, in ten-thousandths, with TOM's floor and cap."""
    percentage = raw_percentage(*half_wins_and_rounds(account, after))
    dropped = account.dropped_after is not None and account.dropped_after <= after
    capped = dropped and not context.played_to_the_end(account.no)
    return max(UNIT // 4, min(percentage, UNIT // 4 * 3) if capped else percentage)


def mean(values: list[int]) -> int:
    """The mean as TOM rounds it: half to even."""
    return _half_even(sum(values), len(values)) if values else 0


def _half_even(numerator: int, denominator: int) -> int:
    """The quotient rounded to a whole number, a half to the even one."""
    quotient, rest = divmod(numerator, denominator)
    return quotient + (2 * rest > denominator or (2 * rest == denominator and quotient % 2 == 1))


def _owp_parts(context: StandingsContext, _options: Options, no: int) -> Iterable[TiebreakPart]:
    """Every opponent's own percentage as it was when this player's stopped moving, and the earned byes."""
    accounts, until = context.ledger.accounts, frozen_after(context, no)
    parts = [_bye_part(round_no) for round_no in earned_byes(accounts[no], until)]
    for round_no, other in opponents_by_round(context, no, until):
        halves, rounds = half_wins_and_rounds(accounts[other], until)
        value = Fraction(win_percentage(context, accounts[other], until), UNIT)
        raw = Fraction(raw_percentage(halves, rounds), UNIT)
        parts.append(
            TiebreakPart(
                round_no,
                other,
                value,
                raw=raw,
                wins=Fraction(halves, 2),
                rounds=rounds,
                note=bound_reached(value, raw),
            )
        )
    return sorted(parts, key=lambda part: part.round_no)


def _bye_part(round_no: int) -> TiebreakPart:
    return TiebreakPart(round_no, None, Fraction(1), wins=Fraction(1), rounds=1, note="earned-bye")


def _oowp_parts(context: StandingsContext, _options: Options, no: int) -> Iterable[TiebreakPart]:
    """Every opponent's OWP as it was then."""
    until = frozen_after(context, no)
    for round_no, other in opponents_by_round(context, no, until):
        yield TiebreakPart(round_no, other, Fraction(_owp_then(context, other, until), UNIT))


def _owp_then(context: StandingsContext, no: int, after: int) -> int:
    until = min(after, frozen_after(context, no))
    accounts = context.ledger.accounts
    percentages = [
        win_percentage(context, accounts[other], until) for _, other in opponents_by_round(context, no, until)
    ]
    return mean([*percentages, *(UNIT for _ in earned_byes(accounts[no], until))])


def _in_units(value: Fraction) -> Fraction:
    return Fraction(round(value * UNIT), UNIT)  # half to even, as the program does


TOM_OWP = Tiebreak(
    id="tom-owp",
    title="Opponents' win percentage",
    short="Opp. win %",
    meaning="The mean share of matches that the opponents won, as Play! Pokémon's own program counts it.",
    per_player=tom_owp,
    explain=explain_rounded_mean(_owp_parts, _in_units),
    percent=True,
    program="TOM",
)

TOM_OOWP = Tiebreak(
    id="tom-oowp",
    title="Opponents' opponents' win percentage",
    short="Opp. opp. win %",
    meaning="The mean of the opponents' win percentages of their own opponents, as Play! Pokémon's own program "
    "counts it.",
    per_player=tom_oowp,
    explain=explain_rounded_mean(_oowp_parts, _in_units),
    percent=True,
    program="TOM",
)
