"""An event as JSON, by the schema of docs/event-schema.md: the whole of it for staff, or what everybody may see.

`write(event)` gives everything that describes the event now, personal data and the secret seed included: for staff.
`write_public(ctx, slug)` gives what the public pages show. Only the first can be read again. A stranger's file is
measured, typed and checked here, down to single results and settings, before it becomes an event.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import fields, replace
from typing import Any
from zoneinfo import ZoneInfo

import msgspec

from pareo import rulesets
from pareo.app.base.context import Context, LoadedTournament
from pareo.app.queries.pages.event_tables import KINDS, entrant_status
from pareo.app.queries.pages.public_names import public_name
from pareo.app.queries.pages.public_view import (
    finished_numbers,
    is_shown,
    public_tables,
    short_result,
    shown_rounds,
    winning_side,
)
from pareo.app.wording.match_games import each_game_text
from pareo.core.model.outcome import Result
from pareo.core.model.ruleset import Ruleset
from pareo.core.rules.ruleset_file import parse_ruleset
from pareo.core.settings.registry import SETTINGS, read_setting
from pareo.core.settings.setting import value_text
from pareo.core.text.clean_text import clean_line
from pareo.core.text.errors import BadInput
from pareo.core.text.messages import note, text_note
from pareo.core.tournament.fide_mode import TABLE
from pareo.core.tournament.tables import with_joint_tables
from pareo.formats.exchange.check import PLAYERS_LIMIT, PODS_LIMIT
from pareo.formats.exchange.event import ForeignEvent, ForeignPlayer, ForeignPod, Reading
from pareo.formats.exchange.reading import check_result, first_few, took_notes
from pareo.formats.exchange.rebuild import describe_event

FORMAT = "pareo-event"
VERSION = 1
SIZE_LIMIT = 100 * 1024 * 1024
_PAIRS_LIMIT = 50_000
_ENVELOPE = ("format", "version", "scope", "event")
_WHERE_KNOWN = ("games", "games2", "k", "own_no")  # younger than the schema: written only of players who have them
_UNREADABLE = (msgspec.MsgspecError, RecursionError, ValueError, OverflowError)


class _Envelope(msgspec.Struct, frozen=True):
    format: str
    version: int
    scope: str = "staff"
    event: Any = None


# --- writing ----------------------------------------------------------------------------------------------------------


def export(ctx: Context, slug: str) -> bytes:
    """A stored event as JSON, for staff."""
    return write(describe_event(ctx, slug))


def write(event: ForeignEvent) -> bytes:
    """The whole event as JSON, for staff. The same event always gives the same bytes."""
    body = msgspec.to_builtins(_Envelope(FORMAT, VERSION, "staff", event), order="deterministic")
    for player in body["event"]["players"]:
        for key in _WHERE_KNOWN:
            if player[key] is None:
                del player[key]
    return msgspec.json.format(msgspec.json.encode(body), indent=1) + b"\n"


def write_public(ctx: Context, slug: str) -> bytes:
    """The event as JSON for everybody: published rounds, standings after finished ones, names as in public."""
    event = ctx.open(slug)
    t = event.state
    public = {
        "name": t.name,
        "slug": t.slug,
        "ruleset": t.ruleset.id,
        "zone": t.zone,
        "players": [_public_player(event, no) for no in sorted(t.entrants)],
        "rounds": list(_public_rounds(event)),
        "standings": [row for number in finished_numbers(t) for row in _public_standings(event, number)],
    }
    body = _Envelope(FORMAT, VERSION, "public", public)
    return msgspec.json.format(msgspec.json.encode(body), indent=1) + b"\n"


def _public_player(event: LoadedTournament, no: int) -> dict[str, Any]:
    e = event.state.entrants[no]
    return {
        "no": no,
        "name": public_name(event, no),
        "division": e.division,
        "club": e.club,
        "federation": e.federation,
        "rating": e.rating,
        "status": entrant_status(event.state, no),
    }


def _public_rounds(event: LoadedTournament) -> Iterable[dict[str, Any]]:
    for pod, r in shown_rounds(event.state):
        if is_shown(r):
            yield {
                "number": r.number,
                "pod": pod.id,
                "phase": pod.phase.value,
                "status": r.status.value,
                "seed": r.seed,
                "matches": [
                    {
                        "table": m.table,
                        "a": m.a,
                        "b": m.b,
                        "result": short_result(m.result) if m.result else None,
                        "winner": winning_side(m) or None,
                        **_games_fields(m.result),
                    }
                    for m in sorted(r.matches.values(), key=lambda m: m.table)
                ],
                "sittings": [{"player": s.no, "kind": KINDS[s.outcome]} for s in r.sitting],
            }


def _games_fields(result: Result | None) -> dict[str, str]:
    """The games of a match of several, and the points of all together; empty for any other match."""
    if result is None or result.halves_a is None:
        return {}
    score = "" if result.score_a is None else f"{result.score_a}–{result.score_b}"
    return {key: text for key, text in (("games", each_game_text(result)), ("score", score)) if text}


def _public_standings(event: LoadedTournament, after: int) -> Iterable[dict[str, Any]]:
    show = event.state.ruleset.show_points
    for table in with_joint_tables(event.state, public_tables(event, after)):
        yield {
            "after": after,
            "table": table.id,
            "division": table.division,
            "rows": [
                {
                    "rank": row.rank,
                    "player": row.no,
                    "points": show(row.points),
                    "wins": row.wins,
                    "losses": row.losses,
                    "ties": row.ties,
                    "decided_by": row.decided_by,
                    "tiebreaks": {
                        v.id: {"value": v.shown, "exact": None if v.exact is None else str(v.exact)} for v in row.values
                    },
                }
                for row in table.rows
            ],
        }


# --- reading ----------------------------------------------------------------------------------------------------------


def recognise(data: bytes) -> bool:
    """A JSON object that says it is one of ours, in its first million bytes."""
    return data[:64].lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"{") and b'"pareo-event"' in data[:1_000_000]


def read(data: bytes, *, name: str = "", ruleset: str | None = None) -> Reading:
    """The event of a staff file; BadInput says what is wrong with it and where."""
    del name
    if len(data) > SIZE_LIMIT:
        raise BadInput("import-too-large", "The file is larger than {limit} MB.", limit=SIZE_LIMIT // 2**20)
    if ruleset is not None:
        raise BadInput(
            "ruleset-carried", "{file} contains its own ruleset: don't give one.", file=text_note("The file")
        )
    try:
        raw = msgspec.json.decode(data.removeprefix(b"\xef\xbb\xbf"))
        envelope = msgspec.convert(raw, _Envelope)
        _check_envelope(envelope)
        _check_size(envelope.event)
        event = msgspec.convert(envelope.event, ForeignEvent)
    except _UNREADABLE as problem:
        known = isinstance(problem, msgspec.MsgspecError)
        where = str(problem)[:200] if known else text_note("it is not valid JSON")
        raise BadInput("event-json", "This is not an event in Pareo's JSON: {problem}.", problem=where) from None
    skipped: list[str] = []
    if unknown := _unknown(raw, envelope.event):
        skipped.append(
            note(
                "json-fields-that-are-not",
                "Fields that are not in the schema: {unknown}.",
                unknown=first_few(unknown),
            )
        )
    checked = _checked_event(event, skipped)
    rounds = sum(len(pod.rounds) for pod in event.pods)
    return Reading(checked, took_notes(players=len(event.players), pods=len(event.pods), rounds=rounds), tuple(skipped))


def _check_envelope(envelope: _Envelope) -> None:
    if envelope.format != FORMAT:
        raise BadInput(
            "event-json", "This is not an event in Pareo's JSON: {problem}.", problem=text_note("another format")
        )
    if not 1 <= envelope.version <= VERSION:
        raise BadInput(
            "event-json-version",
            "The file has version {version} of the schema; this Pareo reads {known}.",
            version=envelope.version,
            known=VERSION,
        )
    if envelope.scope != "staff":
        raise BadInput("event-json-public", "This file contains public data only: you can't create an event from it.")


def _check_size(event: Any) -> None:
    """BadInput if the file has more players or pods than any event."""
    for key, limit in (("players", PLAYERS_LIMIT), ("pods", PODS_LIMIT)):
        if isinstance(event, dict) and isinstance(items := event.get(key), list) and len(items) > limit:
            raise BadInput(
                "event-json-size",
                "The file has {count} {what}; the limit is {limit}.",
                count=len(items),
                what=key,
                limit=limit,
            )


def _unknown(raw: Any, event: Any) -> list[str]:
    """Names in the file that the schema does not have."""
    names = set(raw) - set(_ENVELOPE)
    for part, kind in (
        (event, ForeignEvent),
        *((p, ForeignPlayer) for p in event.get("players") or ()),
        *((p, ForeignPod) for p in event.get("pods") or ()),
    ):
        names |= set(part) - {f.name for f in fields(kind)}
    return sorted(map(str, names))


def _checked_event(event: ForeignEvent, skipped: list[str]) -> ForeignEvent:
    """The event with settings that mean something, or BadInput."""
    rules = _ruleset(event)
    _check_zone(event.zone)
    for pod in event.pods:
        for r in pod.rounds:
            for m in r.matches:
                check_result(m.result, r.number, squads=rules.results.kind == "squads", chess=rules.results.chess)
            if any(s.outcome not in KINDS for s in r.sittings):
                raise BadInput(
                    "event-json-sitting",
                    "Round {round}: a player without an opponent cannot have played.",
                    round=r.number,
                )
    settings = _settings(event.settings, rules.unit, None, skipped)
    if "forbidden" in event.settings:
        settings["forbidden"] = _forbidden(event.settings["forbidden"])
    own = {pod: _settings(values, rules.unit, pod, skipped) for pod, values in event.pod_settings.items()}
    return replace(
        event,
        settings=settings,
        pod_settings=own,
        remarks=tuple(
            (rule, level, clean_line(words, "remarks", 500)) for rule, level, words in event.remarks if rule in TABLE
        ),
    )


def _ruleset(event: ForeignEvent) -> Ruleset:
    if event.ruleset_text is not None:
        return parse_ruleset(event.ruleset_text, name=event.ruleset)
    return rulesets.load(event.ruleset)


def _check_zone(zone: str) -> None:
    try:
        ZoneInfo(zone)
    except (ValueError, OSError, KeyError):
        raise BadInput(
            "zone-unknown", "zone={zone}: not a valid time zone (example: Europe/Madrid).", zone=zone[:60]
        ) from None


def _settings(values: Mapping[str, Any], unit: int, pod: str | None, skipped: list[str]) -> dict[str, Any]:
    """Each setting read again as if somebody had typed it."""
    settings: dict[str, Any] = {}
    for key, value in values.items():
        if key == "forbidden":
            continue
        if key not in SETTINGS:
            skipped.append(
                note(
                    "json-setting-which-this-pareo",
                    "Unknown setting “{key}”.",
                    key=str(key)[:40],
                )
            )
            continue
        if not isinstance(value, str | int):
            raise BadInput(
                "setting-unreadable",
                "{key}={value}: this must be {takes} ({meaning}).",
                key=key,
                value=str(value)[:40],
                takes=SETTINGS[key].takes,
                meaning=SETTINGS[key].meaning,
            )
        text = value_text(value)
        if len(text) > 2000:
            raise BadInput("text-long", "{what} is longer than {limit} characters.", what=key, limit=2000)
        read_again = read_setting(key, text, unit=unit, pod=pod)
        if read_again is not None:
            settings[key] = read_again
    return settings


def _forbidden(value: Any) -> list[list[int]]:
    fits = (
        isinstance(value, list)
        and len(value) <= _PAIRS_LIMIT
        and all(
            isinstance(pair, list) and len(pair) in (2, 4) and all(type(no) is int and no > 0 for no in pair)
            for pair in value
        )
    )
    if not fits:
        raise BadInput("event-json-forbidden", "Barred pairings are a list of pairs of player numbers.")
    return [list(pair) for pair in value]
