"""Lists as staff, their owners and, after the event, everybody may see them. Nothing is written here.

Contract: rows of a whole event are made from the journal alone, without opening any content (4,000 players); content is
read for one list at a time. Photos are for staff only: a picture from a phone may say where it was taken.
"""

from __future__ import annotations

from dataclasses import replace

from pareo.app.base.context import Context, LoadedTournament, person_name
from pareo.app.papers.slips import Which, initiative_chooser
from pareo.app.queries.event.overview import is_all_played
from pareo.app.queries.lists.deadlines import deadline, is_past, lists_mode, lock_wanted, locked_for
from pareo.app.queries.pages.public_names import public_name
from pareo.app.rows.lists import (
    PROBLEM_WORDS,
    TEXT,
    ListRow,
    ListsView,
    LockCheck,
    OwnLists,
    Photo,
    PublicList,
    ShownList,
    VersionLine,
)
from pareo.core.lists import teams_vgc
from pareo.core.lists.decks import deck_text
from pareo.core.lists.limits import team_problems
from pareo.core.lists.reading import ReadList, read_list
from pareo.core.model.entities import Match, Pod, Round
from pareo.core.model.lists import Version
from pareo.core.model.random_source import SeededRandom
from pareo.core.model.ruleset import Ruleset
from pareo.core.model.staff_rules import name_keys
from pareo.core.settings.lists import LISTS_DEADLINE, LISTS_PUBLIC
from pareo.core.text.errors import BadInput, NotFound, Refused
from pareo.core.text.messages import Note, note, text_note
from pareo.core.tournament.tournament import Tournament


def lists_are_public(t: Tournament) -> bool:
    """After the event, if the organiser wants it."""
    return bool(t.setting(LISTS_PUBLIC)) and is_all_played(t)


# --- people -----------------------------------------------------------------------------------------------------------


def find_person(event: LoadedTournament, no: int, person: str | int | None) -> int:
    """Which of an entrant's people: by index, id or name. A team of several must say so."""
    persons = event.state.entrants[no].persons
    if person is None:
        if len(persons) == 1:
            return 0
        raise BadInput(
            "list-whose",
            "{name} is a team: choose whose list it is ({people}).",
            name=event.name(no),
            people=", ".join(_person_name(event, no, i) for i in range(len(persons))),
        )
    if isinstance(person, int):
        if not 0 <= person < len(persons):
            raise NotFound(
                "no-such-member", "{name} has no player number {person}.", name=event.name(no), person=person + 1
            )
        return person
    name = person.strip()
    ids = [str(event.people.get(p, {}).get("id") or "") for p in persons]
    same = [
        i
        for i, p in enumerate(persons)
        if name and (ids[i] == name or name_keys(name) & name_keys(person_name(event.people.get(p, {}))))
    ]
    if len(same) != 1:
        raise NotFound(
            "no-such-member-name",
            "{name} has no player “{person}”, or more than one.",
            name=event.name(no),
            person=name[:80],
        )
    return same[0]


def _person_name(event: LoadedTournament, no: int, index: int) -> str:
    person = event.state.entrants[no].persons[index]
    return person_name(event.people.get(person, {})) or f"#{no}.{index + 1}"


def entrant_no(event: LoadedTournament, who: str | int) -> int:
    """The number of an entrant: given as such, or by id or name."""
    return event.state.entrant(who).no if isinstance(who, int) else event.find(who)


# --- all lists --------------------------------------------------------------------------------------------------------


def lists_view(ctx: Context, slug: str) -> ListsView:
    """Every list at a glance, by number; who is missing is marked (P-PREM-1)."""
    event = ctx.open(slug)
    t = event.state
    mode = lists_mode(t)
    rules = t.ruleset.lists
    rows = tuple(row for no in sorted(t.entrants) for row in _rows_of(event, no, mode)) if mode != "off" else ()
    return ListsView(
        kind=rules.kind,
        mode=mode,
        deadline=t.setting(LISTS_DEADLINE) or "",
        closed=t.started or is_past(deadline(t), ctx.now()),
        locked=t.started,
        qr_locked=lock_wanted(t),
        public=lists_are_public(t),
        note=rules.note,
        rows=rows,
    )


def _rows_of(event: LoadedTournament, no: int, mode: str) -> list[ListRow]:
    t = event.state
    e = t.entrants[no]
    wants_lock = lock_wanted(t)
    rows: list[ListRow] = []
    for index in range(len(e.persons)):
        version = t.lists.current(no, index)
        lock = t.lists.current(no, index, lock=True)
        active = e.drop is None
        head = (
            no,
            event.id(no),
            event.name(no),
            index,
            _person_name(event, no, index),
            index == e.captain,
            active,
            version is not None,
            mode == "required" and active and version is None,
        )
        lock_missing = wants_lock and active and lock is None
        rows.append(_list_row(head, version, lock.at if lock is not None else "", lock_missing=lock_missing))
    return rows


