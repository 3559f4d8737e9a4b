"""The guide: the same pages in every language, in the program and in docs/guide, with the program's own words."""

from __future__ import annotations

import re
from importlib.resources import files

import pytest
from litestar.testing import TestClient

from guide_pages import DOCS, documents
from pareo.app.commands.rounds import rounds
from pareo.core.text.languages import DOCUMENT_LANGUAGES, LANGUAGES
from pareo.locale.catalogue import catalogue, english_texts
from pareo.web.guide.labels import label_in, label_names, with_labels
from pareo.web.guide.markdown import html, title
from pareo.web.guide.pages import INDEX, PAGES, PICTURES, page_text, source
from pareo.web.guide_topics import game_of, guide_for
from pareo.web.routes import ROUTES
from support.web.application import create_app
from support.web.console import ConsoleClient, create_cup, open_app_state

_BOLD = re.compile(r"\*\*(.+?)\*\*")
_LINK = re.compile(r"(?<!!)\[[^\]]*\]\(([^)]*)\)")
_PICTURE = re.compile(r"!\[[^\]]+\]\(\.\./pictures/(\w+)/(\w+)\.png\)")


@pytest.mark.req("U-18")
@pytest.mark.parametrize("name", [INDEX, *PAGES])
def test_pages_name_buttons_by_their_english_text_in_every_language(name: str) -> None:
    english = label_names(source("en", name))
    assert english
    for lang in LANGUAGES:
        assert label_names(source(lang, name)) == english, f"{lang}: other names than in English"
        headings = [words for words in _BOLD.findall(source(lang, name)) if not words.endswith(":")]
        assert headings == [], "a name of the program is in braces, not bold"
        said = [words for words in _BOLD.findall(page_text(lang, name)) if not words.endswith(":")]
        assert said == [label_in(label, lang, game_of(name)) for label in english]


@pytest.mark.req("U-18")
def test_a_name_is_said_as_the_catalogue_says_it() -> None:
    spoken = catalogue("es")
    assert with_labels("Toca {Standings}.", "es") == f"Toca **{spoken.gettext('Standings')}**."
    placed = next(text for text in english_texts() if text.startswith("Publish ") and "%(" in text)
    name = re.sub(r"%\(\w+\)s", "7", placed)
    assert with_labels(f"{{{name}}}", "es") == f"**{re.sub(r'%[(][a-z]+[)]s', '7', spoken.gettext(placed))}**"
    assert with_labels("{Draw}", "en", "pokemon") == "**Tie**"
    with pytest.raises(LookupError, match="Push the big button"):
        with_labels("{Push the big button}", "es")


@pytest.mark.parametrize("lang", DOCUMENT_LANGUAGES)
def test_every_page_leads_somewhere_and_has_its_own_pictures(lang: str) -> None:
    shown = set()
    for name in (INDEX, *PAGES):
        text = source(lang, name)
        assert {link.removesuffix(".md") for link in _LINK.findall(text)} <= set(PAGES), name
        assert {spoken for spoken, _ in _PICTURE.findall(text)} <= {lang}
        shown |= {picture for _, picture in _PICTURE.findall(text)}
        assert [line.split()[0] for line in text.splitlines() if line[:1].isdigit()] == [
            line.split()[0] for line in source("en", name).splitlines() if line[:1].isdigit()
        ], f"{name}: other steps than in English"
    assert shown == set(PICTURES)
    assert {link.removesuffix(".md") for link in _LINK.findall(source(lang, INDEX))} == set(PAGES)


def test_the_documents_are_the_pages_of_the_program() -> None:
    wanted = documents()
    assert set(DOCS.rglob("*.md")) == set(wanted)
    for path, text in wanted.items():
        assert path.read_text(encoding="utf-8") == text, f"run tools/guide_pages.py: {path.relative_to(DOCS)}"


def test_the_pictures_stay_small() -> None:
    folder = files("pareo.web.guide").joinpath("pictures")
    sizes = [len(folder.joinpath(lang, f"{name}.png").read_bytes()) for lang in DOCUMENT_LANGUAGES for name in PICTURES]
    assert sum(sizes) < 2_000_000


