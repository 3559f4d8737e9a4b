"""Collects every text a page or an error can show, and brings the catalogues up to date.

    python tools/texts.py           updates src/pareo/locale/{es,pt,it}.po: new texts come in untranslated, old ones go
    python tools/texts.py --check   exits 1 and says which texts are missing, stale or untranslated

Texts come from templates, from `gettext(…)` in the web code, from the sentences of errors and notes, and from tables of
texts (reasons, settings, the action table).
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.extract import extract
from babel.messages.pofile import read_po, write_po

ROOT = Path(__file__).resolve().parents[1]
SOURCE = ROOT / "src" / "pareo"
LOCALE = SOURCE / "locale"
LANGUAGES = ("es", "it", "pt")
ERRORS = ("BadInput", "NotFound", "Refused", "NeedsConfirmation", "OutsideRules", "Conflict", "PareoError", "Note")
KEYWORDS = {
    "gettext": None,
    "_": None,
    "ngettext": (1, 2),
    **dict.fromkeys(ERRORS, (2,)),
    "_note": (2,),
    "_refuse": (2,),
    "note": (2,),
    "counted": (2, 3),
    "phrase": (1,),
    "Finding": (2,),
}
PLURALS = {"es": "nplurals=2; plural=(n != 1);", "it": "nplurals=2; plural=(n != 1);",
           "pt": "nplurals=2; plural=(n != 1);"}


def tables() -> Iterator[str]:
    """Texts that stand in tables and are looked up by key."""
    from pareo.app.rights import ROLES  # noqa: PLC0415
    from pareo.core.pairing.registry import METHODS, sentences  # noqa: PLC0415
    from pareo.core.rules import actions  # noqa: PLC0415
    from pareo.core.standings.tiebreaks.registry import TIEBREAKS  # noqa: PLC0415
    from pareo.core.state.setting import Group  # noqa: PLC0415
    from pareo.core.state.settings.registry import SETTINGS  # noqa: PLC0415
    from pareo.formats.tables.mapping import PLAYER_FIELDS  # noqa: PLC0415
    from pareo.rulesets import available, load  # noqa: PLC0415
    from pareo.rulesets.series_presets import PRESETS, preset_plan  # noqa: PLC0415
    from pareo.web.exports import EXPORTS  # noqa: PLC0415

    yield from (text for tiebreak in TIEBREAKS.values() for text in tiebreak.texts)
    yield from (exporter.title for exporter in EXPORTS.values())
    yield from PLAYER_FIELDS
    yield from (text for role in ROLES.values() for text in (role.title, role.does, role.for_programs) if text)
    yield from (text for method in METHODS.values() for text in method.texts)
    yield from sentences().values()
    yield from (group.value for group in Group)
    for setting in SETTINGS.values():
        yield from (setting.title, setting.meaning, setting.takes, setting.help)
        yield from ([setting.more] if setting.more else [])
        if setting.kind.choices is not None and setting.kind.translated:
            yield from setting.kind.choices(load(available()[0].id)).values()
    for action, row in actions.TABLE.items():
        yield action
        yield from (rule.reason for rule in row.values() if rule.reason)
    yield from phrases()
    yield from (preset_plan(preset).title for preset in PRESETS)
    yield from (listed.title for listed in available())
    for rules in (load(listed.id).lists for listed in available()):
        yield from (text for text in (rules.note, *(r.text for r in rules.squad.reminders)) if text)


def phrases() -> Iterator[str]:
    """Words of ours that are put into sentences by `phrase(…)`: kinds, outcomes, styles, fields, journal actions."""
    from pareo.app.floor import floor  # noqa: PLC0415
    from pareo.app.people import leaving, players  # noqa: PLC0415
    from pareo.core.journal.facts import ACTIONS  # noqa: PLC0415
    from pareo.core.lists.checks import OUTCOMES  # noqa: PLC0415
    from pareo.core.state.outcome import Outcome  # noqa: PLC0415

    yield from floor.PENALTIES
    yield from OUTCOMES
    yield from leaving.LEAVING
    yield from (o.value for o in Outcome if not o.played and not o.value.startswith("forfeit"))  # who sits out
    yield from ("swiss", "elimination", "swiss+cut", "round-robin", "day2", "cut")
    yield from ACTIONS
    yield from (*players.PERSONAL, *players.FIELDS, "team")


def collect() -> Catalog:
    """Every text, with plural forms where it has them."""
    found = Catalog(charset="utf-8")
    for path in sorted(SOURCE.rglob("*")):
        if path.suffix == ".html":
            method = "jinja2.ext:babel_extract"
            options = {"trimmed": "true", "silent": "false", "extensions": "jinja2.ext.do"}
        elif path.suffix == ".py" and "locale" not in path.parts:
            method, options = "python", {}
        else:
            continue
        with path.open("rb") as file:
            keywords = {**KEYWORDS, "say": None} if {"console", "public"} & {*path.parts} else KEYWORDS
            for _, message, _, _ in extract(method, file, keywords=keywords, options=options):
                parts = tuple(part for part in message if part) if isinstance(message, tuple) else (message,)
                if any(part.strip() for part in parts):
                    found.add(parts[0] if len(parts) == 1 else parts)
    for text in tables():
        found.add(text)
    return found


def key(message_id: object) -> str:
    return message_id[0] if isinstance(message_id, (tuple, list)) else str(message_id)


def updated(lang: str, template: Catalog) -> Catalog:
    """The language's catalogue with exactly the texts of the template; translations are kept by text."""
    path = LOCALE / f"{lang}.po"
    old = {}
    if path.exists():
        old = {key(m.id): m for m in read_po(BytesIO(path.read_bytes()), locale=lang) if m.id}
    fresh = Catalog(locale=lang, project="Pareo", charset="utf-8", fuzzy=False)
    for message in sorted((m for m in template if m.id), key=lambda m: key(m.id)):
        before = old.get(key(message.id))
        same_form = before is not None and isinstance(before.id, tuple) == isinstance(message.id, tuple)
        text = before.string if before is not None and same_form else ""
        fresh.add(message.id, string=text or ("" if not isinstance(message.id, tuple) else ("", "")))
    return fresh


