"""The clubs of the directory: one name each, and its other spellings (SP-17)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace

from pareo.app.base.context import Context
from pareo.app.league.directory import club_keys, directory_store, fresh_id
from pareo.app.league.directory_snapshot import DirectorySnapshot, load_directory
from pareo.app.rows.league import DirectoryClub
from pareo.core.league.directory import Club, name_key
from pareo.core.text.alphabet import alphabetical
from pareo.core.text.clean_text import clean_line
from pareo.core.text.errors import BadInput, Conflict, NeedsConfirmation, NotFound, Refused
from pareo.core.text.messages import text_note

FIELDS = ("name", "short", "city")


def club_rows(directory: DirectorySnapshot) -> list[DirectoryClub]:
    """All clubs by name, with how many people each has."""
    members = Counter(p.club for p in directory.people.values())
    return [
        DirectoryClub(
            id=c.id,
            name=c.name,
            short=c.short,
            city=c.city,
            aliases=list(c.aliases),
            people=members[c.id],
            version=c.version,
        )
        for c in sorted(directory.clubs.values(), key=lambda c: (alphabetical(c.name), c.id))
    ]


def find_club(directory: DirectorySnapshot, text: str) -> Club:
    """A club by id, name, short name or another spelling."""
    query = text.strip()
    if query in directory.clubs:
        return directory.clubs[query]
    clubs = [c for c in directory.clubs.values() if name_key(query) in club_keys(c)]
    if len(clubs) != 1:
        raise NotFound("no-such-directory-club", "The directory has no club “{club}”.", club=query[:80])
    return clubs[0]


def add_club(ctx: Context, name: str, *, short: str = "", city: str = "") -> Club:
    """Adds a club to the directory."""
    directory = load_directory(ctx)
    club = _read(Club(fresh_id(ctx, directory.clubs), ""), {"name": name, "short": short, "city": city})
    _check(directory, club)
    directory_store(ctx).save(clubs=[club])
    return replace(club, version=1)


def edit_club(ctx: Context, which: str, changes: Mapping[str, str], *, version: int | None = None) -> Club:
    """Changes name, short name or city; the old name stays known as a spelling."""
    directory = load_directory(ctx)
    club = find_club(directory, which)
    if version is not None and version != club.version:
        raise Conflict("directory-moved", "Someone else changed the directory in the meantime. Check and try again.")
    changed = _read(club, changes)
    if name_key(changed.name) != name_key(club.name):
        changed = replace(
            changed,
            aliases=tuple(
                name for name in dict.fromkeys((*club.aliases, club.name)) if name_key(name) != name_key(changed.name)
            ),
        )
    _check(directory, changed)
    if changed == club:
        return club
    directory_store(ctx).save(clubs=[changed])
    return replace(changed, version=club.version + 1)


def merge_clubs(ctx: Context, keep: str, other: str, *, confirmed: bool = False) -> Club:
    """Merges two entries of one club: the people of the other go to the first, its names become spellings."""
    directory = load_directory(ctx)
    a, b = find_club(directory, keep), find_club(directory, other)
    if a.id == b.id:
        raise BadInput("merge-same", "Choose 2 different entries to merge.")
    moved = [replace(p, club=a.id) for p in directory.people.values() if p.club == b.id and not p.forgotten]
    if not confirmed:
        raise NeedsConfirmation(
            "directory-club-merge",
            "{other} becomes a spelling of {name}; {count} people move there.",
            name=a.name,
            other=b.name,
            count=len(moved),
        )
    names = dict.fromkeys((*a.aliases, b.name, b.short, *b.aliases))
    merged = replace(
        a,
        short=a.short or b.short,
        city=a.city or b.city,
        aliases=tuple(n for n in names if n and name_key(n) not in {name_key(a.name), name_key(a.short)}),
    )
    directory_store(ctx).remove_club(b, merged, moved)
    return replace(merged, version=a.version + 1)


def _read(club: Club, changes: Mapping[str, str]) -> Club:
    unknown = [key for key in changes if key not in FIELDS]
    if unknown or not changes:
        raise BadInput(
            "field-unknown",
            "There is no field “{key}” (fields: {known}).",
            key=unknown[0][:40] if unknown else "",
            known=", ".join(FIELDS),
        )
    read = {"name": club.name, "short": club.short, "city": club.city}
    read |= {key: clean_line(text, text_note(key)) for key, text in changes.items()}
    changed = replace(club, name=read["name"], short=read["short"], city=read["city"])
    if not changed.name:
        raise BadInput("directory-club-name", "A club needs a name.")
    return changed


def _check(directory: DirectorySnapshot, club: Club) -> None:
    for other in directory.clubs.values():
        if other.id != club.id and (same := club_keys(other) & club_keys(club)):
            raise Refused(
                "directory-club-taken", "“{name}” is already a name of {other}.", name=sorted(same)[0], other=other.name
            )
