"""Commands about lists."""
