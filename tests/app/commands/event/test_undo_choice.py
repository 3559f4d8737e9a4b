"""What undo takes back: the last command of the staff, whatever players told since (R-22), by its traits (B-41)."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from pareo.app.base.context import PLAYER_LIMIT, Context, decode_entries
from pareo.app.commands.event import undo
from pareo.app.commands.floor import floor, judge_calls
from pareo.app.commands.people import registration
from pareo.app.commands.results import enter_result
from pareo.app.commands.rounds import autostart, next_round, rounds
from pareo.app.queries.floor.attention import attention_items
from pareo.core.journal.people_facts import Entered
from pareo.core.model.entities import Status
from pareo.core.replay.replay import replay
from pareo.core.text.errors import LimitReached, OutsideRules, Refused
from pareo.store import open_store
from pareo.web.app_state import AppState
from support.errors import raises_code
from support.events.stage import Stage, lower_number_wins, players_of_ages
from support.web.console import ConsoleClient, create_cup

JULY = "pokemon-tcg-2019-07"


def phone(stage: Stage, no: int) -> Context:
    """The desk of a player's own phone."""
    return Context(stage.ctx.store, f"player:{no}", stage.ctx.now)


def two_pods(folder: Path, *, seniors: int = 0) -> Stage:
    """Masters and juniors, and perhaps seniors: each plays round 1 by a clock of its own."""
    stage = Stage(folder, JULY, style="swiss", rounds="3", autostart="4")
    stage.enter(players_of_ages(6, seniors, 8))
    stage.ctx.now = lambda: "2026-11-15T10:00:00.000000Z"
    next_round.next_round(stage.ctx, stage.slug)
    next_round.begin(stage.ctx, stage.slug, pod="juniors")
    stage.ctx.now = lambda: "2026-11-15T10:01:00.000000Z"
    next_round.begin(stage.ctx, stage.slug, pod="masters")
    if seniors:
        stage.ctx.now = lambda: "2026-11-15T10:02:00.000000Z"
        next_round.begin(stage.ctx, stage.slug, pod="seniors")
    return stage


def publish_juniors(stage: Stage) -> int:
    """Publishes round 2 of the juniors while the masters play; the number of its entry."""
    stage.report_all(lower_number_wins, pod="juniors")
    rounds.finish(stage.ctx, stage.slug, pod="juniors")
    rounds.pair(stage.ctx, stage.slug, pod="juniors")
    return rounds.publish(stage.ctx, stage.slug, pod="juniors", confirmed=True).seq


def last_publishing(stage: Stage) -> int | None:
    step = undo.last_publishing(stage.ctx.open(stage.slug))
    return step.seq if step is not None else None


def agree(stage: Stage, table: int, number: int = 1) -> None:
    """Both players of a table report the same."""
    match = stage.t.find_table(number, table)[2]
    for no, result in ((match.a, "1-0"), (match.b, "0-1")):
        floor.claim(phone(stage, no), stage.slug, no=no, round_no=number, result=result)


def masters_table(stage: Stage) -> int:
    return min(stage.pod("masters").rounds[1].matches)


def one_claims(stage: Stage) -> None:
    no = stage.t.find_table(1, masters_table(stage))[2].a
    floor.claim(phone(stage, no), stage.slug, no=no, round_no=1, result="1-0")


def both_claim(stage: Stage) -> None:
    agree(stage, masters_table(stage))


def one_calls(stage: Stage) -> None:
    no = stage.t.find_table(1, masters_table(stage))[2].b
    judge_calls.call_judge(phone(stage, no), stage.slug, no=no, round_no=1)


def call_and_answer(stage: Stage) -> None:
    one_calls(stage)
    judge_calls.judge_came(stage.ctx, stage.slug, round_no=1, table=masters_table(stage))


