"""What the settings and fields of a Swiss Perfect tournament become here; large and damaged files."""

from __future__ import annotations

import io
import random
import struct
import zipfile

import pytest

from pareo.app.base.context import Context
from pareo.app.commands.rounds import rounds
from pareo.app.queries.pages.event_tables import player_rows, standing_rows
from pareo.core.model.entities import Phase
from pareo.core.pairing.robin.tables import berger, rutsch
from pareo.core.text.errors import PareoError
from pareo.formats.registry import import_file
from support.files.imports import import_swiss_perfect
from support.files.swiss_perfect import INI, SCRABBLE, field, large, sco, trn


def ini(*lines: str) -> bytes:
    return INI + "\r\n".join(("[Pairing]", *lines, "")).encode()


def robin(table, count: int, played: int, **options: str) -> dict[str, bytes]:
    """The first rounds of a round robin as files: the lower number wins."""
    rows = []
    for number, r in enumerate(table[:played], 1):
        rows += [(number, 10 * a, 10 * b, 2 if a < b else 0, 0 if a < b else 2, 1, 1) for a, b in r.pairs]
    head = INI.replace(b"Rounds=3", f"Rounds={options.get('rounds', len(table))}\r\nSystem=1".encode())
    return {"a.trn": field(count), "a.sco": sco(*rows), "a.ini": head}


@pytest.mark.req("SP-18", "SP-7")
def test_fields_of_the_players_become_ours(ctx: Context) -> None:
    one = {
        "ID": 10,
        "START_NO": 1,
        "SURNAME": "Abril",
        "FIRSTNAME": "Ana",
        "FEDER": "ESP",
        "CLUB": "Norte",
        "INTL_RTG": 2210,
        "LOC_RTG": 2150,
        "INTL_ID": "2200112",
        "LOC_ID": "E-7",
        "TITLE": 2,
        "SEX": 2,
        "BIRTH_DATE": "19900430",
        "MEMO": "vegetarian",
    }
    two = {"ID": 20, "START_NO": 2, "SURNAME": "Deep", "SEX": 3, "BIRTH_DATE": "19970000", "LATE_ENTRY": 2}
    three = {"ID": 30, "START_NO": 3, "SURNAME": "Cedro", "SEX": 1, "WITHDRAWAL": 3, "ABSENT": "2"}
    slug, _ = import_swiss_perfect(ctx, {"a.trn": trn(one, two, three), "a.ini": INI})
    rows = player_rows(ctx, slug)
    keys = ("last", "rating", "rating2", "title", "sex", "birth_year", "birth_date", "intl_id", "local_id")
    assert [getattr(rows[0], key) for key in keys] == [
        "Abril",
        2150,
        2210,
        "WGM",
        "f",
        1990,
        "1990-04-30",
        "2200112",
        "E-7",
    ]
    keys = ("sex", "birth_year", "birth_date", "late_from")
    assert [getattr(rows[1], key) for key in keys] == ["computer", 1997, "", 2]
    assert [getattr(rows[2], key) for key in ("sex", "until", "absent")] == ["m", 2, [2]]
    event = ctx.open(slug)
    assert event.person(event.state.entrants[1])["notes"] == "vegetarian"


@pytest.mark.req("SP-18", "SP-2")
@pytest.mark.parametrize(("line", "system"), [("SwissSystem=0", "dutch"), ("SwissSystem=1", "uscf")])
def test_the_pairing_method_of_the_file_goes_on(ctx: Context, line: str, system: str) -> None:
    files = {
        "a.trn": field(6),
        "a.sco": sco((1, 10, 40, 2, 0, 1, 1), (1, 50, 20, 0, 2, 1, 1), (1, 30, 60, 1, 1, 1, 1)),
        "a.ini": ini(line, "UnplayedAgain=1"),
    }
    slug, _ = import_swiss_perfect(ctx, files)
    t = ctx.open(slug).state
    assert (t.ruleset.swiss.system, t.ruleset.swiss.meet_again_after_forfeit) == (system, True)
    assert [e.start_no for e in t.entrants.values()] == [1, 2, 3, 4, 5, 6]
    rounds.pair(ctx, slug)
    second = next(iter(ctx.open(slug).state.pods.values())).rounds[2]
    assert len(second.matches) == 3
    assert not {frozenset((m.a, m.b)) for m in second.matches.values()} & {
        frozenset(p) for p in ((1, 4), (5, 2), (3, 6))
    }


