"""Pairing information, cross table in both forms, individual cards, columns of the pairings (SP-13, SP-23)."""

from __future__ import annotations

import pytest

from pareo.app.commands.people import leaving
from pareo.app.commands.people.players import NewPlayer
from pareo.app.commands.rounds import rounds
from pareo.app.papers.cards import sonneborn_berger
from pareo.app.queries.pages.cards import card, card_rows
from pareo.app.queries.pages.cross_table import cross_rows, grid, is_round_robin, met_text, whole_table
from pareo.app.queries.pages.event_tables import pairing_rows, standing_rows
from pareo.app.queries.pages.pairing_information import due_start, information_rows
from pareo.app.queries.pages.paper_cards import player_cards
from pareo.app.queries.pages.public_view import pairing_groups, rounds_numbered
from pareo.core.pairing.registry import reason_sentences
from pareo.core.text.errors import BadInput, NotFound, Refused
from pareo.core.text.numbers import points_text
from pareo.formats.tables.views import cross_table_table
from support.errors import raises_code
from support.events.stage import Stage, lower_number_wins


@pytest.fixture
def evening(tmp_path):
    """Five players, three rounds played, the fourth drafted; numbers 1 and 2 have two points more up to round 1."""
    stage = Stage(tmp_path, "scrabble-fise", rounds="4", acceleration="1-2:2:1")
    stage.enter(5, club="Sur")
    stage.play(3, lambda a, b: "400-350" if a < b else "350-400")
    stage.open_round()
    return stage


@pytest.mark.req("SP-13")
@pytest.mark.parametrize(
    ("starts", "due"),
    [
        ("", ("", "")),
        ("..", ("", "")),
        ("+", ("-", "strong")),
        ("+-", ("+", "mild")),
        ("-+", ("-", "mild")),
        ("+-+", ("-", "strong")),
        ("+.+", ("-", "absolute")),
        ("--+", ("+", "strong")),
        ("+-++", ("-", "absolute")),
        ("--.", ("+", "absolute")),
        ("---++", ("-", "absolute")),
        ("----++", ("+", "absolute")),
    ],
)
def test_the_start_somebody_is_due(starts, due):
    assert due_start(starts) == due


@pytest.mark.req("SP-13")
def test_pairing_information_is_what_the_round_was_drawn_from(evening):
    ctx, slug, t = evening.ctx, evening.slug, evening.t
    rows = information_rows(ctx, slug)
    assert [row.paired_by for row in rows] == sorted((row.paired_by for row in rows), reverse=True)
    points = {row.player: row.points for row in standing_rows(ctx, slug)}
    pod = evening.pod()
    for row in rows:
        no = evening.no(row.player)
        assert (row.round, row.points, row.virtual) == (4, points[row.player], 0)
        starts, met, rested = "", [], []
        for number in (1, 2, 3):
            r = pod.rounds[number]
            match = next((m for m in r.matches.values() if no in (m.a, m.b)), None)
            starts += "." if match is None else "+" if match.a == no else "-"
            if match is None:
                rested.append(number)
            else:
                met.append(ctx.open(slug).id(match.b if match.a == no else match.a))
        assert (row.starts, row.opponents, row.byes) == (starts, met, rested)
        assert set(rested) <= set(row.floats_down)  # points without play are a downfloat
        if row.kind == "match":
            m = pod.rounds[4].matches[row.table]
            assert row.starts_now == ("+" if m.a == no else "-")
            assert row.why == [reason_sentences()[code] for code in m.reasons]
            assert row.why
    assert len({row.table for row in rows if row.table}) == 2
    assert t.pods


@pytest.mark.req("SP-13", "SP-3")
def test_virtual_points_and_floats_of_an_earlier_round(evening):
    ctx, slug = evening.ctx, evening.slug
    first = {row.player: row for row in information_rows(ctx, slug, round_no=1)}
    numbers = {who: ctx.open(slug).state.entrants[evening.no(who)].start_no for who in first}
    assert all(row.virtual == (2 if numbers[who] <= 2 else 0) for who, row in first.items())
    assert all(row.points == 0 and not row.opponents for row in first.values())
    last = information_rows(ctx, slug)
    pod = evening.pod()
    for number in (2, 3):
        before = {row.player: row.paired_by for row in information_rows(ctx, slug, round_no=number)}
        for m in pod.rounds[number].matches.values():
            a, b = ctx.open(slug).id(m.a), ctx.open(slug).id(m.b)
            one, two = (next(r for r in last if r.player == who) for who in (a, b))
            assert (number in one.floats_down) == (before[a] > before[b])
            assert (number in one.floats_up) == (before[a] < before[b])
            assert (number in two.floats_down) == (before[a] < before[b])
    with pytest.raises(NotFound):
        information_rows(ctx, slug, round_no=9)