@pytest.mark.req("R-22")
@pytest.mark.parametrize("told", [one_claims, both_claim, one_calls, call_and_answer])
def test_what_players_tell_never_stands_before_the_undo_of_a_publishing(
    tmp_path: Path, told: Callable[[Stage], None]
) -> None:
    stage = two_pods(tmp_path)
    seq = publish_juniors(stage)
    told(stage)
    assert last_publishing(stage) == seq
    kept = (stage.t.floor.claims, stage.t.floor.calls, stage.t.floor.reported)
    assert undo.undo(stage.ctx, stage.slug).fact.seq == seq
    assert stage.pod("juniors").rounds[2].status is Status.DRAFTED
    assert (stage.t.floor.claims, stage.t.floor.calls, stage.t.floor.reported) == kept, "nothing told is lost"
    assert replay(decode_entries(stage.ctx.store.read(stage.slug))).pods == stage.t.pods


@pytest.mark.req("R-22")
def test_a_result_the_desk_enters_is_undone_past_what_players_tell(tmp_path: Path) -> None:
    stage = two_pods(tmp_path)
    first, second = sorted(stage.pod("masters").rounds[1].matches)[:2]
    seq = enter_result.report(stage.ctx, stage.slug, round_no=1, table=second, result="1-0").seq
    agree(stage, first)
    assert undo.undo(stage.ctx, stage.slug).fact.seq == seq
    assert stage.t.find_table(1, second)[2].result is None
    assert stage.t.find_table(1, first)[2].result is not None


@pytest.mark.req("R-22")
def test_results_that_players_agreed_on_are_undone_before_the_start_of_their_round(tmp_path: Path) -> None:
    stage = Stage(tmp_path, JULY, rounds="3")
    stage.enter(8, birth_year=1990)
    stage.open_round()
    start = stage.t.seq
    one_claims(stage)
    assert undo.last_step(stage.ctx.open(stage.slug)).seq == start
    both_claim(stage)
    agreed = stage.t.seq
    one_calls(stage)
    assert undo.last_step(stage.ctx.open(stage.slug)).seq == agreed
    assert undo.undo(stage.ctx, stage.slug).fact.seq == agreed
    with pytest.raises(OutsideRules):
        undo.undo(stage.ctx, stage.slug)
    assert undo.undo(stage.ctx, stage.slug, override="too early").fact.seq == start
    undo.undo(stage.ctx, stage.slug)  # the publishing
    assert undo.undo(stage.ctx, stage.slug).fact.seq == start - 2  # the pairing


@pytest.mark.req("R-22")
def test_reports_and_calls_do_not_follow_a_table_to_other_players(tmp_path: Path) -> None:
    stage = Stage(tmp_path, JULY, rounds="3")
    stage.enter(8, birth_year=1990)
    stage.open_round()
    for match in list(stage.pod().rounds[1].matches.values()):
        floor.claim(phone(stage, match.a), stage.slug, no=match.a, round_no=1, result="1-0")
        judge_calls.call_judge(phone(stage, match.b), stage.slug, no=match.b, round_no=1)
    undo.undo(stage.ctx, stage.slug, override="wrong day")
    undo.undo(stage.ctx, stage.slug)
    before = stage.pairs(1)
    rounds.pair(stage.ctx, stage.slug, again=True)
    assert stage.pairs(1) != before
    rounds.publish(stage.ctx, stage.slug, confirmed=True)
    seats = {m.table: {m.a, m.b} for m in stage.pod().rounds[1].matches.values()}
    assert all(claims.keys() <= seats[table] for (_, table), claims in stage.t.floor.claims.items())
    assert all(item.no in seats[item.table] for item in attention_items(stage.ctx.open(stage.slug)))


