"""Events that TOM has prepared or begun and that go on here: the export is what TOM would have written."""

from __future__ import annotations

from pathlib import Path

import pytest

from pareo.app.base.context import Context
from pareo.app.commands.event import events
from pareo.app.commands.people import players
from pareo.app.commands.results import enter_result as results
from pareo.app.commands.rounds import advance, rounds
from pareo.core.tournament.records import ledger_of
from pareo.formats.tdf.tom import export_tdf
from pareo.formats.tdf.xml import XmlNode, leaf, parse, write
from pareo.store import open_store
from support.files.imports import import_tdf
from support.files.tdf import NOON, event, match, minutes, person, pod, reference, round_, violations


@pytest.fixture
def ctx(tmp_path: Path) -> Context:
    return Context(open_store(str(tmp_path / "events.db")), now=minutes())


RANGES = (
    "\n\t\t\t\t<blockedranges>\n\t\t\t\t\t<range>\n\t\t\t\t\t\t<first>42</first>\n\t\t\t\t\t\t<last>43</last>\n"
    "\t\t\t\t\t</range>\n\t\t\t\t</blockedranges>"
)


def save_before_round_1(count: int = 12, kind: int = 3, *, more: int = 2) -> bytes:
    """So many Masters, nothing paired: first table 41, more rounds, a match for 3rd place, blocked tables, sizes."""
    one = pod(2, [], third=True)
    values = {"startingtable": "41", "subgroupcount": "1", "additionalrounds": str(more)}
    data = one.find("poddata")
    assert data is not None
    data.children = [leaf(child.tag, values.get(child.tag, child.text)) for child in data.children]
    root = event([person(i) for i in range(1, count + 1)], one, kind=kind, stage=3, cuts={2: 4})
    text = write(root).decode().replace("</additionalrounds>", f"</additionalrounds>{RANGES}")
    text = text.replace("<value>4</value>", "<value>4</value>\n\t\t\t\t<value>6</value>")
    return text.replace('version="1.80"', 'version="1.86"').encode()


def next_round(ctx: Context, slug: str, *, started: bool = True) -> int:
    """Pairs a round, plays it (the first player wins every match) and finishes it; its number."""
    rounds.pair(ctx, slug)
    rounds.publish(ctx, slug, confirmed=True)
    if started:
        rounds.start(ctx, slug)
        play_round(ctx, slug)
    return max(number for p in ctx.open(slug).state.pods.values() for number in p.rounds)


def play_round(ctx: Context, slug: str) -> None:
    for p in list(ctx.open(slug).state.pods.values()):
        if p.last_round is None or p.closed:
            continue
        for table, m in p.last_round.matches.items():
            if m.result is None:
                results.report(ctx, slug, round_no=p.last_round.number, table=table, result="1-0")
    rounds.finish(ctx, slug)


def elements(data: bytes) -> XmlNode:
    root = parse(data)
    assert [line for line in violations(root) if "blockedranges" not in line] == []
    return root


@pytest.mark.req("A-21")
def test_a_configured_file_keeps_what_was_configured(ctx: Context) -> None:
    data = save_before_round_1()
    slug = import_tdf(ctx, data).slug
    t = ctx.open(slug).state
    assert t.pod_settings["masters"] == {
        "first_table": 41, "third_place": True, "blocked_tables": "42-43", "rounds": 6, "cut": 4,
    }  # fmt: skip
    assert export_tdf(ctx, slug) == data
    next_round(ctx, slug)
    p = ctx.open(slug).state.pods["masters"]
    assert p.planned == 6, "four by the table, and two more"
    assert sorted(p.rounds[1].matches) == [41, 44, 45, 46, 47, 48]
    written = elements(export_tdf(ctx, slug))
    before = parse(data)
    assert written.find("pods", "pod", "poddata") == before.find("pods", "pod", "poddata")
    assert written.find("finalsoptions") == before.find("finalsoptions")
    assert RANGES in export_tdf(ctx, slug).decode()
    assert (written.attrs["stage"], written.attrs["version"]) == ("4", "1.86")
    groups = list(written.all("pods", "pod"))[0].find("subgroups")  # noqa: RUF015
    assert groups is not None
    assert len(list(groups.all("subgroup", "players", "player"))) == 12
    assert {child.value("starter") for child in written.all("players", "player")} == {"true"}


@pytest.mark.req("A-21")
def test_what_is_changed_here_after_the_configuration_is_changed_there(ctx: Context) -> None:
    slug = import_tdf(ctx, save_before_round_1()).slug
    events.change_settings(ctx, slug, {"rounds": "8", "first_table": "61", "third_place": "no"}, pod="masters")
    players.enter(ctx, slug, [players.NewPlayer(first="Nueva", birth_year=1991, id="77")])
    next_round(ctx, slug)
    written = elements(export_tdf(ctx, slug))
    data = written.find("pods", "pod", "poddata")
    assert data is not None
    assert [data.value(tag) for tag in ("startingtable", "playoff3rd4th", "additionalrounds")] == ["61", "false", "3"]
    assert written.value("finalsoptions", "categorycut", "playercount") == "13"


