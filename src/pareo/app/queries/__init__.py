"""Questions: nothing is written here."""
