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
from support.events.random_organiser import Organiser, options
from support.events.stage import Stage, lower_number_wins
from support.jobs import ManualQueue


@pytest.fixture
def no_quick_pods(monkeypatch):
    """Every pod is too large for a page."""
    monkeypatch.setattr(outlooking, "QUICK_PLAYERS", 0)


class CachedOutlook:
    """An event in its last round but one, looked at by pages."""

    def __init__(self, folder, *, players_=12, played=2, **settings) -> None:
        self.stage = Stage(folder, "swiss", style="swiss+cut", rounds="4", cut="2", **settings)
        self.stage.enter(players_)
        self.stage.play(played, lower_number_wins)
        self.stage.open_round()
        self.turns = ManualQueue()
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
def cached(tmp_path, no_quick_pods):
    return CachedOutlook(tmp_path)


def test_first_there_is_nothing_then_the_same_as_the_command_says(cached):
    first = cached.look()
    assert (first.prospects, first.since, first.share) == (None, None, 0.0)
    assert cached.look().prospects is None
    cached.turns.run_all()
    assert len(cached.turns.done) == 1  # asked twice, reckoned once
    known = cached.look()
    assert known.prospects == outlooks(cached.stage.ctx.open(cached.stage.slug))[0].prospects
    assert (known.since, known.share) == (None, None)
    assert cached.told == [cached.stage.slug]


def test_results_that_were_open_leave_it_true_and_it_says_from_when_it_is(cached):
    cached.look()
    cached.turns.run_all()
    before = cached.stage.t.seq
    known = cached.look().prospects
    cached.report()
    shown = cached.look()
    assert shown.since.seq == before
    assert shown.since.time
    assert shown.share == 0.0  # the newer one is on its way
    played = {p.no for p in known if p.table == 1}
    assert len(played) == 2
    after = {p.no: p for p in shown.prospects}
    for p in known:
        if p.no in played:  # has won or lost: as it was said for that
            assert after[p.no].ifs == ()
            assert after[p.no].verdict in {one.verdict for one in p.ifs}
        else:
            assert after[p.no].verdict is p.verdict
    cached.turns.run_all()
    assert cached.look().since is None
    assert len(cached.told) == 2


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
def test_anything_else_makes_it_unsaid_at_once(cached, what):
    cached.report(table=1)  # one that is in when it is reckoned
    cached.look()
    cached.turns.run_all()
    assert cached.look().prospects
    BREAKS[what](cached)
    shown = cached.look()
    assert shown.prospects is None
    assert shown.share == 0.0
    cached.turns.run_all()
    assert cached.look().prospects == outlooks(cached.stage.ctx.open(cached.stage.slug))[0].prospects


def test_another_pairing_makes_it_unsaid(tmp_path, no_quick_pods):
    cached = CachedOutlook(tmp_path, played=1)
    cached.report(table=1)
    cached.stage.report_all(lower_number_wins)
    rounds.finish(cached.stage.ctx, cached.stage.slug)
    cached.stage.open_round(to=Status.PUBLISHED)
    cached.look()
    cached.turns.run_all()
    ids = cached.stage.ids()
    m = list(cached.stage.pod().last_round.matches.values())
    event = cached.stage.ctx.open(cached.stage.slug)
    manual_changes.swap(cached.stage.ctx, cached.stage.slug, event.id(m[0].a), event.id(m[1].a), confirmed=True)
    assert ids
    shown = cached.look()
    assert shown.prospects is None


def test_a_result_that_came_in_since_may_be_changed_or_taken_back(cached):
    """It was open when it was reckoned: however it ends was thought of."""
    cached.look()
    cached.turns.run_all()
    cached.report(table=1)
    cached.report("0-1", table=1)
    assert cached.look().since is not None
    _undo(cached)
    _undo(cached)
    assert cached.look().since is None  # as it was
    assert cached.look().prospects


def test_of_what_waits_the_newest_counts_and_what_would_be_untrue_is_stopped(cached):
    cached.look()
    cached.report(table=1)
    cached.look()
    cached.report(table=2)
    cached.look()
    cached.turns.run_all()
    assert [len(job.field.open) for job in cached.turns.done] == [4]
    cached.report(table=3)
    cached.look()

    def drop() -> None:
        leaving.drop(cached.stage.ctx, cached.stage.slug, cached.stage.ids()[-1], kind="drop", reason="left")
        assert cached.look().prospects is None

    cached.turns.between.append(drop)  # while it is being reckoned
    cached.turns.run_all()
    assert [len(job.field.here) for job in cached.turns.done[1:]] == [12, 11]
    assert len(cached.told) == 2  # what was stopped is told to nobody
    assert cached.look().since is None


def test_a_result_in_between_does_not_stop_what_is_being_reckoned(cached):
    cached.look()

    def report() -> None:
        cached.report(table=1)
        cached.look()

    cached.turns.between.append(report)
    cached.turns.run_all()
    assert [len(job.field.open) for job in cached.turns.done] == [6, 5]
    assert len(cached.told) == 2


