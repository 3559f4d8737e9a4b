"""To add a tie-break, a pairing method, a setting, a role or a journal action is to write one record or class: all else
finds it there."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Iterable
from dataclasses import dataclass, replace
from fractions import Fraction
from html import unescape
from pathlib import Path
from typing import Any, ClassVar

import pytest
from litestar.testing import TestClient

from pareo.app.accounts.permissions import ROLES, Right, Role
from pareo.app.base.context import Context as AppDesk
from pareo.app.commands.event import undo
from pareo.app.operations.backup_scheduler import BackupKeeper
from pareo.app.wording.ruleset_text import describe
from pareo.core.journal.fact import Fact, Traits, Undoing
from pareo.core.journal.facts import ACTIONS, Batch
from pareo.core.model.pairing_contract import PairedMatch, PairingInput, PairingResult
from pareo.core.pairing.method import PairingMethod
from pareo.core.pairing.registry import METHODS
from pareo.core.pairing.round_cost import round_cost
from pareo.core.replay.replay import _APPLY
from pareo.core.settings.registry import SETTINGS
from pareo.core.settings.setting import Setting, SettingGroup, one_of
from pareo.core.standings.tiebreaks.context import StandingsContext, TiebreakColumn
from pareo.core.standings.tiebreaks.parts import Options, TiebreakPart, explain_sum
from pareo.core.standings.tiebreaks.registry import TIEBREAKS
from pareo.core.standings.tiebreaks.tiebreak import NUMBER, Tiebreak, int_option
from pareo.core.text.errors import Refused
from pareo.core.tournament.tournament import Tournament
from pareo.formats.anonymous import anonymous_bundle
from pareo.formats.bundle import export_bundle, import_bundle
from pareo.formats.tables.views import write_csv
from pareo.print.document import PrintOptions
from pareo.print.places import standings as printed_standings
from pareo.rulesets import load
from pareo.store import SqliteStore
from pareo.web.app import create
from pareo.web.app_state import AppState
from pareo.web.push.notifications import is_fresh
from support.command_line import CommandLine, players_csv
from support.web.console import ConsoleClient, create_cup, open_app_state

MUSIC = Setting(
    "music",
    "Music in the hall",
    SettingGroup.HALL,
    one_of({"loud": "loud all day", "off": "no music"}),
    meaning="what is heard in the hall",
    takes="loud or off",
    help="Players like it, or they do not.",
    example="off",
    more="Nothing is heard.",
    per_pod=True,
    before_start=True,
)
BARD = Role("bard", "bard of the hall", frozenset({Right.PUBLIC, Right.STAFF}), does="sings between rounds")


def test_a_setting_is_one_record(app_state: AppState, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(SETTINGS, MUSIC.key, MUSIC)
    slug = create_cup(app_state)
    pareo, browser = CommandLine(tmp_path), ConsoleClient(app_state)
    # the command line
    assert "music=off" in pareo("set", slug, "music=OFF").out
    assert pareo.refusal("set", slug, "music=jazz") == (
        "setting-unreadable",
        "music=jazz: this must be loud or off (what is heard in the hall).",
    )
    row = {
        "key": "music",
        "meaning": "what is heard in the hall",
        "takes": "loud or off",
        "per_pod": True,
        "before_start": True,
    }
    assert row in pareo.json("settings")
    # the API
    token = {"authorization": f"Bearer {app_state.accounts.make_token('t', Role.OWNER)}"}
    client = TestClient(create(app_state))
    assert row in client.get("/api/v1/settings", headers=token).json()
    # the state, for the event and for a pod
    browser.post(f"/console/{slug}/settings", pod="masters", music="loud")
    state = app_state.ctx.open(slug).state
    assert (state.setting(MUSIC), state.setting(MUSIC, "masters")) == ("off", "loud")
    # its page and the page of help
    page, help_ = browser.get(f"/console/{slug}/settings"), browser.get(f"/console/{slug}/settings/help")
    assert '<option value="off" selected>no music</option>' in without_spaces(page)
    assert "Players like it, or they do not." in page
    assert '<article class="explained" id="music">' in help_
    assert "Nothing is heard." in help_


def without_spaces(page: str) -> str:
    """A page without the spaces between its tags and their text."""
    return re.sub(r"\s*(<[^>]*>)\s*", r"\1", page)


def test_a_role_is_one_record(app_state: AppState, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(ROLES, BARD.id, BARD)
    slug = create_cup(app_state)
    owner = ConsoleClient(app_state)
    assert '<option value="bard">bard of the hall: sings between rounds</option>' in without_spaces(
        owner.get(f"/console/{slug}/staff")
    )
    owner.post(f"/console/{slug}/staff/account", name="Alan", role="bard", password="a long pass phrase")
    token = {"authorization": f"Bearer {app_state.accounts.make_token('t', Role.OWNER)}"}
    rows = TestClient(create(app_state)).get(f"/api/v1/events/{slug}/staff", headers=token).json()
    assert ("Alan", "bard") in {(row["name"], row["role"]) for row in rows}
    assert "bard of the hall" in owner.get(f"/console/{slug}/staff")
    bard = next(user for user in app_state.accounts.users() if user.name == "Alan")
    assert bard.grants[0].role.rights == BARD.rights


def matches_lost(book: StandingsContext, options: Options) -> TiebreakColumn:
    """Matches lost, no more than `most` of them."""
    most = int_option(options, "most", 99)
    return TiebreakColumn({no: min(most, record.losses) for no, record in book.records.items()})


def lost_rounds(book: StandingsContext, options: Options, no: int) -> Iterable[TiebreakPart]:
    lines = [line for line in book.ledger.accounts[no].lines if not line.outcome.won]
    for line in lines[: int_option(options, "most", 99)]:
        yield TiebreakPart(line.round_no, line.opponent, Fraction(1))


LOSSES = Tiebreak(
    id="fewest-losses",
    title="Fewest matches lost",
    short="Lost",
    meaning="Whoever has lost less often goes first.",
    per_player=matches_lost,
    explain=explain_sum(lost_rounds),
    options={"most": NUMBER},
    higher_first=False,
    decided="fewer losses",
)


def pair_neighbours(given: PairingInput) -> PairingResult:
    order = [c.no for c in given.candidates]
    matches = tuple(PairedMatch(a, b, ("neighbours",)) for a, b in zip(order[::2], order[1::2], strict=False))
    bye = order[-1] if len(order) % 2 else None
    return PairingResult(matches, bye, round_cost(matches, bye, given), "rule")


NEIGHBOURS = PairingMethod(
    id="neighbours",
    title="Neighbours of the table",
    sentence="Whoever sits side by side in the table plays.",
    described="neighbours of the table play each other",
    pair=pair_neighbours,
    checker="uscf",
    reasons={"neighbours": "They are neighbours in the table."},
)


def house_rules(pareo: CommandLine, old: str, new: str) -> str:
    """A file like the plain Swiss rules, but for one line."""
    text = load("swiss").text
    assert text.count(old) == 1
    return pareo.file("house.toml", text.replace('id = "swiss"', 'id = "house"').replace(old, new))


def create_event(pareo: CommandLine, rules: str) -> str:
    """An event by these rules, with eight players."""
    slug = pareo("new", "Copa", "--ruleset-file", rules, "--seed", "s").out.strip()
    pareo("players", "import", slug, pareo.file("people.csv", players_csv(8)))
    return slug


def play_round(pareo: CommandLine, slug: str, *how: str) -> list[dict[str, Any]]:
    """One round; the first player of every table wins. The pairings."""
    pareo("pair", slug, *how)
    pareo("publish", slug, "--yes")
    pareo("start", slug)
    rows = [row for row in pareo.json("pairings", slug) if row["kind"] == "match"]
    for row in rows:
        pareo("report", slug, "--round", "1", "--table", str(row["table"]), "1-0")
    pareo("finish", slug)
    return rows


def in_a_new_program(what: str) -> Any:
    """What a program says in which another method stands from the beginning."""
    code = f"""
