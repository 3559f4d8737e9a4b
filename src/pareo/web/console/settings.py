"""Settings of an event and of its pods: each with its meaning and help beside it, checked when saved."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from pareo.app.desk import Desk, Done
from pareo.app.event import events
from pareo.app.event.advice import advice_for
from pareo.app.event.retention import check_kept
from pareo.app.rights import Right
from pareo.core.pairing.methods import SWISS_METHODS
from pareo.core.standings.points import can_have_games
from pareo.core.state.settings import SETTINGS
from pareo.core.state.tournament import Tournament
from pareo.core.words.errors import BadInput, PareoError
from pareo.web.console.event import frame
from pareo.web.console.events import wrong_field
from pareo.web.declare import Form, command, page
from pareo.web.i18n import LANGUAGES
from pareo.web.method_words import method_words
from pareo.web.view import Html, View

Words = Callable[[str], str]


@dataclass(frozen=True, slots=True)
class Item:
    """One setting as a field."""

    key: str
    label: str
    help: str
    kind: str  # "text", "number", "date", "choice"
    options: Mapping[str, str]
    value: str
    locked: bool  # must be decided before round 1 starts, and it has started


@dataclass(frozen=True, slots=True)
class Group:
    title: str
    items: tuple[Item, ...]


def _words(_: Words) -> dict[str, dict[str, tuple[str, str]]]:
    """Label and help of every setting, by group."""
    return {
        _("The event"): {
            "name": (_("Name"), _("As players and papers show it.")),
            "date": (_("Date"), _("Also used to warn when somebody is in two events of one day.")),
            "start": (_("Starts at"), _("For example 14:30. Two events of one day at other hours are no clash.")),
            "place": (_("Place"), _("Where it is played.")),
            "zone": (_("Time zone"), _("For example Europe/Madrid. Clocks and the journal use it.")),
            "language": (_("Language of the papers"), _("Slips, announcement and lists.")),
            "organiser": (_("Organiser"), _("Named in the announcement.")),
            "second_organiser": (_("Second organiser"), _("Named in the announcement.")),
            "judge": (_("Head judge"), _("Named in the announcement.")),
            "club": (_("Club"), _("The club that runs the event.")),
            "number": (_("Tournament number"), _("The number the league or federation gave it.")),
            "tier": (_("Tier"), _("How serious the event is, in the words of the rules.")),
            "championship_points": (_("Championship Points"), _("Whether the event awards them: the cut and late "
                                                                "players are then limited.")),
        },
        _("Rounds and cut"): {
            "style": (_("Style"), _("Swiss rounds, elimination, both, or a round robin.")),
            "method": (_("Pairing method"), _("Of Swiss rounds. Empty: as the rules say. A round can have its own.")),
            "schedule": (_("Round robin table"), _("Berger tables, or Rutsch, where everybody moves on by one seat.")),
            "cycles": (_("Meetings in a round robin"), _("1: everybody meets everybody once; 2: twice, the second "
                                                         "time with the other first move.")),
            "games": (_("Games per round"), _("With 2 or more a result is a match score such as 1½-½; every game's "
                                              "points count, and who starts is not balanced.")),
            "colours": (_("First move or colour"), _("Whether it is balanced who starts. Empty: as rules and method "
                                                     "say.")),
            "barred": (_("Barred pairings"), _("club:1-2;federation:1-3 keeps club mates apart in rounds 1 and 2, and "
                                               "players of one federation in rounds 1 to 3. none: nobody.")),
            "meet_again_after_forfeit": (_("Meet again after a forfeit"), _("Whether two players whose game was not "
                                                                            "played may be paired again.")),
            "first_number": (_("First start number"), _("The starting list begins with this number.")),
            "table": (_("Table of the document"), _("Which of the document's tables recommends rounds and cut.")),
            "rounds": (_("Swiss rounds"), _("Empty: as the document recommends.")),
            "day2_rounds": (_("Swiss rounds on day 2"), _("Only for events of two days.")),
            "cut": (_("Players in the cut"), _("2, 4, 8, 16 … or none. Empty: as the document recommends.")),
            "third_place": (_("Match for 3rd place"), _("Played beside the final.")),
            "sections": (_("Sections"), _("A large division split at random: 2, 4, 8 or 16.")),
            "acceleration": (_("Acceleration"), _("Virtual points for pairing: 1-7:4:6 gives numbers 1 to 7 four "
                                                  "points up to round 6.")),
            "round_minutes": (_("Minutes per round"), _("What the clock starts with.")),
            "exception": (_("Exception"), _("Why a larger cut than the document's is allowed; it is recorded.")),
            "birth_years": (_("Birth years"), _("First birth year of each division: junior=2012;senior=2008.")),
            "numbering": (_("Order of the starting list"), _("Criteria one after the other: rating,-club,last,random. "
                                                             "Empty: as the document says.")),
            "unrated": (_("Unrated players"), _("How the starting list orders players without a rating.")),
        },
        _("Standings and ratings"): {
            "tiebreaks": (_("Tie-breaks"), _("In their order, each with its options: buchholz; median-buchholz high=1 "
                                             "low=1; wins. The page of the standings helps. Empty: as the rules say.")),
            "rating_rules": (_("Rating"), _("A method (fide-average, fide, uscf, pzszach) and what differs: fide k=20 "
                                            "forfeits=no cap=no lowest=1000. Empty: as the rules say.")),
            "rating2_rules": (_("Second rating"), _("The other list, with a method of its own: uscf bonus=10. Empty: "
                                                    "as the rules say.")),
        },
        _("The hall"): {
            "first_table": (_("First table"), _("The number tables begin with.")),
            "blocked_tables": (_("Blocked tables"), _("Tables nobody may use: 5-8,12.")),
            "slips": (_("Match slips"), _("How slips reach the tables; named in the announcement.")),
            "tables_note": (_("Tables off the standard"), _("In your own words, for the announcement.")),
        },
        _("Lists"): {
            "lists": (_("Lists"), _("Whether players hand in a deck, team or squad list. Empty: as the document "
                                    "says.")),
            "lists_deadline": (_("Lists until"), _("Until when players hand them in themselves: 2026-11-15 09:30. "
                                                   "Empty: until round 1 starts.")),
            "lists_public": (_("Lists public afterwards"), _("Everybody can read them once the event is over. Photos "
                                                             "stay with the staff.")),
            "qr_locked": (_("Teams locked by QR code"), _("Each video-game team's code is stored and compared at "
                                                          "checks.")),
        },
        _("Prizes"): {
            "prizes": (_("Players with prizes"), _("How many get something; named in the announcement.")),
            "prize_table": (_("Prizes by place"), _("1:100 2:50 3-4:25. Tied players share.")),
        },
        _("What the public sees"): {
            "player_reports": (_("Players report results"), _("From their phones; two equal reports are the result.")),
            "pairing_columns": (_("Beside the names"), _("In pairings on pages, screens and paper: points,rating,club. "
                                                         "Empty: the points.")),
            "names": (_("Names"), _("How pages, screens and exports show people. Many players are children.")),
            "club_best": (_("Club standings: scores that count"), _("The best so many of each club. 0: all.")),
            "club_minimum": (_("Club standings: fewest players"), _("A club with fewer has no place.")),
            "club_by": (_("Club standings of"), _("Clubs, or federations.")),
        },
    }


def _choices(_: Words, t: Tournament) -> dict[str, dict[str, str]]:
    """Settings that are chosen from a list."""
    yes_no = {"yes": _("Yes"), "no": _("No")}
    return {
        "style": {"swiss": _("Swiss rounds"), "swiss+cut": _("Swiss rounds, then elimination"),
                  "elimination": _("Single elimination"), "round-robin": _("Round robin")},
        "method": {key: text for key, text in method_words(_).items() if key in SWISS_METHODS},
        "schedule": {"berger": _("Berger tables"), "rutsch": _("Rutsch (carousel)")},
        "cycles": {"1": _("everybody once"), "2": _("everybody twice")},
        "colours": {"tracked": _("balanced"), "ignored": _("ignored")},
        "meet_again_after_forfeit": yes_no,
        "table": {table.id: table.title for table in t.ruleset.advice.tables},
        "tier": {tier: f"{tier}: {hint}" for tier, hint in t.ruleset.tiers.items()},
        "third_place": yes_no, "championship_points": yes_no, "player_reports": yes_no,
        "lists": {"required": _("everybody hands one in"), "optional": _("who wants to"), "off": _("no lists")},
        "lists_public": yes_no, "qr_locked": yes_no,
        "unrated": {"average": _("by average score"), "surname": _("by surname"), "lot": _("by lot")},
        "club_by": {"club": _("clubs"), "federation": _("federations")},
        "names": {"full": _("full names"), "initial": _("first name and initial"), "nickname": _("nicknames")},
        "language": dict(LANGUAGES),
    }


_NUMBERS = ("rounds", "day2_rounds", "sections", "first_table", "round_minutes", "prizes", "games", "first_number",
            "club_best", "club_minimum")


def text_of(key: str, value: object) -> str:
    """A setting as it is typed."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "none" if key == "cut" and value == 0 else str(value)


