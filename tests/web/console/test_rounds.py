"""The console's pages of rounds and results: the whole life of a round through forms, as a browser sends them."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from itertools import count
from typing import Any

import pytest
from litestar.testing import TestClient

from pareo.app.accounts.accounts import Accounts
from pareo.app.accounts.permissions import Role
from pareo.app.commands.event import events
from pareo.app.commands.floor import floor
from pareo.app.commands.people import players
from pareo.app.commands.people.players import NewPlayer
from pareo.app.commands.results import enter_result as results
from pareo.app.commands.rounds import advance, rounds
from pareo.app.queries.pages.event_tables import journal_rows, pairing_rows
from pareo.store.sqlite.store import SqliteStore
from pareo.web.access import SESSION_COOKIE
from pareo.web.app_state import AppState
from support.web.application import create_app

HOSTILE = "<script>alert(1)</script>"
NAMES = ["Ana Ruiz", "Bea Soto", "Caio Lima", "Dora Neri", "Elio Conti", "Fina Mas", "Gil Paz", HOSTILE]


class Browser:
    """A person at the console: cookies, the CSRF token of the last page, forms."""

    def __init__(self, app: Any, session: str) -> None:
        self.client = TestClient(app, raise_server_exceptions=True)
        self.client.cookies.set(SESSION_COOKIE, session)
        self.text = self.path = ""
        self.status = 0

    def get(self, path: str) -> str:
        answer = self.client.get(path)
        self.text, self.status = answer.text, answer.status_code
        return self.text

    def post(
        self, path: str, *, htmx: bool = False, files: dict[str, tuple[str, bytes]] | None = None, **data: str
    ) -> str:
        token = self.client.cookies.get("pareo_csrf")
        if token is None:
            self.client.get("/login")
            token = self.client.cookies.get("pareo_csrf")
        head = {"HX-Request": "true"} if htmx else {}
        form = {"_csrf_token": str(token), **data}
        answer = self.client.post(path, data=form, headers=head, files=files)
        self.text, self.status, self.path = answer.text, answer.status_code, answer.url.path
        return self.text


_APPS: dict[int, Any] = {}
_COUNT = count(1)


@pytest.fixture(scope="module")
def app_state(tmp_path_factory: pytest.TempPathFactory) -> Iterator[AppState]:
    """One server for all tests here; each has an event and people of its own."""
    store = SqliteStore(tmp_path_factory.mktemp("web") / "test.db")
    found = AppState(store, Accounts(store.accounts(), later=lambda work: work()))
    _APPS[id(found)] = create_app(found)
    yield found
    store.close()


def log_in(
    app_state: AppState, role: Role = Role.ORGANISER, tables: tuple[int, int] | None = None, name: str = ""
) -> Browser:
    user = app_state.accounts.create_user(name or f"Iris {next(_COUNT)}", role, "*", tables)
    return Browser(_APPS[id(app_state)], app_state.accounts.enter(app_state.accounts.one_time_link(user.id)))


def cup(app_state: AppState, names: list[str] = NAMES, ruleset: str = "pokemon-tcg-2019-07", **settings: str) -> str:
    slug = events.create(
        app_state.ctx,
        events.NewEvent(
            "Copa <b>Río</b>", ruleset, slug=f"copa-{next(_COUNT)}", seed="s", settings={"rounds": "3", **settings}
        ),
    )
    born = None if ruleset != "pokemon-tcg-2019-07" else 1990
    people = [NewPlayer(first=n.split(" ")[0], last=" ".join(n.split(" ")[1:]), birth_year=born) for n in names]
    players.enter(app_state.ctx, slug, people)
    return slug


def begin(app_state: AppState, slug: str, *, confirmed: bool = False) -> None:
    rounds.pair(app_state.ctx, slug)
    rounds.publish(app_state.ctx, slug)
    rounds.start(app_state.ctx, slug, confirmed=confirmed)


def finish(app_state: AppState, slug: str, number: int) -> None:
    for row in pairing_rows(app_state.ctx, slug, round_no=number):
        if row.kind == "match" and row.result is None:
            results.report(app_state.ctx, slug, round_no=number, table=row.table, result="1-0")
    rounds.finish(app_state.ctx, slug)


def result(app_state: AppState, slug: str, table: int, number: int = 1) -> str | None:
    return next(r.result for r in pairing_rows(app_state.ctx, slug, round_no=number) if r.table == table)


# --- the life of a round ----------------------------------------------------------------------------------------------


@pytest.mark.req("P-RUN-1")
def test_a_round_from_draft_to_end_by_its_buttons(app_state: AppState) -> None:
    slug = cup(app_state)
    someone_ = log_in(app_state)
    assert "Pair round 1" in someone_.get(f"/console/{slug}/rounds")
    text = someone_.post(f"/console/{slug}/rounds/pair")
    assert "no rematches, same points paired together, no better pairing exists" in text
    assert "The first round is paired at random." in text
    text = someone_.post(f"/console/{slug}/rounds/publish", pod="masters")
    assert "Start the round" in text
    assert "the round is already published: start it" in text, "a refused step says why"
    text = someone_.post(f"/console/{slug}/rounds/start", pod="masters", clock="1")
    assert "<b>0 of 4</b> tables reported" in text
    assert 'data-clock="runs|' in text
    assert someone_.post(f"/console/{slug}/rounds/pair", again="1")
    assert "its pairings are locked" in someone_.text
    assert someone_.status == 422
    for table in range(1, 5):
        someone_.post(f"/console/{slug}/rounds/1/enter", line=f"{table} 1")
    text = someone_.post(f"/console/{slug}/rounds/finish")
    assert "Pair round 2" in text


def test_finish_names_the_open_tables(app_state: AppState) -> None:
    slug = cup(app_state)
    begin(app_state, slug)
    text = log_in(app_state).post(f"/console/{slug}/rounds/finish")
    assert "waiting for 4 results: tables 1, 2, 3, 4" in text


def test_pairing_a_published_round_again_is_asked_for(app_state: AppState) -> None:
    slug = cup(app_state)
    rounds.pair(app_state.ctx, slug)
    rounds.publish(app_state.ctx, slug)
    browser = log_in(app_state)
    text = browser.post(f"/console/{slug}/rounds/pair", pod="masters", again="1")
    assert browser.status == 409
    assert "players have seen their tables" in text
    assert 'name="again" value="1"' in text, "the question carries the form"
    browser.post(f"/console/{slug}/rounds/pair", pod="masters", again="1", yes="1")
    assert app_state.ctx.open(slug).state.drafts[("masters", 1)] == 2


# --- typing results ---------------------------------------------------------------------------------------------------


@pytest.mark.req("SP-9")
@pytest.mark.parametrize(
    ("typed", "stands"),
    [("1", "1-0"), ("2", "0-1"), ("0", "½-½"), ("=", "½-½"), ("00", "0-0"), ("2-1", "2-1"), ("1f", "1-0F")],
)
def test_results_are_typed_in_short(app_state: AppState, typed: str, stands: str) -> None:
    slug = cup(app_state)
    begin(app_state, slug)
    text = log_in(app_state).post(f"/console/{slug}/rounds/1/enter", htmx=True, line=f"3 {typed}")
    assert 'data-state="ok"' in text
    assert result(app_state, slug, 3) == stands


@pytest.mark.req("S-13")
def test_scrabble_scores_are_typed_as_two_numbers(app_state: AppState) -> None:
    slug = cup(app_state, ruleset="scrabble-fise")
    begin(app_state, slug)
    log_in(app_state).post(f"/console/{slug}/rounds/1/enter", htmx=True, line="2 412 380")
    assert result(app_state, slug, 2) == "412-380"


@pytest.mark.req("X-11")
def test_xwing_scores_with_a_letter_for_the_ending(app_state: AppState) -> None:
    slug = cup(app_state, ruleset="xwing-epic-duel")
    begin(app_state, slug, confirmed=True)  # without lists
    browser = log_in(app_state)
    assert "153-124 · time ran out" in browser.get(f"/console/{slug}/rounds/1/echo?line=2+153+124+t")
    browser.post(f"/console/{slug}/rounds/1/enter", htmx=True, line="2 153 124 t")
    assert result(app_state, slug, 2) == "153-124 time"


def test_the_echo_says_who_sits_there_and_what_is_wrong(app_state: AppState) -> None:
    slug = cup(app_state)
    begin(app_state, slug)
    browser = log_in(app_state)
    row = next(r for r in pairing_rows(app_state.ctx, slug) if r.table == 2)
    text = browser.get(f"/console/{slug}/rounds/1/echo?line=2")
    assert html.escape(row.name_a) in text
    assert html.escape(row.name_b) in text
    assert "Round 1 has no table 77" in browser.get(f"/console/{slug}/rounds/1/echo?line=77")
    text = browser.get(f"/console/{slug}/rounds/1/echo?line=2+9-9")
    assert (
        "“9-9” is not a valid result. Use: 2 1 – the first player wins; 2 2 – the second player wins; 2 = – a tie;"
    ) in text
    first = row.name_a.partition(" ")[0]
    for said in ("first", first.lower(), f"{first} won", "2 no-show"):
        assert f"{row.name_a} wins" in html.unescape(browser.get(f"/console/{slug}/rounds/1/echo?line=2+{said}")), said
    assert html.escape(row.name_b) + " wins" in browser.get(f"/console/{slug}/rounds/1/echo?line=2+2")


def test_the_table_alone_comes_back_with_its_players(app_state: AppState) -> None:
    slug = cup(app_state)
    begin(app_state, slug)
    text = log_in(app_state).post(f"/console/{slug}/rounds/1/enter", line="2")
    assert 'name="line" value="2 "' in text
    assert re.search(r"Table 2:.*<b>1</b> <bdi>.*<b>2</b> <bdi>", text, re.DOTALL)


@pytest.mark.parametrize("line", ["x 1", "99 1", "2 9-9", ""])
def test_a_wrong_line_comes_back_as_it_was_typed(app_state: AppState, line: str) -> None:
    slug = cup(app_state)
    begin(app_state, slug)
    browser = log_in(app_state)
    browser.post(f"/console/{slug}/rounds/1/enter", line=line)
    assert browser.status == 422
    assert f'name="line" value="{line}"' in browser.text
    assert 'role="alert"' in browser.text


def test_two_scorekeepers_at_the_same_table(app_state: AppState) -> None:
    """The second sees the first's entry, and nothing is lost or replaced unseen."""
    slug = cup(app_state)
    begin(app_state, slug)
    first, second = log_in(app_state, name="Ada"), log_in(app_state, name="Ben")
    first.post(f"/console/{slug}/rounds/1/report", htmx=True, table="1", result="1-0", seen="")
    text = second.post(f"/console/{slug}/rounds/1/report", htmx=True, table="1", result="0-1", seen="")
    assert second.status == 409
    names = [name.partition(" ")[0] for name in re.findall(r"<bdi[^>]*>([^<(]+)</bdi>", first.text)[:2]]
    assert f"Table 1 already has a result: {names[0]} won, entered by Ada. You entered: {names[1]} won." in text
    assert result(app_state, slug, 1) == "1-0"
    second.post(f"/console/{slug}/rounds/1/report", htmx=True, table="1", result="0-1", seen="1-0")
    assert result(app_state, slug, 1) == "0-1"


