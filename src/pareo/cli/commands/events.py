"""Rulesets, advice, and tournaments as a whole: creating, listing, showing, setting, deleting."""

from __future__ import annotations

from dataclasses import asdict

import click

from pareo import rulesets
from pareo.app.base import fide_warnings
from pareo.app.commands.event import events
from pareo.app.queries.event.advice import advice_for, age_style_of, review_settings
from pareo.app.queries.event.retention import check_kept
from pareo.app.queries.event.sections import ages_are_separate
from pareo.app.rows.events import AdviceRow, PodState
from pareo.app.wording.ruleset_text import describe
from pareo.cli.context import CliContext
from pareo.cli.options import (
    WithDefault,
    assignments,
    command,
    complete_rulesets,
    complete_slugs,
    confirm_option,
    group,
    json_option,
    language_option,
    override_option,
    override_reason,
    pod_option,
    read_text,
    slug_argument,
    with_create_options,
    with_json_option,
    with_write_options,
    yes_option,
)
from pareo.cli.output import print_result, say, say_json, say_note, show, show_rows
from pareo.cli.text_table import table
from pareo.core.model.editions import CLAIM
from pareo.core.rules.advice import PodAdvice, advise, rounds_in_sections
from pareo.core.rules.sections import propose_sections
from pareo.core.rules.tables import STYLES
from pareo.core.settings.registry import all_settings
from pareo.core.settings.setting import value_text

FIDE_MODE = f"FIDE mode: {CLAIM}"

# --- rulesets and their tables --------------------------------------------------------------------------------------


class _Rulesets(WithDefault):
    """`pareo rulesets` lists; `pareo rulesets show ID` shows one."""

    default = "list"


rulesets_command = group("rulesets", _Rulesets)


@click.command("list", help="List the rulesets.\n\n\b\nExample:\n  pareo rulesets")
@json_option
def _list_rulesets(*, as_json: bool) -> None:
    show_rows(
        [asdict(info) for info in rulesets.available()],
        ("id", "title", "document", "edition"),
        lambda row: tuple(row.values()),
        as_json=as_json,
        cut=38,
    )


rulesets_command.add_command(_list_rulesets)


@command("rulesets show")
@click.argument("ruleset_id", metavar="ID", shell_complete=complete_rulesets)
@click.option(
    "--toml", "as_toml", is_flag=True, help="Print the whole file, to copy and edit (see new --ruleset-file)."
)
@language_option
@json_option
@click.pass_obj
def _show_ruleset(cli: CliContext, ruleset_id: str, *, as_toml: bool, as_json: bool) -> None:
    ruleset = rulesets.load(ruleset_id)
    if as_toml and not as_json:
        say(ruleset.text.rstrip("\n"))
    elif as_json:
        document = ruleset.document
        say_json(
            {
                "id": ruleset.id,
                "title": ruleset.title,
                "document": document.title,
                "edition": document.edition,
                "styles": list(ruleset.styles),
                "tables": [t.id for t in ruleset.advice.tables],
                "tiebreaks": [t.id for t in ruleset.tiebreaks],
                "text": describe(ruleset),
                "file": ruleset.text,
            }
        )
    else:
        say(describe(ruleset, cli.lang))


@command("advise")
@click.argument("ruleset_id", metavar="RULESET", shell_complete=complete_rulesets)
@click.option("--players", type=click.IntRange(2, 100_000), required=True, help="Number of players in the division.")
@click.option("--style", type=click.Choice(STYLES), help="Format; default: the ruleset's first.")
@click.option("--table", "table_id", metavar="ID", help="Table of the document.")
@json_option
def advise_command(ruleset_id: str, players: int, style: str | None, table_id: str | None, *, as_json: bool) -> None:
    ruleset = rulesets.load(ruleset_id)
    advice = advise(ruleset, sizes={"": players}, pod=("",), style=style or ruleset.styles[0], table=table_id)
    notes = [str(note) for note in advice.notes]
    if as_json:
        say_json(
            {
                "ruleset": ruleset_id,
                "players": players,
                "style": advice.style,
                "table": advice.table or None,
                **_advice_row(advice),
                "allowed_rounds": list(advice.allowed_rounds),
                "allowed_cuts": list(advice.allowed_cuts),
                "notes": notes,
            }
        )
    else:
        say(f"{players} players, {advice.style}: {_advice_words(advice)}.")
        for note in notes:
            say_note(note)


def _advice_row(advice: PodAdvice) -> dict[str, int]:
    return {
        "rounds": advice.rounds,
        "day2_rounds": advice.day2_rounds,
        "cut": advice.cut,
        "total_rounds": advice.total_rounds,
    }


def _advice_words(row: PodAdvice | AdviceRow) -> str:
    words = [f"{row.rounds} rounds"]
    if row.day2_rounds:
        words.append(f"{row.day2_rounds} on day 2")
    cuts = dict(row.division_cuts)
    if cuts:
        words += [f"{division} {f'top {cut}' if cut else 'no cut'}" for division, cut in cuts.items()]
    elif row.cut:
        words.append(f"top {row.cut}")
    total = f" ({row.total_rounds} rounds in all)" if row.total_rounds != row.rounds else ""
    return ", ".join(words) + total