def current(t: Tournament, pod: str | None) -> dict[str, str]:
    """Every setting as text, empty where nothing is set."""
    kept = t.settings if pod is None else t.pod_settings.get(pod, {})
    known = {key: text_of(key, kept.get(key)) for key, s in SETTINGS.items() if pod is None or s.per_pod}
    if pod is None:
        known["name"] = t.name
    return known


def groups(words: Words, t: Tournament, pod: str | None) -> list[Group]:
    """The fields of the page. A list with nothing to choose from (no tiers, no tables) is left out."""
    values, choices = current(t, pod), _choices(words, t)
    found: list[Group] = []
    for title, items in _words(words).items():
        fields = [
            Item(key, label, help_, _kind(key, choices), choices.get(key, {}), values[key],
                 SETTINGS[key].before_start and t.started)
            for key, (label, help_) in items.items()
            if key in values and (key not in choices or choices[key]) and _concerns(t, key)
        ]
        if fields:
            found.append(Group(title, tuple(fields)))
    return found


def _kind(key: str, choices: Mapping[str, Mapping[str, str]]) -> str:
    if key in choices:
        return "choice"
    return "number" if key in _NUMBERS else "date" if key == "date" else "text"


def _concerns(t: Tournament, key: str) -> bool:
    """Birth years without divisions, a second day where the rules know none: not shown."""
    if key == "birth_years":
        return t.ruleset.divisions is not None
    if key == "sections":
        return t.ruleset.sections is not None
    if key == "day2_rounds":
        return t.ruleset.second_day is not None
    if key == "games":
        return can_have_games(t.ruleset)
    return True