def test_the_owner_without_a_name_is_told_in_the_readers_language(app_state: AppState) -> None:
    slug = cup(app_state)
    begin(app_state, slug)
    first, second = log_in(app_state, name="owner"), log_in(app_state)
    first.post(f"/console/{slug}/rounds/1/report", htmx=True, table="1", result="1-0", seen="")
    second.client.headers["accept-language"] = "pt"
    text = second.post(f"/console/{slug}/rounds/1/report", htmx=True, table="1", result="0-1", seen="")
    assert "lançado por proprietário" in text
    assert "owner" not in re.sub(r"<[^>]*>", "", second.get(f"/console/{slug}/rounds/1"))


def test_the_same_result_twice_is_no_quarrel(app_state: AppState) -> None:
    slug = cup(app_state)
    begin(app_state, slug)
    browser = log_in(app_state)
    for _ in range(2):
        browser.post(f"/console/{slug}/rounds/1/report", htmx=True, table="1", result="1-0", seen="")
        assert browser.status == 200


def test_a_repeated_request_enters_once(app_state: AppState) -> None:
    slug = cup(app_state)
    begin(app_state, slug)
    browser = log_in(app_state)
    for _ in range(2):
        browser.post(f"/console/{slug}/rounds/1/enter", htmx=True, line="1 1", client="abc123")
    assert sum(r.action == "results" for r in journal_rows(app_state.ctx, slug)) == 1


