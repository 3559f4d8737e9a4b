"""The clubs of the directory: one name each, the other spellings beside it (SP-17)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace

from pareo.app.base.context import Context
from pareo.app.league.directory import club_keys, fresh_id, keeper
from pareo.app.league.directory_snapshot import DirectorySnapshot, book
from pareo.app.rows.league import DirectoryClub
from pareo.core.league.directory import Club, name_key
from pareo.core.text.alphabet import alphabetical
from pareo.core.text.clean_text import clean_line
from pareo.core.text.errors import BadInput, Conflict, NeedsConfirmation, NotFound, Refused
from pareo.core.text.messages import text_note

FIELDS = ("name", "short", "city")


def club_rows(seen: DirectorySnapshot) -> list[DirectoryClub]:
    """All clubs by name, with how many people each has."""
    members = Counter(p.club for p in seen.people.values())
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
        for c in sorted(seen.clubs.values(), key=lambda c: (alphabetical(c.name), c.id))
    ]


def find_club(seen: DirectorySnapshot, text: str) -> Club:
    """A club by id, name, short name or another spelling."""
    wanted = text.strip()
    if wanted in seen.clubs:
        return seen.clubs[wanted]
    found = [c for c in seen.clubs.values() if name_key(wanted) in club_keys(c)]
    if len(found) != 1:
        raise NotFound("no-such-directory-club", "No club in the directory is “{club}”.", club=wanted[:80])
    return found[0]


def add_club(ctx: Context, name: str, *, short: str = "", city: str = "") -> Club:
    """A new club."""
    seen = book(ctx)
    club = _read(Club(fresh_id(ctx, seen.clubs), ""), {"name": name, "short": short, "city": city})
    _check(seen, club)
    keeper(ctx).save(clubs=[club])
    return replace(club, version=1)


def edit_club(ctx: Context, which: str, changes: Mapping[str, str], *, version: int | None = None) -> Club:
    """Changes name, short name or city; the old name stays known as a spelling."""
    seen = book(ctx)
    club = find_club(seen, which)
    if version is not None and version != club.version:
        raise Conflict("directory-moved", "Somebody else changed the directory in between: look again and repeat.")
    changed = _read(club, changes)
    if name_key(changed.name) != name_key(club.name):
        changed = replace(
            changed,
            aliases=tuple(
                name for name in dict.fromkeys((*club.aliases, club.name)) if name_key(name) != name_key(changed.name)
            ),
        )
    _check(seen, changed)
    if changed == club:
        return club
    keeper(ctx).save(clubs=[changed])
    return replace(changed, version=club.version + 1)


def merge_clubs(ctx: Context, keep: str, other: str, *, confirmed: bool = False) -> Club:
    """Two spellings of one club: the people of the other go to the first, its names become spellings."""
    seen = book(ctx)
    a, b = find_club(seen, keep), find_club(seen, other)
    if a.id == b.id:
        raise BadInput("merge-same", "Choose two different entries to merge.")
    moved = [replace(p, club=a.id) for p in seen.people.values() if p.club == b.id and not p.forgotten]
    if not confirmed:
        raise NeedsConfirmation(
            "directory-club-merge",
            "{other} becomes a spelling of {name}; {count} people move there.",
            name=a.name,
            other=b.name,
            count=len(moved),
        )
    names = dict.fromkeys((*a.aliases, b.name, b.short, *b.aliases))
    kept = replace(
        a,
        short=a.short or b.short,
        city=a.city or b.city,
        aliases=tuple(n for n in names if n and name_key(n) not in {name_key(a.name), name_key(a.short)}),
    )
    keeper(ctx).remove_club(b, kept, moved)
    return replace(kept, version=a.version + 1)


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


def _check(seen: DirectorySnapshot, club: Club) -> None:
    for other in seen.clubs.values():
        if other.id != club.id and (same := club_keys(other) & club_keys(club)):
            raise Refused(
                "directory-club-taken", "“{name}” is already a name of {other}.", name=sorted(same)[0], other=other.name
            )
