"""Tournaments in the store: their logs, and the players who wait in their halls."""
