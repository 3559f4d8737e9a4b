"""One player at the registration desk: every field, leaving and coming back, late entry, merging a double entry."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from pareo.app.accounts.permissions import Right
from pareo.app.base.batch import begin_batch
from pareo.app.base.context import CommandResult, Context, LoadedTournament
from pareo.app.commands.floor import floor
from pareo.app.commands.people import roster
from pareo.app.commands.people.late import enter_late, late_offer
from pareo.app.commands.people.leaving import LEAVING, drop, forget, remove, undrop
from pareo.app.commands.people.members import MEMBER_FIELDS, edit_member
from pareo.app.commands.people.players import edit
from pareo.app.queries.event.overview import is_all_played
from pareo.app.queries.pages.event_tables import entrant_status
from pareo.app.queries.pages.public_names import public_name
from pareo.app.queries.people.requested_byes import rounds_off_text
from pareo.app.queries.rounds.coming_rounds import coming_round_of
from pareo.app.wording.journal_words import reason_text
from pareo.core.model.player_fields import (
    BY_NAME,
    CONTACT,
    FIRST_ON_SHEET,
    NAMING,
    OF_ENTRANT,
    PERSONAL,
    RATED,
    SEATING,
    FieldType,
    PlayerField,
    on_sheet,
)
from pareo.core.results.result_text import flip_result, format_result
from pareo.core.text.errors import NeedsConfirmation, PareoError
from pareo.pages.render import Values
from pareo.web.console.event import frame, qr_code
from pareo.web.console.events import wrong_field
from pareo.web.console.people.players import division_titles, read_player, stage_of
from pareo.web.route_decorators import Form, command, page
from pareo.web.view import Html, View

_SHEET_FIELDS = (*PERSONAL, *OF_ENTRANT)


class SheetField(NamedTuple):
    """A field as the sheet shows it."""

    name: str
    label: str
    hint: str
    choices: Mapping[str, str]
    blank: str  # the choice of nothing; empty: something must be chosen
    attrs: Mapping[str, str]


def _sheet_field(view: View, f: PlayerField) -> SheetField:
    translate = view.texts.gettext
    attrs: dict[str, str] = {}
    if f.kind.numeric or f.kind is FieldType.POINTS:
        attrs["inputmode"] = "numeric" if f.kind.numeric else "decimal"
    if f.width:
        attrs["maxlength"] = str(f.width)
    choices = {value: translate(text) for value, text in f.choices}
    return SheetField(f.name, translate(f.label or f.name), translate(f.hint) if f.hint else "", choices, "–", attrs)


def _sheet(view: View, game: str, divisions: Mapping[str, str]) -> dict[str, list[SheetField]]:
    """The fields by part of the sheet: those that matter for the game, then what is folded away. A division is chosen
    where there are any, and not typed."""
    fields = {
        f.name: _sheet_field(view, f)
        for part in ("person", "event", "rounds")
        for f in on_sheet(part)
        if f.game in ("", game)
    }
    if divisions:
        fields["division"] = fields["division"]._replace(choices=divisions, blank="")
    else:
        del fields["division"]
    first = [fields.pop(name) for name in FIRST_ON_SHEET[game] if name in fields]
    folded = {"rated": RATED.get(game, ()), "seating": SEATING, "naming": NAMING, "contact": CONTACT}
    parts = {part: [fields.pop(name) for name in names if name in fields] for part, names in folded.items()}
    return {"first": first, **parts, "rest": list(fields.values())}


class RoundOff(NamedTuple):
    """A round that somebody does not play, and for how many points; both as text."""

    round: str
    points: str


_ROUNDS_OFF = 20  # rows that a form may send


def rounds_off_rows(text: str) -> list[RoundOff]:
    """The rounds in a text such as “3:½,5” as rows of the form, and an empty row for more."""
    parts = [part.strip().partition(":") for part in text.split(",") if part.strip()]
    return [*(RoundOff(number, points) for number, _, points in parts), RoundOff("", "")]


def sent_rounds_off(data: Mapping[str, str]) -> str:
    """The rounds off in the rows of a form, as a text such as “3:½,5”."""
    rows = [
        (data.get(f"absent.{n}.round", "").strip(), data.get(f"absent.{n}.points", "").strip())
        for n in range(1, _ROUNDS_OFF + 1)
    ]
    return ",".join(f"{number}:{points}" if points else number for number, points in rows if number)


def values_of(event: LoadedTournament, no: int) -> dict[str, str]:
    """Every field of a player as text."""
    e = event.state.entrants[no]
    person = event.person(e)
    values: dict[str, str] = {}
    for key in _SHEET_FIELDS:
        value = person.get(key) if key in PERSONAL else getattr(e, key)
        if key == "bonus" and value:
            value = event.state.ruleset.show_points(int(value))
        values[key] = ",".join(map(str, sorted(value))) if isinstance(value, frozenset) else str(value or "")
        if key in ("games", "games2") and value == 0:  # nobody's first rated event is not the same as nothing known
            values[key] = "0"
        if value is True:
            values[key] = "yes"
    values["absent"] = rounds_off_text(e, event.state.ruleset)
    values["pronouns"] = str(person.get("pronouns") or "")
    values["staff"] = "yes" if person.get("staff") else ""
    return values


class PersonRound(NamedTuple):
    """One of a player's rounds, as the sheet shows it."""

    round: int
    table: int | None
    no: int | None  # of the opponent
    other: str
    score: str  # points or games, where they say more than who won
    outcome: str  # how it went for the player; empty while it is being played


