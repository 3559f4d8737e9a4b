"""History and undo, every action of every version: a sentence in the reader's language, with names and no keys."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator

import pytest

from pareo.app.base.context import Context, LoadedTournament, decode_fact
from pareo.app.commands.lists.list_checks import OUTCOMES
from pareo.app.wording.journal_words import action_words, actor_text, describe_fact
from pareo.core.journal.codecs import ResultAt, RoundKey
from pareo.core.journal.fact import Fact, SeenWarning
from pareo.core.journal.facts import ACTIONS, Batch, LeftFideMode, SettingsSet, TournamentClosed
from pareo.core.journal.floor_facts import CheckOutcome, JudgeCalled, Penalised
from pareo.core.journal.people_facts import Applied, Declined, Dropped, Edited, Renumbered
from pareo.core.journal.round_facts import Finished, HandPhase, RatingCorrected, Results
from pareo.core.journal.tom_facts import Saved, TomChange, TomHeld, TomNoted, TomSettled, TomStopped, TomWritten
from pareo.core.journal.tom_sync import MatchKey
from pareo.core.model.outcome import Outcome, Result
from pareo.core.model.player_fields import BY_NAME
from pareo.core.text.languages import LANGUAGES
from pareo.core.tournament.fide_mode import TABLE
from pareo.locale.texts import texts
from pareo.store import open_store
from support.paths import ROOT

FIXTURES = ROOT / "tests" / "fixtures" / "v0_1_0"
WON = Result(Outcome.WIN, Outcome.LOSS)
RAW = re.compile(r"#\d|player:|token:|[{}]|\w_\w|(?i:game-loss|match-loss|(?<!was a )no-show)|½-½|\b[01]-[01]\b")


@pytest.fixture(scope="module")
def old(tmp_path_factory: pytest.TempPathFactory) -> Context:
    """The database of 0.1.0 has every action of that version."""
    db = tmp_path_factory.mktemp("old") / "hall.db"
    shutil.copy(FIXTURES / "hall.db", db)
    return Context(open_store(str(db)), "Elsa Prado")


def newer_facts(event: LoadedTournament) -> Iterator[Fact]:
    """What the journal learnt since, and what the old one has of one kind only."""
    state = event.state
    masters, no = RoundKey("masters", 1), next(iter(state.entrants))
    entrant = state.entrants[no]
    yield from (
        Applied(entrant, "2026-01-01T00:00:00Z"),
        Declined(no),
        JudgeCalled(1, 2, no),
        JudgeCalled(1, 2, came=True),
        HandPhase((masters,), open=True),
        HandPhase((masters,), open=False),
        RatingCorrected("masters", 1, 1, WON),
        Renumbered(((1, 2), (2, 1)), 2),
        LeftFideMode(1, "no arbiter"),
        TournamentClosed(closed=True),
        TournamentClosed(closed=False),
        Batch((Finished((masters,)), TournamentClosed(closed=True))),
    )
    key = MatchKey(1, 1, 2)
    yield from (
        Saved(1, "0" * 64, news=(TomChange("entered", no=no),)),
        TomSettled(key, ours=True),
        TomSettled(key, ours=False),
        TomNoted("Ada leaves"),
        TomNoted(no=no),
        TomNoted(done=3),
        TomHeld((masters,)),
        TomHeld((masters,), held=False),
        TomWritten(()),
        TomStopped(),
    )
    kinds = ("drop", "no-show", "disqualified", "expelled")
    yield from (Dropped(no, 1, kind, "the same person as 2") for kind in kinds)
    yield from (Penalised(no, 1, kind, "not at the table") for kind in ("note", *OUTCOMES[2:]))
    yield from (CheckOutcome(no, 1, "cut", outcome) for outcome in OUTCOMES)
    yield from (Edited(no, {name: None}) for name in (*BY_NAME, "bye_points", "members", "something_new"))
    yield SettingsSet({"gone_since": "x", "rounds": 3}, pod="masters")
    for pair in (
        (Outcome.WIN, Outcome.LOSS),
        (Outcome.DRAW, Outcome.DRAW),
        (Outcome.LOSS, Outcome.LOSS),
        (Outcome.FORFEIT_LOSS, Outcome.FORFEIT_WIN),
        (Outcome.FORFEIT_LOSS, Outcome.FORFEIT_LOSS),
    ):
        yield Results((ResultAt("masters", 1, 1, Result(*pair)),), "intentional draw")
    yield Results((ResultAt("masters", 1, 1, None),))
    yield from (TournamentClosed(closed=True, seen=(SeenWarning(rule, 1),)) for rule in list(TABLE)[:3])


def every(ctx: Context) -> Iterator[tuple[LoadedTournament, Fact]]:
    for summary in ctx.store.tournaments():
        event = ctx.open(summary.slug)
        for entry in ctx.store.read(summary.slug):
            yield event, decode_fact(entry)
    event = ctx.open("floor")
    yield from ((event, fact) for fact in newer_facts(event))


def test_every_action_is_told_in_four_languages_with_names(old: Context) -> None:
    found = list(every(old))
    assert {fact.action for _, fact in found} == set(ACTIONS)
    for event, fact in found:
        english = describe_fact(texts("en"), event, fact)
        for lang in LANGUAGES:
            said = describe_fact(texts(lang), event, fact)
            assert said, f"{lang}: nothing is said of {fact}"
            assert said.endswith((".", "”", "»")), f"{lang}: no sentence: {said}"
            assert not RAW.search(said.replace(event.state.name, "")), f"{lang}: {said}"
            pods = [p.id for p in event.state.pods.values()]
            assert not set(re.findall(r"[\w-]+", said)) & (set(pods) - {"all"}), f"{lang}: a key in: {said}"
            assert lang == "en" or said != english, f"{lang}: not translated: {said}"


def test_every_action_has_a_word_of_its_own_in_four_languages() -> None:
    for lang in LANGUAGES:
        words = action_words(texts(lang))
        assert set(words) == set(ACTIONS)
        assert len(set(words.values())) == len(words)
        assert not any(RAW.search(word) for word in words.values())


def test_who_did_it_is_a_name(old: Context) -> None:
    event = old.open("floor")
    first = next(iter(event.state.entrants))
    told = texts("en")
    assert actor_text(told, event, f"player:{first}") == event.name(first)
    assert actor_text(told, event, "player:99") == "Player 99"
    assert actor_text(told, event, "token:Stream deck") == "a program: Stream deck"
    assert actor_text(told, event, "Elsa Prado") == "Elsa Prado"
    for actor in ("clock", "public", "owner", "player:99", "token:x"):
        assert len({actor_text(texts(lang), event, actor) for lang in LANGUAGES}) >= 3, actor
