"""Creating a tournament, its settings, and the list of tournaments."""

from __future__ import annotations

import hashlib
import re
import secrets
from collections.abc import Container, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any
from zoneinfo import available_timezones

from pareo import rulesets
from pareo.app.base.batch import begin_batch
from pareo.app.base.context import Context, JournalResult, LoadedTournament, encode_fact
from pareo.app.base.fide_warnings import Warnings
from pareo.app.base.request_key import asked_of, plain_id
from pareo.app.queries.event.advice import advice_for, review_settings
from pareo.app.queries.event.announced_settings import check_settled
from pareo.app.queries.event.cuts import planned_cuts
from pareo.app.queries.event.fide_settings import check_fide_settings, new_event_settings
from pareo.app.queries.event.overview import pod_status
from pareo.app.queries.event.sections import check_sections_set
from pareo.app.queries.event.staff import check_settings, tier_notes
from pareo.app.queries.people.divisions_by_age import division_under, divisions_by, divisions_now, moved_by
from pareo.app.queries.results.missing_results import missing_note
from pareo.app.queries.rounds.pairing_methods import methods_shown
from pareo.app.rows.events import AdviceRow, EventState, ListedEvent, PodState
from pareo.app.wording.birth_years_text import describe_years
from pareo.core.journal.facts import SCHEMA, SettingsSet, TournamentCreated
from pareo.core.model.entities import Entrant, Phase, Pod
from pareo.core.model.player_fields import FIELDS, CopyPolicy, FieldStorage
from pareo.core.model.ruleset import DivisionRules, Ruleset
from pareo.core.pairing.seating import first_tables
from pareo.core.rules.actions import allowed_actions
from pareo.core.rules.birth_years import season_of
from pareo.core.rules.pods import division_named, pod_id
from pareo.core.rules.ruleset_file import parse_ruleset
from pareo.core.settings.divisions import BIRTH_YEARS
from pareo.core.settings.event import CHAMPIONSHIP_POINTS, DATE, NAME, SEASON, TIER, ZONE
from pareo.core.settings.hall import FIRST_TABLE
from pareo.core.settings.registry import SETTINGS, read_setting
from pareo.core.settings.rounds import DAY2_ROUNDS, ROUNDS, STYLE, THIRD_PLACE
from pareo.core.settings.standings import TIEBREAK_ORDER
from pareo.core.standings.tiebreaks.order import check_style, read_tiebreaks
from pareo.core.text.alphabet import plain_letters
from pareo.core.text.clean_text import clean_line
from pareo.core.text.errors import BadInput, NeedsConfirmation, NotFound, Refused
from pareo.core.text.messages import join_notes, text_note
from pareo.core.tournament.progress import next_number
from pareo.core.tournament.seed_commitment import commit, pods_ahead
from pareo.core.tournament.tournament import ELIMINATION, Tournament
from pareo.store.protocol import NewEntry, PersonChange, Summary, slug_taken

_TEXT_LIMIT = 500
RESERVED = frozenset({"directory", "duplicate", "import", "new", "second-opinion", "series"})
"""Short names that are pages of the console themselves."""
OF_THE_EVENT = frozenset({"check_notes"})  # of a person's data, what belongs to one event and is not copied


@dataclass(frozen=True, slots=True)
class NewEvent:
    """What a tournament is created from."""

    name: str
    ruleset: str  # id of a ruleset of ours
    slug: str | None = None
    settings: Mapping[str, str] | None = None  # text values as for `set`
    seed: str | None = None
    like: str | None = None  # copy settings (and players) of an earlier event
    with_players: bool = False
    ruleset_text: str | None = None  # a house ruleset, as TOML text; it may extend one of ours
    ruleset_file: str = ""  # where that text stands, for messages
    today: Mapping[int, Mapping[str, Any]] | None = None  # of copied players, by number: values newer than the event's
    game: str = ""  # of Play! Pokémon: the rules of the season of its date are taken (PN-RS-2)


