"""Players who arrive after round 1 was paired (P-LATE, S-6). What is offered and what is done are one calculation."""

from __future__ import annotations

from dataclasses import dataclass, replace

from pareo.app.base.context import Context, JournalResult, LoadedTournament, person_name
from pareo.app.base.fide_warnings import Warnings
from pareo.app.commands.people.players import NewPlayer, enter_one
from pareo.app.commands.people.renumber import goes_by_place, mapping_text, number_by_place
from pareo.app.commands.rounds.repair import repaired_round
from pareo.app.queries.people.fide_people import check_byes, doubts_about
from pareo.app.queries.people.late_terms import (
    LateTerms,
    check_last_round,
    check_planned_arrival,
    joining,
    late_terms,
)
from pareo.core.journal.fact import SeenWarning
from pareo.core.journal.people_facts import Late
from pareo.core.model.entities import Entrant
from pareo.core.rules import actions
from pareo.core.text.errors import NeedsConfirmation, OutsideRules, Refused
from pareo.core.text.messages import join_notes, text_note
from pareo.core.tournament.tournament import Tournament
from pareo.store.protocol import PersonChange


@dataclass(frozen=True, slots=True)
class LateOffer:
    """What entering late means for this player, and the fact that would be recorded."""

    terms: LateTerms
    fact: Late
    people: tuple[PersonChange, ...]
    outside: OutsideRules | None  # against the document: only with a recorded reason

    @property
    def division(self) -> str:
        return self.fact.entrant.division


def enter_late(
    ctx: Context,
    slug: str,
    player: NewPlayer,
    *,
    section: int | None = None,
    this_round: bool = False,
    confirmed: bool = False,
    override: str | None = None,
    client: str | None = None,
) -> JournalResult[Late]:
    """Adds a late player after showing what it costs."""
    if done := ctx.find_repeat(slug, client):
        return done
    event = ctx.open(slug)
    offer = _offer(ctx, event, player, section=section, this_round=this_round)
    if offer.outside is not None and not override:
        raise offer.outside
    warnings = Warnings(event.state, confirmed)
    persons = {change.person: change.data or {} for change in offer.people}
    e = offer.fact.entrant
    check_byes(event, person_name(persons[e.persons[0]]), Entrant(e.no, e.persons), e, warnings)
    if not confirmed:
        questions = warnings.questions
        raise NeedsConfirmation(
            "late-confirm", "{sentence}", sentence=join_notes(" ", (offer.terms.sentence, *questions))
        )
    fact = warnings.check_confirmed().attach_to(offer.fact)
    return ctx.record(
        event,
        fact,
        people=offer.people,
        client=client,
        override=override,
        notes=[
            offer.terms.sentence,
            *warnings.notes,
            *doubts_about(event, persons, ratings=dict.fromkeys(persons, player.rating)),
        ],
    )


def late_offer(
    ctx: Context, slug: str, player: NewPlayer, *, section: int | None = None, this_round: bool = False
) -> LateOffer:
    """What `enter_late` would do for this player, or the refusal it would meet. Nothing is written."""
    return _offer(ctx, ctx.open(slug), player, section=section, this_round=this_round)


def _offer(
    ctx: Context, event: LoadedTournament, player: NewPlayer, *, section: int | None, this_round: bool
) -> LateOffer:
    t = event.state
    if not t.pods:
        actions.check_action_rule(
            actions.action_rule("late", actions.PodStage.REGISTRATION), what=text_note("Add a late player")
        )
    if t.ruleset.entrant == "team":
        raise Refused("late-team", "Teams must enter complete before round 1; this ruleset has no late teams.")
    entrant, people = enter_one(ctx, event, player)
    this_round = this_round and player.late_from <= t.latest_round
    terms = late_terms(event, entrant.division, section=section, this_round=this_round, late_from=player.late_from)
    outside: OutsideRules | None = None
    try:
        check_last_round(t, terms, None)
        check_planned_arrival(t, player.late_from, None)
    except OutsideRules as problem:
        outside = problem
    late_from = terms.first_round if terms.losses or player.late_from > 1 else 0
    number, moved = entrant.own_no or _start_no(t), dict[int, int]()
    if goes_by_place(t) and not entrant.own_no:
        number, moved = number_by_place(event, entrant, people[0].data or {})
    entrant = replace(entrant, late_from=late_from, start_no=number, byes=0)
    round_ = repaired_round(event, terms.pod, adding=entrant, numbers=moved) if terms.joins_current else None
    fact = Late(entrant, joining(t, terms, entrant.division), round_, tuple(sorted(moved.items())))
    if moved:
        now = {no: e.start_no for no, e in t.entrants.items()}
        changes_text = mapping_text(now, moved)
        fact = replace(
            fact, seen=(SeenWarning("renumber", 2, f"Late entry @ Round {t.latest_round}: 0→{number} {changes_text}"),)
        )
    return LateOffer(terms, fact, tuple(people), outside)


def _start_no(t: Tournament) -> int:
    """Numbers stay for the whole tournament (S-7): a late player gets the next one."""
    highest = max((e.start_no for e in t.entrants.values()), default=0)
    return highest + 1 if highest else 0