# --- tournaments ----------------------------------------------------------------------------------------------------


@command("new")
@click.argument("name")
@click.option(
    "--ruleset",
    "ruleset_id",
    metavar="ID",
    default="",
    shell_complete=complete_rulesets,
    help="Ruleset of the tournament.",
)
@click.option(
    "--game",
    metavar="GAME",
    default="",
    type=click.Choice(("", *rulesets.PLAY_POKEMON)),
    help="tcg, vgc or go: the Play! Pokémon rules of the season of the date.",
)
@click.option("--date", metavar="DAY", help="Date of the event, such as 2026-11-15.")
@click.option("--ruleset-file", metavar="FILE", help="Your own ruleset (TOML).")
@click.option("--slug", metavar="S", help="Short name for commands and addresses; made from the name if left out.")
@click.option(
    "--style", metavar="STYLE", help="Format: swiss, elimination, swiss+cut or round-robin; default: the ruleset's."
)
@click.option("--rounds", metavar="N", help="Swiss rounds; default: the document's table.")
@click.option("--cut", metavar="N", help="Number of players who advance to the elimination.")
@click.option(
    "--seed",
    metavar="TEXT",
    help="Secret seed of all draws, for tests. Random if omitted; anyone who knows it can predict the draws.",
)
@click.option("--like", metavar="SLUG", shell_complete=complete_slugs, help="Copy the settings of an earlier event.")
@click.option("--with-players", is_flag=True, help="With --like: copy its players too.")
@with_create_options
@click.pass_obj
def new_command(
    cli: CliContext,
    /,
    *,
    name: str,
    ruleset_id: str,
    game: str,
    ruleset_file: str | None,
    slug: str | None,
    seed: str | None,
    like: str | None,
    with_players: bool,
    client: str | None,
    as_json: bool,
    **settings: str | None,
) -> None:
    if with_players and like is None:
        raise click.UsageError("--with-players goes with --like SLUG")
    text = read_text(ruleset_file) if ruleset_file else None
    explicit = {key: value for key, value in settings.items() if value is not None}
    new = events.NewEvent(
        name,
        ruleset_id,
        slug=slug,
        settings=explicit,
        seed=seed,
        like=like,
        with_players=with_players,
        ruleset_text=text,
        ruleset_file=ruleset_file or "",
        game=game,
    )
    from pareo.app.league import closing  # noqa: PLC0415 - most commands of this module start faster without it

    created = closing.create_event(cli.ctx, new, client=client)
    if as_json:
        event = cli.ctx.open(created.slug)
        notes = [*created.notes, *review_settings(event)]
        say_json({"seq": event.state.seq, "action": "created", "notes": notes, "slug": created.slug})
    else:
        say(created.slug)  # the slug and nothing else: scripts take it from here
        for note in created.notes:
            click.echo(note, err=True)


@command("list")
@json_option
@click.pass_obj
def list_command(cli: CliContext, *, as_json: bool) -> None:
    rows = events.list_events(cli.ctx, every_row=True)
    if as_json:
        say_json(rows)
    elif rows:
        cells = [(r.slug, r.name, r.ruleset, r.created[:10]) for r in rows]
        say(table(("slug", "name", "ruleset", "created"), cells, cut=36))
        for row in (r for r in rows if r.damaged):
            say_note(
                f"{row.slug}: this event is damaged; the others are unaffected. To save what is left, use "
                f"`pareo export {row.slug} raw -o {row.slug}.zip`; `pareo delete {row.slug}` removes it."
            )
    else:
        say("No tournaments yet: create one with `pareo new NAME --ruleset ID`.")


@command("show")
@with_json_option
@click.pass_obj
def show_command(cli: CliContext, slug: str, *, as_json: bool) -> None:
    view = events.show_event(cli.ctx, slug)
    if as_json:
        say_json(view)
        return
    mark = "" if view.sanctioned else ", unsanctioned"
    say(f"{view.name} ({view.ruleset}, {view.style}{mark}), {view.players} entered")
    if view.settings:
        say("  " + ", ".join(f"{key}={value_text(value)}" for key, value in view.settings.items()))
    if view.fide_mode is not None:
        say(f"  {FIDE_MODE if view.fide_mode else 'outside FIDE mode: ' + view.left_fide_mode}")
    if by_age := age_style_of(cli.ctx.open(slug).state):
        say(f"  {by_age}")
    if view.birth_years:
        say(f"  birth years: {view.birth_years}")
    if view.pods:
        say(
            table(
                ("pod", "phase", "method", "players", "round", "status", "waiting for table", "next"),
                [_pod_cells(pod) for pod in view.pods],
                right="players",
                cut=30,
            )
        )
    else:
        say(f"  can do: {', '.join(view.actions)}")
    say(f"  the document recommends for {row.pod}: {_advice_words(row)}" for row in view.advice)
    for warning in view.warnings:
        say_note(f"note: {warning}")


