"""An event as FIDE's tournament report, TRF16 (with the pairing programs' extensions) or TRF26.

`write` lists what the format cannot hold. Reading the file again gives the same players, rounds, colours, results,
byes, absences to come, acceleration, forbidden pairs and points; see `LEFT_OUT` for the rest.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations

from pareo import rulesets
from pareo.app.base.context import Context
from pareo.app.queries.event.fide_remarks import remarks
from pareo.app.queries.pages.event_tables import tables_of
from pareo.app.tom.interim import with_known_results
from pareo.core.model.entities import Status
from pareo.core.model.outcome import Mark, Outcome, Result
from pareo.core.model.ruleset import Ruleset
from pareo.core.pairing.acceleration import BAKU, VirtualPoints
from pareo.core.rules.ruleset_file import parse_ruleset
from pareo.core.settings.pairing import FIRST_MOVE
from pareo.core.settings.registry import in_force
from pareo.core.standings.adjusted import adjustments_after
from pareo.core.standings.points import result_points
from pareo.core.text.errors import BadInput, Refused
from pareo.core.tournament.pairing_history import accelerations_of
from pareo.formats.exchange.event import ForeignEvent, ForeignPlayer, ForeignRound, Writing
from pareo.formats.exchange.rebuild import describe_event
from pareo.formats.trf.extras import (
    LAST_ROUND,
    accelerated_lines,
    by_rounds,
    disjoint,
    in_tenths,
    keeps_colours,
    per_player,
)
from pareo.formats.trf.head import PROGRAM, adjusted_lines, kind_line, order_line, setting_lines, system_word
from pareo.formats.trf.lines import PLAYERS_LIMIT
from pareo.formats.trf.own_lines import OwnLines, write_ours
from pareo.formats.trf.people import national_line, person_line
from pareo.formats.trf.read import FORMAT, SAT, UNKNOWN

VERSIONS = ("trf26", "trf16")
LEFT_OUT = (
    "clubs, divisions, nicknames, contacts and notes",
    "pods and sections (all rounds are in one list), and brackets (their rounds are written like others)",
    "scores on the table, how a game ended, and modified wins (written as wins)",
    "drafts, reasons of pairings and drops, the seed and the journal",
)
_RESULTS: Mapping[Outcome, str] = {
    Outcome.WIN: "1",
    Outcome.MODIFIED_WIN: "1",
    Outcome.DRAW: "=",
    Outcome.LOSS: "0",
    Outcome.FORFEIT_WIN: "+",
    Outcome.FORFEIT_LOSS: "-",
}
_IN_FORCE = ("games", "scoring", "pab", "tiebreaks")  # settings that a report shows
_DEFAULT_TENTHS = {"W": 10, "D": 5, "L": 0, "A": 0, "P": 10}
_WORTH = {"W": Outcome.WIN, "D": Outcome.DRAW, "L": Outcome.LOSS, "A": Outcome.ABSENT, "P": Outcome.BYE}


_UNRATED = {"1": "W", "=": "D", "0": "L"}  # games of less than one move (F-69)


def _letters(result: Result | None) -> tuple[str, str]:
    """The two sides' letters; a game that has not begun has none, an adjourned one ends nobody knows how (F-85)."""
    if result is None:
        return " ", " "
    if result.mark is Mark.ADJOURNED:
        return UNKNOWN, UNKNOWN
    a, b = _RESULTS[result.a], _RESULTS[result.b]
    return (_UNRATED[a], _UNRATED[b]) if result.mark is Mark.UNRATED else (a, b)


def export(ctx: Context, slug: str, *, version: str = "trf26") -> Writing:
    """A stored event, with the places that its results give, those of a running round included: points do so too."""
    tables = tables_of(with_known_results(ctx.open(slug)))
    ranks = {str(row.no): row.rank for table in tables for row in table.rows} if len(tables) == 1 else {}
    event, t = describe_event(ctx, slug), ctx.open(slug).state
    groups = [group for pod in t.root_pods() for group in accelerations_of(t, pod)]
    comments = event.beside.get(FORMAT, {}).get("comments", ())
    ours = [line for line in remarks(t) if line not in comments]
    return write(event, version=version, ranks=ranks, comments=ours, groups=groups)