class SlugIndex:
    """Short names that are in use, asked for one by one: there may be thousands."""

    def __init__(self, ctx: Context) -> None:
        self._store = ctx.store

    def __contains__(self, slug: object) -> bool:
        return bool(self._store.summaries([str(slug)]))


def slug_for(name: str, used_slugs: Container[str]) -> str:
    """A short name for addresses: “Copa Río 2026” → copa-rio-2026."""
    base = re.sub(r"[^a-z0-9]+", "-", plain_letters(name)).strip("-")[:60].strip("-") or "event"
    slug, count = base, 2
    while slug in used_slugs or slug in RESERVED:
        slug, count = f"{base}-{count}", count + 1
    return slug


def check_reserved(slug: str | None) -> None:
    """Refuses a short name whose address is another page's."""
    if slug in RESERVED:
        raise BadInput("slug-reserved", "“{slug}” is reserved: choose another short name.", slug=slug)


def create(ctx: Context, new: NewEvent, *, client: str | None = None) -> str:
    """A new tournament; its slug."""
    used_slugs = SlugIndex(ctx)
    if client is not None and (before := _created_before(ctx, client)):
        return before
    if new.slug is not None and new.slug in used_slugs:
        raise slug_taken(new.slug)
    check_reserved(new.slug)
    name = clean_line(new.name, text_note("The name"))
    if not name:
        raise BadInput("name-empty", "A tournament needs a name.")
    earlier = ctx.open(new.like) if new.like else None
    ruleset = _ruleset_for(new, earlier, ctx.now()[:10])
    copied = earlier.state.settings if earlier else {}
    settings = {key: value for key, value in copied.items() if key not in SETTINGS or not SETTINGS[key].once}
    explicit = checked_settings(ruleset, new.settings or {})
    settings = new_event_settings(Tournament("", "", ruleset), explicit, settings)
    if goes_by_season(ruleset) and DATE.of(settings) is None and SEASON.of(settings) is None:
        settings[DATE.key] = ctx.now()[:10]  # PN-SEA-4
    slug = new.slug or slug_for(name, used_slugs)
    secret = new.seed if new.seed is not None else secrets.token_hex(32)
    zone = ZONE.of(settings) or "UTC"
    commitment = hashlib.sha256(secret.encode()).hexdigest()
    fact = TournamentCreated(
        slug, name, ruleset.text, ruleset.id, zone, settings, commitment, draws=commit(secret, pods_ahead(ruleset))
    )
    people: list[PersonChange] = []
    if earlier is not None:
        # By its random id, so that “who is here” finds last week's players whatever the event is called by then.
        like = ctx.store.summary(earlier.state.slug).id
        fact = replace(fact, pod_settings=earlier.state.pod_settings, like=like)
        if new.with_players:
            entrants, people = _copied_players(ctx, earlier, new.today or {}, divisions_by(ruleset, settings))
            fact = replace(fact, entrants=entrants)
    entry = NewEntry(
        ctx.now(), ctx.actor, fact.action, encode_fact(fact), plain_id(client), SCHEMA, asked_of(client), people=people
    )
    first_entry = ctx.store.create(slug, entry, name=name, ruleset=ruleset.id, secret=secret)
    ctx.last_written[slug] = first_entry.seq
    ctx.invalidate(slug)
    return slug


def _created_before(ctx: Context, client: str) -> str | None:
    """The tournament that an earlier request with the same client-made id created."""
    slug = ctx.store.created_by(str(client))
    return slug if slug is not None and ctx.find_repeat(slug, client) else None


def goes_by_season(ruleset: Ruleset) -> bool:
    """Do its birth years need a date?"""
    return bool(ruleset.season) and ruleset.divisions is not None


def ruleset_of_game(new: NewEvent, today: str) -> str:
    """The ruleset of a game in the season of the event's date, else of today's (PN-RS-2)."""
    settings = new.settings or {}
    season = read_setting(SEASON.key, settings.get(SEASON.key, ""), unit=1, pod=None)
    if not isinstance(season, int):
        season = season_of(settings.get(DATE.key) or today) or season_of(today)
    return rulesets.of_season(new.game, season or 0)


