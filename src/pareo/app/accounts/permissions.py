"""Who may do what: one record per role, with its words and rights. Everything is denied unless a role allows it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum
from typing import ClassVar

from pareo.app.base.actors import PUBLIC
from pareo.core.text.errors import BadInput


class Right(Enum):
    """A thing that can be allowed. Each route names exactly one."""

    PUBLIC = "public"  # published pairings, standings, brackets
    OWN = "own"  # a player's own page and reports
    PERSONAL = "personal"  # a player's lists, contacts, check-in, withdrawing: with the personal link or a code only
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


_PUBLIC = frozenset({Right.PUBLIC})
_STAFF = _PUBLIC | {Right.SCREEN, Right.STAFF}
_ORGANISER = _STAFF | {Right.REPORT, Right.CHECK_IN, Right.JUDGE, Right.PLAYERS, Right.ROUNDS, Right.EVENT}


@dataclass(frozen=True, slots=True)
class Role:
    """What a person or a token is at an event. To add one, write its record in `ROLES`."""

    id: str  # as accounts and tokens keep it
    title: str
    rights: frozenset[Right]
    does: str = ""  # what somebody with this role does; empty: not given to people at one event
    for_programs: str = ""  # what a token with this role may do; empty: there is none to be made on the page
    by_table: bool = False  # can be kept to some tables

    OWNER: ClassVar[Role]
    ORGANISER: ClassVar[Role]
    SCOREKEEPER: ClassVar[Role]
    JUDGE: ClassVar[Role]
    REGISTRATION: ClassVar[Role]
    SCREEN: ClassVar[Role]
    PLAYER: ClassVar[Role]
    CLAIMED: ClassVar[Role]
    PUBLIC: ClassVar[Role]


Role.OWNER = Role("owner", "owner", frozenset(Right) - {Right.OWN, Right.PERSONAL})
Role.ORGANISER = Role(
    "organiser",
    "organiser",
    _ORGANISER | {Right.CREATE, Right.DIRECTORY},
    does="everything at this event",
    for_programs="do everything here",
)
Role.SCOREKEEPER = Role(
    "scorekeeper",
    "scorekeeper",
    _STAFF | {Right.REPORT},
    does="enters results, perhaps only at some tables",
    for_programs="enter results",
    by_table=True,
)
Role.JUDGE = Role("judge", "judge", _STAFF | {Right.JUDGE}, does="penalties and extra time")
Role.REGISTRATION = Role("desk", "check-in desk", _STAFF | {Right.CHECK_IN}, does="check-in, late players, drops")
Role.SCREEN = Role("screen", "screen", _PUBLIC | {Right.SCREEN}, for_programs="show screens")
Role.PLAYER = Role("player", "player", _PUBLIC | {Right.OWN, Right.PERSONAL})
Role.CLAIMED = Role("claimed", "player", _PUBLIC | {Right.OWN})  # said “It's me”, which is no proof
Role.PUBLIC = Role("public", "", _PUBLIC)

ROLES: dict[str, Role] = {
    role.id: role
    for role in (
        Role.OWNER,
        Role.ORGANISER,
        Role.SCOREKEEPER,
        Role.JUDGE,
        Role.REGISTRATION,
        Role.SCREEN,
        Role.PLAYER,
        Role.CLAIMED,
        Role.PUBLIC,
    )
}


def given_roles() -> list[Role]:
    """The roles that people get at an event."""
    return [role for role in ROLES.values() if role.does]


def token_roles() -> list[Role]:
    """The roles of tokens, the one with the fewest rights first."""
    return sorted((role for role in ROLES.values() if role.for_programs), key=lambda role: len(role.rights))


def chosen_role(text: str, allowed: Iterable[Role]) -> Role:
    """The role of this id, if it may be chosen here."""
    known = {role.id: role for role in allowed}
    if text not in known:
        raise BadInput("bad-role-choice", "Choose one of the roles: {known}.", known=", ".join(known))
    return known[text]


def rights_of(role: Role, slug: str) -> frozenset[Right]:
    """What a role gives at one event or at all ("*"). The people of all events are for roles at all events only."""
    return role.rights if slug == "*" else role.rights - {Right.DIRECTORY}


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
    device: str = ""  # the mark of the device that said “It's me”

    def may(self, right: Right, slug: str | None) -> bool:
        """Does any grant for this event (or for all) allow it?"""
        if right is Right.PUBLIC:
            return True
        return any(right in rights_of(g.role, g.slug) for g in self.grants if g.slug in ("*", slug))

    def may_report(self, slug: str, table: int) -> bool:
        """May they report at this table? A scorekeeper may be kept to a range of tables."""
        return any(
            Right.REPORT in g.role.rights and (g.tables is None or g.tables[0] <= table <= g.tables[1])
            for g in self.grants
            if g.slug in ("*", slug)
        )

    def player_of(self, slug: str) -> int | None:
        return next((g.player for g in self.grants if g.player is not None and g.slug == slug), None)


NOBODY = Identity(PUBLIC)