@pytest.mark.req("SP-13", "S-14")
def test_a_card_tells_every_round_with_running_points(evening):
    ctx, slug = evening.ctx, evening.slug
    standing = {row.player: row for row in standing_rows(ctx, slug)}
    for who in evening.ids():
        found = card(ctx, slug, who)
        played = [r for r in found.rounds if r.round < 4]
        assert [r.round for r in found.rounds] == [1, 2, 3, 4]
        assert (found.rank, found.points) == (standing[who].rank, standing[who].points)
        total = 0
        for r in played:
            total += r.points
            assert r.total == total
            assert (r.kind == "bye") == (r.opponent is None) == (r.result is None)
        assert total == found.points
        now = found.rounds[3]
        assert now.total == (total if now.kind == "match" else total + 1)  # who rests has the point already
    assert len(card_rows(ctx, slug)) == 20
    by_scan = [(who, r) for who in evening.ids() for r in card(ctx, slug, who).rounds]
    by_table = [(who, r) for who, _, r in card_rows(ctx, slug)]
    assert sorted(map(str, by_scan)) == sorted(map(str, by_table))
    with pytest.raises(NotFound):
        card(ctx, slug, "nobody")


@pytest.mark.req("SP-13")
def test_a_forfeit_is_no_start_and_no_colour(tmp_path):
    stage = Stage(tmp_path, "scrabble-fise", rounds="3")
    stage.enter(4)
    stage.open_round()
    stage.report_all(lambda a, b: "1-0F" if 1 in (a, b) else "400-300")
    rounds.finish(stage.ctx, stage.slug)
    stage.open_round()
    rows = {row.player: row for row in information_rows(stage.ctx, stage.slug)}
    winner = next(m for m in stage.pod().rounds[1].matches.values() if 1 in (m.a, m.b))
    a, b = (stage.ctx.open(stage.slug).id(no) for no in (winner.a, winner.b))
    assert (rows[a].starts, rows[b].starts) == (".", ".")
    assert (rows[a].floats_down, rows[b].floats_down) == ([1], [])
    first = card(stage.ctx, stage.slug, a).rounds[0]
    assert (first.starts, first.result) == (None, "1–0 F")


@pytest.mark.req("SP-13")
def test_the_cross_table_by_round(evening):
    rows = cross_rows(evening.ctx, evening.slug)
    standing = {row.player: row for row in standing_rows(evening.ctx, evening.slug)}
    by_id = {row.player: row for row in rows}
    assert [row.rank for row in rows] == sorted(row.rank for row in rows)
    for row in rows:
        assert sum(cell.points for cell in row.rounds) == row.points == standing[row.player].points
        for cell in row.rounds:
            if cell.opponent is None:
                continue
            assert cell.place == by_id[cell.opponent].rank
            other = next(c for c in by_id[cell.opponent].rounds if c.round == cell.round)
            assert (other.opponent, other.starts) == (row.player, not cell.starts)
    after = cross_rows(evening.ctx, evening.slug, after=1)
    assert all(len(row.rounds) == 1 for row in after)
    with pytest.raises(NotFound):
        cross_rows(evening.ctx, evening.slug, pod="nowhere")


@pytest.mark.req("SP-13", "SP-1")
def test_the_cross_table_of_a_round_robin_is_a_grid(tmp_path):
    stage = Stage(tmp_path, "swiss", style="round-robin", cycles="2")
    stage.enter(4)
    stage.play(6, lower_number_wins)
    (table,) = {row.table for row in standing_rows(stage.ctx, stage.slug)}
    assert is_round_robin(stage.ctx, stage.slug, table)
    found = grid(stage.ctx, stage.slug, pod=table)
    order = [row.no for row in found.rows]
    assert order == [1, 2, 3, 4]
    for i, row in enumerate(found.rows):
        assert found.games[i][i] == ()
        for j, other in enumerate(found.rows):
            if i != j:
                assert len(found.games[i][j]) == 2
                assert all(cell.outcome == ("win" if row.no < other.no else "loss") for cell in found.games[i][j])
        assert sum(cell.points for cells in found.games[i] for cell in cells) == row.points
    assert set(found.lines[0][1]) == {"×", "1 1"}


def test_a_grid_is_not_made_for_hundreds(tmp_path):
    stage = Stage(tmp_path, "swiss", rounds="3")
    stage.enter(160)
    stage.play(1)
    assert not is_round_robin(stage.ctx, stage.slug, "main")
    assert len(whole_table(stage.ctx, stage.slug, pod="main").rows) == 160
    with raises_code(Refused, "grid-wide", limit=150):
        grid(stage.ctx, stage.slug, pod="main")
    assert [points_text(x) for x in (0, 0.5, 1, 1.5, 2.25)] == ["0", "½", "1", "1½", "2.25"]


