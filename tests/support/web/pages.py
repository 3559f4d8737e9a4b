"""Every page of the application, on events with everything in them: console, public pages, own pages, screens."""

from __future__ import annotations

from dataclasses import dataclass

from pareo.app.commands.event import events
from pareo.app.commands.floor import floor
from pareo.app.commands.lists import list_checks
from pareo.app.commands.lists import submit as lists
from pareo.app.commands.people import players
from pareo.app.commands.people.players import NewPlayer
from pareo.app.commands.rounds import rounds
from pareo.app.league import categories, directory, duplicate, event_closing, series
from pareo.app.league.directory_snapshot import load_directory
from support.web.page_events import console_pages, create_events, public_pages, touched_pages
from support.web.server_events import HOSTILE, NAMES, ServerStage

EVENT_NAME = "<script>alert(0)</script> Copa 😀 " + "Nomelonguisimo" * 8


@dataclass(frozen=True, slots=True)
class Addresses:
    """Paths, by who looks at them."""

    console: tuple[str, ...]
    public: tuple[str, ...]
    screens: tuple[str, ...]
    touched: tuple[str, ...] = ()  # for a browser alone: a path and what is touched there, or with words for programs

    @property
    def all(self) -> tuple[str, ...]:
        """Pages that an address is enough for."""
        return (*self.console, *self.public, *self.screens)

    @property
    def with_touched(self) -> tuple[str, ...]:
        """These, and what a touch brings."""
        return (*self.all, *self.touched)


def create_all_events(stage: ServerStage) -> Addresses:
    """Events in the play-off, in mid-round with a dispute, with a draft, and before, after and beside that."""
    names = (*HOSTILE, *NAMES[:8])
    cup = stage.event(
        "hostil",
        names,
        name=EVENT_NAME,
        style="swiss+cut",
        rounds="3",
        cut="8",
        place="<i>Ferrol</i>",
        organiser=HOSTILE[0],
        judge=HOSTILE[1],
    )
    stage.play(cup, 3)
    stage.cut(cup, 8)
    stage.play(cup)
    stage.open(cup, clock=True)
    stage.announce(cup, "<script>alert(3)</script> " + "aviso" * 30)

    live = stage.event("en-xogo", names, name="En xogo", rounds="4")
    stage.play(live)
    stage.open(live, clock=True)
    a, b = stage.at_table(live, 1, 2)
    floor.claim(stage.ctx, live, round_no=2, no=a, result="1-0")
    floor.claim(stage.ctx, live, round_no=2, no=b, result="1-0")
    floor.extend(stage.ctx, live, round_no=2, table=2, minutes=5, reason=HOSTILE[0])
    floor.penalise(stage.ctx, live, "p1", round_no=2, kind="warning", reason=HOSTILE[4])

    lists.hand_in(stage.ctx, live, "p1", f"4 {HOSTILE[4]}\n", kind="text", override=HOSTILE[0])
    list_checks.draw_checks(stage.ctx, live, count=1, tables=True)
    list_checks.record_check(stage.ctx, live, "p1", outcome="warning", notes=HOSTILE[4])
    _create_squads(stage)

    draft = stage.event("borrador", names, name="Borrador")
    rounds.pair(stage.ctx, draft)
    for i, name in enumerate(HOSTILE):
        directory.add(stage.ctx, {"first": name[:190], "rating": str(1400 + i), "club": f"{i} {HOSTILE[2][:190]}"})
    directory.correct(stage.ctx, HOSTILE[0], 1500, reason=HOSTILE[4])
    person = directory.find(load_directory(stage.ctx), HOSTILE[0]).id
    _create_pokemon_seasons(stage)
    _create_day_ends(stage)
    create_events(stage)
    return Addresses(
        (*_console(), *console_pages(), f"/console/directory/people/{person}"),
        (*_public(stage), *public_pages()),
        _screens(),
        touched_pages(),
    )


