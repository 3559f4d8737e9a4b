"""What the domain says to people: rules, columns, numbers, results and charts."""
