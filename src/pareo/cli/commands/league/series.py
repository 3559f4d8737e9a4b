"""Commands about series of tournaments, and their categories."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import TYPE_CHECKING

import click

from pareo.cli.context import CliContext
from pareo.cli.options import assignments, command, complete_slugs, group, json_option, read_text, yes_option
from pareo.cli.output import print_result, say, say_json, say_note, show, show_rows
from pareo.cli.text_table import table

if TYPE_CHECKING:
    from pareo.app.rows.league import SeriesDetails, SeriesRow

series_command = group("series")
_series = click.argument("series")
_slug = click.argument("slug", shell_complete=complete_slugs)
_period = click.option("--period", metavar="P", help="A period of the rules: 2026, 2026-05, 2026-05-16.")
_WORTH = {"places": "points", "best-games": "average", "wins": "won", "performance": "performance"}


@command("series presets")
@json_option
def _presets(*, as_json: bool) -> None:
    from pareo.app.league import series  # noqa: PLC0415

    show_rows(
        series.presets(),
        ("id", "title", "counts", "document"),
        lambda r: (r.id, r.title, r.count, r.document),
        as_json=as_json,
        cut=52,
    )


@command("series new")
@click.argument("name")
@click.option("--preset", metavar="ID", help="Rules that come with Pareo (see `pareo series presets`).")
@click.option("--rules", "rules_file", metavar="FILE", help="Rules of your own (TOML, see docs/series.md).")
@click.option(
    "--set", "changes", metavar="KEY=VALUE", multiple=True, help="Change a value of the preset, such as best=5."
)
@click.option("--limit", "limits", metavar="CATEGORY=RATING", multiple=True, help="The lowest rating of a category.")
@click.option("--slug", metavar="S", help="Short name; made from the name if left out.")
@json_option
@click.pass_obj
def _new(
    cli: CliContext,
    /,
    *,
    name: str,
    preset: str | None,
    rules_file: str | None,
    changes: Sequence[str],
    limits: Sequence[str],
    slug: str | None,
    as_json: bool,
) -> None:
    from pareo.app.league import series  # noqa: PLC0415

    if (preset is None) == (rules_file is None):
        raise click.UsageError("give the rules: --preset ID or --rules FILE")
    if rules_file is not None and (changes or limits):
        raise click.UsageError("--set and --limit change a preset; change the file itself")
    text = (
        read_text(rules_file)
        if rules_file
        else series.rules_text(preset or "", assignments(changes), assignments(limits))
    )
    created = series.create(cli.ctx, name, text, slug=slug, file=rules_file or preset or "")
    show({"seq": 1, "action": "created", "notes": [], "slug": created}, created, as_json=as_json)


@command("series list")
@json_option
@click.pass_obj
def _list(cli: CliContext, *, as_json: bool) -> None:
    from pareo.app.league import series  # noqa: PLC0415

    show_rows(
        series.list_series(cli.ctx),
        ("slug", "name", "rules", "events"),
        lambda r: (r.slug, r.name, r.rules, r.events),
        as_json=as_json,
        right="events",
        cut=44,
        none="No series yet: create one with `pareo series new NAME --preset ID`.",
    )


@command("series show")
@_series
@json_option
@click.pass_obj
def _show(cli: CliContext, series: str, *, as_json: bool) -> None:
    from pareo.app.league import series as app  # noqa: PLC0415

    history = app.series_history(cli.ctx, series)
    if as_json:
        say_json(history)
        return
    say(f"{history.name} ({history.rules})")
    say(
        "  " + line
        for line in table(
            ("event", "date", "kind", "weight", "table", "players", "status"),
            [(e.slug, e.date, e.kind, e.weight, e.table, e.players, e.status) for e in history.events],
            right="weight players",
        )
    )
    for note in history.notes:
        say_note(note)


@command("series rules")
@_series
@click.option("--file", "file", metavar="FILE", help="New rules for the same events (TOML).")
@json_option
@click.pass_obj
def _rules(cli: CliContext, series: str, *, file: str | None, as_json: bool) -> None:
    """To replace them, edit the printed file and pass it with --file."""
    from pareo.app.league import series as app  # noqa: PLC0415

    if file is not None:
        done = app.change_rules(cli.ctx, series, read_text(file), file=file)
        print_result(done, as_json=as_json, text=f"{series} has new rules.")
        return
    text = app.load_series(cli.ctx, series).data.rules
    show({"series": series, "rules": text}, text.rstrip("\n"), as_json=as_json)


@command("series add")
@_series
@_slug
@click.option("--weight", default="1", metavar="W", help="Factor for its points: 2, 1.5, 1/2.")
@click.option("--table", "table_id", default="", metavar="T", help="The standings that count, if it has several.")
@click.option("--kind", default="", metavar="K", help="Kind of event, if the series has kinds.")
@click.option("--position", type=click.IntRange(min=1), metavar="N", help="Position in the order; default: last.")
@json_option
@click.pass_obj
def _add(
    cli: CliContext,
    series: str,
    slug: str,
    *,
    weight: str,
    table_id: str,
    kind: str,
    position: int | None,
    as_json: bool,
) -> None:
    """Adding it again changes weight, table, kind or position."""
    from pareo.app.league import series as app  # noqa: PLC0415

    done = app.add_event(cli.ctx, series, slug, weight=weight, table=table_id, kind=kind)
    if position is not None:
        done = app.move_event(cli.ctx, series, slug, position)
    print_result(done, as_json=as_json, text=f"{slug} is now in {series}.")


@command("series remove")
@_series
@_slug
@json_option
@click.pass_obj
def _remove(cli: CliContext, series: str, slug: str, *, as_json: bool) -> None:
    from pareo.app.league import series as app  # noqa: PLC0415

    print_result(app.remove_event(cli.ctx, series, slug), as_json=as_json, text=f"{slug} is no longer in {series}.")


@command("series standings")
@_series
@_period
@json_option
@click.option("--csv", "as_csv", is_flag=True, help="Answer with CSV.")
@click.option("--html", "as_html", is_flag=True, help="Output one HTML page with public names.")
@click.option("--lang", default="en", metavar="L", help="With --html: en, es, pt or it.")
@click.pass_obj
def _standings(
    cli: CliContext, series: str, *, period: str | None, as_json: bool, as_csv: bool, as_html: bool, lang: str
) -> None:
    """Each row shows the points of every event; points in brackets do not count."""
    from pareo.app.league import series as app  # noqa: PLC0415
    from pareo.formats.tables.series_files import series_csv  # noqa: PLC0415

    details = app.show_series(cli.ctx, series, period, public=as_html)
    if as_json:
        say_json(details.rows)
    elif as_csv:
        click.echo(series_csv(details), nl=False)
    elif as_html:
        from pareo.pages.single_file import series_html  # noqa: PLC0415

        click.echo(series_html(details, lang), nl=False)
    else:
        _say_standings(details)


def _say_standings(details: SeriesDetails) -> None:
    if details.period:
        say(f"{details.name}, {details.period}")
    slugs = [event.slug for event in details.counted_events]
    if details.rows:
        worth = _WORTH[details.count]
        for category, rows in groupby(details.rows, key=lambda r: r.category):
            if category:
                say(f"Category {category}")
            cells = [(r.place, r.name, r.points, r.second, *_parts(r, slugs), r.decided_by) for r in rows]
            say(
                table(
                    ("place", "name", worth, "sum", *slugs, "decided by"),
                    cells,
                    right=" ".join(("place", worth, "sum", *slugs)),
                    cut=26,
                )
            )
    else:
        say("No event of the series is finished yet.")
    for note in details.notes:
        say_note(note)


def _parts(row: SeriesRow, slugs: Sequence[str]) -> list[str]:
    by_event = row.by_event()
    return [
        " ".join(f"{p.points:g}" if p.counts else f"({p.points:g})" for p in by_event.get(slug, ())) for slug in slugs
    ]


@command("series link")
@_series
@click.argument("a")
@click.argument("b")
@json_option
@click.pass_obj
def _same(cli: CliContext, series: str, a: str, b: str, *, as_json: bool) -> None:
    """A and B: exact names, or IDs from the standings."""
    from pareo.app.league import series as app  # noqa: PLC0415

    print_result(
        app.confirm_same_person(cli.ctx, series, a, b),
        as_json=as_json,
        text=f"{a} and {b} are now one person in {series}.",
    )


@command("series unlink")
@_series
@click.argument("name")
@json_option
@click.pass_obj
def _different(cli: CliContext, series: str, name: str, *, as_json: bool) -> None:
    from pareo.app.league import series as app  # noqa: PLC0415

    done = app.withdraw_same_person(cli.ctx, series, name)
    print_result(done, as_json=as_json, text=f"{name} is no longer linked.")


@command("series delete")
@_series
@yes_option
@json_option
@click.pass_obj
def _delete(cli: CliContext, series: str, *, yes: bool, as_json: bool) -> None:
    from pareo.app.league import series as app  # noqa: PLC0415

    print_result(app.remove(cli.ctx, series, confirmed=yes), as_json=as_json, text=f"Deleted {series}.")


@command("series categories")
@_series
@_period
@click.option("--apply", "apply_now", is_flag=True, help="Record the categories in the series.")
@click.option("--take-back", is_flag=True, help="Undo the last record.")
@click.option("--put", "category", metavar="CATEGORY", help="Put people into a category by hand: then NAME …")
@click.argument("names", nargs=-1)
@json_option
@click.option("--csv", "as_csv", is_flag=True, help="Answer with CSV.")
@click.pass_obj
def _categories(
    cli: CliContext,
    series: str,
    names: Sequence[str],
    *,
    period: str | None,
    apply_now: bool,
    take_back: bool,
    category: str | None,
    as_json: bool,
    as_csv: bool,
) -> None:
    """With the reason for each move."""
    from pareo.app.league import categories  # noqa: PLC0415

    if sum((apply_now, take_back, category is not None)) > 1 or bool(names) != (category is not None):
        raise click.UsageError("one of --apply, --take-back and --put CATEGORY NAME …")
    if category is not None:
        done = categories.assign_category(cli.ctx, series, category, names)
        print_result(done, as_json=as_json, text=f"{len(names)} in category {category}.")
    elif take_back:
        print_result(categories.take_back(cli.ctx, series), as_json=as_json, text="Undone.")
    elif apply_now:
        done = categories.apply(cli.ctx, series, period)
        print_result(
            done,
            as_json=as_json,
            text="Recorded.",
            more={"categories": categories.recorded_categories(cli.ctx, series)},
        )
    else:
        _say_categories(cli, series, period, as_json=as_json, as_csv=as_csv)


def _say_categories(cli: CliContext, series: str, period: str | None, *, as_json: bool, as_csv: bool) -> None:
    from pareo.app.league import categories  # noqa: PLC0415
    from pareo.formats.tables.series_files import categories_csv  # noqa: PLC0415

    proposal = categories.propose(cli.ctx, series, period)
    rows = categories.category_rows(proposal)
    if as_json:
        say_json(rows)
        return
    if as_csv:
        click.echo(categories_csv(rows), nl=False)
        return
    cells = [
        (
            r.category,
            r.name,
            r.rating,
            {"stays": "", "new": "new", "moves": f"from {r.before}"}[r.move],
            r.reason,
            r.title,
            "best performer" if r.best_performer else "",
        )
        for r in rows
    ]
    say(table(("category", "name", "rating", "moves", "reason", "title", ""), cells, right="rating", cut=34))
    for note in proposal.notes:
        say_note(note)
