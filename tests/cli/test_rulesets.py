"""`rulesets show` in the reader's language, and a Pokémon tie that is called tie."""

from __future__ import annotations

import pytest

from pareo.core.text.languages import LANGUAGES
from support.command_line import CommandLine


@pytest.mark.req("B-9")
def test_a_ruleset_is_shown_in_the_language_asked_for(pareo: CommandLine, monkeypatch: pytest.MonkeyPatch) -> None:
    shown = {lang: pareo("rulesets", "show", "pokemon-tcg-2019-04", "--lang", lang).out for lang in LANGUAGES}
    assert pareo("rulesets", "show", "pokemon-tcg-2019-04").out == shown["en"]
    assert "Age divisions [3.1.1, 3.1.2, 3.3.5]" in shown["en"]
    assert "Categorías de edad [3.1.1, 3.1.2, 3.3.5]" in shown["es"]
    assert "Divisões etárias [3.1.1, 3.1.2, 3.3.5]" in shown["pt"]
    assert "Categorie d'età [3.1.1, 3.1.2, 3.3.5]" in shown["it"]
    assert max(len(line) for text in shown.values() for line in text.splitlines()) <= 100
    for lang in LANGUAGES:  # what programs read is the same in every language
        told = pareo.json("rulesets", "show", "pokemon-tcg-2019-04", "--lang", lang)
        assert told["text"] == shown["en"].removesuffix("\n")
    monkeypatch.setenv("PAREO_LANG", "it")
    assert pareo("rulesets", "show", "pokemon-tcg-2019-04").out == shown["it"]
    assert "lang" in pareo("rulesets", "show", "swiss", "--lang", "xx", code=2).err


def tied(pareo: CommandLine, ruleset: str) -> None:
    """One round of four players, the first table a tie."""
    pareo("new", "Copa", "--ruleset", ruleset, "--slug", "copa")
    players = "name,birth_year\n" + "".join(f"Player {n},1990\n" for n in range(4))
    pareo("players", "import", "copa", pareo.file("players.csv", players), "--yes")
    for step in ("pair", "publish", "start"):
        pareo(step, "copa", "--yes")


@pytest.mark.req("B-9")
def test_the_text_says_tie_and_json_and_what_is_typed_stay(pareo: CommandLine) -> None:
    tied(pareo, "pokemon-tcg-2026")
    report = ("report", "copa", "--round", "1", "--table", "1")
    assert pareo(*report, "½-½").out.strip().endswith(" tie")
    assert pareo.json(*report, "=")["results"] == []  # it has that result: what can be typed means the same
    assert " tie" in pareo("pairings", "copa").out
    assert "Tie." in pareo("journal", "copa").out
    first = next(row for row in pareo.json("pairings", "copa") if row["table"] == 1)
    assert first["result"] == "½-½"
    assert " tie " in pareo("card", "copa", first["a"]).out
    assert pareo.json("card", "copa", first["a"])["rounds"][0]["result"] == "½–½"
    assert "½" in pareo("pairings", "copa", "--csv").out
    assert "½" in pareo("card", "copa", first["a"], "--csv").out
    for shown in ("pairings", "journal", "standings", "cross-table"):
        assert "½" not in pareo(shown, "copa").out


@pytest.mark.req("B-9")
def test_half_a_point_stays_half_a_point_where_it_is_one(pareo: CommandLine) -> None:
    tied(pareo, "swiss")
    assert pareo("report", "copa", "--round", "1", "--table", "1", "=").out.strip().endswith(" ½-½")
    assert "½-½" in pareo("pairings", "copa").out


@pytest.mark.req("B-9")
@pytest.mark.parametrize(
    ("born", "style"),
    [
        ((2012, 2012, 2006, 2006, 2006, 2006, 2006, 2006), "Swiss, age-modified, then single elimination"),
        ((2012,) * 6 + (2006,) * 6, "Swiss, age-separated, then single elimination"),
        ((2006,) * 8, ""),
    ],
)
def test_show_and_announce_name_the_age_style(pareo: CommandLine, born: tuple[int, ...], style: str) -> None:
    pareo("new", "Copa", "--ruleset", "pokemon-tcg-2019-04", "--slug", "copa", "--date", "2019-05-01")
    rows = "".join(f"Player {n},{year}\n" for n, year in enumerate(born))
    pareo("players", "import", "copa", pareo.file("players.csv", f"name,birth_year\n{rows}"), "--yes")
    shown, announced = pareo("show", "copa").out, pareo("announce", "copa").out
    assert (f"\n  {style}\n" in shown) if style else ("age-" not in shown)
    assert (f"Format: {style}." in announced) if style else ("age-" not in announced)
