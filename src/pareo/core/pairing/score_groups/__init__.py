"""Systems that pair the top half with the bottom half, or neighbours: FISE, US Chess, king of the hill."""
