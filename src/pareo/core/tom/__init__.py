"""An event that TOM runs: what two saves differ in, what waits for TOM, and what its slips carry."""
