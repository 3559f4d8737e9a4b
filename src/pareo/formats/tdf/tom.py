"""TOM's save files (.tdf): tournaments in, tournaments out.

A file that is imported is kept (`retained`). Exporting writes the file anew and merges it with the kept one (`merge`):
what changed here is changed there, everything else (also elements that are not known) is as TOM wrote it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import UTC, datetime
from functools import partial
from typing import Any
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from pareo.app.base.context import Context, LoadedTournament, decode_entries, decode_fact
from pareo.core.journal.fact import Fact
from pareo.core.journal.facts import TournamentCreated, parts_of, results_in
from pareo.core.journal.floor_facts import CheckOutcome
from pareo.core.journal.people_facts import Dropped, Entered, Late, Undropped
from pareo.core.journal.round_facts import RoundsPaired, Started
from pareo.core.journal.tom_facts import Saved
from pareo.core.journal.tom_sync import match_key_of, result_as_seated, result_from_lower, seated_matches
from pareo.core.model.entities import Entrant
from pareo.core.replay.replay import replay
from pareo.core.settings.rounds import ROUND_MINUTES
from pareo.core.text.errors import BadInput, PareoError
from pareo.core.text.messages import note, plural
from pareo.core.tom.matches import results_to_type
from pareo.core.tournament.tournament import Tournament
from pareo.formats.exchange.event import ForeignEvent, Reading, Writing
from pareo.formats.exchange.reading import collector_paused, took_notes
from pareo.formats.exchange.rebuild import read_retained
from pareo.formats.tdf.codes import int_in
from pareo.formats.tdf.compare import GO_RULESET, TOM_RULESET, file_places, other_places
from pareo.formats.tdf.merge import by_key, merge
from pareo.formats.tdf.people import read_player
from pareo.formats.tdf.plan import as_planned
from pareo.formats.tdf.read import read_event
from pareo.formats.tdf.retained import FORMAT, element_of, original_document, retained_record
from pareo.formats.tdf.saves import save_bytes, save_record
from pareo.formats.tdf.schema import unknown
from pareo.formats.tdf.write import Person, TomTimes, WriteInput, losses_of, tree
from pareo.formats.tdf.xml import XmlDocument, XmlExtent, XmlNode, parse_document, write, write_document

_HEAD = re.compile(rb"\s*(<\?xml[^>]{0,200}\?>)?\s*(<!--.{0,2000}?-->\s*)*<tournament[\s>]", re.DOTALL)
_OWN_IDS = 9_000_000_000  # user ids for players who have none: TOM takes up to ten digits


def is_tdf(data: bytes) -> bool:
    """Does the file begin as TOM's do? UTF-16 is read too."""
    head = data[:4096]
    if head[:2] in (b"\xff\xfe", b"\xfe\xff"):
        head = head.decode("utf-16", "replace").encode()
    return _HEAD.match(head.removeprefix(b"\xef\xbb\xbf")) is not None


# --- in ---------------------------------------------------------------------------------------------------------------


def read(data: bytes, *, name: str = "", ruleset: str | None = None) -> Reading:
    """The tournament of a save file; ranked as TOM ranks unless another ruleset is asked for."""
    del name
    with collector_paused():
        return _read_document(parse_document(data), ruleset)


def _read_document(document: XmlDocument, ruleset: str | None) -> Reading:
    root = document.root
    event, report, categories = read_event(root, ruleset or _default_ruleset(root))
    unknown_paths = unknown(root)
    stored = replace(event, beside={FORMAT: retained_record(document, event, categories)})
    notes = [*report.notes, *_moved_tables(event), *map(_not_understood, unknown_paths[:20])]
    places = file_places(root, {player.key: no for no, player in enumerate(event.players, 1)})
    return Reading(
        stored,
        _took_notes(event),
        tuple(report.skipped),
        tuple(notes),
        compare=partial(other_places, in_file=places) if places else None,
    )


def _took_notes(event: ForeignEvent) -> tuple[str, ...]:
    rounds = [r for pod in event.pods for r in pod.rounds]
    return took_notes(
        players=len(event.players),
        pods=len(event.pods),
        rounds=len({r.number for r in rounds}),
        matches=sum(len(r.matches) for r in rounds),
        results=sum(m.result is not None for r in rounds for m in r.matches),
        sat_out=sum(len(r.sittings) for r in rounds),
    )


def _not_understood(path: str) -> str:
    return note("tdf-not-understood", "Not understood, kept for export: {path}.", path=path)


def _moved_tables(event: ForeignEvent) -> list[str]:
    """Tables that the file gives to two matches of a round: the second one gets another."""
    claims = [(r.number, m.table) for pod in event.pods for r in pod.rounds for m in r.matches if m.table]
    twice = len(claims) - len(set(claims))
    return (
        [
            plural(
                "tdf-moved",
                "{count} match had the table of another match and was moved.",
                "{count} matches had the table of another match and were moved.",
                count=twice,
            )
        ]
        if twice
        else []
    )


