"""Pages of the organiser across tournaments: directory, series, clubs, duplicate events."""
