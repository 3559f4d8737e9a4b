"""A receipt proves its round to a stranger; no byte of it can be changed, and it tells nothing of later draws."""

from __future__ import annotations

import hashlib
import io
import json
import re
import subprocess
import sys
import warnings
import zipfile
from dataclasses import replace
from itertools import combinations

import pytest
from msgspec import to_builtins
from msgspec.structs import replace as replaced

from pareo.app.base.context import Context
from pareo.app.commands.event import events
from pareo.app.commands.rounds import advance, manual_changes, rounds
from pareo.app.league import event_closing
from pareo.app.queries.rounds.verify import drawn_rounds, verify
from pareo.app.receipts.receipt import matches_redraw, receipt, write_receipt
from pareo.app.rows.receipts import Receipt
from pareo.core.model.entities import Status
from pareo.core.model.random_source import SeededRandom, round_seed
from pareo.core.text.errors import BadInput, NotFound
from pareo.core.tournament.seed_commitment import commit, path_to_root, pods_ahead
from pareo.core.verify.bound import cost_of
from pareo.formats.bundle import export_bundle, import_bundle, pack_bundle, verify_bundle
from pareo.rulesets import load
from pareo.store import open_store
from pareo.store.chain import START, canonical, link
from support.errors import raises_code
from support.events.receipts import RULES, SCRIPT, disagreements, load_script
from support.events.receipts import play_event as small_event
from support.events.stage import Stage, make_players, players_of_ages

check = load_script()


def random_results(seed: str):
    chance = SeededRandom(seed, "results")
    return lambda _a, _b: ("1-0", "0-1", "1/2-1/2")[chance.below(3)]


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    stage = Stage(
        tmp_path_factory.mktemp("receipts"),
        "pokemon-tcg-2019-07",
        seed="a secret of the hall",
        rounds="4",
        style="swiss+cut",
        cut="2",
    )
    stage.enter(players_of_ages(juniors=4, seniors=5, masters=8))
    stage.play(4, random_results("receipts"))
    return stage


def test_the_script_is_short_and_needs_nothing():
    text = SCRIPT.read_text(encoding="utf-8")
    assert len(text.splitlines()) <= 300
    assert "from" not in {line.split(" ")[0] for line in text.splitlines()}
    imported = set(", ".join(re.findall(r"^\s*import (.+)$", text, re.MULTILINE)).split(", "))
    assert imported <= {"hashlib", "io", "json", "pathlib", "sys", "zipfile"}


@pytest.mark.parametrize("turn", range(len(RULES)))
def test_the_script_agrees_with_verify(turn):
    seen, proved, wrong = disagreements(check, small_event(turn))
    assert not wrong
    assert seen == 5
    assert proved == (5 if RULES[turn] in ("swiss", "pokemon-tcg-2019-07", "pokemon-tcg-2027") else 0)
    # `tools/forecast_proofs.py receipts` does it with a thousand rounds


@pytest.mark.parametrize(("turn", "says"), [(2, "Dutch system"), (3, "a procedure, not a cost")])
def test_where_there_is_no_cost_the_receipt_says_so(turn, says):
    t = small_event(turn, 2)
    said = receipt(t.ctx, t.slug, round_no=2)
    assert said.certificate is None
    assert says in said.claim
    assert any(says in line for line in check.check_receipt(write_receipt(said)))


def test_a_round_that_is_not_the_best_is_not_proved(played):
    data = json.loads(write_receipt(receipt(played.ctx, played.slug, round_no=2)))
    pairs = data["pairs"]
    (a, b), (c, d) = pairs[0], pairs[-1]
    pairs[0], pairs[-1] = [a, c], [b, d]
    with pytest.raises(check.Wrong):
        check.check_receipt(reseal(data))


