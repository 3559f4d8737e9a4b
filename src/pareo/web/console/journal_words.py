"""What an entry of the journal says, in the reader's language: a word for the action and a short sentence of facts."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from pareo.app.desk import Event
from pareo.core.journal.fold import result_from_data
from pareo.core.state.result_text import format_result
from pareo.web.i18n import Texts
from pareo.web.pod_words import namer

Data = Mapping[str, Any]
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


def described(texts: Texts, event: Event, action: str, data: Data) -> str:
    """The facts of an entry in a few words; empty where the action says it all."""
    tell = _TELLERS.get(action)
    said = tell(_Speaker(texts, event), data) if tell is not None else ""
    override = data.get("override")
    if override:
        said = f"{said} · " if said else ""
        said += texts.gettext("against the document: {reason}").format(reason=override)
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

    def result(self, row: Sequence[Any]) -> str:
        number, table, data = row[1:4]
        _ = self.texts.gettext
        said = _("taken back") if data is None else format_result(
            result_from_data(data), self.event.state.ruleset.results
        )
        return _("round {round}, table {table}: {result}").format(round=number, table=table, result=said)

    def results(self, rows: Sequence[Sequence[Any]]) -> str:
        if len(rows) == 1:
            return self.result(rows[0])
        many = self.texts.ngettext("{count} result of round {round}", "{count} results of round {round}", len(rows))
        return many.format(count=len(rows), round=rows[0][1] if rows else "")


def _rounds(s: _Speaker, data: Data) -> str:
    _ = s.texts.gettext
    pods: dict[int, list[str]] = {}
    for row in data["rounds"]:
        pods.setdefault(row["number"], []).append(s.pod(row["pod"]))
    return " · ".join(
        _("round {round}: {pods}").format(round=number, pods=", ".join(names)) for number, names in pods.items()
    )


def _settings(s: _Speaker, data: Data) -> str:
    pod = f"{s.pod(data['pod'])}: " if data.get("pod") else ""
    return pod + ", ".join(f"{key} = {'–' if value is None else value}" for key, value in data["changes"].items())


def _entered(s: _Speaker, data: Data) -> str:
    return s.names([row["no"] for row in data["entrants"]])


def _edited(s: _Speaker, data: Data) -> str:
    fields = [s.texts.gettext(key) for key in (*data["changes"], *data.get("personal", ()))]
    return f"{s.name(data['no'])}: {', '.join(dict.fromkeys(fields))}" if fields else s.name(data["no"])


def _late(s: _Speaker, data: Data) -> str:
    lost = s.texts.ngettext("{count} loss", "{count} losses", len(data["losses"])).format(count=len(data["losses"]))
    return f"{s.name(data['entrant']['no'])} · {s.pod(data['pod'])} · {lost}"


def _dropped(s: _Speaker, data: Data) -> str:
    kind = data.get("kind", "drop")
    _ = s.texts.gettext
    kinds = {"drop": _("drop"), "disqualified": _("disqualified"), "expelled": _("expelled"), "no-show": _("no-show")}
    parts = [s.name(data["no"]), kinds.get(kind, kind), reason_said(s.texts, data.get("reason", ""))]
    parts += [s.result(row) for row in data.get("results", ())]
    return " · ".join(filter(None, parts))


def _checked(s: _Speaker, data: Data) -> str:
    _ = s.texts.gettext
    said = _("here for round {round}: {names}") if data["here"] else _("not here for round {round}: {names}")
    return said.format(round=data["round"], names=s.names(data["nos"]))


def _claimed(s: _Speaker, data: Data) -> str:
    said = s.result(("", data["round"], data["table"], data["result"]))
    agreed = f" · {s.texts.gettext('both agree')}" if data.get("results") else ""
    return f"{s.name(data['no'])}, {said}{agreed}"


def _advanced(s: _Speaker, data: Data) -> str:
    return ", ".join(f"{s.pod(pod['id'])} ({len(pod['members'])})" for pod in data["pods"])


def _results(s: _Speaker, data: Data) -> str:
    return " · ".join(filter(None, (s.results(data["results"]), reason_said(s.texts, data.get("reason", "")))))


def _penalised(s: _Speaker, data: Data) -> str:
    return " · ".join(filter(None, (s.name(data["no"]), s.texts.gettext(data["kind"]), data.get("reason", ""))))


def _drawn(s: _Speaker, data: Data) -> str:
    said = s.texts.gettext("round {round}, draw {draw}: {names}")
    return said.format(round=data["round"], draw=data["draw"], names=s.names([no for _, no in data["chosen"]]))


def _inspected(s: _Speaker, data: Data) -> str:
    _ = s.texts.gettext
    parts = [s.name(data["no"]), _("round {round}").format(round=data["round"]), _(data["outcome"])]
    return " · ".join([*parts, *(s.result(row) for row in data.get("results", ()))])


def _list(s: _Speaker, data: Data) -> str:
    _ = s.texts.gettext
    words = {"deck": _("deck"), "vgc": _("team"), "squad": _("squad"), "text": _("text"), "photo": _("photo"),
             "lock": _("QR code")}
    rows = [f"{words.get(row['kind'], row['kind'])} {row['number']}" for row in data["lists"]]
    by = [_("by the player")] if data.get("by_player") else []
    return " · ".join([s.name(data["no"]), *rows, *by])


def _extended(s: _Speaker, data: Data) -> str:
    said = s.texts.gettext("round {round}, table {table}: {minutes} minutes")
    said = said.format(round=data["round"], table=data["table"], minutes=data["minutes"])
    return " · ".join(filter(None, (said, data.get("reason", ""))))


def _announced(s: _Speaker, data: Data) -> str:
    if data.get("withdraw"):
        return s.texts.gettext("entry {seq} taken off the screens").format(seq=data["withdraw"])
    return str(data["text"])


def _clock(s: _Speaker, data: Data) -> str:
    _ = s.texts.gettext
    said = _("paused at {minutes} minutes") if data.get("paused_at") else _("{minutes} minutes")
    return said.format(minutes=data["minutes"])


_TELLERS: Mapping[str, Callable[[_Speaker, Data], str]] = {
    "created": lambda _, data: f"{data['name']} · {data['ruleset_id']}",
    "set": _settings,
    "entered": _entered,
    "edited": _edited,
    "removed": lambda s, data: s.name(data["no"]),
    "late": _late,
    "dropped": _dropped,
    "undropped": lambda s, data: s.name(data["no"]),
    "forgotten": lambda s, data: s.name(data["no"]),
    "checked": _checked,
    "paired": _rounds,
    "redrawn": _rounds,
    "swapped": _rounds,
    "published": _rounds,
    "started": _rounds,
    "finished": _rounds,
    "results": _results,
    "claimed": _claimed,
    "advanced": _advanced,
    "penalised": _penalised,
    "drawn": _drawn,
    "inspected": _inspected,
    "list": _list,
    "list-withdrawn": lambda s, data: s.name(data["no"]),
    "extended": _extended,
    "announced": _announced,
    "clock": _clock,
    "undone": lambda s, data: s.texts.gettext("entry {seq}").format(seq=data["seq"]),
}
