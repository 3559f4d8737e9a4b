"""A trial copy of an event: a version of its own, one event, and everything that its commands write (B-42)."""

from __future__ import annotations

from pathlib import Path

import pytest

from pareo.app.base.batch import begin_batch
from pareo.app.base.context import Context
from pareo.app.base.public_context import head_hash
from pareo.app.commands.event import events
from pareo.app.commands.event.undo import undo
from pareo.app.commands.lists import submit
from pareo.app.commands.people.players import NewPlayer, edit, enter
from pareo.app.commands.results.enter_result import report
from pareo.app.league import series
from pareo.app.queries.pages.public_view import cached_tables
from support.events.stage import Stage


@pytest.fixture
def stage(tmp_path: Path) -> Stage:
    made = Stage(tmp_path, "swiss", rounds="1")
    made.enter(4)
    made.play(1)
    return made


@pytest.mark.req("B-42")
def test_it_never_shares_a_version_with_the_event_or_another_copy(stage: Stage) -> None:
    event = stage.ctx.open(stage.slug)
    versions = {event.hash}
    for result in ("0-1", "1/2-1/2"):
        steps = begin_batch(stage.ctx, stage.slug)
        versions.add(steps.draft.hash)
        report(steps, stage.slug, round_no=1, table=1, result=result)
        versions |= {steps.draft.hash, steps.draft.standings_version}
        assert head_hash(steps.draft) == event.hash
    assert len(versions) == 4, "the event, a copy of it as it is, and two that differ"
    again = begin_batch(stage.ctx, stage.slug)
    assert again.draft.hash in versions


@pytest.mark.req("B-42")
def test_what_is_computed_from_it_is_not_taken_for_the_event(stage: Stage) -> None:
    """The series' table is cached by the context that both share."""
    ctx = stage.ctx
    liga = series.create(ctx, "Liga", series.rules_text("formula-one-2010"))
    series.add_event(ctx, liga, stage.slug)
    steps = begin_batch(ctx, stage.slug)
    before = series.show_series(Context(ctx.store), liga).rows
    for table in (1, 2):
        report(steps, stage.slug, round_no=1, table=table, result="0-1")
    tried = series.show_series(steps, liga).rows
    assert tried != before
    assert series.show_series(ctx, liga).rows == before
    assert series.show_series(steps, liga).rows == tried
    assert [row.no for row in cached_tables(steps.draft, None)[0].rows] != [
        row.no for row in cached_tables(ctx.open(stage.slug), None)[0].rows
    ]


@pytest.mark.req("B-42")
def test_the_event_itself_is_not_touched(stage: Stage) -> None:
    """Neither its finished rounds, nor its lists, nor its people, whatever is tried."""
    steps = begin_batch(stage.ctx, stage.slug)
    report(steps, stage.slug, round_no=1, table=1, result="0-1")
    submit.hand_in(steps, stage.slug, "p1", "my list", override="forgotten at home")
    edit(steps, stage.slug, "p2", {"first": "Zoe", "id": "p77"})
    assert steps.draft.find("p77") == 2
    event, fresh = stage.ctx.open(stage.slug), Context(stage.ctx.store).open(stage.slug)
    assert (event.state, event.people, event.ids) == (fresh.state, fresh.people, fresh.ids)
    done = steps.commit()
    assert [part.action for part in done.fact.parts] == ["results", "list", "edited"]
    event, fresh = stage.ctx.open(stage.slug), Context(stage.ctx.store).open(stage.slug)
    assert (event.state, event.people, event.ids) == (fresh.state, fresh.people, fresh.ids)
    assert (event.ids["p77"], len(stage.ctx.store.dump(stage.slug).attachments)) == (2, 1)


@pytest.mark.req("B-42")
def test_it_opens_its_own_event_and_refuses_what_it_cannot_carry(stage: Stage) -> None:
    other = events.create(stage.ctx, events.NewEvent("Otra", "swiss"))
    steps = begin_batch(stage.ctx, stage.slug)
    assert steps.open(stage.slug) is steps.draft
    assert steps.open_listed(stage.ctx.store.summary(stage.slug)) is steps.draft
    assert steps.open(other).state.slug == other
    with pytest.raises(ValueError, match="otra"):
        enter(steps, other, [NewPlayer(first="Zoe")])
    with pytest.raises(ValueError, match="undone"):
        undo(steps, stage.slug)
    assert steps.facts == []
    events.change_settings(steps, stage.slug, {"name": "Liga"})
    steps.commit()
    assert stage.ctx.store.summary(stage.slug).name == "Liga"
