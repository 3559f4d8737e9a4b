"""The staff of an event and whether they play in it (X-21, P-PREM-3).

The ruleset's `[staff]` block for the event's tier decides. It is asked wherever the answer can change, whatever comes
last: when somebody is entered or renamed, when the settings change, when round 1 is paired or started. A refusal says
which rule it follows; what can still be put right before round 1 is a note until then.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from pareo.app.base.context import LoadedTournament, person_name
from pareo.app.queries.lists.deadlines import lists_mode
from pareo.core.model.staff_rules import PREMIER, Staff, StaffRules, is_named, name_keys
from pareo.core.settings.event import CHAMPIONSHIP_POINTS, JUDGE, ORGANISER, SECOND_ORGANISER, TIER, is_premier
from pareo.core.settings.setting import Setting
from pareo.core.text.errors import Refused
from pareo.core.text.messages import Note, join_notes, note, text_note, title
from pareo.core.tournament.tournament import Tournament

_ORGANISER, _JUDGE = text_note("an organiser"), text_note("a judge")


def tier_of(rules: Mapping[str, StaffRules], settings: Mapping[str, object]) -> str:
    """The tier that counts: premier for a Premier event; else as set; else the file's first."""
    if PREMIER in rules and is_premier(settings):
        return PREMIER
    if chosen := TIER.of(settings):
        return chosen
    first = next(iter(rules), "")
    return "" if first == PREMIER else first


def named_staff(settings: Mapping[str, object]) -> Staff:
    """The staff that the settings name; several people in one setting stand between semicolons."""

    def people(setting: Setting[str]) -> tuple[str, ...]:
        return tuple(filter(None, (part.strip() for part in (setting.of(settings) or "").split(";"))))

    return Staff(people(ORGANISER), people(SECOND_ORGANISER), people(JUDGE))


def staff_rules(t: Tournament, settings: Mapping[str, object] | None = None) -> StaffRules | None:
    """What the event's tier says of its staff; None: nothing."""
    return t.ruleset.staff.get(tier_of(t.ruleset.staff, t.settings if settings is None else settings))


def _bars(rules: StaffRules, staff: Staff) -> bool:
    """Could any name be refused at all?"""
    organisers = rules.organiser_plays == "never" and (staff.organisers or staff.second)
    return bool(organisers or (not rules.judge_plays and staff.judges))


def _check_name(t: Tournament, rules: StaffRules, staff: Staff, name: str, where: str = "") -> None:
    works_as = None
    if rules.organiser_plays == "never" and is_named(name, (*staff.organisers, *staff.second)):
        works_as = _ORGANISER
    elif not rules.judge_plays and is_named(name, staff.judges):
        works_as = _JUDGE
    if works_as is not None:
        raise Refused(
            "staff-plays",
            "{where}{name} is {role} of this event: at a premier event neither organisers nor judges may play "
            "({document}, “{cite}”).",
            where=where,
            name=name,
            role=works_as,
            document=title(t.ruleset.document.title),
            cite=rules.cite,
        )


def check_may_play(t: Tournament, name: str, where: str = "") -> None:
    """Raises if this person may not play here, because they work here."""
    rules, staff = staff_rules(t), named_staff(t.settings)
    if rules is None:
        return
    if _bars(rules, staff):
        _check_name(t, rules, staff, name, where)
    if t.started and rules.organiser_plays == "second" and not staff.second and is_named(name, staff.organisers):
        _refuse_alone(t, rules, [name])


def _players(event: LoadedTournament) -> Iterator[str]:
    """Everybody who plays, each member of a team; who has left does not."""
    for entrant in event.state.entrants.values():
        if entrant.drop is None:
            for person in entrant.persons:
                yield person_name(event.people.get(person, {}))


