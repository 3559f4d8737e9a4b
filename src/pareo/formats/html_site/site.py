"""An event as a small web site: a folder of pages that can be put on any server, or opened from a stick, as it is.

Contract: every published round, the standings after every finished one, the cross table, the brackets, the players with
their cards, ratings, and what finished rounds were drawn from, in one of four languages; one style sheet, no script,
nothing fetched from elsewhere. What is shown comes from `pareo.app.views.public`, as on the public pages: no draft,
names as the event shows them, nothing personal.
"""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterable, Mapping
from functools import cache
from importlib.resources import files
from typing import NamedTuple

from jinja2 import Environment, FunctionLoader, StrictUndefined

from pareo.app.desk import Desk, Event
from pareo.app.event.events import plain_letters
from pareo.app.views.cross_table import GRID_LIMIT, Cell, is_round_robin, whole_table
from pareo.app.views.event_rows import entrant_status
from pareo.app.views.pairing_information import starts_matter
from pareo.app.views.public import (
    PodLabel,
    ShownBracket,
    cut_size,
    division_tables,
    finished_numbers,
    label_of_table,
    listed_name,
    pairing_groups,
    public_name,
    public_tables,
    rounds_numbered,
    shown_brackets,
    shown_rounds,
)
from pareo.core.pairing.bracket import BracketMatch, BracketSlot
from pareo.core.standings.standings import Standing
from pareo.core.standings.tables import StandingTable
from pareo.core.standings.tiebreaks.registry import find
from pareo.core.state.settings.event import DATE, JUDGE, ORGANISER, PLACE
from pareo.core.state.tournament import ELIMINATION
from pareo.core.words.errors import NotFound
from pareo.core.words.toml_text import read_toml
from pareo.formats.html_site.information import information
from pareo.formats.html_site.people import cards, grid_of, rating_lists
from pareo.locale import LANGUAGES

_EPOCH = (1980, 1, 1, 0, 0, 0)  # the same event gives the same bytes


def site(desk: Desk, slug: str, *, lang: str = "en") -> dict[str, bytes]:
    """The files of the site by their path."""
    event = desk.open(slug)
    page = _Pages(event, lang)
    t = event.state
    numbers = sorted({r.number for _, r in shown_rounds(t)})
    done = [number for number in finished_numbers(t) if number in numbers]
    brackets = shown_brackets(event)
    ratings = rating_lists(desk, event, page.figure)
    shown = cards(event, page.figure) if numbers else []
    menu = {"numbers": numbers, "done": done, "bracket": bool(brackets), "cross": bool(done), "ratings": list(ratings),
            "cards": bool(shown), "information": bool(shown) and bool(done)}
    made: dict[str, bytes] = {"style.css": _source("style.css").encode()}
    made["index.html"] = page.render("index", menu, rounds=_round_list(event, numbers, done))
    teams = t.ruleset.entrant == "team"
    made["players.html"] = page.render("players", menu, players=_players(event, page.words), teams=teams)
    for number in numbers:
        groups = pairing_groups(event, rounds_numbered(t, number), lang)
        made[f"round-{number}.html"] = page.render("round", menu, number=number, groups=groups, finished=number in done)
    for number in done:
        tables = [_places(event, table, page) for table in _all_tables(event, number)]
        made[f"standings-{number}.html"] = page.render("standings", menu, number=number, tables=tables)
    if done:
        found = public_tables(event, done[-1])
        grids = [grid_of(desk, event, x, done[-1]) for x in found if _is_grid(desk, slug, x)]
        crossings = [_crossing(desk, event, x, done[-1], page) for x in found if not _is_grid(desk, slug, x)]
        made["cross-table.html"] = page.render("cross", menu, tables=crossings, grids=grids)
    for number, rows in ratings.items():
        made[f"ratings-{number}.html"] = page.render("ratings", menu, number=number, rows=rows)
    for number in done if shown else ():
        lines = information(desk, event, number, lang, page.figure)
        made[f"information-{number}.html"] = page.render("information", menu, number=number, rows=lines)
    for card in shown:
        made[f"player-{card.no}.html"] = page.render("card", menu, card=card)
    if brackets:
        made["bracket.html"] = page.render("bracket", menu, brackets=[_bracket(bracket) for bracket in brackets])
    return made