def write(
    event: ForeignEvent,
    *,
    version: str = "trf26",
    ranks: Mapping[str, int] | None = None,
    comments: Sequence[str] = (),
    groups: Sequence[VirtualPoints] = (),
) -> Writing:
    """The report. `ranks` are places by player key; without them the column is empty. `remarked` are comment lines,
    `groups` the accelerated ones where the setting only names them."""
    if version not in VERSIONS:
        raise BadInput(
            "trf-version",
            "There is no version {version} (versions: {known}).",
            version=version[:20],
            known=", ".join(VERSIONS),
        )
    rules = _ruleset(event)
    if any(player.team for player in event.players):
        raise Refused("trf-teams", "A report has only single players, but this is a team event.")
    numbers = _numbers(event)
    rounds = _rounds(event)
    sheet = _Sheet(event, rules, numbers, rounds, dict(ranks or {}), groups=groups)
    lines = [
        *sheet.head(version),
        *sheet.players(),
        *sheet.extras(version),
        *sheet.foreign_lines(),
        *comments,
        *write_ours(sheet.ours()),
    ]
    return Writing("".join(f"{line}\r\n" for line in lines).encode(), (*LEFT_OUT, *dict.fromkeys(sheet.lost)))


def _ruleset(event: ForeignEvent) -> Ruleset:
    text = event.ruleset_text
    rules = rulesets.load(event.ruleset) if text is None else parse_ruleset(text, name=event.ruleset)
    for key in _IN_FORCE:
        if key in event.settings:
            rules = in_force(rules, key, event.settings[key])
    return rules


def _numbers(event: ForeignEvent) -> dict[str, int]:
    """Numbers in the starting list, where everybody has one of their own; else the order of entry."""
    if len(event.players) > PLAYERS_LIMIT:
        raise Refused("trf-too-many", "A report can have at most {limit} players.", limit=PLAYERS_LIMIT)
    starts = [player.start_no for player in event.players]
    if all(starts) and len(set(starts)) == len(starts) and max(starts, default=0) <= PLAYERS_LIMIT:
        return {player.key: player.start_no for player in event.players}
    return {player.key: place for place, player in enumerate(event.players, 1)}


def _rounds(event: ForeignEvent) -> dict[int, list[ForeignRound]]:
    """Rounds of all pods by number, drafts left out."""
    rounds: dict[int, list[ForeignRound]] = {}
    for pod in event.pods:
        for r in pod.rounds:
            if r.status is not Status.DRAFTED:
                rounds.setdefault(r.number, []).append(r)
    return rounds


