"""A round changed by hand in FIDE mode: a phase with a beginning and an end, at which it is held against the engine's.

Changing a pair opens the phase; `pairings done`, or publishing, ends it. What differs from the one round that the rules
allow must be confirmed twice and stands in the report (F-35 … F-40).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from pareo.app.base.context import Context, JournalResult, LoadedTournament
from pareo.app.base.fide_warnings import Warnings
from pareo.core.journal.codecs import RoundFact, RoundKey
from pareo.core.journal.round_facts import HandPhase
from pareo.core.model.entities import Match, Pod, Sitting, Status
from pareo.core.model.outcome import Outcome
from pareo.core.model.pairing_contract import PairingInput, PairingResult, PastRound
from pareo.core.pairing.registry import pair
from pareo.core.text.errors import ConfirmationChoice, NeedsConfirmation, Refused
from pareo.core.text.messages import Note, join_notes, note, text_note
from pareo.core.tournament.drafting import pairing_input
from pareo.core.tournament.pairing_methods import cycles_of, is_robin, usual_method
from pareo.core.tournament.tournament import ELIMINATION, Tournament

REASONS: Mapping[str, Note] = {
    "rules": text_note("The pairing breaks a rule that allows no exception"),
    "late-entry": text_note("A player arrived late and can still be paired"),
    "unpaired": text_note("A player was left without an opponent"),
    "result": text_note("A result it was based on was wrong"),
    "interest": text_note("The chief arbiter's decision, in the interest of the event"),
}
"""Why a published pairing may be changed (C.04.2, 4.4), by the word that is typed."""


@dataclass(frozen=True, slots=True)
class Board:
    """A board of a round, as it is and as the engine pairs it, by pairing numbers; empty: none there."""

    played: str
    engine: str

    @property
    def same(self) -> bool:
        return self.played == self.engine


def begin(ctx: Context, slug: str, *, pod: str | None = None, client: str | None = None) -> JournalResult[HandPhase]:
    """Opens the phase for the rounds that are drafted or published."""
    if done := ctx.find_repeat(slug, client):
        return done
    event = ctx.open(slug)
    return ctx.record(event, HandPhase(_waiting(event.state, pod), open=True), client=client)


def end(
    ctx: Context,
    slug: str,
    *,
    pod: str | None = None,
    confirmed: bool = False,
    word: str = "",
    client: str | None = None,
) -> JournalResult[HandPhase]:
    """Ends the phase: each round is compared with the engine's for the same input."""
    if before := ctx.find_repeat(slug, client):
        return before
    event = ctx.open(slug)
    t = event.state
    rounds = tuple(key for key in _waiting(t, pod) if t.by_hand.get((key.pod, key.number)))
    if not rounds:
        raise Refused("hand-none", "No round is being changed by hand.")
    warnings = Warnings(t, confirmed, word)
    for key in rounds:
        compare(event, t.pods[key.pod], key.number, warnings)
    warnings.check_confirmed()
    return ctx.record(event, warnings.attach_to(HandPhase(rounds, open=False)), client=client, notes=warnings.notes)


def _waiting(t: Tournament, pod: str | None) -> tuple[RoundKey, ...]:
    pods = [t.pod(pod)] if pod is not None else [p for p in t.pods.values() if not p.closed]
    waiting = [
        RoundKey(p.id, last.number)
        for p in pods
        if p.phase not in ELIMINATION
        and (last := p.last_round) is not None
        and last.status in (Status.DRAFTED, Status.PUBLISHED)
    ]
    if not waiting:
        raise Refused("hand-nothing", "No draft or published round to change by hand.")
    return tuple(waiting)


def check_ended(t: Tournament, p: Pod, number: int) -> None:
    """Raises while a published round is still being changed by hand."""
    if t.fide_mode and t.by_hand.get((p.id, number)):
        raise Refused(
            "hand-open",
            "Round {number} of {pod} is being changed by hand: finish that first.",
            number=number,
            pod=p.id,
        )


# --- against the engine -----------------------------------------------------------------------------------------------


