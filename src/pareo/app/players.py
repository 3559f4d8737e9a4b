"""Entering players and teams, changing them, dropping them, forgetting them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, replace
from typing import Any

from pareo.app.desk import Desk, Done, Event
from pareo.app.events import clean_line
from pareo.core import actions
from pareo.core.errors import BadInput, Refused
from pareo.core.fold import result_to_data
from pareo.core.model import Entrant, Match, Pod, Round, Status
from pareo.core.outcome import Outcome, Result
from pareo.core.pods import division_of
from pareo.core.ruleset import DivisionRules
from pareo.core.settings import with_birth_years
from pareo.core.tournament import ELIMINATION, Tournament
from pareo.store.protocol import PersonChange

PERSONAL = ("first", "last", "id", "birth_year", "nickname", "contact", "notes")
PUBLIC_TEXT = ("club", "federation", "together", "faction")
FORFEIT_TO_B = Result(Outcome.FORFEIT_LOSS, Outcome.FORFEIT_WIN)
FORFEIT_TO_A = Result(Outcome.FORFEIT_WIN, Outcome.FORFEIT_LOSS)


@dataclass(frozen=True, slots=True)
class NewPlayer:
    """One person to enter, as typed or read from a file. Only a name is required."""

    first: str = ""
    last: str = ""
    id: str = ""
    birth_year: int | None = None
    division: str = ""
    club: str = ""
    federation: str = ""
    together: str = ""
    faction: str = ""
    rating: int | None = None
    rating2: int | None = None
    average: int | None = None
    team: str = ""
    captain: bool = False
    byes: int = 0
    absent: frozenset[int] = frozenset()
    fixed_table: int | None = None
    nickname: str = ""
    contact: str = ""
    notes: str = ""
    where: str = ""  # "line 7", for error sentences


def _stage(t: Tournament) -> actions.Stage:
    """How far the event is for somebody who wants to enter: the furthest of its Swiss pods."""
    order = list(actions.Stage)
    stages = [actions.stage_of(p) for p in t.root_pods()]
    if t.started:
        return actions.Stage.STARTED
    return max(stages, key=order.index, default=actions.Stage.REGISTRATION)


def enter(
    desk: Desk, slug: str, players: Sequence[NewPlayer], *, confirmed: bool = False, client: str | None = None
) -> Done:
    """Enters people before round 1 starts, all or none."""
    if done := desk.answered(slug, client):
        return done
    event = desk.open(slug)
    actions.check(actions.rule("enter", _stage(event.state)), what="Entering players", confirmed=confirmed)
    if not players:
        raise BadInput("players-none", "There is nobody to enter.")
    entry = _Entry(desk, event)
    for player in players:
        entry.add(player)
    return desk.record(event, "entered", {"entrants": entry.rows()}, people=entry.people, client=client)


def enter_one(desk: Desk, event: Event, player: NewPlayer) -> tuple[Entrant, list[PersonChange]]:
    """One player ready to be entered, and his personal data; nothing is written."""
    entry = _Entry(desk, event)
    return entry.add(player), entry.people


class _Entry:
    """People being entered together: ids stay unique, rows of one team become one entrant."""

    def __init__(self, desk: Desk, event: Event) -> None:
        self._desk = desk
        self._event = event
        self._t = event.state
        self._ids = {str(p.get("id")) for p in event.people.values() if p.get("id")} | set(event.ids)
        self._teams = {e.team: e for e in self._t.entrants.values() if e.team}
        self._next = self._t.next_no
        self._entrants: dict[int, Entrant] = {}
        self.people: list[PersonChange] = []

    def add(self, player: NewPlayer) -> Entrant:
        player = _cleaned(player)
        person = self._desk.new_id()
        place = self._into_team if self._t.ruleset.entrant == "team" else self._alone
        entrant = place(player, person)
        self._entrants[entrant.no] = entrant
        self.people.append(PersonChange(person, _personal(player)))
        return entrant

    def rows(self) -> list[dict[str, Any]]:
        return [entrant_data(e) for e in self._entrants.values()]

    def _new_no(self) -> int:
        self._next += 1
        return self._next - 1

    def _claim_id(self, player: NewPlayer) -> None:
        if player.id and player.id in self._ids:
            raise BadInput(
                "id-taken", "{where}the id “{id}” is already used.", where=_at(player), id=player.id
            )
        if player.id:
            self._ids.add(player.id)

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
            club=player.club,
            federation=player.federation,
            together=player.together,
            faction=player.faction,
            rating=player.rating,
            rating2=player.rating2,
            average=player.average,
            byes=player.byes,
            absent=player.absent,
            fixed_table=player.fixed_table,
        )

    def _into_team(self, player: NewPlayer, person: str) -> Entrant:
        self._claim_id(player)
        if not player.team:
            raise BadInput(
                "team-missing", "{where}{name} has no team; in this ruleset teams play.",
                where=_at(player), name=_named(player),
            )
        size = self._t.ruleset.team_size
        team = self._teams.get(player.team)
        if team is None:
            alone = replace(player, id="")
            team = replace(self._alone(alone, person), team=player.team)
        elif len(team.persons) >= size:
            raise BadInput(
                "team-full", "{where}team “{team}” already has its {size} players.",
                where=_at(player), team=player.team, size=size,
            )
        else:
            persons = (*team.persons, person)
            team = replace(team, persons=persons, captain=len(persons) - 1 if player.captain else team.captain)
        self._teams[player.team] = team
        return team


def entrant_data(e: Entrant) -> dict[str, Any]:
    """An entrant as the journal keeps it: what differs from the default."""
    row: dict[str, Any] = {"no": e.no, "persons": list(e.persons)}
    for f in fields(Entrant):
        if f.name in ("no", "persons", "drop"):
            continue
        value = getattr(e, f.name)
        if value != f.default:
            row[f.name] = sorted(value) if isinstance(value, frozenset) else value
    return row


def _at(player: NewPlayer) -> str:
    return f"{player.where}: " if player.where else ""


def _named(player: NewPlayer) -> str:
    return " ".join(filter(None, (player.first, player.last)))


def _cleaned(player: NewPlayer) -> NewPlayer:
    """Text cleaned, numbers in sane bounds; raises BadInput naming the row."""
    at = _at(player)
    text: dict[str, Any] = {
        key: clean_line(getattr(player, key), f"{at}{key}")
        for key in ("first", "last", "id", "division", "team", "nickname", "contact", *PUBLIC_TEXT)
    }
    player = replace(player, **text, notes=player.notes[:5000])
    if not player.first and not player.last:
        raise BadInput("name-missing", "{where}a player needs a name.", where=at)
    for key, low, high in (("birth_year", 1900, 2100), ("rating", 0, 5000), ("rating2", 0, 5000),
                           ("average", 0, 2000), ("byes", 0, 20), ("fixed_table", 1, 100_000)):
        value = getattr(player, key)
        if value is not None and not low <= value <= high:
            raise BadInput(
                "number-out-of-range", "{where}{key} {value} is not between {low} and {high}.",
                where=at, key=key, value=value, low=low, high=high,
            )
    if any(r < 1 or r > 100 for r in player.absent):
        raise BadInput("round-out-of-range", "{where}rounds asked off must be 1 to 100.", where=at)
    return player


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
            "division-unknown", "{where}there is no division “{division}” (divisions: {known}).",
            where=_at(player), division=player.division, known=", ".join(d.id for d in rules.divisions),
        )
    if player.birth_year is None:
        return rules.divisions[-1].id
    return division_of(birth_years(t), player.birth_year)


def birth_years(t: Tournament) -> DivisionRules:
    """The divisions with the birth years of this event: the edition's, or those the organiser has set."""
    rules = t.ruleset.divisions
    if rules is None:
        raise Refused("no-divisions", "This ruleset has no age divisions.")
    text = t.settings.get("birth_years")
    return with_birth_years(rules, str(text)) if text else rules


