"""What a change of settings means in FIDE mode: each is held against the table of `core/tournament/fide_mode.py`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from pareo.app.base.context import LoadedTournament
from pareo.app.base.fide_warnings import Warnings
from pareo.core.model.entities import Phase, Pod
from pareo.core.model.games import game_of
from pareo.core.model.outcome import Outcome
from pareo.core.model.ruleset import Ruleset
from pareo.core.pairing.acceleration import BAKU
from pareo.core.pairing.registry import find_method, pair
from pareo.core.settings.chess import ACCELERATION_RULES, PAB, SCORING
from pareo.core.settings.pairing import ACCELERATION, BARRED, COLOURS, MEET_AGAIN, METHOD
from pareo.core.settings.points import BYE_POINTS, REQUESTED_BYE
from pareo.core.settings.registry import SETTINGS
from pareo.core.settings.rounds import GAMES, ROUNDS, STYLE
from pareo.core.settings.setting import Setting
from pareo.core.settings.standings import TIEBREAK_ORDER
from pareo.core.standings.tiebreaks.order import tiebreaks_text
from pareo.core.text.errors import Refused
from pareo.core.text.messages import Note, join_notes, plural, text_note
from pareo.core.tournament.drafting import pairing_input
from pareo.core.tournament.pairing_methods import is_robin, round_method
from pareo.core.tournament.tournament import Tournament

Values = Mapping[str, object]
_LOCKED: Mapping[str, tuple[Setting[object], ...]] = {
    "scoring": (SCORING, REQUESTED_BYE),
    "pab": (PAB, BYE_POINTS),
    "acceleration": (ACCELERATION,),
    "barred": (BARRED,),
}


def check_fide_settings(
    event: LoadedTournament, values: Values, pod: str | None, planned: Mapping[str, int], warnings: Warnings
) -> None:
    """Adds to the warnings what these settings would do."""
    t = event.state
    if not t.fide_mode:
        return
    changed = {key for key, value in values.items() if _now(t, key, pod) != value}
    for rule, settings in _LOCKED.items():
        if changed & {setting.key for setting in settings}:
            warnings.add(rule)
    refused_options(t.ruleset, {**t.settings, **values}, changed, warnings)
    _check_rounds(event, planned, warnings)
    if TIEBREAK_ORDER.key in changed:
        before = tiebreaks_text(t.ruleset.tiebreaks)
        after = str(values[TIEBREAK_ORDER.key] or tiebreaks_text(_as_written(t.ruleset).tiebreaks))
        if before != after:
            warnings.add(
                "tiebreaks" if t.tiebreaks_announced else "tiebreaks-unsaid",
                before=before,
                after=after,
                remark=f"Configuration @ Round {t.latest_round}: tie-breaks {after} instead of {before}",
            )
    if ROUNDS.key in values:
        too_many_rounds(t, warnings, ROUNDS.of(values))


def _as_written(ruleset: Ruleset) -> Ruleset:
    setting = SETTINGS[TIEBREAK_ORDER.key]
    return setting.over(ruleset, None) if setting.over else ruleset


def _now(t: Tournament, key: str, pod: str | None) -> object:
    return (t.settings if pod is None else t.pod_settings.get(pod, {})).get(key)


def refused_options(ruleset: Ruleset, settings: Values, changed: set[str], warnings: Warnings) -> None:
    """What FIDE mode knows not at all: other methods, colours ignored, several games, an acceleration without rules."""
    method, style = METHOD.of(settings), STYLE.of(settings)
    if METHOD.key in changed and method not in (None, ruleset.swiss.system):
        warnings.add("method", method=text_note(find_method(method).title_in(game_of(ruleset))))
    if STYLE.key in changed and style is not None and style not in ruleset.styles:
        warnings.add("method", method=text_note(style))
    options: tuple[tuple[Setting[object], object], ...] = (
        (COLOURS, COLOURS.of(settings) == "ignored"),
        (GAMES, (GAMES.of(settings) or 1) > 1),
        (MEET_AGAIN, MEET_AGAIN.of(settings) is False),
    )
    for setting, wrong in options:
        if setting.key in changed and wrong:
            warnings.add("option", option=f"{setting.key}={setting.text_in(settings)}")
    chosen = ACCELERATION.of(settings)
    if (
        {ACCELERATION.key, ACCELERATION_RULES.key} & changed
        and chosen not in (None, "", BAKU)
        and (not ACCELERATION_RULES.of(settings))
    ):
        warnings.add("own-acceleration")


def new_event_settings(t: Tournament, explicit: Values, copied: Values) -> dict[str, object]:
    """The settings of a new event: what was typed is refused where FIDE mode does not know it, what was copied from an
    earlier event is left out."""
    warnings = Warnings(t)
    refused_options(t.ruleset, {**copied, **explicit}, set(explicit), warnings)
    warnings.check_confirmed()
    settings = dict(copied)
    for key in copied:
        alone = Warnings(t)
        refused_options(t.ruleset, copied, {key}, alone)
        if alone.met:
            del settings[key]
    return settings | dict(explicit)


# --- the number of rounds ---------------------------------------------------------------------------------------------


def too_many_rounds(t: Tournament, warnings: Warnings, rounds: int | None) -> None:
    """n players can play at most n − 1 rounds, an odd number n (F-18)."""
    playing = [e for e in t.entrants.values() if e.drop is None]
    most = len(playing) - 1 + len(playing) % 2
    if t.style == "round-robin" or t.started or rounds is None or len(playing) < 2 or rounds <= most:
        return
    warnings.add("too-many-rounds", players=len(playing), most=most, rounds=rounds)


def _check_rounds(event: LoadedTournament, planned: Mapping[str, int], warnings: Warnings) -> None:
    t = event.state
    changed = [(t.pods[pod], rounds) for pod, rounds in planned.items() if t.pods[pod].planned != rounds]
    for p, rounds in changed:
        warnings.add(
            "rounds",
            before=p.planned,
            after=rounds,
            remark=f"Configuration @ Round {t.latest_round}: {rounds} rounds instead of {p.planned}",
        )
        if (last := p.last_round) is not None and (differences := paired_otherwise(t, p, rounds)):
            end = p.first_round + p.planned - 1
            was = text_note("the last round") if last.number == end else text_note("a round before the last")
            now = text_note("a round before the last") if last.number == end else text_note("the last round")
            warnings.add("last-round", number=last.number, was=was, now=now, differences=join_notes(", ", differences))


def paired_otherwise(t: Tournament, p: Pod, rounds: int) -> list[Note]:
    """The boards of the last paired round that the engine would pair otherwise if the event had so many rounds."""
    last = p.last_round
    if last is None or is_robin(p) or p.phase is not Phase.SWISS:
        return []
    ends = {p.first_round + p.planned - 1, p.first_round + rounds - 1}
    if last.number not in ends:
        return []
    changed, method = replace(p, planned=rounds), round_method(t, p, last)
    request = pairing_input(t, changed, last.number, "", method=method, objective=last.objective)
    try:
        engine = pair(request)
    except Refused as problem:
        return [problem.note]
    old = {(m.a, m.b) for m in last.matches.values()}
    number = {no: e.start_no or no for no, e in t.entrants.items()}
    boards = sorted(f"{number[m.a]}-{number[m.b]}" for m in engine.matches if (m.a, m.b) not in old)
    bye = next((s.no for s in last.sitting if s.outcome is Outcome.BYE), None)
    if engine.bye != bye and engine.bye is not None:
        boards.append(f"{number[engine.bye]}-0")
    if not boards:
        return []
    return [
        plural(
            "boards-differ",
            "{count} board differs ({boards})",
            "{count} boards differ ({boards})",
            count=len(boards),
            boards=" ".join(boards),
        )
    ]
