"""Writes docs/fide-mode.md from the table of FIDE mode: `python tools/fide_mode_page.py --write`; else prints it."""

from __future__ import annotations

import sys
from pathlib import Path

from pareo.core.model.editions import CLAIM, EDITIONS
from pareo.core.tournament.fide_mode import RULES, FideRule, FideStage, Level

PAGE = Path(__file__).parents[1] / "docs" / "fide-mode.md"
_HEAD = """# FIDE mode

Events by the rulesets `chess-fide` and `chess-round-robin`, and every report of another program that is read, begin in
FIDE mode: Pareo {claim} ({editions}). Pareo warns about or blocks anything the Handbook does not allow. This page comes
from the program's own table; commands, pages and the API use the same table, and nothing lowers a level.

| level | what happens | command line | pages and API |
|---|---|---|---|
| 2 | Pareo warns you | done, with a note | done, with a note |
| 3 | you must confirm it | `--yes` | a question; `confirm: true` |
| 4 | you must confirm it twice; the second time Pareo shows the consequences, and you type a word from them \
| `--yes --confirm WORD` | 2 questions; `confirm: true`, `word` |
| 5 | Pareo refuses it | `pareo leave-fide-mode` | *Leave FIDE mode* in the settings |

The journal records who saw or confirmed what, and when; the report has a line that begins with `###` for everything
FIDE must know. **Leaving FIDE mode** needs a reason and is permanent: no undo, no copy and no setting brings the event
back, and its pages, printouts and reports say so. A new event made `--like` it is a new event. A house ruleset with
`fide_mode = false` makes events outside FIDE mode from the start.

| action | """


def page() -> str:
    """The whole page."""
    head = _HEAD.format(claim=CLAIM, editions=EDITIONS) + " | ".join(at.value for at in FideStage) + " | by |\n"
    lines = [head + "|---|" + "---|" * len(FideStage) + "---|"]
    lines += ["| " + " | ".join([_rule_title(rule), *map(_cell, rule.levels), rule.cite]) + " |" for rule in RULES]
    lines += ["", "## What Pareo says", ""]
    lines += [_rule_text(rule) for rule in RULES]
    return "\n".join(lines) + "\n"


def _rule_title(rule: FideRule) -> str:
    return f"{rule.title} (setting)" if rule.setting else rule.title


def _cell(level: Level) -> str:
    return "free" if level is Level.FREE else str(int(level))


def _rule_text(rule: FideRule) -> str:
    follows = f" Then: {' '.join(rule.follows)} (`--confirm {rule.word}`)" if rule.follows else ""
    return f"- **{rule.title}**: {rule.says}{follows}"


if __name__ == "__main__":
    if "--write" in sys.argv:
        PAGE.write_text(page(), encoding="utf-8")
    else:
        sys.stdout.write(page())
