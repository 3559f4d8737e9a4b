"""Calls about lists: for staff, for a player's own link, and for everybody once the event is over and wants it.

The desk hands in until lists are locked; a judge may change one later, with a reason. Photos leave by their own call,
for staff only.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, replace
from typing import Annotated

import msgspec
from litestar.params import QueryParameter
from litestar.response import Response
from msgspec import Meta

from pareo.app.accounts.permissions import Right
from pareo.app.base.context import Context
from pareo.app.commands.lists import submit as lists
from pareo.app.queries.lists import views as list_views
from pareo.app.queries.pages.public_names import public_name
from pareo.app.rows import lists as list_rows
from pareo.app.rows.lists import VersionLine
from pareo.core.lists.photos import PHOTO_LIMIT
from pareo.core.text.errors import BadInput
from pareo.web.api.bodies import RequestBody
from pareo.web.api.route_decorators import api_get, api_post, reason, run_command
from pareo.web.api.rows import Written
from pareo.web.route_decorators import Here

_TAG = "lists"
_ONE = "/events/{slug:str}/players/{who:str}/list"
_LOCK = "/events/{slug:str}/players/{who:str}/lock"
_OWN = "/events/{slug:str}/own/{link:str}/list"
_Person = Annotated[str | None, QueryParameter(name="person", max_length=200, description="Team member.")]
_Version = Annotated[int | None, QueryParameter(name="version", ge=1, le=100_000, description="Default: the last.")]
_Code = Annotated[bool, QueryParameter(name="lock", description="The team's QR code instead of the list.")]
_Missing = Annotated[bool, QueryParameter(name="missing", description="Only those whose list or code is missing.")]
_Text = Annotated[str, Meta(max_length=200_000, description="Deck, team, squad (XWS or lines) or free text.")]
_Photo = Annotated[bytes, Meta(max_length=PHOTO_LIMIT, description="JPEG, PNG or WebP, in base64.")]
_Whose = Annotated[str, Meta(max_length=200, description="Team member, by name or ID.")]
_Kind = Annotated[str, Meta(max_length=20, description="deck, vgc, squad, text or photo; default: as it reads.")]


class OwnListBody(RequestBody, frozen=True, forbid_unknown_fields=True):
    """A list: its text, or a photo of it."""

    text: _Text | None = None
    photo: _Photo | None = None
    person: _Whose | None = None
    lock: Annotated[bool, Meta(description="This is the code the team is locked with.")] = False

    def content(self) -> bytes | str:
        contents = [one for one in (self.text, self.photo) if one is not None]
        if len(contents) != 1:
            raise BadInput("list-given", "Give the text of the list or a photo of it.")
        return contents[0]


class ListBody(OwnListBody, frozen=True, forbid_unknown_fields=True):
    """A list handed in by staff."""

    kind: _Kind | None = None
    override: Annotated[str, Meta(max_length=500, description="Accept it against the rules; recorded.")] | None = None


class CheckListBody(RequestBody, frozen=True, forbid_unknown_fields=True):
    """A list to look at without storing it."""

    text: _Text
    kind: _Kind | None = None


class WithdrawBody(RequestBody, frozen=True, forbid_unknown_fields=True):
    """Which list to take back."""

    person: _Whose | None = None
    lock: bool = False


class CodeBody(RequestBody, frozen=True, forbid_unknown_fields=True):
    """A code shown at a check."""

    text: Annotated[str, Meta(max_length=200_000)]
    person: _Whose | None = None


class ListLine(msgspec.Struct, frozen=True):
    """One person's list at a glance; a team has one for each of its players."""

    no: int
    player: str
    name: str
    person: Annotated[int, Meta(description="Index of the team member, from 0.")]
    person_name: str
    captain: bool
    active: bool
    handed_in: bool
    missing: Annotated[bool, Meta(description="Required but missing.")]
    version: int | None
    kind: str
    at: str
    by: str
    by_player: bool
    points: Annotated[int | None, Meta(description="Squad points.")]
    epic: int | None
    faction: str
    cards: int | None
    counted: Annotated[bool, Meta(description="Limits were checked; photos and free text are checked by a judge.")]
    problems: Annotated[list[str], Meta(description="Limits it is over, accepted by staff.")]
    override: str
    sha256: str
    lock_at: str
    lock_missing: bool


