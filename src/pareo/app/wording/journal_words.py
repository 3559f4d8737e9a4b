"""What an entry of the journal says, in the reader's language: a word for the action, and the facts in sentences."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from pareo.app.accounts.permissions import NOBODY, Role
from pareo.app.base.context import LoadedTournament
from pareo.app.wording.names import applicant_name
from pareo.app.wording.pod_words import namer
from pareo.app.wording.round_words import match_end_text, penalty_word, result_code, result_text
from pareo.app.wording.tom_words import describe_saved_fact, drop_note
from pareo.core.journal.codecs import ResultAt
from pareo.core.journal.fact import Fact, SeenWarning
from pareo.core.journal.facts import (
    LeftFideMode,
    Noted,
    SettingsSet,
    TournamentClosed,
    TournamentCreated,
    Undone,
    parts_of,
)
from pareo.core.journal.floor_facts import (
    Announced,
    CheckedIn,
    CheckOutcome,
    ChecksDrawn,
    Claimed,
    ClockSet,
    Extended,
    JudgeCalled,
    ListHandedIn,
    ListWithdrawn,
    Penalised,
)
from pareo.core.journal.people_facts import (
    Applied,
    Declined,
    Dropped,
    Edited,
    Entered,
    Forgotten,
    Late,
    Removed,
    Renumbered,
    Undropped,
)
from pareo.core.journal.round_facts import (
    Advanced,
    Finished,
    HandPhase,
    Published,
    RatingCorrected,
    Redrawn,
    Results,
    RoundsPaired,
    Started,
    Swapped,
)
from pareo.core.journal.tom_facts import Saved, TomHeld, TomNoted, TomSettled, TomStopped, TomWritten
from pareo.core.model.outcome import Result
from pareo.core.model.player_fields import BY_NAME
from pareo.core.results.result_text import format_result
from pareo.core.settings.registry import SETTINGS
from pareo.core.settings.setting import Setting
from pareo.core.text.errors import PareoError
from pareo.core.tournament.fide_mode import TABLE
from pareo.locale.catalogue import Catalogue

_NAMES_SHOWN = 4
_SAME_PERSON = "the same person as "


def action_words(texts: Catalogue) -> dict[str, str]:
    """Every action by its word, in the order in which a filter offers them."""
    _ = texts.gettext
    return {
        "created": _("created"),
        "set": _("settings"),
        "applied": _("registered"),
        "declined": _("registration ended"),
        "entered": _("players entered"),
        "edited": _("player changed"),
        "removed": _("player taken out"),
        "late": _("late player"),
        "dropped": _("player left"),
        "undropped": _("player came back"),
        "forgotten": _("person forgotten"),
        "checked": _("check-in"),
        "paired": _("paired"),
        "redrawn": _("paired again"),
        "swapped": _("changed by hand"),
        "published": _("published"),
        "started": _("started"),
        "finished": _("finished"),
        "results": _("results"),
        "claimed": _("player's report"),
        "advanced": _("next phase"),
        "penalised": _("penalty"),
        "drawn": _("checks drawn"),
        "inspected": _("list checked"),
        "list": _("list handed in"),
        "list-withdrawn": _("list withdrawn"),
        "judge": _("judge called"),
        "extended": _("extra time"),
        "announced": _("announcement"),
        "clock": _("clock"),
        "saved": _("save of TOM"),
        "tom-settled": _("conflict with TOM"),
        "tom-note": _("note for TOM"),
        "tom-held": _("round held"),
        "tom-written": _("file for TOM"),
        "tom-stopped": _("TOM not followed"),
        "noted": _("note"),
        "closed": _("event closed"),
        "together": _("several steps"),
        "renumbered": _("new numbers"),
        "hand": _("pairing by hand"),
        "rating-corrected": _("rating correction"),
        "left-fide-mode": _("FIDE mode left"),
        "undone": _("undo"),
    }


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
    kind, _colon, rest = actor.partition(":")
    if kind == "player" and rest.isdecimal():
        return _FactWords(texts, event).name(int(rest))
    if kind == "token" and rest:
        return _("a program: {label}").format(label=rest)
    nameless = {Role.OWNER.id: _("owner"), "clock": _("the clock"), NOBODY.name: _("somebody on the public page")}
    return nameless.get(actor, actor)


def describe_fact(texts: Catalogue, event: LoadedTournament, fact: Fact) -> str:
    """A fact in a sentence or two; empty where the action says it all."""
    words = _FactWords(texts, event)
    sentences = " ".join(_SENTENCES[type(part)](words, part) for part in parts_of(fact) if type(part) in _SENTENCES)
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

    def result(self, number: int, table: int, result: Result | None) -> str:
        _ = self.texts.gettext
        if result is None:
            return _("Round {round}, table {table}: the result was taken back.").format(round=number, table=table)
        return _("Round {round}, table {table}: {result}.").format(
            round=number, table=table, result=self.ending(number, table, result)
        )

    def ending(self, number: int, table: int, result: Result) -> str:
        """A result by name, with its score where there is one."""
        score = result_text(self.texts, format_result(result, self.event.state.ruleset.results))
        try:
            match = self.event.state.find_table(number, table)[2]
        except PareoError:  # the round was taken back since
            return score
        text = match_end_text(self.texts, result_code(result), self.name(match.a), self.name(match.b))
        return text if self.event.state.ruleset.results.kind == "outcome" and not result.games else f"{text} ({score})"

    def each(self, results: Sequence[ResultAt]) -> str:
        return " ".join(self.result(one.number, one.table, one.result) for one in results)

    def reason(self, reason: str) -> str:
        other = reason.removeprefix(_SAME_PERSON)
        if other != reason:
            reason = _SAME_PERSON + self.name(self.event.ids.get(other, 0)) if other in self.event.ids else reason
        text = _trim_stop(reason_text(self.texts, reason))
        return self.texts.gettext("Reason: {reason}.").format(reason=text) if text else ""


def _sentences(*parts: str) -> str:
    return " ".join(filter(None, parts))


def _per_round(sentence: Callable[[_FactWords, Any], str]) -> Callable[[_FactWords, Any], str]:
    """Says `sentence` once for each round of a fact, with its pods."""

    def sentences(s: _FactWords, fact: RoundsPaired | Published | Started | Finished | HandPhase | TomHeld) -> str:
        pods: dict[int, list[str]] = {}
        for one in fact.rounds:
            pods.setdefault(one.number, []).append(s.pod(one.pod))
        text = sentence(s, fact)
        return _sentences(*(text.format(round=number, pods=", ".join(names)) for number, names in pods.items()))

    return sentences


def _paired_text(s: _FactWords, fact: RoundsPaired) -> str:
    _ = s.texts.gettext
    who = {one.proof for one in fact.rounds}
    if who == {"TOM"}:
        return _("Round {round} was paired by TOM: {pods}.")
    if who == {"by hand"}:
        return _("Round {round} was paired by hand: {pods}.")
    return _("Round {round} was paired: {pods}.")


def _created_text(s: _FactWords, fact: TournamentCreated) -> str:
    text = s.texts.gettext("“{name}” was created with the rules “{rules}”.")
    return text.format(name=fact.name, rules=s.texts.gettext(s.event.state.ruleset.title))


def _settings_text(s: _FactWords, fact: SettingsSet) -> str:
    _ = s.texts.gettext
    pod = f"{s.pod(fact.pod)}: " if fact.pod else ""
    parts = []
    for key, value in fact.changes.items():
        setting = SETTINGS.get(key)
        title = _(setting.title) if setting is not None else _("a setting that is no more")
        if value is None:
            parts.append(pod + _("“{setting}” was taken back.").format(setting=title))
        else:
            value_text = str(value) if setting is None else _value_text(s, setting, value)
            parts.append(pod + _("“{setting}” was set to {value}.").format(setting=title, value=_trim_stop(value_text)))
    return _sentences(*parts)


def _value_text(s: _FactWords, setting: Setting[object], value: object) -> str:
    """A setting's value as a page names it."""
    return s.texts.note(setting.display_value(s.event.state.ruleset, value))


