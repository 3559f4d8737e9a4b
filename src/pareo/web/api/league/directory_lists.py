"""Calls about the directory as a whole: lists of people, clubs, and two entries that are one."""

from __future__ import annotations

from typing import Annotated

import msgspec
from litestar.params import QueryParameter
from msgspec import Meta

from pareo.app.accounts.permissions import Right
from pareo.app.league import directory, directory_clubs, directory_lists
from pareo.app.rows.league import ListImportResult
from pareo.core.league.directory import Club
from pareo.formats.tables.directory_files import read_people
from pareo.web.api.bodies import RequestBody
from pareo.web.api.league.directory import DirectoryDone
from pareo.web.api.route_decorators import api_patch, api_post
from pareo.web.route_decorators import Here

_TAG = "directory"
_Name = Annotated[str, Meta(max_length=500)]
_Look = Annotated[bool, QueryParameter(description="Only preview what would happen to each row.")]
_Tidy = Annotated[bool, QueryParameter(description="Fix capital letters in names and clubs.")]


class MergeBody(RequestBody, frozen=True, forbid_unknown_fields=True):
    """The entry that goes."""

    other: _Name
    confirm: Annotated[bool, Meta(description="Confirm: the answer 409 gave the consequences.")] = False


class ClubBody(RequestBody, frozen=True, forbid_unknown_fields=True):
    """A new club."""

    name: Annotated[_Name, Meta(examples=["Torre Norte"])]
    short: _Name = ""
    city: _Name = ""


class ClubChangesBody(RequestBody, frozen=True, forbid_unknown_fields=True):
    """What to change: name, short, city."""

    changes: Annotated[dict[str, _Name], Meta(examples=[{"city": "Lugo"}])]
    version: Annotated[int | None, Meta(description="The version you read: 409 if it has changed since.")] = None


class ClubDone(msgspec.Struct, frozen=True):
    """It is done."""

    club: str
    name: str


@api_post("/directory/people/{person:str}/merge", Right.DIRECTORY, _TAG)
def merge_people(person: str, view: Here, data: MergeBody) -> DirectoryDone:
    """Merges another entry of the same person: the other is deleted, its name becomes a spelling. Needs `confirm`."""
    with view.app_state.open_context(view.identity) as ctx:
        merged = directory.merge(ctx, person, data.other, confirmed=data.confirm)
    return DirectoryDone("directory-merged", [], merged.id)


@api_post("/directory/clubs", Right.DIRECTORY, _TAG)
def add_club(view: Here, data: ClubBody) -> ClubDone:
    """Adds a club."""
    with view.app_state.open_context(view.identity) as ctx:
        return _club(directory_clubs.add_club(ctx, data.name, short=data.short, city=data.city))


@api_patch("/directory/clubs/{club:str}", Right.DIRECTORY, _TAG)
def edit_club(club: str, view: Here, data: ClubChangesBody) -> ClubDone:
    """Changes a club; its old name stays known."""
    with view.app_state.open_context(view.identity) as ctx:
        return _club(directory_clubs.edit_club(ctx, club, data.changes, version=data.version))


@api_post("/directory/clubs/{club:str}/merge", Right.DIRECTORY, _TAG)
def merge_clubs(club: str, view: Here, data: MergeBody) -> ClubDone:
    """Merges two clubs: the other becomes a spelling of this one. Needs `confirm`."""
    with view.app_state.open_context(view.identity) as ctx:
        return _club(directory_clubs.merge_clubs(ctx, club, data.other, confirmed=data.confirm))


def _club(club: Club) -> ClubDone:
    return ClubDone(club.id, club.name)


@api_post("/directory/import", Right.DIRECTORY, _TAG)
def import_list(view: Here, body: bytes, look: _Look = False, tidy: _Tidy = False) -> ListImportResult:  # noqa: FBT002
    """Imports a list of people, CSV or XLSX. The file is the body of the request (application/octet-stream)."""
    notes: list[str] = []
    people = read_people(body, notes=notes)
    if look:
        with view.app_state.open_separate_context(view.identity) as ctx:
            planned = directory_lists.preview(ctx, people, tidy=tidy)
        return ListImportResult(
            **directory_lists.count_fates(planned), notes=notes, rows=directory_lists.planned_rows(planned)
        )
    with view.app_state.open_separate_context(view.identity) as ctx:  # a long list takes seconds: nobody waits for it
        done = directory_lists.import_list(ctx, people, tidy=tidy)
    return ListImportResult(**done.data, notes=[*notes, *done.notes], rows=[])


ROUTES = [merge_people, add_club, edit_club, merge_clubs, import_list]