def test_what_fails_is_tried_once_more_and_then_left_for_a_while(cached, capsys):
    cached.turns.failures.append(OSError("no memory"))
    cached.look()
    cached.turns.run_all()
    assert len(cached.turns.done) == 2
    assert cached.look().prospects
    cached.report(table=1)
    cached.turns.failures += [OSError("no memory"), OSError("no memory")]
    cached.look()
    cached.turns.run_all()
    shown = cached.look()
    assert shown.since is not None  # what is known still holds
    assert shown.share is None
    assert not cached.turns.begun
    cached.now += 60
    assert cached.look().share == 0.0
    cached.turns.run_all()
    assert cached.look().since is None
    assert capsys.readouterr().err.count("no memory") == 2


def test_no_thread_to_be_had_is_less_to_see_and_no_error(tmp_path, no_quick_pods, capsys):
    cached = CachedOutlook(tmp_path)

    def start(_work):
        raise RuntimeError("can't start new thread")

    cached.turns._start = start
    shown = cached.look()
    assert (shown.prospects, shown.share) == (None, None)
    cached.turns._start = cached.turns.begun.append
    assert cached.look().share == 0.0


def test_what_is_kept_is_bounded_by_players(tmp_path, no_quick_pods):
    ahead = OutlookCache(turns := ManualQueue(), most=30)
    for number in range(5):
        (tmp_path / str(number)).mkdir()
        one = CachedOutlook(tmp_path / str(number))
        events.change_settings(one.stage.ctx, one.stage.slug, {"name": f"Copa {number}"})
        t = one.stage.ctx.open(one.stage.slug)
        t.state.slug = f"copa-{number}"
        outlooks(t, ahead=ahead)
        turns.run_all()
    assert [key.slug for key in ahead._results] == ["copa-3", "copa-4"]
    assert set(ahead._finished) == {"copa-3", "copa-4"}


def test_smaller_pods_are_told_at_once_and_bettered_beside(tmp_path, monkeypatch):
    """Where a page has no time for the odds, what is certain is there at once, and the odds come."""
    monkeypatch.setattr(outlooking, "QUICK", 10)
    cached = CachedOutlook(tmp_path)
    first = cached.look()
    assert first.share == 0.0
    assert {p.odds for p in first.prospects} == {None}
    cached.turns.run_all()
    full = cached.look()
    assert full.prospects == outlooks(cached.stage.ctx.open(cached.stage.slug))[0].prospects
    assert any(p.odds for p in full.prospects)
    cached.report(table=1)
    later = cached.look()
    assert later.since is not None
    assert any(p.odds for p in later.prospects)
    fresh = qualifications(later.field, later.goals, "", work=10)
    sure = {(p.no, p.goal): p.verdict for p in fresh if p.verdict is not Certainty.OPEN}
    assert sure.items() <= {(p.no, p.goal): p.verdict for p in later.prospects}.items()


def test_what_a_page_has_time_for_is_not_reckoned_beside(tmp_path):
    cached = CachedOutlook(tmp_path, played=3)
    cached.stage.report_all(lower_number_wins)
    shown = cached.look()
    assert shown.prospects
    assert (shown.since, shown.share) == (None, None)
    assert not cached.turns.begun


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
    chance, turns, machine = random.Random(seed), ManualQueue(), Organiser()
    ahead = OutlookCache(turns)
    verdicts = older = unsaid = 0
    try:
        rules = ("swiss", "pokemon-tcg-2019-07", "pokemon-2009", "pokemon-tcg-2019-04")[seed % 4]
        machine.begin(ruleset=rules, style="swiss+cut", size=chance.choice([9, 12, 14]), rounds_=4, played=0)
        machine.attempt(events.change_settings, {"cut": "2"})
        for step in range(70):
            name = chance.choice(DISTURBED)
            if chance.random() < 0.85:
                _add_result_or_round(machine, chance)
            elif name != "undrop" or machine.gone():
                getattr(machine, name)(**options(name, chance))
            if chance.random() < 0.4:
                turns.run_all()
            event = machine.ctx.open(machine.slug)
            for one in outlooks(event, ahead=ahead):
                assert (one.field.ledger, set(one.field.open)) == _current_ledger(event, one.pod)
                older, unsaid = older + (one.since is not None), unsaid + (one.prospects is None)
                verdicts += _checked(one, f"{seed}/{step}")
    finally:
        machine.teardown()
    return verdicts, older, unsaid


def _current_ledger(event: LoadedTournament, pod_id: str) -> tuple[Ledger, set[OpenMatch]]:
    """The ledger with every round counted that everybody knows of, and its open matches, made of nothing kept."""
    t, pod = event.state, event.state.pods[pod_id]
    rounds_ = {n: replace(r, status=Status.FINISHED) for n, r in pod.rounds.items() if r.status is not Status.DRAFTED}
    newest = rounds_[max(rounds_)].matches.values()
    seen = replace(pod, rounds=rounds_)
    return (
        ledger_of(replace(t, pods={**t.pods, pod_id: seen}), seen, lots=event.lots()),
        {OpenMatch(m.table, m.a, m.b) for m in newest if m.result is None},
    )


def _add_result_or_round(machine: Organiser, chance: random.Random) -> None:
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
    sure = [p for p in one.known_prospects if p.verdict is not Certainty.OPEN]
    if not sure:
        return 0
    tallies = simulate(one.field, one.goals, SeededRandom(seed, "walk").words(1)[0].to_bytes(8, "big").hex(), 4)
    for p in sure:
        tally = tallies[p.goal][p.no]
        inside = tally.inside[""] / tally.runs[""]
        assert inside == (1 if p.verdict is Certainty.IN else 0), (seed, p, one.since)
    return len(sure)
