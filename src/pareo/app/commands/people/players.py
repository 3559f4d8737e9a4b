"""Entering players and teams, and changing them. Leaving is in `leaving`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, replace
from typing import Any

from pareo.app.base.context import Context, JournalResult, LoadedTournament, person_name
from pareo.app.base.fide_warnings import Warnings
from pareo.app.queries.event.staff import check_may_play
from pareo.app.queries.people.divisions_by_age import divisions_now, unknown_ages
from pareo.app.queries.people.fide_people import check_byes, doubts_about
from pareo.app.queries.people.late_terms import check_planned_arrival
from pareo.app.queries.people.personal import PERSON_READERS, put_born, read_born, read_person_sex, read_title
from pareo.app.queries.people.player_rounds import check_rounds, check_stay, read_bonus, read_yes
from pareo.app.queries.people.requested_byes import bye_points, read_rounds_off
from pareo.app.queries.people.start_numbers import check_own_number
from pareo.app.queries.people.teams import team_problems
from pareo.core.journal.people_facts import Edited, Entered
from pareo.core.model.entities import Details, Entrant
from pareo.core.model.player_fields import BY_NAME, FIELDS, OF_ENTRANT, PERSONAL, FieldType, rated
from pareo.core.rules import actions
from pareo.core.rules.pods import division_of
from pareo.core.rules.tables import KNOCKOUT
from pareo.core.settings.event import DATE
from pareo.core.text.clean_text import clean_line
from pareo.core.text.errors import BadInput, Refused
from pareo.core.text.messages import join_notes, row_place, text_note
from pareo.core.text.numbers import integer_or
from pareo.core.tournament.tournament import Tournament
from pareo.store.protocol import PersonChange

_DETAILS = tuple(f.name for f in fields(Details) if f.name not in ("team", "division", "late_from"))
_LIMITS = tuple((f.name, f.low, f.high) for f in FIELDS if f.kind.numeric)
_LINES = {f.name: text_note(f.name) for f in FIELDS if f.kind is FieldType.LINE and f.name not in PERSON_READERS}


@dataclass(frozen=True, slots=True)
class NewPlayer(Details):
    """One person to enter, as typed or read from a file. Only a name is required."""

    first: str = ""
    last: str = ""
    id: str = ""
    birth_year: int | None = None
    captain: bool = False
    absent_values: tuple[tuple[int, str], ...] = ()  # (round, points as typed) where they are not the usual (SP-5)
    bonus: str = ""  # points for pairing only, as written: 1.5
    nickname: str = ""
    contact: str = ""
    notes: str = ""
    birth_date: str = ""  # the year alone is enough for everything we do; a whole date is kept if it is given
    title: str = ""
    sex: str = ""  # f, m, computer
    intl_id: str = ""  # the number in the international list (FIDE …)
    local_id: str = ""  # the number in the national or club list
    where: str = ""  # "line 7", for error sentences


def _stage(t: Tournament) -> actions.PodStage:
    """How far the event is for somebody who wants to enter: the furthest of its Swiss pods."""
    order = list(actions.PodStage)
    stages = [actions.stage_of(p) for p in t.root_pods()]
    if t.started:
        return actions.PodStage.STARTED
    return max(stages, key=order.index, default=actions.PodStage.REGISTRATION)


def enter(
    ctx: Context,
    slug: str,
    players: Sequence[NewPlayer],
    *,
    confirmed: bool = False,
    override: str | None = None,
    client: str | None = None,
) -> JournalResult[Entered]:
    """Enters people before round 1 starts, all or none. `override`: why they may begin later than allowed."""
    if done := ctx.find_repeat(slug, client):
        return done
    t = ctx.open(slug).state
    for player in players:
        check_planned_arrival(t, player.late_from, override)
    return enter_on_time(ctx, slug, players, confirmed=confirmed, override=override, client=client)


def enter_on_time(
    ctx: Context,
    slug: str,
    players: Sequence[NewPlayer],
    *,
    confirmed: bool = False,
    override: str | None = None,
    client: str | None = None,
) -> JournalResult[Entered]:
    """Enters people before round 1 starts, all or none, of whom it is known that the rules let them begin when they do:
    people of the directory, who are here."""
    if done := ctx.find_repeat(slug, client):
        return done
    event = ctx.open(slug)
    actions.check_action_rule(
        actions.action_rule("enter", _stage(event.state)), what=text_note("Entering players"), confirmed=confirmed
    )
    if event.state.pods and event.state.style in KNOCKOUT and not event.state.ruleset.elimination.late_before_start:
        raise Refused("late-bracket-drawn", "The bracket has been drawn: these rules allow no new players.")
    if not players:
        raise BadInput("players-none", "There is no one to enter.")
    for problem in team_problems(event.state, players).values():
        raise problem
    entry = _Entry(ctx, event)
    for player in players:
        entry.add(player)
    warnings = Warnings(event.state, confirmed)
    persons = {change.person: change.data or {} for change in entry.people}
    for e in entry.entrants:
        check_byes(event, person_name(persons[e.persons[-1]]), Entrant(e.no, e.persons), e, warnings)
    fact = warnings.check_confirmed().attach_to(Entered(entry.entrants))
    typed = {change.person: player for change, player in zip(entry.people, players, strict=True)}
    notes = [
        *warnings.notes,
        *unknown_ages(event, entry.unknown),
        *doubts_about(
            event,
            persons,
            where={person: player.where for person, player in typed.items()},
            ratings={person: player.rating for person, player in typed.items()},
        ),
    ]
    return ctx.record(event, fact, people=entry.people, client=client, override=override, notes=notes)


def enter_one(ctx: Context, event: LoadedTournament, player: NewPlayer) -> tuple[Entrant, list[PersonChange]]:
    """One player ready to be entered, and their personal data; nothing is written."""
    entry = _Entry(ctx, event)
    return entry.add(player), entry.people


class _Entry:
    """People being entered together: ids stay unique, rows of one team become one entrant."""

    def __init__(self, ctx: Context, event: LoadedTournament) -> None:
        self._ctx = ctx
        self._event = event
        self._t = event.state
        self._ids = {str(p.get("id")) for p in event.people.values() if p.get("id")} | set(event.ids)
        self._teams = {e.team: e for e in self._t.entrants.values() if e.team}
        self._next = self._t.next_no
        self._entrants: dict[int, Entrant] = {}
        self._numbers: set[int] = set()  # set by hand
        self.people: list[PersonChange] = []
        self.unknown: list[str] = []  # names of those whom no birth year and nobody's word put into a division

    def add(self, player: NewPlayer) -> Entrant:
        player = clean_player(player)
        check_may_play(self._t, _name_of(player), _at(player))
        _check_age(self._t, player, self._ctx.now()[:10])
        self._claim_number(player)
        person = self._ctx.new_id()
        build = self._into_team if self._t.ruleset.entrant == "team" else self._alone
        entrant = build(player, person)
        self._entrants[entrant.no] = entrant
        self.people.append(PersonChange(person, _personal(player)))
        if player.birth_year is None and not player.division:
            self.unknown.append(_name_of(player))
        return entrant

    @property
    def entrants(self) -> tuple[Entrant, ...]:
        return tuple(self._entrants.values())

    def _new_no(self) -> int:
        self._next += 1
        return self._next - 1

    def _claim_id(self, player: NewPlayer) -> None:
        if player.id and player.id in self._ids:
            raise BadInput("id-taken", "{where}the ID “{id}” is already taken.", where=_at(player), id=player.id)
        if player.id:
            self._ids.add(player.id)

    def _claim_number(self, player: NewPlayer) -> None:
        if player.own_no is None:
            return
        check_own_number(self._event, None, player.own_no, _at(player))
        if player.own_no in self._numbers:
            raise BadInput(
                "number-twice", "{where}start number {number} is used twice.", where=_at(player), number=player.own_no
            )
        self._numbers.add(player.own_no)

    def _alone(self, player: NewPlayer, person: str) -> Entrant:
        self._claim_id(player)
        if not player.id and str(self._next) in self._ids:
            while str(self._next) in self._ids:
                self._next += 1
        no = self._new_no()
        self._ids.add(player.id or str(no))
        return Entrant(
            no=no,
            persons=(person,),
            division=_division(self._t, player),
            bye_points=bye_points(player.absent_values, self._t.ruleset, _at(player)),
            late_from=player.late_from if player.late_from > 1 else 0,
            bonus=read_bonus(player.bonus, self._t.ruleset.unit, _at(player)),
            **{key: getattr(player, key) for key in _DETAILS},
        )

    def _into_team(self, player: NewPlayer, person: str) -> Entrant:
        self._claim_id(player)
        if not player.team:
            raise BadInput(
                "team-missing",
                "{where}{name} has no team, and this ruleset is for teams.",
                where=_at(player),
                name=_name_of(player),
            )
        size = self._t.ruleset.team_size
        team = self._teams.get(player.team)
        if team is None:
            alone = replace(player, id="")
            team = replace(self._alone(alone, person), team=player.team)
        elif len(team.persons) >= size:
            raise BadInput(
                "team-full",
                "{where}team “{team}” already has its {size} players.",
                where=_at(player),
                team=player.team,
                size=size,
            )
        else:
            persons = (*team.persons, person)
            team = replace(
                team,
                persons=persons,
                captain=len(persons) - 1 if player.captain else team.captain,
                faction=team.faction or player.faction,
            )
        self._teams[player.team] = team
        return team


def _at(player: NewPlayer) -> str:
    return row_place(player.where)


def _name_of(player: NewPlayer) -> str:
    return " ".join(filter(None, (player.first, player.last)))


def clean_player(player: NewPlayer) -> NewPlayer:
    """Text cleaned, numbers in sane bounds; raises BadInput naming the row."""
    at = _at(player)
    try:
        text: dict[str, Any] = {key: clean_line(getattr(player, key), name) for key, name in _LINES.items()}
    except BadInput as problem:
        problem.params["what"] = join_notes("", (at, problem.params["what"]))
        raise
    player = _clean_personal(replace(player, **text, notes=player.notes[:5000]))
    if not player.first and not player.last:
        raise BadInput("name-missing", "{where}a player needs a name.", where=at)
    for key, low, high in _LIMITS:
        value = getattr(player, key)
        if value is not None and not low <= value <= high:
            raise BadInput(
                "number-out-of-range",
                "{where}{key} {value} is not between {low} and {high}.",
                where=at,
                key=text_note(key),
                value=value,
                low=low,
                high=high,
            )
    check_stay(player.late_from, player.until, at)
    if any(r < 1 or r > 100 for r in player.absent):
        raise BadInput("round-out-of-range", "{where}requested byes must be for rounds 1 to 100.", where=at)
    return replace(player, rating=rated(player.rating), rating2=rated(player.rating2))


def _clean_personal(player: NewPlayer) -> NewPlayer:
    """Sex, title and date of birth as they are kept (SP-7); the year follows from the date."""
    at = _at(player)
    born, year = read_born(player.birth_date, at), player.birth_year
    if born and year is not None and int(born[:4]) != year:
        raise BadInput(
            "born-twice",
            "{where}the birth date {date} and the birth year {year} do not agree.",
            where=at,
            date=born,
            year=year,
        )
    title = read_title(player.title)
    return replace(
        player,
        sex=read_person_sex(player.sex, at),
        title=title,
        birth_year=int(born[:4]) if born else year,
        birth_date=born if len(born) > 4 else "",
    )


def _check_age(t: Tournament, player: NewPlayer, today: str) -> None:
    """Refuse who is certainly too young on the day of the event, as far as the birth is known (PN-AGE-4)."""
    least, born = t.ruleset.youngest, player.birth_date or str(player.birth_year or "")
    if not least or not born:
        return
    day = t.setting(DATE) or today
    age = int(day[:4]) - int(born[:4]) - (len(born) == len(day) and day[5:] < born[5:])
    if age < least:
        raise BadInput(
            "too-young",
            "{where}{name} is under {least}, the minimum age in these rules.",
            where=_at(player),
            name=_name_of(player),
            least=least,
        )


def _division(t: Tournament, player: NewPlayer) -> str:
    """The division by birth year or as typed; without either, the oldest (a registration desk can correct it)."""
    rules = t.ruleset.divisions
    if rules is None:
        return player.division
    if player.division:
        wanted = player.division.casefold()
        for d in rules.divisions:
            if wanted in (d.id, d.title.casefold(), d.title.casefold().rstrip("s"), d.id[:2]):
                return d.id
        raise BadInput(
            "division-unknown",
            "{where}there is no division “{division}” (divisions: {known}).",
            where=_at(player),
            division=player.division,
            known=", ".join(d.id for d in rules.divisions),
        )
    if player.birth_year is None:
        return rules.divisions[-1].id
    return division_of(divisions_now(t), player.birth_year)


def _personal(player: NewPlayer) -> dict[str, Any]:
    return {key: value for key in PERSONAL if (value := getattr(player, key)) not in ("", None)}


# --- changing ------------------------------------------------------------------------------------------------------


def edit(
    ctx: Context,
    slug: str,
    who: str,
    changes: Mapping[str, str],
    *,
    confirmed: bool = False,
    override: str | None = None,
    client: str | None = None,
) -> JournalResult[Edited]:
    """Changes fields of one entrant, given as text. Personal data is stored outside the journal. `confirmed`: what FIDE
    mode asks about byes. `override`: why a player may begin later than the rules allow."""
    if done := ctx.find_repeat(slug, client):
        return done
    event = ctx.open(slug)
    t = event.state
    no = event.find(who)
    entrant = t.entrants[no]
    person_id = entrant.persons[entrant.captain]
    person = dict(event.people.get(person_id, {}))
    public, personal = _read_changes(event, person_id, person, changes)
    if not (person.get("first") or person.get("last") or entrant.team):
        raise BadInput("name-missing", "{where}a player needs a name.", where="")
    if {"first", "last"} & set(personal):
        check_may_play(t, person_name(person))
    born = person.get("birth_year") if "birth_year" in personal else None
    if born is not None and t.ruleset.divisions and "division" not in public:
        public["division"] = division_of(divisions_now(t), int(born))
    if "division" in public:
        public["division"] = _division(t, NewPlayer(first="x", division=str(public["division"] or "")))
        _check_division(event, no, public["division"])
    if "own_no" in public:
        check_own_number(event, no, public["own_no"])
    if {"late_from", "until"} & set(public):
        check_rounds(event, no, public)
    if "late_from" in public and not t.started:
        check_planned_arrival(t, public["late_from"], override)
    people = [PersonChange(person_id, {k: v for k, v in person.items() if v not in ("", None)})] if personal else []
    warnings = Warnings(t, confirmed)
    check_byes(event, event.name(no), entrant, replace(entrant, **public), warnings)
    fact = warnings.check_confirmed().attach_to(Edited(no, public, tuple(sorted(personal))))
    typed = {person_id: integer_or(changes.get("rating", "").strip(), 8, None)}
    notes = [*warnings.notes, *doubts_about(event, {person_id: person}, ratings=typed)]
    return ctx.record(event, fact, people=people, client=client, override=override, notes=notes)


def _check_division(event: LoadedTournament, no: int, division: str) -> None:
    """Once the event has started a player stays in the pod; once that has ended, in the division."""
    t = event.state
    pod = t.pods.get(t.pod_of.get(no, ""))
    if division == t.entrants[no].division or pod is None or not t.started or not pod.divisions:
        return
    if division not in pod.divisions or pod.closed:
        raise Refused(
            "division-locked",
            "{name} plays in {pod}. The event has started, so the division cannot change.",
            name=event.name(no),
            pod=pod.id,
        )


def _read_changes(
    event: LoadedTournament, person_id: str, person: dict[str, Any], changes: Mapping[str, str]
) -> tuple[dict[str, Any], list[str]]:
    """The public changes, and the names of the personal ones, which are made in `person`."""
    public: dict[str, Any] = {}
    personal: list[str] = []
    unit = event.state.ruleset.unit
    if not changes:
        raise BadInput("edit-nothing", "Choose what to change: {known}.", known=", ".join((*PERSONAL, *OF_ENTRANT)))
    for key, text in changes.items():
        if key in PERSONAL:
            personal += read_personal(event, person_id, person, {key: text})
        elif key == "absent":
            rounds, values = read_rounds_off(text)
            public |= {"absent": frozenset(rounds), "bye_points": bye_points(values, event.state.ruleset)}
        elif key in OF_ENTRANT:
            public[key] = _read_field(key, text, unit)
        else:
            raise BadInput(
                "field-unknown",
                "There is no field “{key}” (fields: {known}).",
                key=key,
                known=", ".join((*PERSONAL, *OF_ENTRANT)),
            )
    return public, personal


def read_personal(
    event: LoadedTournament, person_id: str, person: dict[str, Any], changes: Mapping[str, str]
) -> list[str]:
    """Makes personal changes in `person` and names them; an id belongs to one person."""
    touched: list[str] = []
    for key, text in changes.items():
        touched.append(key)
        value = _read_field(key, text, event.state.ruleset.unit)
        if key in ("birth_date", "birth_year"):
            touched += put_born(person, key, value)
            continue
        if key == "id" and value and value != person.get("id"):
            used = {str(other.get("id")) for pid, other in event.people.items() if pid != person_id} | set(event.ids)
            if value in used:
                raise BadInput("id-taken", "{where}the ID “{id}” is already taken.", where="", id=text)
        person[key] = value
    return touched


def _read_field(key: str, text: str, unit: int) -> Any:
    stripped, kind = text.strip(), BY_NAME[key].kind
    try:
        if key in PERSON_READERS:
            return PERSON_READERS[key](stripped)
        if kind is FieldType.YES:
            return read_yes(stripped)
        if kind is FieldType.POINTS:
            return read_bonus(stripped, unit)
        if kind.numeric:
            if not stripped:
                return None if kind is FieldType.NUMBER else 0
            value: dict[str, Any] = {key: int(stripped)}
            return getattr(clean_player(NewPlayer(first="x", **value)), key)
    except ValueError:
        raise BadInput(
            "field-number", "{key}={value}: this must be a number.", key=text_note(key), value=text
        ) from None
    return clean_line(text, text_note(key)) if kind is not FieldType.TEXT else text[:5000]
