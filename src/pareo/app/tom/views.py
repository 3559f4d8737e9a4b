"""What the page Beside TOM shows, and the list to type: rows for pages, paper and the command line (BT-SCR-2)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pareo.app.base.context import Context, LoadedTournament, decode_fact
from pareo.app.tom.quality import pairing_quality
from pareo.app.tom.running import seconds_until
from pareo.core.journal.tom_facts import Saved, TomChange
from pareo.core.journal.tom_sync import DeskNote, TomSave, TomSync
from pareo.core.model.entities import Status
from pareo.core.results.result_text import format_result
from pareo.core.settings.tom import TOM_SCAN
from pareo.core.text.messages import Note, join_notes, note
from pareo.core.tom.matches import SyncState, ToType, conflicts, set_aside, standing, to_type
from pareo.core.tom.round_checks import round_problems
from pareo.core.tom.slip_numbers import outcome_digit, slip_number


@dataclass(frozen=True, slots=True)
class TypeRow:
    """A line of the list to type into TOM: its first and second player in that order."""

    pod: str
    round: int
    table: int
    a: str
    b: str
    result: str
    winner: str  # "a", "b", or empty
    tom_has: str  # TOM's other result; empty where it has none
    agreed: bool
    untaken: bool
    from_tom: bool  # TOM had it before it went back
    at: str
    scan: str  # the number of TOM's slip; empty while scanning is off


@dataclass(frozen=True, slots=True)
class RoundRow:
    """Where a pod stands."""

    pod: str
    round: int
    status: str
    open: tuple[int, ...]  # tables without any result
    waits: bool  # not shown to everybody yet
    held: bool
    seconds: int | None  # until it is; None: when somebody says so
    changed: tuple[int, ...]  # tables that are others since it was published
    problems: tuple[str, ...]
    quality: str = ""  # what TOM pairs across scores, where fewer were possible


@dataclass(frozen=True, slots=True)
class AsideRow:
    """A result whose pair does not sit together any more."""

    round: int
    a: str
    b: str
    result: str


@dataclass(frozen=True, slots=True)
class BesideRow:
    """Everything on one screen."""

    following: bool
    saves: int
    saved_at: str
    kind: str
    said: str  # the last save in one line
    rounds: tuple[RoundRow, ...]
    to_type: tuple[TypeRow, ...]
    conflicts: tuple[TypeRow, ...]
    aside: tuple[AsideRow, ...]
    notes: tuple[DeskNote, ...]
    untaken: int

    @property
    def calm(self) -> bool:
        """Green: nothing waits for anybody."""
        return not (self.to_type or self.conflicts or self.notes or any(r.problems or r.held for r in self.rounds))


def overview(ctx: Context, slug: str) -> BesideRow:
    """How the event stands with TOM."""
    event = ctx.open(slug)
    t = event.state
    tom = t.beside or TomSync()
    last = tom.last
    return BesideRow(
        tom.following and bool(tom.saves),
        len(tom.saves),
        last.time if last is not None else "",
        last.kind if last is not None else "",
        describe_save(ctx, event, last) if last is not None else "",
        tuple(_rounds(event, ctx.now())),
        tuple(_row(event, line) for line in to_type(t)),
        tuple(_row(event, line) for line in conflicts(t)),
        tuple(_aside(event)),
        tuple(one if one.text else one._replace(text=drops(event, one.no)) for one in tom.notes.values()),
        len(tom.untaken),
    )


def drops(event: LoadedTournament, no: int) -> Note:
    """What a player's wish to leave says to whoever sits at TOM."""
    return note("tom-drops", "{name} drops", name=event.name(no) if no in event.state.entrants else f"#{no}")


def list_rows(ctx: Context, slug: str, *, newest: bool = False) -> list[TypeRow]:
    """The results to type into TOM (BT-BACK-1)."""
    event = ctx.open(slug)
    rows = [_row(event, line) for line in to_type(event.state)]
    return sorted(rows, key=lambda row: row.at, reverse=True) if newest else rows