@pytest.mark.req("SP-18")
def test_a_given_ruleset_with_another_method_is_told(ctx: Context) -> None:
    _, report = import_swiss_perfect(ctx, SCRABBLE, ruleset="chess-uscf")
    assert any("paired by Dutch system (FIDE); chess-uscf pairs by US Chess" in note for note in report.notes)


@pytest.mark.req("B-28")
def test_the_fide_of_a_file_is_the_documents_procedure_in_scrabble_and_the_dutch_system_elsewhere(
    ctx: Context,
) -> None:
    slug, report = import_swiss_perfect(ctx, SCRABBLE, ruleset="scrabble-fise")
    assert ctx.open(slug).state.ruleset.swiss.system == "fise"
    assert not [note for note in report.notes if "paired by" in note]
    slug, _ = import_swiss_perfect(ctx, SCRABBLE)
    assert ctx.open(slug).state.ruleset.swiss.system == "dutch"


@pytest.mark.req("SP-18", "SP-1")
@pytest.mark.parametrize(
    ("kind", "count", "cycles"),
    [
        ("berger", 6, 1),
        ("rutsch", 6, 1),
        ("berger", 5, 1),
        ("rutsch", 7, 1),
        ("berger", 4, 2),
    ],
)
def test_a_round_robin_goes_on_by_its_own_table(ctx: Context, kind: str, count: int, cycles: int) -> None:
    table = berger(count, double=cycles == 2) if kind == "berger" else rutsch(count)
    slug, report = import_swiss_perfect(ctx, robin(table, count, 2))
    t = ctx.open(slug).state
    (pod,) = t.pods.values()
    assert (t.style, t.settings["schedule"], pod.phase, pod.planned) == (
        "round-robin",
        kind,
        Phase.ROUND_ROBIN,
        len(table),
    ), report.notes
    rounds.pair(ctx, slug)
    third = next(iter(ctx.open(slug).state.pods.values())).rounds[3]
    assert {frozenset((m.a, m.b)) for m in third.matches.values()} == {frozenset(pair) for pair in table[2].pairs}


@pytest.mark.req("SP-18")
def test_a_round_robin_without_a_known_table_is_kept_and_told(ctx: Context) -> None:
    odd = {
        "a.trn": field(4),
        "a.ini": INI.replace(b"Rounds=3", b"Rounds=3\r\nSystem=1"),
        "a.sco": sco(
            (1, 10, 20, 2, 0, 1, 1), (1, 30, 40, 2, 0, 1, 1), (2, 10, 20, 2, 0, 1, 1), (2, 30, 40, 0, 2, 1, 1)
        ),
    }
    slug, report = import_swiss_perfect(ctx, odd)
    assert any("neither Berger tables nor Rutsch" in note for note in report.notes)
    assert ctx.open(slug).state.settings["method"] == "manual"
    assert {r.player: r.points for r in standing_rows(ctx, slug)} == {"1": 2, "2": 0, "3": 1, "4": 1}
    rested = dict(robin(berger(5), 5, 1))
    rested["a.sco"] = sco((1, 20, 50, 2, 0, 1, 1), (1, 30, 40, 2, 0, 1, 1), (1, 10, 0, 2, 0, 1, 0))
    slug, report = import_swiss_perfect(ctx, rested)
    assert any("a player has points for a bye" in note for note in report.notes)
    assert next(r for r in standing_rows(ctx, slug) if r.player == "1").points == 1


@pytest.mark.req("SP-18", "SP-10", "A-42")
def test_several_games_a_round_are_match_scores(ctx: Context) -> None:
    files = {
        "a.trn": field(4),
        "a.sco": sco((1, 10, 20, 3, 1, 1, 1), (1, 30, 40, 2, 2, 1, 1)),
        "a.ini": INI.replace(b"Rounds=3", b"Rounds=3\r\nMulti Games=2"),
    }
    slug, report = import_swiss_perfect(ctx, files)
    assert ctx.open(slug).state.ruleset.results.games == 2
    assert {r.player: r.points for r in standing_rows(ctx, slug)} == {"1": 1.5, "2": 0.5, "3": 1, "4": 1}
    files["a.sco"] = sco((1, 10, 20, 2, 0, 1, 1), (1, 30, 40, 2, 2, 1, 1))
    slug, report = import_swiss_perfect(ctx, files)
    assert any("1:0 is not a possible score of 2 games; 1-0 is kept" in note for note in report.notes)


