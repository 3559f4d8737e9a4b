"""The independent checker of rounds. It shares no code with the pairing."""
