"""Rounds to pair, made at random."""
