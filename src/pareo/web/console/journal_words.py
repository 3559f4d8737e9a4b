"""What an entry of the journal says, in the reader's language: a word for the action and a short sentence of facts."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from pareo.app.desk import Event
from pareo.core.journal.fact import Fact
from pareo.core.journal.facts import Created, SettingsSet, Undone
from pareo.core.journal.floor_facts import (
    Announced,
    Checked,
    ChecksDrawn,
    Claimed,
    ClockSet,
    Extended,
    Inspected,
    ListHandedIn,
    ListWithdrawn,
    Penalised,
)
from pareo.core.journal.people_facts import Dropped, Edited, Entered, Forgotten, Late, Removed, Undropped
from pareo.core.journal.round_facts import (
    Advanced,
    Finished,
    Paired,
    Published,
    Redrawn,
    Results,
    Started,
    Swapped,
)
from pareo.core.journal.rows import ResultAt
from pareo.core.state.outcome import Result
from pareo.core.state.result_text import format_result
from pareo.web.i18n import Texts
from pareo.web.pod_words import namer

_NAMES_SHOWN = 4
_SAME_PERSON = "the same person as "


def action_words(texts: Texts) -> dict[str, str]:
    """Every action by its word, in the order in which a filter offers them."""
    _ = texts.gettext
    return {
        "created": _("created"),
        "set": _("settings"),
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
        "extended": _("extra time"),
        "announced": _("announcement"),
        "clock": _("clock"),
        "noted": _("note"),
        "undone": _("undo"),
    }


def reason_said(texts: Texts, reason: str) -> str:
    """A reason as it is shown: those the program writes itself are said in the reader's language."""
    _ = texts.gettext
    ours = {"not checked in": _("not checked in"), "intentional draw": _("intentional draw"),
            "list check": _("list check")}
    if reason.startswith(_SAME_PERSON):
        return _("the same person as {id}").format(id=reason.removeprefix(_SAME_PERSON))
    return ours.get(reason, reason)


def described(texts: Texts, event: Event, fact: Fact) -> str:
    """A fact in a few words; empty where the action says it all."""
    tell = _TELLERS.get(type(fact))
    said = tell(_Speaker(texts, event), fact) if tell is not None else ""
    if fact.override:
        said = f"{said} · " if said else ""
        said += texts.gettext("against the document: {reason}").format(reason=fact.override)
    return said


class _Speaker:
    """Words and names at hand."""

    def __init__(self, texts: Texts, event: Event) -> None:
        self.texts = texts
        self.event = event
        self.pod = namer(texts, event.state)

    def name(self, no: object) -> str:
        """Somebody's name; his number if he was taken out since."""
        return self.event.name(no) if isinstance(no, int) and no in self.event.state.entrants else f"#{no}"

    def names(self, nos: Sequence[object]) -> str:
        shown = ", ".join(self.name(no) for no in nos[:_NAMES_SHOWN])
        return f"{shown} … ({len(nos)})" if len(nos) > _NAMES_SHOWN else shown

    def result(self, number: int, table: int, result: Result | None) -> str:
        _ = self.texts.gettext
        said = _("taken back") if result is None else format_result(result, self.event.state.ruleset.results)
        return _("round {round}, table {table}: {result}").format(round=number, table=table, result=said)

    def each(self, told: Sequence[ResultAt]) -> list[str]:
        return [self.result(one.number, one.table, one.result) for one in told]

    def results(self, told: Sequence[ResultAt]) -> str:
        if len(told) == 1:
            return self.each(told)[0]
        many = self.texts.ngettext("{count} result of round {round}", "{count} results of round {round}", len(told))
        return many.format(count=len(told), round=told[0].number if told else "")


def _rounds(s: _Speaker, fact: Paired | Published | Started | Finished) -> str:
    _ = s.texts.gettext
    pods: dict[int, list[str]] = {}
    for one in fact.rounds:
        pods.setdefault(one.number, []).append(s.pod(one.pod))
    return " · ".join(
        _("round {round}: {pods}").format(round=number, pods=", ".join(names)) for number, names in pods.items()
    )


def _settings(s: _Speaker, fact: SettingsSet) -> str:
    pod = f"{s.pod(fact.pod)}: " if fact.pod else ""
    return pod + ", ".join(f"{key} = {'–' if value is None else value}" for key, value in fact.changes.items())


def _entered(s: _Speaker, fact: Entered) -> str:
    return s.names([entrant.no for entrant in fact.entrants])


def _edited(s: _Speaker, fact: Edited) -> str:
    fields = [s.texts.gettext(key) for key in (*fact.changes, *fact.personal)]
    return f"{s.name(fact.no)}: {', '.join(dict.fromkeys(fields))}" if fields else s.name(fact.no)


