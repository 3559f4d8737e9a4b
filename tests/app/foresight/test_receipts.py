"""A receipt proves its round to a stranger; no byte of it can be changed, and it tells nothing of later draws."""

from __future__ import annotations

import importlib.util
import json
from pathlib import Path

import pytest
from stages.stage import Stage, named, of_ages

from pareo.app.event import ending
from pareo.app.foresight.receipt import receipt, written
from pareo.app.rounds import advance, by_hand, rounds, verify
from pareo.core.pairing.chance import Chance, round_seed
from pareo.core.pairing.commitment import climb, commit, path_to_root, pods_ahead
from pareo.core.state.model import Status
from pareo.core.words.errors import NotFound
from pareo.formats.bundle import export_bundle
from pareo.rulesets import load

SCRIPT = Path(__file__).parents[3] / "tools" / "check_receipt.py"
_spec = importlib.util.spec_from_file_location("check_receipt", SCRIPT)
assert _spec is not None
assert _spec.loader is not None
check = importlib.util.module_from_spec(_spec)
_spec.loader.exec_module(check)


def by_lot(seed: str):
    chance = Chance(seed, "results")
    return lambda _a, _b: ("1-0", "0-1", "1/2-1/2")[chance.below(3)]


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    stage = Stage(tmp_path_factory.mktemp("receipts"), "pokemon-tcg-2019-07", seed="a secret of the hall",
                  rounds="4", style="swiss+cut", cut="2")
    stage.enter(of_ages(juniors=4, seniors=5, masters=8))
    stage.play(4, by_lot("receipts"))
    return stage


def test_the_script_is_short_and_needs_nothing():
    text = SCRIPT.read_text(encoding="utf-8")
    assert len(text.splitlines()) <= 300
    imported = {line.split()[1] for line in text.splitlines() if line.startswith(("import ", "from "))}
    assert imported <= {"hashlib", "io", "json", "struct", "sys", "zipfile", "zlib"}


def test_the_script_agrees_with_verify(tmp_path):
    proved = 0
    for turn, count in enumerate((6, 9, 14, 23, 40)):
        stage = Stage(tmp_path / str(turn) if (tmp_path / str(turn)).mkdir() is None else tmp_path, "swiss",
                      seed=f"turn {turn}", rounds="5")
        stage.enter(named(count, club="One" if turn % 2 else ""))
        stage.play(4, by_lot(f"agrees {turn}"))
        for row in verify.verify(stage.desk, stage.slug):
            lines = check.check_receipt(written(receipt(stage.desk, stage.slug, round_no=row.round, pod=row.pod)))
            assert any("no round costs less" in line for line in lines) == (row.ok and row.proved), (row, lines)
            proved += row.proved
        assert check.check_file(export_bundle(stage.desk.store, stage.slug))
    assert proved >= 15


def test_a_round_that_is_not_the_best_is_not_proved(played):
    said = receipt(played.desk, played.slug, round_no=2)
    pairs = said["pairs"]
    (a, b), (c, d) = pairs[0], pairs[-1]
    pairs[0], pairs[-1] = [a, c], [b, d]
    said["digest"] = check.hashlib.sha256(check.plain({k: v for k, v in said.items() if k != "digest"})).hexdigest()
    with pytest.raises(check.Wrong):
        check.check_receipt(written(said))


def test_a_flipped_byte_anywhere_is_found(played):
    chance = Chance("flips")
    paper = written(receipt(played.desk, played.slug, round_no=3))
    whole = export_bundle(played.desk.store, played.slug)
    assert check.check_receipt(paper)
    assert check.check_file(whole)
    for data, look in ((paper, check.check_receipt), (whole, check.check_file)):
        for _ in range(120):
            at, bit = chance.below(len(data)), 1 << chance.below(8)
            with pytest.raises(check.Wrong):
                look(data[:at] + bytes([data[at] ^ bit]) + data[at + 1:])