import json
from pareo.core.pairing import registry
from pareo.core.pairing.method import PairingMethod as Method
registry.METHODS["neighbours"] = Method(id="neighbours", title="N", sentence="S", described="D", pair=None, checker="")
{what}
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=120)
    return json.loads(done.stdout)


@pytest.mark.req("SP-11", "SP-13", "SP-20")
def test_a_tie_break_is_one_record(pareo: CommandLine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(TIEBREAKS, LOSSES.id, LOSSES)
    listed = {
        "id": LOSSES.id,
        "title": LOSSES.title,
        "meaning": LOSSES.meaning,
        "options": {"most": "a whole number"},
        "higher_first": False,
    }
    # The command line lists it and a ruleset's file may name it.
    assert listed in pareo.json("tiebreaks")
    assert LOSSES.meaning in pareo("tiebreaks").out
    slug = create_event(pareo, house_rules(pareo, 'id = "buchholz"', 'id = "fewest-losses"\nmost = 3'))
    wrong = house_rules(pareo, 'id = "buchholz"', 'id = "fewest-losses"\nmost = "many"')
    assert pareo.refusal("new", "Copa 2", "--ruleset-file", wrong)[0] == "ruleset-invalid"
    losers = [row["b"] for row in play_round(pareo, slug)]
    # It counts, decides and is explained.
    for row in pareo.json("standings", slug):
        assert row["tiebreaks"][LOSSES.id]["value"] == int(row["player"] in losers)
    told = pareo("explain-place", slug, losers[0]).out
    assert f"1. {LOSSES.title} (most=3): 1" in told
    # An event may take it into its own order.
    pareo("set", slug, "tiebreaks=fewest-losses most=1; wins")
    assert pareo.refusal("set", slug, "tiebreaks=fewest-losses least=1")[0] == "tiebreak-no-option"
    # Files and paper.
    ctx = AppDesk(SqliteStore(pareo.db))
    assert [use.id for use in ctx.open(slug).state.ruleset.tiebreaks] == [LOSSES.id, "wins"]
    assert LOSSES.id in write_csv(ctx, slug, "standings").decode()
    heads = [column["title"] for part in printed_standings(ctx, slug, PrintOptions()) for column in part["columns"]]
    assert LOSSES.short in heads
    # Pages and the API.
    app_state = open_app_state(tmp_path)
    browser = ConsoleClient(app_state)
    assert LOSSES.meaning in browser.get("/tiebreaks")
    form = browser.get(f"/console/{slug}/settings")
    assert f'name="tiebreaks.1.id" value="{LOSSES.id}"' in form
    assert f"<b>{LOSSES.title}</b><small>{LOSSES.meaning}</small>" in without_spaces(form)
    for page in (f"/console/{slug}/standings", f"/e/{slug}/standings"):
        assert f'title="{LOSSES.title}">{LOSSES.short}</th>' in without_spaces(browser.get(page))
    explained = browser.get(f"/console/{slug}/standings/{ctx.open(slug).find(losers[0])}")
    assert LOSSES.title in explained
    assert LOSSES.meaning in explained
    assert listed in browser.client.get("/api/v1/tiebreaks").json()
    app_state.store.close()


@pytest.mark.req("SP-2", "SP-13", "SP-21")
def test_a_pairing_method_is_one_record(pareo: CommandLine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(METHODS, NEIGHBOURS.id, NEIGHBOURS)
    # A ruleset's file may name it, is described with it, and a round is paired, explained and checked by it.
    slug = create_event(pareo, house_rules(pareo, 'system = "random"', 'system = "neighbours"'))
    state = AppDesk(SqliteStore(pareo.db)).open(slug).state
    assert f"System: {NEIGHBOURS.described}." in describe(state.ruleset)
    app_state = open_app_state(tmp_path)
    browser = ConsoleClient(app_state)
    plan = unescape(browser.get(f"/console/{slug}/rounds"))
    assert f"<b>{NEIGHBOURS.title}.</b> {NEIGHBOURS.sentence}" in plan
    ids = [row["id"] for row in pareo.json("players", "list", slug)]
    assert [(row["a"], row["b"]) for row in play_round(pareo, slug)] == list(zip(ids[::2], ids[1::2], strict=True))
    assert NEIGHBOURS.reasons["neighbours"] in pareo("pairings", slug, "--why").out
    assert [(row["ok"], row["method"]) for row in pareo.json("verify", slug)] == [(True, "rule")]
    # Another event chooses it, for one round or for all.
    pareo("set", slug, "method=random")
    pareo("pair", slug, "--method", "neighbours")
    assert pareo.json("show", slug)["pods"][0]["method"] == "neighbours"
    pareo("set", slug, "method=neighbours")
    assert "neighbours" in pareo.refusal("pair", slug, "--again", "--method", "dice")[1]
    # Pages.
    field = browser.get(f"/console/{slug}/settings")
    assert f'<option value="neighbours" selected>{NEIGHBOURS.title}</option>' in without_spaces(field)
    assert NEIGHBOURS.title in browser.get(f"/console/{slug}/settings/help")
    assert NEIGHBOURS.reasons["neighbours"] in browser.get(f"/console/{slug}/rounds/2")
    # The API pairs by it.
    token = app_state.accounts.make_token("robot", Role.OWNER)
    answer = browser.client.post(
        f"/api/v1/events/{slug}/pair",
        json={"again": True, "method": "neighbours"},
        headers={"authorization": f"Bearer {token}"},
    )
    assert answer.status_code < 300, answer.text


def test_help_and_the_api_s_description_name_a_registered_method() -> None:
    told = in_a_new_program("""
import contextlib, io, msgspec
from pareo.cli.main import main
out = io.StringIO()
with contextlib.redirect_stdout(out):
    main(["pair", "--help"])
settings = io.StringIO()
with contextlib.redirect_stdout(settings):
    main(["settings", "--json"])
from pareo.web.api.bodies import PairBody
print(json.dumps([out.getvalue(), settings.getvalue(), str(msgspec.json.schema(PairBody))]))
""")
    assert all("neighbours" in text for text in told)


@dataclass(frozen=True, slots=True)
class Prized(Fact):
    """Somebody won a prize, and plays for it from now on."""

    action: ClassVar[str] = "prized"
    word: ClassVar[str] = "prize given"
    sentence: ClassVar[str] = "{name} won {prize} in round {round}."
    class_traits: ClassVar[Traits] = Traits(backed_up=True, told_to_phones=True)
    own_words: ClassVar[tuple[str, ...]] = ("prize",)
    no: int
    round: int
    prize: str = ""


class Engraved(Prized):
    """A prize with a name on it."""

    action: ClassVar[str] = "engraved"
    class_traits: ClassVar[Traits] = Traits(undoing=Undoing.NEVER, undoing_reason="it is cut in stone")


class Cheered(Prized):
    """Somebody's phone cheers."""

    action: ClassVar[str] = "cheered"
    class_traits: ClassVar[Traits] = Traits(from_players=True, stands_alone=True)


def give_prize(t: Tournament, fact: Prized) -> None:
    t.entrants[fact.no] = replace(t.entrants[fact.no], club=fact.prize)


@pytest.mark.req("B-41")
def test_a_journal_action_is_one_class(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for kind in (Prized, Engraved, Cheered):
        monkeypatch.setitem(ACTIONS, kind.action, kind)  # type: ignore[arg-type]
        monkeypatch.setitem(_APPLY, kind, give_prize)  # type: ignore[arg-type]
    app_state = open_app_state(tmp_path)
    slug = create_cup(app_state)
    store = app_state.store
    assert isinstance(store, SqliteStore)
    ctx = AppDesk(store, "Berta")
    keeper = BackupKeeper(store, tmp_path / "backups")
    keeper._begin()
    keeper.make()

    def record(fact: Prized) -> int:
        return ctx.record(ctx.open(slug), fact).seq

    def club() -> str:
        return ctx.open(slug).state.entrants[1].club

    # It is replayed and backed up at once, and phones hear of it.
    seq = record(Prized(1, 2, "a golden pear"))
    assert club() == "a golden pear"
    assert keeper.step(1.0) is not None
    assert is_fresh(ctx.open(slug), ctx.now())
    # The history has its word and its sentence: the page, its filter, and the command line.
    page = without_spaces(ConsoleClient(app_state).get(f"/console/{slug}/journal?action=prized"))
    name = ctx.open(slug).name(1)
    assert '<option value="prized" selected>prize given</option>' in page
    assert f"{name} won a golden pear in round 2." in page
    assert f"{name} won a golden pear" in CommandLine(tmp_path)("journal", slug).out
    assert {Prized.word, Prized.sentence} <= set(Prized.texts())
    # Files: a bundle tells it, one without names does not.
    copy = SqliteStore(tmp_path / "copy.db")
    for data, prize in ((export_bundle(store, slug), "a golden pear"), (anonymous_bundle(store, slug), "…")):
        assert AppDesk(copy).open(import_bundle(copy, data)).state.entrants[1].club == prize
    copy.close()
    # Undo: what the staff did is undone, past what phones told; some things never are.
    record(Cheered(2, 2, "hooray"))
    assert undo.undo(ctx, slug).fact.seq == seq
    assert club() == ""
    first = record(Prized(1, 2, "a plum"))
    assert undo.last_step(ctx.open(slug)).seq == first
    record(Engraved(1, 2, "a cup"))
    with pytest.raises(Refused, match="it is cut in stone"):
        undo.undo(ctx, slug)
    # Together with others it is still what it is.
    assert keeper.step(1.0) is not None, "the plum"
    ctx.record(ctx.open(slug), Batch((Cheered(3, 2, "hooray"), Cheered(4, 2, "hooray"))))
    assert keeper.step(1.0) is None, "nothing to back up at once"
    together = Batch((Prized(3, 2, "a fig"), Cheered(4, 2, "hooray")))
    ctx.record(ctx.open(slug), together)
    assert keeper.step(1.0) is not None
    assert undo.undo(ctx, slug).fact.seq == ctx.open(slug).state.seq - 1
    app_state.store.close()