class ListTold(msgspec.Struct, frozen=True):
    """One list with its content."""

    name: str
    person: str
    version: VersionLine
    media: str
    text: Annotated[str | None, Meta(description="null for a photo.")]
    erased: Annotated[bool, Meta(description="Its person was erased, or a later photo replaced it.")]
    sound: Annotated[bool, Meta(description="The content has the SHA-256 it was handed in with.")]
    problems: list[str]
    reminders: list[str]


class ListChecked(msgspec.Struct, frozen=True):
    """What would be said of a list."""

    kind: str
    points: int | None
    epic: int | None
    faction: str
    cards: int | None
    problems: list[str]
    reminders: list[str]


class CodeCompared(msgspec.Struct, frozen=True):
    """A code shown at a check beside the stored one."""

    same: bool
    stored_at: str
    stored_sha256: str
    shown_sha256: str


class OwnListsTold(msgspec.Struct, frozen=True):
    """A player's own lists."""

    kind: str
    mode: Annotated[str, Meta(description="required, optional or off")]
    open: Annotated[bool, Meta(description="The player may hand one in now.")]
    deadline: str
    note: str
    lists: list[ListLine]


class PublicListLine(msgspec.Struct, frozen=True):
    """A list that everybody may read after the event."""

    player: str
    name: str
    kind: str
    text: str
    points: int | None
    faction: str


def _line(row: list_rows.ListRow) -> ListLine:
    known = {f.name: getattr(row, f.name) for f in fields(row)}
    return ListLine(**known | {"problems": [str(p) for p in row.problems]})


def _list_row(one: list_rows.ShownList) -> ListTold:
    version = list_views.version_row(one.version)
    return ListTold(
        one.name,
        one.person_name,
        version,
        one.media,
        None if one.is_photo else one.text,
        one.erased,
        one.sound,
        [str(p) for p in one.problems],
        list(one.reminders),
    )


@api_get("/events/{slug:str}/lists", Right.STAFF, _TAG)
def list_lists(slug: str, view: Here, *, missing: _Missing = False) -> list[ListLine]:
    """All lists at a glance; missing lists are marked."""
    seen = view.app_state.look(lambda ctx: list_views.lists_view(ctx, slug))
    return [_line(row) for row in (seen.missing if missing else seen.rows)]


@api_post("/events/{slug:str}/lists/check", Right.STAFF, _TAG)
def check_list(slug: str, view: Here, data: CheckListBody) -> ListChecked:
    """Checks a list. Nothing is stored."""
    ruleset = view.app_state.look(lambda ctx: ctx.open(slug).state.ruleset)
    read = list_views.checked_content(ruleset, data.text, kind=data.kind)
    return ListChecked(
        read.kind,
        read.points,
        read.epic,
        read.faction,
        read.cards,
        [str(p) for p in read.problems],
        list(read.reminders),
    )


@api_get(_ONE, Right.STAFF, _TAG)
def show_list(
    slug: str, who: str, view: Here, person: _Person = None, version: _Version = None, *, lock: _Code = False
) -> ListTold:
    """One list with its content."""
    return _list_row(
        view.app_state.look(
            lambda ctx: list_views.list_shown(ctx, slug, who, person=person, version=version, lock=lock)
        )
    )


@api_get(_ONE + "/versions", Right.STAFF, _TAG)
def list_versions(slug: str, who: str, view: Here, person: _Person = None, *, lock: _Code = False) -> list[VersionLine]:
    """Every version, oldest first."""
    versions = view.app_state.look(lambda ctx: list_views.versions(ctx, slug, who, person=person, lock=lock))
    return [list_views.version_row(one) for one in versions]


@api_get(_ONE + "/photo", Right.STAFF, _TAG, bytes, media="image/jpeg")
def show_photo(
    slug: str, who: str, view: Here, person: _Person = None, version: _Version = None, *, lock: _Code = False
) -> Response[bytes]:
    """The photo of a list; for staff only."""
    photo = view.app_state.look(lambda ctx: list_views.photo(ctx, slug, who, person=person, version=version, lock=lock))
    headers: Mapping[str, str] = {"cache-control": "private, no-store", "x-content-type-options": "nosniff"}
    return Response(photo.data, media_type=photo.media, headers=dict(headers))


