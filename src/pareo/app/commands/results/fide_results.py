"""Results in FIDE mode: adjourned games, corrections of older rounds, and what is rated instead (F-20, F-41 … F-45)."""

from __future__ import annotations

from collections.abc import Sequence

from pareo.app.base.context import Context, JournalResult, LoadedTournament
from pareo.app.base.fide_warnings import Warnings
from pareo.app.queries.results.missing_results import adjourned_games, missing
from pareo.core.journal.codecs import ResultAt
from pareo.core.journal.round_facts import RatingCorrected, Results
from pareo.core.model.entities import Match, Pod, Round, Status
from pareo.core.model.outcome import Mark, Outcome, Result
from pareo.core.results.result_text import format_result, parse_result
from pareo.core.rules.actions import PodStage, stage_of
from pareo.core.text.errors import Refused
from pareo.core.tournament.progress import is_over
from pareo.core.tournament.tournament import ELIMINATION, Tournament

ADJOURNED = Result(Outcome.DRAW, Outcome.DRAW, mark=Mark.ADJOURNED)


def check_fide_results(t: Tournament, fact: Results, *, confirmed: bool) -> Results:
    """The results with the warnings of FIDE mode that were seen; raises what has not been confirmed."""
    warnings = Warnings(t, confirmed)
    for pod_id, number, table, result in fact.results:
        if result is not None:
            pod = t.pods[pod_id]
            r = pod.rounds[number]
            _warn_of_correction(t, pod, r, r.matches[table], result, warnings=warnings)
    return warnings.check_confirmed().attach_to(fact)


def _warn_of_correction(t: Tournament, pod: Pod, r: Round, match: Match, new: Result, *, warnings: Warnings) -> None:
    """Adds what FIDE mode says of a result of a finished round."""
    if r.status is not Status.FINISHED or match.result == new or pod.phase in ELIMINATION:
        return
    before, new_text = match.result, format_result(new, t.ruleset.results)
    if before is not None and before.mark is Mark.ADJOURNED:
        if (new.a, new.b) != (Outcome.DRAW, Outcome.DRAW):
            numbers = t.numbers_in(r.number)
            warnings.add(
                "adjourned-decided",
                number=r.number,
                table=match.table,
                result=new_text,
                remark=f"Adjournment @ Round {r.number}: {numbers[match.a]}-{numbers[match.b]} {new_text}",
            )
        return
    last = max(n for n, one in pod.rounds.items() if one.status is Status.FINISHED)
    if r.number < last:
        warnings.add("old-result", number=r.number)


def check_complete(t: Tournament) -> None:
    """Raises in FIDE mode while results are missing: no final standings, no rating report."""
    warnings = Warnings(t)
    if count := missing(t):
        warnings.add("not-final", count=count)
    warnings.check_confirmed()


def to_be_adjourned(t: Tournament, pods: Sequence[Pod]) -> list[Pod]:
    """Pods whose round is being played with results missing, and that have another round to come."""
    if not t.fide_mode:
        return []
    return [
        p
        for p in pods
        if p.phase not in ELIMINATION
        and stage_of(p) is PodStage.STARTED
        and not is_over(p)
        and p.last_round is not None
        and p.last_round.open_tables
    ]


def adjourn(ctx: Context, event: LoadedTournament, pods: Sequence[Pod]) -> JournalResult[Results]:
    """The results that are missing become adjourned games, with a warning."""
    warnings = Warnings(event.state)
    results: list[ResultAt] = []
    for p in pods:
        last = p.last_round
        if last is not None:
            tables = sorted(last.open_tables)
            results += [ResultAt(p.id, last.number, table, ADJOURNED) for table in tables]
            warnings.add("missing-adjourned", number=last.number, tables=", ".join(map(str, tables)))
    fact = warnings.check_confirmed().attach_to(Results(tuple(results)))
    return ctx.record(event, fact, notes=warnings.notes)


def warn_of_old_adjournments(t: Tournament, warnings: Warnings) -> None:
    """Adjourned games that are older than the last round (F-45)."""
    for number, table in adjourned_games(t):
        if number < t.latest_round:
            warnings.add("adjourned-old", number=number, table=table)


def correct_rating(
    ctx: Context,
    slug: str,
    *,
    round_no: int,
    table: int,
    result: str,
    confirmed: bool = False,
    client: str | None = None,
) -> JournalResult[RatingCorrected]:
    """What is rated of a game whose round is too old to be corrected; pairings and standings stay."""
    if done := ctx.find_repeat(slug, client):
        return done
    event = ctx.open(slug)
    t = event.state
    pod, r, match = t.find_table(round_no, table)
    if r.status is not Status.FINISHED or match.result is None:
        raise Refused(
            "rating-correction-early",
            "Round {round} can still be corrected directly: report its result again.",
            round=round_no,
        )
    rules = t.result_rules(pod, round_no)
    new = parse_result(result, rules, elimination=pod.phase in ELIMINATION)
    before = t.rating_corrections.get((pod.id, round_no, table), match.result)
    texts = format_result(new, rules), format_result(before, rules)
    if texts[0] == texts[1]:
        raise Refused(
            "rating-correction-same",
            "Table {table} of round {round} is already rated as {result}.",
            table=table,
            round=round_no,
            result=texts[1],
        )
    numbers = t.numbers_in(round_no)
    warnings = Warnings(t, confirmed)
    warnings.add(
        "rating-correction",
        number=round_no,
        table=table,
        now=texts[0],
        before=texts[1],
        remark=f"Rating correction @ Round {round_no}: {numbers[match.a]}-{numbers[match.b]} {texts[0]} "
        f"instead of {texts[1]}",
    )
    warnings.check_confirmed()
    return ctx.record(event, warnings.attach_to(RatingCorrected(pod.id, round_no, table, new)), client=client)
