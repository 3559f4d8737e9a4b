"""What an entry of the journal says, in the reader's language: a word for the action, and the facts in sentences."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from pareo.app.accounts.permissions import Role
from pareo.app.base.actors import PUBLIC, player_number
from pareo.app.base.context import LoadedTournament
from pareo.app.wording.names import applicant_name
from pareo.app.wording.pod_words import namer
from pareo.app.wording.round_words import match_end_text, penalty_word, result_code, result_text
from pareo.app.wording.tom_words import describe_saved_fact, drop_note
from pareo.core.journal.fact import Fact, SeenWarning
from pareo.core.journal.facts import ACTIONS, parts_of
from pareo.core.journal.history import (
    DropRequest,
    EntrantName,
    EntrantNames,
    FieldNames,
    HistorySentence,
    ListNames,
    MatchEnding,
    OwnWords,
    PenaltyName,
    PodNames,
    Reason,
    RulesName,
    SaveSummary,
    SettingName,
    SettingValue,
)
from pareo.core.model.player_fields import BY_NAME
from pareo.core.results.result_text import format_result
from pareo.core.settings.registry import SETTINGS
from pareo.core.text.errors import PareoError
from pareo.core.tournament.fide_mode import TABLE
from pareo.locale.catalogue import Catalogue

_NAMES_SHOWN = 4
_SAME_PERSON = "the same person as "


def action_words(texts: Catalogue) -> dict[str, str]:
    """Every action by its word, in the order in which a filter offers them."""
    return {action: texts.gettext(kind.word) for action, kind in ACTIONS.items()}


def reason_text(texts: Catalogue, reason: str) -> str:
    """A reason as it is shown: those the program writes itself are said in the reader's language."""
    _ = texts.gettext
    ours = {
        "not checked in": _("not checked in"),
        "intentional draw": _("intentional draw"),
        "list check": _("list check"),
        "not at the table": _("not at the table"),
        "absent without notice": _("absent without notice"),
    }
    if reason.startswith(_SAME_PERSON):
        return _("the same person as {id}").format(id=reason.removeprefix(_SAME_PERSON))
    return ours.get(reason, reason)


def actor_text(texts: Catalogue, event: LoadedTournament, actor: str) -> str:
    """Who did it: a player by name, a program by its label; those who have no name by what they are."""
    _ = texts.gettext
    if (no := player_number(actor)) is not None:
        return _FactWords(texts, event).name(no)
    kind, _colon, rest = actor.partition(":")
    if kind == "token" and rest:
        return _("a program: {label}").format(label=rest)
    nameless = {Role.OWNER.id: _("owner"), "clock": _("the clock"), PUBLIC: _("a visitor on the public page")}
    return nameless.get(actor, actor)


def describe_fact(texts: Catalogue, event: LoadedTournament, fact: Fact) -> str:
    """A fact in a sentence or two; empty where the action says it all."""
    words = _FactWords(texts, event)
    sentences = " ".join(words.say(sentence) for sentence in fact.history())
    against = texts.gettext("Against the document: {reason}.").format(reason=_trim_stop(fact.override or ""))
    warnings = [one for part in (fact, *parts_of(fact)) for one in part.seen]
    return " ".join(
        filter(None, (sentences, against if fact.override else "", *_warning_texts(texts, dict.fromkeys(warnings))))
    )


def _warning_texts(texts: Catalogue, warnings: Iterable[SeenWarning]) -> Iterator[str]:
    """What FIDE mode warned of, and the level that was confirmed."""
    for one in warnings:
        yield texts.gettext("FIDE mode, level {level}: {what}.").format(
            level=one.level, what=texts.gettext(TABLE[one.rule].title) if one.rule in TABLE else one.rule
        )


def _trim_stop(text: str) -> str:
    """A text without its full stop, to stand at the end of a sentence of ours."""
    return text.strip().removesuffix(".")


