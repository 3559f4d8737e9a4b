"""Random Swiss: drawn inside record groups, at the provably smallest cost."""
