"""Questions about results."""
