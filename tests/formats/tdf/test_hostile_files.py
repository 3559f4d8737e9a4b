"""Files that are no save files of TOM, or mean harm: one sentence each, no hang, nothing half imported."""

from __future__ import annotations

import tempfile

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pareo.app.base.context import Context, LoadedTournament
from pareo.core.model.outcome import Outcome
from pareo.core.text.errors import BadInput, PareoError
from pareo.core.tournament.tables import tables
from pareo.formats.tdf import xml as tdf_xml
from pareo.formats.tdf.tom import export_losses, export_tdf, is_tdf
from pareo.formats.tdf.xml import parse, write
from pareo.store import open_store
from support.events.random_play import comparable, create_event, play_at_random
from support.execution import count_calls
from support.files.imports import import_tdf
from support.files.tdf import (
    event,
    everything,
    match,
    person,
    pod,
    reference,
    round_,
    two_brackets,
    unusual,
    violations,
)

LAUGHS = b"""<?xml version="1.0"?><!DOCTYPE t [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">
<!ENTITY c "&b;&b;&b;&b;&b;&b;&b;&b;">]><tournament><players>&c;</players></tournament>"""


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"", "xml-broken"),
        (b"<tournament>", "xml-broken"),
        (LAUGHS, "xml-doctype"),
        (b'<!DOCTYPE t SYSTEM "file:///etc/passwd"><tournament/>', "xml-doctype"),
        (LAUGHS.decode().encode("utf-16"), "xml-doctype"),
        (b'<?xml version="1.0" encoding="klingon"?><tournament/>', "xml-encoding"),
        (b"<tournament>&unknown;</tournament>", "xml-broken"),
        (b"<a>" * 100 + b"</a>" * 100, "xml-too-deep"),
        (b"<a>" * 500_000, "xml-too-deep"),
        (b"<tournament/>", "tdf-foreign"),
        (b"<html><players/></html>", "tdf-foreign"),
    ],
)
def test_what_is_refused(ctx: Context, data: bytes, code: str) -> None:
    with pytest.raises(BadInput) as caught:
        import_tdf(ctx, data)
    assert caught.value.code in {code, "xml-broken"} if code == "xml-encoding" else caught.value.code == code
    assert "\n" not in str(caught.value)
    assert ctx.store.tournaments() == []


def test_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(BadInput):
        parse(b"<a/>", limit=3)
    monkeypatch.setattr(tdf_xml, "ELEMENTS_LIMIT", 10)
    with pytest.raises(BadInput):
        parse(b"<a>" + b"<b/>" * 10 + b"</a>")
    monkeypatch.setattr(tdf_xml, "ATTRIBUTES_LIMIT", 2)
    with pytest.raises(BadInput):
        parse(b'<a x="1" y="2" z="3"/>')


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_recognised_in_any_encoding(encoding: str) -> None:
    text = '<?xml version="1.0"?>\n<!-- TOM -->\n<tournament type="2"/>'
    assert is_tdf(text.encode(encoding))
    assert not is_tdf(b"<?xml version='1.0'?><gpx/>")
    assert not is_tdf(b"PK\x03\x04")


def test_text_is_written_so_that_it_is_read_again() -> None:
    root = parse(b'<t a="&lt;&quot;&#10;&#9;"><n>&lt;&amp;&gt; ]]&gt;</n><e> </e></t>')
    assert parse(write(root)) == root
    assert write(parse(b"<n>a\x7fb</n>")).endswith(b"<n>a\x7fb</n>\n")


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.data())
def test_any_damage_gives_a_tournament_or_one_sentence(data: st.DataObject) -> None:
    """Elements, attributes and texts are dropped, doubled or changed at random."""
    root = data.draw(st.sampled_from((everything, unusual, two_brackets)))()
    for _ in range(data.draw(st.integers(1, 5))):
        _damage(root, data)
    with tempfile.TemporaryDirectory() as folder:
        ctx = Context(open_store(f"{folder}/a.db"))
        try:
            report = import_tdf(ctx, write(root))
        except PareoError:
            assert ctx.store.tournaments() == []
        else:
            tables(ctx.open(report.slug).state)
            parse(export_tdf(ctx, report.slug))
            parse(export_tdf(ctx, report.slug, use_retained=False))
        finally:
            ctx.store.close()


