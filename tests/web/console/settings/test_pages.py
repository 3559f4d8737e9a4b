"""Settings as a page: what matters first, real controls for every small language, saved as you go, conflicts told."""

from __future__ import annotations

import re

import pytest

from pareo.app.accounts.permissions import Role
from pareo.app.commands.event import events
from pareo.core.settings.first import ALWAYS, FIRST
from pareo.core.settings.registry import SETTINGS
from pareo.core.settings.setting import Setting
from pareo.core.settings.table_settings import table_numbers, table_ranges
from pareo.rulesets import available, load
from pareo.web.app_state import AppState
from pareo.web.console.settings.reading import ButtonPress, move_rows
from support.web.console import ConsoleClient, create_cup


def settings_of(app_state: AppState, slug: str) -> dict[str, object]:
    return dict(app_state.ctx.open(slug).state.settings)


# --- what the page shows ----------------------------------------------------------------------------------------------


@pytest.mark.req("A-47")
@pytest.mark.parametrize(
    ("ruleset", "game"),
    [
        ("pokemon-tcg-2019-07", "pokemon"),
        ("scrabble-fise", "scrabble"),
        ("xwing-epic-duel", "xwing"),
        ("chess-fide", "chess"),
        ("swiss", "other"),
    ],
)
def test_what_matters_for_the_game_stands_before_the_rest(app_state: AppState, ruleset: str, game: str) -> None:
    slug = create_cup(app_state, ruleset=ruleset, born=1990 if game == "pokemon" else None)
    page = ConsoleClient(app_state).get(f"/console/{slug}/settings")
    first, advanced = page.split('<details class="fold"', 1)
    ruleset_now = app_state.ctx.open(slug).state.ruleset
    for key in (*ALWAYS, *FIRST[game]):
        if SETTINGS[key].concerns(ruleset_now):
            assert f'id="set-{key}"' in first, key
    for key in ("organiser", "first_table", "barred"):
        assert f'id="set-{key}"' in advanced, key


def test_minutes_that_nobody_set_are_those_of_the_clock(app_state: AppState) -> None:
    page = ConsoleClient(app_state).get(f"/console/{create_cup(app_state, ruleset='pokemon-tcg-2019-07')}/settings")
    assert re.search(r'<input id="f-round_minutes"[^>]* value=""[^>]* placeholder="50"', page)


def test_a_fold_says_what_is_in_it(app_state: AppState) -> None:
    slug = create_cup(app_state, first_table="21")
    page = ConsoleClient(app_state).get(f"/console/{slug}/settings")
    assert re.search(r'id="fold-hall">\s*First table: 21\s*<', page)
    assert re.search('id="fold-lists">\\s*as in the document\\s*<', page)
    assert re.search(r'id="fold-divisions">\s*Juniors \d{4}\+, Seniors \d{4} – \d{4}\s*<', page)


def test_every_small_table_reads_back_what_it_writes() -> None:
    for setting in SETTINGS.values():
        table = setting.kind.table
        if table is not None and setting.example:
            rows = table.rows(setting.example)
            assert table.rows(table.text(rows)) == rows, setting.key
            assert setting.kind.read(table.text(rows), 2)


def test_what_is_usual_can_be_typed() -> None:
    """What the document says, as a setting would say it, in every ruleset."""
    for listed in available():
        ruleset = load(listed.id)
        for setting in SETTINGS.values():
            if setting.usual is not None and setting.concerns(ruleset) and (text := setting.usual(ruleset)):
                check(setting, text, ruleset.unit)


def check(setting: Setting[object], text: str, unit: int) -> None:
    if setting.kind.choices is None:
        assert setting.kind.read(text, unit) is not None, (setting.key, text)


# --- each control -----------------------------------------------------------------------------------------------------

