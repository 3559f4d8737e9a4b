"""The API beyond one event: the directory of people and series."""