@pytest.mark.req("SP-18", "SP-11")
def test_tie_breaks_with_their_options_and_what_is_told_of_the_rest(ctx: Context) -> None:
    told = ini("BarCriteria=1", "NoBarAfterRound=2", "UseAccelerated=1").replace(
        b"Tie Breaks=1223,1217,", b"Tie Breaks=1226,1218,1220,1219,1222,1217,1221,"
    )
    told += (
        b"[TieBreakAdvanced]\r\nBrightwellCoeff=4\r\nMB-HighestOut=2\r\nMB-LowestOut=0\r\nBuchholzAdjust=1\r\n"
        b"[Accelerated]\r\nGroups=1,2,1,\r\nEndRound=2\r\n[ClubStandings]\r\nGroupingCriteria=3\r\nTopScoresCount=4\r\n"
        b"[Grand Prix]\r\nPoints=10,8,6\r\n[RatingLocal]\r\nK=15\r\n"
    )
    slug, report = import_swiss_perfect(ctx, {"a.trn": field(4), "a.ini": told})
    t = ctx.open(slug).state
    assert [use.id for use in t.ruleset.tiebreaks] == [
        "brightwell",
        "median-buchholz",
        "berger",
        "progressive",
        "wins",
        "buchholz",
        "opponents-rating-sum",
    ]
    options = {use.id: dict(use.options) for use in t.ruleset.tiebreaks}
    assert options["brightwell"]["c"] == 4
    assert (options["median-buchholz"]["high"], options["median-buchholz"]["low"]) == (2, 0)
    assert options["buchholz"]["unplayed"] == "draws"
    assert (t.settings["acceleration"], t.settings["club_best"]) == ("1-2:1:2", 4)
    for said in (
        "criterion 1 is unknown",
        "Acceleration groups were read as 1-2:1:2",
        "Grand Prix",
        "criterion 3 is unknown",
        "rating sum",
        "[ratinglocal] k=15 is not understood",
    ):
        assert any(said in note for note in report.notes), said


@pytest.mark.req("SP-19")
def test_six_hundred_players_are_imported_and_go_on(ctx: Context) -> None:
    slug, report = import_swiss_perfect(ctx, large(600, 3))
    assert (report.players, report.rounds, report.games) == (600, 3, 900)
    rows = standing_rows(ctx, slug)
    assert len(rows) == 600
    assert sum(row.points for row in rows) == 900


# --- damaged files ----------------------------------------------------------------------------------------------------


def zip_of(files: dict[str, bytes]) -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    return packed.getvalue()


def damage(chance: random.Random, data: bytes, *, keep_head: bool) -> bytes:
    """Bytes turned, a piece cut out or doubled, the end lost."""
    found = bytearray(data)
    low = struct.unpack_from("<H", data, 8)[0] if keep_head else 0
    for _ in range(chance.randint(1, 12)):
        at = chance.randrange(low, len(found)) if len(found) > low else 0
        kind = chance.randrange(6)
        if kind < 3 and found:
            found[at % len(found)] = chance.choice(b"0123456789 \x00*-+.Zz\xff") if kind else chance.randrange(256)
        elif kind == 3:
            del found[at : at + chance.randint(1, 40)]
        elif kind == 4:
            found[at:at] = found[at : at + chance.randint(1, 40)]
        else:
            del found[len(found) - chance.randint(0, min(200, len(found))) :]
    return bytes(found)


@pytest.mark.req("SP-18")
@pytest.mark.parametrize("seed", range(6))
def test_damaged_tournaments_give_a_sentence_or_say_what_was_left_out(ctx: Context, seed: int) -> None:
    chance = random.Random(seed)
    base = [SCRABBLE, robin(berger(6), 6, 3), large(12, 3)]
    for turn in range(40):
        files = dict(chance.choice(base))
        name = chance.choice(sorted(files))
        files[name] = damage(chance, files[name], keep_head=name != "a.ini" and turn % 3 > 0)
        if chance.random() < 0.1:
            files.pop(chance.choice(["a.sco", "a.ini"]))
        packed = zip_of(files)
        if turn % 5 == 0:
            packed = damage(chance, packed, keep_head=False)
        before = len(ctx.store.tournaments())
        try:
            report = import_file(ctx, packed, name="club.zip")
        except PareoError as problem:
            told, after = str(problem), before  # nothing half done
        else:
            told, after = "taken", before + 1
            assert ctx.open(report.slug).state.entrants
            standing_rows(ctx, report.slug)
        assert len(told.splitlines()) == 1
        assert len(ctx.store.tournaments()) == after