def _page(
    view: View, slug: str, pod: str | None, typed: Mapping[str, str] | None = None, problem: PareoError | None = None
) -> Html:
    def gather(desk: Desk) -> dict[str, Any]:
        event = desk.open(slug)
        t = event.state
        pods = list(dict.fromkeys([*advice_for(event), *t.pods]))
        return {**frame(desk, slug, "settings"), "groups": groups(view.texts.gettext, t, pod), "pods": pods,
                "started": t.started}

    return view.page("console/settings.html", status=200 if problem is None else 422, problem=problem,
                     typed=typed or {}, pod=pod, wrong=wrong_field(problem), **view.look(gather))


@page("/console/{slug:str}/settings", Right.EVENT)
def settings_page(slug: str, view: View, pod: str = "") -> Html:
    """All settings, or those of one pod."""
    return _page(view, slug, pod or None)


@command("/console/{slug:str}/settings", Right.EVENT)
def save_settings(slug: str, view: View, data: Form) -> Html:
    """Writes what has changed; an emptied field goes back to what the document says."""
    pod = data.get("pod") or None

    def save(desk: Desk) -> Done | None:
        before = current(desk.open(slug).state, pod)
        changes = {key: data[key].strip() for key, old in before.items() if key in data and data[key].strip() != old}
        return events.change_settings(desk, slug, changes, pod=pod) if changes else None

    onward = f"/console/{slug}/settings" + (f"?pod={pod}" if pod else "")
    return view.act(save, onward=onward, again=lambda problem: _page(view, slug, pod, data, problem), form=data)


@command("/console/{slug:str}/delete", Right.OWNER)
def delete_event(slug: str, view: View, data: Form) -> Html:
    """For good: the short name must be typed."""

    def delete(desk: Desk) -> None:
        if data.get("slug", "").strip() != slug:
            raise BadInput("delete-name", "Type “{slug}” to delete the event for good.", slug=slug)
        check_kept(desk, slug, confirmed=data.get("yes") == "1")
        events.remove(desk, slug)

    return view.act(delete, onward="/console", again=lambda problem: _page(view, slug, None, {}, problem), form=data)


ROUTES = [delete_event, save_settings, settings_page]
