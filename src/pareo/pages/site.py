"""An event as a small web site: its public pages, written to files that lead to one another.

Contract: a folder that can be put on any server, or opened from a stick, as it is: every published round by table and
by name, the standings after every finished one, the brackets, the cross table, the players with their cards, ratings,
what finished rounds were drawn from, and the receipts with the script that checks them, in one of the languages of the
pages; our own style sheets, no script in a page, nothing fetched from elsewhere. The pages are those the server shows
(`public_pages`); the few it does not have are made here, under the same rule: no draft, names as the event shows them,
nothing personal.
"""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from typing import NamedTuple

from markupsafe import Markup

from pareo.app.base.context import Context, LoadedTournament
from pareo.app.queries.pages.cross_table import GRID_LIMIT, CrossTable, Grid, grid, is_round_robin, whole_table
from pareo.app.queries.pages.event_tables import entrant_status
from pareo.app.queries.pages.pairing_information import starts_matter
from pareo.app.queries.pages.public_names import listed_name, public_name
from pareo.app.queries.pages.public_view import finished_numbers, public_tables, shown_rounds, tie_text
from pareo.app.receipts.receipt import receipts, write_receipt
from pareo.app.rows.receipts import Receipt
from pareo.app.wording.number_text import figure
from pareo.app.wording.pod_words import label_named, label_of_table, pod_title
from pareo.core.model.games import game_of
from pareo.core.settings.event import JUDGE, ORGANISER
from pareo.core.text.alphabet import alphabetical
from pareo.core.text.numbers import points_text
from pareo.core.tournament.tables import StandingTable
from pareo.locale.catalogue import in_game, known_language
from pareo.locale.texts import texts
from pareo.pages.links import SCRIPT, Folder, static_file
from pareo.pages.public_pages import EVERY_TABLE, PAGES, clubs_page, event_frame, rounds_shown
from pareo.pages.receipts import file_name, receipt_page
from pareo.pages.render import Values, render
from pareo.pages.site_information import information
from pareo.pages.site_people import cards, rating_lists

STATIC = ("pareo.css", "public.css", "pareo.svg", SCRIPT)
_EPOCH = (1980, 1, 1, 0, 0, 0)  # the same event gives the same bytes


def site(ctx: Context, slug: str, *, lang: str = "en") -> dict[str, bytes]:
    """The files of the site by their path."""
    static_files = {name: static_file(name) for name in STATIC}
    event = ctx.open(slug)
    spoken = in_game(known_language(lang), game_of(event.state.ruleset))
    return static_files | {path: text.encode() for path, text in _Site(ctx, event, spoken).pages()}


