"""TOM's save files (.tdf): tournaments in, tournaments out, and how TOM's ranking differs from the document's.

A file that is imported is kept, without its players' data, beside the journal; each player's element is kept with his
personal data and goes when he is forgotten. Exporting writes the file anew and lays it over the kept one: what changed
here is changed there, everything else (also elements that are not known) is as TOM wrote it.
"""

from __future__ import annotations

import base64
import binascii
import re
import zlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Any
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from pareo import rulesets
from pareo.app.desk import Desk, Event, fact_of, told
from pareo.core.journal.fact import Fact
from pareo.core.journal.facts import Created, told_results
from pareo.core.journal.floor_facts import Inspected
from pareo.core.journal.fold import fold
from pareo.core.journal.people_facts import Dropped, Entered, Late, Undropped
from pareo.core.journal.round_facts import Paired, Started
from pareo.core.standings.tables import tables
from pareo.core.state.model import Entrant
from pareo.core.state.tournament import Tournament
from pareo.core.words.errors import BadInput, NotFound, PareoError
from pareo.formats.exchange.event import ForeignEvent, Reading, Writing
from pareo.formats.exchange.rebuild import beside
from pareo.formats.tdf.codes import CATEGORY, DIVISION, whole
from pareo.formats.tdf.merge import merged
from pareo.formats.tdf.people import kept_element, read_player
from pareo.formats.tdf.read import read_event
from pareo.formats.tdf.schema import unknown
from pareo.formats.tdf.write import Person, Times, Told, lost, tree
from pareo.formats.tdf.xml import (
    SIZE_LIMIT,
    Document,
    Node,
    Shape,
    document_text,
    parse_document,
    parse_text,
    write,
    write_document,
)

FORMAT = "tdf"
TOM_RULESET = "pokemon-tom"
DOCUMENT_RULESET = "pokemon-tcg-2019-07"
_HEAD = re.compile(rb"\s*(<\?xml[^>]{0,200}\?>)?\s*(<!--.{0,2000}?-->\s*)*<tournament[\s>]", re.DOTALL)
_OWN_IDS = 9_000_000_000  # user ids for players who have none: TOM takes up to ten digits
_COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)


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
    event, told, categories = read_event(root, ruleset or TOM_RULESET)
    strange = unknown(root)
    kept = replace(event, beside={FORMAT: _kept(document, event, categories)})
    notes = [*told.notes, *_moved(event), *(f"Not understood, kept for export: {path}." for path in strange[:20])]
    return Reading(kept, _took(event), tuple(told.skipped), tuple(notes),
                   compare=_other_places)


def _took(event: ForeignEvent) -> tuple[str, ...]:
    rounds = [r for pod in event.pods for r in pod.rounds]
    counts = (
        (len(event.players), "player", "players"),
        (len(event.pods), "pod", "pods"),
        (len({r.number for r in rounds}), "round", "rounds"),
        (sum(len(r.matches) for r in rounds), "match", "matches"),
        (sum(m.result is not None for r in rounds for m in r.matches), "result", "results"),
        (sum(len(r.sittings) for r in rounds), "bye or late loss", "byes and late losses"),
    )
    return tuple(_counted(*row) for row in counts)


def _moved(event: ForeignEvent) -> list[str]:
    """Tables that the file gives to two matches of a round: the second one gets another."""
    claims = [(r.number, m.table) for pod in event.pods for r in pod.rounds for m in r.matches if m.table]
    twice = len(claims) - len(set(claims))
    sit = _counted(twice, "match sits", "matches sit")
    return [f"{sit} at a table that another match of the round has: moved."] if twice else []


def _other_places(desk: Desk, slug: str) -> list[str]:
    """How many places here are not those that the file itself gives: the rows of `differences`, counted."""
    if not _file_places(desk.open(slug), beside(desk, slug, FORMAT)):
        return []
    try:
        moved = sum(row.place != row.tom_place for row in differences(desk, slug))
    except NotFound:
        return []
    differ = _counted(moved, "place differs", "places differ")
    return [f"{differ} from those in the file: `compare` names them."] if moved else []


def _counted(count: int, one: str, many: str) -> str:
    return f"{count} {one if count == 1 else many}"


# --- out --------------------------------------------------------------------------------------------------------------


def export(desk: Desk, slug: str) -> Writing:
    """A stored event, and what the file cannot hold of it."""
    return Writing(export_tdf(desk, slug), tuple(export_losses(desk, slug)))