def _rounds(event: LoadedTournament, no: int) -> list[PersonRound]:
    """A player's rounds so far: opponent, table, and the result from the player's side."""
    rows: list[PersonRound] = []
    for pod in event.state.pods.values():
        for number, r in pod.rounds.items():
            for m in r.matches.values():
                if no in (m.a, m.b):
                    other = m.opponent_of(no)
                    own_result = m.result if m.a == no or m.result is None else flip_result(m.result)
                    score = (
                        format_result(own_result, event.state.ruleset.results)
                        if own_result and own_result.score_a is not None
                        else ""
                    )
                    outcome = own_result.a.value if own_result else ""
                    rows.append(PersonRound(number, m.table, other, event.name(other), score, outcome))
            rows += [PersonRound(number, None, None, "", "", s.outcome.value) for s in r.sitting if s.no == no]
    return sorted(rows, key=lambda row: row.round)


def _page(
    view: View,
    slug: str,
    no: int,
    *,
    typed: Mapping[str, str] | None = None,
    problem: PareoError | None = None,
    member: int | None = None,
    member_typed: Mapping[str, str] | None = None,
    saved: Sequence[str] | None = None,
) -> Html:
    leaves = "leaves" in view.request.query_params

    def gather(ctx: Context) -> Values:
        event = ctx.open(slug)
        t = event.state
        e = t.entrant(no)
        return {
            **frame(ctx, slug, "players"),
            "no": no,
            "name": event.name(no),
            "id": event.id(no),
            "entrant": e,
            "values": values_of(event, no),
            "divisions": division_titles(view, t),
            "teams": t.ruleset.entrant == "team",
            "members": [event.people.get(p, {}) for p in e.persons],
            "state": entrant_status(t, no),
            "drop": e.drop,
            "drop_reason": reason_text(view.texts, e.drop.reason) if e.drop else "",
            "pod": t.pod_of.get(no, ""),
            "here": floor.is_here(t, no),
            "stage": stage_of(t),
            "formed": bool(t.pods),
            "rounds": _rounds(event, no),
            "doubles": [(other, event.id(other), event.name(other)) for other in roster.namesakes(event, no)][:10],
            "elsewhere": roster.elsewhere(ctx, slug).get(no, []),
            "coming": coming_round_of(t)[no],
            "over": t.closed or is_all_played(t),
            "public_name": public_name(event, no),
            "alone": len(t.pods) < 2,
            "clock": view.clock(t.zone) if saved is not None else "",
            "said": [view.note(one) for one in saved or ()],
        }

    values = view.look(gather)
    game = values["event"]["game"]
    own_link = (
        view.address(f"/e/{slug}/me/{view.app_state.accounts.player_link(slug, no)}") if view.may("event", slug) else ""
    )
    return view.page(
        "console/player.html",
        status=200 if problem is None else 422,
        problem=problem,
        typed=typed or {},
        wrong=wrong_field(problem) if member is None else "",
        member=member,
        member_typed=member_typed or {},
        own=own_link,
        has_phone=no in view.app_state.accounts.phones(slug),
        leaves=leaves,
        member_fields=[_sheet_field(view, BY_NAME[key]) for key in MEMBER_FIELDS],
        sheet=_sheet(view, game, values["divisions"]),
        rounds_off=rounds_off_rows((typed or {}).get("absent", values["values"]["absent"])),
        qr=qr_code(own_link) if own_link else "",
        **values,
    )


def _id(ctx: Context, slug: str, no: int) -> str:
    event = ctx.open(slug)
    event.state.entrant(no)
    return event.id(no)