def _personal(player: NewPlayer) -> dict[str, Any]:
    return {key: value for key in PERSONAL if (value := getattr(player, key)) not in ("", None)}


# --- changing ------------------------------------------------------------------------------------------------------


def edit(desk: Desk, slug: str, who: str, changes: Mapping[str, str], *, client: str | None = None) -> Done:
    """Changes fields of one entrant, given as text. Personal data is written beside the journal."""
    if done := desk.answered(slug, client):
        return done
    event = desk.open(slug)
    t = event.state
    no = event.find(who)
    entrant = t.entrants[no]
    person_id = entrant.persons[entrant.captain]
    person = dict(event.people.get(person_id, {}))
    public: dict[str, Any] = {}
    personal: list[str] = []
    for key, text in changes.items():
        if key in PERSONAL:
            value = _read_field(key, text)
            if key == "id" and value and value != person.get("id") and value in event.ids:
                raise BadInput("id-taken", "{where}the id “{id}” is already used.", where="", id=text)
            person[key] = value
            personal.append(key)
        elif key in _FIELDS:
            public[key] = _read_field(key, text)
        else:
            raise BadInput(
                "field-unknown", "There is no field “{key}” (fields: {known}).",
                key=key, known=", ".join((*PERSONAL, *_FIELDS)),
            )
    if not (person.get("first") or person.get("last") or entrant.team):
        raise BadInput("name-missing", "{where}a player needs a name.", where="")
    born = person.get("birth_year") if "birth_year" in personal else None
    if born is not None and t.ruleset.divisions and "division" not in public:
        public["division"] = division_of(birth_years(t), int(born))
    if "division" in public:
        public["division"] = _division(t, NewPlayer(first="x", division=str(public["division"] or "")))
        if public["division"] != entrant.division and no in t.pod_of and t.started:
            pod = t.pods[t.pod_of[no]]
            if pod.divisions and public["division"] not in pod.divisions:
                raise Refused(
                    "division-locked", "{name} plays in pod {pod}; the event has started, so the division stays.",
                    name=event.name(no), pod=pod.id,
                )
    people = [PersonChange(person_id, {k: v for k, v in person.items() if v not in ("", None)})] if personal else []
    data: dict[str, Any] = {"no": no, "changes": public}
    if personal:
        data["personal"] = sorted(personal)
    return desk.record(event, "edited", data, people=people, client=client)