class _FactWords:
    """The language, the names and the pods that the sentences about facts need."""

    def __init__(self, texts: Catalogue, event: LoadedTournament) -> None:
        self.texts = texts
        self.event = event
        self.pod = namer(texts, event.state)

    def say(self, told: HistorySentence) -> str:
        """A sentence of the history in the reader's language, with names for what the journal knows by number."""
        if told.many:
            text = self.texts.ngettext(told.text, told.many, told.values["count"])
        else:
            text = self.texts.gettext(told.text)
        named = {key: _NAMES[type(one)](self, one) if type(one) in _NAMES else one for key, one in told.values.items()}
        return (f"{self.pod(told.pod)}: " if told.pod else "") + text.format(**named)

    def name(self, no: int) -> str:
        """Somebody's name; the number of who was taken out or forgotten since."""
        nobody = f"#{no}"
        if no in self.event.state.applicants:
            name = applicant_name(self.event, no)
        else:
            name = self.event.name(no) if no in self.event.state.entrants else nobody
        return name if name not in ("", nobody) else self.texts.gettext("Player {no}").format(no=no)

    def names(self, nos: Sequence[int]) -> str:
        names = ", ".join(self.name(no) for no in nos[:_NAMES_SHOWN])
        return f"{names} … ({len(nos)})" if len(nos) > _NAMES_SHOWN else names

    def pods(self, named: PodNames) -> str:
        sizes = [f" ({size})" for size in named.sizes] or [""] * len(named.pods)
        return ", ".join(self.pod(pod) + size for pod, size in zip(named.pods, sizes, strict=True))

    def ending(self, named: MatchEnding) -> str:
        """A result by name, with its score where there is one."""
        number, table, result = named
        score = result_text(self.texts, format_result(result, self.event.state.ruleset.results))
        try:
            match = self.event.state.find_table(number, table)[2]
        except PareoError:  # the round was taken back since
            return score
        text = match_end_text(self.texts, result_code(result), self.name(match.a), self.name(match.b))
        return text if self.event.state.ruleset.results.kind == "outcome" and not result.games else f"{text} ({score})"

    def reason(self, reason: str) -> str:
        other = reason.removeprefix(_SAME_PERSON)
        if other != reason:
            reason = _SAME_PERSON + self.name(self.event.ids.get(other, 0)) if other in self.event.ids else reason
        return _trim_stop(reason_text(self.texts, reason))

    def setting(self, key: str) -> str:
        setting = SETTINGS.get(key)
        _ = self.texts.gettext
        return _(setting.title) if setting is not None else _("a setting that no longer exists")

    def setting_value(self, named: SettingValue) -> str:
        """A setting's value as a page names it."""
        setting = SETTINGS.get(named.key)
        if setting is None:
            return _trim_stop(str(named.value))
        return _trim_stop(self.texts.note(setting.display_value(self.event.state.ruleset, named.value)))

    def fields(self, keys: Sequence[str]) -> str:
        return ", ".join(dict.fromkeys(map(self._field_label, keys)))

    def _field_label(self, key: str) -> str:
        """A field as the player's sheet calls it."""
        known = BY_NAME.get(key)
        if known is None or known.label is None:
            return self.texts.gettext("other details")
        return self.texts.note(known.label)

    def lists(self, lists: Sequence[tuple[str, int]]) -> str:
        _ = self.texts.gettext
        words = {
            "deck": _("deck"),
            "vgc": _("team"),
            "squad": _("squad"),
            "text": _("text"),
            "photo": _("photo"),
            "lock": _("QR code"),
        }
        return ", ".join(f"{words.get(kind, kind)} {number}" for kind, number in lists)


_NAMES: Mapping[type, Callable[[_FactWords, Any], str]] = {
    EntrantName: lambda s, named: s.name(named.no),
    EntrantNames: lambda s, named: s.names(named.nos),
    PodNames: _FactWords.pods,
    MatchEnding: _FactWords.ending,
    OwnWords: lambda _, named: _trim_stop(named.text),
    Reason: lambda s, named: s.reason(named.text),
    PenaltyName: lambda s, named: penalty_word(s.texts, named.kind),
    FieldNames: lambda s, named: s.fields(named.keys),
    ListNames: lambda s, named: s.lists(named.lists),
    SettingName: lambda s, named: s.setting(named.key),
    SettingValue: _FactWords.setting_value,
    RulesName: lambda s, _: s.texts.gettext(s.event.state.ruleset.title),
    DropRequest: lambda s, named: s.texts.note(drop_note(s.event, named.no)),
    SaveSummary: lambda s, named: s.texts.note(describe_saved_fact(named.save, s.event), s.pod),
}
"""How what the journal knows by number is named, by the class that stands for it in a sentence."""
