"""Commands beyond one event: clubs, duplicate, series, the directory of people."""
