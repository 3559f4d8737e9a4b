"""A bracket as the API tells it, from the rows that the pages draw."""

from __future__ import annotations

from pareo.app.queries.pages.public_view import ShownBracket
from pareo.core.pairing.bracket import BracketMatch
from pareo.web.api.rows import Bracket, BracketPair


def bracket_answer(shown: ShownBracket) -> Bracket:
    """Every match from the top of the sheet down; players by number."""
    view = shown.view
    champion = view.champion
    return Bracket(
        shown.pod.id,
        list(shown.pod.divisions),
        view.size,
        [[_pair(shown, m) for m in matches] for matches in view.rounds],
        None if champion is None else str(champion),
        None if champion is None else shown.names[champion],
        None if view.third is None else _pair(shown, view.third),
        shown.part,
    )


def _pair(shown: ShownBracket, m: BracketMatch) -> BracketPair:
    a, b = m.top.no, m.bottom.no
    met = frozenset((a, b)) if a is not None and b is not None else frozenset()
    scores = {no: score for key, sides in shown.scores.items() if key == met for no, score in sides.items()}
    return BracketPair(
        next((table for key, table in shown.tables.items() if key == met), None),
        None if a is None else str(a),
        None if b is None else str(b),
        None if a is None else shown.names[a],
        None if b is None else shown.names[b],
        m.top.seed,
        m.bottom.seed,
        f"{scores[a]}-{scores[b]}" if a in scores and b in scores else None,
        None if m.winner is None else str(m.winner),
    )
