"""Looks at every page in a real browser: four languages, four widths, light and dark (`make look`).

A page must not be wider than the window, cut no text off, break no word, have nothing serious for axe-core, and say
nothing in English to who reads Spanish, Portuguese or Italian. What is wrong is told, one line each; `--shots` keeps
pictures. `tests/browser/test_every_page.py` does the same with a choice of the combinations.
"""

from __future__ import annotations

import argparse
import re
import sys
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "tests")]

from pareo.core.model.games import GAMES  # noqa: E402
from pareo.core.text.languages import LANGUAGES  # noqa: E402
from pareo.locale.catalogue import catalogue, in_game, read_messages  # noqa: E402

LOCALES = {"en": "en-GB", "es": "es-ES", "pt": "pt-BR", "it": "it-IT"}
WIDTHS = (360, 768, 1280, 1920)
SCHEMES = ("light", "dark")
HEIGHT = 900

# Measured in the browser: how much wider the document is than its window and by what; text that is cut off; elements
# that a name has become; and every text that is seen.
MEASURE = """() => {
  const root = document.documentElement;
  const style = (e) => getComputedStyle(e);
  const clamps = (box) => !['', 'none'].includes(box.webkitLineClamp || ''); // ends in dots, on purpose
  const scrolls = (e) => e && (style(e).overflowX !== 'visible' || scrolls(e.parentElement));
  const said = (e) => e.outerHTML.replace(/\\s+/g, ' ').slice(0, 140);
  const wide = root.scrollWidth > root.clientWidth ? [...document.body.querySelectorAll('*')].filter((e) =>
    e.getBoundingClientRect().right > root.clientWidth + 1 && !scrolls(e.parentElement)).slice(0, 2).map(said) : [];
  const broken = (node) => { // a word of ours that goes on in the next line: its box is too narrow for it
    const words = /(?<![\\p{L}\\d_])\\p{L}{2,18}(?![\\p{L}\\d_])/gu;
    for (const found of /[<>_]/.test(node.textContent) ? [] : node.textContent.matchAll(words)) {
      const word = new Range();
      word.setStart(node, found.index);
      word.setEnd(node, found.index + found[0].length);
      const lines = [...word.getClientRects()].filter((box) => box.width > 0);
      if (lines.length > 1 && lines.at(-1).top > lines[0].top + 3) return true;
    }
    return false;
  };
  const crooked = [...document.querySelectorAll('tbody')].flatMap((body) => { // a row that leaves the columns
    const rows = [...body.rows].filter((row) => row.checkVisibility());
    return rows.filter((row) => style(row).display !== style(rows[0]).display).slice(0, 1);
  }).map((row) => 'beside its columns: ' + said(row));
  const texts = [], cut = [...document.querySelectorAll('nav.tabs')].filter((e) =>
    e.scrollWidth > e.clientWidth + 1).map(said);
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const text = walker.currentNode.textContent.replace(/\\s+/g, ' ').trim(), holder = walker.currentNode.parentElement;
    if (!text || !holder || holder.closest('script, style, template, .hide, .skip')) continue;
    if (!holder.checkVisibility()) continue;
    texts.push([text, holder.closest('[dir=auto], bdi, code, kbd, .mono, option, [translate=no]') !== null]);
    const box = style(holder);
    const hides = ['hidden', 'clip'].includes(box.overflowX) && box.textOverflow !== 'ellipsis' && !clamps(box) &&
      holder.scrollWidth > holder.clientWidth + 1 && holder.clientWidth > 0;
    const low = ['hidden', 'clip'].includes(box.overflowY) && !clamps(box) && holder.clientHeight > 0 &&
      holder.scrollHeight > holder.clientHeight + 3;
    const spills = holder.matches('button, .button, .badge, .segments a') &&
      holder.scrollWidth > holder.clientWidth + 1;
    if ((hides || low || spills) && box.display !== 'inline') cut.push(said(holder));
    else if (!holder.closest('[dir=auto], bdi, code, .mono, .address') && broken(walker.currentNode)) {
      cut.push('in mid-word: ' + said(holder));
    }
  }
  return { lang: root.lang, over: root.scrollWidth - root.clientWidth, wide,
    cut: [...crooked, ...cut].slice(0, 3), texts,
    strange: document.querySelectorAll("script:not([src]), img:not([alt]), [onerror], [style*='url']").length,
    all: root.textContent };
}"""


