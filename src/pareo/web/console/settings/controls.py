"""Each setting as a control of a page: what it shows now, what it can be, what the document says.

A setting is stored as a text; a control shows that text as a switch, a list to choose from, a number with steps, rows
of a small table, tie-breaks in their order, birth years, or tables to touch. `reading` turns what the page sends into
that text again.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from pareo.app.queries.people.divisions_by_age import divisions_by
from pareo.app.wording.tiebreak_options import describe_choice, option_label
from pareo.core.model.ruleset import Ruleset, TiebreakUse
from pareo.core.rules.birth_years import season_of
from pareo.core.rules.ruleset_file import parse_ruleset
from pareo.core.settings.divisions import BIRTH_YEARS
from pareo.core.settings.event import DATE, NAME
from pareo.core.settings.registry import SETTINGS, all_settings
from pareo.core.settings.rounds import ROUNDS
from pareo.core.settings.setting import YES_NO, Setting, SettingGroup
from pareo.core.settings.small_table import SettingColumn, SmallTable
from pareo.core.settings.table_settings import table_numbers, table_ranges
from pareo.core.standings.tiebreaks.codes import CODES
from pareo.core.standings.tiebreaks.order import ROUND_ROBIN, read_tiebreaks, tiebreaks_text
from pareo.core.standings.tiebreaks.own_results import LOT
from pareo.core.standings.tiebreaks.registry import TIEBREAKS
from pareo.core.standings.tiebreaks.tiebreak import NUMBER, PERCENT
from pareo.core.text.errors import PareoError
from pareo.core.tournament.tournament import Tournament

Words = Callable[[str], str]
_PLAIN = (SettingGroup.EVENT, SettingGroup.PRIZES)  # the event's own facts: no document says anything about them
_TILES, _MOST_TILES = 20, 200
_INPUTS = {"number": "number", "date": "date", "time": "time", "moment": "datetime-local"}


@dataclass(frozen=True, slots=True)
class SettingsContext:
    """The event whose settings are shown, and in which language."""

    say: Words
    t: Tournament
    document: Ruleset  # the ruleset as its document has it, without the settings of the event
    pod: str | None


@dataclass(frozen=True, slots=True)
class ControlCell:
    """One field in a row of a control."""

    name: str  # of the field in the form
    label: str
    value: str
    options: Mapping[str, str] | None = None
    decimal: bool = False


@dataclass(frozen=True, slots=True)
class ControlRow:
    """One row of a small table, or one tie-break."""

    number: int
    cells: tuple[ControlCell, ...]
    title: str = ""
    about: str = ""


@dataclass(frozen=True, slots=True)
class Control:
    """One setting on the page, as its control shows it."""

    key: str
    label: str
    hint: str
    kind: str  # text number date time moment zone | choice switch rounds | rows order years tables
    value: str  # the text now; empty: not set
    usual: str = ""  # what counts where nothing is set, as text
    usual_summary: str = ""  # `usual` in words
    summary: str = ""  # the value in words
    options: Mapping[str, str] = field(default_factory=dict)
    changed: bool = False  # it is not as the document says
    locked: bool = False  # must be decided before round 1 starts, and it has started
    lines: tuple[ControlRow, ...] = ()
    ordered: bool = False
    one: bool = False
    more: Mapping[str, str] = field(default_factory=dict)  # tie-breaks that can be added
    tiles: tuple[tuple[int, bool], ...] = ()
    season: str = ""
    untouched: str = ""  # the text that its rows would be sent as, if nobody changed them

    @property
    def input(self) -> str:
        """The type of the input field."""
        return _INPUTS.get(self.kind, "text")

    @property
    def field_value(self) -> str:
        """The text as the input field of the page wants it."""
        return self.value.replace(" ", "T") if self.kind == "moment" else self.value


def current(t: Tournament, pod: str | None, *, shares: bool = False) -> dict[str, str]:
    """Every setting as text, empty where nothing is set. `shares`: those of a division that shares a pod."""
    stored = t.settings if pod is None else t.pod_settings.get(pod, {})
    values = {
        s.key: s.text_in(stored) for s in all_settings() if pod is None or (s.per_division if shares else s.per_pod)
    }
    if pod is None:
        values[NAME.key] = t.name
    return values


def controls(_: Words, t: Tournament, pod: str | None, *, shares: bool = False) -> dict[str, Control]:
    """The control of every setting that this event has. Settings with nothing to choose from (no tiers, no tables) are
    left out, and those that these rules do not know: birth years without divisions, a second day."""
    context = SettingsContext(_, t, parse_ruleset(t.ruleset.text, name=t.ruleset.id), pod)
    values = current(t, pod, shares=shares)
    by_key = {}
    for key, s in SETTINGS.items():
        options = choices_of(_, t.ruleset, s)
        if key in values and (options or s.kind.choices is None) and s.concerns(t.ruleset):
            by_key[key] = _control(context, s, values[key], options)
    return by_key


def choices_of(_: Words, ruleset: Ruleset, s: Setting[Any]) -> dict[str, str]:
    """The choices of a setting, by value, in the reader's language; empty where it is not chosen from a list."""
    choices = s.kind.choices(ruleset) if s.kind.choices is not None else {}
    return {key: _(name) if s.kind.translated else name for key, name in choices.items()}