def test_a_scorekeeper_is_kept_to_his_tables(app_state: AppState) -> None:
    slug = cup(app_state)
    begin(app_state, slug)
    browser = log_in(app_state, Role.SCOREKEEPER, (1, 2))
    text = browser.post(f"/console/{slug}/rounds/1/enter", htmx=True, line="3 1")
    assert "Table 3 is not assigned to you" in text
    text = browser.post(f"/console/{slug}/rounds/1/bulk", text="1 1\n3 1", files={"file": ("", b"")})
    assert "line 2: table 3 is not assigned to you" in text
    assert result(app_state, slug, 1) is None
    browser.post(f"/console/{slug}/rounds/1/enter", htmx=True, line="2 1")
    assert result(app_state, slug, 2) == "1-0"
    assert "not assigned to you" in browser.get(f"/console/{slug}/rounds/1")


def test_a_result_is_taken_back(app_state: AppState) -> None:
    slug = cup(app_state)
    begin(app_state, slug)
    browser = log_in(app_state)
    browser.post(f"/console/{slug}/rounds/1/enter", htmx=True, line="1 1")
    browser.post(f"/console/{slug}/rounds/1/enter", htmx=True, line="1 x")
    assert result(app_state, slug, 1) is None


def test_an_intentional_draw_is_marked_in_the_journal(app_state: AppState) -> None:
    slug = cup(app_state)
    begin(app_state, slug)
    browser = log_in(app_state)
    text = browser.post(f"/console/{slug}/rounds/1/report", htmx=True, table="1", result="agreed")
    assert "intentional tie" in text
    assert journal_rows(app_state.ctx, slug)[-1].data["reason"] == "intentional draw"
    assert result(app_state, slug, 1) == "½-½"


