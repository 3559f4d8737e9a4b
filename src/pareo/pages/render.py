"""HTML by Jinja2: one environment per language, everything escaped, no logic but loops and choices in templates."""

from __future__ import annotations

import re
from functools import cache, partial
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined
from jinja2.ext import Extension

from pareo.app.wording.list_words import lists_missing, lists_title
from pareo.app.wording.names import account_name
from pareo.app.wording.pod_words import pod_title
from pareo.app.wording.round_words import (
    document_title,
    end_text,
    match_end_sentence,
    match_end_text,
    outcomes,
    penalty_word,
    quality_line,
    result_text,
    short_names,
    step_button,
    verdict_text,
)
from pareo.app.wording.tiebreak_words import decided_words, tiebreak_texts
from pareo.core.text.languages import LANGUAGES, localized_decimals
from pareo.locale.texts import texts
from pareo.pages.links import SERVED, Links, asset

Values = dict[str, object]
"""What a template is given, by name. Beyond this border nothing is typed."""


class CollapseIndent(Extension):
    """Indentation is for readers of templates: a page gets a single space."""

    def preprocess(self, source: str, name: str | None, filename: str | None = None) -> str:  # noqa: ARG002
        return re.sub(r"\n +", "\n ", source)


@cache
def environment(lang: str) -> Environment:
    """The templates in one language."""
    spoken = texts(lang)
    env = Environment(
        loader=PackageLoader("pareo.pages", "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        extensions=["jinja2.ext.i18n", "jinja2.ext.do", CollapseIndent],
    )
    env.install_gettext_callables(spoken.gettext, spoken.ngettext, newstyle=True)  # type: ignore[attr-defined]
    env.globals.update(lang=spoken.lang, languages=LANGUAGES, texts=spoken, asset=asset)
    env.globals.update(pod_title=partial(pod_title, spoken), short_names=short_names)
    for function in (
        document_title,
        end_text,
        match_end_text,
        match_end_sentence,
        lists_missing,
        lists_title,
        outcomes,
        penalty_word,
        quality_line,
        step_button,
        verdict_text,
    ):
        env.globals[function.__name__] = partial(function, spoken)
    env.globals.update(tiebreak_texts=partial(tiebreak_texts, spoken), decided_words=partial(decided_words, spoken))
    env.filters.update(
        decimals=partial(localized_decimals, lang=lang),
        number=spoken.number,
        result=partial(result_text, spoken),
        who=partial(account_name, spoken),
    )
    return env


def render(template: str, lang: str, *, links: Links = SERVED, **values: Any) -> str:
    """A page as text; `links` says where it will stand."""
    return environment(lang).get_template(template).render(links=links, **values)
