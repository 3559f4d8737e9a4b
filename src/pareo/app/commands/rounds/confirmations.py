"""What is asked before a round is paired or started: who is not here (A-14), what a premier event lacks (A-10).

A question is a `NeedsConfirmation`, with choices where there are more answers than yes.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from pareo.app.base.context import Context, LoadedTournament
from pareo.app.commands.floor.floor import present
from pareo.app.commands.people.leaving import drop
from pareo.app.commands.people.players import edit
from pareo.app.commands.people.roster import missing
from pareo.app.queries.event.staff import judge_missing
from pareo.app.queries.lists.deadlines import checks_due, lists_mode
from pareo.app.queries.lists.missing_lists import missing_lists
from pareo.app.queries.people.arrivals import first_arrivals
from pareo.app.queries.people.late_terms import registered_arrival_breach
from pareo.app.queries.people.requested_byes import rounds_off_text
from pareo.app.queries.rounds.coming_rounds import coming_round_of
from pareo.core.model.entities import Pod
from pareo.core.model.outcome import Outcome
from pareo.core.rules.tables import KNOCKOUT
from pareo.core.settings.event import is_premier
from pareo.core.text.errors import BadInput, ConfirmationChoice, NeedsConfirmation, OutsideRules, Refused
from pareo.core.text.messages import Note, join_notes, plural, text_note
from pareo.core.tournament.tournament import ELIMINATION, Tournament

DROP, OUT, PAIR = "drop", "out", "pair"
NOT_HERE = (DROP, OUT, PAIR)
_NAMED = 8


def settle_absent(
    ctx: Context, event: LoadedTournament, members: Collection[int] | None, *, not_here: str | None, confirmed: bool
) -> list[Note]:
    """Asks what becomes of those who have not checked in, if anybody has, and does what was chosen.

    `members`: of the pods that are paired; None: everybody. Confirming is pairing them all the same.
    """
    if not_here is not None and not_here not in NOT_HERE:
        raise BadInput(
            "not-here",
            "For players not checked in, choose drop, out (sit out this round) or pair, not “{word}”.",
            word=not_here[:40],
        )
    t = event.state
    away = absent(t, members)
    if not away or not_here == PAIR or (not_here is None and confirmed):
        return []
    if not_here is None:
        raise who_is_here(event, away)
    if not_here == OUT and t.style in KNOCKOUT:
        raise Refused("out-bracket", "In elimination no one can sit out a round: drop them, or pair them anyway.")
    coming = coming_round_of(t)
    worth = ":0" if t.ruleset.results.chess else ""  # C.04.2, 3.3: half a point is for who asked beforehand
    for who, off, number in [(event.id(no), rounds_off_text(t.entrants[no], t.ruleset), coming[no]) for no in away]:
        if not_here == DROP:
            drop(ctx, event.state.slug, who, kind="drop" if t.started else "no-show", reason="not checked in")
        else:
            edit(ctx, event.state.slug, who, {"absent": f"{off},{number}{worth}"})
    return [_settled_note(event, away, not_here)]


LATE, OFF = "late", "off"
ARRIVALS = (LATE, OFF)


def settle_arrivals(
    ctx: Context,
    event: LoadedTournament,
    members: Collection[int] | None,
    *,
    arrivals: str | None,
    confirmed: bool,
    override: str | None,
) -> list[Note]:
    """Asks of registered players who are there for the first time whether they are late or had the rounds before off,
    and does what was answered (2019, 3.1.3; B-2). Confirming is that they are late."""
    check_arrivals_word(arrivals)
    came = first_arrivals(event.state, members)
    breach = arrivals_breach(event.state, came)
    if breach is not None and not override:
        raise breach
    if not came or arrivals == OFF:
        return []
    if arrivals is None and not confirmed:
        raise who_is_late(event, came)
    for no, number in came.items():
        edit(ctx, event.state.slug, event.id(no), {"late_from": str(number)}, override=override)
    return [arrivals_note(event, came)]


def arrivals_breach(t: Tournament, came: Mapping[int, int]) -> OutsideRules | None:
    """What the document has against pairing these players, whatever is answered (B-10)."""
    return registered_arrival_breach(t, [t.pods[t.pod_of[no]] for no in came])


def check_arrivals_word(arrivals: str | None) -> None:
    """BadInput if it is none of the answers."""
    if arrivals is not None and arrivals not in ARRIVALS:
        raise BadInput(
            "arrivals",
            "For players who are here for the first time choose late or off (had the rounds off), not “{word}”.",
            word=arrivals[:40],
        )


def arrivals_note(event: LoadedTournament, came: Mapping[int, int]) -> Note:
    """What it means for these players to be late (P-LATE-4)."""
    names, losses = _names(event, list(came)), max(came.values()) - 1
    if event.state.ruleset.late.rank_below:
        return plural(
            "arrivals-below",
            "{names}: here for the first time. Late players lose {count} round already started, unless that match is "
            "lost already, and rank below on-time players with the same record.",
            "{names}: here for the first time. Late players lose the {count} rounds already started, unless a match is "
            "lost already, and rank below on-time players with the same record.",
            count=losses,
            names=names,
        )
    return plural(
        "arrivals-late",
        "{names}: here for the first time. Late players lose {count} round already started.",
        "{names}: here for the first time. Late players lose the {count} rounds already started.",
        count=losses,
        names=names,
    )


def who_is_late(event: LoadedTournament, came: Mapping[int, int]) -> NeedsConfirmation:
    """The question, with its answers."""
    return NeedsConfirmation.from_note(arrivals_note(event, came)).choose(
        ConfirmationChoice("arrivals", LATE, text_note("They're late")),
        ConfirmationChoice("arrivals", OFF, text_note("They had the rounds off")),
    )


STAY = "stay"
WITHDRAWN = (DROP, STAY)


def check_withdrawn(
    event: LoadedTournament, members: Collection[int] | None, *, withdrawn: str | None, confirmed: bool
) -> None:
    """Asks in FIDE mode whether those who lost their last game by forfeit have withdrawn (C.05, 6.5). Confirming is
    pairing them all the same."""
    if withdrawn is not None and withdrawn not in WITHDRAWN:
        raise BadInput("withdrawn", "For no-shows choose drop or stay, not “{word}”.", word=withdrawn[:40])
    if withdrawn is None and not confirmed and (gone := no_shows(event.state, members)):
        raise who_has_withdrawn(event, gone)


def who_has_withdrawn(event: LoadedTournament, gone: Sequence[int]) -> NeedsConfirmation:
    question = plural(
        "forfeited",
        "{count} player forfeited the last round: {names}. Withdrawn?",
        "{count} players forfeited the last round: {names}. Withdrawn?",
        count=len(gone),
        names=_names(event, gone),
    )
    return NeedsConfirmation.from_note(question).choose(
        ConfirmationChoice("withdrawn", DROP, text_note("They've withdrawn")),
        ConfirmationChoice("withdrawn", STAY, text_note("They're still playing")),
    )


def settle_withdrawn(
    ctx: Context, event: LoadedTournament, members: Collection[int] | None, *, withdrawn: str | None
) -> list[Note]:
    """Does what was answered."""
    gone = no_shows(event.state, members) if withdrawn == DROP else []
    if not gone:
        return []
    for no in gone:
        drop(ctx, event.state.slug, event.id(no), reason="absent without notice")
    return [
        plural(
            "forfeit-dropped",
            "{count} player withdrew: {names}.",
            "{count} players withdrew: {names}.",
            count=len(gone),
            names=_names(event, gone),
        )
    ]


def no_shows(t: Tournament, members: Collection[int] | None) -> list[int]:
    """Who lost the last finished round by forfeit and is still to be paired. A round robin's table does not ask."""
    if not t.fide_mode or t.style == "round-robin":
        return []
    forfeited = [
        no
        for p in t.pods.values()
        if not p.closed and (last := p.last_round) is not None
        for m in last.matches.values()
        if m.result is not None
        for no, outcome in ((m.a, m.result.a), (m.b, m.result.b))
        if outcome is Outcome.FORFEIT_LOSS
    ]
    return sorted(no for no in forfeited if t.is_active(no) and (members is None or no in members))