class _Sheet:
    """The parts of one report."""

    def __init__(
        self,
        event: ForeignEvent,
        rules: Ruleset,
        numbers: dict[str, int],
        rounds: dict[int, list[ForeignRound]],
        ranks: dict[str, int],
        *,
        groups: Sequence[VirtualPoints] = (),
    ) -> None:
        self.groups = groups
        self.event, self.rules, self.numbers, self.rounds, self.ranks = event, rules, numbers, rounds, ranks
        self.last = max(rounds, default=0)
        self.lost: list[str] = []
        self._cells: dict[tuple[str, int], str] = {}
        self._total = dict.fromkeys(numbers, 0)
        self._sat: dict[tuple[int, int], Outcome] = {}
        self._seats: dict[tuple[int, int], int] = {}
        for number, parts in rounds.items():
            for r in parts:
                self._fill(number, r)
        extra = adjustments_after(str(event.settings.get("adjusted") or ""), rules.unit, self.last)
        for key, no in numbers.items():
            self._total[key] += extra.get(no, 0)

    def _fill(self, number: int, r: ForeignRound) -> None:
        points = self.rules.points
        for m in r.matches:
            a, b = self.numbers[m.a], self.numbers[m.b]
            letters = _letters(m.result)
            self._cells[m.a, number] = f"{b:4d} w {letters[0]}"
            self._cells[m.b, number] = f"{a:4d} b {letters[1]}"
            if m.table is not None:
                self._seats[number, a] = m.table
            if m.result is not None:
                if m.result.halves_a is not None:
                    self.lost.append("the games of matches (their points are there)")
                for key, gained in zip((m.a, m.b), result_points(self.rules, m.result), strict=True):
                    self._total[key] += gained
        for s in r.sittings:
            code = self._sitting_code(s.outcome, s.points)
            self._cells[s.key, number] = f"0000 - {code}"
            self._total[s.key] += points[s.outcome] if s.points is None else s.points
            if SAT[code] is not s.outcome:
                self._sat[self.numbers[s.key], number] = s.outcome

    def _sitting_code(self, outcome: Outcome, own: int | None = None) -> str:
        """The letter of a round without an opponent: a bye asked for by what it is worth (SP-5)."""
        if outcome is Outcome.BYE:
            return "U"
        if outcome is Outcome.EARNED_BYE:
            return "F"
        points = self.rules.points
        if outcome is not Outcome.REQUESTED_BYE:
            return "Z"
        worth = points[outcome] if own is None else own
        return "F" if worth == points[Outcome.WIN] else "H" if worth == points[Outcome.DRAW] != 0 else "Z"

    # --- lines ----------------------------------------------------------------------------------------------------

    def head(self, version: str) -> Iterable[str]:
        settings = self.event.settings
        yield f"012 {self.event.name}"
        yield from setting_lines(settings, ("022", "032", "042", "052"))
        yield f"062 {len(self.numbers)}"
        yield f"072 {sum(player.rating is not None for player in self.event.players)}"
        yield from kind_line(self.rules, settings)
        yield from setting_lines(settings, ("102", "112", "122", "132"))
        planned = settings.get("rounds")
        if isinstance(planned, int):
            yield f"{'142' if version == 'trf26' else 'XXR'} {planned}"
        if colour := self._first_colour():
            yield f"152 {colour[0].upper()}" if version == "trf26" else f"XXC {colour}1"
        yield from self._scoring(version)
        if version == "trf26" and self.rules.game == "chess":
            yield from setting_lines(settings, ("172",))
            yield f"182 {PROGRAM}"
            if system := system_word(self.rules, settings):
                yield f"192 {system}"
            yield from order_line(self.rules, self.lost)
            yield from setting_lines(settings, ("222",))

    def _first_colour(self) -> str:
        """Who had White in round 1, or is set to have it (F-31); nothing where colours are no part of the rules."""
        settings = self.event.settings
        chosen = FIRST_MOVE.of(settings)
        first = next((r for r in self.rounds.get(1, ())), None)
        if first is None:
            return {"top": "white", "bottom": "black"}.get(chosen or "", "")
        if not chosen and not keeps_colours(self.rules, settings):
            return ""
        return "white" if first.top_starts else "black"

    def _scoring(self, version: str) -> Iterable[str]:
        """What results are worth, where it is not FIDE's usual."""
        unit, points = self.rules.unit, self.rules.points
        worth = {code: points[outcome] * 10 / unit for code, outcome in _WORTH.items()}
        unknown = any(cell.endswith(UNKNOWN) for cell in self._cells.values())
        if worth == _DEFAULT_TENTHS and not unknown:
            return
        if any(value != int(value) for value in worth.values()):
            self.lost.append("points that are not tenths")
            return
        if unknown:
            worth["X"] = worth["D"]
        if version == "trf26":
            yield "162  " + "    ".join(f"{code}{value / 10:4.1f}" for code, value in worth.items())
        else:
            names = {"P": "PAB", "A": "ZPB"}
            yield "XXS " + " ".join(f"{names.get(code, code)}={value / 10:.1f}" for code, value in worth.items())

    def players(self) -> Iterable[str]:
        for player in sorted(self.event.players, key=lambda p: self.numbers[p.key]):
            yield self._player(player).rstrip()
        for player in sorted(self.event.players, key=lambda p: self.numbers[p.key]):
            yield from national_line(player, self.numbers[player.key], self._rating(player.rating2), self.lost)

    def _player(self, player: ForeignPlayer) -> str:
        person = person_line(player)
        fixed = (
            f"001 {self.numbers[player.key]:4d} {person.sex:1}"
            f"{self._fit(person.title, 3, 'titles').strip():>3} {self._name(player):33} "
            f"{self._rating(player.rating):>4} {self._fit(player.federation, 3, 'federations'):3} "
            f"{self._id(person.fide_id):>11} {person.born:10} {self._points(player.key):>4} "
            f"{self.ranks.get(player.key, ''):>4}"
        )
        cells = (self._cells.get((player.key, number), "") for number in range(1, self.last + 1))
        return f"{fixed}  " + "  ".join(f"{cell:8}" for cell in cells)

    def _points(self, key: str) -> str:
        """A player's points as “11.5”: one decimal, as far as it goes."""
        return f"{self._total[key] / self.rules.unit:.1f}"[:4]

    def _name(self, player: ForeignPlayer) -> str:
        surname = player.last.replace(",", " ")
        name = f"{surname}, {player.first}" if player.first else surname
        return self._fit(name, 33, "names longer than 33 letters").strip()

    def _id(self, text: str) -> str:
        if len(text) > 11:
            self.lost.append("ids longer than 11 letters")
            return ""
        return text

    def _rating(self, rating: int | None) -> str:
        if rating is not None and rating > 9999:
            self.lost.append("ratings above 9999")
            return ""
        return "" if rating is None else str(rating)

    def _fit(self, text: str, width: int, what: str) -> str:
        if len(text) > width:
            self.lost.append(what if "longer" in what else f"{what} longer than {width} letters")
        return f"{text[:width]:{width}}"

    def extras(self, version: str) -> Iterable[str]:
        settings, unit = self.event.settings, self.rules.unit
        text = str(settings.get("acceleration") or "")
        groups = in_tenths(self.groups, unit) if text == BAKU else accelerated_lines(text, unit)
        lines = disjoint(groups, max(self.numbers.values(), default=0))
        if version == "trf26":
            for x in lines:
                yield f"250      {x.tenths / 10:04.1f} {x.first:03d} {x.last:03d} {x.low:4d} {x.high:4d}"
        else:
            for no, points in per_player(lines, PLAYERS_LIMIT).items():
                yield f"XXA {no:4d} {' '.join(f'{value / 10:4.1f}' for value in points)}"
        number_of = {player.no or place: self.numbers[player.key] for place, player in enumerate(self.event.players, 1)}
        for (first, last), pairs in by_rounds(settings.get("forbidden")).items():
            for group in _groups(pairs, number_of):
                members = " ".join(f"{no:4d}" for no in group)
                if version == "trf26":
                    yield f"260 {first:03d} {last:03d} {members}"
                elif (first, last) == (1, LAST_ROUND):
                    yield f"XXP {members}"
                else:
                    self.lost.append("pairs kept apart in some rounds only")
        if version == "trf26":
            yield from adjusted_lines(self.rules, settings, self.lost)
        yield from self._absence_lines(version)

    def _absence_lines(self, version: str) -> Iterable[str]:
        """The lines of those who will not play rounds to come."""
        coming: dict[tuple[int, str], list[int]] = {}
        for player in self.event.players:
            values = dict(player.bye_points)
            for number in player.absent:
                if number > self.last:
                    kind = self._sitting_code(Outcome.REQUESTED_BYE, values.get(number))
                    coming.setdefault((number, kind), []).append(self.numbers[player.key])
        for (number, kind), numbers in sorted(coming.items()):
            if version == "trf26":
                for some in _slices(sorted(numbers), 100):
                    yield f"240 {kind} {number:03d} {' '.join(f'{no:4d}' for no in some)}"
            elif number == self.last + 1:
                for some in _slices(sorted(numbers), 100):
                    yield f"XXZ {' '.join(map(str, some))}"
            else:
                self.lost.append("absences after the next round")

    def foreign_lines(self) -> Sequence[str]:
        """Lines of the file it came from that nobody here understands, and what others remarked there."""
        retained = self.event.beside.get(FORMAT, {})
        return [str(line) for line in (*retained.get("lines", ()), *retained.get("comments", ()))]

    def ours(self) -> OwnLines:
        players = {self.numbers[player.key]: player for player in self.event.players}
        known = any(info == self.event.ruleset for info in (r.id for r in rulesets.available()))
        if not known:
            self.lost.append("the ruleset, which is not one of Pareo's (its points are there)")
        return OwnLines(
            any=True,
            ruleset=self.event.ruleset if known else "swiss",
            late={no: p.late_from for no, p in players.items() if p.late_from},
            drops={no: p.drop for no, p in players.items() if p.drop is not None},
            byes={no: p.byes for no, p in players.items() if p.byes},
            sat=self._sat,
            tables=self._seats,
        )


def _slices(items: Sequence[int], size: int) -> Iterable[Sequence[int]]:
    return (items[i : i + size] for i in range(0, len(items), size))


def _groups(pairs: object, number_of: Mapping[int, int]) -> list[tuple[int, ...]]:
    """Forbidden pairs, larger groups where everybody is forbidden to meet everybody."""
    left = {
        (min(number_of[a], number_of[b]), max(number_of[a], number_of[b]))
        for a, b in (pairs if isinstance(pairs, list) else [])
        if a in number_of and b in number_of
    }
    groups = []
    while left:
        group = list(min(left))
        for no in sorted({no for pair in left for no in pair if pair[0] == group[0]}):
            if no not in group and len(group) < 50 and all((min(no, x), max(no, x)) in left for x in group):
                group.append(no)
        left -= set(combinations(sorted(group), 2))
        groups.append(tuple(sorted(group)))
    return groups
