"""Players: entering, changing, coming late, leaving."""
