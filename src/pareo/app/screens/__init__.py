"""Pages that show commands and their dry runs."""
