"""The guide in the program: /guide, its pages in the reader's language, and their pictures."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from litestar.response import Response
from markupsafe import Markup

from pareo.app.accounts.permissions import Right
from pareo.core.text.errors import NotFound
from pareo.core.text.languages import DOCUMENT_LANGUAGES, LANGUAGES, parent_language
from pareo.web.guide import markdown
from pareo.web.guide.labels import with_labels
from pareo.web.guide_topics import game_of
from pareo.web.route_decorators import page
from pareo.web.view import Html, View

INDEX = "index"
PAGES = (
    "pokemon-cup",
    "scrabble-evening",
    "xwing-day",
    "chess-open",
    "swiss-perfect",
    "phones-and-projector",
    "looking-ahead",
    "something-wrong",
    "for-players",
)
PICTURES = (
    "new",
    "begin",
    "now",
    "next",
    "standings",
    "phones",
    "me",
    "squads",
    "history",
    "outlook",
    "receipt",
)
_HERE = files("pareo.web.guide")


@cache
def source(lang: str, name: str) -> str:
    """A page as it is written, with the English names of buttons in braces; a region reads its parent's."""
    if lang not in LANGUAGES or name not in (INDEX, *PAGES):
        raise NotFound("no-guide-page", "The guide has no such page.")
    return _HERE.joinpath(parent_language(lang), f"{name}.md").read_text(encoding="utf-8")


@cache
def page_text(lang: str, name: str) -> str:
    """A page as it is read: with the names of buttons in its language, in the words of its game."""
    return with_labels(source(lang, name), lang, game_of(name))


def address(target: str) -> str:
    """Where a link of the guide leads in the program."""
    if target.startswith("../pictures/"):
        return f"/guide/{target.removeprefix('../')}"
    return f"/guide/{target.removesuffix('.md')}"


@cache
def _html(lang: str, name: str) -> Markup:
    return markdown.html(page_text(lang, name), address)


def _page(view: View, name: str) -> Html:
    text = source(view.lang, name)
    others = [(other, markdown.title(source(view.lang, other))) for other in PAGES]
    return view.page("guide.html", body=_html(view.lang, name), title=markdown.title(text), name=name, others=others)


@page("/guide", Right.PUBLIC)
def index(view: View) -> Html:
    """The first page of the guide: what pages there are."""
    return _page(view, INDEX)


@page("/guide/{name:str}", Right.PUBLIC)
def one(name: str, view: View) -> Html:
    """One page of the guide."""
    return _page(view, name)


@page("/guide/pictures/{lang:str}/{file:str}", Right.PUBLIC)
def picture(lang: str, file: str) -> Response[bytes]:
    """One of the pictures there are; nothing else of the disk can be meant."""
    name = file.removesuffix(".png")
    if lang not in DOCUMENT_LANGUAGES or name not in PICTURES or name == file:
        raise NotFound("no-guide-page", "The guide has no such page.")
    data = _HERE.joinpath("pictures", lang, file).read_bytes()
    return Response(data, media_type="image/png", headers={"cache-control": "public, max-age=86400"})


ROUTES = [index, one, picture]