def test_a_certificate_made_up_for_a_worse_round_is_found(played):
    """Cost and certificate fit the pairs and one another; only the inequality between two players does not hold."""
    data = json.loads(write_receipt(receipt(played.ctx, played.slug, round_no=2)))
    request = drawn_rounds(played.ctx, played.slug)[data["pod"], 2].request
    (a, b), (c, d) = data["pairs"][0], data["pairs"][-1]
    data["pairs"][0], data["pairs"][-1] = [a, c], [b, d]
    data["cost"] = to_builtins(cost_of(request, [tuple(pair) for pair in data["pairs"]], data["bye"]))
    field, values = check.Field(data["input"]), data["certificate"]["potentials"]
    worse = field.cost(a, c) + field.cost(b, d) - field.cost(a, b) - field.cost(c, d)
    assert worse > 0
    values[0] = str(int(values[0]) + 2 * worse)
    with pytest.raises(check.Wrong, match="break the inequality"):
        check.check_receipt(reseal(data))


def flip_bits(data: bytes, at: int, mask: int) -> bytes:
    return data[:at] + bytes([data[at] ^ mask]) + data[at + 1 :]


def test_a_flipped_byte_anywhere_in_a_receipt_is_found():
    """Each bit of each byte, and each byte turned over; the last byte is the end of the line in a saved file."""
    t = small_event(0, 1)
    paper = write_receipt(receipt(t.ctx, t.slug, round_no=1)) + b"\n"
    assert check.check_receipt(paper)
    for at in range(len(paper)):
        for mask in (1, 2, 4, 8, 16, 32, 64, 128, 255):
            with pytest.raises(check.Wrong):
                check.check_receipt(flip_bits(paper, at, mask))
    for space in (b" ", b"\r", b"\t", b"\n\n", b"\xc2\xa0"):
        with pytest.raises(check.Wrong):
            check.check_receipt(paper[:-1] + space)


def test_a_flipped_byte_anywhere_in_a_file_is_found():
    """Each bit of each byte of a small one: names, lengths, sums, and the packing itself, where some bits mean nothing
    (51 of them went unseen while only what is unpacked was checked). The program finds them as well."""
    t = small_event(0, 2)
    whole = export_bundle(t.ctx.store, t.slug)
    assert check.check_file(whole)
    for at in range(len(whole)):
        for mask in (1, 2, 4, 8, 16, 32, 64, 128, 255):
            changed = flip_bits(whole, at, mask)
            with pytest.raises(check.Wrong):
                (check.check_file if changed.startswith(b"PK") else check.check_receipt)(changed)
            with pytest.raises(BadInput):
                verify_bundle(changed)


