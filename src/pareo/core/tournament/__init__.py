"""The aggregate, and what needs all of it: records, tables, drafting."""
