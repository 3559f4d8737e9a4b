"""From the journal to a tournament."""
