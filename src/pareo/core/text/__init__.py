"""What people are told: notes and errors with their parameters, names, TOML text. No language is chosen here."""
