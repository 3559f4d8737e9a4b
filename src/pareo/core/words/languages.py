"""The languages Pareo speaks, each by its own name. English is the one the texts are written in."""

from __future__ import annotations

LANGUAGES = {"en": "English", "es": "Español", "pt": "Português", "it": "Italiano"}
