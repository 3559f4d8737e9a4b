"""Beside TOM: what the server does by itself, following its files and printing papers."""