# Asked of axe-core: what is serious, without reading stylesheets again, and without the rule on landmarks (moderate).
ASK_AXE = """() => axe.run(document, {
  resultTypes: ['violations'], preload: false, rules: { region: { enabled: false } },
}).then((told) => ({
  passes: told.passes.length,
  wrong: told.violations.filter((one) => ['serious', 'critical'].includes(one.impact)).map((one) =>
    [one.id, one.nodes[0].html.slice(0, 160), one.nodes.length]),
}))"""


class Combination(NamedTuple):
    """One look at one page."""

    path: str
    lang: str
    width: int
    scheme: str


def every(paths: Sequence[str]) -> list[Combination]:
    """All combinations, ordered so that a page is loaded once for each language."""
    return [
        Combination(path, lang, width, scheme)
        for path, lang in product(paths, LOCALES)
        for width, scheme in product(WIDTHS, SCHEMES)
        if width >= narrowest(path)
    ]


def narrowest(path: str) -> int:
    """The narrowest window a page is made for: a projector is no phone."""
    return 1280 if path.startswith("/screen") else WIDTHS[0]


def some(paths: Sequence[str], most: int = 120) -> list[Combination]:
    """Each page once, and all languages, widths and schemes with each other, in at most so many."""
    turns = list(product(LOCALES, WIDTHS, SCHEMES))
    step = 13  # no divisor of their number: neighbours in the list differ in everything
    picked = [Combination(path, *turns[at * step % len(turns)]) for at, path in enumerate(paths)]
    picked = [one._replace(width=max(one.width, narrowest(one.path))) for one in picked]
    if len(picked) <= most:
        return picked
    apart = len(picked) / most  # more pages than that: evenly among them, those left out are other runs' (`make look`)
    return [picked[int(at * apart)] for at in range(most)]


# --- nothing English --------------------------------------------------------------------------------------------------


_ENGLISH = re.compile(
    r"\b(the|of|and|is|are|with|by|for|from|this|not|yet|your|after|before|who|what|when|here|"
    r"players?|rounds?|tables?|event|settings|standings|results?)\b",
    re.IGNORECASE,
)
_NAMES = re.compile(
    r"king of the hill|play! ?pokémon|x-wing|star wars|us chess|fide|tom|trf|tdf|swiss perfect|csv|"
    r"xlsx|pdf|json|pareo",
    re.IGNORECASE,
)


@cache
def translations(lang: str) -> dict[str, str]:
    """English texts of the catalogue whose translation is another text."""
    one = {english: text for english, text in read_messages(lang).one.items() if "\x04" not in english}
    games = [catalogue(in_game(lang, game)) for game in GAMES]  # “Rating” is also what Spaniards say
    return {
        english: translation
        for english, translation in one.items()
        if translation != english and len(english) > 3 and all(game.gettext(english) != english for game in games)
    }


def english_texts(lang: str, texts: Iterable[tuple[str, bool]]) -> list[str]:
    """What a page says in English to who reads another language.

    Names that people gave (`own`) are theirs; a language's own name stands in every language's menu.
    """
    if lang == "en":
        return []
    known, wrong = translations(lang), []
    own_words = {translation.casefold() for translation in known.values()}
    for text, own in texts:
        plain = text.strip(" .:,;…·()")
        if own or plain in LANGUAGES.values() or plain.casefold() in own_words:
            continue
        words = _ENGLISH.findall(_NAMES.sub("", plain))
        if plain in known or len({word.lower() for word in words}) >= 2:
            wrong.append(text[:80])
    return wrong


# --- looking ----------------------------------------------------------------------------------------------------------


