"""Handing in lists: by the organiser, by paste, by file, or by the player until the deadline. Reading them again is in
`views`.

A list over a limit is refused with every violated limit named (X-20); staff may take it all the same with a recorded
reason, a player may not. Versions are kept. When round 1 starts lists are locked (that of an admitted late player when
their first match starts): a later change is against the rules and needs a recorded reason. The journal holds the
fingerprint and the totals; the content is stored as an attachment.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from pareo.app.base.context import Context, JournalResult, LoadedTournament, person_name
from pareo.app.queries.lists.deadlines import deadline, is_past, lists_mode, locked_for
from pareo.app.queries.lists.views import entrant_no, find_person, read_again
from pareo.core.journal.floor_facts import ListFact, ListHandedIn, ListWithdrawn
from pareo.core.lists.limits import team_problems
from pareo.core.lists.photos import MEDIA
from pareo.core.lists.reading import ReadList, read_lists_of
from pareo.core.model.lists import LOCK, Version
from pareo.core.model.staff_rules import name_keys
from pareo.core.settings.lists import LISTS_DEADLINE
from pareo.core.text.errors import BadInput, OutsideRules, PareoError, Refused
from pareo.core.text.messages import Note, join_notes, note
from pareo.core.tournament.tournament import Tournament
from pareo.store.protocol import Attachment

VERSIONS_BY_PLAYER = 20  # a player who changes a list more often talks to the desk
PHOTOS_BY_PLAYER = 5  # of one person: the list and the picture of the team's code together
PHOTOS_OF_EVENT = 500_000_000  # bytes that come in by players' links; every backup holds them again


def hand_in(
    ctx: Context,
    slug: str,
    who: str | int,
    content: bytes | str,
    *,
    kind: str | None = None,
    person: str | int | None = None,
    by_player: bool = False,
    at_desk: bool = False,
    override: str | None = None,
    client: str | None = None,
) -> JournalResult[ListHandedIn]:
    """Stores a list: a new version for one person, or both lists of a team from one text.

    `who` is an id, a name or (int) an entrant's number; `person` one of a team, by index, id or name. `by_player`: the
    player does it by phone, so deadline and lock are firm. `at_desk`: staff who may not change a locked list.
    """
    if done := ctx.find_repeat(slug, client):
        return done
    event = ctx.open(slug)
    t = event.state
    no = entrant_no(event, who)
    _check_open(ctx, event, no, by_player=by_player, at_desk=at_desk, override=override)
    new_lists = read_lists_of(content, t.ruleset.lists, kind)
    owners = _owners(event, no, person, new_lists)
    if by_player and t.entrants[no].drop is not None:
        raise Refused("list-left", "You have dropped from this tournament: talk to the desk.")
    if by_player:
        _check_versions(t, no, owners, new_lists)
        _check_photos(event, no, owners, new_lists)
    problems = _problems(event, no, owners, new_lists)
    _check_limits(problems, by_player=by_player, override=override)
    reason = override if problems or locked_for(t, no) else None
    codes = {problem.code for problem in problems}
    rows: list[ListFact] = []
    attachments: list[Attachment] = []
    replaced: list[str] = []  # a player's link keeps one photo per list
    for index, one in zip(owners, new_lists, strict=True):
        attachment = Attachment(ctx.new_id(), t.entrants[no].persons[index], one.media, one.content)
        attachments.append(attachment)
        earlier = t.lists.history(no, index, lock=one.kind == LOCK)
        rows.append(_list_fact(one, index, len(earlier) + 1, attachment.id, codes))
        if by_player and _is_photo(one):
            replaced += [v.attachment for v in earlier if v.by_player and _is_photo(v)]
    faction = next((one.faction for one in new_lists if one.kind == "squad" and one.faction), "")
    fact = ListHandedIn(no, ctx.now(), tuple(rows), ctx.actor, by_player or None, faction)
    return ctx.record(
        event, fact, client=client, override=reason, attachments=attachments, replaced=replaced, notes=_notes(new_lists)
    )


def withdraw(
    ctx: Context,
    slug: str,
    who: str | int,
    *,
    person: str | int | None = None,
    lock: bool = False,
    at_desk: bool = False,
    override: str | None = None,
    client: str | None = None,
) -> JournalResult[ListWithdrawn]:
    """Takes the list back: it counts as not handed in. Its versions stay."""
    if done := ctx.find_repeat(slug, client):
        return done
    event = ctx.open(slug)
    t = event.state
    no = entrant_no(event, who)
    _check_open(ctx, event, no, by_player=False, at_desk=at_desk, override=override)
    index = find_person(event, no, person)
    if t.lists.current(no, index, lock=lock) is None:
        raise Refused("list-none", "{name} hasn't handed in a list.", name=event.name(no))
    fact = ListWithdrawn(no, index, lock)
    return ctx.record(event, fact, client=client, override=override if locked_for(t, no) else None)


def carry_over(ctx: Context, event: LoadedTournament, gone: int, keep: int) -> JournalResult[ListHandedIn] | None:
    """One person was entered twice: the list and the code that only the entry `gone` has become those of `keep`.

    They stay as they were handed in, with their time; nothing is judged again. None: there is nothing to carry.
    """
    lists = event.state.lists
    rows: list[ListFact] = []
    attachments: list[Attachment] = []
    versions = [(lock, v) for lock in (False, True) if (v := lists.current(gone, lock=lock)) is not None]
    for lock, version in versions:
        original = event.store.attachment(event.state.slug, version.attachment)
        if original is None or lists.current(keep, lock=lock) is not None:
            continue
        copy = Attachment(ctx.new_id(), event.state.entrants[keep].persons[0], original.media, original.data)
        attachments.append(copy)
        number = len(lists.history(keep, lock=lock)) + 1
        rows.append(_list_fact(version, 0, number, copy.id, version.problems))
    if not rows:
        return None
    first = versions[0][1]
    fact = ListHandedIn(keep, first.at, tuple(rows), first.by, first.by_player, merged=gone)
    return ctx.record(event, fact, override=first.override or None, attachments=attachments)


# --- may it be handed in? ---------------------------------------------------------------------------------------------


def _check_open(
    ctx: Context, event: LoadedTournament, no: int, *, by_player: bool, at_desk: bool, override: str | None
) -> None:
    t = event.state
    if lists_mode(t) == "off":
        raise Refused("lists-off", "This event does not collect lists.")
    if by_player and override:
        raise Refused("list-player-override", "Only staff can override the rules, with a reason.")
    locked = locked_for(t, no)
    if locked and by_player:
        raise Refused("list-locked", "Round 1 has started: lists are locked. Talk to a judge.")
    if by_player and not t.started and is_past(deadline(t), ctx.now()):
        raise Refused(
            "list-late",
            "Lists were due by {deadline}: talk to the desk.",
            deadline=t.setting(LISTS_DEADLINE),
        )
    if locked and at_desk:
        raise Refused("list-locked-desk", "Round 1 has started: lists are locked, and only a judge can change one.")
    if locked and not override:
        raise OutsideRules(
            "list-locked-outside", "Round 1 has started and lists are locked: the same list is used all day."
        )


def _check_versions(t: Tournament, no: int, owners: Sequence[int], new_lists: Sequence[ReadList]) -> None:
    for index, one in zip(owners, new_lists, strict=True):
        if len(t.lists.history(no, index, lock=one.kind == LOCK)) >= VERSIONS_BY_PLAYER:
            raise Refused(
                "list-versions", "You have handed in {count} versions: talk to the desk.", count=VERSIONS_BY_PLAYER
            )


def _check_photos(event: LoadedTournament, no: int, owners: Sequence[int], new_lists: Sequence[ReadList]) -> None:
    """A link that anybody may have photographed must not fill the disk (R-10)."""
    lists = event.state.lists
    for index, one in zip(owners, new_lists, strict=True):
        if not _is_photo(one):
            continue
        before = [v for lock in (False, True) for v in lists.history(no, index, lock=lock)]
        if sum(v.by_player and _is_photo(v) for v in before) >= PHOTOS_BY_PLAYER:
            raise Refused(
                "photos-person", "You have already handed in {count} photos: talk to the desk.", count=PHOTOS_BY_PLAYER
            )
        if event.store.attachment_bytes(event.state.slug) + len(one.content) > PHOTOS_OF_EVENT:
            raise Refused(
                "photos-event",
                "This event accepts no more photos from players: paste the list as text, or talk to the desk.",
            )


def _is_photo(one: ReadList | Version) -> bool:
    return one.media in MEDIA


def _owners(event: LoadedTournament, no: int, person: str | int | None, new_lists: Sequence[ReadList]) -> list[int]:
    """Whose each list is. A team's captain hands in both: by the names they carry, else captain first (X-14)."""
    e = event.state.entrants[no]
    if len(new_lists) == 1:
        squad_player = new_lists[0].squad.player if new_lists[0].squad is not None else ""
        if (
            person is None
            and squad_player
            and len(e.persons) > 1
            and (by_name := _member_named(event, no, squad_player)) is not None
        ):
            return [by_name]
        return [find_person(event, no, person)]
    if person is not None or len(new_lists) != len(e.persons):
        raise BadInput(
            "list-count",
            "The text contains {count} lists, but {name} should hand in {wanted}.",
            count=len(new_lists),
            name=event.name(no),
            wanted=1 if person is not None else len(e.persons),
        )
    order = [e.captain, *(i for i in range(len(e.persons)) if i != e.captain)]
    names = [_member_named(event, no, one.squad.player) if one.squad is not None else None for one in new_lists]
    if all(index is not None for index in names) and len(set(names)) == len(names):
        return [index for index in names if index is not None]
    return order