FORMS = {
    "barred": (
        {
            "barred.rows": "rows",
            "barred.1.field": "club",
            "barred.1.first": "1",
            "barred.1.last": "2",
            "barred.2.field": "federation",
        },
        "club:1-2;federation",
    ),
    "acceleration": (
        {
            "acceleration.rows": "rows",
            "acceleration.1.low": "1",
            "acceleration.1.high": "4",
            "acceleration.1.points": "3",
            "acceleration.1.last": "2",
        },
        "1-4:3:2",
    ),
    "prize_table": (
        {
            "prize_table.rows": "rows",
            "prize_table.1.first": "1",
            "prize_table.1.amount": "100",
            "prize_table.2.first": "3",
            "prize_table.2.last": "4",
            "prize_table.2.amount": "12,5",
            "prize_table.3.first": "",
        },
        "1:100 3-4:12,5",
    ),
    "birth_years": (
        {
            "birth_years.rows": "years",
            "birth_years.1.id": "junior",
            "birth_years.1.year": "2015",
            "birth_years.2.id": "senior",
            "birth_years.2.year": "2011",
        },
        "junior=2015;senior=2011",
    ),
    "blocked_tables": (
        {
            "blocked_tables.rows": "tables",
            "blocked_tables.5": "yes",
            "blocked_tables.6": "yes",
            "blocked_tables.9": "yes",
        },
        "5-6,9",
    ),
    "numbering": ({"numbering.rows": "rows", "numbering.1.by": "rating", "numbering.2.by": "-club"}, "rating,-club"),
    "rating_rules": (
        {
            "rating_rules.rows": "rows",
            "rating_rules.1.method": "fide",
            "rating_rules.1.k": "20",
            "rating_rules.1.forfeits": "yes",
        },
        "fide k=20 forfeits=yes",
    ),
    "pairing_columns": (
        {"pairing_columns.rows": "rows", "pairing_columns.1.what": "club", "pairing_columns.2.what": "points"},
        "club,points",
    ),
    "pods": ({"pods": "juniors+seniors;masters"}, "juniors+seniors;masters"),
    "lists_deadline": ({"lists_deadline": "2026-11-20T09:30"}, "2026-11-20 09:30"),
    "player_reports": ({"player_reports.switch": "yes"}, False),
    "third_place": ({"third_place.switch": "no", "third_place": "yes"}, True),
    "rounds": ({"rounds.as": "own", "rounds": "6"}, 6),
    "start": ({"start": "09:30"}, "09:30"),
    "cut": ({"cut": "8"}, 8),
}


@pytest.mark.req("A-47")
@pytest.mark.parametrize("key", FORMS)
def test_a_control_sets_and_shows_its_setting(app_state: AppState, key: str) -> None:
    slug = create_cup(app_state)
    browser = ConsoleClient(app_state)
    form, value = FORMS[key]
    browser.post(f"/console/{slug}/settings", **form)
    assert browser.status == 200
    assert settings_of(app_state, slug) == {key: value}
    page = browser.get(f"/console/{slug}/settings")
    before = app_state.ctx.open(slug).state.seq
    browser.post(f"/console/{slug}/settings", **form_values(page))  # as it stands: nothing changes
    assert browser.status == 200
    assert (settings_of(app_state, slug), app_state.ctx.open(slug).state.seq) == ({key: value}, before)


def form_values(page: str) -> dict[str, str]:
    """The first form of the page as a browser sends it when its button is pressed."""
    start = page.index('<form class="stack wide"')
    form = page[start : page.index("</form>", start)]
    data: dict[str, str] = {}
    for tag in re.findall(r"<input\b[^>]*>", form):
        found = dict(re.findall(r'([\w-]+)="([^"]*)"', tag))
        ticked = found.get("type") not in ("checkbox", "radio") or " checked" in tag
        if "name" in found and ticked and " disabled" not in tag and found["name"] != "_csrf_token":
            data[found["name"]] = found.get("value", "")
    for name, inside in re.findall(r'<select\b[^>]*name="([^"]+)"[^>]*>(.*?)</select>', form, re.S):
        options = re.findall(r'<option value="([^"]*)"( selected)?', inside)
        data[name] = next((value for value, chosen in options if chosen), options[0][0])
    return data


def test_an_untouched_page_saves_nothing(app_state: AppState) -> None:
    """What the document says is shown, and not written by saving the page."""
    for ruleset, born in (("pokemon-tcg-2019-07", 1990), ("scrabble-fise", None), ("chess-uscf", None)):
        slug = create_cup(app_state, name=ruleset, ruleset=ruleset, born=born)
        browser = ConsoleClient(app_state, Role.ORGANISER, slug)
        browser.post(f"/console/{slug}/settings", **form_values(browser.get(f"/console/{slug}/settings")))
        assert browser.status == 200
        assert settings_of(app_state, slug) == {}


def test_a_switch_put_back_is_no_setting(app_state: AppState) -> None:
    slug = create_cup(app_state, third_place="yes")
    ConsoleClient(app_state).post(f"/console/{slug}/settings", **{"third_place.switch": "no"})
    assert "third_place" not in settings_of(app_state, slug)


def is_switched_on(page: str, key: str) -> bool:
    match = re.search(rf'<input type="checkbox" id="f-{key}"[^>]*>', page)
    assert match is not None
    return " checked" in match[0]


def test_a_switch_shows_what_counts_where_nothing_is_set(app_state: AppState) -> None:
    slug = create_cup(app_state, ruleset="pokemon-tcg-2027")
    me = ConsoleClient(app_state)
    page = me.get(f"/console/{slug}/settings")
    assert is_switched_on(page, "player_reports")  # players may report unless somebody says no
    assert not is_switched_on(page, "player_check_in")
    assert '<select id="f-asymmetrical"' in page  # the document's table says either: no switch could show it
    events.change_settings(app_state.ctx, slug, {"registration": "yes"})
    assert is_switched_on(me.get(f"/console/{slug}/settings"), "player_check_in")


