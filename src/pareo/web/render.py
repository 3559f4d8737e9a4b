"""HTML by Jinja2: one environment per language, everything escaped, no logic but loops and choices in templates."""

from __future__ import annotations

import re
from functools import cache, partial
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined
from jinja2.ext import Extension

from pareo.app.accounts.permissions import Role
from pareo.core.text.languages import LANGUAGES
from pareo.web.links import SERVED, Links, asset
from pareo.web.wording.i18n import Texts, texts
from pareo.web.wording.list_words import lists_missing, lists_title
from pareo.web.wording.pod_words import pod_title
from pareo.web.wording.round_words import (
    called,
    document_title,
    end_said,
    ended,
    ending,
    outcomes,
    penalty_word,
    quality_line,
    result_text,
    step_button,
    verdict_text,
)
from pareo.web.wording.sections import tab_of
from pareo.web.wording.tiebreak_words import decided_words, tiebreak_texts

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
        loader=PackageLoader("pareo.web", "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        extensions=["jinja2.ext.i18n", "jinja2.ext.do", CollapseIndent],
    )
    env.install_gettext_callables(spoken.gettext, spoken.ngettext, newstyle=True)  # type: ignore[attr-defined]
    env.globals.update(lang=spoken.lang, languages=LANGUAGES, texts=spoken, asset=asset)
    env.globals.update(pod_title=partial(pod_title, spoken), tab_of=tab_of, called=called)
    for said in (
        document_title,
        end_said,
        ended,
        ending,
        lists_missing,
        lists_title,
        outcomes,
        penalty_word,
        quality_line,
        step_button,
        verdict_text,
    ):
        env.globals[said.__name__] = partial(said, spoken)
    env.globals.update(tiebreak_texts=partial(tiebreak_texts, spoken), decided_words=partial(decided_words, spoken))
    env.filters.update(number=spoken.number, result=partial(result_text, spoken), who=partial(who, spoken))
    return env


def who(spoken: Texts, name: str) -> str:
    """Somebody's name; the account that is there from the first start has none but its role, a phone its number."""
    if name.startswith(f"{Role.PLAYER.id}:"):
        return spoken.gettext("player {number}").format(number=name.partition(":")[2])
    return spoken.gettext(name) if name == Role.OWNER.id else name


def render(template: str, lang: str, *, links: Links = SERVED, **values: Any) -> str:
    """A page as text; `links` says where it will stand."""
    return environment(lang).get_template(template).render(links=links, **values)