# --- out --------------------------------------------------------------------------------------------------------------


def _default_ruleset(root: XmlNode) -> str:
    """The ruleset of a file: GO has one of its own, without divisions (PN-GO-2). Its gametype was never seen written
    out: whatever has the word GO in it."""
    return GO_RULESET if "GO" in root.attrs.get("gametype", "").split("_") else TOM_RULESET


def export(ctx: Context, slug: str) -> Writing:
    """A stored event, and what the file cannot hold of it. While TOM runs it: TOM's own last save (BT-FIN-1)."""
    event = ctx.open(slug)
    tom = event.state.tom
    if tom is not None and tom.following and tom.last is not None:
        waiting = len(results_to_type(event.state))
        left_out = (plural("tom-own-save",
                        "TOM does not have {count} result: this is TOM's last save file, unchanged.",
                        "TOM does not have {count} results: this is TOM's last save file, unchanged.",
                        count=waiting),) if waiting else ()  # fmt: skip
        return Writing(save_bytes(ctx, event, tom.last.number), left_out)
    return Writing(export_tdf(ctx, slug), tuple(export_losses(ctx, slug)))


def export_tdf(ctx: Context, slug: str, *, use_retained: bool = True) -> bytes:
    """The tournament as a save file. With `use_retained`, merged with the file it was imported from."""
    event = ctx.open(slug)
    t = event.state
    if t.ruleset.entrant == "team":
        raise BadInput("tdf-teams", "A .tdf file has no place for teams.")
    retained = (_last_save(ctx, event) or read_retained(ctx, slug, FORMAT)) if use_retained else None
    file = original_document(event, retained[0]) if retained is not None else None
    if retained is None or file is None:
        length = t.setting(ROUND_MINUTES) or t.ruleset.round.minutes
        whole_file = tree(_write_input(ctx, event, t, event.person, categories={}, minutes=(length, length)))
        return write(whole_file, _user_ids(event))
    categories = {str(pod): str(category) for pod, category in dict(retained[0].get("pods", {})).items()}
    then = _state_at(ctx, slug, retained[1])
    minutes_then = (int_in(file.root.value("data", "roundtime")), int_in(file.root.value("data", "finalsroundtime")))
    set_now = t.setting(ROUND_MINUTES)
    minutes_now = minutes_then if set_now == then.setting(ROUND_MINUTES) else (
        set_now or t.ruleset.round.minutes, minutes_then[1])  # fmt: skip
    now = tree(_write_input(ctx, event, t, event.person, categories=categories, minutes=minutes_now))
    before = tree(_write_input(ctx, event, then, _as_read(event), categories=categories, minutes=minutes_then,
                        until=retained[1]))  # fmt: skip
    if t.pods and not then.pods:
        _add_planned_pods(before, now, t, then)
    merged_root = merge(before, file.root, now)
    _give_start_times(merged_root, file.root, now)
    return write_document(replace(file, root=merged_root), _user_ids(event))


def _last_save(ctx: Context, event: LoadedTournament) -> tuple[Mapping[str, Any], int] | None:
    """The last save of TOM that was followed, and its entry: what happened here since is laid over it."""
    saves = event.state.tom.saves if event.state.tom is not None else []
    record = save_record(ctx, event.state.slug, saves)
    return None if record is None else (record, saves[-1].seq)


def _add_planned_pods(before: XmlNode, now: XmlNode, t: Tournament, then: Tournament) -> None:
    """Puts the pods and cuts of a file that was configured, and not paired, into what we would have written then."""
    pods, finals = as_planned(t, then, list(now.all("pods", "pod")))
    for tag, children in (("pods", pods), ("finalsoptions", finals)):
        if (node := before.find(tag)) is not None:
            node.children = children


def _give_start_times(root: XmlNode, file: XmlNode, now: XmlNode) -> None:
    """A round that was finished here has begun some time, though nobody ran TOM's clock."""
    theirs, ours = _rounds(file), _rounds(now)
    for key, node in _rounds(root).items():
        over_there = key in theirs and theirs[key].attrs.get("stage", "") in _OVER
        start = node.find("starttime")
        if start is None or start.text.strip() or key not in ours or over_there:
            continue
        if ours[key].attrs["stage"] in _OVER:
            start.text = ours[key].value("starttime")
            start.shape = start.shape and XmlExtent(start.shape.lead)


_OVER = ("5", "6", "8")  # stages of a round


def _rounds(root: XmlNode) -> dict[tuple[object, ...], XmlNode]:
    """Every round by its pod and number."""
    pods = root.find("pods") or XmlNode("pods")
    return {
        (pod_key, key): node
        for pod_key, pod in by_key(pods.children).items()
        for key, node in by_key((pod.find("rounds") or XmlNode("rounds")).children).items()
    }


