"""X-Wing: tournaments as Cryodex writes them for List Juggler (JSON), in and out.

The file has players with their final scores, and rounds of matches by name: points destroyed, and win, draw or bye. It
does not say how a game ended. Choice: points decide as at time (X-8): a win by less than 12 is a modified win; equal
points that the file calls a win are a win by destruction. The squad size follows from the margins of victory. Our own
files also say how each game ended, in fields that other programs pass over.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from pareo import rulesets
from pareo.app.queries.pages.event_tables import KINDS
from pareo.core.model.entities import Drop, Phase, Status
from pareo.core.model.outcome import Ended, Outcome, Result
from pareo.core.model.ruleset import Ruleset
from pareo.core.rules.ruleset_file import parse_ruleset
from pareo.core.text.clean_text import clean_line
from pareo.core.text.errors import BadInput
from pareo.core.text.messages import note
from pareo.core.text.name_order import split_name
from pareo.core.text.toml_writer import lay_over, read_toml, write_toml
from pareo.formats.exchange.brackets import seeds_of
from pareo.formats.exchange.event import (
    ForeignEvent,
    ForeignMatch,
    ForeignPlayer,
    ForeignPod,
    ForeignRound,
    ForeignSitting,
    Reading,
)
from pareo.formats.exchange.reading import check_result, first_few, took_notes
from pareo.formats.list_juggler.file import FileMatch, FilePlayer, FileRound, JugglerFile, decode_file

FORMAT = "list-juggler"
DEFAULT_RULESET = "xwing-epic-duel"
PLAYERS_LIMIT = 5000
ROUNDS_LIMIT = 60
_SQUADS = range(20, 1001)


def recognise(data: bytes) -> bool:
    """A JSON object with players and rounds whose names have hyphens."""
    head = data[:64].lstrip(b"\xef\xbb\xbf \t\r\n")
    return head.startswith(b"{") and b'"round-type"' in data and b'"players"' in data


def read(data: bytes, *, name: str = "", ruleset: str | None = None) -> Reading:
    """The tournament of the file."""
    del name
    file = decode_file(data)
    if not file.players or len(file.players) > PLAYERS_LIMIT or len(file.rounds) > ROUNDS_LIMIT:
        raise BadInput("juggler-size", "The file has no players, or more players or rounds than an event can have.")
    keys = _keys(file)
    skipped: list[str] = []
    swiss = [r for r in file.rounds if r.type != "elimination"]
    rules = _rules(file, swiss, ruleset)
    rounds = tuple(_round(r, number, keys, rules, last=r is file.rounds[-1]) for number, r in enumerate(swiss, 1))
    finals = file.rounds[len(swiss) :]
    if [r for r in file.rounds if r.type == "elimination"] != finals:
        raise BadInput("juggler-order", "There is a Swiss round after the elimination.")
    pods = [ForeignPod("main", tuple(keys.values()), planned=len(swiss), rounds=rounds)] if rounds else []
    if finals and pods:
        cut = _cut(file, finals, keys, rules, first=len(swiss) + 1)
        if cut is None:
            skipped.append(
                note(
                    "juggler-the-elimination-its-matches",
                    "The matches of the elimination do not form a bracket.",
                )
            )
        else:
            pods.append(cut)
    settings: dict[str, object] = {"rounds": len(swiss)} if swiss else {}
    if len(pods) > 1:
        settings |= {"style": "swiss+cut", "cut": len(pods[1].members)}
    if any(p.list_id for p in file.players):
        skipped.append(
            note(
                "juggler-squads-of-which-the",
                "Squads: the file has only their IDs on another website; these are kept.",
            )
        )
    event = ForeignEvent(
        name=clean_line(file.name, "name", 200) or "X-Wing",
        ruleset=rules.id,
        players=tuple(_player(p, keys[p.name]) for p in file.players),
        pods=tuple(pods),
        settings=settings,
        ruleset_text=rules.text,
    )
    counts = took_notes(players=len(file.players), rounds=len(file.rounds))
    return Reading(event, counts, tuple(skipped), tuple(_notes(file, event, rules)))


def _keys(file: JugglerFile) -> dict[str, str]:
    """Keys by name: the file knows players by their names only."""
    names = [p.name for p in file.players]
    if len(set(names)) != len(names):
        raise BadInput(
            "juggler-twice",
            "2 players have the same name: {names}.",
            names=first_few([name for name, count in Counter(names).items() if count > 1]),
        )
    return {name: str(i) for i, name in enumerate(names, 1)}


def _player(p: FilePlayer, key: str) -> ForeignPlayer:
    first, last = (p.first, p.last) if p.first or p.last else split_name(p.name.replace(",", " "))
    extra = {FORMAT: {"list-id": str(p.list_id)}} if p.list_id not in (None, "") else {}
    return ForeignPlayer(
        key,
        first=first,
        last=last,
        contact=p.email or "",
        extra=extra,
        drop=Drop(p.dropped) if p.dropped is not None and 0 <= p.dropped <= ROUNDS_LIMIT else None,
    )


# --- rounds -----------------------------------------------------------------------------------------------------------


def _round(r: FileRound, number: int, keys: Mapping[str, str], rules: Ruleset, *, last: bool) -> ForeignRound:
    matches: list[ForeignMatch] = []
    sittings: list[ForeignSitting] = []
    for m in r.matches:
        a = _key_of(m.player1, keys)
        if m.result == "bye" or m.player2 is None:
            sittings.append(ForeignSitting(a, m.sat if m.sat is not None and m.sat in KINDS else Outcome.BYE))
            continue
        result = _result(m, rules, number, elimination=r.type == "elimination")
        matches.append(ForeignMatch(a, _key_of(m.player2, keys), result, m.table))
    done = all(m.result is not None for m in matches)
    if not done and not last:
        raise BadInput("juggler-open", "Round {round} has open matches, but another round follows.", round=number)
    return ForeignRound(number, tuple(matches), tuple(sittings), Status.FINISHED if done else Status.STARTED)


def _key_of(name: str | None, keys: Mapping[str, str]) -> str:
    if name is None or name not in keys:
        raise BadInput(
            "juggler-unknown", "“{name}” has a match, but is not in the list of players.", name=str(name)[:60]
        )
    return keys[name]


def _result(m: FileMatch, rules: Ruleset, number: int, *, elimination: bool) -> Result | None:
    """What the match's fields say; None while it is being played."""
    if m.pareo is not None:
        check_result(m.pareo, number, squads=True)
        return m.pareo
    if m.result in (None, ""):
        return None
    if m.result not in ("win", "draw"):
        raise BadInput("juggler-result", "Round {round}: “{text}” is not a result.", round=number, text=m.result[:40])
    a, b = m.points1 or 0, m.points2 or 0
    winner = "b" if m.winner == m.player2 or (m.winner is None and a <= b) else "a"
    if a < 0 or b < 0 or max(a, b) > 10_000 or (m.result == "draw" and elimination):
        raise BadInput("juggler-points", "Round {round}: a game cannot end {a} to {b} here.", round=number, a=a, b=b)
    if m.result == "draw":
        ended = Ended.TIME if a == b else Ended.DESTROYED
        return Result(Outcome.DRAW, Outcome.DRAW, a, b, ended)
    ahead = a - b if winner == "a" else b - a
    modified = 0 < ahead < rules.results.modified_below
    won = Outcome.MODIFIED_WIN if modified else Outcome.WIN
    ended = Ended.TIME if ahead > 0 else Ended.DESTROYED
    return Result(won, Outcome.LOSS, a, b, ended) if winner == "a" else Result(Outcome.LOSS, won, a, b, ended)