def export_tdf(desk: Desk, slug: str, *, kept: bool = True) -> bytes:
    """The tournament as a save file. With `kept`, laid over the file it was imported from."""
    event = desk.open(slug)
    if event.state.ruleset.entrant == "team":
        raise BadInput("tdf-teams", "A .tdf file has no place for teams.")
    found = beside(desk, slug, FORMAT) if kept else None
    original = _original(event, found[0]) if found is not None else None
    if found is None or original is None:
        return write(tree(_told(desk, event, event.state, event.person, {})), _user_ids(event))
    categories = {str(pod): str(category) for pod, category in dict(found[0].get("pods", {})).items()}
    now = tree(_told(desk, event, event.state, event.person, categories))
    then = _state_at(desk, slug, found[1])
    before = tree(_told(desk, event, then, _as_read(event), categories, until=found[1]))
    return write_document(replace(original, root=merged(before, original.root, now)), _user_ids(event))


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
    categories: Mapping[str, str],
    *,
    until: int | None = None,
) -> Told:
    return Told(state, person, _times(desk, state, event.state.zone, until), event.lots(), categories)


def _state_at(desk: Desk, slug: str, seq: int) -> Tournament:
    t = fold(told(entry for entry in desk.store.read(slug) if entry.seq <= seq))
    t.slug = slug  # the journal may have been stored under another
    return t


def _as_read(event: Event) -> Callable[[Entrant], Person]:
    """Personal data as the file had them, so that a name corrected here is a change."""

    def person(e: Entrant) -> Person:
        record = event.person(e)
        node = _element(record)
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
    return times


def _note_time(times: Times, fact: Fact, when: str) -> None:
    if isinstance(fact, Created | Entered):
        times.entered.update((entrant.no, when) for entrant in fact.entrants or ())
    elif isinstance(fact, Late):
        times.entered[fact.entrant.no] = when
    elif isinstance(fact, Dropped) or (isinstance(fact, Inspected) and fact.drop is not None):
        times.left[fact.no] = when
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


# --- the kept file ----------------------------------------------------------------------------------------------------


def _kept(document: Document, event: ForeignEvent, categories: Mapping[str, str]) -> dict[str, Any]:
    """The file without its players' elements, user ids as entrant numbers."""
    number = {player.key: f"#{no}" for no, player in enumerate(event.players, 1)}
    root = document.root
    parts = [_only_ids(part) if part.tag == "players" else part for part in root.children]
    bare = replace(document, root=Node(root.tag, root.attrs, root.text, parts, root.shape))
    packed = base64.b64encode(zlib.compress(document_text(bare, number).encode(), 3)).decode()
    return {"xml": packed, "pods": dict(categories), "codec": document.codec}


def _only_ids(listed: Node) -> Node:
    """The list of players without what is told of them: that is kept with their own data."""
    bare = [
        Node("player", {"userid": child.attrs.get("userid", "")}, shape=child.shape and Shape(child.shape.lead))
        if child.tag == "player" else child
        for child in listed.children
    ]  # fmt: skip
    return Node(listed.tag, listed.attrs, listed.text, bare, listed.shape)


def _kept_document(record: Mapping[str, Any], forgotten: Callable[[str], bool] | None = None) -> Document | None:
    """The file as it was read, without its players' elements; None if it cannot be read any more."""
    try:
        packed = base64.b64decode(str(record.get("xml", "")), validate=True)
        text = zlib.decompressobj().decompress(packed, SIZE_LIMIT).decode()
        if forgotten is not None and forgotten(text):
            text = _COMMENT.sub("", text)  # who knows what comments tell
        return parse_text(text, str(record.get("codec", "utf-8")))
    except (binascii.Error, zlib.error, ValueError, PareoError):
        return None


def _original(event: Event, record: Mapping[str, Any]) -> Document | None:
    """The file as it was read, each player's element put back."""
    elements = {f"#{no}": _element(event.person(e)) for no, e in event.state.entrants.items()}
    gone = [f'"{token}"' for token, node in elements.items() if node is None]
    document = _kept_document(record, lambda text: any(token in text for token in gone))
    if document is None:
        return None
    listed = document.root.find("players")
    if listed is not None:
        put_back = [_put_back(child, elements) if child.tag == "player" else child for child in listed.children]
        listed.children = [node for node in put_back if node is not None]
    return document


