"""FIDE mode: one table, what is done × how far the event is → the level of its warning.

Level 2 is told; level 3 must be confirmed; level 4 must be confirmed twice, the second time after the consequences have
been seen (their list names a word to be typed); level 5 is refused: who wants it all the same leaves FIDE mode, for
ever. Commands and settings are rows of the same table; the command line, the pages and the programming interface ask
it through `app/base/fide_warnings.py`, and `docs/fide-mode.md` is made from it. No setting, role or option lowers a
level.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum, IntEnum

from pareo.core.model.entities import Status
from pareo.core.tournament.tournament import Tournament


class Level(IntEnum):
    """How loudly something is warned of."""

    FREE = 0
    TOLD = 2
    CONFIRM = 3
    CONSEQUENCES = 4
    REFUSED = 5


class FideStage(Enum):
    """How far an event is: the columns of the table."""

    BEFORE = "before round 1 is paired"
    PAIRED = "round 1 is paired"
    STARTED = "round 1 has started"
    FOURTH = "round 4 is paired"


@dataclass(frozen=True, slots=True)
class FideRule:
    """One row: what is done, its levels, and its words (English msgids)."""

    id: str
    title: str
    levels: tuple[Level, Level, Level, Level]  # by `FideStage`
    says: str  # what is told, with named places
    follows: tuple[str, ...] = ()  # level 4: the consequences
    word: str = ""  # level 4: what is typed to go on
    setting: bool = False  # it is a setting that is changed
    cite: str = ""

    @property
    def handbook(self) -> str:
        """Where FIDE's rules say so; empty: only the checklist of programs does."""
        return "; ".join(part for part in self.cite.split("; ") if not part.startswith("Q"))

    @property
    def texts(self) -> tuple[str, ...]:
        return (self.title, self.says, *self.follows)


_F, _T, _C, _Q, _R = Level.FREE, Level.TOLD, Level.CONFIRM, Level.CONSEQUENCES, Level.REFUSED
_ALWAYS_TOLD, _ALWAYS_ASKED, _NEVER = (_T,) * 4, (_C,) * 4, (_R,) * 4
_IN_THE_REPORT = "The report to FIDE says so, with the round, in a line of its own."
_ARBITER = "The chief arbiter is responsible; your name is in the journal."

