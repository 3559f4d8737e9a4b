"""Results as people write them, read and written."""
