"""`python -m voice` names every text with a banned pattern; exit code 1 if there is one."""

from __future__ import annotations

import sys

from .lint import load, problems, read_banned, read_exemptions
from .texts import all_texts


def main() -> int:
    found = problems(all_texts(), read_banned(load("banned.toml")), read_exemptions(load("exceptions.toml")))
    for problem in found:
        print(problem)
    if found:
        print(f"{len(found)} texts against the voice; docs/voice.md says how Pareo speaks, tools/voice what is banned.")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
