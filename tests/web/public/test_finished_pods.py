"""A pod that is over: nobody of it is sent to a table any more; rounds of different numbers are told apart."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from pareo.app.commands.event import events
from pareo.app.commands.floor import floor
from pareo.app.commands.people.players import NewPlayer
from pareo.app.commands.rounds import advance, rounds
from pareo.core.model.entities import Status
from pareo.print.document import PrintOptions
from pareo.print.papers import gather
from support.web.public import PublicClient, PublicStage, make_players

pytestmark = pytest.mark.filterwarnings("ignore::litestar.exceptions.LitestarDeprecationWarning")


@pytest.fixture
def stage(tmp_path: Path) -> Iterator[PublicStage]:
    """Masters play one round and are over; Juniors play two and are in the second."""
    made = PublicStage(tmp_path, style="swiss", names="full")
    made.enter([*make_players(6, division="master"), *invented_juniors()])
    events.change_settings(made.ctx, "copa", {"rounds": "1"}, pod="masters")
    events.change_settings(made.ctx, "copa", {"rounds": "3"}, pod="juniors")
    yield made
    made.store.close()


def invented_juniors() -> list[NewPlayer]:
    return [NewPlayer(first=f"Nino{i}", last="Chico", division="junior") for i in range(6)]


def play_on(stage: PublicStage, pod: str, to: Status) -> None:
    rounds.pair(stage.ctx, "copa", pod=pod)
    rounds.publish(stage.ctx, "copa", pod=pod, confirmed=True)
    if to is Status.STARTED:
        rounds.start(stage.ctx, "copa", pod=pod)
    stage.app_state.refresh()


def seat_of(visit: PublicClient, name: str) -> str:
    """The line beside each name when players look themselves up."""
    text = " ".join(visit.get(f"/e/copa/me?q={name}").split())
    match = re.search(r'<span class="n">\s*(\d+|<svg)', text)
    assert match is not None, name
    said = re.search(r"<small>([^<]*)</small>", text)
    return match[1] if match[1].isdecimal() else said[1] if said else ""


@pytest.mark.req("A-60")
def test_phones_and_projector_no_longer_send_a_pod_that_is_over(stage: PublicStage) -> None:
    stage.play(1)
    play_on(stage, "juniors", Status.STARTED)
    visit, staff = stage.visitor(), stage.staff()
    assert seat_of(visit, "Bouza0") == "no table right now"
    assert seat_of(visit, "Nino0").isdecimal()
    for address in ("/e/copa/names", "/e/copa/tables"):
        assert "Bouza0" not in visit.get(address)
        assert "Nino0" in visit.get(address)
    assert "Bouza0" in visit.get("/e/copa/names?round=1")  # the archive keeps it
    for kind in ("pairings", "names"):
        text = staff.get(f"/screen/copa/{kind}")
        assert "Bouza0" not in text
        assert "Nino0" in text
        assert "Round 2" in text
    assert "your place" in visit.get(stage.own_address(1))
    for address in (stage.own_address(1), "/e/copa"):  # their podium is there, whoever still plays
        assert visit.get(address).count('<ol class="podium">') == 1
    assert "The event is over" not in visit.get("/e/copa")
    assert 'class="podium"' not in visit.get(stage.own_address(7))
    assert staff.get("/screen/copa/podium").count('<ol class="podium">') == 1
    assert 'data-kind="podium"' not in staff.get("/screen/copa/auto")
    assert "against" in visit.get(stage.own_address(7))


@pytest.mark.req("A-60")
def test_when_every_pod_is_over_nobody_has_a_table(tmp_path: Path) -> None:
    stage = PublicStage(tmp_path, style="swiss", rounds="1", names="full")
    stage.enter(make_players(6))
    stage.play(1)
    visit = stage.visitor()
    assert seat_of(visit, "Bouza0") == "no table right now"
    assert "No one has a table right now." in visit.get("/e/copa/names")
    assert "Bouza0" not in stage.staff().get("/screen/copa/names")
    assert "Bouza0" in visit.get("/e/copa/tables")  # the last results stay where they are read


@pytest.mark.req("A-60")
def test_two_pods_in_different_rounds_are_never_one_title(tmp_path: Path) -> None:
    stage = PublicStage(tmp_path, style="swiss", rounds="3", names="full")
    stage.enter([*make_players(6, division="master"), *invented_juniors()])
    stage.play(1)
    play_on(stage, "juniors", Status.STARTED)
    stage.report()
    rounds.finish(stage.ctx, "copa", pod="juniors")
    play_on(stage, "juniors", Status.STARTED)
    play_on(stage, "masters", Status.STARTED)
    floor.start_clock(stage.ctx, "copa", minutes=50)
    staff = stage.staff()
    for kind in ("pairings", "names", "clock"):
        text = staff.get(f"/screen/copa/{kind}")
        assert not re.search(r"Round \d+ ?/", text), kind
        title = re.search(r"<h1>(.*?)</h1>", text, re.DOTALL)
        assert title is not None
        assert "Round" not in title[1]
    pairings = " ".join(staff.get("/screen/copa/pairings").split())
    assert re.search(r"Juniors <small>Round 3", pairings)
    assert re.search(r"Masters <small>Round 2", pairings)
    standings = "".join(staff.get(f"/screen/copa/standings?page={page}") for page in (0, 1))
    assert re.findall(r"after round \d", standings) == ["after round 2", "after round 1"]
    overview = " ".join(stage.visitor().get("/e/copa").split())
    assert re.search(r"<h1> ?Playing ?</h1>", overview)
    assert "Juniors: Round 3, playing" in overview
    assert "Masters: Round 2, playing" in overview
    heading = gather("pairings-names", stage.ctx, "copa", PrintOptions(lang="en")).data()["parts"][0]["heading"]
    assert heading == "Round 3 · Juniors, Round 2 · Masters"


@pytest.mark.req("A-60")
def test_a_play_off_is_called_by_its_size_whatever_the_others_play(tmp_path: Path) -> None:
    stage = PublicStage(tmp_path, style="swiss+cut", names="full", cut="4")
    stage.enter([*make_players(8, division="master"), *invented_juniors()])
    events.change_settings(stage.ctx, "copa", {"rounds": "1"}, pod="masters")
    events.change_settings(stage.ctx, "copa", {"rounds": "3"}, pod="juniors")
    stage.play(1)
    advance.advance(stage.ctx, "copa", pod="masters", to="cut", size=4, override="agreed before")
    stage.open()  # the masters' semi-finals beside round 2 of the juniors
    visit = stage.visitor()
    master = next(iter(stage.ctx.open("copa").state.pods["masters-cut"].rounds[2].matches.values())).a
    assert "· Top 4" in " ".join(visit.get(stage.own_address(master)).replace("\xa0", " ").split())
    junior = next(no for no, e in stage.ctx.open("copa").state.entrants.items() if e.division == "junior")
    assert "· Round 2" in " ".join(visit.get(stage.own_address(junior)).replace("\xa0", " ").split())
    stage.store.close()


@pytest.mark.parametrize(("to", "said"), [(Status.PUBLISHED, "Published"), (Status.FINISHED, "Done")])
def test_the_event_says_where_groups_out_of_step_stand(tmp_path: Path, to: Status, said: str) -> None:
    """Round 2 of one and round 1 of the other, and no table is playing."""
    stage = PublicStage(tmp_path, style="swiss", rounds="4")
    stage.enter([*make_players(6, division="master"), *invented_juniors()])
    stage.play(1)
    play_on(stage, "masters", Status.PUBLISHED if to is Status.PUBLISHED else Status.STARTED)
    if to is Status.FINISHED:
        stage.report()
        rounds.finish(stage.ctx, "copa", pod="masters")
    stage.app_state.refresh()
    text = " ".join(stage.visitor().get("/e/copa").split())
    heading = re.search(r"<h1>([^<]*)</h1>", text)
    assert heading is not None
    assert heading[1].strip() == said
    assert re.search(r"Masters: Round 2,.*Juniors: Round 1,|Juniors: Round 1,.*Masters: Round 2,", text)
    stage.store.close()
