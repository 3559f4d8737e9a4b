"""A video-game team: its Pokémon, and the code it was locked with. Legality is the judge's.

Read are teams as the players' own tools write them (blocks between empty lines, the Pokémon in the first line of each:
"Garchomp @ Choice Scarf"), or one Pokémon a line. The code of the lock (P-PREM-3) is compared letter by letter, but for
spaces and line ends, which scanners add and drop.
"""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass
from itertools import groupby

from pareo.core.lists.plain import collapse_spaces
from pareo.core.model.list_rules import TeamLimits
from pareo.core.text.messages import Note, note

# "- Protect", "Ability: Intimidate"; one Pokémon has a colon in its name.
_DETAIL = re.compile(r"(?:[-~]\s*\S|(?!type: null\b)[^:@(]{1,30}:\s)", re.IGNORECASE)
_NUMBERED = re.compile(r"(?:\d\s*[.):]\s*|[*•]\s*)")


@dataclass(frozen=True, slots=True)
class Team:
    """The Pokémon of a team, as written, without their items."""

    members: tuple[str, ...]


def read_team(text: str) -> Team:
    """Every first line of a block; without blocks, every line."""
    lines = [line for line in map(collapse_spaces, text.split("\n")) if not line.startswith("===")]  # a title is nobody
    blocks = [list(block) for filled, block in groupby(lines, key=bool) if filled]
    detailed = any(_DETAIL.match(line) for block in blocks for line in block[1:])
    firsts = [block[0] for block in blocks] if detailed else [line for block in blocks for line in block]
    names = [_NUMBERED.sub("", line, count=1).partition("@")[0].strip() for line in firsts]
    return Team(tuple(name for name in names if name))


def team_problems(team: Team, limits: TeamLimits) -> tuple[Note, ...]:
    """Too many Pokémon, or too few."""
    count = len(team.members)
    if limits.most and count > limits.most:
        return (note("team-large", "{count} Pokémon, a team has at most {limit}", count=count, limit=limits.most),)
    if limits.least and count < limits.least:
        return (note("team-small", "{count} Pokémon, a team has at least {limit}", count=count, limit=limits.least),)
    return ()


def lock_text(text: str) -> str:
    """The text of a code, as it is compared."""
    return "".join(text.split())


def compare_lock(stored: str, shown: str) -> bool:
    """Is the code shown at a check the one that was stored?"""
    return lock_text(stored) == lock_text(shown)


def fingerprint(content: bytes) -> str:
    """SHA-256 of what was handed in."""
    return hashlib.sha256(content).hexdigest()
