"""Pairings on paper: by table, by name, and the scorekeeper's sheet with room for each result.

The lists hang on a wall, so names are shown as the event shows names in public; the scorekeeper's sheet has full
names. A drafted round can be printed by staff and says on every page that it is a draft.
"""

from __future__ import annotations

from collections.abc import Container, Sequence
from urllib.parse import quote

from pareo.app.base.context import Context
from pareo.app.queries.pages.pairing_information import starts_matter
from pareo.app.queries.pages.public_view import CurrentTable, PairingGroup, by_letter, pairing_groups, seats
from pareo.app.queries.pages.seating import seating
from pareo.app.wording.pod_words import label_of
from pareo.core.model.entities import Pod, Round, Status
from pareo.core.text.errors import NotFound, Refused
from pareo.core.tournament.progress import is_counted
from pareo.core.tournament.tournament import ELIMINATION, Tournament
from pareo.print.document import Part, PrintOptions, column, pod_words, printable, table_part
from pareo.print.qr import qr_svg
from pareo.print.words import words

_ONE_COLUMN = 36  # names that one column of large letters can hold
_SIZES = ((24, 14), (_ONE_COLUMN, 11), (110, 9.5), (10**6, 8.0))  # up to so many names: points
_LEADING = 1.55
_HEIGHTS = {"a4": 705.0, "letter": 655.0}  # points between head and foot, below the heading


def rounds_of(t: Tournament, round_no: int | None, pod: str | None) -> list[tuple[Pod, Round]]:
    """A round in every pod that has it; without a number those being played, else each pod's last one."""
    pods = [t.pod(pod)] if pod is not None else [p for p in t.pods.values() if round_no is not None or not p.closed]
    rounds = [(p, p.last_round if round_no is None else p.rounds.get(round_no)) for p in pods]
    paired = [(p, r) for p, r in rounds if r is not None]
    if not paired and round_no is not None:
        raise NotFound("no-round-anywhere", "Round {round} has not been paired.", round=round_no)
    if not paired:
        raise Refused("nothing-paired-yet", "That round hasn't been paired yet: pair it first.")
    running = [(p, r) for p, r in paired if not is_counted(t, p, r)] if round_no is None else []
    return running or paired


def heading_of(t: Tournament, p: Pod, r: Round, lang: str) -> str:
    round_text = words(lang)["round"].format(number=r.number)
    return " · ".join(filter(None, (round_text, pod_words(label_of(t, p), lang))))


def _rounds_heading(t: Tournament, rounds: Sequence[tuple[Pod, Round]], lang: str) -> str:
    """The heading of the rounds of several pods: “Round 3”; where pods are in different rounds, each with its own."""
    if len({r.number for _, r in rounds}) == 1:
        return words(lang)["round"].format(number=rounds[0][1].number)
    return ", ".join(heading_of(t, p, r, lang) for p, r in rounds)


def _has_draft(rounds: Sequence[tuple[Pod, Round]]) -> bool:
    return any(r.status is Status.DRAFTED for _, r in rounds)


def by_table(ctx: Context, slug: str, options: PrintOptions) -> list[Part]:
    """The pairings of each pod by table: who meets whom."""
    event = ctx.open(slug)
    rounds = rounds_of(event.state, options.round_no, options.pod)
    groups = pairing_groups(event, rounds, options.lang)
    return [
        pairing_table(
            event.state,
            group,
            options.lang,
            heading=heading_of(event.state, p, r, options.lang),
            qr=_receipt_code(options, [(p, r)]),
        )
        for group, (p, r) in zip(groups, rounds, strict=True)
    ]


def _receipt_code(options: PrintOptions, rounds: Sequence[tuple[Pod, Round]]) -> str:
    """The QR code of the round's receipt, where phones can reach its page; a draft has none, nor what TOM drew. The
    page of one pod leads to those of the others."""
    if not options.address or not rounds or _has_draft(rounds) or not rounds[0][1].seed:
        return ""
    (p, r), alone = rounds[0], len(rounds) == 1
    return qr_svg(f"{options.address}/receipt?round={r.number}" + (f"&pod={quote(p.id)}" if alone else "")).decode()


def pairing_table(
    t: Tournament, group: PairingGroup, lang: str, *, heading: str, small: bool = False, qr: str = ""
) -> Part:
    """A round of a pod by table; results as far as they are in. Few tables are printed large."""
    labels = words(lang)
    count = len(group.matches) + len(group.sitting)
    flow = 1 if count <= (34 if small else 45) else 2
    size = 8 if small else 13 if count <= 22 else 10.5 if flow == 1 else 8.5
    bare = not any(m.beside_a or m.beside_b for m in group.matches)
    decided = any(m.result for m in group.matches)
    starts = f" ({labels['starts']})" if _starts(t) else ""
    columns = [
        column(labels["table"], "auto", "right", "strong"),
        column(labels["team" if _teams(t) else "player"] + starts, "1fr", kind="name"),
    ]
    if not bare:
        columns.append(column("", "auto", "right", "faint"))
    gap = "auto" if decided else "9mm" if flow == 1 else "3mm"
    columns.append(column(labels["result"] if decided else "", gap, "center", "text" if decided else "dash"))
    columns.append(column(labels["opponent"], "1fr", kind="name"))
    if not bare:
        columns.append(column("", "auto", "right", "faint"))
    rows = []
    for m in group.matches:
        extra = ([], []) if bare else ([printable(" ".join(m.beside_a))], [printable(" ".join(m.beside_b))])
        rows.append([str(m.table), printable(m.a), *extra[0], m.result, printable(m.b), *extra[1]])
    empty = [] if bare else [""]
    rows += [["–", printable(s.name), *empty, "", labels[f"sitting-{s.kind}"], *empty] for s in group.sitting]
    return table_part(
        heading,
        columns,
        rows,
        flow=flow,
        size=size,
        short=20 if flow == 1 else 14,
        draft=group.status == Status.DRAFTED.value,
        qr=qr,
    )


