"""X-Wing squads: each limit of X-15 … X-18 just inside and just over, the document's examples, XWS and plain form."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

from pareo import rulesets
from pareo.core.lists.limits import epic_total, reminders, squad_problems, team_problems
from pareo.core.lists.reading import read_list, read_lists_of
from pareo.core.lists.ships import SHIPS, ship_of
from pareo.core.lists.squad_text import read_squad_text, squad_text
from pareo.core.lists.squads import Squad, ships_of_type
from pareo.core.lists.unique_names import is_unique
from pareo.core.lists.xws import read_xws
from pareo.core.model.list_rules import ListRules
from pareo.core.text.errors import BadInput
from support.errors import raises_code

DUEL = rulesets.load("xwing-epic-duel").lists
TEAM = rulesets.load("xwing-epic-team").lists
EXAMPLE = 'Facción: Imperial\n"Asesino Furtivo" (Caza TIE) 16\n"Aullador Veloz" (Caza TIE) 18\n'
SHUTTLES = "Facción: Imperial\nCoronel Jendon (Lanzadera clase Lambda) 26\n"


def codes(squad: Squad, rules: ListRules = DUEL) -> list[str]:
    return sorted(problem.code for problem in squad_problems(squad, rules.squad))


def squad(*lines: str, faction: str = "Rebel") -> Squad:
    return read_squad_text("\n".join((f"Faction: {faction}", *lines)))


@pytest.mark.req("X-15")
@pytest.mark.parametrize(("rules", "academy"), [(DUEL, 10), (TEAM, 6)])
def test_the_documents_tie_fighters_are_inside_and_one_more_is_over(rules: ListRules, academy: int) -> None:
    inside = read_squad_text(f"{EXAMPLE}{academy} x Piloto de la Academia (Caza TIE) 12\n")
    assert ships_of_type(inside) == {"tiefighter": academy + 2}
    assert codes(inside, rules) == []
    over = read_squad_text(f"{EXAMPLE}{academy + 1} x Piloto de la Academia (Caza TIE) 12\n")
    (problem,) = squad_problems(over, rules.squad)
    assert problem == f"{academy + 3} ships of the type TIE Fighter, {academy + 2} of one type are allowed"


@pytest.mark.req("X-15")
@pytest.mark.parametrize(("rules", "more"), [(DUEL, 5), (TEAM, 3)])
def test_the_documents_shuttles_are_inside_and_one_more_is_over(rules: ListRules, more: int) -> None:
    inside = read_squad_text(f"{SHUTTLES}{more} x Piloto del grupo Omicrón (Lanzadera clase Lambda) 21\n")
    assert codes(inside, rules) == []
    over = read_squad_text(f"{SHUTTLES}{more + 1} x Piloto del grupo Omicrón (Lanzadera clase Lambda) 21\n")
    assert codes(over, rules) == ["squad-large"]


@pytest.mark.req("X-15")
@pytest.mark.parametrize(("rules", "points"), [(DUEL, 300), (TEAM, 200)])
def test_squad_points(rules: ListRules, points: int) -> None:
    assert codes(squad(f"Rookie Pilot (X-wing) {points - 4}: R2 Astromech 1, Shield Upgrade 3"), rules) == []
    assert codes(squad(f"Rookie Pilot (X-wing) {points - 3}: R2 Astromech 1, Shield Upgrade 3"), rules) == [
        "squad-points"
    ]


@pytest.mark.req("X-15")
@pytest.mark.req("X-16")
def test_epic_points() -> None:
    corvette = ("CR90 Corvette (Fore) (CR90) 50", "CR90 Corvette (Aft) (CR90) 40")
    transport = "GR-75 Medium Transport (Transporte GR-75) 30"
    both = squad(*corvette, transport)
    assert ships_of_type(both) == {"cr90corvette": 1, "gr75mediumtransport": 1}
    assert epic_total(both, DUEL.squad) == 5
    assert codes(both) == []
    assert codes(squad(*corvette, *corvette)) == ["squad-epic"]
    assert codes(squad(transport, transport)) == []
    assert codes(squad(transport, transport, transport)) == ["squad-epic"]
    # A player of a team has three: one corvette or one transport, as the document says.
    assert codes(squad(*corvette), TEAM) == []
    assert codes(squad(transport), TEAM) == []
    assert codes(squad(transport, transport), TEAM) == ["squad-epic"]
    assert codes(squad(*corvette, transport), TEAM) == ["squad-epic"]


@pytest.mark.req("X-16")
def test_epic_points_are_data_of_the_ruleset() -> None:
    assert {DUEL.squad.epic_points[ship] for ship in ("cr90corvette",)} == {3}
    assert DUEL.squad.epic_points["gr75mediumtransport"] == 2
    assert {s.id for s in SHIPS if s.size == "huge"} == set(DUEL.squad.epic_points)
    cheaper = replace(DUEL.squad, epic_points={"gr75mediumtransport": 1})
    three = squad(*["GR-75 (GR-75) 30"] * 3)
    assert squad_problems(three, cheaper) == ()
    unknown = squad("Something Vast (Star Destroyer; huge) 100")
    assert codes(unknown) == ["squad-epic-unknown"]


@pytest.mark.req("X-17")
def test_one_faction() -> None:
    assert codes(squad("Rookie Pilot (X-wing) 21", "Academy Pilot (TIE Interceptor) 12")) == ["squad-mixed"]
    assert codes(squad("Rookie Pilot (X-wing) 21", faction="Scum")) == ["squad-faction"]
    assert codes(squad("Rookie Pilot (X-wing) 21", faction="")) == ["squad-no-faction"]
    for name in ("Rebelde", "rebelalliance", "REBEL"):
        assert squad("Rookie Pilot (X-wing) 21", faction=name).faction == "rebel"
    assert squad("Academy Pilot (TIE Fighter) 12", faction="Imperio Galáctico").faction == "imperial"


@pytest.mark.req("X-17")
def test_unique_names_stand_once_in_a_squad() -> None:
    once = squad("Luke Skywalker (X-wing) 28", "2 x Rookie Pilot (X-wing) 21")
    assert codes(once) == []
    assert codes(squad("2 x Luke Skywalker (X-wing) 28")) == ["squad-unique"]
    # The pilot and the crew card are one person.
    assert codes(squad("Luke Skywalker (X-wing) 28", "Outer Rim Smuggler (YT-1300) 27: Luke Skywalker 7")) == [
        "squad-unique"
    ]
    # Names we do not know are unique when marked, and else repeat freely.
    assert codes(squad("2 x •Somebody New (X-wing) 28")) == ["squad-unique"]
    assert codes(squad("2 x “Somebody” (X-wing) 28")) == ["squad-unique"]
    assert codes(squad("2 x Somebody New (X-wing) 28")) == []
    assert is_unique('"Aullador Veloz"')
    assert not is_unique("Academy Pilot")


@pytest.mark.req("X-17")
def test_the_two_squads_of_a_team() -> None:
    one = squad("Luke Skywalker (X-wing) 28: R2-D2 4")
    other = squad("Biggs Darklighter (X-wing) 25")
    assert team_problems([one, other]) == ()
    twice = team_problems([one, squad("Gold Squadron Pilot (Y-wing) 18: R2-D2 4")])
    assert [problem.code for problem in twice] == ["team-unique"]
    assert "R2-D2" in twice[0]
    mixed = team_problems([one, squad("Academy Pilot (TIE Fighter) 12", faction="Imperial")])
    assert [problem.code for problem in mixed] == ["team-factions"]


@pytest.mark.req("X-18")
@pytest.mark.parametrize("card", ["Oficial de navegación", "Navigation Officer", "Navigator", "OFICIAL DE NAVEGACION"])
def test_the_navigation_officer_is_not_for_huge_ships(card: str) -> None:
    assert codes(squad(f"GR-75 (GR-75) 30: {card} 3")) == ["squad-card"]
    assert codes(squad(f"Outer Rim Smuggler (YT-1300) 27: {card} 3")) == []


@pytest.mark.req("X-18")
def test_biggs_is_a_reminder_and_no_reason_to_refuse() -> None:
    with_him = squad("Biggs Darklighter (X-wing) 25")
    assert codes(with_him) == []
    (told,) = reminders([with_him], DUEL.squad)
    assert "small and large" in told
    assert reminders([squad("Rookie Pilot (X-wing) 21")], DUEL.squad) == ()


@pytest.mark.req("X-20")
def test_every_violated_limit_is_named_and_nothing_is_cut() -> None:
    wrong = read_squad_text(
        "Faction: Rebel\nPoints: 10\nEpic: 1\n13 x Rookie Pilot (X-wing) 21\n7 x Smuggler (YT-1300) 27\n"
        "2 x Luke Skywalker (X-wing) 28\n3 x GR-75 (GR-75) 30: Navigator 3\nAcademy Pilot (TIE Bomber) 16\n"
        "Nobody (Strange Ship) 5\n"
    )
    assert codes(wrong) == [
        "squad-card",
        "squad-epic",
        "squad-epic-sum",
        "squad-large",
        "squad-mixed",
        "squad-points",
        "squad-size",
        "squad-small",
        "squad-sum",
        "squad-unique",
    ]
    assert len(wrong.ships) == 13 + 7 + 2 + 3 + 1 + 1


def test_costs_and_totals() -> None:
    assert squad("Rookie Pilot (X-wing) 21: R2 Astromech 1, Chardaan Refit -2").points == 20
    whole = squad("Rookie Pilot (X-wing) 24: R2 Astromech, Shield Upgrade")
    assert whole.points == 24  # no upgrade has a cost: the number is the whole ship's
    assert codes(squad("Rookie Pilot (X-wing)")) == ["squad-no-cost"]
    assert codes(replace(squad("Rookie Pilot (X-wing)"), said_points=21)) == []
    assert codes(squad("Points: 20", "Rookie Pilot (X-wing) 21")) == ["squad-sum"]
    assert codes(squad("Points: 21", "Rookie Pilot (X-wing) 21")) == []


def test_a_ship_we_do_not_know_says_its_size() -> None:
    assert codes(squad("Nobody (Strange Ship) 5")) == ["squad-size"]
    assert codes(squad("12 x Nobody (Strange Ship; small) 5")) == []
    assert codes(squad("13 x Nobody (Strange Ship; pequeña) 5")) == ["squad-small"]
    assert codes(squad("7 x Nobody (Strange Ship; grande) 5")) == ["squad-large"]
    assert squad("Nobody (Caza TIE; large) 5", faction="Imperial").ships[0].size == "small"


def test_every_ship_has_a_name_of_its_own() -> None:
    assert len({s.id for s in SHIPS}) == len(SHIPS)
    for ship in SHIPS:
        for name in (ship.id, ship.en, ship.es, *ship.also.split()):
            assert ship_of(name) == ship, name
    assert ship_of("no such ship") is None
    assert ship_of("CR90 Corvette Fore") == ship_of("cr90corvette")
    assert ship_of("X-wing aft") is None


# --- XWS --------------------------------------------------------------------------------------------------------------

OLD: dict[str, Any] = {
    "name": "Swarm",
    "faction": "imperial",
    "points": 60,
    "version": "1.0.0",
    "vendor": {"somebody": {"link": "x"}},
    "pilots": [
        {"name": "howlrunner", "ship": "tiefighter", "points": 20, "upgrades": {"ept": ["squadleader"]}},
        {"name": "academypilot", "ship": "tiefighter", "points": 12},
        {"name": "darthvader-swx90", "ship": "tieadvanced", "points": 28},
    ],
}
NEW: dict[str, Any] = {
    "name": "Swarm",
    "faction": "galacticempire",
    "points": 60,
    "version": "2.0.0",
    "pilots": [
        {"id": "howlrunner", "ship": "tielnfighter", "points": 20, "upgrades": {"talent": ["squadleader"]}},
        {"id": "academypilot", "ship": "tielnfighter", "points": 12},
        {"id": "darthvader", "ship": "tieadvancedx1", "points": 28},
    ],
}


@pytest.mark.req("X-14")
def test_both_spellings_of_xws_give_the_same_squad() -> None:
    one, two = read_xws(json.dumps(OLD)), read_xws(json.dumps(NEW))
    assert one == two
    assert one.faction == "imperial"
    assert [s.ship for s in one.ships] == ["tiefighter", "tiefighter", "tieadvanced"]
    assert one.points == 60
    assert codes(one) == []
    assert codes(read_xws(json.dumps(OLD | {"points": 61}))) == ["squad-sum"]


def test_the_sections_of_a_huge_ship_in_xws() -> None:
    halves = [
        {"name": "cr90corvettefore", "ship": "cr90corvette", "points": 50, "multisection": [1], "multisection_id": 0},
        {"name": "cr90corvetteaft", "ship": "cr90corvette", "points": 40, "multisection": [0], "multisection_id": 0},
    ]
    found = read_xws(json.dumps({"faction": "rebel", "pilots": halves}))
    assert ships_of_type(found) == {"cr90corvette": 1}
    twice = [*halves, *({**half, "multisection_id": 1} for half in halves)]
    assert ships_of_type(read_xws(json.dumps({"faction": "rebel", "pilots": twice}))) == {"cr90corvette": 2}
    plain = [{k: v for k, v in half.items() if not k.startswith("multi")} for half in halves]
    assert ships_of_type(read_xws(json.dumps({"faction": "rebel", "pilots": plain}))) == {"cr90corvette": 1}


@pytest.mark.parametrize(
    "wrong",
    [
        [],
        7,
        "x",
        {},
        {"faction": "rebel"},
        {"faction": "rebel", "pilots": []},
        {"faction": "rebel", "pilots": {}},
        {"faction": 7, "pilots": OLD["pilots"]},
        {"pilots": OLD["pilots"]},
        OLD | {"points": 1.5},
        OLD | {"points": -1},
        OLD | {"points": True},
        OLD | {"points": 10**30},
        OLD | {"pilots": [7]},
        OLD | {"pilots": [{"name": "x"}]},
        OLD | {"pilots": [{"ship": "x"}]},
        OLD | {"pilots": [{"name": [], "ship": "x"}]},
        OLD | {"name": "a\nb"},
        OLD | {"pilots": [{"name": "x", "ship": "y", "upgrades": ["r2d2"]}]},
        OLD | {"pilots": [{"name": "x", "ship": "y", "upgrades": {"a": "b"}}]},
        OLD | {"pilots": [{"name": "x", "ship": "y", "upgrades": {"a": [{}]}}]},
        OLD | {"pilots": OLD["pilots"] * 40},
        OLD | {"name": "x" * 500},
        OLD | {"name": "a\u202eb"},
        OLD | {"pilots": [{"name": "x\ud800", "ship": "y"}]},
        [OLD, OLD, OLD],
    ],
)
def test_wrong_types_are_refused_in_one_sentence(wrong: object) -> None:
    with pytest.raises(BadInput) as caught:
        read_list(json.dumps(wrong), DUEL, "squad")
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("[" * 50_000, "json-deep"),
        ('{"a":' * 20_000, "json-deep"),
        ('{"faction": "rebel", "faction": "imperial", "pilots": []}', "json-unreadable"),
        ('{"points": NaN}', "json-unreadable"),
        ('{"points": Infinity}', "json-unreadable"),
        ('{"points": ' + "9" * 5000 + "}", "json-unreadable"),
        ('{"faction": "rebel"', "json-unreadable"),
        ('{"x": "' + "[" * 50 + '"}', "xws-content"),  # brackets in a text are no depth
    ],
)
def test_hostile_json(text: str, code: str) -> None:
    with pytest.raises(BadInput) as caught:
        read_list(text, DUEL)
    assert caught.value.code == code


# --- the plain form ---------------------------------------------------------------------------------------------------


def test_what_is_shown_reads_again_as_the_same_squad() -> None:
    odd = squad("3 x Rookie Pilot (X-wing) 21: R2 Astromech 1", "•A B (Odd; huge) 9")
    for found in (read_xws(json.dumps(OLD)), odd):
        again = read_squad_text(squad_text(found))
        assert again.points == found.points
        assert ships_of_type(again) == ships_of_type(found)
        assert [s.unique for s in again.ships] == [s.unique for s in found.ships]


@pytest.mark.req("X-14")
def test_a_captain_hands_in_both_squads_each_with_its_player() -> None:
    text = (
        "Player: Ana Ruiz\nFaction: Rebel\nRookie Pilot (X-wing) 21\n\n"
        "Jugador: Bruno Paz\nFacción: Rebelde\nGold Squadron Pilot (Y-wing) 18\n"
    )
    one, two = read_lists_of(text, TEAM)
    assert (one.squad.player, one.points, two.squad.player, two.points) == ("Ana Ruiz", 21, "Bruno Paz", 18)  # type: ignore[union-attr]
    both = read_lists_of(json.dumps([OLD, NEW]), TEAM)
    assert [b.points for b in both] == [60, 60]
    with raises_code(BadInput, "squad-one"):
        read_list(text, TEAM)


@pytest.mark.parametrize(
    ("lines", "code"),
    [
        (["Faction: Rebel"], "squad-empty"),
        (["no brackets at all"], "squad-line"),
        (["101 x Rookie Pilot (X-wing) 21"], "squad-line"),
        (["60 x Rookie Pilot (X-wing) 21", "60 x Rookie Pilot (X-wing) 21"], "squad-too-many-ships"),
        (["Rookie Pilot (X-wing) 9999"], "squad-cost"),
        (["Nobody (Odd; gigantic) 5"], "squad-line-size"),
        (["Points: many", "Rookie Pilot (X-wing) 21"], "squad-total"),
        (["Points: 5", "Points: 6", "Rookie Pilot (X-wing) 21"], "squad-header-twice"),
        (["Rookie Pilot (X-wing) 21: " + ", ".join(["Card 1"] * 50)], "squad-upgrades"),
        (["x" * 200 + " (X-wing) 21"], "squad-name-long"),
    ],
)
def test_lines_that_cannot_be_read(lines: list[str], code: str) -> None:
    with pytest.raises(BadInput) as caught:
        read_squad_text("\n".join(lines))
    assert caught.value.code == code


TIE = "Academy Pilot (TIE Fighter) 12"


@pytest.mark.req("A-53", "X-17")
@pytest.mark.parametrize(
    ("ship", "faction", "since"),
    [
        (TIE, "Rebel", 2017),
        ("Bounty Hunter (Firespray-31) 33", "Scum", 2015),
        ("Rookie (Y-wing) 18", "Scum", 2015),
    ],
)
def test_a_ship_is_of_a_faction_from_the_year_of_its_cards(ship: str, faction: str, since: int) -> None:
    limits = replace(DUEL.squad, factions=("rebel", "imperial", "scum"))
    found = squad(ship, faction=faction)
    (problem,) = squad_problems(found, replace(limits, year=since - 1))
    assert problem.code == "squad-not-yet"
    assert str(since - 1) in problem
    assert squad_problems(found, replace(limits, year=since)) == ()
    assert squad_problems(found, replace(limits, year=0)) == ()


@pytest.mark.req("A-53", "X-17")
def test_a_rebel_squad_has_no_tie_fighter_in_2014() -> None:
    assert DUEL.squad.year == TEAM.squad.year == 2014
    assert codes(squad(TIE)) == ["squad-not-yet"]
    assert codes(squad(TIE, faction="Imperial")) == []


@pytest.mark.req("A-53", "X-16")
@pytest.mark.parametrize(
    "lines",
    [
        ("CR90 Corvette (Fore) 50", "CR90 Corvette (Aft) 40"),
        ("Corbeta CR90 (Proa) 50", "Corbeta CR90 (Popa) 40"),
        ("CR90 Corvette Fore (CR90 Corvette) 50", "CR90 Corvette (Aft) 40: Gunnery Team 4"),
    ],
)
def test_both_halves_of_a_cr90_are_one_ship(lines: tuple[str, str]) -> None:
    found = squad(*lines)
    assert ships_of_type(found) == {"cr90corvette": 1}
    assert epic_total(found, DUEL.squad) == 3
    assert codes(found) == codes(found, TEAM) == []
    again = read_squad_text(squad_text(found))
    assert ships_of_type(again) == ships_of_type(found)