def _entered_text(s: _FactWords, fact: Entered) -> str:
    nos = [entrant.no for entrant in fact.entrants]
    text = s.texts.ngettext("{names} was entered.", "{names} were entered.", len(nos))
    return text.format(names=s.names(nos))


def _edited_text(s: _FactWords, fact: Edited) -> str:
    _ = s.texts.gettext
    keys = (key for key in (*fact.changes, *fact.personal) if key != "bye_points")  # always together with “absent”
    fields = ", ".join(dict.fromkeys(_field_label(s, key) for key in keys))
    if not fields:
        return _("{name} was changed.").format(name=s.name(fact.no))
    return _("{name} was changed: {fields}.").format(name=s.name(fact.no), fields=fields)


def _field_label(s: _FactWords, key: str) -> str:
    """A field as the player's sheet calls it."""
    known = BY_NAME.get({"bye_points": "absent"}.get(key, key))
    if known is None or known.label is None:
        return s.texts.gettext("other details")
    return s.texts.note(known.label)


def _late_text(s: _FactWords, fact: Late) -> str:
    count = len(fact.joining.losses)
    text = s.texts.ngettext("{name} joined {pod} late, with {count} loss.",
                            "{name} joined {pod} late, with {count} losses.", count)  # fmt: skip
    return text.format(name=s.name(fact.entrant.no), pod=s.pod(fact.joining.pod), count=count)