def _ruleset_for(new: NewEvent, earlier: LoadedTournament | None, today: str) -> Ruleset:
    if new.game:
        if new.ruleset or new.ruleset_text is not None:
            raise BadInput("game-and-ruleset", "Give a game or a ruleset, not both.")
        return rulesets.load(ruleset_of_game(new, today))
    if new.ruleset_text is not None:
        name = new.ruleset_file or new.ruleset or "ruleset"
        return parse_ruleset(new.ruleset_text, name=name, find=rulesets.find_text)
    if new.ruleset:
        return rulesets.load(new.ruleset)
    if earlier is not None:
        return earlier.state.ruleset
    raise BadInput("ruleset-missing", "A tournament needs a ruleset: choose one.")


def _copied_players(
    ctx: Context, earlier: LoadedTournament, today: Mapping[int, Mapping[str, Any]], divisions: DivisionRules | None
) -> tuple[tuple[Entrant, ...], list[PersonChange]]:
    """Everybody of the earlier event, as they were entered, in the division of the new one's birth years."""
    entrants: list[Entrant] = []
    changes: list[PersonChange] = []
    for no, old in sorted(earlier.state.entrants.items()):
        persons = []
        for person in old.persons:
            fresh = ctx.new_id()
            persons.append(fresh)
            personal = {k: v for k, v in earlier.people.get(person, {}).items() if k not in OF_THE_EVENT}
            changes.append(PersonChange(fresh, personal))
        details: dict[str, Any] = {}
        for f in FIELDS:
            if (
                f.home is FieldStorage.ENTRANT
                and f.follows is not CopyPolicy.NOT
                and (value := today.get(no, {}).get(f.name) or getattr(old, f.name))
            ):
                details[f.name] = value
        if divisions is not None and earlier.state.ruleset.divisions is not None and old.division:
            born = earlier.person(old).get("birth_year")
            details["division"] = division_under(divisions_now(earlier.state), divisions, old.division, born)
        entrants.append(Entrant(no, tuple(persons), **details))
    return tuple(entrants), changes


def checked_settings(ruleset: Ruleset, texts: Mapping[str, str]) -> dict[str, object]:
    """The settings of a new event that texts say; an empty one says nothing."""
    read = {key: _checked_setting(ruleset, key, text, pod=None) for key, text in texts.items()}
    _check_tiebreaks(read, str(read.get(STYLE.key) or ruleset.styles[0]))
    return {key: value for key, value in read.items() if value is not None}


def _checked_setting(ruleset: Ruleset, key: str, text: str, *, pod: str | None) -> object:
    value = read_setting(key, text, unit=ruleset.unit, pod=pod)
    if isinstance(value, str):
        value = clean_line(value, key, _TEXT_LIMIT)
    if key == NAME.key and not value:
        raise BadInput("name-empty", "A tournament needs a name.")
    if key == ZONE.key and value is not None and value not in available_timezones():
        raise BadInput("zone-unknown", "zone={zone}: not a valid time zone (example: Europe/Madrid).", zone=text)
    check = SETTINGS[key].check
    if check is not None and value is not None:
        check(ruleset, value, text)
    return value


def _check_tiebreaks(settings: Mapping[str, object], style: str) -> None:
    """Tie-breaks that were chosen must go with the style (F-115)."""
    if chosen := TIEBREAK_ORDER.of(settings):
        check_style(read_tiebreaks(str(chosen)), style)


