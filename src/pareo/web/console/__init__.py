"""Pages of the organiser and the staff."""