_FIELDS = ("division", *PUBLIC_TEXT, "rating", "rating2", "average", "byes", "absent", "fixed_table", "bonus")
_NUMBERS = ("birth_year", "rating", "rating2", "average", "byes", "fixed_table", "bonus")


def _read_field(key: str, text: str) -> Any:
    stripped = text.strip()
    try:
        if key == "absent":
            return read_rounds(stripped)
        if key in _NUMBERS:
            if not stripped:
                return 0 if key in ("byes", "bonus") else None
            value: dict[str, Any] = {key: int(stripped)}
            return value[key] if key == "bonus" else getattr(_cleaned(NewPlayer(first="x", **value)), key)
    except ValueError:
        raise BadInput("field-number", "{key}={value}: this must be a number.", key=key, value=text) from None
    return clean_line(text, key) if key != "notes" else text[:5000]


def read_rounds(text: str) -> list[int]:
    """“1,4” as [1, 4]."""
    return sorted({int(part) for part in text.replace(";", ",").replace(" ", ",").split(",") if part})


# --- leaving -------------------------------------------------------------------------------------------------------


def drop(
    desk: Desk,
    slug: str,
    who: str,
    *,
    kind: str = "drop",
    reason: str = "",
    client: str | None = None,
) -> Done:
    """A player leaves (or is sent away). An unfinished match of a published or started round goes to the opponent."""
    if done := desk.answered(slug, client):
        return done
    event = desk.open(slug)
    t = event.state
    no = event.find(who)
    if t.entrants[no].drop is not None:
        raise Refused("already-dropped", "{name} has already left the tournament.", name=event.name(no))
    if not t.pods:
        return desk.record(event, "dropped", {"no": no, "after": 0, "kind": kind, "reason": reason}, client=client)
    pod = current_pod(t, no)
    notes: list[str] = []
    results: list[list[Any]] = []
    last = pod.last_round if pod else None
    if pod is not None and last is not None:
        match = match_of(last, no)
        if pod.phase in ELIMINATION:
            results, notes = _leave_bracket(event, pod, last, match, no)
        elif match is not None and last.status in (Status.PUBLISHED, Status.STARTED) and match.result is None:
            other = match.b if match.a == no else match.a
            results = [_forfeit(pod, last, match, no)]
            notes.append(f"{event.name(other)} wins round {last.number} at table {match.table} by forfeit.")
        elif last.status is Status.DRAFTED and (match is not None or any(s.no == no for s in last.sitting)):
            notes.append(f"Round {last.number} of {pod.id} is drafted with this player: pair it --again or repair it.")
    after = max((r.number for p in (t.chain(pod) if pod else []) for r in _taken_part(p, no)), default=0)
    data: dict[str, Any] = {"no": no, "after": after, "kind": kind, "reason": clean_line(reason, "reason", 500)}
    if results:
        data["results"] = results
    return desk.record(event, "dropped", data, client=client, notes=notes)


