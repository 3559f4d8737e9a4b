"""Accounts, passwords, permissions."""
