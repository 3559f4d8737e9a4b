"""A new event in three answers: the game, its name, when. Everything else comes from the ruleset, the browser's time
zone, the page's language and today's date, is shown, and can be changed under Settings."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from pathlib import Path
from zoneinfo import available_timezones

from pareo import rulesets
from pareo.app.accounts.permissions import Right
from pareo.app.base.context import CommandResult, Context
from pareo.app.commands.event import events
from pareo.app.league import closing
from pareo.app.league.directory_snapshot import load_directory
from pareo.app.rows.events import ListedEvent
from pareo.app.wording.birth_years_text import describe_years
from pareo.core.model.games import GAMES, game_of
from pareo.core.model.ruleset import AdviceTable, Ruleset
from pareo.core.rules.advice import PodAdvice, advise
from pareo.core.rules.birth_years import divisions_in_force
from pareo.core.settings.event import DATE, PLACE, START
from pareo.core.settings.registry import SETTINGS
from pareo.core.settings.setting import YES_NO, value_text
from pareo.core.text.errors import PareoError
from pareo.core.text.languages import LANGUAGES
from pareo.core.text.messages import Note, note
from pareo.core.text.numbers import whole_or
from pareo.core.tournament.tournament import Tournament
from pareo.web.console.events import wrong_field
from pareo.web.console.settings.controls import choices_of
from pareo.web.route_decorators import Form, command, page
from pareo.web.view import Html, View

_MOST_EXPECTED = 100_000
# Fields of the form that are settings of the event, as they are.
_SETTING_FIELDS = (
    "date",
    "start",
    "place",
    "style",
    "table",
    "tier",
    "rounds",
    "cut",
    "championship_points",
    "organiser",
    "judge",
    "zone",
    "language",
)
_SHOWN_SETTINGS = ("style", "rounds", "cut", "round_minutes", "tier")  # settings shown where players are entered
_EARLIER_EVENTS = 50
_WEEKS = 4


@dataclass(frozen=True, slots=True)
class OfferedGame:
    """One game, with the rules it can be played by."""

    game: str
    title: str
    about: str
    rules: tuple[tuple[str, str], ...]  # id and title of each ruleset
    chosen: str


@dataclass(frozen=True, slots=True)
class Recommendation:
    """What the ruleset's document recommends for the expected attendance."""

    players: int
    advice: PodAdvice | None
    table: AdviceTable | None  # the document's own table, to be shown with its row marked


def recommendation(ruleset: Ruleset, form: Mapping[str, str]) -> Recommendation:
    """The document's table for the chosen style; with the row that counts, if it is known how many come."""
    tables = {t.id: t for t in ruleset.advice.tables}
    chosen = form.get("table") if form.get("table") in tables else None
    players = whole_or(form.get("expected", "").strip(), 6, 0)
    if not 2 <= players <= _MOST_EXPECTED:
        return Recommendation(0, None, tables.get(chosen or ruleset.advice.default))
    division = ruleset.divisions.divisions[-1].id if ruleset.divisions else ""
    advice = advise(
        ruleset, sizes={division: players}, pod=(division,), style=form.get("style") or ruleset.styles[0], table=chosen
    )
    return Recommendation(players, advice, tables.get(advice.table))


def offered_games(view: View, chosen: str) -> list[OfferedGame]:
    """The games, each with its rulesets in the order in which they are offered."""
    _ = view.texts.gettext
    titles = {
        "pokemon": ("Pokémon", _("Cards or video game")),
        "scrabble": ("Scrabble", _("By scores")),
        "xwing": ("X-Wing", _("Squadrons")),
        "chess": (_("Chess"), _("FIDE or US Chess")),
        "other": (_("Another"), _("Plain Swiss")),
    }
    by_game: dict[str, list[tuple[str, str]]] = {game: [] for game in GAMES}
    for info in rulesets.available():
        by_game[game_of(rulesets.load(info.id))].append((info.id, _(info.title)))
    return [
        OfferedGame(game, *titles[game], tuple(rules), chosen if chosen in dict(rules) else rules[0][0])
        for game, rules in by_game.items()
        if rules
    ]


