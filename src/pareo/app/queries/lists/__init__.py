"""Questions about lists."""
