"""The players' page, a player's sheet, registrations."""
