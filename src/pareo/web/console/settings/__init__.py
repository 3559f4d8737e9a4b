"""Settings of an event as a page: what matters for the game first, the rest folded with its value, saved as you go."""

from __future__ import annotations

from pareo.web.console.settings import explained, pages

ROUTES = [*explained.ROUTES, *pages.ROUTES]