def _control(context: SettingsContext, s: Setting[Any], value: str, options: dict[str, str]) -> Control:
    _, usual = context.say, _usual(context, s)
    if value and options and value not in options:  # set by a command, in words that the page does not offer
        options = {**options, value: value}
    kind = _kind(s, options)
    hint = _(s.help)
    if any(choice.setting == s.key and choice.confidence == 1 for choice in context.document.choices):
        hint += " " + _("Not confirmed: check your handbook.")
    base = Control(
        s.key,
        _(s.title),
        hint,
        kind,
        value,
        usual=usual,
        usual_summary=options.get(usual, usual) if usual else "",
        summary=options.get(value, value),
        options=options,
        locked=s.before_start and context.t.started,
        changed=bool(value) and s.group not in _PLAIN and value != usual,
    )
    return _MORE[kind](context, base) if kind in _MORE else base


def _usual(context: SettingsContext, s: Setting[Any]) -> str:
    """The value that counts where nothing is set: for a pod that of the event, else that of the document."""
    if context.pod is not None and (text := s.text_in(context.t.settings)):
        return text
    if s.usual is not None:
        return s.usual(context.document)
    return "no" if s.kind is YES_NO else ""


def _kind(s: Setting[Any], options: Mapping[str, str]) -> str:
    if s.key == ROUNDS.key:
        return "rounds"
    if s.kind is YES_NO:
        return "switch"
    if options:
        return "choice"
    return "rows" if s.kind.table is not None else s.kind.field


# --- controls of more than one field ----------------------------------------------------------------------------------


def _rows(context: SettingsContext, base: Control) -> Control:
    _, table = context.say, SETTINGS[base.key].kind.table
    if table is None:
        return base
    rows, usual = table_rows(table, base.value or base.usual), table_rows(table, base.usual)
    lines = lines_of(_, base.key, table, rows)
    return replace(
        base,
        lines=lines,
        ordered=table.ordered,
        one=table.one,
        summary=_rows_summary(lines),
        usual_summary=_rows_summary(lines_of(_, base.key, table, usual)),
        untouched=table.text(rows) if rows else "",
    )


def table_rows(table: SmallTable, text: str) -> list[Mapping[str, str]]:
    """The rows in the text of a setting; none where it cannot be read."""
    try:
        return list(table.rows(text)) if text else []
    except (ValueError, IndexError, KeyError, PareoError):
        return []


def lines_of(_: Words, key: str, table: SmallTable, rows: Sequence[Mapping[str, str]]) -> tuple[ControlRow, ...]:
    """The rows of a small table as fields of the form, and an empty row for more."""
    return tuple(
        ControlRow(n, tuple(_cell(_, f"{key}.{n}.{c.name}", c, row.get(c.name, "")) for c in table.columns))
        for n, row in enumerate([*rows, *([] if table.one and rows else [{}])], 1)
    )


def _cell(_: Words, name: str, column: SettingColumn, value: str) -> ControlCell:
    if column.choices is None:
        return ControlCell(name, _(column.label), value, decimal=column.kind == "decimal")
    options = {"": _(column.blank) if column.blank else "–"} if column.blank or not value else {}
    options |= {key: _(text) for key, text in column.choices.items()}
    if value and value not in options:
        options[value] = value
    return ControlCell(name, _(column.label), value, options)


def _rows_summary(rows: Sequence[ControlRow]) -> str:
    """The rows in a few words, for the fold."""
    summaries = []
    for row in rows:
        if not row.cells[0].value:
            continue
        words = [(cell.options or {}).get(cell.value, cell.value) for cell in row.cells[:3] if cell.value]
        summaries.append(" ".join(words))
    return ", ".join(summaries[:4]) + (" …" if len(summaries) > 4 else "")


def _order(context: SettingsContext, base: Control) -> Control:
    _ = context.say
    uses = _uses(base.value or base.usual)
    unused = {
        id_: _tiebreak_title(_, id_) for id_ in _offered_tiebreaks(context) if id_ not in {use.id for use in uses}
    }
    return replace(
        base,
        lines=order_lines(_, base.key, uses),
        ordered=True,
        more=unused,
        summary=_order_summary(_, uses),
        usual_summary=_order_summary(_, _uses(base.usual)),
        untouched=tiebreaks_text(uses),
    )


