"""What is kept beside the journals, in statements that SQLite and PostgreSQL both understand."""
