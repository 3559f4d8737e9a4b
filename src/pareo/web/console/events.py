"""The console's front page: the events there are, and making a new one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import urlencode

from pareo import rulesets
from pareo.app.desk import Desk, Done
from pareo.app.event import events
from pareo.app.event.overview import cards
from pareo.app.rights import Right
from pareo.app.season import club_evening
from pareo.app.season.book import book
from pareo.core.rules.advice import Advice, advise
from pareo.core.rules.ruleset import AdviceTable, Ruleset
from pareo.core.state.setting import value_text
from pareo.core.words.alphabet import plain_letters
from pareo.core.words.errors import PareoError
from pareo.core.words.numbers import whole_or
from pareo.web.declare import Form, command, page
from pareo.web.view import Html, View

CARDS = 24  # events on one page
_MOST_EXPECTED = 100_000
# Fields of the form that are settings of the event, as they are.
_SETTINGS = ("date", "place", "style", "table", "tier", "rounds", "cut", "championship_points", "organiser", "judge",
             "zone", "language")


@page("/", Right.PUBLIC)
def home(view: View) -> Html:
    """Staff go to the console; everybody else sees the events that have something published."""
    if view.identity.grants:
        return view.go("/console")
    return view.page("home.html", events=[e for e in view.look(events.listed) if not e.damaged])


@page("/console", Right.PUBLIC)
def console(view: View, q: str = "", at: int = 1) -> Html:
    """The events somebody works at, the newest first. Who works at one event only comes here too, hence the right."""
    if not view.identity.grants:
        return view.go("/login")
    wanted = plain_letters(q).split()
    mine = [e for e in reversed(view.look(events.listed)) if view.identity.may(Right.STAFF, e.slug)]
    found = [e for e in mine if all(word in plain_letters(f"{e['name']} {e['slug']}") for word in wanted)]
    pages = max(1, -(-len(found) // CARDS))
    here = min(max(at, 1), pages)
    shown = found[(here - 1) * CARDS : here * CARDS]
    found_cards = view.look(lambda desk: cards(desk, shown))
    return view.page("console/events.html", events=found_cards, q=q, at=here, pages=pages, total=len(mine),
                     query=urlencode({"q": q}))


# --- a new event ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Recommendation:
    """What the document says for the expected attendance."""

    players: int
    advice: Advice
    table: AdviceTable | None  # the document's own table, to be shown with its row marked
    per_division: bool


def recommendation(ruleset: Ruleset, form: Mapping[str, str]) -> Recommendation | None:
    """For the style and the table chosen; nothing while nobody is expected."""
    players = whole_or(form.get("expected", "").strip(), 6, 0)
    if not 2 <= players <= _MOST_EXPECTED:
        return None
    style = form.get("style") or ruleset.styles[0]
    tables = {t.id: t for t in ruleset.advice.tables}
    chosen = form.get("table") if form.get("table") in tables else None
    division = ruleset.divisions.divisions[-1].id if ruleset.divisions else ""
    advice = advise(ruleset, sizes={division: players}, pod=(division,), style=style, table=chosen)
    return Recommendation(players, advice, tables.get(advice.table), per_division=ruleset.divisions is not None)


def _games() -> dict[str, list[tuple[rulesets.RulesetInfo, Ruleset]]]:
    """The rulesets by game, in the order in which they are offered."""
    games: dict[str, list[tuple[rulesets.RulesetInfo, Ruleset]]] = {}
    for info in rulesets.available():
        ruleset = rulesets.load(info.id)
        games.setdefault(ruleset.game, []).append((info, ruleset))
    return games


def _new_page(view: View, form: Mapping[str, str], problem: PareoError | None = None) -> Html:
    known = {info.id for info in rulesets.available()}
    like = form.get("like", "")
    earlier = [e for e in reversed(view.look(events.listed)) if view.identity.may(Right.STAFF, e.slug)]
    inherited: dict[str, str] = {}
    chosen = form.get("ruleset", "")
    if like and like in {e.slug for e in earlier}:
        state = view.look(lambda desk: desk.open(like).state)
        inherited = {k: value_text(v) for k, v in state.settings.items()}
        chosen = chosen or state.ruleset.id
    ruleset = rulesets.load(chosen if chosen in known else rulesets.available()[0].id)
    values = {**inherited, **{key: text for key, text in form.items() if text.strip() or key not in inherited}}
    return view.page(
        "console/new.html", status=200 if problem is None else 422, problem=problem, typed=values,
        games=_games(), ruleset=ruleset, earlier=earlier[:50], like=like,
        recommendation=recommendation(ruleset, values), wrong=wrong_field(problem),
    )


def wrong_field(problem: PareoError | None) -> str:
    """The field of a form that a problem is about, so that the sentence can stand beside it."""
    if problem is None:
        return ""
    by_code = {"name-empty": "name", "name-missing": "first", "zone-unknown": "zone", "tier-unknown": "tier",
               "table-unknown": "table", "language-unknown": "language", "id-taken": "id",
               "tiebreak-unknown": "tiebreaks", "tiebreak-twice": "tiebreaks", "tiebreak-no-option": "tiebreaks",
               "tiebreak-option-value": "tiebreaks", "division-unknown": "division", "division-locked": "division",
               "no-division": "birth_year"}
    return by_code.get(problem.code) or str(problem.params.get("key", ""))


@page("/console/new", Right.CREATE)
def new_event(view: View) -> Html:
    """One guided page. What is chosen so far may stand in the address: that is how the advice follows the typing."""
    form = {k: v for k, v in view.request.query_params.items() if isinstance(v, str) and k != "_csrf_token"}
    return _new_page(view, form)


@command("/console/new", Right.CREATE)
def create_event(view: View, data: Form) -> Html:
    """Makes the event; or, without JavaScript, only shows the advice, or what an earlier event gives, first."""
    if data.get("look"):
        return _new_page(view, data)
    if data.get("like") and data.get("seen_like") != data["like"]:
        return _new_page(view, {key: text for key, text in data.items() if key != "ruleset"})
    made: list[club_evening.Begun] = []

    def make(desk: Desk) -> Done | None:
        settings = {key: data[key] for key in _SETTINGS if data.get(key, "").strip()}
        made.append(club_evening.begin(desk, events.NewEvent(
            data.get("name", ""), data.get("ruleset", ""), settings=settings, like=_allowed_copy(view, data),
            with_players=data.get("with_players") == "yes",
        )))
        return None

    answer = view.act(make, onward="/console", again=lambda problem: _new_page(view, data, problem), form=data)
    return view.go(f"/console/{made[0].slug}{_first_page(view, data)}", made[0].notes) if made else answer


def _first_page(view: View, data: Mapping[str, str]) -> str:
    """An event like last week's begins with who is here, where there is a directory to pick from."""
    if not data.get("like") or data.get("with_players") == "yes" or not view.identity.may(Right.DIRECTORY, None):
        return ""
    return "/here" if view.look(lambda desk: bool(book(desk).order)) else ""


def _allowed_copy(view: View, data: Mapping[str, str]) -> str | None:
    """An earlier event is copied only by who may see it."""
    like = data.get("like", "")
    return like if like and view.identity.may(Right.STAFF, like) else None


ROUTES = [home, console, new_event, create_event]
