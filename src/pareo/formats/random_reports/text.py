"""A random tournament as a report: TRF26 with all its head lines, or TRF16 (F-105, F-108)."""

from __future__ import annotations

from collections.abc import Iterator

from pareo import __version__
from pareo.formats.random_reports.tournament import RandomTournament
from pareo.formats.second_opinion.ranks import places
from pareo.formats.second_opinion.replay import Replay
from pareo.formats.trf.extras import per_player
from pareo.formats.trf.lines import RoundCell, TrfPlayer

_LONG = 99999


def report(played: RandomTournament, name: str, options: str) -> bytes:
    """The report of a random tournament; `options` say how to make it again."""
    replay = Replay(played.file, played.file.first_colour)
    tiebreaks = ("PTS", *played.settings.tiebreaks)
    ranks = places(replay, tiebreaks, robin="ROBIN" in played.system)
    lines = [f"### pareo-random {__version__} {options}", *_head(played, name, tiebreaks)]
    for no, p in sorted(played.file.players.items()):
        lines.append(_player(p, replay.points(no, _LONG), ranks[no]))
    lines += _acceleration(played)
    return "".join(f"{line}\r\n" for line in lines).encode()


def _head(played: RandomTournament, name: str, tiebreaks: tuple[str, ...]) -> Iterator[str]:
    file, new = played.file, not played.settings.trf16
    yield f"012 {name}"
    yield f"062 {len(file.players)}"
    yield f"072 {sum(p.rating is not None for p in file.players.values())}"
    colour = file.first_colour
    if new:
        yield f"142 {file.rounds}"
        yield f"152 {colour.upper()}"
        yield "162  " + "    ".join(f"{code}{value / 10:4.1f}" for code, value in file.points.items())
        yield f"192 {played.system}"
        yield f"202 {','.join(tiebreaks)}"
        yield "222 5400+30"
        return
    yield f"XXR {file.rounds}"
    yield f"XXC {'white' if colour == 'w' else 'black'}1"
    codes = {"P": "PAB", "A": "ZPB"}
    yield "XXS " + " ".join(f"{codes.get(code, code)}={value / 10:.1f}" for code, value in file.points.items())


def _player(p: TrfPlayer, points: int, rank: int) -> str:
    fixed = (
        f"001 {p.number:4d}      {p.name:33} {p.rating or '':>4} {p.federation:3} {'':11} {'':10} "
        f"{points / 10:4.1f} {rank:4d}"
    )
    return f"{fixed}  " + "  ".join(_cell(cell) for cell in p.cells)


def _cell(cell: RoundCell) -> str:
    return f"{cell.opponent:4d} {cell.colour} {cell.result}" if cell.opponent else f"0000 - {cell.result}"


def _acceleration(played: RandomTournament) -> Iterator[str]:
    lines = played.file.accelerated
    if played.settings.trf16:
        for no, points in per_player(lines, max(played.file.players)).items():
            yield f"XXA {no:4d} {' '.join(f'{value / 10:4.1f}' for value in points)}"
        return
    for x in lines:
        yield f"250      {x.tenths / 10:04.1f} {x.first:03d} {x.last:03d} {x.low:4d} {x.high:4d}"