def absent(t: Tournament, members: Collection[int] | None) -> list[int]:
    """Who of them has not checked in; nobody where check-in is not used."""
    return [no for no in missing(t) if members is None or no in members] if present(t) else []


def _settled_note(event: LoadedTournament, away: Sequence[int], not_here: str) -> Note:
    if not_here == DROP:
        return plural(
            "absent-dropped",
            "{count} player who has not checked in was dropped: {names}.",
            "{count} players who have not checked in were dropped: {names}.",
            count=len(away),
            names=_names(event, away),
        )
    return plural(
        "absent-out",
        "{count} player without check-in sits out this round: {names}.",
        "{count} players without check-in sit out this round: {names}.",
        count=len(away),
        names=_names(event, away),
    )


def who_is_here(event: LoadedTournament, away: Sequence[int]) -> NeedsConfirmation:
    question = plural(
        "not-checked-in",
        "{count} player has not checked in: {names}.",
        "{count} players have not checked in: {names}.",
        count=len(away),
        names=_names(event, away),
    )
    choices = [
        ConfirmationChoice("not_here", DROP, text_note("Drop them")),
        ConfirmationChoice("not_here", OUT, text_note("Leave them out of this round")),
        ConfirmationChoice("not_here", PAIR, text_note("Pair them anyway")),
    ]
    if event.state.style in KNOCKOUT:
        del choices[1]
    return NeedsConfirmation.from_note(question).choose(*choices)


