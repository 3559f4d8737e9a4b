"""The exported web site: complete, private, readable without script, in four languages."""

from __future__ import annotations

import html
import io
import re
import zipfile
from html.parser import HTMLParser

import pytest

from pareo.app.commands.people import leaving
from pareo.app.commands.rounds import rounds
from pareo.app.queries.pages.public_view import public_tables
from pareo.core.text.errors import NotFound
from pareo.core.text.languages import LANGUAGES
from pareo.locale.texts import texts
from pareo.pages.site import STATIC, site, site_zip
from support.errors import raises_code
from support.events.played import PlayedEvent, lower_number_wins


class Page(HTMLParser):
    """Links, tags and text of a page; fails on tags that are not closed, but for rows and their cells."""

    VOID = frozenset({"meta", "link", "br"})
    MAY_STAY_OPEN = frozenset({"td", "tr", "li"})

    def __init__(self, content: bytes) -> None:
        super().__init__()
        self.links: list[str] = []
        self.tags: list[str] = []
        self.open: list[str] = []
        self.words: list[str] = []
        self.feed(content.decode())
        self.close()
        assert not [tag for tag in self.open if tag not in self.MAY_STAY_OPEN]

    def handle_starttag(self, tag, attrs):
        self.tags.append(tag)
        self.links += [value for key, value in attrs if key in ("href", "src", "action") and value != "#main"]
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_endtag(self, tag):
        while self.open[-1] != tag:
            assert self.open.pop() in self.MAY_STAY_OPEN
        self.open.pop()

    def handle_data(self, data):
        self.words.append(data)

    @property
    def text(self):
        return " ".join(" ".join(self.words).split())


def text_of(files):
    return {path: Page(content).text for path, content in files.items() if path.endswith(".html")}


@pytest.fixture(scope="module")
def cup(tmp_path_factory):
    """Two Swiss rounds, a cut of four with both rounds played, then nothing more."""
    event = PlayedEvent(
        tmp_path_factory.mktemp("cup"),
        "swiss",
        7,
        cut="4",
        third_place="yes",
        rounds="2",
        fields=lambda i: {
            "club": f"Club {i}",
            "birth_year": 1990 + i,
            "contact": "secret@example.org",
            "notes": "private note",
            "rating": 1400 + i,
        },
    )
    event.play(2)
    event.cut(4)
    event.play(2)
    return event


@pytest.mark.req("SP-14", "P-RUN-5")
def test_every_round_standings_cross_table_bracket_and_players(cup):
    files = site(cup.ctx, cup.slug)
    assert set(files) == {
        *STATIC,
        "index.html",
        "players.html",
        "cross-table.html",
        "bracket.html",
        *(f"round-{n}.html" for n in range(1, 5)),
        *(f"names-{n}.html" for n in range(1, 5)),
        *(f"standings-{n}.html" for n in range(1, 5)),
        *(f"player-{n}.html" for n in range(1, 8)),
        *(f"information-{n}.html" for n in range(1, 5)),
        *(f"receipt-{n}.{kind}" for n in range(1, 5) for kind in ("html", "json")),
    }
    text = text_of(files)
    assert "Abril, Ana" in text["players.html"]
    for number, r in cup.state.pods["main"].rounds.items():
        for m in r.matches.values():
            a, b = (cup.ctx.open(cup.slug).name(no) for no in (m.a, m.b))
            winner = (a if m.a < m.b else b).split()[0]
            assert re.search(rf"{a} \S+ {b} \S+ {winner} won", text[f"round-{number}.html"])
    assert "Champion Ana Abril" in text["bracket.html"]
    assert "Third place" in text["bracket.html"]
    assert text["standings-4.html"].index("Ana Abril") < text["standings-4.html"].index("Bruno Brasa")
    assert text["cross-table.html"].count("Club") == 0
    assert text["cross-table.html"].count("bye") == 2
    assert "The top 4 advance." in text["standings-2.html"]
    for number in range(1, 5):
        assert {
            f"round-{number}.html",
            f"names-{number}.html",
            f"standings-{number}.html",
            f"information-{number}.html",
            f"receipt-{number}.html",
        } <= set(Page(files["index.html"]).links)


