"""Front ends compared: random events, a reader for each front end, and the comparison of what they say."""