def site_zip(ctx: Context, slug: str, *, lang: str = "en") -> bytes:
    """The site as one zip with a folder in it. The same event always gives the same bytes."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        for path, content in sorted(site(ctx, slug, lang=lang).items()):
            info = zipfile.ZipInfo(f"{slug}/{path}", _EPOCH)
            info.compress_type = zipfile.ZIP_DEFLATED
            info.create_system = 3
            info.external_attr = 0o644 << 16
            archive.writestr(info, content)
    return packed.getvalue()


class PlayerLine(NamedTuple):
    """What everybody may know of an entrant."""

    no: int
    name: str
    division: str
    club: str
    federation: str
    rating: str
    start_no: int
    status: str


@dataclass(slots=True)
class _Site:
    """One event in one language, and which pages it has."""

    ctx: Context
    event: LoadedTournament
    lang: str

    def pages(self) -> Iterator[tuple[str, str]]:
        t = self.event.state
        frame = event_frame(self.event)
        published = sorted({r.number for _, r in shown_rounds(t)})
        done = [number for number in finished_numbers(t) if number in published]
        ratings = rating_lists(self.ctx, self.event, partial(figure, lang=self.lang))
        player_cards = cards(self.event) if published else []
        explained = done if player_cards else []
        papers = self._papers()
        links = Folder(
            {
                ("rounds", None): "index.html",
                ("players", None): "players.html",
                **_round_pages("tables", "round", published),
                **_round_pages("names", "names", published),
                **_round_pages("standings", "standings", done),
                **{(name, None): f"{name}.html" for name in ("clubs", "bracket") if getattr(frame, name)},
                **({("cross-table", None): "cross-table.html"} if done else {}),
                **{("ratings" if n == 1 else f"ratings-{n}", None): f"ratings-{n}.html" for n in ratings},
                **{(name, None): f"{name}.html" for name in ("lists", "help") if getattr(frame, name)},
                **{("information", number): f"information-{number}.html" for number in explained},
                **{("player", card.no): f"player-{card.no}.html" for card in player_cards},
                **{(f"receipt of {receipt.pod}", receipt.round): f"{name}.html" for name, receipt in papers.items()},
            }
        )
        own = partial(
            render,
            lang=self.lang,
            links=links,
            event=frame,
            starts=starts_matter(t),
            card_link=partial(_card_link, links),
            tie=tie_text(t, self.lang),
            show=partial(figure, lang=self.lang),
        )
        for (name, number), path in links.pages.items():
            page = clubs_page if name == "clubs" else PAGES.get(name)
            if page is not None and name != "rounds" and (number is not None or path == f"{name}.html"):
                params = {} if number is None else {"round": str(number), "pod": EVERY_TABLE}
                if number in done[:-1]:  # the last standings are those of now
                    params["after"] = str(number)
                yield path, page(self.ctx, t.slug, self.lang, params)(links=links)
        yield (
            "index.html",
            own(
                "site/index.html",
                here="rounds",
                about=self._about(),
                rounds=rounds_shown(self.event),
                root=t.draws.root if t.draws is not None else "",
            ),
        )
        players = self._players()
        used = {name: any(getattr(p, name) for p in players) for name in PlayerLine._fields}
        used["status"] = any(p.status != "active" for p in players)
        yield (
            "players.html",
            own("site/players.html", here="players", players=players, used=used, teams=t.ruleset.entrant == "team"),
        )
        if done:
            tables = [(label_of_table(t, x), self._crossing(x)) for x in public_tables(self.event)]
            tables.sort(key=lambda one: not isinstance(one[1], Grid))
            yield (
                "cross-table.html",
                own(
                    "site/cross_table.html",
                    here="cross-table",
                    tables=tables,
                    halves=points_text,
                    public_name=partial(public_name, self.event),
                ),
            )
        for number, rows in ratings.items():
            here = "ratings" if number == 1 else f"ratings-{number}"
            yield f"ratings-{number}.html", own("site/ratings.html", here=here, number=number, rows=rows)
        for number in explained:
            lines = information(self.ctx, self.event, number, self.lang, partial(figure, lang=self.lang))
            yield f"information-{number}.html", own("site/information.html", here="rounds", number=number, rows=lines)
        for name, receipt in papers.items():
            yield f"{name}.html", receipt_page(self.ctx, receipt, self.lang, frame)(links=links)
            yield f"{name}.json", write_receipt(receipt).decode()
        for card in player_cards:
            yield f"player-{card.no}.html", own("site/card.html", here="players", card=card)

    def _papers(self) -> dict[str, Receipt]:
        """The receipts by the names of their files, without the ending."""
        rows = receipts(self.ctx, self.event.state.slug)
        alone = {receipt.round: sum(other.round == receipt.round for other in rows) == 1 for receipt in rows}
        return {file_name(receipt, alone=alone[receipt.round]).removesuffix(".json"): receipt for receipt in rows}

    def _about(self) -> Values:
        t = self.event.state
        return {
            "ruleset": t.ruleset.title,
            "organiser": t.setting(ORGANISER) or "",
            "judge": t.setting(JUDGE) or "",
            "style": t.style,
            "planned": max((p.planned for p in t.root_pods()), default=0),
        }

    def _players(self) -> list[PlayerLine]:
        t = self.event.state
        rows = [
            PlayerLine(
                no,
                listed_name(self.event, no),
                self._division(e.division),
                e.club,
                e.federation,
                "" if e.rating is None else str(e.rating),
                e.start_no,
                entrant_status(t, no),
            )
            for no, e in t.entrants.items()
        ]
        return sorted(rows, key=lambda row: (alphabetical(row.name), row.no))

    def _division(self, name: str) -> str:
        label = label_named(self.event.state, name) if name else None
        return name if label is None else pod_title(texts(self.lang), label)

    def _crossing(self, table: StandingTable) -> CrossTable | Grid:
        """A round robin is shown by opponent, if it fits on a page."""
        slug = self.event.state.slug
        if len(table.rows) <= GRID_LIMIT and is_round_robin(self.ctx, slug, table.id):
            return grid(self.ctx, slug, pod=table.id, public=True)
        return whole_table(self.ctx, slug, pod=table.id, public=True)


def _round_pages(name: str, file: str, numbers: list[int]) -> dict[tuple[str, int | None], str]:
    """A page for each round; the tab leads to the last one."""
    if not numbers:
        return {}
    return {(name, None): f"{file}-{numbers[-1]}.html"} | {(name, n): f"{file}-{n}.html" for n in numbers}


def _card_link(links: Folder, no: int, name: str) -> str:
    """A name that leads to its card, if there are cards."""
    path = links.pages.get(("player", no))
    return Markup('<a href="{}">{}</a>').format(path, name) if path else name