def _damage(root: tdf_xml.XmlNode, data: st.DataObject) -> None:
    nodes = [root]
    for node in nodes:
        nodes += node.children
    node = data.draw(st.sampled_from(nodes))
    how = data.draw(st.integers(0, 4))
    odd = st.sampled_from(("", "-1", "0", "1", "2", "8", "999999999", "x", "🂡", "02/30/0000", " "))
    if how == 0 and node.children:
        node.children.pop(data.draw(st.integers(0, len(node.children) - 1)))
    elif how == 1 and node.children:
        node.children.append(data.draw(st.sampled_from(node.children)))
    elif how == 2 and node.attrs:
        node.attrs[data.draw(st.sampled_from(sorted(node.attrs)))] = data.draw(odd)
    elif how == 3:
        node.text = data.draw(odd)
    elif node.children:
        node.children.reverse()


@settings(max_examples=40, deadline=None)
@given(st.binary(max_size=200), st.integers(0, 5000))
def test_any_bytes(junk: bytes, where: int) -> None:
    sound = write(everything())
    data = sound[:where] + junk + sound[where + len(junk) :]
    with tempfile.TemporaryDirectory() as folder:
        ctx = Context(open_store(f"{folder}/a.db"))
        try:
            import_tdf(ctx, data)
        except PareoError:
            assert ctx.store.tournaments() == []
        finally:
            ctx.store.close()


@pytest.mark.parametrize("seed", range(8))
def test_tournaments_of_ours_survive(ctx: Context, seed: int) -> None:
    """What the format holds comes back: pods, rounds, results, places. What it does not hold is listed."""
    style = ("swiss", "swiss+cut", "elimination", "swiss+cut")[seed % 4]
    slug = create_event(ctx, "pokemon-tom", style=style, rounds="3", date="2019-10-12")
    play_at_random(ctx, slug, seed, count=(8, 15, 9, 22)[seed % 4], steps=(3, 5, 4, 6)[seed % 4])
    data = export_tdf(ctx, slug)
    assert violations(parse(data)) == []
    report = import_tdf(ctx, data)
    before, after = ctx.open(slug), ctx.open(report.slug)
    assert comparable_rounds(after) == comparable_rounds(before)
    lost = export_losses(ctx, slug)
    assert any("asked off" in line for line in lost) == any(
        s.outcome in (Outcome.ABSENT, Outcome.REQUESTED_BYE)
        for p in before.state.pods.values() for r in p.rounds.values() for s in r.sitting
    )  # fmt: skip
    assert export_tdf(ctx, report.slug) == data


def comparable_rounds(event: LoadedTournament) -> object:
    """Rounds, results and who sat out, by pod, as far as the format tells them; players by id: the list is shuffled."""
    told = {}
    name = event.id
    for pod_id, (_, members, divisions, section, _, first, sources, *_, played) in comparable(event.state)[
        "pods"
    ].items():
        if not played and sources:
            continue  # a bracket that is not paired yet
        told[pod_id] = (set(map(name, members)), divisions, section, first, sources, {
            number: (
                {(name(m.a), name(m.b), m.result and (m.result.a.won, m.result.b.won, m.result.a is Outcome.DRAW))
                 for m in matches.values()},
                {(name(row[0]), *row[1:]) for row in sitting
                 if row[1] in (Outcome.BYE, Outcome.EARNED_BYE, Outcome.LATE_LOSS)},
            )
            for number, (_, matches, sitting) in played.items()
        })  # fmt: skip
    return told


def large(count: int, played: int) -> bytes:
    """So many Masters and rounds; the lower number wins."""
    people = [person(i) for i in range(1, count + 1)]
    half = count // 2
    told = [
        round_(number, 2, 6, *(
            match(1, i, half + 1 + (i + number) % half, table=i) for i in range(1, half + 1)))
        for number in range(1, played + 1)
    ]  # fmt: skip
    return write(event(people, pod(2, [list(range(1, count + 1))], *told)))


def test_twice_the_players_are_twice_the_work(ctx: Context) -> None:
    half, whole = large(500, 8), large(1000, 8)
    assert count_calls(lambda: parse(whole)) < 2.2 * count_calls(lambda: parse(half))
    report = import_tdf(ctx, whole)
    assert "4000 matches" in report.took


def test_the_reference_cup_cut_anywhere(ctx: Context) -> None:
    data = reference("tom180-cup-2025-11.anon.tdf")
    for end in range(0, len(data) - 20, 1500):
        with pytest.raises(BadInput):
            import_tdf(ctx, data[:end])
    assert ctx.store.tournaments() == []