# --- many at once -----------------------------------------------------------------------------------------------------


def test_many_results_of_a_bracket_are_written_as_its_matches_are_played(app_state: AppState) -> None:
    slug = cup(app_state, rounds="1", cut="2", best_of_cut="3")
    begin(app_state, slug)
    finish(app_state, slug, 1)
    advance.advance(app_state.ctx, slug, to="cut", size=2, override="a small final")
    begin(app_state, slug)
    browser = log_in(app_state)
    assert "1-0, 0-1, ½-½" in browser.get(f"/console/{slug}/rounds/1/bulk")
    assert "2-1" in browser.get(f"/console/{slug}/rounds/2/bulk")
    assert "½-½" not in browser.get(f"/console/{slug}/rounds/2/bulk")


def test_bulk_entry_is_all_or_nothing_with_the_line(app_state: AppState) -> None:
    slug = cup(app_state)
    begin(app_state, slug)
    browser = log_in(app_state)
    typed = "1 1\n\n2 9-9\n3 2"
    text = browser.post(f"/console/{slug}/rounds/1/bulk", text=typed, files={"file": ("", b"")})
    assert browser.status == 422
    assert "line 3:" in text
    assert typed in html.unescape(text)
    assert result(app_state, slug, 1) is None
    browser.post(f"/console/{slug}/rounds/1/bulk", text="1 1\n2 =\n3 2", files={"file": ("", b"")})
    assert [result(app_state, slug, t) for t in (1, 2, 3, 4)] == ["1-0", "½-½", "0-1", None]


