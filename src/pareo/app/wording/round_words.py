"""What is said about a round: its quality, its verdicts, the next step, how a match ended. Whole texts."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from pareo.core.model.games import game_of
from pareo.core.model.outcome import Mark, Outcome, Result
from pareo.core.text.messages import text_note
from pareo.locale.catalogue import Catalogue

if TYPE_CHECKING:
    from pareo.app.commands.rounds.dry_run import Quality
    from pareo.app.screens.round_tables import RoundTableRow
    from pareo.core.model.ruleset import Ruleset


ENDS = {
    "destroyed": "by destruction",
    "time": "time ran out",
    "conceded-a": "the first player conceded",
    "conceded-b": "the second player conceded",
    "win-a": "the first player has ships left",
    "win-b": "the second player has ships left",
    "draw": "no ships left on either side",
    "init-a": "initiative: the first player",
    "init-b": "initiative: the second player",
}


_EQUAL = ("½-½", "½–½")
_TIE, _DRAW = text_note("tie"), text_note("draw")


def result_said(ruleset: Ruleset, result: str | None) -> str:
    """A result in a sentence, or on a terminal: an equal one by its word where it is not half a win (Pokémon, X-Wing).
    What is typed, and what programs read, stays ½-½."""
    if result not in _EQUAL or ruleset.draws_are_half:
        return result or ""
    return _TIE if game_of(ruleset) == "pokemon" else _DRAW


def result_text(texts: Catalogue, result: str | None) -> str:
    """A result as it is shown: the words behind an X-Wing score are those of the reader."""
    score, *words = (result or "").split(" ")
    if not words or any(word not in ENDS for word in words):
        return result or ""
    return " · ".join([score, *(texts.gettext(ENDS[word]) for word in words)])


def end_text(texts: Catalogue, end: str) -> str:
    """How an X-Wing game ended."""
    return texts.gettext(ENDS[end])


def penalty_word(texts: Catalogue, kind: str) -> str:
    """A penalty, or how a check ended."""
    _ = texts.gettext
    return {
        "note": _("Note"),
        "caution": _("Caution"),
        "warning": _("Warning"),
        "game-loss": _("Game loss"),
        "match-loss": _("Match loss"),
        "disqualification": _("Disqualification"),
        "clean": _("Clean"),
        "corrected": _("Corrected"),
    }.get(kind, kind)


def document_title(texts: Catalogue, ruleset: Ruleset) -> str:
    """The document of the rules, as it is called in the reader's language, and its edition."""
    return f"{texts.gettext(ruleset.document.title)} ({texts.gettext(ruleset.document.edition)})"


def quality_line(texts: Catalogue, q: Quality) -> str:
    """What a round costs, and how good that is."""
    _, ngettext = texts.gettext, texts.ngettext
    if q.proof == "bracket":
        return _("set by the bracket")
    if q.proof == "table":
        return _("set by the round-robin table")
    if q.proof == "TOM":
        return _("paired by TOM")  # what it cost was not counted
    counted = [
        (
            q.rematches,
            ngettext("%(num)s rematch", "%(num)s rematches", q.rematches) if q.rematches else _("no rematches"),
        ),
        (
            q.paired_down,
            ngettext("%(num)s paired down", "%(num)s paired down", q.paired_down)
            if q.paired_down
            else _("same points paired together"),
        ),
        (q.mixed, ngettext("%(num)s table with mixed divisions", "%(num)s tables with mixed divisions", q.mixed)),
        (
            q.avoided,
            ngettext(
                "%(num)s pair from the same club or travelling together",
                "%(num)s pairs from the same club or travelling together",
                q.avoided,
            ),
        ),
        (q.forbidden, ngettext("%(num)s barred pairing", "%(num)s barred pairings", q.forbidden)),
        (q.repeat_bye, ngettext("%(num)s second bye", "%(num)s second byes", q.repeat_bye)),
    ]
    proofs = {
        "optimal": _("no better pairing exists"),
        "rule": _("by the document's procedure"),
        "by hand": _("made by hand"),
        "repaired": _("repaired"),
    }
    bits = [text % {"num": count} for i, (count, text) in enumerate(counted) if count or i < 2]
    return ", ".join([*bits, *([proofs[q.proof]] if q.proof in proofs else [])])


def result_code(result: Result) -> str:
    """Which sentence tells the result: a, b, draw, none, with a forfeit f-a, f-b, f-none; half-a, half-b, adjourned."""
    forfeit = "f-" if Outcome.FORFEIT_LOSS in (result.a, result.b) else ""
    if result.a.won:
        return f"{forfeit}a"
    if result.b.won:
        return f"{forfeit}b"
    if result.mark is Mark.ADJOURNED:
        return "adjourned"
    if Outcome.DRAW in (result.a, result.b):
        return "draw" if result.a is result.b else "half-a" if result.a is Outcome.DRAW else "half-b"
    return f"{forfeit}none"