def _create_day_ends(stage: ServerStage) -> None:
    """Events before anybody is entered, at check-in with registration open, when all is played, and put away."""
    stage.event("baleiro", (), name="Baleiro")
    stage.event(
        "na-porta", NAMES[:5], name="Na porta", registration="yes", registration_guardian="yes", lists="required"
    )
    floor.check_in(stage.ctx, "na-porta", ["p1", "p2"])
    for slug in ("rematado", "gardado"):
        stage.event(slug, (*HOSTILE, *NAMES[:2]), name=slug.title(), rounds="1", style="swiss")
        stage.play(slug)
    event_closing.close_event(stage.ctx, "gardado", confirmed=True)
    stage.event("publicado", NAMES, name="Publicado")
    rounds.pair(stage.ctx, "publicado")
    rounds.publish(stage.ctx, "publicado", confirmed=True)


def _create_pokemon_seasons(stage: ServerStage) -> None:
    """A club evening played out with ratings, in a Grand Prix and in a league with categories; a duplicate event."""
    events.create(
        stage.ctx,
        events.NewEvent(
            EVENT_NAME,
            "scrabble-fise",
            slug="letras",
            seed="s",
            settings={"rounds": "3", "rating2_rules": "uscf", "date": "2026-11-15"},
        ),
    )
    people = [
        NewPlayer(first=name[:190], id=f"p{i}", club=HOSTILE[i % 2], rating=1500 + i, rating2=1400 + i)
        for i, name in enumerate((*HOSTILE, *NAMES[:2]), 1)
    ]
    players.enter(stage.ctx, "letras", people, confirmed=True)
    stage.play("letras", 3)
    events.create(stage.ctx, events.NewEvent("Todos contra todos", "chess-round-robin", slug="liga", seed="s"))
    players.enter(stage.ctx, "liga", [NewPlayer(first=name[:190], id=f"p{i}") for i, name in enumerate(HOSTILE, 1)])
    stage.play("liga", 5)
    for preset in ("formula-one-2010", "uruguay"):
        made = series.create(stage.ctx, f"{preset} {HOSTILE[0]}", series.rules_text(preset), slug=preset)
        for slug in ("letras", "hostil", "liga"):
            series.add_event(stage.ctx, made, slug, weight="1.5")
    categories.assign_category(stage.ctx, "uruguay", "A", [HOSTILE[0], HOSTILE[4]])
    duplicate.create(stage.ctx, f"Duplicado {HOSTILE[2]}"[:190], slug="duplicado")
    sheets = [duplicate.SheetRow(name[:190], (10, 20, 30)) for name in HOSTILE]
    duplicate.enter(stage.ctx, "duplicado", 1, [duplicate.SheetRow("BEST", (30, 40, 50)), *sheets])


def _create_squads(stage: ServerStage) -> None:
    """An X-Wing event in its first round, with squads and a help page."""
    events.create(
        stage.ctx,
        events.NewEvent(
            "Escuadróns", "xwing-epic-duel", slug="epico", seed="s", settings={"rounds": "1", "lists_public": "yes"}
        ),
    )
    people = [NewPlayer(first=name[:190], id=f"p{i}") for i, name in enumerate(HOSTILE[:4], 1)]
    players.enter(stage.ctx, "epico", people)
    for i in range(1, 4):
        lists.hand_in(stage.ctx, "epico", f"p{i}", "Faction: Rebel\nBiggs Darklighter (X-wing) 25\n")
    stage.open("epico")


def _console() -> tuple[str, ...]:
    both = [
        f"/console/{slug}{path}"
        for slug in ("hostil", "en-xogo")
        for path in (
            "",
            "/players",
            "/players/3",
            "/rounds",
            "/standings",
            "/standings/3",
            "/standings/cross",
            "/ratings",
            "/bracket",
            "/papers",
            "/journal",
        )
    ]
    return (
        "/console",
        "/program",
        "/guide",
        "/guide/something-wrong",
        "/console/new",
        "/console/new?expected=30&style=swiss%2Bcut",
        *both,
        "/console/hostil/rounds/5",
        "/console/hostil/rounds/4",
        "/console/hostil/settings",
        "/console/en-xogo/rounds/2",
        "/console/en-xogo/rounds/2/bulk",
        "/console/en-xogo/rounds/2/table/1",
        "/console/en-xogo/rounds/1/correct?table=1&result=0-1",
        "/console/en-xogo/floor",
        "/console/en-xogo/players/late",
        "/console/en-xogo/staff",
        "/console/en-xogo/staff/links",
        "/console/en-xogo/lists",
        "/console/en-xogo/lists/1",
        "/console/en-xogo/checks",
        "/console/en-xogo/checks/1",
        "/console/epico/lists",
        "/console/epico/lists/1",
        "/console/epico/rounds/1/table/1",
        "/console/borrador",
        "/console/borrador/players",
        "/console/borrador/players?view=details",
        "/console/borrador/players/import",
        "/console/hostil/settings?pod=masters",
        "/console/borrador/rounds",
        "/console/borrador/rounds/1",
        "/console/borrador/rounds/swap?a=p1&b=p2",
        "/console/borrador/rounds/1/hand",
        "/console/borrador/nowhere",
        "/console/borrador/here",
        "/console/borrador/directory",
        "/console/directory",
        "/console/directory?q=evil",
        "/console/directory/clubs",
        "/console/directory/import",
        *_seasons(),
        *_days(),
    )


