"""`outlook`, `plan`, `compare` and `receipt` in the four languages, in the words of each game."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator

import pytest

from pareo import rulesets
from pareo.app.base.context import Context as AppDesk
from pareo.app.commands.floor import floor
from pareo.core.text.languages import LANGUAGES
from pareo.formats.tdf.xml import write
from pareo.store import open_store
from support.command_line import FIRSTS, CommandLine, Row, lower_wins, players_csv
from support.files.tdf import finished
from support.web.english_words import english_only_words, words

OTHERS = ("es", "pt", "it")
Result = Callable[[Row, int], str]
# What is typed as it stands, and what people brought: names, slugs, rulesets, options, other commands, files.
_TYPED = re.compile(
    "|".join(
        (
            rf"\b({'|'.join(FIRSTS.split())}) Prado\d+",
            r"\bNora\d Brasa",
            r"--\w+",
            r"[“«]pareo [\w-]+( --help)?[”»]",
            r"\S+\.json",
            *sorted((re.escape(one.id) for one in rulesets.available()), key=len, reverse=True),
        )
    )
)


def mixed(row: Row, number: int) -> str:
    """Mostly the player who was entered first wins, now and then nobody does."""
    a, b = int(row["a"]), int(row["b"])
    return "=" if (7 * a + 3 * b + number) % 10 == 0 else "1-0" if a < b else "0-1"


def first_entered_wins(row: Row, _number: int) -> str:
    return lower_wins(row)


def scores(row: Row, number: int) -> str:
    a, b = int(row["a"]), int(row["b"])
    return f"{300 + (17 * a + 5 * b + number) % 120}-{300 + (5 * a + 23 * b + number) % 120}"


def squads(row: Row, number: int) -> str:
    a, b = int(row["a"]), int(row["b"])
    return "100-100 time" if (a + number) % 4 == 0 else "153-124 destroyed" if a < b else "124-153 time"


class PlayedEvents(CommandLine):
    """Events of every game, the last round of each under way."""

    def event(
        self,
        slug: str,
        ruleset: str,
        players: int,
        played: int,
        result: Result,
        *settings: str,
        half: bool = False,
        rated: bool = False,
        seed: str = "fixed",
    ) -> None:
        self("new", "An Event", "--slug", slug, "--ruleset", ruleset, "--seed", seed)
        if settings:
            self("set", slug, *settings)
        more = (lambda i: str(2000 - 10 * i)) if rated else None
        self("players", "import", slug, self.file("people.csv", players_csv(players, more=more)))
        for number in range(played):
            self.play_round(slug, lambda row, number=number: result(row, number))
        for typed in (("pair",), ("publish", "--yes"), ("start", "--yes")):
            self(typed[0], slug, *typed[1:])
        for row in [r for r in self.pairings(slug) if r["kind"] == "match"][:: 2 if half else 99]:
            self("report", slug, "--round", str(row["round"]), "--table", str(row["table"]), result(row, played))


@pytest.fixture(scope="module")
def ctx(tmp_path_factory: pytest.TempPathFactory) -> Iterator[PlayedEvents]:
    with pytest.MonkeyPatch.context() as patch:
        for name in ("PAREO_DB", "PAREO_ACTOR", "PAREO_LANG"):
            patch.delenv(name, raising=False)
        made = PlayedEvents(tmp_path_factory.mktemp("languages"))
        made.event("cartas", "pokemon-tcg-2027", 13, 2, mixed)
        made.event("copa", "pokemon-tcg-2019-07", 16, 2, mixed, "style=swiss+cut", "cut=4", "rounds=3", half=True)
        made.event("abierto", "chess-fide", 9, 2, mixed, "rounds=4", rated=True)
        made.event("noche", "scrabble-fise", 9, 3, scores, "rounds=4", half=True)
        made.event("flota", "xwing-epic-duel", 8, 1, squads, "rounds=2", "cut=4", half=True)
        made.event("ronda", "swiss", 4, 3, first_entered_wins, "rounds=4")
        made.event("vuelta", "swiss", 4, 3, first_entered_wins, "rounds=4", seed="2")
        made("new", "Vacio", "--slug", "vacio", "--ruleset", "swiss")
        made("import", made.file("tom.tdf", write(finished(4, 2, 3, 1))), "--slug", "tom")
        app = AppDesk(open_store(str(made.db)))
        floor.start_clock(app, "flota")
        app.store.close()
        yield made


def commands_to_try(ctx: PlayedEvents) -> list[tuple[str, ...]]:
    """Every command, what it says of each game, what it says where there is nothing, and what it refuses."""
    paper = ctx.file("receipt.json", "")
    games = ("cartas", "copa", "abierto", "noche", "flota")
    ctx("receipt", "copa", "--round", "2", "-o", paper)
    return [
        *(("outlook", slug) for slug in (*games, "vacio")),
        *(("outlook", slug, str(no)) for slug in games for no in range(1, 9)),
        ("outlook", "copa", "--after", "1"),
        ("outlook", "copa", "99"),
        ("outlook", "copa", "--after", "9"),
        ("plan", "pokemon-tcg-2027", "--players", "40", "--events", "20"),
        ("plan", "pokemon-tcg-2027", "--players", "90", "--table", "two-phase", "--events", "20"),
        ("plan", "chess-fide", "--players", "9", "--events", "20"),
        ("plan", "flota"),
        ("plan", "copa"),
        ("plan", "swiss"),
        ("plan", "swiss", "--players", "9", "--start", "25:00"),
        ("compare", "tom"),
        ("compare", "tom", "--all"),
        ("compare", "copa"),
        ("compare", "abierto"),
        ("compare", "copa", "--with", "pokemon-tom"),
        ("compare", "copa", "--with", "pokemon-2009"),
        ("compare", "abierto", "--with", "swiss"),
        ("compare", "noche", "--with", "chess-fide"),
        ("compare", "flota", "--with", "swiss"),
        ("compare", "copa", "--with", "scrabble-fise"),
        *(("compare", slug, "--with", "chess-fide") for slug in ("ronda", "vuelta", "vacio")),
        ("compare", "copa", "--with", "swiss", "--all"),
        *(("receipt", slug, "--round", "1", "-o", paper) for slug in games),
        ("receipt", "copa", "--round", "9"),
        ("receipt", "copa"),
        ("receipt", "--check", paper, "--round", "1"),
        ("receipt", "noche", "--round", "1", "-o", paper),
        ("receipt", "--check", paper),
        ("receipt", "copa", "--round", "1", "-o", paper),
        ("receipt", "--check", paper),
    ]


def output_of(ctx: PlayedEvents, *typed: str, lang: str) -> str:
    answer = ctx(*typed, "--lang", lang, code=None)
    return answer.out + answer.err


@pytest.mark.req("A-68")
@pytest.mark.parametrize("lang", OTHERS)
def test_no_word_of_english_is_left(ctx: PlayedEvents, lang: str) -> None:
    left = {}
    for typed in commands_to_try(ctx):
        for line in output_of(ctx, *typed, lang=lang).splitlines():
            if found := words(_TYPED.sub(" ", line.replace(str(ctx.folder), ""))) & english_only_words(lang):
                left[line] = typed, found
    assert left == {}


def test_the_net_holds(ctx: PlayedEvents) -> None:
    """English itself is caught, in nearly every command that says more than names and numbers.

    “out” and “place” are words that are typed, too: a player who is out is told no other.
    """
    said = {typed: output_of(ctx, *typed, lang="en") for typed in commands_to_try(ctx)}
    caught = [typed for typed, text in said.items() if words(_TYPED.sub(" ", text)) & english_only_words("it")]
    assert {typed[0] for typed in caught} == {"outlook", "plan", "compare", "receipt"}
    missed = [text for typed, text in said.items() if typed not in caught]
    assert len([text for text in missed if ": out, place" not in text]) <= 2


@pytest.mark.parametrize("lang", OTHERS)
def test_json_is_the_same_in_every_language(ctx: PlayedEvents, lang: str) -> None:
    for typed in (
        ("outlook", "copa"),
        ("compare", "abierto", "--with", "swiss"),
        ("plan", "swiss"),
        ("receipt", "copa", "--round", "1"),
        ("plan", "swiss", "--players", "8", "--events", "20"),
    ):
        answer, english = ctx(*typed, "--json", "--lang", lang, code=None), ctx(*typed, "--json", code=None)
        assert (answer.out, answer.err) == (english.out, english.err)


@pytest.mark.parametrize(
    ("slug", "lang", "word", "other"),
    [
        ("copa", "en", "tie", "draw"),
        ("abierto", "en", "draw", "tie"),
        ("copa", "es", "empat", "tablas"),
        ("abierto", "es", "tablas", "empat"),
        ("flota", "es", "empat", "tablas"),
        ("copa", "it", "paregg", "patta"),
        ("abierto", "it", "patta", "paregg"),
    ],
)
def test_a_draw_is_what_the_game_calls_it(ctx: PlayedEvents, slug: str, lang: str, word: str, other: str) -> None:
    told = "\n".join(output_of(ctx, "outlook", slug, *who, lang=lang).lower() for who in [(), *zip("12345678")])
    assert word in told
    assert other not in told


@pytest.mark.parametrize(
    ("slug", "lang", "word"),
    [
        ("cartas", "es", "(pase automático)"),
        ("cartas", "pt", "(isenção)"),
        ("cartas", "it", "(bye)"),
        ("noche", "es", "(descanso)"),
        ("noche", "it", "(riposo)"),
        ("abierto", "es", "(bye)"),
        ("abierto", "it", "(bye)"),
    ],
)
def test_a_bye_is_what_the_game_calls_it(ctx: PlayedEvents, slug: str, lang: str, word: str) -> None:
    other = "chess-uscf" if slug == "cartas" else "swiss"
    assert word in output_of(ctx, "compare", slug, "--with", other, lang=lang)


@pytest.mark.parametrize(
    ("lang", "group", "play_off", "round_no"),
    [
        ("en", "masters", "masters-cut", "round 1"),
        ("es", "Máster", "Máster · eliminación directa", "ronda 1"),
        ("pt", "Mestre", "Mestre · eliminação única", "rodada 1"),
        ("it", "Master", "Master · eliminazione diretta", "girone 1"),
    ],
)
def test_groups_have_their_names_and_in_english_their_ids(
    ctx: PlayedEvents, lang: str, group: str, play_off: str, round_no: str
) -> None:
    assert output_of(ctx, "outlook", "copa", lang=lang).splitlines()[0] == play_off
    assert output_of(ctx, "outlook", "copa", "1", lang=lang).startswith(f"Iria Prado01 ({play_off}, 9 ")
    places, pairs = output_of(ctx, "compare", "copa", "--with", "pokemon-2009", lang=lang).split("\n\n")
    assert {part.splitlines()[1].split()[0] for part in (places, pairs)} == {group}
    paper = ctx.file("named.json", "")
    assert f"{paper}: {group}, {round_no}. " in output_of(
        ctx, "receipt", "copa", "--round", "1", "-o", paper, lang=lang
    )


def test_columns_stand_under_their_heads(ctx: PlayedEvents) -> None:
    """Accents take no room: what is aligned to the right ends where its head ends."""
    for lang in LANGUAGES:
        _, head, *rows = output_of(ctx, "outlook", "copa", lang=lang).splitlines()
        assert len({len(line) for line in (head, *rows) if line.endswith("%") or line == head}) == 1
        at = re.search(r"\S+(?=\s{2,}(enough|basta))", head)
        assert at is not None
        assert {line[at.end() - 1].isdigit() and line[at.end() : at.end() + 2].strip() == "" for line in rows} == {True}


def test_points_and_shares_are_written_as_the_language_does(ctx: PlayedEvents) -> None:
    english, italian = (
        output_of(ctx, "plan", "chess-fide", "--players", "9", "--events", "20", lang=lang) for lang in ("en", "it")
    )
    assert re.findall(r"\d\.\d|\d+ %", english) == re.findall(
        r"\d\.\d|\d+ %", re.sub(r"(\d)%", r"\1 %", re.sub(r"(\d),(\d)", r"\1.\2", italian))
    )
    assert "%" in italian
    assert " %" not in italian
    assert "," in italian


def test_the_language_is_set_once_in_the_environment(ctx: PlayedEvents, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PAREO_LANG", "pt")
    assert ctx("outlook", "vacio").out.startswith("Nada a projetar")
    assert ctx("outlook", "vacio", "--lang", "it").out.startswith("Niente da calcolare")
    assert ctx("receipt", "copa", "--round", "9", code=1).err == "A rodada 9 não foi publicada.\n"
    assert ctx("standings", "vacio").out.startswith("No standings yet")
    monkeypatch.setenv("PAREO_LANG", "fr")
    assert "'fr' is not one of" in ctx("outlook", "vacio", code=2).err


def test_what_is_refused_is_told_in_the_language_and_as_json_in_english(ctx: PlayedEvents) -> None:
    assert ctx("outlook", "nowhere", "--lang", "es", code=1).err == "No hay ningún torneo «nowhere».\n"
    data = json.loads(ctx("outlook", "nowhere", "--lang", "es", "--json", code=1).err)
    assert data["message"] == "There is no event “nowhere”."
    assert ctx("plan", "swiss", "--lang", "it", code=2).err == (
        "Indica il numero di giocatori previsti (--players). Vedi «pareo plan --help».\n"
    )
    assert "No such option" in ctx("plan", "swiss", "--foo", "--lang", "it", code=2).err  # click speaks English


def test_where_nothing_differs_nothing_is_said_of_rounds_that_cannot_be_drawn(ctx: PlayedEvents) -> None:
    """Four players have met everybody after three rounds: no fourth can be drawn in chess."""
    refused, *_, told = output_of(ctx, "compare", "vuelta", "--with", "chess-fide", lang="en").splitlines()
    assert refused.strip().startswith("Round 4 cannot be paired by these rules:")
    assert told == "chess-fide ranks all players the same and pairs the same 3 rounds."


def test_a_table_without_rows_is_no_empty_line(ctx: PlayedEvents) -> None:
    told = output_of(ctx, "compare", "ronda", "--with", "chess-uscf", lang="en")
    assert "Different places: 0." in told
    assert told.startswith("pod ")
