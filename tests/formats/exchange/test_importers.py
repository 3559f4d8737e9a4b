"""Other programs' files into the store: whole and usable, or refused without a trace."""

from __future__ import annotations

import json

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from pareo.app.queries.pages.event_tables import pairing_rows, player_rows, standing_rows
from pareo.core.text.errors import PareoError
from pareo.formats import event_json, tsh
from pareo.formats.list_juggler import read as list_juggler
from pareo.formats.tables.views import write_xlsx
from pareo.formats.trf import read as trf
from pareo.pages.site import site
from support.events.played import PlayedEvent
from support.files.foreign_events import REPORT
from support.files.imports import import_event_json, import_list_juggler, import_trf, import_tsh
from support.files.samples import TSH_DIVISION
from support.files.samples import changed_event_json as bent_json
from support.files.samples import changed_juggler as bent_juggler

SOUND = {
    import_trf: REPORT,
    import_tsh: TSH_DIVISION,
    import_list_juggler: bent_juggler(lambda told: None),
    import_event_json: bent_json(lambda told: None),
}
RECOGNISERS = {
    import_trf: trf.recognise,
    import_tsh: tsh.recognise,
    import_list_juggler: list_juggler.recognise,
    import_event_json: event_json.recognise,
}


@pytest.fixture(scope="module")
def ctx(tmp_path_factory):
    return PlayedEvent(tmp_path_factory.mktemp("imports"), "swiss", 2).ctx


def look(ctx, slug):
    """Every view of the event can be shown."""
    player_rows(ctx, slug)
    standing_rows(ctx, slug)
    state = ctx.open(slug).state
    for number in {number for pod in state.pods.values() for number in pod.rounds}:
        pairing_rows(ctx, slug, round_no=number)


def test_every_format_is_recognised_by_its_own_reader_alone():
    for importer, data in SOUND.items():
        assert [other for other, mine in RECOGNISERS.items() if mine(data)] == [importer]


@pytest.mark.parametrize("importer", SOUND, ids=lambda f: f.__name__)
def test_sound_files_are_stored_and_reported(ctx, importer):
    report = importer(ctx, SOUND[importer], name="C:\\files\\evening.t", ruleset=None, slug=None)
    assert report.took[0].endswith("players")
    look(ctx, report.slug)
    site(ctx, report.slug, lang="es")
    write_xlsx(ctx, report.slug)
    if importer is import_tsh:
        assert ctx.open(report.slug).state.name == "evening"


@pytest.mark.parametrize("importer", SOUND, ids=lambda f: f.__name__)
def test_a_failed_import_leaves_nothing(ctx, importer):
    before = {summary.slug for summary in ctx.store.tournaments()}
    for data in (b"", b"001", b"{}", SOUND[importer][: len(SOUND[importer]) // 2], b"\xff" * 100):
        try:
            report = importer(ctx, data, name="x", ruleset=None, slug=None)
        except PareoError:
            assert {summary.slug for summary in ctx.store.tournaments()} == before
        else:
            look(ctx, report.slug)
            before.add(report.slug)


def change_one_value(told, draw):
    """One value somewhere in a JSON document becomes another."""
    paths = []

    def walk(value, path):
        paths.append(path)
        inside = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
        for key, inner in inside:
            walk(inner, (*path, key))

    walk(told, ())
    path = draw(st.sampled_from([p for p in paths if p]))
    value = draw(
        st.sampled_from(
            [None, True, 0, -1, 7, 10**6, "", "x", "1", "2", "finished", "win", "cut", [], {}, ["1"], [[1, 1]]]
        )
    )
    at = told
    for key in path[:-1]:
        at = at[key]
    at[path[-1]] = value
    return json.dumps(told).encode()


@given(st.sampled_from([import_event_json, import_list_juggler]), st.data())
@settings(max_examples=80, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_a_bent_document_is_usable_or_refused(ctx, importer, data):
    told = change_one_value(json.loads(SOUND[importer]), data.draw)
    try:
        report = importer(ctx, told, name="x", ruleset=None, slug=None)
    except PareoError:
        return
    look(ctx, report.slug)


@pytest.mark.req("B-37")
@example(import_trf, REPORT.index(b"2.0    1") + 7, "0")  # the rank of player 1
@example(import_trf, REPORT.index(b"2.0    1") + 6, "00")
@example(import_trf, REPORT.index(b"0.5    4") + 7, "0")
@example(import_trf, REPORT.index(b"0000 - U"), "   9 ")  # of players who are not there, without a result
@example(import_trf, REPORT.index(b"XXA    1") + 7, "0")
@given(
    st.sampled_from([import_trf, import_tsh]),
    st.integers(0, 2000),
    st.text(alphabet="0123456789 wb=+-;,#\nZ", max_size=5),
)
@settings(max_examples=80, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_a_bent_text_is_usable_or_refused(ctx, importer, where, noise):
    sound = SOUND[importer]
    at = where % len(sound)
    bent = sound[:at] + noise.encode() + sound[at + len(noise) :]
    try:
        report = importer(ctx, bent, name="x", ruleset=None, slug=None)
    except PareoError:
        return
    look(ctx, report.slug)