def _days() -> tuple[str, ...]:
    """Now at the stages that the other events are not in, and what is arranged before and beside a round."""
    return (
        *(f"/console/{slug}" for slug in ("baleiro", "na-porta", "publicado", "rematado", "gardado")),
        "/console/na-porta/next",
        "/console/na-porta/registration",
        "/console/na-porta/announcement",
        "/console/na-porta/phones",
        "/console/na-porta/phones/poster",
        "/console/na-porta/players",
        "/console/en-xogo/phones",
        "/console/en-xogo/outlook",
        "/console/en-xogo/compare",
        "/console/en-xogo/beside",
        "/console/en-xogo/arbiter",
        "/console/letras/barred",
        "/console/letras/claims",
        "/console/en-xogo/staff/links/1",
        "/console/liga/settings/fide-mode",
        "/console/plan",
        "/console/tom",
    )


def _seasons() -> tuple[str, ...]:
    views = [
        f"/console/{slug}{path}"
        for slug in ("letras", "liga", "hostil")
        for path in (
            "/views",
            "/views/information",
            "/views/grid",
            "/views/cards/1",
            "/clubs",
            "/standings",
            "/standings/1",
            "/standings/cross",
            "/ratings",
            "/settings",
            "/settings/help",
            "/settings/rules",
        )
    ]
    return (
        *views,
        "/console/letras/ratings?list=2",
        "/console/letras/views/information?round=2",
        "/console/import",
        "/console/second-opinion",
        "/console/series",
        "/console/series/new",
        "/console/series/new?preset=venezuela",
        *(
            f"/console/series/{slug}{path}"
            for slug in ("formula-one-2010", "uruguay")
            for path in ("", "/rules", "/categories")
        ),
        "/console/series/nowhere",
        "/console/duplicate",
        "/console/duplicate/duplicado",
    )


def _public(stage: ServerStage) -> tuple[str, ...]:
    pages = [
        f"/e/{slug}{path}"
        for slug in ("hostil", "en-xogo", "borrador")
        for path in ("", "/tables", "/names", "/standings", "/bracket", "/rounds")
    ]
    own = [stage.own_page("en-xogo", no) for no in (stage.at_table("en-xogo", 1, 2)[0], 3)]
    return (
        "/",
        "/login",
        *pages,
        *own,
        stage.own_page("hostil", 1),
        stage.own_page("borrador", 1),
        "/e/nowhere",
        "/e/na-porta",
        "/e/na-porta/register",
        "/e/rematado",
        "/e/rematado/standings",
        stage.own_page("rematado", 1),
        "/e/publicado",
        stage.own_page("publicado", 1),
        "/series",
        "/series/formula-one-2010",
        "/series/uruguay",
        "/series/nowhere",
        "/e/letras/clubs",
        "/e/letras/standings",
        "/duplicate/duplicado",
        "/tiebreaks",
        "/rulesets",
        "/rulesets/pokemon-tcg-2026",
        "/e/epico/help",
        "/e/epico/tables",
        stage.own_page("epico", 1),
        stage.own_page("epico", 4),
    )


def _screens() -> tuple[str, ...]:
    return (
        *(
            f"/screen/hostil/{what}"
            for what in ("pairings", "names", "standings", "clock", "announcements", "bracket", "auto")
        ),
        "/screen/en-xogo/pairings",
        "/screen/en-xogo/clock",
        "/screen",
        "/screen/na-porta/auto",
        "/screen/publicado/auto",
        "/screen/rematado/auto",
        "/screen/rematado/podium",
    )
