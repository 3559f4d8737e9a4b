"""From the journal's facts to the state, and nothing else."""