def compare(event: LoadedTournament, p: Pod, number: int, warnings: Warnings) -> None:
    """Adds the warning for a round that the engine pairs otherwise, with both."""
    if event.state.fide_mode and event.state.by_hand.get((p.id, number)) and p.phase not in ELIMINATION:
        _warn_of_differences(boards(event, p, number), number, warnings)


def compare_imported(event: LoadedTournament, p: Pod, imported: RoundFact, warnings: Warnings) -> None:
    """Compares a round that is imported with its results: no later step would."""
    if event.state.fide_mode and imported.status in (Status.STARTED, Status.FINISHED):
        _warn_of_differences(
            _compare_boards(event.state, p, imported.number, imported.matches, imported.sitting),
            imported.number,
            warnings,
        )


def _warn_of_differences(boards: Sequence[Board], number: int, warnings: Warnings) -> None:
    other = [board for board in boards if not board.same]
    if other:
        played = " ".join(board.played for board in other if board.played) or "–"
        engine = " ".join(board.engine for board in other if board.engine) or "–"
        warnings.add(
            "hand-differs",
            number=number,
            played=played,
            engine=engine,
            remark=f"MPA @ Round {number}: {played} instead of {engine}",
        )


def boards(event: LoadedTournament, p: Pod, number: int) -> list[Board]:
    """Both rounds side by side; who has the bye is “7-0”."""
    r = p.rounds[number]
    return _compare_boards(event.state, p, number, tuple(r.matches.values()), r.sitting)


def _compare_boards(
    t: Tournament, p: Pod, number: int, matches: Sequence[Match], sitting: Sequence[Sitting]
) -> list[Board]:
    request, engine = _engine_round(t, p, number)
    no = {one: t.entrants[one].start_no or one for one in p.members}
    known = {c.no for c in request.candidates}
    played = [(no[m.a], no[m.b]) for m in matches if known & {m.a, m.b}]
    played += [(no[s.no], 0) for s in sitting if s.outcome in (Outcome.BYE, Outcome.REST)]
    engine_pairs = [] if engine is None else [(no[m.a], no[m.b]) for m in engine.matches]
    if engine is not None and engine.bye is not None:
        engine_pairs.append((no[engine.bye], 0))
    same = [pair_ for pair_ in played if pair_ in engine_pairs]
    here = sorted(pair_ for pair_ in played if pair_ not in same)
    there = sorted(pair_ for pair_ in engine_pairs if pair_ not in same)
    rows: list[tuple[tuple[int, int] | None, tuple[int, int] | None]] = [(pair_, pair_) for pair_ in same]
    rows += [
        (here[i] if i < len(here) else None, there[i] if i < len(there) else None)
        for i in range(max(len(here), len(there)))
    ]
    return [Board(_board_text(a), _board_text(b)) for a, b in rows]


def _board_text(board: tuple[int, int] | None) -> str:
    return "" if board is None else f"{board[0]}-{board[1]}"


def _engine_round(t: Tournament, p: Pod, number: int) -> tuple[PairingInput, PairingResult | None]:
    request = pairing_input(t, p, number, "", method=usual_method(t, p))
    try:
        return request, pair(request)
    except Refused:
        return request, None


# --- while it is edited -----------------------------------------------------------------------------------------------


def check_manual_round(
    event: LoadedTournament, p: Pod, changed: RoundFact, warnings: Warnings, *, reason: str = ""
) -> None:
    """What is wrong with pairs made by hand, and why a published one is changed."""
    t = event.state
    if not t.fide_mode:
        return
    if changed.status is Status.PUBLISHED:
        _ask_reason(changed.number, reason)
        reason_note = REASONS[reason]
        warnings.add(
            "published-pairing",
            number=changed.number,
            remark=f"Published pairing changed @ Round {changed.number}: {reason_note}",
        )
    moved = [m for m in changed.matches if "by-hand" in m.reasons]
    if is_robin(p):
        if faults := _robin_faults(event, p, changed):
            warnings.add("robin-hand", faults=join_notes(", ", faults))
        return
    request, engine = _engine_round(t, p, changed.number)
    faults = []
    for m in moved:
        faults += _pair_faults(event, request, m.a, m.b, last=changed.number == request.planned)
        if _both_against(request, m.a, m.b):
            warnings.add("hand-colours", a=event.name(m.a), b=event.name(m.b))
    before = {s.no for s in p.rounds[changed.number].sitting} if changed.number in p.rounds else set()
    for s in changed.sitting:
        if s.outcome is Outcome.BYE and s.no not in before:
            faults += _bye_faults(event, request, engine, s.no)
    if faults:
        warnings.add("hand-fault", number=changed.number, faults=join_notes(", ", faults))


