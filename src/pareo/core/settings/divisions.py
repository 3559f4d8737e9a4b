"""Settings of divisions: birth years, who plays together, sections."""

from __future__ import annotations

from dataclasses import replace

from pareo.core.model.ruleset import Ruleset
from pareo.core.rules.birth_years import check_birth_years, read_birth_years
from pareo.core.rules.overrides import override_rounds_from
from pareo.core.rules.pods import check_together, pod_id, read_together, with_together
from pareo.core.rules.ruleset_file import parse_ruleset
from pareo.core.rules.sections import check_count
from pareo.core.settings.setting import Setting, SettingGroup, SettingType, number, one_of, text


def _pod_choices(ruleset: Ruleset) -> dict[str, str]:
    """Every way in which neighbouring divisions can play together."""
    rules = ruleset.divisions
    divisions = rules.divisions if rules is not None else ()
    choices: dict[str, str] = {}
    for joined in range(1 << max(0, len(divisions) - 1)):
        groups = [[divisions[0]]] if divisions else []
        for at, division in enumerate(divisions[1:]):
            if joined >> at & 1:
                groups[-1].append(division)
            else:
                groups.append([division])
        key = ";".join("+".join(pod_id(rules, (d.id,)) for d in group) for group in groups)
        choices[key] = ", ".join(" + ".join(d.title for d in group) for group in groups)
    return choices


def _check_section_count(ruleset: Ruleset, value: int, _typed: str) -> None:
    check_count(ruleset.sections, value)


def _with_section_rounds(ruleset: Ruleset, value: object) -> Ruleset:
    written = parse_ruleset(ruleset.text, name=ruleset.id).sections
    chosen = written if written is None or value is None else replace(written, rounds=str(value))
    return replace(ruleset, sections=chosen)


_SECTION_ROUNDS = {"size": "by the size of a section", "doubling": "one fewer per doubling"}
_ROUNDS_FROM = {"largest-division": "by its largest division", "pod": "by all its players"}
_SWISS = ("swiss", "swiss+cut")

SECTIONS = Setting(
    "sections",
    "Sections",
    SettingGroup.DIVISIONS,
    number(1),
    meaning="sections a division is split into",
    takes="1, 2, 4, 8 or 16",
    help="A large division split at random: 2, 4, 8 or 16.",
    example="2",
    per_pod=True,
    before_start=True,
    concerns=lambda ruleset: ruleset.sections is not None,
    check=_check_section_count,
    styles=_SWISS,
)
SECTION_ROUNDS = Setting(
    "section_rounds",
    "Rounds of a section",
    SettingGroup.DIVISIONS,
    one_of(_SECTION_ROUNDS),
    meaning="how the Swiss rounds of a section are read from the document's table",
    takes="size or doubling",
    help="The table's row for the size of a section; or that of the whole division, one round fewer each time the "
    "number of sections doubles.",
    example="doubling",
    before_start=True,
    concerns=lambda ruleset: ruleset.sections is not None,
    over=_with_section_rounds,
    styles=_SWISS,
)
BIRTH_YEARS = Setting(
    "birth_years",
    "Birth years",
    SettingGroup.DIVISIONS,
    text(read_birth_years, field="years"),
    meaning="first birth year of each division, youngest first",
    takes="junior=2012;senior=2008 (falling)",
    help="The first birth year of each division.",
    example="junior=2012;senior=2008",
    more="Born 2012 or later: junior; 2008 to 2011: senior; before: the oldest division.",
    before_start=True,
    concerns=lambda ruleset: ruleset.divisions is not None,
    check=check_birth_years,
)
PODS = Setting(
    "pods",
    "Divisions that play together",
    SettingGroup.DIVISIONS,
    SettingType(str, lambda typed, _unit: read_together(typed.strip()), choices=_pod_choices),
    meaning="divisions that play in one group",
    takes="juniors+seniors;masters (groups; divisions joined by +)",
    help="Default: as the document says, by the size of the divisions.",
    example="juniors+seniors+masters",
    more="All 3 divisions are paired together, each with its own standings and its own play-off. A division that "
    "is not named plays in a group of its own.",
    before_start=True,
    concerns=lambda ruleset: ruleset.divisions is not None,
    check=check_together,
    over=with_together,
)
ROUNDS_FROM = Setting(
    "rounds_from",
    "Rounds where divisions play together",
    SettingGroup.DIVISIONS,
    one_of(_ROUNDS_FROM),
    meaning="number of players used for the table of rounds in a shared group",
    takes="largest-division or pod",
    help="By the largest division, or by all players.",
    example="pod",
    more="5 + 11 + 16 players: 16 by the largest division, 32 by the whole group.",
    before_start=True,
    concerns=lambda ruleset: ruleset.divisions is not None,
    over=override_rounds_from,
    usual=lambda ruleset: ruleset.divisions.rounds_from if ruleset.divisions else "",
)