def what_you_get(view: View, ruleset: Ruleset, when: str = "") -> list[tuple[str, str]]:
    """What the rules bring by themselves, as pairs of label and text in the words of the game."""
    _ = view.texts.for_game(game_of(ruleset)).gettext
    facts: list[tuple[str, str]] = []
    table = next((t for t in ruleset.advice.tables if t.id == ruleset.advice.default), None)
    if table is not None:
        rounds = [r for row in table.rows for r in row.rounds[:1]]
        cuts = [c for row in table.rows for c in row.cuts[:1] if c]
        facts.append(
            (_("Rounds"), _("{low} to {high}, by the number of players").format(low=min(rounds), high=max(rounds)))
        )
        if cuts and table.style == "swiss+cut":
            first = next(row.low for row in table.rows if row.cuts[0])
            facts.append(
                (
                    _("Then"),
                    _("top {low} to {high}, from {players} players").format(
                        low=min(cuts), high=max(cuts), players=first
                    ),
                )
            )
    elif ruleset.styles[0] == "round-robin":
        facts.append((_("Rounds"), _("everyone plays everyone")))
    else:
        facts.append((_("Rounds"), _("by number of players, or your choice")))
    if ruleset.round.minutes:
        facts.append((_("Each round"), _("{minutes} minutes").format(minutes=ruleset.round.minutes)))
    if ruleset.results.kind != "outcome":
        facts.append(
            (
                _("Results"),
                _("scores, such as 412–380")
                if ruleset.results.kind == "scores"
                else _("points destroyed, and how the game ended"),
            )
        )
    if ruleset.divisions is not None:
        facts.append(
            (
                _("Divisions"),
                view.note(describe_years(divisions_in_force(ruleset.divisions, date=when, usual=ruleset.season))),
            )
        )
    return facts


def inherited_facts(view: View, ruleset: Ruleset, settings: Mapping[str, str]) -> list[tuple[str, str]]:
    """What an earlier event brings, setting by setting, as pairs of label and text."""
    return [
        (view.texts.gettext(SETTINGS[key].title), _in_words(view, ruleset, key, text))
        for key, text in settings.items()
        if key in SETTINGS and text
    ]


def _in_words(view: View, ruleset: Ruleset, key: str, text: str) -> str:
    """The value of a setting as its control shows it."""
    _, setting = view.texts.gettext, SETTINGS[key]
    if setting.kind is YES_NO:
        return _("Yes") if text == "yes" else _("No")
    return view.texts.date(text) if key == DATE.key else choices_of(_, ruleset, setting).get(text, text)


def what_is_set(view: View, t: Tournament) -> list[tuple[str, str]]:
    """How an event will be played, before anybody is entered: when and where, then what was set, then what its rules
    bring."""
    _ = view.texts.gettext
    day = [view.texts.date(t.setting(DATE) or ""), t.setting(START) or "", t.setting(PLACE) or ""]
    settings = {key: value_text(value) for key, value in t.settings.items() if key in _SHOWN_SETTINGS}
    facts = settings_and_rules(view, t.ruleset, settings, t.setting(DATE) or "")
    return [*([(_("When"), ", ".join(filter(None, day)))] if any(day) else []), *facts]


def settings_and_rules(view: View, ruleset: Ruleset, settings: Mapping[str, str], when: str) -> list[tuple[str, str]]:
    """What was set, then what the rules bring where nothing was set."""
    _ = view.texts.gettext
    labels = {"rounds": _("Rounds"), "cut": _("Then"), "round_minutes": _("Each round")}
    hidden = {label for key, label in labels.items() if key in settings}
    rules = [(label, text) for label, text in what_you_get(view, ruleset, when) if label not in hidden]
    return [*inherited_facts(view, ruleset, settings), *rules]


def next_time(day: str, weeks: int = _WEEKS) -> str:
    """The day on which the weekday of `day` comes again after some weeks; empty where `day` is no date."""
    try:
        return (date.fromisoformat(day) + timedelta(weeks=weeks)).isoformat()
    except (ValueError, OverflowError):
        return ""


def server_zone() -> str:
    """The time zone of this computer, if it has one by name."""
    name = os.environ.get("TZ", "").lstrip(":")
    if not name:
        try:
            name = str(Path("/etc/localtime").readlink()).partition("zoneinfo/")[2]
        except OSError:
            name = ""
    return name if name in available_timezones() else ""


def _earlier(view: View) -> list[ListedEvent]:
    latest: list[ListedEvent] = view.look(lambda ctx: events.newest(ctx, _EARLIER_EVENTS))
    return [e for e in latest if view.identity.may(Right.STAFF, e.slug)]