def _list_row(
    head: tuple[int, str, str, int, str, bool, bool, bool, bool],
    version: Version | None,
    lock_at: str,
    *,
    lock_missing: bool,
) -> ListRow:
    if version is None:
        return ListRow(*head, lock_at=lock_at, lock_missing=lock_missing)
    return ListRow(
        *head,
        version=version.number,
        kind=version.kind,
        at=version.at,
        by=version.by,
        by_player=version.by_player,
        points=version.points,
        epic=version.epic,
        faction=version.faction,
        cards=version.cards,
        counted=version.kind in ("squad", "deck", "vgc"),
        problems=tuple(PROBLEM_WORDS.get(code, text_note(code)) for code in version.problems),
        override=version.override if version.problems else "",
        sha256=version.sha256,
        lock_at=lock_at,
        lock_missing=lock_missing,
    )


def missing(ctx: Context, slug: str) -> tuple[ListRow, ...]:
    """Whose list, or code, is wanted and not there."""
    return lists_view(ctx, slug).missing


# --- one list ---------------------------------------------------------------------------------------------------------


def _version(event: LoadedTournament, no: int, index: int, number: int | None, *, lock: bool = False) -> Version:
    history = event.state.lists.history(no, index, lock=lock)
    version = (
        event.state.lists.current(no, index, lock=lock)
        if number is None
        else next((v for v in history if v.number == number), None)
    )
    if version is None:
        if number is not None and history:
            raise NotFound("no-such-version", "{name} has no version {version}.", name=event.name(no), version=number)
        raise NotFound("list-not-there", "{name} hasn't handed in a list.", name=event.name(no))
    return version


def list_shown(
    ctx: Context,
    slug: str,
    who: str | int,
    *,
    person: str | int | None = None,
    version: int | None = None,
    lock: bool = False,
) -> ShownList:
    """One list with its content, its problems and what should be remembered."""
    event = ctx.open(slug)
    no = entrant_no(event, who)
    index = find_person(event, no, person)
    shown = _shown_list(event, no, index, _version(event, no, index, version, lock=lock))
    entrant = event.state.entrants[no]
    return replace(shown, captain=bool(entrant.team) and index == entrant.captain)


def _shown_list(event: LoadedTournament, no: int, index: int, version: Version) -> ShownList:
    attachment = event.store.attachment(event.state.slug, version.attachment)
    names = event.name(no), _person_name(event, no, index)
    if attachment is None:
        return ShownList(version, *names, "", version.media, erased=True, sound=False)
    sound = teams_vgc.fingerprint(attachment.data) == version.sha256
    if attachment.media != TEXT:
        return ShownList(version, *names, "", attachment.media, erased=False, sound=sound)
    try:
        read = read_list(attachment.data, event.state.ruleset.lists, version.kind)
    except BadInput:  # kept as it came; an older release may have read more
        return ShownList(version, *names, attachment.data.decode("utf-8", "replace"), TEXT, erased=False, sound=sound)
    problems = read.problems + (_with_team(event, no, index, read) if read.squad is not None else ())
    return ShownList(
        version,
        *names,
        read.text,
        TEXT,
        erased=False,
        sound=sound,
        problems=problems,
        reminders=read.reminders,
        read=read,
    )


def _with_team(event: LoadedTournament, no: int, index: int, mine: ReadList) -> tuple[Note, ...]:
    """What is wrong with the squads of a team together (X-17)."""
    squads = {index: mine.squad}
    for other in range(len(event.state.entrants[no].persons)):
        if other != index and (partner := read_again(event, no, other)) is not None:
            squads[other] = partner.squad
    return team_problems([squad for i in sorted(squads) if (squad := squads[i]) is not None])


def read_again(event: LoadedTournament, no: int, index: int) -> ReadList | None:
    """The current list of one person, read from what is kept; None if there is none, or none that can be read."""
    version = event.state.lists.current(no, index)
    attachment = event.store.attachment(event.state.slug, version.attachment) if version is not None else None
    if version is None or attachment is None or attachment.media != TEXT:
        return None
    try:
        return read_list(attachment.data, event.state.ruleset.lists, version.kind)
    except BadInput:
        return None


def versions(
    ctx: Context, slug: str, who: str | int, *, person: str | int | None = None, lock: bool = False
) -> tuple[Version, ...]:
    """Every version, oldest first."""
    event = ctx.open(slug)
    no = entrant_no(event, who)
    return event.state.lists.history(no, find_person(event, no, person), lock=lock)


def version_row(version: Version) -> VersionLine:
    """A version for scripts: what the journal knows of it."""
    return VersionLine(
        version=version.number,
        kind=version.kind,
        time=version.at,
        by=version.by,
        by_player=version.by_player,
        sha256=version.sha256,
        points=version.points,
        epic=version.epic,
        faction=version.faction or None,
        cards=version.cards,
        problems=list(version.problems),
        override=version.override or None,
        withdrawn=version.withdrawn,
    )


