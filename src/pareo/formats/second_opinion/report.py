"""A second opinion as text, line by line as F-92 has it, and as JSON (F-99)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import zip_longest

from pareo.formats.second_opinion.opinion import RULES, TOOL, Opinion
from pareo.formats.second_opinion.pairings import RoundOpinion
from pareo.formats.second_opinion.ranks import RankOpinion


def opinion_head(engine: str) -> str:
    """The first line of a second opinion: the tool, its engine and the rules."""
    return f"{TOOL}; engine {engine}; {RULES}"


def opinion_lines(opinion: Opinion, *, quiet: bool = False) -> Iterator[str]:
    """The opinion on one file. `quiet`: only what differs, and the result."""
    tiebreaks = ",".join(opinion.tiebreaks) or "no tie-breaks"
    yield (
        f"{opinion.file}: {opinion.players} players, {opinion.rounds} rounds, {opinion.played} played; "
        f"{opinion.system}; {tiebreaks}"
    )
    if not quiet:
        yield from (f"Note: {note}" for note in opinion.notes)
    for one in opinion.checked:
        if not (quiet and one.ok):
            yield from _round(one)
    if opinion.standings:
        yield f"Standings after round #{opinion.played}: {_differ(len(opinion.standings), 'position')}"
        yield from (_rank(one) for one in opinion.standings)
    if opinion.missing:
        said = opinion.players + opinion.missing
        yield f"Players: 062 says {said}, the file holds {opinion.players}: it is incomplete"
    yield from (
        f"Points: player {one.no} has {one.file} in the file, results give {one.points}" for one in opinion.points
    )
    if opinion.comments and not quiet:
        yield f"Comments: {len(opinion.comments)} ({'; '.join(f'### {text}' for text in opinion.comments)})"
    yield from opinion.other
    yield f"Result: {_result(opinion)}"


def _round(one: RoundOpinion) -> Iterator[str]:
    start = f"Round #{one.number}: "
    if one.ok:
        yield start + "ok"
    elif one.kind == "none":
        yield start + "no legal pairing"
    elif one.kind == "colours":
        yield start + "colours differ: " + ", ".join(f"{a} - {b}" for a, b in one.file)
    else:
        count = max(len(one.checker), len(one.file))
        yield start + (f"{count} pairings differ" if count != 1 else "1 pairing differs")
        yield "  Checker pairings        Tournament pairings"
        pairs = list(zip_longest(one.checker, one.file))
        for i, (mine, theirs) in enumerate(pairs, 1):
            left = f"{mine[0]:8} - {mine[1]:3}" if mine else " " * 14
            right = f"{theirs[0]:18} - {theirs[1]:3}" if theirs else ""
            yield (left + right + (f"    {one.reason}" if one.reason and i == len(pairs) else "")).rstrip()


def _rank(one: RankOpinion) -> str:
    text = f"  player {one.no:3}: rank {one.file} in the file, {one.rank}"
    if not one.code:
        return text
    against = f"; player {one.other} has {one.other_value}" if one.other is not None else ""
    return f"{text} by {one.code} ({one.value}{against})"


def _differ(count: int, word: str) -> str:
    return f"1 {word} differs" if count == 1 else f"{count} {word}s differ"


def _result(opinion: Opinion) -> str:
    return "consistent" if opinion.consistent else f"not consistent ({differences(opinion)})"


def differences(opinion: Opinion) -> str:
    """What differs, in short: “pairings: rounds 2, 3; standings: 2; points: 1”."""
    parts = []
    wrong = [str(one.number) for one in opinion.checked if not one.ok]
    if wrong:
        parts.append(f"pairings: round{'s' * (len(wrong) > 1)} {', '.join(wrong)}")
    if opinion.standings:
        parts.append(f"standings: {len(opinion.standings)}")
    if opinion.points:
        parts.append(f"points: {len(opinion.points)}")
    if opinion.missing:
        parts.append(f"players missing: {opinion.missing}")
    return "; ".join(parts)


def as_data(engine: str, opinions: Sequence[Opinion]) -> dict[str, object]:
    """Second opinions as JSON, for programs (F-99)."""
    return {
        "tool": TOOL,
        "engine": engine,
        "rules": RULES,
        "files": [_data(opinion) for opinion in opinions],
    }


def _data(opinion: Opinion) -> dict[str, object]:
    return {
        "file": opinion.file,
        "players": opinion.players,
        "rounds": opinion.rounds,
        "played": opinion.played,
        "system": opinion.system,
        "tiebreaks": list(opinion.tiebreaks),
        "rounds_checked": [
            {"round": one.number, "ok": one.ok, "checker": [*map(list, one.checker)], "file": [*map(list, one.file)],
             "reason": one.reason}
            for one in opinion.checked
        ],
        "standings": [
            {"no": one.no, "rank_file": one.file, "rank": one.rank, "code": one.code, "value": one.value}
            for one in opinion.standings
        ],
        "points": [{"no": one.no, "file": one.file, "points": one.points} for one in opinion.points],
        "players_missing": opinion.missing,
        "notes": list(opinion.notes),
        "comments": list(opinion.comments),
        "consistent": opinion.consistent,
    }  # fmt: skip
