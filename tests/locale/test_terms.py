"""Each game is spoken of in its own words, and a term has one word (B-45, B-9, U-18)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

import pytest

from pareo.core.model.games import GAMES, game_of
from pareo.core.text.languages import DOCUMENT_LANGUAGES, LANGUAGES, parent_language
from pareo.core.tournament import fide_mode
from pareo.locale import build
from pareo.locale.catalogue import catalogue, in_game, read_messages
from pareo.locale.mo_files import CONTEXT_END
from pareo.locale.terms import UnknownTerm, expand, marked_phrases, terms, words_by_game
from pareo.rulesets import available, load
from pareo.rulesets.series_presets import PRESETS, preset_plan
from record_texts import ruleset_texts

PROGRAM = re.compile(r"\bPareo\b|[«“.]pareo\b|\bpareo\[|\bni pareo\b")  # also as it is typed
# Texts that speak of another game by its name, or quote it: a word of that game is meant. English text → why.
SPEAKS_OF_ANOTHER_GAME: dict[str, str] = {
    "Arbiter": "of FIDE's report, chess only",
    "Deputy arbiters": "of FIDE's report, chess only",
    "deputies of the chief arbiter": "of FIDE's report, chess only",
    "The chief arbiter's decision, in the interest of the event": "a reason of FIDE mode, chess only",
    "Warned: a tie is accepted, but whoever enters it is asked to confirm.": "Pokémon's video game only",
    "Ties are rare here: the game's own timer decides.": "Pokémon's video game only",
    "Table {table}: ties are rare here because the game's own timer decides. Please check.": "Pokémon's video game",
    "Top cut": "the first round of an asymmetrical cut, Pokémon only (PN-ASY-6)",
    "Drop a TRF file here, or choose one.": "of a file, by the mouse",
    "Only the owner can follow a file on this computer: drop the file here instead.": "of a file, by the mouse",
    "For no-shows choose drop or stay, not “{word}”.": "typed as it stands",
    "For players not checked in, choose drop, out (sit out this round) or pair, not “{word}”.": "typed as it stands",
    "“{text}” is not a rating or drop.": "typed as it stands",
    "rating or rating2": "typed as it stands",
    "criteria in order, such as rating,-club,last,random": "typed as it stands",
    "some of points,record,number,rating,rating2,club,federation,division; or none": "typed as it stands",
    "The tie-break “rating sum” (1221) was read as the sum of the opponents' ratings.": "quotes a file",
}
# Texts in which a word that is avoided for a term means something else. (word, beginning of the English text) → why.
MEANS_SOMETHING_ELSE: dict[tuple[str, str], str] = {
    ("leaves the event", "{name} is disqualified"): "a disqualified player does not drop",
}


def every_text(lang: str, game: str) -> Iterator[tuple[str, str]]:
    """Every text as it is said around a game: its English, and the text."""
    english = {key.rpartition(CONTEXT_END)[2]: key for key in read_messages("es").one}
    messages = read_messages(in_game(lang, game))
    if lang == "en":
        yield from ((text, messages.one.get(key, text)) for text, key in english.items())
        for singular, plural in read_messages("es").many:
            yield from ((singular, form) for form in messages.many.get((singular, plural), (singular, plural)))
        return
    yield from ((key.rpartition(CONTEXT_END)[2], text) for key, text in messages.one.items())
    yield from ((key[0], form) for key, forms in messages.many.items() for form in forms)


def whole_words(words: set[str]) -> re.Pattern[str]:
    """Any of these words or phrases; not inside another word, a place (“{round}”) or a key (“requested-bye”)."""
    alternatives = "|".join(sorted(map(re.escape, words), key=len, reverse=True))
    return re.compile(rf"(?<![\w{{(=-])(?:{alternatives})(?![\w}}=-])", re.IGNORECASE)


def own_words(lang: str, game: str) -> set[str]:
    return {word.casefold() for term in terms() for word in term.said(lang, game)}


def words_of_other_games(lang: str, game: str) -> set[str]:
    """Words for what this game has its own word for: single ones, the first of each term, and English phrases."""
    found = set()
    for term in terms():
        for i, (phrase, by_game) in enumerate(term.phrases[lang].items()):
            if i == 0 or " " not in phrase or lang == "en":
                found |= {word.casefold() for word in (phrase, *by_game.values())}
    return found - own_words(lang, game)


def foreign_words(text: str, lang: str, game: str) -> list[str]:
    """What a text has of other games; phrases of this one may hold such a word (“hoja de partida”), and the program's
    name is one."""
    left = _own_phrases(lang, game).sub(" ", PROGRAM.sub(" ", text))
    return _foreign(lang, game).findall(left)


@cache
def _own_phrases(lang: str, game: str) -> re.Pattern[str]:
    return whole_words({word for word in own_words(lang, game) if " " in word} or {" "})


@cache
def _foreign(lang: str, game: str) -> re.Pattern[str]:
    return whole_words(words_of_other_games(lang, game) or {" "})


@cache
def texts_of_one_game() -> dict[str, str]:
    """Texts of rulesets and of FIDE mode: their game by the English text. They are said around no other."""
    found: dict[str, str] = {}
    for rules in (load(info.id) for info in available()):
        found |= dict.fromkeys(ruleset_texts(rules), game_of(rules))
    found |= {text: "scrabble" for plan in map(preset_plan, PRESETS) for text in (plan.title, *plan.notes)}
    return found | dict.fromkeys((text for rule in fide_mode.RULES for text in rule.texts), "chess")


@pytest.mark.req("B-45", "B-9")
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_no_text_has_the_word_of_another_game(lang: str, game: str) -> None:
    wrong = [
        f"{english}: {found[0]} in “{text}”"
        for english, text in every_text(lang, game)
        if (found := foreign_words(text, parent_language(lang), game))
        and english not in SPEAKS_OF_ANOTHER_GAME
        and texts_of_one_game().get(english, game) == game
    ]
    assert not wrong, "\n".join(wrong[:40])


@pytest.mark.req("U-18", "B-28")
@pytest.mark.parametrize("lang", LANGUAGES)
def test_no_text_has_a_word_that_its_term_avoids(lang: str) -> None:
    avoided = {word for term in terms() for word in term.avoided.get(parent_language(lang), ())}
    pattern = whole_words(avoided)
    wrong = [
        f"{english}: {found[0]} in “{text}”"
        for english, text in every_text(lang, "other")
        for found in pattern.finditer(text)
        if not any(found[0].lower() == word and english.startswith(begin) for word, begin in MEANS_SOMETHING_ELSE)
    ]
    assert avoided
    assert not wrong, "\n".join(wrong[:40])


@pytest.mark.req("B-45")
def test_a_word_in_another_sense_stays() -> None:
    """“Before you start” became “Before you have White”; a version of the program that drew a round had “tied” it."""
    chess, pokemon = catalogue(in_game("en", "chess")), catalogue(in_game("en", "pokemon"))
    assert chess.gettext("Before you start") == "Before you start"
    assert (chess.gettext("You start"), chess.gettext("Call a judge")) == ("You have White", "Call an arbiter")
    drawn = [text for text, _ in every_text("en", "pokemon") if "receipt" in text or "its seed" in text]
    assert len(drawn) > 5
    assert [pokemon.gettext(text) for text in drawn] == drawn
    assert pokemon.gettext("A draw") == "A tie"


@pytest.mark.req("B-45")
def test_only_what_is_marked_changes() -> None:
    assert expand("Tiene [[descanso]].", "es", "pokemon") == "Tiene pase automático."
    assert expand("Tiene [[descanso]].", "es") == "Tiene descanso."
    assert expand("[[Descansos]] y un descanso", "es", "chess") == "Byes y un descanso"


@pytest.mark.req("B-45")
@pytest.mark.parametrize("wrong", ["[[descamso]]", "[[el descanso ]]", "[[bye]]", "[[]]"])
def test_a_misspelt_term_is_an_error(wrong: str) -> None:
    with pytest.raises(UnknownTerm, match=r"terms\.toml"):
        expand(f"Tiene {wrong}.", "es", "pokemon")


@pytest.mark.req("B-45")
def test_every_marked_phrase_is_in_a_record_and_every_record_is_used() -> None:
    used: dict[str, set[str]] = {lang: set() for lang in DOCUMENT_LANGUAGES}
    for path in build.FOLDER.glob("*.po"):
        messages = build.source_messages(path)
        lang = path.stem.partition("@")[0].partition("_")[0]
        for text in (*messages.one.values(), *(form for forms in messages.many.values() for form in forms)):
            assert text.count("[[") == text.count("]]") == len(list(marked_phrases(text))), text
            assert not re.search(r"\w[._=]\[\[|\.\w+-\[\[", text), f"part of a key is no term: {text}"
            used[lang] |= {phrase.lower() for phrase in marked_phrases(text)}
    for lang in set(DOCUMENT_LANGUAGES) - {"en"}:
        assert {phrase.lower() for phrase in words_by_game(lang)} - used[lang] == set(), f"said nowhere in {lang}"
        assert used[lang] - {phrase.lower() for phrase in words_by_game(lang)} == set()


@pytest.mark.req("B-45")
def test_a_term_has_all_its_forms_for_the_same_games() -> None:
    for term in terms():
        assert term.source, term.id
        for lang, phrases in term.phrases.items():
            games = {frozenset(by_game) for by_game in phrases.values()}
            assert len(games) <= 1, f"{term.id} ({lang}) lacks a form for a game"
            assert all(word.strip() for by_game in phrases.values() for word in by_game.values())
