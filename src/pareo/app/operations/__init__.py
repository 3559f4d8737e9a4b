"""Backups, and copying databases."""