def site_zip(desk: Desk, slug: str, *, lang: str = "en") -> bytes:
    """The same as one zip with a folder in it. The same event always gives the same bytes."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        for path, content in sorted(site(desk, slug, lang=lang).items()):
            info = zipfile.ZipInfo(f"{slug}/{path}", _EPOCH)
            info.compress_type = zipfile.ZIP_DEFLATED
            info.create_system = 3
            info.external_attr = 0o644 << 16
            archive.writestr(info, content)
    return packed.getvalue()


# --- words and pages --------------------------------------------------------------------------------------------------


@cache
def words(lang: str) -> Mapping[str, str]:
    """The site's words in one language."""
    if lang not in LANGUAGES:
        raise NotFound("language-unknown", "There is no language {lang}; there are: {valid}",
                       lang=lang[:20], valid=", ".join(LANGUAGES))
    text = files("pareo.locale").joinpath(f"site_{lang}.toml").read_text(encoding="utf-8")
    return {key: str(value) for key, value in read_toml(text).items()}


@cache
def _source(name: str) -> str:
    return files(__package__).joinpath("templates", name).read_text(encoding="utf-8")


@cache
def _environment() -> Environment:
    return Environment(
        loader=FunctionLoader(_source), autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True
    )


class _Pages:
    """The frame all pages share: the event, the language, and how a pod is called in it."""

    def __init__(self, event: Event, lang: str) -> None:
        self.words = words(lang)
        self.lang = lang
        self.event = event

    def render(self, template: str, menu: Mapping[str, object], **values: object) -> bytes:
        t = self.event.state
        facts = {"name": t.name, "date": t.setting(DATE) or "", "place": t.setting(PLACE) or "",
                 "ruleset": t.ruleset.title, "starts": starts_matter(t),
                 "organiser": t.setting(ORGANISER) or "", "judge": t.setting(JUDGE) or "",
                 "style": t.style, "planned": max((p.planned for p in t.root_pods()), default=0)}
        text = _environment().get_template(f"{template}.html").render(
            w=self.words, lang=self.lang, event=facts, menu=menu, here=template, pod=self.pod, figure=self.figure,
            **values,
        )
        return text.encode()

    def pod(self, label: PodLabel) -> str:
        """What a pod is called: its divisions, its section, its phase."""
        said = [self.words.get(f"division-{title}", title) for title in label.divisions]
        parts = [" + ".join(said)] if said else []
        if label.phase != "swiss":
            parts.append(self.words[f"phase-{label.phase}"])
        elif not parts:
            parts.append(self.words["everybody"] if label.id == "main" else label.id)
        if label.section:
            parts.append(self.words["section"].format(number=label.section))
        return " · ".join(parts)

    def figure(self, value: float | None, *, percent: bool = False) -> str:
        """A number as it stands in a column."""
        if value is None:
            return ""
        if percent:
            text = f"{value * 100:.2f}"
        else:
            text = str(value) if isinstance(value, int) or value != int(value) else str(int(value))
        return text if self.lang == "en" else text.replace(".", ",")


# --- what the pages show ----------------------------------------------------------------------------------------------


class RoundLine(NamedTuple):
    """A round in the list of the first page."""

    number: int
    tables: int
    finished: bool
    seeds: tuple[str, ...]


def _round_list(event: Event, numbers: Iterable[int], done: Iterable[int]) -> list[RoundLine]:
    made = []
    for number in numbers:
        rounds = [r for _, r in rounds_numbered(event.state, number)]
        seeds = tuple(r.seed for r in rounds if r.seed)
        made.append(RoundLine(number, sum(len(r.matches) for r in rounds), number in done, seeds))
    return made


class PlayerLine(NamedTuple):
    """What everybody may know of an entrant."""

    no: int
    name: str
    division: str
    club: str
    federation: str
    rating: str
    start_no: int


def _players(event: Event, said: Mapping[str, str]) -> list[PlayerLine]:
    t = event.state
    rules = t.ruleset.divisions
    titles = {d.id: said.get(f"division-{d.title}", d.title) for d in rules.divisions} if rules else {}
    rows = [
        PlayerLine(no, listed_name(event, no), titles.get(e.division, e.division), e.club, e.federation,
                   str(e.rating) if e.rating is not None else "", e.start_no)
        for no, e in t.entrants.items()
    ]
    return sorted(rows, key=lambda row: (plain_letters(row.name), row.no))


