"""What is certain of each player, as rows and as sentences: the same on the command line, in the API and on pages."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from itertools import groupby
from typing import NamedTuple

from pareo.app.base.context import Context, LoadedTournament
from pareo.app.forecast.qualification import Outlook, outlooks, players_see, shown_to_players
from pareo.app.forecast.qualification_cache import Moment, OutlookCache
from pareo.app.queries.pages.public_names import public_name
from pareo.app.rows.forecast import IfRow, OutlookRow
from pareo.core.qualification.bounds import Certainty
from pareo.core.qualification.exact import Literal
from pareo.core.qualification.open_field import OpenField, QualificationGoal
from pareo.core.qualification.prospects import ConditionalOutcome, Qualification
from pareo.core.qualification.simulation import Odds, Progress
from pareo.core.text.messages import Note, join_notes, note, text_note

Name = Callable[[int], str]
_RESULT_TEXTS = {"win": text_note("A win"), "tie": text_note("A draw"), "loss": text_note("A loss")}
_VERDICT_ORDER = {Certainty.IN: 0, Certainty.OPEN: 1, Certainty.OUT: 2}


class OutlookAge(NamedTuple):
    """How old an outlook is."""

    since: Moment | None = None  # of an earlier state, from which only results came in; None: as things stand
    share: float | None = None  # how far a newer calculation is; None: none is running
    waits: bool = False  # of some nothing is known yet
    failed: bool = False  # and no calculation is running either

    @classmethod
    def of(cls, outlooks: Sequence[Outlook]) -> OutlookAge:
        shares = [one.share for one in outlooks if one.share is not None]
        return cls(
            min((one.since for one in outlooks if one.since is not None), default=None),
            min(shares, default=None),
            any(one.prospects is None and one.share is not None for one in outlooks),
            any(one.prospects is None and one.share is None for one in outlooks),
        )


class OutlookView(NamedTuple):
    """Prospects in the order in which they are shown, of which rows are made as they are needed."""

    event: LoadedTournament
    prospects: list[tuple[Outlook, Qualification]]
    age: OutlookAge

    def rows(self) -> list[OutlookRow]:
        return [_row(self.event, one, p, self.event.name) for one, p in self.prospects]


def look_ahead(
    ctx: Context, slug: str, player: str | None = None, *, after: int | None = None, progress: Progress | None = None
) -> OutlookView:
    """The outlook of everybody, or of one: who is in comes first, then the open ones by their chance."""
    event = ctx.open(slug)
    player_no = event.find(player) if player is not None else None
    of_pods = outlooks(event, after=after, ahead=ctx.outlooks, progress=progress)
    prospects = [(one, p) for one in of_pods for p in one.known_prospects if player_no is None or p.no == player_no]
    return OutlookView(event, sorted(prospects, key=_sort_key), OutlookAge.of(of_pods))


def outlook_age(ctx: Context, slug: str, *, after: int | None = None) -> OutlookAge:
    """How old the outlook of an event is that can be shown now."""
    return OutlookAge.of(outlooks(ctx.open(slug), after=after, ahead=ctx.outlooks))


def outlook_rows(
    ctx: Context, slug: str, player: str | None = None, *, after: int | None = None, progress: Progress | None = None
) -> list[OutlookRow]:
    """The outlook of everybody, or of one player, as rows."""
    return look_ahead(ctx, slug, player, after=after, progress=progress).rows()


# --- what players see -------------------------------------------------------------------------------------------------


class OwnOutlook(NamedTuple):
    """What a player may see of their own outlook."""

    rows: list[OutlookRow]
    age: OutlookAge
    sign: str | None  # changes when what is certain of the player changes (`outlook_signs`); None: no sign


def public_outlook(ctx: Context, slug: str, no: int) -> OwnOutlook:
    """What a player may see of their own outlook now."""
    event = ctx.open(slug)
    visible = [(one, p) for one in _for_players(ctx, event) for p in _visible_prospects(event, one, [no]).get(no, ())]
    rows = [_row(event, one, p, lambda who: public_name(event, who)) for one, p in visible if p is not None]
    sign = (
        _sign(ctx.outlooks, no, [p for _, p in visible])
        if ctx.outlooks is not None and ctx.outlooks.has_event(slug)
        else None
    )
    return OwnOutlook(rows, OutlookAge.of([one for one, _ in visible]), sign)


def outlook_signs(ctx: Context, slug: str) -> dict[int, str]:
    """For players' own pages, by number: another sign where what is certain of somebody has changed. Only of events
    that are calculated in the background; nobody can read a sign."""
    if ctx.outlooks is None or not ctx.outlooks.has_event(slug):
        return {}
    event, by_player = ctx.open(slug), dict[int, list[Qualification | None]]()
    for one in _for_players(ctx, event):
        for no, prospects in _visible_prospects(event, one, one.field.here).items():
            by_player.setdefault(no, []).extend(prospects)
    return {no: _sign(ctx.outlooks, no, prospects) for no, prospects in by_player.items()}


def _for_players(ctx: Context, event: LoadedTournament) -> list[Outlook]:
    return outlooks(event, ahead=ctx.outlooks) if players_see(event) else []


def _visible_prospects(
    event: LoadedTournament, one: Outlook, players: Collection[int]
) -> dict[int, list[Qualification | None]]:
    """What players may see of themselves, goal by goal; None: not known yet."""
    if one.prospects is None:
        return {no: [None] for no in players if no in one.field.here}
    by_player: dict[int, list[Qualification | None]] = {}
    for p in one.prospects:
        if p.no in players and (visible := shown_to_players(event, one, p)) is not None:
            by_player.setdefault(p.no, []).append(visible)
    return by_player


def _sign(ahead: OutlookCache, no: int, prospects: Iterable[Qualification | None]) -> str:
    text = "/".join("?" if p is None else _verdicts(p) for p in prospects)
    return ahead.sign(f"{no}/{text}") if text else ""


def _verdicts(p: Qualification) -> str:
    return " ".join((p.goal, p.verdict.value, *(one.verdict.value for one in p.ifs), "%" if p.odds else ""))


def _sort_key(prospect: tuple[Outlook, Qualification]) -> tuple[str, str, int, float, int, int]:
    one, p = prospect
    chance = p.odds.share if p.odds is not None else 0.0
    return one.pod, p.goal, _VERDICT_ORDER[p.verdict], -chance, p.worst + p.best, p.no


def _row(event: LoadedTournament, one: Outlook, p: Qualification, name: Name) -> OutlookRow:
    return OutlookRow(
        pod=one.pod,
        goal=p.goal,
        kind=p.kind,
        player=event.id(p.no),
        name=name(p.no),
        points=event.state.ruleset.show_points(p.points),
        verdict=p.verdict.value,
        proof=p.proof,
        best=p.best,
        worst=p.worst,
        safe_to_draw=p.safe_to_draw,
        chance=_share(p.odds),
        margin=_margin(p.odds),
        ifs=[IfRow(i.result, i.verdict.value, i.best, i.worst, _share(i.odds), _margin(i.odds)) for i in p.ifs],
        says=list(sentences(one.field, one.goal(p.goal), p, name)),
    )


def _share(odds: Odds | None) -> float | None:
    return None if odds is None else round(odds.share, 4)


def _margin(odds: Odds | None) -> float | None:
    return None if odds is None else round(odds.margin, 4)


# --- sentences --------------------------------------------------------------------------------------------------------


def goal_words(goal: QualificationGoal) -> Note:
    """The name of a goal: “Top 8”, “Day 2”, “First place”."""
    if goal.kind == "day2":
        return text_note("Day 2")
    if goal.kind == "first":
        return text_note("First place")
    return note("goal-top", "Top {size}", size=goal.size)


def sentences(field: OpenField, goal: QualificationGoal, p: Qualification, name: Name) -> Iterable[Note]:
    """How a player stands with a goal; where it is open, then what each of the player's own results would be worth."""
    facts: dict[str, object] = {"goal": goal_words(goal), "places": _places(p.best, p.worst)}
    if p.verdict is Certainty.IN:
        yield Note("outlook-in", "{goal}: certain, {places}.", facts)
    elif p.verdict is Certainty.OUT:
        yield Note("outlook-out", "{goal}: out, {places}.", facts)
    elif p.odds is None:
        yield Note("outlook-open", "{goal}: still open, {places}.", facts)
    else:
        yield Note(
            "outlook-odds",
            "{goal}: still open, {places}. Chance: {chance}.",
            facts | {"chance": chance_words(p.odds.share, p.odds.margin)},
        )
    if p.verdict is Certainty.OPEN:
        yield from (
            sentence
            for one in p.ifs
            if _adds_information(p, one) and (sentence := _result_note(field, one, name)) is not None
        )


