"""A receipt proves its round to a stranger; no byte of it can be changed, and it tells nothing of later draws."""

from __future__ import annotations

import json

import pytest
from stages.receipts import RULES, SCRIPT, disagreements, script
from stages.receipts import played as small_event
from stages.stage import Stage, of_ages

from pareo.app.event import ending
from pareo.app.foresight.receipt import Receipt, receipt, written
from pareo.app.rounds import advance, by_hand, rounds
from pareo.core.pairing.chance import Chance, round_seed
from pareo.core.pairing.commitment import climb, commit, path_to_root, pods_ahead
from pareo.core.state.model import Status
from pareo.core.words.errors import NotFound
from pareo.formats.bundle import export_bundle
from pareo.rulesets import load

check = script()


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


@pytest.mark.parametrize("turn", range(len(RULES)))
def test_the_script_agrees_with_verify(turn):
    seen, proved, wrong = disagreements(check, small_event(turn))
    assert not wrong
    assert seen == 5
    assert proved == (5 if RULES[turn] in ("swiss", "pokemon-tcg-2019-07", "pokemon-tcg-2027") else 0)
    # `tools/foresight.py receipts` does it with a thousand rounds


@pytest.mark.parametrize(("turn", "says"), [(2, "Dutch system"), (3, "a procedure and not a cost")])
def test_where_there_is_no_cost_the_receipt_says_so(turn, says):
    t = small_event(turn, 2)
    said = receipt(t.desk, t.slug, round_no=2)
    assert said.certificate is None
    assert says in said.claim
    assert any(says in line for line in check.check_receipt(written(said)))


def test_a_round_that_is_not_the_best_is_not_proved(played):
    said = json.loads(written(receipt(played.desk, played.slug, round_no=2)))
    pairs = said["pairs"]
    (a, b), (c, d) = pairs[0], pairs[-1]
    pairs[0], pairs[-1] = [a, c], [b, d]
    said["digest"] = check.hashlib.sha256(check.plain({k: v for k, v in said.items() if k != "digest"})).hexdigest()
    with pytest.raises(check.Wrong):
        check.check_receipt(check.plain(said))


def test_a_flipped_byte_anywhere_in_a_receipt_is_found():
    t = small_event(0, 1)
    paper = written(receipt(t.desk, t.slug, round_no=1))
    assert check.check_receipt(paper)
    for at, byte in enumerate(paper):
        with pytest.raises(check.Wrong):
            check.check_receipt(paper[:at] + bytes([byte ^ 1 << at % 8]) + paper[at + 1:])


def test_a_flipped_byte_in_a_file_is_found(played):
    chance = Chance("flips")
    whole = export_bundle(played.desk.store, played.slug)
    assert check.check_file(whole)
    for _ in range(120):
        at, bit = chance.below(len(whole)), 1 << chance.below(8)
        with pytest.raises(check.Wrong):
            check.check_file(whole[:at] + bytes([whole[at] ^ bit]) + whole[at + 1:])


def test_no_receipt_tells_of_a_later_draw(played):
    """Every later seed is a hash of the secret. Of the secret a receipt has: its hash; the seeds of rounds that were
    published, which are hashes of it; and on the path hashes of hashes of seeds. None can be turned round, so neither
    the secret nor an unpublished seed may stand in a field; and what is in the fields is known from the journal."""
    secret = played.desk.open(played.slug).secret
    told = [receipt(played.desk, played.slug, round_no=n) for n in (1, 2, 3, 4)]
    pages = b"".join(map(written, told))
    assert all(said.secret is None for said in told)
    assert secret.encode() not in pages
    assert secret.encode().hex().encode() not in pages
    shown = {said.seed for said in told}
    for pod in played.t.pods:
        for number in range(12):
            for draft in range(1, 9):
                seed = round_seed(secret, pod, number, draft)
                assert (seed.encode() in pages) == (seed in shown)
    hidden = {"event", "seed", "commitment", "path", "draws", "head", "certificate", "secret", "digest"}
    assert hidden | {"format", "version", "pod", "round", "draft", "by_hand", "bracket", "pairs", "bye", "input",
                     "cost", "claim"} == set(Receipt.__struct_fields__)  # a new field: does it tell of the secret?


def test_a_draft_has_no_receipt_and_a_redrawn_round_has_its_own_seed(tmp_path):
    stage = Stage(tmp_path, "swiss", rounds="3")
    stage.enter(8)
    stage.open_round(to=Status.DRAFTED)
    with pytest.raises(NotFound):
        receipt(stage.desk, stage.slug, round_no=1)
    rounds.pair(stage.desk, stage.slug, again=True)
    rounds.publish(stage.desk, stage.slug, confirmed=True)
    said = receipt(stage.desk, stage.slug, round_no=1)
    assert said.draft == 2
    assert check.check_receipt(written(said), said.draws.root)
    with pytest.raises(check.Wrong):
        check.check_receipt(written(said), "0" * 64)


def test_the_secret_is_told_when_the_event_is_closed_and_played(tmp_path):
    stage = Stage(tmp_path, "swiss", rounds="2")
    stage.enter(4)
    stage.play(1)
    ending.put_away(stage.desk, stage.slug, season=False)
    assert receipt(stage.desk, stage.slug, round_no=1).secret is None  # it may be opened again and played on
    ending.open_again(stage.desk, stage.slug)
    stage.play(1)
    ending.put_away(stage.desk, stage.slug, season=False)
    said = receipt(stage.desk, stage.slug, round_no=2)
    assert said.secret == stage.desk.open(stage.slug).secret
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
