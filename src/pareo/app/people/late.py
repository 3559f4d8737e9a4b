"""Players who arrive after round 1 was paired (P-LATE, S-6). What is offered and what is done are one reckoning."""

from __future__ import annotations

from dataclasses import dataclass, replace

from pareo.app.desk import Desk, Event, Recorded, person_name
from pareo.app.event.fide_mode import Warnings
from pareo.app.people.fide_people import doubts_about, weigh_byes
from pareo.app.people.late_terms import LateTerms, check_last_round, joining, late_terms
from pareo.app.people.players import NewPlayer, enter_one
from pareo.app.people.renumber import goes_by_place, mapping_text, placed
from pareo.app.rounds.repair import repaired_round
from pareo.core.journal.fact import Seen
from pareo.core.journal.people_facts import Late
from pareo.core.rules import actions
from pareo.core.state.model import Entrant
from pareo.core.state.tournament import Tournament
from pareo.core.words.errors import NeedsConfirmation, OutsideRules, Refused
from pareo.core.words.notes import joined, phrase
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
    desk: Desk,
    slug: str,
    player: NewPlayer,
    *,
    section: int | None = None,
    this_round: bool = False,
    confirmed: bool = False,
    override: str | None = None,
    client: str | None = None,
) -> Recorded[Late]:
    """Adds a late player after showing what it costs him."""
    if done := desk.answered(slug, client):
        return done
    event = desk.open(slug)
    offer = _offer(desk, event, player, section=section, this_round=this_round)
    if offer.outside is not None and not override:
        raise offer.outside
    warnings = Warnings(event.state, confirmed)
    persons = {change.person: change.data or {} for change in offer.people}
    e = offer.fact.entrant
    weigh_byes(event, person_name(persons[e.persons[0]]), Entrant(e.no, e.persons), e, warnings)
    if not confirmed:
        asked = warnings.questions
        raise NeedsConfirmation("late-confirm", "{sentence}", sentence=joined(" ", (offer.terms.sentence, *asked)))
    fact = warnings.settle().on(offer.fact)
    return desk.record(event, fact, people=offer.people, client=client, override=override,
                       notes=[offer.terms.sentence, *warnings.notes, *doubts_about(event, persons, {e.no: e})])


def late_offer(
    desk: Desk, slug: str, player: NewPlayer, *, section: int | None = None, this_round: bool = False
) -> LateOffer:
    """What `enter_late` would do for this player, or the refusal it would meet. Nothing is written."""
    return _offer(desk, desk.open(slug), player, section=section, this_round=this_round)


def _offer(desk: Desk, event: Event, player: NewPlayer, *, section: int | None, this_round: bool) -> LateOffer:
    t = event.state
    if not t.pods:
        actions.check(actions.rule("late", actions.Stage.REGISTRATION), what=phrase("A late player"))
    if t.ruleset.entrant == "team":
        raise Refused("late-team", "A whole team enters before round 1; late teams are not taken in this ruleset.")
    entrant, people = enter_one(desk, event, player)
    terms = late_terms(event, entrant.division, section=section, this_round=this_round)
    outside: OutsideRules | None = None
    try:
        check_last_round(t, terms, None)
    except OutsideRules as problem:
        outside = problem
    late_from = terms.first_round if terms.losses else 0
    number, moved = entrant.own_no or _start_no(t), dict[int, int]()
    if goes_by_place(t) and not entrant.own_no:
        number, moved = placed(event, entrant, people[0].data or {})
    entrant = replace(entrant, late_from=late_from, start_no=number, byes=0)
    round_ = repaired_round(event, terms.pod, adding=entrant, numbers=moved) if terms.joins_current else None
    fact = Late(entrant, joining(t, terms, entrant.division), round_, tuple(sorted(moved.items())))
    if moved:
        now = {no: e.start_no for no, e in t.entrants.items()}
        said = mapping_text(now, moved)
        fact = replace(fact, seen=(Seen("renumber", 2, f"Late entry @ Round {t.latest_round}: 0→{number} {said}"),))
    return LateOffer(terms, fact, tuple(people), outside)


def _start_no(t: Tournament) -> int:
    """Numbers stay for the whole tournament (S-7): a late player gets the next one."""
    highest = max((e.start_no for e in t.entrants.values()), default=0)
    return highest + 1 if highest else 0
