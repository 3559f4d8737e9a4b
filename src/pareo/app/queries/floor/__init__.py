"""Questions about the floor."""