def _taken_part(pod: Pod, no: int) -> list[Round]:
    """Rounds of the pod that have been started, or finished, with this entrant in them."""
    begun = (Status.STARTED, Status.FINISHED)
    return [
        r
        for r in pod.rounds.values()
        if r.status in begun and (match_of(r, no) is not None or any(s.no == no for s in r.sitting))
    ]


def _leave_bracket(
    event: Event, pod: Pod, last: Round, match: Match | None, no: int
) -> tuple[list[list[Any]], list[str]]:
    """P-SE-3: nobody drops from a bracket; who asks to, or is disqualified, loses the match whatever its state."""
    if match is None:
        raise Refused(
            "bracket-nothing-to-lose",
            "{name} has no match in round {round} of {pod}: in single elimination a player leaves by losing a match; "
            "pair the next round first.",
            name=event.name(no), round=last.number, pod=pod.id,
        )
    lost = match.result is not None and (match.result.b if match.a == no else match.result.a).won
    if lost and last.status is Status.FINISHED:
        return [], []
    return [_forfeit(pod, last, match, no)], [f"{event.name(no)} loses the match at table {match.table} (elimination)."]


def _forfeit(pod: Pod, round_: Round, match: Match, loser: int) -> list[Any]:
    result = FORFEIT_TO_B if match.a == loser else FORFEIT_TO_A
    return [pod.id, round_.number, match.table, result_to_data(result)]


def match_of(round_: Round, no: int) -> Match | None:
    return next((m for m in round_.matches.values() if no in (m.a, m.b)), None)


def current_pod(t: Tournament, no: int) -> Pod | None:
    """The latest pod an entrant plays in: the cut before day 2 before day 1."""
    found: Pod | None = None
    for pod in t.pods.values():
        if no in pod.members and (found is None or found.id in pod.sources or not pod.closed):
            found = pod
    return found


def undrop(desk: Desk, slug: str, who: str, *, client: str | None = None) -> Done:
    """Takes a drop back; rounds missed meanwhile count as not played."""
    if done := desk.answered(slug, client):
        return done
    event = desk.open(slug)
    t = event.state
    no = event.find(who)
    entrant = t.entrants[no]
    if entrant.drop is None:
        raise Refused("not-dropped", "{name} has not left the tournament.", name=event.name(no))
    pod = current_pod(t, no)
    absent: list[list[Any]] = []
    if pod is not None:
        if pod.phase in ELIMINATION:
            raise Refused("bracket-no-return", "{name} has lost in the bracket of {pod}; there is no way back in.",
                          name=event.name(no), pod=pod.id)
        if pod.closed:
            raise Refused("pod-closed", "Pod {pod} has ended: its players have advanced.", pod=pod.id)
        for r in pod.rounds.values():
            inside = match_of(r, no) is not None or any(s.no == no for s in r.sitting)
            if not inside and r.status is not Status.DRAFTED:
                absent.append([pod.id, r.number])
    return desk.record(event, "undropped", {"no": no, "absent": absent}, client=client)


def remove(desk: Desk, slug: str, who: str, *, client: str | None = None) -> Done:
    """Takes out somebody who was entered by mistake, before any round is paired."""
    if done := desk.answered(slug, client):
        return done
    event = desk.open(slug)
    if event.state.pods:
        raise Refused("remove-too-late", "Rounds have been paired: drop the player instead.")
    no = event.find(who)
    people = [PersonChange(p, None) for p in event.state.entrants[no].persons]
    return desk.record(event, "removed", {"no": no}, people=people, client=client)


def forget(desk: Desk, slug: str, who: str, *, client: str | None = None) -> Done:
    """Erases a person's data for good; results and the chain stay (shown by number)."""
    if done := desk.answered(slug, client):
        return done
    event = desk.open(slug)
    no = event.find(who)
    entrant = event.state.entrants[no]
    erased = [PersonChange(person, None) for person in entrant.persons]
    done = desk.record(event, "forgotten", {"no": no}, people=erased, client=client)
    for person in entrant.persons:
        desk.store.forget(slug, person)  # until the bytes are gone from the file
    return done


def started_rounds(pod: Pod) -> list[int]:
    return sorted(n for n, r in pod.rounds.items() if r.status in (Status.STARTED, Status.FINISHED))