def _offered_tiebreaks(context: SettingsContext) -> list[str]:
    """The tie-breaks to choose from: for chess FIDE's codes, for other games our words (F-114); in a round robin no
    Buchholz (F-115)."""
    chess, robin = context.t.ruleset.game == "chess", context.t.style == ROUND_ROBIN
    return [
        id_
        for id_, tiebreak in TIEBREAKS.items()
        if ((id_ in CODES) == chess and not (robin and tiebreak.swiss_only)) or id_ == LOT.id
    ]


def _uses(text: str) -> tuple[TiebreakUse, ...]:
    try:
        return read_tiebreaks(text) if text else ()
    except PareoError:
        return ()


def _tiebreak_title(_: Words, id_: str) -> str:
    tiebreak = TIEBREAKS[id_]
    if id_ in CODES:
        return f"{id_} · {_(tiebreak.title)}"
    return f"{_(tiebreak.title)} ({tiebreak.program})" if tiebreak.program else _(tiebreak.title)


def _order_summary(_: Words, uses: Sequence[TiebreakUse]) -> str:
    return ", ".join(use.id if use.id in CODES else _(TIEBREAKS[use.id].short) for use in uses) or _("points alone")


def order_lines(_: Words, key: str, uses: Sequence[TiebreakUse]) -> tuple[ControlRow, ...]:
    """The tie-breaks as rows of the form, in order, each with its options."""
    rows = []
    for n, use in enumerate(uses, 1):
        tiebreak = TIEBREAKS[use.id]
        cells = [ControlCell(f"{key}.{n}.id", _("Tie-break"), use.id, {})]
        for name, kind in tiebreak.options.items():
            value = str(use.options.get(name, ""))
            options = None if kind in (NUMBER, PERCENT) else {"": _("default")}
            if options is not None:
                words = (*kind, *map(str, range(1, 6))) if NUMBER in kind else kind
                options |= {word: _(describe_choice(name, word)) for word in words if word != NUMBER}
            if options is not None and value and value not in options:
                options[value] = value
            cells.append(
                ControlCell(f"{key}.{n}.{name}", _(option_label(name)), value, options, decimal=kind == PERCENT)
            )
        rows.append(ControlRow(n, tuple(cells), _tiebreak_title(_, use.id), _(tiebreak.meaning)))
    return tuple(rows)


def _years(context: SettingsContext, base: Control) -> Control:
    """The control of birth years: the first year of each division but the oldest, and the season they are for."""
    _, t = context.say, context.t
    rules = divisions_by(t.ruleset, t.settings)
    divisions = rules.divisions if rules is not None else ()
    lines = tuple(
        ControlRow(
            n,
            (
                ControlCell(
                    f"{base.key}.{n}.year", _("{division} from").format(division=_(d.title)), str(d.born_from or "")
                ),
                ControlCell(f"{base.key}.{n}.id", "", d.id, {}),
            ),
            _(d.title),
        )
        for n, d in enumerate(divisions[:-1], 1)
    )
    summary = ", ".join(
        [
            f"{_(d.title)} {d.born_from} – {d.born_to}" if d.born_to else f"{_(d.title)} {d.born_from}+"
            for d in divisions[:-1]
            if d.born_from
        ]
    )
    ends = season_of(t.setting(DATE) or "")
    return replace(
        base,
        lines=lines,
        summary=summary,
        usual_summary=summary,
        season=f"{ends - 1} – {ends % 100:02}" if ends else "",
        changed=BIRTH_YEARS.key in t.settings,
        untouched=";".join(f"{d.id}={d.born_from or ''}" for d in divisions[:-1]),
    )


def _tables(context: SettingsContext, base: Control) -> Control:
    """The control of blocked tables: as many tables to touch as the event may need, with those that are blocked."""
    try:
        blocked = set(table_numbers(base.value or base.usual))
    except ValueError:
        blocked = set()
    needed = -(-len(context.t.entrants) // 2) + len(blocked)
    last = min(_MOST_TILES, max(_TILES, -(-needed // 10) * 10, max(blocked, default=0)))
    numbers = sorted({*range(1, last + 1), *blocked})
    return replace(
        base, tiles=tuple((number, number in blocked) for number in numbers), untouched=table_ranges(sorted(blocked))
    )


_MORE: Mapping[str, Callable[[SettingsContext, Control], Control]] = {
    "rows": _rows,
    "order": _order,
    "years": _years,
    "tables": _tables,
}