def change_settings(
    ctx: Context,
    slug: str,
    changes: Mapping[str, str],
    *,
    pod: str | None = None,
    override: str | None = None,
    confirmed: bool = False,
    word: str = "",
    client: str | None = None,
) -> JournalResult[SettingsSet]:
    """Sets values given as text; an empty text takes a setting back. Returns the warnings of the document's tables.

    `confirmed` and `word`: what FIDE mode asks for."""
    if done := ctx.find_repeat(slug, client):
        return done
    event = ctx.open(slug)
    t = event.state
    if pod is not None:
        pod = _setting_home(event, pod, changes)
    values: dict[str, object] = {}
    for key, text in changes.items():
        if key in SETTINGS and SETTINGS[key].before_start and t.started:
            raise Refused("setting-too-late", "“{key}” can only be changed before round 1 starts.", key=key)
        values[key] = _checked_setting(t.ruleset, key, text, pod=pod)
    check_settings(event, values)
    if {TIEBREAK_ORDER.key, STYLE.key} & values.keys():
        _check_tiebreaks({**t.settings, **values}, str({**t.settings, **values}.get(STYLE.key) or t.ruleset.styles[0]))
    check_sections_set(t, values, pod)
    planned = _planned_changes(event, values, pod)
    warnings = Warnings(t, confirmed, word)
    check_fide_settings(event, values, pod, planned, warnings)
    warnings.check_confirmed()
    if not t.fide_mode:
        check_settled(t, values, pod, planned, override)
    fact = warnings.attach_to(SettingsSet(values, pod, planned or None))
    if THIRD_PLACE.key in values:  # a bracket that is drafted already follows
        fact = replace(
            fact,
            third_place={
                p.id: bool(values[THIRD_PLACE.key])
                for p in t.pods.values()
                if p.phase is Phase.ELIMINATION and pod in (None, p.id)
            },
        )
    if FIRST_TABLE.key in values and pod is None:  # pods that exist move along, one after the other
        first = FIRST_TABLE.of(values) or 1
        live = [(p.id, len(p.members)) for p in t.pods.values() if not p.closed]
        fact = replace(fact, first_tables=first_tables(live, first))
    if {BIRTH_YEARS.key, SEASON.key} & values.keys() or (DATE.key in values and not t.started):
        fact = replace(fact, divisions=moved_by(event, {**t.settings, **values}) or None)
    steps = begin_batch(ctx, slug)
    done = steps.record(steps.draft, fact, override=override, name=NAME.of(values), notes=warnings.notes)
    if {TIER.key, CHAMPIONSHIP_POINTS.key} & values.keys():
        steps.notes.extend(tier_notes(steps.draft.state))
    steps.notes.extend(review_settings(steps.draft))
    written = steps.commit_plainly(client=client)
    return replace(done, seq=written.seq, notes=written.notes)


def pods_with_settings(event: LoadedTournament) -> list[str]:
    """Pods as they are or would form, and divisions that share one: their cut is their own."""
    t = event.state
    advised = advice_for(event)
    formed = [name for p in t.pods.values() for name in ([p.id.rsplit("-", 1)[0]] if p.section else []) + [p.id]]
    return list(dict.fromkeys([*advised, *formed, *sharing_divisions(event)]))


def sharing_divisions(event: LoadedTournament) -> list[str]:
    """Divisions that share a pod, by the names their settings have."""
    t = event.state
    return [
        cut.name for pod, advice in advice_for(event).items() for cut in planned_cuts(t, pod, advice) if cut.division
    ]


def _setting_home(event: LoadedTournament, pod: str, keys: Iterable[str]) -> str:
    """The name under which settings of a pod or of a division are kept."""
    t = event.state
    pods = set(advice_for(event)) | set(t.pods) | {p.id.rsplit("-", 1)[0] for p in t.pods.values() if p.section}
    if pod in pods:
        return pod
    division = division_named(t.ruleset.divisions, pod)
    if division is None:
        known = pods_with_settings(event)
        raise NotFound(
            "no-pod",
            "There is no group “{pod}” (groups: {known}).",
            pod=pod,
            known=join_notes(", ", sorted(known)) if known else text_note("none yet"),
        )
    own = pod_id(t.ruleset.divisions, (division,))
    for key in keys:
        if own not in pods and key in SETTINGS and SETTINGS[key].per_pod and not SETTINGS[key].per_division:
            raise BadInput(
                "setting-not-per-division",
                "“{key}” applies to a whole group; {division} don't have one of their own.",
                key=key,
                division=own,
            )
    return own


