"""Commands: each looks, checks and records one fact."""
