"""What may be typed into the keyboard field for results, and what it means."""

from __future__ import annotations

from typing import NamedTuple

from pareo.locale.texts import Texts


class TypedKey(NamedTuple):
    """What may be typed after the number of a table, and what it means."""

    typed: str
    meaning: str


class EntryHelp(NamedTuple):
    """What is typed every time, and what is typed now and then."""

    first: tuple[TypedKey, ...]
    more: tuple[TypedKey, ...]


def entry_help(texts: Texts, kind: str, games: int, decide: str, table: int = 12, *, draws: bool = True) -> EntryHelp:
    """What may be typed into the field for results; `table` is the table number in the examples."""
    full_help = _entry_help(texts, kind, games, decide)
    first, more = (
        [key._replace(typed=key.typed.replace("12 ", f"{table} ", 1)) for key in keys if draws or key.typed != "12 ="]
        for keys in full_help
    )
    return EntryHelp(tuple(first), tuple(more))


def _entry_help(texts: Texts, kind: str, games: int, decide: str) -> EntryHelp:
    _ = texts.gettext
    back, draw = TypedKey("12 x", _("clears it")), TypedKey("12 =", _("a draw"))
    lose, forfeit = (
        TypedKey("12 00", _("double loss")),
        TypedKey("12 1f", _("the second player didn't play (2f: the first)")),
    )
    winner_keys = (TypedKey("12 1", _("the first player wins")), TypedKey("12 2", _("the second player wins")))
    if games > 1 and decide == "best-of":
        return EntryHelp(
            (TypedKey("12 2 1", _("games won by each player")), draw._replace(meaning=_("agreed draw")), back),
            (TypedKey("12 1 1 1", _("the third number: drawn games")), lose, forfeit),
        )
    if games > 1 and decide == "sum":
        return EntryHelp(
            (TypedKey("12 812 790", _("points of all games")), draw, back),
            (TypedKey("12 412 380 400 410", _("points of each game")), forfeit),
        )
    if games > 1:
        return EntryHelp(
            (TypedKey("12 1½-½", _("games of both players, %(games)s in total") % {"games": games}), draw, back),
            (lose, forfeit),
        )
    if kind == "outcome":
        return EntryHelp((*winner_keys, draw, back), (lose, forfeit))
    if kind == "scores":
        return EntryHelp((TypedKey("12 412 380", _("the scores")), back), (*winner_keys, draw, forfeit))
    return EntryHelp(
        (
            TypedKey("12 153 124 d", _("points destroyed, by destruction")),
            TypedKey("12 153 124 t", _("time ran out")),
            TypedKey("12 120 80 c2", _("the second player conceded (c1: the first)")),
            back,
        ),
        (
            TypedKey("12 150 150 d w2", _("the second player has ships left (w1: the first)")),
            TypedKey("12 150 150 t i1", _("the first player had initiative (i2: the second)")),
            forfeit,
            TypedKey(_("12 153 124 time"), _("or in words: destroyed, conceded 2, initiative 1")),
        ),
    )
