"""A save read with the one before at hand is the same document, and costs what is new in it."""

from __future__ import annotations

import random
import re

import pytest

from pareo.core.text.errors import BadInput
from pareo.formats.tdf.parts import parse_parts
from pareo.formats.tdf.read import read_event
from pareo.formats.tdf.retained import retained_text
from pareo.formats.tdf.xml import XmlDocument, parse_document, write
from support.errors import raises_code
from support.execution import count_calls
from support.files.tdf import everything, two_brackets
from support.files.tom import simple_save

R1 = [(1, 1, 2, 1), (2, 3, 4, 2), (3, 5, 6, 3), (1, 7, 8, 4)]
R2 = [(0, 1, 3, 1), (0, 5, 7, 2), (0, 2, 4, 3), (0, 6, 8, 4)]
FIRST = simple_save(R1, R2)
LATER = simple_save(R1, [(1, 1, 3, 1), *R2[1:]])


def same(one: XmlDocument, other: XmlDocument) -> bool:
    """Both documents have equal elements and equal retained text, as far as they are an event at all."""
    if one.root != other.root or (one.prolog, one.epilog, one.line_end) != (other.prolog, other.epilog, other.line_end):
        return False
    events = []
    for document in (one, other):
        try:
            event = read_event(document.root, "pokemon-tom")[0]
            events.append((event, retained_text(document, event)))
        except BadInput as problem:
            events.append((str(problem), b""))
    return bool(events[0] == events[1])


@pytest.mark.req("BT-WATCH-4", "BT-DIFF-1")
@pytest.mark.parametrize("change", [
    lambda text: text,
    lambda text: text.replace("<pods>", "<!-- <round> --><pods>"),
    lambda text: text.replace("<pods>", "<!-- <round></round> --><pods>"),
    lambda text: text.replace("<timeleft>0", "<timeleft><![CDATA[</round>]]>", 1),
    lambda text: text.replace("<matches>", "<matches><round number='9'></round>", 1),
    lambda text: text.replace("</rounds>", "<round number='3' stage='2'/></rounds>"),
    lambda text: text.replace("</rounds>", "<round number='3' stage='2'></round ></rounds>"),
    lambda text: text.replace("<round number", "<round note='a>b' number", 1),
    lambda text: text.replace("<round number", "<?see this?><round number", 1),
    lambda text: text.replace("UTF-8", "utf-8").replace("Brasa", "Brása"),
    lambda text: text.replace("Brasa", "Brása &amp; D&apos;Oro"),
    lambda text: text.replace('userid="5"', "userid = '5'"),
    lambda text: text.replace("\n", "\r\n"),
    lambda text: "\ufeff" + text,
])  # fmt: skip
def test_a_save_in_parts_is_the_whole_save(change) -> None:  # type: ignore[no-untyped-def]
    before = parse_parts(FIRST)
    retained_text(before, read_event(before.root, "pokemon-tom")[0])
    other = simple_save(R1, R2, order=[8, 7, 6, 5, 4, 3, 2, 1])  # the same rounds, other numbers
    for data in (change(LATER.decode()).encode(), other, write(everything()), write(two_brackets())):
        assert same(parse_parts(data, before), parse_document(data))
    assert same(before, parse_document(FIRST))  # it is as it was


@pytest.mark.req("BT-WATCH-1", "BT-WATCH-4")
def test_whatever_becomes_of_a_save_parts_change_nothing_about_it() -> None:
    """Lines left out, twice, or exchanged, at random: refused as the whole is, or the same."""
    chance = random.Random(16)
    before = parse_parts(FIRST)
    refused = 0
    for _ in range(150):
        lines = LATER.decode().splitlines(keepends=True)
        for _ in range(chance.randint(1, 3)):
            at, other = chance.randrange(1, len(lines)), chance.randrange(1, len(lines))
            how = chance.randrange(3)
            lines[at : at + 1] = ([], [lines[at]] * 2, [lines[other]])[how]
        data = "".join(lines).encode()
        try:
            whole = parse_document(data)
        except BadInput as problem:
            refused += 1
            with raises_code(BadInput, "xml-broken", says=re.escape(str(problem))):
                parse_parts(data, before)
        else:
            assert same(parse_parts(data, before), whole), data
    assert 20 < refused < 140


@pytest.mark.req("BT-WATCH-4")
def test_what_a_save_has_in_common_with_the_one_before_is_not_read_again() -> None:
    played = [[(1, a, a + 20, a) for a in range(1, 21)] for _ in range(8)]
    last = [(0, a, a + 20, a) for a in range(1, 21)]
    first, later = (simple_save(*played, rows, players_=40) for rows in (last, [(1, *last[0][1:]), *last[1:]]))
    before = parse_parts(first)
    rounds = [
        next(document.root.all("pods", "pod")).find("rounds").children  # type: ignore[union-attr]
        for document in (before, parse_parts(later, before))
    ]
    assert [one is other for one, other in zip(*rounds, strict=True)] == [True] * 8 + [False]

    def taken(document: XmlDocument) -> None:
        retained_text(document, read_event(document.root, "pokemon-tom")[0])

    taken(before)
    whole = count_calls(lambda: taken(parse_document(later)))
    assert count_calls(lambda: taken(parse_parts(later, before))) < whole / 3
