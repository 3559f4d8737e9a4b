"""A player's own page: table, opponent, record, place, what is known of the cut, and what the player may report.

Contract: like `public_views`, nothing of a draft; the opponent's name as the event shows names to the public.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from pareo.app.base.context import Context, LoadedTournament
from pareo.app.base.public_context import own_round
from pareo.app.queries.floor.claims import from_one_device
from pareo.app.queries.lists.views import initiative
from pareo.app.queries.pages import public_view as public_views
from pareo.app.queries.pages.event_tables import KINDS, entrant_status
from pareo.app.queries.pages.public_names import public_name
from pareo.app.queries.pages.slips import higher_seed
from pareo.app.queries.results.game_by_game import GameField, game_fields
from pareo.app.tom.interim import event_for_everybody
from pareo.app.wording.match_games import each_game_text
from pareo.app.wording.pod_words import PodLabel, label_of
from pareo.core.model.entities import Match, Phase, Pod, Round, Status
from pareo.core.model.outcome import Result
from pareo.core.results.games_text import BEST_OF, match_format_of, match_scores
from pareo.core.results.result_text import flip_result
from pareo.core.settings.public import PLAYER_REPORTS
from pareo.core.standings.standings import Standing
from pareo.core.tournament.tables import StandingTable, per_division
from pareo.core.tournament.tournament import ELIMINATION


class OwnRound(NamedTuple):
    """A round as one of its players sees it."""

    number: int
    pod: PodLabel
    status: str
    table: int | None
    opponent: str
    starts: bool | None  # None where it does not matter
    outcome: str  # value of the Outcome; "" while open
    result: str  # from the player's side; "" while open
    opponent_no: int = 0
    games: str = ""  # each of a match of several, where they are known


class Reporting(NamedTuple):
    """What a player may report now, and what has been reported."""

    round_no: int
    kind: str  # outcome, scores, squads
    draws: bool
    elimination: bool
    mine: str  # from the player's side; "" if not yet
    theirs: str
    disputed: bool
    scores: tuple[str, ...] = ()  # several games per round: the match scores to choose from
    games: tuple[GameField, ...] = ()  # where each of them has points to fill in
    agreed: str = ""  # a best of several may be agreed drawn: how that is shown (PN-MAT-7)
    doubt_draws: bool = False  # a draw is taken with a warning
    points: tuple[str, str] = ("", "")  # the player's last report: own points, the opponent's
    ended: str = ""  # in the last report: how a game of squads ended,
    initiative: str = ""  # and who had it
    one_device: bool = False  # both reports came from the same device: they do not confirm each other


class OwnSquads(NamedTuple):
    """Squad totals at a player's table and who chooses initiative (X-19)."""

    mine: int
    theirs: int
    i_choose: bool
    by_lot: bool


@dataclass(frozen=True, slots=True)
class OwnPage:
    """Everything on a player's own page."""

    no: int
    name: str
    status: str
    current: OwnRound | None
    extra_minutes: int
    rounds: tuple[OwnRound, ...]
    table: StandingTable | None
    row: Standing | None
    cut: int
    in_cut: bool
    reporting: Reporting | None
    reports_off: bool
    squads: OwnSquads | None = None
    ended: bool = False  # the player's pod is over: there is no table to go to
    other: Standing | None = None  # the opponent's line in the standings
    other_club: str = ""
    i_choose: bool | None = None  # a match of the bracket: who chooses first or second in game 1; None: nobody


def own_page(ctx: Context, slug: str, no: int) -> OwnPage:
    """The page of one entrant, as things are."""
    event = ctx.open(slug)
    t = event.state
    entrant = t.entrant(no)
    public_rounds = [(p, own_round(event, r, no)) for p, r in public_views.shown_rounds(t) if no in p.members]
    rounds = tuple(own for p, r in public_rounds if (own := _own_round(event, p, r, no)) is not None)
    latest = next(((p, r) for p, r in reversed(public_rounds)), None)
    current = rounds[-1] if rounds and latest and rounds[-1].number == latest[1].number else None
    table, row = _standing_of(event, no)
    extension = t.floor.extensions.get((current.number, current.table or 0)) if current else None
    return OwnPage(
        no,
        public_name(event, no),
        entrant_status(t, no),
        current,
        extension.minutes if extension is not None else 0,
        rounds,
        table,
        row,
        public_views.cut_size(t, table) if table is not None else 0,
        any(p.phase is Phase.CUT for p, _ in public_rounds),
        _reporting(event, latest, no) if current is not None and entrant.drop is None else None,
        t.setting(PLAYER_REPORTS) is False,
        _squads(event, latest, no) if current is not None else None,
        latest is not None and public_views.has_ended(t, *latest),
        _standing_of(event, current.opponent_no)[1] if current is not None and current.opponent_no else None,
        t.entrants[current.opponent_no].club if current is not None and current.opponent_no else "",
        _choice(event, latest, no) if current is not None else None,
    )