def test_no_script_and_no_asset_from_elsewhere(cup):
    files = site(cup.ctx, cup.slug, lang="it")
    for path, content in files.items():
        if path.endswith(".html"):
            page = Page(content)
            assert not {"script", "form", "iframe"} & set(page.tags)
            assert set(page.links) <= set(files), path
    for name in STATIC:
        assert b"url(" not in files[name]
        assert b"@import" not in files[name]


@pytest.mark.parametrize(
    ("setting", "shown", "hidden"),
    [("full", "Ana Abril", "Ana A."), ("initial", "Ana A.", "Abril"), ("nickname", "Ana A.", "Abril")],
)
def test_names_by_the_setting_and_nothing_personal(cup, setting, shown, hidden):
    cup.state.settings["names"] = setting
    try:
        everything = b"".join(site(cup.ctx, cup.slug).values()).decode()
    finally:
        cup.state.settings.pop("names")
    assert shown in everything
    assert hidden not in everything
    for personal in ("secret@example.org", "private note", "1991", "p1"):
        assert not re.search(rf"\b{personal}\b", everything)


def test_drafts_stay_inside(tmp_path):
    event = PlayedEvent(tmp_path, "swiss", 4)
    assert set(site(event.ctx, event.slug)) == {*STATIC, "index.html", "players.html"}
    rounds.pair(event.ctx, event.slug)
    assert set(site(event.ctx, event.slug)) == {*STATIC, "index.html", "players.html"}
    rounds.publish(event.ctx, event.slug, confirmed=True)
    files = site(event.ctx, event.slug)
    assert "round-1.html" in files
    assert "standings-1.html" not in files


def test_markup_in_names_stays_text(tmp_path):
    event = PlayedEvent(tmp_path, "swiss", 4, fields=lambda i: {"club": "<script>x</script>&"})
    content = site(event.ctx, event.slug)["players.html"].decode()
    assert "<script" not in content
    assert html.escape("<script>x</script>&") in content


def test_divisions_sections_and_those_who_left_in_every_language(tmp_path):
    event = PlayedEvent(
        tmp_path, "pokemon-tcg-2019-07", 9, fields=lambda i: {"birth_year": 2009 if i < 4 else 2006 if i < 5 else 1990}
    )
    event.play(1)
    leaving.drop(event.ctx, event.slug, "p9")
    event.play(1, lambda a, b: "½-½" if a == 1 else lower_number_wins(a, b))
    for lang in LANGUAGES:
        text = text_of(site(event.ctx, event.slug, lang=lang))
        say = texts(lang).for_game("pokemon").gettext
        assert say("dropped") in text["players.html"]
        assert say("Masters") in text["players.html"]
        assert say("Opponents' win percentage") in text["standings-1.html"]
        assert re.search(r"\d\d[.,]\d\d", text["standings-2.html"])[0][2] == ("." if lang in ("en", "es-419") else ",")


def test_x_wing_and_scrabble_words(tmp_path):
    (tmp_path / "x").mkdir()
    event = PlayedEvent(tmp_path / "x", "xwing-epic-duel", 5)
    event.play(2, lambda a, b: "153-150 time")
    text = text_of(site(event.ctx, event.slug, lang="es"))
    assert "+m (153–150)" in text["cross-table.html"]
    assert "Margen de victoria" in text["standings-2.html"]
    other = PlayedEvent(tmp_path, "scrabble-fise", 4)
    other.play(1, lambda a, b: "412-380")
    text = text_of(site(other.ctx, other.slug, lang="pt"))
    assert texts("pt").gettext("The player listed first starts.") in text["round-1.html"]
    assert "412–380" in text["round-1.html"]


def test_the_zip_is_the_folder_and_always_the_same(cup):
    data = site_zip(cup.ctx, cup.slug, lang="pt")
    assert data == site_zip(cup.ctx, cup.slug, lang="pt")
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        found = {name: archive.read(name) for name in archive.namelist()}
    assert found == {f"{cup.slug}/{path}": content for path, content in site(cup.ctx, cup.slug, lang="pt").items()}


