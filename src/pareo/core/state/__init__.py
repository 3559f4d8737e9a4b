"""The state of a tournament, as values: people, pods, rounds, results, settings, the floor."""
