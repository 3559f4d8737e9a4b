"""Which editions of FIDE's rules the program follows, and the only claim it makes (F-21, F-23). Cheap to import."""

from __future__ import annotations

CLAIM = "follows C.04 and C.07 of 2026; not endorsed by FIDE"
ENGINE = "Pareo's own Dutch engine"
EDITIONS = "C.04.3 from 2026-02-01, C.07 from 2026-03-01"