RULES: tuple[FideRule, ...] = (
    FideRule("leave", "Leaving FIDE mode", (_Q,) * 4, "The event leaves FIDE mode.",
         ("This is permanent: the event can't return to FIDE mode.",
          "Every page, every printout and the report say that the event is outside FIDE mode.",
          "The report to FIDE says so, with the round and your reason, in a line of its own."),
         "LEAVE", cite="C.04.A; Q43–46"),
    # --- settings
    FideRule("scoring", "Points for results", (_F, _F, _R, _R),
         "The points for results cannot change once round 1 has started.", setting=True, cite="Q75"),
    FideRule("pab", "Points for a pairing-allocated bye", (_F, _F, _R, _R),
         "The points for a pairing-allocated bye cannot change once round 1 has started.", setting=True, cite="Q83"),
    FideRule("rounds", "The number of rounds", (_F, _F, _Q, _Q),
         "The number of rounds was announced: it would become {after} instead of {before}.",
         ("Prizes, norms and the colours of the last round go by the announced number.", _IN_THE_REPORT, _ARBITER),
         "ROUNDS", setting=True, cite="C.04.1, 1; Q58–61"),
    FideRule("last-round", "A paired round becomes the last one, or stops being it", (_F, _F, _C, _C),
         "Round {number} was paired as {was}; it would now be {now} and paired differently: {differences}.",
         setting=True, cite="Q60–61"),
    FideRule("acceleration", "Acceleration", (_F, _R, _R, _R),
         "Acceleration cannot be set, changed or removed once round 1 is paired.", setting=True, cite="Q109–110"),
    FideRule("own-acceleration", "Acceleration other than Baku", _NEVER,
         "Acceleration other than “baku” needs its rules as a text first: set acceleration_rules.",
         setting=True, cite="C.04.2, 1.2; Q108"),
    FideRule("barred", "Barred pairings", (_F, _R, _R, _R),
         "Barred pairings must be set before round 1.", setting=True, cite="Q196"),
    FideRule("tiebreaks", "The order of the tie-breaks", (_F, _F, _Q, _Q),
         "The tie-breaks were announced: they would become {after} instead of {before}.",
         ("Places of rounds already played change with them.", _IN_THE_REPORT, _ARBITER),
         "TIEBREAKS", setting=True, cite="C.07, 4.1; Q201–202"),
    FideRule("tiebreaks-unsaid", "The order of the tie-breaks, where an imported report does not name them",
         (_F, _F, _C, _C),
         "The report that you imported names no tie-breaks: they would become {after} instead of {before}, and places "
         "of rounds already played change with them.", setting=True, cite="C.07, 4.1; Q201–202"),
    FideRule("method", "Another pairing method, for the event or one round", _NEVER,
         "The event is paired by the Dutch system, or by its Berger table: another method ({method}) cannot be chosen.",
         setting=True, cite="C.04.2, 1; Q93"),
    FideRule("option", "Options unknown to the rules", _NEVER,
         "“{option}” is against the rules of chess events.", setting=True, cite="C.04.1; C.04.2, 3.5"),
    FideRule("too-many-rounds", "More rounds than players can play", _ALWAYS_TOLD,
         "{players} players can play at most {most} rounds; {rounds} are set.", setting=True, cite="Q62"),
    # --- pairing and numbers
    FideRule("renumber", "New pairing numbers", (_C, _C, _Q, _R),
         "Pairing numbers change: {changes}.",
         ("Rounds already paired keep the numbers they were paired with; the list of old and new is kept.",
          _IN_THE_REPORT),
         "RENUMBER", cite="C.04.2, 2.3; Q147–154"),
    FideRule("hand-differs", "A round paired by hand that differs from the engine's", (_Q,) * 4,
         "Round {number} differs from the round by the rules: {played} instead of {engine}.",
         ("The rules allow only one pairing of this round; this is a different one.", _IN_THE_REPORT, _ARBITER),
         "HAND", cite="C.04.2, 1.5; Q68–69"),
    FideRule("hand-fault", "A pairing by hand that breaks the rules", _ALWAYS_ASKED, "Round {number}: {faults}.",
         cite="C.04.1; Q66"),
    FideRule("hand-colours", "Both get the colour they should not have", _ALWAYS_TOLD,
         "{a} and {b} both get the colour against their preference.", cite="Q67"),
    FideRule("published-pairing", "Changing a published pairing", _ALWAYS_ASKED,
         "Round {number} is published: it may be changed only for a reason the rules name.", cite="C.04.2, 4.4"),
    FideRule("robin-hand", "A round-robin round paired by hand", _ALWAYS_ASKED,
         "With this round, not all players would meet as often as the table says: {faults}.", cite="Q100–101"),
    # --- results
    FideRule("missing-adjourned", "Pairing while results are missing", _ALWAYS_TOLD,
         "Round {number}: results of {tables} are missing; these games are adjourned and count as draws until they "
         "end.",
         cite="C.04.2, 3.1; Q159–160"),
    FideRule("adjourned-old", "An adjourned game older than the last round", _ALWAYS_TOLD,
         "Round {number}, table {table}: the game is still adjourned.", cite="Q168"),
    FideRule("adjourned-decided", "An adjourned game that does not end in a draw", _ALWAYS_ASKED,
         "Round {number}, table {table}: the game counted as a draw for later pairings; it would now be {result}.",
         cite="C.04.2, 3.1; Q163"),
    FideRule("old-result", "Correcting a result of an older round", (_F, _F, _R, _R),
         "You can correct only results of the last finished round and the current one; round {number} is older. "
         "You can still correct it for rating.", cite="C.04.2, 4.3; Q189–193"),
    FideRule("rating-correction", "Correcting the rated result of an older round", _ALWAYS_ASKED,
         "Round {number}, table {table}: {now} is rated instead of {before}; pairings and standings stay as they are.",
         cite="Q189–193"),
    FideRule("not-final", "Final standings or a rating report without all results", _NEVER,
         "{count} results are missing or adjourned: there are no final standings and no rating report yet.",
         cite="Q161, Q169"),
    FideRule("import-differs", "An inconsistent report from another program", _ALWAYS_ASKED,
         "A second opinion finds differences in this report: {what}. The event's own report will say so.",
         cite="Q54–55"),
    # --- players
    FideRule("half-bye-again", "One more half-point bye", _ALWAYS_ASKED,
         "{name} would have {count} half-point byes; the regulations give {limit}.", cite="Q174"),
    FideRule("half-bye-last", "A half-point bye in the last round", _ALWAYS_ASKED,
         "{name} would have a half-point bye in the last round ({number}).", cite="C.05, 6.7.4; Q174"),
    FideRule("half-bye-norm", "A half-point bye in the last round of an event for norms", _NEVER,
         "{name}: no half-point bye in the last round of an event in which norms can be made.", cite="C.05, 6.7.4"),
    FideRule("half-bye-barred", "A half-point bye for a player without the right to one", _NEVER,
         "{name} is entered without the right to a half-point bye.", cite="Q175–176"),
    FideRule("full-bye", "A full-point bye", _ALWAYS_TOLD,
         "{name}: a full-point bye (round {number}) is deprecated by FIDE.", cite="C.04.2, 3.3; Q177–179"),
)  # fmt: skip
TABLE: Mapping[str, FideRule] = {rule.id: rule for rule in RULES}


def fide_stage(t: Tournament) -> FideStage:
    """How far an event is: a column of the table."""
    rounds = [r for p in t.pods.values() for r in p.rounds.values()]
    if any(r.number >= 4 for r in rounds):
        return FideStage.FOURTH
    if any(r.status in (Status.STARTED, Status.FINISHED) for r in rounds):
        return FideStage.STARTED
    return FideStage.PAIRED if rounds else FideStage.BEFORE


def warning_level(rule_id: str, at: FideStage) -> Level:
    """How loudly the table warns of an action at this stage."""
    return TABLE[rule_id].levels[list(FideStage).index(at)]