@page("/console/{slug:str}/players/{no:int}", Right.STAFF)
def player_page(slug: str, no: int, view: View) -> Html:
    """Everything known of one player."""
    return _page(view, slug, no)


@command("/console/{slug:str}/players/{no:int}", Right.PLAYERS)
def save_player(slug: str, no: int, view: View, data: Form) -> Html:
    """Saves what was changed: the field that was just left (`only`), or the whole sheet."""
    if "absent.rows" in data:
        data["absent"] = sent_rounds_off(data)
    notes: list[str] = []

    def save(ctx: Context) -> CommandResult | None:
        event = ctx.open(slug)
        event.state.entrant(no)
        done = _save_sheet(ctx, event, no, data)
        notes.extend(done.notes if done is not None else ())
        return done

    answer = view.act(
        save,
        onward=f"/console/{slug}/players/{no}",
        form=data,
        again=lambda problem: _page(view, slug, no, typed=data, problem=problem),
    )
    if answer.status_code == 303 and view.request.headers.get("hx-request"):
        return _page(view, slug, no, saved=notes)
    return answer


_EXTRA_FIELDS = ("pronouns", "staff")


def _save_sheet(ctx: Context, event: LoadedTournament, no: int, data: Mapping[str, str]) -> CommandResult | None:
    """Saves what the sheet changes: the fields of an edit, then pronouns and staff."""
    slug, only = event.state.slug, data.get("only", "")
    before, who = values_of(event, no), event.id(no)
    changes = {
        k: data[k].replace("\r\n", "\n")
        for k in _SHEET_FIELDS
        if k in data and only in ("", k) and data[k].replace("\r\n", "\n").strip() != before[k].strip()
    }
    if "byes" in changes and changes["byes"].strip() == "0" and not before["byes"]:
        del changes["byes"]
    steps = begin_batch(ctx, slug)
    if changes:
        edit(steps, slug, who, changes, confirmed=bool(data.get("yes")), override=data.get("override") or None)
    if not only or only in _EXTRA_FIELDS:
        values = before | {k: data.get(k, "" if k == "staff" else before[k]) for k in _EXTRA_FIELDS if only in ("", k)}
        who, staff = steps.draft.id(no), values["staff"] == "yes"
        roster.describe(steps, slug, who, pronouns=values["pronouns"], staff=staff)
    return steps.commit_plainly() if steps.facts else None


@command("/console/{slug:str}/players/{no:int}/drop", Right.CHECK_IN)
def drop_player(slug: str, no: int, view: View, data: Form) -> Html:
    """Drops a player: on their own request, as a no-show, disqualified or expelled."""
    kind = data.get("kind") or LEAVING[0]
    return view.act(
        lambda ctx: drop(ctx, slug, _id(ctx, slug, no), kind=kind, reason=data.get("reason", "")),
        onward=f"/console/{slug}/players/{no}",
        form=data,
        again=lambda problem: _page(view, slug, no, typed=data, problem=problem),
    )


@command("/console/{slug:str}/players/{no:int}/undrop", Right.CHECK_IN)
def undrop_player(slug: str, no: int, view: View, data: Form) -> Html:
    """Brings a dropped player back."""
    return view.act(
        lambda ctx: undrop(ctx, slug, _id(ctx, slug, no), override=data.get("override") or None),
        onward=f"/console/{slug}/players/{no}",
        form=data,
        again=lambda problem: _page(view, slug, no, problem=problem),
    )


@command("/console/{slug:str}/players/{no:int}/remove", Right.PLAYERS)
def remove_player(slug: str, no: int, view: View, data: Form) -> Html:
    """Removes a player who was entered by mistake, while nothing is paired; once confirmed, for their data is
    erased."""

    def take_out(ctx: Context) -> CommandResult:
        who = _id(ctx, slug, no)
        if not data.get("yes") and not ctx.open(slug).state.pods:
            raise NeedsConfirmation(
                "remove-confirm",
                "{name} will be removed from the event, with all data entered for them.",
                name=ctx.open(slug).name(no),
            )
        return remove(ctx, slug, who)

    return view.act(
        take_out,
        onward=f"/console/{slug}/players",
        form=data,
        again=lambda problem: _page(view, slug, no, problem=problem),
    )