def _cut(
    file: JugglerFile, finals: Sequence[FileRound], keys: Mapping[str, str], rules: Ruleset, *, first: int
) -> ForeignPod | None:
    """The bracket, seeded by the Swiss ranks if its matches allow that."""
    last = file.rounds[-1]
    rounds = [_round(r, first + i, keys, rules, last=r is last) for i, r in enumerate(finals)]
    played = [[(m.a, m.b, _winner(m)) for m in r.matches] for r in rounds]
    byes = [s.key for s in rounds[0].sittings]
    ranked = sorted(file.players, key=lambda p: p.rank.swiss or PLAYERS_LIMIT + 1)
    third = len(played) > 1 and len(played[-1]) == 2 == len(played[-2])
    seeds = seeds_of(played, [keys[p.name] for p in ranked], byes=byes, third_place=third)
    if seeds is None:
        return None
    planned = (len(seeds) - 1).bit_length()
    return ForeignPod(
        "main-cut",
        seeds,
        Phase.CUT,
        planned=planned,
        first_round=first,
        sources=("main",),
        third_place=third,
        rounds=tuple(rounds),
    )


def _winner(m: ForeignMatch) -> str | None:
    if m.result is None:
        return None
    return m.a if m.result.a.won else m.b if m.result.b.won else None


