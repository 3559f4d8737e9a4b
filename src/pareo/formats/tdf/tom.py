"""TOM's save files (.tdf): tournaments in, tournaments out.

A file that is imported is kept (`kept`). Exporting writes the file anew and lays it over the kept one: what changed
here is changed there, everything else (also elements that are not known) is as TOM wrote it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import UTC, datetime
from functools import partial
from typing import Any
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from pareo.app.desk import Desk, Event, fact_of, told
from pareo.core.beside.matches import to_type
from pareo.core.journal.fact import Fact
from pareo.core.journal.facts import Created, told_results
from pareo.core.journal.floor_facts import Inspected
from pareo.core.journal.fold import fold
from pareo.core.journal.people_facts import Dropped, Entered, Late, Undropped
from pareo.core.journal.round_facts import Paired, Started
from pareo.core.journal.tom_facts import Saved
from pareo.core.state.beside import as_seated, from_low, key_of, seated
from pareo.core.state.model import Entrant
from pareo.core.state.settings.rounds import ROUND_MINUTES
from pareo.core.state.tournament import Tournament
from pareo.core.words.errors import BadInput, PareoError
from pareo.core.words.notes import counted, note
from pareo.formats.exchange.event import ForeignEvent, Reading, Writing
from pareo.formats.exchange.reading import took
from pareo.formats.exchange.rebuild import beside
from pareo.formats.tdf.codes import whole
from pareo.formats.tdf.compare import GO_RULESET, TOM_RULESET, file_places, other_places
from pareo.formats.tdf.kept import FORMAT, element, keep, original
from pareo.formats.tdf.merge import keyed, merged
from pareo.formats.tdf.people import read_player
from pareo.formats.tdf.plan import as_planned
from pareo.formats.tdf.read import read_event
from pareo.formats.tdf.saves import kept_record, save_bytes
from pareo.formats.tdf.schema import unknown
from pareo.formats.tdf.write import Person, Times, Told, lost, tree
from pareo.formats.tdf.xml import Node, Shape, parse_document, write, write_document

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
    document = parse_document(data)
    root = document.root
    event, told, categories = read_event(root, ruleset or _usual(root))
    strange = unknown(root)
    stored = replace(event, beside={FORMAT: keep(document, event, categories)})
    notes = [*told.notes, *_moved(event), *map(_not_understood, strange[:20])]
    places = file_places(root, {player.key: no for no, player in enumerate(event.players, 1)})
    return Reading(stored, _took(event), tuple(told.skipped), tuple(notes),
                   compare=partial(other_places, in_file=places) if places else None)


def _took(event: ForeignEvent) -> tuple[str, ...]:
    rounds = [r for pod in event.pods for r in pod.rounds]
    return took(
        players=len(event.players),
        pods=len(event.pods),
        rounds=len({r.number for r in rounds}),
        matches=sum(len(r.matches) for r in rounds),
        results=sum(m.result is not None for r in rounds for m in r.matches),
        sat_out=sum(len(r.sittings) for r in rounds),
    )


def _not_understood(path: str) -> str:
    return note("tdf-not-understood", "Not understood, kept for export: {path}.", path=path)


def _moved(event: ForeignEvent) -> list[str]:
    """Tables that the file gives to two matches of a round: the second one gets another."""
    claims = [(r.number, m.table) for pod in event.pods for r in pod.rounds for m in r.matches if m.table]
    twice = len(claims) - len(set(claims))
    return [counted(
        "tdf-moved", "{count} match sits at a table that another match of the round has: moved.",
        "{count} matches sit at a table that another match of the round has: moved.", count=twice,
    )] if twice else []


# --- out --------------------------------------------------------------------------------------------------------------


def _usual(root: Node) -> str:
    """The ruleset of a file: GO has one of its own, without divisions (PN-GO-2). Its gametype was never seen written
    out: whatever has the word GO in it."""
    return GO_RULESET if "GO" in root.attrs.get("gametype", "").split("_") else TOM_RULESET


def export(desk: Desk, slug: str) -> Writing:
    """A stored event, and what the file cannot hold of it. While TOM runs it: TOM's own last save (BT-FIN-1)."""
    event = desk.open(slug)
    beside = event.state.beside
    if beside is not None and beside.following and beside.last is not None:
        waiting = len(to_type(event.state))
        told = (counted("tom-own-save",
                        "{count} result that TOM does not have: this is TOM's own last save, as it came.",
                        "{count} results that TOM does not have: this is TOM's own last save, as it came.",
                        count=waiting),) if waiting else ()  # fmt: skip
        return Writing(save_bytes(desk, event, beside.last.number), told)
    return Writing(export_tdf(desk, slug), tuple(export_losses(desk, slug)))


