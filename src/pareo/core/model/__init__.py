"""Plain values: outcomes, entrants, pods, rounds, the ruleset, the pairing contract. Imports text only."""
