"""What is reckoned beside the server is told as long as it is true, and never longer."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from pareo.app.base.context import LoadedTournament
from pareo.app.commands.event import events
from pareo.app.commands.event import undo as undoing
from pareo.app.commands.people import late, leaving, players
from pareo.app.commands.results import enter_result as results
from pareo.app.commands.rounds import manual_changes, rounds
from pareo.app.forecast import qualification as outlooking
from pareo.app.forecast.qualification import Outlook, outlooks
from pareo.app.forecast.qualification_cache import OutlookCache
from pareo.core.model.entities import Status
from pareo.core.model.random_source import SeededRandom
from pareo.core.qualification.bounds import Certainty
from pareo.core.qualification.open_field import OpenMatch
from pareo.core.qualification.prospects import qualifications
from pareo.core.qualification.simulation import simulate
from pareo.core.standings.player_records import Ledger
from pareo.core.tournament.records import ledger_of
from random_walk import Organiser, options
from reckoned import ByHand
from stage import Stage, stronger


@pytest.fixture
def all_beside(monkeypatch):
    """Every pod is too large for a page."""
    monkeypatch.setattr(outlooking, "QUICK_PLAYERS", 0)


class Beside:
    """An event in its last round but one, looked at by pages."""

    def __init__(self, folder, *, players_=12, played=2, **settings) -> None:
        self.stage = Stage(folder, "swiss", style="swiss+cut", rounds="4", cut="2", **settings)
        self.stage.enter(players_)
        self.stage.play(played, stronger)
        self.stage.open_round()
        self.turns = ByHand()
        self.told: list[str] = []
        self.now = 0.0
        self.ahead = OutlookCache(self.turns, self.told.append, now=lambda: self.now)

    def look(self, **more) -> Outlook:
        return outlooks(self.stage.ctx.open(self.stage.slug), ahead=self.ahead, **more)[0]

    def report(self, result: str = "1-0", *, round_no: int | None = None, table: int = 0) -> None:
        last = self.stage.pod().last_round
        open_tables = [m.table for m in last.matches.values() if m.result is None]
        results.report(
            self.stage.ctx,
            self.stage.slug,
            round_no=round_no or last.number,
            table=table or open_tables[0],
            result=result,
            confirmed=True,
        )


@pytest.fixture
def beside(tmp_path, all_beside):
    return Beside(tmp_path)


def test_first_there_is_nothing_then_the_same_as_the_command_says(beside):
    first = beside.look()
    assert (first.prospects, first.since, first.share) == (None, None, 0.0)
    assert beside.look().prospects is None
    beside.turns.go()
    assert len(beside.turns.done) == 1  # asked twice, reckoned once
    known = beside.look()
    assert known.prospects == outlooks(beside.stage.ctx.open(beside.stage.slug))[0].prospects
    assert (known.since, known.share) == (None, None)
    assert beside.told == [beside.stage.slug]


def test_results_that_were_open_leave_it_true_and_it_says_from_when_it_is(beside):
    beside.look()
    beside.turns.go()
    before = beside.stage.t.seq
    known = beside.look().prospects
    beside.report()
    shown = beside.look()
    assert shown.since.seq == before
    assert shown.since.time
    assert shown.share == 0.0  # the newer one is on its way
    played = {p.no for p in known if p.table == 1}
    assert len(played) == 2
    after = {p.no: p for p in shown.prospects}
    for p in known:
        if p.no in played:  # he has won or lost: as it was said for that
            assert after[p.no].ifs == ()
            assert after[p.no].verdict in {one.verdict for one in p.ifs}
        else:
            assert after[p.no].verdict is p.verdict
    beside.turns.go()
    assert beside.look().since is None
    assert len(beside.told) == 2


def _late(b):
    late.enter_late(
        b.stage.ctx, b.stage.slug, players.NewPlayer(first="Tarde", last="Llega"), confirmed=True, override="a test"
    )


def _undo(b):
    undoing.undo(b.stage.ctx, b.stage.slug, override="a test")


BREAKS = {
    "a result corrected": lambda b: b.report("1/2-1/2", round_no=2, table=1),
    "a result of before taken back": lambda b: b.report("1/2-1/2", table=1),
    "a drop": lambda b: leaving.drop(b.stage.ctx, b.stage.slug, b.stage.ids()[-1], kind="drop", reason="left"),
    "a late player": _late,
    "an undo": _undo,
    "another play-off": lambda b: events.change_settings(b.stage.ctx, b.stage.slug, {"cut": "4"}),
    "another number of rounds": lambda b: events.change_settings(b.stage.ctx, b.stage.slug, {"rounds": "5"}),
}


@pytest.mark.parametrize("what", BREAKS)
def test_anything_else_makes_it_unsaid_at_once(beside, what):
    beside.report(table=1)  # one that is in when it is reckoned
    beside.look()
    beside.turns.go()
    assert beside.look().prospects
    BREAKS[what](beside)
    shown = beside.look()
    assert shown.prospects is None
    assert shown.share == 0.0
    beside.turns.go()
    assert beside.look().prospects == outlooks(beside.stage.ctx.open(beside.stage.slug))[0].prospects


def test_another_pairing_makes_it_unsaid(tmp_path, all_beside):
    beside = Beside(tmp_path, played=1)
    beside.report(table=1)
    beside.stage.report_all(stronger)
    rounds.finish(beside.stage.ctx, beside.stage.slug)
    beside.stage.open_round(to=Status.PUBLISHED)
    beside.look()
    beside.turns.go()
    ids = beside.stage.ids()
    m = list(beside.stage.pod().last_round.matches.values())
    event = beside.stage.ctx.open(beside.stage.slug)
    manual_changes.swap(beside.stage.ctx, beside.stage.slug, event.id(m[0].a), event.id(m[1].a), confirmed=True)
    assert ids
    shown = beside.look()
    assert shown.prospects is None


def test_a_result_that_came_in_since_may_be_changed_or_taken_back(beside):
    """It was open when it was reckoned: however it ends was thought of."""
    beside.look()
    beside.turns.go()
    beside.report(table=1)
    beside.report("0-1", table=1)
    assert beside.look().since is not None
    _undo(beside)
    _undo(beside)
    assert beside.look().since is None  # as it was
    assert beside.look().prospects


def test_of_what_waits_the_newest_counts_and_what_would_be_untrue_is_stopped(beside):
    beside.look()
    beside.report(table=1)
    beside.look()
    beside.report(table=2)
    beside.look()
    beside.turns.go()
    assert [len(job.field.open) for job in beside.turns.done] == [4]
    beside.report(table=3)
    beside.look()

    def drop() -> None:
        leaving.drop(beside.stage.ctx, beside.stage.slug, beside.stage.ids()[-1], kind="drop", reason="left")
        assert beside.look().prospects is None

    beside.turns.between.append(drop)  # while it is being reckoned
    beside.turns.go()
    assert [len(job.field.here) for job in beside.turns.done[1:]] == [12, 11]
    assert len(beside.told) == 2  # what was stopped is told to nobody
    assert beside.look().since is None


def test_a_result_in_between_does_not_stop_what_is_being_reckoned(beside):
    beside.look()

    def report() -> None:
        beside.report(table=1)
        beside.look()

    beside.turns.between.append(report)
    beside.turns.go()
    assert [len(job.field.open) for job in beside.turns.done] == [6, 5]
    assert len(beside.told) == 2


def test_what_fails_is_tried_once_more_and_then_left_for_a_while(beside, capsys):
    beside.turns.trouble.append(OSError("no memory"))
    beside.look()
    beside.turns.go()
    assert len(beside.turns.done) == 2
    assert beside.look().prospects
    beside.report(table=1)
    beside.turns.trouble += [OSError("no memory"), OSError("no memory")]
    beside.look()
    beside.turns.go()
    shown = beside.look()
    assert shown.since is not None  # what is known still holds
    assert shown.share is None
    assert not beside.turns.begun
    beside.now += 60
    assert beside.look().share == 0.0
    beside.turns.go()
    assert beside.look().since is None
    assert capsys.readouterr().err.count("no memory") == 2


def test_no_thread_to_be_had_is_less_to_see_and_no_error(tmp_path, all_beside, capsys):
    beside = Beside(tmp_path)

    def start(_work):
        raise RuntimeError("can't start new thread")

    beside.turns._start = start
    shown = beside.look()
    assert (shown.prospects, shown.share) == (None, None)
    beside.turns._start = beside.turns.begun.append
    assert beside.look().share == 0.0


def test_what_is_kept_is_bounded_by_players(tmp_path, all_beside):
    ahead = OutlookCache(turns := ByHand(), most=30)
    for number in range(5):
        (tmp_path / str(number)).mkdir()
        one = Beside(tmp_path / str(number))
        events.change_settings(one.stage.ctx, one.stage.slug, {"name": f"Copa {number}"})
        t = one.stage.ctx.open(one.stage.slug)
        t.state.slug = f"copa-{number}"
        outlooks(t, ahead=ahead)
        turns.go()
    assert [key.slug for key in ahead._results] == ["copa-3", "copa-4"]
    assert set(ahead._finished) == {"copa-3", "copa-4"}


def test_smaller_pods_are_told_at_once_and_bettered_beside(tmp_path, monkeypatch):
    """Where a page has no time for the odds, what is certain is there at once, and the odds come."""
    monkeypatch.setattr(outlooking, "QUICK", 10)
    beside = Beside(tmp_path)
    first = beside.look()
    assert first.share == 0.0
    assert {p.odds for p in first.prospects} == {None}
    beside.turns.go()
    full = beside.look()
    assert full.prospects == outlooks(beside.stage.ctx.open(beside.stage.slug))[0].prospects
    assert any(p.odds for p in full.prospects)
    beside.report(table=1)
    later = beside.look()
    assert later.since is not None
    assert any(p.odds for p in later.prospects)
    fresh = qualifications(later.field, later.goals, "", work=10)
    sure = {(p.no, p.goal): p.verdict for p in fresh if p.verdict is not Certainty.OPEN}
    assert sure.items() <= {(p.no, p.goal): p.verdict for p in later.prospects}.items()


def test_what_a_page_has_time_for_is_not_reckoned_beside(tmp_path):
    beside = Beside(tmp_path, played=3)
    beside.stage.report_all(stronger)
    shown = beside.look()
    assert shown.prospects
    assert (shown.since, shown.share) == (None, None)
    assert not beside.turns.begun


# --- an organiser who does anything -----------------------------------------------------------------------------------

DISTURBED = (
    "edit",
    "late",
    "drop",
    "undrop",
    "pair",
    "repair",
    "swap",
    "report",
    "take_back",
    "change_setting",
    "undo",
)


@pytest.mark.parametrize("quick_players", [0, 1000])
@pytest.mark.parametrize("block", range(4))
def test_whatever_is_shown_comes_true_whatever_has_been_done(monkeypatch, block, quick_players):
    """At any moment pages show only what no way to go on from there can contradict, as it was reckoned just now or
    some commands ago."""
    monkeypatch.setattr(outlooking, "QUICK_PLAYERS", quick_players)
    monkeypatch.setattr(outlooking, "QUICK", 1)
    monkeypatch.setattr("pareo.core.qualification.prospects._RUNS", (2, 4))  # nobody looks at the odds here
    found = [_walk(seed) for seed in (block, block + 4)]
    verdicts, older, unsaid = map(sum, zip(*found, strict=True))
    assert verdicts > 100
    assert older > 6
    assert quick_players or unsaid > 6


def _walk(seed: int) -> tuple[int, int, int]:
    chance, turns, machine = random.Random(seed), ByHand(), Organiser()
    ahead = OutlookCache(turns)
    verdicts = older = unsaid = 0
    try:
        rules = ("swiss", "pokemon-tcg-2019-07", "pokemon-2009", "pokemon-tcg-2019-04")[seed % 4]
        machine.begin(ruleset=rules, style="swiss+cut", size=chance.choice([9, 12, 14]), rounds_=4, played=0)
        machine.attempt(events.change_settings, {"cut": "2"})
        for step in range(70):
            name = chance.choice(DISTURBED)
            if chance.random() < 0.85:
                _go_on(machine, chance)
            elif name != "undrop" or machine.gone():
                getattr(machine, name)(**options(name, chance))
            if chance.random() < 0.4:
                turns.go()
            event = machine.ctx.open(machine.slug)
            for one in outlooks(event, ahead=ahead):
                assert (one.field.ledger, set(one.field.open)) == _as_it_stands(event, one.pod)
                older, unsaid = older + (one.since is not None), unsaid + (one.prospects is None)
                verdicts += _checked(one, f"{seed}/{step}")
    finally:
        machine.teardown()
    return verdicts, older, unsaid


def _as_it_stands(event: LoadedTournament, pod_id: str) -> tuple[Ledger, set[OpenMatch]]:
    """The ledger with every round counted that everybody knows of, and its open matches, made of nothing kept."""
    t, pod = event.state, event.state.pods[pod_id]
    rounds_ = {n: replace(r, status=Status.FINISHED) for n, r in pod.rounds.items() if r.status is not Status.DRAFTED}
    newest = rounds_[max(rounds_)].matches.values()
    seen = replace(pod, rounds=rounds_)
    return (
        ledger_of(replace(t, pods={**t.pods, pod_id: seen}), seen, lots=event.lots()),
        {OpenMatch(m.table, m.a, m.b) for m in newest if m.result is None},
    )


def _go_on(machine: Organiser, chance: random.Random) -> None:
    """One result more, or the next round."""
    pods = machine.ctx.open(machine.slug).state.pods.values()
    waiting = [
        (r.number, m.table)
        for p in pods
        for r in p.rounds.values()
        if r.status is Status.STARTED
        for m in r.matches.values()
        if m.result is None
    ]
    if waiting:
        number, table = chance.choice(waiting)
        machine.attempt(results.report, round_no=number, table=table, result=chance.choice(["1-0", "0-1", "1-0", "="]))
        return
    machine.attempt(rounds.finish)
    machine.attempt(rounds.pair)
    machine.attempt(rounds.publish, confirmed=True)
    machine.attempt(rounds.start, confirmed=True)


def _checked(one: Outlook, seed: str) -> int:
    """How many verdicts are shown; each holds in some ways to go on from here, by lot and with the best luck."""
    sure = [p for p in one.known if p.verdict is not Certainty.OPEN]
    if not sure:
        return 0
    tallies = simulate(one.field, one.goals, SeededRandom(seed, "walk").words(1)[0].to_bytes(8, "big").hex(), 4)
    for p in sure:
        tally = tallies[p.goal][p.no]
        inside = tally.inside[""] / tally.runs[""]
        assert inside == (1 if p.verdict is Certainty.IN else 0), (seed, p, one.since)
    return len(sure)