def as_bytes(catalog: Catalog) -> bytes:
    out = BytesIO()
    write_po(out, catalog, width=120, omit_header=True, no_location=True)
    return out.getvalue()


def problems(lang: str, template: Catalog) -> list[str]:
    """What is missing, stale or untranslated in a language, and placeholders that do not agree."""
    path = LOCALE / f"{lang}.po"
    if not path.exists():
        return [f"{lang}: no catalogue"]
    have = {key(m.id): m for m in read_po(BytesIO(path.read_bytes()), locale=lang) if m.id}
    want = {key(m.id): m for m in template if m.id}
    found = [f"{lang}: missing: {text}" for text in want if text not in have]
    found += [f"{lang}: stale: {text}" for text in have if text not in want]
    for text, message in have.items():
        strings = message.string if isinstance(message.string, (tuple, list)) else (message.string,)
        if not all(strings):
            found.append(f"{lang}: untranslated: {text}")
            continue
        for string in strings:
            if places(text) - {"num"} != places(string) - {"num"}:
                found.append(f"{lang}: other places: {text} → {string}")
    return found


def places(text: str) -> set[str]:
    """The named places of a text: {name} and %(name)s."""
    import re  # noqa: PLC0415

    return set(re.findall(r"\{(\w+)\}", text)) | set(re.findall(r"%\((\w+)\)s", text))


def main() -> int:
    """Updates or checks."""
    template = collect()
    if "--check" in sys.argv:
        found = [line for lang in LANGUAGES for line in problems(lang, template)]
        for line in found[:200]:
            print(line)
        print(f"{sum(1 for m in template if m.id)} texts, {len(found)} problems")
        return 1 if found else 0
    for lang in LANGUAGES:
        (LOCALE / f"{lang}.po").write_bytes(as_bytes(updated(lang, template)))
    print(f"{sum(1 for m in template if m.id)} texts")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
