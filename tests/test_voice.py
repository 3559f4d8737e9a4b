"""The lint of the voice: each banned pattern is found, an exception covers only its text, and a stale one fails."""

from __future__ import annotations

import subprocess
import sys

import click
import pytest

from support.paths import ROOT
from voice.lint import Exemption, load, problems, read_banned, read_exemptions
from voice.texts import Text, all_texts, catalogue_texts, command_texts, document_texts

BANNED = {one.name: one for one in read_banned(load("banned.toml"))}
# What each pattern catches, and what it must leave alone.
EXAMPLES: dict[str, tuple[str, str]] = {
    "somebody": ("Everybody sees the round.", "Everyone sees the round."),
    "by-itself": ("The round starts by itself.", "The round starts automatically."),
    "is-no": ("“{text}” is no year.", "There is no round 3. It is no longer open."),
    "here": ("Who is here", "Check-in"),
    "meant": ("Repeat it if this is meant.", "Is this correct? What it meant is clear."),
    "stands": ("What stands here may be old.", "Standings appear here."),
    "told": ("The player is told the table.", "Pareo tells the player the table."),
    "take-back": ("Take it back", "Take a break"),
    "forget": ("Forget this person", "Erase this person's data"),
    "anew": ("Print the code anew.", "Print the code again, as before round 1."),
    "leaves": ("A player leaves after round 3.", "Two players left to pair."),
    "drawn": ("Round 2 was drawn.", "Lots were drawn. The game was drawn."),
    "go-on": ("8 players go on.", "The list goes on the wall."),
    "paper": ("Every paper is a PDF.", "Every printout is a PDF."),
    "reckon": ("It is reckoned by the server.", "The server calculates it."),
    "touch": ("Touch the table.", "Tap the table."),
    "he": ("A player and his table.", "A player and their table; here it helps."),
    "play-through": ("Play it through", "Run the simulation"),
    "headless-label": ("What is set", "Settings"),
    "headless-who": ("Pairs are made. Who has a bye is not drawn.", "Players who have a bye are not drawn."),
    "dash": ("One table — the last – is open.", "Tables 5–8 are open."),
    "exclamation": ("Saved!", "Play! Pokémon and Yu-Gi-Oh! events."),
    "american": ("The organizer picks a color.", "The organiser picks a colour."),
    "never-tried": ("This was never tried with TOM.", "Not tested with TOM."),
    "hay-que": ("Hay que elegir una ronda.", "Elige una ronda que hay."),
    "infinitivo": ("Elegir una ronda publicada.", "Publicar la ronda"),
    "olvidar": ("Persona olvidada", "Datos borrados"),
    "sortear": ("La ronda 2 fue sorteada.", "La ronda 2 se empareja. Se sortea el orden."),
    "vosotros": ("Escoged vuestra mesa.", "Elige tu mesa."),
    "balcao": ("Vá ao balcão.", "Vá à mesa da organização."),
    "esquecer": ("Pessoa esquecida", "Dados apagados"),
    "sortear-pt": ("A rodada 2 foi sorteada.", "A rodada 2 foi pareada."),
    "banco": ("Vai al banco.", "Vai al tavolo dello staff."),
    "infinito": ("Pubblicare il turno", "Pubblica il turno"),
    "spareggio": ("Spareggio per il 3º posto", "Finale per il 3º posto"),
    "sorteggiare": ("Il turno 2 è sorteggiato.", "Il turno 2 è abbinato."),
    "lei": ("Lei può cambiarlo.", "Puoi cambiarlo; lei gioca."),
}


def said(words: str, lang: str = "en", kind: str = "catalogue") -> Text:
    return Text("here:1", lang, kind, words)


@pytest.mark.req("U-18")
def test_every_pattern_has_an_example() -> None:
    assert set(EXAMPLES) == set(BANNED)


@pytest.mark.req("U-18")
@pytest.mark.parametrize("name", sorted(EXAMPLES))
def test_a_banned_text_is_found_and_its_better_one_is_not(name: str) -> None:
    rule, (wrong, right) = BANNED[name], EXAMPLES[name]
    (problem,) = problems([said(wrong, rule.lang)], [rule], [])
    assert "here:1" in problem
    assert wrong in problem
    assert rule.say in problem
    assert problems([said(right, rule.lang)], [rule], []) == []
    other = "en" if rule.lang != "en" else "es"
    assert problems([said(wrong, other)], [rule], []) == []


@pytest.mark.req("U-18")
def test_a_pattern_for_labels_leaves_pages_alone() -> None:
    rule = BANNED["headless-label"]
    assert rule.find(said("What is set", kind="help"))
    assert rule.find(said("What is set", kind="document")) == []


@pytest.mark.req("U-18")
def test_an_exception_covers_its_own_words_only_and_must_be_needed() -> None:
    rule = BANNED["paper"]
    allowed = Exemption("paper", "paper size", "the size of the sheet is called so")
    assert problems([said("Choose the paper size.")], [rule], [allowed]) == []
    assert len(problems([said("Choose the paper size of this paper.")], [rule], [allowed])) == 1
    (stale,) = problems([said("Choose a size.")], [rule], [allowed])
    assert "paper size" in stale
    assert "remove it" in stale


@pytest.mark.req("U-18")
def test_catalogues_pages_and_help_are_read() -> None:
    po = b'msgid "Nobody"\nmsgid_plural "Everybody"\nmsgstr[0] "Nadie"\nmsgstr[1] "Todos"\n'
    assert [text.words for text in catalogue_texts("en", po, "x.po")] == ["Nobody", "Everybody"]
    assert [text.words for text in catalogue_texts("es", po, "x.po")] == ["Nadie", "Todos"]
    page = "# Nobody\nA line\nthat `nobody` breaks.\n\n- one\n- two\n  lines\n\n```\nnobody\n```\n| a | not |\n| b |\n"
    assert [(text.place, text.words) for text in document_texts("en", page, "p.md")] == [
        ("p.md:1", "# Nobody"),
        ("p.md:2", "A line that `…` breaks."),
        ("p.md:5", "- one"),
        ("p.md:6", "- two lines"),
    ]
    command = click.Command("do", help="Does it.", params=[click.Option(["--all"], help="Everybody.")])
    assert [text.words for text in command_texts(command, "pareo do")] == ["Does it.", "Everybody."]
    kinds = {(text.lang, text.kind) for text in all_texts()}
    assert kinds == {(lang, kind) for lang in ("en", "es", "pt", "it") for kind in ("catalogue", "document")} | {
        ("en", "help")
    }


@pytest.mark.req("U-18")
def test_the_exceptions_are_few_and_each_has_its_reason() -> None:
    exemptions = read_exemptions(load("exceptions.toml"))
    assert len(exemptions) < 60
    for one in exemptions:
        assert one.banned in BANNED
        assert len(one.reason.split()) > 2, one


@pytest.mark.req("U-18")
def test_make_lint_runs_it_and_everything_passes() -> None:
    assert "python -m voice" in (ROOT / "Makefile").read_text(encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "voice"], cwd=ROOT / "tools", capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout) == (0, "")
