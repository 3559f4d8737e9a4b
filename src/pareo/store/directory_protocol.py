"""The directory of people, clubs and rating histories: what a store does with it.

The store judges no names and computes no ratings: it keeps what it is given, whole or not at all. Every write is one
durable transaction. A change of a person or a club names the version it is based on; a line of a rating history, the
rating it starts from. If somebody else was faster: Conflict, and nothing is written. Failures are PareoErrors:

`no-such-directory-person`, `no-such-directory-club`, `not-applied` (NotFound) · `directory-moved` (Conflict) ·
`ratings-applied`, `ratings-on-top`, `directory-elsewhere` (Refused), and those of the journal's store (`protocol`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Protocol

from pareo.core.league.directory import Club, Person, RatingHistoryStep
from pareo.core.text.errors import Conflict, NotFound, Refused

NO_LINKS: Mapping[str, Mapping[str, str | None]] = MappingProxyType({})
NOBODY: Mapping[str, str | None] = MappingProxyType({})
_BLOCKERS = 5  # named in a refusal


@dataclass(frozen=True, slots=True)
class Application:
    """The ratings of an event, applied to the directory."""

    tournament: str  # its random id
    list_no: int
    slug: str
    name: str
    date: str
    hash: str  # of the journal's head at that moment
    time: str
    actor: str
    key: int = 0


class DirectoryStore(Protocol):
    """Where the directory is kept. Safe to use from several threads and several processes at once."""

    def generation(self) -> int:
        """A number that goes up with each write: what was read before is current exactly if it is the same."""

    def everybody(self) -> tuple[int, list[Person], list[Club]]:
        """Generation, people and clubs, read at one moment. The forgotten are there, with numbers alone."""

    def changes(self, since: int) -> tuple[int, list[Person], list[Club], list[str]]:
        """Generation, and what was written after generation `since`: people, clubs, and the ids of those taken out."""

    def save(
        self,
        people: Sequence[Person] = (),
        clubs: Sequence[Club] = (),
        steps: Sequence[RatingHistoryStep] = (),
        *,
        links: Mapping[str, Mapping[str, str | None]] = NO_LINKS,
    ) -> None:
        """New ones (version 0) and changed ones (the version seen); ratings of kept people change by `steps` only.

        `links`: by tournament, as `link` takes them.
        """

    def remove_club(self, club: Club, keep: Club, moved: Sequence[Person]) -> None:
        """Take out a club that is the same as `keep`; `moved` are its people with their new club."""

    def remove_person(self, other: Person, keep: Person, steps: Sequence[RatingHistoryStep] = ()) -> None:
        """Take out an entry that is the same person as `keep` and has no history; links and ratings go to `keep`."""

    def forget(self, person: str) -> None:
        """Erase name and details so that the bytes are gone; the numbers stay."""

    def history(self, person: str) -> list[RatingHistoryStep]:
        """The rating history of one, oldest first, both lists."""

    def take_back_step(self, step: RatingHistoryStep) -> None:
        """Undo the last line of somebody's list, if it is still the last and no event's."""

    def apply(
        self, application: Application, steps: Sequence[RatingHistoryStep], links: Mapping[str, str | None] = NOBODY
    ) -> int:
        """Write an event's changes, once, and the links of its players. The key of the application."""

    def take_back(self, application: Application) -> int:
        """Undo an application, if nothing was written on top of it for its people; how many ratings went back."""

    def application(self, tournament: str, list_no: int) -> Application | None:
        """The application of a tournament's ratings to a list; None if there is none."""

    def applications_of(self, slug: str, list_no: int) -> list[Application]:
        """Applications of tournaments that had this short name then, oldest first."""

    def steps_of_application(self, application: int) -> list[RatingHistoryStep]:
        """The lines of the rating history that one application wrote."""

    def links(self, tournament: str) -> dict[str, str]:
        """Which person of the directory each player (random id of the event) was linked to."""

    def link(self, tournament: str, links: Mapping[str, str | None]) -> None:
        """Link players of an event to people of the directory, or (None) undo a link."""


# --- what went wrong --------------------------------------------------------------------------------------------------


def no_such_person(person: str) -> NotFound:
    return NotFound("no-such-directory-person", "“{person}” is not in the directory.", person=person[:80])


def not_applied(name: str) -> NotFound:
    return NotFound("not-applied", "The ratings of {event} are not applied to the directory.", event=name)


def already_applied(name: str) -> Refused:
    return Refused(
        "ratings-applied",
        "The ratings of {event} are already applied to the directory: revert them first.",
        event=name,
    )


def ratings_on_top(name: str, on_top: Iterable[str]) -> Refused:
    """Later lines were counted from these ratings: the last in goes out first."""
    events = sorted(set(on_top) - {""})
    if not events:
        return Refused(
            "ratings-corrected-on-top",
            "Ratings were corrected by hand after {event}: undo those corrections first.",
            event=name,
        )
    more = " …" if len(events) > _BLOCKERS else ""
    return Refused(
        "ratings-on-top",
        "Some of these players were rated again after {event}. Revert these first: {later}.",
        event=name,
        later=", ".join(events[:_BLOCKERS]) + more,
    )


def directory_moved() -> Conflict:
    return Conflict("directory-moved", "Someone else changed the directory in the meantime. Check and try again.")
