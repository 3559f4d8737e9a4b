"""How long results must be kept: three months, to be handed over on request (Play! Pokémon 2019, 4; P-REC-1)."""

from __future__ import annotations

from datetime import datetime, timedelta

from pareo.app.base.context import Context
from pareo.app.base.timestamps import moment
from pareo.core.text.errors import BadInput, NeedsConfirmation
from pareo.core.tournament.progress import counted_rounds

KEEP_DAYS = 92  # three months


def kept_until(ctx: Context, slug: str) -> datetime | None:
    """Until when the results must be kept; None where nothing has been played, or the time is over."""
    state = ctx.open(slug).state
    if not any(counted_rounds(state, p) for p in state.pods.values()):
        return None
    last = ctx.store.read(slug, after=state.seq - 1)[-1]
    until = moment(last.time) + timedelta(days=KEEP_DAYS)
    now = moment(ctx.now())
    return until if until > now else None


def check_kept(ctx: Context, slug: str, *, confirmed: bool) -> None:
    """Reminds before a tournament is deleted too early, or one that is damaged without a last look."""
    try:
        until = kept_until(ctx, slug)
    except BadInput as damage:
        if not confirmed:
            raise NeedsConfirmation(
                "delete-damaged",
                "{slug} is damaged ({problem}) You can first export the readable part as “raw”.",
                slug=slug,
                problem=damage.note,
            ) from damage
        return
    if until is not None and not confirmed:
        raise NeedsConfirmation(
            "keep-three-months",
            "Keep results for 3 months in case they are requested: those of {slug} until {date}. If you delete the "
            "event sooner, export it first.",
            slug=slug,
            date=until.strftime("%Y-%m-%d"),
        )
