"""Commands about results."""
