"""Catalogues are compiled from their sources, never stale, and read without Babel; a region has only what differs."""

from __future__ import annotations

import gettext
import re
import subprocess
import sys
from io import BytesIO
from pathlib import Path

import pytest

from pareo.core.model.games import GAMES
from pareo.core.text.languages import LANGUAGES, parent_language, spoken_language
from pareo.locale import build, catalogue
from pareo.locale.catalogue import in_game, read_messages
from pareo.locale.mo_files import Messages, read_mo, write_mo
from pareo.locale.terms import expand
from pareo.locale.texts import texts
from pareo.web.language_choice import choose_language

REGIONS = [lang for lang in LANGUAGES if parent_language(lang) != lang]
AMERICAN = {  # words of Spain that American readers do not use, with what they say
    r"ordenador(?:es)?": "computadora",
    r"(?<!datos )móvil(?:es)?": "celular",
    "intro": "Enter",
    "enhorabuena": "felicitaciones",
    r"puls(?:a|ar|e|es|as|ando)": "presiona",
}


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A checkout with three texts, before anything is compiled."""
    monkeypatch.setattr(build, "FOLDER", tmp_path)
    monkeypatch.setattr(build, "COMPILED", tmp_path / "compiled")
    (tmp_path / "terms.toml").write_text("")
    (tmp_path / "es.po").write_text(
        'msgid "Round"\nmsgstr "Ronda"\n\nmsgid "Bye"\nmsgstr "[[Descanso]]"\n\n'
        'msgctxt "paper"\nmsgid "Bye"\nmsgstr "D."\n\n#, fuzzy\nmsgid "Not sure"\nmsgstr "?"\n\n'
        'msgid "one"\nmsgid_plural "%(num)s"\nmsgstr[0] "uno"\nmsgstr[1] "%(num)s"\n',
        encoding="utf-8",
    )
    (tmp_path / "it.po").write_text('msgid "Round"\nmsgstr "[[Turno]]"\n', encoding="utf-8")
    (tmp_path / "pt.po").write_text('msgid "Round"\nmsgstr "Rodada"\n', encoding="utf-8")
    (tmp_path / "es_419.po").write_text('msgid "Round"\nmsgstr "Vuelta"\n', encoding="utf-8")
    (tmp_path / "es@chess.po").write_text('msgid "Round"\nmsgstr "Jornada"\n', encoding="utf-8")
    return tmp_path


def compiled(folder: Path, name: str) -> Messages:
    return read_mo((folder / "compiled" / f"{name}.mo").read_bytes())


@pytest.mark.req("B-45")
def test_what_is_compiled_is_what_differs(folder: Path) -> None:
    build.main()
    assert compiled(folder, "es") == Messages(
        {"Round": "Ronda", "Bye": "Descanso", "paper\x04Bye": "D."}, {("one", "%(num)s"): ("uno", "%(num)s")}
    )
    assert compiled(folder, "es@pokemon") == Messages({"Bye": "Pase automático"})
    assert compiled(folder, "es-419") == Messages({"Round": "Vuelta"})
    assert compiled(folder, "es-419@chess") == Messages({"Round": "Jornada", "Bye": "Bye"})
    assert not (folder / "compiled" / "es@scrabble.mo").exists(), "it says what Spanish says"


def test_a_changed_source_is_compiled_again(folder: Path) -> None:
    assert not build.is_current()
    build.main()
    assert build.is_current()
    source = folder / "es.po"
    source.write_text(source.read_text(encoding="utf-8").replace("Ronda", "Vuelta"), encoding="utf-8")
    assert not build.is_current()
    build.main()
    assert build.is_current()
    (folder / "es@chess.po").unlink()
    assert not build.is_current()
    build.main()
    assert compiled(folder, "es@chess") == Messages({"Bye": "Bye"})
    (folder / "es_419.po").unlink()
    build.main()
    assert not (folder / "compiled" / "es-419.mo").exists()


def test_a_folder_that_cannot_be_written_is_no_obstacle(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (folder / "compiled").write_text("a file where the folder would be")
    monkeypatch.setattr(catalogue, "_made_here", catalogue._made_here.__wrapped__)
    assert read_mo(catalogue._compiled("es")).one["Round"] == "Ronda"
    assert catalogue._compiled("en") == b""
    assert catalogue._compiled("es@pokemon")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_compiled_and_source_agree(lang: str) -> None:
    """Every text of every game, as the sources have it; and gettext itself reads the files."""
    assert build.is_current()
    for game in ("", *GAMES):
        said = read_messages(in_game(lang, game) if game else lang)
        names = [parent_language(lang), lang, f"{parent_language(lang)}@{game}", f"{lang}@{game}"]
        sources = [path for name in names if (path := build.FOLDER / f"{name.replace('-', '_')}.po").is_file()]
        source = Messages()
        for path in dict.fromkeys(sources):
            source |= build.source_messages(path)
        for key, text in source.one.items():
            expected = expand(text, parent_language(lang), game)
            assert said.one.get(key, key.rpartition("\x04")[2]) == expected  # English as in the code is left out
        for key, forms in source.many.items():
            assert said.many.get(key, key) == tuple(expand(form, parent_language(lang), game) for form in forms)
        assert set(said.one) <= set(source.one)
    file = build.COMPILED / f"{lang}.mo"
    if file.is_file():
        standard = gettext.GNUTranslations(BytesIO(file.read_bytes()))
        own = read_mo(file.read_bytes())
        assert all(standard.gettext(key) == text for key, text in own.one.items())
        for (one, many), forms in own.many.items():
            assert (standard.ngettext(one, many, 1), standard.ngettext(one, many, 2)) == forms


def test_the_same_messages_are_the_same_bytes() -> None:
    messages = Messages({"b": "2", "a": "1"}, {("x", "y"): ("u", "v")})
    assert write_mo(messages) == write_mo(Messages(dict(sorted(messages.one.items())), messages.many))
    assert read_mo(write_mo(messages)) == messages
    with pytest.raises(ValueError, match="compiled"):
        read_mo(bytes(28))


def test_a_catalogue_is_read_without_babel() -> None:
    script = (
        "import sys; from pareo.locale.catalogue import catalogue, in_game; "
        "said = catalogue(in_game('es', 'pokemon')).gettext('Standings'); "
        "print(said, [name for name in sys.modules if name.partition('.')[0] == 'babel'])"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["Clasificación", "[]"]


SMALL = sorted(path.stem for path in build.FOLDER.glob("*.po") if path.stem not in ("es", "pt", "it"))


@pytest.mark.req("B-45")
@pytest.mark.parametrize("name", SMALL)
def test_a_small_catalogue_has_texts_of_today_and_their_places(name: str) -> None:
    every, own = read_messages("es"), build.source_messages(build.FOLDER / f"{name}.po")
    assert set(own.one) <= set(every.one), "no longer a text"
    assert set(own.many) <= set(every.many), "no longer a text"
    place = re.compile(r"\{\w*\}|%\(\w+\)s")
    for key, text in own.one.items():
        assert sorted(place.findall(key)) == sorted(place.findall(text)), text
    if name == "en":  # marks alone
        assert all(expand(text, "en") == key.rpartition("\x04")[2] for key, text in own.one.items())
        assert all(tuple(expand(form, "en") for form in forms) == key for key, forms in own.many.items())
    if "@" in name:
        lang, _, game = name.replace("_", "-").partition("@")
        shared = build.source_messages(build.FOLDER / f"{parent_language(lang)}.po")
        for key, text in own.one.items():
            before = expand(shared.one.get(key, key.rpartition("\x04")[2]), parent_language(lang), game)
            assert expand(text, parent_language(lang), game) != before, f"{key}: said without {name}.po"


@pytest.mark.req("U-18")
@pytest.mark.parametrize("lang", REGIONS)
def test_a_region_has_only_what_differs(lang: str) -> None:
    parent = read_messages(parent_language(lang))
    own = build.source_messages(build.FOLDER / f"{lang.replace('-', '_')}.po")
    assert 10 < len(own.one) < 150
    assert set(own.one) <= set(parent.one), "no longer a text"
    assert set(own.many) <= set(parent.many), "no longer a text"
    said = read_messages(lang)
    assert [key for key in own.one if said.one[key] == parent.one[key]] == []
    assert [key for key in own.many if said.many[key] == parent.many[key]] == []
    assert said.one["Standings"] == parent.one["Standings"]


@pytest.mark.req("U-18")
@pytest.mark.parametrize("game", GAMES)
def test_american_spanish_has_no_word_of_spain(game: str) -> None:
    said = read_messages(in_game("es-419", game))
    every = [*said.one.values(), *(form for forms in said.many.values() for form in forms)]
    pattern = re.compile(rf"\b(?:{'|'.join(AMERICAN)})\b", re.IGNORECASE)
    assert [text for text in every if pattern.search(text)] == []


@pytest.mark.req("U-18")
@pytest.mark.parametrize(
    ("tag", "lang"),
    [
        ("es-MX", "es-419"),
        ("es-ar", "es-419"),
        ("es-419", "es-419"),
        ("es_CO", "es-419"),
        ("es", "es"),
        ("es-ES", "es"),
        ("pt-BR", "pt"),
        ("pt-PT", "pt"),
        ("it-CH", "it"),
        ("en-US", "en"),
        ("de-DE", ""),
        ("", ""),
        ("*", ""),
    ],
)
def test_the_language_of_a_browser(tag: str, lang: str) -> None:
    assert spoken_language(tag) == lang


@pytest.mark.req("U-18")
def test_a_visitor_from_america_reads_american_spanish() -> None:
    assert choose_language(b"", b"es-MX,es;q=0.9,en;q=0.8") == "es-419"
    assert choose_language(b"", b"de-DE,es;q=0.9") == "es"
    assert choose_language(b"a=1; pareo_language=es-419; b=2", b"it") == "es-419"
    assert choose_language(b"pareo_language=es", b"es-MX") == "es", "their own choice"
    assert choose_language(b"", b"es-MX", "es") == "es", "the event's language"
    assert choose_language(b"", b"it", "es-419") == "es-419"


@pytest.mark.req("U-18")
def test_numbers_are_american_and_the_clock_has_24_hours() -> None:
    american, european = texts("es-419"), texts("es")
    assert (american.number(1234.5), european.number(12345.5)) == ("1,234.5", "12.345,5")
    assert american.date("2026-11-08") == "8 de noviembre de 2026"
    assert american.time("2026-11-08T20:05:00+00:00", "America/Argentina/Buenos_Aires") == "17:05"
    assert american.for_game("pokemon").lang == "es-419"