class Place(NamedTuple):
    """One row of standings."""

    rank: int
    name: str
    points: str
    record: str
    values: tuple[str, ...]
    last_in: bool  # the last one who goes on to the cut
    status: str  # "" while he plays


class Places(NamedTuple):
    """One table of standings."""

    label: PodLabel
    columns: tuple[str, ...]
    rows: tuple[Place, ...]
    cut: int


def _all_tables(event: Event, after: int) -> list[StandingTable]:
    """The tables after a round, and of a shared pod each division's own (P-AGE-5)."""
    return [x for table in public_tables(event, after) for x in (table, *division_tables(event.state, table))]


def _places(event: Event, table: StandingTable, page: _Pages) -> Places:
    t = event.state
    cut = cut_size(t, table)
    headings = table.rows[0].headings if table.rows else ()
    swiss = t.pods[table.pods[0]].phase not in ELIMINATION
    shown = [i for i, heading in enumerate(headings) if swiss and find(heading.id).column]
    last = table.rows[cut - 1].no if 0 < cut < len(table.rows) else None
    rows = tuple(
        Place(
            row.rank, public_name(event, row.no), page.figure(t.ruleset.show_points(row.points)), _record(row),
            tuple(page.figure(row.values[i].shown, percent=find(headings[i].id).percent) for i in shown),
            row.no == last, entrant_status(t, row.no).replace("active", ""),
        )
        for row in table.rows
    )
    return Places(label_of_table(t, table), tuple(headings[i].id for i in shown), rows, cut)


def _record(row: Standing) -> str:
    return f"{row.wins}–{row.losses}–{row.ties}" if row.ties else f"{row.wins}–{row.losses}"


class Crossing(NamedTuple):
    """A cross table; a cell is the opponent's place with a sign, or a word."""

    label: PodLabel
    rounds: tuple[int, ...]
    rows: tuple[tuple[int, str, str, tuple[str, ...]], ...]  # rank, name, points, cells


def _is_grid(desk: Desk, slug: str, table: StandingTable) -> bool:
    """A round robin is shown by opponent, if it fits on a page."""
    return len(table.rows) <= GRID_LIMIT and is_round_robin(desk, slug, table.id)


def _crossing(desk: Desk, event: Event, table: StandingTable, after: int, page: _Pages) -> Crossing:
    found = whole_table(desk, event.state.slug, pod=table.id, after=after)
    rows = tuple(
        (row.rank, public_name(event, row.no), page.figure(row.points), tuple(_cell(c, page.words) for c in row.cells))
        for row in found.rows
    )
    return Crossing(label_of_table(event.state, table), found.rounds, rows)


def _cell(cell: Cell, said: Mapping[str, str]) -> str:
    if not cell.outcome:
        return ""
    if cell.opponent is None:
        return said[f"kind-{cell.outcome}"]
    place = str(cell.place) if cell.place is not None else "–"
    return f"{place} {said[f'sign-{cell.outcome}']}" + (f" ({cell.score})" if cell.score else "")


class Side(NamedTuple):
    """One line of a bracket: a name (or a kind of nobody), the seed and the score."""

    kind: str
    name: str
    seed: int | None
    score: str
    won: bool


class Drawn(NamedTuple):
    """A bracket, round by round from the left."""

    label: PodLabel
    rounds: tuple[tuple[tuple[Side, Side], ...], ...]
    champion: str
    third: tuple[Side, Side] | None


def _bracket(bracket: ShownBracket) -> Drawn:
    view = bracket.view
    rounds = tuple(tuple(_sides(match, bracket) for match in matches) for matches in view.rounds)
    champion = bracket.names[view.champion] if view.champion is not None else ""
    return Drawn(bracket.pod, rounds, champion, _sides(view.third, bracket) if view.third is not None else None)


def _sides(match: BracketMatch, bracket: ShownBracket) -> tuple[Side, Side]:
    pair = frozenset(slot.no for slot in (match.top, match.bottom) if slot.no is not None)
    scores = bracket.scores.get(pair, {})

    def side(slot: BracketSlot) -> Side:
        name = bracket.names[slot.no] if slot.no is not None else ""
        score = scores.get(slot.no, "") if slot.no is not None else ""
        return Side(slot.kind, name, slot.seed, score, slot.no is not None and slot.no == match.winner)

    return side(match.top), side(match.bottom)
