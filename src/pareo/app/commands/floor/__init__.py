"""Commands on the floor."""
