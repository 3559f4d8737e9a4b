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
from pareo.core.tournament.progress import counted_rounds
from pareo.core.tournament.records import lines_of
from pareo.core.tournament.tournament import Tournament
from pareo.print.document import Part, PrintOptions, printable
from pareo.print.words import words

_HEIGHTS = {"a4": 297, "letter": 279}  # millimetres of a page
_HEAD, _LINE = 44, 5.6  # of a card: edges, name, facts, titles and total; a round


def _pods(t: Tournament, options: PrintOptions) -> list[Pod]:
    pods = [p for p in t.root_pods() if options.pod in (None, p.id)]
    if options.pod is not None and not pods:
        t.pod(options.pod)
    if not pods:
        raise Refused("cards-before-pairing", "Card numbers are drawn with round 1: pair it first.")
    return pods


def cards(ctx: Context, slug: str, options: PrintOptions) -> list[Part]:
    """A card per player, by number (FISE, «Las tarjetas de torneo»)."""
    event = ctx.open(slug)
    t = event.state
    labels = words(options.lang)
    rendered = [card_data(card, options.lang) for p in _pods(t, options) for card in player_cards(event, p)]
    per_page = _cards_per_page(max((len(card["rows"]) for card in rendered), default=1), options)
    return [{"part": "cards", "titles": card_titles(labels), "cards": rendered, "per_page": per_page}]


def _cards_per_page(lines: int, options: PrintOptions) -> int:
    """As many cards as the page holds (A-45): each has a head, its titles and a line for every round."""
    return max(1, int(_HEIGHTS[options.paper] // (_HEAD + _LINE * lines)))


def card_titles(labels: Mapping[str, str]) -> list[str]:
    """The headings of a FISE card's columns."""
    return [
        labels["round"].format(number="").strip(),
        labels["opponent"],
        labels["first-move"],
        labels["points"],
        labels["total"],
        labels["scrabble-points"],
        labels["total"],
        labels["initials"],
        labels["sonneborn"],
    ]


def card_data(card: FiseCard, lang: str) -> Part:
    """A FISE card as data for its template, in the words of a language."""
    labels = words(lang)
    facts = [
        (labels["tournament-no"], printable(card.tournament_no)),
        (labels["club"], printable(card.club)),
        (labels["date"], printable(card.date)),
        (labels["number"], str(card.number)),
    ]
    return {
        "name": printable(card.name),
        "facts": facts,
        "rows": [_row(row, card, labels) for row in card_rows(card)],
        "total": points_text(sonneborn_berger(card), 2 * card.unit) if card.lines else "",
        "total_word": f"{labels['total']} {labels['sonneborn']}",
    }


def _row(row: CardRow, card: FiseCard, labels: Mapping[str, str]) -> list[str]:
    line, played = row.line, row.played
    first = line.first if row.opens else None  # a game for itself says who began it
    if row.game and line.games:
        first = None if played is None else played.first

    def pts(points: int | None) -> str:
        return "" if points is None else points_text(points, card.unit)

    rested = line.opponent is None and line.points is not None
    opponent = labels["rest"] if rested else "" if line.opponent is None else str(line.opponent)
    scrabble = None if played is None else played.scrabble
    return [
        f"{line.round_no}.{row.game}" if row.game else str(line.round_no),
        opponent if row.opens else "",
        "" if first is None else "+" if first else "−",
        pts(None if played is None else played.points),
        pts(row.total),
        "" if scrabble is None else str(scrabble),
        "" if row.scrabble_total is None else str(row.scrabble_total),
        "",
        _opponent_points(line, card.unit) if row.opens else "",
    ]


def _opponent_points(line: CardLine, unit: int) -> str:
    """The opponent's points; in brackets where they are not summed, or only a part of them, which stands before."""
    if line.opponent_points is None:
        return ""
    points = points_text(line.opponent_points, unit)
    if line.summed is None:
        return f"({points})"
    return points if line.summed == 2 * line.opponent_points else f"{points_text(line.summed, 2 * unit)} ({points})"


def score_sheets(ctx: Context, slug: str, options: PrintOptions) -> list[Part]:
    """A sheet per entrant with the margin of victory of each round (X-26)."""
    event = ctx.open(slug)
    t = event.state
    labels = words(options.lang)
    sheets: list[dict[str, object]] = []
    for p in _pods(t, options):
        lines = lines_of(t.ruleset, counted_rounds(t, p))
        for no in p.members:
            own = lines.get(no, [])
            known = {line.round_no: line for line in own}
            rows = []
            for number in range(1, p.planned + 1):
                line = known.get(number)
                if line is None:
                    rows.append([str(number), "", "", "", "", ""])
                    continue
                opponent = labels["sitting-bye"] if line.opponent is None else printable(event.name(line.opponent))
                rows.append(
                    [
                        str(number),
                        opponent,
                        _text(line.score),
                        _text(line.against),
                        points_text(line.points, t.ruleset.unit),
                        str(line.margin),
                    ]
                )
            total = [
                "",
                labels["total"],
                "",
                "",
                points_text(sum(x.points for x in own), t.ruleset.unit),
                str(sum(x.margin for x in own)),
            ]
            facts = [
                (labels["number"], str(t.entrants[no].start_no or no)),
                (labels["date"], printable(t.setting(DATE) or "")),
            ]
            sheets.append(
                {
                    "name": printable(event.name(no)),
                    "facts": facts,
                    "rows": [*rows, total],
                    "total": "",
                    "total_word": "",
                }
            )
    titles = [
        labels["round"].format(number="").strip(),
        labels["opponent"],
        labels["destroyed"],
        labels["lost"],
        labels["points"],
        labels["margin"],
    ]
    per_page = _cards_per_page(max(p.planned for p in _pods(t, options)) + 1, options)
    return [{"part": "cards", "titles": titles, "cards": sheets, "per_page": per_page}]


def _text(value: int | None) -> str:
    return "" if value is None else str(value)