def _dropped_text(s: _FactWords, fact: Dropped) -> str:
    _ = s.texts.gettext
    kinds = {"disqualified": _("{name} was disqualified."), "expelled": _("{name} was expelled."),
             "no-show": _("{name} did not come.")}  # fmt: skip
    text = kinds.get(fact.kind, _("{name} left.")).format(name=s.name(fact.no))
    return _sentences(text, s.reason(fact.reason), s.each(fact.results))


def _checked_in_text(s: _FactWords, fact: CheckedIn) -> str:
    _ = s.texts.gettext
    text = _("Here for round {round}: {names}.") if fact.here else _("Not here for round {round}: {names}.")
    return text.format(round=fact.round, names=s.names(fact.nos))


def _claimed_text(s: _FactWords, fact: Claimed) -> str:
    _ = s.texts.gettext
    agreed = _("Both agree.") if fact.results else ""
    text = _("{name} reported a result.").format(name=s.name(fact.no))
    return _sentences(text, s.result(fact.round, fact.table, fact.result), agreed)


def _advanced_text(s: _FactWords, fact: Advanced) -> str:
    pods = ", ".join(f"{s.pod(pod.id)} ({len(pod.members)})" for pod in fact.pods)
    return s.texts.gettext("The next phase was made: {pods}.").format(pods=pods)


def _results_text(s: _FactWords, fact: Results) -> str:
    results = fact.results
    if len(results) == 1:
        return _sentences(s.each(results), s.reason(fact.reason))
    text = s.texts.ngettext("{count} result of round {round} was recorded.",
                            "{count} results of round {round} were recorded.", len(results))  # fmt: skip
    return _sentences(
        text.format(count=len(results), round=results[0].number if results else ""), s.reason(fact.reason)
    )


def _penalised_text(s: _FactWords, fact: Penalised) -> str:
    _ = s.texts.gettext
    text = _("{name} was penalised: {kind}.").format(name=s.name(fact.no), kind=penalty_word(s.texts, fact.kind))
    return _sentences(text, s.reason(fact.reason))


def _checks_drawn_text(s: _FactWords, fact: ChecksDrawn) -> str:
    text = s.texts.gettext("Drawn for a check in round {round}, draw {draw}: {names}.")
    return text.format(round=fact.round, draw=fact.draw, names=s.names([no for _, no in fact.chosen]))


def _check_outcome_text(s: _FactWords, fact: CheckOutcome) -> str:
    _ = s.texts.gettext
    text = _("{name} was checked in round {round}: {outcome}.")
    text = text.format(name=s.name(fact.no), round=fact.round, outcome=penalty_word(s.texts, fact.outcome))
    return _sentences(text, s.each(fact.results))


def _list_text(s: _FactWords, fact: ListHandedIn) -> str:
    _ = s.texts.gettext
    words = {
        "deck": _("deck"),
        "vgc": _("team"),
        "squad": _("squad"),
        "text": _("text"),
        "photo": _("photo"),
        "lock": _("QR code"),
    }
    lists = ", ".join(f"{words.get(row.kind, row.kind)} {row.number}" for row in fact.lists)
    text = _("{name} handed in a list: {lists}.") if fact.by_player else _("The desk took a list of {name}: {lists}.")
    return text.format(name=s.name(fact.no), lists=lists)


def _extended_text(s: _FactWords, fact: Extended) -> str:
    text = s.texts.gettext("Round {round}, table {table}: {minutes} minutes more.")
    text = text.format(round=fact.round, table=fact.table, minutes=fact.minutes)
    return _sentences(text, s.reason(fact.reason))


def _judge_text(s: _FactWords, fact: JudgeCalled) -> str:
    _ = s.texts.gettext
    if fact.came:
        return _("Round {round}, table {table}: a judge came.").format(round=fact.round, table=fact.table)
    text = _("Round {round}, table {table}: {name} called a judge.")
    return text.format(round=fact.round, table=fact.table, name=s.name(fact.no))


def _announced_text(s: _FactWords, fact: Announced) -> str:
    _ = s.texts.gettext
    if fact.withdraw:
        return _("The announcement of entry {seq} was taken off the screens.").format(seq=fact.withdraw)
    return _("Announced: “{text}”").format(text=fact.text)


def _clock_text(s: _FactWords, fact: ClockSet) -> str:
    _ = s.texts.gettext
    paused = fact.paused_at
    text = _("The clock of {minutes} minutes was paused.") if paused else _("The clock was set to {minutes} minutes.")
    return text.format(minutes=fact.minutes)


def _hand_phase_text(s: _FactWords, fact: HandPhase) -> str:
    _ = s.texts.gettext
    return (
        _("Round {round} is being paired by hand: {pods}.")
        if fact.open
        else _("Pairing round {round} by hand is done: {pods}.")
    )


