"""How TOM ranks, how we do, and how the document does."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from pareo import rulesets
from pareo.app.base.context import Context, LoadedTournament
from pareo.app.forecast.compare import changed_places, paragraph
from pareo.app.rows.forecast import Compared, OtherPlace
from pareo.core.text.errors import NotFound
from pareo.core.text.messages import plural
from pareo.core.tournament.tables import tables
from pareo.core.tournament.tournament import Tournament
from pareo.formats.exchange.rebuild import read_retained
from pareo.formats.tdf.codes import CATEGORY, DIVISION, int_in
from pareo.formats.tdf.retained import FORMAT, retained_document
from pareo.formats.tdf.xml import XmlNode

TOM_RULESET = "pokemon-tom"
GO_RULESET = "pokemon-go"
DOCUMENT_RULESET = "pokemon-tcg-2019-07"


@dataclass(frozen=True, slots=True)
class Difference:
    """One player's place by TOM, here and by the document, in their division, and what decided each."""

    player: str
    name: str
    division: str
    tom_place: int
    tom_decided_by: str | None  # None too where only the file knows
    in_file: bool  # TOM's place is the one in the file; else it is computed as TOM does
    place: int  # by the event's own ruleset
    document_place: int
    document_decided_by: str | None
    paragraph: str  # of the document

    @property
    def differs(self) -> bool:
        return not self.tom_place == self.place == self.document_place


def has_tom(t: Tournament) -> bool:
    """Does TOM know these divisions?"""
    return t.ruleset.divisions is not None and {d.id for d in t.ruleset.divisions.divisions} == set(CATEGORY)


def differences(
    ctx: Context, slug: str, *, document: str | None = None, in_file: Mapping[int, int] | None = None
) -> list[Difference]:
    """Everybody's place by TOM, here and as the document's ruleset says, by division and TOM's place.

    TOM's places are those in the file that the event was read from (`in_file`, if they are known already); without such
    a file, or if it has none, they are computed. The document is the tournament's own ruleset, or the July 2019 card
    game's if it is ranked as TOM does.
    """
    event = ctx.open(slug)
    t = event.state
    if not has_tom(t):
        raise NotFound("tdf-no-tom", "TOM ranks Junior, Senior and Master divisions: this event has others.")
    own = t.ruleset if t.ruleset.id != TOM_RULESET else rulesets.load(DOCUMENT_RULESET)
    theirs = own if document is None else rulesets.load(document)
    computed = _places(event, replace(t, ruleset=rulesets.load(TOM_RULESET)))
    if in_file is None:
        in_file = _retained_places(event, read_retained(ctx, slug, FORMAT))
    here, by_document = _places(event, t), _places(event, replace(t, ruleset=theirs))
    rows = []
    for no, (place, why) in computed.items():
        if in_file and no not in in_file:
            continue  # TOM gives no place to who was disqualified
        tom = in_file.get(no, place)
        rows.append(Difference(
            event.id(no), event.name(no), t.entrants[no].division, tom, why if tom == place else None, bool(in_file),
            here[no][0], *by_document[no], paragraph(theirs, by_document[no][1]),
        ))  # fmt: skip
    order = list(CATEGORY)
    return sorted(rows, key=lambda row: (order.index(row.division), row.tom_place))


def comparison_with_tom(ctx: Context, slug: str) -> Compared:
    """The places that are not TOM's, as other rules are compared; TOM's pairs cannot be drawn again."""
    event, rules = ctx.open(slug), rulesets.load(TOM_RULESET)
    here = {event.id(no): why for no, (_, why) in _places(event, event.state).items()}
    moved = {one.player: one.other_decided_by for one in changed_places(event, rules)}
    places = []
    for row in differences(ctx, slug):
        if row.tom_place != row.place:
            why = row.tom_decided_by if row.in_file else moved.get(row.player, row.tom_decided_by)
            cite = "TOM" if row.in_file else paragraph(rules, why)
            places.append(
                OtherPlace(row.division, row.player, row.name, row.place, here[row.player], row.tom_place, why, cite)
            )
    return Compared(ruleset=event.state.ruleset.id, other=TOM_RULESET, places=places, pairs=[], rounds=0, refused=[])


def _retained_places(event: LoadedTournament, retained: tuple[Mapping[str, Any], int] | None) -> dict[int, int]:
    """The places in the file that was kept."""
    document = retained_document(retained[0]) if retained is not None else None
    return {} if document is None else file_places(document.root, {f"#{no}": no for no in event.state.entrants})


def file_places(root: XmlNode, number: Mapping[str, int]) -> dict[int, int]:
    """The places in a file, by entrant: those of finished divisions. `number`: entrants by the ids in the file."""
    places: dict[int, int] = {}
    for pod in root.all("standings", "pod"):
        if pod.attrs.get("type") == "finished" and pod.attrs.get("category") in DIVISION:
            for place, player_node in enumerate(pod.all("player"), 1):
                if (no := number.get(player_node.attrs.get("id", ""))) is not None:
                    places[no] = int_in(player_node.attrs.get("place", ""), place)
    return places


def _places(event: LoadedTournament, t: Tournament) -> dict[int, tuple[int, str | None]]:
    """Place in the division and what decided it, by entrant."""
    places: dict[int, tuple[int, str | None]] = {}
    counts: dict[str, int] = {}
    for table in tables(t, lots=event.lots()):
        for row in table.rows:
            division = t.entrants[row.no].division
            counts[division] = counts.get(division, 0) + 1
            places[row.no] = (counts[division], row.decided_by)
    return places


def other_places(ctx: Context, slug: str, in_file: Mapping[int, int]) -> list[str]:
    """How many places here are not those that the file itself gives: the rows of `differences`, counted."""
    event = ctx.open(slug)
    if not has_tom(event.state):
        return []
    here = _places(event, event.state)
    moved = sum(no in here and here[no][0] != place for no, place in in_file.items())
    return (
        [
            plural(
                "tdf-places",
                "{count} place differs from the file: `compare` lists it.",
                "{count} places differ from the file: `compare` lists them.",
                count=moved,
            )
        ]
        if moved
        else []
    )