def test_no_receipt_tells_of_a_later_draw(played):
    secret = played.desk.open(played.slug).secret
    told = b"".join(written(receipt(played.desk, played.slug, round_no=n)) for n in (1, 2, 3, 4))
    assert secret.encode() not in told
    for pod in played.t.pods:
        for number in range(5, 9):
            for draft in (1, 2, 3):
                assert round_seed(secret, pod, number, draft).encode() not in told


def test_a_draft_has_no_receipt_and_a_redrawn_round_has_its_own_seed(tmp_path):
    stage = Stage(tmp_path, "swiss", rounds="3")
    stage.enter(8)
    stage.open_round(to=Status.DRAFTED)
    with pytest.raises(NotFound):
        receipt(stage.desk, stage.slug, round_no=1)
    rounds.pair(stage.desk, stage.slug, again=True)
    rounds.publish(stage.desk, stage.slug, confirmed=True)
    said = receipt(stage.desk, stage.slug, round_no=1)
    assert said["draft"] == 2
    assert check.check_receipt(written(said), said["draws"]["root"])
    with pytest.raises(check.Wrong):
        check.check_receipt(written(said), "0" * 64)


def test_the_secret_is_told_when_the_event_is_closed_and_played(tmp_path):
    stage = Stage(tmp_path, "swiss", rounds="2")
    stage.enter(4)
    stage.play(1)
    ending.put_away(stage.desk, stage.slug, season=False)
    assert receipt(stage.desk, stage.slug, round_no=1)["secret"] is None  # it may be opened again and played on
    ending.open_again(stage.desk, stage.slug)
    stage.play(1)
    ending.put_away(stage.desk, stage.slug, season=False)
    said = receipt(stage.desk, stage.slug, round_no=2)
    assert said["secret"] == stage.desk.open(stage.slug).secret
    assert any("secret is published" in line for line in check.check_receipt(written(said)))


def test_by_hand_and_in_a_bracket_nothing_is_claimed(tmp_path):
    stage = Stage(tmp_path, "swiss", rounds="1", style="swiss+cut", cut="2")
    stage.enter(4)
    stage.open_round(to=Status.DRAFTED)
    first, second = stage.pod().rounds[1].matches.values()
    ids = stage.desk.open(stage.slug)
    by_hand.swap(stage.desk, stage.slug, ids.id(first.b), ids.id(second.b), confirmed=True)
    rounds.publish(stage.desk, stage.slug, confirmed=True)
    assert any("by hand" in x for x in check.check_receipt(written(receipt(stage.desk, stage.slug, round_no=1))))
    rounds.start(stage.desk, stage.slug, confirmed=True)
    stage.report_all("1-0")
    rounds.finish(stage.desk, stage.slug)
    advance.advance(stage.desk, stage.slug, to="cut", confirmed=True)
    stage.open_round()
    assert any("bracket" in x for x in check.check_receipt(written(receipt(stage.desk, stage.slug, round_no=2))))


@pytest.mark.parametrize("rules", ["swiss", "pokemon-tcg-2027", "chess-fide"])
def test_every_leaf_leads_to_the_root(rules):
    draws = commit("secret", pods_ahead(load(rules)), 3, 2)
    for pod in draws.pods[:4] + draws.pods[-2:]:
        for number in (0, 3):
            path = path_to_root("secret", draws, pod, number, 2)
            place = draws.place(pod, number, 2)
            assert path is not None
            assert place is not None
            assert climb(round_seed("secret", pod, number, 2), place, draws.leaves, path) == draws.root
            assert climb(round_seed("secret", pod, number, 1), place, draws.leaves, path) != draws.root
    assert path_to_root("secret", draws, "main", 4, 1) is None


def test_the_pods_of_a_played_event_are_among_those_ahead(played):
    ahead = pods_ahead(played.t.ruleset)
    assert set(played.t.pods) <= set(ahead)
    advance.advance(played.desk, played.slug, to="cut", confirmed=True, override="a test")
    assert set(played.t.pods) <= set(ahead)
    assert json.loads(played.desk.store.read(played.slug)[0].data)["draws"]["root"] == played.t.draws.root
