"""The life of a round, from the draft to the check afterwards."""