def _rounds(event: LoadedTournament, now: str) -> list[RoundRow]:
    t = event.state
    tom = t.beside or TomSync()
    rows = []
    for p in t.pods.values():
        r = p.last_round
        if r is None or p.closed:
            continue
        key = (p.id, r.number)
        waits = key in tom.came
        open_ = tuple(
            sorted(
                m.table for m in r.matches.values() if standing(t, r.number, m) in (SyncState.OPEN, SyncState.ONE_SIDE)
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


def _row(event: LoadedTournament, line: ToType) -> TypeRow:
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


def scan_number(event: LoadedTournament, line: ToType) -> str:
    """TOM's number for the result, where the organiser has switched scanning on (BT-BACK-2)."""
    digit = outcome_digit(line.result)
    if digit is None or not event.state.setting(TOM_SCAN):
        return ""
    return number_at(event, line.pod, line.number, line.match.table, digit)


def number_at(event: LoadedTournament, pod: str, number: int, table: int, digit: int) -> str:
    """TOM's number for an outcome of a table; empty where TOM's category of the pod is not known."""
    t = event.state
    category = (t.beside.categories if t.beside is not None else {}).get(pod, "")
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
        for key, mine in sorted(set_aside(event.state).items())
        if {key.low, key.high} <= known
    ]


# --- a save in one line -----------------------------------------------------------------------------------------------


def describe_save(ctx: Context, event: LoadedTournament, save: TomSave) -> Note:
    """What a save did, in one line (BT-DIFF-4)."""
    entry = ctx.store.read(event.state.slug, after=save.seq - 1)[0]
    fact = decode_fact(entry)
    return describe_saved_fact(fact, event) if isinstance(fact, Saved) else join_notes("", ())


def describe_saved_fact(fact: Saved, event: LoadedTournament) -> Note:
    """What a save did, from its fact, in one line (BT-DIFF-4)."""
    parts = list(_parts(fact.news, event))
    kinds = {
        "rewinds": note("tom-rewinds", "TOM went back"),
        "re-pairs": note("tom-repairs", "TOM paired again"),
        "corrects": note("tom-corrects", "TOM corrected a result"),
        "begins": note("tom-begins", "first save"),
        "continues": note("tom-continues", "TOM saved"),
    }
    head = kinds.get(fact.kind, kinds["continues"])
    return join_notes(": ", (head, join_notes(", ", parts))) if parts else head


def _parts(changes: Sequence[TomChange], event: LoadedTournament) -> list[Note]:
    known = event.state.entrants
    notes: list[Note] = []
    for kind in dict.fromkeys(change.kind for change in changes):
        some = [change for change in changes if change.kind == kind]
        names = ", ".join(event.name(c.no) for c in some[:3] if c.no in known) + (" …" if len(some) > 3 else "")
        rounds = ", ".join(str(n) for n in dict.fromkeys(c.round for c in some))
        tables = ", ".join(str(c.table) for c in some[:6]) + (" …" if len(some) > 6 else "")
        notes.append(_part(kind, len(some), names, rounds, tables))
    return notes


def _part(kind: str, count: int, names: str, rounds: str, tables: str) -> Note:
    """The note for all changes of one kind."""
    by_kind = {
        "entered": note("tom-entered", "{count} entered ({names})", count=count, names=names),
        "edited": note("tom-edited", "changed: {names}", names=names),
        "removed": note("tom-removed", "removed in TOM: {names}", names=names),
        "late": note("tom-late", "late: {names}", names=names),
        "dropped": note("tom-dropped", "dropped: {names}", names=names),
        "undropped": note("tom-undropped", "back again: {names}", names=names),
        "disqualified": note("tom-disqualified", "disqualified: {names}", names=names),
        "renumbered": note("tom-renumbered", "another player id: {names}", names=names),
        "pods": note("tom-pods", "groups formed"),
        "section": note("tom-section", "sections"),
        "cut": note("tom-cut", "the play-off"),
        "paired": note("tom-paired", "round {rounds} paired", rounds=rounds),
        "re-paired": note("tom-re-paired", "round {rounds} paired again", rounds=rounds),
        "byes": note("tom-byes", "byes of round {rounds}", rounds=rounds),
        "round-removed": note("tom-round-removed", "round {rounds} is gone", rounds=rounds),
        "moved": note("tom-moved", "other tables: {tables}", tables=tables),
        "deleted": note("tom-deleted", "match deleted at {tables}", tables=tables),
        "started": note("tom-started", "round {rounds} started", rounds=rounds),
        "finished": note("tom-finished", "round {rounds} finished", rounds=rounds),
        "result": note("tom-result", "results at {tables}", tables=tables),
        "result-changed": note("tom-result-changed", "results changed at {tables}", tables=tables),
        "result-cleared": note("tom-result-cleared", "results cleared at {tables}", tables=tables),
        "settings": note("tom-settings", "settings"),
        "linked": note("tom-linked", "tournament number"),
        "ended": note("tom-ended", "the event is over"),
    }
    return by_kind.get(kind) or note("tom-settings", "settings")