def test_a_csv_file_is_read(app_state: AppState) -> None:
    slug = cup(app_state)
    begin(app_state, slug)
    browser = log_in(app_state)
    browser.post(f"/console/{slug}/rounds/1/bulk", text="", files={"file": ("r.csv", b"table,result\n1,1-0\n4,0-1\n")})
    assert [result(app_state, slug, t) for t in (1, 4)] == ["1-0", "0-1"]


def test_many_results_can_be_looked_at_first(app_state: AppState) -> None:
    slug = cup(app_state)
    begin(app_state, slug)
    browser = log_in(app_state)
    data = b"table,result\n1,1-0\n4,0-1\n"
    text = browser.post(f"/console/{slug}/rounds/1/bulk", text="", look="1", files={"file": ("r.csv", data)})
    assert browser.status == 200
    assert "Changes" in text
    assert "1 1-0\n4 0-1" in html.unescape(text)  # ready to be entered
    assert result(app_state, slug, 1) is None
    wrong = browser.post(f"/console/{slug}/rounds/1/bulk", text="77 1", look="1", files={"file": ("", b"")})
    assert browser.status in (404, 422)
    assert "77" in wrong


def test_bulk_entry_does_not_replace_unseen(app_state: AppState) -> None:
    slug = cup(app_state)
    begin(app_state, slug)
    results.report(app_state.ctx, slug, round_no=1, table=2, result="0-1")
    browser = log_in(app_state)
    text = browser.post(f"/console/{slug}/rounds/1/bulk", text="1 1\n2 1", files={"file": ("", b"")})
    assert browser.status == 409
    assert "line 2: table 2 already has the result 0-1" in text
    assert result(app_state, slug, 1) is None
    browser.post(f"/console/{slug}/rounds/1/bulk", text="1 1\n2 1", replacing="1", files={"file": ("", b"")})
    assert [result(app_state, slug, t) for t in (1, 2)] == ["1-0", "1-0"]


# --- by hand ----------------------------------------------------------------------------------------------------------


def test_a_swap_shows_its_price_first(app_state: AppState) -> None:
    slug = cup(app_state)
    begin(app_state, slug)
    finish(app_state, slug, 1)
    rounds.pair(app_state.ctx, slug)
    rows = [r for r in pairing_rows(app_state.ctx, slug) if r.kind == "match"]
    before = app_state.ctx.open(slug).state.seq
    browser = log_in(app_state)
    top, bottom = rows[0].a, rows[-1].a
    text = browser.get(f"/console/{slug}/rounds/swap?who={top}&who={bottom}")
    assert "no rematches, same points paired together, no better pairing exists" in text
    assert "made by hand" in text
    assert app_state.ctx.open(slug).state.seq == before, "looking changes nothing"
    browser.post(f"/console/{slug}/rounds/swap", a=top, b=bottom, yes="1")
    now = [r for r in pairing_rows(app_state.ctx, slug) if r.kind == "match"]
    assert now[-1].a == top
    assert "has the ID or name “Zed”" in browser.get(f"/console/{slug}/rounds/swap?a=Zed&b={top}")
    assert 'value="Zed"' in browser.text