def _choice(event: LoadedTournament, latest: tuple[Pod, Round] | None, no: int) -> bool | None:
    """Does the player choose first or second in game 1, as the higher seed of a running match (PN-MAT-8)?"""
    match = latest[1].match_of(no) if latest is not None else None
    if latest is None or match is None or match.result is not None:
        return None
    higher = higher_seed(event.state, latest[0], match)
    return None if higher is None else (higher == "a") == (match.a == no)


def _squads(event: LoadedTournament, latest: tuple[Pod, Round] | None, no: int) -> OwnSquads | None:
    match = latest[1].match_of(no) if latest is not None else None
    if latest is None or match is None or event.state.ruleset.lists.kind != "squad":
        return None
    chooser = initiative(event, *latest, match)
    mine, theirs = event.state.squad_total(no), event.state.squad_total(match.opponent_of(no))
    if chooser is None or mine is None or theirs is None:
        return None
    return OwnSquads(mine, theirs, (chooser == "a") == (match.a == no), mine == theirs)


def _own_round(event: LoadedTournament, p: Pod, r: Round, no: int) -> OwnRound | None:
    t = event.state
    label = label_of(t, p)
    match = r.match_of(no)
    if match is not None:
        seen = None if match.result is None else _seen_by(match.result, match, no)
        return OwnRound(
            r.number,
            label,
            r.status.value,
            match.table,
            public_name(event, match.opponent_of(no)),
            match.a == no if t.ruleset.swiss.starts else None,
            "" if seen is None else seen.a.value,
            "" if seen is None else public_views.short_result(seen),
            match.opponent_of(no),
            "" if seen is None else each_game_text(seen),
        )
    sitting = next((s for s in r.sitting if s.no == no), None)
    if sitting is None:
        return None
    return OwnRound(r.number, label, r.status.value, None, "", None, KINDS[sitting.outcome], "")


def _seen_by(result: Result, match: Match, no: int) -> Result:
    return result if match.a == no else flip_result(result)


def _standing_of(event: LoadedTournament, no: int) -> tuple[StandingTable | None, Standing | None]:
    """The standings table and row of a player; in a shared pod those of their division (P-AGE-5)."""
    t = event.state
    for table in per_division(t, public_views.public_tables(event_for_everybody(event)[0])):
        for row in table.rows:
            if row.no == no:
                return table, row
    return None, None


def _reporting(event: LoadedTournament, latest: tuple[Pod, Round] | None, no: int) -> Reporting | None:
    if latest is None:
        return None
    p, r = latest
    t = event.state
    match = r.match_of(no)
    if match is None or match.result is not None or r.status is not Status.STARTED:
        return None
    if t.setting(PLAYER_REPORTS) is False:
        return None
    claims = t.floor.claims.get((r.number, match.table), {})
    other = match.opponent_of(no)
    mine, theirs = claims.get(no), claims.get(other)
    one_device = from_one_device(t, r.number, no, other)
    rules = t.result_rules(p, r.number)
    elimination = p.phase in ELIMINATION
    form = match_format_of(rules, elimination=elimination)
    claim = None if mine is None else _seen_by(mine, match, no)
    return Reporting(
        r.number,
        rules.kind,
        rules.draws and (not elimination or rules.drawn_elimination == "initiative"),
        elimination,
        _claim_text(mine, match, no),
        _claim_text(theirs, match, no),
        mine is not None and theirs is not None and (mine != theirs or one_device),
        match_scores(form),
        game_fields(form, claim) if form.kind == "scores" else (),
        f"0–0–{form.games}" if form.games > 1 and form.decide == BEST_OF and form.draws else "",
        rules.doubt_draws,
        *_report_fields(claim),
        one_device,
    )


def _report_fields(claim: Result | None) -> tuple[tuple[str, str], str, str]:
    """The fields of a report as the player filled them in, to be put right."""
    if claim is None or claim.score_a is None or claim.score_b is None:
        return ("", ""), "", ""
    return (str(claim.score_a), str(claim.score_b)), claim.ended.value if claim.ended else "", claim.initiative or ""


def _claim_text(claim: Result | None, match: Match, no: int) -> str:
    """A claim from this player's side."""
    return "" if claim is None else public_views.short_result(_seen_by(claim, match, no))
