"""FIDE's tie-breaks by their codes (MTB26): BH/C1, SB, DE/P, KS/L-1 … One record per code, made of ours.

A code is the rule of C.07 of March 2026 and has nothing left to choose, but what an unrated player counts. Our own
words (`buchholz unplayed=nothing`) stay for other games and for orders that were set before; `code_of` says which of
them are a code.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from pareo.core.model.ruleset import TiebreakUse
from pareo.core.standings.tiebreaks import berger, buchholz, direct_encounter, own_results, performances
from pareo.core.standings.tiebreaks.parts import Explain, Options
from pareo.core.standings.tiebreaks.tiebreak import PerGroup, PerPlayer, Tiebreak

POINTS = own_results.POINTS.id

_FIDE = {"unplayed": "fide-2026"}
_HALF = {"draws": "half", **_FIDE}
_CUTS = {"C1": {"low": 1}, "C2": {"low": 2}, "M1": {"high": 1, "low": 1}, "M2": {"high": 2, "low": 2}}
_PLAYED = {"forfeits": "played"}

_TITLES = {
    "C1": "cut 1", "C2": "cut 2", "M1": "median 1", "M2": "median 2", "P": "forfeits as played", "F": "fore",
    "R": "reversed", "L1": "limit +½", "L2": "limit +1", "L-1": "limit −½", "L-2": "limit −1",
}  # fmt: skip
_MEANINGS = {
    "C1": "Without the lowest.", "C2": "Without the two lowest.", "M1": "Without the lowest and highest.",
    "M2": "Without two at either end.",
    "P": "Forfeits count as played.", "F": "With Fore Buchholz.", "R": "Reversed.",
    "L1": "The limit is half a point higher.", "L2": "The limit is one point higher.",
    "L-1": "The limit is half a point lower.", "L-2": "The limit is one point lower.",
}  # fmt: skip
_EARLY = {"C1": "Without the first round.", "C2": "Without the first two rounds."}
_SAME = {"GE": "REP", "GPTS": POINTS, "KS/L+1": "KS/L1", "KS/L+2": "KS/L2"}  # other spellings of a code


def _per_player(base: PerPlayer | None, fixed: Options) -> PerPlayer | None:
    return None if base is None else lambda context, more: base(context, {**fixed, **more})


def _per_group(base: PerGroup | None, fixed: Options) -> PerGroup | None:
    return None if base is None else lambda context, groups, more: base(context, groups, {**fixed, **more})


def _explain(base: Explain | None, fixed: Options) -> Explain | None:
    return None if base is None else lambda context, more, no: base(context, {**fixed, **more}, no)


def _tiebreak_of_code(code: str, base: Tiebreak, options: Options, meanings: Mapping[str, str] = _MEANINGS) -> Tiebreak:
    modifiers = code.split("/")[1:]
    unrated = {name: takes for name, takes in base.options.items() if name == "unrated"}
    return replace(
        base,
        id=code,
        short=code,
        title=", ".join([base.title.removesuffix(" (FIDE)"), *(_TITLES[one] for one in modifiers)]),
        meaning=" ".join([base.meaning, *(meanings[one] for one in modifiers)]),
        options=unrated,
        program="",
        higher_first=base.higher_first != ("R" in modifiers),
        per_player=_per_player(base.per_player, options),
        per_group=_per_group(base.per_group, options),
        explain=_explain(base.explain, options),
    )


def _code_definitions() -> Iterable[tuple[str, Tiebreak, Options]]:
    """Every code, our tie-break behind it, and the options that are fixed."""
    bh, fb, sb = buchholz.MEDIAN_BUCHHOLZ, buchholz.FORE_BUCHHOLZ, berger.SONNEBORN_BERGER
    for forfeits, more in (("", {}), ("/P", _PLAYED)):
        yield f"BH{forfeits}", buchholz.BUCHHOLZ, {**_FIDE, **more}
        for cut, cuts in _CUTS.items():
            yield (
                f"BH/{cut}{forfeits}",
                replace(bh, title="Buchholz", meaning=buchholz.BUCHHOLZ.meaning),
                {"high": 0, **cuts, **_FIDE, **more},
            )
        yield f"FB{forfeits}", fb, {**_FIDE, **more}
        for cut, cuts in _CUTS.items():
            yield f"FB/{cut}{forfeits}", fb, {**cuts, **_FIDE, **more}
    average = {"digits": 2, **_FIDE}
    yield "AOB", buchholz.AVERAGE_BUCHHOLZ, average
    yield "AOB/F", buchholz.AVERAGE_BUCHHOLZ, {**average, "fore": True}
    sb = replace(sb, meaning="Each opponent's points times the points you made against them.")
    for forfeits, more in (("", {}), ("/P", _PLAYED)):
        yield f"SB{forfeits}", sb, {**_HALF, **more}
        for low in (1, 2):
            yield f"SB/C{low}{forfeits}", sb, {**_HALF, "low": low, **more}
    yield "PS", own_results.PROGRESSIVE, {}
    yield "PS/C1", own_results.PROGRESSIVE, {"cut": 1}
    yield "PS/C2", own_results.PROGRESSIVE, {"cut": 2}
    yield "DE", direct_encounter.DIRECT_ENCOUNTER, {"met": "fide"}
    yield "DE/P", direct_encounter.DIRECT_ENCOUNTER, {"met": "fide", **_PLAYED}
    yield "KS", berger.KOYA, {}
    for shift in (1, 2, -1, -2):
        yield f"KS/L{shift}", berger.KOYA, {"shift": shift}
    yield "WIN", replace(own_results.WINS, meaning="Rounds that gave as much as a win."), {"count": "points"}
    yield "WON", own_results.GAMES_WON, {}
    yield "BPG", own_results.GAMES_BLACK, {}
    yield "BWG", own_results.WINS_BLACK, {}
    yield "REP", own_results.ROUNDS_PLAYED, {}
    aro = replace(performances.ARO, meaning="The mean rating of the opponents.")
    yield "ARO", aro, {}
    for cut, cuts in _CUTS.items():
        yield f"ARO/{cut}", aro, cuts
    yield "TPR", performances.PERFORMANCE, {}
    yield "APRO", performances.OPPONENTS_PERFORMANCE, {}
    yield "PTP", performances.PTP, {}
    yield "APPO", performances.APPO, {}
    yield "STD", own_results.STANDARD_POINTS, {}
    yield "RTNG", performances.OWN_RATING, {}
    yield "RTNG/R", performances.OWN_RATING, {}
    yield "TPN", own_results.START_NUMBER, {}
    yield "TPN/R", own_results.START_NUMBER, {}


CODES: dict[str, Tiebreak] = {
    code: _tiebreak_of_code(code, base, options, _EARLY if code.startswith("PS/") else _MEANINGS)
    for code, base, options in _code_definitions()
} | {POINTS: own_results.POINTS}

# Our own words that count exactly what a code does.
_OURS: Mapping[str, TiebreakUse] = {
    "BH": TiebreakUse("buchholz", _FIDE),
    "BH/C1": TiebreakUse("buchholz-cut-1", _FIDE),
    "BH/C2": TiebreakUse("buchholz-cut-2", _FIDE),
    "BH/M1": TiebreakUse("median-buchholz", _FIDE),
    "BH/M2": TiebreakUse("median-buchholz", {"high": 2, "low": 2, **_FIDE}),
    "FB": TiebreakUse("fore-buchholz", _FIDE),
    "SB": TiebreakUse("sonneborn-berger", _HALF),
    "SB/C1": TiebreakUse("sonneborn-berger", {"low": 1, **_HALF}),
    "SB/C2": TiebreakUse("sonneborn-berger", {"low": 2, **_HALF}),
    "PS": TiebreakUse("progressive"),
    "PS/C1": TiebreakUse("progressive", {"cut": 1}),
    "PS/C2": TiebreakUse("progressive", {"cut": 2}),
    "DE": TiebreakUse("direct-encounter", {"met": "fide"}),
    "KS": TiebreakUse("koya"),
    "WON": TiebreakUse("games-won"),
    "BPG": TiebreakUse("games-black"),
    "BWG": TiebreakUse("wins-black"),
    "REP": TiebreakUse("rounds-played"),
    "ARO": TiebreakUse("aro"),
    "ARO/C1": TiebreakUse("aro", {"low": 1}),
    "ARO/C2": TiebreakUse("aro", {"low": 2}),
    "TPR": TiebreakUse("performance"),
    "APRO": TiebreakUse("opponents-performance"),
    "PTP": TiebreakUse("ptp"),
    "APPO": TiebreakUse("appo"),
    "STD": TiebreakUse("std"),
}
_USUAL = {"count": "all", "perfect": 800, "limit": "50%", "unrated": None}
_MEDIAN = {"high": 1, "low": 1, "cut": "both"}


def parse_code(text: str) -> str | None:
    """FIDE's code that a text names, in any case and order of modifiers; None if it names none."""
    base, *modifiers = text.strip().upper().split("/")
    for order in (modifiers, sorted(modifiers)):
        code = "/".join([base, *order])
        code = _SAME.get(code, code)
        if code in CODES:
            return code
    return None


def code_of(use: TiebreakUse) -> str | None:
    """FIDE's code of a tie-break in our words; None: it has none."""
    if use.id in CODES:
        return use.id
    unusual = _unusual_options(use)
    return next((code for code, ours in _OURS.items() if ours.id == use.id and _unusual_options(ours) == unusual), None)


def _unusual_options(use: TiebreakUse) -> dict[str, object]:
    """The options of a tie-break that are not the defaults."""
    median = use.id == buchholz.MEDIAN_BUCHHOLZ.id
    usual: dict[str, object] = {**_USUAL, **(_MEDIAN if median else {"low": 0, "cut": 0})}
    return {name: value for name, value in use.options.items() if name != "unrated" and usual.get(name) != value}