def test_pairing_by_hand_is_checked_and_nothing_typed_is_lost(app_state: AppState) -> None:
    slug = cup(app_state)
    rounds.pair(app_state.ctx, slug)
    browser = log_in(app_state)
    page = browser.get(f"/console/{slug}/rounds/1/hand?pod=masters")
    lines = html.unescape(re.findall(r"<textarea[^>]*>(.*?)</textarea>", page, re.DOTALL)[0])
    assert len(lines.splitlines()) == 4
    wrong = "1,1,2\n2,3,3"
    text = browser.post(f"/console/{slug}/rounds/1/hand", text=wrong, do="use")
    assert browser.status == 422
    assert "line 2: " in text
    assert wrong in html.unescape(text)
    seq = app_state.ctx.open(slug).state.seq
    text = browser.post(f"/console/{slug}/rounds/1/hand", text="1,1,2\n2,3,4\n3,5,6\n4,7,8", do="check")
    assert "no rematches, same points paired together" in text
    assert app_state.ctx.open(slug).state.seq == seq
    browser.post(f"/console/{slug}/rounds/1/hand", text="1,1,2\n2,3,4\n3,5,6\n4,7,8", do="use")
    assert [(r.a, r.b) for r in pairing_rows(app_state.ctx, slug)] == [("1", "2"), ("3", "4"), ("5", "6"), ("7", "8")]


# --- corrections ------------------------------------------------------------------------------------------------------


@pytest.mark.req("P-RUN-3", "P-RUN-4", "A-66")
def test_a_correction_shows_its_consequence_and_offers_the_two_ways(app_state: AppState) -> None:
    slug = cup(app_state)
    begin(app_state, slug)
    finish(app_state, slug, 1)
    rounds.pair(app_state.ctx, slug)
    rounds.publish(app_state.ctx, slug)
    browser = log_in(app_state)
    assert "A result was corrected" not in browser.get(f"/console/{slug}/rounds")
    text = browser.get(f"/console/{slug}/rounds/1/correct?table=1&result=0-1")
    assert "The standings change" in text
    assert "Round 2 was paired with the old record" in text
    assert result(app_state, slug, 1) == "1-0"
    onward = browser.post(f"/console/{slug}/rounds/1/correct", table="1", result="0-1", seen="1-0")
    assert result(app_state, slug, 1) == "0-1"
    assert browser.path == f"/console/{slug}/rounds/2", "unfiltered, and where the repair is offered"
    assert f'action="/console/{slug}/rounds/repair"' in onward
    text = browser.get(f"/console/{slug}/rounds")
    assert "A result was corrected after this round was paired." in text
    assert "Start as it is" in text
    said = browser.post(f"/console/{slug}/rounds/repair", pod="masters")
    assert re.search(r"was repaired: (tables? [\d, ]+changed|no table changed)", said)
    assert "A result was corrected" not in browser.get(f"/console/{slug}/rounds")


@pytest.mark.req("P-RUN-4")
def test_a_correction_outside_its_window_is_refused_with_the_reason(app_state: AppState) -> None:
    slug = cup(app_state)
    for number in (1, 2):
        begin(app_state, slug)
        finish(app_state, slug, number)
    rounds.pair(app_state.ctx, slug)
    browser = log_in(app_state)
    text = browser.get(f"/console/{slug}/rounds/1/correct?table=1&result=0-1")
    assert "round 3 has been paired" in text
    browser.post(f"/console/{slug}/rounds/1/correct", table="1", result="0-1", seen="1-0")
    assert browser.status == 422
    assert result(app_state, slug, 1) == "1-0"


# --- the next phase ---------------------------------------------------------------------------------------------------


def test_advancing_shows_who_goes_on_first(app_state: AppState) -> None:
    slug = cup(app_state, rounds="1", style="swiss+cut", cut="2")
    begin(app_state, slug)
    finish(app_state, slug, 1)
    browser = log_in(app_state)
    assert "Advance to the top cut" in browser.get(f"/console/{slug}/rounds")
    text = browser.get(f"/console/{slug}/rounds/advance?to=cut&pod=masters&size=2")
    assert "2 advance, from round 2" in text
    assert "masters-cut" not in app_state.ctx.open(slug).state.pods
    assert "is not a number of players" in browser.get(f"/console/{slug}/rounds/advance?to=cut&size=two")
    form = {"to": "cut", "pod": "masters", "size": "2"}
    browser.post(f"/console/{slug}/rounds/advance", **form)
    if browser.status == 409:  # eight players: the document has no cut for so few
        browser.post(f"/console/{slug}/rounds/advance", **form, yes="1", override="a final was promised")
    assert len(app_state.ctx.open(slug).state.pods["masters-cut"].members) == 2