def photo(
    ctx: Context,
    slug: str,
    who: str | int,
    *,
    person: str | int | None = None,
    version: int | None = None,
    lock: bool = False,
) -> Photo:
    """The picture itself. For staff and its owner only."""
    event = ctx.open(slug)
    no = entrant_no(event, who)
    index = find_person(event, no, person)
    chosen = _version(event, no, index, version, lock=lock)
    attachment = event.store.attachment(slug, chosen.attachment)
    if attachment is None or attachment.media == TEXT:
        raise NotFound("list-no-photo", "The list of {name} is not a photo.", name=event.name(no))
    return Photo(attachment.media, attachment.data)


def own_lists(ctx: Context, slug: str, no: int) -> OwnLists:
    """What a player sees on their own page; the captain of a team sees both."""
    event = ctx.open(slug)
    t = event.state
    e = t.entrant(no)
    mode = lists_mode(t)
    rows = tuple(_rows_of(event, no, mode)) if mode != "off" else ()
    locked = locked_for(t, no)
    closed = locked or (not t.started and is_past(deadline(t), ctx.now()))
    versions = [t.lists.current(no, row.person) for row in rows]
    return OwnLists(
        kind=t.ruleset.lists.kind,
        mode=mode,
        open=mode != "off" and not closed and e.drop is None,
        deadline=t.setting(LISTS_DEADLINE) or "",
        locked=locked,
        qr_locked=lock_wanted(t),
        note=t.ruleset.lists.note,
        rows=rows,
        lists=tuple(None if v is None else _shown_list(event, no, v.person, v) for v in versions),
    )


def checked_content(ruleset: Ruleset, content: bytes | str, *, kind: str | None = None) -> ReadList:
    """What would be said of a list, without storing it."""
    return read_list(content, ruleset.lists, kind)


def public_lists(ctx: Context, slug: str) -> tuple[PublicList, ...]:
    """The lists for everybody, once the event is over and if the organiser wants it."""
    event = ctx.open(slug)
    t = event.state
    if not lists_are_public(t):
        raise NotFound("lists-not-public", "The lists of this event are not public.")
    lists: list[PublicList] = []
    for no in sorted(t.entrants):
        for index in range(len(t.entrants[no].persons)):
            version = t.lists.current(no, index)
            if version is None:
                continue
            read = read_again(event, no, index)
            lists.append(
                PublicList(
                    no, public_name(event, no), version.kind, for_everybody(read), version.points, version.faction
                )
            )
    return tuple(lists)


def for_everybody(read: ReadList | None) -> str:
    """The text without the player's name that stands in a squad, and a deck without its writer's remarks: names are
    shown as the event shows them."""
    if read is None:
        return ""
    if read.deck is not None:
        return deck_text(read.deck)
    if read.squad is None:
        return read.text
    return "".join(line for line in read.text.splitlines(keepends=True) if not line.startswith("Player:"))


# --- checks and initiative --------------------------------------------------------------------------------------------


def compare_lock(ctx: Context, slug: str, who: str | int, shown: str, *, person: str | int | None = None) -> LockCheck:
    """Compares a code shown at a check with the one that was stored (P-PREM-3). Nothing is written."""
    stored = list_shown(ctx, slug, who, person=person, lock=True)
    if stored.is_photo or stored.erased:
        raise Refused("lock-picture", "Only a picture of the code is stored: compare it by eye.")
    if not shown.strip():
        raise BadInput("lock-empty", "There is no code to compare.")
    return LockCheck(
        teams_vgc.compare_lock(stored.text, shown),
        stored.version.at,
        teams_vgc.fingerprint(teams_vgc.lock_text(stored.text).encode()),
        teams_vgc.fingerprint(teams_vgc.lock_text(shown).encode("utf-8", "replace")),
    )


def initiative(event: LoadedTournament, pod: Pod, round_: Round, match: Match) -> Which | None:
    """Who chooses initiative at a table: the lower squad total, equal totals by lot (X-19); None: not known."""
    lot = SeededRandom(event.secret, f"initiative/{pod.id}/{round_.number}/{match.table}")
    return initiative_chooser(event.state.squad_total(match.a), event.state.squad_total(match.b), lot)


def initiative_note(event: LoadedTournament, match: Match, chooser: Which | None) -> Note | None:
    """The comparison of a code as a sentence for a table's page."""
    if chooser is None:
        return None
    name = public_name(event, match.a if chooser == "a" else match.b)
    if event.state.squad_total(match.a) == event.state.squad_total(match.b):
        return note("initiative-lot", "{name} chooses who has initiative (equal squad totals, by lot).", name=name)
    return note("initiative-lower", "{name} chooses who has initiative (lower squad total).", name=name)
