"""What is ahead: what a player needs, how the day goes, what other rules would say; and the receipt of a round."""
