"""What phones get to know of a published round: the table and the opponent's name, as the player's own page shows
them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import msgspec

from pareo.app.base.context import LoadedTournament
from pareo.app.base.timestamps import moment
from pareo.app.queries.pages.public_names import public_name
from pareo.app.queries.pages.public_view import current_rounds
from pareo.core.model.entities import Status
from pareo.core.model.outcome import Outcome
from pareo.locale.catalogue import in_game
from pareo.locale.texts import texts
from pareo.web.push.encryption import LENGTH

FRESH_SECONDS = 600.0  # what was published before that is known: no late messages about it
_BYES = (Outcome.BYE, Outcome.EARNED_BYE, Outcome.REST)
_LONGEST_NAME = 120


class PushTable(NamedTuple):
    """Where somebody plays now; `table` None: they have a bye."""

    round: int
    table: int | None
    opponent: str

    @property
    def mark(self) -> str:
        """A text by which a message that was sent already is recognised."""
        return f"{self.table or ''}/{self.opponent}"

    def message(self, lang: str, game: str) -> bytes:
        """The JSON that the worker shows, in one language and with the words of the game."""
        say = texts(in_game(lang, game)).gettext
        title = say("Round %(number)s") % {"number": self.round}
        if self.table is not None:
            title += " · " + say("Table %(number)s") % {"number": self.table}
        name = self.opponent[:_LONGEST_NAME] if self.table is not None else say("bye")
        while len(text := msgspec.json.encode({"title": title, "body": name})) > LENGTH:
            name = name[:-8]
        return text


class News(NamedTuple):
    """A round that was just published: who sits where."""

    what: str  # the pod and the number: each is sent once
    seats: dict[int, PushTable]


def is_fresh(event: LoadedTournament, now: str) -> bool:
    """Was a round published a moment ago?"""
    for step in reversed(event.state.steps):
        try:
            age = (moment(now) - moment(step.time)).total_seconds()
        except (ValueError, TypeError):  # a journal from elsewhere
            return False
        if age > FRESH_SECONDS:
            return False
        if step.traits.told_to_phones and step.undone_by is None:
            return True
    return False


def news_of(event: LoadedTournament, numbers: set[int]) -> Iterator[News]:
    """The published rounds in which these entrants play, with their seats."""
    for pod, r in current_rounds(event.state):
        if r.status not in (Status.PUBLISHED, Status.STARTED):
            continue
        seats = {}
        for match in r.matches.values():
            for no, other in ((match.a, match.b), (match.b, match.a)):
                if no in numbers and match.result is None:
                    seats[no] = PushTable(r.number, match.table, public_name(event, other))
        for sitting in r.sitting:
            if sitting.no in numbers and sitting.outcome in _BYES:
                seats[sitting.no] = PushTable(r.number, None, "")
        if seats:
            yield News(f"{pod.id}/{r.number}", seats)
