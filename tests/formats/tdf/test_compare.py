"""TOM's places beside ours, and rounds of a file that are checked: named as TOM's, people named by their names."""

from __future__ import annotations

import pytest

from pareo.app.base.context import Context
from pareo.app.commands.rounds.dry_run import round_quality
from pareo.app.queries.pages.event_tables import pairing_rows
from pareo.app.queries.rounds.verify import verify
from pareo.app.wording.round_words import quality_line
from pareo.formats.tdf.compare import differences
from pareo.formats.tdf.xml import XmlNode, leaf, write
from pareo.locale.texts import texts
from support.files.imports import import_tdf
from support.files.tdf import NOON, event, finished, match, person, pod, reference, round_


@pytest.mark.req("A-22")
def test_compare_takes_the_places_in_the_file_and_agrees_with_the_import(ctx: Context) -> None:
    same = import_tdf(ctx, write(finished(1, 2, 3, 4)))
    assert [(r.player, r.tom_place, r.place, r.in_file) for r in differences(ctx, same.slug)] == [
        ("1", 1, 1, True), ("2", 2, 2, True), ("3", 3, 3, True), ("4", 4, 4, True),
    ]  # fmt: skip
    assert same.notes == ()
    other = import_tdf(ctx, write(finished(4, 2, 3, 1)))
    rows = differences(ctx, other.slug)
    assert [(r.player, r.tom_place, r.place) for r in rows if r.differs] == [("4", 1, 4), ("1", 4, 1)]
    assert other.notes == ("2 places differ from the file: `compare` lists them.",)
    one = import_tdf(ctx, write(finished(1, 2, 4)))  # 3 was disqualified, says the file: no place
    assert one.notes == ("1 place differs from the file: `compare` lists it.",)
    assert [r.player for r in differences(ctx, one.slug)] == ["1", "2", "4"]


@pytest.mark.req("A-20", "A-22")
def test_all_places_of_the_reference_cup_are_toms(ctx: Context) -> None:
    rows = differences(ctx, import_tdf(ctx, reference("tom180-cup-2025-11.anon.tdf")).slug)
    assert len(rows) == 29
    assert all(row.in_file and row.tom_place == row.place for row in rows)


def left(after: int) -> XmlNode:
    return XmlNode("dropped", None, "", [leaf("status", 1), leaf("round", after), leaf("timestamp", NOON)])


@pytest.mark.req("A-24")
def test_who_dropped_in_round_1_without_a_match_there_is_no_fault(ctx: Context) -> None:
    people = [*(person(i) for i in range(1, 5)), person(5, 1990, left(1)), person(6, 1990, left(2))]
    one = round_(1, 2, 6, match(1, 1, 2, table=1), match(1, 3, 4, table=2), match(5, 6))
    two = round_(2, 2, 6, match(1, 1, 3, table=1), match(1, 2, 4, table=2))
    slug = import_tdf(ctx, write(event(people, pod(2, [[1, 2, 3, 4, 5, 6]], one, two)))).slug
    rows = verify(ctx, slug)
    assert [(row.round, row.ok, row.violations) for row in rows] == [(1, True, []), (2, True, [])]


@pytest.mark.req("A-24", "A-27")
def test_verify_names_people_and_who_paired(ctx: Context) -> None:
    people = [person(i) for i in range(1, 7)]
    one = round_(1, 2, 6, match(1, 1, 2, table=1), match(1, 3, 4, table=2), match(5, 5), match(5, 6))
    two = round_(2, 2, 6, match(1, 1, 2, table=1), match(1, 3, 4, table=2))
    slug = import_tdf(ctx, write(event(people, pod(2, [list(range(1, 7))], one, two)))).slug
    told = verify(ctx, slug)
    assert told[0].warnings == ["Player Nora6 Brasa has no opponent in this round; it was paired by TOM."]
    assert told[0].method == "TOM"
    assert "Player Nora5 Brasa has neither an opponent nor the bye." in told[1].violations
    again = round_(2, 2, 6, match(1, 1, 2, table=1), match(1, 3, 4, table=2), match(1, 5, 6, table=3))
    slug = import_tdf(ctx, write(event(people, pod(2, [list(range(1, 7))], one, again)))).slug
    assert "Players Nora1 Brasa and Nora2 Brasa have met before." in verify(ctx, slug)[1].warnings
    assert pairing_rows(ctx, slug, round_no=1)[0].reasons == ["by-tom"]
    p = ctx.open(slug).state.pods["masters"]
    assert quality_line(texts("en"), round_quality(p, p.rounds[1])) == "paired by TOM"
