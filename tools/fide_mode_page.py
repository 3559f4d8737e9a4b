"""Writes docs/fide-mode.md from the table of FIDE mode: `python tools/fide_mode_page.py --write`; else prints it."""

from __future__ import annotations

import sys
from pathlib import Path

from pareo.core.model.editions import CLAIM, EDITIONS
from pareo.core.tournament.fide_mode import RULES, FideRule, FideStage, Level

PAGE = Path(__file__).parents[1] / "docs" / "fide-mode.md"
_HEAD = """# FIDE mode

Events by the rulesets `chess-fide` and `chess-round-robin`, and every report of another program that is read, begin in
FIDE mode: Pareo {claim} ({editions}). What the Handbook does not allow is warned of, or refused. This page is made from
the program's own table; commands, pages and the programming interface ask the same table, and nothing lowers a level.

| level | what happens | command line | pages and API |
|---|---|---|---|
| 2 | it is told | done, and said | done, and said |
| 3 | it must be confirmed | `--yes` | a question; `confirm: true` |
| 4 | it must be confirmed twice: the second time after its consequences were seen, by a word that stands among them \
| `--yes --confirm WORD` | two questions; `confirm: true`, `word` |
| 5 | it is refused | `pareo leave-fide-mode` | *Leave FIDE mode* in the settings |

Who saw or confirmed what, and when, stands in the journal; what FIDE has to know stands in the report as a line that
begins with `###`. **Leaving FIDE mode** needs a reason and is for ever: no undo, no copy and no setting brings the
event back, and its pages, papers and reports say so. A new event made `--like` it is a new event. A house ruleset
that says `fide_mode = false` makes events that never were in FIDE mode.

| what is done | """


def page() -> str:
    """The whole page."""
    head = _HEAD.format(claim=CLAIM, editions=EDITIONS) + " | ".join(at.value for at in FideStage) + " | by |\n"
    lines = [head + "|---|" + "---|" * len(FideStage) + "---|"]
    lines += ["| " + " | ".join([_rule_title(rule), *map(_cell, rule.levels), rule.cite]) + " |" for rule in RULES]
    lines += ["", "## What is said", ""]
    lines += [_rule_text(rule) for rule in RULES]
    return "\n".join(lines) + "\n"


def _rule_title(rule: FideRule) -> str:
    return f"{rule.title} (setting)" if rule.setting else rule.title


def _cell(level: Level) -> str:
    return "free" if level is Level.FREE else str(int(level))


def _rule_text(rule: FideRule) -> str:
    follows = f" *{' '.join(rule.follows)}* (`--confirm {rule.word}`)" if rule.follows else ""
    return f"- **{rule.title}**: {rule.says}{follows}"


if __name__ == "__main__":
    if "--write" in sys.argv:
        PAGE.write_text(page(), encoding="utf-8")
    else:
        sys.stdout.write(page())
