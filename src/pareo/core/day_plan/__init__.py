"""How a day will go, from events that are played before it."""
