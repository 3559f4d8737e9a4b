"""Commands about an event as a whole."""