def verdict_text(texts: Catalogue, code: str, a: str, b: str) -> str:
    """Who wins by a result: the codes of `result_code`."""
    _ = texts.gettext
    wins, wins_by_absence = _("%(name)s wins"), _("%(name)s wins; %(other)s did not play")
    by_code = {
        "a": wins % {"name": a},
        "b": wins % {"name": b},
        "draw": _("Draw"),
        "none": _("Double loss"),
        "f-a": wins_by_absence % {"name": a, "other": b},
        "f-b": wins_by_absence % {"name": b, "other": a},
        **_rare(texts, a, b),
    }
    return by_code.get(code, _("No one played: double loss"))


def match_end_text(texts: Catalogue, code: str, a: str, b: str) -> str:
    """How a match ended, by name: the codes of `result_code`."""
    _ = texts.gettext
    won, won_by_absence = _("%(name)s won"), _("%(name)s won, %(other)s did not play")
    by_code = {
        "a": won % {"name": a},
        "b": won % {"name": b},
        "draw": _("Draw"),
        "none": _("Double loss"),
        "f-a": won_by_absence % {"name": a, "other": b},
        "f-b": won_by_absence % {"name": b, "other": a},
        **_rare(texts, a, b),
    }
    return by_code.get(code, _("No one played: double loss"))


def match_end_sentence(texts: Catalogue, code: str, a: str, b: str) -> str:
    """How a match ended, as a sentence of its own: with a capital, unless a name comes first."""
    text = match_end_text(texts, code, a, b)
    return text if text.startswith((a, b)) else text[:1].upper() + text[1:]


def _rare(texts: Catalogue, a: str, b: str) -> dict[str, str]:
    half = texts.gettext("%(name)s has half a point, %(other)s none")
    return {
        "half-a": half % {"name": a, "other": b},
        "half-b": half % {"name": b, "other": a},
        "adjourned": texts.gettext("Adjourned"),
    }


class ResultButton(NamedTuple):
    """A button for a result: what it enters, what stands on it, and the whole of what it means."""

    value: str
    shown: str
    meaning: str


def outcomes(texts: Catalogue, row: RoundTableRow, as_sentence: bool = False, which: str = "") -> list[ResultButton]:  # noqa: FBT001, FBT002
    """The results to choose from: by name, or with `as_sentence` as sentences; the “usual” ones, the “rare” ones, or
    with `as_sentence` both."""
    a, b = row.a.name, row.b.name if row.b is not None else ""
    between = texts.gettext("%(first)s against %(second)s") % {"first": a, "second": b}
    scores = [ResultButton(value, shown, f"{shown}: {between}") for value, shown in row.score_choices]
    names = dict(zip("ab", short_names(a, b), strict=True))

    def offer(value: str, code: str) -> ResultButton:
        shown = match_end_sentence(texts, code, *short_names(a, b)) if as_sentence or code not in names else names[code]
        return ResultButton(value, shown, verdict_text(texts, code, a, b))

    draws = row.draws and row.records == "outcome"
    usual = [offer("1-0", "a"), *([offer("½-½", "draw")] if draws else []), offer("0-1", "b")]
    usual = scores or (usual if row.records == "outcome" else [])
    rare = [*([offer("0-0", "none")] if draws else []), offer("1-0F", "f-a"), offer("0-1F", "f-b")]
    return {"usual": usual, "rare": rare}.get(which, usual + rare if as_sentence else usual)


_FIRST_NAME = 14  # letters a button has room for


def short_names(a: str, b: str) -> tuple[str, str]:
    """Two at a table as a button calls them: by the first name, in full where both have the same."""
    first, second = a.split(" ", maxsplit=1)[0], b.split(" ", maxsplit=1)[0]
    one, two = (a, b) if first == second else (first, second)
    return _short(one), _short(two)


def _short(name: str) -> str:
    return name if len(name) <= 2 * _FIRST_NAME else f"{name[:_FIRST_NAME]}…"


def step_button(texts: Catalogue, action: str, number: int) -> str:
    """The button of a pod's next step."""
    _ = texts.gettext
    labels = {
        "pair": _("Pair round %(number)s") % {"number": number},
        "publish": _("Publish"),
        "start": _("Start the round"),
        "finish": _("Finish the round"),
        "advance": _("Advance to the next phase"),
    }
    return labels.get(action, "")
