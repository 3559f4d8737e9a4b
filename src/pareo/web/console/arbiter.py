"""What an arbiter does in FIDE mode besides pairing: rounds by hand, pairing numbers, pairs kept apart, what is rated.

The levels of FIDE mode hold as everywhere: what must be confirmed comes back as a question (`View.act`).
"""

from __future__ import annotations

from collections.abc import Callable

from pareo.app.accounts.permissions import Right
from pareo.app.base.context import CommandResult, Context, LoadedTournament
from pareo.app.commands.people import renumber as numbers
from pareo.app.commands.results import fide_results
from pareo.app.commands.rounds import hand_phase
from pareo.core.results.result_text import format_result
from pareo.core.text.errors import BadInput, PareoError
from pareo.core.text.numbers import whole_or_refuse
from pareo.pages.render import Values
from pareo.web.console.barred import bar, barred_facts
from pareo.web.console.event import frame
from pareo.web.console.rounds import address, show_round, show_rounds
from pareo.web.route_decorators import Form, command, page
from pareo.web.view import Html, View, status_of

Work = Callable[[Context], CommandResult]

# --- a round by hand (F-35) -------------------------------------------------------------------------------------------


@command("/console/{slug:str}/rounds/by-hand", Right.ROUNDS)
def begin_hand_phase(slug: str, view: View, data: Form) -> Html:
    """Begins the hand phase: from now on the round is changed by hand."""
    return _hand(view, slug, data, lambda ctx: hand_phase.begin(ctx, slug, pod=data.get("pod") or None))


@command("/console/{slug:str}/rounds/by-hand-done", Right.ROUNDS)
def end_hand_phase(slug: str, view: View, data: Form) -> Html:
    """Ends the hand phase: the round stays as it stands, once what differs from the rules is confirmed."""
    return _hand(
        view,
        slug,
        data,
        lambda ctx: hand_phase.end(
            ctx, slug, pod=data.get("pod") or None, confirmed=bool(data.get("yes")), word=data.get("word", "")
        ),
    )


def _hand(view: View, slug: str, data: Form, work: Work) -> Html:
    number = int(data["number"]) if data.get("number", "").isdecimal() and len(data["number"]) < 5 else None
    onward = address(slug, number, pod=data.get("pod")) if number is not None else address(slug)
    return view.act(
        work,
        onward=onward,
        form=data,
        again=lambda problem: (
            show_round(view, slug, number, problem) if number is not None else show_rounds(view, slug, problem)
        ),
    )


# --- numbers, pairs, ratings ------------------------------------------------------------------------------------------


@page("/console/{slug:str}/arbiter", Right.ROUNDS)
def arbiter_page(slug: str, view: View) -> Html:
    """Pairing numbers, pairs kept apart, rating corrections of older rounds."""
    return _page(view, slug)


def _page(view: View, slug: str, problem: PareoError | None = None, typed: Form | None = None) -> Html:
    def facts(ctx: Context) -> Values:
        event = ctx.open(slug)
        return {
            **frame(ctx, slug, "rounds"),
            **barred_facts(event),
            "rated": _rating_corrections(event),
            "numbered": any(e.start_no for e in event.state.entrants.values()),
            "moved": _renumberings(event),
        }

    return view.page(
        "console/arbiter.html",
        status=200 if problem is None else status_of(problem),
        problem=problem,
        typed=typed or {},
        **view.look(facts),
    )


def _rating_corrections(event: LoadedTournament) -> list[tuple[int, int, str, str, str]]:
    """Rows of the rating corrections: round, table, both names, the result that is rated."""
    t = event.state
    rows = []
    for (pod, number, table), result in sorted(t.rating_corrections.items(), key=lambda item: item[0][1:]):
        match = t.pods[pod].rounds[number].matches[table]
        text = format_result(result, t.ruleset.results)
        rows.append((number, table, event.name(match.a), event.name(match.b), text))
    return rows


def _renumberings(event: LoadedTournament) -> list[tuple[int, list[tuple[int, int, str]]]]:
    """Every renumbering: the last round with the old numbers; old number, new number and name of each who moved."""
    t = event.state
    renumberings = []
    for until, before in numbers.renumbered_rows(t):
        after = t.numbers_in(until + 1)
        rows = sorted((old, after[no], event.name(no)) for no, old in before.items() if old != after.get(no, old))
        renumberings.append((until, rows))
    return renumberings


@command("/console/{slug:str}/arbiter/renumber", Right.PLAYERS)
def renumber(slug: str, view: View, data: Form) -> Html:
    """Gives new pairing numbers: by the start list as it is today, or two players swap theirs."""
    swap = [who for who in (data.get("a", ""), data.get("b", "")) if who]
    return _act(
        view,
        slug,
        data,
        lambda ctx: numbers.renumber(ctx, slug, swap=swap, confirmed=bool(data.get("yes")), word=data.get("word", "")),
    )


@command("/console/{slug:str}/arbiter/forbid", Right.EVENT)
def forbid(slug: str, view: View, data: Form) -> Html:
    """Forbids that two players meet, or allows it again."""
    return _act(view, slug, data, lambda ctx: bar(ctx, slug, data))


@command("/console/{slug:str}/arbiter/rating-correction", Right.ROUNDS)
def correct_rating(slug: str, view: View, data: Form) -> Html:
    """Sets what is rated of a game whose round can no longer be corrected."""

    def work(ctx: Context) -> CommandResult:
        number, table = (
            whole_or_refuse(
                data.get(key, ""), 6, BadInput("rating-correction-where", "Enter the round and table of the game.")
            )
            for key in ("number", "table")
        )
        return fide_results.correct_rating(
            ctx, slug, round_no=number, table=table, result=data.get("result", ""), confirmed=bool(data.get("yes"))
        )

    return _act(view, slug, data, work)


def _act(view: View, slug: str, data: Form, work: Work) -> Html:
    return view.act(
        work, onward=f"/console/{slug}/arbiter", form=data, again=lambda problem: _page(view, slug, problem, data)
    )


ROUTES = [begin_hand_phase, end_hand_phase, arbiter_page, renumber, forbid, correct_rating]
