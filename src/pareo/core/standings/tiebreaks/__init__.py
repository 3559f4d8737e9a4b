"""Tie-breaks: `registry` holds every record; each record stands next to its functions, one module per family."""