@pytest.mark.req("SP-23")
def test_columns_of_the_pairings_are_chosen(evening):
    ctx, slug = evening.ctx, evening.slug
    rows = pairing_rows(ctx, slug, columns="points,record,number,club,rating")
    points = {row.player: row.points for row in standing_rows(ctx, slug)}
    for row in rows:
        for side in ("a", "b"):
            told = getattr(row, f"columns_{side}")
            if getattr(row, side) is None:
                assert told is None
                continue
            assert list(told) == ["points", "record", "number", "club"]  # nobody has a rating
            assert told["points"] == points[getattr(row, side)]
            assert told["club"] == "Sur"
    assert not hasattr(pairing_rows(ctx, slug)[0], "columns_a")
    with raises_code(BadInput, "column-unknown", column="height"):
        pairing_rows(ctx, slug, columns="height")
    event = ctx.open(slug)
    shown = pairing_groups(event, rounds_numbered(event.state, 4))[0].matches[0]
    assert len(shown.beside_a) == 1
    assert shown.beside_a[0].startswith("(")  # points in brackets, unless asked otherwise
    event.state.settings["pairing_columns"] = "club,number"
    shown = pairing_groups(event, rounds_numbered(event.state, 4))[0].matches[0]
    assert (shown.beside_a[0], shown.beside_a[1][0]) == ("Sur", "#")
    event.state.settings["pairing_columns"] = "none"
    assert pairing_groups(event, rounds_numbered(event.state, 4))[0].matches[0].beside_a == ()


def test_somebody_who_left_is_in_the_information(evening):
    leaving.drop(evening.ctx, evening.slug, "p3")
    row = next(r for r in information_rows(evening.ctx, evening.slug) if r.player == "p3")
    assert row.status == "dropped"


@pytest.mark.req("A-41", "S-17")
def test_a_cross_table_with_shared_places_names_opponents_by_their_numbers(tmp_path):
    stage = Stage(tmp_path, "scrabble-fise", rounds="3", first_number="101")
    stage.enter([NewPlayer(first=f"P{i}", last="Sol", id=str(i), rating=2000 - i) for i in range(8)])
    stage.play(1, lambda a, b: "1-0" if a < b else "0-1")
    table = whole_table(stage.ctx, stage.slug, pod="main")
    assert table.by_number
    assert [row.rank for row in table.rows] == [1] * 4 + [5] * 4, "four winners share the first place"
    assert [met_text(row.cells[0]) for row in table.rows] == [f"{n}+" for n in range(105, 109)] + [
        f"{n}-" for n in range(101, 105)
    ]
    assert [row.number for row in table.rows] == list(range(101, 109))
    assert grid(stage.ctx, stage.slug, pod="main").heads == tuple(str(n) for n in range(101, 109))
    told = cross_rows(stage.ctx, stage.slug)
    number = {row.player: row.start_no for row in told}
    assert [number[row.rounds[0].opponent] for row in told] == [*range(105, 109), *range(101, 105)]
    sheet = cross_table_table(stage.ctx, stage.slug)
    assert sheet.heads[:3] == ("table", "rank", "no")
    assert [(row[2], row[-1]) for row in sheet.rows][:2] == [(101, "105+"), (102, "106+")]


def test_a_cross_table_without_shared_places_names_opponents_by_place(tmp_path):
    stage = Stage(tmp_path, "swiss", rounds="3")
    stage.enter(4)
    stage.play(1)
    table = whole_table(stage.ctx, stage.slug, pod="main")
    assert not table.by_number
    place = {row.no: row.rank for row in table.rows}
    assert all(cell.named == str(place[cell.opponent]) for row in table.rows for cell in row.cells)


@pytest.mark.req("A-49", "S-12", "S-14")
@pytest.mark.parametrize(
    "tiebreaks",
    [
        "sonneborn-berger",
        "berger",
        "sonneborn-berger draws=half",
        "sonneborn-berger low=1",
        "sonneborn-berger draws=half unplayed=draws",
        "sonneborn-berger draws=half unplayed=fide-2009 low=1",
        "secondary; sonneborn-berger unplayed=fide-2026",
    ],
)
def test_the_cards_sonneborn_berger_is_the_standings(tmp_path, tiebreaks):
    stage = Stage(tmp_path, "scrabble-fise", rounds="4", tiebreaks=tiebreaks)
    stage.enter(9)
    stage.play(1, lambda a, b: "400-400" if a % 3 == 0 else "410-390")
    stage.play(1, lambda a, b: "1-0F" if 2 in (a, b) else "350-400")
    stage.play(2, lambda a, b: "400-400" if b % 2 else "380-400")
    (use,) = [u for u in stage.t.ruleset.tiebreaks if "berger" in u.id]
    event = stage.ctx.open(stage.slug)
    cards = {c.number: c for c in player_cards(event, stage.t.pods["main"])}
    rows = standing_rows(stage.ctx, stage.slug)
    assert len({row.tiebreaks[use.id].value for row in rows}) > 2
    for row in rows:
        made = cards[event.state.entrants[event.find(row.player)].start_no]
        assert sonneborn_berger(made) / (2 * made.unit) == row.tiebreaks[use.id].value, row.name