# --- rules ------------------------------------------------------------------------------------------------------------


def _rules(file: JugglerFile, swiss: Sequence[FileRound], wanted: str | None) -> Ruleset:
    """The ruleset, with the squad size that the file's margins of victory show (X-10)."""
    base = rulesets.load(wanted or DEFAULT_RULESET)
    if base.results.kind != "squads":
        raise BadInput("juggler-rules", "{ruleset} is not played with squads.", ruleset=base.title)
    size = file.squad_points or _squad_size(file, swiss)
    if size is None or size == base.results.available or wanted is not None or size not in _SQUADS:
        return base
    name = f"{base.id}-{size}"
    # a bye is worth the points available and half as many again.
    upper = {
        "id": name,
        "title": f"{base.title}, {size} points",
        "results": {"available": size, "bye_margin": size * 3 // 2},
    }
    return parse_ruleset(write_toml(lay_over(read_toml(base.text), upper)), name=name)


def _squad_size(file: JugglerFile, swiss: Sequence[FileRound]) -> int | None:
    """Margins are the points available for each game and the difference destroyed; a bye counts one and a half."""
    halves: Counter[str] = Counter()
    ahead: Counter[str] = Counter()
    for m in (m for r in swiss for m in r.matches):
        if m.result == "bye" or m.player2 is None:
            halves[m.player1] += 3
        elif m.result in ("win", "draw"):
            halves[m.player1] += 2
            halves[m.player2] += 2
            difference = (m.points1 or 0) - (m.points2 or 0)
            ahead[m.player1] += difference
            ahead[m.player2] -= difference
    sizes = Counter(
        2 * (p.mov - ahead[p.name]) // halves[p.name]
        for p in file.players
        if p.mov and halves[p.name] and 2 * (p.mov - ahead[p.name]) % halves[p.name] == 0
    )
    commonest = sizes.most_common(1)
    return commonest[0][0] if commonest and commonest[0][1] * 2 > len(file.players) else None


def _notes(file: JugglerFile, event: ForeignEvent, rules: Ruleset) -> list[str]:
    """Players whose score in the file is not what the results give under these rules."""
    total: Counter[str] = Counter()
    for r in event.pods[0].rounds if event.pods else ():
        for m in r.matches:
            if m.result is not None:
                total[m.a] += rules.points[m.result.a]
                total[m.b] += rules.points[m.result.b]
        for s in r.sittings:
            total[s.key] += rules.points[s.outcome]
    keys = {p.name: str(i) for i, p in enumerate(file.players, 1)}
    wrong = [p.name for p in file.players if p.score is not None and p.score * rules.unit != total[keys[p.name]]]
    return (
        [
            note(
                "juggler-other-scores",
                "The scores in the file differ from its results (a win by less than 12 may have been a full one): "
                "{names}.",
                names=first_few(wrong),
            )
        ]
        if wrong
        else []
    )