def _put_back(child: Node, elements: Mapping[str, Node | None]) -> Node | None:
    """A player's own element where his id stood. Its own user id does not count: that may be changed here."""
    node = elements.get(child.attrs.get("userid", ""))
    if node is None:
        return None
    lead = child.shape.lead if child.shape is not None else ""
    shape = node.shape._replace(lead=lead) if node.shape is not None else Shape(lead)
    return Node(node.tag, {**child.attrs, **node.attrs, **child.attrs}, node.text, node.children, shape)


def _element(record: Person) -> Node | None:
    kept = record.get("tdf")
    try:
        return kept_element(kept) if isinstance(kept, str) else None
    except (PareoError, UnicodeError):
        return None


def _user_ids(event: Event) -> dict[str, str]:
    """User ids for entrant numbers. Who has no number of his own gets one that nobody has."""
    t = event.state
    ids = {no: event.id(no) for no in t.entrants}
    taken = {text for text in ids.values() if text.isdecimal()}
    free = (text for n in range(_OWN_IDS, _OWN_IDS + 10**9) if (text := str(n)) not in taken)
    return {f"#{no}": text if text.isdecimal() and event.person(t.entrants[no]).get("id") else next(free)
            for no, text in sorted(ids.items())}  # fmt: skip


# --- how TOM ranks, and how the document does -------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Difference:
    """One player's place by TOM, here and by the document, in his division, and what decided each."""

    player: str
    name: str
    division: str
    tom_place: int
    tom_decided_by: str | None  # None too where only the file knows
    in_file: bool  # TOM's place is the one in the file; else it is reckoned as TOM does
    place: int  # by the event's own ruleset
    document_place: int
    document_decided_by: str | None

    @property
    def differs(self) -> bool:
        return not self.tom_place == self.place == self.document_place


def differences(desk: Desk, slug: str, *, document: str | None = None) -> list[Difference]:
    """Everybody's place by TOM, here and as the document's ruleset says, by division and TOM's place.

    TOM's places are those in the file that the event was read from; without such a file, or if it has none, they are
    reckoned. The document is the tournament's own ruleset, or the July 2019 card game's if it is ranked as TOM does.
    """
    event = desk.open(slug)
    t = event.state
    if t.ruleset.divisions is None or {d.id for d in t.ruleset.divisions.divisions} != set(CATEGORY):
        raise NotFound("tdf-no-tom", "TOM ranks Junior, Senior and Master divisions: this event has others.")
    own = t.ruleset if t.ruleset.id != TOM_RULESET else rulesets.load(DOCUMENT_RULESET)
    theirs = own if document is None else rulesets.load(document)
    reckoned = _places(event, replace(t, ruleset=rulesets.load(TOM_RULESET)))
    in_file = _file_places(event, beside(desk, slug, FORMAT))
    here, by_document = _places(event, t), _places(event, replace(t, ruleset=theirs))
    rows = []
    for no, (place, why) in reckoned.items():
        if in_file and no not in in_file:
            continue  # TOM gives no place to who was disqualified
        tom = in_file.get(no, place)
        rows.append(Difference(
            event.id(no), event.name(no), t.entrants[no].division, tom, why if tom == place else None, bool(in_file),
            here[no][0], *by_document[no],
        ))  # fmt: skip
    order = list(CATEGORY)
    return sorted(rows, key=lambda row: (order.index(row.division), row.tom_place))


def _file_places(event: Event, found: tuple[Mapping[str, Any], int] | None) -> dict[int, int]:
    """The places in the file, by entrant: those of finished divisions."""
    document = _kept_document(found[0]) if found is not None else None
    if document is None:
        return {}
    tokens = {f"#{no}": no for no in event.state.entrants}
    places: dict[int, int] = {}
    for pod in document.root.all("standings", "pod"):
        if pod.attrs.get("type") == "finished" and pod.attrs.get("category") in DIVISION:
            for place, listed in enumerate(pod.all("player"), 1):
                if listed.attrs.get("id") in tokens:
                    places[tokens[listed.attrs["id"]]] = whole(listed.attrs.get("place", ""), place)
    return places


def _places(event: Event, t: Tournament) -> dict[int, tuple[int, str | None]]:
    """Place in the division and what decided it, by entrant."""
    found: dict[int, tuple[int, str | None]] = {}
    counts: dict[str, int] = {}
    for table in tables(t, lots=event.lots()):
        for row in table.rows:
            division = t.entrants[row.no].division
            counts[division] = counts.get(division, 0) + 1
            found[row.no] = (counts[division], row.decided_by)
    return found
