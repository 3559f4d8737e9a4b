"""Commands that check: the second opinion, random tournaments, pairing inputs, TOM's places."""