@command("/console/{slug:str}/players/{no:int}/forget", Right.EVENT)
def forget_player(slug: str, no: int, view: View, data: Form) -> Html:
    """Erases a person's data for good, once confirmed."""

    def erase(ctx: Context) -> CommandResult:
        who, event = _id(ctx, slug, no), ctx.open(slug)
        if not data.get("yes") and event.state.entrants[no].team:
            raise NeedsConfirmation(
                "forget-team-confirm",
                "All personal data of the players of {name} will be erased for good: names, IDs, birth years, "
                "contacts and notes. The team name and its results stay. This cannot be undone.",
                name=event.name(no),
            )
        if not data.get("yes"):
            raise NeedsConfirmation(
                "forget-player-confirm",
                "All personal data of {name} will be erased for good: name, ID, birth year, contact and notes. "
                "Results stay, under a number. This cannot be undone.",
                name=event.name(no),
            )
        return forget(ctx, slug, who)

    return view.act(
        erase,
        onward=f"/console/{slug}/players/{no}",
        form=data,
        again=lambda problem: _page(view, slug, no, problem=problem),
    )


@command("/console/{slug:str}/players/{no:int}/members/{member:int}", Right.PLAYERS)
def save_member(slug: str, no: int, member: int, view: View, data: Form) -> Html:
    """Saves what was changed of one member of a team."""
    return view.act(
        lambda ctx: edit_member(ctx, slug, _id(ctx, slug, no), member, data, captain=data.get("captain") == "yes"),
        onward=f"/console/{slug}/players/{no}#members",
        form=data,
        again=lambda problem: _page(view, slug, no, problem=problem, member=member, member_typed=data),
    )


@command("/console/{slug:str}/players/{no:int}/merge", Right.PLAYERS)
def merge_player(slug: str, no: int, view: View, data: Form) -> Html:
    """Merges this entry with another one of the same person; once confirmed, for it cannot be undone."""

    def merge(ctx: Context) -> CommandResult:
        who, event = _id(ctx, slug, no), ctx.open(slug)
        other = event.find(data.get("other", ""))
        if not data.get("yes") and other != no:
            raise NeedsConfirmation(
                "merge-entries-confirm",
                "{a} ({id_a}) and {b} ({id_b}) become one entry; this cannot be undone.",
                a=event.name(no),
                id_a=who,
                b=event.name(other),
                id_b=event.id(other),
            )
        return roster.merge(ctx, slug, who, data.get("other", ""))

    return view.act(
        merge,
        onward=f"/console/{slug}/players",
        form=data,
        again=lambda problem: _page(view, slug, no, typed=data, problem=problem),
    )


# --- late -------------------------------------------------------------------------------------------------------------


def _late_page(
    view: View, slug: str, typed: Mapping[str, str], problem: PareoError | None = None, terms: Any = None
) -> Html:
    def gather(ctx: Context) -> Values:
        t = ctx.open(slug).state
        sections = sorted({p.section for p in t.root_pods() if p.section})
        return {
            **frame(ctx, slug, "players"),
            "divisions": division_titles(view, t),
            "stage": stage_of(t),
            "formed": bool(t.pods),
            "sections": sections,
            "rank_below": t.ruleset.late.rank_below,
        }

    return view.page(
        "console/late.html",
        status=200 if problem is None else 422,
        problem=problem,
        typed=typed,
        wrong=wrong_field(problem),
        terms=terms,
        **view.look(gather),
    )


@page("/console/{slug:str}/players/late", Right.CHECK_IN)
def late_page(slug: str, view: View) -> Html:
    """The form for somebody who comes after round 1 was paired."""
    return _late_page(view, slug, {})


@command("/console/{slug:str}/players/late", Right.CHECK_IN)
def late_player(slug: str, view: View, data: Form) -> Html:
    """Shows the terms of a late entry (P-LATE-4); then, with `yes`, enters the player on the terms that were `seen`."""
    section = int(data["section"]) if data.get("section", "").isdecimal() else None
    this_round = data.get("this_round") == "yes"
    try:
        offer = view.look(lambda ctx: late_offer(ctx, slug, read_player(data), section=section, this_round=this_round))
    except PareoError as problem:
        return _late_page(view, slug, data, problem)
    sentence = str(offer.terms.sentence)
    if not data.get("yes") or data.get("seen", sentence) != sentence:  # not shown yet, or a round has started since
        return _late_page(view, slug, {**data, "division_found": offer.division}, terms=offer.terms)

    def write(ctx: Context) -> CommandResult:
        return enter_late(
            ctx,
            slug,
            read_player(data),
            section=section,
            this_round=this_round,
            confirmed=True,
            override=data.get("override") or None,
        )

    return view.act(
        write, onward=f"/console/{slug}/players", form=data, again=lambda problem: _late_page(view, slug, data, problem)
    )


ROUTES = [
    drop_player,
    forget_player,
    late_page,
    late_player,
    merge_player,
    player_page,
    remove_player,
    save_member,
    save_player,
    undrop_player,
]
