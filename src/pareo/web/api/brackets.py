"""A bracket as the API tells it, from the rows that the pages draw."""

from __future__ import annotations

from pareo.app.queries.pages.public_view import ShownBracket
from pareo.core.pairing.bracket import BracketMatch
from pareo.web.api.rows import Bracket, BracketPair


def bracket_answer(bracket: ShownBracket) -> Bracket:
    """Every match from the top of the sheet down; players by number."""
    view = bracket.view
    champion = view.champion
    return Bracket(
        bracket.pod.id,
        list(bracket.pod.divisions),
        view.size,
        [[_pair(bracket, m) for m in matches] for matches in view.rounds],
        None if champion is None else str(champion),
        None if champion is None else bracket.names[champion],
        None if view.third is None else _pair(bracket, view.third),
        bracket.part,
    )


def _pair(bracket: ShownBracket, m: BracketMatch) -> BracketPair:
    a, b = m.top.no, m.bottom.no
    met = frozenset((a, b)) if a is not None and b is not None else frozenset()
    scores = {no: score for key, sides in bracket.scores.items() if key == met for no, score in sides.items()}
    return BracketPair(
        next((table for key, table in bracket.tables.items() if key == met), None),
        None if a is None else str(a),
        None if b is None else str(b),
        None if a is None else bracket.names[a],
        None if b is None else bracket.names[b],
        m.top.seed,
        m.bottom.seed,
        f"{scores[a]}-{scores[b]}" if a in scores and b in scores else None,
        None if m.winner is None else str(m.winner),
    )