def _planned_changes(event: LoadedTournament, values: Mapping[str, object], pod: str | None) -> dict[str, int]:
    """Pods that already exist follow a change of their number of rounds."""
    t = event.state
    planned: dict[str, int] = {}
    for setting, phases in ((ROUNDS, ("swiss",)), (DAY2_ROUNDS, ("day2",))):
        rounds = setting.of(values)
        if rounds is None:
            continue
        for p in t.pods.values():
            if p.phase.value not in phases or p.phase in ELIMINATION:
                continue
            if pod is not None and p.id != pod and not (p.section and p.id.rsplit("-", 1)[0] == pod):
                continue
            if pod is None and setting.of(t.pod_settings.get(p.id, {})) is not None:
                continue
            if next_number(p) - p.first_round > rounds:
                raise Refused(
                    "rounds-played",
                    "{pod} has already paired {played} rounds, so it can't have only {rounds}.",
                    pod=p.id,
                    played=next_number(p) - p.first_round,
                    rounds=rounds,
                )
            if p.closed:
                raise Refused("pod-closed", "{pod} is finished: its players have advanced.", pod=p.id)
            planned[p.id] = rounds
    return planned


def list_events(ctx: Context, *, every_row: bool = False) -> list[ListedEvent]:
    """All tournaments. `every_row`: a look at every row finds those that are damaged before anybody opens them."""
    torn = ctx.store.unreadable() if every_row else set()
    return [_event_row(ctx, s, torn) for s in ctx.store.tournaments()]


def newest(ctx: Context, count: int) -> list[ListedEvent]:
    """The tournaments made last, the newest first: what a page offers, however many there are."""
    return [_event_row(ctx, s) for s in ctx.store.newest(count)]


def _event_row(ctx: Context, s: Summary, torn: Container[str] = ()) -> ListedEvent:
    return ListedEvent(
        slug=s.slug,
        name=s.name,
        ruleset=s.ruleset,
        created=s.created,
        entries=s.head,
        damaged=s.slug in torn or ctx.is_damaged(s) or None,
    )


def show_event(ctx: Context, slug: str) -> EventState:
    """A tournament at a glance: pods, phase, round, status, allowed actions, advice and warnings."""
    event = ctx.open(slug)
    t = event.state
    return EventState(
        slug=t.slug,
        name=t.name,
        ruleset=t.ruleset.id,
        style=t.style,
        sanctioned=t.style in t.ruleset.styles,
        players=len(t.entrants),
        settings=dict(sorted(t.settings.items())),
        pods=[_pod_state(t, p) for p in t.pods.values()],
        advice=[
            AdviceRow(
                pod=pod,
                rounds=a.rounds,
                day2_rounds=a.day2_rounds,
                cut=a.cut,
                total_rounds=a.total_rounds,
                division_cuts=dict(a.division_cuts),
            )
            for pod, a in advice_for(event).items()
        ],
        warnings=list(map(str, (*review_settings(event), *filter(None, (missing_note(t),))))),
        actions=allowed_actions(None) if not t.pods else [],
        seq=t.seq,
        birth_years=describe_years(divisions_now(t)) if t.ruleset.divisions else "",
        fide_mode=t.fide_mode if t.ruleset.fide_mode else None,
        left_fide_mode=t.left_fide.reason if t.left_fide else "",
    )


def _pod_state(t: Tournament, p: Pod) -> PodState:
    last = p.last_round
    method, next_method = methods_shown(t, p)
    return PodState(
        pod=p.id,
        phase=p.phase.value,
        method=method,
        next_method=next_method,
        divisions=list(p.divisions),
        section=p.section,
        players=len(p.members),
        active=sum(t.is_active(no) for no in p.members),
        round=last.number if last else 0,
        rounds=p.first_round + p.planned - 1,
        status=pod_status(t, p),
        closed=p.closed,
        open_tables=sorted(last.open_tables) if last and last.status.value == "started" else [],
        actions=[] if p.closed else allowed_actions(p),
    )


def removal_question(name: str) -> NeedsConfirmation:
    return NeedsConfirmation(
        "delete-confirm", "“{name}” will be deleted for good, with its journal and its people.", name=name
    )


def remove(ctx: Context, slug: str) -> None:
    """Deletes the tournament on purpose and for good."""
    ctx.store.delete(slug)
    ctx.invalidate(slug)