def _member_named(event: LoadedTournament, no: int, name: str) -> int | None:
    """The person of a team with exactly this name."""
    keys = name_keys(name)
    persons = event.state.entrants[no].persons
    same = [i for i, p in enumerate(persons) if keys & name_keys(person_name(event.people.get(p, {})))]
    return same[0] if len(same) == 1 else None


# --- limits -----------------------------------------------------------------------------------------------------------


def _problems(event: LoadedTournament, no: int, owners: Sequence[int], new_lists: Sequence[ReadList]) -> list[Note]:
    """Everything wrong with the lists themselves, and with a team's squads together (X-17)."""
    problems = [problem for one in new_lists for problem in one.problems]
    squads = {index: one.squad for index, one in zip(owners, new_lists, strict=True) if one.squad is not None}
    if squads:
        for index in range(len(event.state.entrants[no].persons)):
            if (
                index not in squads
                and (partner := read_again(event, no, index)) is not None
                and partner.squad is not None
            ):
                squads[index] = partner.squad
        problems += team_problems([squads[index] for index in sorted(squads)])
    return problems


def _check_limits(problems: Sequence[Note], *, by_player: bool, override: str | None) -> None:
    if not problems or (override and not by_player):
        return
    kind: type[PareoError] = Refused if by_player else OutsideRules
    raise kind("list-over", "The list is refused: {problems}.", problems=join_notes("; ", problems))


def _list_fact(
    one: ReadList | Version, person: int, number: int, attachment: str, problems: Collection[str]
) -> ListFact:
    """What the journal keeps of a list: no content, but what was counted and what was taken all the same."""
    return ListFact(
        person,
        number,
        one.kind,
        one.sha256,
        attachment,
        one.media,
        one.points,
        one.epic,
        one.faction,
        one.cards,
        tuple(sorted(problems)),
    )


def _notes(new_lists: Sequence[ReadList]) -> list[str]:
    notes: list[str] = []
    for one in new_lists:
        if one.points is not None:
            notes.append(
                note("list-totals", "{points} squad points, {epic} epic points.", points=one.points, epic=one.epic or 0)
            )
        if one.cards is not None:
            notes.append(note("list-cards", "{count} cards.", count=one.cards))
        notes += one.reminders
    return notes
