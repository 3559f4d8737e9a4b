"""Commands that look ahead, and the receipt of a round."""
