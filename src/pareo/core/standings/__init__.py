"""Standings: the ledger of a pod, points, tie-breaks, places, club standings."""