def _new_page(view: View, form: Mapping[str, str], problem: PareoError | None = None) -> Html:
    ruleset_ids = {info.id for info in rulesets.available()}
    like, earlier = form.get("like", ""), _earlier(view)
    inherited: dict[str, str] = {}
    chosen = chosen_rules(form)
    values = dict(form)
    if like and like in {e.slug for e in earlier}:
        state = view.look(lambda ctx: ctx.open(like).state)
        inherited = {k: value_text(v) for k, v in state.settings.items() if k in SETTINGS and not SETTINGS[k].once}
        chosen = chosen or state.ruleset.id
        values.setdefault("name", state.name)
        values.setdefault("date", next_time(value_text(state.settings.get("date", ""))))
        values.setdefault("start", inherited.get("start", ""))
    else:
        like = ""
    if not problem:
        values["date"] = values.get("date") or date.today().isoformat()  # noqa: DTZ011  # the day at the venue
    ruleset = rulesets.load(chosen if chosen in ruleset_ids else rulesets.available()[0].id)
    games = offered_games(view, ruleset.id)
    gets = {o.game: what_you_get(view, rulesets.load(o.chosen), values.get("date", "")) for o in games}
    return view.page(
        "console/new.html",
        status=200 if problem is None else 422,
        problem=problem,
        typed=values,
        games=games,
        gets=gets,
        ruleset=ruleset,
        game=game_of(ruleset),
        earlier=earlier,
        like=like,
        zone=server_zone(),
        inherited=settings_and_rules(view, ruleset, inherited, values.get("date", "")),
        recommendation=recommendation(ruleset, values),
        kept_fields=[key for key in _SETTING_FIELDS if key not in ("date", "start")],
        documents={o.game: rulesets.load(o.chosen).document for o in games},
        wrong=wrong_field(problem),
    )


def chosen_rules(form: Mapping[str, str]) -> str:
    """The ruleset: by its id, or the one chosen for the game."""
    return form.get("ruleset") or form.get(f"rules-{form.get('game', '')}", "")


@page("/console/new", Right.CREATE)
def new_event(view: View) -> Html:
    """The form for a new event. The address may hold what is chosen so far, or an earlier event to copy."""
    form = {k: v for k, v in view.request.query_params.items() if isinstance(v, str) and k != "_csrf_token"}
    return _new_page(view, form)


@command("/console/new", Right.CREATE)
def create_event(view: View, data: Form) -> Html:
    """Creates the event; or, without JavaScript, first shows what an earlier event brings."""
    if data.get("look"):
        return _new_page(view, data)
    if data.get("like") and data.get("seen_like") != data["like"]:
        return _new_page(
            view,
            {
                key: text
                for key, text in data.items()
                if key not in ("ruleset", "game") and (text.strip() or key == "name")
            },
        )
    created: list[closing.CreatedEvent] = []
    assumed = _assumed_settings(view, data)

    def make(ctx: Context) -> CommandResult | None:
        settings = {**assumed, **{key: data[key] for key in _SETTING_FIELDS if data.get(key, "").strip()}}
        created.append(
            closing.create_event(
                ctx,
                events.NewEvent(
                    data.get("name", ""),
                    chosen_rules(data),
                    settings=settings,
                    like=_allowed_copy(view, data),
                    with_players=data.get("with_players") == "yes",
                ),
            )
        )
        return None

    answer = view.act(make, onward="/console", again=lambda problem: _new_page(view, data, problem), form=data)
    if not created:
        return answer
    return view.go(
        f"/console/{created[0].slug}{_first_page(view, data)}", (*created[0].notes, *_assumed_notes(assumed))
    )


def _assumed_settings(view: View, data: Mapping[str, str]) -> dict[str, str]:
    """Settings that nobody was asked for: the browser's time zone, else this computer's, and the language of the page.
    None for a copy of an earlier event, which has its own, or a form that sends these fields."""
    if data.get("like") or "game" not in data:
        return {}
    zone = data.get("browser_zone", "").strip()
    zone = zone if zone in available_timezones() else server_zone()
    return {"language": view.lang} | ({"zone": zone} if zone else {})


def _assumed_notes(assumed: Mapping[str, str]) -> list[Note]:
    if not assumed:
        return []
    language = LANGUAGES[assumed["language"]]
    if "zone" not in assumed:
        return [
            note(
                "assumed-language",
                "Printouts will be in {language}. You can change this in Settings.",
                language=language,
            )
        ]
    return [
        note(
            "assumed",
            "Time zone {zone}; printouts in {language}. You can change this in Settings.",
            zone=assumed["zone"],
            language=language,
        )
    ]


def _first_page(view: View, data: Mapping[str, str]) -> str:
    """The first page of a new event: “who is here” for a copy of an earlier one, where there is a directory to pick
    from."""
    if not data.get("like") or data.get("with_players") == "yes" or not view.identity.may(Right.DIRECTORY, None):
        return ""
    return "/here" if view.look(lambda ctx: bool(load_directory(ctx).order)) else ""


def _allowed_copy(view: View, data: Mapping[str, str]) -> str | None:
    """The earlier event to copy, if this person may see it."""
    like = data.get("like", "")
    return like if like and view.identity.may(Right.STAFF, like) else None


ROUTES = [new_event, create_event]
