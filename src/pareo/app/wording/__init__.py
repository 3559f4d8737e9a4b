"""What the domain says to people: rules, columns, tie-breaks, pods, rounds, results, numbers and the journal."""
