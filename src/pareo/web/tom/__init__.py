"""Events that TOM runs: what the server does by itself, following TOM's files and printing papers."""
