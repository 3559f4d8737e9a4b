"""A language in the words of one event: those of its game, and its pods and divisions by their names."""

from __future__ import annotations

from dataclasses import dataclass

from pareo.app.wording.number_text import figure
from pareo.app.wording.pod_words import namer
from pareo.core.model.games import game_of
from pareo.core.tournament.tournament import Tournament
from pareo.locale.catalogue import Catalogue, Namer, catalogue, in_game


@dataclass(frozen=True, slots=True)
class EventWords:
    """What programs and the command line say of an event; pages ask their `View`."""

    lang: str  # with the game: “es@pokemon”
    texts: Catalogue
    pod: Namer

    def note(self, note: str) -> str:
        return self.texts.note(note, self.pod)

    def figure(self, value: float) -> str:
        return figure(value, self.lang)


def event_words(t: Tournament, lang: str) -> EventWords:
    """The words of an event in a language. In English pods keep the ids that are typed, as the sentences have them."""
    game_lang = in_game(lang, game_of(t.ruleset))
    texts = catalogue(game_lang)
    return EventWords(game_lang, texts, str if texts.lang == "en" else namer(texts, t))
