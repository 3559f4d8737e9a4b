"""The old address of `pareo.app.scoring`, for who still imports results from here."""

from __future__ import annotations

from pareo.app.scoring import check_may, enter_many

__all__ = ["check_may", "enter_many"]
