"""The members of a team, one by one: names and personal data, and who is the captain."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pareo.app.base.context import Context, JournalResult, person_name
from pareo.app.commands.people.players import read_personal
from pareo.app.queries.event.staff import check_may_play
from pareo.core.journal.people_facts import Edited
from pareo.core.model.player_fields import PERSONAL
from pareo.core.text.errors import BadInput, NotFound
from pareo.store.protocol import PersonChange

MEMBER_FIELDS = ("first", "last", "id", "birth_year", "nickname", "contact")


def edit_member(
    ctx: Context,
    slug: str,
    who: str,
    member: int,
    changes: Mapping[str, str],
    *,
    captain: bool = False,
    client: str | None = None,
) -> JournalResult[Edited]:
    """Changes personal data of one member of a team (0 is the first) and perhaps makes them captain.

    Nothing is written if nothing changes.
    """
    if done := ctx.find_repeat(slug, client):
        return done
    event = ctx.open(slug)
    no = event.find(who)
    entrant = event.state.entrants[no]
    if not entrant.team or not 0 <= member < len(entrant.persons):
        raise NotFound("no-member", "{name} has no member number {number}.", name=event.name(no), number=member + 1)
    person_id = entrant.persons[member]
    before = event.people.get(person_id, {})
    person: dict[str, Any] = dict(before)
    read_personal(event, person_id, person, {key: changes[key] for key in PERSONAL if key in changes})
    if not (person.get("first") or person.get("last")):
        raise BadInput("name-missing", "{where}a player needs a name.", where="")
    check_may_play(event.state, person_name(person))
    changed = sorted(key for key in person if (person[key] or "") != (before.get(key) or ""))
    public = {"captain": member} if captain and entrant.captain != member else {}
    if not changed and not public:
        return ctx.answer_unchanged(event, Edited(no, {}), client=client)
    personal = {key: value for key, value in person.items() if value not in ("", None)}
    people = [PersonChange(person_id, personal)] if changed else []
    return ctx.record(event, Edited(no, public, tuple(changed)), people=people, client=client)