# --- players' own reports, the floor ----------------------------------------------------------------------------------


def test_a_dispute_is_shown_with_both_claims_and_settled(app_state: AppState) -> None:
    slug = cup(app_state)
    begin(app_state, slug)
    match = app_state.ctx.open(slug).state.find_table(1, 1)[2]
    floor.claim(app_state.ctx, slug, no=match.a, round_no=1, result="1-0")
    floor.claim(app_state.ctx, slug, no=match.b, round_no=1, result="1-0")
    browser = log_in(app_state)
    text = browser.get(f"/console/{slug}/rounds/1")
    one, two = (app_state.ctx.open(slug).name(no).split(" ")[0] for no in (match.a, match.b))
    assert re.search(r"(?s)only=disputed[^>]*>.{0,300}Reports differ <b>1</b>", text)
    row = html.unescape(re.search(r'<tr id="t-1".*?</tr>', text, re.DOTALL)[0])  # type: ignore[index]
    assert "reports don't match" in row
    assert f"{one} won" in row
    assert f"{two} won" in row, "by name, and the buttons beside it are names"
    assert re.findall(r"<button[^>]*>\s*([^<]+?)\s*<(?:/button|span class=\"hide\")", row.replace(HOSTILE, "x")) == [
        one.replace(HOSTILE, "x"),
        "Tie",
        two.replace(HOSTILE, "x"),
    ]
    assert "1-0" not in re.sub(r'(value|data-result)="[^"]*"', "", row)
    browser.post(f"/console/{slug}/rounds/1/report", table="1", result="0-1", seen="")
    assert "Reports differ" not in browser.get(f"/console/{slug}/rounds/1")


def test_clock_extra_time_penalty_and_announcement(app_state: AppState) -> None:
    slug = cup(app_state)
    begin(app_state, slug)
    browser = log_in(app_state)
    browser.post(f"/console/{slug}/clock/start", minutes="40")
    assert "of 40 minutes" in browser.text
    browser.post(f"/console/{slug}/clock/pause")
    assert "paused" in browser.text
    browser.post(f"/console/{slug}/floor/extend", round="1", table="2", minutes="6", reason="deck check")
    assert "deck check" in browser.text
    assert "+6 min" in browser.get(f"/console/{slug}/rounds/1")
    browser.post(f"/console/{slug}/floor/penalise", round="1", who="Ana Ruiz", kind="warning", reason="slow play")
    assert "slow play" in browser.text
    browser.post(f"/console/{slug}/floor/announce", text="Lunch at <b>one</b>")
    assert "Lunch at &lt;b&gt;one&lt;/b&gt;" in browser.text
    seq = app_state.ctx.open(slug).state.floor.announcements[0].seq
    browser.post(f"/console/{slug}/floor/withdraw", seq=str(seq))
    assert app_state.ctx.open(slug).state.floor.announcements == []
    text = browser.post(f"/console/{slug}/floor/extend", round="1", table="two", minutes="6", reason="deck check")
    assert browser.status == 422
    assert 'name="table" type="text" value="two"' in text


def test_a_judge_gives_extra_time_but_does_not_pair(app_state: AppState) -> None:
    slug = cup(app_state)
    begin(app_state, slug)
    judge = log_in(app_state, Role.JUDGE)
    judge.post(f"/console/{slug}/floor/extend", round="1", table="2", minutes="3", back="table")
    assert "3 extra minutes" in judge.text
    judge.post(f"/console/{slug}/rounds/finish")
    assert judge.status == 403
    judge.post(f"/console/{slug}/rounds/1/enter", line="1 1")
    assert judge.status == 403