def check_start(event: LoadedTournament, pods: Sequence[Pod], *, confirmed: bool) -> None:
    """Raises if something should be seen before these rounds start (P-PREM-1, P-PREM-2, P-PREM-3)."""
    if not confirmed and (lacks := start_lacks(event, pods)):
        raise NeedsConfirmation("start-lacks", "{lacks} Start anyway?", lacks=join_notes(" ", lacks))


def start_lacks(event: LoadedTournament, pods: Sequence[Pod]) -> list[Note]:
    """What should be seen before these rounds start."""
    return [*_before_round_1(event), *missing_required_lists(event, pods), *_before_the_cut(event, pods)]


def _before_round_1(event: LoadedTournament) -> list[Note]:
    t = event.state
    if t.started or not is_premier(t.settings):
        return []
    lacks = judge_missing(t)
    gone = missing_lists(event)
    if gone.number:
        names = ", ".join(gone.names) + (" …" if gone.number > len(gone.names) else "")
        lacks.append(
            plural(
                "lists-missing",
                "{count} list that this premier event asks for is missing: {names}.",
                "{count} lists that this premier event asks for are missing: {names}.",
                count=gone.number,
                names=names,
            )
        )
    return lacks


def missing_required_lists(event: LoadedTournament, pods: Sequence[Pod]) -> list[Note]:
    """Lists that every player of these rules hands in (X-14) and that are missing in the rounds to be started (B-25).
    A premier event of other games asks before round 1."""
    t = event.state
    if t.ruleset.lists.required != "always" or (is_premier(t.settings) and not t.started):
        return []
    playing = {no for p in pods if p.last_round for m in p.last_round.matches.values() for no in (m.a, m.b)}
    missing = missing_lists(event).nos
    lacking = sorted(missing & playing if t.started else missing)
    if not lacking:
        return []
    return [
        plural(
            "required-lists-missing",
            "{count} required list is missing: {names}.",
            "{count} required lists are missing: {names}.",
            count=len(lacking),
            names=_names(event, lacking),
        )
    ]


def _before_the_cut(event: LoadedTournament, pods: Sequence[Pod]) -> list[Note]:
    """Lists are checked when the Swiss turns into elimination; where nobody hands in lists there is nothing to see."""
    t = event.state
    first = {p.id for p in pods if p.phase in ELIMINATION and len(p.rounds) == 1}
    due = [no for pod, no in checks_due(t) if pod in first] if _has_lists(t) else []
    if not due:
        return []
    return [
        plural(
            "checks-due",
            "The list of {count} player of the play-off is still to be checked: {names}.",
            "The lists of {count} players of the play-off are still to be checked: {names}.",
            count=len(due),
            names=_names(event, due),
        )
    ]


def _has_lists(t: Tournament) -> bool:
    return lists_mode(t) == "required" or bool(t.lists.versions)


def _names(event: LoadedTournament, nos: Sequence[int]) -> str:
    return ", ".join(event.name(no) for no in nos[:_NAMED]) + (" …" if len(nos) > _NAMED else "")