def export_tdf(desk: Desk, slug: str, *, kept: bool = True) -> bytes:
    """The tournament as a save file. With `kept`, laid over the file it was imported from."""
    event = desk.open(slug)
    t = event.state
    if t.ruleset.entrant == "team":
        raise BadInput("tdf-teams", "A .tdf file has no place for teams.")
    found = (_last_save(desk, event) or beside(desk, slug, FORMAT)) if kept else None
    file = original(event, found[0]) if found is not None else None
    if found is None or file is None:
        length = t.setting(ROUND_MINUTES) or t.ruleset.round.minutes
        whole_file = tree(_told(desk, event, t, event.person, categories={}, minutes=(length, length)))
        return write(whole_file, _user_ids(event))
    categories = {str(pod): str(category) for pod, category in dict(found[0].get("pods", {})).items()}
    then = _state_at(desk, slug, found[1])
    minutes_then = (whole(file.root.value("data", "roundtime")), whole(file.root.value("data", "finalsroundtime")))
    set_now = t.setting(ROUND_MINUTES)
    minutes_now = minutes_then if set_now == then.setting(ROUND_MINUTES) else (
        set_now or t.ruleset.round.minutes, minutes_then[1])  # fmt: skip
    now = tree(_told(desk, event, t, event.person, categories=categories, minutes=minutes_now))
    before = tree(_told(desk, event, then, _as_read(event), categories=categories, minutes=minutes_then,
                        until=found[1]))  # fmt: skip
    if t.pods and not then.pods:
        _plan(before, now, t, then)
    made = merged(before, file.root, now)
    _give_start_times(made, file.root, now)
    return write_document(replace(file, root=made), _user_ids(event))


def _last_save(desk: Desk, event: Event) -> tuple[Mapping[str, Any], int] | None:
    """The last save of TOM that was followed, and its entry: what happened here since is laid over it."""
    saves = event.state.beside.saves if event.state.beside is not None else []
    record = kept_record(desk, event.state.slug, saves)
    return None if record is None else (record, saves[-1].seq)


def _plan(before: Node, now: Node, t: Tournament, then: Tournament) -> None:
    """Puts the pods and cuts of a file that was configured, and not paired, into what we would have written then."""
    pods, finals = as_planned(t, then, list(now.all("pods", "pod")))
    for tag, children in (("pods", pods), ("finalsoptions", finals)):
        if (place := before.find(tag)) is not None:
            place.children = children


def _give_start_times(made: Node, file: Node, now: Node) -> None:
    """A round that was finished here has begun some time, though nobody ran TOM's clock."""
    theirs, ours = _rounds(file), _rounds(now)
    for key, node in _rounds(made).items():
        over_there = key in theirs and theirs[key].attrs.get("stage", "") in _OVER
        start = node.find("starttime")
        if start is None or start.text.strip() or key not in ours or over_there:
            continue
        if ours[key].attrs["stage"] in _OVER:
            start.text = ours[key].value("starttime")
            start.shape = start.shape and Shape(start.shape.lead)


_OVER = ("5", "6", "8")  # stages of a round


def _rounds(root: Node) -> dict[tuple[object, ...], Node]:
    """Every round by its pod and number."""
    pods = root.find("pods") or Node("pods")
    return {
        (pod_key, key): node
        for pod_key, pod in keyed(pods.children).items()
        for key, node in keyed((pod.find("rounds") or Node("rounds")).children).items()
    }


def export_losses(desk: Desk, slug: str) -> list[str]:
    """What the file will not hold."""
    event = desk.open(slug)
    without = sum(not event.id(no).isdecimal() for no in event.state.entrants)
    made_up = [f"ids that are not numbers: {without} players get one made up"] if without else []
    return [*lost(event.state), *made_up]