# --- names and size ---------------------------------------------------------------------------------------------------


def test_hostile_names_stay_text(app_state: AppState) -> None:
    odd = [HOSTILE, "\u202eevil\u202c Rtl", "N" * 150 + " " + "L" * 140, "Zoë 🐉", '"quoted" O\'Hara', "{{ 7*7 }} x"]
    slug = cup(app_state, odd)
    browser = log_in(app_state)
    rounds.pair(app_state.ctx, slug)
    pages = ["rounds", "rounds/1", "rounds/1/hand?pod=masters", "floor", "rounds/swap?a=1&b=3", "rounds/swap?a=1&b=5"]
    texts = [browser.get(f"/console/{slug}/{page}") for page in pages]
    rounds.publish(app_state.ctx, slug)
    rounds.start(app_state.ctx, slug)
    table = next(r.table for r in pairing_rows(app_state.ctx, slug) if "1" in (r.a, r.b))
    match = app_state.ctx.open(slug).state.find_table(1, table)[2]
    for no in (match.a, match.b):
        floor.claim(app_state.ctx, slug, no=no, round_no=1, result="1-0")
    texts += [
        browser.get(f"/console/{slug}/{page}")
        for page in ("rounds/1", f"rounds/1/table/{table}", f"rounds/1/echo?line={table}+1", "rounds/1/bulk")
    ]
    texts.append(browser.post(f"/console/{slug}/rounds/1/enter", htmx=True, line=f"{table} 1"))
    finish(app_state, slug, 1)
    texts += [browser.get(f"/console/{slug}/rounds/1/correct?table={table}&result=0-1")]
    assert any("&lt;script&gt;alert(1)&lt;/script&gt;" in text for text in texts)
    for text in texts:
        assert HOSTILE not in text
        assert "<b>Río</b>" not in text
        assert "style=" not in text
        assert not re.search(r"\son\w+=", text), "no inline script: the content policy forbids it"


def test_two_hundred_tables_come_in_pages_and_can_be_searched(app_state: AppState) -> None:
    slug = cup(app_state, [f"P{i} Número{i}" for i in range(1, 451)], ruleset="swiss")
    begin(app_state, slug)
    browser = log_in(app_state)
    text = browser.get(f"/console/{slug}/rounds/1")
    assert text.count('<tr id="t-') == 100
    assert "Page 1 of 3" in text
    assert browser.get(f"/console/{slug}/rounds/1?page=3").count('<tr id="t-') == 25
    text = browser.get(f"/console/{slug}/rounds/1?q=numero417")
    assert text.count('<tr id="t-') == 1
    assert "Número417" in text
    assert browser.get(f"/console/{slug}/rounds/1?q=77").count('<tr id="t-') == 1
    results.report(app_state.ctx, slug, round_no=1, table=1, result="1-0")
    assert 'id="t-1"' not in browser.get(f"/console/{slug}/rounds/1?only=playing")


def test_the_same_result_again_is_said_and_is_no_entry(app_state: AppState) -> None:
    slug = cup(app_state)
    begin(app_state, slug)
    me = log_in(app_state)
    me.post(f"/console/{slug}/rounds/1/enter", htmx=True, line="1 1")
    head = app_state.ctx.open(slug).state.seq
    text = me.post(f"/console/{slug}/rounds/1/enter", htmx=True, line="1 1")
    assert me.status == 200
    assert "Table 1 already has this result. Nothing was changed." in text
    assert "Undo" not in text
    text = me.get(f"/console/{slug}/rounds/1/correct?table=1&result=1-0")
    assert "already has this result" in text
    assert "Correct it" not in text
    me.post(f"/console/{slug}/rounds/1/correct", table="1", result="1-0", seen="1-0")
    assert app_state.ctx.open(slug).state.seq == head
    text = me.post(f"/console/{slug}/rounds/1/report", htmx=True, table="1", result="agreed", seen="1-0")
    assert app_state.ctx.open(slug).state.seq == head + 1, "that they agreed is something new"
