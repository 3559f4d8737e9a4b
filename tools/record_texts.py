"""Texts that stand in records and rulesets and are looked up by key, for `pybabel extract` (`make texts`).

A tie-break, a method, a setting, a role … is one record: its texts are taken from the record, so that whoever adds one
need not mark them. Everything else is marked where it stands, by the keywords in `pyproject.toml`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from pareo.app.accounts.permissions import ROLES
from pareo.app.commands.floor import floor
from pareo.app.commands.people import leaving
from pareo.app.wording.round_words import ENDS
from pareo.app.wording.ruleset_sections import RuleLine, RulesetSection, ruleset_sections
from pareo.core.journal.facts import ACTIONS
from pareo.core.model.list_checks import OUTCOMES
from pareo.core.model.outcome import Outcome
from pareo.core.model.player_fields import FIELDS
from pareo.core.model.ruleset import Ruleset
from pareo.core.pairing.registry import METHODS, reason_sentences
from pareo.core.rules import actions
from pareo.core.settings.registry import SETTINGS
from pareo.core.settings.setting import SettingGroup
from pareo.core.standings.tiebreaks.registry import TIEBREAKS
from pareo.core.text.former_texts import PAST_RULES
from pareo.core.tournament import fide_mode
from pareo.formats.registry import IMPORTERS
from pareo.formats.tables.mapping import PLAYER_FIELDS
from pareo.pages.exports import EXPORTS
from pareo.rulesets import available, load
from pareo.rulesets.series_presets import PRESETS, preset_plan

_OUR_REMARK = re.compile(r"choice\b|not said$")  # in the place of a document's paragraph


def extract(*_file: object, **_options: object) -> Iterator[tuple[int, None, str, list[str]]]:
    """What Babel asks of an extractor: line, function, text, comments."""
    yield from ((0, None, text, []) for text in (*records(), *phrases()) if text)


def records() -> Iterator[str]:
    """Texts of records and rulesets."""
    yield from (text for tiebreak in TIEBREAKS.values() for text in tiebreak.texts)
    yield from (exporter.title for exporter in EXPORTS.values())
    yield from (importer.title for importer in IMPORTERS.values())
    yield from PLAYER_FIELDS
    yield from (text for role in ROLES.values() for text in (role.title, role.does, role.for_programs))
    yield from (text for method in METHODS.values() for text in method.texts)
    yield from reason_sentences().values()
    yield from (text for kind in ACTIONS.values() for text in kind.texts())
    yield from (group.value for group in SettingGroup)
    for setting in SETTINGS.values():
        yield from (setting.title, setting.meaning, setting.takes, setting.help, setting.more)
        if setting.kind.choices is not None and setting.kind.translated:
            yield from setting.kind.choices(load(available()[0].id)).values()
        if setting.kind.table is not None:
            yield from setting.kind.table.texts()
    for action, row in actions.TABLE.items():
        yield action
        yield from (rule.reason for rule in row.values())
    for plan in map(preset_plan, PRESETS):
        yield from (plan.title, *plan.notes, *(kind.title for kind in (plan.places.kinds if plan.places else ())))
    yield from (text for rule in fide_mode.RULES for text in rule.texts)
    yield from (at.value for at in fide_mode.FideStage)
    yield from PAST_RULES.values()
    yield from (info.title for info in available())
    for info in available():
        yield from ruleset_texts(load(info.id))


def ruleset_texts(ruleset: Ruleset) -> Iterator[str]:
    """What a ruleset says itself."""
    yield from (*ruleset.notes, ruleset.document.title)
    yield from (word for word in [ruleset.document.edition] if re.search(r"[^\W\d_]{2}", word))  # not a bare date
    yield from (table.title for table in ruleset.advice.tables)
    yield from (ruleset.lists.note, *(reminder.text for reminder in ruleset.lists.squad.reminders))
    yield from ruleset.tier_names.values()
    yield from (*ruleset.round.at_time, *ruleset.round.at_time_cut)
    yield ruleset.document.note
    yield from (table.source for table in ruleset.advice.tables)
    yield from (text for choice in ruleset.choices for text in (choice.says, choice.source))
    yield from filter(_OUR_REMARK.match, _cites(ruleset_sections(ruleset)))


def _cites(sections: Iterable[RulesetSection]) -> Iterator[str]:
    for section in sections:
        yield section.cite
        yield from (part.cite for part in section.parts if isinstance(part, RuleLine))


def phrases() -> Iterator[str]:
    """Words of ours that are put into sentences by `phrase(…)`: kinds, outcomes, styles, fields, journal actions."""
    yield from floor.PENALTIES
    yield from OUTCOMES
    yield from leaving.LEAVING
    yield from (o.value for o in Outcome if not o.played and not o.value.startswith("forfeit"))  # who sits out
    yield from ENDS.values()
    yield "common practice"  # the “paragraph” of rules that no document has
    yield from ("swiss", "elimination", "swiss+cut", "round-robin", "day2", "cut")
    yield from ACTIONS
    yield from (f.name for f in FIELDS)
