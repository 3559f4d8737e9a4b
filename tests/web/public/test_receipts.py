"""The page of a receipt, its code on paper, the API's answer."""

from __future__ import annotations

import hashlib
import html
import json
import re
import subprocess
import sys

import pytest

from pareo import Tournament
from pareo.app.commands.rounds import rounds
from pareo.app.league import event_closing
from pareo.app.receipts.receipt import receipt, receipts
from pareo.core.model.entities import Status
from pareo.core.text.errors import NotFound
from pareo.pages.site import site
from pareo.print import pairings
from pareo.print.document import PrintOptions
from pareo.print.pairings import by_name, by_table
from support.errors import raises_code
from support.events.receipts import SCRIPT
from support.events.receipts import play_event as small_event
from support.events.stage import players_of_ages
from support.files.tom import follow_saves, simple_save
from support.web.public import PublicStage, make_players


@pytest.fixture
def stage(tmp_path):
    made = PublicStage(tmp_path, "pokemon-tcg-2019-07", rounds="4")
    made.enter(make_players(9))
    made.play(2)
    return made


def test_everybody_can_open_the_receipt_of_a_published_round(stage):
    stage.open(Status.DRAFTED)
    visit = stage.visitor()
    page = visit.get("/e/copa/receipt?round=2")
    assert "the certificate proves it" in page
    assert "The draw was fixed when the event was created" in page
    assert "receipt?round=2" in visit.get("/e/copa/rounds")
    visit.get("/e/copa/receipt?round=3", status=404)
    data = json.loads(visit.get("/api/v1/public/events/copa/receipt?round=2"))
    assert data["seed"] in page
    assert data["secret"] is None
    visit.get("/api/v1/public/events/copa/receipt?round=3", status=404)


def test_a_stranger_has_all_that_is_needed_from_the_page(stage, tmp_path):
    """The script to read and to save, its sum, the receipt; and the two lines that the page says to type."""
    visit = stage.visitor()
    page = visit.get("/e/copa/receipt?round=2")
    saved = {name: html.unescape(href) for name, href in re.findall(r'download="([^"]+)"\s+href="([^"]+)"', page)}
    assert set(saved) == {"receipt-2.json", "check_receipt.py"}
    read = visit.client.get("/check_receipt.py")
    assert read.headers["content-type"] == "text/plain; charset=utf-8"
    assert "content-disposition" not in read.headers
    assert 'href="/check_receipt.py"' in page
    taken = visit.client.get(saved["check_receipt.py"])
    assert taken.headers["content-disposition"] == 'attachment; filename="check_receipt.py"'
    assert taken.content == read.content == SCRIPT.read_bytes()
    assert hashlib.sha256(taken.content).hexdigest() in page
    for name, address in saved.items():
        (tmp_path / name).write_bytes(visit.client.get(address).content)
    typed = [" ".join(line.split()) for line in re.findall(r'<p class="[^"]*typed">(.*?)</p>', page, re.DOTALL)]
    assert typed[0] == "sha256sum check_receipt.py"
    python, *words = typed[1].split()
    assert python == "python3"
    done = subprocess.run([sys.executable, "-I", *words], cwd=tmp_path, capture_output=True, text=True, check=True)
    assert "The seed was fixed at creation" in done.stdout
    assert "no round costs less" in done.stdout
    (tmp_path / "receipt-2.json").write_bytes((tmp_path / "receipt-2.json").read_bytes().replace(b"1", b"2", 1))
    done = subprocess.run([sys.executable, "-I", *words], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout[:6]) == (1, "WRONG:")


def test_a_round_that_was_drawn_again_says_so(tmp_path):
    made = PublicStage(tmp_path, "swiss", rounds="3")
    made.enter(make_players(6))
    made.play(1)
    assert "paired again" not in made.visitor().get("/e/copa/receipt?round=1")
    rounds.pair(made.ctx, "copa")
    rounds.pair(made.ctx, "copa", again=True)
    rounds.publish(made.ctx, "copa", confirmed=True)
    assert "paired again before publishing it: this is draw 2" in made.visitor().get("/e/copa/receipt?round=2")


def test_a_round_that_tom_drew_has_no_receipt_and_nothing_leads_to_one():
    ctx, slug = follow_saves([simple_save([(1, 1, 2, 1), (1, 3, 4, 2)], players_=4)])
    with raises_code(NotFound, "receipt-none-here"):
        receipt(ctx, slug, round_no=1)
    assert receipts(ctx, slug) == []
    assert "receipt-1" not in site(ctx, slug)["index.html"].decode()
    assert by_table(ctx, slug, PrintOptions(round_no=1, address="http://192.168.7.7:8000/e/copa"))[0]["qr"] == ""


