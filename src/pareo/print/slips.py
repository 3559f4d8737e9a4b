"""Match slips (P-RUN-2): several to a page with cut marks, in the order of the pile.

A page with k slips of n pages carries slips i, i + n, i + 2n …: after the pile is cut, the k piles put on one another
lie in table order. X-Wing slips have room for squad totals, who chooses initiative, points destroyed and how the game
ended (X-11, X-19, X-28); Scrabble slips for both scores, and they say who starts (S-5, S-13).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pareo.app.base.context import Context, LoadedTournament
from pareo.app.papers.slips import Slip
from pareo.app.queries.pages.slips import records_before, slip_of
from pareo.app.tom.views import number_at
from pareo.app.wording.number_text import figure
from pareo.app.wording.pod_words import label_of
from pareo.core.model.entities import Status
from pareo.core.settings.tom import TOM_SCAN
from pareo.print.code128 import bars
from pareo.print.document import Part, PrintOptions, pod_words, printable
from pareo.print.pairings import rounds_of
from pareo.print.qr import qr_svg
from pareo.print.words import words

_BY_LINES = (5, 4, 3)  # slips to a page, by the lines to write on; two where there are more
_SQUADS = 3
_MOST_LINES = 5


def slips(ctx: Context, slug: str, options: PrintOptions) -> list[Part]:
    """The slips of a round, one per match, by table."""
    event = ctx.open(slug)
    t = event.state
    by_table: list[tuple[int, dict[str, object]]] = []
    all_slips: list[Slip] = []
    draft = False
    for p, r in rounds_of(t, options.round_no, options.pod):
        draft = draft or r.status is Status.DRAFTED
        records = records_before(t, p, r, lambda points: figure(points, options.lang))
        group = pod_words(label_of(t, p), options.lang)
        here = [
            slip_of(event, p, r, m, records)
            for m in r.matches.values()
            if not options.tables or m.table in options.tables
        ]
        all_slips += here
        by_table += [
            (slip.table, {**_slip_data(slip, group, options.lang), "codes": _codes(event, p.id, slip)}) for slip in here
        ]
    ordered = [slip for _, slip in sorted(by_table, key=lambda pair: pair[0])]
    kind = t.ruleset.results.kind
    lines = max((len(_lines(words(options.lang), slip)) for slip in all_slips), default=0)
    per_page = _SQUADS if kind == "squads" else _BY_LINES[lines] if lines < len(_BY_LINES) else 2
    following = t.follows_tom
    return [
        {
            "part": "slips",
            "kind": kind,
            "per_page": per_page,
            "draft": draft,
            "qr": qr_svg(options.address).decode() if following else "",
            "pages": stack_pages(ordered, per_page),
        }
    ]


def _codes(event: LoadedTournament, pod: str, slip: Slip) -> list[str]:
    """TOM's numbers as bar codes: the first wins, a tie, the second wins; none until the organiser has tried one
    (BT-PRN-1)."""
    if event.state.tom is None or not event.state.setting(TOM_SCAN):
        return []
    digits = (1, 3, 2) if slip.draws and not slip.elimination else (1, 2)
    numbers = [number_at(event, pod, slip.round_no, slip.table, digit) for digit in digits]
    return [_bar_code(number) for number in numbers] if all(numbers) else []


def _bar_code(number: str) -> str:
    drawn, width = bars(number)
    path = "".join(f"M{x} 0h{w}v20h-{w}z" for x, w in drawn)
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} 20"><path d="{path}"/></svg>'


def stack_pages(slips: Sequence[dict[str, object]], per_page: int) -> list[list[dict[str, object]]]:
    """Pages of slips such that cutting the pile leaves every pile, and the piles one after another, in order."""
    pages = -(-len(slips) // per_page)
    return [list(slips[page::pages]) for page in range(pages)]


def _slip_data(slip: Slip, group: str, lang: str) -> dict[str, object]:
    labels = words(lang)
    return {
        "round": labels["round"].format(number=slip.round_no),
        "table": str(slip.table),
        "group": group,
        "a": _side_data(slip, "a"),
        "b": _side_data(slip, "b"),
        "lines": _lines(labels, slip),
        "beside": [labels[word] if word else "" for word in slip.words],
        "draw": slip.draws and not slip.elimination,
        "elimination": slip.elimination,
        "numbers": [labels[colour] for colour in slip.numbers] if slip.numbers else [],
        "chooser": slip.chooser or "",
        "higher": labels["slip-higher"].format(name=printable(slip.a.name if slip.higher == "a" else slip.b.name))
        if slip.higher
        else "",
    }


def _lines(labels: Mapping[str, str], slip: Slip) -> list[str]:
    """What both sides write down apart from who won: the score, the points of every game, or the games won."""
    if slip.kind == "scores":
        if slip.games == 1:
            return [labels["slip-score"]]
        return [labels["slip-game"].format(number=number) for number in range(1, min(slip.games, _MOST_LINES) + 1)]
    return [labels["slip-games"]] if slip.kind == "outcome" and slip.games > 1 else []


def _side_data(slip: Slip, letter: str) -> dict[str, str]:
    side = slip.a if letter == "a" else slip.b
    return {
        "name": printable(side.name),
        "number": "" if side.number is None else str(side.number),
        "record": side.record,
        "faction": printable(side.faction),
        "squad": "" if side.squad_total is None else str(side.squad_total),
    }