@pytest.mark.parametrize(
    ("form", "said"),
    [
        ({"prize_table.rows": "rows", "prize_table.1.first": "1", "prize_table.1.amount": "much"}, "1:100 2:50"),
        (
            {
                "acceleration.rows": "rows",
                "acceleration.1.low": "1",
                "acceleration.1.high": "4",
                "acceleration.1.points": "3",
                "acceleration.1.last": "2",
                "acceleration.2.low": "4",
                "acceleration.2.high": "8",
                "acceleration.2.points": "1",
                "acceleration.2.last": "2",
            },
            "overlap",
        ),
        (
            {
                "birth_years.rows": "years",
                "birth_years.1.id": "junior",
                "birth_years.1.year": "2011",
                "birth_years.2.id": "senior",
                "birth_years.2.year": "2015",
            },
            "falling",
        ),
        ({"numbering.rows": "rows", "numbering.1.by": "club", "numbering.2.by": "club"}, "this must be"),
        ({"rounds.as": "own", "rounds": "0"}, "this must be"),
    ],
)
def test_what_cannot_be_is_told_beside_its_control_and_changes_nothing(
    app_state: AppState, form: dict[str, str], said: str
) -> None:
    slug = create_cup(app_state)
    browser = ConsoleClient(app_state)
    page = browser.post(f"/console/{slug}/settings", **form)
    assert browser.status == 422
    assert said in page
    assert 'role="alert"' in page
    for name, value in form.items():
        assert name.endswith((".rows", ".as")) or name.startswith("birth") or f'value="{value}"' in page, name
    assert settings_of(app_state, slug) == {}


def test_a_row_half_filled_in_waits(app_state: AppState) -> None:
    slug = create_cup(app_state)
    browser = ConsoleClient(app_state)
    browser.client.headers["hx-request"] = "true"
    page = browser.post(
        f"/console/{slug}/settings",
        only="prize_table",
        **{
            "prize_table.rows": "rows",
            "prize_table.1.first": "1",
            "prize_table.1.amount": "100",
            "prize_table.2.first": "2",
            "prize_table.2.amount": "",
        },
    )
    assert browser.status == 200
    assert settings_of(app_state, slug) == {"prize_table": "1:100"}
    assert 'name="prize_table.2.first" value="2"' in page


# --- saved as you go --------------------------------------------------------------------------------------------------


def test_what_is_changed_is_saved_and_said_when(app_state: AppState) -> None:
    slug = create_cup(app_state)
    browser = ConsoleClient(app_state)
    browser.client.headers["hx-request"] = "true"
    page = browser.post(f"/console/{slug}/settings", only="round_minutes", round_minutes="45", name="half typ")
    assert browser.status == 200
    assert "Saved at" in page
    assert settings_of(app_state, slug) == {"round_minutes": 45}
    assert app_state.ctx.open(slug).state.name == "Copa Faro"  # only what the request is about


def test_somebody_elses_change_meanwhile_is_told_and_not_lost(app_state: AppState) -> None:
    slug = create_cup(app_state)
    browser = ConsoleClient(app_state)
    events.change_settings(app_state.ctx, slug, {"round_minutes": "60", "judge": "Pau"})
    page = browser.post(
        f"/console/{slug}/settings",
        round_minutes="45",
        judge="",
        place="Vigo",
        **{"was.round_minutes": "", "was.judge": "", "was.place": ""},
    )
    assert browser.status == 409
    assert "Someone else has just set “Minutes per round” to “60”." in page
    assert settings_of(app_state, slug) == {"round_minutes": 60, "judge": "Pau"}
    browser.post(
        f"/console/{slug}/settings",
        round_minutes="45",
        judge="",
        place="Vigo",
        **{"was.round_minutes": "60", "was.judge": "", "was.place": ""},
    )
    assert settings_of(app_state, slug) == {"round_minutes": 45, "judge": "Pau", "place": "Vigo"}


# --- small parts ------------------------------------------------------------------------------------------------------


def test_buttons_and_rows() -> None:
    rows = [{"id": "a"}, {"id": "b"}, {"id": "c"}]

    def after(text: str) -> str:
        return "".join(row["id"] for row in move_rows(rows, ButtonPress.read(text)))

    assert [after(f"tiebreaks.{what}") for what in ("up.2", "down.1", "remove.1")] == ["bac", "bac", "bc"]
    for idle in ("up.1", "down.3", "remove.9", "up.", "remove.²", "add", "", "up.99999999999"):
        assert after(f"tiebreaks.{idle}") == "abc"
    assert ButtonPress.read("nothing.up.1") is None


def test_tables_as_ranges() -> None:
    assert table_ranges([12, 5, 6, 7, 8, 5]) == "5-8,12"
    assert table_numbers("5-8,12") == [5, 6, 7, 8, 12]
