"""What stands on paper, as values."""