def test_a_language_nobody_speaks_is_refused(cup):
    with raises_code(NotFound, "language-unknown", valid="en, es, es-419, pt, it"):
        site(cup.ctx, cup.slug, lang="xx")


def test_what_only_a_server_has_is_left_out(cup):
    """Other languages, other events, live news, searching: nothing in a file can answer."""
    for path, content in site(cup.ctx, cup.slug).items():
        if path.endswith(".html"):
            for part in ("/language/", "/e/", "/static/", "/tiebreaks", "data-live", "http://", "https://"):
                assert part not in content.decode(), (path, part)


@pytest.mark.req("SP-13", "SP-14")
def test_cards_ratings_and_columns_for_a_web_site(tmp_path):
    event = PlayedEvent(
        tmp_path,
        "scrabble-fise",
        5,
        rounds="3",
        pairing_columns="points,rating,club",
        organiser="Olga Vega",
        judge="Inma Soto",
        names="initial",
        fields=lambda i: {
            "rating": 1500 + i,
            "club": f"Club {i}",
            "title": "GM",
            "sex": "f",
            "birth_date": "1990-01-02",
            "intl_id": "F-12345",
        },
    )
    event.play(2, lambda a, b: "400-350" if a < b else "350-400")
    rounds.pair(event.ctx, event.slug)  # a draft
    files = site(event.ctx, event.slug, lang="es")
    text = text_of(files)
    assert {"ratings-1.html", *(f"player-{n}.html" for n in range(1, 6))} <= set(files)
    assert "ratings-2.html" not in files
    assert "Olga Vega" in text["index.html"]
    assert "Inma Soto" in text["index.html"]
    assert re.search(r"Bruno B\. \(0\) · 1502 · Club 2", text["round-1.html"])
    for number in range(1, 6):
        card = text[f"player-{number}.html"]
        assert f"Club {number}" in card
        assert "round-3.html" not in files[f"player-{number}.html"].decode()  # drafts stay inside
    points = {row.no: row.points for table in public_tables(event.ctx.open(event.slug)) for row in table.rows}
    assert f"Puntos {points[1] // event.state.ruleset.unit}" in text["player-1.html"]
    assert "1501" in text["ratings-1.html"]
    assert {"information-1.html", "information-2.html"} <= set(files)
    assert "information-3.html" not in files  # only of finished rounds
    assert "Ambos tienen los mismos puntos" in text["information-1.html"]
    assert re.search(r"Bruno B\..* [+−] ", text["information-2.html"])
    everything = b"".join(files.values()).decode()
    for private in ("Abril", r"\b1990\b", "F-12345", "GM"):  # the hashes of receipts have any four digits
        assert not re.search(private, everything), private
    for path, content in files.items():
        if path.endswith(".html"):
            assert set(Page(content).links) <= set(files), path


@pytest.mark.req("SP-13", "SP-1")
def test_a_round_robin_is_a_grid_on_the_web_site(tmp_path):
    event = PlayedEvent(tmp_path, "swiss", 4, style="round-robin")
    event.play(3)
    page = Page(site(event.ctx, event.slug)["cross-table.html"]).text
    assert "1 Ana Abril × 1 1 1" in page
    assert "4 Dario Duna 0 0 0 ×" in page
    assert page.count("×") == 4


def test_nobody_has_a_card_in_an_event_of_thousands(tmp_path, monkeypatch):
    monkeypatch.setattr("pareo.pages.site_people.CARDS_LIMIT", 3)
    event = PlayedEvent(tmp_path, "swiss", 4)
    event.play(1)
    files = site(event.ctx, event.slug)
    assert not [path for path in files if path.startswith("player-")]
    assert "player-" not in files["players.html"].decode()


def test_clubs_are_there_where_they_are_counted(tmp_path):
    event = PlayedEvent(tmp_path, "swiss", 4, club_best="2", fields=lambda i: {"club": f"Club {i % 2}"})
    assert "clubs.html" in site(event.ctx, event.slug)
    event.play(1)
    files = site(event.ctx, event.slug)
    assert "Club 0" in Page(files["clubs.html"]).text
    assert "clubs.html" in Page(files["index.html"]).links