def export_losses(ctx: Context, slug: str) -> list[str]:
    """What the event's .tdf file will not hold."""
    event = ctx.open(slug)
    without = sum(not event.id(no).isdecimal() for no in event.state.entrants)
    made_up = [f"ids that are not numbers: {without} players get one made up"] if without else []
    return [*losses_of(event.state), *made_up]


def _write_input(
    ctx: Context,
    event: LoadedTournament,
    state: Tournament,
    person: Callable[[Entrant], Person],
    *,
    categories: Mapping[str, str],
    minutes: tuple[int, int],
    until: int | None = None,
) -> WriteInput:
    return WriteInput(state, person, _times(ctx, state, event.state.zone, until), event.lots(), categories, minutes)


def _state_at(ctx: Context, slug: str, seq: int) -> Tournament:
    t = replay(decode_entries(entry for entry in ctx.store.read(slug) if entry.seq <= seq))
    t.slug = slug  # the journal may have been stored under another
    if t.tom is not None:  # what was reported here is not in TOM's file
        for p, number, m in list(seated_matches(t.pods)):
            theirs = t.tom.results.get(match_key_of(number, m.a, m.b))
            p.rounds[number].matches[m.table] = replace(
                m, result=None if theirs is None else result_as_seated(m, theirs)
            )
    return t


def _as_read(event: LoadedTournament) -> Callable[[Entrant], Person]:
    """Personal data as the file had them, so that a name corrected here is a change."""

    def person(e: Entrant) -> Person:
        record = event.person(e)
        node = element_of(record)
        if node is None:
            return record
        try:
            read = read_player(node, "1", "")
        except PareoError:
            return record
        known: dict[str, Any] = {"first": read.first, "last": read.last, "birth_year": read.birth_year}
        return {**known, "nickname": read.nickname}

    return person


def _times(ctx: Context, t: Tournament, zone: str, until: int | None) -> TomTimes:
    """When everybody came and left, and when rounds were paired, started and reported, by the journal."""
    local = _local_formatter(zone)
    undone = {step.seq for step in t.steps if step.undone_by is not None}
    times = TomTimes()
    for entry in ctx.store.read(t.slug):
        if (until is None or entry.seq <= until) and entry.seq not in undone:
            for part in parts_of(decode_fact(entry)):
                _note_time(times, part, local(entry.time))
    if t.tom is not None:  # when TOM's results were entered, TOM's file says
        theirs = t.tom.results
        toms = {(p.id, number, m.table) for p, number, m in seated_matches(t.pods) if (
            until is not None or (m.result is not None
                                  and theirs.get(match_key_of(number, m.a, m.b)) == result_from_lower(m, m.result)
        ))}  # fmt: skip
        times.results = {key: when for key, when in times.results.items() if key not in toms}
    return times


def _note_time(times: TomTimes, fact: Fact, when: str) -> None:
    if isinstance(fact, TournamentCreated | Entered):
        times.entered.update((entrant.no, when) for entrant in fact.entrants or ())
    elif isinstance(fact, Late):
        times.entered[fact.entrant.no] = when
    elif isinstance(fact, Dropped) or (isinstance(fact, CheckOutcome) and fact.drop is not None):
        times.left[fact.no] = when
    elif isinstance(fact, Saved):
        times.entered.update((e.no, when) for e in fact.entrants if e.no not in times.entered)
        times.paired.update(((drafted.pod, drafted.number), when) for drafted in fact.structure.rounds)
    elif isinstance(fact, RoundsPaired):
        times.paired.update(((drafted.pod, drafted.number), when) for drafted in fact.rounds)
    elif isinstance(fact, Started):
        times.started.update((key, when) for key in fact.rounds)
    for pod, number, table, _ in results_in(fact) if not isinstance(fact, Undropped) else ():
        times.results[(pod, number, table)] = when


def _local_formatter(zone: str) -> Callable[[str], str]:
    try:
        local_zone = ZoneInfo(zone)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        local_zone = ZoneInfo("UTC")

    def to_local(time: str) -> str:
        moment = datetime.strptime(time[:19], "%Y-%m-%dT%H:%M:%S").replace(tzinfo=UTC)
        return moment.astimezone(local_zone).strftime("%m/%d/%Y %H:%M:%S")

    return to_local


def _user_ids(event: LoadedTournament) -> dict[str, str]:
    """User ids for entrant numbers. Who has no number of their own gets one that nobody has."""
    t = event.state
    ids = {no: event.id(no) for no in t.entrants}
    taken = {text for text in ids.values() if text.isdecimal()}
    free = (text for n in range(_OWN_IDS, _OWN_IDS + 10**9) if (text := str(n)) not in taken)
    return {f"#{no}": text if text.isdecimal() and event.person(t.entrants[no]).get("id") else next(free)
            for no, text in sorted(ids.items())}  # fmt: skip
