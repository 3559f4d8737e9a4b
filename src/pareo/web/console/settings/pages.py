"""Settings of an event and of those who play together in it: checked and saved as you go, or with one button."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from pareo.app.accounts.permissions import Right
from pareo.app.base import fide_warnings
from pareo.app.base.context import CommandResult, Context, LoadedTournament
from pareo.app.commands.event import events
from pareo.app.commands.floor.floor import round_minutes
from pareo.app.league import series
from pareo.app.queries.event.advice import advice_for
from pareo.app.queries.event.retention import check_kept
from pareo.app.wording.list_words import lists_title
from pareo.core.model.games import game_of
from pareo.core.rules.tables import KNOCKOUT
from pareo.core.settings.first import ALWAYS, FIRST
from pareo.core.settings.lists import LISTS
from pareo.core.settings.registration import PLAYER_CHECK_IN, REGISTRATION
from pareo.core.settings.registry import SETTINGS
from pareo.core.settings.rounds import CUT, ROUND_MINUTES, ROUNDS
from pareo.core.settings.setting import SettingGroup
from pareo.core.standings.tiebreaks.order import ROUND_ROBIN
from pareo.core.text.errors import BadInput, Conflict, PareoError
from pareo.pages.render import Values
from pareo.web.console.event import frame
from pareo.web.console.events import wrong_field
from pareo.web.console.settings.controls import Control, Words, controls, current, lines_of
from pareo.web.console.settings.reading import incomplete, sent_rows, typed_text
from pareo.web.route_decorators import Form, command, page
from pareo.web.view import Html, View
from pareo.web.wording.sections import has_barred_pairings

_ROUNDS = 5  # proposed before anybody is entered


@dataclass(frozen=True, slots=True)
class Fold:
    """Settings folded away, with their value written on the fold."""

    id: str
    title: str
    hint: str
    controls: tuple[Control, ...]


@dataclass(frozen=True, slots=True)
class SettingsSheet:
    """All controls of the page."""

    always: tuple[Control, ...]  # name, date, start, place
    first: tuple[Control, ...]  # what matters for the game
    folds: tuple[Fold, ...]


def sheet(view: View, event: LoadedTournament, pod: str | None, *, shares: bool = False) -> SettingsSheet:
    """The settings of this event in the order of the page; those of a pod all stand first."""
    _, t = view.texts.gettext, event.state
    by_key = controls(_, t, pod, shares=shares)
    if pod is not None:
        return SettingsSheet((), tuple(by_key.values()), ())
    recommended = _recommendations(view, event)
    by_key |= {key: replace(by_key[key], hint=text) for key, text in recommended.items() if key in by_key}
    if LISTS.key in by_key:
        by_key[LISTS.key] = replace(by_key[LISTS.key], label=lists_title(view.texts, t.ruleset.lists.kind))
    if ROUNDS.key in by_key:  # where “my own” begins
        most = max((advice.rounds for advice in advice_for(event).values()), default=_ROUNDS)
        swiss = t.style not in (ROUND_ROBIN, *KNOCKOUT)
        by_key[ROUNDS.key] = replace(
            by_key[ROUNDS.key], usual=str(most), label=by_key[ROUNDS.key].label if swiss else _("Rounds")
        )
    if ROUND_MINUTES.key in by_key and not t.setting(ROUND_MINUTES):  # what the clock would show
        by_key[ROUND_MINUTES.key] = replace(by_key[ROUND_MINUTES.key], usual=str(round_minutes(t) or ""))
    if PLAYER_CHECK_IN.key in by_key:
        usual = "yes" if t.setting(REGISTRATION) else "no"
        by_key[PLAYER_CHECK_IN.key] = replace(by_key[PLAYER_CHECK_IN.key], usual=usual)
    always, first = (
        tuple(by_key.pop(key) for key in keys if key in by_key) for keys in (ALWAYS, FIRST[game_of(t.ruleset)])
    )
    folds = []
    for group in SettingGroup:
        in_group = tuple(c for key, c in by_key.items() if SETTINGS[key].group is group)
        if in_group:
            folds.append(Fold(group.name.lower(), _(group.value), _fold_hint(_, group, in_group), in_group))
    return SettingsSheet(always, first, tuple(folds))


def _fold_hint(_: Words, group: SettingGroup, own: Sequence[Control]) -> str:
    """The text on a fold: the settings in it that were changed, else what counts now."""
    plain = group in (SettingGroup.EVENT, SettingGroup.PRIZES)
    set_here = [c for c in own if c.changed or (plain and c.value)]
    if set_here:
        parts = [
            f"{c.label}: {_('Yes') if c.kind == 'switch' and c.value == 'yes' else c.summary or c.value}"
            for c in set_here[:3]
        ]
        return ", ".join(parts) + (" …" if len(set_here) > 3 else "")
    summary = next(
        (
            c.usual_summary if c.kind != "rows" else f"{c.label}: {c.usual_summary}"
            for c in own
            if c.kind in ("order", "years", "rows") and c.usual_summary
        ),
        "",
    )
    return summary or (_("nothing filled in") if plain else _("as in the document"))


def _recommendations(view: View, event: LoadedTournament) -> dict[str, str]:
    """What the document recommends for the number of players entered, by setting."""
    _, rounds, cuts = view.texts.gettext, [], []
    for pod, advice in advice_for(event).items():
        prefix = f"{view.pod(pod)}: " if len(event.state.pods) > 1 or event.state.ruleset.divisions else ""
        rounds.append(f"{prefix}{advice.rounds}")
        cuts.append(prefix + (_("Top %(size)s") % {"size": advice.cut} if advice.cut else _("no play-off")))
    if not rounds:
        return {}
    players = sum(e.drop is None for e in event.state.entrants.values())
    sentence = view.texts.ngettext(
        "Recommended for %(num)s player: %(what)s", "Recommended for %(num)s players: %(what)s", players
    )
    return {
        ROUNDS.key: sentence % {"num": players, "what": ", ".join(rounds)},
        CUT.key: sentence % {"num": players, "what": ", ".join(cuts)},
    }


def _page(
    view: View,
    slug: str,
    pod: str | None,
    typed: Mapping[str, str] | None = None,
    *,
    problem: PareoError | None = None,
    saved: Sequence[str] | None = None,
) -> Html:
    def gather(ctx: Context) -> Values:
        event = ctx.open(slug)
        shares = pod in events.sharing_divisions(event)
        settings_sheet = sheet(view, event, pod, shares=shares)
        refused = problem is not None
        return {
            **frame(ctx, slug, "settings"),
            "shares": shares,
            "sheet": _as_typed(view, settings_sheet, typed or {}, refused=refused),
            "pods": events.pods_with_settings(event),
            "started": event.state.started,
            "ruleset": event.state.ruleset,
            "fide_mode": event.state.fide_mode,
            "has_barred": has_barred_pairings(event.state),
            "texts_of": [c for c in _all_controls(settings_sheet) if c.kind in ("rows", "order", "years", "tables")],
            "in_series": series.series_of_event(ctx, slug),
            "clock": view.clock(event.state.zone) if saved is not None else "",
        }

    status = 200 if problem is None else 409 if isinstance(problem, Conflict) else 422
    return view.page(
        "console/settings.html",
        status=status,
        problem=problem,
        typed=typed or {},
        pod=pod,
        wrong=wrong_field(problem),
        said=[view.note(note) for note in saved or ()],
        **view.look(gather),
    )


def _all_controls(settings_sheet: SettingsSheet) -> list[Control]:
    return [*settings_sheet.always, *settings_sheet.first, *(c for fold in settings_sheet.folds for c in fold.controls)]


def _as_typed(view: View, settings_sheet: SettingsSheet, typed: Mapping[str, str], *, refused: bool) -> SettingsSheet:
    """The controls with the rows as typed where they are half filled in or were refused: nothing typed is lost."""

    def one(control: Control) -> Control:
        table = SETTINGS[control.key].kind.table
        if table is None or f"{control.key}.rows" not in typed or not (refused or incomplete(typed, control.key)):
            return control
        rows = [row for row in sent_rows(typed, control.key) if any(map(str.strip, row.values()))]
        return replace(control, lines=lines_of(view.texts.gettext, control.key, table, rows))

    return SettingsSheet(
        settings_sheet.always,
        tuple(map(one, settings_sheet.first)),
        tuple(Fold(f.id, f.title, f.hint, tuple(map(one, f.controls))) for f in settings_sheet.folds),
    )


@page("/console/{slug:str}/settings", Right.EVENT)
def settings_page(slug: str, view: View, pod: str = "") -> Html:
    """All settings, or those of one pod."""
    return _page(view, slug, pod or None)


def changes_of(data: Mapping[str, str], event: LoadedTournament, pod: str | None) -> dict[str, str]:
    """The settings that the form changes. One that somebody else changed after the page was made raises Conflict."""
    before = current(event.state, pod, shares=pod in events.sharing_divisions(event))
    only = data.get("only", "")
    changes: dict[str, str] = {}
    for key in [only] if only in before else before:
        text = typed_text(data, key, event.state.ruleset)
        was = data.get(f"was.{key}", before[key])
        pressed = data.get("do", "").startswith(f"{key}.")
        if text is None or text == was or (text == data.get(f"as.{key}") and not pressed):
            continue
        if before[key] not in (was, text):
            raise Conflict(
                "setting-meanwhile",
                "Someone else has just set “{title}” to “{value}”. Check and try again.",
                title=SETTINGS[key].title,
                value=before[key] or "–",
                key=key,
            )
        if text != before[key]:
            changes[key] = text
    return changes


@command("/console/{slug:str}/settings", Right.EVENT)
def save_settings(slug: str, view: View, data: Form) -> Html:
    """Writes what has changed; an emptied field goes back to what the document says."""
    pod = data.get("pod") or None
    notes: list[str] = []

    def save(ctx: Context) -> CommandResult | None:
        changes = changes_of(data, ctx.open(slug), pod)
        if not changes:
            return None
        done = events.change_settings(
            ctx,
            slug,
            changes,
            pod=pod,
            override=data.get("override") or None,
            confirmed=bool(data.get("yes")),
            word=data.get("word", ""),
        )
        notes.extend(done.notes)
        return done

    onward = f"/console/{slug}/settings" + (f"?pod={pod}" if pod else "")
    answer = view.act(
        save, onward=onward, form=data, again=lambda problem: _page(view, slug, pod, data, problem=problem)
    )
    if answer.status_code == 303 and view.request.headers.get("hx-request"):
        return _page(view, slug, pod, data, saved=notes)
    return answer


@command("/console/{slug:str}/leave-fide-mode", Right.EVENT)
def leave_fide_mode(slug: str, view: View, data: Form) -> Html:
    """Leaves FIDE mode for ever, with a reason, after the consequences were shown."""

    def leave(ctx: Context) -> CommandResult:
        return fide_warnings.leave(
            ctx, slug, reason=data.get("reason", ""), confirmed=bool(data.get("yes")), word=data.get("word", "")
        )

    return view.act(
        leave,
        onward=f"/console/{slug}/settings",
        form=data,
        again=lambda problem: _page(view, slug, None, problem=problem),
    )


@command("/console/{slug:str}/delete", Right.OWNER)
def delete_event(slug: str, view: View, data: Form) -> Html:
    """Deletes the event for good: its short name must be typed."""

    def delete(ctx: Context) -> None:
        if data.get("slug", "").strip() != slug:
            raise BadInput("delete-name", "Type “{slug}” to delete the event for good.", slug=slug)
        check_kept(ctx, slug, confirmed=data.get("yes") == "1")
        events.remove(ctx, slug)

    return view.act(
        delete, onward="/console", form=data, again=lambda problem: _page(view, slug, None, problem=problem)
    )


ROUTES = [delete_event, leave_fide_mode, save_settings, settings_page]
