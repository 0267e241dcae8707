"""Tournaments in the store: their logs, and those who wait in their halls."""
