"""Values of the address that was asked for."""

from __future__ import annotations

from pareo.core.text.numbers import whole_or
from pareo.web.view import View


def query_value(view: View, key: str) -> str:
    """A value of the address, cut to a sensible length."""
    return str(view.request.query_params.get(key) or "").strip()[:200]


def query_number(view: View, key: str) -> int | None:
    return whole_or(query_value(view, key), 6, None)
