"""Help on the settings (SP-20): one page that explains each of them with an example.

Labels and short help are those of the settings page; what a value may be comes from the table of settings itself.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from pareo.app.desk import Desk
from pareo.app.rights import Right
from pareo.core.state.settings import SETTINGS
from pareo.core.state.tournament import Tournament
from pareo.web.console.event import frame
from pareo.web.console.settings import current, groups
from pareo.web.declare import page
from pareo.web.view import Html, View

Words = Callable[[str], str]

EXAMPLES: dict[str, str] = {
    "name": "Copa de Otoño", "style": "swiss+cut", "method": "dutch", "schedule": "berger", "cycles": "2",
    "colours": "ignored", "games": "2", "barred": "club:1-2;federation:1-3", "meet_again_after_forfeit": "yes",
    "first_number": "101", "table": "", "rounds": "7", "day2_rounds": "6", "cut": "8", "third_place": "yes",
    "sections": "2", "first_table": "21", "blocked_tables": "5-8,12", "acceleration": "1-7:4:6",
    "birth_years": "junior=2012;senior=2008", "unrated": "average", "numbering": "rating,-club,last,random",
    "tiebreaks": "buchholz; median-buchholz high=1 low=1; wins", "rating_rules": "fide k=20 forfeits=no",
    "rating2_rules": "uscf bonus=10 lowest=100", "championship_points": "yes", "tier": "",
    "organiser": "Lucía Vega", "second_organiser": "Iván Soto", "judge": "Marta Neira", "slips": "at the tables",
    "prizes": "8", "date": "2026-11-15", "start": "14:30", "place": "Centro Cívico Norte", "club": "Torre Norte",
    "number": "2026-17", "round_minutes": "50", "tables_note": "Tables 1 to 4 are on the stage.",
    "zone": "Europe/Madrid", "exception": "Granted by the league on 3 May.", "player_reports": "yes",
    "names": "initial", "club_best": "4", "club_minimum": "3", "club_by": "federation",
    "pairing_columns": "points,rating,club", "prize_table": "1:100 2:50 3-4:25", "lists": "required",
    "lists_deadline": "2026-11-15 09:30", "lists_public": "no", "qr_locked": "yes", "language": "es",
}


def _more(_: Words) -> dict[str, str]:
    """What an example means, where the example does not say it itself."""
    return {
        "style": _("Eight players, say, go on to an elimination after the Swiss rounds."),
        "acceleration": _("Players 1 to 7 of the starting list are paired as if they had 4 points more, up to round 6. "
                          "Several groups are parted by a blank. The points count for pairing only."),
        "barred": _("Players of one club do not meet in rounds 1 and 2, those of one federation not in rounds 1 to 3, "
                    "as far as a round without such pairs exists."),
        "numbering": _("By rating, highest first; equal ratings by club from Z, then by surname, then by lot. A minus "
                       "turns a criterion round. Lots come from the event's own seed; random:2 draws others."),
        "unrated": _("Players without a rating come last, those with the best known average first."),
        "tiebreaks": _("Buchholz first; then without the best and the worst opponent; then the number of wins."),
        "rating_rules": _("FIDE's table game by game, K 20, forfeits not rated."),
        "rating2_rules": _("The USCF formula with a bonus threshold of 10; ratings below 100 do not count."),
        "cut": _("The first eight go on to the elimination."),
        "games": _("Two games a round: a result is 2-0, 1½-½, 1-1 and so on, and every game's points count."),
        "cycles": _("Everybody meets everybody twice, the second time with the other first move."),
        "first_table": _("The first table is number 21: useful when two events share a hall."),
        "blocked_tables": _("Nobody sits at tables 5 to 8 and at table 12."),
        "birth_years": _("Born 2012 or later: junior; 2008 to 2011: senior; before: the oldest division."),
        "pairing_columns": _("Ana Ruiz (3) · 1850 · Torre Norte. “none” shows the names alone."),
        "names": _("Ana R. instead of Ana Ruiz, on every public page, screen and web site."),
        "prize_table": _("100 for the first, 50 for the second, 25 each for the third and the fourth."),
        "club_best": _("The four best scores of each club are added up; 0 adds up all of them."),
        "zone": _("All hours on pages and papers are those of Madrid."),
        "player_reports": _("Both players report from their phones; two equal reports are the result, two others "
                            "call a judge."),
    }


class Explained(NamedTuple):
    """One setting of the page."""

    key: str
    label: str
    help: str
    takes: str
    example: str
    more: str
    value: str  # what it is now; empty: not set
    per_pod: bool
    before_start: bool


def explained(_: Words, t: Tournament) -> list[tuple[str, list[Explained]]]:
    """The settings that this event has, by group, as the settings page shows them."""
    more, now = _more(_), current(t, None)
    return [
        (group.title, [
            Explained(item.key, item.label, item.help, ", ".join(item.options.values()) or _(SETTINGS[item.key].takes),
                      EXAMPLES.get(item.key, ""), more.get(item.key, ""),
                      item.options.get(now[item.key], now[item.key]), SETTINGS[item.key].per_pod,
                      SETTINGS[item.key].before_start)
            for item in group.items
        ])
        for group in groups(_, t, None)
    ]


@page("/console/{slug:str}/settings/help", Right.STAFF)
def settings_help(slug: str, view: View) -> Html:
    """Every setting with what it means, what it takes and an example."""

    def look(desk: Desk) -> dict[str, Any]:
        t = desk.open(slug).state
        return {**frame(desk, slug, "settings"), "groups": explained(view.texts.gettext, t), "ruleset": t.ruleset}

    return view.page("console/settings_help.html", **view.look(look))


ROUTES = [settings_help]
