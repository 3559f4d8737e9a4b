"""Swiss Perfect: rating options, the bonus of late entrants, and files that are not of one tournament."""

from __future__ import annotations

import pytest

from pareo.app.base.context import Context
from pareo.app.queries.pages.event_tables import standing_rows
from pareo.core.text.errors import BadInput
from pareo.formats.swiss_perfect.files import read_swiss_perfect, zip_files
from support.files.imports import import_swiss_perfect
from support.files.swiss_perfect import INI, field, sco


@pytest.mark.req("A-34", "SP-24")
def test_rating_options_become_ours(ctx: Context) -> None:
    told = INI + b"\r\n".join(
        [
            b"[RatingLocal]",
            b"System=0",
            b"KFactor=15",
            b"LowThresh=1200",
            b"IgnoreForfeits=0",
            b"UseDiffs=1",
            b"DiffUp=350",
            b"DiffDn=350",
            b"[RatingIntl]",
            b"System=1",
            b"IgnoreForfeits=1",
            b"",
        ]
    )
    files = {"a.trn": field(2, p1={"LOC_RTG": 1500, "INTL_RTG": 1600}), "a.ini": told}
    slug, report = import_swiss_perfect(ctx, files)
    settings = ctx.open(slug).state.settings
    assert settings["rating_rules"] == "fide-average k=15 forfeits=yes lowest=1200 cap=350"
    assert settings["rating2_rules"] == "uscf"
    assert ".INI: [ratingintl] system=1 was read as uscf: check it." in report.notes
    assert not any("not understood" in note for note in report.notes)
    # Without local ratings the international list is the first, and the only one.
    alone = {"a.trn": field(2, p1={"INTL_RTG": 1600}), "a.ini": told.replace(b"System=1", b"KFactor=20")}
    settings = ctx.open(import_swiss_perfect(ctx, alone)[0]).state.settings
    assert (settings["rating_rules"], "rating2_rules" in settings) == ("fide-average k=20", False)


@pytest.mark.req("A-34")
def test_files_of_different_tournaments_are_refused() -> None:
    for files in ({"a.trn": field(2), "b.sco": sco(), "c.ini": INI}, {"a.trn": field(2), "A2.ini": INI}):
        for given in (files, zip_files(files)):
            with pytest.raises(BadInput) as caught:
                read_swiss_perfect(given)
            assert caught.value.code == "sp-mixed"
    assert read_swiss_perfect(zip_files({"x/Club.TRN": field(2), "x/CLUB.sco": sco(), "club.ini": INI})).players


@pytest.mark.req("A-34")
@pytest.mark.parametrize(("bonus", "points"), [("0.5", 0.5), ("1", 1), ("1.5", 1.5), ("2", 2), ("3", 2)])
def test_the_bonus_of_a_late_entrant_is_part_of_the_score(ctx: Context, bonus: str, points: float) -> None:
    """A player came for round 3 and lost; a whole point for each round missed is the most they can be worth."""
    games = sco((1, 10, 20, 2, 0, 1, 1), (2, 20, 10, 1, 1, 1, 1), (3, 10, 30, 2, 0, 1, 1))
    files = {"a.trn": field(3, p3={"BONUS": bonus, "LATE_ENTRY": 3}), "a.sco": games, "a.ini": INI}
    slug, report = import_swiss_perfect(ctx, files)
    assert next(r.points for r in standing_rows(ctx, slug) if r.name.startswith("P3q")) == points
    assert any("kept for pairing" in note for note in report.notes) == (bonus == "3")
    slug, _ = import_swiss_perfect(ctx, files, ruleset="swiss")
    assert next(r.points for r in standing_rows(ctx, slug) if r.name.startswith("P3q")) == points
