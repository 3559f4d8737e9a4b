"""Where a command works: the database and the name of who is acting. The database is opened when it is first used."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pareo.app.base.context import Context
    from pareo.app.wording.event_words import EventWords


@dataclass(slots=True)
class CliContext:
    """The global options of one run, and the language of a command that speaks several."""

    db: str | None = None
    actor: str | None = None
    lang: str = "en"
    _ctx: Context | None = None

    @property
    def ctx(self) -> Context:
        if self._ctx is None:
            # The database and the rules are read only by commands that need them: help and usage errors do not.
            from pareo.app.base.context import Context  # noqa: PLC0415
            from pareo.core.text.clean_text import clean_line  # noqa: PLC0415
            from pareo.store import default_path, open_store  # noqa: PLC0415

            actor = clean_line(self.actor or _login_name(), "The name of the actor") or "organiser"
            self._ctx = Context(open_store(self.db or str(default_path())), actor=actor)
        return self._ctx

    def words(self, slug: str) -> EventWords:
        """The language of the command with the words of an event's game; errors from then on are told in it too."""
        from pareo.app.wording.event_words import event_words  # noqa: PLC0415

        words = event_words(self.ctx.open(slug).state, self.lang)
        self.lang = words.lang
        return words

    def close(self) -> None:
        if self._ctx is not None:
            self._ctx.store.close()


def _login_name() -> str:
    from getpass import getuser  # noqa: PLC0415

    try:
        return getuser()
    except (OSError, KeyError, ImportError):  # no login name here: a container, a service
        return "organiser"