def _late(s: _Speaker, fact: Late) -> str:
    count = len(fact.joining.losses)
    lost = s.texts.ngettext("{count} loss", "{count} losses", count).format(count=count)
    return f"{s.name(fact.entrant.no)} · {s.pod(fact.joining.pod)} · {lost}"


def _dropped(s: _Speaker, fact: Dropped) -> str:
    _ = s.texts.gettext
    kinds = {"drop": _("drop"), "disqualified": _("disqualified"), "expelled": _("expelled"), "no-show": _("no-show")}
    parts = [s.name(fact.no), kinds.get(fact.kind, fact.kind), reason_said(s.texts, fact.reason)]
    return " · ".join(filter(None, [*parts, *s.each(fact.results)]))


def _checked(s: _Speaker, fact: Checked) -> str:
    _ = s.texts.gettext
    said = _("here for round {round}: {names}") if fact.here else _("not here for round {round}: {names}")
    return said.format(round=fact.round, names=s.names(fact.nos))


def _claimed(s: _Speaker, fact: Claimed) -> str:
    said = s.result(fact.round, fact.table, fact.result)
    agreed = f" · {s.texts.gettext('both agree')}" if fact.results else ""
    return f"{s.name(fact.no)}, {said}{agreed}"


def _advanced(s: _Speaker, fact: Advanced) -> str:
    return ", ".join(f"{s.pod(pod.id)} ({len(pod.members)})" for pod in fact.pods)


def _results(s: _Speaker, fact: Results) -> str:
    return " · ".join(filter(None, (s.results(fact.results), reason_said(s.texts, fact.reason))))


def _penalised(s: _Speaker, fact: Penalised) -> str:
    return " · ".join(filter(None, (s.name(fact.no), s.texts.gettext(fact.kind), fact.reason)))


def _drawn(s: _Speaker, fact: ChecksDrawn) -> str:
    said = s.texts.gettext("round {round}, draw {draw}: {names}")
    return said.format(round=fact.round, draw=fact.draw, names=s.names([no for _, no in fact.chosen]))


def _inspected(s: _Speaker, fact: Inspected) -> str:
    _ = s.texts.gettext
    parts = [s.name(fact.no), _("round {round}").format(round=fact.round), _(fact.outcome)]
    return " · ".join([*parts, *s.each(fact.results)])


def _list(s: _Speaker, fact: ListHandedIn) -> str:
    _ = s.texts.gettext
    words = {"deck": _("deck"), "vgc": _("team"), "squad": _("squad"), "text": _("text"), "photo": _("photo"),
             "lock": _("QR code")}
    rows = [f"{words.get(row.kind, row.kind)} {row.number}" for row in fact.lists]
    by = [_("by the player")] if fact.by_player else []
    return " · ".join([s.name(fact.no), *rows, *by])


def _extended(s: _Speaker, fact: Extended) -> str:
    said = s.texts.gettext("round {round}, table {table}: {minutes} minutes")
    said = said.format(round=fact.round, table=fact.table, minutes=fact.minutes)
    return " · ".join(filter(None, (said, fact.reason)))


def _announced(s: _Speaker, fact: Announced) -> str:
    if fact.withdraw:
        return s.texts.gettext("entry {seq} taken off the screens").format(seq=fact.withdraw)
    return fact.text


def _clock(s: _Speaker, fact: ClockSet) -> str:
    _ = s.texts.gettext
    said = _("paused at {minutes} minutes") if fact.paused_at else _("{minutes} minutes")
    return said.format(minutes=fact.minutes)


def _who(s: _Speaker, fact: Removed | Undropped | Forgotten | ListWithdrawn) -> str:
    return s.name(fact.no)


_TELLERS: Mapping[type[Fact], Callable[[_Speaker, Any], str]] = {
    Created: lambda _, fact: f"{fact.name} · {fact.ruleset_id}",
    SettingsSet: _settings,
    Entered: _entered,
    Edited: _edited,
    Removed: _who,
    Late: _late,
    Dropped: _dropped,
    Undropped: _who,
    Forgotten: _who,
    Checked: _checked,
    Paired: _rounds,
    Redrawn: _rounds,
    Swapped: _rounds,
    Published: _rounds,
    Started: _rounds,
    Finished: _rounds,
    Results: _results,
    Claimed: _claimed,
    Advanced: _advanced,
    Penalised: _penalised,
    ChecksDrawn: _drawn,
    Inspected: _inspected,
    ListHandedIn: _list,
    ListWithdrawn: _who,
    Extended: _extended,
    Announced: _announced,
    ClockSet: _clock,
    Undone: lambda s, fact: s.texts.gettext("entry {seq}").format(seq=fact.seq),
}
