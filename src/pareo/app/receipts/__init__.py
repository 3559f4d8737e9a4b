"""The receipt of a draw."""
