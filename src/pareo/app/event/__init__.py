"""A tournament as a whole: making it, its settings, staff, advice, overview, undo."""
