"""The journal page, and its entries as sentences."""
