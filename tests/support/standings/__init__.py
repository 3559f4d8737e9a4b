"""Ledgers, and standings from elsewhere to compare with."""