def _told(
    desk: Desk,
    event: Event,
    state: Tournament,
    person: Callable[[Entrant], Person],
    *,
    categories: Mapping[str, str],
    minutes: tuple[int, int],
    until: int | None = None,
) -> Told:
    return Told(state, person, _times(desk, state, event.state.zone, until), event.lots(), categories, minutes)


def _state_at(desk: Desk, slug: str, seq: int) -> Tournament:
    t = fold(told(entry for entry in desk.store.read(slug) if entry.seq <= seq))
    t.slug = slug  # the journal may have been stored under another
    if t.beside is not None:  # what was reported here is not in TOM's file
        for p, number, m in list(seated(t.pods)):
            theirs = t.beside.results.get(key_of(number, m.a, m.b))
            p.rounds[number].matches[m.table] = replace(m, result=None if theirs is None else as_seated(m, theirs))
    return t


def _as_read(event: Event) -> Callable[[Entrant], Person]:
    """Personal data as the file had them, so that a name corrected here is a change."""

    def person(e: Entrant) -> Person:
        record = event.person(e)
        node = element(record)
        if node is None:
            return record
        try:
            read = read_player(node, "1", "")
        except PareoError:
            return record
        known: dict[str, Any] = {"first": read.first, "last": read.last, "birth_year": read.birth_year}
        return {**known, "nickname": read.nickname}

    return person


def _times(desk: Desk, t: Tournament, zone: str, until: int | None) -> Times:
    """When everybody came and left, and when rounds were paired, started and reported, by the journal."""
    local = _local(zone)
    undone = {step.seq for step in t.steps if step.undone_by is not None}
    times = Times()
    for entry in desk.store.read(t.slug):
        if (until is None or entry.seq <= until) and entry.seq not in undone:
            _note_time(times, fact_of(entry), local(entry.time))
    if t.beside is not None:  # when TOM's results were entered, TOM's file says
        theirs = t.beside.results
        toms = {(p.id, number, m.table) for p, number, m in seated(t.pods) if (
            until is not None or (m.result is not None and theirs.get(key_of(number, m.a, m.b)) == from_low(m, m.result)
        ))}  # fmt: skip
        times.results = {key: when for key, when in times.results.items() if key not in toms}
    return times


def _note_time(times: Times, fact: Fact, when: str) -> None:
    if isinstance(fact, Created | Entered):
        times.entered.update((entrant.no, when) for entrant in fact.entrants or ())
    elif isinstance(fact, Late):
        times.entered[fact.entrant.no] = when
    elif isinstance(fact, Dropped) or (isinstance(fact, Inspected) and fact.drop is not None):
        times.left[fact.no] = when
    elif isinstance(fact, Saved):
        times.entered.update((e.no, when) for e in fact.entrants if e.no not in times.entered)
        times.paired.update(((drafted.pod, drafted.number), when) for drafted in fact.structure.rounds)
    elif isinstance(fact, Paired):
        times.paired.update(((drafted.pod, drafted.number), when) for drafted in fact.rounds)
    elif isinstance(fact, Started):
        times.started.update((key, when) for key in fact.rounds)
    for pod, number, table, _ in told_results(fact) if not isinstance(fact, Undropped) else ():
        times.results[(pod, number, table)] = when


def _local(zone: str) -> Callable[[str], str]:
    try:
        place = ZoneInfo(zone)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        place = ZoneInfo("UTC")

    def shown(time: str) -> str:
        moment = datetime.strptime(time[:19], "%Y-%m-%dT%H:%M:%S").replace(tzinfo=UTC)
        return moment.astimezone(place).strftime("%m/%d/%Y %H:%M:%S")

    return shown


def _user_ids(event: Event) -> dict[str, str]:
    """User ids for entrant numbers. Who has no number of his own gets one that nobody has."""
    t = event.state
    ids = {no: event.id(no) for no in t.entrants}
    taken = {text for text in ids.values() if text.isdecimal()}
    free = (text for n in range(_OWN_IDS, _OWN_IDS + 10**9) if (text := str(n)) not in taken)
    return {f"#{no}": text if text.isdecimal() and event.person(t.entrants[no]).get("id") else next(free)
            for no, text in sorted(ids.items())}  # fmt: skip