def test_a_round_that_was_read_from_a_file_has_no_receipt(tmp_path):
    played = small_event(1, 2)
    file = tmp_path / "cup.tdf"
    file.write_bytes(played.export("tdf"))
    read = Tournament.read(file)
    assert receipts(read.ctx, read.slug) == []
    with raises_code(NotFound, "receipt-none-here"):
        read.receipt(1)


def test_the_code_of_two_divisions_together_leads_to_their_receipt(tmp_path, monkeypatch):
    """A plus in an address is a space."""
    seen = []
    monkeypatch.setattr(pairings, "qr_svg", lambda text: seen.append(text) or b"<svg/>")
    made = PublicStage(tmp_path, "pokemon-tcg-2019-07", rounds="3")
    made.enter(players_of_ages(juniors=3, seniors=3, masters=8))
    made.play(1)
    by_table(made.ctx, "copa", PrintOptions(round_no=1, address="http://192.168.7.7:8000/e/copa"))
    assert len(seen) == 2
    pages = [made.visitor().get(address.removeprefix("http://192.168.7.7:8000")) for address in seen]
    assert "Juniors + Seniors</h2>" in pages[0]


def test_the_exported_site_has_the_receipts_and_the_script(stage, tmp_path):
    files = site(stage.ctx, "copa", lang="es")
    page = files["receipt-2.html"].decode()
    assert {"check_receipt.py", "receipt-2.json"} <= set(re.findall(r'href="([^"]+)"', page))
    assert "/api/" not in page
    assert stage.ctx.open("copa").state.draws.root in files["index.html"].decode()
    for name in ("check_receipt.py", "receipt-2.json"):
        (tmp_path / name).write_bytes(files[name])
    words = ["check_receipt.py", "receipt-2.json"]
    done = subprocess.run([sys.executable, "-I", *words], cwd=tmp_path, capture_output=True, text=True, check=True)
    assert "no round costs less" in done.stdout


def test_the_posted_pairings_carry_a_code_and_a_draft_none(stage):
    wish = PrintOptions(round_no=2, address="http://192.168.7.7:8000/e/copa")
    assert "<svg" in by_table(stage.ctx, stage.slug, wish)[0]["qr"]
    assert by_name(stage.ctx, stage.slug, wish)[0]["qr"] == by_table(stage.ctx, stage.slug, wish)[0]["qr"]
    assert by_table(stage.ctx, stage.slug, PrintOptions(round_no=2))[0]["qr"] == ""
    stage.open(Status.DRAFTED)
    for paper in (by_table, by_name):
        assert paper(stage.ctx, stage.slug, PrintOptions(round_no=3, address=wish.address))[0]["qr"] == ""


def test_of_several_pods_one_receipt_leads_to_the_others(tmp_path):
    made = PublicStage(tmp_path, "pokemon-tcg-2019-07", rounds="3")
    made.enter(players_of_ages(juniors=8, seniors=0, masters=8))
    made.play(1)
    first = made.visitor().get("/e/copa/receipt?round=1")
    assert "In this round also" in first
    other = next(pod for pod in made.ctx.open("copa").state.pods if f"pod={pod}" in first)
    assert "In this round also" in made.visitor().get(f"/e/copa/receipt?round=1&pod={other}")


def test_the_root_can_be_noted_before_the_first_round(tmp_path):
    made = PublicStage(tmp_path, "swiss", rounds="3")
    assert made.ctx.open("copa").state.draws.root in made.visitor().get("/e/copa/rounds")


def test_the_secret_stands_on_the_page_only_when_the_event_is_closed(tmp_path):
    made = PublicStage(tmp_path, "swiss", rounds="2")
    made.enter(make_players(4))
    made.play(2)
    secret = made.ctx.open("copa").secret
    assert "The secret, now" not in made.visitor().get("/e/copa/receipt?round=1")
    assert json.loads(made.visitor().get("/api/v1/public/events/copa/receipt?round=1"))["secret"] is None
    event_closing.close_event(made.ctx, "copa", season=False)
    assert "The secret, now" in made.visitor().get("/e/copa/receipt?round=1")
    assert json.loads(made.visitor().get("/api/v1/public/events/copa/receipt?round=1"))["secret"] == secret
