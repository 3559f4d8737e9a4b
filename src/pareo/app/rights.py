"""Who may do what: one table from role to rights. Everything is denied unless a role allows it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum


class Right(Enum):
    """A thing that can be allowed. Each route names exactly one."""

    PUBLIC = "public"  # published pairings, standings, brackets
    OWN = "own"  # a player's own page and reports
    SCREEN = "screen"  # projector pages
    STAFF = "staff"  # look at everything of the event, drafts included
    REPORT = "report"  # enter and correct results
    CHECK_IN = "check-in"  # check-in, no-shows, late entry, drops
    JUDGE = "judge"  # penalties, time extensions, notes
    PLAYERS = "players"  # enter, import, edit, merge players
    ROUNDS = "rounds"  # pair, publish, start, finish, swap, advance, undo
    EVENT = "event"  # settings, announcements, links, tokens and staff of the event
    CREATE = "create"  # new events
    DIRECTORY = "directory"  # people, clubs and ratings across events
    OWNER = "owner"  # accounts, backups, deletion


class Role(Enum):
    """What a person or a token is at an event."""

    OWNER = "owner"
    ORGANISER = "organiser"
    SCOREKEEPER = "scorekeeper"
    JUDGE = "judge"
    DESK = "desk"
    SCREEN = "screen"
    PLAYER = "player"
    PUBLIC = "public"


_PUBLIC = frozenset({Right.PUBLIC})
_STAFF = _PUBLIC | {Right.SCREEN, Right.STAFF}
_ORGANISER = _STAFF | {Right.REPORT, Right.CHECK_IN, Right.JUDGE, Right.PLAYERS, Right.ROUNDS, Right.EVENT}

RIGHTS: Mapping[Role, frozenset[Right]] = {
    Role.OWNER: frozenset(Right) - {Right.OWN},
    Role.ORGANISER: _ORGANISER | {Right.CREATE, Right.DIRECTORY},
    Role.SCOREKEEPER: _STAFF | {Right.REPORT},
    Role.JUDGE: _STAFF | {Right.JUDGE},
    Role.DESK: _STAFF | {Right.CHECK_IN},
    Role.SCREEN: _PUBLIC | {Right.SCREEN},
    Role.PLAYER: _PUBLIC | {Right.OWN},
    Role.PUBLIC: _PUBLIC,
}


def rights_of(role: Role, slug: str) -> frozenset[Right]:
    """What a role gives at one event or at all ("*"). The people of all events are for roles at all events only."""
    return RIGHTS[role] if slug == "*" else RIGHTS[role] - {Right.DIRECTORY}


@dataclass(frozen=True, slots=True)
class Grant:
    """A role at one event ("*": at all), for a scorekeeper perhaps only for some tables."""

    role: Role
    slug: str = "*"
    tables: tuple[int, int] | None = None
    player: int | None = None  # the entrant whose own page this is


@dataclass(frozen=True, slots=True)
class Identity:
    """Who is asking."""

    name: str
    grants: tuple[Grant, ...] = ()
    session: str = ""  # hash of the session or token; empty for the public

    def may(self, right: Right, slug: str | None) -> bool:
        """Does any grant for this event (or for all) allow it?"""
        if right is Right.PUBLIC:
            return True
        return any(right in rights_of(g.role, g.slug) for g in self.grants if g.slug in ("*", slug))

    def may_report(self, slug: str, table: int) -> bool:
        """A scorekeeper may be kept to a range of tables."""
        return any(
            Right.REPORT in RIGHTS[g.role] and (g.tables is None or g.tables[0] <= table <= g.tables[1])
            for g in self.grants
            if g.slug in ("*", slug)
        )

    def player_of(self, slug: str) -> int | None:
        return next((g.player for g in self.grants if g.role is Role.PLAYER and g.slug == slug), None)


NOBODY = Identity("public")