def _ask_reason(number: int, reason: str) -> None:
    if reason not in REASONS:
        question = NeedsConfirmation(
            "published-reason", "Round {number} is published. Why are you changing it?", number=number
        )
        raise question.choose(*(ConfirmationChoice("reason", word, title) for word, title in REASONS.items()))


def _pair_faults(event: LoadedTournament, request: PairingInput, a: int, b: int, *, last: bool) -> list[Note]:
    names = {"a": event.name(a), "b": event.name(b)}
    faults = []
    if b in request.met.get(a, ()):
        faults.append(note("hand-rematch", "{a} and {b} have met", **names))
    if (min(a, b), max(a, b)) in request.forbidden:
        faults.append(note("hand-forbidden", "{a} and {b} must not meet", **names))
    if not last:
        for no, white in ((a, True), (b, False)):
            colours = [*_colours(request.past.get(no, ())), white]
            if len(colours) >= 3 and len(set(colours[-3:])) == 1:
                faults.append(note("hand-third", "{name} has the same colour for the third time", name=event.name(no)))
            if abs(2 * sum(colours) - len(colours)) > 2:
                faults.append(
                    note(
                        "hand-difference",
                        "{name} would have a colour difference above 2",
                        name=event.name(no),
                    )
                )
    return faults


def _bye_faults(event: LoadedTournament, request: PairingInput, engine: PairingResult | None, no: int) -> list[Note]:
    by_no = {c.no: c for c in request.candidates}
    one = by_no.get(no)
    if one is None:
        return []
    if not one.bye_ok:
        return [note("hand-bye", "{name} has had a bye, or a win without play", name=event.name(no))]
    if engine is not None and engine.bye is not None and one.points > by_no[engine.bye].points:
        return [
            note(
                "hand-bye-points", "{name} has more points than the player who should get the bye", name=event.name(no)
            )
        ]
    return []


def _colours(past: Sequence[PastRound]) -> list[bool]:
    """White or not, of the games that were played."""
    return [p.starts for p in past if p.opponent is not None and p.outcome.played]


def _preference(past: Sequence[PastRound]) -> bool | None:
    """White (True), Black, or none: what they have had less often, else the other than the last."""
    colours = _colours(past)
    if not colours:
        return None
    balance = 2 * sum(colours) - len(colours)
    return balance < 0 if balance else not colours[-1]


def _both_against(request: PairingInput, white: int, black: int) -> bool:
    return _preference(request.past.get(white, ())) is False and _preference(request.past.get(black, ())) is True


def _robin_faults(event: LoadedTournament, p: Pod, changed: RoundFact) -> list[Note]:
    """Pairs that would meet more often than the table has them: here, in rounds played, and in those to come."""
    t = event.state
    times: dict[frozenset[int], int] = {}
    last = p.first_round + p.planned - 1
    for number in range(p.first_round, last + 1):
        if number == changed.number:
            pairs = [frozenset((m.a, m.b)) for m in changed.matches]
        elif number in p.rounds:
            pairs = [frozenset((m.a, m.b)) for m in p.rounds[number].matches.values()]
        else:
            pairs = [frozenset((m.a, m.b)) for m in pair(pairing_input(t, p, number, "")).matches]
        for one in pairs:
            times[one] = times.get(one, 0) + 1
    cycles = cycles_of(t, p.id)
    return [
        note(
            "robin-often",
            "{a} and {b} would meet {count} times",
            a=event.name(min(one)),
            b=event.name(max(one)),
            count=count,
        )
        for one, count in times.items()
        if count > cycles
    ]
