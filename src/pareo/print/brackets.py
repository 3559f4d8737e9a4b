"""Bracket sheets (P-SE-8): the elimination as far as it is known, the rest as lines to write on.

A sheet holds 32 lines; a larger bracket goes over several sheets, and one more joins their winners.
"""

from __future__ import annotations

from collections.abc import Mapping

from pareo.app.base.context import Context
from pareo.app.queries.pages.public_names import names_of
from pareo.app.queries.pages.public_view import ShownBracket, shown_brackets
from pareo.core.pairing.bracket import BracketMatch, BracketSlot
from pareo.core.text.errors import Refused
from pareo.print.document import Part, PrintOptions, pod_words, printable
from pareo.print.words import words

LINES = 32
Slot = dict[str, object]


def bracket_sheets(ctx: Context, slug: str, options: PrintOptions) -> list[Part]:
    """The sheets of every bracket, or of one pod's."""
    event = ctx.open(slug)
    brackets = [b for b in shown_brackets(event, staff=True) if options.pod in (None, b.pod.id)]
    if options.pod is not None:
        event.state.pod(options.pod)
    if not brackets:
        raise Refused("no-bracket", "No play-off yet: advance to it first.")
    return [part for b in brackets for part in _sheets(b, names_of(event, b.names), options.lang)]


def _sheets(bracket: ShownBracket, names: Mapping[int, str], lang: str) -> list[Part]:
    labels = words(lang)
    title = " · ".join(filter(None, (pod_words(bracket.pod, lang), labels.get(f"bracket-{bracket.part}", ""))))
    columns = _columns(bracket, names, lang)
    size = 2 * len(bracket.view.rounds[0])
    third = _third(bracket, names, lang)
    if size <= LINES:
        return [_sheet(title, columns, third=third, winner=labels["winner"])]
    if bracket.part == "losers":
        return [_sheet(title, columns)]
    depth = LINES.bit_length() - 1
    parts = size // LINES
    sheets = []
    for part in range(parts):
        own = [column[part * (LINES >> i) : (part + 1) * (LINES >> i)] for i, column in enumerate(columns[: depth + 1])]
        part_text = labels["bracket-part"].format(part=part + 1, parts=parts)
        sheets.append(_sheet(f"{title} · {part_text}", own))
    sheets.append(_sheet(f"{title} · {labels['final-stage']}", columns[depth:], third=third, winner=labels["winner"]))
    return sheets


def _sheet(heading: str, columns: list[list[Slot]], *, third: Part | None = None, winner: str = "") -> Part:
    return {"part": "bracket", "heading": heading, "columns": columns, "third": third, "winner": winner, "wide": True}


def _columns(bracket: ShownBracket, names: Mapping[int, str], lang: str) -> list[list[Slot]]:
    """Lines of the first round, then the winners of each; the last column is the champion's line."""
    columns = [
        [line for match in matches for line in _match(bracket, match, names, lang)] for matches in bracket.view.rounds
    ]
    champion = bracket.view.champion
    columns.append(
        [{"seed": "", "name": "" if champion is None else printable(names[champion]), "score": "", "won": True}]
    )
    return columns


def _match(bracket: ShownBracket, match: BracketMatch, names: Mapping[int, str], lang: str) -> list[Slot]:
    both = (match.top, match.bottom)
    scores: Mapping[int, str] = {}
    if match.top.no is not None and match.bottom.no is not None:
        scores = bracket.scores.get(frozenset((match.top.no, match.bottom.no)), {})
    return [_slot(slot, names, scores, lang, won=slot.no is not None and slot.no == match.winner) for slot in both]


def _slot(slot: BracketSlot, names: Mapping[int, str], scores: Mapping[int, str], lang: str, *, won: bool) -> Slot:
    if slot.no is None:
        text = words(lang)["bye-slot"] if slot.kind == "bye" else "×" if slot.kind == "nobody" else ""
        return {"seed": "", "name": text, "score": "", "won": False}
    return {
        "seed": str(slot.seed or ""),
        "name": printable(names[slot.no]),
        "score": scores.get(slot.no, ""),
        "won": won,
    }


def _third(bracket: ShownBracket, names: Mapping[int, str], lang: str) -> Part | None:
    match = bracket.view.third
    if match is None:
        return None
    top, bottom = _match(bracket, match, names, lang)
    winner = "" if match.winner is None else printable(names[match.winner])
    return {"title": words(lang)["third-place"], "top": top, "bottom": bottom, "winner": winner}
