"""Results: typed at a keyboard, clicked per table, pasted for a whole round; disputes; corrections of past rounds."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from litestar.datastructures import UploadFile

from pareo.app.accounts.permissions import Right
from pareo.app.base.context import CommandResult, Context, LoadedTournament
from pareo.app.base.request_key import RequestKey
from pareo.app.commands.floor.floor import PENALTIES
from pareo.app.commands.results import typed_results as scoring
from pareo.app.commands.results.enter_result import May, check_may, read_result
from pareo.app.commands.rounds import dry_run
from pareo.app.queries.lists.views import initiative, initiative_note
from pareo.app.queries.results.game_by_game import games_text
from pareo.app.screens.round_tables import RoundTableRow, one_row
from pareo.app.wording.journal_words import reason_text
from pareo.app.wording.round_words import match_end_sentence, result_code, result_text, short_names
from pareo.core.model.entities import Status
from pareo.core.results.result_text import accepted_notation, format_result
from pareo.core.text.errors import BadInput, Conflict, NeedsConfirmation, PareoError
from pareo.core.text.numbers import whole_or, whole_or_refuse
from pareo.core.tournament.tournament import ELIMINATION
from pareo.formats.tables.csv_files import read_results
from pareo.formats.tables.mapping import ListKind, as_csv
from pareo.pages.render import Values
from pareo.web.console.event import event_facts
from pareo.web.console.rounds import address, show_round
from pareo.web.forms.query import query_number, query_value
from pareo.web.route_decorators import Form, Upload, command, page
from pareo.web.view import Html, View, status_of
from pareo.web.wording.entry_help import entry_help


@dataclass(frozen=True, slots=True)
class EntryLogLine:
    """What happened to an entered result: a line of the log next to the keyboard field."""

    state: str  # "ok", "same" (it stands already), "bad", "conflict", "doubt" (is it meant?)
    text: str = ""
    line: str = ""
    row: RoundTableRow | None = None
    seen: str = ""  # the result that stands, to be sent with the second try
    mine: str = ""
    round_no: int = 0


def _may(view: View, slug: str) -> May:
    return lambda table: view.identity.may_report(slug, table)


def _is_htmx(view: View) -> bool:
    return view.request.headers.get("hx-request") == "true"


def _table_number(text: str) -> int:
    return whole_or_refuse(text, 6, BadInput("table-missing", "Type the table number first."))


# --- one result -------------------------------------------------------------------------------------------------------


def _enter_result(
    view: View, slug: str, number: int | None, data: Mapping[str, str], *, table: int, typed: str
) -> EntryLogLine:
    """Enters a result, of this round or else of the one that the table plays; what happened, as a line of the log."""
    line = f"{table} {typed}"
    try:
        with view.app_state.open_context(view.identity) as ctx:
            seen = data.get("seen", "")
            done = scoring.enter(
                ctx,
                slug,
                round_no=number,
                table=table,
                typed=typed,
                may=_may(view, slug),
                seen=seen.removeprefix(_CONFIRMED),
                sure=seen.startswith(_CONFIRMED),
                confirmed=seen.startswith(_CONFIRMED),
                client=RequestKey(data["client"], ["console", number, line, seen]) if data.get("client") else None,
            )
            event = ctx.open(slug)
            played = scoring.round_at(event, number, table)
            row = one_row(event, played, table, lang=view.lang)
            state, notes = "ok" if done.fact.results else "same", " ".join(map(view.note, done.notes))
            return EntryLogLine(state, notes, line, row, round_no=played)
    except Conflict as problem:
        echo = view.look(lambda ctx: echo_of(ctx, view, slug, number, line))
        row = echo["row"]
        problem.params |= {
            "now": _in_words(view, row, row.verdict, row.result),
            "mine": _in_words(view, row, echo["verdict"], echo["read"]),
        }
        return EntryLogLine("conflict", view.sentence(problem), line, row, row.result, typed, echo["number"])
    except NeedsConfirmation as doubt:
        echo = view.look(lambda ctx: echo_of(ctx, view, slug, number, line))
        row = echo["row"]
        return EntryLogLine("doubt", view.sentence(doubt), line, row, _CONFIRMED + row.result, typed, echo["number"])
    except PareoError as problem:
        return EntryLogLine("bad", _not_read(view, slug, table, problem), line)


def _not_read(view: View, slug: str, table: int, problem: PareoError) -> str:
    """What is wrong with a line; where its result cannot be read, what can be typed instead."""
    if problem.code != "result-unreadable":
        return view.sentence(problem)
    rules = view.look(lambda ctx: ctx.open(slug).state.ruleset.results)
    typing_help = entry_help(view.texts, rules.kind, rules.games, rules.decide, table)
    keys = "; ".join(f"{key.typed} – {key.meaning}" for key in typing_help.first)
    return view.texts.gettext("“%(typed)s” is not a valid result. Use: %(keys)s.") % {
        "typed": problem.params["text"],
        "keys": keys,
    }


def _in_words(view: View, row: RoundTableRow, verdict: str, result: str) -> str:
    """A result as the page says it: by name where games record no points."""
    if row.records != "outcome" or row.scores or not verdict or row.b is None:
        return result_text(view.texts, result) or "–"
    return match_end_sentence(view.texts, verdict, *short_names(row.a.name, row.b.name))


_CONFIRMED = "!"  # prefix of `seen`: the doubt was shown, and the result is meant
_STATUS = {"ok": 200, "same": 200, "bad": 422, "conflict": 409, "doubt": 409}


Again = Callable[..., Html]  # renders the page it came from, with a problem, the log entry, what was typed


def _answer(view: View, slug: str, entry: EntryLogLine, *, fragment: str, onward: str, again: Again) -> Html:
    if _is_htmx(view):
        event = view.look(lambda ctx: event_facts(ctx.open(slug)))
        response = view.page(
            fragment if entry.state == "ok" else "console/results_said.html",
            event=event,
            status=_STATUS[entry.state],
            slug=slug,
            number=entry.round_no,
            said=entry,
            row=entry.row,
        )
        if entry.state != "ok" and fragment != "console/results_said.html":
            response.headers["HX-Retarget"] = "#said"
            response.headers["HX-Reswap"] = "afterbegin"
        return response
    if entry.state == "ok":
        return view.go(onward)
    return again(
        BadInput("entry", "{text}", text=entry.text) if entry.state == "bad" else None,
        said=entry,
        typed={"line": entry.line},
    )


@command("/console/{slug:str}/rounds/{number:int}/enter", Right.REPORT)
def enter(slug: str, number: int, view: View, data: Form) -> Html:
    """Enters a line of the keyboard field, such as “12 1”."""
    return enter_line(
        view, slug, number, data, onward=address(slug, number), again=partial(show_round, view, slug, number)
    )


def enter_line(
    view: View, slug: str, number: int | None, data: Mapping[str, str], *, onward: str, again: Again
) -> Html:
    """Enters a line of the keyboard field, on whichever page it stands; for the round of that page, if it is of one."""
    line = data.get("line", "")
    fragment = "console/results_said.html"
    try:
        table, typed = scoring.split_line(line)
    except PareoError as problem:
        entry = EntryLogLine("bad", view.sentence(problem), line)
        return _answer(view, slug, entry, fragment=fragment, onward="", again=again)
    if not typed:  # the table alone: who is that?
        echo_values = view.look(lambda ctx: echo_of(ctx, view, slug, number, line))
        return again(None, typed={"line": f"{table} "}, echo=echo_values)
    entry = _enter_result(view, slug, number, data, table=table, typed=typed)
    return _answer(view, slug, entry, fragment=fragment, onward=onward, again=again)


@command("/console/{slug:str}/rounds/{number:int}/report", Right.REPORT)
def report(slug: str, number: int, view: View, data: Form) -> Html:
    """Enters the result of a button of a table. The answer is the row of the table."""
    back = {"table": address(slug, number, "table", data.get("table", "")), "now": f"/console/{slug}"}
    onward = back.get(data.get("back", "")) or (
        address(slug, number, pod=data.get("pod"), page=data.get("page"), only=data.get("only"), q=data.get("q"))
    )
    try:
        table = _table_number(data.get("table", ""))
        typed = data.get("result") or f"{_by_game(data)} {data.get('end', '')}".strip()
    except PareoError as problem:
        entry = EntryLogLine("bad", view.sentence(problem))
    else:
        entry = _enter_result(view, slug, number, data, table=table, typed=typed)
    fragment = "console/results_said.html" if data.get("as") == "said" else "console/results_row.html"
    return _answer(view, slug, entry, fragment=fragment, onward=onward, again=partial(show_round, view, slug, number))


def _by_game(data: Mapping[str, str]) -> str:
    """The typed result of a form with a line for every game."""
    return games_text(data, whole_or(data.get("games", ""), 2, 0))


@page("/console/{slug:str}/rounds/{number:int}/echo", Right.REPORT)
def echo(slug: str, number: int, view: View) -> Html:
    """Who sits at the table that is being typed, and how the result is read."""
    echo_values = view.look(lambda ctx: echo_of(ctx, view, slug, number, query_value(view, "line")))
    return view.page("console/results_echo.html", slug=slug, number=number, echo=echo_values)


def echo_of(ctx: Context, view: View, slug: str, number: int | None, line: str) -> Values:
    """The table of a line and how its result is read, or the problem with it; empty values while nothing is typed."""
    values: Values = {"row": None, "number": 0, "typed": "", "verdict": "", "read": "", "problem": ""}
    if not line.strip():
        return values
    table = 0
    try:
        table, typed = scoring.split_line(line)
        event = ctx.open(slug)
        played = values["number"] = scoring.round_at(event, number, table)
        values["row"] = one_row(event, played, table, lang=view.lang)
        check_may(_may(view, slug), table)
        values["typed"] = typed
        if typed and typed.lower() not in scoring.TAKE_BACK:
            pod, _, match = event.state.find_table(played, table)
            result = read_result(event, pod, played, scoring.result_at(event, played, table, typed), (match.a, match.b))
            values |= {
                "verdict": result_code(result),
                "read": format_result(result, event.state.ruleset.results),
            }
    except PareoError as problem:
        values["problem"] = _not_read(view, slug, table, problem)
    return values


@page("/console/{slug:str}/rounds/{number:int}/table/{table:int}", Right.STAFF)
def table_page(slug: str, number: int, table: int, view: View) -> Html:
    """Everything about one table."""
    return show_table(view, slug, number, table)


def show_table(view: View, slug: str, number: int, table: int, problem: PareoError | None = None, **more: Any) -> Html:
    def facts(ctx: Context) -> Values:
        event = ctx.open(slug)
        row = one_row(event, number, table, lang=view.lang)
        nos = {row.a.no, row.b.no if row.b else 0}
        return {
            "event": event_facts(event),
            "row": row,
            "kind": event.state.ruleset.results.kind,
            "penalties": [(p, event.name(p.no)) for p in event.state.floor.penalties if p.no in nos],
            "extension": event.state.floor.extensions.get((number, table)),
            "squads": _squads(view, event, number, table),
        }

    status = 200 if problem is None else status_of(problem)
    return view.page(
        "console/results_table.html",
        status=status,
        problem=problem,
        slug=slug,
        tab="rounds",
        number=number,
        table=table,
        kinds=PENALTIES,
        typed=more.pop("typed", {}),
        reason_said=partial(reason_text, view.texts),
        **view.look(facts),
    )


def _squads(view: View, event: LoadedTournament, number: int, table: int) -> Values:
    """Squad totals and who chooses initiative (X-19); nothing where the totals are not known."""
    pod, r, match = event.state.find_table(number, table)
    chosen = initiative_note(event, match, initiative(event, pod, r, match))
    return (
        {}
        if chosen is None
        else {
            "a": event.state.squad_total(match.a),
            "b": event.state.squad_total(match.b),
            "chooses": view.note(chosen),
        }
    )


# --- many results -----------------------------------------------------------------------------------------------------


@page("/console/{slug:str}/rounds/{number:int}/bulk", Right.REPORT)
def bulk_page(slug: str, number: int, view: View) -> Html:
    """Many results at once: lines, or a file."""
    return _bulk(view, slug, number, "")


def _bulk(
    view: View,
    slug: str,
    number: int,
    text: str,
    problem: PareoError | None = None,
    *,
    planned: Sequence[tuple[int, str, str, str]] = (),
) -> Html:
    def facts(ctx: Context) -> Values:
        event = ctx.open(slug)
        pods = [p for p in event.state.pods.values() if number in p.rounds]
        playing = sorted(
            m.table
            for p in pods
            for m in p.rounds[number].matches.values()
            if m.result is None and p.rounds[number].status is Status.STARTED
        )
        accepted = accepted_notation(event.state.ruleset.results, elimination=all(p.phase in ELIMINATION for p in pods))
        return {"event": event_facts(event), "playing": playing, "accepted": view.note(accepted)}

    status = 200 if problem is None else status_of(problem)
    return view.page(
        "console/results_bulk.html",
        status=status,
        problem=problem,
        slug=slug,
        tab="rounds",
        number=number,
        text=text,
        stands=isinstance(problem, Conflict),
        planned=planned,
        **view.look(facts),
    )


@command("/console/{slug:str}/rounds/{number:int}/bulk", Right.REPORT)
def bulk(slug: str, number: int, view: View, data: Upload) -> Html:
    """Enters all of the results or none; what is wrong is named with its line."""
    upload = data.get("file")
    content = upload.file.read() if isinstance(upload, UploadFile) and upload.filename else b""
    content = as_csv(content, ListKind.RESULTS)
    return (_preview_bulk if data.get("look") else _enter_bulk)(view, slug, number, data, content)


def _preview_bulk(view: View, slug: str, number: int, data: Upload, content: bytes) -> Html:
    """Shows what would be entered, table by table. Nothing is written."""
    text = str(data.get("text") or "")
    doubt: PareoError | None = None
    try:
        try:
            planned = _planned_rows(view, slug, number, data, content, confirmed=False)
        except NeedsConfirmation as question:
            doubt = question
            planned = _planned_rows(view, slug, number, data, content, confirmed=True)
    except PareoError as problem:
        return _bulk(view, slug, number, text or _as_lines(content), problem)
    return _bulk(view, slug, number, text if doubt and text else _planned_text(planned), doubt, planned=planned)


def _planned_rows(
    view: View, slug: str, number: int, data: Upload, content: bytes, *, confirmed: bool
) -> list[tuple[int, str, str, str]]:
    """What would be entered: table, names, result. Nothing is written."""

    def look(ctx: Context) -> list[tuple[int, str, str, str]]:
        rows = read_results(content) if content else scoring.read_lines(str(data.get("text") or ""))
        done = scoring.enter_many(
            dry_run.dry_run(ctx),
            slug,
            rows,
            round_no=number,
            may=_may(view, slug),
            replacing=bool(data.get("replacing")),
            confirmed=confirmed,
        )
        event = ctx.open(slug)
        rules = event.state.ruleset.results
        planned_rows = []
        for _, _, table, result in done.fact.results:
            match = event.state.find_table(number, table)[2]
            result_words = format_result(result, rules) if result is not None else ""
            planned_rows.append((table, event.name(match.a), event.name(match.b), result_words))
        return sorted(planned_rows)

    return view.app_state.look(look)


def _enter_bulk(view: View, slug: str, number: int, data: Upload, content: bytes) -> Html:
    text = str(data.get("text") or "")

    def work(ctx: Context) -> CommandResult:
        rows = read_results(content) if content else scoring.read_lines(text)
        return scoring.enter_many(
            ctx,
            slug,
            rows,
            round_no=number,
            may=_may(view, slug),
            replacing=bool(data.get("replacing")),
            confirmed=bool(data.get("yes")),
        )

    return view.act(
        work,
        onward=address(slug, number),
        again=lambda problem: _bulk(view, slug, number, text or _as_lines(content), problem),
        form={
            "text": text if not content else _read_again(view, slug, number, data, content),
            "replacing": "1" if data.get("replacing") else "",
        },
    )


def _read_again(view: View, slug: str, number: int, data: Upload, content: bytes) -> str:
    """The lines of a file as they were read, for the page that asks about them; empty where they cannot be."""
    try:
        return _planned_text(_planned_rows(view, slug, number, data, content, confirmed=True))
    except PareoError:
        return ""


def _planned_text(planned: Sequence[tuple[int, str, str, str]]) -> str:
    return "\n".join(f"{row[0]} {row[3]}" for row in planned)


def _as_lines(content: bytes) -> str:
    """The content of a refused file as text, so that it can be put right."""
    return content[:200_000].decode("utf-8", "replace")


# --- corrections ------------------------------------------------------------------------------------------------------


@page("/console/{slug:str}/rounds/{number:int}/correct", Right.REPORT)
def correct_page(slug: str, number: int, view: View) -> Html:
    """What correcting a result of a past round would do."""
    table = query_number(view, "table")
    try:
        typed = query_value(view, "result") or _by_game(view.request.query_params)
    except PareoError as problem:
        return _correct(view, slug, number, table, typed="", problem=problem)
    return _correct(view, slug, number, table, typed=typed)


def _correct(
    view: View,
    slug: str,
    number: int,
    table: int | None,
    *,
    typed: str,
    problem: PareoError | None = None,
) -> Html:
    def facts(ctx: Context) -> Values:
        event = ctx.open(slug)
        values: Values = {
            "event": event_facts(event),
            "row": None,
            "effect": None,
            "problem": problem,
            "kind": event.state.ruleset.results.kind,
        }
        if table is None:
            return values
        try:
            values["row"] = one_row(event, number, table, lang=view.lang)
            check_may(_may(view, slug), table)
            if typed and problem is None:
                values["effect"] = dry_run.preview_result(
                    ctx, slug, round_no=number, table=table, result=scoring.result_at(event, number, table, typed)
                )
        except PareoError as refused:
            values["problem"] = refused
        return values

    values = view.look(facts)
    wrong = values.pop("problem")
    return view.page(
        "console/correct.html",
        status=200 if wrong is None else status_of(wrong),
        problem=wrong,
        slug=slug,
        tab="rounds",
        number=number,
        table=table,
        wanted=typed,
        **values,
    )


def _waiting_after(ctx: Context, slug: str, number: int) -> int:
    """The latest round after this one that is paired and has not started, where a repair is offered (A-66); else 0."""
    waiting = (Status.DRAFTED, Status.PUBLISHED)
    pods = ctx.open(slug).state.pods.values()
    numbers = (r.number for p in pods for r in p.rounds.values() if r.status in waiting and r.number > number)
    return max(numbers, default=0)


@command("/console/{slug:str}/rounds/{number:int}/correct", Right.REPORT)
def correct(slug: str, number: int, view: View, data: Form) -> Html:
    """Corrects a result of a past round; the consequences have been shown."""
    typed = data.get("result", "")

    def work(ctx: Context) -> CommandResult:
        return scoring.enter(
            ctx,
            slug,
            round_no=number,
            table=_table_number(data.get("table", "")),
            typed=typed,
            may=_may(view, slug),
            seen=data.get("seen", ""),
            confirmed=bool(data.get("yes")),
        )

    table = whole_or(data.get("table", ""), 6, None)
    waiting = view.look(lambda ctx: _waiting_after(ctx, slug, number))
    return view.act(
        work,
        onward=address(slug, waiting or number),
        again=lambda problem: _correct(view, slug, number, table, typed=typed, problem=problem),
        form=data,
    )


ROUTES = [enter, report, echo, table_page, bulk_page, bulk, correct_page, correct]