class Looker:
    """One browser, logged in at one server; a context for each language."""

    def __init__(self, browser: Any, server: Any, axe: str = "") -> None:
        self.browser = browser
        self.server = server
        self.axe = axe
        self._pages: dict[str, Any] = {}
        self._at: dict[str, str] = {}

    def page(self, lang: str) -> Any:
        """The window of this language; scripts of ours may be put into it."""
        if lang not in self._pages:
            context = self.browser.new_context(locale=LOCALES[lang], bypass_csp=True, reduced_motion="reduce")
            if self.axe:
                context.add_init_script(self.axe)  # sent once, not once for each look
            self._pages[lang] = context.new_page()
            self.server.log_in(self._pages[lang])
        return self._pages[lang]

    def close(self) -> None:
        for page in self._pages.values():
            page.context.close()

    def look(self, one: Combination, *, shots: Path | None = None, axe: bool = True) -> Iterator[str]:
        """What is wrong with a page, in sentences."""
        page = self.page(one.lang)
        page.emulate_media(color_scheme=one.scheme, reduced_motion="reduce")
        page.set_viewport_size({"width": one.width, "height": HEIGHT})
        if self._at.get(one.lang) != one.path:
            path, _, touched = one.path.partition(" > ")
            answer = page.goto(self.server.url + path, wait_until="load")
            self._at[one.lang] = one.path
            if touched:
                self._touch(page, touched)
            if answer.status != (404 if "nowhere" in one.path else 200):
                yield f"{one.path}: {answer.status}"
        seen = page.evaluate(MEASURE)
        where = f"{one.path} ({one.lang}, {one.width}, {one.scheme})"
        if seen["over"] > 0:
            yield f"{where}: {seen['over']} px too wide: {seen['wide']}"
        if seen["lang"] != one.lang or seen["strange"]:
            yield f"{where}: language {seen['lang']}, {seen['strange']} strange elements"
        yield from (f"{where}: cut off: {cut}" for cut in seen["cut"])
        yield from (f"{where}: in English: {text}" for text in english_texts(one.lang, seen["texts"]))
        if axe and self.axe:
            yield from self._axe(page, where)
        if shots is not None:
            name = re.sub(r"[^a-z0-9]+", "-", one.path.lower()).strip("-") or "start"
            page.screenshot(path=shots / f"{name}-{one.lang}-{one.width}-{one.scheme}.png", full_page=True)

    def _touch(self, page: Any, what: str) -> None:
        """Presses something of the page, even where it is folded away: a dialog or another page follows."""
        if "data-dialog" in what:
            page.locator(what).first.click()
            page.locator(".dialog[aria-modal]").wait_for()
            return
        with page.expect_navigation():
            page.locator(what).first.evaluate(
                "e => { e.form.noValidate = true; e.form.querySelectorAll('[required]').forEach((f) => {"
                " f.value = f.value || 'x'; }); e.click(); }"
            )

    def _axe(self, page: Any, where: str) -> Iterator[str]:
        report = page.evaluate(ASK_AXE)
        if report["passes"] <= 5:
            yield f"{where}: axe found nothing to look at"
        yield from (f"{where}: {rule}: {node} ({count})" for rule, node, count in report["wrong"])


def main() -> int:
    from playwright.sync_api import sync_playwright  # noqa: PLC0415

    from support.browser.server import AXE, CHROMIUM, FLAGS, Server  # noqa: PLC0415
    from support.web.pages import create_all_events  # noqa: PLC0415
    from support.web.server_events import ServerStage  # noqa: PLC0415

    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--only", default="", help="a part of the addresses to look at (a regular expression)")
    parser.add_argument("--lang", choices=LOCALES, action="append")
    parser.add_argument("--width", type=int, choices=WIDTHS, action="append")
    parser.add_argument("--scheme", choices=SCHEMES, action="append")
    parser.add_argument("--shots", type=Path, help="a folder for pictures")
    parser.add_argument("--some", action="store_true", help="the choice that the suite looks at")
    parser.add_argument("--no-axe", action="store_true")
    options = parser.parse_args()
    if options.shots is not None:
        options.shots.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Server(Path(folder) / "hall.db")
        server.start()
        stage = ServerStage(server.db)
        paths = [path for path in create_all_events(stage).with_touched if re.search(options.only, path)]
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        looker = Looker(browser, server, "" if options.no_axe or not AXE.is_file() else AXE.read_text("utf-8"))
        combinations = [one for one in (some(paths) if options.some else every(paths)) if _is_chosen(one, options)]
        wrong: dict[str, None] = {}
        for one in combinations:
            # axe has nothing to say about words: all widths and schemes in English, one of each other language
            axe = one.lang == "en" or (one.width, one.scheme) == (1280, "light") or options.some
            for line in looker.look(one, shots=options.shots, axe=axe):
                if line not in wrong:
                    print(line, flush=True)
                wrong[line] = None
        looker.close()
        browser.close()
        stage.close()
        server.stop()
    print(f"{len(combinations)} looks at {len(paths)} pages: {len(wrong)} things wrong")
    return 1 if wrong else 0


def _is_chosen(one: Combination, options: argparse.Namespace) -> bool:
    return (
        (not options.lang or one.lang in options.lang)
        and (not options.width or one.width in options.width)
        and (not options.scheme or one.scheme in options.scheme)
    )


if __name__ == "__main__":
    sys.exit(main())