def _pod_cells(pod: PodState) -> tuple[object, ...]:
    waiting = [str(n) for n in pod.open_tables[:6]] + (["…"] if len(pod.open_tables) > 6 else [])
    shown_steps = ("pair", "publish", "start", "report", "finish", "advance")
    steps = [a for a in pod.actions if a in shown_steps]
    status = "ended" if pod.closed else pod.status
    if status == "over":
        steps = [a for a in steps if a != "pair" and (a != "advance" or pod.phase in ("swiss", "day2"))]
    return (
        pod.pod,
        pod.phase,
        pod.method or "–",
        pod.active,
        f"{pod.round} of {pod.rounds}",
        status,
        " ".join(waiting),
        ", ".join(steps),
    )


@command("set")
@with_write_options
@click.argument("changes", nargs=-1, required=True, metavar="KEY=VALUE…")
@pod_option
@override_option
@yes_option
@confirm_option
@click.pass_obj
def set_command(
    cli: CliContext,
    slug: str,
    changes: tuple[str, ...],
    *,
    pod: str | None,
    override: str | None,
    yes: bool,
    word: str,
    client: str | None,
    as_json: bool,
) -> None:
    """An empty VALUE resets a setting to its default. `pareo settings` lists the keys."""
    done = events.change_settings(
        cli.ctx,
        slug,
        assignments(changes),
        pod=pod,
        override=override_reason(override),
        confirmed=yes,
        word=word,
        client=client,
    )
    changed = done.fact.changes
    words = ", ".join(f"{k}={value_text(v)}" if v is not None else f"{k} cleared" for k, v in changed.items())
    print_result(done, as_json=as_json, text=f"Set{f' for {pod}' if pod else ''}: {words}.", more={"changes": changed})


@command("leave-fide-mode")
@with_write_options
@click.option("--reason", required=True, metavar="TEXT", help="Reason; it appears in the report to FIDE.")
@yes_option
@confirm_option
@click.pass_obj
def leave_fide_mode_command(
    cli: CliContext, slug: str, *, reason: str, yes: bool, word: str, client: str | None, as_json: bool
) -> None:
    """You can't undo this: from then on every page, printout and report says that the event is outside FIDE mode."""
    done = fide_warnings.leave(cli.ctx, slug, reason=reason, confirmed=yes, word=word, client=client)
    recorded = done.fact.reason
    print_result(done, as_json=as_json, text=f"{slug} has left FIDE mode: {recorded}", more={"reason": recorded})


@command("settings")
@json_option
def settings_command(*, as_json: bool) -> None:
    rows = [
        {"key": s.key, "meaning": s.meaning, "takes": s.takes, "per_pod": s.per_pod, "before_start": s.before_start}
        for s in all_settings()
    ]
    show_rows(
        rows,
        ("key", "value", "meaning", "--pod"),
        lambda r: (r["key"], r["takes"], r["meaning"], "pod" if r["per_pod"] else ""),
        as_json=as_json,
        cut=48,
    )


@command("sections")
@with_json_option
@click.option(
    "--time-for",
    type=click.IntRange(min=1),
    required=True,
    metavar="ROUNDS",
    help="Number of Swiss rounds there is time for.",
)
@click.pass_obj
def sections_command(cli: CliContext, slug: str, *, time_for: int, as_json: bool) -> None:
    """Sections are a last resort: it proposes the fewest that fit the time (P-SEC-6)."""
    event = cli.ctx.open(slug)
    ruleset = event.state.ruleset
    counts = (1, *(ruleset.sections.counts if ruleset.sections else ()))
    rows = []
    for pod, advice in advice_for(event).items():
        rounds = {n: rounds_in_sections(ruleset, advice, n)[0] for n in counts}
        count = propose_sections(
            ruleset.sections,
            division_size=advice.size,
            rounds=rounds,
            time_for=time_for,
            separate=ages_are_separate(event.state),
        )
        rows.append({"pod": pod, "players": advice.size, "sections": count, "rounds": rounds[count]})
    show_rows(
        rows,
        ("pod", "players", "sections", "rounds"),
        lambda r: tuple(r.values()),
        as_json=as_json,
        right="players sections rounds",
    )


@command("delete")
@slug_argument
@yes_option
@json_option
@click.pass_obj
def delete_command(cli: CliContext, slug: str, *, yes: bool, as_json: bool) -> None:
    """Export it first if you may need it again."""
    check_kept(cli.ctx, slug, confirmed=yes)
    if not yes:
        raise events.removal_question(cli.ctx.store.summary(slug).name)
    events.remove(cli.ctx, slug)
    show({"action": "deleted", "slug": slug, "notes": []}, f"Deleted {slug}.", as_json=as_json)