def _held_text(s: _FactWords, fact: TomHeld) -> str:
    _ = s.texts.gettext
    return (
        _("Round {round} waits until somebody publishes it: {pods}.")
        if fact.held
        else _("Round {round} does not wait any more: {pods}.")
    )


def _tom_note_text(s: _FactWords, fact: TomNoted) -> str:
    if fact.done:
        return s.texts.gettext("A note for TOM is done.")
    text = fact.text or s.texts.note(drop_note(s.event, fact.no))
    return s.texts.gettext("A note for TOM: “{text}”").format(text=text)


def _rating_corrected_text(s: _FactWords, fact: RatingCorrected) -> str:
    text = s.texts.gettext("Round {round}, table {table}: for the ratings it counts as: {result}.")
    return text.format(round=fact.number, table=fact.table, result=s.ending(fact.number, fact.table, fact.result))


def _renumbered_text(s: _FactWords, fact: Renumbered) -> str:
    count = len(fact.numbers)
    return s.texts.ngettext("{count} player has a new number.", "{count} players have new numbers.", count).format(
        count=count
    )


def _about_entrant(sentence: Callable[[Catalogue], str]) -> Callable[[_FactWords, Any], str]:
    """A sentence about one entrant."""
    return lambda s, fact: sentence(s.texts).format(name=s.name(fact.no))


_SENTENCES: Mapping[type[Fact], Callable[[_FactWords, Any], str]] = {
    TournamentCreated: _created_text,
    SettingsSet: _settings_text,
    Applied: lambda s, fact: s.texts.gettext("{name} registered.").format(name=s.name(fact.entrant.no)),
    Declined: _about_entrant(lambda texts: texts.gettext("{name} does not wait any more.")),
    Entered: _entered_text,
    Edited: _edited_text,
    Removed: _about_entrant(lambda texts: texts.gettext("{name} was taken out.")),
    Late: _late_text,
    Dropped: _dropped_text,
    Undropped: _about_entrant(lambda texts: texts.gettext("{name} came back.")),
    Forgotten: _about_entrant(lambda texts: texts.gettext("{name} was forgotten.")),
    CheckedIn: _checked_in_text,
    RoundsPaired: _per_round(_paired_text),
    Redrawn: _per_round(lambda s, _: s.texts.gettext("Round {round} was paired again: {pods}.")),
    Swapped: _per_round(lambda s, _: s.texts.gettext("Round {round} was changed by hand: {pods}.")),
    Published: _per_round(lambda s, _: s.texts.gettext("Round {round} was published: {pods}.")),
    Started: _per_round(lambda s, _: s.texts.gettext("Round {round} was started: {pods}.")),
    Finished: _per_round(lambda s, _: s.texts.gettext("Round {round} was finished: {pods}.")),
    Results: _results_text,
    Claimed: _claimed_text,
    Advanced: _advanced_text,
    Penalised: _penalised_text,
    ChecksDrawn: _checks_drawn_text,
    CheckOutcome: _check_outcome_text,
    ListHandedIn: _list_text,
    ListWithdrawn: _about_entrant(lambda texts: texts.gettext("A list of {name} was withdrawn.")),
    Extended: _extended_text,
    Announced: _announced_text,
    ClockSet: _clock_text,
    JudgeCalled: _judge_text,
    HandPhase: _per_round(_hand_phase_text),
    RatingCorrected: _rating_corrected_text,
    Renumbered: _renumbered_text,
    Noted: lambda s, _: s.texts.gettext("What else stood in the imported file is kept."),
    TomHeld: _per_round(_held_text),
    LeftFideMode: lambda s, fact: s.texts.gettext("The event left FIDE mode: {reason}.").format(
        reason=_trim_stop(fact.reason)
    ),
    TournamentClosed: lambda s, fact: (
        s.texts.gettext("The event was closed.") if fact.closed else s.texts.gettext("The event was opened again.")
    ),
    Saved: lambda s, fact: f"{s.texts.note(describe_saved_fact(fact, s.event), s.pod)}.",
    TomNoted: _tom_note_text,
    TomSettled: lambda s, fact: (
        s.texts.gettext("Round {round}: our result stands, TOM's is to be corrected.").format(round=fact.key.number)
        if fact.ours
        else s.texts.gettext("Round {round}: TOM's result stands.").format(round=fact.key.number)
    ),
    TomStopped: lambda s, _: s.texts.gettext("TOM's file is not followed any more."),
    TomWritten: lambda s, fact: s.texts.ngettext(
        "{count} result was written into a file for TOM.",
        "{count} results were written into a file for TOM.",
        len(fact.results),
    ).format(count=len(fact.results)),
    Undone: lambda s, fact: s.texts.gettext("Entry {seq} was undone.").format(seq=fact.seq),
}