@api_post(_ONE, Right.CHECK_IN, _TAG)
def hand_in_list(slug: str, who: str, view: Here, data: ListBody, client: str | None) -> Written:
    """Hands in a list at the desk, before round 1 starts. Over a limit: 409, naming every limit."""
    return _hand_in(view, slug, who, data, client, at_desk=True)


@api_post(_ONE + "/change", Right.JUDGE, _TAG)
def change_list(slug: str, who: str, view: Here, data: ListBody, client: str | None) -> Written:
    """Hands in a list, even when lists are locked. When locked, it needs `override` with the reason."""
    return _hand_in(view, slug, who, data, client, at_desk=False)


def _hand_in(view: Here, slug: str, who: str, data: ListBody, client: str | None, *, at_desk: bool) -> Written:
    return run_command(
        view,
        lambda ctx: lists.hand_in(
            ctx,
            slug,
            who,
            data.content(),
            kind="lock" if data.lock else data.kind,
            person=data.person,
            at_desk=at_desk,
            override=reason(data.override),
            client=client,
        ),
    )


@api_post(_ONE + "/withdraw", Right.CHECK_IN, _TAG)
def withdraw_list(slug: str, who: str, view: Here, data: WithdrawBody, client: str | None) -> Written:
    """Withdraws a list before round 1 starts. Its versions stay."""
    return run_command(
        view,
        lambda ctx: lists.withdraw(ctx, slug, who, person=data.person, lock=data.lock, at_desk=True, client=client),
    )


@api_post(_LOCK + "/compare", Right.JUDGE, _TAG)
def compare_code(slug: str, who: str, view: Here, data: CodeBody) -> CodeCompared:
    """Compares a code shown at a check with the stored one. Nothing is saved."""
    check = view.app_state.look(lambda ctx: list_views.compare_lock(ctx, slug, who, data.text, person=data.person))
    return CodeCompared(check.same, check.stored_at, check.stored_sha256, check.shown_sha256)


@api_get(_OWN, Right.OWN, _TAG)
def show_own_lists(slug: str, link: str, view: Here) -> OwnListsTold:
    """A player's own lists, and whether they can still hand in one."""
    del link
    no = view.identity.player_of(slug) or 0

    def look(ctx: Context) -> OwnListsTold:
        own, name = list_views.own_lists(ctx, slug, no), public_name(ctx.open(slug), no)
        rows = [
            replace(row, player=str(no), name=name, person_name=row.person_name if len(own.rows) > 1 else name)
            for row in own.rows
        ]
        return OwnListsTold(own.kind, own.mode, own.open, own.deadline, own.note, list(map(_line, rows)))

    return view.app_state.look_public(slug, look)


@api_post(_OWN, Right.OWN, _TAG)
def hand_in_own_list(slug: str, link: str, view: Here, data: OwnListBody, client: str | None) -> Written:
    """Hands in a player's own list, until the deadline. Over a limit it is refused, naming every limit."""
    del link
    no = view.identity.player_of(slug) or 0
    return run_command(
        view,
        lambda ctx: lists.hand_in(
            ctx,
            slug,
            no,
            data.content(),
            kind="lock" if data.lock else None,
            person=data.person,
            by_player=True,
            client=client,
        ),
    )


@api_get("/public/events/{slug:str}/lists", Right.PUBLIC, "public")
def show_public_lists(slug: str, view: Here) -> list[PublicListLine]:
    """The lists, once the event is over and if the organiser wants them public."""
    rows = view.app_state.look_public(slug, lambda ctx: list_views.public_lists(ctx, slug))
    return [PublicListLine(str(one.no), one.name, one.kind, one.text, one.points, one.faction) for one in rows]


ROUTES = [
    list_lists,
    check_list,
    show_list,
    list_versions,
    show_photo,
    hand_in_list,
    change_list,
    withdraw_list,
    compare_code,
    show_own_lists,
    hand_in_own_list,
    show_public_lists,
]
