"""Tables keep their columns and let nothing strange through."""

from __future__ import annotations

from pareo.cli.text_table import fit, safe, table, width


def test_widths():
    assert width("Ana") == 3
    assert width("山田") == 4
    assert width("Zoe\u0301") == 3
    assert width("👩‍🚀") == 2
    assert width("👍🏽") == 2


def test_nothing_moves_the_cursor():
    assert safe("a\x1b[31mb\tc\u202ed\u2066e\ufefff") == "a[31mb cdef"
    assert safe("👩‍🚀") == "👩‍🚀"
    assert safe("a\ud800b") == "a?b"
    assert safe("one\u2028two\nthree") == "one two three"


def test_long_cells_are_cut_on_a_column():
    assert fit("abcdef", 4) == "abc…"
    assert fit("山田太郎", 5) == "山田…"
    assert width(fit("山田太郎", 6)) <= 6


def test_columns_line_up():
    lines = table(("no", "name", "club"), [(1, "山田", "Sur"), (22, "Ana", "Norte"), (3, None, "x")], right="no")
    assert lines[0] == "no  name  club"
    assert lines[1] == " 1  山田  Sur"
    assert lines[2] == "22  Ana   Norte"
    assert table(("a", "empty"), [(1, ""), (2, None)]) == ["a", "1", "2"]
    assert table(("p",), [(4.5,), (3.0,)]) == ["p", "4.5", "3"]
