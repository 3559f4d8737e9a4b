"""The floor of the hall: check-in, claims, penalties, clock, announcements."""
