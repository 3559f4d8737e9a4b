"""A player's own paper: the FISE tournament card (S-14) and the X-Wing score sheet (X-26).

Filled in as far as played; rounds to come are empty lines. Full names: the paper belongs to its player.
"""

from __future__ import annotations

from collections.abc import Mapping

from pareo.app.base.context import Context
from pareo.app.papers.cards import CardLine, CardRow, FiseCard, card_rows, sonneborn_berger
from pareo.app.queries.pages.paper_cards import player_cards
from pareo.core.model.entities import Pod
from pareo.core.settings.event import DATE
from pareo.core.text.errors import Refused
from pareo.core.text.numbers import points_text
from pareo.core.tournament.records import finished_rounds, lines_of
from pareo.core.tournament.tournament import Tournament
from pareo.print.document import Part, PrintOptions, printable
from pareo.print.words import words

_HEIGHTS = {"a4": 297, "letter": 279}  # millimetres of a page
_HEAD, _LINE = 44, 5.6  # of a card: edges, name, facts, titles and total; a round


def _pods(t: Tournament, wish: PrintOptions) -> list[Pod]:
    found = [p for p in t.root_pods() if wish.pod in (None, p.id)]
    if wish.pod is not None and not found:
        t.pod(wish.pod)
    if not found:
        raise Refused("cards-before-pairing", "The numbers on the cards are drawn with round 1: pair it first.")
    return found


def cards(ctx: Context, slug: str, wish: PrintOptions) -> list[Part]:
    """A card per player, by number (FISE, «Las tarjetas de torneo»)."""
    event = ctx.open(slug)
    t = event.state
    said = words(wish.lang)
    made = [printed_card(card, wish.lang) for p in _pods(t, wish) for card in player_cards(event, p)]
    per_page = _to_a_page(max((len(card["rows"]) for card in made), default=1), wish)
    return [{"part": "cards", "titles": card_titles(said), "cards": made, "per_page": per_page}]


def _to_a_page(lines: int, wish: PrintOptions) -> int:
    """As many cards as the page holds (A-45): each has a head, its titles and a line for every round."""
    return max(1, int(_HEIGHTS[wish.paper] // (_HEAD + _LINE * lines)))


def card_titles(said: Mapping[str, str]) -> list[str]:
    """The columns of the document."""
    return [
        said["round"].format(number="").strip(),
        said["opponent"],
        said["first-move"],
        said["points"],
        said["total"],
        said["scrabble-points"],
        said["total"],
        said["initials"],
        said["sonneborn"],
    ]


def printed_card(card: FiseCard, lang: str) -> Part:
    """A card in the words of a language."""
    said = words(lang)
    facts = [
        (said["tournament-no"], printable(card.tournament_no)),
        (said["club"], printable(card.club)),
        (said["date"], printable(card.date)),
        (said["number"], str(card.number)),
    ]
    return {
        "name": printable(card.name),
        "facts": facts,
        "rows": [_row(row, card, said) for row in card_rows(card)],
        "total": points_text(sonneborn_berger(card), 2 * card.unit) if card.lines else "",
        "total_word": f"{said['total']} {said['sonneborn']}",
    }


def _row(row: CardRow, card: FiseCard, said: Mapping[str, str]) -> list[str]:
    line, played = row.line, row.played
    first = line.first if row.opens else None  # a game for itself says who began it
    if row.game and line.games:
        first = None if played is None else played.first

    def pts(points: int | None) -> str:
        return "" if points is None else points_text(points, card.unit)

    rested = line.opponent is None and line.points is not None
    met = said["rest"] if rested else "" if line.opponent is None else str(line.opponent)
    scrabble = None if played is None else played.scrabble
    return [
        f"{line.round_no}.{row.game}" if row.game else str(line.round_no),
        met if row.opens else "",
        "" if first is None else "+" if first else "−",
        pts(None if played is None else played.points),
        pts(row.total),
        "" if scrabble is None else str(scrabble),
        "" if row.scrabble_total is None else str(row.scrabble_total),
        "",
        _listed(line, card.unit) if row.opens else "",
    ]


def _listed(line: CardLine, unit: int) -> str:
    """The opponent's points; in brackets where they are not summed, or only a part of them, which stands before."""
    if line.opponent_points is None:
        return ""
    listed = points_text(line.opponent_points, unit)
    if line.summed is None:
        return f"({listed})"
    return listed if line.summed == 2 * line.opponent_points else f"{points_text(line.summed, 2 * unit)} ({listed})"


def score_sheets(ctx: Context, slug: str, wish: PrintOptions) -> list[Part]:
    """A sheet per entrant with the margin of victory of each round (X-26)."""
    event = ctx.open(slug)
    t = event.state
    said = words(wish.lang)
    made: list[dict[str, object]] = []
    for p in _pods(t, wish):
        lines = lines_of(t.ruleset, finished_rounds(p))
        for no in p.members:
            own = lines.get(no, [])
            known = {line.round_no: line for line in own}
            rows = []
            for number in range(1, p.planned + 1):
                line = known.get(number)
                if line is None:
                    rows.append([str(number), "", "", "", "", ""])
                    continue
                met = said["sitting-bye"] if line.opponent is None else printable(event.name(line.opponent))
                rows.append(
                    [
                        str(number),
                        met,
                        _text(line.score),
                        _text(line.against),
                        points_text(line.points, t.ruleset.unit),
                        str(line.margin),
                    ]
                )
            total = [
                "",
                said["total"],
                "",
                "",
                points_text(sum(x.points for x in own), t.ruleset.unit),
                str(sum(x.margin for x in own)),
            ]
            facts = [
                (said["number"], str(t.entrants[no].start_no or no)),
                (said["date"], printable(t.setting(DATE) or "")),
            ]
            made.append(
                {
                    "name": printable(event.name(no)),
                    "facts": facts,
                    "rows": [*rows, total],
                    "total": "",
                    "total_word": "",
                }
            )
    titles = [
        said["round"].format(number="").strip(),
        said["opponent"],
        said["destroyed"],
        said["lost"],
        said["points"],
        said["margin"],
    ]
    per_page = _to_a_page(max(p.planned for p in _pods(t, wish)) + 1, wish)
    return [{"part": "cards", "titles": titles, "cards": made, "per_page": per_page}]


def _text(value: int | None) -> str:
    return "" if value is None else str(value)