@pytest.mark.req("R-22")
def test_who_names_the_last_entry_of_all_may_undo_it(tmp_path: Path) -> None:
    stage = two_pods(tmp_path)
    seq = publish_juniors(stage)
    one_claims(stage)
    claim = stage.t.seq
    one_calls(stage)
    call = stage.t.seq
    with pytest.raises(Refused, match=f"which is {seq} ") as caught:
        undo.undo(stage.ctx, stage.slug, claim)
    assert caught.value.code == "undo-not-last"
    undo.undo(stage.ctx, stage.slug, call)
    assert not stage.t.floor.calls
    undo.undo(stage.ctx, stage.slug, claim)
    assert not any(stage.t.floor.claims.values())
    assert last_publishing(stage) == seq


@pytest.mark.req("R-22")
def test_a_report_that_comes_in_between_does_not_stop_an_undo(tmp_path: Path) -> None:
    stage = two_pods(tmp_path)
    seq = publish_juniors(stage)
    store = stage.ctx.store
    others = Stage.__new__(Stage)
    others.ctx, others.slug, others.path = Context(open_store(str(stage.path))), stage.slug, stage.path

    class Raced:
        """A store in front of which a phone writes once."""

        first = True

        def __getattr__(self, name: str) -> object:
            return getattr(store, name)

        def append(self, *given: object, **more: object) -> object:
            if self.first:
                self.first = False
                one_claims(others)
            return store.append(*given, **more)  # type: ignore[arg-type]

    done = undo.undo(Context(Raced()), stage.slug)  # type: ignore[arg-type]
    assert done.fact.seq == seq


@pytest.mark.req("R-22")
def test_registrations_and_check_ins_by_phone_are_not_the_staff_s(tmp_path: Path) -> None:
    stage = Stage(tmp_path, JULY, rounds="3", registration="on")
    stage.enter(4)
    seq = stage.t.seq
    form = {"first": "Zoe", "last": "Zarza", "birth_year": "1990"}
    public = Context(stage.ctx.store, "public")
    no = registration.register(public, stage.slug, form, guardian=True).no
    registration.check_in_alone(phone(stage, no), stage.slug, no)
    written = stage.t.seq
    registration.check_in_alone(phone(stage, no), stage.slug, no)
    assert stage.t.seq == written, "said twice, written once"
    step = undo.last_step(stage.ctx.open(stage.slug))
    assert step.seq == written, "players may build on who was entered: theirs comes first"
    floor.announce(stage.ctx, stage.slug, "Welcome")
    registration.register(public, stage.slug, {**form, "first": "Yuri"}, guardian=True)
    assert undo.undo(stage.ctx, stage.slug).fact.seq == written + 1
    assert seq < written


