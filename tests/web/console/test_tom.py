"""The page Beside TOM, phones and screens of an event that TOM runs."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from pareo.app.accounts.permissions import Role
from pareo.app.commands.event import events
from pareo.app.commands.floor import floor
from pareo.app.commands.results import enter_result as results
from pareo.app.tom import running
from pareo.formats.tdf import folder
from pareo.formats.tdf.follow import read_save
from pareo.formats.tdf.watch import AT_REST
from pareo.web import response_cache
from pareo.web.public.pages import render_page
from support.files.tom import TomEvent, follow_save, follow_saves, simple_save, tom_sync
from support.web.console import ConsoleClient, open_app_state

R1 = [(0, 1, 2, 1), (0, 3, 4, 2), (0, 5, 6, 3), (0, 7, 8, 4)]
DONE = [(1, a, b, table) for _, a, b, table in R1]
AGAIN = [(0, 1, 3, 1), (0, 2, 4, 2), *R1[2:]]


class TomServer:
    """A server beside TOM."""

    def __init__(self, folder: Path) -> None:
        self.app_state = open_app_state(folder)
        self.now = 0.0
        self.app_state.following.now = lambda: self.now
        self.app_state.ctx.now = self.app_state.following.ctx.now = lambda: "2026-02-14T10:00:00.000000Z"
        self.file = folder / "copa.tdf"
        self.file.write_bytes(simple_save())
        self.owner = ConsoleClient(self.app_state)
        self.slug = "copa-brasa-mar"

    def save(self, data: bytes) -> None:
        self.file.write_bytes(data)
        self.now += 1
        self.app_state.follow_tom()
        self.now += 2 * AT_REST
        self.app_state.follow_tom()

    def public(self, name: str = "tables") -> str:
        return render_page(self.app_state, self.slug, name, "en", {})


@pytest.fixture
def tom_server(tmp_path: Path) -> Iterator[TomServer]:
    made = TomServer(tmp_path)
    token = str(made.owner.client.cookies.get("pareo_csrf"))
    answer = made.owner.client.post(
        "/console/tom",
        data={"_csrf_token": token, "path": str(made.file)},
        files={"file": ("", b"")},
        follow_redirects=False,
    )
    assert answer.headers["location"] == f"/console/{made.slug}/beside"
    yield made
    made.app_state.store.close()


def words(html: str) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", html).split())


@pytest.mark.req("BT-START-1", "BT-SCR-2", "BT-PUB-1", "BT-SCR-1")
def test_a_save_is_on_the_page_and_after_publishing_on_phones(tom_server: TomServer) -> None:
    tom_server.save(simple_save(R1))
    page = words(tom_server.owner.get(f"/console/{tom_server.slug}/beside"))
    assert "copa.tdf" in page
    assert "round 1 paired" in page
    assert "Publish now" in page
    assert "Nora1" not in tom_server.public()
    page = words(tom_server.owner.post(f"/console/{tom_server.slug}/beside/hold"))
    assert "On hold" in page
    tom_server.owner.post(f"/console/{tom_server.slug}/beside/publish")
    assert "Nora1 B." in tom_server.public()  # first name and initial (BT-PRI-1)
    assert "Nora1 Brasa" not in tom_server.public()
    page = words(tom_server.owner.get(f"/console/{tom_server.slug}/beside"))
    assert "4 tables still open" in page
    assert "TOM runs this event" in words(tom_server.owner.get(f"/console/{tom_server.slug}"))
    assert "Nora1" in words(tom_server.owner.get(f"/screen/{tom_server.slug}/pairings"))


@pytest.mark.req("BT-CON-1", "BT-BACK-1", "BT-RES-2")
def test_conflicts_are_settled_by_two_taps_and_the_list_can_be_read(tom_server: TomServer) -> None:
    tom_server.save(simple_save(R1))
    ctx = tom_server.app_state.ctx
    running.publish_now(ctx, tom_server.slug)
    for table in (1, 2):
        results.report(ctx, tom_server.slug, round_no=1, table=table, result="1-0")
    assert "won" not in words(tom_server.public())  # hidden until TOM has it
    events.change_settings(ctx, tom_server.slug, {"provisional": "shown"})
    assert "Nora1 won" in words(tom_server.public())
    page = words(tom_server.owner.get(f"/console/{tom_server.slug}/beside/list?newest=1"))
    assert "1 Nora1 Brasa 1-0 Nora2 Brasa 2 Nora3 Brasa" in page
    assert "<b>Nora1 Brasa</b>" in tom_server.owner.get(f"/console/{tom_server.slug}/beside/list")
    tom_server.save(simple_save([(2, 1, 2, 1), *R1[1:]]))
    page = words(tom_server.owner.get(f"/console/{tom_server.slug}/beside"))
    assert "Use TOM's: 0-1" in page
    assert "Keep ours: 1-0" in page
    page = words(tom_server.owner.post(f"/console/{tom_server.slug}/beside/settle", round="1", table="1", right="ours"))
    assert "correct it: TOM has 0-1" in page
    page = words(tom_server.owner.post(f"/console/{tom_server.slug}/beside/note", text="Nora3 drops"))
    assert "Nora3 drops" in page
    assert "A note needs a text." in words(tom_server.owner.post(f"/console/{tom_server.slug}/beside/note", text=" "))


@pytest.mark.req("BT-RES-2", "BT-CON-1", "BT-CON-2")
def test_each_match_shows_how_it_stands(tom_server: TomServer) -> None:
    """Open, one side, waiting for TOM, in TOM, conflict: on the tables of Now, under “Needs you”, and on phones."""
    tom_server.save(simple_save(R1))
    ctx, slug = tom_server.app_state.ctx, tom_server.slug
    running.publish_now(ctx, slug)

    def tiles() -> list[str]:
        found = re.findall(r'class="tile( [a-z]*)"', tom_server.owner.get(f"/console/{slug}"))
        return [state.strip() or "open" for state in found]

    def both_say(a: int, b: int) -> None:
        floor.claim(ctx, slug, no=a, round_no=1, result="1-0")
        floor.claim(ctx, slug, no=b, round_no=1, result="0-1")

    head = {"authorization": f"Bearer {tom_server.app_state.accounts.make_token('staff', Role.ORGANISER, slug)}"}

    def needs() -> list[tuple[str, int]]:
        rows = tom_server.owner.client.get(f"/api/v1/events/{slug}/needs", headers=head).json()
        return [(row["kind"], row["table"]) for row in rows]

    floor.claim(ctx, slug, no=7, round_no=1, result="1-0")
    both_say(1, 2)
    results.report(ctx, slug, round_no=1, table=2, result="1-0")
    assert tiles() == ["waits", "waits", "open", "half"]
    assert "2 results to enter in TOM" in words(tom_server.owner.get(f"/console/{slug}"))
    assert needs() == []
    tom_server.save(simple_save([(2, 1, 2, 1), (1, 3, 4, 2), *R1[2:]]))
    assert tiles() == ["conflict", "in", "open", "half"]
    page = words(tom_server.owner.get(f"/console/{slug}"))
    assert "TOM has a different result at 1 table" in page
    assert "Table 1 : TOM has a different result Nora1 Brasa – Nora2 Brasa" in page
    assert needs() == [("conflict", 1)]
    link = tom_server.app_state.accounts.player_link(slug, 1)
    me = words(tom_server.owner.client.get(f"/e/{slug}/me/{link}").text)
    assert "the desk is checking" in me
    assert "It counts" not in me
    tom_server.owner.post(f"/console/{slug}/beside/settle", round="1", table="1", right="tom")
    assert (tiles(), needs()) == (["in", "in", "open", "half"], [])
    assert "Confirmed: you lost." in words(tom_server.owner.client.get(f"/e/{slug}/me/{link}").text)


@pytest.mark.req("BT-SCR-1", "BT-PUB-2", "BT-CON-1")
def test_a_phone_hears_of_whatever_changes_at_its_table(tom_server: TomServer) -> None:
    """A result in TOM, another one, a conflict, another pair: each is another sign, so that the phone looks again."""
    tom_server.save(simple_save(R1))
    running.publish_now(tom_server.app_state.ctx, tom_server.slug)
    results.report(tom_server.app_state.ctx, tom_server.slug, round_no=1, table=1, result="1-0")

    def sign() -> tuple[str, str]:
        data = json.loads(tom_server.public("pulse"))
        return data["mark"], data["tables"]["1-1"]

    heard = [sign()]
    for saved in ([(1, 1, 2, 1), *R1[1:]], [(2, 1, 2, 1), *R1[1:]], [(3, 1, 2, 1), *R1[1:]], AGAIN):
        tom_server.save(simple_save(saved))
        assert sign() not in heard, saved
        heard.append(sign())
    assert heard[0][1] == "r"  # what TOM does not have is no more than that


@pytest.mark.req("BT-OWN-2", "BT-SCR-2")
def test_what_is_toms_to_do_is_not_offered_here(tom_server: TomServer) -> None:
    page = words(tom_server.owner.get(f"/console/{tom_server.slug}"))
    assert "Nothing pending" in page
    assert "New player" not in page
    tom_server.save(simple_save(R1))
    assert "Round 1 is paired" in words(tom_server.owner.get(f"/console/{tom_server.slug}"))
    running.publish_now(tom_server.app_state.ctx, tom_server.slug)
    page = words(tom_server.owner.get(f"/console/{tom_server.slug}"))
    assert "a note for TOM" in page
    assert "Add a late player" not in page
    running.leave_note(tom_server.app_state.ctx, tom_server.slug, "Nora3 drops")
    assert "1 note for TOM" in words(tom_server.owner.get(f"/console/{tom_server.slug}/beside"))
    running.stop(tom_server.app_state.ctx, tom_server.slug)
    assert "Add a late player" in words(tom_server.owner.get(f"/console/{tom_server.slug}"))


@pytest.mark.req("BT-START-1")
def test_the_folder_of_a_followed_file_is_looked_into(tom_server: TomServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(folder, "tom_folder", lambda: None)
    (tom_server.file.parent / "copa (1).tdf").write_bytes(simple_save())
    page = words(tom_server.owner.get("/console/tom"))
    assert "Copa Brasa" in page
    assert "Backups and copies are ignored: copa (1).tdf" in page


@pytest.mark.req("BT-PUB-2", "BT-CON-4", "BT-SCR-1")
def test_changed_tables_are_marked_on_phones_and_screens(tom_server: TomServer) -> None:
    tom_server.save(simple_save(AGAIN))
    ctx = tom_server.app_state.ctx
    running.publish_now(ctx, tom_server.slug)
    floor.claim(ctx, tom_server.slug, no=1, round_no=1, result="1-0")
    floor.claim(ctx, tom_server.slug, no=3, round_no=1, result="0-1")
    tom_server.save(simple_save(R1))
    assert tom_server.public().count("changed") == 2
    screen = tom_server.owner.get(f"/screen/{tom_server.slug}/pairings")
    assert screen.count('class="changed"') == 2
    assert "pairings changed" in words(screen)
    assert "slips.pdf?round=1&amp;tables=1,2" in tom_server.owner.get(f"/console/{tom_server.slug}/beside")
    link = tom_server.app_state.accounts.player_link(tom_server.slug, 1)
    me = words(tom_server.owner.client.get(f"/e/{tom_server.slug}/me/{link}").text)
    assert "check your table again" in me
    assert "was set aside" in me
    assert "Drop from the tournament" in me


@pytest.mark.req("BT-DIFF-5", "BT-ID-2", "BT-WATCH-2")
def test_what_needs_a_word_is_asked_on_the_page(tom_server: TomServer) -> None:
    tom_server.save(simple_save(DONE))
    tom_server.save(simple_save())
    page = words(tom_server.owner.get(f"/console/{tom_server.slug}/beside"))
    assert "TOM's file no longer has any rounds" in page.replace("&#39;", "'")
    tom_server.owner.post(f"/console/{tom_server.slug}/beside/confirm")
    assert not tom_server.app_state.ctx.open(tom_server.slug).state.pods
    tom_server.save(simple_save(R1, number="26-02-000099", name="Otra"))
    assert "another event (Otra)" in words(tom_server.owner.get(f"/console/{tom_server.slug}/beside"))
    moved = tom_server.file.with_name("nuevo.tdf")
    moved.write_bytes(simple_save(R1))
    tom_server.owner.post(f"/console/{tom_server.slug}/beside/again", path=str(moved))
    assert "nuevo.tdf" in words(tom_server.owner.get(f"/console/{tom_server.slug}/beside"))
    assert tom_server.app_state.ctx.open(tom_server.slug).state.pods


@pytest.mark.req("BT-PRI-1", "BT-FIN-1", "BT-DIFF-3")
def test_a_save_is_for_the_organiser_alone(tom_server: TomServer) -> None:
    tom_server.save(simple_save(DONE))
    path = f"/console/{tom_server.slug}/beside/saves/2"
    assert tom_server.owner.client.get(path).content == simple_save(DONE)
    for role in (Role.SCOREKEEPER, Role.JUDGE, Role.SCREEN):
        other = ConsoleClient(tom_server.app_state, role, tom_server.slug)
        other.get(path)
        assert other.status in (401, 403)
    everything = "".join(tom_server.public(name) for name in ("", "tables", "names", "rounds"))
    for secret in (r"\b1990\b", "Estero", "26-02", "popid"):
        assert not re.search(secret, everything), secret


@pytest.mark.req("BT-RES-2")
def test_what_tom_does_not_have_is_hidden_from_everybody_but_staff(tom_server: TomServer) -> None:
    tom_server.save(simple_save(R1))
    ctx, slug, client = tom_server.app_state.ctx, tom_server.slug, tom_server.owner.client
    running.publish_now(ctx, slug)
    for table in (1, 2):
        results.report(ctx, slug, round_no=1, table=table, result="1-0")

    def told() -> dict[str, object]:
        tom_server.app_state.refresh()
        api = f"/api/v1/public/events/{slug}"
        return {
            "pairings": [row["result"] for row in client.get(f"{api}/pairings").json()],
            "open": client.get(api).json()["pods"][0]["open_tables"],
            "page": "won" in words(tom_server.public()),
        }

    assert told() == {"pairings": [None] * 4, "open": [3, 4], "page": False}
    assert "2 tables" in words(client.get(f"/screen/{slug}/clock").text)  # that it was told is no secret
    assert json.loads(tom_server.public("pulse"))["tables"] == {"1-1": "r", "1-2": "r", "1-3": "0", "1-4": "0"}
    link = tom_server.app_state.accounts.player_link(slug, 1)
    assert [row["result"] for row in client.get(f"/api/v1/events/{slug}/own/{link}").json()["matches"]] == ["1-0"]
    me = words(client.get(f"/e/{slug}/me/{link}").text)  # the player sees their own, and where it is
    assert "The desk has your result: you won. It counts once it is in TOM." in me
    page = words(tom_server.owner.get(f"/console/{slug}/standings"))
    assert "With 2 results not yet in TOM." in page
    assert "1 Nora1 Brasa : Place 1: how it was decided 3 1–0" in page
    token = tom_server.app_state.accounts.make_token("staff", Role.ORGANISER, slug)
    rows = client.get(f"/api/v1/events/{slug}/standings", headers={"authorization": f"Bearer {token}"}).json()
    assert [row["points"] for row in rows][:3] == [3, 3, 0]
    assert "Nora1" not in tom_server.public("standings")
    assert "points" not in me  # no round is over
    events.change_settings(ctx, slug, {"provisional": "shown"})
    assert told() == {"pairings": ["1-0", "1-0", None, None], "open": [3, 4], "page": True}
    page = words(tom_server.public("standings"))
    assert "With 2 results not yet in TOM. " in page
    assert "1 Nora1 B. 3 1\u20130" in page
    me = words(client.get(f"/e/{slug}/me/{link}").text)
    assert re.search("3 points 1\u20130 .* 1 of 8", me)
    assert "With 2 results not yet in TOM." in me
    tom_server.save(simple_save(DONE))
    assert "not yet in TOM" not in tom_server.public("standings")
    assert "not yet in TOM" not in client.get(f"/e/{slug}/me/{link}").text
    assert "not yet in TOM" not in tom_server.owner.get(f"/console/{slug}/standings")


@pytest.mark.req("BT-RES-2")
def test_a_bracket_waits_for_tom_as_well(tom_server: TomServer) -> None:
    tom = TomEvent.with_players((4, 1990), rounds="3", style="swiss+cut")
    for _ in range(3):
        tom.pair()
        tom.play(every=9)
    tom.cut(4)
    ctx, slug = follow_saves([*tom.saves, tom.pair()], tom_server.app_state.ctx)
    if tom_sync(ctx, slug).unpublished_since:
        running.publish_now(ctx, slug)
    api = f"/api/v1/public/events/{slug}/bracket"

    def bracket() -> object:
        tom_server.app_state.refresh()
        return tom_server.owner.client.get(api).json()

    before = bracket()
    table = min(ctx.open(slug).state.pods["masters-cut"].rounds[4].matches)
    results.report(ctx, slug, round_no=4, table=table, result="1-0")
    assert bracket() == before
    events.change_settings(ctx, slug, {"provisional": "shown"})
    assert bracket() != before


@pytest.mark.req("BT-PRI-2")
def test_whatever_is_public_ends_a_month_after_the_event(
    tom_server: TomServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(response_cache, "AT_MOST_EVERY", 0.0)
    tom_server.save(simple_save(DONE))
    ctx, slug = tom_server.app_state.ctx, tom_server.slug
    link = tom_server.app_state.accounts.player_link(slug, 1)
    api = f"/api/v1/public/events/{slug}"
    phone = tom_server.owner.client
    paths = [
        f"/e/{slug}",
        f"/e/{slug}/tables",
        f"/e/{slug}/standings",
        f"/e/{slug}/me",
        f"/e/{slug}/me?q=Nora",
        f"/e/{slug}/me/{link}",
        f"/e/{slug}/clubs",
        f"/screen/{slug}/standings",
        api,
        f"{api}/pairings",
        f"{api}/standings",
        f"{api}/players",
        f"{api}/cross-table",
        f"{api}/clock",
        f"/api/v1/events/{slug}/own/{link}",
    ]

    def answers() -> set[int]:
        tom_server.app_state.refresh()
        return {phone.get(path).status_code for path in paths}

    ctx.now = lambda: "2026-03-16T12:00:00.000000Z"
    assert answers() == {200}  # and all of it is kept as ready bytes
    ctx.now = lambda: "2026-03-17T12:00:00.000000Z"
    assert answers() == {404}
    assert tom_server.owner.client.get(f"/console/{slug}/beside").status_code == 200  # staff go on
    events.change_settings(ctx, slug, {"public_days": "0"})
    assert answers() == {200}


@pytest.mark.req("BT-START-3")
def test_a_save_may_come_by_hand_or_from_another_machine(tom_server: TomServer) -> None:
    token = tom_server.app_state.accounts.make_token("sender", Role.ORGANISER, tom_server.slug)
    url = f"/api/v1/events/{tom_server.slug}/beside/saves"
    head = {"authorization": f"Bearer {token}", "content-type": "application/octet-stream"}
    answers = [tom_server.owner.client.post(url, content=simple_save(R1), headers=head).json() for _ in range(2)]
    assert [answer["taken"] for answer in answers] == [True, False]
    assert answers[0]["sha256"] == read_save(simple_save(R1)).sha256
    refused = tom_server.owner.client.post(url, content=simple_save(R1)[:-30], headers=head)
    assert (refused.status_code, refused.json()["error"]) == (422, "tom-half")
    assert tom_server.owner.client.post(url, content=simple_save(DONE)).status_code in (401, 403)
    csrf = str(tom_server.owner.client.cookies.get("pareo_csrf"))
    tom_server.owner.client.post(
        f"/console/{tom_server.slug}/beside/save",
        data={"_csrf_token": csrf},
        files={"file": ("copa.tdf", simple_save(DONE))},
    )
    page = words(tom_server.owner.get(f"/console/{tom_server.slug}/beside"))
    assert "round 1 finished" in page
    state = tom_server.owner.client.get(f"/api/v1/events/{tom_server.slug}/beside", headers=head).json()
    assert (state["saves"], state["following"]) == (3, True)


@pytest.mark.req("BT-OWN-2", "BT-OWN-3", "BT-SCR-1")
def test_a_player_leaves_by_a_note_and_following_ends_by_a_button(tom_server: TomServer) -> None:
    tom_server.save(simple_save(R1))
    running.publish_now(tom_server.app_state.ctx, tom_server.slug)
    link = tom_server.app_state.accounts.player_link(tom_server.slug, 3)
    client = tom_server.owner.client
    client.get(f"/e/{tom_server.slug}/me/{link}")
    client.post(f"/e/{tom_server.slug}/me/drop", data={"_csrf_token": str(client.cookies.get("pareo_csrf"))})
    assert "Nora3 Brasa drops" in words(tom_server.owner.get(f"/console/{tom_server.slug}/beside"))
    page = words(tom_server.owner.post(f"/console/{tom_server.slug}/beside/stop"))
    assert "This event continues here" in page
    assert tom_server.app_state.following.file_of(tom_server.slug) is None


@pytest.mark.req("BT-BACK-2")
def test_numbers_to_scan_are_off_until_somebody_switches_them_on(tom_server: TomServer) -> None:
    tom_server.save(simple_save(R1))
    ctx = tom_server.app_state.ctx
    running.publish_now(ctx, tom_server.slug)
    results.report(ctx, tom_server.slug, round_no=1, table=2, result="0-1")
    assert "not been tested" in words(tom_server.owner.get(f"/console/{tom_server.slug}/beside/scan"))
    events.change_settings(ctx, tom_server.slug, {"tom_scan": "yes"})
    page = tom_server.owner.get(f"/console/{tom_server.slug}/beside/scan")
    assert "21220" in words(page)  # Masters, round 1, table 2, the second wins; check digit
    assert "<svg" in page
    follow_save(ctx, tom_server.slug, simple_save([R1[0], (2, 3, 4, 2), *R1[2:]]))
    assert "TOM has all results." in words(tom_server.owner.get(f"/console/{tom_server.slug}/beside/scan"))
