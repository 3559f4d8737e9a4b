"""The second opinion: rounds and standings of anybody's tournament report, paired and counted again (F-92 … F-104)."""
