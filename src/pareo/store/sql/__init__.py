"""Accounts, the directory of people and series, in statements that SQLite and PostgreSQL both understand."""