def test_a_flipped_byte_in_a_larger_file_is_found(played):
    """Every twentieth byte, another bit each time."""
    whole = export_bundle(played.ctx.store, played.slug)
    assert "Every byte is as it was written." in check.check_file(whole)
    for at in range(0, len(whole), 20):
        with pytest.raises(check.Wrong):
            check.check_file(flip_bits(whole, at, 1 << at // 20 % 8))


def test_a_file_without_a_seal_is_checked_and_says_so(played):
    """As version 0.1.0 wrote them, and what it holds is chained all the same."""
    old = export_bundle(played.ctx.store, played.slug)[:-66] + b"\0\0"
    assert check.check_file(old)[0] == "An old file: only its contents are checked."
    assert verify_bundle(old).slug == played.slug
    with zipfile.ZipFile(io.BytesIO(old)) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    changed = io.BytesIO()
    with zipfile.ZipFile(changed, "w") as archive:
        for name, content in parts.items():
            archive.writestr(name, content.replace(b'"time":"2', b'"time":"3', 1))
    with pytest.raises(check.Wrong, match="broken at entry"):
        check.check_file(changed.getvalue())


def reseal(said: dict) -> bytes:
    """A forged receipt with its own sum put right."""
    said["digest"] = check.hashlib.sha256(check.plain({k: v for k, v in said.items() if k != "digest"})).hexdigest()
    return check.plain(said)


FORGED = {
    "seed": lambda r: r.update(seed=round_seed("another", r["pod"], 2, 1)),
    "pod": lambda r: r.update(pod=next(pod for pod in r["draws"]["pods"] if pod != r["pod"])),
    "round": lambda r: r.update(round=3),
    "draft": lambda r: r.update(draft=2),
    "a hash of the path": lambda r: r["path"].__setitem__(1, "0" * 64),
    "a shorter path": lambda r: r["path"].pop(),
    "a longer path": lambda r: r["path"].append("0" * 64),
    "no path": lambda r: r.update(path=None),
    "root": lambda r: r["draws"].update(root="0" * 64),
    "pods": lambda r: r["draws"]["pods"].reverse(),
    "rounds": lambda r: r["draws"].update(rounds=r["draws"]["rounds"] + 1),
    "drafts": lambda r: r["draws"].update(drafts=r["draws"]["drafts"] + 1),
    "a pair": lambda r: r["pairs"].__setitem__(0, [r["pairs"][0][0], r["pairs"][1][0]]),
    "one pair less": lambda r: r["pairs"].pop(),
    "bye": lambda r: r.update(bye=r["pairs"][0][0]),
    "cost": lambda r: r["cost"].update(rematches=1),
    "a digit too large for its place": lambda r: r["cost"].update(
        mixed=r["cost"]["mixed"] - 1, avoided=r["cost"]["avoided"] + len(r["input"]["players"]) + 1
    ),
    "points that are no whole number": lambda r: r["input"]["players"][0].__setitem__(
        1, float(r["input"]["players"][0][1])
    ),
    "a gap of the cost": lambda r: r["cost"]["gaps"].__setitem__(0, [8, 8]),
    "a value of the certificate": lambda r: r["certificate"]["potentials"].__setitem__(0, "1"),
    "players of the certificate": lambda r: r["certificate"]["players"].pop(),
    "a secret": lambda r: r.update(secret="another"),
    "a group that counts backwards": lambda r: _with_a_negative_group(r["input"], **r["certificate"]),
}


def _with_a_negative_group(given, *, players, potentials, blossoms, **_):
    """The sum stays what it was, and no inequality is broken: only the sign is wrong."""
    field, value = check.Field(given), dict(zip(players, map(int, potentials), strict=True))
    apart = next([u, v] for u, v in combinations(players[1:], 2) if value[u] + value[v] <= 2 * field.cost(u, v))
    blossoms.append({"members": [players[0], *apart], "value": "-2"})
    potentials[0] = str(value[players[0]] - 2)


@pytest.mark.parametrize("what", FORGED)
def test_a_forged_receipt_whose_sum_is_right_is_found(played, what):
    data = json.loads(write_receipt(receipt(played.ctx, played.slug, round_no=2)))
    root = data["draws"]["root"]
    assert check.check_receipt(reseal(data), root)
    FORGED[what](data)
    with pytest.raises(check.Wrong):
        check.check_receipt(reseal(data), root)


REWRITTEN = {
    "The secret is not the one": lambda data, _: re.sub(rb'"commitment":"..', b'"commitment":"00', data),
    "does not follow from the secret": lambda data, seed: data.replace(seed, b"0" * 64),
    "The root is not that": lambda data, _: re.sub(rb'"root":"..', b'"root":"00', data),
}


def rewrite_entries(whole, change):
    """The tournament with its entries changed; chain, sums and seal are right: somebody had the program."""
    before, entries = START, []
    for e in whole.entries:
        data = change(e.data)
        before = link(
            before,
            whole.summary.id,
            seq=e.seq,
            version=e.version,
            time=e.time,
            actor=e.actor,
            action=e.action,
            data=data,
            client=e.client,
        )
        entries.append(replaced(e, data=data, hash=before))
    return pack_bundle(replaced(whole, entries=entries, summary=replaced(whole.summary, hash=before)))


@pytest.mark.parametrize("problem", REWRITTEN)
def test_a_file_that_was_written_anew_with_another_commitment_seed_or_root_is_found(played, problem):
    whole = played.ctx.store.dump(played.slug)
    seed = next(iter(played.t.pods.values())).rounds[2].seed.encode()
    with pytest.raises(check.Wrong, match=problem):
        check.check_file(rewrite_entries(whole, lambda data: REWRITTEN[problem](data, seed)))


def test_pairs_passed_off_as_drawn_are_found_by_drawing_again(tmp_path):
    """In round 1 any round costs nothing, so a chosen one is as good as the drawn one: only the seed tells."""
    t = small_event(6, 2)
    assert matches_redraw(write_receipt(receipt(t.ctx, t.slug, round_no=1)))
    (_, a, *_), (_, b, *_) = next(json.loads(e.data) for e in t.ctx.store.read(t.slug) if e.action == "paired")[
        "rounds"
    ][0]["matches"][:2]

    def swapped(data: bytes) -> bytes:
        if b'"matches"' not in data:
            return data
        told = json.loads(data)
        for match in told["rounds"][0]["matches"]:
            match[1] = {a: b, b: a}.get(match[1], match[1])
        return canonical(told)

    file = rewrite_entries(t.ctx.store.dump(t.slug), swapped)
    assert check.check_file(file)  # the chain and the seeds are right
    store = open_store(str(tmp_path / "copy.db"))
    ctx = Context(store)
    slug = import_bundle(store, file)
    paper = write_receipt(receipt(ctx, slug, round_no=1))
    assert any("no round costs less" in line for line in check.check_receipt(paper))
    assert not matches_redraw(paper)
    assert any(
        "Paired again from its seed, the round comes out differently" in one for one in verify(ctx, slug)[0].warnings
    )
    assert not t.verify()[0].warnings
    store.close()


@pytest.mark.parametrize("order", [[], ["gaps"], ["gaps", "x"], ["gaps", "mixed", "gaps"], None, "gaps"])
def test_what_cannot_be_drawn_again_is_refused(order):
    t = small_event(6, 1)
    data = json.loads(write_receipt(receipt(t.ctx, t.slug, round_no=1)))
    assert matches_redraw(reseal(data))
    data["input"]["order"] = order
    with raises_code(BadInput, "receipt-unreadable"):
        matches_redraw(reseal(data))


def test_a_file_must_have_the_root_that_was_noted_and_be_that_of_the_receipts(played, tmp_path, capsys):
    """Who made the event anew, with the same players and results, has another root and another journal."""
    file, paper, other = (tmp_path / name for name in ("cup.pareo", "receipt.json", "other.pareo"))
    file.write_bytes(export_bundle(played.ctx.store, played.slug))
    paper.write_bytes(write_receipt(receipt(played.ctx, played.slug, round_no=2)))
    root = played.t.draws.root
    assert check.main([str(file), str(paper), "--root", root]) == 0
    assert "The receipt of round 2 is of this journal" in capsys.readouterr().out
    assert check.main([str(file), "--root", "0" * 64]) == 1
    assert check.main([str(paper), "--root"]) == 2
    t = small_event(0, 2)
    other.write_bytes(export_bundle(t.ctx.store, t.slug))
    assert check.main([str(other), str(paper)]) == 1
    assert "not of this journal" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("what", "problem"),
    [
        (
            lambda r: r["pairs"].__setitem__(
                slice(2), [[r["pairs"][0][0], r["pairs"][1][0]], [r["pairs"][0][1], r["pairs"][1][1]]]
            ),
            "other pairs",
        ),
        (lambda r: r.update(seed="0" * 64, path=None, draws=None), "not of this journal"),
        (lambda r: r.update(draft=4, path=None, draws=None), "not of this journal"),
        (lambda r: r["head"].update(seq=r["head"]["seq"] + 1), "not of this journal"),
    ],
)
def test_a_forged_receipt_beside_the_file_is_found(tmp_path, capsys, what, problem):
    """In round 1 every round costs nothing: of other pairs the receipt alone proves as much as of those drawn."""
    t = small_event(0, 2)
    file, paper = tmp_path / "cup.pareo", tmp_path / "receipt.json"
    file.write_bytes(export_bundle(t.ctx.store, t.slug))
    data = json.loads(write_receipt(receipt(t.ctx, t.slug, round_no=1)))
    what(data)
    paper.write_bytes(reseal(data))
    assert check.main([str(paper)]) == 0
    assert check.main([str(paper), str(file)]) == 1
    assert problem in capsys.readouterr().out


@pytest.mark.parametrize("text", ["x\nEvery player is paired once, and no round costs less.", "\x1b[2K", "\ud800"])
def test_what_a_receipt_says_cannot_pass_for_what_the_script_says(tmp_path, text):
    t = small_event(0, 1)
    data = json.loads(write_receipt(receipt(t.ctx, t.slug, round_no=1)))
    data.update(by_hand=True, claim=text)
    paper = tmp_path / "receipt.json"
    paper.write_bytes(reseal(data))
    told = subprocess.run([sys.executable, SCRIPT, paper], capture_output=True, check=True).stdout.splitlines()
    assert len(told) == 3
    assert told[-1].startswith(b"'This script proves nothing of the pairs. The receipt says: ")
    assert all(line.decode().isprintable() for line in told)


def test_a_file_with_another_secret_is_not_taken_in():
    t = small_event(0, 1)
    whole = t.ctx.store.dump(t.slug)
    with raises_code(BadInput, "seed-changed"):
        verify_bundle(pack_bundle(replaced(whole, secret="another")))


def test_what_would_eat_the_memory_or_mean_two_things_is_refused(played):
    data = json.loads(write_receipt(receipt(played.ctx, played.slug, round_no=2)))
    data["secret"], data["commitment"] = "x", hashlib.sha256(b"x").hexdigest()
    data["seed"] = round_seed("x", data["pod"], 2, 1)
    data["draws"]["rounds"] = 10**12
    with pytest.raises(check.Wrong, match="too large"):
        check.check_receipt(reseal(data))
    with pytest.raises(check.Wrong, match="cannot be read"):
        check.check_receipt(b"[" * 100_000)
    whole = export_bundle(played.ctx.store, played.slug)
    with zipfile.ZipFile(io.BytesIO(whole)) as archive:
        parts = [(name, archive.read(name)) for name in archive.namelist()]
    lines = dict(parts)["journal.jsonl"].split(b"\n")
    lines[0] = lines[0][:-1] + b',"data":{}}'  # the first is chained, the last would be read
    for problem, content in (
        ("there twice", [*parts, parts[0]]),
        ("broken at entry 1", [(n, c if n != "journal.jsonl" else b"\n".join(lines)) for n, c in parts]),
    ):
        made = io.BytesIO()
        with warnings.catch_warnings(), zipfile.ZipFile(made, "w") as archive:
            warnings.simplefilter("ignore")
            for name, part in content:
                archive.writestr(name, part)
        with pytest.raises(check.Wrong, match=problem):
            check.check_file(made.getvalue())


def test_the_seed_of_another_draw_cannot_be_shown_in_a_tree_of_another_shape():
    """Six rounds with nine drafts have as many leaves as twenty with three: round 1 would be where round 3 is."""
    secret, draws = "secret", commit("secret", ("main",), 20, 3)
    assert (
        check.root_above(
            to_builtins(draws),
            "main",
            1,
            1,
            round_seed(secret, "main", 1, 1),
            path_to_root(secret, draws, "main", 1, 1),
        )
        == draws.root
    )
    other = to_builtins(replace(draws, rounds=6, drafts=9))
    assert draws.place("main", 3, 1) == check.place_of(other, "main", 1, 1)
    path = path_to_root(secret, draws, "main", 3, 1)
    assert check.root_above(other, "main", 1, 1, round_seed(secret, "main", 3, 1), path) != draws.root


def test_no_receipt_tells_of_a_later_draw(played):
    """Every later seed is a hash of the secret. Of the secret a receipt has: its hash; the seeds of rounds that were
    published, which are hashes of it; and on the path hashes of hashes of seeds. None can be turned round, so neither
    the secret nor an unpublished seed may stand in a field; and what is in the fields is known from the journal."""
    secret = played.ctx.open(played.slug).secret
    told = [receipt(played.ctx, played.slug, round_no=n) for n in (1, 2, 3, 4)]
    pages = b"".join(map(write_receipt, told))
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
    assert hidden | {
        "format",
        "version",
        "pod",
        "round",
        "draft",
        "by_hand",
        "bracket",
        "pairs",
        "bye",
        "input",
        "cost",
        "claim",
        "foreseeable",
        "objective",
    } == set(Receipt.__struct_fields__)  # a new one: is it harmless?


def test_nothing_that_receipts_tell_leads_to_a_later_draw(played):
    """What a stranger could try: every hash of every receipt taken for the secret, for a seed, for a hash of one. No
    later seed comes out, nor the leaf of one that could be guessed at without its seed."""
    event = played.ctx.open(played.slug)
    told = [receipt(played.ctx, played.slug, round_no=n, pod=pod) for pod in event.state.pods for n in (1, 2, 3, 4)]
    known = set(re.findall("[0-9a-f]{64}", b"".join(map(write_receipt, told)).decode()))
    shown = {(said.pod, said.round, said.draft) for said in told}
    draws = [(pod, n, d) for pod in event.state.draws.pods for n in range(8) for d in range(1, 5)]
    later = {round_seed(event.secret, *one) for one in draws if one not in shown}
    assert len(known) > 20
    made = set(known)
    for text in known:
        made |= {hashlib.sha256(x).hexdigest() for x in (text.encode(), bytes.fromhex(text), b"\0" + text.encode())}
        made |= {round_seed(text, *one) for one in draws}
    assert not made & later
    guessed = {check.leaf(*one, seed).hex() for one in draws for seed in ("", *(said.seed for said in told))}
    assert guessed & known <= {check.leaf(said.pod, said.round, said.draft, said.seed).hex() for said in told}


def test_every_hash_of_a_path_depends_on_the_secret():
    """Whoever knows the pods, rounds and drafts (everybody does) can make none of them."""
    one, other = (commit(secret, ("main", "main-cut"), 5, 3) for secret in ("a secret", "another"))
    for number in range(6):
        paths = [
            set(path_to_root(secret, draws, "main", number, 2) or ())
            for secret, draws in (("a secret", one), ("another", other))
        ]
        assert len(paths[0]) == len(paths[1]) >= 4
        assert not paths[0] & paths[1]


def test_the_secret_of_an_event_cannot_be_guessed(tmp_path):
    """256 bits of the system's chance, whatever the event is called: its hash is in every receipt."""
    stage = Stage(tmp_path, "swiss")
    twins = [events.create(stage.ctx, events.NewEvent("Cup", "swiss")) for _ in range(2)]
    secrets = [stage.ctx.store.secret(slug) for slug in twins]
    assert all(re.fullmatch("[0-9a-f]{64}", secret) for secret in secrets)
    assert secrets[0] != secrets[1]


def test_a_draft_has_no_receipt_and_a_redrawn_round_has_its_own_seed(tmp_path):
    stage = Stage(tmp_path, "swiss", rounds="3")
    stage.enter(8)
    stage.open_round(to=Status.DRAFTED)
    with pytest.raises(NotFound):
        receipt(stage.ctx, stage.slug, round_no=1)
    rounds.pair(stage.ctx, stage.slug, again=True)
    rounds.publish(stage.ctx, stage.slug, confirmed=True)
    said = receipt(stage.ctx, stage.slug, round_no=1)
    assert said.draft == 2
    assert check.check_receipt(write_receipt(said), said.draws.root)
    with pytest.raises(check.Wrong):
        check.check_receipt(write_receipt(said), "0" * 64)


def test_the_secret_is_told_when_the_event_is_closed_and_played(tmp_path):
    stage = Stage(tmp_path, "swiss", rounds="2")
    stage.enter(4)
    stage.play(1)
    event_closing.close_event(stage.ctx, stage.slug, season=False)
    assert receipt(stage.ctx, stage.slug, round_no=1).secret is None  # it may be opened again and played on
    event_closing.reopen_event(stage.ctx, stage.slug)
    stage.play(1)
    event_closing.close_event(stage.ctx, stage.slug, season=False)
    said = receipt(stage.ctx, stage.slug, round_no=2)
    assert said.secret == stage.ctx.open(stage.slug).secret
    assert any("secret is published" in line for line in check.check_receipt(write_receipt(said), said.draws.root))


def test_a_round_that_is_drawn_after_the_secret_was_told_says_so(tmp_path):
    stage = Stage(tmp_path, "swiss", rounds="2")
    stage.enter(4)
    stage.play(2)
    event_closing.close_event(stage.ctx, stage.slug, season=False)
    assert "predict" in str(event_closing.reopen_event(stage.ctx, stage.slug).notes[0])
    events.change_settings(stage.ctx, stage.slug, {"rounds": "3"}, confirmed=True)
    stage.open_round()
    before, after = (receipt(stage.ctx, stage.slug, round_no=n) for n in (2, 3))
    assert (before.foreseeable, before.secret) == (False, None)
    assert after.foreseeable
    assert "It was paired after the secret had been published." in check.check_receipt(write_receipt(after))


def test_the_secret_is_not_told_before_the_second_day(tmp_path):
    stage = Stage(tmp_path, "pokemon-tcg-2027", rounds="2", day2_rounds="2", day2_points="3")
    stage.enter(make_players(8, birth_year=1990))
    stage.play(2)
    event_closing.close_event(stage.ctx, stage.slug, season=False)
    assert receipt(stage.ctx, stage.slug, round_no=2).secret is None


def test_a_bracket_that_is_the_whole_event_was_drawn(tmp_path):
    stage = Stage(tmp_path, "pokemon-tcg-2019-07", style="elimination")
    stage.enter(make_players(8, birth_year=1990))
    stage.open_round()
    assert "drawn by lot" in str(receipt(stage.ctx, stage.slug, round_no=1).claim)


def test_by_hand_and_in_a_bracket_nothing_is_claimed(tmp_path):
    stage = Stage(tmp_path, "swiss", rounds="1", style="swiss+cut", cut="2")
    stage.enter(4)
    stage.open_round(to=Status.DRAFTED)
    first, second = stage.pod().rounds[1].matches.values()
    ids = stage.ctx.open(stage.slug)
    manual_changes.swap(stage.ctx, stage.slug, ids.id(first.b), ids.id(second.b), confirmed=True)
    rounds.publish(stage.ctx, stage.slug, confirmed=True)
    assert any("by hand" in x for x in check.check_receipt(write_receipt(receipt(stage.ctx, stage.slug, round_no=1))))
    rounds.start(stage.ctx, stage.slug, confirmed=True)
    stage.report_all("1-0")
    rounds.finish(stage.ctx, stage.slug)
    advance.advance(stage.ctx, stage.slug, to="cut", confirmed=True)
    stage.open_round()
    assert any("bracket" in x for x in check.check_receipt(write_receipt(receipt(stage.ctx, stage.slug, round_no=2))))


@pytest.mark.parametrize("rules", ["swiss", "pokemon-tcg-2027", "chess-fide"])
def test_every_leaf_leads_to_the_root(rules):
    draws = commit("secret", pods_ahead(load(rules)), 3, 2)
    for pod in draws.pods[:4] + draws.pods[-2:]:
        for number in (0, 3):
            path = path_to_root("secret", draws, pod, number, 2)
            for draft in (1, 2):
                seed = round_seed("secret", pod, number, draft)
                found = check.root_above(to_builtins(draws), pod, number, 2, seed, path)
                assert (found == draws.root) == (draft == 2)
    assert path_to_root("secret", draws, "main", 4, 1) is None


def test_the_pods_of_a_played_event_are_among_those_ahead(played):
    ahead = pods_ahead(played.t.ruleset)
    assert set(played.t.pods) <= set(ahead)
    advance.advance(played.ctx, played.slug, to="cut", confirmed=True, override="a test")
    assert set(played.t.pods) <= set(ahead)
    assert json.loads(played.ctx.store.read(played.slug)[0].data)["draws"]["root"] == played.t.draws.root
