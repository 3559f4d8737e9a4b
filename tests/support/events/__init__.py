"""Events played through the commands."""
