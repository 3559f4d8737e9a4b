"""What holds for every test: no deadlines in property tests, a busy machine is no failure (R-15)."""

from __future__ import annotations

from hypothesis import settings

settings.register_profile("pareo", deadline=None)
settings.load_profile("pareo")