def _adds_information(p: Qualification, one: ConditionalOutcome) -> bool:
    """Is there more to say of this result than of all of them together?"""
    return (
        one.verdict is not Certainty.OPEN
        or bool(one.unless or one.needs or one.odds)
        or (one.best, one.worst) != (p.best, p.worst)
    )


def _result_note(field: OpenField, one: ConditionalOutcome, name: Name) -> Note | None:
    """What one result of the player's own match is worth; of who has played, on what it hangs."""
    facts: dict[str, object] = {"result": _RESULT_TEXTS.get(one.result, ""), "places": _places(one.best, one.worst)}
    if one.unless or one.needs:
        facts["tables"] = _either(_condition(field, one.unless or one.needs, name))
    if not one.result:
        return (
            Note("as-unless", "In, unless {tables}.", facts)
            if one.unless
            else Note("as-needs", "In only if {tables}.", facts)
            if one.needs
            else None
        )
    if one.verdict is Certainty.IN:
        return (
            Note("if-safe", "A draw is safe: {places}.", facts)
            if one.result == "tie"
            else Note("if-in", "{result} is enough: {places}.", facts)
        )
    if one.verdict is Certainty.OUT:
        return Note("if-out", "{result} is not enough: {places}.", facts)
    if one.unless:
        return Note("if-unless", "{result} is enough unless {tables}: {places}.", facts)
    if one.needs:
        return Note("if-needs", "{result} is enough only if {tables}: {places}.", facts)
    if one.odds is None:
        return Note("if-open", "{result}: {places}.", facts)
    return Note(
        "if-odds",
        "{result}: {places}. Chance then: {chance}.",
        facts | {"chance": chance_words(one.odds.share, one.odds.margin)},
    )