def test_the_guide_is_served_to_everybody_in_the_readers_language(tmp_path) -> None:
    app_state = open_app_state(tmp_path)
    anybody = TestClient(create_app(app_state))
    for lang in DOCUMENT_LANGUAGES:
        for name in PAGES:
            page = anybody.get(f"/guide/{name}", headers={"accept-language": lang})
            assert page.status_code == 200
            assert f'lang="{lang}"' in page.text
            assert f"<h1>{title(source(lang, name))}</h1>" in page.text.replace("&#39;", "'")
    assert anybody.get("/guide").text.count('href="/guide/') >= len(PAGES)
    assert anybody.get("/guide/pictures/es/now.png").content.startswith(b"\x89PNG")
    for wrong in ("/guide/pictures/es/..%2Fpages.py", "/guide/pictures/xx/now.png", "/guide/no", "/guide/pages.py"):
        assert anybody.get(wrong).status_code == 404, wrong
    app_state.store.close()


def test_the_question_mark_opens_the_page_that_fits(tmp_path) -> None:
    app_state = open_app_state(tmp_path)
    owner = ConsoleClient(app_state)
    slug = create_cup(app_state)
    assert 'href="/guide"' in owner.get("/console")
    for path, wanted in (
        ("", "pokemon-cup"),
        ("/rounds", "pokemon-cup"),
        ("/phones", "phones-and-projector"),
        ("/journal", "something-wrong"),
        ("/players/late", "something-wrong"),
        ("/rounds/1/correct", "something-wrong"),
        ("/outlook", "looking-ahead"),
        ("/compare", "looking-ahead"),
    ):
        assert f'class="ask" href="/guide/{wanted}"' in owner.get(f"/console/{slug}{path}"), path
    assert 'class="ask" href="/guide/something-wrong"' in owner.get("/program")
    assert 'class="ask" href="/guide/for-players"' in owner.get(f"/e/{slug}")
    assert 'class="ask" href="/guide/looking-ahead"' in owner.get("/console/plan")
    rounds.pair(app_state.ctx, slug)
    rounds.publish(app_state.ctx, slug, confirmed=True)
    assert 'class="ask" href="/guide/looking-ahead"' in owner.get(f"/e/{slug}/receipt")
    assert guide_for("/console/open", "chess") == guide_for("/console/phones/rounds", "chess") == "/guide/chess-open"
    assert guide_for("/console/tom", "") == "/guide/pokemon-cup"
    assert guide_for("/console/second-opinion", "") == "/guide/chess-open"
    app_state.store.close()


def test_every_page_of_the_console_has_a_question_mark(tmp_path) -> None:
    """By the list of all routes: a page that comes later is asked too."""
    app_state = open_app_state(tmp_path)
    owner, slug = ConsoleClient(app_state), create_cup(app_state)
    rounds.pair(app_state.ctx, slug)
    rounds.publish(app_state.ctx, slug, confirmed=True)
    rounds.start(app_state.ctx, slug, confirmed=True)
    given = {"slug": slug, "number": "1", "table": "1", "no": "1"}
    asked: dict[str, str | None] = {}
    for path in sorted(p for route in ROUTES for p in getattr(route, "paths", ()) if "GET" in route.http_methods):
        if path.startswith(("/console", "/program")):
            page = owner.get(re.sub(r"\{(\w+):\w+\}", lambda found: given.get(found[1], "none"), path))
            if owner.status == 200 and "<html" in page:
                mark = re.search(r'class="ask" href="/guide(?:/([a-z-]+))?"', page)
                asked[path] = None if mark is None else mark[1] or INDEX
    assert len(asked) > 50
    assert {path for path, page in asked.items() if page not in (INDEX, *PAGES)} == set()
    events_own = {path: page for path, page in asked.items() if path.startswith("/console/{slug:str}")}
    assert INDEX not in events_own.values()
    app_state.store.close()


def test_markdown_is_text_before_it_is_markup() -> None:
    text = "# A <b>\n\n1. **x** & `<y>`\n2. [to](a.md)\n\n- *z*\n\nplain ![p](q.png)"
    made = html(text, lambda where: f"/at/{where}")
    assert made == (
        '<h1>A &lt;b&gt;</h1>\n<ol start="1"><li><b>x</b> &amp; <code>&lt;y&gt;</code></li>'
        '<li><a href="/at/a.md">to</a></li></ol>\n<ul><li><em>z</em></li></ul>\n'
        '<p>plain <img src="/at/q.png" alt="p" loading="lazy"></p>'
    )
