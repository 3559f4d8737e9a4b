"""Tie-breaks: `registry` holds every record; each record stands beside its functions, one module per family."""
