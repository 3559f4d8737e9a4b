"""Rules as data: reading a ruleset, what it allows when, what it advises."""
