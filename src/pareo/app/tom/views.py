"""What the page Beside TOM shows, and the list to type: rows for pages, paper and the command line (BT-SCR-2)."""

from __future__ import annotations

from datetime import date

from pareo.app.base.context import Context, LoadedTournament, decode_fact
from pareo.app.rows.tom import AsideRow, BesideRow, RoundRow, TypeRow
from pareo.app.tom.quality import pairing_quality
from pareo.app.tom.running import seconds_until
from pareo.app.wording.tom_words import describe_saved_fact, drop_note
from pareo.core.journal.tom_facts import Saved
from pareo.core.journal.tom_sync import TomSave, TomSync
from pareo.core.model.entities import Status
from pareo.core.results.result_text import format_result
from pareo.core.settings.event import DATE
from pareo.core.settings.tom import TOM_SCAN
from pareo.core.text.messages import Note, join_notes, note
from pareo.core.tom.matches import ResultToType, SyncState, conflicts, results_set_aside, results_to_type, sync_state_of
from pareo.core.tom.round_checks import round_problems
from pareo.core.tom.slip_numbers import outcome_digit, slip_number
from pareo.core.tournament.tournament import Tournament

_MONTH = 31  # days


def overview(ctx: Context, slug: str) -> BesideRow:
    """How the event stands with TOM."""
    event = ctx.open(slug)
    t = event.state
    tom = t.tom or TomSync()
    last = tom.last
    return BesideRow(
        tom.following and bool(tom.saves),
        len(tom.saves),
        last.time if last is not None else "",
        last.kind if last is not None else "",
        describe_save(ctx, event, last) if last is not None else "",
        tuple(_rounds(event, ctx.now())),
        tuple(_row(event, line) for line in results_to_type(t)),
        tuple(_row(event, line) for line in conflicts(t)),
        tuple(_aside(event)),
        tuple(one if one.text else one._replace(text=drop_note(event, one.no)) for one in tom.notes.values()),
        len(tom.untaken),
        date_warning(t),
    )


def date_warning(t: Tournament) -> str:
    """A date of the event more than a month before or after TOM's last save is probably mistyped in TOM (B-35)."""
    day, last = t.setting(DATE), t.tom.last if t.tom is not None else None
    if not day or last is None:
        return ""
    saved = last.time[:10]
    if abs((date.fromisoformat(saved) - date.fromisoformat(day)).days) <= _MONTH:
        return ""
    return note(
        "tom-date-far",
        "The date of the event in TOM is {date}, but TOM saved it on {saved}: correct the date in TOM if it is wrong.",
        date=day,
        saved=saved,
    )


def list_rows(ctx: Context, slug: str, *, newest: bool = False) -> list[TypeRow]:
    """The results to type into TOM (BT-BACK-1)."""
    event = ctx.open(slug)
    rows = [_row(event, line) for line in results_to_type(event.state)]
    return sorted(rows, key=lambda row: row.at, reverse=True) if newest else rows


def _rounds(event: LoadedTournament, now: str) -> list[RoundRow]:
    t = event.state
    tom = t.tom or TomSync()
    rows = []
    for p in t.pods.values():
        r = p.last_round
        if r is None or p.closed:
            continue
        key = (p.id, r.number)
        waits = key in tom.unpublished_since
        open_ = tuple(
            sorted(
                m.table
                for m in r.matches.values()
                if sync_state_of(t, r.number, m) in (SyncState.OPEN, SyncState.ONE_SIDE)
            )
        )
        problems = tuple(round_problems(t, p, r, event.name)) if r.status is not Status.FINISHED else ()
        quality = pairing_quality(event, p, r) if r.status is not Status.FINISHED else None
        rows.append(
            RoundRow(
                p.id,
                r.number,
                r.status.value,
                open_,
                waits,
                key in tom.held,
                seconds_until(event, key, now) if waits else None,
                tom.changed.get(key, ()),
                problems,
                quality or "",
            )
        )
    return rows


def _row(event: LoadedTournament, line: ResultToType) -> TypeRow:
    t, m = event.state, line.match
    rules = t.ruleset.results
    winner = "a" if line.result.a.won else "b" if line.result.b.won else ""
    return TypeRow(
        line.pod,
        line.number,
        m.table,
        event.name(m.a),
        event.name(m.b),
        format_result(line.result, rules),
        winner,
        "" if line.theirs is None else format_result(line.theirs, rules),
        line.ours.agreed,
        line.untaken,
        line.ours.from_tom,
        line.ours.at,
        scan_number(event, line),
    )


def scan_number(event: LoadedTournament, line: ResultToType) -> str:
    """TOM's number for the result, where the organiser has switched scanning on (BT-BACK-2)."""
    digit = outcome_digit(line.result)
    if digit is None or not event.state.setting(TOM_SCAN):
        return ""
    return number_at(event, line.pod, line.number, line.match.table, digit)


def number_at(event: LoadedTournament, pod: str, number: int, table: int, digit: int) -> str:
    """TOM's number for an outcome of a table; empty where TOM's category of the pod is not known."""
    t = event.state
    category = (t.tom.categories if t.tom is not None else {}).get(pod, "")
    highest = max(
        (m.table for p in t.pods.values() if number in p.rounds for m in p.rounds[number].matches.values()),
        default=table,
    )
    return slip_number(category, number, table, highest, digit) if category else ""


def _aside(event: LoadedTournament) -> list[AsideRow]:
    rules = event.state.ruleset.results
    known = event.state.entrants.keys()
    return [
        AsideRow(key.number, event.name(key.low), event.name(key.high), format_result(mine.result, rules))
        for key, mine in sorted(results_set_aside(event.state).items())
        if {key.low, key.high} <= known
    ]


# --- a save in one line -----------------------------------------------------------------------------------------------


def describe_save(ctx: Context, event: LoadedTournament, save: TomSave) -> Note:
    """What a save did, in one line (BT-DIFF-4)."""
    entry = ctx.store.read(event.state.slug, after=save.seq - 1)[0]
    fact = decode_fact(entry)
    return describe_saved_fact(fact, event) if isinstance(fact, Saved) else join_notes("", ())
