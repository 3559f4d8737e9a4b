"""Pages for everybody: phones, projector, a player's own page."""