@pytest.mark.req("A-21")
def test_the_configured_reference_file_goes_on(ctx: Context) -> None:
    data = reference("sequence/02-stage3-configured.tdf")
    theirs = parse(reference("sequence/03-r1-paired.tdf"))
    slug = import_tdf(ctx, data).slug
    next_round(ctx, slug, started=False)
    ours = elements(export_tdf(ctx, slug))
    assert ours.attrs == theirs.attrs
    for path in (("data",), ("finalsoptions",), ("pods", "pod", "poddata")):
        assert ours.find(*path) == theirs.find(*path)
    mine, other = (next(root.find("pods", "pod").all("rounds", "round")) for root in (ours, theirs))  # type: ignore[union-attr]
    assert mine.attrs == other.attrs
    assert all(mine.value(tag) == other.value(tag) for tag in ("timeleft", "starttime"))
    assert sorted(m.attrs["outcome"] for m in mine.all("matches", "match")) == ["0", "0", "0", "0", "4"]


@pytest.mark.req("A-23")
def test_new_rounds_have_their_time_and_finished_ones_a_start(ctx: Context) -> None:
    """TOM's clock never ran: round 1 has results and no start."""
    one = round_(1, 3, 2, match(1, 1, 2, table=1), *(match(0, i, i + 1, table=i) for i in (3, 5, 7)))
    start = one.find("starttime")
    assert start is not None
    start.text = ""
    root = event([person(i) for i in range(1, 9)], pod(2, [list(range(1, 9))], one), kind=3, cuts={2: 0})
    slug = import_tdf(ctx, write(root)).slug
    assert export_tdf(ctx, slug) == write(root)
    play_round(ctx, slug)
    next_round(ctx, slug)
    assert next_round(ctx, slug, started=False) == 3
    written = elements(export_tdf(ctx, slug))
    told = [(r.attrs["stage"], r.value("timeleft"), bool(r.value("starttime")))
            for r in written.find("pods", "pod").all("rounds", "round")]  # type: ignore[union-attr]  # fmt: skip
    assert told == [("6", "0", True), ("6", "0", True), ("2", "3000", False)]
    assert written.value("finalsoptions", "categorycut", "cut") == "0", "chosen after the Swiss"
    rounds.start(ctx, slug)
    play_round(ctx, slug)
    advance.advance(ctx, slug, to="cut", size=4, override="agreed before")
    next_round(ctx, slug, started=False)
    written = elements(export_tdf(ctx, slug))
    last = list(written.find("pods", "pod").all("rounds", "round"))[-1]  # type: ignore[union-attr]
    assert (last.attrs["type"], last.value("timeleft")) == ("1", str(75 * 60)), "finals have their own time"
    assert written.value("finalsoptions", "categorycut", "cut") == "4"
    assert last.value("starttime") == ""


@pytest.mark.req("A-23")
def test_another_length_of_rounds_is_written_and_used(ctx: Context) -> None:
    slug = import_tdf(ctx, save_before_round_1()).slug
    events.change_settings(ctx, slug, {"round_minutes": "40"})
    next_round(ctx, slug, started=False)
    written = elements(export_tdf(ctx, slug))
    assert (written.value("data", "roundtime"), written.value("data", "finalsroundtime")) == ("40", "75")
    assert next(written.find("pods", "pod").all("rounds", "round")).value("timeleft") == "2400"  # type: ignore[union-attr]


@pytest.mark.req("A-26")
def test_the_player_list_is_shuffled_when_round_1_is_paired(ctx: Context) -> None:
    slug = import_tdf(ctx, save_before_round_1(40, kind=2, more=0)).slug
    listed = [str(i) for i in range(1, 41)]
    assert [n.attrs["userid"] for n in parse(export_tdf(ctx, slug)).all("players", "player")] == listed
    rounds.pair(ctx, slug)
    shuffled = [n.attrs["userid"] for n in parse(export_tdf(ctx, slug)).all("players", "player")]
    assert shuffled != listed
    assert sorted(shuffled, key=int) == listed
    rounds.pair(ctx, slug, again=True)
    assert [n.attrs["userid"] for n in parse(export_tdf(ctx, slug)).all("players", "player")] == shuffled, "once"
    t = ctx.open(slug).state
    seats = {account.seat: t.entrants[no] for no, account in ledger_of(t, t.pods["masters"]).accounts.items()}
    assert [ctx.open(slug).id(seats[seat].no) for seat in sorted(seats)] == shuffled, "and it is the last tie-break"


@pytest.mark.req("A-26")
def test_a_list_that_tom_has_shuffled_stays(ctx: Context) -> None:
    people = [person(i) for i in (3, 1, 4, 2)]
    one = round_(1, 2, 4, match(0, 1, 2, table=1), match(0, 3, 4, table=2))
    slug = import_tdf(ctx, write(event(people, pod(2, [[1, 2, 3, 4]], one)))).slug
    play_round(ctx, slug)
    rounds.pair(ctx, slug)
    written = parse(export_tdf(ctx, slug))
    assert [n.attrs["userid"] for n in written.all("players", "player")] == ["3", "1", "4", "2"]
    assert NOON in {r.value("pairtime") for r in written.find("pods", "pod").all("rounds", "round")}  # type: ignore[union-attr]