def _starts(t: Tournament) -> bool:
    """Does the first of a pair start, or have white? Then what hangs on the wall says so (A-45)."""
    return starts_matter(t)


def _teams(t: Tournament) -> bool:
    return t.ruleset.entrant == "team"


def seating_list(ctx: Context, slug: str, options: PrintOptions) -> list[Part]:
    """Everybody by number with the table and the side of it (X-24)."""
    labels = words(options.lang)
    seats = seating(ctx, slug, options.round_no)
    columns = [
        column(labels["number"], "auto", "right"),
        column(labels["name"], "1fr", kind="name"),
        column(labels["table"], "auto", "right", "strong"),
    ]
    rows = [
        [
            str(seat.no),
            printable(seat.name),
            labels["sitting-none"] if seat.table is None else f"{seat.table}{(seat.side or '').upper()}",
        ]
        for seat in seats
    ]
    t = ctx.open(slug).state
    rounds = [
        (t.pods[pod], t.pods[pod].rounds[number])
        for pod, number in dict.fromkeys((seat.pod, seat.round) for seat in sorted(seats, key=lambda seat: seat.round))
    ]
    return [table_part(_rounds_heading(t, rounds, options.lang), columns, rows)]


def by_name(ctx: Context, slug: str, options: PrintOptions) -> list[Part]:
    """Everybody who is paired, with the table, as a telephone book sorts."""
    event = ctx.open(slug)
    rounds = rounds_of(event.state, options.round_no, options.pod)
    labels = words(options.lang)
    # Who is not in these rounds (another pod, dropped long ago) has nothing to find in the list.
    rows = [seat for seat in seats(event, rounds) if seat.round_no]
    starting = {m.a for _, r in rounds for m in r.matches.values()} if _starts(event.state) else set()
    flow = 1 if len(rows) <= _ONE_COLUMN else 2
    size = next(points for most, points in _SIZES if len(rows) <= most)
    lines = [
        line
        for letter, group in by_letter(rows).items()
        for line in (
            [letter],
            *(
                [
                    printable(s.listed),
                    "–" if s.table is None else str(s.table),
                    _opponent_text(s, starting) if s.table is not None else labels[f"sitting-{s.kind}"],
                ]
                for s in group
            ),
        )
    ]
    return [
        {
            "part": "names",
            "heading": " · ".join(
                filter(
                    None,
                    (_rounds_heading(event.state, rounds, options.lang), f"+ {labels['starts']}" if starting else ""),
                )
            ),
            "pages": lay_out_columns(lines, flow, int(_HEIGHTS[options.paper] / (size * _LEADING))),
            "flow": flow,
            "size": size,
            "line": size * _LEADING,
            "draft": _has_draft(rounds),
            "titles": [labels["name"], labels["table"], labels["opponent"]],
            "qr": _receipt_code(options, rounds),
        }
    ]


def _opponent_text(seat: CurrentTable, starting: Container[int]) -> str:
    """The opponent; after a + where the one of this line starts."""
    return f"+ {printable(seat.opponent)}" if seat.no in starting else printable(seat.opponent)


def lay_out_columns(lines: Sequence[list[str]], flow: int, tall: int) -> list[list[list[list[str]]]]:
    """Pages of `flow` columns of at most `tall` lines. A letter never stands alone at the foot of a column, and the
    columns of the last page are equally long."""
    columns: list[list[list[str]]] = [[]]
    for i, line in enumerate(lines):
        full = len(columns[-1]) >= tall or (len(line) == 1 and len(columns[-1]) >= tall - 1 and i > 0)
        if full:
            columns.append([])
        columns[-1].append(line)
    pages = [columns[i : i + flow] for i in range(0, len(columns), flow)]
    rest = [line for column in pages[-1] for line in column]
    even = -(-(len(rest) + 1) // flow)
    if flow > 1 and even < tall:
        cut = even - 1 if len(rest[even - 1]) == 1 else even
        pages[-1] = [rest[:cut], rest[cut:]]
    return pages


def entry_sheet(ctx: Context, slug: str, options: PrintOptions) -> list[Part]:
    """Every table with boxes for its result, for whoever takes the results down."""
    event = ctx.open(slug)
    t = event.state
    labels = words(options.lang)
    kind = t.ruleset.results.kind
    parts = []
    for p, r in rounds_of(t, options.round_no, options.pod):
        draws = t.ruleset.results.draws and p.phase not in ELIMINATION
        marks = [column("1–0", "11mm", "center", "box")]
        half = t.ruleset.draws_are_half
        marks += [column("½" if half else labels["slip-draw"], "auto", "center", "box")] if draws else []
        marks += [column("0–1", "11mm", "center", "box")]
        if kind != "outcome":
            marks = [
                column(labels["slip-score"], "22mm", "center", "line"),
                column(labels["slip-score"], "22mm", "center", "line"),
            ]
        name = column(labels["player"], "1fr", kind="name")
        other = column(labels["opponent"], "1fr", kind="name")
        first = column(labels["table"], "auto", "right", "strong")
        last = column(labels["initials"], "18mm", "left", "line")
        rows = [
            [str(m.table), printable(event.name(m.a)), *[""] * len(marks), printable(event.name(m.b)), ""]
            for m in sorted(r.matches.values(), key=lambda m: m.table)
        ]
        heading = heading_of(t, p, r, options.lang)
        parts.append(
            table_part(
                heading, [first, name, *marks, other, last], rows, size=9, roomy=True, draft=r.status is Status.DRAFTED
            )
        )
    return parts
