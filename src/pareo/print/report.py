"""The announcement sheet (P-ANN-1, X-25) and the final report: the whole event in one document."""

from __future__ import annotations

from pareo.app.base.context import Context, LoadedTournament
from pareo.app.commands.lists.list_checks import checks_view
from pareo.app.queries.pages.announcement import announce
from pareo.app.queries.pages.event_tables import standing_tables
from pareo.app.queries.pages.podium import podiums
from pareo.app.queries.pages.public_names import public_name
from pareo.app.queries.pages.public_view import finished_numbers, pairing_groups, shown_rounds
from pareo.app.queries.results.missing_results import missing_results
from pareo.core.settings.event import DATE, JUDGE, ORGANISER
from pareo.core.tournament.progress import is_counted
from pareo.core.tournament.tables import per_division
from pareo.core.tournament.tournament import ELIMINATION
from pareo.locale.catalogue import catalogue
from pareo.locale.dates import format_day
from pareo.print.brackets import bracket_sheets
from pareo.print.document import Part, PrintOptions, pod_words, printable, sentence
from pareo.print.lists import checks_made
from pareo.print.pairings import heading_of, pairing_table
from pareo.print.people import roster
from pareo.print.places import crosstables, standings
from pareo.print.words import words


def announcement(ctx: Context, slug: str, options: PrintOptions) -> list[Part]:
    """What is read out before round 1, large enough to hang up."""
    lines = announce(ctx, slug, options.lang).splitlines()
    # The first lines are the title, underlined; the sheet has its own.
    return [{"part": "announcement", "lines": [sentence(line) for line in lines[3:] if line.strip()]}]


def report(ctx: Context, slug: str, options: PrintOptions) -> list[Part]:
    """Facts, winners, standings, brackets, every round, checks, cross table, players."""
    event = ctx.open(slug)
    t = event.state
    whole = PrintOptions(lang=options.lang, paper=options.paper)
    all_tables = per_division(t, standing_tables(ctx, slug)) if finished_numbers(t) else []
    tables = [x for x in all_tables if x.rows]
    parts = [_front(event, options.lang)]
    if tables:
        parts += _with_title("standings", standings(ctx, slug, whole), options.lang)
    if any(p.phase in ELIMINATION for p in t.pods.values()):
        parts += bracket_sheets(ctx, slug, whole)
    played = [(p, r) for p, r in shown_rounds(t) if is_counted(t, p, r)]
    parts += [
        pairing_table(t, group, options.lang, heading=heading_of(t, p, r, options.lang), small=True)
        for group, (p, r) in zip(pairing_groups(event, played, options.lang), played, strict=True)
    ]
    parts += checks_made(checks_view(ctx, slug), options.lang, lambda no: public_name(event, no))
    if tables:
        parts += _with_title("crosstable", crosstables(ctx, slug, whole), options.lang)
    return [*parts, *(_with_title("roster", roster(ctx, slug, whole), options.lang) if t.entrants else [])]


def _with_title(kind: str, parts: list[Part], lang: str) -> list[Part]:
    """Parts that say what they are: the head of the page only says that it is the report."""
    title = words(lang)[f"title-{kind}"]
    return [{**part, "heading": " · ".join(filter(None, (title, part["heading"])))} for part in parts]


def _front(event: LoadedTournament, lang: str) -> Part:
    t = event.state
    labels = words(lang)
    done, gap = finished_numbers(t), missing_results(t)
    facts = [
        ("ruleset", catalogue(lang).gettext(t.ruleset.title)),
        ("date", format_day(t.setting(DATE) or "", lang)),
        ("organiser", t.setting(ORGANISER)),
        ("judge", t.setting(JUDGE)),
        ("teams" if t.ruleset.entrant == "team" else "players", len(t.entrants)),
        ("rounds", done[-1] if done else 0),
    ]
    winners = [
        {
            "title": pod_words(podium.label, lang),
            "rows": [[str(row.rank), printable(row.name)] for row in podium.rows],
        }
        for podium in podiums(event)
    ]
    nothing = labels["results-missing"].format(count=gap) if gap else labels["no-winners" if done else "no-rounds"]
    return {
        "part": "front",
        "name": printable(t.name),
        "title": labels["title-report"],
        "winners": labels["winners"],
        "facts": [[labels[key], printable(value)] for key, value in facts if value not in (None, "")],
        "podiums": winners,
        "nothing": "" if winners else nothing,
    }
