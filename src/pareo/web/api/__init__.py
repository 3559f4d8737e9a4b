"""The JSON API under /api/v1: everything the console can do, and public data for stream overlays and bots."""