def chance_words(share: float, margin: float) -> Note:
    """A chance as “43 % ± 8”; what never or always happened in many tries is not called impossible or certain."""
    figure, off = round(100 * share), round(100 * margin)
    if figure <= 0:
        return note("chance-low", "at most {most}", most=percent_words(max(1, off)))
    if figure >= 100:
        return note("chance-high", "at least {least}", least=percent_words(100 - max(1, off)))
    return (
        note("chance", "{share} ± {margin}", share=percent_words(figure), margin=off)
        if off
        else note("chance-exact", "{share}", share=percent_words(figure))
    )


def percent_words(figure: int) -> Note:
    return note("percent", "{figure} %", figure=figure)


def _places(best: int, worst: int) -> Note:
    if best == worst:
        return note("place-one", "place {place}", place=best)
    if worst == best + 1:
        return note("place-two", "place {best} or {worst}", best=best, worst=worst)
    return note("place-span", "place {best} to {worst}", best=best, worst=worst)


def _condition(field: OpenField, ways: Iterable[tuple[Literal, ...]], name: Name) -> list[Note]:
    notes = []
    for way in ways:
        if len(way) == 2 and way[0].how == way[1].how == "tie":
            notes.append(
                note(
                    "tables-draw",
                    "tables {first} and {second} both end in a draw",
                    first=way[0].table,
                    second=way[1].table,
                )
            )
            continue
        parts = [_literal(field, one, name) for one in way]
        notes.append(
            parts[0] if len(parts) == 1 else note("and-both", "{first} and {second}", first=parts[0], second=parts[1])
        )
    return notes


def _either(ways: list[Note]) -> Note:
    return ways[0] if len(ways) == 1 else note("or-else", "{first}, or {second}", first=ways[0], second=ways[1])


def _literal(field: OpenField, one: Literal, name: Name) -> Note:
    seats = next(m for m in field.open if m.table == one.table)
    who, table = name(seats.b if one.how.endswith("b") else seats.a), one.table
    match one.how:
        case "a" | "b":
            return note("wins-at", "{name} wins at table {table}", name=who, table=table)
        case "not-a" | "not-b":
            return note("not-wins-at", "{name} does not win at table {table}", name=who, table=table)
        case "lost-a" | "lost-b":
            return note("loses-at", "{name} loses at table {table}", name=who, table=table)
        case "not-lost-a" | "not-lost-b":
            return note("not-loses-at", "{name} does not lose at table {table}", name=who, table=table)
        case "tie":
            return note("draw-at", "table {table} ends in a draw", table=table)
        case "not-tie":
            return note("no-draw-at", "table {table} does not end in a draw", table=table)
        case "both":
            return note("both-lose-at", "table {table} ends in a double loss", table=table)
    return note("not-both-lose-at", "table {table} does not end in a double loss", table=table)


def goal_line(one: Outlook, goal: QualificationGoal) -> Note:
    """How many are in and out of a goal: “Top 8: 5 in for sure, 40 out of reach, 19 open.”"""
    if one.prospects is None:
        return note("outlook-reckoned", "{goal}: calculating.", goal=goal_words(goal))
    inside, out, waiting = one.counts(goal.id)
    return note(
        "outlook-counts",
        "{goal}: {inside} certain, {out} out, {open} undecided.",
        goal=goal_words(goal),
        inside=inside,
        out=out,
        open=waiting,
    )


def cut_lines(ctx: Context, slug: str) -> list[Note]:
    """The line at every cut of the event, for staff."""
    of_pods = outlooks(ctx.open(slug), ahead=ctx.outlooks)
    goals = [
        (one, goal)
        for one in of_pods
        for goal in one.goals
        if goal.kind != "first" and (one.prospects is not None or one.share is not None)
    ]
    names = _goal_names([(one.pod, goal.id) for one, goal in goals])
    return [
        join_notes(": ", (name, goal_line(one, goal))) if len(goals) > 1 else goal_line(one, goal)
        for name, (one, goal) in zip(names, goals, strict=True)
    ]


def by_goal(rows: Iterable[OutlookRow]) -> list[tuple[str, list[OutlookRow]]]:
    """Everybody's rows, goal by goal, each with its name."""
    parts = [(key, list(part)) for key, part in groupby(rows, key=lambda row: (row.pod, row.goal))]
    return list(zip(_goal_names([key for key, _ in parts]), (part for _, part in parts), strict=True))


def _goal_names(goals: Sequence[tuple[str, str]]) -> list[str]:
    """What to call goals, given as (pod, goal): by the goal; where sections play for the same one, by the pod."""
    ids = [goal for _, goal in goals]
    return [goal if ids.count(goal) == 1 else pod for pod, goal in goals]
