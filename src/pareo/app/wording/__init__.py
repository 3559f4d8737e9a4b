"""The words of the domain for people: rules, columns, tie-breaks, pods, rounds, and what the journal says."""
