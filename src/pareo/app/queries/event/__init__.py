"""Questions about an event as a whole."""