def _playing(event: LoadedTournament, people: Iterable[str]) -> list[str]:
    """Those of these people who play."""
    keys = {key: name for name in people for key in name_keys(name)}
    if not keys:
        return []
    return list(dict.fromkeys(keys[key] for name in _players(event) for key in name_keys(name) if key in keys))


def check_settings(event: LoadedTournament, changes: Mapping[str, object]) -> None:
    """Raises if the settings, changed so, name somebody who plays and may not."""
    t = event.state
    if not any(s.key in changes for s in (TIER, ORGANISER, SECOND_ORGANISER, JUDGE, CHAMPIONSHIP_POINTS)):
        return
    settings = {**t.settings, **changes}
    rules, staff = staff_rules(t, settings), named_staff(settings)
    if rules is None:
        return
    for name in _playing(event, (*staff.organisers, *staff.second, *staff.judges)):
        _check_name(t, rules, staff, name)
    if t.started and rules.organiser_plays == "second" and not staff.second:
        _refuse_alone(t, rules, _playing(event, staff.organisers))


def _refuse_alone(t: Tournament, rules: StaffRules, playing: list[str]) -> None:
    if playing:
        raise Refused(
            "organiser-alone",
            "{name} organises this event and is playing: name a second organiser before round 1 ({document}, "
            "“{cite}”).",
            name=playing[0],
            document=title(t.ruleset.document.title),
            cite=rules.cite,
        )


def check_first_round(event: LoadedTournament) -> None:
    """Raises if round 1 may not begin with the staff as it is. Later rounds are not asked."""
    t = event.state
    rules, staff = staff_rules(t), named_staff(t.settings)
    if rules is None or t.started:
        return
    for name in _playing(event, (*staff.organisers, *staff.second, *staff.judges)):
        _check_name(t, rules, staff, name)
    if rules.organiser_plays == "second" and not staff.second:
        _refuse_alone(t, rules, _playing(event, staff.organisers))


def judge_missing(t: Tournament) -> list[Note]:
    """A note where a judge should be there and none is named (P-PREM-3)."""
    rules = staff_rules(t)
    if rules is None or not rules.judge_wanted or named_staff(t.settings).judges:
        return []
    return [note("judge-missing", "A Premier event should have a judge, and none is named.")]


def tier_notes(t: Tournament) -> list[Note]:
    """What the tier that is set makes Pareo ask for, said where it was set."""
    tier = TIER.of(t.settings)
    if not tier or not t.ruleset.tier_names:
        return []
    rules = staff_rules(t)
    asks = [
        *([text_note("a judge")] if rules is not None and rules.judge_wanted else []),
        *([text_note("a list from every player")] if lists_mode(t) == "required" else []),
        *([text_note("checks of the lists")] if t.ruleset.checks.cut and lists_mode(t) == "required" else []),
    ]
    facts = {"tier": tier, "asks": join_notes(", ", asks) if asks else text_note("nothing")}
    if is_premier(t.settings) and tier != PREMIER:
        return [
            Note(
                "tier-stays-premier",
                "“{tier}” does not change what Pareo asks for: the event awards Championship Points and stays a "
                "Premier event. Pareo asks for: {asks}.",
                facts,
            )
        ]
    return [Note("tier-asks", "The tier is “{tier}”. Pareo asks for: {asks}.", facts)]


def staff_notes(event: LoadedTournament) -> list[Note]:
    """What the organiser should know of the staff: a warning, never a refusal."""
    t = event.state
    rules, staff = staff_rules(t), named_staff(t.settings)
    if rules is None:
        return []
    notes = judge_missing(t)
    if rules.organiser_plays == "second":
        playing = _playing(event, staff.organisers)
        if playing and not staff.second:
            notes.append(
                note(
                    "second-missing",
                    "{name} organises this event and is playing: name a second organiser before round 1.",
                    name=playing[0],
                )
            )
        elif playing and len(_playing(event, staff.second)) == len(staff.second):
            notes.append(note("second-plays", "Both organisers are playing, so no one can rule on their games."))
    return notes