@pytest.mark.req("R-22")
def test_an_undo_that_would_break_the_journal_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Should a fact forget to say that others build on it, the journal still never becomes unreadable."""
    monkeypatch.setattr(Entered, "class_traits", Entered.class_traits._replace(built_on=False))
    stage = Stage(tmp_path, JULY, rounds="3", registration="yes", registration_confirm="yes")
    form = {"first": "Zoe", "last": "Zarza", "birth_year": "1990"}
    no = registration.register(Context(stage.ctx.store, "public"), stage.slug, form, guardian=True).no
    entered = registration.admit(stage.ctx, stage.slug, no).seq
    registration.withdraw(phone(stage, no), stage.slug, no)
    gone = stage.t.seq
    assert undo.last_step(stage.ctx.open(stage.slug)).seq == entered
    with raises_code(Refused, "undo-not-last"):
        undo.undo(stage.ctx, stage.slug)
    assert stage.t.seq == gone
    assert replay(decode_entries(stage.ctx.store.read(stage.slug))).entrants == {}


@pytest.mark.req("R-22")
def test_the_console_offers_the_undo_of_a_publishing_past_a_call(app_state: AppState) -> None:
    slug = create_cup(app_state)
    owner, ctx = ConsoleClient(app_state), Context(app_state.store, "Berta")
    rounds.pair(ctx, slug, confirmed=True)
    seq = rounds.publish(ctx, slug, confirmed=True).seq
    field = f'<input type="hidden" name="seq" value="{seq}">'
    assert field in owner.get(f"/console/{slug}")
    caller = next(iter(ctx.open(slug).state.pods.values())).members[0]
    number = next(r.number for p in ctx.open(slug).state.pods.values() for r in p.rounds.values())
    judge_calls.call_judge(Context(app_state.store, f"player:{caller}"), slug, no=caller, round_no=number)
    for page in ("", "/journal"):
        assert field in owner.get(f"/console/{slug}{page}")
    owner.post(f"/console/{slug}/now/undo", seq=str(seq))
    assert undo.last_drawing(ctx.open(slug)) is not None


@pytest.mark.req("B-41")
def test_a_clock_is_no_publishing(tmp_path: Path) -> None:
    stage = two_pods(tmp_path, seniors=6)
    seq = publish_juniors(stage)
    before = autostart.due_at(stage.ctx.open(stage.slug), "2026-11-15T10:02:00.000000Z")
    stage.ctx.now = lambda: "2026-11-15T10:03:00.000000Z"
    floor.lengthen_clock(stage.ctx, stage.slug, 5)
    assert stage.t.steps[-1].action == "together", "the clocks of two rounds"
    assert last_publishing(stage) is None, "the last command was the clock"
    after = autostart.due_at(stage.ctx.open(stage.slug), "2026-11-15T10:03:00.000000Z")
    assert before == after, "the start does not move with the clock"
    undo.undo(stage.ctx, stage.slug)
    assert last_publishing(stage) == seq


# --- they do not fill the journal -------------------------------------------------------------------------------------


@pytest.mark.req("R-22")
def test_a_report_or_a_call_said_again_writes_nothing(tmp_path: Path) -> None:
    stage = two_pods(tmp_path)
    one_claims(stage)
    one_calls(stage)
    written = stage.t.seq
    no = stage.t.find_table(1, masters_table(stage))[2].a
    for _ in range(3):
        one_claims(stage)
        one_calls(stage)
        again = judge_calls.call_judge(phone(stage, no), stage.slug, no=no, round_no=1)
        assert again.notes, "the answer is the same"
    first = judge_calls.call_judge(phone(stage, no), stage.slug, no=no, round_no=1, client="tap-1")
    judge_calls.judge_came(stage.ctx, stage.slug, round_no=1, table=masters_table(stage))
    again = judge_calls.call_judge(phone(stage, no), stage.slug, no=no, round_no=1, client="tap-1")
    assert (again.seq, again.notes) == (first.seq, first.notes), "a request that is sent twice is answered once"
    assert stage.t.seq == written + 1, "and calls nobody after the judge has come"
    written += 1
    both_claim(stage)
    assert stage.t.seq == written + 1, "who agrees is heard"
    assert stage.t.find_table(1, masters_table(stage))[2].result is not None


@pytest.mark.req("R-22")
def test_a_phone_writes_so_much_in_a_round_and_no_more(tmp_path: Path) -> None:
    stage = two_pods(tmp_path)
    match = stage.t.find_table(1, masters_table(stage))[2]

    def claim(no: int, result: str) -> None:
        floor.claim(phone(stage, no), stage.slug, no=no, round_no=1, result=result)

    before = stage.t.seq
    for i in range(PLAYER_LIMIT):
        claim(match.a, ("1-0", "0-1")[i % 2])
    with pytest.raises(LimitReached, match="go to the desk"):
        claim(match.a, "1-0")
    with pytest.raises(LimitReached):
        judge_calls.call_judge(phone(stage, match.a), stage.slug, no=match.a, round_no=1)
    assert stage.t.seq == before + PLAYER_LIMIT, "what is refused changes nothing"
    claim(match.b, "1-0")  # other phones go on
    assert stage.t.find_table(1, match.table)[2].result is not None
    assert replay(decode_entries(stage.ctx.store.read(stage.slug))).entries_by == stage.t.entries_by
    publish_juniors(stage)
    one_calls(stage)
    assert stage.t.entries_by[f"player:{match.b}"] == 1, "a new round is counted anew"
